// SPDX-License-Identifier: MIT
/// @file
/// Landmarks of a hierarchy: how far each of its nodes is from a few of them, so that searches know better how far the
/// goal still is than as the crow flies, and try a third to a half of the nodes.
///
/// Source: A. V. Goldberg, C. Harrelson, "Computing the Shortest Path: A* Search Meets Graph Theory" (2005). How:
/// docs/algorithms/hierarchy.md.
#ifndef FAIRWAY_LANDMARKS_H
#define FAIRWAY_LANDMARKS_H

#include "fairway/hierarchy.h"

FW_BEGIN_DECLS

#define FW_LANDMARKS_MAX 16    ///< of each connected part of a map
#define FW_LANDMARKS_DEFAULT 8 ///< what plans take; chosen by bench_haa

/// The distances from the landmarks of one hierarchy. They never change, so any number of threads may search by them.
typedef struct fw_landmarks fw_landmarks;

/// Chooses `count` landmarks [1..#FW_LANDMARKS_MAX] in each part of the map that units of a class do not get out of,
/// each as far from the others as can be, and finds how far all nodes are from them. They serve this class, and units
/// that are larger or have fewer capabilities, less well the more these have to go round. Ways that are found with them
/// (fw_map::landmarks) cost the same as without, of several that do it may be another one; but where a straight look at
/// the goal cuts the end short (no terrain costs, no third level), they may be a little longer. They are for this
/// hierarchy alone, which must outlive them and whose allocator they take: after fw_hierarchy_update() the new one is
/// searched without landmarks until it has its own. Memory: `count` numbers of 4 bytes a node. Cost: `count` + 1 times
/// O(edges x log nodes); see docs/performance.md.
/// @return #FW_ERR_ARGUMENT; #FW_ERR_MISMATCH where the hierarchy was not made for the class; #FW_ERR_MEMORY.
/// `landmarks` is set on success only.
FW_API fw_status fw_landmarks_create( const fw_hierarchy* hierarchy, uint32_t capabilities, int32_t size, int32_t count,
                                      fw_landmarks** landmarks );
FW_API void fw_landmarks_destroy( fw_landmarks* landmarks );                        ///< NULL is allowed
FW_API const fw_hierarchy* fw_landmarks_hierarchy( const fw_landmarks* landmarks ); ///< that they are of
FW_API int32_t fw_landmarks_count( const fw_landmarks* landmarks );                 ///< of each part
FW_API size_t fw_landmarks_memory( const fw_landmarks* landmarks );                 ///< bytes

FW_END_DECLS

#endif

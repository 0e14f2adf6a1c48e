// SPDX-License-Identifier: MIT
/// @file
/// A long way that becomes a path stretch by stretch: a unit gets its first steps at once, and the rest while it
/// drives.
///
/// What a search over a hierarchy finds is a chain of abstract nodes. fw_search_result() turns all of it into a path at
/// once; a route keeps the chain and does so as far as it is asked to. It is on its own memory, so that the context can
/// search for others in between, and knows no hierarchy, so that this can be replaced by a newer one.
#ifndef FAIRWAY_ROUTE_H
#define FAIRWAY_ROUTE_H

#include "fairway/search.h"

FW_BEGIN_DECLS

/// One unit's way, and how much of it has become a path. Re-used from way to way, it allocates nothing once it has held
/// one as long. One thread at a time.
typedef struct fw_route fw_route;

FW_API fw_status fw_route_create( const fw_allocator* allocator, fw_route** route ); ///< NULL: default allocator
FW_API void fw_route_destroy( fw_route* route );                                     ///< NULL is allowed
FW_API size_t fw_route_memory( const fw_route* route ); ///< bytes held now: 8 for each node of the longest way, 4 for
                                                        ///< each of the longest stretch, and some

/// Instead of fw_search_result(), for a method with #FW_TRAIT_HIERARCHY, as long as the hierarchy that was searched is
/// there: the route forgets its former way and takes over the one that was found, or none where none was.
/// @param result receives all but the path, which is left empty with length 0; its cost is that of the abstract way.
/// @return #FW_ERR_STATE before a search was begun; #FW_ERR_UNSUPPORTED for other methods; #FW_ERR_MEMORY. The route
/// is then as it was.
FW_API fw_status fw_search_route( fw_search* search, fw_route* route, fw_result* result );

/// Adds the next stretch to a path. All of them together are what fw_search_result() would have given, bit for bit,
/// when each is added to the one path as it was left and the hierarchy stays the same: a line that goes on from the
/// last stretch makes the path's last segment longer.
///
/// The hierarchy may be another state of the grid than the one that was searched. Each step is legal in the one given
/// here. Where the way does not lead on in it, the answer is #FW_ERR_STALE: plan anew from where the path ends. That is
/// told at once where a node ahead is blocked, or cut off from the next ones altogether, since the state before; where
/// just a way between two nodes is blocked, once the stretch comes there. New short cuts are not noticed.
/// @param search lends its scratch; a search in it, running or done, is not disturbed.
/// @param tiles the stretch is at least so long if the goal is not nearer [> 0]; INFINITY: all that is left. It
/// ends where a node of the way is reached: at most some 90 tiles later, but that a way which winds through a cluster
/// is not parted, and may be as long as half of the cluster's tiles are many.
/// @param path ends where the last stretch did, or is empty and begins there.
/// @return #FW_OK also when there is nothing left; #FW_ERR_STATE without a way; #FW_ERR_MISMATCH for a hierarchy of
/// another grid, cluster or class, or from a forged file; #FW_ERR_ARGUMENT; #FW_ERR_STALE; #FW_ERR_MEMORY. After an
/// error path and route are as they were. Cost: O(stretch + segments of the path), and O(nodes ahead) where the
/// hierarchy is another one.
FW_API fw_status fw_route_next( fw_route* route, fw_search* search, const fw_hierarchy* hierarchy, double tiles,
                                fw_path* path );

FW_API bool fw_route_is_done( const fw_route* route ); ///< at the goal, or without a way
/// What the way that was found costs from where the stretches end to the goal [tiles]. Paths are pulled straight and a
/// little shorter. Between two nodes of the third level it is an estimate: of plain steps over terrains that cost 1, as
/// far as the next of these. 0 when done. Cost: O(nodes looked at ahead).
FW_API double fw_route_left( const fw_route* route );
FW_API fw_pose fw_route_place( const fw_route* route ); ///< where the stretches end; at first the start
FW_API fw_pose fw_route_goal( const fw_route* route );  ///< of the search

FW_END_DECLS

#endif

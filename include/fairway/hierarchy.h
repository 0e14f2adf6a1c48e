// SPDX-License-Identifier: MIT
/// @file
/// An abstraction of a map for units of many sizes and capabilities: square clusters of tiles, transitions between
/// neighboring ones, and the ways through each. "haastar-high" and "haastar-low" search it instead of the tiles.
///
/// A hierarchy never changes once it is made, so any number of threads may search it. After an edit of the grid,
/// fw_hierarchy_update() makes another one that shares all clusters which the edit did not touch, while searches go on
/// in the old one.
///
/// Source: D. Harabor, A. Botea, "Hierarchical Path Planning for Multi-Size Agents in Heterogeneous Environments"
/// (2008), after A. Botea, M. Mueller, J. Schaeffer, "Near Optimal Hierarchical Path-Finding" (2004).
///
/// Landmarks of a hierarchy: how far each of its nodes is from a few of them, so that searches know better how far the
/// goal still is than as the crow flies, and try a third to a half of the nodes.
///
/// Source: A. V. Goldberg, C. Harrelson, "Computing the Shortest Path: A* Search Meets Graph Theory" (2005). How:
/// docs/algorithms/hierarchy.md.
#ifndef FAIRWAY_HIERARCHY_H
#define FAIRWAY_HIERARCHY_H

#include "fairway/space.h"

FW_BEGIN_DECLS

#define FW_CLUSTER_MIN 4           ///< tiles a side
#define FW_CLUSTER_MAX 30          ///< tiles a side
#define FW_HIERARCHY_MAX_CLASSES 8 ///< capability sets, and sizes, of one hierarchy

/// How much of the initial abstraction is kept. All answer alike which tiles are connected.
typedef enum fw_quality
{
	FW_QUALITY_INITIAL = 0, ///< a way for each size and capability set between each two nodes of a cluster
	FW_QUALITY_HIGH = 1,    ///< strong dominance: without ways that others make up for at the same length
	FW_QUALITY_LOW = 2,     ///< weak dominance: also without transitions that others make up for by longer ways
} fw_quality;

/// The abstraction of one state of a grid.
typedef struct fw_hierarchy fw_hierarchy;

/// What to make a hierarchy for. See fw_default_hierarchy_def().
typedef struct fw_hierarchy_def
{
	uint32_t cookie;                                 ///< set by fw_default_hierarchy_def()
	fw_allocator allocator;                          ///< with `parallel`, called by several threads at once
	int32_t cluster;                                 ///< side [tiles, #FW_CLUSTER_MIN..#FW_CLUSTER_MAX]
	int32_t capability_count;                        ///< [1..#FW_HIERARCHY_MAX_CLASSES]
	uint32_t capabilities[FW_HIERARCHY_MAX_CLASSES]; ///< of the units in use, each another one
	int32_t size_count;                              ///< [1..#FW_HIERARCHY_MAX_CLASSES]
	int32_t sizes[FW_HIERARCHY_MAX_CLASSES];         ///< of the units in use [tiles, 1..#FW_UNIT_MAX_SIZE], rising
	fw_quality quality;
	int32_t levels; ///< 2: tiles and clusters; 3: also clusters of clusters, about 160 tiles a side, for long ways; 0:
	                ///< 3 on maps of more than 2048 tiles a side, else 2
	fw_parallel parallel; ///< for fw_hierarchy_create(); the result is the same for any number of threads
} fw_hierarchy_def;

/// Clusters of 15 tiles, ground and swamp, size 1, #FW_QUALITY_HIGH.
FW_API fw_hierarchy_def fw_default_hierarchy_def( void );

/// Builds the abstraction of a grid. Keeps a pointer to the grid, for fw_hierarchy_update() only. Cost: O(tiles x
/// classes x nodes of a cluster); see docs/performance.md. @return #FW_ERR_UNSUPPORTED where the grid has one-way
/// tiles, or links that one of the capability sets may use (fw_grid_is_plain()).
FW_API fw_status fw_hierarchy_create( const fw_grid* grid, const fw_hierarchy_def* def, fw_hierarchy** hierarchy,
                                      fw_refusal* refusal );
FW_API void fw_hierarchy_destroy( fw_hierarchy* hierarchy ); ///< NULL is allowed
/// Makes the abstraction of the grid as it is now, equal to a new one, from that of an older state, at the cost of the
/// clusters that were touched and their neighbors. The old one stays as it is and can be searched all the while, and
/// destroyed before or after the new one. One thread at a time for all that come from one fw_hierarchy_create(), and
/// none that edits the grid. @return #FW_ERR_MEMORY; #FW_ERR_UNSUPPORTED as fw_hierarchy_create(); #FW_ERR_MISMATCH
/// where the old one was read from a forged file, whose transitions are none.
FW_API fw_status fw_hierarchy_update( const fw_hierarchy* hierarchy, fw_hierarchy** next, fw_refusal* refusal );

/// As it was made, the allocator filled in and `parallel` taken out.
FW_API const fw_hierarchy_def* fw_hierarchy_definition( const fw_hierarchy* hierarchy );

/// Writes a hierarchy of the grid's present state: versioned, with a checksum and a hash of the map, the same bytes on
/// every machine. @return #FW_ERR_STALE where the grid has changed since; #FW_ERR_MEMORY; #FW_ERR_IO.
FW_API fw_status fw_hierarchy_save( const fw_hierarchy* hierarchy, const char* file );
/// Reads what fw_hierarchy_save() wrote of the same map, at less than the cost of building it: a tenth with two levels.
/// @param allocator NULL: the default one.
/// @return #FW_ERR_STALE where the map is another one now, by size, by a tile or by what a terrain costs or lets in;
/// #FW_ERR_SYNTAX where the file is not of this format, of another version, cut short or changed; #FW_ERR_UNSUPPORTED
/// as fw_hierarchy_create(); #FW_ERR_IO;
/// #FW_ERR_TOO_LARGE above 1 GiB; #FW_ERR_MEMORY. `hierarchy` is set on success only.
FW_API fw_status fw_hierarchy_load( const fw_grid* grid, const char* file, const fw_allocator* allocator,
                                    fw_hierarchy** hierarchy, fw_refusal* refusal );

/// How large an abstraction is.
typedef struct fw_hierarchy_stats
{
	int64_t clusters;
	int64_t nodes;
	int64_t inter_edges; ///< between clusters, each counted once
	int64_t intra_edges; ///< ways through clusters, each counted once
	int64_t upper_nodes; ///< of the third level; 0: there is none
	int64_t upper_edges; ///< of the third level, each counted once
	size_t bytes;        ///< of the abstraction, with the bits that say where each class of units stands
	size_t shared_bytes; ///< besides, once for all that come from one fw_hierarchy_create(): clearances, and
	                     ///< scratch of building
} fw_hierarchy_stats;

/// Counts a hierarchy. Cost: O(clusters).
FW_API fw_hierarchy_stats fw_hierarchy_measure( const fw_hierarchy* hierarchy );

/// One edge of an abstraction, for drawing and counting.
typedef struct fw_abstract_way
{
	int32_t from_x, from_y, to_x, to_y; ///< tiles
	uint32_t capabilities;              ///< of units that can take it, and of those that have more
	int32_t size;                       ///< of the largest units that can take it
	double cost;                        ///< [tiles]
	bool inter;                         ///< between two clusters
} fw_abstract_way;

/// Calls `visit` for each edge once, cluster by cluster.
FW_API void fw_hierarchy_visit( const fw_hierarchy* hierarchy,
                                void ( *visit )( void* context, const fw_abstract_way* way ), void* context );

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
                                      fw_landmarks** landmarks, fw_refusal* refusal );
FW_API void fw_landmarks_destroy( fw_landmarks* landmarks ); ///< NULL is allowed

FW_END_DECLS

#endif

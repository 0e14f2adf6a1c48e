// SPDX-License-Identifier: MIT
/// @file
/// An abstract graph of a map for units of many sizes and capabilities: square clusters of tiles, transitions between
/// neighboring clusters, and edges through each cluster. "haastar-high" and "haastar-low" search it instead of the
/// tiles.
///
/// A hierarchy never changes, so any number of threads may search it. After an edit of the grid, fw_hierarchy_update()
/// makes another one that shares all clusters which the edit did not touch, while searches go on in the old one.
///
/// Source: D. Harabor, A. Botea, "Hierarchical Path Planning for Multi-Size Agents in Heterogeneous Environments"
/// (2008), after A. Botea, M. Mueller, J. Schaeffer, "Near Optimal Hierarchical Path-Finding" (2004).
///
/// Landmarks of a hierarchy: the distances of all nodes from a few nodes. They give searches a better heuristic than
/// the straight distance, and searches expand a third to a half of the nodes.
///
/// Source: A. V. Goldberg, C. Harrelson, "Computing the Shortest Path: A* Search Meets Graph Theory" (2005). How it
/// works: docs/algorithms/hierarchy.md.
#ifndef FAIRWAY_HIERARCHY_H
#define FAIRWAY_HIERARCHY_H

#include "fairway/space.h"

FW_BEGIN_DECLS

#define FW_CLUSTER_MIN 4           ///< tiles along a side
#define FW_CLUSTER_MAX 30          ///< tiles along a side
#define FW_HIERARCHY_MAX_CLASSES 8 ///< capability sets, and sizes, of one hierarchy

/// How much of the initial abstract graph is kept. With each of them the same tiles are connected.
typedef enum fw_quality
{
	FW_QUALITY_INITIAL = 0, ///< an edge for each size and capability set between each two nodes of a cluster
	FW_QUALITY_HIGH = 1,    ///< strong dominance: without edges that others replace at the same length
	FW_QUALITY_LOW = 2,     ///< weak dominance: also without transitions that others replace by longer paths
} fw_quality;

/// The abstract graph of one state of a grid.
typedef struct fw_hierarchy fw_hierarchy;

/// What to make a hierarchy for. See fw_default_hierarchy_def().
typedef struct fw_hierarchy_def
{
	uint32_t cookie;                                 ///< set by fw_default_hierarchy_def()
	fw_allocator allocator;                          ///< several threads call it at once with `parallel`
	int32_t cluster;                                 ///< side [tiles, #FW_CLUSTER_MIN..#FW_CLUSTER_MAX]
	int32_t capability_count;                        ///< [1..#FW_HIERARCHY_MAX_CLASSES]
	uint32_t capabilities[FW_HIERARCHY_MAX_CLASSES]; ///< of the units in use, all different
	int32_t size_count;                              ///< [1..#FW_HIERARCHY_MAX_CLASSES]
	int32_t sizes[FW_HIERARCHY_MAX_CLASSES];         ///< of the units in use [tiles, 1..#FW_UNIT_MAX_SIZE], rising
	fw_quality quality;
	int32_t levels;       ///< 2: tiles and clusters; 3: also clusters of clusters, about 160 tiles a side, for long
	                      ///< paths; 0: 3 on maps of more than 2048 tiles a side, else 2
	fw_parallel parallel; ///< for fw_hierarchy_create(); the result is the same for any number of threads
} fw_hierarchy_def;

/// Clusters of 15 tiles, ground and swamp, size 1, #FW_QUALITY_HIGH.
FW_API fw_hierarchy_def fw_default_hierarchy_def( void );

/// Builds the hierarchy of a grid. Keeps a pointer to the grid, for fw_hierarchy_update() only. Cost: O(tiles x classes
/// x nodes of a cluster); see docs/performance.md. For capability sets without a layer (fw_grid_add_layer()) it keeps
/// clearances, a byte a tile each. @return #FW_ERR_UNSUPPORTED if the grid has one-way tiles, or links
/// that one of the capability sets may use (fw_grid_is_plain()).
FW_API fw_status fw_hierarchy_create( const fw_grid* grid, const fw_hierarchy_def* def, fw_hierarchy** hierarchy,
                                      fw_refusal* refusal );
FW_API void fw_hierarchy_destroy( fw_hierarchy* hierarchy ); ///< NULL is allowed
/// Makes a hierarchy of the grid as it is now from that of an older state. It equals a new one, at the cost of the
/// touched clusters and their neighbors. The old one does not change: it can be searched meanwhile, and destroyed
/// before or after the new one. Only one thread at a time may update hierarchies that come from one
/// fw_hierarchy_create(), and no thread may edit the grid meanwhile. @return #FW_ERR_MEMORY; #FW_ERR_UNSUPPORTED as
/// fw_hierarchy_create(); #FW_ERR_MISMATCH if the old one was read from a forged file with impossible transitions.
FW_API fw_status fw_hierarchy_update( const fw_hierarchy* hierarchy, fw_hierarchy** next, fw_refusal* refusal );

/// The definition that it was made with; the allocator is filled in, and `parallel` is zeroed.
FW_API const fw_hierarchy_def* fw_hierarchy_definition( const fw_hierarchy* hierarchy );

/// Writes a hierarchy of the grid's present state: versioned, with a checksum and a hash of the map, the same bytes on
/// every machine. @return #FW_ERR_STALE if the grid has changed since; #FW_ERR_MEMORY; #FW_ERR_IO.
FW_API fw_status fw_hierarchy_save( const fw_hierarchy* hierarchy, const char* file );
/// Reads a file that fw_hierarchy_save() wrote for the same map. This costs less than building: a tenth with two
/// levels.
/// @param allocator NULL: the default one.
/// @return #FW_ERR_STALE if the map is different now, in its size, a tile, or the cost or the capabilities of a
/// terrain; #FW_ERR_SYNTAX if the file has another format or version, is cut short or changed; #FW_ERR_UNSUPPORTED as
/// fw_hierarchy_create(); #FW_ERR_IO; #FW_ERR_TOO_LARGE above 1 GiB; #FW_ERR_MEMORY. `hierarchy` is set on success
/// only.
FW_API fw_status fw_hierarchy_load( const fw_grid* grid, const char* file, const fw_allocator* allocator,
                                    fw_hierarchy** hierarchy, fw_refusal* refusal );

/// The size of a hierarchy.
typedef struct fw_hierarchy_stats
{
	int64_t clusters;
	int64_t nodes;
	int64_t inter_edges; ///< between clusters, each counted once
	int64_t intra_edges; ///< edges through clusters, each counted once
	int64_t upper_nodes; ///< of the third level; 0 if there is none
	int64_t upper_edges; ///< of the third level, each counted once
	size_t bytes;        ///< of the abstract graph, with the bits that say where each unit class can stand
	size_t shared_bytes; ///< in addition, once for all that come from one fw_hierarchy_create(): scratch memory of
	                     ///< building, and clearances where the grid had no layers
} fw_hierarchy_stats;

/// Counts a hierarchy. Cost: O(clusters).
FW_API fw_hierarchy_stats fw_hierarchy_measure( const fw_hierarchy* hierarchy );

/// One edge of an abstract graph, for drawing and counting.
typedef struct fw_hierarchy_edge
{
	int32_t from_x, from_y, to_x, to_y; ///< tiles
	uint32_t capabilities;              ///< of units that can use it, and of those that have more
	int32_t size;                       ///< of the largest units that can use it
	double cost;                        ///< [tiles]
	bool inter;                         ///< between two clusters
} fw_hierarchy_edge;

/// Calls `visit` for each edge once, cluster by cluster.
FW_API void fw_hierarchy_visit( const fw_hierarchy* hierarchy,
                                void ( *visit )( void* context, const fw_hierarchy_edge* edge ), void* context );

#define FW_LANDMARKS_MAX 16    ///< for each connected part of a map
#define FW_LANDMARKS_DEFAULT 8 ///< the number that plans use; chosen by bench_haa

/// The distances from the landmarks of one hierarchy. They never change, so any number of threads may use them.
typedef struct fw_landmarks fw_landmarks;

/// Chooses `count` landmarks [1..#FW_LANDMARKS_MAX] in each connected part of the map for a unit class, each as far
/// from the others as possible, and finds the distances of all nodes from them. They serve this class, and larger units
/// or those with fewer capabilities, less well the longer the detours of these are. Routes that are found with
/// landmarks (fw_map::landmarks) cost the same as without; of several with that cost it may be another one. Only where
/// a line of sight to the goal shortens the end (no terrain costs, no third level) may they be slightly longer.
/// Landmarks are for this hierarchy only, which must outlive them and whose allocator they use: after
/// fw_hierarchy_update() searches in the new one run without landmarks until it has its own. Memory: `count` numbers of
/// 4 bytes for each node. Cost: `count` + 1 times O(edges x log nodes); see docs/performance.md.
/// @return #FW_ERR_ARGUMENT; #FW_ERR_MISMATCH if the hierarchy was not made for the class; #FW_ERR_MEMORY. `landmarks`
/// is set on success only.
FW_API fw_status fw_landmarks_create( const fw_hierarchy* hierarchy, uint32_t capabilities, int32_t size, int32_t count,
                                      fw_landmarks** landmarks, fw_refusal* refusal );
FW_API void fw_landmarks_destroy( fw_landmarks* landmarks ); ///< NULL is allowed

FW_END_DECLS

#endif

// SPDX-License-Identifier: MIT
// The state of Hierarchical Annotated A*, for its search and for those that go on with what it finds.
#ifndef FW_SEARCH_HIERARCHICAL_HAASTAR_H
#define FW_SEARCH_HIERARCHICAL_HAASTAR_H

#include "base/bucket_queue.h"
#include "search/hierarchical/chain.h"
#include "search/hierarchical/landmark_estimate.h"
#include "search/node_pages.h"

// Node 0 is the goal, and the parent of those that the start leads to at once is none.
#define FW_HAASTAR_GOAL 0u
#define FW_HAASTAR_NONE UINT32_MAX

typedef struct fw_haastar_node
{
	uint32_t rest; // UINT32_MAX - g, so that a fresh node is as far as can be
	uint32_t parent;
	uint32_t cluster;
	uint32_t successors; // of the edge that led here
} fw_haastar_node;

typedef struct fw_haastar_state
{
	const fw_hierarchy* hierarchy;
	fw_cluster* const* clusters; // of the level that is searched
	int32_t columns, side;
	bool is_upper;
	int32_t unit_class;
	bool usable[FW_CLASS_MAX];                // by class of an edge
	int32_t start_x, start_y, goal_x, goal_y; // tiles where the unit stands
	uint32_t start_cluster, goal_cluster;
	int32_t beside[FW_SIDE_COUNT]; // from a cluster's index to that of its neighbor

	fw_directory directory; // of clusters: first nodes
	fw_haastar_node* nodes; // [node_count]
	int32_t node_count, node_capacity;
	fw_bucket_queue open; // by bands of f
	bool goal_taken;
	fw_landmark_estimate estimate;
	uint32_t goal_distances[FW_UPPER_NODES + 1]; // from the nodes of the goal's cluster
	fw_chain chain;                              // scratch of extract
	fw_window window;                            // scratch of begin and extract, free for others in between
} fw_haastar_state;

// Notes the map's hierarchy and the unit's class in it, by which the caller then finds the ends.
void fw_haastar_prepare( const fw_search* search, fw_haastar_state* state );
// Begins a search between the ends in the state; steps and end as of an engine.
void fw_haastar_begin( fw_search* search, fw_haastar_state* state );
void fw_haastar_step( fw_search* search, void* opaque, int64_t n );
void fw_haastar_hold( fw_holdings* holdings, void* opaque );

// Lists the stops of the path that was found. False when memory is out; the chain is then as it was.
bool fw_haastar_stops( const fw_haastar_state* state, const fw_allocator* allocator, fw_chain* chain );
// Lists the stops and all points of the path that was found, in state->chain. The search fails with FW_ERR_MISMATCH
// where the file was made up that the hierarchy comes from.
void fw_haastar_points( fw_search* search, fw_haastar_state* state );
// What the path that was found costs.
FW_INLINE uint32_t fw_haastar_cost( const fw_haastar_state* state )
{
	return UINT32_MAX - state->nodes[FW_HAASTAR_GOAL].rest;
}

// The tile of a node.
FW_INLINE void fw_haastar_tile( const fw_haastar_state* state, uint32_t node, int32_t* x, int32_t* y )
{
	*x = state->goal_x;
	*y = state->goal_y;
	if ( node != FW_HAASTAR_GOAL )
	{
		const uint32_t index = state->nodes[node].cluster;
		const fw_cluster* cluster = state->clusters[index];
		const fw_abstract_node* at = &fw_cluster_nodes( cluster )[node - (uint32_t)state->directory.entries[index]];
		*x = cluster->x + at->x;
		*y = cluster->y + at->y;
	}
}

#endif

// SPDX-License-Identifier: MIT
// The state of Hierarchical Annotated A*, for its search and for the refinement of what it finds.
#ifndef FW_SEARCH_HAASTAR_H
#define FW_SEARCH_HAASTAR_H

#include "hierarchy/hierarchy.h"
#include "search/engine.h"
#include "search/open_list.h"

// Node 0 is the goal, and the parent of those that the start leads to at once is none.
#define FW_HAASTAR_GOAL 0u
#define FW_HAASTAR_NONE UINT32_MAX

typedef struct fw_haastar_node
{
	uint32_t rest; // UINT32_MAX - g, so that a fresh node is as far as can be
	uint32_t parent;
	uint32_t cluster;
	uint16_t x, y; // tile on the map
} fw_haastar_node;

typedef struct fw_haastar_state
{
	const fw_hierarchy* hierarchy;
	int32_t class;
	bool usable[FW_CLASS_MAX]; // by class of an edge
	int32_t start_x, start_y, goal_x, goal_y;
	uint32_t start_cluster, goal_cluster;
	uint32_t weight; // of the heuristic, in 1/256

	uint64_t* directory; // [directory_size], of clusters: search << 32 | first node
	int32_t directory_size;
	uint32_t search;
	fw_haastar_node* nodes; // [node_count]
	int32_t node_count, node_capacity;
	fw_open_list open;
	uint32_t goal_far[FW_CLUSTER_NODES]; // from the nodes of the goal's cluster
	uint32_t* trail;                     // [trail_capacity], scratch of extract
	int32_t trail_capacity;
	fw_local_search local;
} fw_haastar_state;

// Turns the chain of nodes into a path over tiles.
fw_status fw_haastar_refine( fw_search* search, fw_haastar_state* state, fw_result* result );

#endif

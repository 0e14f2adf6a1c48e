// SPDX-License-Identifier: MIT
// Searches over the nodes of a few clusters: from a tile to all of their nodes, or to another tile.
#ifndef FW_HIERARCHY_WINDOW_H
#define FW_HIERARCHY_WINDOW_H

#include "base/open_list.h"
#include "hierarchy/hierarchy.h"

#define FW_WINDOW_CLUSTERS 256
#define FW_WINDOW_NONE UINT32_MAX

typedef struct fw_window_node
{
	uint32_t g; // FW_LOCAL_FAR: not reached
	uint32_t parent;
	uint32_t successors; // of the edge that led there
	uint32_t slot;       // its cluster
} fw_window_node;

// Scratch of such searches. Zeroed before the first one.
typedef struct fw_window
{
	fw_local_search local;
	const fw_allocator* allocator;
	const fw_hierarchy* hierarchy;
	int32_t unit_class;
	fw_rect clusters;
	uint32_t first[FW_WINDOW_CLUSTERS + 1]; // node of each cluster, row by row
	fw_window_node* nodes;                  // [node_capacity], cluster by cluster
	int32_t node_capacity;
	fw_open_list open; // by f, then node
	bool is_full;      // memory was out
	uint32_t goal_g, goal_parent;
} fw_window;

void fw_window_free( fw_window* window, const fw_allocator* allocator );
size_t fw_window_memory( const fw_window* window );

// Distances inside of its cluster from a tile where the class stands to all nodes there, and to another tile of the
// cluster, last, where `other` is not null: of plain paths where there are such to all, else by a search.
void fw_hierarchy_distances( fw_local_search* local, const fw_hierarchy* hierarchy, int32_t unit_class,
                             uint32_t cluster, int32_t x, int32_t y, const fw_local_tile* other, uint32_t* distances );

// Searches the window (in clusters, at most FW_WINDOW_CLUSTERS) from tile (x, y): to all nodes, or until tile `goal` is
// reached where that is not null. False when memory is out.
bool fw_window_search( fw_window* window, const fw_allocator* allocator, const fw_hierarchy* hierarchy,
                       int32_t unit_class, fw_rect clusters, int32_t x, int32_t y, const int32_t* goal );

// What a node of a cluster inside of the window costs to reach.
uint32_t fw_window_g( const fw_window* window, int32_t cx, int32_t cy, int32_t local );

// The tile of a node, counted as in `nodes`.
void fw_window_tile( const fw_window* window, uint32_t node, int32_t* x, int32_t* y );

#endif

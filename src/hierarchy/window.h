// SPDX-License-Identifier: MIT
// Searches over the nodes of a rectangle of clusters: from a tile, or from nodes, to all of them, or to another tile.
#ifndef FW_HIERARCHY_WINDOW_H
#define FW_HIERARCHY_WINDOW_H

#include "base/open_list.h"
#include "hierarchy/hierarchy.h"

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
	uint32_t* first; // node of each cluster, row by row, and the number of all
	int32_t first_capacity;
	fw_window_node* nodes; // [node_capacity], cluster by cluster
	int32_t node_capacity;
	fw_open_list open;   // by f, then node
	const int32_t* goal; // x and y; null: none
	int32_t goal_slot;   // its cluster, or -1
	uint32_t goal_g, goal_parent;
	uint32_t goal_distances[FW_CLUSTER_NODES]; // from the nodes of its cluster
} fw_window;

void fw_window_hold( fw_holdings* holdings, fw_window* window );

// Distances inside of its cluster from a tile where the class stands to all nodes there, and to another tile of the
// cluster, last, where `other` is not null: of plain paths where there are such to all, else by a search. False when
// memory is out.
bool fw_hierarchy_distances( fw_local_search* local, const fw_allocator* allocator, const fw_hierarchy* hierarchy,
                             int32_t unit_class, uint32_t cluster, int32_t x, int32_t y, const fw_local_tile* other,
                             uint32_t* distances );

// Searches the window, in clusters, from tile (x, y): to all nodes, or until tile `goal` is reached where that is not
// null. False when memory is out.
bool fw_window_search( fw_window* window, const fw_allocator* allocator, const fw_hierarchy* hierarchy,
                       int32_t unit_class, fw_rect clusters, int32_t x, int32_t y, const int32_t* goal );

// The same from several nodes to all: begins, starts at each that costs so much, and runs. False when memory is out.
bool fw_window_begin( fw_window* window, const fw_allocator* allocator, const fw_hierarchy* hierarchy,
                      int32_t unit_class, fw_rect clusters );
bool fw_window_start( fw_window* window, uint32_t node, uint32_t g );
bool fw_window_run( fw_window* window );

// What the node on a tile inside of the window costs to reach.
uint32_t fw_window_g( const fw_window* window, int32_t x, int32_t y );

// The tile of a node, counted as in `nodes`.
void fw_window_tile( const fw_window* window, uint32_t node, int32_t* x, int32_t* y );

#endif

// SPDX-License-Identifier: MIT
// The state of A* over tiles, for the search and for the paths that it leaves.
#ifndef FW_SEARCH_GRID_ASTAR_H
#define FW_SEARCH_GRID_ASTAR_H

#include "annotate/clearance.h"
#include "base/bucket_queue.h"
#include "grid/grid.h"
#include "search/ends.h"
#include "search/node_pages.h"
#include "search/shortcuts.h"

// What led to a node that is the end of a link.
#define FROM_LINK ( FW_STEP_NONE + 1 )

typedef struct astar_node
{
	uint32_t rest; // UINT32_MAX - g, so that a node of a fresh page is as far as can be
	uint8_t from;  // direction of the step that led here, or FW_STEP_NONE, or FROM_LINK
	bool closed;   // expanded, and no shorter path there is known
	uint16_t link; // of the shortcuts, with FROM_LINK
} astar_node;
static_assert( FW_LINKS_MAX <= UINT16_MAX, "a link fits into a node" );

typedef struct astar_state
{
	fw_node_pages pages;
	fw_open_list open;    // of searches with options, whose f may fall
	fw_bucket_queue near; // of plain ones

	fw_steps steps;

	// What the query comes down to.
	int32_t side;                  // of the unit's square, 0: a disc
	const fw_layer* stands;        // of standard A*
	const fw_clearance* clearance; // of Annotated A*, else null
	int32_t size;                  // to compare with
	const uint8_t* terrain;        // null where costs do not matter
	const uint8_t* legal;          // one of the tables above
	const uint8_t* closed;         // steps by tile that are not to be taken, null where there are none
	const fw_grid* one_way;        // null where the map has no one-way tiles
	fw_shortcuts shortcuts;        // none where links do not matter
	int32_t width, height;
	int32_t start_x, start_y, goal_x, goal_y;
	fw_rect window;
	fw_target target; // of the estimate: the goal
	bool plain;       // nothing asked for that the short loop does not know
	bool has_tolerance;
	bool is_bounded; // by the query's window

	uint32_t weight; // of the heuristic, in 1/256
	uint32_t turn_penalty;
	uint32_t step[2][FW_TERRAIN_MAX][FW_TERRAIN_MAX]; // cost between two terrains, straight and diagonally

	uint32_t goal_node; // once found
	uint32_t* trail;    // [trail_capacity], scratch of extract
	int32_t trail_capacity;
} astar_state;

FW_INLINE astar_node* fw_astar_node_at( const astar_state* state, uint32_t node )
{
	return (astar_node*)(void*)state->pages.nodes + node;
}

FW_INLINE fw_page_tile fw_astar_tile_of( const astar_state* state, uint32_t node )
{
	return fw_pages_tile( &state->pages, FW_PAGE_SHIFT, node );
}

// FW_NO_SLOT when memory is out.
FW_INLINE uint32_t fw_astar_node_of( fw_search* search, astar_state* state, int32_t x, int32_t y )
{
	return fw_pages_touch_tile( search, &state->pages, FW_PAGE_SHIFT, x, y, 0 );
}

// The path to the goal, and the one to the node that came nearest to it.
void fw_astar_extract( fw_search* search, void* opaque, fw_result* result );
void fw_astar_best( fw_search* search, void* opaque, fw_result* result );

#endif

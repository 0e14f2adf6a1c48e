// SPDX-License-Identifier: MIT
// The path of A* over tiles: from the goal back by what led to each node, then from the start on.
#include "search/grid/astar.h"

#include "search/cost.h"

// The link that led to a node. Not the grid's own, which may have been edited since.
static const fw_shortcut* link_to( const fw_astar_state* state, uint32_t node )
{
	return &state->shortcuts.items[fw_astar_at( state, node )->link];
}

// Lists the nodes of the path from its end back; returns how many, 0 when memory is out.
static int32_t trace_back( fw_search* search, fw_astar_state* state, uint32_t node )
{
	int32_t count = 0;
	int32_t x = fw_astar_tile( state, node ).x;
	int32_t y = fw_astar_tile( state, node ).y;
	for ( ;; )
	{
		if ( !fw_search_need( search,
		                      FW_PUSH( &search->allocator, &state->trail, &count, &state->trail_capacity, node ) ) )
		{
			return 0;
		}
		const uint8_t from = fw_astar_at( state, node )->from;
		if ( from == FW_STEP_NONE )
		{
			return count;
		}
		if ( from == FW_ASTAR_LINK )
		{
			const fw_shortcut* link = link_to( state, node );
			x = link->x;
			y = link->y;
		}
		else
		{
			x -= fw_step_x[from];
			y -= fw_step_y[from];
		}
		node = fw_astar_node_of( search, state, x, y );
	}
}

static double tile_cost( const fw_search* search, const fw_astar_state* state, fw_vec2 at )
{
	if ( state->terrain == NULL )
	{
		return 1.0;
	}
	const uint8_t id = fw_grid_get( search->map.grid, (int32_t)floor( at.x ), (int32_t)floor( at.y ) );
	return fw_grid_terrain( search->map.grid, id )->cost;
}

static void append_step( fw_search* search, const fw_astar_state* state, fw_result* result, fw_vec2 to )
{
	const fw_pose from = fw_path_end( &result->path );
	if ( from.x != to.x || from.y != to.y )
	{
		const fw_vec2 at = { from.x, from.y };
		const double mean = ( tile_cost( search, state, at ) + tile_cost( search, state, to ) ) / 2.0;
		result->cost += mean * fw_length( to.x - from.x, to.y - from.y );
		fw_search_fail( search, fw_path_append_line( &result->path, to, FW_GEAR_FORWARD ) );
	}
}

// The path to a node.
static void extract_to( fw_search* search, fw_astar_state* state, uint32_t end, fw_result* result )
{
	const int32_t count = trace_back( search, state, end );
	uint8_t last = FW_STEP_NONE;
	for ( int32_t i = count - 1; i >= 0; i-- )
	{
		const fw_page_tile at = fw_astar_tile( state, state->trail[i] );
		const fw_vec2 to = { at.x + 0.5, at.y + 0.5 };
		const uint8_t from = fw_astar_at( state, state->trail[i] )->from;
		if ( from == FW_ASTAR_LINK )
		{
			result->cost += link_to( state, state->trail[i] )->tiles;
			fw_search_fail( search, fw_path_append_link( &result->path, to ) );
		}
		else
		{
			result->cost += last < FW_STEP_NONE && from != last ? search->query.options.turn_penalty : 0.0;
			append_step( search, state, result, to );
		}
		last = from;
	}
}

void fw_astar_extract( fw_search* search, void* opaque, fw_result* result )
{
	fw_astar_state* state = opaque;
	extract_to( search, state, state->goal_node, result );
	if ( !state->has_tolerance )
	{
		append_step( search, state, result, ( fw_vec2 ){ search->query.goal.x, search->query.goal.y } );
	}
}

// How far a tile is from the goal, as the search estimates it.
static uint32_t estimate( const fw_search* search, const fw_astar_state* state, int32_t x, int32_t y )
{
	fw_target target = state->target;
	target.metric = target.metric != FW_METRIC_ZERO ? target.metric : FW_METRIC_EUCLIDEAN;
	const uint32_t straight = fw_target_cost( &target, x, y );
	return search->query.options.heuristic == FW_HEURISTIC_ZERO
	           ? straight
	           : fw_shortcuts_estimate( &state->shortcuts, target.metric, x, y, straight );
}

void fw_astar_best( fw_search* search, void* opaque, fw_result* result )
{
	fw_astar_state* state = opaque;
	fw_nearest nearest = fw_nearest_none();
	const uint32_t count = (uint32_t)state->pages.slots * FW_PAGE_NODES;
	for ( uint32_t node = 0; node < count; node++ )
	{
		const fw_astar_node* at = fw_astar_at( state, node );
		if ( at->closed )
		{
			const fw_page_tile tile = fw_astar_tile( state, node );
			const uint32_t h = estimate( search, state, tile.x, tile.y );
			fw_nearest_offer( &nearest, h, UINT32_MAX - at->rest, node );
		}
	}
	if ( nearest.node != UINT32_MAX )
	{
		extract_to( search, state, nearest.node, result );
	}
}

// SPDX-License-Identifier: MIT
// The paths that A* over tiles leaves: to the goal, or to where it came nearest.
#include "path/path.h"
#include "search/grid/astar.h"

// The link that led to a node. Not the grid's own, which may have been edited since.
static const fw_shortcut* link_to( const astar_state* state, uint32_t node )
{
	return &state->shortcuts.items[fw_astar_node_at( state, node )->link];
}

// Lists the nodes of the path from its end back; returns how many.
static int32_t trace_back( fw_search* search, astar_state* state, uint32_t node )
{
	int32_t count = 0;
	for ( bool is_start = false; !is_start; )
	{
		fw_search_need( search, FW_PUSH( &search->allocator, &state->trail, &count, &state->trail_capacity, node ) );
		const fw_page_tile at = fw_astar_tile_of( state, node );
		const uint8_t from = fw_astar_node_at( state, node )->from;
		is_start = from == FW_STEP_NONE;
		if ( from == FROM_LINK )
		{
			const fw_shortcut* link = link_to( state, node );
			node = fw_astar_node_of( search, state, link->x, link->y );
		}
		else if ( !is_start )
		{
			node = fw_astar_node_of( search, state, at.x - fw_step_x[from], at.y - fw_step_y[from] );
		}
	}
	return count;
}

static double tile_cost( const fw_search* search, const astar_state* state, fw_vec2 at )
{
	const fw_grid* grid = search->map.grid;
	return state->terrain == NULL
	           ? 1.0
	           : fw_grid_terrain( grid, fw_grid_get( grid, (int32_t)floor( at.x ), (int32_t)floor( at.y ) ) )->cost;
}

static void append_step( fw_search* search, const astar_state* state, fw_result* result, fw_vec2 to )
{
	const fw_vec2 from = fw_path_tip( &result->path );
	if ( from.x != to.x || from.y != to.y )
	{
		const double mean = ( tile_cost( search, state, from ) + tile_cost( search, state, to ) ) / 2.0;
		result->cost += mean * fw_length( to.x - from.x, to.y - from.y );
		fw_search_fail( search, fw_path_append_line( &result->path, to, FW_GEAR_FORWARD ) );
	}
}

// The path to a node.
static void extract_to( fw_search* search, astar_state* state, uint32_t end, fw_result* result )
{
	const int32_t count = trace_back( search, state, end );
	uint8_t last = FW_STEP_NONE;
	for ( int32_t i = count - 1; i >= 0; i-- )
	{
		const fw_page_tile at = fw_astar_tile_of( state, state->trail[i] );
		const fw_vec2 to = { at.x + 0.5, at.y + 0.5 };
		const uint8_t from = fw_astar_node_at( state, state->trail[i] )->from;
		if ( from == FROM_LINK )
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
	astar_state* state = opaque;
	extract_to( search, state, state->goal_node, result );
	if ( !state->has_tolerance )
	{
		append_step( search, state, result, ( fw_vec2 ){ search->query.goal.x, search->query.goal.y } );
	}
}

void fw_astar_best( fw_search* search, void* opaque, fw_result* result )
{
	astar_state* state = opaque;
	fw_target target = state->target;
	target.metric = fw_metric_shown( target.metric );
	const bool estimates = state->target.metric != FW_METRIC_ZERO;
	fw_nearest nearest = fw_nearest_none();
	const uint32_t count = (uint32_t)state->pages.slots * FW_PAGE_NODES;
	for ( uint32_t node = 0; node < count; node++ )
	{
		const astar_node* at = fw_astar_node_at( state, node );
		if ( at->closed )
		{
			const fw_page_tile tile = fw_astar_tile_of( state, node );
			const uint32_t straight = fw_target_cost( &target, tile.x, tile.y );
			const uint32_t h = estimates
			                       ? fw_shortcuts_estimate( &state->shortcuts, target.metric, tile.x, tile.y, straight )
			                       : straight;
			fw_nearest_offer( &nearest, h, UINT32_MAX - at->rest, node );
		}
	}
	if ( nearest.node != UINT32_MAX )
	{
		extract_to( search, state, nearest.node, result );
	}
}

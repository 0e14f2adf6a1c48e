// SPDX-License-Identifier: MIT
// Standard A* over the tiles where the unit stands, and Annotated A*, which compares clearances with its size instead.
// Paper: P. E. Hart, N. J. Nilsson, B. Raphael, "A Formal Basis for the Heuristic Determination of Minimum Cost Paths"
// (1968); options and purpose: M. Pinter, "Toward More Realistic Pathfinding" (2001);
// Annotated A*: D. Harabor, A. Botea, "Hierarchical Path Planning for Multi-Size Agents in Heterogeneous Environments"
// (2008).
// Differs from them: (a) on maps of one cost, a successor that its grandparent reaches as well without the parent is
// not generated (the canonical order of N. R. Sturtevant and S. Rabin, "Canonical Orderings on Grids", 2016), which
// changes neither the lengths nor which tiles may be expanded; (b) an improved node is pushed again instead of moved;
// (c) links of the map are edges too, which the estimate knows of (search/shortcuts.h). Ties: f, then last come, first
// taken (with options: f, then larger g, then node index). Cost: O(expanded x log open). One node is 8 bytes.
#include "search/grid/astar.h"
#include "annotate/space.h"

FW_INLINE uint32_t estimate( const astar_state* state, int32_t x, int32_t y, bool plain )
{
	if ( plain )
	{
		return fw_cost_octile( x - state->goal_x, y - state->goal_y );
	}
	const uint32_t straight = fw_target_cost( &state->target, x, y );
	const uint32_t h = fw_shortcuts_estimate( &state->shortcuts, state->target.metric, x, y, straight );
	return fw_cost_weighted( h, state->weight );
}

FW_INLINE uint32_t step_cost( const astar_state* state, int32_t x, int32_t y, int32_t direction, uint8_t from,
                              bool plain )
{
	uint32_t cost = ( direction & 1 ) != 0 ? FW_COST_DIAGONAL : FW_COST_ONE;
	if ( plain )
	{
		return cost;
	}
	if ( state->terrain != NULL )
	{
		const size_t here = (size_t)y * (size_t)state->width + (size_t)x;
		const size_t there = here + (size_t)( fw_step_y[direction] * state->width + fw_step_x[direction] );
		cost = state->step[direction & 1][state->terrain[here]][state->terrain[there]];
	}
	return cost + ( from < FW_STEP_NONE && from != direction ? state->turn_penalty : 0 );
}

FW_INLINE bool in_window( fw_rect window, int32_t x, int32_t y )
{
	return x >= window.x && x < window.x + window.width && y >= window.y && y < window.y + window.height;
}

// The steps worth taking from a tile.
FW_INLINE uint32_t steps_from( const astar_state* state, int32_t x, int32_t y, uint8_t from, bool plain,
                               bool annotated )
{
	const uint32_t around =
	    annotated ? fw_clearance_around( state->clearance, state->size, x, y ) : fw_steps_around( state->stands, x, y );
	if ( plain )
	{
		return state->steps.canonical[from][around];
	}
	const uint32_t exits =
	    state->one_way != NULL ? fw_exits_of_unit( state->one_way, state->side, x, y ) : (uint32_t)FW_EXIT_ALL;
	const uint32_t closed = state->closed != NULL ? state->closed[(size_t)y * (size_t)state->width + (size_t)x] : 0u;
	return state->legal[around] & exits & ~closed;
}

FW_INLINE void open_push( fw_search* search, astar_state* state, uint32_t g, uint32_t h, uint32_t node, bool plain )
{
	if ( plain )
	{
		search->counters.heap_pushes++;
		fw_search_need( search, fw_bucket_push( &state->near, &search->allocator, g + h, h, node ) );
	}
	else
	{
		fw_search_push( search, &state->open, fw_open_key( g + h, g ), node );
	}
}

static FW_COLD void tell_expanded( const fw_search* search, const astar_state* state, uint32_t node, uint32_t g )
{
	const fw_page_tile at = fw_astar_tile_of( state, node );
	const astar_node* own = fw_astar_node_at( state, node );
	fw_page_tile from = at;
	if ( own->from == FROM_LINK )
	{
		const fw_shortcut* link = &state->shortcuts.items[own->link];
		from.x = link->x;
		from.y = link->y;
	}
	else if ( own->from < FW_STEP_NONE )
	{
		from.x -= fw_step_x[own->from];
		from.y -= fw_step_y[own->from];
	}
	const fw_heard heard = {
	    .event = FW_EVENT_EXPAND,
	    .pose = { at.x + 0.5, at.y + 0.5, 0.0 },
	    .parent = { from.x + 0.5, from.y + 0.5, 0.0 },
	    .g = (double)g / FW_COST_ONE,
	    .h = (double)estimate( state, at.x, at.y, state->plain ) / FW_COST_ONE,
	};
	fw_search_tell( search, &heard );
}

// A successor, reached at a cost, by a step or (where there is one) a link.
FW_INLINE void reach( fw_search* search, astar_state* state, uint32_t child, uint32_t g, int32_t direction,
                      const fw_shortcut* link, int32_t x, int32_t y, bool plain, bool reported )
{
	astar_node* at = fw_astar_node_at( state, child );
	if ( at->rest >= UINT32_MAX - g )
	{
		return;
	}
	at->rest = UINT32_MAX - g;
	at->from = (uint8_t)direction;
	if ( link != NULL )
	{
		at->link = (uint16_t)( link - state->shortcuts.items );
	}
	if ( !plain )
	{
		search->counters.reopened += at->closed ? 1 : 0;
		at->closed = false;
	}
	if ( reported )
	{
		fw_search_report( search, FW_EVENT_OPEN, x + 0.5, y + 0.5 );
	}
	open_push( search, state, g, estimate( state, x, y, plain ), child, plain );
}

// Generates the successors of a node at (x, y) by links.
static void expand_links( fw_search* search, astar_state* state, uint32_t g, int32_t x, int32_t y )
{
	const fw_shortcuts* all = &state->shortcuts;
	for ( int32_t i = fw_shortcuts_from( all, x, y ); i < all->count && all->items[i].x == x && all->items[i].y == y;
	      i++ )
	{
		const fw_shortcut* at = &all->items[i];
		search->counters.generated++;
		const uint32_t child = fw_astar_node_of( search, state, at->to_x, at->to_y );
		if ( child != FW_NO_SLOT )
		{
			reach( search, state, child, g + at->cost, FROM_LINK, at, at->to_x, at->to_y, false, true );
		}
	}
}

// Generates the successors of a node at (x, y).
FW_INLINE void expand( fw_search* search, astar_state* state, uint32_t node, uint32_t g, int32_t x, int32_t y,
                       bool plain, bool reported, bool annotated )
{
	const uint8_t from = fw_astar_node_at( state, node )->from;
	const bool inner = fw_page_is_inner( x, y );
	for ( uint32_t steps = steps_from( state, x, y, from, plain, annotated ); steps != 0; steps &= steps - 1 )
	{
		search->counters.generated++;
		const int32_t direction = FW_CTZ64( steps );
		const int32_t cx = x + fw_step_x[direction];
		const int32_t cy = y + fw_step_y[direction];
		if ( !plain && !in_window( state->window, cx, cy ) )
		{
			continue;
		}
		const uint32_t child = fw_pages_neighbor( search, &state->pages, node, inner, direction, cx, cy );
		if ( FW_UNLIKELY( child == FW_NO_SLOT ) )
		{
			return;
		}
		const uint32_t child_g = g + step_cost( state, x, y, direction, from, plain );
		reach( search, state, child, child_g, direction, NULL, cx, cy, plain, reported );
	}
	if ( !plain && state->shortcuts.count > 0 )
	{
		expand_links( search, state, g, x, y );
	}
}

FW_INLINE bool is_goal( const fw_search* search, const astar_state* state, int32_t x, int32_t y, bool plain )
{
	const fw_query* query = &search->query;
	return plain || !state->has_tolerance
	           ? x == state->goal_x && y == state->goal_y
	           : fw_length( x + 0.5 - query->goal.x, y + 0.5 - query->goal.y ) <= query->goal_tolerance;
}

// The next node to expand and its g, without regard to whether a shorter path there was found since.
FW_INLINE uint32_t open_pop( fw_search* search, astar_state* state, uint32_t* g, bool plain )
{
	if ( plain )
	{
		const fw_bucket_entry best = fw_bucket_pop( &state->near );
		search->counters.heap_pops++;
		*g = state->near.f - best.h;
		return best.node;
	}
	const fw_open_entry best = fw_search_pop( search, &state->open );
	*g = fw_open_g( &best );
	return best.node;
}

// The main loop. Stamped out for either map: plain, plain with a listener, and with all options.
FW_INLINE void search_loop( fw_search* search, astar_state* state, int64_t n, bool plain, bool reported,
                            bool annotated )
{
	while ( n > 0 && FW_LIKELY( search->status == FW_OK ) )
	{
		if ( plain ? fw_bucket_is_empty( &state->near ) : fw_open_is_empty( &state->open ) )
		{
			fw_search_finish( search, FW_UNREACHABLE, state->is_bounded ? FW_REASON_WINDOW : FW_REASON_EXHAUSTED );
			return;
		}
		uint32_t g;
		const uint32_t best = open_pop( search, state, &g, plain );

		astar_node* node = fw_astar_node_at( state, best );
		if ( node->rest != UINT32_MAX - g || ( !plain && node->closed ) )
		{
			continue;
		}
		const fw_page_tile at = fw_astar_tile_of( state, best );
		node->closed = true;
		if ( reported && fw_search_is_heard( search ) )
		{
			tell_expanded( search, state, best, g );
		}
		if ( is_goal( search, state, at.x, at.y, plain ) )
		{
			state->goal_node = best;
			fw_search_finish( search, FW_FOUND, FW_REASON_NONE );
			return;
		}
		if ( FW_UNLIKELY( g > FW_COST_MAX ) )
		{
			fw_search_finish( search, FW_UNREACHABLE, FW_REASON_COST_RANGE );
			return;
		}
		search->counters.expanded++;
		n--;
		expand( search, state, best, g, at.x, at.y, plain, reported, annotated );
	}
}

// Each apart, or the loops would share what the compiler thinks of their registers.
static FW_NOINLINE void search_plain( fw_search* search, astar_state* state, int64_t n )
{
	search_loop( search, state, n, true, false, false );
}

static FW_NOINLINE void search_annotated( fw_search* search, astar_state* state, int64_t n )
{
	search_loop( search, state, n, true, false, true );
}

static FW_NOINLINE void search_heard( fw_search* search, astar_state* state, int64_t n )
{
	state->clearance != NULL ? search_loop( search, state, n, true, true, true )
	                         : search_loop( search, state, n, true, true, false );
}

static FW_NOINLINE void search_any( fw_search* search, astar_state* state, int64_t n )
{
	state->clearance != NULL ? search_loop( search, state, n, false, true, true )
	                         : search_loop( search, state, n, false, true, false );
}

static void astar_step( fw_search* search, void* opaque, int64_t n )
{
	astar_state* state = opaque;
	!state->plain                                 ? search_any( search, state, n )
	: search->query.options.listener.hear != NULL ? search_heard( search, state, n )
	: state->clearance != NULL                    ? search_annotated( search, state, n )
	                                              : search_plain( search, state, n );
}

// The article's bounded matrix (M. Pinter, 2001): the rectangle of start and goal and a margin.
static fw_rect window_of( const fw_search* search, const astar_state* state )
{
	const int32_t given = search->query.options.window;
	const int32_t margin = (uint32_t)given < FW_GRID_MAX_SIDE ? given : FW_GRID_MAX_SIDE;
	const int32_t x0 = ( state->start_x < state->goal_x ? state->start_x : state->goal_x ) - margin;
	const int32_t y0 = ( state->start_y < state->goal_y ? state->start_y : state->goal_y ) - margin;
	const int32_t x1 = ( state->start_x > state->goal_x ? state->start_x : state->goal_x ) + margin;
	const int32_t y1 = ( state->start_y > state->goal_y ? state->start_y : state->goal_y ) + margin;
	return ( fw_rect ){ x0, y0, x1 - x0 + 1, y1 - y0 + 1 };
}

static void prepare_costs( fw_search* search, astar_state* state )
{
	const fw_grid* grid = search->map.grid;
	state->terrain = fw_search_has_costs( search ) ? fw_grid_tiles( grid ) : NULL;
	for ( int32_t a = 0; state->terrain != NULL && a < fw_grid_terrain_count( grid ); a++ )
	{
		for ( int32_t b = 0; b < fw_grid_terrain_count( grid ); b++ )
		{
			const double mean = ( fw_grid_terrain( grid, a )->cost + fw_grid_terrain( grid, b )->cost ) / 2.0;
			state->step[0][a][b] = (uint32_t)floor( mean * FW_COST_ONE + 0.5 );
			state->step[1][a][b] = (uint32_t)floor( mean * FW_COST_DIAGONAL + 0.5 );
		}
	}
}

static bool has_clearance( const void* context, int32_t x, int32_t y )
{
	const fw_search* search = context;
	return fw_clearance_at( search->map.clearance, x, y ) >= fw_unit_side( &search->query.unit );
}

// Does the unit fit at an end, and which tile stands for it? Without one, x is negative.
static bool end_fits( const fw_search* search, const astar_state* state, bool start, int32_t* x, int32_t* y )
{
	const fw_pose pose = start ? search->query.start : search->query.goal;
	*x = -1;
	if ( state->clearance != NULL )
	{
		return fw_end_square( has_clearance, search, pose, x, y );
	}
	if ( !fw_space_fits( search->map.space, ( fw_vec2 ){ pose.x, pose.y } ) )
	{
		return false;
	}
	*x = fw_end_tile( search, start, x, y ) ? *x : -1;
	return true;
}

// Is it known without searching that nothing leads from start to goal?
static bool known_apart( const fw_search* search, const astar_state* state )
{
	const fw_map* map = &search->map;
	// Corner cutting joins what regions part.
	if ( state->has_tolerance || search->query.options.corner_cutting )
	{
		return false;
	}
	if ( map->reachability != NULL )
	{
		return !fw_reachability_leads( map->reachability, state->start_x, state->start_y, state->goal_x,
		                               state->goal_y );
	}
	return map->space != NULL && fw_grid_is_plain( map->grid, search->query.unit.capabilities ) &&
	       fw_space_region( map->space, state->start_x, state->start_y ) !=
	           fw_space_region( map->space, state->goal_x, state->goal_y );
}

// Ends the search at once where that is known without searching.
static void decide_early( fw_search* search, astar_state* state )
{
	const fw_pose goal = search->query.goal;
	const bool near = state->has_tolerance; // the goal itself need not be reached, nor lie on a tile
	if ( near )
	{
		state->goal_x = (int32_t)floor( fmin( fmax( goal.x, -FW_GRID_MAX_SIDE ), 2.0 * FW_GRID_MAX_SIDE ) );
		state->goal_y = (int32_t)floor( fmin( fmax( goal.y, -FW_GRID_MAX_SIDE ), 2.0 * FW_GRID_MAX_SIDE ) );
	}
	if ( !end_fits( search, state, true, &state->start_x, &state->start_y ) )
	{
		fw_end_fails_on_grid( search, true );
	}
	else if ( near ? fw_search_goal_is_beyond( search )
	               : !end_fits( search, state, false, &state->goal_x, &state->goal_y ) )
	{
		fw_end_fails_on_grid( search, false );
	}
	else if ( state->start_x < 0 || ( !near && state->goal_x < 0 ) )
	{
		fw_search_finish( search, FW_UNREACHABLE, FW_REASON_EXHAUSTED );
	}
	else if ( known_apart( search, state ) )
	{
		fw_search_finish( search, FW_UNREACHABLE, FW_REASON_OTHER_REGION );
	}
}

// Does the unit stand on a tile, and is that in the window?
static bool is_open( const fw_search* search, const astar_state* state, int32_t x, int32_t y )
{
	return in_window( state->window, x, y ) &&
	       ( state->clearance != NULL ? has_clearance( search, x, y ) : fw_layer_get( state->stands, x, y ) );
}

static bool uses_link( fw_search* search, const fw_link* link )
{
	const astar_state* state = fw_search_state( search, &fw_engine_astar );
	return ( link->capabilities & search->query.unit.capabilities ) != 0 &&
	       is_open( search, state, link->from_x, link->from_y ) && is_open( search, state, link->to_x, link->to_y );
}

// What the search estimates, and the links that can help.
static void aim( fw_search* search, astar_state* state )
{
	const fw_query* query = &search->query;
	// The longest step metric of a displacement is 4-neighbor's: sqrt(2) times the tolerance, and half a tile.
	const double slack = state->has_tolerance ? ( query->goal_tolerance + 1.0 ) * FW_SQRT2 * FW_COST_ONE : 0.0;
	state->target =
	    ( fw_target ){ fw_metric_of( query ), state->goal_x, state->goal_y, (uint32_t)fmin( slack, UINT32_MAX ) };
	fw_shortcuts_begin( search, &state->shortcuts, &state->open, &state->target, uses_link );
}

static void astar_begin( fw_search* search, void* opaque )
{
	astar_state* state = opaque;
	const fw_query* query = &search->query;
	fw_steps_prepare( &state->steps );
	const bool annotated = ( search->row->method.traits & FW_TRAIT_CLEARANCE ) != 0;
	state->stands = annotated ? NULL : &search->map.space->planes[0];
	state->clearance = annotated ? search->map.clearance : NULL;
	state->side = query->unit.size;
	state->closed = query->options.closed_moves;
	state->one_way = fw_grid_one_way_count( search->map.grid ) > 0 ? search->map.grid : NULL;
	state->size = annotated ? fw_unit_side( &query->unit ) : 0;
	state->width = fw_grid_width( search->map.grid );
	state->height = fw_grid_height( search->map.grid );
	state->has_tolerance = query->goal_tolerance > 0.0;
	state->weight = (uint32_t)floor( query->options.weight * 256.0 + 0.5 );
	state->turn_penalty = fw_cost_of( query->options.turn_penalty );
	state->legal = query->options.neighbors == 4   ? state->steps.legal4
	               : query->options.corner_cutting ? state->steps.legal8_cutting
	                                               : state->steps.legal8;
	prepare_costs( search, state );
	decide_early( search, state );
	if ( search->outcome != FW_RUNNING )
	{
		return;
	}
	state->window = window_of( search, state );
	state->is_bounded =
	    !in_window( state->window, 0, 0 ) || !in_window( state->window, state->width - 1, state->height - 1 );
	aim( search, state );
	state->plain = state->target.metric == FW_METRIC_OCTILE && state->legal == state->steps.legal8 &&
	               state->terrain == NULL && !state->has_tolerance && state->turn_penalty == 0 &&
	               query->options.window < 0 && state->weight == 256 && state->one_way == NULL &&
	               state->closed == NULL && state->shortcuts.count == 0;

	fw_open_clear( &state->open );
	const bool begun = fw_pages_begin( search, &state->pages, state->width, state->height, 1, FW_PAGE_SHIFT,
	                                   FW_PAGE_NODES * sizeof( astar_node ) );
	const uint32_t start = begun ? fw_astar_node_of( search, state, state->start_x, state->start_y ) : FW_NO_SLOT;
	if ( start == FW_NO_SLOT )
	{
		return;
	}
	*fw_astar_node_at( state, start ) = ( astar_node ){ .rest = UINT32_MAX, .from = FW_STEP_NONE };
	const uint32_t h = estimate( state, state->start_x, state->start_y, state->plain );
	fw_bucket_clear( &state->near, h );
	open_push( search, state, 0, h, start, state->plain );
}

static void astar_hold( fw_holdings* holdings, void* opaque )
{
	astar_state* state = opaque;
	fw_pages_hold( holdings, &state->pages );
	fw_shortcuts_hold( holdings, &state->shortcuts );
	fw_bucket_hold( holdings, &state->near );
	fw_open_hold( holdings, &state->open );
	FW_HOLD( holdings, state->trail, state->trail_capacity );
}

const fw_engine fw_engine_astar = {
    .state_size = sizeof( astar_state ),
    .begin = astar_begin,
    .step = astar_step,
    .extract = fw_astar_extract,
    .hold = astar_hold,
    .best = fw_astar_best,
};

// SPDX-License-Identifier: MIT
// Standard A* over the tiles where the unit stands, and Annotated A*, which compares clearances with its size instead.
// Paper: P. E. Hart, N. J. Nilsson, B. Raphael, "A Formal Basis for the Heuristic Determination of Minimum Cost Paths"
// (1968); options and purpose: M. Pinter, "Toward More Realistic Pathfinding" (2001);
// Annotated A*: D. Harabor, A. Botea, "Hierarchical Path Planning for Multi-Size Agents in Heterogeneous Environments"
// (2008).
// Differs from them: (a) on maps of one cost, a child that its grandparent reaches as well without the parent is not
// generated (the canonical order of N. R. Sturtevant and S. Rabin, "Canonical Orderings on Grids", 2016), which changes
// neither the lengths nor which tiles may be expanded; (b) an improved node is pushed again instead of moved.
// Ties: f, then last come, first taken (with options: f, then larger g, then node index). Cost: O(expanded x log open).
// One node is 8 bytes.
#include "search/astar.h"
#include "annotate/clearance.h"
#include "annotate/space.h"
#include "search/cost.h"
#include "search/ends.h"
#include "search/engine.h"
#include "search/monotone_list.h"
#include "search/node_pages.h"

#include "grid/steps.h"
#include "search/open_list.h"
#include "sweep/sweep.h"

#include <stdlib.h>

#define PAGE_SHIFT 4
#define PAGE_SIDE ( 1 << PAGE_SHIFT )
#define PAGE_NODES ( PAGE_SIDE * PAGE_SIDE )

typedef struct astar_node
{
	uint32_t rest; // UINT32_MAX - g, so that a node of a fresh page is as far as can be
	uint8_t from;  // direction of the step that led here, or FW_STEP_NONE
	bool closed;   // kept only where nodes may be reopened
	uint16_t spare;
} astar_node;

typedef struct astar_state
{
	fw_node_pages pages;
	fw_open_list open;     // of searches with options, whose f may fall
	fw_monotone_list near; // of plain ones

	fw_steps steps;

	// What the query comes down to.
	const fw_layer* stands;        // of standard A*
	const fw_clearance* clearance; // of Annotated A*, else null
	uint32_t lanes;                // the size to compare with, see fw_clearance_lanes()
	const uint8_t* terrain;        // null where costs do not matter
	const uint8_t* legal;          // one of the tables above
	int32_t width, height;
	int32_t start_x, start_y, goal_x, goal_y;
	fw_rect window;
	bool plain; // nothing asked for that the short loop does not know
	bool has_tolerance;
	bool is_bounded; // by the query's window

	uint32_t weight; // of the heuristic, in 1/256
	uint32_t turn_penalty;
	uint32_t straight[FW_TERRAIN_MAX][FW_TERRAIN_MAX]; // cost of a step between two terrains
	uint32_t diagonal[FW_TERRAIN_MAX][FW_TERRAIN_MAX];

	uint32_t goal_node; // once found
	uint32_t* trail;    // [trail_capacity], scratch of extract
	int32_t trail_capacity;
} astar_state;

FW_INLINE astar_node* node_at( const astar_state* state, uint32_t node )
{
	return (astar_node*)(void*)state->pages.nodes + node;
}

FW_INLINE int32_t node_x( const astar_state* state, uint32_t node )
{
	return state->pages.origins[node / PAGE_NODES].x + (int32_t)( node & ( PAGE_SIDE - 1 ) );
}

FW_INLINE int32_t node_y( const astar_state* state, uint32_t node )
{
	return state->pages.origins[node / PAGE_NODES].y + (int32_t)( node / PAGE_SIDE & ( PAGE_SIDE - 1 ) );
}

// FW_NO_SLOT when memory is out.
FW_INLINE uint32_t node_of( fw_search* search, astar_state* state, int32_t x, int32_t y )
{
	const uint32_t slot = fw_pages_touch( &state->pages, &search->allocator, x, y, 0 );
	const uint32_t place = (uint32_t)( y & ( PAGE_SIDE - 1 ) ) * PAGE_SIDE + (uint32_t)( x & ( PAGE_SIDE - 1 ) );
	return slot == FW_NO_SLOT ? FW_NO_SLOT : slot * PAGE_NODES + place;
}

FW_INLINE uint32_t estimate( const fw_search* search, const astar_state* state, int32_t x, int32_t y, bool plain )
{
	const int32_t dx = x - state->goal_x;
	const int32_t dy = y - state->goal_y;
	if ( plain )
	{
		return fw_cost_octile( dx, dy );
	}
	uint32_t h = 0;
	switch ( search->query.heuristic )
	{
	case FW_HEURISTIC_ZERO:
		break;
	case FW_HEURISTIC_EUCLIDEAN:
		h = (uint32_t)( sqrt( (double)dx * dx + (double)dy * dy ) * FW_COST_ONE );
		break;
	default:
		h = search->query.neighbours == 4 ? ( (uint32_t)abs( dx ) + (uint32_t)abs( dy ) ) * FW_COST_ONE
		                                  : fw_cost_octile( dx, dy );
		break;
	}
	if ( state->has_tolerance )
	{
		// The longest step metric of a displacement is 4-neighbour's: sqrt(2) times the tolerance, and half a tile.
		const double slack = ( search->query.goal_tolerance + 1.0 ) * FW_SQRT2 * FW_COST_ONE;
		h = h > slack ? h - (uint32_t)slack : 0;
	}
	return fw_cost_weighted( h, state->weight );
}

FW_INLINE uint32_t step_cost( const astar_state* state, int32_t x, int32_t y, int32_t direction, uint8_t from,
                              bool plain )
{
	const bool is_diagonal = ( direction & 1 ) != 0;
	if ( plain )
	{
		return is_diagonal ? FW_COST_DIAGONAL : FW_COST_ONE;
	}
	uint32_t cost = is_diagonal ? FW_COST_DIAGONAL : FW_COST_ONE;
	if ( state->terrain != NULL )
	{
		const size_t here = (size_t)y * (size_t)state->width + (size_t)x;
		const size_t there = here + (size_t)( fw_step_y[direction] * state->width + fw_step_x[direction] );
		const uint8_t a = state->terrain[here];
		const uint8_t b = state->terrain[there];
		cost = is_diagonal ? state->diagonal[a][b] : state->straight[a][b];
	}
	return cost + ( from != FW_STEP_NONE && from != direction ? state->turn_penalty : 0 );
}

FW_INLINE bool in_window( fw_rect window, int32_t x, int32_t y )
{
	return x >= window.x && x < window.x + window.width && y >= window.y && y < window.y + window.height;
}

// The steps worth taking from a tile.
FW_INLINE uint32_t steps_from( const astar_state* state, int32_t x, int32_t y, uint8_t from, bool plain,
                               bool annotated )
{
	const uint32_t around = annotated ? fw_clearance_around( state->clearance, state->lanes, x, y )
	                                  : fw_steps_around( state->stands, x, y );
	return plain ? state->steps.canonical[from][around] : state->legal[around];
}

FW_INLINE bool open_push( fw_search* search, astar_state* state, uint32_t g, uint32_t h, uint32_t node, bool plain )
{
	search->counters.heap_pushes += plain ? 1 : 0;
	return plain ? fw_monotone_push( &state->near, &search->allocator, g + h, h, node )
	             : fw_open_push( &state->open, &search->allocator, &search->counters, fw_open_key( g + h, g ), node );
}

// Generates the children of a node at (x, y). False when memory is out.
FW_INLINE bool expand( fw_search* search, astar_state* state, uint32_t node, uint32_t g, int32_t x, int32_t y,
                       bool plain, bool told, bool annotated )
{
	static const int32_t offsets[8] = { 1,  PAGE_SIDE + 1,  PAGE_SIDE,  PAGE_SIDE - 1,
	                                    -1, -PAGE_SIDE - 1, -PAGE_SIDE, -PAGE_SIDE + 1 };
	const uint8_t from = node_at( state, node )->from;
	const uint32_t column = (uint32_t)x & ( PAGE_SIDE - 1 );
	const uint32_t row = (uint32_t)y & ( PAGE_SIDE - 1 );
	const bool inner = column - 1u < PAGE_SIDE - 2u && row - 1u < PAGE_SIDE - 2u;
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
		const uint32_t child = inner ? node + (uint32_t)offsets[direction] : node_of( search, state, cx, cy );
		if ( FW_UNLIKELY( child == FW_NO_SLOT ) )
		{
			return false;
		}
		const uint32_t child_g = g + step_cost( state, x, y, direction, from, plain );
		astar_node* at = node_at( state, child );
		if ( at->rest >= UINT32_MAX - child_g )
		{
			continue;
		}
		at->rest = UINT32_MAX - child_g;
		at->from = (uint8_t)direction;
		if ( !plain )
		{
			search->counters.reopened += at->closed ? 1 : 0;
			at->closed = false;
		}
		if ( told )
		{
			fw_search_tell( search, FW_EVENT_OPEN, cx + 0.5, cy + 0.5, 0.0 );
		}
		if ( FW_UNLIKELY(
		         !open_push( search, state, child_g, estimate( search, state, cx, cy, plain ), child, plain ) ) )
		{
			return false;
		}
	}
	return true;
}

FW_INLINE bool is_goal( const fw_search* search, const astar_state* state, int32_t x, int32_t y, bool plain )
{
	if ( plain || !state->has_tolerance )
	{
		return x == state->goal_x && y == state->goal_y;
	}
	return fw_length( x + 0.5 - search->query.goal.x, y + 0.5 - search->query.goal.y ) <= search->query.goal_tolerance;
}

// The next node to expand and its g, without regard to whether a shorter way there was found since.
FW_INLINE uint32_t open_pop( fw_search* search, astar_state* state, uint32_t* g, bool plain )
{
	if ( plain )
	{
		const fw_monotone_entry best = fw_monotone_pop( &state->near );
		search->counters.heap_pops++;
		*g = state->near.f - best.h;
		return best.node;
	}
	const fw_open_entry best = fw_open_pop( &state->open, &search->counters );
	*g = fw_open_g( &best );
	return best.node;
}

// The main loop. Stamped out for either map: plain, plain with somebody listening, and with all options.
FW_INLINE fw_status search_loop( fw_search* search, astar_state* state, int64_t n, bool plain, bool told,
                                 bool annotated )
{
	while ( n > 0 )
	{
		if ( plain ? fw_monotone_is_empty( &state->near ) : fw_open_is_empty( &state->open ) )
		{
			fw_search_finish( search, FW_UNREACHABLE, state->is_bounded ? FW_REASON_WINDOW : FW_REASON_EXHAUSTED );
			return FW_OK;
		}
		uint32_t g;
		const uint32_t best = open_pop( search, state, &g, plain );

		astar_node* node = node_at( state, best );
		if ( node->rest != UINT32_MAX - g || ( !plain && node->closed ) )
		{
			continue;
		}
		const int32_t x = node_x( state, best );
		const int32_t y = node_y( state, best );
		if ( !plain )
		{
			node->closed = true;
		}
		if ( told )
		{
			fw_search_tell( search, FW_EVENT_EXPAND, x + 0.5, y + 0.5, 0.0 );
		}
		if ( is_goal( search, state, x, y, plain ) )
		{
			state->goal_node = best;
			fw_search_finish( search, FW_FOUND, FW_REASON_NONE );
			return FW_OK;
		}
		if ( FW_UNLIKELY( g > FW_COST_MAX ) )
		{
			fw_search_finish( search, FW_UNREACHABLE, FW_REASON_COST_RANGE );
			return FW_OK;
		}
		search->counters.expanded++;
		n--;
		if ( FW_UNLIKELY( !expand( search, state, best, g, x, y, plain, told, annotated ) ) )
		{
			return FW_ERR_MEMORY;
		}
	}
	return FW_OK;
}

static fw_status astar_step( fw_search* search, void* opaque, int64_t n )
{
	astar_state* state = opaque;
	const bool told = search->query.listener.hear != NULL;
	if ( state->clearance != NULL )
	{
		return !state->plain ? search_loop( search, state, n, false, true, true )
		       : told        ? search_loop( search, state, n, true, true, true )
		                     : search_loop( search, state, n, true, false, true );
	}
	return !state->plain ? search_loop( search, state, n, false, true, false )
	       : told        ? search_loop( search, state, n, true, true, false )
	                     : search_loop( search, state, n, true, false, false );
}

// The article's bounded matrix (M. Pinter, 2001): the rectangle of start and goal and a margin.
static fw_rect window_of( const fw_search* search, const astar_state* state )
{
	const int32_t margin = search->query.window;
	if ( margin < 0 || margin > FW_GRID_MAX_SIDE )
	{
		return ( fw_rect ){ 0, 0, state->width, state->height };
	}
	const int32_t x0 = ( state->start_x < state->goal_x ? state->start_x : state->goal_x ) - margin;
	const int32_t y0 = ( state->start_y < state->goal_y ? state->start_y : state->goal_y ) - margin;
	const int32_t x1 = ( state->start_x > state->goal_x ? state->start_x : state->goal_x ) + margin;
	const int32_t y1 = ( state->start_y > state->goal_y ? state->start_y : state->goal_y ) + margin;
	return ( fw_rect ){ x0, y0, x1 - x0 + 1, y1 - y0 + 1 };
}

static void prepare_costs( fw_search* search, astar_state* state )
{
	const fw_grid* grid = search->map.grid;
	state->terrain = NULL;
	if ( search->query.ignore_costs || !fw_grid_has_costs( grid, search->query.unit.capabilities ) )
	{
		return;
	}
	state->terrain = fw_grid_tiles( grid );
	for ( int32_t a = 0; a < fw_grid_terrain_count( grid ); a++ )
	{
		for ( int32_t b = 0; b < fw_grid_terrain_count( grid ); b++ )
		{
			const double mean = ( fw_grid_terrain( grid, a )->cost + fw_grid_terrain( grid, b )->cost ) / 2.0;
			state->straight[a][b] = (uint32_t)floor( mean * FW_COST_ONE + 0.5 );
			state->diagonal[a][b] = (uint32_t)floor( mean * FW_COST_DIAGONAL + 0.5 );
		}
	}
}

static bool has_clearance( const void* context, int32_t x, int32_t y )
{
	const fw_search* search = context;
	return fw_clearance_at( search->map.clearance, x, y ) >= fw_unit_side( &search->query.unit );
}

// Does the unit fit at an end, and which tile stands for it? Without one, x is negative.
static bool end_fits( const fw_search* search, const astar_state* state, fw_pose pose, int32_t* x, int32_t* y )
{
	*x = -1;
	if ( state->clearance != NULL )
	{
		return fw_end_square( has_clearance, search, pose, x, y );
	}
	if ( !fw_space_fits( search->map.space, ( fw_vec2 ){ pose.x, pose.y } ) )
	{
		return false;
	}
	*x = fw_end_tile( search, pose, x, y ) ? *x : -1;
	return true;
}

// Ends the search at once where that is known without searching. True when it did.
static bool decide_early( fw_search* search, astar_state* state )
{
	const fw_query* query = &search->query;
	if ( !end_fits( search, state, query->start, &state->start_x, &state->start_y ) )
	{
		fw_search_finish( search, FW_UNREACHABLE, FW_REASON_START_BLOCKED );
		return true;
	}
	if ( !state->has_tolerance && !end_fits( search, state, query->goal, &state->goal_x, &state->goal_y ) )
	{
		fw_search_finish( search, FW_UNREACHABLE, FW_REASON_GOAL_BLOCKED );
		return true;
	}
	if ( state->has_tolerance && fw_search_goal_is_beyond( search ) )
	{
		fw_search_finish( search, FW_UNREACHABLE, FW_REASON_GOAL_BLOCKED );
		return true;
	}
	if ( state->has_tolerance )
	{
		state->goal_x = (int32_t)floor( fmin( fmax( query->goal.x, -FW_GRID_MAX_SIDE ), 2.0 * FW_GRID_MAX_SIDE ) );
		state->goal_y = (int32_t)floor( fmin( fmax( query->goal.y, -FW_GRID_MAX_SIDE ), 2.0 * FW_GRID_MAX_SIDE ) );
	}
	if ( state->start_x < 0 || ( !state->has_tolerance && state->goal_x < 0 ) )
	{
		fw_search_finish( search, FW_UNREACHABLE, FW_REASON_EXHAUSTED );
		return true;
	}
	// Corner cutting joins what these regions part.
	if ( state->clearance == NULL && !state->has_tolerance && !query->corner_cutting &&
	     fw_space_region( search->map.space, state->start_x, state->start_y ) !=
	         fw_space_region( search->map.space, state->goal_x, state->goal_y ) )
	{
		fw_search_finish( search, FW_UNREACHABLE, FW_REASON_OTHER_REGION );
		return true;
	}
	return false;
}

static fw_status astar_begin( fw_search* search, void* opaque )
{
	astar_state* state = opaque;
	const fw_query* query = &search->query;
	if ( query->heuristic == FW_HEURISTIC_TABLE || query->heuristic == FW_HEURISTIC_FIELD )
	{
		return FW_ERR_UNSUPPORTED;
	}
	fw_steps_prepare( &state->steps );
	const bool annotated = search->row->variant == FW_ASTAR_ANNOTATED;
	state->stands = annotated ? NULL : fw_space_plane( search->map.space, 0 );
	state->clearance = annotated ? search->map.clearance : NULL;
	state->lanes = annotated ? fw_clearance_lanes( fw_unit_side( &search->query.unit ) ) : 0;
	state->width = fw_grid_width( search->map.grid );
	state->height = fw_grid_height( search->map.grid );
	state->has_tolerance = query->goal_tolerance > 0.0;
	state->weight = (uint32_t)floor( query->weight * 256.0 + 0.5 );
	state->turn_penalty = fw_cost_of( query->turn_penalty );
	state->legal = query->neighbours == 4  ? state->steps.legal4
	               : query->corner_cutting ? state->steps.legal8_cutting
	                                       : state->steps.legal8;
	prepare_costs( search, state );
	if ( decide_early( search, state ) )
	{
		return FW_OK;
	}
	state->window = window_of( search, state );
	state->is_bounded = state->window.x > 0 || state->window.y > 0 ||
	                    state->window.x + state->window.width < state->width ||
	                    state->window.y + state->window.height < state->height;
	const bool octile = query->heuristic == FW_HEURISTIC_BEST || query->heuristic == FW_HEURISTIC_OCTILE;
	state->plain = octile && state->legal == state->steps.legal8 && state->terrain == NULL && !state->has_tolerance &&
	               state->turn_penalty == 0 && query->window < 0 && state->weight == 256;

	fw_open_clear( &state->open );

	if ( !fw_pages_begin( &state->pages, &search->allocator, state->width, state->height, 1, PAGE_SHIFT,
	                      PAGE_NODES * sizeof( astar_node ) ) )
	{
		return FW_ERR_MEMORY;
	}
	const uint32_t start = node_of( search, state, state->start_x, state->start_y );
	if ( start == FW_NO_SLOT )
	{
		return FW_ERR_MEMORY;
	}
	*node_at( state, start ) = ( astar_node ){ .rest = UINT32_MAX, .from = FW_STEP_NONE };
	const uint32_t h = estimate( search, state, state->start_x, state->start_y, state->plain );
	fw_monotone_clear( &state->near, h );

	return open_push( search, state, 0, h, start, state->plain ) ? FW_OK : FW_ERR_MEMORY;
}

// Lists the nodes of the path from the goal back; returns how many, -1 when memory is out.
static int32_t trace_back( fw_search* search, astar_state* state )
{
	int32_t count = 0;
	int32_t x = node_x( state, state->goal_node );
	int32_t y = node_y( state, state->goal_node );
	uint32_t node = state->goal_node;
	for ( ;; )
	{
		if ( !FW_GROW( &search->allocator, &state->trail, &state->trail_capacity, count + 1 ) )
		{
			return -1;
		}
		state->trail[count++] = node;
		const uint8_t from = node_at( state, node )->from;
		if ( from == FW_STEP_NONE )
		{
			return count;
		}
		x -= fw_step_x[from];
		y -= fw_step_y[from];
		node = node_of( search, state, x, y );
	}
}

static double tile_cost( const fw_search* search, const astar_state* state, fw_vec2 at )
{
	if ( state->terrain == NULL )
	{
		return 1.0;
	}
	const uint8_t id = fw_grid_get( search->map.grid, (int32_t)floor( at.x ), (int32_t)floor( at.y ) );
	return fw_grid_terrain( search->map.grid, id )->cost;
}

static fw_status append_step( const fw_search* search, const astar_state* state, fw_result* result, fw_vec2 to )
{
	const fw_pose from = fw_path_end( &result->path );
	if ( from.x == to.x && from.y == to.y )
	{
		return FW_OK;
	}
	const fw_vec2 at = { from.x, from.y };
	const double mean = ( tile_cost( search, state, at ) + tile_cost( search, state, to ) ) / 2.0;
	result->cost += mean * fw_length( to.x - from.x, to.y - from.y );
	return fw_path_append_line( &result->path, to, FW_GEAR_FORWARD );
}

static fw_status astar_extract( fw_search* search, void* opaque, fw_result* result )
{
	astar_state* state = opaque;
	const int32_t count = trace_back( search, state );
	if ( count < 0 )
	{
		return FW_ERR_MEMORY;
	}
	fw_status status = FW_OK;
	uint8_t last = FW_STEP_NONE;
	for ( int32_t i = count - 1; i >= 0 && status == FW_OK; i-- )
	{
		const fw_vec2 to = { node_x( state, state->trail[i] ) + 0.5, node_y( state, state->trail[i] ) + 0.5 };
		const uint8_t from = node_at( state, state->trail[i] )->from;
		result->cost += last != FW_STEP_NONE && from != last ? search->query.turn_penalty : 0.0;
		last = from;
		status = append_step( search, state, result, to );
	}
	if ( status == FW_OK && !state->has_tolerance )
	{
		status = append_step( search, state, result, ( fw_vec2 ){ search->query.goal.x, search->query.goal.y } );
	}
	return status;
}

static void astar_destroy( const fw_allocator* allocator, void* opaque )
{
	astar_state* state = opaque;
	fw_pages_free( &state->pages, allocator );
	fw_free( allocator, state->near.entries, (size_t)state->near.capacity, sizeof( fw_monotone_entry ) );

	fw_free( allocator, state->open.heap, (size_t)state->open.capacity, sizeof( fw_open_entry ) );
	fw_free( allocator, state->trail, (size_t)state->trail_capacity, sizeof( uint32_t ) );
}

static size_t astar_memory( const void* opaque )
{
	const astar_state* state = opaque;
	return fw_pages_memory( &state->pages ) + (size_t)state->near.capacity * sizeof( fw_monotone_entry ) +
	       (size_t)state->open.capacity * sizeof( fw_open_entry ) + (size_t)state->trail_capacity * sizeof( uint32_t );
}

const fw_engine fw_engine_astar = {
    .state_size = sizeof( astar_state ),
    .begin = astar_begin,
    .step = astar_step,
    .extract = astar_extract,
    .destroy = astar_destroy,
    .memory = astar_memory,
};

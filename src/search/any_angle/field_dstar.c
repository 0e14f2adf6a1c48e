// SPDX-License-Identifier: MIT
// Field D*: values of the tile corners by linear interpolation along the tiles' sides, so that a path leaves a tile
// anywhere and in any direction.
// Paper: D. Ferguson, A. Stentz, "Using Interpolation to Improve Path Planning: The Field D* Algorithm" (2006).
// Differs from it: plans from scratch (no repair, hence none of D* Lite's second keys); a side with a blocked tile
// beyond is not interpolated over; corners in sight of the goal over one terrain begin with their exact values. A value
// can fall after its vertex was expanded, because a vertex beside the path may come up later than one on it: then the
// vertex is expanded again. Ties: f, then node index. Cost: O(expanded x log open). One node is 8 bytes.
#include "search/any_angle/field_dstar.h"

#include <math.h>

// How far from the goal exact values are sought [tiles].
#define CLEARING_REACH 12
// An expanded vertex is expanded again when its value falls by this many tiles of the cheapest ground at least. Lesser
// falls come in long trains of ever smaller ones, and change no path by as much.
#define WORTHWHILE 0.01

// Cells between a neighbor in direction i and the vertex, as FW_TILE_ bits round that neighbor.
static const uint8_t cells_back[8] = { FW_TILE_NW | FW_TILE_SW, FW_TILE_NW, FW_TILE_NW | FW_TILE_NE, FW_TILE_NE,
                                       FW_TILE_NE | FW_TILE_SE, FW_TILE_SE, FW_TILE_SW | FW_TILE_SE, FW_TILE_SW };

static FW_COLD void tell( const fw_search* search, const fw_dstar* state, fw_event event, int32_t x, int32_t y,
                          double value )
{
	const double half = state->disc ? 0.5 : 0.0;
	const fw_pose pose = { x + half, y + half, 0.0 };
	const fw_heard heard = {
	    .event = event,
	    .pose = pose,
	    .parent = pose,
	    .g = value,
	    .h = state->hurry * fw_dstar_distance( ( fw_vec2 ){ x, y }, state->start ),
	};
	fw_search_tell( search, &heard );
}

// The start's value is known as far as those of the vertices around it are.
static void improve_start( fw_dstar* state, int32_t x, int32_t y, double value )
{
	if ( state->start_x >= 0 )
	{
		state->start_value = x == state->start_x && y == state->start_y ? value : state->start_value;
		return;
	}
	const int32_t cell_x = (int32_t)state->start.x;
	const int32_t cell_y = (int32_t)state->start.y;
	if ( x - cell_x <= 1 && x >= cell_x && y - cell_y <= 1 && y >= cell_y )
	{
		const double step =
		    fw_dstar_cell_cost( state, cell_x, cell_y ) * fw_dstar_distance( ( fw_vec2 ){ x, y }, state->start );
		state->start_value = fw_dstar_lesser( state->start_value, value + step );
	}
}

// Is the vertex a corner between two blocked tiles, through which no path goes?
FW_INLINE bool is_shut( const fw_dstar* state, int32_t x, int32_t y )
{
	return !state->disc && state->vertices.corners == FW_CORNERS_CLOSED &&
	       fw_is_double_corner( fw_corner_tiles( state->vertices.tiles, x, y ) );
}

// Lowers the value of a vertex, found through one of these cells round it.
FW_INLINE void lower( fw_search* search, fw_dstar* state, uint32_t node, int32_t x, int32_t y, double value,
                      uint32_t cells )
{
	fw_dstar_node* at = fw_dstar_node_at( state, node );
	const bool closed = ( at->nearness & FW_DSTAR_CLOSED ) != 0;
	if ( value >= fw_dstar_value( at ) - ( closed ? WORTHWHILE * state->least : 0.0 ) ||
	     ( FW_UNLIKELY( is_shut( state, x, y ) ) &&
	       !( x == state->start_x && y == state->start_y && ( cells & state->start_cells ) != 0 ) &&
	       !( x == state->goal_x && y == state->goal_y ) ) )
	{
		return;
	}
	search->counters.reopened += closed ? 1 : 0;
	fw_dstar_set( at, value );
	improve_start( state, x, y, value );
	if ( fw_search_is_heard( search ) )
	{
		tell( search, state, FW_EVENT_OPEN, x, y, value );
	}
	const double f = value + state->hurry * fw_dstar_distance( ( fw_vec2 ){ x, y }, state->start );
	fw_search_push( search, &state->open, fw_open_bits( f ), node );
}

// The directions of the neighbors along sides and through cells that are legal.
FW_INLINE uint32_t legal_steps( const fw_dstar* state, int32_t x, int32_t y )
{
	const bool at_goal = x == state->goal_x && y == state->goal_y;
	const uint32_t through = fw_corner_steps[fw_dstar_cells( state, x, y ) & ( at_goal ? state->goal_cells : 15u )];
	// A disc also follows sides between cells that are not legal.
	return !state->disc ? through
	                    : through | state->vertices.steps.legal4[fw_steps_around( state->vertices.stands, x, y )];
}

// What the sides and cells round a vertex cost.
typedef struct surroundings
{
	double side[8];     // even: along the side to the neighbor
	double cell[8];     // odd: inside of the cell in that direction
	double outer[8][2]; // odd: along the side from the opposite vertex to the neighbors in the directions i - 1, i + 1
} surroundings;

static void look_around( const fw_dstar* state, int32_t x, int32_t y, uint32_t legal, surroundings* s )
{
	for ( int32_t i = 0; i < 8; i++ )
	{
		const int32_t ox = x + fw_step_x[i];
		const int32_t oy = y + fw_step_y[i];
		const bool is_legal = ( legal >> i & 1 ) != 0;
		if ( ( i & 1 ) == 0 )
		{
			s->side[i] = is_legal ? fw_dstar_cost_between( state, x, y, ox, oy ) : INFINITY;
		}
		else if ( is_legal )
		{
			s->cell[i] = fw_dstar_cell_cost( state, ox < x ? ox : x, oy < y ? oy : y );
			for ( int32_t k = 0; k < 2; k++ )
			{
				const int32_t axis = ( i - 1 + 2 * k ) & 7;
				s->outer[i][k] = fw_dstar_lesser(
				    s->cell[i], fw_dstar_cost_between( state, ox, oy, x + fw_step_x[axis], y + fw_step_y[axis] ) );
			}
		}
	}
}

// The best values that the neighbors of a vertex get from it. `plain`: everything costs 1.
FW_INLINE void interpolate( uint32_t legal, double value, const double* values, const surroundings* s, double* best,
                            bool plain )
{
	for ( int32_t i = 0; i < 8; i += 2 )
	{
		best[i] = ( legal >> i & 1 ) != 0 ? value + ( plain ? 1.0 : s->side[i] ) : INFINITY;
		best[i + 1] = INFINITY;
	}
	for ( int32_t i = 1; i < 8; i += 2 )
	{
		if ( ( legal >> i & 1 ) == 0 )
		{
			continue;
		}
		const double c = plain ? 1.0 : s->cell[i];
		for ( int32_t k = 0; k < 2; k++ )
		{
			const int32_t axis = ( i - 1 + 2 * k ) & 7;
			const int32_t other = ( i + 1 - 2 * k ) & 7;
			const double outer = plain ? 1.0 : s->outer[i][k];
			// The side from the vertex along `axis` is crossed only into a legal cell beyond.
			if ( ( legal >> ( ( axis - 1 + 2 * k ) & 7 ) & 1 ) == 0 )
			{
				best[i] = fw_dstar_lesser( best[i], value + fw_dstar_slant( c, outer ) );
				continue;
			}
			// Values grow along a path: most neighbors behind need no look.
			if ( values[i] > value )
			{
				best[i] = fw_dstar_lesser( best[i], fw_dstar_through( values[axis], value, c, outer ) );
			}
			if ( values[other] > value )
			{
				const double inner = plain ? 1.0 : fw_dstar_lesser( c, s->side[other] );
				best[other] = fw_dstar_lesser( best[other], fw_dstar_through( value, values[axis], c, inner ) );
			}
		}
	}
}

// Lowers the values of the neighbors of a vertex.
FW_INLINE void expand( fw_search* search, fw_dstar* state, uint32_t node, int32_t x, int32_t y, bool plain )
{
	const uint32_t legal = legal_steps( state, x, y );
	const bool inner = fw_page_is_inner( x, y );
	uint32_t nodes[8] = { 0 };
	double values[8];
	for ( int32_t i = 0; i < 8; i++ )
	{
		values[i] = INFINITY;
		if ( ( legal >> i & 1 ) != 0 )
		{
			nodes[i] = fw_pages_neighbor( search, &state->pages, node, inner, i, x + fw_step_x[i], y + fw_step_y[i] );
			if ( FW_UNLIKELY( nodes[i] == FW_NO_SLOT ) )
			{
				return;
			}
			values[i] = fw_dstar_value( fw_dstar_node_at( state, nodes[i] ) );
		}
	}
	surroundings around;
	if ( !plain )
	{
		look_around( state, x, y, legal, &around );
	}
	double best[8];
	interpolate( legal, fw_dstar_value( fw_dstar_node_at( state, node ) ), values, &around, best, plain );
	search->counters.generated += FW_POPCOUNT64( legal );
	for ( int32_t i = 0; i < 8; i++ )
	{
		if ( best[i] < values[i] )
		{
			lower( search, state, nodes[i], x + fw_step_x[i], y + fw_step_y[i], best[i], cells_back[i] );
		}
	}
}

FW_INLINE void search_loop( fw_search* search, fw_dstar* state, int64_t n, bool plain )
{
	while ( n > 0 && FW_LIKELY( search->status == FW_OK ) )
	{
		const fw_open_entry best = fw_open_is_empty( &state->open ) ? ( fw_open_entry ){ .key = UINT64_MAX }
		                                                            : fw_search_pop( search, &state->open );
		if ( best.key > fw_open_bits( state->start_value + state->margin ) )
		{
			const bool found = state->start_value < INFINITY;
			fw_search_finish( search, found ? FW_FOUND : FW_UNREACHABLE, found ? FW_REASON_NONE : FW_REASON_EXHAUSTED );
			return;
		}
		fw_dstar_node* node = fw_dstar_node_at( state, best.node );
		if ( ( node->nearness & FW_DSTAR_CLOSED ) != 0 )
		{
			continue;
		}
		node->nearness |= FW_DSTAR_CLOSED;
		const fw_page_tile at = fw_pages_tile( &state->pages, FW_PAGE_SHIFT, best.node );
		if ( fw_search_is_heard( search ) )
		{
			tell( search, state, FW_EVENT_EXPAND, at.x, at.y, fw_dstar_value( node ) );
		}
		search->counters.expanded++;
		n--;
		// No path goes on through the start.
		if ( at.x != state->start_x || at.y != state->start_y )
		{
			expand( search, state, best.node, at.x, at.y, plain );
		}
	}
}

static void dstar_step( fw_search* search, void* opaque, int64_t n )
{
	fw_dstar* state = opaque;
	state->terrain == NULL ? search_loop( search, state, n, true ) : search_loop( search, state, n, false );
}

static void prepare_ends( fw_dstar* state )
{
	const fw_vertices* v = &state->vertices;
	const bool inside = !state->disc && v->anchor == FW_ANCHOR_CENTER;
	const double half = inside ? 0.5 : 0.0;
	state->start = ( fw_vec2 ){ v->start_x + half, v->start_y + half };
	state->goal = ( fw_vec2 ){ v->goal_x + half, v->goal_y + half };
	state->start_x = inside ? -1 : v->start_x;
	state->start_y = inside ? -1 : v->start_y;
	state->goal_x = inside ? -1 : v->goal_x;
	state->goal_y = inside ? -1 : v->goal_y;
	// A double corner is left and entered to the south-east where that is free.
	state->start_cells = v->start_is_double && fw_dstar_is_cell( state, v->start_x, v->start_y ) ? FW_TILE_SE : 15u;
	state->goal_cells = v->goal_is_double && fw_dstar_is_cell( state, v->goal_x, v->goal_y ) ? FW_TILE_SE : 15u;
	// A value that the start's depends on lies below it by what the path there costs, at least 1 / sqrt(2) beside a
	// path through a side: its f is no more than this above the start's.
	state->margin = state->hurry * ( inside ? 0.7072 : 0.4143 );
}

// Are all cells of a rectangle legal, and of one cost?
static bool is_even( const fw_dstar* state, int32_t x0, int32_t y0, int32_t x1, int32_t y1, double cost )
{
	for ( int32_t y = y0; y < y1; y++ )
	{
		for ( int32_t x = x0; x < x1; x++ )
		{
			if ( !fw_dstar_is_cell( state, x, y ) || fw_dstar_cell_cost( state, x, y ) != cost )
			{
				return false;
			}
		}
	}
	return true;
}

// The cells at the goal that a clearing grows from: as many of them as are legal and of one cost and make a rectangle;
// empty where no cell holds the goal.
static fw_dstar_clearing start_clearing( const fw_dstar* state )
{
	// How many columns and rows to the left and above, to the right and below.
	static const uint8_t shapes[9][4] = { { 1, 1, 1, 1 }, { 1, 0, 1, 1 }, { 1, 1, 1, 0 },
	                                      { 0, 1, 1, 1 }, { 1, 1, 0, 1 }, { 0, 0, 1, 1 },
	                                      { 1, 0, 0, 1 }, { 0, 1, 1, 0 }, { 1, 1, 0, 0 } };
	const int32_t x = (int32_t)state->goal.x;
	const int32_t y = (int32_t)state->goal.y;
	// Inside of a cell there is but one shape; a double corner is entered through a cell of its own.
	const bool is_one = state->goal_x < 0 || state->goal_cells != 15u;
	for ( int32_t i = is_one ? 5 : 0; i < ( is_one ? 6 : 9 ); i++ )
	{
		const int32_t x0 = x - shapes[i][0];
		const int32_t y0 = y - shapes[i][1];
		const int32_t x1 = x + shapes[i][2];
		const int32_t y1 = y + shapes[i][3];
		const double cost = fw_dstar_is_cell( state, x0, y0 ) ? fw_dstar_cell_cost( state, x0, y0 ) : INFINITY;
		if ( is_even( state, x0, y0, x1, y1, cost ) )
		{
			return ( fw_dstar_clearing ){ x0, y0, x1, y1, cost };
		}
	}
	return ( fw_dstar_clearing ){ .x1 = -1, .y1 = -1 };
}

// The rectangle round the goal over which it is reached straight.
static void clear_round_goal( fw_dstar* state )
{
	const int32_t x = (int32_t)state->goal.x;
	const int32_t y = (int32_t)state->goal.y;
	fw_dstar_clearing* c = &state->clearing;
	*c = start_clearing( state );
	const double cost = c->cost;
	for ( bool grown = c->x0 <= c->x1; grown; )
	{
		const int32_t left = x - c->x0 < CLEARING_REACH && is_even( state, c->x0 - 1, c->y0, c->x0, c->y1, cost );
		c->x0 -= left;
		const int32_t right = c->x1 - x < CLEARING_REACH && is_even( state, c->x1, c->y0, c->x1 + 1, c->y1, cost );
		c->x1 += right;
		const int32_t up = y - c->y0 < CLEARING_REACH && is_even( state, c->x0, c->y0 - 1, c->x1, c->y0, cost );
		c->y0 -= up;
		const int32_t down = c->y1 - y < CLEARING_REACH && is_even( state, c->x0, c->y1, c->x1, c->y1 + 1, cost );
		c->y1 += down;
		grown = left + right + up + down > 0;
	}
}

static void seed( fw_search* search, fw_dstar* state, int32_t x, int32_t y, double value, uint32_t cells )
{
	const uint32_t node = fw_pages_touch_tile( search, &state->pages, FW_PAGE_SHIFT, x, y, 0 );
	if ( node != FW_NO_SLOT )
	{
		lower( search, state, node, x, y, value, cells );
	}
}

// Puts the vertices whose values are known on the open list.
static void seed_all( fw_search* search, fw_dstar* state )
{
	clear_round_goal( state );
	const fw_dstar_clearing* c = &state->clearing;
	for ( int32_t y = c->y0; y <= c->y1; y++ )
	{
		for ( int32_t x = c->x0; x <= c->x1; x++ )
		{
			// The cells of the clearing beside this vertex.
			const uint32_t cells =
			    ( x > c->x0 && y > c->y0 ? FW_TILE_NW : 0 ) | ( x < c->x1 && y > c->y0 ? FW_TILE_NE : 0 ) |
			    ( x > c->x0 && y < c->y1 ? FW_TILE_SW : 0 ) | ( x < c->x1 && y < c->y1 ? FW_TILE_SE : 0 );
			seed( search, state, x, y, c->cost * fw_dstar_distance( ( fw_vec2 ){ x, y }, state->goal ), cells );
		}
	}
	if ( state->start_x < 0 && fw_dstar_sees_goal( state, state->start ) )
	{
		state->start_value = c->cost * fw_dstar_distance( state->start, state->goal );
	}
	if ( state->goal_x >= 0 )
	{
		seed( search, state, state->goal_x, state->goal_y, 0.0, 15u );
	}
}

static void dstar_begin( fw_search* search, void* opaque )
{
	fw_dstar* state = opaque;
	const fw_query* query = &search->query;
	fw_vertices_begin( search, &state->vertices );
	if ( search->outcome != FW_RUNNING )
	{
		return;
	}
	state->disc = query->unit.radius > 0.0;
	state->map_width = fw_grid_width( search->map.grid );
	state->columns = state->map_width + ( state->disc ? 0 : 1 );
	state->rows = fw_grid_height( search->map.grid ) + ( state->disc ? 0 : 1 );
	state->start_value = INFINITY;
	state->terrain = fw_search_has_costs( search ) ? fw_grid_tiles( search->map.grid ) : NULL;
	state->terrains = fw_grid_terrain( search->map.grid, 0 );
	state->least = fw_vertices_min_cost( search );
	state->hurry = query->options.heuristic == FW_HEURISTIC_ZERO ? 0.0 : query->options.weight * state->least;
	prepare_ends( state );
	fw_open_clear( &state->open );
	if ( fw_pages_begin( search, &state->pages, state->columns, state->rows, 1, FW_PAGE_SHIFT,
	                     FW_PAGE_NODES * sizeof( fw_dstar_node ) ) )
	{
		seed_all( search, state );
	}
}

static void dstar_extract( fw_search* search, void* opaque, fw_result* result )
{
	fw_dstar* state = opaque;
	fw_dstar_walk( search, state );
	if ( search->status == FW_OK )
	{
		fw_vertices_path( search, &state->vertices, &state->points, result );
	}
}

static void dstar_hold( fw_holdings* holdings, void* opaque )
{
	fw_dstar* state = opaque;
	fw_pages_hold( holdings, &state->pages );
	fw_open_hold( holdings, &state->open );
	FW_HOLD( holdings, state->trail.at, state->trail.capacity );
	FW_HOLD( holdings, state->points.at, state->points.capacity );
}

const fw_engine fw_engine_field_dstar = {
    .state_size = sizeof( fw_dstar ),
    .begin = dstar_begin,
    .step = dstar_step,
    .extract = dstar_extract,
    .hold = dstar_hold,
};

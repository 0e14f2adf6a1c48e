// SPDX-License-Identifier: MIT
// The path of Field D*: follows the values from the start to the goal, from side to side of the cells.
// Papers: D. Ferguson, A. Stentz, "Using Interpolation to Improve Path Planning: The Field D* Algorithm" (2006): a
// place on a side is judged by looking through the cell beyond. D. T. Lee, F. P. Preparata, "Euclidean Shortest Paths
// in the Presence of Rectilinear Barriers" (1984): the funnel that pulls the path straight inside of the cells it goes
// through. Differs from the first: the interpolated value must fall with every step, so that the path ends.
#include "search/any_angle/field_dstar.h"

#include <math.h>

// A path meets a side no nearer to its ends than this, or in an end.
#define END_GAP 1e-3
// Part of a step's cost that the value falls by at least.
#define MIN_FALL 0.25
// Places on a side that are tried first, and rounds of narrowing down between them.
#define SAMPLES 4
#define NARROWINGS 8

// A side of a cell: the value is g0 at its first end and falls or rises evenly to g1.
typedef struct side
{
	int32_t x, y; // first end
	int32_t down; // 1: vertical
	double g0, g1;
	bool crossable;
} side;

typedef struct cell
{
	int32_t x, y;
	double cost;
	side sides[4]; // top, bottom, left, right
} cell;

typedef struct side_choice
{
	fw_vec2 at;
	fw_vec2 via; // where the path leaves a side that it follows at first; equal to the place where it does not
	double total;
	double value;
} side_choice;

// The vertex at a place, or else the nearest one above and left of it.
FW_INLINE fw_vec2 vertex_at( fw_vec2 p )
{
	return ( fw_vec2 ){ floor( p.x ), floor( p.y ) };
}

FW_INLINE bool is_whole( double a )
{
	return floor( a ) == a;
}

FW_INLINE bool is_vertex( fw_vec2 p )
{
	return is_whole( p.x ) && is_whole( p.y );
}

// The legal cells that hold a place, be it on their border, as FW_TILE_ bits round its vertex_at().
static uint32_t cells_at( const fw_dstar* state, fw_vec2 p )
{
	const uint32_t columns = is_whole( p.x ) ? 15u : FW_TILE_NE | FW_TILE_SE;
	const uint32_t rows = is_whole( p.y ) ? 15u : FW_TILE_SW | FW_TILE_SE;
	return fw_dstar_cells( state, (int32_t)floor( p.x ), (int32_t)floor( p.y ) ) & columns & rows;
}

// The value of a vertex as an end of a path through the cell: the goal may be entered from some cells only.
static double value_in_cell( const fw_dstar* state, const cell* c, int32_t x, int32_t y )
{
	if ( state->goal_cells != 15u && x == state->goal_x && y == state->goal_y )
	{
		const uint32_t bit = ( c->x < x ? 0 : 1u ) + ( c->y < y ? 0 : 2u );
		return ( state->goal_cells >> bit & 1 ) != 0 ? 0.0 : INFINITY;
	}
	return fw_dstar_value_of( state, x, y );
}

static cell look_at( const fw_dstar* state, int32_t x, int32_t y )
{
	cell c = { .x = x, .y = y, .cost = fw_dstar_cell_cost( state, x, y ) };
	const double nw = value_in_cell( state, &c, x, y );
	const double ne = value_in_cell( state, &c, x + 1, y );
	const double sw = value_in_cell( state, &c, x, y + 1 );
	const double se = value_in_cell( state, &c, x + 1, y + 1 );
	c.sides[0] = ( side ){ x, y, 0, nw, ne, fw_dstar_is_cell( state, x, y - 1 ) };
	c.sides[1] = ( side ){ x, y + 1, 0, sw, se, fw_dstar_is_cell( state, x, y + 1 ) };
	c.sides[2] = ( side ){ x, y, 1, nw, sw, fw_dstar_is_cell( state, x - 1, y ) };
	c.sides[3] = ( side ){ x + 1, y, 1, ne, se, fw_dstar_is_cell( state, x + 1, y ) };
	for ( int32_t i = 0; i < 4; i++ )
	{
		c.sides[i].crossable = c.sides[i].crossable && c.sides[i].g0 < INFINITY && c.sides[i].g1 < INFINITY;
	}
	return c;
}

FW_INLINE fw_vec2 place_on( const side* s, double t )
{
	return ( fw_vec2 ){ s->x + ( s->down != 0 ? 0.0 : t ), s->y + ( s->down != 0 ? t : 0.0 ) };
}

// A place as seen from a side: how far away from its line, and where along it.
FW_INLINE void seen_from( const side* s, fw_vec2 p, double* away, double* along )
{
	*away = fabs( s->down != 0 ? p.x - s->x : p.y - s->y );
	*along = s->down != 0 ? p.y - s->y : p.x - s->x;
}

// Where a path through cost c from the place at `along`, `away` from the line, best meets a side over which the value
// rises by m.
FW_INLINE double best_meeting( double away, double along, double m, double c )
{
	const double square = c * c - m * m;
	return square > 0.0 ? along - m * away / sqrt( square ) : m > 0.0 ? 0.0 : 1.0;
}

// The cost to go through cost c from a place to the side and on.
static double cost_over( const side* s, fw_vec2 from, double c )
{
	double away, along;
	seen_from( s, from, &away, &along );
	const double ends = fw_dstar_lesser( s->g0 + c * sqrt( away * away + along * along ),
	                                     s->g1 + c * sqrt( away * away + ( 1.0 - along ) * ( 1.0 - along ) ) );
	const double t = best_meeting( away, along, s->g1 - s->g0, c );
	if ( !s->crossable || !( t > 0.0 && t < 1.0 ) )
	{
		return ends;
	}
	const double d = t - along;
	return fw_dstar_lesser( ends, c * sqrt( away * away + d * d ) + s->g0 + ( s->g1 - s->g0 ) * t );
}

// The cost from a place on a side to the goal, by a look through the cell beyond, of which it is side `back`.
static double look_ahead( const fw_dstar* state, const cell* beyond, const side* from, int32_t back, double along_cost,
                          double t )
{
	const fw_vec2 p = place_on( from, t );
	double best = fw_dstar_lesser( from->g0 + along_cost * t, from->g1 + along_cost * ( 1.0 - t ) );
	for ( int32_t i = 0; i < 4; i++ )
	{
		best = i != back ? fw_dstar_lesser( best, cost_over( &beyond->sides[i], p, beyond->cost ) ) : best;
	}
	return fw_dstar_sees_goal( state, p )
	           ? fw_dstar_lesser( best, state->clearing.cost * fw_dstar_distance( p, state->goal ) )
	           : best;
}

// Takes a choice where it is better and the value falls enough.
static void consider( fw_vec2 from, double value, const side_choice* offered, side_choice* best )
{
	const double fall = MIN_FALL * fw_dstar_distance( from, offered->at );
	if ( offered->total < best->total && ( offered->value <= value - fall || value == INFINITY ) )
	{
		*best = *offered;
	}
}

static void consider_vertex( const fw_dstar* state, fw_vec2 from, double value, const cell* c, int32_t i,
                             side_choice* best )
{
	const int32_t x = c->x + ( i & 1 );
	const int32_t y = c->y + ( i >> 1 );
	const double g = value_in_cell( state, c, x, y );
	const double dx = fabs( x - from.x );
	const double dy = fabs( y - from.y );
	if ( g == INFINITY || ( dx == 0.0 && dy == 0.0 ) )
	{
		return;
	}
	const bool is_along = dx == 0.0 || dy == 0.0;
	const double side_cost =
	    is_along ? fw_dstar_side_cost( state, dx == 0.0 ? x : c->x, dx == 0.0 ? c->y : y, dx == 0.0 ? 1 : 0 )
	             : INFINITY;
	side_choice offered = { .at = { x, y }, .via = { x, y }, .value = g };
	offered.total = g + fw_dstar_lesser( c->cost, side_cost ) * sqrt( dx * dx + dy * dy );
	consider( from, value, &offered, best );
	// Along a cheaper side first, then off it at the angle of total reflection.
	for ( int32_t down = 0; down < 2 && !is_along && state->terrain != NULL; down++ )
	{
		const double line = down != 0 ? from.x : from.y;
		if ( !is_whole( line ) )
		{
			continue;
		}
		const double b =
		    fw_dstar_side_cost( state, down != 0 ? (int32_t)line : c->x, down != 0 ? c->y : (int32_t)line, down );
		const double along = down != 0 ? dy : dx;
		const double away = down != 0 ? dx : dy;
		const double square = c->cost * c->cost - b * b;
		if ( square > 0.0 && away * b < along * sqrt( square ) )
		{
			const double rest = away * b / sqrt( square );
			const double turn = ( down != 0 ? y : x ) + ( ( down != 0 ? from.y < y : from.x < x ) ? -rest : rest );
			offered.total = g + b * along + away * sqrt( square );
			offered.via = down != 0 ? ( fw_vec2 ){ from.x, turn } : ( fw_vec2 ){ turn, from.y };
			consider( from, value, &offered, best );
		}
	}
}

// The best place on a side, each judged by a look ahead.
static void consider_side( const fw_dstar* state, fw_vec2 from, double value, const cell* c, int32_t i,
                           side_choice* best )
{
	const side* s = &c->sides[i];
	double away, along;
	seen_from( s, from, &away, &along );
	if ( !s->crossable || away == 0.0 )
	{
		return;
	}
	const double m = s->g1 - s->g0;
	const double t0 = fmin( fmax( best_meeting( away, along, m, c->cost ), END_GAP ), 1.0 - END_GAP );
	const double far = c->cost * sqrt( away * away + ( t0 - along ) * ( t0 - along ) );
	// No look ahead changes a value by as much.
	if ( far + s->g0 + m * t0 > best->total + c->cost )
	{
		return;
	}
	const cell beyond = look_at( state, c->x + ( i == 3 ) - ( i == 2 ), c->y + ( i == 1 ) - ( i == 0 ) );
	const double along_cost = fw_dstar_side_cost( state, s->x, s->y, s->down );
	side_choice at_best = { .total = INFINITY };
	double left = t0;
	double width = 1.0 / SAMPLES;
	for ( int32_t round = 0; round <= NARROWINGS; round++ )
	{
		const double middle = left;
		const int32_t count = round == 0 ? SAMPLES + 1 : 2;
		for ( int32_t k = 0; k < count; k++ )
		{
			// At first the place that interpolation alone finds, and places evenly along the side; then both sides of
			// the best of them.
			const double wish = round > 0 ? middle + ( k == 0 ? -width : width ) : k == 0 ? t0 : ( k - 0.5 ) / SAMPLES;
			const double t = fmin( fmax( wish, END_GAP ), 1.0 - END_GAP );
			const fw_vec2 at = place_on( s, t );
			side_choice offered = { .at = at, .via = at, .value = s->g0 + m * t };
			offered.total = c->cost * sqrt( away * away + ( t - along ) * ( t - along ) ) +
			                look_ahead( state, &beyond, s, i ^ 1, along_cost, t );
			const double before = at_best.total;
			consider( from, value, &offered, &at_best );
			left = at_best.total < before ? t : left;
		}
		width *= round == 0 ? 0.5 : 0.618;
	}
	if ( at_best.total < best->total )
	{
		*best = at_best;
	}
}

// Along a side between two cells that are not legal, which a disc can follow.
static void consider_bare_sides( const fw_dstar* state, fw_vec2 from, double value, side_choice* best )
{
	const int32_t x = (int32_t)from.x;
	const int32_t y = (int32_t)from.y;
	for ( int32_t i = 0; i < 8; i += 2 )
	{
		const int32_t ox = x + fw_step_x[i];
		const int32_t oy = y + fw_step_y[i];
		const double cost = fw_dstar_cost_between( state, x, y, ox, oy );
		if ( cost < INFINITY )
		{
			const double g = fw_dstar_value_of( state, ox, oy );
			const side_choice offered = { .at = { ox, oy }, .via = { ox, oy }, .total = g + cost, .value = g };
			consider( from, value, &offered, best );
		}
	}
}

// The best next place from a place of this value; its total is infinite where nothing is better than staying.
static side_choice choose( const fw_dstar* state, fw_vec2 from, double value )
{
	side_choice best = { .total = INFINITY };
	const int32_t x = (int32_t)floor( from.x );
	const int32_t y = (int32_t)floor( from.y );
	const bool at_start = x == state->start_x && y == state->start_y && is_vertex( from );
	const bool leaves_south_east = state->goal.x >= from.x && state->goal.y >= from.y;
	if ( fw_dstar_sees_goal( state, from ) && ( !at_start || state->start_cells == 15u || leaves_south_east ) )
	{
		best.total = state->clearing.cost * fw_dstar_distance( from, state->goal );
		best.at = state->goal;
		best.via = state->goal;
	}
	if ( state->disc && is_vertex( from ) )
	{
		consider_bare_sides( state, from, value, &best );
	}
	cell cells[4];
	int32_t count = 0;
	uint32_t rest = cells_at( state, from ) & ( at_start ? state->start_cells : 15u );
	for ( ; rest != 0; rest &= rest - 1 )
	{
		const int32_t i = FW_CTZ64( rest );
		cells[count] = look_at( state, x - 1 + ( i & 1 ), y - 1 + ( i >> 1 ) );
		for ( int32_t k = 0; k < 4; k++ )
		{
			consider_vertex( state, from, value, &cells[count], k, &best );
		}
		count++;
	}
	for ( int32_t i = 0; i < count; i++ )
	{
		for ( int32_t k = 0; k < 4; k++ )
		{
			consider_side( state, from, value, &cells[i], k, &best );
		}
	}
	return best;
}

// The end of the side with the lower value, which is no more than that of the place between them.
static fw_vec2 lower_end( const fw_dstar* state, fw_vec2 from, double* value )
{
	const int32_t x = (int32_t)floor( from.x );
	const int32_t y = (int32_t)floor( from.y );
	const int32_t ox = is_whole( from.x ) ? x : x + 1;
	const int32_t oy = is_whole( from.y ) ? y : y + 1;
	const double a = fw_dstar_value_of( state, x, y );
	const double b = fw_dstar_value_of( state, ox, oy );
	*value = fw_dstar_lesser( a, b );
	return a <= b ? ( fw_vec2 ){ x, y } : ( fw_vec2 ){ ox, oy };
}

// Lists the places of the path from the start to the goal.
static void follow( fw_search* search, fw_dstar* state )
{
	fw_vec2 here = state->start;
	double value = state->start_x >= 0 ? fw_dstar_value_of( state, state->start_x, state->start_y ) : INFINITY;
	state->trail.count = 0;
	fw_points_add( search, &state->trail, here );
	while ( ( here.x != state->goal.x || here.y != state->goal.y ) && search->status == FW_OK )
	{
		const side_choice next = choose( state, here, value );
		if ( next.total < INFINITY )
		{
			if ( next.via.x != next.at.x || next.via.y != next.at.y )
			{
				fw_points_add( search, &state->trail, next.via );
			}
			here = next.at;
			value = next.value;
		}
		else
		{
			// A vertex has its value from a place where the value is less.
			FW_ASSERT( !is_vertex( here ) );
			here = lower_end( state, here, &value );
		}
		fw_points_add( search, &state->trail, here );
	}
}

static void add_point( fw_search* search, fw_dstar* state, fw_vec2 at )
{
	const double half = state->disc ? 0.5 : 0.0;
	fw_points_add( search, &state->points, ( fw_vec2 ){ at.x + half, at.y + half } );
}

// A stretch of cell borders that the path may cross anywhere.
typedef struct gate
{
	fw_vec2 left, right; // turned from `right` to `left` as x is to y, seen along the path
} gate;

// Do these cells round a vertex cost the same?
static bool is_even_ground( const fw_dstar* state, fw_vec2 vertex, uint32_t cells )
{
	double cost = 0.0;
	for ( int32_t i = 0; i < 4 && state->terrain != NULL; i++ )
	{
		if ( ( cells >> i & 1 ) != 0 )
		{
			const double here =
			    fw_dstar_cell_cost( state, (int32_t)vertex.x - 1 + ( i & 1 ), (int32_t)vertex.y - 1 + ( i >> 1 ) );
			if ( cost != 0.0 && here != cost )
			{
				return false;
			}
			cost = here;
		}
	}
	return true;
}

// Where the path passes a place: on the line through it that parts the places before and after, the sides that lie
// between two legal cells. The legs to both places lie in cells beside them.
static bool gate_on_line( const fw_dstar* state, int32_t i, uint32_t cells, bool upright, gate* found )
{
	const fw_vec2 at = state->trail.at[i];
	const fw_vec2 before = state->trail.at[i - 1];
	const fw_vec2 after = state->trail.at[i + 1];
	const double from = upright ? before.x - at.x : before.y - at.y;
	const double to = upright ? after.x - at.x : after.y - at.y;
	const uint32_t low_cells = upright ? FW_TILE_NW | FW_TILE_NE : FW_TILE_NW | FW_TILE_SW;
	const double low = ( cells & low_cells ) == low_cells ? 1.0 : 0.0;
	const double high = ( ~cells & 15u & ~low_cells ) == 0 ? 1.0 : 0.0;
	if ( from * to >= 0.0 || low + high == 0.0 )
	{
		return false;
	}
	const fw_vec2 vertex = vertex_at( at );
	const fw_vec2 step = { upright ? 0.0 : 1.0, upright ? 1.0 : 0.0 };
	const fw_vec2 first = { vertex.x - low * step.x, vertex.y - low * step.y };
	const fw_vec2 last = { vertex.x + high * step.x, vertex.y + high * step.y };
	*found = upright == ( to > 0.0 ) ? ( gate ){ last, first } : ( gate ){ first, last };
	// From a vertex the last leg may be a long one, over the clearing and nowhere else.
	return i + 2 < state->trail.count || !is_vertex( at ) ||
	       ( fw_dstar_sees_goal( state, first ) && fw_dstar_sees_goal( state, last ) );
}

// The gate where the path crosses sides from cells into others of the same cost.
static bool gate_at( const fw_dstar* state, int32_t i, gate* found )
{
	const fw_vec2 before = state->trail.at[i - 1];
	const fw_vec2 after = state->trail.at[i + 1];
	const fw_vec2 at = state->trail.at[i];
	const uint32_t cells = cells_at( state, at );
	// The line that is more upright to the path first.
	const bool upright = fabs( after.x - before.x ) >= fabs( after.y - before.y );
	return is_even_ground( state, vertex_at( at ), cells ) &&
	       ( gate_on_line( state, i, cells, upright, found ) || gate_on_line( state, i, cells, !upright, found ) );
}

// Positive where b lies to the left of a, as seen from o.
FW_INLINE double turn( fw_vec2 o, fw_vec2 a, fw_vec2 b )
{
	return ( a.x - o.x ) * ( b.y - o.y ) - ( a.y - o.y ) * ( b.x - o.x );
}

// Adds the points of the shortest path from place `first` to place `last` through the gates between them, without the
// first. From the apex the funnel of what can be seen narrows gate by gate, until a gate lies outside of it.
static void pull_straight( fw_search* search, fw_dstar* state, int32_t first, int32_t last )
{
	fw_vec2 apex = state->trail.at[first];
	fw_vec2 left = apex;
	fw_vec2 right = apex;
	int32_t left_at = first;
	int32_t right_at = first;
	for ( int32_t i = first + 1; i <= last; i++ )
	{
		gate next = { state->trail.at[last], state->trail.at[last] };
		if ( i < last )
		{
			gate_at( state, i, &next );
		}
		const bool fresh_left = left_at == first || ( left.x == apex.x && left.y == apex.y );
		const bool fresh_right = right_at == first || ( right.x == apex.x && right.y == apex.y );
		const bool past_left = !fresh_left && turn( apex, left, next.right ) >= 0.0;
		const bool past_right = !fresh_right && turn( apex, right, next.left ) <= 0.0;
		if ( past_left || past_right )
		{
			apex = past_left ? left : right;
			i = past_left ? left_at : right_at;
			first = i;
			left_at = right_at = first;
			left = right = apex;
			add_point( search, state, apex );
			continue;
		}
		if ( fresh_left || turn( apex, left, next.left ) <= 0.0 )
		{
			left = next.left;
			left_at = i;
		}
		if ( fresh_right || turn( apex, right, next.right ) >= 0.0 )
		{
			right = next.right;
			right_at = i;
		}
	}
	add_point( search, state, state->trail.at[last] );
}

void fw_dstar_walk( fw_search* search, fw_dstar* state )
{
	state->points.count = 0;
	follow( search, state );
	add_point( search, state, state->start );
	for ( int32_t first = 0; first + 1 < state->trail.count && search->status == FW_OK; )
	{
		int32_t last = first + 1;
		gate between_cells;
		while ( last + 1 < state->trail.count && gate_at( state, last, &between_cells ) )
		{
			last++;
		}
		pull_straight( search, state, first, last );
		first = last;
	}
}

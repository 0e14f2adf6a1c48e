// SPDX-License-Identifier: MIT
// Tile paths in legs, each by A* in a window: the methods "midpoint" and "compass", which do not search the whole map.
#include "annotate/space.h"
#include "grid/steps.h"
#include "hierarchy/local.h"
#include "path/path.h"
#include "planner/strategy.h"

#include <math.h>

#define METHOD "astar" // of every leg

typedef struct legs
{
	fw_path done;      // the legs so far
	bool knows;        // the goal may be reached, and the first leg has begun
	bool last;         // the leg under way leads to the goal
	int32_t count;     // of legs that have begun
	uint32_t* visited; // [visited_count] regions, of the compass
	int32_t visited_count, visited_capacity;
} legs;

static void hold( fw_holdings* holdings, void* state )
{
	legs* own = state;
	FW_HOLD( holdings, own->visited, own->visited_capacity );
}

// A tile where the unit stands.
typedef struct footing
{
	const fw_space* space;
	int32_t x, y;
} footing;

// The tile of a point, or where the unit does not stand in its center the nearest one at most `reach` tiles away where
// it does. False where there is none; `at` is then as it was.
static bool stand_at( const fw_space* space, double x, double y, int32_t reach, footing* at )
{
	const int32_t own_x = (int32_t)floor( x );
	const int32_t own_y = (int32_t)floor( y );
	double nearest = INFINITY;
	for ( int32_t cy = own_y - reach; cy <= own_y + reach; cy++ )
	{
		for ( int32_t cx = own_x - reach; cx <= own_x + reach; cx++ )
		{
			const bool own = cx == own_x && cy == own_y;
			const double distance = own ? -1.0 : fw_length( cx + 0.5 - x, cy + 0.5 - y );
			if ( distance < nearest && fw_space_stands( space, cx, cy ) )
			{
				nearest = distance;
				*at = ( footing ){ space, cx, cy };
			}
		}
	}
	return nearest < INFINITY;
}

// The whole path is not searched for, but what A* says of it before it expands anything holds.
static fw_status probe( legs* own, const fw_task* task )
{
	fw_take_search( task, fw_method_find( METHOD ), 0 )->kind = FW_TAKE_PROBE;
	own->knows = false;
	own->last = false;
	own->count = 0;
	own->visited_count = 0;
	fw_path_clear( &own->done, task->plan->start );
	return FW_OK;
}

// A leg to a tile, or with `last` to the goal, in a window of so many tiles around both ends.
static fw_status go_to( legs* own, const fw_task* task, int32_t x, int32_t y, bool last, int32_t margin )
{
	if ( task->left < 0 )
	{
		return fw_take_end( task, FW_OUT_OF_BUDGET, FW_REASON_EXPANSIONS );
	}
	fw_next* step = fw_take_search( task, fw_method_find( METHOD ), task->left );
	if ( own->done.count > 0 )
	{
		const fw_vec2 from = fw_path_tip( &own->done );
		step->lead = &own->done;
		step->plan.start = ( fw_pose ){ from.x, from.y, 0.0 };
		step->plan.start_any_heading = true;
	}
	if ( !last )
	{
		step->plan.goal = ( fw_pose ){ x + 0.5, y + 0.5, 0.0 };
		step->plan.goal_any_heading = true;
		step->plan.goal_tolerance = 0.0;
	}
	step->plan.options.window = margin;
	own->last = last;
	own->count++;
	return FW_OK;
}

// Where the next leg goes from `at`: go_to(), or an end.
typedef fw_status legs_ahead( legs* own, const fw_task* task, footing at );

static fw_status go_on( legs* own, const fw_task* task, legs_ahead* ahead )
{
	footing at = { 0 };
	fw_path* leg = &task->result->path;
	if ( own->knows )
	{
		own->done.start = own->done.count == 0 ? leg->start : own->done.start;
		FW_TRY( fw_path_append_all( &own->done, leg->segments, leg->count ) );
	}
	if ( own->last )
	{
		FW_TRY( fw_path_copy( leg, &own->done ) );
		return fw_take_path( task, FW_BRANCH_LEGS );
	}
	FW_TRY( fw_cache_space( task->cache, &task->plan->unit, FW_ANY_LATTICE, &at.space ) );
	const fw_vec2 end = fw_path_tip( leg );
	at.x = (int32_t)end.x;
	at.y = (int32_t)end.y;
	if ( !own->knows && !stand_at( at.space, task->plan->start.x, task->plan->start.y, 1, &at ) )
	{
		return fw_take_end( task, FW_UNREACHABLE, FW_REASON_EXHAUSTED );
	}
	own->knows = true;
	return ahead( own, task, at );
}

// The next step: asks what a search of the whole plan says at once, then goes leg by leg.
static fw_status next( legs* own, const fw_task* task, legs_ahead* ahead )
{
	const fw_outcome outcome = task->result->outcome;
	const bool goes_on = outcome == ( own->knows ? FW_FOUND : FW_RUNNING );
	return task->begins ? probe( own, task ) : goes_on ? go_on( own, task, ahead ) : fw_take_its_end( task );
}

// Along the axis on which it is longer.
static double distance_of( const fw_plan* plan )
{
	return fmax( fabs( plan->goal.x - plan->start.x ), fabs( plan->goal.y - plan->start.y ) );
}

// Midpoints: the line to the goal is cut into legs of at most 40 tiles, and A* plans each of them in a window of 60
// x 60. Source: M. Pinter, "Toward More Realistic Pathfinding" (2001), "Hierarchical Pathfinding". Differs from it: a
// midpoint where the unit does not stand gives way to the nearest tile within a small distance where it does.
#define LEG 40.0  // tiles along each axis, by the source
#define MARGIN 10 // by the source: 60 x 60 tiles round a leg of 40
#define SHIFT 6   // tiles that a midpoint may give way: see docs/algorithms/midpoint.md

static fw_status ahead_midpoint( legs* own, const fw_task* task, footing at )
{
	const fw_plan* plan = task->plan;
	const double distance = distance_of( plan );
	const int32_t count = distance > LEG ? (int32_t)ceil( distance / LEG ) : 1;
	const bool last = own->count + 1 == count;
	const double share = (double)( own->count + 1 ) / count;
	const double x = plan->start.x + share * ( plan->goal.x - plan->start.x );
	const double y = plan->start.y + share * ( plan->goal.y - plan->start.y );
	if ( !last && !stand_at( at.space, x, y, SHIFT, &at ) )
	{
		return fw_take_end( task, FW_UNREACHABLE, FW_REASON_NO_MIDPOINT );
	}
	return go_to( own, task, at.x, at.y, last, MARGIN );
}

static fw_status next_midpoint( void* state, const fw_task* task )
{
	legs* own = state;
	FW_TRY( next( own, task, ahead_midpoint ) );
	fw_next* step = task->step;
	// Start and goal are connected, so what is not is the midpoint: on an island, or behind the one that it is on.
	if ( own->knows && step->kind == FW_TAKE_END && step->reason == FW_REASON_OTHER_REGION )
	{
		step->outcome = FW_UNREACHABLE;
		step->reason = FW_REASON_NO_MIDPOINT;
	}
	return FW_OK;
}

// The compass: squares of 16 tiles, cut into what is connected inside of each, are regions. From the one that it is in
// the unit goes on to the next one in the direction of the goal, never to one twice, until it is in the goal's.
// Source: M. Pinter, "Toward More Realistic Pathfinding" (2001), "Hierarchical Pathfinding": a unit without knowledge
// of the map. Where the direction is closed, the two beside it and then those to the sides may do, but none that leads
// away.
#define SIDE 16
#define AWAY 3 // eighths of a circle
#define STEPS_MORE 32
#define STEPS_FACTOR 4 // as many regions as lie on the straight line, times this and some more, are enough

// Which tiles of a square belong to one region.
typedef struct region
{
	const fw_space* space;
	int32_t x, y;                 // first tile of the square
	uint32_t rows[FW_LOCAL_ROWS]; // a bit each, as of fw_local
	uint32_t id;                  // of its first tile in reading order
} region;

// The region of a tile where the unit stands.
static region region_of( const fw_space* space, int32_t x, int32_t y )
{
	region r = { .space = space, .x = x / SIDE * SIDE, .y = y / SIDE * SIDE };
	fw_local square;
	fw_local_read( &square, &space->planes[0], r.x, r.y, SIDE, SIDE );
	r.rows[y - r.y + 1] = 1u << ( x - r.x + 1 );
	fw_local_fill( &square, r.rows );
	int32_t first = 1;
	while ( r.rows[first] == 0 )
	{
		first++;
	}
	r.id = (uint32_t)( r.y + first ) << 16 | (uint32_t)( r.x + FW_CTZ64( r.rows[first] ) );
	return r;
}

static bool holds( const region* r, int32_t x, int32_t y )
{
	return x >= r->x && x < r->x + SIDE && y >= r->y && y < r->y + SIDE &&
	       ( r->rows[y - r->y + 1] >> ( x - r->x + 1 ) & 1 ) != 0;
}

static bool holds_goal( const region* r, fw_pose goal )
{
	footing at;
	return stand_at( r->space, goal.x, goal.y, 1, &at ) && holds( r, at.x, at.y );
}

// The tile of a region that is nearest to the middle of its square.
static void middle_of( const region* r, int32_t* x, int32_t* y )
{
	int32_t nearest = INT32_MAX;
	for ( int32_t i = 0; i < SIDE * SIDE; i++ )
	{
		const int32_t at_x = r->x + i % SIDE;
		const int32_t at_y = r->y + i / SIDE;
		const int32_t dx = 2 * ( i % SIDE ) + 1 - SIDE;
		const int32_t dy = 2 * ( i / SIDE ) + 1 - SIDE;
		if ( holds( r, at_x, at_y ) && dx * dx + dy * dy < nearest )
		{
			nearest = dx * dx + dy * dy;
			*x = at_x;
			*y = at_y;
		}
	}
}

static bool was_visited( const legs* own, uint32_t id )
{
	int32_t i = 0;
	while ( i < own->visited_count && own->visited[i] != id )
	{
		i++;
	}
	return i < own->visited_count;
}

// The best of the neighbors so far.
typedef struct neighbor_region
{
	int32_t turn;    // eighths of a circle away from the goal's direction; the goal's own region: -1
	double distance; // of its middle from the goal
	int32_t x, y;
	uint32_t id;
} neighbor_region;

// The direction from one place to another, in eighths of a circle from +x towards +y.
static int32_t direction_of( double dx, double dy )
{
	const double ax = fabs( dx );
	const double ay = fabs( dy );
	const double tangent = FW_SQRT2 - 1.0; // of an eighth of a right angle's half
	const int32_t sx = ax <= tangent * ay ? 0 : dx > 0.0 ? 1 : -1;
	const int32_t sy = ay <= tangent * ax ? 0 : dy > 0.0 ? 1 : -1;
	static const int32_t table[3][3] = { { 5, 6, 7 }, { 4, 0, 0 }, { 3, 2, 1 } };
	return table[sy + 1][sx + 1];
}

static void offer( const legs* own, const region* from, int32_t x, int32_t y, fw_pose goal, neighbor_region* best )
{
	if ( !fw_space_stands( from->space, x, y ) )
	{
		return;
	}
	const region to = region_of( from->space, x, y );
	if ( was_visited( own, to.id ) || best->id == to.id )
	{
		return;
	}
	neighbor_region next = { .id = to.id };
	middle_of( &to, &next.x, &next.y );
	const double half = SIDE / 2.0;
	const int32_t wanted = direction_of( goal.x - ( from->x + half ), goal.y - ( from->y + half ) );
	const int32_t apart = ( direction_of( to.x - from->x, to.y - from->y ) - wanted + 8 ) % 8;
	next.turn = holds_goal( &to, goal ) ? -1 : apart < 4 ? apart : 8 - apart;
	next.distance = fw_length( next.x + 0.5 - goal.x, next.y + 0.5 - goal.y );
	if ( next.turn < best->turn ||
	     ( next.turn == best->turn &&
	       ( next.distance < best->distance || ( next.distance == best->distance && next.id < best->id ) ) ) )
	{
		*best = next;
	}
}

// The next region: over the borders of the square, and over its corners where a diagonal step leads there.
static neighbor_region look_around( const legs* own, const region* from, fw_pose goal )
{
	neighbor_region best = {
	    .turn = AWAY, .distance = -1.0, .id = UINT32_MAX }; // only what leads less far away is better
	for ( int32_t i = 0; i < SIDE * SIDE * 8; i++ )
	{
		const int32_t x = from->x + i / 8 % SIDE;
		const int32_t y = from->y + i / 8 / SIDE;
		const int32_t to_x = x + fw_step_x[i % 8];
		const int32_t to_y = y + fw_step_y[i % 8];
		const bool over_x = to_x < from->x || to_x >= from->x + SIDE;
		const bool over_y = to_y < from->y || to_y >= from->y + SIDE;
		const bool diagonal = to_x != x && to_y != y;
		if ( ( diagonal ? over_x && over_y : over_x || over_y ) && holds( from, x, y ) &&
		     ( !diagonal || ( fw_space_stands( from->space, to_x, y ) && fw_space_stands( from->space, x, to_y ) ) ) )
		{
			offer( own, from, to_x, to_y, goal, &best );
		}
	}
	return best;
}

static fw_status ahead_compass( legs* own, const fw_task* task, footing at )
{
	const fw_pose goal = task->plan->goal;
	const region here = region_of( at.space, at.x, at.y );
	if ( holds_goal( &here, goal ) )
	{
		return go_to( own, task, 0, 0, true, SIDE );
	}
	if ( !FW_PUSH( &own->done.allocator, &own->visited, &own->visited_count, &own->visited_capacity, here.id ) )
	{
		return FW_ERR_MEMORY;
	}
	// With this margin the window of a leg holds both of its squares.
	const neighbor_region best = look_around( own, &here, goal );
	const int32_t allowed = STEPS_FACTOR * (int32_t)( distance_of( task->plan ) / SIDE ) + STEPS_MORE;
	return best.turn < AWAY && own->visited_count <= allowed ? go_to( own, task, best.x, best.y, false, SIDE )
	                                                         : fw_take_end( task, FW_UNREACHABLE, FW_REASON_DEAD_END );
}

static fw_status next_compass( void* state, const fw_task* task )
{
	return next( state, task, ahead_compass );
}

// The strategy that takes its steps from a function.
#define LEGS_STRATEGY( function )                                                                                      \
	{                                                                                                                  \
		.next = ( function ), .size = sizeof( legs ), .first_path = offsetof( legs, done ), .path_count = 1,           \
		.hold = hold, .methods = {                                                                                     \
			METHOD                                                                                                     \
		}                                                                                                              \
	}

const fw_strategy fw_midpoint_strategy = LEGS_STRATEGY( next_midpoint );
const fw_strategy fw_compass_strategy = LEGS_STRATEGY( next_compass );

// SPDX-License-Identifier: MIT
// The compass: squares of 16 tiles, cut into what is connected inside of each, are regions. From the one that it is in
// the unit goes on to the next one in the direction of the goal, never to one twice, until it is in the goal's.
// Source: M. Pinter, "Toward More Realistic Pathfinding" (2001), "Hierarchical Pathfinding": a unit without knowledge
// of the map. Where the direction is closed, the two beside it and then those to the sides may do, but none that leads
// away.
#include "grid/steps.h"
#include "planner/legs.h"

#include <math.h>
#include <string.h>

#define SIDE 16
#define MARGIN SIDE // so that the window of a leg holds both of its squares
#define STEPS_MORE 32
#define STEPS_FACTOR 4 // as many regions as lie on the straight line, times this and some more, are enough

// Which tiles of a square belong to one region.
typedef struct region
{
	int32_t x, y;        // first tile of the square
	uint16_t rows[SIDE]; // a bit each
	uint32_t id;         // its first tile in reading order
} region;

static uint16_t row_of( const fw_space* space, int32_t x, int32_t y )
{
	uint16_t bits = 0;
	for ( int32_t i = 0; i < SIDE; i++ )
	{
		bits = (uint16_t)( bits | ( fw_space_stands( space, x + i, y ) ? 1u << i : 0 ) );
	}
	return bits;
}

// What can be reached from bits of a row inside of the free ones of it.
static uint16_t spread( uint16_t bits, uint16_t free )
{
	for ( uint16_t before = 0; before != bits; )
	{
		before = bits;
		bits = (uint16_t)( bits | ( ( bits << 1 | bits >> 1 ) & free ) );
	}
	return bits;
}

// The region of a tile where the unit stands.
static region region_of( const fw_space* space, int32_t x, int32_t y )
{
	region r = { .x = x / SIDE * SIDE, .y = y / SIDE * SIDE };
	uint16_t free[SIDE];
	for ( int32_t i = 0; i < SIDE; i++ )
	{
		free[i] = row_of( space, r.x, r.y + i );
	}
	r.rows[y - r.y] = (uint16_t)( 1u << ( x - r.x ) );
	for ( bool grew = true; grew; )
	{
		grew = false;
		for ( int32_t i = 0; i < SIDE; i++ )
		{
			const uint32_t above = i > 0 ? r.rows[i - 1] : 0;
			const uint32_t below = i + 1 < SIDE ? r.rows[i + 1] : 0;
			const uint16_t bits = spread( (uint16_t)( r.rows[i] | ( ( above | below ) & free[i] ) ), free[i] );
			grew = grew || bits != r.rows[i];
			r.rows[i] = bits;
		}
	}
	int32_t first = 0;
	while ( r.rows[first] == 0 )
	{
		first++;
	}
	r.id = (uint32_t)( r.y + first ) << 16 | (uint32_t)( r.x + FW_CTZ64( (uint64_t)r.rows[first] ) );
	return r;
}

static bool holds( const region* r, int32_t x, int32_t y )
{
	return x >= r->x && x < r->x + SIDE && y >= r->y && y < r->y + SIDE &&
	       ( r->rows[y - r->y] >> ( x - r->x ) & 1 ) != 0;
}

static bool holds_goal( const region* r, const fw_space* space, fw_pose goal )
{
	fw_legs_place at;
	return fw_legs_tile( space, goal.x, goal.y, 1, &at ) && holds( r, at.x, at.y );
}

// The tile of a region that is nearest to the middle of its square.
static void middle_of( const region* r, int32_t* x, int32_t* y )
{
	int32_t nearest = INT32_MAX;
	for ( int32_t i = 0; i < SIDE * SIDE; i++ )
	{
		const int32_t dx = 2 * ( i % SIDE ) + 1 - SIDE;
		const int32_t dy = 2 * ( i / SIDE ) + 1 - SIDE;
		if ( ( r->rows[i / SIDE] >> i % SIDE & 1 ) != 0 && dx * dx + dy * dy < nearest )
		{
			nearest = dx * dx + dy * dy;
			*x = r->x + i % SIDE;
			*y = r->y + i / SIDE;
		}
	}
}

static bool was_visited( const fw_legs* legs, uint32_t id )
{
	for ( int32_t i = 0; i < legs->visited_count; i++ )
	{
		if ( legs->visited[i] == id )
		{
			return true;
		}
	}
	return false;
}

// The best of the neighbors so far.
typedef struct choice
{
	int32_t turn;    // eighths of a circle away from the goal's direction; the goal's own region: -1
	double distance; // of its middle from the goal
	int32_t x, y;
	uint32_t id;
	bool found;
} choice;

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

// The search for the next region.
typedef struct look
{
	const fw_legs* legs;
	const fw_space* space;
	fw_pose goal;
	const region* from;
} look;

static void offer( const look* l, int32_t x, int32_t y, choice* best )
{
	const fw_space* space = l->space;
	const region* from = l->from;
	const fw_pose goal = l->goal;
	if ( !fw_space_stands( space, x, y ) )
	{
		return;
	}
	const region to = region_of( space, x, y );
	if ( was_visited( l->legs, to.id ) || ( best->found && best->id == to.id ) )
	{
		return;
	}
	choice next = { .id = to.id, .found = true };
	middle_of( &to, &next.x, &next.y );
	const double half = SIDE / 2.0;
	const int32_t wanted = direction_of( goal.x - ( from->x + half ), goal.y - ( from->y + half ) );
	const int32_t apart = ( direction_of( to.x - from->x, to.y - from->y ) - wanted + 8 ) % 8;
	next.turn = holds_goal( &to, space, goal ) ? -1 : apart < 4 ? apart : 8 - apart;
	next.distance = fw_length( next.x + 0.5 - goal.x, next.y + 0.5 - goal.y );
	if ( next.turn <= 2 &&
	     ( !best->found || next.turn < best->turn ||
	       ( next.turn == best->turn &&
	         ( next.distance < best->distance || ( next.distance == best->distance && next.id < best->id ) ) ) ) )
	{
		*best = next;
	}
}

// The next region: over the borders of the square, and over its corners where a diagonal step leads there.
static choice look_around( const look* l )
{
	const region* from = l->from;
	choice best = { 0 };
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
		     ( !diagonal || ( fw_space_stands( l->space, to_x, y ) && fw_space_stands( l->space, x, to_y ) ) ) )
		{
			offer( l, to_x, to_y, &best );
		}
	}
	return best;
}

static int32_t steps_allowed( const fw_plan* plan )
{
	const double distance = fmax( fabs( plan->goal.x - plan->start.x ), fabs( plan->goal.y - plan->start.y ) );
	return STEPS_FACTOR * (int32_t)( distance / SIDE ) + STEPS_MORE;
}

static fw_next ahead( fw_legs* legs, const fw_task* task, fw_legs_place at )
{
	const fw_pose goal = task->plan->goal;
	const region here = region_of( at.space, at.x, at.y );
	if ( holds_goal( &here, at.space, goal ) )
	{
		return fw_legs_to( legs, task, 0, 0, true, MARGIN );
	}
	if ( !FW_GROW( &legs->done.allocator, &legs->visited, &legs->visited_capacity, legs->visited_count + 1 ) )
	{
		return fw_take_failure( FW_ERR_MEMORY );
	}
	legs->visited[legs->visited_count++] = here.id;
	const look l = { legs, at.space, goal, &here };
	const choice best = look_around( &l );
	return best.found && legs->visited_count <= steps_allowed( task->plan )
	           ? fw_legs_to( legs, task, best.x, best.y, false, MARGIN )
	           : fw_take_end( task, FW_UNREACHABLE, FW_REASON_DEAD_END );
}

static fw_next next( void* state, const fw_task* task )
{
	return fw_legs_next( state, task, ahead );
}

const fw_strategy fw_compass_strategy = FW_LEGS_STRATEGY( next );

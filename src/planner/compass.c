// SPDX-License-Identifier: MIT
// The method "compass": the map is divided into regions that the caller has drawn, or squares, and these into what is
// connected inside of each, their areas. From the one that it is in the unit goes on to the next one in the direction
// of the goal, never to one twice, until it is in the goal's.
//
// Source: M. Pinter, "Toward More Realistic Pathfinding" (2001), "Hierarchical Pathfinding": a unit without knowledge
// of the map. Where the direction is closed, the two beside it and then those to the sides may do, but none that leads
// away.
#include "grid/steps.h"
#include "planner/legs.h"

#include <math.h>

#define AWAY 3 // eighths of a circle
#define STEPS_MORE 32
#define STEPS_FACTOR 4 // as many squares as lie on the straight line, times this and some more, are enough

// A compass on one map.
typedef struct compass
{
	const fw_allocator* allocator;
	fw_areas* areas;
	const fw_trail* trail;
	fw_pose goal;
	fw_footing goal_at;
	bool has_goal; // does the unit stand there?
} compass;

// The best of the neighbors so far.
typedef struct neighbor_area
{
	int32_t turn;    // eighths of a circle away from the goal's direction; the goal's own area: -1
	double distance; // of its middle tile from the goal
	int32_t index;
	int32_t id;
} neighbor_area;

static bool holds_goal( const compass* c, int32_t area )
{
	return c->has_goal && fw_areas_hold_tile( c->areas, area, c->goal_at.x, c->goal_at.y );
}

static bool was_visited( const compass* c, int32_t area )
{
	int32_t i = 0;
	while ( i < c->trail->count && !fw_areas_hold_tile( c->areas, area, c->trail->tiles[i].x, c->trail->tiles[i].y ) )
	{
		i++;
	}
	return i < c->trail->count;
}

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

static void judge( const compass* c, int32_t here, int32_t there, neighbor_area* best )
{
	const fw_area* from = &c->areas->areas[here];
	const fw_area* to = &c->areas->areas[there];
	const int32_t wanted = direction_of( c->goal.x - from->middle.x, c->goal.y - from->middle.y );
	const int32_t leads = direction_of( to->middle.x - from->middle.x, to->middle.y - from->middle.y );
	const int32_t apart = ( leads - wanted + 8 ) % 8;
	neighbor_area next = { .index = there, .id = to->id };
	next.turn = holds_goal( c, there ) ? -1 : apart < 4 ? apart : 8 - apart;
	next.distance = fw_length( to->x + 0.5 - c->goal.x, to->y + 0.5 - c->goal.y );
	if ( next.turn < best->turn ||
	     ( next.turn == best->turn &&
	       ( next.distance < best->distance || ( next.distance == best->distance && next.id < best->id ) ) ) )
	{
		*best = next;
	}
}

// Does a step lead from a tile where the unit stands to the next one?
static bool is_open( const fw_space* space, int32_t x, int32_t y, int32_t to_x, int32_t to_y )
{
	const bool diagonal = to_x != x && to_y != y;
	return fw_space_stands( space, to_x, to_y ) &&
	       ( !diagonal || ( fw_space_stands( space, to_x, y ) && fw_space_stands( space, x, to_y ) ) );
}

// The next area, over all steps that lead out of one.
static fw_status look_around( const compass* c, int32_t here, neighbor_area* best )
{
	fw_areas* areas = c->areas;
	const fw_area from = areas->areas[here];
	for ( int64_t i = 0; i < (int64_t)8 * from.count; i++ )
	{
		const int32_t tile = areas->tiles[from.first + i / 8];
		const int32_t x = tile % areas->width;
		const int32_t y = tile / areas->width;
		const int32_t to_x = x + fw_step_x[i % 8];
		const int32_t to_y = y + fw_step_y[i % 8];
		int32_t there = here;
		if ( fw_areas_hold_tile( areas, here, to_x, to_y ) || !is_open( areas->space, x, y, to_x, to_y ) )
		{
			continue;
		}
		FW_TRY( fw_areas_find( c->allocator, areas, to_x, to_y, &there ) );
		if ( areas->areas[there].looked_at_for != here )
		{
			areas->areas[there].looked_at_for = here;
			if ( !was_visited( c, there ) )
			{
				judge( c, here, there, best );
			}
		}
	}
	return FW_OK;
}

static int32_t larger( int32_t a, int32_t b )
{
	return a > b ? a : b;
}

// With this margin the window of a leg holds both of its areas.
static int32_t margin_of( const compass* c, int32_t here, int32_t there, fw_footing at )
{
	const fw_area* a = &c->areas->areas[here];
	const fw_area* b = &c->areas->areas[there];
	const int32_t left = ( at.x < b->x ? at.x : b->x ) - ( a->x0 < b->x0 ? a->x0 : b->x0 );
	const int32_t up = ( at.y < b->y ? at.y : b->y ) - ( a->y0 < b->y0 ? a->y0 : b->y0 );
	const int32_t right = larger( a->x1, b->x1 ) - larger( at.x, b->x );
	const int32_t down = larger( a->y1, b->y1 ) - larger( at.y, b->y );
	return larger( c->areas->side, larger( larger( left, right ), larger( up, down ) ) );
}

static fw_status ahead_compass( fw_legs_state* own, const fw_task* task, fw_footing at )
{
	const fw_plan* plan = task->plan;
	fw_trail* trail = plan->legs.trail != NULL ? plan->legs.trail : &own->own;
	compass c = { .allocator = &own->done.allocator, .areas = &own->areas, .trail = trail, .goal = plan->goal };
	int32_t here = 0;
	c.has_goal = fw_legs_stand_at( at.space, c.goal.x, c.goal.y, 1, &c.goal_at );
	FW_TRY( own->count == 0 ? fw_areas_begin( c.allocator, c.areas, at.space, &plan->legs ) : FW_OK );
	const fw_trail_tile tile = { at.x, at.y };
	const fw_trail_tile from = own->count == 0 ? fw_trail_begin( trail, plan, at.space, tile ) : tile;
	FW_TRY( fw_areas_find( c.allocator, c.areas, from.x, from.y, &here ) );
	FW_TRY( was_visited( &c, here ) ? FW_OK : fw_trail_add( trail, from ) );
	if ( holds_goal( &c, here ) )
	{
		return fw_legs_go_to( own, task, 0, 0, true, margin_of( &c, here, here, at ) );
	}
	neighbor_area best = { .turn = AWAY, .distance = -1.0, .id = INT32_MAX }; // only what leads less far away is better
	FW_TRY( look_around( &c, here, &best ) );
	const double scale = plan->legs.regions != NULL ? 1.0 : plan->legs.side; // drawn regions may be of any size
	const double allowed = STEPS_FACTOR * floor( fw_legs_distance( trail->from, c.goal ) / scale ) + STEPS_MORE;
	if ( best.turn >= AWAY || trail->count > allowed )
	{
		return fw_take_end( task, FW_UNREACHABLE, FW_REASON_DEAD_END );
	}
	const fw_area* to = &c.areas->areas[best.index];
	return fw_legs_go_to( own, task, to->x, to->y, false, margin_of( &c, here, best.index, at ) );
}

static fw_status next_compass( void* state, const fw_task* task )
{
	return fw_legs_next( state, task, ahead_compass );
}

const fw_strategy fw_compass_strategy = FW_LEGS_STRATEGY( next_compass );

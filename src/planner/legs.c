// SPDX-License-Identifier: MIT
// Legs of a tile path, one search after the other; and the method "midpoint".
#include "planner/legs.h"

#include "path/path.h"

#include <math.h>

#define METHOD "astar" // of every leg

void fw_legs_free( void* state )
{
	fw_legs* legs = state;
	fw_free( &legs->done.allocator, legs->visited, (size_t)legs->visited_capacity, sizeof( *legs->visited ) );
}

size_t fw_legs_memory( const void* state )
{
	return (size_t)( (const fw_legs*)state )->visited_capacity * sizeof( uint32_t );
}

bool fw_legs_tile( const fw_space* space, double x, double y, int32_t reach, fw_legs_place* at )
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
				*at = ( fw_legs_place ){ space, cx, cy };
			}
		}
	}
	return nearest < INFINITY;
}

// The whole path is not searched for, but what A* says of it before it expands anything holds.
static fw_next probe( fw_legs* legs, const fw_task* task )
{
	fw_next step = fw_take_search( task, task->plan, fw_method_find( METHOD ), 0 );
	step.kind = FW_TAKE_PROBE;
	legs->knows = false;
	legs->last = false;
	legs->count = 0;
	legs->visited_count = 0;
	fw_path_clear( &legs->done, task->plan->start );
	return step;
}

fw_next fw_legs_to( fw_legs* legs, const fw_task* task, int32_t x, int32_t y, bool last, int32_t margin )
{
	if ( task->left < 0 )
	{
		return fw_take_end( task, FW_OUT_OF_BUDGET, FW_REASON_EXPANSIONS );
	}
	fw_plan* leg = fw_change_plan( task );
	if ( legs->done.count > 0 )
	{
		const fw_vec2 from = legs->done.segments[legs->done.count - 1].to;
		leg->start = ( fw_pose ){ from.x, from.y, 0.0 };
		leg->start_any_heading = true;
	}
	if ( !last )
	{
		leg->goal = ( fw_pose ){ x + 0.5, y + 0.5, 0.0 };
		leg->goal_tolerance = 0.0;
	}
	leg->options.window = margin;
	legs->last = last;
	legs->count++;
	fw_next step = fw_take_search( task, leg, fw_method_find( METHOD ), task->left );
	step.lead = legs->done.count > 0 ? &legs->done : NULL;
	return step;
}

static fw_next go_on( fw_legs* legs, const fw_task* task, fw_legs_ahead ahead )
{
	fw_legs_place at = { 0 };
	fw_status status = FW_OK;
	fw_path* leg = &task->result->path;
	if ( legs->knows )
	{
		legs->done.start = legs->done.count == 0 ? leg->start : legs->done.start;
		status = fw_append_segments( &legs->done, leg, 0, leg->count );
	}
	if ( status == FW_OK )
	{
		status = legs->last ? fw_path_copy( leg, &legs->done )
		                    : fw_cache_space( task->cache, &task->plan->unit, FW_ANY_LATTICE, &at.space );
	}
	if ( status != FW_OK || legs->last )
	{
		return status == FW_OK ? fw_take_path( task, FW_BRANCH_LEGS ) : fw_take_failure( status );
	}
	const fw_vec2 end = fw_path_tip( leg );
	at.x = (int32_t)end.x;
	at.y = (int32_t)end.y;
	if ( !legs->knows && !fw_legs_tile( at.space, task->plan->start.x, task->plan->start.y, 1, &at ) )
	{
		return fw_take_end( task, FW_UNREACHABLE, FW_REASON_EXHAUSTED );
	}
	legs->knows = true;
	return ahead( legs, task, at );
}

fw_next fw_legs_next( fw_legs* legs, const fw_task* task, fw_legs_ahead ahead )
{
	const fw_outcome outcome = task->result->outcome;
	const bool goes_on = outcome == ( legs->knows ? FW_FOUND : FW_RUNNING );
	return task->begins ? probe( legs, task ) : goes_on ? go_on( legs, task, ahead ) : fw_take_its_end( task );
}

// Midpoints: the line to the goal is cut into legs of at most 40 tiles, and A* plans each of them in a window of 60
// x 60. Source: M. Pinter, "Toward More Realistic Pathfinding" (2001), "Hierarchical Pathfinding". Differs from it: a
// midpoint where the unit does not stand gives way to the nearest tile within a small distance where it does.
#define LEG 40.0  // tiles along each axis, by the source
#define MARGIN 10 // by the source: 60 x 60 tiles round a leg of 40
#define SHIFT 6   // tiles that a midpoint may give way: see docs/algorithms/midpoint.md

static int32_t midpoint_legs( const fw_plan* plan )
{
	const double distance = fmax( fabs( plan->goal.x - plan->start.x ), fabs( plan->goal.y - plan->start.y ) );
	return distance > LEG ? (int32_t)ceil( distance / LEG ) : 1;
}

static fw_next midpoint_ahead( fw_legs* legs, const fw_task* task, fw_legs_place at )
{
	const fw_plan* plan = task->plan;
	const int32_t leg = legs->count + 1;
	const bool last = leg == midpoint_legs( plan );
	const double share = (double)leg / midpoint_legs( plan );
	const double x = plan->start.x + share * ( plan->goal.x - plan->start.x );
	const double y = plan->start.y + share * ( plan->goal.y - plan->start.y );
	if ( !last && !fw_legs_tile( at.space, x, y, SHIFT, &at ) )
	{
		return fw_take_end( task, FW_UNREACHABLE, FW_REASON_NO_MIDPOINT );
	}
	return fw_legs_to( legs, task, at.x, at.y, last, MARGIN );
}

static fw_next next_midpoint( void* state, const fw_task* task )
{
	fw_legs* legs = state;
	fw_next step = fw_legs_next( legs, task, midpoint_ahead );
	// Start and goal are connected, so what is not is the midpoint: on an island, or behind the one that it is on.
	const bool cut_off = legs->knows && step.kind == FW_TAKE_END && step.reason == FW_REASON_OTHER_REGION;
	step.outcome = cut_off ? FW_UNREACHABLE : step.outcome;
	step.reason = cut_off ? FW_REASON_NO_MIDPOINT : step.reason;
	return step;
}

const fw_strategy fw_midpoint_strategy = FW_LEGS_STRATEGY( next_midpoint );

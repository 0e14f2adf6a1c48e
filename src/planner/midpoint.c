// SPDX-License-Identifier: MIT
// Midpoints: the line to the goal is cut into legs of at most 40 tiles, and A* plans each of them in a window of 60
// x 60. Source: M. Pinter, "Toward More Realistic Pathfinding" (2001), "Hierarchical Pathfinding". Differs from it: a
// midpoint where the unit does not stand gives way to the nearest tile within a small distance where it does.
#include "planner/legs.h"

#include <math.h>
#include <stdlib.h>

#define LEG 40.0  // tiles along each axis, by the source
#define MARGIN 10 // by the source: 60 x 60 tiles round a leg of 40
#define SHIFT 6   // tiles that a midpoint may give way: see docs/algorithms/midpoint.md

static int32_t legs_of( const fw_plan* plan )
{
	const double distance = fmax( fabs( plan->goal.x - plan->start.x ), fabs( plan->goal.y - plan->start.y ) );
	return distance > LEG ? (int32_t)ceil( distance / LEG ) : 1;
}

static fw_next ahead( fw_legs* legs, const fw_task* task, fw_legs_place at )
{
	const fw_plan* plan = task->plan;
	const int32_t leg = legs->count + 1;
	const bool last = leg == legs_of( plan );
	const double share = (double)leg / legs_of( plan );
	const double x = plan->start.x + share * ( plan->goal.x - plan->start.x );
	const double y = plan->start.y + share * ( plan->goal.y - plan->start.y );
	if ( !last && !fw_legs_tile( at.space, x, y, SHIFT, &at ) )
	{
		return fw_take_end( task, FW_UNREACHABLE, FW_REASON_NO_MIDPOINT );
	}
	return fw_legs_to( legs, task, at.x, at.y, last, MARGIN );
}

static fw_next next( void* state, const fw_task* task )
{
	fw_legs* legs = state;
	fw_next step = fw_legs_next( legs, task, ahead );
	// Start and goal are connected, so what is not is the midpoint: on an island, or behind the one that it is on.
	const bool cut_off = legs->knows && step.kind == FW_TAKE_END && step.reason == FW_REASON_OTHER_REGION;
	step.outcome = cut_off ? FW_UNREACHABLE : step.outcome;
	step.reason = cut_off ? FW_REASON_NO_MIDPOINT : step.reason;
	return step;
}

const fw_strategy fw_midpoint_strategy = { sizeof( fw_legs ), fw_legs_open, fw_legs_close,
                                           fw_legs_memory,    next,         fw_legs_prepare };

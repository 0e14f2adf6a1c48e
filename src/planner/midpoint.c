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

enum
{
	BEGIN,
	LEG_DONE, // and so many of them, less one
};

static int32_t legs_of( const fw_plan* query )
{
	const double far = fmax( fabs( query->goal.x - query->start.x ), fabs( query->goal.y - query->start.y ) );
	return far > LEG ? (int32_t)ceil( far / LEG ) : 1;
}

// The tile of a midpoint: its own, or the nearest round it. False where there is none.
static bool find_tile( const fw_space* space, const fw_plan* query, int32_t leg, int32_t legs, int32_t* x, int32_t* y )
{
	const double share = (double)leg / legs;
	const double mx = query->start.x + share * ( query->goal.x - query->start.x );
	const double my = query->start.y + share * ( query->goal.y - query->start.y );
	double nearest = INFINITY;
	for ( int32_t dy = -SHIFT; dy <= SHIFT; dy++ )
	{
		for ( int32_t dx = -SHIFT; dx <= SHIFT; dx++ )
		{
			const int32_t cx = (int32_t)floor( mx ) + dx;
			const int32_t cy = (int32_t)floor( my ) + dy;
			const double far = dx == 0 && dy == 0 ? -1.0 : fw_length( cx + 0.5 - mx, cy + 0.5 - my );
			if ( far < nearest && fw_space_stands( space, cx, cy ) )
			{
				nearest = far;
				*x = cx;
				*y = cy;
			}
		}
	}
	return nearest < INFINITY;
}

static fw_status go( fw_job* job, int32_t leg )
{
	const fw_space* space = NULL;
	const int32_t legs = legs_of( &job->aim );
	int32_t x = 0;
	int32_t y = 0;
	const fw_status status = fw_legs_space( job, &space );
	if ( status == FW_OK && leg < legs && !find_tile( space, &job->aim, leg, legs, &x, &y ) )
	{
		fw_job_fail( job, FW_UNREACHABLE, FW_REASON_NO_MIDPOINT );
		return FW_OK;
	}
	return status == FW_OK ? fw_legs_go( job, LEG_DONE + leg - 1, x, y, leg == legs, MARGIN ) : status;
}

fw_status fw_midpoint_next( fw_job* job )
{
	const int32_t leg = job->phase - LEG_DONE + 1; // that has ended
	if ( job->phase == BEGIN )
	{
		bool goes_on;
		int32_t x;
		int32_t y;
		const fw_status status = fw_legs_begin( job, &goes_on, &x, &y );
		return status == FW_OK && goes_on ? go( job, 1 ) : status;
	}
	if ( job->result->outcome != FW_FOUND )
	{
		// Start and goal are connected, so what is not is the midpoint: on an island, or behind the one that it is on.
		if ( job->result->reason == FW_REASON_OTHER_REGION )
		{
			fw_job_fail( job, FW_UNREACHABLE, FW_REASON_NO_MIDPOINT );
		}
		return FW_OK;
	}
	const fw_status status = fw_legs_add( job );
	return status != FW_OK ? status : leg < legs_of( &job->aim ) ? go( job, leg + 1 ) : fw_legs_finish( job );
}

// SPDX-License-Identifier: MIT
// Legs of a walk, one search after the other.
#include "planner/legs.h"

#include "planner/passes.h"

#include <math.h>

static const fw_method* walker( void )
{
	return fw_method_find( "astar" );
}

fw_status fw_legs_space( fw_job* job, const fw_space** space )
{
	return fw_stock_space( job->stock, &job->aim.unit, FW_LATTICE_TILES, true, space );
}

bool fw_legs_tile( const fw_space* space, fw_pose pose, int32_t* x, int32_t* y )
{
	const int32_t own_x = (int32_t)floor( pose.x );
	const int32_t own_y = (int32_t)floor( pose.y );
	double nearest = INFINITY;
	for ( int32_t cy = own_y - 1; cy <= own_y + 1; cy++ )
	{
		for ( int32_t cx = own_x - 1; cx <= own_x + 1; cx++ )
		{
			const bool own = cx == own_x && cy == own_y;
			const double far = own ? -1.0 : fw_length( cx + 0.5 - pose.x, cy + 0.5 - pose.y );
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

fw_status fw_legs_begin( fw_job* job, bool* goes_on, int32_t* x, int32_t* y )
{
	const fw_space* space = NULL;
	*goes_on = false;
	if ( !fw_grid_is_plain( job->stock->grid, job->aim.unit.capabilities ) )
	{
		return FW_ERR_UNSUPPORTED;
	}
	// The whole way is not searched for, but what A* says of it before it begins holds.
	fw_status status = fw_job_search( job, 0, &job->aim, walker(), 0 );
	status = status == FW_OK ? fw_search_result( job->search, job->result ) : status;
	job->lease.active = false;
	job->report.searches -= status == FW_OK ? 1 : 0;
	if ( status != FW_OK || job->result->outcome != FW_RUNNING )
	{
		return status;
	}
	status = fw_legs_space( job, &space );
	fw_path_clear( &job->parts[FW_LEGS_DONE], job->aim.start );
	*goes_on = status == FW_OK && fw_legs_tile( space, job->aim.start, x, y );
	if ( status == FW_OK && !*goes_on )
	{
		fw_job_fail( job, FW_UNREACHABLE, FW_REASON_EXHAUSTED );
	}
	return status;
}

static fw_vec2 end_of( const fw_path* path )
{
	return path->count > 0 ? path->segments[path->count - 1].to : ( fw_vec2 ){ path->start.x, path->start.y };
}

fw_status fw_legs_go( fw_job* job, int32_t phase, int32_t x, int32_t y, bool last, int32_t margin )
{
	int64_t left;
	if ( !fw_job_left( job, &left ) )
	{
		fw_job_fail( job, FW_OUT_OF_BUDGET, FW_REASON_EXPANSIONS );
		return FW_OK;
	}
	fw_plan leg = job->aim;
	const fw_vec2 from = end_of( &job->parts[FW_LEGS_DONE] );
	if ( job->parts[FW_LEGS_DONE].count > 0 )
	{
		leg.start = ( fw_pose ){ from.x, from.y, 0.0 };
		leg.start_any_heading = true;
	}
	if ( !last )
	{
		leg.goal = ( fw_pose ){ x + 0.5, y + 0.5, 0.0 };
		leg.goal_tolerance = 0.0;
	}
	leg.options.window = margin;
	const fw_status status = fw_job_search( job, phase, &leg, walker(), left );
	job->leads = true;
	return status;
}

fw_status fw_legs_add( fw_job* job )
{
	fw_path* walk = &job->parts[FW_LEGS_DONE];
	const fw_path* leg = &job->result->path;
	if ( walk->count == 0 )
	{
		fw_path_clear( walk, leg->start );
	}
	return fw_append_segments( walk, leg, 0, leg->count );
}

fw_status fw_legs_finish( fw_job* job )
{
	bool found = true;
	const bool any_heading = job->aim.goal_any_heading;
	fw_path* path = &job->result->path;
	fw_status status = fw_path_copy( path, &job->parts[FW_LEGS_DONE] );
	if ( status == FW_OK && fw_has_passes( &job->aim, walker() ) )
	{
		status = fw_goes_along( &job->aim, walker() )
		             ? fw_turn_along( job->stock, &job->aim, any_heading, path, &found )
		             : fw_run_passes( job->stock, &job->aim, walker(), any_heading, path );
	}
	if ( status == FW_OK && !found )
	{
		fw_job_fail( job, FW_UNREACHABLE, FW_REASON_NO_TURN );
		return FW_OK;
	}
	fw_job_done( job, FW_BRANCH_LEGS );
	return status;
}

fw_status fw_legs_prepare( fw_stock* stock, const fw_plan* plan )
{
	fw_map map;
	const fw_primitives* turns;
	const fw_status status = fw_stock_map( stock, plan, walker(), &map );
	return status == FW_OK && fw_goes_along( plan, walker() ) ? fw_find_along( stock, plan, &turns ) : status;
}

// SPDX-License-Identifier: MIT
// The path so far of a plan on its way.
#include "path/path.h"
#include "planner/job.h"
#include "planner/passes.h"
#include "roads/roads.h"

// What leads to where the last search began, and on to the best that it knows.
static fw_status join( fw_job* job, fw_path* path )
{
	const fw_path* lead = &job->parts[0];
	const fw_path* tip = &job->tip.path;
	if ( job->led && !job->leads )
	{
		return FW_OK; // from somewhere on the way
	}
	if ( !job->led )
	{
		return fw_path_copy( path, tip );
	}
	fw_status status = fw_path_copy( path, lead );
	const fw_vec2 end =
	    lead->count > 0 ? lead->segments[lead->count - 1].to : ( fw_vec2 ){ lead->start.x, lead->start.y };
	// A search over a gap begins before the end of what leads there.
	if ( status == FW_OK && end.x == tip->start.x && end.y == tip->start.y )
	{
		status = fw_append_segments( path, tip, 0, tip->count );
	}
	return status;
}

// Does the plan want turns where the search knows none?
static bool wants_turns( const fw_job* job )
{
	const uint32_t headings = job->searched->traits & FW_TRAIT_HEADINGS;
	return job->plan.unit.turning_radius > 0.0 && headings == 0 &&
	       ( job->plan.turning == FW_TURNING_ALONG || ( job->method->traits & FW_TRAIT_HEADINGS ) != 0 );
}

// Does a path of the last search suit the plan's unit? The walk that cones are put around may be that of a smaller one,
// which goes where the unit cannot; turns along it are the unit's own.
static bool suits( const fw_job* job )
{
	// What was searched among cones that are no more cannot be looked at.
	const bool gone = job->searched_stock == &job->work.near && job->work.cones == NULL;
	return job->searched != NULL && !gone && ( !job->searched_smaller || wants_turns( job ) );
}

// The path so far on the map that was searched last.
static fw_status find( fw_job* job, fw_path* path )
{
	fw_stock* stock = job->searched_stock;
	// None was made there where the walk alone was searched for, on another map.
	fw_status status = fw_grid_add_layer( stock->grid, job->plan.unit.capabilities, NULL );
	status = status == FW_OK ? fw_search_best( job->search, &job->tip, NULL ) : status;
	if ( status == FW_ERR_UNSUPPORTED && job->led && job->leads )
	{
		fw_path_clear( &job->tip.path, job->plan.start );
		status = FW_OK;
	}
	status = status == FW_OK ? join( job, path ) : status;
	if ( status == FW_OK && path->count > 0 )
	{
		status = wants_turns( job ) ? fw_turn_as_far( stock, &job->plan, path )
		                            : fw_run_passes( stock, &job->plan, job->searched, true, path );
	}
	return status;
}

fw_status fw_job_trace( fw_job* job, fw_result* result )
{
	fw_path* path = &result->path;
	fw_path_clear( path, job->plan.start );
	result->length = 0.0;
	result->cost = 0.0;
	if ( !suits( job ) )
	{
		return FW_OK;
	}
	const fw_status status = find( job, path );
	if ( status != FW_OK || path->count == 0 )
	{
		fw_path_clear( path, job->plan.start );
		return status;
	}
	const fw_smoother smoother = fw_plan_smoother( job->searched_stock, &job->plan );
	result->length = path->length;
	result->cost = fw_smoother_cost( &smoother, path );
	if ( job->searched_stock == &job->work.near )
	{
		const fw_rect part = fw_cones_part( job->work.cones );
		fw_path_move( path, part.x, part.y );
	}
	return FW_OK;
}

// SPDX-License-Identifier: MIT
// The path so far of a plan on its way.
#include "planner/job.h"
#include "planner/passes.h"

// What leads to where the last search began, and on to the best that it knows.
static fw_status join( fw_job* job, fw_path* path )
{
	const fw_path* lead = &job->parts[0];
	const fw_path* tip = &job->tip.path;
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
	return job->plan.query.unit.turning_radius > 0.0 && headings == 0 &&
	       ( job->plan.turns == FW_TURNING_ALONG || ( job->method->traits & FW_TRAIT_HEADINGS ) != 0 );
}

fw_status fw_job_trace( fw_job* job, fw_result* result )
{
	const fw_smoother smoother = fw_plan_smoother( job->stock, &job->plan );
	fw_path* path = &result->path;
	fw_path_clear( path, job->plan.query.start );
	result->length = 0.0;
	result->cost = 0.0;
	if ( job->searched == NULL )
	{
		return FW_OK;
	}
	fw_status status = fw_search_best( job->search, &job->tip );
	if ( status == FW_ERR_UNSUPPORTED && job->led )
	{
		fw_path_clear( &job->tip.path, job->plan.query.start );
		status = FW_OK;
	}
	status = status == FW_OK ? join( job, path ) : status;
	if ( status == FW_OK && path->count > 0 )
	{
		status = wants_turns( job ) ? fw_turn_as_far( job->stock, &job->plan, path )
		                            : fw_run_passes( job->stock, &job->plan, job->searched, true, path );
	}
	if ( status != FW_OK )
	{
		fw_path_clear( path, job->plan.query.start );
		return status;
	}
	result->length = path->length;
	result->cost = fw_smoother_cost( &smoother, path );
	return FW_OK;
}

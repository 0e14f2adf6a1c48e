// SPDX-License-Identifier: MIT
// The path so far of a plan under way.
#include "path/path.h"
#include "planner/job.h"
#include "search/engine.h"

// What leads to where the last search began, and on to the best that it knows.
static fw_status join( fw_job* job, fw_path* path )
{
	const fw_path* lead = job->step.lead;
	const fw_path* tip = &job->tip.path;
	if ( lead == NULL )
	{
		return fw_path_copy( path, tip );
	}
	fw_status status = fw_path_copy( path, lead );
	const fw_vec2 end = fw_path_tip( lead );
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
	const uint32_t headings = job->step.method->traits & FW_TRAIT_HEADINGS;
	return job->plan.unit.turning_radius > 0.0 && headings == 0 &&
	       ( job->plan.turning == FW_TURNING_ALONG ||
	         ( job->settled.resolved.method->traits & FW_TRAIT_HEADINGS ) != 0 );
}

// Does a path of the last search suit the plan's unit? The tile path that cones are put around may be that of a smaller
// one, which goes where the unit cannot; turns along it are the unit's own.
static bool suits( const fw_job* job )
{
	// What was searched among cones that are no more cannot be looked at.
	const bool there = job->step.cache != NULL && job->step.cache->grid != NULL;
	return there && ( job->step.plan->unit.radius >= job->plan.unit.radius || wants_turns( job ) );
}

static fw_status run_passes( fw_job* job, fw_result* result )
{
	bool found;
	fw_passes passes = fw_passes_of( job->shared->grid, &job->plan, job->step.method );
	passes.any_heading = true;
	passes.timed = false;
	passes.measure = true;
	if ( wants_turns( job ) )
	{
		FW_TRY( fw_turn_as_far( job->step.cache, &job->plan, &result->path ) );
		passes = ( fw_passes ){ .curves = true, .measure = true };
	}
	return fw_passes_run( job->step.cache, &job->plan, &passes, result, &found, NULL );
}

// The path so far on the map that was searched last.
static fw_status find( fw_job* job, fw_result* result )
{
	// None was made there where only the tile path was searched for, on another map.
	fw_status status = fw_grid_add_layer( job->step.cache->grid, job->plan.unit.capabilities, NULL );
	status = status == FW_OK ? fw_search_best( job->search, &job->tip, NULL ) : status;
	if ( status == FW_ERR_UNSUPPORTED && job->step.lead != NULL )
	{
		fw_path_clear( &job->tip.path, job->plan.start );
		status = FW_OK;
	}
	status = status == FW_OK ? join( job, &result->path ) : status;
	return status == FW_OK && result->path.count > 0 ? run_passes( job, result ) : status;
}

fw_status fw_job_trace( fw_job* job, fw_result* result )
{
	fw_path* path = &result->path;
	fw_path_clear( path, job->plan.start );
	const fw_status status = suits( job ) ? find( job, result ) : FW_OK;
	if ( status != FW_OK || path->count == 0 )
	{
		fw_path_clear( path, job->plan.start );
		result->length = 0.0;
		result->cost = 0.0;
	}
	else if ( job->step.offset.x != 0.0 || job->step.offset.y != 0.0 )
	{
		fw_path_move( path, job->step.offset.x, job->step.offset.y );
	}
	return status;
}

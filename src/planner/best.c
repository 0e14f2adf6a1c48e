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
	FW_TRY( fw_path_copy( path, lead != NULL ? lead : tip ) );
	const fw_vec2 end = fw_path_tip( path );
	// A search over a gap begins before the end of what leads there.
	const bool meets = lead != NULL && end.x == tip->start.x && end.y == tip->start.y;
	return meets ? fw_path_append_all( path, tip->segments, tip->count ) : FW_OK;
}

// Does the plan want turns where the search knows none?
static bool wants_turns( const fw_job* job )
{
	const uint32_t headings = job->step.method->traits & FW_TRAIT_HEADINGS;
	return job->plan.unit.turning_radius > 0.0 && headings == 0 &&
	       ( job->plan.turning == FW_TURNING_ALONG ||
	         ( job->plan.turning == FW_TURNING_RECALCULATE && job->plan.unit.outline.count > 0 ) ||
	         ( job->settled.resolved.method->traits & FW_TRAIT_HEADINGS ) != 0 );
}

// Does a path of the last search suit the plan's unit? The tile path that cones are put around may be that of a smaller
// one, which goes where the unit cannot; turns along it are the unit's own.
static bool suits( const fw_job* job )
{
	// What was searched among cones that are no more cannot be looked at.
	const bool there = job->step.cache != NULL && job->step.cache->grid != NULL;
	return there && ( job->step.plan.unit.radius >= job->plan.unit.radius || wants_turns( job ) );
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
		fw_smooth48_def turns = fw_plan_turns( &job->plan, true );
		turns.partial = true;
		FW_TRY( fw_turn_along( job->step.cache, &job->plan, turns, false, &result->path, &found, NULL ) );
		passes = ( fw_passes ){ .curves = true,
		                        .smooth = job->plan.smooth,
		                        .clean_up = job->plan.clean_up,
		                        .any_heading = true,
		                        .measure = true };
	}
	return fw_passes_run( job->step.cache, &job->plan, &passes, result, &found, NULL );
}

// The path so far on the map that was searched last.
static fw_status find( fw_job* job, fw_result* result )
{
	// None was made there where only the tile path was searched for, on another map.
	FW_TRY( fw_grid_add_layer( job->step.cache->grid, job->plan.unit.capabilities, NULL ) );
	const fw_status status = fw_search_best( job->search, &job->tip, NULL );
	const bool has_none = status == FW_ERR_UNSUPPORTED && job->step.lead != NULL;
	FW_TRY( has_none ? FW_OK : status );
	if ( has_none )
	{
		fw_path_clear( &job->tip.path, job->plan.start );
	}
	FW_TRY( join( job, &result->path ) );
	return result->path.count > 0 ? run_passes( job, result ) : FW_OK;
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

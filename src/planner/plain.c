// SPDX-License-Identifier: MIT
// The plan of a method of the table of searches: one search, or a first, short try on the plan's lattice and one on all
// half-tile points, where turns find room that tile centers do not have. The finer lattice holds all poses of the
// coarser one, so its word is final.
#include "planner/job.h"
#include "planner/passes.h"
#include "planner/timed.h"

enum
{
	BEGIN,
	FIRST,
	LAST,
};

bool fw_plain_has_second_try( const fw_plan* plan, const fw_method* method )
{
	const bool headings = ( method->traits & FW_TRAIT_HEADINGS ) != 0;
	// Rings of one and two tiles turn by loops, of which half-tile points have none.
	const bool small_ring = method->ring == 1 || method->ring == 2;
	return headings && plan->retry && plan->lattice == FW_LATTICE_GAPS && !small_ring;
}

static fw_status begin( fw_job* job, int64_t limit )
{
	const bool twice = fw_plain_has_second_try( &job->aim, job->method );
	// Speeds and charges take many more nodes, so there the finer lattice waits until the coarser one is exhausted.
	const bool timed = ( job->method->traits & FW_TRAIT_SPEED ) != 0 || job->aim.options.turn_charge > 0.0;
	const int64_t first = timed || ( limit > 0 && limit < FW_FIRST_TRY ) ? limit : FW_FIRST_TRY;
	return fw_job_search( job, twice ? FIRST : LAST, &job->aim, job->method, twice ? first : limit );
}

static fw_status clean_timed( fw_job* job )
{
	const fw_smoother smoother = fw_plan_smoother( job->stock, &job->aim );
	fw_result* result = job->result;
	const fw_status status =
	    fw_timed_clean_up( &smoother, &job->aim, !job->aim.goal_any_heading, &result->path, &result->cost );
	result->length = result->path.length;
	return status;
}

static fw_status finish( fw_job* job, fw_branch branch )
{
	const bool any_heading = job->aim.goal_any_heading;
	job->report.branch = job->result->outcome == FW_FOUND ? branch : FW_BRANCH_NONE;
	if ( job->result->outcome != FW_FOUND || job->route != NULL || !fw_has_passes( &job->aim, job->method ) )
	{
		return FW_OK;
	}
	if ( ( job->method->traits & FW_TRAIT_SPEED ) != 0 )
	{
		return clean_timed( job );
	}
	bool found = true;
	const fw_status status = fw_goes_along( &job->aim, job->method )
	                             ? fw_turn_along( job->stock, &job->aim, any_heading, &job->result->path, &found )
	                             : fw_run_passes( job->stock, &job->aim, job->method, any_heading, &job->result->path );
	if ( status == FW_OK && !found )
	{
		job->report.branch = FW_BRANCH_NONE;
		fw_job_fail( job, FW_UNREACHABLE, FW_REASON_NO_TURN );
		return FW_OK;
	}
	fw_job_done( job, branch );
	return status;
}

fw_status fw_plain_next( fw_job* job )
{
	int64_t left = 0;
	const bool goes_on = fw_job_left( job, &left );
	if ( job->phase == BEGIN )
	{
		return begin( job, left );
	}
	const bool tight = job->result->reason == FW_REASON_NO_TURN || job->result->outcome == FW_OUT_OF_BUDGET;
	if ( job->phase == FIRST && tight && goes_on )
	{
		fw_plan finer = job->aim;
		finer.lattice = FW_LATTICE_HALF;
		return fw_job_search( job, LAST, &finer, job->method, left );
	}
	const bool again = job->phase == LAST && fw_plain_has_second_try( &job->aim, job->method );
	return finish( job, again ? FW_BRANCH_FINER : FW_BRANCH_SEARCH );
}

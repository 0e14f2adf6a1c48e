// SPDX-License-Identifier: MIT
// The answer of a planner to a plan, at once and in slices.
#include "support_answer.h"

#include "fairway/queue.h"
#include "support.h"
#include "support_planner.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

// The same in slices of a few nodes.
static void run_sliced( fw_planner* planner, const fw_plan* plan, const fw_result* whole )
{
	fw_job* job = NULL;
	fw_result result;
	fw_outcome outcome = FW_RUNNING;
	fw_result_init( &result, NULL );
	assert_int_equal( fw_job_create( planner, &job ), FW_OK );
	assert_int_equal( fw_job_begin( job, plan, NULL ), FW_OK );
	for ( int64_t slice = 1; outcome == FW_RUNNING; slice = slice % 7 + 1 )
	{
		const int64_t before = result.counters.expanded;
		assert_int_equal( fw_job_step( job, slice, &outcome ), FW_OK );
		assert_int_equal( fw_job_result( job, &result ), FW_OK );
		assert_int_equal( result.outcome, outcome );
		assert_true( result.counters.expanded - before <= slice );
	}
	assert_int_equal( result.outcome, whole->outcome );
	assert_int_equal( result.reason, whole->reason );
	assert_memory_equal( &result.counters, &whole->counters, sizeof( result.counters ) );
	assert_true( fw_path_hash( &result.path ) == fw_path_hash( &whole->path ) );
	assert_true( result.length == whole->length && result.cost == whole->cost );
	fw_job_destroy( job );
	fw_result_free( &result );
}

answer answer_of( fw_planner* planner, const fw_grid* grid, const fw_plan* plan )
{
	fw_result result;
	fw_result_init( &result, NULL );
	assert_int_equal( fw_planner_run( planner, plan, &result, NULL ), FW_OK );
	const answer a = { result.outcome,
	                   result.reason,
	                   fw_planner_report( planner ),
	                   result.length,
	                   result.counters.expanded,
	                   fw_path_hash( &result.path ) };
	if ( result.outcome == FW_FOUND || result.outcome == FW_PARTIAL )
	{
		fw_pose goal = plan->goal;
		const bool on_spot = plan->unit.turning_radius == 0.0;
		const bool any = plan->goal_any_heading || result.outcome == FW_PARTIAL || on_spot;
		test_check_legal( grid, &plan->unit, &result.path );
		goal.heading = any ? (double)NAN : goal.heading;
		fw_pose start = plan->start;
		start.heading = plan->start_any_heading || on_spot ? (double)NAN : start.heading;
		if ( result.reason == FW_REASON_NONE || result.reason == FW_REASON_NO_TURN )
		{
			test_check_ends( &result.path, start, goal );
		}
		assert_int_not_equal( a.report.branch, FW_BRANCH_NONE );
	}
	else
	{
		assert_int_equal( result.path.count, 0 );
		assert_int_equal( a.report.branch, FW_BRANCH_NONE );
	}
	if ( a.expanded < 5000 )
	{
		run_sliced( planner, plan, &result );
	}
	fw_result_free( &result );
	return a;
}

answer answer_once( fw_grid* grid, const fw_plan* plan )
{
	fw_planner* planner = planner_make( grid );
	const answer a = answer_of( planner, grid, plan );
	fw_planner_destroy( planner );
	return a;
}

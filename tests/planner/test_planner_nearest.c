// SPDX-License-Identifier: MIT
// The planner where goals are out of reach: plans to the nearest tile, why, and what is left of the budget.
#include "fairway/planner.h"
#include "support.h"
#include "support_planner.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

// A goal on an island, in a wall and off the map: as near as can be.
static void test_nearest( void** state )
{
	(void)state;
	fw_grid* grid = test_grid( "..........\n"
	                           "......####\n"
	                           "......#..#\n"
	                           "......#..#\n"
	                           "......####\n"
	                           "..........\n" );
	fw_planner* planner = planner_make( grid );
	fw_result result = { 0 };
	const struct
	{
		fw_pose goal;
		double x, y; // where the path ends
		fw_reason reason;
	} cases[] = {
	    { { 7.5, 3.4, 0.0 }, 5.5, 3.5, FW_REASON_OTHER_REGION },
	    { { 8.9, 1.5, 0.0 }, 8.5, 0.5, FW_REASON_GOAL_BLOCKED },
	    { { 20.0, 7.0, 0.0 }, 9.5, 5.5, FW_REASON_GOAL_OFF_MAP },
	};
	const char* const methods[] = { "astar", "jps", "theta", "haastar-high", "aastar", NULL };
	for ( int32_t i = 0; i < 3 * 6; ++i )
	{
		fw_plan plan = planner_plan( 0.4, 0.0, test_center( 1, 3, 0 ), cases[i / 6].goal );
		plan.method = methods[i % 6];
		assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
		assert_int_equal( result.outcome, FW_UNREACHABLE );
		plan.nearest = true;
		assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
		assert_int_equal( result.outcome, FW_PARTIAL );
		assert_true( result.reason == cases[i / 6].reason || result.reason == FW_REASON_EXHAUSTED );
		const fw_pose end = fw_path_end( &result.path );
		assert_true( fabs( end.x - cases[i / 6].x ) < 1e-9 && fabs( end.y - cases[i / 6].y ) < 1e-9 );
		test_check_legal( grid, &plan.unit, &result.path );
		plan.goal = test_center( 4, 0, 0 );
		assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
		assert_int_equal( result.outcome, FW_FOUND );
		plan.start = test_center( 6, 2, 0 ); // in a wall
		assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
		assert_int_equal( result.outcome, FW_UNREACHABLE );
	}
	fw_plan plan = planner_plan( 0.4, 1.0, test_center( 1, 3, 0 ), test_center( 7, 3, 90 ) );
	plan.nearest = true;
	plan.goal_any_heading = false;
	assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
	assert_int_equal( result.outcome, FW_PARTIAL );
	test_check_legal( grid, &plan.unit, &result.path );
	const fw_pose end = fw_path_end( &result.path );
	assert_true( end.x == 5.5 && end.y == 3.5 );

	// The heading that the goal asks for does not count there, for the clean-up neither.
	const uint64_t hash = fw_path_hash( &result.path );
	plan.goal_any_heading = true;
	assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
	assert_int_equal( fw_path_hash( &result.path ), hash );

	// Where the unit cannot even get there, it is told why not to the goal.
	plan.start = test_center( 0, 3, 180 );
	plan.unit.turning_radius = 5.0;
	assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
	assert_int_equal( result.outcome, FW_UNREACHABLE );
	assert_int_equal( result.reason, FW_REASON_OTHER_REGION );

	plan.turning = FW_TURNING_ALONG;
	assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
	assert_int_equal( result.outcome, FW_UNREACHABLE );
	assert_int_equal( result.reason, FW_REASON_OTHER_REGION );
	assert_int_equal( result.path.count, 0 );

	// A tolerance is of the goal that cannot be reached, and what is left of the budget is all there is.
	plan = planner_plan( 0.4, 0.0, test_center( 1, 3, 0 ), cases[0].goal );
	plan.method = "aastar";
	plan.nearest = true;
	plan.goal_tolerance = 1.5;
	assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
	assert_int_equal( result.outcome, FW_PARTIAL );
	assert_true( fw_path_end( &result.path ).x == 5.5 );
	const int64_t all = result.counters.expanded;
	plan.options.max_expansions = all - 1;
	assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
	assert_true( result.outcome != FW_PARTIAL && result.counters.expanded <= all - 1 );
	fw_result_free( &result );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

int run_test_planner_nearest( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_nearest ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

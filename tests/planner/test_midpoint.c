// SPDX-License-Identifier: MIT
// Walks leg by leg, by midpoints and by the compass: what is found is legal and no shorter than the shortest; where
// they fail there is a reason, and the cases that are bound to fail do.
#include "fairway/grid.h"
#include "support.h"
#include "support_answer.h"
#include "support_planner.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static const char* const names[] = { "midpoint", "compass" };

static fw_plan plan_by( const char* method, fw_pose start, fw_pose goal )
{
	fw_plan plan = planner_plan( 0.4, 0.0, start, goal );
	plan.method = method;
	plan.smooth = false;
	return plan;
}

static void block( fw_grid* grid, int32_t x, int32_t y, int32_t width, int32_t height )
{
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ x, y, width, height }, FW_TERRAIN_OUT, NULL ), FW_OK );
}

// Open ground: legs of at most 40 tiles along each axis, the straight way by midpoints, a longer one by the compass.
static void test_open_ground( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 200, 100 );
	fw_plan plan = plan_by( "midpoint", test_center( 5, 10, 0 ), test_center( 185, 70, 0 ) );
	plan.smooth = true;
	answer a = answer_once( grid, &plan );
	assert_int_equal( a.outcome, FW_FOUND );
	assert_int_equal( a.report.branch, FW_BRANCH_LEGS );
	assert_int_equal( a.report.searches, 5 ); // 180 / 40, rounded up
	assert_true( a.length < 1.001 * sqrt( 180.0 * 180.0 + 60.0 * 60.0 ) );
	assert_true( a.expanded < 5 * 60 * 60 );
	plan.method = "compass";
	a = answer_once( grid, &plan );
	assert_int_equal( a.outcome, FW_FOUND );
	assert_true( a.report.searches >= 11 && a.report.searches <= 20 );
	// Within one square, and on the spot.
	plan.goal = test_center( 12, 12, 0 );
	for ( int32_t i = 0; i < 2; i++ )
	{
		plan.method = names[i];
		assert_int_equal( answer_once( grid, &plan ).report.searches, 1 );
	}
	plan.goal = plan.start;
	for ( int32_t i = 0; i < 2; i++ )
	{
		plan.method = names[i];
		assert_int_equal( answer_once( grid, &plan ).outcome, FW_FOUND );
	}
	fw_grid_destroy( grid );
}

// The pocket: three walls, open to the side from which the compass comes.
static void test_pocket( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 96, 48 );
	block( grid, 40, 6, 39, 2 );
	block( grid, 40, 36, 39, 2 );
	block( grid, 77, 6, 2, 32 );
	fw_plan plan = plan_by( "compass", test_center( 4, 22, 0 ), test_center( 92, 22, 0 ) );
	assert_int_equal( answer_once( grid, &plan ).outcome, FW_UNREACHABLE );
	assert_int_equal( answer_once( grid, &plan ).reason, FW_REASON_DEAD_END );
	assert_true( answer_once( grid, &plan ).expanded > 0 );
	// A leg whose way round the pocket is longer than its window.
	plan.method = "midpoint";
	assert_int_equal( answer_once( grid, &plan ).reason, FW_REASON_WINDOW );
	plan.method = "astar";
	assert_int_equal( answer_once( grid, &plan ).outcome, FW_FOUND );
	// Turned round, the compass slips past it.
	plan.method = "compass";
	plan.start = test_center( 92, 4, 0 );
	plan.goal = test_center( 4, 4, 0 );
	assert_int_equal( answer_once( grid, &plan ).outcome, FW_FOUND );
	fw_grid_destroy( grid );
}

// A midpoint in a wood: it gives way a little, but not out of a large one, nor into a clearing without a way in.
static void test_impossible_midpoints( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 90, 60 );
	fw_plan plan = plan_by( "midpoint", test_center( 5, 30, 0 ), test_center( 84, 30, 0 ) );
	block( grid, 42, 26, 5, 9 );
	assert_int_equal( answer_once( grid, &plan ).outcome, FW_FOUND );
	block( grid, 36, 22, 17, 17 );
	assert_int_equal( answer_once( grid, &plan ).reason, FW_REASON_NO_MIDPOINT );
	const int64_t none = answer_once( grid, &plan ).expanded;
	assert_int_equal( none, 0 );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 44, 30, 1, 1 }, FW_TERRAIN_GROUND, NULL ), FW_OK );
	assert_int_equal( answer_once( grid, &plan ).reason, FW_REASON_NO_MIDPOINT );
	assert_int_equal( answer_once( grid, &plan ).expanded, 0 );
	plan.method = "compass";
	assert_int_equal( answer_once( grid, &plan ).outcome, FW_FOUND );
	fw_grid_destroy( grid );
}

typedef struct tally
{
	int32_t found[2], failed[2], reachable;
	double length[2], shortest[2];
} tally;

static void compare( fw_planner* planner, const fw_grid* grid, fw_plan plan, tally* t )
{
	plan.method = "astar";
	const answer best = answer_of( planner, grid, &plan );
	t->reachable += best.outcome == FW_FOUND;
	for ( int32_t i = 0; i < 2; i++ )
	{
		plan.method = names[i];
		const answer a = answer_of( planner, grid, &plan );
		assert_true( answer_of( planner, grid, &plan ).hash == a.hash );
		if ( best.outcome != FW_FOUND )
		{
			assert_int_equal( a.outcome, best.outcome );
			assert_int_equal( a.reason, best.reason );
			assert_int_equal( a.expanded, 0 );
			continue;
		}
		t->found[i] += a.outcome == FW_FOUND;
		t->failed[i] += a.outcome != FW_FOUND;
		if ( a.outcome == FW_FOUND )
		{
			assert_true( plan.smooth || a.length >= best.length - 1e-9 );
			t->length[i] += a.length;
			t->shortest[i] += best.length;
		}
		else if ( i == 0 )
		{
			assert_true( a.reason == FW_REASON_NO_MIDPOINT || a.reason == FW_REASON_WINDOW );
		}
		else
		{
			// Legs of the compass lie in two squares that are connected: none of them fails.
			assert_int_equal( a.reason, FW_REASON_DEAD_END );
		}
	}
}

static void test_random_worlds( void** state )
{
	(void)state;
	test_random random = test_random_make( 71 );
	tally t = { 0 };
	for ( int32_t world = 0; world < test_rounds( 40 ); world++ )
	{
		const int32_t width = 20 + test_random_int( &random, 130 );
		const int32_t height = 20 + test_random_int( &random, 130 );
		fw_grid* grid = test_random_map( &random, width, height, test_random_real( &random, 0.02, 0.4 ) );
		fw_planner* planner = planner_make( grid );
		for ( int32_t problem = 0; problem < 20; problem++ )
		{
			const fw_pose start = test_random_center( &random, width, height, 0.0 );
			fw_plan plan = plan_by( "astar", start, test_random_center( &random, width, height, 0.0 ) );
			plan.smooth = problem % 4 == 3;
			plan.unit.size = problem % 5 == 4 ? 2 : 0;
			if ( problem % 6 == 5 && plan.unit.size == 0 )
			{
				plan.start.x += 0.07;
				plan.goal.y -= 0.07;
			}
			compare( planner, grid, plan, &t );
		}
		fw_planner_destroy( planner );
		fw_grid_destroy( grid );
	}
	print_message( "%d reachable; midpoint %d, %.3f times as long; compass %d, %.3f\n", t.reachable, t.found[0],
	               t.length[0] / t.shortest[0], t.found[1], t.length[1] / t.shortest[1] );
	assert_true( t.found[0] > test_rounds( 100 ) && t.found[1] > test_rounds( 100 ) );
	assert_true( t.failed[0] > test_rounds( 5 ) && t.failed[1] > test_rounds( 5 ) );
}

// Passes over the whole walk, as over one of A*.
static void test_turns( void** state )
{
	(void)state;
	test_random random = test_random_make( 62 );
	int32_t turned = 0;
	for ( int32_t world = 0; world < test_rounds( 20 ); world++ )
	{
		fw_grid* grid = test_random_map( &random, 90, 60, 0.04 );
		fw_planner* planner = planner_make( grid );
		for ( int32_t i = 0; i < 2; i++ )
		{
			fw_plan plan = plan_by( names[i], test_center( 3, 5 + world, 0 ), test_center( 86, 50 - world, 0 ) );
			plan.unit.turning_radius = 1.0;
			plan.start_any_heading = true;
			plan.turning = FW_TURNING_ALONG;
			assert_int_equal( fw_planner_prepare( planner, &plan, NULL ), FW_OK );
			const answer a = answer_of( planner, grid, &plan );
			turned += a.outcome == FW_FOUND;
			assert_true( a.outcome == FW_FOUND || a.reason != FW_REASON_NONE );
		}
		fw_planner_destroy( planner );
		fw_grid_destroy( grid );
	}
	assert_true( turned > test_rounds( 15 ) );
}

// More legs than a plan has other steps, on a map of roads that the plan heeds.
static void test_many_legs( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 4100, 3 );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 0, 0, 4100, 3 }, FW_TERRAIN_ROAD, NULL ), FW_OK );
	fw_plan plan = plan_by( "midpoint", test_center( 2, 1, 0 ), test_center( 4090, 1, 0 ) );
	plan.unit.capabilities |= FW_CAP_ROAD;
	const int64_t expanded = answer_once( grid, &plan ).expanded;
	plan.options.max_expansions = 2 * expanded;
	for ( fw_roads roads = FW_ROADS_NONE; roads <= FW_ROADS_ONLY; roads++ )
	{
		plan.roads = roads;
		const answer a = answer_once( grid, &plan );
		assert_int_equal( a.outcome, FW_FOUND );
		assert_int_equal( a.expanded, expanded );
		assert_int_equal( a.report.searches, 103 ); // 4088 / 40, rounded up
	}
	fw_grid_destroy( grid );
}

static void test_refused( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 60, 30 );
	fw_planner* planner = planner_make( grid );
	fw_result result = { 0 };
	fw_plan plan = plan_by( "compass", test_center( 3, 5, 0 ), test_center( 56, 20, 0 ) );
	plan.goal_tolerance = 2.0;
	assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_ERR_UNSUPPORTED );
	plan.method = "midpoint";
	assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
	assert_int_equal( result.outcome, FW_FOUND );
	// A limit counts over all legs.
	plan.goal_tolerance = 0.0;
	for ( int64_t limit = 1; limit < 60; limit += 7 )
	{
		plan.options.max_expansions = limit;
		plan.best_effort = true;
		for ( int32_t i = 0; i < 2; i++ )
		{
			plan.method = names[i];
			assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
			assert_true( result.counters.expanded <= limit );
			assert_true( result.outcome == FW_FOUND || result.outcome == FW_OUT_OF_BUDGET );
			test_check_legal( grid, &plan.unit, &result.path );
			assert_true( result.outcome == FW_FOUND || limit < 3 ||
			             test_distance_between( fw_path_end( &result.path ), plan.start ) > (double)limit * 0.5 );
		}
	}
	assert_int_equal( fw_grid_set_exits( grid, ( fw_rect ){ 0, 0, 2, 2 }, FW_EXIT_EAST, NULL ), FW_OK );
	for ( int32_t i = 0; i < 2; i++ )
	{
		plan.method = names[i];
		assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_ERR_UNSUPPORTED );
	}
	fw_result_free( &result );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

int run_test_midpoint( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_open_ground ),
	    cmocka_unit_test( test_pocket ),
	    cmocka_unit_test( test_impossible_midpoints ),
	    cmocka_unit_test( test_random_worlds ),
	    cmocka_unit_test( test_turns ),
	    cmocka_unit_test( test_many_legs ),
	    cmocka_unit_test( test_refused ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

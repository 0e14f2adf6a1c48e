// SPDX-License-Identifier: MIT
// Far ways leg by leg, on a map that changes on the way: legs join, and where one fails there is a reason.
#include "fairway/grid.h"
#include "fairway/motion.h"
#include "legs.h"
#include "support.h"
#include "support_answer.h"
#include "support_planner.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// The whole way at once is all of its legs, where the map stays as it is.
static void whole_is_all_legs( void** state )
{
	(void)state;
	test_random random = test_random_make( 1505 );
	static uint8_t regions[TILES_MAX];
	static const char* const names[] = { "compass", "midpoint" };
	int32_t found = 0;
	fw_result leg = { 0 };
	fw_trail* trail = NULL;
	assert_int_equal( fw_trail_create( NULL, &trail, NULL ), FW_OK );
	for ( int32_t round = 0; round < test_rounds( 120 ); round++ )
	{
		fw_grid* grid = test_random_map( &random, SIDE_MAX, SIDE_MAX, 0.05 );
		fw_planner* planner = planner_make( grid );
		fw_plan plan = planner_plan( 0.4, 0.0, test_random_center( &random, SIDE_MAX, SIDE_MAX, 0.0 ),
		                             test_random_center( &random, SIDE_MAX, SIDE_MAX, 0.0 ) );
		draw_regions( &random, regions, SIDE_MAX, SIDE_MAX );
		plan.method = names[round % 2];
		plan.smooth = false;
		plan.legs.regions = regions;
		plan.legs.length = 60; // so that the second of two midpoints is never asked for
		const answer whole = answer_of( planner, grid, &plan );
		double length = 0.0;
		plan.legs.trail = trail;
		do
		{
			assert_int_equal( fw_planner_run( planner, &plan, &leg, NULL ), FW_OK );
			length += leg.length;
			plan.start = fw_path_end( &leg.path );
		} while ( leg.outcome == FW_PARTIAL );
		assert_int_equal( leg.outcome, whole.outcome );
		assert_int_equal( leg.reason, whole.reason );
		assert_true( leg.outcome != FW_FOUND || fabs( length - whole.length ) < 1e-9 );
		found += leg.outcome == FW_FOUND;
		fw_planner_destroy( planner );
		fw_grid_destroy( grid );
	}
	fw_result_free( &leg );
	fw_trail_destroy( trail );
	assert_true( found > test_rounds( 40 ) );
}

// Each leg leads nearer to the goal, whatever its length.
static void midpoints_come_nearer( void** state )
{
	(void)state;
	test_random random = test_random_make( 1506 );
	fw_result leg = { 0 };
	fw_trail* trail = NULL;
	int32_t found = 0;
	assert_int_equal( fw_trail_create( NULL, &trail, NULL ), FW_OK );
	for ( int32_t round = 0; round < test_rounds( 60 ); round++ )
	{
		fw_grid* grid = test_random_map( &random, SIDE_MAX, SIDE_MAX, 0.04 );
		fw_planner* planner = planner_make( grid );
		fw_plan plan = planner_plan( 0.4, 0.0, test_random_center( &random, SIDE_MAX, SIDE_MAX, 0.0 ),
		                             test_random_center( &random, SIDE_MAX, SIDE_MAX, 0.0 ) );
		plan.method = "midpoint";
		plan.legs.length = 1 + test_random_int( &random, 20 );
		plan.legs.margin = test_random_int( &random, 30 );
		plan.legs.trail = trail;
		do
		{
			const fw_pose before = plan.start;
			assert_int_equal( fw_planner_run( planner, &plan, &leg, NULL ), FW_OK );
			plan.start = fw_path_end( &leg.path );
			const double was = fmax( fabs( plan.goal.x - before.x ), fabs( plan.goal.y - before.y ) );
			const double is = fmax( fabs( plan.goal.x - plan.start.x ), fabs( plan.goal.y - plan.start.y ) );
			assert_true( leg.outcome != FW_PARTIAL || is < was );
			if ( leg.outcome != FW_UNREACHABLE )
			{
				test_check_legal( grid, &plan.unit, &leg.path );
			}
			edit( &random, grid, plan.start );
		} while ( leg.outcome == FW_PARTIAL );
		assert_true( leg.outcome == FW_FOUND || leg.reason != FW_REASON_NONE );
		found += leg.outcome == FW_FOUND;
		fw_planner_destroy( planner );
		fw_grid_destroy( grid );
	}
	fw_result_free( &leg );
	fw_trail_destroy( trail );
	assert_true( found > test_rounds( 10 ) );
}

// Vehicles: the next leg leaves where the last one ended, with the heading that it ended with, by legal turns.
static void vehicles_join( void** state )
{
	(void)state;
	test_random random = test_random_make( 1507 );
	fw_result leg = { 0 };
	fw_trail* trail = NULL;
	int32_t legs = 0;
	int32_t found = 0;
	int32_t no_turn = 0;
	assert_int_equal( fw_trail_create( NULL, &trail, NULL ), FW_OK );
	for ( int32_t round = 0; round < test_rounds( 60 ); round++ )
	{
		fw_grid* grid = test_random_map( &random, SIDE_MAX, SIDE_MAX, 0.02 );
		fw_planner* planner = planner_make( grid );
		fw_plan plan = planner_plan( 0.4, 1.5, test_random_stand( &random, SIDE_MAX, SIDE_MAX ),
		                             test_random_stand( &random, SIDE_MAX, SIDE_MAX ) );
		plan.method = round % 2 == 0 ? "compass" : "midpoint";
		plan.turning = FW_TURNING_ALONG;
		plan.goal_any_heading = round % 3 != 0;
		plan.options.neighbors = round % 2 == 1 ? 4 : 8; // which a search for curves does not know
		plan.options.turn_penalty = round % 3 == 1 ? 1.0 : 0.0;
		plan.options.window = round % 5 > 1 ? 90 : -1;
		plan.legs.trail = trail;
		do
		{
			assert_int_equal( fw_planner_run( planner, &plan, &leg, NULL ), FW_OK );
			if ( leg.outcome == FW_PARTIAL || leg.outcome == FW_FOUND )
			{
				const fw_pose from = fw_path_at( &leg.path, 0.0 ).pose;
				assert_true( leg.path.count == 0 || ( test_distance_between( from, plan.start ) < 1e-9 &&
				                                      test_angle_between( from.heading, plan.start.heading ) < 1e-9 ) );
				test_check_legal( grid, &plan.unit, &leg.path );
				legs++;
			}
			plan.start = fw_path_end( &leg.path );
			edit( &random, grid, plan.start );
		} while ( leg.outcome == FW_PARTIAL );
		assert_true( leg.outcome == FW_FOUND || leg.reason != FW_REASON_NONE );
		found += leg.outcome == FW_FOUND;
		if ( leg.outcome != FW_FOUND && leg.reason == FW_REASON_NO_TURN )
		{
			// Nor does any other method find a way out.
			no_turn++;
			plan.method = NULL;
			plan.turning = FW_TURNING_NONE;
			plan.legs.trail = NULL;
			plan.start = leg.path.start;
			plan.options = fw_default_plan().options;
			assert_int_equal( fw_planner_run( planner, &plan, &leg, NULL ), FW_OK );
			assert_int_equal( leg.reason, FW_REASON_NO_TURN );
		}
		fw_planner_destroy( planner );
		fw_grid_destroy( grid );
	}
	fw_result_free( &leg );
	fw_trail_destroy( trail );
	print_message( "%d legs; of %d vehicles %d arrived, %d had no turn\n", legs, test_rounds( 60 ), found, no_turn );
	assert_true( legs > test_rounds( 80 ) && found > test_rounds( 20 ) );
}

// A follower takes over each leg before the end of the last one, on a map that changes: it never jumps, turns on the
// spot or stops, but at the goal.
static void follower_drives( void** state )
{
	(void)state;
	static const char* const names[] = { "compass", "midpoint" };
	for ( int32_t i = 0; i < 2; i++ )
	{
		fw_grid* grid = test_field( 150, 60 );
		fw_planner* planner = planner_make( grid );
		fw_plan plan = planner_plan( 0.4, 1.5, test_center( 5, 30, 0 ), test_center( 140, 35, 0 ) );
		fw_profile_def how = fw_default_profile_def();
		fw_follower* unit = NULL;
		fw_result leg = { 0 };
		plan.method = names[i];
		plan.turning = FW_TURNING_ALONG;
		plan.legs.length = 25;
		how.unit = plan.unit;
		assert_int_equal( fw_trail_create( NULL, &plan.legs.trail, NULL ), FW_OK );
		assert_int_equal( fw_follower_create( NULL, &unit, NULL ), FW_OK );
		assert_int_equal( fw_planner_run( planner, &plan, &leg, NULL ), FW_OK );
		assert_int_equal( fw_follower_begin( unit, &how, &leg.path, NULL ), FW_OK );
		fw_motion before = fw_follower_now( unit );
		int32_t legs = 1;
		while ( !fw_follower_is_done( unit ) )
		{
			fw_motion now;
			assert_int_equal( fw_follower_step( unit, 1.0 / 64.0, &now, NULL ), FW_OK );
			const double moved = test_distance_between( now.pose, before.pose );
			assert_true( moved <= plan.unit.speed / 64.0 + 1e-9 );
			assert_true( test_angle_between( now.pose.heading, before.pose.heading ) <= moved / 1.5 + 1e-6 );
			assert_true( now.speed > 0.0 || leg.outcome == FW_FOUND );
			if ( leg.outcome == FW_PARTIAL && fw_follower_measure( unit ).left < 2.0 )
			{
				// A wall on the way that lies ahead.
				const fw_rect wall = { (int32_t)now.pose.x + 10, 20, 1, 20 };
				assert_int_equal( fw_grid_fill( grid, wall, legs == 3 ? FW_TERRAIN_OUT : FW_TERRAIN_GROUND, NULL ),
				                  FW_OK );
				plan.start = fw_path_end( fw_follower_path( unit ) );
				assert_int_equal( fw_planner_run( planner, &plan, &leg, NULL ), FW_OK );
				assert_true( leg.outcome == FW_PARTIAL || leg.outcome == FW_FOUND );
				test_check_legal( grid, &plan.unit, &leg.path );
				const double from = fw_follower_path( unit )->length;
				assert_int_equal( fw_follower_replan( unit, &leg.path, from, NULL ), FW_OK );
				now = fw_follower_now( unit );
				legs++;
			}
			before = now;
		}
		assert_true( legs >= 6 && leg.outcome == FW_FOUND );
		assert_true( test_distance_between( before.pose, plan.goal ) < 1e-6 );
		fw_follower_destroy( unit );
		fw_trail_destroy( plan.legs.trail );
		fw_result_free( &leg );
		fw_planner_destroy( planner );
		fw_grid_destroy( grid );
	}
}

// A trail is of one goal, and goes on after a leg that failed.
static void trails( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 96, 16 );
	fw_planner* planner = planner_make( grid );
	fw_plan plan = planner_plan( 0.4, 0.0, test_center( 8, 8, 0 ), test_center( 90, 8, 0 ) );
	fw_result leg = { 0 };
	plan.method = "compass";
	assert_int_equal( fw_trail_create( NULL, &plan.legs.trail, NULL ), FW_OK );
	// A gate shuts before the unit, and opens again: the way back leads nowhere, the way on does.
	assert_int_equal( fw_planner_run( planner, &plan, &leg, NULL ), FW_OK );
	assert_int_equal( leg.reason, FW_REASON_LEG );
	plan.start = fw_path_end( &leg.path );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 32, 0, 1, 16 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	assert_int_equal( fw_planner_run( planner, &plan, &leg, NULL ), FW_OK );
	assert_int_equal( leg.reason, FW_REASON_OTHER_REGION );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 32, 4, 1, 8 }, FW_TERRAIN_GROUND, NULL ), FW_OK );
	assert_int_equal( fw_planner_run( planner, &plan, &leg, NULL ), FW_OK );
	assert_int_equal( leg.reason, FW_REASON_LEG );
	assert_true( fw_path_end( &leg.path ).x > 33.0 );
	// Back to the start, which is another goal: what was visited on the way out counts no more.
	plan.start = fw_path_end( &leg.path );
	plan.goal = test_center( 8, 8, 0 );
	assert_int_equal( fw_planner_run( planner, &plan, &leg, NULL ), FW_OK );
	assert_int_equal( leg.reason, FW_REASON_LEG );
	assert_true( fw_path_end( &leg.path ).x < 32.0 );
	fw_trail_clear( NULL );
	fw_trail_destroy( NULL );
	fw_trail_destroy( plan.legs.trail );
	fw_result_free( &leg );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

// All legs of a way, with a new try for each that finds no memory. Returns how often that was.
static int64_t drive_in( test_memory* memory, int64_t n, bool fail_on, uint64_t* hash )
{
	static uint8_t regions[60 * 40];
	test_random random = test_random_make( 1508 );
	const fw_allocator allocator = test_memory_allocator( memory );
	fw_grid* grid = test_field( 60, 40 );
	fw_planner* planner = NULL;
	fw_plan plan = planner_plan( 0.4, 1.5, test_center( 3, 20, 0 ), test_center( 55, 25, 0 ) );
	fw_result leg;
	int64_t failures = 0;
	draw_regions( &random, regions, 60, 40 );
	test_block( grid, 30, 20 );
	fw_result_init( &leg, &allocator );
	plan.method = "compass";
	plan.turning = FW_TURNING_ALONG;
	plan.legs.regions = regions;
	plan.legs.side = 9;
	assert_int_equal( fw_planner_create( grid, &allocator, &planner, NULL ), FW_OK );
	assert_int_equal( fw_planner_prepare( planner, &plan, NULL ), FW_OK );
	test_memory_fail_in( memory, n, fail_on );
	fw_status status = fw_trail_create( &allocator, &plan.legs.trail, NULL );
	assert_true( ( status == FW_OK ) == ( plan.legs.trail != NULL ) );
	do
	{
		if ( status == FW_ERR_MEMORY )
		{
			failures++;
			test_memory_fail_never( memory );
			status = plan.legs.trail == NULL ? fw_trail_create( &allocator, &plan.legs.trail, NULL ) : FW_OK;
		}
		assert_int_equal( status, FW_OK );
		status = fw_planner_run( planner, &plan, &leg, NULL );
		if ( status == FW_OK )
		{
			plan.start = fw_path_end( &leg.path );
			*hash = *hash * 31 + fw_path_hash( &leg.path );
		}
	} while ( status == FW_ERR_MEMORY || leg.outcome == FW_PARTIAL );
	assert_int_equal( leg.outcome, FW_FOUND );
	fw_trail_destroy( plan.legs.trail );
	fw_result_free( &leg );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
	return failures;
}

static void memory_runs_out( void** state )
{
	(void)state;
	uint64_t wanted = 0;
	int64_t failures = 0;
	test_memory memory = test_memory_make();
	assert_int_equal( drive_in( &memory, INT64_MAX / 2, false, &wanted ), 0 );
	test_memory_check_empty( &memory );
	for ( int64_t n = 0; n == 0 || failures == n; n++ )
	{
		uint64_t hash = 0;
		memory = test_memory_make();
		failures += drive_in( &memory, n, n % 2 == 1, &hash );
		assert_true( hash == wanted );
		test_memory_check_empty( &memory );
	}
	assert_true( failures > 8 );
}

// The same ways again allocate nothing.
static void warm_legs_allocate_nothing( void** state )
{
	(void)state;
	test_memory memory = test_memory_make();
	const fw_allocator allocator = test_memory_allocator( &memory );
	fw_grid* grid = test_field( 80, 60 );
	fw_planner* planner = NULL;
	fw_result leg;
	int64_t asked = 0;
	fw_result_init( &leg, &allocator );
	assert_int_equal( fw_planner_create( grid, &allocator, &planner, NULL ), FW_OK );
	fw_plan plan = planner_plan( 0.4, 0.0, test_center( 3, 20, 0 ), test_center( 75, 50, 0 ) );
	plan.method = "compass";
	plan.smooth = false; // passes have scratch of their own
	for ( int32_t round = 0; round < 3; round++ )
	{
		plan.start = test_center( 3, 20, 0 );
		assert_int_equal( fw_planner_run( planner, &plan, &leg, NULL ), FW_OK );
		assert_true( round < 2 || memory.asked == asked );
		asked = memory.asked;
	}
	assert_true( fw_planner_measure( planner ).total <= memory.bytes );
	fw_result_free( &leg );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
	test_memory_check_empty( &memory );
}

int run_test_legs( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( whole_is_all_legs ),
	    cmocka_unit_test( midpoints_come_nearer ),
	    cmocka_unit_test( vehicles_join ),
	    cmocka_unit_test( follower_drives ),
	    cmocka_unit_test( trails ),
	    cmocka_unit_test( memory_runs_out ),
	    cmocka_unit_test( warm_legs_allocate_nothing ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

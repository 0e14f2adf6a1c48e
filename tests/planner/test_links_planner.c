// SPDX-License-Identifier: MIT
// Planners on maps with links and one-way tiles: what they know at once, the nearest tile that can be reached, passes.
#include "fairway/planner.h"
#include "support_links.h"
#include "support_planner.h"
#include "support_squares.h"
#include "support_walker.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static fw_plan plan_between( int32_t x, int32_t y, int32_t goal_x, int32_t goal_y )
{
	fw_plan plan = fw_default_plan();
	plan.start = ( fw_pose ){ x + 0.5, y + 0.5, 0.0 };
	plan.goal = ( fw_pose ){ goal_x + 0.5, goal_y + 0.5, 0.0 };
	return plan;
}

// Never a search where nothing leads to the goal, always one where something does, by both methods.
static void planners_know_what_leads_where( void** state )
{
	(void)state;
	const char* const methods[] = { NULL, "aastar" };
	test_random random = test_random_make( 91 );
	int32_t apart = 0;
	int32_t found = 0;
	for ( int32_t round = 0; round < test_rounds( 250 ); round++ )
	{
		const int32_t size = test_random_int( &random, 3 );
		fw_grid* grid = links_random_world( &random, 36, size + 1, test_random_int( &random, 12 ), 8, false );
		const int32_t width = fw_grid_width( grid );
		const int32_t height = fw_grid_height( grid );
		fw_planner* planner = NULL;
		fw_result result = { 0 };
		assert_int_equal( fw_planner_create( grid, NULL, &planner, NULL ), FW_OK );
		for ( int32_t i = 0; i < 20; i++ )
		{
			fw_plan plan = plan_between( 0, 0, 0, 0 );
			plan.start = test_random_center( &random, width, height, 0.0 );
			plan.goal = test_random_center( &random, width, height, 0.0 );
			plan.unit.size = size;
			plan.method = methods[i % 2];
			const links_walk walk = links_walk_of( grid, plan.unit.capabilities, size, 0.4 );
			double* distances = links_distances( &walk, (int32_t)plan.start.x, (int32_t)plan.start.y );
			const double cost = distances[(int32_t)plan.goal.y * width + (int32_t)plan.goal.x];
			free( distances );
			if ( fw_grid_is_plain( grid, plan.unit.capabilities ) )
			{
				continue;
			}
			assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
			assert_int_equal( result.outcome == FW_FOUND, isfinite( cost ) );
			if ( result.outcome == FW_FOUND )
			{
				found++;
				assert_true( result.cost <= cost + 1e-6 );
				test_check_legal( grid, &plan.unit, &result.path );
			}
			else
			{
				assert_int_equal( result.counters.expanded, 0 );
				apart += result.reason == FW_REASON_OTHER_REGION;
			}
			if ( i % 5 == 4 )
			{
				const fw_rect rect = test_random_place( &random, width, height, 4, 1 );
				assert_int_equal( fw_grid_set_exits( grid, rect, i == 4 ? FW_EXIT_NORTH : FW_EXIT_ALL, NULL ), FW_OK );
			}
		}
		fw_result_free( &result );
		fw_planner_destroy( planner );
		fw_grid_destroy( grid );
	}
	assert_true( apart > test_rounds( 300 ) && found > test_rounds( 300 ) );
}

static void the_nearest_tile_that_can_be_reached( void** state )
{
	(void)state;
	// A ferry leads to an island with a one-way beach; the castle on it has no door.
	fw_grid* grid = test_grid( ".....@@@........\n"
	                           ".....@@@..@@@@..\n"
	                           ".....@@@..@..@..\n"
	                           ".....@@@..@@@@..\n"
	                           ".....@@@........\n" );
	fw_planner* planner = NULL;
	fw_result result = { 0 };
	assert_int_equal( fw_planner_create( grid, NULL, &planner, NULL ), FW_OK );
	fw_plan plan = plan_between( 0, 2, 12, 2 );
	plan.nearest = true;
	assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
	assert_int_equal( result.outcome, FW_PARTIAL );
	assert_true( fw_path_end( &result.path ).x == 4.5 );
	links_add( grid, 4, 2, 8, 0, 3.0, FW_CAP_GROUND );
	assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
	assert_int_equal( result.outcome, FW_PARTIAL );
	assert_int_equal( result.reason, FW_REASON_OTHER_REGION );
	assert_true( fw_path_end( &result.path ).x == 14.5 && fw_path_end( &result.path ).y == 2.5 );
	test_check_legal( grid, &plan.unit, &result.path );
	// East of the landing nobody gets on.
	assert_int_equal(
	    fw_grid_set_exits( grid, ( fw_rect ){ 8, 0, 2, 5 },
	                       FW_EXIT_ALL & ~( (uint32_t)FW_EXIT_EAST | FW_EXIT_NORTH_EAST | FW_EXIT_SOUTH_EAST ), NULL ),
	    FW_OK );
	assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
	assert_int_equal( result.outcome, FW_PARTIAL );
	assert_true( fw_path_end( &result.path ).x == 8.5 && fw_path_end( &result.path ).y == 2.5 );
	test_check_legal( grid, &plan.unit, &result.path );
	fw_result_free( &result );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

// Above its limit a planner goes without the table: it searches, and refuses what it cannot search for.
static void planners_do_without_large_tables( void** state )
{
	(void)state;
	fw_grid* grid = test_field( FW_REACHABILITY_MAX_PARTS / 8 + 1, 8 );
	assert_int_equal( fw_grid_set_exits( grid, ( fw_rect ){ 0, 0, 16384, 8 }, FW_EXIT_EAST, NULL ), FW_OK );
	fw_planner* planner = NULL;
	fw_result result = { 0 };
	assert_int_equal( fw_planner_create( grid, NULL, &planner, NULL ), FW_OK );
	fw_plan plan = plan_between( 9, 3, 900, 3 );
	assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
	assert_int_equal( result.outcome, FW_FOUND );
	plan = plan_between( 900, 3, 9, 3 );
	assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
	assert_int_equal( result.reason, FW_REASON_EXHAUSTED );
	assert_true( result.counters.expanded > 1000 );
	plan.nearest = true;
	assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_ERR_TOO_LARGE );
	fw_result_free( &result );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

static void searches_check_what_leads_where( void** state )
{
	(void)state;
	squares s;
	squares_open( &s, test_field( 20, 20 ), 2, LINKS_LAND );
	links_add( s.grid, 1, 1, 15, 15, 1.0, FW_CAP_GROUND );
	assert_int_equal( fw_space_update( s.space ), FW_OK );
	assert_int_equal( fw_clearance_update( s.clearance ), FW_OK );
	fw_reachability_def def = fw_default_reachability_def();
	fw_reachability* reaches[3] = { NULL, NULL, NULL };
	def.clearance = s.clearance;
	def.size = 3;
	assert_int_equal( fw_reachability_create( &def, &reaches[0], NULL ), FW_OK );
	def.size = 1;
	assert_int_equal( fw_reachability_create( &def, &reaches[1], NULL ), FW_OK );
	def.space = s.space;
	def.clearance = NULL;
	assert_int_equal( fw_reachability_create( &def, &reaches[2], NULL ), FW_OK );
	fw_map map = { .grid = s.grid, .space = s.space, .clearance = s.clearance };
	fw_query query = squares_query( &s, "astar", ( fw_pose ){ 2.5, 2.5, 0.0 }, ( fw_pose ){ 9.5, 9.5, 0.0 } );
	const fw_status expected[] = { FW_ERR_MISMATCH, FW_ERR_MISMATCH, FW_OK };
	for ( int32_t i = 0; i < 3; i++ )
	{
		map.reachability = reaches[i];
		query.method = "astar";
		assert_int_equal( fw_search_run( s.search, &map, &query, &s.result, NULL ), expected[i] );
		query.method = "aastar";
		assert_int_equal( fw_search_run( s.search, &map, &query, &s.result, NULL ), expected[i] );
	}
	// A disc that is a square of one tile to the method.
	query.unit.size = 0;
	query.unit.radius = 0.3;
	map.reachability = reaches[1];
	assert_int_equal( fw_search_run( s.search, &map, &query, &s.result, NULL ), FW_ERR_MISMATCH ); // the space
	map.space = NULL;
	assert_int_equal( fw_search_run( s.search, &map, &query, &s.result, NULL ), FW_OK );
	map.space = s.space;
	query.unit.size = 2;
	map.reachability = reaches[2];
	links_add( s.grid, 1, 1, 15, 15, 1.0, FW_CAP_GROUND );
	assert_int_equal( fw_space_update( s.space ), FW_OK );
	assert_int_equal( fw_clearance_update( s.clearance ), FW_OK );
	assert_int_equal( fw_search_run( s.search, &map, &query, &s.result, NULL ), FW_ERR_STALE );
	for ( int32_t i = 0; i < 3; i++ )
	{
		fw_reachability_destroy( reaches[i] );
	}
	squares_close( &s );
}

static void memory_may_run_out( void** state )
{
	(void)state;
	for ( int32_t for_good = 0; for_good < 2; for_good++ )
	{
		fw_grid* grid = test_field( 40, 30 );
		links_add( grid, 3, 3, 30, 20, 2.0, FW_CAP_GROUND );
		assert_int_equal( fw_grid_set_exits( grid, ( fw_rect ){ 10, 10, 5, 5 }, FW_EXIT_EAST, NULL ), FW_OK );
		test_memory memory = test_memory_make();
		const fw_allocator allocator = test_memory_allocator( &memory );
		fw_planner* planner = NULL;
		assert_int_equal( fw_planner_create( grid, &allocator, &planner, NULL ), FW_OK );
		fw_result result = { 0 };
		fw_plan plan = plan_between( 2, 2, 12, 12 );
		plan.nearest = true;
		fw_status status = FW_ERR_MEMORY;
		int64_t n = 0;
		for ( ; status != FW_OK; n++ )
		{
			test_memory_fail_in( &memory, n, for_good == 1 );
			status = fw_planner_run( planner, &plan, &result, NULL );
			assert_true( status == FW_OK || status == FW_ERR_MEMORY );
		}
		assert_int_equal( result.outcome, FW_FOUND );
		assert_true( n > 10 );
		test_memory_fail_never( &memory );
		assert_int_equal( fw_planner_measure( planner ).total, memory.bytes );
		fw_planner_destroy( planner );
		test_memory_check_empty( &memory );
		fw_result_free( &result );
		fw_grid_destroy( grid );
	}
}

// Turns that ignore blocked tiles are made between links.
static void turns_are_made_between_links( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 60, 60 );
	links_add( grid, 10, 10, 50, 50, 1.0, FW_CAP_GROUND );
	fw_planner* planner = NULL;
	fw_result result = { 0 };
	assert_int_equal( fw_planner_create( grid, NULL, &planner, NULL ), FW_OK );
	fw_plan plan = plan_between( 2, 5, 40, 55 );
	plan.turning = FW_TURNING_IGNORE;
	plan.method = "astar";
	plan.unit.turning_radius = 1.5;
	assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
	assert_int_equal( result.outcome, FW_FOUND );
	test_check_legal( grid, &plan.unit, &result.path );
	assert_true( result.length < 30.0 && fabs( result.cost - result.length - 1.0 ) < 1e-9 );
	// A start at a link with any heading: what is driven is one line.
	plan = plan_between( 10, 10, 40, 50 );
	links_add( grid, 10, 10, 20, 50, 1.0, FW_CAP_GROUND );
	assert_int_equal( fw_grid_remove_links( grid, 10, 10, 50, 50, NULL ), FW_OK );
	plan.turning = FW_TURNING_IGNORE;
	plan.method = "astar";
	plan.unit.turning_radius = 1.5;
	plan.start_any_heading = true;
	assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
	assert_int_equal( result.outcome, FW_FOUND );
	assert_true( result.path.start.heading == 0.0 && fabs( result.length - 20.0 ) < 1e-9 );
	plan.method = NULL;
	plan.turning = FW_TURNING_NONE;
	assert_null( planner_method( grid, &plan ) ); // of none with headings
	fw_result_free( &result );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

int run_test_links_planner( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( planners_know_what_leads_where ),
	    cmocka_unit_test( the_nearest_tile_that_can_be_reached ),
	    cmocka_unit_test( planners_do_without_large_tables ),
	    cmocka_unit_test( searches_check_what_leads_where ),
	    cmocka_unit_test( memory_may_run_out ),
	    cmocka_unit_test( turns_are_made_between_links ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

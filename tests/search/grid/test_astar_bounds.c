// SPDX-License-Identifier: MIT
// Standard A* at its limits: distant goals, windows and costs beyond the map and the range; why there is no path.
#include "support_walker.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void a_far_goal_with_a_wide_tolerance( void** state )
{
	(void)state;
	walker w;
	walker_open( &w, test_field( 12, 12 ), 0.4, FW_CAP_GROUND );
	fw_query query = walker_query( &w, "astar", FW_ANCHOR_CENTER, 5, 5, 0, 0 );
	query.goal = ( fw_pose ){ 1e6, -1e300, 0.0 };
	query.goal_tolerance = 1e6;
	assert_int_equal( walker_solve( &w, &query )->reason, FW_REASON_GOAL_OFF_MAP );
	query.goal = ( fw_pose ){ 1e5, 6, 0.0 };
	query.goal_tolerance = 1e5;
	assert_int_equal( walker_solve( &w, &query )->outcome, FW_FOUND );
	walker_close( &w );
}

static void windows_of_any_size_are_answered( void** state )
{
	(void)state;
	walker w;
	walker_open( &w, test_field( 30, 20 ), 0.4, FW_CAP_GROUND );
	const int32_t margins[] = { INT32_MIN, -2, -1, 0, 1, 16384, 16385, INT32_MAX };
	for ( size_t i = 0; i < sizeof( margins ) / sizeof( margins[0] ); i++ )
	{
		fw_query query = walker_query( &w, "astar", FW_ANCHOR_CENTER, 3, 3, 26, 15 );
		query.options.window = margins[i];
		const fw_result* result = walker_solve( &w, &query );
		assert_int_equal( result->outcome, FW_FOUND );
		assert_true( fabs( result->length - ( 11 + 12 * FW_SQRT2 ) ) < 1e-9 );
	}
	walker_close( &w );
}

static void reasons_for_no_path( void** state )
{
	(void)state;
	walker w;
	walker_open( &w,
	             test_grid( "..#..\n"
	                        ".##..\n"
	                        "#....\n" ),
	             0.4, FW_CAP_GROUND );
	fw_query query = walker_query( &w, "astar", FW_ANCHOR_CENTER, 2, 0, 4, 2 );
	assert_int_equal( walker_solve( &w, &query )->reason, FW_REASON_START_BLOCKED );
	query = walker_query( &w, "astar", FW_ANCHOR_CENTER, -3, 0, 4, 2 );
	assert_int_equal( walker_solve( &w, &query )->reason, FW_REASON_START_OFF_MAP );
	query = walker_query( &w, "astar", FW_ANCHOR_CENTER, 0, 0, 0, 2 );
	assert_int_equal( walker_solve( &w, &query )->reason, FW_REASON_GOAL_BLOCKED );
	query = walker_query( &w, "astar", FW_ANCHOR_CENTER, 0, 0, 0, 99 );
	assert_int_equal( walker_solve( &w, &query )->reason, FW_REASON_GOAL_OFF_MAP );
	query = walker_query( &w, "astar", FW_ANCHOR_CENTER, 2, 0, 0, 2 );
	assert_int_equal( walker_solve( &w, &query )->reason, FW_REASON_START_BLOCKED ); // reported first
	// Free tiles, but the disc overlaps the blocked one below, or beside.
	query = walker_query( &w, "astar", FW_ANCHOR_CENTER, 4, 0, 4, 2 );
	query.start.x = 3.1;
	assert_int_equal( walker_solve( &w, &query )->reason, FW_REASON_START_TOO_NARROW );
	query = walker_query( &w, "astar", FW_ANCHOR_CENTER, 4, 0, 0, 1 );
	query.goal.y = 1.9;
	assert_int_equal( walker_solve( &w, &query )->reason, FW_REASON_GOAL_TOO_NARROW );
	query = walker_query( &w, "astar", FW_ANCHOR_CENTER, 0, 0, 4, 2 );
	assert_int_equal( walker_solve( &w, &query )->reason, FW_REASON_OTHER_REGION );
	assert_int_equal( w.result.counters.expanded, 0 );
	query.options.corner_cutting = true; // from (0, 1) past two blocked tiles
	assert_int_equal( walker_solve( &w, &query )->outcome, FW_FOUND );
	query.options.neighbors = 4;
	assert_int_equal( walker_solve( &w, &query )->outcome, FW_UNREACHABLE );
	query = walker_query( &w, "astar", FW_ANCHOR_CENTER, 0, 0, 0, 0 );
	assert_int_equal( walker_solve( &w, &query )->outcome, FW_FOUND );
	assert_int_equal( w.result.path.count, 0 );
	assert_true( w.result.length == 0.0 && w.result.cost == 0.0 );
	walker_close( &w );
	// It fits between the tiles, but there is no tile center to go to.
	walker_open( &w,
	             test_grid( "##..##\n"
	                        "##..##\n"
	                        "##..##\n"
	                        "##..##\n" ),
	             0.9, FW_CAP_GROUND );
	query = walker_query( &w, "astar", FW_ANCHOR_CENTER, 0, 0, 0, 0 );
	query.start = ( fw_pose ){ 3.0, 1.0, 0.0 };
	query.goal = ( fw_pose ){ 3.0, 3.0, 0.0 };
	assert_int_equal( walker_solve( &w, &query )->outcome, FW_UNREACHABLE );
	assert_int_equal( w.result.reason, FW_REASON_EXHAUSTED );
	walker_close( &w );
}

// Two long lanes of the most expensive ground: one that the integer costs can hold, and one that they cannot.
static void costs_beyond_the_range_are_reported( void** state )
{
	(void)state;
	const int32_t width = FW_GRID_MAX_SIDE;
	fw_grid* grid = test_field( width, 3 );
	fw_terrain ground = *fw_grid_terrain( grid, FW_TERRAIN_GROUND );
	ground.cost = 64.0;
	assert_int_equal( fw_grid_set_terrain( grid, FW_TERRAIN_GROUND, &ground, NULL ), FW_OK );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 0, 1, width - 1, 1 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	walker w;
	walker_open( &w, grid, 0.4, FW_CAP_GROUND );
	fw_query query = walker_query( &w, "astar", FW_ANCHOR_CENTER, 0, 0, width - 1, 0 );
	assert_int_equal( walker_solve( &w, &query )->outcome, FW_FOUND );
	assert_true( w.result.cost == 64.0 * ( width - 1 ) );
	query = walker_query( &w, "astar", FW_ANCHOR_CENTER, 0, 0, 0, 2 );
	assert_int_equal( walker_solve( &w, &query )->outcome, FW_UNREACHABLE );
	assert_int_equal( w.result.reason, FW_REASON_COST_RANGE );
	query.options.weight = 16.0;
	assert_int_equal( walker_solve( &w, &query )->reason, FW_REASON_COST_RANGE );
	query.options.ignore_costs = true;
	assert_int_equal( walker_solve( &w, &query )->outcome, FW_FOUND );
	assert_true( w.result.cost == 2.0 * width );
	walker_close( &w );
}

int run_test_astar_bounds( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( a_far_goal_with_a_wide_tolerance ),
	    cmocka_unit_test( windows_of_any_size_are_answered ),
	    cmocka_unit_test( reasons_for_no_path ),
	    cmocka_unit_test( costs_beyond_the_range_are_reported ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

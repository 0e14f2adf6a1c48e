// SPDX-License-Identifier: MIT
// Best paths so far of plans that prefer roads: whatever map was searched last, they lie on the plan's own map, begin
// where the plan does, and are legal there.
#include "fairway/queue.h"
#include "support.h"
#include "support_planner.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define SIDE 60

// A road two tiles wide with a bend, far from the map's corner; houses beside it.
static fw_grid* road_map( void )
{
	fw_grid* grid = test_field( SIDE, SIDE );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 25, 30, 30, 2 }, FW_TERRAIN_ROAD, NULL ), FW_OK );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 53, 30, 2, 25 }, FW_TERRAIN_ROAD, NULL ), FW_OK );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 30, 34, 20, 16 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	return grid;
}

static fw_plan plan_by( const char* method, fw_roads roads, fw_lane lane )
{
	fw_plan plan = planner_plan( 0.4, 1.0, ( fw_pose ){ 26.5, 31.5, 0.0 }, ( fw_pose ){ 53.5, 53.5, 0.5 * FW_PI } );
	plan.method = method;
	plan.roads = roads;
	plan.lane = lane;
	plan.ring = 1; // few motion primitives, as each planner makes its own
	return plan;
}

static void check( const fw_grid* grid, const fw_plan* plan, const fw_result* result, int32_t* reported )
{
	const fw_method* method = planner_method( grid, plan );
	fw_unit unit = plan->unit;
	unit.turning_radius = ( method->traits & FW_TRAIT_HEADINGS ) != 0 ? unit.turning_radius : 0.0;
	assert_true( result->path.start.x == plan->start.x && result->path.start.y == plan->start.y );
	if ( result->path.count > 0 )
	{
		test_check_legal( grid, &unit, &result->path );
		*reported += 1;
	}
}

static void try_plan( fw_grid* grid, const fw_plan* asked, int32_t* reported )
{
	fw_plan plan = *asked;
	fw_result result = { 0 };
	fw_job* job = NULL;
	fw_outcome outcome = FW_RUNNING;
	// New planners, whose grids have no layer for the unit yet.
	fw_planner* planner = planner_make( grid );
	assert_int_equal( fw_job_create( planner, &job ), FW_OK );
	assert_int_equal( fw_job_begin( job, &plan, NULL ), FW_OK );
	while ( outcome == FW_RUNNING )
	{
		assert_int_equal( fw_job_step( job, 5, &outcome ), FW_OK );
		assert_int_equal( fw_job_best( job, &result ), FW_OK );
		check( grid, &plan, &result, reported );
	}
	fw_job_destroy( job );
	fw_planner_destroy( planner );
	plan.best_effort = true;
	for ( int64_t limit = 1; limit < 120; limit += test_every( 7 ) )
	{
		planner = planner_make( grid );
		plan.options.max_expansions = limit;
		assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
		check( grid, &plan, &result, reported );
		fw_planner_destroy( planner );
	}
	fw_result_free( &result );
}

static void test_all_modes( void** state )
{
	(void)state;
	static const char* const methods[] = { "directional", "auto", "astar", "directional8", "astar-turns", NULL };
	for ( int32_t m = 0; m < 6; m++ )
	{
		int32_t reported = 0;
		for ( fw_roads roads = FW_ROADS_NONE; roads <= FW_ROADS_CONES; roads++ )
		{
			for ( fw_lane lane = FW_LANE_ANY; lane <= FW_LANE_LEFT; lane++ )
			{
				// A sample takes one lane with each mode.
				if ( ( m + (int32_t)roads + (int32_t)lane ) % 3 % test_every( 1 ) != 0 )
				{
					continue;
				}
				const fw_plan plan = plan_by( methods[m], roads, lane );
				fw_grid* grid = road_map();
				try_plan( grid, &plan, &reported );
				fw_grid_destroy( grid );
			}
		}
		assert_true( reported > test_rounds( 30 ) );
	}
}

int run_test_roads_best( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_all_modes ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

// SPDX-License-Identifier: MIT
// Routes by way of the planner: stretches that are smoothed one by one, over a map that changes between them.
#include "fairway/planner.h"
#include "support_hierarchy.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define SIDE 160

static fw_plan random_plan( test_random* random, bool smooth )
{
	fw_plan plan = fw_default_plan();
	const char* method = test_random_chance( random, 0.5 ) ? "haastar-high" : "haastar-low";
	const int32_t size = 1 + test_random_int( random, 2 );
	test_set_query( &plan, test_hierarchy_random_query( random, SIDE, SIDE, method, TEST_LAND, size ) );
	plan.smooth = smooth;
	plan.cluster = 10;
	return plan;
}

// Drives the whole route: each stretch begins where the last one ended and is legal. Returns the length of all.
static double drive( fw_planner* planner, const fw_grid* grid, const fw_plan* plan, fw_route* route )
{
	fw_path path = { 0 };
	double length = 0.0;
	while ( !fw_route_is_done( route ) )
	{
		const fw_pose place = fw_route_position( route );
		assert_int_equal( fw_planner_route_next( planner, plan, route, 12.0, &path, NULL ), FW_OK );
		assert_true( path.start.x == place.x && path.start.y == place.y );
		assert_true( test_distance_between( fw_path_end( &path ), fw_route_position( route ) ) <= 1e-12 );
		test_check_legal( grid, &plan->unit, &path );
		length += path.length;
	}
	fw_path_free( &path );
	return length;
}

static void stretches_of_a_planner( void** state )
{
	(void)state;
	test_random random = test_random_make( 71 );
	fw_grid* grid = test_random_town( &random, SIDE, SIDE, 150, 9 );
	fw_planner* planner = NULL;
	fw_route* route = NULL;
	fw_result whole = { 0 };
	fw_result result = { 0 };
	assert_int_equal( fw_planner_create( grid, NULL, &planner ), FW_OK );
	assert_int_equal( fw_route_create( NULL, &route ), FW_OK );
	int32_t found = 0;
	for ( int32_t round = 0; round < 60; round++ )
	{
		fw_plan plan = random_plan( &random, false );
		assert_int_equal( fw_planner_run( planner, &plan, &whole, NULL ), FW_OK );
		assert_int_equal( fw_planner_route( planner, &plan, route, &result, NULL ), FW_OK );
		assert_int_equal( result.outcome, whole.outcome );
		assert_int_equal( result.path.count, 0 );
		if ( result.outcome != FW_FOUND )
		{
			continue;
		}
		assert_true( fabs( drive( planner, grid, &plan, route ) - whole.length ) <= 1e-9 * ( 1.0 + whole.length ) );
		assert_true( test_distance_between( fw_route_position( route ), plan.goal ) == 0.0 );
		plan.smooth = true;
		assert_int_equal( fw_planner_route( planner, &plan, route, &result, NULL ), FW_OK );
		assert_true( drive( planner, grid, &plan, route ) <= whole.length + 1e-9 );
		assert_true( test_distance_between( fw_route_position( route ), plan.goal ) == 0.0 );
		found++;
	}
	assert_true( found > 30 );
	fw_result_free( &whole );
	fw_result_free( &result );
	fw_route_destroy( route );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

// Buildings go up while units drive, and units of other sizes are planned for, which the hierarchy is built anew for.
static void a_planner_on_a_map_that_changes( void** state )
{
	(void)state;
	test_random random = test_random_make( 72 );
	fw_grid* grid = test_random_town( &random, SIDE, SIDE, 100, 7 );
	fw_planner* planner = NULL;
	fw_route* route = NULL;
	fw_result result = { 0 };
	fw_path path = { 0 };
	assert_int_equal( fw_planner_create( grid, NULL, &planner ), FW_OK );
	assert_int_equal( fw_route_create( NULL, &route ), FW_OK );
	int32_t stale = 0;
	int32_t stretches = 0;
	for ( int32_t round = 0; round < 200; round++ )
	{
		fw_plan plan = random_plan( &random, test_random_chance( &random, 0.5 ) );
		assert_int_equal( fw_planner_route( planner, &plan, route, &result, NULL ), FW_OK );
		while ( !fw_route_is_done( route ) )
		{
			const fw_pose place = fw_route_position( route );
			fw_rect rect = test_random_place( &random, 40, 40, 6, 6 );
			rect.x += (int32_t)place.x - 20;
			rect.y += (int32_t)place.y - 20;
			const uint8_t terrain = test_random_chance( &random, 0.5 ) ? FW_TERRAIN_OUT : FW_TERRAIN_GROUND;
			assert_int_equal( fw_grid_fill( grid, rect, terrain, NULL ), FW_OK );
			if ( round % 10 == 0 )
			{
				fw_plan other = random_plan( &random, false );
				other.unit.size = 1 + round / 10 % 4;
				assert_int_equal( fw_planner_run( planner, &other, &result, NULL ), FW_OK );
			}
			const fw_status status = fw_planner_route_next( planner, &plan, route, 10.0, &path, NULL );
			if ( status == FW_ERR_STALE )
			{
				assert_int_equal( path.count, 0 );
				plan.start = place;
				assert_int_equal( fw_planner_route( planner, &plan, route, &result, NULL ), FW_OK );
				stale++;
				continue;
			}
			assert_int_equal( status, FW_OK );
			test_check_legal( grid, &plan.unit, &path );
			stretches++;
		}
	}
	assert_true( stale > 20 && stretches > 300 );
	fw_path_free( &path );
	fw_result_free( &result );
	fw_route_destroy( route );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

static void what_a_planner_refuses( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 60, 60 );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 40, 0, 1, 60 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	fw_planner* planner = NULL;
	fw_route* route = NULL;
	fw_result result = { 0 };
	fw_path path = { 0 };
	assert_int_equal( fw_planner_create( grid, NULL, &planner ), FW_OK );
	assert_int_equal( fw_route_create( NULL, &route ), FW_OK );
	fw_plan plan = fw_default_plan();
	test_set_query( &plan, test_hierarchy_query( "haastar-high", TEST_LAND, 1, 3, 3, 30, 50 ) );
	assert_int_equal( fw_planner_route_next( planner, &plan, route, 5.0, &path, NULL ), FW_ERR_STATE );
	assert_int_equal( fw_planner_route( NULL, &plan, route, &result, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_planner_route( planner, NULL, route, &result, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_planner_route( planner, &plan, NULL, &result, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_planner_route( planner, &plan, route, NULL, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_planner_route_next( NULL, &plan, route, 5.0, &path, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_planner_route_next( planner, NULL, route, 5.0, &path, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_planner_route_next( planner, &plan, NULL, 5.0, &path, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_planner_route_next( planner, &plan, route, 5.0, NULL, NULL ), FW_ERR_ARGUMENT );
	plan.turning = FW_TURNING_IGNORE;
	assert_int_equal( fw_planner_route( planner, &plan, route, &result, NULL ), FW_ERR_UNSUPPORTED );
	plan.turning = FW_TURNING_NONE;
	plan.method = "jps";
	assert_int_equal( fw_planner_route( planner, &plan, route, &result, NULL ), FW_ERR_UNSUPPORTED );
	assert_int_equal( fw_planner_route_next( planner, &plan, route, 5.0, &path, NULL ), FW_ERR_UNSUPPORTED );
	plan.method = "none";
	assert_int_equal( fw_planner_route( planner, &plan, route, &result, NULL ), FW_ERR_UNKNOWN );

	// Behind the wall: nowhere, or as near as can be.
	plan.method = "haastar-high";
	plan.goal = ( fw_pose ){ 50.5, 20.5, 0.0 };
	assert_int_equal( fw_planner_route( planner, &plan, route, &result, NULL ), FW_OK );
	assert_int_equal( result.outcome, FW_UNREACHABLE );
	assert_true( fw_route_is_done( route ) );
	plan.nearest = true;
	assert_int_equal( fw_planner_route( planner, &plan, route, &result, NULL ), FW_OK );
	assert_int_equal( result.outcome, FW_PARTIAL );
	fw_plan wider = plan; // its smoothing would cut the corners of the route
	wider.unit.size = 2;
	fw_refusal refusal = { 0 };
	assert_int_equal( fw_planner_route_next( planner, &wider, route, 5.0, &path, &refusal ), FW_ERR_MISMATCH );
	assert_int_equal( refusal.kind, FW_REFUSAL_MISMATCH );
	assert_int_equal( path.count, 0 );
	wider = plan;
	wider.unit.capabilities = FW_CAP_GROUND;
	assert_int_equal( fw_planner_route_next( planner, &wider, route, 5.0, &path, NULL ), FW_ERR_MISMATCH );
	assert_true( drive( planner, grid, &plan, route ) > 30.0 );
	assert_true( fw_route_position( route ).x == 39.5 && fw_route_position( route ).y == 20.5 );
	fw_path_free( &path );
	fw_result_free( &result );
	fw_route_destroy( route );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

// The planner and the route are of little memory; what fails can be asked for again.
static void every_allocation_of_a_planner_may_fail( void** state )
{
	(void)state;
	test_random random = test_random_make( 73 );
	fw_grid* grid = test_random_town( &random, 60, 60, 20, 6 );
	fw_plan plan = fw_default_plan();
	test_set_query( &plan, test_hierarchy_query( "haastar-high", TEST_LAND, 1, 2, 2, 57, 57 ) );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 0, 0, 4, 4 }, FW_TERRAIN_GROUND, NULL ), FW_OK );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 56, 56, 4, 4 }, FW_TERRAIN_GROUND, NULL ), FW_OK );
	assert_int_equal( fw_grid_add_layer( grid, TEST_LAND, NULL ), FW_OK );
	for ( int32_t kind = 0; kind < 2; kind++ )
	{
		plan.smooth = kind == 1;
		int64_t n = 0;
		for ( bool failed = true; failed; n++ )
		{
			test_memory memory = test_memory_make();
			const fw_allocator allocator = test_memory_allocator( &memory );
			fw_planner* planner = NULL;
			fw_route* route = NULL;
			fw_path path;
			fw_result result;
			fw_path_init( &path, &allocator );
			fw_result_init( &result, &allocator );
			assert_int_equal( fw_planner_create( grid, &allocator, &planner ), FW_OK );
			assert_int_equal( fw_route_create( &allocator, &route ), FW_OK );
			test_memory_fail_in( &memory, n, true );
			failed = fw_planner_route( planner, &plan, route, &result, NULL ) == FW_ERR_MEMORY;
			if ( failed )
			{
				assert_true( fw_route_is_done( route ) );
				test_memory_fail_never( &memory );
				assert_int_equal( fw_planner_route( planner, &plan, route, &result, NULL ), FW_OK );
			}
			assert_int_equal( result.outcome, FW_FOUND );
			while ( !fw_route_is_done( route ) )
			{
				const fw_pose place = fw_route_position( route );
				const fw_status status = fw_planner_route_next( planner, &plan, route, 9.0, &path, NULL );
				assert_true( status == FW_OK || status == FW_ERR_MEMORY );
				failed = failed || status == FW_ERR_MEMORY;
				if ( status == FW_ERR_MEMORY )
				{
					// The pass may be what failed; the stretch is there then.
					const bool gone_on = test_distance_between( place, fw_route_position( route ) ) > 0.0;
					assert_true( gone_on == ( path.count > 0 ) && ( plan.smooth || !gone_on ) );
					test_memory_fail_never( &memory );
				}
				test_check_legal( grid, &plan.unit, &path );
			}
			assert_true( test_distance_between( fw_route_position( route ), plan.goal ) == 0.0 );
			fw_path_free( &path );
			fw_result_free( &result );
			fw_route_destroy( route );
			fw_planner_destroy( planner );
			test_memory_check_empty( &memory );
		}
		assert_true( n > 10 );
	}
	fw_grid_destroy( grid );
}

int run_test_route_planner( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( stretches_of_a_planner ),
	    cmocka_unit_test( a_planner_on_a_map_that_changes ),
	    cmocka_unit_test( what_a_planner_refuses ),
	    cmocka_unit_test( every_allocation_of_a_planner_may_fail ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

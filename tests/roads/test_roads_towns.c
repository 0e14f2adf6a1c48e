// SPDX-License-Identifier: MIT
// Plans that prefer roads in random towns, with the validator; after edits, without memory, with mistakes.
#include "path/path.h"
#include "roads/roads.h"
#include "support.h"
#include "support_lines.h"
#include "support_planner.h"
#include "support_roads.h"

#include "fairway/grid.h"
#include "fairway/queue.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

// A town of roads, houses and open land.
static fw_grid* town( test_random* random )
{
	fw_grid* grid = test_random_town( random, 70, 60, 40, 5 );
	for ( int32_t i = 0; i < 9; i++ )
	{
		const int32_t width = 1 + test_random_int( random, 4 );
		const bool upright = test_random_chance( random, 0.5 );
		const int32_t at = test_random_int( random, upright ? 66 : 56 );
		const int32_t from = test_random_int( random, 20 );
		const int32_t length = 30 + test_random_int( random, 20 );
		roads_fill( grid, upright ? at : from, upright ? from : at, upright ? width : length, upright ? length : width,
		            FW_TERRAIN_ROAD );
	}
	return grid;
}

// The center of a tile that is no house; of a road, mostly.
static fw_pose random_end( test_random* random, const fw_grid* grid, bool on_road )
{
	fw_pose pose;
	do
	{
		pose.x = test_random_int( random, 70 ) + 0.5;
		pose.y = test_random_int( random, 60 ) + 0.5;
		pose.heading = fw_radians( 45.0 * test_random_int( random, 8 ) );
	} while ( !fw_grid_passable( grid, (int32_t)pose.x, (int32_t)pose.y, on_road ? FW_CAP_ROAD : FW_CAP_GROUND ) );
	return pose;
}

static fw_plan random_plan( test_random* random, const fw_grid* grid, int32_t round )
{
	const double turning[] = { 0.0, 1.0, 2.0, 3.5 };
	const fw_pose start = random_end( random, grid, round % 3 != 0 );
	const fw_pose goal = random_end( random, grid, round % 3 != 0 );
	fw_plan plan = planner_plan( round % 5 == 0 ? 0.9 : 0.4, turning[round % 4], start, goal );
	plan.method = NULL;
	plan.unit.reverse = round % 3 == 1;
	return plan;
}

// In towns, between any ends: paths are always legal, within their cones, and over roads alone if the report says so.
// They are found wherever a plan without roads finds one (except over roads alone).
static void test_towns( void** state )
{
	(void)state;
	test_random random = test_random_make( 2 );
	int32_t found[5] = { 0 };
	int32_t lanes = 0, slices = 0;
	for ( int32_t round = 0; round < test_rounds( 70 ); round++ )
	{
		fw_grid* grid = town( &random );
		fw_planner* planner = planner_make( grid );
		fw_job* job = NULL;
		assert_int_equal( fw_job_create( planner, &job ), FW_OK );
		fw_result result = { 0 };
		fw_result sliced = { 0 };
		fw_plan plan = random_plan( &random, grid, round );
		roads_run( planner, &plan, grid, &result );
		const fw_outcome plain = result.outcome;
		for ( int32_t mode = 0; mode < 10; mode++ )
		{
			plan.roads = (fw_roads)( mode % 5 );
			plan.lane = mode >= 5 ? ( round % 2 == 0 ? FW_LANE_RIGHT : FW_LANE_LEFT ) : FW_LANE_ANY;
			const fw_plan_report report = roads_run( planner, &plan, grid, &result );
			const bool over = result.outcome == FW_FOUND;
			const bool sure = plan.roads == FW_ROADS_NONE || plan.roads == FW_ROADS_CONES;
			assert_true( !sure || over == ( plain == FW_FOUND ) );
			if ( over && report.roads == FW_ROADS_ONLY )
			{
				assert_true( roads_overlap( grid, plan.unit.radius, &result.path ) < 1e-6 );
			}
			const fw_cones* cones = fw_planner_cones( planner );
			assert_true( ( cones != NULL && over ) || report.roads != FW_ROADS_CONES || !over );
			if ( cones != NULL && over )
			{
				fw_path moved = { 0 };
				const fw_rect part = fw_cones_part( cones );
				assert_int_equal( fw_path_copy( &moved, &result.path ), FW_OK );
				fw_path_move( &moved, -part.x, -part.y );
				test_check_legal( fw_cones_grid( cones ), &plan.unit, &moved );
				fw_path_free( &moved );
			}
			found[plan.roads] += over && report.roads == plan.roads;
			lanes += over && plan.lane != FW_LANE_ANY && report.lane == plan.lane;
			// The same bits in slices, with the planner used in between.
			if ( round % 3 == 0 )
			{
				fw_outcome outcome = FW_RUNNING;
				assert_int_equal( fw_job_begin( job, &plan, NULL ), FW_OK );
				while ( outcome == FW_RUNNING )
				{
					assert_int_equal( fw_job_step( job, 25, &outcome ), FW_OK );
				}
				assert_int_equal( fw_job_result( job, &sliced ), FW_OK );
				assert_true( sliced.outcome == result.outcome &&
				             fw_path_hash( &sliced.path ) == fw_path_hash( &result.path ) );
				slices++;
			}
		}
		fw_result_free( &sliced );
		fw_result_free( &result );
		fw_job_destroy( job );
		fw_planner_destroy( planner );
		fw_grid_destroy( grid );
	}
	assert_true( found[1] >= test_rounds( 120 ) && found[2] >= test_rounds( 40 ) && found[3] >= test_rounds( 120 ) );
	assert_true( found[4] >= test_rounds( 110 ) && lanes >= test_rounds( 250 ) && slices >= test_rounds( 200 ) );
}

static void hear_far( void* context, const fw_heard* what )
{
	const fw_event event = what->event;
	const fw_pose pose = what->pose;
	int32_t* counts = context;
	assert_true( fabs( what->parent.x - pose.x ) < 10.0 && fabs( what->parent.y - pose.y ) < 10.0 );
	counts[event != FW_EVENT_EXPAND ? 2 : pose.x > 60.0 && pose.y > 60.0 ? 1 : 0]++;
}

// A listener receives positions on the map, whatever map is searched.
static void test_listener( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 120, 120 );
	roads_fill( grid, 80, 100, 30, 1, FW_TERRAIN_ROAD );
	roads_fill( grid, 109, 80, 1, 21, FW_TERRAIN_ROAD );
	fw_planner* planner = planner_make( grid );
	fw_result result = { 0 };
	int32_t counts[3] = { 0 };
	fw_plan plan = roads_plan( 0.4, 2.0, FW_ROADS_CONES );
	plan.start = ( fw_pose ){ 82.5, 100.5, 0.0 };
	plan.goal = ( fw_pose ){ 109.5, 82.5, 0.0 };
	plan.options.listener = ( fw_listener ){ .hear = hear_far, .context = counts };
	roads_run( planner, &plan, grid, &result );
	assert_true( result.outcome == FW_FOUND && fw_cones_part( fw_planner_cones( planner ) ).x > 40 );
	assert_true( counts[0] == 0 && counts[1] == result.counters.expanded );
	fw_result_free( &result );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

// Edits between plans, and between the slices of one, take effect.
static void test_edits( void** state )
{
	(void)state;
	fw_grid* grid = roads_bend( 2 );
	fw_planner* planner = planner_make( grid );
	fw_job* job = NULL;
	assert_int_equal( fw_job_create( planner, &job ), FW_OK );
	fw_result result = { 0 };
	for ( int32_t mode = 1; mode <= 4; mode++ )
	{
		roads_fill( grid, 0, 30, 50, 14, FW_TERRAIN_GROUND );
		roads_fill( grid, 2, 36, 30, 2, FW_TERRAIN_ROAD );
		roads_fill( grid, 30, 20, 2, 16, FW_TERRAIN_ROAD );
		fw_plan plan = roads_plan( 0.4, 1.0, (fw_roads)mode );
		plan.lane = mode % 2 == 0 ? FW_LANE_RIGHT : FW_LANE_ANY;
		roads_run( planner, &plan, grid, &result );
		assert_int_equal( result.outcome, FW_FOUND );
		fw_outcome outcome = FW_RUNNING;
		assert_int_equal( fw_job_begin( job, &plan, NULL ), FW_OK );
		assert_int_equal( fw_job_step( job, 2, &outcome ), FW_OK );
		// A house on the road, and a detour around it.
		roads_fill( grid, 14, 36, 2, 2, FW_TERRAIN_OUT );
		roads_fill( grid, 10, 38, 10, 2, FW_TERRAIN_ROAD );
		roads_run( planner, &plan, grid, &result );
		const uint64_t hash = fw_path_hash( &result.path );
		while ( outcome == FW_RUNNING )
		{
			assert_int_equal( fw_job_step( job, 7, &outcome ), FW_OK );
		}
		assert_int_equal( outcome, FW_FOUND );
		fw_result sliced = { 0 };
		assert_int_equal( fw_job_result( job, &sliced ), FW_OK );
		assert_true( fw_path_hash( &sliced.path ) == hash );
		fw_result_free( &sliced );
	}
	fw_result_free( &result );
	fw_job_destroy( job );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

static void test_memory_runs_out( void** state )
{
	(void)state;
	fw_grid* grid = roads_bend( 2 );
	test_set_cost( grid, FW_TERRAIN_GROUND, 2.0 );
	for ( int32_t mode = 0; mode < 5; mode++ )
	{
		uint64_t hash = 0;
		for ( int64_t n = -1; n < 400; n += n < 0 ? 1 : test_every( n < 60 ? 1 : 17 ) )
		{
			test_memory memory = test_memory_make();
			const fw_allocator allocator = test_memory_allocator( &memory );
			fw_planner* planner = NULL;
			fw_result result;
			fw_result_init( &result, &allocator );
			fw_plan plan = roads_plan( 0.4, 1.5, (fw_roads)mode );
			plan.lane = mode % 2 == 0 ? FW_LANE_RIGHT : FW_LANE_ANY;
			plan.ring = 2; // few motion primitives, as each planner makes its own
			assert_int_equal( fw_planner_create( grid, &allocator, &planner, NULL ), FW_OK );
			if ( n >= 0 )
			{
				test_memory_fail_in( &memory, n, n / test_every( 1 ) % 2 == 0 );
			}
			const fw_status status = fw_planner_run( planner, &plan, &result, NULL );
			assert_true( status == FW_OK || status == FW_ERR_MEMORY );
			const bool beyond = n >= 0 && memory.asked <= memory.fail_at;
			test_memory_fail_never( &memory );
			// The next try after a failure succeeds.
			assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
			hash = n < 0 ? fw_path_hash( &result.path ) : hash;
			assert_true( result.outcome == FW_FOUND && fw_path_hash( &result.path ) == hash );
			assert_true( fw_planner_measure( planner ).total > 0 );
			fw_result_free( &result );
			fw_planner_destroy( planner );
			test_memory_check_empty( &memory );
			if ( beyond )
			{
				break;
			}
		}
	}
	fw_grid_destroy( grid );
}

static void test_misuse( void** state )
{
	(void)state;
	fw_grid* grid = roads_bend( 2 );
	fw_planner* planner = planner_make( grid );
	fw_result result = { 0 };
	fw_plan plan = roads_plan( 0.4, 1.0, (fw_roads)5 );
	assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_planner_prepare( planner, &plan, NULL ), FW_ERR_ARGUMENT );
	plan = roads_plan( 0.4, 1.0, FW_ROADS_CONES );
	plan.lane = (fw_lane)3;
	assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_ERR_ARGUMENT );
	plan = roads_plan( 0.4, 0.0, FW_ROADS_CONES );
	plan.unit.size = 2;
	assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_ERR_UNSUPPORTED );
	plan.roads = FW_ROADS_ONLY;
	plan.goal.x += 0.0;
	assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
	assert_true( result.outcome == FW_FOUND && fw_planner_report( planner ).roads == FW_ROADS_ONLY );
	plan = roads_plan( 0.4, 0.0, FW_ROADS_ONLY );
	plan.method = "haastar-high";
	assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
	assert_int_equal( result.outcome, FW_FOUND );
	assert_true( roads_overlap( grid, 0.4, &result.path ) < 1e-6 );
	fw_route* route = NULL;
	assert_int_equal( fw_route_create( NULL, &route ), FW_OK );
	assert_int_equal( fw_planner_route( planner, &plan, route, &result, NULL ), FW_ERR_UNSUPPORTED );
	fw_route_destroy( route );
	const fw_link link = { 5, 36, 30, 10, 1.0, FW_CAP_GROUND };
	assert_int_equal( fw_grid_add_link( grid, &link, NULL ), FW_OK );
	plan = roads_plan( 0.4, 0.0, FW_ROADS_CONES );
	assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_ERR_UNSUPPORTED );
	plan.roads = FW_ROADS_ONLY;
	assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
	assert_true( result.outcome == FW_FOUND && result.length < 20.0 ); // over the link
	fw_result_free( &result );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

// The same bits with every compiler, level and machine.
static void test_same_bits( void** state )
{
	(void)state;
	test_random random = test_random_make( 99 );
	uint64_t hash = 0;
	for ( int32_t round = 0; round < 8; round++ )
	{
		fw_grid* grid = roads_bend( 1 + round % 4 );
		for ( int32_t i = 0; i < 4; i++ )
		{
			const int32_t x = test_random_int( &random, 40 );
			const int32_t y = test_random_int( &random, 40 );
			roads_fill( grid, x, 0, 1 + i, 50, FW_TERRAIN_ROAD );
			roads_fill( grid, 0, y, 50, 1 + i, FW_TERRAIN_ROAD );
		}
		fw_planner* planner = planner_make( grid );
		fw_result result = { 0 };
		for ( int32_t mode = 0; mode < 10; mode++ )
		{
			fw_plan plan = roads_plan( 0.4, 0.5 * round, (fw_roads)( mode % 5 ) );
			plan.lane = mode >= 5 ? FW_LANE_RIGHT : FW_LANE_ANY;
			plan.method = round == 0 && plan.roads != FW_ROADS_STEPS ? "block-ps" : NULL;
			roads_run( planner, &plan, grid, &result );
			hash = hash * 31 + fw_path_hash( &result.path );
		}
		fw_result_free( &result );
		fw_planner_destroy( planner );
		fw_grid_destroy( grid );
	}
	assert_true( hash == 0x29a8549eee760780ull );
}

int run_test_roads_towns( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_towns ),           cmocka_unit_test( test_edits ),  cmocka_unit_test( test_listener ),
	    cmocka_unit_test( test_memory_runs_out ), cmocka_unit_test( test_misuse ), cmocka_unit_test( test_same_bits ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

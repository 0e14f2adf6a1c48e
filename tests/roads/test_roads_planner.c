// SPDX-License-Identifier: MIT
// Plans that prefer roads: how far each mode allows a unit to leave them, what only cones find, lanes, and that
// everything else stays as it was.
#include "oracle.h"
#include "roads/roads.h"
#include "support.h"
#include "support_lines.h"
#include "support_planner.h"
#include "support_roads.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

// The part of the path on which it leads neither along the rows nor along the columns.
static double aslant( const fw_path* path )
{
	double sum = 0.0;
	for ( double at = 0.0; at <= path->length; at += ROADS_STEP )
	{
		const double turn = fw_path_at( path, at ).pose.heading / ( 0.5 * FW_PI );
		sum += fabs( turn - floor( turn + 0.5 ) ) > 0.03 ? ROADS_STEP : 0.0;
	}
	return sum;
}

// On open land that costs the same as a road: plans without roads cut across it, the others do as they promise.
static void test_modes( void** state )
{
	(void)state;
	for ( int32_t width = 1; width <= 4; width++ )
	{
		for ( int32_t turning = 1; turning <= 3; turning++ )
		{
			fw_grid* grid = roads_bend( width );
			fw_planner* planner = planner_make( grid );
			fw_result result = { 0 };
			const fw_vec2 corner = { 30.0 + 0.5 * width, 36.0 + 0.5 * width };
			fw_plan plan = roads_plan( 0.4, turning, FW_ROADS_NONE );
			roads_run( planner, &plan, grid, &result );
			const double shortest = result.length;
			assert_int_equal( result.outcome, FW_FOUND );
			assert_true( roads_overlap( grid, 0.4, &result.path ) > 1.0 );

			plan.roads = FW_ROADS_ONLY;
			roads_run( planner, &plan, grid, &result );
			const bool only = result.outcome == FW_FOUND;
			assert_true( width == 1 ? !only : width <= turning || only );
			assert_true( !only || roads_overlap( grid, 0.4, &result.path ) < 1e-6 );

			plan.roads = FW_ROADS_CONES;
			const fw_plan_report report = roads_run( planner, &plan, grid, &result );
			assert_int_equal( result.outcome, FW_FOUND );
			assert_int_equal( report.roads, FW_ROADS_CONES );
			const int32_t tiles = fw_roads_turn_tiles( &plan.unit );
			const double room = tiles + 0.5 * width + 2.0; // at most, after the second try
			assert_true( roads_overlap_beyond( grid, 0.4, &result.path, corner, room ) < 1e-6 );
			assert_true( result.length > shortest + 3.0 );
			fw_result_free( &result );
			fw_planner_destroy( planner );
			fw_grid_destroy( grid );
		}
	}
}

// A road of one tile, and a unit that cannot turn within it: over roads alone there is no path, by steps to the next
// tile none along the road; cones allow it to swing out at the corner and nowhere else.
static void test_wide_turns( void** state )
{
	(void)state;
	for ( int32_t turning = 2; turning <= 5; turning++ )
	{
		fw_grid* grid = roads_bend( 1 );
		test_set_cost( grid, FW_TERRAIN_GROUND, 3.0 );
		fw_planner* planner = planner_make( grid );
		fw_result result = { 0 };
		const fw_vec2 corner = { 30.5, 36.5 };
		fw_plan plan = roads_plan( 0.4, turning, FW_ROADS_ONLY );
		roads_run( planner, &plan, grid, &result );
		assert_int_equal( result.outcome, FW_UNREACHABLE );
		const double room = fw_roads_turn_tiles( &plan.unit ) + 0.5;
		plan.roads = FW_ROADS_STEPS;
		roads_run( planner, &plan, grid, &result );
		const bool found = result.outcome == FW_FOUND;
		assert_true( !found || roads_overlap_beyond( grid, 0.4, &result.path, corner, room ) > 0.3 );
		plan.roads = FW_ROADS_CONES;
		const fw_plan_report report = roads_run( planner, &plan, grid, &result );
		assert_true( result.outcome == FW_FOUND && report.roads == FW_ROADS_CONES );
		assert_true( roads_overlap_beyond( grid, 0.4, &result.path, corner, room ) < 1e-6 );
		assert_true( roads_overlap( grid, 0.4, &result.path ) > 0.05 );
		fw_result_free( &result );
		fw_planner_destroy( planner );
		fw_grid_destroy( grid );
	}
}

// Curves from road to road: each curve with both ends on roads stays there. Beside a wide road, where land costs the
// same, plans without roads cut the corner by such curves.
static void test_rings( void** state )
{
	(void)state;
	int32_t curves = 0, left = 0, ground = 0;
	test_random random = test_random_make( 31 );
	for ( int32_t round = 0; round < test_rounds( 60 ); round++ )
	{
		fw_grid* grid = test_field( 50, 50 );
		for ( int32_t i = 0; i < 6; i++ )
		{
			const int32_t x = test_random_int( &random, 40 );
			const int32_t y = test_random_int( &random, 40 );
			const int32_t width = 1 + test_random_int( &random, 3 );
			const bool upright = test_random_chance( &random, 0.5 );
			roads_fill( grid, upright ? x : 0, upright ? 0 : y, upright ? width : 50, upright ? 50 : width,
			            FW_TERRAIN_ROAD );
		}
		test_set_cost( grid, FW_TERRAIN_GROUND, round % 3 == 0 ? 1.0 : 2.0 );
		fw_planner* planner = planner_make( grid );
		fw_result result = { 0 };
		fw_plan plan = roads_plan( 0.4, 1.0 + round % 3, FW_ROADS_NONE );
		plan.start = test_random_center( &random, 50, 50, 0 );
		plan.goal = test_random_center( &random, 50, 50, 0 );
		plan.start.x += round % 4 == 0 ? test_random_real( &random, -0.3, 0.3 ) : 0.0;
		plan.clean_up = round % 2 == 0;
		for ( int32_t mode = 0; mode < 2; mode++ )
		{
			plan.roads = mode == 0 ? FW_ROADS_NONE : FW_ROADS_RINGS;
			plan.clean_up = mode == 1 && round % 2 == 0;
			roads_run( planner, &plan, grid, &result );
			for ( int32_t i = 0; i < result.path.count; )
			{
				int32_t next = i + 1;
				while ( next < result.path.count && !result.path.segments[next].waypoint )
				{
					next++;
				}
				const fw_vec2 from = result.path.segments[i].from;
				const fw_vec2 to = result.path.segments[next - 1].to;
				const bool both =
				    oracle_stands( grid, FW_CAP_ROAD, 0.4, from ) && oracle_stands( grid, FW_CAP_ROAD, 0.4, to );
				double depth = 0.0;
				for ( int32_t k = i; k < next; k++ )
				{
					depth = fmax( depth, oracle_swept_depth( grid, FW_CAP_ROAD, 0.4, &result.path.segments[k], 0.02 ) );
				}
				assert_true( mode == 0 || !both || depth < 1e-6 );
				curves += mode == 1 && both;
				left += mode == 0 && both && depth > 1e-3;
				ground += mode == 1 && !both;
				i = next;
			}
		}
		fw_result_free( &result );
		fw_planner_destroy( planner );
		fw_grid_destroy( grid );
	}
	assert_true( curves > test_rounds( 200 ) && left >= test_rounds( 10 ) && ground > test_rounds( 20 ) );
}

// Two units that drive towards each other on a road of two tiles or more keep to halves of their own.
static void test_lanes( void** state )
{
	(void)state;
	for ( int32_t round = 0; round < 4 * 2 * 4; round++ )
	{
		// A sample takes one width with each mode and direction.
		if ( ( round + round / 4 ) % 4 % test_every( 1 ) != 0 )
		{
			continue;
		}
		const int32_t width = 2 + round % 4;
		const bool upright = round / 4 % 2 == 1;
		const fw_roads modes[] = { FW_ROADS_NONE, FW_ROADS_ONLY, FW_ROADS_RINGS, FW_ROADS_CONES };
		fw_grid* grid = test_field( 60, 60 );
		roads_fill( grid, upright ? 30 : 0, upright ? 0 : 30, upright ? width : 60, upright ? 60 : width,
		            FW_TERRAIN_ROAD );
		fw_planner* planner = planner_make( grid );
		fw_result there = { 0 };
		fw_result back = { 0 };
		fw_plan plan = roads_plan( 0.4, 1.5, modes[round / 8] );
		plan.lane = round % 3 == 0 ? FW_LANE_LEFT : FW_LANE_RIGHT;
		const double middle = 30.0 + 0.5 * width;
		const double lane = 30.5 + width / 2;
		const fw_pose a = upright ? ( fw_pose ){ lane, 2.5, 0.5 * FW_PI } : ( fw_pose ){ 2.5, lane, 0.0 };
		const fw_pose b = upright ? ( fw_pose ){ lane, 57.5, -0.5 * FW_PI } : ( fw_pose ){ 57.5, lane, FW_PI };
		plan.start = a;
		plan.goal = b;
		fw_plan_report report = roads_run( planner, &plan, grid, &there );
		assert_true( there.outcome == FW_FOUND && report.lane == plan.lane );
		plan.start = b;
		plan.goal = a;
		report = roads_run( planner, &plan, grid, &back );
		assert_true( back.outcome == FW_FOUND && report.lane == plan.lane );
		for ( int32_t direction = 0; direction < 2; direction++ )
		{
			const fw_path* path = direction == 0 ? &there.path : &back.path;
			int32_t samples = 0;
			for ( double at = 0.0; at <= path->length; at += ROADS_STEP )
			{
				const fw_pose pose = fw_path_at( path, at ).pose;
				const double along = upright ? pose.y : pose.x;
				const double across = upright ? pose.x : pose.y;
				if ( along > 15.0 && along < 45.0 )
				{
					// To the right of travel: going east the larger y, going south the smaller x.
					const double side = ( plan.lane == FW_LANE_RIGHT ? 1.0 : -1.0 ) * ( upright ? -1.0 : 1.0 ) *
					                    ( direction == 0 ? 1.0 : -1.0 );
					assert_true( side * ( across - middle ) >= 0.4 - 1e-6 );
					samples++;
				}
			}
			assert_true( samples > 200 );
		}
		fw_result_free( &there );
		fw_result_free( &back );
		fw_planner_destroy( planner );
		fw_grid_destroy( grid );
	}
}

// Along a wide road, a plan over roads alone cuts from corner to corner; between cones a unit goes straight, and moves
// over to its line where it begins.
static void test_straight_along_wide_roads( void** state )
{
	(void)state;
	for ( int32_t turning = 1; turning <= 3; turning++ )
	{
		fw_grid* grid = roads_bend( 6 );
		fw_planner* planner = planner_make( grid );
		fw_result result = { 0 };
		fw_plan plan = roads_plan( 0.4, turning, FW_ROADS_ONLY );
		plan.start = ( fw_pose ){ 4.5, 41.5, 0.0 };
		plan.goal = ( fw_pose ){ 35.5, 4.5, 0.0 };
		roads_run( planner, &plan, grid, &result );
		const double only = aslant( &result.path );
		assert_true( only > 0.8 * result.length );
		plan.roads = FW_ROADS_CONES;
		roads_run( planner, &plan, grid, &result );
		assert_true( aslant( &result.path ) < 0.45 * only );
		plan.lane = FW_LANE_RIGHT;
		roads_run( planner, &plan, grid, &result );
		assert_true( aslant( &result.path ) < 0.7 * only );
		fw_result_free( &result );
		fw_planner_destroy( planner );
		fw_grid_destroy( grid );
	}
}

// A house on the road leaves one lane: the unit drives on the other half, and the report says so.
static void test_loosens( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 60, 20 );
	roads_fill( grid, 0, 8, 60, 2, FW_TERRAIN_ROAD );
	roads_fill( grid, 28, 9, 4, 1, FW_TERRAIN_OUT );
	fw_planner* planner = planner_make( grid );
	fw_result result = { 0 };
	fw_plan plan = roads_plan( 0.4, 1.0, FW_ROADS_CONES );
	plan.start = ( fw_pose ){ 2.5, 8.5, 0.0 };
	plan.goal = ( fw_pose ){ 57.5, 8.5, 0.0 };
	plan.lane = FW_LANE_RIGHT;
	fw_plan_report report = roads_run( planner, &plan, grid, &result );
	assert_true( result.outcome == FW_FOUND && report.roads == FW_ROADS_CONES );
	assert_true( roads_overlap( grid, 0.4, &result.path ) < 1e-6 );
	// A unit that faces the wrong direction on a road of one tile needs room to turn around, which cones leave at the
	// second try.
	roads_fill( grid, 0, 0, 60, 20, FW_TERRAIN_GROUND );
	roads_fill( grid, 0, 8, 60, 1, FW_TERRAIN_ROAD );
	plan.lane = FW_LANE_ANY;
	plan.start = ( fw_pose ){ 30.5, 8.5, FW_PI };
	report = roads_run( planner, &plan, grid, &result );
	assert_true( result.outcome == FW_FOUND && report.roads == FW_ROADS_CONES );
	assert_true( roads_overlap_beyond( grid, 0.4, &result.path, ( fw_vec2 ){ 30.5, 8.5 }, 5.0 ) < 1e-6 );
	// Between walls there is none: the plan does the same as without roads.
	roads_fill( grid, 0, 0, 60, 8, FW_TERRAIN_OUT );
	roads_fill( grid, 0, 9, 60, 2, FW_TERRAIN_OUT );
	report = roads_run( planner, &plan, grid, &result );
	assert_true( result.outcome == FW_UNREACHABLE && report.roads == FW_ROADS_NONE );
	// A unit wider than its road has a verge on both sides, and stays within it.
	plan.unit.radius = 0.9;
	plan.unit.turning_radius = 2.0;
	roads_fill( grid, 0, 0, 60, 20, FW_TERRAIN_GROUND );
	roads_fill( grid, 0, 4, 40, 1, FW_TERRAIN_ROAD );
	roads_fill( grid, 40, 4, 1, 15, FW_TERRAIN_ROAD );
	plan.start = ( fw_pose ){ 2.5, 4.5, 0.0 };
	plan.goal = ( fw_pose ){ 40.5, 17.5, 0.0 };
	report = roads_run( planner, &plan, grid, &result );
	assert_true( result.outcome == FW_FOUND && report.roads == FW_ROADS_CONES );
	assert_true( roads_overlap_beyond( grid, 0.0, &result.path, ( fw_vec2 ){ 40.5, 4.5 }, 7.0 ) < 1.0 );
	plan.unit.radius = 0.4;
	plan.unit.turning_radius = 1.0;
	// A unit that does not fit in half of the road has all of it.
	roads_fill( grid, 0, 0, 60, 20, FW_TERRAIN_GROUND );
	roads_fill( grid, 0, 8, 60, 2, FW_TERRAIN_ROAD );
	plan.unit.radius = 0.9;
	plan.start = ( fw_pose ){ 2.5, 9.0, 0.0 };
	plan.goal = ( fw_pose ){ 57.5, 9.0, 0.0 };
	plan.lane = FW_LANE_RIGHT;
	report = roads_run( planner, &plan, grid, &result );
	assert_true( result.outcome == FW_FOUND && report.roads == FW_ROADS_CONES );
	assert_true( roads_overlap( grid, 0.9, &result.path ) < 1e-6 );
	fw_result_free( &result );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

// If an end is on no road, a plan over roads alone does the same as without roads.
static void test_roads_ignored( void** state )
{
	(void)state;
	fw_grid* grid = roads_bend( 2 );
	fw_planner* planner = planner_make( grid );
	fw_result result = { 0 };
	fw_plan plan = roads_plan( 0.4, 1.0, FW_ROADS_NONE );
	plan.start = ( fw_pose ){ 10.5, 10.5, 0.0 };
	roads_run( planner, &plan, grid, &result );
	const uint64_t plain = fw_path_hash( &result.path );
	plan.roads = FW_ROADS_ONLY;
	const fw_plan_report report = roads_run( planner, &plan, grid, &result );
	assert_true( report.roads == FW_ROADS_NONE && fw_path_hash( &result.path ) == plain );
	// So does a plan with other terrains, as long as the unit is on none of them.
	plan.road_terrains = 1u << FW_TERRAIN_SWAMP;
	plan.start = ( fw_pose ){ 4.5, 36.5, 0.0 };
	assert_int_equal( roads_run( planner, &plan, grid, &result ).roads, FW_ROADS_NONE );
	plan.road_terrains = 1u << FW_TERRAIN_SWAMP | 1u << FW_TERRAIN_ROAD;
	assert_int_equal( roads_run( planner, &plan, grid, &result ).roads, FW_ROADS_ONLY );
	fw_result_free( &result );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

// The limit of a plan counts for the tile paths before the cones too, and for the searches after one that used it up.
static void test_limit( void** state )
{
	(void)state;
	fw_grid* grid = roads_bend( 2 );
	fw_planner* planner = planner_make( grid );
	fw_result result = { 0 };
	fw_plan plan = roads_plan( 0.4, 1.0, FW_ROADS_CONES );
	bool found = false;
	for ( int64_t limit = 1; !found; limit += limit < 300 ? 1 : limit / 8 )
	{
		plan.options.max_expansions = limit;
		assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
		assert_true( result.counters.expanded <= limit );
		found = result.outcome == FW_FOUND;
		assert_true( found || result.outcome == FW_OUT_OF_BUDGET );
		assert_true( found || result.reason == FW_REASON_EXPANSIONS );
	}
	fw_result_free( &result );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

int run_test_roads_planner( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_modes ),
	    cmocka_unit_test( test_wide_turns ),
	    cmocka_unit_test( test_rings ),
	    cmocka_unit_test( test_lanes ),
	    cmocka_unit_test( test_straight_along_wide_roads ),
	    cmocka_unit_test( test_loosens ),
	    cmocka_unit_test( test_roads_ignored ),
	    cmocka_unit_test( test_limit ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

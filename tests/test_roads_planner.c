// SPDX-License-Identifier: MIT
// Plans that heed roads: how far each way lets a unit leave them, what cones find that nothing else does, lanes, and
// that everything else stays as it was.
#include "oracle.h"
#include "support.h"
#include "support_planner.h"

#include "fairway/job.h"
#include "fairway/link.h"
#include "fairway/sweep.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void fill( fw_grid* grid, int32_t x, int32_t y, int32_t width, int32_t height, uint8_t terrain )
{
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ x, y, width, height }, terrain ), FW_OK );
}

static void set_cost( fw_grid* grid, int32_t index, double cost )
{
	fw_terrain terrain = *fw_grid_terrain( grid, index );
	terrain.cost = cost;
	assert_int_equal( fw_grid_set_terrain( grid, index, &terrain ), FW_OK );
}

// A road that goes east and then north, over open land.
static fw_grid* bend( int32_t width )
{
	fw_grid* grid = test_field( 50, 50 );
	fill( grid, 2, 36, 28 + width, width, FW_TERRAIN_ROAD );
	fill( grid, 30, 2, width, 34 + width, FW_TERRAIN_ROAD );
	return grid;
}

static fw_plan plan_of( double radius, double turning_radius, fw_roads roads )
{
	fw_plan plan = planner_plan( radius, turning_radius, ( fw_pose ){ 4.5, 36.5, 0.0 }, ( fw_pose ){ 30.5, 4.5, 0.0 } );
	plan.query.method = NULL;
	plan.roads = roads;
	return plan;
}

// Samples of a path, a tenth of a tile apart.
#define STEP 0.1

// How deep the disc overlaps what is no road, at the sample where that is deepest; with a place not nearer than `least`
// (diagonals counted as one) to a point.
static double off_road( const fw_grid* grid, double radius, const fw_path* path, fw_vec2 from, double least )
{
	double worst = 0.0;
	for ( double at = 0.0; at <= path->length; at += STEP )
	{
		const fw_pose pose = fw_path_at( path, at ).pose;
		if ( fmax( fabs( pose.x - from.x ), fabs( pose.y - from.y ) ) >= least )
		{
			worst = fmax( worst, oracle_depth( grid, FW_CAP_ROAD, radius, ( fw_vec2 ){ pose.x, pose.y } ) );
		}
	}
	return worst;
}

static const fw_vec2 nowhere = { -100.0, -100.0 };

// The part of the path on which it leads neither along the rows nor along the columns.
static double aslant( const fw_path* path )
{
	double sum = 0.0;
	for ( double at = 0.0; at <= path->length; at += STEP )
	{
		const double turn = fw_path_at( path, at ).pose.heading / ( 0.5 * FW_PI );
		sum += fabs( turn - floor( turn + 0.5 ) ) > 0.03 ? STEP : 0.0;
	}
	return sum;
}

static fw_plan_report run( fw_planner* planner, const fw_plan* plan, const fw_grid* grid, fw_result* result )
{
	assert_int_equal( fw_planner_run( planner, plan, result ), FW_OK );
	if ( result->outcome == FW_FOUND )
	{
		test_check_legal( grid, &plan->query.unit, &result->path );
		test_check_ends( &result->path, plan->query.start, ( fw_pose ){ plan->query.goal.x, plan->query.goal.y, NAN } );
		assert_true( fabs( result->length - result->path.length ) < 1e-9 );
	}
	return fw_planner_report( planner );
}

// On open land that costs what a road does: plans without roads cut across it, the others keep to what they promise.
static void test_ways( void** state )
{
	(void)state;
	for ( int32_t width = 1; width <= 4; width++ )
	{
		for ( int32_t turning = 1; turning <= 3; turning++ )
		{
			fw_grid* grid = bend( width );
			fw_planner* planner = planner_make( grid );
			fw_result result = { 0 };
			const fw_vec2 corner = { 30.0 + 0.5 * width, 36.0 + 0.5 * width };
			fw_plan plan = plan_of( 0.4, turning, FW_ROADS_NONE );
			run( planner, &plan, grid, &result );
			const double shortest = result.length;
			assert_int_equal( result.outcome, FW_FOUND );
			assert_true( off_road( grid, 0.4, &result.path, nowhere, 0.0 ) > 1.0 );

			plan.roads = FW_ROADS_ONLY;
			run( planner, &plan, grid, &result );
			const bool only = result.outcome == FW_FOUND;
			assert_true( width == 1 ? !only : width <= turning || only );
			assert_true( !only || off_road( grid, 0.4, &result.path, nowhere, 0.0 ) < 1e-6 );

			plan.roads = FW_ROADS_CONES;
			const fw_plan_report report = run( planner, &plan, grid, &result );
			assert_int_equal( result.outcome, FW_FOUND );
			assert_int_equal( report.roads, FW_ROADS_CONES );
			const int32_t tiles = fw_roads_turn_tiles( &plan.query.unit );
			const double room = tiles + 0.5 * width + 2.0; // loosened at most
			assert_true( off_road( grid, 0.4, &result.path, corner, room ) < 1e-6 );
			assert_true( result.length > shortest + 3.0 );
			fw_result_free( &result );
			fw_planner_destroy( planner );
			fw_grid_destroy( grid );
		}
	}
}

// A road of one tile, and a unit that cannot turn within it: roads alone are no way, steps to the next tile none along
// the road, cones let it swing out at the corner and nowhere else.
static void test_wide_turns( void** state )
{
	(void)state;
	for ( int32_t turning = 2; turning <= 5; turning++ )
	{
		fw_grid* grid = bend( 1 );
		set_cost( grid, FW_TERRAIN_GROUND, 3.0 );
		fw_planner* planner = planner_make( grid );
		fw_result result = { 0 };
		const fw_vec2 corner = { 30.5, 36.5 };
		fw_plan plan = plan_of( 0.4, turning, FW_ROADS_ONLY );
		run( planner, &plan, grid, &result );
		assert_int_equal( result.outcome, FW_UNREACHABLE );
		const double room = fw_roads_turn_tiles( &plan.query.unit ) + 0.5;
		plan.roads = FW_ROADS_STEPS;
		run( planner, &plan, grid, &result );
		const bool found = result.outcome == FW_FOUND;
		assert_true( !found || off_road( grid, 0.4, &result.path, corner, room ) > 0.3 );
		plan.roads = FW_ROADS_CONES;
		const fw_plan_report report = run( planner, &plan, grid, &result );
		assert_true( result.outcome == FW_FOUND && report.roads == FW_ROADS_CONES );
		assert_true( off_road( grid, 0.4, &result.path, corner, room ) < 1e-6 );
		assert_true( off_road( grid, 0.4, &result.path, nowhere, 0.0 ) > 0.05 );
		fw_result_free( &result );
		fw_planner_destroy( planner );
		fw_grid_destroy( grid );
	}
}

// Curves from road to road: each that has both ends on roads stays there. Beside a wide road, whose land costs the
// same, plain plans cut the corner by such curves.
static void test_rings( void** state )
{
	(void)state;
	int32_t curves = 0, left = 0, ground = 0;
	test_random random = test_random_make( 31 );
	for ( int32_t round = 0; round < 60; round++ )
	{
		fw_grid* grid = test_field( 50, 50 );
		for ( int32_t i = 0; i < 6; i++ )
		{
			const int32_t x = test_random_int( &random, 40 );
			const int32_t y = test_random_int( &random, 40 );
			const int32_t width = 1 + test_random_int( &random, 3 );
			const bool upright = test_random_chance( &random, 0.5 );
			fill( grid, upright ? x : 0, upright ? 0 : y, upright ? width : 50, upright ? 50 : width, FW_TERRAIN_ROAD );
		}
		set_cost( grid, FW_TERRAIN_GROUND, round % 3 == 0 ? 1.0 : 2.0 );
		fw_planner* planner = planner_make( grid );
		fw_result result = { 0 };
		fw_plan plan = plan_of( 0.4, 1.0 + round % 3, FW_ROADS_NONE );
		plan.query.start = test_random_centre( &random, 50, 50, 0 );
		plan.query.goal = test_random_centre( &random, 50, 50, 0 );
		plan.query.start.x += round % 4 == 0 ? test_random_real( &random, -0.3, 0.3 ) : 0.0;
		plan.clean_up = round % 2 == 0;
		for ( int32_t way = 0; way < 2; way++ )
		{
			plan.roads = way == 0 ? FW_ROADS_NONE : FW_ROADS_RINGS;
			plan.clean_up = way == 1 && round % 2 == 0;
			run( planner, &plan, grid, &result );
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
				assert_true( way == 0 || !both || depth < 1e-6 );
				curves += way == 1 && both;
				left += way == 0 && both && depth > 1e-3;
				ground += way == 1 && !both;
				i = next;
			}
		}
		fw_result_free( &result );
		fw_planner_destroy( planner );
		fw_grid_destroy( grid );
	}
	assert_true( curves > 200 && left > 20 && ground > 20 );
}

// Two units that come towards one another on a road of two tiles or more keep to halves of their own.
static void test_lanes( void** state )
{
	(void)state;
	for ( int32_t round = 0; round < 4 * 2 * 4; round++ )
	{
		const int32_t width = 2 + round % 4;
		const bool upright = round / 4 % 2 == 1;
		const fw_roads ways[] = { FW_ROADS_NONE, FW_ROADS_ONLY, FW_ROADS_RINGS, FW_ROADS_CONES };
		fw_grid* grid = test_field( 60, 60 );
		fill( grid, upright ? 30 : 0, upright ? 0 : 30, upright ? width : 60, upright ? 60 : width, FW_TERRAIN_ROAD );
		fw_planner* planner = planner_make( grid );
		fw_result there = { 0 };
		fw_result back = { 0 };
		fw_plan plan = plan_of( 0.4, 1.5, ways[round / 8] );
		plan.lane = round % 3 == 0 ? FW_LANE_LEFT : FW_LANE_RIGHT;
		const double middle = 30.0 + 0.5 * width;
		const double lane = 30.5 + width / 2;
		const fw_pose a = upright ? ( fw_pose ){ lane, 2.5, 0.5 * FW_PI } : ( fw_pose ){ 2.5, lane, 0.0 };
		const fw_pose b = upright ? ( fw_pose ){ lane, 57.5, -0.5 * FW_PI } : ( fw_pose ){ 57.5, lane, FW_PI };
		plan.query.start = a;
		plan.query.goal = b;
		fw_plan_report report = run( planner, &plan, grid, &there );
		assert_true( there.outcome == FW_FOUND && report.lane == plan.lane );
		plan.query.start = b;
		plan.query.goal = a;
		report = run( planner, &plan, grid, &back );
		assert_true( back.outcome == FW_FOUND && report.lane == plan.lane );
		for ( int32_t way = 0; way < 2; way++ )
		{
			const fw_path* path = way == 0 ? &there.path : &back.path;
			int32_t samples = 0;
			for ( double at = 0.0; at <= path->length; at += STEP )
			{
				const fw_pose pose = fw_path_at( path, at ).pose;
				const double along = upright ? pose.y : pose.x;
				const double across = upright ? pose.x : pose.y;
				if ( along > 15.0 && along < 45.0 )
				{
					// To the right of travel: going east the greater y, going south the lesser x.
					const double side = ( plan.lane == FW_LANE_RIGHT ? 1.0 : -1.0 ) * ( upright ? -1.0 : 1.0 ) *
					                    ( way == 0 ? 1.0 : -1.0 );
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

// Along a wide road, roads alone are driven aslant from corner to corner; between cones a unit goes straight, and
// changes to its line where it begins.
static void test_straight_along_wide_roads( void** state )
{
	(void)state;
	for ( int32_t turning = 1; turning <= 3; turning++ )
	{
		fw_grid* grid = bend( 6 );
		fw_planner* planner = planner_make( grid );
		fw_result result = { 0 };
		fw_plan plan = plan_of( 0.4, turning, FW_ROADS_ONLY );
		plan.query.start = ( fw_pose ){ 4.5, 41.5, 0.0 };
		plan.query.goal = ( fw_pose ){ 35.5, 4.5, 0.0 };
		run( planner, &plan, grid, &result );
		const double only = aslant( &result.path );
		assert_true( only > 0.8 * result.length );
		plan.roads = FW_ROADS_CONES;
		run( planner, &plan, grid, &result );
		assert_true( aslant( &result.path ) < 0.45 * only );
		plan.lane = FW_LANE_RIGHT;
		run( planner, &plan, grid, &result );
		assert_true( aslant( &result.path ) < 0.7 * only );
		fw_result_free( &result );
		fw_planner_destroy( planner );
		fw_grid_destroy( grid );
	}
}

// A house on the road leaves one lane: the other half is driven, and told.
static void test_loosens( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 60, 20 );
	fill( grid, 0, 8, 60, 2, FW_TERRAIN_ROAD );
	fill( grid, 28, 9, 4, 1, FW_TERRAIN_OUT );
	fw_planner* planner = planner_make( grid );
	fw_result result = { 0 };
	fw_plan plan = plan_of( 0.4, 1.0, FW_ROADS_CONES );
	plan.query.start = ( fw_pose ){ 2.5, 8.5, 0.0 };
	plan.query.goal = ( fw_pose ){ 57.5, 8.5, 0.0 };
	plan.lane = FW_LANE_RIGHT;
	fw_plan_report report = run( planner, &plan, grid, &result );
	assert_true( result.outcome == FW_FOUND && report.roads == FW_ROADS_CONES );
	assert_true( off_road( grid, 0.4, &result.path, nowhere, 0.0 ) < 1e-6 );
	// Facing the wrong way on a road of one tile takes room to turn round, which cones leave at the second try.
	fill( grid, 0, 0, 60, 20, FW_TERRAIN_GROUND );
	fill( grid, 0, 8, 60, 1, FW_TERRAIN_ROAD );
	plan.lane = FW_LANE_ANY;
	plan.query.start = ( fw_pose ){ 30.5, 8.5, FW_PI };
	report = run( planner, &plan, grid, &result );
	assert_true( result.outcome == FW_FOUND && report.roads == FW_ROADS_CONES );
	assert_true( off_road( grid, 0.4, &result.path, ( fw_vec2 ){ 30.5, 8.5 }, 5.0 ) < 1e-6 );
	// Between walls there is none: the plan is what it is without roads.
	fill( grid, 0, 0, 60, 8, FW_TERRAIN_OUT );
	fill( grid, 0, 9, 60, 2, FW_TERRAIN_OUT );
	report = run( planner, &plan, grid, &result );
	assert_true( result.outcome == FW_UNREACHABLE && report.roads == FW_ROADS_NONE );
	// Wider than its road, a unit has a verge on both sides, and keeps to that.
	plan.query.unit.radius = 0.9;
	plan.query.unit.turning_radius = 2.0;
	fill( grid, 0, 0, 60, 20, FW_TERRAIN_GROUND );
	fill( grid, 0, 4, 40, 1, FW_TERRAIN_ROAD );
	fill( grid, 40, 4, 1, 15, FW_TERRAIN_ROAD );
	plan.query.start = ( fw_pose ){ 2.5, 4.5, 0.0 };
	plan.query.goal = ( fw_pose ){ 40.5, 17.5, 0.0 };
	report = run( planner, &plan, grid, &result );
	assert_true( result.outcome == FW_FOUND && report.roads == FW_ROADS_CONES );
	assert_true( off_road( grid, 0.0, &result.path, ( fw_vec2 ){ 40.5, 4.5 }, 7.0 ) < 1.0 );
	plan.query.unit.radius = 0.4;
	plan.query.unit.turning_radius = 1.0;
	// No wider than a lane: what does not fit in half of the road has all of it.
	fill( grid, 0, 0, 60, 20, FW_TERRAIN_GROUND );
	fill( grid, 0, 8, 60, 2, FW_TERRAIN_ROAD );
	plan.query.unit.radius = 0.9;
	plan.query.start = ( fw_pose ){ 2.5, 9.0, 0.0 };
	plan.query.goal = ( fw_pose ){ 57.5, 9.0, 0.0 };
	plan.lane = FW_LANE_RIGHT;
	report = run( planner, &plan, grid, &result );
	assert_true( result.outcome == FW_FOUND && report.roads == FW_ROADS_CONES );
	assert_true( off_road( grid, 0.9, &result.path, nowhere, 0.0 ) < 1e-6 );
	fw_result_free( &result );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

// Where an end is on no road, a plan over roads alone is as one without.
static void test_not_heeded( void** state )
{
	(void)state;
	fw_grid* grid = bend( 2 );
	fw_planner* planner = planner_make( grid );
	fw_result result = { 0 };
	fw_plan plan = plan_of( 0.4, 1.0, FW_ROADS_NONE );
	plan.query.start = ( fw_pose ){ 10.5, 10.5, 0.0 };
	run( planner, &plan, grid, &result );
	const uint64_t plain = fw_path_hash( &result.path );
	plan.roads = FW_ROADS_ONLY;
	const fw_plan_report report = run( planner, &plan, grid, &result );
	assert_true( report.roads == FW_ROADS_NONE && fw_path_hash( &result.path ) == plain );
	// So is one with other terrains, as long as the unit is on none of them.
	plan.road_terrains = 1u << FW_TERRAIN_SWAMP;
	plan.query.start = ( fw_pose ){ 4.5, 36.5, 0.0 };
	assert_int_equal( run( planner, &plan, grid, &result ).roads, FW_ROADS_NONE );
	plan.road_terrains = 1u << FW_TERRAIN_SWAMP | 1u << FW_TERRAIN_ROAD;
	assert_int_equal( run( planner, &plan, grid, &result ).roads, FW_ROADS_ONLY );
	fw_result_free( &result );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

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
		fill( grid, upright ? at : from, upright ? from : at, upright ? width : length, upright ? length : width,
		      FW_TERRAIN_ROAD );
	}
	return grid;
}

// The centre of a tile that is no house; of a road, mostly.
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
	plan.query.method = NULL;
	plan.query.unit.reverse = round % 3 == 1;
	return plan;
}

// In towns, between any ends: legal always, found wherever a plan without roads finds something (but over roads alone),
// over roads alone where it says so, and within its cones.
static void test_towns( void** state )
{
	(void)state;
	test_random random = test_random_make( 2 );
	int32_t found[5] = { 0 };
	int32_t lanes = 0, slices = 0;
	for ( int32_t round = 0; round < 70; round++ )
	{
		fw_grid* grid = town( &random );
		fw_planner* planner = planner_make( grid );
		fw_job* job = NULL;
		assert_int_equal( fw_job_create( planner, &job ), FW_OK );
		fw_result result = { 0 };
		fw_result sliced = { 0 };
		fw_plan plan = random_plan( &random, grid, round );
		run( planner, &plan, grid, &result );
		const fw_outcome plain = result.outcome;
		for ( int32_t way = 0; way < 10; way++ )
		{
			plan.roads = (fw_roads)( way % 5 );
			plan.lane = way >= 5 ? ( round % 2 == 0 ? FW_LANE_RIGHT : FW_LANE_LEFT ) : FW_LANE_ANY;
			const fw_plan_report report = run( planner, &plan, grid, &result );
			const bool over = result.outcome == FW_FOUND;
			const bool sure = plan.roads == FW_ROADS_NONE || plan.roads == FW_ROADS_CONES;
			assert_true( !sure || over == ( plain == FW_FOUND ) );
			if ( over && report.roads == FW_ROADS_ONLY )
			{
				assert_true( off_road( grid, plan.query.unit.radius, &result.path, nowhere, 0.0 ) < 1e-6 );
			}
			const fw_cones* cones = fw_planner_cones( planner );
			assert_true( ( cones != NULL && over ) || report.roads != FW_ROADS_CONES || !over );
			if ( cones != NULL && over )
			{
				fw_path moved = { 0 };
				const fw_rect part = fw_cones_part( cones );
				assert_int_equal( fw_path_copy( &moved, &result.path ), FW_OK );
				fw_path_move( &moved, -part.x, -part.y );
				test_check_legal( fw_cones_grid( cones ), &plan.query.unit, &moved );
				fw_path_free( &moved );
			}
			found[plan.roads] += over && report.roads == plan.roads;
			lanes += over && plan.lane != FW_LANE_ANY && report.lane == plan.lane;
			// The same bits in slices, with the planner used in between.
			if ( round % 3 == 0 )
			{
				fw_outcome outcome = FW_RUNNING;
				assert_int_equal( fw_job_begin( job, &plan ), FW_OK );
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
	assert_true( found[1] > 120 && found[2] > 40 && found[3] > 120 && found[4] > 110 && lanes > 250 && slices > 200 );
}

static void hear_far( void* context, fw_event event, fw_pose pose )
{
	int32_t* counts = context;
	counts[event != FW_EVENT_EXPAND ? 2 : pose.x > 60.0 && pose.y > 60.0 ? 1 : 0]++;
}

// A listener hears of places on the map, whatever map is searched.
static void test_listener( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 120, 120 );
	fill( grid, 80, 100, 30, 1, FW_TERRAIN_ROAD );
	fill( grid, 109, 80, 1, 21, FW_TERRAIN_ROAD );
	fw_planner* planner = planner_make( grid );
	fw_result result = { 0 };
	int32_t counts[3] = { 0 };
	fw_plan plan = plan_of( 0.4, 2.0, FW_ROADS_CONES );
	plan.query.start = ( fw_pose ){ 82.5, 100.5, 0.0 };
	plan.query.goal = ( fw_pose ){ 109.5, 82.5, 0.0 };
	plan.query.listener = ( fw_listener ){ .hear = hear_far, .context = counts };
	run( planner, &plan, grid, &result );
	assert_true( result.outcome == FW_FOUND && fw_cones_part( fw_planner_cones( planner ) ).x > 40 );
	assert_true( counts[0] == 0 && counts[1] == result.counters.expanded );
	fw_result_free( &result );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

// Edits between plans, and between the slices of one, count.
static void test_edits( void** state )
{
	(void)state;
	fw_grid* grid = bend( 2 );
	fw_planner* planner = planner_make( grid );
	fw_job* job = NULL;
	assert_int_equal( fw_job_create( planner, &job ), FW_OK );
	fw_result result = { 0 };
	for ( int32_t way = 1; way <= 4; way++ )
	{
		fill( grid, 0, 30, 50, 14, FW_TERRAIN_GROUND );
		fill( grid, 2, 36, 30, 2, FW_TERRAIN_ROAD );
		fill( grid, 30, 20, 2, 16, FW_TERRAIN_ROAD );
		fw_plan plan = plan_of( 0.4, 1.0, (fw_roads)way );
		plan.lane = way % 2 == 0 ? FW_LANE_RIGHT : FW_LANE_ANY;
		run( planner, &plan, grid, &result );
		assert_int_equal( result.outcome, FW_FOUND );
		fw_outcome outcome = FW_RUNNING;
		assert_int_equal( fw_job_begin( job, &plan ), FW_OK );
		assert_int_equal( fw_job_step( job, 2, &outcome ), FW_OK );
		// A house on the road, and a way round it.
		fill( grid, 14, 36, 2, 2, FW_TERRAIN_OUT );
		fill( grid, 10, 38, 10, 2, FW_TERRAIN_ROAD );
		run( planner, &plan, grid, &result );
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
	fw_grid* grid = bend( 2 );
	set_cost( grid, FW_TERRAIN_GROUND, 2.0 );
	for ( int32_t way = 0; way < 5; way++ )
	{
		uint64_t hash = 0;
		for ( int64_t n = -1; n < 400; n = n < 60 ? n + 1 : n + 17 )
		{
			test_memory memory = test_memory_make();
			const fw_allocator allocator = test_memory_allocator( &memory );
			fw_planner* planner = NULL;
			fw_result result;
			fw_result_init( &result, &allocator );
			fw_plan plan = plan_of( 0.4, 1.5, (fw_roads)way );
			plan.lane = way % 2 == 0 ? FW_LANE_RIGHT : FW_LANE_ANY;
			assert_int_equal( fw_planner_create( grid, &allocator, &planner ), FW_OK );
			if ( n >= 0 )
			{
				test_memory_fail_in( &memory, n, n % 2 == 0 );
			}
			const fw_status status = fw_planner_run( planner, &plan, &result );
			assert_true( status == FW_OK || status == FW_ERR_MEMORY );
			test_memory_fail_never( &memory );
			// What failed is there at the next try.
			assert_int_equal( fw_planner_run( planner, &plan, &result ), FW_OK );
			hash = n < 0 ? fw_path_hash( &result.path ) : hash;
			assert_true( result.outcome == FW_FOUND && fw_path_hash( &result.path ) == hash );
			assert_true( fw_planner_memory( planner ) > 0 );
			fw_result_free( &result );
			fw_planner_destroy( planner );
			test_memory_check_empty( &memory );
		}
	}
	fw_grid_destroy( grid );
}

static void test_misuse( void** state )
{
	(void)state;
	fw_grid* grid = bend( 2 );
	fw_planner* planner = planner_make( grid );
	fw_result result = { 0 };
	fw_plan plan = plan_of( 0.4, 1.0, (fw_roads)5 );
	assert_int_equal( fw_planner_run( planner, &plan, &result ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_planner_prepare( planner, &plan ), FW_ERR_ARGUMENT );
	plan = plan_of( 0.4, 1.0, FW_ROADS_CONES );
	plan.lane = (fw_lane)3;
	assert_int_equal( fw_planner_run( planner, &plan, &result ), FW_ERR_ARGUMENT );
	plan = plan_of( 0.4, 0.0, FW_ROADS_CONES );
	plan.query.unit.size = 2;
	assert_int_equal( fw_planner_run( planner, &plan, &result ), FW_ERR_UNSUPPORTED );
	plan.roads = FW_ROADS_ONLY;
	plan.query.goal.x += 0.0;
	assert_int_equal( fw_planner_run( planner, &plan, &result ), FW_OK );
	assert_true( result.outcome == FW_FOUND && fw_planner_report( planner ).roads == FW_ROADS_ONLY );
	plan = plan_of( 0.4, 0.0, FW_ROADS_ONLY );
	plan.query.method = "haastar-high";
	assert_int_equal( fw_planner_run( planner, &plan, &result ), FW_OK );
	assert_int_equal( result.outcome, FW_FOUND );
	assert_true( off_road( grid, 0.4, &result.path, nowhere, 0.0 ) < 1e-6 );
	fw_route* route = NULL;
	assert_int_equal( fw_route_create( NULL, &route ), FW_OK );
	assert_int_equal( fw_planner_route( planner, &plan, route, &result ), FW_ERR_UNSUPPORTED );
	fw_route_destroy( route );
	const fw_link link = { 5, 36, 30, 10, 1.0, FW_CAP_GROUND };
	assert_int_equal( fw_grid_add_link( grid, &link ), FW_OK );
	plan = plan_of( 0.4, 0.0, FW_ROADS_CONES );
	assert_int_equal( fw_planner_run( planner, &plan, &result ), FW_ERR_UNSUPPORTED );
	plan.roads = FW_ROADS_ONLY;
	assert_int_equal( fw_planner_run( planner, &plan, &result ), FW_OK );
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
		fw_grid* grid = bend( 1 + round % 4 );
		for ( int32_t i = 0; i < 4; i++ )
		{
			const int32_t x = test_random_int( &random, 40 );
			const int32_t y = test_random_int( &random, 40 );
			fill( grid, x, 0, 1 + i, 50, FW_TERRAIN_ROAD );
			fill( grid, 0, y, 50, 1 + i, FW_TERRAIN_ROAD );
		}
		fw_planner* planner = planner_make( grid );
		fw_result result = { 0 };
		for ( int32_t way = 0; way < 10; way++ )
		{
			fw_plan plan = plan_of( 0.4, 0.5 * round, (fw_roads)( way % 5 ) );
			plan.lane = way >= 5 ? FW_LANE_RIGHT : FW_LANE_ANY;
			run( planner, &plan, grid, &result );
			hash = hash * 31 + fw_path_hash( &result.path );
		}
		fw_result_free( &result );
		fw_planner_destroy( planner );
		fw_grid_destroy( grid );
	}
	assert_true( hash == 0x29a8549eee760780ull );
}

int main( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_ways ),
	    cmocka_unit_test( test_wide_turns ),
	    cmocka_unit_test( test_rings ),
	    cmocka_unit_test( test_lanes ),
	    cmocka_unit_test( test_straight_along_wide_roads ),
	    cmocka_unit_test( test_loosens ),
	    cmocka_unit_test( test_not_heeded ),
	    cmocka_unit_test( test_towns ),
	    cmocka_unit_test( test_edits ),
	    cmocka_unit_test( test_listener ),
	    cmocka_unit_test( test_memory_runs_out ),
	    cmocka_unit_test( test_misuse ),
	    cmocka_unit_test( test_same_bits ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

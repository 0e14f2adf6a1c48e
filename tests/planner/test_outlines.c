// SPDX-License-Identifier: MIT
// Plans for units with an outline: every path judged by the validator, on random maps, in streets that hold the outline
// and no disc around it, and on published problems; what has no outline refuses them.
#include "fairway/planner.h"
#include "fairway/queue.h"
#include "fairway/sweep.h"
#include "support.h"
#include "support_benchmarks.h"
#include "support_outline.h"
#include "support_planner.h"
#include "support_vehicle.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static fw_outline truck( void )
{
	return fw_outline_rectangle( 4.0, 1.6, 0.8 );
}

// Runs a plan; every path must be legal for the whole outline, by the validator and by the sweep.
static bool finds( fw_planner* planner, const fw_grid* grid, const fw_plan* plan, fw_result* result )
{
	assert_int_equal( fw_planner_run( planner, plan, result, NULL ), FW_OK );
	if ( result->outcome != FW_FOUND )
	{
		assert_true( result->reason != FW_REASON_NONE );
		return false;
	}
	test_check_legal( grid, &plan->unit, &result->path );
	fw_pose goal = plan->goal;
	goal.heading = plan->goal_any_heading ? (double)NAN : goal.heading;
	test_check_ends( &result->path, plan->start, goal );
	assert_int_equal( fw_sweep_path( grid, &plan->unit, &result->path ), result->path.count );
	return true;
}

static fw_pose random_pose( test_random* random, double size )
{
	const bool centers = test_random_chance( random, 0.7 );
	const fw_vec2 at = centers ? ( fw_vec2 ){ test_random_int( random, (int32_t)size ) + 0.5,
	                                          test_random_int( random, (int32_t)size ) + 0.5 }
	                           : test_random_point( random, 2, size - 2, size - 2 );
	return fw_make_pose( at.x, at.y,
	                     centers ? fw_radians( 45.0 * test_random_int( random, 8 ) )
	                             : test_random_real( random, -FW_PI, FW_PI ) );
}

static void paths_on_random_maps_are_legal( void** state )
{
	(void)state;
	test_random random = test_random_make( 77 );
	int32_t found = 0;
	int32_t reversed = 0;
	for ( int32_t map = 0; map < test_rounds( 20 ); map++ )
	{
		fw_grid* grid = test_random_grid( &random, 36, 36, map % 2 == 0 ? 0.02 : 0.05 );
		fw_planner* planner = planner_make( grid );
		fw_result result = { 0 };
		for ( int32_t i = 0; i < 20; i++ )
		{
			const test_vehicle of = test_vehicle_of( test_random_int( &random, TEST_VEHICLES ) );
			fw_plan plan =
			    planner_plan( of.radius, of.turning_radius, random_pose( &random, 36 ), random_pose( &random, 36 ) );
			plan.unit.outline = of.outline;
			plan.unit.reverse = test_random_chance( &random, 0.4 );
			plan.goal_any_heading = test_random_chance( &random, 0.5 );
			plan.headings = test_random_chance( &random, 0.3 ) ? 16 : 8;
			plan.options.turn_charge = test_random_chance( &random, 0.2 ) ? 0.5 : 0.0;
			plan.options.max_expansions = 20000;
			const bool reached = finds( planner, grid, &plan, &result );
			found += reached;
			for ( int32_t s = 0; s < result.path.count && reached; s++ )
			{
				reversed += result.path.segments[s].gear == FW_GEAR_REVERSE;
			}
		}
		fw_result_free( &result );
		fw_planner_destroy( planner );
		fw_grid_destroy( grid );
	}
	assert_true( found > test_rounds( 20 ) * 4 );
	assert_true( reversed > 0 );
}

// Streets two tiles wide round a block, with room to turn at the corners alone.
static fw_grid* make_town( void )
{
	fw_grid* grid = test_field( 40, 40 );
	for ( int32_t y = 0; y < 40; y++ )
	{
		for ( int32_t x = 0; x < 40; x++ )
		{
			const bool street = ( y >= 4 && y < 6 ) || ( x >= 30 && x < 32 );
			const bool corner = x >= 22 && x < 36 && y >= 4 && y < 14;
			if ( !street && !corner )
			{
				test_block( grid, x, y );
			}
		}
	}
	return grid;
}

static void a_truck_fits_its_own_street( void** state )
{
	(void)state;
	fw_grid* grid = make_town();
	fw_planner* planner = planner_make( grid );
	fw_result result = { 0 };
	fw_plan plan = planner_plan( 0.0, 3.5, fw_make_pose( 3.0, 5.0, 0.0 ), fw_make_pose( 31.0, 30.0, FW_PI / 2.0 ) );
	plan.unit.outline = truck();
	plan.goal_any_heading = false;
	assert_true( finds( planner, grid, &plan, &result ) );
	assert_true( result.length < 27.0 + 25.0 );
	// The disc around it does not stand in the street.
	plan.unit.radius = fw_unit_outer_radius( &plan.unit );
	plan.unit.outline.count = 0;
	assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
	assert_int_equal( result.outcome, FW_UNREACHABLE );
	assert_int_equal( result.reason, FW_REASON_START_TOO_NARROW );
	// Nor does a truck across it.
	plan.unit.radius = 0.0;
	plan.unit.outline = truck();
	plan.start.heading = FW_PI / 2.0;
	assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
	assert_int_equal( result.reason, FW_REASON_START_TOO_NARROW );
	fw_result_free( &result );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

static void a_car_backs_into_its_bay( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 30, 20 );
	for ( int32_t x = 0; x < 30; x++ )
	{
		for ( int32_t y = 12; y < 20; y++ )
		{
			if ( x < 14 || x >= 16 || y >= 16 )
			{
				test_block( grid, x, y );
			}
		}
	}
	fw_planner* planner = planner_make( grid );
	fw_result result = { 0 };
	fw_plan plan = planner_plan( 0.0, 2.5, fw_make_pose( 4.5, 8.5, 0.0 ), fw_make_pose( 15.0, 15.0, -FW_PI / 2.0 ) );
	plan.unit.outline = fw_outline_rectangle( 3.0, 1.4, 0.7 );
	plan.goal_any_heading = false;
	assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
	assert_int_equal( result.outcome, FW_UNREACHABLE );
	plan.unit.reverse = true;
	assert_true( finds( planner, grid, &plan, &result ) );
	assert_int_equal( result.path.segments[result.path.count - 1].gear, FW_GEAR_REVERSE );
	fw_result_free( &result );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

// Not quite along the street.
static fw_plan gap_plan( void )
{
	fw_plan plan =
	    planner_plan( 0.0, 2.5, fw_make_pose( 4.5, 6.5, 0.0 ), fw_make_pose( 14.3, 8.85, fw_radians( 3.0 ) ) );
	plan.unit.outline = fw_outline_rectangle( 3.0, 1.4, 0.7 );
	plan.unit.reverse = true;
	plan.goal_any_heading = false;
	return plan;
}

static void a_car_parks_between_two_others( void** state )
{
	(void)state;
	fw_grid* grid = test_bay();
	fw_planner* planner = planner_make( grid );
	fw_result result = { 0 };
	fw_plan plan = gap_plan();
	plan.options.end_moves = 0;
	assert_false( finds( planner, grid, &plan, &result ) );
	plan.options.end_moves = 1024;
	assert_true( finds( planner, grid, &plan, &result ) );
	// And out again.
	const fw_pose bay = plan.goal;
	plan.goal = plan.start;
	plan.start = bay;
	plan.options.end_moves = 0;
	assert_false( finds( planner, grid, &plan, &result ) );
	plan.options.end_moves = 1024;
	assert_true( finds( planner, grid, &plan, &result ) );
	fw_result_free( &result );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

// The first pose of the lattice that backs into a gap is seldom the best one: over these places a search that takes it
// pays 29.1 tiles on average, with one more change of gear.
static void a_car_parks_without_needless_changes( void** state )
{
	(void)state;
	fw_grid* grid = test_bay();
	fw_planner* planner = planner_make( grid );
	fw_result result = { 0 };
	fw_plan plan = gap_plan();
	double cost = 0.0;
	for ( int32_t i = 0; i < 8; i++ )
	{
		static const double columns[] = { 13.9, 14.0, 14.1, 14.7 };
		plan.goal = fw_make_pose( columns[i % 4], i < 4 ? 8.85 : 8.95, 0.0 );
		assert_true( finds( planner, grid, &plan, &result ) );
		cost += result.cost / 8.0;
	}
	assert_true( cost < 26.0 );
	fw_result_free( &result );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

static void clear( fw_grid* grid, int32_t x, int32_t y, int32_t width, int32_t height )
{
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ x, y, width, height }, FW_TERRAIN_GROUND, NULL ), FW_OK );
}

// A wall with a bend that the inner disc passes and a truck does not, near the goal, and a door far from it. The
// estimate leads to the bend, and what is before it would be searched whole: 395,137 nodes.
static void a_bend_too_narrow_is_seen_from_the_goal( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 92, 80 );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 70, 0, 8, 80 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	clear( grid, 70, 70, 5, 2 );
	clear( grid, 73, 66, 2, 6 );
	clear( grid, 73, 66, 5, 2 );
	clear( grid, 70, 1, 8, 6 );
	fw_planner* planner = planner_make( grid );
	fw_result result = { 0 };
	fw_plan plan = planner_plan( 0.0, 3.5, test_center( 50, 70, 0 ), test_center( 86, 70, 90 ) );
	plan.unit.outline = truck();
	plan.goal_any_heading = false;
	assert_true( finds( planner, grid, &plan, &result ) );
	assert_true( result.length > 140.0 && result.length < 143.5 );
	assert_true( result.counters.expanded < 200000 );
	fw_result_free( &result );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

// The search with exact moves at its goal.
static void memory_runs_out_while_it_parks( void** state )
{
	(void)state;
	fw_grid* grid = test_bay();
	const fw_plan plan = gap_plan();
	assert_true( test_vehicle_memory( grid, &plan, 1 ) > 30 );
	fw_grid_destroy( grid );
}

static void others_refuse_outlines( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 20, 20 );
	fw_planner* planner = planner_make( grid );
	fw_result result = { 0 };
	fw_plan plan = planner_plan( 0.0, 2.0, test_center( 4, 4, 0 ), test_center( 15, 15, 0 ) );
	plan.unit.outline = fw_outline_rectangle( 2.4, 1.0, 0.5 );
	for ( int32_t i = 0; i < fw_method_count(); i++ )
	{
		const fw_method* method = fw_method_at( i );
		plan.method = method->name;
		fw_refusal refusal = { 0 };
		const fw_status status = fw_planner_run( planner, &plan, &result, &refusal );
		const bool knows = ( method->traits & FW_TRAIT_OUTLINE ) != 0;
		assert_int_equal( status, knows ? FW_OK : FW_ERR_UNSUPPORTED );
		assert_true( knows ? result.outcome == FW_FOUND : strcmp( refusal.field, "unit.outline" ) == 0 );
	}
	fw_result_free( &result );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

static void published_problems_are_solved( void** state )
{
	(void)state;
	const struct
	{
		const char *map, *set;
		int32_t problems, least;
	} sets[] = {
	    { "dao/brc202d", "../vehicles/car-brc202d", 40, 40 },
	    { "bg512/AR0602SR", "../vehicles/car-AR0602SR-fix", 40, 40 },
	    { "sc1/WheelofWar", "../vehicles/barge-WheelofWar", 12, 12 },
	    { "bg512/AR0602SR", "../vehicles/truck-AR0602SR", 12, 11 },
	};
	for ( size_t i = 0; i < sizeof( sets ) / sizeof( sets[0] ); i++ )
	{
		fw_grid* grid = test_benchmark_map( sets[i].map );
		fw_pose_set problems = test_benchmark_poses( sets[i].set );
		fw_planner* planner = planner_make( grid );
		fw_result result = { 0 };
		int32_t found = 0;
		assert_true( problems.outline.count >= 4 );
		for ( int32_t p = 0; p < sets[i].problems; p++ )
		{
			const fw_pose_problem* problem = &problems.problems[p];
			fw_plan plan = planner_plan( problem->radius, problem->turning_radius, problem->start, problem->goal );
			plan.unit.outline = problems.outline;
			plan.goal_any_heading = problem->goal_any_heading;
			found += finds( planner, grid, &plan, &result );
		}
		assert_true( found >= sets[i].least );
		fw_result_free( &result );
		fw_planner_destroy( planner );
		fw_poses_free( &problems );
		fw_grid_destroy( grid );
	}
}

// Between a bay and a wall only exact moves turn far enough to come to the goal at once: on the lattice alone the way
// goes round in a circle.
static void a_truck_leaves_its_bay_without_a_circle( void** state )
{
	(void)state;
	fw_grid* grid = test_benchmark_map( "dao/brc202d" );
	fw_planner* planner = planner_make( grid );
	fw_result result = { 0 };
	fw_plan plan =
	    planner_plan( 0.0, 3.5, test_center( 453, 259, 0 ), fw_make_pose( 458.5, 276.5, fw_radians( 329.0 ) ) );
	plan.unit.outline = fw_outline_rectangle( 4.0, 1.6, 0.8 );
	plan.goal_any_heading = false;
	plan.options.end_moves = 0;
	assert_true( finds( planner, grid, &plan, &result ) );
	assert_true( result.length > 38.0 );
	plan.options.end_moves = 4096;
	assert_true( finds( planner, grid, &plan, &result ) );
	assert_true( result.length < 25.5 );
	fw_result_free( &result );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

// Goals in pockets that no legal turns lead into. While the search floods the map and the moves from the start go on
// for nothing, this takes 44,887, 29,427, 51,378 and 45,252 nodes.
static void no_legal_turns_are_soon_known( void** state )
{
	(void)state;
	static const struct
	{
		const char* map;
		double from[3], to[3]; // tile center, heading
		int64_t most;
	} pairs[] = {
	    { "dao/brc202d", { 510, 186, 45 }, { 468, 84, 135 }, 8000 },
	    { "dao/brc202d", { 226, 135, 45 }, { 254, 227, 90 }, 11000 },
	    { "bg512/AR0602SR", { 207, 224, 225 }, { 272, 310, 315 }, 30000 },
	    { "bg512/AR0602SR", { 364, 152, 0 }, { 261, 165, 225 }, 30000 },
	};
	for ( size_t i = 0; i < sizeof( pairs ) / sizeof( *pairs ); i++ )
	{
		const double* from = pairs[i].from;
		const double* to = pairs[i].to;
		fw_grid* grid = test_benchmark_map( pairs[i].map );
		fw_planner* planner = planner_make( grid );
		fw_result result = { 0 };
		fw_plan plan = planner_plan( 0.0, 3.5, fw_make_pose( from[0] + 0.5, from[1] + 0.5, fw_radians( from[2] ) ),
		                             fw_make_pose( to[0] + 0.5, to[1] + 0.5, fw_radians( to[2] ) ) );
		plan.unit.outline = fw_outline_rectangle( 4.0, 1.6, 0.8 );
		plan.goal_any_heading = false;
		assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
		assert_int_not_equal( result.outcome, FW_FOUND );
		assert_true( result.counters.expanded < pairs[i].most );
		fw_result_free( &result );
		fw_planner_destroy( planner );
		fw_grid_destroy( grid );
	}
}

// Pairs of poses into which a search with reverse gear took millions of nodes while it did not know what leads into the
// goal.
static void reverse_gear_does_not_stall( void** state )
{
	(void)state;
	fw_grid* grid = test_benchmark_map( "sc1/Aftershock" );
	fw_planner* planner = planner_make( grid );
	fw_result result = { 0 };
	for ( int32_t turn = 0; turn < 2; turn++ )
	{
		const fw_pose start = test_center( 253, 315, 315 );
		fw_pose goal = test_center( 171, 381, 315 );
		goal.heading += fw_radians( 10.0 * turn ); // off the lattice, too
		fw_plan plan = planner_plan( 0.9, 3.0, start, goal );
		plan.unit.reverse = true;
		plan.goal_any_heading = false;
		assert_true( finds( planner, grid, &plan, &result ) );
		assert_true( result.counters.expanded < 10000 );
	}
	fw_result_free( &result );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

// Narrow bends that only the finer lattice passes: 55,067 and 125,173 nodes while the corridors before them were
// flooded.
static void a_truck_with_reverse_gear_passes_narrow_bends( void** state )
{
	(void)state;
	const fw_pose ends[][2] = { { test_center( 216, 372, 315 ), test_center( 246, 284, 180 ) },
	                            { test_center( 119, 386, 45 ), test_center( 170, 345, 45 ) } };
	fw_grid* grid = test_benchmark_map( "bg512/AR0602SR" );
	fw_planner* planner = planner_make( grid );
	fw_result result = { 0 };
	for ( int32_t i = 0; i < 2; i++ )
	{
		fw_plan plan = planner_plan( 0.0, 3.5, ends[i][0], ends[i][1] );
		plan.unit.outline = fw_outline_rectangle( 4.0, 1.6, 0.8 );
		plan.unit.reverse = true;
		plan.goal_any_heading = false;
		assert_true( finds( planner, grid, &plan, &result ) );
		assert_true( result.counters.expanded < 20000 );
	}
	fw_result_free( &result );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

// 400 x 300 cells of 5 cm, in the middle a wall with a door of 0.9 m; a robot of 0.8 x 0.5 m that drives on past boxes.
static void a_robot_takes_a_door( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 400, 300 );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 198, 0, 4, 300 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 198, 140, 4, 18 }, FW_TERRAIN_GROUND, NULL ), FW_OK );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 100, 100, 40, 80 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 240, 120, 30, 30 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	fw_planner* planner = planner_make( grid );
	fw_result result = { 0 };
	for ( int32_t i = 0; i < 4; i++ )
	{
		fw_plan plan = fw_default_plan();
		plan.unit.outline = fw_outline_rectangle( 16.0, 10.0, 8.0 );
		plan.unit.radius = 0.0;
		plan.unit.turning_radius = i < 2 ? 6.0 : 10.0;
		plan.unit.reverse = i % 2 == 1;
		plan.start = fw_make_pose( 30.0, 150.0, 0.0 );
		plan.goal = fw_make_pose( 370.0, 60.0, fw_radians( -90.0 ) );
		plan.goal_any_heading = false;
		assert_true( finds( planner, grid, &plan, &result ) );
		assert_true( result.counters.expanded < 5000 && result.length < 500.0 );
	}
	fw_result_free( &result );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

int run_test_outlines( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( paths_on_random_maps_are_legal ),
	    cmocka_unit_test( a_truck_fits_its_own_street ),
	    cmocka_unit_test( a_car_backs_into_its_bay ),
	    cmocka_unit_test( a_car_parks_between_two_others ),
	    cmocka_unit_test( others_refuse_outlines ),
	    cmocka_unit_test( published_problems_are_solved ),
	    cmocka_unit_test( a_truck_leaves_its_bay_without_a_circle ),
	    cmocka_unit_test( no_legal_turns_are_soon_known ),
	    cmocka_unit_test( reverse_gear_does_not_stall ),
	    cmocka_unit_test( a_truck_with_reverse_gear_passes_narrow_bends ),
	    cmocka_unit_test( a_robot_takes_a_door ),
	    cmocka_unit_test( memory_runs_out_while_it_parks ),
	    cmocka_unit_test( a_car_parks_without_needless_changes ),
	    cmocka_unit_test( a_bend_too_narrow_is_seen_from_the_goal ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

// SPDX-License-Identifier: MIT
// The turn charge: figure 22 of M. Pinter, "Toward More Realistic Pathfinding" (2001), passes that honor it, tables
// that support it, and the methods that refuse it. That searches find the cheapest paths is tested by
// test_directional_optimum.
#include "fairway/motion.h"
#include "fairway/planner.h"
#include "support_drive.h"
#include "sweep/turn_table.h"

#include "fairway/io.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

// A vehicle that accelerates slowly and turns at a quarter of its speed.
static fw_unit slow_to_start( void )
{
	fw_unit unit = test_unit( 0.4, 2.0 );
	unit.speed = 4.0;
	unit.acceleration = 0.5;
	unit.braking = 0.5;
	unit.lateral = 0.5;
	return unit;
}

static double arrival( const fw_unit* unit, const fw_path* path )
{
	fw_profile* profile = NULL;
	fw_profile_def def = fw_default_profile_def();
	def.unit = *unit;
	assert_int_equal( fw_profile_create( &def, path, &profile, NULL ), FW_OK );
	assert_true( fw_profile_overspeed( profile ) == 0 );
	const double time = fw_profile_time( profile );
	fw_profile_destroy( profile );
	return time;
}

// The figure: a short path with eight turns, and a longer one with two turns and long straight stretches.
static void figure_22( void** state )
{
	(void)state;
	static const struct
	{
		const char* method;
		double charge;
		bool straight; // it takes the long path
	} cases[] = { { "directional", 0, false },     { "directional", 0.5, false }, { "directional", 6, true },
	              { "directional48", 6, true },    { "hdirectional", 0, false },  { "directional", -1, true },
	              { "directional-speed", 0, true } };
	fw_grid* grid = NULL;
	fw_planner* planner = NULL;
	fw_result result;
	fw_result_init( &result, NULL );
	assert_int_equal( fw_map_load( FW_TEST_MAPS "/../../docs/scenes/bends.map", NULL, &grid, NULL ), FW_OK );
	assert_int_equal( fw_planner_create( grid, NULL, &planner, NULL ), FW_OK );
	double quickest = (double)INFINITY, slowest_straight = 0;
	for ( size_t i = 0; i < sizeof( cases ) / sizeof( cases[0] ); ++i )
	{
		fw_plan plan = fw_default_plan();
		plan.method = cases[i].method;
		plan.unit = slow_to_start();
		// Negative: the time that a right angle loses.
		plan.options.turn_charge = cases[i].charge < 0 ? fw_turn_loss( &plan.unit ) : cases[i].charge;
		plan.start = test_center( 3, 33, 270 );
		plan.goal = test_center( 50, 33, 90 );
		plan.goal_any_heading = false;
		assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
		assert_int_equal( result.outcome, FW_FOUND );
		test_check_legal( grid, &plan.unit, &result.path );
		const double time = arrival( &plan.unit, &result.path );
		const bool straight = fw_path_at( &result.path, result.length / 2 ).pose.y < 6;
		assert_int_equal( straight, cases[i].straight );
		assert_true( straight ? result.length > 100 : result.length < 75 );
		assert_true( straight ? fw_path_turn_angle( &result.path ) < 3.5 : fw_path_turn_angle( &result.path ) > 10 );
		quickest = straight ? quickest : fmin( quickest, time );
		slowest_straight = straight ? fmax( slowest_straight, time ) : slowest_straight;
		if ( strcmp( cases[i].method, "directional-speed" ) == 0 )
		{
			assert_true( fabs( result.cost - time * plan.unit.speed ) < 1e-6 );
		}
		else
		{
			const double charged = result.length + plan.options.turn_charge * fw_path_turn_angle( &result.path );
			assert_true( fabs( result.cost - charged ) < 1e-6 * charged );
		}
	}
	// A third longer in distance, and a sixth shorter in time.
	assert_true( slowest_straight < 0.85 * quickest );
	fw_result_free( &result );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

static double charged_cost( const fw_path* path, double charge )
{
	double cost = 0;
	for ( int32_t i = 0; i < path->count; ++i )
	{
		const fw_segment* s = &path->segments[i];
		cost += s->length + ( s->kind == FW_SEGMENT_ARC ? charge * fabs( s->sweep ) : 0 );
	}
	return cost;
}

// The clean-up never makes a path with a turn charge more expensive; without the charge it does.
static void clean_up_keeps_to_the_charge( void** state )
{
	(void)state;
	test_random random = test_random_make( 41 );
	drive_def def = drive_def_of( 0.4, 1.5 );
	drive d;
	drive_open( &d, test_field( 2, 2 ), &def );
	fw_path clean;
	fw_path_init( &clean, NULL );
	int32_t found = 0, undone = 0, better = 0;
	for ( int32_t i = 0; i < test_rounds( 60 ); ++i )
	{
		drive_set_grid( &d, test_random_town( &random, 40, 40, 24, 5 ) );
		fw_pose start = { 0 }, goal = { 0 };
		const double charge = i % 2 == 0 ? 8 : 100;
		assert_true( drive_random_pose( &d, &random, &start ) && drive_random_pose( &d, &random, &goal ) );
		fw_query q = drive_query( &d, start, goal );
		q.options.turn_charge = charge;
		if ( drive_run( &d, &q ) != FW_FOUND )
		{
			continue;
		}
		fw_smoother smoother = fw_default_smoother();
		smoother.grid = d.grid;
		smoother.unit = &q.unit;
		found++;
		assert_int_equal( fw_path_copy( &clean, &d.result.path ), FW_OK );
		assert_int_equal( fw_clean_up( &smoother, &clean, false, NULL ), FW_OK );
		const double before = charged_cost( &d.result.path, charge ), plain = charged_cost( &clean, charge );
		undone += plain > before + 1e-6 ? 1 : 0;

		smoother.turn_charge = charge;
		assert_true( fabs( fw_smoother_cost( &smoother, &clean ) - plain ) < 1e-9 * ( 1 + plain ) );
		assert_int_equal( fw_clean_up( &smoother, &d.result.path, false, NULL ), FW_OK );
		test_check_legal( d.grid, &q.unit, &d.result.path );
		const double after = charged_cost( &d.result.path, charge );
		assert_true( after <= before + 1e-9 * before );
		assert_true( after <= plain + 1e-3 * plain );
		better += after < plain - 1e-3 ? 1 : 0;
	}
	print_message( "  %d found, %d made more expensive without the charge, %d better with it\n", (int)found,
	               (int)undone, (int)better );
	assert_true( found > test_rounds( 40 ) && undone > 0 && better > test_rounds( 10 ) );
	{
		fw_path path = { 0 };
		fw_smoother bad = fw_default_smoother();
		bad.grid = d.grid;
		bad.unit = &def.unit;
		bad.turn_charge = (double)NAN;
		assert_int_equal( fw_clean_up( &bad, &path, false, NULL ), FW_ERR_ARGUMENT );
		bad.turn_charge = 1000.1;
		assert_int_equal( fw_clean_up( &bad, &path, false, NULL ), FW_ERR_ARGUMENT );
		fw_path_free( &path );
	}
	fw_path_free( &clean );
	drive_close( &d );
}

// Turns along a tile path, with and without the charge, judged by the charge.
static void turns_along_a_tile_path_honor_the_charge( void** state )
{
	(void)state;
	test_random random = test_random_make( 42 );
	int32_t both = 0, better = 0;
	for ( int32_t i = 0; i < test_rounds( 40 ); ++i )
	{
		fw_grid* grid = test_random_town( &random, 40, 40, 24, 5 );
		fw_planner* planner = NULL;
		fw_result results[2];
		const double charge = i % 2 == 0 ? 1 : 6;
		assert_int_equal( fw_planner_create( grid, NULL, &planner, NULL ), FW_OK );
		fw_plan plan = fw_default_plan();
		plan.unit = test_unit( 0.4, 1.0 );
		plan.method = "astar";
		plan.turning = FW_TURNING_ALONG;
		plan.clean_up = plan.smooth = false;
		plan.start = test_random_center( &random, 40, 40, 90 );
		plan.goal = test_random_center( &random, 40, 40, 0 );
		for ( int32_t k = 0; k < 2; ++k )
		{
			fw_result_init( &results[k], NULL );
			plan.options.turn_charge = k == 1 ? charge : 0;
			assert_int_equal( fw_planner_run( planner, &plan, &results[k], NULL ), FW_OK );
		}
		assert_int_equal( results[0].outcome, results[1].outcome );
		if ( results[0].outcome == FW_FOUND )
		{
			test_check_legal( grid, &plan.unit, &results[1].path );
			const double plain = charged_cost( &results[0].path, charge ),
			             own = charged_cost( &results[1].path, charge );
			both++;
			better += own < plain - 1e-3 ? 1 : 0;
			assert_true( own <= plain + 1e-3 * results[0].path.count );
			assert_true( fabs( results[1].cost - own ) < 1e-6 * own );
		}
		fw_result_free( &results[0] );
		fw_result_free( &results[1] );
		fw_planner_destroy( planner );
		fw_grid_destroy( grid );
	}
	assert_true( both >= test_rounds( 20 ) && better >= test_rounds( 5 ) );
}

// Some curves that turn less are longer than another curve between the same poses and sweep all of its tiles.
static void tables_can_keep_more_curves( void** state )
{
	(void)state;
	int32_t counts[4];
	for ( int32_t i = 0; i < 4; ++i )
	{
		fw_primitives* turns = NULL;
		fw_primitives_def def = fw_default_primitives_def();
		def.radius = 0.3;
		def.turning_radius = 0.7;
		def.ring = 1;
		def.prune = i == 0 || i == 2;
		def.keep_straighter = i >= 2;
		assert_int_equal( fw_primitives_create( &def, &turns, NULL ), FW_OK );
		counts[i] = (int32_t)turns->edge_count;
		fw_primitives_destroy( turns );
	}
	assert_true( counts[0] < counts[1] && counts[1] < counts[2] );
	assert_int_equal( counts[2], counts[3] );
}

static void who_cannot_charge_refuses( void** state )
{
	(void)state;
	drive_def def = drive_def_of( 0.4, 1.0 );
	def.no_loops = false;
	drive d;
	drive_open( &d, test_field( 20, 20 ), &def );
	for ( int32_t m = 0; m < fw_method_count(); ++m )
	{
		const fw_method* method = fw_method_at( m );
		if ( ( method->traits & FW_TRAIT_COMBINED ) != 0 )
		{
			continue; // of plans, not of searches
		}
		fw_query q = drive_query( &d, test_center( 3, 3, 0 ), test_center( 15, 12, 0 ) );
		const bool can = ( method->traits & FW_TRAIT_HEADINGS ) != 0 && ( method->traits & FW_TRAIT_SPEED ) == 0 &&
		                 strcmp( method->name, "block-directional" ) != 0;
		q.method = method->name;
		q.options.turn_charge = 1;
		drive_hierarchy( &d, method );
		const fw_status status = fw_search_run( d.search, &d.map, &q, &d.result, NULL );
		// The method refuses tables of another ring.
		assert_true( can ? status == FW_OK || status == FW_ERR_MISMATCH : status == FW_ERR_UNSUPPORTED );
	}
	const double bad[] = { -1, 1000.1, (double)NAN, (double)INFINITY };
	for ( int32_t i = 0; i < 4; ++i )
	{
		fw_query q = drive_query( &d, test_center( 3, 3, 0 ), test_center( 15, 12, 0 ) );
		q.options.turn_charge = bad[i];
		assert_int_equal( fw_search_run( d.search, &d.map, &q, &d.result, NULL ), FW_ERR_ARGUMENT );
	}
	drive_close( &d );
	def.unit.turning_radius = 0;
	drive_open( &d, test_field( 20, 20 ), &def );
	fw_query q = drive_query( &d, test_center( 3, 3, 0 ), test_center( 15, 12, 0 ) );
	q.options.turn_charge = 1;
	assert_int_equal( fw_search_run( d.search, &d.map, &q, &d.result, NULL ), FW_ERR_UNSUPPORTED );
	drive_close( &d );
}

static void a_right_angle_loses( void** state )
{
	(void)state;
	fw_unit unit = slow_to_start();
	// A quarter circle of radius 2 at 1 tile a second instead of 4; from 4 to 1 and back in 6 s and 15 tiles each.
	const double quarter = FW_PI / 2 * 2;
	const double lost = ( quarter / 1 + 6 + 6 ) * 4 - quarter - 15 - 15;
	assert_true( fabs( fw_turn_loss( &unit ) * FW_PI / 2 - lost ) < 1e-9 );
	unit.lateral = 0;
	assert_true( fw_turn_loss( &unit ) == 0 );
	unit.lateral = 1e-6;
	assert_true( fw_turn_loss( &unit ) == 1000 );
	unit.turning_radius = 0;
	assert_true( fw_turn_loss( &unit ) == 0 );
}

int run_test_turn_charge( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( figure_22 ),
	    cmocka_unit_test( clean_up_keeps_to_the_charge ),
	    cmocka_unit_test( turns_along_a_tile_path_honor_the_charge ),
	    cmocka_unit_test( tables_can_keep_more_curves ),
	    cmocka_unit_test( who_cannot_charge_refuses ),
	    cmocka_unit_test( a_right_angle_loses ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

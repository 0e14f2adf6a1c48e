// SPDX-License-Identifier: MIT
// directional-speed against Dijkstra's algorithm over the same poses, speed levels, curves and runs; times along curves
// against the envelope of all limits; units that start moving, need not stop, or back up.
#include "fairway/motion.h"
#include "fairway/planner.h"
#include "oracle_speed.h"
#include "search/directional/speeds.h"
#include "support_optimum.h"

#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

typedef struct trial_def
{
	optimum_trial of;
	double speed, acceleration, braking, lateral;
	double wider[FW_WIDER_MAX];
} trial_def;

static const trial_def trials[] = {
    { { 0.3, 0.7, 1, FW_LATTICE_TILES, 8, 12, 0.12, 3, false, false }, 2, 2, 4, 0, { 0 } },
    { { 0.45, 1.5, 2, FW_LATTICE_TILES, 8, 14, 0.06, 2, false, false }, 4, 0.5, 1, 2, { 2.5, 4 } },
    { { 0.3, 0.7, 2, FW_LATTICE_GAPS, 8, 9, 0.12, 2, false, false }, 3, 1, 3, 4, { 0 } },
    { { 0.9, 2.0, 2, FW_LATTICE_TILES, 8, 16, 0.015, 2, false, true }, 6, 1, 1, 3, { 3.5, 5, 8.5 } },
    { { 0.3, 0.7, 1, FW_LATTICE_TILES, 16, 10, 0.08, 2, false, false }, 3, 0.3, 5, 1, { 1.5 } },
    { { 0.4, 1.0, 2, FW_LATTICE_TILES, 8, 9, 0.1, 2, true, false }, 3, 1, 2, 2, { 1.7, 2.6, 3, 4 } },
    { { 0.4, 3.0, 3, FW_LATTICE_TILES, 8, 20, 0.01, 2, false, true }, 2, 20, 30, 1, { 0 } },
};
#define TRIALS ( sizeof( trials ) / sizeof( trials[0] ) )

static optimum_tally tallies[OPTIMUM_HEURISTICS];

static void compare_on_map( drive* d, oracle_curves* curves, test_random* random, void* context )
{
	(void)context;
	fw_pose start = { 0 };
	oracle_trips* trips = NULL;
	bool any_start = false;
	double speed = 0;
	for ( int32_t i = 0; i < OPTIMUM_PROBLEMS; ++i )
	{
		if ( optimum_is_start( i ) )
		{
			oracle_trips_free( trips );
			start = optimum_start( d, random, i );
			any_start = test_random_chance( random, 0.2 );
			speed = test_random_chance( random, 0.4 ) ? test_random_real( random, 0, d->def.unit.speed / 2 ) : 0;
			trips = oracle_trips_from( curves, d->grid, start, any_start, speed );
		}
		fw_query q = drive_query_by( d, "directional-speed", start, optimum_goal( d, random, i ) );
		q.start_any_heading = any_start;
		q.options.start_speed = speed;
		q.goal_any_heading = i % 2 == 0;
		q.options.goal_any_speed = test_random_chance( random, 0.25 );
		const int64_t wanted = oracle_trips_to( trips, q.goal, q.goal_any_heading, 0, q.options.goal_any_speed );
		for ( q.options.heuristic = FW_HEURISTIC_BEST; q.options.heuristic < OPTIMUM_HEURISTICS; q.options.heuristic++ )
		{
			if ( !optimum_takes( i, q.options.heuristic ) )
			{
				continue;
			}
			drive_run( d, &q );
			const bool found = d->result.outcome == FW_FOUND;
			const int64_t cost = found ? (int64_t)llround( d->result.cost * OPTIMUM_COST_ONE ) : -1;
			// Another order of summing up a time may round in the other direction.
			optimum_count( &tallies[q.options.heuristic], d, &q, cost, wanted, 2 );
		}
	}
	oracle_trips_free( trips );
}

static int compare_all( void** state )
{
	(void)state;
	for ( size_t i = 0; i < TRIALS; ++i )
	{
		drive_def def = optimum_def( &trials[i].of );
		def.unit.speed = trials[i].speed;
		def.unit.acceleration = trials[i].acceleration;
		def.unit.braking = trials[i].braking;
		def.unit.lateral = trials[i].lateral;
		def.keep_straighter = true;
		memcpy( def.wider, trials[i].wider, sizeof def.wider );
		optimum_run( &trials[i].of, &def, 0, 900 + i, compare_on_map, NULL );
	}
	return 0;
}

static void check_exact( fw_heuristic heuristic, int64_t slack )
{
	const optimum_tally* t = &tallies[heuristic];
	optimum_check_worst( t, slack );
	// Both answers must occur.
	print_message( "  %d of %d found, at most %" PRId64 " above the minimum\n", (int)t->found, (int)t->asked,
	               t->worst );
	assert_true( t->found * 2 > t->asked && t->found < t->asked );
}

static void no_estimate_finds_the_minimum_time( void** state )
{
	(void)state;
	check_exact( FW_HEURISTIC_ZERO, 2 );
}

// The cost of each curve is rounded, so that an estimate may be too large by half a unit for each remaining curve.
static void straight_distances_find_the_minimum_time( void** state )
{
	(void)state;
	check_exact( FW_HEURISTIC_EUCLIDEAN, 8 );
	check_exact( FW_HEURISTIC_TABLE, 8 );
}

static void the_field_finds_little_more( void** state )
{
	(void)state;
	for ( fw_heuristic h = FW_HEURISTIC_BEST; h < OPTIMUM_HEURISTICS; h++ )
	{
		const optimum_tally* t = &tallies[h];
		optimum_check_ratio( t, 1.1 );
		print_message( "  estimate %d: %.4f times the minimum at worst, %.4f on average\n", (int)h, t->worst_ratio,
		               t->ratios / t->found );
		assert_true( t->ratios <= 1.005 * t->found );
	}
}

static fw_unit random_unit( test_random* random, double turning_radius )
{
	fw_unit unit = test_unit( 0.4, turning_radius );
	unit.speed = test_random_real( random, 0.5, 8 );
	unit.acceleration = test_random_real( random, 0.1, 4 );
	unit.braking = test_random_real( random, 0.1, 4 );
	unit.lateral = test_random_chance( random, 0.7 ) ? test_random_real( random, 0.05, 4 ) : 0;
	return unit;
}

// Backward and forward passes against the envelope of all limits, and against the profile, for any curve and speeds.
static void times_along_curves( void** state )
{
	(void)state;
	test_random random = test_random_make( 51 );
	int32_t can = 0, cannot = 0;
	for ( int32_t i = 0; i < test_rounds( 20000 ); ++i )
	{
		fw_unit unit = random_unit( &random, test_random_real( &random, 0.3, 5 ) );
		unit.reverse = test_random_chance( &random, 0.3 );
		fw_curve curves[6];
		const fw_pose from = test_random_pose( &random, 12 ), to = test_random_pose( &random, 12 );
		const fw_gear gear = unit.reverse && i % 2 == 0 ? FW_GEAR_REVERSE : FW_GEAR_FORWARD;
		const int32_t count = fw_curve_all( from, to, unit.turning_radius, FW_WORDS_SIX, gear, curves );
		const fw_curve* curve = &curves[test_random_int( &random, count )];
		double speeds[2];
		for ( int32_t k = 0; k < 2; ++k )
		{
			const double any = test_random_real( &random, 0, unit.speed );
			speeds[k] = test_random_chance( &random, 0.4 ) ? 0 : any;
		}
		const bool any_end = test_random_chance( &random, 0.2 );
		static fw_speeds limits;
		fw_speeds_begin( &limits, &unit, 0, false );
		const double top = unit.speed * unit.speed;
		const double end = any_end ? -1 : speeds[1] * speeds[1] / top;
		double time = -1;
		const bool possible = fw_speeds_time( &limits, curve, speeds[0] * speeds[0] / top, end, &time );
		const double wanted = oracle_speed_time( &unit, curve, speeds[0], any_end ? -1 : speeds[1] );
		assert_int_equal( possible, wanted >= 0 );
		assert_true( !possible || fabs( time / unit.speed - wanted ) < 1e-7 * ( 1 + wanted ) );
		can += possible ? 1 : 0;
		cannot += possible ? 0 : 1;
	}
	assert_true( can > test_rounds( 4000 ) && cannot > test_rounds( 4000 ) );
}

static double seconds( const fw_plan* q, const fw_path* path, double* overspeed )
{
	fw_profile* profile = NULL;
	fw_profile_def def = fw_default_profile_def();
	def.unit = q->unit;
	def.start_any_heading = q->start_any_heading;
	def.start_speed = q->options.start_speed;
	def.end_speed = q->options.goal_any_speed ? q->unit.speed : 0;
	assert_int_equal( fw_profile_create( &def, path, &profile, NULL ), FW_OK );
	const double time = fw_profile_time( profile );
	*overspeed = fw_profile_overspeed( profile );
	fw_profile_destroy( profile );
	return time;
}

// When the path of `directional` arrives, in tiles at top speed; INFINITY where there is none that the unit can drive.
static double arrival_of_the_shortest( fw_planner* planner, const fw_plan* timed )
{
	fw_plan plan = *timed;
	fw_result result;
	double over = -1, arrival = (double)INFINITY;
	fw_result_init( &result, NULL );
	plan.method = "directional";
	assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
	if ( result.outcome == FW_FOUND )
	{
		const double time = seconds( &plan, &result.path, &over ) * plan.unit.speed +
		                    plan.unit.reverse_penalty * test_cusps( &result.path );
		arrival = over > 0 ? arrival : time;
	}
	fw_result_free( &result );
	return arrival;
}

// The profile of a found path is never later than the search says, and never too fast; the planner's clean-up never
// makes a path later; with it no path is later than that of `directional`.
static void the_profile_keeps_the_promise( void** state )
{
	(void)state;
	test_random random = test_random_make( 52 );
	int32_t found = 0, earlier = 0, beaten = 0, outlined = 0;
	double excess = 0;
	for ( int32_t i = 0; i < test_rounds( 60 ); ++i )
	{
		fw_plan plan = fw_default_plan();
		fw_plan* q = &plan;
		fw_grid* grid = test_random_town( &random, 40, 40, 22, 5 );
		fw_planner* planner = NULL;
		fw_result result, clean;
		fw_result_init( &result, NULL );
		fw_result_init( &clean, NULL );
		assert_int_equal( fw_planner_create( grid, NULL, &planner, NULL ), FW_OK );
		q->method = "directional-speed";
		q->unit = random_unit( &random, 1.5 );
		q->unit.reverse = i % 4 == 0;
		q->unit.outline = i % 5 == 1 ? fw_outline_rectangle( 1.4, 0.5, 0.3 ) : ( fw_outline ){ 0 };
		q->unit.radius = i % 5 == 1 ? 0.1 : q->unit.radius;
		outlined += i % 5 == 1 ? 1 : 0;
		q->start = test_random_center( &random, 40, 40, 45 * ( i % 8 ) );
		q->goal = test_random_center( &random, 40, 40, 90 );
		q->goal_any_heading = i % 2 == 0;
		q->options.goal_any_speed = i % 5 == 0;
		q->options.start_speed = i % 3 == 0 ? test_random_real( &random, 0, q->unit.speed ) : 0;
		q->options.max_expansions = 100000;
		plan.clean_up = false;
		assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
		plan.clean_up = true;
		assert_int_equal( fw_planner_run( planner, &plan, &clean, NULL ), FW_OK );
		// By its rival it may know sooner that there is no path.
		assert_true( result.outcome == clean.outcome || result.outcome == FW_OUT_OF_BUDGET );
		if ( result.outcome == FW_FOUND )
		{
			double over = -1, clean_over = -1;
			test_check_legal( grid, &q->unit, &result.path );
			test_check_legal( grid, &q->unit, &clean.path );
			const double penalties = q->unit.reverse_penalty * test_cusps( &result.path );
			const double time = seconds( q, &result.path, &over ) * q->unit.speed + penalties;
			const double later = seconds( q, &clean.path, &clean_over ) * q->unit.speed +
			                     q->unit.reverse_penalty * test_cusps( &clean.path );
			assert_true( over <= 1e-6 && clean_over <= 1e-6 );
			assert_true( time <= result.cost + 1e-3 * ( result.path.count + 1 ) );
			assert_true( later <= time + 1e-9 * time );
			assert_true( fabs( clean.cost - later ) <= 1e-6 * later );
			const double shortest = arrival_of_the_shortest( planner, &plan );
			assert_true( later <= shortest * ( 1 + 1e-6 ) );
			beaten += later < shortest * ( 1 - 1e-3 ) ? 1 : 0;
			found++;
			earlier += later < time - 1e-3 ? 1 : 0;
			excess += time > 0 ? result.cost / time : 1;
		}
		fw_result_free( &result );
		fw_result_free( &clean );
		fw_planner_destroy( planner );
		fw_grid_destroy( grid );
	}
	print_message( "  %d found, %d earlier by the clean-up, the search says %.4f times the profile on average\n",
	               (int)found, (int)earlier, excess / found );
	assert_true( found > test_rounds( 30 ) && earlier > test_rounds( 20 ) && excess <= 1.2 * found );
	assert_true( beaten > 0 && outlined > 0 );
}

// When the path of a plan arrives [s], INFINITY where there is none; of the scene where turns as tight as the alley
// lead straight on, and others round the houses.
static double through_the_alley( fw_planner* planner, const fw_grid* grid, const char* method, const fw_unit* unit )
{
	fw_plan plan = fw_default_plan();
	fw_result result;
	double over = -1, time = (double)INFINITY;
	fw_result_init( &result, NULL );
	plan.method = method;
	plan.unit = *unit;
	plan.start = ( fw_pose ){ 4.5, 13.5, 0 };
	plan.goal = ( fw_pose ){ 40.5, 8.5, 0 };
	assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
	if ( result.outcome == FW_FOUND )
	{
		time = seconds( &plan, &result.path, &over );
		assert_true( over <= 1e-6 );
		test_check_legal( grid, unit, &result.path );
	}
	fw_result_free( &result );
	return time;
}

// One plan for all radii from the tightest on is at most 1 % later than the best one for a single radius.
static void no_single_radius_is_earlier( void** state )
{
	(void)state;
	const double radii[] = { 0.2, 0.3, 0.4, 0.5, 0.75, 1, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6 };
	const double tightest[] = { 0.2, 1 }, laterals[] = { 0.25, 0.5, 1 }, speeds[] = { 1, 2, 4 };
	fw_grid* grid = test_field( 44, 22 );
	const fw_rect alley[] = { { 8, 8, 11, 1 }, { 8, 3, 28, 5 },  { 20, 9, 16, 12 }, { 8, 9, 11, 4 }, { 8, 14, 12, 7 },
	                          { 0, 0, 44, 1 }, { 0, 21, 44, 1 }, { 0, 0, 1, 22 },   { 43, 0, 1, 22 } };
	for ( size_t i = 0; i < sizeof alley / sizeof alley[0]; ++i )
	{
		assert_int_equal( fw_grid_fill( grid, alley[i], FW_TERRAIN_OUT, NULL ), FW_OK );
	}
	fw_planner* planner = NULL;
	assert_int_equal( fw_planner_create( grid, NULL, &planner, NULL ), FW_OK );
	double worst = 0;
	for ( int32_t i = 0; i < 18; ++i )
	{
		fw_unit unit = test_unit( 0.4, tightest[i / 9] );
		unit.speed = speeds[i % 3];
		unit.lateral = laterals[i / 3 % 3];
		unit.acceleration = unit.braking = 0.5;
		const double all = through_the_alley( planner, grid, "directional-speed", &unit );
		double best = (double)INFINITY;
		for ( size_t k = 0; k < sizeof radii / sizeof radii[0]; ++k )
		{
			unit.turning_radius = radii[k];
			best = radii[k] < tightest[i / 9] ? best
			                                  : fmin( best, through_the_alley( planner, grid, "directional", &unit ) );
		}
		worst = fmax( worst, all / best );
		assert_true( all <= 1.01 * best );
	}
	print_message( "  at worst %.4f times as late as the best single radius\n", worst );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

// A unit at full speed towards a wall that is too near to stop at: no path. At a lower speed there is one; and a path
// on which it need not stop is earlier.
static void a_unit_that_cannot_stop_has_no_path( void** state )
{
	(void)state;
	drive_def def = drive_def_of( 0.4, 2 );
	def.no_loops = true;
	def.unit.speed = 4;
	def.unit.acceleration = 1;
	def.unit.braking = 1;
	drive d;
	drive_open( &d, test_grid( "................\n" ), &def );
	fw_query q = drive_query_by( &d, "directional-speed", test_center( 2, 0, 0 ), test_center( 9, 0, 0 ) );
	q.options.start_speed = 4; // takes 8 tiles to stop
	assert_int_equal( drive_run( &d, &q ), FW_UNREACHABLE );
	assert_int_equal( d.result.reason, FW_REASON_NO_TURN );
	q.goal = test_center( 10, 0, 0 );
	assert_int_equal( drive_run( &d, &q ), FW_FOUND );
	assert_true( fabs( d.result.cost / 4 - 4 ) < 1e-3 );
	q.options.goal_any_speed = true;
	assert_int_equal( drive_run( &d, &q ), FW_FOUND );
	assert_true( fabs( d.result.cost / 4 - 2 ) < 1e-3 );
	// From a standstill: 4 tiles to accelerate and 4 to brake.
	q.options.goal_any_speed = false;
	q.options.start_speed = 0;
	assert_int_equal( drive_run( &d, &q ), FW_FOUND );
	assert_true( fabs( d.result.cost / 4 - 2 * sqrt( 8 ) ) < 1e-3 );
	drive_close( &d );
}

static void slices_find_the_same( void** state )
{
	(void)state;
	test_random random = test_random_make( 53 );
	drive_def def = drive_def_of( 0.4, 1.5 );
	def.unit.lateral = 1;
	def.unit.reverse = true;
	drive d;
	drive_open( &d, test_random_town( &random, 30, 30, 14, 4 ), &def );
	for ( int32_t i = 0; i < 6; ++i )
	{
		fw_pose start = { 0 }, goal = { 0 };
		fw_result sliced;
		fw_result_init( &sliced, NULL );
		assert_true( drive_random_pose( &d, &random, &start ) && drive_random_exact_pose( &d, &random, &goal ) );
		fw_query q = drive_query_by( &d, "directional-speed", start, goal );
		q.goal_tolerance = i % 3 == 0 ? 0.7 : 0;
		drive_run( &d, &q );
		fw_outcome outcome = FW_RUNNING;
		assert_int_equal( fw_search_begin( d.search, &d.map, &q, NULL ), FW_OK );
		while ( outcome == FW_RUNNING )
		{
			assert_int_equal( fw_search_step( d.search, 1 + i, &outcome, NULL ), FW_OK );
		}
		assert_int_equal( fw_search_result( d.search, &sliced ), FW_OK );
		assert_int_equal( sliced.outcome, d.result.outcome );
		assert_true( sliced.cost == d.result.cost && sliced.counters.expanded == d.result.counters.expanded );
		assert_true( fw_path_hash( &sliced.path ) == fw_path_hash( &d.result.path ) );
		fw_result_free( &sliced );
	}
	drive_close( &d );
}

static void what_it_does_not_know_is_refused( void** state )
{
	(void)state;
	drive_def def = drive_def_of( 0.4, 1 );
	def.unit.capabilities = FW_CAP_GROUND | FW_CAP_SWAMP;
	drive d;
	drive_open( &d, test_field( 12, 12 ), &def );
	const fw_query good = drive_query_by( &d, "directional-speed", test_center( 2, 2, 0 ), test_center( 9, 9, 0 ) );
	fw_query q = good;
	const double bad[] = { -1, q.unit.speed * 1.001, (double)NAN };
	for ( int32_t i = 0; i < 3; ++i )
	{
		q.options.start_speed = bad[i];
		assert_int_equal( fw_search_run( d.search, &d.map, &q, &d.result, NULL ), FW_ERR_ARGUMENT );
	}
	q = good;
	fw_terrain swamp = *fw_grid_terrain( d.grid, FW_TERRAIN_SWAMP );
	swamp.cost = 3;
	assert_int_equal( fw_grid_set_terrain( d.grid, FW_TERRAIN_SWAMP, &swamp, NULL ), FW_OK );
	assert_int_equal( fw_grid_fill( d.grid, ( fw_rect ){ 5, 5, 2, 2 }, FW_TERRAIN_SWAMP, NULL ), FW_OK );
	assert_int_equal( fw_space_update( d.space ), FW_OK );
	assert_int_equal( fw_search_run( d.search, &d.map, &q, &d.result, NULL ), FW_ERR_UNSUPPORTED );
	q.options.ignore_costs = true;
	assert_int_equal( fw_search_run( d.search, &d.map, &q, &d.result, NULL ), FW_OK );
	drive_close( &d );
	def.unit.turning_radius = 0;
	drive_open( &d, test_field( 12, 12 ), &def );
	q = drive_query( &d, test_center( 2, 2, 0 ), test_center( 9, 9, 0 ) );
	q.method = "directional-speed";
	assert_int_equal( fw_search_run( d.search, &d.map, &q, &d.result, NULL ), FW_ERR_UNSUPPORTED );
	drive_close( &d );
}

int run_test_directional_speed( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( no_estimate_finds_the_minimum_time ),
	    cmocka_unit_test( straight_distances_find_the_minimum_time ),
	    cmocka_unit_test( the_field_finds_little_more ),
	    cmocka_unit_test( times_along_curves ),
	    cmocka_unit_test( the_profile_keeps_the_promise ),
	    cmocka_unit_test( no_single_radius_is_earlier ),
	    cmocka_unit_test( a_unit_that_cannot_stop_has_no_path ),
	    cmocka_unit_test( slices_find_the_same ),
	    cmocka_unit_test( what_it_does_not_know_is_refused ),
	};
	return cmocka_run_group_tests( tests, compare_all, NULL );
}

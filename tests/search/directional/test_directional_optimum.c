// SPDX-License-Identifier: MIT
// Directional A* against Dijkstra's algorithm over the same lattice poses and curves: nothing cheaper is missed, and
// the loss by estimates that may overestimate is small.
#include "support_optimum.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

typedef struct trial_def
{
	optimum_trial of;
	double charge; // for turning [tiles/rad]
} trial_def;

static const trial_def trials[] = {
    { { 0.3, 0.7, 1, FW_LATTICE_TILES, 8, 12, 0.15, 6, false, false }, 0 },
    { { 0.3, 0.7, 2, FW_LATTICE_GAPS, 8, 10, 0.15, 4, false, false }, 0 },
    { { 0.45, 1.5, 2, FW_LATTICE_TILES, 8, 14, 0.08, 6, false, false }, 0 },
    { { 0.9, 0.7, 2, FW_LATTICE_GAPS, 8, 14, 0.04, 4, false, false }, 0 },
    { { 0.9, 2.0, 2, FW_LATTICE_TILES, 8, 16, 0.02, 3, false, false }, 0 },
    { { 1.4, 1.5, 3, FW_LATTICE_TILES, 8, 18, 0.015, 3, false, true }, 0 },
    { { 0.4, 0.0, 3, FW_LATTICE_GAPS, 8, 14, 0.2, 8, false, false }, 0 },
    { { 0.6, 0.7, 1, FW_LATTICE_HALF, 8, 9, 0.08, 3, false, false }, 0 },
    { { 0.3, 0.7, 1, FW_LATTICE_TILES, 16, 10, 0.12, 4, false, false }, 0 },
    { { 0.4, 1.0, 2, FW_LATTICE_TILES, 8, 10, 0.12, 4, true, false }, 0 },
    { { 0.3, 0.7, 2, FW_LATTICE_GAPS, 8, 10, 0.15, 4, false, false }, 0.7 },
    { { 0.45, 1.5, 2, FW_LATTICE_TILES, 8, 14, 0.08, 6, false, false }, 2 },
    { { 0.9, 2.0, 3, FW_LATTICE_TILES, 8, 16, 0.02, 4, false, true }, 5 },
    { { 0.3, 0.7, 1, FW_LATTICE_TILES, 16, 10, 0.12, 4, false, false }, 1.3 },
    { { 0.4, 1.0, 2, FW_LATTICE_TILES, 8, 10, 0.12, 4, true, false }, 3 },
};
#define TRIALS ( sizeof( trials ) / sizeof( trials[0] ) )

// By trial, heuristic, and whether the goal's heading counts.
static optimum_tally tallies[TRIALS][OPTIMUM_HEURISTICS][2];

// The cost in integers, curve by curve; a waypoint begins a curve.
static int64_t integer_cost( const drive* d, double charge )
{
	const fw_path* path = &d->result.path;
	if ( d->def.unit.reverse )
	{
		return (int64_t)llround( d->result.cost * OPTIMUM_COST_ONE );
	}
	int64_t cost = 0;
	double length = 0, turned = 0;
	for ( int32_t i = 0; i < path->count; ++i )
	{
		length += path->segments[i].length;
		turned += path->segments[i].kind == FW_SEGMENT_ARC ? fabs( path->segments[i].sweep ) : 0;
		if ( i + 1 == path->count || path->segments[i + 1].waypoint )
		{
			cost += (int64_t)floor( length * OPTIMUM_COST_ONE + 0.5 ) +
			        (int64_t)floor( charge * turned * OPTIMUM_COST_ONE + 0.5 );
			length = 0;
			turned = 0;
		}
	}
	return cost;
}

typedef struct comparison
{
	double charge;
	optimum_tally ( *of )[2]; // by heuristic
} comparison;

static void compare_on_map( drive* d, oracle_curves* curves, test_random* random, void* context )
{
	const comparison* c = context;
	fw_pose start = { 0 };
	oracle_drives* drives = NULL;
	bool any_start = false;
	for ( int32_t i = 0; i < OPTIMUM_PROBLEMS; ++i )
	{
		if ( optimum_is_start( i ) )
		{
			oracle_drives_free( drives );
			start = optimum_start( d, random, i );
			any_start = test_random_chance( random, 0.2 );
			drives = oracle_drives_from( curves, d->grid, start, any_start );
		}
		fw_query q = drive_query( d, start, optimum_goal( d, random, i ) );
		q.options.turn_charge = c->charge;
		q.start_any_heading = any_start;
		q.goal_any_heading = i % 2 == 0;
		const int64_t wanted = oracle_drives_to( drives, q.goal, q.goal_any_heading, 0 );
		for ( q.options.heuristic = FW_HEURISTIC_BEST; q.options.heuristic < OPTIMUM_HEURISTICS; q.options.heuristic++ )
		{
			if ( !optimum_takes( i, q.options.heuristic ) )
			{
				continue;
			}
			drive_run( d, &q );
			const int64_t cost = d->result.outcome == FW_FOUND ? integer_cost( d, c->charge ) : -1;
			optimum_count( &c->of[q.options.heuristic][q.goal_any_heading ? 0 : 1], d, &q, cost, wanted, 0 );
		}
	}
	oracle_drives_free( drives );
}

static int compare_all( void** state )
{
	(void)state;
	for ( size_t i = 0; i < TRIALS; ++i )
	{
		drive_def def = optimum_def( &trials[i].of );
		def.keep_straighter = trials[i].charge > 0;
		comparison context = { trials[i].charge, tallies[i] };
		optimum_run( &trials[i].of, &def, trials[i].charge, 700 + i, compare_on_map, &context );
	}
	return 0;
}

// No trial may disagree, nor cost more than this above the minimum [search costs].
static void check_exact( fw_heuristic heuristic, int64_t slack )
{
	int32_t found = 0, asked = 0;
	for ( size_t i = 0; i < 2 * TRIALS; ++i )
	{
		const optimum_tally* t = &tallies[i / 2][heuristic][i % 2];
		found += t->found;
		asked += t->asked;
		optimum_check_worst( t, slack );
	}
	// Both answers must occur.
	assert_true( found * 2 > asked && found < asked );
}

static void test_zero( void** state )
{
	(void)state;
	check_exact( FW_HEURISTIC_ZERO, 0 );
}

// A curve's rounded cost can be less than the distance by half a unit, so that the estimate is too large by that amount
// for each remaining curve.
static void test_euclidean( void** state )
{
	(void)state;
	check_exact( FW_HEURISTIC_EUCLIDEAN, 5 );
}

static void test_table( void** state )
{
	(void)state;
	check_exact( FW_HEURISTIC_TABLE, 5 );
}

static void check_ratio( fw_heuristic heuristic, bool fixed, double worst, double mean )
{
	double ratios = 0, highest = 0;
	int32_t found = 0;
	for ( size_t i = 0; i < TRIALS; ++i )
	{
		const optimum_tally* t = &tallies[i][heuristic][fixed ? 1 : 0];
		ratios += t->ratios;
		found += t->found;
		highest = fmax( highest, t->worst_ratio );
		optimum_check_ratio( t, worst );
	}
	print_message( "  %s goal heading: %.4f times the minimum at worst, %.4f on average\n", fixed ? "fixed" : "any",
	               highest, ratios / found );
	assert_true( ratios <= mean * found );
}

// The octile distance is up to 1.0824 times the straight distance.
static void test_octile( void** state )
{
	(void)state;
	check_ratio( FW_HEURISTIC_OCTILE, false, 1.0824, 1.005 );
	check_ratio( FW_HEURISTIC_OCTILE, true, 1.0824, 1.005 );
}

// The field consists of octile steps from tile to tile; curves that pass where such steps cannot make it overestimate a
// little more.
static void test_distance_field( void** state )
{
	(void)state;
	check_ratio( FW_HEURISTIC_FIELD, false, 1.1, 1.005 );
	check_ratio( FW_HEURISTIC_FIELD, true, 1.1, 1.005 );
}

static void test_best( void** state )
{
	(void)state;
	check_ratio( FW_HEURISTIC_BEST, false, 1.1, 1.005 );
	check_ratio( FW_HEURISTIC_BEST, true, 1.1, 1.005 );
}

int run_test_directional_optimum( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_zero ),   cmocka_unit_test( test_euclidean ),      cmocka_unit_test( test_table ),
	    cmocka_unit_test( test_octile ), cmocka_unit_test( test_distance_field ), cmocka_unit_test( test_best ),
	};
	return cmocka_run_group_tests( tests, compare_all, NULL );
}

// SPDX-License-Identifier: MIT
// directional-speed against Dijkstra's algorithm over the same poses, speed levels, curves and runs; times along curves
// against the envelope of all limits; where the unit starts moving, need not stop, or backs up.
#include "oracle_speed.h"
#include "search/speeds.h"
#include "support_drive.h"

#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define COST_ONE 2378.0

typedef struct trial_def
{
	double radius, turning_radius;
	int32_t ring;
	fw_lattice lattice;
	int32_t headings;
	int32_t side; // of the maps
	double blocked;
	int32_t maps;
	bool reverse, no_loops;
	double speed, acceleration, braking, lateral;
} trial_def;

static const trial_def trials[] = {
    { 0.3, 0.7, 1, FW_LATTICE_TILES, 8, 12, 0.12, 3, false, false, 2, 2, 4, 0 },
    { 0.45, 1.5, 2, FW_LATTICE_TILES, 8, 14, 0.06, 3, false, false, 4, 0.5, 1, 2 },
    { 0.3, 0.7, 2, FW_LATTICE_GAPS, 8, 9, 0.12, 2, false, false, 3, 1, 3, 4 },
    { 0.9, 2.0, 2, FW_LATTICE_TILES, 8, 16, 0.015, 3, false, true, 6, 1, 1, 3 },
    { 0.3, 0.7, 1, FW_LATTICE_TILES, 16, 10, 0.08, 2, false, false, 3, 0.3, 5, 1 },
    { 0.4, 1.0, 2, FW_LATTICE_TILES, 8, 9, 0.1, 2, true, false, 3, 1, 2, 2 },
    { 0.4, 3.0, 3, FW_LATTICE_TILES, 8, 20, 0.01, 2, false, true, 2, 20, 30, 1 },
};
#define TRIALS ( sizeof( trials ) / sizeof( trials[0] ) )

// What came out under one heuristic.
typedef struct tally
{
	int32_t asked, found, disagreed;
	int64_t worst; // above the least cost, in search costs
	double worst_ratio, ratios;
	char text[320]; // of the worst
} tally;

#define HEURISTICS ( FW_HEURISTIC_FIELD + 1 )
static tally tallies[HEURISTICS];

static void describe( tally* t, const drive* d, const fw_query* q, int64_t cost, int64_t wanted )
{
	snprintf(
	    t->text, sizeof( t->text ),
	    "turning radius %g, lattice %d, ring %d, headings %d%s: from (%g, %g, %.9f)%s at %g to (%g, %g, %.9f)%s%s "
	    "costs %" PRId64 ", the least is %" PRId64,
	    d->def.unit.turning_radius, (int)d->def.lattice, (int)d->def.ring, (int)d->def.headings,
	    d->def.unit.reverse ? ", reverse" : "", q->start.x, q->start.y, q->start.heading,
	    q->start_any_heading ? " any" : "", q->start_speed, q->goal.x, q->goal.y, q->goal.heading,
	    q->goal_any_heading ? " any" : "", q->goal_any_speed ? " at any speed" : "", cost, wanted );
}

static void count( tally* t, const drive* d, const fw_query* q, int64_t wanted )
{
	const bool found = d->result.outcome == FW_FOUND;
	const int64_t cost = found ? (int64_t)llround( d->result.cost * COST_ONE ) : -1;
	t->asked++;
	t->found += found ? 1 : 0;
	// Another way to sum up a time may round to the other side.
	if ( found != ( wanted >= 0 ) || cost < wanted - 2 )
	{
		t->disagreed++;
		describe( t, d, q, cost, wanted );
	}
	else if ( found )
	{
		if ( cost - wanted > t->worst && t->disagreed == 0 )
		{
			t->worst = cost - wanted;
			describe( t, d, q, cost, wanted );
		}
		const double ratio = wanted > 0 ? (double)cost / (double)wanted : 1;
		t->worst_ratio = fmax( t->worst_ratio, ratio );
		t->ratios += ratio;
	}
}

static void compare_on_map( drive* d, const oracle_curves* curves, test_random* random )
{
	fw_pose start = { 0 };
	oracle_trips* trips = NULL;
	bool any_start = false;
	double speed = 0;
	for ( int32_t i = 0; i < 8; ++i )
	{
		// The first start is a lattice pose, the second is not; two goals are, two are not.
		fw_pose goal;
		if ( i % 4 == 0 )
		{
			assert_true( i == 0 ? drive_random_pose( d, random, &start )
			                    : drive_random_exact_pose( d, random, &start ) );
			any_start = test_random_chance( random, 0.2 );
			speed = test_random_chance( random, 0.4 ) ? test_random_real( random, 0, d->def.unit.speed / 2 ) : 0;
			trips = oracle_trips_from( curves, d->grid, start, any_start, speed );
		}
		assert_true( i & 2 ? drive_random_exact_pose( d, random, &goal ) : drive_random_pose( d, random, &goal ) );
		fw_query q = drive_query_by( d, "directional-speed", start, goal );
		q.start_any_heading = any_start;
		q.start_speed = speed;
		q.goal_any_heading = i % 2 == 0;
		q.goal_any_speed = test_random_chance( random, 0.25 );
		const int64_t wanted = oracle_trips_to( trips, goal, q.goal_any_heading, 0, q.goal_any_speed );
		for ( q.heuristic = FW_HEURISTIC_BEST; q.heuristic < HEURISTICS; q.heuristic++ )
		{
			drive_run( d, &q );
			count( &tallies[q.heuristic], d, &q, wanted );
		}
		if ( i % 4 == 3 )
		{
			oracle_trips_free( trips );
		}
	}
}

static void run_trial( const trial_def* def, uint64_t seed )
{
	test_random random = test_random_make( seed );
	drive_def setup = drive_def_of( def->radius, def->turning_radius );
	setup.ring = def->ring;
	setup.lattice = def->lattice;
	setup.headings = def->headings;
	setup.unit.reverse = def->reverse;
	setup.unit.speed = def->speed;
	setup.unit.acceleration = def->acceleration;
	setup.unit.braking = def->braking;
	setup.unit.lateral = def->lateral;
	setup.no_loops = def->no_loops;
	setup.unpruned = true;
	setup.sparing = true;
	oracle_curves* curves = oracle_curves_make(
	    &( oracle_driver ){ setup.unit, def->lattice, def->ring, def->headings, def->no_loops, 0 } );
	drive d;
	drive_open( &d, test_field( 2, 2 ), &setup );
	for ( int32_t i = 0; i < def->maps; ++i )
	{
		drive_set_grid( &d, test_random_grid( &random, def->side, def->side, def->blocked ) );
		compare_on_map( &d, curves, &random );
	}
	drive_close( &d );
	oracle_curves_free( curves );
}

static int compare_all( void** state )
{
	(void)state;
	for ( size_t i = 0; i < TRIALS; ++i )
	{
		run_trial( &trials[i], 900 + i );
	}
	return 0;
}

static void check_exact( fw_heuristic heuristic, int64_t slack )
{
	const tally* t = &tallies[heuristic];
	if ( t->disagreed > 0 || t->worst > slack )
	{
		fail_msg( "%d of %d queries disagree, the worst of the others by %" PRId64 ": %s", (int)t->disagreed,
		          (int)t->asked, t->worst, t->text );
	}
	// Both answers must occur.
	print_message( "  %d of %d found, at most %" PRId64 " above the least\n", (int)t->found, (int)t->asked, t->worst );
	assert_true( t->found * 2 > t->asked && t->found < t->asked );
}

static void no_estimate_finds_the_least_time( void** state )
{
	(void)state;
	check_exact( FW_HEURISTIC_ZERO, 2 );
}

// The cost of each curve is rounded, so that an estimate may be too large by half a unit for each that is to come.
static void straight_distances_find_the_least_time( void** state )
{
	(void)state;
	check_exact( FW_HEURISTIC_EUCLIDEAN, 8 );
	check_exact( FW_HEURISTIC_TABLE, 8 );
}

static void the_field_finds_little_more( void** state )
{
	(void)state;
	for ( fw_heuristic h = FW_HEURISTIC_BEST; h < HEURISTICS; h++ )
	{
		const tally* t = &tallies[h];
		if ( t->disagreed > 0 || t->worst_ratio > 1.1 )
		{
			fail_msg( "%d queries disagree, the worst of the others by a factor of %.4f: %s", (int)t->disagreed,
			          t->worst_ratio, t->text );
		}
		print_message( "  estimate %d: %.4f times the least at worst, %.4f on average\n", (int)h, t->worst_ratio,
		               t->ratios / t->found );
		assert_true( t->ratios <= 1.005 * t->found );
	}
}

int main( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( no_estimate_finds_the_least_time ),
	    cmocka_unit_test( straight_distances_find_the_least_time ),
	    cmocka_unit_test( the_field_finds_little_more ),
	};
	return cmocka_run_group_tests( tests, compare_all, NULL );
}

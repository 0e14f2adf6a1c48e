// SPDX-License-Identifier: MIT
// Directional A* against Dijkstra's algorithm over the same lattice poses and curves: nothing cheaper is missed, and
// what the estimates that may overestimate cost.
#include "oracle_drive.h"
#include "support_drive.h"

#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define COST_ONE 2378.0
#define HEURISTICS ( FW_HEURISTIC_FIELD + 1 )

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
	double charge; // for turning [tiles/rad]
} trial_def;

static const trial_def trials[] = {
    { 0.3, 0.7, 1, FW_LATTICE_TILES, 8, 12, 0.15, 6, false, false, 0 },
    { 0.3, 0.7, 2, FW_LATTICE_GAPS, 8, 10, 0.15, 4, false, false, 0 },
    { 0.45, 1.5, 2, FW_LATTICE_TILES, 8, 14, 0.08, 6, false, false, 0 },
    { 0.9, 0.7, 2, FW_LATTICE_GAPS, 8, 14, 0.04, 4, false, false, 0 },
    { 0.9, 2.0, 2, FW_LATTICE_TILES, 8, 16, 0.02, 3, false, false, 0 },
    { 1.4, 1.5, 3, FW_LATTICE_TILES, 8, 18, 0.015, 3, false, true, 0 },
    { 0.4, 0.0, 3, FW_LATTICE_GAPS, 8, 14, 0.2, 8, false, false, 0 },
    { 0.6, 0.7, 1, FW_LATTICE_HALF, 8, 9, 0.08, 3, false, false, 0 },
    { 0.3, 0.7, 1, FW_LATTICE_TILES, 16, 10, 0.12, 4, false, false, 0 },
    { 0.4, 1.0, 2, FW_LATTICE_TILES, 8, 10, 0.12, 4, true, false, 0 },
    { 0.3, 0.7, 2, FW_LATTICE_GAPS, 8, 10, 0.15, 4, false, false, 0.7 },
    { 0.45, 1.5, 2, FW_LATTICE_TILES, 8, 14, 0.08, 6, false, false, 2 },
    { 0.9, 2.0, 3, FW_LATTICE_TILES, 8, 16, 0.02, 4, false, true, 5 },
    { 0.3, 0.7, 1, FW_LATTICE_TILES, 16, 10, 0.12, 4, false, false, 1.3 },
    { 0.4, 1.0, 2, FW_LATTICE_TILES, 8, 10, 0.12, 4, true, false, 3 },
};
#define TRIALS ( sizeof( trials ) / sizeof( trials[0] ) )

// What came out of the queries of one trial under one heuristic.
typedef struct tally
{
	int32_t asked, found;
	int32_t disagreed;  // found where there is no way, or the other way round, or cheaper than the cheapest
	int64_t worst;      // above the least cost, in search costs
	double worst_ratio; // to the least cost
	double ratios;      // sum of these
	char text[320];     // of the worst
} tally;

// By trial, heuristic, and whether the goal's heading counts.
static tally tallies[TRIALS][HEURISTICS][2];

static void describe( tally* t, const drive* d, const fw_query* q, int64_t cost, int64_t wanted )
{
	const drive_def* def = &d->def;
	snprintf( t->text, sizeof( t->text ),
	          "radius %g, turning radius %g, lattice %d, ring %d, headings %d%s, charge %g: from (%g, %g, %.9f)%s to "
	          "(%g, %g, %.9f)%s costs %" PRId64 ", the least is %" PRId64,
	          def->unit.radius, def->unit.turning_radius, (int)def->lattice, (int)def->ring, (int)def->headings,
	          def->unit.reverse ? ", reverse" : "", q->turn_charge, q->start.x, q->start.y, q->start.heading,
	          q->start_any_heading ? " any" : "", q->goal.x, q->goal.y, q->goal.heading,
	          q->goal_any_heading ? " any" : "", cost, wanted );
}

// The cost in integers, curve by curve; a waypoint begins a curve.
static int64_t integer_cost( const drive* d, double charge )
{
	const fw_path* path = &d->result.path;
	if ( d->def.unit.reverse )
	{
		return (int64_t)llround( d->result.cost * COST_ONE );
	}
	int64_t cost = 0;
	double length = 0, turned = 0;
	for ( int32_t i = 0; i < path->count; ++i )
	{
		length += path->segments[i].length;
		turned += path->segments[i].kind == FW_SEGMENT_ARC ? fabs( path->segments[i].sweep ) : 0;
		if ( i + 1 == path->count || path->segments[i + 1].waypoint )
		{
			cost += (int64_t)floor( length * COST_ONE + 0.5 ) + (int64_t)floor( charge * turned * COST_ONE + 0.5 );
			length = 0;
			turned = 0;
		}
	}
	return cost;
}

static void count( tally* t, const drive* d, const fw_query* q, int64_t wanted )
{
	const bool found = d->result.outcome == FW_FOUND;
	const int64_t cost = found ? integer_cost( d, q->turn_charge ) : -1;
	t->asked++;
	t->found += found ? 1 : 0;
	if ( found != ( wanted >= 0 ) || cost < wanted )
	{
		t->disagreed++;
		describe( t, d, q, cost, wanted );
	}
	else if ( found )
	{
		if ( cost - wanted > t->worst && t->disagreed == 0 )
		{
			describe( t, d, q, cost, wanted );
		}
		const double ratio = wanted > 0 ? (double)cost / (double)wanted : 1;
		t->worst = cost - wanted > t->worst ? cost - wanted : t->worst;
		t->worst_ratio = fmax( t->worst_ratio, ratio );
		t->ratios += ratio;
	}
}

static void compare_on_map( drive* d, const oracle_curves* curves, test_random* random, double charge,
                            tally of[HEURISTICS][2] )
{
	fw_pose start = { 0 };
	oracle_drives* drives = NULL;
	bool any_start = false;
	for ( int32_t i = 0; i < 8; ++i )
	{
		// The first start is a lattice pose, the second is not; two goals are, two are not.
		fw_pose goal;
		if ( i % 4 == 0 )
		{
			assert_true( i == 0 ? drive_random_pose( d, random, &start )
			                    : drive_random_exact_pose( d, random, &start ) );
			any_start = test_random_chance( random, 0.2 );
			drives = oracle_drives_from( curves, d->grid, start, any_start );
		}
		assert_true( i & 2 ? drive_random_exact_pose( d, random, &goal ) : drive_random_pose( d, random, &goal ) );
		fw_query q = drive_query( d, start, goal );
		q.turn_charge = charge;
		q.start_any_heading = any_start;
		q.goal_any_heading = i % 2 == 0;
		const int64_t wanted = oracle_drives_to( drives, goal, q.goal_any_heading, 0 );
		for ( q.heuristic = FW_HEURISTIC_BEST; q.heuristic < HEURISTICS; q.heuristic++ )
		{
			drive_run( d, &q );
			count( &of[q.heuristic][q.goal_any_heading ? 0 : 1], d, &q, wanted );
		}
		if ( i % 4 == 3 )
		{
			oracle_drives_free( drives );
		}
	}
}

static void run_trial( const trial_def* def, uint64_t seed, tally of[HEURISTICS][2] )
{
	test_random random = test_random_make( seed );
	drive_def setup = drive_def_of( def->radius, def->turning_radius );
	setup.ring = def->ring;
	setup.lattice = def->lattice;
	setup.headings = def->headings;
	setup.unit.reverse = def->reverse;
	setup.no_loops = def->no_loops;
	// Pruning is exact but for the rounding of each curve's cost.
	setup.unpruned = true;
	setup.sparing = def->charge > 0;
	oracle_curves* curves = oracle_curves_make(
	    &( oracle_driver ){ setup.unit, def->lattice, def->ring, def->headings, def->no_loops, def->charge } );
	drive d;
	drive_open( &d, test_field( 2, 2 ), &setup );
	for ( int32_t i = 0; i < def->maps; ++i )
	{
		drive_set_grid( &d, test_random_grid( &random, def->side, def->side, def->blocked ) );
		compare_on_map( &d, curves, &random, def->charge, of );
	}
	drive_close( &d );
	oracle_curves_free( curves );
}

static int compare_all( void** state )
{
	(void)state;
	for ( size_t i = 0; i < TRIALS; ++i )
	{
		run_trial( &trials[i], 700 + i, tallies[i] );
	}
	return 0;
}

// No trial may disagree, nor cost more than this above the least [search costs].
static void check_exact( fw_heuristic heuristic, int64_t slack )
{
	int32_t found = 0, asked = 0;
	for ( size_t i = 0; i < 2 * TRIALS; ++i )
	{
		const tally* t = &tallies[i / 2][heuristic][i % 2];
		found += t->found;
		asked += t->asked;
		if ( t->disagreed > 0 || t->worst > slack )
		{
			fail_msg( "%d queries disagree, the worst of the others by %" PRId64 ": %s", (int)t->disagreed, t->worst,
			          t->text );
		}
	}
	// Both answers must occur.
	assert_true( found * 2 > asked && found < asked );
}

static void test_zero( void** state )
{
	(void)state;
	check_exact( FW_HEURISTIC_ZERO, 0 );
}

// A curve's rounded cost can be less than the distance by half a unit, so that the estimate is too large by as much for
// each curve that is to come.
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
		const tally* t = &tallies[i][heuristic][fixed ? 1 : 0];
		ratios += t->ratios;
		found += t->found;
		highest = fmax( highest, t->worst_ratio );
		if ( t->disagreed > 0 || t->worst_ratio > worst )
		{
			fail_msg( "%d queries disagree, the worst of the others by a factor of %.4f: %s", (int)t->disagreed,
			          t->worst_ratio, t->text );
		}
	}
	print_message( "  %s goal heading: %.4f times the least at worst, %.4f on average\n", fixed ? "fixed" : "any",
	               highest, ratios / found );
	assert_true( ratios <= mean * found );
}

// The octile distance is up to 1.0824 times the straight one.
static void test_octile( void** state )
{
	(void)state;
	check_ratio( FW_HEURISTIC_OCTILE, false, 1.0824, 1.005 );
	check_ratio( FW_HEURISTIC_OCTILE, true, 1.0824, 1.005 );
}

// The field is of octile steps from tile to tile; curves that pass where no such steps do make it overestimate by a
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

int main( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_zero ),   cmocka_unit_test( test_euclidean ),      cmocka_unit_test( test_table ),
	    cmocka_unit_test( test_octile ), cmocka_unit_test( test_distance_field ), cmocka_unit_test( test_best ),
	};
	return cmocka_run_group_tests( tests, compare_all, NULL );
}

// SPDX-License-Identifier: MIT
// Directional A* against Dijkstra's algorithm over the same lattice poses and curves: nothing cheaper is missed.
#include "oracle_drive.h"
#include "support_drive.h"

#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COST_ONE 2378.0

// Heuristics that never overestimate, and how far the integer costs may be off by them.
static const struct
{
	fw_heuristic heuristic;
	int64_t slack;
} exact_ones[] = { { FW_HEURISTIC_ZERO, 0 }, { FW_HEURISTIC_EUCLIDEAN, 5 }, { FW_HEURISTIC_TABLE, 5 } };

static void fail_query( const drive* d, const fw_query* q, int64_t wanted, const char* what )
{
	const drive_def* def = &d->def;
	test_print_grid( d->grid, ( fw_rect ){ 0, 0, fw_grid_width( d->grid ), fw_grid_height( d->grid ) } );
	fail_msg( "%s: radius %g, turning radius %g, lattice %d, ring %d, headings %d%s: heuristic %d from (%g, %g, %.9f) "
	          "to (%g, %g, %.9f)%s costs %.0f, not %" PRId64,
	          what, def->unit.radius, def->unit.turning_radius, (int)def->lattice, (int)def->ring, (int)def->headings,
	          def->unit.reverse ? ", reverse" : "", (int)q->heuristic, q->start.x, q->start.y, q->start.heading,
	          q->goal.x, q->goal.y, q->goal.heading, q->goal_any_heading ? " any" : "", d->result.cost * COST_ONE,
	          wanted );
}

typedef struct tally
{
	int32_t asked, found;
	double worst_best, worst_field; // cost over the least cost, by the estimates that may overestimate
	int64_t worst_exact;            // units of the integer costs
	int32_t wrong;
} tally;

// All heuristics on one query.
static void compare( drive* d, fw_query* q, int64_t wanted, tally* t )
{
	t->asked++;
	t->found += wanted >= 0 ? 1 : 0;
	for ( size_t i = 0; i < sizeof( exact_ones ) / sizeof( exact_ones[0] ); ++i )
	{
		q->heuristic = exact_ones[i].heuristic;
		const bool found = drive_run( d, q ) == FW_FOUND;
		if ( found != ( wanted >= 0 ) )
		{
			fail_query( d, q, wanted, "found or not" );
		}
		const int64_t cost = found ? (int64_t)llround( d->result.cost * COST_ONE ) : -1;
		if ( found && ( cost < wanted || cost > wanted + exact_ones[i].slack ) )
		{
			if ( getenv( "SOFT" ) )
			{
				t->wrong++;
				printf( "H %d r %g R %g lat %d ring %d: cost %ld wanted %ld\n", q->heuristic, d->def.unit.radius,
				        d->def.unit.turning_radius, d->def.lattice, d->def.ring, (long)cost, (long)wanted );
			}
			else
				fail_query( d, q, wanted, "not the least cost" );
		}
		t->worst_exact = found && cost - wanted > t->worst_exact ? cost - wanted : t->worst_exact;
	}
	for ( fw_heuristic h = FW_HEURISTIC_BEST; h <= FW_HEURISTIC_FIELD; h += FW_HEURISTIC_FIELD - FW_HEURISTIC_BEST )
	{
		q->heuristic = h;
		if ( ( drive_run( d, q ) == FW_FOUND ) != ( wanted >= 0 ) )
		{
			fail_query( d, q, wanted, "found or not" );
		}
		if ( wanted > 0 )
		{
			double* worst = h == FW_HEURISTIC_BEST ? &t->worst_best : &t->worst_field;
			*worst = fmax( *worst, d->result.cost * COST_ONE / (double)wanted );
		}
	}
}

typedef struct trial_def
{
	double radius, turning_radius;
	int32_t ring;
	fw_lattice lattice;
	int32_t headings;
	int32_t side; // of the maps
	double blocked;
	int32_t maps;
	bool reverse;
} trial_def;

static void compare_on_map( drive* d, oracle_curves* curves, test_random* random, tally* t )
{
	for ( int32_t i = 0; i < 2; ++i )
	{
		fw_pose start, goal;
		const bool exact = i == 1;
		if ( !( exact ? drive_random_exact_pose( d, random, &start ) : drive_random_pose( d, random, &start ) ) )
		{
			return;
		}
		const bool any_start = test_random_chance( random, 0.2 );
		oracle_drives* drives = oracle_drives_from( curves, d->grid, start, any_start );
		for ( int32_t k = 0; k < 4; ++k )
		{
			const bool found =
			    k < 2 ? drive_random_pose( d, random, &goal ) : drive_random_exact_pose( d, random, &goal );
			fw_query q = drive_query( d, start, goal );
			q.start_any_heading = any_start;
			q.goal_any_heading = k % 2 == 0;
			if ( found )
			{
				compare( d, &q, oracle_drives_to( drives, goal, q.goal_any_heading, 0 ), t );
			}
		}
		oracle_drives_free( drives );
	}
}

static void compare_many( const trial_def* def, uint64_t seed, tally* t )
{
	test_random random = test_random_make( seed );
	drive_def setup = drive_def_of( def->radius, def->turning_radius );
	setup.ring = def->ring;
	setup.lattice = def->lattice;
	setup.headings = def->headings;
	setup.unit.reverse = def->reverse;
	// Pruning is exact but for the rounding of each curve's cost.
	setup.unpruned = true;
	oracle_curves* curves =
	    oracle_curves_make( &( oracle_driver ){ setup.unit, def->lattice, def->ring, def->headings } );
	drive d;
	drive_open( &d, test_field( 2, 2 ), &setup );
	for ( int32_t i = 0; i < def->maps; ++i )
	{
		drive_set_grid( &d, test_random_grid( &random, def->side, def->side, def->blocked ) );
		compare_on_map( &d, curves, &random, t );
	}
	drive_close( &d );
	oracle_curves_free( curves );
}

static void test_optimum( void** state )
{
	(void)state;
	static const trial_def trials[] = {
	    { 0.3, 0.7, 1, FW_LATTICE_TILES, 8, 12, 0.15, 6, false },
	    { 0.3, 0.7, 2, FW_LATTICE_GAPS, 8, 10, 0.15, 4, false },
	    { 0.45, 1.5, 2, FW_LATTICE_TILES, 8, 14, 0.08, 6, false },
	    { 0.9, 0.7, 2, FW_LATTICE_GAPS, 8, 14, 0.04, 4, false },
	    { 0.9, 3.0, 3, FW_LATTICE_TILES, 8, 16, 0.02, 4, false },
	    { 1.4, 1.5, 3, FW_LATTICE_TILES, 8, 18, 0.015, 3, false },
	    { 0.4, 0.0, 3, FW_LATTICE_GAPS, 8, 14, 0.2, 8, false },
	    { 0.6, 0.7, 1, FW_LATTICE_HALF, 8, 9, 0.08, 3, false },
	    { 0.3, 0.7, 1, FW_LATTICE_TILES, 16, 10, 0.12, 4, false },
	    { 0.4, 1.0, 2, FW_LATTICE_TILES, 8, 10, 0.12, 4, true },
	};
	for ( size_t i = 0; i < sizeof( trials ) / sizeof( trials[0] ); ++i )
	{
		tally t = { 0 };
		compare_many( &trials[i], 700 + i, &t );
		print_message( "trial %zu: %d of %d found, exact ones off by %" PRId64 ", best %.4f, field %.4f\n", i,
		               (int)t.found, (int)t.asked, t.worst_exact, t.worst_best, t.worst_field );
		assert_true( t.found * 3 > t.asked );
	}
}

int main( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_optimum ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

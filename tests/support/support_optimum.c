// SPDX-License-Identifier: MIT
// Searches with headings compared with an oracle that tries everything.
#include "support_optimum.h"

#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

drive_def optimum_def( const optimum_trial* trial )
{
	drive_def def = drive_def_of( trial->radius, trial->turning_radius );
	def.ring = trial->ring;
	def.lattice = trial->lattice;
	def.headings = trial->headings;
	def.unit.reverse = trial->reverse;
	def.no_loops = trial->no_loops;
	def.unpruned = true;
	return def;
}

void optimum_run( const optimum_trial* trial, const drive_def* def, double charge, uint64_t seed,
                  optimum_compare* compare, void* context )
{
	test_random random = test_random_make( seed );
	oracle_driver driver = { def->unit, def->lattice, def->ring, def->headings, def->no_loops, charge, { 0 } };
	memcpy( driver.wider, def->wider, sizeof driver.wider );
	oracle_curves* curves = oracle_curves_make( &driver );
	drive d;
	drive_open( &d, test_field( 2, 2 ), def );
	for ( int32_t i = 0; i < test_rounds( trial->maps ); ++i )
	{
		drive_set_grid( &d, test_random_grid( &random, trial->side, trial->side, trial->blocked ) );
		compare( &d, curves, &random, context );
	}
	drive_close( &d );
	oracle_curves_free( curves );
}

bool optimum_is_start( int32_t i )
{
	return i % ( OPTIMUM_PROBLEMS / 2 ) == 0;
}

fw_pose optimum_start( const drive* d, test_random* random, int32_t i )
{
	fw_pose start = { 0 };
	assert_true( i == 0 ? drive_random_pose( d, random, &start ) : drive_random_exact_pose( d, random, &start ) );
	return start;
}

fw_pose optimum_goal( const drive* d, test_random* random, int32_t i )
{
	fw_pose goal = { 0 };
	assert_true( i & 2 ? drive_random_exact_pose( d, random, &goal ) : drive_random_pose( d, random, &goal ) );
	return goal;
}

bool optimum_takes( int32_t i, fw_heuristic heuristic )
{
	return test_every( 1 ) == 1 || ( i + (int32_t)heuristic ) % 3 == 0;
}

static void describe( optimum_tally* tally, const drive* d, const fw_query* q, int64_t cost, int64_t least )
{
	const drive_def* def = &d->def;
	snprintf( tally->text, sizeof( tally->text ),
	          "radius %g, turning radius %g, lattice %d, ring %d, headings %d%s, charge %g: from (%g, %g, %.9f)%s at "
	          "speed %g to (%g, %g, %.9f)%s%s costs %" PRId64 ", the minimum is %" PRId64,
	          def->unit.radius, def->unit.turning_radius, (int)def->lattice, (int)def->ring, (int)def->headings,
	          def->unit.reverse ? ", reverse" : "", q->options.turn_charge, q->start.x, q->start.y, q->start.heading,
	          q->start_any_heading ? " any" : "", q->options.start_speed, q->goal.x, q->goal.y, q->goal.heading,
	          q->goal_any_heading ? " any" : "", q->options.goal_any_speed ? " at any speed" : "", cost, least );
}

void optimum_count( optimum_tally* tally, const drive* d, const fw_query* query, int64_t cost, int64_t least,
                    int64_t slack )
{
	const bool found = d->result.outcome == FW_FOUND;
	tally->asked++;
	tally->found += found ? 1 : 0;
	if ( found != ( least >= 0 ) || cost < least - slack )
	{
		tally->disagreed++;
		describe( tally, d, query, cost, least );
	}
	else if ( found )
	{
		if ( cost - least > tally->worst )
		{
			tally->worst = cost - least;
			if ( tally->disagreed == 0 )
			{
				describe( tally, d, query, cost, least );
			}
		}
		const double ratio = least > 0 ? (double)cost / (double)least : 1;
		tally->worst_ratio = fmax( tally->worst_ratio, ratio );
		tally->ratios += ratio;
	}
}

void optimum_check_worst( const optimum_tally* tally, int64_t above )
{
	if ( tally->disagreed > 0 || tally->worst > above )
	{
		fail_msg( "%d of %d queries disagree, the worst of the others by %" PRId64 ": %s", (int)tally->disagreed,
		          (int)tally->asked, tally->worst, tally->text );
	}
}

void optimum_check_ratio( const optimum_tally* tally, double ratio )
{
	if ( tally->disagreed > 0 || tally->worst_ratio > ratio )
	{
		fail_msg( "%d of %d queries disagree, the worst of the others by a factor of %.4f: %s", (int)tally->disagreed,
		          (int)tally->asked, tally->worst_ratio, tally->text );
	}
}

// SPDX-License-Identifier: MIT
// Goals that no turn leads into: the backward search from the goal runs dry, and ends the whole search long before it
// has expanded all poses of the map. Its answer is that of a search without the backward search.
#include "support_drive.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

typedef struct tally
{
	int32_t found, dry, sooner;
} tally;

static void compare( drive* d, const fw_query* query, tally* t )
{
	fw_query blind = *query;
	blind.options.heuristic = FW_HEURISTIC_ZERO;
	blind.method = "directional";
	const fw_outcome outcome = drive_run( d, query );
	const fw_reason reason = d->result.reason;
	const int64_t expanded = d->result.counters.expanded;
	if ( drive_run( d, &blind ) != outcome || d->result.reason != reason )
	{
		test_print_grid( d->grid, ( fw_rect ){ 0, 0, fw_grid_width( d->grid ), fw_grid_height( d->grid ) } );
		fail_msg( "%.17g %.17g %.3f to %.17g %.17g %.3f: %s, blindly %s", query->start.x, query->start.y,
		          query->start.heading, query->goal.x, query->goal.y, query->goal.heading, fw_outcome_text( outcome ),
		          fw_outcome_text( d->result.outcome ) );
	}
	t->found += outcome == FW_FOUND;
	t->dry += reason == FW_REASON_NO_TURN;
	t->sooner += reason == FW_REASON_NO_TURN && expanded < d->result.counters.expanded;
}

static bool random_end( const drive* d, test_random* random, fw_pose* pose )
{
	return test_random_chance( random, 0.3 ) ? drive_random_exact_pose( d, random, pose )
	                                         : drive_random_pose( d, random, pose );
}

static void try_kind( test_random* random, const drive_def* def, int32_t worlds, tally* t )
{
	drive d;
	drive_open( &d, test_field( 4, 4 ), def );
	for ( int32_t world = 0; world < worlds; world++ )
	{
		drive_set_grid( &d, test_random_map( random, 18, 14, test_random_real( random, 0.05, 0.35 ) ) );
		for ( int32_t i = 0; i < 8; i++ )
		{
			fw_pose start;
			fw_pose goal;
			if ( !random_end( &d, random, &start ) || !random_end( &d, random, &goal ) )
			{
				break;
			}
			fw_query query = drive_query( &d, start, goal );
			query.goal_any_heading = false;
			query.options.weight = test_random_chance( random, 0.5 ) ? 1.1 : 1.0;
			// That method has a ring of its own.
			const bool disc = !def->unit.reverse && def->unit.outline.count == 0;
			const bool blocks = disc && def->ring == fw_method_find( "block-directional" )->ring;
			query.method = blocks && test_random_chance( random, 0.5 ) ? "block-directional" : "directional";
			compare( &d, &query, t );
		}
	}
	drive_close( &d );
}

static void test_same_as_a_blind_search( void** state )
{
	(void)state;
	static const double units[][2] = { { 0.4, 1.0 }, { 0.4, 2.0 }, { 0.5, 0.5 }, { 0.9, 1.5 }, { 0.3, 3.0 } };
	static const fw_lattice lattices[] = { FW_LATTICE_GAPS, FW_LATTICE_HALF, FW_LATTICE_TILES };
	test_random random = test_random_make( 61 );
	tally t = { 0 };
	// With all units, lattices and rings, 16 headings, and curves that others cover.
	static const int32_t sample[] = { 0, 9, 13, 26, 32 };
	const bool all = test_every( 1 ) == 1;
	for ( int32_t n = 0; n < ( all ? 45 : 5 ); n++ )
	{
		const int32_t i = all ? n : sample[n];
		drive_def def = drive_def_of( units[i % 5][0], units[i % 5][1] );
		def.lattice = lattices[i / 5 % 3];
		def.ring = 1 + i / 15 + ( def.unit.turning_radius > 1.0 ? 1 : 0 );
		def.no_loops = i % 2 == 0;
		def.unpruned = i % 7 == 0;
		def.unit.reverse = n % 3 == 1;
		// The boxes are as wide as the discs were, and as long before and behind or much longer ahead.
		if ( n % 5 >= 2 && n % 5 < 4 )
		{
			const double width = 2.0 * def.unit.radius;
			def.unit.outline = fw_outline_rectangle( n % 5 == 2 ? 2.0 * width : 3.0 * width, width, width );
			def.unit.radius = 0.0;
		}
		def.headings = i % 9 == 4 && def.ring < 3 && def.lattice == FW_LATTICE_TILES ? 16 : 8;
		try_kind( &random, &def, 7, &t );
	}
	if ( t.found < test_rounds( 300 ) || t.dry < test_rounds( 150 ) || t.sooner < test_rounds( 50 ) )
	{
		fail_msg( "%d found, %d without turns, %d of them sooner", (int)t.found, (int)t.dry, (int)t.sooner );
	}
}

// A berth as wide as the unit, with its mouth to the east: no path leads in facing east.
static void test_a_berth_on_a_large_map( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 120, 120 );
	for ( int32_t i = 0; i < 3; i++ )
	{
		assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 60, 60 + i, i == 1 ? 1 : 4, 1 }, FW_TERRAIN_OUT, NULL ),
		                  FW_OK );
	}
	const drive_def def = drive_def_of( 0.4, 1.0 );
	drive d;
	drive_open( &d, grid, &def );
	fw_query query = drive_query( &d, test_center( 5, 5, 0 ), test_center( 61, 61, 0 ) );
	query.goal_any_heading = false;
	assert_int_equal( drive_run( &d, &query ), FW_UNREACHABLE );
	assert_int_equal( d.result.reason, FW_REASON_NO_TURN );
	assert_true( d.result.counters.expanded < 2000 );
	query.goal.heading = FW_PI;
	assert_int_equal( drive_run( &d, &query ), FW_FOUND );
	drive_close( &d );
}

int run_test_directional_dry( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_same_as_a_blind_search ),
	    cmocka_unit_test( test_a_berth_on_a_large_map ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

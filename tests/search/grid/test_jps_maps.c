// SPDX-License-Identifier: MIT
// Jump points on large maps: the largest sizes, the longest paths, and the lengths of published scenarios.
#include "annotate/space.h"
#include "support_benchmarks.h"
#include "support_jps.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

// --- large maps ---

static void maps_of_the_greatest_side( void** state )
{
	(void)state;
	for ( int32_t i = 0; i < 4; i++ )
	{
		const bool is_wide = i % 2 == 0;
		const int32_t side = i < 2 ? 3 : 40;
		const int32_t width = is_wide ? FW_GRID_MAX_SIDE : side;
		const int32_t height = is_wide ? side : FW_GRID_MAX_SIDE;
		test_random random = test_random_make( 93 );
		walker w;
		walker_open( &w, i < 2 ? test_field( width, height ) : test_random_grid( &random, width, height, 0.15 ), 0.4,
		             TEST_JPS_LAND );
		const fw_rect corner = { 0, 0, 6, 6 };
		const fw_rect far_corner = { width - 6, height - 6, 6, 6 };
		assert_int_equal( fw_grid_fill( w.grid, corner, FW_TERRAIN_GROUND, NULL ), FW_OK );
		assert_int_equal( fw_grid_fill( w.grid, far_corner, FW_TERRAIN_GROUND, NULL ), FW_OK );
		assert_int_equal( fw_space_update( w.space ), FW_OK );
		assert_true(
		    test_jps_check_problem( &w, test_center( 0, 0, 0.0 ), test_center( width - 1, height - 1, 0.0 ) ) );
		assert_true(
		    test_jps_check_problem( &w, test_center( width - 1, height - 1, 0.0 ), test_center( 0, 0, 0.0 ) ) );
		walker_close( &w );
	}
}

// Corridors as long as a map can be, one after the other: with 85 of them the path is 1.39 million tiles long, with 90
// its cost exceeds the range. Also along columns.
static void the_longest_path( void** state )
{
	(void)state;
	// The sample takes the longest path along rows, and the one that is too long along columns.
	for ( int32_t i = 0; i < 4; i += test_every( 1 ) == 1 ? 1 : 3 )
	{
		const bool is_wide = i % 2 == 0;
		const int32_t corridors = i < 2 ? 85 : 90;
		const int32_t across = 2 * corridors - 1;
		fw_grid* grid = is_wide ? test_field( FW_GRID_MAX_SIDE, across ) : test_field( across, FW_GRID_MAX_SIDE );
		for ( int32_t wall = 1; wall < across; wall += 2 )
		{
			const int32_t from = wall % 4 == 1 ? 0 : 1;
			const fw_rect rect = is_wide ? ( fw_rect ){ from, wall, FW_GRID_MAX_SIDE - 1, 1 }
			                             : ( fw_rect ){ wall, from, 1, FW_GRID_MAX_SIDE - 1 };
			assert_int_equal( fw_grid_fill( grid, rect, FW_TERRAIN_OUT, NULL ), FW_OK );
		}
		walker w;
		walker_open( &w, grid, 0.4, TEST_JPS_LAND );
		const int32_t end = corridors % 2 == 0 ? 0 : FW_GRID_MAX_SIDE - 1;
		const fw_pose goal = is_wide ? test_center( end, across - 1, 0.0 ) : test_center( across - 1, end, 0.0 );
		fw_query query = test_jps_query( &w, "jps", test_center( 0, 0, 0.0 ), goal );
		assert_int_equal( test_jps_check_against_astar( &w, query, FW_HEURISTIC_BEST ), i < 2 );
		assert_int_equal( w.result.reason, i < 2 ? FW_REASON_NONE : FW_REASON_COST_RANGE );
		// With no weight does a sum overflow.
		query.options.weight = 16.0;
		test_jps_solve( &w, &query );
		assert_int_equal( w.result.outcome, i < 2 ? FW_FOUND : FW_UNREACHABLE );
		walker_close( &w );
	}
}

// --- published scenarios ---

// The mean number of expanded nodes.
static double run_scenario( const char* name, int32_t decimals, int32_t every )
{
	fw_grid* grid = test_benchmark_map( name );
	fw_scen scen = test_benchmark_scen( name );
	walker w;
	const fw_unit unit = fw_default_unit();
	walker_open( &w, grid, unit.radius, unit.capabilities );
	int64_t expanded = 0;
	int32_t count = 0;
	for ( int32_t i = 0; i < scen.count; i += test_every( every ), count++ )
	{
		const fw_scen_problem p = fw_scen_scaled( &scen, i, grid );
		const fw_query query = test_jps_query( &w, "jps", test_center( p.start_x, p.start_y, 0.0 ),
		                                       test_center( p.goal_x, p.goal_y, 0.0 ) );
		test_jps_solve( &w, &query );
		if ( w.result.outcome != FW_FOUND || !test_length_matches( w.result.length, p.length, decimals ) )
		{
			fail_msg( "%s, problem %" PRId32 ": %s, length %.9f instead of %.9f", name, i,
			          fw_reason_text( w.result.reason ), w.result.length, p.length );
		}
		test_jps_check_steps( &w, &query );
		expanded += w.result.counters.expanded;
	}
	assert_true( count > 20 );
	walker_close( &w );
	fw_scen_free( &scen );
	return (double)expanded / count;
}

static void published_lengths( void** state )
{
	(void)state;
	run_scenario( "dao/brc202d", 0, 5 );
	run_scenario( "bg512/AR0602SR", 2, 5 );
	run_scenario( "sc1/WheelofWar", 0, 5 );
	run_scenario( "random/random512-40-0", 0, 5 );
	run_scenario( "mazes/maze512-8-0", 0, 5 );
	run_scenario( "rooms/32room_000", 0, 5 );
}

static void few_nodes_are_expanded( void** state )
{
	(void)state;
	const double mean = run_scenario( "dao/brc202d", 0, 1 );
	if ( mean > 330.0 )
	{
		fail_msg( "%.1f nodes are expanded on average", mean );
	}
}

int run_test_jps_maps( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( maps_of_the_greatest_side ),
	    cmocka_unit_test( the_longest_path ),
	    cmocka_unit_test( published_lengths ),
	    cmocka_unit_test( few_nodes_are_expanded ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

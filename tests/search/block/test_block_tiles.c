// SPDX-License-Identifier: MIT
// Block A* over tiles: its lengths equal those of standard A*, on random maps and on published scenarios.
#include "annotate/space.h"
#include "support_benchmarks.h"
#include "support_block.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

static void check_tiles( walker* w, fw_pose start, fw_pose goal, bool centers )
{
	static int32_t asked = 0; // each size in turn
	for ( int32_t neighbors = 4; neighbors <= 8; neighbors += 4 )
	{
		fw_query query = fw_default_query();
		query.unit.radius = w->space->radius;
		query.unit.capabilities = LAND;
		query.options.neighbors = neighbors;
		query.start = start;
		query.goal = goal;
		const fw_result* result = walker_solve( w, &query );
		const fw_outcome outcome = result->outcome;
		const fw_reason reason = result->reason;
		const double length = result->length;
		query.method = neighbors == 4 ? "block4" : "block8";
		query.options.neighbors = 8; // an option of A* only
		query.options.block_size = 2 + asked++ / 2 % 4;
		result = walker_solve( w, &query );
		if ( result->outcome != outcome || result->reason != reason )
		{
			block_fail( w, &query, fw_reason_text( reason ) );
		}
		if ( centers && fabs( result->length - length ) > 1e-9 + 1e-12 * length )
		{
			printf( "A* has %.17g\n", length );
			block_fail( w, &query, "A* has another length" );
		}
		assert_true( fabs( result->cost - result->length ) < 1e-9 );
		if ( outcome == FW_FOUND )
		{
			test_check_legal( w->grid, &query.unit, &result->path );
			test_check_ends( &result->path, ( fw_pose ){ start.x, start.y, NAN }, ( fw_pose ){ goal.x, goal.y, NAN } );
		}
	}
}

static int32_t random_side( test_random* random )
{
	switch ( test_random_int( random, 6 ) )
	{
	case 0:
		return 1;
	case 1:
		return 4 * ( 1 + test_random_int( random, 8 ) );
	case 2:
		return 1 + test_random_int( random, 120 );
	default:
		return 1 + test_random_int( random, 24 );
	}
}

static fw_pose random_center( test_random* random, const fw_grid* grid )
{
	return test_random_center( random, fw_grid_width( grid ), fw_grid_height( grid ), 0 );
}

static void tiles_equal_standard_astar( void** state )
{
	(void)state;
	const double radii[] = { 0.0, 0.0, 0.4, 0.5, 0.9, 1.3 };
	test_random random = test_random_make( 40 );
	int32_t found = 0;
	for ( int32_t round = 0; round < test_rounds( 900 ); round++ )
	{
		const double radius = radii[test_random_int( &random, 6 )];
		const double share = test_random_real( &random, 0.0, radius < 0.8 ? 0.5 : 0.12 );
		const int32_t width = random_side( &random );
		fw_grid* grid = test_random_map( &random, width, random_side( &random ), share );
		walker w;
		walker_open( &w, grid, radius, LAND );
		for ( int32_t i = 0; i < 6; i++ )
		{
			fw_pose start = random_center( &random, grid );
			fw_pose goal = i == 5 ? start : random_center( &random, grid );
			check_tiles( &w, start, goal, true );
			found += w.result.outcome == FW_FOUND ? 1 : 0;
			if ( i % 3 == 0 )
			{
				start.x += test_random_real( &random, -0.5, 0.5 );
				goal.y += test_random_real( &random, -0.5, 0.5 );
				check_tiles( &w, start, goal, false );
			}
		}
		walker_close( &w );
	}
	assert_true( found > test_rounds( 1500 ) );
}

// Lanes of eight rows with obstacles in them, each open to the next at one end only.
static fw_grid* long_path( test_random* random, int32_t side )
{
	fw_grid* grid = test_random_grid( random, side, side, 0.04 );
	for ( int32_t y = 8; y < side; y += 9 )
	{
		const bool left = y % 2 == 0;
		assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 0, y, side, 1 }, FW_TERRAIN_OUT, NULL ), FW_OK );
		assert_int_equal(
		    fw_grid_fill( grid, ( fw_rect ){ left ? 0 : side - 4, y - 4, 4, 8 }, FW_TERRAIN_GROUND, NULL ), FW_OK );
	}
	return grid;
}

// So long that a heap key no longer distinguishes two lengths that differ by a unit of cost.
static void tiles_equal_standard_astar_on_long_paths( void** state )
{
	(void)state;
	test_random random = test_random_make( 41 );
	int32_t found = 0;
	walker w;
	walker_open( &w, long_path( &random, 1151 ), 0.4, LAND );
	for ( int32_t round = 0; round < 12; round += test_every( 1 ) == 1 ? 1 : 12 )
	{
		const fw_pose goal = { test_random_int( &random, 1151 ) + 0.5, 1146.5, 0.0 };
		check_tiles( &w, ( fw_pose ){ 1.5, 0.5, 0.0 }, goal, true );
		found += w.result.outcome == FW_FOUND && w.result.length > 131072.0 ? 1 : 0;
	}
	assert_true( found >= test_rounds( 8 ) );
	walker_close( &w );
}

static void tiles_on_scenarios( const char* name, double radius, int32_t every )
{
	fw_grid* grid = test_benchmark_map( name );
	fw_scen scen = test_benchmark_scen( name );
	walker w;
	walker_open( &w, grid, radius, LAND );
	int32_t found = 0;
	for ( int32_t i = 0; i < scen.count; i += every )
	{
		const fw_scen_problem p = fw_scen_scaled( &scen, i, grid );
		check_tiles( &w, ( fw_pose ){ p.start_x + 0.5, p.start_y + 0.5, 0.0 },
		             ( fw_pose ){ p.goal_x + 0.5, p.goal_y + 0.5, 0.0 }, true );
		found += w.result.outcome == FW_FOUND ? 1 : 0;
	}
	assert_true( found > 0 );
	walker_close( &w );
	fw_scen_free( &scen );
}

static void tiles_equal_standard_astar_on_scenarios( void** state )
{
	(void)state;
	const char* names[] = { "dao/brc202d", "bg512/AR0602SR", "sc1/WheelofWar", "random/random512-40-0",
	                        "mazes/maze512-8-0" };
	const int32_t every = test_every( 1 ) == 1 ? 20 : 400; // A* takes long on these maps
	for ( size_t i = 0; i < sizeof( names ) / sizeof( names[0] ); i++ )
	{
		tiles_on_scenarios( names[i], 0.4, every );
		if ( i < 3 )
		{
			tiles_on_scenarios( names[i], 0.9, 3 * every );
		}
	}
}

int run_test_block_tiles( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( tiles_equal_standard_astar ),
	    cmocka_unit_test( tiles_equal_standard_astar_on_long_paths ),
	    cmocka_unit_test( tiles_equal_standard_astar_on_scenarios ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

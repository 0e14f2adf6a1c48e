// SPDX-License-Identifier: MIT
// Annotated A* and jump points on published maps: the published lengths for a unit of one tile, and for larger squares
// the lengths of Dijkstra's algorithm over the tiles where such a square can stand. Problems are taken evenly from each
// file; `test_squares_maps all` takes every problem, and 1,000 of each map and size.
#include "oracle.h"
#include "run_files.h"
#include "support_benchmarks.h"
#include "support_squares.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define LAND TEST_SQUARES_LAND

static bool takes_all;

static const char* const map_names[] = {
    "bg512/AR0011SR",
    "bg512/AR0406SR",
    "bg512/AR0602SR",
    "bg512/AR0700SR",
    "dao/arena",
    "dao/brc202d",
    "dao/den520d",
    "dao/lak303d",
    "dao/orz100d",
    "sc1/AcrosstheCape",
    "sc1/Aftershock",
    "sc1/Brushfire",
    "sc1/WheelofWar",
    "random/random512-10-0",
    "random/random512-20-0",
    "random/random512-40-0",
    "rooms/16room_000",
    "rooms/32room_000",
    "mazes/maze512-4-0",
    "mazes/maze512-8-0",
    "mazes/maze512-32-0",
    "wc3maps512/duskwood",
    "wc3maps512/dustwallowkeys",
};

#define MAPS ( int32_t )( sizeof( map_names ) / sizeof( map_names[0] ) )

// The length of the shortest path between two tiles; INFINITY if there is none.
static double length_by( squares* s, const char* method, int32_t from, int32_t to )
{
	const int32_t width = fw_grid_width( s->grid );
	const fw_pose start = { from % width + 0.5, from / width + 0.5, 0.0 };
	const fw_pose goal = { to % width + 0.5, to / width + 0.5, 0.0 };
	const fw_query query = squares_query( s, method, start, goal );
	assert_int_equal( squares_run( s, &query ), FW_OK );
	return s->result.outcome == FW_FOUND ? s->result.length : INFINITY;
}

static void published_lengths( void** state )
{
	(void)state;
	for ( int32_t m = 0; m < MAPS; m++ )
	{
		// The lengths of some problems on Warcraft maps are for units that cross other terrains: see test_astar_maps.c.
		if ( strncmp( map_names[m], "wc3", 3 ) == 0 )
		{
			continue;
		}
		squares a;
		squares_open( &a, test_benchmark_map( map_names[m] ), 1, LAND );
		fw_scen scen = test_benchmark_scen( map_names[m] );
		const int32_t count = takes_all || scen.count < 60 ? scen.count : test_rounds( 60 );
		assert_true( count > 0 );
		for ( int32_t i = 0; i < count; i++ )
		{
			const fw_scen_problem p = fw_scen_scaled( &scen, (int32_t)( (int64_t)i * scen.count / count ), a.grid );
			const int32_t width = fw_grid_width( a.grid );
			const double length = length_by( &a, "aastar", p.start_y * width + p.start_x, p.goal_y * width + p.goal_x );
			if ( !test_length_matches( length, p.length, strncmp( map_names[m], "bg512", 5 ) == 0 ? 2 : 0 ) )
			{
				fail_msg( "%s, problem %d: length %.9f instead of %.9f", map_names[m], (int)i, length, p.length );
			}
		}
		fw_scen_free( &scen );
		squares_close( &a );
	}
}

static int32_t random_standing( test_random* random, const bool* standing, int32_t tiles )
{
	int32_t at = 0;
	for ( int32_t tries = 0; tries < 1000000 && !standing[at]; tries++ )
	{
		at = test_random_int( random, tiles );
	}
	return at;
}

// As many goals from each of some starts. Returns how many were found.
static int32_t check_size( const char* name, squares* a, test_random* random, int32_t starts, int32_t goals )
{
	const int32_t tiles = fw_grid_width( a->grid ) * fw_grid_height( a->grid );
	bool* standing = oracle_square_standing( a->grid, LAND, a->size );
	int32_t found = 0;
	for ( int32_t s = 0; s < starts; s++ )
	{
		const int32_t from = random_standing( random, standing, tiles );
		const oracle_query problem = { a->grid, LAND, 0.0, ORACLE_EIGHT, false, a->size };
		double* distances =
		    oracle_distances( &problem, from % fw_grid_width( a->grid ), from / fw_grid_width( a->grid ) );
		for ( int32_t g = 0; g < goals; g++ )
		{
			const int32_t to = random_standing( random, standing, tiles );
			const double truth = standing[from] && standing[to] ? distances[to] : INFINITY;
			const double annotated = length_by( a, "aastar", from, to );
			const double jumped = length_by( a, "jps", from, to );
			const bool right = isinf( truth ) ? isinf( annotated ) && isinf( jumped )
			                                  : fabs( annotated - truth ) <= 1e-9 * truth + 1e-9 &&
			                                        fabs( jumped - truth ) <= 1e-9 * truth + 1e-9;
			if ( !right )
			{
				fail_msg( "%s, size %d, from tile %d to %d: %.12f by aastar, %.12f by jps, %.12f by Dijkstra", name,
				          (int)a->size, (int)from, (int)to, annotated, jumped, truth );
			}
			found += !isinf( truth );
		}
		free( distances );
	}
	free( standing );
	return found;
}

static void larger_squares( void** state )
{
	(void)state;
	test_random random = test_random_make( 512 );
	int32_t found = 0;
	for ( int32_t m = 0; m < MAPS; m++ )
	{
		for ( int32_t size = 2; size <= 3; size++ )
		{
			// The sample takes one size on each map.
			if ( test_every( 1 ) > 1 && !takes_all && size != 2 + m % 2 )
			{
				continue;
			}
			squares a;
			squares_open( &a, test_benchmark_map( map_names[m] ), size, LAND );
			found += check_size( map_names[m], &a, &random, takes_all ? 10 : 1, takes_all ? 100 : 12 );
			squares_close( &a );
		}
	}
	assert_true( found > ( test_every( 1 ) > 1 ? 100 : 300 ) );
	print_message( "%d problems with a path\n", (int)found );
}

int run_test_squares_maps( void )
{
	const char* argument = test_argument( 0 );
	takes_all = argument != NULL && strcmp( argument, "--all" ) == 0;
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( published_lengths ),
	    cmocka_unit_test( larger_squares ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

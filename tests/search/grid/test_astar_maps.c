// SPDX-License-Identifier: MIT
// Standard A* on published scenarios: the lengths, to the published digits. Problems are taken evenly from each file;
// bench_astar --verify runs all of them.
#include "support.h"
#include "support_benchmarks.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define PER_FILE 150

// The results of a scenario file.
typedef struct tally
{
	int32_t right, wrong, start_blocked, goal_blocked;
} tally;

static tally run_file( const char* name, int32_t decimals, int32_t most )
{
	fw_grid* grid = test_benchmark_map( name );
	fw_scen scen = test_benchmark_scen( name );
	fw_space* space = NULL;
	fw_search* search = NULL;
	fw_result result;
	tally t = { 0 };
	fw_space_def def = fw_default_space_def();
	def.lattice = FW_LATTICE_TILES;
	assert_int_equal( fw_space_create( grid, &def, &space, NULL ), FW_OK );
	assert_int_equal( fw_search_create( NULL, &search ), FW_OK );
	fw_result_init( &result, NULL );
	const int32_t count = scen.count < most ? scen.count : most;
	for ( int32_t i = 0; i < count; i++ )
	{
		const fw_scen_problem p = fw_scen_scaled( &scen, (int32_t)( (int64_t)i * scen.count / count ), grid );
		const fw_map map = { .grid = grid, .space = space };
		fw_query query = fw_default_query();
		query.start = ( fw_pose ){ p.start_x + 0.5, p.start_y + 0.5, 0.0 };
		query.goal = ( fw_pose ){ p.goal_x + 0.5, p.goal_y + 0.5, 0.0 };
		assert_int_equal( fw_search_run( search, &map, &query, &result, NULL ), FW_OK );
		const bool right = result.outcome == FW_FOUND && test_length_matches( result.length, p.length, decimals );
		t.right += right;
		t.wrong += !right && result.outcome == FW_FOUND;
		t.start_blocked += test_fails_at_start( result.reason );
		t.goal_blocked += test_fails_at_goal( result.reason );
	}
	assert_int_equal( scen.count > 0, count > 0 );
	fw_result_free( &result );
	fw_search_destroy( search );
	fw_space_destroy( space );
	fw_scen_free( &scen );
	fw_grid_destroy( grid );
	return t;
}

static void check_file( const char* name, int32_t decimals )
{
	const tally t = run_file( name, decimals, test_rounds( PER_FILE ) );
	if ( t.wrong + t.start_blocked + t.goal_blocked != 0 || t.right == 0 )
	{
		fail_msg( "%s: %d lengths are right, %d wrong, %d starts and %d goals are blocked", name, (int)t.right,
		          (int)t.wrong, (int)t.start_blocked, (int)t.goal_blocked );
	}
}

static void dragon_age( void** state )
{
	(void)state;
	const char* const names[] = { "dao/arena", "dao/brc202d", "dao/den520d", "dao/lak303d", "dao/orz100d" };
	for ( size_t i = 0; i < sizeof( names ) / sizeof( names[0] ); i++ )
	{
		check_file( names[i], 0 );
	}
}

static void baldurs_gate( void** state )
{
	(void)state;
	const char* const names[] = { "bg512/AR0011SR", "bg512/AR0406SR", "bg512/AR0602SR", "bg512/AR0700SR" };
	for ( size_t i = 0; i < sizeof( names ) / sizeof( names[0] ); i++ )
	{
		check_file( names[i], 2 );
	}
}

static void starcraft( void** state )
{
	(void)state;
	const char* const names[] = { "sc1/AcrosstheCape", "sc1/Aftershock", "sc1/Brushfire", "sc1/WheelofWar" };
	for ( size_t i = 0; i < sizeof( names ) / sizeof( names[0] ); i++ )
	{
		check_file( names[i], 0 );
	}
}

static void random_rooms_and_mazes( void** state )
{
	(void)state;
	const char* const names[] = { "random/random512-10-0", "random/random512-20-0", "random/random512-40-0",
	                              "rooms/16room_000",      "rooms/32room_000",      "mazes/maze512-4-0",
	                              "mazes/maze512-8-0",     "mazes/maze512-32-0" };
	for ( size_t i = 0; i < sizeof( names ) / sizeof( names[0] ); i++ )
	{
		check_file( names[i], 0 );
	}
}

// What is known of a Warcraft file: of all its problems, and of those that a default run takes.
static void check_known( const char* name, tally all, tally sample )
{
	const int32_t problems = 1280;
	const tally wanted = test_rounds( problems ) == problems ? all : sample;
	const tally t = run_file( name, 2, test_rounds( problems ) );
	assert_int_equal( t.right, wanted.right );
	assert_int_equal( t.wrong, wanted.wrong );
	assert_int_equal( t.start_blocked, wanted.start_blocked );
	assert_int_equal( t.goal_blocked, wanted.goal_blocked );
}

// In dustwallowkeys, ten problems are for units that live in trees or in water and stay there. In duskwood
// there are four such problems; six more start or end on small islands of out-of-bounds tiles, and 78 published lengths
// are shorter than this map allows, but not shorter than it would allow with those islands open: they belong to another
// version of the map.
static void warcraft( void** state )
{
	(void)state;
	check_known( "wc3maps512/dustwallowkeys", ( tally ){ 1270, 0, 10, 0 }, ( tally ){ 128, 0, 0, 0 } );
	check_known( "wc3maps512/duskwood", ( tally ){ 1192, 78, 7, 3 }, ( tally ){ 114, 11, 3, 0 } );
}

int run_test_astar_maps( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( dragon_age ), cmocka_unit_test( baldurs_gate ),
	    cmocka_unit_test( starcraft ),  cmocka_unit_test( random_rooms_and_mazes ),
	    cmocka_unit_test( warcraft ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

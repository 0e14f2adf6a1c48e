// SPDX-License-Identifier: MIT
// Routes on maps that change: refined parts are legal on the current map, and edges that no longer hold are noticed.
#include "support_route.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

// Sets a rectangle near a point to any terrain, often a blocked one.
static void build_near( test_random* random, fw_grid* grid, fw_pose place )
{
	fw_rect patch = test_random_rect( random, 40, 40, 7, 7 );
	patch.x += (int32_t)place.x - 20;
	patch.y += (int32_t)place.y - 20;
	const int32_t terrain = test_random_chance( random, 0.5 ) ? FW_TERRAIN_OUT : test_random_int( random, 6 );
	assert_int_equal( fw_grid_fill( grid, patch, (uint8_t)terrain, NULL ), FW_OK );
}

// The map changes before each part: refined parts are legal on the current map; if refinement is refused nothing has
// changed, and a new plan from there goes on.
static void stretches_over_newer_hierarchies( void** state )
{
	(void)state;
	test_random random = test_random_make( 64 );
	int32_t stale = 0;
	int32_t healed = 0;
	int32_t arrived = 0;
	for ( int32_t round = 0; round < test_rounds( 500 ); round++ )
	{
		test_route_world w;
		const bool large = round % test_every( 20 ) == 0;
		const fw_hierarchy_def def = test_route_def( &random, large );
		test_route_open( &w, test_route_grid( &random, large, round % 5 == 0 ), &def );
		fw_query query = test_route_query( &w, &random );
		bool going = test_route_plan( &w, &query );
		fw_path path = { 0 };
		for ( int32_t i = 0; i < 40 && going && !fw_route_is_done( w.route ); i++ )
		{
			for ( int32_t k = test_random_int( &random, 5 ); k > 0; k-- )
			{
				build_near( &random, w.grid, fw_route_position( w.route ) );
			}
			test_route_update( &w );
			const bool apart = test_random_chance( &random, 0.5 );
			if ( apart )
			{
				fw_path_clear( &path, query.start );
			}
			const fw_pose place = fw_route_position( w.route );
			const uint64_t hash = fw_path_hash( &path );
			const double length = path.length;
			const double left = fw_route_left( w.route );
			const fw_status status = fw_route_next( w.route, w.search, w.hierarchy, 9.0, &path, NULL );
			assert_true( status == FW_OK || status == FW_ERR_STALE );
			if ( status == FW_ERR_STALE )
			{
				assert_true( fw_path_hash( &path ) == hash && path.length == length );
				assert_true( fw_route_left( w.route ) == left );
				assert_int_equal( fw_route_next( w.route, w.search, w.hierarchy, 9.0, &path, NULL ), FW_ERR_STALE );
				query.start = place;
				going = test_route_plan( &w, &query );
				stale++;
				continue;
			}
			// Parts driven before may be blocked by now.
			fw_path made = { 0 };
			fw_path_clear( &made, place );
			for ( int32_t k = 0; k < path.count && apart; k++ )
			{
				assert_int_equal( fw_path_append( &made, &path.segments[k] ), FW_OK );
			}
			test_check_legal( w.grid, &query.unit, &made );
			fw_path_free( &made );
			healed++;
		}
		arrived += going && fw_route_is_done( w.route );
		fw_path_free( &path );
		test_route_close( &w );
	}
	assert_true( stale >= test_rounds( 30 ) && healed > test_rounds( 300 ) && arrived > test_rounds( 100 ) );
}

// The old hierarchy, if kept, gives the path as it was found, whatever is built.
static void the_old_hierarchy_gives_the_old_path( void** state )
{
	(void)state;
	test_random random = test_random_make( 65 );
	test_route_world w;
	fw_hierarchy_def def = fw_default_hierarchy_def();
	def.cluster = 6;
	def.levels = 3;
	test_route_open( &w, test_random_town( &random, 300, 120, 150, 10 ), &def );
	const fw_query query = test_hierarchy_query( "haastar-high", TEST_LAND, 1, 1, 60, 297, 60 );
	assert_int_equal( fw_grid_fill( w.grid, ( fw_rect ){ 0, 58, 3, 5 }, FW_TERRAIN_GROUND, NULL ), FW_OK );
	assert_int_equal( fw_grid_fill( w.grid, ( fw_rect ){ 296, 58, 3, 5 }, FW_TERRAIN_GROUND, NULL ), FW_OK );
	test_route_update( &w );
	assert_true( test_route_plan( &w, &query ) );
	fw_path path = { 0 };
	fw_hierarchy* next = NULL;
	assert_int_equal( fw_grid_fill( w.grid, ( fw_rect ){ 140, 0, 9, 120 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	assert_int_equal( fw_hierarchy_update( w.hierarchy, &next, NULL ), FW_OK );
	while ( !fw_route_is_done( w.route ) )
	{
		// The newer hierarchy is used in between: the wall is far away at first, but the goal is known to lie behind
		// it.
		if ( fw_route_position( w.route ).x < 140.0 )
		{
			assert_int_equal( fw_route_next( w.route, w.search, next, 20.0, &path, NULL ), FW_ERR_STALE );
		}
		test_route_add( &w, 20.0, &path );
	}
	test_route_check_same( &path, &w.whole.path );
	fw_path_free( &path );
	fw_hierarchy_destroy( next );
	test_route_close( &w );
}

// Rooms in a row, of one cluster each, with a door between them.
static void what_is_noticed_when( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 160, 16 );
	test_route_world w;
	fw_hierarchy_def def = fw_default_hierarchy_def();
	def.cluster = 8;
	test_route_open( &w, grid, &def );
	const fw_query query = test_hierarchy_query( "haastar-high", TEST_LAND, 1, 1, 3, 158, 4 );
	fw_path path = { 0 };

	// A building beside the route changes nothing.
	assert_true( test_route_plan( &w, &query ) );
	test_route_add( &w, 4.0, &path );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 98, 12, 3, 3 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	test_route_update( &w );
	test_route_add( &w, INFINITY, &path );
	test_route_check_same( &path, &w.whole.path );

	// A building in the middle of a cluster gets a detour when the path comes there.
	assert_true( test_route_plan( &w, &query ) );
	fw_path_clear( &path, query.start );
	test_route_add( &w, 4.0, &path );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 91, 2, 2, 4 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	test_route_update( &w );
	test_route_add( &w, INFINITY, &path );
	test_check_legal( grid, &query.unit, &path );
	assert_true( path.length > w.whole.length );

	// A wall across, with a detour outside the clusters of the route: all nodes exist and are connected, so it is
	// noticed when the path comes there.
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 0, 0, 160, 16 }, FW_TERRAIN_GROUND, NULL ), FW_OK );
	test_route_update( &w );
	assert_true( test_route_plan( &w, &query ) );
	fw_path_clear( &path, query.start );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 100, 0, 1, 15 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	test_route_update( &w );
	fw_status status = FW_OK;
	while ( status == FW_OK && !fw_route_is_done( w.route ) )
	{
		status = fw_route_next( w.route, w.search, w.hierarchy, 4.0, &path, NULL );
	}
	assert_int_equal( status, FW_ERR_STALE );
	const fw_pose place = fw_route_position( w.route );
	assert_true( place.x > 30.0 && place.x < 100.0 );
	test_check_ends( &path, query.start, place );
	test_check_legal( grid, &query.unit, &path );
	// A new plan from there goes on in the same path.
	fw_query again = query;
	again.start = place;
	assert_true( test_route_plan( &w, &again ) );
	while ( !fw_route_is_done( w.route ) )
	{
		test_route_add( &w, 4.0, &path );
	}
	test_check_legal( grid, &query.unit, &path );
	assert_true( test_distance_between( fw_path_end( &path ), query.goal ) == 0.0 );

	// The last gap closes: nothing else leads there, which is known at once.
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 100, 0, 1, 16 }, FW_TERRAIN_GROUND, NULL ), FW_OK );
	test_route_update( &w );
	assert_true( test_route_plan( &w, &query ) );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 100, 0, 1, 16 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	test_route_update( &w );
	fw_path_clear( &path, query.start );
	assert_int_equal( fw_route_next( w.route, w.search, w.hierarchy, 4.0, &path, NULL ), FW_ERR_STALE );
	assert_int_equal( path.count, 0 );
	fw_path_free( &path );
	test_route_close( &w );
}

// A part that is refused after many of its lines were made changes neither the path, whose last line it had extended,
// nor the chain.
static void refused_stretches_leave_no_trace( void** state )
{
	(void)state;
	int32_t refused = 0;
	for ( int32_t wall = 190; wall < 290; wall += test_every( 3 ) )
	{
		fw_grid* grid = test_field( 300, 16 );
		test_route_world w;
		fw_hierarchy_def def = fw_default_hierarchy_def();
		def.cluster = 8;
		assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 150, 0, 1, 10 }, FW_TERRAIN_OUT, NULL ), FW_OK );
		test_route_open( &w, grid, &def );
		const fw_query query = test_hierarchy_query( "haastar-high", TEST_LAND, 1, 1, 3, 298, 3 );
		assert_true( test_route_plan( &w, &query ) );
		assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ wall, 0, 1, 15 }, FW_TERRAIN_OUT, NULL ), FW_OK );
		fw_hierarchy* next = NULL;
		assert_int_equal( fw_hierarchy_update( w.hierarchy, &next, NULL ), FW_OK );
		fw_path path = { 0 };
		fw_status status = FW_ERR_STALE;
		while ( status == FW_ERR_STALE && !fw_route_is_done( w.route ) )
		{
			const uint64_t hash = fw_path_hash( &path );
			const double left = fw_route_left( w.route );
			if ( fw_route_position( w.route ).x < wall )
			{
				status = fw_route_next( w.route, w.search, next, INFINITY, &path, NULL );
				assert_true( status == FW_OK || ( fw_path_hash( &path ) == hash && fw_route_left( w.route ) == left ) );
				refused += status == FW_ERR_STALE;
			}
			if ( status == FW_ERR_STALE )
			{
				test_route_add( &w, 1.0, &path );
			}
		}
		// Some walls can be bypassed inside a cluster.
		if ( status == FW_ERR_STALE )
		{
			test_route_check_same( &path, &w.whole.path );
		}
		fw_path_free( &path );
		fw_hierarchy_destroy( next );
		test_route_close( &w );
	}
	assert_true( refused >= test_rounds( 50 ) );
}

int run_test_route_edits( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( stretches_over_newer_hierarchies ),
	    cmocka_unit_test( the_old_hierarchy_gives_the_old_path ),
	    cmocka_unit_test( what_is_noticed_when ),
	    cmocka_unit_test( refused_stretches_leave_no_trace ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

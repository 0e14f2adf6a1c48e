// SPDX-License-Identifier: MIT
// Places for many units around a point: on free ground that can be reached, clear of each other, as near as there is
// room; and who gets which.
#include "fairway/space.h"
#include "fairway/sweep.h"
#include "play.h"
#include "world/places.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define MANY 60
#define ROUNDING 1e-9

static fw_places open_places( void )
{
	fw_places places = { .allocator = fw_default_allocator() };
	fw_places_clear( &places );
	return places;
}

static void close_places( fw_places* places )
{
	fw_places_hold( &( fw_holdings ){ .allocator = &places->allocator }, places );
}

static place_query query_for( const fw_grid* grid, const fw_space* space, const fw_unit* unit, fw_vec2 center )
{
	return ( place_query ){
	    .grid = grid, .space = space, .unit = unit, .from = center, .center = center, .spacing = 0.2, .wanted = MANY };
}

static bool stands( const fw_grid* grid, const fw_unit* unit, fw_vec2 at )
{
	const fw_segment here = fw_segment_line( at, at, FW_GEAR_FORWARD );
	return fw_sweep_segment( grid, unit, &here );
}

static double between( fw_vec2 a, fw_vec2 b )
{
	return fw_length( a.x - b.x, a.y - b.y );
}

// Any map, sizes and discs that are taken before: no place touches a wall or comes too near to another one, all can be
// reached, and none that is nearer to the center than the last one is free.
static void test_random_maps( void** state )
{
	(void)state;
	test_random random = test_random_make( 5 );
	for ( int32_t round = 0; round < test_rounds( 300 ); round++ )
	{
		fw_grid* grid = test_random_map( &random, 30, 24, 0.25 );
		fw_unit unit = fw_default_unit();
		unit.radius = 0.2 + 0.1 * test_random_int( &random, 12 );
		fw_space* space = test_space_of( grid, unit.radius, FW_LATTICE_GAPS );
		place_query query = query_for( grid, space, &unit, test_random_point( &random, 0.0, 30.0, 24.0 ) );
		const fw_pose from = test_random_center( &random, 30, 24, 0.0 );
		query.from = ( fw_vec2 ){ from.x, from.y };
		query.wanted = 1 + test_random_int( &random, MANY );
		fw_places places = open_places();
		fw_vec2 found[MANY];
		int32_t count = 0;
		const fw_vec2 taken = test_random_point( &random, 0.0, 30.0, 24.0 );
		assert_true( fw_places_take( &places, taken, 1.5 ) );
		assert_int_equal( fw_places_find( &places, &query, found, &count ), FW_OK );
		const bool from_stands = stands( grid, &unit, query.from );
		assert_true( count >= 0 && count <= query.wanted && places.disc_count == count + 1 );
		for ( int32_t i = 0; i < count; i++ )
		{
			assert_true( stands( grid, &unit, found[i] ) );
			assert_true( !from_stands || fw_space_may_connect( space, query.from, found[i] ) );
			assert_true( between( found[i], taken ) >= unit.radius + query.spacing + 1.5 - ROUNDING );
			for ( int32_t k = 0; k < i; k++ )
			{
				assert_true( between( found[i], found[k] ) >= 2.0 * unit.radius + query.spacing - ROUNDING );
			}
		}
		close_places( &places );
		fw_space_destroy( space );
		fw_grid_destroy( grid );
	}
}

// On open ground units of radius 0.4 stand on tiles that lie side by side.
static void test_compact( void** state )
{
	(void)state;
	static const double radii[] = { 0.4, 0.6, 0.9, 1.5 };
	fw_grid* grid = test_field( 60, 60 );
	for ( int32_t i = 0; i < 4; i++ )
	{
		fw_unit unit = fw_default_unit();
		unit.radius = radii[i];
		fw_space* space = test_space_of( grid, unit.radius, FW_LATTICE_GAPS );
		const place_query query = query_for( grid, space, &unit, ( fw_vec2 ){ 30.3, 29.6 } );
		fw_places places = open_places();
		fw_vec2 found[MANY];
		int32_t count = 0;
		assert_int_equal( fw_places_find( &places, &query, found, &count ), FW_OK );
		assert_int_equal( count, MANY );
		double furthest = 0.0;
		for ( int32_t k = 0; k < count; k++ )
		{
			furthest = fmax( furthest, between( found[k], query.center ) );
		}
		// The circle that as many squares of tiles or half tiles fill.
		const double side = ceil( 2.0 * ( 2.0 * unit.radius + query.spacing ) - ROUNDING ) / 2.0;
		assert_true( furthest <= 1.15 * side * sqrt( MANY / FW_PI ) + 0.5 );
		close_places( &places );
		fw_space_destroy( space );
	}
	fw_grid_destroy( grid );
}

// A center behind a wall or on one counts as the nearest tile that can be reached, and places do not cross walls.
static void test_walls( void** state )
{
	(void)state;
	fw_grid* grid = test_grid( "......#.....\n"
	                           "......#.....\n"
	                           "......#.....\n"
	                           "......#.....\n" );
	const fw_unit unit = fw_default_unit();
	fw_space* space = test_space_of( grid, unit.radius, FW_LATTICE_GAPS );
	place_query query = query_for( grid, space, &unit, ( fw_vec2 ){ 9.5, 1.5 } );
	fw_places places = open_places();
	fw_vec2 found[MANY];
	int32_t count = 0;
	query.from = ( fw_vec2 ){ 1.5, 1.5 };
	assert_int_equal( fw_places_find( &places, &query, found, &count ), FW_OK );
	assert_int_equal( count, 24 );
	assert_true( found[0].x == 5.5 && found[0].y == 1.5 );
	for ( int32_t i = 0; i < count; i++ )
	{
		assert_true( found[i].x < 6.0 );
	}
	fw_places_clear( &places );
	query.from = ( fw_vec2 ){ 6.5, 1.5 }; // in the wall: nothing can be reached
	assert_int_equal( fw_places_find( &places, &query, found, &count ), FW_OK );
	assert_int_equal( count, 0 );
	fw_places_clear( &places );
	query.from = ( fw_vec2 ){ 1.5, 1.5 };
	query.center = ( fw_vec2 ){ 3.3, 1.2 };
	query.exact = true;
	query.wanted = 1;
	assert_int_equal( fw_places_find( &places, &query, found, &count ), FW_OK );
	assert_true( count == 1 && found[0].x == 3.3 && found[0].y == 1.2 );
	close_places( &places );
	fw_space_destroy( space );
	fw_grid_destroy( grid );
}

// A wide unit may stand where it can on no tile's center near: its places are in the room that it is about to enter.
static void test_from_between_tiles( void** state )
{
	(void)state;
	fw_grid* grid = test_grid( "########............\n"
	                           "########............\n"
	                           "....................\n"
	                           "....................\n"
	                           "########............\n"
	                           "########............\n" );
	fw_unit unit = fw_default_unit();
	unit.radius = 0.9;
	fw_space* space = test_space_of( grid, unit.radius, FW_LATTICE_GAPS );
	place_query query = query_for( grid, space, &unit, ( fw_vec2 ){ 3.5, 0.5 } ); // in a wall
	fw_places places = open_places();
	fw_vec2 found[MANY];
	int32_t count = 0;
	query.from = ( fw_vec2 ){ 7.6, 3.0 };
	query.wanted = 4;
	assert_int_equal( fw_places_find( &places, &query, found, &count ), FW_OK );
	assert_int_equal( count, 4 );
	close_places( &places );
	fw_space_destroy( space );
	fw_grid_destroy( grid );
}

// No two units gain by an exchange, and each has a place of its own.
static void test_match( void** state )
{
	(void)state;
	test_random random = test_random_make( 9 );
	for ( int32_t round = 0; round < test_rounds( 200 ); round++ )
	{
		fw_places places = open_places();
		fw_vec2 units[MANY], spots[MANY];
		int32_t owner[MANY];
		bool owned[MANY] = { false };
		const int32_t count = 1 + test_random_int( &random, MANY );
		for ( int32_t i = 0; i < count; i++ )
		{
			units[i] = test_random_point( &random, 0.0, 20.0, 20.0 );
			spots[i] = test_random_point( &random, 50.0, 60.0, 60.0 );
		}
		assert_true( fw_places_match( &places, units, spots, count, owner ) );
		for ( int32_t i = 0; i < count; i++ )
		{
			assert_true( owner[i] >= 0 && owner[i] < count && !owned[owner[i]] );
			owned[owner[i]] = true;
			for ( int32_t k = 0; k < i; k++ )
			{
				const fw_vec2 a = spots[owner[i]];
				const fw_vec2 b = spots[owner[k]];
				const double gain =
				    ( units[i].x - units[k].x ) * ( a.x - b.x ) + ( units[i].y - units[k].y ) * ( a.y - b.y );
				assert_true( gain >= -1e-6 );
			}
		}
		close_places( &places );
	}
}

// Units in a row keep their order: the first one gets the place furthest ahead.
static void test_match_in_order( void** state )
{
	(void)state;
	fw_places places = open_places();
	fw_vec2 units[MANY], spots[MANY];
	int32_t owner[MANY];
	for ( int32_t i = 0; i < MANY; i++ )
	{
		units[i] = ( fw_vec2 ){ ( 7 * i ) % MANY, 0.0 };
		spots[i] = ( fw_vec2 ){ 100.0 + ( 11 * i ) % MANY, 3.0 };
	}
	assert_true( fw_places_match( &places, units, spots, MANY, owner ) );
	for ( int32_t i = 0; i < MANY; i++ )
	{
		assert_true( spots[owner[i]].x - units[i].x == 100.0 );
	}
	close_places( &places );
}

// Places are around the nearest tile of the map, however far off the goal is.
static void test_far_goal( void** state )
{
	(void)state;
	play on = play_on( test_field( 20, 20 ), 20000, NULL );
	const fw_unit_id ids[2] = { add( on.world, 5.5, 5.5 ), add( on.world, 7.5, 5.5 ) };
	fw_order order = fw_default_order();
	order.kind = FW_ORDER_GATHER;
	order.goal = at( 3e9, 3e9 );
	assert_int_equal( fw_world_order( on.world, ids, 2, &order, NULL ), FW_OK );
	run( &on, 20.0 );
	assert_int_equal( on.seen[FW_WORLD_ARRIVED], 2 );
	fw_world_destroy( on.world );
}

int run_test_places( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_random_maps ), cmocka_unit_test( test_compact ),
	    cmocka_unit_test( test_walls ),       cmocka_unit_test( test_from_between_tiles ),
	    cmocka_unit_test( test_match ),       cmocka_unit_test( test_match_in_order ),
	    cmocka_unit_test( test_far_goal ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

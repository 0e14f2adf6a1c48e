// SPDX-License-Identifier: MIT
// Crowds at doors and in corridors.
#include "support_crowd.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static void test_door( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 24, 12 );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 12, 0, 1, 12 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 12, 5, 1, 1 }, FW_TERRAIN_GROUND, NULL ), FW_OK );
	test_crowd* s = test_crowd_make( grid );
	for ( int32_t i = 0; i < 10; i++ )
	{
		const double x = 2.5 + i % 5;
		const double y = 3.5 + 2.0 * ( i / 5 );
		assert_int_equal( test_crowd_put( s, 0.4, x, y ), i );
	}
	for ( int32_t i = 0; i < 10; i++ )
	{
		assert_true( test_crowd_send( s, i, 16.5 + i % 5, 3.5 + 2.0 * ( i / 5 ) ) );
	}
	test_crowd_run_home( s, test_crowd_alone( 15.0 ) + 10.0 * 1.5 );
	// Half of them back, against the other half.
	for ( int32_t i = 0; i < 10; i++ )
	{
		const bool back = i % 2 == 0;
		const double x = back ? 2.5 + i % 5 : 2.5 + ( i + 2 ) % 5;
		assert_true( test_crowd_send( s, i, x, back ? 3.5 : 8.5 ) || fw_crowd_look( s->crowd, i ).speed == 0.0 );
	}
	test_crowd_run_home( s, 60.0 );
	test_crowd_free( s );
}

// Two rooms with a door in the wall between them.
static fw_grid* make_rooms( void )
{
	fw_grid* grid = test_field( 31, 17 );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 15, 0, 1, 17 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 15, 8, 1, 1 }, FW_TERRAIN_GROUND, NULL ), FW_OK );
	return grid;
}

// Who wants to stand behind a door, and was pushed away from there, comes back when the others have passed.
static void test_comes_back_late( void** state )
{
	(void)state;
	test_crowd* s = test_crowd_make( make_rooms() );
	const int32_t a = test_crowd_put( s, 0.4, 17.5, 8.5 );
	assert_true( test_crowd_send( s, a, 16.5, 8.5 ) );
	test_crowd_run_home( s, 5.0 );
	for ( int32_t i = 0; i < 20; i++ )
	{
		const double x = 2.5 + i % 5;
		const double y = 5.5 + 2.0 * ( i / 5 );
		const int32_t one = test_crowd_put( s, 0.4, x, y );
		assert_true( test_crowd_send( s, one, 26.5 - i % 5, y ) );
	}
	int32_t returns = 0;
	bool home = true;
	for ( int32_t tick = 0; tick < 800 && test_crowd_away( s ) > 0; tick++ )
	{
		test_crowd_pass( s, CROWD_TICK );
		const double away = hypot( test_crowd_x( s, a ) - 16.5, test_crowd_y( s, a ) - 8.5 );
		returns += !home && away < 0.1 ? 1 : 0;
		home = home ? away < 0.5 : away < 0.1;
	}
	assert_int_equal( test_crowd_away( s ), 0 );
	assert_true( returns <= 2 && s->crowd->time < 27.0 );
	test_crowd_free( s );
}

// Before a door those who wait leave room for those who come out.
static void test_door_both_ways( void** state )
{
	(void)state;
	test_crowd* s = test_crowd_make( make_rooms() );
	for ( int32_t i = 0; i < 40; i++ )
	{
		const int32_t k = i / 2;
		const double x = 2.5 + k % 5;
		const double y = 5.5 + 2.0 * ( k / 5 );
		const bool back = i % 2 == 1;
		const int32_t one = test_crowd_put( s, 0.4, back ? 31.0 - x : x, y );
		assert_true( test_crowd_send( s, one, back ? x : 31.0 - x, y ) );
	}
	const bool home = test_crowd_run( s, 50.0 );
	assert_true( home );
	test_crowd_free( s );
}

// Who waits at a shut gate through which others come is not stuck: a plan for all there would lead it in against them.
static void test_gate_is_no_impasse( void** state )
{
	(void)state;
	test_crowd* s = test_crowd_make( make_rooms() );
	for ( int32_t i = 0; i < 16; i++ )
	{
		const bool back = i % 2 == 1;
		const double x = 9.5 + i / 2 % 4;
		const double y = 7.5 + 2.0 * ( i / 8 );
		const int32_t one = test_crowd_put( s, 0.4, back ? 31.0 - x : x, y );
		assert_true( test_crowd_send( s, one, back ? x : 31.0 - x, y ) );
	}
	int32_t waiting = 0;
	for ( int32_t tick = 0; tick < 60; tick++ )
	{
		test_crowd_pass( s, CROWD_TICK );
		for ( int32_t i = 0; i < 16; i++ )
		{
			crowd_unit* unit = &s->crowd->units[i];
			if ( fw_crowd_waits_at_gate( s->crowd, i ) )
			{
				waiting++;
				unit->best_time = s->crowd->time - 100.0;
				assert_false( fw_crowd_unravel( s->crowd, i ) );
				assert_true( unit->best_time == s->crowd->time );
			}
		}
	}
	assert_true( waiting > 100 );
	assert_true( test_crowd_run( s, 40.0 ) );
	test_crowd_free( s );
}

// Two streams come against each other in a corridor, each unit to the place of one that comes. How long do they take,
// over the time of one alone?
static double pass_corridor( int32_t width, int32_t rows, int32_t length )
{
	fw_unit unit = fw_default_unit();
	unit.radius = 0.4;
	unit.acceleration = 8.0;
	unit.braking = 8.0;
	test_crowd* s = test_crowd_make( test_field( length, width ) );
	for ( int32_t k = 0; k < width * rows; k++ )
	{
		const double x = 0.5 + k / width;
		const double y = 0.5 + k % width;
		int32_t one;
		int32_t other;
		assert_int_equal( test_crowd_add( s, &unit, ( fw_pose ){ x, y, 0.0 }, &one ), FW_OK );
		assert_int_equal( test_crowd_add( s, &unit, ( fw_pose ){ length - x, y, FW_PI }, &other ), FW_OK );
		assert_true( test_crowd_send( s, one, length - x, y ) && test_crowd_send( s, other, x, y ) );
	}
	test_crowd_run_home( s, 200.0 );
	const double seconds = s->crowd->time;
	test_crowd_free( s );
	return seconds * unit.speed / ( length - 1 );
}

// Those that wait for the same door do not push each other out of the queue: 60 turn back twice before they are
// through. Where one with a longer way pushes those before it aside, it is 37 times.
static void test_queue( void** state )
{
	(void)state;
	test_crowd* s = test_crowd_make( make_rooms() );
	for ( int32_t i = 0; i < 60; i++ )
	{
		assert_int_equal( test_crowd_put( s, 0.4, 2.5 + i % 6, 3.5 + i / 6 ), i );
	}
	for ( int32_t i = 0; i < 60; i++ )
	{
		assert_true( test_crowd_send( s, i, 28.5 - i % 6, 3.5 + i / 6 ) );
	}
	const int32_t turns = test_crowd_count_turns( s, 90.0, 15.0 );
	assert_int_equal( test_crowd_away( s ), 0 );
	assert_true( turns < 10 );
	test_crowd_free( s );
}

// Where there is room for two, nobody is pushed from side to side by one that crosses its way, and where there is room
// for three nobody drives in the middle.
static void test_sides( void** state )
{
	(void)state;
	for ( int32_t rows = 4; rows <= 10; rows += 3 )
	{
		assert_true( pass_corridor( 2, rows, 60 ) < 1.25 );
		assert_true( pass_corridor( 2, rows, 80 ) < 1.25 );
	}
	assert_true( pass_corridor( 3, 7, 80 ) < 1.6 );
}

int run_test_crowd_doors( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_door ),           cmocka_unit_test( test_comes_back_late ),
	    cmocka_unit_test( test_door_both_ways ), cmocka_unit_test( test_gate_is_no_impasse ),
	    cmocka_unit_test( test_sides ),          cmocka_unit_test( test_queue ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

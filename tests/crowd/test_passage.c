// SPDX-License-Identifier: MIT
// Passages one tile wide: no two units enter one against each other, streams take turns, and a unit that is removed or
// goes elsewhere frees its passage.
#include "support_crowd.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

// An open field with lanes along x = from .. until - 1 in row 4.
static test_crowd lane_scene( int32_t width, int32_t from, int32_t until )
{
	fw_grid* grid = test_field( width, 9 );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ from, 0, until - from, 9 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ from, 4, until - from, 1 }, FW_TERRAIN_GROUND, NULL ), FW_OK );
	return test_crowd_make( grid );
}

// How many of the units that go east (even ones) and west are between two columns.
static void count_inside( const test_crowd* scene, double from, double until, int32_t inside[2] )
{
	inside[0] = 0;
	inside[1] = 0;
	for ( int32_t i = 0; i < fw_crowd_count( scene->crowd ); i++ )
	{
		const fw_crowd_unit at = fw_crowd_get( scene->crowd, fw_crowd_at( scene->crowd, i ) );
		inside[i % 2] += at.used && at.pose.x > from && at.pose.x < until ? 1 : 0;
	}
}

static void step( test_crowd* scene )
{
	assert_int_equal( fw_crowd_step( scene->crowd, TEST_CROWD_STEP, NULL ), FW_OK );
	test_crowd_check( scene );
}

// Runs until all are parked; no two units that go in opposite directions may be between the two columns at once.
// Returns how often the direction changed.
static int32_t run_one_way( test_crowd* scene, double from, double until, double seconds )
{
	int32_t turns = 0;
	int32_t last = -1;
	while ( fw_crowd_time( scene->crowd ) < seconds && !fw_crowd_is_done( scene->crowd ) )
	{
		int32_t inside[2];
		step( scene );
		count_inside( scene, from, until, inside );
		if ( inside[0] > 0 && inside[1] > 0 )
		{
			fail_msg( "%.2f s: %d go east and %d west", fw_crowd_time( scene->crowd ), (int)inside[0], (int)inside[1] );
		}
		const int32_t now = inside[0] > 0 ? 0 : inside[1] > 0 ? 1 : last;
		turns += now != last && last >= 0 ? 1 : 0;
		last = now;
	}
	if ( !fw_crowd_is_done( scene->crowd ) )
	{
		test_crowd_print( scene );
		fail_msg( "not all have arrived after %g s", seconds );
	}
	return turns;
}

static void add_streams( test_crowd* scene, const fw_unit* unit, int32_t count, double width )
{
	for ( int32_t i = 0; i < count; i++ )
	{
		const double x = 1.5 + 2.0 * ( i / 8 );
		const double y = 1.5 + 2.0 * ( i / 2 % 4 );
		test_crowd_add( scene, unit, i % 2 == 0 ? x : width - x, y );
	}
	for ( int32_t i = 0; i < count; i++ )
	{
		const fw_crowd_unit at = fw_crowd_get( scene->crowd, fw_crowd_at( scene->crowd, i ) );
		assert_true( test_crowd_send( scene, fw_crowd_at( scene->crowd, i ), unit, width - at.pose.x, at.pose.y ) );
	}
}

static void test_one_direction_at_a_time( void** state )
{
	(void)state;
	const fw_unit unit = test_unit( 0.4, 0.0 );
	test_crowd scene = lane_scene( 48, 12, 36 );
	add_streams( &scene, &unit, 6, 48.0 );
	assert_int_equal( run_one_way( &scene, 12.0, 36.0, 90.0 ), 1 );
	test_crowd_free( &scene );
}

// Two lanes are one if there is no room between them to wait.
static void test_lanes_in_a_row( void** state )
{
	(void)state;
	const fw_unit unit = test_unit( 0.4, 0.0 );
	test_crowd scene = lane_scene( 48, 12, 36 );
	assert_int_equal( fw_grid_fill( scene.grid, ( fw_rect ){ 23, 3, 2, 3 }, FW_TERRAIN_GROUND, NULL ), FW_OK );
	add_streams( &scene, &unit, 6, 48.0 );
	run_one_way( &scene, 12.0, 36.0, 120.0 );
	test_crowd_free( &scene );
}

// A stream that does not end for a long time stops for those at the other end.
static void test_turns( void** state )
{
	(void)state;
	const fw_unit unit = test_unit( 0.4, 0.0 );
	test_crowd scene = lane_scene( 57, 28, 29 );
	double places[60][2];
	for ( int32_t i = 0; i < 60; i++ )
	{
		places[i][0] = 24.5 - i / 4;
		places[i][1] = 1.5 + 2.0 * ( i % 4 );
		test_crowd_add( &scene, &unit, places[i][0], places[i][1] );
	}
	const fw_crowd_id west = test_crowd_add( &scene, &unit, 50.5, 4.5 );
	for ( int32_t i = 0; i < 60; i++ )
	{
		assert_true(
		    test_crowd_send( &scene, fw_crowd_at( scene.crowd, i ), &unit, 57.0 - places[i][0], places[i][1] ) );
	}
	assert_true( test_crowd_send( &scene, west, &unit, 17.5, 0.5 ) );
	int32_t through = 0;
	while ( fw_crowd_get( scene.crowd, west ).pose.x > 28.0 && fw_crowd_time( scene.crowd ) < 300.0 )
	{
		through = 0;
		step( &scene );
		for ( int32_t i = 0; i < 60; i++ )
		{
			through += fw_crowd_get( scene.crowd, fw_crowd_at( scene.crowd, i ) ).pose.x > 29.0 ? 1 : 0;
		}
	}
	print_message( "%d of 60 go first, in %.1f s\n", (int)through, fw_crowd_time( scene.crowd ) );
	assert_true( through > 0 && through < 20 );
	test_crowd_free( &scene );
}

// A unit that is removed frees its passage.
static void test_removed( void** state )
{
	(void)state;
	const fw_unit unit = test_unit( 0.4, 0.0 );
	test_crowd scene = lane_scene( 48, 12, 36 );
	const fw_crowd_id east = test_crowd_add( &scene, &unit, 20.5, 4.5 ); // begins inside
	const fw_crowd_id west = test_crowd_add( &scene, &unit, 46.5, 4.5 );
	assert_true( test_crowd_send( &scene, east, &unit, 46.5, 1.5 ) );
	assert_true( test_crowd_send( &scene, west, &unit, 1.5, 4.5 ) );
	double nearest = 48.0;
	while ( fw_crowd_get( scene.crowd, east ).pose.x < 30.0 )
	{
		step( &scene );
		nearest = fmin( nearest, fw_crowd_get( scene.crowd, west ).pose.x );
	}
	assert_true( nearest > 36.0 );
	assert_int_equal( fw_crowd_remove( scene.crowd, east ), FW_OK );
	assert_true( test_crowd_run( &scene, 30.0, NULL ) );
	test_crowd_free( &scene );
}

// A unit that waits keeps off the passage, and with a path through another one it need not wait.
static void test_another_passage( void** state )
{
	(void)state;
	const fw_unit unit = test_unit( 0.4, 0.0 );
	test_crowd scene = lane_scene( 48, 12, 36 );
	assert_int_equal( fw_grid_fill( scene.grid, ( fw_rect ){ 12, 8, 24, 1 }, FW_TERRAIN_GROUND, NULL ), FW_OK );
	const fw_crowd_id east = test_crowd_add( &scene, &unit, 14.5, 4.5 );
	const fw_crowd_id west = test_crowd_add( &scene, &unit, 44.5, 4.5 );
	assert_true( test_crowd_send( &scene, east, &unit, 46.5, 1.5 ) );
	assert_true( test_crowd_send( &scene, west, &unit, 1.5, 4.5 ) );
	bool asked = false;
	bool other_lane = false;
	while ( fw_crowd_time( scene.crowd ) < 60.0 && !fw_crowd_is_done( scene.crowd ) )
	{
		asked = asked || fw_crowd_get( scene.crowd, west ).wants_path;
		test_crowd_run( &scene, TEST_CROWD_STEP, &unit );
		const fw_crowd_unit at = fw_crowd_get( scene.crowd, west );
		other_lane = other_lane || ( at.pose.x > 20.0 && at.pose.x < 28.0 && at.pose.y > 8.0 );
	}
	assert_true( asked && other_lane && fw_crowd_is_done( scene.crowd ) );
	test_crowd_free( &scene );
}

int run_test_passage( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_one_direction_at_a_time ),
	    cmocka_unit_test( test_lanes_in_a_row ),
	    cmocka_unit_test( test_turns ),
	    cmocka_unit_test( test_removed ),
	    cmocka_unit_test( test_another_passage ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

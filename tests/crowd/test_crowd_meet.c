// SPDX-License-Identifier: MIT
// Ships without a reverse gear that meet head-on on open water. A ship that sees another one only when both have to
// stop can no longer turn away, so all of them have to see each other early, those behind the first ones too.
#include "support_crowd.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define LENGTH 100

static fw_unit make_freighter( void )
{
	fw_unit ship = test_unit( 1.4, 5.0 );
	ship.speed = 2.0;
	ship.acceleration = 0.5;
	ship.braking = 0.5;
	return ship;
}

static void add( test_crowd* scene, const fw_unit* ship, fw_pose at )
{
	fw_profile_def how = fw_default_profile_def();
	fw_crowd_id made = 0;
	how.unit = *ship;
	assert_int_equal( fw_crowd_add( scene->crowd, &how, at, &made, NULL ), FW_OK );
}

// Two columns on one line, one from each end; the ships in front have the longest paths.
static void meet( int32_t count, double y, double seconds )
{
	test_crowd scene = test_crowd_make( test_field( LENGTH, 10 ) );
	const fw_unit ship = make_freighter();
	for ( int32_t i = 0; i < count; i++ )
	{
		const double x = 3.5 + 4.0 * ( count - 1 - i );
		add( &scene, &ship, ( fw_pose ){ x, y, 0.0 } );
		add( &scene, &ship, ( fw_pose ){ LENGTH - x, y, FW_PI } );
	}
	for ( int32_t i = 0; i < count; i++ )
	{
		const double x = LENGTH - 4.5 - 4.0 * i;
		assert_true( test_crowd_send( &scene, fw_crowd_at( scene.crowd, 2 * i ), &ship, x, y ) );
		assert_true( test_crowd_send( &scene, fw_crowd_at( scene.crowd, 2 * i + 1 ), &ship, LENGTH - x, y ) );
	}
	if ( !test_crowd_run( &scene, seconds, &ship ) )
	{
		test_crowd_print( &scene );
		fail_msg( "%d against %d at %g: not all have arrived", (int)count, (int)count, y );
	}
	print_message( "%d against %d at %g: %.1f s, %d answers\n", (int)count, (int)count, y, fw_crowd_time( scene.crowd ),
	               (int)scene.answers );
	assert_true( scene.answers > 0 );
	for ( int32_t i = 0; i < 2 * count; i++ )
	{
		assert_true( fw_crowd_get( scene.crowd, fw_crowd_at( scene.crowd, i ) ).left < 1e-6 );
	}
	test_crowd_free( &scene );
}

static void test_two( void** state )
{
	(void)state;
	meet( 1, 4.5, 80.0 );
	meet( 1, 5.5, 80.0 );
}

static void test_columns( void** state )
{
	(void)state;
	meet( 2, 4.5, 100.0 );
	meet( 4, 4.5, 100.0 );
	meet( 4, 5.5, 100.0 );
}

// No new paths come: they stop in time, with room between them to turn away.
static void test_no_answers( void** state )
{
	(void)state;
	test_crowd scene = test_crowd_make( test_field( LENGTH, 10 ) );
	const fw_unit ship = make_freighter();
	add( &scene, &ship, ( fw_pose ){ 3.5, 4.5, 0.0 } );
	add( &scene, &ship, ( fw_pose ){ LENGTH - 3.5, 4.5, FW_PI } );
	assert_true( test_crowd_send( &scene, fw_crowd_at( scene.crowd, 0 ), &ship, LENGTH - 4.5, 4.5 ) );
	assert_true( test_crowd_send( &scene, fw_crowd_at( scene.crowd, 1 ), &ship, 4.5, 4.5 ) );
	assert_false( test_crowd_run( &scene, 60.0, NULL ) );
	const fw_crowd_unit a = fw_crowd_get( scene.crowd, fw_crowd_at( scene.crowd, 0 ) );
	const fw_crowd_unit b = fw_crowd_get( scene.crowd, fw_crowd_at( scene.crowd, 1 ) );
	assert_true( a.wants_path || b.wants_path );
	assert_true( a.speed == 0.0 && b.speed == 0.0 );
	print_message( "no answers: %.1f tiles between them\n", b.pose.x - a.pose.x );
	assert_true( b.pose.x - a.pose.x > 15.0 );
	test_crowd_free( &scene );
}

int run_test_crowd_meet( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_two ),
	    cmocka_unit_test( test_columns ),
	    cmocka_unit_test( test_no_answers ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

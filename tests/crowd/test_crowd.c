// SPDX-License-Identifier: MIT
// Scenes in which units meet: nobody ever overlaps anybody or a wall, and all arrive.
#include "support_crowd.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void must_arrive( test_crowd* scene, double seconds, const char* what )
{
	if ( !test_crowd_run( scene, seconds, NULL ) )
	{
		test_crowd_print( scene );
		fail_msg( "%s: not all have arrived after %g s", what, seconds );
	}
	print_message( "%s: %.1f s\n", what, fw_crowd_time( scene->crowd ) );
}

static void test_alone( void** state )
{
	(void)state;
	test_crowd scene = test_crowd_make( test_field( 20, 10 ) );
	const fw_unit unit = test_unit( 0.4, 0.0 );
	const fw_crowd_id a = test_crowd_add( &scene, &unit, 2.5, 2.5 );
	assert_true( test_crowd_send( &scene, a, &unit, 16.3, 7.8 ) );
	must_arrive( &scene, 12.0, "alone" );
	const fw_crowd_unit at = fw_crowd_get( scene.crowd, a );
	assert_true( hypot( at.pose.x - 16.3, at.pose.y - 7.8 ) < 1e-9 );
	test_crowd_free( &scene );
}

static void test_corridors( void** state )
{
	(void)state;
	for ( int32_t width = 1; width <= 3; width++ )
	{
		fw_grid* grid = test_field( 40, 9 );
		assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 8, 0, 24, 9 }, FW_TERRAIN_OUT, NULL ), FW_OK );
		assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 8, 4, 24, width }, FW_TERRAIN_GROUND, NULL ), FW_OK );
		test_crowd scene = test_crowd_make( grid );
		const fw_unit unit = test_unit( 0.4, 0.0 );
		const fw_crowd_id a = test_crowd_add( &scene, &unit, 2.5, 4.5 );
		const fw_crowd_id b = test_crowd_add( &scene, &unit, 37.5, 4.5 );
		assert_true( test_crowd_send( &scene, a, &unit, 37.5, 4.5 ) );
		assert_true( test_crowd_send( &scene, b, &unit, 2.5, 4.5 ) );
		char what[40];
		snprintf( what, sizeof what, "corridor of %d", (int)width );
		must_arrive( &scene, width == 1 ? 60.0 : 25.0, what );
		test_crowd_free( &scene );
	}
}

static void test_crossroads( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 60, 60 );
	for ( int32_t i = 0; i < 4; i++ )
	{
		const fw_rect block = { i % 2 * 32, i / 2 * 32, 28, 28 };
		assert_int_equal( fw_grid_fill( grid, block, FW_TERRAIN_OUT, NULL ), FW_OK );
	}
	test_crowd scene = test_crowd_make( grid );
	const fw_unit unit = test_unit( 0.4, 0.0 );
	double goals[64][2];
	for ( int32_t i = 0; i < 40; i++ )
	{
		const int32_t arm = i % 4;
		const double along = 1.5 + 2.0 * ( i / 8 );
		const double across = 28.5 + ( i / 4 % 2 ) * 2.0;
		const double x = arm == 0 ? along : arm == 1 ? 60 - along : across;
		const double y = arm == 2 ? along : arm == 3 ? 60 - along : across;
		test_crowd_add( &scene, &unit, x, y );
		goals[i][0] = arm < 2 ? 60.0 - x : x;
		goals[i][1] = arm < 2 ? y : 60.0 - y;
	}
	for ( int32_t i = 0; i < 40; i++ )
	{
		assert_true( test_crowd_send( &scene, fw_crowd_at( scene.crowd, i ), &unit, goals[i][0], goals[i][1] ) );
	}
	must_arrive( &scene, 300.0, "crossroads" );
	test_crowd_free( &scene );
}

static void test_doorway( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 41, 21 );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 20, 0, 1, 21 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 20, 10, 1, 1 }, FW_TERRAIN_GROUND, NULL ), FW_OK );
	test_crowd scene = test_crowd_make( grid );
	const fw_unit unit = test_unit( 0.4, 0.0 );
	const int32_t count = test_rounds( 100 );
	for ( int32_t i = 0; i < count; i++ )
	{
		const int32_t k = i / 2;
		const double x = 2.5 + 2 * ( k / 10 );
		const double y = 1.5 + 2 * ( k % 10 );
		test_crowd_add( &scene, &unit, i % 2 == 0 ? x : 41 - x, y );
	}
	for ( int32_t i = 0; i < count; i++ )
	{
		const fw_crowd_unit at = fw_crowd_get( scene.crowd, fw_crowd_at( scene.crowd, i ^ 1 ) );
		assert_true( test_crowd_send( &scene, fw_crowd_at( scene.crowd, i ), &unit, at.pose.x, at.pose.y ) );
	}
	must_arrive( &scene, 1500.0, "doorway" );
	test_crowd_free( &scene );
}

static void test_circle( void** state )
{
	(void)state;
	test_crowd scene = test_crowd_make( test_field( 100, 100 ) );
	const fw_unit unit = test_unit( 0.4, 0.0 );
	double places[100][2];
	const int32_t count = test_rounds( 100 );
	for ( int32_t i = 0; i < count; i++ )
	{
		const double angle = i * 6.28318530718 / count;
		places[i][0] = floor( 50.0 + 42.0 * cos( angle ) ) + 0.5;
		places[i][1] = floor( 50.0 + 42.0 * sin( angle ) ) + 0.5;
		test_crowd_add( &scene, &unit, places[i][0], places[i][1] );
	}
	for ( int32_t i = 0; i < count; i++ )
	{
		const double* to = places[( i + count / 2 ) % count];
		assert_true( test_crowd_send( &scene, fw_crowd_at( scene.crowd, i ), &unit, to[0], to[1] ) );
	}
	must_arrive( &scene, 500.0, "circle" );
	test_crowd_free( &scene );
}

static void test_mixed_sizes( void** state )
{
	(void)state;
	test_crowd scene = test_crowd_make( test_field( 50, 50 ) );
	static const double radii[] = { 0.3, 0.4, 0.5, 0.9, 1.4 };
	double places[25][2];
	int32_t order[25];
	for ( int32_t i = 0; i < 25; i++ )
	{
		places[i][0] = 5.5 + 9 * ( i % 5 );
		places[i][1] = 5.5 + 9 * ( i / 5 );
		const fw_unit unit = test_unit( radii[i * 7 % 5], 0.0 );
		test_crowd_add( &scene, &unit, places[i][0], places[i][1] );
		order[i] = ( i * 7 + 3 ) % 25;
	}
	for ( int32_t i = 0; i < 25; i++ )
	{
		const fw_unit unit = test_unit( radii[i * 7 % 5], 0.0 );
		assert_true(
		    test_crowd_send( &scene, fw_crowd_at( scene.crowd, i ), &unit, places[order[i]][0], places[order[i]][1] ) );
	}
	must_arrive( &scene, 200.0, "mixed sizes" );
	test_crowd_free( &scene );
}

// Ships on the open sea: they cannot step aside, but brake in time and get paths around each other.
static void test_ships( void** state )
{
	(void)state;
	test_crowd scene = test_crowd_make( test_field( 70, 70 ) );
	fw_unit ship = test_unit( 2.2, 5.0 );
	ship.reverse = true;
	ship.acceleration = 0.5;
	ship.braking = 0.5;
	for ( int32_t i = 0; i < 6; i++ )
	{
		const double angle = i * FW_TAU / 6.0;
		fw_profile_def how = fw_default_profile_def();
		fw_crowd_id made = 0;
		how.unit = ship;
		const fw_pose at = { 35.5 + 28.0 * fw_cos( angle ), 35.5 + 28.0 * fw_sin( angle ), angle + FW_PI };
		assert_int_equal( fw_crowd_add( scene.crowd, &how, at, &made, NULL ), FW_OK );
	}
	for ( int32_t i = 0; i < 6; i++ )
	{
		const double angle = ( i + 3 ) * FW_TAU / 6.0;
		assert_true( test_crowd_send( &scene, fw_crowd_at( scene.crowd, i ), &ship, 35.5 + 28.0 * fw_cos( angle ),
		                              35.5 + 28.0 * fw_sin( angle ) ) );
	}
	if ( !test_crowd_run( &scene, 250.0, &ship ) )
	{
		test_crowd_print( &scene );
		fail_msg( "ships: not all have arrived" );
	}
	print_message( "ships: %.1f s\n", fw_crowd_time( scene.crowd ) );
	assert_true( scene.answers > 0 );
	test_crowd_free( &scene );
}

int run_test_crowd( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_alone ),   cmocka_unit_test( test_corridors ), cmocka_unit_test( test_crossroads ),
	    cmocka_unit_test( test_doorway ), cmocka_unit_test( test_circle ),    cmocka_unit_test( test_mixed_sizes ),
	    cmocka_unit_test( test_ships ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

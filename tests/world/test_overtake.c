// SPDX-License-Identifier: MIT
// On open ground a walker drives past slower units before it. Where all are equally fast, nobody leaves the line.
#include "play.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#define TOP 2.0  // [tiles/s]
#define SLOW 0.5 // [tiles/s]
#define LINE 8
#define APART 1.2 // [tiles]
#define Y 30.5

static fw_unit_id add_going( play* on, double speed, double x, double to )
{
	fw_world_unit_def def = fw_default_world_unit_def();
	const fw_pose pose = at( x, Y );
	fw_unit_id id = 0;
	def.unit.speed = speed;
	assert_int_equal( fw_world_add( on->world, &def, &pose, 1, &id, NULL ), FW_OK );
	go( on->world, id, to, Y );
	return id;
}

static void test_one( void** state )
{
	(void)state;
	play on = play_on( test_field( 64, 64 ), 20000, NULL );
	(void)add_going( &on, SLOW, 12.5, 60.5 );
	const fw_unit_id fast = add_going( &on, TOP, 4.5, 58.5 );
	run( &on, 54.0 / TOP + 2.0 );
	assert_int_equal( on.seen[FW_WORLD_ARRIVED], 1 );
	assert_true( on.last[FW_WORLD_ARRIVED].unit == fast );
	fw_world_destroy( on.world );
}

// A file of them behind a file of slow ones: the last one of them is there when these are half way.
static void test_file( void** state )
{
	(void)state;
	play on = play_on( test_field( 96, 64 ), 20000, NULL );
	for ( int32_t i = 0; i < 2 * LINE; i++ )
	{
		const double x = 6.5 + APART * i;
		(void)add_going( &on, i < LINE ? TOP : SLOW, x, x + 64.0 );
	}
	run( &on, 0.5 * 64.0 / SLOW );
	assert_int_equal( on.seen[FW_WORLD_ARRIVED], LINE );
	run( &on, 0.6 * 64.0 / SLOW );
	assert_int_equal( on.seen[FW_WORLD_ARRIVED], 2 * LINE );
	fw_world_destroy( on.world );
}

static void test_equal( void** state )
{
	(void)state;
	play on = play_on( test_field( 64, 64 ), 20000, NULL );
	const fw_unit_id ahead = add_going( &on, TOP, 5.6, 60.5 );
	const fw_unit_id behind = add_going( &on, TOP, 4.5, 58.5 );
	for ( int32_t i = 0; i < 700; i++ )
	{
		run( &on, STEP );
		assert_float_equal( y_of( &on, behind ), Y, 1e-9 );
		assert_float_equal( y_of( &on, ahead ), Y, 1e-9 );
	}
	assert_int_equal( on.seen[FW_WORLD_ARRIVED], 2 );
	fw_world_destroy( on.world );
}

int run_test_overtake( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_one ),
	    cmocka_unit_test( test_file ),
	    cmocka_unit_test( test_equal ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

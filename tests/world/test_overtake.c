// SPDX-License-Identifier: MIT
// On open ground a unit drives past slower ones before it. Where all are equally fast, nobody leaves the line.
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
#define TRUCK 0.8 // [tiles/s]
#define WAY 96.0
#define CAR_Y 15.0

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

// A disc, or a box of 3 x 2 tiles, that is sent straight ahead.
static fw_unit_id add_vehicle( fw_world* world, double speed, double x, bool box )
{
	fw_world_unit_def def = tanks();
	def.unit.speed = speed;
	if ( box )
	{
		def.unit.radius = 0.0;
		def.unit.outline = fw_outline_rectangle( 3.0, 2.0, 0.5 );
		def.unit.turning_radius = 3.0;
	}
	const fw_pose pose = at( x, CAR_Y );
	fw_unit_id id = 0;
	assert_int_equal( fw_world_add( world, &def, &pose, 1, &id, NULL ), FW_OK );
	go( world, id, x + WAY, CAR_Y );
	return id;
}

// When a unit arrives, before all others. Not play.h's run(): that takes boxes for discs.
static double arrives( fw_world* world, fw_unit_id unit )
{
	int32_t arrived = 0;
	bool there = false;
	while ( !there && fw_world_time( world ) < 2.0 * WAY / TRUCK )
	{
		assert_int_equal( fw_world_step( world, STEP, NULL ), FW_OK );
		int32_t count = 0;
		const fw_world_event* events = fw_world_events( world, &count );
		for ( int32_t i = 0; i < count; i++ )
		{
			arrived += events[i].kind == FW_WORLD_ARRIVED ? 1 : 0;
			there = there || ( events[i].kind == FW_WORLD_ARRIVED && events[i].unit == unit );
		}
	}
	assert_true( there );
	assert_int_equal( arrived, 1 );
	return fw_world_time( world );
}

// Behind one truck, and behind three, on a field and in a lane of seven tiles: it loses 3 s at most.
static void test_vehicles( void** state )
{
	(void)state;
	for ( int32_t i = 0; i < 8; i++ )
	{
		const int32_t trucks = i % 2 == 0 ? 1 : 3;
		const int32_t wall = i / 2 % 2 == 0 ? 0 : 11;
		fw_grid* grid = test_field( 128, 30 );
		const fw_rect walls[] = { { 25, 0, 60, wall }, { 25, 30 - wall - 1, 60, wall + 1 } };
		for ( int32_t k = 0; k < 2 && wall > 0; k++ )
		{
			assert_int_equal( fw_grid_fill( grid, walls[k], FW_TERRAIN_OUT, NULL ), FW_OK );
		}
		play on = play_on( grid, 20000, NULL );
		for ( int32_t k = 0; k < trucks; k++ )
		{
			(void)add_vehicle( on.world, TRUCK, 12.0 + 5.0 * k, i >= 4 );
		}
		const fw_unit_id fast = add_vehicle( on.world, TOP, 5.0, i >= 4 );
		assert_true( arrives( on.world, fast ) < WAY / TOP + 3.0 );
		fw_world_destroy( on.world );
	}
}

// A lane of four tiles: there is no room.
static fw_grid* make_lane( void )
{
	fw_grid* grid = test_field( 128, 30 );
	const fw_rect walls[] = { { 0, 0, 128, 13 }, { 0, 17, 128, 13 } };
	for ( int32_t k = 0; k < 2; k++ )
	{
		assert_int_equal( fw_grid_fill( grid, walls[k], FW_TERRAIN_OUT, NULL ), FW_OK );
	}
	return grid;
}

// The fast one stays behind, and looks for a path now and then only.
static void test_no_room( void** state )
{
	(void)state;
	play on = play_on( make_lane(), 20000, NULL );
	(void)add_vehicle( on.world, TRUCK, 15.0, false );
	const fw_unit_id fast = add_vehicle( on.world, TOP, 5.0, false );
	const double time = arrives( on.world, fast );
	assert_true( time > ( WAY - 15.0 ) / TRUCK && time < WAY / TRUCK );
	assert_true( fw_world_measure( on.world ).plans < 2 + 2 * (int64_t)( time / 8.0 ) );
	fw_world_destroy( on.world );
}

// Saved before it looks for a path past the truck, while it moves out, beside the truck, and in a lane behind it, it
// goes on in the same bits.
static void test_saved( void** state )
{
	(void)state;
	for ( int32_t in_lane = 0; in_lane < 2; in_lane++ )
	{
		play on = play_on( in_lane ? make_lane() : test_field( 128, 30 ), 20000, NULL );
		(void)add_vehicle( on.world, TRUCK, 20.0, false );
		const fw_unit_id fast = add_vehicle( on.world, TOP, 5.0, false );
		for ( int32_t i = 0; i < 20; i++ )
		{
			fw_world* copy = copy_of( on.world );
			run( &on, 0.7 );
			while ( fw_world_time( copy ) < fw_world_time( on.world ) )
			{
				assert_int_equal( fw_world_step( copy, STEP, NULL ), FW_OK );
			}
			assert_true( fw_world_hash( copy ) == fw_world_hash( on.world ) );
			assert_true( fw_world_measure( copy ).plans <= fw_world_measure( on.world ).plans );
			fw_world_destroy( copy );
		}
		assert_true( in_lane != ( fabs( y_of( &on, fast ) - CAR_Y ) > 0.5 ) );
		fw_world_destroy( on.world );
	}
}

int run_test_overtake( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_one ),      cmocka_unit_test( test_file ),    cmocka_unit_test( test_equal ),
	    cmocka_unit_test( test_vehicles ), cmocka_unit_test( test_no_room ), cmocka_unit_test( test_saved ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

// SPDX-License-Identifier: MIT
// Units that drive at a part of their speed: at once, whatever they are ordered, in formations, and after loading.
#include "play.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#define SIDE 64
#define FORMED 9
#define TOP 2.0 // speed of the units here [tiles/s]

static play play_empty( void )
{
	return play_on( test_field( SIDE, SIDE ), 20000, NULL );
}

static fw_unit_id add_unit( play* on, fw_world_unit_def def, double x, double y )
{
	const fw_pose pose = at( x, y );
	fw_unit_id id = 0;
	def.unit.speed = TOP;
	assert_int_equal( fw_world_add( on->world, &def, &pose, 1, &id, NULL ), FW_OK );
	return id;
}

static void pace( play* on, fw_unit_id id, double part )
{
	assert_int_equal( fw_world_pace( on->world, &id, 1, part, NULL ), FW_OK );
}

// Its greatest speed within this time.
static double fastest( play* on, fw_unit_id id, double seconds )
{
	double most = 0.0;
	for ( int32_t i = 0; i < (int32_t)( seconds / STEP + 0.5 ); i++ )
	{
		run( on, STEP );
		most = fmax( most, speed_of( on, id ) );
	}
	return most;
}

static void check_pace( fw_world_unit_def def )
{
	play on = play_empty();
	const double brakes = 0.5 * TOP / def.unit.braking + 2.0 * STEP; // from full speed to half [s]
	const fw_unit_id id = add_unit( &on, def, 4.0, 8.5 );
	go( on.world, id, 60.0, 8.5 );
	assert_float_equal( fastest( &on, id, 4.0 ), TOP, SLACK );
	pace( &on, id, 0.5 );
	run( &on, brakes );
	assert_float_equal( fastest( &on, id, 4.0 ), 0.5 * TOP, SLACK );
	go( on.world, id, 60.0, 40.5 ); // it outlives the order
	assert_float_equal( fastest( &on, id, 5.0 ), 0.5 * TOP, SLACK );
	pace( &on, id, 1.0 );
	assert_float_equal( fastest( &on, id, 5.0 ), TOP, SLACK );
	run( &on, 40.0 );
	assert_int_equal( on.seen[FW_WORLD_ARRIVED], 1 );
	assert_int_equal( on.seen[FW_WORLD_STUCK], 0 );
	fw_world_destroy( on.world );
}

static void test_pace( void** state )
{
	(void)state;
	check_pace( fw_default_world_unit_def() );
	check_pace( tanks() );
}

// At the lowest pace a unit gets home, with another one behind it in a corridor, and nobody takes it to be stuck.
static void test_lowest( void** state )
{
	(void)state;
	fw_grid* corridor = test_field( 24, 1 );
	fw_world_def def = fw_default_world_def();
	play on = { 0 };
	def.grid = corridor;
	assert_int_equal( fw_world_create( &def, &on.world, NULL ), FW_OK );
	fw_grid_destroy( corridor );
	const fw_unit_id behind = add_unit( &on, fw_default_world_unit_def(), 0.5, 0.5 );
	const fw_unit_id ahead = add_unit( &on, fw_default_world_unit_def(), 2.5, 0.5 );
	pace( &on, ahead, FW_WORLD_PACE_MIN );
	go( on.world, ahead, 22.5, 0.5 );
	go( on.world, behind, 20.5, 0.5 );
	assert_true( fastest( &on, ahead, 60.0 ) <= FW_WORLD_PACE_MIN * TOP + SLACK );
	run( &on, 60.0 );
	assert_int_equal( on.seen[FW_WORLD_STUCK], 0 );
	assert_int_equal( on.seen[FW_WORLD_ARRIVED], 2 );
	fw_world_destroy( on.world );
}

// The largest distance between two members.
static double spread( const play* on )
{
	const fw_unit_arrays all = fw_world_units( on->world );
	double most = 0.0;
	for ( int32_t i = 0; i < all.count; i++ )
	{
		for ( int32_t k = 0; k < i; k++ )
		{
			most = fmax( most, fw_length( all.x[i] - all.x[k], all.y[i] - all.y[k] ) );
		}
	}
	return most;
}

// One member is slowed down on the way: the others march as it does.
static void test_formation( void** state )
{
	(void)state;
	play on = play_empty();
	fw_unit_id ids[FORMED];
	for ( int32_t i = 0; i < FORMED; i++ )
	{
		ids[i] = add_unit( &on, fw_default_world_unit_def(), 4.5 + 1.2 * ( i % 3 ), 30.5 + 1.2 * ( i / 3 ) );
	}
	fw_order order = fw_default_order();
	order.kind = FW_ORDER_FORM;
	order.goal = at( 56.0, 31.5 );
	assert_int_equal( fw_world_order( on.world, ids, FORMED, &order, NULL ), FW_OK );
	run( &on, 8.0 );
	const double before = spread( &on );
	const double x = x_of( &on, ids[0] );
	assert_true( speed_of( &on, ids[0] ) > 0.7 * TOP );
	pace( &on, ids[FORMED / 2], 0.5 );
	run( &on, 2.0 );
	for ( int32_t i = 0; i < 16; i++ )
	{
		run( &on, 1.0 );
		assert_true( spread( &on ) < before + 0.5 );
	}
	assert_true( x_of( &on, ids[0] ) - x < 18.0 * 0.55 * TOP );
	run( &on, 60.0 );
	assert_int_equal( on.seen[FW_WORLD_ARRIVED], FORMED );
	fw_world_destroy( on.world );
}

// A world that is loaded goes on alike, at the same pace.
static void test_saved( void** state )
{
	(void)state;
	play on = play_empty();
	const fw_unit_id slow = add_unit( &on, fw_default_world_unit_def(), 4.5, 8.5 );
	const fw_unit_id fast = add_unit( &on, tanks(), 4.5, 20.5 );
	pace( &on, slow, 0.3 );
	go( on.world, slow, 50.5, 8.5 );
	go( on.world, fast, 50.5, 20.5 );
	run( &on, 3.0 );
	play twin = { .world = copy_of( on.world ) };
	for ( int32_t i = 0; i < 200; i++ )
	{
		run( &on, STEP );
		run( &twin, STEP );
		assert_true( fw_world_hash( on.world ) == fw_world_hash( twin.world ) );
	}
	assert_float_equal( speed_of( &twin, slow ), 0.3 * TOP, SLACK );
	assert_float_equal( speed_of( &twin, fast ), TOP, SLACK );
	fw_world_destroy( on.world );
	fw_world_destroy( twin.world );
}

int run_test_pace( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_pace ),
	    cmocka_unit_test( test_lowest ),
	    cmocka_unit_test( test_formation ),
	    cmocka_unit_test( test_saved ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

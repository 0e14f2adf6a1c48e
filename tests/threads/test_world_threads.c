// SPDX-License-Identifier: MIT
// Worlds that use threads: the same bits for any number of them.
#include "fairway/world.h"
#include "support.h"
#include "workers.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

// Several blocks of the map, units in and between all of them, and enough of them for blocks to be used.
#define WIDTH 330
#define HEIGHT 210
#define UNITS 1300
#define WORLDS 3

static fw_world* make_world( const fw_grid* grid )
{
	fw_world* world = NULL;
	fw_world_def def = fw_default_world_def();
	def.grid = grid;
	assert_int_equal( fw_world_create( &def, &world, NULL ), FW_OK );
	return world;
}

static void add_units( fw_world* world, uint64_t seed, fw_unit_id ids[UNITS] )
{
	test_random random = test_random_make( seed );
	for ( int32_t i = 0; i < UNITS; )
	{
		fw_world_unit_def def = fw_default_world_unit_def();
		def.unit.radius = i % 20 == 0 ? 0.9 : 0.4;
		def.unit.turning_radius = i % 40 == 0 ? 1.5 : 0.0;
		def.unit.outline = i % 80 == 0 ? fw_outline_rectangle( 1.8, 1.0, 0.5 ) : ( fw_outline ){ 0 };
		def.unit.radius = i % 80 == 0 ? 0.0 : def.unit.radius;
		const fw_pose pose = { 0.5 + test_random_int( &random, WIDTH ), 0.5 + test_random_int( &random, HEIGHT ), 0.0 };
		i += fw_world_add( world, &def, &pose, 1, &ids[i], NULL ) == FW_OK ? 1 : 0;
	}
}

static void give_orders( fw_world* world, uint64_t seed, const fw_unit_id ids[UNITS] )
{
	test_random random = test_random_make( seed );
	for ( int32_t i = 0; i < UNITS; i++ )
	{
		fw_order order = fw_default_order();
		order.goal =
		    ( fw_pose ){ 0.5 + test_random_int( &random, WIDTH ), 0.5 + test_random_int( &random, HEIGHT ), 0.0 };
		order.goal_any_heading = true;
		const fw_status status = fw_world_order( world, &ids[i], 1, &order, NULL );
		assert_true( status == FW_OK || status == FW_ERR_BLOCKED );
	}
}

static void test_same_bits( void** state )
{
	(void)state;
	static const int32_t threads[WORLDS] = { 1, 2, 4 };
	test_random random = test_random_make( 11 );
	fw_grid* grid = test_random_town( &random, WIDTH, HEIGHT, 250, 9 );
	fw_world* worlds[WORLDS];
	fw_unit_id ids[WORLDS][UNITS];
	for ( int32_t i = 0; i < WORLDS; i++ )
	{
		worlds[i] = make_world( grid );
		const fw_parallel parallel = workers_of( &threads[i] );
		// Before there are units, and after.
		assert_int_equal( i == 1 ? fw_world_use_threads( worlds[i], &parallel, NULL ) : FW_OK, FW_OK );
		add_units( worlds[i], 5, ids[i] );
		assert_int_equal( i == 2 ? fw_world_use_threads( worlds[i], &parallel, NULL ) : FW_OK, FW_OK );
		give_orders( worlds[i], 7, ids[i] );
	}
	const int32_t steps = 40 + test_rounds( 360 );
	for ( int32_t step = 0; step < steps; step++ )
	{
		for ( int32_t i = 0; i < WORLDS; i++ )
		{
			assert_int_equal( fw_world_step( worlds[i], 0.05, NULL ), FW_OK );
			assert_true( fw_world_hash( worlds[i] ) == fw_world_hash( worlds[0] ) );
		}
		if ( step == steps / 2 )
		{
			// Without threads again, and with other orders.
			assert_int_equal( fw_world_use_threads( worlds[1], NULL, NULL ), FW_OK );
			give_orders( worlds[0], 8, ids[0] );
			give_orders( worlds[1], 8, ids[1] );
			give_orders( worlds[2], 8, ids[2] );
		}
	}
	int32_t moves = 0;
	const fw_unit_arrays all = fw_world_units( worlds[0] );
	for ( int32_t i = 0; i < all.count; i++ )
	{
		moves += all.state[i] == FW_UNIT_MOVING ? 1 : 0;
	}
	assert_true( moves > UNITS / 2 );
	for ( int32_t i = 0; i < WORLDS; i++ )
	{
		fw_world_destroy( worlds[i] );
	}
	fw_grid_destroy( grid );
}

int run_test_world_threads( void )
{
	const struct CMUnitTest tests[] = { cmocka_unit_test( test_same_bits ) };
	return cmocka_run_group_tests( tests, NULL, NULL );
}

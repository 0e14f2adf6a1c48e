// SPDX-License-Identifier: MIT
// Units that queue at a door take another one where they get through sooner.
#include "play.h"

#define MOST 40
#define WALL 14 // column
#define NEAR 2  // row of a door
#define ROWS 3

// Two rooms, with a door on the way of all, and another one further off.
static fw_grid* two_rooms( int32_t height, int32_t far )
{
	fw_grid* grid = test_field( 2 * WALL + 1, height );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ WALL, 0, 1, height }, FW_TERRAIN_OUT, NULL ), FW_OK );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ WALL, NEAR, 1, 1 }, FW_TERRAIN_GROUND, NULL ), FW_OK );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ WALL, far, 1, 1 }, FW_TERRAIN_GROUND, NULL ), FW_OK );
	return grid;
}

// Units that go to the other room, and how many of them come through the far door.
static int32_t count_far( play* on, int32_t far, int32_t count, double seconds )
{
	fw_unit_id ids[MOST];
	bool there[MOST] = { false };
	for ( int32_t i = 0; i < count; i++ )
	{
		ids[i] = add( on->world, 0.5 + i / ROWS, 0.5 + NEAR - 1 + i % ROWS );
	}
	for ( int32_t i = 0; i < count; i++ )
	{
		go( on->world, ids[i], WALL + 1.5 + i / ROWS, 0.5 + NEAR - 1 + i % ROWS );
	}
	for ( double t = 0.0; t < seconds; t += 0.25 )
	{
		run( on, 0.25 );
		for ( int32_t i = 0; i < count; i++ )
		{
			const bool in_wall = fabs( x_of( on, ids[i] ) - WALL - 0.5 ) < 0.5;
			there[i] = there[i] || ( in_wall && fabs( y_of( on, ids[i] ) - far - 0.5 ) < 0.5 );
		}
	}
	int32_t far_count = 0;
	for ( int32_t i = 0; i < count; i++ )
	{
		far_count += there[i] ? 1 : 0;
	}
	assert_int_equal( on->seen[FW_WORLD_ARRIVED], count );
	return far_count;
}

// All paths lead through the near door.
static void test_queue( void** state )
{
	(void)state;
	play on = play_on( two_rooms( 9, 8 ), 20000, NULL );
	const int32_t far = count_far( &on, 8, 36, 60.0 );
	assert_true( far >= 6 && far <= 30 );
	assert_true( fw_world_measure( on.world ).detours >= far );
	fw_world_destroy( on.world );
}

// Few are through sooner than they would be at the other door.
static void test_few( void** state )
{
	(void)state;
	play on = play_on( two_rooms( 9, 8 ), 20000, NULL );
	const int32_t far = count_far( &on, 8, 4, 20.0 );
	assert_int_equal( far, 0 );
	assert_int_equal( fw_world_measure( on.world ).detours, 0 );
	fw_world_destroy( on.world );
}

int run_test_doors( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_queue ),
	    cmocka_unit_test( test_few ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

// SPDX-License-Identifier: MIT
// Units that set out together take several ways where one would be crowded.
#include "play.h"

#define GROUP 20

// Two blocks with a street between them, and room around both.
static fw_grid* two_blocks( void )
{
	fw_grid* grid = test_field( 50, 30 );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 18, 6, 14, 7 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 18, 16, 14, 7 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	return grid;
}

// Groups change sides. Where the straight way is full, some take the way round a block: they are above or below both.
static void test_two_groups( void** state )
{
	(void)state;
	play on = play_on( two_blocks(), 20000, NULL );
	fw_unit_id ids[2 * GROUP];
	for ( int32_t i = 0; i < 2 * GROUP; i++ )
	{
		const double column = 1.5 + i % GROUP / 5;
		ids[i] = add( on.world, i < GROUP ? column : 50.0 - column, 12.5 + i % 5 );
	}
	for ( int32_t i = 0; i < 2 * GROUP; i++ )
	{
		const double column = 1.5 + i % GROUP / 5;
		go( on.world, ids[i], i < GROUP ? 50.0 - column : column, 12.5 + i % 5 );
	}
	bool around[2 * GROUP] = { false };
	for ( double t = 0.0; t < 60.0; t += 0.5 )
	{
		run( &on, 0.5 );
		for ( int32_t i = 0; i < 2 * GROUP; i++ )
		{
			const double y = y_of( &on, ids[i] );
			around[i] = around[i] || y < 6.0 || y > 23.0;
		}
	}
	int32_t count = 0;
	for ( int32_t i = 0; i < 2 * GROUP; i++ )
	{
		count += around[i] ? 1 : 0;
	}
	assert_true( count >= 4 && count <= 2 * GROUP - 4 );
	assert_true( fw_world_measure( on.world ).detours >= count );
	assert_true( on.seen[FW_WORLD_ARRIVED] > 3 * GROUP / 2 ); // 27, when all go through the street
	fw_world_destroy( on.world );
}

// Who is alone keeps its path.
static void test_alone( void** state )
{
	(void)state;
	play on = play_on( two_blocks(), 20000, NULL );
	const fw_unit_id unit = add( on.world, 2.5, 14.5 );
	go( on.world, unit, 47.5, 14.5 );
	run( &on, 30.0 );
	assert_int_equal( on.seen[FW_WORLD_ARRIVED], 1 );
	assert_int_equal( fw_world_measure( on.world ).plans, 1 );
	fw_world_destroy( on.world );
}

int run_test_spread( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_two_groups ),
	    cmocka_unit_test( test_alone ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

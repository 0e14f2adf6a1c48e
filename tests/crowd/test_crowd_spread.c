// SPDX-License-Identifier: MIT
// Units that set out together and look for paths beside each other: what is asked before a search, and what is marked.
#include "support_crowd.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

// Where all turn on the spot only those near the tiles are asked what they mark: as much as if all were.
static void check_marks( test_random* random, test_crowd* s, int32_t index )
{
	enum
	{
		SIDE = 20
	};
	uint8_t near[SIDE * SIDE] = { 0 };
	uint8_t all[SIDE * SIDE] = { 0 };
	const fw_rect rect = { test_random_int( random, 60 - SIDE ), test_random_int( random, 30 - SIDE ), SIDE, SIDE };
	const int32_t searches = s->crowd->units[index].searches;
	fw_crowd_mark( s->crowd, index, rect, near, SIDE );
	s->crowd->units[index].searches = searches;
	s->crowd->all_vehicles++;
	fw_crowd_mark( s->crowd, index, rect, all, SIDE );
	s->crowd->all_vehicles--;
	assert_int_equal( s->crowd->all_vehicles, 0 );
	assert_memory_equal( near, all, sizeof( all ) );
}

// A search for which there is no need would have been in vain: a unit that spreads and may take no path takes none, by
// wherever it leads.
static void test_no_search_in_vain( void** state )
{
	(void)state;
	test_random random = test_random_make( 1 );
	test_crowd* s = test_crowd_make( test_field( 60, 30 ) );
	assert_int_equal( fw_grid_fill( s->grid, ( fw_rect ){ 24, 0, 12, 12 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	assert_int_equal( fw_grid_fill( s->grid, ( fw_rect ){ 24, 18, 12, 12 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	int32_t count = 0;
	int32_t refused = 0;
	int32_t spreading = 0;
	for ( int32_t i = 0; i < 64; i++ )
	{
		const double x = 1.5 + i % 8 + ( i % 16 < 8 ? 0.0 : 49.0 );
		const int32_t index = test_crowd_put( s, 0.4, x, 5.5 + 2 * ( i / 16 ) + 10 * ( i % 2 ) );
		count += index >= 0 ? 1 : 0;
		assert_true( index < 0 || test_crowd_send( s, index, 60.0 - x, 5.5 + test_random_int( &random, 20 ) ) );
	}
	for ( int32_t tick = 0; tick < 300; tick++ )
	{
		check_marks( &random, s, test_random_int( &random, count ) );
		for ( int32_t i = 0; i < count; i++ )
		{
			const bool spreads = fw_crowd_spreads( s->crowd, i ) && !fw_crowd_queues( s->crowd, i );
			spreading += spreads ? 1 : 0;
			if ( !spreads || fw_crowd_may_take( s->crowd, i ) )
			{
				continue;
			}
			fw_path path;
			fw_path_init( &path, NULL );
			fw_path_clear( &path, fw_crowd_stop_pose( s->crowd, i ) );
			test_line_to( &path, test_random_int( &random, 60 ), test_random_int( &random, 30 ), FW_GEAR_FORWARD );
			test_line_to( &path, s->crowd->units[i].goal.x, s->crowd->units[i].goal.y, FW_GEAR_FORWARD );
			assert_int_equal( fw_crowd_drive( s->crowd, i, &path, false ), FW_ERR_BLOCKED );
			fw_path_free( &path );
			refused++;
		}
		test_crowd_pass( s, CROWD_TICK );
	}
	assert_true( refused > 10 && spreading > 1000 );
	test_crowd_free( s );
}

int run_test_crowd_spread( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_no_search_in_vain ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

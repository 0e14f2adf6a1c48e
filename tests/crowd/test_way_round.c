// SPDX-License-Identifier: MIT
// Ways round straits against distances by relaxation on random maps, and known places.
#include "crowd/strait.h"
#include "support.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#define WIDTH 24
#define HEIGHT 18

static bool is_in( fw_rect rect, int32_t x, int32_t y )
{
	return x >= rect.x && y >= rect.y && x < rect.x + rect.width && y < rect.y + rect.height;
}

// Steps from the tiles before the strait to those behind it, by lowering until nothing changes.
static int32_t steps_round( const fw_grid* grid, fw_rect strait, bool along_x )
{
	const int32_t far = WIDTH * HEIGHT;
	int32_t steps[HEIGHT][WIDTH];
	fw_rect begin = { strait.x - ( along_x ? 1 : 0 ), strait.y - ( along_x ? 0 : 1 ), along_x ? 1 : strait.width,
	                  along_x ? strait.height : 1 };
	fw_rect end = begin;
	end.x += along_x ? strait.width + 1 : 0;
	end.y += along_x ? 0 : strait.height + 1;
	bool changes = true;
	for ( int32_t i = 0; i < WIDTH * HEIGHT; i++ )
	{
		steps[i / WIDTH][i % WIDTH] = is_in( begin, i % WIDTH, i / WIDTH ) ? 0 : far;
	}
	while ( changes )
	{
		changes = false;
		for ( int32_t i = 0; i < WIDTH * HEIGHT; i++ )
		{
			const int32_t x = i % WIDTH;
			const int32_t y = i / WIDTH;
			const int32_t next[4][2] = { { x + 1, y }, { x - 1, y }, { x, y + 1 }, { x, y - 1 } };
			for ( int32_t k = 0; k < 4 && steps[y][x] < far; k++ )
			{
				const int32_t nx = next[k][0];
				const int32_t ny = next[k][1];
				const bool free = fw_grid_passable( grid, x, y, FW_CAP_GROUND ) &&
				                  fw_grid_passable( grid, nx, ny, FW_CAP_GROUND ) && !is_in( strait, nx, ny );
				if ( free && steps[ny][nx] > steps[y][x] + 1 )
				{
					steps[ny][nx] = steps[y][x] + 1;
					changes = true;
				}
			}
		}
	}
	int32_t least = far;
	for ( int32_t i = 0; i < WIDTH * HEIGHT; i++ )
	{
		const bool there =
		    is_in( end, i % WIDTH, i / WIDTH ) && fw_grid_passable( grid, i % WIDTH, i / WIDTH, FW_CAP_GROUND );
		least = there && steps[i / WIDTH][i % WIDTH] < least ? steps[i / WIDTH][i % WIDTH] : least;
	}
	return least;
}

static void test_random_maps( void** state )
{
	(void)state;
	fw_way_round* flood = malloc( sizeof( *flood ) );
	assert_non_null( flood );
	test_random random = test_random_make( 11 );
	int32_t with = 0;
	int32_t without = 0;
	for ( int32_t round = 0; round < 300; round++ )
	{
		fw_grid* grid = test_random_grid( &random, WIDTH, HEIGHT, test_random_real( &random, 0.1, 0.5 ) );
		const bool along_x = test_random_chance( &random, 0.5 );
		fw_rect strait = { 0, 0, 1, 1 };
		strait.x = 1 + test_random_int( &random, WIDTH - 6 );
		strait.y = 1 + test_random_int( &random, HEIGHT - 6 );
		strait.width = 1 + test_random_int( &random, 4 );
		strait.height = 1 + test_random_int( &random, 4 );
		const int32_t length = along_x ? strait.width : strait.height;
		const bool expected = steps_round( grid, strait, along_x ) < length + 2 + FW_ROUND_TILES;
		assert_int_equal( fw_way_round_exists( flood, grid, FW_CAP_GROUND, strait, along_x ), expected );
		with += expected ? 1 : 0;
		without += expected ? 0 : 1;
		fw_grid_destroy( grid );
	}
	assert_true( with > 50 && without > 50 );
	free( flood );
}

// A wall across a field that is too long to drive round, or just not.
static void test_length( void** state )
{
	(void)state;
	fw_way_round* flood = malloc( sizeof( *flood ) );
	assert_non_null( flood );
	for ( int32_t more = 0; more < 2; more++ )
	{
		// From the door at y = 0 down to the end of the wall, through, and back up: one tile of wall is two steps.
		const int32_t wall = FW_ROUND_TILES / 2 + more;
		fw_grid* grid = test_field( 11, 80 );
		assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 5, 1, 1, wall - 1 }, FW_TERRAIN_OUT, NULL ), FW_OK );
		const fw_rect door = { 5, 0, 1, 1 };
		assert_int_equal( fw_way_round_exists( flood, grid, FW_CAP_GROUND, door, true ), more == 0 );
		fw_grid_destroy( grid );
	}
	free( flood );
}

// A gate comes and goes with the second door of a wall.
static void test_edits( void** state )
{
	(void)state;
	fw_grid* grid = test_grid( "....#....\n"
	                           "....#....\n"
	                           ".........\n"
	                           "....#....\n"
	                           "....#....\n"
	                           "....#....\n"
	                           ".........\n"
	                           "....#....\n" );
	const fw_allocator allocator = fw_default_allocator();
	const fw_tile_step from = { 3, 2 };
	const fw_tile_step to = { 4, 2 };
	const fw_rect other = { 4, 6, 1, 1 };
	fw_straits straits;
	int32_t direction = -1;
	fw_straits_init( &straits, &allocator, grid );
	fw_straits_begin_tick( &straits, 0.0 );
	for ( int32_t i = 0; i < 4; i++ )
	{
		const bool open = i % 2 == 0;
		assert_int_equal( fw_grid_fill( grid, other, open ? FW_TERRAIN_GROUND : FW_TERRAIN_OUT, NULL ), FW_OK );
		fw_straits_begin_tick( &straits, 1.0 + i );
		const int32_t id = fw_straits_entered( &straits, FW_CAP_GROUND, true, from, to, true, &direction );
		assert_int_equal( id < 0, open );
		// It is a strait in either case.
		assert_true( fw_straits_at( &straits, 4, 2, true, FW_CAP_GROUND ) >= 0 );
	}
	// With the second door, a unit that is not nimble finds a strait, and for a while all others do.
	assert_int_equal( fw_grid_fill( grid, other, FW_TERRAIN_GROUND, NULL ), FW_OK );
	fw_straits_begin_tick( &straits, 5.0 );
	assert_true( fw_straits_entered( &straits, FW_CAP_GROUND, true, from, to, true, &direction ) < 0 );
	assert_true( fw_straits_entered( &straits, FW_CAP_GROUND, false, from, to, true, &direction ) >= 0 );
	for ( int32_t i = 0; i < FW_STRAIT_HEAVY_TICKS; i++ )
	{
		assert_true( fw_straits_entered( &straits, FW_CAP_GROUND, true, from, to, true, &direction ) >= 0 );
		fw_straits_begin_tick( &straits, 6.0 + i );
	}
	assert_true( fw_straits_entered( &straits, FW_CAP_GROUND, true, from, to, true, &direction ) < 0 );
	fw_straits_free( &straits );
	fw_grid_destroy( grid );
}

int run_test_way_round( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_random_maps ),
	    cmocka_unit_test( test_length ),
	    cmocka_unit_test( test_edits ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

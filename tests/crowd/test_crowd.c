// SPDX-License-Identifier: MIT
// Crowds of any units on any maps: nobody ever touches anybody or a wall, whatever happens on the way; the same calls
// give the same bits; memory that runs out changes nothing; and where there is room, all come home.
#include "oracle.h"
#include "support_crowd.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void fill( fw_grid* grid, int32_t x, int32_t y, int32_t width, int32_t height, int32_t terrain )
{
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ x, y, width, height }, (uint8_t)terrain, NULL ), FW_OK );
}

// Rooms whose walls have doors of one to three tiles.
static fw_grid* rooms( test_random* random, int32_t width, int32_t height )
{
	fw_grid* grid = test_field( width, height );
	for ( int32_t x = 9; x < width - 4; x += 10 )
	{
		fill( grid, x, 0, 1, height, FW_TERRAIN_OUT );
		for ( int32_t y = 2; y < height - 3; y += 10 )
		{
			fill( grid, x, y + test_random_int( random, 4 ), 1, 1 + test_random_int( random, 3 ), FW_TERRAIN_GROUND );
		}
	}
	for ( int32_t y = 9; y < height - 4; y += 10 )
	{
		for ( int32_t x = 0; x < width; x += 10 )
		{
			fill( grid, x, y, 10 < width - x ? 10 : width - x, 1, FW_TERRAIN_OUT );
			if ( width - x > 6 )
			{
				fill( grid, x + 2 + test_random_int( random, 3 ), y, 1 + test_random_int( random, 2 ), 1, FW_TERRAIN_GROUND );
			}
		}
	}
	return grid;
}

// Lanes of one to three tiles between solid blocks.
static fw_grid* lanes( test_random* random, int32_t width, int32_t height )
{
	fw_grid* grid = test_field( width, height );
	for ( int32_t y = 3; y < height - 6; y += 4 + test_random_int( random, 3 ) )
	{
		for ( int32_t x = 3; x < width - 10; x += 9 + test_random_int( random, 3 ) )
		{
			fill( grid, x, y, 8, 3, FW_TERRAIN_OUT );
		}
	}
	return grid;
}

static fw_grid* any_map( test_random* random, int32_t kind )
{
	const int32_t width = 24 + test_random_int( random, 20 );
	const int32_t height = 20 + test_random_int( random, 20 );
	return kind == 0   ? rooms( random, width, height )
	       : kind == 1 ? lanes( random, width, height )
	       : kind == 2 ? test_random_town( random, width, height, 12, 6 )
	                   : test_random_map( random, width, height, test_random_real( random, 0.0, 0.3 ) );
}

static fw_unit any_unit( test_random* random )
{
	fw_unit unit = test_unit( 0.4, 0.0 );
	unit.radius = test_random_chance( random, 0.5 ) ? 0.4 : test_random_real( random, 0.15, 0.9 );
	unit.turning_radius = test_random_chance( random, 0.15 ) ? test_random_real( random, 0.5, 2.0 ) : 0.0;
	unit.reverse = test_random_chance( random, 0.5 );
	unit.speed = test_random_real( random, 0.5, 4.0 );
	unit.acceleration = test_random_real( random, 1.0, 12.0 );
	unit.braking = test_random_real( random, 1.0, 12.0 );
	return unit;
}

static int32_t add_any( test_crowd* s, test_random* random, const fw_unit* unit )
{
	for ( int32_t tries = 0; tries < 50; tries++ )
	{
		int32_t index = -1;
		const fw_pose pose = test_random_stand( random, fw_grid_width( s->grid ), fw_grid_height( s->grid ) );
		if ( test_crowd_add( s, unit, pose, &index ) == FW_OK )
		{
			return index;
		}
	}
	return -1;
}

static bool send_anywhere( test_crowd* s, test_random* random, int32_t index )
{
	const fw_pose to = test_random_center( random, fw_grid_width( s->grid ), fw_grid_height( s->grid ), 0.0 );
	return test_crowd_send( s, index, to.x, to.y );
}

// Removes and adds units, gives other orders, stops, and edits the map.
static void disturb( test_crowd* s, test_random* random, int32_t count )
{
	const int32_t index = test_random_int( random, count );
	const int32_t what = test_random_int( random, 12 );
	if ( !s->crowd->units[index].used )
	{
		const fw_unit unit = any_unit( random );
		(void)add_any( s, random, &unit );
	}
	else if ( what < 1 )
	{
		test_crowd_remove( s, index );
	}
	else if ( what < 2 )
	{
		fw_crowd_stop( s->crowd, index );
		s->sent[index] = false;
	}
	else if ( what < 4 )
	{
		const fw_rect rect = test_random_rect( random, fw_grid_width( s->grid ), fw_grid_height( s->grid ), 3, 3 );
		const bool wall = test_random_chance( random, 0.5 );
		if ( !wall || !fw_crowd_uses( s->crowd, rect ) )
		{
			fill( s->grid, rect.x, rect.y, rect.width, rect.height, wall ? FW_TERRAIN_OUT : FW_TERRAIN_GROUND );
		}
	}
	else
	{
		(void)send_anywhere( s, random, index );
	}
}

static void play_any( uint64_t seed, int32_t kind, int32_t ticks )
{
	test_random random = test_random_make( seed );
	test_crowd* s = test_crowd_make( any_map( &random, kind ) );
	const int32_t count = 2 + test_random_int( &random, 39 );
	for ( int32_t i = 0; i < count; i++ )
	{
		const fw_unit unit = any_unit( &random );
		const int32_t index = add_any( s, &random, &unit );
		if ( index >= 0 )
		{
			(void)send_anywhere( s, &random, index );
		}
	}
	const double often = test_random_chance( &random, 0.5 ) ? 0.3 : 0.02;
	for ( int32_t tick = 0; tick < ticks; tick++ )
	{
		if ( test_random_chance( &random, often ) )
		{
			disturb( s, &random, count );
		}
		test_crowd_begin( s );
		// An edit in the middle of a tick counts from the next one on.
		if ( test_random_chance( &random, 0.1 ) && s->crowd->units[0].used )
		{
			(void)send_anywhere( s, &random, 0 );
		}
		test_crowd_end( s );
	}
	test_crowd_free( s );
}

static void test_any( void** state )
{
	(void)state;
	for ( int32_t round = 0; round < test_rounds( 160 ); round++ )
	{
		play_any( 100 + (uint64_t)round, round % 4, 400 );
	}
}

int run_test_crowd( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_any ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

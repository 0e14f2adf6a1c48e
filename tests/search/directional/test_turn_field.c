// SPDX-License-Identifier: MIT
// The distance field that knows turns against Bellman's relaxation over all tiles and directions.
#include "search/field.h"
#include "support_drive.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#define SIDE 14
#define STATES ( SIDE * SIDE * 8 )
#define NEVER ( UINT32_MAX / 2 )

static const int32_t step_x[8] = { 1, 1, 0, -1, -1, -1, 0, 1 };
static const int32_t step_y[8] = { 0, 1, 1, 1, 0, -1, -1, -1 };

static bool is_free( const fw_grid* grid, int32_t x, int32_t y )
{
	return x >= 0 && y >= 0 && x < SIDE && y < SIDE && fw_grid_passable( grid, x, y, FW_CAP_GROUND );
}

static bool lower( uint32_t* value, uint32_t offered )
{
	const bool better = offered < *value;
	*value = better ? offered : *value;
	return better;
}

// Lowers the values of a tile by what lies one step or one turn on; was any changed?
static bool relax( const fw_grid* grid, const fw_field_turns* turns, uint32_t* values, int32_t x, int32_t y )
{
	uint32_t* own = &values[( y * SIDE + x ) * 8];
	bool changed = false;
	for ( int32_t d = 0; d < 8 && is_free( grid, x, y ); d++ )
	{
		const int32_t to_x = x + step_x[d], to_y = y + step_y[d];
		const uint32_t length = d % 2 == 1 ? 82 : 58;
		changed |= lower( &own[d], own[( d + 1 ) % 8] + turns->eighth );
		changed |= lower( &own[d], own[( d + 7 ) % 8] + turns->eighth );
		changed |= turns->gear != FW_FIELD_NONE && lower( &own[d], own[( d + 4 ) % 8] + turns->gear );
		if ( is_free( grid, to_x, to_y ) && is_free( grid, x, to_y ) && is_free( grid, to_x, y ) )
		{
			changed |= lower( &own[d], values[( to_y * SIDE + to_x ) * 8 + d] + length );
		}
	}
	return changed;
}

// The goal's own values are known.
static void find_values( const fw_grid* grid, const fw_query* q, const fw_field_turns* turns, uint32_t* values )
{
	bool changed = true;
	for ( int32_t i = 0; i < STATES; i++ )
	{
		values[i] = NEVER;
	}
	for ( int32_t d = 0; d < 8; d++ )
	{
		const int32_t off = abs( ( (int32_t)lround( fw_degrees( q->goal.heading ) / 45 ) - d + 12 ) % 8 - 4 );
		const int32_t turn = turns->gear != FW_FIELD_NONE && 4 - off < off ? 4 - off : off;
		values[( (int32_t)q->goal.y * SIDE + (int32_t)q->goal.x ) * 8 + d] =
		    q->goal_any_heading ? 0 : turns->eighth * (uint32_t)turn;
	}
	while ( changed )
	{
		changed = false;
		for ( int32_t i = 0; i < SIDE * SIDE; i++ )
		{
			changed |= relax( grid, turns, values, i % SIDE, i / SIDE );
		}
	}
}

static void every_direction_of_every_tile( void** state )
{
	(void)state;
	test_random random = test_random_make( 71 );
	int32_t reached = 0, missed = 0;
	for ( int32_t round = 0; round < 40; round++ )
	{
		drive_def def = drive_def_of( 0.4, 1 );
		def.lattice = FW_LATTICE_TILES;
		drive d;
		fw_grid* grid = test_field( SIDE, SIDE );
		fw_pose ends[2];
		for ( int32_t i = 0; i < 60; i++ )
		{
			const fw_rect one = { test_random_int( &random, SIDE ), test_random_int( &random, SIDE ), 1, 1 };
			assert_int_equal( fw_grid_fill( grid, one, FW_TERRAIN_OUT, NULL ), FW_OK );
		}
		for ( int32_t i = 0; i < 2; i++ )
		{
			ends[i] = test_random_center( &random, SIDE, SIDE, 45 * test_random_int( &random, 8 ) );
			const fw_rect one = { (int32_t)ends[i].x, (int32_t)ends[i].y, 1, 1 };
			assert_int_equal( fw_grid_fill( grid, one, FW_TERRAIN_GROUND, NULL ), FW_OK );
		}
		drive_open( &d, grid, &def );
		fw_query q = drive_query( &d, ends[0], ends[1] );
		q.goal_any_heading = round % 2 == 0;
		assert_int_equal( fw_search_begin( d.search, &d.map, &q, NULL ), FW_OK );
		const fw_field_turns turns = { (uint32_t)test_random_int( &random, 4000 ),
		                               round % 3 == 0 ? (uint32_t)test_random_int( &random, 300 ) : FW_FIELD_NONE };
		static uint32_t values[STATES];
		find_values( grid, &q, &turns, values );
		fw_field field = { 0 };
		assert_true( fw_field_begin( d.search, &field, NULL, false, &turns ) );
		fw_field_add_seed( d.search, &field, (int32_t)q.goal.x, (int32_t)q.goal.y, 0, 0 );
		for ( int32_t i = 0; i < STATES; i++ )
		{
			const int32_t at = ( i * 37 ) % STATES, x = at / 8 % SIDE, y = at / 8 / SIDE;
			bool exact = false;
			const uint32_t bound = fw_field_peek( &field, x, y, 0, at % 8, &exact );
			const uint32_t value = fw_field_settle( d.search, &field, x, y, 0, at % 8 );
			assert_true( value == FW_FIELD_NONE ? values[at] >= NEVER : value == values[at] );
			assert_true( exact ? bound == value : bound <= value );
			reached += value != FW_FIELD_NONE ? 1 : 0;
			missed += value == FW_FIELD_NONE ? 1 : 0;
		}
		fw_field_hold( &( fw_holdings ){ .allocator = &d.search->allocator }, &field );
		drive_close( &d );
	}
	assert_true( reached > 10000 && missed > 1000 );
}

int run_test_turn_field( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( every_direction_of_every_tile ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

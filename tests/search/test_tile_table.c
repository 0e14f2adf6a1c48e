// SPDX-License-Identifier: MIT
// The table of tiles against an array with a slot for each tile, over consecutive searches.
#include "search/grid/tile_table.h"
#include "support.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#define SIDE 200

static uint32_t tile_of( int32_t index )
{
	return (uint32_t)( index / SIDE ) << FW_TILE_SHIFT | (uint32_t)( index % SIDE );
}

static void put( fw_tile_table* table, const fw_allocator* allocator, uint32_t* slow, int32_t index, uint32_t g )
{
	const uint64_t key = fw_tiles_key( table, tile_of( index ) );
	fw_tile_node* node = fw_tiles_place( table, key );
	assert_int_equal( node->key == key, slow[index] != 0 );
	table->count += node->key != key ? 1 : 0;
	*node = ( fw_tile_node ){ key, g, tile_of( index ) };
	slow[index] = g;
	assert_true( table->count * 4 <= table->capacity || fw_tiles_grow( table, allocator ) );
}

static void it_keeps_what_is_put( void** state )
{
	(void)state;
	test_random random = test_random_make( 4 );
	const fw_allocator allocator = fw_default_allocator();
	uint32_t* slow = calloc( SIDE * SIDE, sizeof( *slow ) );
	assert_non_null( slow );
	fw_tile_table table = { 0 };
	const int32_t puts[] = { 5, 300, 40, 20000, 100, 3000 };
	for ( int32_t round = 0; round < 60; round++ )
	{
		assert_true( fw_tiles_begin( &table, &allocator ) );
		for ( int32_t i = 0; i < SIDE * SIDE; i++ )
		{
			slow[i] = 0;
		}
		for ( int32_t i = 0; i < puts[round % 6]; i++ )
		{
			put( &table, &allocator, slow, test_random_int( &random, SIDE * SIDE ), (uint32_t)i + 1 );
		}
		for ( int32_t i = 0; i < SIDE * SIDE; i++ )
		{
			const uint64_t key = fw_tiles_key( &table, tile_of( i ) );
			const fw_tile_node* node = fw_tiles_place( &table, key );
			assert_int_equal( node->key == key, slow[i] != 0 );
			assert_true( slow[i] == 0 || ( node->g == slow[i] && node->parent == tile_of( i ) ) );
		}
	}
	// After 2^32 searches the numbers start again, and no node of an old search may be taken for a new one.
	table.search = (uint64_t)UINT32_MAX << 32;
	assert_true( fw_tiles_begin( &table, &allocator ) );
	for ( int32_t i = 0; i < SIDE * SIDE; i++ )
	{
		const uint64_t key = fw_tiles_key( &table, tile_of( i ) );
		assert_true( fw_tiles_place( &table, key )->key != key );
	}
	fw_tiles_hold( &( fw_holdings ){ .allocator = &allocator }, &table );
	free( slow );
}

int run_test_tile_table( void )
{
	const struct CMUnitTest tests[] = { cmocka_unit_test( it_keeps_what_is_put ) };
	return cmocka_run_group_tests( tests, NULL, NULL );
}

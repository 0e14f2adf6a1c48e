// SPDX-License-Identifier: MIT
// Beginning and growing of tables of tiles.
#include "search/grid/tile_table.h"

#include <string.h>

#define FIRST_CAPACITY_BITS 10

bool fw_tiles_begin( fw_tile_table* table, const fw_allocator* allocator )
{
	if ( table->nodes == NULL && !fw_tiles_grow( table, allocator ) )
	{
		return false;
	}
	table->search += (uint64_t)1 << 32;
	if ( table->search == 0 )
	{
		memset( table->nodes, 0, table->capacity * sizeof( *table->nodes ) );
		table->search = (uint64_t)1 << 32;
	}
	table->count = 0;
	return true;
}

void fw_tiles_hold( fw_holdings* holdings, fw_tile_table* table )
{
	FW_HOLD( holdings, table->nodes, table->capacity );
}

bool fw_tiles_grow( fw_tile_table* table, const fw_allocator* allocator )
{
	fw_tile_table grown = *table;
	grown.shift = table->nodes == NULL ? 32 - FIRST_CAPACITY_BITS : table->shift - 1;
	grown.capacity = (uint32_t)1 << ( 32 - grown.shift );
	grown.nodes = fw_alloc_zero( allocator, grown.capacity, sizeof( *grown.nodes ) );
	if ( grown.nodes == NULL )
	{
		return false;
	}
	for ( uint32_t i = 0; i < table->capacity; i++ )
	{
		if ( table->nodes[i].key >> 32 == table->search >> 32 )
		{
			*fw_tiles_place( &grown, table->nodes[i].key ) = table->nodes[i];
		}
	}
	fw_free( allocator, table->nodes, table->capacity, sizeof( *table->nodes ) );
	*table = grown;
	return true;
}

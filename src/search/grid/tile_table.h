// SPDX-License-Identifier: MIT
// Nodes of searches that touch few tiles far apart: a hash table of tiles with open addressing.
//
// Where a search visits three tiles of a page, zeroing pages costs more than the nodes. Here a node is made alone, and
// an entry of another search counts as empty, so that nothing is cleared in between. At most a quarter of the table
// is in use.
#ifndef FW_SEARCH_GRID_TILE_TABLE_H
#define FW_SEARCH_GRID_TILE_TABLE_H

#include "base/core.h"

// A tile is y << FW_TILE_SHIFT | x: tiles sort in reading order.
#define FW_TILE_SHIFT 14
#define FW_TILE_BITS 28

typedef struct fw_tile_node
{
	uint64_t key; // search << 32 | tile
	uint32_t g;
	uint32_t parent;
} fw_tile_node;

typedef struct fw_tile_table
{
	fw_tile_node* nodes; // [capacity]
	uint32_t capacity;   // a power of two
	uint32_t count;      // in use by this search
	uint32_t shift;      // of a 32-bit hash down to the capacity
	uint64_t search;     // its number << 32
} fw_tile_table;

// Forgets the nodes of the former search. False when memory is out.
bool fw_tiles_begin( fw_tile_table* table, const fw_allocator* allocator );
void fw_tiles_hold( fw_holdings* holdings, fw_tile_table* table );

// Doubles the table, or makes its first nodes. Nodes move. False when memory is out; the table is then as it was.
bool fw_tiles_grow( fw_tile_table* table, const fw_allocator* allocator );

FW_INLINE uint32_t fw_tiles_home( const fw_tile_table* table, uint32_t tile )
{
	return tile * 2654435769u >> table->shift; // 2^32 over the golden ratio spreads neighbors widely
}

FW_INLINE uint64_t fw_tiles_key( const fw_tile_table* table, uint32_t tile )
{
	return table->search | tile;
}

// The node with this key, or the place for it. Whether the tile has a node is asked without a branch, since nobody can
// foresee it; that another tile is in its place is rare.
FW_INLINE fw_tile_node* fw_tiles_place( const fw_tile_table* table, uint64_t key )
{
	fw_tile_node* node = &table->nodes[fw_tiles_home( table, (uint32_t)key )];
	// Of the same search and another tile: differs in the lower half only.
	while ( FW_UNLIKELY( ( node->key ^ key ) - 1 < UINT32_MAX ) )
	{
		node = node + 1 < table->nodes + table->capacity ? node + 1 : table->nodes;
	}
	return node;
}

#endif

// SPDX-License-Identifier: MIT
// The node store of all methods: pages of nodes, handed out on first touch.
//
// A map is cut into square pages. A search claims a page when it first touches a node there; only then is the page
// zeroed. Nothing is cleared between searches (the directory remembers which search claimed a page), nodes need no
// stamp of their own, memory follows the area that a search touches and not the map, and nodes near one another on
// the map are near in memory.
//
// The number of a tile is slot << 2 * shift | place in the page; where a tile has one node, it is that node's index. It
// stays valid for the search while the store grows.
#ifndef FW_SEARCH_NODE_PAGES_H
#define FW_SEARCH_NODE_PAGES_H

#include "search/engine.h"

#include <string.h>

#define FW_NO_SLOT 0xFFFFFFFFu

// Most methods have pages of 16 x 16 tiles with one node each.
#define FW_PAGE_SHIFT 4
#define FW_PAGE_SIDE ( 1 << FW_PAGE_SHIFT )
#define FW_PAGE_NODES ( FW_PAGE_SIDE * FW_PAGE_SIDE )

// By part of a map what a search notes of it. Nothing is cleared between searches.
typedef struct fw_directory
{
	uint64_t* entries; // [size], search << 32 | what it notes
	size_t size;
	uint32_t search;
} fw_directory;

// Forgets what the former search noted, of this many parts. False when memory is out.
bool fw_directory_begin( fw_directory* directory, const fw_allocator* allocator, size_t parts );

FW_INLINE bool fw_directory_has( const fw_directory* directory, size_t part )
{
	return (uint32_t)( directory->entries[part] >> 32 ) == directory->search;
}

FW_INLINE void fw_directory_note( fw_directory* directory, size_t part, uint32_t note )
{
	directory->entries[part] = (uint64_t)directory->search << 32 | note;
}

typedef struct fw_page_origin
{
	int16_t x, y; // first tile of the page
	int16_t plane;
	int16_t spare;
} fw_page_origin;

typedef struct fw_node_pages
{
	fw_directory directory;  // [planes * rows * columns], slots
	fw_page_origin* origins; // [slots]
	unsigned char* nodes;    // [slot_capacity * page_bytes]
	int32_t slots, slot_capacity, origin_capacity;
	int32_t columns, rows; // of pages
	int32_t shift;         // log2 of the side of a page in tiles
	size_t page_bytes;
} fw_node_pages;

// Makes the store ready for a search on a map of this size, forgetting the former one. False when the search has
// failed, and when memory is out.
bool fw_pages_begin( fw_search* search, fw_node_pages* pages, int32_t width, int32_t height, int32_t planes,
                     int32_t shift, size_t page_bytes );
void fw_pages_hold( fw_holdings* holdings, fw_node_pages* pages );

// What a search knows of a node.
typedef enum fw_phase
{
	FW_PHASE_NEW, // zero: what a fresh page says
	FW_PHASE_OPEN,
	FW_PHASE_CLOSED,
} fw_phase;

// Claims a page that this search has not touched. FW_NO_SLOT when memory is out.
uint32_t fw_pages_claim( fw_search* search, fw_node_pages* pages, size_t index );

// Where the directory has the page of a tile.
FW_INLINE size_t fw_pages_index( const fw_node_pages* pages, int32_t x, int32_t y, int32_t plane )
{
	return ( (size_t)plane * (size_t)pages->rows + (size_t)( y >> pages->shift ) ) * (size_t)pages->columns +
	       (size_t)( x >> pages->shift );
}

// `shift` is that of the store in all that follows; as a constant it costs nothing.

// The place of a tile in its page, row by row.
FW_INLINE uint32_t fw_page_place( int32_t shift, int32_t x, int32_t y )
{
	const uint32_t mask = ( 1u << shift ) - 1;
	return ( (uint32_t)y & mask ) << shift | ( (uint32_t)x & mask );
}

// The number of a tile; FW_NO_SLOT when this search has not touched its page.
FW_INLINE uint32_t fw_pages_find_tile( const fw_node_pages* pages, int32_t shift, int32_t x, int32_t y, int32_t plane )
{
	const size_t index = fw_pages_index( pages, x, y, plane );
	return fw_directory_has( &pages->directory, index )
	           ? (uint32_t)pages->directory.entries[index] << ( 2 * shift ) | fw_page_place( shift, x, y )
	           : FW_NO_SLOT;
}

// The same, claimed where its page is new; FW_NO_SLOT when memory is out. (x, y) must be on the map.
FW_INLINE uint32_t fw_pages_touch_tile( fw_search* search, fw_node_pages* pages, int32_t shift, int32_t x, int32_t y,
                                        int32_t plane )
{
	const size_t index = fw_pages_index( pages, x, y, plane );
	const bool known = FW_LIKELY( fw_directory_has( &pages->directory, index ) );
	const uint32_t slot = known ? (uint32_t)pages->directory.entries[index] : fw_pages_claim( search, pages, index );
	return slot == FW_NO_SLOT ? FW_NO_SLOT : slot << ( 2 * shift ) | fw_page_place( shift, x, y );
}

typedef struct fw_page_tile
{
	int32_t x, y, plane;
} fw_page_tile;

// The tile of a number.
FW_INLINE fw_page_tile fw_pages_tile( const fw_node_pages* pages, int32_t shift, uint32_t number )
{
	const uint32_t mask = ( 1u << shift ) - 1;
	const fw_page_origin origin = pages->origins[number >> ( 2 * shift )];
	return ( fw_page_tile ){ origin.x + (int32_t)( number & mask ), origin.y + (int32_t)( number >> shift & mask ),
	                         origin.plane };
}

// In pages of FW_PAGE_SHIFT: do all neighbors of a tile lie in its own page?
FW_INLINE bool fw_page_is_inner( int32_t x, int32_t y )
{
	const uint32_t column = (uint32_t)x & ( FW_PAGE_SIDE - 1 );
	const uint32_t row = (uint32_t)y & ( FW_PAGE_SIDE - 1 );
	return column - 1u < FW_PAGE_SIDE - 2u && row - 1u < FW_PAGE_SIDE - 2u;
}

// The number of the neighbor (x, y) of a tile in a direction; FW_NO_SLOT when memory is out.
FW_INLINE uint32_t fw_pages_neighbor( fw_search* search, fw_node_pages* pages, uint32_t number, bool is_inner,
                                      int32_t direction, int32_t x, int32_t y )
{
	static const int32_t offsets[8] = { 1,  FW_PAGE_SIDE + 1,  FW_PAGE_SIDE,  FW_PAGE_SIDE - 1,
	                                    -1, -FW_PAGE_SIDE - 1, -FW_PAGE_SIDE, -FW_PAGE_SIDE + 1 };
	return is_inner ? number + (uint32_t)offsets[direction]
	                : fw_pages_touch_tile( search, pages, FW_PAGE_SHIFT, x, y, 0 );
}

#endif

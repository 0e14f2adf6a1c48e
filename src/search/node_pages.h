// SPDX-License-Identifier: MIT
// The node store of all methods: pages of nodes, handed out on first touch.
//
// A map is cut into square pages. A search claims a page when it first touches a node there; only then is the page
// zeroed. Nothing is cleared between searches (the directory remembers which search claimed a page), nodes need no
// stamp of their own, memory follows the area that a search touches and not the map, and nodes near one another on
// the map are near in memory.
//
// A node index is slot << bits | place in the page; it stays valid for the search while the store grows.
#ifndef FW_SEARCH_NODE_PAGES_H
#define FW_SEARCH_NODE_PAGES_H

#include "base/core.h"

#include <string.h>

#define FW_NO_SLOT 0xFFFFFFFFu

typedef struct fw_page_origin
{
	int16_t x, y; // first tile of the page
	int16_t plane;
	int16_t spare;
} fw_page_origin;

typedef struct fw_node_pages
{
	uint64_t* directory; // [planes * rows * columns], search << 32 | slot
	size_t directory_size;
	fw_page_origin* origins; // [slots]
	unsigned char* nodes;    // [slot_capacity * page_bytes]
	int32_t slots, slot_capacity, origin_capacity;
	int32_t columns, rows; // of pages
	int32_t shift;         // log2 of the side of a page in tiles
	uint32_t search;
	size_t page_bytes;
} fw_node_pages;

// Makes the store ready for a search on a map of this size, forgetting the former one. False when memory is out.
bool fw_pages_begin( fw_node_pages* pages, const fw_allocator* allocator, int32_t width, int32_t height, int32_t planes,
                     int32_t shift, size_t page_bytes );
void fw_pages_free( fw_node_pages* pages, const fw_allocator* allocator );
size_t fw_pages_memory( const fw_node_pages* pages );

// Claims a page that this search has not touched. FW_NO_SLOT when memory is out.
uint32_t fw_pages_claim( fw_node_pages* pages, const fw_allocator* allocator, size_t index );

// The slot of the page that holds tile (x, y) of a plane, FW_NO_SLOT when this search has not touched it.
FW_INLINE uint32_t fw_pages_find( const fw_node_pages* pages, int32_t x, int32_t y, int32_t plane )
{
	const size_t index =
	    ( (size_t)plane * (size_t)pages->rows + (size_t)( y >> pages->shift ) ) * (size_t)pages->columns +
	    (size_t)( x >> pages->shift );
	const uint64_t entry = pages->directory[index];
	return (uint32_t)( entry >> 32 ) == pages->search ? (uint32_t)entry : FW_NO_SLOT;
}

// The same, claimed where it is new; FW_NO_SLOT when memory is out. (x, y) must be on the map.
FW_INLINE uint32_t fw_pages_touch( fw_node_pages* pages, const fw_allocator* allocator, int32_t x, int32_t y,
                                   int32_t plane )
{
	const size_t index =
	    ( (size_t)plane * (size_t)pages->rows + (size_t)( y >> pages->shift ) ) * (size_t)pages->columns +
	    (size_t)( x >> pages->shift );
	const uint64_t entry = pages->directory[index];
	return FW_LIKELY( (uint32_t)( entry >> 32 ) == pages->search ) ? (uint32_t)entry
	                                                               : fw_pages_claim( pages, allocator, index );
}

#endif

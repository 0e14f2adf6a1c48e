// SPDX-License-Identifier: MIT
// A part of the map that a search is kept to, in square cells of tiles.
#ifndef FW_SEARCH_CORRIDOR_H
#define FW_SEARCH_CORRIDOR_H

#include "search/node_pages.h"

// log2 of the side of a cell. The pages of node stores have no larger ones and so lie each in one cell.
#define FW_CORRIDOR_SHIFT 4

typedef struct fw_corridor
{
	fw_directory cells; // [rows * columns], those that were noted are in it
	int32_t columns, rows;
} fw_corridor;

// Begins an empty corridor on a map of this size. False when memory is out.
bool fw_corridor_begin( fw_corridor* corridor, const fw_allocator* allocator, int32_t width, int32_t height );
// Adds the cells of all tiles from (x0, y0) to (x1, y1) and of those up to `margin` tiles around, as far as the map
// goes.
void fw_corridor_add( fw_corridor* corridor, int32_t x0, int32_t y0, int32_t x1, int32_t y1, int32_t margin );

// Which of the tiles around (x, y) lie in the corridor or off the map, as bits as of fw_steps_around(). The tile itself
// must lie in it.
uint32_t fw_corridor_around( const fw_corridor* corridor, int32_t x, int32_t y );

FW_INLINE bool fw_corridor_has( const fw_corridor* corridor, int32_t x, int32_t y )
{
	const size_t row = (size_t)( y >> FW_CORRIDOR_SHIFT ) * (size_t)corridor->columns;
	return fw_directory_has( &corridor->cells, row + (size_t)( x >> FW_CORRIDOR_SHIFT ) );
}

#endif

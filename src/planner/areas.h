// SPDX-License-Identifier: MIT
// Areas: what hangs together inside of a region that the caller has drawn, or of a square where none is drawn. They are
// found one by one, as a plan comes to them.
#ifndef FW_PLANNER_AREAS_H
#define FW_PLANNER_AREAS_H

#include "annotate/space.h"
#include "fairway/planner.h"

typedef struct fw_area
{
	int32_t id;            // its first tile in reading order, y * width + x
	int32_t first, count;  // its tiles
	int32_t x0, y0;        // the rectangle around it
	int32_t x1, y1;        // the last row and column
	fw_vec2 middle;        // of its square, or the mean of its tiles
	int32_t x, y;          // the tile nearest to that
	int32_t looked_at_for; // area
} fw_area;

// Zeroed before the first use.
typedef struct fw_areas
{
	const fw_space* space;
	const uint8_t* regions; // by tile; null: none
	int32_t side;           // of the squares
	int32_t width;          // of the map
	uint32_t* labels;       // [label_capacity] by tile: its area from 1 on; 0: not found yet
	size_t label_capacity;
	fw_area* areas;
	int32_t count, capacity;
	int32_t* tiles; // of all areas found
	int32_t tile_count, tile_capacity;
} fw_areas;

// Begins on a map on which nothing is found yet. FW_ERR_MEMORY.
fw_status fw_areas_begin( const fw_allocator* allocator, fw_areas* areas, const fw_space* space, const fw_legs* legs );
// The area of a tile where the unit stands. It moves the others in memory. FW_ERR_MEMORY.
fw_status fw_areas_find( const fw_allocator* allocator, fw_areas* areas, int32_t x, int32_t y, int32_t* index );
void fw_areas_hold( fw_holdings* holdings, const fw_areas* areas );

// Is the tile, which may be off the map, one of this area?
FW_INLINE bool fw_areas_hold_tile( const fw_areas* areas, int32_t index, int32_t x, int32_t y )
{
	return x >= 0 && y >= 0 && x < areas->width && y < fw_grid_height( areas->space->grid ) &&
	       areas->labels[(size_t)y * (size_t)areas->width + (size_t)x] == (uint32_t)index + 1;
}

#endif

// SPDX-License-Identifier: MIT
// The bytes of a clearance, for searches and abstractions.
#ifndef FW_ANNOTATE_CLEARANCE_H
#define FW_ANNOTATE_CLEARANCE_H

#include "base/refusal.h"
#include "fairway/space.h"
#include "grid/layer.h"

extern const fw_ranges fw_clearance_def_ranges;

struct fw_clearance
{
	const fw_grid* grid;
	fw_clearance_def def; // with the allocator that it uses
	uint64_t revision;
	int32_t width, height;
	int32_t stride;  // bytes from row to row
	uint8_t* values; // [stride * (height + 2)], a zero row above and below, a zero column on both sides
};

FW_INLINE uint8_t* fw_clearance_row( const fw_clearance* clearance, int32_t y )
{
	return clearance->values + (size_t)( y + 1 ) * (size_t)clearance->stride + 1;
}

// Where a square of `size` tiles stands around (x, y): rows of three bits, the upper row lowest, as of
// fw_steps_around(). `lanes` comes from fw_clearance_lanes().
FW_INLINE uint32_t fw_clearance_row_bits( const uint8_t* from, uint32_t lanes )
{
	const uint32_t high = 0x80808080u;
	const uint32_t v = (uint32_t)from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16;
	const uint32_t reached = ( ( ( v & ~high ) + lanes ) | v ) & high;
	return ( reached >> 7 & 1u ) | ( reached >> 14 & 2u ) | ( reached >> 21 & 4u );
}

// What to add to each byte so that its highest bit says whether it was `size` or more; size <= 128.
FW_INLINE uint32_t fw_clearance_lanes( int32_t size )
{
	return (uint32_t)( 128 - size ) * 0x01010101u;
}

FW_INLINE uint32_t fw_clearance_around( const fw_clearance* clearance, uint32_t lanes, int32_t x, int32_t y )
{
	const uint8_t* row = fw_clearance_row( clearance, y ) + x - 1;
	return fw_clearance_row_bits( row - clearance->stride, lanes ) | fw_clearance_row_bits( row, lanes ) << 3 |
	       fw_clearance_row_bits( row + clearance->stride, lanes ) << 6;
}

// Sets the bits of the tiles where a square of `size` tiles stands, in the words that hold the columns of `rect`. True
// when one has changed.
bool fw_clearance_plane( const fw_clearance* clearance, int32_t size, fw_rect rect, fw_layer* layer );

// Does it know the grid's newest revision?
FW_INLINE bool fw_clearance_is_current( const fw_clearance* clearance )
{
	return clearance->revision == fw_grid_revision( clearance->grid );
}

#endif

// SPDX-License-Identifier: MIT
// The bytes of a clearance, for searches and abstractions.
#ifndef FW_ANNOTATE_CLEARANCE_H
#define FW_ANNOTATE_CLEARANCE_H

#include "base/refusal.h"
#include "fairway/space.h"
#include "grid/layer.h"
#include "grid/steps.h"

extern const fw_ranges fw_clearance_def_ranges;

struct fw_clearance
{
	const fw_grid* grid;
	fw_clearance_def def; // with the allocator that it uses
	uint64_t revision;
	int32_t width, height;
	const fw_layer* tiles; // on demand: those of the grid that may be entered; else null
	int32_t stride;        // bytes from row to row
	uint8_t* values; // [stride * (height + 2)], a zero row above and below, a zero column on both sides; on demand null
};

FW_INLINE uint8_t* fw_clearance_row( const fw_clearance* clearance, int32_t y )
{
	return clearance->values + (size_t)( y + 1 ) * (size_t)clearance->stride + 1;
}

// Where squares stand in three tiles of a row of bytes. `lanes`: what to add to each byte so that its highest bit says
// whether it was the size or more.
FW_INLINE uint32_t fw_clearance_row_bits( const uint8_t* from, uint32_t lanes )
{
	const uint32_t high = 0x80808080u;
	const uint32_t v = (uint32_t)from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16;
	const uint32_t reached = ( ( ( v & ~high ) + lanes ) | v ) & high;
	return ( reached >> 7 & 1u ) | ( reached >> 14 & 2u ) | ( reached >> 21 & 4u );
}

FW_INLINE uint32_t fw_clearance_bytes_around( const fw_clearance* clearance, int32_t size, int32_t x, int32_t y )
{
	const uint8_t* row = fw_clearance_row( clearance, y ) + x - 1;
	const uint32_t lanes = (uint32_t)( 128 - size ) * 0x01010101u;
	return fw_clearance_row_bits( row - clearance->stride, lanes ) | fw_clearance_row_bits( row, lanes ) << 3 |
	       fw_clearance_row_bits( row + clearance->stride, lanes ) << 6;
}

// What a row of tiles says of three squares, from bit `left` of the row on. A square wider than 32 tiles is two of 32
// that overlap.
FW_INLINE uint64_t fw_square_row( const uint64_t* row, uint32_t left, int32_t size, bool wide )
{
	const uint64_t bits = fw_layer_many( row, left );
	return wide ? bits & fw_layer_many( row, left + (uint32_t)size - 32 ) : bits;
}

// Bits 0 to 2: are bits i to i + run - 1 all set? What is true of two runs is true of one as long as both.
FW_INLINE uint32_t fw_run_bits( uint64_t bits, int32_t run )
{
	for ( int32_t have = 1; have < run; )
	{
		const int32_t shift = have < run - have ? have : run - have;
		bits &= bits >> shift;
		have += shift;
	}
	return (uint32_t)bits & 7;
}

// Three rows of three squares, of at least 2 tiles, have their inner rows of tiles in common.
FW_INLINE uint32_t fw_squares_read( const fw_layer* tiles, int32_t size, int32_t x, int32_t y, bool wide )
{
	const uint32_t left = (uint32_t)( x - 1 + FW_LAYER_PAD );
	const int32_t stride = tiles->stride;
	const uint64_t* first = fw_layer_row( tiles, y ); // of the middle squares
	const uint64_t* last = first + ( size - 1 ) * stride;
	uint64_t inner = ~(uint64_t)0;
	for ( const uint64_t* row = first + stride; row < last; row += stride )
	{
		inner &= fw_square_row( row, left, size, wide );
	}
	const uint64_t upper = inner & fw_square_row( first, left, size, wide );
	const uint64_t lower = inner & fw_square_row( last, left, size, wide );
	const uint64_t above = upper & fw_square_row( first - stride, left, size, wide );
	const uint64_t below = lower & fw_square_row( last + stride, left, size, wide );
	const int32_t run = wide ? 32 : size;
	return fw_run_bits( above, run ) | fw_run_bits( upper & lower, run ) << 3 | fw_run_bits( below, run ) << 6;
}

FW_INLINE uint32_t fw_squares_around( const fw_layer* tiles, int32_t size, int32_t x, int32_t y )
{
	return size == 1   ? fw_steps_around( tiles, x, y )
	       : size > 32 ? fw_squares_read( tiles, size, x, y, true )
	                   : fw_squares_read( tiles, size, x, y, false );
}

// Where a square of `size` tiles stands around (x, y): rows of three bits, the upper row lowest, as of
// fw_steps_around().
FW_INLINE uint32_t fw_clearance_around( const fw_clearance* clearance, int32_t size, int32_t x, int32_t y )
{
	return clearance->tiles != NULL ? fw_squares_around( clearance->tiles, size, x, y )
	                                : fw_clearance_bytes_around( clearance, size, x, y );
}

// Sets the bits of the tiles where a square of `size` tiles stands, in the words that hold the columns of `rect`. True
// when one has changed.
bool fw_clearance_plane( const fw_clearance* clearance, int32_t size, fw_rect rect, fw_layer* layer );

// Does it know the grid's newest revision? On demand always.
FW_INLINE bool fw_clearance_is_current( const fw_clearance* clearance )
{
	return clearance->tiles != NULL || clearance->revision == fw_grid_revision( clearance->grid );
}

#endif

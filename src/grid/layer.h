// SPDX-License-Identifier: MIT
// A plane of bits, one for each tile. Rows are padded, so that inner loops read beyond the map without a bounds test.
#ifndef FW_GRID_LAYER_H
#define FW_GRID_LAYER_H

#include "base/core.h"
#include "fairway/grid.h"

#include <string.h>

// Zero columns on each side of a row and zero rows above and below the plane.
#define FW_LAYER_PAD 128

// Bit (x, y) is bit (x + FW_LAYER_PAD) of row y. A set bit means free; everything outside the map is blocked.
typedef struct fw_layer
{
	uint64_t* words; // [stride * (height + 2 * FW_LAYER_PAD)]
	int32_t width, height;
	int32_t stride; // words from row to row
} fw_layer;

FW_INLINE uint64_t* fw_layer_row( const fw_layer* layer, int32_t y )
{
	return layer->words + (size_t)( y + FW_LAYER_PAD ) * (size_t)layer->stride;
}

FW_INLINE bool fw_layer_get( const fw_layer* layer, int32_t x, int32_t y )
{
	const uint32_t bit = (uint32_t)( x + FW_LAYER_PAD );
	return ( fw_layer_row( layer, y )[bit >> 6] >> ( bit & 63 ) ) & 1;
}

FW_INLINE bool fw_layer_inside( const fw_layer* layer, int32_t x, int32_t y )
{
	return (uint32_t)x < (uint32_t)layer->width && (uint32_t)y < (uint32_t)layer->height;
}

FW_INLINE void fw_layer_put( fw_layer* layer, int32_t x, int32_t y, bool free )
{
	const uint32_t bit = (uint32_t)( x + FW_LAYER_PAD );
	uint64_t* word = &fw_layer_row( layer, y )[bit >> 6];
	const uint64_t mask = (uint64_t)1 << ( bit & 63 );
	*word = free ? *word | mask : *word & ~mask;
}

// 64 bits of row y from column x on; x >= -FW_LAYER_PAD, x < width + FW_LAYER_PAD - 64.
FW_INLINE uint64_t fw_layer_bits( const fw_layer* layer, int32_t x, int32_t y )
{
	const uint32_t bit = (uint32_t)( x + FW_LAYER_PAD );
	const uint64_t* word = fw_layer_row( layer, y ) + ( bit >> 6 );
	const uint32_t shift = bit & 63;
	return word[0] >> shift | word[1] << 1 << ( 63 - shift );
}

// A few bits of a padded row from bit `first` on: at least nine are valid; those above may be anything.
FW_INLINE uint32_t fw_layer_few( const uint64_t* row, uint32_t first )
{
#if FW_LITTLE_ENDIAN
	uint16_t bits;
	memcpy( &bits, (const unsigned char*)row + ( first >> 3 ), sizeof( bits ) );
	return (uint32_t)bits >> ( first & 7 );
#else
	const uint64_t* word = row + ( first >> 6 );
	return (uint32_t)( word[0] >> ( first & 63 ) | word[1] << 1 << ( 63 - ( first & 63 ) ) );
#endif
}

// As fw_layer_few(), but at least 57 bits are valid.
FW_INLINE uint64_t fw_layer_many( const uint64_t* row, uint32_t first )
{
#if FW_LITTLE_ENDIAN
	uint64_t bits;
	memcpy( &bits, (const unsigned char*)row + ( first >> 3 ), sizeof( bits ) );
	return bits >> ( first & 7 );
#else
	const uint64_t* word = row + ( first >> 6 );
	return word[0] >> ( first & 63 ) | word[1] << 1 << ( 63 - ( first & 63 ) );
#endif
}

size_t fw_layer_words( int32_t width, int32_t height );
// All bits zero. False if memory is out.
bool fw_layer_init( fw_layer* layer, const fw_allocator* allocator, int32_t width, int32_t height );
void fw_layer_free( fw_layer* layer, const fw_allocator* allocator );

// Are all tiles x0..x1 of row y free? Any columns are allowed; those outside the map are not free.
bool fw_layer_run_free( const fw_layer* layer, int32_t y, int32_t x0, int32_t x1 );

// Copies the tiles of a rectangle, and of the blocks of 64 x 64 around it, from (x, y) to (y, x). `to` is as wide as
// `from` is high and as high as that is wide.
void fw_layer_transpose( const fw_layer* from, fw_layer* to, fw_rect rect );

// The grid's layer for a capability set; NULL if fw_grid_add_layer() was not called for it.
const fw_layer* fw_grid_layer( const fw_grid* grid, uint32_t capabilities );
// The terrain ids, row by row without padding.
const uint8_t* fw_grid_tiles( const fw_grid* grid );

#endif

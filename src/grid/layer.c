// SPDX-License-Identifier: MIT
// Storage of bit planes, and the test of a run of tiles, a word at a time.
#include "grid/layer.h"

// Rows are read up to 64 columns beyond the first word of the right padding, hence the additional word.
static int32_t layer_stride( int32_t width )
{
	return ( width + 2 * FW_LAYER_PAD + 63 ) / 64 + 1;
}

size_t fw_layer_words( int32_t width, int32_t height )
{
	return (size_t)layer_stride( width ) * (size_t)( height + 2 * FW_LAYER_PAD );
}

bool fw_layer_init( fw_layer* layer, const fw_allocator* allocator, int32_t width, int32_t height )
{
	layer->words = fw_alloc_zero( allocator, fw_layer_words( width, height ), sizeof( uint64_t ) );
	layer->width = width;
	layer->height = height;
	layer->stride = layer_stride( width );
	return layer->words != NULL;
}

void fw_layer_free( fw_layer* layer, const fw_allocator* allocator )
{
	fw_free( allocator, layer->words, fw_layer_words( layer->width, layer->height ), sizeof( uint64_t ) );
	layer->words = NULL;
}

bool fw_layer_run_free( const fw_layer* layer, int32_t y, int32_t x0, int32_t x1 )
{
	if ( x0 < 0 || x1 >= layer->width || (uint32_t)y >= (uint32_t)layer->height )
	{
		return false;
	}
	const uint64_t* row = fw_layer_row( layer, y );
	const uint32_t first = (uint32_t)( x0 + FW_LAYER_PAD );
	const uint32_t last = (uint32_t)( x1 + FW_LAYER_PAD );
	const uint64_t tail = ~(uint64_t)0 >> ( 63 - ( last & 63 ) );
	uint64_t run = ~(uint64_t)0 << ( first & 63 );
	uint32_t word = first >> 6;
	for ( ; word < last >> 6; word++ )
	{
		if ( ( ~row[word] & run ) != 0 )
		{
			return false;
		}
		run = ~(uint64_t)0;
	}
	return ( ~row[word] & run & tail ) == 0;
}

#define BLOCK 64

// Exchanging rows and columns, 64 x 64 bits at a time: the halves that lie across the diagonal change places, then the
// quarters inside of each, down to single bits.
static void transpose_block( uint64_t rows[BLOCK] )
{
	uint64_t mask = 0x00000000FFFFFFFFu;
	for ( int32_t half = BLOCK / 2; half > 0; half /= 2 )
	{
		for ( int32_t i = 0; i < BLOCK; i = ( i + half + 1 ) & ~half )
		{
			const uint64_t across = ( rows[i] >> half ^ rows[i + half] ) & mask;
			rows[i] ^= across << half;
			rows[i + half] ^= across;
		}
		mask ^= mask << ( half / 2 );
	}
}

void fw_layer_transpose( const fw_layer* from, fw_layer* to, fw_rect rect )
{
	const int32_t x1 = rect.x + rect.width < from->width ? rect.x + rect.width : from->width;
	const int32_t y1 = rect.y + rect.height < from->height ? rect.y + rect.height : from->height;
	uint64_t rows[BLOCK];
	for ( int32_t by = ( rect.y > 0 ? rect.y : 0 ) & ~( BLOCK - 1 ); by < y1; by += BLOCK )
	{
		for ( int32_t bx = ( rect.x > 0 ? rect.x : 0 ) & ~( BLOCK - 1 ); bx < x1; bx += BLOCK )
		{
			// The padding is a whole number of words, and what is beyond the map is not free in either plane.
			for ( int32_t i = 0; i < BLOCK; i++ )
			{
				rows[i] = by + i < from->height ? fw_layer_row( from, by + i )[( bx + FW_LAYER_PAD ) / 64] : 0;
			}
			transpose_block( rows );
			for ( int32_t i = 0; i < BLOCK && bx + i < to->height; i++ )
			{
				fw_layer_row( to, bx + i )[( by + FW_LAYER_PAD ) / 64] = rows[i];
			}
		}
	}
}

// SPDX-License-Identifier: MIT
// Exchanging rows and columns of a bit plane, 64 x 64 bits at a time: the halves that lie across the diagonal change
// places, then the quarters inside of each, down to single bits.
#include "annotate/transpose.h"

#define BLOCK 64

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

// SPDX-License-Identifier: MIT
// Half bytes, runs and uniform blocks of true clearances.
#include "clearance_forms.h"

#include "annotate/clearance.h"
#include "haa.h"

#include <stdlib.h>
#include <string.h>

#define SIDE 8 // of a block
#define FORM_OWN 256u

form_halves form_halves_make( const fw_clearance* from, int32_t width, int32_t height )
{
	form_halves made = { .stride = (size_t)width / 2 + 1 };
	made.size = made.stride * (size_t)height + sizeof( uint32_t ); // rows are read by whole words
	made.bytes = haa_take( made.size, 1 );
	for ( int32_t y = 0; y < height; y++ )
	{
		const uint8_t* values = fw_clearance_row( from, y );
		uint8_t* row = made.bytes + (size_t)y * made.stride;
		for ( int32_t x = 0; x < width; x++ )
		{
			const int32_t value = values[x] < FORM_HALF_MAX ? values[x] : FORM_HALF_MAX;
			row[x / 2] = (uint8_t)( row[x / 2] | value << x % 2 * 4 );
		}
	}
	return made;
}

uint32_t form_halves_around( const form_halves* form, int32_t size, int32_t x, int32_t y )
{
	const uint32_t lanes = (uint32_t)( 128 - size ) * 0x010101u;
	uint32_t bits = 0;
	for ( int32_t i = 0; i < 3; i++ )
	{
		uint32_t v;
		memcpy( &v, form->bytes + (size_t)( y + i - 1 ) * form->stride + ( x - 1 ) / 2, sizeof( v ) );
		v >>= ( x - 1 ) % 2 * 4;
		const uint32_t reached = ( ( v & 0xFu ) | ( v & 0xF0u ) << 4 | ( v & 0xF00u ) << 8 ) + lanes;
		bits |= ( ( reached >> 7 & 1u ) | ( reached >> 14 & 2u ) | ( reached >> 21 & 4u ) ) << 3 * i;
	}
	return bits;
}

void form_halves_free( form_halves* form )
{
	free( form->bytes );
}

form_runs form_runs_make( const fw_clearance* from, int32_t width, int32_t height )
{
	form_runs made = { .width = width, .height = height };
	made.rows = haa_take( (size_t)height + 1, sizeof( *made.rows ) );
	for ( int32_t pass = 0; pass < 2; pass++ )
	{
		uint32_t count = 0;
		for ( int32_t y = 0; y < height; y++ )
		{
			const uint8_t* values = fw_clearance_row( from, y );
			made.rows[y] = count;
			for ( int32_t x = 0; x < width; x++ )
			{
				if ( x > 0 && values[x] == values[x - 1] )
				{
					continue;
				}
				if ( pass == 1 )
				{
					made.begins[count] = (uint16_t)x;
					made.values[count] = values[x];
				}
				count++;
			}
		}
		made.rows[height] = count;
		if ( pass == 0 )
		{
			made.begins = haa_take( count, sizeof( *made.begins ) );
			made.values = haa_take( count, 1 );
		}
	}
	made.size = ( (size_t)height + 1 ) * sizeof( *made.rows ) +
	            made.rows[height] * ( sizeof( *made.begins ) + sizeof( *made.values ) );
	return made;
}

uint32_t form_runs_around( const form_runs* form, int32_t size, int32_t x, int32_t y )
{
	uint32_t bits = 0;
	for ( int32_t i = 0; i < 3; i++ )
	{
		const uint32_t end = form->rows[y + i];
		uint32_t low = form->rows[y + i - 1];
		uint32_t high = end;
		while ( high - low > 1 )
		{
			const uint32_t middle = ( low + high ) / 2;
			const bool before = form->begins[middle] <= x - 1;
			low = before ? middle : low;
			high = before ? high : middle;
		}
		for ( int32_t j = 0; j < 3; j++ )
		{
			low += low + 1 < end && form->begins[low + 1] <= x - 1 + j;
			bits |= (uint32_t)( form->values[low] >= size ) << ( 3 * i + j );
		}
	}
	return bits;
}

void form_runs_free( form_runs* form )
{
	free( form->rows );
	free( form->begins );
	free( form->values );
}

static uint8_t value_at( const fw_clearance* from, int32_t x, int32_t y )
{
	return fw_clearance_at( from, x, y );
}

static bool is_uniform( const fw_clearance* from, int32_t bx, int32_t by )
{
	bool same = true;
	for ( int32_t i = 0; i < SIDE * SIDE && same; i++ )
	{
		same = value_at( from, bx + i % SIDE, by + i / SIDE ) == value_at( from, bx, by );
	}
	return same;
}

form_blocks form_blocks_make( const fw_clearance* from, int32_t width, int32_t height )
{
	form_blocks made = { .columns = ( width + SIDE - 1 ) / SIDE, .width = width, .height = height };
	const int32_t count = made.columns * ( ( height + SIDE - 1 ) / SIDE );
	uint32_t own = 0;
	made.blocks = haa_take( (size_t)count, sizeof( *made.blocks ) );
	for ( int32_t i = 0; i < count; i++ )
	{
		const int32_t bx = i % made.columns * SIDE;
		const int32_t by = i / made.columns * SIDE;
		const bool uniform = is_uniform( from, bx, by );
		made.blocks[i] = uniform ? value_at( from, bx, by ) : FORM_OWN + own;
		own += uniform ? 0 : SIDE * SIDE;
	}
	made.values = haa_take( own, 1 );
	for ( int32_t i = 0; i < count; i++ )
	{
		for ( int32_t j = 0; j < SIDE * SIDE && made.blocks[i] >= FORM_OWN; j++ )
		{
			made.values[made.blocks[i] - FORM_OWN + (uint32_t)j] =
			    value_at( from, i % made.columns * SIDE + j % SIDE, i / made.columns * SIDE + j / SIDE );
		}
	}
	made.size = (size_t)count * sizeof( *made.blocks ) + own;
	return made;
}

uint32_t form_blocks_around( const form_blocks* form, int32_t size, int32_t x, int32_t y )
{
	uint32_t bits = 0;
	for ( int32_t i = 0; i < 9; i++ )
	{
		const int32_t tx = x - 1 + i % 3;
		const int32_t ty = y - 1 + i / 3;
		const uint32_t block = form->blocks[ty / SIDE * form->columns + tx / SIDE];
		const uint32_t value =
		    block < FORM_OWN ? block : form->values[block - FORM_OWN + (uint32_t)( ty % SIDE * SIDE + tx % SIDE )];
		bits |= (uint32_t)( value >= (uint32_t)size ) << i;
	}
	return bits;
}

void form_blocks_free( form_blocks* form )
{
	free( form->blocks );
	free( form->values );
}

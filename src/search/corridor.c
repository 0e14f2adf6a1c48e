// SPDX-License-Identifier: MIT
// Cells of a corridor.
#include "search/corridor.h"

static int32_t clamp( int32_t value, int32_t limit )
{
	return value < 0 ? 0 : value < limit ? value : limit - 1;
}

bool fw_corridor_begin( fw_corridor* corridor, const fw_allocator* allocator, int32_t width, int32_t height )
{
	const int32_t round_up = ( 1 << FW_CORRIDOR_SHIFT ) - 1;
	corridor->columns = ( width + round_up ) >> FW_CORRIDOR_SHIFT;
	corridor->rows = ( height + round_up ) >> FW_CORRIDOR_SHIFT;
	return fw_directory_begin( &corridor->cells, allocator, (size_t)corridor->columns * (size_t)corridor->rows );
}

void fw_corridor_add( fw_corridor* corridor, int32_t x0, int32_t y0, int32_t x1, int32_t y1, int32_t margin )
{
	const int32_t left = clamp( ( x0 - margin ) >> FW_CORRIDOR_SHIFT, corridor->columns );
	const int32_t right = clamp( ( x1 + margin ) >> FW_CORRIDOR_SHIFT, corridor->columns );
	const int32_t top = clamp( ( y0 - margin ) >> FW_CORRIDOR_SHIFT, corridor->rows );
	const int32_t bottom = clamp( ( y1 + margin ) >> FW_CORRIDOR_SHIFT, corridor->rows );
	for ( int32_t y = top; y <= bottom; y++ )
	{
		for ( int32_t x = left; x <= right; x++ )
		{
			fw_directory_note( &corridor->cells, (size_t)y * (size_t)corridor->columns + (size_t)x, 0 );
		}
	}
}

uint32_t fw_corridor_around( const fw_corridor* corridor, int32_t x, int32_t y )
{
	uint32_t around = 0;
	for ( int32_t i = 0; i < 9; i++ )
	{
		const int32_t at_x = x + i % 3 - 1;
		const int32_t at_y = y + i / 3 - 1;
		const bool off = at_x < 0 || at_y < 0 || at_x >> FW_CORRIDOR_SHIFT >= corridor->columns ||
		                 at_y >> FW_CORRIDOR_SHIFT >= corridor->rows;
		around |= off || fw_corridor_has( corridor, at_x, at_y ) ? 1u << i : 0;
	}
	return around;
}

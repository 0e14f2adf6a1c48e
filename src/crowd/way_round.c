// SPDX-License-Identifier: MIT
#include "crowd/way_round.h"

#include <string.h>

#define SIDE FW_ROUND_SIDE

typedef struct flooding
{
	fw_way_round* flood;
	const fw_grid* grid;
	uint32_t capabilities;
	fw_rect strait;
	int32_t x0, y0; // of the square
	int32_t count;  // in the queue
} flooding;

static bool is_in( fw_rect rect, int32_t x, int32_t y )
{
	return x >= rect.x && y >= rect.y && x < rect.x + rect.width && y < rect.y + rect.height;
}

static void add( flooding* f, int32_t x, int32_t y )
{
	const int32_t column = x - f->x0;
	const int32_t row = y - f->y0;
	if ( column < 0 || row < 0 || column >= SIDE || row >= SIDE || is_in( f->strait, x, y ) )
	{
		return;
	}
	const int32_t at = row * SIDE + column;
	if ( f->flood->seen[at] == 0 && fw_grid_passable( f->grid, x, y, f->capabilities ) )
	{
		f->flood->seen[at] = 1;
		f->flood->queue[f->count++] = (uint16_t)at;
	}
}

// The tiles before the strait, or behind it.
static fw_rect end_of( fw_rect strait, bool along_x, bool behind )
{
	fw_rect end = strait;
	if ( along_x )
	{
		end.x = behind ? strait.x + strait.width : strait.x - 1;
		end.width = 1;
	}
	else
	{
		end.y = behind ? strait.y + strait.height : strait.y - 1;
		end.height = 1;
	}
	return end;
}

bool fw_way_round_exists( fw_way_round* flood, const fw_grid* grid, uint32_t capabilities, fw_rect strait,
                          bool along_x )
{
	const int32_t length = along_x ? strait.width : strait.height;
	if ( length > FW_ROUND_LENGTH_MAX )
	{
		return false;
	}
	flooding f = { .flood = flood, .grid = grid, .capabilities = capabilities, .strait = strait };
	f.x0 = strait.x + strait.width / 2 - SIDE / 2;
	f.y0 = strait.y + strait.height / 2 - SIDE / 2;
	memset( flood->seen, 0, sizeof( flood->seen ) );
	const fw_rect begin = end_of( strait, along_x, false );
	const fw_rect end = end_of( strait, along_x, true );
	for ( int32_t i = 0; i < begin.width * begin.height; i++ )
	{
		add( &f, begin.x + i % begin.width, begin.y + i / begin.width );
	}
	int32_t at = 0;
	for ( int32_t steps = 0; steps < length + 2 + FW_ROUND_TILES; steps++ )
	{
		const int32_t all = f.count;
		for ( ; at < all; at++ )
		{
			const int32_t x = f.x0 + flood->queue[at] % SIDE;
			const int32_t y = f.y0 + flood->queue[at] / SIDE;
			if ( is_in( end, x, y ) )
			{
				return true;
			}
			add( &f, x + 1, y );
			add( &f, x - 1, y );
			add( &f, x, y + 1 );
			add( &f, x, y - 1 );
		}
	}
	return false;
}

bool fw_way_round_may_change( fw_rect strait, fw_rect edit )
{
	const int32_t x0 = strait.x + strait.width / 2 - SIDE / 2;
	const int32_t y0 = strait.y + strait.height / 2 - SIDE / 2;
	return edit.x < x0 + SIDE && edit.x + edit.width > x0 && edit.y < y0 + SIDE && edit.y + edit.height > y0;
}

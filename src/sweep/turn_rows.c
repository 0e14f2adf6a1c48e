// SPDX-License-Identifier: MIT
// Sets of tiles as runs in rows: collecting, images, comparing.
#include "sweep/turn_builder.h"

// Rows and columns that the set of one curve may span: four of the widest turning circles and the widest disc.
#define SPAN 1024

int32_t fw_turn_rows_collect( const fw_sweep_row* swept, int32_t count, fw_turn_row* rows )
{
	int32_t top = INT32_MAX;
	int32_t bottom = INT32_MIN;
	for ( int32_t i = 0; i < count; i++ )
	{
		top = swept[i].y < top ? swept[i].y : top;
		bottom = swept[i].y > bottom ? swept[i].y : bottom;
	}
	FW_ASSERT( count == 0 || ( bottom >= top && bottom - top < SPAN ) );
	if ( count == 0 )
	{
		return 0;
	}
	const int32_t height = bottom - top + 1;
	int32_t begin[SPAN + 1];
	int32_t end[SPAN];
	memset( begin, 0, (size_t)( height + 1 ) * sizeof( *begin ) );
	for ( int32_t i = 0; i < count; i++ )
	{
		begin[swept[i].y - top + 1]++;
	}
	for ( int32_t y = 0; y < height; y++ )
	{
		begin[y + 1] += begin[y];
		end[y] = begin[y];
	}
	for ( int32_t i = 0; i < count; i++ )
	{
		const fw_turn_row row = { (int16_t)swept[i].y, (int16_t)swept[i].x0, (int16_t)swept[i].x1 };
		const int32_t bucket = row.y - top;
		int32_t place = end[bucket]++;
		for ( ; place > begin[bucket] && rows[place - 1].x0 > row.x0; place-- )
		{
			rows[place] = rows[place - 1];
		}
		rows[place] = row;
	}
	int32_t kept = 0;
	for ( int32_t i = 0; i < count; i++ )
	{
		fw_turn_row* last = kept > 0 ? &rows[kept - 1] : NULL;
		if ( last != NULL && last->y == rows[i].y && rows[i].x0 <= last->x1 + 1 )
		{
			last->x1 = rows[i].x1 > last->x1 ? rows[i].x1 : last->x1;
		}
		else
		{
			rows[kept++] = rows[i];
		}
	}
	return kept;
}

void fw_turn_near_bits( const fw_turn_row* rows, uint32_t count, uint32_t image, int32_t phase,
                        uint64_t near[FW_NEAR_WORDS] )
{
	memset( near, 0, FW_NEAR_WORDS * sizeof( *near ) );
	for ( uint32_t i = 0; i < count; i++ )
	{
		const fw_turn_row row = fw_turn_row_at( rows[i], image, phase );
		const int32_t x0 = row.x0 < -FW_NEAR_REACH ? -FW_NEAR_REACH : row.x0;
		const int32_t x1 = row.x1 >= FW_NEAR_REACH ? FW_NEAR_REACH - 1 : row.x1;
		const int32_t y = row.y + FW_NEAR_REACH;
		if ( x0 <= x1 && y >= 0 && y < 2 * FW_NEAR_REACH )
		{
			const uint64_t run = ( ( (uint64_t)2 << ( x1 - x0 ) ) - 1 ) << ( x0 + FW_NEAR_REACH );
			near[y / 4] |= run << ( 16 * ( y % 4 ) );
		}
	}
}

bool fw_turn_rows_within( const fw_turn_row* a, uint32_t a_count, int32_t dx, int32_t dy, const fw_turn_row* b,
                          uint32_t b_count )
{
	uint32_t j = 0;
	for ( uint32_t i = 0; i < a_count; i++ )
	{
		const int32_t y = a[i].y + dy;
		const int32_t x0 = a[i].x0 + dx;
		while ( j < b_count && ( b[j].y < y || ( b[j].y == y && b[j].x1 < x0 ) ) )
		{
			j++;
		}
		if ( j == b_count || b[j].y != y || b[j].x0 > x0 || b[j].x1 < a[i].x1 + dx )
		{
			return false;
		}
	}
	return true;
}

// Lists the tiles of a set that have no neighbor in it above (-1) or below (1), by column, then row.
static int32_t list_edges( const fw_turn_row* rows, uint32_t count, int32_t side, fw_sweep_row* spare,
                           fw_turn_row* edges )
{
	int32_t found = 0;
	uint32_t j = 0;
	for ( uint32_t i = 0; i < count; i++ )
	{
		const int32_t y = rows[i].y + side;
		int32_t x = rows[i].x0;
		while ( j < count && ( rows[j].y < y || ( rows[j].y == y && rows[j].x1 < x ) ) )
		{
			j++;
		}
		for ( uint32_t k = j; x <= rows[i].x1; k++ )
		{
			const bool meets = k < count && rows[k].y == y && rows[k].x0 <= rows[i].x1;
			const int32_t until = meets ? rows[k].x0 : rows[i].x1 + 1;
			for ( ; x < until; x++ )
			{
				spare[found++] = ( fw_sweep_row ){ x, rows[i].y, rows[i].y };
			}
			x = meets ? rows[k].x1 + 1 : x;
		}
	}
	return fw_turn_rows_collect( spare, found, edges );
}

uint32_t fw_turn_rows_image( turn_builder* builder, const fw_turn_row* rows, uint32_t count, uint32_t image,
                             int32_t phase, fw_turn_row* made )
{
	if ( image & FW_IMAGE_SWAP )
	{
		// Columns become rows, which begin and end at the edges.
		fw_turn_row* ends = builder->sides[0];
		const int32_t runs = list_edges( rows, count, -1, builder->swept, made );
		list_edges( rows, count, 1, builder->swept, ends );
		for ( int32_t i = 0; i < runs; i++ )
		{
			made[i].x1 = ends[i].x1;
		}
		rows = made;
		count = (uint32_t)runs;
	}
	if ( ( image & ~(uint32_t)FW_IMAGE_SWAP ) == 0 )
	{
		return count;
	}
	for ( uint32_t i = 0; i < count; i++ )
	{
		const fw_turn_row row = fw_turn_row_at( rows[i], image, phase );
		builder->swept[i] = ( fw_sweep_row ){ row.y, row.x0, row.x1 };
	}
	return (uint32_t)fw_turn_rows_collect( builder->swept, (int32_t)count, made );
}

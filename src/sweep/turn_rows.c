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

turn_box fw_turn_rows_box( const fw_turn_row* rows, uint32_t count )
{
	turn_box box = { INT32_MAX, INT32_MIN, count > 0 ? rows[0].y : 0, count > 0 ? rows[count - 1].y : 0 };
	for ( uint32_t i = 0; i < count; i++ )
	{
		box.x0 = rows[i].x0 < box.x0 ? rows[i].x0 : box.x0;
		box.x1 = rows[i].x1 > box.x1 ? rows[i].x1 : box.x1;
	}
	return box;
}

// The first row from y on.
static uint32_t first_from( const fw_turn_row* rows, uint32_t count, int32_t y )
{
	uint32_t low = 0;
	uint32_t high = count;
	while ( low < high )
	{
		const uint32_t middle = ( low + high ) / 2;
		low = rows[middle].y < y ? middle + 1 : low;
		high = rows[middle].y < y ? high : middle;
	}
	return low;
}

void fw_turn_near_bits( const fw_turn_row* rows, uint32_t count, uint32_t image, int32_t phase,
                        uint64_t near[FW_NEAR_WORDS] )
{
	memset( near, 0, FW_NEAR_WORDS * sizeof( *near ) );
	// Turned over, the row just below the window may come into it.
	for ( uint32_t i = first_from( rows, count, -FW_NEAR_REACH ); i < count && rows[i].y <= FW_NEAR_REACH; i++ )
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

// Columns of a set while its rows pass by.
typedef struct columns
{
	int16_t begin[SPAN]; // row where the run of a column that is open begins
	int32_t first;       // column of begin[0]
	fw_turn_row* closed; // y: column, x0..x1: rows
	uint32_t count;
} columns;

FW_INLINE void open_columns( columns* c, int32_t from, int32_t to, int32_t y )
{
	for ( int32_t column = from; column < to; column++ )
	{
		c->begin[column - c->first] = (int16_t)y;
	}
}

FW_INLINE void close_columns( columns* c, int32_t from, int32_t to, int32_t y )
{
	for ( int32_t column = from; column < to; column++ )
	{
		c->closed[c->count++] = ( fw_turn_row ){ (int16_t)column, c->begin[column - c->first], (int16_t)( y - 1 ) };
	}
}

// Most rows have the same runs as the one above, with their ends moved a little. False for others, before any change.
static bool pass_like_row( columns* c, const fw_turn_row* above, const fw_turn_row* below, uint32_t count, int32_t y )
{
	int32_t last = INT32_MIN;
	for ( uint32_t i = 0; i < count; i++ )
	{
		const fw_turn_row a = above[i];
		const fw_turn_row b = below[i];
		if ( a.x0 < last || b.x0 < last || a.x0 > b.x1 + 1 || b.x0 > a.x1 + 1 )
		{
			return false;
		}
		last = ( a.x1 > b.x1 ? a.x1 : b.x1 ) + 1;
	}
	for ( uint32_t i = 0; i < count; i++ )
	{
		open_columns( c, below[i].x0, above[i].x0, y );
		close_columns( c, above[i].x0, below[i].x0, y );
		open_columns( c, above[i].x1 + 1, below[i].x1 + 1, y );
		close_columns( c, below[i].x1 + 1, above[i].x1 + 1, y );
	}
	return true;
}

FW_INLINE int32_t edge_at( const fw_turn_row* row, uint32_t i )
{
	return i & 1 ? row[i / 2].x1 + 1 : row[i / 2].x0;
}

// Opens and closes columns between a row and the one below it: at the edges of runs it changes whether a column is in.
static void pass_row( columns* c, const fw_turn_row* above, uint32_t above_count, const fw_turn_row* below,
                      uint32_t below_count, int32_t y )
{
	uint32_t i = 0;
	uint32_t j = 0;
	if ( above_count == below_count && pass_like_row( c, above, below, above_count, y ) )
	{
		return;
	}
	while ( i < 2 * above_count || j < 2 * below_count )
	{
		const int32_t a = i < 2 * above_count ? edge_at( above, i ) : INT32_MAX;
		const int32_t b = j < 2 * below_count ? edge_at( below, j ) : INT32_MAX;
		const int32_t x = a < b ? a : b;
		i += a == x;
		j += b == x;
		if ( ( i & 1 ) == ( j & 1 ) )
		{
			continue;
		}
		const int32_t next_a = i < 2 * above_count ? edge_at( above, i ) : INT32_MAX;
		const int32_t next_b = j < 2 * below_count ? edge_at( below, j ) : INT32_MAX;
		const int32_t next = next_a < next_b ? next_a : next_b;
		if ( j & 1 )
		{
			open_columns( c, x, next, y );
		}
		else
		{
			close_columns( c, x, next, y );
		}
	}
}

uint32_t fw_turn_rows_swapped( const fw_turn_row* rows, uint32_t count, fw_turn_row* spare, fw_turn_row* swapped )
{
	if ( count == 0 )
	{
		return 0;
	}
	columns c;
	c.closed = spare;
	c.count = 0;
	const turn_box box = fw_turn_rows_box( rows, count );
	const int32_t width = box.x1 - box.x0 + 1;
	FW_ASSERT( width <= SPAN );
	c.first = box.x0;
	uint32_t above = 0; // the runs [above, row) of the last row
	for ( uint32_t row = 0, next = 0; row < count; row = next )
	{
		for ( next = row + 1; next < count && rows[next].y == rows[row].y; next++ )
		{
		}
		const bool joins = row > above && rows[above].y == rows[row].y - 1;
		if ( !joins && row > above )
		{
			pass_row( &c, rows + above, row - above, NULL, 0, rows[above].y + 1 );
		}
		pass_row( &c, rows + above, joins ? row - above : 0, rows + row, next - row, rows[row].y );
		above = row;
	}
	pass_row( &c, rows + above, count - above, NULL, 0, rows[above].y + 1 );
	// A column's runs were closed from above to below.
	uint32_t end[SPAN + 1];
	memset( end, 0, (size_t)( width + 1 ) * sizeof( *end ) );
	for ( uint32_t i = 0; i < c.count; i++ )
	{
		end[c.closed[i].y - box.x0 + 1]++;
	}
	for ( int32_t x = 1; x < width; x++ )
	{
		end[x] += end[x - 1];
	}
	for ( uint32_t i = 0; i < c.count; i++ )
	{
		swapped[end[c.closed[i].y - box.x0]++] = c.closed[i];
	}
	return c.count;
}

void fw_turn_rows_flipped( const fw_turn_row* rows, uint32_t count, uint32_t image, int32_t phase,
                           fw_turn_row* flipped )
{
	const bool from_below = ( image & FW_IMAGE_FLIP_Y ) != 0;
	const bool from_right = ( image & FW_IMAGE_FLIP_X ) != 0;
	for ( uint32_t begin = 0, end = 0; begin < count; begin = end )
	{
		for ( end = begin + 1; end < count && rows[end].y == rows[begin].y; end++ )
		{
		}
		const uint32_t first = from_below ? count - end : begin;
		for ( uint32_t i = begin; i < end; i++ )
		{
			flipped[first + ( from_right ? end - 1 - i : i - begin )] = fw_turn_row_at( rows[i], image, phase );
		}
	}
}

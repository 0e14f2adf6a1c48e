// SPDX-License-Identifier: MIT
// Labeling of runs by union-find (R. E. Tarjan, "Efficiency of a Good But Not Linear Set Union Algorithm", 1975).
#include "annotate/region.h"

#include <math.h>

// While labeling, label holds the index of a run's parent; a root is its own parent and the smallest of its set.
static uint32_t find_root( fw_run* runs, uint32_t i )
{
	while ( runs[i].label != i )
	{
		runs[i].label = runs[runs[i].label].label;
		i = runs[i].label;
	}
	return i;
}

static void unite( fw_run* runs, uint32_t i, uint32_t j )
{
	i = find_root( runs, i );
	j = find_root( runs, j );
	if ( i < j )
	{
		runs[j].label = i;
	}
	else
	{
		runs[i].label = j;
	}
}

// Appends the runs of set bits of one row. False when memory is out.
static bool append_runs( fw_regions* regions, const fw_allocator* allocator, const uint64_t* words, int32_t width )
{
	int32_t x = 0;
	while ( x < width )
	{
		uint64_t bits = words[x >> 6] >> ( x & 63 );
		if ( bits == 0 )
		{
			x = ( x | 63 ) + 1;
			continue;
		}
		x += FW_CTZ64( bits );
		const int32_t first = x;
		while ( x < width )
		{
			bits = ~words[x >> 6] >> ( x & 63 );
			if ( bits != 0 )
			{
				x += FW_CTZ64( bits );
				break;
			}
			x = ( x | 63 ) + 1;
		}
		x = x > width ? width : x;
		if ( !FW_GROW( allocator, &regions->runs, &regions->capacity, regions->count + 1 ) )
		{
			return false;
		}
		const uint32_t index = (uint32_t)regions->count++;
		regions->runs[index] = ( fw_run ){ (uint16_t)first, (uint16_t)( x - 1 ), index };
	}
	return true;
}

// Joins the runs of a row with those of the row above that share a column.
static void join_rows( fw_run* runs, int32_t above, int32_t above_end, int32_t below, int32_t below_end )
{
	while ( above < above_end && below < below_end )
	{
		if ( runs[above].x0 <= runs[below].x1 && runs[below].x0 <= runs[above].x1 )
		{
			unite( runs, (uint32_t)above, (uint32_t)below );
		}
		if ( runs[above].x1 < runs[below].x1 )
		{
			above++;
		}
		else
		{
			below++;
		}
	}
}

// Turns parents into labels 1, 2, ... by the order of first appearance, so that they do not depend on the joins.
static void number_regions( fw_run* runs, int32_t count )
{
	uint32_t next = 0;
	for ( int32_t i = 0; i < count; i++ )
	{
		const uint32_t parent = runs[i].label;
		// A parent comes before its successors and so has its final label already.
		runs[i].label = parent == (uint32_t)i ? ++next : runs[parent].label;
	}
}

bool fw_regions_build( fw_regions* regions, const fw_allocator* allocator, int32_t width, int32_t height,
                       fw_row_source* source, const void* context, uint64_t* row )
{
	fw_regions made = { .height = height };
	made.row_start = fw_alloc( allocator, (size_t)height + 1, sizeof( int32_t ) );
	bool ok = made.row_start != NULL;
	for ( int32_t y = 0; ok && y < height; y++ )
	{
		made.row_start[y] = made.count;
		source( context, y, row );
		ok = append_runs( &made, allocator, row, width );
		if ( ok && y > 0 )
		{
			join_rows( made.runs, made.row_start[y - 1], made.row_start[y], made.row_start[y], made.count );
		}
	}
	if ( !ok )
	{
		fw_regions_free( &made, allocator );
		return false;
	}
	made.row_start[height] = made.count;
	number_regions( made.runs, made.count );
	fw_regions_free( regions, allocator );
	*regions = made;
	return true;
}

void fw_regions_free( fw_regions* regions, const fw_allocator* allocator )
{
	fw_free( allocator, regions->runs, (size_t)regions->capacity, sizeof( fw_run ) );
	fw_free( allocator, regions->row_start, (size_t)regions->height + 1, sizeof( int32_t ) );
	*regions = ( fw_regions ){ 0 };
}

// The first run of a row that ends at column x or after it.
static int32_t run_from( const fw_regions* regions, int32_t x, int32_t y )
{
	int32_t lo = regions->row_start[y];
	int32_t hi = regions->row_start[y + 1];
	while ( lo < hi )
	{
		const int32_t mid = lo + ( hi - lo ) / 2;
		if ( regions->runs[mid].x1 < x )
		{
			lo = mid + 1;
		}
		else
		{
			hi = mid;
		}
	}
	return lo;
}

uint32_t fw_regions_at( const fw_regions* regions, int32_t x, int32_t y )
{
	if ( y < 0 || y >= regions->height || x < 0 )
	{
		return 0;
	}
	const int32_t run = run_from( regions, x, y );
	return run < regions->row_start[y + 1] && regions->runs[run].x0 <= x ? regions->runs[run].label : 0;
}

// The nearest bit so far.
typedef struct near_run
{
	uint32_t label;
	double px, py;
	double squared;
	int32_t x, y;
} near_run;

// Takes the nearest bit of a run, if it is of the region. False where no run further on in this direction can be
// nearer.
static bool take_run( near_run* best, const fw_run* run, int32_t y )
{
	const double dy = y + 0.5 - best->py;
	const double column = fmin( fmax( floor( best->px ), run->x0 ), run->x1 );
	const double dx = column + 0.5 - best->px;
	const double squared = dx * dx + dy * dy;
	if ( squared >= best->squared )
	{
		return false;
	}
	if ( run->label == best->label )
	{
		best->squared = squared;
		best->x = (int32_t)column;
		best->y = y;
		return false;
	}
	return true;
}

static void take_row( near_run* best, const fw_regions* regions, int32_t y )
{
	const int32_t first = regions->row_start[y];
	const int32_t end = regions->row_start[y + 1];
	const int32_t column = (int32_t)fmin( fmax( floor( best->px ), 0.0 ), UINT16_MAX );
	const int32_t middle = run_from( regions, column, y );
	for ( int32_t i = middle - 1; i >= first && take_run( best, &regions->runs[i], y ); i-- )
	{
	}
	for ( int32_t i = middle; i < end && take_run( best, &regions->runs[i], y ); i++ )
	{
	}
}

bool fw_regions_nearest( const fw_regions* regions, uint32_t label, double px, double py, int32_t* x, int32_t* y )
{
	near_run best = { label, px, py, INFINITY, 0, 0 };
	const int32_t row = (int32_t)fmin( fmax( floor( py ), 0.0 ), regions->height - 1.0 );
	for ( int32_t k = 0; k < regions->height; k++ )
	{
		// Rows further away than the best one cannot hold a nearer bit.
		const double up = fabs( row - k + 0.5 - py );
		const double down = fabs( row + k + 0.5 - py );
		if ( fmin( up, down ) * fmin( up, down ) > best.squared )
		{
			break;
		}
		if ( row - k >= 0 )
		{
			take_row( &best, regions, row - k );
		}
		if ( k > 0 && row + k < regions->height )
		{
			take_row( &best, regions, row + k );
		}
	}
	*x = best.x;
	*y = best.y;
	return best.squared < INFINITY;
}

// SPDX-License-Identifier: MIT
// Labeling of runs by union-find.
#include "annotate/region.h"

#include "base/union_find.h"

#include <math.h>

// The first column from x on whose bit differs from those of `flip`, all ones or all zeros; `width` where none does.
static int32_t next_column( const uint64_t* words, int32_t x, int32_t width, uint64_t flip )
{
	while ( x < width )
	{
		const uint64_t bits = ( words[x >> 6] ^ flip ) >> ( x & 63 );
		if ( bits != 0 )
		{
			x += FW_CTZ64( bits );
			break;
		}
		x = ( x | 63 ) + 1;
	}
	return x < width ? x : width;
}

// Appends the runs of set bits of one row. False when memory is out.
static bool append_runs( fw_regions* regions, const fw_allocator* allocator, const uint64_t* words, int32_t width )
{
	int32_t x = next_column( words, 0, width, 0 );
	while ( x < width )
	{
		const int32_t end = next_column( words, x, width, ~(uint64_t)0 );
		const fw_run run = { (uint16_t)x, (uint16_t)( end - 1 ) };
		if ( !FW_PUSH( allocator, &regions->runs, &regions->count, &regions->capacity, run ) )
		{
			return false;
		}
		x = next_column( words, end, width, 0 );
	}
	return true;
}

// Joins the runs of a row with those of the row above that share a column.
static void join_rows( const fw_regions* regions, int32_t y )
{
	int32_t above = regions->row_start[y - 1];
	int32_t below = regions->row_start[y];
	while ( above < regions->row_start[y] && below < regions->row_start[y + 1] )
	{
		const fw_run a = regions->runs[above];
		const fw_run b = regions->runs[below];
		if ( a.x0 <= b.x1 && b.x0 <= a.x1 )
		{
			fw_union_join( regions->labels, (uint32_t)above, (uint32_t)below );
		}
		above += a.x1 < b.x1 ? 1 : 0;
		below += a.x1 < b.x1 ? 0 : 1;
	}
}

// Turns parents into labels 1, 2, ... by the order of first appearance, so that they do not depend on the joins.
static void number_regions( fw_regions* regions )
{
	for ( int32_t i = 0; i < regions->count; i++ )
	{
		const uint32_t parent = regions->labels[i];
		// A parent comes before its successors and so has its final label already.
		regions->labels[i] = parent == (uint32_t)i ? ++regions->regions : regions->labels[parent];
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
	}
	made.labels = ok ? fw_alloc( allocator, (size_t)made.count + 1, sizeof( uint32_t ) ) : NULL;
	ok = made.labels != NULL;
	if ( ok )
	{
		made.row_start[height] = made.count;
		for ( int32_t i = 0; i < made.count; i++ )
		{
			made.labels[i] = (uint32_t)i;
		}
		for ( int32_t y = 1; y < height; y++ )
		{
			join_rows( &made, y );
		}
		number_regions( &made );
	}
	fw_regions_hold( &( fw_holdings ){ .allocator = allocator }, ok ? regions : &made );
	*regions = ok ? made : *regions;
	return ok;
}

void fw_regions_hold( fw_holdings* holdings, const fw_regions* regions )
{
	FW_HOLD( holdings, regions->runs, regions->capacity );
	FW_HOLD( holdings, regions->labels, regions->count + 1 );
	FW_HOLD( holdings, regions->row_start, regions->height + 1 );
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
	return run < regions->row_start[y + 1] && regions->runs[run].x0 <= x ? regions->labels[run] : 0;
}

// The nearest bit so far.
typedef struct near_run
{
	const fw_regions* regions;
	uint32_t label;
	double px, py;
	double squared;
	int32_t x, y;
} near_run;

// Takes the nearest bit of a run, if it is of the region. False where no run further on in this direction can be
// nearer.
static bool take_run( near_run* best, int32_t index, int32_t y )
{
	const fw_run* run = &best->regions->runs[index];
	const double dy = y + 0.5 - best->py;
	const double column = fmin( fmax( floor( best->px ), run->x0 ), run->x1 );
	const double dx = column + 0.5 - best->px;
	const double squared = dx * dx + dy * dy;
	if ( squared >= best->squared )
	{
		return false;
	}
	if ( best->regions->labels[index] == best->label )
	{
		best->squared = squared;
		best->x = (int32_t)column;
		best->y = y;
		return false;
	}
	return true;
}

bool fw_regions_nearest( const fw_regions* regions, uint32_t label, double px, double py, int32_t* x, int32_t* y )
{
	near_run best = { regions, label, px, py, INFINITY, 0, 0 };
	const int32_t row = (int32_t)fmin( fmax( floor( py ), 0.0 ), regions->height - 1.0 );
	const int32_t column = (int32_t)fmin( fmax( floor( px ), 0.0 ), UINT16_MAX );
	for ( int32_t k = 0; k < 2 * regions->height; k++ )
	{
		// Up and down in turn, beginning with the point's own row.
		const int32_t at = k % 2 == 0 ? row + k / 2 : row - ( k + 1 ) / 2;
		const double least = ( k + 1 ) / 2 - 1.0; // from a row's middle to the point
		if ( least * least > best.squared )
		{
			break;
		}
		if ( at < 0 || at >= regions->height )
		{
			continue;
		}
		const int32_t middle = run_from( regions, column, at );
		for ( int32_t i = middle - 1; i >= regions->row_start[at] && take_run( &best, i, at ); i-- )
		{
		}
		for ( int32_t i = middle; i < regions->row_start[at + 1] && take_run( &best, i, at ); i++ )
		{
		}
	}
	*x = best.x;
	*y = best.y;
	return best.squared < INFINITY;
}

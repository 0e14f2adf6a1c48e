// SPDX-License-Identifier: MIT
// Labeling of runs by union-find.
#include "annotate/region.h"

#include "base/union_find.h"

#include <math.h>

// Rows of a band, as powers of two. An edit builds all rows of the bands that it touches, and joins all bands: higher
// maps have higher bands, so that joining stays the smaller part.
#define BITS_MIN 4
#define BITS_MAX 6
#define BANDS 32

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
static bool append_runs( fw_band* band, const fw_allocator* allocator, const uint64_t* words, int32_t width )
{
	int32_t x = next_column( words, 0, width, 0 );
	while ( x < width )
	{
		const int32_t end = next_column( words, x, width, ~(uint64_t)0 );
		const fw_run run = { (uint16_t)x, (uint16_t)( end - 1 ) };
		if ( !FW_PUSH( allocator, &band->runs, &band->count, &band->capacity, run ) )
		{
			return false;
		}
		x = next_column( words, end, width, 0 );
	}
	return true;
}

static int32_t band_rows( const fw_regions* regions )
{
	return 1 << regions->band_bits;
}

static int32_t bands_of( const fw_regions* regions, int32_t height )
{
	return ( height + band_rows( regions ) - 1 ) >> regions->band_bits;
}

static fw_band* band_of( const fw_regions* regions, int32_t y )
{
	return &regions->bands[y >> regions->band_bits];
}

// The index of the first run of a row in its band; that of the next row follows.
static const int32_t* start_of( const fw_regions* regions, int32_t y )
{
	return &regions->row_start[y + ( y >> regions->band_bits )];
}

// Joins the runs of a row with those of the row above that share a column: runs of a band, or parts of two.
static void join_rows( const fw_regions* regions, int32_t y, uint32_t* labels )
{
	const fw_band* upper = band_of( regions, y - 1 );
	const fw_band* lower = band_of( regions, y );
	const int32_t* above = start_of( regions, y - 1 );
	const int32_t* below = start_of( regions, y );
	int32_t i = above[0];
	int32_t k = below[0];
	while ( i < above[1] && k < below[1] )
	{
		const fw_run a = upper->runs[i];
		const fw_run b = lower->runs[k];
		if ( a.x0 <= b.x1 && b.x0 <= a.x1 )
		{
			const uint32_t part = upper == lower ? (uint32_t)i : upper->first_part + upper->parts[i];
			const uint32_t other = upper == lower ? (uint32_t)k : lower->first_part + lower->parts[k];
			fw_union_join( labels, part, other );
		}
		i += a.x1 < b.x1 ? 1 : 0;
		k += a.x1 < b.x1 ? 0 : 1;
	}
}

// Turns parents into labels `first`, `first` + 1, ... by the order of first appearance, so that they do not depend on
// the joins. Gives their number.
static uint32_t number( uint32_t* labels, uint32_t count, uint32_t first )
{
	uint32_t sets = 0;
	for ( uint32_t i = 0; i < count; i++ )
	{
		// A parent comes before its successors and so has its final label already.
		labels[i] = labels[i] == i ? first + sets++ : labels[labels[i]];
	}
	return sets;
}

static void own_labels( uint32_t* labels, uint32_t count )
{
	for ( uint32_t i = 0; i < count; i++ )
	{
		labels[i] = i;
	}
}

static bool build_band( fw_regions* regions, const fw_allocator* allocator, int32_t index, const fw_plane_source* from )
{
	fw_band* band = &regions->bands[index];
	const int32_t y0 = index << regions->band_bits;
	const int32_t end = y0 + band_rows( regions );
	const int32_t y1 = end < regions->height ? end : regions->height;
	int32_t* row_start = &regions->row_start[y0 + index];
	band->count = 0;
	for ( int32_t y = y0; y < y1; y++ )
	{
		row_start[y - y0] = band->count;
		from->rows( from->context, y, from->row );
		if ( !append_runs( band, allocator, from->row, from->width ) )
		{
			return false;
		}
	}
	row_start[y1 - y0] = band->count;
	if ( !FW_GROW( allocator, &band->parts, &band->parts_capacity, band->count ) )
	{
		return false;
	}
	own_labels( band->parts, (uint32_t)band->count );
	for ( int32_t y = y0 + 1; y < y1; y++ )
	{
		join_rows( regions, y, band->parts );
	}
	band->part_count = number( band->parts, (uint32_t)band->count, 0 );
	return true;
}

static bool join_bands( fw_regions* regions, const fw_allocator* allocator )
{
	regions->part_count = 0;
	for ( int32_t i = 0; i < regions->band_count; i++ )
	{
		regions->bands[i].first_part = regions->part_count;
		regions->part_count += regions->bands[i].part_count;
	}
	if ( !FW_GROW( allocator, &regions->labels, &regions->labels_capacity, (int32_t)regions->part_count ) )
	{
		return false;
	}
	own_labels( regions->labels, regions->part_count );
	for ( int32_t y = band_rows( regions ); y < regions->height; y += band_rows( regions ) )
	{
		join_rows( regions, y, regions->labels );
	}
	regions->regions = number( regions->labels, regions->part_count, 1 );
	return true;
}

// Takes memory for all but the runs and the parts.
static bool begin( fw_regions* regions, const fw_allocator* allocator, int32_t height )
{
	regions->band_bits = BITS_MIN;
	while ( regions->band_bits < BITS_MAX && height >> regions->band_bits > BANDS )
	{
		regions->band_bits++;
	}
	const int32_t bands = bands_of( regions, height );
	regions->bands = fw_alloc_zero( allocator, (size_t)bands, sizeof( fw_band ) );
	regions->band_count = regions->bands != NULL ? bands : 0;
	regions->row_start = fw_alloc( allocator, (size_t)height + (size_t)bands, sizeof( int32_t ) );
	regions->height = regions->row_start != NULL ? height : 0;
	return regions->bands != NULL && regions->row_start != NULL;
}

static bool has_changed( const fw_regions* regions, int32_t band, const fw_rect* parts, int32_t count )
{
	const int32_t y0 = band << regions->band_bits;
	bool changed = false;
	for ( int32_t i = 0; i < count && !changed; i++ )
	{
		changed = parts[i].y < y0 + band_rows( regions ) && parts[i].y + parts[i].height > y0;
	}
	return changed;
}

bool fw_regions_build( fw_regions* regions, const fw_allocator* allocator, const fw_plane_source* from,
                       const fw_rect* parts, int32_t count )
{
	const bool all = regions->height == 0;
	bool ok = !all || begin( regions, allocator, from->height );
	for ( int32_t i = 0; i < regions->band_count && ok; i++ )
	{
		ok = ( !all && !has_changed( regions, i, parts, count ) ) || build_band( regions, allocator, i, from );
	}
	ok = ok && join_bands( regions, allocator );
	if ( !ok )
	{
		fw_regions_hold( &( fw_holdings ){ .allocator = allocator }, regions );
		*regions = ( fw_regions ){ 0 };
	}
	return ok;
}

void fw_regions_hold( fw_holdings* holdings, const fw_regions* regions )
{
	for ( int32_t i = 0; i < regions->band_count; i++ )
	{
		FW_HOLD( holdings, regions->bands[i].runs, regions->bands[i].capacity );
		FW_HOLD( holdings, regions->bands[i].parts, regions->bands[i].parts_capacity );
	}
	FW_HOLD( holdings, regions->row_start, regions->height + bands_of( regions, regions->height ) );
	FW_HOLD( holdings, regions->labels, regions->labels_capacity );
	FW_HOLD( holdings, regions->bands, regions->band_count );
}

// The first run of a row that ends at column x or after it.
static int32_t run_from( const fw_regions* regions, int32_t x, int32_t y )
{
	const fw_run* runs = band_of( regions, y )->runs;
	int32_t lo = start_of( regions, y )[0];
	int32_t hi = start_of( regions, y )[1];
	while ( lo < hi )
	{
		const int32_t mid = lo + ( hi - lo ) / 2;
		if ( runs[mid].x1 < x )
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

static uint32_t label_of( const fw_regions* regions, const fw_band* band, int32_t run )
{
	return regions->labels[band->first_part + band->parts[run]];
}

uint32_t fw_regions_at( const fw_regions* regions, int32_t x, int32_t y )
{
	if ( y < 0 || y >= regions->height || x < 0 )
	{
		return 0;
	}
	const int32_t run = run_from( regions, x, y );
	const fw_band* band = band_of( regions, y );
	return run < start_of( regions, y )[1] && band->runs[run].x0 <= x ? label_of( regions, band, run ) : 0;
}

void fw_regions_row( const fw_regions* regions, int32_t y, uint32_t* labels )
{
	const fw_band* band = band_of( regions, y );
	for ( int32_t i = start_of( regions, y )[0]; i < start_of( regions, y )[1]; i++ )
	{
		const uint32_t label = label_of( regions, band, i );
		for ( uint32_t x = band->runs[i].x0; x <= band->runs[i].x1; x++ )
		{
			labels[x] = label;
		}
	}
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
	const fw_band* band = band_of( best->regions, y );
	const fw_run* run = &band->runs[index];
	const double dy = y + 0.5 - best->py;
	const double column = fmin( fmax( floor( best->px ), run->x0 ), run->x1 );
	const double dx = column + 0.5 - best->px;
	const double squared = dx * dx + dy * dy;
	if ( squared >= best->squared )
	{
		return false;
	}
	if ( label_of( best->regions, band, index ) == best->label )
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
		for ( int32_t i = middle - 1; i >= start_of( regions, at )[0] && take_run( &best, i, at ); i-- )
		{
		}
		for ( int32_t i = middle; i < start_of( regions, at )[1] && take_run( &best, i, at ); i++ )
		{
		}
	}
	*x = best.x;
	*y = best.y;
	return best.squared < INFINITY;
}

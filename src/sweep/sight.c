// SPDX-License-Identifier: MIT
// Lines of sight between lattice points: which tiles of each row does the line cross, and which corners does it meet?
//
// Between two rows of tiles a line moves by dx / dy, kept as a whole number and a remainder over 2 dy, so that a row
// costs an addition and a test of words, and a remainder of zero says that the line meets a corner exactly there.
// Sources: see fairway/sweep.h.
#include "sweep/sight.h"

#include <math.h>

// A place on a horizontal grid line in units of a tile: whole + rest / den, 0 <= rest < den.
typedef struct crossing
{
	int64_t whole, rest;
} crossing;

FW_INLINE crossing divide( int64_t numerator, int64_t den )
{
	int64_t whole = numerator / den;
	int64_t rest = numerator % den;
	if ( rest < 0 )
	{
		whole--;
		rest += den;
	}
	return ( crossing ){ whole, rest };
}

FW_INLINE crossing add( crossing a, crossing b, int64_t den )
{
	const int64_t rest = a.rest + b.rest;
	const int64_t carry = rest >= den ? 1 : 0;
	return ( crossing ){ a.whole + b.whole + carry, rest - ( carry != 0 ? den : 0 ) };
}

// What is looked at: a bit plane, or where that is null the grid itself.
typedef struct ground
{
	const fw_layer* plane;
	const fw_grid* grid;
	uint32_t capabilities;
} ground;

// Which of the 64 tiles of row y from column x on are free.
FW_INLINE uint64_t free_bits( const ground* tiles, int32_t x, int32_t y )
{
	if ( FW_LIKELY( tiles->plane != NULL ) )
	{
		return fw_layer_bits( tiles->plane, x, y );
	}
	uint64_t bits = 0;
	for ( int32_t i = 0; i < 64; i++ )
	{
		bits |= (uint64_t)( fw_grid_passable( tiles->grid, x + i, y, tiles->capabilities ) ? 1 : 0 ) << i;
	}
	return bits;
}

// Are the tiles from..to of a row free?
FW_INLINE bool run_is_free( const ground* tiles, int32_t y, int32_t from, int32_t to )
{
	for ( ; to - from >= 64; from += 64 )
	{
		if ( free_bits( tiles, from, y ) != ~(uint64_t)0 )
		{
			return false;
		}
	}
	const uint64_t run = ~(uint64_t)0 >> ( 63 - ( to - from ) );
	return ( ~free_bits( tiles, from, y ) & run ) == 0;
}

// Is there a blocked tile on both sides of the line where it passes the corner (x, y)?
FW_INLINE bool is_pinched( const ground* tiles, int32_t x, int32_t y, bool rightward )
{
	const uint64_t above = free_bits( tiles, x - 1, y - 1 );
	const uint64_t below = free_bits( tiles, x - 1, y );
	return rightward ? ( above & 2 ) == 0 && ( below & 1 ) == 0 : ( above & 1 ) == 0 && ( below & 2 ) == 0;
}

// Along the grid line between the rows y - 1 and y, over the columns from..to.
static bool horizontal_edge_is_free( const ground* tiles, fw_corners corners, int32_t y, int32_t from, int32_t to )
{
	// Bit i of a word is column `at` + i. Its last bit overlaps the next word's first, for the pairs.
	for ( int32_t at = from; at <= to; at += 63 )
	{
		const uint64_t above = free_bits( tiles, at, y - 1 );
		const uint64_t below = free_bits( tiles, at, y );
		const int32_t left = to - at;
		const uint64_t edges = left >= 63 ? ~(uint64_t)0 : ~(uint64_t)0 >> ( 63 - left );
		const uint64_t pairs = edges >> 1;
		const uint64_t along = ( above & above >> 1 ) | ( below & below >> 1 );
		if ( ( ~( above | below ) & edges ) != 0 || ( corners == FW_CORNERS_CLOSED && ( ~along & pairs ) != 0 ) )
		{
			return false;
		}
	}
	return true;
}

// Down the grid line between the columns x - 1 and x, over the rows from..to.
static bool vertical_edge_is_free( const ground* tiles, fw_corners corners, int32_t x, int32_t from, int32_t to )
{
	uint32_t before = 3;
	for ( int32_t y = from; y <= to; y++ )
	{
		const uint32_t beside = (uint32_t)free_bits( tiles, x - 1, y ) & 3;
		if ( beside == 0 || ( corners == FW_CORNERS_CLOSED && ( beside & before ) == 0 ) )
		{
			return false;
		}
		before = beside;
	}
	return true;
}

// The line goes down (y0 < y1), and not along a border of tiles.
static bool slanted_is_free( const ground* tiles, fw_corners corners, int32_t x0, int32_t y0, int32_t x1, int32_t y1 )
{
	const int64_t dx = (int64_t)x1 - x0;
	const int64_t dy = (int64_t)y1 - y0;
	const int64_t den = 2 * dy;
	const bool rightward = dx > 0;
	const int32_t last_row = ( ( y1 + 1 ) >> 1 ) - 1;
	const crossing step = divide( 2 * dx, den );
	crossing enter = divide( x0 * dy, den );
	for ( int32_t row = y0 >> 1; row <= last_row; row++ )
	{
		const bool is_first = row == y0 >> 1;
		crossing leave;
		if ( row == last_row )
		{
			leave = divide( x1 * dy, den );
		}
		else
		{
			leave = is_first ? divide( x0 * dy + dx * ( 2 * (int64_t)row + 2 - y0 ), den ) : add( enter, step, den );
		}
		const crossing low = rightward ? enter : leave;
		const crossing high = rightward ? leave : enter;
		const int32_t to = (int32_t)( high.rest == 0 ? high.whole - 1 : high.whole );
		if ( !run_is_free( tiles, row, (int32_t)low.whole, to ) )
		{
			return false;
		}
		if ( leave.rest == 0 && row < last_row && corners == FW_CORNERS_CLOSED &&
		     is_pinched( tiles, (int32_t)leave.whole, row + 1, rightward ) )
		{
			return false;
		}
		enter = leave;
	}
	return true;
}

// A point that does not move: on the border or the inside of a free tile.
static bool point_is_free( const ground* tiles, int32_t x, int32_t y )
{
	for ( int32_t ty = ( y - 1 ) >> 1; ty <= y >> 1; ty++ )
	{
		for ( int32_t tx = ( x - 1 ) >> 1; tx <= x >> 1; tx++ )
		{
			if ( ( free_bits( tiles, tx, ty ) & 1 ) != 0 )
			{
				return true;
			}
		}
	}
	return false;
}

// From (x0, y0) down, or to the right, to (x1, y1).
static bool is_free( const ground* tiles, fw_corners corners, int32_t x0, int32_t y0, int32_t x1, int32_t y1 )
{
	if ( y0 == y1 )
	{
		const int32_t last = ( ( x1 + 1 ) >> 1 ) - 1;
		return x0 == x1          ? point_is_free( tiles, x0, y0 )
		       : ( y0 & 1 ) != 0 ? run_is_free( tiles, y0 >> 1, x0 >> 1, last )
		                         : horizontal_edge_is_free( tiles, corners, y0 >> 1, x0 >> 1, last );
	}
	return x0 == x1 && ( x0 & 1 ) == 0
	           ? vertical_edge_is_free( tiles, corners, x0 >> 1, y0 >> 1, ( ( y1 + 1 ) >> 1 ) - 1 )
	           : slanted_is_free( tiles, corners, x0, y0, x1, y1 );
}

static bool is_free_between( const ground* tiles, fw_corners corners, int32_t x0, int32_t y0, int32_t x1, int32_t y1 )
{
	return y0 > y1 || ( y0 == y1 && x0 > x1 ) ? is_free( tiles, corners, x1, y1, x0, y0 )
	                                          : is_free( tiles, corners, x0, y0, x1, y1 );
}

bool fw_layer_sight( const fw_layer* tiles, fw_corners corners, int32_t x0, int32_t y0, int32_t x1, int32_t y1 )
{
	const ground plane = { tiles, NULL, 0 };
	return is_free_between( &plane, corners, x0, y0, x1, y1 );
}

bool fw_sight_clear( const fw_grid* grid, uint32_t capabilities, fw_corners corners, int32_t x0, int32_t y0, int32_t x1,
                     int32_t y1 )
{
	const int32_t width = 2 * fw_grid_width( grid );
	const int32_t height = 2 * fw_grid_height( grid );
	const bool inside =
	    x0 >= 0 && x1 >= 0 && y0 >= 0 && y1 >= 0 && x0 <= width && x1 <= width && y0 <= height && y1 <= height;
	const ground tiles = { fw_grid_layer( grid, capabilities ), grid, capabilities };
	return inside && is_free_between( &tiles, corners, x0, y0, x1, y1 );
}

// Between any two points, for the ends of paths that lie on no lattice point: in doubles, with a slack that lets a line
// touch what it may touch.

// So deep a line may graze a tile [tiles]: far above rounding on the largest map, far below anything that can be seen.
#define GRAZE 1e-9

static bool is_whole( double x )
{
	return fabs( x - floor( x + 0.5 ) ) <= GRAZE;
}

static int32_t whole( double x )
{
	return (int32_t)floor( x + 0.5 );
}

// Are the tiles free whose inside the line crosses between two heights of one row?
static bool inside_is_free( const fw_layer* tiles, int32_t row, double x0, double x1 )
{
	const int32_t from = (int32_t)floor( fmin( x0, x1 ) + GRAZE );
	const int32_t to = (int32_t)ceil( fmax( x0, x1 ) - GRAZE ) - 1;
	return from > to || fw_layer_run_free( tiles, row, from, to );
}

// Down from a to b, and not along a grid line.
static bool slanted_points_are_free( const fw_layer* tiles, fw_corners corners, fw_vec2 a, fw_vec2 b )
{
	const double slope = b.y > a.y ? ( b.x - a.x ) / ( b.y - a.y ) : 0.0;
	const int32_t last = (int32_t)floor( b.y );
	for ( int32_t row = (int32_t)floor( a.y ); row <= last; row++ )
	{
		const double top = fmax( a.y, row );
		const double bottom = fmin( b.y, row + 1.0 );
		// A line that only touches the row crosses nothing of it, unless it runs along inside of it.
		const bool enters = bottom - top > GRAZE || ( b.y - a.y <= GRAZE && !is_whole( a.y ) );
		const double x0 = top <= a.y ? a.x : a.x + slope * ( top - a.y );
		const double x1 = bottom >= b.y ? b.x : a.x + slope * ( bottom - a.y );
		if ( enters && !inside_is_free( tiles, row, x0, x1 ) )
		{
			return false;
		}
		const bool passes = bottom > a.y + GRAZE && bottom < b.y - GRAZE && is_whole( bottom ) && is_whole( x1 );
		const uint32_t beside = b.x > a.x ? FW_TILE_NE | FW_TILE_SW : FW_TILE_NW | FW_TILE_SE;
		if ( passes && corners == FW_CORNERS_CLOSED &&
		     ( fw_corner_tiles( tiles, whole( x1 ), whole( bottom ) ) & beside ) == 0 )
		{
			return false;
		}
	}
	return true;
}

bool fw_layer_sight_points( const fw_layer* tiles, fw_corners corners, fw_vec2 a, fw_vec2 b )
{
	if ( a.y > b.y )
	{
		return fw_layer_sight_points( tiles, corners, b, a );
	}
	const double width = tiles->width;
	const double height = tiles->height;
	if ( !( a.x >= 0.0 && b.x >= 0.0 && a.y >= 0.0 && a.x <= width && b.x <= width && b.y <= height ) )
	{
		return false;
	}
	// Along a grid line, whole tiles are asked for: a little more than needed at the ends.
	const int32_t left = (int32_t)floor( fmin( a.x, b.x ) + GRAZE );
	const int32_t right = (int32_t)ceil( fmax( a.x, b.x ) - GRAZE );
	const int32_t top = (int32_t)floor( a.y + GRAZE );
	const int32_t bottom = (int32_t)ceil( b.y - GRAZE );
	if ( b.y - a.y <= GRAZE && is_whole( a.y ) && left < right )
	{
		return fw_layer_sight( tiles, corners, 2 * left, 2 * whole( a.y ), 2 * right, 2 * whole( a.y ) );
	}
	if ( fabs( b.x - a.x ) <= GRAZE && is_whole( a.x ) && top < bottom )
	{
		return fw_layer_sight( tiles, corners, 2 * whole( a.x ), 2 * top, 2 * whole( a.x ), 2 * bottom );
	}
	return slanted_points_are_free( tiles, corners, a, b );
}

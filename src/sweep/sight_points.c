// SPDX-License-Identifier: MIT
// Lines of sight between any two points, for the ends of paths that lie on no lattice point: in doubles, with a slack
// that lets a line touch what it may touch.
#include "sweep/sight.h"

#include <math.h>

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
static bool row_is_free( const fw_layer* tiles, int32_t row, double x0, double x1 )
{
	const int32_t from = (int32_t)floor( fmin( x0, x1 ) + GRAZE );
	const int32_t to = (int32_t)ceil( fmax( x0, x1 ) - GRAZE ) - 1;
	return from > to || fw_layer_run_free( tiles, row, from, to );
}

// Down from a to b, and not along a grid line.
static bool slanted_is_free( const fw_layer* tiles, fw_corners corners, fw_vec2 a, fw_vec2 b )
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
		if ( enters && !row_is_free( tiles, row, x0, x1 ) )
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
	return slanted_is_free( tiles, corners, a, b );
}

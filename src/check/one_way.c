// SPDX-License-Identifier: MIT
// Which tiles a path leaves in which direction, by samples and bisection. As plain as the rest of the validator, and
// without code of the searches or of smoothing.
#include "check/judge.h"

#include <math.h>
#include <stdlib.h>

// A path this near to a border of tiles is on it; and a path that crosses both borders of a corner within the second
// length goes over the corner [tiles]. A line between tile centers crosses them at one point, or more than 3e-5 apart.
// The first is much smaller, as a line that is nearly level takes that much longer to pass the width of a border.
#define TOUCH 1e-10
#define CORNER 1e-5
// The precision of the point where a path leaves a tile, by bisection [tiles]; much finer than a corner.
#define BORDER 1e-8
#define HALVINGS 64
#define TRIES 8

// The number of a tile, for any coordinate.
static int32_t whole( double coordinate )
{
	return (int32_t)floor( fmin( fmax( coordinate, -1e6 ), 1e6 ) );
}

// A tile's coordinate stays as it was on the tile's borders, which belong to both sides.
static int32_t tile_along( double coordinate, int32_t before )
{
	const bool stays = coordinate >= before - TOUCH && coordinate <= before + 1 + TOUCH;
	return stays ? before : whole( coordinate );
}

static bool same( fw_judge_tile a, fw_judge_tile b )
{
	return a.x == b.x && a.y == b.y;
}

static fw_judge_tile tile_after( const fw_segment* s, double part, fw_judge_tile before )
{
	const fw_vec2 p = fw_judge_point( s, part );
	return ( fw_judge_tile ){ tile_along( p.x, before.x ), tile_along( p.y, before.y ) };
}

// May the unit step from a tile to the one beside it?
static bool may_leave( const fw_judge* j, fw_judge_tile from, fw_judge_tile to )
{
	static const uint32_t exits[3][3] = {
	    { FW_EXIT_NORTH_WEST, FW_EXIT_NORTH, FW_EXIT_NORTH_EAST },
	    { FW_EXIT_WEST, FW_EXIT_ALL, FW_EXIT_EAST },
	    { FW_EXIT_SOUTH_WEST, FW_EXIT_SOUTH, FW_EXIT_SOUTH_EAST },
	};
	const int32_t right = ( to.x > from.x ) - ( to.x < from.x ), down = ( to.y > from.y ) - ( to.y < from.y );
	const uint32_t needed = exits[down + 1][right + 1];
	const int32_t side = j->unit->size > 0 ? j->unit->size : 1;
	for ( int32_t y = from.y; y < from.y + side; ++y )
	{
		for ( int32_t x = from.x; x < from.x + side; ++x )
		{
			const bool inside = x >= 0 && y >= 0 && x < j->width && y < j->height;
			if ( inside && ( fw_grid_exits( j->grid, x, y ) & needed ) != needed )
			{
				return false;
			}
		}
	}
	return true;
}

// The first tile that the path enters between two points, and where. Between two samples on tiles that do not share a
// side there may be one more tile.
static fw_judge_tile next_tile( const fw_segment* s, double length, fw_judge_tile at, double low, double* high )
{
	fw_judge_tile next = tile_after( s, *high, at );
	for ( int32_t i = 0; i < HALVINGS && !same( next, at ) && ( *high - low ) * length > BORDER; ++i )
	{
		const double middle = ( low + *high ) / 2;
		const fw_judge_tile between = tile_after( s, middle, at );
		const bool still = same( between, at );
		low = still ? middle : low;
		*high = still ? *high : middle;
		next = still ? next : between;
	}
	return next;
}

// The tile that a step into `next` goes to: the tile across the corner if the path soon enters that.
static fw_judge_tile across_corner( const fw_segment* s, double length, fw_judge_tile at, fw_judge_tile next,
                                    double* high )
{
	const double ahead = fmin( *high + CORNER / length, 1 );
	const fw_judge_tile beyond = tile_after( s, ahead, next );
	if ( abs( beyond.x - at.x ) != 1 || abs( beyond.y - at.y ) != 1 )
	{
		return next;
	}
	*high = ahead;
	return beyond;
}

void fw_judge_one_way( fw_judge* j, const fw_segment* s, double length, fw_carry* carry )
{
	const fw_vec2 first = fw_judge_point( s, 0 );
	// If it jumped between two segments, the gap has been noted.
	fw_judge_tile at =
	    carry->has_tile ? tile_after( s, 0, carry->tile ) : ( fw_judge_tile ){ whole( first.x ), whole( first.y ) };
	const double longest = fmin( length, 2 * ( j->width + j->height ) + 1 );
	const int32_t steps = (int32_t)fmax( ceil( longest / j->options.step ), 1 );
	double part = 0, wrong = 0;
	fw_vec2 where = first;
	for ( int32_t k = 1, tries = 0; k <= steps; )
	{
		const double sample = (double)k / steps;
		double high = sample;
		fw_judge_tile next = next_tile( s, length, at, part, &high );
		if ( !same( next, at ) )
		{
			next = across_corner( s, length, at, next, &high );
		}
		if ( !same( next, at ) && !may_leave( j, at, next ) )
		{
			where = wrong > 0 ? where : fw_judge_point( s, high );
			wrong += 1;
		}
		at = next;
		// There are a few tiles between two samples at most, but the rounding of huge arcs may seem to give more.
		const bool reached = high >= sample || ++tries > TRIES;
		part = reached ? fmax( sample, high ) : high;
		k += reached ? 1 : 0;
		tries = reached ? 0 : tries;
	}
	carry->has_tile = true;
	carry->tile = at;
	if ( wrong > 0 )
	{
		fw_judge_note( j, FW_VIOLATION_ONE_WAY, where, wrong );
	}
}

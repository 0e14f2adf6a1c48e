// SPDX-License-Identifier: MIT
// The directions from a parent in which the neighbors of a vertex are known to be in sight: the lb and ub of AP Theta*.
// Source: A. Nash, K. Daniel, S. Koenig, A. Felner, "Theta*: Any-Angle Path Planning on Grids" (2007).
// Differs from it: a bound is the direction to a vertex of the grid instead of an angle, so that all is decided
// exactly, in integers.
//
// Angles turn from +x towards +y. Vectors lead from the parent to vertices of the grid, so that their products fit into
// 32 bits (FW_GRID_MAX_SIDE is 2^14).
#ifndef FW_SEARCH_ANGLE_RANGE_H
#define FW_SEARCH_ANGLE_RANGE_H

#include "base/core.h"

// From the parent. Zero as a bound: none.
typedef struct fw_ray
{
	int16_t x, y;
} fw_ray;

// Includes its bounds, and the direction of its vertex.
typedef struct fw_angle_range
{
	fw_ray low, high;
} fw_angle_range;

FW_INLINE bool fw_ray_is_none( fw_ray a )
{
	return a.x == 0 && a.y == 0;
}

// Above 0: b is further around than a, by less than half a turn. 0: the same direction, or the opposite one.
FW_INLINE int32_t fw_ray_turn( fw_ray a, fw_ray b )
{
	return (int32_t)a.x * b.y - (int32_t)a.y * b.x;
}

FW_INLINE int32_t fw_ray_dot( fw_ray a, fw_ray b )
{
	return (int32_t)a.x * b.x + (int32_t)a.y * b.y;
}

// Narrows the range of the vertex at s to what lies on its side of a bound; one on the other side bounds nothing here,
// nor does one half a turn or more away. `sign` is 1 for the upper bound, -1 for the lower.
FW_INLINE void fw_ray_bound( fw_ray* bound, fw_ray s, fw_ray by, int32_t sign )
{
	const int32_t turn = sign * fw_ray_turn( s, by );
	const bool applies = turn > 0 || ( turn == 0 && fw_ray_dot( s, by ) > 0 );
	if ( applies && ( fw_ray_is_none( *bound ) || sign * fw_ray_turn( by, *bound ) > 0 ) )
	{
		*bound = by;
	}
}

FW_INLINE void fw_angle_range_bound( fw_angle_range* range, fw_ray s, fw_ray low, fw_ray high )
{
	if ( !fw_ray_is_none( low ) )
	{
		fw_ray_bound( &range->low, s, low, -1 );
	}
	if ( !fw_ray_is_none( high ) )
	{
		fw_ray_bound( &range->high, s, high, 1 );
	}
}

// Does a neighbor of the vertex at s, at most a right angle away, lie in its range?
FW_INLINE bool fw_angle_range_has( const fw_angle_range* range, fw_ray s, fw_ray neighbor )
{
	const int32_t turn = fw_ray_turn( s, neighbor );
	return turn == 0 || ( turn < 0 ? fw_ray_is_none( range->low ) || fw_ray_turn( range->low, neighbor ) >= 0
	                               : fw_ray_is_none( range->high ) || fw_ray_turn( neighbor, range->high ) >= 0 );
}

// Bounds the range of the vertex at s by a blocked tile beside it, whose north-west corner is at (x, y) from the
// parent: a tile that lies, seen from the parent, on one side of the vertex and not behind it.
FW_INLINE void fw_angle_range_block( fw_angle_range* range, fw_ray s, int32_t x, int32_t y )
{
	bool is_low = true;
	bool is_high = true;
	for ( int32_t i = 0; i < 4; i++ )
	{
		const fw_ray corner = { (int16_t)( x + ( i & 1 ) ), (int16_t)( y + ( i >> 1 ) ) };
		const int32_t turn = fw_ray_turn( s, corner );
		const bool behind = turn == 0 && fw_ray_dot( corner, corner ) > fw_ray_dot( s, s );
		is_low = is_low && turn <= 0 && !behind;
		is_high = is_high && turn >= 0 && !behind;
	}
	range->low = is_low ? s : range->low;
	range->high = is_high ? s : range->high;
}

#endif

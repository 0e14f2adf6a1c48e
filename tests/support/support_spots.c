// SPDX-License-Identifier: MIT
// Positions of a point on ground: lines of sight and shortest paths, computed plainly.
#include "support_spots.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static bool is_free( const fw_grid* grid, int32_t x, int32_t y )
{
	return fw_grid_passable( grid, x, y, FW_CAP_GROUND );
}

double spots_distance( spot a, spot b )
{
	return hypot( a.x - b.x, a.y - b.y ) / 2.0;
}

static int64_t turn_of( spot a, spot b, spot c )
{
	return (int64_t)( b.x - a.x ) * ( c.y - a.y ) - (int64_t)( b.y - a.y ) * ( c.x - a.x );
}

bool spots_is_between( spot a, spot at, spot b )
{
	const int64_t dot = (int64_t)( at.x - a.x ) * ( b.x - at.x ) + (int64_t)( at.y - a.y ) * ( b.y - at.y );
	return turn_of( a, b, at ) == 0 && dot > 0;
}

bool spots_has_free_tile( const fw_grid* grid )
{
	for ( int32_t i = 0; i < fw_grid_width( grid ) * fw_grid_height( grid ); i++ )
	{
		if ( is_free( grid, i % fw_grid_width( grid ), i / fw_grid_width( grid ) ) )
		{
			return true;
		}
	}
	return false;
}

int32_t spots_blocked_around( const fw_grid* grid, spot corner )
{
	int32_t count = 0;
	for ( int32_t i = 0; i < 4; i++ )
	{
		count += is_free( grid, corner.x / 2 - ( i & 1 ), corner.y / 2 - ( i >> 1 ) ) ? 0 : 1;
	}
	return count;
}

bool spots_is_double( const fw_grid* grid, spot at )
{
	const int32_t x = at.x / 2;
	const int32_t y = at.y / 2;
	const bool nw = is_free( grid, x - 1, y - 1 );
	const bool ne = is_free( grid, x, y - 1 );
	return at.x % 2 == 0 && at.y % 2 == 0 && nw != ne && is_free( grid, x - 1, y ) == ne && is_free( grid, x, y ) == nw;
}

bool spots_is_turn( const fw_grid* grid, fw_corners corners, spot at )
{
	return at.x % 2 == 0 && at.y % 2 == 0 &&
	       ( spots_blocked_around( grid, at ) == 1 || ( corners == FW_CORNERS_OPEN && spots_is_double( grid, at ) ) );
}

spot spots_random( test_random* random, const fw_grid* grid, fw_anchor anchor )
{
	const int32_t more = anchor == FW_ANCHOR_CORNER ? 1 : 0;
	for ( ;; )
	{
		const int32_t x = test_random_int( random, fw_grid_width( grid ) + more );
		const int32_t y = test_random_int( random, fw_grid_height( grid ) + more );
		const spot at = { 2 * x + 1 - more, 2 * y + 1 - more };
		if ( more == 0 ? is_free( grid, x, y ) : spots_blocked_around( grid, at ) < 4 )
		{
			return at;
		}
	}
}

// Does the line enter the inside of a tile? Not if an edge of the tile, or the line itself, separates them.
static bool enters_tile( spot a, spot b, int32_t tx, int32_t ty )
{
	const int32_t x = 2 * tx;
	const int32_t y = 2 * ty;
	if ( ( a.x <= x && b.x <= x ) || ( a.x >= x + 2 && b.x >= x + 2 ) || ( a.y <= y && b.y <= y ) ||
	     ( a.y >= y + 2 && b.y >= y + 2 ) )
	{
		return false;
	}
	int32_t left = 0;
	int32_t right = 0;
	for ( int32_t i = 0; i < 4; i++ )
	{
		const int64_t turn = turn_of( a, b, ( spot ){ x + 2 * ( i & 1 ), y + 2 * ( i >> 1 ) } );
		left += turn < 0 ? 1 : 0;
		right += turn > 0 ? 1 : 0;
	}
	return left > 0 && right > 0;
}

bool spots_see( const fw_grid* grid, fw_corners corners, spot a, spot b )
{
	const int32_t x0 = ( a.x < b.x ? a.x : b.x ) / 2;
	const int32_t y0 = ( a.y < b.y ? a.y : b.y ) / 2;
	const int32_t x1 = ( a.x > b.x ? a.x : b.x ) / 2;
	const int32_t y1 = ( a.y > b.y ? a.y : b.y ) / 2;
	for ( int32_t y = y0; y <= y1; y++ )
	{
		for ( int32_t x = x0; x <= x1; x++ )
		{
			const spot corner = { 2 * x, 2 * y };
			const bool is_edge_x = a.y == b.y && a.y == 2 * y && x < x1;
			const bool is_edge_y = a.x == b.x && a.x == 2 * x && y < y1;
			if ( ( !is_free( grid, x, y ) && enters_tile( a, b, x, y ) ) ||
			     ( is_edge_x && !is_free( grid, x, y ) && !is_free( grid, x, y - 1 ) ) ||
			     ( is_edge_y && !is_free( grid, x, y ) && !is_free( grid, x - 1, y ) ) ||
			     ( corners == FW_CORNERS_CLOSED && spots_is_between( a, corner, b ) &&
			       spots_is_double( grid, corner ) ) )
			{
				return false;
			}
		}
	}
	return true;
}

bool spots_see_from_end( const fw_grid* grid, fw_corners corners, spot end, spot other )
{
	const bool is_limited =
	    corners == FW_CORNERS_CLOSED && spots_is_double( grid, end ) && is_free( grid, end.x / 2, end.y / 2 );
	return ( !is_limited || ( other.x >= end.x && other.y >= end.y ) ) && spots_see( grid, corners, end, other );
}

static bool can_be_passed( const spot_net* net, spot at )
{
	return net->corners == FW_CORNERS_OPEN || !spots_is_double( net->grid, at );
}

spot_net spot_net_make( const fw_grid* grid, fw_corners corners )
{
	const int32_t columns = fw_grid_width( grid ) + 1;
	const int32_t count = columns * ( fw_grid_height( grid ) + 1 );
	spot_net net = { grid, corners, count, malloc( (size_t)count * sizeof( spot ) ),
	                 malloc( (size_t)count * (size_t)count * sizeof( double ) ) };
	assert_true( net.spots != NULL && net.legs != NULL );
	for ( int32_t i = 0; i < count; i++ )
	{
		net.spots[i] = ( spot ){ 2 * ( i % columns ), 2 * ( i / columns ) };
	}
	for ( int32_t i = 0; i < count * count; i++ )
	{
		const spot a = net.spots[i / count];
		const spot b = net.spots[i % count];
		const bool passes = can_be_passed( &net, a ) && can_be_passed( &net, b );
		net.legs[i] = passes && spots_see( grid, corners, a, b ) ? spots_distance( a, b ) : INFINITY;
	}
	return net;
}

void spot_net_free( spot_net* net )
{
	free( net->spots );
	free( net->legs );
}

// Dijkstra's algorithm without a list.
double spot_net_distance( const spot_net* net, spot start, spot goal )
{
	const bool in_sight = spots_see_from_end( net->grid, net->corners, start, goal ) &&
	                      spots_see_from_end( net->grid, net->corners, goal, start );
	double best = in_sight ? spots_distance( start, goal ) : INFINITY;
	double* g = malloc( (size_t)net->count * sizeof( double ) );
	bool* done = calloc( (size_t)net->count, sizeof( bool ) );
	assert_true( g != NULL && done != NULL );
	for ( int32_t i = 0; i < net->count; i++ )
	{
		const spot at = net->spots[i];
		const bool sees = can_be_passed( net, at ) && spots_see_from_end( net->grid, net->corners, start, at );
		g[i] = sees ? spots_distance( start, at ) : INFINITY;
	}
	for ( ;; )
	{
		int32_t next = -1;
		for ( int32_t i = 0; i < net->count; i++ )
		{
			next = !done[i] && g[i] < INFINITY && ( next < 0 || g[i] < g[next] ) ? i : next;
		}
		if ( next < 0 || g[next] >= best )
		{
			break;
		}
		done[next] = true;
		for ( int32_t i = 0; i < net->count; i++ )
		{
			g[i] = fmin( g[i], g[next] + net->legs[next * net->count + i] );
		}
		const double whole = g[next] + spots_distance( net->spots[next], goal );
		if ( whole < best && spots_see_from_end( net->grid, net->corners, goal, net->spots[next] ) )
		{
			best = whole;
		}
	}
	free( g );
	free( done );
	return best;
}

// SPDX-License-Identifier: MIT
// Straight motion of a point over tiles, judged tile by tile in integers.
#include "support_legs.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

lines_point lines_point_of( double x, double y )
{
	assert_true( 2.0 * x == floor( 2.0 * x ) && 2.0 * y == floor( 2.0 * y ) );
	return ( lines_point ){ (int64_t)( 2.0 * x ), (int64_t)( 2.0 * y ) };
}

static bool is_blocked( const lines* rules, int64_t x, int64_t y )
{
	return !fw_grid_passable( rules->grid, (int32_t)x, (int32_t)y, rules->capabilities );
}

static bool is_corner( lines_point p )
{
	return p.x % 2 == 0 && p.y % 2 == 0;
}

bool lines_is_double( const lines* rules, lines_point p )
{
	if ( !is_corner( p ) )
	{
		return false;
	}
	const bool nw = is_blocked( rules, p.x / 2 - 1, p.y / 2 - 1 );
	const bool ne = is_blocked( rules, p.x / 2, p.y / 2 - 1 );
	const bool sw = is_blocked( rules, p.x / 2 - 1, p.y / 2 );
	const bool se = is_blocked( rules, p.x / 2, p.y / 2 );
	return nw == se && ne == sw && nw != ne;
}

static int64_t cross( lines_point a, lines_point b, int64_t x, int64_t y )
{
	return ( b.x - a.x ) * ( y - a.y ) - ( b.y - a.y ) * ( x - a.x );
}

static int64_t least( int64_t a, int64_t b )
{
	return a < b ? a : b;
}

static int64_t most( int64_t a, int64_t b )
{
	return a > b ? a : b;
}

// Do the segment and the inside of the tile share a point? Two convex sets do unless an axis separates them.
static bool enters_tile( lines_point a, lines_point b, int64_t x, int64_t y )
{
	if ( most( a.x, b.x ) <= 2 * x || least( a.x, b.x ) >= 2 * x + 2 || most( a.y, b.y ) <= 2 * y ||
	     least( a.y, b.y ) >= 2 * y + 2 )
	{
		return false;
	}
	const int64_t sides[4] = { cross( a, b, 2 * x, 2 * y ), cross( a, b, 2 * x + 2, 2 * y ),
	                           cross( a, b, 2 * x, 2 * y + 2 ), cross( a, b, 2 * x + 2, 2 * y + 2 ) };
	int64_t low = 0;
	int64_t high = 0;
	for ( int32_t i = 0; i < 4; i++ )
	{
		low = least( low, sides[i] );
		high = most( high, sides[i] );
	}
	return low < 0 && high > 0;
}

// Does the segment run along the left or upper edge of the tile, with blocked tiles on both sides?
static bool runs_between( const lines* rules, lines_point a, lines_point b, int64_t x, int64_t y )
{
	if ( !is_blocked( rules, x, y ) )
	{
		return false;
	}
	const bool left = a.x == 2 * x && b.x == 2 * x && most( a.y, b.y ) > 2 * y && least( a.y, b.y ) < 2 * y + 2;
	const bool top = a.y == 2 * y && b.y == 2 * y && most( a.x, b.x ) > 2 * x && least( a.x, b.x ) < 2 * x + 2;
	return ( left && is_blocked( rules, x - 1, y ) ) || ( top && is_blocked( rules, x, y - 1 ) );
}

static bool passes_through( lines_point a, lines_point b, lines_point p )
{
	const bool inside =
	    most( a.x, b.x ) >= p.x && least( a.x, b.x ) <= p.x && most( a.y, b.y ) >= p.y && least( a.y, b.y ) <= p.y;
	const bool is_end = ( p.x == a.x && p.y == a.y ) || ( p.x == b.x && p.y == b.y );
	return inside && !is_end && cross( a, b, p.x, p.y ) == 0;
}

static bool tile_stops( const lines* rules, lines_point a, lines_point b, int64_t x, int64_t y )
{
	const lines_point corner = { 2 * x, 2 * y };
	return ( is_blocked( rules, x, y ) && enters_tile( a, b, x, y ) ) || runs_between( rules, a, b, x, y ) ||
	       ( rules->closed && passes_through( a, b, corner ) && lines_is_double( rules, corner ) );
}

bool lines_clear( const lines* rules, lines_point a, lines_point b )
{
	for ( int64_t y = least( a.y, b.y ) / 2 - 1; y <= most( a.y, b.y ) / 2 + 1; y++ )
	{
		// The columns of the segment in this row, and one more on each side.
		double x0 = (double)a.x / 2.0;
		double x1 = (double)b.x / 2.0;
		if ( a.y != b.y )
		{
			const double slope = (double)( b.x - a.x ) / (double)( b.y - a.y );
			const double low = fmax( (double)( 2 * y ), (double)least( a.y, b.y ) );
			const double high = fmin( (double)( 2 * y + 2 ), (double)most( a.y, b.y ) );
			x0 = ( (double)a.x + ( low - (double)a.y ) * slope ) / 2.0;
			x1 = ( (double)a.x + ( high - (double)a.y ) * slope ) / 2.0;
		}
		for ( int64_t x = (int64_t)floor( fmin( x0, x1 ) ) - 1; x <= (int64_t)floor( fmax( x0, x1 ) ) + 1; x++ )
		{
			if ( tile_stops( rules, a, b, x, y ) )
			{
				return false;
			}
		}
	}
	return true;
}

static bool may_touch( const lines* rules, lines_point p, lines_point other, bool is_end )
{
	if ( !rules->closed || !lines_is_double( rules, p ) )
	{
		return true;
	}
	const bool south_east = other.x >= p.x && other.y >= p.y;
	return is_end && ( south_east || is_blocked( rules, p.x / 2, p.y / 2 ) );
}

bool lines_leg( const lines* rules, lines_point a, lines_point b, bool a_is_end, bool b_is_end )
{
	return may_touch( rules, a, b, a_is_end ) && may_touch( rules, b, a, b_is_end ) && lines_clear( rules, a, b );
}

void lines_check_path( const lines* rules, const fw_path* path, lines_point start, lines_point goal )
{
	lines_point at = start;
	for ( int32_t i = 0; i < path->count; i++ )
	{
		const fw_segment* s = &path->segments[i];
		assert_int_equal( s->kind, FW_SEGMENT_LINE );
		const lines_point from = lines_point_of( s->from.x, s->from.y );
		const lines_point to = lines_point_of( s->to.x, s->to.y );
		assert_true( from.x == at.x && from.y == at.y );
		if ( !lines_leg( rules, from, to, i == 0, i == path->count - 1 ) )
		{
			test_print_grid( rules->grid,
			                 ( fw_rect ){ 0, 0, fw_grid_width( rules->grid ), fw_grid_height( rules->grid ) } );
			fail_msg( "leg %d from (%g, %g) to (%g, %g) is not clear", (int)i, s->from.x, s->from.y, s->to.x, s->to.y );
		}
		at = to;
	}
	assert_true( at.x == goal.x && at.y == goal.y );
}

// Dijkstra's algorithm over points with a leg between any two, or any two that are one step apart; the last two points
// are the ends.
static double shortest( const lines* rules, const lines_point* points, int32_t count, bool steps_only )
{
	double* g = malloc( (size_t)count * sizeof( double ) );
	bool* done = calloc( (size_t)count, sizeof( bool ) );
	assert_true( g != NULL && done != NULL );
	for ( int32_t i = 0; i < count; i++ )
	{
		g[i] = i == count - 2 ? 0.0 : INFINITY;
	}
	for ( ;; )
	{
		int32_t best = -1;
		for ( int32_t i = 0; i < count; i++ )
		{
			best = !done[i] && g[i] < INFINITY && ( best < 0 || g[i] < g[best] ) ? i : best;
		}
		if ( best < 0 || best == count - 1 )
		{
			break;
		}
		done[best] = true;
		for ( int32_t i = 0; i < count; i++ )
		{
			const lines_point a = points[best];
			const lines_point b = points[i];
			const bool is_step = llabs( a.x - b.x ) <= 2 && llabs( a.y - b.y ) <= 2;
			const double reached =
			    g[best] +
			    sqrt( (double)( ( a.x - b.x ) * ( a.x - b.x ) ) + (double)( ( a.y - b.y ) * ( a.y - b.y ) ) ) / 2.0;
			if ( reached < g[i] && ( is_step || !steps_only ) &&
			     lines_leg( rules, a, b, best == count - 2, i == count - 1 ) )
			{
				g[i] = reached;
			}
		}
	}
	const double answer = g[count - 1];
	free( g );
	free( done );
	return answer;
}

static double shortest_over( const lines* rules, lines_point start, lines_point goal, int64_t first, bool steps_only )
{
	if ( start.x == goal.x && start.y == goal.y )
	{
		return 0.0;
	}
	const int64_t width = fw_grid_width( rules->grid );
	const int64_t height = fw_grid_height( rules->grid );
	lines_point* points = malloc( (size_t)( ( width + 1 ) * ( height + 1 ) + 2 ) * sizeof( lines_point ) );
	assert_non_null( points );
	int32_t count = 0;
	for ( int64_t y = first; y <= 2 * height; y += 2 )
	{
		for ( int64_t x = first; x <= 2 * width; x += 2 )
		{
			points[count++] = ( lines_point ){ x, y };
		}
	}
	points[count++] = start;
	points[count++] = goal;
	const double answer = shortest( rules, points, count, steps_only );
	free( points );
	return answer;
}

double lines_optimum( const lines* rules, lines_point start, lines_point goal )
{
	return shortest_over( rules, start, goal, 0, false );
}

double lines_step_optimum( const lines* rules, lines_point start, lines_point goal )
{
	return shortest_over( rules, start, goal, start.x & 1, true );
}

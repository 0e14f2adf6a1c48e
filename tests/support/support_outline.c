// SPDX-License-Identifier: MIT
#include "support_outline.h"
#include "support.h"

#include <math.h>

// Sweeps count overlaps up to 1e-7 tiles as touching.
#define TOUCH 2e-7

static double point_to_edge( fw_vec2 p, fw_vec2 a, fw_vec2 b )
{
	const double x = b.x - a.x;
	const double y = b.y - a.y;
	const double square = x * x + y * y;
	const double part = square > 0.0 ? ( ( p.x - a.x ) * x + ( p.y - a.y ) * y ) / square : 0.0;
	const double on = fmin( fmax( part, 0.0 ), 1.0 );
	const double away_x = p.x - a.x - on * x;
	const double away_y = p.y - a.y - on * y;
	return sqrt( away_x * away_x + away_y * away_y ); // half the time of hypot()
}

static double turn_of( fw_vec2 a, fw_vec2 b, fw_vec2 c )
{
	return ( b.x - a.x ) * ( c.y - a.y ) - ( b.y - a.y ) * ( c.x - a.x );
}

static bool holds( const test_polygon* of, fw_vec2 point )
{
	int32_t left = 0;
	int32_t right = 0;
	for ( int32_t i = 0; i < of->count; i++ )
	{
		const double side = turn_of( of->at[i], of->at[( i + 1 ) % of->count], point );
		left += side > 0.0 ? 1 : 0;
		right += side < 0.0 ? 1 : 0;
	}
	return of->count > 2 && ( left == of->count || right == of->count );
}

// Polygons whose edges cross, or of which one holds the other, are 0 apart; else a corner is the nearest to an edge.
double test_between( const test_polygon* a, const test_polygon* b )
{
	double least = holds( a, b->at[0] ) || holds( b, a->at[0] ) ? 0.0 : INFINITY;
	for ( int32_t i = 0; i < a->count; i++ )
	{
		const fw_vec2 p = a->at[i];
		const fw_vec2 q = a->at[( i + 1 ) % a->count];
		for ( int32_t k = 0; k < b->count; k++ )
		{
			const fw_vec2 r = b->at[k];
			const fw_vec2 s = b->at[( k + 1 ) % b->count];
			const bool crosses =
			    turn_of( p, q, r ) * turn_of( p, q, s ) < 0.0 && turn_of( r, s, p ) * turn_of( r, s, q ) < 0.0;
			const double one = fmin( point_to_edge( p, r, s ), point_to_edge( q, r, s ) );
			const double other = fmin( point_to_edge( r, p, q ), point_to_edge( s, p, q ) );
			least = crosses ? 0.0 : fmin( least, fmin( one, other ) );
		}
	}
	return least;
}

test_polygon test_polygon_at( const fw_outline* outline, fw_pose pose )
{
	test_polygon made = { .count = outline->count > 0 ? outline->count : 1, .at = { { pose.x, pose.y } } };
	for ( int32_t i = 0; i < outline->count; i++ )
	{
		const fw_vec2 c = outline->corners[i];
		made.at[i] = ( fw_vec2 ){ pose.x + c.x * cos( pose.heading ) - c.y * sin( pose.heading ),
		                          pose.y + c.x * sin( pose.heading ) + c.y * cos( pose.heading ) };
	}
	return made;
}

double test_to_walls( const fw_grid* grid, uint32_t capabilities, const test_polygon* polygon, double most )
{
	double least = INFINITY;
	double x0 = INFINITY, y0 = INFINITY, x1 = -INFINITY, y1 = -INFINITY;
	for ( int32_t i = 0; i < polygon->count; i++ )
	{
		x0 = fmin( x0, polygon->at[i].x );
		y0 = fmin( y0, polygon->at[i].y );
		x1 = fmax( x1, polygon->at[i].x );
		y1 = fmax( y1, polygon->at[i].y );
	}
	for ( int32_t y = (int32_t)floor( y0 - most ); y <= y1 + most; y++ )
	{
		for ( int32_t x = (int32_t)floor( x0 - most ); x <= x1 + most; x++ )
		{
			const double end = 1.0 - TOUCH;
			const test_polygon tile = {
			    4, { { x + TOUCH, y + TOUCH }, { x + end, y + TOUCH }, { x + end, y + end }, { x + TOUCH, y + end } } };
			const bool is_free = fw_grid_passable( grid, x, y, capabilities );
			least = is_free ? least : fmin( least, test_between( polygon, &tile ) );
		}
	}
	return least;
}

fw_grid* test_bay( void )
{
	fw_grid* grid = test_field( 30, 12 );
	for ( int32_t x = 0; x < 30; x++ )
	{
		for ( int32_t y = 8; y < 12; y++ )
		{
			if ( x < 13 || x >= 17 || y >= 10 )
			{
				test_block( grid, x, y );
			}
		}
	}
	return grid;
}

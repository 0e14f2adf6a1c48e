// SPDX-License-Identifier: MIT
// How deep an outline at a pose overlaps blocked tiles, by separating axes and distances from corners to edges.
#include "check/judge.h"

#include <math.h>

typedef struct polygon
{
	fw_vec2 at[FW_OUTLINE_MAX];
	int32_t count;
} polygon;

// The distance of a point from the line between two others.
static double point_to_line( fw_vec2 p, fw_vec2 a, fw_vec2 b )
{
	const double dx = b.x - a.x, dy = b.y - a.y;
	const double part = ( ( p.x - a.x ) * dx + ( p.y - a.y ) * dy ) / ( dx * dx + dy * dy );
	const double on = fmin( fmax( part, 0.0 ), 1.0 );
	return fw_length( p.x - a.x - on * dx, p.y - a.y - on * dy );
}

static double corners_to_edges( const polygon* one, const polygon* other )
{
	double least = INFINITY;
	for ( int32_t i = 0; i < one->count; ++i )
	{
		for ( int32_t k = 0; k < other->count; ++k )
		{
			least = fmin( least, point_to_line( one->at[i], other->at[k], other->at[( k + 1 ) % other->count] ) );
		}
	}
	return least;
}

// How far the shadows of two polygons on an axis of length 1 overlap; negative: how far they are apart.
static double overlap_along( const polygon* one, const polygon* other, fw_vec2 axis )
{
	double low[2] = { INFINITY, INFINITY }, high[2] = { -INFINITY, -INFINITY };
	const polygon* both[2] = { one, other };
	for ( int32_t p = 0; p < 2; ++p )
	{
		for ( int32_t i = 0; i < both[p]->count; ++i )
		{
			const double along = both[p]->at[i].x * axis.x + both[p]->at[i].y * axis.y;
			low[p] = fmin( low[p], along );
			high[p] = fmax( high[p], along );
		}
	}
	return fmin( high[0] - low[1], high[1] - low[0] );
}

// The shortest move that parts an outline from a tile; negative: their distance.
static double depth_in_tile( const polygon* outline, int32_t x, int32_t y )
{
	const double x0 = x, y0 = y;
	const polygon tile = { { { x0, y0 }, { x0 + 1, y0 }, { x0 + 1, y0 + 1 }, { x0, y0 + 1 } }, 4 };
	double depth = fmin( overlap_along( outline, &tile, ( fw_vec2 ){ 1, 0 } ),
	                     overlap_along( outline, &tile, ( fw_vec2 ){ 0, 1 } ) );
	for ( int32_t i = 0; i < outline->count; ++i )
	{
		const fw_vec2 a = outline->at[i], b = outline->at[( i + 1 ) % outline->count];
		const double length = fw_length( b.x - a.x, b.y - a.y );
		const fw_vec2 axis = { ( a.y - b.y ) / length, ( b.x - a.x ) / length };
		depth = fmin( depth, overlap_along( outline, &tile, axis ) );
	}
	return depth > 0 ? depth : -fmin( corners_to_edges( outline, &tile ), corners_to_edges( &tile, outline ) );
}

double fw_judge_outline_depth( const fw_judge* j, fw_vec2 p, fw_vec2 ahead, double margin )
{
	const double radius = j->unit->radius, reach = radius + margin;
	polygon outline = { .count = j->unit->outline.count };
	double x0 = INFINITY, y0 = INFINITY, x1 = -INFINITY, y1 = -INFINITY;
	for ( int32_t i = 0; i < outline.count; ++i )
	{
		const fw_vec2 c = j->unit->outline.corners[i];
		const fw_vec2 at = { p.x + c.x * ahead.x - c.y * ahead.y, p.y + c.x * ahead.y + c.y * ahead.x };
		outline.at[i] = at;
		x0 = fmin( x0, at.x );
		y0 = fmin( y0, at.y );
		x1 = fmax( x1, at.x );
		y1 = fmax( y1, at.y );
	}
	double depth = -reach;
	for ( int32_t y = (int32_t)floor( y0 - reach ); y <= (int32_t)floor( y1 + reach ); ++y )
	{
		for ( int32_t x = (int32_t)floor( x0 - reach ); x <= (int32_t)floor( x1 + reach ); ++x )
		{
			if ( !fw_grid_passable( j->grid, x, y, j->unit->capabilities ) )
			{
				depth = fmax( depth, depth_in_tile( &outline, x, y ) );
			}
		}
	}
	return radius + depth;
}

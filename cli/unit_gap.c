// SPDX-License-Identifier: MIT
#include "unit_gap.h"

#include <math.h>

typedef struct polygon
{
	int32_t count;
	fw_vec2 corners[FW_OUTLINE_MAX];
} polygon;

static polygon place( const fw_unit* unit, fw_pose pose )
{
	polygon made = { .count = unit->outline.count > 0 ? unit->outline.count : 1, .corners = { { pose.x, pose.y } } };
	const double sine = fw_sin( pose.heading );
	const double cosine = fw_cos( pose.heading );
	for ( int32_t i = 0; i < unit->outline.count; i++ )
	{
		const fw_vec2 c = unit->outline.corners[i];
		made.corners[i] = ( fw_vec2 ){ pose.x + c.x * cosine - c.y * sine, pose.y + c.x * sine + c.y * cosine };
	}
	return made;
}

static double to_edge( fw_vec2 point, fw_vec2 a, fw_vec2 b )
{
	const double x = b.x - a.x;
	const double y = b.y - a.y;
	const double square = x * x + y * y;
	const double part = square > 0.0 ? ( ( point.x - a.x ) * x + ( point.y - a.y ) * y ) / square : 0.0;
	const double on = fmin( fmax( part, 0.0 ), 1.0 );
	return fw_length( point.x - a.x - on * x, point.y - a.y - on * y );
}

// On which side of a line a point lies.
static double side_of( fw_vec2 a, fw_vec2 b, fw_vec2 point )
{
	return ( b.x - a.x ) * ( point.y - a.y ) - ( b.y - a.y ) * ( point.x - a.x );
}

static bool holds( const polygon* of, fw_vec2 point )
{
	const double first = side_of( of->corners[0], of->corners[1], point );
	bool inside = of->count > 2;
	for ( int32_t i = 1; i < of->count && inside; i++ )
	{
		inside = first * side_of( of->corners[i], of->corners[( i + 1 ) % of->count], point ) > 0.0;
	}
	return inside;
}

static bool cross( fw_vec2 a, fw_vec2 b, fw_vec2 c, fw_vec2 d )
{
	return side_of( a, b, c ) * side_of( a, b, d ) < 0.0 && side_of( c, d, a ) * side_of( c, d, b ) < 0.0;
}

static double between( const polygon* a, const polygon* b )
{
	double least = holds( a, b->corners[0] ) || holds( b, a->corners[0] ) ? 0.0 : INFINITY;
	for ( int32_t i = 0; i < a->count; i++ )
	{
		const fw_vec2 p = a->corners[i];
		const fw_vec2 q = a->corners[( i + 1 ) % a->count];
		for ( int32_t k = 0; k < b->count; k++ )
		{
			const fw_vec2 r = b->corners[k];
			const fw_vec2 s = b->corners[( k + 1 ) % b->count];
			const double one = fmin( to_edge( p, r, s ), to_edge( q, r, s ) );
			const double other = fmin( to_edge( r, p, q ), to_edge( s, p, q ) );
			least = cross( p, q, r, s ) ? 0.0 : fmin( least, fmin( one, other ) );
		}
	}
	return least;
}

double unit_gap( const fw_unit* a, fw_pose at, const fw_unit* b, fw_pose other )
{
	const polygon one = place( a, at );
	const polygon two = place( b, other );
	return between( &one, &two ) - a->radius - b->radius;
}

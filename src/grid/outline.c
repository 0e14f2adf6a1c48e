// SPDX-License-Identifier: MIT
// Outlines: common ones, checks, the discs inside and around.
#include "grid/grid.h"

#include <math.h>

#define FARTHEST 64.0
// Corners nearer to each other are one, and so flat a corner may turn to either side.
#define SAME 1e-9
// A thinner unit would slip between two tiles that meet at a corner: sweeps take overlaps of 1e-7 for touching.
#define LEAST_WIDTH 1e-3

fw_outline fw_outline_rectangle( double length, double width, double rear )
{
	const double front = length - rear;
	const double side = 0.5 * width;
	if ( width == 0.0 )
	{
		return ( fw_outline ){ 2, { { -rear, 0.0 }, { front, 0.0 } } };
	}
	return ( fw_outline ){ 4, { { -rear, -side }, { front, -side }, { front, side }, { -rear, side } } };
}

fw_outline fw_outline_ship( double length, double width, double bow )
{
	const double end = 0.5 * length;
	const double side = 0.5 * width;
	return ( fw_outline ){
	    5, { { -end, -side }, { end - bow, -side }, { end, 0.0 }, { end - bow, side }, { -end, side } } };
}

static double cross( fw_vec2 a, fw_vec2 b, fw_vec2 c )
{
	return ( b.x - a.x ) * ( c.y - a.y ) - ( b.y - a.y ) * ( c.x - a.x );
}

double fw_outline_area( const fw_outline* outline )
{
	double sum = 0.0;
	for ( int32_t i = 2; i < outline->count; i++ )
	{
		sum += cross( outline->corners[0], outline->corners[i - 1], outline->corners[i] );
	}
	return sum;
}

bool fw_outline_same( const fw_outline* one, const fw_outline* other )
{
	bool same = one->count == other->count;
	for ( int32_t i = 0; i < one->count && same; i++ )
	{
		same = one->corners[i].x == other->corners[i].x && one->corners[i].y == other->corners[i].y;
	}
	return same;
}

bool fw_outline_maps( const fw_outline* outline, double x, double y )
{
	bool all = true;
	for ( int32_t i = 0; i < outline->count && all; i++ )
	{
		bool found = false;
		for ( int32_t k = 0; k < outline->count && !found; k++ )
		{
			found = outline->corners[k].x == x * outline->corners[i].x &&
			        outline->corners[k].y == y * outline->corners[i].y;
		}
		all = found;
	}
	return all;
}

// The least distance of a point from the lines through the edges, negative outside of one; infinite for a line.
static double depth_of( const fw_outline* outline, fw_vec2 point )
{
	const double side = fw_outline_area( outline ) < 0.0 ? -1.0 : 1.0;
	double least = INFINITY;
	for ( int32_t i = 0; i < outline->count && outline->count > 2; i++ )
	{
		const fw_vec2 a = outline->corners[i];
		const fw_vec2 b = outline->corners[( i + 1 ) % outline->count];
		least = fmin( least, side * cross( a, b, point ) / fw_length( b.x - a.x, b.y - a.y ) );
	}
	return least;
}

static bool has_edges( const fw_outline* outline )
{
	bool good = true;
	for ( int32_t i = 0; i < outline->count && good; i++ )
	{
		const fw_vec2 a = outline->corners[i];
		const fw_vec2 b = outline->corners[( i + 1 ) % outline->count];
		good = fabs( a.x ) <= FARTHEST && fabs( a.y ) <= FARTHEST && fw_length( b.x - a.x, b.y - a.y ) > SAME;
	}
	return good;
}

// Is no corner outside of an edge, and does it have an area?
static bool is_convex( const fw_outline* outline )
{
	bool good = outline->count == 2 || fabs( fw_outline_area( outline ) ) > SAME;
	for ( int32_t i = 0; i < outline->count && good; i++ )
	{
		good = depth_of( outline, outline->corners[i] ) >= -SAME;
	}
	return good;
}

// The least distance between two parallel lines that hold it between them, one of them through an edge.
static double width_of( const fw_outline* outline )
{
	double width = INFINITY;
	for ( int32_t i = 0; i < outline->count; i++ )
	{
		const fw_vec2 a = outline->corners[i];
		const fw_vec2 b = outline->corners[( i + 1 ) % outline->count];
		double farthest = 0.0;
		for ( int32_t k = 0; k < outline->count; k++ )
		{
			farthest = fmax( farthest, fabs( cross( a, b, outline->corners[k] ) ) );
		}
		width = fmin( width, farthest / fw_length( b.x - a.x, b.y - a.y ) );
	}
	return width;
}

// Does the reference point lie on it?
static bool holds_reference( const fw_outline* outline )
{
	const fw_vec2 a = outline->corners[0];
	const fw_vec2 b = outline->corners[1];
	const fw_vec2 zero = { 0.0, 0.0 };
	if ( outline->count > 2 )
	{
		return depth_of( outline, zero ) >= 0.0;
	}
	return fabs( cross( a, b, zero ) ) <= SAME && a.x * b.x + a.y * b.y <= 0.0;
}

static fw_status refuse( fw_refusal* refusal, const char* words )
{
	return fw_refuse( refusal, FW_ERR_ARGUMENT, FW_REFUSAL_VALUE, "unit.outline", NULL, words );
}

static fw_status refuse_with( fw_refusal* refusal, const char* other, const char* words )
{
	return fw_refuse_pair( refusal, FW_ERR_ARGUMENT, "unit.outline", other, words );
}

fw_status fw_outline_check( const fw_unit* unit, fw_refusal* refusal )
{
	const fw_outline* outline = &unit->outline;
	if ( outline->count == 0 )
	{
		return FW_OK;
	}
	FW_TRY( fw_check_range( refusal, "unit.outline.count", outline->count, 2, FW_OUTLINE_MAX ) );
	FW_TRY( has_edges( outline ) && is_convex( outline )
	            ? FW_OK
	            : refuse( refusal, "must be convex, with corners apart and in -64..64" ) );
	FW_TRY( holds_reference( outline ) ? FW_OK : refuse( refusal, "must hold the point 0,0, which follows the path" ) );
	FW_TRY(
	    width_of( outline ) + 2.0 * unit->radius >= LEAST_WIDTH
	        ? FW_OK
	        : refuse_with( refusal, "unit.radius", "the unit must be 0.001 tiles wide; two corners have no width" ) );
	FW_TRY( unit->size == 0 ? FW_OK
	                        : refuse_with( refusal, "unit.size", "squares have no outline; set one of them to 0" ) );
	return unit->turning_radius > 0.0
	           ? FW_OK
	           : refuse_with( refusal, "unit.turning_radius", "no unit with an outline turns on the spot; set one" );
}

double fw_unit_inner_radius( const fw_unit* unit )
{
	if ( unit->outline.count < 3 )
	{
		return unit->radius;
	}
	return unit->radius + fmax( 0.0, depth_of( &unit->outline, ( fw_vec2 ){ 0.0, 0.0 } ) );
}

double fw_unit_outer_radius( const fw_unit* unit )
{
	double most = unit->outline.count <= FW_OUTLINE_MAX ? 0.0 : INFINITY;
	for ( int32_t i = 0; i < unit->outline.count && most < INFINITY; i++ )
	{
		const fw_vec2 corner = unit->outline.corners[i];
		const double square = corner.x * corner.x + corner.y * corner.y;
		most = square <= most ? most : square >= most ? square : INFINITY;
	}
	return unit->radius + sqrt( most );
}

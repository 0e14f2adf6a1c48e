// SPDX-License-Identifier: MIT
// What several layers of a picture draw with.
#include "draw.h"

#include <math.h>

double draw_pixels( const canvas* on, double pixels )
{
	return pixels / on->scale;
}

fw_vec2 draw_arrow_corner( int32_t index )
{
	static const double angles[DRAW_ARROW_CORNERS] = { 0.0, 2.4, FW_PI, -2.4 };
	static const double reach[DRAW_ARROW_CORNERS] = { 0.78, 0.72, 0.25, 0.72 };
	return ( fw_vec2 ){ reach[index] * fw_cos( angles[index] ), reach[index] * fw_sin( angles[index] ) };
}

void draw_arrow( const canvas* on, fw_pose pose, double radius, uint32_t color )
{
	const double sine = fw_sin( pose.heading );
	const double cosine = fw_cos( pose.heading );
	cairo_new_path( on->cairo );
	for ( int32_t i = 0; i < DRAW_ARROW_CORNERS; i++ )
	{
		const fw_vec2 corner = draw_arrow_corner( i );
		cairo_line_to( on->cairo, pose.x + radius * ( corner.x * cosine - corner.y * sine ),
		               pose.y + radius * ( corner.x * sine + corner.y * cosine ) );
	}
	cairo_close_path( on->cairo );
	ink_color( on->cairo, color, 1.0 );
	cairo_fill( on->cairo );
}

void draw_link( const canvas* on, fw_vec2 from, fw_vec2 to, double width, uint32_t color )
{
	const double length = fw_length( to.x - from.x, to.y - from.y );
	const double head = fmin( 3.4 * width, 0.5 * length );
	const double heading = fw_atan2( to.y - from.y, to.x - from.x );
	const double dashes[] = { 2.4 * width, 1.8 * width };
	cairo_new_path( on->cairo );
	cairo_move_to( on->cairo, from.x, from.y );
	cairo_line_to( on->cairo, to.x - head * fw_cos( heading ), to.y - head * fw_sin( heading ) );
	cairo_set_line_width( on->cairo, width );
	cairo_set_line_cap( on->cairo, CAIRO_LINE_CAP_BUTT );
	cairo_set_dash( on->cairo, dashes, 2, 0.0 );
	ink_color( on->cairo, color, 0.9 );
	cairo_stroke( on->cairo );
	cairo_set_dash( on->cairo, NULL, 0, 0.0 );
	const fw_pose tip = { to.x - 0.78 * head * fw_cos( heading ), to.y - 0.78 * head * fw_sin( heading ), heading };
	draw_arrow( on, tip, head, color );
}

static double area_of( const fw_outline* outline )
{
	double sum = 0.0;
	for ( int32_t i = 0; i < outline->count; i++ )
	{
		const fw_vec2 a = outline->corners[i];
		const fw_vec2 b = outline->corners[( i + 1 ) % outline->count];
		sum += a.x * b.y - b.x * a.y;
	}
	return sum;
}

// A corner of an outline, and the directions in which its rounding begins and ends, always turning the same way, so
// that such shapes join where they overlap.
static fw_vec2 rounded_corner( const fw_outline* outline, int32_t index, double* from, double* to )
{
	const int32_t count = outline->count;
	const int32_t step = area_of( outline ) < 0.0 ? count - 1 : 1;
	const int32_t at = index * step % count;
	const fw_vec2 before = outline->corners[( at + count - step ) % count];
	const fw_vec2 here = outline->corners[at];
	const fw_vec2 after = outline->corners[( at + step ) % count];
	*from = atan2( here.x - before.x, -( here.y - before.y ) ) + FW_PI;
	*to = atan2( after.x - here.x, -( after.y - here.y ) ) + FW_PI;
	return here;
}

void draw_add_outline( cairo_t* cairo, const fw_unit* unit, fw_pose pose )
{
	const double c = cos( pose.heading );
	const double s = sin( pose.heading );
	cairo_new_sub_path( cairo );
	for ( int32_t i = 0; i < unit->outline.count; i++ )
	{
		double from;
		double to;
		const fw_vec2 here = rounded_corner( &unit->outline, i, &from, &to );
		cairo_arc( cairo, pose.x + here.x * c - here.y * s, pose.y + here.x * s + here.y * c, unit->radius,
		           pose.heading + from, pose.heading + to );
	}
	cairo_close_path( cairo );
}

int32_t draw_rounded_corners( const fw_unit* unit, fw_vec2 points[2 * FW_OUTLINE_MAX] )
{
	for ( int32_t i = 0; i < unit->outline.count; i++ )
	{
		double from;
		double to;
		const fw_vec2 here = rounded_corner( &unit->outline, i, &from, &to );
		points[2 * i] = ( fw_vec2 ){ here.x + unit->radius * cos( from ), here.y + unit->radius * sin( from ) };
		points[2 * i + 1] = ( fw_vec2 ){ here.x + unit->radius * cos( to ), here.y + unit->radius * sin( to ) };
	}
	return 2 * unit->outline.count;
}

double draw_arrow_place( const fw_unit* unit, fw_vec2* middle )
{
	*middle = ( fw_vec2 ){ 0.0, 0.0 };
	double half = unit->outline.count > 0 ? 0.0 : unit->radius;
	for ( int32_t i = 0; i < unit->outline.count; i++ )
	{
		const fw_vec2 corner = unit->outline.corners[i];
		middle->x += corner.x / unit->outline.count;
		middle->y += corner.y / unit->outline.count;
		half = fmax( half, fabs( corner.y ) );
	}
	return unit->outline.count > 0 ? 0.8 * ( half + unit->radius ) : half;
}

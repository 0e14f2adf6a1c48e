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

// SPDX-License-Identifier: MIT
// Links and one-way tiles of a map.
#include "draw.h"

#include "fairway/grid.h"

#include <math.h>

#define COLOR_WAY 0x7a2fb5u
#define COLOR_NOT_OURS 0x8a8f98u

// Smaller tiles [pixels] are tinted alone: arrows in them would be blots.
#define ARROWS_FROM 9.0

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
	draw_color( on->cairo, color, 0.9 );
	cairo_stroke( on->cairo );
	cairo_set_dash( on->cairo, NULL, 0, 0.0 );
	const fw_pose tip = { to.x - 0.78 * head * fw_cos( heading ), to.y - 0.78 * head * fw_sin( heading ), heading };
	draw_arrow( on, tip, head, color );
}

// An arrow for each direction in which the tile can be left.
static void draw_exits( const canvas* on, int32_t x, int32_t y, uint32_t exits )
{
	for ( int32_t d = 0; d < 8; d++ )
	{
		const double heading = d * FW_PI / 4.0;
		if ( ( exits >> d & 1u ) != 0 )
		{
			const fw_pose tip = { x + 0.5 + 0.3 * fw_cos( heading ), y + 0.5 + 0.3 * fw_sin( heading ), heading };
			draw_arrow( on, tip, 0.17, COLOR_WAY );
		}
	}
}

void draw_map_links( const canvas* on, const picture* image )
{
	const fw_rect view = on->view;
	const bool any = fw_grid_one_way_count( image->grid ) > 0;
	for ( int32_t i = 0; i < view.width * view.height && any; i++ )
	{
		const int32_t x = view.x + i % view.width;
		const int32_t y = view.y + i / view.width;
		const uint32_t exits = fw_grid_exits( image->grid, x, y );
		if ( exits == FW_EXIT_ALL )
		{
			continue;
		}
		cairo_rectangle( on->cairo, x, y, 1.0, 1.0 );
		draw_color( on->cairo, COLOR_WAY, 0.14 );
		cairo_fill( on->cairo );
		if ( on->scale >= ARROWS_FROM )
		{
			draw_exits( on, x, y, exits );
		}
	}
	for ( int32_t i = 0; i < fw_grid_link_count( image->grid ); i++ )
	{
		const fw_link* link = fw_grid_link_at( image->grid, i );
		const bool ours = ( link->capabilities & image->unit->capabilities ) != 0;
		draw_link( on, ( fw_vec2 ){ link->from_x + 0.5, link->from_y + 0.5 },
		           ( fw_vec2 ){ link->to_x + 0.5, link->to_y + 0.5 }, draw_pixels( on, 1.6 ),
		           ours ? COLOR_WAY : COLOR_NOT_OURS );
	}
}

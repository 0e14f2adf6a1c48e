// SPDX-License-Identifier: MIT
// Links and one-way tiles of a map.
#include "draw.h"

#define COLOR_WAY 0x7a2fb5u
#define COLOR_NOT_OURS 0x8a8f98u
#define ONE_WAY_COVER 0.14
#define WHITE 0xffffffu

// Smaller tiles [pixels] are tinted alone: arrows in them would be blots.
#define ARROWS_FROM 9.0

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

static bool is_ours( const picture* image, const fw_link* link )
{
	return ( link->capabilities & image->unit->capabilities ) != 0;
}

void draw_links_key( const picture* image, key_list* list )
{
	const int32_t links = fw_grid_link_count( image->grid );
	int32_t ours = 0;
	for ( int32_t i = 0; i < links; i++ )
	{
		ours += is_ours( image, fw_grid_link_at( image->grid, i ) ) ? 1 : 0;
	}
	if ( ours > 0 )
	{
		key_add( list, KEY_DASHES, COLOR_WAY, 2.0, "link" );
	}
	if ( ours < links )
	{
		key_add( list, KEY_DASHES, COLOR_NOT_OURS, 2.0, "link for other units" );
	}
	if ( fw_grid_one_way_count( image->grid ) > 0 )
	{
		key_add( list, KEY_TILE, ink_mix( WHITE, COLOR_WAY, ONE_WAY_COVER ), 0.0, "one-way tile" );
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
		ink_color( on->cairo, COLOR_WAY, ONE_WAY_COVER );
		cairo_fill( on->cairo );
		if ( on->scale >= ARROWS_FROM )
		{
			draw_exits( on, x, y, exits );
		}
	}
	for ( int32_t i = 0; i < fw_grid_link_count( image->grid ); i++ )
	{
		const fw_link* link = fw_grid_link_at( image->grid, i );
		draw_link( on, ( fw_vec2 ){ link->from_x + 0.5, link->from_y + 0.5 },
		           ( fw_vec2 ){ link->to_x + 0.5, link->to_y + 0.5 }, draw_pixels( on, 1.6 ),
		           is_ours( image, link ) ? COLOR_WAY : COLOR_NOT_OURS );
	}
}

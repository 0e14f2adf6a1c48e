// SPDX-License-Identifier: MIT
// Cones beside roads and down their middle.
#include "draw.h"

// Beside a road, or on one: others keep nobody from anything.
static bool is_shown( const fw_grid* grid, uint32_t roads, int32_t x, int32_t y )
{
	bool near = false;
	for ( int32_t i = 0; i < 9; i++ )
	{
		near = near || ( roads >> fw_grid_get( grid, x + i % 3 - 1, y + i / 3 - 1 ) & 1 ) != 0;
	}
	return near;
}

void draw_cones( const canvas* on, const fw_grid* grid, const fw_cones* cones )
{
	const uint32_t roads = fw_roads_terrains( grid );
	const fw_rect view = on->view;
	cairo_new_path( on->cairo );
	for ( int32_t i = 0; i < view.width * view.height; i++ )
	{
		const double x = view.x + i % view.width;
		const double y = view.y + i / view.width;
		if ( fw_cones_has( cones, (int32_t)x, (int32_t)y ) && is_shown( grid, roads, (int32_t)x, (int32_t)y ) )
		{
			cairo_move_to( on->cairo, x + 0.5, y + 0.22 );
			cairo_line_to( on->cairo, x + 0.76, y + 0.76 );
			cairo_line_to( on->cairo, x + 0.24, y + 0.76 );
			cairo_close_path( on->cairo );
		}
	}
	ink_color( on->cairo, DRAW_CONE_COLOR, 0.9 );
	cairo_fill( on->cairo );
}

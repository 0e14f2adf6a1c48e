// SPDX-License-Identifier: MIT
// A search over its map: what it knows of each tile, the tree of its nodes, and the node that it expands.
#include "draw.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define WHITE 0xffffffu

// From tiles of this many pixels on there is room for g, h and f.
#define NUMBERS_FROM 40.0
#define NUMBERS_NEAR 72.0

// A corner's square [tiles].
#define CORNER_SIDE 0.5

static const uint32_t kind_colors[SEARCH_KINDS] = { 0, 0x4fa3a0u, 0x6a4fc0u, 0xffb000u, DRAW_HEAT_COLOR };
static const double kind_covers[SEARCH_KINDS] = { 0.0, 0.45, 0.50, 0.75, 0.45 };

uint32_t draw_search_color( const fw_grid* grid, const search_mark* of )
{
	const uint32_t below = draw_terrain_color( fw_grid_terrain( grid, fw_grid_get( grid, of->x, of->y ) ) );
	return ink_mix( below, kind_colors[of->kind], of->corner ? 1.0 : kind_covers[of->kind] );
}

double draw_search_square( const search_mark* of, fw_vec2* corner )
{
	const double back = of->corner ? 0.5 * CORNER_SIDE : 0.0;
	*corner = ( fw_vec2 ){ of->x - back, of->y - back };
	return of->corner ? CORNER_SIDE : 1.0;
}

void draw_search_marks( const canvas* on, const fw_grid* grid, const search_mark* marks, int32_t count )
{
	cairo_save( on->cairo );
	// Or seams would show between tiles that are not whole pixels.
	cairo_set_antialias( on->cairo, CAIRO_ANTIALIAS_NONE );
	for ( int32_t i = 0; i < count; i++ )
	{
		fw_vec2 at;
		const double side = draw_search_square( &marks[i], &at );
		cairo_rectangle( on->cairo, at.x, at.y, side, side );
		ink_color( on->cairo, draw_search_color( grid, &marks[i] ), 1.0 );
		cairo_fill( on->cairo );
	}
	cairo_restore( on->cairo );
}

double draw_search_width( double scale )
{
	return fmin( 2.0, fmax( 0.7, 0.06 * scale ) );
}

void draw_search_tree( const canvas* on, const picture_node* nodes, int32_t count )
{
	const double dot = draw_pixels( on, 1.2 * draw_search_width( on->scale ) );
	ink_color( on->cairo, DRAW_TREE_COLOR, DRAW_TREE_COVER );
	cairo_new_path( on->cairo );
	for ( int32_t i = 0; i < count; i++ )
	{
		cairo_move_to( on->cairo, nodes[i].pose.x, nodes[i].pose.y );
		cairo_line_to( on->cairo, nodes[i].parent.x, nodes[i].parent.y );
	}
	cairo_set_line_width( on->cairo, draw_pixels( on, draw_search_width( on->scale ) ) );
	cairo_set_line_cap( on->cairo, CAIRO_LINE_CAP_ROUND );
	cairo_stroke( on->cairo );
	for ( int32_t i = 0; i < count; i++ )
	{
		cairo_new_sub_path( on->cairo );
		cairo_arc( on->cairo, nodes[i].pose.x, nodes[i].pose.y, dot, 0.0, FW_TAU );
	}
	cairo_fill( on->cairo );
}

bool draw_search_has_numbers( double scale )
{
	return scale >= NUMBERS_FROM;
}

void draw_search_number( const canvas* on, const char* text, double x, double y )
{
	const double wide = ink_text_width( on->cairo, text );
	cairo_move_to( on->cairo, x - 0.5 * wide, y );
	cairo_text_path( on->cairo, text );
	ink_color( on->cairo, WHITE, 0.95 );
	cairo_set_line_join( on->cairo, CAIRO_LINE_JOIN_ROUND );
	cairo_set_line_width( on->cairo, draw_pixels( on, 4.0 ) );
	cairo_stroke_preserve( on->cairo );
	ink_color( on->cairo, INK_DARK, 1.0 );
	cairo_fill( on->cairo );
}

static void show_number( const canvas* on, double value, double x, double y )
{
	char text[32];
	snprintf( text, sizeof( text ), "%.1f", value );
	draw_search_number( on, text, x, y );
}

bool draw_search_numbers( const canvas* on, const picture_node* nodes, int32_t count )
{
	if ( on->scale < NUMBERS_FROM )
	{
		return true;
	}
	const fw_rect view = on->view;
	const size_t width = (size_t)view.width + 1;
	bool* taken = calloc( width * ( (size_t)view.height + 1 ), sizeof( bool ) );
	if ( taken == NULL )
	{
		return false;
	}
	// Numbers stay near their node where tiles are larger.
	const double away = fmin( 1.0, NUMBERS_NEAR / on->scale );
	ink_metrics( on->cairo );
	ink_font( on->cairo, CAIRO_FONT_WEIGHT_NORMAL, draw_pixels( on, fmin( 13.0, 0.21 * on->scale ) ) );
	// Of several on a tile, such as headings, the one that was expanded last.
	for ( int32_t i = count - 1; i >= 0; i-- )
	{
		const fw_pose at = nodes[i].pose;
		const double x = floor( at.x ) - view.x;
		const double y = floor( at.y ) - view.y;
		if ( x < 0.0 || y < 0.0 || x > view.width || y > view.height || taken[(size_t)y * width + (size_t)x] )
		{
			continue;
		}
		taken[(size_t)y * width + (size_t)x] = true;
		show_number( on, nodes[i].g + nodes[i].h, at.x, at.y - 0.2 * away );
		show_number( on, nodes[i].g, at.x - 0.23 * away, at.y + 0.38 * away );
		show_number( on, nodes[i].h, at.x + 0.23 * away, at.y + 0.38 * away );
	}
	free( taken );
	return true;
}

bool draw_search_fan( const fw_heard* now, fw_vec2* corners )
{
	if ( !now->bounded[0] && !now->bounded[1] )
	{
		return false;
	}
	const double dx = now->pose.x - now->parent.x;
	const double dy = now->pose.y - now->parent.y;
	const double reach = fw_length( dx, dy ) + 1.0;
	const double away = fw_atan2( dy, dx );
	corners[0] = ( fw_vec2 ){ now->parent.x, now->parent.y };
	for ( int32_t i = 0; i < 2; i++ )
	{
		// A side that has no bound is drawn up to 45 degrees.
		const double off = now->bounded[i] ? fw_angle_signed( now->bounds[i] - away )
		                   : i == 0        ? -0.25 * FW_PI
		                                   : 0.25 * FW_PI;
		const double angle = away + fmin( fmax( off, -0.25 * FW_PI ), 0.25 * FW_PI );
		corners[1 + i] =
		    ( fw_vec2 ){ now->parent.x + reach * fw_cos( angle ), now->parent.y + reach * fw_sin( angle ) };
	}
	return true;
}

static void draw_fan( const canvas* on, const fw_heard* now )
{
	fw_vec2 corners[3];
	if ( !draw_search_fan( now, corners ) )
	{
		return;
	}
	cairo_new_path( on->cairo );
	for ( int32_t i = 0; i < 3; i++ )
	{
		cairo_line_to( on->cairo, corners[i].x, corners[i].y );
	}
	cairo_close_path( on->cairo );
	ink_color( on->cairo, DRAW_FAN_COLOR, DRAW_FAN_COVER );
	cairo_fill( on->cairo );
}

void draw_search_now( const canvas* on, const fw_heard* now, const fw_vec2* way, int32_t count )
{
	draw_fan( on, now );
	cairo_new_path( on->cairo );
	for ( int32_t i = 0; i < count; i++ )
	{
		cairo_line_to( on->cairo, way[i].x, way[i].y );
	}
	cairo_set_line_join( on->cairo, CAIRO_LINE_JOIN_ROUND );
	cairo_set_line_cap( on->cairo, CAIRO_LINE_CAP_ROUND );
	ink_color( on->cairo, WHITE, 0.8 );
	cairo_set_line_width( on->cairo, draw_pixels( on, DRAW_NOW_WIDTH + 2.0 ) );
	cairo_stroke_preserve( on->cairo );
	ink_color( on->cairo, DRAW_NOW_COLOR, 1.0 );
	cairo_set_line_width( on->cairo, draw_pixels( on, DRAW_NOW_WIDTH ) );
	cairo_stroke( on->cairo );
	cairo_arc( on->cairo, now->pose.x, now->pose.y, draw_pixels( on, DRAW_NOW_RADIUS ), 0.0, FW_TAU );
	ink_color( on->cairo, WHITE, 1.0 );
	cairo_fill_preserve( on->cairo );
	ink_color( on->cairo, DRAW_NOW_COLOR, 1.0 );
	cairo_set_line_width( on->cairo, draw_pixels( on, 2.0 ) );
	cairo_stroke( on->cairo );
}

// The colors over the terrain of the start.
void draw_search_key( const picture* image, double scale, key_list* list )
{
	const picture_search* search = image->search;
	static const char* const labels[SEARCH_KINDS] = { "", "distance field", "searched from the goal", "open",
	                                                  "closed" };
	for ( int32_t i = SEARCH_CLOSED; i > SEARCH_UNSEEN && search->film; i-- )
	{
		if ( ( search->kinds >> i & 1u ) != 0 )
		{
			const search_mark of = { .x = (int32_t)image->start.x,
			                         .y = (int32_t)image->start.y,
			                         .kind = (uint8_t)i,
			                         .corner = search->corners };
			key_add( list, KEY_TILE, draw_search_color( image->grid, &of ), 0.0, labels[i] );
		}
	}
	if ( search->film && ( search->kinds >> SEARCH_CLOSED & 1u ) != 0 )
	{
		key_add( list, search->ways ? KEY_LINE : KEY_DOT, DRAW_NOW_COLOR, search->ways ? DRAW_NOW_WIDTH : 9.0,
		         search->ways ? "from the start to the node that is expanded" : "the node that is expanded" );
	}
	if ( search->block_count > 0 )
	{
		const uint8_t ground = fw_grid_get( image->grid, (int32_t)image->start.x, (int32_t)image->start.y );
		draw_search_blocks_key( search, draw_terrain_color( fw_grid_terrain( image->grid, ground ) ), scale, list );
		return;
	}
	if ( search->tree )
	{
		key_add( list, KEY_LINE, DRAW_TREE_COLOR, draw_search_width( scale ), "from an expanded node to its parent" );
	}
	if ( search->tree && scale >= NUMBERS_FROM && !search->film )
	{
		key_add( list, KEY_NONE, 0, 0.0, "numbers: f above, g left, h right [tiles]" );
	}
	if ( search->fan )
	{
		key_add( list, KEY_TILE, ink_mix( WHITE, DRAW_FAN_COLOR, DRAW_FAN_COVER ), 0.0,
		         "angles in sight of its parent" );
	}
}

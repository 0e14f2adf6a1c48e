// SPDX-License-Identifier: MIT
// The blocks of Block A* as an overhead view: the order of their expansions, and g of the nodes on their borders.
// Figure 4 of P. Yap, N. Burch, R. Holte, J. Schaeffer, "Block A*: Database-Driven Search with Applications in
// Any-Angle Path-Planning" (2011), left, shows the latter.
#include "draw.h"

#include <math.h>
#include <stdio.h>

#define TINT_COVER 0.13
#define TINT_MORE_COVER 0.3 // of blocks that were expanded more than once

// The order of a block shows where it is so wide [pixels].
#define ORDER_FROM 30.0

// No number is nearer to the border of its block [tiles].
#define BORDER_X 0.35
#define BORDER_Y 0.22

// The part of a block that is in view: blocks at the edge of a map reach beyond it.
static bool part_in_view( const canvas* on, const picture_block* block, fw_vec2* low, fw_vec2* high )
{
	const double half = 0.5 * block->side;
	low->x = fmax( block->middle.x - half, on->view.x );
	low->y = fmax( block->middle.y - half, on->view.y );
	high->x = fmin( block->middle.x + half, on->view.x + on->view.width );
	high->y = fmin( block->middle.y + half, on->view.y + on->view.height );
	return low->x < high->x && low->y < high->y;
}

static void fill( const canvas* on, const picture_block* block )
{
	fw_vec2 low;
	fw_vec2 high;
	if ( block->first > 0 && part_in_view( on, block, &low, &high ) )
	{
		cairo_rectangle( on->cairo, low.x, low.y, high.x - low.x, high.y - low.y );
		ink_color( on->cairo, DRAW_TREE_COLOR, block->last > block->first ? TINT_MORE_COVER : TINT_COVER );
		cairo_fill( on->cairo );
	}
}

void draw_search_blocks( const canvas* on, const picture_block* blocks, int32_t count )
{
	cairo_new_path( on->cairo );
	for ( int32_t i = 0; i < count; i++ )
	{
		fill( on, &blocks[i] );
	}
	for ( int32_t i = 0; i < count; i++ )
	{
		fw_vec2 low;
		fw_vec2 high;
		if ( part_in_view( on, &blocks[i], &low, &high ) )
		{
			cairo_rectangle( on->cairo, low.x, low.y, high.x - low.x, high.y - low.y );
		}
	}
	ink_color( on->cairo, DRAW_TREE_COLOR, DRAW_TREE_COVER );
	cairo_set_line_width( on->cairo, draw_pixels( on, draw_search_width( on->scale ) ) );
	cairo_stroke( on->cairo );
}

// Where a node of a block lies, corners moved into it, for the blocks around have values of their own there.
static fw_vec2 place_of( const picture_block* block, int32_t node )
{
	const int32_t last = block->count / 4; // a side has one more, which is the first of the next
	const int32_t along = node % last;
	const int32_t x[4] = { along, last, last - along, 0 };
	const int32_t y[4] = { 0, along, last, last - along };
	const int32_t side = node / last;
	const double half = 0.5 * block->side;
	return ( fw_vec2 ){
	    block->middle.x + fmin( half - BORDER_X, fmax( BORDER_X - half, x[side] - 0.5 * last ) ),
	    block->middle.y + fmin( half - BORDER_Y, fmax( BORDER_Y - half, y[side] - 0.5 * last ) ),
	};
}

static void show_values( const canvas* on, const picture_block* block )
{
	// Numbers of tiles stand a little higher, where lines from center to center leave them free.
	const double foot = draw_pixels( on, block->count < 4 * block->side ? -4.5 : 4.5 );
	for ( int32_t i = 0; i < block->count; i++ )
	{
		const fw_vec2 at = place_of( block, i );
		const fw_rect* view = &on->view;
		if ( isfinite( block->values[i] ) && at.x >= view->x && at.y >= view->y && at.x <= view->x + view->width &&
		     at.y <= view->y + view->height )
		{
			char text[32];
			snprintf( text, sizeof( text ), "%.1f", block->values[i] );
			draw_search_number( on, text, at.x, at.y + foot );
		}
	}
}

static void show_order( const canvas* on, const picture_block* block, double size )
{
	fw_vec2 low;
	fw_vec2 high;
	if ( block->first > 0 && part_in_view( on, block, &low, &high ) )
	{
		char text[32];
		snprintf( text, sizeof( text ), block->last > block->first ? "%d, %d" : "%d", block->first, block->last );
		draw_search_number( on, text, 0.5 * ( low.x + high.x ), 0.5 * ( low.y + high.y ) + 0.36 * size );
	}
}

void draw_search_block_numbers( const canvas* on, const picture_block* blocks, int32_t count )
{
	ink_metrics( on->cairo );
	ink_font( on->cairo, CAIRO_FONT_WEIGHT_NORMAL, draw_pixels( on, fmin( 13.0, 0.24 * on->scale ) ) );
	for ( int32_t i = 0; i < count && draw_search_has_numbers( on->scale ); i++ )
	{
		show_values( on, &blocks[i] );
	}
	const double wide = on->scale * blocks[0].side;
	const double size = draw_pixels( on, fmin( 22.0, fmax( 0.18 * wide, fmin( 13.0, 0.3 * wide ) ) ) );
	ink_font( on->cairo, CAIRO_FONT_WEIGHT_BOLD, size );
	for ( int32_t i = 0; i < count && wide >= ORDER_FROM; i++ )
	{
		show_order( on, &blocks[i], size );
	}
}

void draw_search_blocks_key( const picture_search* search, uint32_t ground, double scale, key_list* list )
{
	const bool ordered = scale * search->blocks[0].side >= ORDER_FROM;
	key_add( list, KEY_TILE, ink_mix( ground, DRAW_TREE_COLOR, TINT_COVER ), 0.0,
	         ordered ? "expanded block, and when" : "expanded block" );
	bool again = false;
	for ( int32_t i = 0; i < search->block_count; i++ )
	{
		again = again || search->blocks[i].last > search->blocks[i].first;
	}
	if ( again )
	{
		key_add( list, KEY_TILE, ink_mix( ground, DRAW_TREE_COLOR, TINT_MORE_COVER ), 0.0,
		         ordered ? "expanded again: the first and the last time" : "expanded again" );
	}
	if ( draw_search_has_numbers( scale ) )
	{
		key_add( list, KEY_NONE, 0, 0.0, "small numbers: g [tiles]" );
	}
}

// SPDX-License-Identifier: MIT
// An abstraction over its map: borders of clusters, transitions between them, edges through them, and the nodes at
// their ends; capability sets by color, sizes of units by how dark and wide a line is.
#include "draw.h"
#include "values.h"

#include <math.h>
#include <stdio.h>

#define COLOR_BORDER 0x222831u
#define COLOR_NODE 0x10182eu
#define COLOR_SIZES 0x30363fu // where colors say something else
#define WHITE 0xffffffu

// Lines drawn at a time: thousands that cross in one path take cairo for ever.
#define BATCH 64

// How pale a line for the smallest units is.
#define PALE 0.62

// The narrowest line over the side of a cluster: wider ones would fill it.
#define CROWD 0.03

// After M. Okabe and K. Ito's set for all kinds of color vision, without those that a terrain comes near.
static const uint32_t set_colors[FW_HIERARCHY_MAX_CLASSES] = {
    0xc2410cu, 0x0b5fa5u, 0x8a2a80u, 0x00735cu, 0xa86b00u, 0x20262eu, 0xc0306au, 0x4f46c8u,
};

static double size_part( const fw_hierarchy_def* def, int32_t index )
{
	return def->size_count > 1 ? (double)index / ( def->size_count - 1 ) : 1.0;
}

static uint32_t edge_color( const fw_hierarchy_def* def, uint32_t color, int32_t size )
{
	return ink_mix( WHITE, color, PALE + ( 1.0 - PALE ) * size_part( def, size ) );
}

// [pixels]
static double way_width( const fw_hierarchy_def* def, double scale, int32_t size )
{
	const double visible = fmin( 0.8, CROWD * def->cluster * scale );
	const double thin = fmin( 1.6, fmax( visible, 0.08 * scale ) );
	return def->size_count > 1 ? thin * ( 0.8 + 1.7 * size_part( def, size ) ) : 1.2 * thin;
}

static double node_width( const fw_hierarchy_def* def, double scale )
{
	const double visible = fmin( 2.2, 3.0 * CROWD * def->cluster * scale );
	return fmin( 12.0, fmax( visible, 0.42 * scale ) );
}

// One kind of edges, and what of them is drawn in this turn.
typedef struct turn
{
	const canvas* on;
	const fw_hierarchy_def* def;
	uint32_t capabilities;
	int32_t size;
	bool inter;
	bool nodes; // the ends of edges instead of the edges
	int32_t lines;
} turn;

static void flush( turn* now )
{
	cairo_stroke( now->on->cairo );
	now->lines = 0;
}

static bool in_view( const canvas* on, const fw_hierarchy_edge* edge )
{
	const fw_rect view = on->view;
	const int32_t left = edge->from_x < edge->to_x ? edge->from_x : edge->to_x;
	const int32_t right = edge->from_x + edge->to_x - left;
	const int32_t top = edge->from_y < edge->to_y ? edge->from_y : edge->to_y;
	const int32_t bottom = edge->from_y + edge->to_y - top;
	return right >= view.x && left < view.x + view.width && bottom >= view.y && top < view.y + view.height;
}

static void add_edge( void* context, const fw_hierarchy_edge* edge )
{
	turn* now = context;
	cairo_t* cairo = now->on->cairo;
	const bool meant = now->nodes || ( edge->inter == now->inter && edge->capabilities == now->capabilities &&
	                                   edge->size == now->size );
	if ( !meant || !in_view( now->on, edge ) )
	{
		return;
	}
	cairo_move_to( cairo, edge->from_x + 0.5, edge->from_y + 0.5 );
	if ( now->nodes )
	{
		cairo_line_to( cairo, edge->from_x + 0.5, edge->from_y + 0.5 );
		cairo_move_to( cairo, edge->to_x + 0.5, edge->to_y + 0.5 );
	}
	cairo_line_to( cairo, edge->to_x + 0.5, edge->to_y + 0.5 );
	now->lines += 1;
	if ( now->lines == BATCH )
	{
		flush( now );
	}
}

// The edges of large units first: those of small ones are narrower and stay visible on them.
static void draw_edges( const canvas* on, const fw_hierarchy* hierarchy, bool inter )
{
	const fw_hierarchy_def* def = fw_hierarchy_definition( hierarchy );
	cairo_set_line_cap( on->cairo, CAIRO_LINE_CAP_ROUND );
	for ( int32_t size = def->size_count - 1; size >= 0; size-- )
	{
		for ( int32_t set = 0; set < def->capability_count; set++ )
		{
			turn now = {
			    .on = on,
			    .def = def,
			    .capabilities = def->capabilities[set],
			    .size = def->sizes[size],
			    .inter = inter,
			};
			const double width = way_width( def, on->scale, size );
			cairo_set_line_width( on->cairo, draw_pixels( on, inter ? 2.0 * width : width ) );
			ink_color( on->cairo, edge_color( def, set_colors[set], size ), inter ? 1.0 : 0.85 );
			fw_hierarchy_visit( hierarchy, add_edge, &now );
			flush( &now );
		}
	}
}

static void draw_nodes( const canvas* on, const fw_hierarchy* hierarchy )
{
	turn now = { .on = on, .nodes = true };
	cairo_set_line_cap( on->cairo, CAIRO_LINE_CAP_ROUND );
	cairo_set_line_width( on->cairo, draw_pixels( on, node_width( fw_hierarchy_definition( hierarchy ), on->scale ) ) );
	ink_color( on->cairo, COLOR_NODE, 1.0 );
	fw_hierarchy_visit( hierarchy, add_edge, &now );
	flush( &now );
}

static void draw_borders( const canvas* on, int32_t side )
{
	const fw_rect view = on->view;
	for ( int32_t x = view.x - view.x % side + side; x < view.x + view.width; x += side )
	{
		cairo_move_to( on->cairo, x, view.y );
		cairo_line_to( on->cairo, x, view.y + view.height );
	}
	for ( int32_t y = view.y - view.y % side + side; y < view.y + view.height; y += side )
	{
		cairo_move_to( on->cairo, view.x, y );
		cairo_line_to( on->cairo, view.x + view.width, y );
	}
	const double dashes[] = { draw_pixels( on, 5.0 ), draw_pixels( on, 3.5 ) };
	cairo_set_dash( on->cairo, dashes, 2, 0.0 );
	cairo_set_line_cap( on->cairo, CAIRO_LINE_CAP_BUTT );
	cairo_set_line_width( on->cairo, draw_pixels( on, fmin( 1.4, fmax( 0.6, 0.1 * on->scale ) ) ) );
	ink_color( on->cairo, COLOR_BORDER, 0.65 );
	cairo_stroke( on->cairo );
	cairo_set_dash( on->cairo, NULL, 0, 0.0 );
}

void draw_hierarchy( const canvas* on, const fw_hierarchy* hierarchy )
{
	ink_color( on->cairo, WHITE, DRAW_HIERARCHY_WASH );
	cairo_paint( on->cairo );
	draw_borders( on, fw_hierarchy_definition( hierarchy )->cluster );
	draw_edges( on, hierarchy, false );
	draw_edges( on, hierarchy, true );
	draw_nodes( on, hierarchy );
}

// One capability set leaves its color to the sizes.
void draw_hierarchy_key( const fw_hierarchy* hierarchy, double scale, key_list* list )
{
	const fw_hierarchy_def* def = fw_hierarchy_definition( hierarchy );
	const uint32_t color = def->capability_count > 1 ? COLOR_SIZES : set_colors[0];
	const double widest = fmax( 1.2, way_width( def, scale, def->size_count - 1 ) );
	key_add( list, KEY_DASHES, COLOR_BORDER, 1.4, "border of clusters" );
	key_add( list, KEY_DOT, COLOR_NODE, fmax( 5.0, node_width( def, scale ) ), "node" );
	key_add( list, KEY_LINE, color, 2.0 * widest, "inter-edge, across an entrance" );
	key_add( list, KEY_LINE, color, widest, "intra-edge, through a cluster" );
	for ( int32_t set = 0; set < def->capability_count; set++ )
	{
		char names[64];
		char label[KEY_LABEL];
		value_capabilities_text( def->capabilities[set], names );
		snprintf( label, sizeof( label ), "for %s", names );
		key_add( list, KEY_LINE, set_colors[set], 3.0, label );
	}
	for ( int32_t size = 0; size < def->size_count && def->size_count > 1; size++ )
	{
		char label[KEY_LABEL];
		snprintf( label, sizeof( label ), "units up to %d x %d", (int)def->sizes[size], (int)def->sizes[size] );
		key_add( list, KEY_LINE, edge_color( def, color, size ), fmax( 1.2, way_width( def, scale, size ) ), label );
	}
}

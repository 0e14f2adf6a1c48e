// SPDX-License-Identifier: MIT
// What the colors and lines of a map mean: swatches with words, in rows under the caption.
#include "key.h"
#include "ink.h"

#include <math.h>
#include <stdio.h>

// In heights of the font.
#define FIGURES 0.85
#define TILE 1.1
#define LINE 1.8
#define DOT 0.8
#define GAP 0.45
#define BETWEEN 1.3
#define LINE_STEP 1.5

void key_add( key_list* list, key_kind kind, uint32_t color, double width, const char* label )
{
	if ( list->count == KEY_MAX )
	{
		return;
	}
	key_entry* made = &list->entries[list->count++];
	*made = ( key_entry ){ .kind = kind, .color = color, .width = width };
	snprintf( made->label, sizeof( made->label ), "%s", label );
}

static double swatch_width( const key_list* list, const key_entry* entry )
{
	static const double parts[] = {
	    [KEY_TILE] = TILE, [KEY_LINE] = LINE, [KEY_DASHES] = LINE, [KEY_DOT] = DOT, [KEY_NONE] = -GAP };
	const double part = parts[entry->kind];
	return part * list->font;
}

static double entry_width( cairo_t* cairo, const key_list* list, const key_entry* entry )
{
	return swatch_width( list, entry ) + GAP * list->font + ink_text_width( cairo, entry->label );
}

// With its left end at the origin, in the middle of small letters.
static void draw_swatch( cairo_t* cairo, const key_list* list, const key_entry* entry )
{
	const double wide = swatch_width( list, entry );
	if ( entry->kind == KEY_NONE )
	{
		return;
	}
	ink_color( cairo, entry->color, 1.0 );
	if ( entry->kind == KEY_TILE )
	{
		cairo_rectangle( cairo, 0.0, -0.5 * wide, wide, wide );
		cairo_fill_preserve( cairo );
		ink_color( cairo, INK_DARK, 0.5 );
		cairo_set_line_width( cairo, 1.0 );
		cairo_stroke( cairo );
		return;
	}
	const double dashes[] = { 0.3 * list->font, 0.2 * list->font };
	cairo_set_dash( cairo, dashes, entry->kind == KEY_DASHES ? 2 : 0, 0.0 );
	cairo_set_line_cap( cairo, entry->kind == KEY_DOT ? CAIRO_LINE_CAP_ROUND : CAIRO_LINE_CAP_BUTT );
	cairo_set_line_width( cairo, entry->width );
	const bool dot = entry->kind == KEY_DOT;
	cairo_move_to( cairo, dot ? 0.5 * wide : 0.0, 0.0 );
	cairo_line_to( cairo, dot ? 0.5 * wide : wide, 0.0 );
	cairo_stroke( cairo );
	cairo_set_dash( cairo, NULL, 0, 0.0 );
}

// An entry longer than the list is wide is squeezed.
static void draw_entry( cairo_t* cairo, const key_list* list, const key_entry* entry, double x, double y )
{
	const double wide = entry_width( cairo, list, entry );
	cairo_save( cairo );
	cairo_translate( cairo, x, y );
	cairo_scale( cairo, wide > list->width ? list->width / wide : 1.0, 1.0 );
	cairo_save( cairo );
	cairo_translate( cairo, 0.0, -0.3 * list->font );
	draw_swatch( cairo, list, entry );
	cairo_restore( cairo );
	cairo_move_to( cairo, swatch_width( list, entry ) + GAP * list->font, 0.0 );
	ink_color( cairo, INK_FAINT, 1.0 );
	cairo_show_text( cairo, entry->label );
	cairo_new_path( cairo );
	cairo_restore( cairo );
}

// Sets one entry after the other, where `dry` is on only in mind. How many rows they need.
static int32_t set_entries( cairo_t* cairo, const key_list* list, bool dry )
{
	ink_metrics( cairo );
	ink_font( cairo, CAIRO_FONT_WEIGHT_NORMAL, FIGURES * list->font );
	double x = 0.0;
	int32_t rows = list->count > 0 ? 1 : 0;
	for ( int32_t i = 0; i < list->count; i++ )
	{
		const double wide = entry_width( cairo, list, &list->entries[i] );
		if ( x > 0.0 && x + wide > list->width )
		{
			x = 0.0;
			rows += 1;
		}
		if ( !dry )
		{
			draw_entry( cairo, list, &list->entries[i], x, ( 1.0 + LINE_STEP * ( rows - 1 ) ) * list->font );
		}
		x += wide + BETWEEN * list->font;
	}
	return rows;
}

bool key_fit( key_list* list, double width )
{
	list->width = width;
	list->font = ink_font_size( width );
	cairo_surface_t* surface = cairo_image_surface_create( CAIRO_FORMAT_A8, 1, 1 );
	cairo_t* cairo = cairo_create( surface );
	list->height = ceil( LINE_STEP * set_entries( cairo, list, true ) * list->font );
	const bool good = cairo_status( cairo ) == CAIRO_STATUS_SUCCESS;
	cairo_destroy( cairo );
	cairo_surface_destroy( surface );
	return good;
}

void key_draw( cairo_t* cairo, const key_list* list, double x, double y )
{
	cairo_save( cairo );
	cairo_translate( cairo, x, y );
	set_entries( cairo, list, false );
	cairo_restore( cairo );
}

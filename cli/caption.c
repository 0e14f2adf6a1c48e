// SPDX-License-Identifier: MIT
// The words under a panel: title, verdict, figures, in as many lines as they need.
#include "caption.h"
#include "ink.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define LINE_STEP 1.25

// The place of the next line; `x` and `y` are the left end of its base line.
typedef struct writer
{
	cairo_t* cairo;
	double x, y, width, step;
	bool dry; // only count
	int32_t lines;
} writer;

// How much of a text goes into one line: figures are kept whole, other text breaks between words. At least one word.
static size_t line_size( const writer* at, const char* text, char* line )
{
	const char* breaks = strchr( text, '\t' ) != NULL ? "\t" : " ";
	size_t size = strcspn( text, breaks );
	while ( text[size] != '\0' )
	{
		const size_t longer = size + 1 + strcspn( text + size + 1, breaks );
		ink_line( text, longer, line );
		if ( ink_text_width( at->cairo, line ) > at->width )
		{
			break;
		}
		size = longer;
	}
	ink_line( text, size, line );
	return size;
}

// A word longer than the line is squeezed into it.
static void show_line( writer* at, const char* line )
{
	if ( !at->dry )
	{
		const double wide = ink_text_width( at->cairo, line );
		cairo_save( at->cairo );
		cairo_translate( at->cairo, at->x, at->y );
		cairo_scale( at->cairo, wide > at->width ? at->width / wide : 1.0, 1.0 );
		cairo_move_to( at->cairo, 0.0, 0.0 );
		cairo_show_text( at->cairo, line );
		cairo_new_path( at->cairo );
		cairo_restore( at->cairo );
	}
	at->y += at->step;
	at->lines += 1;
}

static void write_text( writer* at, const char* text )
{
	while ( *text != '\0' )
	{
		char line[INK_LINE];
		const size_t size = line_size( at, text, line );
		show_line( at, line );
		text += size + ( text[size] != '\0' ? 1 : 0 );
	}
}

static void set_title( cairo_t* cairo, double font )
{
	ink_font( cairo, CAIRO_FONT_WEIGHT_BOLD, font );
	ink_color( cairo, INK_DARK, 1.0 );
}

static void set_verdict( cairo_t* cairo, double font, bool good )
{
	ink_font( cairo, CAIRO_FONT_WEIGHT_BOLD, 0.9 * font );
	ink_color( cairo, good ? INK_GOOD : INK_BAD, 1.0 );
}

static double verdict_width( cairo_t* cairo, const caption_style* style, const panel* of )
{
	set_verdict( cairo, style->font, of->good );
	return ink_text_width( cairo, of->verdict );
}

static void write_caption( writer* at, const caption_style* style, const panel* of )
{
	if ( !style->stacked && !at->dry )
	{
		const double wide = verdict_width( at->cairo, style, of );
		cairo_move_to( at->cairo, at->x + at->width - wide, at->y );
		cairo_show_text( at->cairo, of->verdict );
		cairo_new_path( at->cairo );
	}
	set_title( at->cairo, style->font );
	write_text( at, of->title );
	if ( style->stacked )
	{
		set_verdict( at->cairo, style->font, of->good );
		write_text( at, of->verdict );
	}
	ink_font( at->cairo, CAIRO_FONT_WEIGHT_NORMAL, 0.85 * style->font );
	ink_color( at->cairo, INK_FAINT, 1.0 );
	write_text( at, of->figures );
}

static bool needs_stack( cairo_t* cairo, const caption_style* style, const panel* of )
{
	const double verdict = verdict_width( cairo, style, of );
	set_title( cairo, style->font );
	return ink_text_width( cairo, of->title ) + 2.0 * style->font + verdict > style->width;
}

bool caption_fit( const picture* image, double width, caption_style* style )
{
	*style = ( caption_style ){ .width = width, .font = ink_font_size( width ) };
	cairo_surface_t* surface = cairo_image_surface_create( CAIRO_FORMAT_A8, 1, 1 );
	cairo_t* cairo = cairo_create( surface );
	ink_metrics( cairo );
	for ( int32_t i = 0; i < image->panel_count; i++ )
	{
		style->stacked = style->stacked || needs_stack( cairo, style, &image->panels[i] );
	}
	int32_t lines = 0;
	for ( int32_t i = 0; i < image->panel_count; i++ )
	{
		writer at = { .cairo = cairo, .width = width, .dry = true };
		write_caption( &at, style, &image->panels[i] );
		lines = at.lines > lines ? at.lines : lines;
	}
	style->height = ceil( ( LINE_STEP * lines + 0.6 ) * style->font );
	const bool good = cairo_status( cairo ) == CAIRO_STATUS_SUCCESS;
	cairo_destroy( cairo );
	cairo_surface_destroy( surface );
	return good;
}

void caption_draw( cairo_t* cairo, const caption_style* style, const panel* of, double x, double y )
{
	writer at = {
	    .cairo = cairo,
	    .x = x,
	    .y = y + 1.35 * style->font,
	    .width = style->width,
	    .step = LINE_STEP * style->font,
	};
	cairo_save( cairo );
	ink_metrics( cairo );
	write_caption( &at, style, of );
	cairo_restore( cairo );
}

// SPDX-License-Identifier: MIT
// The words under a panel: title, verdict, figures, in as many lines as they need.
#include "caption.h"
#include "draw.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define FONT "sans-serif"
#define FONT_MIN 15.0
#define FONT_MAX 20.0
#define FONT_PER_WIDTH ( 1.0 / 42.0 )
#define LINE_STEP 1.25

// The place of the next line; `x` and `y` are the left end of its base line.
typedef struct writer
{
	cairo_t* cairo;
	double x, y, width, step;
	bool dry; // only count
	int32_t lines;
} writer;

void caption_metrics( cairo_t* cairo )
{
	cairo_font_options_t* plain = cairo_font_options_create();
	cairo_font_options_set_hint_metrics( plain, CAIRO_HINT_METRICS_OFF );
	cairo_font_options_set_hint_style( plain, CAIRO_HINT_STYLE_NONE );
	cairo_set_font_options( cairo, plain );
	cairo_font_options_destroy( plain );
}

void caption_font( cairo_t* cairo, cairo_font_weight_t weight, double size )
{
	cairo_select_font_face( cairo, FONT, CAIRO_FONT_SLANT_NORMAL, weight );
	cairo_set_font_size( cairo, size );
}

double caption_text_width( cairo_t* cairo, const char* text )
{
	cairo_text_extents_t extents;
	cairo_text_extents( cairo, text, &extents );
	return extents.x_advance;
}

void caption_line( const char* text, size_t size, char* line )
{
	line[0] = '\0';
	for ( size_t at = 0; at < size; )
	{
		const size_t part = strcspn( text + at, "\t" ) < size - at ? strcspn( text + at, "\t" ) : size - at;
		const size_t used = strlen( line );
		const bool more = at + part < size;
		snprintf( line + used, CAPTION_LINE - used, "%.*s%s", (int)part, text + at, more ? "  \xc2\xb7  " : "" );
		at += part + 1;
	}
}

// How much of a text goes into one line: figures are kept whole, other text breaks between words. At least one word.
static size_t line_size( const writer* at, const char* text, char* line )
{
	const char* breaks = strchr( text, '\t' ) != NULL ? "\t" : " ";
	size_t size = strcspn( text, breaks );
	while ( text[size] != '\0' )
	{
		const size_t longer = size + 1 + strcspn( text + size + 1, breaks );
		caption_line( text, longer, line );
		if ( caption_text_width( at->cairo, line ) > at->width )
		{
			break;
		}
		size = longer;
	}
	caption_line( text, size, line );
	return size;
}

// A word longer than the line is squeezed into it.
static void show_line( writer* at, const char* line )
{
	if ( !at->dry )
	{
		const double wide = caption_text_width( at->cairo, line );
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
		char line[CAPTION_LINE];
		const size_t size = line_size( at, text, line );
		show_line( at, line );
		text += size + ( text[size] != '\0' ? 1 : 0 );
	}
}

static void set_title( cairo_t* cairo, double font )
{
	caption_font( cairo, CAIRO_FONT_WEIGHT_BOLD, font );
	draw_color( cairo, DRAW_INK, 1.0 );
}

static void set_verdict( cairo_t* cairo, double font, bool good )
{
	caption_font( cairo, CAIRO_FONT_WEIGHT_BOLD, 0.9 * font );
	draw_color( cairo, good ? CAPTION_GOOD : CAPTION_BAD, 1.0 );
}

static double verdict_width( cairo_t* cairo, const caption_style* style, const panel* of )
{
	set_verdict( cairo, style->font, of->good );
	return caption_text_width( cairo, of->verdict );
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
	caption_font( at->cairo, CAIRO_FONT_WEIGHT_NORMAL, 0.85 * style->font );
	draw_color( at->cairo, CAPTION_FAINT, 1.0 );
	write_text( at, of->figures );
}

static bool needs_stack( cairo_t* cairo, const caption_style* style, const panel* of )
{
	const double verdict = verdict_width( cairo, style, of );
	set_title( cairo, style->font );
	return caption_text_width( cairo, of->title ) + 2.0 * style->font + verdict > style->width;
}

double caption_font_size( double width )
{
	return fmin( FONT_MAX, fmax( FONT_MIN, width * FONT_PER_WIDTH ) );
}

bool caption_fit( const picture* image, double width, caption_style* style )
{
	*style = ( caption_style ){ .width = width, .font = caption_font_size( width ) };
	cairo_surface_t* surface = cairo_image_surface_create( CAIRO_FORMAT_A8, 1, 1 );
	cairo_t* cairo = cairo_create( surface );
	caption_metrics( cairo );
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
	caption_metrics( cairo );
	write_caption( &at, style, of );
	cairo_restore( cairo );
}

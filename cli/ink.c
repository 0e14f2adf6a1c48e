// SPDX-License-Identifier: MIT
// The colors and letters that all parts of a picture share.
#include "ink.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define FONT "sans-serif"
#define FONT_MIN 15.0
#define FONT_MAX 20.0
#define FONT_PER_WIDTH ( 1.0 / 42.0 )

void ink_color( cairo_t* cairo, uint32_t rgb, double alpha )
{
	cairo_set_source_rgba( cairo, ( rgb >> 16 & 255u ) / 255.0, ( rgb >> 8 & 255u ) / 255.0, ( rgb & 255u ) / 255.0,
	                       alpha );
}

static uint32_t mix_channel( uint32_t a, uint32_t b, double part, int32_t shift )
{
	const double from = a >> shift & 255u;
	const double to = b >> shift & 255u;
	return (uint32_t)( from + ( to - from ) * part + 0.5 ) << shift;
}

uint32_t ink_mix( uint32_t a, uint32_t b, double part )
{
	return mix_channel( a, b, part, 16 ) | mix_channel( a, b, part, 8 ) | mix_channel( a, b, part, 0 );
}

// Told apart from each other and from the terrains.
uint32_t ink_line_color( int32_t index )
{
	static const uint32_t colors[INK_LINES] = {
	    0x15181du, 0xd7191cu, 0x1f5fe0u, 0xf58a07u, 0x0c8a3au, 0xc210c2u,
	    0x00a5bdu, 0x8a4b12u, 0x7436c8u, 0xf26fa8u, 0x7d8600u, 0x7c8794u,
	};
	return colors[index % INK_LINES];
}

void ink_metrics( cairo_t* cairo )
{
	cairo_font_options_t* plain = cairo_font_options_create();
	cairo_font_options_set_hint_metrics( plain, CAIRO_HINT_METRICS_OFF );
	cairo_font_options_set_hint_style( plain, CAIRO_HINT_STYLE_NONE );
	cairo_set_font_options( cairo, plain );
	cairo_font_options_destroy( plain );
}

void ink_font( cairo_t* cairo, cairo_font_weight_t weight, double size )
{
	cairo_select_font_face( cairo, FONT, CAIRO_FONT_SLANT_NORMAL, weight );
	cairo_set_font_size( cairo, size );
}

double ink_text_width( cairo_t* cairo, const char* text )
{
	cairo_text_extents_t extents;
	cairo_text_extents( cairo, text, &extents );
	return extents.x_advance;
}

void ink_line( const char* text, size_t size, char* line )
{
	line[0] = '\0';
	for ( size_t at = 0; at < size; )
	{
		const size_t part = strcspn( text + at, "\t" ) < size - at ? strcspn( text + at, "\t" ) : size - at;
		const size_t used = strlen( line );
		const bool more = at + part < size;
		snprintf( line + used, INK_LINE - used, "%.*s%s", (int)part, text + at, more ? "  \xc2\xb7  " : "" );
		at += part + 1;
	}
}

double ink_font_size( double width )
{
	return fmin( FONT_MAX, fmax( FONT_MIN, width * FONT_PER_WIDTH ) );
}

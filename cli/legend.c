// SPDX-License-Identifier: MIT
// The words under a map with many lines: for each its color, its method, and its figures.
#include "legend.h"
#include "ink.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// In heights of the font.
#define SWATCH 1.6
#define GAP 0.6
#define LINE_STEP 1.35
#define FIGURES 0.85

static double entry_width( const legend_style* style )
{
	return ( SWATCH + 2.0 * GAP ) * style->font + style->name + style->figures;
}

static void figures_of( const panel* of, char* line )
{
	char text[INK_LINE];
	// The figures already say why there is no path.
	snprintf( text, sizeof( text ), "%s%s%s", of->figures, of->path->count > 0 ? "\t" : "",
	          of->path->count > 0 ? of->verdict : "" );
	ink_line( text, strlen( text ), line );
}

static void set_name( cairo_t* cairo, const legend_style* style )
{
	ink_font( cairo, CAIRO_FONT_WEIGHT_BOLD, style->font );
	ink_color( cairo, INK_DARK, 1.0 );
}

static void set_figures( cairo_t* cairo, const legend_style* style, bool good )
{
	ink_font( cairo, CAIRO_FONT_WEIGHT_NORMAL, FIGURES * style->font );
	ink_color( cairo, good ? INK_FAINT : INK_BAD, 1.0 );
}

bool legend_fit( const picture* image, double width, legend_style* style )
{
	*style = ( legend_style ){ .width = width, .font = ink_font_size( width ) };
	cairo_surface_t* surface = cairo_image_surface_create( CAIRO_FORMAT_A8, 1, 1 );
	cairo_t* cairo = cairo_create( surface );
	ink_metrics( cairo );
	for ( int32_t i = 0; i < image->panel_count; i++ )
	{
		char line[INK_LINE];
		figures_of( &image->panels[i], line );
		set_name( cairo, style );
		style->name = fmax( style->name, ink_text_width( cairo, image->panels[i].title ) );
		set_figures( cairo, style, true );
		style->figures = fmax( style->figures, ink_text_width( cairo, line ) );
	}
	const double between = 2.0 * style->font;
	style->columns = (int32_t)fmax( 1.0, floor( ( width + between ) / ( entry_width( style ) + between ) ) );
	const int32_t rows = ( image->panel_count + style->columns - 1 ) / style->columns;
	style->height = ceil( ( LINE_STEP * rows + 0.8 ) * style->font );
	const bool good = cairo_status( cairo ) == CAIRO_STATUS_SUCCESS;
	cairo_destroy( cairo );
	cairo_surface_destroy( surface );
	return good;
}

// With its left end and base line at the origin.
static void draw_entry( cairo_t* cairo, const legend_style* style, const panel* of, uint32_t color )
{
	char line[INK_LINE];
	figures_of( of, line );
	cairo_move_to( cairo, 0.0, -0.32 * style->font );
	cairo_line_to( cairo, SWATCH * style->font, -0.32 * style->font );
	cairo_set_line_width( cairo, 0.3 * style->font );
	cairo_set_line_cap( cairo, CAIRO_LINE_CAP_BUTT );
	ink_color( cairo, color, 1.0 );
	cairo_stroke( cairo );

	cairo_move_to( cairo, ( SWATCH + GAP ) * style->font, 0.0 );
	set_name( cairo, style );
	cairo_show_text( cairo, of->title );
	cairo_move_to( cairo, ( SWATCH + 2.0 * GAP ) * style->font + style->name, 0.0 );
	set_figures( cairo, style, of->good );
	cairo_show_text( cairo, line );
	cairo_new_path( cairo );
}

void legend_draw( cairo_t* cairo, const legend_style* style, const picture* image, double x, double y )
{
	const int32_t rows = ( image->panel_count + style->columns - 1 ) / style->columns;
	const double column = ( style->width + 2.0 * style->font ) / style->columns;
	cairo_save( cairo );
	ink_metrics( cairo );
	for ( int32_t i = 0; i < image->panel_count; i++ )
	{
		const double wide = entry_width( style );
		cairo_save( cairo );
		cairo_translate( cairo, x + column * ( i / rows ), y + ( 1.35 + LINE_STEP * ( i % rows ) ) * style->font );
		// An entry longer than the map is wide is squeezed.
		cairo_scale( cairo, wide > style->width ? style->width / wide : 1.0, 1.0 );
		draw_entry( cairo, style, &image->panels[i], ink_line_color( i ) );
		cairo_restore( cairo );
	}
	cairo_restore( cairo );
}

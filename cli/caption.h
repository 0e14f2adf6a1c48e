// SPDX-License-Identifier: MIT
// The words under a panel: title, verdict, figures, in as many lines as they need.
#ifndef CLI_CAPTION_H
#define CLI_CAPTION_H

#include "picture.h"

#include <cairo.h>

#define CAPTION_FAINT 0x5d6672u
#define CAPTION_GOOD 0x167a3eu
#define CAPTION_BAD 0xc8161du

// Bytes of a line of text.
#define CAPTION_LINE 256

// How the captions of all panels are set, so that they stay level.
typedef struct caption_style
{
	double width; // of a panel [pixels]
	double font;
	bool stacked; // the verdict stands below the title, not beside it
	double height;
} caption_style;

// The style for captions under panels so wide; false when there is nothing to measure text with.
bool caption_fit( const picture* image, double width, caption_style* style );
// Draws it with its upper left corner at x, y.
void caption_draw( cairo_t* cairo, const caption_style* style, const panel* of, double x, double y );

// What legends are written with too. Widths must be the same at every scale and on every kind of surface, or lines
// would break where nobody measured.
void caption_metrics( cairo_t* cairo );
void caption_font( cairo_t* cairo, cairo_font_weight_t weight, double size );
double caption_font_size( double width ); // for a panel so wide
double caption_text_width( cairo_t* cairo, const char* text );
// The first bytes of a text as they are shown: a tab is a dot between figures. `line` holds CAPTION_LINE bytes.
void caption_line( const char* text, size_t size, char* line );

#endif

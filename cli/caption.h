// SPDX-License-Identifier: MIT
// The words under a panel: title, verdict, figures, in as many lines as they need.
#ifndef CLI_CAPTION_H
#define CLI_CAPTION_H

#include "picture.h"

#include <cairo.h>

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

#endif

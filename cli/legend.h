// SPDX-License-Identifier: MIT
// The words under a map with many lines: for each its color, its method, and its figures.
#ifndef CLI_LEGEND_H
#define CLI_LEGEND_H

#include "picture.h"

#include <cairo.h>

typedef struct legend_style
{
	double width; // of the map [pixels]
	double font;
	double name, figures; // widths of the two texts of an entry
	int32_t columns;
	double height;
} legend_style;

// The style for a legend under a map so wide; false when there is nothing to measure text with.
bool legend_fit( const picture* image, double width, legend_style* style );
// Draws it with its upper left corner at x, y.
void legend_draw( cairo_t* cairo, const legend_style* style, const picture* image, double x, double y );

#endif

// SPDX-License-Identifier: MIT
// The page of a picture: its panels with their captions, and the files.
#ifndef CLI_PAGE_H
#define CLI_PAGE_H

#include "draw.h"

// Writes a picture as SVG or PNG, by the end of the name. Says on standard error what is wrong.
bool page_write( const picture* image, const char* file );
// The same for all files that were asked for, with progress.
bool page_write_all( const picture* image, const options* given );

// Where the map is on a page of one panel, for a film that draws over it what changes from moment to moment.
typedef struct page_place
{
	double width, height; // of the page [pixels]
	double x, y;          // of the map
	double scale;         // pixels per tile
	double map_width, map_height;
} page_place;

// Measures the page of a picture of one panel. False, with a message, where it is too large or memory is out.
bool page_measure( const picture* image, const char* file, page_place* place );
// Draws all of the picture.
cairo_status_t page_paint( cairo_t* cairo, const picture* image );
// From now on until cairo_restore() what is drawn is on the map, in tiles.
canvas page_enter( cairo_t* cairo, const picture* image, const page_place* place );
// Draws the path of a panel with all that belongs to it, but the ends.
void page_draw_way( const canvas* on, const picture* image, const panel* of );
// A surface for SVG with lengths in pixels.
cairo_surface_t* page_svg_surface( cairo_write_func_t write, void* context, double width, double height );

#endif

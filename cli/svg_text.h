// SPDX-License-Identifier: MIT
// SVG as text: what cairo draws, for films that add to it.
#ifndef CLI_SVG_TEXT_H
#define CLI_SVG_TEXT_H

#include <cairo.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

// What cairo draws as SVG, up to where its root ends; NULL when memory is out. `draw` returns false when it is.
char* svg_text( double width, double height, bool ( *draw )( cairo_t* cairo, void* context ), void* context );
// Writes what is inside of the root of such a text; `prefix` keeps its names apart from those of another one.
void svg_text_inner( FILE* out, const char* text, const char* prefix );
// With so many decimals, but no zeros at the end.
void svg_number( FILE* out, double value, int32_t decimals );

#endif

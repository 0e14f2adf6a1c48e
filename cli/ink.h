// SPDX-License-Identifier: MIT
// The colors and letters that all parts of a picture share.
#ifndef CLI_INK_H
#define CLI_INK_H

#include <cairo.h>
#include <stddef.h>
#include <stdint.h>

// Frames and titles, figures, verdicts.
#define INK_DARK 0x222831u
#define INK_FAINT 0x5d6672u
#define INK_GOOD 0x167a3eu
#define INK_BAD 0xc8161du

// Bytes of a line of text.
#define INK_LINE 256

// The most lines of paths that colors keep apart.
#define INK_LINES 12

// 0xRRGGBB as the current color.
void ink_color( cairo_t* cairo, uint32_t rgb, double alpha );
// From one color (0) to the other (1).
uint32_t ink_mix( uint32_t a, uint32_t b, double part );
// The color of one of many paths, 0xRRGGBB.
uint32_t ink_line_color( int32_t index );

// Makes text as wide at every scale and on every kind of surface, or lines would break where nobody measured.
void ink_metrics( cairo_t* cairo );
void ink_font( cairo_t* cairo, cairo_font_weight_t weight, double size );
double ink_font_size( double width ); // for a panel so wide
double ink_text_width( cairo_t* cairo, const char* text );
// The first bytes of a text as they are shown: a tab is a dot between figures. `line` holds INK_LINE bytes.
void ink_line( const char* text, size_t size, char* line );

#endif

// SPDX-License-Identifier: MIT
// What the colors and lines of a map mean: swatches with words, in rows under the caption.
#ifndef CLI_KEY_H
#define CLI_KEY_H

#include <cairo.h>
#include <stdbool.h>
#include <stdint.h>

// Terrains, kinds of units, and what else there is.
#define KEY_MAX 64
#define KEY_LABEL 96

typedef enum key_kind
{
	KEY_TILE, // a field of the color
	KEY_LINE,
	KEY_DASHES,
	KEY_DOT,
	KEY_NONE, // words alone
} key_kind;

typedef struct key_entry
{
	key_kind kind;
	uint32_t color;
	double width; // of a line or a dot [pixels]
	char label[KEY_LABEL];
} key_entry;

// The entries and how they are set.
typedef struct key_list
{
	key_entry entries[KEY_MAX];
	int32_t count;
	double width; // of the map [pixels]
	double font;
	double height; // 0 where there are no entries
} key_list;

// Beyond KEY_MAX entries nothing is added.
void key_add( key_list* list, key_kind kind, uint32_t color, double width, const char* label );
// Sets the entries under a map so wide; false when there is nothing to measure text with.
bool key_fit( key_list* list, double width );
// Draws them with the upper left corner at x, y.
void key_draw( cairo_t* cairo, const key_list* list, double x, double y );

#endif

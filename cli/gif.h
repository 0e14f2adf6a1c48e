// SPDX-License-Identifier: MIT
// GIF files of several frames by giflib. Of each frame only what has changed is written.
#ifndef CLI_GIF_H
#define CLI_GIF_H

#include "fairway/base.h"

#include <stdio.h>

#define GIF_COLORS 255 // one more stands for what has not changed

typedef struct gif_file gif_file;

// What a palette is made of: the colors of some frames.
typedef struct gif_palette
{
	uint32_t* seen; // 0xRRGGBB of pixels
	size_t count, capacity;
	uint32_t colors[GIF_COLORS];
	int32_t color_count;
} gif_palette;

// Adds the pixels of a frame (0xRRGGBB in native words, upper byte ignored). False when memory is out.
bool gif_palette_add( gif_palette* palette, const uint32_t* pixels, size_t count );
// Takes the colors that were seen most often.
void gif_palette_choose( gif_palette* palette );
void gif_palette_free( gif_palette* palette );

// Begins a file that is played for ever. NULL when that fails; errno may say why.
gif_file* gif_begin( FILE* out, const gif_palette* palette, int32_t width, int32_t height );
// Adds a frame that stays so long [1/100 s]; `pixels` row by row without gaps.
bool gif_frame( gif_file* gif, const uint32_t* pixels, int32_t delay );
// Ends the file and frees it; false when it could not be written.
bool gif_end( gif_file* gif );

#endif

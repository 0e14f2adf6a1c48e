// SPDX-License-Identifier: MIT
// Pictures as maps: a color stands for a terrain.
#ifndef CLI_COLOR_MAP_H
#define CLI_COLOR_MAP_H

#include "raster.h"

#include "fairway/grid.h"

#define COLORS_MAX 64

typedef struct map_color
{
	uint32_t rgb; // 0xRRGGBB
	uint8_t terrain;
} map_color;

// Reads "3a7f00=swamp,0000ff=water": colors of the web, terrains as value_terrain() takes them or "blocked".
bool color_map_read( const char* text, map_color colors[COLORS_MAX], int32_t* count );
// The grid of a picture. Colors that the list does not have: light grays are ground, dark ones and what is transparent
// are blocked, all others a fault at their pixel. @return FW_ERR_SYNTAX, as fw_grid_create().
fw_status color_map_grid( const raster* image, const map_color* colors, int32_t count, fw_grid** grid,
                          fw_refusal* refusal );

#endif

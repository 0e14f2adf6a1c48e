// SPDX-License-Identifier: MIT
// Pictures that are maps: PNG by libpng, and portable gray maps (PGM, P2 and P5).
#ifndef CLI_RASTER_H
#define CLI_RASTER_H

#include "fairway/base.h"

#include <stddef.h>
#include <stdint.h>

// Rows from the top, each pixel as red, green, blue and alpha.
typedef struct raster
{
	uint8_t* pixels; // [4 * width * height]
	int32_t width, height;
} raster;

// Reads a picture of at most FW_GRID_MAX_SIDE pixels a side. Gray maps of more than 255 shades are scaled to 255.
// @return FW_ERR_SYNTAX, FW_ERR_TOO_LARGE, with line and column where the text is one, else with the byte;
// FW_ERR_MEMORY. A size that the bytes cannot hold costs no memory.
fw_status raster_read( const void* bytes, size_t size, raster* image, fw_refusal* refusal );
void raster_free( raster* image ); // a zeroed one is allowed

// Fills in a refusal of a text or of bytes; line 0: they have none.
fw_status fault_at( fw_refusal* refusal, fw_status status, size_t byte, int32_t line, int32_t column,
                    const char* format, ... );

#endif

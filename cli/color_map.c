// SPDX-License-Identifier: MIT
// Pictures as maps.
#include "color_map.h"
#include "values.h"

#include <stdlib.h>
#include <string.h>

#define LIGHT 128 // grays from here on are ground

static bool read_hex( const char* text, uint32_t* rgb )
{
	uint32_t value = 0;
	for ( int32_t i = 0; i < 6; i++ )
	{
		static const char digits[] = "0123456789abcdef";
		const char lower = (char)( text[i] >= 'A' && text[i] <= 'F' ? text[i] + 32 : text[i] );
		const char* digit = lower != 0 ? strchr( digits, lower ) : NULL;
		if ( digit == NULL )
		{
			return false;
		}
		value = value << 4 | (uint32_t)( digit - digits );
	}
	*rgb = value;
	return true;
}

bool color_map_read( const char* text, map_color colors[COLORS_MAX], int32_t* count )
{
	for ( ;; )
	{
		map_color made;
		if ( *count == COLORS_MAX || !read_hex( text, &made.rgb ) || text[6] != '=' )
		{
			return false;
		}
		text += 7;
		const size_t size = strcspn( text, "," );
		const bool blocked = size == 7 && memcmp( text, "blocked", 7 ) == 0;
		const int32_t terrain = blocked ? FW_TERRAIN_OUT : value_terrain( text, size );
		if ( terrain < 0 )
		{
			return false;
		}
		made.terrain = (uint8_t)terrain;
		colors[( *count )++] = made;
		if ( text[size] == '\0' )
		{
			return true;
		}
		text += size + 1;
	}
}

// The terrain of a pixel, -1 where its color has none.
static int32_t terrain_of( const uint8_t* pixel, const map_color* colors, int32_t count )
{
	const uint32_t rgb = (uint32_t)pixel[0] << 16 | (uint32_t)pixel[1] << 8 | pixel[2];
	if ( pixel[3] < LIGHT )
	{
		return FW_TERRAIN_OUT;
	}
	for ( int32_t i = 0; i < count; i++ )
	{
		if ( colors[i].rgb == rgb )
		{
			return colors[i].terrain;
		}
	}
	const bool gray = pixel[0] == pixel[1] && pixel[1] == pixel[2];
	return !gray ? -1 : pixel[0] >= LIGHT ? FW_TERRAIN_GROUND : FW_TERRAIN_OUT;
}

fw_status color_map_grid( const raster* image, const map_color* colors, int32_t count, fw_grid** grid,
                          fw_refusal* refusal )
{
	fw_grid_def def = fw_default_grid_def();
	def.width = image->width;
	def.height = image->height;
	const size_t width = (size_t)image->width;
	fw_grid* made = NULL;
	uint8_t* row = malloc( width );
	fw_status status = row != NULL ? fw_grid_create( &def, &made, refusal ) : FW_ERR_MEMORY;
	for ( int32_t y = 0; y < image->height && status == FW_OK; y++ )
	{
		for ( size_t x = 0; x < width && status == FW_OK; x++ )
		{
			const uint8_t* pixel = image->pixels + 4 * ( (size_t)y * width + x );
			const int32_t terrain = terrain_of( pixel, colors, count );
			row[x] = (uint8_t)( terrain < 0 ? 0 : terrain );
			if ( terrain < 0 )
			{
				status = fault_at( refusal, FW_ERR_SYNTAX, 0, y + 1, (int32_t)x + 1,
				                   "this pixel's color has no terrain; --colors %02x%02x%02x=NAME gives it one",
				                   pixel[0], pixel[1], pixel[2] );
			}
		}
		status =
		    status == FW_OK ? fw_grid_write( made, ( fw_rect ){ 0, y, image->width, 1 }, row, width, refusal ) : status;
	}
	free( row );
	if ( status != FW_OK )
	{
		fw_grid_destroy( made );
		return status;
	}
	*grid = made;
	return FW_OK;
}

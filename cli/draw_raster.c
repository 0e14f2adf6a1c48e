// SPDX-License-Identifier: MIT
// The ground of huge maps: each pixel has the mean color of the tiles below it.
#include "draw.h"

#include <math.h>

typedef struct mean_color
{
	double red, green, blue, weight;
} mean_color;

static void add_color( mean_color* mean, uint32_t rgb, double weight )
{
	mean->red += weight * ( rgb >> 16 & 255u );
	mean->green += weight * ( rgb >> 8 & 255u );
	mean->blue += weight * ( rgb & 255u );
	mean->weight += weight;
}

static uint32_t mean_value( const mean_color* mean )
{
	const uint32_t red = (uint32_t)( mean->red / mean->weight + 0.5 );
	const uint32_t green = (uint32_t)( mean->green / mean->weight + 0.5 );
	const uint32_t blue = (uint32_t)( mean->blue / mean->weight + 0.5 );
	return red << 16 | green << 8 | blue;
}

// The tiles under pixel `index`, within a view of `limit` tiles: [begin, end), at least one.
static void tiles_under( int32_t index, double scale, int32_t limit, int32_t* begin, int32_t* end )
{
	*begin = (int32_t)fmin( index / scale, limit - 1 );
	*end = (int32_t)fmin( ( index + 1 ) / scale, limit );
	*end = *end > *begin ? *end : *begin + 1;
}

static uint32_t tile_color( const picture* image, int32_t x, int32_t y )
{
	const int32_t room = image->clearance != NULL ? fw_clearance_at( image->clearance, x, y ) : 0;
	return room > 0 ? draw_clearance_color( room, image->largest )
	                : draw_terrain_color( fw_grid_terrain( image->grid, fw_grid_get( image->grid, x, y ) ) );
}

static uint32_t pixel( const canvas* on, const picture* image, const uint32_t* heat, int32_t px, int32_t py )
{
	mean_color mean = { 0.0, 0.0, 0.0, 0.0 };
	int32_t x0;
	int32_t x1;
	int32_t y0;
	int32_t y1;
	tiles_under( px, on->scale, on->view.width, &x0, &x1 );
	tiles_under( py, on->scale, on->view.height, &y0, &y1 );
	for ( int32_t y = on->view.y + y0; y < on->view.y + y1; y++ )
	{
		for ( int32_t x = on->view.x + x0; x < on->view.x + x1; x++ )
		{
			const size_t tile = (size_t)y * (size_t)fw_grid_width( image->grid ) + (size_t)x;
			const double cover = heat != NULL ? draw_heat_cover( heat[tile] ) : 0.0;
			add_color( &mean, DRAW_HEAT_COLOR, cover );
			add_color( &mean, tile_color( image, x, y ), 1.0 - cover );
		}
	}
	return mean_value( &mean );
}

bool draw_raster( const canvas* on, const picture* image, const uint32_t* heat, int32_t width, int32_t height )
{
	cairo_surface_t* surface = cairo_image_surface_create( CAIRO_FORMAT_RGB24, width, height );
	const bool good = cairo_surface_status( surface ) == CAIRO_STATUS_SUCCESS;
	cairo_surface_flush( surface );
	for ( int32_t y = 0; y < height && good; y++ )
	{
		unsigned char* data = cairo_image_surface_get_data( surface );
		uint32_t* row = (uint32_t*)(void*)( data + (size_t)y * (size_t)cairo_image_surface_get_stride( surface ) );
		for ( int32_t x = 0; x < width; x++ )
		{
			row[x] = pixel( on, image, heat, x, y );
		}
	}
	cairo_surface_mark_dirty( surface );
	cairo_save( on->cairo );
	cairo_translate( on->cairo, on->view.x, on->view.y );
	cairo_scale( on->cairo, 1.0 / on->scale, 1.0 / on->scale );
	cairo_set_source_surface( on->cairo, surface, 0.0, 0.0 );
	cairo_paint( on->cairo );
	cairo_restore( on->cairo );
	cairo_surface_destroy( surface );
	return good;
}

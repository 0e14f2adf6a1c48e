// SPDX-License-Identifier: MIT
// A scene as GIF: the ground is drawn once for each state of the map, the units over it frame by frame.
#include "film_gif.h"
#include "files.h"
#include "gif.h"
#include "page.h"

#include <stdio.h>

// How long the last frame stays [1/100 s].
#define LAST_STAYS 200

// Frames of which the palette is made.
#define SAMPLES 6

typedef struct screen
{
	film* of;
	page_place page;
	cairo_surface_t* ground;
	cairo_surface_t* frame;
	uint64_t revision; // of the map on the ground
} screen;

static void close_screen( screen* on )
{
	cairo_surface_destroy( on->ground );
	cairo_surface_destroy( on->frame );
}

static bool open_screen( screen* on )
{
	on->ground = cairo_image_surface_create( CAIRO_FORMAT_RGB24, (int)on->page.width, (int)on->page.height );
	on->frame = cairo_image_surface_create( CAIRO_FORMAT_RGB24, (int)on->page.width, (int)on->page.height );
	return cairo_surface_status( on->ground ) == CAIRO_STATUS_SUCCESS &&
	       cairo_surface_status( on->frame ) == CAIRO_STATUS_SUCCESS;
}

// All but the units.
static bool draw_ground( screen* on )
{
	film* of = on->of;
	picture_moment nobody = of->moment;
	nobody.unit_count = 0;
	nobody.progress = 0.0;
	picture image = of->image;
	image.moment = &nobody;
	cairo_t* cairo = cairo_create( on->ground );
	const bool good = page_paint( cairo, &image ) == CAIRO_STATUS_SUCCESS;
	cairo_destroy( cairo );
	on->revision = fw_grid_revision( of->grid );
	return good;
}

// Draws a frame; its pixels, NULL when memory is out.
static const uint32_t* draw_frame( screen* on, int32_t frame )
{
	film* of = on->of;
	if ( film_show( of, frame ) != FW_OK || ( on->revision != fw_grid_revision( of->grid ) && !draw_ground( on ) ) )
	{
		return NULL;
	}
	cairo_t* cairo = cairo_create( on->frame );
	cairo_set_source_surface( cairo, on->ground, 0.0, 0.0 );
	cairo_paint( cairo );
	const canvas map = page_enter( cairo, &of->image, &on->page );
	draw_units( &map, &of->moment );
	cairo_restore( cairo );
	const bool good = cairo_status( cairo ) == CAIRO_STATUS_SUCCESS;
	cairo_destroy( cairo );
	cairo_surface_flush( on->frame );
	// Rows of 32 bits have no gaps.
	return good ? (const uint32_t*)(const void*)cairo_image_surface_get_data( on->frame ) : NULL;
}

static bool sample( screen* on, gif_palette* palette )
{
	const size_t pixels = (size_t)on->page.width * (size_t)on->page.height;
	int32_t last = -1;
	for ( int32_t i = 0; i < SAMPLES; i++ )
	{
		const int32_t frame = ( on->of->tape->frames - 1 ) * i / ( SAMPLES - 1 );
		const uint32_t* drawn = frame > last ? draw_frame( on, frame ) : NULL;
		if ( frame > last && ( drawn == NULL || !gif_palette_add( palette, drawn, pixels ) ) )
		{
			return false;
		}
		last = frame;
	}
	gif_palette_choose( palette );
	return true;
}

static bool write_frames( screen* on, gif_file* gif )
{
	const int32_t stride = recording_stride( on->of->given );
	const int32_t frames = on->of->tape->frames;
	bool good = true;
	for ( int32_t frame = 0; frame < frames && good; frame += stride )
	{
		const uint32_t* drawn = draw_frame( on, frame );
		const int32_t delay =
		    frame + stride < frames ? (int32_t)( 100.0 * SIMULATION_STEP * stride + 0.5 ) : LAST_STAYS;
		good = drawn != NULL && gif_frame( gif, drawn, delay );
	}
	return good;
}

// The palette comes first in the file, so the film is drawn twice where samples are taken.
static bool write_all( screen* on, FILE* out )
{
	gif_palette palette = { 0 };
	bool good = open_screen( on ) && sample( on, &palette ) && film_rewind( on->of ) == FW_OK;
	gif_file* gif = good ? gif_begin( out, &palette, (int32_t)on->page.width, (int32_t)on->page.height ) : NULL;
	good = gif != NULL && write_frames( on, gif );
	good = ( gif == NULL || gif_end( gif ) ) && good;
	gif_palette_free( &palette );
	close_screen( on );
	return good;
}

bool film_write_gif( film* of, const char* file )
{
	screen on = { .of = of };
	if ( !page_measure( &of->image, file, &on.page ) )
	{
		return false;
	}
	FILE* out = file_create( file );
	return out != NULL && file_close( out, file, write_all( &on, out ) );
}

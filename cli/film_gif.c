// SPDX-License-Identifier: MIT
// A scene as GIF: the ground is drawn once for each state of the map, the units over it frame by frame.
#include "film_gif.h"
#include "gif_reel.h"
#include "message.h"
#include "page.h"

// How long the last frame stays [1/100 s].
#define LAST_STAYS 200

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

static const uint32_t* draw( void* context, int32_t frame )
{
	screen* on = context;
	return draw_frame( on, frame * recording_stride( on->of->given ) );
}

static bool rewind_all( void* context )
{
	screen* on = context;
	return film_rewind( on->of ) == FW_OK;
}

static int32_t stay( const void* context, int32_t frame )
{
	const screen* on = context;
	const int32_t stride = recording_stride( on->of->given );
	return ( frame + 1 ) * stride < on->of->tape->frames ? (int32_t)( 100.0 * SIMULATION_STEP * stride + 0.5 )
	                                                     : LAST_STAYS;
}

bool film_write_gif( film* of, const char* file )
{
	screen on = { .of = of };
	if ( !page_measure( &of->image, file, &on.page ) )
	{
		return false;
	}
	const int32_t stride = recording_stride( of->given );
	const gif_reel reel = {
	    .frames = ( of->tape->frames + stride - 1 ) / stride,
	    .width = (int32_t)on.page.width,
	    .height = (int32_t)on.page.height,
	    .draw = draw,
	    .rewind = rewind_all,
	    .stay = stay,
	    .context = &on,
	};
	const bool room = open_screen( &on );
	if ( !room )
	{
		complain( "%s: %s", file, fw_status_text( FW_ERR_MEMORY ) );
	}
	const bool good = room && gif_reel_write( &reel, file );
	close_screen( &on );
	return good;
}

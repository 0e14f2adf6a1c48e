// SPDX-License-Identifier: MIT
// The film of a search as GIF: marks and lines stay where they were drawn, what changes is drawn over them.
#include "gif_reel.h"
#include "message.h"
#include "search_film.h"

typedef struct screen
{
	search_film* of;
	cairo_surface_t* ground;
	cairo_surface_t* marks; // over the ground
	cairo_surface_t* lines; // of the tree, nothing else
	cairo_surface_t* frame;
	int32_t shown; // the moment on them, -1: none
} screen;

static bool make_ground( screen* on )
{
	cairo_t* cairo = cairo_create( on->ground );
	const bool good = page_paint( cairo, &on->of->image ) == CAIRO_STATUS_SUCCESS;
	cairo_destroy( cairo );
	return good;
}

static bool open_screen( screen* on )
{
	const int width = (int)on->of->page.width;
	const int height = (int)on->of->page.height;
	on->ground = cairo_image_surface_create( CAIRO_FORMAT_RGB24, width, height );
	on->marks = cairo_image_surface_create( CAIRO_FORMAT_RGB24, width, height );
	on->lines = cairo_image_surface_create( CAIRO_FORMAT_ARGB32, width, height );
	on->frame = cairo_image_surface_create( CAIRO_FORMAT_RGB24, width, height );
	on->shown = -1;
	return make_ground( on );
}

static void close_screen( screen* on )
{
	cairo_surface_destroy( on->ground );
	cairo_surface_destroy( on->marks );
	cairo_surface_destroy( on->lines );
	cairo_surface_destroy( on->frame );
}

static void copy( cairo_surface_t* from, cairo_surface_t* to )
{
	cairo_t* cairo = cairo_create( to );
	cairo_set_source_surface( cairo, from, 0.0, 0.0 );
	cairo_paint( cairo );
	cairo_destroy( cairo );
}

static void wipe( screen* on )
{
	copy( on->ground, on->marks );
	cairo_t* cairo = cairo_create( on->lines );
	cairo_set_operator( cairo, CAIRO_OPERATOR_CLEAR );
	cairo_paint( cairo );
	cairo_destroy( cairo );
}

// Adds what is new at a moment.
static bool advance( screen* on, int32_t moment )
{
	const search_film* of = on->of;
	const search_moment* now = &of->tape->moments[moment];
	int32_t mark;
	int32_t node;
	if ( search_film_new( of, moment, &mark, &node ) || moment == 0 )
	{
		wipe( on );
	}
	cairo_t* cairo = cairo_create( on->marks );
	const canvas map = page_enter( cairo, &of->image, &of->page );
	if ( now->marks > mark )
	{
		draw_search_marks( &map, of->image.grid, of->tape->marks + mark, now->marks - mark );
	}
	bool good = cairo_status( cairo ) == CAIRO_STATUS_SUCCESS;
	cairo_destroy( cairo );
	if ( of->search.tree && now->nodes > node )
	{
		cairo = cairo_create( on->lines );
		const canvas over = page_enter( cairo, &of->image, &of->page );
		draw_search_tree( &over, of->tape->nodes + node, now->nodes - node );
		good = cairo_status( cairo ) == CAIRO_STATUS_SUCCESS && good;
		cairo_destroy( cairo );
	}
	return good;
}

// The line that grows along the lower edge.
static void draw_progress( const canvas* on, double part )
{
	const double high = draw_pixels( on, DRAW_PROGRESS_WIDTH );
	cairo_rectangle( on->cairo, on->view.x, on->view.y + on->view.height - high, part * on->view.width, high );
	ink_color( on->cairo, DRAW_PROGRESS_COLOR, 1.0 );
	cairo_fill( on->cairo );
}

static void draw_over( const screen* on, const canvas* map, int32_t frame )
{
	const search_tape* tape = on->of->tape;
	const picture* image = &on->of->image;
	const search_moment* now = &tape->moments[on->shown];
	if ( frame == tape->moment_count )
	{
		page_draw_way( map, image, &image->panels[0] );
	}
	else if ( now->expanding )
	{
		draw_search_now( map, &now->now, tape->points + now->first_point, now->points - now->first_point );
	}
	draw_ends( map, image, image->panels[0].path );
	draw_progress( map, (double)on->shown / ( tape->moment_count > 1 ? tape->moment_count - 1 : 1 ) );
}

static const uint32_t* draw( void* context, int32_t frame )
{
	screen* on = context;
	const search_film* of = on->of;
	const int32_t last = of->tape->moment_count - 1;
	const int32_t wanted = frame < last ? frame : last;
	bool good = true;
	while ( on->shown < wanted && good )
	{
		good = advance( on, ++on->shown );
	}
	copy( on->marks, on->frame );
	copy( on->lines, on->frame );
	cairo_t* cairo = cairo_create( on->frame );
	const canvas map = page_enter( cairo, &of->image, &of->page );
	draw_over( on, &map, frame );
	good = cairo_status( cairo ) == CAIRO_STATUS_SUCCESS && good;
	cairo_destroy( cairo );
	cairo_surface_flush( on->frame );
	// Rows of 32 bits have no gaps.
	return good ? (const uint32_t*)(const void*)cairo_image_surface_get_data( on->frame ) : NULL;
}

static bool rewind_all( void* context )
{
	screen* on = context;
	on->shown = -1;
	return true;
}

static int32_t stay( const void* context, int32_t frame )
{
	const screen* on = context;
	return frame == on->of->tape->moment_count ? SEARCH_FILM_PATH_STAYS : search_film_stay( on->of );
}

bool search_film_gif( search_film* of, const char* file )
{
	screen on = { .of = of };
	if ( !gif_reel_check( of->page.map_width, of->page.map_height, file, "--crop" ) )
	{
		return false;
	}
	const gif_reel reel = {
	    .frames = of->tape->moment_count + 1,
	    .width = (int32_t)of->page.width,
	    .height = (int32_t)of->page.height,
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

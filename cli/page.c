// SPDX-License-Identifier: MIT
// The page of a picture: its panels with their captions, and the files.
#include "page.h"
#include "caption.h"
#include "files.h"
#include "legend.h"
#include "message.h"
#include "progress.h"

#include <cairo-svg.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define PAPER 0xfbfaf6u

// The longer side of all panels, where nobody says how large [pixels]: one panel, several.
#define PAGE_SIDE 1200.0
#define PAGE_SIDE_MANY 1600.0
#define PANEL_MIN 320.0
// The largest picture: cairo counts its sides in 16 bits, and a gigabyte is enough.
#define SURFACE_SIDE_MAX 32000.0
#define SURFACE_PIXELS_MAX 250e6

typedef struct page
{
	double scale;
	double map_width, map_height; // of one panel [pixels]
	double panel_width;           // wider than a small map, so that the caption has room
	caption_style caption;        // under each map
	key_list key;                 // once, below all
	legend_style legend;          // instead, under the one map of an overlay
	double below;                 // height of what stands under each map
	double margin, gap;
	int32_t columns, rows;
	double width, height;
} page;

// Whole pixels per tile keep edges crisp; only maps larger than the page go below one.
static double choose_scale( const picture* image, int32_t columns, int32_t rows )
{
	if ( image->scale > 0.0 )
	{
		return image->scale;
	}
	const double longer = fmax( image->view.width * columns, image->view.height * rows );
	const double exact = ( columns > 1 ? PAGE_SIDE_MANY : PAGE_SIDE ) / longer;
	if ( exact >= 1.0 )
	{
		return fmin( 64.0, floor( exact + 0.35 ) );
	}
	return longer <= 2.0 * PAGE_SIDE ? 1.0 : exact;
}

static void list_key( const picture* image, double scale, key_list* list )
{
	draw_map_key( image, list );
	draw_links_key( image, list );
	if ( image->panels[0].path != NULL )
	{
		draw_path_key( image, list );
	}
	if ( image->clearance != NULL )
	{
		draw_clearance_key( image->clearance, image->largest, list );
	}
	if ( image->panel_count == 1 && image->panels[0].speeds != NULL )
	{
		draw_speed_key( image->unit->speed, list );
	}
	if ( image->search != NULL )
	{
		draw_search_key( image, scale, list );
	}
	if ( image->moment != NULL )
	{
		draw_units_key( image->moment, list );
	}
	if ( image->hierarchy != NULL )
	{
		draw_hierarchy_key( image->hierarchy, scale, list );
	}
}

static bool lay_out( const picture* image, page* layout )
{
	page out = { .columns = image->columns, .margin = 18.0, .gap = 22.0 };
	out.rows = image->overlay ? 1 : ( image->panel_count + image->columns - 1 ) / image->columns;
	out.scale = choose_scale( image, out.columns, out.rows );
	out.map_width = ceil( image->view.width * out.scale );
	out.map_height = ceil( image->view.height * out.scale );
	out.panel_width = fmax( out.map_width, PANEL_MIN );
	list_key( image, out.scale, &out.key );
	const double all = out.columns * out.panel_width + ( out.columns - 1 ) * out.gap;
	bool good = key_fit( &out.key, all );
	good = ( image->overlay ? legend_fit( image, out.panel_width, &out.legend )
	                        : caption_fit( image, out.panel_width, &out.caption ) ) &&
	       good;
	out.below = image->overlay ? out.legend.height : out.caption.height;
	out.width = 2.0 * out.margin + all;
	out.height =
	    2.0 * out.margin + out.rows * ( out.map_height + out.below ) + ( out.rows - 1 ) * out.gap + out.key.height;
	*layout = out;
	return good;
}

// Above this many tiles an outline of them says no more than a picture of them, and takes a thousand times the room.
#define OUTLINED_TILES 1000000.0
// A clearance has an outline for nearly each tile: where they are smaller than this [pixels], pixels take less room.
#define CLEARANCE_TILES_FROM 4.0

static bool draw_ground( const canvas* on, const picture* image, const page* layout, const panel* of )
{
	const fw_rect view = on->view;
	const bool speckled = image->clearance != NULL && on->scale < CLEARANCE_TILES_FROM;
	if ( speckled || (double)view.width * view.height > OUTLINED_TILES )
	{
		return draw_raster( on, image, of->heat, (int)layout->map_width, (int)layout->map_height );
	}
	const bool good = draw_map( on, image );
	if ( of->heat != NULL )
	{
		draw_heat( on, of->heat, fw_grid_width( image->grid ) );
	}
	return good;
}

void page_draw_way( const canvas* on, const picture* image, const panel* of )
{
	if ( of->cones != NULL )
	{
		draw_cones( on, image->grid, of->cones );
	}
	if ( ( image->show & SHOW_FOOTPRINT ) != 0 )
	{
		draw_footprint( on, of->path, image->unit );
	}
	draw_overlaps( on, image, of );
	if ( of->speeds != NULL )
	{
		draw_speed( on, of->path, of->speeds, image->unit->speed );
	}
	else
	{
		draw_path( on, of->path );
	}
	if ( ( image->show & SHOW_WAYPOINTS ) != 0 )
	{
		draw_waypoints( on, of->path, of->headings );
	}
	draw_violations( on, image, of );
}

// In films both come later.
static bool draw_search_and_way( const canvas* on, const picture* image, const panel* of )
{
	const picture_search* search = image->search;
	if ( search != NULL && search->film )
	{
		return true;
	}
	if ( search != NULL && search->tree )
	{
		search->block_count > 0 ? draw_search_blocks( on, search->blocks, search->block_count )
		                        : draw_search_tree( on, search->nodes, search->node_count );
	}
	page_draw_way( on, image, of );
	if ( search != NULL && search->block_count > 0 )
	{
		draw_search_block_numbers( on, search->blocks, search->block_count );
		return true;
	}
	return search == NULL || !search->tree || draw_search_numbers( on, search->nodes, search->node_count );
}

// What the picture is about.
static bool draw_subject( const canvas* on, const picture* image, const panel* of )
{
	bool good = true;
	if ( image->clearance != NULL )
	{
		draw_clearance_numbers( on, image->clearance, image->largest );
		return true;
	}
	if ( image->hierarchy != NULL )
	{
		draw_hierarchy( on, image->hierarchy );
		return true;
	}
	if ( image->moment != NULL )
	{
		draw_units( on, image->moment );
		return true;
	}
	if ( image->overlay )
	{
		good = draw_lines( on, image );
	}
	else
	{
		good = draw_search_and_way( on, image, of );
	}
	draw_ends( on, image, of->path );
	return good;
}

// What is drawn from now on until cairo_restore() is on the map, in tiles.
static canvas enter_map( cairo_t* cairo, const picture* image, const page* layout, double x, double y )
{
	cairo_save( cairo );
	cairo_rectangle( cairo, x, y, layout->map_width, layout->map_height );
	cairo_clip( cairo );
	cairo_translate( cairo, x, y );
	cairo_scale( cairo, layout->scale, layout->scale );
	cairo_translate( cairo, -image->view.x, -image->view.y );
	return ( canvas ){ .cairo = cairo, .scale = layout->scale, .view = image->view };
}

static bool draw_panel( cairo_t* cairo, const picture* image, const page* layout, const panel* of, double x, double y )
{
	const canvas on = enter_map( cairo, image, layout, x, y );
	bool good = draw_ground( &on, image, layout, of );
	draw_map_links( &on, image );
	good = good && draw_subject( &on, image, of );
	cairo_restore( cairo );

	cairo_rectangle( cairo, x + 0.5, y + 0.5, layout->map_width - 1.0, layout->map_height - 1.0 );
	ink_color( cairo, INK_DARK, 0.8 );
	cairo_set_line_width( cairo, 1.0 );
	cairo_stroke( cairo );
	if ( image->overlay )
	{
		legend_draw( cairo, &layout->legend, image, x, y + layout->map_height );
	}
	else
	{
		caption_draw( cairo, &layout->caption, of, x, y + layout->map_height );
	}
	return good;
}

static bool draw_panels( cairo_t* cairo, const picture* image, const page* layout )
{
	ink_color( cairo, PAPER, 1.0 );
	cairo_paint( cairo );
	bool good = true;
	const int32_t maps = image->overlay ? 1 : image->panel_count;
	for ( int32_t i = 0; i < maps; i++ )
	{
		const int32_t column = i % layout->columns;
		const int32_t row = i / layout->columns;
		const double x = layout->margin + column * ( layout->panel_width + layout->gap );
		const double y = layout->margin + row * ( layout->map_height + layout->below + layout->gap );
		good = draw_panel( cairo, image, layout, &image->panels[i], x, y ) && good;
	}
	key_draw( cairo, &layout->key, layout->margin, layout->height - layout->margin - layout->key.height );
	return good;
}

// A file that cairo writes to, which keeps why it could not.
typedef struct sink
{
	FILE* stream;
	int cause; // errno, 0: all is well
} sink;

static cairo_status_t pour( void* context, const unsigned char* bytes, unsigned int size )
{
	sink* into = context;
	errno = 0;
	if ( fwrite( bytes, 1, size, into->stream ) == size )
	{
		return CAIRO_STATUS_SUCCESS;
	}
	into->cause = errno != 0 ? errno : EIO;
	return CAIRO_STATUS_WRITE_ERROR;
}

cairo_surface_t* page_svg_surface( cairo_write_func_t write, void* context, double width, double height )
{
	cairo_surface_t* surface = cairo_svg_surface_create_for_stream( write, context, width, height );
#if CAIRO_VERSION >= CAIRO_VERSION_ENCODE( 1, 16, 0 )
	if ( cairo_surface_status( surface ) == CAIRO_STATUS_SUCCESS )
	{
		cairo_svg_surface_set_document_unit( surface, CAIRO_SVG_UNIT_PX );
	}
#endif
	return surface;
}

static cairo_surface_t* open_surface( bool pixels, sink* into, const page* layout )
{
	if ( pixels )
	{
		return cairo_image_surface_create( CAIRO_FORMAT_RGB24, (int)layout->width, (int)layout->height );
	}
	return page_svg_surface( pour, into, layout->width, layout->height );
}

static cairo_status_t write_page( const picture* image, const page* layout, bool pixels, sink* into )
{
	cairo_surface_t* surface = open_surface( pixels, into, layout );
	cairo_t* cairo = cairo_create( surface );
	const bool drawn = draw_panels( cairo, image, layout );
	cairo_status_t status = drawn ? cairo_status( cairo ) : CAIRO_STATUS_NO_MEMORY;
	cairo_destroy( cairo );
	if ( status == CAIRO_STATUS_SUCCESS && pixels )
	{
		status = cairo_surface_write_to_png_stream( surface, pour, into );
	}
	cairo_surface_finish( surface );
	status = status == CAIRO_STATUS_SUCCESS ? cairo_surface_status( surface ) : status;
	cairo_surface_destroy( surface );
	return status;
}

static bool check_size( const picture* image, const page* layout, const char* file )
{
	const bool good = fmax( layout->width, layout->height ) <= SURFACE_SIDE_MAX &&
	                  layout->width * layout->height <= SURFACE_PIXELS_MAX;
	if ( !good )
	{
		complain( "%s: the picture would have %.0f x %.0f pixels; use a smaller --scale or show less of the map (%s)",
		          file, layout->width, layout->height,
		          image->clearance != NULL || image->hierarchy != NULL || image->moment != NULL ? "--view" : "--crop" );
	}
	return good;
}

// Lays the page out and says what is wrong with it.
static bool prepare( const picture* image, const char* file, page* layout )
{
	if ( !lay_out( image, layout ) )
	{
		complain( "%s: %s", file, fw_status_text( FW_ERR_MEMORY ) );
		return false;
	}
	return check_size( image, layout, file );
}

bool page_measure( const picture* image, const char* file, page_place* out )
{
	page layout;
	if ( !prepare( image, file, &layout ) )
	{
		return false;
	}
	*out = ( page_place ){
	    .width = layout.width,
	    .height = layout.height,
	    .x = layout.margin,
	    .y = layout.margin,
	    .scale = layout.scale,
	    .map_width = layout.map_width,
	    .map_height = layout.map_height,
	};
	return true;
}

cairo_status_t page_paint( cairo_t* cairo, const picture* image )
{
	page layout;
	if ( !lay_out( image, &layout ) || !draw_panels( cairo, image, &layout ) )
	{
		return CAIRO_STATUS_NO_MEMORY;
	}
	return cairo_status( cairo );
}

canvas page_enter( cairo_t* cairo, const picture* image, const page_place* where )
{
	const page layout = { .scale = where->scale, .map_width = where->map_width, .map_height = where->map_height };
	return enter_map( cairo, image, &layout, where->x, where->y );
}

bool page_write( const picture* image, const char* file )
{
	page layout;
	if ( !prepare( image, file, &layout ) )
	{
		return false;
	}
	sink into = { .stream = file_create( file ) };
	if ( into.stream == NULL )
	{
		return false;
	}
	const cairo_status_t status = write_page( image, &layout, file_ends_with( file, ".png" ), &into );
	if ( into.cause == 0 && status != CAIRO_STATUS_SUCCESS )
	{
		complain( "%s: %s", file, cairo_status_to_string( status ) );
	}
	errno = into.cause;
	const bool poured = into.cause == 0;
	return file_close( into.stream, file, poured ) && status == CAIRO_STATUS_SUCCESS;
}

bool page_write_all( const picture* image, const options* given )
{
	progress bar;
	bool good = true;
	progress_begin( &bar, "drawing", 0 );
	for ( int32_t i = 0; i < given->out_count && good; i++ )
	{
		good = page_write( image, given->outs[i] );
	}
	progress_end( &bar );
	return good;
}

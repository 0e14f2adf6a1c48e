// SPDX-License-Identifier: MIT
// The film of a search as SVG that browsers play: cairo draws the page, the ends and the path, and the marks of each
// moment are a path that appears then (SMIL).
#include "files.h"
#include "message.h"
#include "search_film.h"
#include "svg_text.h"

#include <stdio.h>
#include <stdlib.h>

// Each mark takes some ten bytes: a browser should not load much more than this.
#define MARKS_MAX 400000

typedef struct colored_mark
{
	uint32_t color;
	search_mark of;
} colored_mark;

typedef struct svg_film
{
	const search_film* of;
	FILE* out;
	double moment, all;   // how long these take [s]
	colored_mark* sorted; // [mark_count] of one moment
} svg_film;

static double time_of( const svg_film* to, int32_t moment )
{
	return moment * to->moment / to->all;
}

static void write_repeat( const svg_film* to )
{
	fprintf( to->out, "dur=\"%.2fs\" repeatCount=\"indefinite\"/>", to->all );
}

// Shown from a moment until another one; the end of the film has none.
static void write_shown( const svg_film* to, int32_t from, int32_t until )
{
	const bool ends = until < to->of->tape->moment_count + 1;
	if ( from == 0 && !ends )
	{
		return;
	}
	fputs( "<animate attributeName=\"opacity\" calcMode=\"discrete\" keyTimes=\"0", to->out );
	if ( from > 0 )
	{
		fprintf( to->out, ";%.5f", time_of( to, from ) );
	}
	if ( ends )
	{
		fprintf( to->out, ";%.5f", time_of( to, until ) );
	}
	fprintf( to->out, "\" values=\"%s%s\" ", from > 0 ? "0;1" : "1", ends ? ";0" : "" );
	write_repeat( to );
}

// The moment from which on what is drawn at this one is gone.
static int32_t end_of( const svg_film* to, int32_t moment )
{
	int32_t mark;
	int32_t node;
	int32_t end = moment + 1;
	while ( end < to->of->tape->moment_count && !search_film_new( to->of, end, &mark, &node ) )
	{
		end++;
	}
	return end < to->of->tape->moment_count ? end : to->of->tape->moment_count + 1;
}

static int by_color_and_place( const void* left, const void* right )
{
	const colored_mark* a = left;
	const colored_mark* b = right;
	if ( a->of.kind != b->of.kind )
	{
		return a->of.kind < b->of.kind ? -1 : 1;
	}
	if ( a->color != b->color )
	{
		return a->color < b->color ? -1 : 1;
	}
	if ( a->of.y != b->of.y )
	{
		return a->of.y < b->of.y ? -1 : 1;
	}
	return a->of.x < b->of.x ? -1 : a->of.x > b->of.x ? 1 : 0;
}

// Squares that lie side by side are one.
static int32_t write_run( const svg_film* to, int32_t at, int32_t count )
{
	const search_mark* first = &to->sorted[at].of;
	fw_vec2 corner;
	const double side = draw_search_square( first, &corner );
	int32_t run = 1;
	while ( !first->corner && at + run < count && to->sorted[at + run].color == to->sorted[at].color &&
	        to->sorted[at + run].of.y == first->y && to->sorted[at + run].of.x == first->x + run )
	{
		run++;
	}
	const double wide = first->corner ? side : run;
	fputc( 'M', to->out );
	svg_number( to->out, corner.x, 1 );
	fputc( ' ', to->out );
	svg_number( to->out, corner.y, 1 );
	fprintf( to->out, "h%gv%gh-%gz", wide, side, wide );
	return run;
}

static void write_marks( const svg_film* to, int32_t moment )
{
	const search_tape* tape = to->of->tape;
	int32_t first;
	int32_t node;
	search_film_new( to->of, moment, &first, &node );
	const int32_t count = tape->moments[moment].marks - first;
	for ( int32_t i = 0; i < count; i++ )
	{
		const search_mark* of = &tape->marks[first + i];
		to->sorted[i] = ( colored_mark ){ draw_search_color( to->of->image.grid, of ), *of };
	}
	if ( count > 0 )
	{
		qsort( to->sorted, (size_t)count, sizeof( colored_mark ), by_color_and_place );
	}
	for ( int32_t i = 0; i < count; )
	{
		const colored_mark* group = &to->sorted[i];
		fprintf( to->out, "<path fill=\"#%06x\" d=\"", group->color );
		while ( i < count && to->sorted[i].color == group->color && to->sorted[i].of.kind == group->of.kind )
		{
			i += write_run( to, i, count );
		}
		fputs( "\">", to->out );
		write_shown( to, moment, end_of( to, moment ) );
		fputs( "</path>\n", to->out );
	}
}

static void write_point( const svg_film* to, double x, double y )
{
	svg_number( to->out, x, 2 );
	fputc( ' ', to->out );
	svg_number( to->out, y, 2 );
}

static void write_lines( const svg_film* to, int32_t moment )
{
	const search_tape* tape = to->of->tape;
	int32_t mark;
	int32_t first;
	search_film_new( to->of, moment, &mark, &first );
	if ( first == tape->moments[moment].nodes )
	{
		return;
	}
	fputs( "<path d=\"", to->out );
	for ( int32_t i = first; i < tape->moments[moment].nodes; i++ )
	{
		fputc( 'M', to->out );
		write_point( to, tape->nodes[i].pose.x, tape->nodes[i].pose.y );
		fputc( 'L', to->out );
		write_point( to, tape->nodes[i].parent.x, tape->nodes[i].parent.y );
	}
	fputs( "\">", to->out );
	write_shown( to, moment, end_of( to, moment ) );
	fputs( "</path>\n", to->out );
}

static void write_tree( const svg_film* to )
{
	fprintf(
	    to->out,
	    "<g fill=\"none\" stroke=\"#%06x\" stroke-opacity=\"%g\" stroke-linecap=\"round\" stroke-width=\"%.4g\">\n",
	    DRAW_TREE_COLOR, DRAW_TREE_COVER, draw_search_width( to->of->page.scale ) / to->of->page.scale );
	for ( int32_t i = 0; i < to->of->tape->moment_count; i++ )
	{
		write_lines( to, i );
	}
	fputs( "</g>\n", to->out );
}

// An attribute with a value for each moment, and none when the path is shown.
static void write_values( const svg_film* to, const char* attribute,
                          void ( *write )( const svg_film* to, const search_moment* now ) )
{
	const search_tape* tape = to->of->tape;
	fprintf( to->out, "<animate attributeName=\"%s\" calcMode=\"discrete\" keyTimes=\"", attribute );
	for ( int32_t i = 0; i < tape->moment_count; i++ )
	{
		fprintf( to->out, i == 0 ? "0" : ";%.5f", time_of( to, i ) );
	}
	fprintf( to->out, ";%.5f\" values=\"", time_of( to, tape->moment_count ) );
	for ( int32_t i = 0; i < tape->moment_count; i++ )
	{
		if ( tape->moments[i].expanding )
		{
			write( to, &tape->moments[i] );
		}
		else
		{
			fputs( "-9 -9", to->out ); // where nobody sees it
		}
		fputc( ';', to->out );
	}
	fputs( "-9 -9\" ", to->out );
	write_repeat( to );
}

static void write_fan( const svg_film* to, const search_moment* now )
{
	fw_vec2 corners[3];
	if ( !draw_search_fan( &now->now, corners ) )
	{
		fputs( "-9 -9", to->out );
		return;
	}
	for ( int32_t i = 0; i < 3; i++ )
	{
		fputs( i > 0 ? " " : "", to->out );
		write_point( to, corners[i].x, corners[i].y );
	}
}

static void write_way( const svg_film* to, const search_moment* now )
{
	for ( int32_t i = now->first_point; i < now->points; i++ )
	{
		fputs( i > now->first_point ? " " : "", to->out );
		write_point( to, to->of->tape->points[i].x, to->of->tape->points[i].y );
	}
}

// A line of no length is a dot.
static void write_place( const svg_film* to, const search_moment* now )
{
	write_point( to, now->now.pose.x, now->now.pose.y );
	fputc( ' ', to->out );
	write_point( to, now->now.pose.x, now->now.pose.y );
}

static void write_line( const svg_film* to, uint32_t color, double width,
                        void ( *write )( const svg_film* to, const search_moment* now ) )
{
	fprintf(
	    to->out,
	    "<polyline points=\"-9 -9\" fill=\"none\" stroke=\"#%06x\" stroke-width=\"%.4g\" stroke-linejoin=\"round\" "
	    "stroke-linecap=\"round\">",
	    color, width / to->of->page.scale );
	write_values( to, "points", write );
	fputs( "</polyline>\n", to->out );
}

static void write_now( const svg_film* to )
{
	if ( to->of->search.fan )
	{
		fprintf( to->out, "<polygon points=\"-9 -9\" fill=\"#%06x\" fill-opacity=\"%g\">", DRAW_FAN_COLOR,
		         DRAW_FAN_COVER );
		write_values( to, "points", write_fan );
		fputs( "</polygon>\n", to->out );
	}
	write_line( to, 0xffffff, DRAW_NOW_WIDTH + 2.0, write_way );
	write_line( to, DRAW_NOW_COLOR, DRAW_NOW_WIDTH, write_way );
	write_line( to, DRAW_NOW_COLOR, 2.0 * DRAW_NOW_RADIUS + 2.0, write_place );
	write_line( to, 0xffffff, 2.0 * DRAW_NOW_RADIUS - 2.0, write_place );
}

static void write_progress( const svg_film* to )
{
	const fw_rect view = to->of->image.view;
	const double high = DRAW_PROGRESS_WIDTH / to->of->page.scale;
	const double end = time_of( to, to->of->tape->moment_count );
	fprintf( to->out, "<rect x=\"%d\" y=\"%.6g\" width=\"0\" height=\"%.3g\" fill=\"#%06x\">", (int)view.x,
	         view.y + view.height - high, high, DRAW_PROGRESS_COLOR );
	fprintf( to->out, "<animate attributeName=\"width\" keyTimes=\"0;%.5f;1\" values=\"0;%d;%d\" ", end,
	         (int)view.width, (int)view.width );
	write_repeat( to );
	fputs( "</rect>\n", to->out );
}

static void write_search( const svg_film* to )
{
	const page_place* page = &to->of->page;
	const fw_rect view = to->of->image.view;
	fprintf( to->out, "<clipPath id=\"fw-view\"><rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/></clipPath>\n",
	         (int)view.x, (int)view.y, (int)view.width, (int)view.height );
	fprintf( to->out,
	         "<g transform=\"translate(%.6g %.6g) scale(%.6g) translate(%d %d)\"><g clip-path=\"url(#fw-view)\">\n",
	         page->x, page->y, page->scale, -(int)view.x, -(int)view.y );
	fputs( "<g shape-rendering=\"crispEdges\">\n", to->out );
	for ( int32_t i = 0; i < to->of->tape->moment_count; i++ )
	{
		write_marks( to, i );
	}
	fputs( "</g>\n", to->out );
	if ( to->of->search.tree )
	{
		write_tree( to );
	}
	write_now( to );
	write_progress( to );
	fputs( "</g></g>\n", to->out );
}

static bool paint_page( cairo_t* cairo, void* context )
{
	const search_film* of = context;
	return page_paint( cairo, &of->image ) == CAIRO_STATUS_SUCCESS;
}

static bool paint_path( cairo_t* cairo, void* context )
{
	const search_film* of = context;
	const canvas map = page_enter( cairo, &of->image, &of->page );
	page_draw_way( &map, &of->image, &of->image.panels[0] );
	cairo_restore( cairo );
	return true;
}

static bool paint_ends( cairo_t* cairo, void* context )
{
	const search_film* of = context;
	const canvas map = page_enter( cairo, &of->image, &of->page );
	draw_ends( &map, &of->image, of->image.panels[0].path );
	cairo_restore( cairo );
	return true;
}

static void write_all( const svg_film* to, const char* page, const char* path, const char* ends )
{
	fputs( page, to->out );
	write_search( to );
	fputs( "<g>", to->out );
	write_shown( to, to->of->tape->moment_count, to->of->tape->moment_count + 1 );
	svg_text_inner( to->out, path, "fw-path-" );
	fputs( "</g>\n", to->out );
	svg_text_inner( to->out, ends, "fw-ends-" );
	fputs( "</svg>\n", to->out );
}

static bool write_file( svg_film* to, search_film* of, const char* file )
{
	const page_place* place = &of->page;
	char* page = svg_text( place->width, place->height, paint_page, of );
	char* path = svg_text( place->width, place->height, paint_path, of );
	char* ends = svg_text( place->width, place->height, paint_ends, of );
	bool good = page != NULL && path != NULL && ends != NULL && to->sorted != NULL;
	if ( !good )
	{
		complain( "%s: %s", file, fw_status_text( FW_ERR_MEMORY ) );
	}
	to->out = good ? file_create( file ) : NULL;
	good = to->out != NULL;
	if ( good )
	{
		write_all( to, page, path, ends );
		good = file_close( to->out, file, true );
	}
	free( page );
	free( path );
	free( ends );
	return good;
}

bool search_film_svg( search_film* of, const char* file )
{
	const int32_t marks = of->tape->mark_count;
	if ( marks > MARKS_MAX )
	{
		complain( "%s: the search marks %d tiles, more than browsers like to load; write a .gif", file, (int)marks );
		return false;
	}
	const double moment = 0.01 * search_film_stay( of );
	svg_film to = {
	    .of = of,
	    .moment = moment,
	    .all = moment * of->tape->moment_count + 0.01 * SEARCH_FILM_PATH_STAYS,
	    .sorted = malloc( ( (size_t)marks + 1 ) * sizeof( colored_mark ) ),
	};
	const bool good = write_file( &to, of, file );
	free( to.sorted );
	return good;
}

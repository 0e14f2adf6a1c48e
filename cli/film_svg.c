// SPDX-License-Identifier: MIT
// A scene as SVG that browsers play: cairo draws the page, and each unit gets its places over time (SMIL) behind it.
// Where a unit moves evenly the places between are left out.
#include "film_svg.h"
#include "files.h"
#include "message.h"
#include "page.h"
#include "svg_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// How far a unit may be from where it was [pixels], and how far from how it faced [degrees].
#define PLACE_SLACK 0.35
#define TURN_SLACK 4.0

// How long the last frame stays [s].
#define LAST_STAYS 2.0

typedef struct svg_film
{
	film* of;
	FILE* out;
	double duration; // [s]
	double scale;    // pixels per tile
	double slack;    // of places [tiles]
	double* track;   // [2 * frames] what is thinned out
	int32_t* keys;   // [frames] the frames that are kept
} svg_film;

// The slopes with which a line from a frame comes near enough to all values since.
typedef struct fan
{
	double low, high;
} fan;

static bool within( const fan* of, double slope )
{
	return slope >= of->low && slope <= of->high;
}

static void narrow( fan* of, double rise, double run, double slack )
{
	of->low = fmax( of->low, ( rise - slack ) / run );
	of->high = fmin( of->high, ( rise + slack ) / run );
}

// Which frames are kept so that straight lines between them are nowhere further off than the slack: a line may end at a
// frame as long as its slope is in the fan.
static int32_t thin_out( svg_film* to, int32_t values, double slack )
{
	const int32_t frames = to->of->tape->frames;
	const fan all = { -INFINITY, INFINITY };
	fan fans[2] = { all, all };
	int32_t count = 0;
	int32_t anchor = 0;
	to->keys[count++] = 0;
	for ( int32_t frame = 1; frame < frames; frame++ )
	{
		bool good = true;
		for ( int32_t v = 0; v < values; v++ )
		{
			const double rise = to->track[2 * frame + v] - to->track[2 * anchor + v];
			good = good && within( &fans[v], rise / ( frame - anchor ) );
		}
		if ( !good )
		{
			anchor = frame - 1;
			to->keys[count++] = anchor;
			fans[0] = all;
			fans[1] = all;
		}
		for ( int32_t v = 0; v < values; v++ )
		{
			narrow( &fans[v], to->track[2 * frame + v] - to->track[2 * anchor + v], frame - anchor, slack );
		}
	}
	to->keys[count++] = frames - 1;
	return count;
}

static void write_times( const svg_film* to, int32_t count )
{
	fputs( " keyTimes=\"", to->out );
	for ( int32_t i = 0; i < count; i++ )
	{
		svg_number( to->out, to->keys[i] * SIMULATION_STEP / to->duration, 5 );
		fputc( ';', to->out );
	}
	fprintf( to->out, "1\" dur=\"%.2fs\" repeatCount=\"indefinite\"", to->duration );
}

// The last value stays: it is there twice.
static void write_values( const svg_film* to, int32_t count, int32_t values, int32_t decimals )
{
	fputs( " values=\"", to->out );
	for ( int32_t i = 0; i <= count; i++ )
	{
		const double* at = to->track + 2 * to->keys[i < count ? i : count - 1];
		svg_number( to->out, at[0], decimals );
		if ( values == 2 )
		{
			fputc( ' ', to->out );
			svg_number( to->out, at[1], decimals );
		}
		fputs( i < count ? ";" : "\"", to->out );
	}
}

static void animate_transform( const svg_film* to, const char* type, int32_t count, int32_t values, int32_t decimals )
{
	fprintf( to->out, "<animateTransform attributeName=\"transform\" type=\"%s\"", type );
	write_times( to, count );
	write_values( to, count, values, decimals );
	fputs( "/>", to->out );
}

static void track_place( svg_film* to, int32_t unit )
{
	for ( int32_t frame = 0; frame < to->of->tape->frames; frame++ )
	{
		const fw_pose pose = recording_at( to->of->tape, frame, unit )->pose;
		to->track[2 * frame] = pose.x;
		to->track[2 * frame + 1] = pose.y;
	}
}

// Without jumps where the angle wraps.
static void track_heading( svg_film* to, int32_t unit )
{
	double heading = 0.0;
	for ( int32_t frame = 0; frame < to->of->tape->frames; frame++ )
	{
		heading += fw_angle_signed( recording_at( to->of->tape, frame, unit )->facing - heading );
		to->track[2 * frame] = fw_degrees( heading );
	}
}

// One value while something holds for a unit, and another one else. Gives the number of keys.
static int32_t track_opacity( svg_film* to, int32_t unit, bool ( *holds )( const recorded* unit ), double off,
                              double on )
{
	const recording* tape = to->of->tape;
	int32_t count = 0;
	for ( int32_t frame = 0; frame < tape->frames; frame++ )
	{
		to->track[2 * frame] = holds( recording_at( tape, frame, unit ) ) ? on : off;
		if ( frame == 0 || to->track[2 * frame] != to->track[2 * to->keys[count - 1]] )
		{
			to->keys[count++] = frame;
		}
	}
	return count;
}

static void animate_opacity( const svg_film* to, int32_t count )
{
	fputs( "<animate attributeName=\"opacity\" calcMode=\"discrete\"", to->out );
	write_times( to, count );
	write_values( to, count, 1, 2 );
	fputs( "/>", to->out );
}

static void write_heading( svg_film* to, int32_t unit )
{
	track_heading( to, unit );
	const int32_t count = thin_out( to, 1, TURN_SLACK );
	fputs( "<g transform=\"rotate(", to->out );
	svg_number( to->out, to->track[0], 0 );
	fputs( ")\">", to->out );
	if ( count > 2 || fabs( to->track[0] - to->track[2 * to->keys[count - 1]] ) > TURN_SLACK )
	{
		animate_transform( to, "rotate", count, 1, 0 );
	}
	fprintf( to->out, "<use xlink:href=\"#fw-kind%d\"", (int)to->of->run->of->units[unit].kind );
	const int32_t waits = track_opacity( to, unit, recording_waits, 1.0, 1.0 - DRAW_WAITS_PALE );
	if ( waits > 1 || to->track[0] != 1.0 )
	{
		fprintf( to->out, " opacity=\"%g\">", to->track[0] );
		animate_opacity( to, waits );
		fputs( "</use></g>", to->out );
	}
	else
	{
		fputs( "/></g>", to->out );
	}
}

static bool is_stuck( const recorded* unit )
{
	return unit->look == LOOK_STUCK;
}

static bool has_no_path( const recorded* unit )
{
	return unit->look == LOOK_NO_PATH;
}

// The ring is there while something holds for the unit.
static void write_ring( svg_film* to, int32_t unit, bool ( *holds )( const recorded* unit ), uint32_t color,
                        double dash )
{
	const int32_t count = track_opacity( to, unit, holds, 0.0, 1.0 );
	if ( count == 1 && to->track[0] == 0.0 )
	{
		return;
	}
	const double radius = to->of->kinds[to->of->run->of->units[unit].kind].radius;
	fprintf( to->out, "<circle r=\"%.4g\" fill=\"none\" stroke=\"#%06x\" stroke-width=\"%.3g\" opacity=\"%g\"",
	         radius + 2.5 / to->scale, (unsigned)color, 2.0 / to->scale, to->track[0] );
	if ( dash > 0.0 )
	{
		fprintf( to->out, " stroke-dasharray=\"%.3g\"", dash / to->scale );
	}
	fputc( '>', to->out );
	animate_opacity( to, count );
	fputs( "</circle>", to->out );
}

static void write_unit( svg_film* to, int32_t unit )
{
	track_place( to, unit );
	const int32_t count = thin_out( to, 2, to->slack );
	fputs( "<g transform=\"translate(", to->out );
	svg_number( to->out, to->track[0], 2 );
	fputc( ' ', to->out );
	svg_number( to->out, to->track[1], 2 );
	fputs( ")\">", to->out );
	animate_transform( to, "translate", count, 2, 2 );
	write_heading( to, unit );
	write_ring( to, unit, is_stuck, DRAW_STUCK_COLOR, 0.0 );
	write_ring( to, unit, has_no_path, DRAW_NO_PATH_COLOR, DRAW_NO_PATH_DASH );
	fputs( "</g>\n", to->out );
}

static void write_trail( svg_film* to, int32_t unit )
{
	track_place( to, unit );
	const int32_t count = thin_out( to, 2, to->slack );
	fputs( "<polyline points=\"", to->out );
	for ( int32_t i = 0; i < count; i++ )
	{
		svg_number( to->out, to->track[2 * to->keys[i]], 2 );
		fputc( ',', to->out );
		svg_number( to->out, to->track[2 * to->keys[i] + 1], 2 );
		fputc( i + 1 < count ? ' ' : '"', to->out );
	}
	fprintf( to->out, " fill=\"none\" stroke=\"#%06x\" stroke-opacity=\"%g\" stroke-width=\"%.3g\"/>\n",
	         (unsigned)to->of->kinds[to->of->run->of->units[unit].kind].color, DRAW_TRAIL_COVER, 1.6 / to->scale );
}

static void write_arrow( const svg_film* to, double radius, fw_vec2 middle )
{
	fputs( "<path fill=\"#fff\" d=\"M", to->out );
	for ( int32_t k = 0; k < DRAW_ARROW_CORNERS; k++ )
	{
		const fw_vec2 corner = draw_arrow_corner( k );
		fputs( k > 0 ? " " : "", to->out );
		svg_number( to->out, middle.x + radius * corner.x, 3 );
		fputc( ',', to->out );
		svg_number( to->out, middle.y + radius * corner.y, 3 );
	}
	fputs( "Z\"/>", to->out );
}

// A disc, or the outline, whose rounded corners are arcs. No fill yet.
static void write_shape( const svg_film* to, const picture_kind* kind )
{
	fw_vec2 points[2 * FW_OUTLINE_MAX];
	const int32_t count = draw_rounded_corners( kind->unit, points );
	if ( count == 0 )
	{
		fprintf( to->out, "<circle r=\"%.4g\"", kind->radius );
		return;
	}
	for ( int32_t i = 0; i < count; i++ )
	{
		const bool is_end = i % 2 == 1;
		if ( is_end && kind->unit->radius == 0.0 )
		{
			continue; // it is where the corner begins
		}
		if ( is_end )
		{
			fprintf( to->out, "A%.4g %.4g 0 0 1 ", kind->unit->radius, kind->unit->radius );
		}
		fputs( i == 0 ? "<path d=\"M" : is_end ? "" : "L", to->out );
		svg_number( to->out, points[i].x, 3 );
		fputc( ',', to->out );
		svg_number( to->out, points[i].y, 3 );
	}
	fputs( "Z\"", to->out );
}

static void write_kinds( const svg_film* to )
{
	fputs( "<defs>\n", to->out );
	for ( int32_t i = 0; i < to->of->moment.kind_count; i++ )
	{
		const picture_kind* kind = &to->of->kinds[i];
		fprintf( to->out, "<g id=\"fw-kind%d\">", (int)i );
		write_shape( to, kind );
		fprintf( to->out, " fill=\"#%06x\" stroke=\"#1f262e\" stroke-opacity=\"0.7\" stroke-width=\"%.3g\"/>",
		         (unsigned)kind->color, 0.8 / to->scale );
		fw_vec2 middle;
		const double arrow = draw_arrow_place( kind->unit, &middle );
		if ( arrow * to->scale >= DRAW_ARROW_FROM )
		{
			write_arrow( to, arrow, middle );
		}
		fputs( "</g>\n", to->out );
	}
	fputs( "</defs>\n", to->out );
}

// What becomes of the map: the new ground comes over the old one.
static void write_edits( svg_film* to )
{
	const simulation* run = to->of->run;
	for ( int32_t i = 0; i < run->edits; i++ )
	{
		const scene_edit* edit = &run->of->edits[run->made[i]];
		const uint32_t color = draw_terrain_color( fw_grid_terrain( run->of->grid, edit->terrain ) );
		const double at = fmin( run->edited[run->made[i]] / to->duration, 1.0 );
		fprintf( to->out, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#%06x\" opacity=\"0\">",
		         (int)edit->rect.x, (int)edit->rect.y, (int)edit->rect.width, (int)edit->rect.height, (unsigned)color );
		fprintf( to->out,
		         "<animate attributeName=\"opacity\" calcMode=\"discrete\" keyTimes=\"0;%.5f\" values=\"0;1\" "
		         "dur=\"%.2fs\" repeatCount=\"indefinite\"/></rect>\n",
		         at, to->duration );
	}
}

static void write_progress( const svg_film* to, const fw_rect* view )
{
	const double high = DRAW_PROGRESS_WIDTH / to->scale;
	fprintf( to->out, "<rect x=\"%d\" y=\"%.4g\" width=\"0\" height=\"%.3g\" fill=\"#%06x\">", (int)view->x,
	         view->y + view->height - high, high, DRAW_PROGRESS_COLOR );
	fprintf( to->out,
	         "<animate attributeName=\"width\" keyTimes=\"0;%.5f;1\" values=\"0;%d;%d\" dur=\"%.2fs\" "
	         "repeatCount=\"indefinite\"/></rect>\n",
	         ( to->duration - LAST_STAYS ) / to->duration, (int)view->width, (int)view->width, to->duration );
}

static void write_moving( svg_film* to, const page_place* page )
{
	const fw_rect view = to->of->image.view;
	write_kinds( to );
	fprintf( to->out, "<clipPath id=\"fw-view\"><rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/></clipPath>\n",
	         (int)view.x, (int)view.y, (int)view.width, (int)view.height );
	fprintf( to->out,
	         "<g transform=\"translate(%.6g %.6g) scale(%.6g) translate(%d %d)\"><g clip-path=\"url(#fw-view)\">\n",
	         page->x, page->y, page->scale, -(int)view.x, -(int)view.y );
	write_edits( to );
	for ( int32_t i = 0; i < to->of->tape->units && to->of->given->trails; i++ )
	{
		write_trail( to, i );
	}
	for ( int32_t i = 0; i < to->of->tape->units; i++ )
	{
		write_unit( to, i );
	}
	write_progress( to, &view );
	fputs( "</g></g>\n", to->out );
}

static bool paint( cairo_t* cairo, void* context )
{
	return page_paint( cairo, context ) == CAIRO_STATUS_SUCCESS;
}

static bool write_text( svg_film* to, const char* file, const page_place* page, const char* text )
{
	to->out = file_create( file );
	if ( to->out == NULL )
	{
		return false;
	}
	fputs( text, to->out );
	write_moving( to, page );
	fputs( "</svg>\n", to->out );
	return file_close( to->out, file, true );
}

bool film_write_svg( film* of, const char* file )
{
	page_place page;
	if ( !page_measure( &of->image, file, &page ) )
	{
		return false;
	}
	const size_t frames = (size_t)of->tape->frames;
	svg_film to = {
	    .of = of,
	    .duration = ( of->tape->frames - 1 ) * SIMULATION_STEP + LAST_STAYS,
	    .scale = page.scale,
	    .slack = PLACE_SLACK / page.scale,
	    .track = calloc( 2 * frames, sizeof( double ) ),
	    .keys = calloc( frames + 1, sizeof( int32_t ) ),
	};
	char* text = svg_text( page.width, page.height, paint, &of->image );
	const bool room = to.track != NULL && to.keys != NULL && text != NULL;
	if ( !room )
	{
		complain( "%s: %s", file, fw_status_text( FW_ERR_MEMORY ) );
	}
	const bool good = room && write_text( &to, file, &page, text );
	free( to.track );
	free( to.keys );
	free( text );
	return good;
}

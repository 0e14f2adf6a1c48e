// SPDX-License-Identifier: MIT
// The drawings of docs/algorithms that show geometry and no plan: made with the library's own curves and sweeps.
//   draw FOLDER GAP_MAP    writes words.svg, arc-line.svg, sweep.svg, window.svg, ring.svg, sight.svg, space.svg and
//                          angles.svg there, and prints the sizes of turn tables for docs/algorithms/directional.md
#include "sweep/turn_table.h"
#include <fairway/fairway.h>

#include <stdio.h>
#include <string.h>

#define INK "#1e2a38"
#define PALE "#8a94a0"
#define BLUE "#1a4fd6"
#define GREEN "#13793f"
#define ORANGE "#d4620c"

// A drawing in tiles.
typedef struct sheet
{
	FILE* file;
	double x0, y0, scale;
} sheet;

static double to_x( const sheet* s, double x )
{
	return ( x - s->x0 ) * s->scale;
}

static double to_y( const sheet* s, double y )
{
	return ( y - s->y0 ) * s->scale;
}

static bool sheet_open( sheet* s, const char* folder, const char* name, fw_rect tiles, double scale )
{
	char path[512];
	snprintf( path, sizeof( path ), "%s/%s", folder, name );
	*s = ( sheet ){ fopen( path, "w" ), tiles.x, tiles.y, scale };
	if ( s->file == NULL )
	{
		fprintf( stderr, "draw: cannot write %s\n", path );
		return false;
	}
	const double w = tiles.width * scale;
	const double h = tiles.height * scale;
	fprintf(
	    s->file,
	    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" height=\"%.0f\" "
	    "font-family=\"sans-serif\" font-size=\"15\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fcfaf6\"/>\n",
	    w, h, w, h );
	return true;
}

static bool sheet_close( sheet* s )
{
	fprintf( s->file, "</svg>\n" );
	return fclose( s->file ) == 0;
}

static void draw_line( const sheet* s, fw_vec2 a, fw_vec2 b, const char* color, double width, const char* dash )
{
	fprintf( s->file,
	         "<path d=\"M%.2f %.2fL%.2f %.2f\" stroke=\"%s\" stroke-width=\"%.2f\" stroke-dasharray=\"%s\"/>\n",
	         to_x( s, a.x ), to_y( s, a.y ), to_x( s, b.x ), to_y( s, b.y ), color, width, dash );
}

static void draw_dot( const sheet* s, fw_vec2 at, double radius, const char* fill, const char* stroke )
{
	fprintf( s->file, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"%.2f\" fill=\"%s\" stroke=\"%s\"/>\n", to_x( s, at.x ),
	         to_y( s, at.y ), radius * s->scale, fill, stroke );
}

static void draw_text( const sheet* s, double x, double y, const char* color, const char* text )
{
	fprintf( s->file, "<text x=\"%.2f\" y=\"%.2f\" fill=\"%s\">%s</text>\n", to_x( s, x ), to_y( s, y ), color, text );
}

static void draw_tiles( const sheet* s, fw_rect r, const char* fill, const char* stroke )
{
	for ( int32_t y = r.y; y < r.y + r.height; y++ )
	{
		for ( int32_t x = r.x; x < r.x + r.width; x++ )
		{
			fprintf( s->file,
			         "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" fill=\"%s\" stroke=\"%s\"/>\n",
			         to_x( s, x ), to_y( s, y ), s->scale, s->scale, fill, stroke );
		}
	}
}

// The center line, or with a width the area that a disc sweeps.
static void draw_segment( const sheet* s, const fw_segment* g, const char* color, double width )
{
	fprintf( s->file, "<path fill=\"none\" stroke-linecap=\"round\" stroke=\"%s\" stroke-width=\"%.2f\" d=\"M%.2f %.2f",
	         color, width, to_x( s, g->from.x ), to_y( s, g->from.y ) );
	// Arcs above half a circle are drawn as short lines: one command cannot say which way they go round.
	const int32_t steps = g->kind == FW_SEGMENT_ARC ? 48 : 1;
	for ( int32_t i = 1; i <= steps; i++ )
	{
		const fw_pose at = fw_segment_pose_at( g, g->length * i / steps );
		fprintf( s->file, "L%.2f %.2f", to_x( s, at.x ), to_y( s, at.y ) );
	}
	fprintf( s->file, "\"/>\n" );
}

static void draw_curve( const sheet* s, const fw_curve* curve, const char* color, double width )
{
	fw_segment segments[3];
	const int32_t count = fw_curve_segments( curve, segments );
	for ( int32_t i = 0; i < count; i++ )
	{
		draw_segment( s, &segments[i], color, width );
	}
}

static void draw_pose( const sheet* s, fw_pose p, const char* color )
{
	const double c = fw_cos( p.heading );
	const double n = fw_sin( p.heading );
	const double size = 0.34;
	fprintf( s->file, "<path fill=\"%s\" d=\"M%.2f %.2fL%.2f %.2fL%.2f %.2fL%.2f %.2fZ\"/>\n", color,
	         to_x( s, p.x + size * c ), to_y( s, p.y + size * n ), to_x( s, p.x - size * ( 0.8 * c + 0.7 * n ) ),
	         to_y( s, p.y - size * ( 0.8 * n - 0.7 * c ) ), to_x( s, p.x - 0.35 * size * c ),
	         to_y( s, p.y - 0.35 * size * n ), to_x( s, p.x - size * ( 0.8 * c - 0.7 * n ) ),
	         to_y( s, p.y - size * ( 0.8 * n + 0.7 * c ) ) );
}

// The six words, each between poses where it is the shortest.
static bool draw_words( const char* folder )
{
	static const char* const names[] = { "LSL", "RSR", "LSR", "RSL", "LRL", "RLR" };
	// Headings in degrees.
	static const fw_pose ends[6][2] = {
	    { { 1.2, 2.6, 50 }, { 7.6, 2.6, -60 } },  { { 1.2, 4.4, -50 }, { 7.6, 4.4, 60 } },
	    { { 1.2, 2.8, 60 }, { 7.6, 4.0, 70 } },   { { 1.2, 4.4, -70 }, { 7.6, 3.0, -60 } },
	    { { 3.8, 2.6, -10 }, { 5.2, 2.6, 190 } }, { { 3.8, 4.6, 10 }, { 5.2, 4.6, -190 } },
	};
	sheet s;
	if ( !sheet_open( &s, folder, "words.svg", ( fw_rect ){ 0, 0, 27, 13 }, 36.0 ) )
	{
		return false;
	}
	for ( int32_t word = 0; word < 6; word++ )
	{
		const double x = 9.0 * ( word % 3 );
		const double y = 6.5 * ( word / 3 );
		const fw_pose a = ends[word][0];
		const fw_pose b = ends[word][1];
		const fw_pose start = { x + a.x, y + a.y, fw_radians( a.heading ) };
		const fw_pose goal = { x + b.x, y + b.y, fw_radians( b.heading ) };
		fw_curve curve;
		if ( fw_curve_shortest( start, goal, 1.5, 1u << word, FW_GEAR_FORWARD, &curve ) )
		{
			char label[64];
			draw_curve( &s, &curve, BLUE, 3.0 );
			snprintf( label, sizeof( label ), "%s  %.2f tiles", names[word], curve.length );
			draw_text( &s, x + 0.6, y + 0.8, INK, label );
		}
		draw_pose( &s, start, GREEN );
		draw_pose( &s, goal, ORANGE );
	}
	return sheet_close( &s );
}

static bool draw_arc_line( const char* folder )
{
	sheet s;
	if ( !sheet_open( &s, folder, "arc-line.svg", ( fw_rect ){ -2, 1, 15, 7 }, 44.0 ) )
	{
		return false;
	}
	const fw_pose start = { 3.0, 4.6, fw_radians( -90 ) };
	const fw_vec2 goal = { 11.5, 6.6 };
	const char* const colors[2] = { PALE, BLUE };
	for ( int32_t i = 0; i < 2; i++ )
	{
		fw_curve curve;
		fw_segment parts[3];
		char label[64];
		const fw_curve_word word = i == 0 ? FW_WORD_LS : FW_WORD_RS;
		if ( fw_curve_to_point( start, goal, 2.0, word, FW_GEAR_FORWARD, &curve ) &&
		     fw_curve_segments( &curve, parts ) == 2 )
		{
			fprintf( s.file,
			         "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"%.2f\" fill=\"none\" stroke=\"%s\" opacity=\"0.5\"/>\n",
			         to_x( &s, parts[0].center.x ), to_y( &s, parts[0].center.y ), 2.0 * s.scale, PALE );
			draw_curve( &s, &curve, colors[i], 3.0 );
			if ( i == 1 )
			{
				const fw_vec2 p = parts[0].center;
				draw_line( &s, p, goal, INK, 1.0, "5 4" );
				draw_line( &s, p, parts[0].to, INK, 1.0, "5 4" );
				draw_dot( &s, p, 0.07, INK, "none" );
				draw_dot( &s, parts[0].to, 0.07, INK, "none" );
				draw_text( &s, p.x - 0.35, p.y + 0.4, INK, "P" );
				draw_text( &s, parts[0].to.x + 0.15, parts[0].to.y - 0.2, INK, "Q" );
				draw_text( &s, ( p.x + parts[0].to.x ) / 2 - 0.35, ( p.y + parts[0].to.y ) / 2, INK, "r" );
				draw_text( &s, ( p.x + goal.x ) / 2, ( p.y + goal.y ) / 2 + 0.5, INK, "h" );
				draw_text( &s, ( parts[0].to.x + goal.x ) / 2, ( parts[0].to.y + goal.y ) / 2 - 0.25, BLUE, "d" );
			}
			snprintf( label, sizeof( label ), "%s %.2f tiles", i == 0 ? "LS" : "RS", curve.length );
			draw_text( &s, 9.8, 1.8 + 0.5 * i, colors[i], label );
		}
	}
	draw_pose( &s, start, GREEN );
	draw_dot( &s, goal, 0.16, ORANGE, "none" );
	return sheet_close( &s );
}

static void draw_rows( const sheet* s, double radius, const fw_curve* curve, const char* fill )
{
	fw_segment segments[3];
	const int32_t count = fw_curve_segments( curve, segments );
	for ( int32_t i = 0; i < count; i++ )
	{
		fw_sweep_row rows[128];
		const int32_t found = fw_sweep_rows( &( fw_unit ){ .radius = radius }, &segments[i], rows, 128 );
		for ( int32_t r = 0; r < found && r < 128; r++ )
		{
			draw_tiles( s, ( fw_rect ){ rows[r].x0, rows[r].y, rows[r].x1 - rows[r].x0 + 1, 1 }, fill, "#b9c2cc" );
		}
	}
}

static bool draw_sweep( const char* folder )
{
	sheet s;
	if ( !sheet_open( &s, folder, "sweep.svg", ( fw_rect ){ 0, 0, 18, 11 }, 44.0 ) )
	{
		return false;
	}
	fw_curve curve;
	const fw_pose start = { 2.5, 8.5, fw_radians( 0 ) };
	const fw_pose goal = { 14.5, 3.5, fw_radians( -45 ) };
	if ( fw_curve_shortest( start, goal, 4.0, FW_WORDS_SIX, FW_GEAR_FORWARD, &curve ) )
	{
		draw_tiles( &s, ( fw_rect ){ 0, 0, 18, 11 }, "none", "#dcd8cf" );
		draw_rows( &s, 0.9, &curve, "#dfe6f4" );
		fprintf( s.file, "<g opacity=\"0.35\">\n" );
		draw_curve( &s, &curve, "#7d9ae0", 1.8 * s.scale );
		fprintf( s.file, "</g>\n" );
		draw_curve( &s, &curve, BLUE, 3.0 );
	}
	draw_pose( &s, start, GREEN );
	draw_pose( &s, goal, ORANGE );
	return sheet_close( &s );
}

// One curve of a turn table in its window of 16 x 16 tiles.
static bool draw_window( const char* folder )
{
	sheet s;
	if ( !sheet_open( &s, folder, "window.svg", ( fw_rect ){ -9, -9, 18, 18 }, 30.0 ) )
	{
		return false;
	}
	fw_curve curve;
	const fw_pose start = { 0.5, 0.5, 0.0 };
	const fw_pose goal = { 3.5, -1.5, fw_radians( -45 ) };
	draw_tiles( &s, ( fw_rect ){ -8, -8, 16, 16 }, "#ffffff", "#dcd8cf" );
	if ( fw_curve_shortest( start, goal, 2.0, FW_WORDS_SIX, FW_GEAR_FORWARD, &curve ) )
	{
		draw_rows( &s, 0.9, &curve, "#c9d6f5" );
		draw_curve( &s, &curve, BLUE, 3.0 );
	}
	for ( int32_t w = 1; w < 4; w++ )
	{
		draw_line( &s, ( fw_vec2 ){ -8, 4.0 * w - 8 }, ( fw_vec2 ){ 8, 4.0 * w - 8 }, INK, 1.5, "6 4" );
	}
	for ( int32_t w = 0; w < 4; w++ )
	{
		char label[16];
		snprintf( label, sizeof( label ), "word %d", (int)w );
		draw_text( &s, -7.8, 4.0 * w - 7.4, PALE, label );
	}
	draw_pose( &s, start, GREEN );
	draw_pose( &s, goal, ORANGE );
	return sheet_close( &s );
}

// What a point may and may not pass: six lines over a little map each.
static bool draw_sight( const char* folder )
{
	typedef struct panel
	{
		const char* text;
		const char* tiles; // 4 x 3, '#' blocked
		fw_vec2 from, to;
	} panel;
	static const panel panels[6] = {
	    { "along an edge", "....####....", { 0, 2 }, { 4, 2 } },
	    { "touching a corner", ".....##.....", { 0, 1 }, { 2, 3 } },
	    { "through a tile", ".....##.....", { 0, 3 }, { 4, 1 } },
	    { "on a shared edge", ".....##..##.", { 0, 2 }, { 4, 2 } },
	    { "between two corners", ".....#....#.", { 1, 3 }, { 3, 1 } },
	    { "from side to side", ".....#....#.", { 0, 2 }, { 4, 2 } },
	};
	sheet s;
	if ( !sheet_open( &s, folder, "sight.svg", ( fw_rect ){ 0, 0, 17, 10 }, 44.0 ) )
	{
		return false;
	}
	for ( int32_t p = 0; p < 6; p++ )
	{
		const double x = 1.0 + 5.5 * ( p % 3 );
		const double y = 1.0 + 4.7 * ( p / 3 );
		sheet part = s;
		part.x0 = s.x0 - x;
		part.y0 = s.y0 - y;
		fw_grid_def def = fw_default_grid_def();
		def.width = 4;
		def.height = 3;
		fw_grid* grid = NULL;
		if ( fw_grid_create( &def, &grid, NULL ) != FW_OK )
		{
			return false;
		}
		draw_tiles( &part, ( fw_rect ){ 0, 0, 4, 3 }, "#ffffff", "#dcd8cf" );
		for ( int32_t i = 0; i < 12; i++ )
		{
			if ( panels[p].tiles[i] == '#' )
			{
				fw_grid_fill( grid, ( fw_rect ){ i % 4, i / 4, 1, 1 }, FW_TERRAIN_OUT, NULL );
				draw_tiles( &part, ( fw_rect ){ i % 4, i / 4, 1, 1 }, "#5d6673", "#4a525d" );
			}
		}
		const fw_vec2 a = panels[p].from;
		const fw_vec2 b = panels[p].to;
		const bool clear = fw_sight_clear( grid, FW_CAP_GROUND, FW_CORNERS_CLOSED, (int32_t)( 2 * a.x ),
		                                   (int32_t)( 2 * a.y ), (int32_t)( 2 * b.x ), (int32_t)( 2 * b.y ) );
		draw_line( &part, a, b, clear ? GREEN : ORANGE, 4.0, clear ? "" : "7 5" );
		draw_dot( &part, a, 0.12, clear ? GREEN : ORANGE, INK );
		draw_dot( &part, b, 0.12, clear ? GREEN : ORANGE, INK );
		char label[64];
		snprintf( label, sizeof( label ), "%s: %s", panels[p].text, clear ? "free" : "not" );
		draw_text( &part, 0.0, 3.5, INK, label );
		fw_grid_destroy( grid );
	}
	return sheet_close( &s );
}

// A pose, the tiles of rings 1 to 3, and the curves without loops to one of them.
static bool draw_ring( const char* folder )
{
	sheet s;
	if ( !sheet_open( &s, folder, "ring.svg", ( fw_rect ){ -4, -4, 9, 9 }, 62.0 ) )
	{
		return false;
	}
	static const char* const shades[4] = { "#fcfaf6", "#c9d6f5", "#dde6fa", "#edf2fd" };
	const fw_pose start = { 0.5, 0.5, 0.0 };
	for ( int32_t ring = 3; ring >= 1; ring-- )
	{
		draw_tiles( &s, ( fw_rect ){ -ring, -ring, 2 * ring + 1, 2 * ring + 1 }, shades[ring], "#b9c2cc" );
	}
	for ( int32_t heading = 0; heading < 8; heading++ )
	{
		fw_curve curve;
		const fw_pose goal = { 3.5, -1.5, fw_radians( 45.0 * heading ) };
		if ( fw_curve_shortest( start, goal, 2.0, FW_WORDS_SIX, FW_GEAR_FORWARD, &curve ) && curve.length < 6.0 )
		{
			draw_curve( &s, &curve, BLUE, 2.6 );
		}
	}
	for ( int32_t y = -3; y <= 3; y++ )
	{
		for ( int32_t x = -3; x <= 3; x++ )
		{
			draw_dot( &s, ( fw_vec2 ){ x + 0.5, y + 0.5 }, 0.06, INK, "none" );
		}
	}
	draw_pose( &s, start, GREEN );
	return sheet_close( &s );
}

// Where a disc of radius 0.9 stands: tile centers by region, and half-tile points in gaps.
static bool draw_space_of( const char* folder, const char* map_file )
{
	static const char* const shades[3] = { "#fcfaf6", "#dde6fa", "#d9efdd" };
	fw_grid* grid = NULL;
	fw_space* space = NULL;
	fw_space_def def = fw_default_space_def();
	def.radius = 0.9;
	sheet s;
	bool ok =
	    fw_map_load( map_file, NULL, &grid, NULL ) == FW_OK && fw_space_create( grid, &def, &space, NULL ) == FW_OK;
	const int32_t width = ok ? fw_grid_width( grid ) : 1;
	const int32_t height = ok ? fw_grid_height( grid ) : 1;
	ok = ok && sheet_open( &s, folder, "space.svg", ( fw_rect ){ 0, 0, width, height }, 40.0 );
	for ( int32_t i = 0; ok && i < width * height; i++ )
	{
		const int32_t x = i % width;
		const int32_t y = i / width;
		const bool blocked = !fw_grid_passable( grid, x, y, def.capabilities );
		const uint32_t region = fw_space_region( space, x, y );
		draw_tiles( &s, ( fw_rect ){ x, y, 1, 1 }, blocked ? "#3d4552" : shades[region < 3 ? region : 2], "#b9c2cc" );
	}
	// A half-tile point is in a gap where no tile center half a tile away can be stood on.
	for ( int32_t i = 0; ok && i < 4 * width * height; i++ )
	{
		const int32_t hx = i % ( 2 * width );
		const int32_t hy = i / ( 2 * width );
		const fw_vec2 at = { hx / 2.0, hy / 2.0 };
		bool near = false;
		for ( int32_t k = 0; k < 4; k++ )
		{
			near = near || fw_space_stands( space, ( hx - k % 2 ) >> 1, ( hy - k / 2 ) >> 1 );
		}
		if ( fw_space_fits( space, at ) && ( near ? ( hx & hy & 1 ) != 0 : true ) )
		{
			draw_dot( &s, at, near ? 0.09 : 0.13, near ? INK : ORANGE, "none" );
		}
	}
	ok = ok && sheet_close( &s );
	fw_space_destroy( space );
	fw_grid_destroy( grid );
	return ok;
}

// A path and the lines in eight directions that take its place; false when that fails.
static bool draw_angles_of( const sheet* s, const fw_grid* grid, const fw_path* path, const char* color )
{
	const fw_unit unit = fw_default_unit();
	fw_smoother smoother = fw_default_smoother();
	smoother.grid = grid;
	smoother.unit = &unit;
	fw_fixed_angles_def def = fw_default_fixed_angles_def();
	def.sprites.count = 8;
	fw_fixed_angles_report report;
	fw_path made = { 0 };
	bool ok = fw_path_copy( &made, path ) == FW_OK && fw_fixed_angles( &smoother, &def, &made, &report, NULL ) == FW_OK;
	for ( int32_t i = 0; i < path->count; i++ )
	{
		draw_segment( s, &path->segments[i], PALE, 2.0 );
	}
	for ( int32_t i = 0; i < made.count && ok; i++ )
	{
		draw_segment( s, &made.segments[i], color, 3.5 );
		draw_pose( s, fw_segment_pose_at( &made.segments[i], 0.5 * made.segments[i].length ), color );
	}
	fw_path_free( &made );
	return ok;
}

// An arc with the triangles that its tangents make, and a line with both of its routes.
static bool draw_angles( const char* folder )
{
	sheet s;
	fw_grid_def def = fw_default_grid_def();
	def.width = def.height = 40;
	def.fill = FW_TERRAIN_GROUND;
	fw_grid* grid = NULL;
	fw_path path = { 0 };
	bool ok = fw_grid_create( &def, &grid, NULL ) == FW_OK &&
	          fw_grid_add_layer( grid, FW_CAP_GROUND | FW_CAP_SWAMP, NULL ) == FW_OK &&
	          sheet_open( &s, folder, "angles.svg", ( fw_rect ){ 0, 0, 27, 11 }, 34.0 );
	if ( !ok )
	{
		fw_grid_destroy( grid );
		return false;
	}
	const fw_vec2 center = { 5.5, 5.5 };
	for ( int32_t i = 0; i < 16; i++ )
	{
		const double reach = i % 2 == 0 ? 4.0 : 4.0 / fw_cos( FW_PI / 8.0 );
		const double angle = FW_PI / 8.0 * i;
		draw_line( &s, center, ( fw_vec2 ){ center.x + reach * fw_cos( angle ), center.y + reach * fw_sin( angle ) },
		           "#cfc8b8", 1.0, "none" );
	}
	fw_path_clear( &path, ( fw_pose ){ center.x, 1.5, 0.0 } );
	const fw_segment arc = fw_segment_arc( ( fw_vec2 ){ center.x, 1.5 }, 0.0, 4.0, 1.55 * FW_PI, FW_GEAR_FORWARD );
	ok = fw_path_append( &path, &arc ) == FW_OK && draw_angles_of( &s, grid, &path, BLUE );
	const fw_vec2 from = { 13.0, 3.5 };
	const fw_vec2 to = { 25.5, 8.3 };
	const fw_vec2 below = { from.x + ( to.y - from.y ), to.y };
	fw_path_clear( &path, ( fw_pose ){ from.x, from.y, 0.0 } );
	ok = ok && fw_path_append_line( &path, to, FW_GEAR_FORWARD ) == FW_OK && draw_angles_of( &s, grid, &path, BLUE );
	draw_line( &s, from, below, GREEN, 2.0, "7 6" );
	draw_line( &s, below, to, GREEN, 2.0, "7 6" );
	draw_text( &s, 17.0, 3.1, BLUE, "0°, then 45°" );
	draw_text( &s, 18.5, 9.0, GREEN, "or 45°, then 0°" );
	ok = sheet_close( &s ) && ok;
	fw_path_free( &path );
	fw_grid_destroy( grid );
	return ok;
}

// Sizes of turn tables, for docs/algorithms/directional.md.
static bool print_tables( void )
{
	static const struct
	{
		double radius, turning_radius;
		int32_t ring;
		bool loops;
	} rows[] = { { 0.4, 1.0, 0, false }, { 0.9, 3.0, 0, false }, { 0.9, 3.0, 1, true },
	             { 0.9, 3.0, 2, true },  { 0.9, 3.0, 3, true },  { 1.4, 5.0, 0, false } };
	printf( "radius  turning  ring  loops  curves  left out  kB\n" );
	for ( size_t i = 0; i < sizeof( rows ) / sizeof( rows[0] ); i++ )
	{
		fw_primitives_def def = fw_default_primitives_def();
		def.radius = rows[i].radius;
		def.turning_radius = rows[i].turning_radius;
		def.ring = rows[i].ring;
		def.loops = rows[i].loops;
		fw_primitives* primitives = NULL;
		if ( fw_primitives_create( &def, &primitives, NULL ) != FW_OK )
		{
			return false;
		}
		printf( "%6.1f %8.1f %5d %6s %7d %9d %3.0f\n", def.radius, def.turning_radius,
		        (int)fw_primitives_definition( primitives )->ring, def.loops ? "yes" : "no",
		        (int)primitives->edge_count, (int)primitives->dropped,
		        (double)fw_primitives_memory( primitives ) / 1024.0 );
		fw_primitives_destroy( primitives );
	}
	return true;
}

int main( int argc, char** argv )
{
	if ( argc != 3 )
	{
		fprintf( stderr, "usage: draw FOLDER GAP_MAP\n" );
		return 2;
	}
	const char* folder = argv[1];
	const bool ok = draw_words( folder ) && draw_arc_line( folder ) && draw_sweep( folder ) && draw_window( folder ) &&
	                draw_ring( folder ) && draw_sight( folder ) && draw_space_of( folder, argv[2] ) &&
	                draw_angles( folder ) && print_tables();
	return ok ? 0 : 1;
}

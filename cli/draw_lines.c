// SPDX-License-Identifier: MIT
// The paths of several methods over one map: each in its own lane and color, so that none hides another.
#include "draw.h"

#include <math.h>
#include <stdlib.h>

#define WHITE 0xffffffu

// [pixels]
#define LINE_WIDTH 2.2
#define LANE 2.8
#define CASING 1.3

// All lanes together are not wider than this, or the outer ones would stray too far [tiles].
#define LANES_MAX 1.6

// An arc is drawn by chords of so much sweep [rad].
#define CHORD 0.15

// A corner sharper than this is cut instead of drawn out to a point: cosine of the change of direction.
#define SHARP -0.5

// Pieces that lie side by side over less of the shorter one do not run together.
#define OVERLAP 0.2

typedef struct polyline
{
	fw_vec2* points;
	int32_t count;
} polyline;

typedef struct bundle
{
	polyline lines[INK_LINES];
	int32_t count;
	double lane; // width of one [tiles]
} bundle;

static int32_t chords_of( const fw_segment* segment )
{
	return segment->kind == FW_SEGMENT_ARC ? 1 + (int32_t)ceil( fabs( segment->sweep ) / CHORD ) : 1;
}

static void add_point( polyline* line, double x, double y )
{
	const fw_vec2 last = line->count > 0 ? line->points[line->count - 1] : ( fw_vec2 ){ -1e9, -1e9 };
	if ( fw_length( x - last.x, y - last.y ) > 1e-9 )
	{
		line->points[line->count++] = ( fw_vec2 ){ x, y };
	}
}

static bool polyline_of( const fw_path* path, polyline* line )
{
	int32_t room = 1;
	for ( int32_t i = 0; i < path->count; i++ )
	{
		room += chords_of( &path->segments[i] );
	}
	*line = ( polyline ){ .points = malloc( (size_t)room * sizeof( fw_vec2 ) ) };
	if ( line->points == NULL )
	{
		return false;
	}
	add_point( line, path->start.x, path->start.y );
	for ( int32_t i = 0; i < path->count; i++ )
	{
		const fw_segment* segment = &path->segments[i];
		const int32_t chords = chords_of( segment );
		if ( segment->kind == FW_SEGMENT_LINK )
		{
			add_point( line, segment->to.x, segment->to.y );
			continue;
		}
		for ( int32_t c = 1; c <= chords; c++ )
		{
			const fw_pose at = fw_segment_pose_at( segment, segment->length * c / chords );
			add_point( line, at.x, at.y );
		}
	}
	return true;
}

// From a point of a polyline to the next.
typedef struct piece
{
	fw_vec2 from, along; // a unit vector
	double length;
} piece;

static piece piece_of( const polyline* line, int32_t index )
{
	const fw_vec2 a = line->points[index];
	const fw_vec2 b = line->points[index + 1];
	const double length = fw_length( b.x - a.x, b.y - a.y );
	return ( piece ){ a, { ( b.x - a.x ) / length, ( b.y - a.y ) / length }, length };
}

// How far a place along `b` lies beside `a`.
static double beside( const piece* a, const piece* b, double at )
{
	const double x = b->from.x + at * b->along.x - a->from.x;
	const double y = b->from.y + at * b->along.y - a->from.y;
	return fabs( x * a->along.y - y * a->along.x );
}

// Would two pieces, both drawn where they are, hide one another over a good part of the shorter one?
static bool run_together( const piece* a, const piece* b, double near )
{
	const double cosine = a->along.x * b->along.x + a->along.y * b->along.y;
	if ( cosine < 0.9 )
	{
		return false;
	}
	const double ahead = ( a->from.x - b->from.x ) * b->along.x + ( a->from.y - b->from.y ) * b->along.y;
	const double first = fmax( 0.0, ahead );
	const double last = fmin( b->length, ahead + a->length );
	return last - first > OVERLAP * fmin( a->length, b->length ) && beside( a, b, first ) < near &&
	       beside( a, b, last ) < near;
}

static bool runs_along( const polyline* line, const piece* of, double near )
{
	bool found = false;
	for ( int32_t i = 0; i + 1 < line->count && !found; i++ )
	{
		const piece other = piece_of( line, i );
		found = run_together( of, &other, near );
	}
	return found;
}

// How far to the side a piece of a line is drawn: lines that run together share the room, the others stay in place.
static double offset_of( const bundle* all, int32_t line, const piece* of )
{
	int32_t before = 0;
	int32_t after = 0;
	for ( int32_t i = 0; i < all->count; i++ )
	{
		if ( i != line && runs_along( &all->lines[i], of, all->lane ) )
		{
			before += i < line;
			after += i > line;
		}
	}
	return 0.5 * ( before - after ) * all->lane;
}

// The place beside the point where two pieces meet, each moved to its side.
static void add_corner( cairo_t* cairo, const piece* a, double a_offset, const piece* b, double b_offset )
{
	const fw_vec2 at = b->from;
	const fw_vec2 beside_a = { at.x + a_offset * a->along.y, at.y - a_offset * a->along.x };
	const fw_vec2 beside_b = { at.x + b_offset * b->along.y, at.y - b_offset * b->along.x };
	const double sine = a->along.x * b->along.y - a->along.y * b->along.x;
	const double cosine = a->along.x * b->along.x + a->along.y * b->along.y;
	if ( a_offset != b_offset || cosine < SHARP )
	{
		cairo_line_to( cairo, beside_a.x, beside_a.y );
		cairo_line_to( cairo, beside_b.x, beside_b.y );
		return;
	}
	const double further = a_offset * sine / ( 1.0 + cosine );
	cairo_line_to( cairo, beside_a.x + further * a->along.x, beside_a.y + further * a->along.y );
}

static void add_lane( cairo_t* cairo, const bundle* all, int32_t index )
{
	const polyline* line = &all->lines[index];
	piece last = { 0 };
	double last_offset = 0.0;
	cairo_move_to( cairo, line->points[0].x, line->points[0].y );
	for ( int32_t i = 0; i + 1 < line->count; i++ )
	{
		const piece next = piece_of( line, i );
		const double offset = offset_of( all, index, &next );
		last = i == 0 ? next : last;
		add_corner( cairo, &last, i == 0 ? offset : last_offset, &next, offset );
		last = next;
		last_offset = offset;
	}
	if ( line->count > 1 )
	{
		const fw_vec2 end = line->points[line->count - 1];
		cairo_line_to( cairo, end.x + last_offset * last.along.y, end.y - last_offset * last.along.x );
	}
}

static void draw_lane( const canvas* on, cairo_path_t* lane, double width, uint32_t color )
{
	cairo_new_path( on->cairo );
	cairo_append_path( on->cairo, lane );
	cairo_set_line_width( on->cairo, width );
	cairo_set_line_cap( on->cairo, CAIRO_LINE_CAP_ROUND );
	cairo_set_line_join( on->cairo, CAIRO_LINE_JOIN_ROUND );
	ink_color( on->cairo, color, 1.0 );
	cairo_stroke( on->cairo );
}

// First all the white below, then the colors.
static void draw_bundle( const canvas* on, const bundle* all )
{
	cairo_path_t* lanes[INK_LINES];
	for ( int32_t i = 0; i < all->count; i++ )
	{
		cairo_new_path( on->cairo );
		add_lane( on->cairo, all, i );
		lanes[i] = cairo_copy_path( on->cairo );
	}
	const double width = all->lane * LINE_WIDTH / LANE;
	for ( int32_t i = 0; i < all->count; i++ )
	{
		draw_lane( on, lanes[i], width + draw_pixels( on, 2.0 * CASING ), WHITE );
	}
	for ( int32_t i = 0; i < all->count; i++ )
	{
		draw_lane( on, lanes[i], width, ink_line_color( i ) );
		cairo_path_destroy( lanes[i] );
	}
}

bool draw_lines( const canvas* on, const picture* image )
{
	bundle all = { .count = image->panel_count < INK_LINES ? image->panel_count : INK_LINES };
	all.lane = fmin( draw_pixels( on, LANE ), LANES_MAX / all.count );
	bool good = true;
	for ( int32_t i = 0; i < all.count && good; i++ )
	{
		good = polyline_of( image->panels[i].path, &all.lines[i] );
	}
	if ( good )
	{
		draw_bundle( on, &all );
	}
	for ( int32_t i = 0; i < all.count; i++ )
	{
		free( all.lines[i].points );
	}
	return good;
}

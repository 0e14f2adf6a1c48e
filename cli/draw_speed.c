// SPDX-License-Identifier: MIT
// A path in the colors of the speeds at which it is driven.
#include "draw.h"

#include <math.h>
#include <stdio.h>

// From standing to top speed, evenly darker for the eye, also for one that takes red for green.
static const uint32_t ramp[] = { 0xffd23f, 0xf58a3c, 0xd94a5f, 0x93318e, 0x2b2a86 };

#define RAMP_STEPS ( (int32_t)( sizeof( ramp ) / sizeof( ramp[0] ) ) - 1 )
#define CASING 0x2a2f38u

// The longest piece of one color [tiles].
#define PIECE 0.2

static uint32_t speed_color( double speed, double fastest )
{
	const double place = fmin( 1.0, fastest > 0.0 ? speed / fastest : 0.0 ) * RAMP_STEPS;
	const int32_t step = (int32_t)fmin( floor( place ), RAMP_STEPS - 1 );
	return ink_mix( ramp[step], ramp[step + 1], place - step );
}

static void add_piece( cairo_t* cairo, const fw_segment* segment, double from, double to )
{
	const fw_pose a = fw_segment_pose_at( segment, from );
	const fw_pose b = fw_segment_pose_at( segment, to );
	const fw_pose middle = fw_segment_pose_at( segment, 0.5 * ( from + to ) );
	cairo_move_to( cairo, a.x, a.y );
	cairo_line_to( cairo, middle.x, middle.y );
	cairo_line_to( cairo, b.x, b.y );
}

static void stroke_pieces( const canvas* on, const fw_path* path, const fw_profile* profile, double fastest,
                           double width, bool casing )
{
	double begin = 0.0;
	cairo_set_line_width( on->cairo, width );
	cairo_set_line_cap( on->cairo, CAIRO_LINE_CAP_ROUND );
	for ( int32_t i = 0; i < path->count; i++ )
	{
		const fw_segment* segment = &path->segments[i];
		const double count = segment->kind == FW_SEGMENT_LINK ? 0.0 : ceil( segment->length / PIECE );
		for ( double piece = 0.0; piece < count; piece += 1.0 )
		{
			const double from = segment->length * piece / count;
			const double to = segment->length * ( piece + 1.0 ) / count;
			const double speed = fw_profile_speed_at( profile, begin + 0.5 * ( from + to ) );
			add_piece( on->cairo, segment, from, to );
			ink_color( on->cairo, casing ? CASING : speed_color( speed, fastest ), 1.0 );
			cairo_stroke( on->cairo );
		}
		begin += segment->length;
	}
}

void draw_speed( const canvas* on, const fw_path* path, const fw_profile* profile, double fastest )
{
	const double width = draw_pixels( on, fmin( 6.5, fmax( 3.6, 0.16 * on->scale ) ) );
	stroke_pieces( on, path, profile, fastest, width + draw_pixels( on, 2.2 ), true );
	stroke_pieces( on, path, profile, fastest, width, false );
}

void draw_speed_key( double fastest, key_list* list )
{
	for ( int32_t i = 0; i <= RAMP_STEPS; i++ )
	{
		char label[KEY_LABEL];
		snprintf( label, sizeof( label ), i == 0 ? "standing" : "%.3g%s", fastest * i / RAMP_STEPS,
		          i == RAMP_STEPS ? " tiles/s" : "" );
		key_add( list, KEY_LINE, ramp[i], 6.0, label );
	}
}

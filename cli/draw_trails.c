// SPDX-License-Identifier: MIT
// The ways of a crowd: a line for each unit, discs where all are at some moments, and where they end.
#include "draw.h"
#include "trails.h"

#include <math.h>
#include <stdlib.h>

// So many moments of a picture show discs.
#define MOMENTS 6
#define WHITE 0xffffffu

bool trails_begin( trails* list, const fw_crowd* crowd, double seconds )
{
	*list = ( trails ){ .units = fw_crowd_count( crowd ), .seconds = seconds };
	list->radii = calloc( (size_t)list->units + 1, sizeof( double ) );
	for ( int32_t i = 0; i < list->units && list->radii != NULL; i++ )
	{
		list->radii[i] = fw_crowd_get( crowd, i ).radius;
	}
	return list->radii != NULL && trails_add( list, crowd );
}

bool trails_add( trails* list, const fw_crowd* crowd )
{
	const size_t row = 2 * (size_t)list->units;
	if ( list->moments == list->capacity )
	{
		const size_t capacity = list->capacity * 2 + 64;
		float* grown = realloc( list->places, ( capacity * row + 1 ) * sizeof( float ) );
		if ( grown == NULL )
		{
			return false;
		}
		list->places = grown;
		list->capacity = capacity;
	}
	for ( int32_t i = 0; i < list->units; i++ )
	{
		const fw_pose pose = fw_crowd_get( crowd, i ).pose;
		list->places[list->moments * row + 2 * (size_t)i] = (float)pose.x;
		list->places[list->moments * row + 2 * (size_t)i + 1] = (float)pose.y;
	}
	list->moments += 1;
	return true;
}

void trails_free( trails* list )
{
	free( list->radii );
	free( list->places );
	*list = ( trails ){ 0 };
}

static fw_vec2 place_of( const trails* list, size_t moment, int32_t unit )
{
	const float* at = &list->places[2 * ( moment * (size_t)list->units + (size_t)unit )];
	return ( fw_vec2 ){ at[0], at[1] };
}

static void draw_line( const canvas* on, const trails* list, int32_t unit )
{
	fw_vec2 last = place_of( list, 0, unit );
	cairo_new_path( on->cairo );
	cairo_move_to( on->cairo, last.x, last.y );
	for ( size_t m = 1; m < list->moments; m++ )
	{
		const fw_vec2 at = place_of( list, m, unit );
		// Who stands adds nothing.
		if ( fw_length( at.x - last.x, at.y - last.y ) > draw_pixels( on, 0.7 ) )
		{
			cairo_line_to( on->cairo, at.x, at.y );
			last = at;
		}
	}
	cairo_set_line_width( on->cairo, draw_pixels( on, fmin( 2.4, fmax( 0.9, 0.1 * on->scale ) ) ) );
	cairo_set_line_join( on->cairo, CAIRO_LINE_JOIN_ROUND );
	draw_colour( on->cairo, draw_line_colour( unit % PICTURE_LINES ), 0.7 );
	cairo_stroke( on->cairo );
}

static void draw_disc( const canvas* on, const trails* list, size_t moment, int32_t unit, bool last )
{
	const fw_vec2 at = place_of( list, moment, unit );
	const uint32_t colour = draw_line_colour( unit % PICTURE_LINES );
	cairo_new_path( on->cairo );
	cairo_arc( on->cairo, at.x, at.y, fmax( list->radii[unit], draw_pixels( on, 1.5 ) ), 0.0, FW_TAU );
	draw_colour( on->cairo, last ? colour : WHITE, last ? 0.9 : 0.55 );
	cairo_fill_preserve( on->cairo );
	cairo_set_line_width( on->cairo, draw_pixels( on, 1.2 ) );
	draw_colour( on->cairo, last ? WHITE : colour, 0.9 );
	cairo_stroke( on->cairo );
}

void draw_trails( const canvas* on, const trails* list )
{
	for ( int32_t i = 0; i < list->units; i++ )
	{
		draw_line( on, list, i );
	}
	const size_t end = list->moments - 1;
	for ( size_t k = 0; k <= MOMENTS && end > 0; k++ )
	{
		for ( int32_t i = 0; i < list->units; i++ )
		{
			draw_disc( on, list, k * end / MOMENTS, i, k == MOMENTS );
		}
	}
}

// SPDX-License-Identifier: MIT
// Many units at a moment: discs and outlines that face somewhere, their trails, marks at those that are stuck.
#include "draw.h"

#include <math.h>

#define RIM 0x1f262eu
#define FACE 0xffffffu

static void draw_ways( const canvas* on, const picture_moment* moment )
{
	for ( int32_t i = 0; i < moment->unit_count && moment->trailing; i++ )
	{
		const fw_vec2* points = moment->trails + (size_t)i * (size_t)moment->trail_count;
		for ( int32_t k = 0; k < moment->trail_count; k++ )
		{
			cairo_line_to( on->cairo, points[k].x, points[k].y );
		}
		ink_color( on->cairo, moment->kinds[moment->units[i].kind].color, DRAW_TRAIL_COVER );
		cairo_set_line_width( on->cairo, draw_pixels( on, fmin( 2.0, fmax( 0.7, 0.12 * on->scale ) ) ) );
		cairo_set_line_join( on->cairo, CAIRO_LINE_JOIN_ROUND );
		cairo_stroke( on->cairo );
	}
}

static void draw_unit( const canvas* on, const picture_kind* kind, const picture_unit* unit )
{
	const double radius = kind->radius;
	cairo_new_path( on->cairo );
	if ( kind->unit->outline.count > 0 )
	{
		draw_add_outline( on->cairo, kind->unit, unit->pose );
	}
	else
	{
		cairo_arc( on->cairo, unit->pose.x, unit->pose.y, radius, 0.0, FW_TAU );
	}
	ink_color( on->cairo, unit->waits ? ink_mix( kind->color, FACE, DRAW_WAITS_PALE ) : kind->color, 1.0 );
	cairo_fill_preserve( on->cairo );
	ink_color( on->cairo, RIM, 0.7 );
	cairo_set_line_width( on->cairo, draw_pixels( on, 0.8 ) );
	cairo_stroke( on->cairo );
	fw_vec2 middle;
	const double arrow = draw_arrow_place( kind->unit, &middle );
	if ( arrow * on->scale >= DRAW_ARROW_FROM )
	{
		const double sine = fw_sin( unit->pose.heading );
		const double cosine = fw_cos( unit->pose.heading );
		const fw_pose there = { unit->pose.x + middle.x * cosine - middle.y * sine,
		                        unit->pose.y + middle.x * sine + middle.y * cosine, unit->pose.heading };
		draw_arrow( on, there, arrow, FACE );
	}
	if ( unit->stuck || unit->no_path )
	{
		const double dash = draw_pixels( on, DRAW_NO_PATH_DASH );
		cairo_arc( on->cairo, unit->pose.x, unit->pose.y, radius + draw_pixels( on, 2.5 ), 0.0, FW_TAU );
		ink_color( on->cairo, unit->no_path ? DRAW_NO_PATH_COLOR : DRAW_STUCK_COLOR, 1.0 );
		cairo_set_line_width( on->cairo, draw_pixels( on, 2.0 ) );
		cairo_set_dash( on->cairo, &dash, unit->no_path ? 1 : 0, 0.0 );
		cairo_stroke( on->cairo );
		cairo_set_dash( on->cairo, NULL, 0, 0.0 );
	}
}

static void draw_progress( const canvas* on, double progress )
{
	const double height = draw_pixels( on, DRAW_PROGRESS_WIDTH );
	cairo_rectangle( on->cairo, on->view.x, on->view.y + on->view.height - height, on->view.width * progress, height );
	ink_color( on->cairo, DRAW_PROGRESS_COLOR, 1.0 );
	cairo_fill( on->cairo );
}

void draw_units( const canvas* on, const picture_moment* moment )
{
	draw_ways( on, moment );
	for ( int32_t i = 0; i < moment->unit_count; i++ )
	{
		draw_unit( on, &moment->kinds[moment->units[i].kind], &moment->units[i] );
	}
	draw_progress( on, moment->progress );
}

void draw_units_key( const picture_moment* moment, key_list* list )
{
	for ( int32_t i = 0; i < moment->kind_count; i++ )
	{
		key_add( list, KEY_DOT, moment->kinds[i].color, 9.0, moment->kinds[i].name );
	}
	const uint32_t first = moment->kind_count > 0 ? moment->kinds[0].color : RIM;
	key_add( list, KEY_DOT, ink_mix( first, FACE, DRAW_WAITS_PALE ), 9.0, "pale: waits for others" );
	key_add( list, KEY_LINE, DRAW_STUCK_COLOR, 2.0, "ring: stuck" );
	key_add( list, KEY_DASHES, DRAW_NO_PATH_COLOR, 2.0, "dashed ring: no path" );
	if ( moment->trailing )
	{
		key_add( list, KEY_LINE, ink_mix( FACE, first, DRAW_TRAIL_COVER ), 2.0, "trail" );
	}
	key_add( list, KEY_LINE, DRAW_PROGRESS_COLOR, DRAW_PROGRESS_WIDTH, "time" );
}

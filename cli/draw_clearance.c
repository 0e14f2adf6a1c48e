// SPDX-License-Identifier: MIT
// How much room there is at each tile: colors, numbers, and what the colors mean.
#include "draw.h"

#include <math.h>
#include <stdio.h>

// Tiles of fewer pixels are too small for their number.
#define NUMBERS_FROM 14.0

// From here on the ramp is so dark that numbers on it are white.
#define LIGHT_NUMBERS_FROM 0.58

// From little room to much, evenly darker for the eye, also for one that takes red for green; it keeps away from the
// colors of water, trees and ground. After the map "magma" of S. van der Walt and N. Smith (2015), without its black.
static const uint32_t ramp[] = {
    0xfcfdbf, 0xfecf92, 0xfe9f6d, 0xf7705c, 0xde4968, 0xb73779, 0x8c2981,
};

#define RAMP_STEPS ( (int32_t)( sizeof( ramp ) / sizeof( ramp[0] ) ) - 1 )

// By ratio: whether there is room for one or for two matters, 40 or 41 are the same.
static double ramp_place( int32_t value, int32_t largest )
{
	return largest > 1 ? log( fmax( 1.0, value ) ) / log( largest ) : 0.0;
}

uint32_t draw_clearance_color( int32_t value, int32_t largest )
{
	const double place = fmin( 1.0, ramp_place( value, largest ) ) * RAMP_STEPS;
	const int32_t step = (int32_t)fmin( floor( place ), RAMP_STEPS - 1 );
	return ink_mix( ramp[step], ramp[step + 1], place - step );
}

// The tiles of one clearance, each row in runs.
static bool add_runs( const canvas* on, const fw_clearance* clearance, int32_t value )
{
	bool any = false;
	for ( int32_t y = on->view.y; y < on->view.y + on->view.height; y++ )
	{
		int32_t begin = -1;
		for ( int32_t x = on->view.x; x <= on->view.x + on->view.width; x++ )
		{
			const bool in = x < on->view.x + on->view.width && fw_clearance_at( clearance, x, y ) == value;
			if ( in && begin < 0 )
			{
				begin = x;
			}
			if ( !in && begin >= 0 )
			{
				cairo_rectangle( on->cairo, begin, y, x - begin, 1.0 );
				begin = -1;
				any = true;
			}
		}
	}
	return any;
}

static void draw_number( const canvas* on, int32_t x, int32_t y, int32_t value, double place, const double* widths )
{
	char text[8];
	snprintf( text, sizeof( text ), "%d", (int)value );
	const int32_t digits = value < 10 ? 1 : value < 100 ? 2 : 3;
	ink_color( on->cairo, place < LIGHT_NUMBERS_FROM ? INK_DARK : 0xffffff, place < LIGHT_NUMBERS_FROM ? 0.85 : 1.0 );
	cairo_set_font_size( on->cairo, digits < 3 ? 0.55 : 0.45 );
	cairo_move_to( on->cairo, x + 0.5 - 0.5 * widths[digits - 1], y + ( digits < 3 ? 0.7 : 0.66 ) );
	cairo_show_text( on->cairo, text );
}

static void draw_numbers( const canvas* on, const fw_clearance* clearance, int32_t largest )
{
	double widths[3];
	cairo_save( on->cairo );
	ink_metrics( on->cairo );
	ink_font( on->cairo, CAIRO_FONT_WEIGHT_NORMAL, 0.55 );
	widths[0] = ink_text_width( on->cairo, "0" );
	widths[1] = ink_text_width( on->cairo, "00" );
	widths[2] = ink_text_width( on->cairo, "000" ) * 0.45 / 0.55;
	for ( int32_t y = on->view.y; y < on->view.y + on->view.height; y++ )
	{
		for ( int32_t x = on->view.x; x < on->view.x + on->view.width; x++ )
		{
			const int32_t value = fw_clearance_at( clearance, x, y );
			if ( value > 0 )
			{
				draw_number( on, x, y, value, ramp_place( value, largest ), widths );
			}
		}
	}
	cairo_new_path( on->cairo );
	cairo_restore( on->cairo );
}

void draw_clearance( const canvas* on, const fw_clearance* clearance, int32_t largest )
{
	// Tiles that share an edge would show a seam there.
	cairo_set_antialias( on->cairo, CAIRO_ANTIALIAS_NONE );
	for ( int32_t value = 1; value <= largest; value++ )
	{
		if ( add_runs( on, clearance, value ) )
		{
			ink_color( on->cairo, draw_clearance_color( value, largest ), 1.0 );
			cairo_fill( on->cairo );
		}
	}
	cairo_set_antialias( on->cairo, CAIRO_ANTIALIAS_DEFAULT );
}

void draw_clearance_numbers( const canvas* on, const fw_clearance* clearance, int32_t largest )
{
	if ( on->scale >= NUMBERS_FROM )
	{
		draw_numbers( on, clearance, largest );
	}
}

void draw_clearance_key( const fw_clearance* clearance, int32_t largest, key_list* list )
{
	static const int32_t shown[] = { 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, FW_CLEARANCE_MAX };
	const bool squares = fw_clearance_definition( clearance )->metric == FW_CLEARANCE_TRUE;
	for ( size_t i = 0; i < sizeof( shown ) / sizeof( shown[0] ); i++ )
	{
		const bool last = i + 1 == sizeof( shown ) / sizeof( shown[0] ) || shown[i + 1] > largest;
		const int32_t value = last ? largest : shown[i];
		if ( shown[i] > largest )
		{
			break;
		}
		char label[KEY_LABEL];
		snprintf( label, sizeof( label ),
		          i > 0     ? "%d"
		          : squares ? "room for %d tile a side"
		                    : "%d step from a wall",
		          (int)value );
		key_add( list, KEY_TILE, draw_clearance_color( value, largest ), 0.0, label );
	}
}

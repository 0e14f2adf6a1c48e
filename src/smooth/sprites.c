// SPDX-License-Identifier: MIT
// The angles in which a unit was drawn. Directions are made from angles in the first eighth of a circle alone, so that
// mirrored pictures move in exactly mirrored directions.
#include "smooth/sprites.h"
#include "base/core.h"
#include "fairway/fixed_angles.h"
#include "geom/geom.h"

#include <math.h>

static int32_t wrapped( const fw_sprites* sprites, int32_t index )
{
	const int32_t rest = index % sprites->count;
	return rest < 0 ? rest + sprites->count : rest;
}

double fw_sprites_heading( const fw_sprites* sprites, int32_t index )
{
	return fw_angle_positive( sprites->offset + FW_TAU * wrapped( sprites, index ) / sprites->count );
}

// Of `part` / `count` of a quarter turn.
static fw_vec2 within_quarter( int32_t part, int32_t count )
{
	const bool mirrored = 2 * part > count;
	const double angle = 0.5 * FW_PI * ( mirrored ? count - part : part ) / count;
	double sine, cosine;
	fw_sincos( angle, &sine, &cosine );
	if ( 2 * part == count )
	{
		return ( fw_vec2 ){ 0.5 * FW_SQRT2, 0.5 * FW_SQRT2 };
	}
	return mirrored ? ( fw_vec2 ){ sine, cosine } : ( fw_vec2 ){ cosine, sine };
}

fw_vec2 fw_sprites_direction( const fw_sprites* sprites, int32_t index )
{
	const int32_t quarters = 4 * wrapped( sprites, index );
	fw_vec2 at = within_quarter( quarters % sprites->count, sprites->count );
	for ( int32_t turns = quarters / sprites->count; turns > 0; turns-- )
	{
		at = ( fw_vec2 ){ 0.0 - at.y, at.x };
	}
	if ( sprites->offset == 0.0 )
	{
		return at;
	}
	double sine, cosine;
	fw_sincos( sprites->offset, &sine, &cosine );
	return ( fw_vec2 ){ at.x * cosine - at.y * sine, at.x * sine + at.y * cosine };
}

int32_t fw_sprites_nearest( const fw_sprites* sprites, double heading )
{
	const double turns = fw_angle_positive( heading - sprites->offset ) / FW_TAU;
	return wrapped( sprites, (int32_t)floor( turns * sprites->count + 0.5 ) );
}

int32_t fw_sprites_between( const fw_sprites* sprites, int32_t a, int32_t b )
{
	const int32_t apart = wrapped( sprites, wrapped( sprites, a ) - wrapped( sprites, b ) );
	return 2 * apart <= sprites->count ? apart : sprites->count - apart;
}

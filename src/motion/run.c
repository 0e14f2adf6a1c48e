// SPDX-License-Identifier: MIT
// The knots of a profile: from stretch to stretch as fast as acceleration allows, and slow enough to brake for what
// follows; within a stretch accelerate, keep the limit, brake. Squared speeds grow linearly over distance, so all of it
// is exact.
#include "motion/profile.h"

#include <math.h>

// A squared speed above a limit by no more than this is rounding, of a braking unit whose speed came from its knots.
#define EXCESS_PART 1e-9
#define EXCESS_MIN 1e-12

typedef struct runner
{
	fw_profile* profile;
	double time;
	double distance;
	double square; // of the speed
	int32_t stretch;
} runner;

static void put_knot( runner* at, double acceleration )
{
	fw_profile* profile = at->profile;
	FW_ASSERT( profile->knot_count < profile->knot_capacity );
	// Sums of lengths and the begin of the next stretch differ by rounding; the distance must not decrease.
	const double least = profile->knot_count > 0 ? profile->knots[profile->knot_count - 1].distance : 0.0;
	profile->knots[profile->knot_count++] = ( fw_profile_knot ){
	    .time = at->time,
	    .distance = fmax( at->distance, least ),
	    .speed = sqrt( at->square ),
	    .acceleration = acceleration,
	    .stretch = at->stretch,
	};
}

// Moves on by a length with one acceleration, to this squared speed.
static void drive( runner* at, double length, double acceleration, double square )
{
	const double sum = sqrt( at->square ) + sqrt( square );
	if ( length > 0.0 && sum > 0.0 )
	{
		put_knot( at, acceleration );
		at->time += 2.0 * length / sum;
		at->distance += length;
	}
	at->square = square;
}

static bool exceeds( double square, double limit )
{
	return square > limit * ( 1.0 + EXCESS_PART ) + EXCESS_MIN;
}

static void note_excess( runner* at, double square, double limit )
{
	if ( exceeds( square, limit ) )
	{
		at->profile->overspeed = fmax( at->profile->overspeed, sqrt( square ) - sqrt( limit ) );
	}
}

// The squared speed that the unit must not exceed at the end of a stretch.
static double most_after( const fw_profile* profile, int32_t index )
{
	return index + 1 < profile->count ? profile->stretches[index + 1].most
	                                  : fmin( profile->end_most, profile->stretches[index].limit );
}

// The rest of a stretch while the unit is too fast for it. Returns the length that is left.
static double brake( runner* at, const stretch* here, double length, double next )
{
	const double braking = at->profile->def.unit.braking;
	note_excess( at, at->square, here->limit );
	const double arrives = at->square - 2.0 * braking * length;
	if ( exceeds( arrives, next ) )
	{
		drive( at, length, -braking, arrives );
		return 0.0;
	}
	if ( at->square <= here->limit )
	{
		return length;
	}
	const double needed = fmin( length, ( at->square - here->limit ) / ( 2.0 * braking ) );
	drive( at, needed, -braking, here->limit );
	return length - needed;
}

// Accelerate, keep the limit, brake.
static void trapezoid( runner* at, double length, double limit, double next )
{
	const double a = at->profile->def.unit.acceleration;
	const double b = at->profile->def.unit.braking;
	const double from = fmin( fmin( at->square, limit ), next + 2.0 * b * length );
	const double to = fmin( fmin( next, limit ), from + 2.0 * a * length );
	const double meet = ( b * from + a * to + 2.0 * a * b * length ) / ( a + b );
	const double peak = fmax( fmin( meet, limit ), fmax( from, to ) );
	const double up = fmin( ( peak - from ) / ( 2.0 * a ), length );
	const double down = meet > limit ? fmin( ( peak - to ) / ( 2.0 * b ), length - up ) : length - up;
	at->square = from;
	drive( at, up, a, peak );
	drive( at, length - up - down, 0.0, peak );
	drive( at, down, -b, to );
}

void fw_profile_run( fw_profile* profile, int32_t first, double distance, double speed )
{
	runner at = { .profile = profile, .distance = distance, .square = speed * speed };
	profile->knot_count = 0;
	profile->overspeed = 0.0;
	for ( int32_t i = first; i < profile->count; i++ )
	{
		const stretch* here = &profile->stretches[i];
		at.stretch = i;
		if ( here->kind != STRETCH_DRIVE )
		{
			note_excess( &at, at.square, 0.0 );
			at.square = 0.0;
			at.distance = here->begin;
			put_knot( &at, 0.0 );
			at.time += here->seconds;
			continue;
		}
		const double end = here->begin + here->length;
		const double next = most_after( profile, i );
		const double begin = i == first ? fmin( fmax( distance, here->begin ), end ) : here->begin;
		double length = end - begin;
		at.distance = begin;
		if ( begin == here->begin )
		{
			note_excess( &at, at.square, here->corner );
		}
		if ( exceeds( at.square, fmin( here->limit, next + 2.0 * profile->def.unit.braking * length ) ) )
		{
			length = brake( &at, here, length, next );
		}
		if ( length > 0.0 )
		{
			trapezoid( &at, length, here->limit, next );
		}
	}
	note_excess( &at, at.square, profile->end_most );
	at.square = fmin( at.square, profile->end_most );
	at.distance = profile->count > 0
	                  ? profile->stretches[profile->count - 1].begin + profile->stretches[profile->count - 1].length
	                  : 0.0;
	at.stretch = profile->count - 1;
	put_knot( &at, 0.0 );
}

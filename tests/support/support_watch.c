// SPDX-License-Identifier: MIT
// Crowds watched by samples.
#include "support_watch.h"
#include "oracle.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

// Moments of a tick.
#define MOMENTS 4

void test_watch( test_watched* watched, const fw_course* course, fw_course_point at )
{
	// A slot that was never used has none.
	watched->count = 0;
	if ( course->pieces == NULL )
	{
		return;
	}
	watched->at = at.at;
	watched->front = course->front;
	for ( int64_t k = at.piece; k < course->end; k++ )
	{
		assert_true( watched->count < TEST_WATCHED );
		watched->segments[watched->count++] = fw_course_piece( course, k )->segment;
	}
}

fw_vec2 test_watched_place( const test_watched* watched, double distance )
{
	double at = watched->at + distance;
	int32_t k = 0;
	while ( k < watched->count && at > watched->segments[k].length )
	{
		at -= watched->segments[k++].length;
	}
	return k < watched->count ? oracle_point( &watched->segments[k], at / watched->segments[k].length )
	                          : watched->front;
}

static void check_pairs( const test_watched* watched, const fw_safe_stop* stop, double part )
{
	for ( int32_t i = 0; i < stop->count; i++ )
	{
		const fw_mover* a = &stop->movers[i];
		const fw_vec2 p = test_watched_place( &watched[i], part * a->speed );
		for ( int32_t k = i + 1; k < stop->count && a->used; k++ )
		{
			const fw_mover* b = &stop->movers[k];
			const fw_vec2 q = test_watched_place( &watched[k], part * b->speed );
			const double sum = a->outline.radius + b->outline.radius;
			if ( b->used && hypot( p.x - q.x, p.y - q.y ) < sum )
			{
				fail_msg( "tick %d: units %d and %d overlap by %g", (int)stop->ticks, (int)i, (int)k,
				          sum - hypot( p.x - q.x, p.y - q.y ) );
			}
		}
	}
}

void test_watch_check( const test_watched* watched, const fw_safe_stop* stop, double* before )
{
	for ( int32_t i = 0; i < stop->count; i++ )
	{
		const fw_mover* mover = &stop->movers[i];
		if ( mover->used )
		{
			const fw_vec2 place = test_watched_place( &watched[i], mover->speed );
			const fw_vec2 is = mover->place;
			assert_true( hypot( place.x - is.x, place.y - is.y ) < 1e-8 );
			assert_true( mover->speed >= 0.0 && mover->speed <= mover->top + 1e-12 );
			assert_true( mover->speed <= before[i] + mover->acceleration + 1e-9 );
			assert_true( mover->speed >= before[i] - mover->braking - 1e-9 );
			before[i] = mover->speed;
		}
	}
	for ( int32_t moment = 1; moment <= MOMENTS; moment++ )
	{
		check_pairs( watched, stop, (double)moment / MOMENTS );
	}
}

double test_corner_limit( const fw_segment* before, const fw_segment* after, double top )
{
	const fw_vec2 a = oracle_point( before, 1.0 - 1e-7 );
	const fw_vec2 b = oracle_point( after, 1e-7 );
	const fw_vec2 in = { before->to.x - a.x, before->to.y - a.y };
	const fw_vec2 out = { b.x - after->from.x, b.y - after->from.y };
	const double turn = fabs( atan2( in.x * out.y - in.y * out.x, in.x * out.x + in.y * out.y ) );
	const double open = turn < 1.5707963267948966 ? 1.0 : 1.0 + cos( turn );
	return before->gear != after->gear ? 0.0 : top * ( 0.1 + 0.9 * open );
}

void test_watch_check_corners( const test_watched* watched, const fw_mover* mover )
{
	double passed = watched->count > 0 ? watched->segments[0].length - watched->at : 0.0;
	for ( int32_t k = 1; k < watched->count && passed < mover->speed - 1e-8; k++ )
	{
		const double limit = test_corner_limit( &watched->segments[k - 1], &watched->segments[k], mover->top );
		assert_true( mover->speed <= limit + 1e-6 );
		passed += watched->segments[k].length;
	}
}

fw_segment test_random_segment( test_random* random, fw_vec2 from, fw_vec2 direction, double arcs, double length )
{
	const double turn = test_random_chance( random, 0.7 ) ? 0.0 : test_random_real( random, -3.1, 3.1 );
	const double heading = atan2( direction.y, direction.x ) + turn;
	const double driven = test_random_real( random, 0.02, length );
	if ( test_random_chance( random, arcs ) )
	{
		const double radius = test_random_real( random, 0.3, 4.0 );
		const double side = test_random_chance( random, 0.5 ) ? 1.0 : -1.0;
		return fw_segment_arc( from, heading, radius, side * fmin( driven / radius, 6.0 ), FW_GEAR_FORWARD );
	}
	const fw_vec2 to = { from.x + driven * cos( heading ), from.y + driven * sin( heading ) };
	return fw_segment_line( from, to, FW_GEAR_FORWARD );
}

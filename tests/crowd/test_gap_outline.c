// SPDX-License-Identifier: MIT
// The gap of outlines that drive, against dense samples with distances that know corners and edges only.
#include "crowd/gap.h"
#include "support.h"
#include "support_outline.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

// A distance that is found may be so much above the least one [tiles].
#define SURE 1e-3

// A unit that drives a line or an arc in reverse or forward gear, as the test makes it.
typedef struct driver
{
	fw_outline outline;
	fw_gap_shape shape;
	fw_leg leg;
	double turn;
} driver;

// Corners on an ellipse about the reference point, or next to it.
static fw_outline random_outline( test_random* random )
{
	fw_outline made = { .count = 2 + test_random_int( random, FW_OUTLINE_MAX - 1 ) };
	const double length = test_random_real( random, 0.2, 2.0 );
	const double width = test_random_real( random, 0.1, 1.0 );
	const double first = test_random_real( random, 0.0, 6.0 );
	const double shift = test_random_real( random, -0.3, 0.3 ) * length;
	const double side = test_random_chance( random, 0.5 ) ? 1.0 : -1.0;
	for ( int32_t i = 0; i < made.count; i++ )
	{
		const double angle = first + side * FW_TAU * i / made.count;
		made.corners[i] = ( fw_vec2 ){ shift + length * cos( angle ), width * sin( angle ) };
	}
	return made;
}

static void make_driver( driver* made, test_random* random, bool disc, double arcs )
{
	const double heading = test_random_real( random, -3.1, 3.1 );
	const fw_vec2 from = test_random_point( random, 100.0, 107.0, 107.0 );
	const double length = test_random_chance( random, 0.1 ) ? 0.0 : test_random_real( random, 0.01, 3.0 );
	*made = ( driver ){ .shape.radius = test_random_real( random, disc ? 0.1 : 0.0, 0.5 ) };
	if ( !disc )
	{
		made->outline = random_outline( random );
		made->shape.core = &made->outline;
		for ( int32_t i = 0; i < made->outline.count; i++ )
		{
			const fw_vec2 c = made->outline.corners[i];
			made->shape.far = fmax( made->shape.far, hypot( c.x, c.y ) );
		}
	}
	const double gear = test_random_chance( random, 0.3 ) ? FW_PI : 0.0;
	const fw_vec2 along = { cos( heading ), sin( heading ) };
	made->leg = ( fw_leg ){ .from = from, .to = from, .heading = heading + gear };
	if ( length > 0.0 && test_random_chance( random, arcs ) )
	{
		const double radius = test_random_real( random, 0.2, 4.0 );
		const double side = test_random_chance( random, 0.5 ) ? 1.0 : -1.0;
		made->turn = side * fmin( length / radius, 6.0 );
		made->leg.radius = radius;
		made->leg.center = ( fw_vec2 ){ from.x - side * radius * along.y, from.y + side * radius * along.x };
		made->leg.start = heading - side * 0.5 * FW_PI;
		made->leg.sweep = made->turn;
		const double end = made->leg.start + made->turn;
		made->leg.to =
		    ( fw_vec2 ){ made->leg.center.x + radius * cos( end ), made->leg.center.y + radius * sin( end ) };
		return;
	}
	made->leg.to = ( fw_vec2 ){ from.x + length * along.x, from.y + length * along.y };
}

// Where its corners are, from where it began and how far its path has turned.
static test_polygon corners_at( const driver* unit, double part )
{
	const fw_leg* leg = &unit->leg;
	const double turned = part * unit->turn;
	fw_vec2 at = { leg->from.x + part * ( leg->to.x - leg->from.x ), leg->from.y + part * ( leg->to.y - leg->from.y ) };
	if ( unit->turn != 0.0 )
	{
		const fw_vec2 arm = { leg->from.x - leg->center.x, leg->from.y - leg->center.y };
		at.x = leg->center.x + arm.x * cos( turned ) - arm.y * sin( turned );
		at.y = leg->center.y + arm.x * sin( turned ) + arm.y * cos( turned );
	}
	if ( unit->shape.core == NULL )
	{
		return ( test_polygon ){ 1, { at } };
	}
	test_polygon made = { .count = unit->outline.count };
	const double heading = leg->heading + turned;
	for ( int32_t i = 0; i < made.count; i++ )
	{
		const fw_vec2 c = unit->outline.corners[i];
		made.at[i] = ( fw_vec2 ){ at.x + c.x * cos( heading ) - c.y * sin( heading ),
		                          at.y + c.x * sin( heading ) + c.y * cos( heading ) };
	}
	return made;
}

static double distance_at( const driver* a, const driver* b, double part )
{
	const test_polygon one = corners_at( a, part );
	const test_polygon other = corners_at( b, part );
	return test_between( &one, &other );
}

// No corner of a unit is faster than this.
static double speed_of( const driver* unit )
{
	const double straight = hypot( unit->leg.to.x - unit->leg.from.x, unit->leg.to.y - unit->leg.from.y );
	return unit->turn != 0.0 ? fabs( unit->turn ) * ( unit->leg.radius + unit->shape.far ) : straight;
}

// A distance that is less than SURE above the least one, and its time: where it may be less, as nobody is faster than
// `speed`, the time is cut anew. No distance is below 0, which spares pairs that overlap.
static void look_between( const driver* a, const driver* b, double speed, double from, double to, double* least,
                          double* time )
{
	const double middle = 0.5 * ( from + to );
	const double distance = distance_at( a, b, middle );
	*time = distance < *least ? middle : *time;
	*least = fmin( *least, distance );
	if ( fmax( distance - 0.5 * speed * ( to - from ), 0.0 ) < *least - SURE )
	{
		look_between( a, b, speed, from, middle, least, time );
		look_between( a, b, speed, middle, to, least, time );
	}
}

// The least distance, made better by thirds around the least one that was found.
static double least_distance( const driver* a, const driver* b )
{
	double time = 0.0;
	double least = distance_at( a, b, 0.0 );
	const double last = distance_at( a, b, 1.0 );
	time = last < least ? 1.0 : time;
	least = fmin( least, last );
	look_between( a, b, speed_of( a ) + speed_of( b ), 0.0, 1.0, &least, &time );
	double from = fmax( time - 1e-3, 0.0 );
	double to = fmin( time + 1e-3, 1.0 );
	for ( int32_t i = 0; i < 40; i++ )
	{
		const double third = ( to - from ) / 3.0;
		const double left = distance_at( a, b, from + third );
		const double right = distance_at( a, b, to - third );
		least = fmin( least, fmin( left, right ) );
		from = left < right ? from : from + third;
		to = left < right ? to - third : to;
	}
	return least;
}

static bool is_kept( const driver* a, const driver* b, double least )
{
	return fw_gap_is_kept( &a->shape, &a->leg, &b->shape, &b->leg, least );
}

// Any two units; and the same where they come as near as 1e-9 to the gap that is asked for, from both sides.
static void check( uint64_t seed, int32_t rounds, double discs, double arcs )
{
	test_random random = test_random_make( seed );
	int32_t apart = 0;
	int32_t needless = 0;
	for ( int32_t round = 0; round < rounds; round++ )
	{
		driver a;
		driver b;
		make_driver( &a, &random, test_random_chance( &random, discs ), arcs );
		make_driver( &b, &random, false, arcs );
		const double least = least_distance( &a, &b );
		const double gap = least - a.shape.radius - b.shape.radius;
		const bool kept = is_kept( &a, &b, 1e-6 );
		if ( ( kept && gap < 1e-6 - 1e-10 ) || ( !kept && gap > 1e-6 + SURE ) )
		{
			fail_msg( "seed %d round %d: gap %.12f is %s", (int)seed, (int)round, gap, kept ? "kept" : "not kept" );
		}
		apart += kept ? 1 : 0;
		if ( least < 1e-3 )
		{
			continue;
		}
		// A sample is as near as that.
		if ( is_kept( &a, &b, gap + 1e-10 ) || is_kept( &b, &a, gap + 1e-10 ) )
		{
			fail_msg( "seed %d round %d: gap %.12f is kept", (int)seed, (int)round, gap );
		}
		// Now and then thirds find one minimum, and another one is less.
		const bool both = is_kept( &a, &b, gap - 1e-8 ) && is_kept( &b, &a, gap - 1e-8 );
		needless += both ? 0 : 1;
		assert_true( both || is_kept( &a, &b, gap - SURE ) );
	}
	assert_true( apart > rounds / 20 && apart < rounds - rounds / 20 );
	assert_true( needless <= rounds / 200 );
}

static void test_lines( void** state )
{
	(void)state;
	check( 31, test_rounds( 20000 ), 0.3, 0.0 );
}

static void test_arcs( void** state )
{
	(void)state;
	check( 32, test_rounds( 50000 ), 0.0, 0.7 );
}

static void test_discs_and_arcs( void** state )
{
	(void)state;
	check( 33, test_rounds( 30000 ), 1.0, 0.7 );
}

// Two cars side by side on one turn, 1e-4 apart all the time; and one that drives round another one that stands.
static void test_alongside( void** state )
{
	(void)state;
	const fw_outline box = fw_outline_rectangle( 3.0, 2.0, 0.5 );
	const fw_gap_shape car = { .far = hypot( 2.5, 1.0 ), .core = &box };
	for ( int32_t i = 0; i < 100; i++ )
	{
		const double gap = 1e-6 * pow( 10.0, 0.05 * i );
		const double outer = 5.0 + 2.0 + gap;
		const fw_leg in = { { 5.0, 0.0 }, { 0.0, 5.0 }, { 0.0, 0.0 }, 5.0, 0.0, 0.5 * FW_PI, 0.5 * FW_PI };
		const fw_leg out = { { outer, 0.0 }, { 0.0, outer }, { 0.0, 0.0 }, outer, 0.0, 0.5 * FW_PI, 0.5 * FW_PI };
		assert_true( fw_gap_is_kept( &car, &in, &car, &out, gap - 1e-9 ) );
		assert_false( fw_gap_is_kept( &car, &in, &car, &out, gap + 1e-9 ) );
		// The inner side of its rear axle comes nearest to the center of the turn.
		const fw_gap_shape post = { .radius = 1.0 };
		const fw_leg stands = { .from = { 0.0, 0.0 }, .to = { 0.0, 0.0 } };
		assert_true( fw_gap_is_kept( &post, &stands, &car, &in, 3.0 - 1e-9 ) );
		assert_false( fw_gap_is_kept( &post, &stands, &car, &in, 3.0 + 1e-9 ) );
	}
}

// The segment that a driver drives.
static fw_segment segment_of( const driver* unit )
{
	const fw_leg* leg = &unit->leg;
	const double motion = unit->turn != 0.0 ? leg->start + copysign( 0.5 * FW_PI, unit->turn )
	                                        : atan2( leg->to.y - leg->from.y, leg->to.x - leg->from.x );
	const fw_gear gear = cos( motion - leg->heading ) < 0.0 ? FW_GEAR_REVERSE : FW_GEAR_FORWARD;
	return unit->turn != 0.0 ? fw_segment_arc( leg->from, leg->heading, leg->radius, leg->sweep, gear )
	                         : fw_segment_line( leg->from, leg->to, gear );
}

static driver standing( const driver* unit )
{
	driver still = *unit;
	still.turn = 0.0;
	still.leg = ( fw_leg ){ .from = unit->leg.from, .to = unit->leg.from, .heading = unit->leg.heading };
	still.shape.core = unit->shape.core != NULL ? &still.outline : NULL;
	return still;
}

// The least distance of two units, each anywhere on its segment, is at most this, and no less than that by so much.
static double sample_pairs( const driver* a, const driver* b, double* off )
{
	enum
	{
		SAMPLES = 24
	};
	double least = INFINITY;
	test_polygon others[SAMPLES + 1];
	for ( int32_t k = 0; k <= SAMPLES; k++ )
	{
		others[k] = corners_at( b, (double)k / SAMPLES );
	}
	for ( int32_t i = 0; i <= SAMPLES; i++ )
	{
		const test_polygon one = corners_at( a, (double)i / SAMPLES );
		for ( int32_t k = 0; k <= SAMPLES; k++ )
		{
			least = fmin( least, test_between( &one, &others[k] ) );
		}
	}
	*off = 0.5 * ( speed_of( a ) + speed_of( b ) ) / SAMPLES;
	return least;
}

// The gap between a unit that stands and all of a segment, and between two segments at any two times.
static void test_segments( void** state )
{
	(void)state;
	test_random random = test_random_make( 34 );
	int32_t closes = 0;
	int32_t needless = 0;
	const int32_t rounds = test_rounds( 20000 );
	for ( int32_t round = 0; round < rounds; round++ )
	{
		driver a;
		driver b;
		do
		{
			make_driver( &a, &random, test_random_chance( &random, 0.2 ), 0.7 );
			make_driver( &b, &random, false, 0.7 );
		} while ( speed_of( &a ) == 0.0 || speed_of( &b ) == 0.0 );
		const driver still = standing( &a );
		const fw_pose pose = { a.leg.from.x, a.leg.from.y, a.leg.heading };
		const fw_segment own = segment_of( &a );
		const fw_segment other = segment_of( &b );
		const double sum = a.shape.radius + b.shape.radius;
		const double least = least_distance( &still, &b ) - sum;
		const double gap = fw_gap_to_segment( &a.shape, pose, &b.shape, &other );
		const double may = fmax( 1e-7, least > 1e-3 ? 0.0101 * least : 0.0 );
		if ( least <= 0.0 ? gap > 1e-9 : gap > least + 1e-9 || gap < least - may - 1e-9 )
		{
			fail_msg( "round %d: gap %.12f, it is %.12f", (int)round, gap, least );
		}
		const fw_pose begin = { b.leg.from.x, b.leg.from.y, b.leg.heading };
		const double here = distance_at( &still, &b, 0.0 ) - sum;
		const double stands = fw_gap_between( &a.shape, pose, &b.shape, begin );
		assert_true( here <= 0.0 ? stands <= 1e-9
		                         : stands <= here + 1e-9 &&
		                               stands >= here - fmax( 1e-7, here > 1e-3 ? 0.0101 * here : 0.0 ) - 1e-9 );
		double off;
		const double nearest = sample_pairs( &a, &b, &off ) - sum;
		assert_true( fw_gap_may_close( &a.shape, &own, &b.shape, &other, nearest + 1e-9 ) );
		const double clear = nearest - off - 1e-3;
		closes += clear > -sum ? 1 : 0;
		needless += clear > -sum && fw_gap_may_close( &a.shape, &own, &b.shape, &other, clear ) ? 1 : 0;
	}
	assert_true( closes > rounds / 3 && needless <= closes / 100 );
}

int run_test_gap_outline( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_lines ),     cmocka_unit_test( test_arcs ),     cmocka_unit_test( test_discs_and_arcs ),
	    cmocka_unit_test( test_alongside ), cmocka_unit_test( test_segments ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

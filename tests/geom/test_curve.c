// SPDX-License-Identifier: MIT
// Curves between poses: where each word ends, all words of a pair, poses along them, on the spot, in reverse, bad
// arguments, the exact bits. Their lengths: test_curve_length.c.
#include "geom/geom.h"
#include "support_curve.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

// Pairs that random numbers would never give: poses on one line or circle, or almost the same pose.
static fw_pose special_goal( test_random* random, fw_pose start, double radius )
{
	static const double noises[] = { 0.0, 1e-15, 1e-13, 1e-12, 1e-10, 1e-9, 3e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4 };
	const double noise = noises[test_random_int( random, 12 )];
	fw_pose goal = start;
	const int32_t pieces = test_random_int( random, 4 );
	for ( int32_t i = 0; i < pieces; i++ )
	{
		const int32_t side = test_random_int( random, 3 ) - 1;
		const double amount = FW_PI / 4.0 * test_random_int( random, 8 );
		goal = curve_drive( goal, side, side == 0 ? amount * radius : amount, radius, FW_GEAR_FORWARD );
	}
	goal.x += test_random_real( random, -noise, noise );
	goal.y += test_random_real( random, -noise, noise );
	goal.heading += test_random_real( random, -noise, noise );
	return goal;
}

static void every_word_ends_at_the_goal( void** state )
{
	(void)state;
	test_random random = test_random_make( 0x1234567890abcdefu );
	const int32_t every = test_every( 1 ) == 1 ? 1 : 40;
	int32_t found[6] = { 0 };
	for ( int32_t i = 0; i < 1000000 / every; i++ )
	{
		const double radius = i % 4 == 0 ? 3.0 : exp( test_random_real( &random, -4.0, 4.0 ) );
		const double side = i % 8 == 0 ? 16384.0 : ( i % 2 == 0 ? 24.0 : 6.0 * radius );
		const fw_pose start = test_random_pose( &random, side );
		const fw_pose goal = i % 5 == 0 ? special_goal( &random, start, radius ) : test_random_pose( &random, side );
		const fw_gear gear = test_random_int( &random, 2 ) == 0 ? FW_GEAR_FORWARD : FW_GEAR_REVERSE;
		const uint32_t words = i % 2 == 0 ? FW_WORDS_SIX : (uint32_t)test_random_int( &random, 64 );
		fw_curve best = { .length = INFINITY };
		for ( int32_t word = 0; word < 6; word++ )
		{
			fw_curve curve;
			if ( fw_curve_to_pose( start, goal, radius, (fw_curve_word)word, gear, &curve ) )
			{
				best = ( words >> word & 1 ) != 0 && curve.length < best.length ? curve : best;
				assert_true( (int32_t)curve.word == word && curve.gear == gear && curve.radius == radius );
				curve_check( &curve, start, goal );
				found[word]++;
			}
			else
			{
				assert_true( word >= 2 ); // LSL and RSR always exist
			}
		}
		// the search for the shortest finds the same as comparing all words, whatever it leaves out
		fw_curve shortest;
		const bool any = fw_curve_shortest( start, goal, radius, words, gear, &shortest );
		assert_true( any == !isinf( best.length ) );
		if ( any )
		{
			assert_true( shortest.word == best.word && shortest.length == best.length );
			assert_memory_equal( shortest.part, best.part, sizeof best.part );
		}
	}
	for ( int32_t word = 0; word < 6; word++ )
	{
		assert_true( found[word] > 100000 / every );
	}
}

// The maximum distance between two curves driven at the same speed.
static double apart( const fw_curve* a, const fw_curve* b )
{
	double worst = fabs( a->length - b->length );
	for ( int32_t i = 0; i <= 16; i++ )
	{
		const fw_pose pa = fw_curve_pose_at( a, a->length * i / 16.0 );
		const fw_pose pb = fw_curve_pose_at( b, b->length * i / 16.0 );
		worst = fmax( worst, test_distance_between( pa, pb ) );
	}
	return worst;
}

static void all_curves_are_sorted_and_different( void** state )
{
	(void)state;
	test_random random = test_random_make( 0x31415926 );
	const int32_t every = test_every( 1 ) == 1 ? 1 : 30;
	int32_t left_out = 0;
	for ( int32_t i = 0; i < 60000 / every; i++ )
	{
		const double radius = 1.0 + test_random_int( &random, 3 );
		const bool on_grid = i % 2 == 0;
		const fw_pose start = { 0.5, 0.5, FW_PI / 4.0 * test_random_int( &random, 8 ) };
		fw_pose near_by = test_random_center( &random, 9, 9, 0.0 );
		near_by.x -= 4.0;
		near_by.y -= 4.0;
		near_by.heading = FW_PI / 4.0 * test_random_int( &random, 8 );
		const fw_pose goal = on_grid ? near_by : test_random_pose( &random, 8.0 );
		const uint32_t words = i % 3 == 0 ? (uint32_t)test_random_int( &random, 64 ) : FW_WORDS_SIX;
		const fw_gear gear = i % 4 < 2 ? FW_GEAR_FORWARD : FW_GEAR_REVERSE;
		fw_curve curves[6];
		const int32_t count = fw_curve_all( start, goal, radius, words, gear, curves );
		fw_curve shortest;
		const bool found = fw_curve_shortest( start, goal, radius, words, gear, &shortest );
		assert_true( found == ( count > 0 ) );
		for ( int32_t k = 0; k < count; k++ )
		{
			assert_true( ( words >> curves[k].word & 1 ) != 0 );
			curve_check( &curves[k], start, goal );
			for ( int32_t j = 0; j < k; j++ )
			{
				assert_true( curves[j].length < curves[k].length ||
				             ( curves[j].length == curves[k].length && curves[j].word < curves[k].word ) );
				assert_true( apart( &curves[j], &curves[k] ) > 1e-9 );
			}
		}
		if ( found )
		{
			assert_true( shortest.word == curves[0].word && shortest.length == curves[0].length );
			assert_memory_equal( shortest.part, curves[0].part, sizeof shortest.part );
		}
		for ( int32_t word = 0; word < 6; word++ )
		{
			fw_curve one;
			if ( ( words >> word & 1 ) == 0 ||
			     !fw_curve_to_pose( start, goal, radius, (fw_curve_word)word, gear, &one ) )
			{
				continue;
			}
			double nearest = INFINITY;
			bool listed = false;
			for ( int32_t k = 0; k < count; k++ )
			{
				nearest = fmin( nearest, apart( &one, &curves[k] ) );
				listed = listed || (int32_t)curves[k].word == word;
			}
			assert_true( nearest < 1e-6 );
			left_out += listed ? 0 : 1;
		}
	}
	assert_true( left_out > 1000 / every );
}

static void simple_curves_are_found_exactly( void** state )
{
	(void)state;
	fw_curve curves[6];
	fw_segment segments[3];
	const fw_pose origin = { 0.0, 0.0, 0.0 };
	// straight ahead: one curve of one line, before those with circles
	int32_t count = fw_curve_all( origin, ( fw_pose ){ 5.0, 0.0, 0.0 }, 1.0, FW_WORDS_FOUR, FW_GEAR_FORWARD, curves );
	assert_int_equal( count, 1 );
	assert_true( curves[0].word == FW_WORD_LSL && curves[0].length == 5.0 );
	assert_int_equal( fw_curve_segments( &curves[0], segments ), 1 );
	assert_true( segments[0].kind == FW_SEGMENT_LINE && segments[0].to.x == 5.0 && segments[0].to.y == 0.0 );
	// a quarter turn towards +y is R
	fw_curve curve;
	assert_true(
	    fw_curve_shortest( origin, ( fw_pose ){ 2.0, 2.0, FW_PI / 2.0 }, 2.0, FW_WORDS_SIX, FW_GEAR_FORWARD, &curve ) );
	assert_true( fabs( curve.length - FW_PI ) < 1e-14 );
	assert_int_equal( fw_curve_segments( &curve, segments ), 1 );
	assert_true( segments[0].kind == FW_SEGMENT_ARC && fabs( segments[0].sweep - FW_PI / 2.0 ) < 1e-14 );
	assert_true( segments[0].center.x == 0.0 && segments[0].center.y == 2.0 );
	// and the same towards -y is L
	assert_true( fw_curve_shortest( origin, ( fw_pose ){ 2.0, -2.0, -FW_PI / 2.0 }, 2.0, FW_WORDS_SIX, FW_GEAR_FORWARD,
	                                &curve ) );
	assert_int_equal( fw_curve_segments( &curve, segments ), 1 );
	assert_true( fabs( segments[0].sweep + FW_PI / 2.0 ) < 1e-14 && segments[0].center.y == -2.0 );
	// to the same pose: an empty curve
	assert_true( fw_curve_shortest( origin, origin, 2.0, FW_WORDS_SIX, FW_GEAR_REVERSE, &curve ) );
	assert_true( curve.length == 0.0 && fw_curve_segments( &curve, segments ) == 0 );
	// a U-turn to the same position needs three arcs, 7/3 pi in total
	assert_true(
	    fw_curve_shortest( origin, ( fw_pose ){ 0.0, 0.0, FW_PI }, 1.0, FW_WORDS_SIX, FW_GEAR_FORWARD, &curve ) );
	assert_true( curve.word == FW_WORD_LRL && fabs( curve.length - 7.0 / 3.0 * FW_PI ) < 1e-12 );
	// straight back
	assert_true(
	    fw_curve_shortest( origin, ( fw_pose ){ -4.0, 0.0, 0.0 }, 1.0, FW_WORDS_SIX, FW_GEAR_REVERSE, &curve ) );
	assert_true( fabs( curve.length - 4.0 ) < 1e-14 );
	const fw_pose half = fw_curve_pose_at( &curve, 2.0 );
	assert_true( fabs( half.x + 2.0 ) < 1e-14 && fabs( half.y ) < 1e-14 && fabs( half.heading ) < 1e-14 );
}

static void reverse_is_forward_with_turned_headings( void** state )
{
	(void)state;
	test_random random = test_random_make( 0x2718281828u );
	for ( int32_t i = 0; i < test_rounds( 100000 ); i++ )
	{
		const fw_pose start = test_random_pose( &random, 20.0 );
		const fw_pose goal = test_random_pose( &random, 20.0 );
		const fw_pose turned_start = { start.x, start.y, start.heading + FW_PI };
		const fw_pose turned_goal = { goal.x, goal.y, goal.heading + FW_PI };
		fw_curve back, forward;
		assert_true( fw_curve_shortest( start, goal, 2.0, FW_WORDS_SIX, FW_GEAR_REVERSE, &back ) );
		assert_true( fw_curve_shortest( turned_start, turned_goal, 2.0, FW_WORDS_SIX, FW_GEAR_FORWARD, &forward ) );
		assert_true( back.word == forward.word && fabs( back.length - forward.length ) < 1e-12 );
		const double along = test_random_real( &random, 0.0, back.length );
		const fw_pose a = fw_curve_pose_at( &back, along );
		const fw_pose b = fw_curve_pose_at( &forward, along );
		assert_true( test_distance_between( a, b ) < 1e-10 &&
		             test_angle_between( a.heading, b.heading + FW_PI ) < 1e-10 );
	}
}

// Poses along a curve: driven by small steps, and taken from its segments.
static void poses_along_a_curve( void** state )
{
	(void)state;
	test_random random = test_random_make( 0x99 );
	for ( int32_t i = 0; i < test_rounds( 20000 ); i++ )
	{
		const fw_pose start = test_random_pose( &random, 20.0 );
		fw_curve curves[6];
		const fw_gear gear = i % 2 == 0 ? FW_GEAR_FORWARD : FW_GEAR_REVERSE;
		const int32_t count = fw_curve_all( start, test_random_pose( &random, 20.0 ), 2.5, FW_WORDS_SIX, gear, curves );
		const fw_curve* curve = &curves[test_random_int( &random, count )];
		const double along = test_random_real( &random, 0.0, curve->length );
		const fw_pose pose = fw_curve_pose_at( curve, along );
		double left = along;
		fw_pose driven = start;
		for ( int32_t k = 0; k < 3; k++ )
		{
			const int32_t side = curve_sides[curve->word][k];
			const double length = side == 0 ? curve->part[k] : curve->part[k] * 2.5;
			const double piece = fmax( 0.0, fmin( left, length ) );
			driven = curve_drive( driven, side, side == 0 ? piece : piece / 2.5, 2.5, gear );
			left -= length;
		}
		assert_true( test_distance_between( pose, driven ) < 1e-11 &&
		             test_angle_between( pose.heading, driven.heading ) < 1e-11 );
		fw_segment segments[3];
		const int32_t segment_count = fw_curve_segments( curve, segments );
		left = along;
		int32_t k = 0;
		while ( k + 1 < segment_count && left > segments[k].length )
		{
			left -= segments[k++].length;
		}
		const fw_pose seen = fw_segment_pose_at( &segments[k], left );
		assert_true( test_distance_between( pose, seen ) < 1e-8 );
		assert_true( segments[k].length < 1e-3 || test_angle_between( pose.heading, seen.heading ) < 1e-8 );
		// clamped
		const fw_pose before = fw_curve_pose_at( curve, -1.0 );
		const fw_pose after = fw_curve_pose_at( curve, curve->length + 1.0 );
		const fw_pose last = fw_curve_pose_at( curve, curve->length );
		assert_true( memcmp( &before, &start, sizeof start ) == 0 && memcmp( &after, &last, sizeof last ) == 0 );
	}
}

static void radius_zero_turns_on_the_spot( void** state )
{
	(void)state;
	const fw_pose start = { 1.0, 1.0, 0.0 };
	const fw_pose goal = { 1.0, 4.0, FW_PI };
	fw_curve curves[6];
	assert_int_equal( fw_curve_all( start, goal, 0.0, FW_WORDS_SIX, FW_GEAR_FORWARD, curves ), 1 );
	assert_true( curves[0].word == FW_WORD_RSR && curves[0].length == 3.0 && curves[0].radius == 0.0 );
	assert_true( fabs( curves[0].part[0] - FW_PI / 2.0 ) < 1e-15 && fabs( curves[0].part[2] - FW_PI / 2.0 ) < 1e-15 );
	fw_segment segments[3];
	assert_int_equal( fw_curve_segments( &curves[0], segments ), 1 );
	assert_true( segments[0].kind == FW_SEGMENT_LINE && segments[0].length == 3.0 );
	const fw_pose middle = fw_curve_pose_at( &curves[0], 1.5 );
	assert_true( fabs( middle.x - 1.0 ) < 1e-15 && fabs( middle.y - 2.5 ) < 1e-15 );
	assert_true( fabs( middle.heading - FW_PI / 2.0 ) < 1e-15 );
	const fw_pose end = fw_curve_pose_at( &curves[0], 3.0 );
	assert_true( test_angle_between( end.heading, FW_PI ) < 1e-15 &&
	             fw_curve_pose_at( &curves[0], 0.0 ).heading == 0.0 );
	fw_curve curve;
	assert_false( fw_curve_to_pose( start, goal, 0.0, FW_WORD_LRL, FW_GEAR_FORWARD, &curve ) );
	// a turn alone
	const fw_pose turned = { 1.0, 1.0, -1.0 };
	assert_true( fw_curve_shortest( start, turned, 0.0, FW_WORDS_SIX, FW_GEAR_FORWARD, &curve ) );
	assert_true( curve.length == 0.0 && fw_curve_segments( &curve, segments ) == 0 );
	assert_true( test_angle_between( fw_curve_pose_at( &curve, 0.0 ).heading, -1.0 ) < 1e-15 );
	// to a point
	assert_true( fw_curve_shortest_to_point( start, ( fw_vec2 ){ 1.0, -1.0 }, 0.0, FW_GEAR_FORWARD, &curve ) );
	assert_true( curve.word == FW_WORD_LS && curve.length == 2.0 && fabs( curve.part[0] - FW_PI / 2.0 ) < 1e-15 );
	test_random random = test_random_make( 0x4711 );
	for ( int32_t i = 0; i < test_rounds( 100000 ); i++ )
	{
		const fw_pose from = test_random_pose( &random, 20.0 );
		const fw_pose to = test_random_pose( &random, 20.0 );
		const fw_gear gear = i % 2 == 0 ? FW_GEAR_FORWARD : FW_GEAR_REVERSE;
		assert_true( fw_curve_shortest( from, to, 0.0, FW_WORDS_SIX, gear, &curve ) );
		curve_check( &curve, from, to );
		assert_true( fabs( curve.length - test_distance_between( from, to ) ) < 1e-14 * 30.0 );
		assert_true( curve.part[0] + curve.part[2] <= FW_TAU );
	}
}

static void bad_arguments_are_refused( void** state )
{
	(void)state;
	const fw_pose good = { 1.0, 2.0, 3.0 };
	const double bad[] = { NAN, INFINITY, -INFINITY };
	fw_curve curves[6];
	fw_curve* curve = &curves[0];
	for ( int32_t i = 0; i < 3; i++ )
	{
		const fw_pose poses[3] = { { bad[i], 0.0, 0.0 }, { 0.0, bad[i], 0.0 }, { 0.0, 0.0, bad[i] } };
		for ( int32_t k = 0; k < 3; k++ )
		{
			assert_false( fw_curve_shortest( good, poses[k], 1.0, FW_WORDS_SIX, FW_GEAR_FORWARD, curve ) );
			assert_false( fw_curve_shortest( poses[k], good, 1.0, FW_WORDS_SIX, FW_GEAR_FORWARD, curve ) );
			assert_int_equal( fw_curve_all( poses[k], good, 1.0, FW_WORDS_SIX, FW_GEAR_FORWARD, curves ), 0 );
			assert_false( fw_curve_to_pose( good, poses[k], 1.0, FW_WORD_RSR, FW_GEAR_FORWARD, curve ) );
			assert_false(
			    fw_curve_to_point( poses[k], ( fw_vec2 ){ 9.0, 9.0 }, 1.0, FW_WORD_RS, FW_GEAR_FORWARD, curve ) );
		}
		assert_false( fw_curve_shortest( good, good, bad[i], FW_WORDS_SIX, FW_GEAR_FORWARD, curve ) );
		assert_false( fw_curve_shortest_to_point( good, ( fw_vec2 ){ bad[i], 0.0 }, 1.0, FW_GEAR_FORWARD, curve ) );
		assert_false( fw_curve_shortest_to_point( good, ( fw_vec2 ){ 0.0, 0.0 }, bad[i], FW_GEAR_FORWARD, curve ) );
	}
	assert_false( fw_curve_shortest( good, good, -1.0, FW_WORDS_SIX, FW_GEAR_FORWARD, curve ) );
	assert_false( fw_curve_shortest( good, good, 1.0, 0, FW_GEAR_FORWARD, curve ) );
	assert_false( fw_curve_shortest( good, good, 1.0, ~FW_WORDS_SIX, FW_GEAR_FORWARD, curve ) );
	assert_false( fw_curve_shortest( good, good, 1.0, FW_WORDS_SIX, FW_GEAR_FORWARD, NULL ) );
	assert_false( fw_curve_to_pose( good, good, 1.0, FW_WORD_LS, FW_GEAR_FORWARD, curve ) );
	assert_false( fw_curve_to_point( good, ( fw_vec2 ){ 9.0, 9.0 }, 1.0, FW_WORD_LSL, FW_GEAR_FORWARD, curve ) );
	assert_false(
	    fw_curve_shortest( good, ( fw_pose ){ 1e300, 0.0, 0.0 }, 1.0, FW_WORDS_SIX, FW_GEAR_FORWARD, curve ) );
	// large and tiny, but valid
	assert_true( fw_curve_shortest( good, ( fw_pose ){ 1e6, -1e6, 1e9 }, 1e-3, FW_WORDS_SIX, FW_GEAR_FORWARD, curve ) );
	assert_true(
	    fw_curve_shortest( good, ( fw_pose ){ 5.0, 5.0, 1.0 }, 1e-300, FW_WORDS_SIX, FW_GEAR_FORWARD, curve ) );
	assert_true( fabs( curve->length - 5.0 ) < 1e-8 );
}

static void segments_by_themselves( void** state )
{
	(void)state;
	const fw_segment line = fw_segment_line( ( fw_vec2 ){ 1.0, 1.0 }, ( fw_vec2 ){ 4.0, 5.0 }, FW_GEAR_REVERSE );
	assert_true( line.length == 5.0 && line.kind == FW_SEGMENT_LINE && line.gear == FW_GEAR_REVERSE && !line.waypoint );
	const fw_pose on_line = fw_segment_pose_at( &line, 2.5 );
	assert_true( on_line.x == 2.5 && on_line.y == 3.0 );
	assert_true( test_angle_between( on_line.heading, atan2( 4.0, 3.0 ) + FW_PI ) < 1e-15 );
	assert_true( fw_segment_pose_at( &line, -3.0 ).x == 1.0 && fw_segment_pose_at( &line, 1e9 ).y == 5.0 );
	assert_true( fw_segment_pose_at( &line, NAN ).x == 1.0 );
	test_random random = test_random_make( 0xa5a5 );
	for ( int32_t i = 0; i < test_rounds( 200000 ); i++ )
	{
		const fw_pose start = test_random_pose( &random, 50.0 );
		const double radius = test_random_real( &random, 0.1, 20.0 );
		const double sweep = test_random_real( &random, -6.2, 6.2 );
		const fw_gear gear = i % 2 == 0 ? FW_GEAR_FORWARD : FW_GEAR_REVERSE;
		const fw_segment arc = fw_segment_arc( ( fw_vec2 ){ start.x, start.y }, start.heading, radius, sweep, gear );
		assert_true( arc.kind == FW_SEGMENT_ARC && arc.sweep == sweep && arc.radius == radius );
		assert_true( arc.from.x == start.x && arc.from.y == start.y && arc.length == radius * fabs( sweep ) );
		const double t = test_random_real( &random, 0.0, 1.0 );
		const fw_pose driven = curve_drive( start, sweep < 0.0 ? -1 : 1, t * fabs( sweep ), radius, gear );
		const fw_pose seen = fw_segment_pose_at( &arc, t * arc.length );
		assert_true( test_distance_between( driven, seen ) < 1e-12 &&
		             test_angle_between( driven.heading, seen.heading ) < 1e-13 );
		const fw_pose last = fw_segment_pose_at( &arc, arc.length );
		assert_true( last.x == arc.to.x && last.y == arc.to.y );
		const fw_pose end = curve_drive( start, sweep < 0.0 ? -1 : 1, fabs( sweep ), radius, gear );
		assert_true( test_distance_between( end, last ) < 1e-12 &&
		             test_angle_between( end.heading, last.heading ) < 1e-13 );
	}
}

static uint64_t hash_double( uint64_t hash, double value )
{
	uint64_t bits;
	memcpy( &bits, &value, sizeof bits );
	return ( hash ^ bits ) * 0x100000001b3u;
}

// The exact bits, so that a compiler that contracts or reorders is caught.
static void bits_are_fixed( void** state )
{
	(void)state;
	test_random random = test_random_make( 0xc0ffee );
	uint64_t hash = 0xcbf29ce484222325u;
	for ( int32_t i = 0; i < 50000; i++ )
	{
		fw_curve curves[6];
		const fw_pose start = test_random_pose( &random, 20.0 );
		const int32_t count =
		    fw_curve_all( start, test_random_pose( &random, 20.0 ), 3.0, FW_WORDS_SIX, FW_GEAR_FORWARD, curves );
		for ( int32_t k = 0; k < count; k++ )
		{
			const fw_pose middle = fw_curve_pose_at( &curves[k], 0.5 * curves[k].length );
			hash = hash_double( hash, curves[k].part[0] );
			hash = hash_double( hash, curves[k].part[1] );
			hash = hash_double( hash, curves[k].part[2] );
			hash = hash_double( hash, curves[k].length );
			hash = hash_double( hash, middle.x );
			hash = hash_double( hash, middle.heading );
		}
	}
	print_message( "hash of all curves: %016llx\n", (unsigned long long)hash );
	assert_true( hash == 0x5008d36ea99da7fcu );
}

int run_test_curve( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( every_word_ends_at_the_goal ),
	    cmocka_unit_test( all_curves_are_sorted_and_different ),
	    cmocka_unit_test( simple_curves_are_found_exactly ),
	    cmocka_unit_test( reverse_is_forward_with_turned_headings ),
	    cmocka_unit_test( poses_along_a_curve ),
	    cmocka_unit_test( radius_zero_turns_on_the_spot ),
	    cmocka_unit_test( bad_arguments_are_refused ),
	    cmocka_unit_test( segments_by_themselves ),
	    cmocka_unit_test( bits_are_fixed ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

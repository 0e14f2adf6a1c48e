// SPDX-License-Identifier: MIT
// Lengths of curves against oracles that share nothing with them: random drives that no shortest curve may exceed,
// searches over the first arc, and the formulas of A. Shkel and V. Lumelsky, "Classification of the Dubins Set" (2001),
// in long double.
#include "geom/geom.h"
#include "support_curve.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

// Any drive with the same radius is at least as long as the shortest curve between its ends. This needs no theory of
// words. At pieces of exactly one eighth turn rounding could make full circles.
static void no_drive_is_shorter( void** state )
{
	(void)state;
	test_random random = test_random_make( 0xfedcba987654321u );
	for ( int32_t i = 0; i < test_rounds( 500000 ); i++ )
	{
		const double radius = i % 2 == 0 ? 1.0 : test_random_real( &random, 0.2, 8.0 );
		const fw_pose start = test_random_pose( &random, 100.0 );
		const bool coarse = i % 4 < 2;
		const int32_t pieces = 1 + test_random_int( &random, 4 );
		fw_pose goal = start;
		double length = 0.0;
		for ( int32_t k = 0; k < pieces; k++ )
		{
			const int32_t side = test_random_int( &random, 3 ) - 1;
			const double angle =
			    coarse ? FW_PI / 4.0 * test_random_int( &random, 8 ) : test_random_real( &random, 0.0, 4.0 );
			goal = curve_drive( goal, side, side == 0 ? angle * radius : angle, radius, FW_GEAR_FORWARD );
			length += angle * radius;
		}
		fw_curve curve;
		assert_true( fw_curve_shortest( start, goal, radius, FW_WORDS_SIX, FW_GEAR_FORWARD, &curve ) );
		assert_true( curve.length <= length + 1e-8 );
		curve_check( &curve, start, goal );
	}
}

// The length of a word that begins with a given arc, and its distance from the goal's circle.
typedef struct search
{
	fw_pose start, goal;
	double radius;
	int32_t sides[3];
} search;

static fw_vec2 circle_center( fw_pose pose, int32_t side, double radius )
{
	return ( fw_vec2 ){ pose.x - side * radius * sin( pose.heading ), pose.y + side * radius * cos( pose.heading ) };
}

static double turn_between( double from, double to, int32_t side )
{
	const double turn = fmod( side * ( to - from ), FW_TAU );
	return turn < -1e-9 ? turn + FW_TAU : fmax( turn, 0.0 );
}

static double miss( const search* s, double first )
{
	const fw_pose at = curve_drive( s->start, s->sides[0], first, s->radius, FW_GEAR_FORWARD );
	const fw_vec2 last = circle_center( s->goal, s->sides[2], s->radius );
	if ( s->sides[1] == 0 )
	{
		const double across = cos( at.heading ) * ( last.y - at.y ) - sin( at.heading ) * ( last.x - at.x );
		return across - s->sides[2] * s->radius;
	}
	const fw_vec2 middle = circle_center( at, s->sides[1], s->radius );
	return hypot( last.x - middle.x, last.y - middle.y ) - 2.0 * s->radius;
}

static double length_with( const search* s, double first )
{
	const fw_pose at = curve_drive( s->start, s->sides[0], first, s->radius, FW_GEAR_FORWARD );
	const fw_vec2 last = circle_center( s->goal, s->sides[2], s->radius );
	if ( s->sides[1] == 0 )
	{
		const double along = cos( at.heading ) * ( last.x - at.x ) + sin( at.heading ) * ( last.y - at.y );
		const double turn = s->sides[2] == 0 ? 0.0 : turn_between( at.heading, s->goal.heading, s->sides[2] );
		return along < 0.0 ? INFINITY : ( first + turn ) * s->radius + along;
	}
	const fw_vec2 middle = circle_center( at, s->sides[1], s->radius );
	const double out = atan2( last.y - middle.y, last.x - middle.x ) + s->sides[1] * FW_PI / 2.0;
	return ( first + turn_between( at.heading, out, s->sides[1] ) +
	         turn_between( out, s->goal.heading, s->sides[2] ) ) *
	       s->radius;
}

// Scans the first arc and bisects wherever the miss changes its sign.
static double searched_length( const search* s )
{
	const int32_t steps = 360;
	double best = INFINITY;
	double before = miss( s, 0.0 );
	for ( int32_t i = 0; i < steps; i++ )
	{
		double low = FW_TAU * i / steps;
		double high = FW_TAU * ( i + 1 ) / steps;
		const double after = miss( s, high );
		if ( ( before < 0.0 ) != ( after < 0.0 ) )
		{
			for ( int32_t k = 0; k < 50; k++ )
			{
				const double middle = 0.5 * ( low + high );
				const bool same = ( miss( s, middle ) < 0.0 ) == ( before < 0.0 );
				low = same ? middle : low;
				high = same ? high : middle;
			}
			best = fmin( best, length_with( s, low ) );
		}
		before = after;
	}
	return best;
}

static void shortest_is_never_longer_than_a_search( void** state )
{
	(void)state;
	test_random random = test_random_make( 0xabcdef12345u );
	int32_t equal[6] = { 0 };
	for ( int32_t i = 0; i < test_rounds( 2000 ); i++ )
	{
		search s = { .start = test_random_pose( &random, 12.0 ), .radius = i % 2 == 0 ? 3.0 : 1.5 };
		s.goal = test_random_pose( &random, 12.0 );
		double best_four = INFINITY;
		double best_six = INFINITY;
		for ( int32_t word = 0; word < 6; word++ )
		{
			memcpy( s.sides, curve_sides[word], sizeof s.sides );
			const double searched = searched_length( &s );
			best_six = fmin( best_six, searched );
			best_four = word < 4 ? fmin( best_four, searched ) : best_four;
			fw_curve curve;
			if ( fw_curve_to_pose( s.start, s.goal, s.radius, (fw_curve_word)word, FW_GEAR_FORWARD, &curve ) )
			{
				equal[word] += fabs( curve.length - searched ) < 1e-7 ? 1 : 0;
			}
		}
		fw_curve four, six;
		assert_true( fw_curve_shortest( s.start, s.goal, s.radius, FW_WORDS_FOUR, FW_GEAR_FORWARD, &four ) );
		assert_true( fw_curve_shortest( s.start, s.goal, s.radius, FW_WORDS_SIX, FW_GEAR_FORWARD, &six ) );
		assert_true( four.length <= best_four + 1e-7 );
		assert_true( six.length <= best_six + 1e-7 );
		assert_true( six.length <= four.length );
	}
	for ( int32_t word = 0; word < 6; word++ )
	{
		assert_true( equal[word] > test_rounds( 300 ) ); // the oracle's search found something
	}
}

// The angle in [0, 2 pi); full turns that come from rounding become 0.
static long double wrap( long double angle )
{
	const long double tau = 2.0L * acosl( -1.0L );
	const long double turned = angle - tau * floorl( angle / tau );
	return tau - turned < 1e-9L ? 0.0L : turned;
}

// Squares that are zero up to rounding are zero: poses on a grid often touch.
static long double root_of( long double square )
{
	return fabsl( square ) < 1e-12L ? 0.0L : sqrtl( square );
}

// Lengths of the six words in units of the radius, NaN if one does not exist, for goals at (d, 0) seen along the line
// between the poses; `a` and `b` are the headings against that line, counted towards the side R.
static void published_lengths( long double a, long double b, long double d, long double length[6] )
{
	const long double half = acosl( -1.0L ) / 2.0L;
	const long double sa = sinl( a ), sb = sinl( b ), ca = cosl( a ), cb = cosl( b );
	// With angles counted towards R, our R is the paper's L.
	const long double rsr = root_of( 2.0L + d * d - 2.0L * cosl( a - b ) + 2.0L * d * ( sa - sb ) );
	const long double lsl = root_of( 2.0L + d * d - 2.0L * cosl( a - b ) + 2.0L * d * ( sb - sa ) );
	const long double rsl = root_of( d * d - 2.0L + 2.0L * cosl( a - b ) + 2.0L * d * ( sa + sb ) );
	const long double lsr = root_of( d * d - 2.0L + 2.0L * cosl( a - b ) - 2.0L * d * ( sa + sb ) );
	const long double t_rsr = atan2l( cb - ca, d + sa - sb );
	const long double t_lsl = atan2l( ca - cb, d - sa + sb );
	length[FW_WORD_RSR] = rsr == 0.0L ? wrap( b - a ) : rsr + wrap( t_rsr - a ) + wrap( b - t_rsr );
	length[FW_WORD_LSL] = lsl == 0.0L ? wrap( a - b ) : lsl + wrap( a - t_lsl ) + wrap( t_lsl - b );
	const long double t_rsl = atan2l( -ca - cb, d + sa + sb ) - atan2l( -2.0L, rsl );
	const long double t_lsr = atan2l( ca + cb, d - sa - sb ) - atan2l( 2.0L, lsr );
	length[FW_WORD_RSL] = rsl + wrap( t_rsl - a ) + wrap( t_rsl - b );
	length[FW_WORD_LSR] = lsr + wrap( a - t_lsr ) + wrap( b - t_lsr );
	const long double q_rlr = ( 6.0L - d * d + 2.0L * cosl( a - b ) + 2.0L * d * ( sb - sa ) ) / 8.0L;
	const long double q_lrl = ( 6.0L - d * d + 2.0L * cosl( a - b ) + 2.0L * d * ( sa - sb ) ) / 8.0L;
	const long double m_rlr = 4.0L * half - acosl( fabsl( q_rlr + 1.0L ) < 1e-12L ? -1.0L : q_rlr );
	const long double m_lrl = 4.0L * half - acosl( fabsl( q_lrl + 1.0L ) < 1e-12L ? -1.0L : q_lrl );
	const long double f_rlr = wrap( t_rsr + m_rlr / 2.0L - a );
	const long double f_lrl = wrap( a - t_lsl + m_lrl / 2.0L );
	length[FW_WORD_RLR] = f_rlr + m_rlr + wrap( b - a - f_rlr + m_rlr );
	length[FW_WORD_LRL] = f_lrl + m_lrl + wrap( a - b - f_lrl + m_lrl );
	// If the outer circles are one, the middle one is anywhere and a full turn.
	length[FW_WORD_RLR] = rsr == 0.0L ? NAN : length[FW_WORD_RLR];
	length[FW_WORD_LRL] = lsl == 0.0L ? NAN : length[FW_WORD_LRL];
}

static void check_grid_pair( int32_t dx, int32_t dy, int32_t h0, int32_t h1, double radius )
{
	const long double eighth = acosl( -1.0L ) / 4.0L;
	const long double line = dx == 0 && dy == 0 ? 0.0L : atan2l( dy, dx );
	long double published[6];
	published_lengths( h0 * eighth - line, h1 * eighth - line, sqrtl( (long double)( dx * dx + dy * dy ) ) / radius,
	                   published );
	const fw_pose start = { 12.5, 12.5, fw_radians( 45.0 * h0 ) };
	const fw_pose goal = { 12.5 + dx, 12.5 + dy, fw_radians( 45.0 * h1 ) };
	const uint32_t sets[2] = { FW_WORDS_FOUR, FW_WORDS_SIX };
	for ( int32_t set = 0; set < 2; set++ )
	{
		double best = INFINITY;
		for ( int32_t word = 0; word < 6; word++ )
		{
			if ( ( sets[set] >> word & 1 ) != 0 && published[word] < best )
			{
				best = (double)published[word];
			}
		}
		fw_curve curve;
		assert_true( fw_curve_shortest( start, goal, radius, sets[set], FW_GEAR_FORWARD, &curve ) );
		curve_check( &curve, start, goal );
		assert_true( fabs( curve.length - best * radius ) < 1e-6 );
		for ( int32_t i = 0; i < 3; i++ )
		{
			assert_true( curve_sides[curve.word][i] == 0 || curve.part[i] < FW_TAU - 1e-6 );
		}
		// backwards from the goal is the mirror image, of the same length
		fw_curve back;
		assert_true( fw_curve_shortest( goal, start, radius, sets[set], FW_GEAR_REVERSE, &back ) );
		assert_true( fabs( curve.length - back.length ) < 1e-9 );
	}
	for ( int32_t word = 0; word < 6; word++ )
	{
		fw_curve curve;
		const bool exists = fw_curve_to_pose( start, goal, radius, (fw_curve_word)word, FW_GEAR_FORWARD, &curve );
		assert_true( exists == !isnan( (double)published[word] ) );
		assert_true( !exists || fabs( curve.length - (double)published[word] * radius ) < 1e-6 );
	}
}

static void grid_poses_have_no_spurious_circles( void** state )
{
	(void)state;
	const double radii[] = { 3.0, 1.0, 2.0 };
	for ( int32_t i = 0; i < 3; i++ )
	{
		// With the goal at the start, whatever is left out.
		const int32_t step = test_every( 1 ) | 1;
		for ( int32_t goal = ( 12 * 24 + 12 ) % step; goal < 24 * 24; goal += step )
		{
			for ( int32_t headings = 0; headings < 64; headings++ )
			{
				check_grid_pair( goal % 24 - 12, goal / 24 - 12, headings % 8, headings / 8, radii[i] );
			}
		}
	}
}

static void arc_then_line_matches_a_search( void** state )
{
	(void)state;
	test_random random = test_random_make( 0x55555 );
	int32_t inside = 0;
	for ( int32_t i = 0; i < test_rounds( 4000 ); i++ )
	{
		search s = { .start = test_random_pose( &random, 12.0 ), .radius = i % 2 == 0 ? 3.0 : 1.5 };
		s.goal = test_random_pose( &random, 12.0 );
		const fw_vec2 goal = { s.goal.x, s.goal.y };
		double best = INFINITY;
		for ( int32_t word = FW_WORD_LS; word <= FW_WORD_RS; word++ )
		{
			memcpy( s.sides, curve_sides[word], sizeof s.sides );
			const fw_vec2 center = circle_center( s.start, s.sides[0], s.radius );
			fw_curve curve;
			const bool exists =
			    fw_curve_to_point( s.start, goal, s.radius, (fw_curve_word)word, FW_GEAR_FORWARD, &curve );
			assert_true( exists == ( hypot( goal.x - center.x, goal.y - center.y ) >= s.radius ) );
			inside += exists ? 0 : 1;
			const double searched = searched_length( &s );
			assert_true( exists || isinf( searched ) );
			if ( exists )
			{
				assert_true( fabs( curve.length - searched ) < 1e-7 );
				const fw_pose end = curve_drive_all( &curve );
				assert_true( test_distance_between( end, s.goal ) < 1e-8 && curve.part[2] == 0.0 );
				assert_true( (int32_t)curve.word == word );
				curve_check( &curve, s.start, end );
				best = fmin( best, curve.length );
			}
		}
		fw_curve shortest;
		assert_true( fw_curve_shortest_to_point( s.start, goal, s.radius, FW_GEAR_FORWARD, &shortest ) );
		assert_true( shortest.length == best );
	}
	assert_true( inside > test_rounds( 100 ) );
}

static void arc_then_line_in_reverse_and_on_the_border( void** state )
{
	(void)state;
	test_random random = test_random_make( 0x777 );
	for ( int32_t i = 0; i < test_rounds( 200000 ); i++ )
	{
		const double radius = exp( test_random_real( &random, -3.0, 4.0 ) );
		const fw_pose start = test_random_pose( &random, 200.0 );
		const fw_gear gear = i % 2 == 0 ? FW_GEAR_FORWARD : FW_GEAR_REVERSE;
		// on the circle, straight ahead, or anywhere
		const int32_t side = test_random_int( &random, 3 ) - 1;
		const double amount = test_random_int( &random, 2 ) == 0 ? test_random_real( &random, 0.0, 6.0 )
		                                                         : exp( test_random_real( &random, -40.0, 1.0 ) );
		const fw_pose goal =
		    i % 4 == 0 ? test_random_pose( &random, 200.0 ) : curve_drive( start, side, amount, radius, gear );
		fw_curve curve;
		assert_true( fw_curve_shortest_to_point( start, ( fw_vec2 ){ goal.x, goal.y }, radius, gear, &curve ) );
		const fw_pose end = curve_drive_all( &curve );
		assert_true( test_distance_between( end, goal ) < 1e-8 );
		curve_check( &curve, start, end );
		if ( i % 4 != 0 )
		{
			assert_true( curve.length <= amount * ( side == 0 ? 1.0 : radius ) + 1e-8 );
		}
	}
}

int run_test_curve_length( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( no_drive_is_shorter ),
	    cmocka_unit_test( shortest_is_never_longer_than_a_search ),
	    cmocka_unit_test( grid_poses_have_no_spurious_circles ),
	    cmocka_unit_test( arc_then_line_matches_a_search ),
	    cmocka_unit_test( arc_then_line_in_reverse_and_on_the_border ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

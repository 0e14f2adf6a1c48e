// SPDX-License-Identifier: MIT
// Curves between poses against oracles that share nothing with them: driving with the C library's trigonometry, random
// drives that no shortest curve may exceed, searches over the first arc, and the formulas of A. Shkel and V. Lumelsky,
// "Classification of the Dubins Set" (2001), in long double.
#include "fairway/curve.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

typedef struct rng
{
	uint64_t state;
} rng;

static uint64_t rng_next( rng* r )
{
	r->state ^= r->state << 13;
	r->state ^= r->state >> 7;
	r->state ^= r->state << 17;
	return r->state;
}

static double rng_between( rng* r, double low, double high )
{
	return low + ( high - low ) * ( (double)( rng_next( r ) >> 11 ) * 0x1p-53 );
}

static int32_t rng_below( rng* r, int32_t count )
{
	return (int32_t)( ( rng_next( r ) >> 33 ) % (uint64_t)count );
}

static fw_pose rng_pose( rng* r, double side )
{
	const double x = rng_between( r, 0.0, side );
	const double y = rng_between( r, 0.0, side );
	return ( fw_pose ){ x, y, rng_between( r, -4.0, 7.0 ) };
}

// -1 turns left (L), 1 right (R), 0 goes straight.
static const int32_t sides_of_word[8][3] = {
    { -1, 0, -1 }, { 1, 0, 1 }, { -1, 0, 1 }, { 1, 0, -1 }, { -1, 1, -1 }, { 1, -1, 1 }, { -1, 0, 0 }, { 1, 0, 0 },
};

static double angle_between( double a, double b )
{
	return fabs( remainder( a - b, FW_TAU ) );
}

static double distance_between( fw_pose a, fw_pose b )
{
	return hypot( a.x - b.x, a.y - b.y );
}

// Drives one piece: `amount` is an angle on arcs and a length on lines.
static fw_pose drive( fw_pose pose, int32_t side, double amount, double radius, fw_gear gear )
{
	const double flip = gear == FW_GEAR_REVERSE ? FW_PI : 0.0;
	const double before = pose.heading + flip;
	if ( side == 0 )
	{
		return ( fw_pose ){ pose.x + amount * cos( before ), pose.y + amount * sin( before ), pose.heading };
	}
	const double after = before + side * amount;
	return ( fw_pose ){ pose.x + side * radius * ( sin( after ) - sin( before ) ),
	                    pose.y - side * radius * ( cos( after ) - cos( before ) ), after - flip };
}

static fw_pose drive_curve( const fw_curve* curve )
{
	fw_pose pose = curve->start;
	for ( int32_t i = 0; i < 3; i++ )
	{
		pose = drive( pose, sides_of_word[curve->word][i], curve->part[i], curve->radius, curve->gear );
	}
	return pose;
}

static double summed_length( const fw_curve* curve )
{
	double sum = 0.0;
	for ( int32_t i = 0; i < 3; i++ )
	{
		assert_true( curve->part[i] >= 0.0 );
		const bool arc = sides_of_word[curve->word][i] != 0;
		assert_true( !arc || curve->part[i] < FW_TAU );
		sum += arc ? curve->part[i] * curve->radius : curve->part[i];
	}
	return sum;
}

// Sets out at the start, joins without gaps or corners, arcs on their circles, lengths that add up.
static void check_segments( const fw_curve* curve, fw_pose end )
{
	fw_segment segments[3];
	const int32_t count = fw_curve_segments( curve, segments );
	assert_in_range( count, 0, 3 );
	double length = 0.0;
	fw_vec2 at = { curve->start.x, curve->start.y };
	for ( int32_t i = 0; i < count; i++ )
	{
		const fw_segment* s = &segments[i];
		assert_true( s->from.x == at.x && s->from.y == at.y );
		assert_true( s->gear == curve->gear && !s->waypoint );
		assert_true( s->length >= 0.9e-9 );
		if ( s->kind == FW_SEGMENT_ARC )
		{
			assert_true( s->radius == curve->radius );
			assert_true( fabs( s->length - s->radius * fabs( s->sweep ) ) < 1e-9 );
			assert_true( fabs( hypot( s->from.x - s->center.x, s->from.y - s->center.y ) - s->radius ) < 2e-9 );
			assert_true( fabs( hypot( s->to.x - s->center.x, s->to.y - s->center.y ) - s->radius ) < 2e-9 );
			const double last = s->start + s->sweep;
			assert_true( hypot( s->center.x + s->radius * cos( last ) - s->to.x,
			                    s->center.y + s->radius * sin( last ) - s->to.y ) < 1e-9 );
		}
		length += s->length;
		at = s->to;
	}
	assert_true( hypot( at.x - end.x, at.y - end.y ) < 1e-8 );
	assert_true( fabs( length - curve->length ) < 1e-8 );
}

static void check_curve( const fw_curve* curve, fw_pose start, fw_pose goal )
{
	assert_true( memcmp( &curve->start, &start, sizeof start ) == 0 );
	const fw_pose driven = drive_curve( curve );
	const fw_pose last = fw_curve_pose_at( curve, curve->length );
	assert_true( distance_between( driven, goal ) < 1e-8 && angle_between( driven.heading, goal.heading ) < 1e-8 );
	assert_true( distance_between( last, goal ) < 1e-8 && angle_between( last.heading, goal.heading ) < 1e-8 );
	assert_true( fabs( summed_length( curve ) - curve->length ) <= 1e-14 * curve->length );
	check_segments( curve, goal );
}

// Pairs that random numbers would never give: poses that lie on one line or circle, or are almost the same.
static fw_pose special_goal( rng* r, fw_pose start, double radius )
{
	static const double noises[] = { 0.0, 1e-15, 1e-13, 1e-12, 1e-10, 1e-9, 3e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4 };
	const double noise = noises[rng_below( r, 12 )];
	fw_pose goal = start;
	const int32_t pieces = rng_below( r, 4 );
	for ( int32_t i = 0; i < pieces; i++ )
	{
		const int32_t side = rng_below( r, 3 ) - 1;
		const double amount = FW_PI / 4.0 * rng_below( r, 8 );
		goal = drive( goal, side, side == 0 ? amount * radius : amount, radius, FW_GEAR_FORWARD );
	}
	goal.x += rng_between( r, -noise, noise );
	goal.y += rng_between( r, -noise, noise );
	goal.heading += rng_between( r, -noise, noise );
	return goal;
}

static void every_word_ends_at_the_goal( void** state )
{
	(void)state;
	rng r = { 0x1234567890abcdefu };
	int32_t found[6] = { 0 };
	for ( int32_t i = 0; i < 1000000; i++ )
	{
		const double radius = i % 4 == 0 ? 3.0 : exp( rng_between( &r, -4.0, 4.0 ) );
		const double side = i % 8 == 0 ? 16384.0 : ( i % 2 == 0 ? 24.0 : 6.0 * radius );
		const fw_pose start = rng_pose( &r, side );
		const fw_pose goal = i % 5 == 0 ? special_goal( &r, start, radius ) : rng_pose( &r, side );
		const fw_gear gear = rng_below( &r, 2 ) == 0 ? FW_GEAR_FORWARD : FW_GEAR_REVERSE;
		const uint32_t words = i % 2 == 0 ? FW_WORDS_SIX : (uint32_t)rng_below( &r, 64 );
		fw_curve best = { .length = INFINITY };
		for ( int32_t word = 0; word < 6; word++ )
		{
			fw_curve curve;
			if ( fw_curve_to_pose( start, goal, radius, (fw_curve_word)word, gear, &curve ) )
			{
				best = ( words >> word & 1 ) != 0 && curve.length < best.length ? curve : best;
				assert_true( (int32_t)curve.word == word && curve.gear == gear && curve.radius == radius );
				check_curve( &curve, start, goal );
				found[word]++;
			}
			else
			{
				assert_true( word >= 2 ); // LSL and RSR always exist
			}
		}
		// whatever the search for the shortest leaves out, it finds the same as comparing all
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
		assert_true( found[word] > 100000 );
	}
}

// Whatever is driven with the same radius is at least as long as the shortest curve between its ends. This needs no
// theory of words, and pieces of exactly one eighth turn are where rounding could make full circles.
static void no_drive_is_shorter( void** state )
{
	(void)state;
	rng r = { 0xfedcba987654321u };
	for ( int32_t i = 0; i < 500000; i++ )
	{
		const double radius = i % 2 == 0 ? 1.0 : rng_between( &r, 0.2, 8.0 );
		const fw_pose start = rng_pose( &r, 100.0 );
		const bool coarse = i % 4 < 2;
		const int32_t pieces = 1 + rng_below( &r, 4 );
		fw_pose goal = start;
		double length = 0.0;
		for ( int32_t k = 0; k < pieces; k++ )
		{
			const int32_t side = rng_below( &r, 3 ) - 1;
			const double angle = coarse ? FW_PI / 4.0 * rng_below( &r, 8 ) : rng_between( &r, 0.0, 4.0 );
			goal = drive( goal, side, side == 0 ? angle * radius : angle, radius, FW_GEAR_FORWARD );
			length += angle * radius;
		}
		fw_curve curve;
		assert_true( fw_curve_shortest( start, goal, radius, FW_WORDS_SIX, FW_GEAR_FORWARD, &curve ) );
		assert_true( curve.length <= length + 1e-8 );
		check_curve( &curve, start, goal );
	}
}

// The length of a word that begins with a given arc, by how far it is from ending on the goal's circle.
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
	const fw_pose at = drive( s->start, s->sides[0], first, s->radius, FW_GEAR_FORWARD );
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
	const fw_pose at = drive( s->start, s->sides[0], first, s->radius, FW_GEAR_FORWARD );
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
	rng r = { 0xabcdef12345u };
	int32_t equal[6] = { 0 };
	for ( int32_t i = 0; i < 2000; i++ )
	{
		search s = { .start = rng_pose( &r, 12.0 ), .goal = rng_pose( &r, 12.0 ), .radius = i % 2 == 0 ? 3.0 : 1.5 };
		double best_four = INFINITY;
		double best_six = INFINITY;
		for ( int32_t word = 0; word < 6; word++ )
		{
			memcpy( s.sides, sides_of_word[word], sizeof s.sides );
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
		assert_true( equal[word] > 300 ); // the search is no idle oracle
	}
}

// The angle in [0, 2 pi), where full turns that come from rounding are none.
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

// Lengths of the six words in units of the radius, NaN where one does not exist, for goals at (d, 0) seen along the
// line between the poses; `a` and `b` are the headings against that line, counted towards the side R.
static void published_lengths( long double a, long double b, long double d, long double length[6] )
{
	const long double half = acosl( -1.0L ) / 2.0L;
	const long double sa = sinl( a ), sb = sinl( b ), ca = cosl( a ), cb = cosl( b );
	// With angles counted towards R, R is what the paper calls L.
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
	// Where the outer circles are one, the middle one is anywhere and a full turn.
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
		check_curve( &curve, start, goal );
		assert_true( fabs( curve.length - best * radius ) < 1e-6 );
		for ( int32_t i = 0; i < 3; i++ )
		{
			assert_true( sides_of_word[curve.word][i] == 0 || curve.part[i] < FW_TAU - 1e-6 );
		}
		// backwards from the goal is the mirror image, and as long
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
		for ( int32_t goal = 0; goal < 24 * 24; goal++ )
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
	rng r = { 0x55555 };
	int32_t inside = 0;
	for ( int32_t i = 0; i < 4000; i++ )
	{
		search s = { .start = rng_pose( &r, 12.0 ), .goal = rng_pose( &r, 12.0 ), .radius = i % 2 == 0 ? 3.0 : 1.5 };
		const fw_vec2 goal = { s.goal.x, s.goal.y };
		double best = INFINITY;
		for ( int32_t word = FW_WORD_LS; word <= FW_WORD_RS; word++ )
		{
			memcpy( s.sides, sides_of_word[word], sizeof s.sides );
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
				const fw_pose end = drive_curve( &curve );
				assert_true( distance_between( end, s.goal ) < 1e-8 && curve.part[2] == 0.0 );
				assert_true( (int32_t)curve.word == word );
				check_curve( &curve, s.start, end );
				best = fmin( best, curve.length );
			}
		}
		fw_curve shortest;
		assert_true( fw_curve_shortest_to_point( s.start, goal, s.radius, FW_GEAR_FORWARD, &shortest ) );
		assert_true( shortest.length == best );
	}
	assert_true( inside > 100 );
}

static void arc_then_line_in_reverse_and_on_the_border( void** state )
{
	(void)state;
	rng r = { 0x777 };
	for ( int32_t i = 0; i < 200000; i++ )
	{
		const double radius = exp( rng_between( &r, -3.0, 4.0 ) );
		const fw_pose start = rng_pose( &r, 200.0 );
		const fw_gear gear = i % 2 == 0 ? FW_GEAR_FORWARD : FW_GEAR_REVERSE;
		// on the circle, straight ahead, or anywhere
		const int32_t side = rng_below( &r, 3 ) - 1;
		const double amount =
		    rng_below( &r, 2 ) == 0 ? rng_between( &r, 0.0, 6.0 ) : exp( rng_between( &r, -40.0, 1.0 ) );
		const fw_pose goal = i % 4 == 0 ? rng_pose( &r, 200.0 ) : drive( start, side, amount, radius, gear );
		fw_curve curve;
		assert_true( fw_curve_shortest_to_point( start, ( fw_vec2 ){ goal.x, goal.y }, radius, gear, &curve ) );
		const fw_pose end = drive_curve( &curve );
		assert_true( distance_between( end, goal ) < 1e-8 );
		check_curve( &curve, start, end );
		if ( i % 4 != 0 )
		{
			assert_true( curve.length <= amount * ( side == 0 ? 1.0 : radius ) + 1e-8 );
		}
	}
}

// The greatest distance between two curves driven at the same speed.
static double apart( const fw_curve* a, const fw_curve* b )
{
	double worst = fabs( a->length - b->length );
	for ( int32_t i = 0; i <= 16; i++ )
	{
		const fw_pose pa = fw_curve_pose_at( a, a->length * i / 16.0 );
		const fw_pose pb = fw_curve_pose_at( b, b->length * i / 16.0 );
		worst = fmax( worst, distance_between( pa, pb ) );
	}
	return worst;
}

static void all_curves_are_sorted_and_different( void** state )
{
	(void)state;
	rng r = { 0x31415926 };
	int32_t left_out = 0;
	for ( int32_t i = 0; i < 60000; i++ )
	{
		const double radius = 1.0 + rng_below( &r, 3 );
		const bool on_grid = i % 2 == 0;
		const fw_pose start = { 0.5, 0.5, FW_PI / 4.0 * rng_below( &r, 8 ) };
		const fw_pose near_by = { rng_below( &r, 9 ) - 3.5, rng_below( &r, 9 ) - 3.5,
		                          FW_PI / 4.0 * rng_below( &r, 8 ) };
		const fw_pose goal = on_grid ? near_by : rng_pose( &r, 8.0 );
		const uint32_t words = i % 3 == 0 ? (uint32_t)rng_below( &r, 64 ) : FW_WORDS_SIX;
		const fw_gear gear = i % 4 < 2 ? FW_GEAR_FORWARD : FW_GEAR_REVERSE;
		fw_curve curves[6];
		const int32_t count = fw_curve_all( start, goal, radius, words, gear, curves );
		fw_curve shortest;
		const bool found = fw_curve_shortest( start, goal, radius, words, gear, &shortest );
		assert_true( found == ( count > 0 ) );
		for ( int32_t k = 0; k < count; k++ )
		{
			assert_true( ( words >> curves[k].word & 1 ) != 0 );
			check_curve( &curves[k], start, goal );
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
	assert_true( left_out > 1000 );
}

static void simple_curves_are_found_exactly( void** state )
{
	(void)state;
	fw_curve curves[6];
	fw_segment segments[3];
	const fw_pose origin = { 0.0, 0.0, 0.0 };
	// straight on: one curve of one line, before those with circles
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
	// to the same pose: nothing
	assert_true( fw_curve_shortest( origin, origin, 2.0, FW_WORDS_SIX, FW_GEAR_REVERSE, &curve ) );
	assert_true( curve.length == 0.0 && fw_curve_segments( &curve, segments ) == 0 );
	// U-turn on the spot needs three arcs of 7/3 pi in all
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
	rng r = { 0x2718281828u };
	for ( int32_t i = 0; i < 100000; i++ )
	{
		const fw_pose start = rng_pose( &r, 20.0 );
		const fw_pose goal = rng_pose( &r, 20.0 );
		const fw_pose turned_start = { start.x, start.y, start.heading + FW_PI };
		const fw_pose turned_goal = { goal.x, goal.y, goal.heading + FW_PI };
		fw_curve back, forward;
		assert_true( fw_curve_shortest( start, goal, 2.0, FW_WORDS_SIX, FW_GEAR_REVERSE, &back ) );
		assert_true( fw_curve_shortest( turned_start, turned_goal, 2.0, FW_WORDS_SIX, FW_GEAR_FORWARD, &forward ) );
		assert_true( back.word == forward.word && fabs( back.length - forward.length ) < 1e-12 );
		const double along = rng_between( &r, 0.0, back.length );
		const fw_pose a = fw_curve_pose_at( &back, along );
		const fw_pose b = fw_curve_pose_at( &forward, along );
		assert_true( distance_between( a, b ) < 1e-10 && angle_between( a.heading, b.heading + FW_PI ) < 1e-10 );
	}
}

// Poses along a curve: driven by small steps, and read off its segments.
static void poses_along_a_curve( void** state )
{
	(void)state;
	rng r = { 0x99 };
	for ( int32_t i = 0; i < 20000; i++ )
	{
		const fw_pose start = rng_pose( &r, 20.0 );
		fw_curve curves[6];
		const fw_gear gear = i % 2 == 0 ? FW_GEAR_FORWARD : FW_GEAR_REVERSE;
		const int32_t count = fw_curve_all( start, rng_pose( &r, 20.0 ), 2.5, FW_WORDS_SIX, gear, curves );
		const fw_curve* curve = &curves[rng_below( &r, count )];
		const double along = rng_between( &r, 0.0, curve->length );
		const fw_pose pose = fw_curve_pose_at( curve, along );
		double left = along;
		fw_pose driven = start;
		for ( int32_t k = 0; k < 3; k++ )
		{
			const int32_t side = sides_of_word[curve->word][k];
			const double length = side == 0 ? curve->part[k] : curve->part[k] * 2.5;
			const double piece = fmax( 0.0, fmin( left, length ) );
			driven = drive( driven, side, side == 0 ? piece : piece / 2.5, 2.5, gear );
			left -= length;
		}
		assert_true( distance_between( pose, driven ) < 1e-11 &&
		             angle_between( pose.heading, driven.heading ) < 1e-11 );
		fw_segment segments[3];
		const int32_t segment_count = fw_curve_segments( curve, segments );
		left = along;
		int32_t k = 0;
		while ( k + 1 < segment_count && left > segments[k].length )
		{
			left -= segments[k++].length;
		}
		const fw_pose seen = fw_segment_pose_at( &segments[k], left );
		assert_true( distance_between( pose, seen ) < 1e-8 );
		assert_true( segments[k].length < 1e-3 || angle_between( pose.heading, seen.heading ) < 1e-8 );
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
	assert_true( angle_between( end.heading, FW_PI ) < 1e-15 && fw_curve_pose_at( &curves[0], 0.0 ).heading == 0.0 );
	fw_curve curve;
	assert_false( fw_curve_to_pose( start, goal, 0.0, FW_WORD_LRL, FW_GEAR_FORWARD, &curve ) );
	// a turn alone
	const fw_pose turned = { 1.0, 1.0, -1.0 };
	assert_true( fw_curve_shortest( start, turned, 0.0, FW_WORDS_SIX, FW_GEAR_FORWARD, &curve ) );
	assert_true( curve.length == 0.0 && fw_curve_segments( &curve, segments ) == 0 );
	assert_true( angle_between( fw_curve_pose_at( &curve, 0.0 ).heading, -1.0 ) < 1e-15 );
	// to a point
	assert_true( fw_curve_shortest_to_point( start, ( fw_vec2 ){ 1.0, -1.0 }, 0.0, FW_GEAR_FORWARD, &curve ) );
	assert_true( curve.word == FW_WORD_LS && curve.length == 2.0 && fabs( curve.part[0] - FW_PI / 2.0 ) < 1e-15 );
	rng r = { 0x4711 };
	for ( int32_t i = 0; i < 100000; i++ )
	{
		const fw_pose from = rng_pose( &r, 20.0 );
		const fw_pose to = rng_pose( &r, 20.0 );
		const fw_gear gear = i % 2 == 0 ? FW_GEAR_FORWARD : FW_GEAR_REVERSE;
		assert_true( fw_curve_shortest( from, to, 0.0, FW_WORDS_SIX, gear, &curve ) );
		check_curve( &curve, from, to );
		assert_true( fabs( curve.length - distance_between( from, to ) ) < 1e-14 * 30.0 );
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
	// large and tiny, but sound
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
	assert_true( angle_between( on_line.heading, atan2( 4.0, 3.0 ) + FW_PI ) < 1e-15 );
	assert_true( fw_segment_pose_at( &line, -3.0 ).x == 1.0 && fw_segment_pose_at( &line, 1e9 ).y == 5.0 );
	assert_true( fw_segment_pose_at( &line, NAN ).x == 1.0 );
	rng r = { 0xa5a5 };
	for ( int32_t i = 0; i < 200000; i++ )
	{
		const fw_pose start = rng_pose( &r, 50.0 );
		const double radius = rng_between( &r, 0.1, 20.0 );
		const double sweep = rng_between( &r, -6.2, 6.2 );
		const fw_gear gear = i % 2 == 0 ? FW_GEAR_FORWARD : FW_GEAR_REVERSE;
		const fw_segment arc = fw_segment_arc( ( fw_vec2 ){ start.x, start.y }, start.heading, radius, sweep, gear );
		assert_true( arc.kind == FW_SEGMENT_ARC && arc.sweep == sweep && arc.radius == radius );
		assert_true( arc.from.x == start.x && arc.from.y == start.y && arc.length == radius * fabs( sweep ) );
		const double t = rng_between( &r, 0.0, 1.0 );
		const fw_pose driven = drive( start, sweep < 0.0 ? -1 : 1, t * fabs( sweep ), radius, gear );
		const fw_pose seen = fw_segment_pose_at( &arc, t * arc.length );
		assert_true( distance_between( driven, seen ) < 1e-12 &&
		             angle_between( driven.heading, seen.heading ) < 1e-13 );
		const fw_pose last = fw_segment_pose_at( &arc, arc.length );
		assert_true( last.x == arc.to.x && last.y == arc.to.y );
		const fw_pose end = drive( start, sweep < 0.0 ? -1 : 1, fabs( sweep ), radius, gear );
		assert_true( distance_between( end, last ) < 1e-12 && angle_between( end.heading, last.heading ) < 1e-13 );
	}
}

static uint64_t hash_double( uint64_t hash, double value )
{
	uint64_t bits;
	memcpy( &bits, &value, sizeof bits );
	return ( hash ^ bits ) * 0x100000001b3u;
}

// The bits themselves, so that a compiler that contracts or reorders is caught.
static void bits_are_fixed( void** state )
{
	(void)state;
	rng r = { 0xc0ffee };
	uint64_t hash = 0xcbf29ce484222325u;
	for ( int32_t i = 0; i < 50000; i++ )
	{
		fw_curve curves[6];
		const fw_pose start = rng_pose( &r, 20.0 );
		const int32_t count = fw_curve_all( start, rng_pose( &r, 20.0 ), 3.0, FW_WORDS_SIX, FW_GEAR_FORWARD, curves );
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
	assert_true( hash == 0xf12d721197055386u );
}

int main( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( every_word_ends_at_the_goal ),
	    cmocka_unit_test( no_drive_is_shorter ),
	    cmocka_unit_test( shortest_is_never_longer_than_a_search ),
	    cmocka_unit_test( grid_poses_have_no_spurious_circles ),
	    cmocka_unit_test( arc_then_line_matches_a_search ),
	    cmocka_unit_test( arc_then_line_in_reverse_and_on_the_border ),
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

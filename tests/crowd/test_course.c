// SPDX-License-Identifier: MIT
// Courses and commitments of crowds against ticks that are counted one by one.
#include "crowd/commitment.h"
#include "oracle.h"
#include "support.h"
#include "support_watch.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#define ROOM 16

// The length of all ticks that are faster than a limit.
static double ticks_above( double speed, double limit, double braking )
{
	double length = 0.0;
	for ( int32_t n = 0; speed - n * braking > limit; n++ )
	{
		length += speed - n * braking;
	}
	return length;
}

static void test_braking( void** state )
{
	(void)state;
	test_random random = test_random_make( 3 );
	for ( int32_t i = 0; i < 20000; i++ )
	{
		const double braking = test_random_real( &random, 0.001, 0.3 );
		const double whole = braking * test_random_int( &random, 30 );
		const double speed = i % 3 == 0 ? whole : test_random_real( &random, 0.0, 30.0 * braking );
		const double length = fw_braking_distance( speed, braking );
		test_close_to( length, ticks_above( speed, 1e-12, braking ), 1e-9 );
		test_close_to( fw_braking_speed( length, 0.0, braking ), speed, 1e-9 );

		const double distance = test_random_real( &random, 0.0, 8.0 );
		const double limit = i % 4 == 0 ? 0.0 : test_random_real( &random, 0.0, 0.5 );
		const double found = fw_braking_speed( distance, limit, braking );
		assert_true( found >= limit );
		assert_true( found == limit || ticks_above( found, limit + 1e-12, braking ) <= distance + 1e-9 );
		assert_true( ticks_above( found + 1e-7, limit, braking ) > distance );
	}
}

static fw_vec2 direction_of( double degrees )
{
	return ( fw_vec2 ){ cos( fw_radians( degrees ) ), sin( fw_radians( degrees ) ) };
}

static void test_corners( void** state )
{
	(void)state;
	const double top = 0.1;
	double before = top;
	for ( int32_t degrees = 0; degrees <= 180; degrees++ )
	{
		const double speed = fw_corner_speed( direction_of( 30.0 ), direction_of( 30.0 + degrees ), top );
		test_close_to( speed, fw_corner_speed( direction_of( 30.0 ), direction_of( 30.0 - degrees ), top ), 1e-12 );
		assert_true( speed <= before + 1e-12 );
		assert_true( degrees > 90 || fabs( speed - top ) < 1e-12 );
		before = speed;
	}
	test_close_to( fw_corner_speed( direction_of( 0.0 ), direction_of( 120.0 ), top ), 0.55 * top, 1e-12 );
	test_close_to( fw_corner_speed( direction_of( 0.0 ), direction_of( 180.0 ), top ), 0.1 * top, 1e-12 );
}

// A course with its memory.
typedef struct scene
{
	fw_piece pieces[ROOM];
	fw_commitment_point points[512];
	fw_course course;
	fw_commitment commitment;
	fw_segment segments[4096]; // all that were appended, by number
} scene;

static scene* make_scene( void )
{
	scene* s = calloc( 1, sizeof( *s ) );
	assert_non_null( s );
	s->course.pieces = s->pieces;
	s->course.room = ROOM;
	fw_course_clear( &s->course, ( fw_vec2 ){ 3.0, 4.0 }, ( fw_vec2 ){ 1.0, 0.0 } );
	s->commitment.points = s->points;
	s->commitment.room = 512;
	fw_commitment_stand( &s->commitment, s->course.front, fw_course_front( &s->course ) );
	return s;
}

static fw_segment random_segment( test_random* random, const fw_course* course )
{
	const fw_gear gear = test_random_chance( random, 0.2 ) ? FW_GEAR_REVERSE : FW_GEAR_FORWARD;
	if ( test_random_chance( random, 0.5 ) )
	{
		const double x = course->front.x + test_random_real( random, -1.5, 1.5 );
		const double y = course->front.y + test_random_real( random, -1.5, 1.5 );
		return fw_segment_line( course->front, ( fw_vec2 ){ x, y }, gear );
	}
	const double heading = test_random_chance( random, 0.5 ) ? fw_atan2( course->direction.y, course->direction.x )
	                                                         : test_random_real( random, -3.0, 3.0 );
	const double radius = test_random_real( random, 0.2, 3.0 );
	const double sweep = test_random_real( random, -4.0, 4.0 );
	return fw_segment_arc( course->front, heading, radius, sweep, gear );
}

static bool append( scene* s, const fw_segment* segment, double limit, double top )
{
	const int64_t number = s->course.end;
	const bool appended = fw_course_append( &s->course, segment, limit, top, (uint64_t)number );
	if ( appended && number < 4096 )
	{
		s->segments[number] = *segment;
	}
	return appended;
}

// Where a distance beyond a point leads, by the segments that were appended.
static fw_vec2 go( const scene* s, fw_course_point from, double distance )
{
	int64_t piece = from.piece;
	double at = from.at + distance;
	while ( piece < s->course.end && at > s->segments[piece].length )
	{
		at -= s->segments[piece++].length;
	}
	return piece < s->course.end ? oracle_point( &s->segments[piece], at / s->segments[piece].length )
	                             : s->course.front;
}

static void check_same( fw_vec2 a, fw_vec2 b, double slack )
{
	if ( !( hypot( a.x - b.x, a.y - b.y ) <= slack ) )
	{
		fail_msg( "%.12f,%.12f is not %.12f,%.12f", a.x, a.y, b.x, b.y );
	}
}

static void test_points( void** state )
{
	(void)state;
	test_random random = test_random_make( 4 );
	for ( int32_t round = 0; round < 300; round++ )
	{
		scene* s = make_scene();
		double length = 0.0;
		for ( int32_t k = 0; k < ROOM; k++ )
		{
			const fw_segment segment = random_segment( &random, &s->course );
			assert_true( append( s, &segment, 1.0, 1.0 ) );
			length += segment.length;
		}
		const fw_segment more = random_segment( &random, &s->course );
		assert_false( append( s, &more, 1.0, 1.0 ) );
		const fw_course_point begin = { 0, 0.0 };
		test_close_to( fw_course_length( &s->course, begin, fw_course_front( &s->course ) ), length, 1e-9 );
		for ( int32_t i = 0; i < 20; i++ )
		{
			const double distance = test_random_real( &random, 0.0, length );
			const fw_course_point at = fw_course_ahead( &s->course, begin, distance );
			test_close_to( fw_course_length( &s->course, begin, at ), distance, 1e-9 );
			const fw_vec2 place = fw_course_place( &s->course, at );
			check_same( place, go( s, begin, distance ), 1e-9 );
			const fw_vec2 direction = fw_course_direction( &s->course, at );
			check_same( ( fw_vec2 ){ place.x + 1e-6 * direction.x, place.y + 1e-6 * direction.y },
			            fw_course_place( &s->course, ( fw_course_point ){ at.piece, at.at + 1e-6 } ), 1e-10 );
			const fw_segment rest = fw_course_rest( &s->course, at, place );
			check_same( oracle_point( &rest, 0.5 ), go( s, at, 0.5 * rest.length ), 1e-9 );
		}
		assert_true( fw_course_ahead( &s->course, begin, length + 1.0 ).piece == s->course.end );
		// Cut in the middle of a piece, or at a vertex, it goes on from there.
		fw_course_point end = fw_course_ahead( &s->course, begin, test_random_real( &random, 0.1, length - 0.1 ) );
		end.at = round % 3 == 0 ? 0.0 : end.at;
		const fw_vec2 place = fw_course_place( &s->course, end );
		const fw_vec2 before = fw_course_direction( &s->course, end );
		const fw_course_point front = fw_course_cut( &s->course, end, place );
		assert_true( front.piece == s->course.end && front.piece == end.piece + ( end.at > 0.0 ? 1 : 0 ) );
		check_same( s->course.front, place, 0.0 );
		assert_true( end.at == 0.0 ||
		             hypot( before.x - s->course.direction.x, before.y - s->course.direction.y ) < 1e-9 );
		check_same( fw_course_place( &s->course, ( fw_course_point ){ end.piece, 0.5 * end.at } ),
		            go( s, ( fw_course_point ){ end.piece, 0.0 }, 0.5 * end.at ), 1e-9 );
		free( s );
	}
}

// Drives random courses at random speeds; each tick is checked by the distance that was covered.
static void test_drive( void** state )
{
	(void)state;
	test_random random = test_random_make( 5 );
	int32_t stops = 0;
	int32_t slow = 0;
	for ( int32_t round = 0; round < test_rounds( 600 ); round++ )
	{
		scene* s = make_scene();
		const double top = test_random_real( &random, 0.02, 0.4 );
		const double braking = top / test_random_real( &random, 0.7, 12.0 );
		const double gain = top / test_random_real( &random, 0.7, 12.0 );
		double limits[4096];
		double before = 0.0;
		for ( int32_t tick = 0; tick < 400; tick++ )
		{
			while ( test_random_chance( &random, 0.5 ) && s->course.end < 4096 )
			{
				const fw_segment segment = random_segment( &random, &s->course );
				const double limit = segment.kind == FW_SEGMENT_ARC ? top * test_random_real( &random, 0.3, 1.2 ) : top;
				limits[s->course.end] = limit;
				if ( !append( s, &segment, limit, top ) )
				{
					break;
				}
			}
			const fw_course_point from = fw_commitment_now( &s->commitment )->at;
			const double wish = fmin( fmin( top, before + gain ), test_random_chance( &random, 0.1 ) ? 0.0 : 1.0 );
			const double speed = fw_course_speed( &s->course, from, before, wish, braking );
			const double least = fmax( 0.0, before - braking );
			if ( speed > least + 1e-12 )
			{
				const fw_commitment_point now = *fw_commitment_now( &s->commitment );
				assert_true( fw_commitment_make( &s->commitment, &s->course, &now, speed, 1, braking ) );
			}
			const fw_vec2 stop = fw_commitment_stop( &s->commitment )->place;
			test_close_to( s->commitment.left, fw_braking_distance( fmax( speed, least ), braking ), 1e-8 );
			check_same( stop, go( s, from, s->commitment.left ), 1e-7 );
			const double drove = fw_commitment_advance( &s->commitment, braking );
			const fw_course_point to = fw_commitment_now( &s->commitment )->at;
			assert_true( drove >= least - 1e-9 && drove <= before + gain + 1e-9 && drove <= top + 1e-9 );
			check_same( fw_commitment_now( &s->commitment )->place, go( s, from, drove ), 1e-8 );
			test_close_to( fw_course_length( &s->course, from, to ), drove, 1e-8 );
			for ( int64_t k = from.piece; k <= to.piece && drove > 0.0 && k < s->course.end; k++ )
			{
				const bool inside = k < to.piece || to.at > 0.0;
				const bool passed = k > from.piece || ( from.at == 0.0 && before > 0.0 );
				const double slower = k > from.piece ? drove : fmin( before, drove );
				assert_true( !inside || drove <= limits[k] + 1e-7 );
				assert_true( !inside || !passed ||
				             slower <=
				                 fmax( test_corner_limit( &s->segments[k - 1], &s->segments[k], top ), 0.0 ) + 1e-6 );
				slow +=
				    passed && inside && test_corner_limit( &s->segments[k - 1], &s->segments[k], top ) < top ? 1 : 0;
			}
			stops += before > 0.0 && drove == 0.0 ? 1 : 0;
			before = drove;
			fw_course_drop( &s->course, to );
		}
		for ( int32_t tick = 0; tick < 100000 && fw_commitment_now( &s->commitment )->at.piece < s->course.end; tick++ )
		{
			const fw_commitment_point now = *fw_commitment_now( &s->commitment );
			const double speed = fw_course_speed( &s->course, now.at, before, fmin( top, before + gain ), braking );
			if ( speed > before - braking )
			{
				assert_true( fw_commitment_make( &s->commitment, &s->course, &now, speed, 1, braking ) );
			}
			before = fw_commitment_advance( &s->commitment, braking );
			fw_course_drop( &s->course, fw_commitment_now( &s->commitment )->at );
		}
		check_same( fw_commitment_now( &s->commitment )->place, s->course.front, 0.0 );
		free( s );
	}
	assert_true( stops > test_rounds( 600 ) && slow > test_rounds( 600 ) );
}

// A commitment that would lead beyond the front is refused.
static void test_front( void** state )
{
	(void)state;
	scene* s = make_scene();
	const fw_segment line = fw_segment_line( s->course.front, ( fw_vec2 ){ 4.0, 4.0 }, FW_GEAR_FORWARD );
	assert_true( append( s, &line, 1.0, 1.0 ) );
	const fw_commitment_point now = *fw_commitment_now( &s->commitment );
	assert_true( fw_commitment_make( &s->commitment, &s->course, &now, 0.4, 1, 0.1 ) );
	check_same( fw_commitment_stop( &s->commitment )->place, line.to, 0.0 );
	assert_true( fw_commitment_stop( &s->commitment )->at.piece == 1 );
	fw_commitment_stand( &s->commitment, now.place, now.at );
	assert_false( fw_commitment_make( &s->commitment, &s->course, &now, 0.4001, 1, 0.1 ) );
	assert_true( fw_commitment_make( &s->commitment, &s->course, &now, 0.3, 2, 0.1 ) );
	assert_false( fw_commitment_make( &s->commitment, &s->course, &now, 0.3, 3, 0.1 ) );
	free( s );
}

// A commitment to keep a speed goes on like one that is made anew in each of these ticks.
static void test_kept( void** state )
{
	(void)state;
	test_random random = test_random_make( 8 );
	for ( int32_t round = 0; round < test_rounds( 2000 ); round++ )
	{
		scene* s = make_scene();
		const double braking = test_random_real( &random, 0.005, 0.05 );
		const double speed = test_random_real( &random, 0.02, 0.2 );
		const int32_t kept = 1 + test_random_int( &random, FW_COMMITMENT_KEPT );
		const double length = ( kept - 1 ) * speed + fw_braking_distance( speed, braking );
		while ( fw_course_length( &s->course, ( fw_course_point ){ 0, 0.0 }, fw_course_front( &s->course ) ) < length )
		{
			const fw_segment segment = random_segment( &random, &s->course );
			assert_true( append( s, &segment, 1.0, 1.0 ) );
		}
		const fw_commitment_point begin = *fw_commitment_now( &s->commitment );
		assert_true( fw_commitment_make( &s->commitment, &s->course, &begin, speed, kept, braking ) );
		const fw_vec2 stop = fw_commitment_stop( &s->commitment )->place;
		check_same( stop, go( s, begin.at, length ), 1e-7 );
		test_close_to( s->commitment.left, length, 1e-12 );
		double drove = 0.0;
		for ( int32_t tick = 0; drove < length - 1e-9; tick++ )
		{
			const double due = tick < kept ? speed : speed - ( tick - kept + 1 ) * braking;
			assert_true( fw_commitment_keeps_speed( &s->commitment ) == ( tick < kept ) );
			test_close_to( fw_commitment_advance( &s->commitment, braking ), due, 1e-12 );
			drove += due;
			check_same( fw_commitment_now( &s->commitment )->place, go( s, begin.at, drove ), 1e-7 );
			test_close_to( s->commitment.left, length - drove, 1e-9 );
		}
		check_same( fw_commitment_now( &s->commitment )->place, stop, 0.0 );
		assert_false( fw_commitment_keeps_speed( &s->commitment ) );
		free( s );
	}
}

// A commitment on a line has the points that it was made with, to the bit, also where it keeps none of them.
static void test_bare( void** state )
{
	(void)state;
	test_random random = test_random_make( 9 );
	fw_commitment_point room[512] = { 0 };
	int32_t bare = 0;
	for ( int32_t round = 0; round < test_rounds( 2000 ); round++ )
	{
		scene* s = make_scene();
		const double braking = test_random_real( &random, 0.005, 0.05 );
		const double speed = test_random_real( &random, 0.02, 0.2 );
		const double x = 3.0 + test_random_real( &random, 1.0, 20.0 );
		const fw_segment line = fw_segment_line( s->course.front, ( fw_vec2 ){ x, 6.0 }, FW_GEAR_FORWARD );
		assert_true( append( s, &line, 1.0, 1.0 ) );
		const fw_commitment_point begin = *fw_commitment_now( &s->commitment );
		const int32_t kept = 1 + test_random_int( &random, FW_COMMITMENT_KEPT );
		if ( fw_commitment_make( &s->commitment, &s->course, &begin, speed, kept, braking ) )
		{
			fw_commitment copy = { .points = room, .room = 512 };
			fw_commitment_copy( &copy, &s->commitment );
			assert_true( copy.bare == s->commitment.on_line && copy.count == s->commitment.count );
			bare += copy.bare ? 1 : 0;
			// It gets its points somewhere on the way.
			const int32_t filled = test_random_int( &random, copy.count );
			fw_commitment_run run = { line.from, s->pieces[0].begin, begin.place, begin.at, braking };
			for ( int32_t k = 0; k < copy.count; k++ )
			{
				const fw_commitment_point due = s->commitment.points[k];
				if ( k == filled )
				{
					fw_commitment_fill( &copy, &run );
				}
				const fw_commitment_point is = fw_commitment_first( &copy, &run );
				assert_memory_equal( &is, &due, sizeof( is ) );
				if ( k + 1 < copy.count )
				{
					const fw_commitment_point next = fw_commitment_after( &copy, &run, k, &is );
					assert_memory_equal( &next, &s->commitment.points[k + 1], sizeof( next ) );
					run.at = next.at;
					run.place = next.place;
					(void)fw_commitment_advance_on_line( &copy, braking );
				}
			}
			assert_memory_equal( &copy.stop.place, &run.place, sizeof( run.place ) );
		}
		free( s );
	}
	assert_true( bare > test_rounds( 1000 ) );
}

int run_test_course( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_braking ), cmocka_unit_test( test_corners ), cmocka_unit_test( test_points ),
	    cmocka_unit_test( test_drive ),   cmocka_unit_test( test_front ),   cmocka_unit_test( test_kept ),
	    cmocka_unit_test( test_bare ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

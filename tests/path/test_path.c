// SPDX-License-Identifier: MIT
// Paths: growing, sampling, reversing, copying, counting turns, hashing, and running out of memory.
#include "fairway/path.h"
#include "path/path.h"
#include "support.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static bool same_pose( fw_pose a, fw_pose b, double slack )
{
	return test_distance_between( a, b ) <= slack && test_angle_between( a.heading, b.heading ) <= slack;
}

// Curves from pose to pose in both gears, joined without corners.
static void random_path( test_random* random, fw_path* path, int32_t curves )
{
	fw_pose at = test_random_pose( random, 20.0 );
	fw_path_clear( path, at );
	for ( int32_t i = 0; i < curves; i++ )
	{
		const fw_pose next = test_random_pose( random, 20.0 );
		const fw_gear gear = test_random_next( random ) % 2 == 0 ? FW_GEAR_FORWARD : FW_GEAR_REVERSE;
		fw_curve curve;
		assert_true( fw_curve_shortest( at, next, 1.5, FW_WORDS_SIX, gear, &curve ) );
		assert_int_equal( fw_path_append_curve( path, &curve ), FW_OK );
		at = fw_path_end( path );
		assert_true( same_pose( at, next, 1e-7 ) );
	}
}

static void empty_paths( void** state )
{
	(void)state;
	fw_path path;
	fw_path_init( &path, NULL );
	assert_true( path.count == 0 && path.segments == NULL && path.length == 0.0 );
	const fw_pose start = { 3.0, 4.0, 1.0 };
	fw_path_clear( &path, start );
	const fw_path_state at = fw_path_at( &path, 7.0 );
	assert_int_equal( at.segment, -1 );
	assert_true( same_pose( at.pose, start, 0.0 ) && at.curvature == 0.0 && at.gear == FW_GEAR_FORWARD );
	assert_true( same_pose( fw_path_end( &path ), start, 0.0 ) );
	assert_true( fw_path_turn_angle( &path ) == 0.0 && fw_path_turn_count( &path ) == 0 );
	fw_path_reverse( &path );
	assert_true( path.count == 0 && same_pose( path.start, start, 0.0 ) );
	fw_path_free( &path );
	fw_path_free( NULL );
}

static void a_zeroed_path_works( void** state )
{
	(void)state;
	fw_path path = { 0 };
	test_line_to( &path, 3.0, 4.0, FW_GEAR_FORWARD );
	assert_true( path.count == 1 && path.length == 5.0 );
	fw_path_free( &path );
	fw_path_free( &path );
	test_line_to( &path, 0.0, 2.0, FW_GEAR_FORWARD );
	assert_true( path.count == 1 && path.length == 2.0 );
	fw_path_free( &path );
}

static void lines_are_appended_from_the_end( void** state )
{
	(void)state;
	fw_path path = { 0 };
	fw_path_clear( &path, ( fw_pose ){ 1.0, 1.0, 0.0 } );
	test_line_to( &path, 4.0, 1.0, FW_GEAR_FORWARD );
	test_line_to( &path, 4.0, 5.0, FW_GEAR_REVERSE );
	test_line_to( &path, 4.0, 5.0, FW_GEAR_FORWARD ); // an empty curve
	assert_int_equal( path.count, 2 );
	assert_true( path.length == 7.0 );
	assert_true( path.segments[0].waypoint && path.segments[1].waypoint );
	assert_true( path.segments[1].from.x == 4.0 && path.segments[1].from.y == 1.0 );
	assert_true( same_pose( fw_path_end( &path ), ( fw_pose ){ 4.0, 5.0, -FW_PI / 2.0 }, 1e-15 ) );
	fw_path_clear( &path, ( fw_pose ){ 9.0, 9.0, 0.0 } );
	assert_true( path.count == 0 && path.length == 0.0 && path.capacity > 0 && path.start.x == 9.0 );
	fw_path_free( &path );
}

static void curves_mark_their_waypoint( void** state )
{
	(void)state;
	test_random random = test_random_make( 1 );
	fw_path path = { 0 };
	random_path( &random, &path, 30 );
	int32_t marks = 0;
	double length = 0.0;
	for ( int32_t i = 0; i < path.count; i++ )
	{
		marks += path.segments[i].waypoint ? 1 : 0;
		length += path.segments[i].length;
	}
	assert_int_equal( marks, 30 );
	assert_true( path.segments[0].waypoint && length == path.length );
	// an empty curve adds nothing
	fw_curve nothing;
	assert_true( fw_curve_shortest( path.start, path.start, 1.0, FW_WORDS_SIX, FW_GEAR_FORWARD, &nothing ) );
	const int32_t count = path.count;
	assert_int_equal( fw_path_append_curve( &path, &nothing ), FW_OK );
	assert_int_equal( path.count, count );
	fw_path_free( &path );
}

static void sampling_follows_the_segments( void** state )
{
	(void)state;
	test_random random = test_random_make( 2 );
	fw_path path = { 0 };
	for ( int32_t run = 0; run < 50; run++ )
	{
		random_path( &random, &path, 6 );
		double before = 0.0;
		for ( int32_t i = 0; i < path.count; i++ )
		{
			const fw_segment* s = &path.segments[i];
			for ( int32_t k = 1; k < 8; k++ )
			{
				const double along = s->length * k / 8.0;
				const fw_path_state at = fw_path_at( &path, before + along );
				assert_int_equal( at.segment, i );
				assert_true( at.gear == s->gear );
				assert_true( same_pose( at.pose, fw_segment_pose_at( s, along ), 1e-9 ) );
				const double curvature = s->kind == FW_SEGMENT_LINE ? 0.0 : ( s->sweep > 0.0 ? 1.0 : -1.0 ) / 1.5;
				assert_true( at.curvature == curvature );
			}
			before += s->length;
		}
		const fw_path_state last = fw_path_at( &path, path.length );
		const fw_path_state beyond = fw_path_at( &path, path.length + 1e6 );
		const fw_path_state first = fw_path_at( &path, -1.0 );
		assert_true( last.segment == path.count - 1 && beyond.segment == path.count - 1 && first.segment == 0 );
		assert_true( same_pose( beyond.pose, fw_path_end( &path ), 0.0 ) );
		assert_true( same_pose( first.pose, path.start, 1e-9 ) );
		assert_int_equal( fw_path_at( &path, NAN ).segment, 0 );
		// continuous: a small step moves and turns little
		fw_pose pose = path.start;
		for ( double d = 0.0; d <= path.length; d += 0.01 )
		{
			const fw_pose next = fw_path_at( &path, d ).pose;
			assert_true( same_pose( pose, next, 0.0101 ) );
			pose = next;
		}
	}
	fw_path_free( &path );
}

static void reversed_paths_undo_themselves( void** state )
{
	(void)state;
	test_random random = test_random_make( 3 );
	fw_path path = { 0 };
	fw_path back = { 0 };
	for ( int32_t run = 0; run < 100; run++ )
	{
		random_path( &random, &path, 1 + run % 7 );
		assert_int_equal( fw_path_copy( &back, &path ), FW_OK );
		fw_path_reverse( &back );
		assert_true( back.count == path.count && back.length == path.length );
		assert_true( same_pose( back.start, fw_path_end( &path ), 0.0 ) );
		assert_true( same_pose( fw_path_end( &back ), path.start, 1e-9 ) );
		for ( int32_t k = 0; k <= 64; k++ )
		{
			const double along = path.length * ( k + 0.01 ) / 64.5;
			const fw_path_state a = fw_path_at( &path, along );
			const fw_path_state b = fw_path_at( &back, path.length - along );
			assert_true( same_pose( a.pose, b.pose, 1e-8 ) );
			assert_true( a.gear != b.gear && fabs( a.curvature + b.curvature ) < 1e-15 );
			assert_int_equal( a.segment, back.count - 1 - b.segment );
		}
		assert_true( fabs( fw_path_turn_angle( &back ) - fw_path_turn_angle( &path ) ) < 1e-8 );
		for ( int32_t i = 0; i < path.count; i++ )
		{
			const fw_segment* s = &path.segments[i];
			assert_true( back.segments[0].waypoint );
			if ( i > 0 )
			{
				const fw_segment* starts_there = &back.segments[path.count - i];
				assert_true( starts_there->from.x == s->from.x && starts_there->from.y == s->from.y );
				assert_true( starts_there->waypoint == s->waypoint );
			}
		}
		fw_path_reverse( &back );
		assert_true( same_pose( back.start, path.start, 1e-9 ) );
		for ( int32_t i = 0; i < path.count; i++ )
		{
			fw_segment once = path.segments[i];
			fw_segment twice = back.segments[i];
			assert_true( test_angle_between( once.start, twice.start ) < 1e-14 );
			assert_true( once.kind == twice.kind && once.gear == twice.gear && once.waypoint == twice.waypoint );
			assert_true( once.sweep == twice.sweep && once.length == twice.length && once.radius == twice.radius );
			assert_memory_equal( &once.from, &twice.from, sizeof once.from );
			assert_memory_equal( &once.to, &twice.to, sizeof once.to );
			assert_memory_equal( &once.center, &twice.center, sizeof once.center );
		}
	}
	fw_path_free( &path );
	fw_path_free( &back );
}

static void copies_are_equal_and_apart( void** state )
{
	(void)state;
	test_random random = test_random_make( 4 );
	test_memory memory_to = test_memory_make(), memory_from = test_memory_make();
	const fw_allocator for_to = test_memory_allocator( &memory_to );
	const fw_allocator for_from = test_memory_allocator( &memory_from );
	fw_path from, to;
	fw_path_init( &from, &for_from );
	fw_path_init( &to, &for_to );
	for ( int32_t run = 0; run < 20; run++ )
	{
		random_path( &random, &from, 1 + ( run * 7 ) % 12 );
		assert_int_equal( fw_path_copy( &to, &from ), FW_OK );
		assert_true( to.count == from.count && to.length == from.length && to.segments != from.segments );
		assert_true( to.allocator.context == &memory_to && fw_path_hash( &to ) == fw_path_hash( &from ) );
		assert_memory_equal( &to.start, &from.start, sizeof to.start );
	}
	assert_int_equal( fw_path_copy( &to, &to ), FW_OK );
	assert_true( fw_path_hash( &to ) == fw_path_hash( &from ) );
	fw_path_free( &from );
	assert_int_equal( fw_path_copy( &to, &from ), FW_OK ); // an empty one
	assert_int_equal( to.count, 0 );
	fw_path_free( &to );
	test_memory_check_empty( &memory_to );
	test_memory_check_empty( &memory_from );
}

// Appends curves, lines and segments and copies the path; stops at the first failure.
static fw_status build( fw_path* path, fw_path* copy, const fw_path* model )
{
	fw_status status = FW_OK;
	for ( int32_t i = 0; i < model->count && status == FW_OK; i++ )
	{
		const int32_t count = path->count;
		const double length = path->length;
		const uint64_t hash = fw_path_hash( path );
		const fw_pose end = fw_path_end( path );
		fw_curve curve;
		switch ( i % 3 )
		{
		case 0:
			assert_true( fw_curve_shortest( end, ( fw_pose ){ end.x + 9.0, end.y + 9.0, end.heading }, 1.0,
			                                1u << FW_WORD_LSL, FW_GEAR_FORWARD, &curve ) );
			status = fw_path_append_curve( path, &curve );
			break;
		case 1:
			status = fw_path_append_line( path, ( fw_vec2 ){ end.x + 1.0, end.y }, FW_GEAR_REVERSE );
			break;
		default:
			status = fw_path_append( path, &model->segments[i] );
			break;
		}
		if ( status != FW_OK )
		{
			assert_true( path->count == count && path->length == length && fw_path_hash( path ) == hash );
		}
		else if ( i % 3 == 0 )
		{
			assert_int_equal( path->count, count + 3 );
		}
	}
	if ( status == FW_OK )
	{
		status = fw_path_copy( copy, path );
		assert_true( status == FW_OK || ( copy->count == 0 && copy->length == 0.0 ) );
	}
	return status;
}

static void every_failing_allocation_is_survived( void** state )
{
	(void)state;
	test_random random = test_random_make( 5 );
	fw_path model = { 0 };
	random_path( &random, &model, 40 );
	int32_t failures = 0;
	for ( int64_t n = 0;; n++ )
	{
		test_memory memory = test_memory_make();
		test_memory_fail_in( &memory, n, false );
		const fw_allocator allocator = test_memory_allocator( &memory );
		fw_path path, copy;
		fw_path_init( &path, &allocator );
		fw_path_init( &copy, &allocator );
		const fw_status status = build( &path, &copy, &model );
		const bool failed = memory.asked > n;
		assert_int_equal( status, failed ? FW_ERR_MEMORY : FW_OK );
		fw_path_free( &path );
		fw_path_free( &copy );
		test_memory_check_empty( &memory );
		if ( !failed )
		{
			break;
		}
		failures++;
	}
	assert_true( failures >= 3 );
	fw_path_free( &model );
}

static void a_segment_of_the_path_itself_is_appended( void** state )
{
	(void)state;
	test_memory memory = test_memory_make();
	const fw_allocator allocator = test_memory_allocator( &memory );
	fw_path path;
	fw_path_init( &path, &allocator );
	test_line_to( &path, 1.0, 2.0, FW_GEAR_FORWARD );
	for ( int32_t i = 0; i < 100; i++ )
	{
		assert_int_equal( fw_path_append( &path, &path.segments[0] ), FW_OK );
		assert_memory_equal( &path.segments[0], &path.segments[path.count - 1], sizeof( fw_segment ) );
	}
	fw_path_free( &path );
	test_memory_check_empty( &memory );
}

static void turns_are_counted( void** state )
{
	(void)state;
	const double quarter = FW_PI / 2.0;
	fw_path path = { 0 };
	fw_path_clear( &path, ( fw_pose ){ 0.0, 0.0, 0.0 } );
	// three lines, one corner of 90 degrees, one join without a corner
	test_line_to( &path, 1.0, 0.0, FW_GEAR_FORWARD );
	test_line_to( &path, 2.0, 0.0, FW_GEAR_FORWARD );
	test_line_to( &path, 2.0, 1.0, FW_GEAR_FORWARD );
	assert_true( fw_path_turn_count( &path ) == 1 && fabs( fw_path_turn_angle( &path ) - quarter ) < 1e-15 );
	// an arc that goes on in the same heading, in two pieces
	fw_segment arc = fw_segment_arc( ( fw_vec2 ){ 2.0, 1.0 }, quarter, 2.0, -0.5, FW_GEAR_FORWARD );
	assert_int_equal( fw_path_append( &path, &arc ), FW_OK );
	arc = fw_segment_arc( arc.to, quarter - 0.5, 2.0, -0.25, FW_GEAR_FORWARD );
	assert_int_equal( fw_path_append( &path, &arc ), FW_OK );
	assert_true( fw_path_turn_count( &path ) == 2 && fabs( fw_path_turn_angle( &path ) - quarter - 0.75 ) < 1e-14 );
	// and one to the other side
	arc = fw_segment_arc( arc.to, quarter - 0.75, 2.0, 0.75, FW_GEAR_FORWARD );
	assert_int_equal( fw_path_append( &path, &arc ), FW_OK );
	assert_true( fw_path_turn_count( &path ) == 3 && fabs( fw_path_turn_angle( &path ) - quarter - 1.5 ) < 1e-14 );
	// a cusp: back where it came from, in the same heading
	const fw_vec2 behind = { arc.to.x, arc.to.y - 3.0 };
	assert_int_equal( fw_path_append_line( &path, behind, FW_GEAR_REVERSE ), FW_OK );
	assert_true( fw_path_turn_count( &path ) == 3 && fabs( fw_path_turn_angle( &path ) - quarter - 1.5 ) < 1e-14 );
	// a point in between is no corner
	const fw_segment point = fw_segment_line( behind, behind, FW_GEAR_FORWARD );
	assert_int_equal( fw_path_append( &path, &point ), FW_OK );
	test_line_to( &path, behind.x, behind.y + 1.0, FW_GEAR_FORWARD );
	assert_true( fw_path_turn_count( &path ) == 3 );
	// turning back without changing gear is a corner of 180 degrees
	assert_int_equal( fw_path_append_line( &path, behind, FW_GEAR_FORWARD ), FW_OK );
	assert_true( fw_path_turn_count( &path ) == 4 &&
	             fabs( fw_path_turn_angle( &path ) - quarter - 1.5 - FW_PI ) < 1e-14 );
	fw_path_free( &path );
}

static uint64_t hash_of( const fw_segment* segment )
{
	fw_path path = { 0 };
	assert_int_equal( fw_path_append( &path, segment ), FW_OK );
	const uint64_t hash = fw_path_hash( &path );
	fw_path_free( &path );
	return hash;
}

static void every_field_counts_in_the_hash( void** state )
{
	(void)state;
	const fw_segment arc = fw_segment_arc( ( fw_vec2 ){ 1.0, 2.0 }, 0.3, 4.0, 0.5, FW_GEAR_FORWARD );
	fw_segment changed[14];
	for ( int32_t i = 0; i < 14; i++ )
	{
		changed[i] = arc;
	}
	changed[1].kind = FW_SEGMENT_LINE;
	changed[2].gear = FW_GEAR_REVERSE;
	changed[3].waypoint = true;
	double* fields[10] = { &changed[4].from.x,   &changed[5].from.y,   &changed[6].to.x,    &changed[7].to.y,
	                       &changed[8].center.x, &changed[9].center.y, &changed[10].radius, &changed[11].start,
	                       &changed[12].sweep,   &changed[13].length };
	for ( int32_t i = 0; i < 10; i++ )
	{
		*fields[i] = nextafter( *fields[i], 100.0 );
	}
	for ( int32_t i = 0; i < 14; i++ )
	{
		for ( int32_t k = 0; k < i; k++ )
		{
			assert_true( hash_of( &changed[i] ) != hash_of( &changed[k] ) );
		}
	}
	// fields that lines do not use do not count
	fw_segment line = fw_segment_line( ( fw_vec2 ){ 1.0, 2.0 }, ( fw_vec2 ){ 3.0, 4.0 }, FW_GEAR_FORWARD );
	const uint64_t hash = hash_of( &line );
	line.center.x = line.radius = line.start = line.sweep = 7.0;
	assert_true( hash_of( &line ) == hash );
	// order counts
	fw_path path = { 0 };
	assert_int_equal( fw_path_append( &path, &line ), FW_OK );
	assert_int_equal( fw_path_append( &path, &arc ), FW_OK );
	const uint64_t one_way = fw_path_hash( &path );
	path.segments[0] = arc;
	path.segments[1] = line;
	assert_true( fw_path_hash( &path ) != one_way );
	fw_path_clear( &path, path.start );
	assert_true( fw_path_hash( &path ) == 0xcbf29ce484222325u );
	// and a known value, the same on every machine
	const fw_segment unit = fw_segment_line( ( fw_vec2 ){ 0.0, 0.0 }, ( fw_vec2 ){ 1.0, 0.0 }, FW_GEAR_FORWARD );
	assert_int_equal( fw_path_append( &path, &unit ), FW_OK );
	print_message( "hash of a line of one tile: %016llx\n", (unsigned long long)fw_path_hash( &path ) );
	assert_true( fw_path_hash( &path ) == 0x54558b45d98f4157u );
	fw_path_free( &path );
}

static void bad_arguments_are_refused( void** state )
{
	(void)state;
	fw_path path = { 0 };
	fw_curve curve;
	const fw_pose a = { 0.0, 0.0, 0.0 };
	const fw_pose b = { 9.0, 9.0, 0.0 };
	assert_true( fw_curve_shortest( a, b, 1.0, FW_WORDS_SIX, FW_GEAR_FORWARD, &curve ) );
	assert_int_equal( fw_path_append( &path, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_path_append( NULL, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_path_append_curve( &path, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_path_append_curve( NULL, &curve ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_path_append_line( &path, ( fw_vec2 ){ NAN, 0.0 }, FW_GEAR_FORWARD ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_path_append_line( NULL, ( fw_vec2 ){ 0.0, 0.0 }, FW_GEAR_FORWARD ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_path_copy( &path, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_path_copy( NULL, &path ), FW_ERR_ARGUMENT );
	fw_curve wrong = curve;
	wrong.word = (fw_curve_word)77;
	assert_int_equal( fw_path_append_curve( &path, &wrong ), FW_ERR_ARGUMENT );
	wrong = curve;
	wrong.part[1] = INFINITY;
	assert_int_equal( fw_path_append_curve( &path, &wrong ), FW_ERR_ARGUMENT );
	wrong = curve;
	wrong.part[0] = -0.1;
	assert_int_equal( fw_path_append_curve( &path, &wrong ), FW_ERR_ARGUMENT );
	wrong = curve;
	wrong.radius = NAN;
	assert_int_equal( fw_path_append_curve( &path, &wrong ), FW_ERR_ARGUMENT );
	assert_true( path.count == 0 && path.segments == NULL );
	fw_path_free( &path );
}

// Moving to a part of a map and back again gives the same bits.
static void test_move( void** state )
{
	(void)state;
	test_random random = test_random_make( 6 );
	fw_path path = { 0 };
	for ( int32_t round = 0; round < 200; round++ )
	{
		const double x = test_random_real( &random, 100.0, 900.0 );
		const double y = test_random_real( &random, 100.0, 900.0 );
		fw_path_clear( &path, ( fw_pose ){ x, y, 1.0 } );
		test_line_to( &path, x + 3.3, y - 7.7, FW_GEAR_FORWARD );
		assert_int_equal( fw_path_append_link( &path, ( fw_vec2 ){ x + 9.0, y } ), FW_OK );
		const fw_segment arc = fw_segment_arc( ( fw_vec2 ){ x + 9.0, y }, 0.3, 2.0, 1.7, FW_GEAR_FORWARD );
		assert_int_equal( fw_path_append( &path, &arc ), FW_OK );
		const uint64_t hash = fw_path_hash( &path );
		const fw_pose end = fw_path_end( &path );
		fw_path_move( &path, -80.0, -71.0 );
		assert_true( fabs( fw_path_end( &path ).x - ( end.x - 80.0 ) ) < 1e-9 && path.start.y == y - 71.0 );
		assert_true( fabs( fw_path_at( &path, path.length - 1e-9 ).pose.y - ( end.y - 71.0 ) ) < 1e-6 );
		fw_path_move( &path, 80.0, 71.0 );
		assert_true( fw_path_hash( &path ) == hash && path.start.x == x );
	}
	fw_path_free( &path );
}

static fw_vec2 end_of( const fw_path* path )
{
	const fw_pose end = fw_path_end( path );
	return ( fw_vec2 ){ end.x, end.y };
}

// Lines without length do not turn the unit, wherever they are.
static void points_keep_the_heading( void** state )
{
	(void)state;
	fw_path path = { 0 };
	fw_path_clear( &path, ( fw_pose ){ 2.0, 1.0, 2.5 } );
	for ( fw_gear gear = FW_GEAR_FORWARD; gear <= FW_GEAR_REVERSE; gear++ )
	{
		const fw_segment point = fw_segment_line( end_of( &path ), end_of( &path ), gear );
		assert_int_equal( fw_path_append( &path, &point ), FW_OK );
	}
	assert_true( same_pose( fw_path_begin( &path ), path.start, 0.0 ) );
	assert_true( same_pose( fw_path_end( &path ), path.start, 0.0 ) );
	assert_true( same_pose( fw_path_at( &path, 1.0 ).pose, path.start, 0.0 ) );
	test_line_to( &path, 2.0, 5.0, FW_GEAR_FORWARD );
	const fw_segment point = fw_segment_line( end_of( &path ), end_of( &path ), FW_GEAR_FORWARD );
	assert_int_equal( fw_path_append( &path, &point ), FW_OK );
	assert_true( same_pose( fw_path_begin( &path ), ( fw_pose ){ 2.0, 1.0, FW_PI / 2.0 }, 1e-12 ) );
	assert_true( same_pose( fw_path_end( &path ), ( fw_pose ){ 2.0, 5.0, FW_PI / 2.0 }, 1e-12 ) );
	assert_true( same_pose( fw_path_at( &path, 4.0 ).pose, fw_path_end( &path ), 0.0 ) );
	assert_int_equal( fw_path_at( &path, 4.0 ).segment, 3 );
	assert_int_equal( fw_path_turn_count( &path ), 0 );
	fw_path_reverse( &path );
	assert_true( same_pose( path.start, ( fw_pose ){ 2.0, 5.0, FW_PI / 2.0 }, 1e-12 ) );
	fw_path_free( &path );
}

// Is no point of the path further than this from the chords?
static void assert_near_chords( const fw_path* path, const fw_vec2* points, int32_t count, double deviation )
{
	for ( int32_t k = 0; k <= 1000; k++ )
	{
		const fw_pose pose = fw_path_at( path, path->length * k / 1000 ).pose;
		double nearest = INFINITY;
		for ( int32_t i = 1; i < count; i++ )
		{
			const fw_vec2 a = points[i - 1];
			const fw_vec2 d = { points[i].x - a.x, points[i].y - a.y };
			const double square = d.x * d.x + d.y * d.y;
			const double along = square > 0.0 ? ( ( pose.x - a.x ) * d.x + ( pose.y - a.y ) * d.y ) / square : 0.0;
			const double share = fmin( 1.0, fmax( 0.0, along ) );
			nearest = fmin( nearest, fw_length( pose.x - a.x - share * d.x, pose.y - a.y - share * d.y ) );
		}
		assert_true( nearest <= deviation * 1.000001 + 1e-12 );
	}
}

static void test_points( void** state )
{
	(void)state;
	fw_path path = { 0 };
	fw_vec2 points[512];
	fw_path_clear( &path, ( fw_pose ){ 2.0, 3.0, 0.0 } );
	int32_t count = -1;
	assert_int_equal( fw_path_points( &path, 0.1, points, 1, &count, NULL ), FW_OK );
	assert_int_equal( count, 1 ); // a path without segments is its start
	assert_int_equal( fw_path_append_line( &path, ( fw_vec2 ){ 6.0, 3.0 }, FW_GEAR_FORWARD ), FW_OK );
	const fw_segment arc = fw_segment_arc( ( fw_vec2 ){ 6.0, 3.0 }, 0.0, 3.0, -2.0, FW_GEAR_FORWARD );
	assert_int_equal( fw_path_append( &path, &arc ), FW_OK );
	int32_t before = 0;
	for ( double deviation = 10.0; deviation > 1e-4; deviation /= 3.0 )
	{
		assert_int_equal( fw_path_points( &path, deviation, NULL, 0, &count, NULL ), FW_OK );
		assert_true( count >= 3 && count >= before && count <= 512 );
		before = count;
		points[count - 1] = ( fw_vec2 ){ -1.0, -1.0 };
		assert_int_equal( fw_path_points( &path, deviation, points, count - 1, &count, NULL ), FW_ERR_CAPACITY );
		assert_true( points[count - 1].x == -1.0 );
		assert_int_equal( fw_path_points( &path, deviation, points, 512, &count, NULL ), FW_OK );
		assert_true( points[0].x == 2.0 && points[0].y == 3.0 && points[1].x == 6.0 && points[1].y == 3.0 );
		assert_true( points[count - 1].x == arc.to.x && points[count - 1].y == arc.to.y );
		assert_near_chords( &path, points, count, deviation );
	}
	assert_true( before > 60 ); // the finest needs many
	assert_int_equal( fw_path_points( &path, 0.0, points, 512, &count, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_path_points( &path, NAN, points, 512, &count, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_path_points( &path, 0.1, NULL, 5, &count, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_path_points( &path, 1e-300, points, 512, &count, NULL ), FW_ERR_CAPACITY );
	fw_path_free( &path );
}

int run_test_path( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_points ),
	    cmocka_unit_test( empty_paths ),
	    cmocka_unit_test( a_zeroed_path_works ),
	    cmocka_unit_test( lines_are_appended_from_the_end ),
	    cmocka_unit_test( curves_mark_their_waypoint ),
	    cmocka_unit_test( sampling_follows_the_segments ),
	    cmocka_unit_test( reversed_paths_undo_themselves ),
	    cmocka_unit_test( copies_are_equal_and_apart ),
	    cmocka_unit_test( every_failing_allocation_is_survived ),
	    cmocka_unit_test( a_segment_of_the_path_itself_is_appended ),
	    cmocka_unit_test( turns_are_counted ),
	    cmocka_unit_test( every_field_counts_in_the_hash ),
	    cmocka_unit_test( bad_arguments_are_refused ),
	    cmocka_unit_test( test_move ),
	    cmocka_unit_test( points_keep_the_heading ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

// SPDX-License-Identifier: MIT
// Pose files: any text is refused with a position, or its problems are written and read again the same; and every word
// that looks like a number is the number that the C library reads.
#include "fairway/io.h"
#include "fuzz_check.h"
#include "io/text.h"

#include <math.h>

static size_t print_problem( const fw_pose_problem* p, char* out, size_t room )
{
	char heading[40] = "any";
	if ( !p->goal_any_heading )
	{
		snprintf( heading, sizeof( heading ), "%.17g", fw_degrees( p->goal.heading ) );
	}
	const int count =
	    snprintf( out, room, "%.17g %.17g %.17g %.17g %.17g %s %.17g %.17g\n", p->start.x, p->start.y,
	              fw_degrees( p->start.heading ), p->goal.x, p->goal.y, heading, p->radius, p->turning_radius );
	CHECK( count > 0 && (size_t)count < room );
	return (size_t)count;
}

static void check_same( const fw_pose_problem* p, const fw_pose_problem* q )
{
	CHECK( p->start.x == q->start.x && p->start.y == q->start.y );
	CHECK( p->goal.x == q->goal.x && p->goal.y == q->goal.y );
	// Conversion to degrees and back rounds twice.
	CHECK( fabs( p->start.heading - q->start.heading ) < 1e-11 );
	CHECK( fabs( p->goal.heading - q->goal.heading ) < 1e-11 );
	CHECK( p->goal_any_heading == q->goal_any_heading );
	CHECK( p->radius == q->radius && p->turning_radius == q->turning_radius );
}

static bool near_limit( const fw_pose_problem* p )
{
	return fabs( p->start.heading ) > 628.0 || fabs( p->goal.heading ) > 628.0;
}

static void check_round_trip( const fw_pose_set* poses )
{
	const size_t room = (size_t)poses->count * 256 + 512;
	char* text = malloc( room );
	CHECK( text != NULL );
	size_t size = (size_t)snprintf( text, room, "# map: %s\n", poses->map );
	int32_t printed = 0;
	for ( int32_t i = 0; i < poses->count; i++ )
	{
		const fw_pose_problem* p = &poses->problems[i];
		printed += !near_limit( p );
		size += near_limit( p ) ? 0 : print_problem( p, text + size, room - size );
	}
	fw_pose_set again;
	CHECK( fw_poses_parse( text, size, NULL, &again, NULL ) == FW_OK );
	CHECK( again.count == printed );
	CHECK( strcmp( poses->map, again.map ) == 0 );
	for ( int32_t i = 0, j = 0; i < poses->count; i++ )
	{
		if ( !near_limit( &poses->problems[i] ) )
		{
			check_same( &poses->problems[i], &again.problems[j++] );
		}
	}
	fw_poses_free( &again );
	free( text );
}

static bool is_number_byte( char c )
{
	return ( c >= '0' && c <= '9' ) || c == '+' || c == '-' || c == '.' || c == 'e' || c == 'E';
}

static void check_number( const char* bytes, size_t size )
{
	char word[256];
	if ( size == 0 || size >= sizeof( word ) )
	{
		return;
	}
	memcpy( word, bytes, size );
	word[size] = 0;
	char* end = word;
	const double expected = strtod( word, &end );
	double value = 0.0;
	CHECK( fw_number_double( bytes, size, &value ) == ( end == word + size ) );
	if ( end != word + size )
	{
		return;
	}
	const bool exact = size <= 19;
	CHECK( value == expected || ( !exact && nextafter( value, expected ) == expected ) );
	CHECK( signbit( value ) == signbit( expected ) );
}

static void check_numbers( const char* text, size_t size )
{
	for ( size_t at = 0; at < size; at++ )
	{
		const size_t start = at;
		while ( at < size && is_number_byte( text[at] ) )
		{
			at++;
		}
		check_number( text + start, at - start );
	}
}

int LLVMFuzzerTestOneInput( const uint8_t* data, size_t size )
{
	ledger book = { 0 };
	const fw_allocator allocator = ledger_allocator( &book );
	const char* text = (const char*)data;
	fw_pose_set poses = { 0 };
	fw_refusal error = { 0 };
	const fw_status status = fw_poses_parse( text, size, &allocator, &poses, &error );
	check_error( text, size, status, &error );
	CHECK( book.peak <= 64 * size + 8192 );
	for ( int32_t i = 0; i < poses.count; i++ )
	{
		const fw_pose_problem* p = &poses.problems[i];
		CHECK( isfinite( p->start.heading ) && isfinite( p->goal.heading ) );
		CHECK( p->start.x >= 0.0 && p->start.x <= FW_GRID_MAX_SIDE && p->goal.y >= 0.0 &&
		       p->goal.y <= FW_GRID_MAX_SIDE );
		CHECK( p->radius >= 0.0 && p->radius <= 64.0 && p->turning_radius >= 0.0 && p->turning_radius <= 64.0 );
	}
	if ( status == FW_OK )
	{
		check_round_trip( &poses );
	}
	fw_poses_free( &poses );
	CHECK( book.live == 0 );
	check_numbers( text, size );
	return 0;
}

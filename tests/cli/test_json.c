// SPDX-License-Identifier: MIT
// Paths to JSON and back: same geometry, clear refusals. Built from cli/json_read.c, cli/json_write.c, cli/values.c.
#define _POSIX_C_SOURCE 200809L
#include "json.h"
#include "support.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define HEAD                                                                                                           \
	"{\"format\":\"fairway-path\",\"version\":1,\"found\":true,\"length\":1,"                                          \
	"\"unit\":{\"radius\":0.9,\"turning_radius\":3},"
#define LINE "{\"kind\":\"line\",\"gear\":\"forward\",\"from\":[1,1],\"to\":[2,1]}"

static fw_segment random_segment( test_random* random, fw_vec2 from )
{
	const fw_gear gear = test_random_next( random ) % 3 == 0 ? FW_GEAR_REVERSE : FW_GEAR_FORWARD;
	if ( test_random_next( random ) % 6 == 0 )
	{
		const fw_vec2 to = test_random_point( random, 0.0, 500.0, 500.0 );
		return ( fw_segment ){ .kind = FW_SEGMENT_LINK, .gear = gear, .from = from, .to = to };
	}
	if ( test_random_next( random ) % 2 == 0 )
	{
		const double x = from.x + test_random_real( random, 0.1, 9.0 );
		const fw_vec2 to = { x, from.y + test_random_real( random, -9.0, 9.0 ) };
		return fw_segment_line( from, to, gear );
	}
	const double turn = test_random_real( random, 0.01, 3.0 );
	const double sweep = test_random_next( random ) % 2 == 0 ? turn : -turn;
	const double heading = test_random_real( random, -3.0, 3.0 );
	return fw_segment_arc( from, heading, test_random_real( random, 0.5, 20.0 ), sweep, gear );
}

static void random_document( test_random* random, path_document* document )
{
	document->found = true;
	document->unit.radius = test_random_real( random, 0.0, 4.0 );
	document->unit.turning_radius = test_random_real( random, 0.0, 9.0 );
	document->unit.reverse = test_random_next( random ) % 2 == 0;
	document->unit.capabilities = FW_CAP_GROUND | ( test_random_next( random ) % 2 == 0 ? FW_CAP_WATER : FW_CAP_ROAD );
	document->expanded = (int64_t)( test_random_next( random ) % 1000000 );
	document->generated = (int64_t)( test_random_next( random ) % 1000000 );
	document->microseconds = test_random_real( random, 0.0, 1e6 );
	document->anchor = test_random_next( random ) % 2 == 0 ? FW_ANCHOR_CENTER : FW_ANCHOR_CORNER;
	snprintf( document->method, sizeof( document->method ), "directional%d",
	          (int)( test_random_next( random ) % 100 ) );
	fw_vec2 at = test_random_point( random, 0.0, 500.0, 500.0 );
	fw_path_clear( &document->path, ( fw_pose ){ at.x, at.y, test_random_real( random, -3.0, 3.0 ) } );
	const int32_t count = (int32_t)( test_random_next( random ) % 12 );
	for ( int32_t i = 0; i < count; i++ )
	{
		const fw_segment segment = random_segment( random, at );
		assert_int_equal( fw_path_append( &document->path, &segment ), FW_OK );
		at = segment.to;
	}
	document->length = document->path.length;
	document->cost = 2.0 * document->path.length;
}

static char* written( const path_document* document )
{
	char* text = NULL;
	size_t size = 0;
	FILE* stream = open_memstream( &text, &size );
	assert_non_null( stream );
	assert_true( path_json_write( document, stream ) );
	assert_int_equal( fclose( stream ), 0 );
	return text;
}

static void assert_near( double a, double b )
{
	assert_true( fabs( a - b ) <= 1e-11 * ( 1.0 + fabs( a ) ) );
}

static void assert_same_segment( const fw_segment* a, const fw_segment* b )
{
	assert_int_equal( a->kind, b->kind );
	assert_int_equal( a->gear, b->gear );
	assert_near( a->from.x, b->from.x );
	assert_near( a->from.y, b->from.y );
	assert_near( a->to.x, b->to.x );
	assert_near( a->to.y, b->to.y );
	assert_near( a->length, b->length );
	if ( a->kind == FW_SEGMENT_ARC )
	{
		assert_near( a->center.x, b->center.x );
		assert_near( a->center.y, b->center.y );
		assert_near( a->sweep, b->sweep );
		assert_true( memcmp( &a->radius, &b->radius, sizeof( double ) ) == 0 );
	}
}

static void assert_same_document( const path_document* a, const path_document* b )
{
	assert_true( a->found == b->found && a->unit.reverse == b->unit.reverse );
	assert_true( a->unit.capabilities == b->unit.capabilities );
	assert_true( memcmp( &a->unit.radius, &b->unit.radius, sizeof( double ) ) == 0 );
	assert_true( memcmp( &a->length, &b->length, sizeof( double ) ) == 0 );
	assert_true( memcmp( &a->cost, &b->cost, sizeof( double ) ) == 0 );
	assert_true( a->expanded == b->expanded && a->generated == b->generated );
	assert_true( memcmp( &a->microseconds, &b->microseconds, sizeof( double ) ) == 0 );
	assert_string_equal( a->method, b->method );
	assert_int_equal( a->anchor, b->anchor );
	assert_near( a->path.start.heading, b->path.start.heading );
	assert_int_equal( a->path.count, b->path.count );
	for ( int32_t i = 0; i < a->path.count; i++ )
	{
		assert_same_segment( &a->path.segments[i], &b->path.segments[i] );
	}
}

// Writes the document and reads it again; returns what was written.
static char* written_and_read( const path_document* document, path_document* again )
{
	field_error error;
	path_document_init( again );
	char* text = written( document );
	assert_true( path_json_read( text, strlen( text ), again, &error ) );
	return text;
}

static void test_round_trip( void** unused )
{
	(void)unused;
	test_random random = test_random_make( 0x9E3779B97F4A7C15u );
	for ( int32_t round = 0; round < 500; round++ )
	{
		path_document document, again;
		path_document_init( &document );
		random_document( &random, &document );
		char* text = written_and_read( &document, &again );
		assert_same_document( &document, &again );
		free( text );
		path_document_free( &document );
		path_document_free( &again );
	}
}

static void test_not_found( void** unused )
{
	(void)unused;
	path_document document, again;
	path_document_init( &document );
	snprintf( document.outcome, sizeof( document.outcome ), "unreachable" );
	snprintf( document.reason, sizeof( document.reason ), "a \"quoted\" reason" );
	char* text = written_and_read( &document, &again );
	assert_non_null( strstr( text, "\"length\": null" ) );
	assert_non_null( strstr( text, "\"segments\": []" ) );
	assert_false( again.found );
	assert_string_equal( again.reason, document.reason );
	free( text );
	path_document_free( &document );
	path_document_free( &again );
}

static void test_time_may_be_unknown( void** unused )
{
	(void)unused;
	test_random random = test_random_make( 7 );
	path_document document, again;
	path_document_init( &document );
	random_document( &random, &document );
	document.microseconds = -1.0;
	char* text = written_and_read( &document, &again );
	assert_non_null( strstr( text, "\"microseconds\": null" ) );
	assert_true( again.microseconds < 0.0 );
	assert_same_document( &document, &again );
	free( text );
	path_document_free( &document );
	path_document_free( &again );
}

static void test_leaves_out_segments_without_length( void** unused )
{
	(void)unused;
	path_document document;
	path_document_init( &document );
	document.found = true;
	const fw_segment segment = fw_segment_line( ( fw_vec2 ){ 1.0, 1.0 }, ( fw_vec2 ){ 1.0, 1.0 }, FW_GEAR_FORWARD );
	assert_int_equal( fw_path_append( &document.path, &segment ), FW_OK );
	char* text = written( &document );
	assert_null( strstr( text, "line" ) );
	free( text );
	path_document_free( &document );
}

static void test_refuses_not_finite( void** unused )
{
	(void)unused;
	path_document document;
	path_document_init( &document );
	document.found = true;
	document.length = (double)NAN;
	FILE* stream = tmpfile();
	assert_non_null( stream );
	assert_false( path_json_write( &document, stream ) );
	fclose( stream );
	path_document_free( &document );
}

typedef struct refusal
{
	const char* text;
	const char* place;
	const char* reason; // a part of it
} refusal;

static const refusal refusals[] = {
    { "[]", "", "expected an object" },
    { "{}", "format", "missing" },
    { "{\"format\":1,\"version\":1}", "format", "a string" },
    { "{\"format\":\"other\",\"version\":1}", "format", "fairway-path" },
    { "{\"format\":\"fairway-path\",\"version\":2}", "version", "not known" },
    { "{\"format\":\"fairway-path\",\"version\":1}", "found", "missing" },
    { "{\"format\":\"fairway-path\",\"version\":1,\"found\":true,\"length\":\"1\"}", "length", "expected a number" },
    { "{\"format\":\"fairway-path\",\"version\":1,\"found\":true,\"length\":1}", "unit", "missing" },
    { HEAD "\"segments\":{}}", "segments", "an array" },
    { HEAD "\"segments\":[7]}", "segments[0]", "an object" },
    { HEAD "\"segments\":[" LINE ",{\"kind\":\"curve\",\"gear\":\"forward\"}]}", "segments[1].kind", "\"arc\"" },
    { HEAD "\"segments\":[{\"kind\":\"line\",\"gear\":\"neutral\"}]}", "segments[0].gear", "\"reverse\"" },
    { HEAD "\"segments\":[{\"kind\":\"line\",\"from\":[1,1],\"to\":[2,2]}]}", "segments[0].gear", "missing" },
    { HEAD "\"segments\":[{\"kind\":\"line\",\"gear\":\"forward\",\"from\":[1],\"to\":[2,2]}]}", "segments[0].from",
      "2 numbers" },
    { HEAD "\"segments\":[{\"kind\":\"line\",\"gear\":\"forward\",\"from\":[1,null],\"to\":[2,2]}]}",
      "segments[0].from[1]", "expected a number" },
    { HEAD "\"segments\":[{\"kind\":\"line\",\"gear\":\"forward\",\"from\":[1,1e300],\"to\":[2,2]}]}",
      "segments[0].from[1]", "not between" },
    { HEAD "\"segments\":[{\"kind\":\"line\",\"gear\":\"forward\",\"from\":[1,1],\"to\":[1,1]}]}", "segments[0]",
      "no length" },
    { HEAD "\"segments\":[{\"kind\":\"link\",\"gear\":\"forward\",\"from\":[1,1],\"to\":[1,1]}]}", "segments[0]",
      "leads to where it begins" },
    { HEAD "\"segments\":[{\"kind\":\"link\",\"gear\":\"forward\",\"from\":[1,1]}]}", "segments[0].to", "missing" },
    { HEAD "\"segments\":[{\"kind\":\"arc\",\"gear\":\"forward\",\"center\":[1,1],\"radius\":0,\"start\":0,"
           "\"sweep\":9}]}",
      "segments[0].radius", "not between" },
    { HEAD "\"segments\":[{\"kind\":\"arc\",\"gear\":\"forward\",\"center\":[1,1],\"radius\":1,\"start\":0,"
           "\"sweep\":1e9}]}",
      "segments[0].sweep", "not between" },
    { HEAD "\"start\":[1,1],\"segments\":[]}", "start", "3 numbers" },
    { HEAD "\"capabilities\":\"ground\"}", "segments", "missing" },
    { "{\"format\":\"fairway-path\",\"version\":1,\"found\":false,\"unit\":{\"radius\":1,\"turning_radius\":0},"
      "\"segments\":[" LINE "]}",
      "segments", "not found" },
    { "{\"format\":\"fairway-path\",\"version\":1,\"found\":false,\"unit\":{\"radius\":99,\"turning_radius\":0},"
      "\"segments\":[]}",
      "unit.radius", "not between" },
    { "{\"format\":\"fairway-path\",\"version\":1,\"found\":false,\"unit\":{\"radius\":1,\"turning_radius\":0,"
      "\"capabilities\":\"ground,lava\"},\"segments\":[]}",
      "unit.capabilities", "expected names" },
};

static void test_refusals( void** unused )
{
	(void)unused;
	for ( size_t i = 0; i < sizeof( refusals ) / sizeof( refusals[0] ); i++ )
	{
		path_document document;
		field_error error;
		path_document_init( &document );
		const refusal* expected = &refusals[i];
		assert_false( path_json_read( expected->text, strlen( expected->text ), &document, &error ) );
		assert_int_equal( error.status, FW_ERR_SYNTAX );
		assert_string_equal( error.place, expected->place );
		assert_non_null( strstr( error.text, expected->reason ) );
		assert_int_equal( document.path.count, 0 );
		path_document_free( &document );
	}
}

static void test_syntax_has_line_and_column( void** unused )
{
	(void)unused;
	const char* text = "{\n  \"format\": \"fairway-path\",\n  \"version\" 1\n}";
	path_document document;
	field_error error;
	path_document_init( &document );
	assert_false( path_json_read( text, strlen( text ), &document, &error ) );
	assert_int_equal( error.line, 3 );
	assert_true( error.column > 0 );
	path_document_free( &document );
}

static void test_unknown_keys_are_ignored( void** unused )
{
	(void)unused;
	const char* text = HEAD "\"later\":{\"x\":[1]},\"segments\":[" LINE "]}";
	path_document document;
	field_error error;
	path_document_init( &document );
	assert_true( path_json_read( text, strlen( text ), &document, &error ) );
	assert_int_equal( document.path.count, 1 );
	assert_near( document.path.length, 1.0 );
	path_document_free( &document );
}

// Every prefix of a good text is refused without a crash.
static void test_every_prefix( void** unused )
{
	(void)unused;
	const char* text = HEAD "\"segments\":[" LINE "]}";
	for ( size_t size = 0; size < strlen( text ); size++ )
	{
		path_document document;
		field_error error;
		path_document_init( &document );
		assert_false( path_json_read( text, size, &document, &error ) );
		assert_true( error.text[0] != '\0' );
		path_document_free( &document );
	}
}

int run_test_json( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_round_trip ),
	    cmocka_unit_test( test_not_found ),
	    cmocka_unit_test( test_time_may_be_unknown ),
	    cmocka_unit_test( test_leaves_out_segments_without_length ),
	    cmocka_unit_test( test_refuses_not_finite ),
	    cmocka_unit_test( test_refusals ),
	    cmocka_unit_test( test_syntax_has_line_and_column ),
	    cmocka_unit_test( test_unknown_keys_are_ignored ),
	    cmocka_unit_test( test_every_prefix ),
	};
	return cmocka_run_group_tests_name( "json", tests, NULL, NULL );
}

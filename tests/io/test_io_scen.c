// SPDX-License-Identifier: MIT
// Scenarios: every form of their lines, where each fault is, names and scaling.
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on
#include "fairway/io.h"
#include "support.h"
#include "support_io.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT( array ) ( sizeof( array ) / sizeof( ( array )[0] ) )

static void test_scen_forms( void** state )
{
	(void)state;
	static const char* const versions[] = { "version 1\n", "version 1.0\r\n", "version\t1 \n\n", "" };
	static const char* const lines = "0\tmaps/dao/arena.map\t49\t48\t1\t11\t2\t12\t1.41421\n"
	                                 "61 maps/dao/arena.map 49 48 1 11 2 12 244.95 \r\n"
	                                 "\n"
	                                 "7   x\\other.map 1 1 100 11 2 12\n"
	                                 "8 \t maps/dao/arena.map 100 11 2 12 3e2\n"
	                                 "9 maps/dao/arena.map 100 11 2 12\n"
	                                 "10 maps/dao/arena.map 49 48 1 11 2 12 -1";
	for ( size_t i = 0; i < COUNT( versions ); i++ )
	{
		char text[512];
		snprintf( text, sizeof( text ), "%s%s", versions[i], lines );
		fw_scen scen;
		fw_refusal error = { 0 };
		assert_int_equal( test_parse_scen( text, &scen, &error ), FW_OK );
		assert_int_equal( error.status, FW_OK );
		assert_int_equal( scen.count, 6 );
		static const fw_scen_problem expected[6] = {
		    { 0, 49, 48, 1, 11, 2, 12, 1.41421, 0 }, { 61, 49, 48, 1, 11, 2, 12, 244.95, 0 },
		    { 7, 0, 0, 100, 11, 2, 12, -1.0, 19 },   { 8, 0, 0, 100, 11, 2, 12, 300.0, 0 },
		    { 9, 0, 0, 100, 11, 2, 12, -1.0, 0 },    { 10, 49, 48, 1, 11, 2, 12, -1.0, 0 },
		};
		for ( int32_t p = 0; p < 6; p++ )
		{
			const fw_scen_problem* problem = &scen.problems[p];
			assert_int_equal( problem->bucket, expected[p].bucket );
			assert_int_equal( problem->map_width, expected[p].map_width );
			assert_int_equal( problem->map_height, expected[p].map_height );
			assert_int_equal( problem->start_x, expected[p].start_x );
			assert_int_equal( problem->start_y, expected[p].start_y );
			assert_int_equal( problem->goal_x, expected[p].goal_x );
			assert_int_equal( problem->goal_y, expected[p].goal_y );
			assert_true( problem->length == expected[p].length );
			assert_int_equal( problem->map_name, expected[p].map_name );
		}
		assert_int_equal( scen.names_size, 31 );
		assert_memory_equal( scen.names, "maps/dao/arena.map\0x\\other.map", 31 );
		fw_scen_free( &scen );
		assert_int_equal( scen.count, 0 );
		fw_scen_free( &scen );
	}
}

static void test_scen_faults( void** state )
{
	(void)state;
	static const struct
	{
		const char* text;
		fw_status status;
		size_t byte;
		int32_t line, column;
	} cases[] = {
	    { "version 2\n", FW_ERR_SYNTAX, 8, 1, 9 },
	    { "version\n", FW_ERR_SYNTAX, 7, 1, 8 },
	    { "version 1 1\n", FW_ERR_SYNTAX, 10, 1, 11 },
	    { "version 1\nx a 1 2 3 4\n", FW_ERR_SYNTAX, 10, 2, 1 },
	    { "-1 a 1 2 3 4\n", FW_ERR_SYNTAX, 0, 1, 1 },
	    { "2147483648 a 1 2 3 4\n", FW_ERR_SYNTAX, 0, 1, 1 },
	    { "1\n", FW_ERR_SYNTAX, 1, 1, 2 },
	    { "1 a 1 2 3\n", FW_ERR_SYNTAX, 9, 1, 10 },
	    { "1 a 1 2 3 \r\n", FW_ERR_SYNTAX, 10, 1, 11 },
	    { "1 a 1 2 3", FW_ERR_SYNTAX, 9, 1, 10 },
	    { "1 a 9 9 1 2 3 4 5.0 6\n", FW_ERR_SYNTAX, 20, 1, 21 },
	    { "1 a 0 9 1 2 3 4\n", FW_ERR_SYNTAX, 4, 1, 5 },
	    { "1 a 9 16385 1 2 3 4\n", FW_ERR_TOO_LARGE, 6, 1, 7 },
	    { "1 a 9 9 1 2 9 4\n", FW_ERR_SYNTAX, 12, 1, 13 },
	    { "1 a 9 5 1 5 3 4\n", FW_ERR_SYNTAX, 10, 1, 11 },
	    { "1 a 16384 1 2 3\n", FW_ERR_SYNTAX, 4, 1, 5 },
	    { "1 a 9 9 -1 2 3 4\n", FW_ERR_SYNTAX, 8, 1, 9 },
	    { "1 a 9 9 1.5 2 3 4\n", FW_ERR_SYNTAX, 8, 1, 9 },
	    { "1 a 9 9 1 2 3 4 inf\n", FW_ERR_SYNTAX, 16, 1, 17 },
	    { "1 a 9 9 1 2 3 4 1e999\n", FW_ERR_SYNTAX, 16, 1, 17 },
	    { "1 a 9 9 1 2 3 4 nan\n", FW_ERR_SYNTAX, 16, 1, 17 },
	    { "1 a 9 9 1 2 3 4 1,5\n", FW_ERR_SYNTAX, 16, 1, 17 },
	    { "1 a 9 9 1 2 3 4 0x10\n", FW_ERR_SYNTAX, 16, 1, 17 },
	    { "1 a 9 9 1 2 3 4 5\n\n2 b 1 2 3 4\n3 c\x01 1 2 3 4\n", FW_ERR_SYNTAX, 34, 4, 4 },
	};
	for ( size_t i = 0; i < COUNT( cases ); i++ )
	{
		fw_scen scen = { .count = 77 };
		fw_refusal error = { 0 };
		assert_int_equal( test_parse_scen( cases[i].text, &scen, &error ), cases[i].status );
		test_check_fault( &error, cases[i].status, cases[i].byte, cases[i].line, cases[i].column );
		assert_int_equal( scen.count, 77 );
	}
	fw_scen scen = { .count = 77 };
	fw_refusal error = { 0 };
	assert_int_equal( fw_scen_parse( "1 a\0b 1 2 3 4", 13, NULL, &scen, &error ), FW_ERR_SYNTAX );
	test_check_fault( &error, FW_ERR_SYNTAX, 3, 1, 4 );
	assert_string_equal( error.text, "expected a name without control characters, found a zero byte" );
	assert_int_equal( fw_scen_parse( NULL, 1, NULL, &scen, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_scen_parse( "", 0, NULL, NULL, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_scen_parse( NULL, 0, NULL, &scen, NULL ), FW_OK );
	assert_int_equal( scen.count, 0 );
	assert_null( scen.names );
}

static void test_scen_names( void** state )
{
	(void)state;
	static const struct
	{
		const char *stated, *file;
		bool matches;
	} cases[] = {
	    { "maps/dao/arena.map", "/other/place/arena.map", true },
	    { "maps/dao/arena.map", "arena.map", true },
	    { "arena.map", "C:\\maps\\arena.map", true },
	    { "maps\\dao\\arena.map", "x/arena.map", true },
	    { "maps\\dao/arena.map", "x/y\\arena.map", true },
	    { "maps/dao/arena.map", "arena2.map", false },
	    { "maps/dao/arena.map", "dao/Arena.map", false },
	    { "maps/dao/arena.map", "bigarena.map", false },
	    { "maps/dao/", "maps/dao/", false },
	    { "maps/dao/arena.map", "", false },
	};
	for ( size_t i = 0; i < COUNT( cases ); i++ )
	{
		char text[128];
		snprintf( text, sizeof( text ), "0 %s 1 2 3 4\n", cases[i].stated );
		fw_scen scen;
		assert_int_equal( test_parse_scen( text, &scen, NULL ), FW_OK );
		assert_int_equal( fw_scen_matches( &scen, 0, cases[i].file ), cases[i].matches );
		assert_false( fw_scen_matches( &scen, 1, cases[i].file ) );
		assert_false( fw_scen_matches( &scen, -1, cases[i].file ) );
		assert_false( fw_scen_matches( &scen, 0, NULL ) );
		fw_scen_free( &scen );
	}
}

// Many names, most of them twice: each is stored once and found again.
static void test_scen_many_names( void** state )
{
	(void)state;
	enum
	{
		NAMES = 3000,
		LINE = 32,
	};
	char* text = malloc( 2 * NAMES * LINE );
	assert_non_null( text );
	size_t size = 0;
	for ( int32_t i = 0; i < 2 * NAMES; i++ )
	{
		size += (size_t)snprintf( text + size, LINE, "%d m/%d.map 1 2 3 4\n", i, i % NAMES );
	}
	fw_scen scen;
	assert_int_equal( fw_scen_parse( text, size, NULL, &scen, NULL ), FW_OK );
	free( text );
	assert_int_equal( scen.count, 2 * NAMES );
	size_t used = 0;
	for ( int32_t i = 0; i < NAMES; i++ )
	{
		char name[LINE];
		snprintf( name, sizeof( name ), "%d.map", i );
		assert_true( fw_scen_matches( &scen, i, name ) );
		assert_int_equal( scen.problems[i].map_name, scen.problems[i + NAMES].map_name );
		used += strlen( name ) + 3;
	}
	assert_int_equal( scen.names_size, used );
	fw_scen_free( &scen );
}

static void test_scen_scaled( void** state )
{
	(void)state;
	fw_grid_def def = fw_default_grid_def();
	def.width = 512;
	def.height = 256;
	fw_grid* grid = NULL;
	assert_int_equal( fw_grid_create( &def, &grid, NULL ), FW_OK );
	fw_scen scen;
	assert_int_equal( test_parse_scen( "1 a 512 256 511 255 3 4 9.5\n"   // as it is
	                                   "2 a 256 1024 255 1023 3 7 9.5\n" // wider and lower
	                                   "3 a 1 1 500 200 3 7\n"           // no size
	                                   "4 a 3 3 2 2 1 1 2\n",
	                                   &scen, NULL ),
	                  FW_OK );
	static const int32_t expected[4][6] = {
	    { 512, 256, 511, 255, 3, 4 },
	    { 512, 256, 510, 255, 6, 1 },
	    { 0, 0, 500, 200, 3, 7 },
	    { 512, 256, 341, 170, 170, 85 },
	};
	for ( int32_t i = 0; i < 4; i++ )
	{
		const fw_scen_problem problem = fw_scen_scaled( &scen, i, grid );
		const int32_t got[6] = { problem.map_width, problem.map_height, problem.start_x,
		                         problem.start_y,   problem.goal_x,     problem.goal_y };
		assert_memory_equal( got, expected[i], sizeof( got ) );
		assert_true( problem.length == scen.problems[i].length );
		assert_int_equal( problem.bucket, i + 1 );
	}
	assert_true( fw_scen_scaled( &scen, 4, grid ).length < 0.0 );
	assert_true( fw_scen_scaled( NULL, 0, grid ).length < 0.0 );
	assert_int_equal( fw_scen_scaled( &scen, 1, NULL ).start_y, 1023 );
	fw_scen_free( &scen );
	fw_grid_destroy( grid );
}

int run_test_io_scen( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_scen_forms ),  cmocka_unit_test( test_scen_faults ),
	    cmocka_unit_test( test_scen_names ),  cmocka_unit_test( test_scen_many_names ),
	    cmocka_unit_test( test_scen_scaled ),
	};
	return cmocka_run_group_tests_name( "io_scen", tests, NULL, NULL );
}

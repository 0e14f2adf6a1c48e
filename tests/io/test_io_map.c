// SPDX-License-Identifier: MIT
// Maps: which texts parse, where each fault is, and that a map is written as it was read.
#define _POSIX_C_SOURCE 200809L
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

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT( array ) ( sizeof( array ) / sizeof( ( array )[0] ) )

static fw_status parse_map( const char* text, fw_grid** grid, fw_refusal* error )
{
	return fw_map_parse( text, strlen( text ), NULL, grid, error );
}

// The rows of most good maps here.
static const uint8_t picture[3][5] = { { 0, 0, 0, 0, 0 }, { 0, 1, 2, 3, 0 }, { 0, 4, 5, 1, 0 } };

static void assert_picture( const fw_grid* grid )
{
	assert_int_equal( fw_grid_width( grid ), 5 );
	assert_int_equal( fw_grid_height( grid ), 3 );
	for ( int32_t y = 0; y < 3; y++ )
	{
		for ( int32_t x = 0; x < 5; x++ )
		{
			assert_int_equal( fw_grid_get( grid, x, y ), picture[y][x] );
		}
	}
}

typedef struct map_case
{
	const char* file;
	fw_status status; // FW_OK: the rows
	size_t byte;
	int32_t line, column;
	const char* found;
} map_case;

static const map_case map_cases[] = {
    { "octile.map", FW_OK, 0, 0, 0, NULL },
    { "width-first.map", FW_OK, 0, 0, 0, NULL },
    { "tile-type.map", FW_OK, 0, 0, 0, NULL },
    { "crlf.map", FW_OK, 0, 0, 0, NULL },
    { "no-last-newline.map", FW_OK, 0, 0, 0, NULL },
    { "lower-case.map", FW_OK, 0, 0, 0, NULL },
    { "out-letters.map", FW_OK, 0, 0, 0, NULL },
    { "trailing-blanks.map", FW_OK, 0, 0, 0, NULL },
    { "byte-order-mark.map", FW_OK, 0, 0, 0, NULL },
    { "plain.map", FW_OK, 0, 0, 0, NULL },
    { "plain-crlf.map", FW_OK, 0, 0, 0, NULL },
    { "empty.map", FW_ERR_SYNTAX, 0, 1, 1, "expected a map, found the end of the text" },
    { "blank.map", FW_ERR_SYNTAX, 5, 4, 1, "expected a map, found the end of the text" },
    { "row-short.map", FW_ERR_SYNTAX, 42, 6, 4, "expected 5 letters in the row, found the end of the line" },
    { "row-short-at-end.map", FW_ERR_SYNTAX, 48, 7, 4, "expected 5 letters in the row, found the end of the text" },
    { "row-long.map", FW_ERR_SYNTAX, 44, 6, 6, "expected the end of the row after 5 letters, found '@'" },
    { "row-missing.map", FW_ERR_SYNTAX, 45, 7, 1, "expected 3 rows, found the end of the text" },
    { "row-extra.map", FW_ERR_SYNTAX, 52, 9, 1, "expected only blank lines after 3 rows, found '@@@@@'" },
    { "row-blank.map", FW_ERR_SYNTAX, 39, 6, 1, "expected 5 letters in the row, found the end of the line" },
    { "letter-unknown.map", FW_ERR_SYNTAX, 47, 7, 3, "expected a letter of a terrain, found 'X'" },
    { "letter-not-ascii.map", FW_ERR_SYNTAX, 41, 6, 3, "expected a letter of a terrain, found the byte 228" },
    { "zero-byte.map", FW_ERR_SYNTAX, 41, 6, 3, "expected a letter of a terrain, found a zero byte" },
    { "height-zero.map", FW_ERR_SYNTAX, 19, 2, 8, "expected a height from 1 to 16384, found '0'" },
    { "height-negative.map", FW_ERR_SYNTAX, 19, 2, 8, "expected a height from 1 to 16384, found '-3'" },
    { "height-missing.map", FW_ERR_SYNTAX, 20, 3, 1, "expected 'height', found 'map'" },
    { "height-twice.map", FW_ERR_SYNTAX, 21, 3, 1, "expected 'width', found 'height'" },
    { "width-no-number.map", FW_ERR_SYNTAX, 27, 3, 7, "expected a width from 1 to 16384, found 'five'" },
    { "width-absent.map", FW_ERR_SYNTAX, 26, 3, 6, "expected a width from 1 to 16384, found the end of the line" },
    { "width-too-large.map", FW_ERR_TOO_LARGE, 27, 3, 7, "expected a width from 1 to 16384, found '16385'" },
    { "width-beyond-64-bits.map", FW_ERR_TOO_LARGE, 27, 3, 7,
      "expected a width from 1 to 16384, found '99999999999999999999999'" },
    { "size-false.map", FW_ERR_SYNTAX, 46, 5, 6, "expected 16384 letters in the row, found the end of the line" },
    { "type-unknown.map", FW_ERR_SYNTAX, 5, 1, 6, "expected the type octile, tile or quad, found 'hexagonal'" },
    { "type-absent.map", FW_ERR_SYNTAX, 4, 1, 5, "expected the type octile, tile or quad, found the end of the line" },
    { "header-tail.map", FW_ERR_SYNTAX, 21, 2, 10, "expected the end of the line, found '5'" },
    { "header-alone.map", FW_ERR_SYNTAX, 29, 4, 1, "expected 'map', found the end of the text" },
    { "plain-ragged.map", FW_ERR_SYNTAX, 16, 3, 5, "expected 5 letters in the row, found the end of the line" },
    { "plain-gap.map", FW_ERR_SYNTAX, 6, 2, 1, "expected 5 letters in the row, found the end of the line" },
    { "plain-letter.map", FW_ERR_SYNTAX, 8, 2, 3, "expected a letter of a terrain, found '!'" },
};

static const map_case* find_map_case( const char* file )
{
	for ( size_t i = 0; i < COUNT( map_cases ); i++ )
	{
		if ( strcmp( map_cases[i].file, file ) == 0 )
		{
			return &map_cases[i];
		}
	}
	return NULL;
}

static void check_map_case( const map_case* expected )
{
	char path[1024];
	snprintf( path, sizeof( path ), "%s/%s", FW_TEST_MAPS, expected->file );
	test_memory book = test_memory_make();
	fw_grid_def def = fw_default_grid_def();
	def.allocator = test_memory_allocator( &book );
	fw_grid* grid = NULL;
	fw_refusal error = { 0 };
	const fw_status status = fw_map_load( path, &def, &grid, &error );
	print_message( "%s: %s\n", expected->file, status == FW_OK ? "a map" : error.text );
	assert_int_equal( status, expected->status );
	if ( status == FW_OK )
	{
		assert_int_equal( error.status, FW_OK );
		assert_picture( grid );
		test_check_round_trip( grid );
		fw_grid_destroy( grid );
	}
	else
	{
		assert_null( grid );
		test_check_fault( &error, expected->status, expected->byte, expected->line, expected->column );
		assert_string_equal( error.text, expected->found );
	}
	test_memory_check_empty( &book );
}

static void test_map_files( void** state )
{
	(void)state;
	DIR* folder = opendir( FW_TEST_MAPS );
	assert_non_null( folder );
	size_t seen = 0;
	for ( struct dirent* entry = readdir( folder ); entry != NULL; entry = readdir( folder ) )
	{
		if ( entry->d_name[0] == '.' )
		{
			continue;
		}
		const map_case* expected = find_map_case( entry->d_name );
		if ( expected == NULL )
		{
			fail_msg( "tests/maps/%s is not listed in this test", entry->d_name );
		}
		check_map_case( expected );
		seen++;
	}
	closedir( folder );
	assert_int_equal( seen, COUNT( map_cases ) );
}

static void test_map_format( void** state )
{
	(void)state;
	fw_grid* grid = NULL;
	assert_int_equal( parse_map( "@@@@@\n@.SW@\n@TRg@\n", &grid, NULL ), FW_OK );
	static const char whole[] = "type octile\nheight 3\nwidth 5\nmap\n@@@@@\n@.SW@\n@TR.@\n";
	char text[sizeof( whole )];
	memset( text, '?', sizeof( text ) );
	size_t needed = 0;
	assert_int_equal( fw_map_format( grid, NULL, 0, &needed, NULL ), FW_OK );
	assert_int_equal( needed, sizeof( whole ) - 1 );
	needed = 0;
	assert_int_equal( fw_map_format( grid, text, sizeof( whole ) - 2, &needed, NULL ), FW_ERR_CAPACITY );
	assert_int_equal( needed, sizeof( whole ) - 1 );
	assert_int_equal( text[0], '?' );
	assert_int_equal( fw_map_format( grid, text, sizeof( text ), &needed, NULL ), FW_OK );
	assert_memory_equal( text, whole, sizeof( whole ) - 1 );
	assert_int_equal( text[sizeof( whole ) - 1], '?' );
	assert_int_equal( fw_map_format( NULL, text, sizeof( text ), &needed, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_map_format( grid, NULL, 0, NULL, NULL ), FW_ERR_ARGUMENT );
	fw_grid_destroy( grid );
}

static void test_map_own_terrains( void** state )
{
	(void)state;
	static const fw_terrain terrains[] = {
	    { "rock", '#', 1.0, 0 },
	    { "grass", 'g', 1.0, FW_CAP_GROUND },
	    { "floor", '.', 1.0, FW_CAP_GROUND },
	    { "lava", 'l', 4.0, FW_CAP_FIRST_FREE },
	    { "ice", 'L', 2.0, FW_CAP_GROUND },
	    { "fog", 'l', 2.0, FW_CAP_GROUND },
	};
	fw_grid_def def = fw_default_grid_def();
	def.terrains = terrains;
	def.terrain_count = COUNT( terrains );
	def.width = -1; // does not count
	static const char text[] = "#@Oo\ngG.l\nLlLl\n";
	static const uint8_t expected[12] = { 0, 0, 0, 0, 1, 1, 2, 3, 4, 3, 4, 3 };
	fw_grid* grid = NULL;
	assert_int_equal( fw_map_parse( text, sizeof( text ) - 1, &def, &grid, NULL ), FW_OK );
	for ( int32_t i = 0; i < 12; i++ )
	{
		assert_int_equal( fw_grid_get( grid, i % 4, i / 4 ), expected[i] );
	}
	size_t needed = 0;
	assert_int_equal( fw_map_format( grid, NULL, 0, &needed, NULL ), FW_OK );
	// Fog would be read as lava.
	const uint8_t fog = 5;
	assert_int_equal( fw_grid_write( grid, ( fw_rect ){ 1, 1, 1, 1 }, &fog, 1, NULL ), FW_OK );
	assert_int_equal( fw_map_format( grid, NULL, 0, &needed, NULL ), FW_ERR_UNSUPPORTED );
	fw_grid_destroy( grid );

	fw_refusal error = { 0 };
	grid = NULL;
	assert_int_equal( fw_map_parse( "#S", 2, &def, &grid, &error ), FW_ERR_SYNTAX );
	test_check_fault( &error, FW_ERR_SYNTAX, 1, 1, 2 );
	def.terrain_count = FW_TERRAIN_MAX + 1;
	assert_int_equal( fw_map_parse( "#", 1, &def, &grid, &error ), FW_ERR_ARGUMENT );
	assert_int_equal( error.status, FW_ERR_ARGUMENT );
	def.terrain_count = 1; // the default fill is terrain 1, which must not matter
	assert_int_equal( fw_map_parse( "#", 1, &def, &grid, &error ), FW_OK );
	fw_grid_destroy( grid );
}

static void test_map_arguments( void** state )
{
	(void)state;
	fw_grid* grid = NULL;
	fw_grid_def def = { 0 };
	assert_int_equal( fw_map_parse( ".", 1, &def, &grid, NULL ), FW_ERR_DEF );
	assert_int_equal( fw_map_parse( NULL, 1, NULL, &grid, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_map_parse( ".", 1, NULL, NULL, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_map_parse( NULL, 0, NULL, &grid, NULL ), FW_ERR_SYNTAX );
	assert_int_equal( fw_map_load( NULL, NULL, &grid, NULL ), FW_ERR_ARGUMENT );
	assert_null( grid );
}

// A text of `rows` rows with `columns` letters each; freed by the caller.
static char* make_plain( int32_t columns, int32_t rows, size_t* size )
{
	*size = (size_t)rows * ( (size_t)columns + 1 );
	char* text = malloc( *size );
	assert_non_null( text );
	memset( text, '.', *size );
	for ( int32_t y = 1; y <= rows; y++ )
	{
		text[(size_t)y * ( (size_t)columns + 1 ) - 1] = '\n';
	}
	return text;
}

static void test_map_limits( void** state )
{
	(void)state;
	static const struct
	{
		int32_t columns, rows;
		fw_status status;
		size_t byte;
		int32_t line, column;
	} cases[] = {
	    { FW_GRID_MAX_SIDE, 2, FW_OK, 0, 0, 0 },
	    { 2, FW_GRID_MAX_SIDE, FW_OK, 0, 0, 0 },
	    { FW_GRID_MAX_SIDE + 1, 2, FW_ERR_TOO_LARGE, FW_GRID_MAX_SIDE, 1, FW_GRID_MAX_SIDE + 1 },
	    { 2, FW_GRID_MAX_SIDE + 1, FW_ERR_TOO_LARGE, (size_t)FW_GRID_MAX_SIDE * 3, FW_GRID_MAX_SIDE + 1, 1 },
	};
	for ( size_t i = 0; i < COUNT( cases ); i++ )
	{
		size_t size = 0;
		char* text = make_plain( cases[i].columns, cases[i].rows, &size );
		fw_grid* grid = NULL;
		fw_refusal error = { 0 };
		assert_int_equal( fw_map_parse( text, size, NULL, &grid, &error ), cases[i].status );
		if ( cases[i].status == FW_OK )
		{
			assert_int_equal( fw_grid_width( grid ), cases[i].columns );
			assert_int_equal( fw_grid_height( grid ), cases[i].rows );
			test_check_round_trip( grid );
			fw_grid_destroy( grid );
		}
		else
		{
			test_check_fault( &error, cases[i].status, cases[i].byte, cases[i].line, cases[i].column );
		}
		free( text );
	}
}

static void test_map_false_size_costs_no_memory( void** state )
{
	(void)state;
	test_memory book = test_memory_make();
	fw_grid_def def = fw_default_grid_def();
	def.allocator = test_memory_allocator( &book );
	fw_grid* grid = NULL;
	static const char* const texts[] = { "type octile\nheight 16384\nwidth 16384\nmap\n....\n",
	                                     "type octile\nheight 16384\nwidth 1\nmap\n.\n.\n.\n",
	                                     "........\n.\n.\n.\n.\n" };
	for ( size_t i = 0; i < COUNT( texts ); i++ )
	{
		assert_int_equal( fw_map_parse( texts[i], strlen( texts[i] ), &def, &grid, NULL ), FW_ERR_SYNTAX );
		assert_int_equal( book.peak, 0 );
	}
}

int run_test_io_map( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_map_files ),        cmocka_unit_test( test_map_format ),
	    cmocka_unit_test( test_map_own_terrains ), cmocka_unit_test( test_map_arguments ),
	    cmocka_unit_test( test_map_limits ),       cmocka_unit_test( test_map_false_size_costs_no_memory ),
	};
	return cmocka_run_group_tests_name( "io_map", tests, NULL, NULL );
}

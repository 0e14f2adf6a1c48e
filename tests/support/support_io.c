// SPDX-License-Identifier: MIT
// Checks of errors, tiles and written maps.
#include "support_io.h"

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <stdlib.h>
#include <string.h>

fw_status test_parse_scen( const char* text, fw_scen* scen, fw_refusal* error )
{
	return fw_scen_parse( text, strlen( text ), NULL, scen, error );
}

void test_check_fault( const fw_refusal* error, fw_status status, size_t byte, int32_t line, int32_t column )
{
	if ( error->status != status || error->byte != byte || error->line != line || error->column != column )
	{
		fail_msg( "status %d byte %zu line %d column %d: %s; expected status %d byte %zu line %d column %d",
		          (int)error->status, error->byte, error->line, error->column, error->text, (int)status, byte, line,
		          column );
	}
	assert_int_equal( error->kind, FW_REFUSAL_TEXT );
	assert_non_null( memchr( error->text, 0, sizeof( error->text ) ) );
	assert_memory_equal( error->text, "expected ", 9 );
	assert_non_null( strstr( error->text, ", found " ) );
}

void test_check_same_tiles( const fw_grid* a, const fw_grid* b )
{
	assert_int_equal( fw_grid_width( a ), fw_grid_width( b ) );
	assert_int_equal( fw_grid_height( a ), fw_grid_height( b ) );
	for ( int32_t y = 0; y < fw_grid_height( a ); y++ )
	{
		for ( int32_t x = 0; x < fw_grid_width( a ); x++ )
		{
			assert_int_equal( fw_grid_get( a, x, y ), fw_grid_get( b, x, y ) );
		}
	}
}

void test_check_round_trip( const fw_grid* grid )
{
	size_t size = 0;
	assert_int_equal( fw_map_format( grid, NULL, 0, &size, NULL ), FW_OK );
	char* text = malloc( size );
	assert_non_null( text );
	assert_int_equal( fw_map_format( grid, text, size, NULL, NULL ), FW_OK );
	fw_grid* again = NULL;
	assert_int_equal( fw_map_parse( text, size, NULL, &again, NULL ), FW_OK );
	test_check_same_tiles( grid, again );
	fw_grid_destroy( again );
	free( text );
}

// SPDX-License-Identifier: MIT
// Files of links and one-way tiles: their lines and comments, where each fault is, and that a fault changes nothing.
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

static fw_status parse( const char* text, fw_grid* grid, fw_refusal* error )
{
	return fw_links_parse( text, strlen( text ), grid, error );
}

static void lines_are_read( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 20, 10 );
	fw_refusal error = { 0 };
	assert_int_equal( parse( "# a comment\r\n"
	                         "\r\n"
	                         "link 1 2 19 9 3.5\r\n"
	                         "  link\t0 0 1 1 0 water,ground # \n",
	                         grid, &error ),
	                  FW_ERR_SYNTAX );
	assert_int_equal( fw_grid_link_count( grid ), 0 );
	assert_int_equal( parse( "# a comment\r\n"
	                         "\r\n"
	                         "link 1 2 19 9 3.5\r\n"
	                         "  link\t0 0 1 1 0 water,ground \n"
	                         "#one-way 0 0 1 1 e\n"
	                         "one-way 3 4 5 2 e,se,ne\n"
	                         "one-way 3 4 1 1 all\n"
	                         "one-way 4 4 1 1 none\n"
	                         "one-way 5 4 1 1 e,se,s,sw,w,nw,n",
	                         grid, &error ),
	                  FW_OK );
	assert_int_equal( error.status, FW_ERR_SYNTAX ); // as the previous call left it
	assert_int_equal( fw_grid_link_count( grid ), 2 );
	const fw_link* link = fw_grid_link_at( grid, 0 );
	assert_true( link->from_x == 0 && link->to_y == 1 && link->cost == 0.0 );
	assert_int_equal( link->capabilities, FW_CAP_WATER | FW_CAP_GROUND );
	link = fw_grid_link_at( grid, 1 );
	assert_true( link->from_x == 1 && link->from_y == 2 && link->to_x == 19 && link->to_y == 9 && link->cost == 3.5 );
	assert_int_equal( link->capabilities, UINT32_MAX );
	assert_int_equal( fw_grid_exits( grid, 7, 5 ), FW_EXIT_EAST | FW_EXIT_SOUTH_EAST | FW_EXIT_NORTH_EAST );
	assert_int_equal( fw_grid_exits( grid, 3, 4 ), FW_EXIT_ALL );
	assert_int_equal( fw_grid_exits( grid, 4, 4 ), 0 );
	assert_int_equal( fw_grid_exits( grid, 5, 4 ), FW_EXIT_ALL & ~FW_EXIT_NORTH_EAST );
	assert_int_equal( fw_grid_one_way_count( grid ), 9 );
	assert_int_equal( parse( "one-way 0 0 20 10 none\none-way 0 0 20 10 all\nlink 5 5 6 6 1\n", grid, &error ), FW_OK );
	assert_int_equal( fw_grid_one_way_count( grid ), 0 );
	assert_int_equal( fw_grid_link_count( grid ), 3 );
	assert_int_equal( parse( "", grid, NULL ), FW_OK );
	fw_grid_destroy( grid );
}

static void faults_are_located( void** state )
{
	(void)state;
	static const struct
	{
		const char* text;
		size_t byte;
		int32_t line, column;
	} cases[] = {
	    { "lnk 1 2 3 4 5\n", 0, 1, 1 },
	    { "link 20 2 3 4 5\n", 5, 1, 6 },
	    { "link 1 10 3 4 5\n", 7, 1, 8 },
	    { "\nlink 1 2 -3 4 5\n", 10, 2, 10 },
	    { "link 1 2 3 4\n", 12, 1, 13 },
	    { "link 1 2 1 2 5\n", 9, 1, 10 },
	    { "link 1 2 3 4 -1\n", 13, 1, 14 },
	    { "link 1 2 3 4 10001\n", 13, 1, 14 },
	    { "link 1 2 3 4 5 ground,air\n", 22, 1, 23 },
	    { "link 1 2 3 4 5 ground,\n", 22, 1, 23 },
	    { "link 1 2 3 4 5 ground x\n", 22, 1, 23 },
	    { "link 1 2 3 4 5 averyveryverylongname\n", 15, 1, 16 },
	    { "one-way 1 2 20 1 e\n", 12, 1, 13 },
	    { "one-way 1 2 0 1 e\n", 12, 1, 13 },
	    { "one-way 1 2 3 9 e\n", 14, 1, 15 },
	    { "one-way 1 2 3 4\n", 15, 1, 16 },
	    { "one-way 1 2 3 4 e,,s\n", 18, 1, 19 },
	    { "one-way 1 2 3 4 up\n", 16, 1, 17 },
	    { "one-way 1 2 3 4 e s\n", 18, 1, 19 },
	    { "one-way 1 2 3 4 e\nlink 1 2", 26, 2, 9 },
	};
	for ( size_t i = 0; i < COUNT( cases ); i++ )
	{
		fw_grid* grid = test_field( 20, 10 );
		const uint64_t revision = fw_grid_revision( grid );
		fw_refusal error = { 0 };
		assert_int_equal( parse( cases[i].text, grid, &error ), FW_ERR_SYNTAX );
		test_check_fault( &error, FW_ERR_SYNTAX, cases[i].byte, cases[i].line, cases[i].column );
		assert_true( fw_grid_revision( grid ) == revision && fw_grid_is_plain( grid, UINT32_MAX ) );
		fw_grid_destroy( grid );
	}
	fw_grid* grid = test_field( 20, 10 );
	const char zero[] = "link 1 2 3 4 5 ground\0x\n";
	assert_int_equal( fw_links_parse( zero, sizeof( zero ) - 1, grid, NULL ), FW_ERR_SYNTAX );
	assert_int_equal( fw_links_parse( NULL, 3, grid, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_links_parse( "", 0, NULL, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_links_load( "there is no such file", grid, NULL ), FW_ERR_IO );
	assert_int_equal( fw_links_load( "there is no such file", NULL, NULL ), FW_ERR_ARGUMENT );
	fw_grid_destroy( grid );
}

static void too_many_links_are_refused( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 20, 10 );
	const char line[] = "link 0 0 9 9 1\n";
	char* text = malloc( ( sizeof( line ) - 1 ) * ( FW_LINKS_MAX + 1 ) );
	for ( size_t i = 0; i <= FW_LINKS_MAX; i++ )
	{
		memcpy( text + i * ( sizeof( line ) - 1 ), line, sizeof( line ) - 1 );
	}
	fw_refusal error = { 0 };
	assert_int_equal( fw_links_parse( text, ( sizeof( line ) - 1 ) * ( FW_LINKS_MAX + 1 ), grid, &error ),
	                  FW_ERR_TOO_LARGE );
	assert_int_equal( error.line, FW_LINKS_MAX + 1 );
	assert_int_equal( fw_grid_link_count( grid ), 0 );
	assert_int_equal( fw_links_parse( text, ( sizeof( line ) - 1 ) * FW_LINKS_MAX, grid, &error ), FW_OK );
	assert_int_equal( fw_grid_link_count( grid ), FW_LINKS_MAX );
	assert_int_equal( fw_links_parse( text, sizeof( line ) - 1, grid, &error ), FW_ERR_TOO_LARGE );
	free( text );
	fw_grid_destroy( grid );
}

static void memory_may_run_out( void** state )
{
	(void)state;
	const char text[] = "link 1 1 2 2 3\none-way 1 1 3 3 e\none-way 1 1 3 3 all\none-way 1 1 2 2 w\n";
	for ( int32_t for_good = 0; for_good < 2; for_good++ )
	{
		test_memory memory = test_memory_make();
		fw_grid_def def = fw_default_grid_def();
		def.allocator = test_memory_allocator( &memory );
		fw_grid* grid = NULL;
		assert_int_equal( fw_grid_create( &def, &grid, NULL ), FW_OK );
		fw_status status = FW_ERR_MEMORY;
		int64_t n = 0;
		for ( ; status != FW_OK; n++ )
		{
			const uint64_t revision = fw_grid_revision( grid );
			fw_refusal error = { 0 };
			test_memory_fail_in( &memory, n, for_good == 1 );
			status = parse( text, grid, &error );
			assert_true( status == FW_OK || status == FW_ERR_MEMORY );
			assert_int_equal( error.status, status );
			assert_true( status == FW_OK ||
			             ( fw_grid_is_plain( grid, UINT32_MAX ) && fw_grid_revision( grid ) == revision ) );
			assert_int_equal( fw_grid_memory( grid ), memory.bytes );
		}
		assert_true( n > 2 );
		assert_int_equal( fw_grid_one_way_count( grid ), 4 );
		fw_grid_destroy( grid );
		test_memory_check_empty( &memory );
	}
}

int run_test_io_links( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( lines_are_read ),
	    cmocka_unit_test( faults_are_located ),
	    cmocka_unit_test( too_many_links_are_refused ),
	    cmocka_unit_test( memory_may_run_out ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

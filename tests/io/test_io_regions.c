// SPDX-License-Identifier: MIT
// Maps of regions: with and without a header, and where each fault is; a fault changes nothing.
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

#include <stdlib.h>
#include <string.h>

static void rows_are_read( void** state )
{
	(void)state;
	static const char* const texts[] = {
	    "aA.\n!~.",
	    "aA.\r\n!~.\r\n\r\n  \n",
	    "type octile\nheight 2\nwidth 3\nmap\naA.\n!~.\n",
	    "type tile\r\nwidth 3\r\nheight 2\r\nmap\r\naA.\r\n!~.",
	};
	fw_grid* grid = test_field( 3, 2 );
	for ( size_t i = 0; i < sizeof( texts ) / sizeof( texts[0] ); i++ )
	{
		uint8_t regions[7] = { 9, 9, 9, 9, 9, 9, 99 };
		assert_int_equal( fw_regions_parse( texts[i], strlen( texts[i] ), grid, regions, NULL ), FW_OK );
		assert_memory_equal( regions, "aA\0!~\0\x63", 7 );
	}
	fw_grid_destroy( grid );
}

static void faults_are_located( void** state )
{
	(void)state;
	static const struct
	{
		const char* text;
		fw_status status;
		int32_t line, column;
	} cases[] = {
	    { "", FW_ERR_SYNTAX, 1, 1 },
	    { "ab.\n", FW_ERR_SYNTAX, 2, 1 },
	    { "ab.\nab", FW_ERR_SYNTAX, 2, 3 },
	    { "ab.\nabcd", FW_ERR_SYNTAX, 2, 4 },
	    { "ab.\nabc\nabc", FW_ERR_SYNTAX, 3, 1 },
	    { "a b\nabc", FW_ERR_SYNTAX, 1, 2 },
	    { "ab\x80\nabc", FW_ERR_SYNTAX, 1, 3 },
	    { "ab\x07\nabc", FW_ERR_SYNTAX, 1, 3 },
	    { "type octile\nheight 3\nwidth 3\nmap\nab.\nabc", FW_ERR_MISMATCH, 2, 8 },
	    { "type octile\nheight 2\nwidth 4\nmap\nab.\nabc", FW_ERR_MISMATCH, 3, 7 },
	    { "type octile\nheight 0\nwidth 3\nmap\nab.\nabc", FW_ERR_SYNTAX, 2, 8 },
	    { "type octile\nheight 2\nwidth 3\nab.\nabc", FW_ERR_SYNTAX, 4, 1 },
	    { "type none\nheight 2\nwidth 3\nmap\nab.\nabc", FW_ERR_SYNTAX, 1, 6 },
	};
	fw_grid* grid = test_field( 3, 2 );
	for ( size_t i = 0; i < sizeof( cases ) / sizeof( cases[0] ); i++ )
	{
		uint8_t regions[6] = { 1, 2, 3, 4, 5, 6 };
		fw_refusal why = { 0 };
		assert_int_equal( fw_regions_parse( cases[i].text, strlen( cases[i].text ), grid, regions, &why ),
		                  cases[i].status );
		assert_int_equal( why.line, cases[i].line );
		assert_int_equal( why.column, cases[i].column );
		assert_memory_equal( regions, "\1\2\3\4\5\6", 6 );
	}
	fw_grid_destroy( grid );
}

int run_test_io_regions( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( rows_are_read ),
	    cmocka_unit_test( faults_are_located ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

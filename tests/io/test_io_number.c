// SPDX-License-Identifier: MIT
// Decimal numbers, read as the length of a scenario, against the C library.
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

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT( array ) ( sizeof( array ) / sizeof( ( array )[0] ) )

static void assert_length( const char* digits )
{
	char text[2048];
	snprintf( text, sizeof( text ), "0 a 1 2 3 4 %s\n", digits );
	const double expected = strtod( digits, NULL );
	fw_scen scen;
	const fw_status status = test_parse_scen( text, &scen, NULL );
	if ( isinf( expected ) )
	{
		assert_int_equal( status, FW_ERR_SYNTAX );
		return;
	}
	assert_int_equal( status, FW_OK );
	const double length = scen.problems[0].length;
	if ( memcmp( &length, &expected, sizeof( length ) ) != 0 )
	{
		fail_msg( "%s read as %.17g, not as %.17g", digits, length, expected );
	}
	fw_scen_free( &scen );
}

static void test_numbers_known( void** state )
{
	(void)state;
	static const char* const numbers[] = {
	    "0",
	    "-0",
	    "+0.0",
	    ".5",
	    "5.",
	    "1e22",
	    "1e23",
	    "8.5e22",
	    "9007199254740993",
	    "9007199254740991e22",
	    "1e-22",
	    "123456789012345678",
	    "18446744073709551615",
	    "99999999999999999999",
	    "1.7976931348623157e308",
	    "1.7976931348623158e308",
	    "1.7976931348623159e308",
	    "1e309",
	    "1e999999999999999999999",
	    "-1e400",
	    "2.2250738585072014e-308",
	    "2.2250738585072011e-308",
	    "4.9406564584124654e-324",
	    "2.4703282292062327e-324",
	    "2.4703282292062328e-324",
	    "2.5e-324",
	    "1e-323",
	    "1e-400",
	    "1e-999999999999999999999",
	    "0e99999999999999999999",
	    "0.000000000000000000000000000001",
	    "100000000000000000000000000000e-29",
	    "6.9294956446009195e15",
	    "7.2057594037927933e16",
	    "0.1",
	    "0.30000000000000004",
	    "2.82843",
	    "244.95",
	    "1.41421356237309504880",
	};
	for ( size_t i = 0; i < COUNT( numbers ); i++ )
	{
		assert_length( numbers[i] );
	}
}

// Decimals that lie closest to the middle between two doubles (V. Paxson, "A Program for Testing IEEE
// Decimal-Binary Conversion", 1991).
static void test_numbers_near_the_middle( void** state )
{
	(void)state;
	static const char* const numbers[] = {
	    "5e125",
	    "69e267",
	    "999e-26",
	    "7861e-34",
	    "75569e-254",
	    "928609e-261",
	    "9210917e80",
	    "84863171e114",
	    "653777767e273",
	    "5232604057e-298",
	    "27235667517e-109",
	    "653532977297e-123",
	    "3142213164987e-294",
	    "46202199371337e-72",
	    "231010996856685e-73",
	    "9324754620109615e212",
	    "78459735791271921e49",
	    "272104041512242479e200",
	    "6802601037806061975e198",
	    "20505426358836677347e-221",
	    "836168422905420598437e-234",
	    "4891559871276714924261e-222",
	    // the middle, and a bit far below it
	    "2028241497848069139e13",
	    "2028241010602016768e13",
	    "6490376891449517657e14",
	    "6646796115884974093e17",
	    "6646888147564060711e17",
	};
	for ( size_t i = 0; i < COUNT( numbers ); i++ )
	{
		assert_length( numbers[i] );
	}
}

static void test_numbers_random( void** state )
{
	(void)state;
	// A decimal comma must change nothing; if the locale is not installed, the rest is still tested.
	const bool comma = setlocale( LC_NUMERIC, "de_DE.UTF-8" ) != NULL;
	print_message( "decimal comma: %s\n", comma ? "tested" : "this locale is not installed" );
	fw_scen scen;
	assert_int_equal( test_parse_scen( "0 a 1 2 3 4 1.5\n", &scen, NULL ), FW_OK );
	assert_true( scen.problems[0].length == 1.5 );
	fw_scen_free( &scen );
	setlocale( LC_NUMERIC, "C" );

	test_random random = test_random_make( 2 );
	for ( int32_t i = 0; i < test_rounds( 50000 ); i++ )
	{
		const uint64_t bits = test_random_next( &random );
		double value;
		memcpy( &value, &bits, sizeof( value ) );
		char digits[64];
		if ( isfinite( value ) )
		{
			// 17 digits identify one double, so reading must be exact.
			snprintf( digits, sizeof( digits ), "%.*e", (int)( 16 - i % 3 ), value );
			assert_length( digits );
		}
		snprintf( digits, sizeof( digits ), "%s%llu.%0*u", bits & 1 ? "-" : "",
		          (unsigned long long)( test_random_next( &random ) % 100000 ), 1 + i % 8,
		          (unsigned)( bits >> 32 ) % 10 );
		assert_length( digits );
	}
}

static void test_numbers_long( void** state )
{
	(void)state;
	char digits[1200];
	for ( size_t length = 1; length < 1000; length += 37 )
	{
		memset( digits, '7', length );
		digits[length] = 0;
		assert_length( digits );
		memset( digits, '0', length );
		digits[0] = '.';
		memcpy( digits + length, "314159", 7 );
		assert_length( digits );
		snprintf( digits + length, sizeof( digits ) - length, "314159e%zu", length );
		assert_length( digits );
	}
}

int run_test_io_number( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_numbers_known ),
	    cmocka_unit_test( test_numbers_near_the_middle ),
	    cmocka_unit_test( test_numbers_random ),
	    cmocka_unit_test( test_numbers_long ),
	};
	return cmocka_run_group_tests_name( "io_number", tests, NULL, NULL );
}

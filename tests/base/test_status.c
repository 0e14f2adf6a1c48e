// SPDX-License-Identifier: MIT
// Texts of status codes, outcomes, reasons and violations: each value has a text of its own, unknown values share one.
#include "fairway/fairway.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

typedef const char* text_of( int32_t value );

static const char* status_text( int32_t value )
{
	return fw_status_text( (fw_status)value );
}

static const char* outcome_text( int32_t value )
{
	return fw_outcome_text( (fw_outcome)value );
}

static const char* reason_text( int32_t value )
{
	return fw_reason_text( (fw_reason)value );
}

static const char* violation_text( int32_t value )
{
	return fw_violation_text( (fw_violation_kind)value );
}

// Each value from 0 to `last` has a text of its own, and a value after them has one as well.
static void check_texts( text_of* text, int32_t last )
{
	const char* unknown = text( last + 1 );
	assert_non_null( unknown );
	assert_string_equal( unknown, text( last + 1000 ) );
	for ( int32_t a = 0; a <= last; a++ )
	{
		assert_true( strlen( text( a ) ) > 2 );
		assert_string_not_equal( text( a ), unknown );
		for ( int32_t b = 0; b < a; b++ )
		{
			assert_string_not_equal( text( a ), text( b ) );
		}
	}
}

static void every_value_has_a_text( void** state )
{
	(void)state;
	check_texts( status_text, FW_ERR_BLOCKED );
	check_texts( outcome_text, FW_PARTIAL );
	check_texts( reason_text, FW_REASON_LEG );
	check_texts( violation_text, FW_VIOLATION_ONE_WAY );
}

static void the_version_is_that_of_the_header( void** state )
{
	(void)state;
	char text[32];
	snprintf( text, sizeof( text ), "%d.%d.%d", FW_VERSION_MAJOR, FW_VERSION_MINOR, FW_VERSION_PATCH );
	assert_string_equal( fw_version(), text );
}

int run_test_status( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( every_value_has_a_text ),
	    cmocka_unit_test( the_version_is_that_of_the_header ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

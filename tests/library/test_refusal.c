// SPDX-License-Identifier: MIT
// Refusals: their sentences and numbers.
#include "base/refusal.h"
#include "grid/grid.h"
#include "support_refusal.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void test_numbers( void** state )
{
	(void)state;
	const struct
	{
		double value;
		const char* text;
	} rows[] = {
	    { 0.0, "0" },
	    { -0.0, "0" },
	    { 1.0, "1" },
	    { -1.0, "-1" },
	    { 10.0, "10" },
	    { 64.0, "64" },
	    { 0.5, "0.5" },
	    { 0.001, "0.001" },
	    { -0.04, "-0.04" },
	    { 1e-6, "0.000001" },
	    { 1.25e-7, "1.25e-7" },
	    { 1e6, "1000000" },
	    { 123456.789, "123456.789" },
	    { 4294967295.0, "4294967295" },
	    { 9007199254740991.0, "9007199254740991" },
	    { 1e16, "10000000000000000" },
	    { 1e17, "1e17" },
	    { 1e300, "1e300" },
	    { -1e-300, "-1e-300" },
	    { 0.1 + 0.2, "0.30000000000000004" },
	    { 64.00000000000001, "64.00000000000001" },
	    { 5e-324, "5e-324" },
	    { (double)NAN, "not a number" },
	    { (double)INFINITY, "infinite" },
	    { -(double)INFINITY, "minus infinite" },
	};
	for ( int32_t i = 0; i < COUNT( rows ); i++ )
	{
		char text[64];
		fw_sentence out = { .text = text, .capacity = sizeof( text ) };
		fw_say( &out, "%g", rows[i].value );
		assert_string_equal( text, rows[i].text );
	}
}

// Text that does not fit is cut, and always ends with a zero.
static void test_room( void** state )
{
	(void)state;
	char text[4];
	fw_sentence out = { .text = text, .capacity = sizeof( text ) };
	fw_say( &out, "ab" );
	fw_say( &out, "cd" );
	assert_string_equal( text, "abc" );
	char name[100];
	char words[400];
	memset( name, 'n', sizeof( name ) - 1 );
	memset( words, 'w', sizeof( words ) - 1 );
	name[sizeof( name ) - 1] = words[sizeof( words ) - 1] = 0;
	fw_refusal refusal;
	assert_int_equal( fw_refuse_mismatch( &refusal, name, name, words ), FW_ERR_MISMATCH );
	assert_int_equal( strlen( refusal.field ), sizeof( refusal.field ) - 1 );
	assert_int_equal( strlen( refusal.other ), sizeof( refusal.other ) - 1 );
	assert_int_equal( strlen( refusal.text ), sizeof( refusal.text ) - 1 );
}

static void test_sentences( void** state )
{
	(void)state;
	fw_refusal refusal;
	assert_int_equal( fw_refuse( NULL, FW_ERR_STATE, FW_REFUSAL_STATE, "a", NULL, "b" ), FW_ERR_STATE );
	assert_int_equal( fw_refuse_cookie( NULL, "a", "b" ), FW_ERR_DEF );
	assert_int_equal( fw_refuse_range( NULL, FW_ERR_TOO_LARGE, "a", 1, 2, 3 ), FW_ERR_TOO_LARGE );
	assert_int_equal( fw_refuse_value( NULL, "a", 1, "b" ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_refuse_pair( NULL, FW_ERR_UNSUPPORTED, "a", "b", "c" ), FW_ERR_UNSUPPORTED );
	assert_int_equal( fw_refuse_mismatch( NULL, "a", "b", "c" ), FW_ERR_MISMATCH );
	assert_int_equal( fw_refuse_stale( NULL, "a", "b" ), FW_ERR_STALE );
	assert_int_equal( fw_refuse_status( NULL, FW_ERR_MEMORY ), FW_ERR_MEMORY );
	assert_int_equal( fw_refuse_cookie( &refusal, "plan", "fw_default_plan()" ), FW_ERR_DEF );
	assert_string_equal( refusal.text, "plan was not made by fw_default_plan()" );
	assert_int_equal( fw_refuse_value( &refusal, "n", 5, "it must be 4 or 8" ), FW_ERR_ARGUMENT );
	assert_string_equal( refusal.text, "n is 5; it must be 4 or 8" );
	assert_true( refusal.value == 5.0 && refusal.kind == FW_REFUSAL_VALUE );
	assert_int_equal( fw_refuse_stale( &refusal, "map.space", "fw_space_update()" ), FW_ERR_STALE );
	assert_string_equal( refusal.text, "map.space is older than the grid; update it by fw_space_update()" );
	assert_true( refusal.value == 0.0 && refusal.status == FW_ERR_STALE && refusal.kind == FW_REFUSAL_STALE );
	assert_int_equal( fw_refuse_mismatch( &refusal, "map.space", "grid", "it is of another" ), FW_ERR_MISMATCH );
	assert_string_equal( refusal.field, "map.space" );
	assert_string_equal( refusal.other, "grid" );
	assert_string_equal( refusal.text, "map.space does not fit grid: it is of another" );
	assert_int_equal( fw_refuse_status( &refusal, FW_ERR_MEMORY ), FW_ERR_MEMORY );
	assert_string_equal( refusal.text, fw_status_text( FW_ERR_MEMORY ) );
	assert_string_equal( refusal.field, "" );
	assert_true( refusal.kind == FW_REFUSAL_SYSTEM );
	const struct
	{
		const void *grid, *def;
	} map = { "", NULL }, *in = &map;
	assert_int_equal( FW_CHECK_NULL( &refusal, in, in->grid ), FW_OK );
	assert_true( refusal.kind == FW_REFUSAL_SYSTEM ); // as it was
	assert_int_equal( FW_CHECK_NULL( NULL, in, in->grid, in->def ), FW_ERR_ARGUMENT );
	assert_int_equal( FW_CHECK_NULL( &refusal, in, in->grid, in->def ), FW_ERR_ARGUMENT );
	assert_string_equal( refusal.text, "in.def is null" );
	assert_true( refusal.kind == FW_REFUSAL_NULL );
}

static void test_units( void** state )
{
	(void)state;
	fw_refusal refusal = { .line = 7 };
	fw_unit unit = fw_default_unit();
	assert_int_equal( fw_unit_check( &unit, &refusal ), FW_OK );
	assert_int_equal( refusal.line, 7 ); // as it was
	unit.radius = -1.0;
	assert_int_equal( fw_unit_check( &unit, &refusal ), FW_ERR_ARGUMENT );
	assert_string_equal( refusal.text, "unit.radius is -1; it must be 0 to 64 tiles" );
	assert_int_equal( refusal.line, 0 );
	unit = fw_default_unit();
	unit.speed = 0.0;
	assert_int_equal( fw_unit_check( &unit, &refusal ), FW_ERR_ARGUMENT );
	assert_string_equal( refusal.text, "unit.speed is 0; it must be 0.000001 to 1000000 tiles/s" );
	unit = fw_default_unit();
	unit.turning_radius = 65.0;
	assert_int_equal( fw_unit_check( &unit, &refusal ), FW_ERR_ARGUMENT );
	assert_string_equal( refusal.text, "unit.turning_radius is 65; it must be 0, or 0.001 to 64 tiles" );
	unit.size = 2;
	unit.turning_radius = 1.0;
	assert_int_equal( fw_unit_check( &unit, &refusal ), FW_ERR_ARGUMENT );
	assert_string_equal( refusal.text,
	                     "unit.turning_radius does not go with unit.size: squares do not turn; set one of them to 0" );
	assert_true( refusal.kind == FW_REFUSAL_COMBINATION );
	const fw_unit zeroed = { 0 };
	assert_int_equal( fw_unit_check( &zeroed, &refusal ), FW_ERR_DEF );
	assert_string_equal( refusal.text, "unit was not made by fw_default_unit()" );
	assert_int_equal( fw_unit_check( NULL, &refusal ), FW_ERR_ARGUMENT );
	assert_string_equal( refusal.text, "unit is null" );
}

int run_test_refusal( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_numbers ),
	    cmocka_unit_test( test_room ),
	    cmocka_unit_test( test_sentences ),
	    cmocka_unit_test( test_units ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

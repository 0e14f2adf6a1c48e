// SPDX-License-Identifier: MIT
// As much of cmocka's interface as the tests use, for systems that we compile for but have no cmocka of: WebAssembly,
// which has no longjmp() either, and Windows. The first failed check ends the program.
#ifndef FW_TEST_CMOCKA_H
#define FW_TEST_CMOCKA_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct CMUnitTest
{
	const char* name;
	void ( *run )( void** state );
	void* state;
};

#define cmocka_unit_test( function ) cmocka_unit_test_prestate( function, NULL )
#define cmocka_unit_test_prestate( function, state )                                                                   \
	{                                                                                                                  \
#function, function, state                                                                                     \
	}
#define cmocka_run_group_tests( tests, setup, teardown )                                                               \
	test_run_all( tests, sizeof( tests ) / sizeof( ( tests )[0] ), setup, teardown )
#define cmocka_run_group_tests_name( name, tests, setup, teardown ) cmocka_run_group_tests( tests, setup, teardown )

typedef int ( *test_fixture )( void** state );

static inline int test_run_all( const struct CMUnitTest* tests, size_t count, test_fixture setup,
                                test_fixture teardown )
{
	void* state = NULL;
	int failed = setup != NULL && setup( &state ) != 0;
	for ( size_t i = 0; i < count && !failed; ++i )
	{
		void* own = tests[i].state;
		printf( "[ RUN      ] %s\n", tests[i].name );
		fflush( stdout );
		tests[i].run( own != NULL ? &own : &state );
		printf( "[       OK ] %s\n", tests[i].name );
	}
	failed = ( teardown != NULL && teardown( &state ) != 0 ) || failed;
	return failed;
}

#define print_message( ... ) printf( __VA_ARGS__ )
#define print_error( ... ) fprintf( stderr, __VA_ARGS__ )
#define fail_msg( ... )                                                                                                \
	( fprintf( stderr, "%s:%d: ", __FILE__, __LINE__ ), fprintf( stderr, __VA_ARGS__ ), fputc( '\n', stderr ),         \
	  exit( EXIT_FAILURE ) )
#define fail() fail_msg( "failed" )
#define skip() ( puts( "skipped" ), exit( EXIT_SUCCESS ) )

#define assert_true( value ) ( ( value ) ? (void)0 : fail_msg( "not so: %s", #value ) )
#define assert_false( value ) assert_true( !( value ) )
#define assert_null( value ) assert_true( ( value ) == NULL )
#define assert_non_null( value ) assert_true( ( value ) != NULL )
#define assert_ptr_equal( a, b ) assert_true( ( a ) == ( b ) )
#define assert_ptr_not_equal( a, b ) assert_true( ( a ) != ( b ) )
#define assert_int_equal( a, b ) assert_true( (long long)( a ) == (long long)( b ) )
#define assert_int_not_equal( a, b ) assert_true( (long long)( a ) != (long long)( b ) )
#define assert_string_equal( a, b ) assert_true( strcmp( a, b ) == 0 )
#define assert_string_not_equal( a, b ) assert_true( strcmp( a, b ) != 0 )
#define assert_memory_equal( a, b, size ) assert_true( memcmp( a, b, size ) == 0 )
#define assert_memory_not_equal( a, b, size ) assert_true( memcmp( a, b, size ) != 0 )
#define assert_in_range( value, least, most ) assert_true( ( value ) >= ( least ) && ( value ) <= ( most ) )

#endif

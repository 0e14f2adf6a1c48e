// SPDX-License-Identifier: MIT
// "Did you mean": near words, the nearest of them, and none for a word that means something else.
#include "near.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const char* nearest( const char* word, const char* choices )
{
	static char best[NEAR_MAX];
	near_word near = near_begin( word, strlen( word ) );
	near_offer_choices( &near, choices );
	strcpy( best, near.best );
	return best;
}

static void test_near( void** state )
{
	(void)state;
	static const char* const rows[][3] = {
	    { "methd", "method|methods|radius", "method" },    // left out
	    { "metthod", "method|methods|radius", "method" },  // inserted
	    { "mathod", "method|methods|radius", "method" },   // changed
	    { "jsp", "astar|jps|block", "jps" },               // swapped
	    { "methods", "method|methods|radius", "methods" }, // the nearest
	    { "tunring-raduis", "turning-radius|turn-charge", "turning-radius" },
	    { "dijkstra", "astar|jps|block", "" },
	    { "x", "h|o", "" },
	    { "on", "no", "no" },
	    { "", "a|b", "" },
	    { "a-word-of-more-letters-than-are-compared", "a-word-of-more-letters-than-are-compared", "" },
	};
	for ( size_t i = 0; i < sizeof( rows ) / sizeof( rows[0] ); i++ )
	{
		assert_string_equal( nearest( rows[i][0], rows[i][1] ), rows[i][2] );
	}
}

static void test_methods( void** state )
{
	(void)state;
	char text[NEAR_TEXT];
	near_word near = near_begin( "directonal48,", 12 );
	assert_string_equal( near_text( &near, "", " otherwise", text ), " otherwise" );
	near_offer_methods( &near );
	assert_string_equal( near_text( &near, "--", "", text ), "; did you mean '--directional48'?" );
}

int run_test_near( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_near ),
	    cmocka_unit_test( test_methods ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

// SPDX-License-Identifier: MIT
// The line about work that takes long: on a terminal alone, with how much is done, and gone when the work is over.
#define _XOPEN_SOURCE 700
#include "progress.h"

#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

// Standard error is this until swap_back().
static int swap( int file )
{
	const int before = dup( STDERR_FILENO );
	assert_true( before >= 0 );
	assert_true( dup2( file, STDERR_FILENO ) >= 0 );
	return before;
}

static void swap_back( int before )
{
	fflush( stderr );
	dup2( before, STDERR_FILENO );
	close( before );
}

// Waits until the terminal has shown a text; cmocka's own output goes elsewhere.
static bool shows( int terminal, char* seen, size_t room, const char* text )
{
	size_t size = strlen( seen );
	struct pollfd wanted = { .fd = terminal, .events = POLLIN };
	while ( strstr( seen, text ) == NULL && size + 1 < room && poll( &wanted, 1, 60000 ) > 0 )
	{
		const ssize_t count = read( terminal, seen + size, room - size - 1 );
		size += count > 0 ? (size_t)count : 0;
		seen[size] = '\0';
	}
	return strstr( seen, text ) != NULL;
}

static void test_terminal( void** state )
{
	(void)state;
	char seen[4096] = "";
	char unknown[4096] = "";
	const int terminal = posix_openpt( O_RDWR | O_NOCTTY );
	assert_true( terminal >= 0 && grantpt( terminal ) == 0 && unlockpt( terminal ) == 0 );
	const int side = open( ptsname( terminal ), O_RDWR | O_NOCTTY );
	assert_true( side >= 0 );
	const int before = swap( side );
	progress bar;
	progress_begin( &bar, "problems", 50 );
	progress_show( &bar, 21 );
	const bool drawn =
	    shows( terminal, seen, sizeof( seen ), "] " ) && shows( terminal, seen, sizeof( seen ), "of 50" );
	progress_end( &bar );
	progress_end( &bar );
	const bool wiped = shows( terminal, seen, sizeof( seen ), "\r\033[K" );
	progress_begin( &bar, "building the hierarchy", 0 );
	const bool named = shows( terminal, unknown, sizeof( unknown ), "building the hierarchy, " );
	progress_end( &bar );
	swap_back( before );
	close( side );
	close( terminal );
	assert_true( drawn );
	assert_true( wiped );
	assert_true( named );
	assert_non_null( strstr( seen, "[################" ) );
	assert_non_null( strstr( seen, " 42%  problems, 21 of 50" ) );
}

static void test_file( void** state )
{
	(void)state;
	char seen[16] = "";
	FILE* file = tmpfile();
	assert_non_null( file );
	const int before = swap( fileno( file ) );
	progress bar;
	progress_begin( &bar, "problems", 50 );
	const bool running = bar.running;
	progress_show( &bar, 21 );
	progress_end( &bar );
	swap_back( before );
	rewind( file );
	assert_false( running );
	assert_int_equal( fread( seen, 1, sizeof( seen ), file ), 0 );
	fclose( file );
}

int run_test_progress( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_terminal ),
	    cmocka_unit_test( test_file ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

// SPDX-License-Identifier: MIT
// The files of tests that are linked into one program.
#include "run_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char** arguments;
static int argument_count;

const char* test_argument( int index )
{
	return index < argument_count ? arguments[index] : NULL;
}

int test_run_files( const test_file* files, int count, int argc, char** argv )
{
	if ( argc < 2 )
	{
		int failed = 0;
		for ( int i = 0; i < count; i++ )
		{
			failed += files[i].run() != 0;
		}
		return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
	}
	arguments = argv + 2;
	argument_count = argc - 2;
	for ( int i = 0; i < count; i++ )
	{
		if ( strcmp( files[i].name, argv[1] ) == 0 )
		{
			return files[i].run() == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
		}
	}
	fprintf( stderr, "usage: %s [FILE [ARGUMENT...]], where FILE is one of\n", argv[0] );
	for ( int i = 0; i < count; i++ )
	{
		fprintf( stderr, "  %s\n", files[i].name );
	}
	return EXIT_FAILURE;
}

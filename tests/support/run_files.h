// SPDX-License-Identifier: MIT
// The files of tests that are linked into one program; a run executes all or one.
#ifndef TESTS_RUN_FILES_H
#define TESTS_RUN_FILES_H

typedef struct test_file
{
	const char* name;     // "test_sweep"
	int ( *run )( void ); // runs the tests of the file; 0 if none failed
} test_file;

// The main() of such a program: without arguments it runs all files, with the name of a file only that one. Further
// arguments are for the file.
int test_run_files( const test_file* files, int count, int argc, char** argv );

// The arguments for the file that runs, from 0; NULL beyond the last.
const char* test_argument( int index );

#endif

// SPDX-License-Identifier: MIT
// Files, failing allocations, damaged texts, and published files.
#define _POSIX_C_SOURCE 200809L
// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on
#include "base/file.h"
#include "fairway/io.h"
#include "support.h"
#include "support_benchmarks.h"
#include "support_io.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT( array ) ( sizeof( array ) / sizeof( ( array )[0] ) )

// Any fault is reported once, inside the text, with the line and column of its byte.
static void assert_consistent( const char* text, size_t size, fw_status status, const fw_refusal* error )
{
	assert_true( status == FW_OK || status == FW_ERR_SYNTAX || status == FW_ERR_TOO_LARGE );
	if ( status == FW_OK )
	{
		return;
	}
	assert_int_equal( error->status, status );
	assert_true( error->byte <= size );
	int32_t line = 1;
	size_t start = 0;
	for ( size_t i = 0; i < error->byte; i++ )
	{
		line += text[i] == '\n';
		start = text[i] == '\n' ? i + 1 : start;
	}
	test_check_fault( error, status, error->byte, line, (int32_t)( error->byte - start + 1 ) );
}

static size_t mutate( char* text, size_t size, test_random* random )
{
	static const char bytes[] = "@.GSWTRO#gx \t\r\n0123456789-+eE.any#\xEF\xBB";
	for ( uint64_t edits = 1 + test_random_next( random ) % 3; edits > 0 && size > 0; edits-- )
	{
		const size_t at = test_random_next( random ) % size;
		const char byte = bytes[test_random_next( random ) % sizeof( bytes )]; // with its zero
		if ( test_random_next( random ) % 4 == 0 )
		{
			memmove( text + at, text + at + 1, size - at - 1 );
			size--;
		}
		else
		{
			text[at] = byte;
		}
	}
	return size;
}

static void test_mutations( void** state )
{
	(void)state;
	static const char* const seeds[] = {
	    "type octile\nheight 3\nwidth 5\nmap\n@@@@@\n@.SW@\n@TR.@\n",
	    "@@@@@\n@.SW@\n@TR.@\n",
	    "version 1\n0\tmaps/a.map\t49\t49\t1\t11\t1\t12\t1\n3 b.map 10 20 1 2 3 4 5.25\n",
	    "# poses. map: a/b.map\n1.5 2.5 90 3.5 4.5 any 0.9 3.0\n1 2 45 3 4 -90.5 0.5 0\n",
	};
	test_random random = test_random_make( 1 );
	int32_t good = 0;
	test_memory book = test_memory_make();
	const fw_allocator allocator = test_memory_allocator( &book );
	fw_grid_def def = fw_default_grid_def();
	def.allocator = allocator;
	for ( int32_t round = 0; round < test_rounds( 20000 ); round++ )
	{
		char text[128];
		const char* seed = seeds[round % (int32_t)COUNT( seeds )];
		size_t size = strlen( seed );
		memcpy( text, seed, size );
		size = mutate( text, size, &random );
		fw_grid* grid = NULL;
		fw_scen scen = { 0 };
		fw_pose_set poses = { 0 };
		fw_refusal error = { 0 };
		assert_consistent( text, size, fw_map_parse( text, size, &def, &grid, &error ), &error );
		assert_consistent( text, size, fw_scen_parse( text, size, &allocator, &scen, &error ), &error );
		assert_consistent( text, size, fw_poses_parse( text, size, &allocator, &poses, &error ), &error );
		good += ( grid != NULL ) + ( scen.count > 0 ) + ( poses.count > 0 );
		fw_grid_destroy( grid );
		fw_scen_free( &scen );
		fw_poses_free( &poses );
		test_memory_check_empty( &book );
	}
	assert_true( good > test_rounds( 2000 ) );
}

#define TEMPORARY "test_io.tmp"

static void write_file( const char* text, size_t size )
{
	FILE* file = fopen( TEMPORARY, "wb" );
	assert_non_null( file );
	assert_int_equal( fwrite( text, 1, size, file ), size );
	assert_int_equal( fclose( file ), 0 );
}

static void test_files( void** state )
{
	(void)state;
	test_memory book = test_memory_make();
	const fw_allocator allocator = test_memory_allocator( &book );
	static const size_t sizes[] = { 0, 1, 65535, 65536, 65537, 300000 };
	for ( size_t i = 0; i < COUNT( sizes ); i++ )
	{
		char* bytes = calloc( 1, sizes[i] + 1 );
		assert_non_null( bytes );
		for ( size_t b = 0; b < sizes[i]; b++ )
		{
			bytes[b] = (char)( b * 7 + b / 256 );
		}
		write_file( bytes, sizes[i] );
		fw_file file;
		assert_int_equal( fw_file_read( TEMPORARY, &allocator, &file, NULL ), FW_OK );
		assert_int_equal( file.size, sizes[i] );
		assert_int_equal( book.bytes, sizes[i] );
		assert_true( file.size == 0 || memcmp( file.bytes, bytes, file.size ) == 0 );
		fw_file_free( &file );
		free( bytes );
		test_memory_check_empty( &book );
	}
	remove( TEMPORARY );
}

static void test_files_that_fail( void** state )
{
	(void)state;
	fw_file file = { .size = 99 };
	fw_grid* grid = NULL;
	fw_scen scen = { .count = 77 };
	fw_pose_set poses = { .count = 77 };
	fw_refusal error = { 0 };
	static const char* const absent[] = { "no-such-folder/file", "." };
	for ( size_t i = 0; i < COUNT( absent ); i++ )
	{
		assert_int_equal( fw_file_read( absent[i], NULL, &file, NULL ), FW_ERR_IO );
		assert_int_equal( fw_map_load( absent[i], NULL, &grid, &error ), FW_ERR_IO );
		assert_int_equal( error.status, FW_ERR_IO );
		assert_int_equal( error.line, 0 );
		assert_string_equal( error.field, "file" );
		assert_non_null( strstr( error.text, absent[i] ) );
		assert_int_equal( fw_scen_load( absent[i], NULL, &scen, &error ), FW_ERR_IO );
		assert_int_equal( fw_poses_load( absent[i], NULL, &poses, &error ), FW_ERR_IO );
	}
	assert_int_equal( fw_file_read( NULL, NULL, &file, NULL ), FW_ERR_ARGUMENT );
	assert_null( file.bytes );
	assert_int_equal( fw_map_parse( "", (size_t)FW_FILE_MAX + 1, NULL, &grid, &error ), FW_ERR_TOO_LARGE );
	assert_int_equal( fw_scen_parse( "", (size_t)FW_FILE_MAX + 1, NULL, &scen, &error ), FW_ERR_TOO_LARGE );
	assert_string_equal( error.text, "size is 1073741825; it must be 0 to 1073741824" );
	assert_null( grid );
	assert_int_equal( file.size, 99 );
	assert_int_equal( scen.count + poses.count, 2 * 77 );
}

typedef fw_status load_call( const fw_allocator* allocator, fw_refusal* error );

static fw_status load_map( const fw_allocator* allocator, fw_refusal* error )
{
	fw_grid_def def = fw_default_grid_def();
	def.allocator = *allocator;
	fw_grid* grid = NULL;
	const fw_status status = fw_map_load( TEMPORARY, &def, &grid, error );
	assert_int_equal( status == FW_OK, grid != NULL );
	fw_grid_destroy( grid );
	return status;
}

static fw_status load_scen( const fw_allocator* allocator, fw_refusal* error )
{
	fw_scen scen;
	memset( &scen, 0x5A, sizeof( scen ) );
	const fw_scen before = scen;
	const fw_status status = fw_scen_load( TEMPORARY, allocator, &scen, error );
	if ( status == FW_OK )
	{
		assert_int_equal( scen.count, 40 );
		fw_scen_free( &scen );
	}
	else
	{
		assert_memory_equal( &scen, &before, sizeof( scen ) );
	}
	return status;
}

static fw_status load_poses( const fw_allocator* allocator, fw_refusal* error )
{
	fw_pose_set poses;
	memset( &poses, 0x5A, sizeof( poses ) );
	const fw_pose_set before = poses;
	const fw_status status = fw_poses_load( TEMPORARY, allocator, &poses, error );
	if ( status == FW_OK )
	{
		assert_int_equal( poses.count, 40 );
		fw_poses_free( &poses );
	}
	else
	{
		assert_memory_equal( &poses, &before, sizeof( poses ) );
	}
	return status;
}

// Each allocation of a reader fails once.
static void check_out_of_memory( load_call* load, int32_t least_calls )
{
	int32_t call = 0;
	for ( ;; call++ )
	{
		test_memory book = test_memory_make();
		test_memory_fail_in( &book, call, false );
		const fw_allocator allocator = test_memory_allocator( &book );
		fw_refusal error = { 0 };
		const fw_status status = load( &allocator, &error );
		test_memory_check_empty( &book );
		assert_int_equal( error.status, status );
		if ( status == FW_OK )
		{
			break;
		}
		assert_int_equal( status, FW_ERR_MEMORY );
		assert_string_equal( error.text, fw_status_text( FW_ERR_MEMORY ) );
	}
	assert_true( call >= least_calls );
}

static void test_out_of_memory( void** state )
{
	(void)state;
	char text[4096];
	write_file( "@@@@@\n@.SW@\n@TR.@\n", 18 );
	check_out_of_memory( load_map, 4 ); // the file twice, the grid, its tiles

	size_t size = 0;
	for ( int32_t i = 0; i < 40; i++ )
	{
		size += (size_t)snprintf( text + size, sizeof( text ) - size, "0 some/longer/name%d.map 1 2 3 4\n", i );
	}
	write_file( text, size );
	check_out_of_memory( load_scen, 10 );

	size = 0;
	for ( int32_t i = 0; i < 40; i++ )
	{
		size += (size_t)snprintf( text + size, sizeof( text ) - size, "1 2 3 4 5 %d 7 8\n", i );
	}
	write_file( text, size );
	check_out_of_memory( load_poses, 5 );
	remove( TEMPORARY );
}

static bool ends_with( const char* name, const char* end )
{
	const size_t size = strlen( name );
	return size >= strlen( end ) && strcmp( name + size - strlen( end ), end ) == 0;
}

static void check_published_map( const char* path )
{
	fw_grid* grid = NULL;
	fw_refusal error = { 0 };
	if ( fw_map_load( path, NULL, &grid, &error ) != FW_OK )
	{
		fail_msg( "%s:%d:%d: %s", path, error.line, error.column, error.text );
	}
	test_check_round_trip( grid );
	fw_grid_destroy( grid );
}

// Compared with sscanf, line by line, and with its map.
static void check_published_scen( const char* path )
{
	char map_path[1024];
	snprintf( map_path, sizeof( map_path ), "%.*s", (int)( strlen( path ) - strlen( ".scen" ) ), path );
	fw_grid* grid = NULL;
	assert_int_equal( fw_map_load( map_path, NULL, &grid, NULL ), FW_OK );
	fw_scen scen;
	fw_refusal error = { 0 };
	if ( fw_scen_load( path, NULL, &scen, &error ) != FW_OK )
	{
		fail_msg( "%s:%d:%d: %s", path, error.line, error.column, error.text );
	}
	FILE* file = fopen( path, "r" );
	assert_non_null( file );
	char line[1024];
	int32_t count = 0;
	while ( fgets( line, sizeof( line ), file ) != NULL )
	{
		fw_scen_problem p;
		double length;
		if ( sscanf( line, "%d %*s %d %d %d %d %d %d %lf", &p.bucket, &p.map_width, &p.map_height, &p.start_x,
		             &p.start_y, &p.goal_x, &p.goal_y, &length ) != 8 )
		{
			continue; // the version, a blank line
		}
		assert_true( count < scen.count );
		const fw_scen_problem q = fw_scen_scaled( &scen, count, grid );
		assert_true( p.bucket == q.bucket && p.map_width == q.map_width && p.map_height == q.map_height );
		assert_true( p.start_x == q.start_x && p.start_y == q.start_y && p.goal_x == q.goal_x && p.goal_y == q.goal_y );
		assert_true( length == q.length );
		assert_true( fw_scen_matches( &scen, count, map_path ) );
		count++;
	}
	fclose( file );
	assert_int_equal( count, scen.count );
	assert_true( count > 0 );
	fw_scen_free( &scen );
	fw_grid_destroy( grid );
}

static void check_published_poses( const char* path )
{
	fw_pose_set poses;
	fw_refusal error = { 0 };
	if ( fw_poses_load( path, NULL, &poses, &error ) != FW_OK )
	{
		fail_msg( "%s:%d:%d: %s", path, error.line, error.column, error.text );
	}
	assert_true( poses.count > 0 );
	assert_true( ends_with( poses.map, ".map" ) );
	fw_poses_free( &poses );
}

static int32_t check_published_folder( const char* folder )
{
	DIR* listing = opendir( folder );
	int32_t files = 0;
	for ( struct dirent* entry = listing != NULL ? readdir( listing ) : NULL; entry != NULL;
	      entry = readdir( listing ) )
	{
		char path[1024];
		const bool fits = snprintf( path, sizeof( path ), "%s/%s", folder, entry->d_name ) < (int)sizeof( path );
		assert_true( fits );
		const bool map = ends_with( path, ".map" );
		const bool scen = ends_with( path, ".map.scen" ); // problems of crowds go with any map
		// Those of vehicles have lines for outlines, which the reader refuses.
		const bool poses = ends_with( path, ".poses" ) && !ends_with( folder, "/vehicles" );
		files += map || scen || poses;
		if ( map )
		{
			check_published_map( path );
		}
		else if ( scen )
		{
			check_published_scen( path );
		}
		else if ( poses )
		{
			check_published_poses( path );
		}
	}
	if ( listing != NULL )
	{
		closedir( listing );
	}
	return files;
}

static void test_published_files( void** state )
{
	(void)state;
	const char* root = test_benchmarks();
	DIR* listing = opendir( root );
	assert_non_null( listing );
	int32_t files = 0;
	for ( struct dirent* entry = readdir( listing ); entry != NULL; entry = readdir( listing ) )
	{
		char folder[768];
		if ( entry->d_name[0] != '.' &&
		     snprintf( folder, sizeof( folder ), "%s/%s", root, entry->d_name ) < (int)sizeof( folder ) )
		{
			files += check_published_folder( folder );
		}
	}
	closedir( listing );
	print_message( "%d published files\n", files );
	assert_true( files > 0 );
}

int run_test_io( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_mutations ),       cmocka_unit_test( test_files ),
	    cmocka_unit_test( test_files_that_fail ), cmocka_unit_test( test_out_of_memory ),
	    cmocka_unit_test( test_published_files ),
	};
	return cmocka_run_group_tests_name( "io", tests, NULL, NULL );
}

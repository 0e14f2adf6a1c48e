// SPDX-License-Identifier: MIT
// Published maps, problems and exact lengths.
#include "support_benchmarks.h"

#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define NAME_MAX_BYTES 1024

typedef struct file_name
{
	char text[NAME_MAX_BYTES];
} file_name;

const char* test_benchmarks( void )
{
	const char* folder = getenv( "FAIRWAY_BENCHMARKS" );
	if ( folder == NULL || folder[0] == '\0' )
	{
		printf( "skipped: FAIRWAY_BENCHMARKS does not name the folder of the benchmark maps\n" );
		skip();
	}
	return folder;
}

static file_name name_of( const char* folder, const char* name, const char* ending )
{
	file_name file;
	const int length = snprintf( file.text, sizeof( file.text ), "%s/%s%s%s", test_benchmarks(), folder, name, ending );
	assert_in_range( length, 1, NAME_MAX_BYTES - 1 );
	return file;
}

static void check_read( fw_status status, const file_name* file )
{
	if ( status != FW_OK )
	{
		fail_msg( "%s cannot be read: %s", file->text, fw_status_text( status ) );
	}
}

FILE* test_benchmark_file( const char* name )
{
	const file_name file = name_of( "", name, "" );
	FILE* stream = fopen( file.text, "r" );
	check_read( stream != NULL ? FW_OK : FW_ERR_IO, &file );
	return stream;
}

fw_grid* test_benchmark_map( const char* name )
{
	const file_name file = name_of( "", name, ".map" );
	fw_grid* grid = NULL;
	check_read( fw_map_load( file.text, NULL, &grid, NULL ), &file );
	return grid;
}

fw_scen test_benchmark_scen( const char* name )
{
	const file_name file = name_of( "", name, ".map.scen" );
	fw_scen scen = { 0 };
	check_read( fw_scen_load( file.text, NULL, &scen, NULL ), &file );
	return scen;
}

fw_pose_set test_benchmark_poses( const char* name )
{
	const file_name file = name_of( "poses/", name, ".poses" );
	fw_pose_set set = { 0 };
	check_read( fw_poses_load( file.text, NULL, &set, NULL ), &file );
	return set;
}

FILE* test_benchmark_lengths( const char* map, fw_anchor anchor )
{
	const char* name = strchr( map, '/' );
	assert_non_null( name );
	char file[NAME_MAX_BYTES];
	snprintf( file, sizeof( file ), "oracle/%s%s.map.any", anchor == FW_ANCHOR_CORNER ? "corner" : "centre", name );
	return test_benchmark_file( file );
}

bool test_next_shortest( FILE* file, test_shortest* shortest )
{
	char line[256];
	if ( fgets( line, sizeof( line ), file ) == NULL )
	{
		return false;
	}
	assert_int_equal( sscanf( line, "%" SCNd32 " %" SCNd32 " %" SCNd32 " %" SCNd32 " %lf", &shortest->start_x,
	                          &shortest->start_y, &shortest->goal_x, &shortest->goal_y, &shortest->length ),
	                  5 );
	return true;
}

bool test_length_matches( double length, double published, int32_t decimals )
{
	const double digits = published < 1.0 ? 1.0 : floor( log10( published ) );
	const double unit = decimals > 0 ? pow( 10.0, -decimals ) : pow( 10.0, digits - 5.0 );
	return fabs( length - published ) <= 1.01 * unit;
}

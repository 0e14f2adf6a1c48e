// SPDX-License-Identifier: MIT
// Theta*, Lazy Theta* and A* with post-smoothing on published scenarios, against the exact lengths of ways at any
// angle. Problems are taken evenly from each file.
#include "support_legs.h"
#include "support_walker.h"

#include "fairway/io.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define LAND ( FW_CAP_GROUND | FW_CAP_SWAMP )

// The lengths that a method finds over the exact ones.
typedef struct excess
{
	double sum;
	int32_t count;
} excess;

static void solve_line( walker* w, const char* method, bool corner, const char* text, excess* sum )
{
	int sx, sy, gx, gy;
	double wanted;
	assert_int_equal( sscanf( text, "%d %d %d %d %lf", &sx, &sy, &gx, &gy, &wanted ), 5 );
	const double half = corner ? 0.0 : 0.5;
	fw_query query = fw_default_query();
	query.method = method;
	query.unit.radius = 0.0;
	query.unit.capabilities = LAND;
	query.anchor = corner ? FW_ANCHOR_CORNER : FW_ANCHOR_CENTRE;
	query.start = ( fw_pose ){ sx + half, sy + half, 0.0 };
	query.goal = ( fw_pose ){ gx + half, gy + half, 0.0 };
	assert_int_equal( fw_search_run( w->search, &w->map, &query, &w->result ), FW_OK );
	const fw_result* result = &w->result;
	assert_int_equal( result->outcome, FW_FOUND );
	const lines rules = { w->grid, LAND, true };
	lines_check_path( &rules, &result->path, lines_point_of( query.start.x, query.start.y ),
	                  lines_point_of( query.goal.x, query.goal.y ) );
	assert_true( result->length >= wanted - 1e-6 );
	sum->sum += wanted > 0.0 ? result->length / wanted - 1.0 : 0.0;
	sum->count++;
}

static double excess_on( const char* folder, const char* name, const char* method, bool corner, int32_t every )
{
	char file[1024];
	fw_grid* grid = NULL;
	snprintf( file, sizeof( file ), "%s/%s.map", folder, name );
	assert_int_equal( fw_map_load( file, NULL, &grid, NULL ), FW_OK );
	walker w;
	walker_open( &w, grid, 0.0, LAND );
	const char* slash = strchr( name, '/' );
	snprintf( file, sizeof( file ), "%s/oracle/%s%s.map.any", folder, corner ? "corner" : "centre", slash );
	FILE* stream = fopen( file, "r" );
	assert_non_null( stream );
	excess sum = { 0 };
	char text[256];
	for ( int32_t i = 0; fgets( text, sizeof( text ), stream ) != NULL; i++ )
	{
		if ( i % every == 0 )
		{
			solve_line( &w, method, corner, text, &sum );
		}
	}
	fclose( stream );
	walker_close( &w );
	assert_true( sum.count > 0 );
	return sum.sum / sum.count;
}

// No length is below the exact one, and the mean excess is what the methods are known for. Limits are those of the
// problems taken: every n-th of a file.
static void exact_lengths( void** state )
{
	(void)state;
	const char* folder = getenv( "FAIRWAY_BENCHMARKS" );
	if ( folder == NULL )
	{
		printf( "skipped: FAIRWAY_BENCHMARKS does not name the folder of the benchmark maps\n" );
		skip();
	}
	const struct
	{
		const char* name;
		int32_t every;
		double theta, lazy;
	} files[] = {
	    { "bg512/AR0602SR", 10, 0.0003, 0.0020 },        { "bg512/AR0700SR", 10, 0.0003, 0.0020 },
	    { "dao/brc202d", 20, 0.0003, 0.0020 },           { "dao/lak303d", 10, 0.0003, 0.0020 },
	    { "dao/orz100d", 40, 0.0003, 0.0020 },           { "sc1/WheelofWar", 150, 0.0003, 0.0020 },
	    { "random/random512-10-0", 10, 0.0012, 0.0040 }, { "random/random512-40-0", 40, 0.0006, 0.0090 },
	};
	for ( size_t i = 0; i < sizeof( files ) / sizeof( files[0] ); i++ )
	{
		const double theta = excess_on( folder, files[i].name, "theta", true, files[i].every );
		const double lazy = excess_on( folder, files[i].name, "lazy-theta", true, 3 * files[i].every );
		const double smoothed = excess_on( folder, files[i].name, "astar-ps", true, 3 * files[i].every );
		const double centre = excess_on( folder, files[i].name, "theta", false, 3 * files[i].every );
		printf( "%s: theta %.4f %%, lazy-theta %.4f %%, astar-ps %.3f %%, theta over centres %.3f %% too long\n",
		        files[i].name, 100.0 * theta, 100.0 * lazy, 100.0 * smoothed, 100.0 * centre );
		assert_true( theta <= files[i].theta );
		assert_true( lazy <= files[i].lazy );
		assert_true( smoothed <= 0.05 );
		assert_true( centre <= 0.05 );
	}
}

int main( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( exact_lengths ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

// SPDX-License-Identifier: MIT
// Hierarchies on large maps: long paths, and new buildings.
#include "haa.h"
#include "hierarchy/landmarks.h"

#include "fairway/search.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define LARGE_SIDE 4096
// The surroundings of the largest region of a map are cut off, and so many of its tiles, so that each copy leads to the
// next.
#define LARGE_MARGIN 8
#define FIRST_TILES 30.0 // of a path, that a unit receives at once
#define DRAWS 100000     // tries for each problem

typedef struct long_problem
{
	int32_t start_x, start_y, goal_x, goal_y;
	bool found;
	double length, us;
	int64_t expanded, generated;
} long_problem;

// Ends that are at least half of the map's side apart, and connected.
static void draw_problems( const fw_space* space, int32_t side, long_problem* problems, int32_t count )
{
	uint64_t random = 1;
	for ( int32_t i = 0; i < count; i++ )
	{
		long_problem* p = &problems[i];
		for ( int32_t tries = 0;; tries++ )
		{
			*p = ( long_problem ){ .start_x = haa_below( &random, side ), .start_y = haa_below( &random, side ) };
			p->goal_x = haa_below( &random, side );
			p->goal_y = haa_below( &random, side );
			const uint32_t region = fw_space_region( space, p->start_x, p->start_y );
			const bool is_long = abs( p->goal_x - p->start_x ) >= side / 2 || abs( p->goal_y - p->start_y ) >= side / 2;
			if ( is_long && region != 0 && region == fw_space_region( space, p->goal_x, p->goal_y ) )
			{
				break;
			}
			haa_check( tries < DRAWS ? FW_OK : FW_ERR_ARGUMENT, "far problems" );
		}
	}
}

static void solve( const fw_map* map, const char* method, int32_t size, int32_t passes, long_problem* problems,
                   int32_t count )
{
	const double clock = haa_clock_cost();
	fw_search* search = NULL;
	fw_result result;
	haa_check( fw_search_create( NULL, &search ), "search" );
	fw_result_init( &result, NULL );
	for ( int32_t i = 0; i < count * passes; i++ )
	{
		long_problem* p = &problems[i % count];
		const fw_query query = haa_query( method, size, p->start_x, p->start_y, p->goal_x, p->goal_y );
		const double before = haa_now();
		haa_check( fw_search_run( search, map, &query, &result, NULL ), method );
		const double us = haa_now() - before - clock;
		p->us = i < count ? us : fmin( p->us, us );
		p->found = result.outcome == FW_FOUND;
		p->length = result.length;
		p->expanded = result.counters.expanded;
		p->generated = result.counters.generated;
	}
	fw_result_free( &result );
	fw_search_destroy( search );
}

static double time_quantile( const long_problem* problems, int32_t count, double share )
{
	double* us = haa_take( (size_t)count, sizeof( *us ) );
	for ( int32_t i = 0; i < count; i++ )
	{
		us[i] = problems[i].us;
	}
	const double value = haa_quantile( us, count, share );
	free( us );
	return value;
}

// Returns how many answers are wrong.
static int64_t report_paths( const char* name, const long_problem* problems, const long_problem* base, int32_t count )
{
	int64_t wrong = 0;
	double excess = 0.0;
	double us = 0.0;
	double base_us = 0.0;
	int64_t expanded = 0;
	int64_t generated = 0;
	for ( int32_t i = 0; i < count; i++ )
	{
		const bool right = problems[i].found && base[i].found && problems[i].length >= base[i].length - 1e-6;
		wrong += !right;
		excess += right ? problems[i].length / base[i].length - 1.0 : 0.0;
		us += problems[i].us;
		base_us += base[i].us;
		expanded += problems[i].expanded;
		generated += problems[i].generated;
	}
	printf( "%-42s %9.3f %9.3f %9.3f %9.1f %7.2f %% %10" PRId64 " %10" PRId64 " %6" PRId64 "\n", name,
	        time_quantile( problems, count, 0.5 ) * 1e-3, time_quantile( problems, count, 0.95 ) * 1e-3,
	        us * 1e-3 / count, base_us / us, 100.0 * excess / count, expanded / count, generated / count, wrong );
	return wrong;
}

// The time to refine the first part of a route, and all of it.
typedef struct first_times
{
	double search, take, first, whole; // [microseconds], means
} first_times;

static first_times time_first( const fw_map* map, const char* method, const long_problem* problems, int32_t count )
{
	const double clock = haa_clock_cost();
	first_times sum = { 0 };
	fw_search* search = NULL;
	fw_route* route = NULL;
	fw_result result;
	fw_result_init( &result, NULL );
	haa_check( fw_search_create( NULL, &search ), "search" );
	haa_check( fw_route_create( NULL, &route ), "route" );
	// The second pass allocates nothing.
	for ( int32_t i = 0; i < 2 * count; i++ )
	{
		const long_problem* p = &problems[i % count];
		const fw_query query = haa_query( method, 1, p->start_x, p->start_y, p->goal_x, p->goal_y );
		fw_outcome outcome = FW_RUNNING;
		double at[5];
		at[0] = haa_now();
		haa_check( fw_search_begin( search, map, &query, NULL ), method );
		haa_check( fw_search_step( search, INT64_MAX, &outcome, NULL ), method );
		at[1] = haa_now();
		haa_check( fw_search_route( search, route, &result, NULL ), "route" );
		at[2] = haa_now();
		haa_check( fw_route_next( route, search, map->hierarchy, FIRST_TILES, &result.path, NULL ), "stretch" );
		at[3] = haa_now();
		haa_check( fw_search_result( search, &result ), method );
		at[4] = haa_now();
		if ( i >= count )
		{
			sum.search += ( at[1] - at[0] - clock ) / count;
			sum.take += ( at[2] - at[1] - clock ) / count;
			sum.first += ( at[3] - at[2] - clock ) / count;
			sum.whole += ( at[4] - at[3] - clock ) / count;
		}
	}
	fw_result_free( &result );
	fw_route_destroy( route );
	fw_search_destroy( search );
	return sum;
}

// One method over one hierarchy, with landmarks if the map has some. Returns how many answers are wrong.
static int64_t report_search( const fw_map* map, fw_quality quality, int32_t cluster, const char* made, int32_t passes,
                              const long_problem* base, long_problem* problems, int32_t count )
{
	const char* method = quality == FW_QUALITY_LOW ? "haastar-low" : "haastar-high";
	char name[64];
	for ( int32_t i = 0; i < count; i++ )
	{
		problems[i] = base[i];
	}
	solve( map, method, 1, passes, problems, count );
	snprintf( name, sizeof( name ), "%s, clusters of %d%s", method, (int)cluster,
	          map->landmarks != NULL ? ", landmarks" : "" );
	const int64_t wrong = report_paths( name, problems, base, count );
	const first_times times = time_first( map, method, problems, count );
	double base_us = 0.0;
	for ( int32_t i = 0; i < count; i++ )
	{
		base_us += base[i].us / count;
	}
	printf(
	    "%28s %s\n%28s search %.1f us, taken over in %.2f us, first %.0f tiles %.2f us (%.0f x), whole path %.1f us\n",
	    "", made, "", times.search, times.take, FIRST_TILES, times.first,
	    base_us / ( times.search + times.take + times.first ), times.whole );
	return wrong;
}

static int64_t report_hierarchy( const fw_grid* grid, int32_t cluster, fw_quality quality, int32_t passes,
                                 const long_problem* base, long_problem* problems, int32_t count )
{
	char made[128];
	double before = haa_now();
	fw_hierarchy* hierarchy = haa_build( grid, cluster, quality );
	const double built = haa_now() - before;
	fw_map map = { .grid = grid, .hierarchy = hierarchy };
	const fw_hierarchy_stats stats = fw_hierarchy_measure( hierarchy );
	snprintf( made, sizeof( made ), "built in %.2f s, %" PRId64 " nodes, %" PRId64 " edges, %.1f MiB, %.1f MiB shared",
	          built * 1e-6, stats.nodes, stats.inter_edges + stats.intra_edges, (double)stats.bytes / 1048576.0,
	          (double)stats.shared_bytes / 1048576.0 );
	int64_t wrong = report_search( &map, quality, cluster, made, passes, base, problems, count );
	before = haa_now();
	fw_landmarks* landmarks = haa_landmarks( hierarchy, 1, FW_LANDMARKS_DEFAULT );
	const double found = haa_now() - before;
	map.landmarks = landmarks;
	snprintf( made, sizeof( made ), "landmarks found in %.2f s, %.1f MiB", found * 1e-6,
	          (double)fw_landmarks_memory( landmarks ) / 1048576.0 );
	wrong += report_search( &map, quality, cluster, made, passes, base, problems, count );
	fw_landmarks_destroy( landmarks );
	fw_hierarchy_destroy( hierarchy );
	return wrong;
}

int64_t haa_report_long( const char* name, int32_t count, int32_t passes )
{
	fw_grid* small = haa_load( name );
	const fw_rect part = haa_middle( small, LARGE_MARGIN );
	fw_grid* grid = haa_mirror( small, part, LARGE_SIDE );
	fw_grid_destroy( small );
	fw_space* space = haa_space( grid, 1 );
	fw_clearance* clearance = haa_clearance( grid );
	long_problem* base = haa_take( (size_t)count, sizeof( *base ) );
	long_problem* problems = haa_take( (size_t)count, sizeof( *problems ) );
	draw_problems( space, LARGE_SIDE, base, count );
	const fw_map map = { .grid = grid, .space = space, .clearance = clearance };
	// A* takes a tenth of a second for each and varies little.
	solve( &map, "aastar", 1, passes < 2 ? passes : 2, base, count );
	double length = 0.0;
	for ( int32_t i = 0; i < count; i++ )
	{
		length += base[i].length / count;
	}
	printf( "\n%d x %d tiles: %s, %d x %d tiles of it and mirrored copies\n", LARGE_SIDE, LARGE_SIDE, name,
	        (int)part.width, (int)part.height );
	printf( "%d random problems, size 1, ends half of a side apart or more, mean length %.0f\n", (int)count, length );
	printf( "%-42s %9s %9s %9s %9s %9s %10s %10s %6s\n", "method", "median ms", "p95 ms", "mean ms", "faster", "longer",
	        "expanded", "looked at", "wrong" );
	int64_t wrong = report_paths( "aastar", base, base, count );
	for ( int32_t i = 0; i < count; i++ )
	{
		problems[i] = base[i];
	}
	solve( &map, "jps", 1, passes < 2 ? passes : 2, problems, count );
	wrong += report_paths( "jps", problems, base, count );
	for ( int32_t c = 0; c <= HAA_CLUSTERS; c++ )
	{
		const int32_t cluster = c < HAA_CLUSTERS ? haa_clusters[c] : FW_CLUSTER_MAX;
		wrong += report_hierarchy( grid, cluster, FW_QUALITY_HIGH, passes, base, problems, count );
		wrong += report_hierarchy( grid, cluster, FW_QUALITY_LOW, passes, base, problems, count );
	}
	free( base );
	free( problems );
	fw_clearance_destroy( clearance );
	fw_space_destroy( space );
	fw_grid_destroy( grid );
	return wrong;
}

// Times of one change, without and with destroying the old hierarchy.
typedef struct edit_times
{
	double* update; // [places]
	double* all;    // [places]
} edit_times;

static fw_hierarchy* change( fw_grid* grid, fw_hierarchy* hierarchy, fw_rect rect, uint8_t terrain, double clock,
                             double* update, double* all )
{
	fw_hierarchy* next = NULL;
	const double before = haa_now();
	haa_check( fw_grid_fill( grid, rect, terrain, NULL ), "building" );
	haa_check( fw_hierarchy_update( hierarchy, &next, NULL ), "update" );
	*update = haa_now() - before - clock;
	fw_hierarchy_destroy( hierarchy );
	*all = haa_now() - before - 2.0 * clock;
	return next;
}

static void report_edits_of( fw_grid* grid, int32_t cluster, fw_quality quality, int32_t places )
{
	const double clock = haa_clock_cost();
	edit_times up = { haa_take( (size_t)places, sizeof( double ) ), haa_take( (size_t)places, sizeof( double ) ) };
	edit_times down = { haa_take( (size_t)places, sizeof( double ) ), haa_take( (size_t)places, sizeof( double ) ) };
	const double before = haa_now();
	fw_hierarchy* hierarchy = haa_build( grid, cluster, quality );
	const double built = haa_now() - before;
	uint64_t random = 1;
	for ( int32_t i = 0; i < places; i++ )
	{
		const fw_rect rect = haa_draw_position( grid, HAA_BUILDING, &random );
		hierarchy = change( grid, hierarchy, rect, FW_TERRAIN_OUT, clock, &up.update[i], &up.all[i] );
		hierarchy = change( grid, hierarchy, rect, FW_TERRAIN_GROUND, clock, &down.update[i], &down.all[i] );
	}
	fw_hierarchy_destroy( hierarchy );
	printf( "%-10s %7d %10.3f %10.3f %10.3f %10.3f %10.1f\n", quality == FW_QUALITY_LOW ? "low" : "high", (int)cluster,
	        haa_quantile( up.update, places, 0.5 ) * 1e-3, haa_quantile( up.update, places, 0.95 ) * 1e-3,
	        haa_quantile( up.all, places, 0.5 ) * 1e-3, haa_quantile( down.update, places, 0.5 ) * 1e-3, built * 1e-3 );
	free( up.update );
	free( up.all );
	free( down.update );
	free( down.all );
}

void haa_report_edits( int32_t places )
{
	fw_grid* grid = haa_town();
	printf( "\nbuildings of %d x %d tiles on %d x %d: " HAA_TOWN " and mirrored copies, sizes 1 to %d, %d places\n",
	        HAA_BUILDING, HAA_BUILDING, (int)fw_grid_width( grid ), (int)fw_grid_height( grid ), HAA_SIZES,
	        (int)places );
	printf( "%-10s %7s %10s %10s %10s %10s %10s\n", "quality", "cluster", "up ms", "p95 ms", "with old", "down ms",
	        "anew ms" );
	for ( int32_t c = 0; c < HAA_CLUSTERS; c++ )
	{
		report_edits_of( grid, haa_clusters[c], FW_QUALITY_HIGH, places );
		report_edits_of( grid, haa_clusters[c], FW_QUALITY_LOW, places );
	}
	fw_grid_destroy( grid );
}

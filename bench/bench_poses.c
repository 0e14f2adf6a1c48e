// SPDX-License-Identifier: MIT
// Pose problems of published maps: found and legal paths, lengths against the shortest known ones, turning, times of
// the search and of the clean-up, and the time compared with standard A* between the same tiles for the same unit.
#define _POSIX_C_SOURCE 199309L // clock_gettime(): some searches take two microseconds

#include "fairway/io.h"
#include "fairway/search.h"
#include "fairway/smooth.h"
#include "fairway/validate.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define RUNS 3 // of each search; the fastest counts
#define MOST 512
#define SETS 4

static const struct
{
	const char *map, *name;
} sets[SETS] = {
    { "dao/brc202d", "brc202d" },
    { "bg512/AR0602SR", "AR0602SR" },
    { "dao/brc202d", "brc202d-fix" },
    { "bg512/AR0602SR", "AR0602SR-fix" },
};

typedef struct pose_options
{
	const char* folder;
	const char* method;
	double weight;
	fw_lattice lattice;
	int32_t headings;
	int64_t max_expansions;
} pose_options;

// The measurements, problem by problem.
typedef struct pose_measures
{
	int32_t asked, found, legal;
	int32_t known; // found paths with a known length
	double raw_ratio[MOST], clean_ratio[MOST];
	int32_t timed;
	double search[MOST], tile_path[MOST], ratio[MOST]; // microseconds, and search divided by standard A*
	double clean[MOST];                                // of the found paths
	int64_t expanded, field;
	double raw_turned, raw_length, turned, length;
	double space_time, table_time; // milliseconds
} pose_measures;

typedef struct pose_bench
{
	pose_options o;
	fw_grid* grid;
	fw_space* space;
	fw_primitives* primitives;
	fw_search* search;
	fw_result result, tile_path;
	fw_path path;
	fw_pose_set poses;
	double best[MOST]; // 0: unknown
	fw_unit unit;
} pose_bench;

static void check( fw_status status, const char* what )
{
	if ( status != FW_OK )
	{
		fprintf( stderr, "bench_poses: %s: %s\n", what, fw_status_text( status ) );
		exit( EXIT_FAILURE );
	}
}

// Processor time in microseconds, so that other programs count less.
static double now( void )
{
	struct timespec t;
	clock_gettime( CLOCK_PROCESS_CPUTIME_ID, &t );
	return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

static int compare( const void* a, const void* b )
{
	const double x = *(const double*)a, y = *(const double*)b;
	return x < y ? -1 : x > y;
}

static double quantile( const double* values, int32_t count, double part )
{
	static double sorted[MOST];
	if ( count == 0 )
	{
		return 0.0;
	}
	memcpy( sorted, values, (size_t)count * sizeof( double ) );
	qsort( sorted, (size_t)count, sizeof( double ), compare );
	return sorted[(int32_t)( part * ( count - 1 ) + 0.5 )];
}

static double mean( const double* values, int32_t count )
{
	double sum = 0.0;
	for ( int32_t i = 0; i < count; i++ )
	{
		sum += values[i];
	}
	return count > 0 ? sum / count : 0.0;
}

static void read_best( pose_bench* b, const char* file )
{
	memset( b->best, 0, sizeof( b->best ) );
	FILE* text = fopen( file, "r" );
	char line[256];
	while ( text != NULL && fgets( line, sizeof( line ), text ) != NULL )
	{
		int index;
		double length;
		if ( sscanf( line, "%d %lf", &index, &length ) == 2 && index >= 0 && index < MOST )
		{
			b->best[index] = length;
		}
	}
	if ( text != NULL )
	{
		fclose( text );
	}
}

static void load( pose_bench* b, const char* map, const char* name )
{
	char file[1024];
	snprintf( file, sizeof( file ), "%s/%s.map", b->o.folder, map );
	check( fw_map_load( file, NULL, &b->grid, NULL ), file );
	snprintf( file, sizeof( file ), "%s/poses/%s.poses", b->o.folder, name );
	check( fw_poses_load( file, NULL, &b->poses, NULL ), file );
	check( b->poses.count > 0 && b->poses.count <= MOST / SETS ? FW_OK : FW_ERR_TOO_LARGE, file );
	snprintf( file, sizeof( file ), "%s/poses/%s.best", b->o.folder, name );
	read_best( b, file );
	b->unit = fw_default_unit();
	b->unit.radius = b->poses.problems[0].radius;
	b->unit.turning_radius = b->poses.problems[0].turning_radius;
}

// The minimum of the runs, in milliseconds.
static void build( pose_bench* b, pose_measures* m )
{
	const fw_method* method = fw_method_find( b->o.method );
	fw_space_def space = fw_default_space_def();
	space.radius = b->unit.radius;
	space.lattice = b->o.lattice;
	fw_primitives_def turns = fw_default_primitives_def();
	turns.radius = b->unit.radius;
	turns.turning_radius = b->unit.turning_radius;
	turns.lattice = b->o.lattice;
	turns.headings = b->o.headings;
	turns.ring = method->ring;
	turns.loops = method->ring > 0;
	m->space_time = m->table_time = INFINITY;
	for ( int32_t i = 0; i < RUNS; i++ )
	{
		fw_space_destroy( b->space );
		fw_primitives_destroy( b->primitives );
		const double begin = now();
		check( fw_space_create( b->grid, &space, &b->space, NULL ), "space" );
		const double middle = now();
		check( fw_primitives_create( &turns, &b->primitives, NULL ), "turn table" );
		m->space_time = fmin( m->space_time, ( middle - begin ) / 1e3 );
		m->table_time = fmin( m->table_time, ( now() - middle ) / 1e3 );
	}
}

static double run( pose_bench* b, const fw_query* query, fw_result* result )
{
	const fw_map map = { .grid = b->grid, .space = b->space, .primitives = b->primitives };
	double best = INFINITY;
	for ( int32_t i = 0; i < RUNS; i++ )
	{
		const double begin = now();
		check( fw_search_run( b->search, &map, query, result, NULL ), query->method );
		best = fmin( best, now() - begin );
	}
	return best;
}

static bool is_legal( const pose_bench* b, const fw_pose_problem* p, const fw_path* path )
{
	int32_t violations = -1;
	check( fw_validate( b->grid, &b->unit, path, NULL, NULL, 0, &violations, NULL ), "judging" );
	const fw_pose end = fw_path_end( path );
	return violations == 0 && fw_length( path->start.x - p->start.x, path->start.y - p->start.y ) < 1e-6 &&
	       fabs( fw_angle_signed( path->start.heading - p->start.heading ) ) < 1e-6 &&
	       fw_length( end.x - p->goal.x, end.y - p->goal.y ) < 1e-6 &&
	       ( p->goal_any_heading || fabs( fw_angle_signed( end.heading - p->goal.heading ) ) < 1e-6 );
}

// The clean-up of the path in b->result, minimum of the runs.
static double clean_up( pose_bench* b, const fw_pose_problem* p )
{
	fw_smoother smoother = fw_default_smoother();
	smoother.grid = b->grid;
	smoother.unit = &b->unit;
	double best = INFINITY;
	for ( int32_t i = 0; i < RUNS; i++ )
	{
		check( fw_path_copy( &b->path, &b->result.path ), "copy" );
		const double begin = now();
		check( fw_clean_up( &smoother, &b->path, !p->goal_any_heading, NULL ), "clean-up" );
		best = fmin( best, now() - begin );
	}
	return best;
}

static void measure_path( pose_bench* b, const fw_pose_problem* p, double known, pose_measures* m )
{
	const fw_path* raw = &b->result.path;
	const double time = clean_up( b, p );
	m->clean[m->found++] = time;
	m->legal += is_legal( b, p, raw ) && is_legal( b, p, &b->path ) ? 1 : 0;
	m->raw_turned += fw_path_turn_angle( raw );
	m->raw_length += raw->length;
	m->turned += fw_path_turn_angle( &b->path );
	m->length += b->path.length;
	if ( known > 0.0 )
	{
		m->raw_ratio[m->known] = raw->length / known;
		m->clean_ratio[m->known++] = b->path.length / known;
	}
}

static void measure( pose_bench* b, const fw_pose_problem* p, double known, pose_measures* m )
{
	fw_query query = fw_default_query();
	query.method = b->o.method;
	query.unit = b->unit;
	query.start = p->start;
	query.goal = p->goal;
	query.goal_any_heading = p->goal_any_heading;
	query.options.weight = b->o.weight;
	query.options.max_expansions = b->o.max_expansions;
	fw_query tile_path = query;
	tile_path.method = "astar";
	tile_path.options.weight = 1.0;
	tile_path.options.max_expansions = 0;
	const double search_time = run( b, &query, &b->result );
	const double tile_path_time = run( b, &tile_path, &b->tile_path );
	m->asked++;
	m->search[m->timed] = search_time;
	m->tile_path[m->timed] = tile_path_time;
	m->ratio[m->timed++] = search_time / fmax( tile_path_time, 1.0 );
	m->expanded += b->result.counters.expanded;
	m->field += b->result.counters.field;
	if ( b->result.outcome == FW_FOUND )
	{
		measure_path( b, p, known, m );
	}
}

static void append( double* to, int32_t at, const double* from, int32_t count )
{
	memcpy( to + at, from, (size_t)count * sizeof( double ) );
}

static void add( pose_measures* sum, const pose_measures* m )
{
	append( sum->raw_ratio, sum->known, m->raw_ratio, m->known );
	append( sum->clean_ratio, sum->known, m->clean_ratio, m->known );
	append( sum->search, sum->timed, m->search, m->timed );
	append( sum->tile_path, sum->timed, m->tile_path, m->timed );
	append( sum->ratio, sum->timed, m->ratio, m->timed );
	append( sum->clean, sum->found, m->clean, m->found );
	sum->asked += m->asked;
	sum->found += m->found;
	sum->legal += m->legal;
	sum->known += m->known;
	sum->timed += m->timed;
	sum->expanded += m->expanded;
	sum->field += m->field;
	sum->raw_turned += m->raw_turned;
	sum->raw_length += m->raw_length;
	sum->turned += m->turned;
	sum->length += m->length;
	sum->space_time += m->space_time;
	sum->table_time += m->table_time;
}

static void print_paths( const char* name, const pose_measures* m )
{
	printf( "%-13s %3d of %3d  %5d  %6.4f  %6.4f   %6.4f  %6.4f  %8.0f  %8.0f\n", name, (int)m->found, (int)m->asked,
	        (int)m->legal, mean( m->raw_ratio, m->known ), mean( m->clean_ratio, m->known ),
	        m->raw_turned / m->raw_length, m->turned / m->length, (double)m->expanded / m->asked,
	        (double)m->field / m->asked );
}

static void print_times( const char* name, const pose_measures* m )
{
	const double s50 = quantile( m->search, m->timed, 0.5 ), s95 = quantile( m->search, m->timed, 0.95 );
	const double w50 = quantile( m->tile_path, m->timed, 0.5 ), w95 = quantile( m->tile_path, m->timed, 0.95 );
	printf( "%-13s %7.0f %7.0f  %7.0f %7.0f  %7.0f %7.0f  %7.2f %7.2f  %7.2f %7.2f  %7.1f %7.1f\n", name, s50, s95,
	        quantile( m->clean, m->found, 0.5 ), quantile( m->clean, m->found, 0.95 ), w50, w95,
	        quantile( m->ratio, m->timed, 0.5 ), quantile( m->ratio, m->timed, 0.95 ), s50 / fmax( w50, 1.0 ),
	        s95 / fmax( w95, 1.0 ), m->space_time, m->table_time );
}

static void run_set( pose_bench* b, int32_t index, pose_measures* m )
{
	load( b, sets[index].map, sets[index].name );
	build( b, m );
	for ( int32_t i = 0; i < b->poses.count; i++ )
	{
		measure( b, &b->poses.problems[i], b->best[i], m );
	}
	fw_poses_free( &b->poses );
	fw_primitives_destroy( b->primitives );
	fw_space_destroy( b->space );
	fw_grid_destroy( b->grid );
	b->primitives = NULL;
	b->space = NULL;
	b->grid = NULL;
}

static void usage( void )
{
	fprintf( stderr, "usage: bench_poses [--method NAME] [--weight W] [--lattice gaps|tiles|half] [--headings 8|16]\n"
	                 "                   [--max-expansions N]\n" );
	exit( 2 );
}

static fw_lattice lattice_of( const char* name )
{
	static const char* const names[] = { "gaps", "tiles", "half" };
	for ( int32_t i = 0; i < 3; i++ )
	{
		if ( strcmp( name, names[i] ) == 0 )
		{
			return (fw_lattice)i;
		}
	}
	usage();
	return FW_LATTICE_GAPS;
}

static double number_of( const char* text )
{
	char* end;
	const double value = strtod( text, &end );
	if ( end == text || *end != 0 )
	{
		usage();
	}
	return value;
}

static pose_options read_options( int argc, char** argv )
{
	pose_options o = { .folder = getenv( "FAIRWAY_BENCHMARKS" ),
	                   .method = "directional48",
	                   .weight = 1.1,
	                   .headings = 8,
	                   .max_expansions = 100000 };
	for ( int i = 1; i < argc; i += 2 )
	{
		if ( i + 1 == argc )
		{
			usage();
		}
		if ( strcmp( argv[i], "--method" ) == 0 )
		{
			o.method = argv[i + 1];
		}
		else if ( strcmp( argv[i], "--weight" ) == 0 )
		{
			o.weight = number_of( argv[i + 1] );
		}
		else if ( strcmp( argv[i], "--lattice" ) == 0 )
		{
			o.lattice = lattice_of( argv[i + 1] );
		}
		else if ( strcmp( argv[i], "--headings" ) == 0 )
		{
			o.headings = (int32_t)number_of( argv[i + 1] );
		}
		else if ( strcmp( argv[i], "--max-expansions" ) == 0 )
		{
			o.max_expansions = (int64_t)number_of( argv[i + 1] );
		}
		else
		{
			usage();
		}
	}
	const fw_method* method = fw_method_find( o.method );
	if ( method == NULL || ( method->traits & FW_TRAIT_HEADINGS ) == 0 )
	{
		fprintf( stderr, "bench_poses: there is no method with headings named %s\n", o.method );
		exit( 2 );
	}
	return o;
}

int main( int argc, char** argv )
{
	// The sets with a free goal heading, those with a fixed one, and all.
	static pose_measures each[SETS], free_sum, fixed_sum, sum;
	static pose_bench b;
	b.o = read_options( argc, argv );
	if ( b.o.folder == NULL || b.o.folder[0] == 0 )
	{
		fprintf( stderr, "bench_poses: FAIRWAY_BENCHMARKS names no folder of benchmark maps\n" );
		return EXIT_FAILURE;
	}
	check( fw_search_create( NULL, &b.search ), "search" );
	for ( int32_t i = 0; i < SETS; i++ )
	{
		run_set( &b, i, &each[i] );
		add( strstr( sets[i].name, "-fix" ) != NULL ? &fixed_sum : &free_sum, &each[i] );
		add( &sum, &each[i] );
	}
	printf( "%s, weight %g, %d headings, at most %" PRId64 " expansions; lengths over the shortest known ones\n\n",
	        b.o.method, b.o.weight, (int)b.o.headings, b.o.max_expansions );
	printf( "                              length           radians a tile   nodes a problem\n" );
	printf( "set                found  legal     raw   clean      raw   clean  expanded     field\n" );
	for ( int32_t i = 0; i < SETS; i++ )
	{
		print_paths( sets[i].name, &each[i] );
	}
	print_paths( "free heading", &free_sum );
	print_paths( "fixed heading", &fixed_sum );
	print_paths( "all", &sum );
	printf( "\n              search [us]      clean-up [us]    astar [us]       search/astar     of the quantiles"
	        " build [ms]\n" );
	printf( "set            median     p95   median     p95   median     p95   median     p95   median     p95"
	        "    space   table\n" );
	for ( int32_t i = 0; i < SETS; i++ )
	{
		print_times( sets[i].name, &each[i] );
	}
	print_times( "free heading", &free_sum );
	print_times( "fixed heading", &fixed_sum );
	print_times( "all", &sum );
	fw_path_free( &b.path );
	fw_result_free( &b.result );
	fw_result_free( &b.tile_path );
	fw_search_destroy( b.search );
	return EXIT_SUCCESS;
}

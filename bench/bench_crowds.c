// SPDX-License-Identifier: MIT
// Crowds on the scenarios for many agents in FAIRWAY_BENCHMARKS, and random ones on large maps: Fairway's worlds beside
// DetourCrowd, where that was installed when this was built. One judge for both.
#include "any_angle_sets.h"
#include "crowds.h"
#include "haa.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LIST_MAX 128
#define SHARED 400        // of scenarios of so many units
#define SHARES 8          // the first eighth, quarter and half are problems, too
#define PATIENCE 300.0    // after the longest path alone [s]
#define LOAD_SECONDS 60.0 // of random crowds
#define MEMORY_STEPS 20   // between two looks at the memory
#define HOME 0.05         // [tiles]
#define REST 0.05         // part of top speed

typedef struct bench_options
{
	const char* only;
	const char* engine;
	double seconds; // 0: by problem
	double home;    // [tiles]
	int64_t order;  // -1: as in the file
	bool mirror;
	int32_t frames;           // in which CROWDS_STEP passes
	const char* trajectories; // prefix of files
	FILE* csv;
} bench_options;

typedef struct outcome
{
	crowds_figures judged;
	bool ran; // false: the problem is too large
	const char* setting;
	double setup, mean, worst; // [ms]
	double nodes_mean;
	int64_t nodes_worst;
	crowds_work work; // of the step with most memory
	double planned;   // when nobody waited for a path any more [s]; negative: somebody did to the end
} outcome;

static const crowds_engine* const engines[] = {
    &crowds_fairway,
#ifdef BENCH_DETOUR
    &crowds_detour,
#endif
};

#define ENGINES ( (int32_t)( sizeof( engines ) / sizeof( engines[0] ) ) )

static FILE* open_trajectory( const bench_options* o, const crowds_problem* problem, const char* engine,
                              int32_t setting )
{
	char file[1024];
	if ( o->trajectories == NULL )
	{
		return NULL;
	}
	const char* slash = strchr( problem->name, '/' );
	snprintf( file, sizeof( file ), "%s%.*s-%s-%s-%d.csv", o->trajectories, (int)( slash - problem->name ),
	          problem->name, slash + 1, engine, (int)setting );
	FILE* out = fopen( file, "w" );
	haa_check( out != NULL ? FW_OK : FW_ERR_IO, file );
	fprintf( out, "time,unit,x,y,heading,radius\n" );
	return out;
}

static void write_positions( FILE* out, const crowds_problem* problem, int64_t step, const crowds_point* positions )
{
	for ( int32_t i = 0; i < problem->count && out != NULL; i++ )
	{
		fprintf( out, "%.2f,%d,%.9f,%.9f,,%g\n", (double)step * CROWDS_STEP, (int)i, positions[i].x, positions[i].y,
		         problem->units[i].radius );
	}
}

static void measure( const crowds_engine* engine, const void* self, int64_t step, bool bytes, outcome* out )
{
	if ( engine->measure != NULL )
	{
		const crowds_work now = engine->measure( self, bytes );
		out->planned = now.plans == 0 && out->planned < 0.0 ? (double)( step + 1 ) * CROWDS_STEP : out->planned;
		out->nodes_mean += (double)now.nodes;
		out->nodes_worst = now.nodes > out->nodes_worst ? now.nodes : out->nodes_worst;
		out->work = now.bytes > out->work.bytes ? now : out->work;
	}
}

// Steps until all are home or the time is over.
static void drive( const bench_options* o, const crowds_problem* problem, const crowds_engine* engine, int32_t setting,
                   void* self, outcome* out )
{
	const double limit = problem->alone > 0.0 ? problem->alone + PATIENCE : LOAD_SECONDS;
	const double seconds = o->seconds > 0.0 ? o->seconds : limit;
	crowds_point* positions = haa_take( (size_t)problem->count, sizeof( crowds_point ) );
	crowds_judge* judge = crowds_judge_begin( problem, ( crowds_rules ){ o->home, REST * CROWDS_SPEED } );
	FILE* trajectory = open_trajectory( o, problem, engine->name, setting );
	int64_t steps = 0;
	for ( ;; steps++ )
	{
		engine->read( self, positions );
		crowds_judge_take( judge, positions );
		write_positions( trajectory, problem, steps, positions );
		if ( (double)steps * CROWDS_STEP >= seconds || crowds_judge_is_over( judge ) )
		{
			break;
		}
		for ( int32_t i = 0; i < o->frames; i++ )
		{
			const double before = haa_now();
			engine->step( self, CROWDS_STEP / o->frames );
			const double ms = ( haa_now() - before ) * 1e-3;
			out->mean += ms;
			out->worst = fmax( out->worst, ms );
			measure( engine, self, steps, steps % MEMORY_STEPS == 0 && i == 0, out );
		}
	}
	out->mean /= (double)( steps * o->frames );
	out->nodes_mean /= (double)( steps * o->frames );
	out->judged = crowds_judge_end( judge );
	haa_check( trajectory == NULL || fclose( trajectory ) == 0 ? FW_OK : FW_ERR_IO, "trajectory" );
	free( positions );
}

static outcome run( const bench_options* o, const crowds_problem* problem, const crowds_engine* engine,
                    int32_t setting )
{
	outcome out = { .setting = engine->settings[setting], .planned = -1.0 };
	const double before = haa_now();
	void* self = engine->create( problem, setting );
	out.setup = ( haa_now() - before ) * 1e-3;
	if ( self == NULL )
	{
		return out;
	}
	out.ran = true;
	drive( o, problem, engine, setting, self, &out );
	engine->destroy( self );
	return out;
}

// More units home; of as many, the last of them sooner.
static bool is_better( const outcome* a, const outcome* b )
{
	return a->judged.home != b->judged.home ? a->judged.home > b->judged.home : a->judged.last < b->judged.last;
}

static void print_head( void )
{
	printf( "\n%-27s %-7s %11s %6s %6s %8s %5s %6s %5s %6s %5s %5s %5s %5s %7s %7s %7s %7s %8s\n", "scenario/units",
	        "engine", "home", "last", "delay", "overlaps", "deep", "walls", "deep", "fast", "stuck", "stops", "revs",
	        "path", "ms", "worst", "nodes", "worst", "setup ms" );
}

static void print_row( const crowds_problem* problem, const char* engine, const outcome* r )
{
	const crowds_figures* f = &r->judged;
	char home[16];
	char last[16] = "-";
	char delay[16] = "-";
	snprintf( home, sizeof( home ), "%d/%d", (int)f->home, (int)problem->count );
	if ( f->home == problem->count )
	{
		snprintf( last, sizeof( last ), "%.1f", f->last );
	}
	if ( problem->alone > 0.0 )
	{
		snprintf( delay, sizeof( delay ), "%.1f", f->delay );
	}
	printf( "%-27s %-7s %11s %6s %6s %8" PRId64 " %5.3f %6" PRId64 " %5.3f %6" PRId64
	        " %5d %5.1f %5.1f %5.3f %7.3f %7.2f %7.0f %7" PRId64 " %8.0f\n",
	        problem->name, engine, home, last, delay, f->overlaps, f->deepest, f->walls, f->deepest_wall, f->fast,
	        (int)f->stuck, f->stops, f->reversals, f->path, r->mean, r->worst, r->nodes_mean, r->nodes_worst,
	        r->setup );
	if ( problem->alone == 0.0 && r->work.bytes > 0 )
	{
		printf( "%-27s memory %.1f MiB, for each unit but the first %.0f bytes; all have paths after %.2f s\n", "",
		        (double)r->work.bytes / 1048576.0,
		        (double)( r->work.bytes - r->work.base ) / fmax( 1.0, problem->count - 1 ), r->planned );
	}
	fflush( stdout );
}

static void write_row( const bench_options* o, const crowds_problem* problem, const char* engine, const outcome* r )
{
	const crowds_figures* f = &r->judged;
	if ( o->csv == NULL )
	{
		return;
	}
	fprintf( o->csv, "%s,%s,%s,%d,%d,%.2f,%.2f,%.3f,%.2f,%" PRId64 ",%.4f,%" PRId64 ",%.4f,%" PRId64 ",%.3f,",
	         problem->name, engine, r->setting, (int)problem->count, (int)f->home, problem->alone, f->last,
	         problem->alone > 0.0 ? f->delay : NAN, f->seconds, f->overlaps, f->deepest, f->walls, f->deepest_wall,
	         f->fast, f->fastest );
	fprintf( o->csv, "%d,%.3f,%.3f,%.4f,%.4f,%.3f,%.1f,%" PRId64 ",%.1f,%zu,%zu\n", (int)f->stuck, f->stops,
	         f->reversals, f->path, r->mean, r->worst, r->nodes_mean, r->nodes_worst, r->setup, r->work.bytes,
	         r->work.base );
	fflush( o->csv );
}

static void run_all( const bench_options* o, crowds_problem* problem )
{
	if ( o->mirror )
	{
		crowds_mirror( problem );
	}
	if ( o->order >= 0 )
	{
		crowds_shuffle( problem, (uint64_t)o->order );
	}
	for ( int32_t e = 0; e < ENGINES; e++ )
	{
		if ( o->engine != NULL && strcmp( o->engine, engines[e]->name ) != 0 )
		{
			continue;
		}
		outcome best = run( o, problem, engines[e], 0 );
		for ( int32_t s = 1; engines[e]->settings[s] != NULL; s++ )
		{
			const outcome other = run( o, problem, engines[e], s );
			best = is_better( &other, &best ) ? other : best;
		}
		if ( !best.ran )
		{
			printf( "%-27s %-7s skipped: too large\n", problem->name, engines[e]->name );
			continue;
		}
		print_row( problem, engines[e]->name, &best );
		write_row( o, problem, engines[e]->name, &best );
	}
}

static bool wants( const bench_options* o, const crowds_problem* problem )
{
	return o->only == NULL || strstr( problem->name, o->only ) != NULL;
}

static void run_scenario( const bench_options* o, const char* file )
{
	for ( int32_t share = SHARES; share > 0; share /= 2 )
	{
		crowds_problem problem;
		if ( !crowds_load( &problem, file, share ) )
		{
			printf( "%s: skipped: its map is missing\n", file );
			share = 1;
		}
		else if ( ( share == 1 || problem.count * share == SHARED ) && wants( o, &problem ) )
		{
			crowds_measure_alone( &problem );
			run_all( o, &problem );
		}
		crowds_free( &problem );
	}
}

static void run_load( const bench_options* o, int32_t side, int32_t count )
{
	crowds_problem problem;
	crowds_draw( &problem, side, count );
	if ( wants( o, &problem ) )
	{
		run_all( o, &problem );
	}
	crowds_free( &problem );
}

static const char help[] =
    "usage: bench_crowds [options]\n"
    "  --only TEXT      problems whose SCENARIO/UNITS contains this, such as room-64 or load-1024/10000\n"
    "  --engine NAME    fairway or detour\n"
    "  --seconds N      ends each run after so many seconds (300 after the longest path alone; random crowds 60)\n"
    "  --home TILES     units are home within this distance of their goals (0.05)\n"
    "  --frames N       makes N steps of each 0.05 s, so 3 are frames of 1/60 s (1)\n"
    "  --order N        another order of the units, from this seed\n"
    "  --mirror         the mirror image of map and units\n"
    "  --csv FILE       writes a row for each problem and engine\n"
    "  --trajectory AT  writes the positions of each run to a file whose name begins like this\n"
    "FAIRWAY_BENCHMARKS names the folder of the scenarios; random crowds run without.\n"
    "Processor time of a step in milliseconds; nodes are Fairway's, of a step.\n";

static bool read_number( const char* text, double least, double most, double* value )
{
	char* end;
	*value = strtod( text, &end );
	return end != text && *end == '\0' && *value >= least && *value <= most;
}

static bool read_engine( bench_options* o, const char* name )
{
	o->engine = name;
	for ( int32_t e = 0; e < ENGINES; e++ )
	{
		if ( strcmp( name, engines[e]->name ) == 0 )
		{
			return true;
		}
	}
	return false;
}

static bool read_option( bench_options* o, const char* name, const char* value )
{
	double number = 0.0;
	bool good = true;
	if ( strcmp( name, "--only" ) == 0 )
	{
		o->only = value;
	}
	else if ( strcmp( name, "--engine" ) == 0 )
	{
		good = read_engine( o, value );
	}
	else if ( strcmp( name, "--seconds" ) == 0 )
	{
		good = read_number( value, CROWDS_STEP, 1e6, &o->seconds );
	}
	else if ( strcmp( name, "--home" ) == 0 )
	{
		good = read_number( value, 0.0, 100.0, &o->home );
	}
	else if ( strcmp( name, "--order" ) == 0 )
	{
		good = read_number( value, 0.0, 1e9, &number );
		o->order = (int64_t)number;
	}
	else if ( strcmp( name, "--frames" ) == 0 )
	{
		good = read_number( value, 1.0, 100.0, &number );
		o->frames = (int32_t)number;
	}
	else if ( strcmp( name, "--csv" ) == 0 )
	{
		o->csv = fopen( value, "w" );
		good = o->csv != NULL;
	}
	else if ( strcmp( name, "--trajectory" ) == 0 )
	{
		o->trajectories = value;
	}
	else
	{
		good = false;
	}
	return good;
}

static bool read_options( bench_options* o, int argc, char** argv )
{
	*o = ( bench_options ){ .home = HOME, .order = -1, .frames = 1 };
	for ( int i = 1; i < argc; i++ )
	{
		if ( strcmp( argv[i], "--mirror" ) == 0 )
		{
			o->mirror = true;
		}
		else if ( i + 1 == argc || !read_option( o, argv[i], argv[i + 1] ) )
		{
			fprintf( stderr, "bench_crowds: '%s'%s\n%s", argv[i], i + 1 < argc ? ": bad option or value" : "", help );
			return false;
		}
		else
		{
			i++;
		}
	}
	return true;
}

int main( int argc, char** argv )
{
	static char names[LIST_MAX][64];
	bench_options o;
	if ( !read_options( &o, argc, argv ) )
	{
		return 1;
	}
#ifndef BENCH_DETOUR
	printf( "without DetourCrowd: librecast-dev was not found when this was built\n" );
#endif
	if ( o.csv != NULL )
	{
		fprintf( o.csv,
		         "scenario,engine,setting,units,home,alone,last,delay,seconds,overlaps,deepest,walls,deepest_wall,"
		         "fast,fastest,stuck,stops,reversals,path,ms,ms_worst,nodes,nodes_worst,setup_ms,bytes,"
		         "bytes_of_one\n" );
	}
	print_head();
	const int32_t count = any_list_files( "crowds", ".scen", names, LIST_MAX );
	if ( count == 0 )
	{
		printf( "scenarios skipped: FAIRWAY_BENCHMARKS names no folder with crowds\n" );
	}
	for ( int32_t i = 0; i < count; i++ )
	{
		run_scenario( &o, names[i] );
	}
	run_load( &o, 512, 4000 );
	run_load( &o, 1024, 10000 );
	if ( o.csv != NULL )
	{
		haa_check( fclose( o.csv ) == 0 ? FW_OK : FW_ERR_IO, "--csv" );
	}
	return 0;
}

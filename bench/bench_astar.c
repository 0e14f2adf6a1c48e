// SPDX-License-Identifier: MIT
// Standard A* on published scenarios: time and work per problem and per expanded node, against a textbook A*, and over
// growing maps. With --verify, also each length against the published one.
#include "fairway/io.h"
#include "fairway/search.h"
#include "textbook_astar.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char* const usual[] = {
    "dao/brc202d",           "dao/orz100d",           "bg512/AR0602SR",   "sc1/WheelofWar",
    "random/random512-10-0", "random/random512-40-0", "rooms/32room_000", "mazes/maze512-8-0",
};
// Without the Warcraft maps: some of their published lengths do not belong to the maps as they are (see
// test_astar_maps.c).
static const char* const all[] = {
    "dao/arena",          "dao/brc202d",           "dao/den520d",           "dao/lak303d",
    "dao/orz100d",        "bg512/AR0011SR",        "bg512/AR0406SR",        "bg512/AR0602SR",
    "bg512/AR0700SR",     "sc1/AcrosstheCape",     "sc1/Aftershock",        "sc1/Brushfire",
    "sc1/WheelofWar",     "random/random512-10-0", "random/random512-20-0", "random/random512-40-0",
    "rooms/16room_000",   "rooms/32room_000",      "mazes/maze512-4-0",     "mazes/maze512-8-0",
    "mazes/maze512-32-0",
};
static const char* const grown[] = { "random/random512-40-0", "rooms/32room_000" };

typedef struct astar_options
{
	const char* folder;
	const char* only; // a map of the folder
	int64_t limit;    // problems per scenario
	double textbook;  // seconds per scenario that the textbook A* may take
	bool verify, growth;
} astar_options;

typedef struct astar_bench
{
	fw_grid* grid;
	fw_space* space;
	fw_search* search;
	fw_result result;
	fw_scen scen;
} astar_bench;

typedef struct astar_totals
{
	int64_t problems, expanded, no_path, wrong;
	double seconds;
} astar_totals;

static void check( fw_status status, const char* what )
{
	if ( status != FW_OK )
	{
		fprintf( stderr, "bench_astar: %s: %s\n", what, fw_status_text( status ) );
		exit( EXIT_FAILURE );
	}
}

static double seconds_now( void )
{
	// Processor time, so that other programs count less.
	return (double)clock() / CLOCKS_PER_SEC;
}

// The map, repeated `copies` times in each direction.
static fw_grid* load_tiled( const char* file, int32_t copies )
{
	fw_grid* one = NULL;
	fw_refusal error;
	check( fw_map_load( file, NULL, &one, &error ), file );
	if ( copies == 1 )
	{
		return one;
	}
	const int32_t width = fw_grid_width( one );
	const int32_t height = fw_grid_height( one );
	uint8_t* tiles = malloc( (size_t)width * (size_t)height );
	fw_grid_def def = fw_default_grid_def();
	def.width = width * copies;
	def.height = height * copies;
	fw_grid* many = NULL;
	check( tiles != NULL ? fw_grid_create( &def, &many, NULL ) : FW_ERR_MEMORY, file );
	for ( int32_t i = 0; i < width * height; i++ )
	{
		tiles[i] = fw_grid_get( one, i % width, i / width );
	}
	for ( int32_t i = 0; i < copies * copies; i++ )
	{
		const fw_rect rect = { i % copies * width, i / copies * height, width, height };
		check( fw_grid_write( many, rect, tiles, (size_t)width, NULL ), file );
	}
	free( tiles );
	fw_grid_destroy( one );
	return many;
}

static void open_bench( astar_bench* b, const char* folder, const char* name, int32_t copies )
{
	char file[1024];
	*b = ( astar_bench ){ 0 };
	snprintf( file, sizeof( file ), "%s/%s.map", folder, name );
	b->grid = load_tiled( file, copies );
	snprintf( file, sizeof( file ), "%s/%s.map.scen", folder, name );
	check( fw_scen_load( file, NULL, &b->scen, NULL ), file );
	fw_space_def def = fw_default_space_def();
	def.lattice = FW_LATTICE_TILES;
	check( fw_space_create( b->grid, &def, &b->space, NULL ), name );
	check( fw_search_create( NULL, &b->search ), name );
	fw_result_init( &b->result, NULL );
}

static void close_bench( astar_bench* b )
{
	fw_result_free( &b->result );
	fw_search_destroy( b->search );
	fw_space_destroy( b->space );
	fw_scen_free( &b->scen );
	fw_grid_destroy( b->grid );
}

// The problem with its goal moved by `dx`, `dy` tiles.
static void run_problem( astar_bench* b, const fw_scen_problem* p, int32_t dx, int32_t dy )
{
	fw_query query = fw_default_query();
	query.start = ( fw_pose ){ p->start_x + 0.5, p->start_y + 0.5, 0.0 };
	query.goal = ( fw_pose ){ p->goal_x + dx + 0.5, p->goal_y + dy + 0.5, 0.0 };
	const fw_map map = { .grid = b->grid, .space = b->space };
	check( fw_search_run( b->search, &map, &query, &b->result, NULL ), "search" );
}

// Lengths are printed with two decimals in some sets and with six digits in others, rounded or cut off.
static bool length_matches( double length, double published )
{
	const double digits = published < 1.0 ? 1.0 : floor( log10( published ) );
	return fabs( length - published ) <= fmax( 0.0051, 1.01 * pow( 10.0, digits - 5.0 ) );
}

static void verify( const astar_bench* b, const fw_scen_problem* p, astar_totals* t )
{
	if ( b->result.outcome != FW_FOUND || !length_matches( b->result.length, p->length ) )
	{
		t->wrong++;
		if ( t->wrong <= 5 )
		{
			printf( "  (%d, %d) to (%d, %d): %s, %.8g, published %.8g\n", (int)p->start_x, (int)p->start_y,
			        (int)p->goal_x, (int)p->goal_y, fw_outcome_text( b->result.outcome ), b->result.length, p->length );
		}
	}
}

static int64_t problems_of( const astar_bench* b, const astar_options* o )
{
	return o->limit < b->scen.count ? o->limit : b->scen.count;
}

static astar_totals run_all( astar_bench* b, const astar_options* o, int32_t dx, int32_t dy )
{
	astar_totals t = { 0 };
	// Spread over the file, since many are sorted by length.
	const int64_t count = problems_of( b, o );
	for ( int64_t i = 0; i < count; i++ )
	{
		const fw_scen_problem p = fw_scen_scaled( &b->scen, (int32_t)( i * b->scen.count / count ), b->grid );
		const double before = seconds_now();
		run_problem( b, &p, dx, dy );
		t.seconds += seconds_now() - before;
		t.problems++;
		t.expanded += b->result.counters.expanded;
		t.no_path += b->result.outcome != FW_FOUND;
		if ( o->verify )
		{
			verify( b, &p, &t );
		}
	}
	return t;
}

// Both on the same problems, from short to long, until the textbook A* has used its time.
static void compare_textbook( astar_bench* b, const astar_options* o )
{
	const int32_t width = fw_grid_width( b->grid );
	const int32_t height = fw_grid_height( b->grid );
	bool* is_free = malloc( (size_t)width * (size_t)height * sizeof( bool ) );
	check( is_free != NULL ? FW_OK : FW_ERR_MEMORY, "textbook" );
	for ( int32_t i = 0; i < width * height; i++ )
	{
		is_free[i] = fw_space_stands( b->space, i % width, i / width );
	}
	const textbook_map map = { is_free, width, height };
	double theirs = 0.0;
	double ours = 0.0;
	int64_t problems = 0;
	for ( int32_t i = 0; i < b->scen.count && theirs < o->textbook; i += b->scen.count / 50 + 1 )
	{
		const fw_scen_problem p = fw_scen_scaled( &b->scen, i, b->grid );
		double before = seconds_now();
		for ( int32_t repeat = 0; repeat < 20; repeat++ )
		{
			run_problem( b, &p, 0, 0 );
		}
		ours += ( seconds_now() - before ) / 20.0;
		before = seconds_now();
		const textbook_result result = textbook_astar( &map, p.start_x, p.start_y, p.goal_x, p.goal_y );
		theirs += seconds_now() - before;
		problems++;
		if ( result.found != ( b->result.outcome == FW_FOUND ) ||
		     ( result.found && fabs( result.length - b->result.length ) > 1e-6 * result.length ) )
		{
			printf( "  differs from the textbook in problem %d\n", (int)i );
		}
	}
	printf( "%12.1f %8.0f %5" PRId64, theirs * 1e6 / (double)problems, theirs / ours, problems );
	free( is_free );
}

static astar_totals report( const astar_options* o, const char* name )
{
	astar_bench b;
	open_bench( &b, o->folder, name, 1 );
	const astar_totals t = run_all( &b, o, 0, 0 );
	const double problems = (double)t.problems;
	const double expanded = (double)t.expanded;
	printf( "%-28s %8" PRId64 " %8" PRId64 " %10.1f %10.0f %10.1f", name, t.problems, t.no_path,
	        t.seconds * 1e6 / problems, expanded / problems, t.seconds * 1e9 / expanded );
	if ( o->textbook > 0.0 )
	{
		compare_textbook( &b, o );
	}
	if ( o->verify )
	{
		printf( " %8" PRId64 " wrong", t.wrong );
	}
	printf( "\n" );
	close_bench( &b );
	return t;
}

// From a tile of the first copy of the map to one of the last, so that the search grows with the map.
static void report_growth( const astar_options* o, const char* name )
{
	for ( int32_t copies = 1; copies <= 4; copies *= 2 )
	{
		astar_bench b;
		open_bench( &b, o->folder, name, copies );
		const int32_t dx = fw_grid_width( b.grid ) / copies * ( copies - 1 );
		const int32_t dy = fw_grid_height( b.grid ) / copies * ( copies - 1 );
		for ( int32_t i = 0; i < b.scen.count; i++ )
		{
			b.scen.problems[i].map_width = 0; // the copies are not the scaled map
		}
		astar_options some = *o;
		some.limit = o->limit < 200 ? o->limit : 200;
		some.verify = false;
		const astar_totals t = run_all( &b, &some, dx, dy );
		printf( "%-28s %5d x %-5d %10.0f %10.1f %10.1f\n", name, (int)fw_grid_width( b.grid ),
		        (int)fw_grid_height( b.grid ), (double)t.expanded / (double)t.problems,
		        t.seconds * 1e9 / (double)t.expanded, (double)fw_search_memory( b.search ) / 1048576.0 );
		close_bench( &b );
	}
}

static bool read_options( astar_options* o, int argc, char** argv )
{
	*o = ( astar_options ){
	    .folder = getenv( "FAIRWAY_BENCHMARKS" ), .limit = INT64_MAX, .textbook = 2.0, .growth = true };
	for ( int i = 1; i < argc; i++ )
	{
		const bool has_value = i + 1 < argc;
		if ( strcmp( argv[i], "--limit" ) == 0 && has_value )
		{
			o->limit = strtoll( argv[++i], NULL, 10 );
		}
		else if ( strcmp( argv[i], "--only" ) == 0 && has_value )
		{
			o->only = argv[++i];
			o->growth = false;
		}
		else if ( strcmp( argv[i], "--textbook" ) == 0 && has_value )
		{
			o->textbook = strtod( argv[++i], NULL );
		}
		else if ( strcmp( argv[i], "--verify" ) == 0 )
		{
			o->verify = true;
		}
		else
		{
			return false;
		}
	}
	return o->limit > 0;
}

int main( int argc, char** argv )
{
	astar_options o;
	if ( !read_options( &o, argc, argv ) || o.folder == NULL )
	{
		fprintf( stderr, "usage: bench_astar [--limit PROBLEMS] [--only FOLDER/MAP] [--textbook SECONDS] [--verify]\n"
		                 "FAIRWAY_BENCHMARKS names the folder of the MovingAI maps and scenarios. --verify runs all\n"
		                 "of them and compares the lengths; the exit code then says whether all are right.\n" );
		return EXIT_FAILURE;
	}
	printf( "%-28s %8s %8s %10s %10s %10s%s\n", "scenario", "problems", "no path", "us/problem", "expanded",
	        "ns/expand", o.textbook > 0.0 ? "  textbook us    ratio     n" : "" );
	const char* const* names = o.only != NULL ? &o.only : o.verify ? all : usual;
	const size_t count = o.only != NULL ? 1
	                     : o.verify     ? sizeof( all ) / sizeof( all[0] )
	                                    : sizeof( usual ) / sizeof( usual[0] );
	int64_t wrong = 0;
	for ( size_t i = 0; i < count; i++ )
	{
		wrong += report( &o, names[i] ).wrong;
	}
	if ( o.growth && !o.verify )
	{
		printf( "\n%-28s %-13s %10s %10s %10s\n", "map in copies", "tiles", "expanded", "ns/expand", "MiB" );
		for ( size_t i = 0; i < sizeof( grown ) / sizeof( grown[0] ); i++ )
		{
			report_growth( &o, grown[i] );
		}
	}
	return wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

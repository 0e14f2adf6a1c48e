// SPDX-License-Identifier: MIT
// True clearance in a byte a tile, on demand, and in three compressed forms: memory, the time to make them, to read
// them and to search with them; and how much of a map searches look at. The exit code says whether all forms and all
// searches agree. FAIRWAY_BENCHMARKS names the folder of the maps.
#include "clearance_forms.h"
#include "haa.h"

#include "annotate/clearance.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LAND ( FW_CAP_GROUND | FW_CAP_SWAMP )
#define MAPS 5
#define SETS 4
#define SIZES 6
#define SEARCHED 5 // of the sizes, by searches: there are few places for the last one
#define FORMS 5
#define READS 40000 // tiles of a walk
#define PASSES 5
#define PROBLEMS 100
#define BLOCK 64 // tiles a side, for what searches look at

static const uint32_t sets[SETS] = { LAND, FW_CAP_WATER, LAND | FW_CAP_WATER, LAND | FW_CAP_TREES };
static const int32_t sizes[SIZES] = { 1, 2, 4, 8, 16, 32 };
static const char* const form_names[FORMS] = { "bytes", "on demand", "half bytes", "runs", "blocks of 8 x 8" };
static const char* const map_names[MAPS] = { "AR0602SR", "duskwood", "WheelofWar", "4 AR0700SR", "16 duskwood" };

// Of all maps.
typedef struct clearance_sums
{
	double read[FORMS][SIZES], search[2][SIZES]; // us
	int64_t reads[SIZES], expanded[SIZES];
	int64_t wrong;
} clearance_sums;

static fw_grid* open_map( int32_t map )
{
	static const char* const files[MAPS] = { "bg512/AR0602SR", "wc3maps512/duskwood", "sc1/WheelofWar", NULL,
	                                         "wc3maps512/duskwood" };
	fw_grid* grid = files[map] != NULL ? haa_load( files[map] ) : haa_town();
	if ( map == MAPS - 1 )
	{
		fw_grid* small = grid;
		grid = haa_mirror( small, ( fw_rect ){ 0, 0, fw_grid_width( small ), fw_grid_height( small ) }, 2048 );
		fw_grid_destroy( small );
	}
	return grid;
}

static fw_clearance* make( const fw_grid* grid, uint32_t capabilities, bool on_demand )
{
	fw_clearance_def def = fw_default_clearance_def();
	def.capabilities = capabilities;
	def.on_demand = on_demand;
	fw_clearance* made = NULL;
	haa_check( fw_clearance_create( grid, &def, &made, NULL ), "clearance" );
	return made;
}

// All forms of one capability set.
typedef struct all_forms
{
	fw_clearance *bytes, *on_demand;
	form_halves halves;
	form_runs runs;
	form_blocks blocks;
	double us[FORMS];
	size_t size[FORMS];
} all_forms;

// The layer counts as memory and time of the clearance on demand, although spaces need it as well.
static all_forms make_all( fw_grid* grid, uint32_t capabilities )
{
	const int32_t width = fw_grid_width( grid );
	const int32_t height = fw_grid_height( grid );
	all_forms made = { 0 };
	double at[FORMS + 1];
	const size_t before = fw_grid_memory( grid );
	at[1] = haa_now();
	haa_check( fw_grid_add_layer( grid, capabilities, NULL ), "layer" );
	made.on_demand = make( grid, capabilities, true );
	made.us[1] = haa_now() - at[1];
	at[0] = haa_now();
	made.bytes = make( grid, capabilities, false );
	at[2] = haa_now();
	made.halves = form_halves_make( made.bytes, width, height );
	at[3] = haa_now();
	made.runs = form_runs_make( made.bytes, width, height );
	at[4] = haa_now();
	made.blocks = form_blocks_make( made.bytes, width, height );
	at[5] = haa_now();
	made.us[0] = at[2] - at[0];
	for ( int32_t form = 2; form < FORMS; form++ )
	{
		made.us[form] = made.us[0] + at[form + 1] - at[form]; // they come from the bytes
	}
	const size_t size[FORMS] = { fw_clearance_memory( made.bytes ),
	                             fw_clearance_memory( made.on_demand ) + fw_grid_memory( grid ) - before,
	                             made.halves.size, made.runs.size, made.blocks.size };
	memcpy( made.size, size, sizeof( size ) );
	return made;
}

static void give_back( all_forms* forms )
{
	fw_clearance_destroy( forms->bytes );
	fw_clearance_destroy( forms->on_demand );
	form_halves_free( &forms->halves );
	form_runs_free( &forms->runs );
	form_blocks_free( &forms->blocks );
}

// Reads a form around all places; @return a sum that tells whether two forms agree.
static uint64_t read_all( const all_forms* forms, int32_t form, int32_t size, const int32_t* places )
{
	uint64_t sum = 0;
	for ( int32_t i = 0; i < READS; i++ )
	{
		const int32_t x = places[2 * i];
		const int32_t y = places[2 * i + 1];
		const uint32_t bits = form == 0   ? fw_clearance_around( forms->bytes, size, x, y )
		                      : form == 1 ? fw_clearance_around( forms->on_demand, size, x, y )
		                      : form == 2 ? form_halves_around( &forms->halves, size, x, y )
		                      : form == 3 ? form_runs_around( &forms->runs, size, x, y )
		                                  : form_blocks_around( &forms->blocks, size, x, y );
		sum = sum * 31 + bits;
	}
	return sum;
}

// Places of walks over free tiles, as a search comes by them: mostly next to one another.
static void walk( const fw_clearance* clearance, const fw_grid* grid, int32_t* places )
{
	uint64_t random = 7;
	int32_t x = 1;
	int32_t y = 1;
	for ( int32_t i = 0; i < READS; i++ )
	{
		int32_t nx = x + haa_below( &random, 3 ) - 1;
		int32_t ny = y + haa_below( &random, 3 ) - 1;
		for ( int32_t tries = 0; tries < 100 && ( i % 200 == 0 || fw_clearance_at( clearance, nx, ny ) == 0 ); tries++ )
		{
			nx = haa_below( &random, fw_grid_width( grid ) );
			ny = haa_below( &random, fw_grid_height( grid ) );
			if ( fw_clearance_at( clearance, nx, ny ) > 0 )
			{
				break;
			}
		}
		x = nx < 1 ? 1 : nx > fw_grid_width( grid ) - 2 ? fw_grid_width( grid ) - 2 : nx;
		y = ny < 1 ? 1 : ny > fw_grid_height( grid ) - 2 ? fw_grid_height( grid ) - 2 : ny;
		places[2 * i] = x;
		places[2 * i + 1] = y;
	}
}

static void time_reads( const all_forms* forms, const fw_grid* grid, clearance_sums* sums )
{
	int32_t* places = haa_take( 2 * READS, sizeof( *places ) );
	walk( forms->bytes, grid, places );
	for ( int32_t s = 0; s < SIZES; s++ )
	{
		uint64_t expected = 0;
		sums->reads[s] += READS;
		for ( int32_t form = 0; form < FORMS; form++ )
		{
			double best = INFINITY;
			uint64_t sum = 0;
			for ( int32_t pass = 0; pass < PASSES; pass++ )
			{
				const double before = haa_now();
				sum = read_all( forms, form, sizes[s], places );
				best = fmin( best, haa_now() - before );
			}
			sums->read[form][s] += best;
			expected = form == 0 ? sum : expected;
			sums->wrong += sum != expected && ( form != 2 || sizes[s] <= FORM_HALF_MAX );
		}
	}
	free( places );
}

typedef struct watched
{
	uint8_t* seen; // [blocks]
	int32_t columns;
} watched;

static void see( void* context, const fw_heard* heard )
{
	watched* w = context;
	if ( heard->event == FW_EVENT_EXPAND )
	{
		w->seen[(int32_t)heard->pose.y / BLOCK * w->columns + (int32_t)heard->pose.x / BLOCK] = 1;
	}
}

// Problems for a size between places drawn from one region; false where there are none.
static bool draw_problem( const fw_space* space, const fw_grid* grid, uint64_t* random, int32_t ends[4] )
{
	for ( int32_t tries = 0; tries < 3000; tries++ )
	{
		for ( int32_t i = 0; i < 4; i++ )
		{
			ends[i] = haa_below( random, i % 2 == 0 ? fw_grid_width( grid ) : fw_grid_height( grid ) );
		}
		const uint32_t region = fw_space_region( space, ends[0], ends[1] );
		if ( region != 0 && region == fw_space_region( space, ends[2], ends[3] ) )
		{
			return true;
		}
	}
	return false;
}

static double run( fw_search* search, const fw_map* map, const fw_query* query, fw_result* result, double* length )
{
	double best = INFINITY;
	for ( int32_t pass = 0; pass < 3; pass++ )
	{
		const double before = haa_now();
		haa_check( fw_search_run( search, map, query, result, NULL ), "search" );
		best = fmin( best, haa_now() - before );
	}
	*length = result->length;
	return best;
}

// Annotated A* with bytes and on demand; and how many of the blocks that hold free tiles its searches come by.
static void time_searches( const all_forms* forms, fw_grid* grid, clearance_sums* sums )
{
	fw_search* search = NULL;
	fw_result result;
	haa_check( fw_search_create( NULL, &search ), "search" );
	fw_result_init( &result, NULL );
	for ( int32_t s = 0; s < SEARCHED; s++ )
	{
		uint64_t random = 11;
		int32_t ends[4];
		fw_space* space = haa_space( grid, sizes[s] );
		for ( int32_t i = 0; i < PROBLEMS && draw_problem( space, grid, &random, ends ); i++ )
		{
			const fw_query query = haa_query( "aastar", sizes[s], ends[0], ends[1], ends[2], ends[3] );
			double length[2];
			for ( int32_t form = 0; form < 2; form++ )
			{
				const fw_map map = { .grid = grid, .clearance = form == 0 ? forms->bytes : forms->on_demand };
				sums->search[form][s] += run( search, &map, &query, &result, &length[form] );
			}
			sums->expanded[s] += result.counters.expanded;
			sums->wrong += length[0] != length[1] || result.outcome != FW_FOUND;
		}
		fw_space_destroy( space );
	}
	fw_result_free( &result );
	fw_search_destroy( search );
}

// The share of the blocks with free tiles that were looked at after 1, 10 and 100 searches.
static void count_blocks( const all_forms* forms, fw_grid* grid, double share[3] )
{
	const int32_t columns = ( fw_grid_width( grid ) + BLOCK - 1 ) / BLOCK;
	const size_t count = (size_t)columns * (size_t)( ( fw_grid_height( grid ) + BLOCK - 1 ) / BLOCK );
	watched w = { haa_take( count, 1 ), columns };
	uint8_t* has_free = haa_take( count, 1 );
	uint64_t random = 11;
	int32_t ends[4];
	int32_t all = 0;
	fw_search* search = NULL;
	fw_result result;
	fw_space* space = haa_space( grid, 1 );
	haa_check( fw_search_create( NULL, &search ), "search" );
	fw_result_init( &result, NULL );
	for ( int32_t i = 0; i < fw_grid_width( grid ) * fw_grid_height( grid ); i++ )
	{
		const int32_t x = i % fw_grid_width( grid );
		const int32_t y = i / fw_grid_width( grid );
		uint8_t* at = &has_free[y / BLOCK * columns + x / BLOCK];
		all += *at == 0 && fw_clearance_at( forms->bytes, x, y ) > 0;
		*at = *at != 0 || fw_clearance_at( forms->bytes, x, y ) > 0;
	}
	for ( int32_t i = 1; i <= PROBLEMS && draw_problem( space, grid, &random, ends ); i++ )
	{
		fw_query query = haa_query( "aastar", 1, ends[0], ends[1], ends[2], ends[3] );
		query.options.listener = ( fw_listener ){ see, &w };
		const fw_map map = { .grid = grid, .clearance = forms->on_demand };
		haa_check( fw_search_run( search, &map, &query, &result, NULL ), "search" );
		int32_t seen = 0;
		for ( size_t j = 0; j < count; j++ )
		{
			seen += w.seen[j];
		}
		if ( i == 1 || i == 10 || i == 100 )
		{
			*share++ = (double)seen / all;
		}
	}
	fw_space_destroy( space );
	fw_result_free( &result );
	fw_search_destroy( search );
	free( w.seen );
	free( has_free );
}

static void report_map( int32_t index, clearance_sums* sums )
{
	fw_grid* grid = open_map( index );
	double us[FORMS] = { 0 };
	double size[FORMS] = { 0 };
	double share[3] = { 0 };
	for ( int32_t set = 0; set < SETS; set++ )
	{
		all_forms forms = make_all( grid, sets[set] );
		for ( int32_t form = 0; form < FORMS; form++ )
		{
			us[form] += forms.us[form];
			size[form] += (double)forms.size[form];
		}
		time_reads( &forms, grid, sums );
		if ( sets[set] == LAND )
		{
			time_searches( &forms, grid, sums );
			count_blocks( &forms, grid, share );
		}
		give_back( &forms );
	}
	for ( int32_t form = 0; form < FORMS; form++ )
	{
		printf( "%-14s %5d  %-16s %6.0f %8.2f", form == 0 ? map_names[index] : "", (int)fw_grid_width( grid ),
		        form_names[form], size[form] / 1024.0, us[form] * 1e-3 );
		for ( int32_t i = 0; i < 3 && form == 0; i++ )
		{
			printf( " %6.1f", 100.0 * share[i] );
		}
		printf( "\n" );
	}
	fw_grid_destroy( grid );
}

static void print_sizes( const char* title, int32_t count )
{
	printf( "\n%-16s", title );
	for ( int32_t s = 0; s < count; s++ )
	{
		printf( " %6d", (int)sizes[s] );
	}
	printf( "\n" );
}

static void print_times( const clearance_sums* sums )
{
	print_sizes( "read nine, ns", SIZES );
	for ( int32_t form = 0; form < FORMS; form++ )
	{
		printf( "%-16s", form_names[form] );
		for ( int32_t s = 0; s < SIZES && ( form != 2 || sizes[s] <= FORM_HALF_MAX ); s++ )
		{
			printf( " %6.2f", 1e3 * sums->read[form][s] / (double)sums->reads[s] );
		}
		printf( "\n" );
	}
	print_sizes( "aastar, ns a node", SEARCHED );
	for ( int32_t form = 0; form < 2; form++ )
	{
		printf( "%-16s", form_names[form] );
		for ( int32_t s = 0; s < SEARCHED; s++ )
		{
			printf( " %6.2f", 1e3 * sums->search[form][s] / (double)sums->expanded[s] );
		}
		printf( "\n" );
	}
}

int main( void )
{
	clearance_sums sums = { 0 };
	printf( "true clearances of %d capability sets; %% of blocks that 1, 10 and 100 searches come by\n", SETS );
	printf( "%-14s %5s  %-16s %6s %8s %6d %6d %6d\n", "map", "side", "form", "KiB", "made ms", 1, 10, 100 );
	for ( int32_t map = 0; map < MAPS; map++ )
	{
		report_map( map, &sums );
	}
	print_times( &sums );
	printf( "%" PRId64 " wrong\n", sums.wrong );
	return sums.wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

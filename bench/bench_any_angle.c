// SPDX-License-Identifier: MIT
// The any-angle methods compared with the published figures of P. Yap, N. Burch, R. Holte, J. Schaeffer, "Block A*:
// Database-Driven Search with Applications in Any-Angle Path-Planning" (2011), tables 1 and 2, and of A. Nash's article
// on Theta* (2010), with exact lengths, and on growing maps.
#include "any_angle_run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIDE 500                  // of the paper's random maps
#define LIST_MAX 256              // maps of a folder
#define GROWN 256                 // side of the maps that grow
#define GAME_MAP "sc1/Aftershock" // a part from the middle, so that its edges are open
#define RATIOS_MAX 32             // the sets of table 3

typedef struct any_angle_options
{
	int32_t problems; // of a set of table 1; the other tables use parts of it
	int32_t maps;     // of a set of random maps
	int32_t repeats;
	int32_t side;  // of the largest growing map
	int32_t theta; // of the largest growing map for Theta*
	const char* tables;
	FILE* csv;
} any_angle_options;

// The numbers of a set in table 3.
typedef struct ratios
{
	char name[64];
	const char* shortest; // the source of the shortest lengths
	double theta, astar, smoothed, straight;
	double over_astar, over_smoothed, over_straight; // time of Theta*
} ratios;

typedef struct published
{
	const char* set;
	const char* label;
	double distance, expanded, us;
} published;

#define STRAIGHT " straight" // with the straight-line heuristic instead of its own best
#define ASTAR "astar"
#define THETA "theta"
#define BLOCK "block"

// The paper's A* goes from corner to corner with the straight-line heuristic.
static const published paper[] = {
    { "random 0 %", ASTAR STRAIGHT, 274.7, 14957, 4810 },
    { "random 0 %", THETA, 260.8, 918, 6500 },
    { "random 0 %", BLOCK, 261.8, 638, 1030 },
    { "random 10 %", ASTAR STRAIGHT, 275.3, 15039, 4890 },
    { "random 10 %", THETA, 261.6, 4439, 4170 },
    { "random 10 %", BLOCK, 262.5, 845, 1400 },
    { "random 20 %", ASTAR STRAIGHT, 276.4, 15351, 4990 },
    { "random 20 %", THETA, 263.3, 6229, 4940 },
    { "random 20 %", BLOCK, 264.3, 1159, 1850 },
    { "random 30 %", ASTAR STRAIGHT, 277.5, 15889, 5180 },
    { "random 30 %", THETA, 265.4, 8536, 6320 },
    { "random 30 %", BLOCK, 266.6, 1617, 2400 },
    { "random 40 %", ASTAR STRAIGHT, 282.7, 18025, 5840 },
    { "random 40 %", THETA, 271.5, 12603, 9040 },
    { "random 40 %", BLOCK, 273.0, 2407, 3150 },
    { "random 50 %", ASTAR STRAIGHT, 296.9, 26146, 8250 },
    { "random 50 %", THETA, 286.2, 22721, 14840 },
    { "random 50 %", BLOCK, 287.8, 4476, 4680 },
    { "StarCraft", ASTAR STRAIGHT, 300.2, 26456, 12680 },
    { "StarCraft", THETA, 285.7, 23729, 113040 },
    { "StarCraft", BLOCK, 286.8, 2890, 5060 },
    { "Baldur's Gate", ASTAR STRAIGHT, 248.7, 10796, 3340 },
    { "Baldur's Gate", THETA, 237.2, 7043, 17960 },
    { "Baldur's Gate", BLOCK, 238.0, 1034, 1470 },
    { "Dragon Age", ASTAR STRAIGHT, 409.0, 15465, 4780 },
    { "Dragon Age", THETA, 392.3, 14478, 26970 },
    { "Dragon Age", BLOCK, 393.9, 1709, 2260 },
    { "open, no estimate", ASTAR, 518.3, 478457, 380000 },
    { "open, no estimate", THETA, 491.3, 478096, 22570000 },
    { "open, no estimate", BLOCK, 493.1, 30032, 40000 },
};

// The last rows use tiles without corner cutting.
#define TILE_ROWS 2
#define CENTER_EXACT "visibility-graph centers" // the reference for rows over tile centers; not printed
static const any_row all_rows[] = {
    { ASTAR, "astar", FW_ANCHOR_CENTER, FW_HEURISTIC_BEST, 0 },
    { ASTAR STRAIGHT, "astar", FW_ANCHOR_CENTER, FW_HEURISTIC_EUCLIDEAN, 0 },
    { THETA, "theta", FW_ANCHOR_CORNER, FW_HEURISTIC_BEST, 0 },
    { BLOCK, "block", FW_ANCHOR_CORNER, FW_HEURISTIC_BEST, 0 },
    { "block-ps", "block-ps", FW_ANCHOR_CORNER, FW_HEURISTIC_BEST, 0 },
    { "lazy-theta", "lazy-theta", FW_ANCHOR_CORNER, FW_HEURISTIC_BEST, 0 },
    { "ap-theta", "ap-theta", FW_ANCHOR_CORNER, FW_HEURISTIC_BEST, 0 },
    { "astar-ps", "astar-ps", FW_ANCHOR_CORNER, FW_HEURISTIC_BEST, 0 },
    { "astar-ps" STRAIGHT, "astar-ps", FW_ANCHOR_CORNER, FW_HEURISTIC_EUCLIDEAN, 0 },
    { "field-dstar", "field-dstar", FW_ANCHOR_CORNER, FW_HEURISTIC_BEST, 0 },
    { "visibility-graph", "visibility-graph", FW_ANCHOR_CORNER, FW_HEURISTIC_BEST, 0 },
    { CENTER_EXACT, "visibility-graph", FW_ANCHOR_CENTER, FW_HEURISTIC_BEST, 0 },
    { "block8", "block8", FW_ANCHOR_CENTER, FW_HEURISTIC_BEST, 0 },
    { "block4", "block4", FW_ANCHOR_CENTER, FW_HEURISTIC_BEST, 0 },
};
static const any_row open_rows[] = {
    { ASTAR, "astar", FW_ANCHOR_CENTER, FW_HEURISTIC_ZERO, 0 },
    { THETA, "theta", FW_ANCHOR_CORNER, FW_HEURISTIC_ZERO, 0 },
    { BLOCK, "block", FW_ANCHOR_CORNER, FW_HEURISTIC_ZERO, 0 },
    { "block-ps", "block-ps", FW_ANCHOR_CORNER, FW_HEURISTIC_ZERO, 0 },
    { "block8", "block8", FW_ANCHOR_CENTER, FW_HEURISTIC_ZERO, 0 },
};
static const any_row growth_rows[] = {
    { ASTAR, "astar", FW_ANCHOR_CENTER, FW_HEURISTIC_BEST, 0 },
    { BLOCK, "block", FW_ANCHOR_CORNER, FW_HEURISTIC_BEST, 0 },
    { "block-ps", "block-ps", FW_ANCHOR_CORNER, FW_HEURISTIC_BEST, 0 },
    { THETA, "theta", FW_ANCHOR_CORNER, FW_HEURISTIC_BEST, 0 },
};
#define SIZED( size )                                                                                                  \
	{                                                                                                                  \
		"block " size, "block", FW_ANCHOR_CORNER, FW_HEURISTIC_BEST, size[0] - '0'                                     \
	}
static const any_row size_rows[] = {
    SIZED( "2" ),
    SIZED( "3" ),
    SIZED( "4" ),
    SIZED( "5" ),
    { "visibility-graph", "visibility-graph", FW_ANCHOR_CORNER, FW_HEURISTIC_BEST, 0 },
};
#define COUNT( array ) ( int32_t )( sizeof( array ) / sizeof( ( array )[0] ) )

static bool wants( const any_angle_options* o, char table )
{
	return strchr( o->tables, table ) != NULL;
}

static const published* find_published( const char* set, const char* label )
{
	for ( int32_t i = 0; i < COUNT( paper ); i++ )
	{
		if ( strcmp( paper[i].set, set ) == 0 && strcmp( paper[i].label, label ) == 0 )
		{
			return &paper[i];
		}
	}
	return NULL;
}

static void write_csv( const any_angle_options* o, char table, const char* set, int32_t side, const any_run* run )
{
	for ( int32_t row = 0; o->csv != NULL && row < run->row_count; row++ )
	{
		const any_stats s = any_run_stats( run, row );
		const published* p = find_published( set, run->rows[row].label );
		fprintf( o->csv, "%c,\"%s\",%d,%s,%d,%.4f,%.2f,%.2f,%.2f,%.2f,%.7f,%.7f,%zu,", table, set, (int)side,
		         run->rows[row].label, (int)run->count, s.distance, s.expanded, s.us, s.us50, s.us99, s.excess, s.worst,
		         s.memory );
		if ( p != NULL )
		{
			fprintf( o->csv, "%.1f,%.0f,%.0f\n", p->distance, p->expanded, p->us );
		}
		else
		{
			fprintf( o->csv, ",,\n" );
		}
	}
}

// Mean time of one row divided by that of another; 0 if one of them is missing.
static double over( const any_run* run, const char* label, const char* other )
{
	const int32_t a = any_run_find( run, label );
	const int32_t b = any_run_find( run, other );
	return a >= 0 && b >= 0 && run->count > 0 ? any_run_stats( run, a ).us / any_run_stats( run, b ).us : 0.0;
}

static void print_over( const any_run* run, const char* set, const char* label, const char* published_label )
{
	const published* p = find_published( set, published_label );
	const published* block = find_published( set, BLOCK );
	printf( "  time of %s over block: %.2f", label, over( run, label, BLOCK ) );
	if ( p != NULL && block != NULL )
	{
		printf( ", published %.2f", p->us / block->us );
	}
	printf( "\n" );
}

static void print_run( const char* set, const any_run* run )
{
	printf( "\n%s: %d problems that all solve, %d that not all do, %s corners\n", set, (int)run->count,
	        (int)run->dropped, run->corners == FW_CORNERS_OPEN ? "open" : "closed" );
	if ( run->count == 0 )
	{
		return;
	}
	printf( "  %-20s %9s %10s %10s %10s %10s   %s\n", "method", "distance", "expanded", "us mean", "p50", "p99",
	        "published distance, expanded, us" );
	for ( int32_t row = 0; row < run->row_count; row++ )
	{
		if ( strcmp( run->rows[row].label, CENTER_EXACT ) == 0 )
		{
			continue;
		}
		const any_stats s = any_run_stats( run, row );
		const published* p = find_published( set, run->rows[row].label );
		printf( "  %-20s %9.2f %10.1f %10.1f %10.1f %10.1f", run->rows[row].label, s.distance, s.expanded, s.us, s.us50,
		        s.us99 );
		if ( p != NULL )
		{
			printf( "   %9.1f %10.0f %10.0f", p->distance, p->expanded, p->us );
		}
		printf( "\n" );
	}
}

static double ratio_of( const any_run* run, const char* label )
{
	const int32_t row = any_run_find( run, label );
	return row >= 0 ? 1.0 + any_run_stats( run, row ).excess : 0.0;
}

static void keep_ratios( ratios* all, int32_t* count, const char* set, const char* shortest, const any_run* run )
{
	if ( run->count == 0 || *count == RATIOS_MAX )
	{
		return;
	}
	ratios* r = &all[( *count )++];
	snprintf( r->name, sizeof( r->name ), "%s", set );
	r->shortest = shortest;
	r->theta = ratio_of( run, THETA );
	r->astar = ratio_of( run, ASTAR );
	r->smoothed = ratio_of( run, "astar-ps" );
	r->straight = ratio_of( run, "astar-ps" STRAIGHT );
	r->over_astar = over( run, THETA, ASTAR );
	r->over_smoothed = over( run, THETA, "astar-ps" );
	r->over_straight = over( run, THETA, "astar-ps" STRAIGHT );
}

static void finish_set( const any_angle_options* o, const char* set, int32_t side, any_run* run, ratios* all,
                        int32_t* count )
{
	if ( wants( o, '1' ) )
	{
		print_run( set, run );
		write_csv( o, '1', set, side, run );
	}
	if ( wants( o, '1' ) && run->count > 0 )
	{
		print_over( run, set, THETA, THETA );
		print_over( run, set, ASTAR, ASTAR STRAIGHT );
		print_over( run, set, ASTAR STRAIGHT, ASTAR STRAIGHT );
	}
	keep_ratios( all, count, set, "visibility-graph", run );
	any_run_end( run );
	fflush( stdout );
}

// As in the paper, a point may pass between two blocked tiles there. If many tiles are blocked, most paths do.
static void random_set( const any_angle_options* o, int32_t blocked, ratios* all, int32_t* count )
{
	any_run run;
	any_run_begin( &run, all_rows, COUNT( all_rows ) - ( blocked >= 40 ? TILE_ROWS : 0 ), FW_CORNERS_OPEN, o->repeats );
	for ( int32_t i = 0; i < o->maps; i++ )
	{
		const uint64_t seed = (uint64_t)( 1000 * blocked + i );
		any_map map;
		any_random_map( &map, SIDE, blocked, seed );
		any_draw_problems( &map, FW_CORNERS_OPEN, ( i + 1 ) * o->problems / o->maps - i * o->problems / o->maps, seed );
		any_run_map( &run, &map );
		any_free_map( &map );
	}
	char set[64];
	snprintf( set, sizeof( set ), "random %d %%", (int)blocked );
	finish_set( o, set, SIDE, &run, all, count );
}

static void game_set( const any_angle_options* o, const char* set, const char* folder, bool draw, ratios* all,
                      int32_t* count )
{
	static char names[LIST_MAX][64];
	const int32_t maps = any_list( folder, names, LIST_MAX );
	if ( maps == 0 )
	{
		printf( "\n%s: skipped: FAIRWAY_BENCHMARKS names no folder with %s\n", set, folder );
		return;
	}
	any_run run;
	any_run_begin( &run, all_rows, COUNT( all_rows ), FW_CORNERS_CLOSED, o->repeats );
	for ( int32_t i = 0; i < maps; i++ )
	{
		const int32_t problems = ( i + 1 ) * o->problems / maps - i * o->problems / maps;
		any_map map;
		if ( problems == 0 || !any_load_map( &map, names[i] ) )
		{
			continue;
		}
		if ( draw )
		{
			any_draw_problems( &map, FW_CORNERS_CLOSED, problems, (uint64_t)i );
		}
		else
		{
			any_take_scenario( &map, names[i], problems );
		}
		any_run_map( &run, &map );
		any_free_map( &map );
	}
	finish_set( o, set, 0, &run, all, count );
}

static void table_1( const any_angle_options* o, ratios* all, int32_t* count )
{
	if ( wants( o, '1' ) )
	{
		printf( "\n=== 1. Table 1 of the Block A* paper\n" );
	}
	for ( int32_t blocked = 0; blocked <= 50; blocked += 10 )
	{
		random_set( o, blocked, all, count );
	}
	game_set( o, "StarCraft", "sc1", true, all, count );
	game_set( o, "Baldur's Gate", "bg512", false, all, count );
	game_set( o, "Dragon Age", "dao", false, all, count );
}

static void table_2( const any_angle_options* o )
{
	printf( "\n=== 2. Table 2 of the Block A* paper: 1000 x 1000, nothing blocked, heuristic zero\n" );
	any_map map;
	any_random_map( &map, 1000, 0, 0 );
	any_draw_problems( &map, FW_CORNERS_OPEN, ( o->problems + 9 ) / 10, 2 );
	any_run run;
	any_run_begin( &run, open_rows, COUNT( open_rows ), FW_CORNERS_OPEN, o->repeats );
	any_run_map( &run, &map );
	any_free_map( &map );
	print_run( "open, no estimate", &run );
	print_over( &run, "open, no estimate", THETA, THETA );
	print_over( &run, "open, no estimate", ASTAR, ASTAR );
	write_csv( o, '2', "open, no estimate", 1000, &run );
	any_run_end( &run );
	fflush( stdout );
}

static void table_3( const ratios* all, int32_t count )
{
	printf( "\n=== 3. The ratios of the article on Theta*\n" );
	printf( "                         length over the shortest              time of theta over\n" );
	printf( "%-22s %8s %8s %9s %9s %8s %9s %9s\n", "set", "theta", "astar", "astar-ps", "straight", "astar", "astar-ps",
	        "straight" );
	for ( int32_t i = 0; i < count; i++ )
	{
		const ratios* r = &all[i];
		printf( "%-22s %8.4f %8.4f %9.4f %9.4f %8.2f %9.2f %9.2f   %s\n", r->name, r->theta, r->astar, r->smoothed,
		        r->straight, r->over_astar, r->over_smoothed, r->over_straight, r->shortest );
	}
	printf( "%-22s %8.3f %8.2f %9s %9s %8s %9s %9s\n", "article, games", 1.007, 1.04, "-", "-", "2", "> 1", "0.5" );
	printf( "%-22s %8.3f %8.2f\n", "article, random", 1.002, 1.04 );
	printf( "straight: astar-ps with the straight-line estimate\n" );
}

// The map in table 4.
static const char* const excess_labels[] = {
    BLOCK, "block-ps", THETA, "lazy-theta", "ap-theta", "field-dstar", "visibility-graph", "astar-ps", ASTAR, "block4",
};

static void print_excess( const any_run* run, const char* name )
{
	printf( "%-24s", name );
	for ( int32_t i = 0; i < COUNT( excess_labels ); i++ )
	{
		const int32_t row = any_run_find( run, excess_labels[i] );
		const any_stats s = row >= 0 ? any_run_stats( run, row ) : ( any_stats ){ 0 };
		if ( s.compared > 0 )
		{
			// Rounding makes some lengths too short by a billionth.
			printf( " %8.4f %8.4f", fmax( 100.0 * s.excess, 0.0 ), fmax( 100.0 * s.worst, 0.0 ) );
		}
		else
		{
			printf( " %8s %8s", "-", "-" );
		}
	}
	printf( " %6d\n", (int)run->count );
	fflush( stdout );
}

static void print_excess_head( void )
{
	printf( "\n=== 4. Excess over the exact lengths in %%: mean and worst\n%-24s", "map" );
	for ( int32_t i = 0; i < COUNT( excess_labels ); i++ )
	{
		printf( " %17s", excess_labels[i] );
	}
	printf( " %6s\n", "n" );
}

// All maps with known exact lengths.
static void table_4( const any_angle_options* o, ratios* all, int32_t* count )
{
	static const char* const folders[] = { "bg512", "dao", "mazes", "random", "rooms", "sc1" };
	static char names[LIST_MAX][64];
	if ( wants( o, '4' ) )
	{
		print_excess_head();
	}
	int32_t found = 0;
	for ( int32_t f = 0; f < COUNT( folders ); f++ )
	{
		const int32_t maps = any_list( folders[f], names, LIST_MAX );
		for ( int32_t i = 0; i < maps; i++ )
		{
			any_map map;
			if ( !any_has_oracle( names[i] ) || !any_load_map( &map, names[i] ) )
			{
				continue;
			}
			found++;
			any_take_scenario( &map, names[i], ( o->problems + 1 ) / 2 );
			any_run run;
			any_run_begin( &run, all_rows, COUNT( all_rows ), FW_CORNERS_CLOSED, o->repeats );
			any_run_map( &run, &map );
			if ( wants( o, '4' ) )
			{
				print_excess( &run, names[i] );
				write_csv( o, '4', names[i], fw_grid_width( map.grid ), &run );
			}
			keep_ratios( all, count, names[i], "exact lengths", &run );
			any_run_end( &run );
			any_free_map( &map );
		}
	}
	if ( found == 0 && wants( o, '4' ) )
	{
		printf( "skipped: FAIRWAY_BENCHMARKS names no folder with oracle/corner\n" );
	}
}

static void grow( const any_angle_options* o, const char* set, const any_map* small, any_growth growth )
{
	const int32_t side = fw_grid_width( small->grid );
	for ( int32_t times = 1; times * side <= o->side; times *= 2 )
	{
		any_map map;
		any_grow_map( &map, small, growth, times );
		if ( growth == ANY_SCALED )
		{
			any_scale_problems( &map, small, times );
		}
		else
		{
			any_draw_problems( &map, FW_CORNERS_CLOSED, small->count, (uint64_t)times );
		}
		const bool has_theta = times * side <= o->theta;
		any_run run;
		any_run_begin( &run, growth_rows, COUNT( growth_rows ) - ( has_theta ? 0 : 1 ), FW_CORNERS_CLOSED, o->repeats );
		any_run_map( &run, &map );
		for ( int32_t row = 0; row < run.row_count; row++ )
		{
			const any_stats s = any_run_stats( &run, row );
			printf( "%-26s %6d  %-10s %9.1f %10.0f %10.1f %10.1f %10.1f %9.1f\n", row == 0 ? set : "",
			        (int)side * times, run.rows[row].label, s.distance, s.expanded, s.us, s.us50, s.us99,
			        (double)s.memory / 1048576.0 );
		}
		if ( !has_theta )
		{
			printf( "%-26s %6d  %-10s left out for its time (--theta-side)\n", "", (int)side * times, THETA );
		}
		write_csv( o, '5', set, side * times, &run );
		any_run_end( &run );
		any_free_map( &map );
		fflush( stdout );
	}
}

static void table_5( const any_angle_options* o )
{
	printf( "\n=== 5. Growth: tiled: the map repeated, random pairs; scaled: each tile a square of tiles, the same "
	        "pairs\n" );
	printf( "%-26s %6s  %-10s %9s %10s %10s %10s %10s %9s\n", "map", "side", "method", "distance", "expanded",
	        "us mean", "p50", "p99", "MiB" );
	any_map map;
	any_random_map( &map, GROWN, 20, 5 );
	any_draw_problems( &map, FW_CORNERS_CLOSED, ( o->problems + 3 ) / 4, 5 );
	grow( o, "random 20 %, tiled", &map, ANY_TILED );
	grow( o, "random 20 %, scaled", &map, ANY_SCALED );
	any_free_map( &map );
	any_map whole;
	if ( !any_load_map( &whole, GAME_MAP ) )
	{
		printf( "%s: skipped: FAIRWAY_BENCHMARKS names no folder with it\n", GAME_MAP );
		return;
	}
	any_cut_map( &map, &whole, GROWN );
	any_free_map( &whole );
	any_draw_problems( &map, FW_CORNERS_CLOSED, ( o->problems + 3 ) / 4, 5 );
	grow( o, "Aftershock, tiled", &map, ANY_TILED );
	grow( o, "Aftershock, scaled", &map, ANY_SCALED );
	any_free_map( &map );
}

// The last row is the reference; not printed.
static void table_6( const any_angle_options* o )
{
	static const char* const maps[] = { "sc1/WheelofWar", "dao/brc202d", "random/random512-40-0", "random 20 %" };
	printf( "\n=== 6. Blocks of 2 to 5 tiles a side\n" );
	printf( "%-24s %-8s %9s %8s %8s %10s %10s %9s\n", "map", "method", "distance", "excess %", "worst %", "expanded",
	        "us mean", "MiB" );
	for ( int32_t i = 0; i < COUNT( maps ); i++ )
	{
		any_map map;
		if ( i == COUNT( maps ) - 1 )
		{
			any_random_map( &map, SIDE, 20, 6 );
			any_draw_problems( &map, FW_CORNERS_CLOSED, ( o->problems + 1 ) / 2, 6 );
		}
		else if ( any_load_map( &map, maps[i] ) )
		{
			any_take_scenario( &map, maps[i], ( o->problems + 1 ) / 2 );
		}
		else
		{
			continue;
		}
		any_run run;
		any_run_begin( &run, size_rows, COUNT( size_rows ), FW_CORNERS_CLOSED, o->repeats );
		any_run_map( &run, &map );
		for ( int32_t row = 0; row + 1 < run.row_count && run.count > 0; row++ )
		{
			const any_stats s = any_run_stats( &run, row );
			printf( "%-24s %-8s %9.2f %8.2f %8.2f %10.0f %10.1f %9.2f\n", maps[i], run.rows[row].label, s.distance,
			        100.0 * s.excess, 100.0 * s.worst, s.expanded, s.us, (double)s.memory / 1048576.0 );
		}
		write_csv( o, '6', maps[i], fw_grid_width( map.grid ), &run );
		any_run_end( &run );
		any_free_map( &map );
	}
}

static const char help[] =
    "usage: bench_any_angle [options]\n"
    "  --problems N     of each set of table 1 (40); table 2 takes a tenth, tables 4 and 6 half of it for each map,\n"
    "                   table 5 a quarter\n"
    "  --maps N         random maps of each density (4)\n"
    "  --repeat N       runs of everything, of which the least time counts (3)\n"
    "  --side N         of the largest map of table 5 (4096)\n"
    "  --theta-side N   of the largest map of table 5 for Theta* (1024)\n"
    "  --tables DIGITS  which tables (123456)\n"
    "  --csv FILE       writes a row for each set and method\n"
    "FAIRWAY_BENCHMARKS names the folder of the MovingAI maps and scenarios; what needs it is skipped without.\n"
    "Corners of tiles (x, y) for any-angle methods, their centers for the others; processor time in microseconds.\n";

static bool read_number( const char* text, int32_t limit, int32_t* value )
{
	char* end;
	const long number = strtol( text, &end, 10 );
	*value = (int32_t)number;
	return *end == '\0' && number >= 1 && number <= limit;
}

static bool read_options( any_angle_options* o, int argc, char** argv )
{
	*o = ( any_angle_options ){
	    .problems = 40, .maps = 4, .repeats = 3, .side = 4096, .theta = 1024, .tables = "123456" };
	const struct
	{
		const char* name;
		int32_t* value;
		int32_t limit;
	} numbers[] = { { "--problems", &o->problems, 1000000 },
	                { "--maps", &o->maps, 10000 },
	                { "--repeat", &o->repeats, 1000 },
	                { "--side", &o->side, FW_GRID_MAX_SIDE },
	                { "--theta-side", &o->theta, FW_GRID_MAX_SIDE } };
	for ( int i = 1; i < argc; i += 2 )
	{
		bool known = false;
		for ( int32_t n = 0; i + 1 < argc && n < COUNT( numbers ); n++ )
		{
			known = known || ( strcmp( argv[i], numbers[n].name ) == 0 &&
			                   read_number( argv[i + 1], numbers[n].limit, numbers[n].value ) );
		}
		if ( !known && i + 1 < argc && strcmp( argv[i], "--tables" ) == 0 )
		{
			o->tables = argv[i + 1];
		}
		else if ( !known && i + 1 < argc && strcmp( argv[i], "--csv" ) == 0 )
		{
			o->csv = fopen( argv[i + 1], "w" );
			any_check( o->csv != NULL ? FW_OK : FW_ERR_IO, argv[i + 1] );
		}
		else if ( !known )
		{
			return false;
		}
	}
	return true;
}

int main( int argc, char** argv )
{
	if ( argc == 2 && strcmp( argv[1], "--help" ) == 0 )
	{
		fputs( help, stdout );
		return EXIT_SUCCESS;
	}
	any_angle_options o;
	if ( !read_options( &o, argc, argv ) )
	{
		fputs( help, stderr );
		return EXIT_FAILURE;
	}
	if ( o.csv != NULL )
	{
		fprintf( o.csv, "table,set,side,method,problems,distance,expanded,us,us50,us99,excess,worst,memory,"
		                "paper_distance,paper_expanded,paper_us\n" );
	}
	ratios all[RATIOS_MAX];
	int32_t count = 0;
	if ( wants( &o, '1' ) || wants( &o, '3' ) )
	{
		table_1( &o, all, &count );
	}
	if ( wants( &o, '2' ) )
	{
		table_2( &o );
	}
	if ( wants( &o, '4' ) || wants( &o, '3' ) )
	{
		table_4( &o, all, &count );
	}
	if ( wants( &o, '3' ) )
	{
		table_3( all, count );
	}
	if ( wants( &o, '5' ) )
	{
		table_5( &o );
	}
	if ( wants( &o, '6' ) )
	{
		table_6( &o );
	}
	const bool written = o.csv == NULL || ( ferror( o.csv ) == 0 && fclose( o.csv ) == 0 );
	any_check( written ? FW_OK : FW_ERR_IO, "CSV" );
	return EXIT_SUCCESS;
}

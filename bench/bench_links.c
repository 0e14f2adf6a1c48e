// SPDX-License-Identifier: MIT
// How much time links cost and save a search, and the cost of the reachability table: random links on an open map, and
// rows of rooms that links connect.
#include <fairway/fairway.h>

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define SIDE 1024
#define QUERIES 20

// A linear congruential generator (D. E. Knuth, MMIX): the same maps everywhere.
static uint64_t seed = 1;

static int32_t random_below( int32_t end )
{
	seed = seed * 6364136223846793005u + 1442695040888963407u;
	return (int32_t)( ( seed >> 33 ) % (uint64_t)end );
}

static double now_ms( void )
{
	struct timespec t;
	timespec_get( &t, TIME_UTC );
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static void must( fw_status status )
{
	if ( status != FW_OK )
	{
		fprintf( stderr, "bench_links: %s\n", fw_status_text( status ) );
		exit( 2 );
	}
}

static fw_grid* field( int32_t width, int32_t height )
{
	fw_grid_def def = fw_default_grid_def();
	fw_grid* grid = NULL;
	def.width = width;
	def.height = height;
	must( fw_grid_create( &def, &grid, NULL ) );
	return grid;
}

static fw_space* space_of( fw_grid* grid )
{
	const fw_space_def def = fw_default_space_def();
	fw_space* space = NULL;
	must( fw_space_create( grid, &def, &space, NULL ) );
	return space;
}

// The same queries with the best heuristic, and with none.
static void measure_searches( const fw_grid* grid, const fw_space* space, int32_t links, double cost )
{
	fw_search* search = NULL;
	fw_result result = { 0 };
	const fw_map map = { .grid = grid, .space = space };
	must( fw_search_create( NULL, &search ) );
	double ms[2] = { 0.0, 0.0 };
	double expanded[2] = { 0.0, 0.0 };
	for ( int32_t i = -1; i < QUERIES; i++ )
	{
		fw_query query = fw_default_query();
		query.start = ( fw_pose ){ random_below( SIDE ) + 0.5, random_below( SIDE ) + 0.5, 0.0 };
		query.goal = ( fw_pose ){ random_below( SIDE ) + 0.5, random_below( SIDE ) + 0.5, 0.0 };
		for ( int32_t kind = 0; kind < 2; kind++ )
		{
			query.options.heuristic = kind == 0 ? FW_HEURISTIC_BEST : FW_HEURISTIC_ZERO;
			const double before = now_ms();
			must( fw_search_run( search, &map, &query, &result, NULL ) );
			// The first search allocates the memory.
			ms[kind] += i >= 0 ? now_ms() - before : 0.0;
			expanded[kind] += i >= 0 ? (double)result.counters.expanded : 0.0;
		}
	}
	printf( "| %5d | %5g | %9.0f | %8.2f | %9.0f | %8.2f |\n", (int)links, cost, expanded[0] / QUERIES, ms[0] / QUERIES,
	        expanded[1] / QUERIES, ms[1] / QUERIES );
	fw_result_free( &result );
	fw_search_destroy( search );
}

static void run_searches( void )
{
	static const struct
	{
		int32_t links;
		double cost;
	} rows[] = { { 0, 0 },     { 1, 50 },    { 10, 50 },  { 100, 50 },
	             { 1000, 50 }, { 4096, 50 }, { 4096, 0 }, { 4096, 5000 } };
	printf( "%d x %d tiles, a tenth of them blocked; mean of %d queries\n\n", SIDE, SIDE, QUERIES );
	printf( "| links |  cost |  expanded |       ms | no estimate: expanded | ms |\n|---|---|---|---|---|---|\n" );
	for ( size_t i = 0; i < sizeof( rows ) / sizeof( rows[0] ); i++ )
	{
		seed = 1;
		fw_grid* grid = field( SIDE, SIDE );
		for ( int32_t t = 0; t < SIDE * SIDE / 10; t++ )
		{
			const fw_rect tile = { random_below( SIDE ), random_below( SIDE ), 1, 1 };
			must( fw_grid_fill( grid, tile, FW_TERRAIN_OUT, NULL ) );
		}
		for ( int32_t l = 0; l < rows[i].links; l++ )
		{
			const fw_link link = { random_below( SIDE ), random_below( SIDE ), random_below( SIDE ),
			                       random_below( SIDE ), rows[i].cost,         UINT32_MAX };
			must( fw_grid_add_link( grid, &link, NULL ) );
		}
		fw_space* space = space_of( grid );
		measure_searches( grid, space, rows[i].links, rows[i].cost );
		fw_space_destroy( space );
		fw_grid_destroy( grid );
	}
}

static void measure_reachability( const char* what, const fw_grid* grid, const fw_space* space )
{
	fw_reachability_def def = fw_default_reachability_def();
	fw_reachability* reach = NULL;
	def.space = space;
	const double before = now_ms();
	must( fw_reachability_create( &def, &reach, NULL ) );
	const double ms = now_ms() - before;
	const fw_reachability_stats stats = fw_reachability_measure( reach );
	int64_t led = 0;
	const double asked = now_ms();
	for ( int32_t i = 0; i < 1000000; i++ )
	{
		led +=
		    fw_reachability_leads( reach, random_below( fw_grid_width( grid ) ), random_below( fw_grid_height( grid ) ),
		                           random_below( fw_grid_width( grid ) ), random_below( fw_grid_height( grid ) ) );
	}
	printf( "| %-34s | %6lld | %6lld | %8zu | %8zu | %7.2f | %5.0f | %4.1f |\n", what, (long long)stats.parts,
	        (long long)stats.joined, stats.table_bytes, stats.bytes, ms, now_ms() - asked, (double)led * 1e-4 );
	fw_reachability_destroy( reach );
}

// Rooms of 9 x 9 tiles in a square, each with links to two others.
static void run_rooms( int32_t side )
{
	seed = 1;
	fw_grid* grid = field( side * 10 + 1, side * 10 + 1 );
	for ( int32_t i = 0; i <= side; i++ )
	{
		must( fw_grid_fill( grid, ( fw_rect ){ i * 10, 0, 1, FW_GRID_MAX_SIDE }, FW_TERRAIN_OUT, NULL ) );
		must( fw_grid_fill( grid, ( fw_rect ){ 0, i * 10, FW_GRID_MAX_SIDE, 1 }, FW_TERRAIN_OUT, NULL ) );
	}
	const int32_t links = 2 * side * side < FW_LINKS_MAX ? 2 * side * side : FW_LINKS_MAX;
	for ( int32_t i = 0; i < links; i++ )
	{
		// Only forward, so that no two rooms become one part.
		const int32_t room = i / 2 % ( side * side - 1 );
		const int32_t ahead = side * side - 1 - room;
		const int32_t next = room + 1 + ( i % 2 == 0 ? 0 : random_below( ahead ) );
		const fw_link link = {
		    room % side * 10 + 3, room / side * 10 + 3, next % side * 10 + 6, next / side * 10 + 6, 1.0, UINT32_MAX };
		must( fw_grid_add_link( grid, &link, NULL ) );
	}
	fw_space* space = space_of( grid );
	char what[64];
	snprintf( what, sizeof( what ), "%d rooms, %d links forward", (int)( side * side ), (int)links );
	measure_reachability( what, grid, space );
	fw_space_destroy( space );
	fw_grid_destroy( grid );
}

// One-way streets, every tenth row and column, that can be left to both sides.
static void run_streets( void )
{
	const uint32_t north = FW_EXIT_NORTH_WEST | FW_EXIT_NORTH | FW_EXIT_NORTH_EAST;
	const uint32_t south = FW_EXIT_SOUTH_WEST | FW_EXIT_SOUTH | FW_EXIT_SOUTH_EAST;
	const uint32_t east = FW_EXIT_NORTH_EAST | FW_EXIT_EAST | FW_EXIT_SOUTH_EAST;
	const uint32_t west = FW_EXIT_NORTH_WEST | FW_EXIT_WEST | FW_EXIT_SOUTH_WEST;
	fw_grid* grid = field( SIDE, SIDE );
	for ( int32_t i = 0; i < SIDE; i += 10 )
	{
		const uint32_t along = i % 20 == 0 ? FW_EXIT_ALL & ~west : FW_EXIT_ALL & ~east;
		const uint32_t down = i % 20 == 0 ? FW_EXIT_ALL & ~north : FW_EXIT_ALL & ~south;
		must( fw_grid_set_exits( grid, ( fw_rect ){ 0, i, SIDE, 1 }, along, NULL ) );
		must( fw_grid_set_exits( grid, ( fw_rect ){ i, 0, 1, SIDE }, down, NULL ) );
	}
	fw_space* space = space_of( grid );
	char what[64];
	snprintf( what, sizeof( what ), "%lld one-way tiles of streets", (long long)fw_grid_one_way_count( grid ) );
	measure_reachability( what, grid, space );
	fw_space_destroy( space );
	fw_grid_destroy( grid );
}

int main( void )
{
	run_searches();
	printf( "\n| what | parts | joined | bits: bytes | all: bytes | ms | ns a question | led to, %% |\n"
	        "|---|---|---|---|---|---|---|---|\n" );
	run_rooms( 10 );
	run_rooms( 32 );
	run_rooms( 45 );
	run_streets();
	return 0;
}

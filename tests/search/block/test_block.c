// SPDX-License-Identifier: MIT
// Block A* over corners: paths are legal, found exactly if steps lead there, no longer than steps and no shorter than
// the exact optimum.
#include "support_benchmarks.h"
#include "support_block.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// A block stores lengths as floats: a path may be longer than the best of its class by this factor.
#define ROUNDED 1e-4

static const char* const methods[] = { "block4", "block8", "block", "block-ps", "block-ps" };
#define METHODS 5

// Distances from the start to all corners by steps to the eight corners around, by Dijkstra's algorithm; the path to
// the goal ends there.
static double steps_optimum( const sight_rules* rules, sight_point start, sight_point goal )
{
	const int32_t columns = fw_grid_width( rules->grid ) + 1;
	const int32_t rows = fw_grid_height( rules->grid ) + 1;
	double* g = malloc( (size_t)( columns * rows ) * sizeof( double ) );
	int32_t* queue = malloc( (size_t)( columns * rows ) * 9 * sizeof( int32_t ) );
	assert_true( g != NULL && queue != NULL );
	for ( int32_t i = 0; i < columns * rows; i++ )
	{
		g[i] = INFINITY;
	}
	const int32_t last = goal.y / 2 * columns + goal.x / 2;
	const int32_t first = start.y / 2 * columns + start.x / 2;
	bool changed = sight_touches_free( rules, start );
	g[first] = changed ? 0.0 : INFINITY;
	// A queue of corners that became nearer, until none does.
	int32_t head = 0;
	int32_t count = changed ? 1 : 0;
	const int32_t room = columns * rows * 9;
	queue[0] = first;
	for ( ; count > 0; count-- )
	{
		const int32_t at = queue[head];
		head = ( head + 1 ) % room;
		const sight_point a = { at % columns * 2, at / columns * 2 };
		for ( int32_t k = 0; k < 9 && ( at != last || at == first ); k++ )
		{
			const sight_point b = { a.x + 2 * ( k % 3 ) - 2, a.y + 2 * ( k / 3 ) - 2 };
			if ( k == 4 || b.x < 0 || b.y < 0 || b.x >= 2 * columns || b.y >= 2 * rows )
			{
				continue;
			}
			const int32_t to = b.y / 2 * columns + b.x / 2;
			const double reached = g[at] + ( k % 2 == 0 ? FW_SQRT2 : 1.0 );
			if ( reached < g[to] - 1e-9 && sight_judge_leg( rules, a, b, at == first, to == last ) )
			{
				g[to] = reached;
				assert_true( count < room );
				queue[( head + count++ - 1 + room ) % room] = to;
			}
		}
	}
	const double answer = g[last];
	free( g );
	free( queue );
	return answer;
}

typedef struct excess
{
	double sum, most;
	int32_t count;
} excess;

// One problem by one method. `steps`: the length of the best path over steps; `optimum`: of the best path of all.
static void check_corners( walker* w, const fw_query* query, double steps, double optimum, excess* sum )
{
	const fw_result* result = walker_solve( w, query );
	if ( ( result->outcome == FW_FOUND ) != ( steps < INFINITY ) )
	{
		block_fail( w, query, steps < INFINITY ? "there is a path" : "there is no path" );
	}
	if ( result->outcome != FW_FOUND )
	{
		assert_int_equal( result->path.count, 0 );
		return;
	}
	block_check_path( w, query );
	// From a closed double corner a block has no path through the tile on its other side, and makes a detour.
	const sight_rules rules = { w->grid, LAND, query->options.corners };
	const bool rounds =
	    query->options.corners == FW_CORNERS_CLOSED && ( sight_is_double( &rules, block_point( query->start ) ) ||
	                                                     sight_is_double( &rules, block_point( query->goal ) ) );
	if ( result->length < optimum - 1e-9 || result->length > steps * ( rounds ? 1.5 : 1.0 ) + ROUNDED )
	{
		printf( "steps %.9f, optimum %.9f\n", steps, optimum );
		block_fail( w, query, result->length < optimum - 1e-9 ? "shorter than possible" : "longer than steps" );
	}
	const double part = optimum > 0.0 ? result->length / optimum - 1.0 : 0.0;
	sum->sum += part;
	sum->most = fmax( sum->most, part );
	sum->count++;
}

static void check_size( walker* w, sight_point start, sight_point goal, fw_corners corners, int32_t size,
                        excess sums[2] )
{
	const sight_rules rules = { w->grid, LAND, corners };
	fw_query query = block_query( "visibility-graph", start, goal );
	query.options.corners = corners;
	const double steps = steps_optimum( &rules, start, goal );
	const fw_result* best = walker_solve( w, &query );
	const double optimum = best->outcome == FW_FOUND ? best->length : INFINITY;
	assert_int_equal( best->outcome == FW_FOUND, steps < INFINITY && sight_touches_free( &rules, goal ) );
	query.options.block_size = size;
	query.method = "block";
	check_corners( w, &query, steps, optimum, &sums[0] );
	const double length = w->result.length;
	const bool found = w->result.outcome == FW_FOUND;
	query.method = "block-ps";
	check_corners( w, &query, steps, optimum, &sums[1] );
	assert_true( !found || w->result.length <= length + 1e-9 );
}

static void check_both( walker* w, sight_point start, sight_point goal, fw_corners corners, excess sums[2] )
{
	for ( int32_t size = 2; size <= 5; size++ )
	{
		check_size( w, start, goal, corners, size, sums );
	}
}

static void corners_on_random_maps( void** state )
{
	(void)state;
	test_random random = test_random_make( 41 );
	excess sums[2] = { { 0 } };
	for ( int32_t round = 0; round < test_rounds( 2500 ); round++ )
	{
		const int32_t most = round % 4 == 0 ? 50 : 14;
		const int32_t width = round % 11 == 0 ? 1 : 1 + test_random_int( &random, most );
		const int32_t height = round % 13 == 0 ? 1 : 1 + test_random_int( &random, most );
		walker w;
		walker_open( &w, test_random_map( &random, width, height, test_random_real( &random, 0.0, 0.6 ) ), 0.0, LAND );
		for ( int32_t i = 0; i < 4; i++ )
		{
			const fw_corners corners = i % 2 == 0 ? FW_CORNERS_CLOSED : FW_CORNERS_OPEN;
			const sight_rules rules = { w.grid, LAND, corners };
			const sight_point start = block_random_corner( &random, &rules );
			const sight_point goal = block_random_corner( &random, &rules );
			const int32_t size = 2 + ( round + i / 2 ) % 4;
			check_size( &w, start, round % 50 == 0 ? start : goal, corners, size, sums );
		}
		walker_close( &w );
	}
	for ( int32_t m = 0; m < 2; m++ )
	{
		printf( "%s: %d paths, %.3f %% too long, at most %.2f %%\n", m == 0 ? "block" : "block-ps", (int)sums[m].count,
		        100.0 * sums[m].sum / sums[m].count, 100.0 * sums[m].most );
		assert_true( sums[m].count > test_rounds( 3000 ) );
		assert_true( sums[m].sum / sums[m].count < ( m == 0 ? 0.02 : 0.01 ) );
	}
}

// From and to every corner of maps of two to four blocks: inside, on borders, where four blocks meet.
static void all_corners_of_small_maps( void** state )
{
	(void)state;
	test_random random = test_random_make( 42 );
	excess sums[2] = { { 0 } };
	for ( int32_t round = 0; round < test_rounds( 12 ); round++ )
	{
		const int32_t width = round % 3 == 0 ? 4 : 5 + test_random_int( &random, 4 );
		const int32_t height = round % 4 == 0 ? 4 : 5 + test_random_int( &random, 4 );
		walker w;
		walker_open( &w, test_random_grid( &random, width, height, test_random_real( &random, 0.2, 0.5 ) ), 0.0, LAND );
		const int32_t count = ( width + 1 ) * ( height + 1 );
		for ( int32_t i = 0; i < count * count; i++ )
		{
			const sight_point start = { i / count % ( width + 1 ) * 2, i / count / ( width + 1 ) * 2 };
			const sight_point goal = { i % count % ( width + 1 ) * 2, i % count / ( width + 1 ) * 2 };
			check_size( &w, start, goal, i % 2 == 0 ? FW_CORNERS_CLOSED : FW_CORNERS_OPEN, 2 + i / 2 % 4, sums );
		}
		walker_close( &w );
	}
}

static void lengths_by_hand( void** state )
{
	(void)state;
	const struct
	{
		const char* picture;
		sight_point start, goal;
		fw_corners corners;
		double length; // 0 if there is no path
	} cases[] = {
	    // Inside one block, over the border of two, along the border of two.
	    { "....\n.#..\n....\n....\n", { 2, 2 }, { 4, 4 }, FW_CORNERS_CLOSED, 2.0 },
	    { "........\n........\n", { 0, 0 }, { 16, 4 }, FW_CORNERS_CLOSED, 2.0 * sqrt( 17.0 ) },
	    { "....#...\n....#...\n........\n", { 8, 0 }, { 8, 6 }, FW_CORNERS_CLOSED, 3.0 },
	    { "...##...\n...##...\n........\n", { 8, 0 }, { 8, 6 }, FW_CORNERS_CLOSED, 0.0 },
	    { "...##...\n...##...\n........\n", { 8, 4 }, { 8, 6 }, FW_CORNERS_CLOSED, 1.0 },
	    // At the corner of four blocks, two of which are blocked there.
	    { "........\n........\n........\n...#....\n....#...\n........\n",
	      { 6, 10 },
	      { 10, 6 },
	      FW_CORNERS_OPEN,
	      2.0 * FW_SQRT2 },
	    { "........\n........\n........\n...#....\n....#...\n........\n",
	      { 6, 10 },
	      { 10, 6 },
	      FW_CORNERS_CLOSED,
	      4.0 },
	    { "........\n........\n........\n...#....\n....#...\n........\n",
	      { 8, 8 },
	      { 10, 6 },
	      FW_CORNERS_CLOSED,
	      FW_SQRT2 },
	    { "........\n........\n........\n...#....\n....#...\n........\n",
	      { 8, 8 },
	      { 6, 10 },
	      FW_CORNERS_CLOSED,
	      FW_SQRT2 },
	    // With the south-east tile free the other side can be reached only by a detour.
	    { ".#\n#.\n", { 2, 2 }, { 4, 4 }, FW_CORNERS_CLOSED, FW_SQRT2 },
	    { ".#\n#.\n", { 2, 2 }, { 0, 0 }, FW_CORNERS_CLOSED, 0.0 },
	    { ".#\n#.\n", { 0, 0 }, { 2, 2 }, FW_CORNERS_CLOSED, 0.0 },
	    { ".#\n#.\n", { 2, 2 }, { 0, 0 }, FW_CORNERS_OPEN, FW_SQRT2 },
	    { ".#\n#.\n", { 2, 2 }, { 2, 2 }, FW_CORNERS_CLOSED, -1.0 },
	};
	for ( size_t i = 0; i < sizeof( cases ) / sizeof( cases[0] ); i++ )
	{
		walker w;
		walker_open( &w, test_grid( cases[i].picture ), 0.0, LAND );
		for ( int32_t m = 0; m < 2; m++ )
		{
			fw_query query = block_query( m == 0 ? "block" : "block-ps", cases[i].start, cases[i].goal );
			query.options.corners = cases[i].corners;
			const fw_result* result = walker_solve( &w, &query );
			assert_int_equal( result->outcome, cases[i].length == 0.0 ? FW_UNREACHABLE : FW_FOUND );
			if ( fabs( result->length - fmax( cases[i].length, 0.0 ) ) > 1e-9 )
			{
				block_fail( &w, &query, "another length" );
			}
		}
		walker_close( &w );
	}
}

// Figure 3 of the paper: the shortest path fits into one block of 5 x 5. It bends where blocks of 3 x 3 meet too.
static void figure_of_the_paper( void** state )
{
	(void)state;
	walker w;
	walker_open( &w, test_grid( ".....\n.....\n.....\n..#..\n.....\n" ), 0.0, LAND );
	const double best = sqrt( 13.0 ) + sqrt( 5.0 );
	for ( int32_t size = 2; size <= 5; size++ )
	{
		fw_query query = block_query( "block", ( sight_point ){ 2, 0 }, ( sight_point ){ 8, 10 } );
		query.options.block_size = size;
		const double length = walker_solve( &w, &query )->length;
		printf( "%d x %d: %.4f, the best %.4f\n", (int)size, (int)size, length, best );
		const double expected = size == 2 ? sqrt( 5.0 ) + 2.0 * FW_SQRT2 + 1.0 : size == 4 ? 6.0 : best;
		assert_true( fabs( length - expected ) < 1e-9 );
	}
	walker_close( &w );
}

// The path from a double corner comes back through the tile that is closed for its first step.
static void back_through_the_closed_tile( void** state )
{
	(void)state;
	const struct
	{
		const char* picture;
		sight_point start, goal;
	} cases[] = {
	    { "@...@.\n..@...\n.@.@..\n...@..\n", { 4, 4 }, { 8, 8 } },
	    { "@.....\n..@@@@\n.@.@.@\n....@.\n", { 4, 4 }, { 10, 2 } },
	    { ".@....\n...@@.\n..@..@\n......\n@.@...\n", { 6, 4 }, { 10, 0 } },
	};
	excess sums[2] = { { 0 } };
	for ( size_t i = 0; i < sizeof( cases ) / sizeof( cases[0] ); i++ )
	{
		walker w;
		walker_open( &w, test_grid( cases[i].picture ), 0.0, LAND );
		check_both( &w, cases[i].start, cases[i].goal, FW_CORNERS_CLOSED, sums );
		check_both( &w, cases[i].goal, cases[i].start, FW_CORNERS_CLOSED, sums );
		walker_close( &w );
	}
	assert_int_equal( sums[0].count, 24 );
}

// If double corners are open, regions prove nothing: everything is searched.
static void tiles_that_nothing_reaches( void** state )
{
	(void)state;
	walker w;
	walker_open( &w, test_grid( "...@.\n...@.\n@@@@.\n.....\n" ), 0.0, LAND );
	for ( int32_t m = 0; m < 2; m++ )
	{
		fw_query query = block_query( m == 0 ? "block4" : "block8", ( sight_point ){ 1, 1 }, ( sight_point ){ 9, 1 } );
		query.options.corners = FW_CORNERS_OPEN;
		assert_int_equal( walker_solve( &w, &query )->outcome, FW_UNREACHABLE );
	}
	walker_close( &w );
}

// Ends off the corners, inside and on the border of free tiles.
static void ends_off_the_corners( void** state )
{
	(void)state;
	test_random random = test_random_make( 43 );
	int32_t found = 0;
	for ( int32_t round = 0; round < test_rounds( 400 ); round++ )
	{
		walker w;
		const int32_t width = 1 + test_random_int( &random, 14 );
		const int32_t height = 1 + test_random_int( &random, 14 );
		walker_open( &w, test_random_map( &random, width, height, test_random_real( &random, 0.0, 0.6 ) ), 0.0, LAND );
		for ( int32_t i = 0; i < 8; i++ )
		{
			fw_query query =
			    block_query( i % 2 == 0 ? "block" : "block-ps", ( sight_point ){ 0, 0 }, ( sight_point ){ 0, 0 } );
			query.options.corners = i % 4 < 2 ? FW_CORNERS_CLOSED : FW_CORNERS_OPEN;
			query.start.x = test_random_real( &random, 0.0, width );
			query.start.y = test_random_real( &random, 0.0, height );
			query.goal.x = test_random_real( &random, 0.0, width );
			query.goal.y = test_random_int( &random, height + 1 );
			const fw_result* result = walker_solve( &w, &query );
			if ( result->outcome == FW_FOUND && query.options.corners == FW_CORNERS_CLOSED )
			{
				test_check_legal( w.grid, &query.unit, &result->path );
			}
			if ( result->outcome == FW_FOUND )
			{
				found++;
				test_check_ends( &result->path, ( fw_pose ){ query.start.x, query.start.y, NAN },
				                 ( fw_pose ){ query.goal.x, query.goal.y, NAN } );
			}
			// The tile of the start and one beside the goal are connected exactly if there is a path.
			const uint32_t from = fw_space_region( w.space, (int32_t)query.start.x, (int32_t)query.start.y );
			const uint32_t above = fw_space_region( w.space, (int32_t)query.goal.x, (int32_t)query.goal.y - 1 );
			const uint32_t below = fw_space_region( w.space, (int32_t)query.goal.x, (int32_t)query.goal.y );
			if ( query.options.corners == FW_CORNERS_CLOSED &&
			     ( result->outcome == FW_FOUND ) != ( from != 0 && ( from == above || from == below ) ) )
			{
				block_fail( &w, &query, "the regions say otherwise" );
			}
		}
		walker_close( &w );
	}
	assert_true( found > test_rounds( 500 ) );
}

static void refuses_what_it_cannot_do( void** state )
{
	(void)state;
	walker w;
	walker_open( &w, test_grid( "...\n.#.\n...\n" ), 0.0, LAND );
	for ( int32_t m = 0; m < METHODS; m++ )
	{
		const int32_t off = m == 2 || m == 3 ? 0 : 1;
		const fw_query good =
		    block_query( methods[m], ( sight_point ){ off, off }, ( sight_point ){ 4 + off, 4 + off } );
		assert_int_equal( fw_search_begin( w.search, &w.map, &good, NULL ), FW_OK );
		fw_query query = good;
		query.goal_tolerance = 0.5;
		assert_int_equal( fw_search_begin( w.search, &w.map, &query, NULL ), FW_ERR_UNSUPPORTED );
		query = good;
		query.options.heuristic = FW_HEURISTIC_TABLE;
		assert_int_equal( fw_search_begin( w.search, &w.map, &query, NULL ), FW_ERR_UNSUPPORTED );
		query.options.heuristic = FW_HEURISTIC_FIELD;
		assert_int_equal( fw_search_begin( w.search, &w.map, &query, NULL ), FW_ERR_UNSUPPORTED );
		query = good;
		query.options.anchor = good.options.anchor == FW_ANCHOR_CENTER ? FW_ANCHOR_CORNER : FW_ANCHOR_CENTER;
		assert_int_equal( fw_search_begin( w.search, &w.map, &query, NULL ),
		                  strcmp( good.method, "block-ps" ) == 0 ? FW_OK : FW_ERR_UNSUPPORTED );
	}
	fw_terrain dear = *fw_grid_terrain( w.grid, FW_TERRAIN_SWAMP );
	dear.cost = 2.0;
	assert_int_equal( fw_grid_set_terrain( w.grid, FW_TERRAIN_SWAMP, &dear, NULL ), FW_OK );
	assert_int_equal( fw_grid_fill( w.grid, ( fw_rect ){ 0, 0, 1, 1 }, FW_TERRAIN_SWAMP, NULL ), FW_OK );
	assert_int_equal( fw_space_update( w.space ), FW_OK );
	for ( int32_t m = 0; m < METHODS; m++ )
	{
		const int32_t off = m == 2 || m == 3 ? 0 : 1;
		fw_query query = block_query( methods[m], ( sight_point ){ off, off }, ( sight_point ){ 4 + off, 4 + off } );
		assert_int_equal( fw_search_begin( w.search, &w.map, &query, NULL ), FW_ERR_UNSUPPORTED );
		query.options.ignore_costs = true;
		assert_int_equal( fw_search_begin( w.search, &w.map, &query, NULL ), FW_OK );
	}
	walker_close( &w );

	walker_open( &w, test_field( 8, 8 ), 0.4, LAND );
	fw_query query = block_query( "block", ( sight_point ){ 2, 2 }, ( sight_point ){ 8, 8 } );
	query.unit.radius = 0.4;
	assert_int_equal( fw_search_begin( w.search, &w.map, &query, NULL ), FW_ERR_UNSUPPORTED );
	walker_close( &w );
}

static void check_reason( const char* picture, const char* method, sight_point start, sight_point goal,
                          fw_corners corners, fw_reason reason )
{
	walker w;
	walker_open( &w, test_grid( picture ), 0.0, LAND );
	fw_query query = block_query( method, start, goal );
	query.options.corners = corners;
	const fw_result* result = walker_solve( &w, &query );
	assert_int_equal( result->outcome, FW_UNREACHABLE );
	assert_int_equal( result->reason, reason );
	assert_int_equal( result->path.count, 0 );
	walker_close( &w );
}

static void reports_why_there_is_no_path( void** state )
{
	(void)state;
	const char* blocked = "##.\n##.\n...\n";
	for ( int32_t m = 2; m < 4; m++ )
	{
		check_reason( blocked, methods[m], ( sight_point ){ 2, 2 }, ( sight_point ){ 6, 6 }, FW_CORNERS_CLOSED,
		              FW_REASON_START_BLOCKED );
		check_reason( blocked, methods[m], ( sight_point ){ 6, 6 }, ( sight_point ){ 2, 2 }, FW_CORNERS_CLOSED,
		              FW_REASON_GOAL_BLOCKED );
		check_reason( blocked, methods[m], ( sight_point ){ 8, 6 }, ( sight_point ){ 6, 6 }, FW_CORNERS_CLOSED,
		              FW_REASON_START_OFF_MAP );
		check_reason( ".#.\n.#.\n", methods[m], ( sight_point ){ 0, 0 }, ( sight_point ){ 6, 0 }, FW_CORNERS_CLOSED,
		              FW_REASON_OTHER_REGION );
		check_reason( ".#.\n.#.\n", methods[m], ( sight_point ){ 0, 0 }, ( sight_point ){ 6, 0 }, FW_CORNERS_OPEN,
		              FW_REASON_EXHAUSTED );
	}
}

// Three scenarios against the exact lengths, at corners.
static void exact_lengths( void** state )
{
	(void)state;
	const char* names[] = { "dao/brc202d", "bg512/AR0602SR", "random/random512-40-0" };
	for ( size_t n = 0; n < sizeof( names ) / sizeof( names[0] ); n++ )
	{
		walker w;
		walker_open( &w, test_benchmark_map( names[n] ), 0.0, LAND );
		FILE* lengths = test_benchmark_lengths( names[n], FW_ANCHOR_CORNER );
		excess sums[2] = { { 0 } };
		test_shortest s;
		for ( int32_t i = 0; test_next_shortest( lengths, &s ); i++ )
		{
			for ( int32_t m = 0; m < 2 && i % test_every( 25 ) == 0; m++ )
			{
				const fw_query query = block_query( methods[2 + m], ( sight_point ){ 2 * s.start_x, 2 * s.start_y },
				                                    ( sight_point ){ 2 * s.goal_x, 2 * s.goal_y } );
				check_corners( &w, &query, 2.0 * s.length + 1.0, s.length - 1e-8, &sums[m] );
			}
		}
		fclose( lengths );
		walker_close( &w );
		printf( "%s: block %.3f %%, block-ps %.3f %% too long\n", names[n], 100.0 * sums[0].sum / sums[0].count,
		        100.0 * sums[1].sum / sums[1].count );
		assert_true( sums[0].sum / sums[0].count < 0.02 && sums[1].sum / sums[1].count < 0.01 );
	}
}

int run_test_block( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( lengths_by_hand ),
	    cmocka_unit_test( reports_why_there_is_no_path ),
	    cmocka_unit_test( refuses_what_it_cannot_do ),
	    cmocka_unit_test( corners_on_random_maps ),
	    cmocka_unit_test( all_corners_of_small_maps ),
	    cmocka_unit_test( figure_of_the_paper ),
	    cmocka_unit_test( back_through_the_closed_tile ),
	    cmocka_unit_test( tiles_that_nothing_reaches ),
	    cmocka_unit_test( ends_off_the_corners ),
	    cmocka_unit_test( exact_lengths ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

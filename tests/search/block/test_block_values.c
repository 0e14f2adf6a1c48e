// SPDX-License-Identifier: MIT
// The costs of the nodes on the border of blocks that listeners hear: never below the shortest path's, and in the end
// those of A* wherever that is nearer than the goal.
#include "support_block.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define SIDE_MAX 26
#define BLOCKS_MAX ( SIDE_MAX / 2 )

typedef struct board
{
	int32_t width, height, size;
	bool corners;
	int64_t expanded;
	double values[BLOCKS_MAX][BLOCKS_MAX][FW_LDDB_NODES_MAX]; // what was heard last
} board;

static fw_vec2 place( const board* b, int32_t x, int32_t y, int32_t node )
{
	const int32_t last = b->corners ? b->size : b->size - 1;
	const int32_t along = node % last;
	const double far = last;
	const double off = b->corners ? 0.0 : 0.5;
	const double dx[4] = { along, far, far - along, 0.0 };
	const double dy[4] = { 0.0, along, far, far - along };
	return ( fw_vec2 ){ b->size * x + off + dx[node / last], b->size * y + off + dy[node / last] };
}

static int32_t count_of( const board* b )
{
	return 4 * ( b->corners ? b->size : b->size - 1 );
}

static void hear( void* context, const fw_heard* what )
{
	board* b = context;
	if ( what->event == FW_EVENT_BEGIN )
	{
		assert_true( what->values == NULL && what->value_count == 0 );
		return;
	}
	assert_int_equal( what->side, b->size );
	assert_int_equal( what->value_count, count_of( b ) );
	const int32_t x = (int32_t)what->pose.x / b->size;
	const int32_t y = (int32_t)what->pose.y / b->size;
	double least = (double)INFINITY;
	for ( int32_t i = 0; i < what->value_count; i++ )
	{
		// Costs only fall.
		assert_true( what->values[i] >= 0.0 && what->values[i] <= b->values[y][x][i] );
		b->values[y][x][i] = what->values[i];
		least = fmin( least, what->values[i] );
	}
	// The block of the start is heard with 0.
	assert_true( what->g == 0.0 || least <= what->g + 1e-3 );
	b->expanded += what->event == FW_EVENT_EXPAND ? 1 : 0;
}

static void board_make( board* b, const walker* w, const fw_query* query )
{
	*b = ( board ){
	    .width = fw_grid_width( w->grid ),
	    .height = fw_grid_height( w->grid ),
	    .size = query->options.block_size,
	    .corners = query->options.anchor == FW_ANCHOR_CORNER,
	};
	for ( int32_t i = 0; i < BLOCKS_MAX * BLOCKS_MAX * FW_LDDB_NODES_MAX; i++ )
	{
		b->values[i / FW_LDDB_NODES_MAX / BLOCKS_MAX][i / FW_LDDB_NODES_MAX % BLOCKS_MAX][i % FW_LDDB_NODES_MAX] =
		    (double)INFINITY;
	}
}

// Asks another method for the path to each node of each block. `most`: how much longer the path of blocks may be at
// most. Returns how many nodes must have their final cost.
static int32_t check_values( walker* w, const fw_query* query, const board* b, double length, double most )
{
	const int32_t columns = ( b->width + b->size - 1 ) / b->size;
	const int32_t rows = ( b->height + b->size - 1 ) / b->size;
	int32_t final = 0;
	fw_query other = *query;
	other.method = b->corners ? "visibility-graph" : "astar";
	other.options.neighbors = strcmp( query->method, "block4" ) == 0 ? 4 : 8;
	other.options.block_size = 4;
	other.options.heuristic = FW_HEURISTIC_BEST;
	other.options.listener = ( fw_listener ){ NULL, NULL };
	for ( int32_t i = 0; i < columns * rows * count_of( b ); i++ )
	{
		const int32_t block = i / count_of( b );
		const int32_t node = i % count_of( b );
		const double value = b->values[block / columns][block % columns][node];
		const fw_vec2 at = place( b, block % columns, block / columns, node );
		other.goal = fw_make_pose( at.x, at.y, 0.0 );
		const bool inside = at.x <= b->width && at.y <= b->height;
		const bool found = inside && walker_solve( w, &other )->outcome == FW_FOUND;
		const double shortest = found ? w->result.length : (double)INFINITY;
		assert_true( value >= shortest - 1e-3 );
		// Nodes farther than the goal may be heard later, or never; a corner that touches only blocked tiles of its
		// block is no node of it.
		const bool used = !b->corners || value < (double)INFINITY;
		if ( found && used && most * shortest < length - 1e-3 )
		{
			assert_true( value <= most * shortest + 1e-3 );
			final++;
		}
	}
	return final;
}

static void values_are_those_of_shortest_paths( void** state )
{
	(void)state;
	static const char* const methods[] = { "block4", "block8", "block" };
	static board b;
	test_random random = test_random_make( 91 );
	int32_t final[3] = { 0 };
	for ( int32_t round = 0; round < test_rounds( 480 ); round++ )
	{
		walker w;
		const int32_t width = 8 + test_random_int( &random, SIDE_MAX - 7 );
		walker_open( &w, test_random_grid( &random, width, 20, 0.2 ), 0.0, LAND );
		const bool corners = round % 3 == 2;
		const int32_t odd = corners ? 0 : 1;
		const sight_point start = { 2 * test_random_int( &random, 6 ) + odd, 2 * test_random_int( &random, 18 ) + odd };
		const sight_point goal = { 2 * ( width - 1 - test_random_int( &random, 3 ) ) + odd,
		                           2 * test_random_int( &random, 18 ) + odd };
		fw_query query = block_query( methods[round % 3], start, goal );
		query.options.heuristic = FW_HEURISTIC_ZERO;
		query.options.block_size = 2 + round / 3 % 4;
		board_make( &b, &w, &query );
		query.options.listener = ( fw_listener ){ hear, &b };
		const bool found = walker_solve( &w, &query )->outcome == FW_FOUND;
		// From between two blocked tiles paths leave by one of two ways, which other methods choose otherwise.
		const sight_rules rules = { w.grid, LAND, FW_CORNERS_CLOSED };
		if ( b.expanded > 0 && !sight_is_double( &rules, start ) )
		{
			// No path over eight neighbors is longer than that.
			const double most = corners ? 1.0824 : 1.0;
			const double length = found ? w.result.length : (double)INFINITY;
			final[round % 3] += check_values( &w, &query, &b, length, most );
		}
		walker_close( &w );
	}
	printf( "%d, %d, %d final costs\n", final[0], final[1], final[2] );
	assert_true( final[0] > test_rounds( 6000 ) && final[1] > test_rounds( 6000 ) && final[2] > test_rounds( 6000 ) );
}

int run_test_block_values( void );
int run_test_block_values( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( values_are_those_of_shortest_paths ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

// SPDX-License-Identifier: MIT
// Closed moves: standard A* takes none of them and finds the cheapest path without them; other methods refuse them.
#include "annotate/space.h"
#include "support_drive.h"
#include "support_walker.h"

#include "fairway/grid.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define WIDTH 20
#define HEIGHT 14

static const int32_t step_x[8] = { 1, 1, 0, -1, -1, -1, 0, 1 };
static const int32_t step_y[8] = { 0, 1, 1, 1, 0, -1, -1, -1 };

static void close_some( test_random* random, uint8_t closed[HEIGHT * WIDTH] )
{
	for ( int32_t i = 0; i < HEIGHT * WIDTH; i++ )
	{
		closed[i] = 0;
		for ( int32_t d = 0; d < 8; d++ )
		{
			closed[i] |= (uint8_t)( test_random_chance( random, 0.3 ) ? 1 << d : 0 );
		}
	}
}

static bool stands( const walker* w, int32_t x, int32_t y )
{
	return x >= 0 && x < WIDTH && y >= 0 && y < HEIGHT && fw_space_stands( w->space, x, y );
}

// The cheapest paths from a tile to all others without closed steps, by the Bellman-Ford algorithm.
static void cheapest( const walker* w, const uint8_t* closed, int32_t neighbors, int32_t start, double* costs )
{
	for ( int32_t i = 0; i < HEIGHT * WIDTH; i++ )
	{
		costs[i] = i == start ? 0.0 : INFINITY;
	}
	for ( bool changed = true; changed; )
	{
		changed = false;
		for ( int32_t i = 0; i < HEIGHT * WIDTH * 8; i++ )
		{
			const int32_t tile = i / 8;
			const int32_t d = i % 8;
			const int32_t x = tile % WIDTH;
			const int32_t y = tile / WIDTH;
			const bool beside =
			    d % 2 == 0 || ( neighbors == 8 && stands( w, x + step_x[d], y ) && stands( w, x, y + step_y[d] ) );
			if ( ( closed[tile] >> d & 1 ) == 0 && beside && stands( w, x + step_x[d], y + step_y[d] ) )
			{
				double* to = &costs[tile + step_y[d] * WIDTH + step_x[d]];
				const double cost = costs[tile] + ( d % 2 == 0 ? 1.0 : FW_SQRT2 );
				changed = changed || cost < *to - 1e-9;
				*to = fmin( *to, cost );
			}
		}
	}
}

// No step of a path is closed.
static void check_open( const fw_path* path, const uint8_t* closed )
{
	for ( int32_t i = 0; i < path->count; i++ )
	{
		const fw_segment* step = &path->segments[i];
		const size_t tile = (size_t)step->from.y * WIDTH + (size_t)step->from.x;
		int32_t d = 0;
		while ( step->to.x - step->from.x != step_x[d] || step->to.y - step->from.y != step_y[d] )
		{
			d++;
			assert_true( d < 8 );
		}
		assert_int_equal( closed[tile] >> d & 1, 0 );
	}
}

static void test_cheapest_without_them( void** state )
{
	(void)state;
	test_random random = test_random_make( 21 );
	int32_t found = 0;
	int32_t lost = 0;
	for ( int32_t round = 0; round < 200; round++ )
	{
		walker w;
		walker_open( &w, test_random_map( &random, WIDTH, HEIGHT, 0.15 ), 0.4, FW_CAP_GROUND );
		uint8_t closed[HEIGHT * WIDTH];
		double costs[HEIGHT * WIDTH];
		close_some( &random, closed );
		fw_query query = fw_default_query();
		query.unit.radius = 0.4;
		query.unit.capabilities = w.space->capabilities;
		query.options.neighbors = round % 2 == 0 ? 8 : 4;
		query.options.closed_moves = closed;
		const int32_t start = test_random_int( &random, HEIGHT * WIDTH );
		query.start = ( fw_pose ){ start % WIDTH + 0.5, start / WIDTH + 0.5, 0.0 };
		cheapest( &w, closed, query.options.neighbors, start, costs );
		for ( int32_t goal = 0; goal < HEIGHT * WIDTH && stands( &w, start % WIDTH, start / WIDTH ); goal += 7 )
		{
			query.goal = ( fw_pose ){ goal % WIDTH + 0.5, goal / WIDTH + 0.5, 0.0 };
			assert_int_equal( fw_search_run( w.search, &w.map, &query, &w.result, NULL ), FW_OK );
			assert_int_equal( w.result.outcome == FW_FOUND,
			                  costs[goal] < INFINITY && stands( &w, goal % WIDTH, goal / WIDTH ) );
			if ( w.result.outcome == FW_FOUND )
			{
				assert_true( fabs( w.result.cost - costs[goal] ) < 1e-6 );
				check_open( &w.result.path, closed );
				found++;
			}
			lost += w.result.reason == FW_REASON_EXHAUSTED ? 1 : 0;
		}
		walker_close( &w );
	}
	assert_true( found > 1000 && lost > 100 );
}

// An array without closed moves is the same as none.
static void test_none_closed( void** state )
{
	(void)state;
	static const uint8_t open[HEIGHT * WIDTH];
	test_random random = test_random_make( 5 );
	walker w;
	walker_open( &w, test_random_map( &random, WIDTH, HEIGHT, 0.15 ), 0.4, FW_CAP_GROUND );
	int32_t found = 0;
	for ( int32_t i = 0; i < 200; i++ )
	{
		fw_query query = fw_default_query();
		query.unit.radius = 0.4;
		query.unit.capabilities = w.space->capabilities;
		query.start = test_random_center( &random, WIDTH, HEIGHT, 0 );
		query.goal = test_random_center( &random, WIDTH, HEIGHT, 0 );
		assert_int_equal( fw_search_run( w.search, &w.map, &query, &w.result, NULL ), FW_OK );
		const fw_outcome outcome = w.result.outcome;
		const double cost = w.result.cost;
		query.options.closed_moves = open;
		assert_int_equal( fw_search_run( w.search, &w.map, &query, &w.result, NULL ), FW_OK );
		assert_true( w.result.outcome == outcome && fabs( w.result.cost - cost ) < 1e-9 );
		found += outcome == FW_FOUND ? 1 : 0;
	}
	assert_true( found > 50 );
	walker_close( &w );
}

static void test_other_methods_refuse( void** state )
{
	(void)state;
	static const uint8_t closed[HEIGHT * WIDTH];
	drive d;
	const drive_def def = drive_def_of( 0.4, 1.0 );
	drive_open( &d, test_field( WIDTH, HEIGHT ), &def );
	for ( int32_t i = 0; i < fw_method_count(); i++ )
	{
		const fw_method* method = fw_method_at( i );
		if ( ( method->traits & FW_TRAIT_COMBINED ) != 0 )
		{
			continue; // of plans, not of searches
		}
		const bool takes = strcmp( method->name, "astar" ) == 0 || strcmp( method->name, "aastar" ) == 0;
		drive_hierarchy( &d, method );
		fw_query query = drive_query_by( &d, method->name, test_center( 2, 2, 0 ), test_center( 9, 9, 0 ) );
		query.options.closed_moves = closed;
		assert_int_equal( fw_search_run( d.search, &d.map, &query, &d.result, NULL ),
		                  takes ? FW_OK : FW_ERR_UNSUPPORTED );
	}
	drive_close( &d );
}

int run_test_closed_moves( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_cheapest_without_them ),
	    cmocka_unit_test( test_none_closed ),
	    cmocka_unit_test( test_other_methods_refuse ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

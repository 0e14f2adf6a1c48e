// SPDX-License-Identifier: MIT
// Lines of sight against a judge that clips tile by tile in fractions, on a million random lines; and the header's
// promises, picture by picture.
#include "support.h"
#include "support_sight.h"

#include "sweep/sight.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#define LAND ( FW_CAP_GROUND | FW_CAP_SWAMP )
#define LINES 1000000

static bool clear( const sight_rules* rules, sight_point a, sight_point b )
{
	return fw_sight_clear( rules->grid, rules->capabilities, rules->corners, a.x, a.y, b.x, b.y );
}

static void fail_line( const sight_rules* rules, sight_point a, sight_point b, const char* what )
{
	const int32_t x0 = ( a.x < b.x ? a.x : b.x ) / 2 - 1;
	const int32_t y0 = ( a.y < b.y ? a.y : b.y ) / 2 - 1;
	const int32_t x1 = ( a.x > b.x ? a.x : b.x ) / 2 + 1;
	const int32_t y1 = ( a.y > b.y ? a.y : b.y ) / 2 + 1;
	if ( x1 - x0 < 120 && y1 - y0 < 60 )
	{
		test_print_grid( rules->grid, ( fw_rect ){ x0, y0, x1 - x0 + 1, y1 - y0 + 1 } );
	}
	fail_msg( "(%d, %d) to (%d, %d) in half tiles, double corners %s: %s", (int)a.x, (int)a.y, (int)b.x, (int)b.y,
	          rules->corners == FW_CORNERS_OPEN ? "open" : "closed", what );
}

// Both directions and the judge agree.
static bool check_line( const sight_rules* rules, sight_point a, sight_point b )
{
	const bool wanted = sight_judge_line( rules, a, b );
	if ( clear( rules, a, b ) != wanted || clear( rules, b, a ) != wanted )
	{
		fail_line( rules, a, b, wanted ? "is clear" : "is not clear" );
	}
	return wanted;
}

typedef struct sight_case
{
	const char* picture;
	sight_point a, b;
	bool closed, open; // what is expected with either rule
} sight_case;

static void check_cases( const sight_case* cases, size_t count )
{
	for ( size_t i = 0; i < count; i++ )
	{
		const sight_case* c = &cases[i];
		fw_grid* grid = test_grid( c->picture );
		for ( int32_t layer = 0; layer < 2; layer++ )
		{
			for ( int32_t k = 0; k < 2; k++ )
			{
				const bool wanted = k == 0 ? c->closed : c->open;
				const sight_rules rules = { grid, LAND, k == 0 ? FW_CORNERS_CLOSED : FW_CORNERS_OPEN };
				if ( clear( &rules, c->a, c->b ) != wanted || clear( &rules, c->b, c->a ) != wanted ||
				     sight_judge_line( &rules, c->a, c->b ) != wanted ||
				     sight_judge_line( &rules, c->b, c->a ) != wanted )
				{
					fail_line( &rules, c->a, c->b, wanted ? "is clear" : "is not clear" );
				}
			}
			assert_int_equal( fw_grid_add_layer( grid, LAND, NULL ), FW_OK );
		}
		fw_grid_destroy( grid );
	}
}

static void insides_and_edges( void** state )
{
	(void)state;
	static const sight_case cases[] = {
	    // Through the inside of a blocked tile, however short.
	    { "...\n.#.\n...\n", { 0, 0 }, { 6, 6 }, false, false },
	    { "...\n.#.\n...\n", { 1, 3 }, { 5, 3 }, false, false },
	    { "...\n.#.\n...\n", { 3, 0 }, { 3, 6 }, false, false },
	    { ".....\n...#.\n.....\n", { 0, 0 }, { 10, 3 }, false, false },
	    { ".....\n...#.\n.....\n", { 0, 0 }, { 8, 3 }, false, false },
	    { ".....\n...#.\n.....\n", { 0, 0 }, { 6, 3 }, true, true }, // ends on its edge
	    { "...\n.#.\n...\n", { 3, 1 }, { 3, 3 }, false, false },     // ends inside
	    { "...\n.#.\n...\n", { 3, 1 }, { 3, 2 }, true, true },
	    // Over a corner of it, on either side, and past it.
	    { "...\n.#.\n...\n", { 0, 4 }, { 4, 0 }, true, true },
	    { "...\n.#.\n...\n", { 1, 3 }, { 3, 1 }, true, true },
	    { "...\n.#.\n...\n", { 1, 3 }, { 4, 0 }, true, true },
	    { "...\n.#.\n...\n", { 1, 3 }, { 4, 1 }, false, false },
	    // Along all four of its edges, and to their middles.
	    { "...\n.#.\n...\n", { 0, 2 }, { 6, 2 }, true, true },
	    { "...\n.#.\n...\n", { 0, 4 }, { 6, 4 }, true, true },
	    { "...\n.#.\n...\n", { 2, 0 }, { 2, 6 }, true, true },
	    { "...\n.#.\n...\n", { 4, 0 }, { 4, 6 }, true, true },
	    { "...\n.#.\n...\n", { 3, 2 }, { 6, 2 }, true, true },
	    // Not along an edge that two blocked tiles share, not even half of it.
	    { "...\n.#.\n.#.\n", { 0, 4 }, { 6, 4 }, false, false },
	    { "...\n.#.\n.#.\n", { 2, 4 }, { 4, 4 }, false, false },
	    { "...\n.#.\n.#.\n", { 0, 4 }, { 2, 4 }, true, true },
	    { "...\n.#.\n.#.\n", { 0, 4 }, { 3, 4 }, false, false },
	    { "...\n.#.\n.#.\n", { 3, 4 }, { 4, 4 }, false, false },
	    { "....\n.##.\n....\n", { 4, 0 }, { 4, 6 }, false, false },
	    { "....\n.##.\n....\n", { 4, 0 }, { 4, 2 }, true, true },
	    { "....\n.##.\n....\n", { 4, 0 }, { 4, 3 }, false, false },
	    { "....\n.##.\n....\n", { 4, 3 }, { 4, 4 }, false, false },
	    // The outer edges of two tiles that share an edge are free.
	    { "....\n.##.\n....\n", { 0, 2 }, { 8, 2 }, true, true },
	};
	check_cases( cases, sizeof( cases ) / sizeof( cases[0] ) );
}

static void double_corners( void** state )
{
	(void)state;
	static const sight_case cases[] = {
	    // Between two that touch at a corner, slanted, along a row and down a column.
	    { "....\n.#..\n..#.\n....\n", { 2, 6 }, { 6, 2 }, false, true },
	    { "....\n..#.\n.#..\n....\n", { 2, 2 }, { 6, 6 }, false, true },
	    { "....\n.#..\n..#.\n....\n", { 3, 5 }, { 5, 3 }, false, true },
	    { "....\n.#..\n..#.\n....\n", { 2, 5 }, { 6, 3 }, false, true },
	    { "....\n.#..\n..#.\n....\n", { 0, 4 }, { 8, 4 }, false, true },
	    { "....\n..#.\n.#..\n....\n", { 0, 4 }, { 8, 4 }, false, true },
	    { "....\n.#..\n..#.\n....\n", { 4, 0 }, { 4, 8 }, false, true },
	    { "....\n..#.\n.#..\n....\n", { 4, 1 }, { 4, 7 }, false, true },
	    // A line that ends there does not pass through, from either side.
	    { "....\n.#..\n..#.\n....\n", { 0, 4 }, { 4, 4 }, true, true },
	    { "....\n.#..\n..#.\n....\n", { 4, 4 }, { 8, 4 }, true, true },
	    { "....\n.#..\n..#.\n....\n", { 4, 4 }, { 6, 2 }, true, true },
	    { "....\n.#..\n..#.\n....\n", { 4, 4 }, { 2, 6 }, true, true },
	    { "....\n.#..\n..#.\n....\n", { 4, 4 }, { 4, 8 }, true, true },
	    { "....\n.#..\n..#.\n....\n", { 4, 4 }, { 4, 4 }, true, true },
	    // Past it through a free tile beside it, and past corners of one or three blocked tiles.
	    { "....\n.#..\n..#.\n....\n", { 4, 3 }, { 5, 4 }, true, true },
	    { "....\n.#..\n....\n....\n", { 2, 6 }, { 6, 2 }, true, true },
	    { "....\n.##.\n..#.\n....\n", { 2, 6 }, { 4, 4 }, true, true },
	    { "....\n.##.\n..#.\n....\n", { 2, 6 }, { 6, 2 }, false, false },
	    // At the border of the map the tiles outside are blocked.
	    { "#.\n.#\n", { 2, 0 }, { 2, 4 }, false, true },
	    { ".#\n#.\n", { 0, 2 }, { 4, 2 }, false, true },
	    { "#\n", { 0, 0 }, { 2, 2 }, false, false },
	};
	check_cases( cases, sizeof( cases ) / sizeof( cases[0] ) );
}

static void the_border( void** state )
{
	(void)state;
	static const sight_case cases[] = {
	    { "...\n...\n", { 0, 0 }, { 6, 0 }, true, true },    { "...\n...\n", { 0, 0 }, { 0, 4 }, true, true },
	    { "...\n...\n", { 6, 0 }, { 6, 4 }, true, true },    { "...\n...\n", { 0, 4 }, { 6, 4 }, true, true },
	    { ".#.\n...\n", { 0, 0 }, { 6, 0 }, false, false },  { "...\n#..\n", { 0, 0 }, { 0, 4 }, false, false },
	    { "...\n..#\n", { 6, 0 }, { 6, 4 }, false, false },  { ".#.\n...\n", { 0, 0 }, { 2, 0 }, true, true },
	    { "...\n...\n", { 0, 0 }, { 6, 4 }, true, true },    { ".\n", { 0, 0 }, { 2, 2 }, true, true },
	    { ".\n", { 0, 2 }, { 2, 2 }, true, true },           { "...\n...\n", { 0, 0 }, { 7, 0 }, false, false },
	    { "...\n...\n", { -1, 0 }, { 6, 0 }, false, false }, { "...\n...\n", { 0, -1 }, { 0, 4 }, false, false },
	    { "...\n...\n", { 0, 0 }, { 0, 5 }, false, false },  { "...\n...\n", { 1, 1 }, { 3, -2 }, false, false },
	};
	check_cases( cases, sizeof( cases ) / sizeof( cases[0] ) );
	fw_grid* grid = test_field( 3, 2 );
	const int32_t far[] = { INT32_MIN, INT32_MIN / 2, -1, 7, 1 << 20, INT32_MAX };
	for ( size_t i = 0; i < sizeof( far ) / sizeof( far[0] ); i++ )
	{
		assert_false( fw_sight_clear( grid, LAND, FW_CORNERS_OPEN, 1, 1, far[i], 1 ) );
		assert_false( fw_sight_clear( grid, LAND, FW_CORNERS_OPEN, far[i], far[i], 1, 1 ) );
		assert_false( fw_sight_clear( grid, LAND, FW_CORNERS_CLOSED, 0, far[i], 0, far[i] ) );
	}
	fw_grid_destroy( grid );
}

// On the border of or inside a free tile.
static void lines_of_no_length( void** state )
{
	(void)state;
	static const sight_case cases[] = {
	    { "##\n##\n", { 2, 2 }, { 2, 2 }, false, false }, { "##\n##\n", { 1, 1 }, { 1, 1 }, false, false },
	    { "##\n##\n", { 1, 2 }, { 1, 2 }, false, false }, { "##\n#.\n", { 2, 2 }, { 2, 2 }, true, true },
	    { "##\n#.\n", { 3, 3 }, { 3, 3 }, true, true },   { "##\n#.\n", { 1, 1 }, { 1, 1 }, false, false },
	    { "##\n#.\n", { 3, 2 }, { 3, 2 }, true, true },   { "##\n#.\n", { 2, 3 }, { 2, 3 }, true, true },
	    { "##\n#.\n", { 4, 4 }, { 4, 4 }, true, true },   { "##\n#.\n", { 1, 2 }, { 1, 2 }, false, false },
	    { "##\n#.\n", { 0, 0 }, { 0, 0 }, false, false }, { "##\n#.\n", { 4, 3 }, { 4, 3 }, true, true },
	    { "##\n#.\n", { 5, 4 }, { 5, 4 }, false, false },
	};
	check_cases( cases, sizeof( cases ) / sizeof( cases[0] ) );
}

// The caller decides which tiles may be entered.
static void capabilities( void** state )
{
	(void)state;
	fw_grid* grid = test_grid( ".WS.\n" );
	assert_int_equal( fw_grid_add_layer( grid, FW_CAP_GROUND, NULL ), FW_OK );
	const uint32_t all = FW_CAP_GROUND | FW_CAP_WATER | FW_CAP_SWAMP;
	assert_false( fw_sight_clear( grid, FW_CAP_GROUND, FW_CORNERS_CLOSED, 1, 1, 7, 1 ) );
	assert_false( fw_sight_clear( grid, LAND, FW_CORNERS_CLOSED, 1, 1, 7, 1 ) );
	assert_true( fw_sight_clear( grid, LAND, FW_CORNERS_CLOSED, 5, 1, 7, 1 ) );
	assert_true( fw_sight_clear( grid, all, FW_CORNERS_CLOSED, 1, 1, 7, 1 ) );
	assert_false( fw_sight_clear( grid, 0, FW_CORNERS_CLOSED, 1, 1, 1, 1 ) );
	fw_grid_destroy( grid );
}

// An end of the given parity: 0 corner, 1 middle of a horizontal edge, 2 middle of a vertical one, 3 center.
static sight_point random_end( test_random* random, const fw_grid* grid, int32_t parity )
{
	const int32_t odd_x = parity & 1;
	const int32_t odd_y = parity >> 1;
	const int32_t x = 2 * test_random_int( random, fw_grid_width( grid ) + 1 - odd_x ) + odd_x;
	return ( sight_point ){ x, 2 * test_random_int( random, fw_grid_height( grid ) + 1 - odd_y ) + odd_y };
}

static int32_t clamped( int32_t value, int32_t most )
{
	return value < 0 ? 0 : value > most ? most : value;
}

static void random_line( test_random* random, const fw_grid* grid, sight_point* a, sight_point* b )
{
	// Searches test corner to corner and center to center.
	const int32_t kind = test_random_int( random, 8 );
	const int32_t parity_a = kind < 3 ? 0 : kind < 6 ? 3 : test_random_int( random, 4 );
	const int32_t parity_b = kind < 6 ? parity_a : test_random_int( random, 4 );
	*a = random_end( random, grid, parity_a );
	*b = random_end( random, grid, parity_b );
	const int32_t reach = test_random_int( random, 4 );
	if ( reach < 2 )
	{
		// Short, and an even number of half tiles, so that the parity of the end stays.
		const int32_t most = reach == 0 ? 4 : 20;
		b->x = a->x + 2 * ( test_random_int( random, 2 * most + 1 ) - most ) + ( ( a->x ^ b->x ) & 1 );
		b->y = a->y + 2 * ( test_random_int( random, 2 * most + 1 ) - most ) + ( ( a->y ^ b->y ) & 1 );
		b->x = clamped( b->x, 2 * fw_grid_width( grid ) );
		b->y = clamped( b->y, 2 * fw_grid_height( grid ) );
	}
	switch ( test_random_int( random, 12 ) )
	{
	case 0:
		b->x = a->x;
		break;
	case 1:
		b->y = a->y;
		break;
	case 2: // a diagonal, which passes many corners
		b->y = clamped( a->y + ( test_random_chance( random, 0.5 ) ? b->x - a->x : a->x - b->x ),
		                2 * fw_grid_height( grid ) );
		break;
	default:
		break;
	}
}

static fw_grid* random_ground( test_random* random )
{
	const int32_t most = test_random_chance( random, 0.5 ) ? 20 : 200;
	const int32_t width = 1 + test_random_int( random, most );
	const int32_t height = 1 + test_random_int( random, most );
	const double share = test_random_chance( random, 0.5 ) ? test_random_real( random, 0.0, 0.03 )
	                                                       : test_random_real( random, 0.0, 0.6 );
	return test_random_map( random, width, height, share );
}

static void a_million_random_lines( void** state )
{
	(void)state;
	test_random random = test_random_make( 8 );
	const int32_t maps = test_rounds( 1000 );
	int32_t seen = 0;
	int32_t differ = 0;
	for ( int32_t i = 0; i < maps; i++ )
	{
		fw_grid* grid = random_ground( &random );
		for ( int32_t k = 0; k < LINES / 1000; k++ )
		{
			if ( k == 60 )
			{
				assert_int_equal( fw_grid_add_layer( grid, LAND, NULL ), FW_OK );
			}
			sight_point a, b;
			random_line( &random, grid, &a, &b );
			sight_rules rules = { grid, LAND, FW_CORNERS_CLOSED };
			const bool closed = check_line( &rules, a, b );
			rules.corners = FW_CORNERS_OPEN;
			const bool open = check_line( &rules, a, b );
			assert_true( open || !closed );
			seen += closed ? 1 : 0;
			differ += open != closed ? 1 : 0;
		}
		fw_grid_destroy( grid );
	}
	// Both answers come often enough, and double corners too.
	assert_in_range( seen, test_rounds( LINES / 5 ), test_rounds( LINES * 4 / 5 ) );
	assert_true( differ > test_rounds( LINES / 500 ) );
}

// Lines between any points: between lattice points the answers are those in integers, and elsewhere a free line enters
// no blocked tile.
static void lines_between_any_points( void** state )
{
	(void)state;
	test_random random = test_random_make( 47 );
	int32_t free_lines = 0;
	for ( int32_t m = 0; m < test_rounds( 300 ); m++ )
	{
		fw_grid* grid = random_ground( &random );
		assert_int_equal( fw_grid_add_layer( grid, LAND, NULL ), FW_OK );
		const fw_layer* tiles = fw_grid_layer( grid, LAND );
		for ( int32_t i = 0; i < 100; i++ )
		{
			sight_point a, b;
			random_line( &random, grid, &a, &b );
			const fw_corners corners = i % 2 == 0 ? FW_CORNERS_CLOSED : FW_CORNERS_OPEN;
			fw_vec2 p = { a.x / 2.0, a.y / 2.0 };
			fw_vec2 q = { b.x / 2.0, b.y / 2.0 };
			if ( a.x != b.x || a.y != b.y )
			{
				assert_true( fw_layer_sight_points( tiles, corners, p, q ) ==
				             fw_sight_clear( grid, LAND, corners, a.x, a.y, b.x, b.y ) );
			}
			q.x = fmin( fmax( q.x + test_random_real( &random, -1.0, 1.0 ), 0.0 ), fw_grid_width( grid ) );
			q.y = fmin( fmax( q.y + test_random_real( &random, -1.0, 1.0 ), 0.0 ), fw_grid_height( grid ) );
			const bool clear_between = fw_layer_sight_points( tiles, corners, p, q );
			assert_true( clear_between == fw_layer_sight_points( tiles, corners, q, p ) );
			free_lines += clear_between ? 1 : 0;
			for ( int32_t k = 1; k < 1000 && clear_between; k++ )
			{
				const double x = p.x + ( q.x - p.x ) * k / 1000.0;
				const double y = p.y + ( q.y - p.y ) * k / 1000.0;
				const bool deep = fabs( x - floor( x + 0.5 ) ) > 1e-6 && fabs( y - floor( y + 0.5 ) ) > 1e-6;
				assert_true( !deep || fw_grid_passable( grid, (int32_t)floor( x ), (int32_t)floor( y ), LAND ) );
			}
		}
		fw_grid_destroy( grid );
	}
	assert_true( free_lines > test_rounds( 1000 ) );
}

static void same_with_and_without_a_layer( void** state )
{
	(void)state;
	test_random random = test_random_make( 9 );
	for ( int32_t i = 0; i < 60; i++ )
	{
		fw_grid* grid = random_ground( &random );
		sight_point ends[100][2];
		bool seen[100];
		for ( int32_t k = 0; k < 100; k++ )
		{
			random_line( &random, grid, &ends[k][0], &ends[k][1] );
			const sight_rules rules = { grid, LAND, k % 2 == 0 ? FW_CORNERS_CLOSED : FW_CORNERS_OPEN };
			seen[k] = check_line( &rules, ends[k][0], ends[k][1] );
		}
		assert_int_equal( fw_grid_add_layer( grid, LAND, NULL ), FW_OK );
		const fw_layer* layer = fw_grid_layer( grid, LAND );
		assert_non_null( layer );
		for ( int32_t k = 0; k < 100; k++ )
		{
			const sight_rules rules = { grid, LAND, k % 2 == 0 ? FW_CORNERS_CLOSED : FW_CORNERS_OPEN };
			const sight_point a = ends[k][0];
			const sight_point b = ends[k][1];
			assert_int_equal( clear( &rules, a, b ), seen[k] );
			assert_int_equal( fw_layer_sight( layer, rules.corners, a.x, a.y, b.x, b.y ), seen[k] );
		}
		fw_grid_destroy( grid );
	}
}

// The approximate position of the line in a row.
static int32_t column_in( sight_point a, sight_point b, int32_t row )
{
	const double part = a.y == b.y ? 0.5 : ( 2.0 * row + 1.0 - a.y ) / ( (double)b.y - a.y );
	return (int32_t)( ( a.x + part * ( (double)b.x - a.x ) ) / 2.0 );
}

// One or two blocked tiles on or beside a line as long as a map can be: sums over many rows must not drift.
static void longest_lines( void** state )
{
	(void)state;
	const int32_t sizes[][2] = { { FW_GRID_MAX_SIDE, 300 }, { 300, FW_GRID_MAX_SIDE }, { 4000, 4000 } };
	test_random random = test_random_make( 10 );
	int32_t seen = 0;
	int32_t hidden = 0;
	for ( int32_t s = 0; s < 3; s++ )
	{
		fw_grid* grid = test_field( sizes[s][0], sizes[s][1] );
		assert_int_equal( fw_grid_add_layer( grid, LAND, NULL ), FW_OK );
		for ( int32_t k = 0; k < test_rounds( 3000 ); k++ )
		{
			const int32_t parity = k % 8 < 3 ? 0 : k % 8 < 6 ? 3 : test_random_int( &random, 4 );
			sight_point a = random_end( &random, grid, parity );
			sight_point b = random_end( &random, grid, k % 8 < 6 ? parity : test_random_int( &random, 4 ) );
			a.x = k % 3 == 0 ? a.x % 40 : a.x;
			b.x = k % 3 == 0 ? 2 * sizes[s][0] - b.x % 40 : b.x;
			sight_rules rules = { grid, LAND, k % 2 == 0 ? FW_CORNERS_CLOSED : FW_CORNERS_OPEN };
			if ( k % 20 == 0 )
			{
				assert_true( check_line( &rules, a, b ) );
			}
			const int32_t low = a.y < b.y ? a.y : b.y;
			const int32_t high = a.y < b.y ? b.y : a.y;
			const int32_t row = ( low + test_random_int( &random, high - low + 1 ) ) / 2;
			const int32_t dx = test_random_int( &random, 2 );
			const int32_t dy = test_random_int( &random, 2 );
			const double wide = ( b.x - a.x ) / ( 2.0 * ( ( b.y - a.y ) / 2 | 1 ) );
			const int32_t spread = 2 + (int32_t)( wide < 0.0 ? -wide : wide );
			const int32_t x = column_in( a, b, row ) + test_random_int( &random, 2 * spread + 1 ) - spread;
			const fw_rect tiles[2] = { { x, row, 1, 1 }, { x + dx, row + dy, 1, 1 } };
			for ( int32_t i = 0; i < 2; i++ )
			{
				assert_int_equal( fw_grid_fill( grid, tiles[i], FW_TERRAIN_OUT, NULL ), FW_OK );
			}
			const bool is_seen = check_line( &rules, a, b );
			seen += is_seen ? 1 : 0;
			hidden += is_seen ? 0 : 1;
			for ( int32_t i = 0; i < 2; i++ )
			{
				assert_int_equal( fw_grid_fill( grid, tiles[i], FW_TERRAIN_GROUND, NULL ), FW_OK );
			}
		}
		fw_grid_destroy( grid );
	}
	assert_true( seen > test_rounds( 1000 ) && hidden > test_rounds( 1000 ) );
}

// Every tile of the map in turn, for lines of every slope from one end: the tiles that block a line are those that it
// enters.
static void hidden_by_the_tiles_that_it_enters( void** state )
{
	(void)state;
	const int32_t side = 9;
	fw_grid* grid = test_field( side, side );
	assert_int_equal( fw_grid_add_layer( grid, LAND, NULL ), FW_OK );
	const sight_rules rules = { grid, LAND, FW_CORNERS_CLOSED };
	for ( int32_t tile = 0; tile < side * side; tile++ )
	{
		const fw_rect rect = { tile % side, tile / side, 1, 1 };
		assert_int_equal( fw_grid_fill( grid, rect, FW_TERRAIN_OUT, NULL ), FW_OK );
		for ( int32_t i = 0; i < 19 * 19; i++ )
		{
			const sight_point a = { tile % 5, tile % 4 };
			const sight_point b = { i % 19, i / 19 };
			const bool on_border =
			    ( a.x == b.x && ( a.x == 0 || a.x == 18 ) ) || ( a.y == b.y && ( a.y == 0 || a.y == 18 ) );
			if ( ( a.x != b.x || a.y != b.y ) && !on_border )
			{
				const bool wanted = !sight_enters( a, b, rect.x, rect.y );
				if ( clear( &rules, a, b ) != wanted )
				{
					fail_line( &rules, a, b, wanted ? "is clear" : "is not clear" );
				}
			}
		}
		assert_int_equal( fw_grid_fill( grid, rect, FW_TERRAIN_GROUND, NULL ), FW_OK );
	}
	fw_grid_destroy( grid );
}

// A wall changes sides at every point along a line of every length, by a double corner, a gap or an overlap.
static void walls_that_change_sides( void** state )
{
	(void)state;
	const int32_t length = 140;
	for ( int32_t turned = 0; turned < 2; turned++ )
	{
		fw_grid* grid = turned ? test_field( 2, length ) : test_field( length, 2 );
		assert_int_equal( fw_grid_add_layer( grid, LAND, NULL ), FW_OK );
		for ( int32_t i = 0; i < 3 * length; i++ )
		{
			const int32_t first = i / 3;
			const int32_t second = first + i % 3 - 1;
			const fw_rect before = turned ? ( fw_rect ){ 0, 0, 1, first } : ( fw_rect ){ 0, 0, first, 1 };
			const fw_rect after =
			    turned ? ( fw_rect ){ 1, second, 1, length - second } : ( fw_rect ){ second, 1, length - second, 1 };
			assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 0, 0, length, length }, FW_TERRAIN_GROUND, NULL ),
			                  FW_OK );
			assert_int_equal( fw_grid_fill( grid, before, FW_TERRAIN_OUT, NULL ), FW_OK );
			assert_int_equal( fw_grid_fill( grid, after, FW_TERRAIN_OUT, NULL ), FW_OK );
			for ( int32_t k = 0; k < 12; k++ )
			{
				const int32_t from = k * k / 2;
				const int32_t to = k % 3 == 0 ? 2 * length : 2 * first + 2 * k - 8;
				const sight_point a = turned ? ( sight_point ){ 2, from } : ( sight_point ){ from, 2 };
				const sight_point b = turned ? ( sight_point ){ 2, to } : ( sight_point ){ to, 2 };
				check_line( &( sight_rules ){ grid, LAND, FW_CORNERS_CLOSED }, a, b );
				check_line( &( sight_rules ){ grid, LAND, FW_CORNERS_OPEN }, a, b );
			}
		}
		fw_grid_destroy( grid );
	}
}

int run_test_sight( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( insides_and_edges ),
	    cmocka_unit_test( double_corners ),
	    cmocka_unit_test( the_border ),
	    cmocka_unit_test( lines_of_no_length ),
	    cmocka_unit_test( capabilities ),
	    cmocka_unit_test( walls_that_change_sides ),
	    cmocka_unit_test( hidden_by_the_tiles_that_it_enters ),
	    cmocka_unit_test( a_million_random_lines ),
	    cmocka_unit_test( lines_between_any_points ),
	    cmocka_unit_test( same_with_and_without_a_layer ),
	    cmocka_unit_test( longest_lines ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

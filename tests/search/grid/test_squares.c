// SPDX-License-Identifier: MIT
// Units that are squares of several tiles: where they can stand, what they sweep, and their paths by every method that
// supports them, against Dijkstra's algorithm and a flood fill over the tiles where such a square can stand.
#include "annotate/space.h"
#include "fairway/search.h"
#include "fairway/smooth.h"
#include "oracle.h"
#include "support.h"
#include "support_squares.h"
#include "support_walker.h"
#include "sweep/sweep.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define LAND TEST_SQUARES_LAND
#define COUNT( array ) ( (int32_t)( sizeof( array ) / sizeof( ( array )[0] ) ) )

static int32_t random_size( test_random* random )
{
	const int32_t sizes[] = { 1, 1, 2, 2, 2, 3, 3, 4, 5, 7 };
	return sizes[test_random_int( random, COUNT( sizes ) )];
}

// The larger the unit, the emptier the map.
static fw_grid* random_map( test_random* random, int32_t size, int32_t most )
{
	const double blocked = test_random_real( random, 0.0, 0.5 / ( size * size ) );
	const int32_t width = 1 + test_random_int( random, most );
	return test_random_map( random, width, 1 + test_random_int( random, most ), blocked );
}

static void check_space( const squares* s )
{
	bool* standing = oracle_square_standing( s->grid, s->capabilities, s->size );
	const int32_t width = fw_grid_width( s->grid );
	const int32_t height = fw_grid_height( s->grid );
	const fw_layer* turned = &s->space->turned;
	for ( int32_t i = 0; i < width * height; i++ )
	{
		const int32_t x = i % width;
		const int32_t y = i / width;
		assert_int_equal( fw_space_stands( s->space, x, y ), standing[i] );
		assert_int_equal( fw_layer_get( turned, y, x ), standing[i] );
		assert_int_equal( fw_space_fits( s->space, ( fw_vec2 ){ x + 0.5, y + 0.5 } ), standing[i] );
		assert_int_equal( fw_clearance_at( s->clearance, x, y ) >= s->size, standing[i] );
		assert_int_equal( fw_space_region( s->space, x, y ) != 0, standing[i] );
	}
	free( standing );
}

static void spaces_hold_where_a_square_stands( void** state )
{
	(void)state;
	test_random random = test_random_make( 4 );
	for ( int32_t round = 0; round < test_rounds( 150 ); round++ )
	{
		squares s;
		const int32_t size = round == 0 ? FW_UNIT_MAX_SIZE : random_size( &random );
		squares_open( &s, round == 0 ? test_field( 70, 66 ) : random_map( &random, size, 90 ), size, LAND );
		check_space( &s );
		for ( int32_t edit = 0; edit < 4; edit++ )
		{
			const fw_rect rect = test_random_place( &random, 90, 90, 3, 2 );
			assert_int_equal( fw_grid_fill( s.grid, rect, edit % 2 == 0 ? FW_TERRAIN_OUT : FW_TERRAIN_GROUND, NULL ),
			                  FW_OK );
			assert_int_equal( fw_space_update( s.space ), FW_OK );
			assert_int_equal( fw_clearance_update( s.clearance ), FW_OK );
			check_space( &s );
		}
		assert_int_equal( s.space->size, s.size );
		squares_close( &s );
	}
}

// Is the square clear at samples of the line, with this much of its rim left out (or added)?
static bool sampled_clear( const fw_grid* grid, int32_t size, const fw_segment* line, double rim )
{
	const int32_t samples = 1 + (int32_t)( line->length * 200.0 );
	for ( int32_t i = 0; i <= samples; i++ )
	{
		const double part = (double)i / samples;
		const double left = line->from.x + ( line->to.x - line->from.x ) * part - 0.5 + rim;
		const double top = line->from.y + ( line->to.y - line->from.y ) * part - 0.5 + rim;
		for ( int32_t y = (int32_t)floor( top ); y < top + size - 2.0 * rim; y++ )
		{
			for ( int32_t x = (int32_t)floor( left ); x < left + size - 2.0 * rim; x++ )
			{
				if ( !fw_grid_passable( grid, x, y, LAND ) )
				{
					return false;
				}
			}
		}
	}
	return true;
}

static void the_sweep_is_exact( void** state )
{
	(void)state;
	test_random random = test_random_make( 5 );
	int32_t clear = 0;
	int32_t hit = 0;
	for ( int32_t round = 0; round < test_rounds( 300 ); round++ )
	{
		fw_grid* grid = test_random_grid( &random, 24, 20, 0.03 );
		assert_int_equal( fw_grid_add_layer( grid, LAND, NULL ), FW_OK );
		const fw_layer* layer = fw_grid_layer( grid, LAND );
		for ( int32_t i = 0; i < 40; i++ )
		{
			const int32_t size = 1 + test_random_int( &random, 3 );
			const double unit = test_random_chance( &random, 0.5 ) ? 1.0 : 0.25; // often on tile centers
			const double from_x = 0.5 + unit * test_random_int( &random, 40 );
			const fw_vec2 from = { from_x, 0.5 + unit * test_random_int( &random, 40 ) };
			const double to_x = from.x + unit * ( test_random_int( &random, 15 ) - 7 );
			const fw_vec2 to = { to_x, from.y + unit * ( test_random_int( &random, 15 ) - 7 ) };
			const fw_segment line = fw_segment_line( from, to, FW_GEAR_FORWARD );
			const bool free = fw_layer_sweep_unit( layer, &( fw_unit ){ .size = size }, &line );
			// Between two samples it moves by 0.005 at most.
			if ( free ? !sampled_clear( grid, size, &line, 1e-6 ) : sampled_clear( grid, size, &line, -0.006 ) )
			{
				test_print_grid( grid, ( fw_rect ){ 0, 0, 24, 20 } );
				fail_msg( "size %d from (%g, %g) to (%g, %g): %d", (int)size, from.x, from.y, to.x, to.y, free );
			}
			clear += free;
			hit += !free;
		}
		fw_grid_destroy( grid );
	}
	assert_true( clear > test_rounds( 1000 ) && hit > test_rounds( 1000 ) );
}

static void check_problem( squares* s, const fw_query* query, double goal )
{
	assert_int_equal( squares_run( s, query ), FW_OK );
	const bool found = s->result.outcome == FW_FOUND;
	if ( found != isfinite( goal ) || ( found && fabs( s->result.cost - goal ) > 1e-9 * ( 1.0 + goal ) ) )
	{
		test_print_grid( s->grid, ( fw_rect ){ 0, 0, fw_grid_width( s->grid ), fw_grid_height( s->grid ) } );
		fail_msg( "%s, size %d, (%g, %g) to (%g, %g): %s, cost %.12g and not %.12g", query->method, (int)s->size,
		          query->start.x, query->start.y, query->goal.x, query->goal.y, fw_reason_text( s->result.reason ),
		          s->result.cost, goal );
	}
	if ( found )
	{
		test_check_legal( s->grid, &query->unit, &s->result.path );
	}
}

static void paths_are_as_short_as_dijkstras( void** state )
{
	(void)state;
	const char* const methods[] = { "aastar", "astar", "jps", "block8", "block4" };
	test_random random = test_random_make( 6 );
	int32_t found = 0;
	int32_t lost = 0;
	for ( int32_t round = 0; round < test_rounds( 250 ); round++ )
	{
		squares s;
		const int32_t size = random_size( &random );
		squares_open( &s, random_map( &random, size, 60 ), size, LAND );
		const int32_t width = fw_grid_width( s.grid );
		const int32_t height = fw_grid_height( s.grid );
		oracle_query problem = { s.grid, LAND, 0.0, ORACLE_EIGHT, false, size };
		const int32_t x = test_random_int( &random, width );
		const int32_t y = test_random_int( &random, height );
		double* eight = oracle_distances( &problem, x, y );
		problem.moves = ORACLE_FOUR;
		double* four = oracle_distances( &problem, x, y );
		for ( int32_t i = 0; i < 10; i++ )
		{
			const int32_t gx = test_random_int( &random, width );
			const int32_t gy = test_random_int( &random, height );
			for ( int32_t m = 0; m < COUNT( methods ); m++ )
			{
				const double* distances = strcmp( methods[m], "block4" ) == 0 ? four : eight;
				const fw_query query =
				    squares_query( &s, methods[m], test_center( x, y, 0 ), test_center( gx, gy, 0 ) );
				check_problem( &s, &query, distances[gy * width + gx] );
			}
			found += s.result.outcome == FW_FOUND;
			lost += s.result.outcome != FW_FOUND;
		}
		free( four );
		free( eight );
		squares_close( &s );
	}
	assert_true( found > test_rounds( 300 ) && lost > test_rounds( 300 ) );
}

static void costs_and_neighbors_count( void** state )
{
	(void)state;
	test_random random = test_random_make( 7 );
	for ( int32_t round = 0; round < test_rounds( 120 ); round++ )
	{
		squares s;
		const int32_t size = random_size( &random );
		fw_grid* grid = random_map( &random, size, 40 );
		fw_terrain swamp = *fw_grid_terrain( grid, FW_TERRAIN_SWAMP );
		swamp.cost = 2.5;
		assert_int_equal( fw_grid_set_terrain( grid, FW_TERRAIN_SWAMP, &swamp, NULL ), FW_OK );
		assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 5, 3, 9, 12 }, FW_TERRAIN_SWAMP, NULL ), FW_OK );
		squares_open( &s, grid, size, LAND );
		const bool four = test_random_chance( &random, 0.3 );
		const int32_t width = fw_grid_width( s.grid );
		const int32_t x = test_random_int( &random, width );
		const int32_t y = test_random_int( &random, fw_grid_height( s.grid ) );
		const oracle_query problem = { s.grid, LAND, 0.0, four ? ORACLE_FOUR : ORACLE_EIGHT, true, size };
		double* distances = oracle_distances( &problem, x, y );
		for ( int32_t i = 0; i < 12; i++ )
		{
			const int32_t gx = test_random_int( &random, width );
			const int32_t gy = test_random_int( &random, fw_grid_height( s.grid ) );
			const char* method = i % 2 == 0 ? "aastar" : "astar";
			fw_query query = squares_query( &s, method, test_center( x, y, 0 ), test_center( gx, gy, 0 ) );
			query.options.neighbors = four ? 4 : 8;
			check_problem( &s, &query, distances[gy * width + gx] );
		}
		free( distances );
		squares_close( &s );
	}
}

// Anywhere on and outside the map, also by the any-angle methods.
static void ends_may_lie_anywhere( void** state )
{
	(void)state;
	const char* const methods[] = { "aastar", "astar", "jps", "theta", "lazy-theta", "astar-ps" };
	test_random random = test_random_make( 8 );
	int32_t found = 0;
	for ( int32_t round = 0; round < test_rounds( 150 ); round++ )
	{
		squares s;
		const int32_t size = random_size( &random );
		squares_open( &s, random_map( &random, size, 40 ), size, LAND );
		for ( int32_t i = 0; i < 8; i++ )
		{
			const double side = 2.0 + fmin( fw_grid_width( s.grid ), fw_grid_height( s.grid ) );
			const fw_pose start = test_random_pose( &random, side );
			const fw_pose goal = test_random_pose( &random, side );
			bool first = false;
			for ( int32_t m = 0; m < COUNT( methods ); m++ )
			{
				const fw_query query = squares_query( &s, methods[m], start, goal );
				assert_int_equal( squares_run( &s, &query ), FW_OK );
				const bool is_found = s.result.outcome == FW_FOUND;
				if ( m == 0 )
				{
					first = is_found;
				}
				assert_int_equal( is_found, first );
				if ( is_found )
				{
					test_check_legal( s.grid, &query.unit, &s.result.path );
					test_check_ends( &s.result.path, ( fw_pose ){ start.x, start.y, NAN },
					                 ( fw_pose ){ goal.x, goal.y, NAN } );
					found++;
				}
			}
		}
		squares_close( &s );
	}
	assert_true( found > test_rounds( 300 ) );
}

static void smoothing_stays_legal( void** state )
{
	(void)state;
	test_random random = test_random_make( 9 );
	double before = 0.0;
	double after = 0.0;
	for ( int32_t round = 0; round < test_rounds( 150 ); round++ )
	{
		squares s;
		const int32_t size = random_size( &random );
		squares_open( &s, random_map( &random, size, 60 ), size, LAND );
		for ( int32_t i = 0; i < 8; i++ )
		{
			const fw_pose start = test_random_center( &random, 60, 60, 0 );
			const fw_query query = squares_query( &s, "jps", start, test_random_center( &random, 60, 60, 0 ) );
			fw_smoother smoother = fw_default_smoother();
			smoother.grid = s.grid;
			smoother.unit = &query.unit;
			assert_int_equal( squares_run( &s, &query ), FW_OK );
			if ( s.result.outcome != FW_FOUND )
			{
				continue;
			}
			before += s.result.path.length;
			assert_int_equal( fw_smooth_straight( &smoother, &s.result.path, NULL ), FW_OK );
			test_check_legal( s.grid, &query.unit, &s.result.path );
			after += s.result.path.length;
			assert_int_equal( fw_smooth_curved( &smoother, &s.result.path, NULL ), FW_ERR_UNSUPPORTED );
			assert_int_equal( fw_turn_ignoring( &smoother, &s.result.path, NULL ), FW_ERR_UNSUPPORTED );
			assert_int_equal( fw_clean_up( &smoother, &s.result.path, false, NULL ), FW_ERR_UNSUPPORTED );
		}
		squares_close( &s );
	}
	assert_true( after < 0.99 * before );
}

// The article's figures 3 to 5: a square of size 2 fits through a lane two tiles wide, although no tile in it is two
// steps from a wall; a square of size 3 does not.
static void a_lane_two_tiles_wide( void** state )
{
	(void)state;
	const char* const methods[] = { "aastar", "jps" };
	for ( int32_t size = 1; size <= 3; size++ )
	{
		fw_grid* grid = test_grid( "....#####....\n"
		                           "....#####....\n"
		                           ".............\n"
		                           ".............\n"
		                           "....#####....\n" );
		squares s;
		squares_open( &s, grid, size, LAND );
		fw_clearance_def def = fw_default_clearance_def();
		fw_clearance* brushfire = NULL;
		def.metric = FW_CLEARANCE_BRUSHFIRE;
		assert_int_equal( fw_clearance_create( grid, &def, &brushfire, NULL ), FW_OK );
		for ( int32_t x = 4; x < 9; x++ )
		{
			assert_int_equal( fw_clearance_at( brushfire, x, 2 ), 1 );
			assert_int_equal( fw_clearance_at( brushfire, x, 3 ), 1 );
			assert_int_equal( fw_clearance_at( s.clearance, x, 2 ), 2 );
		}
		for ( int32_t m = 0; m < 2; m++ )
		{
			const fw_query query = squares_query( &s, methods[m], test_center( 1, 1, 0 ), test_center( 10, 1, 0 ) );
			assert_int_equal( squares_run( &s, &query ), FW_OK );
			assert_int_equal( s.result.outcome, size <= 2 ? FW_FOUND : FW_UNREACHABLE );
		}
		fw_clearance_destroy( brushfire );
		squares_close( &s );
	}
}

static void what_cannot_be_is_refused( void** state )
{
	(void)state;
	squares s;
	squares_open( &s, test_field( 12, 9 ), 2, LAND );
	for ( int32_t i = 0; i < fw_method_count(); i++ )
	{
		const fw_method* method = fw_method_at( i );
		if ( ( method->traits & ( FW_TRAIT_HIERARCHY | FW_TRAIT_COMBINED ) ) != 0 )
		{
			continue; // see test_hierarchy
		}
		const fw_query query = squares_query( &s, method->name, test_center( 1, 1, 0 ), test_center( 8, 5, 0 ) );
		assert_int_equal( squares_run( &s, &query ),
		                  ( method->traits & FW_TRAIT_SQUARES ) != 0 ? FW_OK : FW_ERR_UNSUPPORTED );
	}
	fw_query query = squares_query( &s, "theta", test_center( 1, 1, 0 ), test_center( 8, 5, 0 ) );
	query.options.anchor = FW_ANCHOR_CORNER;
	assert_int_equal( squares_run( &s, &query ), FW_ERR_UNSUPPORTED );
	query = squares_query( &s, "astar", test_center( 1, 1, 0 ), test_center( 8, 5, 0 ) );
	query.unit.size = 3;
	assert_int_equal( squares_run( &s, &query ), FW_ERR_MISMATCH );
	query.unit.size = 0;
	assert_int_equal( squares_run( &s, &query ), FW_ERR_MISMATCH );
	query.unit.size = FW_UNIT_MAX_SIZE + 1;
	assert_int_equal( squares_run( &s, &query ), FW_ERR_ARGUMENT );
	query.unit.size = 2;
	query.unit.turning_radius = 1.0;
	assert_int_equal( squares_run( &s, &query ), FW_ERR_ARGUMENT );

	// One map of clearances serves all sizes, and discs that fit into a tile; a space serves one unit only.
	fw_space* space = s.space;
	s.space = NULL;
	query = squares_query( &s, "aastar", test_center( 1, 1, 0 ), test_center( 8, 5, 0 ) );
	query.unit.size = 4;
	assert_int_equal( squares_run( &s, &query ), FW_OK );
	query.unit.size = 0;
	query.unit.radius = 0.5;
	assert_int_equal( squares_run( &s, &query ), FW_OK );
	assert_int_equal( s.result.outcome, FW_FOUND );
	test_check_legal( s.grid, &query.unit, &s.result.path );
	query.unit.radius = 0.6;
	assert_int_equal( squares_run( &s, &query ), FW_ERR_UNSUPPORTED );
	query.unit.radius = 0.5;
	query.options.corner_cutting = true;
	assert_int_equal( squares_run( &s, &query ), FW_ERR_UNSUPPORTED );
	query.options.corner_cutting = false;
	query.unit.capabilities = FW_CAP_WATER;
	assert_int_equal( squares_run( &s, &query ), FW_ERR_MISMATCH );
	query.unit.capabilities = LAND;
	test_block( s.grid, 11, 8 );
	assert_int_equal( squares_run( &s, &query ), FW_ERR_STALE );
	s.space = space;
	squares_close( &s );
}

// Deep in a wall, at its edge, and at the edge of the map.
static void the_validator_knows_squares( void** state )
{
	(void)state;
	fw_grid* grid = test_grid( "........\n"
	                           "........\n"
	                           "....#...\n"
	                           "........\n" );
	const struct
	{
		double x, y;
		int32_t size;
		double depth; // negative: legal
	} cases[] = {
	    { 3.5, 1.5, 1, -1 },     { 3.5, 1.5, 2, 1.0 }, { 2.5, 1.5, 2, -1 },  { 2.75, 1.5, 2, 0.25 },
	    { 2.75, 0.75, 2, 0.25 }, { 4.5, 2.5, 1, 1.0 }, { 5.5, 2.5, 2, -1 },  { 5.25, 2.5, 2, 0.25 },
	    { 6.5, 2.5, 2, -1 },     { 6.6, 2.5, 2, 0.1 }, { 0.4, 0.5, 1, 0.1 }, { 0.5, 0.5, 3, -1 },
	};
	for ( int32_t i = 0; i < COUNT( cases ); i++ )
	{
		fw_unit unit = fw_default_unit();
		unit.size = cases[i].size;
		fw_path path;
		fw_violation violation = { 0 };
		int32_t count = 0;
		fw_path_init( &path, NULL );
		fw_path_clear( &path, ( fw_pose ){ cases[i].x, cases[i].y, 0.0 } );
		assert_int_equal( fw_validate( grid, &unit, &path, NULL, &violation, 1, &count, NULL ), FW_OK );
		if ( count != ( cases[i].depth > 0.0 ) || ( count == 1 && fabs( violation.amount - cases[i].depth ) > 1e-9 ) )
		{
			fail_msg( "case %d: %d violations, depth %g", (int)i, (int)count, violation.amount );
		}
		fw_path_free( &path );
	}
	fw_grid_destroy( grid );
}

int run_test_squares( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( spaces_hold_where_a_square_stands ),
	    cmocka_unit_test( the_sweep_is_exact ),
	    cmocka_unit_test( paths_are_as_short_as_dijkstras ),
	    cmocka_unit_test( costs_and_neighbors_count ),
	    cmocka_unit_test( ends_may_lie_anywhere ),
	    cmocka_unit_test( smoothing_stays_legal ),
	    cmocka_unit_test( a_lane_two_tiles_wide ),
	    cmocka_unit_test( what_cannot_be_is_refused ),
	    cmocka_unit_test( the_validator_knows_squares ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

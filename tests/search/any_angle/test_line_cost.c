// SPDX-License-Identifier: MIT
// The cost of straight lines over terrains, against the same line clipped to each tile by itself.
#include "search/vertices.h"
#include "support.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#define LAND ( FW_CAP_GROUND | FW_CAP_SWAMP )

static double cost_of_tile( const fw_grid* grid, int32_t x, int32_t y )
{
	return fw_grid_terrain( grid, fw_grid_get( grid, x, y ) )->cost;
}

// The part of the line inside one strip, as a range of t (J. Liang, B. Barsky 1984).
static void clip( double from, double delta, double low, double high, double* t0, double* t1 )
{
	if ( delta == 0.0 )
	{
		*t1 = from > low && from < high ? *t1 : *t0;
		return;
	}
	const double a = ( low - from ) / delta;
	const double b = ( high - from ) / delta;
	*t0 = fmax( *t0, fmin( a, b ) );
	*t1 = fmin( *t1, fmax( a, b ) );
}

// This does not handle lines along an edge between two tiles.
static double cost_by_tiles( const fw_grid* grid, fw_vec2 from, fw_vec2 to )
{
	const double dx = to.x - from.x;
	const double dy = to.y - from.y;
	double cost = 0.0;
	for ( int32_t y = 0; y < fw_grid_height( grid ); y++ )
	{
		for ( int32_t x = 0; x < fw_grid_width( grid ); x++ )
		{
			double t0 = 0.0;
			double t1 = 1.0;
			clip( from.x, dx, x, x + 1.0, &t0, &t1 );
			clip( from.y, dy, y, y + 1.0, &t0, &t1 );
			cost += t1 > t0 ? ( t1 - t0 ) * cost_of_tile( grid, x, y ) * sqrt( dx * dx + dy * dy ) : 0.0;
		}
	}
	return cost;
}

static void set_cost( fw_grid* grid, int32_t index, double cost )
{
	fw_terrain terrain = *fw_grid_terrain( grid, index );
	terrain.cost = cost;
	assert_int_equal( fw_grid_set_terrain( grid, index, &terrain, NULL ), FW_OK );
}

static fw_grid* random_grounds( test_random* random, int32_t width, int32_t height )
{
	fw_grid* grid = test_field( width, height );
	for ( int32_t i = 1; i <= 5; i++ )
	{
		set_cost( grid, i, test_random_real( random, 1.0, 64.0 ) );
	}
	for ( int32_t i = 0; i < width * height; i++ )
	{
		const fw_rect tile = { i % width, i / width, 1, 1 };
		assert_int_equal( fw_grid_fill( grid, tile, (uint8_t)test_random_int( random, 6 ), NULL ), FW_OK );
	}
	return grid;
}

static double random_along( test_random* random, int32_t side, int32_t kind )
{
	return kind == 0   ? test_random_int( random, side + 1 )
	       : kind == 1 ? test_random_int( random, side ) + 0.5
	                   : test_random_real( random, 0.0, side );
}

static fw_vec2 random_place( test_random* random, int32_t width, int32_t height, int32_t kind )
{
	const double x = random_along( random, width, kind );
	return ( fw_vec2 ){ x, random_along( random, height, kind ) };
}

static void equals_the_sum_over_tiles( void** state )
{
	(void)state;
	test_random random = test_random_make( 71 );
	for ( int32_t round = 0; round < 60; round++ )
	{
		const int32_t width = 1 + test_random_int( &random, 30 );
		const int32_t height = 1 + test_random_int( &random, 30 );
		fw_grid* grid = random_grounds( &random, width, height );
		for ( int32_t i = 0; i < 200; i++ )
		{
			const int32_t kind = test_random_int( &random, 3 );
			const fw_vec2 a = random_place( &random, width, height, kind );
			const fw_vec2 b = random_place( &random, width, height, kind );
			if ( kind == 0 && ( a.x == b.x || a.y == b.y ) )
			{
				continue;
			}
			const double wanted = cost_by_tiles( grid, a, b );
			const double forth = fw_line_cost( grid, LAND, a, b );
			const double back = fw_line_cost( grid, LAND, b, a );
			if ( fabs( forth - wanted ) > 1e-9 * wanted || fabs( back - wanted ) > 1e-9 * wanted )
			{
				fail_msg( "(%.17g, %.17g) to (%.17g, %.17g): %.12g forth, %.12g back, wanted %.12g", a.x, a.y, b.x, b.y,
				          forth, back, wanted );
			}
		}
		fw_grid_destroy( grid );
	}
}

// Along an edge: the cheaper of the tiles that may be entered; those outside the map may not.
static void edges_take_the_cheaper_side( void** state )
{
	(void)state;
	fw_grid* grid = test_grid( ".SW#\n"
	                           "S.#W\n" );
	set_cost( grid, FW_TERRAIN_GROUND, 2.0 );
	set_cost( grid, FW_TERRAIN_SWAMP, 5.0 );
	set_cost( grid, FW_TERRAIN_WATER, 1.5 );
	const fw_vec2 top_left = { 0.0, 0.0 };
	const fw_vec2 middle_left = { 0.0, 1.0 };
	const fw_vec2 low_left = { 0.0, 2.0 };
	assert_true( fw_line_cost( grid, LAND, top_left, low_left ) == 2.0 + 5.0 );
	assert_true( fw_line_cost( grid, LAND, low_left, top_left ) == 5.0 + 2.0 );
	assert_true( fw_line_cost( grid, LAND, middle_left, ( fw_vec2 ){ 2.0, 1.0 } ) == 2.0 + 2.0 );
	assert_true( fw_line_cost( grid, LAND, ( fw_vec2 ){ 2.0, 1.0 }, middle_left ) == 2.0 + 2.0 );
	assert_true( fw_line_cost( grid, LAND, ( fw_vec2 ){ 1.0, 0.0 }, ( fw_vec2 ){ 1.0, 2.0 } ) == 4.0 );
	// Between swamp and water, which only some units may enter.
	assert_true( fw_line_cost( grid, LAND, ( fw_vec2 ){ 2.0, 0.0 }, ( fw_vec2 ){ 2.0, 1.0 } ) == 5.0 );
	assert_true( fw_line_cost( grid, LAND | FW_CAP_WATER, ( fw_vec2 ){ 2.0, 0.0 }, ( fw_vec2 ){ 2.0, 1.0 } ) == 1.5 );
	// The borders of the map on the other sides, and half tiles.
	assert_true( fw_line_cost( grid, FW_CAP_WATER, ( fw_vec2 ){ 4.0, 1.25 }, ( fw_vec2 ){ 4.0, 1.75 } ) == 0.75 );
	assert_true( fw_line_cost( grid, LAND, ( fw_vec2 ){ 0.5, 2.0 }, ( fw_vec2 ){ 1.5, 2.0 } ) == 2.5 + 1.0 );
	fw_grid_destroy( grid );
}

static void known_lines( void** state )
{
	(void)state;
	fw_grid* grid = test_grid( ".S.\n"
	                           "S.S\n"
	                           ".S.\n" );
	set_cost( grid, FW_TERRAIN_SWAMP, 3.0 );
	// Through corners: the diagonal meets only ground, its neighbor only swamp.
	assert_true( fw_line_cost( grid, LAND, ( fw_vec2 ){ 0.0, 0.0 }, ( fw_vec2 ){ 3.0, 3.0 } ) ==
	             fw_length( 3.0, 3.0 ) );
	assert_true( fw_line_cost( grid, LAND, ( fw_vec2 ){ 1.0, 0.0 }, ( fw_vec2 ){ 3.0, 2.0 } ) ==
	             3.0 * fw_length( 2.0, 2.0 ) );
	assert_true( fw_line_cost( grid, LAND, ( fw_vec2 ){ 0.0, 2.0 }, ( fw_vec2 ){ 1.0, 3.0 } ) ==
	             fw_length( 1.0, 1.0 ) );
	// From center to center, and a knight's move: a half in each of four quarters.
	assert_true( fw_line_cost( grid, LAND, ( fw_vec2 ){ 0.5, 0.5 }, ( fw_vec2 ){ 2.5, 0.5 } ) == 0.5 + 3.0 + 0.5 );
	const double knight = fw_line_cost( grid, LAND, ( fw_vec2 ){ 0.0, 0.0 }, ( fw_vec2 ){ 1.0, 2.0 } );
	assert_true( fabs( knight - 2.0 * fw_length( 1.0, 2.0 ) ) < 1e-12 );
	assert_true( fw_line_cost( grid, LAND, ( fw_vec2 ){ 1.25, 0.75 }, ( fw_vec2 ){ 1.25, 0.75 } ) == 0.0 );
	fw_grid_destroy( grid );
}

// Over one terrain there is no rounding error, however many tiles the line crosses.
static void one_terrain_is_its_cost_times_the_length( void** state )
{
	(void)state;
	test_random random = test_random_make( 72 );
	fw_grid* grid = test_field( 500, 400 );
	set_cost( grid, FW_TERRAIN_GROUND, 1.7 );
	for ( int32_t i = 0; i < 2000; i++ )
	{
		const fw_vec2 a = test_random_point( &random, 0.0, 500.0, 400.0 );
		const fw_rect tile = test_random_place( &random, 500, 400, 1, 1 );
		const fw_vec2 b = { tile.x, tile.y };
		assert_true( fw_line_cost( grid, LAND, a, b ) == 1.7 * fw_length( b.x - a.x, b.y - a.y ) );
	}
	fw_grid_destroy( grid );
}

int run_test_line_cost( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( equals_the_sum_over_tiles ),
	    cmocka_unit_test( edges_take_the_cheaper_side ),
	    cmocka_unit_test( known_lines ),
	    cmocka_unit_test( one_terrain_is_its_cost_times_the_length ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

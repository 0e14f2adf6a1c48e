// SPDX-License-Identifier: MIT
// The space of a disc: bit planes against distances to tiles; gaps; regions; updates against building anew; the coarse
// test of connection against a fine flood.
#include "annotate/space.h"
#include "oracle.h"
#include "support.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static const double radii[] = { 0.0, 0.3, 0.5, 0.9, 1.4, 3.2 };
#define RADII ( sizeof( radii ) / sizeof( radii[0] ) )

// A map on which a disc of this radius finds some room and some gaps.
static fw_grid* random_map( test_random* random, double radius, int32_t width, int32_t height )
{
	const double share = radius < 0.6 ? 0.25 : radius < 1.0 ? 0.08 : radius < 2.0 ? 0.03 : 0.008;
	return test_random_map( random, width, height, share );
}

static fw_vec2 lattice_point( int32_t x, int32_t y, int32_t phase )
{
	return ( fw_vec2 ){ x + ( phase & 1 ? 0.0 : 0.5 ), y + ( phase & 2 ? 0.0 : 0.5 ) };
}

// The library sweeps a point as a disc of this radius, and so does the oracle.
static bool stands( const fw_grid* grid, double radius, fw_vec2 point )
{
	return oracle_stands( grid, FW_CAP_GROUND, fmax( radius, 1e-6 ), point );
}

static bool is_gap( const fw_grid* grid, double radius, int32_t x, int32_t y, int32_t phase )
{
	const fw_vec2 p = lattice_point( x, y, phase );
	bool gap = stands( grid, radius, p );
	const double reach_x = phase & 1 ? 0.5 : 0.0;
	const double reach_y = phase & 2 ? 0.5 : 0.0;
	for ( int32_t side = 0; side < 4; side++ )
	{
		const fw_vec2 center = { p.x + ( side & 1 ? reach_x : -reach_x ), p.y + ( side & 2 ? reach_y : -reach_y ) };
		gap = gap && !stands( grid, radius, center );
	}
	return gap;
}

static void check_bit( const fw_layer* layer, int32_t x, int32_t y, bool wanted, const char* what, double radius )
{
	if ( fw_layer_get( layer, x, y ) != wanted )
	{
		fail_msg( "%s, radius %g: (%d, %d) should be %d", what, radius, (int)x, (int)y, (int)wanted );
	}
}

// All planes of a lattice at one tile.
static void check_tile( const fw_grid* grid, const fw_space* space, int32_t x, int32_t y )
{
	const double radius = space->radius;
	const fw_lattice lattice = space->lattice;
	const bool center = stands( grid, radius, lattice_point( x, y, 0 ) );
	check_bit( &space->planes[0], x, y, center, "plane 0", radius );
	assert_int_equal( fw_space_stands( space, x, y ), center );
	assert_int_equal( fw_space_fits( space, lattice_point( x, y, 0 ) ), center );
	assert_int_equal( fw_space_region( space, x, y ) != 0, center );
	bool any_gap = false;
	for ( int32_t phase = 1; phase < 4; phase++ )
	{
		const bool half = stands( grid, radius, lattice_point( x, y, phase ) );
		assert_int_equal( fw_space_fits( space, lattice_point( x, y, phase ) ), half );
		if ( lattice == FW_LATTICE_TILES )
		{
			assert_null( space->planes[phase].words );
			assert_null( space->gaps[phase].words );
			continue;
		}
		const bool gap = half && is_gap( grid, radius, x, y, phase );
		any_gap = any_gap || gap;
		check_bit( &space->gaps[phase], x, y, gap, "gaps", radius );
		check_bit( &space->planes[phase], x, y, lattice == FW_LATTICE_HALF ? half : gap, "half", radius );
	}
	if ( lattice == FW_LATTICE_TILES )
	{
		assert_null( space->any_gap.words );
	}
	else
	{
		check_bit( &space->any_gap, x, y, any_gap, "any gap", radius );
	}
}

static void planes_equal_distances( void** state )
{
	(void)state;
	const int32_t sizes[][2] = { { 1, 1 }, { 2, 9 }, { 40, 30 }, { 64, 12 }, { 131, 17 } };
	const int32_t step = test_every( 1 ) == 1 ? 1 : 3; // along rows
	test_random random = test_random_make( 3 );
	for ( size_t r = 0; r < RADII; r++ )
	{
		for ( size_t s = 0; s < sizeof( sizes ) / sizeof( sizes[0] ); s++ )
		{
			fw_grid* grid = random_map( &random, radii[r], sizes[s][0], sizes[s][1] );
			for ( fw_lattice lattice = FW_LATTICE_GAPS; lattice <= FW_LATTICE_HALF; lattice++ )
			{
				fw_space* space = test_space_of( grid, radii[r], lattice );
				for ( int32_t y = 0; y < sizes[s][1]; y++ )
				{
					for ( int32_t x = y % step; x < sizes[s][0]; x += step )
					{
						check_tile( grid, space, x, y );
					}
				}
				fw_space_destroy( space );
			}
			fw_grid_destroy( grid );
		}
	}
}

// Can the disc make the diagonal step down and to this side? Tested at points that are close together.
static bool steps_diagonally( const fw_grid* grid, double radius, int32_t x, int32_t y, int32_t side )
{
	const fw_segment step =
	    fw_segment_line( ( fw_vec2 ){ x + 0.5, y + 0.5 }, ( fw_vec2 ){ x + 0.5 + side, y + 1.5 }, FW_GEAR_FORWARD );
	return oracle_swept_depth( grid, FW_CAP_GROUND, fmax( radius, 1e-6 ), &step, 1.0 / 64 ) <= 1e-7;
}

static bool is_squeezed( const fw_grid* grid, double radius, int32_t x, int32_t y, int32_t side )
{
	const bool beside =
	    stands( grid, radius, lattice_point( x + side, y, 0 ) ) && stands( grid, radius, lattice_point( x, y + 1, 0 ) );
	return !beside && steps_diagonally( grid, radius, x, y, side );
}

static bool ends_squeezed( const fw_grid* grid, double radius, int32_t x, int32_t y )
{
	return is_squeezed( grid, radius, x, y, 1 ) || is_squeezed( grid, radius, x, y, -1 ) ||
	       is_squeezed( grid, radius, x - 1, y - 1, 1 ) || is_squeezed( grid, radius, x + 1, y - 1, -1 );
}

// A tile where a squeezed step ends, or next to a gap.
static bool is_special( const fw_space* space, int32_t x, int32_t y, bool squeezed )
{
	bool special = squeezed;
	for ( int32_t i = 0; i < 9 && space->lattice != FW_LATTICE_TILES; i++ )
	{
		special = special || fw_layer_get( &space->any_gap, x + i % 3 - 1, y + i / 3 - 1 );
	}
	return special;
}

static void diagonal_steps_equal_distances( void** state )
{
	(void)state;
	test_random random = test_random_make( 13 );
	int32_t squeezed = 0;
	for ( size_t r = 0; r < RADII; r++ )
	{
		fw_grid* grid = random_map( &random, radii[r], 70, 20 );
		fw_space* const spaces[] = { test_space_of( grid, radii[r], FW_LATTICE_GAPS ),
		                             test_space_of( grid, radii[r], FW_LATTICE_HALF ) };
		for ( int32_t i = 0; i < 70 * 20; i += test_every( 1 ) | 1 ) // coprime to 70
		{
			const int32_t x = i % 70;
			const int32_t y = i / 70;
			const bool right = steps_diagonally( grid, radii[r], x, y, 1 );
			const bool left = steps_diagonally( grid, radii[r], x, y, -1 );
			const bool ends = ends_squeezed( grid, radii[r], x, y );
			for ( int32_t k = 0; k < 2; k++ )
			{
				check_bit( &spaces[k]->diagonals[0], x, y, right, "down and right", radii[r] );
				check_bit( &spaces[k]->diagonals[1], x, y, left, "down and left", radii[r] );
				check_bit( &spaces[k]->special, x, y, is_special( spaces[k], x, y, ends ), "special", radii[r] );
			}
			squeezed += is_squeezed( grid, radii[r], x, y, 1 );
		}
		fw_space_destroy( spaces[0] );
		fw_space_destroy( spaces[1] );
		fw_grid_destroy( grid );
	}
	assert_true( squeezed > 0 );
}

// A disc of radius 0.9 fits into a corridor two tiles wide between its tiles and nowhere else.
static void a_gap_two_tiles_wide_is_found( void** state )
{
	(void)state;
	fw_grid* grid = test_grid( ".......\n"
	                           ".......\n"
	                           "###..##\n"
	                           "###..##\n"
	                           ".......\n"
	                           ".......\n" );
	fw_space* space = test_space_of( grid, 0.9, FW_LATTICE_GAPS );
	assert_true( fw_layer_get( &space->planes[1], 4, 2 ) );
	assert_true( fw_layer_get( &space->planes[1], 4, 3 ) );
	assert_true( fw_layer_get( &space->planes[3], 4, 3 ) );
	assert_false( fw_layer_get( &space->planes[1], 3, 2 ) );
	assert_true( space->any_gap.words != NULL && fw_layer_get( &space->any_gap, 4, 2 ) );
	assert_int_equal( fw_space_region( space, 3, 2 ), 0 );
	fw_space_destroy( space );
	fw_grid_destroy( grid );
}

static void any_point_fits_as_measured( void** state )
{
	(void)state;
	test_random random = test_random_make( 9 );
	int32_t fitting = 0;
	for ( int32_t round = 0; round < test_rounds( 60 ); round++ )
	{
		const double radius = radii[(size_t)round % RADII];
		fw_grid* grid = random_map( &random, radius, 30, 20 );
		fw_space* space = test_space_of( grid, radius, FW_LATTICE_TILES );
		for ( int32_t i = 0; i < 2000; i++ )
		{
			const fw_vec2 p = test_random_point( &random, -2, 32, 22 );
			const double depth = oracle_depth( grid, FW_CAP_GROUND, fmax( radius, 1e-6 ), p );
			if ( fabs( depth - 1e-7 ) > 1e-9 )
			{
				assert_int_equal( fw_space_fits( space, p ), depth < 1e-7 );
				fitting += depth < 1e-7;
			}
		}
		const double wild[] = { NAN, INFINITY, -INFINITY, 1e300, -1e300, 1e9 };
		for ( size_t i = 0; i < 6; i++ )
		{
			assert_false( fw_space_fits( space, ( fw_vec2 ){ wild[i], 5.5 } ) );
			assert_false( fw_space_fits( space, ( fw_vec2 ){ 5.5, wild[i] } ) );
			assert_false( fw_space_may_connect( space, ( fw_vec2 ){ wild[i], 5.5 }, ( fw_vec2 ){ 5.5, 5.5 } ) );
			assert_false( fw_space_may_connect( space, ( fw_vec2 ){ 5.5, 5.5 }, ( fw_vec2 ){ 5.5, wild[i] } ) );
		}
		fw_space_destroy( space );
		fw_grid_destroy( grid );
	}
	assert_true( fitting > test_rounds( 10000 ) );
}

static void regions_equal_a_flood( void** state )
{
	(void)state;
	test_random random = test_random_make( 21 );
	uint32_t most = 0;
	for ( int32_t round = 0; round < test_rounds( 120 ); round++ )
	{
		const double radius = radii[(size_t)round % RADII];
		const bool high = round % 40 == 39; // with bands of more rows
		const int32_t width = 1 + test_random_int( &random, high ? 12 : 140 );
		const int32_t height = 1 + test_random_int( &random, high ? 2500 : round % 10 == 9 ? 200 : 40 );
		fw_grid* grid = radius < 0.6 ? test_random_grid( &random, width, height, 0.45 )
		                             : random_map( &random, radius, width, height );
		fw_space* space = test_space_of( grid, radius, FW_LATTICE_GAPS );
		uint32_t count = 0;
		uint32_t* wanted = oracle_regions( grid, FW_CAP_GROUND, fmax( radius, 1e-6 ), &count );
		for ( int32_t i = 0; i < width * height; i++ )
		{
			assert_int_equal( fw_space_region( space, i % width, i / width ), wanted[i] );
		}
		assert_int_equal( fw_space_region( space, -1, 0 ), 0 );
		assert_int_equal( fw_space_region( space, width, 0 ), 0 );
		assert_int_equal( fw_space_region( space, 0, -1 ), 0 );
		assert_int_equal( fw_space_region( space, 0, height ), 0 );
		assert_int_equal( fw_space_region( space, INT32_MIN, INT32_MAX ), 0 );
		most = count > most ? count : most;
		free( wanted );
		fw_space_destroy( space );
		fw_grid_destroy( grid );
	}
	assert_true( most > 100 );
}

static void check_same_layer( const fw_layer* a, const fw_layer* b )
{
	assert_int_equal( a->words != NULL, b->words != NULL );
	if ( a->words != NULL )
	{
		assert_memory_equal( a->words, b->words, fw_layer_words( a->width, a->height ) * sizeof( uint64_t ) );
	}
}

// Bit for bit, padding included; the coarse regions by their answers.
static void check_same( test_random* random, const fw_space* a, const fw_space* b )
{
	const int32_t width = fw_grid_width( a->grid );
	const int32_t height = fw_grid_height( a->grid );
	for ( int32_t phase = 0; phase < 4; phase++ )
	{
		check_same_layer( &a->planes[phase], &b->planes[phase] );
		if ( phase > 0 )
		{
			check_same_layer( &a->gaps[phase], &b->gaps[phase] );
		}
	}
	check_same_layer( &a->any_gap, &b->any_gap );
	check_same_layer( &a->special, &b->special );
	check_same_layer( &a->diagonals[0], &b->diagonals[0] );
	check_same_layer( &a->diagonals[1], &b->diagonals[1] );
	for ( int32_t i = 0; i < width * height; i++ )
	{
		assert_int_equal( fw_space_region( a, i % width, i / width ), fw_space_region( b, i % width, i / width ) );
	}
	for ( int32_t y = 0; y < 2 * height; y++ )
	{
		for ( int32_t x = 0; x < 2 * width; x++ )
		{
			const fw_vec2 here = { x / 2.0 + 0.25, y / 2.0 + 0.25 };
			const fw_vec2 next = { here.x + 0.5, here.y };
			const fw_vec2 any = test_random_point( random, 0, width, height );
			assert_int_equal( fw_space_may_connect( a, here, here ), fw_space_may_connect( b, here, here ) );
			assert_int_equal( fw_space_may_connect( a, here, next ), fw_space_may_connect( b, here, next ) );
			assert_int_equal( fw_space_may_connect( a, here, any ), fw_space_may_connect( b, here, any ) );
		}
	}
}

static void edit( test_random* random, fw_grid* grid )
{
	fw_rect rect = test_random_rect( random, fw_grid_width( grid ) + 4, fw_grid_height( grid ) + 4, 6, 6 );
	rect.x -= 2;
	rect.y -= 2;
	const uint8_t terrain = test_random_chance( random, 0.35 ) ? FW_TERRAIN_OUT : FW_TERRAIN_GROUND;
	assert_int_equal( fw_grid_fill( grid, rect, terrain, NULL ), FW_OK );
}

static void an_update_equals_building_anew( void** state )
{
	(void)state;
	test_random random = test_random_make( 31 );
	for ( int32_t round = 0; round < test_rounds( 2 ) * 18; round++ ) // 18: every radius with every lattice
	{
		const double radius = radii[(size_t)round % RADII];
		const fw_lattice lattice = (fw_lattice)( round / 6 % 3 );
		const bool high = round % 18 == 17; // with bands of regions of more rows
		const int32_t height = high ? 1200 : round % 5 == 4 ? 150 : 40;
		fw_grid* grid = random_map( &random, radius, high ? 16 : 30 + test_random_int( &random, 120 ), height );
		fw_space* kept = test_space_of( grid, radius, lattice );
		for ( int32_t step = 0; step < 8; step++ )
		{
			// Now and then more edits than the grid remembers.
			const int32_t edits = step == 5 ? 70 : 1 + test_random_int( &random, 4 );
			const uint64_t before = fw_grid_revision( grid );
			for ( int32_t i = 0; i < edits; i++ )
			{
				edit( &random, grid );
			}
			assert_int_equal( fw_space_is_current( kept ), fw_grid_revision( grid ) == before );
			if ( test_random_chance( &random, 0.3 ) )
			{
				// The rest then has more to take over.
				assert_int_equal( fw_space_update_lean( kept ), FW_OK );
				edit( &random, grid );
			}
			assert_int_equal( fw_space_update( kept ), FW_OK );
			assert_true( fw_space_is_current( kept ) );
			// What an edit leaves wrong may stay wrong, so the comparison after the last one finds most.
			if ( ( step + 1 ) % test_every( 1 ) == 0 || step == 5 || step == 7 )
			{
				fw_space* anew = test_space_of( grid, radius, lattice );
				check_same( &random, kept, anew );
				fw_space_destroy( anew );
			}
		}
		fw_space_destroy( kept );
		fw_grid_destroy( grid );
	}
}

// Positions of the disc's center at multiples of 1/FINE tile.
#define FINE 8

typedef struct flood
{
	int32_t width, height;
	bool* free;
	int32_t* region; // 0: none
	int32_t* stack;
} flood;

static fw_vec2 fine_point( const flood* f, int32_t i )
{
	return ( fw_vec2 ){ ( i % f->width ) / (double)FINE, ( i / f->width ) / (double)FINE };
}

static void flood_from( flood* f, const fw_grid* grid, double radius, int32_t first, int32_t label )
{
	int32_t depth = 0;
	f->region[first] = label;
	f->stack[depth++] = first;
	while ( depth > 0 )
	{
		const int32_t at = f->stack[--depth];
		const int32_t next[4] = { at - 1, at + 1, at - f->width, at + f->width };
		for ( int32_t i = 0; i < 4; i++ )
		{
			// The outermost positions lie on the border of the map, where no disc stands; no row wraps.
			if ( !f->free[next[i]] || f->region[next[i]] != 0 )
			{
				continue;
			}
			const fw_segment step = fw_segment_line( fine_point( f, at ), fine_point( f, next[i] ), FW_GEAR_FORWARD );
			if ( oracle_swept_depth( grid, FW_CAP_GROUND, radius, &step, 1.0 / 64 ) <= 1e-7 )
			{
				f->region[next[i]] = label;
				f->stack[depth++] = next[i];
			}
		}
	}
}

static void a_false_connection_is_certain( void** state )
{
	(void)state;
	test_random random = test_random_make( 41 );
	int64_t connected = 0;
	int64_t parted = 0;
	for ( int32_t round = 0; round < test_rounds( 6 ) * 6; round++ ) // 6: every radius
	{
		const double radius = radii[(size_t)round % RADII];
		const double used = fmax( radius, 1e-6 );
		const int32_t side = radius > 1.0 ? 16 : 10;
		fw_grid* grid = radius < 0.6 ? test_random_grid( &random, side, side, 0.45 )
		                             : test_random_grid( &random, side, side, radius < 1.0 ? 0.15 : 0.04 );
		fw_space* space = test_space_of( grid, radius, FW_LATTICE_TILES );
		flood f = { .width = side * FINE + 1, .height = side * FINE + 1 };
		const int32_t count = f.width * f.height;
		f.free = calloc( (size_t)count, sizeof( bool ) );
		f.region = calloc( (size_t)count, sizeof( int32_t ) );
		f.stack = calloc( (size_t)count, sizeof( int32_t ) );
		assert_true( f.free != NULL && f.region != NULL && f.stack != NULL );
		for ( int32_t i = 0; i < count; i++ )
		{
			f.free[i] = oracle_stands( grid, FW_CAP_GROUND, used, fine_point( &f, i ) );
		}
		for ( int32_t first = 0; first < count; first++ )
		{
			if ( !f.free[first] || f.region[first] != 0 )
			{
				continue;
			}
			flood_from( &f, grid, used, first, first + 1 );
			for ( int32_t i = first; i < count; i++ )
			{
				if ( f.region[i] == first + 1 )
				{
					assert_true( fw_space_may_connect( space, fine_point( &f, first ), fine_point( &f, i ) ) );
					connected++;
				}
				else if ( f.free[i] )
				{
					parted += !fw_space_may_connect( space, fine_point( &f, first ), fine_point( &f, i ) );
				}
			}
		}
		free( f.free );
		free( f.region );
		free( f.stack );
		fw_space_destroy( space );
		fw_grid_destroy( grid );
	}
	// It must not say yes to everything either.
	assert_true( connected > test_rounds( 10000 ) );
	assert_true( parted > test_rounds( 10000 ) );
}

int run_test_space( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( planes_equal_distances ),        cmocka_unit_test( diagonal_steps_equal_distances ),
	    cmocka_unit_test( a_gap_two_tiles_wide_is_found ), cmocka_unit_test( any_point_fits_as_measured ),
	    cmocka_unit_test( regions_equal_a_flood ),         cmocka_unit_test( an_update_equals_building_anew ),
	    cmocka_unit_test( a_false_connection_is_certain ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

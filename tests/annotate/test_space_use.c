// SPDX-License-Identifier: MIT
// The space of a disc as its users see it: what is refused, its properties, the widest disc, the nearest tiles.
#include "annotate/space.h"
#include "support.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void definitions_are_checked( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 8, 8 );
	fw_space* space = NULL;
	fw_space_def def = fw_default_space_def();
	assert_int_equal( fw_space_create( NULL, &def, &space, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_space_create( grid, NULL, &space, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_space_create( grid, &def, NULL, NULL ), FW_ERR_ARGUMENT );
	def.cookie ^= 1;
	assert_int_equal( fw_space_create( grid, &def, &space, NULL ), FW_ERR_DEF );
	const double wrong[] = { -0.001, 64.001, NAN, INFINITY, -INFINITY };
	for ( size_t i = 0; i < 5; i++ )
	{
		def = fw_default_space_def();
		def.radius = wrong[i];
		assert_int_equal( fw_space_create( grid, &def, &space, NULL ), FW_ERR_ARGUMENT );
	}
	def = fw_default_space_def();
	def.lattice = (fw_lattice)3;
	assert_int_equal( fw_space_create( grid, &def, &space, NULL ), FW_ERR_ARGUMENT );
	assert_null( space );
	assert_int_equal( fw_space_update( NULL ), FW_ERR_ARGUMENT );
	fw_space_destroy( NULL );
	fw_grid_destroy( grid );
}

static void a_space_reports_its_properties( void** state )
{
	(void)state;
	fw_grid* grid = test_grid( "..SS\n"
	                           "..WW\n" );
	fw_space_def def = fw_default_space_def();
	def.capabilities = FW_CAP_SWAMP | FW_CAP_WATER;
	def.radius = 0.25;
	def.lattice = FW_LATTICE_HALF;
	test_memory memory = test_memory_make();
	def.allocator = test_memory_allocator( &memory );
	fw_space* space = NULL;
	assert_int_equal( fw_space_create( grid, &def, &space, NULL ), FW_OK );
	assert_ptr_equal( space->grid, grid );
	assert_true( space->radius == 0.25 );
	assert_int_equal( space->capabilities, FW_CAP_SWAMP | FW_CAP_WATER );
	assert_int_equal( space->lattice, FW_LATTICE_HALF );
	assert_int_equal( fw_space_memory( space ), memory.bytes );
	assert_false( fw_space_stands( space, 1, 0 ) );
	assert_true( fw_space_stands( space, 2, 0 ) );
	assert_true( fw_space_stands( space, 3, 1 ) );
	assert_true( fw_space_fits( space, ( fw_vec2 ){ 3.0, 1.0 } ) );
	assert_false( fw_space_stands( space, -1, 0 ) );
	assert_false( fw_space_stands( space, 4, 1 ) );
	assert_false( fw_space_stands( space, INT32_MAX, INT32_MIN ) );
	fw_space_destroy( space );
	test_memory_check_empty( &memory );
	for ( fw_lattice lattice = FW_LATTICE_GAPS; lattice <= FW_LATTICE_TILES; lattice++ )
	{
		def.lattice = lattice;
		assert_int_equal( fw_space_create( grid, &def, &space, NULL ), FW_OK );
		assert_int_equal( fw_space_memory( space ), memory.bytes );
		assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 0, 0, 2, 1 }, FW_TERRAIN_SWAMP, NULL ), FW_OK );
		assert_int_equal( fw_space_update( space ), FW_OK );
		assert_int_equal( fw_space_memory( space ), memory.bytes );
		fw_space_destroy( space );
	}
	test_memory_check_empty( &memory );
	fw_grid_destroy( grid );
}

// The widest disc on maps where it barely fits and where it does not.
static void the_widest_disc( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 131, 129 );
	fw_space* space = test_space_of( grid, 64.0, FW_LATTICE_HALF );
	for ( int32_t y = 0; y < 129; y++ )
	{
		for ( int32_t x = 0; x < 131; x++ )
		{
			assert_int_equal( fw_space_stands( space, x, y ), x >= 64 && x <= 66 && y == 64 );
		}
	}
	assert_true( fw_space_may_connect( space, ( fw_vec2 ){ 64.0, 64.0 }, ( fw_vec2 ){ 67.0, 65.0 } ) );
	test_block( grid, 0, 64 );
	assert_int_equal( fw_space_update( space ), FW_OK );
	assert_false( fw_space_stands( space, 64, 64 ) );
	assert_true( fw_space_stands( space, 65, 64 ) );
	fw_space_destroy( space );
	fw_grid_destroy( grid );
	grid = test_field( 128, 127 );
	space = test_space_of( grid, 64.0, FW_LATTICE_GAPS );
	for ( int32_t i = 0; i < 127 * 128; i++ )
	{
		assert_false( fw_space_stands( space, i % 128, i / 128 ) );
	}
	fw_space_destroy( space );
	fw_grid_destroy( grid );
}

// Against a test of every tile.
static void nearest_tiles( void** state )
{
	(void)state;
	test_random random = test_random_make( 91 );
	int32_t own = 0;
	for ( int32_t round = 0; round < test_rounds( 150 ); round++ )
	{
		const int32_t width = 1 + test_random_int( &random, 50 );
		const int32_t height = 1 + test_random_int( &random, 50 );
		fw_grid* grid = test_random_map( &random, width, height, test_random_real( &random, 0.2, 0.6 ) );
		fw_space_def def = fw_default_space_def();
		def.size = round % 3;
		fw_space* space = NULL;
		assert_int_equal( fw_space_create( grid, &def, &space, NULL ), FW_OK );
		for ( int32_t i = 0; i < 40; i++ )
		{
			const int32_t x = test_random_int( &random, width );
			const int32_t y = test_random_int( &random, height );
			const fw_vec2 point = test_random_point( &random, -20.0, 70.0, 70.0 );
			double least = INFINITY;
			for ( int32_t k = 0; k < width * height && fw_space_stands( space, x, y ); k++ )
			{
				if ( fw_space_region( space, k % width, k / width ) == fw_space_region( space, x, y ) )
				{
					least = fmin( least, hypot( k % width + 0.5 - point.x, k / width + 0.5 - point.y ) );
				}
			}
			int32_t nearest_x = -1;
			int32_t nearest_y = -1;
			const bool found = fw_space_nearest( space, x, y, point, &nearest_x, &nearest_y );
			assert_int_equal( found, isfinite( least ) );
			if ( found )
			{
				assert_int_equal( fw_space_region( space, nearest_x, nearest_y ), fw_space_region( space, x, y ) );
				const double far = hypot( nearest_x + 0.5 - point.x, nearest_y + 0.5 - point.y );
				assert_true( fabs( far - least ) < 1e-9 );
				const fw_vec2 here = { x + 0.25, y + 0.75 };
				assert_true( fw_space_nearest( space, x, y, here, &nearest_x, &nearest_y ) );
				assert_true( nearest_x == x && nearest_y == y );
				own++;
			}
		}
		int32_t unused;
		assert_false( fw_space_nearest( space, 0, 0, ( fw_vec2 ){ NAN, 1.0 }, &unused, &unused ) );
		assert_false( fw_space_nearest( space, -1, 0, ( fw_vec2 ){ 1.0, 1.0 }, &unused, &unused ) );
		fw_space_destroy( space );
		fw_grid_destroy( grid );
	}
	assert_true( own > test_rounds( 1000 ) );
}

int run_test_space_use( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( nearest_tiles ),
	    cmocka_unit_test( definitions_are_checked ),
	    cmocka_unit_test( a_space_reports_its_properties ),
	    cmocka_unit_test( the_widest_disc ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

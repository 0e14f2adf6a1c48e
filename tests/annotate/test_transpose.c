// SPDX-License-Identifier: MIT
// Exchanging rows and columns of a bit plane: bit by bit, in parts, and in a space that is edited.
#include "annotate/space.h"
#include "grid/layer.h"
#include "support.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static int32_t random_side( test_random* random )
{
	if ( test_random_chance( random, 0.5 ) )
	{
		return 1 + test_random_int( random, 200 );
	}
	const int32_t words = 1 + test_random_int( random, 3 );
	return 64 * words + test_random_int( random, 3 ) - 1;
}

static void scatter( fw_layer* layer, test_random* random, fw_rect rect )
{
	for ( int32_t y = rect.y; y < rect.y + rect.height && y < layer->height; y++ )
	{
		for ( int32_t x = rect.x; x < rect.x + rect.width && x < layer->width; x++ )
		{
			fw_layer_put( layer, x, y, test_random_chance( random, 0.5 ) );
		}
	}
}

// All bits, with those of the padding.
static void check_turned( const fw_layer* from, const fw_layer* to )
{
	assert_int_equal( to->width, from->height );
	assert_int_equal( to->height, from->width );
	for ( int32_t y = -FW_LAYER_PAD; y < from->height + FW_LAYER_PAD; y++ )
	{
		for ( int32_t x = -FW_LAYER_PAD; x < from->width + FW_LAYER_PAD; x++ )
		{
			if ( fw_layer_get( from, x, y ) != fw_layer_get( to, y, x ) )
			{
				fail_msg( "(%" PRId32 ", %" PRId32 ") of %" PRId32 " x %" PRId32 " differs", x, y, from->width,
				          from->height );
			}
		}
	}
}

static void rows_and_columns_are_exchanged( void** state )
{
	(void)state;
	const fw_allocator allocator = fw_default_allocator();
	test_random random = test_random_make( 5 );
	for ( int32_t round = 0; round < test_rounds( 80 ); round++ )
	{
		fw_layer from;
		fw_layer to;
		const int32_t width = random_side( &random );
		const int32_t height = random_side( &random );
		assert_true( fw_layer_init( &from, &allocator, width, height ) );
		assert_true( fw_layer_init( &to, &allocator, height, width ) );
		fw_rect rect = { 0, 0, width, height };
		for ( int32_t edit = 0; edit < 4; edit++ )
		{
			scatter( &from, &random, rect );
			fw_layer_transpose( &from, &to, rect );
			check_turned( &from, &to );
			rect = test_random_rect( &random, width, height, 100, 100 );
		}
		fw_layer_free( &from, &allocator );
		fw_layer_free( &to, &allocator );
	}
}

// Other blocks of 64 x 64 are left as they were.
static void parts_alone_are_written( void** state )
{
	(void)state;
	const fw_allocator allocator = fw_default_allocator();
	fw_layer from;
	fw_layer to;
	assert_true( fw_layer_init( &from, &allocator, 200, 150 ) );
	assert_true( fw_layer_init( &to, &allocator, 150, 200 ) );
	fw_layer_put( &from, 63, 64, true );
	fw_layer_put( &from, 64, 63, true );
	fw_layer_put( &from, 70, 70, true );
	fw_layer_put( &from, 128, 70, true );
	fw_layer_transpose( &from, &to, ( fw_rect ){ 127, 127, 1, 1 } );
	assert_true( fw_layer_get( &to, 70, 70 ) );
	assert_false( fw_layer_get( &to, 64, 63 ) || fw_layer_get( &to, 63, 64 ) || fw_layer_get( &to, 70, 128 ) );
	// Rectangles that stick out over the border, or lie beyond it.
	fw_layer_transpose( &from, &to, ( fw_rect ){ 1000, 1000, 5, 5 } );
	fw_layer_transpose( &from, &to, ( fw_rect ){ -50, -50, 500, 500 } );
	check_turned( &from, &to );
	fw_layer_free( &from, &allocator );
	fw_layer_free( &to, &allocator );
}

static void a_space_keeps_its_turned_plane( void** state )
{
	(void)state;
	const double radii[] = { 0.0, 0.4, 0.9, 1.4, 5.0 };
	test_random random = test_random_make( 6 );
	for ( int32_t round = 0; round < test_rounds( 60 ); round++ )
	{
		const int32_t width = random_side( &random );
		const int32_t height = random_side( &random );
		fw_grid* grid = test_random_map( &random, width, height, test_random_real( &random, 0.0, 0.1 ) );
		fw_space_def def = fw_default_space_def();
		def.radius = radii[round % 5];
		def.lattice = (fw_lattice)( round % 3 );
		fw_space* space = NULL;
		assert_int_equal( fw_space_create( grid, &def, &space, NULL ), FW_OK );
		check_turned( &space->planes[0], &space->turned );
		for ( int32_t edit = 0; edit < 4; edit++ )
		{
			const fw_rect rect = test_random_rect( &random, width, height, 9, 9 );
			assert_int_equal( fw_grid_fill( grid, rect, edit % 2 == 0 ? FW_TERRAIN_OUT : FW_TERRAIN_GROUND, NULL ),
			                  FW_OK );
			assert_int_equal( fw_space_update( space ), FW_OK );
			check_turned( &space->planes[0], &space->turned );
		}
		fw_space_destroy( space );
		fw_grid_destroy( grid );
	}
}

int run_test_transpose( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( rows_and_columns_are_exchanged ),
	    cmocka_unit_test( parts_alone_are_written ),
	    cmocka_unit_test( a_space_keeps_its_turned_plane ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

// SPDX-License-Identifier: MIT
// Clearances against squares that are grown and distances that are measured tile by tile, after any edits; and the
// figures of the articles, on maps of our own.
#include "annotate/clearance.h"
#include "fairway/space.h"
#include "grid/grid.h"
#include "support.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define LAND ( FW_CAP_GROUND | FW_CAP_SWAMP )

static fw_clearance* measure( const fw_grid* grid, uint32_t capabilities, fw_clearance_metric metric )
{
	fw_clearance_def def = fw_default_clearance_def();
	fw_clearance* clearance = NULL;
	def.capabilities = capabilities;
	def.metric = metric;
	assert_int_equal( fw_clearance_create( grid, &def, &clearance, NULL ), FW_OK );
	assert_ptr_equal( clearance->grid, grid );
	assert_int_equal( fw_clearance_definition( clearance )->capabilities, capabilities );
	assert_int_equal( fw_clearance_definition( clearance )->metric, metric );
	assert_true( fw_clearance_is_current( clearance ) );
	return clearance;
}

// Without numbers; the layer is added where it is missing.
static fw_clearance* on_demand( fw_grid* grid, uint32_t capabilities, fw_clearance_metric metric )
{
	fw_clearance_def def = fw_default_clearance_def();
	fw_clearance* clearance = NULL;
	def.capabilities = capabilities;
	def.metric = metric;
	def.on_demand = true;
	assert_int_equal( fw_grid_add_layer( grid, capabilities, NULL ), FW_OK );
	assert_int_equal( fw_clearance_create( grid, &def, &clearance, NULL ), FW_OK );
	assert_true( fw_clearance_definition( clearance )->on_demand );
	return clearance;
}

// The article's own method: grow a square until something is in it.
static int32_t grown_square( const fw_grid* grid, uint32_t capabilities, int32_t x, int32_t y )
{
	for ( int32_t side = 0; side < FW_CLEARANCE_MAX; side++ )
	{
		for ( int32_t i = 0; i <= side; i++ )
		{
			if ( !fw_grid_passable( grid, x + i, y + side, capabilities ) ||
			     !fw_grid_passable( grid, x + side, y + i, capabilities ) )
			{
				return side;
			}
		}
	}
	return FW_CLEARANCE_MAX;
}

// Squares around the tile, up to the first that holds a blocked one.
static int32_t nearest_blocked( const fw_grid* grid, uint32_t capabilities, int32_t x, int32_t y )
{
	for ( int32_t steps = 0; steps < FW_CLEARANCE_MAX; steps++ )
	{
		for ( int32_t i = -steps; i <= steps; i++ )
		{
			if ( !fw_grid_passable( grid, x + i, y - steps, capabilities ) ||
			     !fw_grid_passable( grid, x + i, y + steps, capabilities ) ||
			     !fw_grid_passable( grid, x - steps, y + i, capabilities ) ||
			     !fw_grid_passable( grid, x + steps, y + i, capabilities ) )
			{
				return steps;
			}
		}
	}
	return FW_CLEARANCE_MAX;
}

static void check_all( const fw_clearance* clearance )
{
	const fw_grid* grid = clearance->grid;
	const uint32_t capabilities = fw_clearance_definition( clearance )->capabilities;
	for ( int32_t y = -1; y <= fw_grid_height( grid ); y++ )
	{
		for ( int32_t x = -1; x <= fw_grid_width( grid ); x++ )
		{
			const int32_t expected = fw_clearance_definition( clearance )->metric == FW_CLEARANCE_TRUE
			                             ? grown_square( grid, capabilities, x, y )
			                             : nearest_blocked( grid, capabilities, x, y );
			if ( fw_clearance_at( clearance, x, y ) != expected )
			{
				test_print_grid( grid, ( fw_rect ){ 0, 0, fw_grid_width( grid ), fw_grid_height( grid ) } );
				fail_msg( "(%d, %d) has %d and not %d", (int)x, (int)y, (int)fw_clearance_at( clearance, x, y ),
				          (int)expected );
			}
		}
	}
}

// Land, water and trees in patches.
static fw_grid* random_terrains( test_random* random, int32_t width, int32_t height )
{
	fw_grid* grid = test_random_map( random, width, height, test_random_real( random, 0.0, 0.3 ) );
	for ( int32_t i = test_random_int( random, 12 ); i > 0; i-- )
	{
		const fw_rect patch = test_random_rect( random, width, height, 9, 9 );
		assert_int_equal( fw_grid_fill( grid, patch, (uint8_t)( 1 + test_random_int( random, 4 ) ), NULL ), FW_OK );
	}
	return grid;
}

static fw_grid* random_sides( test_random* random, int32_t most )
{
	const int32_t width = 1 + test_random_int( random, most );
	return random_terrains( random, width, 1 + test_random_int( random, most ) );
}

static void clearances_are_measured( void** state )
{
	(void)state;
	const uint32_t capabilities[] = { LAND, FW_CAP_WATER, LAND | FW_CAP_WATER, FW_CAP_TREES };
	test_random random = test_random_make( 1 );
	for ( int32_t round = 0; round < 300; round++ )
	{
		fw_grid* grid = random_sides( &random, 40 );
		const fw_clearance_metric metric = round % 3 == 0 ? FW_CLEARANCE_BRUSHFIRE : FW_CLEARANCE_TRUE;
		fw_clearance* clearance = measure( grid, capabilities[round % 4], metric );
		check_all( clearance );
		fw_clearance_destroy( clearance );
		clearance = on_demand( grid, capabilities[round % 4], metric );
		check_all( clearance );
		fw_clearance_destroy( clearance );
		fw_grid_destroy( grid );
	}
}

static size_t bytes_of( const fw_clearance* clearance )
{
	return (size_t)clearance->stride * (size_t)( clearance->height + 2 );
}

static void check_equal_to_new( const fw_clearance* clearance )
{
	fw_clearance* anew = measure( clearance->grid, clearance->def.capabilities, clearance->def.metric );
	assert_memory_equal( clearance->values, anew->values, bytes_of( anew ) );
	fw_clearance_destroy( anew );
}

// All that can be asked of two clearances for the same units, which differ in form.
static void check_same( const fw_clearance* a, const fw_clearance* b )
{
	for ( int32_t y = -1; y <= a->height; y++ )
	{
		for ( int32_t x = -1; x <= a->width; x++ )
		{
			assert_int_equal( fw_clearance_at( a, x, y ), fw_clearance_at( b, x, y ) );
		}
	}
}

// What searches read: where squares stand around a tile of the map.
static void check_around( const fw_clearance* a, const fw_clearance* b, int32_t size, int32_t x, int32_t y )
{
	uint32_t expected = 0;
	for ( int32_t i = 0; i < 9; i++ )
	{
		expected |= (uint32_t)( fw_clearance_at( a, x - 1 + i % 3, y - 1 + i / 3 ) >= size ) << i;
	}
	assert_int_equal( fw_clearance_around( a, size, x, y ), expected );
	assert_int_equal( fw_clearance_around( b, size, x, y ), expected );
}

// What hierarchies read: the plane of where squares stand.
static void check_plane( const fw_clearance* a, const fw_clearance* b, int32_t size, fw_rect rect )
{
	fw_layer planes[2];
	const fw_allocator allocator = fw_allocator_or_default( NULL );
	bool changed[2];
	for ( int32_t i = 0; i < 2; i++ )
	{
		assert_true( fw_layer_init( &planes[i], &allocator, a->width, a->height ) );
		changed[i] = fw_clearance_plane( i == 0 ? a : b, size, rect, &planes[i] );
		assert_false( fw_clearance_plane( i == 0 ? a : b, size, rect, &planes[i] ) );
	}
	assert_int_equal( changed[0], changed[1] );
	assert_memory_equal( planes[0].words, planes[1].words, fw_layer_words( a->width, a->height ) * sizeof( uint64_t ) );
	for ( int32_t i = 0; i < rect.width * rect.height; i++ )
	{
		const int32_t x = rect.x + i % rect.width;
		const int32_t y = rect.y + i / rect.width;
		assert_int_equal( fw_layer_get( &planes[1], x, y ), fw_clearance_at( a, x, y ) >= size );
	}
	fw_layer_free( &planes[0], &allocator );
	fw_layer_free( &planes[1], &allocator );
}

static void random_edit( test_random* random, fw_grid* grid )
{
	const fw_rect rect = test_random_rect( random, fw_grid_width( grid ), fw_grid_height( grid ), 8, 8 );
	const uint8_t terrain = test_random_chance( random, 0.5 ) ? FW_TERRAIN_OUT : (uint8_t)test_random_int( random, 5 );
	assert_int_equal( fw_grid_fill( grid, rect, terrain, NULL ), FW_OK );
}

static void an_update_equals_measuring_anew( void** state )
{
	(void)state;
	test_random random = test_random_make( 2 );
	for ( int32_t round = 0; round < 120; round++ )
	{
		fw_grid* grid = random_sides( &random, 90 );
		fw_clearance* clearance =
		    measure( grid, round % 5 == 0 ? FW_CAP_WATER : LAND, (fw_clearance_metric)( round % 2 ) );
		for ( int32_t edit = 0; edit < 25; edit++ )
		{
			const int32_t edits = edit % 7 == 6 ? 70 : 1 + test_random_int( &random, 3 );
			for ( int32_t i = 0; i < edits; i++ )
			{
				random_edit( &random, grid );
			}
			assert_false( fw_clearance_is_current( clearance ) );
			assert_int_equal( fw_clearance_update( clearance ), FW_OK );
			assert_true( fw_clearance_is_current( clearance ) );
			check_equal_to_new( clearance );
		}
		fw_clearance_destroy( clearance );
		fw_grid_destroy( grid );
	}
}

// Without numbers there is nothing to update: the numbers are those of the grid as it is.
static void on_demand_equals_bytes( void** state )
{
	(void)state;
	test_random random = test_random_make( 4 );
	int32_t standing = 0;
	for ( int32_t round = 0; round < test_rounds( 120 ); round++ )
	{
		fw_grid* grid = round % 6 == 0 ? test_field( 60 + round, 150 ) : random_sides( &random, 150 );
		const fw_clearance_metric metric = (fw_clearance_metric)( round % 3 == 2 );
		fw_clearance* bytes = measure( grid, LAND, metric );
		fw_clearance* none = on_demand( grid, LAND, metric );
		assert_true( fw_clearance_memory( none ) < 256 );
		for ( int32_t edit = 0; edit < 4; edit++ )
		{
			random_edit( &random, grid );
			assert_true( fw_clearance_is_current( none ) );
			assert_int_equal( fw_clearance_update( none ), FW_OK );
			assert_int_equal( fw_clearance_update( bytes ), FW_OK );
			check_same( bytes, none );
		}
		for ( int32_t i = 0; i < 400 && metric == FW_CLEARANCE_TRUE; i++ )
		{
			const int32_t size = 1 + test_random_int( &random, i % 2 == 0 ? 4 : FW_UNIT_MAX_SIZE );
			const int32_t x = test_random_int( &random, bytes->width );
			const int32_t y = test_random_int( &random, bytes->height );
			standing += fw_clearance_at( none, x, y ) >= size;
			check_around( bytes, none, size, x, y );
		}
		for ( int32_t i = 0; i < 4 && metric == FW_CLEARANCE_TRUE; i++ )
		{
			const int32_t size = 1 + test_random_int( &random, i % 2 == 0 ? 4 : FW_UNIT_MAX_SIZE );
			const fw_rect part = test_random_rect( &random, bytes->width, bytes->height, 70, 70 );
			check_plane( bytes, none, size, fw_grid_clip( grid, part ) );
		}
		fw_clearance_destroy( none );
		fw_clearance_destroy( bytes );
		fw_grid_destroy( grid );
	}
	assert_true( standing > test_rounds( 4000 ) );
}

// More room than a byte can hold.
static void the_cap_is_kept( void** state )
{
	(void)state;
	for ( fw_clearance_metric metric = FW_CLEARANCE_TRUE; metric <= FW_CLEARANCE_BRUSHFIRE; metric++ )
	{
		fw_grid* grid = test_field( 620, 610 );
		fw_clearance* clearance = on_demand( grid, LAND, metric );
		assert_int_equal( fw_clearance_at( clearance, 620 - 255, 610 - 255 ), FW_CLEARANCE_MAX );
		assert_int_equal( fw_clearance_at( clearance, 10, 10 ), metric == FW_CLEARANCE_TRUE ? FW_CLEARANCE_MAX : 11 );
		assert_int_equal( fw_clearance_at( clearance, 620 - 254, 610 - 300 ), 254 );
		fw_clearance_destroy( clearance );
		clearance = measure( grid, LAND, metric );
		assert_int_equal( fw_clearance_at( clearance, 620 - 255, 610 - 255 ), FW_CLEARANCE_MAX );
		assert_int_equal( fw_clearance_at( clearance, 10, 10 ), metric == FW_CLEARANCE_TRUE ? FW_CLEARANCE_MAX : 11 );
		assert_int_equal( fw_clearance_at( clearance, 620 - 254, 610 - 300 ), 254 );
		const fw_rect building = { 300, 300, 4, 4 };
		assert_int_equal( fw_grid_fill( grid, building, FW_TERRAIN_OUT, NULL ), FW_OK );
		assert_int_equal( fw_clearance_update( clearance ), FW_OK );
		check_equal_to_new( clearance );
		assert_int_equal( fw_grid_fill( grid, building, FW_TERRAIN_GROUND, NULL ), FW_OK );
		assert_int_equal( fw_clearance_update( clearance ), FW_OK );
		check_equal_to_new( clearance );
		fw_clearance_destroy( clearance );
		fw_grid_destroy( grid );
	}
}

static void a_changed_terrain_is_taken_over( void** state )
{
	(void)state;
	test_random random = test_random_make( 3 );
	fw_grid* grid = random_terrains( &random, 50, 40 );
	fw_clearance* clearance = measure( grid, LAND, FW_CLEARANCE_TRUE );
	fw_terrain water = *fw_grid_terrain( grid, FW_TERRAIN_WATER );
	water.capabilities = FW_CAP_GROUND; // it has frozen over
	assert_int_equal( fw_grid_set_terrain( grid, FW_TERRAIN_WATER, &water, NULL ), FW_OK );
	assert_int_equal( fw_clearance_update( clearance ), FW_OK );
	check_all( clearance );
	fw_clearance* none = on_demand( grid, LAND, FW_CLEARANCE_TRUE );
	water.capabilities = FW_CAP_WATER;
	assert_int_equal( fw_grid_set_terrain( grid, FW_TERRAIN_WATER, &water, NULL ), FW_OK );
	check_all( none );
	fw_clearance_destroy( none );
	fw_clearance_destroy( clearance );
	fw_grid_destroy( grid );
}

static void check_rows( const fw_clearance* clearance, const char* const* rows )
{
	for ( int32_t y = 0; y < fw_grid_height( clearance->grid ); y++ )
	{
		for ( int32_t x = 0; x < fw_grid_width( clearance->grid ); x++ )
		{
			assert_int_equal( fw_clearance_at( clearance, x, y ), rows[y][x] - '0' );
		}
	}
}

// The article's figures 2 and 7: the same map in both metrics.
static void one_map_in_both_metrics( void** state )
{
	(void)state;
	const char* const brushfire[] = { "1111111", "1111121", "1100121", "1100121", "1111121", "1111111" };
	const char* const squares[] = { "2222321", "2111321", "2100321", "2100321", "2222221", "1111111" };
	fw_grid* grid = test_grid( ".......\n"
	                           ".......\n"
	                           "..##...\n"
	                           "..##...\n"
	                           ".......\n"
	                           ".......\n" );
	fw_clearance* clearance = measure( grid, LAND, FW_CLEARANCE_BRUSHFIRE );
	check_rows( clearance, brushfire );
	fw_clearance_destroy( clearance );
	clearance = measure( grid, LAND, FW_CLEARANCE_TRUE );
	check_rows( clearance, squares );
	fw_clearance_destroy( clearance );
	fw_grid_destroy( grid );
}

// The article's figures 8 to 10: land, water, and both.
static void one_map_for_three_capabilities( void** state )
{
	(void)state;
	const char* const land[] = { "221100", "211000", "110021", "010011" };
	const char* const water[] = { "000021", "000111", "002100", "001100" };
	const char* const both[] = { "344321", "233321", "122221", "011111" };
	const struct
	{
		uint32_t capabilities;
		const char* const* rows;
	} cases[] = { { FW_CAP_GROUND, land }, { FW_CAP_WATER, water }, { FW_CAP_GROUND | FW_CAP_WATER, both } };
	fw_grid* grid = test_grid( "....WW\n"
	                           "...WWW\n"
	                           "..WW..\n"
	                           "#.WW..\n" );
	for ( int32_t i = 0; i < 3; i++ )
	{
		fw_clearance* clearance = measure( grid, cases[i].capabilities, FW_CLEARANCE_TRUE );
		check_rows( clearance, cases[i].rows );
		fw_clearance_destroy( clearance );
	}
	fw_grid_destroy( grid );
}

static void misuse_is_refused( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 9, 9 );
	fw_clearance_def def = fw_default_clearance_def();
	fw_clearance* clearance = NULL;
	assert_int_equal( fw_clearance_create( NULL, &def, &clearance, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_clearance_create( grid, NULL, &clearance, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_clearance_create( grid, &def, NULL, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_clearance_update( NULL ), FW_ERR_ARGUMENT );
	def.metric = (fw_clearance_metric)2;
	assert_int_equal( fw_clearance_create( grid, &def, &clearance, NULL ), FW_ERR_ARGUMENT );
	def = fw_default_clearance_def();
	def.on_demand = true;
	assert_int_equal( fw_clearance_create( grid, &def, &clearance, NULL ), FW_ERR_MISMATCH );
	assert_null( clearance );
	def = ( fw_clearance_def ){ 0 };
	assert_int_equal( fw_clearance_create( grid, &def, &clearance, NULL ), FW_ERR_DEF );
	assert_null( clearance );
	fw_clearance_destroy( NULL );
	fw_grid_destroy( grid );
}

static void memory_runs_out( void** state )
{
	(void)state;
	for ( int32_t form = 0; form < 2; form++ )
	{
		fw_grid* grid = test_field( 30, 20 );
		test_memory memory = test_memory_make();
		fw_clearance_def def = fw_default_clearance_def();
		def.allocator = test_memory_allocator( &memory );
		def.on_demand = form == 1;
		assert_int_equal( fw_grid_add_layer( grid, def.capabilities, NULL ), FW_OK );
		fw_status status = FW_ERR_MEMORY;
		int64_t n = 0;
		for ( ; status != FW_OK; n++ )
		{
			fw_clearance* clearance = NULL;
			test_memory_fail_in( &memory, n, false );
			status = fw_clearance_create( grid, &def, &clearance, NULL );
			assert_int_equal( clearance != NULL, status == FW_OK );
			if ( clearance != NULL )
			{
				assert_int_equal( fw_clearance_memory( clearance ), memory.bytes );
				test_block( grid, 4, 4 );
				test_memory_fail_in( &memory, 0, true );
				assert_int_equal( fw_clearance_update( clearance ), FW_OK ); // needs no memory
				assert_int_equal( fw_clearance_at( clearance, 3, 3 ), 1 );
			}
			fw_clearance_destroy( clearance );
			test_memory_check_empty( &memory );
		}
		assert_int_equal( n, form == 0 ? 3 : 2 );
		fw_grid_destroy( grid );
	}
}

int run_test_clearance( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( clearances_are_measured ),
	    cmocka_unit_test( an_update_equals_measuring_anew ),
	    cmocka_unit_test( on_demand_equals_bytes ),
	    cmocka_unit_test( the_cap_is_kept ),
	    cmocka_unit_test( a_changed_terrain_is_taken_over ),
	    cmocka_unit_test( one_map_in_both_metrics ),
	    cmocka_unit_test( one_map_for_three_capabilities ),
	    cmocka_unit_test( misuse_is_refused ),
	    cmocka_unit_test( memory_runs_out ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

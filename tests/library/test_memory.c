// SPDX-License-Identifier: MIT
// Memory runs out at every single allocation, once and permanently: the status says so, nothing leaks, and all objects
// stay as they were.
#include "annotate/space.h"
#include "fairway/search.h"
#include "support_walker.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static fw_status create_grid( const fw_allocator* allocator, fw_grid** grid )
{
	fw_grid_def def = fw_default_grid_def();
	def.allocator = *allocator;
	def.width = 70;
	def.height = 30;
	return fw_grid_create( &def, grid, NULL );
}

static fw_status create_space( fw_grid* grid, const fw_allocator* allocator, fw_lattice lattice, fw_space** space )
{
	fw_space_def def = fw_default_space_def();
	def.allocator = *allocator;
	def.lattice = lattice;
	def.radius = 0.8;
	return fw_space_create( grid, &def, space, NULL );
}

static void grids_and_layers( void** state )
{
	(void)state;
	for ( int32_t for_good = 0; for_good < 2; for_good++ )
	{
		test_memory memory = test_memory_make();
		const fw_allocator allocator = test_memory_allocator( &memory );
		fw_status status = FW_ERR_MEMORY;
		int64_t n = 0;
		for ( ; status != FW_OK; n++ )
		{
			fw_grid* grid = NULL;
			test_memory_fail_in( &memory, n, for_good == 1 );
			status = create_grid( &allocator, &grid );
			assert_true( status == FW_OK || status == FW_ERR_MEMORY );
			assert_int_equal( grid != NULL, status == FW_OK );
			fw_grid_destroy( grid );
			test_memory_check_empty( &memory );
		}
		assert_true( n > 2 );

		test_memory_fail_never( &memory );
		fw_grid* grid = NULL;
		assert_int_equal( create_grid( &allocator, &grid ), FW_OK );
		const size_t bytes = memory.bytes;
		test_memory_fail_in( &memory, 0, for_good == 1 );
		assert_int_equal( fw_grid_add_layer( grid, FW_CAP_GROUND, NULL ), FW_ERR_MEMORY );
		assert_int_equal( memory.bytes, bytes );
		assert_int_equal( fw_grid_memory( grid ), bytes );
		assert_null( fw_grid_layer( grid, FW_CAP_GROUND ) );
		test_block( grid, 3, 4 ); // edits need no memory
		test_memory_fail_never( &memory );
		assert_int_equal( fw_grid_add_layer( grid, FW_CAP_GROUND, NULL ), FW_OK );
		assert_false( fw_layer_get( fw_grid_layer( grid, FW_CAP_GROUND ), 3, 4 ) );
		assert_true( fw_layer_get( fw_grid_layer( grid, FW_CAP_GROUND ), 4, 4 ) );
		fw_grid_destroy( grid );
		test_memory_check_empty( &memory );
	}
}

static void spaces( void** state )
{
	(void)state;
	for ( int32_t kind = 0; kind < 6; kind++ )
	{
		test_random random = test_random_make( 1 );
		fw_grid* grid = test_random_grid( &random, 70, 30, 0.1 );
		test_memory memory = test_memory_make();
		const fw_allocator allocator = test_memory_allocator( &memory );
		fw_status status = FW_ERR_MEMORY;
		int64_t n = 0;
		for ( ; status != FW_OK; n++ )
		{
			fw_space* space = NULL;
			test_memory_fail_in( &memory, n, kind >= 3 );
			status = create_space( grid, &allocator, (fw_lattice)( kind % 3 ), &space );
			assert_true( status == FW_OK || status == FW_ERR_MEMORY );
			assert_int_equal( space != NULL, status == FW_OK );
			fw_space_destroy( space );
			test_memory_check_empty( &memory );
		}
		assert_true( n > 8 );
		fw_grid_destroy( grid );
	}
}

// The grid's own memory may run out.
static void a_space_whose_grid_has_no_room( void** state )
{
	(void)state;
	test_memory memory = test_memory_make();
	const fw_allocator allocator = test_memory_allocator( &memory );
	const fw_allocator plenty = fw_default_allocator();
	fw_grid* grid = NULL;
	fw_space* space = NULL;
	assert_int_equal( create_grid( &allocator, &grid ), FW_OK );
	test_memory_fail_in( &memory, 0, true );
	assert_int_equal( create_space( grid, &plenty, FW_LATTICE_GAPS, &space ), FW_ERR_MEMORY );
	assert_null( space );
	test_memory_fail_never( &memory );
	assert_int_equal( create_space( grid, &plenty, FW_LATTICE_GAPS, &space ), FW_OK );
	fw_space_destroy( space );
	fw_grid_destroy( grid );
	test_memory_check_empty( &memory );
}

static void check_same_space( const fw_space* a, const fw_space* b )
{
	const fw_grid* grid = a->grid;
	for ( int32_t y = 0; y < fw_grid_height( grid ); y++ )
	{
		for ( int32_t x = 0; x < fw_grid_width( grid ); x++ )
		{
			const fw_vec2 here = { x + 0.5, y + 0.5 };
			const fw_vec2 other = { fw_grid_width( grid ) - x - 0.5, fw_grid_height( grid ) - y - 0.5 };
			assert_int_equal( fw_space_stands( a, x, y ), fw_space_stands( b, x, y ) );
			assert_int_equal( fw_space_region( a, x, y ), fw_space_region( b, x, y ) );
			assert_int_equal( fw_space_may_connect( a, here, other ), fw_space_may_connect( b, here, other ) );
		}
	}
}

// A failed update leaves the space stale, so that no search uses it; it can be updated later.
static void updates_of_spaces( void** state )
{
	(void)state;
	for ( int32_t kind = 0; kind < 6; kind++ )
	{
		test_random random = test_random_make( 2 );
		fw_grid* grid = test_random_grid( &random, 70, 30, 0.1 );
		test_memory memory = test_memory_make();
		const fw_allocator allocator = test_memory_allocator( &memory );
		const fw_allocator plenty = fw_default_allocator();
		fw_space* space = NULL;
		assert_int_equal( create_space( grid, &allocator, (fw_lattice)( kind % 3 ), &space ), FW_OK );
		fw_search* search = NULL;
		assert_int_equal( fw_search_create( NULL, &search ), FW_OK );
		int64_t failures = 0;
		for ( int64_t n = 0; n < test_rounds( 200 ); n++ )
		{
			// What a space holds grows with the walls, and then stays: so it begins on open ground now and then.
			if ( n % 8 == 0 )
			{
				const fw_rect all = { 0, 0, 70, 30 };
				assert_int_equal( fw_grid_fill( grid, all, FW_TERRAIN_GROUND, NULL ), FW_OK );
				fw_space_destroy( space );
				assert_int_equal( create_space( grid, &allocator, (fw_lattice)( kind % 3 ), &space ), FW_OK );
			}
			for ( int32_t i = 0; i < 12; i++ )
			{
				const fw_rect rect = test_random_place( &random, 70, 30, 3, 2 );
				const uint8_t terrain = i % 6 == 5 ? FW_TERRAIN_GROUND : FW_TERRAIN_OUT;
				assert_int_equal( fw_grid_fill( grid, rect, terrain, NULL ), FW_OK );
			}
			test_memory_fail_in( &memory, n % 3, kind >= 3 );
			const fw_status status = fw_space_update( space );
			test_memory_fail_never( &memory );
			assert_true( status == FW_OK || status == FW_ERR_MEMORY );
			assert_int_equal( fw_space_is_current( space ), status == FW_OK );
			if ( status == FW_ERR_MEMORY )
			{
				failures++;
				const fw_map map = { .grid = grid, .space = space };
				fw_query query = fw_default_query();
				query.unit.radius = 0.8;
				assert_int_equal( fw_search_begin( search, &map, &query, NULL ), FW_ERR_STALE );
				// Up to twice as many edits may lie in between before it succeeds.
				if ( test_random_chance( &random, 0.5 ) )
				{
					continue;
				}
				assert_int_equal( fw_space_update( space ), FW_OK );
			}
			fw_space* anew = NULL;
			assert_int_equal( create_space( grid, &plenty, (fw_lattice)( kind % 3 ), &anew ), FW_OK );
			check_same_space( space, anew );
			fw_space_destroy( anew );
		}
		assert_true( failures > test_rounds( 10 ) );
		fw_search_destroy( search );
		fw_space_destroy( space );
		test_memory_check_empty( &memory );
		fw_grid_destroy( grid );
	}
}

static void turn_tables( void** state )
{
	(void)state;
	const fw_lattice lattices[] = { FW_LATTICE_TILES, FW_LATTICE_GAPS };
	for ( int32_t kind = 0; kind < 4; kind++ )
	{
		test_memory memory = test_memory_make();
		fw_primitives_def def = fw_default_primitives_def();
		def.allocator = test_memory_allocator( &memory );
		def.ring = 1;
		def.lattice = lattices[kind % 2];
		def.costs = kind % 2 == 0;
		fw_status status = FW_ERR_MEMORY;
		int64_t n = 0;
		for ( ; status != FW_OK; n++ )
		{
			fw_primitives* turns = NULL;
			test_memory_fail_in( &memory, n, kind >= 2 );
			status = fw_primitives_create( &def, &turns, NULL );
			assert_true( status == FW_OK || status == FW_ERR_MEMORY );
			assert_int_equal( turns != NULL, status == FW_OK );
			fw_primitives_destroy( turns );
			test_memory_check_empty( &memory );
		}
		assert_true( n > 10 );
	}
}

typedef struct trial
{
	fw_map map;
	fw_query query;
	fw_result wanted; // with all the memory in the world
} trial;

// With default options, and with one that takes the longer path through the code.
static void make_trial( trial* t, fw_grid* grid, fw_space* space, bool plain )
{
	t->map = ( fw_map ){ .grid = grid, .space = space };
	t->query = fw_default_query();
	t->query.unit.radius = 0.8;
	t->query.start = ( fw_pose ){ 2.5, 2.5, 0.0 };
	t->query.goal = ( fw_pose ){ 117.5, 87.5, 0.0 };
	t->query.options.weight = plain ? 1.0 : 1.01;
	fw_result_init( &t->wanted, NULL );
	fw_search* search = NULL;
	assert_int_equal( fw_search_create( NULL, &search ), FW_OK );
	assert_int_equal( fw_search_run( search, &t->map, &t->query, &t->wanted, NULL ), FW_OK );
	assert_int_equal( t->wanted.outcome, FW_FOUND );
	fw_search_destroy( search );
}

// A new context and an empty result: the n-th allocation fails, then the same objects are used again.
static void fail_in_search( const trial* t, bool for_good )
{
	test_memory memory = test_memory_make();
	const fw_allocator allocator = test_memory_allocator( &memory );
	fw_status status = FW_ERR_MEMORY;
	int64_t n = 0;
	for ( ; status != FW_OK; n++ )
	{
		fw_search* search = NULL;
		fw_result result;
		fw_result_init( &result, &allocator );
		test_memory_fail_in( &memory, n, for_good );
		status = fw_search_create( &allocator, &search );
		if ( status == FW_OK )
		{
			status = fw_search_run( search, &t->map, &t->query, &result, NULL );
			test_memory_fail_never( &memory );
			if ( status == FW_OK )
			{
				walker_check_same( &result, &t->wanted );
			}
			else
			{
				assert_int_equal( status, FW_ERR_MEMORY );
				assert_int_equal( fw_search_run( search, &t->map, &t->query, &result, NULL ), FW_OK );
				walker_check_same( &result, &t->wanted );
			}
			assert_int_equal( fw_search_memory( search ) + (size_t)result.path.capacity * sizeof( fw_segment ),
			                  memory.bytes );
		}
		else
		{
			assert_null( search );
			assert_int_equal( status, FW_ERR_MEMORY );
		}
		fw_result_free( &result );
		fw_search_destroy( search );
		test_memory_check_empty( &memory );
	}
	assert_true( n > 10 );
}

static void searches( void** state )
{
	(void)state;
	test_random random = test_random_make( 3 );
	fw_grid* grid = test_random_town( &random, 120, 90, 40, 6 );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 0, 0, 6, 6 }, FW_TERRAIN_GROUND, NULL ), FW_OK );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 112, 82, 8, 8 }, FW_TERRAIN_GROUND, NULL ), FW_OK );
	const fw_allocator plenty = fw_default_allocator();
	fw_space* space = NULL;
	assert_int_equal( create_space( grid, &plenty, FW_LATTICE_TILES, &space ), FW_OK );
	for ( int32_t kind = 0; kind < 4; kind++ )
	{
		trial t;
		make_trial( &t, grid, space, kind % 2 == 0 );
		fail_in_search( &t, kind >= 2 );
		fw_result_free( &t.wanted );
	}
	fw_space_destroy( space );
	fw_grid_destroy( grid );
}

// In slices: a step that fails ends the search, and the failure is reported until the next begin.
static void steps_and_results( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 100, 100 );
	const fw_allocator plenty = fw_default_allocator();
	fw_space* space = NULL;
	assert_int_equal( create_space( grid, &plenty, FW_LATTICE_TILES, &space ), FW_OK );
	trial t;
	t.map = ( fw_map ){ .grid = grid, .space = space };
	t.query = fw_default_query();
	t.query.unit.radius = 0.8;
	t.query.start = ( fw_pose ){ 2.5, 2.5, 0.0 };
	t.query.goal = ( fw_pose ){ 97.5, 90.5, 0.0 };
	test_memory memory = test_memory_make();
	const fw_allocator allocator = test_memory_allocator( &memory );
	fw_search* search = NULL;
	fw_result result;
	fw_result_init( &result, &allocator );
	assert_int_equal( fw_search_create( &allocator, &search ), FW_OK );
	assert_int_equal( fw_search_begin( search, &t.map, &t.query, NULL ), FW_OK );
	test_memory_fail_in( &memory, 0, true );
	fw_status status = FW_OK;
	fw_outcome outcome = FW_RUNNING;
	while ( status == FW_OK && outcome == FW_RUNNING )
	{
		status = fw_search_step( search, 5, &outcome, NULL );
	}
	assert_int_equal( status, FW_ERR_MEMORY );
	assert_int_equal( outcome, FW_RUNNING );
	assert_int_equal( fw_search_step( search, 5, &outcome, NULL ), FW_ERR_STATE );
	assert_int_equal( fw_search_result( search, &result ), FW_ERR_STATE );
	test_memory_fail_never( &memory );
	assert_int_equal( fw_search_begin( search, &t.map, &t.query, NULL ), FW_OK );
	assert_int_equal( fw_search_step( search, INT64_MAX, &outcome, NULL ), FW_OK );
	assert_int_equal( outcome, FW_FOUND );
	// The path has no room; once it has, the same search still returns the path.
	test_memory_fail_in( &memory, 0, true );
	assert_int_equal( fw_search_result( search, &result ), FW_ERR_MEMORY );
	test_memory_fail_never( &memory );
	assert_int_equal( fw_search_result( search, &result ), FW_OK );
	assert_int_equal( result.outcome, FW_FOUND );
	assert_int_equal( result.path.count, 95 );
	fw_result_free( &result );
	fw_search_destroy( search );
	test_memory_check_empty( &memory );
	fw_space_destroy( space );
	fw_grid_destroy( grid );
}

int run_test_memory( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( grids_and_layers ),
	    cmocka_unit_test( spaces ),
	    cmocka_unit_test( a_space_whose_grid_has_no_room ),
	    cmocka_unit_test( updates_of_spaces ),
	    cmocka_unit_test( turn_tables ),
	    cmocka_unit_test( searches ),
	    cmocka_unit_test( steps_and_results ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

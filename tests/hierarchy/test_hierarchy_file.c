// SPDX-License-Identifier: MIT
// Hierarchies in files: reading gives what was written, for the same map only; any other bytes are refused, or at least
// harmless.
#include "base/bytes.h"
#include "hierarchy/hierarchy.h"
#include "hierarchy/upper.h"
#include "support_hierarchy.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// A hierarchy with its bytes.
typedef struct saved
{
	fw_grid* grid;
	fw_hierarchy* hierarchy;
	char* bytes;
	size_t size;
} saved;

static saved save( fw_grid* grid, const fw_hierarchy_def* def )
{
	saved s = { .grid = grid };
	assert_int_equal( fw_hierarchy_create( grid, def, &s.hierarchy, NULL ), FW_OK );
	assert_int_equal( fw_hierarchy_format( s.hierarchy, &s.bytes, &s.size ), FW_OK );
	return s;
}

static void saved_free( saved* s )
{
	free( s->bytes );
	fw_hierarchy_destroy( s->hierarchy );
	fw_grid_destroy( s->grid );
}

static void mend_checksum( char* bytes, size_t size )
{
	char* end = bytes + size - 8;
	fw_put( &end, fw_hash_bytes( FW_HASH_BEGIN, bytes, size - 8 ), 8 );
}

static fw_status parse( const saved* s, const char* bytes, size_t size, fw_hierarchy** hierarchy )
{
	*hierarchy = NULL;
	const fw_status status = fw_hierarchy_parse( s->grid, bytes, size, NULL, hierarchy, NULL );
	assert_int_equal( *hierarchy != NULL, status == FW_OK );
	return status;
}

static void what_is_read_is_what_was_written( void** state )
{
	(void)state;
	test_random random = test_random_make( 41 );
	for ( int32_t round = 0; round < test_rounds( 80 ); round++ )
	{
		fw_grid* grid = test_random_world_of( &random, 1, 90 );
		if ( round % 3 == 0 )
		{
			fw_terrain swamp = *fw_grid_terrain( grid, FW_TERRAIN_SWAMP );
			swamp.cost = 1.0 + test_random_real( &random, 0.1, 4.0 );
			assert_int_equal( fw_grid_set_terrain( grid, FW_TERRAIN_SWAMP, &swamp, NULL ), FW_OK );
		}
		fw_hierarchy_def def = test_random_hierarchy( &random );
		def.levels = round % 4 == 0 ? 3 : 0;
		saved s = save( grid, &def );
		fw_hierarchy* read = NULL;
		assert_int_equal( parse( &s, s.bytes, s.size, &read ), FW_OK );
		assert_int_equal( read->columns * read->rows, s.hierarchy->columns * s.hierarchy->rows );
		for ( int32_t i = 0; i < read->columns * read->rows; i++ )
		{
			assert_true( fw_cluster_equals( read->clusters[i], s.hierarchy->clusters[i] ) );
		}
		assert_int_equal( read->uppers != NULL, s.hierarchy->uppers != NULL );
		for ( int32_t i = 0; read->uppers != NULL && i < read->upper_columns * read->upper_rows; i++ )
		{
			assert_true( fw_cluster_equals( read->uppers[i], s.hierarchy->uppers[i] ) );
		}
		assert_int_equal( read->def.levels, def.levels );
		assert_int_equal( read->def.quality, def.quality );
		assert_int_equal( read->def.size_count, def.size_count );
		assert_memory_equal( read->def.capabilities, def.capabilities,
		                     (size_t)def.capability_count * sizeof( def.capabilities[0] ) );
		char* again = NULL;
		size_t size = 0;
		assert_int_equal( fw_hierarchy_format( read, &again, &size ), FW_OK );
		assert_int_equal( size, s.size );
		assert_memory_equal( again, s.bytes, size );
		free( again );

		// It takes over edits like a hierarchy that was built.
		fw_hierarchy* next = NULL;
		fw_hierarchy* expected = NULL;
		test_random_build( &random, s.grid );
		assert_int_equal( fw_hierarchy_update( read, &next, NULL ), FW_OK );
		assert_int_equal( fw_hierarchy_update( s.hierarchy, &expected, NULL ), FW_OK );
		for ( int32_t i = 0; i < next->columns * next->rows; i++ )
		{
			assert_true( fw_cluster_equals( next->clusters[i], expected->clusters[i] ) );
		}
		fw_hierarchy_destroy( expected );
		fw_hierarchy_destroy( next );
		fw_hierarchy_destroy( read );
		saved_free( &s );
	}
}

static saved save_small( void )
{
	test_random random = test_random_make( 42 );
	fw_hierarchy_def def = fw_default_hierarchy_def();
	def.cluster = 6;
	def.levels = 3;
	def.size_count = 2;
	def.sizes[1] = 2;
	return save( test_random_town( &random, 30, 26, 8, 5 ), &def );
}

static void another_map_is_refused( void** state )
{
	(void)state;
	saved s = save_small();
	fw_hierarchy* read = NULL;
	const uint8_t tile = fw_grid_get( s.grid, 7, 9 );
	const fw_rect rect = { 7, 9, 1, 1 };
	assert_int_equal(
	    fw_grid_fill( s.grid, rect, tile == FW_TERRAIN_WATER ? FW_TERRAIN_TREES : FW_TERRAIN_WATER, NULL ), FW_OK );
	assert_int_equal( parse( &s, s.bytes, s.size, &read ), FW_ERR_STALE );
	assert_int_equal( fw_grid_fill( s.grid, rect, tile, NULL ), FW_OK );
	assert_int_equal( parse( &s, s.bytes, s.size, &read ), FW_OK ); // the same again
	fw_hierarchy_destroy( read );
	fw_terrain swamp = *fw_grid_terrain( s.grid, FW_TERRAIN_SWAMP );
	swamp.cost = 1.5;
	assert_int_equal( fw_grid_set_terrain( s.grid, FW_TERRAIN_SWAMP, &swamp, NULL ), FW_OK );
	assert_int_equal( parse( &s, s.bytes, s.size, &read ), FW_ERR_STALE );
	fw_grid* other = test_field( 30, 27 );
	assert_int_equal( fw_hierarchy_parse( other, s.bytes, s.size, NULL, &read, NULL ), FW_ERR_STALE );
	fw_grid_destroy( other );
	saved_free( &s );
}

static void damage_is_refused( void** state )
{
	(void)state;
	saved s = save_small();
	fw_hierarchy* read = NULL;
	for ( size_t size = 0; size < s.size; size++ )
	{
		assert_int_equal( parse( &s, s.bytes, size, &read ), FW_ERR_SYNTAX );
	}
	for ( size_t i = 0; i < s.size; i++ )
	{
		s.bytes[i] = (char)( s.bytes[i] ^ ( 1 << i % 8 ) );
		assert_int_equal( parse( &s, s.bytes, s.size, &read ), FW_ERR_SYNTAX );
		s.bytes[i] = (char)( s.bytes[i] ^ ( 1 << i % 8 ) );
	}
	char* longer = malloc( s.size + 1 );
	assert_non_null( longer );
	memcpy( longer, s.bytes, s.size );
	longer[s.size] = 0;
	assert_int_equal( parse( &s, longer, s.size + 1, &read ), FW_ERR_SYNTAX );
	mend_checksum( longer, s.size + 1 );
	assert_int_equal( parse( &s, longer, s.size + 1, &read ), FW_ERR_SYNTAX );
	free( longer );
	saved_free( &s );
}

// With a correct checksum, impossible contents are refused, and possible ones do no harm.
static void forgeries_do_no_harm( void** state )
{
	(void)state;
	test_random random = test_random_make( 43 );
	saved s = save_small();
	fw_search* search = NULL;
	fw_result result;
	fw_result_init( &result, NULL );
	assert_int_equal( fw_search_create( NULL, &search ), FW_OK );
	char* forged = malloc( s.size );
	assert_non_null( forged );
	int32_t taken = 0;
	for ( int32_t round = 0; round < test_rounds( 6000 ); round++ )
	{
		fw_hierarchy* read = NULL;
		memcpy( forged, s.bytes, s.size );
		for ( int32_t i = 1 + test_random_int( &random, 2 ); i > 0; i-- )
		{
			const int32_t at = test_random_int( &random, (int32_t)s.size );
			forged[at] = (char)(uint8_t)test_random_int( &random, 256 );
		}
		mend_checksum( forged, s.size );
		const fw_status status = parse( &s, forged, s.size, &read );
		assert_true( status == FW_OK || status == FW_ERR_SYNTAX || status == FW_ERR_STALE );
		for ( int32_t i = 0; i < 4 && status == FW_OK; i++ )
		{
			const fw_map map = { .hierarchy = read };
			const fw_query query =
			    test_hierarchy_random_query( &random, 30, 26, test_hierarchy_method( read->def.quality ),
			                                 read->def.capabilities[0], read->def.sizes[0] );
			const fw_status searched = fw_search_run( search, &map, &query, &result, NULL );
			assert_true( searched == FW_OK || searched == FW_ERR_MISMATCH );
		}
		taken += status == FW_OK;
		fw_hierarchy_destroy( read );
	}
	assert_true( taken > test_rounds( 100 ) && taken < test_rounds( 5900 ) );
	free( forged );
	fw_result_free( &result );
	fw_search_destroy( search );
	saved_free( &s );
}

static void memory_runs_out( void** state )
{
	(void)state;
	saved s = save_small();
	test_memory memory = test_memory_make();
	const fw_allocator allocator = test_memory_allocator( &memory );
	int64_t n = 0;
	for ( fw_status status = FW_ERR_MEMORY; status != FW_OK; n++ )
	{
		fw_hierarchy* read = NULL;
		test_memory_fail_in( &memory, n, n % 2 == 0 );
		status = fw_hierarchy_parse( s.grid, s.bytes, s.size, &allocator, &read, NULL );
		assert_true( status == FW_OK || status == FW_ERR_MEMORY );
		assert_int_equal( read != NULL, status == FW_OK );
		test_memory_fail_never( &memory );
		if ( read != NULL )
		{
			char* bytes = NULL;
			size_t size = 0;
			test_memory_fail_in( &memory, 0, true );
			assert_int_equal( fw_hierarchy_format( read, &bytes, &size ), FW_ERR_MEMORY );
			assert_null( bytes );
		}
		fw_hierarchy_destroy( read );
		test_memory_check_empty( &memory );
	}
	assert_true( n > 20 );
	saved_free( &s );
}

static void files_are_written_and_read( void** state )
{
	(void)state;
	saved s = save_small();
	const char* file = "test_hierarchy_file.tmp";
	fw_hierarchy* read = NULL;
	assert_int_equal( fw_hierarchy_save( s.hierarchy, file ), FW_OK );
	assert_int_equal( fw_hierarchy_load( s.grid, file, NULL, &read, NULL ), FW_OK );
	fw_hierarchy_destroy( read );
	read = NULL;
	assert_int_equal( fw_hierarchy_load( s.grid, "no/such/file", NULL, &read, NULL ), FW_ERR_IO );
	assert_int_equal( fw_hierarchy_save( s.hierarchy, "no/such/folder/file" ), FW_ERR_IO );
	assert_int_equal( fw_hierarchy_save( NULL, file ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_hierarchy_save( s.hierarchy, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_hierarchy_load( NULL, file, NULL, &read, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_hierarchy_load( s.grid, NULL, NULL, &read, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_hierarchy_load( s.grid, file, NULL, NULL, NULL ), FW_ERR_ARGUMENT );
	test_block( s.grid, 3, 3 );
	assert_int_equal( fw_hierarchy_save( s.hierarchy, file ), FW_ERR_STALE );
	assert_int_equal( fw_hierarchy_load( s.grid, file, NULL, &read, NULL ), FW_ERR_STALE );
	assert_null( read );
	assert_int_equal( remove( file ), 0 );
	saved_free( &s );
}

// Edges that each cost as much as a file can state: sums over many of them must not overflow.
static void dear_edges_end( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 400, 400 );
	for ( int32_t y = 9; y < 400; y += 10 )
	{
		assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ y / 10 % 2 == 0, y, 399, 1 }, FW_TERRAIN_OUT, NULL ),
		                  FW_OK );
	}
	fw_hierarchy_def def = fw_default_hierarchy_def();
	def.cluster = 10;
	saved s = save( grid, &def );
	for ( int32_t i = 0; i < s.hierarchy->columns * s.hierarchy->rows; i++ )
	{
		fw_cluster* cluster = s.hierarchy->clusters[i];
		fw_abstract_edge* edges = (fw_abstract_edge*)(void*)( (char*)cluster + cluster->edges );
		for ( uint32_t k = 0; k < cluster->edge_count; k++ )
		{
			edges[k].cost = FW_CLUSTER_MAX * FW_CLUSTER_MAX * 64u * FW_LOCAL_DIAGONAL - 12345 * ( k % 97 );
		}
	}
	fw_window* window = calloc( 1, sizeof( fw_window ) );
	assert_non_null( window );
	const fw_allocator allocator = s.hierarchy->allocator;
	assert_true( fw_window_search( window, &allocator, s.hierarchy, 0, ( fw_rect ){ 0, 0, 16, 16 }, 0, 0, NULL ) );
	const uint32_t nodes = window->first[256];
	for ( uint32_t node = 0; node < nodes; node++ )
	{
		uint32_t steps = 0;
		const bool reached = window->nodes[node].g != FW_LOCAL_FAR;
		for ( uint32_t at = node; reached && at != FW_WINDOW_NONE; at = window->nodes[at].parent )
		{
			assert_true( steps++ < nodes );
		}
	}
	fw_window_hold( &( fw_holdings ){ .allocator = &allocator }, window );
	free( window );
	saved_free( &s );
}

int run_test_hierarchy_file( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( what_is_read_is_what_was_written ),
	    cmocka_unit_test( another_map_is_refused ),
	    cmocka_unit_test( damage_is_refused ),
	    cmocka_unit_test( forgeries_do_no_harm ),
	    cmocka_unit_test( memory_runs_out ),
	    cmocka_unit_test( files_are_written_and_read ),
	    cmocka_unit_test( dear_edges_end ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

// SPDX-License-Identifier: MIT
// Shared by the tests of routes.
#include "support_route.h"

#include "hierarchy/hierarchy.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

void test_route_open( test_route_world* w, fw_grid* grid, const fw_hierarchy_def* def )
{
	*w = ( test_route_world ){ .grid = grid };
	assert_int_equal( fw_hierarchy_create( grid, def, &w->hierarchy, NULL ), FW_OK );
	assert_int_equal( fw_search_create( NULL, &w->whole_search ), FW_OK );
	assert_int_equal( fw_search_create( NULL, &w->search ), FW_OK );
	assert_int_equal( fw_route_create( NULL, &w->route ), FW_OK );
	fw_result_init( &w->whole, NULL );
	fw_result_init( &w->result, NULL );
}

void test_route_close( test_route_world* w )
{
	fw_result_free( &w->whole );
	fw_result_free( &w->result );
	fw_route_destroy( w->route );
	fw_search_destroy( w->search );
	fw_search_destroy( w->whole_search );
	fw_hierarchy_destroy( w->hierarchy );
	fw_grid_destroy( w->grid );
}

void test_route_update( test_route_world* w )
{
	fw_hierarchy* next = NULL;
	assert_int_equal( fw_hierarchy_update( w->hierarchy, &next, NULL ), FW_OK );
	fw_hierarchy_destroy( w->hierarchy );
	w->hierarchy = next;
}

fw_query test_route_query( const test_route_world* w, test_random* random )
{
	const fw_hierarchy_def* def = fw_hierarchy_definition( w->hierarchy );
	const int32_t width = fw_grid_width( w->grid );
	const int32_t height = fw_grid_height( w->grid );
	const uint32_t capabilities = def->capabilities[test_random_int( random, def->capability_count )];
	const int32_t size = def->sizes[test_random_int( random, def->size_count )];
	fw_query query =
	    test_hierarchy_random_query( random, width, height, test_hierarchy_method( def->quality ), capabilities, size );
	query.start_any_heading = test_random_chance( random, 0.5 );
	return query;
}

bool test_route_plan( test_route_world* w, const fw_query* query )
{
	const fw_map map = { .grid = w->grid, .hierarchy = w->hierarchy };
	assert_int_equal( fw_search_run( w->whole_search, &map, query, &w->whole, NULL ), FW_OK );
	fw_outcome outcome = FW_RUNNING;
	assert_int_equal( fw_search_begin( w->search, &map, query, NULL ), FW_OK );
	while ( outcome == FW_RUNNING )
	{
		assert_int_equal( fw_search_step( w->search, 1000, &outcome, NULL ), FW_OK );
	}
	assert_int_equal( fw_search_route( w->search, w->route, &w->result, NULL ), FW_OK );
	assert_int_equal( w->result.outcome, w->whole.outcome );
	assert_int_equal( w->result.reason, w->whole.reason );
	assert_memory_equal( &w->result.counters, &w->whole.counters, sizeof( fw_counters ) );
	assert_int_equal( w->result.path.count, 0 );
	assert_true( w->result.length == 0.0 );
	assert_int_equal( fw_route_is_done( w->route ), w->whole.outcome != FW_FOUND );
	assert_true( fw_route_left( w->route ) == w->result.cost );
	return w->whole.outcome == FW_FOUND;
}

void test_route_check_same( const fw_path* a, const fw_path* b )
{
	assert_true( fw_path_hash( a ) == fw_path_hash( b ) );
	assert_int_equal( a->count, b->count );
	assert_true( a->length == b->length );
	assert_memory_equal( &a->start, &b->start, sizeof( a->start ) );
}

void test_route_add( test_route_world* w, double tiles, fw_path* path )
{
	const double before = path->length;
	const fw_pose place = fw_route_position( w->route );
	assert_true( path->count == 0 || test_distance_between( place, fw_path_end( path ) ) == 0.0 );
	assert_int_equal( fw_route_next( w->route, w->search, w->hierarchy, tiles, path, NULL ), FW_OK );
	const fw_pose end = fw_path_end( path );
	assert_true( test_distance_between( fw_route_position( w->route ), end ) == 0.0 );
	const double made = path->length - before;
	const bool done = fw_route_is_done( w->route );
	assert_true( done || made >= tiles - 1e-9 );
	assert_true( !( tiles < INFINITY ) || made <= tiles + 128.0 * FW_SQRT2 );
	assert_true( done == ( fw_route_left( w->route ) == 0.0 ) );
}

fw_grid* test_route_grid( test_random* random, bool large, bool costs )
{
	const int32_t width = large ? 260 + test_random_int( random, 200 ) : 20 + test_random_int( random, 60 );
	const int32_t height = large ? 100 + test_random_int( random, 300 ) : 20 + test_random_int( random, 60 );
	fw_grid* grid = test_random_chance( random, 0.5 )
	                    ? test_random_town( random, width, height, width * height / 250, 12 )
	                    : test_random_map( random, width, height, test_random_real( random, 0.0, 0.25 ) );
	for ( int32_t i = 0; i < 8; i++ )
	{
		test_random_build( random, grid );
	}
	if ( costs )
	{
		fw_terrain terrain = *fw_grid_terrain( grid, FW_TERRAIN_SWAMP );
		terrain.cost = 3.0;
		assert_int_equal( fw_grid_set_terrain( grid, FW_TERRAIN_SWAMP, &terrain, NULL ), FW_OK );
		assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 3, 3, 9, 7 }, FW_TERRAIN_SWAMP, NULL ), FW_OK );
	}
	return grid;
}

fw_hierarchy_def test_route_def( test_random* random, bool large )
{
	fw_hierarchy_def def = fw_default_hierarchy_def();
	def.cluster = FW_CLUSTER_MIN + test_random_int( random, large ? 5 : 17 );
	def.quality = (fw_quality)test_random_int( random, 3 );
	def.levels = large ? 3 : 2;
	def.size_count = 3;
	def.sizes[1] = 2;
	def.sizes[2] = 3;
	return def;
}

// SPDX-License-Identifier: MIT
// Shared by the tests of hierarchies.
#include "support_hierarchy.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

void test_random_build( test_random* random, fw_grid* grid )
{
	const int32_t most = test_random_chance( random, 0.8 ) ? 6 : 20;
	const fw_rect patch = test_random_rect( random, fw_grid_width( grid ), fw_grid_height( grid ), most, most );
	assert_int_equal( fw_grid_fill( grid, patch, (uint8_t)test_random_int( random, 6 ), NULL ), FW_OK );
}

fw_grid* test_random_world( test_random* random, int32_t width, int32_t height )
{
	fw_grid* grid = test_random_map( random, width, height, test_random_real( random, 0.0, 0.35 ) );
	for ( int32_t i = test_random_int( random, 1 + width * height / 60 ); i > 0; i-- )
	{
		test_random_build( random, grid );
	}
	return grid;
}

fw_grid* test_random_world_of( test_random* random, int32_t least, int32_t count )
{
	const int32_t width = least + test_random_int( random, count );
	return test_random_world( random, width, least + test_random_int( random, count ) );
}

fw_hierarchy_def test_random_hierarchy( test_random* random )
{
	const uint32_t capabilities[] = { TEST_LAND, FW_CAP_WATER, TEST_LAND | FW_CAP_WATER, FW_CAP_TREES, FW_CAP_GROUND };
	fw_hierarchy_def def = fw_default_hierarchy_def();
	def.cluster = FW_CLUSTER_MIN + test_random_int( random, FW_CLUSTER_MAX - FW_CLUSTER_MIN + 1 );
	def.quality = (fw_quality)test_random_int( random, 3 );
	def.size_count = 1 + test_random_int( random, 3 );
	for ( int32_t i = 0; i < def.size_count; i++ )
	{
		def.sizes[i] = ( i > 0 ? def.sizes[i - 1] : 0 ) + 1 + test_random_int( random, 2 );
	}
	def.capability_count = 1 + test_random_int( random, 3 );
	const int32_t first = test_random_int( random, 5 );
	for ( int32_t i = 0; i < def.capability_count; i++ )
	{
		def.capabilities[i] = capabilities[( first + i ) % 5];
	}
	return def;
}

const char* test_hierarchy_method( fw_quality quality )
{
	return quality == FW_QUALITY_HIGH ? "haastar-high" : quality == FW_QUALITY_LOW ? "haastar-low" : "haastar-initial";
}

fw_query test_hierarchy_query( const char* method, uint32_t capabilities, int32_t size, int32_t x, int32_t y,
                               int32_t goal_x, int32_t goal_y )
{
	fw_query query = fw_default_query();
	query.method = method;
	query.unit.capabilities = capabilities;
	query.unit.size = size;
	query.start = test_center( x, y, 0.0 );
	query.goal = test_center( goal_x, goal_y, 0.0 );
	return query;
}

fw_query test_hierarchy_random_query( test_random* random, int32_t width, int32_t height, const char* method,
                                      uint32_t capabilities, int32_t size )
{
	fw_query query = test_hierarchy_query( method, capabilities, size, 0, 0, 0, 0 );
	query.start = test_random_center( random, width, height, 0.0 );
	query.goal = test_random_center( random, width, height, 0.0 );
	return query;
}

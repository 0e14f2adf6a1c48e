// SPDX-License-Identifier: MIT
// Shared by the tests of squares.
#include "support_squares.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

void squares_open( squares* s, fw_grid* grid, int32_t size, uint32_t capabilities )
{
	*s = ( squares ){ .grid = grid, .size = size, .capabilities = capabilities };
	fw_space_def space = fw_default_space_def();
	space.size = size;
	space.capabilities = capabilities;
	fw_clearance_def clearance = fw_default_clearance_def();
	clearance.capabilities = capabilities;
	clearance.on_demand = fw_grid_width( grid ) % 2 == 1; // both forms are to do
	assert_int_equal( fw_space_create( grid, &space, &s->space, NULL ), FW_OK );
	assert_int_equal( fw_clearance_create( grid, &clearance, &s->clearance, NULL ), FW_OK );
	assert_int_equal( fw_search_create( NULL, &s->search ), FW_OK );
	fw_result_init( &s->result, NULL );
}

void squares_close( squares* s )
{
	fw_result_free( &s->result );
	fw_search_destroy( s->search );
	fw_clearance_destroy( s->clearance );
	fw_space_destroy( s->space );
	fw_grid_destroy( s->grid );
}

fw_query squares_query( const squares* s, const char* method, fw_pose start, fw_pose goal )
{
	fw_query query = fw_default_query();
	query.method = method;
	query.unit.size = s->size;
	query.unit.capabilities = s->capabilities;
	query.start = start;
	query.goal = goal;
	return query;
}

fw_status squares_run( squares* s, const fw_query* query )
{
	const fw_map map = { .grid = s->grid, .space = s->space, .clearance = s->clearance };
	return fw_search_run( s->search, &map, query, &s->result, NULL );
}

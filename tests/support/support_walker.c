// SPDX-License-Identifier: MIT
// A map with all that a search without headings needs.
#include "support_walker.h"
#include "annotate/space.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

void walker_open( walker* w, fw_grid* grid, double radius, uint32_t capabilities )
{
	*w = ( walker ){ .grid = grid };
	fw_space_def def = fw_default_space_def();
	def.radius = radius;
	def.capabilities = capabilities;
	assert_int_equal( fw_space_create( grid, &def, &w->space, NULL ), FW_OK );
	assert_int_equal( fw_search_create( NULL, &w->search ), FW_OK );
	fw_result_init( &w->result, NULL );
	w->map = ( fw_map ){ .grid = grid, .space = w->space };
}

void walker_open_default( walker* w, fw_grid* grid )
{
	const fw_unit unit = fw_default_unit();
	walker_open( w, grid, unit.radius, unit.capabilities );
}

void walker_close( walker* w )
{
	fw_result_free( &w->result );
	fw_search_destroy( w->search );
	fw_space_destroy( w->space );
	fw_grid_destroy( w->grid );
	*w = ( walker ){ 0 };
}

fw_query walker_query( const walker* w, const char* method, fw_anchor anchor, int32_t x, int32_t y, int32_t goal_x,
                       int32_t goal_y )
{
	const double half = anchor == FW_ANCHOR_CORNER ? 0.0 : 0.5;
	fw_query query = fw_default_query();
	query.method = method;
	query.unit.radius = w->space->radius;
	query.unit.capabilities = w->space->capabilities;
	query.options.anchor = anchor;
	query.start = ( fw_pose ){ x + half, y + half, 0.0 };
	query.goal = ( fw_pose ){ goal_x + half, goal_y + half, 0.0 };
	return query;
}

fw_query walker_random_query( const walker* w, test_random* random, const char* method, fw_anchor anchor )
{
	const int32_t more = anchor == FW_ANCHOR_CORNER ? 1 : 0;
	const int32_t width = fw_grid_width( w->grid ) + more;
	const int32_t height = fw_grid_height( w->grid ) + more;
	const int32_t x = test_random_int( random, width ), goal_x = test_random_int( random, width );
	const int32_t y = test_random_int( random, height ), goal_y = test_random_int( random, height );
	return walker_query( w, method, anchor, x, y, goal_x, goal_y );
}

fw_query walker_query_of( double x, double y, double goal_x, double goal_y )
{
	fw_query query = fw_default_query();
	query.start = ( fw_pose ){ x, y, 0.0 };
	query.goal = ( fw_pose ){ goal_x, goal_y, 0.0 };
	return query;
}

fw_status walker_begin( walker* w, const fw_query* query )
{
	return fw_search_begin( w->search, &w->map, query, NULL );
}

const fw_result* walker_solve( walker* w, const fw_query* query )
{
	assert_int_equal( fw_search_run( w->search, &w->map, query, &w->result, NULL ), FW_OK );
	return &w->result;
}

void walker_check_same( const fw_result* a, const fw_result* b )
{
	assert_int_equal( a->outcome, b->outcome );
	assert_int_equal( a->reason, b->reason );
	assert_memory_equal( &a->counters, &b->counters, sizeof( a->counters ) );
	assert_true( a->length == b->length && a->cost == b->cost );
	assert_int_equal( a->path.count, b->path.count );
	assert_true( fw_path_hash( &a->path ) == fw_path_hash( &b->path ) );
}

void walker_hear( void* heard, const fw_heard* what )
{
	const fw_event event = what->event;
	const fw_pose pose = what->pose;
	walker_heard* counts = heard;
	assert_true( pose.x >= 0.0 && pose.y >= 0.0 );
	counts->expanded += event == FW_EVENT_EXPAND ? 1 : 0;
	counts->opened += event == FW_EVENT_OPEN ? 1 : 0;
}

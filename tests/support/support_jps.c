// SPDX-License-Identifier: MIT
// Shared by the tests of jump points.
#include "support_jps.h"

#include "annotate/space.h"

#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#define COUNT( array ) ( (int32_t)( sizeof( array ) / sizeof( ( array )[0] ) ) )

fw_query test_jps_query( const walker* w, const char* method, fw_pose start, fw_pose goal )
{
	fw_query query = fw_default_query();
	query.method = method;
	query.unit.radius = w->space->radius;
	query.unit.capabilities = w->space->capabilities;
	query.start = start;
	query.goal = goal;
	return query;
}

const fw_result* test_jps_solve( walker* w, const fw_query* query )
{
	assert_int_equal( fw_search_run( w->search, &w->map, query, &w->result, NULL ), FW_OK );
	return &w->result;
}

void test_jps_fail( const walker* w, const fw_query* query, const char* what )
{
	if ( fw_grid_width( w->grid ) <= 200 && fw_grid_height( w->grid ) <= 200 )
	{
		test_print_grid( w->grid, ( fw_rect ){ 0, 0, fw_grid_width( w->grid ), fw_grid_height( w->grid ) } );
	}
	for ( int32_t i = 0; i < w->result.path.count && i < 100; i++ )
	{
		const fw_segment* s = &w->result.path.segments[i];
		fprintf( stderr, "(%.9g, %.9g) to (%.9g, %.9g)\n", s->from.x, s->from.y, s->to.x, s->to.y );
	}
	fail_msg( "%s on %" PRId32 " x %" PRId32 " from (%.17g, %.17g) to (%.17g, %.17g), radius %g: %s, length %.9f: %s",
	          query->method, fw_grid_width( w->grid ), fw_grid_height( w->grid ), query->start.x, query->start.y,
	          query->goal.x, query->goal.y, query->unit.radius, fw_reason_text( w->result.reason ), w->result.length,
	          what );
}

void test_jps_check_steps( const walker* w, const fw_query* query )
{
	const fw_path* path = &w->result.path;
	int32_t x = (int32_t)floor( path->start.x );
	int32_t y = (int32_t)floor( path->start.y );
	int32_t last_x = 0;
	int32_t last_y = 0;
	for ( int32_t i = 0; i < path->count; i++ )
	{
		const int32_t to_x = (int32_t)floor( path->segments[i].to.x );
		const int32_t to_y = (int32_t)floor( path->segments[i].to.y );
		const int32_t dx = ( to_x > x ) - ( to_x < x );
		const int32_t dy = ( to_y > y ) - ( to_y < y );
		if ( path->segments[i].to.x != to_x + 0.5 || path->segments[i].to.y != to_y + 0.5 || ( dx == 0 && dy == 0 ) )
		{
			test_jps_fail( w, query, "a waypoint is no other tile's center" );
		}
		if ( dx == last_x && dy == last_y )
		{
			test_jps_fail( w, query, "a waypoint where it does not turn" );
		}
		last_x = dx;
		last_y = dy;
		for ( ; x != to_x || y != to_y; x += dx, y += dy )
		{
			if ( ( dx != 0 && x == to_x ) || ( dy != 0 && y == to_y ) )
			{
				test_jps_fail( w, query, "a line that is not made of steps" );
			}
			if ( !fw_space_stands( w->space, x + dx, y + dy ) || !fw_space_stands( w->space, x + dx, y ) ||
			     !fw_space_stands( w->space, x, y + dy ) )
			{
				test_jps_fail( w, query, "a step that does not exist" );
			}
		}
	}
}

bool test_jps_check_against_astar( walker* w, fw_query query, fw_heuristic of_astar )
{
	const fw_heuristic heuristic = query.options.heuristic;
	query.method = "astar";
	query.options.heuristic = of_astar;
	const fw_result* result = test_jps_solve( w, &query );
	const fw_outcome outcome = result->outcome;
	const fw_reason reason = result->reason;
	const double length = result->length;
	query.method = "jps";
	query.options.heuristic = heuristic;
	result = test_jps_solve( w, &query );
	if ( result->outcome != outcome || result->reason != reason )
	{
		test_jps_fail( w, &query, fw_reason_text( reason ) );
	}
	if ( fabs( result->length - length ) > 1e-9 )
	{
		fprintf( stderr, "A* has %.17g\n", length );
		test_jps_fail( w, &query, "A* has another length" );
	}
	assert_true( fabs( result->cost - result->length ) <= 1e-9 );
	if ( outcome != FW_FOUND )
	{
		assert_int_equal( result->path.count, 0 );
		return false;
	}
	test_check_legal( w->grid, &query.unit, &result->path );
	test_check_ends( &result->path, ( fw_pose ){ query.start.x, query.start.y, NAN },
	                 ( fw_pose ){ query.goal.x, query.goal.y, NAN } );
	return true;
}

bool test_jps_check_problem( walker* w, fw_pose start, fw_pose goal )
{
	const fw_query query = test_jps_query( w, "jps", start, goal );
	const bool found = test_jps_check_against_astar( w, query, FW_HEURISTIC_BEST );
	if ( found )
	{
		test_jps_check_steps( w, &query );
	}
	return found;
}

// Map sizes near the borders of words, and all others.
static int32_t random_side( test_random* random )
{
	const int32_t near = test_random_int( random, 5 ) - 2;
	switch ( test_random_int( random, 8 ) )
	{
	case 0:
		return 1;
	case 1:
		return 63 * ( 1 + test_random_int( random, 3 ) ) + near;
	case 2:
		return 64 * ( 1 + test_random_int( random, 3 ) ) + near;
	case 3:
		return 56 * ( 1 + test_random_int( random, 3 ) ) + near;
	case 4:
		return 1 + test_random_int( random, 200 );
	default:
		return 1 + test_random_int( random, 24 );
	}
}

// Walls with doors, at random distances from one another.
static fw_grid* random_rooms( test_random* random, int32_t width, int32_t height )
{
	fw_grid* grid = test_field( width, height );
	const int32_t size = 1 + test_random_int( random, 12 );
	for ( int32_t y = size; y < height; y += size + 1 )
	{
		assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 0, y, width, 1 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	}
	for ( int32_t x = size; x < width; x += size + 1 )
	{
		assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ x, 0, 1, height }, FW_TERRAIN_OUT, NULL ), FW_OK );
	}
	const int32_t rooms = ( width / size + 1 ) * ( height / size + 1 );
	for ( int32_t i = 0; i < 2 * rooms; i++ )
	{
		const bool across = test_random_chance( random, 0.5 );
		const int32_t wall = size + ( size + 1 ) * test_random_int( random, ( across ? height : width ) / size + 1 );
		const int32_t along = test_random_int( random, across ? width : height );
		const int32_t wide = 1 + test_random_int( random, 2 );
		const fw_rect door = across ? ( fw_rect ){ along, wall, wide, 1 } : ( fw_rect ){ wall, along, 1, wide };
		if ( ( across ? height : width ) > wall )
		{
			assert_int_equal( fw_grid_fill( grid, door, FW_TERRAIN_GROUND, NULL ), FW_OK );
		}
	}
	return grid;
}

static fw_grid* random_map( test_random* random, double radius )
{
	const int32_t width = random_side( random );
	const int32_t height = random_side( random );
	if ( radius < 0.5 && test_random_chance( random, 0.25 ) )
	{
		return random_rooms( random, width, height );
	}
	const double most = radius < 0.5 ? 0.6 : radius < 1.0 ? 0.15 : 0.06;
	return test_random_map( random, width, height, test_random_real( random, 0.0, most ) );
}

fw_pose test_jps_random_center( test_random* random, const walker* w )
{
	const int32_t width = fw_grid_width( w->grid );
	const int32_t height = fw_grid_height( w->grid );
	int32_t x = test_random_int( random, width );
	int32_t y = test_random_int( random, height );
	for ( int32_t i = 0; i < 6 && !fw_space_stands( w->space, x, y ); i++ )
	{
		x = test_random_int( random, width );
		y = test_random_int( random, height );
	}
	return test_center( x, y, 0.0 );
}

fw_query test_jps_random_query( const walker* w, const char* method, test_random* random )
{
	const fw_pose start = test_jps_random_center( random, w );
	return test_jps_query( w, method, start, test_jps_random_center( random, w ) );
}

void test_jps_open_random( walker* w, test_random* random )
{
	const double radii[] = { 0.0, 0.4, 0.4, 0.9, 1.4 };
	const double radius = radii[test_random_int( random, COUNT( radii ) )];
	walker_open( w, random_map( random, radius ), radius, TEST_JPS_LAND );
}

void test_jps_check_same( const fw_result* a, const fw_result* b )
{
	assert_int_equal( a->outcome, b->outcome );
	assert_int_equal( a->reason, b->reason );
	assert_memory_equal( &a->counters, &b->counters, sizeof( a->counters ) );
	assert_true( a->length == b->length && a->cost == b->cost );
	assert_true( fw_path_hash( &a->path ) == fw_path_hash( &b->path ) );
}

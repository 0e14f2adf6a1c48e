// SPDX-License-Identifier: MIT
// Links and one-way tiles: searches against the cheapest paths of the tests' own algorithm, and the methods that refuse
// them.
#include "fairway/hierarchy.h"
#include "fairway/planner.h"
#include "fairway/search.h"
#include "fairway/smooth.h"
#include "grid/grid.h"
#include "support_links.h"
#include "support_planner.h"
#include "support_squares.h"
#include "support_walker.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT( array ) ( (int32_t)( sizeof( array ) / sizeof( ( array )[0] ) ) )

static int32_t links_of( const fw_path* path )
{
	int32_t count = 0;
	for ( int32_t i = 0; i < path->count; i++ )
	{
		count += path->segments[i].kind == FW_SEGMENT_LINK ? 1 : 0;
	}
	return count;
}

// Prints the world, for a test that is about to fail.
static void print_world( const fw_grid* grid )
{
	test_print_grid( grid, ( fw_rect ){ 0, 0, fw_grid_width( grid ), fw_grid_height( grid ) } );
	for ( int32_t i = 0; i < fw_grid_link_count( grid ); i++ )
	{
		const fw_link* l = fw_grid_link_at( grid, i );
		fprintf( stderr, "link %d %d %d %d %g %x\n", (int)l->from_x, (int)l->from_y, (int)l->to_x, (int)l->to_y,
		         l->cost, (unsigned)l->capabilities );
	}
	for ( int32_t i = 0; i < fw_grid_width( grid ) * fw_grid_height( grid ); i++ )
	{
		const uint32_t exits = fw_grid_exits( grid, i % fw_grid_width( grid ), i / fw_grid_width( grid ) );
		if ( exits != FW_EXIT_ALL )
		{
			fprintf( stderr, "(%d, %d): %02x\n", (int)( i % fw_grid_width( grid ) ), (int)( i / fw_grid_width( grid ) ),
			         (unsigned)exits );
		}
	}
}

static void check_result( const fw_grid* grid, const fw_query* query, const fw_result* result, double cost )
{
	const bool found = result->outcome == FW_FOUND;
	if ( found != isfinite( cost ) || ( found && fabs( result->cost - cost ) > 1e-7 * ( 1.0 + cost ) ) )
	{
		print_world( grid );
		fail_msg( "%s, size %d, (%g, %g) to (%g, %g): %s, cost %.12g and not %.12g", query->method,
		          (int)query->unit.size, query->start.x, query->start.y, query->goal.x, query->goal.y,
		          fw_reason_text( result->reason ), result->cost, cost );
	}
	if ( found )
	{
		test_check_legal( grid, &query->unit, &result->path );
	}
}

static void squares_find_the_cheapest_path( void** state )
{
	(void)state;
	const char* const methods[] = { "astar", "aastar" };
	test_random random = test_random_make( 71 );
	int32_t found = 0;
	int32_t lost = 0;
	int32_t linked = 0;
	for ( int32_t round = 0; round < test_rounds( 1200 ); round++ )
	{
		squares s;
		const int32_t size = 1 + test_random_int( &random, 3 );
		const bool costs = test_random_chance( &random, 0.4 );
		const int32_t links = test_random_int( &random, 20 );
		squares_open( &s, links_random_world( &random, 36, size, links, test_random_int( &random, 8 ), costs ), size,
		              LINKS_LAND );
		const int32_t width = fw_grid_width( s.grid );
		const int32_t height = fw_grid_height( s.grid );
		const int32_t x = test_random_int( &random, width );
		const int32_t y = test_random_int( &random, height );
		links_walk walk = links_walk_of( s.grid, LINKS_LAND, size, 0.0 );
		walk.costs = costs;
		walk.neighbors = test_random_chance( &random, 0.3 ) ? 4 : 8;
		double* distances = links_distances( &walk, x, y );
		for ( int32_t i = 0; i < 10; i++ )
		{
			const int32_t gx = test_random_int( &random, width );
			const int32_t gy = test_random_int( &random, height );
			const fw_heuristic heuristics[] = { FW_HEURISTIC_BEST, FW_HEURISTIC_EUCLIDEAN, FW_HEURISTIC_ZERO };
			for ( int32_t m = 0; m < 2; m++ )
			{
				fw_query query = squares_query( &s, methods[m], test_center( x, y, 0 ), test_center( gx, gy, 0 ) );
				query.options.neighbors = walk.neighbors;
				query.options.heuristic = heuristics[i % 3];
				assert_int_equal( squares_run( &s, &query ), FW_OK );
				check_result( s.grid, &query, &s.result, distances[gy * width + gx] );
			}
			found += s.result.outcome == FW_FOUND;
			lost += s.result.outcome != FW_FOUND;
			linked += links_of( &s.result.path ) > 0;
		}
		free( distances );
		squares_close( &s );
	}
	assert_true( found > test_rounds( 1000 ) && lost > test_rounds( 1000 ) && linked > test_rounds( 300 ) );
}

static void discs_find_the_cheapest_path( void** state )
{
	(void)state;
	test_random random = test_random_make( 72 );
	int32_t found = 0;
	int32_t linked = 0;
	for ( int32_t round = 0; round < test_rounds( 400 ); round++ )
	{
		walker w;
		const double radius = test_random_chance( &random, 0.5 ) ? 0.4 : 0.9;
		const int32_t links = test_random_int( &random, 20 );
		walker_open( &w, links_random_world( &random, 36, radius > 0.5 ? 2 : 1, links, 8, false ), radius, LINKS_LAND );
		fw_query query = walker_random_query( &w, &random, "astar", FW_ANCHOR_CENTER );
		const int32_t x = (int32_t)query.start.x;
		const int32_t y = (int32_t)query.start.y;
		links_walk walk = links_walk_of( w.grid, LINKS_LAND, 0, radius );
		walk.cutting = test_random_chance( &random, 0.3 ) && radius < 0.5;
		double* distances = links_distances( &walk, x, y );
		for ( int32_t i = 0; i < 10; i++ )
		{
			const fw_pose start = query.start;
			query = walker_random_query( &w, &random, "astar", FW_ANCHOR_CENTER );
			query.start = start;
			query.options.corner_cutting = walk.cutting;
			const double cost = distances[(int32_t)query.goal.y * fw_grid_width( w.grid ) + (int32_t)query.goal.x];
			const fw_result* result = walker_solve( &w, &query );
			assert_int_equal( result->outcome == FW_FOUND, isfinite( cost ) );
			assert_true( result->outcome != FW_FOUND || fabs( result->cost - cost ) <= 1e-7 * ( 1.0 + cost ) );
			if ( result->outcome == FW_FOUND && !walk.cutting )
			{
				test_check_legal( w.grid, &query.unit, &result->path );
			}
			found += result->outcome == FW_FOUND;
			linked += links_of( &result->path ) > 0;
		}
		free( distances );
		walker_close( &w );
	}
	assert_true( found > test_rounds( 600 ) && linked > test_rounds( 150 ) );
}

// The minimum of the distances to the tiles that come near enough.
static double minimum_within( const fw_grid* grid, const double* distances, fw_pose goal, double tolerance )
{
	double least = INFINITY;
	for ( int32_t i = 0; i < fw_grid_width( grid ) * fw_grid_height( grid ); i++ )
	{
		const double dx = i % fw_grid_width( grid ) + 0.5 - goal.x;
		const double dy = i / fw_grid_width( grid ) + 0.5 - goal.y;
		least = hypot( dx, dy ) <= tolerance && distances[i] < least ? distances[i] : least;
	}
	return least;
}

static void tolerances_windows_and_weights_hold( void** state )
{
	(void)state;
	test_random random = test_random_make( 73 );
	int32_t found = 0;
	int32_t linked = 0;
	for ( int32_t round = 0; round < test_rounds( 1500 ); round++ )
	{
		walker w;
		walker_open( &w, links_random_world( &random, 40, 1, test_random_int( &random, 30 ), 6, false ), 0.4,
		             LINKS_LAND );
		fw_query query = walker_random_query( &w, &random, "astar", FW_ANCHOR_CENTER );
		const int32_t x = (int32_t)query.start.x;
		const int32_t y = (int32_t)query.start.y;
		links_walk walk = links_walk_of( w.grid, LINKS_LAND, 0, 0.4 );
		query.goal_tolerance = round % 3 == 0 ? test_random_real( &random, 0.1, 6.0 ) : 0.0;
		query.options.window = round % 3 == 1 ? test_random_int( &random, 8 ) : -1;
		query.options.weight = round % 3 == 2 ? test_random_real( &random, 1.0, 4.0 ) : 1.0;
		if ( query.options.window >= 0 )
		{
			const int32_t gx = (int32_t)query.goal.x;
			const int32_t gy = (int32_t)query.goal.y;
			walk.window = ( fw_rect ){
			    ( x < gx ? x : gx ) - query.options.window, ( y < gy ? y : gy ) - query.options.window,
			    abs( x - gx ) + 2 * query.options.window + 1, abs( y - gy ) + 2 * query.options.window + 1 };
		}
		double* distances = links_distances( &walk, x, y );
		const double cost = query.goal_tolerance > 0.0
		                        ? minimum_within( w.grid, distances, query.goal, query.goal_tolerance )
		                        : distances[(int32_t)query.goal.y * fw_grid_width( w.grid ) + (int32_t)query.goal.x];
		const fw_result* result = walker_solve( &w, &query );
		if ( query.options.weight > 1.0 && isfinite( cost ) )
		{
			assert_int_equal( result->outcome, FW_FOUND );
			assert_true( result->cost >= cost - 1e-6 && result->cost <= query.options.weight * cost + 0.01 );
			test_check_legal( w.grid, &query.unit, &result->path );
		}
		else
		{
			check_result( w.grid, &query, result, cost );
		}
		found += result->outcome == FW_FOUND;
		linked += links_of( &result->path ) > 0;
		free( distances );
		walker_close( &w );
	}
	assert_true( found > test_rounds( 300 ) && linked > test_rounds( 80 ) );
}

// Penalties for turns, and ends off the tile centers: no oracle gives the cost, but the validator judges the path.
static void all_other_paths_are_legal( void** state )
{
	(void)state;
	test_random random = test_random_make( 74 );
	int32_t found = 0;
	int32_t shorter = 0;
	for ( int32_t round = 0; round < test_rounds( 1500 ); round++ )
	{
		walker w;
		const double radius = test_random_chance( &random, 0.5 ) ? 0.3 : 0.7;
		walker_open( &w, links_random_world( &random, 40, 1, test_random_int( &random, 20 ), 12, round % 4 == 0 ),
		             radius, LINKS_LAND );
		fw_query query = walker_random_query( &w, &random, "astar", FW_ANCHOR_CENTER );
		query.start.x += test_random_real( &random, -0.5, 0.49 );
		query.start.y += test_random_real( &random, -0.5, 0.49 );
		query.goal.x += test_random_real( &random, -0.5, 0.49 );
		query.options.turn_penalty = round % 2 == 0 ? 0.7 : 0.0;
		const fw_result* result = walker_solve( &w, &query );
		if ( result->outcome == FW_FOUND )
		{
			found++;
			test_check_legal( w.grid, &query.unit, &result->path );
			fw_smoother smoother = fw_default_smoother();
			smoother.grid = w.grid;
			smoother.unit = &query.unit;
			fw_path smooth = { 0 };
			assert_int_equal( fw_path_copy( &smooth, &result->path ), FW_OK );
			const double before = fw_smoother_cost( &smoother, &smooth );
			assert_int_equal( fw_smooth_straight( &smoother, &smooth, NULL ), FW_OK );
			test_check_legal( w.grid, &query.unit, &smooth );
			assert_int_equal( links_of( &smooth ), links_of( &result->path ) );
			const double after = fw_smoother_cost( &smoother, &smooth );
			assert_true( after <= before + 1e-6 );
			shorter += after < before - 1e-6;
			fw_path_free( &smooth );
		}
		walker_close( &w );
	}
	assert_true( found > test_rounds( 200 ) && shorter > test_rounds( 70 ) );
}

static void other_methods_refuse( void** state )
{
	(void)state;
	for ( int32_t world = 0; world < 3; world++ )
	{
		fw_grid* grid = test_field( 20, 20 );
		if ( world == 0 )
		{
			links_add( grid, 3, 3, 15, 15, 1.0, FW_CAP_GROUND );
		}
		else if ( world == 1 )
		{
			assert_int_equal( fw_grid_set_exits( grid, ( fw_rect ){ 19, 19, 1, 1 }, FW_EXIT_EAST, NULL ), FW_OK );
		}
		else
		{
			links_add( grid, 3, 3, 15, 15, 1.0, FW_CAP_WATER ); // for others
		}
		assert_int_equal( fw_grid_is_plain( grid, LINKS_LAND ), world == 2 );
		fw_planner* planner = NULL;
		assert_int_equal( fw_planner_create( grid, NULL, &planner, NULL ), FW_OK );
		for ( int32_t i = 0; i < fw_method_count(); i++ )
		{
			const fw_method* method = fw_method_at( i );
			if ( ( method->traits & FW_TRAIT_COMBINED ) != 0 )
			{
				continue; // of plans, not of searches
			}
			const bool knows = ( method->traits & FW_TRAIT_LINKS ) != 0;
			fw_plan plan = fw_default_plan();
			plan.method = method->name;
			plan.unit.radius = 0.0;
			plan.options.anchor = ( method->traits & FW_TRAIT_CORNERS ) != 0 ? FW_ANCHOR_CORNER : FW_ANCHOR_CENTER;
			plan.unit.turning_radius = ( method->traits & FW_TRAIT_HEADINGS ) != 0 ? 1.0 : 0.0;
			plan.start = test_center( 2, 2, 0 );
			plan.goal = test_center( 12, 9, 0 );
			fw_result result = { 0 };
			assert_int_equal( knows, strcmp( method->name, "astar" ) == 0 || strcmp( method->name, "aastar" ) == 0 );
			assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ),
			                  knows || world == 2 ? FW_OK : FW_ERR_UNSUPPORTED );
			assert_true( !( knows || world == 2 ) || result.outcome == FW_FOUND );
			fw_result_free( &result );
		}
		fw_plan plan = fw_default_plan();
		assert_string_equal( planner_method( grid, &plan )->name, world == 2 ? "taut" : "astar" );
		fw_planner_destroy( planner );
		fw_grid_destroy( grid );
	}
}

static void hierarchies_refuse( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 40, 40 );
	const fw_hierarchy_def def = fw_default_hierarchy_def();
	fw_hierarchy* old = NULL;
	fw_hierarchy* next = NULL;
	assert_int_equal( fw_hierarchy_create( grid, &def, &old, NULL ), FW_OK );
	links_add( grid, 1, 1, 30, 30, 1.0, FW_CAP_WATER );
	assert_int_equal( fw_hierarchy_update( old, &next, NULL ), FW_OK );
	fw_hierarchy_destroy( next );
	next = NULL;
	links_add( grid, 1, 1, 30, 30, 1.0, FW_CAP_GROUND );
	assert_int_equal( fw_hierarchy_update( old, &next, NULL ), FW_ERR_UNSUPPORTED );
	assert_null( next );
	assert_int_equal( fw_hierarchy_create( grid, &def, &next, NULL ), FW_ERR_UNSUPPORTED );
	assert_null( next );
	assert_int_equal( fw_grid_remove_links( grid, 1, 1, 30, 30, NULL ), FW_OK );
	assert_int_equal( fw_hierarchy_update( old, &next, NULL ), FW_OK );
	fw_hierarchy_destroy( next );
	fw_hierarchy_destroy( old );
	fw_grid_destroy( grid );
}

// The estimate takes links into account: a search between two distant teleporters expands little else.
static void estimates_follow_links( void** state )
{
	(void)state;
	walker w;
	walker_open( &w, test_field( 300, 300 ), 0.4, LINKS_LAND );
	links_add( w.grid, 12, 10, 150, 280, 2.0, LINKS_LAND );
	links_add( w.grid, 155, 280, 290, 14, 0.0, LINKS_LAND );
	for ( int32_t i = 0; i < 2000; i++ )
	{
		links_add( w.grid, i % 300, 100 + i / 300, 299 - i % 300, 200 - i / 300, 400.0, LINKS_LAND );
	}
	assert_int_equal( fw_space_update( w.space ), FW_OK );
	fw_query query = walker_query( &w, "astar", FW_ANCHOR_CENTER, 10, 10, 290, 10 );
	const fw_result* result = walker_solve( &w, &query );
	assert_int_equal( result->outcome, FW_FOUND );
	assert_true( fabs( result->cost - ( 2.0 + 2.0 + 5.0 + 4.0 ) ) < 1e-9 );
	assert_true( fabs( result->length - ( 2.0 + 5.0 + 4.0 ) ) < 1e-9 );
	assert_int_equal( links_of( &result->path ), 2 );
	assert_true( result->counters.expanded < 40 );
	walker_close( &w );
}

// On every machine and by every compiler, whatever the order in which links were added.
static void paths_are_the_same_everywhere( void** state )
{
	(void)state;
	test_random random = test_random_make( 76 );
	uint64_t sum = 0;
	for ( int32_t round = 0; round < 200; round++ )
	{
		walker w;
		walker_open( &w, links_random_world( &random, 50, 1, 20, 8, round % 3 == 0 ), 0.4, LINKS_LAND );
		const fw_query query = walker_random_query( &w, &random, "astar", FW_ANCHOR_CENTER );
		const fw_result* result = walker_solve( &w, &query );
		const uint64_t hash = fw_path_hash( &result->path );
		const int64_t expanded = result->counters.expanded;
		sum = sum * 31 + hash + (uint64_t)expanded;
		fw_link links[20];
		const int32_t count = fw_grid_link_count( w.grid );
		for ( int32_t i = 0; i < count; i++ )
		{
			links[i] = *fw_grid_link_at( w.grid, 0 );
			assert_int_equal( fw_grid_remove_link( w.grid, 0 ), FW_OK );
		}
		for ( int32_t i = count - 1; i >= 0; i-- )
		{
			assert_int_equal( fw_grid_add_link( w.grid, &links[i], NULL ), FW_OK );
		}
		assert_int_equal( fw_space_update( w.space ), FW_OK );
		result = walker_solve( &w, &query );
		assert_true( fw_path_hash( &result->path ) == hash && result->counters.expanded == expanded );
		walker_close( &w );
	}
	assert_true( sum == 0xdfa7fbe28f31624cu );
}

// No step after a link is a turn.
static void links_are_no_turns( void** state )
{
	(void)state;
	walker w;
	walker_open( &w, test_field( 12, 3 ), 0.4, LINKS_LAND );
	links_add( w.grid, 2, 1, 9, 2, 5.0, LINKS_LAND );
	assert_int_equal( fw_space_update( w.space ), FW_OK );
	fw_query query = walker_query( &w, "astar", FW_ANCHOR_CENTER, 1, 1, 9, 1 );
	query.options.turn_penalty = 3.0;
	const fw_result* result = walker_solve( &w, &query );
	assert_int_equal( links_of( &result->path ), 1 );
	assert_true( result->cost == 7.0 && result->length == 2.0 );
	walker_close( &w );
}

// A finished search reads no links of the grid any more.
static void paths_are_reported_after_edits( void** state )
{
	(void)state;
	walker w;
	walker_open( &w, test_field( 12, 3 ), 0.4, LINKS_LAND );
	links_add( w.grid, 2, 1, 9, 2, 0.3, LINKS_LAND );
	links_add( w.grid, 9, 2, 9, 0, 0.7, LINKS_LAND );
	assert_int_equal( fw_space_update( w.space ), FW_OK );
	const fw_query query = walker_query( &w, "astar", FW_ANCHOR_CENTER, 1, 1, 10, 0 );
	assert_int_equal( fw_search_begin( w.search, &w.map, &query, NULL ), FW_OK );
	fw_outcome outcome = FW_RUNNING;
	assert_int_equal( fw_search_step( w.search, INT64_MAX, &outcome, NULL ), FW_OK );
	assert_int_equal( outcome, FW_FOUND );
	while ( fw_grid_link_count( w.grid ) > 0 )
	{
		assert_int_equal( fw_grid_remove_link( w.grid, 0 ), FW_OK );
	}
	assert_int_equal( fw_search_result( w.search, &w.result ), FW_OK );
	assert_int_equal( links_of( &w.result.path ), 2 );
	assert_true( fabs( w.result.cost - 3.0 ) < 1e-9 && fw_path_end( &w.result.path ).y == 0.5 );
	walker_close( &w );
}

static void searches_allocate_nothing_once_warm( void** state )
{
	(void)state;
	test_random random = test_random_make( 75 );
	fw_grid* grid = links_random_world( &random, 60, 1, 40, 10, true );
	fw_space_def def = fw_default_space_def();
	fw_space* space = NULL;
	assert_int_equal( fw_space_create( grid, &def, &space, NULL ), FW_OK );
	const fw_map map = { .grid = grid, .space = space };
	fw_query query = fw_default_query();
	query.start = test_center( 0, 0, 0 );
	query.goal = test_center( fw_grid_width( grid ) - 1, fw_grid_height( grid ) - 1, 0 );
	for ( int32_t x = 0; x < fw_grid_width( grid ); x++ )
	{
		const fw_rect ends = { x, 0, 1, 1 };
		const fw_rect far = { x, fw_grid_height( grid ) - 1, 1, 1 };
		assert_int_equal( fw_grid_fill( grid, ends, FW_TERRAIN_GROUND, NULL ), FW_OK );
		assert_int_equal( fw_grid_fill( grid, far, FW_TERRAIN_GROUND, NULL ), FW_OK );
	}
	links_add( grid, 0, 0, fw_grid_width( grid ) - 1, fw_grid_height( grid ) - 1, 9.0, LINKS_LAND );
	assert_int_equal( fw_space_update( space ), FW_OK );
	for ( int32_t for_good = 0; for_good < 2; for_good++ )
	{
		test_memory memory = test_memory_make();
		const fw_allocator allocator = test_memory_allocator( &memory );
		fw_search* search = NULL;
		assert_int_equal( fw_search_create( &allocator, &search ), FW_OK );
		fw_result result;
		fw_result_init( &result, NULL );
		fw_status status = FW_ERR_MEMORY;
		int64_t n = 0;
		for ( ; status != FW_OK; n++ )
		{
			test_memory_fail_in( &memory, n, for_good == 1 );
			status = fw_search_run( search, &map, &query, &result, NULL );
			assert_true( status == FW_OK || status == FW_ERR_MEMORY );
		}
		assert_true( n > 4 );
		assert_int_equal( result.outcome, FW_FOUND );
		test_memory_fail_in( &memory, 0, true );
		assert_int_equal( fw_search_run( search, &map, &query, &result, NULL ), FW_OK );
		assert_int_equal( fw_search_memory( search ), memory.bytes );
		fw_search_destroy( search );
		test_memory_check_empty( &memory );
		fw_result_free( &result );
	}
	fw_space_destroy( space );
	fw_grid_destroy( grid );
}

int run_test_links( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( squares_find_the_cheapest_path ),
	    cmocka_unit_test( discs_find_the_cheapest_path ),
	    cmocka_unit_test( tolerances_windows_and_weights_hold ),
	    cmocka_unit_test( all_other_paths_are_legal ),
	    cmocka_unit_test( other_methods_refuse ),
	    cmocka_unit_test( hierarchies_refuse ),
	    cmocka_unit_test( estimates_follow_links ),
	    cmocka_unit_test( paths_are_the_same_everywhere ),
	    cmocka_unit_test( links_are_no_turns ),
	    cmocka_unit_test( paths_are_reported_after_edits ),
	    cmocka_unit_test( searches_allocate_nothing_once_warm ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

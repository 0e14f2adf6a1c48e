// SPDX-License-Identifier: MIT
// The visibility graph against a visibility graph over all lattice points; slices, memory, and what is refused.
#include "support_spots.h"
#include "support_walker.h"

// clang-format off
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on

#include <math.h>

#define METHOD "visibility-graph"

static fw_query query_for( spot start, spot goal, fw_corners corners )
{
	fw_query query = fw_default_query();
	query.method = METHOD;
	query.unit.radius = 0.0;
	query.unit.capabilities = FW_CAP_GROUND;
	query.options.anchor = ( start.x & 1 ) != 0 ? FW_ANCHOR_CENTER : FW_ANCHOR_CORNER;
	query.options.corners = corners;
	query.start = ( fw_pose ){ start.x / 2.0, start.y / 2.0, 0.0 };
	query.goal = ( fw_pose ){ goal.x / 2.0, goal.y / 2.0, 0.0 };
	return query;
}

static spot spot_of( double x, double y )
{
	const spot at = { (int32_t)lround( 2.0 * x ), (int32_t)lround( 2.0 * y ) };
	assert_true( at.x == 2.0 * x && at.y == 2.0 * y );
	return at;
}

// Every line of the path is free, the path turns only at corners, and its length is the sum of its lines.
static void check_path( const walker* w, const fw_query* query )
{
	const fw_path* path = &w->result.path;
	const spot goal = spot_of( query->goal.x, query->goal.y );
	spot at = spot_of( query->start.x, query->start.y );
	double length = 0.0;
	for ( int32_t i = 0; i < path->count; i++ )
	{
		const fw_segment* s = &path->segments[i];
		const spot from = spot_of( s->from.x, s->from.y );
		const spot to = spot_of( s->to.x, s->to.y );
		assert_true( s->kind == FW_SEGMENT_LINE && from.x == at.x && from.y == at.y );
		assert_true( i == 0 ? spots_see_from_end( w->grid, query->options.corners, from, to )
		                    : spots_see( w->grid, query->options.corners, from, to ) );
		assert_true( i == 0 || spots_is_turn( w->grid, query->options.corners, from ) );
		assert_true( i < path->count - 1 || spots_see_from_end( w->grid, query->options.corners, goal, from ) );
		length += spots_distance( from, to );
		at = to;
	}
	assert_true( at.x == goal.x && at.y == goal.y );
	assert_true( fabs( length - w->result.length ) < 1e-9 && fabs( length - w->result.cost ) < 1e-9 );
}

static void check_against_net( walker* w, const spot_net* net, spot start, spot goal )
{
	const double wanted = spot_net_distance( net, start, goal );
	const fw_query query = query_for( start, goal, net->corners );
	const fw_result* result = walker_solve( w, &query );
	const double found = result->outcome == FW_FOUND ? result->length : INFINITY;
	if ( !( fabs( found - wanted ) < 1e-9 ) && found != wanted )
	{
		test_print_grid( w->grid, ( fw_rect ){ 0, 0, fw_grid_width( w->grid ), fw_grid_height( w->grid ) } );
		fail_msg( "from (%g, %g) to (%g, %g), double corners %s: %.12f, wanted %.12f", query.start.x, query.start.y,
		          query.goal.x, query.goal.y, net->corners == FW_CORNERS_CLOSED ? "closed" : "open", found, wanted );
	}
	if ( result->outcome == FW_FOUND )
	{
		check_path( w, &query );
	}
}

// Often a double corner, if there is one.
static spot random_end( test_random* random, const fw_grid* grid, fw_anchor anchor )
{
	const bool wants_double = anchor == FW_ANCHOR_CORNER && test_random_chance( random, 0.4 );
	spot at = spots_random( random, grid, anchor );
	for ( int32_t i = 0; i < 50 && wants_double && !spots_is_double( grid, at ); i++ )
	{
		at = spots_random( random, grid, anchor );
	}
	return at;
}

static void shortest_on_random_maps( void** state )
{
	(void)state;
	test_random random = test_random_make( 20170101 );
	for ( int32_t round = 0; round < test_rounds( 400 ); round++ )
	{
		const int32_t width = 1 + test_random_int( &random, 12 );
		const int32_t height = 1 + test_random_int( &random, 12 );
		fw_grid* grid = test_random_map( &random, width, height, test_random_real( &random, 0.05, 0.6 ) );
		if ( !spots_has_free_tile( grid ) )
		{
			fw_grid_destroy( grid );
			continue;
		}
		walker w;
		walker_open( &w, grid, 0.0, FW_CAP_GROUND );
		for ( int32_t i = 0; i < 2; i++ )
		{
			spot_net net = spot_net_make( grid, i == 0 ? FW_CORNERS_CLOSED : FW_CORNERS_OPEN );
			for ( int32_t pair = 0; pair < 12; pair++ )
			{
				const fw_anchor anchor = pair < 8 ? FW_ANCHOR_CORNER : FW_ANCHOR_CENTER;
				const spot start = random_end( &random, grid, anchor );
				check_against_net( &w, &net, start, random_end( &random, grid, anchor ) );
			}
			spot_net_free( &net );
		}
		walker_close( &w );
	}
}

static void check_length( const char* picture, spot start, spot goal, fw_corners corners, double wanted )
{
	walker w;
	walker_open( &w, test_grid( picture ), 0.0, FW_CAP_GROUND );
	const fw_query query = query_for( start, goal, corners );
	const fw_result* result = walker_solve( &w, &query );
	assert_int_equal( result->outcome, FW_FOUND );
	assert_true( fabs( result->length - wanted ) < 1e-12 );
	check_path( &w, &query );
	walker_close( &w );
}

static void lengths_by_hand( void** state )
{
	(void)state;
	// In sight; along the border; along the edge of a blocked tile.
	check_length( "...\n...\n", ( spot ){ 0, 0 }, ( spot ){ 6, 4 }, FW_CORNERS_CLOSED, sqrt( 13.0 ) );
	check_length( "...\n...\n", ( spot ){ 0, 0 }, ( spot ){ 6, 0 }, FW_CORNERS_CLOSED, 3.0 );
	check_length( ".#.\n...\n", ( spot ){ 0, 2 }, ( spot ){ 6, 2 }, FW_CORNERS_CLOSED, 3.0 );
	// Around one tile, over one of its corners or past two.
	check_length( "...\n.#.\n...\n", ( spot ){ 0, 0 }, ( spot ){ 6, 6 }, FW_CORNERS_CLOSED, 2.0 * sqrt( 5.0 ) );
	check_length( "...\n.#.\n...\n", ( spot ){ 1, 3 }, ( spot ){ 5, 3 }, FW_CORNERS_CLOSED, 1.0 + sqrt( 2.0 ) );
	// Between two tiles that touch at a corner, and around them.
	check_length( ".#\n#.\n", ( spot ){ 1, 1 }, ( spot ){ 3, 3 }, FW_CORNERS_OPEN, sqrt( 2.0 ) );
	check_length( "....\n.#..\n..#.\n....\n", ( spot ){ 2, 6 }, ( spot ){ 6, 2 }, FW_CORNERS_OPEN, sqrt( 8.0 ) );
	check_length( "....\n.#..\n..#.\n....\n", ( spot ){ 2, 6 }, ( spot ){ 6, 2 }, FW_CORNERS_CLOSED, 4.0 );
	// From a double corner only through the south-east: the path north goes around.
	check_length( "...\n.#.\n...\n", ( spot ){ 2, 2 }, ( spot ){ 2, 4 }, FW_CORNERS_CLOSED, 1.0 );
	check_length( "....\n..#.\n.#..\n....\n", ( spot ){ 4, 4 }, ( spot ){ 2, 2 }, FW_CORNERS_CLOSED, 4.0 );
	check_length( "....\n..#.\n.#..\n....\n", ( spot ){ 4, 4 }, ( spot ){ 6, 6 }, FW_CORNERS_CLOSED, sqrt( 2.0 ) );
	// Start and goal are the same point.
	check_length( "..\n..\n", ( spot ){ 2, 2 }, ( spot ){ 2, 2 }, FW_CORNERS_CLOSED, 0.0 );
}

// Around a wall in the middle of the longest map, wide and tall.
static void lengths_on_the_longest_map( void** state )
{
	(void)state;
	const int32_t side = FW_GRID_MAX_SIDE;
	for ( int32_t i = 0; i < 2; i++ )
	{
		fw_grid* grid = i == 0 ? test_field( side, 8 ) : test_field( 8, side );
		const fw_rect wall = i == 0 ? ( fw_rect ){ 8000, 0, 1, 4 } : ( fw_rect ){ 0, 8000, 4, 1 };
		assert_int_equal( fw_grid_fill( grid, wall, FW_TERRAIN_OUT, NULL ), FW_OK );
		walker w;
		walker_open( &w, grid, 0.0, FW_CAP_GROUND );
		const spot goal = i == 0 ? ( spot ){ 2 * side, 0 } : ( spot ){ 0, 2 * side };
		const fw_query query = query_for( ( spot ){ 0, 0 }, goal, FW_CORNERS_CLOSED );
		const double wanted = hypot( 8000.0, 4.0 ) + 1.0 + hypot( side - 8001.0, 4.0 );
		assert_int_equal( walker_solve( &w, &query )->outcome, FW_FOUND );
		assert_true( fabs( w.result.length - wanted ) < 1e-9 );
		walker_close( &w );
	}
}

static void check_reason( const char* picture, spot start, spot goal, fw_corners corners, fw_reason reason )
{
	walker w;
	walker_open( &w, test_grid( picture ), 0.0, FW_CAP_GROUND );
	const fw_query query = query_for( start, goal, corners );
	const fw_result* result = walker_solve( &w, &query );
	assert_int_equal( result->outcome, FW_UNREACHABLE );
	assert_int_equal( result->reason, reason );
	assert_int_equal( result->path.count, 0 );
	walker_close( &w );
}

static void reports_why_there_is_no_path( void** state )
{
	(void)state;
	const char* blocked = "##.\n##.\n...\n";
	check_reason( blocked, ( spot ){ 1, 1 }, ( spot ){ 5, 5 }, FW_CORNERS_CLOSED, FW_REASON_START_BLOCKED );
	check_reason( blocked, ( spot ){ 5, 5 }, ( spot ){ 1, 1 }, FW_CORNERS_CLOSED, FW_REASON_GOAL_BLOCKED );
	check_reason( blocked, ( spot ){ 2, 2 }, ( spot ){ 6, 6 }, FW_CORNERS_CLOSED, FW_REASON_START_BLOCKED );
	check_reason( blocked, ( spot ){ 6, 6 }, ( spot ){ 2, 2 }, FW_CORNERS_CLOSED, FW_REASON_GOAL_BLOCKED );
	check_reason( ".#.\n.#.\n", ( spot ){ 1, 1 }, ( spot ){ 5, 1 }, FW_CORNERS_CLOSED, FW_REASON_OTHER_REGION );
	check_reason( ".#.\n.#.\n", ( spot ){ 0, 0 }, ( spot ){ 6, 0 }, FW_CORNERS_CLOSED, FW_REASON_OTHER_REGION );
	check_reason( ".#\n#.\n", ( spot ){ 1, 1 }, ( spot ){ 3, 3 }, FW_CORNERS_CLOSED, FW_REASON_OTHER_REGION );
	check_reason( ".#.\n.#.\n", ( spot ){ 0, 0 }, ( spot ){ 6, 0 }, FW_CORNERS_OPEN, FW_REASON_EXHAUSTED );
}

static fw_status status_of( walker* w, const fw_query* query )
{
	return fw_search_begin( w->search, &w->map, query, NULL );
}

static void refuses_what_it_cannot_do( void** state )
{
	(void)state;
	walker w;
	walker_open( &w, test_grid( "...\n.#.\n...\n" ), 0.0, FW_CAP_GROUND );
	const fw_query good = query_for( ( spot ){ 1, 1 }, ( spot ){ 5, 5 }, FW_CORNERS_CLOSED );
	assert_int_equal( status_of( &w, &good ), FW_OK );
	fw_query query = good;
	query.goal_tolerance = 0.5;
	assert_int_equal( status_of( &w, &query ), FW_ERR_UNSUPPORTED );
	query = good;
	query.options.heuristic = FW_HEURISTIC_OCTILE;
	assert_int_equal( status_of( &w, &query ), FW_ERR_UNSUPPORTED );
	fw_terrain dear = *fw_grid_terrain( w.grid, FW_TERRAIN_ROAD );
	dear.cost = 2.0;
	dear.capabilities = FW_CAP_GROUND;
	assert_int_equal( fw_grid_set_terrain( w.grid, FW_TERRAIN_ROAD, &dear, NULL ), FW_OK );
	assert_int_equal( fw_grid_fill( w.grid, ( fw_rect ){ 0, 0, 1, 1 }, FW_TERRAIN_ROAD, NULL ), FW_OK );
	assert_int_equal( fw_space_update( w.space ), FW_OK );
	assert_int_equal( status_of( &w, &good ), FW_ERR_UNSUPPORTED );
	query = good;
	query.options.ignore_costs = true;
	assert_int_equal( status_of( &w, &query ), FW_OK );
	walker_close( &w );

	walker_open( &w, test_field( 3, 3 ), 0.4, FW_CAP_GROUND );
	query = good;
	query.unit.radius = 0.4;
	assert_int_equal( status_of( &w, &query ), FW_ERR_UNSUPPORTED );
	walker_close( &w );
}

static void open_random( walker* w, test_random* random, int32_t side )
{
	walker_open( w, test_random_grid( random, side, side, 0.2 ), 0.0, FW_CAP_GROUND );
}

static void slices_budget_and_listener( void** state )
{
	(void)state;
	test_random random = test_random_make( 77 );
	walker w;
	open_random( &w, &random, 60 );
	for ( int32_t i = 0; i < 20; i++ )
	{
		const fw_anchor anchor = i % 2 == 0 ? FW_ANCHOR_CORNER : FW_ANCHOR_CENTER;
		const spot start = spots_random( &random, w.grid, anchor );
		fw_query query = query_for( start, spots_random( &random, w.grid, anchor ), FW_CORNERS_CLOSED );
		walker_heard h = { 0 };
		query.options.listener = ( fw_listener ){ walker_hear, &h };
		const fw_result whole = *walker_solve( &w, &query );
		const uint64_t hash = fw_path_hash( &w.result.path );
		assert_true( h.expanded <= whole.counters.expanded + ( whole.outcome == FW_FOUND ? 1 : 0 ) );
		assert_true( whole.outcome != FW_FOUND || h.opened > 0 );

		assert_int_equal( status_of( &w, &query ), FW_OK );
		fw_outcome outcome = FW_RUNNING;
		while ( outcome == FW_RUNNING )
		{
			assert_int_equal( fw_search_step( w.search, 1, &outcome, NULL ), FW_OK );
		}
		assert_int_equal( fw_search_result( w.search, &w.result ), FW_OK );
		assert_int_equal( outcome, whole.outcome );
		assert_true( fw_path_hash( &w.result.path ) == hash );
		assert_true( w.result.counters.expanded == whole.counters.expanded &&
		             w.result.counters.generated == whole.counters.generated &&
		             w.result.counters.sight_checks == whole.counters.sight_checks );
		if ( whole.counters.expanded > 3 )
		{
			query.options.max_expansions = 3;
			assert_int_equal( walker_solve( &w, &query )->outcome, FW_OUT_OF_BUDGET );
			assert_int_equal( w.result.counters.expanded, 3 );
		}
	}
	walker_close( &w );
}

static int64_t count_turning_corners( const fw_grid* grid, fw_corners corners )
{
	int64_t count = 0;
	for ( int32_t y = 0; y <= fw_grid_height( grid ); y++ )
	{
		for ( int32_t x = 0; x <= fw_grid_width( grid ); x++ )
		{
			const spot at = { 2 * x, 2 * y };
			count += spots_is_turn( grid, corners, at ) ? 1 : 0;
		}
	}
	return count;
}

static void heuristics_and_weights( void** state )
{
	(void)state;
	test_random random = test_random_make( 4711 );
	walker w;
	open_random( &w, &random, 40 );
	for ( int32_t i = 0; i < 60; i++ )
	{
		const spot start = spots_random( &random, w.grid, FW_ANCHOR_CORNER );
		fw_query query = query_for( start, spots_random( &random, w.grid, FW_ANCHOR_CORNER ), (fw_corners)( i % 2 ) );
		const fw_outcome outcome = walker_solve( &w, &query )->outcome;
		const double length = w.result.length;
		const int64_t expanded = w.result.counters.expanded;
		walker_heard h = { 0 };
		query.options.heuristic = FW_HEURISTIC_ZERO;
		query.options.listener = ( fw_listener ){ walker_hear, &h };
		assert_int_equal( walker_solve( &w, &query )->outcome, outcome );
		assert_true( fabs( w.result.length - length ) < 1e-9 );
		assert_true( w.result.counters.expanded >= expanded );
		// Each corner once, the start, and the goal.
		assert_true( h.expanded <= 2 + count_turning_corners( w.grid, query.options.corners ) );
		assert_int_equal( w.result.counters.reopened, 0 );
		query.options.listener = ( fw_listener ){ 0 };
		query.options.heuristic = FW_HEURISTIC_EUCLIDEAN;
		query.options.weight = 1.5;
		assert_int_equal( walker_solve( &w, &query )->outcome, outcome );
		assert_true( w.result.length >= length - 1e-9 && w.result.length <= 1.5 * length + 1e-9 );
	}
	walker_close( &w );
}

// One node is little work, also on a map where the start sees thousands of corners.
static void nodes_count_rows( void** state )
{
	(void)state;
	walker w;
	fw_grid* grid = test_field( 400, 400 );
	for ( int32_t i = 0; i < 80 * 80; i++ )
	{
		const fw_rect block = { 5 * ( i % 80 ) + 2 + i / 80 % 3, 5 * ( i / 80 ) + 2 + i % 3, 1, 1 };
		assert_int_equal( fw_grid_fill( grid, block, FW_TERRAIN_OUT, NULL ), FW_OK );
	}
	walker_open( &w, grid, 0.0, FW_CAP_GROUND );
	const fw_query query = query_for( ( spot ){ 2, 2 }, ( spot ){ 798, 660 }, FW_CORNERS_CLOSED );
	assert_int_equal( status_of( &w, &query ), FW_OK );
	fw_outcome outcome = FW_RUNNING;
	fw_counters before = { 0 };
	int64_t most = 0;
	while ( outcome == FW_RUNNING )
	{
		assert_int_equal( fw_search_step( w.search, 1, &outcome, NULL ), FW_OK );
		assert_int_equal( fw_search_result( w.search, &w.result ), FW_OK );
		const fw_counters* now = &w.result.counters;
		assert_true( now->expanded <= before.expanded + 1 );
		most = now->generated - before.generated > most ? now->generated - before.generated : most;
		before = *now;
	}
	assert_int_equal( outcome, FW_FOUND );
	assert_true( before.generated > 1000 && most > 0 && most <= 32 );
	walker_close( &w );
}

static void memory_is_reused_and_its_lack_reported( void** state )
{
	(void)state;
	test_random random = test_random_make( 5 );
	walker w;
	open_random( &w, &random, 60 );
	const fw_query query = query_for( ( spot ){ 0, 0 }, ( spot ){ 120, 120 }, FW_CORNERS_CLOSED );
	const double length = walker_solve( &w, &query )->length;
	assert_true( w.result.counters.expanded > 20 );

	test_memory memory = test_memory_make();
	const fw_allocator allocator = test_memory_allocator( &memory );
	fw_status status = FW_ERR_MEMORY;
	for ( int64_t n = 0; status == FW_ERR_MEMORY && n < 1000; n++ )
	{
		fw_search* search = NULL;
		fw_result result;
		fw_result_init( &result, &allocator );
		test_memory_fail_in( &memory, n, true );
		status = fw_search_create( &allocator, &search );
		status = status == FW_OK ? fw_search_run( search, &w.map, &query, &result, NULL ) : status;
		assert_true( status == FW_OK || status == FW_ERR_MEMORY );
		test_memory_fail_never( &memory );
		if ( search != NULL )
		{
			// A context that failed can be used again, and allocates nothing when it is warm.
			assert_int_equal( fw_search_run( search, &w.map, &query, &result, NULL ), FW_OK );
			assert_true( result.length == length );
			assert_true( fw_search_memory( search ) + (size_t)result.path.capacity * sizeof( fw_segment ) ==
			             memory.bytes );
			const int64_t asked = memory.asked;
			assert_int_equal( fw_search_run( search, &w.map, &query, &result, NULL ), FW_OK );
			assert_true( memory.asked == asked );
		}
		fw_result_free( &result );
		fw_search_destroy( search );
		test_memory_check_empty( &memory );
	}
	assert_int_equal( status, FW_OK );
	walker_close( &w );
}

int run_test_visibility( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( lengths_by_hand ),
	    cmocka_unit_test( lengths_on_the_longest_map ),
	    cmocka_unit_test( reports_why_there_is_no_path ),
	    cmocka_unit_test( refuses_what_it_cannot_do ),
	    cmocka_unit_test( shortest_on_random_maps ),
	    cmocka_unit_test( slices_budget_and_listener ),
	    cmocka_unit_test( heuristics_and_weights ),
	    cmocka_unit_test( nodes_count_rows ),
	    cmocka_unit_test( memory_is_reused_and_its_lack_reported ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

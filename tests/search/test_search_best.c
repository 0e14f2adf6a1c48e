// SPDX-License-Identifier: MIT
// Best paths so far: to the nearest of the nodes that the listener received, legal, and without effect on the search
// that goes on.
#include "fairway/grid.h"
#include "support.h"
#include "support_planner.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SIDE 40

// The expanded node nearest to the goal so far.
typedef struct heard
{
	fw_pose goal;
	bool octile;
	double nearest;
	int64_t count;
} heard;

static double remaining( const heard* h, double x, double y )
{
	const double dx = fabs( x - h->goal.x );
	const double dy = fabs( y - h->goal.y );
	return h->octile ? fmax( dx, dy ) + fmin( dx, dy ) * ( sqrt( 2.0 ) - 1.0 ) : sqrt( dx * dx + dy * dy );
}

static void hear( void* context, const fw_heard* what )
{
	const fw_event event = what->event;
	const fw_pose pose = what->pose;
	heard* h = context;
	if ( event == FW_EVENT_EXPAND )
	{
		h->count++;
		h->nearest = fmin( h->nearest, remaining( h, pose.x, pose.y ) );
	}
}

typedef struct kind
{
	const char* method;
	fw_heuristic heuristic;
	bool octile;
	double turning_radius;
} kind;

static const kind kinds[] = {
    { "astar", FW_HEURISTIC_BEST, true, 0.0 },
    { "astar", FW_HEURISTIC_EUCLIDEAN, false, 0.0 },
    { "astar", FW_HEURISTIC_ZERO, false, 0.0 },
    { "aastar", FW_HEURISTIC_BEST, true, 0.0 },
    { "jps", FW_HEURISTIC_BEST, true, 0.0 },
    { "jps", FW_HEURISTIC_EUCLIDEAN, false, 0.0 },
    { "jps", FW_HEURISTIC_ZERO, false, 0.0 },
    { "lazy-theta", FW_HEURISTIC_BEST, false, 0.0 },
    { "astar-ps", FW_HEURISTIC_BEST, true, 0.0 },
    { "directional", FW_HEURISTIC_EUCLIDEAN, false, 1.0 },
    { "directional8", FW_HEURISTIC_EUCLIDEAN, false, 0.6 },
    { "directional24", FW_HEURISTIC_ZERO, false, 1.0 },
    { "directional48", FW_HEURISTIC_EUCLIDEAN, false, 1.5 },
};

typedef struct world
{
	fw_grid* grid;
	fw_planner* planner;
	fw_search* search;
	fw_result best, plain, end;
} world;

static world world_make( fw_grid* grid )
{
	world w = { .grid = grid, .planner = planner_make( grid ) };
	assert_int_equal( fw_search_create( NULL, &w.search ), FW_OK );
	return w;
}

static void world_free( world* w )
{
	fw_result_free( &w->best );
	fw_result_free( &w->plain );
	fw_result_free( &w->end );
	fw_search_destroy( w->search );
	fw_planner_destroy( w->planner );
	fw_grid_destroy( w->grid );
}

static fw_plan plan_of( const kind* k, test_random* random )
{
	const fw_pose start = test_random_center( random, SIDE, SIDE, 0 );
	fw_plan plan = planner_plan( 0.4, k->turning_radius, start, test_random_center( random, SIDE, SIDE, 0 ) );
	plan.method = k->method;
	plan.options.heuristic = k->heuristic;
	plan.options.weight = 1.0;
	plan.start_any_heading = true;
	return plan;
}

static void check_best( const world* w, const fw_query* query, const heard* h )
{
	const fw_path* path = &w->best.path;
	const fw_pose end = fw_path_end( path );
	test_check_legal( w->grid, &query->unit, path );
	assert_int_equal( w->best.outcome, FW_RUNNING );
	assert_true( path->start.x == query->start.x && path->start.y == query->start.y );
	assert_true( fabs( w->best.length - path->length ) < 1e-9 );
	assert_true( h->count > 0 || path->count == 0 );
	if ( h->count > 0 && fabs( remaining( h, end.x, end.y ) - h->nearest ) > 2e-3 )
	{
		fail_msg( "%s: ends %f from the goal, nearest %f", query->method, remaining( h, end.x, end.y ), h->nearest );
	}
}

// Takes the best path after every slice; the final result must be that of a search without this. Each call looks at all
// nodes, so slices grow: a search of n nodes makes about sqrt( 2 n ) calls.
static int32_t check_best_while_running( world* w, const fw_plan* plan, bool octile, int64_t slice )
{
	fw_map map;
	heard h = { .goal = plan->goal, .octile = octile, .nearest = INFINITY };
	fw_query query;
	int32_t asked = 0;
	assert_int_equal( fw_planner_map( w->planner, plan, &map, &query, NULL ), FW_OK );
	assert_int_equal( fw_search_run( w->search, &map, &query, &w->plain, NULL ), FW_OK );
	query.options.listener = ( fw_listener ){ hear, &h };
	assert_int_equal( fw_search_begin( w->search, &map, &query, NULL ), FW_OK );
	fw_outcome outcome = FW_RUNNING;
	for ( ;; asked++ )
	{
		assert_int_equal( fw_search_step( w->search, slice + asked, &outcome, NULL ), FW_OK );
		if ( outcome != FW_RUNNING )
		{
			break;
		}
		assert_int_equal( fw_search_best( w->search, &w->best, NULL ), FW_OK );
		check_best( w, &query, &h );
		const uint64_t hash = fw_path_hash( &w->best.path );
		assert_int_equal( fw_search_best( w->search, &w->best, NULL ), FW_OK );
		assert_true( fw_path_hash( &w->best.path ) == hash );
	}
	assert_int_equal( fw_search_result( w->search, &w->end ), FW_OK );
	assert_int_equal( w->end.outcome, w->plain.outcome );
	assert_int_equal( w->end.reason, w->plain.reason );
	assert_true( fw_path_hash( &w->end.path ) == fw_path_hash( &w->plain.path ) );
	assert_memory_equal( &w->end.counters, &w->plain.counters, sizeof( fw_counters ) );
	if ( outcome == FW_FOUND )
	{
		assert_int_equal( fw_search_best( w->search, &w->best, NULL ), FW_OK );
		assert_true( fw_path_hash( &w->best.path ) == fw_path_hash( &w->end.path ) );
	}
	return asked;
}

static void test_nearest_of_all( void** state )
{
	(void)state;
	test_random random = test_random_make( 31 );
	for ( size_t k = 0; k < sizeof( kinds ) / sizeof( kinds[0] ); k++ )
	{
		int32_t asked = 0;
		for ( int32_t i = 0; i < test_rounds( 12 ); i++ )
		{
			world w = world_make( test_random_map( &random, SIDE, SIDE, test_random_real( &random, 0.05, 0.35 ) ) );
			for ( int32_t problem = 0; problem < 6; problem++ )
			{
				const fw_plan plan = plan_of( &kinds[k], &random );
				asked += check_best_while_running( &w, &plan, kinds[k].octile, 1 + test_random_int( &random, 12 ) );
			}
			world_free( &w );
		}
		if ( asked < test_rounds( 20 ) )
		{
			fail_msg( "%s was asked %d times", kinds[k].method, (int)asked );
		}
	}
}

// Methods whose expanded nodes may be opened again, or whose estimate is private: paths are legal, and the search is
// not changed.
static void test_others( void** state )
{
	fw_query query;
	(void)state;
	static const char* const methods[] = { "theta", "directional", "hdirectional" };
	test_random random = test_random_make( 32 );
	int32_t asked = 0;
	for ( int32_t i = 0; i < test_rounds( 12 ); i++ )
	{
		world w = world_make( test_random_map( &random, SIDE, SIDE, 0.15 ) );
		for ( size_t m = 0; m < 3; m++ )
		{
			const kind k = { methods[m], FW_HEURISTIC_BEST, false, m == 0 ? 0.0 : 1.0 };
			fw_plan plan = plan_of( &k, &random );
			plan.unit.reverse = i % 3 == 2 && m > 0;
			plan.start_any_heading = i % 2 == 0;
			plan.start.x += i % 4 == 3 ? 0.1 : 0.0;
			fw_map map;
			fw_outcome outcome;
			assert_int_equal( fw_planner_map( w.planner, &plan, &map, &query, NULL ), FW_OK );
			assert_int_equal( fw_search_run( w.search, &map, &query, &w.plain, NULL ), FW_OK );
			assert_int_equal( fw_search_begin( w.search, &map, &query, NULL ), FW_OK );
			while ( fw_search_step( w.search, 3, &outcome, NULL ) == FW_OK && outcome == FW_RUNNING )
			{
				assert_int_equal( fw_search_best( w.search, &w.best, NULL ), FW_OK );
				test_check_legal( w.grid, &plan.unit, &w.best.path );
				asked++;
			}
			assert_int_equal( fw_search_result( w.search, &w.end ), FW_OK );
			assert_true( fw_path_hash( &w.end.path ) == fw_path_hash( &w.plain.path ) );
			assert_memory_equal( &w.end.counters, &w.plain.counters, sizeof( fw_counters ) );
		}
		world_free( &w );
	}
	assert_true( asked > test_rounds( 60 ) );
}

// Over links and expensive ground, and after a search found that there is no path.
static void test_links_and_costs( void** state )
{
	fw_query query;
	(void)state;
	world w = world_make( test_grid( "..........#.....\n"
	                                 ".SSSSSSS..#.....\n"
	                                 "..........#.....\n"
	                                 "..........#.....\n" ) );
	const fw_link link = { .from_x = 9, .from_y = 3, .to_x = 12, .to_y = 3, .cost = 2.0, .capabilities = ~0u };
	assert_int_equal( fw_grid_add_link( w.grid, &link, NULL ), FW_OK );
	fw_terrain swamp = *fw_grid_terrain( w.grid, FW_TERRAIN_SWAMP );
	swamp.cost = 3.0;
	assert_int_equal( fw_grid_set_terrain( w.grid, FW_TERRAIN_SWAMP, &swamp, NULL ), FW_OK );
	fw_plan plan = planner_plan( 0.4, 0.0, ( fw_pose ){ 0.5, 0.5, 0.0 }, ( fw_pose ){ 15.5, 0.5, 0.0 } );
	plan.method = "astar";
	plan.options.weight = 1.0;
	fw_map map;
	assert_int_equal( fw_planner_map( w.planner, &plan, &map, &query, NULL ), FW_OK );
	assert_int_equal( fw_search_begin( w.search, &map, &query, NULL ), FW_OK );
	fw_outcome outcome;
	bool beyond = false;
	double before = 1e9;
	while ( fw_search_step( w.search, 1, &outcome, NULL ) == FW_OK && outcome == FW_RUNNING )
	{
		assert_int_equal( fw_search_best( w.search, &w.best, NULL ), FW_OK );
		test_check_legal( w.grid, &plan.unit, &w.best.path );
		const fw_pose end = fw_path_end( &w.best.path );
		const double rest = end.x < 10.0 ? 100.0 - end.x : 15.5 - end.x;
		assert_true( rest <= before + 1.0 );
		beyond = beyond || end.x > 10.0;
		before = rest;
	}
	assert_true( beyond );
	assert_int_equal( outcome, FW_FOUND );
	world_free( &w );
}

static void test_ended_and_misused( void** state )
{
	fw_query query;
	(void)state;
	world w = world_make( test_grid( "......\n"
	                                 "...##.\n"
	                                 "...#.#\n"
	                                 "......\n" ) );
	fw_plan plan = planner_plan( 0.4, 0.0, ( fw_pose ){ 0.5, 0.5, 0.0 }, ( fw_pose ){ 4.5, 2.5, 0.0 } );
	plan.method = "astar";
	plan.options.weight = 1.0;
	assert_int_equal( fw_search_best( NULL, &w.best, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_search_best( w.search, NULL, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_search_best( w.search, &w.best, NULL ), FW_ERR_STATE );
	// A window cuts the goal off: the path to the nearest expanded node.
	fw_map map;
	plan.goal = ( fw_pose ){ 5.5, 0.5, 0.0 };
	plan.start = ( fw_pose ){ 0.5, 3.5, 0.0 };
	plan.options.max_expansions = 5;
	assert_int_equal( fw_planner_map( w.planner, &plan, &map, &query, NULL ), FW_OK );
	assert_int_equal( fw_search_run( w.search, &map, &query, &w.plain, NULL ), FW_OK );
	assert_int_equal( w.plain.outcome, FW_OUT_OF_BUDGET );
	assert_int_equal( fw_search_best( w.search, &w.best, NULL ), FW_OK );
	assert_int_equal( w.best.outcome, FW_OUT_OF_BUDGET );
	assert_true( w.best.length > 1.0 );
	// Nothing was searched: the state of the previous search is forgotten.
	query.goal = ( fw_pose ){ 3.5, 1.5, 0.0 };
	assert_int_equal( fw_search_run( w.search, &map, &query, &w.plain, NULL ), FW_OK );
	assert_int_equal( w.plain.reason, FW_REASON_GOAL_BLOCKED );
	assert_int_equal( fw_search_best( w.search, &w.best, NULL ), FW_OK );
	assert_int_equal( w.best.path.count, 0 );
	static const char* const cannot[] = { "haastar-high",      "block8", "block-ps", "visibility-graph", "field-dstar",
	                                      "block-directional", "taut" };
	for ( size_t i = 0; i < sizeof( cannot ) / sizeof( cannot[0] ); i++ )
	{
		fw_plan other = planner_plan( i == 3 ? 0.0 : 0.4, i == 5 ? 1.0 : 0.0, ( fw_pose ){ 0.5, 3.5, 0.0 },
		                              ( fw_pose ){ 5.5, 0.5, 0.0 } );
		other.method = cannot[i];
		other.options.weight = 1.0;
		assert_int_equal( fw_planner_map( w.planner, &other, &map, &query, NULL ), FW_OK );
		assert_int_equal( fw_search_begin( w.search, &map, &query, NULL ), FW_OK );
		assert_int_equal( fw_search_best( w.search, &w.best, NULL ), FW_ERR_UNSUPPORTED );
	}
	world_free( &w );
}

int run_test_search_best( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_nearest_of_all ),
	    cmocka_unit_test( test_others ),
	    cmocka_unit_test( test_links_and_costs ),
	    cmocka_unit_test( test_ended_and_misused ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

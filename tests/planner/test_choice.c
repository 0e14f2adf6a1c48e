// SPDX-License-Identifier: MIT
// What a plan without a method comes to: the table row by row, and paths that no method of the row beats.
#include "fairway/grid.h"
#include "fairway/queue.h"
#include "fairway/validate.h"
#include "support.h"
#include "support_planner.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static fw_resolved_plan resolve( const fw_grid* grid, const fw_plan* plan )
{
	fw_resolved_plan resolved = { 0 };
	assert_int_equal( fw_plan_resolve( grid, plan, &resolved, NULL ), FW_OK );
	return resolved;
}

static void check( const fw_grid* grid, const fw_plan* plan, const char* method, const char* rival, bool taut )
{
	const fw_resolved_plan r = resolve( grid, plan );
	assert_string_equal( r.method->name, method );
	assert_true( ( r.rival != NULL ) == ( rival != NULL ) );
	assert_true( rival == NULL || r.rival == fw_method_find( rival ) );
	assert_true( r.taut == taut );
	assert_true( r.automatic );
}

static fw_plan square_plan( int32_t size )
{
	fw_plan plan = planner_plan( 0.4, 0.0, test_center( 1, 1, 0 ), test_center( 6, 6, 0 ) );
	plan.unit.size = size;
	return plan;
}

static void test_rows( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 8, 8 );
	fw_plan disc = planner_plan( 0.5, 0.0, test_center( 1, 1, 0 ), test_center( 6, 6, 0 ) );
	fw_plan wide = disc;
	fw_plan square = square_plan( 2 );
	wide.unit.radius = 0.51;
	check( grid, &disc, "taut", NULL, false );
	check( grid, &square, "taut", "jps", false );
	check( grid, &wide, "directional", "taut", true );
	assert_false( resolve( grid, &wide ).clean_up );
	// Paths as the search made them.
	wide.smooth = false;
	check( grid, &wide, "directional", "taut", false );
	assert_true( resolve( grid, &wide ).clean_up );
	wide.smooth = true;
	// The path so far is what "taut" does not have.
	disc.best_effort = wide.best_effort = square.best_effort = true;
	check( grid, &disc, "directional", NULL, true );
	check( grid, &wide, "directional", NULL, true );
	check( grid, &square, "jps", NULL, true );
	disc.best_effort = wide.best_effort = square.best_effort = false;
	// So are some heuristics.
	disc.options.heuristic = wide.options.heuristic = square.options.heuristic = FW_HEURISTIC_OCTILE;
	check( grid, &disc, "directional", NULL, true );
	check( grid, &wide, "directional", NULL, true );
	check( grid, &square, "jps", NULL, true );
	disc.options.heuristic = wide.options.heuristic = square.options.heuristic = FW_HEURISTIC_BEST;
	fw_resolved_plan resolved;
	fw_plan unknown = disc;
	unknown.options.heuristic = (fw_heuristic)32;
	assert_int_equal( fw_plan_resolve( grid, &unknown, &resolved, NULL ), FW_ERR_UNSUPPORTED );
	// Roads are kept to.
	disc.roads = square.roads = FW_ROADS_RINGS;
	check( grid, &disc, "directional", NULL, false );
	check( grid, &square, "jps", NULL, false );
	disc.roads = square.roads = FW_ROADS_NONE;
	// Steps.
	disc.goal_tolerance = wide.goal_tolerance = 0.5;
	check( grid, &disc, "astar", NULL, true );
	check( grid, &wide, "astar", NULL, true );
	fw_grid_destroy( grid );
}

static void test_what_is_there( void** state )
{
	(void)state;
	for ( int32_t i = 0; i < 3; i++ )
	{
		fw_grid* grid = test_field( 8, 8 );
		const fw_plan plan = square_plan( 1 );
		if ( i == 0 )
		{
			const fw_link link = {
			    .from_x = 1, .from_y = 1, .to_x = 5, .to_y = 5, .cost = 1.0, .capabilities = FW_CAP_GROUND };
			assert_int_equal( fw_grid_add_link( grid, &link, NULL ), FW_OK );
		}
		else if ( i == 1 )
		{
			assert_int_equal( fw_grid_set_exits( grid, ( fw_rect ){ 1, 1, 1, 1 }, FW_EXIT_EAST, NULL ), FW_OK );
		}
		else
		{
			fw_terrain dear = *fw_grid_terrain( grid, FW_TERRAIN_GROUND );
			dear.cost = 2.0;
			assert_int_equal( fw_grid_set_terrain( grid, FW_TERRAIN_GROUND, &dear, NULL ), FW_OK );
		}
		// One-way tiles are what the taut pass does not know.
		check( grid, &plan, "astar", NULL, i != 1 );
		fw_grid_destroy( grid );
	}
}

static double length_by( fw_planner* planner, fw_plan plan, const char* method, fw_result* result )
{
	plan.method = method;
	assert_int_equal( fw_planner_run( planner, &plan, result, NULL ), FW_OK );
	return result->outcome == FW_FOUND ? result->path.length : -1.0;
}

// The shorter one of two paths: both are tried, and the outcome and the path are legal whichever it is.
static int32_t compare( fw_plan plan, uint64_t seed, int32_t blocked )
{
	enum
	{
		SIDE = 40
	};
	test_random random = test_random_make( seed );
	fw_grid* grid = test_field( SIDE, SIDE );
	for ( int32_t i = 0; i < blocked; i++ )
	{
		const fw_rect one = { test_random_int( &random, SIDE ), test_random_int( &random, SIDE ), 1, 1 };
		assert_int_equal( fw_grid_fill( grid, one, FW_TERRAIN_OUT, NULL ), FW_OK );
	}
	fw_planner* planner = planner_make( grid );
	fw_result result = { 0 };
	const fw_resolved_plan r = resolve( grid, &plan );
	int32_t rivals = 0;
	for ( int32_t i = 0; i < 20; i++ )
	{
		plan.start = test_center( test_random_int( &random, SIDE ), test_random_int( &random, SIDE ), 0 );
		plan.goal = test_center( test_random_int( &random, SIDE ), test_random_int( &random, SIDE ), 0 );
		const double by_method = length_by( planner, plan, r.method->name, &result );
		const double by_rival = length_by( planner, plan, r.rival->name, &result );
		const double length = length_by( planner, plan, NULL, &result );
		assert_true( ( length < 0.0 ) == ( by_method < 0.0 ) );
		assert_true( length <= by_method + 1e-9 );
		assert_true( by_rival < 0.0 || length <= by_rival + 1e-9 );
		if ( length > 0.0 )
		{
			int32_t violations;
			assert_int_equal( fw_validate( grid, &plan.unit, &result.path, NULL, NULL, 0, &violations, NULL ), FW_OK );
			assert_int_equal( violations, 0 );
			assert_true( result.length == result.path.length );
		}
		rivals += fw_planner_report( planner ).branch == FW_BRANCH_RIVAL ? 1 : 0;
	}
	fw_result_free( &result );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
	return rivals;
}

static void test_no_method_beats_it( void** state )
{
	(void)state;
	int32_t squares = 0, discs = 0;
	for ( uint64_t seed = 1; seed <= 8; seed++ )
	{
		const fw_plan wide = planner_plan( 0.9, 0.0, test_center( 0, 0, 0 ), test_center( 0, 0, 0 ) );
		squares += compare( square_plan( 1 ), seed, 500 );
		discs += compare( wide, seed, 60 );
	}
	print_message( "the rival's path is shorter for %d squares and %d discs of 160\n", (int)squares, (int)discs );
	assert_true( squares > 0 && squares < 80 && discs > 0 && discs < 80 );
}

// A limit that is used up before the rival is done leaves the path that is there; jobs show it all the time.
static void test_limit( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 20, 20 );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 10, 0, 1, 18 }, FW_TERRAIN_OUT, NULL ), FW_OK );
	fw_planner* planner = planner_make( grid );
	fw_result whole = { 0 }, result = { 0 };
	fw_plan plan = square_plan( 1 );
	plan.goal = test_center( 18, 1, 0 );
	const double length = length_by( planner, plan, NULL, &whole );
	const int64_t by_method = whole.counters.expanded;
	length_by( planner, plan, "taut", &result );
	const int64_t first = result.counters.expanded;
	assert_true( by_method > first );
	plan.options.max_expansions = first + 1;
	assert_true( length_by( planner, plan, NULL, &result ) == length );
	plan.options.max_expansions = first - 1;
	assert_true( length_by( planner, plan, NULL, &result ) < 0.0 );
	assert_int_equal( result.outcome, FW_OUT_OF_BUDGET );
	// By the slice.
	fw_job* job = NULL;
	fw_outcome outcome = FW_RUNNING;
	plan.options.max_expansions = 0;
	assert_int_equal( fw_job_create( planner, &job ), FW_OK );
	assert_int_equal( fw_job_begin( job, &plan, NULL ), FW_OK );
	int32_t shown = 0;
	while ( outcome == FW_RUNNING )
	{
		assert_int_equal( fw_job_step( job, 1, &outcome ), FW_OK );
		if ( outcome == FW_RUNNING && fw_job_best( job, &result ) == FW_OK )
		{
			shown += fw_path_hash( &result.path ) == fw_path_hash( &whole.path ) ? 1 : 0;
		}
	}
	assert_true( shown > 0 );
	assert_int_equal( fw_job_result( job, &result ), FW_OK );
	assert_true( fw_path_hash( &result.path ) == fw_path_hash( &whole.path ) );
	assert_int_equal( result.counters.expanded, by_method );
	assert_int_equal( fw_job_report( job ).searches, 2 );
	fw_job_destroy( job );
	fw_result_free( &whole );
	fw_result_free( &result );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

int run_test_choice( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_rows ),
	    cmocka_unit_test( test_what_is_there ),
	    cmocka_unit_test( test_no_method_beats_it ),
	    cmocka_unit_test( test_limit ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

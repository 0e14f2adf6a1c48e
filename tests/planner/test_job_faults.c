// SPDX-License-Identifier: MIT
// Jobs beside what others do: errors at their beginning, edits and limits, and what plans of several searches refuse.
#include "support.h"
#include "support_planner.h"

#include "fairway/grid.h"
#include "fairway/queue.h"
#include "planner/job.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define SIDE 50

typedef struct bench
{
	fw_grid* grid;
	fw_planner* planner;
	fw_job* job;
	fw_result result; // of the job
	fw_result whole;  // of the planner
} bench;

static void fill( bench* b, int32_t x, int32_t y, int32_t width, int32_t height, uint8_t terrain )
{
	assert_int_equal( fw_grid_fill( b->grid, ( fw_rect ){ x, y, width, height }, terrain, NULL ), FW_OK );
}

// A wall with a way round its end, and a road before it.
static void open_bench( bench* b )
{
	*b = ( bench ){ .grid = test_field( SIDE, SIDE ) };
	b->planner = planner_make( b->grid );
	fill( b, 20, 0, 2, 44, FW_TERRAIN_OUT );
	fill( b, 0, 46, SIDE, 1, FW_TERRAIN_ROAD );
	assert_int_equal( fw_job_create( b->planner, &b->job ), FW_OK );
}

static void close_bench( bench* b )
{
	fw_result_free( &b->result );
	fw_result_free( &b->whole );
	fw_job_destroy( b->job );
	fw_planner_destroy( b->planner );
	fw_grid_destroy( b->grid );
}

static fw_plan plan_by( const char* method, double turning_radius )
{
	fw_plan plan = planner_plan( 0.4, turning_radius, ( fw_pose ){ 5.5, 5.5, 0.0 }, ( fw_pose ){ 40.5, 5.5, 0.0 } );
	plan.method = method;
	return plan;
}

// Along the road.
static fw_plan road_plan( const char* method, double turning_radius )
{
	fw_plan plan = plan_by( method, turning_radius );
	plan.start = ( fw_pose ){ 5.5, 46.5, 0.0 };
	plan.goal = ( fw_pose ){ 15.5, 46.5, 0.0 };
	plan.roads = FW_ROADS_CONES;
	return plan;
}

// A plan that cannot begin leaves nothing behind that could be stepped or read.
static void test_failed_beginning( void** state )
{
	(void)state;
	bench b;
	open_bench( &b );
	const fw_plan good = plan_by( "directional", 1.0 );
	fw_plan bad[4] = { good, good, good, good };
	bad[0].method = "no such method";
	bad[1].options.weight = 99.0;
	bad[2].options.anchor = FW_ANCHOR_CORNER;
	bad[3].roads = (fw_roads)9;
	for ( int32_t i = 0; i < 4; i++ )
	{
		fw_outcome outcome = FW_PARTIAL;
		assert_int_equal( fw_job_begin( b.job, &good, NULL ), FW_OK );
		assert_int_equal( fw_job_step( b.job, 3, NULL ), FW_OK );
		assert_int_not_equal( fw_job_begin( b.job, &bad[i], NULL ), FW_OK );
		assert_int_equal( fw_job_step( b.job, 3, &outcome ), FW_ERR_STATE );
		assert_int_equal( fw_job_result( b.job, &b.result ), FW_ERR_STATE );
		assert_int_equal( outcome, FW_PARTIAL );
	}
	close_bench( &b );
}

// What was searched before an edit counts: for the counters, the limit, and the searches of the report.
static void test_counters_go_on( void** state )
{
	(void)state;
	bench b;
	open_bench( &b );
	fw_plan plan = plan_by( "astar", 0.0 );
	plan.options.max_expansions = 430;
	fw_outcome outcome = FW_RUNNING;
	int64_t before = 0;
	assert_int_equal( fw_job_begin( b.job, &plan, NULL ), FW_OK );
	for ( int32_t i = 0; outcome == FW_RUNNING; i++ )
	{
		assert_true( i < 10 );
		assert_int_equal( fw_job_step( b.job, 50, &outcome ), FW_OK );
		assert_int_equal( fw_job_result( b.job, &b.result ), FW_OK );
		assert_int_equal( b.result.counters.expanded, before + 50 < 430 ? before + 50 : 430 );
		before = b.result.counters.expanded;
		assert_int_equal( fw_job_report( b.job ).searches, i + 1 );
		fill( &b, 0, 0, 1, 1, i % 2 == 0 ? FW_TERRAIN_OUT : FW_TERRAIN_GROUND );
	}
	assert_int_equal( outcome, FW_OUT_OF_BUDGET );
	plan.goal = plan.start;
	assert_int_equal( fw_job_begin( b.job, &plan, NULL ), FW_OK );
	assert_int_equal( fw_job_report( b.job ).searches, 1 );
	close_bench( &b );
}

// More kinds of units than the planner has places for: each job takes away what another searches with, and all are done
// all the same, with what a planner of their own finds.
static void test_many_kinds( void** state )
{
	(void)state;
	enum
	{
		JOBS = 24
	};
	bench b;
	open_bench( &b );
	fw_job* jobs[JOBS];
	fw_outcome outcomes[JOBS] = { FW_RUNNING };
	fw_plan plans[JOBS];
	for ( int32_t i = 0; i < JOBS; i++ )
	{
		plans[i] = plan_by( "directional", 1.0 + 0.1 * i );
		plans[i].lattice = FW_LATTICE_TILES; // few motion primitives, as each kind has its own
		assert_int_equal( fw_job_create( b.planner, &jobs[i] ), FW_OK );
		assert_int_equal( fw_job_begin( jobs[i], &plans[i], NULL ), FW_OK );
	}
	int32_t running = JOBS;
	for ( int32_t round = 0; running > 0; round++ )
	{
		assert_true( round < 300 );
		running = 0;
		for ( int32_t i = 0; i < JOBS; i++ )
		{
			if ( outcomes[i] == FW_RUNNING )
			{
				assert_int_equal( fw_job_step( jobs[i], 20, &outcomes[i] ), FW_OK );
				assert_true( fw_job_memory( jobs[i] ) > 0 );
				running++;
			}
		}
		if ( round == 8 )
		{
			fill( &b, 30, 10, 3, 3, FW_TERRAIN_OUT );
		}
	}
	for ( int32_t i = 0; i < JOBS; i++ )
	{
		assert_int_equal( fw_planner_run( b.planner, &plans[i], &b.whole, NULL ), FW_OK );
		assert_int_equal( b.whole.outcome, FW_FOUND );
		assert_int_equal( fw_job_result( jobs[i], &b.result ), FW_OK );
		assert_true( b.result.counters.expanded >= b.whole.counters.expanded );
		assert_true( fw_path_hash( &b.result.path ) == fw_path_hash( &b.whole.path ) );
		// The next plan shares again.
		assert_int_equal( fw_job_begin( jobs[i], &plans[i], NULL ), FW_OK );
		assert_int_equal( fw_job_step( jobs[i], 3, NULL ), FW_OK );
		fw_job_destroy( jobs[i] );
	}
	close_bench( &b );
}

// A plan without a method's name takes the one that suits the grid as it is when it begins anew.
static void test_edits_change_the_method( void** state )
{
	(void)state;
	for ( int32_t way = 0; way < 2; way++ )
	{
		bench b;
		open_bench( &b );
		const fw_plan plan = plan_by( NULL, 0.0 );
		fw_outcome outcome = FW_RUNNING;
		assert_int_equal( fw_job_begin( b.job, &plan, NULL ), FW_OK );
		assert_string_equal( fw_job_report( b.job ).method, "taut" );
		assert_int_equal( fw_job_step( b.job, 1, &outcome ), FW_OK );
		assert_int_equal( outcome, FW_RUNNING );
		if ( way == 0 )
		{
			const fw_rect one = { 1, 1, 1, 1 };
			assert_int_equal( fw_grid_set_exits( b.grid, one, FW_EXIT_EAST, NULL ), FW_OK );
		}
		else
		{
			fw_terrain road = *fw_grid_terrain( b.grid, FW_TERRAIN_ROAD );
			road.cost = 2.0;
			assert_int_equal( fw_grid_set_terrain( b.grid, FW_TERRAIN_ROAD, &road, NULL ), FW_OK );
		}
		while ( outcome == FW_RUNNING )
		{
			assert_int_equal( fw_job_step( b.job, 10, &outcome ), FW_OK );
		}
		assert_string_equal( fw_job_report( b.job ).method, "astar" );
		assert_int_equal( fw_job_result( b.job, &b.result ), FW_OK );
		assert_int_equal( fw_planner_run( b.planner, &plan, &b.whole, NULL ), FW_OK );
		assert_int_equal( b.whole.outcome, FW_FOUND );
		assert_true( fw_path_hash( &b.result.path ) == fw_path_hash( &b.whole.path ) );
		close_bench( &b );
	}
}

// A hierarchy that the planner was given serves also the jobs that keep all else to themselves, and may be replaced
// under their hands.
static void test_given_hierarchies_apart( void** state )
{
	(void)state;
	enum
	{
		JOBS = 20
	};
	bench b;
	open_bench( &b );
	fw_hierarchy_def def = fw_default_hierarchy_def();
	fw_hierarchy* given = NULL;
	fw_job* jobs[JOBS];
	fw_outcome outcomes[JOBS] = { FW_RUNNING };
	int32_t apart = 0;
	int32_t running = JOBS;
	def.size_count = 2;
	def.sizes[1] = 3;
	def.capabilities[0] = plan_by( "hdirectional", 1.0 ).unit.capabilities;
	for ( int32_t i = 0; i < JOBS; i++ )
	{
		fw_plan plan = plan_by( "hdirectional", 1.0 + 0.1 * i );
		plan.lattice = FW_LATTICE_TILES;
		assert_int_equal( fw_job_create( b.planner, &jobs[i] ), FW_OK );
		assert_int_equal( fw_job_begin( jobs[i], &plan, NULL ), FW_OK );
	}
	for ( int32_t round = 0; running > 0; round++ )
	{
		assert_true( round < 400 );
		running = 0;
		if ( round % 5 == 0 && round < 50 )
		{
			assert_int_equal( fw_hierarchy_create( b.grid, &def, &given, NULL ), FW_OK );
			assert_int_equal( fw_planner_add_hierarchy( b.planner, given ), FW_OK );
		}
		for ( int32_t i = 0; i < JOBS; i++ )
		{
			if ( outcomes[i] == FW_RUNNING )
			{
				assert_int_equal( fw_job_step( jobs[i], 3, &outcomes[i] ), FW_OK );
				assert_true( outcomes[i] != FW_RUNNING || jobs[i]->lease.map.hierarchy == given );
				apart += jobs[i]->alone != NULL ? 1 : 0;
				running++;
			}
		}
	}
	assert_true( apart > JOBS );
	for ( int32_t i = 0; i < JOBS; i++ )
	{
		assert_int_equal( outcomes[i], FW_FOUND );
		fw_job_destroy( jobs[i] );
	}
	close_bench( &b );
}

// The same answer wherever the goal is: not only where a search is needed that knows nothing of it.
static void test_walks_refuse_what_searches_do( void** state )
{
	(void)state;
	static const uint8_t closed[SIDE * SIDE];
	static const char* const methods[] = { "astar-turns", "auto" };
	bench b;
	open_bench( &b );
	for ( int32_t i = 0; i < 2; i++ )
	{
		fw_plan plan = plan_by( methods[i], 1.0 );
		plan.goal.x = 15.5;
		assert_int_equal( fw_planner_run( b.planner, &plan, &b.whole, NULL ), FW_OK );
		plan.options.closed_moves = closed;
		assert_int_equal( fw_planner_run( b.planner, &plan, &b.whole, NULL ), FW_ERR_UNSUPPORTED );
		plan.options.closed_moves = NULL;
		plan.unit.radius = 0.0;
		plan.options.anchor = FW_ANCHOR_CORNER;
		assert_int_equal( fw_planner_run( b.planner, &plan, &b.whole, NULL ), FW_ERR_UNSUPPORTED );
		// Methods with headings pass over a window, and no walk may end them at it.
		plan = plan_by( methods[i], 1.0 );
		plan.options.window = 1;
		assert_int_equal( fw_planner_run( b.planner, &plan, &b.whole, NULL ), FW_OK );
		assert_int_equal( b.whole.outcome, FW_FOUND );
	}
	close_bench( &b );
}

static void test_cones( void** state )
{
	(void)state;
	static const uint8_t closed[SIDE * SIDE];
	bench b;
	open_bench( &b );
	// The walk that cones are put around turns for nothing.
	fw_plan plan = road_plan( "directional", 1.0 );
	plan.options.turn_charge = 1.0;
	assert_int_equal( fw_planner_run( b.planner, &plan, &b.whole, NULL ), FW_OK );
	assert_int_equal( b.whole.outcome, FW_FOUND );
	assert_int_equal( fw_planner_report( b.planner ).roads, FW_ROADS_CONES );
	// Closed moves are of the map, the cones' map is another one.
	plan = road_plan( "astar", 0.0 );
	plan.options.closed_moves = closed;
	assert_int_equal( fw_planner_run( b.planner, &plan, &b.whole, NULL ), FW_ERR_UNSUPPORTED );
	plan.roads = FW_ROADS_ONLY;
	assert_int_equal( fw_planner_run( b.planner, &plan, &b.whole, NULL ), FW_OK );
	// Whatever gives up in the cones, the empty path begins where the plan does: here before a lane that the unit would
	// have to be in the other way round.
	int32_t given_up = 0;
	fill( &b, 40, 38, 3, 7, FW_TERRAIN_OUT );
	fill( &b, 41, 38, 1, 6, FW_TERRAIN_GROUND );
	for ( int64_t limit = 1; limit < 600; limit += test_every( 7 ) )
	{
		plan = plan_by( "auto", 2.0 );
		plan.lane = FW_LANE_RIGHT;
		plan.start = ( fw_pose ){ 41.5, 30.5, 0.0 };
		plan.goal = ( fw_pose ){ 41.5, 43.5, -0.5 * FW_PI };
		plan.goal_any_heading = false;
		plan.options.max_expansions = limit;
		assert_int_equal( fw_planner_run( b.planner, &plan, &b.whole, NULL ), FW_OK );
		given_up += b.whole.outcome == FW_OUT_OF_BUDGET ? 1 : 0;
		assert_true( b.whole.path.start.x == 41.5 && b.whole.path.start.y == 30.5 );
	}
	assert_true( given_up > test_rounds( 5 ) );
	close_bench( &b );
}

int run_test_job_faults( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_failed_beginning ),
	    cmocka_unit_test( test_counters_go_on ),
	    cmocka_unit_test( test_many_kinds ),
	    cmocka_unit_test( test_given_hierarchies_apart ),
	    cmocka_unit_test( test_edits_change_the_method ),
	    cmocka_unit_test( test_walks_refuse_what_searches_do ),
	    cmocka_unit_test( test_cones ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

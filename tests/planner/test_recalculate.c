// SPDX-License-Identifier: MIT
// Path recalculation against the same loop written down anew and judged by the validator; what it cannot do.
#include "annotate/space.h"
#include "support_planner.h"
#include "support_walker.h"

#include "fairway/queue.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static fw_query query_of( const walker* w, double turning_radius, fw_pose start, fw_pose goal )
{
	fw_query query = fw_default_query();
	query.unit = test_unit( w->space->radius, turning_radius );
	query.start = start;
	query.goal = goal;
	return query;
}

// What the loop comes to.
typedef struct told
{
	fw_outcome outcome;
	int32_t rounds;
	fw_path path;
} told;

static int32_t violations_of( const walker* w, const fw_unit* unit, const fw_path* path )
{
	int32_t count = 0;
	assert_int_equal( fw_validate( w->grid, unit, path, NULL, NULL, 0, &count, NULL ), FW_OK );
	return count;
}

static uint8_t direction_of( fw_vec2 from, fw_vec2 to )
{
	static const uint8_t bits[3][3] = { { 32, 64, 128 }, { 16, 0, 1 }, { 8, 4, 2 } };
	return bits[(int32_t)floor( to.y - from.y ) + 1][(int32_t)floor( to.x - from.x ) + 1];
}

// One walk from tile center to tile center: its turns, and the first steps of the legs that hit something.
static int32_t judge_walk( const walker* w, const fw_query* query, const fw_path* walk, uint8_t* closed,
                           fw_path* turned )
{
	const int32_t width = fw_grid_width( w->grid );
	int32_t illegal = 0;
	fw_path leg = { 0 };
	fw_pose pose = query->start;
	fw_path_clear( turned, pose );
	for ( int32_t i = 0; i < walk->count; )
	{
		const fw_segment* first = &walk->segments[i];
		const uint8_t direction = direction_of( first->from, first->to );
		while ( i < walk->count && direction_of( walk->segments[i].from, walk->segments[i].to ) == direction )
		{
			i++;
		}
		fw_curve curve;
		assert_true( fw_curve_shortest_to_point( pose, walk->segments[i - 1].to, query->unit.turning_radius,
		                                         FW_GEAR_FORWARD, &curve ) );
		fw_path_clear( &leg, pose );
		assert_int_equal( fw_path_append_curve( &leg, &curve ), FW_OK );
		assert_int_equal( fw_path_append_curve( turned, &curve ), FW_OK );
		pose = fw_curve_pose_at( &curve, curve.length );
		if ( violations_of( w, &query->unit, &leg ) > 0 )
		{
			closed[(int32_t)first->from.y * width + (int32_t)first->from.x] |= direction;
			illegal++;
		}
	}
	fw_path_free( &leg );
	return illegal;
}

static void recalculate( walker* w, const fw_query* query, told* out )
{
	const int32_t tiles = fw_grid_width( w->grid ) * fw_grid_height( w->grid );
	uint8_t* closed = calloc( (size_t)tiles, 1 );
	fw_query again = *query;
	out->outcome = FW_OUT_OF_BUDGET;
	out->rounds = 0;
	again.options.closed_moves = closed;
	while ( out->outcome == FW_OUT_OF_BUDGET && out->rounds < 100 )
	{
		assert_int_equal( fw_search_run( w->search, &w->map, &again, &w->result, NULL ), FW_OK );
		out->rounds++;
		if ( w->result.outcome != FW_FOUND )
		{
			out->outcome = w->result.outcome;
			break;
		}
		const int32_t illegal = judge_walk( w, query, &w->result.path, closed, &out->path );
		out->outcome = illegal == 0 ? FW_FOUND : FW_OUT_OF_BUDGET;
	}
	free( closed );
}

// The plan of a query, without passes after recalculation.
static fw_plan plan_of( const fw_query* query, bool smooth )
{
	fw_plan plan = fw_default_plan();
	plan.method = "astar";
	plan.unit = query->unit;
	plan.start = query->start;
	plan.goal = query->goal;
	plan.start_any_heading = query->start_any_heading;
	plan.options = query->options;
	plan.turning = FW_TURNING_RECALCULATE;
	plan.smooth = smooth;
	plan.clean_up = false;
	return plan;
}

// The same by a planner, into the walker's result. Returns its searches.
static int32_t run( walker* w, const fw_query* query, bool smooth )
{
	fw_planner* planner = planner_make( w->grid );
	const fw_plan plan = plan_of( query, smooth );
	assert_int_equal( fw_planner_run( planner, &plan, &w->result, NULL ), FW_OK );
	const int32_t searches = fw_planner_report( planner ).searches;
	fw_planner_destroy( planner );
	return searches;
}

// The same outcome, rounds and path as of the loop above, on maps of both kinds. Eight neighbors alone:
// canonical and other orders of A* may take different ones of equally short walks, so both take the closed moves from
// the start.
static void test_as_the_loop_says( void** state )
{
	(void)state;
	test_random random = test_random_make( 31 );
	int32_t outcomes[4] = { 0 };
	int32_t again = 0;
	told expected = { 0 };
	for ( int32_t round = 0; round < test_rounds( 600 ); round++ )
	{
		walker w;
		walker_open( &w, test_random_map( &random, 20, 16, 0.12 ), 0.4, FW_CAP_GROUND );
		const fw_pose start = test_random_stand( &random, 20, 16 );
		const fw_pose goal = test_random_center( &random, 20, 16, 0.0 );
		fw_query query = query_of( &w, 0.5 + 0.25 * ( round % 4 ), start, goal );
		query.options.neighbors = round % 3 == 0 ? 8 : 4;
		query.options.turn_penalty = 0.125; // so that the first search is no other loop than the later ones
		if ( start.x != goal.x || start.y != goal.y )
		{
			recalculate( &w, &query, &expected );
			const int32_t rounds = run( &w, &query, false );
			assert_int_equal( w.result.outcome, expected.outcome );
			assert_int_equal( rounds, expected.rounds );
			assert_int_equal( w.result.path.count > 0, expected.outcome == FW_FOUND );
			if ( expected.outcome == FW_FOUND )
			{
				assert_int_equal( fw_path_hash( &w.result.path ), fw_path_hash( &expected.path ) );
				again += rounds > 1 ? 1 : 0;
			}
			outcomes[expected.outcome]++;
		}
		walker_close( &w );
	}
	fw_path_free( &expected.path );
	assert_true( outcomes[FW_FOUND] > test_rounds( 100 ) && again > test_rounds( 30 ) );
	assert_true( outcomes[FW_UNREACHABLE] > test_rounds( 50 ) );
}

// What is found is legal and leads from start to goal, also from and to any place, with and without smoothing.
static void test_legal_from_any_place( void** state )
{
	(void)state;
	test_random random = test_random_make( 32 );
	int32_t found[2] = { 0 };
	for ( int32_t round = 0; round < test_rounds( 400 ); round++ )
	{
		walker w;
		walker_open( &w, test_random_map( &random, 24, 18, 0.1 ), 0.3 + 0.2 * ( round % 3 ), FW_CAP_GROUND );
		fw_pose start = test_random_pose( &random, 18.0 );
		fw_pose goal = test_random_pose( &random, 18.0 );
		fw_query query = query_of( &w, 0.5 + 0.5 * ( round % 3 ), start, goal );
		query.start_any_heading = round % 5 == 0;
		const bool smooth = round % 2 == 1;
		const int32_t rounds = run( &w, &query, smooth );
		if ( w.result.outcome == FW_FOUND )
		{
			start.heading = query.start_any_heading ? NAN : start.heading;
			test_check_legal( w.grid, &query.unit, &w.result.path );
			test_check_ends( &w.result.path, start, ( fw_pose ){ goal.x, goal.y, NAN } );
			assert_true( w.result.length == w.result.path.length );
			test_close_to( w.result.cost, w.result.length, 1e-9 );
			assert_true( rounds >= 1 );
			found[smooth]++;
		}
		walker_close( &w );
	}
	assert_true( found[0] >= test_rounds( 400 ) / 14 && found[1] > test_rounds( 50 ) );
}

// The first weakness: a unit that drives along a wall cannot turn into a lane, and whoever would come straight to the
// lane's mouth cannot go in any more either. Directional A* finds the way.
static void test_other_approach_stays_unfound( void** state )
{
	(void)state;
	fw_grid* grid = test_grid( "########.####\n"
	                           "########.####\n"
	                           "########.####\n"
	                           "########.####\n"
	                           ".............\n"
	                           ".............\n"
	                           ".............\n"
	                           ".............\n"
	                           ".............\n"
	                           ".............\n"
	                           ".............\n" );
	fw_planner* planner = planner_make( grid );
	fw_result result = { 0 };
	fw_plan plan = planner_plan( 0.4, 1.0, test_center( 1, 4, 0 ), test_center( 8, 0, 0 ) );
	plan.goal_any_heading = true;
	for ( int32_t smooth = 0; smooth < 2; smooth++ )
	{
		plan.method = "astar";
		plan.turning = FW_TURNING_RECALCULATE;
		plan.smooth = smooth == 1;
		plan.start = test_center( 1, 4, 0 );
		assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
		assert_true( result.outcome == FW_UNREACHABLE && result.reason == FW_REASON_NO_TURN );
		assert_true( fw_planner_report( planner ).searches > 1 );
		plan.start = test_center( 8, 9, -90 );
		assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
		assert_int_equal( result.outcome, FW_FOUND );
		assert_int_equal( fw_planner_report( planner ).searches, 1 );
		test_check_legal( grid, &plan.unit, &result.path );
	}
	plan.method = "directional";
	plan.turning = FW_TURNING_NONE;
	plan.start = test_center( 1, 4, 0 );
	assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
	assert_int_equal( result.outcome, FW_FOUND );
	test_check_legal( grid, &plan.unit, &result.path );
	fw_result_free( &result );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

// The second one: each lane that is too narrow to turn into takes a round of its own or more.
static void test_a_round_for_each_lane( void** state )
{
	(void)state;
	for ( int32_t lanes = 1; lanes <= 8; lanes++ )
	{
		const int32_t width = 4 * lanes + 9;
		fw_grid* grid = test_field( width, 10 );
		for ( int32_t x = 0; x < 4 * lanes + 1; x++ )
		{
			// Lanes of one tile through a wall of four, then a gap of eight tiles at its end.
			for ( int32_t y = 3; y < 7 && x % 4 != 2; y++ )
			{
				test_block( grid, x, y );
			}
		}
		walker w;
		walker_open( &w, grid, 0.4, FW_CAP_GROUND );
		const fw_query query = query_of( &w, 1.0, test_center( 0, 8, 0 ), test_center( 0, 0, 0 ) );
		assert_int_equal( run( &w, &query, true ), lanes + 1 );
		assert_int_equal( w.result.outcome, FW_FOUND );
		walker_close( &w );
	}
}

// The limit of expansions is for all rounds together.
static void test_expansions( void** state )
{
	(void)state;
	walker w;
	walker_open( &w,
	             test_grid( "#######.####\n"
	                        "#######.####\n"
	                        "............\n"
	                        "............\n"
	                        "............\n" ),
	             0.4, FW_CAP_GROUND );
	fw_query query = query_of( &w, 1.0, test_center( 0, 2, 0 ), test_center( 7, 0, 0 ) );
	run( &w, &query, false );
	assert_int_equal( w.result.outcome, FW_UNREACHABLE );
	const int64_t all = w.result.counters.expanded;
	int64_t out_of_budget = 0;
	for ( int64_t limit = 1; limit <= all + 1; limit++ )
	{
		query.options.max_expansions = limit;
		run( &w, &query, false );
		assert_true( w.result.counters.expanded <= limit );
		out_of_budget += w.result.outcome == FW_OUT_OF_BUDGET ? 1 : 0;
	}
	assert_int_equal( w.result.outcome, FW_UNREACHABLE );
	assert_true( out_of_budget > 3 );
	walker_close( &w );
}

// A job in slices finds the same as the planner at once; the clean-up makes it shorter.
static void test_planner_and_jobs( void** state )
{
	(void)state;
	test_random random = test_random_make( 33 );
	int32_t found = 0;
	for ( int32_t round = 0; round < 60; round++ )
	{
		walker w;
		walker_open( &w, test_random_map( &random, 24, 18, 0.1 ), 0.4, FW_CAP_GROUND );
		fw_planner* planner = planner_make( w.grid );
		fw_job* job = NULL;
		fw_result one = { 0 };
		fw_result other = { 0 };
		const fw_pose start = test_center( test_random_int( &random, 24 ), 1, 0 );
		fw_plan plan = planner_plan( 0.4, 1.0, start, test_center( test_random_int( &random, 24 ), 16, 0 ) );
		plan.method = "astar";
		plan.options.weight = 1.0;
		plan.goal_any_heading = true;
		plan.turning = FW_TURNING_RECALCULATE;
		plan.smooth = false;
		plan.clean_up = false;
		assert_int_equal( fw_planner_run( planner, &plan, &one, NULL ), FW_OK );
		fw_outcome outcome = FW_RUNNING;
		assert_int_equal( fw_job_create( planner, &job ), FW_OK );
		assert_int_equal( fw_job_begin( job, &plan, NULL ), FW_OK );
		while ( outcome == FW_RUNNING )
		{
			assert_int_equal( fw_job_step( job, 7, &outcome ), FW_OK );
		}
		assert_int_equal( fw_job_result( job, &other ), FW_OK );
		walker_check_same( &one, &other );
		found += one.outcome == FW_FOUND ? 1 : 0;
		plan.clean_up = true;
		assert_int_equal( fw_planner_run( planner, &plan, &other, NULL ), FW_OK );
		assert_int_equal( one.outcome, other.outcome );
		if ( other.outcome == FW_FOUND )
		{
			assert_true( other.length <= one.length );
			test_check_legal( w.grid, &plan.unit, &other.path );
		}
		fw_job_destroy( job );
		fw_planner_destroy( planner );
		fw_result_free( &one );
		fw_result_free( &other );
		walker_close( &w );
	}
	assert_true( found > 20 );
}

static void test_refusals( void** state )
{
	(void)state;
	static const uint8_t none[100];
	fw_grid* grid = test_field( 10, 10 );
	fw_planner* planner = planner_make( grid );
	fw_result result = { 0 };
	const fw_query query = { .unit = test_unit( 0.4, 1.0 ),
	                         .start = test_center( 1, 1, 0 ),
	                         .goal = test_center( 8, 8, 0 ),
	                         .options = fw_default_query().options };
	const fw_plan good = plan_of( &query, false );
	fw_plan plan = good;
	static const char* const others[] = { "jps", "theta", "midpoint", "compass" };
	for ( int32_t i = 0; i < 4; i++ )
	{
		plan.method = others[i];
		assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_ERR_UNSUPPORTED );
	}
	plan = good;
	plan.options.closed_moves = none;
	assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_ERR_UNSUPPORTED );
	plan = good;
	plan.options.anchor = FW_ANCHOR_CORNER;
	assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_ERR_UNSUPPORTED );
	assert_int_equal( fw_planner_run( planner, &good, &result, NULL ), FW_OK );
	assert_int_equal( fw_planner_report( planner ).searches, 1 );
	const fw_link link = { 1, 1, 8, 8, 1.0, FW_CAP_GROUND };
	assert_int_equal( fw_grid_add_link( grid, &link, NULL ), FW_OK );
	assert_int_equal( fw_planner_run( planner, &good, &result, NULL ), FW_ERR_UNSUPPORTED );
	fw_result_free( &result );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

static void test_memory_runs_out( void** state )
{
	(void)state;
	walker w;
	walker_open( &w,
	             test_grid( "#######.####\n"
	                        "#######.####\n"
	                        "............\n"
	                        "............\n"
	                        "............\n" ),
	             0.4, FW_CAP_GROUND );
	const fw_query query = query_of( &w, 1.0, test_center( 0, 2, 0 ), test_center( 7, 0, 0 ) );
	const fw_plan plan = plan_of( &query, true );
	test_memory memory = test_memory_make();
	const fw_allocator allocator = test_memory_allocator( &memory );
	fw_status status = FW_ERR_MEMORY;
	int64_t n = 0;
	for ( ; status != FW_OK; n++ )
	{
		fw_planner* planner = NULL;
		assert_int_equal( fw_planner_create( w.grid, &allocator, &planner, NULL ), FW_OK );
		assert_int_equal( fw_planner_prepare( planner, &plan, NULL ), FW_OK );
		test_memory_fail_in( &memory, n, true );
		status = fw_planner_run( planner, &plan, &w.result, NULL );
		assert_true( status == FW_OK || status == FW_ERR_MEMORY );
		test_memory_fail_never( &memory );
		fw_planner_destroy( planner );
		test_memory_check_empty( &memory );
	}
	assert_true( n > 3 );
	walker_close( &w );
}

int run_test_recalculate( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_as_the_loop_says ),
	    cmocka_unit_test( test_legal_from_any_place ),
	    cmocka_unit_test( test_other_approach_stays_unfound ),
	    cmocka_unit_test( test_a_round_for_each_lane ),
	    cmocka_unit_test( test_expansions ),
	    cmocka_unit_test( test_planner_and_jobs ),
	    cmocka_unit_test( test_refusals ),
	    cmocka_unit_test( test_memory_runs_out ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

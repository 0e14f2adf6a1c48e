// SPDX-License-Identifier: MIT
// Plans in slices: the bits of a plan in one go whatever the slices, on the map as it is when they end; jobs side by
// side that use more kinds of objects than a planner keeps; paths so far; memory that runs out; calls out of order.
#include "fairway/queue.h"
#include "support.h"
#include "support_planner.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SIDE 36

static fw_job* job_make( fw_planner* planner )
{
	fw_job* job = NULL;
	assert_int_equal( fw_job_create( planner, &job ), FW_OK );
	return job;
}

// A planner and a job on a map, and room for the results of both.
typedef struct world
{
	fw_grid* grid;
	fw_planner* planner;
	fw_job* job;
	fw_result whole, result;
} world;

// Takes the grid over.
static world world_open( fw_grid* grid )
{
	fw_planner* planner = planner_make( grid );
	return ( world ){ .grid = grid, .planner = planner, .job = job_make( planner ) };
}

// Another map of the same size for the planner, which keeps its motion primitives. Takes the map over.
static void world_change( world* w, fw_grid* map )
{
	uint8_t tiles[SIDE * SIDE];
	for ( int32_t i = 0; i < SIDE * SIDE; i++ )
	{
		tiles[i] = fw_grid_get( map, i % SIDE, i / SIDE );
	}
	assert_int_equal( fw_grid_write( w->grid, ( fw_rect ){ 0, 0, SIDE, SIDE }, tiles, SIDE, NULL ), FW_OK );
	fw_grid_destroy( map );
}

static void world_close( world* w )
{
	fw_result_free( &w->whole );
	fw_result_free( &w->result );
	fw_job_destroy( w->job );
	fw_planner_destroy( w->planner );
	fw_grid_destroy( w->grid );
}

static bool has( const fw_method* method, uint32_t trait )
{
	return ( method->traits & trait ) != 0;
}

// For a unit that the method takes.
static fw_plan plan_by( const fw_method* method, fw_pose start, fw_pose goal )
{
	const bool headings = has( method, FW_TRAIT_HEADINGS );
	const bool corners = ( method->traits & FW_TRAIT_ONLY_CORNERS ) != 0;
	const bool point = corners || ( method->traits & FW_TRAIT_POINT ) != 0;
	fw_plan plan = planner_plan( point ? 0.0 : 0.4, headings ? 0.8 : 0.0, start, goal );
	plan.method = method->name;
	if ( corners )
	{
		plan.options.anchor = FW_ANCHOR_CORNER;
	}
	return plan;
}

static fw_plan random_plan( const fw_method* method, test_random* random )
{
	const fw_pose start = test_random_stand( random, SIDE, SIDE );
	const fw_pose goal = test_random_stand( random, SIDE, SIDE );
	fw_plan plan = plan_by( method, start, goal );
	plan.goal_any_heading = test_random_chance( random, 0.5 );
	plan.nearest = test_random_chance( random, 0.3 ) && plan.options.anchor == FW_ANCHOR_CENTER;
	// directional-speed may look at a million nodes before it says that there is no path.
	plan.options.max_expansions = test_random_chance( random, 0.2 ) ? 1 + test_random_int( random, 60 ) : 20000;
	plan.best_effort = test_random_chance( random, 0.5 );
	return plan;
}

static void check_same( const char* name, const fw_result* a, const fw_result* b )
{
	if ( a->outcome != b->outcome || a->reason != b->reason || fw_path_hash( &a->path ) != fw_path_hash( &b->path ) ||
	     memcmp( &a->counters, &b->counters, sizeof( fw_counters ) ) != 0 || a->length != b->length ||
	     a->cost != b->cost )
	{
		fail_msg( "%s: %s, %s, %.9f, %lld expanded; wanted: %s, %s, %.9f, %lld", name, fw_outcome_text( a->outcome ),
		          fw_reason_text( a->reason ), a->length, (long long)a->counters.expanded,
		          fw_outcome_text( b->outcome ), fw_reason_text( b->reason ), b->length,
		          (long long)b->counters.expanded );
	}
}

// Steps to the end; no step may take more than it was given.
static int32_t finish_from( fw_job* job, int64_t before, int64_t slice, fw_result* result )
{
	fw_outcome outcome = FW_RUNNING;
	int32_t steps = 0;
	for ( ; outcome == FW_RUNNING; steps++ )
	{
		assert_int_equal( fw_job_step( job, slice, &outcome ), FW_OK );
		assert_int_equal( fw_job_result( job, result ), FW_OK );
		assert_int_equal( result->outcome, outcome );
		assert_true( result->counters.expanded - before <= slice );
		before = result->counters.expanded;
	}
	return steps;
}

static int32_t finish( fw_job* job, int64_t slice, fw_result* result )
{
	return finish_from( job, 0, slice, result );
}

static void test_slices( void** state )
{
	(void)state;
	static const int64_t slices[] = { 1, 7, 64, INT64_MAX };
	test_random random = test_random_make( 41 );
	int32_t steps[64] = { 0 };
	int32_t found[64] = { 0 };
	world w = world_open( test_field( SIDE, SIDE ) );
	for ( int32_t map = 0; map < test_rounds( 14 ); map++ )
	{
		world_change( &w, test_random_map( &random, SIDE, SIDE, test_random_real( &random, 0.05, 0.3 ) ) );
		for ( int32_t m = 0; m < fw_method_count(); m++ )
		{
			const fw_method* method = fw_method_at( m );
			const fw_plan plan = random_plan( method, &random );
			assert_int_equal( fw_planner_run( w.planner, &plan, &w.whole, NULL ), FW_OK );
			for ( size_t i = 0; i < sizeof( slices ) / sizeof( slices[0] ); i++ )
			{
				assert_int_equal( fw_job_begin( w.job, &plan, NULL ), FW_OK );
				steps[m] += finish( w.job, slices[i], &w.result );
				check_same( method->name, &w.result, &w.whole );
				assert_int_equal( fw_job_report( w.job ).branch, fw_planner_report( w.planner ).branch );
				assert_int_equal( fw_job_report( w.job ).searches, fw_planner_report( w.planner ).searches );
			}
			found[m] += w.whole.outcome == FW_FOUND;
		}
	}
	world_close( &w );
	int32_t all = 0;
	for ( int32_t m = 0; m < fw_method_count(); m++ )
	{
		all += found[m];
		if ( steps[m] < test_rounds( 40 ) || found[m] < test_rounds( 14 ) / 7 )
		{
			fail_msg( "%s: %d steps, %d found", fw_method_at( m )->name, (int)steps[m], (int)found[m] );
		}
	}
	assert_true( all > test_rounds( 14 ) * fw_method_count() / 3 );
}

// After an edit in the middle: the path of the new map, and what was searched in vain counts, towards the budget too.
static void test_edits( void** state )
{
	(void)state;
	test_random random = test_random_make( 42 );
	int32_t again = 0;
	world w = world_open( test_field( SIDE, SIDE ) );
	for ( int32_t map = 0; map < test_rounds( 12 ); map++ )
	{
		world_change( &w, test_random_map( &random, SIDE, SIDE, 0.15 ) );
		for ( int32_t m = 0; m < fw_method_count(); m++ )
		{
			const fw_method* method = fw_method_at( m );
			fw_plan plan = random_plan( method, &random );
			plan.options.max_expansions = 20000;
			fw_outcome outcome;
			assert_int_equal( fw_job_begin( w.job, &plan, NULL ), FW_OK );
			assert_int_equal( fw_job_step( w.job, 5, &outcome ), FW_OK );
			const int32_t x = test_random_int( &random, SIDE );
			const int32_t y = test_random_int( &random, SIDE );
			const bool free = fw_grid_passable( w.grid, x, y, FW_CAP_GROUND );
			assert_int_equal(
			    fw_grid_fill( w.grid, ( fw_rect ){ x, y, 1, 1 }, free ? FW_TERRAIN_OUT : FW_TERRAIN_GROUND, NULL ),
			    FW_OK );
			if ( outcome != FW_RUNNING )
			{
				continue;
			}
			assert_int_equal( fw_job_result( w.job, &w.result ), FW_OK );
			const int64_t vain = w.result.counters.expanded;
			assert_int_equal( vain, 5 );
			assert_int_equal( fw_planner_run( w.planner, &plan, &w.whole, NULL ), FW_OK );
			finish_from( w.job, vain, 50, &w.result );
			if ( w.whole.outcome == FW_OUT_OF_BUDGET )
			{
				assert_int_equal( w.result.outcome, FW_OUT_OF_BUDGET );
				assert_int_equal( w.result.counters.expanded, plan.options.max_expansions );
				continue;
			}
			assert_int_equal( w.result.counters.expanded, vain + w.whole.counters.expanded );
			w.result.counters = w.whole.counters;
			check_same( method->name, &w.result, &w.whole );
			again++;
		}
	}
	world_close( &w );
	assert_true( again > test_rounds( 100 ) );
}

#define MANY 24

// Many jobs of one planner, and another planner that is asked the same.
typedef struct many
{
	world world;
	fw_planner* other;
	fw_job* jobs[MANY];
	fw_plan plans[MANY];
} many;

static many many_open( fw_grid* grid )
{
	many all = { .world = world_open( grid ), .other = planner_make( grid ) };
	for ( int32_t i = 0; i < MANY; i++ )
	{
		all.jobs[i] = job_make( all.world.planner );
	}
	return all;
}

static void many_close( many* all )
{
	for ( int32_t i = 0; i < MANY; i++ )
	{
		fw_job_destroy( all->jobs[i] );
	}
	fw_planner_destroy( all->other );
	world_close( &all->world );
}

// More kinds of units than there is room for spaces and tables: what a search reads is not taken away from it while
// something else can go, and where nothing else can, it begins anew.
static void test_many_kinds( void** state )
{
	(void)state;
	test_random random = test_random_make( 43 );
	fw_grid* grid = test_random_town( &random, 60, 60, 12, 6 );
	many all = many_open( grid );
	int32_t left = MANY;
	for ( int32_t i = 0; i < MANY; i++ )
	{
		static const char* const methods[] = { "astar", "directional", "theta", "aastar", "haastar-high", "auto" };
		const fw_method* method = fw_method_find( methods[i % 6] );
		all.plans[i] = plan_by( method, test_center( 2, 3 + i, 0.0 ), test_center( 57, 56 - i, 0.0 ) );
		all.plans[i].unit.radius = 0.2 + 0.01 * i;
		all.plans[i].unit.turning_radius += has( method, FW_TRAIT_HEADINGS ) ? 0.02 * i : 0.0;
		all.plans[i].unit.size = i % 6 == 3 ? 1 + i / 6 : 0;
		all.plans[i].nearest = true;
		assert_int_equal( fw_job_begin( all.jobs[i], &all.plans[i], NULL ), FW_OK );
	}
	bool done[MANY] = { false };
	for ( int32_t round = 0; left > 0 && round < 100000; round++ )
	{
		const int32_t i = round % MANY;
		fw_outcome outcome = FW_RUNNING;
		if ( done[i] )
		{
			continue;
		}
		assert_int_equal( fw_job_step( all.jobs[i], 20, &outcome ), FW_OK );
		done[i] = outcome != FW_RUNNING;
		left -= done[i];
		if ( done[i] )
		{
			assert_int_equal( fw_job_result( all.jobs[i], &all.world.result ), FW_OK );
			assert_int_equal( fw_planner_run( all.other, &all.plans[i], &all.world.whole, NULL ), FW_OK );
			assert_int_equal( all.world.result.outcome, all.world.whole.outcome );
			assert_true( fw_path_hash( &all.world.result.path ) == fw_path_hash( &all.world.whole.path ) );
		}
	}
	assert_int_equal( left, 0 );
	many_close( &all );
}

// The same on roads, whose spaces are those of another map: none of them is taken from under a search either.
static void test_many_kinds_on_roads( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 60, 60 );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 0, 0, 60, 60 }, FW_TERRAIN_ROAD, NULL ), FW_OK );
	assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 30, 0, 2, 50 }, FW_TERRAIN_GROUND, NULL ), FW_OK );
	many all = many_open( grid );
	for ( int32_t i = 0; i < MANY; i++ )
	{
		all.plans[i] =
		    plan_by( fw_method_find( "astar" ), test_center( 2, 3 + i, 0.0 ), test_center( 57, 20 + i, 0.0 ) );
		all.plans[i].unit.radius = 0.2 + 0.01 * i;
		all.plans[i].roads = FW_ROADS_ONLY;
		assert_int_equal( fw_job_begin( all.jobs[i], &all.plans[i], NULL ), FW_OK );
		assert_int_equal( fw_job_step( all.jobs[i], 20, NULL ), FW_OK );
	}
	for ( int32_t i = 0; i < MANY; i++ )
	{
		finish_from( all.jobs[i], 20000, 100, &all.world.result );
		assert_int_equal( fw_planner_run( all.other, &all.plans[i], &all.world.whole, NULL ), FW_OK );
		assert_int_equal( all.world.whole.outcome, FW_FOUND );
		assert_int_equal( fw_planner_report( all.other ).roads, FW_ROADS_ONLY );
		assert_true( fw_path_hash( &all.world.result.path ) == fw_path_hash( &all.world.whole.path ) );
	}
	many_close( &all );
}

// A long search beside a stream of units of ever other kinds is not set back by them.
static void test_beside_a_stream( void** state )
{
	(void)state;
	test_random random = test_random_make( 44 );
	fw_grid* grid = test_random_town( &random, 60, 60, 12, 6 );
	fw_planner* planner = planner_make( grid );
	fw_job* slow = job_make( planner );
	fw_job* fast = job_make( planner );
	fw_result whole = { 0 };
	fw_result result = { 0 };
	fw_plan plan = plan_by( fw_method_find( "directional" ), test_center( 2, 2, 0.0 ), test_center( 57, 57, 0.0 ) );
	plan.options.heuristic = FW_HEURISTIC_ZERO;
	plan.options.max_expansions = 3000;
	assert_int_equal( fw_planner_run( planner, &plan, &whole, NULL ), FW_OK );
	assert_int_equal( fw_job_begin( slow, &plan, NULL ), FW_OK );
	fw_outcome outcome = FW_RUNNING;
	int32_t kinds = 0;
	for ( ; outcome == FW_RUNNING; kinds++ )
	{
		fw_plan small = plan_by( fw_method_find( kinds % 2 == 0 ? "astar" : "directional" ), test_center( 3, 3, 0.0 ),
		                         test_center( 6, 6, 0.0 ) );
		small.unit.radius = 0.1 + 0.005 * kinds;
		small.ring = 1; // few motion primitives, as each kind has its own
		assert_int_equal( fw_job_begin( fast, &small, NULL ), FW_OK );
		finish( fast, 1000, &result );
		assert_int_equal( fw_job_step( slow, 50, &outcome ), FW_OK );
	}
	assert_true( kinds > 30 );
	assert_int_equal( fw_job_result( slow, &result ), FW_OK );
	check_same( "beside others", &result, &whole );
	fw_result_free( &whole );
	fw_result_free( &result );
	fw_job_destroy( slow );
	fw_job_destroy( fast );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

static bool cannot_tell( const fw_method* method )
{
	static const char* const names[] = {
	    "block4", "block8", "block", "block-ps", "visibility-graph", "field-dstar", "block-directional", "taut" };
	bool is_one = has( method, FW_TRAIT_HIERARCHY );
	for ( size_t i = 0; i < sizeof( names ) / sizeof( names[0] ); i++ )
	{
		is_one = is_one || strcmp( method->name, names[i] ) == 0;
	}
	return is_one;
}

// Paths so far are legal, begin where they should, and come nearer.
static void test_paths_so_far( void** state )
{
	(void)state;
	test_random random = test_random_make( 45 );
	int32_t told[64] = { 0 };
	world w = world_open( test_field( SIDE, SIDE ) );
	for ( int32_t map = 0; map < test_rounds( 28 ); map++ )
	{
		world_change( &w, test_random_map( &random, SIDE, SIDE, 0.12 ) );
		for ( int32_t m = 0; m < fw_method_count(); m++ )
		{
			const fw_method* method = fw_method_at( m );
			fw_plan plan = random_plan( method, &random );
			plan.options.max_expansions = 20000; // as in random_plan()
			plan.turning = FW_TURNING_NONE;
			if ( map % 3 == 2 && ( method->traits & ( FW_TRAIT_HEADINGS | FW_TRAIT_ANY_ANGLE ) ) == 0 )
			{
				plan.turning = FW_TURNING_ALONG;
				plan.unit.turning_radius = 1.0;
			}
			assert_int_equal( fw_planner_run( w.planner, &plan, &w.whole, NULL ), FW_OK );
			assert_int_equal( fw_job_begin( w.job, &plan, NULL ), FW_OK );
			fw_outcome outcome = FW_RUNNING;
			int64_t slice = 3;
			for ( ;; )
			{
				assert_int_equal( fw_job_step( w.job, slice, &outcome ), FW_OK );
				slice *= 2; // far searches are asked seldom: passes over each path take their time
				if ( outcome != FW_RUNNING )
				{
					break;
				}
				const fw_status status = fw_job_best( w.job, &w.result );
				assert_int_equal( status, cannot_tell( method ) ? FW_ERR_UNSUPPORTED : FW_OK );
				if ( status == FW_OK )
				{
					assert_int_equal( w.result.outcome, FW_RUNNING );
					test_check_legal( w.grid, &plan.unit, &w.result.path );
					assert_true( w.result.path.start.x == plan.start.x && w.result.path.start.y == plan.start.y );
					told[m] += w.result.path.count > 0;
				}
			}
			assert_int_equal( fw_job_best( w.job, &w.result ), FW_OK );
			check_same( method->name, &w.result, &w.whole );
		}
	}
	world_close( &w );
	for ( int32_t m = 0; m < fw_method_count(); m++ )
	{
		if ( !cannot_tell( fw_method_at( m ) ) && told[m] < test_rounds( 5 ) )
		{
			fail_msg( "%s told %d paths", fw_method_at( m )->name, (int)told[m] );
		}
	}
}

// A limit that is used up: nothing without the option, with it a path that leads nearer and is legal.
static void test_best_effort( void** state )
{
	(void)state;
	test_random random = test_random_make( 46 );
	int32_t nearer = 0;
	int32_t out = 0;
	world w = world_open( test_field( SIDE, SIDE ) );
	for ( int32_t map = 0; map < test_rounds( 30 ); map++ )
	{
		world_change( &w, test_random_map( &random, SIDE, SIDE, 0.1 ) );
		for ( int32_t m = 0; m < fw_method_count(); m++ )
		{
			const fw_method* method = fw_method_at( m );
			fw_plan plan = random_plan( method, &random );
			plan.options.max_expansions = 12;
			plan.best_effort = false;
			plan.nearest = false;
			assert_int_equal( fw_planner_run( w.planner, &plan, &w.result, NULL ), FW_OK );
			const bool limited = w.result.outcome == FW_OUT_OF_BUDGET;
			assert_true( !limited || w.result.path.count == 0 );
			const fw_counters before = w.result.counters;
			plan.best_effort = true;
			assert_int_equal( fw_planner_run( w.planner, &plan, &w.result, NULL ), FW_OK );
			assert_int_equal( w.result.outcome == FW_OUT_OF_BUDGET, limited );
			assert_memory_equal( &before, &w.result.counters, sizeof( before ) );
			if ( limited && !cannot_tell( method ) )
			{
				test_check_legal( w.grid, &plan.unit, &w.result.path );
				const fw_pose end = fw_path_end( &w.result.path );
				out++;
				nearer += test_distance_between( end, plan.goal ) < test_distance_between( plan.start, plan.goal );
				assert_true( w.result.length == w.result.path.length );
			}
			assert_true( !limited || !cannot_tell( method ) || w.result.path.count == 0 );
		}
	}
	world_close( &w );
	print_message( "%d of %d paths lead nearer\n", nearer, out );
	assert_true( out > test_rounds( 60 ) && nearer > out * 7 / 10 );
}

static void test_misuse( void** state )
{
	(void)state;
	fw_grid* grid = test_field( 12, 9 );
	fw_planner* planner = planner_make( grid );
	fw_job* job = NULL;
	fw_result result = { 0 };
	fw_outcome outcome;
	fw_plan plan = plan_by( fw_method_find( "astar" ), test_center( 1, 1, 0.0 ), test_center( 10, 7, 0.0 ) );
	assert_int_equal( fw_job_create( NULL, &job ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_job_create( planner, NULL ), FW_ERR_ARGUMENT );
	assert_null( job );
	job = job_make( planner );
	assert_int_equal( fw_job_step( job, 1, &outcome ), FW_ERR_STATE );
	assert_int_equal( fw_job_result( job, &result ), FW_ERR_STATE );
	assert_int_equal( fw_job_best( job, &result ), FW_ERR_STATE );
	assert_int_equal( fw_job_begin( NULL, &plan, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_job_begin( job, NULL, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_job_step( NULL, 1, &outcome ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_job_result( NULL, &result ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_job_best( NULL, &result ), FW_ERR_ARGUMENT );
	plan.method = "no such";
	assert_int_equal( fw_job_begin( job, &plan, NULL ), FW_ERR_UNKNOWN );
	plan.method = "astar";
	assert_int_equal( fw_job_begin( job, &plan, NULL ), FW_OK );
	assert_int_equal( fw_job_step( job, 0, &outcome ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_job_result( job, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_job_best( job, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_job_step( job, 1, NULL ), FW_OK );
	// A mistake in the next plan ends the last one.
	plan.options.weight = 0.5;
	assert_int_equal( fw_job_begin( job, &plan, NULL ), FW_ERR_ARGUMENT );
	plan.options.weight = 1.0;
	assert_int_equal( fw_job_begin( job, &plan, NULL ), FW_OK );
	finish( job, 3, &result );
	assert_int_equal( result.outcome, FW_FOUND );
	// Done is done.
	assert_int_equal( fw_job_step( job, 5, &outcome ), FW_OK );
	assert_int_equal( outcome, FW_FOUND );
	fw_job_destroy( job );
	fw_job_destroy( NULL );
	fw_result_free( &result );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
}

// One try, with memory that may run out at any call.
static fw_status try_all( fw_grid* grid, const fw_allocator* allocator, const fw_plan* plan, fw_result* result )
{
	fw_planner* planner = NULL;
	fw_job* job = NULL;
	fw_outcome outcome = FW_RUNNING;
	fw_status status = fw_planner_create( grid, allocator, &planner, NULL );
	status = status == FW_OK ? fw_job_create( planner, &job ) : status;
	status = status == FW_OK ? fw_job_begin( job, plan, NULL ) : status;
	while ( status == FW_OK && outcome == FW_RUNNING )
	{
		status = fw_job_step( job, 30, &outcome );
		if ( status == FW_OK && outcome == FW_RUNNING )
		{
			status = fw_job_best( job, result );
		}
	}
	status = status == FW_OK ? fw_job_result( job, result ) : status;
	fw_job_destroy( job );
	fw_planner_destroy( planner );
	return status;
}

static void test_memory_runs_out( void** state )
{
	(void)state;
	static const char* const methods[] = { "astar", "jps", "auto", "hdirectional", "lazy-theta" };
	test_random random = test_random_make( 47 );
	fw_grid* grid = test_random_map( &random, SIDE, SIDE, 0.12 );
	for ( size_t m = 0; m < sizeof( methods ) / sizeof( methods[0] ); m++ )
	{
		fw_plan plan = plan_by( fw_method_find( methods[m] ), test_center( 2, 2, 0.0 ), test_center( 33, 33, 0.0 ) );
		plan.nearest = true;
		plan.ring = 1; // few motion primitives, as each planner makes its own
		test_memory memory = test_memory_make();
		const fw_allocator allocator = test_memory_allocator( &memory );
		fw_status status = FW_ERR_MEMORY;
		int64_t n = 0;
		for ( ; status != FW_OK; n += test_every( 1 ) )
		{
			fw_result result = { 0 };
			fw_result_init( &result, &allocator );
			test_memory_fail_in( &memory, n, false );
			status = try_all( grid, &allocator, &plan, &result );
			assert_true( status == FW_OK || status == FW_ERR_MEMORY );
			fw_result_free( &result );
			test_memory_check_empty( &memory );
		}
		assert_true( n > 10 );
	}
	fw_grid_destroy( grid );
}

// What is asked twice needs memory once.
static void test_no_memory_after_warm_up( void** state )
{
	(void)state;
	test_random random = test_random_make( 48 );
	fw_grid* grid = test_random_map( &random, SIDE, SIDE, 0.12 );
	test_memory memory = test_memory_make();
	const fw_allocator allocator = test_memory_allocator( &memory );
	fw_planner* planner = NULL;
	assert_int_equal( fw_planner_create( grid, &allocator, &planner, NULL ), FW_OK );
	fw_job* job = job_make( planner );
	fw_result result = { 0 };
	for ( int32_t m = 0; m < fw_method_count(); m++ )
	{
		const fw_method* method = fw_method_at( m );
		fw_plan plan = plan_by( method, test_center( 2, 2, 0.0 ), test_center( 33, 33, 0.0 ) );
		plan.smooth = false; // passes have scratch of their own
		plan.clean_up = false;
		int64_t asked = 0;
		for ( int32_t round = 0; round < 2; round++ )
		{
			asked = memory.asked;
			assert_int_equal( fw_job_begin( job, &plan, NULL ), FW_OK );
			finish( job, 40, &result );
		}
		assert_true( memory.asked == asked || has( method, FW_TRAIT_COMBINED ) );
	}
	fw_result_free( &result );
	fw_job_destroy( job );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
	test_memory_check_empty( &memory );
}

int run_test_job( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_slices ),          cmocka_unit_test( test_edits ),
	    cmocka_unit_test( test_many_kinds ),      cmocka_unit_test( test_many_kinds_on_roads ),
	    cmocka_unit_test( test_beside_a_stream ), cmocka_unit_test( test_paths_so_far ),
	    cmocka_unit_test( test_best_effort ),     cmocka_unit_test( test_misuse ),
	    cmocka_unit_test( test_memory_runs_out ), cmocka_unit_test( test_no_memory_after_warm_up ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

// SPDX-License-Identifier: MIT
// Threads that share one grid, its spaces and its motion primitives get the same answers as a single thread. The preset
// tsan builds this with ThreadSanitizer.
#include "annotate/space.h"
#include "fairway/fairway.h"
#include "support.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#define THREADS 4
#define QUERIES 200
#define SPACES 3
#define TABLES 5

// Read-only once the threads run.
typedef struct shared
{
	fw_grid* grid;
	fw_space* spaces[SPACES];
	fw_primitives* tables[TABLES];
	fw_clearance* room; // on demand
} shared;

typedef struct task
{
	fw_map map;
	fw_query query;
	bool in_slices;
} task;

typedef struct answer
{
	fw_outcome outcome;
	fw_reason reason;
	fw_counters counters;
	double cost;
	uint64_t hash, passed; // of the path, and of the path after a pass
	int32_t violations;
	bool may_connect;
} answer;

static const struct
{
	const char* method;
	int32_t space, table;
	double turning_radius;
} kinds[] = {
    { "astar", 0, -1, 0.0 },       { "astar", 1, -1, 0.0 },        { "directional", 0, 0, 1.0 },
    { "directional8", 0, 1, 0.7 }, { "directional24", 1, 2, 0.6 }, { "directional48", 2, 3, 1.5 },
    { "directional", 0, 4, 0.0 },  { "aastar", 0, -1, 0.0 },
};
#define KINDS ( (int32_t)( sizeof( kinds ) / sizeof( kinds[0] ) ) )

static const struct
{
	double radius;
	fw_lattice lattice;
} space_kinds[SPACES] = { { 0.4, FW_LATTICE_GAPS }, { 0.9, FW_LATTICE_TILES }, { 0.5, FW_LATTICE_HALF } };

static void open_shared( shared* s )
{
	test_random random = test_random_make( 71 );
	s->grid = test_random_town( &random, 70, 60, 60, 6 );
	fw_terrain swamp = *fw_grid_terrain( s->grid, FW_TERRAIN_SWAMP );
	swamp.cost = 2.5;
	assert_int_equal( fw_grid_set_terrain( s->grid, FW_TERRAIN_SWAMP, &swamp, NULL ), FW_OK );
	assert_int_equal( fw_grid_fill( s->grid, ( fw_rect ){ 20, 10, 25, 4 }, FW_TERRAIN_SWAMP, NULL ), FW_OK );
	for ( int32_t i = 0; i < SPACES; i++ )
	{
		fw_space_def def = fw_default_space_def();
		def.radius = space_kinds[i].radius;
		def.lattice = space_kinds[i].lattice;
		assert_int_equal( fw_space_create( s->grid, &def, &s->spaces[i], NULL ), FW_OK );
	}
	fw_clearance_def room = fw_default_clearance_def();
	room.on_demand = true;
	assert_int_equal( fw_clearance_create( s->grid, &room, &s->room, NULL ), FW_OK );
	for ( int32_t k = 0; k < KINDS; k++ )
	{
		if ( kinds[k].table >= 0 )
		{
			const fw_method* method = fw_method_find( kinds[k].method );
			fw_primitives_def def = fw_default_primitives_def();
			def.radius = space_kinds[kinds[k].space].radius;
			def.lattice = space_kinds[kinds[k].space].lattice;
			def.turning_radius = kinds[k].turning_radius;
			def.ring = method->ring;
			def.loops = method->ring == 1;
			def.costs = true;
			assert_int_equal( fw_primitives_create( &def, &s->tables[kinds[k].table], NULL ), FW_OK );
		}
	}
}

static void close_shared( shared* s )
{
	for ( int32_t i = 0; i < TABLES; i++ )
	{
		fw_primitives_destroy( s->tables[i] );
	}
	for ( int32_t i = 0; i < SPACES; i++ )
	{
		fw_space_destroy( s->spaces[i] );
	}
	fw_clearance_destroy( s->room );
	fw_grid_destroy( s->grid );
}

static fw_pose random_pose( test_random* random, const fw_space* space )
{
	fw_pose pose = { 0 };
	for ( int32_t tries = 0; tries < 100; tries++ )
	{
		const double off = test_random_chance( random, 0.3 ) ? test_random_real( random, 0.3, 0.7 ) : 0.5;
		const int32_t x = test_random_int( random, fw_grid_width( space->grid ) );
		const int32_t y = test_random_int( random, fw_grid_height( space->grid ) );
		pose = ( fw_pose ){ x + off, y + 0.5, fw_radians( 45.0 * test_random_int( random, 8 ) ) };
		if ( fw_space_fits( space, ( fw_vec2 ){ pose.x, pose.y } ) )
		{
			break;
		}
	}
	return pose;
}

static void make_tasks( const shared* s, task tasks[QUERIES] )
{
	test_random random = test_random_make( 72 );
	for ( int32_t i = 0; i < QUERIES; i++ )
	{
		const int32_t k = i % KINDS;
		const fw_space* space = s->spaces[kinds[k].space];
		fw_query query = fw_default_query();
		query.method = kinds[k].method;
		query.unit = test_unit( space->radius, kinds[k].turning_radius );
		query.unit.capabilities = space->capabilities;
		query.unit.reverse = kinds[k].table >= 0 && test_random_chance( &random, 0.2 );
		query.start = random_pose( &random, space );
		query.goal = random_pose( &random, space );
		query.goal_any_heading = test_random_chance( &random, 0.5 );
		query.options.weight = test_random_chance( &random, 0.5 ) ? 1.0 : 1.2;
		query.options.max_expansions = 1500;
		query.options.ignore_costs = test_random_chance( &random, 0.3 );
		const fw_primitives* turns = kinds[k].table >= 0 ? s->tables[kinds[k].table] : NULL;
		const fw_map map = { .grid = s->grid, .space = space, .primitives = turns, .clearance = s->room };
		tasks[i] = ( task ){ map, query, test_random_chance( &random, 0.5 ) };
	}
}

// False if a status was wrong: threads must not fail a test themselves.
static bool work( fw_search* search, fw_result* result, const task* t, answer* a )
{
	*a = ( answer ){ 0 };
	fw_status status = fw_search_begin( search, &t->map, &t->query, NULL );
	fw_outcome outcome = FW_RUNNING;
	while ( status == FW_OK && outcome == FW_RUNNING )
	{
		status = fw_search_step( search, t->in_slices ? 7 : INT64_MAX, &outcome, NULL );
	}
	status = status == FW_OK ? fw_search_result( search, result ) : status;
	if ( status != FW_OK )
	{
		return false;
	}
	a->outcome = result->outcome;
	a->reason = result->reason;
	a->counters = result->counters;
	a->cost = result->cost;
	a->hash = fw_path_hash( &result->path );
	a->may_connect = fw_space_may_connect( t->map.space, ( fw_vec2 ){ t->query.start.x, t->query.start.y },
	                                       ( fw_vec2 ){ t->query.goal.x, t->query.goal.y } );
	fw_smoother smoother = fw_default_smoother();
	smoother.grid = t->map.grid;
	smoother.unit = &t->query.unit;
	const bool curves = t->map.primitives != NULL;
	status = curves ? fw_clean_up( &smoother, &result->path, !t->query.goal_any_heading, NULL )
	                : fw_smooth_straight( &smoother, &result->path, NULL );
	a->passed = fw_path_hash( &result->path );
	return status == FW_OK &&
	       fw_validate( t->map.grid, &t->query.unit, &result->path, NULL, NULL, 0, &a->violations, NULL ) == FW_OK;
}

static bool same( const answer* a, const answer* b )
{
	return a->outcome == b->outcome && a->reason == b->reason && a->counters.expanded == b->counters.expanded &&
	       a->counters.generated == b->counters.generated && a->counters.hit_checks == b->counters.hit_checks &&
	       a->counters.field == b->counters.field && a->cost == b->cost && a->hash == b->hash &&
	       a->passed == b->passed && a->violations == b->violations && a->may_connect == b->may_connect;
}

typedef struct worker
{
	const task* tasks;
	const answer* expected;
	int32_t first; // each thread begins elsewhere, so that they are never all at the same query
	int32_t failed, wrong;
} worker;

static void* run_worker( void* opaque )
{
	worker* w = opaque;
	const int32_t count = test_rounds( QUERIES );
	fw_search* search = NULL;
	fw_result result;
	fw_result_init( &result, NULL );
	w->failed = fw_search_create( NULL, &search ) == FW_OK ? 0 : 1;
	for ( int32_t i = 0; i < count && w->failed == 0; i++ )
	{
		const int32_t at = ( w->first + i ) % count;
		answer a;
		w->failed += work( search, &result, &w->tasks[at], &a ) ? 0 : 1;
		w->wrong += same( &a, &w->expected[at] ) ? 0 : 1;
	}
	fw_result_free( &result );
	fw_search_destroy( search );
	return NULL;
}

static void test_shared_objects( void** state )
{
	(void)state;
	static task tasks[QUERIES];
	static answer expected[QUERIES];
	shared s;
	open_shared( &s );
	make_tasks( &s, tasks );
	fw_search* search = NULL;
	fw_result result;
	fw_result_init( &result, NULL );
	assert_int_equal( fw_search_create( NULL, &search ), FW_OK );
	const int32_t count = test_rounds( QUERIES );
	int32_t found = 0;
	for ( int32_t i = 0; i < count; i++ )
	{
		assert_true( work( search, &result, &tasks[i], &expected[i] ) );
		found += expected[i].outcome == FW_FOUND ? 1 : 0;
	}
	fw_result_free( &result );
	fw_search_destroy( search );
	assert_true( found > count / 3 );

	pthread_t threads[THREADS];
	worker workers[THREADS];
	for ( int32_t i = 0; i < THREADS; i++ )
	{
		workers[i] = ( worker ){ tasks, expected, i * count / THREADS, 0, 0 };
		assert_int_equal( pthread_create( &threads[i], NULL, run_worker, &workers[i] ), 0 );
	}
	for ( int32_t i = 0; i < THREADS; i++ )
	{
		assert_int_equal( pthread_join( threads[i], NULL ), 0 );
	}
	for ( int32_t i = 0; i < THREADS; i++ )
	{
		assert_int_equal( workers[i].failed, 0 );
		assert_int_equal( workers[i].wrong, 0 );
	}
	close_shared( &s );
}

// Threads with objects of their own share nothing, not even if they make them at the same time.
static void* make_and_run( void* opaque )
{
	uint64_t* hash = opaque;
	test_random random = test_random_make( 73 );
	fw_grid* grid = test_random_town( &random, 30, 30, 10, 5 );
	fw_planner* planner = NULL;
	fw_result result;
	fw_result_init( &result, NULL );
	fw_plan plan = fw_default_plan();
	plan.unit.turning_radius = 1.0;
	*hash = 1;
	if ( fw_planner_create( grid, NULL, &planner, NULL ) == FW_OK )
	{
		for ( int32_t i = 0; i < 8; i++ )
		{
			plan.start = ( fw_pose ){ 1.5 + 3 * i, 2.5, 0.0 };
			plan.goal = ( fw_pose ){ 27.5 - 2 * i, 27.5, 0.0 };
			const fw_status status = fw_planner_run( planner, &plan, &result, NULL );
			*hash = *hash * 31 + ( status == FW_OK ? fw_path_hash( &result.path ) : 0 );
		}
	}
	fw_planner_destroy( planner );
	fw_result_free( &result );
	fw_grid_destroy( grid );
	return NULL;
}

static void test_own_objects( void** state )
{
	(void)state;
	uint64_t expected;
	uint64_t hashes[THREADS];
	pthread_t threads[THREADS];
	make_and_run( &expected );
	for ( int32_t i = 0; i < THREADS; i++ )
	{
		assert_int_equal( pthread_create( &threads[i], NULL, make_and_run, &hashes[i] ), 0 );
	}
	for ( int32_t i = 0; i < THREADS; i++ )
	{
		assert_int_equal( pthread_join( threads[i], NULL ), 0 );
		assert_true( hashes[i] == expected );
	}
}

int run_test_threads( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_shared_objects ),
	    cmocka_unit_test( test_own_objects ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

// SPDX-License-Identifier: MIT
// Queues whose memory runs out: a request that has none says so and the others are served, nothing is leaked; and what
// was served once needs no memory again.
#include "fairway/queue.h"
#include "support_queue.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// One run with memory that may run out at any call: a request that has none says so, the others are served.
static void try_all( fw_grid* grid, const fw_allocator* allocator, bool* complete )
{
	fw_planner* planner = NULL;
	fw_queue* queue = NULL;
	fw_queue_def def = fw_default_queue_def();
	def.capacity = 8;
	def.frame_expansions = 300;
	def.slow_after = 50;
	fw_status status = fw_planner_create( grid, allocator, &planner, NULL );
	def.planner = planner;
	status = status == FW_OK ? fw_queue_create( &def, &queue, NULL ) : status;
	assert_true( status == FW_OK || status == FW_ERR_MEMORY );
	int32_t served = 0;
	test_random random = test_random_make( 53 );
	for ( int32_t i = 0; i < 8 && status == FW_OK; i++ )
	{
		const fw_plan plan = queue_random_plan( &random );
		fw_request id;
		assert_int_equal( fw_queue_add( queue, &plan, 0, 0, &id, NULL ), FW_OK );
	}
	*complete = status == FW_OK;
	for ( int32_t f = 0; f < 2000 && status == FW_OK && served < 8; f++ )
	{
		assert_int_equal( fw_queue_frame( queue, NULL ), FW_OK );
		while ( fw_queue_poll( queue ) != 0 )
		{
			fw_result result = { 0 };
			fw_result_init( &result, allocator );
			fw_request_info info;
			assert_int_equal( fw_queue_info( queue, fw_queue_poll( queue ), &info ), FW_OK );
			assert_true( info.status == FW_OK || info.status == FW_ERR_MEMORY );
			*complete = *complete && info.status == FW_OK;
			fw_status taken = fw_queue_take( queue, info.id, &result );
			*complete = *complete && taken == FW_OK;
			taken = taken == FW_ERR_MEMORY ? fw_queue_take( queue, info.id, &result ) : taken;
			assert_int_equal( taken, FW_OK );
			fw_result_free( &result );
			served++;
		}
	}
	assert_true( status != FW_OK || served == 8 );
	fw_queue_destroy( queue );
	fw_planner_destroy( planner );
}

static void test_memory_runs_out( void** state )
{
	(void)state;
	test_random random = test_random_make( 54 );
	fw_grid* grid = test_random_town( &random, QUEUE_SIDE, QUEUE_SIDE, 30, 8 );
	test_memory memory = test_memory_make();
	const fw_allocator allocator = test_memory_allocator( &memory );
	bool complete = false;
	int64_t n = 0;
	// The first complete run is not the last that a failure can meet: later ones fall on memory that grows.
	for ( ; n < 400; n += test_every( 1 ) )
	{
		test_memory_fail_in( &memory, n, false );
		try_all( grid, &allocator, &complete );
		test_memory_check_empty( &memory );
	}
	assert_true( complete );
	fw_grid_destroy( grid );
}

static fw_planner* planner_on( fw_grid* grid, test_memory* memory )
{
	fw_planner* planner = NULL;
	const fw_allocator allocator = test_memory_allocator( memory );
	assert_int_equal( fw_planner_create( grid, &allocator, &planner, NULL ), FW_OK );
	return planner;
}

// A search that fails after some frames: what it expanded is counted in the frames that it did so in, once.
static void test_search_without_memory( void** state )
{
	(void)state;
	fw_grid* grid = test_field( QUEUE_SIDE, QUEUE_SIDE );
	test_memory memory = test_memory_make();
	fw_planner* planner = planner_on( grid, &memory );
	fw_queue* queue = NULL;
	fw_queue_def def = fw_default_queue_def();
	def.planner = planner;
	def.frame_expansions = 100;
	assert_int_equal( fw_queue_create( &def, &queue, NULL ), FW_OK );
	fw_plan plan = queue_near_plan( 0 );
	plan.method = "astar";
	plan.options.heuristic = FW_HEURISTIC_ZERO;
	plan.goal = test_center( QUEUE_SIDE - 2, QUEUE_SIDE - 2, 0 );
	fw_request id;
	assert_int_equal( fw_queue_add( queue, &plan, 0, 0, &id, NULL ), FW_OK );
	fw_request_info info = { 0 };
	int64_t expanded = 0;
	for ( int32_t f = 0; info.state != FW_REQUEST_DONE; f++ )
	{
		fw_queue_stats stats;
		if ( f == 10 )
		{
			test_memory_fail_in( &memory, 0, true );
		}
		assert_int_equal( fw_queue_frame( queue, &stats ), FW_OK );
		assert_true( stats.expansions >= 0 && stats.expansions <= def.frame_expansions );
		expanded += stats.expansions;
		assert_int_equal( fw_queue_info( queue, id, &info ), FW_OK );
		assert_int_equal( info.expanded, expanded );
	}
	assert_int_equal( info.status, FW_ERR_MEMORY );
	assert_true( expanded > 500 );
	fw_queue_destroy( queue );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
	test_memory_check_empty( &memory );
}

// The same requests a second time need no memory, but for passes.
static void test_no_memory_after_warm_up( void** state )
{
	(void)state;
	test_random random = test_random_make( 55 );
	fw_grid* grid = test_random_town( &random, QUEUE_SIDE, QUEUE_SIDE, 30, 8 );
	test_memory memory = test_memory_make();
	fw_planner* planner = planner_on( grid, &memory );
	fw_queue* queue = NULL;
	fw_queue_def def = fw_default_queue_def();
	def.planner = planner;
	def.capacity = 10;
	def.slow_after = 200;
	assert_int_equal( fw_queue_create( &def, &queue, NULL ), FW_OK );
	fw_result result = { 0 };
	int64_t asked = 0;
	for ( int32_t round = 0; round < 30; round++ )
	{
		asked = memory.asked;
		for ( int32_t i = 0; i < 10; i++ )
		{
			fw_plan plan = queue_near_plan( i * 5 );
			plan.method = i % 2 == 0 ? "astar" : "jps";
			plan.goal.x = 70.5;
			plan.goal.y = 75.5;
			plan.smooth = false;
			plan.nearest = true;
			fw_request id;
			assert_int_equal( fw_queue_add( queue, &plan, i, 0, &id, NULL ), FW_OK );
		}
		for ( int32_t left = 10; left > 0; )
		{
			assert_int_equal( fw_queue_frame( queue, NULL ), FW_OK );
			for ( ; fw_queue_poll( queue ) != 0; left-- )
			{
				assert_int_equal( fw_queue_take( queue, fw_queue_poll( queue ), &result ), FW_OK );
			}
		}
	}
	assert_true( memory.asked == asked );
	fw_result_free( &result );
	fw_queue_destroy( queue );
	fw_planner_destroy( planner );
	fw_grid_destroy( grid );
	test_memory_check_empty( &memory );
}

int run_test_queue_memory( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( test_memory_runs_out ),
	    cmocka_unit_test( test_search_without_memory ),
	    cmocka_unit_test( test_no_memory_after_warm_up ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

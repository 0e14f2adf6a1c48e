// SPDX-License-Identifier: MIT
// Vehicles with an outline, and what all tests of plans for them do.
#include "support_vehicle.h"
#include "support.h"

#include "fairway/queue.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

test_vehicle test_vehicle_of( int32_t kind )
{
	const test_vehicle kinds[TEST_VEHICLES] = {
	    { fw_outline_rectangle( 4.0, 1.6, 0.8 ), 0.0, 3.0 },
	    { fw_outline_rectangle( 2.4, 1.0, 0.5 ), 0.0, 1.5 },
	    { fw_outline_rectangle( 3.0, 0.0, 1.5 ), 0.4, 2.0 },
	    { fw_outline_ship( 5.0, 1.6, 1.5 ), 0.2, 3.5 },
	    { { 4, { { -0.5, 0.9 }, { 1.0, 0.9 }, { 1.5, -0.4 }, { -0.5, -0.4 } } }, 0.1, 2.0 },
	};
	return kinds[kind];
}

static fw_status run_job( fw_planner* planner, const fw_plan* plan, fw_result* result )
{
	fw_job* job = NULL;
	fw_outcome outcome = FW_RUNNING;
	fw_status status = fw_job_create( planner, &job );
	status = status == FW_OK ? fw_job_begin( job, plan, NULL ) : status;
	while ( status == FW_OK && outcome == FW_RUNNING )
	{
		status = fw_job_step( job, 100000, &outcome );
	}
	status = status == FW_OK ? fw_job_result( job, result ) : status;
	fw_job_destroy( job );
	return status;
}

int64_t test_vehicle_memory( fw_grid* grid, const fw_plan* plan, int64_t step )
{
	test_memory memory = test_memory_make();
	const fw_allocator allocator = test_memory_allocator( &memory );
	fw_planner* planner = NULL;
	assert_int_equal( fw_planner_create( grid, &allocator, &planner, NULL ), FW_OK );
	fw_result result;
	fw_result_init( &result, &allocator );
	assert_int_equal( fw_planner_run( planner, plan, &result, NULL ), FW_OK );
	const fw_outcome outcome = result.outcome;
	const uint64_t hash = fw_path_hash( &result.path );
	fw_status status = FW_ERR_MEMORY;
	int64_t n = 0;
	for ( ; status != FW_OK; n += step )
	{
		test_memory_fail_in( &memory, n, n / step % 2 == 0 );
		status = run_job( planner, plan, &result );
		assert_true( status == FW_OK || status == FW_ERR_MEMORY );
		test_memory_fail_never( &memory );
	}
	assert_int_equal( result.outcome, outcome );
	assert_true( fw_path_hash( &result.path ) == hash );
	fw_result_free( &result );
	fw_planner_destroy( planner );
	test_memory_check_empty( &memory );
	return n;
}

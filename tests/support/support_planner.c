// SPDX-License-Identifier: MIT
// Planners and plans of tests.
#include "support_planner.h"

#include "support.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

fw_planner* planner_make( fw_grid* grid )
{
	fw_planner* planner = NULL;
	assert_int_equal( fw_planner_create( grid, NULL, &planner, NULL ), FW_OK );
	return planner;
}

fw_plan planner_plan( double radius, double turning_radius, fw_pose start, fw_pose goal )
{
	fw_plan plan = fw_default_plan();
	plan.unit = test_unit( radius, turning_radius );
	plan.start = start;
	plan.goal = goal;
	return plan;
}

const fw_method* planner_method( const fw_grid* grid, const fw_plan* plan )
{
	fw_resolved_plan resolved;
	return fw_plan_resolve( grid, plan, &resolved, NULL ) == FW_OK ? resolved.method : NULL;
}

bool planner_walk( fw_grid* grid, double radius, int32_t neighbors, fw_pose start, fw_pose goal, fw_path* path )
{
	fw_planner* planner = planner_make( grid );
	fw_result result = { 0 };
	fw_plan plan = planner_plan( radius, 0.0, start, goal );
	plan.method = "astar";
	plan.options.neighbors = neighbors;
	plan.smooth = false;
	assert_int_equal( fw_planner_run( planner, &plan, &result, NULL ), FW_OK );
	assert_int_equal( fw_path_copy( path, &result.path ), FW_OK );
	const bool found = result.outcome == FW_FOUND && result.path.count > 0;
	fw_result_free( &result );
	fw_planner_destroy( planner );
	return found;
}

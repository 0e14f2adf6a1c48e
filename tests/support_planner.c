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
	assert_int_equal( fw_planner_create( grid, NULL, &planner ), FW_OK );
	return planner;
}

fw_plan planner_plan( double radius, double turning_radius, fw_pose start, fw_pose goal )
{
	fw_plan plan = fw_default_plan();
	plan.query.unit = test_unit( radius, turning_radius );
	plan.query.start = start;
	plan.query.goal = goal;
	return plan;
}

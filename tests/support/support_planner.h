// SPDX-License-Identifier: MIT
// Planners and plans of tests.
#ifndef TESTS_SUPPORT_PLANNER_H
#define TESTS_SUPPORT_PLANNER_H

#include "fairway/planner.h"

fw_planner* planner_make( fw_grid* grid );
// The default plan for a disc on ground.
fw_plan planner_plan( double radius, double turning_radius, fw_pose start, fw_pose goal );
// The method that the plan comes to, NULL where it is refused.
const fw_method* planner_method( const fw_grid* grid, const fw_plan* plan );
// The tile path of standard A* for a disc that turns on the spot. False if there is none.
bool planner_walk( fw_grid* grid, double radius, int32_t neighbors, fw_pose start, fw_pose goal, fw_path* path );

#endif

// SPDX-License-Identifier: MIT
// Vehicles with an outline, and what all tests of plans for them do.
#ifndef TESTS_SUPPORT_VEHICLE_H
#define TESTS_SUPPORT_VEHICLE_H

#include "fairway/planner.h"

typedef struct test_vehicle
{
	fw_outline outline;
	double radius, turning_radius;
} test_vehicle;

#define TEST_VEHICLES 5

// A truck, a car, a capsule, a ship, and one that is not its own mirror image.
test_vehicle test_vehicle_of( int32_t kind );

// Runs the plan as a job with each step-th request for memory refused in turn, until all are granted: the answer must
// be that of a run with all memory, and nothing may leak. The planner has its tables before, so that all that is asked
// for is the job's own. Returns the number of the last request.
int64_t test_vehicle_memory( fw_grid* grid, const fw_plan* plan, int64_t step );

#endif

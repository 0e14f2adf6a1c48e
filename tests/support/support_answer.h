// SPDX-License-Identifier: MIT
// The answer of a planner to a plan, at once and in slices.
#ifndef TESTS_SUPPORT_ANSWER_H
#define TESTS_SUPPORT_ANSWER_H

#include "fairway/planner.h"

typedef struct answer
{
	fw_outcome outcome;
	fw_reason reason;
	fw_plan_report report;
	double length;
	int64_t expanded;
	uint64_t hash;
} answer;

// The path is legal, leads to the goal, and is the same in slices of a few nodes.
answer answer_of( fw_planner* planner, const fw_grid* grid, const fw_plan* plan );
answer answer_once( fw_grid* grid, const fw_plan* plan ); // by a planner of its own

#endif

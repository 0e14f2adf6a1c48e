// SPDX-License-Identifier: MIT
// What a planner says to a plan, in one go and in slices.
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

// What is found is legal, leads where it should, and is the same in slices of a few nodes.
answer answer_of( fw_planner* planner, const fw_grid* grid, const fw_plan* plan );
answer answer_once( fw_grid* grid, const fw_plan* plan ); // by a planner of its own

#endif

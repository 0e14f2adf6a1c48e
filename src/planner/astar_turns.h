// SPDX-License-Identifier: MIT
// The steps of the hybrid, which other methods of plans use too.
#ifndef FW_PLANNER_ASTAR_TURNS_H
#define FW_PLANNER_ASTAR_TURNS_H

#include "planner/job.h"

// What a job puts aside.
enum
{
	FW_FROM_START, // turns along the walk, as far as they lead; before a gap, what leads to it
	FW_FROM_GOAL,  // the same to the goal
	FW_WALKED,
	FW_ACROSS, // over the gap
};

// Begins a walk in steps to so many neighbors.
fw_status fw_astar_turns_walk( fw_job* job, int32_t phase, const fw_method* method, int32_t neighbors );
// Legal turns along the walk in the result: done where there are such, with `found`. Else it puts aside how far they
// lead from the start, how far from the goal, and the walk.
fw_status fw_astar_turns_turn( fw_job* job, bool* found );
// Begins a search over the gap between both. Not where it is too wide: then nothing is begun.
fw_status fw_astar_turns_bridge( fw_job* job, int32_t phase, const fw_method* method );
// Joins what was put aside with the gap's path in the result, and is done.
fw_status fw_astar_turns_join( fw_job* job );

#endif

// SPDX-License-Identifier: MIT
// Walks that are planned leg by leg, each by A* in a window: what the methods without a map of the whole way share.
#ifndef FW_PLANNER_LEGS_H
#define FW_PLANNER_LEGS_H

#include "planner/job.h"

// What a job puts aside.
enum
{
	FW_LEGS_DONE, // the legs so far
	FW_LEGS_SPARE,
};

// Ends the plan at once where that is known without searching. Else `goes_on`, the walk is empty and begins on the
// tile.
fw_status fw_legs_begin( fw_job* job, bool* goes_on, int32_t* x, int32_t* y );
// Begins a leg from the walk's end to a tile's center, or with `last` to the plan's goal.
fw_status fw_legs_go( fw_job* job, int32_t phase, int32_t x, int32_t y, bool last, int32_t margin );
// Adds the leg in the result to the walk.
fw_status fw_legs_add( fw_job* job );
// The walk is whole: it becomes the result, with the plan's passes.
fw_status fw_legs_finish( fw_job* job );

// The space whose tiles the legs go over.
fw_status fw_legs_space( fw_job* job, const fw_space** space );
// The tile of a pose, or one beside it where the unit does not stand in its middle. False where there is none.
bool fw_legs_tile( const fw_space* space, fw_pose pose, int32_t* x, int32_t* y );
fw_status fw_legs_prepare( fw_stock* stock, const fw_plan* plan );

#endif

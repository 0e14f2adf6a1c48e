// SPDX-License-Identifier: MIT
// What a plan does to a path that was found.
#ifndef FW_PLANNER_PASSES_H
#define FW_PLANNER_PASSES_H

#include "planner/map.h"

// The passes over one path, those alone that apply to it.
typedef struct fw_passes
{
	bool curves;   // is it one of curves? They are smoothed by fw_smooth_curved() or cleaned up
	bool timed;    // did the search count time?
	bool smooth;   // beside recalculation: the tile paths, too
	bool clean_up; // after turns
	fw_turning turning;
	bool any_heading; // the heading at its end does not count
	bool measure;     // also where there is no pass: the search's cost is not that of the whole path
} fw_passes;

// Runs them. The result's length and cost become those of the path. `found` false: there are no legal turns, and the
// path is as it was.
fw_status fw_passes_run( fw_cache* cache, const fw_plan* plan, const fw_passes* passes, fw_result* result, bool* found,
                         fw_refusal* refusal );
// Turns along a path as far as they lead; the path may end earlier.
fw_status fw_turn_as_far( fw_cache* cache, const fw_plan* plan, fw_path* path );

fw_smoother fw_plan_smoother( const fw_cache* cache, const fw_plan* plan );
// Segments of one path at the end of another.
fw_status fw_append_segments( fw_path* to, const fw_path* from, int32_t first, int32_t last );

#endif

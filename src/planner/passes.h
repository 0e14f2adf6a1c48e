// SPDX-License-Identifier: MIT
// What a plan does to a path that was found.
#ifndef FW_PLANNER_PASSES_H
#define FW_PLANNER_PASSES_H

#include "planner/cache.h"

// The passes over one path, those alone that apply to it.
typedef struct fw_passes
{
	bool curves;   // is it one of curves? They are smoothed by fw_smooth_curved() or cleaned up
	bool timed;    // did the search count time?
	bool smooth;   // beside recalculation: the tile paths, too
	bool clean_up; // after turns
	bool taut;     // last of all
	fw_turning turning;
	bool any_heading; // the heading at its end does not count
	bool measure;     // also where there is no pass: the search's cost is not that of the whole path
} fw_passes;

// Runs them. The result's length and cost become those of the path. `found` false: there are no legal turns, and the
// path is as it was.
fw_status fw_passes_run( fw_cache* cache, const fw_plan* plan, const fw_passes* passes, fw_result* result, bool* found,
                         fw_refusal* refusal );
// How many tile steps they take as long as, on a path of this length that the method has found for a unit.
int64_t fw_passes_steps( const fw_passes* passes, const fw_method* method, const fw_unit* unit, double length );
// Turns along a tile path, or with `backwards` along one that was turned round, for the unit that faces away from where
// it moves. Where `def.partial` is set and they do not lead to its end, `found` is false and the path ends at the
// furthest waypoint.
fw_status fw_turn_along( fw_cache* cache, const fw_plan* plan, fw_smooth48_def def, bool backwards, fw_path* path,
                         bool* found, fw_refusal* refusal );
// Turns from the plan's start to its goal, or there with any heading.
fw_smooth48_def fw_plan_turns( const fw_plan* plan, bool any_heading );

fw_smoother fw_plan_smoother( const fw_cache* cache, const fw_plan* plan );
// All of a result. FW_ERR_MEMORY: nothing was copied.
fw_status fw_result_copy( fw_result* to, const fw_result* from );

#endif

// SPDX-License-Identifier: MIT
// What a plan does to the path that its search has found.
#ifndef FW_PLANNER_PASSES_H
#define FW_PLANNER_PASSES_H

#include "planner/stock.h"

fw_smoother fw_plan_smoother( const fw_stock* stock, const fw_plan* plan );

// Mistakes in what a plan says of turns, told before anything is done.
fw_status fw_check_turns( const fw_plan* plan, const fw_method* method );
// Does the path get legal turns along its steps?
bool fw_goes_along( const fw_plan* plan, const fw_method* method );
// Is it searched again without the moves at which turns hit something?
bool fw_recalculates( const fw_plan* plan, const fw_method* method );
// Do passes make its turns, or some of them?
bool fw_makes_turns( const fw_plan* plan, const fw_method* method );
// The table of all curves between tiles so near that fw_smooth48() goes from one to the other.
fw_status fw_find_along( fw_stock* stock, const fw_plan* plan, const fw_primitives** turns );

bool fw_has_passes( const fw_plan* plan, const fw_method* method );
// The passes that suit the method's kind of path. With `any_heading` the goal's does not count.
fw_status fw_run_passes( const fw_stock* stock, const fw_plan* plan, const fw_method* method, bool any_heading,
                         fw_path* path );
// Those for paths of curves.
fw_status fw_smooth_curves( const fw_stock* stock, const fw_plan* plan, bool any_heading, fw_path* path );
// Legal turns along the steps of a path, and the passes over curves. Sets `found` where there are such turns; else the
// path is as it was.
fw_status fw_turn_along( fw_stock* stock, const fw_plan* plan, bool any_heading, fw_path* path, bool* found );
// The same as far as turns lead: the path may end earlier.
fw_status fw_turn_as_far( fw_stock* stock, const fw_plan* plan, fw_path* path );

// Segments of one path at the end of another.
fw_status fw_append_segments( fw_path* to, const fw_path* from, int32_t first, int32_t last );

#endif

// SPDX-License-Identifier: MIT
// The clean-up of paths that were searched for by time.
#ifndef FW_PLANNER_TIMED_H
#define FW_PLANNER_TIMED_H

#include "fairway/planner.h"
#include "fairway/search.h"

// Cleans a path up where the unit then arrives earlier, else leaves it as it is; `cost` becomes that of the path, as of
// fw_result for methods with FW_TRAIT_SPEED.
fw_status fw_timed_clean_up( const fw_smoother* smoother, const fw_plan* query, bool keep_goal_heading, fw_path* path,
                             double* cost );

#endif

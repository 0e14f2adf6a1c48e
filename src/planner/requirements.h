// SPDX-License-Identifier: MIT
// What goes together in a plan.
#ifndef FW_PLANNER_REQUIREMENTS_H
#define FW_PLANNER_REQUIREMENTS_H

#include "planner/choice.h"

// Do the fields of a plan go together, with the method and with the grid (null: a plain one)?
fw_status fw_plan_fits( const fw_grid* grid, const fw_plan* plan, fw_purpose purpose, const fw_resolved_plan* resolved,
                        fw_refusal* refusal );

#endif

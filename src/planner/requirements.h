// SPDX-License-Identifier: MIT
// What a plan may ask for, and what goes together.
#ifndef FW_PLANNER_REQUIREMENTS_H
#define FW_PLANNER_REQUIREMENTS_H

#include "planner/choice.h"

// Every field by itself.
fw_status fw_plan_check( const fw_plan* plan, fw_refusal* refusal );
// Fields with one another, with the method and with the grid (null: a plain one).
fw_status fw_plan_fits( const fw_grid* grid, const fw_plan* plan, fw_purpose purpose, const fw_resolved_plan* resolved,
                        fw_refusal* refusal );

#endif

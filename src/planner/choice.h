// SPDX-License-Identifier: MIT
// What a plan comes to: its method, its passes, and the strategy that runs it.
#ifndef FW_PLANNER_CHOICE_H
#define FW_PLANNER_CHOICE_H

#include "planner/strategy.h"

// What a plan is asked for.
typedef enum fw_purpose
{
	FW_PURPOSE_PATH,
	FW_PURPOSE_MAP,   // of one search
	FW_PURPOSE_ROUTE, // over a hierarchy
} fw_purpose;

// fw_plan_resolve(), and the strategy of the plan.
fw_status fw_plan_settle( const fw_grid* grid, const fw_plan* plan, fw_purpose purpose, fw_resolved_plan* resolved,
                          const fw_strategy** strategy, fw_refusal* refusal );

// Do roads decide what a plan's searches see?
bool fw_plan_has_roads( const fw_plan* plan );
// Does the plan keep to roads by cones?
bool fw_plan_has_cones( const fw_plan* plan );
// The terrains that count as roads.
uint32_t fw_plan_roads( const fw_grid* grid, const fw_plan* plan );

// The query of a plan for a search by a method.
fw_query fw_plan_query( const fw_plan* plan, const fw_method* method );

#endif

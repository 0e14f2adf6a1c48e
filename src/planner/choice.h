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

// What a plan comes to.
typedef struct fw_settled_plan
{
	fw_resolved_plan resolved;
	fw_passes passes;
	const fw_strategy* strategy;
} fw_settled_plan;

// fw_plan_resolve(), and how the plan is run.
fw_status fw_plan_settle( const fw_grid* grid, const fw_plan* plan, fw_purpose purpose, fw_settled_plan* settled,
                          fw_refusal* refusal );
// Every field of a plan by itself. `method` receives the row that it names, null where it names none.
fw_status fw_plan_check( const fw_plan* plan, const fw_method** method, fw_refusal* refusal );
// Do the fields of a plan go together, with the method and with the grid (null: a plain one)? See requirements.c.
fw_status fw_plan_fits( const fw_grid* grid, const fw_plan* plan, fw_purpose purpose, const fw_resolved_plan* resolved,
                        fw_refusal* refusal );
// The passes over a path of a method on a grid (null: a plain one).
fw_passes fw_passes_of( const fw_grid* grid, const fw_plan* plan, const fw_method* method );

// Does the plan keep to roads by cones?
static inline bool fw_plan_has_cones( const fw_plan* plan )
{
	return plan->roads == FW_ROADS_CONES || plan->lane != FW_LANE_ANY;
}

// Do roads decide what a plan's searches see?
static inline bool fw_plan_has_roads( const fw_plan* plan )
{
	return plan->roads != FW_ROADS_NONE || plan->lane != FW_LANE_ANY;
}

// Does ground near walls cost more?
static inline bool fw_plan_has_margin( const fw_plan* plan )
{
	return plan->margin > 0.0 && plan->margin_cost > 0.0;
}

// The terrains that count as roads.
uint32_t fw_plan_roads( const fw_grid* grid, const fw_plan* plan );

// Whom tiles and lines are searched for, which know no headings: of an outline its inner disc. Passes test the outline.
static inline fw_unit fw_plan_walker( const fw_unit* unit )
{
	fw_unit walker = *unit;
	walker.radius = fw_unit_inner_radius( unit );
	walker.outline = ( fw_outline ){ 0 };
	return walker;
}

// Makes a plan that of its second try.
void fw_plan_refine( fw_plan* plan );
// The query of a plan for a search by a method. Passes of a resolved plan that make the turns count the charge for
// them; null: as the plan asks.
fw_query fw_plan_query( const fw_plan* plan, const fw_resolved_plan* resolved, const fw_method* method );

#endif

// SPDX-License-Identifier: MIT
// Strategies: how plans are made of searches and passes. A strategy is asked for the next step again and again; the job
// takes it. It never calls the job.
#ifndef FW_PLANNER_STRATEGY_H
#define FW_PLANNER_STRATEGY_H

#include "planner/passes.h"

typedef struct fw_strategy fw_strategy;

typedef enum fw_step_kind
{
	FW_TAKE_SEARCH, // search
	FW_TAKE_PROBE,  // begin the search, but expand nothing: does it end at once?
	FW_TAKE_PATH,   // the result holds the path: run the passes
	FW_TAKE_END,    // there is no path
} fw_step_kind;

// The next step. Plans are as they are on the map of the step's cache.
typedef struct fw_next
{
	fw_step_kind kind;
	fw_cache* cache;
	fw_vec2 offset;          // of the map of the cache in the whole one
	fw_plan plan;            // of a search, or of passes
	const fw_method* method; // of a search
	int64_t limit;           // of a search; 0: none
	const fw_path* lead;     // of a search that does not begin where the plan does: what leads there
	// Of a path.
	fw_passes passes;
	bool other_heading; // the path ends with another heading than was asked for
	bool leg;           // the path ends on the way to the goal
	bool again;         // where there are no legal turns the strategy is asked for another step
	fw_branch branch;
	// Of an end.
	fw_outcome outcome;
	fw_reason reason;
} fw_next;

// What a strategy works on.
typedef struct fw_task
{
	fw_cache* cache;                  // of the map
	const fw_plan* plan;              // target plan: as it was asked for, or to the nearest tile
	const fw_resolved_plan* resolved; // what it comes to
	const fw_passes* passes;          // over its path
	bool begins;                      // is this the first step?
	fw_result* result;                // of the last step; its path is the strategy's to change
	fw_next* step;                    // the next one, for the strategy to fill in
	int64_t left;                     // nodes that the plan's limit leaves; negative: none, 0: there is no limit
	fw_plan_report* report;           // for what only the strategy knows
	int64_t* passed;                  // tile steps of passes that the strategy runs: it adds to them
	const fw_strategy* inner;         // of fw_roads_strategy: the one that plans on the map that it chooses
	void* inner_state;
} fw_task;

struct fw_strategy
{
	fw_status ( *next )( void* state, const fw_task* task ); // the plan fails with any but FW_OK
	size_t size;                                             // of its state, zeroed at first
	// Paths in its state, one after another, which the job opens and frees.
	size_t first_path; // its offset
	int32_t path_count;
	void ( *hold )( fw_holdings* holdings, void* state ); // goes over whatever else the state holds; null: nothing
	const char* methods[2]; // of its searches; null: the plan's own, and there is no second one
	bool along;             // does it turn along tile paths, whatever the plan's passes do?
};

extern const fw_strategy fw_single_strategy;        // one search, or a second try
extern const fw_strategy fw_astar_turns_strategy;   // a tile path, turns along it, and a search over the gap
extern const fw_strategy fw_outline_turns_strategy; // the same for outlines, whose gap takes other searches
extern const fw_strategy fw_recalculate_strategy;   // tile paths, each without the steps at which turns hit something
extern const fw_strategy fw_midpoint_strategy;      // the line to the goal in legs
extern const fw_strategy fw_compass_strategy;       // legs from region to region
extern const fw_strategy fw_roads_strategy;         // any of these, on a map that keeps to roads

// What fw_roads_strategy needs before its plans; the inner strategy needs its own.
fw_status fw_roads_prepare( fw_cache* cache, const fw_plan* plan, uint32_t terrains );
// The cones of its state (null is allowed), null where there are none.
const fw_cones* fw_roads_cones( const void* state );
void fw_roads_clear( void* state ); // gives them back

// So many nodes, or what is left.
static inline int64_t fw_task_limit( const fw_task* task, int64_t nodes )
{
	return task->left > 0 && task->left < nodes ? task->left : nodes;
}

// A search with the plan, which the caller may change in the step.
static inline fw_next* fw_take_search( const fw_task* task, const fw_method* method, int64_t limit )
{
	*task->step = ( fw_next ){
	    .kind = FW_TAKE_SEARCH, .cache = task->cache, .plan = *task->plan, .method = method, .limit = limit };
	return task->step;
}

// Each of these fills in the next step too, and returns FW_OK.

// The path in the result with the plan's passes.
static inline fw_status fw_take_path( const fw_task* task, fw_branch branch )
{
	*task->step = ( fw_next ){
	    .kind = FW_TAKE_PATH, .cache = task->cache, .plan = *task->plan, .passes = *task->passes, .branch = branch };
	task->step->passes.any_heading = task->plan->goal_any_heading;
	return FW_OK;
}

static inline fw_status fw_take_end( const fw_task* task, fw_outcome outcome, fw_reason reason )
{
	*task->step = ( fw_next ){ .kind = FW_TAKE_END, .cache = task->cache, .outcome = outcome, .reason = reason };
	return FW_OK;
}

// As the last search ended.
static inline fw_status fw_take_its_end( const fw_task* task )
{
	return fw_take_end( task, task->result->outcome, task->result->reason );
}

// Where turns are missing, or the limit is used up.
static inline fw_status fw_take_no_turn( const fw_task* task )
{
	return task->left < 0 ? fw_take_end( task, FW_OUT_OF_BUDGET, FW_REASON_EXPANSIONS )
	                      : fw_take_end( task, FW_UNREACHABLE, FW_REASON_NO_TURN );
}

#endif

// SPDX-License-Identifier: MIT
// A plan under way: asks a strategy for steps and takes them, searches in slices and passes in one go.
#ifndef FW_PLANNER_JOB_H
#define FW_PLANNER_JOB_H

#include "fairway/queue.h"
#include "planner/choice.h"

#define FW_STRATEGY_COUNT 6

typedef struct fw_strategy_state
{
	const fw_strategy* strategy;
	void* state;
} fw_strategy_state;

struct fw_job
{
	fw_allocator allocator;
	fw_cache* shared; // the planner's
	fw_cache* ground; // of either, or of the grid with the plan's margin: what the strategy works on
	fw_cache* alone;  // its own, where others take away too often what it searches with; null: none
	fw_search* search;
	fw_lease lease;                              // what the search reads
	fw_strategy_state states[FW_STRATEGY_COUNT]; // [state_count], of those that were needed so far
	int32_t state_count;
	fw_plan plan;   // as it was asked for
	fw_plan target; // the same, or to the nearest tile once the goal is known to be cut off
	fw_settled_plan settled;
	const fw_strategy* strategy; // null: no plan was begun
	fw_next step;                // of the last search; its cache is null where none was begun
	bool nearer;                 // is the target the nearest tile?
	fw_reason cut_off;           // why it is
	int32_t displaced;           // how often it began again for what others took away
	fw_counters before;          // of the searches that are over
	int64_t charges;             // nodes that its distance fields and passes take as long as
	uint64_t revision;           // of the grid
	fw_result* result;           // where the path comes to be: the job's own, or the caller's
	fw_result own;               // of jobs in slices
	fw_route* route;             // becomes the chain of the search instead of a path; null: none
	fw_result tip;               // of the last search, for a path so far
	fw_plan_report report;
	fw_refusal refusal; // why the plan failed, where its status is not FW_OK
};

// Runs a plan in one go.
fw_status fw_job_run( fw_job* job, const fw_plan* plan, fw_route* route, fw_result* result, fw_refusal* refusal );

// Nodes that it has expanded so far.
int64_t fw_job_spent( const fw_job* job );
// The path so far: what leads to where the last search began, and the search's best, with the plan's passes.
fw_status fw_job_trace( fw_job* job, fw_result* result );
const fw_cones* fw_job_cones( const fw_job* job );

// Cancels all requests of a queue, and forgives its debt.
void fw_queue_clear( fw_queue* queue );

// The planner's, in which its jobs find what they need.
fw_cache* fw_planner_cache( fw_planner* planner );

#endif

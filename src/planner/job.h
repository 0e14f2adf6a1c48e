// SPDX-License-Identifier: MIT
// A plan under way: asks a strategy for steps and takes them, searches in slices and passes in one go.
#ifndef FW_PLANNER_JOB_H
#define FW_PLANNER_JOB_H

#include "fairway/queue.h"
#include "planner/choice.h"

#define FW_STRATEGY_COUNT 6

struct fw_job
{
	fw_allocator allocator;
	fw_cache* shared; // the planner's
	fw_cache* alone;  // its own, where others take away too often what it searches with; null: none
	fw_search* search;
	fw_lease lease;                  // what the search reads
	void* states[FW_STRATEGY_COUNT]; // of the strategies, null until they are needed
	fw_plan plan;                    // as it was asked for
	fw_plan target;                  // the same, or to the nearest tile once the goal is known to be cut off
	fw_plan changed;                 // of the last step, if it changed the plan
	fw_settled_plan settled;
	const fw_strategy* strategy; // null: no plan was begun
	fw_next step;                // of the last search; its cache is null where none was begun
	bool nearer;                 // is the target the nearest tile?
	fw_reason cut_off;           // why it is
	int32_t displaced;           // how often it began again for what others took away
	fw_counters before;          // of the searches that are over
	int64_t waypoints;           // of the paths that they found
	uint64_t revision;           // of the grid
	fw_result* result;           // where the path comes to be: the job's own, or the caller's
	fw_result own;               // of jobs in slices
	fw_route* route;             // becomes the chain of the search instead of a path; null: none
	fw_result tip;               // of the last search, for a path so far
	fw_plan_report report;
	fw_refusal refusal; // why the plan failed, where its status is not FW_OK
};

// A job for the planner's grid; its members are freed by fw_job_close().
fw_status fw_job_open( fw_job* job, fw_cache* cache );
void fw_job_close( fw_job* job );
// Begins a plan whose result, and route where it is not null, are the caller's to keep until the job is done.
// A failure is told to the job's refusal.
fw_status fw_job_start( fw_job* job, const fw_plan* plan, fw_route* route, fw_result* result );
// The same in one go.
fw_status fw_job_run( fw_job* job, const fw_plan* plan, fw_route* route, fw_result* result, fw_refusal* refusal );
// Expands at most so many nodes. The result's outcome is FW_RUNNING until the job is done.
fw_status fw_job_go( fw_job* job, int64_t expansions );

// Nodes that it has expanded so far.
int64_t fw_job_spent( const fw_job* job );
// The path so far: what leads to where the last search began, and the search's best, with the plan's passes.
fw_status fw_job_trace( fw_job* job, fw_result* result );
const fw_cones* fw_job_cones( const fw_job* job );
// All of a result. FW_ERR_MEMORY: nothing was copied.
fw_status fw_result_copy( fw_result* to, const fw_result* from );

// The planner's, in which its jobs find what they need.
fw_cache* fw_planner_cache( fw_planner* planner );

#endif

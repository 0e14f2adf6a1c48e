// SPDX-License-Identifier: MIT
// A plan on its way: searches one after another, each in slices, and passes over the path that they find. Which
// searches there are, and what follows from each, is the affair of a strategy.
#ifndef FW_PLANNER_JOB_H
#define FW_PLANNER_JOB_H

#include "fairway/queue.h"
#include "planner/recalculate.h"
#include "planner/roads.h"
#include "planner/stock.h"

// Nodes of the first of two tries: the pose problems that tile centers solve at all take less (bench/bench_poses).
#define FW_FIRST_TRY 20000

// How a plan is made. Called with phase 0 at first, then each time that the search it began is over, with the phase it
// gave. It begins one more, or is done: then the result holds the path, with its passes, or why there is none.
typedef fw_status ( *fw_strategy )( fw_job* job );

// A method of plans that is made of several searches and passes.
typedef struct fw_combined
{
	fw_method method;
	fw_strategy next;
	fw_status ( *prepare )( fw_stock* stock, const fw_plan* plan ); // makes what its searches will ask for
} fw_combined;

struct fw_job
{
	fw_allocator allocator;
	fw_stock* shared; // the planner's
	fw_stock alone;   // its own, of the same grid, where others take away too often what it searches with
	fw_stock* home;   // the one of both that it uses
	fw_stock* stock;  // of the map that is searched: home, or one that heeds roads
	fw_search* search;
	fw_lease lease;    // what the search reads
	fw_plan plan;      // as it was asked for, its method resolved
	fw_plan aim;       // the same, but to the nearest tile once the goal is known to be cut off
	const char* asked; // method that the plan names, from the table of methods; null: none
	const fw_method* method;
	const fw_method* searched; // of the last search
	fw_stock* searched_stock;  // of the map that it searched
	bool searched_smaller;     // was it for a unit that is smaller than the plan's?
	fw_strategy next;
	int32_t phase;      // of the strategy; 0 at its beginning
	bool nearer;        // is it the aim's second goal?
	fw_reason cut_off;  // why it is
	int32_t displaced;  // how often it began anew for what others took away
	fw_counters before; // of the searches that are over
	int64_t waypoints;  // of the paths that they found
	uint64_t revision;  // of the grid
	uint64_t changes;   // of the stock
	fw_result* result;  // where the path comes to be: the job's own, or the caller's
	fw_result own;      // of jobs in slices
	fw_route* route;    // becomes the way of the search instead of a path; NULL: none
	fw_path parts[4];   // what strategies put aside, the first: what leads to where a search begins
	bool led;           // does the last search not begin at the start?
	bool leads;         // does the first part lead to where it does?
	fw_result tip;      // of the last search, for a path so far
	uint32_t* marks;    // [mark_count], where a strategy has been
	int32_t mark_count, mark_capacity;
	fw_branch kept; // that led to a path put aside
	bool far_round; // is that very long?
	fw_recalculation recalculation;
	fw_roadwork work; // of plans that heed roads
	fw_plan_report report;
};

// A job for the planner's grid; its members are freed by fw_job_close().
fw_status fw_job_open( fw_job* job, fw_stock* stock );
void fw_job_close( fw_job* job );
// Begins a plan whose result, and route where it is not NULL, are the caller's to keep until the job is done.
fw_status fw_job_start( fw_job* job, const fw_plan* plan, fw_route* route, fw_result* result );
// Expands at most so many nodes. The result's outcome is FW_RUNNING until the job is done.
fw_status fw_job_go( fw_job* job, int64_t expansions );

// Nodes that it has expanded so far.
int64_t fw_job_spent( const fw_job* job );
// All of a result. FW_ERR_MEMORY: nothing was copied.
fw_status fw_result_copy( fw_result* to, const fw_result* from );

// For strategies: begins a search of a plan by a method of the table, whose end is told with this phase.
// max_expansions 0: no limit.
fw_status fw_job_search( fw_job* job, int32_t phase, const fw_plan* plan, const fw_method* method,
                         int64_t max_expansions );
// How many nodes the plan's limit leaves, 0 where it has none. False when it is used up.
bool fw_job_left( const fw_job* job, int64_t* left );
// Done, without a path.
void fw_job_fail( fw_job* job, fw_outcome outcome, fw_reason reason );
// Done, for want of turns or because the plan's limit is used up.
void fw_job_give_up( fw_job* job );
// The path so far: what was put aside to where the last search began, and the search's best, with the plan's passes.
fw_status fw_job_trace( fw_job* job, fw_result* result );
// Done: measures the path that the strategy has made.
void fw_job_done( fw_job* job, fw_branch branch );

// Methods of the table of searches: one search, or one more on all half-tile points.
fw_status fw_plain_next( fw_job* job );
bool fw_plain_has_second_try( const fw_plan* plan, const fw_method* method );
// Walks, each without the moves at which the turns of those before hit something.
fw_status fw_recalculate_next( fw_job* job );
// A walk, turns along it, and a search over the gap where there are none.
fw_status fw_astar_turns_next( fw_job* job );
fw_status fw_astar_turns_prepare( fw_stock* stock, const fw_plan* plan );
// The line to the goal cut into legs, and from region to region by the compass.
fw_status fw_midpoint_next( fw_job* job );
fw_status fw_compass_next( fw_job* job );
// The cheapest of all that gives a legal path.
fw_status fw_auto_next( fw_job* job );
fw_status fw_auto_prepare( fw_stock* stock, const fw_plan* plan );

// Any of these, on a map that heeds roads.
fw_status fw_roads_next( fw_job* job );

// The row of a method that is made of several, NULL where there is none of that name.
const fw_combined* fw_combined_find( const char* name );

// The query of a plan for its search by a method of the table.
fw_query fw_plan_search_query( const fw_plan* plan, const fw_method* method );

void fw_counters_add( fw_counters* sum, const fw_counters* more );

// The planner's, in which its jobs find what they need.
fw_stock* fw_planner_stock( fw_planner* planner );

#endif

// SPDX-License-Identifier: MIT
/// @file
/// Requests for paths of many units, served frame by frame within a budget of expanded nodes.
///
/// A request is for a plan. In each frame some requests are served, those of high priority first and of these the
/// oldest; who waits rises in priority. A search that takes long becomes slow: slow ones take turns in contexts of
/// their own and never keep quick ones from being served. The results are those of fw_planner_run(), whatever the
/// budget. Source: M. Pinter, "Toward More Realistic Pathfinding" (2001), "Path Failure and Timeslicing".
///
/// Plans in slices: as fw_planner_run(), spread over as many calls as it pleases, any number of them side by side.
#ifndef FAIRWAY_QUEUE_H
#define FAIRWAY_QUEUE_H

#include "fairway/planner.h"

FW_BEGIN_DECLS

/// A plan on its way, with scratch memory of its own. What it needs besides is its planner's, so all jobs of one
/// planner belong to one thread. One that loses it to others again and again, as there are more kinds of units under
/// way than the planner keeps objects for, makes its own, until it is done and begun anew.
///
/// Between two calls the grid may be edited and the planner and its other jobs used: a job that began on what is no
/// longer so begins anew, with the method that the grid asks for now; its counters go on and count for the limit.
typedef struct fw_job fw_job;

FW_API fw_status fw_job_create( fw_planner* planner, fw_job** job ); ///< the planner must live longer
FW_API void fw_job_destroy( fw_job* job );                           ///< NULL is allowed
FW_API size_t fw_job_memory( const fw_job* job );                    ///< bytes held now

/// Starts a plan, forgetting any former one. Makes what the plan needs, which takes long the first time (see
/// fw_planner_prepare()). @return see fw_planner_run().
FW_API fw_status fw_job_begin( fw_job* job, const fw_plan* plan, fw_refusal* refusal );
/// Expands at most `expansions` nodes [>= 1]; at its end the passes over the path are made in one go.
/// @param outcome receives #FW_RUNNING or how it ended; NULL is allowed.
/// @return see fw_planner_run(); #FW_ERR_STATE before fw_job_begin() and after an error.
FW_API fw_status fw_job_step( fw_job* job, int64_t expansions, fw_outcome* outcome );
/// A copy of what is known: counters at any time, and the path once there is one; the same bits as of fw_planner_run().
/// @return #FW_ERR_STATE as of fw_job_step(), #FW_ERR_MEMORY, #FW_ERR_ARGUMENT.
FW_API fw_status fw_job_result( const fw_job* job, fw_result* result );
/// The path so far of a plan that is not done, with the plan's passes: fw_search_best() of the search under way, behind
/// what leads to where that began. Legal for the unit wherever the plan's own path is; turns along a walk as far as
/// there are such. Empty where nothing is known yet, and after an edit until the next step. Of a plan that is done,
/// what fw_job_result() gives. The plan goes on as if it had not been asked.
/// @return #FW_ERR_UNSUPPORTED where the search cannot tell (see fw_search_best()); else as fw_job_result().
FW_API fw_status fw_job_best( fw_job* job, fw_result* result );
FW_API fw_plan_report fw_job_report( const fw_job* job ); ///< what it did so far

#define FW_QUEUE_MAX_CONTEXTS 64      ///< searches at once
#define FW_QUEUE_MAX_CAPACITY 1048576 ///< requests
#define FW_QUEUE_MAX_PRIORITY 1000000 ///< of a request; the least is as far below 0

/// Requests, their searches and results. One thread at a time, that of its planner.
typedef struct fw_queue fw_queue;

/// One request of a queue; 0 is none. Never the same for two requests of a queue, unless four billion lie between them.
typedef uint64_t fw_request;

/// What to make a queue of. See fw_default_queue_def().
typedef struct fw_queue_def
{
	uint32_t cookie;     ///< set by fw_default_queue_def()
	fw_planner* planner; ///< must live longer; its allocator is the queue's
	int32_t capacity;    ///< requests at once, with those whose results were not taken yet
	                     ///< [1..#FW_QUEUE_MAX_CAPACITY]
	int32_t contexts;    ///< searches at once, each with scratch memory of its own [1..#FW_QUEUE_MAX_CONTEXTS]. All
	                     ///< but one may hold slow searches; with 1, a long search keeps all others waiting
	int64_t frame_expansions; ///< budget of a frame [nodes, 2..1e9]
	int64_t
	    slow_expansions; ///< of these, kept for slow searches while there are any [1..frame_expansions - 1]; 0: half
	int64_t slow_after;  ///< a search that has expanded so many is slow [1..1e9]
	int32_t aging;       ///< frames after which a waiting request counts as if it had one more priority [1..1,000,000]
} fw_queue_def;

/// No planner, which is yours to set; capacity 2048, 2 contexts, 20,000 nodes a frame, half of them for searches of
/// more than 5,000, aging 10.
FW_API fw_queue_def fw_default_queue_def( void );
/// @return #FW_ERR_ARGUMENT, #FW_ERR_DEF, #FW_ERR_MEMORY.
FW_API fw_status fw_queue_create( const fw_queue_def* def, fw_queue** queue, fw_refusal* refusal );
FW_API void fw_queue_destroy( fw_queue* queue );        ///< with all requests; NULL is allowed
FW_API size_t fw_queue_memory( const fw_queue* queue ); ///< bytes held now, without the planner's

/// Where a request is.
typedef enum fw_request_state
{
	FW_REQUEST_WAITING = 0, ///< no search of its own is under way
	FW_REQUEST_RUNNING = 1, ///< one is
	FW_REQUEST_DONE = 2,    ///< its result waits to be taken
} fw_request_state;

FW_API const char* fw_request_state_text( fw_request_state state ); ///< "waiting", "running", "done"

/// What is known of a request.
typedef struct fw_request_info
{
	fw_request id;
	fw_request_state state;
	fw_status status; ///< once done: what fw_planner_run() would have returned. Without #FW_OK the result is empty
	int32_t priority;
	uint64_t tag;          ///< the caller's
	int64_t added;         ///< frames of the queue before it was added
	int64_t done;          ///< the frame that it was done in, from 1 on; 0: not yet
	bool slow;             ///< is, or was, it a slow one?
	int64_t expanded;      ///< nodes for it so far, also those of a search that was given up for want of a context
	const fw_refusal* refusal; ///< once done: why it failed; NULL where it did not. The queue's, until the request is
	                           ///< taken or canceled
	fw_plan_report report;     ///< once done
} fw_request_info;

/// Adds a request. Cost: O(log capacity).
/// @param plan copied, but not what options.listener and options.closed_moves point to. Every field is checked now, and
/// the plan as a whole when it is served, see fw_request_info::status. What it needs is made then, which takes long the
/// first time: fw_planner_prepare() makes it before.
/// @param priority [-#FW_QUEUE_MAX_PRIORITY..#FW_QUEUE_MAX_PRIORITY], higher first
/// @param tag for the caller
/// @return #FW_ERR_CAPACITY when the queue is full, #FW_ERR_UNKNOWN for the method, #FW_ERR_ARGUMENT.
FW_API fw_status fw_queue_add( fw_queue* queue, const fw_plan* plan, int32_t priority, uint64_t tag, fw_request* id,
                               fw_refusal* refusal );
/// Forgets a request, whatever its state. @return #FW_ERR_UNKNOWN where it is none of the queue's. Cost: O(log
/// capacity).
FW_API fw_status fw_queue_cancel( fw_queue* queue, fw_request id );
/// @return #FW_ERR_UNKNOWN where it is none of the queue's: never was, was taken, or canceled.
FW_API fw_status fw_queue_info( const fw_queue* queue, fw_request id, fw_request_info* info );
/// The path so far of a running request, as fw_job_best(); empty of one that waits, the result of one that is done.
/// @return as fw_job_best(), or #FW_ERR_UNKNOWN.
FW_API fw_status fw_queue_best( fw_queue* queue, fw_request id, fw_result* result );

/// The request that has been done for longest, and of those of one frame the one that was done first; 0: none.
FW_API fw_request fw_queue_poll( const fw_queue* queue );
/// Takes the result of a request that is done, which is then forgotten.
/// @return #FW_ERR_UNKNOWN, #FW_ERR_STATE where it is not done; #FW_ERR_MEMORY: the path could not be copied, and the
/// request is still there.
FW_API fw_status fw_queue_take( fw_queue* queue, fw_request id, fw_result* result );

/// What a frame did.
typedef struct fw_queue_stats
{
	int64_t frame;                  ///< its number, from 1 on
	int64_t expansions;             ///< of searches: never more than fw_queue_def::frame_expansions
	int64_t charges;                ///< for beginning searches and for paths found, in expansions
	int64_t debt;                   ///< of charges that had no room in the frame: the next one has so much less
	int32_t begun;                  ///< requests whose searches were begun, or begun again
	int32_t finished;               ///< requests that were done
	int32_t waiting, running, done; ///< requests after it
} fw_queue_stats;

/// Serves requests. A path that is found gets its passes in one go: they are charged by its waypoints, and what exceeds
/// the frame's budget is taken off the next ones. So `expansions` never exceeds the budget, and n frames together cost
/// no more than n budgets and the charges of the one path that ended the last of them.
///
/// Of requests that wait, quick or slow ones each among themselves, one of priority p that has waited for f frames is
/// served before all that are added (P - p) x aging - f frames from now or later, P being their priority: none waits
/// for ever as long as searches end.
///
/// After an edit searches under way begin anew, so that a slow one ends only where it gets through between two edits.
/// Allocates nothing once it has seen as much, but for paths and for what passes and the planner take.
/// @param stats NULL is allowed.
/// @return #FW_ERR_ARGUMENT; mistakes in plans are those of their requests.
FW_API fw_status fw_queue_frame( fw_queue* queue, fw_queue_stats* stats );

FW_END_DECLS

#endif

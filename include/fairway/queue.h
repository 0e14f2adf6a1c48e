// SPDX-License-Identifier: MIT
/// @file
/// Requests for paths of many units, served frame by frame within a budget of expanded nodes.
///
/// A request asks for a plan. Each frame serves some requests: high priority first, and the oldest first among equals.
/// The priority of a waiting request rises. A search that takes long becomes slow; slow searches take turns in contexts
/// of their own and never delay quick ones. The results are those of fw_planner_run(), whatever the budget. Source: M.
/// Pinter, "Toward More Realistic Pathfinding" (2001), "Path Failure and Timeslicing".
///
/// A job is a plan in slices: fw_planner_run() spread over many calls. Any number of jobs can run side by side.
#ifndef FAIRWAY_QUEUE_H
#define FAIRWAY_QUEUE_H

#include "fairway/planner.h"

FW_BEGIN_DECLS

/// A plan in slices, with scratch memory of its own. It shares all other objects with its planner, so all jobs of one
/// planner belong to one thread. If more unit classes are in use than the planner caches, a job may lose its objects
/// again and again; it then makes its own, and keeps them until the next plan begins.
///
/// Between two calls the grid may be edited, and the planner and its other jobs may be used. After an edit a job begins
/// again, with the method that the grid now needs. Its counters go on, and count towards the limit.
typedef struct fw_job fw_job;

FW_API fw_status fw_job_create( fw_planner* planner, fw_job** job ); ///< the planner must live longer
FW_API void fw_job_destroy( fw_job* job );                           ///< NULL is allowed
FW_API size_t fw_job_memory( const fw_job* job );                    ///< bytes held now

/// Starts a plan and forgets any earlier one. Builds what the plan needs, which takes long the first time (see
/// fw_planner_prepare()). @return see fw_planner_run().
FW_API fw_status fw_job_begin( fw_job* job, const fw_plan* plan, fw_refusal* refusal );
/// Expands at most `expansions` nodes [>= 1]. The call that ends the search also runs all passes over the path.
/// @param outcome receives #FW_RUNNING or the outcome; NULL is allowed.
/// @return see fw_planner_run(); #FW_ERR_STATE before fw_job_begin() and after an error.
FW_API fw_status fw_job_step( fw_job* job, int64_t expansions, fw_outcome* outcome );
/// Copies the result: counters at any time, and the path once there is one, with the same bits as from
/// fw_planner_run().
/// @return #FW_ERR_STATE as fw_job_step(), #FW_ERR_MEMORY, #FW_ERR_ARGUMENT.
FW_API fw_status fw_job_result( const fw_job* job, fw_result* result );
/// Gives the best path so far, with the plan's passes: the path to where the running search began, then that of
/// fw_search_best(). It is as legal for the unit as the plan's own path. Turns along a tile path end where there are no
/// more legal ones. The path is empty if nothing is known yet, and after an edit until the next step. Once the plan is
/// done, it is the path of fw_job_result(). The plan itself is not affected.
/// @return #FW_ERR_UNSUPPORTED if the search has no such path (see fw_search_best()); if the plan names no method,
/// fw_plan::best_effort chooses one that has. Else as fw_job_result().
FW_API fw_status fw_job_best( fw_job* job, fw_result* result );
FW_API fw_plan_report fw_job_report( const fw_job* job ); ///< what it did so far

#define FW_QUEUE_MAX_CONTEXTS 64      ///< searches at once
#define FW_QUEUE_MAX_CAPACITY 1048576 ///< requests
#define FW_QUEUE_MAX_PRIORITY 1000000 ///< of a request; the minimum is the negative of it

/// Requests, their searches and results. One thread at a time: the thread of its planner.
typedef struct fw_queue fw_queue;

/// A request of a queue; 0 is none. Its slot is in the lower 32 bits and the generation of the slot in the upper ones,
/// so an id is refused once its request was taken or canceled, and never names another one. Generations of a slot begin
/// again after two billion requests in it.
typedef uint64_t fw_request;

/// What to make a queue for. See fw_default_queue_def().
typedef struct fw_queue_def
{
	uint32_t cookie;     ///< set by fw_default_queue_def()
	fw_planner* planner; ///< must live longer; its allocator is the queue's
	int32_t capacity;    ///< requests at once, including those with results not taken yet [1..#FW_QUEUE_MAX_CAPACITY]
	int32_t contexts;    ///< searches at once, each with scratch memory of its own [1..#FW_QUEUE_MAX_CONTEXTS]. All but
	                     ///< one may run slow searches; with 1, a slow search delays all others
	int64_t frame_expansions; ///< budget of a frame [nodes, 2..1e9]
	int64_t slow_expansions; ///< part of the budget for slow searches while there are any [1..frame_expansions - 1]; 0:
	                         ///< half
	int64_t slow_after;      ///< a search that has expanded more nodes than this is slow [1..1e9]
	int32_t aging;           ///< frames after which the priority of a waiting request rises by one [1..1,000,000]
} fw_queue_def;

/// No planner, which the caller must set; capacity 2048, 2 contexts, 20,000 nodes for each frame, half of them for
/// searches of more than 5,000, aging 10.
FW_API fw_queue_def fw_default_queue_def( void );
/// @return #FW_ERR_ARGUMENT, #FW_ERR_DEF, #FW_ERR_MEMORY.
FW_API fw_status fw_queue_create( const fw_queue_def* def, fw_queue** queue, fw_refusal* refusal );
FW_API void fw_queue_destroy( fw_queue* queue );        ///< with all requests; NULL is allowed
FW_API size_t fw_queue_memory( const fw_queue* queue ); ///< bytes held now, without the planner's

/// The state of a request.
typedef enum fw_request_state
{
	FW_REQUEST_WAITING = 0, ///< its search does not run yet
	FW_REQUEST_RUNNING = 1, ///< its search runs
	FW_REQUEST_DONE = 2,    ///< its result can be taken
} fw_request_state;

/// What the queue knows about a request.
typedef struct fw_request_info
{
	fw_request id;
	fw_request_state state;
	fw_status status; ///< once done: what fw_planner_run() would have returned. Without #FW_OK the result is empty
	int32_t priority;
	uint64_t tag;              ///< the caller's
	int64_t added;             ///< number of the queue's last frame when it was added
	int64_t done;              ///< number of the frame in which it was done, from 1; 0: not yet
	bool slow;                 ///< is it slow, or was it?
	int64_t expanded;          ///< nodes expanded for it, also by a search that gave up its context to others
	const fw_refusal* refusal; ///< once done: why it failed; NULL if it did not. The queue owns it, until the request
	                           ///< is taken or canceled
	fw_plan_report report;     ///< once done
} fw_request_info;

/// Adds a request. Cost: O(log capacity).
/// @param plan copied, except for what options.listener, options.closed_moves and legs point to. The fields are checked
/// now. The plan as a whole is checked when it is served, see fw_request_info::status; what it needs is built then,
/// too, which takes long the first time. fw_planner_prepare() builds it earlier.
/// @param priority [-#FW_QUEUE_MAX_PRIORITY..#FW_QUEUE_MAX_PRIORITY], higher first
/// @param tag for the caller
/// @return #FW_ERR_CAPACITY when the queue is full, #FW_ERR_UNKNOWN for the method, #FW_ERR_ARGUMENT.
FW_API fw_status fw_queue_add( fw_queue* queue, const fw_plan* plan, int32_t priority, uint64_t tag, fw_request* id,
                               fw_refusal* refusal );
/// Removes a request in any state. @return #FW_ERR_UNKNOWN if it is not one of the queue. Cost: O(log capacity).
FW_API fw_status fw_queue_cancel( fw_queue* queue, fw_request id );
/// Describes a request. @return #FW_ERR_UNKNOWN if it is not one of the queue, or was taken or canceled.
FW_API fw_status fw_queue_info( const fw_queue* queue, fw_request id, fw_request_info* info );
/// Gives the best path so far of a running request, like fw_job_best(); an empty path for a waiting request, and the
/// result of one that is done.
/// @return as fw_job_best(), or #FW_ERR_UNKNOWN.
FW_API fw_status fw_queue_best( fw_queue* queue, fw_request id, fw_result* result );

/// The request that was done first and is not taken yet; 0: none.
FW_API fw_request fw_queue_poll( const fw_queue* queue );
/// Takes the result of a request that is done, and removes the request. If the request failed, the result is empty;
/// call fw_queue_info() before, as fw_request_info::status and refusal say why.
/// @return #FW_ERR_UNKNOWN; #FW_ERR_STATE if it is not done; #FW_ERR_MEMORY: the path could not be copied, and the
/// request is still there.
FW_API fw_status fw_queue_take( fw_queue* queue, fw_request id, fw_result* result );

/// What a frame did.
typedef struct fw_queue_stats
{
	int64_t frame;                  ///< its number, from 1
	int64_t expansions;             ///< of searches: never more than fw_queue_def::frame_expansions
	int64_t charges;                ///< for beginning searches, distance fields and passes [expansions]
	int64_t debt;                   ///< charges above the budget, which reduce that of the next frame
	int32_t begun;                  ///< requests whose searches were begun, or begun again
	int32_t finished;               ///< requests that were done in it
	int32_t waiting, running, done; ///< requests after it
} fw_queue_stats;

/// Serves requests for one frame. Charges make the time of a frame follow its budget: 8 expansions for a request that
/// begins, and what distance fields and passes take, in nodes of the plan's method. Ten tiles of a field count as one
/// node with headings. A found path gets all its passes at once, for each tile of its length: 20 expansions with tile
/// steps and 4 with other methods; passes over curves 110 and 22, and 11 with headings. A path of an any-angle method
/// that needs no pass counts 1 for 5 tiles. Nodes of searches with speeds count 6 times as much. Charges above the
/// frame's budget reduce the next budgets. So `expansions` never exceeds the budget, and n frames together cost at most
/// n budgets and the charges of the plan that ended the last frame.
///
/// Quick and slow requests wait in separate lines. A request of priority p that has waited for f frames is served
/// before every request of priority P that is added (P - p) x aging - f frames from now or later. So none waits forever
/// as long as searches end.
///
/// After an edit all running searches begin again, so a slow search ends only if it can finish between two edits. Once
/// the contexts have grown to the size of the searches, a frame allocates only for paths, passes and the planner's
/// objects.
/// @param stats NULL is allowed.
/// @return #FW_ERR_ARGUMENT; mistakes in plans are reported by their requests.
FW_API fw_status fw_queue_frame( fw_queue* queue, fw_queue_stats* stats );

FW_END_DECLS

#endif

// SPDX-License-Identifier: MIT
// The state of a queue: a slot for each request, two heaps of those that wait, and the contexts that search.
#ifndef FW_PLANNER_QUEUE_H
#define FW_PLANNER_QUEUE_H

#include "fairway/queue.h"
#include "planner/job.h"

#define FW_NO_REQUEST ( -1 )

// What a request is charged besides the nodes that it expands, in these: for its beginning, and for each waypoint of a
// path that a search has found, which is extracted and smoothed in one go. With these 99 of 100 frames of bench_queue
// by astar, jps and haastar-high take at most 2.3 times their median.
#define FW_QUEUE_BEGIN_CHARGE 8
#define FW_QUEUE_WAYPOINT_CHARGE 4

typedef struct fw_slot
{
	union
	{
		fw_plan plan;
		fw_refusal refusal; // of one that failed
	};
	fw_result result; // of one that is done
	fw_plan_report report;
	fw_status status;
	uint32_t generation; // odd while it holds a request
	fw_request_state state;
	bool slow;
	int32_t priority;
	int32_t context;        // of one that runs
	int32_t place;          // in its heap, of one that waits or is done
	int32_t next_free;      // of a free slot
	int64_t order;          // who has less is served first; of those that are done, was done first
	uint64_t number;        // of all requests: breaks ties
	int64_t added, done_in; // frames
	int64_t spent;          // nodes of searches that were given up
	uint64_t tag;
} fw_slot;

// Requests that wait or are done, the first one on top.
typedef struct fw_wait
{
	int32_t* slots; // [capacity of the queue]
	int32_t count;
} fw_wait;

typedef struct fw_context
{
	fw_job job;
	int32_t slot; // that it serves; FW_NO_REQUEST
} fw_context;

struct fw_queue
{
	fw_allocator allocator;
	fw_queue_def def;
	fw_slot* slots; // [def.capacity]
	int32_t free;   // first free slot
	fw_wait quick, slow, done;
	fw_context* contexts;                 // [def.contexts]; their jobs must stay where they are
	int32_t opened;                       // contexts that were
	int32_t now;                          // the context of the one quick request that is under way; FW_NO_REQUEST
	int32_t turns[FW_QUEUE_MAX_CONTEXTS]; // contexts of slow ones, whose turn it is first
	int32_t turn_count;
	int64_t turn_left; // nodes until it is the next one's turn
	int64_t left;      // of the budget of the frame; what is below 0 is a debt
	int64_t frame;
	uint64_t numbers;
	fw_queue_stats stats;
};

// A request that waits or is done takes its place, or leaves it.
void fw_wait_push( fw_queue* queue, fw_wait* wait, int32_t slot, fw_request_state state );
void fw_wait_remove( fw_queue* queue, fw_wait* wait, int32_t place );
// The request is done, by this status.
void fw_queue_finish( fw_queue* queue, int32_t slot, fw_status status );
// Takes the context away from the request that it serves.
void fw_queue_leave( fw_queue* queue, int32_t context );

#endif

// SPDX-License-Identifier: MIT
// One frame of a queue. One quick request is under way at a time, until it is done or slow; slow ones take turns. Where
// there is no context left for one that gets slow, its search is given up and begun again when there is: that costs it
// what made it slow, once, and nobody else.
// Source: M. Pinter, "Toward More Realistic Pathfinding" (2001), "Path Failure and Timeslicing": a second search
// matrix, so that a slow search does not keep quick ones waiting.
#include "planner/queue.h"

#include "base/core.h"

static int64_t least( int64_t a, int64_t b )
{
	return a < b ? a : b;
}

// The context's turn is the last one of all.
static void take_turn( fw_queue* queue, int32_t context )
{
	queue->turn_left = queue->turn_count == 0 ? queue->def.slow_after : queue->turn_left;
	queue->turns[queue->turn_count++] = context;
}

static void charge( fw_queue* queue, int64_t amount )
{
	queue->left -= amount;
	queue->stats.charges += amount;
}

// The request of a context is done: what it has found is the slot's now, and the context is free.
static void complete( fw_queue* queue, int32_t context, fw_status status )
{
	fw_job* job = &queue->contexts[context].job;
	const int32_t slot = queue->contexts[context].slot;
	fw_slot* own = &queue->slots[slot];
	const fw_path path = own->result.path;
	if ( status == FW_OK )
	{
		own->result = job->own;
		job->own.path = path;
	}
	else
	{
		own->spent += fw_job_spent( job ); // which its empty result does not say
		own->result = ( fw_result ){ .outcome = FW_UNREACHABLE, .path = path };
		fw_path_clear( &own->result.path, own->plan.start );
		own->refusal = job->refusal;
	}
	own->report = status == FW_OK ? job->report : ( fw_plan_report ){ 0 };
	fw_queue_leave( queue, context );
	fw_queue_finish( queue, slot, status );
	queue->stats.finished++;
}

// Gives a free context to the first request that waits. FW_NO_REQUEST where the plan is done at once.
static int32_t begin( fw_queue* queue, fw_wait* wait )
{
	int32_t context = 0;
	while ( queue->contexts[context].slot != FW_NO_REQUEST )
	{
		context++;
	}
	const int32_t slot = wait->slots[0];
	fw_slot* own = &queue->slots[slot];
	fw_wait_remove( queue, wait, 0 );
	queue->contexts[context].slot = slot;
	own->state = FW_REQUEST_RUNNING;
	own->context = context;
	queue->stats.begun++;
	charge( queue, FW_QUEUE_BEGIN_CHARGE );
	if ( wait == &queue->quick )
	{
		queue->now = context;
	}
	else
	{
		take_turn( queue, context );
	}
	fw_job* job = &queue->contexts[context].job;
	const fw_status status = fw_job_begin( job, &own->plan, NULL );
	if ( status != FW_OK || job->result->outcome != FW_RUNNING )
	{
		complete( queue, context, status );
		return FW_NO_REQUEST;
	}
	return context;
}

// Expands at most so many nodes of a request. False when it is done.
static bool go( fw_queue* queue, int32_t context, int64_t expansions )
{
	fw_job* job = &queue->contexts[context].job;
	const int64_t before = fw_job_spent( job );
	const int64_t waypoints = job->waypoints;
	fw_outcome outcome = FW_RUNNING;
	const fw_status status = fw_job_step( job, expansions, &outcome );
	const int64_t spent = fw_job_spent( job ) - before;
	queue->left -= spent;
	queue->stats.expansions += spent;
	charge( queue, ( job->waypoints - waypoints ) * FW_QUEUE_WAYPOINT_CHARGE );
	charge( queue, spent > 0 || outcome != FW_RUNNING ? 0 : 1 ); // each step brings the frame nearer to its end
	if ( status != FW_OK || outcome != FW_RUNNING )
	{
		complete( queue, context, status );
		return false;
	}
	return true;
}

// The quick request that is under way has become slow.
static void slow_down( fw_queue* queue )
{
	const int32_t context = queue->now;
	const int32_t slot = queue->contexts[context].slot;
	queue->slots[slot].slow = true;
	if ( queue->turn_count < queue->def.contexts - 1 )
	{
		queue->now = FW_NO_REQUEST;
		take_turn( queue, context );
		return;
	}
	queue->slots[slot].spent += fw_job_spent( &queue->contexts[context].job );
	fw_queue_leave( queue, context );
	fw_wait_push( queue, &queue->slow, slot, FW_REQUEST_WAITING );
}

static bool has_quick( const fw_queue* queue )
{
	return queue->now != FW_NO_REQUEST || queue->quick.count > 0;
}

static bool has_slow( const fw_queue* queue )
{
	return queue->turn_count > 0 || queue->slow.count > 0;
}

// Serves quick requests until the budget is down to what is kept for slow ones, where there are any.
static void serve_quick( fw_queue* queue, int64_t kept )
{
	const bool single = queue->def.contexts == 1;
	while ( has_quick( queue ) && queue->left > ( has_slow( queue ) ? kept : 0 ) )
	{
		if ( queue->now == FW_NO_REQUEST && begin( queue, &queue->quick ) == FW_NO_REQUEST )
		{
			continue;
		}
		const int64_t most = queue->left - ( has_slow( queue ) ? kept : 0 );
		if ( most <= 0 )
		{
			break;
		}
		const fw_job* job = &queue->contexts[queue->now].job;
		const int64_t until_slow = single ? most : queue->def.slow_after - fw_job_spent( job );
		if ( until_slow <= 0 || ( go( queue, queue->now, least( most, until_slow ) ) && !single &&
		                          fw_job_spent( job ) >= queue->def.slow_after ) )
		{
			slow_down( queue );
		}
	}
}

// Serves slow requests by turns until the budget is used up.
static void serve_slow( fw_queue* queue )
{
	while ( queue->left > 0 && has_slow( queue ) )
	{
		while ( queue->slow.count > 0 && queue->turn_count < queue->def.contexts - 1 && queue->left > 0 )
		{
			(void)begin( queue, &queue->slow );
		}
		if ( queue->turn_count == 0 || queue->left <= 0 )
		{
			continue;
		}
		const int32_t context = queue->turns[0];
		const int64_t before = fw_job_spent( &queue->contexts[context].job );
		if ( !go( queue, context, least( queue->left, queue->turn_left ) ) )
		{
			continue;
		}
		queue->turn_left -= fw_job_spent( &queue->contexts[context].job ) - before;
		if ( queue->turn_left <= 0 )
		{
			queue->turn_left = queue->def.slow_after;
			for ( int32_t i = 1; i < queue->turn_count; i++ )
			{
				queue->turns[i - 1] = queue->turns[i];
			}
			queue->turns[queue->turn_count - 1] = context;
		}
	}
}

fw_status fw_queue_frame( fw_queue* queue, fw_queue_stats* stats )
{
	if ( queue == NULL )
	{
		return FW_ERR_ARGUMENT;
	}
	queue->frame++;
	queue->stats = ( fw_queue_stats ){ .frame = queue->frame };
	// A debt of a frame or more leaves nothing of this one.
	queue->left = least( queue->left, 0 ) + queue->def.frame_expansions;
	// Below 2^63: both are at most 10^9. A debt is paid by all in proportion.
	int64_t kept = queue->left > 0 ? queue->left * queue->def.slow_expansions / queue->def.frame_expansions : 0;
	while ( queue->left > 0 && ( has_quick( queue ) || has_slow( queue ) ) )
	{
		serve_quick( queue, kept );
		serve_slow( queue );
		kept = 0; // what slow ones have left is for all
	}
	queue->stats.debt = queue->left < 0 ? -queue->left : 0;
	queue->stats.waiting = queue->quick.count + queue->slow.count;
	queue->stats.running = queue->turn_count + ( queue->now != FW_NO_REQUEST ? 1 : 0 );
	queue->stats.done = queue->done.count;
	if ( stats != NULL )
	{
		*stats = queue->stats;
	}
	return FW_OK;
}

// SPDX-License-Identifier: MIT
// Requests of a queue: added, found by their handles, canceled, taken. Which is served when is decided in
// queue_frame.c.
//
// A request of priority p that was added in frame a counts, after f frames, as one of p + (f - a) / aging. Of two, that
// order never changes while both wait: it is that of a - p * aging, so that a heap holds them.
#include "planner/queue.h"

#include "base/indexed_heap.h"
#include "base/refusal.h"
#include "planner/choice.h"

#define EXPANSIONS_MAX 1000000000

fw_queue_def fw_default_queue_def( void )
{
	return ( fw_queue_def ){
	    .cookie = FW_COOKIE,
	    .capacity = 2048,
	    .contexts = 2,
	    .frame_expansions = 20000,
	    .slow_after = 5000,
	    .aging = 10,
	};
}

static const fw_range ranges[] = {
    { "capacity", offsetof( fw_queue_def, capacity ), FW_FIELD_INT, 1, FW_QUEUE_MAX_CAPACITY, NULL },
    { "contexts", offsetof( fw_queue_def, contexts ), FW_FIELD_INT, 1, FW_QUEUE_MAX_CONTEXTS, NULL },
    { "aging", offsetof( fw_queue_def, aging ), FW_FIELD_INT, 1, 1000000, " frames" },
};
static const fw_ranges def_ranges = FW_RANGES( "def", "fw_default_queue_def()", ranges );

static fw_status check( const fw_queue_def* def, fw_refusal* refusal )
{
	FW_TRY( fw_check( refusal, &def_ranges, def ) );
	FW_TRY( FW_CHECK_NULL( refusal, def->planner ) );
	FW_TRY( fw_check_range( refusal, "frame_expansions", (double)def->frame_expansions, 2, EXPANSIONS_MAX ) );
	FW_TRY( fw_check_range( refusal, "slow_expansions", (double)def->slow_expansions, 0,
	                        (double)( def->frame_expansions - 1 ) ) );
	return fw_check_range( refusal, "slow_after", (double)def->slow_after, 1, EXPANSIONS_MAX );
}

static fw_status open( fw_queue* queue, fw_cache* cache )
{
	const size_t capacity = (size_t)queue->def.capacity;
	queue->slots = fw_alloc_zero( &queue->allocator, capacity, sizeof( *queue->slots ) );
	int32_t* heaps = fw_alloc( &queue->allocator, capacity, 3 * sizeof( int32_t ) );
	queue->contexts = fw_alloc_zero( &queue->allocator, (size_t)queue->def.contexts, sizeof( *queue->contexts ) );
	queue->quick.slots = heaps;
	if ( queue->contexts == NULL || queue->slots == NULL || heaps == NULL )
	{
		return FW_ERR_MEMORY;
	}
	queue->slow.slots = heaps + capacity;
	queue->done.slots = heaps + 2 * capacity;
	for ( int32_t i = 0; i < queue->def.capacity; i++ )
	{
		fw_result_init( &queue->slots[i].result, &queue->allocator );
		queue->slots[i].next_free = i + 1 < queue->def.capacity ? i + 1 : FW_NO_REQUEST;
	}
	fw_status status = FW_OK;
	while ( status == FW_OK && queue->opened < queue->def.contexts )
	{
		fw_context* context = &queue->contexts[queue->opened++];
		context->slot = FW_NO_REQUEST;
		status = fw_job_open( &context->job, cache );
	}
	return status;
}

fw_status fw_queue_create( const fw_queue_def* def, fw_queue** queue, fw_refusal* refusal )
{
	FW_TRY( FW_CHECK_NULL( refusal, def, queue ) );
	FW_TRY( check( def, refusal ) );
	fw_cache* cache = fw_planner_cache( def->planner );
	fw_queue* made = fw_alloc_zero( &cache->allocator, 1, sizeof( *made ) );
	if ( made == NULL )
	{
		return fw_refuse_status( refusal, FW_ERR_MEMORY );
	}
	made->allocator = cache->allocator;
	made->def = *def;
	made->def.slow_expansions = def->slow_expansions > 0 ? def->slow_expansions : def->frame_expansions / 2;
	made->now = FW_NO_REQUEST;
	fw_status status = open( made, cache );
	if ( status != FW_OK )
	{
		fw_queue_destroy( made );
		return fw_refuse_status( refusal, status );
	}
	*queue = made;
	return FW_OK;
}

void fw_queue_destroy( fw_queue* queue )
{
	if ( queue == NULL )
	{
		return;
	}
	const fw_allocator allocator = queue->allocator;
	const size_t capacity = (size_t)queue->def.capacity;
	for ( int32_t i = 0; i < queue->opened; i++ )
	{
		fw_job_close( &queue->contexts[i].job );
	}
	for ( int32_t i = 0; queue->slots != NULL && i < queue->def.capacity; i++ )
	{
		fw_result_free( &queue->slots[i].result );
	}
	fw_free( &allocator, queue->contexts, (size_t)queue->def.contexts, sizeof( *queue->contexts ) );
	fw_free( &allocator, queue->slots, capacity, sizeof( *queue->slots ) );
	fw_free( &allocator, queue->quick.slots, capacity, 3 * sizeof( int32_t ) ); // with those of the others
	fw_free( &allocator, queue, 1, sizeof( *queue ) );
}

size_t fw_queue_memory( const fw_queue* queue )
{
	const size_t capacity = (size_t)queue->def.capacity;
	size_t bytes = sizeof( *queue ) + capacity * ( sizeof( *queue->slots ) + 3 * sizeof( int32_t ) );
	for ( int32_t i = 0; i < queue->opened; i++ )
	{
		bytes += fw_job_memory( &queue->contexts[i].job ) - sizeof( fw_job ) + sizeof( fw_context );
	}
	for ( size_t i = 0; i < capacity; i++ )
	{
		bytes += (size_t)queue->slots[i].result.path.capacity * sizeof( fw_segment );
	}
	return bytes;
}

static bool comes_before( const void* context, int32_t a, int32_t b )
{
	const fw_slot* p = &( (const fw_queue*)context )->slots[a];
	const fw_slot* q = &( (const fw_queue*)context )->slots[b];
	return p->order < q->order || ( p->order == q->order && p->number < q->number );
}

static void note_place( void* context, int32_t slot, int32_t place )
{
	( (fw_queue*)context )->slots[slot].place = place;
}

void fw_wait_push( fw_queue* queue, fw_wait* wait, int32_t slot, fw_request_state state )
{
	queue->slots[slot].state = state;
	wait->count++;
	fw_heap_settle( wait->slots, wait->count, wait->count - 1, slot, comes_before, note_place, queue );
}

void fw_wait_remove( fw_queue* queue, fw_wait* wait, int32_t place )
{
	wait->count--;
	if ( place < wait->count )
	{
		fw_heap_settle( wait->slots, wait->count, place, wait->slots[wait->count], comes_before, note_place, queue );
	}
}

// The slot of a request; `result` is where something is to be written.
static fw_status find( const fw_queue* queue, fw_request id, const void* result, int32_t* slot )
{
	if ( queue == NULL || result == NULL )
	{
		return FW_ERR_ARGUMENT;
	}
	const uint64_t index = id & UINT32_MAX;
	const bool known = index < (uint64_t)queue->def.capacity && ( id >> 32 & 1 ) != 0 &&
	                   queue->slots[index].generation == (uint32_t)( id >> 32 );
	*slot = known ? (int32_t)index : FW_NO_REQUEST;
	return known ? FW_OK : FW_ERR_UNKNOWN;
}

static fw_request id_of( const fw_queue* queue, int32_t slot )
{
	return (uint64_t)queue->slots[slot].generation << 32 | (uint32_t)slot;
}

static void forget( fw_queue* queue, int32_t slot )
{
	queue->slots[slot].generation++;
	queue->slots[slot].next_free = queue->free;
	queue->free = slot;
}

fw_status fw_queue_add( fw_queue* queue, const fw_plan* plan, int32_t priority, uint64_t tag, fw_request* id,
                        fw_refusal* refusal )
{
	FW_TRY( FW_CHECK_NULL( refusal, queue, plan, id ) );
	FW_TRY( fw_check_range( refusal, "priority", priority, -FW_QUEUE_MAX_PRIORITY, FW_QUEUE_MAX_PRIORITY ) );
	const fw_method* named;
	FW_TRY( fw_plan_check( plan, &named, refusal ) );
	if ( queue->free == FW_NO_REQUEST )
	{
		return fw_refuse_status( refusal, FW_ERR_CAPACITY );
	}
	const int32_t slot = queue->free;
	fw_slot* own = &queue->slots[slot];
	queue->free = own->next_free;
	own->plan = *plan;
	own->plan.method = named != NULL ? named->name : NULL;
	own->status = FW_OK;
	own->generation++;
	own->slow = false;
	own->priority = priority;
	own->order = queue->frame - (int64_t)priority * queue->def.aging;
	own->number = queue->numbers++;
	own->added = queue->frame;
	own->done_in = 0;
	own->spent = 0;
	own->tag = tag;
	fw_wait_push( queue, &queue->quick, slot, FW_REQUEST_WAITING );
	*id = id_of( queue, slot );
	return FW_OK;
}

void fw_queue_leave( fw_queue* queue, int32_t context )
{
	queue->contexts[context].slot = FW_NO_REQUEST;
	queue->contexts[context].job.lease.active = false;
	if ( queue->now == context )
	{
		queue->now = FW_NO_REQUEST;
		return;
	}
	int32_t at = 0;
	while ( queue->turns[at] != context )
	{
		at++;
	}
	queue->turn_left = at == 0 ? queue->def.slow_after : queue->turn_left;
	queue->turn_count--;
	for ( ; at < queue->turn_count; at++ )
	{
		queue->turns[at] = queue->turns[at + 1];
	}
}

void fw_queue_finish( fw_queue* queue, int32_t slot, fw_status status )
{
	fw_slot* own = &queue->slots[slot];
	own->status = status;
	own->done_in = queue->frame;
	own->order = (int64_t)queue->numbers++;
	fw_wait_push( queue, &queue->done, slot, FW_REQUEST_DONE );
}

fw_status fw_queue_cancel( fw_queue* queue, fw_request id )
{
	int32_t slot;
	FW_TRY( find( queue, id, queue, &slot ) );
	const fw_slot* own = &queue->slots[slot];
	if ( own->state == FW_REQUEST_RUNNING )
	{
		fw_queue_leave( queue, own->context );
	}
	else
	{
		fw_wait* wait = own->state == FW_REQUEST_DONE ? &queue->done : own->slow ? &queue->slow : &queue->quick;
		fw_wait_remove( queue, wait, own->place );
	}
	forget( queue, slot );
	return FW_OK;
}

fw_status fw_queue_info( const fw_queue* queue, fw_request id, fw_request_info* info )
{
	int32_t slot;
	FW_TRY( find( queue, id, info, &slot ) );
	const fw_slot* own = &queue->slots[slot];
	const bool runs = own->state == FW_REQUEST_RUNNING;
	const bool done = own->state == FW_REQUEST_DONE;
	*info = ( fw_request_info ){
	    .id = id,
	    .state = own->state,
	    .status = own->status,
	    .priority = own->priority,
	    .tag = own->tag,
	    .added = own->added,
	    .done = own->done_in,
	    .slow = own->slow,
	    .expanded = own->spent + ( runs   ? fw_job_spent( &queue->contexts[own->context].job )
	                               : done ? own->result.counters.expanded
	                                      : 0 ),
	    .refusal = own->status != FW_OK ? &own->refusal : NULL,
	    .report = done ? own->report : ( fw_plan_report ){ 0 },
	};
	return FW_OK;
}

fw_status fw_queue_best( fw_queue* queue, fw_request id, fw_result* result )
{
	int32_t slot;
	FW_TRY( find( queue, id, result, &slot ) );
	const fw_slot* own = &queue->slots[slot];
	if ( own->state == FW_REQUEST_RUNNING )
	{
		return fw_job_best( &queue->contexts[own->context].job, result );
	}
	if ( own->state == FW_REQUEST_DONE )
	{
		return fw_result_copy( result, &own->result );
	}
	fw_path_clear( &result->path, own->plan.start );
	*result = ( fw_result ){ .path = result->path };
	return FW_OK;
}

fw_request fw_queue_poll( const fw_queue* queue )
{
	return queue != NULL && queue->done.count > 0 ? id_of( queue, queue->done.slots[0] ) : 0;
}

fw_status fw_queue_take( fw_queue* queue, fw_request id, fw_result* result )
{
	int32_t slot;
	FW_TRY( find( queue, id, result, &slot ) );
	if ( queue->slots[slot].state != FW_REQUEST_DONE )
	{
		return FW_ERR_STATE;
	}
	const fw_status status = fw_result_copy( result, &queue->slots[slot].result );
	if ( status == FW_OK )
	{
		fw_wait_remove( queue, &queue->done, queue->slots[slot].place );
		forget( queue, slot );
	}
	return status;
}

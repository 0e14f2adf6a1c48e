// SPDX-License-Identifier: MIT
// Requests of a queue: added, found by their handles, served frame by frame, canceled, taken.
//
// A request of priority p that was added in frame a counts, after f frames, as one of p + (f - a) / aging. Of two, that
// order never changes while both wait: it is that of a - p * aging, so that a heap holds them.
//
// One quick request is under way at a time, until it is done or slow; slow ones take turns. Where there is no context
// left for one that gets slow, its search is given up and begun again when there is: that costs it what made it slow,
// once, and nobody else.
// Source: M. Pinter, "Toward More Realistic Pathfinding" (2001), "Path Failure and Timeslicing": a second search
// matrix, so that a slow search does not keep quick ones waiting.
#include "fairway/queue.h"

#include "base/indexed_heap.h"
#include "base/refusal.h"
#include "planner/charge.h"
#include "planner/choice.h"
#include "planner/job.h"

#define EXPANSIONS_MAX 1000000000

// Nodes that the beginning of a request takes as long as, by callgrind on the maps of bench_queue: 10 of "jps", 7 with
// headings, 70 of "astar".
#define BEGIN_CHARGE 8

#define NONE ( -1 )

// Of the handle of a request; the bits below it are its slot. It is odd while the slot holds a request.
#define GENERATION ( (uint64_t)1 << 32 )

typedef struct slot
{
	union
	{
		fw_plan plan;
		fw_refusal refusal; // of one that failed
	};
	fw_result result;     // of one that is done
	fw_request_info info; // without the nodes of the search that is under way
	int32_t place;        // of one that waits or is done in its heap; context of one that runs; next one of a free slot
	int64_t order;        // who has less is served first; of those that are done, was done first
	uint64_t number;      // of all requests: breaks ties
} slot;

// Requests that wait or are done, the first one on top.
typedef struct heap
{
	int32_t* slots; // [capacity of the queue]
	int32_t count;
} heap;

typedef struct context
{
	fw_job* job;
	int32_t slot; // that it serves; NONE
} context;

struct fw_queue
{
	fw_allocator allocator;
	fw_queue_def def;
	slot* slots;  // [def.capacity]
	int32_t free; // first free slot
	heap quick, slow, done;
	context contexts[FW_QUEUE_MAX_CONTEXTS]; // [def.contexts]
	int32_t now;                             // the context of the one quick request that is under way; NONE
	int32_t turns[FW_QUEUE_MAX_CONTEXTS];    // contexts of slow ones, whose turn it is first
	int32_t turn_count;
	int64_t turn_left; // nodes until it is the next one's turn
	int64_t left;      // of the budget of the frame; what is below 0 is a debt
	int64_t frame;
	uint64_t numbers;
	fw_queue_stats stats;
};

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

static fw_status open( fw_queue* queue )
{
	const size_t capacity = (size_t)queue->def.capacity;
	queue->slots = fw_alloc_zero( &queue->allocator, capacity, sizeof( *queue->slots ) );
	queue->quick.slots = fw_alloc( &queue->allocator, 3 * capacity, sizeof( int32_t ) );
	if ( queue->slots == NULL || queue->quick.slots == NULL )
	{
		return FW_ERR_MEMORY;
	}
	queue->slow.slots = queue->quick.slots + capacity;
	queue->done.slots = queue->slow.slots + capacity;
	for ( int32_t i = 0; i < queue->def.capacity; i++ )
	{
		fw_result_init( &queue->slots[i].result, &queue->allocator );
		queue->slots[i].info.id = (fw_request)i;
		queue->slots[i].place = i + 1 < queue->def.capacity ? i + 1 : NONE;
	}
	for ( int32_t i = 0; i < queue->def.contexts; i++ )
	{
		queue->contexts[i].slot = NONE;
		FW_TRY( fw_job_create( queue->def.planner, &queue->contexts[i].job ) );
	}
	return FW_OK;
}

fw_status fw_queue_create( const fw_queue_def* def, fw_queue** queue, fw_refusal* refusal )
{
	FW_TRY( FW_CHECK_NULL( refusal, def, queue ) );
	FW_TRY( check( def, refusal ) );
	const fw_allocator allocator = fw_planner_cache( def->planner )->allocator;
	fw_queue* made = fw_alloc_zero( &allocator, 1, sizeof( *made ) );
	if ( made == NULL )
	{
		return fw_refuse_status( refusal, FW_ERR_MEMORY );
	}
	made->allocator = allocator;
	made->def = *def;
	made->def.slow_expansions = def->slow_expansions > 0 ? def->slow_expansions : def->frame_expansions / 2;
	made->now = NONE;
	const fw_status status = open( made );
	if ( status != FW_OK )
	{
		fw_queue_destroy( made );
		return fw_refuse_status( refusal, status );
	}
	*queue = made;
	return FW_OK;
}

// Goes over the slots and their paths.
static void hold( fw_holdings* holdings, const fw_queue* queue )
{
	for ( int32_t i = 0; queue->slots != NULL && i < queue->def.capacity; i++ )
	{
		FW_HOLD( holdings, queue->slots[i].result.path.segments, queue->slots[i].result.path.capacity );
	}
	FW_HOLD( holdings, queue->slots, queue->def.capacity );
	FW_HOLD( holdings, queue->quick.slots, 3 * (size_t)queue->def.capacity ); // with those of the others
}

void fw_queue_destroy( fw_queue* queue )
{
	if ( queue == NULL )
	{
		return;
	}
	const fw_allocator allocator = queue->allocator;
	for ( int32_t i = 0; i < queue->def.contexts; i++ )
	{
		fw_job_destroy( queue->contexts[i].job );
	}
	hold( &( fw_holdings ){ .allocator = &allocator }, queue );
	fw_free( &allocator, queue, 1, sizeof( *queue ) );
}

size_t fw_queue_memory( const fw_queue* queue )
{
	fw_holdings held = { .bytes = sizeof( *queue ) };
	hold( &held, queue );
	for ( int32_t i = 0; i < queue->def.contexts; i++ )
	{
		held.bytes += fw_job_memory( queue->contexts[i].job );
	}
	return held.bytes;
}

static bool comes_before( const void* opaque, int32_t a, int32_t b )
{
	const slot* p = &( (const fw_queue*)opaque )->slots[a];
	const slot* q = &( (const fw_queue*)opaque )->slots[b];
	return p->order < q->order || ( p->order == q->order && p->number < q->number );
}

static void note_place( void* opaque, int32_t item, int32_t place )
{
	( (fw_queue*)opaque )->slots[item].place = place;
}

// A request that waits or is done takes its place, or leaves it.
static void push( fw_queue* queue, heap* to, int32_t item, fw_request_state state )
{
	queue->slots[item].info.state = state;
	to->count++;
	fw_heap_settle( to->slots, to->count, to->count - 1, item, comes_before, note_place, queue );
}

static void take_out( fw_queue* queue, heap* from, int32_t place )
{
	from->count--;
	if ( place < from->count )
	{
		fw_heap_settle( from->slots, from->count, place, from->slots[from->count], comes_before, note_place, queue );
	}
}

// The slot of a request; `result` is where something is to be written.
static fw_status find( const fw_queue* queue, fw_request id, const void* result, slot** own )
{
	if ( queue == NULL || result == NULL )
	{
		return FW_ERR_ARGUMENT;
	}
	const uint64_t index = id % GENERATION;
	const bool known =
	    index < (uint64_t)queue->def.capacity && ( id & GENERATION ) != 0 && queue->slots[index].info.id == id;
	*own = known ? &queue->slots[index] : NULL;
	return known ? FW_OK : FW_ERR_UNKNOWN;
}

static void forget( fw_queue* queue, slot* own )
{
	own->info.id += GENERATION;
	own->place = queue->free;
	queue->free = (int32_t)( own - queue->slots );
}

fw_status fw_queue_add( fw_queue* queue, const fw_plan* plan, int32_t priority, uint64_t tag, fw_request* id,
                        fw_refusal* refusal )
{
	FW_TRY( FW_CHECK_NULL( refusal, queue, plan, id ) );
	FW_TRY( fw_check_range( refusal, "priority", priority, -FW_QUEUE_MAX_PRIORITY, FW_QUEUE_MAX_PRIORITY ) );
	const fw_method* named;
	FW_TRY( fw_plan_check( plan, &named, refusal ) );
	if ( queue->free == NONE )
	{
		return fw_refuse_status( refusal, FW_ERR_CAPACITY );
	}
	const int32_t item = queue->free;
	slot* own = &queue->slots[item];
	queue->free = own->place;
	own->plan = *plan;
	own->plan.method = named != NULL ? named->name : NULL;
	own->info =
	    ( fw_request_info ){ .id = own->info.id + GENERATION, .priority = priority, .tag = tag, .added = queue->frame };
	own->order = queue->frame - (int64_t)priority * queue->def.aging;
	own->number = queue->numbers++;
	push( queue, &queue->quick, item, FW_REQUEST_WAITING );
	*id = own->info.id;
	return FW_OK;
}

// The context's turn is the last one of all.
static void take_turn( fw_queue* queue, int32_t index )
{
	queue->turn_left = queue->turn_count == 0 ? queue->def.slow_after : queue->turn_left;
	queue->turns[queue->turn_count++] = index;
}

static void leave_turn( fw_queue* queue, int32_t index )
{
	int32_t at = 0;
	while ( queue->turns[at] != index )
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

// Takes the context away from the request that it serves.
static void leave( fw_queue* queue, int32_t index )
{
	queue->contexts[index].slot = NONE;
	queue->contexts[index].job->lease.active = false;
	if ( queue->now == index )
	{
		queue->now = NONE;
	}
	else
	{
		leave_turn( queue, index );
	}
}

fw_status fw_queue_cancel( fw_queue* queue, fw_request id )
{
	slot* own;
	FW_TRY( find( queue, id, queue, &own ) );
	if ( own->info.state == FW_REQUEST_RUNNING )
	{
		leave( queue, own->place );
	}
	else
	{
		heap* of = own->info.state == FW_REQUEST_DONE ? &queue->done : own->info.slow ? &queue->slow : &queue->quick;
		take_out( queue, of, own->place );
	}
	forget( queue, own );
	return FW_OK;
}

void fw_queue_clear( fw_queue* queue )
{
	for ( int32_t i = 0; i < queue->def.capacity; i++ )
	{
		(void)fw_queue_cancel( queue, queue->slots[i].info.id ); // refused where there is none
	}
	queue->left = 0;
}

fw_status fw_queue_info( const fw_queue* queue, fw_request id, fw_request_info* info )
{
	slot* own;
	FW_TRY( find( queue, id, info, &own ) );
	*info = own->info;
	info->expanded += info->state == FW_REQUEST_RUNNING ? fw_job_spent( queue->contexts[own->place].job ) : 0;
	return FW_OK;
}

fw_status fw_queue_best( fw_queue* queue, fw_request id, fw_result* result )
{
	slot* own;
	FW_TRY( find( queue, id, result, &own ) );
	if ( own->info.state == FW_REQUEST_RUNNING )
	{
		return fw_job_best( queue->contexts[own->place].job, result );
	}
	if ( own->info.state == FW_REQUEST_DONE )
	{
		return fw_result_copy( result, &own->result );
	}
	fw_path_clear( &result->path, own->plan.start );
	*result = ( fw_result ){ .path = result->path };
	return FW_OK;
}

fw_request fw_queue_poll( const fw_queue* queue )
{
	return queue != NULL && queue->done.count > 0 ? queue->slots[queue->done.slots[0]].info.id : 0;
}

fw_status fw_queue_take( fw_queue* queue, fw_request id, fw_result* result )
{
	slot* own;
	FW_TRY( find( queue, id, result, &own ) );
	if ( own->info.state != FW_REQUEST_DONE )
	{
		return FW_ERR_STATE;
	}
	FW_TRY( fw_result_copy( result, &own->result ) );
	take_out( queue, &queue->done, own->place );
	forget( queue, own );
	return FW_OK;
}

static void charge( fw_queue* queue, int64_t amount )
{
	queue->left -= amount;
	queue->stats.charges += amount;
}

// The request of a context is done: what it has found is the slot's now, and the context is free.
static void complete( fw_queue* queue, int32_t index, fw_status status )
{
	fw_job* job = queue->contexts[index].job;
	const int32_t item = queue->contexts[index].slot;
	slot* own = &queue->slots[item];
	const fw_path path = own->result.path;
	own->info.status = status;
	own->info.done = queue->frame;
	own->info.expanded += fw_job_spent( job );
	if ( status == FW_OK )
	{
		own->info.report = job->report;
		own->result = job->own;
		job->own.path = path;
	}
	else
	{
		own->result = ( fw_result ){ .outcome = FW_UNREACHABLE, .path = path };
		fw_path_clear( &own->result.path, own->plan.start );
		own->refusal = job->refusal;
		own->info.refusal = &own->refusal;
	}
	leave( queue, index );
	own->order = (int64_t)queue->numbers++;
	push( queue, &queue->done, item, FW_REQUEST_DONE );
	queue->stats.finished++;
}

// Gives a free context to the first request that waits. False where the plan is done at once.
static bool begin( fw_queue* queue, heap* from )
{
	int32_t index = 0;
	while ( queue->contexts[index].slot != NONE )
	{
		index++;
	}
	context* serving = &queue->contexts[index];
	slot* own = &queue->slots[from->slots[0]];
	serving->slot = from->slots[0];
	take_out( queue, from, 0 );
	own->info.state = FW_REQUEST_RUNNING;
	own->place = index;
	queue->stats.begun++;
	charge( queue, BEGIN_CHARGE );
	if ( from == &queue->quick )
	{
		queue->now = index;
	}
	else
	{
		take_turn( queue, index );
	}
	const fw_status status = fw_job_begin( serving->job, &own->plan, NULL );
	const bool runs = status == FW_OK && serving->job->result->outcome == FW_RUNNING;
	if ( !runs )
	{
		complete( queue, index, status );
	}
	return runs;
}

// Expands at most so many nodes of a request. False when it is done.
static bool go( fw_queue* queue, int32_t index, int64_t expansions )
{
	fw_job* job = queue->contexts[index].job;
	const int64_t before = fw_job_spent( job );
	const int64_t charges = job->charges;
	fw_outcome outcome = FW_RUNNING;
	const fw_status status = fw_job_step( job, expansions, &outcome );
	const int64_t spent = fw_job_spent( job ) - before;
	const bool runs = status == FW_OK && outcome == FW_RUNNING;
	queue->left -= spent;
	queue->stats.expansions += spent;
	charge( queue, job->charges - charges );
	charge( queue, spent > 0 || outcome != FW_RUNNING ? 0 : 1 ); // each step brings the frame nearer to its end
	if ( !runs )
	{
		complete( queue, index, status );
	}
	return runs;
}

// The quick request that is under way has become slow.
static void slow_down( fw_queue* queue )
{
	const int32_t index = queue->now;
	const int32_t item = queue->contexts[index].slot;
	queue->slots[item].info.slow = true;
	if ( queue->turn_count < queue->def.contexts - 1 )
	{
		queue->now = NONE;
		take_turn( queue, index );
		return;
	}
	queue->slots[item].info.expanded += fw_job_spent( queue->contexts[index].job );
	leave( queue, index );
	push( queue, &queue->slow, item, FW_REQUEST_WAITING );
}

static int64_t least( int64_t a, int64_t b )
{
	return a < b ? a : b;
}

static bool has_quick( const fw_queue* queue )
{
	return queue->now != NONE || queue->quick.count > 0;
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
		if ( queue->now == NONE && !begin( queue, &queue->quick ) )
		{
			continue;
		}
		const int64_t most = queue->left - ( has_slow( queue ) ? kept : 0 );
		if ( most <= 0 )
		{
			break;
		}
		const fw_job* job = queue->contexts[queue->now].job;
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
		const int32_t index = queue->turns[0];
		const fw_job* job = queue->contexts[index].job;
		const int64_t before = fw_job_spent( job );
		if ( !go( queue, index, least( queue->left, queue->turn_left ) ) )
		{
			continue;
		}
		queue->turn_left -= fw_job_spent( job ) - before;
		if ( queue->turn_left <= 0 )
		{
			leave_turn( queue, index );
			take_turn( queue, index );
		}
	}
}

void fw_queue_charge( fw_queue* queue, int64_t nodes )
{
	queue->left = least( queue->left, 0 ) - nodes;
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
	queue->stats.running = queue->turn_count + ( queue->now != NONE ? 1 : 0 );
	queue->stats.done = queue->done.count;
	if ( stats != NULL )
	{
		*stats = queue->stats;
	}
	return FW_OK;
}

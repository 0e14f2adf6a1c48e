// SPDX-License-Identifier: MIT
// The open list of searches whose steps may raise f by any amount: a ring of buckets of f. Only the bucket in turn is
// sorted (after R. Brown, "Calendar Queues", 1988), so entries that are never taken are never compared.
//
// The order is that of fw_open_list, and total: f, then larger g, then node. It does not depend on the part that holds
// an entry:
//  - the front: the bucket in turn and what has come before it since, sorted, so that taking the first compares
//    nothing;
//  - the ring: the buckets after that one, each a list in no order;
//  - the heap: what lies beyond the ring, and what the front has no room for. No entry of the front comes after it.
#ifndef FW_BASE_CALENDAR_QUEUE_H
#define FW_BASE_CALENDAR_QUEUE_H

#include "base/open_list.h"

#include <string.h>

// A tenth of a tile: few entries share a bucket.
#define FW_CALENDAR_SHIFT 8
#define FW_CALENDAR_BUCKETS 2048u
#define FW_CALENDAR_WORDS ( FW_CALENDAR_BUCKETS / 64 )
#define FW_CALENDAR_FRONT 256

typedef struct fw_calendar_queue
{
	fw_open_entry guard;                    // before the front, sorts last of all
	fw_open_entry front[FW_CALENDAR_FRONT]; // [front_count], the first of the order last
	int32_t front_count;
	uint32_t bucket;     // in turn
	int32_t waiting;     // entries in the ring
	uint32_t free;       // index + 1 of an entry of the pool that is free, whose `spare` is the next one
	fw_open_entry* pool; // [pool_used]; in a bucket `spare` is index + 1 of the next one
	int32_t pool_used, pool_capacity;
	fw_open_list rest; // only its heap
	uint64_t occupied[FW_CALENDAR_WORDS];
	uint32_t heads[FW_CALENDAR_BUCKETS]; // index + 1 into the pool
} fw_calendar_queue;

FW_INLINE uint32_t fw_calendar_bucket_of( uint64_t key )
{
	return (uint32_t)( key >> ( 32 + FW_CALENDAR_SHIFT ) );
}

// Empties a bucket and returns its first entry as index + 1.
FW_INLINE uint32_t fw_calendar_empty( fw_calendar_queue* list, uint32_t place )
{
	const uint32_t index = list->heads[place];
	list->heads[place] = 0;
	list->occupied[place / 64] &= ~( (uint64_t)1 << ( place % 64 ) );
	return index;
}

// Frees an entry of the pool and returns the next one of its bucket.
FW_INLINE uint32_t fw_calendar_release( fw_calendar_queue* list, uint32_t index )
{
	fw_open_entry* entry = &list->pool[index - 1];
	const uint32_t next = entry->spare;
	entry->spare = list->free;
	list->free = index;
	list->waiting--;
	return next;
}

FW_INLINE void fw_calendar_clear( fw_calendar_queue* list )
{
	for ( uint32_t word = 0; list->waiting > 0 && word < FW_CALENDAR_WORDS; word++ )
	{
		while ( list->occupied[word] != 0 )
		{
			fw_calendar_empty( list, word * 64 + (uint32_t)FW_CTZ64( list->occupied[word] ) );
		}
	}
	list->guard.key = UINT64_MAX;
	list->front_count = 0;
	list->bucket = 0;
	list->waiting = 0;
	list->free = 0;
	list->pool_used = 0;
	fw_open_clear( &list->rest );
}

FW_INLINE void fw_calendar_hold( fw_holdings* holdings, fw_calendar_queue* list )
{
	fw_open_hold( holdings, &list->rest );
	FW_HOLD( holdings, list->pool, list->pool_capacity );
}

FW_INLINE bool fw_calendar_is_empty( const fw_calendar_queue* list )
{
	return list->front_count + list->waiting + list->rest.count == 0;
}

// Makes room in the front by moving the last half of its order into the heap. False if memory is out.
static bool fw_calendar_spill( fw_calendar_queue* list, const fw_allocator* allocator )
{
	const int32_t half = FW_CALENDAR_FRONT / 2;
	for ( int32_t i = 0; i < half; i++ )
	{
		if ( !fw_open_heap_push( &list->rest, allocator, list->front[i] ) )
		{
			return false;
		}
	}
	memmove( list->front, list->front + half, (size_t)half * sizeof( *list->front ) );
	list->front_count -= half;
	return true;
}

// Puts an entry of the bucket in turn, or of one before it, into the front or the heap. False if memory is out.
FW_INLINE bool fw_calendar_sort_in( fw_calendar_queue* list, const fw_allocator* allocator, fw_open_entry entry )
{
	if ( FW_UNLIKELY( list->front_count == FW_CALENDAR_FRONT ) && !fw_calendar_spill( list, allocator ) )
	{
		return false;
	}
	if ( FW_UNLIKELY( list->rest.count > 0 ) && fw_open_before( &list->rest.heap[0], &entry ) )
	{
		return fw_open_heap_push( &list->rest, allocator, entry );
	}
	fw_open_entry* place = &list->front[list->front_count++];
	for ( ; place[-1].key < entry.key; place-- )
	{
		place[0] = place[-1];
	}
	for ( ; FW_UNLIKELY( place[-1].key == entry.key && place[-1].node < entry.node ); place-- )
	{
		place[0] = place[-1];
	}
	place[0] = entry;
	return true;
}

// Puts an entry into a bucket of the ring. False if memory is out.
FW_INLINE bool fw_calendar_hang( fw_calendar_queue* list, const fw_allocator* allocator, fw_open_entry entry )
{
	uint32_t index = list->free;
	if ( index != 0 )
	{
		list->free = list->pool[index - 1].spare;
	}
	else if ( FW_GROW( allocator, &list->pool, &list->pool_capacity, list->pool_used + 1 ) )
	{
		index = (uint32_t)++list->pool_used;
	}
	else
	{
		return false;
	}
	const uint32_t place = fw_calendar_bucket_of( entry.key ) % FW_CALENDAR_BUCKETS;
	list->pool[index - 1] = ( fw_open_entry ){ entry.key, entry.node, list->heads[place] };
	list->heads[place] = index;
	list->occupied[place / 64] |= (uint64_t)1 << ( place % 64 );
	list->waiting++;
	return true;
}

// False if memory is out.
FW_INLINE bool fw_calendar_push( fw_calendar_queue* list, const fw_allocator* allocator, uint64_t key, uint32_t node )
{
	const fw_open_entry entry = { key, node, 0 };
	const uint32_t bucket = fw_calendar_bucket_of( key );
	if ( bucket - list->bucket - 1 < FW_CALENDAR_BUCKETS - 1 )
	{
		return fw_calendar_hang( list, allocator, entry );
	}
	return bucket > list->bucket ? fw_open_heap_push( &list->rest, allocator, entry )
	                             : fw_calendar_sort_in( list, allocator, entry );
}

// The first bucket of the ring that is not empty; the ring must not be empty.
FW_INLINE uint32_t fw_calendar_next( const fw_calendar_queue* list )
{
	uint32_t bucket = list->bucket + 1;
	uint64_t ahead = list->occupied[bucket % FW_CALENDAR_BUCKETS / 64] >> ( bucket % 64 );
	while ( ahead == 0 )
	{
		bucket += 64 - bucket % 64;
		ahead = list->occupied[bucket % FW_CALENDAR_BUCKETS / 64];
	}
	return bucket + (uint32_t)FW_CTZ64( ahead );
}

// Makes a bucket of the ring the one in turn. False if memory is out.
FW_INLINE bool fw_calendar_turn( fw_calendar_queue* list, const fw_allocator* allocator, uint32_t bucket )
{
	const uint32_t place = bucket % FW_CALENDAR_BUCKETS;
	uint32_t index = fw_calendar_empty( list, place );
	list->bucket = bucket;
	while ( index != 0 )
	{
		if ( !fw_calendar_sort_in( list, allocator, list->pool[index - 1] ) )
		{
			list->heads[place] = index;
			list->occupied[place / 64] |= (uint64_t)1 << ( place % 64 );
			return false;
		}
		index = fw_calendar_release( list, index );
	}
	return true;
}

// Takes the first entry of the order; the list must not be empty. False if memory is out.
FW_INLINE bool fw_calendar_pop( fw_calendar_queue* list, const fw_allocator* allocator, fw_open_entry* first )
{
	fw_open_list* rest = &list->rest;
	if ( list->front_count == 0 && list->waiting > 0 )
	{
		const uint32_t next = fw_calendar_next( list );
		const uint32_t index = list->heads[next % FW_CALENDAR_BUCKETS];
		if ( rest->count == 0 && list->pool[index - 1].spare == 0 )
		{
			*first = list->pool[index - 1]; // alone in its bucket
			list->bucket = next;
			fw_calendar_release( list, fw_calendar_empty( list, next % FW_CALENDAR_BUCKETS ) );
			return true;
		}
		if ( FW_LIKELY( rest->count == 0 || next <= fw_calendar_bucket_of( rest->heap[0].key ) ) &&
		     !fw_calendar_turn( list, allocator, next ) )
		{
			return false;
		}
	}
	if ( FW_LIKELY( list->front_count > 0 ) )
	{
		*first = list->front[--list->front_count];
		return true;
	}
	*first = rest->heap[0];
	// Never back, since a ring that began earlier would have two buckets in one slot.
	const uint32_t bucket = fw_calendar_bucket_of( first->key );
	list->bucket = bucket > list->bucket ? bucket : list->bucket;
	if ( --rest->count > 0 )
	{
		fw_open_heap_replace( rest, rest->heap[rest->count] );
	}
	return true;
}

#endif

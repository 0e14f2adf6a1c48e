// SPDX-License-Identifier: MIT
// The open list of searches whose jumps raise f by any amount: a ring of buckets of f, and only the bucket in turn is
// sorted (after R. Brown, "Calendar Queues", 1988). What is never taken is never compared.
//
// The order is that of fw_open_list and as total: f, then larger g, then node. Which part holds an entry does not
// matter to it:
//  - the front: the bucket in turn and what has come before it since, sorted, so that the first is taken without a
//  look;
//  - the ring: the buckets after that one, each a list in no order;
//  - the heap: what lies beyond the ring, and what the front has no room for. No entry of the front comes after it.
#ifndef FW_SEARCH_RING_LIST_H
#define FW_SEARCH_RING_LIST_H

#include "search/open_list.h"

#include <string.h>

// A tenth of a tile: few entries share a bucket.
#define FW_RING_SHIFT 8
#define FW_RING_BUCKETS 2048u
#define FW_RING_WORDS ( FW_RING_BUCKETS / 64 )
#define FW_RING_FRONT 256

typedef struct fw_ring_list
{
	fw_open_entry guard;                // before the front, sorts last of all
	fw_open_entry front[FW_RING_FRONT]; // [front_count], the first of the order last
	int32_t front_count;
	uint32_t bucket;     // in turn
	int32_t waiting;     // entries in the ring
	uint32_t free;       // index + 1 of an entry of the pool that is free, whose `spare` is the next one
	fw_open_entry* pool; // [pool_capacity]; in a bucket `spare` is index + 1 of the next one
	int32_t pool_capacity;
	fw_open_list rest; // only its heap
	uint64_t occupied[FW_RING_WORDS];
	uint32_t heads[FW_RING_BUCKETS]; // index + 1 into the pool
} fw_ring_list;

FW_INLINE uint32_t fw_ring_bucket_of( uint64_t key )
{
	return (uint32_t)( key >> ( 32 + FW_RING_SHIFT ) );
}

// Empties a bucket; gives back its first entry as index + 1.
FW_INLINE uint32_t fw_ring_empty( fw_ring_list* list, uint32_t place )
{
	const uint32_t index = list->heads[place];
	list->heads[place] = 0;
	list->occupied[place / 64] &= ~( (uint64_t)1 << ( place % 64 ) );
	return index;
}

// Frees an entry of the pool; gives back the next one of its bucket.
FW_INLINE uint32_t fw_ring_release( fw_ring_list* list, uint32_t index )
{
	fw_open_entry* entry = &list->pool[index - 1];
	const uint32_t next = entry->spare;
	entry->spare = list->free;
	list->free = index;
	list->waiting--;
	return next;
}

FW_INLINE void fw_ring_clear( fw_ring_list* list )
{
	for ( uint32_t word = 0; list->waiting > 0; word++ )
	{
		while ( list->occupied[word] != 0 )
		{
			uint32_t index = fw_ring_empty( list, word * 64 + (uint32_t)FW_CTZ64( list->occupied[word] ) );
			while ( index != 0 )
			{
				index = fw_ring_release( list, index );
			}
		}
	}
	list->guard.key = UINT64_MAX;
	list->front_count = 0;
	list->bucket = 0;
	fw_open_clear( &list->rest );
}

FW_INLINE void fw_ring_free( fw_ring_list* list, const fw_allocator* allocator )
{
	fw_free( allocator, list->rest.heap, (size_t)list->rest.capacity, sizeof( *list->rest.heap ) );
	fw_free( allocator, list->pool, (size_t)list->pool_capacity, sizeof( *list->pool ) );
}

FW_INLINE size_t fw_ring_memory( const fw_ring_list* list )
{
	return (size_t)list->rest.capacity * sizeof( *list->rest.heap ) +
	       (size_t)list->pool_capacity * sizeof( *list->pool );
}

FW_INLINE bool fw_ring_is_empty( const fw_ring_list* list )
{
	return list->front_count + list->waiting + list->rest.count == 0;
}

// Makes room in the front by moving the last half of its order into the heap. False when memory is out.
static bool fw_ring_spill( fw_ring_list* list, const fw_allocator* allocator )
{
	const int32_t half = FW_RING_FRONT / 2;
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

// Puts an entry of the bucket in turn, or of one before it, into the front or the heap. False when memory is out.
FW_INLINE bool fw_ring_sort_in( fw_ring_list* list, const fw_allocator* allocator, fw_open_entry entry )
{
	if ( FW_UNLIKELY( list->front_count == FW_RING_FRONT ) && !fw_ring_spill( list, allocator ) )
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

// Makes room in the pool. False when memory is out.
static bool fw_ring_grow( fw_ring_list* list, const fw_allocator* allocator )
{
	const int32_t before = list->pool_capacity;
	if ( !FW_GROW( allocator, &list->pool, &list->pool_capacity, before + 1 ) )
	{
		return false;
	}
	for ( int32_t i = list->pool_capacity; i > before; i-- )
	{
		list->pool[i - 1].spare = list->free;
		list->free = (uint32_t)i;
	}
	return true;
}

// Puts an entry into a bucket of the ring. False when memory is out.
FW_INLINE bool fw_ring_hang( fw_ring_list* list, const fw_allocator* allocator, fw_open_entry entry )
{
	if ( FW_UNLIKELY( list->free == 0 ) && !fw_ring_grow( list, allocator ) )
	{
		return false;
	}
	const uint32_t index = list->free;
	const uint32_t place = fw_ring_bucket_of( entry.key ) % FW_RING_BUCKETS;
	list->free = list->pool[index - 1].spare;
	list->pool[index - 1] = ( fw_open_entry ){ entry.key, entry.node, list->heads[place] };
	list->heads[place] = index;
	list->occupied[place / 64] |= (uint64_t)1 << ( place % 64 );
	list->waiting++;
	return true;
}

// False when memory is out.
FW_INLINE bool fw_ring_push( fw_ring_list* list, const fw_allocator* allocator, fw_counters* counters, uint64_t key,
                             uint32_t node )
{
	const fw_open_entry entry = { key, node, 0 };
	const uint32_t bucket = fw_ring_bucket_of( key );
	counters->heap_pushes++;
	if ( bucket - list->bucket - 1 < FW_RING_BUCKETS - 1 )
	{
		return fw_ring_hang( list, allocator, entry );
	}
	return bucket > list->bucket ? fw_open_heap_push( &list->rest, allocator, entry )
	                             : fw_ring_sort_in( list, allocator, entry );
}

// The first bucket of the ring that is not empty; the ring must not be.
FW_INLINE uint32_t fw_ring_next( const fw_ring_list* list )
{
	uint32_t bucket = list->bucket + 1;
	uint64_t ahead = list->occupied[bucket % FW_RING_BUCKETS / 64] >> ( bucket % 64 );
	while ( ahead == 0 )
	{
		bucket += 64 - bucket % 64;
		ahead = list->occupied[bucket % FW_RING_BUCKETS / 64];
	}
	return bucket + (uint32_t)FW_CTZ64( ahead );
}

// Makes a bucket of the ring the one in turn. False when memory is out.
FW_INLINE bool fw_ring_turn( fw_ring_list* list, const fw_allocator* allocator, uint32_t bucket )
{
	const uint32_t place = bucket % FW_RING_BUCKETS;
	uint32_t index = fw_ring_empty( list, place );
	list->bucket = bucket;
	while ( index != 0 )
	{
		if ( !fw_ring_sort_in( list, allocator, list->pool[index - 1] ) )
		{
			list->heads[place] = index;
			list->occupied[place / 64] |= (uint64_t)1 << ( place % 64 );
			return false;
		}
		index = fw_ring_release( list, index );
	}
	return true;
}

// Takes the first entry of the order; the list must not be empty. False when memory is out.
FW_INLINE bool fw_ring_pop( fw_ring_list* list, const fw_allocator* allocator, fw_counters* counters,
                            fw_open_entry* first )
{
	fw_open_list* rest = &list->rest;
	counters->heap_pops++;
	if ( list->front_count == 0 && list->waiting > 0 )
	{
		const uint32_t next = fw_ring_next( list );
		const uint32_t index = list->heads[next % FW_RING_BUCKETS];
		if ( rest->count == 0 && list->pool[index - 1].spare == 0 )
		{
			*first = list->pool[index - 1]; // alone in its bucket
			list->bucket = next;
			fw_ring_release( list, fw_ring_empty( list, next % FW_RING_BUCKETS ) );
			return true;
		}
		if ( FW_LIKELY( rest->count == 0 || next <= fw_ring_bucket_of( rest->heap[0].key ) ) &&
		     !fw_ring_turn( list, allocator, next ) )
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
	// Never back, since a ring that began earlier would have two buckets in one place.
	const uint32_t bucket = fw_ring_bucket_of( first->key );
	list->bucket = bucket > list->bucket ? bucket : list->bucket;
	if ( --rest->count > 0 )
	{
		fw_open_heap_replace( rest, rest->heap[rest->count] );
	}
	return true;
}

#endif

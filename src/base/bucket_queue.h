// SPDX-License-Identifier: MIT
// The open list of searches whose f never falls and rises little from a node to its successors: one bucket for each f
// (R. B. Dial, "Algorithm 360: Shortest-Path Forest with Topological Ordering", 1969). It takes a fourth of the work of
// a heap.
//
// The order is total: f, then last in, first out. `h` may be any word of the caller. The buckets are a ring, of one of
// two lengths:
//
// fw_bucket_queue has 8192 buckets: all entries must lie less than 8192 above the last f taken. Bits find the next
// bucket.
// - A*: f is a cost. Steps cost at most FW_COST_DIAGONAL and a consistent estimate falls by no more, so all entries lie
//   less than 6727 above the last f taken. Last in, first out prefers larger g at no cost.
// - Block A* and HAA*: f is the number of a band of f, or of g in one such band. The caller may clamp a value to the
//   range of the ring; the entry then comes earlier or later than its value says.
// - The distance field.
//
// fw_short_queue has 128 buckets and no bits: it looks at one bucket after the other, as few of them are empty.
// - Searches inside of a cluster: f is the number of a band of f. The long ring would take 7 % more instructions to
//   build a hierarchy.
#ifndef FW_BASE_BUCKET_QUEUE_H
#define FW_BASE_BUCKET_QUEUE_H

#include "base/core.h"

#include <string.h>

#define FW_BUCKET_COUNT 8192u
#define FW_BUCKET_WORDS ( FW_BUCKET_COUNT / 64 )
#define FW_SHORT_COUNT 128u

typedef struct fw_bucket_entry
{
	uint32_t node;
	uint32_t h;
	uint32_t next;  // index + 1 of the one that came before it, or of the next free one
	uint32_t spare; // an entry is 16 bytes
} fw_bucket_entry;

// The entries of a ring, whatever its length.
typedef struct fw_bucket_store
{
	fw_bucket_entry* entries; // [used], in buckets or free
	int32_t used, capacity;
	int32_t count; // number of entries in the buckets
	uint32_t free;
} fw_bucket_store;

FW_INLINE void fw_bucket_store_clear( fw_bucket_store* store )
{
	store->used = 0;
	store->count = 0;
	store->free = 0;
}

// Takes an entry that is in no bucket, as index + 1; 0 if memory is out.
FW_INLINE uint32_t fw_bucket_store_take( fw_bucket_store* store, const fw_allocator* allocator )
{
	const uint32_t index = store->free;
	if ( index != 0 )
	{
		store->free = store->entries[index - 1].next;
		return index;
	}
	if ( FW_UNLIKELY( store->used == store->capacity ) &&
	     !FW_GROW( allocator, &store->entries, &store->capacity, store->used + 1 ) )
	{
		return 0;
	}
	return (uint32_t)++store->used;
}

// Makes it the newest entry of a bucket.
FW_INLINE void fw_bucket_link( fw_bucket_store* store, uint32_t* head, uint32_t index, uint32_t h, uint32_t node )
{
	fw_bucket_entry* entry = &store->entries[index - 1];
	entry->node = node;
	entry->h = h;
	entry->next = *head;
	*head = index;
	store->count++;
}

// Takes the newest entry of a bucket, which must have one.
FW_INLINE fw_bucket_entry fw_bucket_unlink( fw_bucket_store* store, uint32_t* head )
{
	const uint32_t index = *head;
	const fw_bucket_entry entry = store->entries[index - 1];
	*head = entry.next;
	store->entries[index - 1].next = store->free;
	store->free = index;
	store->count--;
	return entry;
}

typedef struct fw_bucket_queue
{
	fw_bucket_store store;
	uint32_t f; // of the bucket that was taken from last
	bool has_aside;
	fw_bucket_entry aside;                  // the newest entry with the f taken last, which would come and go at once
	uint64_t summary[FW_BUCKET_WORDS / 64]; // which words of `occupied` are not zero
	uint64_t occupied[FW_BUCKET_WORDS];
	uint32_t heads[FW_BUCKET_COUNT]; // index + 1 of the newest entry
} fw_bucket_queue;

FW_INLINE void fw_bucket_clear( fw_bucket_queue* list, uint32_t first_f )
{
	// Clears only the buckets in use, which are few when a search ends.
	for ( uint32_t half = 0; list->store.count > 0 && half < FW_BUCKET_WORDS / 64; half++ )
	{
		for ( ; list->summary[half] != 0; list->summary[half] &= list->summary[half] - 1 )
		{
			const uint32_t word = half * 64 + (uint32_t)FW_CTZ64( list->summary[half] );
			for ( ; list->occupied[word] != 0; list->occupied[word] &= list->occupied[word] - 1 )
			{
				list->heads[word * 64 + (uint32_t)FW_CTZ64( list->occupied[word] )] = 0;
			}
		}
	}
	fw_bucket_store_clear( &list->store );
	list->has_aside = false;
	list->f = first_f;
}

FW_INLINE void fw_bucket_hold( fw_holdings* holdings, fw_bucket_queue* list )
{
	FW_HOLD( holdings, list->store.entries, list->store.capacity );
}

FW_INLINE bool fw_bucket_is_empty( const fw_bucket_queue* list )
{
	return list->store.count == 0 && !list->has_aside;
}

// False if memory is out.
FW_INLINE bool fw_bucket_insert( fw_bucket_queue* list, const fw_allocator* allocator, uint32_t f, uint32_t h,
                                 uint32_t node )
{
	const uint32_t index = fw_bucket_store_take( &list->store, allocator );
	const uint32_t bucket = f % FW_BUCKET_COUNT;
	if ( index == 0 )
	{
		return false;
	}
	fw_bucket_link( &list->store, &list->heads[bucket], index, h, node );
	list->occupied[bucket / 64] |= (uint64_t)1 << ( bucket % 64 );
	list->summary[bucket / 4096] |= (uint64_t)1 << ( bucket / 64 % 64 );
	return true;
}

// f must not be below that of the last entry taken. False if memory is out.
FW_INLINE bool fw_bucket_push( fw_bucket_queue* list, const fw_allocator* allocator, uint32_t f, uint32_t h,
                               uint32_t node )
{
	if ( f != list->f )
	{
		return fw_bucket_insert( list, allocator, f, h, node );
	}
	const fw_bucket_entry older = list->aside;
	const bool had = list->has_aside;
	list->aside = ( fw_bucket_entry ){ node, h, 0, 0 };
	list->has_aside = true;
	return !had || fw_bucket_insert( list, allocator, f, older.h, older.node );
}

// The distance in the ring from `word` to the next word that is not zero, at least one.
FW_INLINE uint32_t fw_bucket_next_word( const fw_bucket_queue* list, uint32_t word )
{
	const uint32_t from = ( word + 1 ) % FW_BUCKET_WORDS;
	const uint64_t low = list->summary[from / 64] >> ( from % 64 );
	const uint64_t high = list->summary[1 - from / 64];
	if ( low != 0 )
	{
		return 1 + (uint32_t)FW_CTZ64( low );
	}
	const uint32_t skipped = 1 + 64 - from % 64;
	// Finally the words before `from` in its own half.
	return high != 0 ? skipped + (uint32_t)FW_CTZ64( high )
	                 : skipped + 64 + (uint32_t)FW_CTZ64( list->summary[from / 64] );
}

// The f of the first entry; the list must not be empty.
FW_INLINE uint32_t fw_bucket_first_f( const fw_bucket_queue* list )
{
	uint32_t f = list->f;
	uint64_t ahead = list->occupied[f % FW_BUCKET_COUNT / 64] >> ( f % 64 );
	if ( list->has_aside )
	{
		return f;
	}
	if ( ahead == 0 )
	{
		f += fw_bucket_next_word( list, f % FW_BUCKET_COUNT / 64 ) * 64 - f % 64;
		ahead = list->occupied[f % FW_BUCKET_COUNT / 64];
	}
	return f + (uint32_t)FW_CTZ64( ahead );
}

// Takes the first entry of the order; the list must not be empty. In A* its g is list->f - h.
FW_INLINE fw_bucket_entry fw_bucket_pop( fw_bucket_queue* list )
{
	if ( list->has_aside )
	{
		list->has_aside = false;
		return list->aside;
	}
	list->f = fw_bucket_first_f( list );
	const uint32_t bucket = list->f % FW_BUCKET_COUNT;
	const fw_bucket_entry entry = fw_bucket_unlink( &list->store, &list->heads[bucket] );
	if ( entry.next == 0 )
	{
		list->occupied[bucket / 64] &= ~( (uint64_t)1 << ( bucket % 64 ) );
		if ( list->occupied[bucket / 64] == 0 )
		{
			list->summary[bucket / 4096] &= ~( (uint64_t)1 << ( bucket / 64 % 64 ) );
		}
	}
	return entry;
}

// Is there an entry with this f, which is that of the last one taken?
FW_INLINE bool fw_bucket_has( const fw_bucket_queue* list, uint32_t f )
{
	return list->has_aside || list->heads[f % FW_BUCKET_COUNT] != 0;
}

typedef struct fw_short_queue
{
	fw_bucket_store store;
	uint32_t f; // of the bucket that was taken from last
	uint32_t heads[FW_SHORT_COUNT];
} fw_short_queue;

FW_INLINE void fw_short_clear( fw_short_queue* list, uint32_t first_f )
{
	memset( list->heads, 0, sizeof( list->heads ) );
	fw_bucket_store_clear( &list->store );
	list->f = first_f;
}

FW_INLINE void fw_short_hold( fw_holdings* holdings, fw_short_queue* list )
{
	FW_HOLD( holdings, list->store.entries, list->store.capacity );
}

FW_INLINE bool fw_short_is_empty( const fw_short_queue* list )
{
	return list->store.count == 0;
}

// f must not be below that of the last entry taken. False if memory is out.
FW_INLINE bool fw_short_push( fw_short_queue* list, const fw_allocator* allocator, uint32_t f, uint32_t h,
                              uint32_t node )
{
	const uint32_t index = fw_bucket_store_take( &list->store, allocator );
	if ( index == 0 )
	{
		return false;
	}
	fw_bucket_link( &list->store, &list->heads[f % FW_SHORT_COUNT], index, h, node );
	return true;
}

// Takes the first entry of the order; the list must not be empty.
FW_INLINE fw_bucket_entry fw_short_pop( fw_short_queue* list )
{
	while ( list->heads[list->f % FW_SHORT_COUNT] == 0 )
	{
		list->f++;
	}
	return fw_bucket_unlink( &list->store, &list->heads[list->f % FW_SHORT_COUNT] );
}

#endif

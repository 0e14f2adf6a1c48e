// SPDX-License-Identifier: MIT
// The open list of most searches: a four-way heap with the keys inside, and the best of the newest entries held aside.
//
// An entry is 16 bytes and four successors fill one cache line. A node whose cost improves is pushed again; the search
// recognizes the old entry by its g. The order is total: f, then larger g, then node index.
//
// The entry held aside saves most heap work: along an open stretch the best successor is expanded next and never enters
// the heap. If the top of the heap is better, the entry replaces it in one pass instead of a pop and a push.
#ifndef FW_BASE_OPEN_LIST_H
#define FW_BASE_OPEN_LIST_H

#include "base/core.h"

#include <string.h>

typedef struct fw_open_entry
{
	uint64_t key; // by fw_open_key(), or any number of a search whose order is key, then node
	uint32_t node;
	uint32_t spare;
} fw_open_entry;

typedef struct fw_open_list
{
	fw_open_entry* heap; // [count]
	int32_t count, capacity;
	bool has_aside;
	fw_open_entry aside;
} fw_open_list;

FW_INLINE void fw_open_hold( fw_holdings* holdings, fw_open_list* open )
{
	FW_HOLD( holdings, open->heap, open->capacity );
}

// The order of numbers that are not negative is that of their bits.
FW_INLINE uint64_t fw_open_bits( double f )
{
	uint64_t bits;
	memcpy( &bits, &f, sizeof( bits ) );
	return bits;
}

// A smaller second half is a larger g.
FW_INLINE uint64_t fw_open_key( uint32_t f, uint32_t g )
{
	return (uint64_t)f << 32 | ( f - g );
}

FW_INLINE uint32_t fw_open_f( const fw_open_entry* entry )
{
	return (uint32_t)( entry->key >> 32 );
}

FW_INLINE uint32_t fw_open_g( const fw_open_entry* entry )
{
	return (uint32_t)( entry->key >> 32 ) - (uint32_t)entry->key;
}

FW_INLINE bool fw_open_before( const fw_open_entry* a, const fw_open_entry* b )
{
	return a->key < b->key || ( a->key == b->key && a->node < b->node );
}

FW_INLINE void fw_open_clear( fw_open_list* open )
{
	open->count = 0;
	open->has_aside = false;
}

FW_INLINE bool fw_open_is_empty( const fw_open_list* open )
{
	return open->count == 0 && !open->has_aside;
}

// All entries, in no order.
FW_INLINE int32_t fw_open_count( const fw_open_list* open )
{
	return open->count + ( open->has_aside ? 1 : 0 );
}

FW_INLINE const fw_open_entry* fw_open_at( const fw_open_list* open, int32_t index )
{
	return index < open->count ? &open->heap[index] : &open->aside;
}

FW_INLINE bool fw_open_heap_push( fw_open_list* open, const fw_allocator* allocator, fw_open_entry entry )
{
	if ( FW_UNLIKELY( open->count == open->capacity ) &&
	     !FW_GROW( allocator, &open->heap, &open->capacity, open->count + 1 ) )
	{
		return false;
	}
	fw_open_entry* heap = open->heap;
	uint32_t i = (uint32_t)open->count++;
	for ( ; i > 0 && fw_open_before( &entry, &heap[( i - 1 ) / 4] ); i = ( i - 1 ) / 4 )
	{
		heap[i] = heap[( i - 1 ) / 4];
	}
	heap[i] = entry;
	return true;
}

// Puts an entry at the root and lets it sink.
FW_INLINE void fw_open_heap_replace( fw_open_list* open, fw_open_entry entry )
{
	fw_open_entry* heap = open->heap;
	const uint32_t count = (uint32_t)open->count;
	uint32_t i = 0;
	for ( uint32_t best = 1; best < count; best = 4 * i + 1 )
	{
		const uint32_t end = best + 4 < count ? best + 4 : count;
		for ( uint32_t child = best + 1; child < end; child++ )
		{
			best = fw_open_before( &heap[child], &heap[best] ) ? child : best;
		}
		if ( !fw_open_before( &heap[best], &entry ) )
		{
			break;
		}
		heap[i] = heap[best];
		i = best;
	}
	heap[i] = entry;
}

// Adds 1 to `pushes`, unless that is null, for an entry that goes into the heap. False if memory is out.
FW_INLINE bool fw_open_push( fw_open_list* open, const fw_allocator* allocator, int64_t* pushes, uint64_t key,
                             uint32_t node )
{
	fw_open_entry entry = { key, node, 0 };
	if ( !open->has_aside )
	{
		open->aside = entry;
		open->has_aside = true;
		return true;
	}
	if ( fw_open_before( &entry, &open->aside ) )
	{
		const fw_open_entry better = entry;
		entry = open->aside;
		open->aside = better;
	}
	if ( pushes != NULL )
	{
		( *pushes )++;
	}
	return fw_open_heap_push( open, allocator, entry );
}

// The position of the first entry of the order; the list must not be empty.
FW_INLINE bool fw_open_first_is_aside( const fw_open_list* open )
{
	return open->has_aside && ( open->count == 0 || fw_open_before( &open->aside, &open->heap[0] ) );
}

// Takes the first entry of the order; the list must not be empty. Adds 1 to `pops`, unless that is null, for an entry
// of the heap.
FW_INLINE fw_open_entry fw_open_pop( fw_open_list* open, int64_t* pops )
{
	if ( fw_open_first_is_aside( open ) )
	{
		open->has_aside = false;
		return open->aside;
	}
	const fw_open_entry top = open->heap[0];
	if ( pops != NULL )
	{
		( *pops )++;
	}
	if ( open->has_aside )
	{
		open->has_aside = false;
		fw_open_heap_replace( open, open->aside );
	}
	else if ( --open->count > 0 )
	{
		fw_open_heap_replace( open, open->heap[open->count] );
	}
	return top;
}

// The f of the first entry; the list must not be empty.
FW_INLINE uint32_t fw_open_first_f( const fw_open_list* open )
{
	return fw_open_f( fw_open_first_is_aside( open ) ? &open->aside : &open->heap[0] );
}

#endif

// SPDX-License-Identifier: MIT
// A binary heap of numbers (J. W. J. Williams, "Algorithm 232: Heapsort", 1964), the smallest first. The upper half of
// each number is the key, the lower half what the key belongs to, so that the order is total.
#ifndef FW_BASE_MIN_HEAP_H
#define FW_BASE_MIN_HEAP_H

#include "base/core.h"

typedef struct fw_min_heap
{
	uint64_t* entries; // [count]
	int32_t count, capacity;
} fw_min_heap;

FW_INLINE void fw_min_heap_free( fw_min_heap* heap, const fw_allocator* allocator )
{
	fw_free( allocator, heap->entries, (size_t)heap->capacity, sizeof( *heap->entries ) );
	*heap = ( fw_min_heap ){ 0 };
}

FW_INLINE size_t fw_min_heap_memory( const fw_min_heap* heap )
{
	return (size_t)heap->capacity * sizeof( *heap->entries );
}

// False if memory is out.
static inline bool fw_min_heap_push( fw_min_heap* heap, const fw_allocator* allocator, uint64_t entry )
{
	if ( !FW_GROW( allocator, &heap->entries, &heap->capacity, heap->count + 1 ) )
	{
		return false;
	}
	int32_t i = heap->count++;
	for ( ; i > 0 && heap->entries[( i - 1 ) / 2] > entry; i = ( i - 1 ) / 2 )
	{
		heap->entries[i] = heap->entries[( i - 1 ) / 2];
	}
	heap->entries[i] = entry;
	return true;
}

// The heap must not be empty.
static inline uint64_t fw_min_heap_pop( fw_min_heap* heap )
{
	const uint64_t top = heap->entries[0];
	const uint64_t last = heap->entries[--heap->count];
	int32_t i = 0;
	for ( ;; )
	{
		int32_t child = 2 * i + 1;
		if ( child >= heap->count )
		{
			break;
		}
		child += child + 1 < heap->count && heap->entries[child + 1] < heap->entries[child];
		if ( heap->entries[child] >= last )
		{
			break;
		}
		heap->entries[i] = heap->entries[child];
		i = child;
	}
	heap->entries[i] = last;
	return top;
}

#endif

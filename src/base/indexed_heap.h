// SPDX-License-Identifier: MIT
// A binary heap (J. W. J. Williams, "Algorithm 232: Heapsort", 1964) of items that know their places, so that an item
// may come forward or leave from the middle. The caller owns the array and says which item comes before which; where
// that is a total order, so is the order of the items taken.
#ifndef FW_BASE_INDEXED_HEAP_H
#define FW_BASE_INDEXED_HEAP_H

#include "base/core.h"

typedef bool fw_heap_before( const void* context, int32_t a, int32_t b );
typedef void fw_heap_note( void* context, int32_t item, int32_t place );

// Moves an item up or down from a free place of the heap to its own, and notes the places of all items that move.
FW_INLINE void fw_heap_settle( int32_t* items, int32_t count, int32_t place, int32_t item, fw_heap_before* before,
                               fw_heap_note* note, void* context )
{
	while ( place > 0 && before( context, item, items[( place - 1 ) / 2] ) )
	{
		items[place] = items[( place - 1 ) / 2];
		note( context, items[place], place );
		place = ( place - 1 ) / 2;
	}
	for ( int32_t child = 2 * place + 1; child < count; child = 2 * place + 1 )
	{
		child += child + 1 < count && before( context, items[child + 1], items[child] ) ? 1 : 0;
		if ( !before( context, items[child], item ) )
		{
			break;
		}
		items[place] = items[child];
		note( context, items[place], place );
		place = child;
	}
	items[place] = item;
	note( context, item, place );
}

#endif

// SPDX-License-Identifier: MIT
// Blocks that grow; each piece is cut off the newest one.
#include "base/arena.h"

#include <string.h>

// Small enough to cost nothing when little is taken.
#define FIRST_BLOCK 4096u

struct fw_arena_block
{
	fw_arena_block* older;
	size_t size, used; // of the bytes behind this header
	alignas( FW_ALIGN_MAX ) unsigned char bytes[];
};

static bool add_block( fw_arena* arena, size_t least )
{
	const size_t doubled = arena->newest != NULL ? arena->newest->size * 2 : FIRST_BLOCK;
	const size_t size = doubled > least ? doubled : least;
	fw_arena_block* block =
	    size <= SIZE_MAX - sizeof( *block ) ? fw_alloc( &arena->allocator, 1, sizeof( *block ) + size ) : NULL;
	if ( block == NULL )
	{
		return false;
	}
	*block = ( fw_arena_block ){ .older = arena->newest, .size = size };
	arena->newest = block;
	return true;
}

void* fw_arena_take( fw_arena* arena, size_t count, size_t size )
{
	const size_t step = FW_ALIGN_MAX;
	if ( size == 0 || count == 0 || count > ( SIZE_MAX - step ) / size )
	{
		return NULL;
	}
	const size_t bytes = ( count * size + step - 1 ) / step * step;
	const size_t room = arena->newest != NULL ? arena->newest->size - arena->newest->used : 0;
	if ( room < bytes && !add_block( arena, bytes ) )
	{
		return NULL;
	}
	fw_arena_block* block = arena->newest;
	block->used += bytes;
	return memset( block->bytes + block->used - bytes, 0, bytes );
}

void fw_arena_free( fw_arena* arena )
{
	while ( arena->newest != NULL )
	{
		fw_arena_block* block = arena->newest;
		arena->newest = block->older;
		fw_free( &arena->allocator, block, 1, sizeof( fw_arena_block ) + block->size );
	}
}

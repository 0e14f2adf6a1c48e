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

void fw_arena_init( fw_arena* arena, const fw_allocator* allocator )
{
	arena->allocator = *allocator;
	arena->newest = NULL;
}

static fw_arena_block* add_block( fw_arena* arena, size_t least )
{
	const size_t doubled = arena->newest != NULL ? arena->newest->size * 2 : FIRST_BLOCK;
	const size_t size = doubled > least ? doubled : least;
	if ( size > SIZE_MAX - sizeof( fw_arena_block ) )
	{
		return NULL;
	}
	fw_arena_block* block = fw_alloc( &arena->allocator, 1, sizeof( fw_arena_block ) + size );
	if ( block != NULL )
	{
		*block = ( fw_arena_block ){ .older = arena->newest, .size = size };
		arena->newest = block;
	}
	return block;
}

void* fw_arena_take( fw_arena* arena, size_t count, size_t size )
{
	const size_t step = FW_ALIGN_MAX;
	if ( size == 0 || count == 0 || count > ( SIZE_MAX - step ) / size )
	{
		return NULL;
	}
	const size_t bytes = ( count * size + step - 1 ) / step * step;
	fw_arena_block* block = arena->newest;
	if ( block == NULL || block->size - block->used < bytes )
	{
		block = add_block( arena, bytes );
	}
	if ( block == NULL )
	{
		return NULL;
	}
	void* piece = block->bytes + block->used;
	block->used += bytes;
	return memset( piece, 0, bytes );
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

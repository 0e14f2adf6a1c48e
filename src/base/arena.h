// SPDX-License-Identifier: MIT
// Scratch memory that is freed all at once: for work that needs many pieces and keeps none.
#ifndef FW_BASE_ARENA_H
#define FW_BASE_ARENA_H

#include "base/core.h"

typedef struct fw_arena_block fw_arena_block;

// Not thread safe. Starts with an allocator, else zeroed. The pieces stay where they are until fw_arena_free().
typedef struct fw_arena
{
	fw_allocator allocator;
	fw_arena_block* newest;
} fw_arena;

// count * size bytes, zeroed, aligned for any type; null if the product overflows or memory is out.
void* fw_arena_take( fw_arena* arena, size_t count, size_t size );
void fw_arena_free( fw_arena* arena );

#endif

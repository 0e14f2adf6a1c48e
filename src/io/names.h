// SPDX-License-Identifier: MIT
// A set of strings in one block; each is stored once and known by its offset.
#ifndef FW_IO_NAMES_H
#define FW_IO_NAMES_H

#include "base/core.h"

typedef struct fw_names
{
	fw_allocator allocator;
	char* bytes; // [capacity], the names one after another, each ended by a zero
	int32_t used, capacity;
	int32_t* slots; // [slot_count], a power of two: 1 + offset of a name, 0 where free
	int32_t slot_count;
	int32_t count;
} fw_names;

fw_names fw_names_begin( const fw_allocator* allocator );
// The offset of the name, which is added if it is new. The name must not contain a zero.
fw_status fw_names_add( fw_names* names, const char* name, size_t size, int32_t* offset );
// Frees everything but the names; `bytes` then is [used], NULL if there are none.
fw_status fw_names_finish( fw_names* names );
void fw_names_free( fw_names* names );

#endif

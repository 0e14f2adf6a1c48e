// SPDX-License-Identifier: MIT
// The distinct lengths of a database, and a short code for each.
#ifndef FW_LDDB_LENGTHS_H
#define FW_LDDB_LENGTHS_H

#include "lddb/block.h"

#define FW_LDDB_CODE_NONE 0u      // no path: its length is infinite
#define FW_LDDB_LENGTHS_MAX 65536 // codes have 16 bits

typedef struct fw_lddb_lengths
{
	uint64_t* exact; // [capacity], by code
	double* tiles;   // [tiles_capacity], the same
	uint16_t* slots; // [slots_count] codes by hashed length, 0 is empty; a power of two
	int32_t count, capacity, tiles_capacity, slots_count;
} fw_lddb_lengths;

// Starts with FW_LDDB_CODE_NONE alone. FW_ERR_MEMORY leaves nothing behind.
fw_status fw_lddb_lengths_init( fw_lddb_lengths* lengths, const fw_allocator* allocator );
void fw_lddb_lengths_free( fw_lddb_lengths* lengths, const fw_allocator* allocator );
size_t fw_lddb_lengths_memory( const fw_lddb_lengths* lengths );

// Makes room for so many new ones. FW_ERR_TOO_LARGE where there are not as many codes.
fw_status fw_lddb_lengths_reserve( fw_lddb_lengths* lengths, const fw_allocator* allocator, int32_t more );
// The code of a length, a new one where it has none: needs room for it.
uint16_t fw_lddb_lengths_code( fw_lddb_lengths* lengths, uint64_t exact );

#endif

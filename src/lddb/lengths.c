// SPDX-License-Identifier: MIT
// Codes of lengths: open addressing with linear probing.
#include "lddb/lengths.h"

#include <math.h>

#define FIRST_SLOTS 256

static int32_t slot_of( const fw_lddb_lengths* lengths, uint64_t exact )
{
	// Lengths are spread by the golden ratio; the product's middle bits know all of them.
	const uint32_t mixed = (uint32_t)( exact * 0x9E3779B97F4A7C15u >> 32 );
	return (int32_t)( ( mixed ^ mixed >> 16 ) & (uint32_t)( lengths->slots_count - 1 ) );
}

static int32_t find_slot( const fw_lddb_lengths* lengths, uint64_t exact )
{
	int32_t slot = slot_of( lengths, exact );
	while ( lengths->slots[slot] != 0 && lengths->exact[lengths->slots[slot]] != exact )
	{
		slot = ( slot + 1 ) & ( lengths->slots_count - 1 );
	}
	return slot;
}

// Slots are at most half full.
static bool grow_slots( fw_lddb_lengths* lengths, const fw_allocator* allocator, int32_t needed )
{
	int32_t slots_count = lengths->slots_count == 0 ? FIRST_SLOTS : lengths->slots_count;
	while ( slots_count < 2 * needed )
	{
		slots_count *= 2;
	}
	if ( slots_count == lengths->slots_count )
	{
		return true;
	}
	uint16_t* slots = fw_alloc_zero( allocator, (size_t)slots_count, sizeof( *slots ) );
	if ( slots == NULL )
	{
		return false;
	}
	fw_free( allocator, lengths->slots, (size_t)lengths->slots_count, sizeof( *slots ) );
	lengths->slots = slots;
	lengths->slots_count = slots_count;
	for ( int32_t code = 1; code < lengths->count; code++ )
	{
		lengths->slots[find_slot( lengths, lengths->exact[code] )] = (uint16_t)code;
	}
	return true;
}

fw_status fw_lddb_lengths_reserve( fw_lddb_lengths* lengths, const fw_allocator* allocator, int32_t more )
{
	const int32_t needed = lengths->count + more;
	if ( needed > FW_LDDB_LENGTHS_MAX )
	{
		return FW_ERR_TOO_LARGE;
	}
	const bool done = FW_GROW( allocator, &lengths->exact, &lengths->capacity, needed ) &&
	                  FW_GROW( allocator, &lengths->tiles, &lengths->tiles_capacity, needed ) &&
	                  grow_slots( lengths, allocator, needed );
	return done ? FW_OK : FW_ERR_MEMORY;
}

fw_status fw_lddb_lengths_init( fw_lddb_lengths* lengths, const fw_allocator* allocator )
{
	*lengths = ( fw_lddb_lengths ){ 0 };
	const fw_status status = fw_lddb_lengths_reserve( lengths, allocator, FW_LDDB_PAIRS_MAX + 1 );
	if ( status != FW_OK )
	{
		fw_lddb_lengths_free( lengths, allocator );
		return status;
	}
	lengths->exact[FW_LDDB_CODE_NONE] = UINT64_MAX;
	lengths->tiles[FW_LDDB_CODE_NONE] = INFINITY;
	lengths->count = 1;
	return FW_OK;
}

void fw_lddb_lengths_free( fw_lddb_lengths* lengths, const fw_allocator* allocator )
{
	fw_free( allocator, lengths->exact, (size_t)lengths->capacity, sizeof( *lengths->exact ) );
	fw_free( allocator, lengths->tiles, (size_t)lengths->tiles_capacity, sizeof( *lengths->tiles ) );
	fw_free( allocator, lengths->slots, (size_t)lengths->slots_count, sizeof( *lengths->slots ) );
	*lengths = ( fw_lddb_lengths ){ 0 };
}

size_t fw_lddb_lengths_memory( const fw_lddb_lengths* lengths )
{
	return (size_t)lengths->capacity * sizeof( *lengths->exact ) +
	       (size_t)lengths->tiles_capacity * sizeof( *lengths->tiles ) +
	       (size_t)lengths->slots_count * sizeof( *lengths->slots );
}

uint16_t fw_lddb_lengths_code( fw_lddb_lengths* lengths, uint64_t exact )
{
	if ( exact >= FW_LDDB_FAR )
	{
		return FW_LDDB_CODE_NONE;
	}
	const int32_t slot = find_slot( lengths, exact );
	if ( lengths->slots[slot] == 0 )
	{
		FW_ASSERT( lengths->count < lengths->capacity && lengths->count < lengths->tiles_capacity );
		lengths->exact[lengths->count] = exact;
		lengths->tiles[lengths->count] = fw_lddb_tiles( exact );
		lengths->slots[slot] = (uint16_t)lengths->count++;
	}
	return lengths->slots[slot];
}

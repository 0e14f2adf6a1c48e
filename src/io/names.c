// SPDX-License-Identifier: MIT
// A set of strings by open addressing with the FNV-1a hash (G. Fowler, L. C. Noll, K.-P. Vo, 1991).
#include "io/names.h"

#include <string.h>

#define FIRST_SLOTS 16

fw_names fw_names_begin( const fw_allocator* allocator )
{
	return ( fw_names ){ .allocator = *allocator };
}

static uint32_t hash( const char* name, size_t size )
{
	uint32_t value = 2166136261u;
	for ( size_t i = 0; i < size; i++ )
	{
		value = ( value ^ (unsigned char)name[i] ) * 16777619u;
	}
	return value;
}

// The slot that holds the name, or the free one where it belongs.
static int32_t* find_slot( const fw_names* names, const char* name, size_t size )
{
	const uint32_t mask = (uint32_t)names->slot_count - 1;
	uint32_t at = hash( name, size ) & mask;
	while ( names->slots[at] != 0 )
	{
		const char* other = names->bytes + ( names->slots[at] - 1 );
		if ( strlen( other ) == size && memcmp( other, name, size ) == 0 )
		{
			break;
		}
		at = ( at + 1 ) & mask;
	}
	return &names->slots[at];
}

static bool grow_slots( fw_names* names )
{
	const int32_t old_count = names->slot_count;
	const int32_t new_count = old_count == 0 ? FIRST_SLOTS : old_count * 2;
	int32_t* slots = fw_alloc_zero( &names->allocator, (size_t)new_count, sizeof( *slots ) );
	if ( slots == NULL )
	{
		return false;
	}
	fw_free( &names->allocator, names->slots, (size_t)old_count, sizeof( *slots ) );
	names->slots = slots;
	names->slot_count = new_count;
	for ( int32_t offset = 0; offset < names->used; )
	{
		const size_t size = strlen( names->bytes + offset );
		*find_slot( names, names->bytes + offset, size ) = offset + 1;
		offset += (int32_t)size + 1;
	}
	return true;
}

fw_status fw_names_add( fw_names* names, const char* name, size_t size, int32_t* offset )
{
	// At least half of the slots stay free.
	if ( names->count >= names->slot_count / 2 && !grow_slots( names ) )
	{
		return FW_ERR_MEMORY;
	}
	int32_t* slot = find_slot( names, name, size );
	if ( *slot == 0 )
	{
		if ( size >= (size_t)( INT32_MAX - names->used ) )
		{
			return FW_ERR_TOO_LARGE;
		}
		const int32_t end = names->used + (int32_t)size + 1;
		if ( !FW_GROW( &names->allocator, &names->bytes, &names->capacity, end ) )
		{
			return FW_ERR_MEMORY;
		}
		memcpy( names->bytes + names->used, name, size );
		names->bytes[end - 1] = 0;
		*slot = names->used + 1;
		names->used = end;
		names->count++;
	}
	*offset = *slot - 1;
	return FW_OK;
}

fw_status fw_names_finish( fw_names* names )
{
	fw_free( &names->allocator, names->slots, (size_t)names->slot_count, sizeof( *names->slots ) );
	names->slots = NULL;
	names->slot_count = 0;
	if ( names->used > 0 )
	{
		char* shrunk = fw_realloc( &names->allocator, names->bytes, (size_t)names->capacity, (size_t)names->used, 1 );
		if ( shrunk == NULL )
		{
			return FW_ERR_MEMORY;
		}
		names->bytes = shrunk;
		names->capacity = names->used;
	}
	return FW_OK;
}

void fw_names_free( fw_names* names )
{
	fw_free( &names->allocator, names->slots, (size_t)names->slot_count, sizeof( *names->slots ) );
	fw_free( &names->allocator, names->bytes, (size_t)names->capacity, 1 );
	*names = fw_names_begin( &names->allocator );
}

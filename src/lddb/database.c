// SPDX-License-Identifier: MIT
// The entries, tables and lengths of a database, each found by its contents: open addressing with linear probing.
#include "lddb/database.h"

#include <string.h>

#define FIRST_SLOTS 64

// The contents of an item.
typedef const void* contents_of( const fw_lddb* lddb, uint32_t item );

static const void* pattern_of( const fw_lddb* lddb, uint32_t item )
{
	return &lddb->entries[item].pattern;
}

static const void* codes_of( const fw_lddb* lddb, uint32_t item )
{
	return fw_lddb_table( lddb, item );
}

static const void* length_of( const fw_lddb* lddb, uint32_t item )
{
	return &lddb->lengths[item];
}

static size_t codes_size( const fw_lddb* lddb )
{
	return (size_t)lddb->stride * sizeof( uint16_t );
}

// The slot of an item with these contents, or the empty one where it would be.
FW_INLINE uint32_t* find_slot( const fw_lddb* lddb, const fw_lddb_index* index, contents_of* contents,
                               const void* wanted, size_t size )
{
	uint64_t hash = 0;
	for ( size_t i = 0; i < size; i += sizeof( hash ) )
	{
		uint64_t word = 0;
		memcpy( &word, (const char*)wanted + i, size < sizeof( word ) ? size : sizeof( word ) );
		hash = ( hash ^ word ) * 0xD6E8FEB86659FD93u;
		hash ^= hash >> 32;
	}
	const uint32_t mask = (uint32_t)index->size - 1;
	uint32_t slot = (uint32_t)hash & mask;
	while ( index->slots[slot] != 0 && memcmp( contents( lddb, index->slots[slot] - 1 ), wanted, size ) != 0 )
	{
		slot = ( slot + 1 ) & mask;
	}
	return &index->slots[slot];
}

// Makes room for more items than the `count` there are, at most three quarters of the slots. False when memory is out.
static bool reserve( const fw_lddb* lddb, fw_lddb_index* index, contents_of* contents, size_t size, int32_t count,
                     int32_t more )
{
	fw_lddb_index grown = { NULL, index->size > 0 ? index->size : FIRST_SLOTS };
	while ( 4 * ( (int64_t)count + more ) > 3 * (int64_t)grown.size )
	{
		grown.size *= 2;
	}
	if ( grown.size == index->size )
	{
		return true;
	}
	grown.slots = fw_alloc_zero( &lddb->def.allocator, (size_t)grown.size, sizeof( *grown.slots ) );
	if ( grown.slots == NULL )
	{
		return false;
	}
	for ( uint32_t item = 0; item < (uint32_t)count; item++ )
	{
		*find_slot( lddb, &grown, contents, contents( lddb, item ), size ) = item + 1;
	}
	fw_free( &lddb->def.allocator, index->slots, (size_t)index->size, sizeof( *index->slots ) );
	*index = grown;
	return true;
}

fw_status fw_lddb_reserve_lengths( fw_lddb* lddb, int32_t more )
{
	if ( lddb->length_count + more > FW_LDDB_LENGTHS_MAX )
	{
		return FW_ERR_TOO_LARGE;
	}
	const bool done =
	    FW_GROW( &lddb->def.allocator, &lddb->lengths, &lddb->length_capacity, lddb->length_count + more ) &&
	    reserve( lddb, &lddb->by_length, length_of, sizeof( uint64_t ), lddb->length_count, more );
	return done ? FW_OK : FW_ERR_MEMORY;
}

uint16_t fw_lddb_code( fw_lddb* lddb, uint64_t length )
{
	if ( length >= FW_LDDB_FAR )
	{
		return FW_LDDB_CODE_NONE;
	}
	uint32_t* slot = find_slot( lddb, &lddb->by_length, length_of, &length, sizeof( length ) );
	if ( *slot == 0 )
	{
		FW_ASSERT( lddb->length_count < lddb->length_capacity );
		lddb->lengths[lddb->length_count++] = length;
		*slot = (uint32_t)lddb->length_count;
	}
	return (uint16_t)( *slot - 1 );
}

static bool reserve_table( fw_lddb* lddb )
{
	const fw_allocator* allocator = &lddb->def.allocator;
	if ( lddb->table_count < lddb->page_count * FW_LDDB_PAGE )
	{
		return true;
	}
	uint16_t* page = FW_GROW( allocator, &lddb->pages, &lddb->page_capacity, lddb->page_count + 1 )
	                     ? fw_alloc( allocator, FW_LDDB_PAGE, codes_size( lddb ) )
	                     : NULL;
	if ( page != NULL )
	{
		lddb->pages[lddb->page_count++] = page;
	}
	return page != NULL;
}

fw_status fw_lddb_reserve( fw_lddb* lddb )
{
	const bool done = reserve_table( lddb ) &&
	                  FW_GROW( &lddb->def.allocator, &lddb->entries, &lddb->entry_capacity, lddb->entry_count + 1 ) &&
	                  reserve( lddb, &lddb->by_pattern, pattern_of, sizeof( uint32_t ), lddb->entry_count, 1 ) &&
	                  reserve( lddb, &lddb->by_codes, codes_of, codes_size( lddb ), lddb->table_count, 1 );
	return done ? FW_OK : FW_ERR_MEMORY;
}

uint32_t fw_lddb_share_table( fw_lddb* lddb, const uint16_t* codes )
{
	uint32_t* slot = find_slot( lddb, &lddb->by_codes, codes_of, codes, codes_size( lddb ) );
	if ( *slot == 0 )
	{
		memcpy( fw_lddb_table( lddb, (uint32_t)lddb->table_count++ ), codes, codes_size( lddb ) );
		*slot = (uint32_t)lddb->table_count;
	}
	return *slot - 1;
}

void fw_lddb_enter( fw_lddb* lddb, uint32_t canonical, uint32_t table )
{
	lddb->entries[lddb->entry_count++] = ( fw_lddb_entry ){ .pattern = canonical, .table = table };
	*find_slot( lddb, &lddb->by_pattern, pattern_of, &canonical, sizeof( canonical ) ) = (uint32_t)lddb->entry_count;
}

const fw_lddb_entry* fw_lddb_find( const fw_lddb* lddb, uint32_t canonical )
{
	if ( lddb->entry_count == 0 )
	{
		return NULL;
	}
	const uint32_t item = *find_slot( lddb, &lddb->by_pattern, pattern_of, &canonical, sizeof( canonical ) );
	return item != 0 ? &lddb->entries[item - 1] : NULL;
}

// SPDX-License-Identifier: MIT
// The entries and the tables of a database: open addressing with linear probing, by pattern and by contents.
#include "lddb/database.h"

#include <string.h>

#define FIRST_SLOTS 64

// Both are at most three quarters full.
static bool has_room( int32_t count, int32_t slots )
{
	return 4 * ( (int64_t)count + 1 ) <= 3 * (int64_t)slots;
}

static int32_t slot_of( uint64_t key, int32_t slots )
{
	const uint64_t mixed = key * 0x9E3779B97F4A7C15u;
	return (int32_t)( mixed >> 32 & (uint64_t)( slots - 1 ) );
}

static int32_t entry_slot( const fw_lddb* lddb, uint32_t canonical )
{
	int32_t slot = slot_of( canonical, lddb->entry_slots );
	while ( lddb->entries[slot].table != 0 && lddb->entries[slot].pattern != canonical )
	{
		slot = ( slot + 1 ) & ( lddb->entry_slots - 1 );
	}
	return slot;
}

static uint64_t hash_codes( const fw_lddb* lddb, const uint16_t* codes )
{
	uint64_t hash = 0;
	for ( int32_t i = 0; i < lddb->stride; i += 4 )
	{
		uint64_t word;
		memcpy( &word, codes + i, sizeof( word ) );
		hash = ( hash ^ word ) * 0xD6E8FEB86659FD93u;
		hash ^= hash >> 32;
	}
	return hash;
}

static bool same_codes( const fw_lddb* lddb, const uint16_t* a, const uint16_t* b )
{
	return memcmp( a, b, (size_t)lddb->stride * sizeof( *a ) ) == 0;
}

static int32_t table_slot( const fw_lddb* lddb, const uint16_t* codes )
{
	int32_t slot = slot_of( hash_codes( lddb, codes ), lddb->table_slots );
	while ( lddb->shared[slot] != 0 && !same_codes( lddb, fw_lddb_table( lddb, lddb->shared[slot] - 1 ), codes ) )
	{
		slot = ( slot + 1 ) & ( lddb->table_slots - 1 );
	}
	return slot;
}

static bool grow_entries( fw_lddb* lddb )
{
	const fw_allocator* allocator = &lddb->def.allocator;
	const int32_t old_slots = lddb->entry_slots;
	fw_lddb_entry* old = lddb->entries;
	const int32_t slots = old_slots == 0 ? FIRST_SLOTS : 2 * old_slots;
	fw_lddb_entry* entries = fw_alloc_zero( allocator, (size_t)slots, sizeof( *entries ) );
	if ( entries == NULL )
	{
		return false;
	}
	lddb->entries = entries;
	lddb->entry_slots = slots;
	for ( int32_t i = 0; i < old_slots; i++ )
	{
		if ( old[i].table != 0 )
		{
			entries[entry_slot( lddb, old[i].pattern )] = old[i];
		}
	}
	fw_free( allocator, old, (size_t)old_slots, sizeof( *old ) );
	return true;
}

static bool grow_shared( fw_lddb* lddb )
{
	const fw_allocator* allocator = &lddb->def.allocator;
	const int32_t slots = lddb->table_slots == 0 ? FIRST_SLOTS : 2 * lddb->table_slots;
	uint32_t* shared = fw_alloc_zero( allocator, (size_t)slots, sizeof( *shared ) );
	if ( shared == NULL )
	{
		return false;
	}
	fw_free( allocator, lddb->shared, (size_t)lddb->table_slots, sizeof( *shared ) );
	lddb->shared = shared;
	lddb->table_slots = slots;
	for ( int32_t i = 0; i < lddb->table_count; i++ )
	{
		shared[table_slot( lddb, fw_lddb_table( lddb, (uint32_t)i ) )] = (uint32_t)i + 1;
	}
	return true;
}

static bool grow_pages( fw_lddb* lddb )
{
	const fw_allocator* allocator = &lddb->def.allocator;
	if ( !FW_GROW( allocator, &lddb->pages, &lddb->page_capacity, lddb->page_count + 1 ) )
	{
		return false;
	}
	uint16_t* page = fw_alloc( allocator, (size_t)( FW_LDDB_PAGE * lddb->stride ), sizeof( *page ) );
	if ( page == NULL )
	{
		return false;
	}
	lddb->pages[lddb->page_count++] = page;
	return true;
}

fw_status fw_lddb_reserve( fw_lddb* lddb )
{
	const bool has_page = lddb->table_count < lddb->page_count * FW_LDDB_PAGE;
	const bool done = ( has_page || grow_pages( lddb ) ) &&
	                  ( has_room( lddb->entry_count, lddb->entry_slots ) || grow_entries( lddb ) ) &&
	                  ( has_room( lddb->table_count, lddb->table_slots ) || grow_shared( lddb ) );
	return done ? FW_OK : FW_ERR_MEMORY;
}

uint32_t fw_lddb_share_table( fw_lddb* lddb, const uint16_t* codes )
{
	const int32_t slot = table_slot( lddb, codes );
	if ( lddb->shared[slot] == 0 )
	{
		const uint32_t table = (uint32_t)lddb->table_count++;
		memcpy( fw_lddb_table( lddb, table ), codes, (size_t)lddb->stride * sizeof( *codes ) );
		lddb->shared[slot] = table + 1;
	}
	return lddb->shared[slot] - 1;
}

void fw_lddb_enter( fw_lddb* lddb, uint32_t canonical, uint32_t table )
{
	lddb->entries[entry_slot( lddb, canonical )] = ( fw_lddb_entry ){ .pattern = canonical, .table = table + 1 };
	lddb->entry_count++;
}

const fw_lddb_entry* fw_lddb_find( const fw_lddb* lddb, uint32_t canonical )
{
	if ( lddb->entry_slots == 0 )
	{
		return NULL;
	}
	const fw_lddb_entry* entry = &lddb->entries[entry_slot( lddb, canonical )];
	return entry->table != 0 ? entry : NULL;
}

// SPDX-License-Identifier: MIT
// What a database holds: for each canonical pattern one table of codes. Patterns with the same distances share it.
#ifndef FW_LDDB_DATABASE_H
#define FW_LDDB_DATABASE_H

#include "lddb/lddb.h"
#include "lddb/lengths.h"

#define FW_LDDB_PAGE 64 // tables that are allocated together, so that growing copies none and wastes little

typedef struct fw_lddb_entry
{
	uint32_t pattern; // canonical
	uint32_t table;   // and one, 0 is an empty slot
} fw_lddb_entry;

struct fw_lddb
{
	fw_lddb_def def;
	fw_lddb_block block;
	fw_lddb_lengths lengths;
	int32_t stride;         // codes of a table, with zeros up to a multiple of 8 bytes
	fw_lddb_entry* entries; // [entry_slots] by hashed pattern
	uint32_t* shared;       // [table_slots] tables and one by hashed codes, 0 is empty
	uint16_t** pages;       // of FW_LDDB_PAGE tables
	int32_t entry_count, entry_slots;
	int32_t table_count, table_slots;
	int32_t page_count, page_capacity;
};

// Makes room for one entry with one table; FW_ERR_MEMORY or FW_ERR_TOO_LARGE.
fw_status fw_lddb_reserve( fw_lddb* lddb );
// The number of the table with these codes [stride], an old one where there is one. Needs room for it.
uint32_t fw_lddb_share_table( fw_lddb* lddb, const uint16_t* codes );
// Enters a canonical pattern that has no entry. Needs room for it.
void fw_lddb_enter( fw_lddb* lddb, uint32_t canonical, uint32_t table );
// The entry of a canonical pattern, or null.
const fw_lddb_entry* fw_lddb_find( const fw_lddb* lddb, uint32_t canonical );

FW_INLINE uint16_t* fw_lddb_table( const fw_lddb* lddb, uint32_t table )
{
	return lddb->pages[table / FW_LDDB_PAGE] + (size_t)( table % FW_LDDB_PAGE ) * (size_t)lddb->stride;
}

#endif

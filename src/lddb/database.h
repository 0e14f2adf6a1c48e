// SPDX-License-Identifier: MIT
// What a database holds: for each canonical pattern one table of codes, each for a distinct length. Patterns with the
// same distances share a table.
#ifndef FW_LDDB_DATABASE_H
#define FW_LDDB_DATABASE_H

#include "lddb/block.h"
#include "lddb/lddb.h"

#define FW_LDDB_PAGE 64           // tables that are allocated together, so that growing copies none and wastes little
#define FW_LDDB_CODE_NONE 0u      // no path: its length is infinite
#define FW_LDDB_LENGTHS_MAX 65536 // codes have 16 bits

typedef struct fw_lddb_entry
{
	uint32_t pattern; // canonical
	uint32_t table;
} fw_lddb_entry;

// Items by the hash of their contents.
typedef struct fw_lddb_index
{
	uint32_t* slots; // [size] items and one, 0 is empty
	int32_t size;    // 0 or a power of two
} fw_lddb_index;

struct fw_lddb
{
	fw_lddb_def def;
	fw_lddb_block block;
	int32_t stride;         // codes of a table, with zeros up to a multiple of 8 bytes
	fw_lddb_entry* entries; // [entry_count]
	int32_t entry_count, entry_capacity;
	uint16_t** pages; // of FW_LDDB_PAGE tables
	int32_t page_count, page_capacity;
	int32_t table_count;
	uint64_t* lengths; // [length_count], by code
	int32_t length_count, length_capacity;
	fw_lddb_index by_pattern, by_codes, by_length;
};

// Makes room for so many new lengths. FW_ERR_TOO_LARGE where there are not as many codes.
fw_status fw_lddb_reserve_lengths( fw_lddb* lddb, int32_t more );
// The code of a length, a new one where it has none: needs room for it.
uint16_t fw_lddb_code( fw_lddb* lddb, uint64_t length );
// Makes room for one entry with one table.
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

// Databases as bytes; fw_lddb_save() and fw_lddb_load() only add the file. The caller gives back `size` bytes through
// the allocator.
fw_status fw_lddb_format( const fw_lddb* lddb, const fw_allocator* allocator, char** bytes, size_t* size );
// FW_ERR_SYNTAX or FW_ERR_MEMORY; memory is bounded by what the bytes hold, not by what they say.
fw_status fw_lddb_parse( const char* bytes, size_t size, const fw_allocator* allocator, fw_lddb** lddb );

#endif

// SPDX-License-Identifier: MIT
// The file format of databases, little-endian:
//
//     8 bytes  "FWLDDB\r\n"
//     7 u32    version, kind, size, corners, number of lengths, of tables, of entries
//     u64      each length [2^-52 tiles], ascending; their codes are 1, 2, ...
//     u16      each table: codes of all pairs of nodes; in the order in which the entries need them
//     2 u32    each entry: its canonical pattern, its table; ascending
//     u64      checksum of all before
//
// The same entries always give the same bytes; another order is refused.
#include "base/arena.h"
#include "base/bytes.h"
#include "base/file.h"
#include "lddb/database.h"

#include <stdlib.h>
#include <string.h>

#define VERSION 1
#define MAGIC "FWLDDB\r\n"
#define MAGIC_SIZE 8
#define HEADER_WORDS 7
#define HEADER_SIZE ( MAGIC_SIZE + 4 * HEADER_WORDS )
#define CHECKSUM_SIZE 8

static uint64_t size_of( const fw_lddb_block* block, uint64_t lengths, uint64_t tables, uint64_t entries )
{
	return HEADER_SIZE + 8 * lengths + 2 * (uint64_t)block->pairs * tables + 8 * entries + CHECKSUM_SIZE;
}

// What makes the bytes the same whatever the order was in which entries were added.
typedef struct order
{
	uint64_t* lengths; // [code_count], ascending
	uint16_t* codes;   // [code_count] in the file, by code here
	uint64_t* entries; // [entry_count] pattern above table, ascending
	uint32_t* tables;  // [table_count] in the file and one, by table here
	uint32_t* first;   // [table_count] tables here, by those in the file
	size_t code_count, entry_count, table_count;
} order;

static int compare( const void* a, const void* b )
{
	const uint64_t x = *(const uint64_t*)a;
	const uint64_t y = *(const uint64_t*)b;
	return x < y ? -1 : x > y;
}

// Room for one more than there are, since there may be none.
static bool order_alloc( order* o, fw_arena* arena, const fw_lddb* lddb )
{
	o->code_count = (size_t)lddb->length_count;
	o->entry_count = (size_t)lddb->entry_count;
	o->table_count = (size_t)lddb->table_count;
	o->lengths = fw_arena_take( arena, o->code_count, sizeof( *o->lengths ) );
	o->codes = fw_arena_take( arena, o->code_count, sizeof( *o->codes ) );
	o->entries = fw_arena_take( arena, o->entry_count + 1, sizeof( *o->entries ) );
	o->tables = fw_arena_take( arena, o->table_count + 1, sizeof( *o->tables ) );
	o->first = fw_arena_take( arena, o->table_count + 1, sizeof( *o->first ) );
	return o->lengths != NULL && o->codes != NULL && o->entries != NULL && o->tables != NULL && o->first != NULL;
}

static void order_lengths( order* o, const fw_lddb* lddb )
{
	memcpy( o->lengths, lddb->lengths, o->code_count * sizeof( *o->lengths ) );
	// The one of FW_LDDB_CODE_NONE is the longest: it goes to the end, and the others one down.
	qsort( o->lengths, o->code_count, sizeof( *o->lengths ), compare );
	for ( size_t i = 1; i < o->code_count; i++ )
	{
		const uint64_t* at = bsearch( &lddb->lengths[i], o->lengths, o->code_count, sizeof( *o->lengths ), compare );
		o->codes[i] = (uint16_t)( at - o->lengths + 1 );
	}
}

static void order_entries( order* o, const fw_lddb* lddb )
{
	for ( size_t i = 0; i < o->entry_count; i++ )
	{
		o->entries[i] = (uint64_t)lddb->entries[i].pattern << 32 | lddb->entries[i].table;
	}
	qsort( o->entries, o->entry_count, sizeof( *o->entries ), compare );
	uint32_t used = 0;
	for ( size_t i = 0; i < o->entry_count; i++ )
	{
		const uint32_t table = (uint32_t)o->entries[i];
		if ( o->tables[table] == 0 )
		{
			o->first[used++] = table;
			o->tables[table] = used;
		}
	}
	FW_ASSERT( used == o->table_count );
}

static void write_all( const fw_lddb* lddb, const order* o, char* bytes, size_t size )
{
	char* at = bytes;
	const uint64_t header[HEADER_WORDS] = {
	    VERSION,           (uint64_t)lddb->def.kind, (uint64_t)lddb->def.size, (uint64_t)lddb->def.corners,
	    o->code_count - 1, o->table_count,           o->entry_count,
	};
	memcpy( at, MAGIC, MAGIC_SIZE );
	at += MAGIC_SIZE;
	for ( int32_t i = 0; i < HEADER_WORDS; i++ )
	{
		fw_put( &at, header[i], 4 );
	}
	for ( size_t i = 0; i + 1 < o->code_count; i++ )
	{
		fw_put( &at, o->lengths[i], 8 );
	}
	for ( size_t i = 0; i < o->table_count; i++ )
	{
		const uint16_t* codes = fw_lddb_table( lddb, o->first[i] );
		for ( int32_t k = 0; k < lddb->block.pairs; k++ )
		{
			fw_put( &at, o->codes[codes[k]], 2 );
		}
	}
	for ( size_t i = 0; i < o->entry_count; i++ )
	{
		fw_put( &at, o->entries[i] >> 32, 4 );
		fw_put( &at, o->tables[(uint32_t)o->entries[i]] - 1, 4 );
	}
	fw_put( &at, fw_hash_bytes( FW_HASH_BEGIN, bytes, size - CHECKSUM_SIZE ), CHECKSUM_SIZE );
	FW_ASSERT( at == bytes + size );
}

fw_status fw_lddb_format( const fw_lddb* lddb, const fw_allocator* allocator, char** bytes, size_t* size )
{
	order o;
	fw_arena arena = { .allocator = fw_allocator_or_default( allocator ) };
	const bool ordered = order_alloc( &o, &arena, lddb );
	const size_t needed = (size_t)size_of( &lddb->block, o.code_count - 1, o.table_count, o.entry_count );
	char* made = ordered ? fw_alloc( &arena.allocator, needed, 1 ) : NULL;
	if ( made != NULL )
	{
		order_lengths( &o, lddb );
		order_entries( &o, lddb );
		write_all( lddb, &o, made, needed );
		*bytes = made;
		*size = needed;
	}
	fw_arena_free( &arena );
	return made != NULL ? FW_OK : FW_ERR_MEMORY;
}

static fw_status read_lengths( fw_lddb* lddb, const char** at, int32_t count )
{
	FW_TRY( fw_lddb_reserve_lengths( lddb, count ) );
	uint64_t before = 0;
	for ( int32_t i = 0; i < count; i++ )
	{
		const uint64_t exact = fw_get( at, 8 );
		if ( exact <= before || exact >= FW_LDDB_FAR )
		{
			return FW_ERR_SYNTAX;
		}
		before = exact;
		fw_lddb_code( lddb, exact );
	}
	return FW_OK;
}

static fw_status read_tables( fw_lddb* lddb, const char** at, uint32_t count )
{
	for ( uint32_t table = 0; table < count; table++ )
	{
		uint16_t codes[FW_LDDB_PAIRS_MAX + 3] = { 0 };
		for ( int32_t k = 0; k < lddb->block.pairs; k++ )
		{
			codes[k] = (uint16_t)fw_get( at, 2 );
			if ( codes[k] >= lddb->length_count )
			{
				return FW_ERR_SYNTAX;
			}
		}
		FW_TRY( fw_lddb_reserve( lddb ) );
		if ( fw_lddb_share_table( lddb, codes ) != table )
		{
			return FW_ERR_SYNTAX;
		}
	}
	return FW_OK;
}

static fw_status read_entries( fw_lddb* lddb, const char** at, uint32_t count )
{
	uint32_t used = 0;
	int64_t before = -1;
	for ( uint32_t i = 0; i < count; i++ )
	{
		int32_t symmetry;
		const uint32_t pattern = (uint32_t)fw_get( at, 4 );
		const uint32_t table = (uint32_t)fw_get( at, 4 );
		if ( (int64_t)pattern <= before || ( pattern & ~lddb->block.all ) != 0 || table > used ||
		     table >= (uint32_t)lddb->table_count || fw_lddb_canonical( &lddb->block, pattern, &symmetry ) != pattern )
		{
			return FW_ERR_SYNTAX;
		}
		FW_TRY( fw_lddb_reserve( lddb ) );
		before = pattern;
		used += table == used ? 1 : 0;
		fw_lddb_enter( lddb, pattern, table );
	}
	return used == (uint32_t)lddb->table_count ? FW_OK : FW_ERR_SYNTAX;
}

typedef struct header
{
	uint32_t words[HEADER_WORDS];
} header;

// The definition in a header; fw_lddb_create() then refuses what is out of range.
static fw_status read_header( const char* bytes, size_t size, header* h, fw_lddb_def* def )
{
	if ( bytes == NULL || size < HEADER_SIZE + CHECKSUM_SIZE || memcmp( bytes, MAGIC, MAGIC_SIZE ) != 0 )
	{
		return FW_ERR_SYNTAX;
	}
	const char* at = bytes + MAGIC_SIZE;
	for ( int32_t i = 0; i < HEADER_WORDS; i++ )
	{
		h->words[i] = (uint32_t)fw_get( &at, 4 );
	}
	const char* end = bytes + size - CHECKSUM_SIZE;
	if ( h->words[0] != VERSION || h->words[1] > FW_LDDB_CORNERS || h->words[2] < 2 || h->words[2] > FW_LDDB_SIZE_MAX ||
	     h->words[3] > FW_CORNERS_OPEN || h->words[4] >= FW_LDDB_LENGTHS_MAX ||
	     fw_get( &end, CHECKSUM_SIZE ) != fw_hash_bytes( FW_HASH_BEGIN, bytes, size - CHECKSUM_SIZE ) )
	{
		return FW_ERR_SYNTAX;
	}
	def->kind = (fw_lddb_kind)h->words[1];
	def->size = (int32_t)h->words[2];
	def->corners = (fw_corners)h->words[3];
	return FW_OK;
}

fw_status fw_lddb_parse( const char* bytes, size_t size, const fw_allocator* allocator, fw_lddb** lddb )
{
	header h;
	fw_lddb_def def = fw_default_lddb_def();
	def.allocator = fw_allocator_or_default( allocator );
	FW_TRY( read_header( bytes, size, &h, &def ) );
	fw_lddb* made = NULL;
	FW_TRY( fw_lddb_create( &def, &made, NULL ) );
	const char* at = bytes + HEADER_SIZE;
	fw_status status = size_of( &made->block, h.words[4], h.words[5], h.words[6] ) == size ? FW_OK : FW_ERR_SYNTAX;
	status = status != FW_OK ? status : read_lengths( made, &at, (int32_t)h.words[4] );
	status = status != FW_OK ? status : read_tables( made, &at, h.words[5] );
	status = status != FW_OK ? status : read_entries( made, &at, h.words[6] );
	if ( status != FW_OK )
	{
		fw_lddb_destroy( made );
		return status;
	}
	*lddb = made;
	return FW_OK;
}

fw_status fw_lddb_save( const fw_lddb* lddb, const char* file )
{
	if ( lddb == NULL || file == NULL )
	{
		return FW_ERR_ARGUMENT;
	}
	char* bytes;
	size_t size;
	fw_status status = fw_lddb_format( lddb, &lddb->def.allocator, &bytes, &size );
	if ( status == FW_OK )
	{
		status = fw_file_write( file, bytes, size );
		fw_free( &lddb->def.allocator, bytes, size, 1 );
	}
	return status;
}

fw_status fw_lddb_load( const char* file, const fw_allocator* allocator, fw_lddb** lddb, fw_refusal* refusal )
{
	FW_TRY( FW_CHECK_NULL( refusal, file, lddb ) );
	fw_file read;
	FW_TRY( fw_file_read( file, allocator, &read, refusal ) );
	const fw_status status = fw_lddb_parse( read.bytes, read.size, &read.allocator, lddb );
	fw_file_free( &read );
	return fw_refuse_file( refusal, status );
}

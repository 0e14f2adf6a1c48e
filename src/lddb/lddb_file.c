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
#define LETTERS "FWLDDB\r\n"

// What makes the bytes the same whatever the order was in which entries were added.
typedef struct order
{
	const fw_lddb* lddb;
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
	*o = ( order ){
	    .lddb = lddb,
	    .code_count = (size_t)lddb->length_count,
	    .entry_count = (size_t)lddb->entry_count,
	    .table_count = (size_t)lddb->table_count,
	};
	o->lengths = fw_arena_take( arena, o->code_count, sizeof( *o->lengths ) );
	o->codes = fw_arena_take( arena, o->code_count, sizeof( *o->codes ) );
	o->entries = fw_arena_take( arena, o->entry_count + 1, sizeof( *o->entries ) );
	o->tables = fw_arena_take( arena, o->table_count + 1, sizeof( *o->tables ) );
	o->first = fw_arena_take( arena, o->table_count + 1, sizeof( *o->first ) );
	return o->lengths != NULL && o->codes != NULL && o->entries != NULL && o->tables != NULL && o->first != NULL;
}

static void order_lengths( order* o )
{
	const uint64_t* lengths = o->lddb->lengths;
	memcpy( o->lengths, lengths, o->code_count * sizeof( *o->lengths ) );
	// The one of FW_LDDB_CODE_NONE is the longest: it goes to the end, and the others one down.
	qsort( o->lengths, o->code_count, sizeof( *o->lengths ), compare );
	for ( size_t i = 1; i < o->code_count; i++ )
	{
		const uint64_t* at = bsearch( &lengths[i], o->lengths, o->code_count, sizeof( *o->lengths ), compare );
		o->codes[i] = (uint16_t)( at - o->lengths + 1 );
	}
}

static void order_entries( order* o )
{
	for ( size_t i = 0; i < o->entry_count; i++ )
	{
		const fw_lddb_entry entry = o->lddb->entries[i];
		o->entries[i] = (uint64_t)entry.pattern << 32 | entry.table;
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

// How many of each there are in a file.
typedef struct counts
{
	uint32_t lengths, tables, entries;
} counts;

// fw_lddb_create() then refuses a size that is out of range.
static void pass_header( fw_bytes* io, fw_lddb_def* def, counts* count )
{
	def->kind = (fw_lddb_kind)fw_pass( io, (uint64_t)def->kind, 4, FW_LDDB_CORNERS );
	def->size = (int32_t)fw_pass( io, (uint64_t)def->size, 4, FW_LDDB_SIZE_MAX );
	def->corners = (fw_corners)fw_pass( io, (uint64_t)def->corners, 4, FW_CORNERS_OPEN );
	count->lengths = (uint32_t)fw_pass( io, count->lengths, 4, FW_LDDB_LENGTHS_MAX - 1 );
	count->tables = (uint32_t)fw_pass( io, count->tables, 4, UINT32_MAX );
	count->entries = (uint32_t)fw_pass( io, count->entries, 4, UINT32_MAX );
}

static void write_all( fw_bytes* io, const void* context )
{
	const order* o = context;
	fw_lddb_def def = o->lddb->def;
	counts count = { (uint32_t)o->code_count - 1, (uint32_t)o->table_count, (uint32_t)o->entry_count };
	pass_header( io, &def, &count );
	for ( uint32_t i = 0; i < count.lengths; i++ )
	{
		fw_pass( io, o->lengths[i], 8, FW_LDDB_FAR );
	}
	for ( uint32_t i = 0; i < count.tables; i++ )
	{
		const uint16_t* codes = fw_lddb_table( o->lddb, o->first[i] );
		for ( int32_t k = 0; k < o->lddb->block.pairs; k++ )
		{
			fw_pass( io, o->codes[codes[k]], 2, UINT16_MAX );
		}
	}
	for ( uint32_t i = 0; i < count.entries; i++ )
	{
		fw_pass( io, o->entries[i] >> 32, 4, UINT32_MAX );
		fw_pass( io, o->tables[(uint32_t)o->entries[i]] - 1, 4, UINT32_MAX );
	}
}

fw_status fw_lddb_format( const fw_lddb* lddb, const fw_allocator* allocator, char** bytes, size_t* size )
{
	order o;
	const fw_allocator memory = fw_allocator_or_default( allocator );
	fw_arena arena = { .allocator = memory };
	fw_status status = order_alloc( &o, &arena, lddb ) ? FW_OK : FW_ERR_MEMORY;
	if ( status == FW_OK )
	{
		order_lengths( &o );
		order_entries( &o );
		status = fw_bytes_write( &memory, LETTERS, VERSION, write_all, &o, bytes, size );
	}
	fw_arena_free( &arena );
	return status;
}

static fw_status read_lengths( fw_bytes* io, fw_lddb* lddb, uint32_t count )
{
	if ( count > ( io->size - io->at ) / 8 )
	{
		io->ok = false;
		return FW_OK;
	}
	FW_TRY( fw_lddb_reserve_lengths( lddb, (int32_t)count ) );
	uint64_t before = 0;
	for ( uint32_t i = 0; i < count && io->ok; i++ )
	{
		const uint64_t length = fw_pass( io, 0, 8, FW_LDDB_FAR - 1 );
		io->ok = io->ok && length > before;
		before = length;
		fw_lddb_code( lddb, length );
	}
	return FW_OK;
}

static fw_status read_tables( fw_bytes* io, fw_lddb* lddb, uint32_t count )
{
	for ( uint32_t table = 0; table < count && io->ok; table++ )
	{
		uint16_t codes[FW_LDDB_PAIRS_MAX + 3] = { 0 };
		for ( int32_t k = 0; k < lddb->block.pairs; k++ )
		{
			codes[k] = (uint16_t)fw_pass( io, 0, 2, (uint64_t)lddb->length_count - 1 );
		}
		FW_TRY( fw_lddb_reserve( lddb ) );
		io->ok = io->ok && fw_lddb_share_table( lddb, codes ) == table;
	}
	return FW_OK;
}

static fw_status read_entries( fw_bytes* io, fw_lddb* lddb, uint32_t count )
{
	uint32_t used = 0;
	int64_t before = -1;
	for ( uint32_t i = 0; i < count && io->ok; i++ )
	{
		int32_t symmetry;
		const uint32_t pattern = (uint32_t)fw_pass( io, 0, 4, lddb->block.all );
		const uint32_t table = (uint32_t)fw_pass( io, 0, 4, used );
		FW_TRY( fw_lddb_reserve( lddb ) );
		io->ok = io->ok && (int64_t)pattern > before && table < (uint32_t)lddb->table_count &&
		         fw_lddb_canonical( &lddb->block, pattern, &symmetry ) == pattern;
		if ( io->ok )
		{
			before = pattern;
			used += table == used ? 1 : 0;
			fw_lddb_enter( lddb, pattern, table );
		}
	}
	io->ok = io->ok && used == (uint32_t)lddb->table_count;
	return FW_OK;
}

fw_status fw_lddb_parse( const char* bytes, size_t size, const fw_allocator* allocator, fw_lddb** lddb )
{
	fw_bytes io = fw_bytes_read( bytes, size, LETTERS, VERSION );
	fw_lddb_def def = fw_default_lddb_def();
	def.allocator = fw_allocator_or_default( allocator );
	counts count = { 0 };
	pass_header( &io, &def, &count );
	fw_lddb* made = NULL;
	fw_status status = io.ok ? fw_lddb_create( &def, &made, NULL ) : FW_ERR_SYNTAX;
	status = status == FW_OK ? read_lengths( &io, made, count.lengths ) : status;
	status = status == FW_OK ? read_tables( &io, made, count.tables ) : status;
	status = status == FW_OK ? read_entries( &io, made, count.entries ) : status;
	status = status == FW_OK && !( io.ok && io.at == io.size ) ? FW_ERR_SYNTAX : status;
	if ( status != FW_OK )
	{
		fw_lddb_destroy( made );
		return status == FW_ERR_ARGUMENT ? FW_ERR_SYNTAX : status;
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
	FW_TRY( fw_lddb_format( lddb, &lddb->def.allocator, &bytes, &size ) );
	return fw_file_write( file, &lddb->def.allocator, bytes, size );
}

fw_status fw_lddb_load( const char* file, const fw_allocator* allocator, fw_lddb** lddb, fw_refusal* refusal )
{
	FW_TRY( FW_CHECK_NULL( refusal, file, lddb ) );
	fw_file read;
	FW_TRY( fw_file_read( file, allocator, &read, refusal ) );
	const fw_status status = fw_lddb_parse( read.bytes, read.size, &read.allocator, lddb );
	(void)fw_bytes_refuse( refusal, status, "file", read.bytes, read.size, LETTERS, VERSION, read.size );
	fw_file_free( &read );
	return status;
}

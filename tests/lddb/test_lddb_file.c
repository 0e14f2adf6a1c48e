// SPDX-License-Identifier: MIT
// Databases as files: the same entries give the same bytes, reading gives all of them back, and nothing else is
// accepted. Memory that runs out at every single allocation, and mistakes of callers.
#include "base/bytes.h"
#include "fairway/lddb.h"
#include "lddb/database.h"
#include "support.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define TEMPORARY "test_lddb_file.tmp"
#define HEADER_SIZE 36
#define LENGTHS_AT 24 // in the header
#define TABLES_AT 28
#define ENTRIES_AT 32

typedef struct bytes
{
	char* data;
	size_t size;
} bytes;

static fw_lddb* make( fw_lddb_kind kind, int32_t size )
{
	fw_lddb_def def = fw_default_lddb_def();
	def.kind = kind;
	def.size = size;
	fw_lddb* lddb = NULL;
	assert_int_equal( fw_lddb_create( &def, &lddb, NULL ), FW_OK );
	return lddb;
}

static bytes format( const fw_lddb* lddb )
{
	bytes b;
	assert_int_equal( fw_lddb_format( lddb, NULL, &b.data, &b.size ), FW_OK );
	return b;
}

static void check_same_bytes( const bytes* a, const bytes* b )
{
	assert_int_equal( a->size, b->size );
	assert_memory_equal( a->data, b->data, a->size );
}

static void check_same_distances( const fw_lddb* a, const fw_lddb* b, uint32_t pattern )
{
	double d[FW_LDDB_NODES_MAX * FW_LDDB_NODES_MAX], e[FW_LDDB_NODES_MAX * FW_LDDB_NODES_MAX];
	const size_t count = (size_t)( a->block.nodes * a->block.nodes );
	const fw_status status = fw_lddb_distances( a, pattern, d );
	assert_int_equal( fw_lddb_distances( b, pattern, e ), status );
	if ( status == FW_OK )
	{
		assert_memory_equal( d, e, count * sizeof( double ) );
	}
}

static void the_order_does_not_matter( void** state )
{
	(void)state;
	for ( int32_t kind = 0; kind < 3; kind++ )
	{
		for ( int32_t size = 2; size <= 5; size++ )
		{
			test_random random = test_random_make( (uint64_t)( kind * 10 + size ) );
			uint32_t patterns[300];
			const uint32_t all = ( 1u << size * size ) - 1u;
			fw_lddb* forward = make( (fw_lddb_kind)kind, size );
			fw_lddb* backward = make( (fw_lddb_kind)kind, size );
			for ( int32_t i = 0; i < 300; i++ )
			{
				patterns[i] = (uint32_t)( test_random_next( &random ) >> 32 ) & all;
				patterns[i] &= i % 2 == 0 ? all : (uint32_t)( test_random_next( &random ) >> 32 );
				assert_int_equal( fw_lddb_add( forward, patterns[i] ), FW_OK );
			}
			for ( int32_t i = 300; i-- > 0; )
			{
				assert_int_equal( fw_lddb_add( backward, patterns[i] ), FW_OK );
			}
			const bytes a = format( forward ), b = format( backward );
			check_same_bytes( &a, &b );
			free( a.data );
			free( b.data );
			fw_lddb_destroy( forward );
			fw_lddb_destroy( backward );
		}
	}
}

static void round_trip( const fw_lddb* lddb )
{
	const bytes a = format( lddb );
	fw_lddb* again = NULL;
	assert_int_equal( fw_lddb_parse( a.data, a.size, NULL, &again ), FW_OK );
	const fw_lddb_def *old = fw_lddb_definition( lddb ), *def = fw_lddb_definition( again );
	assert_true( def->kind == old->kind && def->size == old->size && def->corners == old->corners );
	assert_int_equal( fw_lddb_entries( again ), fw_lddb_entries( lddb ) );
	const uint32_t step = test_every( 1 ) == 1 ? 1u : 53u; // odd: every tile is blocked and free
	for ( uint32_t pattern = 0; pattern < 1u << 16; pattern += pattern < 1u << 9 ? 1u : step )
	{
		check_same_distances( lddb, again, pattern );
	}
	const bytes b = format( again );
	check_same_bytes( &a, &b );
	// More entries can be added to it.
	assert_int_equal( fw_lddb_add( again, 5 ), FW_OK );
	assert_int_equal( fw_lddb_add( again, 6 ), FW_OK );
	fw_lddb_destroy( again );
	free( a.data );
	free( b.data );
}

static void everything_comes_back( void** state )
{
	(void)state;
	for ( int32_t kind = 0; kind < 3; kind++ )
	{
		for ( int32_t size = 2; size <= 5; size++ )
		{
			fw_lddb* lddb = make( (fw_lddb_kind)kind, size );
			round_trip( lddb );
			assert_int_equal( fw_lddb_add( lddb, 5 ), FW_OK );
			round_trip( lddb );
			assert_int_equal( fw_lddb_fill( lddb, NULL ), size < 5 ? FW_OK : FW_ERR_TOO_LARGE );
			round_trip( lddb );
			fw_lddb_destroy( lddb );
		}
	}
}

// Files are the same on all machines: these are the checksums at their ends.
static void the_same_bytes_everywhere( void** state )
{
	(void)state;
	const uint64_t sums[3] = { 0x1262A7337DE215EFu, 0x72E602566E5B279Au, 0xE71F6C85FA116B96u };
	for ( int32_t kind = 0; kind < 3; kind++ )
	{
		fw_lddb* lddb = make( (fw_lddb_kind)kind, 4 );
		assert_int_equal( fw_lddb_fill( lddb, NULL ), FW_OK );
		const bytes a = format( lddb );
		const uint64_t sum = fw_hash_bytes( FW_HASH_BEGIN, a.data, a.size - 8 );
		for ( int32_t i = 0; i < 8; i++ )
		{
			assert_int_equal( (uint8_t)a.data[a.size - 8 + (size_t)i], sum >> 8 * i & 0xFFu );
		}
		if ( sum != sums[kind] )
		{
			print_error( "kind %d: 0x%016llX\n", (int)kind, (unsigned long long)sum );
		}
		assert_true( sum == sums[kind] );
		free( a.data );
		fw_lddb_destroy( lddb );
	}
}

static void check_refused( const bytes* b )
{
	test_memory memory = test_memory_make();
	const fw_allocator allocator = test_memory_allocator( &memory );
	fw_lddb* lddb = NULL;
	assert_int_equal( fw_lddb_parse( b->data, b->size, &allocator, &lddb ), FW_ERR_SYNTAX );
	assert_null( lddb );
	test_memory_check_empty( &memory );
}

static bytes small_file( void )
{
	fw_lddb* lddb = make( FW_LDDB_CORNERS, 2 );
	assert_int_equal( fw_lddb_fill( lddb, NULL ), FW_OK );
	const bytes b = format( lddb );
	fw_lddb_destroy( lddb );
	return b;
}

static void changed_and_cut_files( void** state )
{
	(void)state;
	bytes b = small_file();
	const size_t whole = b.size;
	for ( b.size = 0; b.size < whole; b.size++ )
	{
		check_refused( &b );
	}
	for ( size_t i = 0; i < 8 * whole; i++ )
	{
		b.data[i / 8] = (char)( b.data[i / 8] ^ 1 << i % 8 );
		check_refused( &b );
		b.data[i / 8] = (char)( b.data[i / 8] ^ 1 << i % 8 );
	}
	char* longer = malloc( whole + 1 );
	assert_non_null( longer );
	memcpy( longer, b.data, whole );
	longer[whole] = 0;
	check_refused( &( bytes ){ longer, whole + 1 } );
	check_refused( &( bytes ){ NULL, 0 } );
	free( longer );
	free( b.data );
}

static uint32_t word_at( const bytes* b, size_t at )
{
	uint32_t word = 0;
	for ( int32_t i = 3; i >= 0; i-- )
	{
		word = word << 8 | (uint8_t)b->data[at + (size_t)i];
	}
	return word;
}

static void write_at( bytes* b, size_t at, uint64_t value, int32_t count )
{
	for ( int32_t i = 0; i < count; i++ )
	{
		b->data[at + (size_t)i] = (char)(uint8_t)( value >> 8 * i );
	}
}

// With a checksum that is correct again.
static void check_change( bytes* b, size_t at, uint64_t value, int32_t count )
{
	char saved[8], sum[8];
	memcpy( saved, b->data + at, (size_t)count );
	memcpy( sum, b->data + b->size - 8, 8 );
	write_at( b, at, value, count );
	write_at( b, b->size - 8, fw_hash_bytes( FW_HASH_BEGIN, b->data, b->size - 8 ), 8 );
	check_refused( b );
	memcpy( b->data + at, saved, (size_t)count );
	memcpy( b->data + b->size - 8, sum, 8 );
}

static void wrong_headers( void** state )
{
	(void)state;
	bytes b = small_file();
	check_change( &b, 0, 'f', 1 );
	check_change( &b, 8, 2, 4 );           // version
	check_change( &b, 12, 3, 4 );          // kind
	check_change( &b, 16, 1, 4 );          // size
	check_change( &b, 16, 6, 4 );          // size
	check_change( &b, 16, 3, 4 );          // not that of the tables
	check_change( &b, 16, UINT32_MAX, 4 ); // size
	check_change( &b, 20, 2, 4 );          // corners
	for ( size_t at = LENGTHS_AT; at <= ENTRIES_AT; at += 4 )
	{
		const uint32_t count = word_at( &b, at );
		check_change( &b, at, count + 1, 4 );
		check_change( &b, at, count - 1, 4 );
		check_change( &b, at, 0, 4 );
		check_change( &b, at, UINT32_MAX, 4 );
		check_change( &b, at, (uint64_t)1 << 31, 4 );
	}
	free( b.data );
}

// Contents that no saved file has.
static void wrong_contents( void** state )
{
	(void)state;
	bytes b = small_file();
	const uint32_t lengths = word_at( &b, LENGTHS_AT ), tables = word_at( &b, TABLES_AT );
	const uint32_t entries = word_at( &b, ENTRIES_AT );
	const size_t table_size = 2 * 28;
	const size_t tables_at = HEADER_SIZE + 8 * lengths, entries_at = tables_at + table_size * tables;
	assert_true( lengths > 2 && tables > 2 && entries > 2 );
	check_change( &b, HEADER_SIZE, 0, 8 );                                   // no length
	check_change( &b, HEADER_SIZE + 8, (uint64_t)1 << 52, 8 );               // twice
	check_change( &b, HEADER_SIZE + 8 * ( lengths - 1 ), 5, 8 );             // not ascending
	check_change( &b, HEADER_SIZE + 8 * ( lengths - 1 ), UINT64_MAX, 8 );    // endless
	check_change( &b, tables_at, lengths + 1, 2 );                           // no such code
	check_change( &b, tables_at, 0xFFFF, 2 );                                // no such code
	check_change( &b, entries_at, 1, 4 );                                    // twice and not ascending
	check_change( &b, entries_at + 8 * ( entries - 1 ), 16, 4 );             // no such tile
	check_change( &b, entries_at + 8 * ( entries - 1 ), 14, 4 );             // not canonical
	check_change( &b, entries_at + 8 * ( entries - 1 ) + 4, tables, 4 );     // no such table
	check_change( &b, entries_at + 4, 1, 4 );                                // not the first table
	check_change( &b, entries_at + 8 * ( entries - 1 ) + 4, tables - 2, 4 ); // a table without entry
	char* first = b.data + tables_at;
	char* second = first + table_size;
	char saved[2 * 28];
	memcpy( saved, second, table_size );
	memcpy( second, first, table_size ); // two tables that are the same
	check_change( &b, 8, 1, 4 );
	memcpy( second, saved, table_size );
	// The last table is made equal to the first, and its entry no longer needs it.
	const size_t last = entries_at + 8 * ( entries - 1 ) + 4;
	char* end = first + table_size * ( tables - 1 );
	assert_int_equal( word_at( &b, last ), tables - 1 );
	memcpy( saved, end, table_size );
	memcpy( end, first, table_size );
	check_change( &b, last, 0, 4 );
	memcpy( end, saved, table_size );
	fw_lddb* lddb = NULL;
	assert_int_equal( fw_lddb_parse( b.data, b.size, NULL, &lddb ), FW_OK );
	fw_lddb_destroy( lddb );
	free( b.data );
}

// Each table exists and is needed, but the second one comes first.
static void tables_in_another_order( void** state )
{
	(void)state;
	fw_lddb* lddb = make( FW_LDDB_TILES4, 2 );
	assert_int_equal( fw_lddb_fill( lddb, NULL ), FW_OK );
	bytes b = format( lddb );
	const uint32_t tables[6] = { 1, 0, 1, 2, 3, 3 };
	assert_true( word_at( &b, TABLES_AT ) == 4 && word_at( &b, ENTRIES_AT ) == 6 );
	for ( size_t i = 0; i < 6; i++ )
	{
		write_at( &b, b.size - 8 - 8 * ( 6 - i ) + 4, tables[i], 4 );
	}
	check_change( &b, 8, 1, 4 );
	free( b.data );
	fw_lddb_destroy( lddb );
}

// Codes may run out in a file that was made for that purpose.
static void as_many_lengths_as_there_are_codes( void** state )
{
	(void)state;
	fw_lddb* lddb = make( FW_LDDB_CORNERS, 2 );
	const bytes empty = format( lddb );
	fw_lddb_destroy( lddb );
	const uint32_t lengths = UINT16_MAX;
	bytes b = { NULL, HEADER_SIZE + 8 * (size_t)lengths + 8 };
	b.data = malloc( b.size );
	assert_non_null( b.data );
	memcpy( b.data, empty.data, HEADER_SIZE );
	write_at( &b, LENGTHS_AT, lengths, 4 );
	for ( uint32_t i = 0; i < lengths; i++ )
	{
		write_at( &b, HEADER_SIZE + 8 * (size_t)i, i + 1, 8 );
	}
	write_at( &b, b.size - 8, fw_hash_bytes( FW_HASH_BEGIN, b.data, b.size - 8 ), 8 );
	assert_int_equal( fw_lddb_parse( b.data, b.size, NULL, &lddb ), FW_OK );
	const bytes again = format( lddb );
	check_same_bytes( &b, &again );
	assert_int_equal( fw_lddb_add( lddb, 1 ), FW_ERR_TOO_LARGE );
	assert_int_equal( fw_lddb_entries( lddb ), 0 );
	assert_false( fw_lddb_has( lddb, 1 ) );
	assert_int_equal( fw_lddb_fill( lddb, NULL ), FW_OK ); // makes all entries anew
	assert_int_equal( fw_lddb_entries( lddb ), 6 );
	fw_lddb_destroy( lddb );
	free( again.data );
	free( empty.data );
	free( b.data );
}

static void files( void** state )
{
	(void)state;
	fw_lddb* lddb = make( FW_LDDB_CORNERS, 4 );
	assert_int_equal( fw_lddb_add( lddb, 1234 ), FW_OK );
	assert_int_equal( fw_lddb_save( lddb, TEMPORARY ), FW_OK );
	fw_lddb* again = NULL;
	assert_int_equal( fw_lddb_load( TEMPORARY, NULL, &again, NULL ), FW_OK );
	check_same_distances( lddb, again, 1234 );
	fw_lddb_destroy( again );
	again = NULL;
	assert_int_equal( fw_lddb_load( TEMPORARY, NULL, NULL, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_lddb_load( NULL, NULL, &again, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_lddb_save( NULL, TEMPORARY ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_lddb_save( lddb, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_lddb_save( lddb, "/nowhere/at/all" ), FW_ERR_IO );
	FILE* stream = fopen( TEMPORARY, "ab" );
	assert_non_null( stream );
	fputc( 'x', stream );
	fclose( stream );
	assert_int_equal( fw_lddb_load( TEMPORARY, NULL, &again, NULL ), FW_ERR_SYNTAX );
	remove( TEMPORARY );
	assert_int_equal( fw_lddb_load( TEMPORARY, NULL, &again, NULL ), FW_ERR_IO );
	assert_null( again );
	fw_lddb_destroy( lddb );
}

static fw_status make_with( const fw_allocator* allocator, int32_t kind, int32_t size, fw_lddb** lddb )
{
	fw_lddb_def def = fw_default_lddb_def();
	def.allocator = *allocator;
	def.kind = (fw_lddb_kind)kind;
	def.size = size;
	return fw_lddb_create( &def, lddb, NULL );
}

// Adds entries until the tables have grown several times.
static void memory_for_adding( void** state )
{
	(void)state;
	for ( int32_t variant = 0; variant < 6; variant++ )
	{
		test_memory memory = test_memory_make();
		const fw_allocator allocator = test_memory_allocator( &memory );
		fw_status status = FW_ERR_MEMORY;
		int64_t n = 0;
		for ( ; status != FW_OK; n++ )
		{
			fw_lddb* lddb = NULL;
			test_memory_fail_in( &memory, n, variant >= 3 );
			status = make_with( &allocator, variant % 3, 4, &lddb );
			assert_int_equal( lddb != NULL, status == FW_OK );
			for ( uint32_t pattern = 0; status == FW_OK && pattern < 400; pattern++ )
			{
				const int32_t entries = fw_lddb_entries( lddb );
				const bool known = fw_lddb_has( lddb, pattern );
				status = fw_lddb_add( lddb, pattern );
				assert_int_equal( fw_lddb_has( lddb, pattern ), known || status == FW_OK );
				assert_int_equal( fw_lddb_entries( lddb ), entries + ( status == FW_OK && !known ) );
				assert_int_equal( fw_lddb_memory( lddb ), memory.bytes );
				if ( status != FW_OK )
				{
					test_memory_fail_never( &memory );
					assert_int_equal( fw_lddb_add( lddb, pattern ), FW_OK );
					assert_true( fw_lddb_has( lddb, pattern ) );
				}
			}
			assert_true( status == FW_OK || status == FW_ERR_MEMORY );
			fw_lddb_destroy( lddb );
			test_memory_check_empty( &memory );
		}
		assert_true( n > 10 );
	}
}

static void memory_for_filling( void** state )
{
	(void)state;
	for ( int32_t variant = 0; variant < 6; variant++ )
	{
		test_memory memory = test_memory_make();
		const fw_allocator allocator = test_memory_allocator( &memory );
		fw_lddb* lddb = NULL;
		assert_int_equal( make_with( &allocator, variant % 3, 4, &lddb ), FW_OK );
		assert_int_equal( fw_lddb_add( lddb, 77 ), FW_OK );
		fw_status status = FW_ERR_MEMORY;
		// Filling takes long; the sample divides the allocations among the variants.
		const int32_t step = test_every( 1 ) == 1 ? 1 : 11;
		int64_t n = variant % step;
		for ( ; status != FW_OK; n += step )
		{
			const size_t before = memory.bytes;
			test_memory_fail_in( &memory, n, variant >= 3 );
			status = fw_lddb_fill( lddb, NULL );
			if ( status != FW_OK )
			{
				assert_int_equal( status, FW_ERR_MEMORY );
				assert_int_equal( fw_lddb_entries( lddb ), 1 );
				assert_int_equal( memory.bytes, before );
			}
			assert_int_equal( fw_lddb_memory( lddb ), memory.bytes );
		}
		assert_int_equal( fw_lddb_entries( lddb ), 8548 );
		assert_true( n > 10 );
		fw_lddb_destroy( lddb );
		test_memory_check_empty( &memory );
	}
}

static void memory_for_files( void** state )
{
	(void)state;
	for ( int32_t variant = 0; variant < 6; variant++ )
	{
		test_memory memory = test_memory_make();
		const fw_allocator allocator = test_memory_allocator( &memory );
		fw_lddb* lddb = NULL;
		assert_int_equal( make_with( &allocator, variant % 3, 3, &lddb ), FW_OK );
		assert_int_equal( fw_lddb_fill( lddb, NULL ), FW_OK );
		const size_t before = memory.bytes;
		fw_status status = FW_ERR_MEMORY;
		int64_t n = 0;
		for ( ; status != FW_OK; n++ )
		{
			test_memory_fail_in( &memory, n, variant >= 3 );
			status = fw_lddb_save( lddb, TEMPORARY );
			assert_true( status == FW_OK || status == FW_ERR_MEMORY );
			assert_int_equal( memory.bytes, before );
		}
		assert_true( n > 2 );
		status = FW_ERR_MEMORY;
		for ( n = 0; status != FW_OK; n++ )
		{
			fw_lddb* again = NULL;
			test_memory_fail_in( &memory, n, variant >= 3 );
			status = fw_lddb_load( TEMPORARY, &allocator, &again, NULL );
			assert_true( status == FW_OK || status == FW_ERR_MEMORY );
			assert_int_equal( again != NULL, status == FW_OK );
			fw_lddb_destroy( again );
			assert_int_equal( memory.bytes, before );
		}
		assert_true( n > 8 );
		test_memory_fail_never( &memory );
		fw_lddb_destroy( lddb );
		test_memory_check_empty( &memory );
	}
	remove( TEMPORARY );
}

static void mistakes_of_callers( void** state )
{
	(void)state;
	fw_lddb* lddb = NULL;
	fw_lddb_def def = fw_default_lddb_def();
	assert_int_equal( fw_lddb_create( NULL, &lddb, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_lddb_create( &def, NULL, NULL ), FW_ERR_ARGUMENT );
	def.cookie = 0;
	assert_int_equal( fw_lddb_create( &def, &lddb, NULL ), FW_ERR_DEF );
	for ( int32_t i = 0; i < 6; i++ )
	{
		def = fw_default_lddb_def();
		def.size = i == 0 ? 1 : i == 1 ? 6 : 4;
		def.kind = (fw_lddb_kind)( i == 2 ? 3 : i == 3 ? -1 : 2 );
		def.corners = (fw_corners)( i == 4 ? 2 : i == 5 ? -1 : 0 );
		assert_int_equal( fw_lddb_create( &def, &lddb, NULL ), FW_ERR_ARGUMENT );
	}
	assert_null( lddb );
	lddb = make( FW_LDDB_CORNERS, 3 );
	double distances[FW_LDDB_NODES_MAX * FW_LDDB_NODES_MAX];
	assert_int_equal( fw_lddb_entries( lddb ), 0 );
	assert_int_equal( fw_lddb_distances( lddb, 0, distances ), FW_ERR_UNKNOWN );
	assert_int_equal( fw_lddb_add( lddb, 1u << 9 ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_lddb_add( NULL, 0 ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_lddb_fill( NULL, NULL ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_lddb_add( lddb, 2 ), FW_OK );
	assert_false( fw_lddb_has( lddb, 1 ) );
	assert_true( fw_lddb_has( lddb, 1u << 7 ) );
	assert_false( fw_lddb_has( lddb, 1u << 9 | 2 ) );
	assert_int_equal( fw_lddb_distances( lddb, 1, distances ), FW_ERR_UNKNOWN );
	assert_int_equal( fw_lddb_distances( lddb, 1u << 9, distances ), FW_ERR_ARGUMENT );
	assert_int_equal( fw_lddb_distances( lddb, 2, NULL ), FW_ERR_ARGUMENT );
	fw_lddb_destroy( lddb );
	fw_lddb_destroy( NULL );
	lddb = make( FW_LDDB_CORNERS, 5 );
	assert_int_equal( fw_lddb_fill( lddb, NULL ), FW_ERR_TOO_LARGE );
	fw_lddb_destroy( lddb );
}

int run_test_lddb_file( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( the_order_does_not_matter ),
	    cmocka_unit_test( everything_comes_back ),
	    cmocka_unit_test( the_same_bytes_everywhere ),
	    cmocka_unit_test( changed_and_cut_files ),
	    cmocka_unit_test( wrong_headers ),
	    cmocka_unit_test( wrong_contents ),
	    cmocka_unit_test( tables_in_another_order ),
	    cmocka_unit_test( as_many_lengths_as_there_are_codes ),
	    cmocka_unit_test( files ),
	    cmocka_unit_test( memory_for_adding ),
	    cmocka_unit_test( memory_for_filling ),
	    cmocka_unit_test( memory_for_files ),
	    cmocka_unit_test( mistakes_of_callers ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

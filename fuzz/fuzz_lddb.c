// SPDX-License-Identifier: MIT
// Files of local distance databases: any bytes are refused, or writing what was read gives the same bytes; what was
// read answers any query. The checksum is corrected first, or nothing would get past it.
#include "base/bytes.h"
#include "fuzz_check.h"
#include "lddb/database.h"

#include <math.h>

static void check_questions( const fw_lddb* lddb, uint32_t pattern )
{
	const int32_t nodes = lddb->block.nodes;
	const int32_t w = lddb->block.side + 1;
	double distances[FW_LDDB_NODES_MAX * FW_LDDB_NODES_MAX];
	fw_vec2 bends[FW_LDDB_BENDS_MAX];
	const fw_status status = fw_lddb_distances( lddb, pattern, distances );
	CHECK( ( status == FW_OK ) == fw_lddb_has( lddb, pattern ) );
	for ( int32_t i = 0; status == FW_OK && i < nodes * nodes; i++ )
	{
		CHECK( distances[i] >= 0.0 );
		CHECK( distances[i] == distances[i % nodes * nodes + i / nodes] );
		const int32_t a = lddb->block.point_of[i / nodes];
		const int32_t b = lddb->block.point_of[i % nodes];
		const int32_t count = fw_lddb_bends_between( lddb, pattern, a % w, a / w, b % w, b / w, bends );
		CHECK( count >= -1 && count <= FW_LDDB_BENDS_MAX );
	}
}

static void check_read( fw_lddb* lddb, const char* bytes, size_t size )
{
	char* again = NULL;
	size_t again_size = 0;
	CHECK( fw_lddb_format( lddb, NULL, &again, &again_size ) == FW_OK );
	CHECK( again_size == size && memcmp( again, bytes, size ) == 0 );
	free( again );
	const int32_t size_of_block = fw_lddb_definition( lddb )->size;
	for ( uint32_t i = 0; i < 64; i++ )
	{
		check_questions( lddb, ( i * 2654435761u >> 3 ) & ( ( 1u << size_of_block * size_of_block ) - 1u ) );
	}
	check_questions( lddb, 0 );
	const fw_status status = fw_lddb_add( lddb, 1 );
	CHECK( status == FW_OK || status == FW_ERR_TOO_LARGE );
	check_questions( lddb, 1 );
}

int LLVMFuzzerTestOneInput( const uint8_t* data, size_t size )
{
	ledger book = { 0 };
	const fw_allocator allocator = ledger_allocator( &book );
	char* bytes = malloc( size + 1 );
	CHECK( bytes != NULL );
	if ( size > 0 )
	{
		memcpy( bytes, data, size );
	}
	for ( size_t i = 0; size >= 8 && i < 8; i++ )
	{
		bytes[size - 8 + i] = (char)(uint8_t)( fw_hash_bytes( FW_HASH_BEGIN, bytes, size - 8 ) >> 8 * i );
	}
	fw_lddb* lddb = NULL;
	const fw_status status = fw_lddb_parse( bytes, size, &allocator, &lddb );
	CHECK( status == FW_OK || status == FW_ERR_SYNTAX );
	CHECK( ( lddb != NULL ) == ( status == FW_OK ) );
	CHECK( book.peak <= 32 * size + 131072 );
	if ( status == FW_OK )
	{
		check_read( lddb, bytes, size );
	}
	fw_lddb_destroy( lddb );
	CHECK( book.live == 0 );
	free( bytes );
	return 0;
}

// SPDX-License-Identifier: MIT
// What all files of numbers have in common: letters, a version, and a checksum at the end.
#include "base/bytes.h"

#include <string.h>

#define LETTERS 8
#define CHECKSUM 8

size_t fw_bytes_count( fw_bytes_format* format, const void* context )
{
	fw_bytes io = { .at = LETTERS + 4, .ok = true };
	format( &io, context );
	return io.at + CHECKSUM;
}

void fw_bytes_fill( char* to, const char* letters, uint32_t version, fw_bytes_format* format, const void* context )
{
	fw_bytes io = { .to = to, .at = LETTERS, .ok = true };
	memcpy( to, letters, LETTERS );
	fw_pass( &io, version, 4, version );
	format( &io, context );
	fw_pass( &io, fw_hash_bytes( FW_HASH_BEGIN, to, io.at ), CHECKSUM, UINT64_MAX );
}

fw_status fw_bytes_write( const fw_allocator* allocator, const char* letters, uint32_t version, fw_bytes_format* format,
                          const void* context, char** bytes, size_t* size )
{
	const size_t needed = fw_bytes_count( format, context );
	char* made = fw_alloc( allocator, needed, 1 );
	FW_TRY( made != NULL ? FW_OK : FW_ERR_MEMORY );
	fw_bytes_fill( made, letters, version, format, context );
	*bytes = made;
	*size = needed;
	return FW_OK;
}

fw_bytes fw_bytes_read( const char* bytes, size_t size, const char* letters, uint32_t version )
{
	fw_bytes io = { .from = bytes, .at = LETTERS, .size = LETTERS };
	if ( bytes != NULL && size >= LETTERS + 4 + CHECKSUM )
	{
		const char* end = bytes + size - CHECKSUM;
		io.size = size - CHECKSUM;
		io.ok = memcmp( bytes, letters, LETTERS ) == 0 &&
		        fw_get( &end, CHECKSUM ) == fw_hash_bytes( FW_HASH_BEGIN, bytes, io.size );
		io.ok = fw_pass( &io, 0, 4, UINT32_MAX ) == version && io.ok;
	}
	return io;
}

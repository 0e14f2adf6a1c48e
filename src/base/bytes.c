// SPDX-License-Identifier: MIT
// What all files of numbers have in common: letters, a version, and a checksum at the end.
#include "base/bytes.h"

#include <string.h>

#define LETTERS 8
#define CHECKSUM 8
#define SHORTEST ( LETTERS + 4 + CHECKSUM )

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

static bool has_checksum( const char* bytes, size_t size )
{
	const char* end = bytes + size - CHECKSUM;
	return fw_get( &end, CHECKSUM ) == fw_hash_bytes( FW_HASH_BEGIN, bytes, size - CHECKSUM );
}

fw_bytes fw_bytes_read( const char* bytes, size_t size, const char* letters, uint32_t version )
{
	fw_bytes io = { .from = bytes, .at = LETTERS, .size = LETTERS };
	if ( bytes != NULL && size >= SHORTEST )
	{
		io.size = size - CHECKSUM;
		io.ok = memcmp( bytes, letters, LETTERS ) == 0 && has_checksum( bytes, size );
		io.ok = fw_pass( &io, 0, 4, UINT32_MAX ) == version && io.ok;
	}
	return io;
}

fw_status fw_bytes_refuse( fw_refusal* refusal, fw_status status, const char* field, const char* bytes, size_t size,
                           const char* letters, uint32_t version, size_t at )
{
	const char* words = "holds values that are never saved: it was changed, and its checksum with it";
	size_t byte = at < size ? at : size;
	if ( status != FW_ERR_SYNTAX )
	{
		return fw_refuse_status( refusal, status );
	}
	const char* next = bytes != NULL && size >= LETTERS + 4 ? bytes + LETTERS : NULL;
	if ( bytes == NULL || size < LETTERS || memcmp( bytes, letters, LETTERS ) != 0 )
	{
		words = "is not of this format";
		byte = 0;
	}
	else if ( next != NULL && fw_get( &next, 4 ) != version )
	{
		words = "is of another version of this format: save it again";
		byte = LETTERS;
	}
	else if ( size < SHORTEST || !has_checksum( bytes, size ) )
	{
		words = "was cut short or changed after it was saved";
		byte = size;
	}
	fw_refuse( refusal, status, FW_REFUSAL_TEXT, field, NULL, words );
	if ( refusal != NULL )
	{
		refusal->byte = byte;
	}
	return status;
}

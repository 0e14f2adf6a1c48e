// SPDX-License-Identifier: MIT
// Files: the only part of the library that uses stdio.
#include "base/file.h"

#include "base/core.h"

#include <stdio.h>

#define FILE_MAX ( 1 << 30 ) // bytes
#define FIRST_READ ( 1 << 16 )

// The file may be a pipe: its size is known only after its end was read.
static fw_status read_all( FILE* stream, const fw_allocator* allocator, char** text, int32_t* used, int32_t* capacity )
{
	do
	{
		// Up to one byte more than is allowed, so that a file that is too long is noticed.
		const int32_t doubled = *capacity == 0 ? FIRST_READ : *capacity * 2;
		const int32_t room = doubled > FILE_MAX ? FILE_MAX + 1 : doubled;
		char* grown = fw_realloc( allocator, *text, (size_t)*capacity, (size_t)room, 1 );
		if ( grown == NULL )
		{
			return FW_ERR_MEMORY;
		}
		*text = grown;
		*capacity = room;
		*used += (int32_t)fread( *text + *used, 1, (size_t)( *capacity - *used ), stream );
		if ( *used > FILE_MAX )
		{
			return FW_ERR_TOO_LARGE;
		}
	} while ( *used == *capacity );
	return ferror( stream ) != 0 ? FW_ERR_IO : FW_SHRINK( allocator, text, capacity, *used ) ? FW_OK : FW_ERR_MEMORY;
}

fw_status fw_file_read( const char* file, const fw_allocator* allocator, char** text, size_t* size )
{
	if ( file == NULL || text == NULL || size == NULL )
	{
		return FW_ERR_ARGUMENT;
	}
	FILE* stream = fopen( file, "rb" );
	if ( stream == NULL )
	{
		return FW_ERR_IO;
	}
	const fw_allocator memory = fw_allocator_or_default( allocator );
	char* bytes = NULL;
	int32_t used = 0;
	int32_t capacity = 0;
	const fw_status status = read_all( stream, &memory, &bytes, &used, &capacity );
	fclose( stream );
	if ( status != FW_OK )
	{
		fw_free( &memory, bytes, (size_t)capacity, 1 );
		return status;
	}
	*text = bytes;
	*size = (size_t)used;
	return FW_OK;
}

fw_status fw_file_write( const char* file, const fw_allocator* allocator, char* bytes, size_t size )
{
	FILE* stream = fopen( file, "wb" );
	const bool written = stream != NULL && fwrite( bytes, 1, size, stream ) == size;
	fw_free( allocator, bytes, size, 1 );
	return stream != NULL && fclose( stream ) == 0 && written ? FW_OK : FW_ERR_IO;
}

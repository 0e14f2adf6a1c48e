// SPDX-License-Identifier: MIT
// Files: the only part of the library that uses stdio.
#include "base/file.h"

#include "base/core.h"

#include <stdio.h>

#define FILE_MAX ( (size_t)1 << 30 ) // bytes
#define FIRST_READ ( (size_t)1 << 16 )

// Doubles the room, up to one byte more than is allowed, so that a file that is too long is noticed.
static size_t next_capacity( size_t capacity )
{
	const size_t doubled = capacity == 0 ? FIRST_READ : capacity * 2;
	return doubled > FILE_MAX ? FILE_MAX + 1 : doubled;
}

// The file may be a pipe: its size is known only after its end was read.
static fw_status read_all( FILE* stream, const fw_allocator* allocator, char** text, size_t* used, size_t* capacity )
{
	for ( ;; )
	{
		if ( *used > FILE_MAX )
		{
			return FW_ERR_TOO_LARGE;
		}
		const size_t room = next_capacity( *capacity );
		char* grown = fw_realloc( allocator, *text, *capacity, room, 1 );
		if ( grown == NULL )
		{
			return FW_ERR_MEMORY;
		}
		*text = grown;
		*capacity = room;
		*used += fread( *text + *used, 1, *capacity - *used, stream );
		if ( *used < *capacity )
		{
			return ferror( stream ) != 0 ? FW_ERR_IO : FW_OK;
		}
	}
}

// The caller frees the block by its used size alone.
static fw_status shrink( const fw_allocator* allocator, char** text, size_t used, size_t* capacity )
{
	if ( used == 0 )
	{
		fw_free( allocator, *text, *capacity, 1 );
		*text = NULL;
		*capacity = 0;
		return FW_OK;
	}
	char* shrunk = fw_realloc( allocator, *text, *capacity, used, 1 );
	if ( shrunk == NULL )
	{
		return FW_ERR_MEMORY;
	}
	*text = shrunk;
	*capacity = used;
	return FW_OK;
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
	size_t used = 0;
	size_t capacity = 0;
	fw_status status = read_all( stream, &memory, &bytes, &used, &capacity );
	fclose( stream );
	if ( status == FW_OK )
	{
		status = shrink( &memory, &bytes, used, &capacity );
	}
	if ( status != FW_OK )
	{
		fw_free( &memory, bytes, capacity, 1 );
		return status;
	}
	*text = bytes;
	*size = used;
	return FW_OK;
}

fw_status fw_file_write( const char* file, const char* bytes, size_t size )
{
	FILE* stream = fopen( file, "wb" );
	if ( stream == NULL )
	{
		return FW_ERR_IO;
	}
	const bool written = fwrite( bytes, 1, size, stream ) == size;
	return fclose( stream ) == 0 && written ? FW_OK : FW_ERR_IO;
}

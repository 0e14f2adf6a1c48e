// SPDX-License-Identifier: MIT
// Files: the only part of the library that opens any.
#include "base/file.h"

#include <stdio.h>

#define FIRST_READ ( ( 1 << 16 ) + 1 ) // doubled again and again it ends just above FW_FILE_MAX

// The file may be a pipe: its size is known only after its end was read.
static fw_status read_all( FILE* stream, fw_file* file, int32_t* capacity )
{
	int32_t used = 0;
	do
	{
		if ( !FW_GROW( &file->allocator, &file->bytes, capacity, used == 0 ? FIRST_READ : used + 1 ) )
		{
			return FW_ERR_MEMORY;
		}
		used += (int32_t)fread( file->bytes + used, 1, (size_t)( *capacity - used ), stream );
		if ( used > FW_FILE_MAX )
		{
			return FW_ERR_TOO_LARGE;
		}
	} while ( used == *capacity );
	file->size = (size_t)used;
	return ferror( stream ) != 0                                         ? FW_ERR_IO
	       : FW_SHRINK( &file->allocator, &file->bytes, capacity, used ) ? FW_OK
	                                                                     : FW_ERR_MEMORY;
}

fw_status fw_file_read( const char* file, const fw_allocator* allocator, fw_file* read, fw_refusal* refusal )
{
	FW_TRY( FW_CHECK_NULL( refusal, file ) );
	fw_file made = { .allocator = fw_allocator_or_default( allocator ) };
	int32_t capacity = 0;
	FILE* stream = fopen( file, "rb" );
	const fw_status status = stream != NULL ? read_all( stream, &made, &capacity ) : FW_ERR_IO;
	if ( stream != NULL )
	{
		fclose( stream );
	}
	if ( status == FW_OK )
	{
		*read = made;
		return FW_OK;
	}
	fw_free( &made.allocator, made.bytes, (size_t)capacity, 1 );
	return status == FW_ERR_IO
	           ? fw_refuse_as( refusal, status, FW_REFUSAL_SYSTEM, "file", NULL, "file '%s' could not be read", file )
	           : fw_refuse_status( refusal, status );
}

void fw_file_free( fw_file* file )
{
	fw_free( &file->allocator, file->bytes, file->size, 1 );
}

fw_status fw_file_write( const char* file, const fw_allocator* allocator, char* bytes, size_t size )
{
	FILE* stream = fopen( file, "wb" );
	const bool written = stream != NULL && fwrite( bytes, 1, size, stream ) == size;
	fw_free( allocator, bytes, size, 1 );
	return stream != NULL && fclose( stream ) == 0 && written ? FW_OK : FW_ERR_IO;
}

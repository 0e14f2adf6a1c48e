// SPDX-License-Identifier: MIT
// Whole files, and the standard streams in their place.
#include "files.h"
#include "message.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define FILE_MAX ( (size_t)1 << 30 ) // bytes, as of the library's readers
#define FIRST_READ ( (size_t)1 << 16 )

bool file_is_standard( const char* name )
{
	return name[0] == '-' && ( name[1] == '\0' || name[1] == '.' );
}

bool file_ends_with( const char* name, const char* end )
{
	const size_t size = strlen( name );
	return size > strlen( end ) && strcmp( name + size - strlen( end ), end ) == 0;
}

bool file_is_json( const char* name )
{
	return strcmp( name, "-" ) == 0 || file_ends_with( name, ".json" );
}

const char* file_base( const char* name )
{
	const char* slash = strrchr( name, '/' );
	return slash != NULL ? slash + 1 : name;
}

// The size of a pipe is known when its end was read, not before.
static fw_status read_all( FILE* stream, char** text, size_t* size )
{
	size_t capacity = FIRST_READ;
	for ( ;; )
	{
		char* grown = realloc( *text, capacity + 1 );
		if ( grown == NULL )
		{
			return FW_ERR_MEMORY;
		}
		*text = grown;
		errno = 0;
		*size += fread( *text + *size, 1, capacity - *size, stream );
		( *text )[*size] = '\0';
		if ( *size < capacity )
		{
			return ferror( stream ) != 0 ? FW_ERR_IO : FW_OK;
		}
		if ( *size > FILE_MAX )
		{
			return FW_ERR_TOO_LARGE;
		}
		capacity *= 2;
	}
}

fw_status file_take( const char* name, char** text, size_t* size )
{
	*text = NULL;
	*size = 0;
	FILE* stream = file_is_standard( name ) ? stdin : fopen( name, "rb" );
	if ( stream == NULL )
	{
		return FW_ERR_IO;
	}
	const fw_status status = read_all( stream, text, size );
	const int cause = errno;
	if ( stream != stdin )
	{
		fclose( stream );
	}
	if ( status != FW_OK )
	{
		free( *text );
		*text = NULL;
		errno = cause;
	}
	return status;
}

char* file_read( const char* name, size_t* size )
{
	char* text = NULL;
	errno = 0;
	const fw_status status = file_take( name, &text, size );
	if ( status != FW_OK )
	{
		complain_file( name, status, &( fw_refusal ){ 0 } );
	}
	return text;
}

bool file_line( char** text, char** line, int32_t* number )
{
	while ( **text != '\0' )
	{
		*line = *text;
		*number += 1;
		*text += strcspn( *text, "\n" );
		*text += **text != '\0' ? 1 : 0;
		( *line )[strcspn( *line, "\r\n" )] = '\0';
		if ( **line != '#' && ( *line )[strspn( *line, " \t" )] != '\0' )
		{
			return true;
		}
	}
	return false;
}

FILE* file_create( const char* name )
{
	FILE* stream = file_is_standard( name ) ? stdout : fopen( name, "wb" );
	if ( stream == NULL )
	{
		complain( "%s: %s", name[0] != '\0' ? name : "''", strerror( errno ) );
	}
	return stream;
}

bool file_close( FILE* stream, const char* name, bool good )
{
	const int before = errno;
	errno = 0;
	good = fflush( stream ) == 0 && ferror( stream ) == 0 && good;
	good = ( stream == stdout || fclose( stream ) == 0 ) && good;
	if ( !good )
	{
		const int cause = errno != 0 ? errno : before;
		complain( "%s: cannot be written: %s", stream == stdout ? "standard output" : name,
		          cause != 0 ? strerror( cause ) : fw_status_text( FW_ERR_MEMORY ) );
	}
	return good;
}

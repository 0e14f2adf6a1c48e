// SPDX-License-Identifier: MIT
// Fuzzing of the reader of paths: no text may crash it, and what it takes must survive being written and read again.
#define _POSIX_C_SOURCE 200809L
#include "json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define REQUIRE( condition )                                                                                           \
	do                                                                                                                 \
	{                                                                                                                  \
		if ( !( condition ) )                                                                                          \
		{                                                                                                              \
			fprintf( stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition );                                          \
			abort();                                                                                                   \
		}                                                                                                              \
	} while ( 0 )

int LLVMFuzzerTestOneInput( const uint8_t* data, size_t size );

static void compare( const path_document* first, const path_document* second )
{
	REQUIRE( first->found == second->found );
	REQUIRE( first->path.count == second->path.count );
	REQUIRE( fabs( first->path.length - second->path.length ) <= 1e-9 * ( 1.0 + first->path.length ) );
	REQUIRE( first->unit.capabilities == second->unit.capabilities );
	REQUIRE( first->expanded == second->expanded );
}

static void write_and_read( const path_document* document )
{
	char* text = NULL;
	size_t size = 0;
	FILE* stream = open_memstream( &text, &size );
	REQUIRE( stream != NULL );
	REQUIRE( path_json_write( document, stream ) );
	REQUIRE( fclose( stream ) == 0 );
	path_document again;
	field_error error;
	path_document_init( &again );
	REQUIRE( path_json_read( text, size, &again, &error ) );
	compare( document, &again );
	path_document_free( &again );
	free( text );
}

int LLVMFuzzerTestOneInput( const uint8_t* data, size_t size )
{
	path_document document;
	field_error error;
	path_document_init( &document );
	if ( path_json_read( (const char*)data, size, &document, &error ) )
	{
		write_and_read( &document );
	}
	else
	{
		REQUIRE( error.status != FW_OK && error.text[0] != '\0' );
	}
	path_document_free( &document );
	return 0;
}

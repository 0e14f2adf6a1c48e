// SPDX-License-Identifier: MIT
// Fuzzing of the reader of paths: no text may crash it, and what it accepts must be the same after writing and reading.
#define _POSIX_C_SOURCE 200809L
#include "fuzz_check.h"
#include "json.h"

#include <math.h>

static void compare( const path_document* first, const path_document* second )
{
	CHECK( first->found == second->found );
	CHECK( first->path.count == second->path.count );
	CHECK( fabs( first->path.length - second->path.length ) <= 1e-9 * ( 1.0 + first->path.length ) );
	CHECK( first->unit.capabilities == second->unit.capabilities );
	CHECK( first->expanded == second->expanded );
}

static void write_and_read( const path_document* document )
{
	char* text = NULL;
	size_t size = 0;
	FILE* stream = open_memstream( &text, &size );
	CHECK( stream != NULL );
	CHECK( path_json_write( document, stream ) );
	CHECK( fclose( stream ) == 0 );
	path_document again;
	field_error error;
	path_document_init( &again );
	CHECK( path_json_read( text, size, &again, &error ) );
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
		CHECK( error.status != FW_OK && error.text[0] != '\0' );
	}
	path_document_free( &document );
	return 0;
}

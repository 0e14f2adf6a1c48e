// SPDX-License-Identifier: MIT
// Shared by the fuzzers of the readers: checks that stay in every build, an allocator that counts, and the conditions
// for an error report.
#ifndef FW_FUZZ_CHECK_H
#define FW_FUZZ_CHECK_H

#include "fairway/base.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK( condition )                                                                                             \
	do                                                                                                                 \
	{                                                                                                                  \
		if ( !( condition ) )                                                                                          \
		{                                                                                                              \
			fprintf( stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition );                           \
			abort();                                                                                                   \
		}                                                                                                              \
	} while ( 0 )

// Declared here because only the fuzzing engine declares it.
int LLVMFuzzerTestOneInput( const uint8_t* data, size_t size );

typedef struct ledger
{
	size_t live, peak;
} ledger;

static inline void* ledger_resize( void* context, void* block, size_t old_size, size_t new_size )
{
	ledger* book = context;
	CHECK( block != NULL || old_size == 0 );
	CHECK( book->live >= old_size );
	book->live += new_size - old_size;
	book->peak = book->live > book->peak ? book->live : book->peak;
	if ( new_size == 0 )
	{
		free( block );
		return NULL;
	}
	return realloc( block, new_size );
}

static inline fw_allocator ledger_allocator( ledger* book )
{
	return ( fw_allocator ){ .resize = ledger_resize, .context = book };
}

// A fault lies inside the text, at the line and column of its byte, and has a sentence.
static inline void check_error( const char* text, size_t size, fw_status status, const fw_refusal* error )
{
	CHECK( status == FW_OK || status == FW_ERR_SYNTAX || status == FW_ERR_TOO_LARGE || status == FW_ERR_MISMATCH );
	if ( status == FW_OK )
	{
		return;
	}
	CHECK( error->status == status && error->kind == FW_REFUSAL_TEXT );
	CHECK( error->byte <= size );
	const size_t mark = size >= 3 && memcmp( text, "\xEF\xBB\xBF", 3 ) == 0 ? 3 : 0;
	CHECK( error->byte >= mark );
	int32_t line = 1;
	size_t start = mark;
	for ( size_t i = 0; i < error->byte; i++ )
	{
		line += text[i] == '\n';
		start = text[i] == '\n' ? i + 1 : start;
	}
	CHECK( error->line == line );
	CHECK( (size_t)error->column == error->byte - start + 1 );
	CHECK( memchr( error->text, 0, sizeof( error->text ) ) != NULL );
	CHECK( strncmp( error->text, "expected ", 9 ) == 0 && strstr( error->text, ", found " ) != NULL );
}

#endif

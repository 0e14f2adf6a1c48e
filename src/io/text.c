// SPDX-License-Identifier: MIT
// The cursor over a text, and sentences about what it did not find.
#include "io/text.h"

#include <string.h>

// How many bytes of a wrong word a sentence shows.
#define SHOWN_MAX 24

static bool is_blank( char c )
{
	return c == ' ' || c == '\t';
}

static bool is_control( char c )
{
	return (unsigned char)c < ' ' || c == 127;
}

fw_status fw_text_check( const char* bytes, size_t size, const char* name, const void* result, fw_refusal* refusal )
{
	FW_TRY( fw_check_null( refusal, name, &result, 1 ) );
	if ( size > FW_FILE_MAX )
	{
		return fw_refuse_range( refusal, FW_ERR_TOO_LARGE, "size", (double)size, 0, FW_FILE_MAX );
	}
	return size != 0 ? fw_check_null( refusal, "text", ( const void*[] ){ bytes }, 1 ) : FW_OK;
}

fw_text fw_text_begin( const char* bytes, size_t size, fw_refusal* refusal )
{
	bytes = bytes != NULL ? bytes : ""; // an empty file has no bytes at all
	const bool marked = size >= 3 && memcmp( bytes, "\xEF\xBB\xBF", 3 ) == 0;
	const size_t start = marked ? 3 : 0;
	return ( fw_text ){ .bytes = bytes, .size = size, .at = start, .line_start = start, .line = 1, .refusal = refusal };
}

fw_word fw_text_word( fw_text* text )
{
	size_t at = text->at;
	while ( at < text->size && is_blank( text->bytes[at] ) )
	{
		at++;
	}
	fw_word word = { .at = at, .size = 0 };
	while ( at < text->size && !is_blank( text->bytes[at] ) && text->bytes[at] != '\r' && text->bytes[at] != '\n' )
	{
		at++;
	}
	word.size = at - word.at;
	text->at = at;
	return word;
}

bool fw_text_is( const fw_text* text, fw_word word, const char* name )
{
	return word.size == strlen( name ) && memcmp( text->bytes + word.at, name, word.size ) == 0;
}

bool fw_text_end_line( fw_text* text )
{
	while ( text->at < text->size && ( is_blank( text->bytes[text->at] ) || text->bytes[text->at] == '\r' ) )
	{
		text->at++;
	}
	if ( fw_text_at_end( text ) )
	{
		return true;
	}
	if ( text->bytes[text->at] != '\n' )
	{
		return false;
	}
	text->at++;
	text->line++;
	text->line_start = text->at;
	return true;
}

bool fw_text_next_line( fw_text* text )
{
	while ( !fw_text_at_end( text ) && fw_text_end_line( text ) )
	{
	}
	text->at = fw_text_at_end( text ) ? text->at : text->line_start;
	return !fw_text_at_end( text );
}

void fw_text_skip_line( fw_text* text )
{
	const char* end = memchr( text->bytes + text->at, '\n', text->size - text->at );
	text->at = end != NULL ? (size_t)( end - text->bytes ) : text->size;
	fw_text_end_line( text );
}

static void say_quoted( fw_sentence* out, const char* bytes, size_t size )
{
	fw_say( out, "'" );
	for ( size_t i = 0; i < size && i < SHOWN_MAX; i++ )
	{
		const bool shown = !is_control( bytes[i] ) && (unsigned char)bytes[i] < 128;
		fw_say_bytes( out, shown ? &bytes[i] : "?", 1 );
	}
	fw_say( out, size > SHOWN_MAX ? "...'" : "'" );
}

static void say_found( fw_sentence* out, const fw_text* text, fw_word found )
{
	fw_text rest = *text;
	rest.at = found.at;
	const bool ended = found.at >= text->size;
	const char byte = ended ? 0 : text->bytes[found.at];
	const char* name = ended                              ? "the end of the text"
	                   : fw_text_end_line( &rest )        ? "the end of the line"
	                   : byte == 0                        ? "a zero byte"
	                   : is_blank( byte ) || byte == '\r' ? "a blank"
	                                                      : NULL;
	if ( name != NULL )
	{
		fw_say( out, "%s", name );
	}
	else if ( found.size <= 1 && ( is_control( byte ) || (unsigned char)byte > 127 ) )
	{
		fw_say( out, "the byte %g", (double)(unsigned char)byte );
	}
	else
	{
		say_quoted( out, text->bytes + found.at, found.size == 0 ? 1 : found.size );
	}
}

fw_status fw_text_fail( const fw_text* text, fw_word found, fw_status status, const char* what, int32_t number )
{
	FW_ASSERT( found.at >= text->line_start && found.at <= text->size );
	if ( text->refusal != NULL )
	{
		fw_sentence out = fw_refusal_begin( text->refusal, status, FW_REFUSAL_TEXT, "text", NULL );
		text->refusal->byte = found.at;
		text->refusal->line = text->line;
		text->refusal->column = (int32_t)( found.at - text->line_start ) + 1;
		fw_say( &out, "expected " );
		fw_say( &out, what, (double)number );
		fw_say( &out, ", found " );
		say_found( &out, text, found );
	}
	return status;
}

fw_status fw_text_finish_line( fw_text* text )
{
	return fw_text_end_line( text )
	           ? FW_OK
	           : fw_text_fail( text, fw_text_word( text ), FW_ERR_SYNTAX, "the end of the line", 0 );
}

fw_status fw_text_int( const fw_text* text, fw_word word, const char* what, int32_t least, int32_t most,
                       fw_status above, int32_t* value )
{
	int64_t number = 0;
	const bool read = fw_number_int( text->bytes + word.at, word.size, &number ) && number >= least;
	if ( !read || number > most )
	{
		return fw_text_fail( text, word, read ? above : FW_ERR_SYNTAX, what, most );
	}
	*value = (int32_t)number;
	return FW_OK;
}

fw_status fw_text_double( const fw_text* text, fw_word word, const char* what, double least, double most,
                          double* value )
{
	double number = 0.0;
	if ( !fw_number_double( text->bytes + word.at, word.size, &number ) || number < least || number > most )
	{
		return fw_text_fail( text, word, FW_ERR_SYNTAX, what, 0 );
	}
	*value = number;
	return FW_OK;
}

fw_status fw_text_check_name( const fw_text* text, fw_word word )
{
	for ( size_t i = 0; i < word.size; i++ )
	{
		if ( is_control( text->bytes[word.at + i] ) )
		{
			return fw_text_fail( text, ( fw_word ){ .at = word.at + i }, FW_ERR_SYNTAX,
			                     "a name without control characters", 0 );
		}
	}
	return FW_OK;
}

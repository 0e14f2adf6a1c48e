// SPDX-License-Identifier: MIT
// Refusals of the library in the words of the command line.
#include "refusal.h"
#include "message.h"
#include "option_table.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define WORD_MAX 48
#define REFUSAL_TEXT 320

// The option that sets a field of a plan, NULL where there is none.
static const option_row* option_of( const char* field )
{
	static const struct
	{
		const char *field, *option;
	} others[] = {
	    { "goal_tolerance", "tolerance" }, { "turning", "turns" },  { "goal_any_speed", "any-speed" },
	    { "capabilities", "capability" },  { "map.grid", "links" }, { "grid", "links" },
	};
	const char* dot = strrchr( field, '.' );
	char name[WORD_MAX];
	snprintf( name, sizeof( name ), "%s", dot != NULL ? dot + 1 : field );
	for ( size_t i = 0; i < sizeof( others ) / sizeof( others[0] ); i++ )
	{
		if ( strcmp( others[i].field, field ) == 0 || strcmp( others[i].field, name ) == 0 )
		{
			snprintf( name, sizeof( name ), "%s", others[i].option );
		}
	}
	for ( char* at = name; *at != '\0'; at++ )
	{
		*at = *at == '_' ? '-' : *at;
	}
	for ( int32_t i = 0; i < option_count(); i++ )
	{
		if ( strcmp( option_at( i )->name, name ) == 0 )
		{
			return option_at( i );
		}
	}
	return NULL;
}

// What the command line calls a word of the library: FW_ANCHOR_CENTER is center, options.corner_cutting is
// --corner-cutting. Writes how it is, where it means nothing else.
static const option_row* translate( const fw_refusal* refusal, const char* word, char* to )
{
	const bool field =
	    strchr( word, '.' ) != NULL || strchr( word, '_' ) != NULL || strcmp( word, refusal->field ) == 0;
	const option_row* row = field ? option_of( word ) : NULL;
	word = strcmp( word, "NULL" ) == 0 ? "none" : word;
	const char* end = strncmp( word, "FW_", 3 ) == 0 ? strchr( word + 3, '_' ) : NULL;
	snprintf( to, WORD_MAX + 2, "%s%s", row != NULL ? "--" : "",
	          row != NULL   ? row->name
	          : end != NULL ? end + 1
	                        : word );
	for ( char* at = to; end != NULL && *at != '\0'; at++ )
	{
		*at = (char)tolower( (unsigned char)*at );
	}
	return row;
}

static bool is_word( char letter )
{
	return isalnum( (unsigned char)letter ) != 0 || letter == '_' || letter == '.';
}

// Puts words in the place of others, where they are.
static void replace( char* text, const char* before, const char* after )
{
	char* at = strstr( text, before );
	if ( at != NULL && strlen( text ) + strlen( after ) < REFUSAL_TEXT )
	{
		memmove( at + strlen( after ), at + strlen( before ), strlen( at + strlen( before ) ) + 1 );
		memcpy( at, after, strlen( after ) );
	}
}

// A flag is not set to something: it is there or not.
static void say_flag( char* text, const char* name )
{
	char before[96];
	char after[96];
	snprintf( before, sizeof( before ), "set --%s to false", name );
	snprintf( after, sizeof( after ), "leave --%s out", name );
	replace( text, before, after );
	snprintf( before, sizeof( before ), "set --%s to true", name );
	snprintf( after, sizeof( after ), "give --%s", name );
	replace( text, before, after );
	snprintf( before, sizeof( before ), "--%s must be true", name );
	snprintf( after, sizeof( after ), "--%s must be given", name );
	replace( text, before, after );
}

static void refusal_text( fw_status status, const fw_refusal* refusal, char* text )
{
	size_t used = 0;
	const char* flag = NULL;
	const char* from = refusal->text[0] != '\0' ? refusal->text : fw_status_text( status );
	text[0] = '\0';
	while ( *from != '\0' && used + WORD_MAX + 2 < REFUSAL_TEXT )
	{
		char word[WORD_MAX] = "";
		size_t size = 0;
		while ( is_word( from[size] ) && ( from[size] != '.' || is_word( from[size + 1] ) ) )
		{
			size++;
		}
		if ( size == 0 || size >= WORD_MAX )
		{
			text[used++] = *from++;
			text[used] = '\0';
			continue;
		}
		memcpy( word, from, size );
		const option_row* row = translate( refusal, word, text + used );
		flag = row != NULL && row->value == NULL ? row->name : flag;
		used += strlen( text + used );
		from += size;
	}
	if ( flag != NULL )
	{
		say_flag( text, flag );
	}
}

void refusal_complain( const char* who, fw_status status, const fw_refusal* refusal )
{
	char text[REFUSAL_TEXT];
	refusal_text( status, refusal, text );
	complain( "%s: %s", who, text );
}

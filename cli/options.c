// SPDX-License-Identifier: MIT
// Reading the command line of a command by the table of options.
#include "files.h"
#include "message.h"
#include "near.h"
#include "option_table.h"
#include "values.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Bytes of a word that a message repeats.
#define VALUE_SHOWN 64

static bool is_number( const option_row* row )
{
	return row->kind == VALUE_NUMBER || row->kind == VALUE_INT32 || row->kind == VALUE_INT64;
}

static bool store_integer( void* place, const option_row* row, const char* text )
{
	int64_t number = 0;
	if ( !value_integer( text, (int64_t)row->low, (int64_t)row->high, &number ) )
	{
		return false;
	}
	if ( row->kind == VALUE_INT64 )
	{
		memcpy( place, &number, sizeof( number ) );
		return true;
	}
	const int32_t narrow = (int32_t)number;
	memcpy( place, &narrow, sizeof( narrow ) );
	return true;
}

static bool store_choice( void* place, const option_row* row, const char* text )
{
	const int32_t index = value_choice( text, row->choices );
	const int32_t value = row->kind == VALUE_NUMERAL ? (int32_t)strtol( text, NULL, 10 ) : index;
	memcpy( place, &value, sizeof( value ) );
	return index >= 0;
}

// Finds the first word of a list that names no method, before an @ where there is one.
static bool find_stranger( const char* list, char* word, size_t size )
{
	for ( int32_t i = 0; value_word( list, i, word, size ); i++ )
	{
		fw_anchor anchor = FW_ANCHOR_CENTER;
		if ( !value_anchor( word, &anchor ) || fw_method_find( word ) == NULL )
		{
			return true;
		}
	}
	return false;
}

static bool are_methods( const char* list )
{
	char word[VALUE_SHOWN];
	return !find_stranger( list, word, sizeof( word ) );
}

static bool store( options* given, const option_row* row, const char* text )
{
	void* place = (char*)given + row->place;
	switch ( row->kind )
	{
	case VALUE_SET:
	case VALUE_CLEAR:
		*(bool*)place = row->kind == VALUE_SET;
		return true;
	case VALUE_NUMBER:
		return value_number( text, row->low, row->high, (double*)place );
	case VALUE_INT32:
	case VALUE_INT64:
		return store_integer( place, row, text );
	case VALUE_CHOICE:
	case VALUE_NUMERAL:
		return store_choice( place, row, text );
	case VALUE_METHOD:
		*(const char**)place = text;
		return fw_method_find( text ) != NULL;
	case VALUE_METHODS:
		*(const char**)place = text;
		return are_methods( text );
	case VALUE_FILE:
		*(const char**)place = text;
		return text[0] != '\0';
	case VALUE_CUSTOM:
		return row->read( given, text );
	}
	return false;
}

// The word of a list that is not among the choices, or the whole text.
static near_word misspelled( const option_row* row, const char* text )
{
	for ( const char* at = text; row->choices != NULL && *at != '\0'; )
	{
		char word[NEAR_MAX] = "";
		const size_t size = strcspn( at, "," );
		memcpy( word, at, size < NEAR_MAX ? size : 0 );
		if ( value_choice( word, row->choices ) < 0 )
		{
			return near_begin( at, size );
		}
		at += size + ( at[size] == ',' ? 1 : 0 );
	}
	return near_begin( text, strlen( text ) );
}

static void complain_value( const command_row* command, const option_row* row, const char* text )
{
	char hint[NEAR_TEXT];
	near_word near = misspelled( row, text );
	if ( row->kind == VALUE_METHODS )
	{
		char word[VALUE_SHOWN];
		find_stranger( text, word, sizeof( word ) );
		near = near_begin( word, strlen( word ) );
		near_offer_methods( &near );
		complain( "%s: --%s '%s': %s%s", command->name, row->name, word,
		          strchr( word, '@' ) != NULL ? "expected center or corner behind the @" : "there is no such method",
		          strchr( word, '@' ) != NULL ? "" : near_text( &near, "", "; 'fairway methods' lists them", hint ) );
	}
	else if ( row->kind == VALUE_METHOD )
	{
		near_offer_methods( &near );
		complain( "%s: --%s '%s': there is no such method%s", command->name, row->name, text,
		          near_text( &near, "", "; 'fairway methods' lists them", hint ) );
	}
	else if ( is_number( row ) )
	{
		complain( "%s: --%s '%s': expected %s from %.15g to %.15g", command->name, row->name, text,
		          row->kind == VALUE_NUMBER ? "a number" : "a whole number", row->low, row->high );
	}
	else if ( row->choices != NULL )
	{
		near_offer_choices( &near, row->choices );
		complain( "%s: --%s '%s': expected %s%s", command->name, row->name, text, row->choices,
		          near_text( &near, "", "", hint ) );
	}
	else
	{
		complain( "%s: --%s '%s': expected %s", command->name, row->name, text,
		          row->wanted != NULL ? row->wanted : row->value );
	}
}

static void defaults( options* given )
{
	*given = ( options ){ .plan = fw_default_plan(), .crop = -1.0 };
	given->plan.unit = fw_default_unit();
	given->quality = FW_QUALITY_HIGH;
	given->sprites = fw_default_fixed_angles_def();
	given->sprites.sprites.count = 0;
}

bool options_given( const options* given, const char* name )
{
	for ( int32_t i = 0; i < option_count(); i++ )
	{
		if ( given->given[i] && strcmp( option_at( i )->name, name ) == 0 )
		{
			return true;
		}
	}
	return false;
}

// What says nothing without another option, in commands that have this one.
static const struct
{
	const char *option, *needed;
} needs[] = {
    { "min-turning-radius", "turns" },
    { "sprite-offset", "sprite-angles" },
    { "sprite-deviation", "sprite-angles" },
    { "best-effort", "max-expansions" },
    { "scale", "out" },
    { "crop", "out" },
    { "show", "out" },
    { "view", "out" },
    { "trails", "out" },
    { "tree", "out" },
    { "fps", "out" },
    { "units", "scen" },
    { "radius", "scen" },
    { "box", "scen" },
    { "turning-radius", "scen" },
    { "reverse", "scen" },
    { "speed", "scen" },
    { "any-map", "scen" },
};

static bool check_needs( const command_row* command, const options* given )
{
	for ( size_t i = 0; i < sizeof( needs ) / sizeof( needs[0] ); i++ )
	{
		// A film is a picture too.
		const bool filmed = given->film != NULL && strcmp( needs[i].needed, "out" ) == 0;
		if ( options_given( given, needs[i].option ) && option_find( command, needs[i].needed ) != NULL &&
		     !options_given( given, needs[i].needed ) && !filmed )
		{
			complain( "%s: --%s needs --%s", command->name, needs[i].option, needs[i].needed );
			return false;
		}
	}
	return true;
}

static int32_t count_standard( const char* file )
{
	return file != NULL && file_is_standard( file ) ? 1 : 0;
}

// Two documents in one stream are none.
static bool check_streams( const command_row* command, const options* given )
{
	int32_t outputs = count_standard( given->csv ) + count_standard( given->profile ) +
	                  count_standard( given->trajectory ) + count_standard( given->film );
	int32_t inputs = count_standard( given->links ) + count_standard( given->regions ) +
	                 count_standard( given->exact ) + count_standard( given->scen );
	for ( int32_t i = 0; i < given->out_count; i++ )
	{
		outputs += count_standard( given->outs[i] );
	}
	for ( int32_t i = 0; i < given->file_count; i++ )
	{
		inputs += count_standard( given->files[i] );
	}
	if ( outputs > 1 )
	{
		complain( "%s: standard output (-) takes one file", command->name );
	}
	if ( inputs > 1 )
	{
		complain( "%s: standard input (-) can be read once", command->name );
	}
	return outputs <= 1 && inputs <= 1;
}

// The arguments that are left to read.
typedef struct option_reader
{
	const command_row* command;
	char** next; // ends with NULL
	options* given;
} option_reader;

static bool begins_with( const char* name, const char* text, size_t size )
{
	return strncmp( name, text, size ) == 0;
}

// Why no option has this name: it is short for several, another command's, or misspelled.
static void complain_option( const command_row* command, const char* name, size_t size )
{
	char hint[NEAR_TEXT];
	char see[64];
	char list[160] = "";
	near_word near = near_begin( name, size );
	bool elsewhere = false;
	for ( int32_t i = 0; i < option_count(); i++ )
	{
		const option_row* row = option_at( i );
		const bool ours = ( row->commands & command->bit ) != 0;
		const bool begins = size > 0 && begins_with( row->name, name, size );
		const size_t used = strlen( list );
		if ( ours )
		{
			near_offer( &near, row->name );
		}
		if ( ours && begins )
		{
			snprintf( list + used, sizeof( list ) - used, "%s--%s", used > 0 ? ", " : "", row->name );
		}
		elsewhere = elsewhere || ( begins && row->name[size] == '\0' );
	}
	snprintf( see, sizeof( see ), "; see 'fairway %s --help all'", command->name );
	complain( "%s: '--%.*s': %s%s%s", command->name, (int)size, name,
	          list[0] != '\0' ? "short for several: "
	          : elsewhere     ? "an option of other commands, not of this one"
	                          : "no such option",
	          list,
	          list[0] != '\0' ? ""
	          : elsewhere     ? see
	                          : near_text( &near, "--", see, hint ) );
}

// The option of this name, or the only one that begins with it; NULL, with a message, where there is none.
static const option_row* find( const command_row* command, const char* name, size_t size )
{
	const option_row* found = NULL;
	int32_t count = 0;
	for ( int32_t i = 0; i < option_count(); i++ )
	{
		const option_row* row = option_at( i );
		if ( ( row->commands & command->bit ) == 0 || size == 0 || !begins_with( row->name, name, size ) )
		{
			continue;
		}
		if ( row->name[size] == '\0' )
		{
			return row;
		}
		found = row;
		count += 1;
	}
	if ( count != 1 )
	{
		complain_option( command, name, size );
	}
	return count == 1 ? found : NULL;
}

static parsed take( option_reader* in, const option_row* row, const char* value )
{
	bool* given = &in->given->given[row - option_at( 0 )];
	const char* name = in->command->name;
	if ( row->value != NULL && value == NULL )
	{
		value = *in->next;
		in->next += value != NULL ? 1 : 0;
	}
	if ( row->value != NULL && value == NULL )
	{
		complain( "%s: --%s needs a value: %s; see 'fairway %s --help all'", name, row->name, row->value, name );
		return PARSED_BAD;
	}
	if ( *given && !row->repeats )
	{
		complain( "%s: --%s was given twice", name, row->name );
		return PARSED_BAD;
	}
	*given = true;
	if ( !store( in->given, row, value ) )
	{
		complain_value( in->command, row, value );
		return PARSED_BAD;
	}
	return PARSED_RUN;
}

// --help, --help all, --help=all
static parsed take_help( const option_reader* in, const char* text )
{
	const bool all = strcmp( text, "help=all" ) == 0 || ( *in->next != NULL && strcmp( *in->next, "all" ) == 0 );
	return all ? PARSED_HELP_ALL : PARSED_HELP;
}

static parsed take_long( option_reader* in, const char* text )
{
	const size_t size = strcspn( text, "=" );
	if ( strcmp( text, "help" ) == 0 || strcmp( text, "help=all" ) == 0 )
	{
		return take_help( in, text );
	}
	const option_row* row = find( in->command, text, size );
	if ( row == NULL )
	{
		return PARSED_BAD;
	}
	if ( text[size] == '=' && row->value == NULL )
	{
		complain( "%s: '--%s': takes no value", in->command->name, text );
		return PARSED_BAD;
	}
	return take( in, row, text[size] == '=' ? text + size + 1 : NULL );
}

static parsed take_short( option_reader* in, const char* text )
{
	const option_row* save = option_find( in->command, "save" );
	if ( strcmp( text, "h" ) == 0 )
	{
		return take_help( in, text );
	}
	if ( text[0] == 'o' && save != NULL )
	{
		return take( in, save, text[1] != '\0' ? text + 1 : NULL );
	}
	complain( "%s: '-%s': no such option; see 'fairway %s --help'", in->command->name, text, in->command->name );
	return PARSED_BAD;
}

static void take_file( options* given, const char* file )
{
	if ( given->file_count < OPTIONS_FILES )
	{
		given->files[given->file_count] = file;
	}
	given->file_count += 1;
}

// At tile corners the unit is a point, and corners are sharp, unless somebody says otherwise.
static void choose_radius( options* given )
{
	const bool sharp = given->plan.unit.outline.count > 2;
	if ( ( given->plan.options.anchor == FW_ANCHOR_CORNER || sharp ) && !options_given( given, "radius" ) )
	{
		given->plan.unit.radius = 0.0;
	}
}

static bool check( const command_row* command, const options* given )
{
	const bool fits = command->lists ? given->file_count > 0 && given->file_count <= OPTIONS_FILES
	                                 : given->file_count == command->files;
	if ( !fits && given->file_count > OPTIONS_FILES && command->lists )
	{
		complain( "%s: expected at most %d files, got %d; a folder may hold more", command->name, OPTIONS_FILES,
		          (int)given->file_count );
		return false;
	}
	if ( !fits )
	{
		complain( "%s: expected %d file%s, got %d; see 'fairway %s --help'", command->name, (int)command->files,
		          command->files == 1 ? "" : "s", (int)given->file_count, command->name );
		return false;
	}
	return check_needs( command, given ) && check_streams( command, given );
}

parsed options_parse( const command_row* command, int argc, char** argv, options* given )
{
	option_reader in = { .command = command, .next = argv + ( argc > 0 ? 1 : 0 ), .given = given };
	bool files = false; // what follows are files
	defaults( given );
	while ( *in.next != NULL )
	{
		const char* text = *in.next++;
		parsed status = PARSED_RUN;
		if ( files || text[0] != '-' || text[1] == '\0' )
		{
			take_file( given, text );
		}
		else if ( strcmp( text, "--" ) == 0 )
		{
			files = true;
		}
		else
		{
			status = text[1] == '-' ? take_long( &in, text + 2 ) : take_short( &in, text + 1 );
		}
		if ( status != PARSED_RUN )
		{
			return status;
		}
	}
	choose_radius( given );
	return check( command, given ) ? PARSED_RUN : PARSED_BAD;
}

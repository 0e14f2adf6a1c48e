// SPDX-License-Identifier: MIT
// The command line: finds the command and calls it.
#include "command_table.h"
#include "completion.h"
#include "help.h"
#include "man_page.h"
#include "message.h"
#include "near.h"

#include <stdio.h>
#include <string.h>

static int run( const command_row* command, int argc, char** argv )
{
	options given;
	switch ( options_parse( command, argc, argv, &given ) )
	{
	case PARSED_HELP:
		help_command( command, false );
		return EXIT_GOOD;
	case PARSED_HELP_ALL:
		help_command( command, true );
		return EXIT_GOOD;
	case PARSED_BAD:
		return EXIT_BAD;
	case PARSED_RUN:
		break;
	}
	return command->run( &given );
}

static int complain_command( const char* name )
{
	char hint[NEAR_TEXT];
	near_word near = near_begin( name, strlen( name ) );
	for ( int32_t i = 0; i < command_count(); i++ )
	{
		near_offer( &near, command_at( i )->name );
	}
	complain( "'%s' is not a command%s", name, near_text( &near, "", "; see 'fairway --help'", hint ) );
	return EXIT_BAD;
}

// fairway --man [COMMAND], fairway --completion SHELL: what an installation puts into files.
static int write_page( const char* kind, const char* subject )
{
	if ( strcmp( kind, "--man" ) == 0 )
	{
		const command_row* command = subject != NULL ? command_find( subject ) : NULL;
		if ( subject != NULL && command == NULL )
		{
			return complain_command( subject );
		}
		man_page_write( command );
		return EXIT_GOOD;
	}
	if ( subject == NULL || !completion_write( subject ) )
	{
		complain( "--completion: expected bash, fish or zsh" );
		return EXIT_BAD;
	}
	return EXIT_GOOD;
}

static int dispatch( int argc, char** argv )
{
	if ( argc < 2 )
	{
		help_program( stderr );
		return EXIT_BAD;
	}
	const char* name = argv[1];
	const command_row* command = command_find( name );
	if ( command != NULL )
	{
		return run( command, argc - 1, argv + 1 );
	}
	if ( strcmp( name, "--help" ) == 0 || strcmp( name, "-h" ) == 0 || strcmp( name, "help" ) == 0 )
	{
		const command_row* about = argc > 2 ? command_find( argv[2] ) : NULL;
		if ( argc > 2 && about == NULL )
		{
			return complain_command( argv[2] );
		}
		if ( about != NULL )
		{
			help_command( about, argc > 3 && strcmp( argv[3], "all" ) == 0 );
			return EXIT_GOOD;
		}
		help_program( stdout );
		return EXIT_GOOD;
	}
	if ( strcmp( name, "--version" ) == 0 )
	{
		printf( "fairway %s\n", fw_version() );
		return EXIT_GOOD;
	}
	if ( strcmp( name, "--man" ) == 0 || strcmp( name, "--completion" ) == 0 )
	{
		return write_page( name, argv[2] );
	}
	return complain_command( name );
}

int main( int argc, char** argv )
{
	const int code = dispatch( argc, argv );
	if ( fflush( stdout ) != 0 || ferror( stdout ) != 0 )
	{
		complain( "standard output cannot be written" );
		return EXIT_BAD;
	}
	return code;
}

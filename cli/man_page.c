// SPDX-License-Identifier: MIT
// Manual pages, from the tables of commands and options.
#include "man_page.h"
#include "command_table.h"
#include "option_table.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define TITLE ".TH fairway%s%s 1 \"\" \"fairway %s\" \"User Commands\"\n"

// Text as roff takes it: hyphens that can be copied, no line that begins like a request, paragraphs.
static void write_text( const char* text )
{
	bool begin = true;
	for ( ; *text != '\0'; text++ )
	{
		if ( *text == '\n' && text[1] != '\0' )
		{
			fputs( "\n.PP", stdout );
		}
		if ( begin && ( *text == '.' || *text == '\'' ) )
		{
			fputs( "\\&", stdout );
		}
		if ( *text == '\\' || *text == '-' )
		{
			fputs( *text == '-' ? "\\-" : "\\e", stdout );
		}
		else
		{
			putchar( *text );
		}
		begin = *text == '\n';
	}
}

static void write_line( const char* text )
{
	write_text( text );
	putchar( '\n' );
}

// The same with its first letter small, as NAME sections have it.
static void write_name( const char* command, const char* summary )
{
	fputs( ".SH NAME\nfairway", stdout );
	if ( command[0] != '\0' )
	{
		printf( "\\-%s", command );
	}
	printf( " \\- %c", tolower( (unsigned char)summary[0] ) );
	write_line( summary + 1 );
}

static void write_option( const option_row* row )
{
	char range[160];
	fputs( ".TP\n\\fB", stdout );
	write_text( "--" );
	write_text( row->name );
	fputs( "\\fR", stdout );
	if ( row->value != NULL )
	{
		fputs( " \\fI", stdout );
		write_text( row->value );
		fputs( "\\fR", stdout );
	}
	putchar( '\n' );
	write_text( row->help );
	if ( option_range_text( row, range )[0] != '\0' )
	{
		fputs( " (", stdout );
		write_text( range );
		putchar( ')' );
	}
	putchar( '\n' );
}

static void write_options( const command_row* command )
{
	printf( ".SH OPTIONS\n" );
	for ( option_group group = 0; group < GROUP_COUNT; group++ )
	{
		int32_t index = 0;
		const option_row* row = option_next( command, group, &index );
		if ( row != NULL )
		{
			printf( ".SS %s\n", option_group_text( group ) );
		}
		for ( ; row != NULL; row = option_next( command, group, &index ) )
		{
			write_option( row );
		}
	}
}

static void write_command( const command_row* command )
{
	printf( TITLE, "-", command->name, fw_version() );
	write_name( command->name, command->summary );
	printf( ".SH SYNOPSIS\n\\fBfairway %s\\fR ", command->name );
	write_line( command->usage );
	printf( ".SH DESCRIPTION\n" );
	write_line( command->summary );
	fputs( ".PP\n", stdout );
	write_text( command->details );
	write_options( command );
	printf( ".SH EXIT STATUS\n" );
	write_line( command->status );
	printf( ".SH EXAMPLES\n.EX\n" );
	write_line( command->example );
	printf( ".EE\n.SH SEE ALSO\n.BR fairway (1)\n" );
}

static void write_program( void )
{
	printf( TITLE, "", "", fw_version() );
	write_name( "", PROGRAM_SUMMARY );
	printf( ".SH SYNOPSIS\n\\fBfairway\\fR \\fICOMMAND\\fR ...\n.SH DESCRIPTION\n" );
	write_line( PROGRAM_SUMMARY ", for units that have a size and a turning radius. Each command has a page of its own "
	                            "and prints its options with --help, all of them with --help all." );
	printf( ".SH COMMANDS\n" );
	for ( int32_t i = 0; i < command_count(); i++ )
	{
		const command_row* command = command_at( i );
		printf( ".TP\n.BR fairway\\-%s (1)\n", command->name );
		write_line( command->summary );
	}
	printf( ".SH EXIT STATUS\n" );
	write_line(
	    "0 found, legal, done; 1 no path, not legal; 2 bad input or usage, or a failure of the system. Messages go "
	    "to standard error." );
}

void man_page_write( const command_row* command )
{
	if ( command != NULL )
	{
		write_command( command );
	}
	else
	{
		write_program();
	}
}

// SPDX-License-Identifier: MIT
// Manual pages, from the tables of commands and options.
#include "man_page.h"
#include "command_table.h"
#include "option_table.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

// Text as roff takes it: hyphens that can be copied, and no line that begins like a request.
static void write_text( const char* text )
{
	bool begin = true;
	for ( ; *text != '\0'; text++ )
	{
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

static void write_paragraphs( const char* text )
{
	for ( ; *text != '\0'; text++ )
	{
		const bool next = *text == '\n' && text[1] != '\0';
		const char letter[2] = { *text, '\0' };
		if ( *text == '\n' )
		{
			fputs( next ? "\n.PP\n" : "\n", stdout );
		}
		else
		{
			write_text( letter );
		}
	}
}

static void write_title( const char* command )
{
	char name[32] = "FAIRWAY";
	for ( size_t i = 0; command[i] != '\0' && i + 9 < sizeof( name ); i++ )
	{
		name[7] = '-';
		name[8 + i] = (char)toupper( (unsigned char)command[i] );
		name[9 + i] = '\0';
	}
	printf( ".TH %s 1 \"\" \"fairway %s\" \"User Commands\"\n", name, fw_version() );
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
		bool first = true;
		for ( int32_t i = 0; i < option_count(); i++ )
		{
			const option_row* row = option_at( i );
			if ( row->group != group || ( row->commands & command->bit ) == 0 )
			{
				continue;
			}
			if ( first )
			{
				printf( ".SS %s\n", option_group_text( group ) );
			}
			first = false;
			write_option( row );
		}
	}
}

static void write_command( const command_row* command )
{
	write_title( command->name );
	write_name( command->name, command->summary );
	printf( ".SH SYNOPSIS\n\\fBfairway %s\\fR ", command->name );
	write_line( command->usage );
	printf( ".SH DESCRIPTION\n" );
	write_line( command->summary );
	fputs( ".PP\n", stdout );
	write_paragraphs( command->details );
	write_options( command );
	printf( ".SH EXIT STATUS\n" );
	write_line( command->status );
	printf( ".SH EXAMPLES\n.EX\n" );
	write_line( command->example );
	printf( ".EE\n.SH SEE ALSO\n.BR fairway (1)\n" );
}

static void write_program( void )
{
	write_title( "" );
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

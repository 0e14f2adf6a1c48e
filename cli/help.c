// SPDX-License-Identifier: MIT
// The help of the program and of its commands, in lines of at most 100 columns.
#include "help.h"
#include "command_table.h"
#include "option_table.h"

#include <string.h>

#define COLUMNS 100
#define TEXT_COLUMN 26 // of the explanations

void help_words( const char* text, int column, int indent )
{
	while ( *text != '\0' )
	{
		const int size = (int)strcspn( text, " " );
		if ( column + size > COLUMNS )
		{
			printf( "\n%*s", indent, "" );
			column = indent;
		}
		printf( "%.*s", size, text );
		column += size;
		text += size;
		if ( *text == ' ' )
		{
			text += 1;
			column += 1;
			// A blank at the end of a line is none.
			printf( "%s", column + (int)strcspn( text, " " ) > COLUMNS ? "" : " " );
		}
	}
	putchar( '\n' );
}

static void write_paragraphs( const char* text )
{
	while ( *text != '\0' )
	{
		char paragraph[1024];
		const int size = (int)strcspn( text, "\n" );
		snprintf( paragraph, sizeof( paragraph ), "%.*s", size, text );
		putchar( '\n' );
		help_words( paragraph, 0, 0 );
		text += size + ( text[size] != '\0' ? 1 : 0 );
	}
}

static void write_option( const char* name, const char* value, const char* text )
{
	const int used = printf( "  --%s%s%s", name, value[0] != '\0' ? " " : "", value );
	if ( used + 2 > TEXT_COLUMN )
	{
		printf( "\n%*s", TEXT_COLUMN, "" );
	}
	else
	{
		printf( "%*s", TEXT_COLUMN - used, "" );
	}
	help_words( text, TEXT_COLUMN, TEXT_COLUMN );
}

static void write_row( const option_row* row )
{
	char range[160];
	char text[512];
	option_range_text( row, range );
	snprintf( text, sizeof( text ), "%s%s%s%s", row->help, range[0] != '\0' ? " (" : "", range,
	          range[0] != '\0' ? ")" : "" );
	write_option( row->name, row->value != NULL ? row->value : "", text );
}

static bool is_shown( const option_row* row, const command_row* command, bool all )
{
	return all || ( row->often & command->bit ) != 0;
}

static int32_t count_shown( const command_row* command, bool all )
{
	int32_t count = 0;
	int32_t index = 0;
	for ( const option_row* row = NULL; ( row = option_next( command, GROUP_COUNT, &index ) ) != NULL; )
	{
		count += is_shown( row, command, all ) ? 1 : 0;
	}
	return count;
}

static void write_group( option_group group, const command_row* command, bool all )
{
	bool first = true;
	int32_t index = 0;
	for ( const option_row* row = NULL; ( row = option_next( command, group, &index ) ) != NULL; )
	{
		if ( !is_shown( row, command, all ) )
		{
			continue;
		}
		if ( first )
		{
			printf( "\n%s\n", option_group_text( group ) );
		}
		first = false;
		write_row( row );
	}
}

void help_program( FILE* out )
{
	fprintf( out, "usage: fairway COMMAND ...\n\n" PROGRAM_SUMMARY ".\n\ncommands:\n" );
	for ( int32_t i = 0; i < command_count(); i++ )
	{
		fprintf( out, "  %-10s %s\n", command_at( i )->name, command_at( i )->summary );
	}
	fprintf( out, "\n'fairway COMMAND --help' explains one of them; 'fairway --version' prints the version.\n" );
}

void help_command( const command_row* command, bool all )
{
	const int32_t often = count_shown( command, false );
	all = all || often == 0;
	printf( "usage: fairway %s %s\n\n%s.\n\n  %s\n", command->name, command->usage, command->summary,
	        command->example );
	for ( option_group group = 0; group < GROUP_COUNT; group++ )
	{
		write_group( group, command, all );
	}
	if ( !all )
	{
		printf( "\n'fairway %s --help all' lists %d more options.\n", command->name,
		        (int)( count_shown( command, true ) - often ) );
	}
	write_paragraphs( command->details );
	printf( "\nexit status: %s\n", command->status );
}

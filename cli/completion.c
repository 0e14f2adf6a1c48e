// SPDX-License-Identifier: MIT
// Completion of the command line in shells, from the tables of commands, options and methods.
#include "completion.h"
#include "command_table.h"
#include "option_table.h"

#include <stdio.h>
#include <string.h>

// What may follow an option.
typedef enum follower
{
	FOLLOWS_NOTHING,
	FOLLOWS_WORD, // one of some
	FOLLOWS_LIST, // some of them, with commas between
	FOLLOWS_FILE,
	FOLLOWS_ANYTHING,
} follower;

static follower follower_of( const option_row* row )
{
	const bool list = row->value != NULL && strstr( row->value, ",..." ) != NULL;
	const bool words = row->choices != NULL || row->kind == VALUE_METHOD || row->kind == VALUE_METHODS;
	const bool file = row->kind == VALUE_FILE || ( row->value != NULL && strcmp( row->value, "FILE" ) == 0 );
	if ( row->value == NULL )
	{
		return FOLLOWS_NOTHING;
	}
	return words ? list ? FOLLOWS_LIST : FOLLOWS_WORD : file ? FOLLOWS_FILE : FOLLOWS_ANYTHING;
}

// The words that may follow, with blanks between.
static void write_words( const option_row* row )
{
	for ( const char* at = row->choices; at != NULL && *at != '\0'; at++ )
	{
		putchar( *at == '|' ? ' ' : *at );
	}
	for ( int32_t i = 0; i < fw_method_count() && row->choices == NULL; i++ )
	{
		printf( "%s%s", i > 0 ? " " : "", fw_method_at( i )->name );
	}
}

// The options that are followed so, each name once.
static const option_row* next_follower( follower kind, int32_t* index )
{
	while ( *index < option_count() )
	{
		const option_row* row = option_at( ( *index )++ );
		int32_t first = 0;
		while ( strcmp( option_at( first )->name, row->name ) != 0 )
		{
			first++;
		}
		if ( option_at( first ) == row && follower_of( row ) == kind )
		{
			return row;
		}
	}
	return NULL;
}

static void write_bash_followers( follower kind, const char* variable )
{
	int32_t index = 0;
	for ( const option_row* row = NULL; ( row = next_follower( kind, &index ) ) != NULL; )
	{
		printf( "\t--%s) %s=\"", row->name, variable );
		write_words( row );
		printf( "\" ;;\n" );
	}
}

static void write_bash_files( void )
{
	const char* between = "\t";
	int32_t index = 0;
	for ( const option_row* row = NULL; ( row = next_follower( FOLLOWS_FILE, &index ) ) != NULL; between = " | " )
	{
		printf( "%s--%s", between, row->name );
	}
	printf( ") mapfile -t COMPREPLY < <(compgen -f -- \"$word\"); return ;;\n" );
}

static void write_bash( void )
{
	printf( "# Completion of fairway for bash, made by 'fairway --completion bash'.\n"
	        "_fairway()\n{\n"
	        "\tlocal word=\"${COMP_WORDS[COMP_CWORD]}\" before=\"${COMP_WORDS[COMP_CWORD - 1]}\"\n"
	        "\tlocal words=\"\" list=\"\" names=\"\" name=\"\"\n"
	        "\tCOMPREPLY=()\n"
	        "\tif [[ $COMP_CWORD -eq 1 ]]; then\n\t\tmapfile -t COMPREPLY < <(compgen -W \"" );
	for ( int32_t i = 0; i < command_count(); i++ )
	{
		printf( "%s ", command_at( i )->name );
	}
	printf( "--help --version\" -- \"$word\")\n\t\treturn\n\tfi\n\tcase \"$before\" in\n" );
	write_bash_followers( FOLLOWS_WORD, "words" );
	write_bash_followers( FOLLOWS_LIST, "names" );
	write_bash_files();
	// Of a list its last name is completed, behind those that are there.
	printf( "\tesac\n"
	        "\tif [[ -n $names ]]; then\n"
	        "\t\t[[ $word == *,* ]] && list=\"${word%%,*},\"\n"
	        "\t\tfor name in $names; do\n\t\t\twords=\"$words $list$name\"\n\t\tdone\n\tfi\n"
	        "\tif [[ -z $words && $word == -* ]]; then\n\t\tcase \"${COMP_WORDS[1]}\" in\n" );
	for ( int32_t i = 0; i < command_count(); i++ )
	{
		int32_t index = 0;
		printf( "\t\t%s) words=\"--help", command_at( i )->name );
		for ( const option_row* row = NULL; ( row = option_next( command_at( i ), GROUP_COUNT, &index ) ) != NULL; )
		{
			printf( " --%s", row->name );
		}
		printf( "\" ;;\n" );
	}
	printf( "\t\tesac\n\tfi\n"
	        "\tif [[ -n $words ]]; then\n\t\tmapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
	        "\telse\n\t\tmapfile -t COMPREPLY < <(compgen -f -- \"$word\")\n\tfi\n}\n"
	        "complete -o filenames -F _fairway fairway\n" );
}

// Between apostrophes in a script, where none can be; `special` are letters that want a backslash. Of several
// statements the first is enough.
static void write_quoted( const char* text, const char* special )
{
	for ( ; *text != '\0' && strncmp( text, "; ", 2 ) != 0 && strncmp( text, ". ", 2 ) != 0; text++ )
	{
		printf( "%s%c", strchr( special, *text ) != NULL ? "\\" : "", *text == '\'' ? '"' : *text );
	}
}

static void write_zsh_option( const option_row* row )
{
	printf( "\t\t\t'%s--%s%s[", row->repeats && row->value != NULL ? "*" : "", row->name,
	        row->value != NULL ? "=" : "" );
	write_quoted( row->help, "[]\\" );
	putchar( ']' );
	switch ( follower_of( row ) )
	{
	case FOLLOWS_NOTHING:
		break;
	case FOLLOWS_WORD:
		printf( ":value:(" );
		write_words( row );
		putchar( ')' );
		break;
	case FOLLOWS_LIST:
		printf( ":values:_values -s , value " );
		write_words( row );
		break;
	case FOLLOWS_FILE:
		printf( ":file:_files" );
		break;
	case FOLLOWS_ANYTHING:
		putchar( ':' );
		write_quoted( row->value, ":\\" );
		putchar( ':' );
		break;
	}
	printf( "' \\\n" );
}

static void write_zsh( void )
{
	printf( "#compdef fairway\n# Completion of fairway for zsh, made by 'fairway --completion zsh'.\n"
	        "_fairway()\n{\n\tlocal -a commands\n\tcommands=(\n" );
	for ( int32_t i = 0; i < command_count(); i++ )
	{
		printf( "\t\t'%s:", command_at( i )->name );
		write_quoted( command_at( i )->summary, ":\\" );
		printf( "'\n" );
	}
	printf( "\t)\n\tif (( CURRENT == 2 )); then\n\t\t_describe command commands\n\t\treturn\n\tfi\n"
	        "\tlocal command=$words[2]\n\tshift words\n\t(( CURRENT-- ))\n\tcase $command in\n" );
	for ( int32_t i = 0; i < command_count(); i++ )
	{
		int32_t index = 0;
		printf( "\t%s)\n\t\t_arguments -s \\\n", command_at( i )->name );
		for ( const option_row* row = NULL; ( row = option_next( command_at( i ), GROUP_COUNT, &index ) ) != NULL; )
		{
			write_zsh_option( row );
		}
		printf( "\t\t\t'--help[print the options]' \\\n\t\t\t'*:file:_files'\n\t\t;;\n" );
	}
	printf( "\tesac\n}\n_fairway \"$@\"\n" );
}

static void write_fish_option( const command_row* command, const option_row* row )
{
	const follower follows = follower_of( row );
	printf( "complete -c fairway -n '__fish_seen_subcommand_from %s' -l %s", command->name, row->name );
	if ( follows == FOLLOWS_WORD || follows == FOLLOWS_LIST )
	{
		printf( follows == FOLLOWS_LIST ? " -x -a '(__fish_append , " : " -x -a '" );
		write_words( row );
		printf( follows == FOLLOWS_LIST ? ")'" : "'" );
	}
	else if ( follows != FOLLOWS_NOTHING )
	{
		printf( follows == FOLLOWS_FILE ? " -r -F" : " -x" );
	}
	printf( " -d '" );
	write_quoted( row->help, "\\" );
	printf( "'\n" );
}

static void write_fish( void )
{
	printf( "# Completion of fairway for fish, made by 'fairway --completion fish'.\n" );
	for ( int32_t i = 0; i < command_count(); i++ )
	{
		const command_row* command = command_at( i );
		printf( "complete -c fairway -n __fish_use_subcommand -f -a %s -d '", command->name );
		write_quoted( command->summary, "\\" );
		printf( "'\n" );
		int32_t index = 0;
		for ( const option_row* row = NULL; ( row = option_next( command, GROUP_COUNT, &index ) ) != NULL; )
		{
			write_fish_option( command, row );
		}
	}
}

bool completion_write( const char* shell )
{
	static const struct
	{
		const char* shell;
		void ( *write )( void );
	} scripts[] = { { "bash", write_bash }, { "fish", write_fish }, { "zsh", write_zsh } };
	for ( size_t i = 0; i < sizeof( scripts ) / sizeof( scripts[0] ); i++ )
	{
		if ( strcmp( scripts[i].shell, shell ) == 0 )
		{
			scripts[i].write();
			return true;
		}
	}
	return false;
}

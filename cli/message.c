// SPDX-License-Identifier: MIT
// What the command line says when something is wrong, all of it on standard error and with one prefix.
#define _POSIX_C_SOURCE 200809L
#include "message.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void complain( const char* format, ... )
{
	va_list arguments;
	va_start( arguments, format );
	// Whatever progress stands in this line.
	fputs( isatty( STDERR_FILENO ) != 0 ? "\r\033[K" : "", stderr );
	fputs( "fairway: ", stderr );
	vfprintf( stderr, format, arguments );
	fputc( '\n', stderr );
	va_end( arguments );
}

const char* complain_name( const char* file )
{
	return strcmp( file, "-" ) == 0 ? "standard input" : file[0] != '\0' ? file : "''";
}

void complain_file( const char* file, fw_status status, const fw_refusal* error )
{
	const int cause = errno;
	const char* name = complain_name( file );
	if ( status == FW_ERR_IO )
	{
		complain( "%s: %s", name, cause != 0 ? strerror( cause ) : fw_status_text( status ) );
	}
	else if ( error->line > 0 )
	{
		complain( "%s:%d:%d: %s", name, (int)error->line, (int)error->column, error->text );
	}
	else
	{
		complain( "%s: %s", name, error->text[0] != '\0' ? error->text : fw_status_text( status ) );
	}
}

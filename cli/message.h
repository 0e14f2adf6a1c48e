// SPDX-License-Identifier: MIT
// What the command line says when something is wrong, all of it on standard error and with one prefix.
#ifndef CLI_MESSAGE_H
#define CLI_MESSAGE_H

#include "fairway/base.h"

// How the program ends.
enum
{
	EXIT_GOOD = 0,     // found, legal, done
	EXIT_NEGATIVE = 1, // no path, not legal
	EXIT_BAD = 2,      // bad input, bad usage, or the system failed us
};

#if defined( __GNUC__ )
__attribute__( ( format( printf, 1, 2 ) ) )
#endif
void complain( const char* format, ... );

// The name of a file that is read, as messages say it.
const char* complain_name( const char* file );

// A file that could not be read: with line and column where the reader knows them.
void complain_file( const char* file, fw_status status, const fw_refusal* error );

#endif

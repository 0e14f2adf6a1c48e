// SPDX-License-Identifier: MIT
// The help of the program and of its commands.
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "options.h"

#include <stdio.h>

// Writes words to standard output from a column on, in lines of at most 100, further ones indented; ends the last one.
void help_words( const char* text, int column, int indent );
void help_program( FILE* out );
// The options that most people need, or all of them; commands with few options show all.
void help_command( const command_row* command, bool all );

#endif

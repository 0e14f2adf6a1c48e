// SPDX-License-Identifier: MIT
// Completion of the command line in shells, from the tables of commands, options and methods.
#ifndef CLI_COMPLETION_H
#define CLI_COMPLETION_H

#include <stdbool.h>

// Writes the script for "bash", "fish" or "zsh" to standard output; false for another shell.
bool completion_write( const char* shell );

#endif

// SPDX-License-Identifier: MIT
// All commands, and what is said of each.
#ifndef CLI_COMMAND_TABLE_H
#define CLI_COMMAND_TABLE_H

#include "options.h"

#define PROGRAM_SUMMARY "Realistic paths on grid maps"

int32_t command_count( void );
const command_row* command_at( int32_t index );
const command_row* command_find( const char* name ); // NULL where there is none

#endif

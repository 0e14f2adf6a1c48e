// SPDX-License-Identifier: MIT
// The options of all commands: one table for parsing, help, man pages and completion.
#ifndef CLI_OPTION_TABLE_H
#define CLI_OPTION_TABLE_H

#include "options.h"

typedef enum value_kind
{
	VALUE_SET,    // bool, becomes true
	VALUE_CLEAR,  // bool, becomes false
	VALUE_NUMBER, // double
	VALUE_INT32,
	VALUE_INT64,
	VALUE_CHOICE,  // int32_t or enum: the index in `choices`
	VALUE_NUMERAL, // int32_t: one of the whole numbers in `choices`
	VALUE_METHOD,  // const char*, a method of plans
	VALUE_METHODS, // const char*, some of them, with commas between
	VALUE_FILE,    // const char*, a file's name
	VALUE_CUSTOM,  // `read` takes it
} value_kind;

// Headings of the help, in its order.
typedef enum option_group
{
	GROUP_ENDS,
	GROUP_UNIT,
	GROUP_MAP,
	GROUP_METHOD,
	GROUP_LATTICE,
	GROUP_HIERARCHY,
	GROUP_PATH,
	GROUP_SPEED,
	GROUP_PROBLEMS,
	GROUP_OUTPUT,
	GROUP_COUNT,
} option_group;

typedef struct option_row
{
	const char* name;
	value_kind kind;
	size_t place; // in options
	double low, high;
	const char* value;   // its name in the help, NULL where there is none
	const char* choices; // the words that are taken, "a|b|c"; of a list, those between its commas; NULL: others too
	const char* wanted;  // what a custom value has to be, in words; NULL: one of the choices
	bool ( *read )( options* given, const char* text );
	bool repeats; // may be given more than once
	option_group group;
	uint32_t commands; // that take it
	uint32_t often;    // whose short help shows it
	const char* usual; // its default in words, NULL: none
	const char* help;
} option_row;

int32_t option_count( void );
// The rows of a command, of one group or (GROUP_COUNT) of all, from `index` on, which goes behind the row; NULL behind
// the last one.
const option_row* option_next( const command_row* command, option_group group, int32_t* index );
const option_row* option_at( int32_t index );
// The row of this name for a command, NULL where it takes none.
const option_row* option_find( const command_row* command, const char* name );
const char* option_group_text( option_group group );
// "0 to 64, default 0.4": bounds and default, empty where there are none; `text` holds at least 160 bytes.
const char* option_range_text( const option_row* row, char* text );

#endif

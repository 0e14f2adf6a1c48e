// SPDX-License-Identifier: MIT
// Which maps a scenario command runs on, and the scenario of each.
#ifndef CLI_SCEN_FILES_H
#define CLI_SCEN_FILES_H

#include "options.h"

typedef struct scen_pair
{
	char *map, *scen;
} scen_pair;

typedef struct scen_files
{
	scen_pair* pairs; // [count]
	size_t count, capacity;
} scen_files;

// MAP SCEN as they are given, or maps with NAME.scen beside NAME and folders of such: these in the order of their
// names. Says on standard error what is wrong. To be freed in any case.
bool scen_files_find( const options* given, scen_files* all );
void scen_files_free( scen_files* all );

#endif

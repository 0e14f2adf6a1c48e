// SPDX-License-Identifier: MIT
// Where each unit of a simulation is after every step, as CSV.
#ifndef CLI_TRAJECTORY_H
#define CLI_TRAJECTORY_H

#include "simulation.h"

#include <stdio.h>

// Rows are written as they come: of a large crowd they would fill the memory.
typedef struct trajectory
{
	const char* file;
	FILE* out; // NULL: not wanted
} trajectory;

// Begins the file, NULL: it is not wanted. Says on standard error what is wrong.
bool trajectory_open( trajectory* rows, const char* file );
void trajectory_take( trajectory* rows, const simulation* run );
// `good` is false where the simulation failed: there is no file then. Says on standard error what is wrong.
bool trajectory_close( trajectory* rows, bool good );

#endif

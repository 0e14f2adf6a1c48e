// SPDX-License-Identifier: MIT
// Exact lengths of a scenario's problems from a file, and how far the paths are above them.
#ifndef CLI_EXACT_H
#define CLI_EXACT_H

#include "stats.h"

#include "fairway/io.h"

typedef struct exact_lengths
{
	const char* file;
	double* lengths; // [count]
	int32_t count;
	samples excess; // length over the exact one, minus 1
	double worst;
	int64_t worst_problem;
	int64_t shorter; // paths that cannot be
} exact_lengths;

// Reads lines of `sx sy gx gy length`, one for each of the first `count` problems of the scenario and in its order.
// Says on standard error what is wrong.
bool exact_read( const char* file, const fw_scen* scen, int32_t count, exact_lengths* exact );
// Takes a found path into the figures; reports one that is shorter than the exact length. False when memory is out.
bool exact_compare( exact_lengths* exact, int64_t problem, double length );
void exact_print( exact_lengths* exact );
void exact_free( exact_lengths* exact );

#endif

// SPDX-License-Identifier: MIT
// Several methods on the same problems, one after another in small batches, so that a busy machine affects all equally.
#ifndef BENCH_ANY_ANGLE_RUN_H
#define BENCH_ANY_ANGLE_RUN_H

#include "any_angle_sets.h"

#define ANY_ROWS_MAX 16

// A method with its options.
typedef struct any_row
{
	const char* label;
	const char* method;
	fw_anchor anchor;
	fw_heuristic heuristic;
	int32_t block_size; // 0: as the library has it
} any_row;

// One method on one problem.
typedef struct any_sample
{
	double length, expanded, us;
} any_sample;

typedef struct any_run
{
	any_row rows[ANY_ROWS_MAX];
	int32_t row_count;
	int32_t repeats;
	fw_corners corners;
	fw_search* contexts[ANY_ROWS_MAX]; // one for each row, warm
	fw_result result;
	any_sample* samples;  // [count * row_count] of the problems that every row solved
	double ( *exact )[2]; // [count] by fw_anchor; 0: unknown
	int32_t count, capacity;
	int32_t dropped; // problems that a row did not solve
} any_run;

// Means over the problems of a run.
typedef struct any_stats
{
	double distance, expanded;
	double us, us50, us99; // mean, median, 99th percentile
	double excess, worst;  // above the exact lengths, mean and maximum; 0.01 is one percent
	int32_t compared;      // problems with a known exact length
	size_t memory;         // of the search context
} any_stats;

// Rows whose methods the library does not have are skipped.
void any_run_begin( any_run* run, const any_row* rows, int32_t count, fw_corners corners, int32_t repeats );
// All rows on all problems of a map; the minimum time of the repeats counts.
void any_run_map( any_run* run, const any_map* map );
void any_run_end( any_run* run );

// Index of the row with this label; -1 if there is none.
int32_t any_run_find( const any_run* run, const char* label );
// Exact lengths are those of the problems; if they are unknown, those of the row with the method "visibility-graph" and
// the same anchor, under any label.
any_stats any_run_stats( const any_run* run, int32_t row );

#endif

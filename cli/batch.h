// SPDX-License-Identifier: MIT
// Many problems on one map: the runs, the rows of results, the files of paths, and the figures over all of them.
#ifndef CLI_BATCH_H
#define CLI_BATCH_H

#include "csv.h"
#include "progress.h"
#include "stats.h"

#include "fairway/io.h"

#define BATCH_REASONS ( FW_REASON_LEG + 1 )

typedef struct batch
{
	const char* name; // of the command
	const options* given;
	loaded_map world;
	bool poses;
	FILE* csv; // NULL: not wanted
	trip done; // the last run
	progress bar;
	double prepare_microseconds;
	int32_t problems;
	int64_t solved, legal;
	int64_t reasons[BATCH_REASONS]; // of the unsolved ones, by fw_reason
	samples lengths, ratios, microseconds, expanded, turned;
} batch;

// Reads the scenario that was given beside the map. Says on standard error what is wrong.
bool scenario_read( const options* given, fw_scen* scen );
// A tile's center, or its top left corner.
fw_pose scenario_tile( fw_anchor anchor, int32_t x, int32_t y );

// Reads the map. Says on standard error what is wrong, as all of these.
bool batch_open( batch* all, const char* name, options* given, bool poses );
// How many of `count` problems --limit lets through.
int32_t batch_limit( const batch* all, int32_t count );
// Opens the files that are not open yet for `count` problems, or as many as --limit lets through: that is
// batch.problems.
bool batch_begin( batch* all, int32_t count );
// Builds the tables of a plan before they are needed, on a clock of its own.
bool batch_prepare( batch* all, const fw_plan* plan );
// Plans; the trip is in batch.done.
bool batch_run( batch* all, const fw_plan* plan, const fw_unit* judged );
// Takes a run into the figures and the files. The ratio is over `against` where that is positive.
bool batch_record( batch* all, const trip* done, const fw_plan* plan, const record* row, double against );
// What all commands report in the same way.
void batch_print_head( const batch* all, const fw_plan* plan );
void batch_print_reasons( const batch* all );
void batch_print_times( batch* all );
// Empties the figures, for another method on the same map.
void batch_forget( batch* all );
// False when the rows could not be written to the end.
bool batch_close( batch* all );

#endif

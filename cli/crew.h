// SPDX-License-Identifier: MIT
// The plans of a batch shared among threads, a window of them at a time, so that results come in the order of problems.
#ifndef CLI_CREW_H
#define CLI_CREW_H

#include "batch.h"

// One problem of the window.
typedef struct crew_slot
{
	fw_plan plan; // set before crew_run()
	trip done;
	fw_status status;
	fw_refusal refusal;
} crew_slot;

typedef struct crew
{
	const batch* all;
	int32_t threads;
	loaded_map* worlds; // [threads], the first is the batch's; the others share its grid and have planners of their own
	crew_slot* slots;   // [window]
	int32_t window;
} crew;

// Makes planners for all threads and builds their tables for the plan, as batch_prepare() does for the first. Says on
// standard error what is wrong. To be closed in any case.
bool crew_open( crew* team, batch* all, options* given, const fw_plan* plan );
// Runs the plans of the first `count` slots.
void crew_run( crew* team, int32_t count );
// Was this slot's plan run? Says on standard error why not.
bool crew_check( const crew* team, int32_t slot );
void crew_close( crew* team );

#endif

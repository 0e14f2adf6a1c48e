// SPDX-License-Identifier: MIT
// A progress bar on standard error, drawn only where that is a terminal.
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct progress
{
	int64_t total;
	int32_t shown; // permille that stands on the terminal, -1 for nothing
	bool terminal;
} progress;

void progress_begin( progress* bar, int64_t total );
void progress_show( progress* bar, int64_t done );
void progress_end( progress* bar ); // wipes the bar

#endif

// SPDX-License-Identifier: MIT
// A line on standard error about work that takes more than a second, drawn only where that is a terminal.
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

// Drawn by a thread of its own, so that it also moves during one long call of the library. Zero it before use.
typedef struct progress
{
	const char* what; // is being done
	int64_t total;    // 0: nobody knows
	pthread_mutex_t lock;
	pthread_cond_t wake;
	pthread_t thread;
	bool running; // there is a thread; the next ones are behind the lock
	bool over;
	int64_t done;
} progress;

void progress_begin( progress* bar, const char* what, int64_t total );
void progress_show( progress* bar, int64_t done );
void progress_end( progress* bar ); // wipes the line; once more does nothing

#endif

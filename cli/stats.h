// SPDX-License-Identifier: MIT
// Samples and what to say about them, the clock, and the memory of the process.
#ifndef CLI_STATS_H
#define CLI_STATS_H

#include "fairway/base.h"

// A growing list of numbers. Zero it before use.
typedef struct samples
{
	double* values;
	size_t count, capacity;
} samples;

bool samples_add( samples* list, double value ); // false when memory is out
void samples_free( samples* list );
double samples_mean( const samples* list );                    // 0 for an empty list
double samples_percentile( samples* list, double percentage ); // nearest rank; sorts the list; 0 for an empty one

// Processor time of this thread in microseconds: other threads and other programs on the machine do not count.
double clock_microseconds( void );
// The largest memory that the process has held so far [bytes], 0 where the system does not say.
double peak_memory( void );

#endif

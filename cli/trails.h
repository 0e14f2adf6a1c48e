// SPDX-License-Identifier: MIT
// Where each unit of a crowd was, for pictures.
#ifndef CLI_TRAILS_H
#define CLI_TRAILS_H

#include "fairway/crowd.h"

// One row of places for each moment. Zero it before use.
typedef struct trails
{
	int32_t units;
	double* radii;  // [units]
	float* places;  // [moments * units * 2]
	double seconds; // between two moments
	size_t moments, capacity;
} trails;

bool trails_begin( trails* list, const fw_crowd* crowd, double seconds ); // false when memory is out
bool trails_add( trails* list, const fw_crowd* crowd );
void trails_free( trails* list );

#endif

// SPDX-License-Identifier: MIT
// Rows of results, one per problem, for spreadsheets and scripts.
#ifndef CLI_CSV_H
#define CLI_CSV_H

#include "trip.h"

// What is known of one problem besides its trip.
typedef struct record
{
	int64_t index; // in the file
	double sx, sy, gx, gy;
	double reference; // published length, negative: none
	double best;      // length of the .best file, negative: none
	bool legal;
} record;

// `poses` adds the columns legal, turned, best, ratio.
void csv_header( FILE* file, bool poses );
void csv_row( FILE* file, const record* row, const trip* done, bool poses );

#endif

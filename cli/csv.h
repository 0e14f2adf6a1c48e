// SPDX-License-Identifier: MIT
// Rows of results, one per problem, for spreadsheets and scripts.
#ifndef CLI_CSV_H
#define CLI_CSV_H

#include "trip.h"

// What is known of one problem besides its trip.
typedef struct record
{
	const char* map;
	const char* method; // as rows name it, NULL: as the planner does
	int64_t index;      // in the file
	double sx, sy, gx, gy;
	double reference; // published length, negative: none
	double best;      // length of the .best file, negative: none
	int32_t bucket;
	bool legal;
} record;

// `poses` adds the columns legal, turned, best, ratio; else bucket, legal, excess.
void csv_header( FILE* file, bool poses );
void csv_row( FILE* file, const record* row, const trip* done, bool poses );

// Rows of paths between the same two points.
void csv_paths_header( FILE* file );
void csv_paths_row( FILE* file, int32_t index, const char* title, const trip* done );

#endif

// SPDX-License-Identifier: MIT
// Published maps, problems and exact lengths, from the folder that FAIRWAY_BENCHMARKS names. The readers skip the test
// if it names none and fail it if a file is missing.
#ifndef TESTS_SUPPORT_BENCHMARKS_H
#define TESTS_SUPPORT_BENCHMARKS_H

#include "fairway/io.h"
#include "fairway/search.h"

#include <stdio.h>

const char* test_benchmarks( void ); // the folder
// By its name there, "poses/brc202d.best"; the caller closes it.
FILE* test_benchmark_file( const char* name );
// By the names of their folder and of their map: "dao/brc202d".
fw_grid* test_benchmark_map( const char* name );
fw_scen test_benchmark_scen( const char* name );
// By the name of the set: "brc202d-fix".
fw_pose_set test_benchmark_poses( const char* name );

// The shortest path of a point between two tiles of the map, between their centers or their upper left corners [tiles].
typedef struct test_shortest
{
	int32_t start_x, start_y, goal_x, goal_y;
	double length;
} test_shortest;

// The caller closes it.
FILE* test_benchmark_lengths( const char* map, fw_anchor anchor );
// False at the end of the file.
bool test_next_shortest( FILE* file, test_shortest* shortest );

// Is a length the one that a scenario prints? Lengths have two decimals in some sets and six digits in others
// (`decimals` is 0), rounded or cut off.
bool test_length_matches( double length, double published, int32_t decimals );

#endif

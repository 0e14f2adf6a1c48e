// SPDX-License-Identifier: MIT
// The A* that many games began with, for comparison: lists that are scanned, nodes that are allocated one by one.
#ifndef BENCH_TEXTBOOK_ASTAR_H
#define BENCH_TEXTBOOK_ASTAR_H

#include <stdbool.h>
#include <stdint.h>

typedef struct textbook_map
{
	const bool* free; // [width * height]
	int32_t width, height;
} textbook_map;

typedef struct textbook_result
{
	bool found;
	double length;
	int64_t expanded;
} textbook_result;

// Eight neighbors, no corner cutting. Ends the program if memory is out.
textbook_result textbook_astar( const textbook_map* map, int32_t start_x, int32_t start_y, int32_t goal_x,
                                int32_t goal_y );

#endif

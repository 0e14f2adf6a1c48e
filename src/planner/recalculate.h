// SPDX-License-Identifier: MIT
// What path recalculation keeps from one search to the next, for fw_recalculate() and for jobs.
#ifndef FW_PLANNER_RECALCULATE_H
#define FW_PLANNER_RECALCULATE_H

#include "base/core.h"
#include "fairway/recalculate.h"
#include "fairway/smooth.h"

typedef struct fw_recalculation
{
	fw_allocator allocator;
	uint8_t* closed; // [tiles] a bit for each move that hit something; null until there is one
	size_t tiles;    // of `closed`
	fw_path legs;    // the walk, smoothed where that is asked for
	fw_path turned;  // the path that its turns make
	fw_recalculate_report report;
} fw_recalculation;

void fw_recalculation_open( fw_recalculation* all, const fw_allocator* allocator );
void fw_recalculation_close( fw_recalculation* all );
// Before the first search and after the last one: forgets what was closed.
void fw_recalculation_forget( fw_recalculation* all );
size_t fw_recalculation_memory( const fw_recalculation* all );
// Can recalculation find turns for such a query at all?
fw_status fw_recalculation_check( const fw_grid* grid, const fw_query* query );

// Of a walk that was found.
typedef enum fw_walk_verdict
{
	FW_WALK_TURNS,  // it has legal turns, and is the path of these now
	FW_WALK_CLOSED, // moves of it were closed: search again
	FW_WALK_STUCK,  // there is nothing to close
} fw_walk_verdict;

// After each search that found a walk. After an error the walk is as it was.
fw_status fw_recalculation_judge( fw_recalculation* all, const fw_smoother* smoother, const fw_query* query,
                                  bool smooth, fw_path* walk, fw_walk_verdict* verdict );

#endif

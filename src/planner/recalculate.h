// SPDX-License-Identifier: MIT
// What path recalculation keeps from one search to the next, for fw_recalculate() and for jobs.
#ifndef FW_PLANNER_RECALCULATE_H
#define FW_PLANNER_RECALCULATE_H

#include "base/core.h"
#include "fairway/search.h"
#include "fairway/smooth.h"

/// How fw_recalculate() is to go. Made by fw_default_recalculate_def(), then changed.
typedef struct fw_recalculate_def
{
	uint32_t cookie;        ///< set by fw_default_recalculate_def()
	fw_allocator allocator; ///< for the marks, a byte for each tile of the map, and two paths; given back at the end
	bool smooth;            ///< legs are those that fw_smooth_straight() leaves; else the straight runs of the walk
	int32_t rounds;         ///< searches at most [>= 1]
} fw_recalculate_def;

/// What fw_recalculate() did.
typedef struct fw_recalculate_report
{
	int32_t rounds; ///< searches
	int64_t marks;  ///< moves that were closed
	int32_t
	    illegal; ///< legs that hit something, of the walk that had the fewest; 0 where a path was found or none walked
} fw_recalculate_report;

fw_recalculate_def fw_default_recalculate_def( void ); ///< the default allocator, no smoothing, 100 rounds

/// Searches until a walk has legal turns: from waypoint to waypoint by the shorter arc-then-line curve, from the
/// start's heading on. The first step of each leg that hits something is closed for the next round, and a leg of the
/// start's or goal's own place has the nearest step of the walk closed. Each round closes a step that was open, so that
/// it ends. What is closed is closed whichever way the unit would come, so that a legal path may stay unfound.
/// @param query for "astar" or "aastar", over tile centers, without closed moves of its own; its limit of expansions is
/// for all rounds together.
/// @param result the path of curves, not cleaned up, where one was found. #FW_REASON_NO_TURN where no walk is left,
/// #FW_OUT_OF_BUDGET where the rounds or the expansions are used up; counters are sums. Headings at the goal do not
/// count.
/// @return #FW_OK; #FW_ERR_UNSUPPORTED for other methods, anchors, squares, links and one-way tiles;
/// #FW_ERR_ARGUMENT, #FW_ERR_DEF, #FW_ERR_MEMORY, and what fw_search_begin() says.
fw_status fw_recalculate( fw_search* search, const fw_map* map, const fw_query* query, const fw_recalculate_def* def,
                          fw_result* result, fw_recalculate_report* report );

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

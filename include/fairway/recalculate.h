// SPDX-License-Identifier: MIT
/// @file
/// Turns by searching again: standard A*, a look at each turn of its walk, and A* again without the moves that hit
/// something. Source: M. Pinter, "Toward More Realistic Pathfinding" (2001), "Legal Turns: The Basic Methods".
#ifndef FAIRWAY_RECALCULATE_H
#define FAIRWAY_RECALCULATE_H

#include "fairway/search.h"

FW_BEGIN_DECLS

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

FW_API fw_recalculate_def fw_default_recalculate_def( void ); ///< the default allocator, no smoothing, 100 rounds

/// Searches until a walk has legal turns: from waypoint to waypoint by the shorter arc-then-line curve, from the
/// start's heading on. The first step of each leg that hits something is closed for the next round, and a leg of the
/// start's or goal's own place has the nearest step of the walk closed. Each round closes a step that was open, so that
/// it ends. What is closed is closed whichever way the unit would come, so that a legal path may stay unfound.
/// @param query for "astar" or "aastar", over tile centres, without closed moves of its own; its limit of expansions is
/// for all rounds together.
/// @param result the path of curves, not cleaned up, where one was found. #FW_REASON_NO_TURN where no walk is left,
/// #FW_OUT_OF_BUDGET where the rounds or the expansions are used up; counters are sums. Headings at the goal do not
/// count.
/// @return #FW_OK; #FW_ERR_UNSUPPORTED for other methods, anchors, squares, links and one-way tiles;
/// #FW_ERR_ARGUMENT, #FW_ERR_DEF, #FW_ERR_MEMORY, and what fw_search_begin() says.
FW_API fw_status fw_recalculate( fw_search* search, const fw_map* map, const fw_query* query,
                                 const fw_recalculate_def* def, fw_result* result, fw_recalculate_report* report );

FW_END_DECLS

#endif

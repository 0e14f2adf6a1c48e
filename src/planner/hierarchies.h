// SPDX-License-Identifier: MIT
// The hierarchies that a planner keeps: those it was given, for all classes of units that they have, and one of its own
// for each other class that was asked for. What is left out of an abstraction depends on all of its classes, so one
// that grew by the units that came would answer by what it was asked before.
#ifndef FW_PLANNER_HIERARCHIES_H
#define FW_PLANNER_HIERARCHIES_H

#include "fairway/planner.h"
#include "planner/lease.h"

#define FW_HIERARCHIES_MAX 16
#define FW_HIERARCHIES_GIVEN 4

// With its landmarks, which go where it goes.
typedef struct fw_kept_hierarchy
{
	fw_hierarchy* hierarchy;
	fw_landmarks** landmarks; // [FW_CLASS_MAX], by class; null until a plan asks for some
	uint64_t used;
} fw_kept_hierarchy;

// Those that it was given; only the next ones take their place.
typedef struct fw_given_hierarchies
{
	fw_kept_hierarchy kept[FW_HIERARCHIES_GIVEN]; // the newest first
	uint64_t changes;                             // counts those that a search under way read and that are no more
} fw_given_hierarchies;

typedef struct fw_hierarchies
{
	fw_kept_hierarchy kept[FW_HIERARCHIES_MAX]; // the one that was not used for longest makes room
	fw_given_hierarchies given;
	uint64_t clock;
	uint64_t changes; // of its own, as of those that it was given
} fw_hierarchies;

void fw_hierarchies_free( fw_hierarchies* all );
// Adds what they take to what is counted so far.
void fw_hierarchies_measure( const fw_hierarchies* all, fw_planner_usage* bytes );
// Is it one of those that it was given, and keeps?
bool fw_hierarchies_was_given( const fw_hierarchies* all, const fw_hierarchy* hierarchy );
// Takes a hierarchy over, instead of one of the same quality and cluster that it was given, or else of the oldest where
// there are FW_HIERARCHIES_GIVEN.
void fw_hierarchies_add( fw_hierarchies* all, const fw_lease* leases, fw_hierarchy* hierarchy );
// Its own hierarchy for the one class, quality and cluster of a definition, of the grid as it is now; made, or made
// anew, where there is none.
fw_status fw_hierarchies_find( fw_hierarchies* all, const fw_lease* leases, const fw_grid* grid,
                               const fw_hierarchy_def* wanted, fw_kept_hierarchy** found );
// The same of those given; NULL where none serves.
fw_status fw_hierarchies_find_given( fw_given_hierarchies* given, const fw_lease* leases, const fw_grid* grid,
                                     const fw_hierarchy_def* wanted, fw_kept_hierarchy** found );
// The landmarks of a hierarchy for the one class of a definition; made where there are none.
fw_status fw_hierarchies_landmarks( fw_kept_hierarchy* kept, const fw_hierarchy_def* wanted,
                                    const fw_landmarks** landmarks );

#endif

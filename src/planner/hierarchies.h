// SPDX-License-Identifier: MIT
// The hierarchies that a planner keeps: one for each quality and cluster, for all classes that were asked for.
#ifndef FW_PLANNER_HIERARCHIES_H
#define FW_PLANNER_HIERARCHIES_H

#include "planner/lease.h"

#define FW_HIERARCHIES_MAX 4

typedef struct fw_kept_hierarchy
{
	fw_hierarchy* hierarchy;
	uint64_t used;
} fw_kept_hierarchy;

typedef struct fw_hierarchies
{
	fw_kept_hierarchy kept[FW_HIERARCHIES_MAX]; // the one that was not used for longest makes room
	uint64_t clock;
	uint64_t changes; // counts those that a search under way read and that are no more
} fw_hierarchies;

void fw_hierarchies_free( fw_hierarchies* all );
size_t fw_hierarchies_memory( const fw_hierarchies* all );
// Takes a hierarchy over, instead of one of the same quality and cluster.
void fw_hierarchies_add( fw_hierarchies* all, const fw_lease* leases, fw_hierarchy* hierarchy );
// The hierarchy for the one class, quality and cluster of a definition, of the grid as it is now; made, or made anew,
// where there is none.
fw_status fw_hierarchies_find( fw_hierarchies* all, const fw_lease* leases, const fw_grid* grid,
                               const fw_hierarchy_def* wanted, const fw_hierarchy** hierarchy );

#endif

// SPDX-License-Identifier: MIT
// What leads where, as a planner keeps it: one for each class of units that it met on a grid that is not plain.
#ifndef FW_PLANNER_REACHES_H
#define FW_PLANNER_REACHES_H

#include "planner/lease.h"

#define FW_REACHES_MAX 8

typedef struct fw_kept_reach
{
	fw_reachability* reach; // null where it would be too large
	uint64_t revision;
	uint64_t used;
	uint32_t capabilities;
	int32_t size;
	double radius;
} fw_kept_reach;

typedef struct fw_reaches
{
	fw_kept_reach kept[FW_REACHES_MAX]; // the one that was not used for longest makes room
	uint64_t clock;
	uint64_t changes; // counts those that a search under way read and that are no more
} fw_reaches;

void fw_reaches_free( fw_reaches* all );
size_t fw_reaches_memory( const fw_reaches* all );
// The one of a definition, of the grid as it is now; made, or made anew, where there is none. FW_ERR_TOO_LARGE is
// remembered until the grid changes.
fw_status fw_reaches_find( fw_reaches* all, const fw_lease* leases, const fw_reachability_def* def,
                           const fw_reachability** reach );

#endif

// SPDX-License-Identifier: MIT
// What the searches under way read: it makes room for others last.
#ifndef FW_PLANNER_LEASE_H
#define FW_PLANNER_LEASE_H

#include "fairway/search.h"

typedef struct fw_lease
{
	fw_map map;
	bool active; // is there a search under way?
	struct fw_lease* next;
} fw_lease;

static inline bool fw_is_leased( const fw_lease* leases, const void* object )
{
	for ( const fw_lease* lease = leases; lease != NULL; lease = lease->next )
	{
		const fw_map* map = &lease->map;
		if ( lease->active && object != NULL &&
		     ( map->space == object || map->primitives == object || map->clearance == object ||
		       map->hierarchy == object || map->reachability == object || map->roads == object ) )
		{
			return true;
		}
	}
	return false;
}

// Does one place make room before another, by whether a search reads what is there, and by when it was used last?
static inline bool fw_makes_room( const fw_lease* leases, const void* object, uint64_t used, const void* other,
                                  uint64_t other_used )
{
	const bool leased = fw_is_leased( leases, object );
	return leased != fw_is_leased( leases, other ) ? !leased : used < other_used;
}

#endif

// SPDX-License-Identifier: MIT
// The objects that the searches and passes of a plan need, from a cache.
#ifndef FW_PLANNER_MAP_H
#define FW_PLANNER_MAP_H

#include "planner/cache.h"

typedef struct fw_landmarks_def
{
	const fw_hierarchy* hierarchy;
	uint32_t capabilities;
	int32_t size;
} fw_landmarks_def;

// A space of the unit class; `lattice` may be FW_ANY_LATTICE.
fw_status fw_cache_space( fw_cache* cache, const fw_unit* unit, int32_t lattice, const fw_space** space );
// What leads where for a unit class, by its space, or by a clearance where that is null. None on a plain grid, whose
// regions say as much, and none where it would be too large.
fw_status fw_cache_reachability( fw_cache* cache, const fw_unit* unit, const fw_space* space,
                                 const fw_clearance* clearance, const fw_reachability** reachability );
// All curves between tiles so near to one another that fw_smooth48() goes from one to the other.
fw_status fw_cache_primitives_along( fw_cache* cache, const fw_plan* plan, const fw_primitives** primitives );
// The cache of a grid on which all but roads is blocked.
fw_status fw_cache_roads( fw_cache* cache, uint32_t terrains, fw_cache** roads );
// All that a search of this plan by a method needs.
fw_status fw_cache_map( fw_cache* cache, const fw_plan* plan, const fw_method* method, fw_map* map );

// Takes over a hierarchy: instead of one of the same quality and cluster that was given, or else of the oldest. False
// where it is that one itself.
bool fw_cache_give( fw_cache* cache, fw_hierarchy* hierarchy );

// The ring of a plan's motion primitives.
int32_t fw_plan_ring( const fw_plan* plan, const fw_method* method );

#endif

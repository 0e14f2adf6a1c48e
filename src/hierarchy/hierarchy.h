// SPDX-License-Identifier: MIT
// A hierarchy as searches see it.
#ifndef FW_HIERARCHY_HIERARCHY_H
#define FW_HIERARCHY_HIERARCHY_H

#include "fairway/hierarchy.h"
#include "hierarchy/cluster.h"

// What all hierarchies that come from one fw_hierarchy_create() share; changed by fw_hierarchy_update() alone.
typedef struct fw_hierarchy_source fw_hierarchy_source;

struct fw_hierarchy
{
	fw_hierarchy_source* source;
	fw_allocator allocator;
	fw_hierarchy_def def;
	fw_classes classes;
	bool has_costs;
	fw_local_costs costs;
	uint64_t revision;
	int32_t width, height; // tiles
	int32_t columns, rows; // clusters
	fw_cluster** clusters; // [columns * rows]
};

// The class of a unit; -1 where the hierarchy was not made for it.
int32_t fw_hierarchy_class( const fw_hierarchy* hierarchy, uint32_t capabilities, int32_t size );

FW_INLINE const fw_local_costs* fw_hierarchy_costs( const fw_hierarchy* hierarchy )
{
	return hierarchy->has_costs ? &hierarchy->costs : NULL;
}

#endif

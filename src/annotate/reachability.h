// SPDX-License-Identifier: MIT
// The inside of a reachability.
#ifndef FW_ANNOTATE_REACHABILITY_H
#define FW_ANNOTATE_REACHABILITY_H

#include "annotate/parts.h"
#include "annotate/region.h"
#include "fairway/space.h"

struct fw_reachability
{
	fw_allocator allocator;
	const fw_grid* grid;
	uint64_t revision;
	uint32_t capabilities;
	int32_t size;  // of a square, 0: a disc
	double radius; // 0 of a square
	int32_t width, height;
	fw_regions regions; // of tiles that can be left in all directions
	uint32_t* one_way;  // [one_way_count], the other tiles where the unit stands, row by row
	int32_t one_way_count, one_way_capacity;
	fw_parts parts; // of the regions, then the one-way tiles
};

// Does it know the grid's newest revision? Where not, make a new one.
FW_INLINE bool fw_reachability_is_current( const fw_reachability* reach )
{
	return reach->revision == fw_grid_revision( reach->grid );
}

// The part of a tile, from 1 on; 0 where the unit does not stand. Two tiles lead to one another exactly where their
// parts are equal. Cost: O(log tiles).
uint32_t fw_reachability_part( const fw_reachability* reach, int32_t x, int32_t y );

#endif

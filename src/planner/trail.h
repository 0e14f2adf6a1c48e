// SPDX-License-Identifier: MIT
// The memory of a far way: a tile for each area from which a leg was planned.
#ifndef FW_PLANNER_TRAIL_H
#define FW_PLANNER_TRAIL_H

#include "annotate/space.h"
#include "fairway/planner.h"
#include "path/archive.h"

// A leg that begins so near to the end of the last one goes on as if it began there, so that units need not stop
// [tiles]: at 4 tiles/s that is half a second for planning.
#define FW_TRAIL_NEAR 2.0

typedef struct fw_trail_tile
{
	int32_t x, y;
} fw_trail_tile;

struct fw_trail
{
	fw_allocator allocator;
	fw_vec2 from;         // where the first leg began, if there are tiles
	fw_vec2 to;           // the goal
	fw_trail_tile end;    // of the last leg, if there are tiles; else where it began
	fw_trail_tile* tiles; // [count]
	int32_t count, capacity;
};

// The tile from which the next leg of a plan goes: its start, or the end of the last leg. Forgets all if the goal is
// another one.
fw_trail_tile fw_trail_begin( fw_trail* trail, const fw_plan* plan, const fw_space* space, fw_trail_tile start );
// FW_ERR_MEMORY
fw_status fw_trail_add( fw_trail* trail, fw_trail_tile tile );
void fw_trail_hold( fw_holdings* holdings, const fw_trail* trail ); // not the trail itself
fw_status fw_trail_pass( fw_bytes* io, fw_trail* trail );           // FW_ERR_SYNTAX, FW_ERR_MEMORY

#endif

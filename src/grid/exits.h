// SPDX-License-Identifier: MIT
// One-way tiles, for searches, smoothing and reachability.
#ifndef FW_GRID_EXITS_H
#define FW_GRID_EXITS_H

#include "base/core.h"
#include "fairway/grid.h"

// The directions in which a unit on a tile may step: those that all tiles under it allow. `size` is the side of a
// square, or 0 for a disc, which counts as the tile under its center. Cost: O(size^2).
uint32_t fw_exits_of_unit( const fw_grid* grid, int32_t size, int32_t x, int32_t y );
// Do one-way tiles allow the unit to go straight from one point to another? A line over a corner of tiles is a diagonal
// step. If there are one-way tiles, no line may leave the map. Cost: O(tiles on the line x size^2).
bool fw_exits_allow( const fw_grid* grid, int32_t size, fw_vec2 from, fw_vec2 to );

#endif

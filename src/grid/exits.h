// SPDX-License-Identifier: MIT
// One-way tiles, for searches, smoothing and reachability.
#ifndef FW_GRID_EXITS_H
#define FW_GRID_EXITS_H

#include "base/core.h"
#include "fairway/grid.h"

// The directions in which a unit on a tile may step: those that all tiles under it allow. `size` is that of a square,
// or 0 of a disc, which counts as the tile that its center is on. Cost: O(size^2).
uint32_t fw_exits_of_unit( const fw_grid* grid, int32_t size, int32_t x, int32_t y );
// May the unit go straight from one place to another, as far as one-way tiles are concerned? A line over a corner of
// tiles is a diagonal step. Where there are one-way tiles, no line leaves the map. Cost: O(tiles on the line x size^2).
bool fw_exits_allow( const fw_grid* grid, int32_t size, fw_vec2 from, fw_vec2 to );

#endif

// SPDX-License-Identifier: MIT
// Copies of a grid that follow its edits, with other terrains on its tiles.
#ifndef FW_GRID_FOLLOW_H
#define FW_GRID_FOLLOW_H

#include "fairway/grid.h"

// Writes the terrains of a rectangle's tiles, row by row.
typedef void fw_fill_tiles( const void* context, fw_rect rect, uint8_t* ids );

// Takes over the tiles of a rectangle as `fill` says, their one-way tiles, and all links, as edits of the copy. The
// terrain tables are the caller's to keep in step. Cost: O(tiles of the rectangle + links).
// @return FW_ERR_MEMORY: some of it may have been taken over; the next call takes over the rest.
fw_status fw_grid_follow( fw_grid* copy, const fw_grid* source, fw_rect rect, fw_fill_tiles* fill,
                          const void* context );

#endif

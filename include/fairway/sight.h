// SPDX-License-Identifier: MIT
/// @file
/// Lines of sight of a point between lattice points, in integers only.
///
/// A point may touch corners of blocked tiles and move along their edges. It may not move along an edge that two
/// blocked tiles share, nor, with #FW_CORNERS_CLOSED, pass from one side to the other between two blocked tiles that
/// touch at a corner. Everything outside of the map is blocked.
///
/// Sources: the line of sight of A. Nash, K. Daniel, S. Koenig, A. Felner, "Theta*: Any-Angle Path Planning on Grids"
/// (2007), which is J. E. Bresenham's line drawing (1965). Differs from it: exact where a line passes through a corner,
/// and a row of tiles is tested by words of bits, so that a line costs by the rows it crosses.
#ifndef FAIRWAY_SIGHT_H
#define FAIRWAY_SIGHT_H

#include "fairway/grid.h"

FW_BEGIN_DECLS

/// May a point pass between two blocked tiles that touch at a corner?
typedef enum fw_corners
{
	FW_CORNERS_CLOSED = 0, ///< no
	FW_CORNERS_OPEN = 1,   ///< yes, as in the paper's own line of sight
} fw_corners;

/// True when a point moves straight from (x0, y0) to (x1, y1) without entering a tile that `capabilities` may not
/// enter. Coordinates in half tiles: even ones are tile edges, odd ones tile centres, so that (2x, 2y) is the top left
/// corner of tile (x, y) and (2x + 1, 2y + 1) its centre. The ends themselves are never passed through: a line may end
/// in a corner between two blocked tiles. A line of no length is free where its end is on the border or the inside of
/// a free tile; false where an end is outside of the map. Exact at any length on any map. Cost: O(rows crossed), each a
/// few word operations when fw_grid_add_layer() was called for these capabilities. Reads only; any thread. `grid` must
/// not be NULL.
FW_API bool fw_sight_clear( const fw_grid* grid, uint32_t capabilities, fw_corners corners, int32_t x0, int32_t y0,
                            int32_t x1, int32_t y1 );

FW_END_DECLS

#endif

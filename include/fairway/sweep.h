// SPDX-License-Identifier: MIT
/// @file
/// Does a unit, a disc or an outline, hit a blocked tile while it moves along a line or an arc? Exact geometry without
/// samples: the `Walkable()` of M. Pinter, "Toward More Realistic Pathfinding" (2001), in its straight and its curved
/// form.
///
/// Touching is not overlapping: a unit may slide along a wall. Overlaps up to 1e-7 tiles count as touching; a radius
/// below 1e-6 counts as 1e-6, so that a point does not slip between two tiles that meet at a corner.
///
/// Also lines of sight of a point between lattice points, in integers only.
///
/// A point may touch corners of blocked tiles and move along their edges. It may not move along an edge that two
/// blocked tiles share, nor, with #FW_CORNERS_CLOSED, pass from one side to the other between two blocked tiles that
/// touch at a corner. Everything outside the map is blocked.
///
/// Sources: the line of sight of A. Nash, K. Daniel, S. Koenig, A. Felner, "Theta*: Any-Angle Path Planning on Grids"
/// (2007), which is J. E. Bresenham's line drawing (1965). Differs from it: it is exact where a line passes through a
/// corner, and tests a row of tiles by words of bits, so that the cost of a line depends on the rows that it crosses.
#ifndef FAIRWAY_SWEEP_H
#define FAIRWAY_SWEEP_H

#include "fairway/grid.h"
#include "fairway/path.h"

FW_BEGIN_DECLS

/// True if the unit moves along the segment without hitting a tile that it may not enter: its disc, or its whole
/// outline, which turns with the direction of motion. Squares count by their radius. Everything outside the map is
/// blocked. A line without length has no direction: of an outline it tests the disc of fw_unit_inner_radius(); see
/// fw_sweep_pose(). Cost: O(rows of tiles that it touches), of an outline times its corners, each a few word
/// operations if fw_grid_add_layer() was called for the unit's capabilities. Reads only; any thread.
FW_API bool fw_sweep_segment( const fw_grid* grid, const fw_unit* unit, const fw_segment* segment );
/// The same where the unit stands.
FW_API bool fw_sweep_pose( const fw_grid* grid, const fw_unit* unit, fw_pose pose );
/// The same for all parts of a curve.
FW_API bool fw_sweep_curve( const fw_grid* grid, const fw_unit* unit, const fw_curve* curve );
/// The index of the first segment that hits something; the number of segments if none does.
FW_API int32_t fw_sweep_path( const fw_grid* grid, const fw_unit* unit, const fw_path* path );

/// The tiles of one row that a moving unit touches.
typedef struct fw_sweep_row
{
	int32_t y;
	int32_t x0, x1; ///< first and last column; x1 >= x0
} fw_sweep_row;

/// The tiles that the unit touches, row by row; an arc may list a row more than once. Not clipped to any map.
/// @return how many rows there are; only the first `capacity` are written.
FW_API int32_t fw_sweep_rows( const fw_unit* unit, const fw_segment* segment, fw_sweep_row* rows, int32_t capacity );

/// May a point pass between two blocked tiles that touch at a corner?
typedef enum fw_corners
{
	FW_CORNERS_CLOSED = 0, ///< no
	FW_CORNERS_OPEN = 1,   ///< yes, as in the paper's own line of sight
} fw_corners;

/// True if a point moves straight from (x0, y0) to (x1, y1) without entering a tile that `capabilities` may not enter.
/// Coordinates in half tiles: even ones are tile edges, odd ones tile centers, so that (2x, 2y) is the top left corner
/// of tile (x, y) and (2x + 1, 2y + 1) its center. A line does not pass through its own ends: it may end in a corner
/// between two blocked tiles. A line without length is free if its end is inside a free tile or on its border. False if
/// an end is outside the map. Exact at any length on any map. Cost: O(rows crossed), each a few word operations if
/// fw_grid_add_layer() was called for these capabilities. Reads only; any thread. `grid` must not be NULL.
FW_API bool fw_sight_clear( const fw_grid* grid, uint32_t capabilities, fw_corners corners, int32_t x0, int32_t y0,
                            int32_t x1, int32_t y1 );

FW_END_DECLS

#endif

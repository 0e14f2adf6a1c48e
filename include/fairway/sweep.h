// SPDX-License-Identifier: MIT
/// @file
/// Does a disc touch a blocked tile while it moves along a line or an arc? Exact geometry, no samples: the
/// `Walkable()` of M. Pinter, "Toward More Realistic Pathfinding" (2001), in its straight and its curved form.
///
/// Touching is not overlapping: a disc may slide along a wall. Overlaps up to 1e-7 tiles count as touching; a
/// radius below 1e-6 is swept as 1e-6, so that a point does not slip between two tiles that meet at a corner.
#ifndef FAIRWAY_SWEEP_H
#define FAIRWAY_SWEEP_H

#include "fairway/grid.h"
#include "fairway/path.h"

FW_BEGIN_DECLS

/// True when a disc of this radius moves along the segment without touching a tile that `capabilities` may not
/// enter. Everything outside of the map is blocked. Cost: O(rows of tiles that are touched), each a few word
/// operations when fw_grid_add_layer() was called for these capabilities. Reads only; any thread.
FW_API bool fw_sweep_segment( const fw_grid* grid, uint32_t capabilities, double radius, const fw_segment* segment );
/// The same for all parts of a curve.
FW_API bool fw_sweep_curve( const fw_grid* grid, uint32_t capabilities, double radius, const fw_curve* curve );
/// The first segment that touches something; the number of segments when none does.
FW_API int32_t fw_sweep_path( const fw_grid* grid, uint32_t capabilities, double radius, const fw_path* path );

/// The tiles of one row that a moving disc touches.
typedef struct fw_sweep_row
{
	int32_t y;
	int32_t x0, x1; ///< first and last column; x1 >= x0
} fw_sweep_row;

/// The tiles that the disc touches, row by row from the top; an arc may give a row more than once. Not clipped to
/// any map.
/// @return how many rows there are; only the first `capacity` are written.
FW_API int32_t fw_sweep_rows( double radius, const fw_segment* segment, fw_sweep_row* rows, int32_t capacity );

FW_END_DECLS

#endif

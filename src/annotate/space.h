// SPDX-License-Identifier: MIT
// The bit planes of a space, for searches.
//
// A lattice point has coordinates that are multiples of half a tile. Its phase says which: bit 0 set, x is an integer
// (the left edge of the tile), else x + 0.5; bit 1 likewise for y. Plane p holds the points of phase p, one a tile.
#ifndef FW_ANNOTATE_SPACE_H
#define FW_ANNOTATE_SPACE_H

#include "base/refusal.h"
#include "fairway/space.h"
#include "grid/layer.h"

extern const fw_ranges fw_space_def_ranges, fw_reachability_def_ranges;

// Plane 0: the disc stands on the tile's center. Planes 1 to 3: the half-tile points that the lattice uses, of which
// #FW_LATTICE_TILES has none (their words are null).
const fw_layer* fw_space_plane( const fw_space* space, int32_t phase );
// Plane 0 with rows and columns exchanged: bit (y, x) is tile (x, y).
const fw_layer* fw_space_turned( const fw_space* space );
// The half-tile points in gaps that no tile center reaches (phases 1 to 3), of both lattices that have half-tile
// points.
const fw_layer* fw_space_gaps( const fw_space* space, int32_t phase );
// The tiles that hold a gap point of any phase; null words where the lattice has none.
const fw_layer* fw_space_any_gap( const fw_space* space );
// Tiles whose surroundings a distance field must look at closely: gap points near, or a diagonal step to or from the
// tile that the disc can make although one of the tiles beside it cannot be stood on.
const fw_layer* fw_space_special( const fw_space* space );
// Can the disc go from the tile's center to the next one's down and right (side 0), or down and left (side 1)?
const fw_layer* fw_space_diagonal( const fw_space* space, int32_t side );
// The tiles that the unit may enter.
const fw_layer* fw_space_tiles( const fw_space* space );

const fw_grid* fw_space_grid( const fw_space* space ); // that it was built from
// Does the space know the grid's newest revision?
bool fw_space_is_current( const fw_space* space );
int32_t fw_space_size( const fw_space* space );          // as in its definition
double fw_space_radius( const fw_space* space );         // as in its definition, 0 of a square
uint32_t fw_space_capabilities( const fw_space* space ); // as in its definition
fw_lattice fw_space_lattice( const fw_space* space );    // as in its definition

#endif

// SPDX-License-Identifier: MIT
// The bit planes of a space, for searches.
//
// A lattice point has coordinates that are multiples of half a tile. Its phase says which: bit 0 set, x is an integer
// (the left edge of the tile), else x + 0.5; bit 1 likewise for y. Plane p holds the points of phase p, one a tile.
#ifndef FW_ANNOTATE_SPACE_H
#define FW_ANNOTATE_SPACE_H

#include "annotate/erode.h"
#include "annotate/region.h"
#include "base/refusal.h"
#include "fairway/space.h"
#include "grid/layer.h"

extern const fw_ranges fw_space_def_ranges, fw_reachability_def_ranges;

struct fw_space
{
	fw_allocator allocator;
	const fw_grid* grid;
	const fw_layer* tiles; // of the grid: those that the unit may enter
	uint32_t capabilities;
	int32_t size;  // of a square, which has no planes but the first and the turned one
	double radius; // 0 of a square
	fw_lattice lattice;
	uint64_t revision;      // of the grid, that plane 0, the turned one and the regions know
	uint64_t rest_revision; // that the rest knows; 0: not built
	// Plane 0: the disc stands on the tile's center. Planes 1 to 3: the half-tile points that the lattice uses, of
	// which #FW_LATTICE_TILES has none (their words are null).
	fw_layer planes[4];
	fw_layer turned; // plane 0 with rows and columns exchanged: bit (y, x) is tile (x, y)
	// The half-tile points in gaps that no tile center reaches (phases 1 to 3), of both lattices that have half-tile
	// points; those of planes[] where the lattice is of gaps.
	fw_layer gaps[4];
	fw_layer any_gap; // the tiles that hold a gap point of any phase; null words where the lattice has none
	// Tiles whose surroundings a distance field must look at closely: gap points near, or a diagonal step to or from
	// the tile that the disc can make although one of the tiles beside it cannot be stood on.
	fw_layer special;
	fw_layer diagonals[2]; // the disc can go from this tile's center to the next one's down and right, or down and left
	fw_layer coarse[4];    // quarters of tiles that the center of the disc may be in, see fw_space_may_connect()
	fw_regions regions;    // of plane 0
	fw_regions quarters;   // of the coarse planes together, at twice the resolution
	fw_stamp stands[4];    // what the unit touches at a point of each phase
	fw_stamp quarter[4];   // and in a quarter of a tile
	fw_stamp diagonal[2];  // and on its way
	uint64_t* scratch;     // [scratch_words], rows while building
	size_t scratch_words;
};

// A space for searches from tile to tile: without what only discs with headings and fw_space_may_connect() ask for,
// which is most of the work. fw_space_update_rest() adds that to one that is current.
fw_status fw_space_create_lean( fw_grid* grid, const fw_space_def* def, fw_space** space, fw_refusal* refusal );
fw_status fw_space_update_lean( fw_space* space );
fw_status fw_space_update_rest( fw_space* space );

// Does the space know the grid's newest revision?
FW_INLINE bool fw_space_is_current( const fw_space* space )
{
	return space->revision == fw_grid_revision( space->grid );
}

#endif

// SPDX-License-Identifier: MIT
// The cheapest drive over lattice poses by Dijkstra's algorithm, for comparison with Directional A*. It uses only the
// library's curves between two poses; the tiles that a curve sweeps are measured here, tile by tile.
#ifndef TESTS_ORACLE_DRIVE_H
#define TESTS_ORACLE_DRIVE_H

#include "fairway/curve.h"
#include "fairway/grid.h"
#include "fairway/primitives.h"
#include "fairway/space.h"

// The unit that drives, and its lattice.
typedef struct oracle_driver
{
	fw_unit unit;
	fw_lattice lattice;
	int32_t ring;
	int32_t headings;   // 8 or 16; a unit that turns on the spot has one
	bool no_loops;      // leave out curves that turn much more than they need
	double turn_charge; // [tiles/rad]
	double wider[FW_WIDER_MAX];
} oracle_driver;

// All curves of the ring around a lattice pose with the tiles that each sweeps. Made once for many maps.
typedef struct oracle_curves oracle_curves;

oracle_curves* oracle_curves_make( const oracle_driver* driver );
void oracle_curves_free( oracle_curves* curves );

// The costs of the drives from one start, in search costs, 1/2378 of a tile, rounded curve by curve.
typedef struct oracle_drives oracle_drives;

oracle_drives* oracle_drives_from( const oracle_curves* curves, const fw_grid* grid, fw_pose start, bool any_heading );
// The cost of the cheapest drive to a pose, by lattice poses and one exact curve from near it; -1 if there is none.
int64_t oracle_drives_to( const oracle_drives* drives, fw_pose goal, bool any_heading, double tolerance );
void oracle_drives_free( oracle_drives* drives );

// Can the disc drive along the curve without touching a blocked tile? Overlaps up to 1e-7 count as touching, which is
// allowed.
bool oracle_curve_is_free( const fw_grid* grid, const fw_unit* unit, const fw_curve* curve );

#endif

// SPDX-License-Identifier: MIT
// Shared by the oracles of drives: all curves of a ring with the tiles that each sweeps, and the lattice.
#ifndef TESTS_ORACLE_RING_H
#define TESTS_ORACLE_RING_H

#include "oracle_drive.h"

#include <stddef.h>

// A curve from a lattice pose of one phase and heading; coordinates are in half tiles.
typedef struct ring_curve
{
	int32_t dx, dy, heading;
	double length, turned;
	fw_curve curve; // from the tile (0, 0)
	size_t first_tile, tiles;
} ring_curve;

typedef struct tile_offset
{
	int32_t x, y;
} tile_offset;

struct oracle_curves
{
	oracle_driver driver;
	int32_t headings;
	size_t begins[4 * 16 + 1]; // by phase and heading
	ring_curve* curves;
	size_t count, capacity;
	tile_offset* tiles;
	size_t tile_count, tile_capacity;
	// Of oracle_speed: the costs between levels of speed, [curves * gears * levels * levels]; -1 impossible, -2 not
	// known yet. NULL until a search needs them.
	int64_t* speed_costs;
};

// Room for this many elements; ends the program if memory is out.
void* oracle_grown( void* block, size_t count, size_t* capacity, size_t size );
double oracle_angle_of( const oracle_curves* c, int32_t heading );
// The sum of the angles by which the unit turns along a curve [rad].
double oracle_turned_along( const fw_curve* curve );
// Can the driver stand at a point, in half tiles?
bool oracle_ring_stands( const oracle_curves* c, const fw_grid* grid, double hx, double hy );
// Is this half-tile point one of the lattice?
bool oracle_ring_has( const oracle_curves* c, const fw_grid* grid, int32_t hx, int32_t hy );
// Is the curve from tile (x, y) free?
bool oracle_ring_is_free( const oracle_curves* c, const fw_grid* grid, const ring_curve* curve, int32_t x, int32_t y );

#endif

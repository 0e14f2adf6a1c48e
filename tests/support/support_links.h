// SPDX-License-Identifier: MIT
// Shared by the tests of links and one-way tiles: random worlds of them, and the cheapest paths over these by an
// algorithm of the tests' own.
#ifndef TESTS_SUPPORT_LINKS_H
#define TESTS_SUPPORT_LINKS_H

#include "fairway/grid.h"
#include "support.h"

#define LINKS_LAND ( FW_CAP_GROUND | FW_CAP_SWAMP )

// A map with links for some capability sets and with one-way rectangles. All costs are exact in the integers of
// searches. `costs`: with ground and swamp of different costs.
fw_grid* links_random_world( test_random* random, int32_t most, int32_t size, int32_t links, int32_t one_ways,
                             bool costs );
void links_add( fw_grid* grid, int32_t x, int32_t y, int32_t to_x, int32_t to_y, double cost, uint32_t capabilities );

// The moves that are allowed.
typedef struct links_walk
{
	const fw_grid* grid;
	uint32_t capabilities;
	int32_t size; // side of a square; 0: a disc of the radius
	double radius;
	int32_t neighbors; // 4 or 8
	bool cutting;      // diagonal steps past a blocked tile
	bool costs;        // terrain costs count
	fw_rect window;    // the rectangle of tiles that may be entered
} links_walk;

// For a unit on the whole map, with 8 neighbors.
links_walk links_walk_of( const fw_grid* grid, uint32_t capabilities, int32_t size, double radius );
// The cost from a tile to every other over steps and links, INFINITY if there is no path, by relaxing until nothing
// changes (R. Bellman, 1958). The caller frees the array with free().
double* links_distances( const links_walk* walk, int32_t x, int32_t y );

#endif

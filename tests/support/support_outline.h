// SPDX-License-Identifier: MIT
// Outlines as polygons that stand somewhere, and their distances: corners and edges only, nothing of the library.
#ifndef TESTS_SUPPORT_OUTLINE_H
#define TESTS_SUPPORT_OUTLINE_H

#include "fairway/grid.h"
#include "fairway/unit.h"

typedef struct test_polygon
{
	int32_t count; // 1: a point
	fw_vec2 at[FW_OUTLINE_MAX];
} test_polygon;

// The outline of a unit, without its rounding; of a disc its center.
test_polygon test_polygon_at( const fw_outline* outline, fw_pose pose );
// The distance of two polygons; 0 if they overlap.
double test_between( const test_polygon* a, const test_polygon* b );
// The distance to the nearest tile, also outside of the map, that a unit may not enter; infinite beyond `most`. Tiles
// are smaller by 2e-7 to each side, so that who touches one is not in it.
double test_to_walls( const fw_grid* grid, uint32_t capabilities, const test_polygon* polygon, double most );

// A street, and a bay beside it that is a third longer than a car of 3 x 1.4 tiles.
fw_grid* test_bay( void );

#endif

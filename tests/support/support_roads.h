// SPDX-License-Identifier: MIT
// Roads over land, and plans that prefer them.
#ifndef TESTS_SUPPORT_ROADS_H
#define TESTS_SUPPORT_ROADS_H

#include "support_planner.h"

void roads_fill( fw_grid* grid, int32_t x, int32_t y, int32_t width, int32_t height, uint8_t terrain );
// A road that goes east and then north, over open land.
fw_grid* roads_bend( int32_t width );
// From one end of that road to the other.
fw_plan roads_plan( double radius, double turning_radius, fw_roads roads );
#define ROADS_STEP 0.1 // of samples of a path [tiles]
// The depth by which the disc overlaps tiles that are no road, at the deepest sample; and the same for the samples only
// that are not nearer than `least` (diagonals counted as one) to a point.
double roads_overlap( const fw_grid* grid, double radius, const fw_path* path );
double roads_overlap_beyond( const fw_grid* grid, double radius, const fw_path* path, fw_vec2 from, double least );
// A found path is legal and leads to the goal.
fw_plan_report roads_run( fw_planner* planner, const fw_plan* plan, const fw_grid* grid, fw_result* result );

#endif

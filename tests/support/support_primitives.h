// SPDX-License-Identifier: MIT
// What the tests of hit-check tables share.
#ifndef FW_TESTS_SUPPORT_PRIMITIVES_H
#define FW_TESTS_SUPPORT_PRIMITIVES_H

#include "sweep/turn_table.h"

// With loops where a ring is given and without where it is left open.
fw_primitives_def test_primitives_def( double radius, double turning_radius, int32_t ring, int32_t headings,
                                       fw_lattice lattice );

// Fails the test where that is not possible.
fw_primitives* test_primitives_make( fw_primitives_def def );

// The place of a lattice point: a tile and a phase.
fw_vec2 test_primitives_point( int32_t x, int32_t y, int32_t phase );

// The curve of an edge, computed anew from what the edge says it is.
fw_curve test_primitives_curve( const fw_primitives* turns, const fw_turn_edge* edge );

#endif

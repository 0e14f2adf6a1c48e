// SPDX-License-Identifier: MIT
// Shared by the tests of motion primitives.
#ifndef FW_TESTS_SUPPORT_PRIMITIVES_H
#define FW_TESTS_SUPPORT_PRIMITIVES_H

#include "sweep/turn_table.h"

// With loops if a ring is given, without if it is left open.
fw_primitives_def test_primitives_def( double radius, double turning_radius, int32_t ring, int32_t headings,
                                       fw_lattice lattice );

// Fails the test if that is not possible.
fw_primitives* test_primitives_make( fw_primitives_def def );

// The position of a lattice point: a tile and a phase.
fw_vec2 test_primitives_point( int32_t x, int32_t y, int32_t phase );

// The curve of an edge, computed anew from the fields of the edge.
fw_curve test_primitives_curve( const fw_primitives* turns, const fw_turn_edge* edge );

#endif

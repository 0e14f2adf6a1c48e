// SPDX-License-Identifier: MIT
// How far apart two units are: discs, or rounded outlines, by their corners and edges.
#ifndef CLI_UNIT_GAP_H
#define CLI_UNIT_GAP_H

#include "fairway/unit.h"

// The gap between two units [tiles]. Negative where they overlap: of outlines at most by both radii, as how deep cores
// overlap is not told.
double unit_gap( const fw_unit* a, fw_pose at, const fw_unit* b, fw_pose other );

#endif

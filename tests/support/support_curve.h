// SPDX-License-Identifier: MIT
// Curves driven piece by piece with the C library's trigonometry, and what must hold of every curve.
#ifndef TESTS_SUPPORT_CURVE_H
#define TESTS_SUPPORT_CURVE_H

#include "support.h"

#include "fairway/curve.h"

// By word and piece: -1 turns left (L), 1 right (R), 0 goes straight.
extern const int32_t curve_sides[8][3];

// Drives one piece: `amount` is an angle on arcs and a length on lines.
fw_pose curve_drive( fw_pose pose, int32_t side, double amount, double radius, fw_gear gear );
// The pose at the end of the curve's parts.
fw_pose curve_drive_all( const fw_curve* curve );
// The curve begins and ends there, is as long as it says, and its segments join.
void curve_check( const fw_curve* curve, fw_pose start, fw_pose goal );

#endif

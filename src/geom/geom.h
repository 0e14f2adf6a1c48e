// SPDX-License-Identifier: MIT
// What the files of curves share.
#ifndef FW_GEOM_GEOM_H
#define FW_GEOM_GEOM_H

#include "base/core.h"
#include "fairway/curve.h"

// The sides of a word's parts: +1 for R, which turns from +x towards +y, -1 for L, 0 for a line.
extern const int8_t fw_word_sides[8][3];

// In reverse gear a unit moves away from where it faces. Into (-pi, pi].
FW_INLINE double fw_motion_heading( double heading, fw_gear gear )
{
	return fw_angle_signed( gear == FW_GEAR_REVERSE ? heading + FW_PI : heading );
}

#endif

// SPDX-License-Identifier: MIT
// One turn of the pass that turns tighter, for the one that backs up where that is not enough.
#ifndef FW_SMOOTH_TIGHTER_H
#define FW_SMOOTH_TIGHTER_H

#include "smooth/knots.h"

#define FW_TIGHTER_WIDEST ( 1.25 * FW_PI ) // half a circle, and room for a unit that faces away

// Can the walk get turns that are no tighter than this, by the passes that turn from waypoint to waypoint?
fw_status fw_tighter_check( fw_refusal* refusal, const knots* list, double min_radius );
// The widest turn from a pose to a point that hits nothing and is no wider than FW_TIGHTER_WIDEST, else the tightest,
// which `legal` says. False where there is no curve at all.
bool fw_tighter_turn( const knots* list, double min_radius, fw_pose from, fw_vec2 to, fw_curve* curve, bool* legal );

#endif

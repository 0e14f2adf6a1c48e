// SPDX-License-Identifier: MIT
// The gap between two units: how far apart their shapes are while both stand, drive, or could be anywhere on a piece.
//
// All that the crowd knows about the shape of a unit is behind these functions. Two discs are compared by their centers
// (gap.c). Where one has an outline, both are rounded convex polygons that turn with the direction of motion
// (gap_outline.c).
#ifndef FW_CROWD_GAP_H
#define FW_CROWD_GAP_H

#include "base/core.h"
#include "fairway/path.h"
#include "fairway/unit.h"

// The shape of a unit.
typedef struct fw_gap_shape
{
	double radius;          // of its disc, or of the rounding of its outline [tiles]
	double far;             // of the farthest corner from the point that follows the path; 0 for a disc [tiles]
	const fw_outline* core; // NULL: a disc. Not owned
} fw_gap_shape;

// A unit reaches so far from the point that follows its path, whatever its heading.
FW_INLINE double fw_gap_reach( const fw_gap_shape* shape )
{
	return shape->radius + shape->far;
}

// @param unit must stay where it is: its outline is not copied
fw_gap_shape fw_gap_shape_of( const fw_unit* unit );

// A part of a line or an arc that a unit's position covers at constant speed.
typedef struct fw_leg
{
	fw_vec2 from, to;
	fw_vec2 center;
	double radius;  // of the arc; 0: a line
	double start;   // angle of `from` seen from the center
	double sweep;   // signed; 0 for a line
	double heading; // of the unit at `from`; of no account for discs
} fw_leg;

// The part of a segment between two distances from its start, whose ends are known. A unit with an outline also needs
// its heading.
fw_leg fw_leg_of( const fw_segment* segment, double from, double to, fw_vec2 begin, fw_vec2 end );

// Two units drive their legs in the same time. Is the gap never below `least`? Exact for two lines. With an arc,
// a gap up to 1e-9 above `least` may count as below; one below never counts as above. Outlines on arcs are compared in
// at most 4,096 parts of the time: what these do not decide counts as below. With an outline the radii and `least`
// together are above 0.
bool fw_gap_is_kept( const fw_gap_shape* a, const fw_leg* path_a, const fw_gap_shape* b, const fw_leg* path_b,
                     double least );
// The gap between a unit that stands in a pose and another one that is anywhere on a segment. Of two discs, whose
// headings are of no account, it is exact, and negative where they overlap. With an outline it is a lower bound, no
// more than 1e-7 below, or a hundredth of a gap above 0.001; where they overlap it is 0 or negative.
double fw_gap_to_segment( const fw_gap_shape* a, fw_pose at, const fw_gap_shape* b, const fw_segment* segment );
// The same for two units that stand.
double fw_gap_between( const fw_gap_shape* a, fw_pose at, const fw_gap_shape* b, fw_pose other );
// Each unit is anywhere on its segment. May the gap be below `least`? Exact for two lines. With an arc, a gap up to
// 1e-3 above `least` may count as below; one below always does.
bool fw_gap_may_close( const fw_gap_shape* a, const fw_segment* path_a, const fw_gap_shape* b, const fw_segment* path_b,
                       double least );

// The same where one of both has an outline.
bool fw_outlines_keep_apart( const fw_gap_shape* a, const fw_leg* path_a, const fw_gap_shape* b, const fw_leg* path_b,
                             double least );
double fw_outline_gap_to( const fw_gap_shape* a, const fw_leg* stands, const fw_gap_shape* b, const fw_leg* path );
bool fw_outlines_may_close( const fw_gap_shape* a, const fw_leg* path_a, const fw_gap_shape* b, const fw_leg* path_b,
                            double least );

#endif

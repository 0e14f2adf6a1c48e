// SPDX-License-Identifier: MIT
// The gap between two units: how far apart their outlines are while both stand, drive, or could be anywhere on a piece.
//
// All that the crowd knows about the shape of a unit is in this file: each function below handles one pair of shapes.
// Today every outline is a disc, so there is one pair. Another outline needs its functions here, and nowhere else.
#ifndef FW_CROWD_GAP_H
#define FW_CROWD_GAP_H

#include "base/core.h"
#include "fairway/path.h"

// The shape of a unit.
typedef struct fw_disc
{
	double radius; // of its disc [tiles]
} fw_disc;

// The box around an outline at the origin reaches so far in each direction.
FW_INLINE double fw_outline_reach( const fw_disc* outline )
{
	return outline->radius;
}

// A part of a line or an arc that a unit's position covers at constant speed.
typedef struct fw_leg
{
	fw_vec2 from, to;
	fw_vec2 center;
	double radius; // of the arc; 0: a line
	double start;  // angle of `from` seen from the center
	double sweep;  // signed; 0 for a line
} fw_leg;

// The part of a segment between two distances from its start, whose ends are known.
fw_leg fw_leg_of( const fw_segment* segment, double from, double to, fw_vec2 begin, fw_vec2 end );

// Two units drive their legs in the same time. Is the gap never below `least`? Exact for two lines. With an arc,
// a gap up to 1e-9 above `least` may count as below; one below never counts as above.
bool fw_gap_is_kept( const fw_disc* a, const fw_leg* path_a, const fw_disc* b, const fw_leg* path_b, double least );
// The gap between a unit that stands at a point and another one that is anywhere on a segment; negative where they
// overlap. Exact.
double fw_gap_to_segment( const fw_disc* a, fw_vec2 at, const fw_disc* b, const fw_segment* segment );
// Each unit is anywhere on its segment. May the gap be below `least`? Exact for two lines. With an arc, a gap up to
// 1e-3 above `least` may count as below; one below always does.
bool fw_gap_may_close( const fw_disc* a, const fw_segment* path_a, const fw_disc* b, const fw_segment* path_b,
                       double least );

#endif

// SPDX-License-Identifier: MIT
/// @file
/// Line and arc segments, and the shortest curves of bounded turning radius between two poses.
///
/// Sources: M. Pinter, "Toward More Realistic Pathfinding" (2001), for the arc-then-line curve and the four
/// arc-line-arc curves; L. E. Dubins, "On Curves of Minimal Length with a Constraint on Average Curvature" (1957), for
/// the two arc-arc-arc words, with which the shortest of the six is the shortest of all.
#ifndef FAIRWAY_CURVE_H
#define FAIRWAY_CURVE_H

#include "fairway/math.h"

FW_BEGIN_DECLS

/// The parts of paths.
typedef enum fw_segment_kind
{
	FW_SEGMENT_LINE = 0,
	FW_SEGMENT_ARC = 1,
	FW_SEGMENT_LINK = 2, ///< the unit uses a link of the map (#fw_link): its ends lie apart, and it has no length
} fw_segment_kind;

/// The direction of motion relative to the unit's heading.
typedef enum fw_gear
{
	FW_GEAR_FORWARD = 0,
	FW_GEAR_REVERSE = 1, ///< the unit faces away from where it moves
} fw_gear;

/// One exact piece of a path. `from`, `to` and `length` are set for all kinds, the others for arcs.
typedef struct fw_segment
{
	fw_segment_kind kind;
	fw_gear gear;
	fw_vec2 from, to;
	fw_vec2 center;
	double radius; ///< of the arc [tiles], > 0
	double start;  ///< angle of the first point seen from the center [rad]
	double sweep;  ///< signed angle traveled [rad], positive towards +y from +x
	double length; ///< [tiles], >= 0; 0 for a link, which is not driven
	bool waypoint; ///< a waypoint of the plan lies at `from`; smoothing works on waypoints
} fw_segment;

/// The shapes of a curve; S is a line, L turns from +x towards -y (negative sweep), R in the other direction.
typedef enum fw_curve_word
{
	FW_WORD_LSL = 0,
	FW_WORD_RSR = 1,
	FW_WORD_LSR = 2,
	FW_WORD_RSL = 3,
	FW_WORD_LRL = 4,
	FW_WORD_RLR = 5,
	FW_WORD_LS = 6, ///< arc, then line to a point: any heading at the end
	FW_WORD_RS = 7, ///< the same to the other side
} fw_curve_word;

#define FW_WORDS_FOUR 0x0Fu ///< Pinter's four arc-line-arc curves, one bit for each #fw_curve_word
#define FW_WORDS_SIX 0x3Fu  ///< with the two arc-arc-arc words of Dubins

/// A curve of at most three parts from a pose. All arcs have the radius `radius`.
typedef struct fw_curve
{
	fw_pose start;  ///< pose of the unit before the curve
	double radius;  ///< turning radius [tiles], >= 0; with 0 the unit turns on the spot
	double part[3]; ///< angles of arcs [rad, >= 0] and lengths of lines [tiles, >= 0], in order
	double length;  ///< [tiles]
	fw_curve_word word;
	fw_gear gear;
} fw_curve;

/// The arc-then-line curve from a pose to a point by `word`, #FW_WORD_LS or #FW_WORD_RS. False if the goal lies inside
/// the turning circle, where no such curve leads.
FW_API bool fw_curve_to_point( fw_pose start, fw_vec2 goal, double radius, fw_curve_word word, fw_gear gear,
                               fw_curve* curve );

/// The shorter of the two arc-then-line curves. False if the radius or a coordinate is not finite: no goal is inside
/// both circles, which only share the start.
FW_API bool fw_curve_shortest_to_point( fw_pose start, fw_vec2 goal, double radius, fw_gear gear, fw_curve* curve );

/// All curves of the set `words` (bits of 1 << #fw_curve_word) from pose to pose, shortest first; ties by word. Words
/// with the same geometry as an earlier one are left out. With radius 0 all drive the same line, and only the one that
/// turns least is returned.
/// @return how many were written to `curves` [at most 6].
FW_API int32_t fw_curve_all( fw_pose start, fw_pose goal, double radius, uint32_t words, fw_gear gear,
                             fw_curve curves[6] );

/// The shortest curve of the set `words`, as the first of fw_curve_all(); false if none exists. A set of one word gives
/// that curve. With #FW_WORDS_SIX one always exists for finite poses and a finite radius.
FW_API bool fw_curve_shortest( fw_pose start, fw_pose goal, double radius, uint32_t words, fw_gear gear,
                               fw_curve* curve );

/// The curve as exact segments; parts shorter than 1e-9 tiles are left out.
/// @return how many were written to `segments` [at most 3].
FW_API int32_t fw_curve_segments( const fw_curve* curve, fw_segment segments[3] );

/// The pose at a distance along the curve [clamped to 0..length]. A turn on the spot is made as soon as the unit
/// reaches it: at `length` the last one has been made.
FW_API fw_pose fw_curve_pose_at( const fw_curve* curve, double distance );

/// The straight segment between two points.
FW_API fw_segment fw_segment_line( fw_vec2 from, fw_vec2 to, fw_gear gear );
/// An arc. @param heading the unit's heading at `from`. @param radius [tiles, > 0]. @param sweep signed, see
/// #fw_segment.
FW_API fw_segment fw_segment_arc( fw_vec2 from, double heading, double radius, double sweep, fw_gear gear );

/// The unit's pose at a distance along the segment [clamped to 0..length]. A line without length faces +x. For a link
/// it is the near end, facing the far one; fw_path_at() gives the pose after the link.
FW_API fw_pose fw_segment_pose_at( const fw_segment* segment, double distance );

FW_END_DECLS

#endif

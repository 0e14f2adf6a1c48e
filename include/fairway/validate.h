// SPDX-License-Identifier: MIT
/// @file
/// The validator: is this path legal for this unit, and if not, where and by how much?
///
/// The validator samples the path densely and measures the exact distance from the unit's disc, or its square, to the
/// blocked tiles around each sample. It shares no code with the sweep of the planners, so it cannot share its bugs. It
/// also judges links and one-way tiles.
#ifndef FAIRWAY_VALIDATE_H
#define FAIRWAY_VALIDATE_H

#include "fairway/grid.h"
#include "fairway/path.h"

FW_BEGIN_DECLS

/// What can be wrong with a path.
typedef enum fw_violation_kind
{
	FW_VIOLATION_COLLISION = 0, ///< the unit overlaps a tile that the unit may not enter; amount: depth [tiles]
	FW_VIOLATION_RADIUS = 1,    ///< an arc is tighter than the turning radius; amount: missing radius [tiles]
	FW_VIOLATION_HEADING = 2,   ///< the heading jumps between segments; amount: angle [rad]
	FW_VIOLATION_GAP = 3,       ///< two segments do not join; amount: distance [tiles]
	FW_VIOLATION_GEAR = 4,      ///< reverse gear for a unit that has none; amount: length of the segment [tiles]
	FW_VIOLATION_OUTSIDE =
	    5, ///< the center (of a square: of its top left tile) leaves the map; amount: distance [tiles]
	FW_VIOLATION_LENGTH = 6, ///< a stated length differs from that of the geometry; amount: difference [tiles]
	FW_VIOLATION_NUMBER = 7, ///< a value is not finite
	FW_VIOLATION_LINK = 8,   ///< a link that the map does not have for this unit; amount: 1
	FW_VIOLATION_ONE_WAY =
	    9, ///< a tile is left in a direction that it, or another one under the square, forbids; amount: how often. A
	       ///< path along the border of two tiles stays on the tile that it came from
} fw_violation_kind;

/// One violation and its position.
typedef struct fw_violation
{
	fw_violation_kind kind;
	int32_t segment;  ///< index in the path
	fw_vec2 position; ///< the worst point within that segment
	double amount;    ///< see #fw_violation_kind
} fw_violation;

/// The slacks of the validator. Made by fw_default_validate_options(), then changed.
typedef struct fw_validate_options
{
	uint32_t cookie;      ///< set by fw_default_validate_options()
	double step;          ///< distance of the samples [tiles, 0.001..1]
	double depth_slack;   ///< overlaps up to this are allowed [tiles, >= 0]
	double join_slack;    ///< gaps and length differences up to this are allowed [tiles, >= 0]
	double heading_slack; ///< jumps up to this are allowed [rad, >= 0]
	double radius_slack;  ///< arcs may be tighter by this [tiles, >= 0]
} fw_validate_options;

/// Step 0.02, depth 1e-6, join 1e-6, heading 1e-6, radius 1e-6.
FW_API fw_validate_options fw_default_validate_options( void );

/// Judges a path. Reports at most one violation of each kind for each segment, the worst one, in order of segments.
/// @param options NULL: the default.
/// @param violations [capacity] may be NULL with capacity 0.
/// @param count receives the number of violations, also if it is above `capacity`; 0 means legal. Headings count only
/// for a unit with a turning radius. Reads only; any thread.
FW_API fw_status fw_validate( const fw_grid* grid, const fw_unit* unit, const fw_path* path,
                              const fw_validate_options* options, fw_violation* violations, int32_t capacity,
                              int32_t* count, fw_refusal* refusal );

/// "collision", "radius", "heading", "gap", "gear", "outside", "length", "number", "link", "one-way".
FW_API const char* fw_violation_text( fw_violation_kind kind );

FW_END_DECLS

#endif

// SPDX-License-Identifier: MIT
/// @file
/// A path: segments that join end to end, from any method, in one form for smoothing, following and judging.
#ifndef FAIRWAY_PATH_H
#define FAIRWAY_PATH_H

#include "fairway/curve.h"

FW_BEGIN_DECLS

/// A growing list of segments. Zero it or call fw_path_init() before the first use; read the fields freely, change
/// them through the functions below. Not shared between threads while it changes.
typedef struct fw_path
{
	fw_segment* segments; ///< [count]
	int32_t count;
	int32_t capacity;
	double length; ///< summed length of the segments [tiles]
	fw_pose start; ///< pose before the first segment
	fw_allocator allocator;
} fw_path;

/// A moment of a path.
typedef struct fw_path_state
{
	fw_pose pose;
	double curvature; ///< signed: sweep direction over radius [1/tiles]; 0 on lines
	fw_gear gear;
	int32_t segment; ///< index, -1 for a path without segments
} fw_path_state;

FW_API void fw_path_init( fw_path* path, const fw_allocator* allocator ); ///< allocator NULL: the default one
FW_API void fw_path_free( fw_path* path );                                ///< gives the memory back; usable again
FW_API void fw_path_clear( fw_path* path, fw_pose start );                ///< empties it, keeps the memory
/// Adds a copy of one segment; its length and end count, joins are the caller's affair (see fw_validate()).
FW_API fw_status fw_path_append( fw_path* path, const fw_segment* segment );
FW_API fw_status fw_path_append_curve( fw_path* path, const fw_curve* curve ); ///< all or none; a waypoint at its start
/// A line from the end, a waypoint at its start; adds nothing when `to` is the end already.
FW_API fw_status fw_path_append_line( fw_path* path, fw_vec2 to, fw_gear gear );
/// A link from the end, a waypoint at its start. The unit keeps its heading; the path gets no longer.
FW_API fw_status fw_path_append_link( fw_path* path, fw_vec2 to );
FW_API fw_status fw_path_copy( fw_path* to, const fw_path* from ); ///< keeps the allocator of `to`
/// Turns the path round: last segment first, gears kept as motion of the same unit backwards in time (forward
/// becomes reverse). Driving the result undoes the path; whether its links lead back is the map's affair.
FW_API void fw_path_reverse( fw_path* path );

/// Where the path begins, facing where the unit first drives: the start of one whose heading there does not count. The
/// start pose where nothing is driven.
FW_API fw_pose fw_path_begin( const fw_path* path );
FW_API fw_pose fw_path_end( const fw_path* path ); ///< pose after the last segment
/// Position, heading, curvature and gear at a distance from the start [clamped to 0..length]; O(segments). At the
/// distance of a link the unit has used it.
FW_API fw_path_state fw_path_at( const fw_path* path, double distance );
/// Total angle that the unit turns: arcs, and corners between segments [rad]. A change of gear alone is no corner, and
/// at a link the unit does not turn.
FW_API double fw_path_turn_angle( const fw_path* path );
/// Number of arcs and corners where the heading changes; arcs to the same side that go on into one another are one.
FW_API int32_t fw_path_turn_count( const fw_path* path );
/// The path as points, for drawing: its start, then the end of each line and points along each arc, so close that no
/// chord is further from the arc than `deviation`. Both ends of a link are points.
/// @param deviation [tiles, > 0]
/// @param points [capacity]; NULL with capacity 0 asks how many there are
/// @param count receives how many there are, also when they do not fit
/// @return #FW_ERR_ARGUMENT, #FW_ERR_CAPACITY: nothing was written to `points`. Cost: O(points).
FW_API fw_status fw_path_points( const fw_path* path, double deviation, fw_vec2* points, int32_t capacity,
                                 int32_t* count );
FW_API uint64_t fw_path_hash( const fw_path* path ); ///< of the exact bits of all segments; same on every platform

FW_END_DECLS

#endif

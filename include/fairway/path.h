// SPDX-License-Identifier: MIT
/// @file
/// Paths: segments that join end to end. Every method returns a path; passes, followers and the validator take one.
#ifndef FAIRWAY_PATH_H
#define FAIRWAY_PATH_H

#include "fairway/curve.h"

FW_BEGIN_DECLS

/// A growing list of segments. Call fw_path_init() before the first use (`= { 0 }` in C or `{}` in C++ does as well);
/// read the fields freely, and change them through the functions below. Threads must not share a path while it changes.
typedef struct fw_path
{
	fw_segment* segments; ///< [count]
	int32_t count;
	int32_t capacity;
	double length; ///< summed length of the segments [tiles]
	fw_pose start; ///< pose before the first segment
	fw_allocator allocator;
} fw_path;

/// The state of a unit at a point of a path.
typedef struct fw_path_state
{
	fw_pose pose;
	double curvature; ///< signed: sweep direction over radius [1/tiles]; 0 on lines
	fw_gear gear;
	int32_t segment; ///< index, -1 for a path without segments
} fw_path_state;

FW_API void fw_path_init( fw_path* path, const fw_allocator* allocator ); ///< allocator NULL: the default one
FW_API void fw_path_free( fw_path* path );                                ///< frees the memory; usable again
FW_API void fw_path_clear( fw_path* path, fw_pose start );                ///< empties it and keeps the memory
/// Adds a copy of one segment. Its `length` and `to` are taken as they are; see fw_validate().
FW_API fw_status fw_path_append( fw_path* path, const fw_segment* segment );
FW_API fw_status fw_path_append_curve( fw_path* path,
                                       const fw_curve* curve ); ///< adds all parts or none; a waypoint at its start
/// Adds a line from the end, with a waypoint at its start; adds nothing if `to` is the end already.
FW_API fw_status fw_path_append_line( fw_path* path, fw_vec2 to, fw_gear gear );
/// Adds a link from the end, with a waypoint at its start. The unit keeps its heading, and the length of the path stays
/// the same.
FW_API fw_status fw_path_append_link( fw_path* path, fw_vec2 to );
FW_API fw_status fw_path_copy( fw_path* to, const fw_path* from ); ///< keeps the allocator of `to`
/// Reverses the path in time: the last segment comes first, and forward gear becomes reverse. Driving the result undoes
/// the path. Whether its links lead back depends on the map.
FW_API void fw_path_reverse( fw_path* path );

/// The start position with the heading in which the unit first drives. It is the start pose of a path whose start
/// heading does not count. For an empty path, fw_path::start.
FW_API fw_pose fw_path_begin( const fw_path* path );
FW_API fw_pose fw_path_end( const fw_path* path ); ///< pose after the last segment
/// Position, heading, curvature and gear at a distance from the start [clamped to 0..length]; O(segments). At the
/// distance of a link the unit has already used it.
FW_API fw_path_state fw_path_at( const fw_path* path, double distance );
/// The total angle that the unit turns, in arcs and at corners between segments [rad]. A change of gear alone is no
/// corner, and at a link the unit does not turn.
FW_API double fw_path_turn_angle( const fw_path* path );
/// The number of arcs and corners where the heading changes; consecutive arcs to the same side count as one.
FW_API int32_t fw_path_turn_count( const fw_path* path );
/// The path as points, for drawing: its start, then the end of each line, and points along each arc, so close that no
/// chord is further from the arc than `deviation`. Both ends of a link are points. Call it twice: without `points` for
/// their number, then with room for them.
/// @param deviation [tiles, > 0]
/// @param points [capacity]; NULL with capacity 0: the number only, and #FW_OK
/// @param count receives the number of points, also if they do not fit
/// @return #FW_ERR_ARGUMENT, #FW_ERR_CAPACITY: nothing was written to `points`. Cost: O(points).
FW_API fw_status fw_path_points( const fw_path* path, double deviation, fw_vec2* points, int32_t capacity,
                                 int32_t* count, fw_refusal* refusal );
FW_API uint64_t fw_path_hash( const fw_path* path ); ///< of the exact bits of all segments; the same on every platform

FW_END_DECLS

#endif

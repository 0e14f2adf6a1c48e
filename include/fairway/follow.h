// SPDX-License-Identifier: MIT
/// @file
/// A unit that follows a path frame by frame: brakes, stands, goes on, and takes a new path over while it moves.
///
/// Between two orders (begin, replan, brake, hold, go) the place depends on the time since the first of them alone: a
/// second in one step or in sixty gives the same bits where the lengths of the steps add up exactly (multiples of 1/64
/// second do), else lengths are summed up to one rounding of the sum.
#ifndef FAIRWAY_FOLLOW_H
#define FAIRWAY_FOLLOW_H

#include "fairway/profile.h"

FW_BEGIN_DECLS

/// A unit on its way. It keeps the memory of its path; only fw_follower_begin() and fw_follower_replan() allocate, and
/// only for paths that are longer than those before.
typedef struct fw_follower fw_follower;

FW_API fw_status fw_follower_create( const fw_allocator* allocator, fw_follower** follower ); ///< NULL: the default one
FW_API void fw_follower_destroy( fw_follower* follower );                                     ///< NULL is allowed

/// Sets off along a copy of the path. Forgets any former one; after an error that one goes on as before. The
/// definition's allocator does not count. @return as fw_profile_create().
FW_API fw_status fw_follower_begin( fw_follower* follower, const fw_profile_def* def, const fw_path* path );
/// Goes on by some time. @param seconds [>= 0] @param motion receives where the unit is then; NULL is allowed.
/// @return #FW_ERR_ARGUMENT, #FW_ERR_STATE before the first path. Allocates nothing; O(log segments).
FW_API fw_status fw_follower_step( fw_follower* follower, double seconds, fw_motion* motion );

FW_API fw_motion fw_follower_now( const fw_follower* follower ); ///< zeroed before the first path
/// Where it will be in some time if nobody orders otherwise: where the search for a new path begins when that takes
/// time. @param seconds [>= 0]
FW_API fw_motion fw_follower_ahead( const fw_follower* follower, double seconds );
FW_API bool fw_follower_is_done( const fw_follower* follower ); ///< it has arrived, or has no path
FW_API bool fw_follower_is_held( const fw_follower* follower ); ///< it brakes, or stands, by order
FW_API double fw_follower_left( const fw_follower* follower );  ///< [tiles]
/// Until arrival [s]; infinite while it is held.
FW_API double fw_follower_time_left( const fw_follower* follower );
FW_API double fw_follower_stopping_distance( const fw_follower* follower ); ///< speed^2 / (2 braking) [tiles]
FW_API double fw_follower_overspeed( const fw_follower* follower );         ///< see fw_profile_overspeed()
FW_API const fw_path* fw_follower_path( const fw_follower* follower );      ///< its copy; NULL before the first

/// Brakes to a stop as hard as the unit can, and stands until fw_follower_go(). What it does at a standstill (a turn on
/// the spot, a link, a change of gear) pauses at once. @return #FW_ERR_STATE before the first path.
FW_API fw_status fw_follower_brake( fw_follower* follower );
/// Goes on from the speed that it has. Nothing where it is not held. O(segments).
FW_API fw_status fw_follower_go( fw_follower* follower );

/// Takes a new path over, with the speed kept, and goes on where it was held.
///
/// The new path begins where the unit is, or, where `from` is further on, at that distance along the present path; the
/// present path is driven up to there. So a query for it has `start` set to fw_motion::pose of fw_follower_now() or
/// fw_follower_ahead() and `start_any_heading` cleared, and `from` is fw_motion::distance of the same. Distances count
/// anew, from where the unit is now. A path that turns away faster than the unit can brake for is taken nevertheless,
/// and fw_follower_overspeed() tells.
/// @param from [tiles, fw_motion::distance..length of the present path]
/// @return as fw_profile_create(), #FW_ERR_STATE before the first path, #FW_ERR_MISMATCH where the new path does not
/// begin there (within 1e-6 tiles). After an error the unit goes on as before.
FW_API fw_status fw_follower_replan( fw_follower* follower, const fw_path* path, double from );

FW_END_DECLS

#endif

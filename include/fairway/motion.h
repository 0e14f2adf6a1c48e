// SPDX-License-Identifier: MIT
/// @file
/// Profiles: how fast a unit drives a path, and where it is at any time. A profile is the fastest motion that top
/// speed, acceleration, braking, lateral acceleration in turns, corners, changes of gear and terrains allow.
///
/// Sources: M. Pinter, "Toward More Realistic Pathfinding" (2001), Listing 2 (where a unit is at a time) and "People
/// Movement" (slowing down before tight turns); the speed of a corner as in the firmware Grbl (S. K. Jeon, 2011).
///
/// Followers: a unit that follows a path frame by frame. It can brake, stand, go on, and take over a new path while it
/// moves.
///
/// Between two orders (begin, replan, brake, go) the position depends only on the time since the first of them. A
/// second in one step or in sixty gives the same bits if the lengths of the steps add up exactly (multiples of 1/64
/// second do); otherwise the sum of the lengths is exact up to one rounding.
#ifndef FAIRWAY_MOTION_H
#define FAIRWAY_MOTION_H

#include "fairway/grid.h"
#include "fairway/path.h"

FW_BEGIN_DECLS

/// How to drive a path. Made by fw_default_profile_def(), then changed.
typedef struct fw_profile_def
{
	uint32_t cookie; ///< set by fw_default_profile_def()
	fw_allocator allocator;
	fw_unit unit;        ///< speed, acceleration, braking, lateral, turning radius, reverse factor count; with a grid,
	                     ///< capabilities
	const fw_grid* grid; ///< top speed is divided by the cost of the terrain under the unit's position, and a link
	                     ///< takes the time of its cost at top speed; NULL: terrains do not slow the unit down, and
	                     ///< links take no time. Read when a path is taken; revisions do not matter
	bool start_any_heading; ///< true: the unit already faces along the path; false: it faces fw_path::start.heading,
	                        ///< and the turn from there to the path is a corner
	double start_speed;     ///< along the path [tiles/s, 0..1e6]
	double end_speed;       ///< maximum at its end [tiles/s, 0..1e6]
	double corner_slack; ///< a corner between two segments is driven at the speed of an arc that leaves the corner by
	                     ///< this much [tiles, 0..1]; 0: units stop at corners and turn on the spot
	double corner_angle; ///< corners sharper than this are turned on the spot [rad, 0..pi]
	double turn_rate;    ///< on the spot, and maximum in corners [rad/s, 0.001..1e6]
	double gear_time;    ///< time of a change of gear at a standstill [s, 0..1000]
} fw_profile_def;

/// The default unit, no grid, any heading at the start, from standstill to standstill, corner slack 0.05, corner angle
/// 120 degrees, turn rate one full turn per second, gear time 0.
FW_API fw_profile_def fw_default_profile_def( void );

/// A point of a profile. The acceleration is constant up to the next knot; if both have the same distance, the unit
/// stands.
typedef struct fw_profile_knot
{
	double time;         ///< [s]
	double distance;     ///< along the path [tiles]
	double speed;        ///< [tiles/s]
	double acceleration; ///< in the direction of motion, also in reverse gear [tiles/s^2]
	int32_t stretch;     ///< for the library
} fw_profile_knot;

/// Where a unit is and how it moves.
typedef struct fw_motion
{
	double time;         ///< [s]
	double distance;     ///< along the path [tiles]
	fw_pose pose;        ///< on the path; the heading jumps in a corner that the unit drives through
	double speed;        ///< in the direction of motion, also in reverse gear [tiles/s, >= 0]
	double acceleration; ///< [tiles/s^2]
	double curvature;    ///< signed, as in fw_path_state [1/tiles]
	fw_gear gear;        ///< of the segment
	int32_t segment;     ///< index in the path, -1 if it has none
} fw_motion;

/// The speeds along one path. Owns a copy of it.
typedef struct fw_profile fw_profile;

/// Makes the fastest profile: no other profile within all limits is ahead of it at any time. Cost: O(segments), with a
/// grid O(segments + tiles crossed).
///
/// If `start_speed` is too high to brake in time, or higher than the path allows at its start, the unit brakes as hard
/// as it can and is too fast meanwhile; where it should stand it stops at once. fw_profile_overspeed() says by how
/// much.
/// @return #FW_OK; #FW_ERR_DEF, #FW_ERR_ARGUMENT also for a path with lengths that are negative or not finite, or arcs
/// of more than a hundred circles, #FW_ERR_MEMORY.
FW_API fw_status fw_profile_create( const fw_profile_def* def, const fw_path* path, fw_profile** profile,
                                    fw_refusal* refusal );
FW_API void fw_profile_destroy( fw_profile* profile ); ///< NULL is allowed

FW_API double fw_profile_time( const fw_profile* profile ); ///< from start to arrival [s]
/// The largest excess over a limit because the unit could not brake in time [tiles/s]; 0: all limits are kept.
FW_API double fw_profile_overspeed( const fw_profile* profile );
/// All knots, by time. At least one; the last one is the arrival. @param count receives their number.
FW_API const fw_profile_knot* fw_profile_knots( const fw_profile* profile, int32_t* count );
/// The speed at a distance [clamped to 0..length]; 0 if the unit stops there. O(log knots).
FW_API double fw_profile_speed_at( const fw_profile* profile, double distance );
/// The time at which the unit first gets to a distance [clamped to 0..length]. O(log knots).
FW_API double fw_profile_time_at( const fw_profile* profile, double distance );
/// The motion at a time [clamped to 0..fw_profile_time()]. O(log knots).
FW_API fw_motion fw_profile_state( const fw_profile* profile, double time );

/// The state of a follower.
typedef struct fw_follower_state
{
	bool held;                ///< it brakes or stands by order
	double left;              ///< length of the path ahead [tiles]
	double time_left;         ///< until arrival [s]; infinite while it is held
	double stopping_distance; ///< speed^2 / (2 braking) [tiles]
	double overspeed;         ///< see fw_profile_overspeed()
} fw_follower_state;

/// A unit that drives a path. It keeps the memory of its path; only fw_follower_begin() and fw_follower_replan()
/// allocate, and only for paths longer than all before.
typedef struct fw_follower fw_follower;

FW_API fw_status fw_follower_create( const fw_allocator* allocator, fw_follower** follower,
                                     fw_refusal* refusal ); ///< allocator NULL: the default one
FW_API void fw_follower_destroy( fw_follower* follower );   ///< NULL is allowed

/// Starts along a copy of a path and forgets any earlier one; after an error the earlier path goes on as before. The
/// definition's allocator does not count. @return as fw_profile_create().
FW_API fw_status fw_follower_begin( fw_follower* follower, const fw_profile_def* def, const fw_path* path,
                                    fw_refusal* refusal );
/// Moves on by some time. @param seconds [>= 0] @param motion receives the motion then; NULL is allowed.
/// @return #FW_ERR_ARGUMENT, #FW_ERR_STATE before the first path. Allocates nothing; O(log segments).
FW_API fw_status fw_follower_step( fw_follower* follower, double seconds, fw_motion* motion, fw_refusal* refusal );

FW_API fw_motion fw_follower_now( const fw_follower* follower ); ///< zeroed before the first path
/// The motion after some time without new orders: the start for the search for a new path if that takes time. @param
/// seconds [>= 0]
FW_API fw_motion fw_follower_ahead( const fw_follower* follower, double seconds );
FW_API bool fw_follower_is_done( const fw_follower* follower );              ///< it has arrived, or has no path
FW_API fw_follower_state fw_follower_measure( const fw_follower* follower ); ///< zeroed before the first path
FW_API const fw_path* fw_follower_path( const fw_follower* follower );       ///< its copy; NULL before the first

/// Brakes to a stop as hard as the unit can, and stands until fw_follower_go(). An action at a standstill (a turn on
/// the spot, a link, a change of gear) pauses at once. @return #FW_ERR_STATE before the first path.
FW_API fw_status fw_follower_brake( fw_follower* follower );
/// Goes on from its present speed; does nothing if it is not held. O(segments).
FW_API fw_status fw_follower_go( fw_follower* follower );

/// Takes over a new path at the present speed, and goes on if it was held.
///
/// The new path begins where the unit is, or, if `from` is further on, at that distance along the present path, which
/// is driven up to there. So its query has `start` set to fw_motion::pose of fw_follower_now() or fw_follower_ahead(),
/// and `start_any_heading` false; `from` is fw_motion::distance of the same motion. Distances then count from the
/// unit's present position. A path that turns away too fast for the unit to brake is taken nevertheless, and
/// fw_follower_state::overspeed says by how much.
/// @param from [tiles, fw_motion::distance..length of the present path]
/// @return as fw_profile_create(), #FW_ERR_STATE before the first path, #FW_ERR_MISMATCH if the new path does not begin
/// there (within 1e-6 tiles). After an error the unit goes on as before.
FW_API fw_status fw_follower_replan( fw_follower* follower, const fw_path* path, double from, fw_refusal* refusal );

FW_END_DECLS

#endif

// SPDX-License-Identifier: MIT
/// @file
/// How fast a unit drives a path, and where it is at any time: the fastest way along it that top speed, acceleration,
/// braking, the pull to the side in turns, corners, changes of gear and terrains allow.
///
/// Sources: M. Pinter, "Toward More Realistic Pathfinding" (2001), Listing 2 (where a unit is at a time) and "People
/// Movement" (slowing down before tight turns); the speed of a corner as in the firmware Grbl (S. K. Jeon, 2011).
///
/// A unit that follows a path frame by frame: brakes, stands, goes on, and takes a new path over while it moves.
///
/// Between two orders (begin, replan, brake, hold, go) the place depends on the time since the first of them alone: a
/// second in one step or in sixty gives the same bits where the lengths of the steps add up exactly (multiples of 1/64
/// second do), else lengths are summed up to one rounding of the sum.
#ifndef FAIRWAY_MOTION_H
#define FAIRWAY_MOTION_H

#include "fairway/grid.h"
#include "fairway/path.h"

FW_BEGIN_DECLS

/// How a path is to be driven. Made by fw_default_profile_def(), then changed.
typedef struct fw_profile_def
{
	uint32_t cookie; ///< set by fw_default_profile_def()
	fw_allocator allocator;
	fw_unit unit;        ///< speed, acceleration, braking, lateral, turning radius, reverse factor; capabilities
	                     ///< where there is a grid
	const fw_grid* grid; ///< top speed is divided by the cost of the terrain under the unit's place, and a link takes
	                     ///< its cost at top speed; NULL: terrains do not slow down, and links take no time. Read
	                     ///< when a path is taken; revisions do not matter
	bool start_any_heading; ///< the unit faces where the path begins; else as fw_path::start says, and what it has to
	                        ///< turn there is a corner
	double start_speed;     ///< along the path [tiles/s, >= 0]
	double end_speed;       ///< at most so fast at its end [tiles/s, >= 0]
	double corner_slack;    ///< a corner between two segments is driven at the speed of the arc that leaves it by so
	                        ///< much [tiles, 0..1]; 0: units stop at corners and turn on the spot
	double corner_angle;    ///< corners sharper than this are turned on the spot [rad, 0..pi]
	double turn_rate;       ///< on the spot, and at most in corners [rad/s, 0.001..1e6]
	double gear_time;       ///< that a change of gear takes at a standstill [s, 0..1000]
} fw_profile_def;

/// The default unit, no grid, any heading at the start, from standstill to standstill, corner slack 0.05, corner angle
/// 120 degrees, turn rate of a full turn a second, gear time 0.
FW_API fw_profile_def fw_default_profile_def( void );

/// From here to the next knot the acceleration is constant; or the unit stands, which two knots at one distance tell.
typedef struct fw_profile_knot
{
	double time;         ///< [s]
	double distance;     ///< along the path [tiles]
	double speed;        ///< [tiles/s]
	double acceleration; ///< along the way it moves, also in reverse gear [tiles/s^2]
	int32_t stretch;     ///< for the library
} fw_profile_knot;

/// Where a unit is and how it moves.
typedef struct fw_motion
{
	double time;         ///< [s]
	double distance;     ///< along the path [tiles]
	fw_pose pose;        ///< on the path; in a corner that it drives through the heading jumps
	double speed;        ///< along the way it moves, also in reverse gear [tiles/s, >= 0]
	double acceleration; ///< [tiles/s^2]
	double curvature;    ///< signed, as of fw_path_state [1/tiles]
	fw_gear gear;        ///< of the segment
	int32_t segment;     ///< index in the path, -1 where it has none
} fw_motion;

/// The speeds along one path. Owns a copy of it.
typedef struct fw_profile fw_profile;

/// Makes the fastest profile: no other one that keeps all limits is ahead of it at any time. Cost: O(segments), with a
/// grid O(segments + tiles crossed).
///
/// Where `start_speed` is more than can be braked away in time, or more than the path allows at its start, the unit
/// brakes as hard as it can and is too fast meanwhile, and where it ought to stand it stops at once;
/// fw_profile_overspeed() tells.
/// @return #FW_OK; #FW_ERR_DEF, #FW_ERR_ARGUMENT also for a path with lengths that are negative or not finite, or arcs
/// of more than a hundred circles, #FW_ERR_MEMORY.
FW_API fw_status fw_profile_create( const fw_profile_def* def, const fw_path* path, fw_profile** profile );
FW_API void fw_profile_destroy( fw_profile* profile ); ///< NULL is allowed

FW_API double fw_profile_time( const fw_profile* profile ); ///< from start to arrival [s]
/// By how much a limit is broken at worst because the unit could not brake in time [tiles/s]; 0: all limits are kept.
FW_API double fw_profile_overspeed( const fw_profile* profile );
FW_API const fw_path* fw_profile_path( const fw_profile* profile ); ///< its copy
/// All knots, by time. At least one; the last one is the arrival. @param count receives their number.
FW_API const fw_profile_knot* fw_profile_knots( const fw_profile* profile, int32_t* count );
/// The speed at a distance [clamped to 0..length]; where the unit stops there, 0. O(log knots).
FW_API double fw_profile_speed_at( const fw_profile* profile, double distance );
/// When the unit first gets to a distance [clamped to 0..length]. O(log knots).
FW_API double fw_profile_time_at( const fw_profile* profile, double distance );
/// Where it is at a time [clamped to 0..fw_profile_time()]. O(log knots).
FW_API fw_motion fw_profile_state( const fw_profile* profile, double time );

/// How a follower gets on.
typedef struct fw_follower_state
{
	bool held;                ///< it brakes, or stands, by order
	double left;              ///< length of the path ahead [tiles]
	double time_left;         ///< until arrival [s]; infinite while it is held
	double stopping_distance; ///< speed^2 / (2 braking) [tiles]
	double overspeed;         ///< see fw_profile_overspeed()
} fw_follower_state;

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
FW_API bool fw_follower_is_done( const fw_follower* follower );              ///< it has arrived, or has no path
FW_API fw_follower_state fw_follower_measure( const fw_follower* follower ); ///< zeroed before the first path
FW_API const fw_path* fw_follower_path( const fw_follower* follower );       ///< its copy; NULL before the first

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
/// and fw_follower_state::overspeed tells.
/// @param from [tiles, fw_motion::distance..length of the present path]
/// @return as fw_profile_create(), #FW_ERR_STATE before the first path, #FW_ERR_MISMATCH where the new path does not
/// begin there (within 1e-6 tiles). After an error the unit goes on as before.
FW_API fw_status fw_follower_replan( fw_follower* follower, const fw_path* path, double from );

FW_END_DECLS

#endif

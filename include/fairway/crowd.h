// SPDX-License-Identifier: MIT
/// @file
/// Many friendly units on their paths at once, none of which ever runs into another.
///
/// Each tile belongs to one unit at most. A unit owns the tiles that its disc touches where it is and on the way that
/// it needs to stop, and goes no further than it owns; so discs never overlap, whatever the units decide. What they
/// decide: every half second it is noted which tiles each unit will sweep within two seconds. Where two meet, the
/// lesser one brakes and looks for a way round on the right; who stands in the way of a greater one makes room, steps
/// aside, or backs up. Walkers use ways one tile wide in one direction at a time, and wait off the mouth until it is
/// their turn. Units with a turning radius look further, as far as it takes them to steer past one that comes against
/// them: they want a path early, and stop where they get none within 1.2 s. Sources: M. Pinter, "Toward More Realistic
/// Pathfinding" (2001), "Friendly-collision avoidance"; priorities that are inherited as in K. Okumura and others,
/// "Priority Inheritance with Backtracking" (2019).
#ifndef FAIRWAY_CROWD_H
#define FAIRWAY_CROWD_H

#include "fairway/motion.h"

FW_BEGIN_DECLS

#define FW_CROWD_MAX_UNITS 65536    ///< in one crowd
#define FW_CROWD_MAX_TILES 67108864 ///< of its map

/// Units on one map.
typedef struct fw_crowd fw_crowd;

/// What to make a crowd for. See fw_default_crowd_def().
typedef struct fw_crowd_def
{
	uint32_t cookie; ///< set by fw_default_crowd_def()
	fw_allocator allocator;
	const fw_grid* grid; ///< must live longer; may be edited between steps: nobody enters a tile that is blocked now
	double look_ahead;   ///< [s, 0.1..10]
	double look_every;   ///< [s, 0.05..5]
	double patience;     ///< without getting on for so long a unit is told to be stuck [s, 1..1e6]
} fw_crowd_def;

FW_API fw_crowd_def fw_default_crowd_def( void ); ///< no grid, looks 2 s ahead every 0.5 s, patience 20
/// Memory: 60 bytes a tile. @return #FW_ERR_ARGUMENT, #FW_ERR_DEF, #FW_ERR_TOO_LARGE above #FW_CROWD_MAX_TILES,
/// #FW_ERR_MEMORY.
FW_API fw_status fw_crowd_create( const fw_crowd_def* def, fw_crowd** crowd, fw_refusal* refusal );
FW_API void fw_crowd_destroy( fw_crowd* crowd );        ///< NULL is allowed
FW_API size_t fw_crowd_memory( const fw_crowd* crowd ); ///< bytes, without those of paths

/// Puts a unit on the map, standing. `how` is as for fw_profile_create(); its grid is taken for speeds alone, start and
/// end speed and its allocator do not count.
/// @param unit receives its number: the least that is free.
/// @return #FW_ERR_BLOCKED where its disc touches a tile that it may not enter or that belongs to another unit,
/// #FW_ERR_UNSUPPORTED for squares, #FW_ERR_ARGUMENT, #FW_ERR_DEF, #FW_ERR_TOO_LARGE, #FW_ERR_MEMORY.
FW_API fw_status fw_crowd_add( fw_crowd* crowd, const fw_profile_def* how, fw_pose at, int32_t* unit,
                               fw_refusal* refusal );
FW_API fw_status fw_crowd_remove( fw_crowd* crowd, int32_t unit ); ///< its tiles are free at once
/// Sends a unit along a copy of a path, which begins where it will stop (fw_crowd_unit::stop; where it is when it
/// stands). Its end is the unit's goal. A unit that was sent earlier counts as greater than one of its size that was
/// sent later, and larger ones as greater than smaller ones.
/// @return #FW_ERR_MISMATCH where it begins elsewhere (by more than 1e-6 tiles), #FW_ERR_UNSUPPORTED with links,
/// #FW_ERR_ARGUMENT also where its segments do not join (to within as much), #FW_ERR_MEMORY. After an error the unit
/// does what it did.
FW_API fw_status fw_crowd_send( fw_crowd* crowd, int32_t unit, const fw_path* path, fw_refusal* refusal );
/// As fw_crowd_send() for one that is on its way: the answer to fw_crowd_unit::wants_path. It keeps its rank.
FW_API fw_status fw_crowd_answer( fw_crowd* crowd, int32_t unit, const fw_path* path, fw_refusal* refusal );

/// What a unit does.
typedef enum fw_crowd_mode
{
	FW_CROWD_PARKED = 0,   ///< has arrived, or was never sent; or near its goal, or where it made room,
	                       ///< where others took that or went through there again and again: see fw_crowd_unit::left
	FW_CROWD_MOVING = 1,   ///< on its way
	FW_CROWD_WAITING = 2,  ///< on its way, and stands because others are in the way
	FW_CROWD_YIELDING = 3, ///< makes room for a greater one
} fw_crowd_mode;

/// Why a unit has not got on for so long (fw_crowd_def::patience). It keeps trying.
typedef enum fw_crowd_stuck
{
	FW_CROWD_NOT_STUCK = 0,
	FW_CROWD_STUCK_WALL = 1,    ///< its path leads where it may not be
	FW_CROWD_STUCK_NO_ROOM = 2, ///< who is in its way has nowhere to go
	FW_CROWD_STUCK_WAITING = 3, ///< greater ones are in its way
	FW_CROWD_STUCK_LOST = 4,    ///< it made room, and finds no way back to its path: it needs another one
} fw_crowd_stuck;

/// What is known of one unit.
typedef struct fw_crowd_unit
{
	bool used; ///< is there a unit of this number
	fw_pose pose;
	double speed;  ///< [tiles/s]
	double radius; ///< [tiles]
	fw_crowd_mode mode;
	fw_crowd_stuck stuck;
	bool
	    wants_path; ///< one from `stop` to its goal that keeps off the tiles of others (fw_crowd_keep_off()) would help
	fw_pose stop;   ///< where it stops if it brakes as late as it must: where a new path has to begin
	fw_pose goal;
	double left;  ///< of its way [tiles], without what it yields; of a parked one, straight to its goal
	int64_t sent; ///< how often it was sent
} fw_crowd_unit;

FW_API int32_t fw_crowd_count( const fw_crowd* crowd );                   ///< highest number of a unit, plus one
FW_API fw_crowd_unit fw_crowd_get( const fw_crowd* crowd, int32_t unit ); ///< zeroed where there is none

/// Moves everybody on. The same calls give the same bits everywhere. @param seconds [1e-9..0.25]: the length of a
/// frame.
/// @return #FW_ERR_ARGUMENT; #FW_ERR_MEMORY where a unit could not be given the way that it was to take: it then waits,
/// all others moved, and the next step tries again.
FW_API fw_status fw_crowd_step( fw_crowd* crowd, double seconds, fw_refusal* refusal );

FW_API double fw_crowd_time( const fw_crowd* crowd );   ///< sum of all steps [s]
FW_API bool fw_crowd_is_done( const fw_crowd* crowd );  ///< everybody is parked
FW_API uint64_t fw_crowd_hash( const fw_crowd* crowd ); ///< of the exact bits of all places and speeds

/// The unit that a tile belongs to, -1: none, or outside of the map.
FW_API int32_t fw_crowd_owner( const fw_crowd* crowd, int32_t x, int32_t y );
/// Ought a new path of this unit keep off the tile: does another unit own it, or will a greater one sweep it?
FW_API bool fw_crowd_keep_off( const fw_crowd* crowd, int32_t unit, int32_t x, int32_t y );

/// What happened so far.
typedef struct fw_crowd_counters
{
	int64_t conflicts; ///< units that braked because they would have met a greater one
	int64_t detours;   ///< ways round others
	int64_t yields;    ///< units that made room
	int64_t returns;   ///< ways back to the path after that
	int64_t inherited; ///< units that went on with the rank of one behind
	int64_t swaps;     ///< units that gave a lesser one their rank, for want of room
} fw_crowd_counters;

FW_API fw_crowd_counters fw_crowd_count_events( const fw_crowd* crowd ); ///< since it was created

FW_END_DECLS

#endif

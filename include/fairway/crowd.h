// SPDX-License-Identifier: MIT
/// @file
/// Crowds: many friendly units that drive their paths at once and never overlap.
///
/// Each tile has one owner at most. A unit owns the tiles that its disc touches at its position and along its stopping
/// distance, and drives no further than it owns. So discs never overlap, whatever the units decide. Every half second
/// the crowd finds the tiles that each unit will sweep within two seconds. Where two units will meet, the one that
/// yields brakes and looks for a detour on the right. A unit that stands in the way of one with priority makes room,
/// steps aside, or backs up. Walkers use a passage one tile wide in one direction at a time, and wait at its entrance
/// for their turn. Units with a turning radius look further ahead, as far as they need to steer past an oncoming unit;
/// they ask for a new path early, and stop if they get none within 1.2 s. Sources: M. Pinter, "Toward More Realistic
/// Pathfinding" (2001), "Friendly-collision avoidance"; inherited priorities as in K. Okumura and others, "Priority
/// Inheritance with Backtracking" (2019).
#ifndef FAIRWAY_CROWD_H
#define FAIRWAY_CROWD_H

#include "fairway/motion.h"

FW_BEGIN_DECLS

#define FW_CROWD_MAX_UNITS 65536    ///< in one crowd
#define FW_CROWD_MAX_TILES 67108864 ///< of its map

/// Units on one map.
typedef struct fw_crowd fw_crowd;

/// A unit of a crowd; 0 is none. Like a #fw_request, it has its slot in the lower 32 bits and the generation of the
/// slot in the upper ones. After fw_crowd_remove() the id is refused, and never names another unit.
typedef uint64_t fw_crowd_id;

/// What to make a crowd for. See fw_default_crowd_def().
typedef struct fw_crowd_def
{
	uint32_t cookie; ///< set by fw_default_crowd_def()
	fw_allocator allocator;
	const fw_grid* grid; ///< must live longer; may be edited between steps: no unit then enters a blocked tile
	double look_ahead;   ///< units foresee where others will be this far ahead [s, 0.1..10]
	double look_every;   ///< time between two looks of a unit [s, 0.05..5]
	double patience;     ///< a unit without progress for this time is reported as stuck [s, 1..1e6]
} fw_crowd_def;

FW_API fw_crowd_def fw_default_crowd_def( void ); ///< no grid, looks 2 s ahead every 0.5 s, patience 20
/// Makes a crowd. Memory: 60 bytes for each tile. @return #FW_ERR_ARGUMENT, #FW_ERR_DEF, #FW_ERR_TOO_LARGE above
/// #FW_CROWD_MAX_TILES, #FW_ERR_MEMORY.
FW_API fw_status fw_crowd_create( const fw_crowd_def* def, fw_crowd** crowd, fw_refusal* refusal );
FW_API void fw_crowd_destroy( fw_crowd* crowd );        ///< NULL is allowed
FW_API size_t fw_crowd_memory( const fw_crowd* crowd ); ///< bytes, without paths

/// Puts a unit on the map, at a standstill. `how` is as for fw_profile_create(); its grid only slows the unit down, and
/// its start speed, end speed and allocator do not count.
/// @param unit receives its id.
/// @return #FW_ERR_BLOCKED if its disc touches a tile that it may not enter or that another unit owns,
/// #FW_ERR_UNSUPPORTED for squares, #FW_ERR_ARGUMENT, #FW_ERR_DEF, #FW_ERR_TOO_LARGE, #FW_ERR_MEMORY.
FW_API fw_status fw_crowd_add( fw_crowd* crowd, const fw_profile_def* how, fw_pose at, fw_crowd_id* unit,
                               fw_refusal* refusal );
/// Takes a unit off the map; its tiles are free at once. @return #FW_ERR_UNKNOWN if it is not one of the crowd.
FW_API fw_status fw_crowd_remove( fw_crowd* crowd, fw_crowd_id unit );
/// Sends a unit along a copy of a path, which begins where the unit will stop (fw_crowd_unit::stop; its position if it
/// stands). The end of the path is the unit's goal. Larger units have priority over smaller ones; of two of the same
/// size, the one that was sent earlier.
/// @return #FW_ERR_UNKNOWN if the unit is not one of the crowd, #FW_ERR_MISMATCH if the path begins elsewhere (by more
/// than 1e-6 tiles), #FW_ERR_UNSUPPORTED for a path with links, #FW_ERR_ARGUMENT also if its segments do not join (to
/// within as much), #FW_ERR_MEMORY. After an error the unit goes on as before.
FW_API fw_status fw_crowd_send( fw_crowd* crowd, fw_crowd_id unit, const fw_path* path, fw_refusal* refusal );
/// Like fw_crowd_send(), for a unit that asks for another path (fw_crowd_unit::wants_path). It keeps its priority.
FW_API fw_status fw_crowd_answer( fw_crowd* crowd, fw_crowd_id unit, const fw_path* path, fw_refusal* refusal );

/// What a unit does.
typedef enum fw_crowd_mode
{
	FW_CROWD_PARKED = 0, ///< has arrived, or was never sent. A unit also parks near its goal, or where it made room, if
	                     ///< others hold the goal or pass there again and again: see fw_crowd_unit::left
	FW_CROWD_MOVING = 1, ///< on its way
	FW_CROWD_WAITING = 2,  ///< on its way, but stands because others are in the way
	FW_CROWD_YIELDING = 3, ///< makes room for a unit with priority
} fw_crowd_mode;

/// Why a unit makes no progress (fw_crowd_def::patience). It keeps trying.
typedef enum fw_crowd_stuck
{
	FW_CROWD_NOT_STUCK = 0,
	FW_CROWD_STUCK_WALL = 1,    ///< its path leads where it may not go
	FW_CROWD_STUCK_NO_ROOM = 2, ///< the unit in its way has nowhere to go
	FW_CROWD_STUCK_WAITING = 3, ///< units with priority are in its way
	FW_CROWD_STUCK_LOST = 4,    ///< it made room, and cannot get back to its path: it needs another one
} fw_crowd_stuck;

/// What the crowd knows about a unit.
typedef struct fw_crowd_unit
{
	bool used; ///< is it a unit of the crowd?
	fw_pose pose;
	double speed;  ///< [tiles/s]
	double radius; ///< [tiles]
	fw_crowd_mode mode;
	fw_crowd_stuck stuck;
	bool
	    wants_path; ///< a path from `stop` to its goal that avoids the tiles of others (fw_crowd_keep_off()) would help
	fw_pose stop;   ///< where it stops if it brakes as late as possible: a new path begins there
	fw_pose goal;
	double left;  ///< length of its path ahead [tiles], without yielding; for a parked unit, straight to its goal
	int64_t sent; ///< how often it was sent
} fw_crowd_unit;

FW_API fw_crowd_unit fw_crowd_get( const fw_crowd* crowd, fw_crowd_id unit ); ///< zeroed if it is not one of the crowd
FW_API int32_t fw_crowd_count( const fw_crowd* crowd );                       ///< slots, used and free ones
/// The unit in a slot [0..fw_crowd_count() - 1]; 0 if there is none. A new unit takes the first free slot.
FW_API fw_crowd_id fw_crowd_at( const fw_crowd* crowd, int32_t slot );

/// Moves all units. The same calls give the same bits everywhere.
/// @param seconds [1e-9..0.25]: the length of the frame
/// @return #FW_ERR_ARGUMENT; #FW_ERR_MEMORY if there was no memory for a unit's detour: this unit waits, all others
/// have moved, and the next step tries again.
FW_API fw_status fw_crowd_step( fw_crowd* crowd, double seconds, fw_refusal* refusal );

FW_API double fw_crowd_time( const fw_crowd* crowd );   ///< sum of all steps [s]
FW_API bool fw_crowd_is_done( const fw_crowd* crowd );  ///< all units are parked
FW_API uint64_t fw_crowd_hash( const fw_crowd* crowd ); ///< of the exact bits of all positions and speeds

/// The unit that owns a tile; 0 if there is none, or outside the map.
FW_API fw_crowd_id fw_crowd_owner( const fw_crowd* crowd, int32_t x, int32_t y );
/// Should a new path of this unit avoid the tile, because another unit owns it or one with priority will sweep it?
FW_API bool fw_crowd_keep_off( const fw_crowd* crowd, fw_crowd_id unit, int32_t x, int32_t y );

/// What happened so far.
typedef struct fw_crowd_counters
{
	int64_t conflicts; ///< units that braked because they would have met one with priority
	int64_t detours;   ///< paths around others
	int64_t yields;    ///< times that a unit made room
	int64_t returns;   ///< paths back after making room
	int64_t inherited; ///< units that inherited the priority of a unit behind them
	int64_t swaps;     ///< units that gave their priority to one that had no room to yield
} fw_crowd_counters;

FW_API fw_crowd_counters fw_crowd_count_events( const fw_crowd* crowd ); ///< since it was created

FW_END_DECLS

#endif

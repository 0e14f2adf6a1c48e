// SPDX-License-Identifier: MIT
// What a world needs of the engine that moves its units. All that is special to one engine is in engine.c.
//
// An engine keeps units off each other and off walls, whatever their paths are. It sees no planner: a unit that is held
// up says so, and the world may answer with another path.
#ifndef FW_WORLD_ENGINE_H
#define FW_WORLD_ENGINE_H

#include "base/archive.h"
#include "fairway/world.h"

#define FW_ENGINE_FILES 9 // of a column, at most

typedef struct fw_engine fw_engine;

// A unit of the engine. Its number is used again after it was removed.
typedef uint64_t fw_body;

// The engine reads the grid at every step; between steps it may be edited where fw_engine_uses() is false.
fw_status fw_engine_create( const fw_allocator* allocator, const fw_grid* grid, double patience, fw_engine** engine,
                            fw_refusal* refusal );
void fw_engine_destroy( fw_engine* engine );
size_t fw_engine_memory( const fw_engine* engine );

// The position is called "at" in refusals.
fw_status fw_engine_add( fw_engine* engine, const fw_unit* unit, bool slowed, fw_pose at, fw_body* body,
                         fw_refusal* refusal );
void fw_engine_remove( fw_engine* engine, fw_body body );

// Gives a unit another path, which begins where it stops (fw_engine_stop_pose()). It drives on without standing still.
// `sent`: for another goal; else it keeps its priority.
// FW_ERR_MEMORY and mistakes of the path change nothing.
fw_status fw_engine_drive( fw_engine* engine, fw_body body, const fw_path* path, bool sent );
// The ways of bodies of one group do not cross. -1: it is of none. A body keeps so many tiles off corners on its left
// and on its right where there is room [0..FW_ENGINE_FILES - 1].
void fw_engine_join( fw_engine* engine, fw_body body, int32_t group, int32_t left, int32_t right );
// Brakes, and stands at fw_engine_stop_pose().
void fw_engine_stop( fw_engine* engine, fw_body body );

// A unit that holds makes room for nobody while it stands.
void fw_engine_hold( fw_engine* engine, fw_body body, bool holds );
// It drives at most at this part of its top speed from now on [FW_WORLD_PACE_MIN..1].
void fw_engine_pace( fw_engine* engine, fw_body body, double pace );
// Its top speed at its pace [tiles/s].
double fw_engine_speed( const fw_engine* engine, fw_body body );

// Spreads the work of steps over the caller's threads. FW_ERR_MEMORY.
fw_status fw_engine_share( fw_engine* engine, const fw_parallel* parallel );
// How often do units decide in a step of so many seconds?
int32_t fw_engine_decisions( const fw_engine* engine, double seconds );
// FW_ERR_MEMORY: some units wait, all others have moved.
fw_status fw_engine_step( fw_engine* engine, double seconds, fw_refusal* refusal );

// An engine as the bytes of a file, see crowd.h.
fw_status fw_engine_pass( fw_bytes* io, fw_engine* engine );
void fw_engine_forget( fw_engine* engine );
// After reading: is this a unit of the engine, which nobody has claimed before?
bool fw_engine_claim( fw_engine* engine, fw_body body );

typedef struct fw_body_state
{
	fw_pose pose;
	double speed;
	fw_unit_state state; // idle, moving, waiting or yielding
	fw_stuck stuck;      // why it is held up
	bool locked;         // it is, and not only because it waits for those that move
	bool wants_path;     // another path that avoids the tiles of fw_engine_keep_off() would help
	bool any_path;       // and it may be as long as it likes, as its own path is of no use
} fw_body_state;

// It will be looked at soon.
void fw_engine_fetch( const fw_engine* engine, fw_body body );
fw_body_state fw_engine_look( const fw_engine* engine, fw_body body );
// The same in short: true if it is moving, wants no path and is not held up. Else fw_engine_look() tells.
bool fw_engine_cruises( const fw_engine* engine, fw_body body, fw_pose* pose, double* speed );
// The length of its path ahead of where it stops.
double fw_engine_left( const fw_engine* engine, fw_body body );
// Where it stops if it brakes now.
fw_pose fw_engine_stop_pose( const fw_engine* engine, fw_body body );

// Does a unit need a tile of the rectangle, which lies on the map, to stand or to stop?
bool fw_engine_uses( const fw_engine* engine, fw_rect rect );
// Marks by 1 the tiles of a rectangle that a path of this unit around others should avoid.
void fw_engine_keep_off( fw_engine* engine, fw_body body, fw_rect rect, uint8_t* tiles, int32_t stride );
// Before such a path is searched for: false if fw_engine_drive() would refuse each that is not sent.
bool fw_engine_may_take( fw_engine* engine, fw_body body );

#endif

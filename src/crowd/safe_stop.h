// SPDX-License-Identifier: MIT
// Safe stop: moves the units of a crowd, and nothing else does.
//
// The invariant. At the start of each tick, every two units that keep their commitments for ever stay at least
// #FW_SAFE_GAP apart from then on, including where they have come to a stop. A commitment leads over pieces of the
// unit's course only.
//
// The induction. A unit is added at a standstill, where no commitment of another unit comes near. A new commitment
// replaces one only if it is clear, in space and time, of the current commitments of all other units, whether these
// were replaced in this tick or not; else the unit keeps the one that it has, which is clear of theirs already. When
// the tick has passed, all units are where their commitments say, and the rests of these are clear of each other, as
// the wholes were. So no two units ever touch, whatever is decided, and whoever decides nothing stops.
//
// Walls: the pieces of a course must be free of walls when they are appended (precedence.h sees to that).
//
// Memory: for each unit, 393 bytes, 4 for each thread, 160 for each piece that its course has room for, 40 for each
// point of its commitment (pieces + ticks of braking + 10), and that of cells.h. All of it is taken when units are
// added.
#ifndef FW_CROWD_SAFE_STOP_H
#define FW_CROWD_SAFE_STOP_H

#include "base/parallel.h"
#include "crowd/cells.h"
#include "crowd/commitment.h"

// The gap that units keep [tiles]: above the rounding of any map, and below what can be seen.
#define FW_SAFE_GAP 1e-6
// The ticks that a unit may need to brake to a standstill. A unit that needs more gets a lower top speed.
#define FW_SAFE_STOP_TICKS 256
// The side of a cell [tiles], doubled until it is at least this many times the reach of the largest outline. For
// 1,000 units of radius 0.4, sides of 3 tiles take the fewest instructions on maps of 64 x 64 and 200 x 200 tiles
// together.
#define FW_SAFE_CELL 3.0

// A unit. The fields are for reading. They are in the order in which they share lines of the cache: up to `limit` they
// are four.
typedef struct fw_mover
{
	// What others read to know whether it may be near.
	alignas( FW_CACHE_LINE ) fw_vec2 place; // where it is
	fw_gap_shape outline;
	fw_commitment commitment;
	// And with that what its owner sees in every tick.
	double heading; // at a corner, in the direction in which it goes on
	double speed;   // of the tick before
	double left;    // what it has still to drive beyond its stopping point [tiles]
	// What a tick on a line changes, or reads.
	fw_course_point at;
	fw_vec2 begin;   // on a line: where that begins
	fw_vec2 along;   // its direction
	double end;      // its length; negative: it is on no line
	double braking;  // [tiles/tick^2]
	fw_vec2 entered; // the place at which its cells were last brought up to date
	bool used;
	fw_course course;
	double limit;        // the speed that is allowed on its line
	double top;          // speed [tiles/tick]
	double acceleration; // [tiles/tick^2]
} fw_mover;

// What a thread needs to commit units.
typedef struct fw_safe_stop_scratch
{
	fw_commitment proposal;
	int32_t* found; // [capacity]
	int32_t capacity;
} fw_safe_stop_scratch;

// What a tick has to do with a unit, as bits.
#define FW_MOVER_DRIVES 1u  // it has more of its commitment to drive, or ended that in the last tick
#define FW_MOVER_DECIDES 2u // it has a course to drive, and is not to keep its speed in this tick
#define FW_MOVER_LEAVES 4u  // its cells are to be brought up to date

typedef struct fw_safe_stop
{
	fw_allocator allocator;
	fw_mover* movers;      // [capacity]
	fw_mover* mover_block; // in which they are
	uint8_t* states;       // [capacity] FW_MOVER_*; apart, so that ticks pass over those that need nothing
	double* lefts;         // [capacity] fw_mover::left, for the same reason
	int32_t count;         // the highest used index, plus one
	int32_t capacity, state_capacity, left_capacity;
	int32_t room; // pieces of a course
	fw_cells cells;
	fw_safe_stop_scratch* scratch; // [workers]
	int32_t workers;
	int64_t ticks;
	int64_t cuts; // of courses
} fw_safe_stop;

// What a unit can do, in tiles and ticks.
typedef struct fw_mover_def
{
	fw_gap_shape outline;
	double top;
	double acceleration;
	double braking;
	fw_vec2 place;
	fw_vec2 facing; // of length 1
} fw_mover_def;

// safe_stop_memory.c

// @param room pieces of a course: a power of two
void fw_safe_stop_init( fw_safe_stop* stop, const fw_allocator* allocator, int32_t room );
void fw_safe_stop_free( fw_safe_stop* stop );
size_t fw_safe_stop_memory( const fw_safe_stop* stop );

// Makes room for so many slots. False if memory is out.
bool fw_safe_stop_reserve( fw_safe_stop* stop, int32_t slots );
// Makes room for so many threads that commit units at once, each with a number of its own. False if memory is out.
bool fw_safe_stop_share( fw_safe_stop* stop, int32_t workers );
// Makes an unused slot ready for a unit that stands, which is not used yet. #FW_ERR_MEMORY.
fw_status fw_safe_stop_prepare( fw_safe_stop* stop, int32_t index, const fw_mover_def* def );

// safe_stop.c

// Puts a unit into an unused slot. #FW_ERR_BLOCKED if it is in the way of another one's commitment, which `blocker`
// receives; #FW_ERR_MEMORY. After an error all is as before.
fw_status fw_safe_stop_add( fw_safe_stop* stop, int32_t index, const fw_mover_def* def, int32_t* blocker );
void fw_safe_stop_remove( fw_safe_stop* stop, int32_t index );
// Puts all units into their cells anew, so that searches list them in an order that depends on nothing before. False if
// a course does not fit, as none does that was not appended.
bool fw_safe_stop_sort_cells( fw_safe_stop* stop );
// Is the commitment of a unit clear of all others by a gap?
bool fw_safe_stop_is_clear( fw_safe_stop* stop, int32_t index, double least );

// Adds a piece to the course of a unit, which decides nothing about motion yet. The caller answers for its walls.
// False if the ring is full, or the course would cover too many cells; fw_safe_stop_can_append() says so before.
bool fw_safe_stop_can_append( const fw_safe_stop* stop, int32_t index, const fw_segment* segment );
bool fw_safe_stop_append( fw_safe_stop* stop, int32_t index, const fw_segment* segment, double limit, uint64_t order );
// Ends the course of a unit at its stopping point, or at a point beyond.
void fw_safe_stop_cut( fw_safe_stop* stop, int32_t index, fw_course_point end );

// Commits a unit to drive at a speed in this tick and to brake then, if that is safe. Else it stays committed to what
// it was, and `blocker` receives one of the units that are in the way, -1 if its course is too short.
// @param speed at most its top speed, and what its acceleration allows
// @param kept ticks for which it commits itself to keep the speed, if that is safe too [1..FW_COMMITMENT_KEPT]
// @param worker number of the thread. Units may be committed at once that have no cell in common, nor one beside one.
bool fw_safe_stop_commit( fw_safe_stop* stop, int32_t index, double speed, int32_t kept, int32_t worker,
                          int32_t* blocker );
// A unit that is to keep its speed for some ticks keeps it for this one only, if that is safe.
void fw_safe_stop_shorten( fw_safe_stop* stop, int32_t index );
// Lets a tick pass.
void fw_safe_stop_advance( fw_safe_stop* stop, const fw_parallel* parallel );

// The units whose courses, from where they are, may come so near to a box; in fw_safe_stop::cells.found.
int32_t fw_safe_stop_near( fw_safe_stop* stop, const fw_box* box, double margin );
// The box of a segment.
fw_box fw_box_of( const fw_segment* segment );

// Where a unit will stop.
FW_INLINE fw_course_point fw_mover_stop( const fw_mover* mover )
{
	return fw_commitment_stop( &mover->commitment )->at;
}

// Where a unit is on its line, for a commitment that is bare.
FW_INLINE fw_commitment_run fw_mover_run( const fw_mover* mover )
{
	return ( fw_commitment_run ){ mover->begin, mover->along, mover->place, mover->at, mover->braking };
}

// The pose of a unit at a place that is a point of its course. The heading of a disc is of no account: it is 0.
FW_INLINE fw_pose fw_mover_pose( const fw_mover* mover, fw_course_point at, fw_vec2 place )
{
	const double heading = mover->outline.core != NULL ? fw_course_heading( &mover->course, at ) : 0.0;
	return ( fw_pose ){ place.x, place.y, heading };
}

// And at its front.
FW_INLINE fw_pose fw_mover_front( const fw_mover* mover )
{
	return fw_mover_pose( mover, fw_course_front( &mover->course ), mover->course.front );
}

// The largest speed of a tick from which braking keeps all limits ahead (fw_course_speed()). Most units are far from
// the end of a line: for them it reads no piece, which would be far away.
FW_INLINE double fw_mover_speed( const fw_mover* mover, double top )
{
	const double speed = top < mover->limit ? top : mover->limit;
	const bool on_line = mover->at.at > 0.0 && mover->end >= 0.0;
	return on_line && mover->end - mover->at.at >= fw_braking_distance( speed, mover->braking )
	           ? speed
	           : fw_course_speed( &mover->course, mover->at, mover->speed, top, mover->braking );
}

// What is left of its course from where it is.
FW_INLINE double fw_mover_ahead( const fw_mover* mover )
{
	return mover->end >= 0.0 && mover->at.piece + 1 == mover->course.end
	           ? -mover->at.at + mover->end
	           : fw_course_length( &mover->course, mover->at, fw_course_front( &mover->course ) );
}

// Brings what is kept of its course and its commitment up to date, after these were changed.
void fw_mover_update( fw_mover* mover );

#endif

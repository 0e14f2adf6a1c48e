// SPDX-License-Identifier: MIT
// Precedence: which unit goes first where courses meet, so that every unit gets to its front, whatever is decided.
//
// Rules
//   1. A piece may be appended to a unit's course only if its sweep is clear of walls and of the fronts of all other
//      units. Where it begins closer to a front than FW_PRECEDENCE_GAP already, it must not come closer.
//   2. If another unit has still to drive a piece that comes near the new one, the last such piece of that unit becomes
//      a predecessor of the new one.
//   3. A unit drives on a piece only as far as it is clear of all that the units of its predecessors have still to
//      drive, up to the end of the predecessor. What a unit has still to drive begins at its stopping point. When that
//      point is beyond the predecessor, the predecessor is forgotten.
//   4. A unit is added only where it is clear of walls and of all that others have still to drive.
//
// Why nobody waits for ever. Number all pieces in the order in which they were appended. Take the first one, P, that
// its unit A has not finished, and let all units that move come to a stop.
//   - P has no predecessor left: all that were numbered before it are finished.
//   - No unit W stands in P. It stands on a piece R, or at the end of one.
//       R has a higher number than P: if R comes near P, then P is a predecessor of R, and by rule 3 W stops clear of
//       what A has still to drive of P.
//       R has a lower number: then it is finished, and W stands at its end. That was W's front when P was appended, or
//       W would have an unfinished piece with a lower number than P. By rule 1 P is clear of it.
//       W has driven nothing since it was added: it stands at its first front, and rule 1 or rule 4 kept both apart.
//   - So A can drive, and safe_stop.h accepts it: all others stand clear of where it goes. Beyond P, A goes only as far
//     as rule 3 allows.
// P ends, and then another piece is first. Pieces are finite in number as long as none is appended, so all end.
//
// So whoever decides what to append, and when, can make units slow, but can neither make them touch nor block them for
// good. Rule 2 alone decides who goes first: the unit whose piece was appended first.
//
// A cut takes pieces away, and so puts a front where none was when others appended theirs. Pieces that touch such a
// front and have higher numbers than the piece that was taken away are cut too, and so on (fw_precedence_cut()).
//
// Units are discs, or have an outline and a turning radius: a piece then begins with the heading of the front. The
// caller refuses squares (fw_unit::size).
//
// Memory: that of safe_stop.h, 250 bytes for each unit, and 24 for each predecessor, at most one for each pair of a
// pending piece and another unit near it.
#ifndef FW_CROWD_PRECEDENCE_H
#define FW_CROWD_PRECEDENCE_H

#include "crowd/safe_stop.h"
#include "fairway/grid.h"

// The gap between a new piece and all fronts, and the one below which a piece becomes a predecessor [tiles].
#define FW_PRECEDENCE_GAP 1e-4
// The gap between a stopping point and what predecessors have still to drive: between FW_SAFE_GAP and
// FW_PRECEDENCE_GAP, so that rounding in one rule does not break another.
#define FW_PRECEDENCE_STOP_GAP 5e-5

// The piece `own` must wait until a unit has passed one of its pieces.
typedef struct fw_predecessor
{
	int64_t own;
	int64_t piece;
	int32_t unit;
} fw_predecessor;

typedef struct fw_precedence_unit
{
	fw_unit unit;
	fw_predecessor* predecessors; // [count], by `own`
	int32_t count, capacity;
	int64_t cut;     // while courses are cut: before this piece
	int32_t waiting; // and the unit that is cut next, -1: none, -2: it does not wait to be cut
} fw_precedence_unit;

typedef struct fw_precedence
{
	fw_allocator allocator;
	fw_safe_stop stop;
	const fw_grid* grid;
	double tick;               // [s]
	fw_precedence_unit* units; // [capacity]
	int32_t capacity;
	uint64_t appended;  // pieces so far
	bool over_vertices; // do units keep their speed from one line to the next?
} fw_precedence;

// @param room pieces of a course: a power of two
void fw_precedence_init( fw_precedence* precedence, const fw_allocator* allocator, const fw_grid* grid, double tick,
                         int32_t room );
void fw_precedence_free( fw_precedence* precedence );
size_t fw_precedence_memory( const fw_precedence* precedence );

// Makes room for so many slots. False if memory is out.
bool fw_precedence_reserve( fw_precedence* precedence, int32_t slots );
// A unit that stands, in tiles and ticks.
fw_mover_def fw_precedence_def( const fw_precedence* precedence, const fw_unit* unit, fw_pose pose );
// Puts a unit into an unused slot, at a standstill. #FW_ERR_BLOCKED if it touches a wall (`blocker` -1) or what another
// unit has still to drive; #FW_ERR_MEMORY. After an error all is as before.
fw_status fw_precedence_add( fw_precedence* precedence, int32_t index, const fw_unit* unit, fw_pose pose,
                             int32_t* blocker );
void fw_precedence_remove( fw_precedence* precedence, int32_t index );

// The answer to a request for another piece.
typedef enum fw_append
{
	FW_APPEND_OK = 0,
	FW_APPEND_UNIT = 1,   // the front of another unit is in the way
	FW_APPEND_WALL = 2,   // a wall is in the way
	FW_APPEND_FULL = 3,   // the course must be shorter before
	FW_APPEND_JOIN = 4,   // the piece is a link, too short, or does not begin at the front
	FW_APPEND_MEMORY = 5, // for its predecessors
} fw_append;

// May a piece be appended to the course of a unit? `blocker` receives the unit in the way with the lowest index, or -1.
fw_append fw_precedence_check( fw_precedence* precedence, int32_t index, const fw_segment* segment, int32_t* blocker );
// Does a piece come too near to the front of another unit? Where both stopped close to each other, it may lead away.
bool fw_precedence_meets_front( const fw_mover* mover, const fw_segment* segment, const fw_mover* other );
// Appends it, or changes nothing.
// @param slow the part of the unit's top speed that it may drive on the piece (0..1]
fw_append fw_precedence_append( fw_precedence* precedence, int32_t index, const fw_segment* segment, double slow,
                                int32_t* blocker );

// Before a unit drives in a tick; where units drive at once, for all of them before the first one does. Forgets the
// predecessors that have passed. Has the unit anything to decide?
bool fw_precedence_begin_drive( fw_precedence* precedence, int32_t index );
// Commits a unit to the largest speed in this tick that is allowed, at most `wish` [tiles/tick]; else it goes on
// braking. It may keep its speed for some ticks while more than `least_left` is left beyond its stopping point. Gives
// the unit that it has to wait for, -1: none. Call it once a tick for each unit, in any order, and then
// fw_safe_stop_advance(). `worker`: see fw_safe_stop_commit().
int32_t fw_precedence_drive( fw_precedence* precedence, int32_t index, double wish, double least_left, int32_t worker );
// The last point of its course, at most `to`, at which a unit may stop by rule 3. `by`: the unit that does not let it
// go further, unchanged if none.
fw_course_point fw_precedence_limit( fw_precedence* precedence, int32_t index, fw_course_point to, int32_t* by );

// Does a unit still have to wait for one of its predecessors?
bool fw_precedence_counts( const fw_precedence* precedence, int32_t index, const fw_predecessor* predecessor );
// The part of a unit's pending piece that it has still to drive beyond its stopping point.
fw_segment fw_precedence_pending( const fw_mover* mover, int64_t piece );

// Would a unit that ends its course where it stops take from another one what that has still to drive?
bool fw_precedence_cuts_others( fw_precedence* precedence, int32_t index );
// Ends the course of a unit before a piece, or at its stopping point if that is further on, and those of others as far
// as that blocks them. O(units and predecessors).
void fw_precedence_cut( fw_precedence* precedence, int32_t index, int64_t piece );
// After edits of the grid: cuts all courses before pieces that are not free any longer.
void fw_precedence_recheck( fw_precedence* precedence );

#endif

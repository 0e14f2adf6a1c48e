// SPDX-License-Identifier: MIT
// What a unit of a crowd still has to drive: its course.
//
// Time is counted in ticks of equal length. A unit drives at a constant speed during a tick, so speeds are in tiles per
// tick, and accelerations in tiles per tick and tick.
//
// A course is a row of pieces, lines and arcs, that join end to end. New pieces are added behind its last point, its
// front; those that have been driven are dropped. Pieces are numbered from 0 on, also after the course was empty; only
// the numbers of pieces that were cut off are used again.
#ifndef FW_CROWD_COURSE_H
#define FW_CROWD_COURSE_H

#include "crowd/gap.h"

// Differences in length up to this count as none [tiles]: a unit stops on a vertex, and not this far before or behind
// it.
#define FW_COURSE_SNAP 1e-9
// The length of the shortest piece [tiles]: the direction of a shorter line is lost in rounding. An arc has its own:
// without one as short as this an outline would not face as its path goes on behind it.
#define FW_COURSE_SHORTEST 1e-6
#define FW_COURSE_SHORTEST_ARC 1e-8

// A unit that turns on the spot drives around right angles at top speed, turns back at a tenth of it, and in between at
// a speed that is linear in the cosine. If only corners up to 53 degrees are driven at top speed, and those from 120
// degrees on at a tenth of it, doorway1 takes 5 % longer, and the last one of 17 crowds in eight variants 1.64 instead
// of 1.61 times the bound.
#define FW_CORNER_SLOWEST 0.1

typedef struct fw_piece
{
	fw_segment segment;
	fw_vec2 begin;  // direction of motion at its start, of length 1
	fw_vec2 end;    // and at its end
	double angle;   // of a line: of its direction
	double entry;   // the speed at which its start may be passed
	double limit;   // the speed that is allowed on it
	uint64_t order; // given by the caller
} fw_piece;

// A point of a course. The point between two pieces is the start of the second one; the front is the start of the piece
// that is added next.
typedef struct fw_course_point
{
	int64_t piece;
	double at; // [tiles, 0..length of the piece)
} fw_course_point;

typedef struct fw_course
{
	int64_t first, end; // the pieces first to end - 1 are not yet driven
	fw_vec2 front;      // where it ends
	fw_vec2 direction;  // of motion at the front; where nothing was driven yet, where the unit faces
	double angle;       // of that
	fw_gear gear;       // at the front
	int32_t room;       // a power of two
	fw_piece* pieces;   // ring [room]
} fw_course;

FW_INLINE double fw_course_shortest( const fw_segment* segment )
{
	return segment->kind == FW_SEGMENT_ARC ? FW_COURSE_SHORTEST_ARC : FW_COURSE_SHORTEST;
}

FW_INLINE fw_piece* fw_course_piece( const fw_course* course, int64_t number )
{
	return &course->pieces[number & ( course->room - 1 )];
}

// The order of two points of a course.
FW_INLINE bool fw_course_before( fw_course_point a, fw_course_point b )
{
	return a.piece < b.piece || ( a.piece == b.piece && a.at < b.at );
}

FW_INLINE fw_course_point fw_course_front( const fw_course* course )
{
	return ( fw_course_point ){ course->end, 0.0 };
}

// Empties a course; pieces are numbered on.
void fw_course_clear( fw_course* course, fw_vec2 place, fw_vec2 direction );
// Adds a piece that begins at the front. `top`: the unit's top speed. False if the ring is full.
bool fw_course_append( fw_course* course, const fw_segment* segment, double limit, double top, uint64_t order );
// Drops the pieces behind a point.
void fw_course_drop( fw_course* course, fw_course_point at );
// Ends the course at one of its points, which is at `place`. Gives the front.
fw_course_point fw_course_cut( fw_course* course, fw_course_point end, fw_vec2 place );

fw_vec2 fw_course_place( const fw_course* course, fw_course_point at );
// The direction of motion at a point, of length 1, and its angle.
fw_vec2 fw_course_direction( const fw_course* course, fw_course_point at );
double fw_course_angle( const fw_course* course, fw_course_point at );
// Where the unit faces there, in the gear of what it drives next.
double fw_course_heading( const fw_course* course, fw_course_point at );
// Finds the angles of a course that was read.
void fw_course_find_angles( fw_course* course );
// The length from one point to a later one.
double fw_course_length( const fw_course* course, fw_course_point from, fw_course_point to );
// The point at a distance ahead, at most the front.
fw_course_point fw_course_ahead( const fw_course* course, fw_course_point from, double distance );
// The part of a piece of the course from a point on, which is at `place` on it, to the end of the piece.
fw_segment fw_course_rest( const fw_course* course, fw_course_point from, fw_vec2 place );

// The speed at which a corner between two directions of length 1 may be driven.
double fw_corner_speed( fw_vec2 before, fw_vec2 after, double top );
// The length that a unit drives in a tick at this speed and the ticks after it, each slower by its braking.
double fw_braking_distance( double speed, double braking );
// The largest speed of a tick from which braking keeps a limit beyond `distance`: every tick that is faster than
// `limit` ends before. At least `limit`.
double fw_braking_speed( double distance, double limit, double braking );
// The largest speed of a tick, up to `top`, from which braking keeps all limits ahead and stops at the front at the
// latest. `before`: the speed in the tick before.
double fw_course_speed( const fw_course* course, fw_course_point from, double before, double top, double braking );

#endif

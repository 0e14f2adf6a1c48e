// SPDX-License-Identifier: MIT
// What a unit of a crowd is committed to: it drives one tick, or some, at a speed, and each tick from then on slower by
// its braking, until it stands. So a unit that commits itself to nothing else stops on its course.
#ifndef FW_CROWD_COMMITMENT_H
#define FW_CROWD_COMMITMENT_H

#include "crowd/course.h"

// The most ticks for which a unit may commit itself to keep its speed. With 1 the units of load-512 take 7 % longer,
// with 4 no longer.
#define FW_COMMITMENT_KEPT 8

// A point of a commitment. From one to the next the unit drives at constant speed on one piece.
typedef struct fw_commitment_point
{
	double time; // since the commitment began [ticks]
	fw_vec2 place;
	fw_course_point at;
} fw_commitment_point;

// Where a commitment ends.
typedef struct fw_commitment_end
{
	fw_vec2 place;
	fw_course_point at;
} fw_commitment_end;

// A bare commitment ends on the line on which it begins, and has no points: they follow from where its unit is.
typedef struct fw_commitment
{
	double left;    // its length from now on
	int32_t count;  // > 0
	int32_t now;    // the point at which the unit is
	double elapsed; // since it began: whole ticks
	double speed;   // of its first tick
	int32_t kept;   // for so many ticks
	bool on_line;   // does it end on the line on which it began?
	bool made;      // fw_commitment_make() has set its points: those that were read may be others
	bool bare;
	int32_t room;
	fw_commitment_point* points; // [room]
	fw_commitment_end stop;
} fw_commitment;

// Where a unit is on a line.
typedef struct fw_commitment_run
{
	fw_vec2 begin, along; // of the line, and its direction
	fw_vec2 place;
	fw_course_point at;
	double braking;
} fw_commitment_run;

// A unit with a commitment, and where it is; NULL: the commitment is not bare.
typedef struct fw_committed
{
	const fw_gap_shape* outline;
	const fw_course* course;
	const fw_commitment* commitment;
	const fw_commitment_run* run;
} fw_committed;

// Of one that is not bare.
FW_INLINE const fw_commitment_point* fw_commitment_now( const fw_commitment* commitment )
{
	return &commitment->points[commitment->now];
}

FW_INLINE const fw_commitment_end* fw_commitment_stop( const fw_commitment* commitment )
{
	return &commitment->stop;
}

// Does a unit keep its speed in the tick that begins, whatever is decided?
FW_INLINE bool fw_commitment_keeps_speed( const fw_commitment* commitment )
{
	return commitment->elapsed < commitment->kept;
}

// The speed in a tick since it began, if anything is left to drive.
FW_INLINE double fw_commitment_speed( const fw_commitment* commitment, double tick, double braking )
{
	const double slower = tick + 1.0 - commitment->kept;
	return slower > 0.0 ? commitment->speed - slower * braking : commitment->speed;
}

// The point at which a unit is.
FW_INLINE fw_commitment_point fw_commitment_first( const fw_commitment* commitment, const fw_commitment_run* run )
{
	return commitment->bare ? ( fw_commitment_point ){ commitment->elapsed, run->place, run->at }
	                        : commitment->points[commitment->now];
}

// The one after a point, which is not the last one. The same bits, whether it is bare or not.
FW_INLINE fw_commitment_point fw_commitment_after( const fw_commitment* commitment, const fw_commitment_run* run,
                                                   int32_t index, const fw_commitment_point* point )
{
	if ( !commitment->bare )
	{
		return commitment->points[index + 1];
	}
	const double at = point->at.at + fw_commitment_speed( commitment, point->time, run->braking );
	return ( fw_commitment_point ){ point->time + 1.0,
	                                { run->begin.x + at * run->along.x, run->begin.y + at * run->along.y },
	                                { point->at.piece, at } };
}

// The number of points that a commitment may have.
int32_t fw_commitment_room( int32_t course_room, double top, double braking );
// Stands at a point.
void fw_commitment_stand( fw_commitment* commitment, fw_vec2 place, fw_course_point at );
// A commitment from a point on. False if it leads beyond the front.
// @param kept ticks in which it keeps its speed [1..FW_COMMITMENT_KEPT]
bool fw_commitment_make( fw_commitment* commitment, const fw_course* course, const fw_commitment_point* from,
                         double speed, int32_t kept, double braking );
// The same on a line of this begin, direction and length. False if it does not end on it; nothing has changed then but
// the commitment.
bool fw_commitment_make_on_line( fw_commitment* commitment, fw_vec2 begin, fw_vec2 along, double length,
                                 const fw_commitment_point* from, double speed, int32_t kept, double braking );
// Gives a unit a commitment that begins where it is. The copy is bare if it may.
void fw_commitment_copy( fw_commitment* to, const fw_commitment* from );
// Gives a bare commitment its points from now on.
void fw_commitment_fill( fw_commitment* commitment, const fw_commitment_run* run );
// A tick of a commitment that ends on the line on which it began: one point for each tick.
FW_INLINE double fw_commitment_advance_on_line( fw_commitment* commitment, double braking )
{
	const double speed = fw_commitment_speed( commitment, commitment->elapsed, braking );
	commitment->elapsed += 1.0;
	commitment->left -= speed;
	commitment->now++;
	return speed;
}

// The next tick begins, for one that is not bare. Gives the speed of the one that ended.
double fw_commitment_advance( fw_commitment* commitment, double braking );

// Where a unit is until it stands: between two places, on a way of a length.
typedef struct fw_braking_way
{
	fw_vec2 from, to;
	fw_vec2 along; // of length 1, if it is straight
	double length;
	bool straight;
} fw_braking_way;

// Are two ways at least `gap` apart, at whatever times they are driven? False if that takes a closer look.
bool fw_ways_are_apart( const fw_braking_way* a, const fw_braking_way* b, double gap );

// Two units are at the start of a tick, and keep their commitments for ever. Is the gap between them never below
// `least`?
bool fw_commitments_keep_apart( const fw_committed* a, const fw_committed* b, double least );

#endif

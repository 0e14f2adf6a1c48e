// SPDX-License-Identifier: MIT
// Commitments: their points, and whether two of them keep apart.
#include "crowd/commitment.h"
#include "geom/geom.h"

#include <math.h>

// Speeds below this are none [tiles/tick].
#define STANDSTILL 1e-12
// More than any rounding of where ways are [tiles].
#define APART_SLACK 1e-7

int32_t fw_commitment_room( int32_t course_room, double top, double braking )
{
	// One more tick for a rest that rounding left over.
	return (int32_t)ceil( top / braking ) + FW_COMMITMENT_KEPT - 1 + course_room + 3;
}

void fw_commitment_stand( fw_commitment* commitment, fw_vec2 place, fw_course_point at )
{
	commitment->points[0] = ( fw_commitment_point ){ 0.0, place, at };
	commitment->count = 1;
	commitment->now = 0;
	commitment->elapsed = 0.0;
	commitment->speed = 0.0;
	commitment->kept = 0;
	commitment->left = 0.0;
	commitment->on_line = false;
	commitment->made = false;
	commitment->bare = false;
	commitment->stop = ( fw_commitment_end ){ place, at };
}

FW_INLINE void add_point( fw_commitment* commitment, double time, fw_vec2 place, fw_course_point at )
{
	FW_ASSERT( commitment->count < commitment->room );
	commitment->points[commitment->count++] = ( fw_commitment_point ){ time, place, at };
}

// One tick: a point at each vertex that it passes, and one where it ends. False if it passes the front.
FW_INLINE bool drive_tick( fw_commitment* commitment, const fw_course* course, fw_course_point* at, double tick,
                           double speed )
{
	double go = speed;
	fw_vec2 place = commitment->points[commitment->count - 1].place;
	while ( go > FW_COURSE_SNAP && at->piece < course->end )
	{
		const fw_segment* segment = &fw_course_piece( course, at->piece )->segment;
		const double rest = segment->length - at->at;
		if ( go < rest - FW_COURSE_SNAP )
		{
			at->at += go;
			place = fw_course_place( course, *at );
			go = 0.0;
			break;
		}
		go -= rest;
		place = segment->to;
		*at = ( fw_course_point ){ at->piece + 1, 0.0 };
		if ( go > FW_COURSE_SNAP )
		{
			add_point( commitment, tick + ( speed - go ) / speed, place, *at );
		}
	}
	add_point( commitment, tick + 1.0, place, *at );
	return go <= FW_COURSE_SNAP;
}

// All ticks of a commitment that ends on the line on which it begins, as most do.
static void drive_line( fw_commitment* commitment, fw_vec2 from, fw_vec2 along, fw_course_point at, double braking )
{
	double now = commitment->speed;
	fw_commitment_point* point = commitment->points;
	for ( double tick = 1.0; now > STANDSTILL; tick += 1.0 )
	{
		at.at += now;
		*++point = ( fw_commitment_point ){ tick, { from.x + at.at * along.x, from.y + at.at * along.y }, at };
		now = fw_commitment_speed( commitment, tick, braking );
	}
	commitment->count = (int32_t)( point - commitment->points ) + 1;
	commitment->stop = ( fw_commitment_end ){ point->place, point->at };
	FW_ASSERT( commitment->count <= commitment->room );
}

// All ticks of any other one. False if it passes the front.
static bool drive_pieces( fw_commitment* commitment, const fw_course* course, fw_course_point at, double braking )
{
	double now = commitment->speed;
	for ( double tick = 0.0; now > STANDSTILL && ( now > FW_COURSE_SNAP || at.piece < course->end ); tick += 1.0 )
	{
		if ( !drive_tick( commitment, course, &at, tick, now ) )
		{
			return false;
		}
		now = fw_commitment_speed( commitment, tick + 1.0, braking );
	}
	const fw_commitment_point* last = &commitment->points[commitment->count - 1];
	commitment->stop = ( fw_commitment_end ){ last->place, last->at };
	return true;
}

static void begin( fw_commitment* commitment, const fw_commitment_point* from, double speed, int32_t kept,
                   double braking )
{
	FW_ASSERT( kept >= 1 && kept <= FW_COMMITMENT_KEPT );
	fw_commitment_stand( commitment, from->place, from->at );
	commitment->speed = speed;
	commitment->kept = kept;
	commitment->left = ( kept - 1 ) * speed + fw_braking_distance( speed, braking );
	commitment->made = true;
}

bool fw_commitment_make_on_line( fw_commitment* commitment, fw_vec2 begin_of, fw_vec2 along, double length,
                                 const fw_commitment_point* from, double speed, int32_t kept, double braking )
{
	begin( commitment, from, speed, kept, braking );
	commitment->on_line = from->at.at + commitment->left < length - FW_COURSE_SNAP;
	if ( commitment->on_line )
	{
		drive_line( commitment, begin_of, along, from->at, braking );
	}
	return commitment->on_line;
}

bool fw_commitment_make( fw_commitment* commitment, const fw_course* course, const fw_commitment_point* from,
                         double speed, int32_t kept, double braking )
{
	const fw_course_point at = from->at;
	const fw_piece* piece = at.piece < course->end ? fw_course_piece( course, at.piece ) : NULL;
	if ( piece != NULL && piece->segment.kind == FW_SEGMENT_LINE &&
	     fw_commitment_make_on_line( commitment, piece->segment.from, piece->begin, piece->segment.length, from, speed,
	                                 kept, braking ) )
	{
		return true;
	}
	begin( commitment, from, speed, kept, braking );
	return drive_pieces( commitment, course, at, braking );
}

void fw_commitment_copy( fw_commitment* to, const fw_commitment* from )
{
	FW_ASSERT( from->count <= to->room && !from->bare && from->now == 0 );
	fw_commitment_point* points = to->points;
	const int32_t room = to->room;
	if ( !from->on_line )
	{
		memcpy( points, from->points, (size_t)from->count * sizeof( from->points[0] ) );
	}
	*to = *from;
	to->points = points;
	to->room = room;
	to->bare = from->on_line;
}

void fw_commitment_fill( fw_commitment* commitment, const fw_commitment_run* run )
{
	if ( !commitment->bare )
	{
		return;
	}
	fw_commitment_point point = fw_commitment_first( commitment, run );
	for ( int32_t k = commitment->now; k + 1 < commitment->count; k++ )
	{
		commitment->points[k] = point;
		point = fw_commitment_after( commitment, run, k, &point );
	}
	commitment->points[commitment->count - 1] = point;
	commitment->bare = false;
}

double fw_commitment_advance( fw_commitment* commitment, double braking )
{
	if ( commitment->now == commitment->count - 1 )
	{
		return 0.0;
	}
	const double speed = fw_commitment_speed( commitment, commitment->elapsed, braking );
	commitment->elapsed += 1.0;
	commitment->left -= speed;
	while ( commitment->now < commitment->count - 1 && commitment->points[commitment->now].time < commitment->elapsed )
	{
		commitment->now++;
	}
	return speed;
}

// Do all points of one way come before, or after, all points of another one in a direction?
static bool are_apart_along( fw_vec2 along, const fw_braking_way* a, const fw_braking_way* b, double gap )
{
	const double from = a->from.x * along.x + a->from.y * along.y;
	const double to = a->to.x * along.x + a->to.y * along.y;
	const double other_from = b->from.x * along.x + b->from.y * along.y;
	const double other_to = b->to.x * along.x + b->to.y * along.y;
	return lesser( other_from, other_to ) - greater( from, to ) >= gap ||
	       lesser( from, to ) - greater( other_from, other_to ) >= gap;
}

bool fw_ways_are_apart( const fw_braking_way* a, const fw_braking_way* b, double gap )
{
	// No point of a way is further from the middle between its ends than half of its length.
	const double dx = 0.5 * ( a->from.x + a->to.x - b->from.x - b->to.x );
	const double dy = 0.5 * ( a->from.y + a->to.y - b->from.y - b->to.y );
	const double least = gap + APART_SLACK;
	const double far = least + 0.5 * ( a->length + b->length );
	if ( dx * dx + dy * dy >= far * far )
	{
		return true;
	}
	const bool straight = ( a->straight || !( a->length > 0.0 ) ) && ( b->straight || !( b->length > 0.0 ) );
	const fw_vec2 across = { -a->along.y, a->along.x };
	const fw_vec2 other_across = { -b->along.y, b->along.x };
	return straight && ( ( a->straight &&
	                       ( are_apart_along( across, a, b, least ) || are_apart_along( a->along, a, b, least ) ) ) ||
	                     ( b->straight && ( are_apart_along( other_across, a, b, least ) ||
	                                        are_apart_along( b->along, a, b, least ) ) ) );
}

// A commitment that is gone through.
typedef struct cursor
{
	const fw_committed* of;
	bool has_heading; // that of a disc does not count
	bool on_line;     // its piece need not be read
	bool ends;        // the last point was passed
	int32_t index;
	fw_commitment_point point, next; // the one that was passed last, and the one after it
	double shift;                    // from its times to those since now
	fw_vec2 place;
	double at; // on the piece of `point`
} cursor;

FW_INLINE void look_on( cursor* walk )
{
	const fw_commitment* commitment = walk->of->commitment;
	walk->ends = walk->index + 1 >= commitment->count;
	if ( !walk->ends )
	{
		walk->next = fw_commitment_after( commitment, walk->of->run, walk->index, &walk->point );
	}
}

FW_INLINE cursor begin_at( const fw_committed* of )
{
	const fw_commitment_point now = fw_commitment_first( of->commitment, of->run );
	cursor walk = { .of = of,
	                .has_heading = of->outline->core != NULL,
	                .on_line = of->commitment->on_line,
	                .index = of->commitment->now,
	                .point = now,
	                .shift = of->commitment->elapsed,
	                .place = now.place,
	                .at = now.at.at };
	look_on( &walk );
	return walk;
}

FW_INLINE double time_of_next( const cursor* walk )
{
	return walk->ends ? INFINITY : walk->next.time - walk->shift;
}

FW_INLINE void pass_next( cursor* walk )
{
	walk->point = walk->next;
	walk->place = walk->next.place;
	walk->at = walk->next.at.at;
	walk->index++;
	look_on( walk );
}

// The leg until a time, which is not after the next point, without a heading.
FW_INLINE fw_leg next_place( cursor* walk, double time )
{
	if ( walk->ends )
	{
		return ( fw_leg ){ .from = walk->place, .to = walk->place };
	}
	const fw_commitment_point* here = &walk->point;
	const fw_commitment_point* next = &walk->next;
	if ( walk->on_line && time == next->time - walk->shift )
	{
		const fw_leg leg = { .from = walk->place, .to = next->place };
		pass_next( walk );
		return leg;
	}
	const fw_segment* segment = &fw_course_piece( walk->of->course, here->at.piece )->segment;
	const double end = next->at.piece > here->at.piece ? segment->length : next->at.at;
	const fw_vec2 from = walk->place;
	const double begin = walk->at;
	if ( time == next->time - walk->shift )
	{
		pass_next( walk );
		return fw_leg_of( segment, begin, end, from, walk->place );
	}
	const double part = ( time + walk->shift - here->time ) / ( next->time - here->time );
	walk->at = here->at.at + part * ( end - here->at.at );
	walk->place = fw_course_place( walk->of->course, ( fw_course_point ){ here->at.piece, walk->at } );
	return fw_leg_of( segment, begin, walk->at, from, walk->place );
}

FW_INLINE fw_leg next_leg( cursor* walk, double time )
{
	const fw_course_point begin = { walk->point.at.piece, walk->at };
	fw_leg leg = next_place( walk, time );
	if ( walk->has_heading )
	{
		leg.heading = fw_course_heading( walk->of->course, begin );
	}
	return leg;
}

bool fw_commitments_keep_apart( const fw_committed* a, const fw_committed* b, double least )
{
	cursor one = begin_at( a );
	cursor other = begin_at( b );
	for ( ;; )
	{
		const double next = time_of_next( &one );
		const double others = time_of_next( &other );
		const double time = next < others ? next : others;
		const fw_leg leg = next_leg( &one, time );
		const fw_leg others_leg = next_leg( &other, time );
		if ( !fw_gap_is_kept( a->outline, &leg, b->outline, &others_leg, least ) )
		{
			return false;
		}
		if ( time == INFINITY )
		{
			return true;
		}
	}
}

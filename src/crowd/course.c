// SPDX-License-Identifier: MIT
// Courses: their pieces, and the speeds at which they may be driven.
#include "crowd/course.h"
#include "geom/geom.h"

#include <math.h>

// The direction of motion on an arc where it is at a place.
static fw_vec2 arc_direction( const fw_segment* arc, fw_vec2 place )
{
	const double side = arc->sweep < 0.0 ? -1.0 : 1.0;
	return ( fw_vec2 ){ -side * ( place.y - arc->center.y ) / arc->radius,
	                    side * ( place.x - arc->center.x ) / arc->radius };
}

static double angle_of( fw_vec2 direction )
{
	return fw_atan2( direction.y, direction.x );
}

static fw_piece make_piece( const fw_segment* segment, fw_vec2 from )
{
	fw_piece piece = { .segment = *segment };
	fw_segment* own = &piece.segment;
	own->from = from;
	if ( own->kind == FW_SEGMENT_ARC )
	{
		piece.begin = arc_direction( own, own->from );
		piece.end = arc_direction( own, own->to );
		return piece;
	}
	const fw_vec2 along = { own->to.x - from.x, own->to.y - from.y };
	own->length = fw_length( along.x, along.y );
	piece.begin = ( fw_vec2 ){ along.x / own->length, along.y / own->length };
	piece.end = piece.begin;
	piece.angle = angle_of( piece.begin );
	return piece;
}

void fw_course_clear( fw_course* course, fw_vec2 place, fw_vec2 direction )
{
	course->first = course->end;
	course->front = place;
	course->direction = direction;
	course->angle = angle_of( direction );
	course->gear = FW_GEAR_FORWARD;
}

double fw_corner_speed( fw_vec2 before, fw_vec2 after, double top )
{
	const double cosine = before.x * after.x + before.y * after.y;
	const double open = lesser( greater( 1.0 + cosine, 0.0 ), 1.0 );
	return top * ( FW_CORNER_SLOWEST + ( 1.0 - FW_CORNER_SLOWEST ) * open );
}

bool fw_course_append( fw_course* course, const fw_segment* segment, double limit, double top, uint64_t order )
{
	if ( course->end - course->first == course->room )
	{
		return false;
	}
	fw_piece* piece = fw_course_piece( course, course->end );
	*piece = make_piece( segment, course->front );
	piece->order = order;
	piece->limit = lesser( limit, top );
	piece->entry = segment->gear != course->gear ? 0.0 : fw_corner_speed( course->direction, piece->begin, top );
	course->end++;
	course->front = piece->segment.to;
	course->direction = piece->end;
	course->angle = segment->kind == FW_SEGMENT_ARC ? angle_of( piece->end ) : piece->angle;
	course->gear = segment->gear;
	return true;
}

void fw_course_drop( fw_course* course, fw_course_point at )
{
	course->first = at.piece;
}

fw_vec2 fw_course_place( const fw_course* course, fw_course_point at )
{
	if ( at.piece == course->end )
	{
		return course->front;
	}
	const fw_piece* piece = fw_course_piece( course, at.piece );
	const fw_segment* segment = &piece->segment;
	if ( segment->kind != FW_SEGMENT_ARC )
	{
		return ( fw_vec2 ){ segment->from.x + at.at * piece->begin.x, segment->from.y + at.at * piece->begin.y };
	}
	if ( at.at == 0.0 )
	{
		return segment->from;
	}
	double sine;
	double cosine;
	fw_sincos( segment->start + at.at / segment->length * segment->sweep, &sine, &cosine );
	return ( fw_vec2 ){ segment->center.x + segment->radius * cosine, segment->center.y + segment->radius * sine };
}

fw_vec2 fw_course_direction( const fw_course* course, fw_course_point at )
{
	if ( at.piece == course->end )
	{
		return course->direction;
	}
	const fw_piece* piece = fw_course_piece( course, at.piece );
	return piece->segment.kind == FW_SEGMENT_ARC ? arc_direction( &piece->segment, fw_course_place( course, at ) )
	                                             : piece->begin;
}

double fw_course_angle( const fw_course* course, fw_course_point at )
{
	if ( at.piece == course->end )
	{
		return course->angle;
	}
	const fw_piece* piece = fw_course_piece( course, at.piece );
	return piece->segment.kind == FW_SEGMENT_ARC ? angle_of( fw_course_direction( course, at ) ) : piece->angle;
}

double fw_course_heading( const fw_course* course, fw_course_point at )
{
	const fw_gear gear = at.piece < course->end ? fw_course_piece( course, at.piece )->segment.gear : course->gear;
	return fw_motion_heading( fw_course_angle( course, at ), gear );
}

void fw_course_find_angles( fw_course* course )
{
	course->angle = angle_of( course->direction );
	for ( int64_t k = course->first; k < course->end; k++ )
	{
		fw_piece* piece = fw_course_piece( course, k );
		piece->angle = angle_of( piece->begin );
	}
}

double fw_course_length( const fw_course* course, fw_course_point from, fw_course_point to )
{
	double length = to.at - from.at;
	for ( int64_t k = from.piece; k < to.piece; k++ )
	{
		length += fw_course_piece( course, k )->segment.length;
	}
	return length;
}

fw_course_point fw_course_ahead( const fw_course* course, fw_course_point from, double distance )
{
	fw_course_point at = { from.piece, from.at + distance };
	while ( at.piece < course->end && at.at >= fw_course_piece( course, at.piece )->segment.length )
	{
		at.at -= fw_course_piece( course, at.piece )->segment.length;
		at.piece++;
	}
	return at.piece < course->end ? at : fw_course_front( course );
}

fw_segment fw_course_rest( const fw_course* course, fw_course_point from, fw_vec2 place )
{
	fw_segment rest = fw_course_piece( course, from.piece )->segment;
	if ( from.at > 0.0 && rest.kind == FW_SEGMENT_ARC )
	{
		const double turned = from.at / rest.length * rest.sweep;
		rest.start += turned;
		rest.sweep -= turned;
	}
	rest.from = place;
	rest.length -= from.at;
	return rest;
}

fw_course_point fw_course_cut( fw_course* course, fw_course_point end, fw_vec2 place )
{
	if ( end.piece == course->end )
	{
		return end;
	}
	fw_piece* piece = fw_course_piece( course, end.piece );
	const fw_vec2 direction = fw_course_direction( course, end );
	if ( end.at > 0.0 )
	{
		fw_segment* segment = &piece->segment;
		segment->sweep *= end.at / segment->length;
		segment->length = end.at;
		segment->to = place;
		piece->end = direction;
		course->direction = direction;
		course->gear = segment->gear;
		course->end = end.piece + 1;
	}
	else
	{
		// Where nothing is left before it, the unit faces in the direction in which it was about to leave.
		const fw_piece* last = end.piece > course->first ? fw_course_piece( course, end.piece - 1 ) : NULL;
		course->direction = last != NULL ? last->end : direction;
		course->gear = last != NULL ? last->segment.gear : piece->segment.gear;
		course->end = end.piece;
	}
	course->front = place;
	course->angle = angle_of( course->direction );
	return fw_course_front( course );
}

double fw_braking_distance( double speed, double braking )
{
	const double ticks = ceil( speed / braking );
	return ticks * speed - 0.5 * braking * ticks * ( ticks - 1.0 );
}

// In n ticks above the limit, the last of them by u at most `braking`, a unit drives n * limit + n * u + braking * n *
// (n - 1) / 2. It takes the most ticks that fit, the root of that for u = 0, and then the largest u. Where rounding
// makes n one too many or too few, u is at an end of its range, and the speed is the same.
double fw_braking_speed( double distance, double limit, double braking )
{
	if ( limit >= distance )
	{
		return limit;
	}
	const double half = limit / braking - 0.5;
	const double n = greater( floor( sqrt( half * half + 2.0 * distance / braking ) - half ), 1.0 );
	const double over = ( distance - n * limit - 0.5 * braking * n * ( n - 1.0 ) ) / n;
	return limit + ( n - 1.0 ) * braking + lesser( greater( over, 0.0 ), braking );
}

double fw_course_speed( const fw_course* course, fw_course_point from, double before, double top, double braking )
{
	if ( from.piece == course->end )
	{
		return 0.0;
	}
	const fw_piece* piece = fw_course_piece( course, from.piece );
	double speed = lesser( top, piece->limit );
	if ( from.at == 0.0 && before > piece->entry )
	{
		speed = lesser( speed, piece->entry );
	}
	const double need = fw_braking_distance( speed, braking );
	double ahead = piece->segment.length - from.at;
	for ( int64_t k = from.piece + 1; ahead < need; k++ )
	{
		const bool ends = k == course->end;
		piece = fw_course_piece( course, k );
		const double limit = ends ? 0.0 : lesser( piece->entry, piece->limit );
		speed = limit < speed ? lesser( speed, fw_braking_speed( ahead, limit, braking ) ) : speed;
		ahead = ends ? INFINITY : ahead + piece->segment.length;
	}
	return speed;
}

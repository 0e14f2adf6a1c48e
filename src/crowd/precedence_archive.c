// SPDX-License-Identifier: MIT
// Courses, commitments and precedence as bytes.
#include "crowd/archive.h"
#include "geom/geom.h"
#include "grid/grid.h"
#include "motion/profile.h"
#include "sweep/sweep.h"

#include <math.h>

// In bytes, at least.
#define PIECE_BYTES 99
#define POINT_BYTES 40
#define PREDECESSOR_BYTES 20
// Times, places and lengths may be off by so much, which rounding is far below [ticks, tiles].
#define SAME 1e-6
// The same for the length of a direction, where an arc is small.
#define TURNED 1e-4
// What is checked again may be closer by so much than it was: by rounding [tiles].
#define SLACK 5e-7
// Of shorter parts of a segment the direction may be rounding [tiles].
#define SHORT 1e-4
#define TICKS_MAX 1e6

static void pass_direction( fw_bytes* io, fw_vec2* direction )
{
	fw_pass_vec2( io, direction, 1.0 + TURNED );
	fw_must( io, fabs( fw_length( direction->x, direction->y ) - 1.0 ) <= TURNED );
}

// Does a unit that drives along a piece in the direction in which it begins come to its end? On an arc it turns.
static bool leads_to_end( const fw_piece* piece )
{
	const fw_segment* line = &piece->segment;
	const fw_vec2 end = { line->from.x + line->length * piece->begin.x, line->from.y + line->length * piece->begin.y };
	return line->kind != FW_SEGMENT_LINE || fw_length( end.x - line->to.x, end.y - line->to.y ) <= SAME;
}

static void pass_course( fw_bytes* io, fw_course* course, double top )
{
	const int32_t count = fw_pass_count( io, (int32_t)( course->end - course->first ), course->room, PIECE_BYTES );
	course->end = course->first + count;
	for ( int64_t k = course->first; k < course->end; k++ )
	{
		fw_piece* piece = fw_course_piece( course, k );
		piece->segment = fw_reads( io ) ? ( fw_segment ){ .length = 0.0 } : piece->segment;
		fw_pass_segment( io, &piece->segment );
		pass_direction( io, &piece->begin );
		pass_direction( io, &piece->end );
		fw_pass_number( io, &piece->entry, 0.0, top + SAME );
		fw_pass_number( io, &piece->limit, 0.0, top + SAME );
		piece->order = fw_pass( io, piece->order, 8, INT64_MAX );
		fw_must( io, piece->segment.length > 0.0 && leads_to_end( piece ) );
		const fw_segment* last = k > course->first ? &fw_course_piece( course, k - 1 )->segment : NULL;
		fw_must( io, last == NULL ||
		                 fw_length( last->to.x - piece->segment.from.x, last->to.y - piece->segment.from.y ) <= SAME );
	}
	fw_pass_vec2( io, &course->front, FW_PLACE_MAX );
	pass_direction( io, &course->direction );
	course->gear = (fw_gear)fw_pass( io, (uint64_t)course->gear, 1, FW_GEAR_REVERSE );
	const fw_vec2 tip = count > 0 ? fw_course_piece( course, course->end - 1 )->segment.to : course->front;
	fw_must( io, fw_length( tip.x - course->front.x, tip.y - course->front.y ) <= SAME );
	if ( fw_reads( io ) )
	{
		fw_course_find_angles( course );
	}
}

static void pass_point( fw_bytes* io, const fw_course* course, fw_commitment_point* point )
{
	int64_t piece = point->at.piece - course->first;
	fw_pass_number( io, &point->time, 0.0, TICKS_MAX );
	fw_pass_vec2( io, &point->place, FW_PLACE_MAX );
	fw_pass_long( io, &piece, 0, course->end - course->first );
	fw_pass_number( io, &point->at.at, 0.0, 1e9 );
	if ( !io->ok )
	{
		return;
	}
	point->at.piece = course->first + piece;
	const bool front = point->at.piece == course->end;
	fw_must( io,
	         front ? point->at.at == 0.0 : point->at.at <= fw_course_piece( course, point->at.piece )->segment.length );
	const fw_vec2 place = io->ok ? fw_course_place( course, point->at ) : point->place;
	fw_must( io, fw_length( place.x - point->place.x, place.y - point->place.y ) <= SAME );
}

// From one point to the next a unit drives on one piece, ahead, and for a tick at most.
static bool follows( const fw_course* course, const fw_commitment_point* point, const fw_commitment_point* next )
{
	const bool same = next->at.piece == point->at.piece && next->at.at >= point->at.at;
	const bool enters = next->at.piece == point->at.piece + 1 && next->at.at == 0.0;
	return point->at.piece < course->end && ( same || enters ) && next->time >= point->time &&
	       next->time <= point->time + 1.0 + SAME;
}

// Only what is still to be driven.
static void pass_commitment( fw_bytes* io, const fw_course* course, fw_commitment* commitment, double top )
{
	const int32_t count = fw_pass_count( io, commitment->count - commitment->now, commitment->room, POINT_BYTES );
	fw_must( io, count > 0 );
	fw_pass_number( io, &commitment->elapsed, 0.0, TICKS_MAX );
	fw_pass_number( io, &commitment->speed, 0.0, top + SAME );
	fw_pass_int( io, &commitment->kept, 0, FW_COMMITMENT_KEPT );
	fw_pass_number( io, &commitment->left, -SAME, 1e9 );
	fw_commitment_point* points = &commitment->points[commitment->now];
	for ( int32_t i = 0; i < count && io->ok; i++ )
	{
		pass_point( io, course, &points[i] );
		fw_must( io, i == 0 || follows( course, &points[i - 1], &points[i] ) );
	}
	if ( !fw_reads( io ) || !io->ok )
	{
		return;
	}
	commitment->count = count;
	commitment->stop = ( fw_commitment_end ){ points[count - 1].place, points[count - 1].at };
	const double left = fw_course_length( course, points[0].at, points[count - 1].at );
	fw_must( io, floor( commitment->elapsed ) == commitment->elapsed );
	fw_must( io, commitment->elapsed + count > commitment->kept );
	fw_must( io, count == 1 || ( fabs( commitment->left - left ) <= SAME &&
	                             fabs( points[0].time - commitment->elapsed ) <= SAME ) );
}

static bool is_turned( double a, double b, double far )
{
	return fabs( fw_angle_signed( a - b ) ) * far > SAME;
}

// Do the headings of an outline follow from its segments, and go on from each to the next?
static bool heads_on( const fw_course* course, double far )
{
	bool good = true;
	for ( int64_t k = course->first; k < course->end && good; k++ )
	{
		const fw_piece* piece = fw_course_piece( course, k );
		const fw_segment* segment = &piece->segment;
		const double begin = fw_motion_heading( fw_atan2( piece->begin.y, piece->begin.x ), segment->gear );
		const double end = fw_motion_heading( fw_atan2( piece->end.y, piece->end.x ), segment->gear );
		const bool is_known = segment->kind == FW_SEGMENT_ARC || segment->length > SHORT;
		const double next = fw_course_heading( course, ( fw_course_point ){ k + 1, 0.0 } );
		good = !( is_known && ( is_turned( begin, fw_segment_pose_at( segment, 0.0 ).heading, far ) ||
		                        is_turned( end, fw_segment_pose_at( segment, segment->length ).heading, far ) ) ) &&
		       !is_turned( end, next, far );
	}
	return good;
}

static fw_status pass_mover( fw_bytes* io, fw_precedence* precedence, int32_t index )
{
	fw_safe_stop* stop = &precedence->stop;
	fw_precedence_unit* unit = &precedence->units[index];
	fw_pass_unit( io, &unit->unit );
	FW_TRY( fw_passed( io ) );
	if ( fw_reads( io ) )
	{
		const fw_mover_def def = fw_precedence_def( precedence, &unit->unit, ( fw_pose ){ 0.0, 0.0, 0.0 } );
		FW_TRY( fw_safe_stop_prepare( stop, index, &def ) );
	}
	fw_mover* mover = &stop->movers[index];
	fw_pass_number( io, &mover->speed, 0.0, mover->top + SAME );
	pass_course( io, &mover->course, mover->top );
	FW_TRY( fw_passed( io ) );
	fw_must( io, mover->outline.core == NULL || heads_on( &mover->course, mover->outline.far ) );
	FW_TRY( fw_passed( io ) );
	const fw_commitment_run run = fw_mover_run( mover );
	fw_commitment_fill( &mover->commitment, &run );
	pass_commitment( io, &mover->course, &mover->commitment, mover->top );
	FW_TRY( fw_passed( io ) );
	fw_mover_update( mover );
	stop->count = index + 1 > stop->count ? index + 1 : stop->count;
	return FW_OK;
}

static int32_t count_predecessors( const fw_precedence* precedence, int32_t index )
{
	const fw_precedence_unit* unit = &precedence->units[index];
	int32_t count = 0;
	for ( int32_t i = 0; i < unit->count; i++ )
	{
		count += fw_precedence_counts( precedence, index, &unit->predecessors[i] ) ? 1 : 0;
	}
	return count;
}

static void pass_predecessor( fw_bytes* io, const fw_precedence* precedence, int32_t index, fw_predecessor* it )
{
	const fw_safe_stop* stop = &precedence->stop;
	const fw_course* course = &stop->movers[index].course;
	fw_pass_int( io, &it->unit, 0, stop->count - 1 );
	fw_must( io, io->ok && it->unit != index && stop->movers[it->unit].used );
	const fw_course* other = io->ok ? &stop->movers[it->unit].course : course;
	int64_t own = it->own - course->first;
	int64_t piece = it->piece - other->first;
	fw_pass_long( io, &own, 0, course->end - course->first - 1 );
	fw_pass_long( io, &piece, 0, other->end - other->first - 1 );
	it->own = course->first + own;
	it->piece = other->first + piece;
	fw_must( io, io->ok && fw_precedence_counts( precedence, index, it ) );
}

static fw_status pass_predecessors( fw_bytes* io, fw_precedence* precedence, int32_t index )
{
	fw_precedence_unit* unit = &precedence->units[index];
	const int32_t live = fw_reads( io ) ? 0 : count_predecessors( precedence, index );
	const int32_t count = fw_pass_count( io, live, INT32_MAX, PREDECESSOR_BYTES );
	if ( !fw_reads( io ) )
	{
		for ( int32_t i = 0; i < unit->count; i++ )
		{
			fw_predecessor it = unit->predecessors[i];
			if ( fw_precedence_counts( precedence, index, &it ) )
			{
				pass_predecessor( io, precedence, index, &it );
			}
		}
		return FW_OK;
	}
	if ( !FW_GROW( &precedence->allocator, &unit->predecessors, &unit->capacity, count ) )
	{
		return FW_ERR_MEMORY;
	}
	for ( int32_t i = 0; i < count && io->ok; i++ )
	{
		unit->predecessors[i] = ( fw_predecessor ){ 0, 0, 0 };
		pass_predecessor( io, precedence, index, &unit->predecessors[i] );
	}
	unit->count = count;
	return fw_passed( io );
}

// Sides are doubled from the first one on. All courses must fit, as those do that were driven.
static void pass_side( fw_bytes* io, double* side )
{
	fw_pass_number( io, side, FW_SAFE_CELL, 1024.0 * FW_SAFE_CELL );
	double good = FW_SAFE_CELL;
	while ( good < *side )
	{
		good *= 2.0;
	}
	fw_must( io, good == *side );
}

fw_status fw_pass_precedence( fw_bytes* io, fw_precedence* precedence )
{
	fw_safe_stop* stop = &precedence->stop;
	double side = stop->cells.side;
	precedence->appended = fw_pass( io, precedence->appended, 8, INT64_MAX );
	pass_side( io, &side );
	const int32_t slots = fw_pass_count( io, stop->capacity, FW_ARCHIVE_SLOTS, 1 );
	FW_TRY( fw_passed( io ) );
	if ( fw_reads( io ) )
	{
		const bool room = fw_precedence_reserve( precedence, slots ) && fw_safe_stop_reserve( stop, slots );
		FW_TRY( room ? FW_OK : FW_ERR_MEMORY );
		fw_must( io, slots == stop->capacity );
		fw_cells_reset( &stop->cells, side );
	}
	for ( int32_t i = 0; i < slots; i++ )
	{
		bool used = stop->movers[i].used;
		fw_pass_bool( io, &used );
		if ( used )
		{
			FW_TRY( pass_mover( io, precedence, i ) );
			stop->movers[i].used = true;
		}
	}
	for ( int32_t i = 0; i < stop->count; i++ )
	{
		if ( stop->movers[i].used )
		{
			FW_TRY( pass_predecessors( io, precedence, i ) );
		}
	}
	return fw_passed( io );
}

// An outline that lies inside of another one, by SLACK where the point that follows the path is half a tile inside.
static fw_unit smaller( const fw_unit* unit )
{
	fw_unit made = *unit;
	made.radius = fmax( unit->radius - SLACK, 0.0 );
	for ( int32_t i = 0; i < made.outline.count; i++ )
	{
		made.outline.corners[i].x *= 1.0 - 2.0 * SLACK;
		made.outline.corners[i].y *= 1.0 - 2.0 * SLACK;
	}
	return made;
}

// The same for one with an outline. What is too short to have a direction is a pose.
static bool is_outline_free( const fw_precedence* precedence, int32_t index, bool all )
{
	const fw_mover* mover = &precedence->stop.movers[index];
	const fw_unit unit = smaller( &precedence->units[index].unit );
	const fw_course_point at = mover->at;
	const fw_course_point stop = fw_mover_stop( mover );
	bool free = fw_sweep_pose( precedence->grid, &unit, fw_mover_pose( mover, at, mover->place ) );
	for ( int64_t k = at.piece; k < mover->course.end && free; k++ )
	{
		const fw_segment* segment = &fw_course_piece( &mover->course, k )->segment;
		const double from = k == at.piece ? at.at : 0.0;
		const double to = all || k < stop.piece ? segment->length : k == stop.piece ? stop.at : 0.0;
		const fw_segment part = fw_segment_part( segment, from, fmax( from, to ) );
		const fw_pose end = fw_mover_pose( mover, ( fw_course_point ){ k, to }, part.to );
		free = part.length > SHORT ? fw_sweep_segment( precedence->grid, &unit, &part )
		                           : to <= from || fw_sweep_pose( precedence->grid, &unit, end );
	}
	return free;
}

// Is a unit clear of walls from where it is to where it will stop, or to its front?
static bool is_free( const fw_precedence* precedence, int32_t index, bool all )
{
	const fw_mover* mover = &precedence->stop.movers[index];
	const fw_unit* unit = &precedence->units[index].unit;
	const fw_course_point at = mover->at;
	const fw_course_point stop = fw_mover_stop( mover );
	if ( unit->outline.count > 0 )
	{
		return is_outline_free( precedence, index, all );
	}
	const double radius = fmax( unit->radius - SLACK, 0.0 );
	const fw_segment stands = fw_segment_line( mover->place, mover->place, FW_GEAR_FORWARD );
	bool free = fw_sweep_disc( precedence->grid, unit->capabilities, radius, &stands );
	for ( int64_t k = at.piece; k < mover->course.end && free; k++ )
	{
		const fw_segment* segment = &fw_course_piece( &mover->course, k )->segment;
		const double from = k == at.piece ? at.at : 0.0;
		const double to = all || k < stop.piece ? segment->length : k == stop.piece ? stop.at : 0.0;
		const fw_segment part = to > from ? fw_segment_part( segment, from, to ) : stands;
		free = fw_sweep_disc( precedence->grid, unit->capabilities, radius, &part );
	}
	return free;
}

bool fw_precedence_is_safe( fw_precedence* precedence, bool all )
{
	bool safe = true;
	for ( int32_t i = 0; i < precedence->stop.count && safe; i++ )
	{
		safe = !precedence->stop.movers[i].used ||
		       ( is_free( precedence, i, all ) && fw_safe_stop_is_clear( &precedence->stop, i, FW_SAFE_GAP - SLACK ) );
	}
	return safe;
}

// SPDX-License-Identifier: MIT
// Safe stop: how courses change, and how units are committed and moved.
#include "crowd/safe_stop.h"
#include "geom/geom.h"
#include "motion/profile.h"

#include <math.h>

// Units that one task advances.
#define CHUNK 512
// It asks for the memory of those that come so many later.
#define AHEAD 8

FW_INLINE void widen( fw_box* box, fw_vec2 point )
{
	box->x0 = lesser( box->x0, point.x );
	box->y0 = lesser( box->y0, point.y );
	box->x1 = greater( box->x1, point.x );
	box->y1 = greater( box->y1, point.y );
}

FW_INLINE fw_box grown( const fw_box* box, double by )
{
	return ( fw_box ){ box->x0 - by, box->y0 - by, box->x1 + by, box->y1 + by };
}

FW_INLINE fw_box box_around( fw_vec2 point )
{
	return ( fw_box ){ point.x, point.y, point.x, point.y };
}

// Adds a segment that begins in the box. An arc stays within radius * sweep^2 / 8 of its chord, and within its circle.
FW_INLINE void widen_by_segment( fw_box* box, const fw_segment* segment )
{
	if ( segment->kind != FW_SEGMENT_ARC )
	{
		widen( box, segment->to );
		return;
	}
	const double bend = segment->radius * segment->sweep * segment->sweep / 8.0;
	const fw_vec2 c = segment->center;
	const double r = segment->radius;
	const double x0 = lesser( segment->from.x, segment->to.x ) - bend;
	const double y0 = lesser( segment->from.y, segment->to.y ) - bend;
	const double x1 = greater( segment->from.x, segment->to.x ) + bend;
	const double y1 = greater( segment->from.y, segment->to.y ) + bend;
	widen( box, ( fw_vec2 ){ greater( x0, c.x - r ), greater( y0, c.y - r ) } );
	widen( box, ( fw_vec2 ){ lesser( x1, c.x + r ), lesser( y1, c.y + r ) } );
}

fw_box fw_box_of( const fw_segment* segment )
{
	fw_box box = box_around( segment->from );
	widen_by_segment( &box, segment );
	return box;
}

// All that a unit may sweep: its outline from where it is to its front.
static fw_box box_of_course( const fw_mover* mover )
{
	fw_box box = box_around( mover->place );
	if ( mover->end >= 0.0 && mover->course.first == mover->at.piece && mover->at.piece + 1 == mover->course.end )
	{
		widen( &box, mover->course.front );
		return grown( &box, fw_gap_reach( &mover->outline ) );
	}
	for ( int64_t k = mover->course.first; k < mover->course.end; k++ )
	{
		const fw_segment* segment = &fw_course_piece( &mover->course, k )->segment;
		if ( segment->kind == FW_SEGMENT_ARC )
		{
			widen( &box, segment->from );
		}
		widen_by_segment( &box, segment );
	}
	return grown( &box, fw_gap_reach( &mover->outline ) );
}

static void find_heading( fw_mover* mover )
{
	const fw_course* course = &mover->course;
	const fw_piece* piece = mover->at.piece < course->end ? fw_course_piece( course, mover->at.piece ) : NULL;
	const bool is_line = piece != NULL && piece->segment.kind == FW_SEGMENT_LINE;
	mover->heading = fw_course_heading( course, mover->at );
	mover->begin = is_line ? piece->segment.from : mover->place;
	mover->along = is_line ? piece->begin : ( fw_vec2 ){ 0.0, 0.0 };
	mover->end = is_line ? piece->segment.length : -1.0;
	mover->limit = is_line ? piece->limit : 0.0;
}

static void find_left( fw_mover* mover )
{
	const fw_course_point stop = fw_mover_stop( mover );
	const bool on_line = mover->end >= 0.0 && stop.piece == mover->at.piece && stop.piece + 1 == mover->course.end;
	mover->left =
	    on_line ? -stop.at + mover->end : fw_course_length( &mover->course, stop, fw_course_front( &mover->course ) );
}

void fw_mover_update( fw_mover* mover )
{
	if ( !mover->commitment.bare )
	{
		const fw_commitment_point* now = fw_commitment_now( &mover->commitment );
		mover->place = now->place;
		mover->at = now->at;
	}
	find_heading( mover );
	find_left( mover );
}

FW_INLINE uint8_t state_of( const fw_mover* mover )
{
	const bool drives = mover->commitment.now + 1 < mover->commitment.count || mover->speed > 0.0;
	const bool decides =
	    mover->used && mover->at.piece != mover->course.end && !fw_commitment_keeps_speed( &mover->commitment );
	return (uint8_t)( ( drives ? FW_MOVER_DRIVES : 0u ) | ( decides ? FW_MOVER_DECIDES : 0u ) );
}

static void note_state( const fw_safe_stop* stop, int32_t index )
{
	stop->states[index] = state_of( &stop->movers[index] );
	stop->lefts[index] = stop->movers[index].left;
}

static void update_cells( fw_safe_stop* stop, int32_t index )
{
	fw_mover* mover = &stop->movers[index];
	const fw_box box = box_of_course( mover );
	mover->entered = mover->place;
	fw_cells_put( &stop->cells, index, &box );
}

// Cells grow with the largest outline. True if boxes are to be put in again. Sides are doubled, so that no box covers
// more cells than before.
static bool grow_cells( fw_safe_stop* stop, double reach )
{
	double side = stop->cells.side;
	while ( side < FW_SAFE_CELL * reach )
	{
		side *= 2.0;
	}
	if ( side == stop->cells.side )
	{
		return false;
	}
	fw_cells_reset( &stop->cells, side );
	return true;
}

int32_t fw_safe_stop_near( fw_safe_stop* stop, const fw_box* box, double margin )
{
	const fw_box wide = grown( box, margin );
	return fw_cells_find( &stop->cells, &wide, stop->cells.found );
}

// The units whose courses may come near to a commitment of one.
static int32_t find_near( const fw_safe_stop* stop, int32_t index, const fw_commitment* proposal, int32_t* found )
{
	const fw_mover* mover = &stop->movers[index];
	fw_box box = box_around( fw_commitment_now( proposal )->place );
	const int64_t last = fw_commitment_stop( proposal )->at.piece;
	for ( int64_t k = fw_commitment_now( proposal )->at.piece; k < last; k++ )
	{
		widen_by_segment( &box, &fw_course_piece( &mover->course, k )->segment );
	}
	widen( &box, fw_commitment_stop( proposal )->place );
	// No point of the rest is further from these than half of what is left to drive.
	const double bend = !proposal->on_line && last < mover->course.end &&
	                            fw_course_piece( &mover->course, last )->segment.kind == FW_SEGMENT_ARC
	                        ? 0.5 * proposal->left
	                        : 0.0;
	const fw_box wide = grown( &box, fw_gap_reach( &mover->outline ) + bend + 2.0 * FW_SAFE_GAP );
	return fw_cells_find( &stop->cells, &wide, found );
}

static fw_braking_way way_of( const fw_mover* mover, const fw_commitment* commitment )
{
	return ( fw_braking_way ){ .from = mover->place,
	                           .to = fw_commitment_stop( commitment )->place,
	                           .along = mover->along,
	                           .length = commitment->left,
	                           .straight = commitment->on_line && mover->end >= 0.0 };
}

static bool keeps_apart( const fw_committed* own, const fw_mover* other, double least )
{
	const fw_commitment_run run = fw_mover_run( other );
	const fw_committed theirs = { &other->outline, &other->course, &other->commitment, &run };
	return fw_commitments_keep_apart( own, &theirs, least );
}

// Would a proposal of a unit be clear of the commitments of those that were found near it, by a gap of `least`?
static bool is_clear_of( const fw_safe_stop* stop, int32_t index, const fw_commitment* proposal, const int32_t* found,
                         int32_t count, double least, int32_t* blocker )
{
	const fw_mover* mover = &stop->movers[index];
	const double reach = fw_gap_reach( &mover->outline );
	const fw_committed own = { &mover->outline, &mover->course, proposal, NULL };
	const fw_braking_way way = way_of( mover, proposal );
	for ( int32_t i = 0; i < count; i++ )
	{
		FW_PREFETCH( &stop->movers[found[i]] );
	}
	for ( int32_t i = 0; i < count; i++ )
	{
		const int32_t other = found[i];
		const fw_mover* near = &stop->movers[other];
		const fw_braking_way theirs = way_of( near, &near->commitment );
		const double gap = reach + fw_gap_reach( &near->outline ) + least;
		if ( other != index && !fw_ways_are_apart( &way, &theirs, gap ) && !keeps_apart( &own, near, least ) )
		{
			*blocker = other;
			return false;
		}
	}
	return true;
}

static bool is_clear( fw_safe_stop* stop, int32_t index, const fw_commitment* proposal, double least, int32_t* blocker )
{
	int32_t* found = stop->cells.found;
	return is_clear_of( stop, index, proposal, found, find_near( stop, index, proposal, found ), least, blocker );
}

fw_status fw_safe_stop_add( fw_safe_stop* stop, int32_t index, const fw_mover_def* def, int32_t* blocker )
{
	FW_ASSERT( index >= stop->count || !stop->movers[index].used );
	*blocker = -1;
	FW_TRY( fw_safe_stop_prepare( stop, index, def ) );
	fw_mover* mover = &stop->movers[index];
	if ( !is_clear( stop, index, &mover->commitment, FW_SAFE_GAP, blocker ) )
	{
		return FW_ERR_BLOCKED;
	}
	mover->used = true;
	note_state( stop, index );
	stop->count = index + 1 > stop->count ? index + 1 : stop->count;
	const bool all = grow_cells( stop, fw_gap_reach( &def->outline ) );
	for ( int32_t i = all ? 0 : index; i < ( all ? stop->count : index + 1 ); i++ )
	{
		if ( stop->movers[i].used )
		{
			update_cells( stop, i );
		}
	}
	return FW_OK;
}

bool fw_safe_stop_sort_cells( fw_safe_stop* stop )
{
	bool fits = true;
	fw_cells_reset( &stop->cells, stop->cells.side );
	for ( int32_t i = 0; i < stop->count && fits; i++ )
	{
		const fw_mover* mover = &stop->movers[i];
		note_state( stop, i );
		if ( mover->used )
		{
			const fw_box box = box_of_course( mover );
			fits = stop->cells.side >= FW_SAFE_CELL * fw_gap_reach( &mover->outline ) &&
			       fw_cells_fits( &stop->cells, &box );
		}
		if ( mover->used && fits )
		{
			update_cells( stop, i );
		}
	}
	return fits;
}

bool fw_safe_stop_is_clear( fw_safe_stop* stop, int32_t index, double least )
{
	int32_t blocker;
	fw_mover* mover = &stop->movers[index];
	const fw_commitment_run run = fw_mover_run( mover );
	fw_commitment_fill( &mover->commitment, &run );
	return is_clear( stop, index, &mover->commitment, least, &blocker );
}

void fw_safe_stop_remove( fw_safe_stop* stop, int32_t index )
{
	fw_mover* mover = &stop->movers[index];
	fw_cells_take( &stop->cells, index );
	fw_course_clear( &mover->course, mover->place, mover->course.direction );
	fw_commitment_stand( &mover->commitment, mover->course.front, fw_course_front( &mover->course ) );
	fw_mover_update( mover );
	mover->used = false;
	mover->speed = 0.0;
	note_state( stop, index );
	while ( stop->count > 0 && !stop->movers[stop->count - 1].used )
	{
		stop->count--;
	}
}

bool fw_safe_stop_can_append( const fw_safe_stop* stop, int32_t index, const fw_segment* segment )
{
	const fw_mover* mover = &stop->movers[index];
	fw_box box = box_of_course( mover );
	const fw_box added = fw_box_of( segment );
	const double reach = fw_gap_reach( &mover->outline );
	widen( &box, ( fw_vec2 ){ added.x0 - reach, added.y0 - reach } );
	widen( &box, ( fw_vec2 ){ added.x1 + reach, added.y1 + reach } );
	box = grown( &box, FW_SAFE_GAP ); // the boxes of its parts may be larger by rounding
	return mover->course.end - mover->course.first < mover->course.room && fw_cells_fits( &stop->cells, &box );
}

bool fw_safe_stop_append( fw_safe_stop* stop, int32_t index, const fw_segment* segment, double limit, uint64_t order )
{
	fw_mover* mover = &stop->movers[index];
	if ( !fw_safe_stop_can_append( stop, index, segment ) )
	{
		return false;
	}
	fw_course_append( &mover->course, segment, limit, mover->top, order );
	fw_mover_update( mover );
	note_state( stop, index );
	update_cells( stop, index );
	return true;
}

void fw_safe_stop_cut( fw_safe_stop* stop, int32_t index, fw_course_point end )
{
	fw_mover* mover = &stop->movers[index];
	const fw_commitment_end* halt = fw_commitment_stop( &mover->commitment );
	FW_ASSERT( !fw_course_before( end, halt->at ) );
	const bool at_stop = !fw_course_before( halt->at, end );
	const fw_vec2 place = at_stop ? halt->place : fw_course_place( &mover->course, end );
	const fw_commitment_run run = fw_mover_run( mover );
	const fw_course_point front = fw_course_cut( &mover->course, end, place );
	if ( at_stop )
	{
		fw_commitment_fill( &mover->commitment, &run );
		mover->commitment.points[mover->commitment.count - 1].at = front;
		mover->commitment.stop.at = front;
		mover->commitment.on_line = false;
	}
	stop->cuts++;
	fw_mover_update( mover );
	note_state( stop, index );
	update_cells( stop, index );
}

static bool propose( fw_commitment* proposal, const fw_mover* mover, double speed, int32_t kept )
{
	const fw_commitment_point now = { 0.0, mover->place, mover->at };
	return ( mover->end >= 0.0 && fw_commitment_make_on_line( proposal, mover->begin, mover->along, mover->end, &now,
	                                                          speed, kept, mover->braking ) ) ||
	       fw_commitment_make( proposal, &mover->course, &now, speed, kept, mover->braking );
}

bool fw_safe_stop_commit( fw_safe_stop* stop, int32_t index, double speed, int32_t kept, int32_t worker,
                          int32_t* blocker )
{
	fw_mover* mover = &stop->movers[index];
	fw_safe_stop_scratch* scratch = &stop->scratch[worker];
	fw_commitment* proposal = &scratch->proposal;
	FW_ASSERT( speed <= mover->top && speed <= mover->speed + mover->acceleration + 1e-12 );
	*blocker = -1;
	if ( !propose( proposal, mover, speed, kept ) )
	{
		return false;
	}
	const int32_t near = find_near( stop, index, proposal, scratch->found );
	bool clear = is_clear_of( stop, index, proposal, scratch->found, near, FW_SAFE_GAP, blocker );
	if ( !clear && kept > 1 )
	{
		// Who was found near to the longer one is all that may be near to the shorter one.
		*blocker = -1;
		clear = propose( proposal, mover, speed, 1 ) &&
		        is_clear_of( stop, index, proposal, scratch->found, near, FW_SAFE_GAP, blocker );
	}
	if ( clear )
	{
		fw_commitment_copy( &mover->commitment, proposal );
		find_left( mover );
		note_state( stop, index );
	}
	return clear;
}

void fw_safe_stop_shorten( fw_safe_stop* stop, int32_t index )
{
	const fw_commitment* commitment = &stop->movers[index].commitment;
	int32_t blocker;
	if ( fw_commitment_keeps_speed( commitment ) )
	{
		(void)fw_safe_stop_commit( stop, index, commitment->speed, 1, 0, &blocker );
	}
}

static void advance_to_point( fw_mover* mover )
{
	mover->speed = fw_commitment_advance( &mover->commitment, mover->braking );
	const fw_commitment_point* now = fw_commitment_now( &mover->commitment );
	const bool turns = now->at.piece != mover->at.piece || now->at.piece == mover->course.end ||
	                   fw_course_piece( &mover->course, now->at.piece )->segment.kind == FW_SEGMENT_ARC;
	mover->place = now->place;
	mover->at = now->at;
	if ( turns )
	{
		find_heading( mover );
	}
}

// Does a unit end the tick on the line on which it is?
FW_INLINE bool stays_on_line( const fw_mover* mover )
{
	const fw_commitment* commitment = &mover->commitment;
	const double go = fw_commitment_speed( commitment, commitment->elapsed, mover->braking );
	return commitment->on_line ||
	       ( commitment->made && go > FW_COURSE_SNAP && go < mover->end - mover->at.at - FW_COURSE_SNAP );
}

// A tick of a unit that drives.
static void advance( const fw_safe_stop* stop, int32_t index )
{
	fw_mover* mover = &stop->movers[index];
	if ( stays_on_line( mover ) )
	{
		// The same bits as its points have, which lie elsewhere, if anywhere.
		mover->speed = fw_commitment_advance_on_line( &mover->commitment, mover->braking );
		mover->at.at += mover->speed;
		mover->place = ( fw_vec2 ){ mover->begin.x + mover->at.at * mover->along.x,
		                            mover->begin.y + mover->at.at * mover->along.y };
		FW_ASSERT( mover->commitment.bare ||
		           memcmp( &mover->place, &fw_commitment_now( &mover->commitment )->place, sizeof( fw_vec2 ) ) == 0 );
		FW_ASSERT( mover->commitment.now + 1 < mover->commitment.count ||
		           memcmp( &mover->place, &mover->commitment.stop.place, sizeof( fw_vec2 ) ) == 0 );
	}
	else
	{
		advance_to_point( mover );
	}
	// Old cells are still true, but many.
	const double moved = fabs( mover->place.x - mover->entered.x ) + fabs( mover->place.y - mover->entered.y );
	const bool leaves = mover->at.piece > mover->course.first || moved > 0.25 * stop->cells.side;
	stop->states[index] = (uint8_t)( state_of( mover ) | ( leaves ? FW_MOVER_LEAVES : 0u ) );
}

static void advance_chunk( void* argument, int32_t chunk, int32_t worker )
{
	fw_safe_stop* stop = argument;
	const int32_t end = ( chunk + 1 ) * CHUNK < stop->count ? ( chunk + 1 ) * CHUNK : stop->count;
	(void)worker;
	for ( int32_t i = chunk * CHUNK; i < end; i++ )
	{
		fw_mover* mover = &stop->movers[i];
		if ( i + AHEAD < end && ( stop->states[i + AHEAD] & FW_MOVER_DRIVES ) != 0 )
		{
			fw_prefetch_block( &stop->movers[i + AHEAD], offsetof( fw_mover, course ) );
		}
		if ( ( stop->states[i] & FW_MOVER_DRIVES ) == 0 )
		{
			continue;
		}
		if ( mover->commitment.now + 1 < mover->commitment.count )
		{
			advance( stop, i );
		}
		else
		{
			mover->speed = 0.0;
			note_state( stop, i );
		}
	}
}

void fw_safe_stop_advance( fw_safe_stop* stop, const fw_parallel* parallel )
{
	fw_run_tasks( parallel, ( stop->count + CHUNK - 1 ) / CHUNK, advance_chunk, stop );
	for ( int32_t i = 0; i < stop->count; i++ )
	{
		fw_mover* mover = &stop->movers[i];
		if ( ( stop->states[i] & FW_MOVER_LEAVES ) != 0 )
		{
			stop->states[i] &= (uint8_t)~FW_MOVER_LEAVES;
			fw_course_drop( &mover->course, mover->at );
			update_cells( stop, i );
		}
	}
	stop->ticks++;
}

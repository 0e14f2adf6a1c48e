// SPDX-License-Identifier: MIT
// Precedence: taking pieces away.
#include "crowd/precedence.h"
#include "fairway/sweep.h"

// Units that wait to be cut.
typedef struct cut_queue
{
	int32_t first, last; // -1: none
} cut_queue;

static void add_cut( fw_precedence* precedence, cut_queue* queue, int32_t index, int64_t piece )
{
	fw_precedence_unit* unit = &precedence->units[index];
	if ( unit->waiting != -2 )
	{
		unit->cut = piece < unit->cut ? piece : unit->cut;
		return;
	}
	unit->cut = piece;
	unit->waiting = -1;
	if ( queue->last >= 0 )
	{
		precedence->units[queue->last].waiting = index;
	}
	queue->first = queue->first >= 0 ? queue->first : index;
	queue->last = index;
}

// All pieces of others that touch the front of a unit and were appended after one of its own.
static void cut_others( fw_precedence* precedence, cut_queue* queue, int32_t index, uint64_t after )
{
	const fw_mover* mover = &precedence->stop.movers[index];
	const fw_pose front = fw_mover_front( mover );
	const fw_box box = { front.x, front.y, front.x, front.y };
	const double margin = fw_gap_reach( &mover->outline ) + FW_PRECEDENCE_GAP;
	const int32_t count = fw_safe_stop_near( &precedence->stop, &box, margin );
	for ( int32_t i = 0; i < count; i++ )
	{
		const int32_t other = precedence->stop.cells.found[i];
		const fw_mover* near = &precedence->stop.movers[other];
		for ( int64_t k = fw_mover_stop( near ).piece; other != index && k < near->course.end; k++ )
		{
			const fw_segment pending = fw_precedence_pending( near, k );
			if ( fw_course_piece( &near->course, k )->order > after &&
			     fw_gap_to_segment( &mover->outline, front, &near->outline, &pending ) < FW_PRECEDENCE_GAP )
			{
				add_cut( precedence, queue, other, k );
				break;
			}
		}
	}
}

static void cut_next( fw_precedence* precedence, cut_queue* queue )
{
	const int32_t index = queue->first;
	fw_precedence_unit* unit = &precedence->units[index];
	queue->first = unit->waiting;
	queue->last = queue->first >= 0 ? queue->last : -1;
	unit->waiting = -2;
	const fw_mover* mover = &precedence->stop.movers[index];
	const fw_course_point stop = fw_mover_stop( mover );
	const fw_course_point wanted = { unit->cut, 0.0 };
	const fw_course_point end = fw_course_before( wanted, stop ) ? stop : wanted;
	if ( end.piece < mover->course.end )
	{
		const uint64_t after = fw_course_piece( &mover->course, end.piece )->order;
		fw_safe_stop_cut( &precedence->stop, index, end );
		cut_others( precedence, queue, index, after );
	}
}

// Numbers of pieces that were taken away will be used again: nobody may wait for them.
static void forget_cut( fw_precedence* precedence )
{
	for ( int32_t i = 0; i < precedence->stop.count; i++ )
	{
		fw_precedence_unit* unit = &precedence->units[i];
		int32_t count = 0;
		for ( int32_t k = 0; k < unit->count; k++ )
		{
			fw_predecessor predecessor = unit->predecessors[k];
			const int64_t end = precedence->stop.movers[predecessor.unit].course.end;
			predecessor.piece = predecessor.piece < end ? predecessor.piece : end - 1;
			if ( predecessor.own < precedence->stop.movers[i].course.end )
			{
				unit->predecessors[count++] = predecessor;
			}
		}
		unit->count = count;
	}
}

static void cut_all( fw_precedence* precedence, cut_queue* queue )
{
	const int64_t before = precedence->stop.cuts;
	while ( queue->first >= 0 )
	{
		cut_next( precedence, queue );
	}
	if ( precedence->stop.cuts != before )
	{
		forget_cut( precedence );
	}
}

void fw_precedence_cut( fw_precedence* precedence, int32_t index, int64_t piece )
{
	cut_queue queue = { -1, -1 };
	add_cut( precedence, &queue, index, piece );
	cut_all( precedence, &queue );
}

// The first pending piece of a unit that is not free of walls any longer; -1: all are.
static int64_t first_blocked( const fw_precedence* precedence, int32_t index )
{
	const fw_mover* mover = &precedence->stop.movers[index];
	const fw_unit* unit = &precedence->units[index].unit;
	for ( int64_t k = fw_mover_stop( mover ).piece; k < mover->course.end; k++ )
	{
		const fw_segment pending = fw_precedence_pending( mover, k );
		if ( !fw_sweep_segment( precedence->grid, unit, &pending ) )
		{
			return k;
		}
	}
	return -1;
}

void fw_precedence_recheck( fw_precedence* precedence )
{
	cut_queue queue = { -1, -1 };
	for ( int32_t i = 0; i < precedence->stop.count; i++ )
	{
		const int64_t piece = precedence->stop.movers[i].used ? first_blocked( precedence, i ) : -1;
		if ( piece >= 0 )
		{
			add_cut( precedence, &queue, i, piece );
		}
	}
	cut_all( precedence, &queue );
}

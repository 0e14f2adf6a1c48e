// SPDX-License-Identifier: MIT
// The memory of safe stop: the slots, with all that a unit in one ever needs, and what threads need to commit units.
#include "crowd/safe_stop.h"
#include "geom/geom.h"

void fw_safe_stop_init( fw_safe_stop* stop, const fw_allocator* allocator, int32_t room )
{
	*stop = ( fw_safe_stop ){ .allocator = fw_allocator_or_default( allocator ), .room = room };
	fw_cells_init( &stop->cells, &stop->allocator, FW_SAFE_CELL );
}

static size_t go_over( fw_safe_stop* stop, const fw_allocator* freeing )
{
	fw_holdings holdings = { .allocator = freeing };
	for ( int32_t i = 0; i < stop->capacity; i++ )
	{
		FW_HOLD( &holdings, stop->movers[i].course.pieces, stop->movers[i].course.room );
		FW_HOLD( &holdings, stop->movers[i].commitment.points, stop->movers[i].commitment.room );
	}
	FW_HOLD_LINES( &holdings, stop->mover_block, stop->capacity );
	FW_HOLD( &holdings, stop->states, stop->state_capacity );
	FW_HOLD( &holdings, stop->lefts, stop->left_capacity );
	for ( int32_t i = 0; i < stop->workers; i++ )
	{
		FW_HOLD( &holdings, stop->scratch[i].proposal.points, stop->scratch[i].proposal.room );
		FW_HOLD( &holdings, stop->scratch[i].found, stop->scratch[i].capacity );
	}
	FW_HOLD( &holdings, stop->scratch, stop->workers );
	return holdings.bytes;
}

void fw_safe_stop_free( fw_safe_stop* stop )
{
	const fw_allocator allocator = stop->allocator;
	go_over( stop, &allocator );
	fw_cells_free( &stop->cells );
	fw_safe_stop_init( stop, &allocator, stop->room );
}

size_t fw_safe_stop_memory( const fw_safe_stop* stop )
{
	fw_safe_stop copy = *stop;
	return go_over( &copy, NULL ) + fw_cells_memory( &stop->cells );
}

static bool reserve_points( const fw_allocator* allocator, fw_commitment* commitment, int32_t room )
{
	if ( room <= commitment->room )
	{
		return true;
	}
	void* points = fw_realloc( allocator, commitment->points, (size_t)commitment->room, (size_t)room,
	                           sizeof( commitment->points[0] ) );
	if ( points == NULL )
	{
		return false;
	}
	commitment->points = points;
	commitment->room = room;
	return true;
}

// Room for commitments of so many points.
static bool reserve_scratch( fw_safe_stop* stop, int32_t points )
{
	bool good = true;
	for ( int32_t i = 0; i < stop->workers && good; i++ )
	{
		fw_safe_stop_scratch* scratch = &stop->scratch[i];
		good = reserve_points( &stop->allocator, &scratch->proposal, points ) &&
		       FW_GROW( &stop->allocator, &scratch->found, &scratch->capacity, stop->capacity );
	}
	return good;
}

bool fw_safe_stop_share( fw_safe_stop* stop, int32_t workers )
{
	const int32_t points = stop->workers > 0 ? stop->scratch[0].proposal.room : 0;
	if ( workers > stop->workers )
	{
		void* scratch = fw_realloc( &stop->allocator, stop->scratch, (size_t)stop->workers, (size_t)workers,
		                            sizeof( stop->scratch[0] ) );
		if ( scratch == NULL )
		{
			return false;
		}
		stop->scratch = scratch;
		while ( stop->workers < workers )
		{
			stop->scratch[stop->workers++] = ( fw_safe_stop_scratch ){ 0 };
		}
	}
	// Also where there was no memory for it before.
	return reserve_scratch( stop, points );
}

bool fw_safe_stop_reserve( fw_safe_stop* stop, int32_t slots )
{
	const int32_t old = stop->capacity;
	if ( !FW_GROW_LINES( &stop->allocator, &stop->movers, &stop->mover_block, &stop->capacity, slots ) )
	{
		return false;
	}
	for ( int32_t i = old; i < stop->capacity; i++ )
	{
		stop->movers[i] = ( fw_mover ){ 0 };
	}
	const int32_t known = stop->state_capacity;
	if ( !FW_GROW( &stop->allocator, &stop->lefts, &stop->left_capacity, stop->capacity ) ||
	     !FW_GROW( &stop->allocator, &stop->states, &stop->state_capacity, stop->capacity ) )
	{
		return false;
	}
	for ( int32_t i = known; i < stop->state_capacity; i++ )
	{
		stop->states[i] = 0;
	}
	return fw_cells_reserve( &stop->cells, stop->capacity ) && fw_safe_stop_share( stop, 1 );
}

// Memory for a unit in a slot. What was taken stays with the slot if the rest is out.
static bool reserve( fw_safe_stop* stop, int32_t index, int32_t points )
{
	if ( !fw_safe_stop_reserve( stop, index + 1 ) )
	{
		return false;
	}
	fw_mover* mover = &stop->movers[index];
	if ( mover->course.pieces == NULL )
	{
		mover->course.pieces = fw_alloc( &stop->allocator, (size_t)stop->room, sizeof( mover->course.pieces[0] ) );
		mover->course.room = mover->course.pieces != NULL ? stop->room : 0;
	}
	return mover->course.pieces != NULL && reserve_points( &stop->allocator, &mover->commitment, points ) &&
	       reserve_scratch( stop, points );
}

fw_status fw_safe_stop_prepare( fw_safe_stop* stop, int32_t index, const fw_mover_def* def )
{
	const double top = lesser( def->top, FW_SAFE_STOP_TICKS * def->braking );
	if ( !reserve( stop, index, fw_commitment_room( stop->room, top, def->braking ) ) )
	{
		return FW_ERR_MEMORY;
	}
	fw_mover* mover = &stop->movers[index];
	mover->outline = def->outline;
	mover->top = top;
	mover->acceleration = def->acceleration;
	mover->braking = def->braking;
	mover->speed = 0.0;
	fw_course_clear( &mover->course, def->place, def->facing );
	fw_commitment_stand( &mover->commitment, def->place, fw_course_front( &mover->course ) );
	fw_mover_update( mover );
	return FW_OK;
}

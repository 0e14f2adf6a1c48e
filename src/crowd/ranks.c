// SPDX-License-Identifier: MIT
// Priorities: an order of all units, and ranks that they have for a while.
#include "crowd/passage.h"

#include <string.h>

// So many units cross behind one before another one may.
#define LONGEST_QUEUE 12

// A unit queued behind one with priority comes right after it, so that streams cross in groups and not one by one.
// Groups are limited, or a long stream would never let another one pass.
static void rank_queues( fw_crowd* crowd )
{
	int32_t* sorted = crowd->sorted;
	for ( int32_t i = 0; i < crowd->ordered; i++ )
	{
		crowd_unit* unit = &crowd->units[crowd->order[i]];
		const int32_t leader = unit->leader;
		const int32_t pass_key = fw_crowd_pass_key( unit );
		const bool queued = pass_key == 0 && leader >= 0 && crowd->rank[leader] < i &&
		                    crowd->units[leader].behind < LONGEST_QUEUE &&
		                    fw_crowd_pass_key( &crowd->units[leader] ) == 0;
		unit->behind = queued ? crowd->units[leader].behind + 1 : 0;
		// A unit that is back at its goal yields to those still on their way back.
		unit->key = queued ? crowd->units[leader].key : unit->errand == ERRAND_NONE ? crowd->ordered + i : i;
		unit->key = pass_key < 0 ? pass_key : unit->key;
		int32_t place = i;
		while ( place > 0 && crowd->units[sorted[place - 1]].key > unit->key )
		{
			sorted[place] = sorted[place - 1];
			place--;
		}
		sorted[place] = crowd->order[i];
	}
	for ( int32_t i = 0; i < crowd->ordered; i++ )
	{
		crowd->rank[sorted[i]] = i;
	}
}

void fw_crowd_rank( fw_crowd* crowd )
{
	for ( int32_t i = 0; i < crowd->ordered; i++ )
	{
		crowd->rank[crowd->order[i]] = i;
	}
	rank_queues( crowd );
	for ( int32_t i = 0; i < crowd->ordered; i++ )
	{
		crowd_unit* unit = &crowd->units[crowd->order[i]];
		const int32_t pusher = unit->pusher;
		if ( pusher >= 0 && ( unit->push_ends < crowd->time || !crowd->units[pusher].used ) )
		{
			unit->pusher = -1;
		}
		else if ( pusher >= 0 && crowd->rank[pusher] < crowd->rank[crowd->order[i]] )
		{
			crowd->rank[crowd->order[i]] = crowd->rank[pusher];
		}
	}
}

static int32_t order_of( const fw_crowd* crowd, int32_t index )
{
	int32_t i = 0;
	while ( i < crowd->ordered && crowd->order[i] != index )
	{
		i++;
	}
	return i;
}

void fw_crowd_take_out( fw_crowd* crowd, int32_t index )
{
	const int32_t place = order_of( crowd, index );
	if ( place < crowd->ordered )
	{
		crowd->ordered--;
		memmove( &crowd->order[place], &crowd->order[place + 1],
		         (size_t)( crowd->ordered - place ) * sizeof( int32_t ) );
	}
}

// Units on their way before parked ones, larger before smaller, earlier sent before later.
static bool is_greater( const crowd_unit* a, const crowd_unit* b )
{
	if ( a->sent != b->sent )
	{
		return a->sent;
	}
	return a->radius != b->radius ? a->radius > b->radius : a->sequence < b->sequence;
}

void fw_crowd_put_in( fw_crowd* crowd, int32_t index )
{
	int32_t place = crowd->ordered;
	while ( place > 0 && is_greater( &crowd->units[index], &crowd->units[crowd->order[place - 1]] ) )
	{
		crowd->order[place] = crowd->order[place - 1];
		place--;
	}
	crowd->order[place] = index;
	crowd->ordered++;
}

void fw_crowd_park( fw_crowd* crowd, int32_t index )
{
	crowd->units[index].sent = false;
	crowd->units[index].sequence = crowd->sequence++;
	fw_crowd_take_out( crowd, index );
	fw_crowd_put_in( crowd, index );
	fw_crowd_rank( crowd );
}

void fw_crowd_swap( fw_crowd* crowd, int32_t a, int32_t b )
{
	const int32_t i = order_of( crowd, a );
	const int32_t k = order_of( crowd, b );
	crowd->order[i] = b;
	crowd->order[k] = a;
	fw_crowd_rank( crowd );
}

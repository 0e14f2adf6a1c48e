// SPDX-License-Identifier: MIT
// Single moves of steps, and the removal of detours.
#include "crowd/local_moves.h"

#define NO_MOVE FW_LOCAL_MOVES

// The longest detour that is looked for, in moves of all agents, and the number of passes: a detour that is removed can
// make room for the removal of another. 60 units change sides between two halves of 13 x 9 tiles with a door between
// them. Of 2,733 moves on average 2,310 are left with a window of 128, 2,121 with 512, and 2,093 with 2,048 or more;
// after one pass 2,194, after two 2,111.
#define WINDOW 2048
#define PASSES 4

bool fw_local_moves_append( fw_local_moves* moves, int32_t agent_count, const uint8_t from[FW_LOCAL_AGENTS],
                            const uint8_t to[FW_LOCAL_AGENTS] )
{
	uint8_t waiting[FW_LOCAL_NODES]; // the agent that has not moved yet
	memset( waiting, FW_LOCAL_NONE, sizeof( waiting ) );
	int32_t movers = 0;
	for ( int32_t agent = 0; agent < agent_count; agent++ )
	{
		if ( from[agent] != to[agent] )
		{
			waiting[from[agent]] = (uint8_t)agent;
			movers++;
		}
	}
	if ( moves->count + movers > FW_LOCAL_MOVES )
	{
		return false;
	}
	for ( int32_t agent = 0; agent < agent_count; agent++ )
	{
		// Of agents that follow each other, the last one in this list has a free node before it and goes first.
		uint8_t chain[FW_LOCAL_AGENTS];
		int32_t count = 0;
		for ( int32_t i = waiting[from[agent]] == agent ? agent : FW_LOCAL_NONE; i != FW_LOCAL_NONE;
		      i = waiting[to[i]] )
		{
			FW_ASSERT( count < agent_count );
			chain[count++] = (uint8_t)i;
		}
		while ( count > 0 )
		{
			const uint8_t i = chain[--count];
			waiting[from[i]] = FW_LOCAL_NONE;
			moves->list[moves->count++] = ( fw_local_move ){ i, from[i], to[i] };
		}
	}
	return true;
}

// Does no other agent enter or leave a node between two moves of an agent?
static bool is_quiet( const fw_local_moves* moves, int32_t node, int32_t first, int32_t last )
{
	const uint8_t agent = moves->list[first].agent;
	for ( int32_t i = first + 1; i < last; i++ )
	{
		const fw_local_move* move = &moves->list[i];
		if ( ( move->to == node || move->from == node ) && move->agent != agent && move->agent != FW_LOCAL_NONE )
		{
			return false;
		}
	}
	return true;
}

static void drop_between( fw_local_moves* moves, int32_t after, int32_t last )
{
	for ( int32_t i = last; i != after; i = moves->previous[i] )
	{
		moves->list[i].agent = FW_LOCAL_NONE;
	}
}

// Removes the detour from one move of an agent to its newest one, `last`. If both ends are one node, the agent waits
// there; if a link joins them, it takes the link at the time of the last move or of the first. Returns its newest move
// after that, or -1 if nothing can be removed.
static int32_t drop_detour( fw_local_moves* moves, const fw_local_set* links_out, int32_t first, int32_t last )
{
	const uint8_t from = moves->list[first].from;
	const uint8_t to = moves->list[last].to;
	const uint16_t before = moves->previous[first];
	if ( from != to && !fw_local_set_has( &links_out[from], to ) )
	{
		return -1;
	}
	if ( is_quiet( moves, from, first, last ) )
	{
		drop_between( moves, before, from == to ? last : moves->previous[last] );
		moves->list[last].from = from;
		moves->previous[last] = before;
		return from == to ? before : last;
	}
	if ( from != to && is_quiet( moves, to, first, last ) )
	{
		drop_between( moves, first, last );
		moves->list[first].to = to;
		return first;
	}
	return -1;
}

static bool shorten_once( fw_local_moves* moves, const fw_local_set* links_out )
{
	int32_t newest[FW_LOCAL_AGENTS]; // the agent's last move so far
	bool changed = false;
	for ( int32_t agent = 0; agent < FW_LOCAL_AGENTS; agent++ )
	{
		newest[agent] = NO_MOVE;
	}
	for ( int32_t i = 0; i < moves->count; i++ )
	{
		const uint8_t agent = moves->list[i].agent;
		int32_t last = i;
		moves->previous[i] = (uint16_t)newest[agent];
		for ( int32_t first = newest[agent]; first != NO_MOVE && i - first <= WINDOW; )
		{
			const int32_t shorter = drop_detour( moves, links_out, first, last );
			changed = changed || shorter >= 0;
			last = shorter >= 0 ? shorter : last;
			first = shorter < 0 ? moves->previous[first] : last != NO_MOVE ? moves->previous[last] : NO_MOVE;
		}
		newest[agent] = last;
	}
	return changed;
}

static void remove_dropped( fw_local_moves* moves )
{
	int32_t count = 0;
	for ( int32_t i = 0; i < moves->count; i++ )
	{
		if ( moves->list[i].agent != FW_LOCAL_NONE )
		{
			moves->list[count++] = moves->list[i];
		}
	}
	moves->count = count;
}

void fw_local_moves_shorten( fw_local_moves* moves, const fw_local_set links_out[FW_LOCAL_NODES] )
{
	for ( int32_t pass = 0; pass < PASSES && shorten_once( moves, links_out ); pass++ )
	{
		remove_dropped( moves );
	}
}

// SPDX-License-Identifier: MIT
// Ranks: who decides first, may push whom, and may decide once more in a tick.
#include "crowd/crowd.h"

#include <math.h>

// Local plans know only units up to a tile wide. A wider one that gets no nearer lets the others go first now and then:
// the one in its way may have no way out but where it stands.
static bool gives_way( const fw_crowd* crowd, int32_t index )
{
	const crowd_unit* unit = &crowd->units[index];
	uint32_t draw = (uint32_t)index * 2654435761u ^ (uint32_t)(int64_t)( crowd->time / CROWD_LATER ) * 2246822519u;
	draw ^= draw >> 15;
	draw *= 2246822519u;
	draw ^= draw >> 13;
	return crowd_is_wide_walker( unit ) && ( draw & 1u ) != 0 && crowd->time - unit->best_time >= CROWD_LATER;
}

// The vehicles of a group that come behind one press all walkers against it, and it cannot push these back: without
// this 3 tanks and 18 walkers of bench_group_orders stand for 240 s.
static bool is_pressed( const fw_crowd* crowd, int32_t index )
{
	const crowd_unit* unit = &crowd->units[index];
	return unit->group >= 0 && !unit->walks && crowd->time - unit->moved >= CROWD_LATER;
}

// What is left of the path decides. But with each step another one of two that meet would have more left, and they
// would push each other to and fro. So a walker keeps its rank until those around it are others. What it has had left
// at least counts: others may push it away again. Vehicles and members of groups keep the rank of their order.
static double rank_left( const crowd_unit* unit )
{
	const double gained = unit->walks && unit->group < 0 ? unit->first_left - unit->best_left : 0.0;
	return unit->first_left - CROWD_AROUND * floor( gained / CROWD_AROUND );
}

bool fw_crowd_ranks_before( const fw_crowd* crowd, int32_t a, int32_t b )
{
	const crowd_unit* one = &crowd->units[a];
	const crowd_unit* two = &crowd->units[b];
	if ( one->is_inside != two->is_inside )
	{
		return one->is_inside;
	}
	const bool away = one->away > 0.0;
	if ( away != ( two->away > 0.0 ) )
	{
		return away;
	}
	if ( one->walks != two->walks )
	{
		return !one->walks;
	}
	if ( !one->walks && crowd_reach( crowd, a ) != crowd_reach( crowd, b ) )
	{
		return crowd_reach( crowd, a ) > crowd_reach( crowd, b );
	}
	// Vehicles that make room and come back may push one that is between their goals to and fro for ever.
	const bool in_vain = !one->walks && crowd_is_in_vain( crowd, a );
	if ( in_vain != ( !two->walks && crowd_is_in_vain( crowd, b ) ) )
	{
		return in_vain;
	}
	if ( in_vain && one->gain_time != two->gain_time )
	{
		return one->gain_time < two->gain_time;
	}
	const bool pressed = is_pressed( crowd, a );
	if ( one->group == two->group && pressed != is_pressed( crowd, b ) )
	{
		return pressed;
	}
	const bool gives = gives_way( crowd, a );
	if ( gives != gives_way( crowd, b ) )
	{
		return !gives;
	}
	if ( one->visited != two->visited )
	{
		return two->visited;
	}
	const double left = rank_left( one );
	if ( left != rank_left( two ) )
	{
		return left > rank_left( two );
	}
	return one->sequence != two->sequence ? one->sequence < two->sequence : a < b;
}

void fw_crowd_note_asked( fw_crowd* crowd, int32_t index )
{
	if ( crowd->depth > 0 && crowd->asked_count < crowd->asked_capacity )
	{
		crowd->asked[crowd->asked_count++] = index;
	}
}

void fw_crowd_ask_again( fw_crowd* crowd )
{
	const crowd_unit* root = &crowd->units[crowd->root];
	const bool again = crowd->depth == 0 && ( crowd_is_wide_walker( root ) || !root->walks );
	for ( int32_t i = 0; i < crowd->asked_count && again; i++ )
	{
		crowd_unit* unit = &crowd->units[crowd->asked[i]];
		unit->round = unit->answer != CROWD_MOVED ? -1 : unit->round;
	}
}

// Merge sort: from pairs up. `spare` holds as many.
void fw_crowd_sort( fw_crowd* crowd, int32_t* units, int32_t count )
{
	int32_t* from = units;
	int32_t* to = crowd->spare;
	for ( int32_t width = 1; width < count; width *= 2 )
	{
		for ( int32_t begin = 0; begin < count; begin += 2 * width )
		{
			const int32_t middle = begin + width < count ? begin + width : count;
			const int32_t end = middle + width < count ? middle + width : count;
			int32_t a = begin;
			int32_t b = middle;
			for ( int32_t i = begin; i < end; i++ )
			{
				const bool first = b == end || ( a < middle && fw_crowd_ranks_before( crowd, from[a], from[b] ) );
				to[i] = first ? from[a++] : from[b++];
			}
		}
		int32_t* other = from;
		from = to;
		to = other;
	}
	if ( from != units )
	{
		memcpy( units, from, (size_t)count * sizeof( units[0] ) );
	}
}

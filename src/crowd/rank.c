// SPDX-License-Identifier: MIT
// Ranks: who decides first, and may push whom.
#include "crowd/crowd.h"

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
	if ( !one->walks && one->unit.radius != two->unit.radius )
	{
		return one->unit.radius > two->unit.radius;
	}
	if ( one->visited != two->visited )
	{
		return two->visited;
	}
	if ( one->first_left != two->first_left )
	{
		return one->first_left > two->first_left;
	}
	return one->sequence != two->sequence ? one->sequence < two->sequence : a < b;
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

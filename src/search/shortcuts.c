// SPDX-License-Identifier: MIT
// Dijkstra's algorithm (E. W. Dijkstra, "A Note on Two Problems in Connexion with Graphs", 1959) over the links of a
// map, from the goal back. Ties: the first in the grid's order. Cost: O(links x links).
#include "search/shortcuts.h"

#define SETTLED UINT32_MAX

bool fw_shortcuts_begin( fw_shortcuts* shortcuts, const fw_allocator* allocator, const fw_grid* grid,
                         const fw_target* target, fw_link_filter* filter, const void* context )
{
	const int32_t links = fw_grid_link_count( grid );
	shortcuts->count = 0;
	shortcuts->beacon_count = 0;
	if ( !FW_GROW( allocator, &shortcuts->items, &shortcuts->capacity, links ) ||
	     !FW_GROW( allocator, &shortcuts->beacons, &shortcuts->beacon_capacity, links ) )
	{
		return false;
	}
	for ( int32_t i = 0; i < links; i++ )
	{
		const fw_link* link = fw_grid_link_at( grid, i );
		if ( filter( context, link ) )
		{
			const uint32_t cost = fw_cost_of( link->cost );
			const uint32_t rest = cost + fw_target_cost( target, link->to_x, link->to_y );
			shortcuts->items[shortcuts->count++] =
			    ( fw_shortcut ){ link->from_x, link->from_y, link->to_x, link->to_y, cost, rest, i };
		}
	}
	// A distance rounded down may be one more than the sum of two by way of a third place.
	const uint32_t rounding = target->metric == FW_METRIC_EUCLIDEAN ? 1 : 0;
	for ( ;; )
	{
		fw_shortcut* best = NULL;
		for ( int32_t i = 0; i < shortcuts->count; i++ )
		{
			fw_shortcut* at = &shortcuts->items[i];
			best = at->rest != SETTLED && ( best == NULL || at->rest < best->rest ) ? at : best;
		}
		if ( best == NULL )
		{
			return true;
		}
		const uint32_t rest = best->rest;
		best->rest = SETTLED;
		const uint32_t straight = fw_target_cost( target, best->x, best->y );
		if ( rest >= fw_shortcuts_estimate( shortcuts, target->metric, best->x, best->y, straight ) + rounding )
		{
			continue;
		}
		shortcuts->beacons[shortcuts->beacon_count++] = ( fw_beacon ){ best->x, best->y, rest };
		for ( int32_t i = 0; i < shortcuts->count; i++ )
		{
			fw_shortcut* at = &shortcuts->items[i];
			const uint32_t over =
			    at->cost + fw_metric_cost( target->metric, at->to_x - best->x, at->to_y - best->y ) + rest;
			at->rest = at->rest != SETTLED && over < at->rest ? over : at->rest;
		}
	}
}

void fw_shortcuts_free( fw_shortcuts* shortcuts, const fw_allocator* allocator )
{
	fw_free( allocator, shortcuts->items, (size_t)shortcuts->capacity, sizeof( fw_shortcut ) );
	fw_free( allocator, shortcuts->beacons, (size_t)shortcuts->beacon_capacity, sizeof( fw_beacon ) );
}

size_t fw_shortcuts_memory( const fw_shortcuts* shortcuts )
{
	return (size_t)shortcuts->capacity * sizeof( fw_shortcut ) +
	       (size_t)shortcuts->beacon_capacity * sizeof( fw_beacon );
}

int32_t fw_shortcuts_from( const fw_shortcuts* shortcuts, int32_t x, int32_t y )
{
	int32_t low = 0;
	int32_t high = shortcuts->count;
	while ( low < high )
	{
		const int32_t middle = low + ( high - low ) / 2;
		const fw_shortcut* at = &shortcuts->items[middle];
		const bool before = at->y < y || ( at->y == y && at->x < x );
		low = before ? middle + 1 : low;
		high = before ? high : middle;
	}
	return low;
}

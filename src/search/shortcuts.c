// SPDX-License-Identifier: MIT
// Dijkstra's algorithm (E. W. Dijkstra, "A Note on Two Problems in Connexion with Graphs", 1959) over the links of a
// map, from the goal back. Ties: the first in the grid's order. Cost: O(links x (log links + those that can help)).
#include "search/shortcuts.h"

#define SETTLED UINT32_MAX

// Lists the links that pass the filter, as if there were no others. False when memory is out.
static bool list_links( fw_shortcuts* shortcuts, fw_open_list* open, const fw_allocator* allocator, const fw_grid* grid,
                        const fw_target* target, fw_link_filter* filter, const void* context )
{
	bool ok = true;
	for ( int32_t i = 0; i < fw_grid_link_count( grid ) && ok; i++ )
	{
		const fw_link* link = fw_grid_link_at( grid, i );
		if ( !filter( context, link ) )
		{
			continue;
		}
		const uint32_t cost = fw_cost_of( link->cost );
		const uint32_t rest = cost + fw_target_cost( target, link->to_x, link->to_y );
		ok = fw_open_push( open, allocator, NULL, fw_open_key( rest, rest ), (uint32_t)shortcuts->count );
		shortcuts->items[shortcuts->count++] =
		    ( fw_shortcut ){ link->from_x, link->from_y, link->to_x, link->to_y, cost, rest, link->cost };
	}
	return ok;
}

// A link that can help was settled: what remains at others may be less by way of it. False when memory is out.
static bool relax( fw_shortcuts* shortcuts, fw_open_list* open, const fw_allocator* allocator, fw_metric metric,
                   const fw_beacon* beacon )
{
	bool ok = true;
	for ( int32_t i = 0; i < shortcuts->count && ok; i++ )
	{
		fw_shortcut* at = &shortcuts->items[i];
		const uint32_t over =
		    at->cost + fw_metric_cost( metric, at->to_x - beacon->x, at->to_y - beacon->y ) + beacon->rest;
		if ( at->rest != SETTLED && over < at->rest )
		{
			at->rest = over;
			ok = fw_open_push( open, allocator, NULL, fw_open_key( over, over ), (uint32_t)i );
		}
	}
	return ok;
}

bool fw_shortcuts_begin( fw_shortcuts* shortcuts, fw_open_list* open, const fw_allocator* allocator,
                         const fw_grid* grid, const fw_target* target, fw_link_filter* filter, const void* context )
{
	const int32_t links = fw_grid_link_count( grid );
	shortcuts->count = 0;
	shortcuts->beacon_count = 0;
	fw_open_clear( open );
	if ( !FW_GROW( allocator, &shortcuts->items, &shortcuts->capacity, links ) ||
	     !FW_GROW( allocator, &shortcuts->beacons, &shortcuts->beacon_capacity, links ) ||
	     !list_links( shortcuts, open, allocator, grid, target, filter, context ) )
	{
		return false;
	}
	// A distance rounded down may be one more than the sum of two by way of a third place.
	const uint32_t rounding = target->metric == FW_METRIC_EUCLIDEAN ? 1 : 0;
	bool ok = true;
	while ( ok && !fw_open_is_empty( open ) )
	{
		const fw_open_entry best = fw_open_pop( open, NULL );
		fw_shortcut* at = &shortcuts->items[best.node];
		const uint32_t rest = fw_open_f( &best );
		if ( at->rest != rest )
		{
			continue;
		}
		at->rest = SETTLED;
		const uint32_t straight = fw_target_cost( target, at->x, at->y );
		if ( rest < fw_shortcuts_estimate( shortcuts, target->metric, at->x, at->y, straight ) + rounding )
		{
			const fw_beacon beacon = { at->x, at->y, rest };
			shortcuts->beacons[shortcuts->beacon_count++] = beacon;
			ok = relax( shortcuts, open, allocator, target->metric, &beacon );
		}
	}
	return ok;
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

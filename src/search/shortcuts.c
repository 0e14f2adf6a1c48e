// SPDX-License-Identifier: MIT
// Dijkstra's algorithm (E. W. Dijkstra, "A Note on Two Problems in Connexion with Graphs", 1959) over the links of a
// map, from the goal back. Ties: the first in the grid's order. Cost: O(links x (log links + those that can help)).
#include "search/shortcuts.h"

#define SETTLED UINT32_MAX

// A link waits with what can remain over it. Not a push of the search itself, which would count it.
static void wait( fw_search* search, fw_open_list* open, uint32_t rest, int32_t link )
{
	fw_search_need( search, fw_open_push( open, &search->allocator, NULL, fw_open_key( rest, rest ), (uint32_t)link ) );
}

// Lists the links that pass the filter, as if there were no others.
static void list_links( fw_search* search, fw_shortcuts* shortcuts, fw_open_list* open, const fw_target* target,
                        fw_link_filter* filter )
{
	for ( int32_t i = 0; i < fw_grid_link_count( search->map.grid ); i++ )
	{
		const fw_link* link = fw_grid_link_at( search->map.grid, i );
		if ( filter( search, link ) )
		{
			const uint32_t cost = fw_cost_of( link->cost );
			const uint32_t rest = cost + fw_target_cost( target, link->to_x, link->to_y );
			wait( search, open, rest, shortcuts->count );
			shortcuts->items[shortcuts->count++] =
			    ( fw_shortcut ){ link->from_x, link->from_y, link->to_x, link->to_y, cost, rest, link->cost };
		}
	}
}

// A link that can help was settled: what remains at others may be less through it.
static void relax( fw_search* search, fw_shortcuts* shortcuts, fw_open_list* open, fw_metric metric,
                   const fw_beacon* beacon )
{
	for ( int32_t i = 0; i < shortcuts->count; i++ )
	{
		fw_shortcut* at = &shortcuts->items[i];
		const uint32_t over =
		    at->cost + fw_metric_cost( metric, at->to_x - beacon->x, at->to_y - beacon->y ) + beacon->rest;
		if ( at->rest != SETTLED && over < at->rest )
		{
			at->rest = over;
			wait( search, open, over, i );
		}
	}
}

void fw_shortcuts_begin( fw_search* search, fw_shortcuts* shortcuts, fw_open_list* open, const fw_target* target,
                         fw_link_filter* filter )
{
	const fw_allocator* allocator = &search->allocator;
	const int32_t links = fw_grid_link_count( search->map.grid );
	shortcuts->count = 0;
	shortcuts->beacon_count = 0;
	fw_open_clear( open );
	if ( !fw_search_need( search, FW_GROW( allocator, &shortcuts->items, &shortcuts->capacity, links ) &&
	                                  FW_GROW( allocator, &shortcuts->beacons, &shortcuts->beacon_capacity, links ) ) )
	{
		return;
	}
	list_links( search, shortcuts, open, target, filter );
	// A distance rounded down may be one more than the sum of two through a third place.
	const uint32_t rounding = target->metric == FW_METRIC_EUCLIDEAN ? 1 : 0;
	while ( !fw_open_is_empty( open ) )
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
			relax( search, shortcuts, open, target->metric, &beacon );
		}
	}
}

void fw_shortcuts_hold( fw_holdings* holdings, fw_shortcuts* shortcuts )
{
	FW_HOLD( holdings, shortcuts->items, shortcuts->capacity );
	FW_HOLD( holdings, shortcuts->beacons, shortcuts->beacon_capacity );
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

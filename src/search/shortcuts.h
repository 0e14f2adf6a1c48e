// SPDX-License-Identifier: MIT
// The links that a search over tiles may use, and the estimate of what remains to the goal where there are some.
//
// A distance d over free tiles is no lower bound where a link jumps ahead. Let r(l) be the least that can remain on the
// tile where link l begins: its cost, and then d to the goal or to the next link and so on. Then the least of d(n,
// goal) and of d(n, l) + r(l) over all l is a lower bound, and consistent: it is what remains exactly where nothing is
// blocked. The r(l) come from Dijkstra's algorithm over the links, from the goal back. A link is left out where the
// line to the goal, or the path over another link, is as short from where it begins.
#ifndef FW_SEARCH_SHORTCUTS_H
#define FW_SEARCH_SHORTCUTS_H

#include "fairway/grid.h"
#include "search/cost.h"
#include "search/engine.h"

#include <stdlib.h>

// How distances over free tiles are estimated.
typedef enum fw_metric
{
	FW_METRIC_OCTILE,
	FW_METRIC_STEPS, // of four neighbors
	FW_METRIC_EUCLIDEAN,
	FW_METRIC_ZERO,
} fw_metric;

FW_INLINE uint32_t fw_metric_cost( fw_metric metric, int32_t dx, int32_t dy )
{
	switch ( metric )
	{
	case FW_METRIC_OCTILE:
		return fw_cost_octile( dx, dy );
	case FW_METRIC_STEPS:
		return ( (uint32_t)abs( dx ) + (uint32_t)abs( dy ) ) * FW_COST_ONE;
	case FW_METRIC_EUCLIDEAN:
		return (uint32_t)( sqrt( (double)dx * dx + (double)dy * dy ) * FW_COST_ONE );
	case FW_METRIC_ZERO:
		break;
	}
	return 0;
}

FW_INLINE fw_metric fw_metric_of( const fw_query* query )
{
	return query->options.heuristic == FW_HEURISTIC_ZERO        ? FW_METRIC_ZERO
	       : query->options.heuristic == FW_HEURISTIC_EUCLIDEAN ? FW_METRIC_EUCLIDEAN
	       : query->options.neighbors == 4                      ? FW_METRIC_STEPS
	                                                            : FW_METRIC_OCTILE;
}

// By which nodes are near the goal, also where the search estimates nothing.
FW_INLINE fw_metric fw_metric_shown( fw_metric metric )
{
	return metric == FW_METRIC_ZERO ? FW_METRIC_EUCLIDEAN : metric;
}

// Where an estimate leads: a tile, and what is subtracted since it is enough to come near it.
typedef struct fw_target
{
	fw_metric metric;
	int32_t x, y;
	uint32_t slack;
} fw_target;

FW_INLINE uint32_t fw_target_cost( const fw_target* target, int32_t x, int32_t y )
{
	const uint32_t cost = fw_metric_cost( target->metric, x - target->x, y - target->y );
	return cost > target->slack ? cost - target->slack : 0;
}

typedef struct fw_shortcut
{
	int32_t x, y; // where it begins
	int32_t to_x, to_y;
	uint32_t cost;
	uint32_t rest; // r(l) so far, while it is found
	double tiles;  // the cost as the grid has it
} fw_shortcut;

// Where a link begins that can help, and what then remains.
typedef struct fw_beacon
{
	int32_t x, y;
	uint32_t rest;
} fw_beacon;

typedef struct fw_shortcuts
{
	fw_shortcut* items; // [count], by y, then x
	int32_t count, capacity;
	fw_beacon* beacons; // [beacon_count], least rest first
	int32_t beacon_count, beacon_capacity;
} fw_shortcuts;

// May a search use the link?
typedef bool fw_link_filter( fw_search* search, const fw_link* link );

// Lists the links that pass the filter and finds those that can help on the way to the target. `open` is scratch.
void fw_shortcuts_begin( fw_search* search, fw_shortcuts* shortcuts, fw_open_list* open, const fw_target* target,
                         fw_link_filter* filter );
void fw_shortcuts_hold( fw_holdings* holdings, fw_shortcuts* shortcuts );

// The first shortcut that begins at a tile or after it; those of the tile follow one another.
int32_t fw_shortcuts_from( const fw_shortcuts* shortcuts, int32_t x, int32_t y );

// A lower bound of what remains from a tile, `straight` being that without links.
FW_INLINE uint32_t fw_shortcuts_estimate( const fw_shortcuts* shortcuts, fw_metric metric, int32_t x, int32_t y,
                                          uint32_t straight )
{
	uint32_t least = straight;
	for ( int32_t i = 0; i < shortcuts->beacon_count && shortcuts->beacons[i].rest < least; i++ )
	{
		const fw_beacon* beacon = &shortcuts->beacons[i];
		const uint32_t over = fw_metric_cost( metric, x - beacon->x, y - beacon->y ) + beacon->rest;
		least = over < least ? over : least;
	}
	return least;
}

#endif

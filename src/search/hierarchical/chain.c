// SPDX-License-Identifier: MIT
// Stops of an abstract path, and the lower nodes between them.
#include "search/hierarchical/chain.h"

bool fw_chain_begin( fw_chain* chain, const fw_allocator* allocator, int32_t stops, uint32_t start, bool is_upper )
{
	if ( !FW_GROW( allocator, &chain->stops, &chain->stop_capacity, stops ) )
	{
		return false;
	}
	chain->stop_count = stops;
	chain->point_count = 0;
	chain->stops_taken = 0;
	chain->points_taken = 0;
	chain->from = start;
	chain->last = FW_CHAIN_NONE;
	chain->is_upper = is_upper;
	return true;
}

void fw_chain_hold( fw_holdings* holdings, fw_chain* chain )
{
	FW_HOLD( holdings, chain->stops, chain->stop_capacity );
	FW_HOLD( holdings, chain->points, chain->point_capacity );
}

// A node may be the end of one path and the beginning of the next; it is one point.
static bool add_point( const fw_refiner* refiner, uint32_t tile )
{
	fw_chain* chain = refiner->chain;
	const bool ok = chain->last == tile ||
	                FW_PUSH( refiner->allocator, &chain->points, &chain->point_count, &chain->point_capacity, tile );
	chain->last = ok ? tile : chain->last;
	return ok;
}

// Adds the lower nodes between two tiles of an upper cluster.
static fw_status add_window( const fw_refiner* refiner, int32_t ux, int32_t uy, uint32_t from, uint32_t to )
{
	fw_window* window = refiner->window;
	const fw_rect clusters = fw_upper_clusters( refiner->hierarchy, ux, uy );
	const int32_t goal[] = { fw_chain_x( to ), fw_chain_y( to ) };
	if ( !fw_window_search( window, refiner->window_allocator, refiner->hierarchy, refiner->unit_class, clusters,
	                        fw_chain_x( from ), fw_chain_y( from ), goal ) )
	{
		return FW_ERR_MEMORY;
	}
	if ( window->goal_g == FW_LOCAL_FAR )
	{
		return FW_ERR_MISMATCH;
	}
	// Turned round, so that parents lead forward.
	uint32_t next = FW_WINDOW_NONE;
	for ( uint32_t node = window->goal_parent; node != FW_WINDOW_NONE; )
	{
		const uint32_t parent = window->nodes[node].parent;
		window->nodes[node].parent = next;
		next = node;
		node = parent;
	}
	bool ok = true;
	for ( ; next != FW_WINDOW_NONE && ok; next = window->nodes[next].parent )
	{
		int32_t x;
		int32_t y;
		fw_window_tile( window, next, &x, &y );
		ok = add_point( refiner, fw_chain_tile( x, y ) );
	}
	return ok ? FW_OK : FW_ERR_MEMORY;
}

fw_status fw_chain_take( const fw_refiner* refiner )
{
	fw_chain* chain = refiner->chain;
	const fw_chain before = *chain;
	const uint32_t from = chain->from;
	const uint32_t to = chain->stops[chain->stops_taken].tile;
	const int32_t cluster = refiner->hierarchy->def.cluster;
	const int32_t side = fw_upper_span( cluster ) * cluster;
	const int32_t ux = fw_chain_x( to ) / side;
	const int32_t uy = fw_chain_y( to ) / side;
	fw_status status = FW_OK;
	if ( chain->is_upper && fw_chain_x( from ) / side == ux && fw_chain_y( from ) / side == uy )
	{
		status = add_window( refiner, ux, uy, from, to );
	}
	if ( status == FW_OK && !add_point( refiner, to ) )
	{
		status = FW_ERR_MEMORY;
	}
	if ( status != FW_OK )
	{
		chain->point_count = before.point_count;
		chain->last = before.last;
		return status;
	}
	chain->from = to;
	// The goal may lie on the tile of the node before it.
	do
	{
		chain->stops_taken++;
	} while ( chain->stops_taken < chain->stop_count && chain->stops[chain->stops_taken].tile == to );
	return FW_OK;
}

// SPDX-License-Identifier: MIT
// Stops of an abstract path, the lower nodes between them, and from these to a path over tiles: where no plain path
// leads on along them, the path to the next node is searched in its cluster. Nothing is taken on trust, so a hierarchy
// may also be another one than was searched.
#include "search/hierarchical/chain.h"

#include <stdlib.h>

// A chain is pulled straight over so many tiles at most.
#define PULL_REACH 64

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
static fw_status add_point( const fw_refiner* refiner, uint32_t tile )
{
	fw_chain* chain = refiner->chain;
	if ( chain->last != tile &&
	     !FW_PUSH( refiner->allocator, &chain->points, &chain->point_count, &chain->point_capacity, tile ) )
	{
		return FW_ERR_MEMORY;
	}
	chain->last = tile;
	return FW_OK;
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
	for ( ; next != FW_WINDOW_NONE; next = window->nodes[next].parent )
	{
		int32_t x;
		int32_t y;
		fw_window_tile( window, next, &x, &y );
		FW_TRY( add_point( refiner, fw_chain_tile( x, y ) ) );
	}
	return FW_OK;
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
	const bool within = chain->is_upper && fw_chain_x( from ) / side == ux && fw_chain_y( from ) / side == uy;
	fw_status status = within ? add_window( refiner, ux, uy, from, to ) : FW_OK;
	status = status == FW_OK ? add_point( refiner, to ) : status;
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

// Goes from where the path is to another tile of the cluster, as a search there found it.
static void go_searched( const fw_refiner* refiner, int32_t x, int32_t y, fw_tile_path* tiles )
{
	const fw_hierarchy* hierarchy = refiner->hierarchy;
	const int32_t side = hierarchy->def.cluster;
	const fw_cluster* cluster = hierarchy->clusters[y / side * hierarchy->columns + x / side];
	fw_local_search* search = &refiner->window->local;
	fw_local local;
	fw_hierarchy_local( hierarchy, cluster, refiner->unit_class, &local );
	fw_steps_prepare( &search->steps );
	uint8_t steps[FW_LOCAL_TILES];
	int32_t count = 0;
	const fw_local_tile from = { (uint8_t)( tiles->x - cluster->x ), (uint8_t)( tiles->y - cluster->y ) };
	fw_local_tile at = { (uint8_t)( x - cluster->x ), (uint8_t)( y - cluster->y ) };
	const fw_status status = fw_local_search_path( search, refiner->window_allocator, &local, from, at );
	if ( status != FW_OK )
	{
		tiles->status = status;
		return;
	}
	for ( ; at.x != from.x || at.y != from.y; count++ )
	{
		const uint8_t step = search->from[fw_local_place( at.x, at.y )];
		steps[count] = step;
		at.x = (uint8_t)( at.x - fw_step_x[step] );
		at.y = (uint8_t)( at.y - fw_step_y[step] );
	}
	while ( count-- > 0 )
	{
		fw_tile_path_go( tiles, fw_step_x[steps[count]], fw_step_y[steps[count]] );
	}
}

// A path of octile length.
static void go_octile( fw_tile_path* tiles, fw_octile how, int32_t x, int32_t y )
{
	const int32_t dx = x - tiles->x;
	const int32_t dy = y - tiles->y;
	const int32_t across = abs( dx ) < abs( dy ) ? abs( dx ) : abs( dy );
	const int32_t diagonal_x = fw_sign_of( dx ) * across;
	const int32_t diagonal_y = fw_sign_of( dy ) * across;
	if ( how == FW_OCTILE_DIAGONAL_FIRST )
	{
		fw_tile_path_go( tiles, diagonal_x, diagonal_y );
	}
	fw_tile_path_go( tiles, dx - diagonal_x, dy - diagonal_y );
	if ( how == FW_OCTILE_STRAIGHT_FIRST )
	{
		fw_tile_path_go( tiles, diagonal_x, diagonal_y );
	}
}

// Is there a point of this index, which may have to be found first?
static bool has_point( const fw_refiner* refiner, int32_t index, fw_tile_path* tiles )
{
	const fw_chain* chain = refiner->chain;
	while ( index >= chain->point_count && chain->stops_taken < chain->stop_count && tiles->status == FW_OK )
	{
		tiles->status = fw_chain_take( refiner );
	}
	return index < chain->point_count && tiles->status == FW_OK;
}

// Does a plain path lead to a point from where the path is?
static fw_octile look( const fw_refiner* refiner, int32_t index, const fw_tile_path* tiles )
{
	const uint32_t point = refiner->chain->points[index];
	return fw_octile_path( fw_hierarchy_plane( refiner->hierarchy, refiner->unit_class ), tiles->x, tiles->y,
	                       fw_chain_x( point ), fw_chain_y( point ) );
}

static bool is_near( const fw_refiner* refiner, int32_t index, const fw_tile_path* tiles )
{
	const uint32_t point = refiner->chain->points[index];
	return abs( fw_chain_x( point ) - tiles->x ) <= PULL_REACH && abs( fw_chain_y( point ) - tiles->y ) <= PULL_REACH;
}

// The point furthest along the chain, from `at` on, to which a plain path leads from where the path is; `how` says
// which one. `at` where there is none. Ends where two points in a row cannot be reached, so each second one is looked
// at first: where that can be, the one before it does not matter.
static int32_t furthest( const fw_refiner* refiner, int32_t at, fw_tile_path* tiles, fw_octile* how )
{
	int32_t best = at;
	int32_t failed = 0;
	*how = FW_OCTILE_NONE;
	for ( int32_t i = at; failed < 2 && has_point( refiner, i, tiles ) && is_near( refiner, i, tiles ); i++ )
	{
		// Only what is there: the next point may cost a search, which may not be needed.
		const bool ahead = failed == 0 && i + 1 < refiner->chain->point_count && is_near( refiner, i + 1, tiles );
		fw_octile found = ahead ? look( refiner, i + 1, tiles ) : FW_OCTILE_NONE;
		const bool skips = found != FW_OCTILE_NONE;
		found = skips ? found : look( refiner, i, tiles );
		if ( found != FW_OCTILE_NONE )
		{
			best = skips ? i + 1 : i;
			*how = found;
		}
		const int32_t more = ahead && !skips ? 1 : 0; // the second one was not reached
		failed = found != FW_OCTILE_NONE ? more : failed + 1 + more;
		i += ahead ? 1 : 0;
	}
	return best;
}

// Goes to a point that no plain path was looked for or found to.
static void go_to( const fw_refiner* refiner, int32_t x, int32_t y, fw_tile_path* tiles )
{
	const fw_hierarchy* hierarchy = refiner->hierarchy;
	const int32_t side = hierarchy->def.cluster;
	if ( x / side == tiles->x / side && y / side == tiles->y / side )
	{
		go_searched( refiner, x, y, tiles );
	}
	else if ( abs( x - tiles->x ) + abs( y - tiles->y ) == 1 &&
	          fw_hierarchy_stands( hierarchy, refiner->unit_class, x, y ) )
	{
		fw_tile_path_go( tiles, x - tiles->x, y - tiles->y );
	}
	else
	{
		tiles->status = FW_ERR_MISMATCH;
	}
}

void fw_chain_refine( const fw_refiner* refiner, fw_tile_path* tiles, double length )
{
	fw_chain* chain = refiner->chain;
	const bool pulls = !refiner->hierarchy->has_costs;
	// A point at least, or stretches too short for rounding would lead nowhere.
	do
	{
		if ( !has_point( refiner, chain->points_taken, tiles ) )
		{
			return;
		}
		fw_octile how = FW_OCTILE_NONE;
		const int32_t at = chain->points_taken;
		const int32_t to = pulls ? furthest( refiner, at, tiles, &how ) : at;
		const uint32_t point = chain->points[to];
		if ( tiles->status == FW_OK )
		{
			how != FW_OCTILE_NONE ? go_octile( tiles, how, fw_chain_x( point ), fw_chain_y( point ) )
			                      : go_to( refiner, fw_chain_x( point ), fw_chain_y( point ), tiles );
		}
		chain->points_taken = to + 1;
	} while ( fw_tile_path_length( tiles ) < length );
}

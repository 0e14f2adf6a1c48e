// SPDX-License-Identifier: MIT
// From a chain of abstract nodes to a path over tiles: each edge is looked up, or searched, in its cluster.
#include "search/haastar.h"
#include "search/way.h"

#include <stdlib.h>

// A chain is pulled straight over so many tiles at most, and until so many nodes in a row cannot be reached.
#define PULL_REACH 64
#define PULL_FAILURES 2

// Lists the nodes from the goal back; returns how many, -1 when memory is out.
static int32_t trace_back( fw_search* search, fw_haastar_state* state )
{
	int32_t count = 0;
	for ( uint32_t node = FW_HAASTAR_GOAL; node != FW_HAASTAR_NONE; node = state->nodes[node].parent )
	{
		if ( !FW_GROW( &search->allocator, &state->trail, &state->trail_capacity, count + 1 ) )
		{
			return -1;
		}
		state->trail[count++] = node;
	}
	return count;
}

// Goes from where the way is to another tile of the cluster, as a search there found it.
static void go_searched( fw_haastar_state* state, uint32_t index, int32_t x, int32_t y, fw_way* way )
{
	const fw_cluster* cluster = state->hierarchy->clusters[index];
	fw_local local;
	fw_hierarchy_local( state->hierarchy, cluster, state->kind, &local );
	uint8_t steps[FW_LOCAL_TILES];
	int32_t count = 0;
	const fw_local_tile from = { (uint8_t)( way->x - cluster->x ), (uint8_t)( way->y - cluster->y ) };
	const fw_local_tile to = { (uint8_t)( x - cluster->x ), (uint8_t)( y - cluster->y ) };
	const bool found = fw_local_search_path( &state->local, &local, from, to );
	// A file that was made up may hold ways that are none.
	way->status = way->status == FW_OK && !found ? FW_ERR_MISMATCH : way->status;
	int32_t at_x = to.x;
	int32_t at_y = to.y;
	while ( found && ( at_x != from.x || at_y != from.y ) )
	{
		const uint8_t step = state->local.from[fw_local_place( at_x, at_y )];
		steps[count++] = step;
		at_x -= fw_step_x[step];
		at_y -= fw_step_y[step];
	}
	while ( count > 0 )
	{
		count--;
		fw_way_go( way, fw_step_x[steps[count]], fw_step_y[steps[count]] );
	}
}

// A path of octile length.
static void go_octile( fw_way* way, fw_octile how, int32_t x, int32_t y )
{
	const int32_t dx = x - way->x;
	const int32_t dy = y - way->y;
	const int32_t across = abs( dx ) < abs( dy ) ? abs( dx ) : abs( dy );
	const int32_t diagonal_x = fw_sign_of( dx ) * across;
	const int32_t diagonal_y = fw_sign_of( dy ) * across;
	if ( how == FW_OCTILE_DIAGONAL_FIRST )
	{
		fw_way_go( way, diagonal_x, diagonal_y );
	}
	fw_way_go( way, dx - diagonal_x, dy - diagonal_y );
	if ( how == FW_OCTILE_STRAIGHT_FIRST )
	{
		fw_way_go( way, diagonal_x, diagonal_y );
	}
}

// The node furthest along the chain, counted down from `at`, to which a plain path leads from (x, y); `how` says which
// one. The next node where there is none.
static int32_t furthest( const fw_haastar_state* state, int32_t at, int32_t x, int32_t y, fw_octile* how )
{
	const fw_layer* plane = fw_hierarchy_plane( state->hierarchy, state->kind );
	int32_t best = at;
	*how = FW_OCTILE_NONE;
	for ( int32_t i = at, failed = 0; i >= 0 && failed < PULL_FAILURES && !state->hierarchy->has_costs; i-- )
	{
		int32_t to_x;
		int32_t to_y;
		fw_haastar_tile( state, state->trail[i], &to_x, &to_y );
		if ( abs( to_x - x ) > PULL_REACH || abs( to_y - y ) > PULL_REACH )
		{
			break;
		}
		const fw_octile found = fw_octile_path( plane, x, y, to_x, to_y );
		failed = found != FW_OCTILE_NONE ? 0 : failed + 1;
		if ( found != FW_OCTILE_NONE )
		{
			best = i;
			*how = found;
		}
	}
	return best;
}

fw_status fw_haastar_refine( fw_search* search, fw_haastar_state* state, fw_result* result )
{
	const int32_t count = trace_back( search, state );
	if ( count < 0 )
	{
		return FW_ERR_MEMORY;
	}
	fw_way way = { result, FW_OK, state->start_x, state->start_y, 0, 0 };
	uint32_t cluster = state->start_cluster;
	for ( int32_t i = count - 1; i >= 0 && way.status == FW_OK; i-- )
	{
		fw_octile how;
		i = furthest( state, i, way.x, way.y, &how );
		int32_t x;
		int32_t y;
		fw_haastar_tile( state, state->trail[i], &x, &y );
		const uint32_t next = state->nodes[state->trail[i]].cluster;
		if ( how != FW_OCTILE_NONE )
		{
			go_octile( &way, how, x, y );
		}
		else if ( next == cluster )
		{
			go_searched( state, cluster, x, y, &way );
		}
		else
		{
			fw_way_go( &way, x - way.x, y - way.y );
		}
		cluster = next;
	}
	fw_way_end( &way, search->query.goal );
	if ( state->hierarchy->has_costs )
	{
		const uint32_t cost = UINT32_MAX - state->nodes[FW_HAASTAR_GOAL].rest;
		result->cost = (double)cost / FW_LOCAL_ONE;
	}
	return way.status;
}

// SPDX-License-Identifier: MIT
// From a chain of abstract nodes to a path over tiles: each edge is looked up, or searched, in its cluster.
#include "search/haastar.h"
#include "search/way.h"

#include <stdlib.h>

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
static void go_searched( fw_haastar_state* state, const fw_cluster* cluster, const fw_local* local, int32_t x,
                         int32_t y, fw_way* way )
{
	uint8_t steps[FW_LOCAL_TILES];
	int32_t count = 0;
	const fw_local_tile from = { (uint8_t)( way->x - cluster->x ), (uint8_t)( way->y - cluster->y ) };
	const fw_local_tile to = { (uint8_t)( x - cluster->x ), (uint8_t)( y - cluster->y ) };
	const bool found = fw_local_search_path( &state->local, local, from, to );
	FW_ASSERT( found );
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

static void go_within( fw_haastar_state* state, uint32_t index, int32_t x, int32_t y, fw_way* way )
{
	const fw_cluster* cluster = state->hierarchy->clusters[index];
	const fw_local local = fw_cluster_local( cluster, state->class, fw_hierarchy_costs( state->hierarchy ) );
	const int32_t dx = x - way->x;
	const int32_t dy = y - way->y;
	const int32_t across = abs( dx ) < abs( dy ) ? abs( dx ) : abs( dy );
	const int32_t diagonal_x = fw_sign_of( dx ) * across;
	const int32_t diagonal_y = fw_sign_of( dy ) * across;
	const fw_octile plain =
	    local.costs != NULL
	        ? FW_OCTILE_NONE
	        : fw_local_octile_path( &local, way->x - cluster->x, way->y - cluster->y, x - cluster->x, y - cluster->y );
	switch ( plain )
	{
	case FW_OCTILE_DIAGONAL_FIRST:
		fw_way_go( way, diagonal_x, diagonal_y );
		fw_way_go( way, dx - diagonal_x, dy - diagonal_y );
		break;
	case FW_OCTILE_STRAIGHT_FIRST:
		fw_way_go( way, dx - diagonal_x, dy - diagonal_y );
		fw_way_go( way, diagonal_x, diagonal_y );
		break;
	default:
		go_searched( state, cluster, &local, x, y, way );
		break;
	}
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
		const fw_haastar_node* node = &state->nodes[state->trail[i]];
		if ( node->cluster == cluster )
		{
			go_within( state, cluster, node->x, node->y, &way );
		}
		else
		{
			fw_way_go( &way, node->x - way.x, node->y - way.y );
			cluster = node->cluster;
		}
	}
	fw_way_end( &way, search->query.goal );
	if ( state->hierarchy->has_costs )
	{
		const uint32_t cost = UINT32_MAX - state->nodes[FW_HAASTAR_GOAL].rest;
		result->cost = cost / 2378.0;
	}
	return way.status;
}

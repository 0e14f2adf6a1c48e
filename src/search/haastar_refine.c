// SPDX-License-Identifier: MIT
// From a chain of abstract nodes to a path over tiles: each edge is looked up, or searched, in its cluster.
#include "search/haastar.h"
#include "search/way.h"

#include <stdlib.h>

// A chain is pulled straight over so many tiles at most, and until so many nodes in a row cannot be reached.
#define PULL_REACH 64
#define PULL_FAILURES 2

static bool add_point( fw_search* search, fw_haastar_state* state, int32_t x, int32_t y )
{
	const uint32_t point = (uint32_t)x << 16 | (uint32_t)y;
	if ( state->point_count > 0 && state->points[state->point_count - 1] == point )
	{
		return true;
	}
	if ( !FW_GROW( &search->allocator, &state->points, &state->point_capacity, state->point_count + 1 ) )
	{
		return false;
	}
	state->points[state->point_count++] = point;
	return true;
}

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

// Adds the lower nodes between two tiles of an upper cluster.
static fw_status add_window( fw_search* search, fw_haastar_state* state, uint32_t upper, int32_t x, int32_t y,
                             const int32_t* to )
{
	const fw_cluster* cluster = state->clusters[upper];
	const fw_rect clusters = fw_upper_clusters( state->hierarchy, cluster->x / state->side, cluster->y / state->side );
	fw_window* window = &state->window;
	if ( !fw_window_search( window, &search->allocator, state->hierarchy, state->kind, clusters, x, y, to ) )
	{
		return FW_ERR_MEMORY;
	}
	if ( window->goal_g == FW_LOCAL_FAR )
	{
		return FW_ERR_MISMATCH; // only where the file was made up that the hierarchy comes from
	}
	// The heap is done with, and has room for all nodes.
	int32_t count = 0;
	for ( uint32_t node = window->goal_parent; node != FW_WINDOW_NONE; node = window->parent[node] )
	{
		window->heap[count++] = node;
	}
	bool ok = true;
	while ( count > 0 && ok )
	{
		int32_t node_x;
		int32_t node_y;
		fw_window_tile( window, (uint32_t)window->heap[--count], &node_x, &node_y );
		ok = add_point( search, state, node_x, node_y );
	}
	return ok ? FW_OK : FW_ERR_MEMORY;
}

fw_status fw_haastar_points( fw_search* search, fw_haastar_state* state )
{
	const int32_t count = trace_back( search, state );
	fw_status status = count < 0 ? FW_ERR_MEMORY : FW_OK;
	int32_t x = state->start_x;
	int32_t y = state->start_y;
	uint32_t cluster = state->start_cluster;
	state->point_count = 0;
	for ( int32_t i = count - 1; i >= 0 && status == FW_OK; i-- )
	{
		int32_t next[2];
		fw_haastar_tile( state, state->trail[i], &next[0], &next[1] );
		const uint32_t next_cluster = state->nodes[state->trail[i]].cluster;
		if ( state->is_upper && next_cluster == cluster )
		{
			status = add_window( search, state, cluster, x, y, next );
		}
		if ( status == FW_OK && !add_point( search, state, next[0], next[1] ) )
		{
			status = FW_ERR_MEMORY;
		}
		x = next[0];
		y = next[1];
		cluster = next_cluster;
	}
	return status;
}

// Goes from where the way is to another tile of the cluster, as a search there found it.
static void go_searched( fw_haastar_state* state, int32_t x, int32_t y, fw_way* way )
{
	const fw_hierarchy* hierarchy = state->hierarchy;
	const int32_t side = hierarchy->def.cluster;
	const fw_cluster* cluster = hierarchy->clusters[y / side * hierarchy->columns + x / side];
	fw_local local;
	fw_hierarchy_local( hierarchy, cluster, state->kind, &local );
	fw_steps_prepare( &state->window.local.steps );
	uint8_t steps[FW_LOCAL_TILES];
	int32_t count = 0;
	const fw_local_tile from = { (uint8_t)( way->x - cluster->x ), (uint8_t)( way->y - cluster->y ) };
	const fw_local_tile to = { (uint8_t)( x - cluster->x ), (uint8_t)( y - cluster->y ) };
	const bool found = fw_local_search_path( &state->window.local, &local, from, to );
	// A file that was made up may hold ways that are none.
	way->status = way->status == FW_OK && !found ? FW_ERR_MISMATCH : way->status;
	int32_t at_x = to.x;
	int32_t at_y = to.y;
	while ( found && ( at_x != from.x || at_y != from.y ) )
	{
		const uint8_t step = state->window.local.from[fw_local_place( at_x, at_y )];
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

// The point furthest along the chain, from `at` on, to which a plain path leads from (x, y); `how` says which one. `at`
// where there is none.
static int32_t furthest( const fw_haastar_state* state, int32_t at, int32_t x, int32_t y, fw_octile* how )
{
	const fw_layer* plane = fw_hierarchy_plane( state->hierarchy, state->kind );
	int32_t best = at;
	*how = FW_OCTILE_NONE;
	int32_t failed = 0;
	for ( int32_t i = at; i < state->point_count && failed < PULL_FAILURES && !state->hierarchy->has_costs; i++ )
	{
		const int32_t to_x = (int32_t)( state->points[i] >> 16 );
		const int32_t to_y = (int32_t)( state->points[i] & 0xFFFF );
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
	fw_way way = { result, fw_haastar_points( search, state ), state->start_x, state->start_y, 0, 0 };
	const int32_t side = state->hierarchy->def.cluster;
	for ( int32_t i = 0; i < state->point_count && way.status == FW_OK; i++ )
	{
		fw_octile how;
		i = furthest( state, i, way.x, way.y, &how );
		const int32_t x = (int32_t)( state->points[i] >> 16 );
		const int32_t y = (int32_t)( state->points[i] & 0xFFFF );
		if ( how != FW_OCTILE_NONE )
		{
			go_octile( &way, how, x, y );
		}
		else if ( x / side == way.x / side && y / side == way.y / side )
		{
			go_searched( state, x, y, &way );
		}
		else
		{
			fw_way_go( &way, x - way.x, y - way.y );
		}
	}
	fw_way_end( &way, search->query.goal );
	if ( state->hierarchy->has_costs )
	{
		const uint32_t cost = UINT32_MAX - state->nodes[FW_HAASTAR_GOAL].rest;
		result->cost = (double)cost / FW_LOCAL_ONE;
	}
	return way.status;
}

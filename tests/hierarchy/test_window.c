// SPDX-License-Identifier: MIT
// Searches over the nodes of a few clusters, which follow only successor sets: against rounds over all edges.
#include "hierarchy/window.h"
#include "support_hierarchy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// All nodes of a window with their numbers there, and their costs from the start.
typedef struct reference
{
	const fw_hierarchy* hierarchy;
	int32_t kind;
	fw_rect clusters;
	int32_t first[16 * 16 + 1];
	uint32_t* g; // [first[clusters]]
} reference;

static const fw_cluster* cluster_of( const reference* r, int32_t slot )
{
	return fw_hierarchy_cluster_in( r->hierarchy, r->clusters, slot );
}

static void reference_open( reference* r )
{
	const int32_t count = r->clusters.width * r->clusters.height;
	r->first[0] = 0;
	for ( int32_t slot = 0; slot < count; slot++ )
	{
		r->first[slot + 1] = r->first[slot] + cluster_of( r, slot )->node_count;
	}
	r->g = malloc( ( (size_t)r->first[count] + 1 ) * sizeof( *r->g ) );
	assert_non_null( r->g );
	memset( r->g, 0xFF, (size_t)r->first[count] * sizeof( *r->g ) );
}

// The node at the other end of an edge; -1 if it lies outside the window.
static int32_t end_of( const reference* r, int32_t slot, const fw_abstract_edge* edge )
{
	if ( edge->side == FW_SIDE_NONE )
	{
		return r->first[slot] + edge->to;
	}
	const int32_t x = slot % r->clusters.width + fw_step_x[2 * edge->side];
	const int32_t y = slot / r->clusters.width + fw_step_y[2 * edge->side];
	if ( x < 0 || y < 0 || x >= r->clusters.width || y >= r->clusters.height )
	{
		return -1;
	}
	const int32_t next = y * r->clusters.width + x;
	return r->first[next] + fw_cluster_side( cluster_of( r, next ), fw_side_opposite( edge->side ) )[edge->to];
}

// One round over all edges (R. Bellman, 1958). False if nothing got cheaper.
static bool improve_all( reference* r )
{
	bool changed = false;
	for ( int32_t slot = 0; slot < r->clusters.width * r->clusters.height; slot++ )
	{
		const fw_cluster* cluster = cluster_of( r, slot );
		const fw_abstract_node* nodes = fw_cluster_nodes( cluster );
		for ( int32_t i = 0; i < cluster->node_count; i++ )
		{
			const uint32_t g = r->g[r->first[slot] + i];
			for ( uint32_t e = nodes[i].first_edge; e < nodes[i + 1].first_edge && g != FW_LOCAL_FAR; e++ )
			{
				const fw_abstract_edge* edge = &fw_cluster_edges( cluster )[e];
				const int32_t to = end_of( r, slot, edge );
				if ( to >= 0 && fw_class_serves( &r->hierarchy->classes, edge->unit_class, r->kind ) &&
				     g + edge->cost < r->g[to] )
				{
					r->g[to] = g + edge->cost;
					changed = true;
				}
			}
		}
	}
	return changed;
}

// The cost from the start of the tile that is a node of a cluster of the window.
static uint32_t cost_at( const reference* r, int32_t slot, int32_t node )
{
	return r->g[r->first[slot] + node];
}

static void check_all_nodes( const reference* r, const fw_window* window )
{
	for ( int32_t slot = 0; slot < r->clusters.width * r->clusters.height; slot++ )
	{
		const fw_cluster* cluster = cluster_of( r, slot );
		for ( int32_t i = 0; i < cluster->node_count; i++ )
		{
			const fw_abstract_node* node = &fw_cluster_nodes( cluster )[i];
			assert_int_equal( fw_window_g( window, cluster->x + node->x, cluster->y + node->y ),
			                  cost_at( r, slot, i ) );
		}
	}
}

// The route to the goal: an edge leads from each node to the next, and the costs add up.
static void check_route( const reference* r, const fw_window* window, uint32_t cost )
{
	assert_int_equal( window->goal_g, cost );
	if ( cost == FW_LOCAL_FAR )
	{
		return;
	}
	for ( uint32_t node = window->goal_parent; node != FW_WINDOW_NONE; node = window->nodes[node].parent )
	{
		const uint32_t parent = window->nodes[node].parent;
		assert_true( window->nodes[node].g >= r->g[node] );
		assert_true( parent == FW_WINDOW_NONE ? window->nodes[node].g == 0
		                                      : window->nodes[parent].g < window->nodes[node].g );
	}
	assert_int_equal( window->nodes[window->goal_parent].g, cost );
}

// From random nodes of random windows to all others, and to one.
static void check_windows( const fw_hierarchy* hierarchy, test_random* random, fw_window* window, int32_t* compared )
{
	const fw_allocator allocator = fw_default_allocator();
	reference r = { .hierarchy = hierarchy, .kind = test_random_int( random, hierarchy->classes.count ) };
	r.clusters.x = test_random_int( random, hierarchy->columns );
	r.clusters.y = test_random_int( random, hierarchy->rows );
	const int32_t right = hierarchy->columns - r.clusters.x;
	const int32_t below = hierarchy->rows - r.clusters.y;
	r.clusters.width = 1 + test_random_int( random, right < 16 ? right : 16 );
	r.clusters.height = 1 + test_random_int( random, below < 16 ? below : 16 );
	reference_open( &r );
	const int32_t slots = r.clusters.width * r.clusters.height;
	const int32_t slot = test_random_int( random, slots );
	const int32_t goal_slot = test_random_int( random, slots );
	const fw_cluster* from = cluster_of( &r, slot );
	const fw_cluster* to = cluster_of( &r, goal_slot );
	const int32_t node = from->node_count > 0 ? test_random_int( random, from->node_count ) : -1;
	const int32_t goal_node = to->node_count > 0 ? test_random_int( random, to->node_count ) : -1;
	const int32_t x = node >= 0 ? from->x + fw_cluster_nodes( from )[node].x : 0;
	const int32_t y = node >= 0 ? from->y + fw_cluster_nodes( from )[node].y : 0;
	if ( node >= 0 && fw_hierarchy_stands( hierarchy, r.kind, x, y ) )
	{
		r.g[r.first[slot] + node] = 0;
		while ( improve_all( &r ) )
		{
		}
		assert_true( fw_window_search( window, &allocator, hierarchy, r.kind, r.clusters, x, y, NULL ) );
		check_all_nodes( &r, window );
		*compared += r.first[slots];
		const int32_t goal[] = { to->x + ( goal_node >= 0 ? fw_cluster_nodes( to )[goal_node].x : 0 ),
		                         to->y + ( goal_node >= 0 ? fw_cluster_nodes( to )[goal_node].y : 0 ) };
		// Within one cluster the cost is measured over tiles instead.
		if ( goal_node >= 0 && goal_slot != slot && fw_hierarchy_stands( hierarchy, r.kind, goal[0], goal[1] ) )
		{
			assert_true( fw_window_search( window, &allocator, hierarchy, r.kind, r.clusters, x, y, goal ) );
			check_route( &r, window, cost_at( &r, goal_slot, goal_node ) );
		}
	}
	free( r.g );
}

static void successor_sets_lose_nothing( void** state )
{
	(void)state;
	test_random random = test_random_make( 81 );
	fw_window* window = calloc( 1, sizeof( *window ) );
	assert_non_null( window );
	int32_t compared = 0;
	for ( int32_t round = 0; round < test_rounds( 1500 ); round++ )
	{
		fw_grid* grid = test_random_world_of( &random, 20, 80 );
		if ( round % 3 == 0 )
		{
			fw_terrain terrain = *fw_grid_terrain( grid, FW_TERRAIN_SWAMP );
			terrain.cost = 2.5;
			assert_int_equal( fw_grid_set_terrain( grid, FW_TERRAIN_SWAMP, &terrain, NULL ), FW_OK );
			assert_int_equal( fw_grid_fill( grid, ( fw_rect ){ 2, 3, 9, 8 }, FW_TERRAIN_SWAMP, NULL ), FW_OK );
		}
		const fw_hierarchy_def def = test_random_hierarchy( &random );
		fw_hierarchy* hierarchy = NULL;
		assert_int_equal( fw_hierarchy_create( grid, &def, &hierarchy, NULL ), FW_OK );
		for ( int32_t i = 0; i < 20; i++ )
		{
			check_windows( hierarchy, &random, window, &compared );
		}
		fw_hierarchy_destroy( hierarchy );
		fw_grid_destroy( grid );
	}
	assert_true( compared > test_rounds( 50000 ) );
	const fw_allocator allocator = fw_default_allocator();
	fw_window_hold( &( fw_holdings ){ .allocator = &allocator }, window );
	free( window );
}

int run_test_window( void )
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test( successor_sets_lose_nothing ),
	};
	return cmocka_run_group_tests( tests, NULL, NULL );
}

// SPDX-License-Identifier: MIT
// A* (P. E. Hart, N. J. Nilsson, B. Raphael, 1968) over the nodes of a few clusters; without a goal, Dijkstra's
// algorithm. As in the search over the whole hierarchy, only edges that can follow one another on a shortest path are
// tried one after the other, and a node that only leads over a border gives way to the one behind it.
#include "hierarchy/window.h"

#include <string.h>

void fw_window_free( fw_window* window, const fw_allocator* allocator )
{
	fw_free( allocator, window->nodes, (size_t)window->node_capacity, sizeof( *window->nodes ) );
	fw_open_free( &window->open, allocator );
	window->open = ( fw_open_list ){ 0 };
	window->nodes = NULL;
}

size_t fw_window_memory( const fw_window* window )
{
	return (size_t)window->node_capacity * sizeof( *window->nodes ) + fw_open_memory( &window->open );
}

void fw_hierarchy_distances( fw_local_search* local, const fw_hierarchy* hierarchy, int32_t unit_class,
                             uint32_t cluster, int32_t x, int32_t y, const fw_local_tile* other, uint32_t* distances )
{
	const fw_cluster* of = hierarchy->clusters[cluster];
	const fw_local_tile from = { (uint8_t)( x - of->x ), (uint8_t)( y - of->y ) };
	fw_local_tile tiles[FW_CLUSTER_NODES + 1];
	int32_t count = of->node_count;
	for ( int32_t i = 0; i < count; i++ )
	{
		tiles[i] = ( fw_local_tile ){ fw_cluster_nodes( of )[i].x, fw_cluster_nodes( of )[i].y };
	}
	if ( other != NULL )
	{
		tiles[count++] = *other;
	}
	if ( hierarchy->has_costs || !fw_local_plain_distances( fw_hierarchy_plane( hierarchy, unit_class ), of->x, of->y,
	                                                        from, tiles, count, distances ) )
	{
		fw_local tile_bits;
		fw_steps_prepare( &local->steps );
		fw_hierarchy_local( hierarchy, of, unit_class, &tile_bits );
		fw_local_distances( local, &tile_bits, from, tiles, count, distances );
	}
}

static int32_t slot_of( const fw_window* window, int32_t cx, int32_t cy )
{
	return ( cy - window->clusters.y ) * window->clusters.width + cx - window->clusters.x;
}

static const fw_cluster* cluster_in( const fw_window* window, int32_t slot )
{
	return fw_hierarchy_cluster_in( window->hierarchy, window->clusters, slot );
}

uint32_t fw_window_g( const fw_window* window, int32_t cx, int32_t cy, int32_t local )
{
	return window->nodes[window->first[slot_of( window, cx, cy )] + (uint32_t)local].g;
}

void fw_window_tile( const fw_window* window, uint32_t node, int32_t* x, int32_t* y )
{
	const int32_t slot = (int32_t)window->nodes[node].slot;
	const fw_cluster* cluster = cluster_in( window, slot );
	const fw_abstract_node* at = &fw_cluster_nodes( cluster )[node - window->first[slot]];
	*x = cluster->x + at->x;
	*y = cluster->y + at->y;
}

// Room for all nodes of the window. False when memory is out.
static bool begin( fw_window* window, const fw_allocator* allocator )
{
	const int32_t clusters = window->clusters.width * window->clusters.height;
	uint32_t nodes = 0;
	FW_ASSERT( clusters <= FW_WINDOW_CLUSTERS );
	for ( int32_t slot = 0; slot < clusters; slot++ )
	{
		window->first[slot] = nodes;
		nodes += cluster_in( window, slot )->node_count;
	}
	window->first[clusters] = nodes;
	if ( !FW_GROW( allocator, &window->nodes, &window->node_capacity, (int32_t)nodes ) )
	{
		return false;
	}
	for ( int32_t slot = 0; slot < clusters; slot++ )
	{
		for ( uint32_t node = window->first[slot]; node < window->first[slot + 1]; node++ )
		{
			window->nodes[node].g = FW_LOCAL_FAR;
			window->nodes[node].slot = (uint32_t)slot;
		}
	}
	window->allocator = allocator;
	fw_open_clear( &window->open );
	window->is_full = false;
	window->goal_g = FW_LOCAL_FAR;
	window->goal_parent = FW_WINDOW_NONE;
	return true;
}

// Notes a shorter path to a node. False where it is none.
static bool improve( fw_window* window, uint32_t node, uint32_t g, uint32_t parent, uint32_t successors )
{
	fw_window_node* at = &window->nodes[node];
	const bool shorter = g < at->g;
	if ( shorter )
	{
		*at = ( fw_window_node ){ g, parent, successors, at->slot };
	}
	return shorter;
}

static void open_node( fw_window* window, const fw_cluster* cluster, uint32_t node, uint32_t local, uint32_t g,
                       const int32_t* goal )
{
	const fw_abstract_node* at = &fw_cluster_nodes( cluster )[local];
	const uint32_t h = goal != NULL ? fw_local_octile( cluster->x + at->x - goal[0], cluster->y + at->y - goal[1] ) : 0;
	const bool ok = fw_open_push( &window->open, window->allocator, NULL, fw_open_key( g + h, g + h ), node );
	window->is_full = window->is_full || !ok;
}

// What lies across the sides of a cluster from a node.
static void cross( fw_window* window, const fw_cluster* cluster, int32_t slot, uint32_t local, const int32_t* goal )
{
	const uint32_t node = window->first[slot] + local;
	const fw_abstract_node* at = &fw_cluster_nodes( cluster )[local];
	const fw_abstract_edge* edge = fw_cluster_edges( cluster ) + at->first_edge + at->intra_edges;
	const fw_abstract_edge* end = fw_cluster_edges( cluster ) + at[1].first_edge;
	const int32_t column = slot % window->clusters.width;
	const int32_t row = slot / window->clusters.width;
	for ( ; edge < end; edge++ )
	{
		const int32_t x = column + fw_step_x[2 * edge->side];
		const int32_t y = row + fw_step_y[2 * edge->side];
		if ( !fw_class_serves( &window->hierarchy->classes, edge->unit_class, window->unit_class ) ||
		     window->nodes[node].g > FW_LOCAL_COST_MAX - edge->cost || x < 0 || y < 0 || x >= window->clusters.width ||
		     y >= window->clusters.height )
		{
			continue;
		}
		const int32_t next = y * window->clusters.width + x;
		const fw_cluster* other = cluster_in( window, next );
		const uint8_t to = fw_cluster_side( other, fw_side_opposite( edge->side ) )[edge->to];
		const uint32_t g = window->nodes[node].g + edge->cost;
		if ( improve( window, window->first[next] + to, g, node, edge->successors ) )
		{
			open_node( window, other, window->first[next] + to, to, g, goal );
		}
	}
}

// The other nodes of the cluster that shortest paths over this one lead to, and what lies across its sides. A node that
// only leads across does not wait on the heap.
static void expand( fw_window* window, uint32_t node, int32_t goal_slot, const int32_t* goal )
{
	const int32_t slot = (int32_t)window->nodes[node].slot;
	const fw_cluster* cluster = cluster_in( window, slot );
	const uint32_t local = node - window->first[slot];
	const fw_abstract_node* at = &fw_cluster_nodes( cluster )[local];
	const fw_abstract_edge* edge = fw_cluster_edges( cluster ) + at->first_edge;
	const uint32_t successors = window->nodes[node].successors;
	for ( int32_t i = 0; i < at->intra_edges; i++, edge++ )
	{
		if ( !fw_successors_has( successors, i ) ||
		     !fw_class_serves( &window->hierarchy->classes, edge->unit_class, window->unit_class ) ||
		     window->nodes[node].g > FW_LOCAL_COST_MAX - edge->cost )
		{
			continue;
		}
		const uint32_t g = window->nodes[node].g + edge->cost;
		const uint32_t next = window->first[slot] + edge->to;
		if ( !improve( window, next, g, node, edge->successors ) )
		{
			continue;
		}
		if ( slot == goal_slot ||
		     fw_successors_within( edge->successors, &fw_cluster_nodes( cluster )[edge->to] ) != 0 )
		{
			open_node( window, cluster, next, edge->to, g, goal );
		}
		else
		{
			cross( window, cluster, slot, edge->to, goal );
		}
	}
	cross( window, cluster, slot, local, goal );
}

// Distances from a tile to the nodes of its cluster, and to another tile there. A node leads to the others by its
// edges.
static void measure( fw_window* window, int32_t x, int32_t y, const fw_local_tile* other, uint32_t* distances )
{
	const fw_hierarchy* hierarchy = window->hierarchy;
	const int32_t side = hierarchy->def.cluster;
	const uint32_t index = (uint32_t)( y / side * hierarchy->columns + x / side );
	const fw_cluster* cluster = hierarchy->clusters[index];
	const int32_t node = other == NULL ? fw_cluster_node( cluster, x, y ) : -1;
	if ( node < 0 )
	{
		fw_hierarchy_distances( &window->local, hierarchy, window->unit_class, index, x, y, other, distances );
		return;
	}
	memset( distances, 0xFF, cluster->node_count * sizeof( *distances ) );
	distances[node] = 0;
}

// Seeds the search, and measures the distances to the goal. Returns the goal's place among the clusters, -1 without
// one.
static int32_t seed( fw_window* window, int32_t x, int32_t y, const int32_t* goal, uint32_t* goal_distances )
{
	const fw_hierarchy* hierarchy = window->hierarchy;
	const int32_t side = hierarchy->def.cluster;
	const int32_t slot = slot_of( window, x / side, y / side );
	const fw_cluster* cluster = cluster_in( window, slot );
	uint32_t distances[FW_CLUSTER_NODES + 1];
	int32_t goal_slot = -1;
	fw_local_tile same = { 0, 0 };
	if ( goal != NULL )
	{
		goal_slot = slot_of( window, goal[0] / side, goal[1] / side );
		measure( window, goal[0], goal[1], NULL, goal_distances );
		same = ( fw_local_tile ){ (uint8_t)( goal[0] % side ), (uint8_t)( goal[1] % side ) };
	}
	measure( window, x, y, goal_slot == slot ? &same : NULL, distances );
	window->goal_g = goal_slot == slot ? distances[cluster->node_count] : FW_LOCAL_FAR;
	for ( int32_t i = 0; i < cluster->node_count; i++ )
	{
		if ( distances[i] != FW_LOCAL_FAR )
		{
			improve( window, window->first[slot] + (uint32_t)i, distances[i], FW_WINDOW_NONE, UINT32_MAX );
			open_node( window, cluster, window->first[slot] + (uint32_t)i, (uint32_t)i, distances[i], goal );
		}
	}
	return goal_slot;
}

bool fw_window_search( fw_window* window, const fw_allocator* allocator, const fw_hierarchy* hierarchy,
                       int32_t unit_class, fw_rect clusters, int32_t x, int32_t y, const int32_t* goal )
{
	uint32_t goal_distances[FW_CLUSTER_NODES + 1];
	window->hierarchy = hierarchy;
	window->unit_class = unit_class;
	window->clusters = clusters;
	if ( !begin( window, allocator ) )
	{
		return false;
	}
	const int32_t goal_slot = seed( window, x, y, goal, goal_distances );
	while ( !fw_open_is_empty( &window->open ) && fw_open_first_f( &window->open ) < window->goal_g )
	{
		const fw_open_entry top = fw_open_pop( &window->open, NULL );
		const uint32_t node = top.node;
		int32_t nx;
		int32_t ny;
		fw_window_tile( window, node, &nx, &ny );
		const uint32_t h = goal != NULL ? fw_local_octile( nx - goal[0], ny - goal[1] ) : 0;
		if ( fw_open_f( &top ) != window->nodes[node].g + h )
		{
			continue; // a shorter path was found since
		}
		const uint32_t first = goal_slot >= 0 ? window->first[goal_slot] : 0;
		if ( goal_slot >= 0 && node >= first && node < window->first[goal_slot + 1] &&
		     goal_distances[node - first] != FW_LOCAL_FAR &&
		     window->nodes[node].g + goal_distances[node - first] < window->goal_g )
		{
			window->goal_g = window->nodes[node].g + goal_distances[node - first];
			window->goal_parent = node;
		}
		expand( window, node, goal_slot, goal );
	}
	return !window->is_full;
}

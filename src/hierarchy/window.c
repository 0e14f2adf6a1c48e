// SPDX-License-Identifier: MIT
// A* (P. E. Hart, N. J. Nilsson, B. Raphael, 1968) over the nodes of some clusters; without a goal, Dijkstra's
// algorithm. As in the search over the whole hierarchy, only edges that can follow one another on a shortest path are
// tried one after the other, and a node that only leads over a border gives way to the one behind it.
#include "hierarchy/window.h"

#include <string.h>

void fw_window_hold( fw_holdings* holdings, fw_window* window )
{
	fw_short_hold( holdings, &window->local.open );
	FW_HOLD( holdings, window->first, window->first_capacity );
	FW_HOLD( holdings, window->nodes, window->node_capacity );
	fw_open_hold( holdings, &window->open );
}

bool fw_hierarchy_distances( fw_local_search* local, const fw_allocator* allocator, const fw_hierarchy* hierarchy,
                             int32_t unit_class, uint32_t cluster, int32_t x, int32_t y, const fw_local_tile* other,
                             uint32_t* distances )
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
	if ( !hierarchy->has_costs && fw_local_plain_distances( fw_hierarchy_plane( hierarchy, unit_class ), of->x, of->y,
	                                                        from, tiles, count, distances ) )
	{
		return true;
	}
	fw_local tile_bits;
	fw_steps_prepare( &local->steps );
	fw_hierarchy_local( hierarchy, of, unit_class, &tile_bits );
	return fw_local_distances( local, allocator, &tile_bits, from, tiles, count, distances );
}

// The place of a tile's cluster in the window.
static int32_t slot_of( const fw_window* window, int32_t x, int32_t y )
{
	const int32_t side = window->hierarchy->def.cluster;
	return ( y / side - window->clusters.y ) * window->clusters.width + x / side - window->clusters.x;
}

static const fw_cluster* cluster_in( const fw_window* window, int32_t slot )
{
	return fw_hierarchy_cluster_in( window->hierarchy, window->clusters, slot );
}

uint32_t fw_window_g( const fw_window* window, int32_t x, int32_t y )
{
	const int32_t slot = slot_of( window, x, y );
	const int32_t node = fw_cluster_node( cluster_in( window, slot ), x, y );
	FW_ASSERT( node >= 0 );
	return window->nodes[window->first[slot] + (uint32_t)node].g;
}

void fw_window_tile( const fw_window* window, uint32_t node, int32_t* x, int32_t* y )
{
	const int32_t slot = (int32_t)window->nodes[node].slot;
	const fw_cluster* cluster = cluster_in( window, slot );
	const fw_abstract_node* at = &fw_cluster_nodes( cluster )[node - window->first[slot]];
	*x = cluster->x + at->x;
	*y = cluster->y + at->y;
}

bool fw_window_begin( fw_window* window, const fw_allocator* allocator, const fw_hierarchy* hierarchy,
                      int32_t unit_class, fw_rect clusters )
{
	const int32_t slots = clusters.width * clusters.height;
	uint32_t nodes = 0;
	window->allocator = allocator;
	window->hierarchy = hierarchy;
	window->unit_class = unit_class;
	window->clusters = clusters;
	window->goal = NULL;
	window->goal_slot = -1;
	window->goal_g = FW_LOCAL_FAR;
	window->goal_parent = FW_WINDOW_NONE;
	fw_open_clear( &window->open );
	if ( !FW_GROW( allocator, &window->first, &window->first_capacity, slots + 1 ) )
	{
		return false;
	}
	for ( int32_t slot = 0; slot < slots; slot++ )
	{
		window->first[slot] = nodes;
		nodes += cluster_in( window, slot )->node_count;
	}
	window->first[slots] = nodes;
	if ( !FW_GROW( allocator, &window->nodes, &window->node_capacity, (int32_t)nodes ) )
	{
		return false;
	}
	for ( int32_t slot = 0; slot < slots; slot++ )
	{
		for ( uint32_t node = window->first[slot]; node < window->first[slot + 1]; node++ )
		{
			window->nodes[node].g = FW_LOCAL_FAR;
			window->nodes[node].slot = (uint32_t)slot;
		}
	}
	return true;
}

// Estimates the cost from a node to the goal.
FW_INLINE uint32_t estimate( const fw_window* window, uint32_t node )
{
	int32_t x, y;
	if ( window->goal == NULL )
	{
		return 0;
	}
	fw_window_tile( window, node, &x, &y );
	return fw_local_octile( x - window->goal[0], y - window->goal[1] );
}

FW_INLINE bool open_node( fw_window* window, uint32_t node )
{
	const uint32_t f = window->nodes[node].g + estimate( window, node );
	return fw_open_push( &window->open, window->allocator, NULL, fw_open_key( f, f ), node );
}

bool fw_window_start( fw_window* window, uint32_t node, uint32_t g )
{
	window->nodes[node] = ( fw_window_node ){ g, FW_WINDOW_NONE, UINT32_MAX, window->nodes[node].slot };
	return open_node( window, node );
}

// Notes the path over an edge where it is the shortest to its end so far.
FW_INLINE bool improve( fw_window* window, uint32_t node, const fw_abstract_edge* edge, uint32_t end )
{
	const uint32_t g = window->nodes[node].g;
	fw_window_node* to = &window->nodes[end];
	if ( !fw_class_serves( &window->hierarchy->classes, edge->unit_class, window->unit_class ) ||
	     g > FW_LOCAL_COST_MAX - edge->cost || g + edge->cost >= to->g )
	{
		return false;
	}
	*to = ( fw_window_node ){ g + edge->cost, node, edge->successors, to->slot };
	return true;
}

// Opens what lies across the sides of a cluster from a node.
static bool cross( fw_window* window, const fw_cluster* cluster, int32_t slot, uint32_t local )
{
	const uint32_t node = window->first[slot] + local;
	const fw_abstract_node* at = &fw_cluster_nodes( cluster )[local];
	const fw_abstract_edge* edge = fw_cluster_edges( cluster ) + at->first_edge + at->intra_edges;
	const fw_abstract_edge* end = fw_cluster_edges( cluster ) + at[1].first_edge;
	bool ok = true;
	for ( ; edge < end && ok; edge++ )
	{
		const int32_t beside = fw_slot_beside( window->clusters.width, window->clusters.height, slot, edge->side );
		if ( beside >= 0 )
		{
			const uint8_t* side = fw_cluster_side( cluster_in( window, beside ), fw_side_opposite( edge->side ) );
			const uint32_t next = window->first[beside] + side[edge->to];
			ok = !improve( window, node, edge, next ) || open_node( window, next );
		}
	}
	return ok;
}

// The other nodes of the cluster that shortest paths over this one lead to, and what lies across its sides. A node that
// only leads across does not wait on the heap.
static bool expand( fw_window* window, uint32_t node )
{
	const int32_t slot = (int32_t)window->nodes[node].slot;
	const fw_cluster* cluster = cluster_in( window, slot );
	const uint32_t local = node - window->first[slot];
	const fw_abstract_node* nodes = fw_cluster_nodes( cluster );
	const fw_abstract_node* at = &nodes[local];
	const fw_abstract_edge* edge = fw_cluster_edges( cluster ) + at->first_edge;
	const uint32_t successors = window->nodes[node].successors;
	bool ok = true;
	for ( int32_t i = 0; i < at->intra_edges && ok; i++, edge++ )
	{
		const uint32_t next = window->first[slot] + edge->to;
		if ( fw_successors_has( successors, i ) && improve( window, node, edge, next ) )
		{
			const bool leads_within = fw_successors_within( edge->successors, &nodes[edge->to] ) != 0;
			ok = slot == window->goal_slot || leads_within ? open_node( window, next )
			                                               : cross( window, cluster, slot, edge->to );
		}
	}
	return ok && cross( window, cluster, slot, local );
}

// Is there a shorter path to the goal over a node of its cluster, that far away?
static void reach_goal( fw_window* window, uint32_t node, uint32_t distance )
{
	const uint32_t g = window->nodes[node].g;
	if ( distance != FW_LOCAL_FAR && g + distance < window->goal_g )
	{
		window->goal_g = g + distance;
		window->goal_parent = node;
	}
}

bool fw_window_run( fw_window* window )
{
	bool ok = true;
	while ( !fw_open_is_empty( &window->open ) && fw_open_first_f( &window->open ) < window->goal_g && ok )
	{
		const fw_open_entry top = fw_open_pop( &window->open, NULL );
		if ( fw_open_f( &top ) != window->nodes[top.node].g + estimate( window, top.node ) )
		{
			continue; // a shorter path was found since
		}
		if ( (int32_t)window->nodes[top.node].slot == window->goal_slot )
		{
			reach_goal( window, top.node, window->goal_distances[top.node - window->first[window->goal_slot]] );
		}
		ok = expand( window, top.node );
	}
	return ok;
}

// Distances from a tile to the nodes of its cluster, and to another tile there. A node leads to the others by its
// edges. False when memory is out.
static bool measure( fw_window* window, int32_t x, int32_t y, const fw_local_tile* other, uint32_t* distances )
{
	const fw_hierarchy* hierarchy = window->hierarchy;
	const uint32_t index = (uint32_t)fw_hierarchy_index( hierarchy, x, y );
	const fw_cluster* cluster = hierarchy->clusters[index];
	const int32_t node = other == NULL ? fw_cluster_node( cluster, x, y ) : -1;
	if ( node < 0 )
	{
		return fw_hierarchy_distances( &window->local, window->allocator, hierarchy, window->unit_class, index, x, y,
		                               other, distances );
	}
	memset( distances, 0xFF, cluster->node_count * sizeof( *distances ) );
	distances[node] = 0;
	return true;
}

bool fw_window_search( fw_window* window, const fw_allocator* allocator, const fw_hierarchy* hierarchy,
                       int32_t unit_class, fw_rect clusters, int32_t x, int32_t y, const int32_t* goal )
{
	if ( !fw_window_begin( window, allocator, hierarchy, unit_class, clusters ) )
	{
		return false;
	}
	const int32_t side = hierarchy->def.cluster;
	const int32_t slot = slot_of( window, x, y );
	const int32_t count = cluster_in( window, slot )->node_count;
	uint32_t distances[FW_CLUSTER_NODES + 1];
	fw_local_tile same = { 0, 0 };
	bool ok = true;
	if ( goal != NULL )
	{
		window->goal = goal;
		window->goal_slot = slot_of( window, goal[0], goal[1] );
		ok = measure( window, goal[0], goal[1], NULL, window->goal_distances );
		same = ( fw_local_tile ){ (uint8_t)( goal[0] % side ), (uint8_t)( goal[1] % side ) };
	}
	if ( !ok || !measure( window, x, y, window->goal_slot == slot ? &same : NULL, distances ) )
	{
		return false;
	}
	window->goal_g = window->goal_slot == slot ? distances[count] : FW_LOCAL_FAR;
	for ( int32_t i = 0; i < count && ok; i++ )
	{
		ok = distances[i] == FW_LOCAL_FAR || fw_window_start( window, window->first[slot] + (uint32_t)i, distances[i] );
	}
	return ok && fw_window_run( window );
}

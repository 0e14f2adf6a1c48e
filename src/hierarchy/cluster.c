// SPDX-License-Identifier: MIT
// Clusters: their bits, nodes and edges, and strong dominance.
// Paper: D. Harabor, A. Botea, "Hierarchical Path Planning for Multi-Size Agents in Heterogeneous Environments" (2008).
// Differs from it: an edge serves whoever has its capabilities and perhaps more, so one that is as short for a class
// that serves many takes the place of those of all of these; and each edge knows which ones can follow it on a shortest
// path.
#include "hierarchy/hierarchy.h"

#include <stdlib.h>
#include <string.h>

// With weak dominance a path may take so many sixteenths of its shortest length before it gets an edge of its own.
// Chosen on bg512 (bench_haa): a fifth fewer edges than without, and paths longer by 0.4 %.
#define STRETCH 20

static int32_t demand_of( const fw_classes* classes, int32_t unit_class )
{
	// A class whose edges serve many comes early; of as many, the larger size.
	return FW_POPCOUNT64( classes->serves[unit_class] ) * FW_CLASS_MAX + unit_class % classes->size_count;
}

void fw_classes_make( fw_classes* classes, const fw_hierarchy_def* def )
{
	*classes = ( fw_classes ){
	    .count = def->capability_count * def->size_count,
	    .capability_count = def->capability_count,
	    .size_count = def->size_count,
	};
	memcpy( classes->capabilities, def->capabilities, sizeof( classes->capabilities ) );
	memcpy( classes->sizes, def->sizes, sizeof( classes->sizes ) );
	for ( int32_t a = 0; a < classes->count; a++ )
	{
		const uint32_t needed = classes->capabilities[a / classes->size_count];
		for ( int32_t b = 0; b < classes->count; b++ )
		{
			const bool able = ( needed & ~classes->capabilities[b / classes->size_count] ) == 0;
			const bool small = b % classes->size_count <= a % classes->size_count;
			classes->serves[a] |= (uint64_t)( able && small ) << b;
		}
	}
	for ( int32_t i = 0; i < classes->count; i++ )
	{
		int32_t at = i;
		for ( ; at > 0 && demand_of( classes, classes->by_demand[at - 1] ) < demand_of( classes, i ); at-- )
		{
			classes->by_demand[at] = classes->by_demand[at - 1];
		}
		classes->by_demand[at] = (uint8_t)i;
	}
}

void fw_cluster_scratch_hold( fw_holdings* holdings, fw_cluster_scratch* scratch )
{
	fw_short_hold( holdings, &scratch->search.open );
	FW_HOLD( holdings, scratch->draft.edges, scratch->draft.edge_capacity );
	FW_HOLD( holdings, scratch->pairs, scratch->pair_capacity );
}

static const uint8_t* terrain_at( const fw_hierarchy* hierarchy, int32_t x, int32_t y )
{
	return fw_grid_tiles( fw_hierarchy_grid( hierarchy ) ) + (size_t)y * (size_t)hierarchy->width + x;
}

void fw_cluster_bits_read( const fw_hierarchy* hierarchy, int32_t cx, int32_t cy, fw_cluster_bits* bits )
{
	const fw_rect tiles = fw_square_of( hierarchy->def.cluster, hierarchy->width, hierarchy->height, cx, cy );
	bits->tiles = tiles;
	for ( int32_t i = 0; i < hierarchy->classes.count && tiles.width > 0; i++ )
	{
		fw_local_read( &bits->of[i], fw_hierarchy_plane( hierarchy, i ), tiles.x, tiles.y, tiles.width, tiles.height );
		bits->of[i].costs = fw_hierarchy_costs( hierarchy );
		bits->of[i].terrain = terrain_at( hierarchy, tiles.x, tiles.y );
		bits->of[i].stride = hierarchy->width;
	}
}

static void find_transitions( const fw_hierarchy* hierarchy, int32_t cx, int32_t cy, fw_cluster_scratch* scratch )
{
	for ( int32_t side = 0; side < FW_SIDE_COUNT; side++ )
	{
		fw_cluster_bits* near = &scratch->near[side];
		fw_cluster_bits_read( hierarchy, cx + fw_step_x[2 * side], cy + fw_step_y[2 * side], near );
		scratch->transition_count[side] =
		    near->tiles.width == 0
		        ? 0
		        : fw_entrances_find( hierarchy, &scratch->own, near, side, scratch, scratch->transitions[side] );
	}
	for ( int32_t side = 0; side < FW_SIDE_COUNT && fw_around_matters( &hierarchy->def ); side++ )
	{
		fw_around_drop( hierarchy, cx, cy, side, scratch );
	}
}

fw_local_tile fw_cluster_border( const fw_cluster_bits* bits, int32_t side, int32_t at )
{
	const int32_t x = side == FW_SIDE_RIGHT ? bits->tiles.width - 1 : side == FW_SIDE_LEFT ? 0 : at;
	const int32_t y = side == FW_SIDE_DOWN ? bits->tiles.height - 1 : side == FW_SIDE_UP ? 0 : at;
	return ( fw_local_tile ){ (uint8_t)x, (uint8_t)y };
}

// Takes an edge into the lengths that edges make up together.
static void relax( fw_cluster_scratch* scratch, int32_t a, int32_t b, uint32_t cost )
{
	const int32_t n = scratch->draft.node_count;
	if ( cost >= scratch->known[a][b] )
	{
		return;
	}
	for ( int32_t i = 0; i < n; i++ )
	{
		const uint32_t to_a = scratch->known[i][a];
		const uint32_t to_b = scratch->known[i][b];
		for ( int32_t j = 0; j < n && ( to_a != FW_LOCAL_FAR || to_b != FW_LOCAL_FAR ); j++ )
		{
			const uint64_t over_a = (uint64_t)to_a + cost + scratch->known[b][j];
			const uint64_t over_b = (uint64_t)to_b + cost + scratch->known[a][j];
			const uint64_t least = over_a < over_b ? over_a : over_b;
			if ( least < scratch->known[i][j] )
			{
				scratch->known[i][j] = (uint32_t)least;
			}
		}
	}
}

static void begin_known( fw_cluster_scratch* scratch, const fw_classes* classes, int32_t unit_class )
{
	for ( int32_t i = 0; i < scratch->draft.node_count; i++ )
	{
		memset( scratch->known[i], 0xFF, (size_t)scratch->draft.node_count * sizeof( uint32_t ) );
		scratch->known[i][i] = 0;
		memset( scratch->direct[i], 0xFF, (size_t)scratch->draft.node_count * sizeof( uint32_t ) );
	}
	for ( int32_t i = 0; i < scratch->draft.edge_count; i++ )
	{
		const fw_built_edge* edge = &scratch->draft.edges[i];
		if ( fw_class_serves( classes, edge->unit_class, unit_class ) )
		{
			relax( scratch, edge->from, edge->to, edge->cost );
			uint32_t* direct = &scratch->direct[edge->from][edge->to];
			*direct = *direct < edge->cost ? *direct : edge->cost;
			scratch->direct[edge->to][edge->from] = *direct;
		}
	}
}

static int compare_pairs( const void* a, const void* b )
{
	const uint64_t x = *(const uint64_t*)a;
	const uint64_t y = *(const uint64_t*)b;
	return ( x > y ) - ( x < y );
}

// Strong dominance asks for an edge as short; with weak dominance, several edges will do, and a detour.
static bool is_dominated( fw_quality quality, const fw_cluster_scratch* scratch, int32_t a, int32_t b, uint32_t cost )
{
	return quality == FW_QUALITY_HIGH
	           ? scratch->direct[a][b] <= cost
	           : quality == FW_QUALITY_LOW && scratch->known[a][b] <= (uint64_t)cost * STRETCH / 16;
}

// The intra-edges of one class, shortest first: of those that can be left out, the long ones are.
static bool add_edges( const fw_hierarchy* hierarchy, int32_t unit_class, fw_cluster_scratch* scratch )
{
	const fw_allocator* allocator = &hierarchy->allocator;
	const fw_layer* plane = fw_hierarchy_plane( hierarchy, unit_class );
	const fw_local* local = &scratch->own.of[unit_class];
	uint32_t distances[FW_CLUSTER_NODES];
	fw_cluster_draft* draft = &scratch->draft;
	const int32_t n = draft->node_count;
	int32_t count = 0;
	if ( !FW_GROW( allocator, &scratch->pairs, &scratch->pair_capacity, n * n ) )
	{
		return false;
	}
	for ( int32_t i = 0; i < n; i++ )
	{
		if ( !fw_local_get( local, draft->nodes[i].x, draft->nodes[i].y ) )
		{
			continue;
		}
		const fw_local_tile from = draft->nodes[i];
		const fw_local_tile* rest = draft->nodes + i + 1;
		if ( ( hierarchy->has_costs ||
		       !fw_local_plain_distances( plane, draft->tiles.x, draft->tiles.y, from, rest, n - i - 1, distances ) ) &&
		     !fw_local_distances( &scratch->search, allocator, local, from, rest, n - i - 1, distances ) )
		{
			return false;
		}
		for ( int32_t j = i + 1; j < n; j++ )
		{
			const uint64_t cost = distances[j - i - 1];
			if ( cost != FW_LOCAL_FAR )
			{
				scratch->pairs[count++] = cost << 16 | (uint64_t)( i << 8 ) | (uint64_t)j;
			}
		}
	}
	if ( count > 1 )
	{
		qsort( scratch->pairs, (size_t)count, sizeof( *scratch->pairs ), compare_pairs );
	}
	begin_known( scratch, &hierarchy->classes, unit_class );
	for ( int32_t k = 0; k < count; k++ )
	{
		const int32_t i = (int32_t)( scratch->pairs[k] >> 8 & 255 );
		const int32_t j = (int32_t)( scratch->pairs[k] & 255 );
		const uint32_t cost = (uint32_t)( scratch->pairs[k] >> 16 );
		if ( is_dominated( hierarchy->def.quality, scratch, i, j, cost ) )
		{
			continue;
		}
		if ( !FW_PUSH( allocator, &draft->edges, &draft->edge_count, &draft->edge_capacity,
		               ( fw_built_edge ){ cost, (uint8_t)i, (uint8_t)j, (uint8_t)unit_class } ) )
		{
			return false;
		}
		relax( scratch, i, j, cost );
	}
	return true;
}

// Where each part of a cluster's block begins.
static uint32_t take( uint32_t* size, size_t bytes )
{
	const uint32_t at = ( *size + 7u ) & ~7u;
	*size = at + (uint32_t)bytes;
	return at;
}

fw_cluster* fw_cluster_create( const fw_cluster* head, const fw_hierarchy* hierarchy, bool is_upper )
{
	const bool has_terrain = hierarchy->has_costs && !is_upper;
	uint32_t size = sizeof( fw_cluster );
	fw_cluster laid = *head;
	laid.edges = take( &size, head->edge_count * sizeof( fw_abstract_edge ) );
	laid.nodes = take( &size, ( head->node_count + 1u ) * sizeof( fw_abstract_node ) );
	laid.inter_count = 0;
	for ( int32_t side = 0; side < FW_SIDE_COUNT; side++ )
	{
		laid.of_side[side] = size;
		laid.inter_count = (uint16_t)( laid.inter_count + head->side_count[side] );
		size += head->side_count[side];
	}
	laid.terrain = has_terrain ? size : 0;
	size += has_terrain ? (uint32_t)head->width * head->height : 0;
	laid.parts = size;
	size += is_upper ? 0 : (uint32_t)hierarchy->classes.count * ( head->node_count + 1u );
	laid.bytes = ( size + 7u ) & ~7u;
	// Zeroed, for clusters are compared as bytes.
	fw_cluster* made = fw_alloc_zero( &hierarchy->allocator, 1, laid.bytes );
	if ( made != NULL )
	{
		*made = laid;
		fw_holders_init( &made->holders );
		for ( int32_t y = 0; y < laid.height && has_terrain; y++ )
		{
			memcpy( (uint8_t*)made + laid.terrain + y * laid.width, terrain_at( hierarchy, laid.x, laid.y + y ),
			        laid.width );
		}
	}
	return made;
}

void fw_draft_begin( fw_cluster_draft* draft, fw_rect tiles )
{
	draft->tiles = tiles;
	draft->node_count = 0;
	draft->edge_count = 0;
	memset( draft->side_count, 0, sizeof( draft->side_count ) );
}

bool fw_draft_add_transition( fw_cluster_draft* draft, int32_t side, fw_local_tile tile, uint8_t unit_class )
{
	int32_t node = 0;
	while ( node < draft->node_count && ( draft->nodes[node].x != tile.x || draft->nodes[node].y != tile.y ) )
	{
		node++;
	}
	const int32_t at = draft->side_count[side];
	if ( node == FW_UPPER_NODES || at == FW_UPPER_NODES )
	{
		return false;
	}
	draft->nodes[node] = tile;
	draft->node_count = node == draft->node_count ? node + 1 : draft->node_count;
	draft->side_nodes[side][at] = (uint8_t)node;
	draft->side_classes[side][at] = unit_class;
	draft->side_count[side]++;
	return true;
}

// Of the step from a node over a side.
static uint32_t cross_cost( const fw_cluster_draft* draft, const fw_hierarchy* hierarchy, int32_t node, int32_t side )
{
	if ( !hierarchy->has_costs )
	{
		return FW_LOCAL_ONE;
	}
	const fw_grid* grid = fw_hierarchy_grid( hierarchy );
	const int32_t x = draft->tiles.x + draft->nodes[node].x;
	const int32_t y = draft->tiles.y + draft->nodes[node].y;
	const uint8_t here = fw_grid_get( grid, x, y );
	return hierarchy->costs.straight[here][fw_grid_get( grid, x + fw_step_x[2 * side], y + fw_step_y[2 * side] )];
}

// Edges in the order of their nodes: intra-edges, then transitions.
fw_cluster* fw_draft_finish( const fw_cluster_draft* draft, const fw_hierarchy* hierarchy, bool is_upper )
{
	fw_cluster head = {
	    .x = (int16_t)draft->tiles.x,
	    .y = (int16_t)draft->tiles.y,
	    .width = (uint8_t)draft->tiles.width,
	    .height = (uint8_t)draft->tiles.height,
	    .node_count = (uint8_t)draft->node_count,
	    .edge_count = 2 * (uint32_t)draft->edge_count,
	};
	for ( int32_t side = 0; side < FW_SIDE_COUNT; side++ )
	{
		head.side_count[side] = (uint8_t)draft->side_count[side];
		head.edge_count += head.side_count[side];
	}
	fw_cluster* made = fw_cluster_create( &head, hierarchy, is_upper );
	if ( made == NULL )
	{
		return NULL;
	}
	fw_abstract_edge* edges = fw_cluster_edges_of( made );
	fw_abstract_node* nodes = fw_cluster_nodes_of( made );
	uint32_t count = 0;
	for ( int32_t node = 0; node < draft->node_count; node++ )
	{
		const uint32_t first = count;
		for ( int32_t i = 0; i < draft->edge_count; i++ )
		{
			const fw_built_edge* edge = &draft->edges[i];
			if ( edge->from == node || edge->to == node )
			{
				const uint8_t to = edge->from == node ? edge->to : edge->from;
				edges[count++] = ( fw_abstract_edge ){ edge->cost, to, FW_SIDE_NONE, edge->unit_class, 0, 0 };
			}
		}
		nodes[node] =
		    ( fw_abstract_node ){ draft->nodes[node].x, draft->nodes[node].y, (uint16_t)( count - first ), first };
		for ( int32_t side = 0; side < FW_SIDE_COUNT; side++ )
		{
			for ( int32_t i = 0; i < draft->side_count[side]; i++ )
			{
				if ( draft->side_nodes[side][i] == node )
				{
					edges[count++] = ( fw_abstract_edge ){ cross_cost( draft, hierarchy, node, side ),
					                                       (uint8_t)i,
					                                       (uint8_t)side,
					                                       draft->side_classes[side][i],
					                                       0,
					                                       UINT32_MAX };
				}
			}
		}
	}
	nodes[draft->node_count] = ( fw_abstract_node ){ 0, 0, 0, count };
	for ( int32_t side = 0; side < FW_SIDE_COUNT; side++ )
	{
		memcpy( (char*)made + made->of_side[side], draft->side_nodes[side], made->side_count[side] );
	}
	return made;
}

// Notes which edges can follow a path from `from` to the node at its end on a shortest path of one class: those over a
// side, and paths to nodes that nothing else leads to from `from` in less.
static void note_successors( const fw_cluster_scratch* scratch, const fw_classes* classes, int32_t unit_class,
                             const fw_abstract_node* nodes, const fw_abstract_edge* edges, int32_t from,
                             fw_abstract_edge* into )
{
	const fw_abstract_node* at = &nodes[into->to];
	const int32_t count = (int32_t)( at[1].first_edge - at->first_edge );
	for ( int32_t i = 0; i < count; i++ )
	{
		const fw_abstract_edge* next = &edges[at->first_edge + (uint32_t)i];
		const bool crosses = next->side != FW_SIDE_NONE;
		const bool follows =
		    crosses || ( fw_class_serves( classes, next->unit_class, unit_class ) && next->to != from &&
		                 scratch->known[from][next->to] >= into->cost + next->cost &&
		                 scratch->direct[from][next->to] > into->cost + next->cost );
		into->successors |= (uint32_t)follows << ( i < FW_SUCCESSORS_LAST ? i : FW_SUCCESSORS_LAST );
	}
}

static void write_successors( const fw_hierarchy* hierarchy, fw_cluster_scratch* scratch, fw_cluster* made )
{
	fw_abstract_edge* edges = fw_cluster_edges_of( made );
	const fw_abstract_node* nodes = fw_cluster_nodes( made );
	for ( int32_t unit_class = 0; unit_class < hierarchy->classes.count; unit_class++ )
	{
		begin_known( scratch, &hierarchy->classes, unit_class );
		for ( int32_t node = 0; node < made->node_count; node++ )
		{
			fw_abstract_edge* into = &edges[nodes[node].first_edge];
			for ( int32_t i = 0; i < nodes[node].intra_edges; i++, into++ )
			{
				if ( fw_class_serves( &hierarchy->classes, into->unit_class, unit_class ) )
				{
					note_successors( scratch, &hierarchy->classes, unit_class, nodes, edges, node, into );
				}
			}
		}
	}
}

// Nodes at both ends of all transitions, and the edges between them for all classes.
static bool find_edges( const fw_hierarchy* hierarchy, fw_cluster_scratch* scratch )
{
	const fw_cluster_bits* own = &scratch->own;
	fw_draft_begin( &scratch->draft, own->tiles );
	for ( int32_t side = 0; side < FW_SIDE_COUNT; side++ )
	{
		for ( int32_t i = 0; i < scratch->transition_count[side]; i++ )
		{
			const fw_transition t = scratch->transitions[side][i];
			const bool ok =
			    fw_draft_add_transition( &scratch->draft, side, fw_cluster_border( own, side, t.at ), t.unit_class );
			FW_ASSERT( ok );
			(void)ok;
		}
	}
	bool ok = true;
	for ( int32_t i = 0; i < hierarchy->classes.count && ok; i++ )
	{
		ok = add_edges( hierarchy, hierarchy->classes.by_demand[i], scratch );
	}
	return ok;
}

fw_cluster* fw_cluster_build( const fw_hierarchy* hierarchy, int32_t cx, int32_t cy, fw_cluster_scratch* scratch )
{
	fw_steps_prepare( &scratch->search.steps );
	fw_cluster_bits_read( hierarchy, cx, cy, &scratch->own );
	find_transitions( hierarchy, cx, cy, scratch );
	fw_cluster* made = find_edges( hierarchy, scratch ) ? fw_draft_finish( &scratch->draft, hierarchy, false ) : NULL;
	if ( made != NULL )
	{
		write_successors( hierarchy, scratch, made );
		fw_cluster_find_parts( made, &hierarchy->classes );
	}
	return made;
}

int32_t fw_cluster_node( const fw_cluster* cluster, int32_t x, int32_t y )
{
	const fw_abstract_node* nodes = fw_cluster_nodes( cluster );
	for ( int32_t i = 0; i < cluster->node_count; i++ )
	{
		if ( cluster->x + nodes[i].x == x && cluster->y + nodes[i].y == y )
		{
			return i;
		}
	}
	return -1;
}

bool fw_cluster_equals( const fw_cluster* a, const fw_cluster* b )
{
	const size_t head = offsetof( fw_cluster, bytes );
	return a->bytes == b->bytes && memcmp( (const char*)a + head, (const char*)b + head, a->bytes - head ) == 0;
}

fw_cluster* fw_cluster_share( fw_cluster* cluster )
{
	fw_holders_add( &cluster->holders );
	return cluster;
}

void fw_cluster_release( fw_cluster* cluster, const fw_allocator* allocator )
{
	if ( cluster != NULL && fw_holders_drop( &cluster->holders ) )
	{
		fw_free( allocator, cluster, 1, cluster->bytes );
	}
}

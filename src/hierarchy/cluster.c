// SPDX-License-Identifier: MIT
// Clusters: their bits, nodes and edges, and strong dominance.
// Paper: D. Harabor, A. Botea, "Hierarchical Path Planning for Multi-Size Agents in Heterogeneous Environments" (2008).
// Differs from it: a way is left out not only where one edge of the same length is as good for as many, but wherever
// edges together are. Lengths stay what they were, for every class.
#include "hierarchy/cluster.h"

#include "annotate/clearance.h"
#include "grid/layer.h"

#include <stdlib.h>
#include <string.h>

typedef struct fw_built_edge
{
	uint8_t from, to;
	uint8_t class;
	uint32_t cost;
} fw_built_edge;

static int32_t demand_of( const fw_classes* classes, int32_t class )
{
	// A class whose edges serve many comes early; of as many, the larger size.
	return FW_POPCOUNT64( classes->serves[class] ) * FW_CLASS_MAX + class % classes->size_count;
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

void fw_cluster_scratch_free( fw_cluster_scratch* scratch, const fw_allocator* allocator )
{
	fw_free( allocator, scratch->edges, (size_t)scratch->edge_capacity, sizeof( *scratch->edges ) );
	fw_free( allocator, scratch->pairs, (size_t)scratch->pair_capacity, sizeof( *scratch->pairs ) );
	scratch->edges = NULL;
	scratch->pairs = NULL;
}

void fw_cluster_bits_read( const fw_cluster_source* source, int32_t cx, int32_t cy, fw_cluster_bits* bits )
{
	const int32_t x = cx * source->side;
	const int32_t y = cy * source->side;
	const int32_t right = fw_grid_width( source->grid ) - x;
	const int32_t below = fw_grid_height( source->grid ) - y;
	if ( cx < 0 || cy < 0 || right <= 0 || below <= 0 )
	{
		bits->width = 0;
		bits->height = 0;
		return;
	}
	bits->x = x;
	bits->y = y;
	bits->width = right < source->side ? right : source->side;
	bits->height = below < source->side ? below : source->side;
	for ( int32_t class = 0; class < source->classes->count; class ++)
	{
		const fw_clearance* clearance = source->clearances[class / source->classes->size_count];
		const int32_t size = source->classes->sizes[class % source->classes->size_count];
		uint32_t* rows = bits->rows[class];
		rows[0] = 0;
		for ( int32_t row = 0; row < bits->height; row++ )
		{
			const uint8_t* values = fw_clearance_row( clearance, y + row ) + x;
			uint32_t own = 0;
			for ( int32_t i = 0; i < bits->width; i++ )
			{
				own |= (uint32_t)( values[i] >= size ) << ( i + 1 );
			}
			rows[row + 1] = own;
		}
		rows[bits->height + 1] = 0;
	}
}

static void find_transitions( const fw_cluster_source* source, int32_t cx, int32_t cy, fw_cluster_scratch* scratch )
{
	for ( int32_t side = 0; side < FW_SIDE_COUNT; side++ )
	{
		const int32_t dx = fw_step_x[2 * side];
		const int32_t dy = fw_step_y[2 * side];
		fw_cluster_bits* near = &scratch->near[side];
		fw_cluster_bits_read( source, cx + dx, cy + dy, near );
		const bool first = dx + dy > 0;
		scratch->transition_count[side] =
		    near->width == 0 ? 0
		                     : fw_entrances_find( source, first ? &scratch->own : near, first ? near : &scratch->own,
		                                          dy != 0, scratch, scratch->transitions[side] );
	}
}

static fw_local_tile tile_of( const fw_cluster_bits* own, int32_t side, int32_t at )
{
	switch ( side )
	{
	case FW_SIDE_RIGHT:
		return ( fw_local_tile ){ (uint8_t)( own->width - 1 ), (uint8_t)at };
	case FW_SIDE_DOWN:
		return ( fw_local_tile ){ (uint8_t)at, (uint8_t)( own->height - 1 ) };
	case FW_SIDE_LEFT:
		return ( fw_local_tile ){ 0, (uint8_t)at };
	default:
		return ( fw_local_tile ){ (uint8_t)at, 0 };
	}
}

// The node of a tile, made where there is none yet.
static int32_t node_of( fw_cluster_scratch* scratch, fw_local_tile tile )
{
	for ( int32_t i = 0; i < scratch->node_count; i++ )
	{
		if ( scratch->nodes[i].x == tile.x && scratch->nodes[i].y == tile.y )
		{
			return i;
		}
	}
	scratch->nodes[scratch->node_count] = tile;
	return scratch->node_count++;
}

static fw_local local_of( const fw_cluster_source* source, const fw_cluster_scratch* scratch, int32_t class,
                          const uint8_t* terrain )
{
	return ( fw_local ){ scratch->own.rows[class], scratch->own.width, scratch->own.height, source->costs, terrain };
}

static bool add_edge( fw_cluster_scratch* scratch, const fw_allocator* allocator, fw_built_edge edge )
{
	if ( !FW_GROW( allocator, &scratch->edges, &scratch->edge_capacity, scratch->edge_count + 1 ) )
	{
		return false;
	}
	scratch->edges[scratch->edge_count++] = edge;
	return true;
}

// Takes an edge into the lengths that edges make up together.
static void relax( fw_cluster_scratch* scratch, int32_t a, int32_t b, uint32_t cost )
{
	const int32_t n = scratch->node_count;
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

static void begin_known( fw_cluster_scratch* scratch, const fw_classes* classes, int32_t class )
{
	for ( int32_t i = 0; i < scratch->node_count; i++ )
	{
		memset( scratch->known[i], 0xFF, (size_t)scratch->node_count * sizeof( uint32_t ) );
		scratch->known[i][i] = 0;
	}
	for ( int32_t i = 0; i < scratch->edge_count; i++ )
	{
		const fw_built_edge* edge = &scratch->edges[i];
		if ( ( classes->serves[edge->class] >> class & 1u ) != 0 )
		{
			relax( scratch, edge->from, edge->to, edge->cost );
		}
	}
}

static int compare_pairs( const void* a, const void* b )
{
	const uint64_t x = *(const uint64_t*)a;
	const uint64_t y = *(const uint64_t*)b;
	return ( x > y ) - ( x < y );
}

// The ways of one class through the cluster, shortest first: of those that can be left out, the long ones are.
static bool add_ways( const fw_cluster_source* source, int32_t class, const uint8_t* terrain,
                      fw_cluster_scratch* scratch, const fw_allocator* allocator )
{
	const fw_local local = local_of( source, scratch, class, terrain );
	const int32_t n = scratch->node_count;
	int32_t count = 0;
	if ( !FW_GROW( allocator, &scratch->pairs, &scratch->pair_capacity, n * n ) )
	{
		return false;
	}
	for ( int32_t i = 0; i < n; i++ )
	{
		if ( !fw_local_get( &local, scratch->nodes[i].x, scratch->nodes[i].y ) )
		{
			continue;
		}
		fw_local_distances( &scratch->search, &local, scratch->nodes[i], scratch->nodes + i + 1, n - i - 1,
		                    scratch->far[i] + i + 1 );
		for ( int32_t j = i + 1; j < n; j++ )
		{
			if ( scratch->far[i][j] != FW_LOCAL_FAR )
			{
				scratch->pairs[count++] = (uint64_t)scratch->far[i][j] << 16 | (uint64_t)( i << 8 ) | (uint64_t)j;
			}
		}
	}
	qsort( scratch->pairs, (size_t)count, sizeof( *scratch->pairs ), compare_pairs );
	begin_known( scratch, source->classes, class );
	for ( int32_t k = 0; k < count; k++ )
	{
		const int32_t i = (int32_t)( scratch->pairs[k] >> 8 & 255 );
		const int32_t j = (int32_t)( scratch->pairs[k] & 255 );
		const uint32_t cost = (uint32_t)( scratch->pairs[k] >> 16 );
		if ( source->quality != FW_QUALITY_INITIAL && scratch->known[i][j] <= cost )
		{
			continue;
		}
		if ( !add_edge( scratch, allocator, ( fw_built_edge ){ (uint8_t)i, (uint8_t)j, ( uint8_t ) class, cost } ) )
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

static void lay_out( const fw_cluster_source* source, const fw_cluster_scratch* scratch, fw_cluster* plan )
{
	uint32_t size = sizeof( fw_cluster );
	int32_t transitions = 0;
	for ( int32_t side = 0; side < FW_SIDE_COUNT; side++ )
	{
		plan->side_count[side] = (uint8_t)scratch->transition_count[side];
		transitions += scratch->transition_count[side];
	}
	plan->inter_count = (uint16_t)transitions;
	plan->edge_count = (uint32_t)( 2 * scratch->edge_count + transitions );
	plan->node_count = (uint8_t)scratch->node_count;
	plan->edges = take( &size, plan->edge_count * sizeof( fw_abstract_edge ) );
	plan->nodes = take( &size, ( plan->node_count + 1u ) * sizeof( fw_abstract_node ) );
	plan->rows = take( &size, (size_t)source->classes->count * ( plan->height + 2u ) * sizeof( uint32_t ) );
	for ( int32_t side = 0; side < FW_SIDE_COUNT; side++ )
	{
		plan->of_side[side] = size;
		size += plan->side_count[side];
	}
	if ( source->costs != NULL )
	{
		plan->terrain = size;
		size += (uint32_t)plan->width * plan->height;
	}
	plan->bytes = ( size + 7u ) & ~7u;
}

static uint32_t cross_cost( const fw_cluster_source* source, const fw_cluster_scratch* scratch, int32_t node,
                            int32_t side )
{
	if ( source->costs == NULL )
	{
		return FW_LOCAL_ONE;
	}
	const int32_t x = scratch->own.x + scratch->nodes[node].x;
	const int32_t y = scratch->own.y + scratch->nodes[node].y;
	const uint8_t here = fw_grid_get( source->grid, x, y );
	const uint8_t there = fw_grid_get( source->grid, x + fw_step_x[2 * side], y + fw_step_y[2 * side] );
	return source->costs->straight[here][there];
}

// Edges in the order of their nodes: ways through the cluster, then transitions.
static void write_edges( const fw_cluster_source* source, const fw_cluster_scratch* scratch, fw_cluster* made )
{
	fw_abstract_edge* edges = (fw_abstract_edge*)(void*)( (char*)made + made->edges );
	fw_abstract_node* nodes = (fw_abstract_node*)(void*)( (char*)made + made->nodes );
	uint32_t count = 0;
	for ( int32_t node = 0; node < scratch->node_count; node++ )
	{
		nodes[node] = ( fw_abstract_node ){ scratch->nodes[node].x, scratch->nodes[node].y, 0, count };
		for ( int32_t i = 0; i < scratch->edge_count; i++ )
		{
			const fw_built_edge* edge = &scratch->edges[i];
			if ( edge->from == node || edge->to == node )
			{
				const uint8_t to = edge->from == node ? edge->to : edge->from;
				edges[count++] = ( fw_abstract_edge ){ edge->cost, to, FW_SIDE_NONE, edge->class, 0 };
			}
		}
		for ( int32_t side = 0; side < FW_SIDE_COUNT; side++ )
		{
			const uint8_t* of_side = fw_cluster_side( made, side );
			for ( int32_t i = 0; i < made->side_count[side]; i++ )
			{
				if ( of_side[i] == node )
				{
					edges[count++] = ( fw_abstract_edge ){ cross_cost( source, scratch, node, side ), (uint8_t)i,
					                                       (uint8_t)side, scratch->transitions[side][i].class, 0 };
				}
			}
		}
	}
	nodes[scratch->node_count] = ( fw_abstract_node ){ 0, 0, 0, count };
}

static void read_terrain( const fw_grid* grid, const fw_cluster_bits* own, uint8_t* terrain )
{
	for ( int32_t y = 0; y < own->height; y++ )
	{
		const uint8_t* from = fw_grid_tiles( grid ) + (size_t)( own->y + y ) * (size_t)fw_grid_width( grid ) + own->x;
		memcpy( terrain + y * own->width, from, (size_t)own->width );
	}
}

// Nodes at both ends of all transitions, and the ways between them for all classes.
static bool find_edges( const fw_cluster_source* source, uint8_t* terrain, fw_cluster_scratch* scratch,
                        uint8_t nodes_of_side[FW_SIDE_COUNT][FW_SIDE_MAX], const fw_allocator* allocator )
{
	scratch->node_count = 0;
	scratch->edge_count = 0;
	for ( int32_t side = 0; side < FW_SIDE_COUNT; side++ )
	{
		for ( int32_t i = 0; i < scratch->transition_count[side]; i++ )
		{
			const fw_local_tile tile = tile_of( &scratch->own, side, scratch->transitions[side][i].at );
			nodes_of_side[side][i] = (uint8_t)node_of( scratch, tile );
		}
	}
	if ( source->costs != NULL )
	{
		read_terrain( source->grid, &scratch->own, terrain );
	}
	for ( int32_t i = 0; i < source->classes->count; i++ )
	{
		if ( !add_ways( source, source->classes->by_demand[i], terrain, scratch, allocator ) )
		{
			return false;
		}
	}
	return true;
}

fw_cluster* fw_cluster_build( const fw_cluster_source* source, int32_t cx, int32_t cy, fw_cluster_scratch* scratch,
                              const fw_allocator* allocator )
{
	uint8_t terrain[FW_CLUSTER_MAX * FW_CLUSTER_MAX];
	uint8_t nodes_of_side[FW_SIDE_COUNT][FW_SIDE_MAX];
	fw_steps_prepare( &scratch->search.steps );
	fw_cluster_bits_read( source, cx, cy, &scratch->own );
	find_transitions( source, cx, cy, scratch );
	if ( !find_edges( source, terrain, scratch, nodes_of_side, allocator ) )
	{
		return NULL;
	}
	fw_cluster plan = {
	    .x = (int16_t)scratch->own.x,
	    .y = (int16_t)scratch->own.y,
	    .width = (uint8_t)scratch->own.width,
	    .height = (uint8_t)scratch->own.height,
	};
	lay_out( source, scratch, &plan );
	fw_cluster* made = fw_alloc_zero( allocator, 1, plan.bytes );
	if ( made == NULL )
	{
		return NULL;
	}
	memcpy( made, &plan, sizeof( plan ) );
	atomic_init( &made->references, 1 );
	for ( int32_t side = 0; side < FW_SIDE_COUNT; side++ )
	{
		memcpy( (char*)made + made->of_side[side], nodes_of_side[side], made->side_count[side] );
	}
	for ( int32_t class = 0; class < source->classes->count; class ++)
	{
		const size_t rows = made->height + 2u;
		memcpy( (char*)made + made->rows + ( size_t ) class * rows * sizeof( uint32_t ), scratch->own.rows[class],
		        rows * sizeof( uint32_t ) );
	}
	if ( source->costs != NULL )
	{
		memcpy( (char*)made + made->terrain, terrain, (size_t)made->width * made->height );
	}
	write_edges( source, scratch, made );
	return made;
}

bool fw_cluster_equals( const fw_cluster* a, const fw_cluster* b )
{
	const size_t head = offsetof( fw_cluster, bytes );
	return a->bytes == b->bytes && memcmp( (const char*)a + head, (const char*)b + head, a->bytes - head ) == 0;
}

fw_cluster* fw_cluster_share( fw_cluster* cluster )
{
	atomic_fetch_add_explicit( &cluster->references, 1, memory_order_relaxed );
	return cluster;
}

void fw_cluster_release( fw_cluster* cluster, const fw_allocator* allocator )
{
	if ( cluster != NULL && atomic_fetch_sub_explicit( &cluster->references, 1, memory_order_acq_rel ) == 1 )
	{
		fw_free( allocator, cluster, 1, cluster->bytes );
	}
}

// SPDX-License-Identifier: MIT
// What of a hierarchy is connected for each class, by union-find over the edges.
//
// Two steps: the nodes that a cluster connects are one part, which is noted when the cluster is built; parts that
// transitions connect are one region. Few edits change how parts hang together, so most hierarchies share the regions
// of the one before.
#include "hierarchy/hierarchy.h"

#include "base/union_find.h"

#include <string.h>

#define NO_ROOT UINT32_MAX

// How the parts of a cluster hang together with others for one class.
typedef struct links
{
	int32_t count;
	struct
	{
		uint8_t side, from, to;
	} of[FW_SIDE_COUNT * FW_SIDE_MAX];
} links;

// The least node of each part stands for it.
static void unite_nodes( const fw_cluster* cluster, const fw_classes* classes, int32_t unit_class, uint32_t* roots )
{
	const fw_abstract_node* nodes = fw_cluster_nodes( cluster );
	memset( roots, 0xFF, cluster->node_count * sizeof( *roots ) );
	for ( uint32_t node = 0; node < cluster->node_count; node++ )
	{
		for ( uint32_t i = nodes[node].first_edge; i < nodes[node + 1].first_edge; i++ )
		{
			const fw_abstract_edge* edge = &fw_cluster_edges( cluster )[i];
			if ( !fw_class_serves( classes, edge->unit_class, unit_class ) )
			{
				continue;
			}
			roots[node] = roots[node] == NO_ROOT ? node : roots[node];
			if ( edge->side == FW_SIDE_NONE )
			{
				roots[edge->to] = roots[edge->to] == NO_ROOT ? edge->to : roots[edge->to];
				fw_union_join( roots, node, edge->to );
			}
		}
	}
}

void fw_cluster_find_parts( fw_cluster* cluster, const fw_classes* classes )
{
	uint32_t roots[FW_CLUSTER_NODES + 1];
	for ( int32_t unit_class = 0; unit_class < classes->count; unit_class++ )
	{
		uint8_t* parts = (uint8_t*)cluster + cluster->parts + unit_class * ( cluster->node_count + 1 );
		uint8_t count = 0;
		unite_nodes( cluster, classes, unit_class, roots );
		for ( uint32_t node = 0; node < cluster->node_count; node++ )
		{
			const uint32_t root = roots[node] == NO_ROOT ? NO_ROOT : fw_union_root( roots, node );
			parts[node] = root == node ? count++ : root == NO_ROOT ? FW_PART_NONE : parts[root];
		}
		parts[cluster->node_count] = count;
	}
}

// The transitions of a cluster for one class, each pair of parts once.
static void find_links( const fw_hierarchy* hierarchy, int32_t index, int32_t unit_class, links* found )
{
	const fw_cluster* cluster = hierarchy->clusters[index];
	const fw_abstract_node* nodes = fw_cluster_nodes( cluster );
	const uint8_t* parts = fw_cluster_parts( cluster, unit_class );
	found->count = 0;
	for ( int32_t node = 0; node < cluster->node_count; node++ )
	{
		for ( uint32_t i = nodes[node].first_edge + nodes[node].intra_edges; i < nodes[node + 1].first_edge; i++ )
		{
			const fw_abstract_edge* edge = &fw_cluster_edges( cluster )[i];
			if ( !fw_class_serves( &hierarchy->classes, edge->unit_class, unit_class ) )
			{
				continue;
			}
			const int32_t beside = index + fw_step_x[2 * edge->side] + fw_step_y[2 * edge->side] * hierarchy->columns;
			const fw_cluster* other = hierarchy->clusters[beside];
			const uint8_t to = fw_cluster_parts(
			    other, unit_class )[fw_cluster_side( other, fw_side_opposite( edge->side ) )[edge->to]];
			if ( to == FW_PART_NONE )
			{
				continue; // of a forged file
			}
			int32_t k = 0;
			while ( k < found->count &&
			        !( found->of[k].side == edge->side && found->of[k].from == parts[node] && found->of[k].to == to ) )
			{
				k++;
			}
			found->of[k].side = edge->side;
			found->of[k].from = parts[node];
			found->of[k].to = to;
			found->count += k == found->count;
		}
	}
}

static bool same_links( const links* a, const links* b )
{
	bool same = a->count == b->count;
	for ( int32_t i = 0; i < a->count && same; i++ )
	{
		int32_t k = 0;
		while ( k < b->count && memcmp( &a->of[i], &b->of[k], sizeof( a->of[i] ) ) != 0 )
		{
			k++;
		}
		same = k < b->count;
	}
	return same;
}

bool fw_regions_same( const fw_hierarchy* hierarchy, const fw_hierarchy* old, int32_t index )
{
	const fw_cluster* cluster = hierarchy->clusters[index];
	const fw_cluster* before = old->clusters[index];
	links a, b;
	bool same = true;
	for ( int32_t unit_class = 0; unit_class < hierarchy->classes.count && same; unit_class++ )
	{
		same = fw_cluster_parts( cluster, unit_class )[cluster->node_count] ==
		       fw_cluster_parts( before, unit_class )[before->node_count];
		if ( same )
		{
			find_links( hierarchy, index, unit_class, &a );
			find_links( old, index, unit_class, &b );
			same = same_links( &a, &b );
		}
	}
	return same;
}

// Those that both share do not matter: what joins them to others is seen from these.
static bool all_same( const fw_hierarchy* hierarchy, const fw_hierarchy* old )
{
	bool same = true;
	for ( int32_t i = 0; i < hierarchy->columns * hierarchy->rows && same; i++ )
	{
		same = hierarchy->clusters[i] == old->clusters[i] || fw_regions_same( hierarchy, old, i );
	}
	return same;
}

static void unite_parts( const fw_hierarchy* hierarchy, const fw_cluster_regions* regions, int32_t index,
                         int32_t unit_class )
{
	const size_t row = (size_t)unit_class * (size_t)hierarchy->columns * (size_t)hierarchy->rows;
	links found;
	find_links( hierarchy, index, unit_class, &found );
	for ( int32_t i = 0; i < found.count; i++ )
	{
		const int32_t side = found.of[i].side;
		const int32_t beside = index + fw_step_x[2 * side] + fw_step_y[2 * side] * hierarchy->columns;
		if ( beside > index )
		{
			fw_union_join( regions->labels, regions->first[row + (size_t)index] + found.of[i].from,
			               regions->first[row + (size_t)beside] + found.of[i].to );
		}
	}
}

static void label_all( const fw_hierarchy* hierarchy, const fw_cluster_regions* regions )
{
	const uint32_t count = regions->first[regions->clusters];
	const int32_t clusters = hierarchy->columns * hierarchy->rows;
	for ( uint32_t i = 0; i < count; i++ )
	{
		regions->labels[i] = i;
	}
	for ( int32_t unit_class = 0; unit_class < hierarchy->classes.count; unit_class++ )
	{
		for ( int32_t i = 0; i < clusters; i++ )
		{
			unite_parts( hierarchy, regions, i, unit_class );
		}
	}
	// Roots come before those that they stand for.
	for ( uint32_t i = 0; i < count; i++ )
	{
		regions->labels[i] = regions->labels[regions->labels[i]];
	}
}

bool fw_regions_make( fw_hierarchy* hierarchy, const fw_hierarchy* old )
{
	if ( old != NULL && all_same( hierarchy, old ) )
	{
		fw_holders_add( &old->regions->holders );
		hierarchy->regions = old->regions;
		return true;
	}
	const fw_allocator* allocator = &hierarchy->allocator;
	fw_cluster_regions* made = fw_alloc_zero( allocator, 1, sizeof( fw_cluster_regions ) );
	if ( made == NULL )
	{
		return false;
	}
	const size_t clusters = (size_t)hierarchy->columns * (size_t)hierarchy->rows;
	hierarchy->regions = made;
	fw_holders_init( &made->holders );
	made->clusters = clusters * (size_t)hierarchy->classes.count;
	made->first = fw_alloc( allocator, made->clusters + 1, sizeof( uint32_t ) );
	if ( made->first == NULL )
	{
		return false;
	}
	made->first[made->clusters] = 0;
	uint32_t count = 0;
	for ( size_t i = 0; i < made->clusters; i++ )
	{
		const fw_cluster* cluster = hierarchy->clusters[i % clusters];
		made->first[i] = count;
		count += fw_cluster_parts( cluster, (int32_t)( i / clusters ) )[cluster->node_count];
	}
	made->first[made->clusters] = count;
	made->labels = fw_alloc( allocator, (size_t)count + 1, sizeof( uint32_t ) );
	if ( made->labels == NULL )
	{
		return false;
	}
	label_all( hierarchy, made );
	return true;
}

void fw_regions_release( fw_hierarchy* hierarchy )
{
	fw_cluster_regions* regions = hierarchy->regions;
	hierarchy->regions = NULL;
	if ( regions != NULL && fw_holders_drop( &regions->holders ) )
	{
		const fw_allocator* allocator = &hierarchy->allocator;
		const uint32_t count = regions->first != NULL ? regions->first[regions->clusters] : 0;
		fw_free( allocator, regions->labels, (size_t)count + 1, sizeof( uint32_t ) );
		fw_free( allocator, regions->first, regions->clusters + 1, sizeof( uint32_t ) );
		fw_free( allocator, regions, 1, sizeof( *regions ) );
	}
}

size_t fw_regions_memory( const fw_hierarchy* hierarchy )
{
	const fw_cluster_regions* regions = hierarchy->regions;
	return sizeof( *regions ) + ( regions->clusters + regions->first[regions->clusters] + 2 ) * sizeof( uint32_t );
}

uint32_t fw_regions_of_node( const fw_hierarchy* hierarchy, int32_t unit_class, uint32_t index, int32_t node )
{
	const fw_cluster_regions* regions = hierarchy->regions;
	const size_t row = (size_t)unit_class * (size_t)hierarchy->columns * (size_t)hierarchy->rows;
	const uint8_t part = fw_cluster_parts( hierarchy->clusters[index], unit_class )[node];
	return part == FW_PART_NONE ? FW_REGION_NONE : regions->labels[regions->first[row + index] + part];
}

uint32_t fw_regions_label( const fw_hierarchy* hierarchy, int32_t unit_class, int32_t x, int32_t y )
{
	const int32_t index = y / hierarchy->def.cluster * hierarchy->columns + x / hierarchy->def.cluster;
	return fw_regions_of_node( hierarchy, unit_class, (uint32_t)index,
	                           fw_cluster_node( hierarchy->clusters[index], x, y ) );
}

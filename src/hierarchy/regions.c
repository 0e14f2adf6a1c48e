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
typedef struct part_link
{
	uint8_t side, from, to;
} part_link;

typedef struct links
{
	int32_t count;
	part_link of[FW_SIDE_COUNT * FW_SIDE_MAX];
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
			if ( edge->side == FW_SIDE_NONE && edge->to > node ) // the same edge leads back
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

static bool has_link( const links* in, part_link wanted )
{
	int32_t k = 0;
	while ( k < in->count && memcmp( &wanted, &in->of[k], sizeof( wanted ) ) != 0 )
	{
		k++;
	}
	return k < in->count;
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
			const int32_t beside = fw_slot_beside( hierarchy->columns, hierarchy->rows, index, edge->side );
			const fw_cluster* other = hierarchy->clusters[beside];
			const uint8_t end = fw_cluster_side( other, fw_side_opposite( edge->side ) )[edge->to];
			const part_link made = { edge->side, parts[node], fw_cluster_parts( other, unit_class )[end] };
			// In a forged file the edge may lead to a node that none leads on from.
			if ( made.to != FW_PART_NONE && !has_link( found, made ) )
			{
				found->of[found->count++] = made;
			}
		}
	}
}

static bool same_links( const links* a, const links* b )
{
	bool same = a->count == b->count;
	for ( int32_t i = 0; i < a->count && same; i++ )
	{
		same = has_link( b, a->of[i] );
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

// The place of a cluster's first part for a class in the labels.
static uint32_t first_of( const fw_cluster_regions* regions, int32_t unit_class, int32_t slot )
{
	return regions->first[unit_class * regions->within.width * regions->within.height + slot];
}

static void unite_parts( const fw_hierarchy* hierarchy, fw_cluster_regions* regions, int32_t slot, int32_t unit_class )
{
	const fw_rect within = regions->within;
	const int32_t index = ( within.y + slot / within.width ) * hierarchy->columns + within.x + slot % within.width;
	links found;
	find_links( hierarchy, index, unit_class, &found );
	for ( int32_t i = 0; i < found.count; i++ )
	{
		const int32_t beside = fw_slot_beside( within.width, within.height, slot, found.of[i].side );
		if ( beside > slot )
		{
			fw_union_join( regions->labels, first_of( regions, unit_class, slot ) + found.of[i].from,
			               first_of( regions, unit_class, beside ) + found.of[i].to );
		}
	}
}

static void label_all( const fw_hierarchy* hierarchy, fw_cluster_regions* regions )
{
	const uint32_t count = regions->first[regions->clusters];
	const int32_t slots = regions->within.width * regions->within.height;
	for ( uint32_t i = 0; i < count; i++ )
	{
		regions->labels[i] = i;
	}
	for ( int32_t i = 0; i < hierarchy->classes.count * slots; i++ )
	{
		unite_parts( hierarchy, regions, i % slots, i / slots );
	}
	// Roots come before those that they stand for.
	for ( uint32_t i = 0; i < count; i++ )
	{
		regions->labels[i] = regions->labels[regions->labels[i]];
	}
}

static void hold( fw_holdings* holdings, fw_cluster_regions* regions )
{
	FW_HOLD( holdings, regions->labels, regions->first != NULL ? regions->first[regions->clusters] + 1 : 0 );
	FW_HOLD( holdings, regions->first, regions->clusters + 1 );
	FW_HOLD( holdings, regions, 1 );
}

fw_cluster_regions* fw_regions_create( const fw_hierarchy* hierarchy, fw_rect within )
{
	const fw_allocator* allocator = &hierarchy->allocator;
	const int32_t slots = within.width * within.height;
	fw_cluster_regions* made = fw_alloc_zero( allocator, 1, sizeof( *made ) );
	if ( made == NULL )
	{
		return NULL;
	}
	fw_holders_init( &made->holders );
	made->within = within;
	made->clusters = hierarchy->classes.count * slots;
	made->first = fw_alloc_zero( allocator, (size_t)made->clusters + 1, sizeof( uint32_t ) );
	for ( int32_t i = 0; i < made->clusters && made->first != NULL; i++ )
	{
		const fw_cluster* cluster = fw_hierarchy_cluster_in( hierarchy, within, i % slots );
		made->first[i + 1] = made->first[i] + fw_cluster_parts( cluster, i / slots )[cluster->node_count];
	}
	made->labels =
	    made->first != NULL ? fw_alloc( allocator, (size_t)made->first[made->clusters] + 1, sizeof( uint32_t ) ) : NULL;
	if ( made->labels == NULL )
	{
		fw_regions_release( made, allocator );
		return NULL;
	}
	label_all( hierarchy, made );
	return made;
}

bool fw_regions_make( fw_hierarchy* hierarchy, const fw_hierarchy* old )
{
	const bool same = old != NULL && all_same( hierarchy, old );
	if ( same )
	{
		fw_holders_add( &old->regions->holders );
	}
	hierarchy->regions =
	    same ? old->regions : fw_regions_create( hierarchy, ( fw_rect ){ 0, 0, hierarchy->columns, hierarchy->rows } );
	return hierarchy->regions != NULL;
}

void fw_regions_release( fw_cluster_regions* regions, const fw_allocator* allocator )
{
	if ( regions != NULL && fw_holders_drop( &regions->holders ) )
	{
		hold( &( fw_holdings ){ .allocator = allocator }, regions );
	}
}

size_t fw_regions_memory( const fw_hierarchy* hierarchy )
{
	fw_holdings held = { 0 };
	hold( &held, hierarchy->regions );
	return held.bytes;
}

uint32_t fw_regions_of_node( const fw_hierarchy* hierarchy, const fw_cluster_regions* regions, int32_t unit_class,
                             int32_t slot, int32_t node )
{
	const uint8_t part =
	    fw_cluster_parts( fw_hierarchy_cluster_in( hierarchy, regions->within, slot ), unit_class )[node];
	return part == FW_PART_NONE ? FW_REGION_NONE : regions->labels[first_of( regions, unit_class, slot ) + part];
}

uint32_t fw_regions_label( const fw_hierarchy* hierarchy, int32_t unit_class, int32_t x, int32_t y )
{
	const int32_t index = fw_hierarchy_index( hierarchy, x, y );
	return fw_regions_of_node( hierarchy, hierarchy->regions, unit_class, index,
	                           fw_cluster_node( hierarchy->clusters[index], x, y ) );
}

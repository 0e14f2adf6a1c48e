// SPDX-License-Identifier: MIT
// Which nodes of a hierarchy are connected for each class, by union-find over its edges (R. E. Tarjan, "Efficiency of a
// Good But Not Linear Set Union Algorithm", 1975).
#include "hierarchy/hierarchy.h"

static uint32_t root_of( uint32_t* labels, uint32_t node )
{
	while ( labels[node] != node )
	{
		labels[node] = labels[labels[node]];
		node = labels[node];
	}
	return node;
}

static void unite( uint32_t* labels, uint32_t a, uint32_t b )
{
	a = root_of( labels, a );
	b = root_of( labels, b );
	// The smaller one stays, so that roots do not depend on the order of edges.
	labels[a > b ? a : b] = a > b ? b : a;
}

// Unites the ends of a cluster's edges for all classes that can take them; those over a side are told from one of them.
static void unite_cluster( fw_hierarchy* hierarchy, int32_t index )
{
	const fw_cluster* cluster = hierarchy->clusters[index];
	const fw_abstract_node* nodes = fw_cluster_nodes( cluster );
	const uint32_t first = hierarchy->first_nodes[index];
	const uint32_t total = hierarchy->first_nodes[hierarchy->columns * hierarchy->rows];
	for ( int32_t node = 0; node < cluster->node_count; node++ )
	{
		for ( uint32_t i = nodes[node].first_edge; i < nodes[node + 1].first_edge; i++ )
		{
			const fw_abstract_edge* edge = &fw_cluster_edges( cluster )[i];
			uint32_t to = first + edge->to;
			if ( edge->side == FW_SIDE_LEFT || edge->side == FW_SIDE_UP ||
			     ( edge->side == FW_SIDE_NONE && edge->to < node ) )
			{
				continue;
			}
			if ( edge->side != FW_SIDE_NONE )
			{
				const int32_t next = index + ( edge->side == FW_SIDE_RIGHT ? 1 : hierarchy->columns );
				const fw_cluster* other = hierarchy->clusters[next];
				to = hierarchy->first_nodes[next] + fw_cluster_side( other, fw_side_opposite( edge->side ) )[edge->to];
			}
			for ( uint64_t kinds = hierarchy->classes.serves[edge->kind]; kinds != 0; kinds &= kinds - 1 )
			{
				uint32_t* labels = hierarchy->labels + (size_t)FW_CTZ64( kinds ) * total;
				unite( labels, first + (uint32_t)node, to );
			}
		}
	}
}

bool fw_hierarchy_label( fw_hierarchy* hierarchy )
{
	const int32_t clusters = hierarchy->columns * hierarchy->rows;
	hierarchy->first_nodes = fw_alloc( &hierarchy->allocator, (size_t)clusters + 1, sizeof( uint32_t ) );
	if ( hierarchy->first_nodes == NULL )
	{
		return false;
	}
	uint32_t total = 0;
	for ( int32_t i = 0; i < clusters; i++ )
	{
		hierarchy->first_nodes[i] = total;
		total += hierarchy->clusters[i]->node_count;
	}
	hierarchy->first_nodes[clusters] = total;
	const size_t count = (size_t)total * (size_t)hierarchy->classes.count;
	hierarchy->labels = fw_alloc( &hierarchy->allocator, count + 1, sizeof( uint32_t ) );
	if ( hierarchy->labels == NULL )
	{
		return false;
	}
	for ( size_t i = 0; i < count; i++ )
	{
		hierarchy->labels[i] = (uint32_t)( i % total );
	}
	for ( int32_t i = 0; i < clusters; i++ )
	{
		unite_cluster( hierarchy, i );
	}
	// Roots come before those that they stand for.
	for ( size_t i = 0; i < count; i++ )
	{
		uint32_t* labels = hierarchy->labels + i / total * total;
		labels[i % total] = labels[labels[i % total]];
	}
	return true;
}

size_t fw_hierarchy_label_memory( const fw_hierarchy* hierarchy )
{
	const size_t clusters = (size_t)hierarchy->columns * (size_t)hierarchy->rows;
	return hierarchy->labels == NULL
	           ? 0
	           : ( clusters + 1 + (size_t)hierarchy->first_nodes[clusters] * (size_t)hierarchy->classes.count + 1 ) *
	                 sizeof( uint32_t );
}

void fw_hierarchy_label_free( fw_hierarchy* hierarchy )
{
	const size_t clusters = (size_t)hierarchy->columns * (size_t)hierarchy->rows;
	if ( hierarchy->labels != NULL )
	{
		const size_t nodes = hierarchy->first_nodes[clusters];
		fw_free( &hierarchy->allocator, hierarchy->labels, nodes * (size_t)hierarchy->classes.count + 1,
		         sizeof( uint32_t ) );
	}
	fw_free( &hierarchy->allocator, hierarchy->first_nodes, clusters + 1, sizeof( uint32_t ) );
}

// SPDX-License-Identifier: MIT
// Clusters of clusters, for maps so large that the abstraction of single clusters is itself a large graph (a third
// level, as A. Botea, M. Mueller, J. Schaeffer, "Near Optimal Hierarchical Path-Finding", 2004, propose).
//
// The entrances of an upper cluster are the transitions of lower ones on its border, thinned out by weak dominance: of
// those between which all their classes get on both sides, inside of the two upper clusters, one is kept for so many
// tiles. Its paths are the shortest ones over lower nodes inside of it.
#include "hierarchy/upper.h"
#include "hierarchy/hierarchy.h"

#include <stdlib.h>
#include <string.h>

#define UPPER_TILES 160
// Transitions that could stand in for one another are kept this far apart.
#define SPREAD 60

// A path that costs more could not be added to the greatest cost of a node.
#define WAY_MAX 0x10000000u

typedef struct fw_upper_edge
{
	uint32_t cost;
	uint8_t from, to, unit_class;
} fw_upper_edge;

void fw_upper_scratch_free( fw_upper_scratch* scratch, const fw_allocator* allocator )
{
	fw_window_free( &scratch->window, allocator );
	for ( int32_t i = 0; i < 2; i++ )
	{
		fw_free( allocator, scratch->labels[i], (size_t)scratch->label_capacity[i], sizeof( uint16_t ) );
	}
	fw_free( allocator, scratch->intra, (size_t)scratch->intra_capacity, sizeof( *scratch->intra ) );
	scratch->labels[0] = NULL;
	scratch->labels[1] = NULL;
	scratch->intra = NULL;
}

size_t fw_upper_scratch_memory( const fw_upper_scratch* scratch )
{
	const size_t labels = (size_t)scratch->label_capacity[0] + (size_t)scratch->label_capacity[1];
	return fw_window_memory( &scratch->window ) + labels * sizeof( uint16_t ) +
	       (size_t)scratch->intra_capacity * sizeof( *scratch->intra );
}

int32_t fw_upper_span( int32_t cluster )
{
	const int32_t span = UPPER_TILES / cluster;
	return span * span <= FW_WINDOW_CLUSTERS ? span : 16;
}

fw_rect fw_upper_clusters( const fw_hierarchy* hierarchy, int32_t ux, int32_t uy )
{
	const int32_t span = fw_upper_span( hierarchy->def.cluster );
	const int32_t right = hierarchy->columns - ux * span;
	const int32_t below = hierarchy->rows - uy * span;
	if ( ux < 0 || uy < 0 || right <= 0 || below <= 0 )
	{
		return ( fw_rect ){ 0, 0, 0, 0 };
	}
	return ( fw_rect ){ ux * span, uy * span, right < span ? right : span, below < span ? below : span };
}

// The nodes of an upper cluster, numbered lower cluster by lower cluster.
typedef struct area
{
	const fw_hierarchy* hierarchy;
	fw_rect clusters;
	uint32_t first[FW_WINDOW_CLUSTERS + 1];
} area;

static const fw_cluster* cluster_in( const area* of, int32_t slot )
{
	return fw_hierarchy_cluster_in( of->hierarchy, of->clusters, slot );
}

static void area_begin( area* of, const fw_hierarchy* hierarchy, fw_rect clusters )
{
	of->hierarchy = hierarchy;
	of->clusters = clusters;
	of->first[0] = 0;
	for ( int32_t slot = 0; slot < clusters.width * clusters.height; slot++ )
	{
		of->first[slot + 1] = of->first[slot] + cluster_in( of, slot )->node_count;
	}
}

static uint32_t area_nodes( const area* of )
{
	return of->first[of->clusters.width * of->clusters.height];
}

static uint16_t root_of( uint16_t* labels, uint16_t node )
{
	while ( labels[node] != node )
	{
		labels[node] = labels[labels[node]];
		node = labels[node];
	}
	return node;
}

static void unite( uint16_t* labels, uint32_t a, uint32_t b )
{
	const uint16_t root_a = root_of( labels, (uint16_t)a );
	const uint16_t root_b = root_of( labels, (uint16_t)b );
	labels[root_a > root_b ? root_a : root_b] = root_a > root_b ? root_b : root_a;
}

// Unites the nodes at both ends of a node's edges that a class can take.
static void unite_edges( const area* of, int32_t slot, int32_t node, int32_t unit_class, uint16_t* labels )
{
	const fw_cluster* cluster = cluster_in( of, slot );
	const fw_abstract_node* nodes = fw_cluster_nodes( cluster );
	const int32_t column = slot % of->clusters.width;
	const int32_t row = slot / of->clusters.width;
	for ( uint32_t i = nodes[node].first_edge; i < nodes[node + 1].first_edge; i++ )
	{
		const fw_abstract_edge* edge = &fw_cluster_edges( cluster )[i];
		const bool right = edge->side == FW_SIDE_RIGHT && column + 1 < of->clusters.width;
		const bool down = edge->side == FW_SIDE_DOWN && row + 1 < of->clusters.height;
		if ( !fw_class_serves( &of->hierarchy->classes, edge->unit_class, unit_class ) )
		{
			continue;
		}
		const uint32_t from = of->first[slot] + (uint32_t)node;
		if ( edge->side == FW_SIDE_NONE )
		{
			unite( labels, from, of->first[slot] + edge->to );
		}
		else if ( right || down )
		{
			const int32_t next = slot + ( right ? 1 : of->clusters.width );
			const uint8_t to = fw_cluster_side( cluster_in( of, next ), fw_side_opposite( edge->side ) )[edge->to];
			unite( labels, from, of->first[next] + to );
		}
	}
}

// Numbers the connected parts of an area for each class. FW_ERR_MEMORY; FW_ERR_TOO_LARGE where there are too many
// nodes.
static fw_status label_parts( const area* of, uint16_t** labels, int32_t* capacity, const fw_allocator* allocator )
{
	const uint32_t nodes = area_nodes( of );
	const int32_t unit_classes = of->hierarchy->classes.count;
	if ( nodes > UINT16_MAX )
	{
		return FW_ERR_TOO_LARGE;
	}
	if ( !FW_GROW( allocator, labels, capacity, (int32_t)nodes * unit_classes + 1 ) )
	{
		return FW_ERR_MEMORY;
	}
	for ( int32_t unit_class = 0; unit_class < unit_classes; unit_class++ )
	{
		uint16_t* own = *labels + (size_t)unit_class * nodes;
		for ( uint32_t i = 0; i < nodes; i++ )
		{
			own[i] = (uint16_t)i;
		}
		for ( int32_t slot = 0; slot < of->clusters.width * of->clusters.height; slot++ )
		{
			for ( int32_t node = 0; node < cluster_in( of, slot )->node_count; node++ )
			{
				unite_edges( of, slot, node, unit_class, own );
			}
		}
		for ( uint32_t i = 0; i < nodes; i++ )
		{
			own[i] = root_of( own, (uint16_t)i );
		}
	}
	return FW_OK;
}

// All transitions of lower clusters between two areas. FW_ERR_TOO_LARGE where there are too many.
static fw_status list_transitions( const area* first, const area* second, bool down, fw_upper_side* side )
{
	const int32_t from = down ? FW_SIDE_DOWN : FW_SIDE_RIGHT;
	const int32_t length = down ? first->clusters.width : first->clusters.height;
	side->count = 0;
	for ( int32_t i = 0; i < length; i++ )
	{
		const int32_t a = down ? ( first->clusters.height - 1 ) * first->clusters.width + i
		                       : i * first->clusters.width + first->clusters.width - 1;
		const int32_t b = down ? i : i * second->clusters.width;
		const fw_cluster* one = cluster_in( first, a );
		const fw_cluster* other = cluster_in( second, b );
		for ( int32_t k = 0; k < one->side_count[from]; k++ )
		{
			const uint8_t near = fw_cluster_side( one, from )[k];
			const uint8_t far = fw_cluster_side( other, fw_side_opposite( from ) )[k];
			const fw_abstract_node* node = &fw_cluster_nodes( one )[near];
			const fw_abstract_node* opposite = &fw_cluster_nodes( other )[far];
			if ( side->count == FW_UPPER_SIDE_MAX )
			{
				return FW_ERR_TOO_LARGE;
			}
			fw_upper_transition* made = &side->items[side->count++];
			*made = ( fw_upper_transition ){ .first = first->first[a] + near, .second = second->first[b] + far };
			made->first_x = (int16_t)( one->x + node->x );
			made->first_y = (int16_t)( one->y + node->y );
			made->second_x = (int16_t)( other->x + opposite->x );
			made->second_y = (int16_t)( other->y + opposite->y );
			made->at = down ? made->first_x : made->first_y;
			// The class of the edge over this transition, which the node may have several of.
			for ( uint32_t e = node->first_edge + node->intra_edges; e < node[1].first_edge; e++ )
			{
				const fw_abstract_edge* edge = &fw_cluster_edges( one )[e];
				made->unit_class = edge->side == from && edge->to == k ? edge->unit_class : made->unit_class;
			}
		}
	}
	return FW_OK;
}

// Whose transitions serve most classes, and then who lies nearest to the middle of the border, comes first.
typedef struct rank
{
	int32_t demand, off, index;
} rank;

static int compare_ranks( const void* a, const void* b )
{
	const rank* s = a;
	const rank* t = b;
	if ( s->demand != t->demand )
	{
		return s->demand > t->demand ? -1 : 1;
	}
	return s->off != t->off ? ( s->off > t->off ) - ( s->off < t->off )
	                        : ( s->index > t->index ) - ( s->index < t->index );
}

static int compare_places( const void* a, const void* b )
{
	const fw_upper_transition* s = a;
	const fw_upper_transition* t = b;
	return s->at != t->at ? (int)s->at - (int)t->at : (int)s->unit_class - (int)t->unit_class;
}

// Can u stand in for t?
static bool stands_in( const fw_hierarchy* hierarchy, const fw_upper_transition* t, const fw_upper_transition* u,
                       uint16_t* const* labels, uint32_t first_nodes, uint32_t second_nodes )
{
	const uint64_t needed = hierarchy->classes.serves[t->unit_class];
	bool ok = ( needed & ~hierarchy->classes.serves[u->unit_class] ) == 0 && abs( t->at - u->at ) < SPREAD;
	for ( int32_t unit_class = 0; unit_class < hierarchy->classes.count && ok; unit_class++ )
	{
		const uint16_t* first = labels[0] + (size_t)unit_class * first_nodes;
		const uint16_t* second = labels[1] + (size_t)unit_class * second_nodes;
		ok = ( needed >> unit_class & 1u ) == 0 ||
		     ( first[t->first] == first[u->first] && second[t->second] == second[u->second] );
	}
	return ok;
}

static void thin_out( const fw_hierarchy* hierarchy, uint16_t* const* labels, uint32_t first_nodes,
                      uint32_t second_nodes, fw_upper_side* side )
{
	rank ranks[FW_UPPER_SIDE_MAX];
	fw_upper_transition kept[FW_UPPER_SIDE_MAX];
	int32_t count = 0;
	const int32_t middle = side->count > 0 ? ( side->items[0].at + side->items[side->count - 1].at ) / 2 : 0;
	for ( int32_t i = 0; i < side->count; i++ )
	{
		ranks[i] = ( rank ){ FW_POPCOUNT64( hierarchy->classes.serves[side->items[i].unit_class] ),
		                     abs( side->items[i].at - middle ), i };
	}
	if ( side->count > 1 )
	{
		qsort( ranks, (size_t)side->count, sizeof( ranks[0] ), compare_ranks );
	}
	for ( int32_t i = 0; i < side->count; i++ )
	{
		const fw_upper_transition* t = &side->items[ranks[i].index];
		bool needed = true;
		for ( int32_t k = 0; k < count && needed; k++ )
		{
			needed = !stands_in( hierarchy, t, &kept[k], labels, first_nodes, second_nodes );
		}
		if ( needed )
		{
			kept[count++] = *t;
		}
	}
	if ( count > 1 )
	{
		qsort( kept, (size_t)count, sizeof( kept[0] ), compare_places );
	}
	memcpy( side->items, kept, (size_t)count * sizeof( kept[0] ) );
	side->count = count;
}

static fw_status find_sides( const fw_hierarchy* hierarchy, int32_t ux, int32_t uy, const area* own,
                             fw_upper_scratch* scratch, const fw_allocator* allocator )
{
	for ( int32_t side = 0; side < FW_SIDE_COUNT; side++ )
	{
		area near;
		const int32_t dx = fw_step_x[2 * side];
		const int32_t dy = fw_step_y[2 * side];
		const fw_rect clusters = fw_upper_clusters( hierarchy, ux + dx, uy + dy );
		scratch->sides[side].count = 0;
		if ( clusters.width == 0 )
		{
			continue;
		}
		area_begin( &near, hierarchy, clusters );
		const bool is_first = dx + dy > 0;
		const area* first = is_first ? own : &near;
		const area* second = is_first ? &near : own;
		FW_TRY( list_transitions( first, second, dy != 0, &scratch->sides[side] ) );
		FW_TRY( label_parts( first, &scratch->labels[0], &scratch->label_capacity[0], allocator ) );
		FW_TRY( label_parts( second, &scratch->labels[1], &scratch->label_capacity[1], allocator ) );
		thin_out( hierarchy, scratch->labels, area_nodes( first ), area_nodes( second ), &scratch->sides[side] );
	}
	return FW_OK;
}

// The nodes of the upper cluster: each tile once.
typedef struct upper_nodes
{
	int16_t x[FW_UPPER_NODES], y[FW_UPPER_NODES];
	int32_t count;
	uint8_t of_side[FW_SIDE_COUNT][FW_UPPER_NODES];
} upper_nodes;

static fw_status find_nodes( const fw_upper_scratch* scratch, upper_nodes* nodes )
{
	nodes->count = 0;
	for ( int32_t side = 0; side < FW_SIDE_COUNT; side++ )
	{
		const fw_upper_side* on = &scratch->sides[side];
		const bool is_first = side == FW_SIDE_RIGHT || side == FW_SIDE_DOWN;
		for ( int32_t i = 0; i < on->count; i++ )
		{
			const int16_t x = is_first ? on->items[i].first_x : on->items[i].second_x;
			const int16_t y = is_first ? on->items[i].first_y : on->items[i].second_y;
			int32_t node = 0;
			while ( node < nodes->count && ( nodes->x[node] != x || nodes->y[node] != y ) )
			{
				node++;
			}
			if ( node == FW_UPPER_NODES || i == FW_UPPER_NODES )
			{
				return FW_ERR_TOO_LARGE;
			}
			nodes->x[node] = x;
			nodes->y[node] = y;
			nodes->count = node == nodes->count ? node + 1 : nodes->count;
			nodes->of_side[side][i] = (uint8_t)node;
		}
	}
	return FW_OK;
}

// Is there a path between two nodes that serves the class and is as short?
static bool has_way( const fw_upper_scratch* scratch, const fw_classes* classes, int32_t from, int32_t to,
                     int32_t unit_class, uint32_t cost )
{
	for ( int32_t i = 0; i < scratch->intra_count; i++ )
	{
		const fw_upper_edge* edge = &scratch->intra[i];
		if ( edge->from == from && edge->to == to && edge->cost <= cost &&
		     fw_class_serves( classes, edge->unit_class, unit_class ) )
		{
			return true;
		}
	}
	return false;
}

// The paths of one class, by a search from each node over the lower ones.
static fw_status add_ways( const fw_hierarchy* hierarchy, const area* own, const upper_nodes* nodes, int32_t unit_class,
                           fw_upper_scratch* scratch, const fw_allocator* allocator )
{
	const int32_t side = hierarchy->def.cluster;
	const fw_layer* plane = fw_hierarchy_plane( hierarchy, unit_class );
	for ( int32_t i = 0; i < nodes->count; i++ )
	{
		if ( !fw_layer_get( plane, nodes->x[i], nodes->y[i] ) )
		{
			continue;
		}
		if ( !fw_window_search( &scratch->window, allocator, hierarchy, unit_class, own->clusters, nodes->x[i],
		                        nodes->y[i], NULL ) )
		{
			return FW_ERR_MEMORY;
		}
		for ( int32_t k = i + 1; k < nodes->count; k++ )
		{
			const int32_t cx = nodes->x[k] / side;
			const int32_t cy = nodes->y[k] / side;
			const int32_t local =
			    fw_cluster_node( hierarchy->clusters[cy * hierarchy->columns + cx], nodes->x[k], nodes->y[k] );
			const uint32_t cost = fw_window_g( &scratch->window, cx, cy, local );
			if ( cost != FW_LOCAL_FAR && cost > WAY_MAX )
			{
				return FW_ERR_TOO_LARGE;
			}
			if ( cost == FW_LOCAL_FAR || has_way( scratch, &hierarchy->classes, i, k, unit_class, cost ) )
			{
				continue;
			}
			if ( !FW_GROW( allocator, &scratch->intra, &scratch->intra_capacity, scratch->intra_count + 1 ) )
			{
				return FW_ERR_MEMORY;
			}
			scratch->intra[scratch->intra_count++] =
			    ( fw_upper_edge ){ cost, (uint8_t)i, (uint8_t)k, (uint8_t)unit_class };
		}
	}
	return FW_OK;
}

static uint32_t cross_cost( const fw_hierarchy* hierarchy, const fw_upper_transition* t )
{
	if ( !hierarchy->has_costs )
	{
		return FW_LOCAL_ONE;
	}
	const fw_grid* grid = fw_hierarchy_grid( hierarchy );
	const uint8_t a = fw_grid_get( grid, t->first_x, t->first_y );
	const uint8_t b = fw_grid_get( grid, t->second_x, t->second_y );
	return hierarchy->costs.straight[a][b];
}

// Every path leads to all nodes that it is connected with, so none follows another.
static void write_edges( const fw_hierarchy* hierarchy, const fw_upper_scratch* scratch, const upper_nodes* found,
                         fw_cluster* made )
{
	fw_abstract_edge* edges = (fw_abstract_edge*)(void*)( (char*)made + made->edges );
	fw_abstract_node* nodes = (fw_abstract_node*)(void*)( (char*)made + made->nodes );
	uint32_t count = 0;
	for ( int32_t node = 0; node < found->count; node++ )
	{
		nodes[node] = ( fw_abstract_node ){ (uint8_t)( found->x[node] - made->x ),
		                                    (uint8_t)( found->y[node] - made->y ), 0, count };
		for ( int32_t i = 0; i < scratch->intra_count; i++ )
		{
			const fw_upper_edge* edge = &scratch->intra[i];
			if ( edge->from == node || edge->to == node )
			{
				edges[count++] = ( fw_abstract_edge ){ .cost = edge->cost,
				                                       .to = edge->from == node ? edge->to : edge->from,
				                                       .side = FW_SIDE_NONE,
				                                       .unit_class = edge->unit_class };
				nodes[node].intra_edges++;
			}
		}
		for ( int32_t side = 0; side < FW_SIDE_COUNT; side++ )
		{
			for ( int32_t i = 0; i < made->side_count[side]; i++ )
			{
				const fw_upper_transition* t = &scratch->sides[side].items[i];
				if ( found->of_side[side][i] == node )
				{
					edges[count++] = ( fw_abstract_edge ){ .cost = cross_cost( hierarchy, t ),
					                                       .to = (uint8_t)i,
					                                       .side = (uint8_t)side,
					                                       .unit_class = t->unit_class,
					                                       .successors = UINT32_MAX };
				}
			}
		}
	}
	nodes[found->count] = ( fw_abstract_node ){ 0, 0, 0, count };
	for ( uint32_t i = 0; i < count; i++ )
	{
		const uint32_t intra = edges[i].side == FW_SIDE_NONE ? nodes[edges[i].to].intra_edges : 0;
		edges[i].successors = intra < FW_SUCCESSORS_LAST ? UINT32_MAX << intra : 1u << FW_SUCCESSORS_LAST;
	}
	for ( int32_t side = 0; side < FW_SIDE_COUNT; side++ )
	{
		memcpy( (char*)made + made->of_side[side], found->of_side[side], made->side_count[side] );
	}
}

fw_status fw_upper_build( const fw_hierarchy* hierarchy, int32_t ux, int32_t uy, fw_upper_scratch* scratch,
                          const fw_allocator* allocator, fw_cluster** cluster )
{
	area own;
	upper_nodes nodes;
	area_begin( &own, hierarchy, fw_upper_clusters( hierarchy, ux, uy ) );
	FW_TRY( find_sides( hierarchy, ux, uy, &own, scratch, allocator ) );
	FW_TRY( find_nodes( scratch, &nodes ) );
	scratch->intra_count = 0;
	for ( int32_t i = 0; i < hierarchy->classes.count; i++ )
	{
		FW_TRY( add_ways( hierarchy, &own, &nodes, hierarchy->classes.by_demand[i], scratch, allocator ) );
	}
	const int32_t side = hierarchy->def.cluster;
	fw_cluster_shape shape = { .x = own.clusters.x * side, .y = own.clusters.y * side };
	shape.width = own.clusters.width * side;
	shape.height = own.clusters.height * side;
	shape.node_count = (uint8_t)nodes.count;
	shape.edge_count = 2 * (uint32_t)scratch->intra_count;
	for ( int32_t i = 0; i < FW_SIDE_COUNT; i++ )
	{
		shape.side_count[i] = (uint8_t)scratch->sides[i].count;
		shape.edge_count += shape.side_count[i];
	}
	*cluster = fw_cluster_create( &shape, allocator );
	if ( *cluster == NULL )
	{
		return FW_ERR_MEMORY;
	}
	write_edges( hierarchy, scratch, &nodes, *cluster );
	return FW_OK;
}

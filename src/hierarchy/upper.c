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
#define SPAN_MAX 16
// Transitions that could stand in for one another are kept this far apart.
#define SPREAD 60
// The most transitions of one side of an upper cluster, before most of them are left out.
#define SIDE_MAX 512
// A path that costs more could not be added to the greatest cost of a node.
#define EDGE_MAX 0x10000000u

// One end of a transition of a lower cluster that lies on the border of an upper one.
typedef struct transition_end
{
	int32_t slot, node; // of the upper cluster's regions
	int32_t x, y;       // tile on the map
} transition_end;

typedef struct upper_transition
{
	uint8_t unit_class;
	transition_end ends[2]; // in the upper cluster to the left or above, and in the other one
} upper_transition;

// The transitions between two upper clusters.
typedef struct upper_border
{
	const fw_hierarchy* hierarchy;
	bool down;
	const fw_cluster_regions* regions[2];
	upper_transition items[SIDE_MAX];
	int32_t count;
} upper_border;

void fw_upper_scratch_hold( fw_holdings* holdings, fw_upper_scratch* scratch )
{
	fw_window_hold( holdings, &scratch->window );
	FW_HOLD( holdings, scratch->draft.edges, scratch->draft.edge_capacity );
}

int32_t fw_upper_span( int32_t cluster )
{
	const int32_t span = UPPER_TILES / cluster;
	return span < SPAN_MAX ? span : SPAN_MAX;
}

fw_rect fw_upper_clusters( const fw_hierarchy* hierarchy, int32_t ux, int32_t uy )
{
	return fw_square_of( fw_upper_span( hierarchy->def.cluster ), hierarchy->columns, hierarchy->rows, ux, uy );
}

// Tiles from the map's edge along the border.
static int32_t place_of( const upper_border* on, const upper_transition* t )
{
	return on->down ? t->ends[0].x : t->ends[0].y;
}

static transition_end end_at( const fw_cluster* cluster, int32_t slot, int32_t side, int32_t transition )
{
	const int32_t node = fw_cluster_side( cluster, side )[transition];
	const fw_abstract_node* at = &fw_cluster_nodes( cluster )[node];
	return ( transition_end ){ slot, node, cluster->x + at->x, cluster->y + at->y };
}

// The class of the edge over a transition of a cluster, whose node may have several.
static uint8_t class_over( const fw_cluster* cluster, int32_t side, int32_t transition )
{
	const fw_abstract_node* node = &fw_cluster_nodes( cluster )[fw_cluster_side( cluster, side )[transition]];
	uint8_t unit_class = 0;
	for ( uint32_t i = node->first_edge + node->intra_edges; i < node[1].first_edge; i++ )
	{
		const fw_abstract_edge* edge = &fw_cluster_edges( cluster )[i];
		unit_class = edge->side == side && edge->to == transition ? edge->unit_class : unit_class;
	}
	return unit_class;
}

// All transitions of lower clusters on the border. FW_ERR_TOO_LARGE where there are too many.
static fw_status list_transitions( upper_border* on )
{
	const fw_rect first = on->regions[0]->within;
	const fw_rect second = on->regions[1]->within;
	const int32_t side = on->down ? FW_SIDE_DOWN : FW_SIDE_RIGHT;
	for ( int32_t i = 0; i < ( on->down ? first.width : first.height ); i++ )
	{
		const int32_t a = on->down ? ( first.height - 1 ) * first.width + i : ( i + 1 ) * first.width - 1;
		const int32_t b = on->down ? i : i * second.width;
		const fw_cluster* one = fw_hierarchy_cluster_in( on->hierarchy, first, a );
		const fw_cluster* other = fw_hierarchy_cluster_in( on->hierarchy, second, b );
		if ( on->count + one->side_count[side] > SIDE_MAX )
		{
			return FW_ERR_TOO_LARGE;
		}
		for ( int32_t k = 0; k < one->side_count[side]; k++ )
		{
			on->items[on->count++] = ( upper_transition ){
			    class_over( one, side, k ),
			    { end_at( one, a, side, k ), end_at( other, b, fw_side_opposite( side ), k ) },
			};
		}
	}
	return FW_OK;
}

// The label of an end of a transition for a class.
static uint32_t region_of( const upper_border* on, int32_t unit_class, int32_t end, const upper_transition* t )
{
	return fw_regions_of_node( on->hierarchy, on->regions[end], unit_class, t->ends[end].slot, t->ends[end].node );
}

// Can u stand in for t?
static bool stands_in( const upper_border* on, const upper_transition* t, const upper_transition* u )
{
	const uint64_t* serves = on->hierarchy->classes.serves;
	const uint64_t needed = serves[t->unit_class];
	bool ok = ( needed & ~serves[u->unit_class] ) == 0 && abs( place_of( on, t ) - place_of( on, u ) ) < SPREAD;
	for ( uint64_t left = needed; left != 0 && ok; left &= left - 1 )
	{
		const int32_t unit_class = FW_CTZ64( left );
		ok = region_of( on, unit_class, 0, t ) == region_of( on, unit_class, 0, u ) &&
		     region_of( on, unit_class, 1, t ) == region_of( on, unit_class, 1, u );
	}
	return ok;
}

static int compare_ranks( const void* a, const void* b )
{
	const uint32_t x = *(const uint32_t*)a;
	const uint32_t y = *(const uint32_t*)b;
	return ( x > y ) - ( x < y );
}

// Marks the transitions that no other one stands in for. What serves most classes, and then what lies nearest to the
// middle of the border, is kept first.
static void thin_out( const upper_border* on, bool* kept )
{
	uint32_t ranks[SIDE_MAX]; // by classes, distance and index, the least first
	const int32_t count = on->count;
	const int32_t ends = count > 0 ? place_of( on, on->items ) + place_of( on, &on->items[count - 1] ) : 0;
	for ( int32_t i = 0; i < count; i++ )
	{
		const int32_t served = FW_POPCOUNT64( on->hierarchy->classes.serves[on->items[i].unit_class] );
		const int32_t off = abs( place_of( on, &on->items[i] ) - ends / 2 );
		ranks[i] = (uint32_t)( ( ( FW_CLASS_MAX - served ) * UPPER_TILES + off ) * SIDE_MAX + i );
	}
	qsort( ranks, (size_t)count, sizeof( ranks[0] ), compare_ranks );
	for ( int32_t i = 0; i < count; i++ )
	{
		const int32_t index = (int32_t)( ranks[i] % SIDE_MAX );
		kept[index] = true;
		for ( int32_t k = 0; k < count && kept[index]; k++ )
		{
			kept[index] = k == index || !kept[k] || !stands_in( on, &on->items[index], &on->items[k] );
		}
	}
}

// Makes nodes of the draft where the upper cluster's paths cross one of its sides.
static fw_status add_side( const fw_hierarchy* hierarchy, const fw_cluster_regions* own, const fw_cluster_regions* near,
                           int32_t side, fw_cluster_draft* draft )
{
	const bool is_first = side == FW_SIDE_RIGHT || side == FW_SIDE_DOWN;
	upper_border on = {
	    .hierarchy = hierarchy,
	    .down = side == FW_SIDE_DOWN || side == FW_SIDE_UP,
	    .regions = { is_first ? own : near, is_first ? near : own },
	};
	bool kept[SIDE_MAX] = { false };
	FW_TRY( list_transitions( &on ) );
	thin_out( &on, kept );
	for ( int32_t i = 0; i < on.count; i++ )
	{
		const transition_end end = on.items[i].ends[is_first ? 0 : 1];
		const fw_local_tile tile = { (uint8_t)( end.x - draft->tiles.x ), (uint8_t)( end.y - draft->tiles.y ) };
		if ( kept[i] && !fw_draft_add_transition( draft, side, tile, on.items[i].unit_class ) )
		{
			return FW_ERR_TOO_LARGE;
		}
	}
	return FW_OK;
}

static fw_status add_sides( const fw_hierarchy* hierarchy, int32_t ux, int32_t uy, const fw_cluster_regions* own,
                            fw_cluster_draft* draft )
{
	for ( int32_t side = 0; side < FW_SIDE_COUNT; side++ )
	{
		const fw_rect clusters = fw_upper_clusters( hierarchy, ux + fw_step_x[2 * side], uy + fw_step_y[2 * side] );
		if ( clusters.width > 0 )
		{
			fw_cluster_regions* near = fw_regions_create( hierarchy, clusters );
			const fw_status status = near != NULL ? add_side( hierarchy, own, near, side, draft ) : FW_ERR_MEMORY;
			fw_regions_release( near, &hierarchy->allocator );
			FW_TRY( status );
		}
	}
	return FW_OK;
}

// Is there an edge between two nodes that serves the class and is as short?
static bool has_edge( const fw_cluster_draft* draft, const fw_classes* classes, int32_t from, int32_t to,
                      int32_t unit_class, uint32_t cost )
{
	bool has = false;
	for ( int32_t i = 0; i < draft->edge_count && !has; i++ )
	{
		const fw_built_edge* edge = &draft->edges[i];
		has = edge->from == from && edge->to == to && edge->cost <= cost &&
		      fw_class_serves( classes, edge->unit_class, unit_class );
	}
	return has;
}

// The edges of one class, by a search from each node over the lower ones.
static fw_status add_edges( const fw_hierarchy* hierarchy, fw_rect clusters, int32_t unit_class,
                            fw_upper_scratch* scratch )
{
	fw_cluster_draft* draft = &scratch->draft;
	for ( int32_t i = 0; i < draft->node_count; i++ )
	{
		const int32_t from_x = draft->tiles.x + draft->nodes[i].x;
		const int32_t from_y = draft->tiles.y + draft->nodes[i].y;
		if ( !fw_layer_get( fw_hierarchy_plane( hierarchy, unit_class ), from_x, from_y ) )
		{
			continue;
		}
		if ( !fw_window_search( &scratch->window, &hierarchy->allocator, hierarchy, unit_class, clusters, from_x,
		                        from_y, NULL ) )
		{
			return FW_ERR_MEMORY;
		}
		for ( int32_t k = i + 1; k < draft->node_count; k++ )
		{
			const uint32_t cost =
			    fw_window_g( &scratch->window, draft->tiles.x + draft->nodes[k].x, draft->tiles.y + draft->nodes[k].y );
			if ( cost != FW_LOCAL_FAR && cost > EDGE_MAX )
			{
				return FW_ERR_TOO_LARGE;
			}
			if ( cost != FW_LOCAL_FAR && !has_edge( draft, &hierarchy->classes, i, k, unit_class, cost ) &&
			     !FW_PUSH( &hierarchy->allocator, &draft->edges, &draft->edge_count, &draft->edge_capacity,
			               ( fw_built_edge ){ cost, (uint8_t)i, (uint8_t)k, (uint8_t)unit_class } ) )
			{
				return FW_ERR_MEMORY;
			}
		}
	}
	return FW_OK;
}

// Every edge leads to all nodes that it is connected with, so none follows another.
static void write_successors( fw_cluster* made )
{
	fw_abstract_edge* edges = fw_cluster_edges_of( made );
	for ( uint32_t i = 0; i < made->edge_count; i++ )
	{
		const uint32_t intra = edges[i].side == FW_SIDE_NONE ? fw_cluster_nodes( made )[edges[i].to].intra_edges : 0;
		edges[i].successors = intra < FW_SUCCESSORS_LAST ? UINT32_MAX << intra : 1u << FW_SUCCESSORS_LAST;
	}
}

// Builds the upper cluster in column ux and row uy. FW_ERR_MEMORY; FW_ERR_TOO_LARGE where it would have too many nodes.
static fw_status build( const fw_hierarchy* hierarchy, int32_t ux, int32_t uy, fw_upper_scratch* scratch,
                        fw_cluster** cluster )
{
	const fw_allocator* allocator = &hierarchy->allocator;
	const fw_rect clusters = fw_upper_clusters( hierarchy, ux, uy );
	const int32_t side = hierarchy->def.cluster;
	fw_draft_begin( &scratch->draft, ( fw_rect ){ clusters.x * side, clusters.y * side, clusters.width * side,
	                                              clusters.height * side } );
	fw_cluster_regions* own = fw_regions_create( hierarchy, clusters );
	fw_status status = own != NULL ? add_sides( hierarchy, ux, uy, own, &scratch->draft ) : FW_ERR_MEMORY;
	fw_regions_release( own, allocator );
	for ( int32_t i = 0; i < hierarchy->classes.count && status == FW_OK; i++ )
	{
		status = add_edges( hierarchy, clusters, hierarchy->classes.by_demand[i], scratch );
	}
	FW_TRY( status );
	*cluster = fw_draft_finish( &scratch->draft, hierarchy, true );
	FW_TRY( *cluster != NULL ? FW_OK : FW_ERR_MEMORY );
	write_successors( *cluster );
	return FW_OK;
}

void fw_uppers_drop( fw_hierarchy* hierarchy )
{
	const int32_t count = hierarchy->upper_columns * hierarchy->upper_rows;
	for ( int32_t i = 0; i < count && hierarchy->uppers != NULL; i++ )
	{
		fw_cluster_release( hierarchy->uppers[i], &hierarchy->allocator );
	}
	fw_free( &hierarchy->allocator, hierarchy->uppers, (size_t)count, sizeof( fw_cluster* ) );
	hierarchy->uppers = NULL;
}

// Drops the upper cluster in which a place among the lower ones lies; nothing outside of the map.
static void drop_upper( fw_hierarchy* hierarchy, int32_t cx, int32_t cy )
{
	const int32_t span = hierarchy->upper_side / hierarchy->def.cluster;
	if ( cx >= 0 && cy >= 0 && cx / span < hierarchy->upper_columns && cy / span < hierarchy->upper_rows )
	{
		fw_cluster** upper = &hierarchy->uppers[cy / span * hierarchy->upper_columns + cx / span];
		fw_cluster_release( *upper, &hierarchy->allocator );
		*upper = NULL;
	}
}

// Shares the upper clusters of an older hierarchy but for those that an edit changes: with a cluster that is another
// one now; and, since stand-ins depend on what both sides of a border connect, those beside one that has such a cluster
// at the border, or connects otherwise now.
static void share_uppers( fw_hierarchy* hierarchy, const fw_hierarchy* old )
{
	for ( int32_t i = 0; i < hierarchy->upper_columns * hierarchy->upper_rows; i++ )
	{
		hierarchy->uppers[i] = fw_cluster_share( old->uppers[i] );
	}
	for ( int32_t i = 0; i < hierarchy->columns * hierarchy->rows; i++ )
	{
		if ( hierarchy->clusters[i] == old->clusters[i] )
		{
			continue;
		}
		const int32_t cx = i % hierarchy->columns;
		const int32_t cy = i / hierarchy->columns;
		const int32_t reach = fw_regions_same( hierarchy, old, i ) ? 1 : hierarchy->upper_side / hierarchy->def.cluster;
		drop_upper( hierarchy, cx, cy );
		for ( int32_t side = 0; side < FW_SIDE_COUNT; side++ )
		{
			drop_upper( hierarchy, cx + fw_step_x[2 * side] * reach, cy + fw_step_y[2 * side] * reach );
		}
	}
}

bool fw_uppers_build( fw_hierarchy* hierarchy, const fw_hierarchy* old, fw_upper_scratch* scratch )
{
	const int32_t span = fw_upper_span( hierarchy->def.cluster );
	hierarchy->upper_side = span * hierarchy->def.cluster;
	hierarchy->upper_columns = ( hierarchy->columns + span - 1 ) / span;
	hierarchy->upper_rows = ( hierarchy->rows + span - 1 ) / span;
	const int32_t count = hierarchy->upper_columns * hierarchy->upper_rows;
	hierarchy->uppers = fw_alloc_zero( &hierarchy->allocator, (size_t)count, sizeof( fw_cluster* ) );
	fw_status status = hierarchy->uppers != NULL ? FW_OK : FW_ERR_MEMORY;
	if ( status == FW_OK && old != NULL && old->uppers != NULL )
	{
		share_uppers( hierarchy, old );
	}
	for ( int32_t i = 0; i < count && status == FW_OK; i++ )
	{
		if ( hierarchy->uppers[i] == NULL )
		{
			const int32_t ux = i % hierarchy->upper_columns;
			const int32_t uy = i / hierarchy->upper_columns;
			status = build( hierarchy, ux, uy, scratch, &hierarchy->uppers[i] );
		}
	}
	if ( status != FW_OK )
	{
		fw_uppers_drop( hierarchy );
	}
	return status != FW_ERR_MEMORY;
}

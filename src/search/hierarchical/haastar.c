// SPDX-License-Identifier: MIT
// Hierarchical Annotated A*: A* over the nodes and edges of an abstraction that the unit can take.
// Papers: D. Harabor, A. Botea, "Hierarchical Path Planning for Multi-Size Agents in Heterogeneous Environments"
// (2008), after A. Botea, M. Mueller, J. Schaeffer, "Near Optimal Hierarchical Path-Finding" (2004). Differs from them:
// start and goal are not inserted into the graph, which all threads share, but are the first entries of the open list
// and a node of the search alone; edges that cannot follow one another on a shortest path are not tried one after the
// other, and a node that only leads over a border gives way to the one behind it. Ties: band of f, then last come,
// first taken. Cost: O(nodes of two clusters + edges of expanded nodes), and the length of the path.
#include "search/hierarchical/haastar.h"

#include "search/cost.h"
#include "search/ends.h"

#include <math.h>
#include <stdlib.h>

// Nodes whose f differs by less than a ninth of a tile come in any order, which saves a heap two thirds of its work;
// the ring of bands is 880 tiles long.
#define BAND_SHIFT 8

// From a node so near to the goal a plain path there is looked for. Chosen on bg512 and wc3maps512 (bench_haa): it
// takes 4 to 7 % of the time away; 32 and 64 take less.
#define SIGHT 48

_Static_assert( FW_LOCAL_ONE == FW_COST_ONE && FW_LOCAL_DIAGONAL == FW_COST_DIAGONAL, "one unit of cost" );
_Static_assert( FW_LOCAL_COST_MAX == FW_COST_MAX, "one limit" );

// The first node of a cluster, made where this search has not seen the cluster yet. FW_HAASTAR_NONE when memory is out.
FW_INLINE uint32_t first_node( fw_search* search, fw_haastar_state* state, uint32_t cluster )
{
	if ( FW_LIKELY( fw_directory_has( &state->directory, cluster ) ) )
	{
		return (uint32_t)state->directory.entries[cluster];
	}
	const fw_cluster* made = state->clusters[cluster];
	const uint32_t first = (uint32_t)state->node_count;
	if ( !fw_search_need( search, FW_GROW( &search->allocator, &state->nodes, &state->node_capacity,
	                                       state->node_count + made->node_count ) ) )
	{
		return FW_HAASTAR_NONE;
	}
	for ( int32_t i = 0; i < made->node_count; i++ )
	{
		state->nodes[state->node_count++] = ( fw_haastar_node ){ .cluster = cluster };
	}
	fw_directory_note( &state->directory, cluster, first );
	return first;
}

// Notes a shorter path to a node. False where it is none.
FW_INLINE bool improve( fw_search* search, fw_haastar_state* state, uint32_t node, uint32_t parent, uint32_t successors,
                        uint32_t g )
{
	fw_haastar_node* at = &state->nodes[node];
	search->counters.generated++;
	if ( at->rest >= UINT32_MAX - g )
	{
		return false;
	}
	at->rest = UINT32_MAX - g;
	at->parent = parent;
	at->successors = successors;
	return true;
}

// What remains from (x, y) to the goal at least, where landmarks say so much. Unweighted: edges are left out for the
// sake of shorter paths, so each node must be reached by its shortest one.
FW_INLINE uint32_t estimate_at( const fw_search* search, const fw_haastar_state* state, int32_t x, int32_t y,
                                uint32_t by_landmarks )
{
	const uint32_t octile = fw_cost_octile( x - state->goal_x, y - state->goal_y );
	const uint32_t most = octile > by_landmarks ? octile : by_landmarks;
	return search->query.options.heuristic == FW_HEURISTIC_ZERO ? 0 : most;
}

// Puts a node at (x, y) on the open list.
FW_INLINE void open_node( fw_search* search, fw_haastar_state* state, uint32_t node, int32_t x, int32_t y, uint32_t g,
                          uint32_t by_landmarks )
{
	const uint32_t h = estimate_at( search, state, x, y, by_landmarks );
	fw_search_report( search, FW_EVENT_OPEN, x + 0.5, y + 0.5 );
	// In a forged file f may fall; an intra-edge may be longer than the ring.
	uint32_t band = ( g + h ) >> BAND_SHIFT;
	band = band > state->open.f ? band : state->open.f;
	band = band - state->open.f < FW_BUCKET_COUNT ? band : state->open.f + FW_BUCKET_COUNT - 1;
	search->counters.heap_pushes++;
	fw_search_need( search, fw_bucket_push( &state->open, &search->allocator, band, g, node ) );
}

// The goal, over a node of its cluster or, with FW_HAASTAR_NONE, over the start.
static void offer_goal( fw_search* search, fw_haastar_state* state, uint32_t parent, uint32_t g, uint32_t distance )
{
	if ( distance != FW_LOCAL_FAR && improve( search, state, FW_HAASTAR_GOAL, parent, 0, g + distance ) )
	{
		open_node( search, state, FW_HAASTAR_GOAL, state->goal_x, state->goal_y, g + distance, 0 );
	}
}

// The node at the other end of an edge over a side.
FW_INLINE void offer_across( fw_search* search, fw_haastar_state* state, uint32_t index, const fw_abstract_edge* edge,
                             uint32_t parent, uint32_t g )
{
	const uint32_t next = index + (uint32_t)state->beside[edge->side];
	const uint32_t first = first_node( search, state, next );
	const fw_cluster* cluster = state->clusters[next];
	const uint8_t at = fw_cluster_side( cluster, fw_side_opposite( edge->side ) )[edge->to];
	const fw_abstract_node* node = &fw_cluster_nodes( cluster )[at];
	if ( FW_LIKELY( first != FW_HAASTAR_NONE ) &&
	     improve( search, state, first + at, parent, edge->successors, g + edge->cost ) )
	{
		open_node( search, state, first + at, cluster->x + node->x, cluster->y + node->y, g + edge->cost,
		           fw_landmark_estimate_at( &state->estimate, next, at ) );
	}
}

// A node of the same cluster. Where the path there is not followed by another one through the cluster, the node does
// not wait on the open list: what lies across its sides does.
FW_INLINE void offer_within( fw_search* search, fw_haastar_state* state, uint32_t index, const fw_cluster* cluster,
                             uint32_t first, uint32_t local, uint32_t parent, uint32_t successors, uint32_t g )
{
	const fw_abstract_node* node = &fw_cluster_nodes( cluster )[local];
	if ( !improve( search, state, first + local, parent, successors, g ) )
	{
		return;
	}
	if ( fw_successors_within( successors, node ) != 0 )
	{
		open_node( search, state, first + local, cluster->x + node->x, cluster->y + node->y, g,
		           fw_landmark_estimate_at( &state->estimate, index, local ) );
		return;
	}
	const fw_abstract_edge* edge = fw_cluster_edges( cluster ) + node->first_edge + node->intra_edges;
	const fw_abstract_edge* end = fw_cluster_edges( cluster ) + node[1].first_edge;
	for ( ; edge < end; edge++ )
	{
		if ( state->usable[edge->unit_class] )
		{
			offer_across( search, state, index, edge, first + local, g );
		}
	}
}

// A node, or the start, from which a plain path leads to the goal ends the search: none can be shorter.
static void look_for_goal( fw_search* search, fw_haastar_state* state, uint32_t node, int32_t x, int32_t y, uint32_t g )
{
	const int32_t dx = state->goal_x - x;
	const int32_t dy = state->goal_y - y;
	if ( !state->is_upper && !state->hierarchy->has_costs && abs( dx ) <= SIGHT && abs( dy ) <= SIGHT &&
	     fw_octile_path( fw_hierarchy_plane( state->hierarchy, state->unit_class ), x, y, state->goal_x,
	                     state->goal_y ) != FW_OCTILE_NONE )
	{
		offer_goal( search, state, node, g, fw_local_octile( dx, dy ) );
	}
}

static void expand( fw_search* search, fw_haastar_state* state, uint32_t node, uint32_t g )
{
	const uint32_t index = state->nodes[node].cluster;
	const uint32_t successors = state->nodes[node].successors;
	const fw_cluster* cluster = state->clusters[index];
	const uint32_t first = (uint32_t)state->directory.entries[index];
	const fw_abstract_node* at = &fw_cluster_nodes( cluster )[node - first];
	const fw_abstract_edge* edges = fw_cluster_edges( cluster ) + at->first_edge;
	const int32_t count = (int32_t)( at[1].first_edge - at->first_edge );
	search->counters.expanded++;
	look_for_goal( search, state, node, cluster->x + at->x, cluster->y + at->y, g );
	if ( index == state->goal_cluster )
	{
		offer_goal( search, state, node, g, state->goal_distances[node - first] );
	}
	for ( int32_t i = 0; i < count; i++ )
	{
		const fw_abstract_edge* edge = &edges[i];
		if ( !fw_successors_has( successors, i ) || !state->usable[edge->unit_class] )
		{
			continue;
		}
		i >= at->intra_edges
		    ? offer_across( search, state, index, edge, node, g )
		    : offer_within( search, state, index, cluster, first, edge->to, node, edge->successors, g + edge->cost );
	}
}

// Was the node passed through on the way to what lies across its sides, see offer_within()?
static bool was_passed( const fw_haastar_state* state, uint32_t node )
{
	const fw_haastar_node* at = &state->nodes[node];
	const fw_cluster* cluster = state->clusters[at->cluster];
	const uint32_t local = node - (uint32_t)state->directory.entries[at->cluster];
	const bool came_within = at->parent == FW_HAASTAR_NONE || state->nodes[at->parent].cluster == at->cluster;
	return came_within && fw_successors_within( at->successors, &fw_cluster_nodes( cluster )[local] ) == 0;
}

static FW_COLD void tell_expanded( const fw_search* search, const fw_haastar_state* state, uint32_t node, uint32_t g )
{
	const fw_haastar_node* at = &state->nodes[node];
	int32_t x;
	int32_t y;
	int32_t from_x = state->start_x;
	int32_t from_y = state->start_y;
	fw_haastar_tile( state, node, &x, &y );
	uint32_t parent = at->parent;
	if ( parent != FW_HAASTAR_NONE && was_passed( state, parent ) )
	{
		parent = state->nodes[parent].parent;
	}
	if ( parent != FW_HAASTAR_NONE )
	{
		fw_haastar_tile( state, parent, &from_x, &from_y );
	}
	const uint32_t local = node - (uint32_t)state->directory.entries[at->cluster];
	const uint32_t by_landmarks = fw_landmark_estimate_at( &state->estimate, at->cluster, local );
	const fw_heard heard = {
	    .event = FW_EVENT_EXPAND,
	    .pose = { x + 0.5, y + 0.5, 0.0 },
	    .parent = { from_x + 0.5, from_y + 0.5, 0.0 },
	    .g = (double)g / FW_COST_ONE,
	    .h = (double)estimate_at( search, state, x, y, by_landmarks ) / FW_COST_ONE,
	};
	fw_search_tell( search, &heard );
}

// Nodes of one band come in any order, so the goal is not reached before its band is empty.
void fw_haastar_step( fw_search* search, void* opaque, int64_t n )
{
	fw_haastar_state* state = opaque;
	while ( n > 0 && search->status == FW_OK )
	{
		if ( state->goal_taken && !fw_bucket_has( &state->open, state->open.f ) )
		{
			fw_search_finish( search, FW_FOUND, FW_REASON_NONE );
			return;
		}
		if ( fw_bucket_is_empty( &state->open ) )
		{
			fw_search_finish( search, FW_UNREACHABLE, FW_REASON_EXHAUSTED );
			return;
		}
		const fw_bucket_entry top = fw_bucket_pop( &state->open );
		const uint32_t g = top.h;
		search->counters.heap_pops++;
		if ( g != UINT32_MAX - state->nodes[top.node].rest )
		{
			continue; // a shorter path was found since
		}
		if ( FW_UNLIKELY( g > FW_COST_MAX ) )
		{
			fw_search_finish( search, FW_UNREACHABLE, FW_REASON_COST_RANGE );
			return;
		}
		if ( top.node == FW_HAASTAR_GOAL )
		{
			state->goal_taken = true;
			continue;
		}
		if ( fw_search_is_heard( search ) )
		{
			tell_expanded( search, state, top.node, g );
		}
		expand( search, state, top.node, g );
		n--;
	}
}

static bool stands( const void* context, int32_t x, int32_t y )
{
	const fw_haastar_state* state = context;
	return fw_hierarchy_stands( state->hierarchy, state->unit_class, x, y );
}

static uint32_t cluster_of( const fw_haastar_state* state, int32_t x, int32_t y )
{
	return (uint32_t)( y / state->side * state->columns + x / state->side );
}

// Distances inside of its upper cluster from an end to all nodes there.
static void upper_distances( fw_search* search, fw_haastar_state* state, uint32_t index, int32_t x, int32_t y,
                             uint32_t* distances )
{
	const fw_hierarchy* hierarchy = state->hierarchy;
	const fw_cluster* cluster = state->clusters[index];
	const fw_rect clusters = fw_upper_clusters( hierarchy, cluster->x / state->side, cluster->y / state->side );
	if ( !fw_search_need( search, fw_window_search( &state->window, &search->allocator, hierarchy, state->unit_class,
	                                                clusters, x, y, NULL ) ) )
	{
		return;
	}
	for ( int32_t i = 0; i < cluster->node_count; i++ )
	{
		const fw_abstract_node* node = &fw_cluster_nodes( cluster )[i];
		distances[i] = fw_window_g( &state->window, cluster->x + node->x, cluster->y + node->y );
	}
}

// Distances inside of its cluster from an end to all nodes there, and to the goal where that lies there too.
static void distances_from( fw_search* search, fw_haastar_state* state, uint32_t index, int32_t x, int32_t y,
                            uint32_t* distances )
{
	if ( state->is_upper )
	{
		upper_distances( search, state, index, x, y, distances );
		return;
	}
	const fw_local_tile goal = { (uint8_t)( state->goal_x % state->side ), (uint8_t)( state->goal_y % state->side ) };
	const fw_local_tile* other = state->start_cluster == state->goal_cluster ? &goal : NULL;
	fw_search_need( search, fw_hierarchy_distances( &state->window.local, &search->allocator, state->hierarchy,
	                                                state->unit_class, index, x, y, other, distances ) );
}

// The label of what an end is connected with; FW_REGION_NONE where it does not get out of its cluster.
static uint32_t label_of( const fw_haastar_state* state, const fw_landmark_end* end )
{
	const fw_cluster* of = state->clusters[end->cluster];
	const fw_abstract_node* nodes = fw_cluster_nodes( of );
	int32_t i = 0;
	while ( i < end->count && end->distances[i] == FW_LOCAL_FAR )
	{
		i++;
	}
	return i < end->count
	           ? fw_regions_label( state->hierarchy, state->unit_class, of->x + nodes[i].x, of->y + nodes[i].y )
	           : FW_REGION_NONE;
}

// The first entries of the open list.
static void open_start( fw_search* search, fw_haastar_state* state )
{
	uint32_t distances[FW_UPPER_NODES + 1];
	const fw_cluster* cluster = state->clusters[state->start_cluster];
	const fw_landmark_end start = { state->start_cluster, cluster->node_count, distances };
	const fw_landmark_end goal = { state->goal_cluster, state->clusters[state->goal_cluster]->node_count,
	                               state->goal_distances };
	const bool same = start.cluster == goal.cluster;
	const uint32_t first = first_node( search, state, start.cluster );
	distances_from( search, state, start.cluster, state->start_x, state->start_y, distances );
	if ( search->status != FW_OK )
	{
		return;
	}
	if ( !same || distances[start.count] == FW_LOCAL_FAR )
	{
		const uint32_t label = label_of( state, &start );
		if ( label == FW_REGION_NONE || label != label_of( state, &goal ) )
		{
			fw_search_finish( search, FW_UNREACHABLE, FW_REASON_OTHER_REGION );
			return;
		}
	}
	const uint32_t least =
	    fw_landmark_estimate_begin( &state->estimate, search->map.landmarks, state->is_upper, &start, &goal );
	const uint32_t f = estimate_at( search, state, state->start_x, state->start_y, same ? 0 : least );
	fw_bucket_clear( &state->open, f >> BAND_SHIFT );
	look_for_goal( search, state, FW_HAASTAR_NONE, state->start_x, state->start_y, 0 );
	if ( same )
	{
		offer_goal( search, state, FW_HAASTAR_NONE, 0, distances[start.count] );
	}
	for ( int32_t i = 0; i < start.count; i++ )
	{
		if ( distances[i] != FW_LOCAL_FAR )
		{
			// Intra-edges lead nowhere that the start does not lead to itself.
			offer_within( search, state, start.cluster, cluster, first, (uint32_t)i, FW_HAASTAR_NONE, 0, distances[i] );
		}
	}
}

// Forgets the last search. False when memory is out.
static bool begin_nodes( fw_search* search, fw_haastar_state* state )
{
	const size_t clusters = (size_t)state->hierarchy->columns * (size_t)state->hierarchy->rows;
	state->node_count = 0;
	state->goal_taken = false;
	return fw_search_need( search,
	                       fw_directory_begin( &state->directory, &search->allocator, clusters ) &&
	                           FW_PUSH( &search->allocator, &state->nodes, &state->node_count, &state->node_capacity,
	                                    ( fw_haastar_node ){ .cluster = state->goal_cluster } ) );
}

// The third level is for paths so long that their ends lie in upper clusters that do not touch.
static void choose_level( fw_haastar_state* state )
{
	const fw_hierarchy* hierarchy = state->hierarchy;
	const int32_t reach = 2 * hierarchy->upper_side;
	state->is_upper = hierarchy->uppers != NULL && ( abs( state->start_x - state->goal_x ) > reach ||
	                                                 abs( state->start_y - state->goal_y ) > reach );
	state->clusters = state->is_upper ? hierarchy->uppers : hierarchy->clusters;
	state->columns = state->is_upper ? hierarchy->upper_columns : hierarchy->columns;
	state->side = state->is_upper ? hierarchy->upper_side : hierarchy->def.cluster;
	state->start_cluster = cluster_of( state, state->start_x, state->start_y );
	state->goal_cluster = cluster_of( state, state->goal_x, state->goal_y );
	state->beside[FW_SIDE_RIGHT] = 1;
	state->beside[FW_SIDE_DOWN] = state->columns;
	state->beside[FW_SIDE_LEFT] = -1;
	state->beside[FW_SIDE_UP] = -state->columns;
}

void fw_haastar_prepare( const fw_search* search, fw_haastar_state* state )
{
	const fw_unit* unit = &search->query.unit;
	state->hierarchy = search->map.hierarchy;
	state->unit_class = fw_hierarchy_class( state->hierarchy, unit->capabilities, fw_unit_side( unit ) );
}

void fw_haastar_begin( fw_search* search, fw_haastar_state* state )
{
	const fw_classes* classes = &state->hierarchy->classes;
	for ( int32_t i = 0; i < classes->count; i++ )
	{
		state->usable[i] = fw_class_serves( classes, i, state->unit_class );
	}
	choose_level( state );
	distances_from( search, state, state->goal_cluster, state->goal_x, state->goal_y, state->goal_distances );
	if ( begin_nodes( search, state ) )
	{
		open_start( search, state );
	}
}

// The grid may be edited meanwhile; only the hierarchy can say who would fit.
static void end_fails( fw_search* search, const fw_haastar_state* state, bool start )
{
	const fw_hierarchy* hierarchy = state->hierarchy;
	const fw_pose at = start ? search->query.start : search->query.goal;
	const bool on_map = at.x >= 0.0 && at.y >= 0.0 && at.x < hierarchy->width && at.y < hierarchy->height;
	const int32_t small = fw_hierarchy_class( hierarchy, search->query.unit.capabilities, 1 );
	const bool narrow = on_map && small >= 0 && fw_hierarchy_stands( hierarchy, small, (int32_t)at.x, (int32_t)at.y );
	fw_end_fails( search, start, on_map, narrow );
}

static void haastar_begin( fw_search* search, void* opaque )
{
	fw_haastar_state* state = opaque;
	fw_haastar_prepare( search, state );
	if ( !fw_end_square( stands, state, search->query.start, &state->start_x, &state->start_y ) )
	{
		end_fails( search, state, true );
	}
	else if ( !fw_end_square( stands, state, search->query.goal, &state->goal_x, &state->goal_y ) )
	{
		end_fails( search, state, false );
	}
	else
	{
		fw_haastar_begin( search, state );
	}
}

bool fw_haastar_stops( const fw_haastar_state* state, const fw_allocator* allocator, fw_chain* chain )
{
	int32_t count = 0;
	for ( uint32_t node = FW_HAASTAR_GOAL; node != FW_HAASTAR_NONE; node = state->nodes[node].parent )
	{
		count++;
	}
	const uint32_t start = fw_chain_tile( state->start_x, state->start_y );
	if ( !fw_chain_begin( chain, allocator, count, start, state->is_upper ) )
	{
		return false;
	}
	for ( uint32_t node = FW_HAASTAR_GOAL; node != FW_HAASTAR_NONE; node = state->nodes[node].parent )
	{
		int32_t x;
		int32_t y;
		fw_haastar_tile( state, node, &x, &y );
		chain->stops[--count] = ( fw_stop ){ fw_chain_tile( x, y ), UINT32_MAX - state->nodes[node].rest };
	}
	return true;
}

static fw_refiner refiner_of( fw_search* search, fw_haastar_state* state )
{
	return ( fw_refiner ){
	    .chain = &state->chain,
	    .allocator = &search->allocator,
	    .hierarchy = state->hierarchy,
	    .unit_class = state->unit_class,
	    .window = &state->window,
	    .window_allocator = &search->allocator,
	};
}

void fw_haastar_points( fw_search* search, fw_haastar_state* state )
{
	const fw_refiner refiner = refiner_of( search, state );
	fw_search_need( search, fw_haastar_stops( state, &search->allocator, &state->chain ) );
	while ( search->status == FW_OK && state->chain.stops_taken < state->chain.stop_count )
	{
		fw_search_fail( search, fw_chain_take( &refiner ) );
	}
}

static void haastar_extract( fw_search* search, void* opaque, fw_result* result )
{
	fw_haastar_state* state = opaque;
	const fw_refiner refiner = refiner_of( search, state );
	fw_haastar_points( search, state );
	fw_tile_path tiles = { &result->path, 0.0, search->status, state->start_x, state->start_y, 0, 0 };
	fw_chain_refine( &refiner, &tiles, INFINITY );
	fw_tile_path_end( &tiles, search->query.goal );
	result->cost = state->hierarchy->has_costs ? (double)fw_haastar_cost( state ) / FW_LOCAL_ONE : tiles.cost;
	fw_search_fail( search, tiles.status );
}

void fw_haastar_hold( fw_holdings* holdings, void* opaque )
{
	fw_haastar_state* state = opaque;
	FW_HOLD( holdings, state->directory.entries, state->directory.size );
	FW_HOLD( holdings, state->nodes, state->node_capacity );
	fw_bucket_hold( holdings, &state->open );
	fw_chain_hold( holdings, &state->chain );
	fw_window_hold( holdings, &state->window );
}

const fw_engine fw_engine_haastar = {
    .state_size = sizeof( fw_haastar_state ),
    .begin = haastar_begin,
    .step = fw_haastar_step,
    .extract = haastar_extract,
    .hold = fw_haastar_hold,
};

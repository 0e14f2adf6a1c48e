// SPDX-License-Identifier: MIT
// Hierarchical Annotated A*: A* over the nodes and edges of an abstraction that the unit can take.
// Papers: D. Harabor, A. Botea, "Hierarchical Path Planning for Multi-Size Agents in Heterogeneous Environments"
// (2008), after A. Botea, M. Mueller, J. Schaeffer, "Near Optimal Hierarchical Path-Finding" (2004). Differs from them:
// start and goal are not inserted into the graph, which all threads share, but are the first entries of the open list
// and a node of the search alone. Ties: f, then larger g, then node index. Cost: O(nodes of two clusters + expanded
// edges x log open), and the length of the path.
#include "search/haastar.h"

#include "search/cost.h"
#include "search/ends.h"

#include <string.h>

_Static_assert( FW_LOCAL_ONE == FW_COST_ONE && FW_LOCAL_DIAGONAL == FW_COST_DIAGONAL, "one unit of cost" );

static const fw_cluster* cluster_at( const fw_haastar_state* state, uint32_t index )
{
	return state->hierarchy->clusters[index];
}

// The first node of a cluster, made where this search has not seen the cluster yet. FW_HAASTAR_NONE when memory is out.
FW_INLINE uint32_t first_node( fw_search* search, fw_haastar_state* state, uint32_t cluster )
{
	const uint64_t entry = state->directory[cluster];
	if ( FW_LIKELY( entry >> 32 == state->search ) )
	{
		return (uint32_t)entry;
	}
	const fw_cluster* made = cluster_at( state, cluster );
	const uint32_t first = (uint32_t)state->node_count;
	if ( !FW_GROW( &search->allocator, &state->nodes, &state->node_capacity, state->node_count + made->node_count ) )
	{
		return FW_HAASTAR_NONE;
	}
	const fw_abstract_node* nodes = fw_cluster_nodes( made );
	for ( int32_t i = 0; i < made->node_count; i++ )
	{
		state->nodes[state->node_count++] = ( fw_haastar_node ){
		    .cluster = cluster, .x = (uint16_t)( made->x + nodes[i].x ), .y = (uint16_t)( made->y + nodes[i].y ) };
	}
	state->directory[cluster] = (uint64_t)state->search << 32 | first;
	return first;
}

// Offers a node a way over a parent. False when memory is out.
FW_INLINE bool offer( fw_search* search, fw_haastar_state* state, uint32_t node, uint32_t parent, uint32_t g )
{
	fw_haastar_node* at = &state->nodes[node];
	search->counters.generated++;
	if ( at->rest >= UINT32_MAX - g )
	{
		return true;
	}
	at->rest = UINT32_MAX - g;
	at->parent = parent;
	const uint32_t h = search->query.heuristic == FW_HEURISTIC_ZERO
	                       ? 0
	                       : fw_cost_octile( at->x - state->goal_x, at->y - state->goal_y );
	if ( FW_UNLIKELY( search->query.listener.hear != NULL ) )
	{
		fw_search_tell( search, FW_EVENT_OPEN, at->x + 0.5, at->y + 0.5, 0.0 );
	}
	const uint32_t weighted = fw_cost_weighted( h, state->weight );
	return fw_open_push( &state->open, &search->allocator, &search->counters, fw_open_key( g + weighted, g ), node );
}

// The goal, over a node of its cluster or, with FW_HAASTAR_NONE, over the start.
static bool offer_goal( fw_search* search, fw_haastar_state* state, uint32_t parent, uint32_t g, uint32_t far )
{
	return far == FW_LOCAL_FAR || offer( search, state, FW_HAASTAR_GOAL, parent, g + far );
}

static bool expand( fw_search* search, fw_haastar_state* state, uint32_t node, uint32_t g )
{
	const uint32_t index = state->nodes[node].cluster;
	const fw_cluster* cluster = cluster_at( state, index );
	const uint32_t first = (uint32_t)state->directory[index];
	const fw_abstract_node* at = &fw_cluster_nodes( cluster )[node - first];
	const fw_abstract_edge* edge = fw_cluster_edges( cluster ) + at->first_edge;
	const fw_abstract_edge* end = fw_cluster_edges( cluster ) + at[1].first_edge;
	const int32_t columns = state->hierarchy->columns;
	const int32_t beside[FW_SIDE_COUNT] = { 1, columns, -1, -columns };
	search->counters.expanded++;
	if ( index == state->goal_cluster && !offer_goal( search, state, node, g, state->goal_far[node - first] ) )
	{
		return false;
	}
	for ( ; edge < end; edge++ )
	{
		if ( !state->usable[edge->class] )
		{
			continue;
		}
		uint32_t to = first + edge->to;
		if ( edge->side != FW_SIDE_NONE )
		{
			const uint32_t next = index + (uint32_t)beside[edge->side];
			const uint32_t base = first_node( search, state, next );
			if ( FW_UNLIKELY( base == FW_HAASTAR_NONE ) )
			{
				return false;
			}
			to = base + fw_cluster_side( cluster_at( state, next ), fw_side_opposite( edge->side ) )[edge->to];
		}
		if ( FW_UNLIKELY( !offer( search, state, to, node, g + edge->cost ) ) )
		{
			return false;
		}
	}
	return true;
}

static fw_status haastar_step( fw_search* search, void* opaque, int64_t n )
{
	fw_haastar_state* state = opaque;
	while ( n > 0 )
	{
		if ( fw_open_is_empty( &state->open ) )
		{
			fw_search_finish( search, FW_UNREACHABLE, FW_REASON_EXHAUSTED );
			return FW_OK;
		}
		const fw_open_entry top = fw_open_pop( &state->open, &search->counters );
		const uint32_t g = fw_open_g( &top );
		if ( g != UINT32_MAX - state->nodes[top.node].rest )
		{
			continue; // a shorter way was found since
		}
		if ( FW_UNLIKELY( g > FW_COST_MAX ) )
		{
			fw_search_finish( search, FW_UNREACHABLE, FW_REASON_COST_RANGE );
			return FW_OK;
		}
		if ( top.node == FW_HAASTAR_GOAL )
		{
			fw_search_finish( search, FW_FOUND, FW_REASON_NONE );
			return FW_OK;
		}
		fw_search_tell( search, FW_EVENT_EXPAND, state->nodes[top.node].x + 0.5, state->nodes[top.node].y + 0.5, 0.0 );
		if ( !expand( search, state, top.node, g ) )
		{
			return FW_ERR_MEMORY;
		}
		n--;
	}
	return FW_OK;
}

static bool stands( const void* context, int32_t x, int32_t y )
{
	const fw_haastar_state* state = context;
	const fw_hierarchy* hierarchy = state->hierarchy;
	if ( (uint32_t)x >= (uint32_t)hierarchy->width || (uint32_t)y >= (uint32_t)hierarchy->height )
	{
		return false;
	}
	const int32_t side = hierarchy->def.cluster;
	const fw_cluster* cluster = hierarchy->clusters[y / side * hierarchy->columns + x / side];
	const fw_local local = fw_cluster_local( cluster, state->class, NULL );
	return fw_local_get( &local, x - cluster->x, y - cluster->y );
}

static uint32_t cluster_of( const fw_hierarchy* hierarchy, int32_t x, int32_t y )
{
	const int32_t side = hierarchy->def.cluster;
	return (uint32_t)( y / side * hierarchy->columns + x / side );
}

static fw_local_tile tile_in( const fw_cluster* cluster, int32_t x, int32_t y )
{
	return ( fw_local_tile ){ (uint8_t)( x - cluster->x ), (uint8_t)( y - cluster->y ) };
}

// Ways inside of its cluster from an end to all nodes there, and to the other end where it lies in the same cluster.
static void distances_from( fw_haastar_state* state, uint32_t index, int32_t x, int32_t y, uint32_t* far )
{
	const fw_cluster* cluster = cluster_at( state, index );
	const fw_local local = fw_cluster_local( cluster, state->class, fw_hierarchy_costs( state->hierarchy ) );
	fw_local_tile tiles[FW_CLUSTER_NODES + 1];
	for ( int32_t i = 0; i < cluster->node_count; i++ )
	{
		tiles[i] = ( fw_local_tile ){ fw_cluster_nodes( cluster )[i].x, fw_cluster_nodes( cluster )[i].y };
	}
	int32_t count = cluster->node_count;
	if ( state->start_cluster == state->goal_cluster )
	{
		tiles[count++] = tile_in( cluster, state->goal_x, state->goal_y );
	}
	fw_local_distances( &state->local, &local, tile_in( cluster, x, y ), tiles, count, far );
}

// The first entries of the open list. False when memory is out.
static bool open_start( fw_search* search, fw_haastar_state* state )
{
	uint32_t far[FW_CLUSTER_NODES + 1];
	const int32_t count = cluster_at( state, state->start_cluster )->node_count;
	const uint32_t first = first_node( search, state, state->start_cluster );
	bool ok = first != FW_HAASTAR_NONE;
	distances_from( state, state->start_cluster, state->start_x, state->start_y, far );
	if ( ok && state->start_cluster == state->goal_cluster )
	{
		ok = offer_goal( search, state, FW_HAASTAR_NONE, 0, far[count] );
	}
	for ( int32_t i = 0; i < count && ok; i++ )
	{
		ok = far[i] == FW_LOCAL_FAR || offer( search, state, first + (uint32_t)i, FW_HAASTAR_NONE, far[i] );
	}
	return ok;
}

// Forgets the last search. False when memory is out.
static bool begin_nodes( fw_search* search, fw_haastar_state* state )
{
	const int32_t clusters = state->hierarchy->columns * state->hierarchy->rows;
	if ( clusters > state->directory_size )
	{
		uint64_t* grown = fw_alloc_zero( &search->allocator, (size_t)clusters, sizeof( *grown ) );
		if ( grown == NULL )
		{
			return false;
		}
		fw_free( &search->allocator, state->directory, (size_t)state->directory_size, sizeof( *grown ) );
		state->directory = grown;
		state->directory_size = clusters;
	}
	if ( ++state->search == 0 )
	{
		memset( state->directory, 0, (size_t)state->directory_size * sizeof( *state->directory ) );
		state->search = 1;
	}
	state->node_count = 0;
	fw_open_clear( &state->open );
	if ( !FW_GROW( &search->allocator, &state->nodes, &state->node_capacity, 1 ) )
	{
		return false;
	}
	state->nodes[state->node_count++] = ( fw_haastar_node ){
	    .x = (uint16_t)state->goal_x, .y = (uint16_t)state->goal_y, .cluster = state->goal_cluster };
	return true;
}

static fw_status haastar_begin( fw_search* search, void* opaque )
{
	fw_haastar_state* state = opaque;
	const fw_query* query = &search->query;
	const fw_hierarchy* hierarchy = search->map.hierarchy;
	state->hierarchy = hierarchy;
	state->class = fw_hierarchy_class( hierarchy, query->unit.capabilities, fw_search_side( search ) );
	if ( state->class < 0 || (int32_t)hierarchy->def.quality != search->row->variant )
	{
		return FW_ERR_MISMATCH;
	}
	if ( query->goal_tolerance > 0.0 || query->heuristic == FW_HEURISTIC_TABLE ||
	     query->heuristic == FW_HEURISTIC_FIELD || query->heuristic == FW_HEURISTIC_EUCLIDEAN ||
	     ( hierarchy->has_costs && query->ignore_costs ) )
	{
		return FW_ERR_UNSUPPORTED;
	}
	for ( int32_t i = 0; i < hierarchy->classes.count; i++ )
	{
		state->usable[i] = ( hierarchy->classes.serves[i] >> state->class & 1u ) != 0;
	}
	if ( !fw_end_square( stands, state, query->start, &state->start_x, &state->start_y ) )
	{
		fw_search_finish( search, FW_UNREACHABLE, FW_REASON_START_BLOCKED );
		return FW_OK;
	}
	if ( !fw_end_square( stands, state, query->goal, &state->goal_x, &state->goal_y ) )
	{
		fw_search_finish( search, FW_UNREACHABLE, FW_REASON_GOAL_BLOCKED );
		return FW_OK;
	}
	state->start_cluster = cluster_of( hierarchy, state->start_x, state->start_y );
	state->goal_cluster = cluster_of( hierarchy, state->goal_x, state->goal_y );
	state->weight = (uint32_t)floor( query->weight * 256.0 + 0.5 );
	fw_steps_prepare( &state->local.steps );
	uint32_t far[FW_CLUSTER_NODES + 1];
	distances_from( state, state->goal_cluster, state->goal_x, state->goal_y, far );
	memcpy( state->goal_far, far, sizeof( state->goal_far ) );
	return begin_nodes( search, state ) && open_start( search, state ) ? FW_OK : FW_ERR_MEMORY;
}

static fw_status haastar_extract( fw_search* search, void* opaque, fw_result* result )
{
	return fw_haastar_refine( search, opaque, result );
}

static void haastar_destroy( const fw_allocator* allocator, void* opaque )
{
	fw_haastar_state* state = opaque;
	fw_free( allocator, state->directory, (size_t)state->directory_size, sizeof( *state->directory ) );
	fw_free( allocator, state->nodes, (size_t)state->node_capacity, sizeof( *state->nodes ) );
	fw_free( allocator, state->open.heap, (size_t)state->open.capacity, sizeof( fw_open_entry ) );
	fw_free( allocator, state->trail, (size_t)state->trail_capacity, sizeof( *state->trail ) );
}

static size_t haastar_memory( const void* opaque )
{
	const fw_haastar_state* state = opaque;
	return (size_t)state->directory_size * sizeof( *state->directory ) +
	       (size_t)state->node_capacity * sizeof( *state->nodes ) +
	       (size_t)state->open.capacity * sizeof( fw_open_entry ) +
	       (size_t)state->trail_capacity * sizeof( *state->trail );
}

const fw_engine fw_engine_haastar = {
    .state_size = sizeof( fw_haastar_state ),
    .begin = haastar_begin,
    .step = haastar_step,
    .extract = haastar_extract,
    .destroy = haastar_destroy,
    .memory = haastar_memory,
};

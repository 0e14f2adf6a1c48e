// SPDX-License-Identifier: MIT
// Jump points: A* that expands only tiles where a shortest path may turn, found by scanning rows of bits.
// Papers: D. Harabor, A. Grastien, "Online Graph Pruning for Pathfinding on Grid Maps" (2011), and "Improving Jump
// Point Search" (2014) for scans by words of bits and for intermediate points that are never queued. Differs from them:
// no corner cutting; columns are scanned as the rows of a plane with both exchanged; a diagonal walker asks the table
// of canonical steps of search/steps.h; a node keeps its g, its parent and how it was come to in 8 bytes. Ties: f, then
// larger g, then node index. Cost: O(scanned words + expanded x log open).
#include "annotate/space.h"
#include "search/cost.h"
#include "search/engine.h"
#include "search/node_pages.h"
#include "search/open_list.h"
#include "search/vertices.h"

#include <stdlib.h>

#define PAGE_SHIFT 4
#define PAGE_SIDE ( 1 << PAGE_SHIFT )
#define PAGE_NODES ( PAGE_SIDE * PAGE_SIDE )
#define NO_STOP INT32_MIN
// New tiles of one look at a word; the other bit tells what lies before them.
#define SCAN 63

typedef struct jps_node
{
	uint32_t rest;   // UINT32_MAX - g, so that a node of a fresh page is as far as can be
	uint32_t parent; // index << 4 | direction of arrival
} jps_node;

typedef struct jps_state
{
	fw_vertices ends;
	fw_node_pages pages;
	fw_open_list open;
	const fw_layer* rows;    // where the unit stands
	const fw_layer* columns; // the same turned
	uint32_t weight;         // of the heuristic, in 1/256
	uint32_t goal_node;      // once found
	uint32_t* trail;         // [trail_capacity], scratch of extract
	int32_t trail_capacity;
} jps_state;

FW_INLINE jps_node* node_at( const jps_state* state, uint32_t node )
{
	return (jps_node*)(void*)state->pages.nodes + node;
}

FW_INLINE int32_t node_x( const jps_state* state, uint32_t node )
{
	return state->pages.origins[node / PAGE_NODES].x + (int32_t)( node & ( PAGE_SIDE - 1 ) );
}

FW_INLINE int32_t node_y( const jps_state* state, uint32_t node )
{
	return state->pages.origins[node / PAGE_NODES].y + (int32_t)( node / PAGE_SIDE & ( PAGE_SIDE - 1 ) );
}

// Along a row towards larger places from `at` on: the next one where a path may turn (a tile beside is free and the one
// before that is not), or the goal if it lies on the way; NO_STOP where a blocked tile comes first.
FW_INLINE int32_t scan_up( const fw_layer* plane, int32_t row, int32_t at, int32_t goal )
{
	for ( ;; at += SCAN )
	{
		const uint64_t own = fw_layer_bits( plane, at, row );
		const uint64_t above = fw_layer_bits( plane, at, row - 1 );
		const uint64_t below = fw_layer_bits( plane, at, row + 1 );
		const uint64_t stops = ( ~own | ( above & ~( above << 1 ) ) | ( below & ~( below << 1 ) ) ) & ~(uint64_t)1;
		const int32_t found = stops != 0 ? FW_CTZ64( stops ) : SCAN;
		if ( goal > at && goal <= at + found && ( goal < at + found || ( own >> found & 1 ) != 0 ) )
		{
			return goal;
		}
		if ( stops != 0 )
		{
			return ( own >> found & 1 ) != 0 ? at + found : NO_STOP;
		}
	}
}

// The same towards smaller places.
FW_INLINE int32_t scan_down( const fw_layer* plane, int32_t row, int32_t at, int32_t goal )
{
	for ( ;; at -= SCAN )
	{
		const int32_t low = at - SCAN;
		const uint64_t own = fw_layer_bits( plane, low, row );
		const uint64_t above = fw_layer_bits( plane, low, row - 1 );
		const uint64_t below = fw_layer_bits( plane, low, row + 1 );
		const uint64_t stops =
		    ( ~own | ( above & ~( above >> 1 ) ) | ( below & ~( below >> 1 ) ) ) & ~( (uint64_t)1 << SCAN );
		const int32_t found = stops != 0 ? 63 - FW_CLZ64( stops ) : 0;
		if ( goal < at && goal >= low + found && ( goal > low + found || ( own >> found & 1 ) != 0 ) )
		{
			return goal;
		}
		if ( stops != 0 )
		{
			return ( own >> found & 1 ) != 0 ? low + found : NO_STOP;
		}
	}
}

FW_INLINE uint32_t estimate( const fw_search* search, const jps_state* state, int32_t x, int32_t y )
{
	const int32_t dx = x - state->ends.goal_x;
	const int32_t dy = y - state->ends.goal_y;
	uint32_t h = 0;
	switch ( search->query.heuristic )
	{
	case FW_HEURISTIC_ZERO:
		break;
	case FW_HEURISTIC_EUCLIDEAN:
		h = (uint32_t)( sqrt( (double)dx * dx + (double)dy * dy ) * FW_COST_ONE );
		break;
	default:
		h = fw_cost_octile( dx, dy );
		break;
	}
	return fw_cost_weighted( h, state->weight );
}

// Offers a tile a way over a parent. False when memory is out.
static bool offer( fw_search* search, jps_state* state, uint32_t parent, int32_t direction, uint32_t g, int32_t x,
                   int32_t y )
{
	const uint32_t slot = fw_pages_touch( &state->pages, &search->allocator, x, y, 0 );
	if ( FW_UNLIKELY( slot == FW_NO_SLOT ) )
	{
		return false;
	}
	const uint32_t place = (uint32_t)( y & ( PAGE_SIDE - 1 ) ) * PAGE_SIDE + (uint32_t)( x & ( PAGE_SIDE - 1 ) );
	const uint32_t index = slot * PAGE_NODES + place;
	jps_node* node = node_at( state, index );
	search->counters.generated++;
	if ( node->rest >= UINT32_MAX - g || g >= FW_COST_MAX )
	{
		return true;
	}
	*node = ( jps_node ){ UINT32_MAX - g, parent << 4 | (uint32_t)direction };
	const uint32_t h = estimate( search, state, x, y );
	fw_search_tell( search, FW_EVENT_OPEN, x + 0.5, y + 0.5, 0.0 );
	return fw_open_push( &state->open, &search->allocator, &search->counters, fw_open_key( g + h, g ), index );
}

// Where the unit is that looks for jump points, and where it set out.
typedef struct walker
{
	uint32_t parent;
	uint32_t g;
	int32_t x, y;
} walker;

// Scans straight on from a walker and offers what is found. False when memory is out.
FW_INLINE bool jump_straight( fw_search* search, jps_state* state, const walker* from, int32_t direction )
{
	const bool along_row = ( direction & 3 ) == 0;
	const fw_layer* plane = along_row ? state->rows : state->columns;
	const int32_t row = along_row ? from->y : from->x;
	const int32_t at = along_row ? from->x : from->y;
	const int32_t goal_row = along_row ? state->ends.goal_y : state->ends.goal_x;
	const int32_t goal_at = along_row ? state->ends.goal_x : state->ends.goal_y;
	const bool up = direction < 4;
	// A place that no scan comes to.
	const int32_t goal = row == goal_row ? goal_at : up ? INT32_MIN : INT32_MAX;
	const int32_t stop = up ? scan_up( plane, row, at, goal ) : scan_down( plane, row, at, goal );
	if ( stop == NO_STOP )
	{
		return true;
	}
	const uint32_t g = from->g + (uint32_t)abs( stop - at ) * FW_COST_ONE;
	return along_row ? offer( search, state, from->parent, direction, g, stop, row )
	                 : offer( search, state, from->parent, direction, g, row, stop );
}

// Walks diagonally and scans along both parts of the direction at every step. False when memory is out.
static bool jump_diagonal( fw_search* search, jps_state* state, walker w, int32_t direction )
{
	const uint8_t* legal = state->ends.steps.legal8;
	while ( ( legal[fw_steps_around( state->rows, w.x, w.y )] >> direction & 1 ) != 0 )
	{
		w.x += fw_step_x[direction];
		w.y += fw_step_y[direction];
		w.g += FW_COST_DIAGONAL;
		if ( w.x == state->ends.goal_x && w.y == state->ends.goal_y )
		{
			return offer( search, state, w.parent, direction, w.g, w.x, w.y );
		}
		if ( !jump_straight( search, state, &w, ( direction + 7 ) & 7 ) ||
		     !jump_straight( search, state, &w, ( direction + 1 ) & 7 ) )
		{
			return false;
		}
	}
	return true;
}

static bool expand( fw_search* search, jps_state* state, uint32_t index )
{
	const jps_node node = *node_at( state, index );
	const walker w = { index, UINT32_MAX - node.rest, node_x( state, index ), node_y( state, index ) };
	const uint32_t around = fw_steps_around( state->rows, w.x, w.y );
	search->counters.expanded++;
	fw_search_tell( search, FW_EVENT_EXPAND, w.x + 0.5, w.y + 0.5, 0.0 );
	for ( uint32_t steps = state->ends.steps.canonical[node.parent & 15u][around]; steps != 0; steps &= steps - 1 )
	{
		const int32_t direction = FW_CTZ64( steps );
		if ( !( ( direction & 1 ) != 0 ? jump_diagonal( search, state, w, direction )
		                               : jump_straight( search, state, &w, direction ) ) )
		{
			return false;
		}
	}
	return true;
}

static fw_status jps_step( fw_search* search, void* opaque, int64_t n )
{
	jps_state* state = opaque;
	for ( ; n > 0; )
	{
		if ( fw_open_is_empty( &state->open ) )
		{
			fw_search_finish( search, FW_UNREACHABLE, FW_REASON_EXHAUSTED );
			return FW_OK;
		}
		const fw_open_entry top = fw_open_pop( &state->open, &search->counters );
		if ( fw_open_g( &top ) != UINT32_MAX - node_at( state, top.node )->rest )
		{
			continue; // a shorter way was found since
		}
		if ( node_x( state, top.node ) == state->ends.goal_x && node_y( state, top.node ) == state->ends.goal_y )
		{
			state->goal_node = top.node;
			fw_search_finish( search, FW_FOUND, FW_REASON_NONE );
			return FW_OK;
		}
		if ( !expand( search, state, top.node ) )
		{
			return FW_ERR_MEMORY;
		}
		n--;
	}
	return FW_OK;
}

static fw_status jps_begin( fw_search* search, void* opaque )
{
	jps_state* state = opaque;
	const fw_query* query = &search->query;
	const bool plain = query->neighbours == 8 && !query->corner_cutting && query->turn_penalty == 0.0 &&
	                   query->window < 0 && query->goal_tolerance == 0.0;
	if ( !plain || query->heuristic == FW_HEURISTIC_TABLE || query->heuristic == FW_HEURISTIC_FIELD )
	{
		return FW_ERR_UNSUPPORTED;
	}
	fw_vertices_begin( search, &state->ends );
	if ( search->outcome != FW_RUNNING )
	{
		return FW_OK;
	}
	state->rows = fw_space_plane( search->map.space, 0 );
	state->columns = fw_space_turned( search->map.space );
	state->weight = (uint32_t)floor( query->weight * 256.0 + 0.5 );
	fw_open_clear( &state->open );
	if ( !fw_pages_begin( &state->pages, &search->allocator, state->rows->width, state->rows->height, 1, PAGE_SHIFT,
	                      PAGE_NODES * sizeof( jps_node ) ) )
	{
		return FW_ERR_MEMORY;
	}
	return offer( search, state, 0, FW_STEP_NONE, 0, state->ends.start_x, state->ends.start_y ) ? FW_OK : FW_ERR_MEMORY;
}

// Lists the nodes from the goal back; returns how many, -1 when memory is out.
static int32_t trace_back( fw_search* search, jps_state* state )
{
	int32_t count = 0;
	for ( uint32_t node = state->goal_node;; node = node_at( state, node )->parent >> 4 )
	{
		if ( !FW_GROW( &search->allocator, &state->trail, &state->trail_capacity, count + 1 ) )
		{
			return -1;
		}
		state->trail[count++] = node;
		if ( ( node_at( state, node )->parent & 15u ) == FW_STEP_NONE )
		{
			return count;
		}
	}
}

static fw_status append( fw_result* result, fw_vec2 to )
{
	const fw_pose from = fw_path_end( &result->path );
	if ( from.x == to.x && from.y == to.y )
	{
		return FW_OK;
	}
	result->cost += fw_length( to.x - from.x, to.y - from.y );
	return fw_path_append_line( &result->path, to, FW_GEAR_FORWARD );
}

static fw_status jps_extract( fw_search* search, void* opaque, fw_result* result )
{
	jps_state* state = opaque;
	const int32_t count = trace_back( search, state );
	fw_status status = count < 0 ? FW_ERR_MEMORY : FW_OK;
	int32_t x = state->ends.start_x;
	int32_t y = state->ends.start_y;
	for ( int32_t i = count - 1; i >= 0 && status == FW_OK; i-- )
	{
		const int32_t dx = node_x( state, state->trail[i] ) - x;
		const int32_t dy = node_y( state, state->trail[i] ) - y;
		// Diagonally first, as it was walked.
		const int32_t across = abs( dx ) < abs( dy ) ? abs( dx ) : abs( dy );
		const fw_vec2 bend = { x + ( dx < 0 ? -across : across ) + 0.5, y + ( dy < 0 ? -across : across ) + 0.5 };
		x += dx;
		y += dy;
		status = append( result, bend );
		status = status == FW_OK ? append( result, ( fw_vec2 ){ x + 0.5, y + 0.5 } ) : status;
	}
	return status == FW_OK ? append( result, ( fw_vec2 ){ search->query.goal.x, search->query.goal.y } ) : status;
}

static void jps_destroy( const fw_allocator* allocator, void* opaque )
{
	jps_state* state = opaque;
	fw_pages_free( &state->pages, allocator );
	fw_free( allocator, state->open.heap, (size_t)state->open.capacity, sizeof( fw_open_entry ) );
	fw_free( allocator, state->trail, (size_t)state->trail_capacity, sizeof( uint32_t ) );
}

static size_t jps_memory( const void* opaque )
{
	const jps_state* state = opaque;
	return fw_pages_memory( &state->pages ) + (size_t)state->open.capacity * sizeof( fw_open_entry ) +
	       (size_t)state->trail_capacity * sizeof( uint32_t );
}

const fw_engine fw_engine_jps = {
    .state_size = sizeof( jps_state ),
    .begin = jps_begin,
    .step = jps_step,
    .extract = jps_extract,
    .destroy = jps_destroy,
    .memory = jps_memory,
};

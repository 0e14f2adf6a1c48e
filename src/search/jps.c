// SPDX-License-Identifier: MIT
// Jump points: A* that expands only tiles where a shortest path may turn, found by scanning rows of bits.
// Papers: D. Harabor, A. Grastien, "Online Graph Pruning for Pathfinding on Grid Maps" (2011), and "Improving Jump
// Point Search" (2014) for scans by words of bits and for intermediate points that are never queued. Differs from them:
// no corner cutting; columns are scanned as the rows of a plane with both exchanged; which directions a node has comes
// from the table of canonical steps of grid/steps.h; a node keeps its g, its parent and how it was come to in 8
// bytes. Ties: f, then larger g, then node index. Cost: O(scanned words + expanded x log open).
#include "annotate/space.h"
#include "search/cost.h"
#include "search/engine.h"
#include "search/node_pages.h"
#include "search/open_list.h"
#include "search/vertices.h"

#include <stdlib.h>

#define PAGE_SHIFT 3
#define PAGE_SIDE ( 1 << PAGE_SHIFT )
#define PAGE_NODES ( PAGE_SIDE * PAGE_SIDE )
// Tiles of one look at a word, less those of its byte that a scan begins in.
#define SCAN 56

typedef struct jps_node
{
	uint32_t rest;   // UINT32_MAX - g, so that a node of a fresh page is as far as can be
	uint32_t parent; // index << 4 | direction of arrival
} jps_node;

// Pages lie side by side on the map, so there are no more nodes than tiles of the largest one.
_Static_assert( FW_GRID_MAX_SIDE % PAGE_SIDE == 0 && (int64_t)FW_GRID_MAX_SIDE * FW_GRID_MAX_SIDE <= 1 << 28,
                "a node's index has 28 bits" );

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

// 64 tiles of a padded row from the byte on that holds bit `first`.
FW_INLINE uint64_t bits_from_byte( const uint64_t* row, uint32_t first )
{
#if defined( __BYTE_ORDER__ ) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	uint64_t bits;
	memcpy( &bits, (const unsigned char*)row + ( first >> 3 ), sizeof( bits ) );
	return bits;
#else
	const uint64_t* word = row + ( first >> 6 );
	return word[0] >> ( first & 56 ) | word[1] << 1 << ( 63 - ( first & 56 ) );
#endif
}

// Where a scan ends.
typedef struct stop
{
	int32_t at;
	bool is_free; // a path may turn there; else it is blocked
} stop;

// Along a row towards larger places: the next one that is blocked or where a path may turn, which is where a tile
// beside is free and the one before that is not.
FW_INLINE stop scan_up( const uint64_t* row, int32_t stride, int32_t at )
{
	uint32_t bit = (uint32_t)( at + FW_LAYER_PAD );
	uint64_t ahead = ~(uint64_t)1 << ( bit & 7 );
	for ( ;; bit += SCAN, ahead = ~(uint64_t)1 )
	{
		const uint64_t own = bits_from_byte( row, bit );
		const uint64_t above = bits_from_byte( row - stride, bit );
		const uint64_t below = bits_from_byte( row + stride, bit );
		const uint64_t stops = ( ~own | ( above & ~( above << 1 ) ) | ( below & ~( below << 1 ) ) ) & ahead;
		if ( FW_LIKELY( stops != 0 ) )
		{
			const int32_t found = FW_CTZ64( stops );
			return ( stop ){ (int32_t)( bit & ~7u ) + found - FW_LAYER_PAD, ( own >> found & 1 ) != 0 };
		}
	}
}

// The same towards smaller places.
FW_INLINE stop scan_down( const uint64_t* row, int32_t stride, int32_t at )
{
	uint32_t bit = (uint32_t)( at + FW_LAYER_PAD - SCAN );
	uint64_t ahead = ( (uint64_t)1 << SCAN << ( bit & 7 ) ) - 1;
	for ( ;; bit -= SCAN, ahead = ( (uint64_t)1 << SCAN ) - 1 )
	{
		const uint64_t own = bits_from_byte( row, bit );
		const uint64_t above = bits_from_byte( row - stride, bit );
		const uint64_t below = bits_from_byte( row + stride, bit );
		const uint64_t stops = ( ~own | ( above & ~( above >> 1 ) ) | ( below & ~( below >> 1 ) ) ) & ahead;
		if ( FW_LIKELY( stops != 0 ) )
		{
			const int32_t found = 63 - FW_CLZ64( stops );
			return ( stop ){ (int32_t)( bit & ~7u ) + found - FW_LAYER_PAD, ( own >> found & 1 ) != 0 };
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
	if ( node->rest >= UINT32_MAX - g )
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

// Offers where a scan along a walker's row ends, unless that is blocked, or the goal where it lies before that. False
// when memory is out.
FW_INLINE bool jump_along_row( fw_search* search, jps_state* state, walker w, const uint64_t* row, bool up,
                               bool to_goal )
{
	const stop end = up ? scan_up( row, state->rows->stride, w.x ) : scan_down( row, state->rows->stride, w.x );
	const int32_t goal = state->ends.goal_x;
	const bool is_goal = to_goal && ( up ? w.x < goal && goal < end.at : end.at < goal && goal < w.x );
	const int32_t x = is_goal ? goal : end.at;
	const uint32_t far = (uint32_t)( up ? x - w.x : w.x - x );
	return ( !end.is_free && !is_goal ) ||
	       offer( search, state, w.parent, up ? 0 : 4, w.g + far * FW_COST_ONE, x, w.y );
}

// The same along its column.
FW_INLINE bool jump_along_column( fw_search* search, jps_state* state, walker w, const uint64_t* column, bool up,
                                  bool to_goal )
{
	const int32_t stride = state->columns->stride;
	const stop end = up ? scan_up( column, stride, w.y ) : scan_down( column, stride, w.y );
	const int32_t goal = state->ends.goal_y;
	const bool is_goal = to_goal && ( up ? w.y < goal && goal < end.at : end.at < goal && goal < w.y );
	const int32_t y = is_goal ? goal : end.at;
	const uint32_t far = (uint32_t)( up ? y - w.y : w.y - y );
	return ( !end.is_free && !is_goal ) ||
	       offer( search, state, w.parent, up ? 2 : 6, w.g + far * FW_COST_ONE, w.x, y );
}

static bool jump_straight( fw_search* search, jps_state* state, walker w, int32_t direction )
{
	const bool up = direction < 4;
	return ( direction & 3 ) == 0
	           ? jump_along_row( search, state, w, fw_layer_row( state->rows, w.y ), up, w.y == state->ends.goal_y )
	           : jump_along_column( search, state, w, fw_layer_row( state->columns, w.x ), up,
	                                w.x == state->ends.goal_x );
}

// Walks diagonally and scans along both parts of the direction at every step. False when memory is out.
FW_INLINE bool jump_diagonal( fw_search* search, jps_state* state, walker w, int32_t dx, int32_t dy )
{
	const int32_t direction = dx > 0 ? ( dy > 0 ? 1 : 7 ) : ( dy > 0 ? 3 : 5 );
	const int32_t next_row = dy * state->rows->stride;
	const int32_t next_column = dx * state->columns->stride;
	const uint64_t* row = fw_layer_row( state->rows, w.y );
	const uint64_t* column = fw_layer_row( state->columns, w.x );
	const uint32_t pair = dx > 0 ? 6 : 3; // this column and the next one, of three
	for ( ;; )
	{
		const uint32_t left = (uint32_t)( w.x - 1 + FW_LAYER_PAD );
		if ( ( fw_layer_few( row, left ) & fw_layer_few( row + next_row, left ) & pair ) != pair )
		{
			return true;
		}
		w.x += dx;
		w.y += dy;
		w.g += FW_COST_DIAGONAL;
		row += next_row;
		column += next_column;
		bool ok;
		if ( FW_UNLIKELY( w.x == state->ends.goal_x || w.y == state->ends.goal_y ) )
		{
			if ( w.x == state->ends.goal_x && w.y == state->ends.goal_y )
			{
				return offer( search, state, w.parent, direction, w.g, w.x, w.y );
			}
			ok = jump_straight( search, state, w, ( direction + 7 ) & 7 ) &&
			     jump_straight( search, state, w, ( direction + 1 ) & 7 );
		}
		else
		{
			ok = jump_along_row( search, state, w, row, dx > 0, false ) &&
			     jump_along_column( search, state, w, column, dy > 0, false );
		}
		if ( !ok )
		{
			return false;
		}
	}
}

// One copy of the code for each direction.
static bool jump( fw_search* search, jps_state* state, walker w, int32_t direction )
{
	switch ( direction )
	{
	case 1:
		return jump_diagonal( search, state, w, 1, 1 );
	case 3:
		return jump_diagonal( search, state, w, -1, 1 );
	case 5:
		return jump_diagonal( search, state, w, -1, -1 );
	case 7:
		return jump_diagonal( search, state, w, 1, -1 );
	default:
		return jump_straight( search, state, w, direction );
	}
}

static bool expand( fw_search* search, jps_state* state, walker w )
{
	const uint32_t from = node_at( state, w.parent )->parent & 15u;
	const uint32_t around = fw_steps_around( state->rows, w.x, w.y );
	search->counters.expanded++;
	for ( uint32_t steps = state->ends.steps.canonical[from][around]; steps != 0; steps &= steps - 1 )
	{
		if ( !jump( search, state, w, FW_CTZ64( steps ) ) )
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
		const uint32_t g = fw_open_g( &top );
		if ( g != UINT32_MAX - node_at( state, top.node )->rest )
		{
			continue; // a shorter way was found since
		}
		if ( FW_UNLIKELY( g > FW_COST_MAX ) )
		{
			fw_search_finish( search, FW_UNREACHABLE, FW_REASON_COST_RANGE );
			return FW_OK;
		}
		const walker w = { top.node, g, node_x( state, top.node ), node_y( state, top.node ) };
		fw_search_tell( search, FW_EVENT_EXPAND, w.x + 0.5, w.y + 0.5, 0.0 );
		if ( w.x == state->ends.goal_x && w.y == state->ends.goal_y )
		{
			state->goal_node = top.node;
			fw_search_finish( search, FW_FOUND, FW_REASON_NONE );
			return FW_OK;
		}
		if ( !expand( search, state, w ) )
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
	if ( query->goal_tolerance > 0.0 || query->heuristic == FW_HEURISTIC_TABLE ||
	     query->heuristic == FW_HEURISTIC_FIELD )
	{
		return FW_ERR_UNSUPPORTED;
	}
	fw_vertices_begin( search, &state->ends );
	if ( search->outcome != FW_RUNNING )
	{
		return FW_OK;
	}
	// Said there too, but not of points that may pass between two blocked tiles, which none does here.
	if ( fw_space_region( search->map.space, state->ends.start_x, state->ends.start_y ) !=
	     fw_space_region( search->map.space, state->ends.goal_x, state->ends.goal_y ) )
	{
		fw_search_finish( search, FW_UNREACHABLE, FW_REASON_OTHER_REGION );
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

// The way as lines from turn to turn.
typedef struct way
{
	fw_result* result;
	fw_status status;
	int32_t x, y;   // where the last line ends, so far
	int32_t dx, dy; // its direction
} way;

static int32_t sign_of( int32_t v )
{
	return ( v > 0 ) - ( v < 0 );
}

static void go( way* w, int32_t dx, int32_t dy )
{
	if ( ( dx != 0 || dy != 0 ) && ( sign_of( dx ) != w->dx || sign_of( dy ) != w->dy ) )
	{
		w->status = w->status == FW_OK ? append( w->result, ( fw_vec2 ){ w->x + 0.5, w->y + 0.5 } ) : w->status;
		w->dx = sign_of( dx );
		w->dy = sign_of( dy );
	}
	w->x += dx;
	w->y += dy;
}

static fw_status jps_extract( fw_search* search, void* opaque, fw_result* result )
{
	jps_state* state = opaque;
	const int32_t count = trace_back( search, state );
	way w = { result, count < 0 ? FW_ERR_MEMORY : FW_OK, state->ends.start_x, state->ends.start_y, 0, 0 };
	for ( int32_t i = count - 1; i >= 0 && w.status == FW_OK; i-- )
	{
		const int32_t dx = node_x( state, state->trail[i] ) - w.x;
		const int32_t dy = node_y( state, state->trail[i] ) - w.y;
		// Diagonally first, as it was walked.
		const int32_t across = abs( dx ) < abs( dy ) ? abs( dx ) : abs( dy );
		go( &w, sign_of( dx ) * across, sign_of( dy ) * across );
		go( &w, dx - sign_of( dx ) * across, dy - sign_of( dy ) * across );
	}
	w.status = w.status == FW_OK ? append( result, ( fw_vec2 ){ w.x + 0.5, w.y + 0.5 } ) : w.status;
	return w.status == FW_OK ? append( result, ( fw_vec2 ){ search->query.goal.x, search->query.goal.y } ) : w.status;
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

// SPDX-License-Identifier: MIT
// Jump points: A* that expands only tiles where a shortest path may turn, found by scanning rows of bits.
// Papers: D. Harabor, A. Grastien, "Online Graph Pruning for Pathfinding on Grid Maps" (2011), and "Improving Jump
// Point Search" (2014) for scans by words of bits and for intermediate points that are never queued. Differs from them:
// no corner cutting; columns are scanned as the rows of a plane with both exchanged; an expansion is one diagonal
// for each quarter that a path may turn into, with all its scans side by side (search/grid/jump_walk.h). Ties: f,
// then larger g, then the tile in reading order. Cost: O(scanned words + expanded x log open).
#include "annotate/space.h"
#include "base/calendar_queue.h"
#include "search/cost.h"
#include "search/grid/jump_walk.h"
#include "search/grid/tile_table.h"
#include "search/shortcuts.h"
#include "search/tile_path.h"
#include "search/vertices.h"

#include <stdlib.h>

// What waits is a tile << 4 | the quarters that a path may turn into there, one bit each: of the four between the
// directions along rows and columns, bit 0 of a quarter's number is set where x falls in it, bit 1 where y does.
#define QUARTERS 4
#define ALL_QUARTERS 15u

_Static_assert( FW_GRID_MAX_SIDE <= 1 << FW_TILE_SHIFT && FW_TILE_BITS + QUARTERS == 32, "a tile has 28 bits" );

// In a node's parent: the node was expanded, and no shorter path there is known.
#define EXPANDED ( 1u << FW_TILE_BITS )
#define TILE_MASK ( EXPANDED - 1 )

typedef struct jps_state
{
	fw_vertices ends;
	fw_tile_table nodes;
	fw_calendar_queue open;
	fw_layer planes[2];         // where the unit stands: rows, columns
	uint8_t quarters[2][2][64]; // along rows or columns, down or up, by the bits beside; see quarters_from
	fw_metric metric;           // of the heuristic
	uint32_t weight;            // and its weight, in 1/256
	uint32_t* trail;            // [trail_capacity], scratch of extract
	int32_t trail_capacity;
} jps_state;

FW_INLINE uint32_t tile_of( int32_t x, int32_t y )
{
	return (uint32_t)y << FW_TILE_SHIFT | (uint32_t)x;
}

FW_INLINE int32_t tile_x( uint32_t tile )
{
	return (int32_t)( tile & ( ( 1u << FW_TILE_SHIFT ) - 1 ) );
}

FW_INLINE int32_t tile_y( uint32_t tile )
{
	return (int32_t)( tile >> FW_TILE_SHIFT );
}

// Apart, or its square root would be taken for all estimates.
static FW_NOINLINE uint32_t other_estimate( fw_metric metric, int32_t dx, int32_t dy )
{
	return fw_metric_cost( metric, dx, dy );
}

FW_INLINE uint32_t estimate( const jps_state* state, int32_t x, int32_t y )
{
	const int32_t dx = x - state->ends.goal_x;
	const int32_t dy = y - state->ends.goal_y;
	const uint32_t h = FW_LIKELY( state->metric == FW_METRIC_OCTILE ) ? fw_cost_octile( dx, dy )
	                                                                  : other_estimate( state->metric, dx, dy );
	return FW_LIKELY( state->weight == 256 ) ? h : fw_cost_weighted( h, state->weight );
}

// The tile that a diagonal has come to, and the node that it began at.
typedef struct jump_node
{
	uint32_t parent; // tile
	uint32_t g;
	int32_t x, y;
} jump_node;

// Notes a path to a tile over a parent, unless one is known that is no longer.
FW_INLINE bool improves( fw_search* search, jps_state* state, uint32_t parent, uint32_t g, uint32_t tile )
{
	const uint64_t key = fw_tiles_key( &state->nodes, tile );
	fw_tile_node* node = fw_tiles_place( &state->nodes, key );
	const bool is_new = node->key != key;
	search->counters.generated++;
	if ( ( is_new ? UINT32_MAX : node->g ) <= g )
	{
		return false;
	}
	*node = ( fw_tile_node ){ key, g, parent };
	state->nodes.count += is_new ? 1 : 0;
	return true;
}

// Puts a tile that was improved on the open list.
FW_INLINE void enqueue( fw_search* search, jps_state* state, uint32_t g, uint32_t tile, uint32_t quarters )
{
	if ( FW_UNLIKELY( state->nodes.count * 4 > state->nodes.capacity ) &&
	     !fw_search_need( search, fw_tiles_grow( &state->nodes, &search->allocator ) ) )
	{
		return; // or the next nodes would fill it up
	}
	const int32_t x = tile_x( tile );
	const int32_t y = tile_y( tile );
	fw_search_report( search, FW_EVENT_OPEN, x + 0.5, y + 0.5 );
	search->counters.heap_pushes++;
	const uint64_t key = fw_open_key( g + estimate( state, x, y ), g );
	fw_search_need( search, fw_calendar_push( &state->open, &search->allocator, key, tile << QUARTERS | quarters ) );
}

// The row or the column of a tile.
FW_INLINE const uint64_t* line_of( const jps_state* state, uint32_t tile, bool is_column )
{
	return fw_layer_row( &state->planes[is_column ? 1 : 0], is_column ? tile_x( tile ) : tile_y( tile ) );
}

// The quarters into which a path may turn that came along a row or a column to a tile: on the sides that are free and
// whose forerunner is not.
FW_INLINE uint32_t quarters_from( const jps_state* state, uint32_t tile, bool is_column, bool up )
{
	const uint64_t* line = line_of( state, tile, is_column );
	const ptrdiff_t stride = state->planes[is_column ? 1 : 0].stride;
	const uint32_t first = (uint32_t)( ( is_column ? tile_y( tile ) : tile_x( tile ) ) - 1 + FW_LAYER_PAD );
	const uint32_t low = fw_layer_few( line - stride, first ) & 7;
	const uint32_t high = fw_layer_few( line + stride, first ) & 7;
	return state->quarters[is_column ? 1 : 0][up ? 1 : 0][high << 3 | low];
}

static void prepare_quarters( jps_state* state )
{
	for ( uint32_t i = 0; i < 256; i++ )
	{
		const bool is_column = i >> 7 != 0;
		const bool up = ( i >> 6 & 1 ) != 0;
		const uint32_t before = up ? 1 : 4; // the forerunner's bit
		const bool low = ( i & 2 ) != 0 && ( i & before ) == 0;
		const bool high = ( i >> 3 & 2 ) != 0 && ( i >> 3 & before ) == 0;
		const uint32_t along = is_column ? 2 : 1;
		const uint32_t ahead = up ? 0 : along;
		state->quarters[is_column ? 1 : 0][up ? 1 : 0][i & 63] =
		    (uint8_t)( ( high ? 1u << ahead : 0 ) | ( low ? 1u << ( ahead + 3 - along ) : 0 ) );
	}
}

// Goes on with a scan from a tile that saw no end before this distance. False where it is blocked before a path may
// turn.
FW_INLINE bool scan_on( const jps_state* state, uint32_t tile, bool is_column, bool up, uint32_t* distance )
{
	const uint64_t* line = line_of( state, tile, is_column );
	const int32_t at = is_column ? tile_y( tile ) : tile_x( tile );
	const int32_t seen = (int32_t)*distance - 1;
	const int32_t stop = fw_scan( line, state->planes[is_column ? 1 : 0].stride, up ? at + seen : at - seen, up );
	*distance = (uint32_t)abs( stop - at );
	return ( fw_layer_few( line, (uint32_t)( stop + FW_LAYER_PAD ) ) & 1 ) != 0;
}

// Offers the jump points along the rows or along the columns of a diagonal. One loop for both would need a branch that
// cannot be predicted.
FW_INLINE void offer_along( fw_search* search, jps_state* state, jump_node w, int32_t dx, int32_t dy,
                            const fw_finds* finds, fw_stops all, bool is_column )
{
	const bool up = ( is_column ? dy : dx ) > 0;
	const uint32_t step_x = (uint32_t)dx;
	const uint32_t step_y = (uint32_t)dy * ( 1u << FW_TILE_SHIFT );
	for ( uint64_t rest = finds->found[is_column]; rest != 0; rest &= rest - 1 )
	{
		const int32_t i = FW_CTZ64( rest );
		const uint64_t stops = fw_stops_of( all, is_column, (uint32_t)i );
		const int32_t end = up ? FW_CTZ64( stops ) : 63 - FW_CLZ64( stops );
		const int32_t place = (int32_t)finds->place[is_column];
		uint32_t distance = (uint32_t)( up ? end - ( place + i ) : place - i - end );
		uint32_t tile = tile_of( w.x, w.y ) + (uint32_t)i * ( step_x + step_y );
		if ( FW_UNLIKELY( end == ( up ? 63 : 0 ) ) && !scan_on( state, tile, is_column, up, &distance ) )
		{
			continue;
		}
		tile += distance * ( is_column ? step_y : step_x );
		const uint32_t g = w.g + (uint32_t)i * FW_COST_DIAGONAL + distance * FW_COST_ONE;
		if ( improves( search, state, w.parent, g, tile ) )
		{
			enqueue( search, state, g, tile, quarters_from( state, tile, is_column, up ) );
		}
	}
}

// Is the goal in sight of a diagonal: straight on from where it crosses the goal's row or column? Offers it then.
static void offer_goal( fw_search* search, jps_state* state, jump_node w, int32_t dx, int32_t dy )
{
	const int32_t goal_x = state->ends.goal_x;
	const int32_t goal_y = state->ends.goal_y;
	const int32_t distance_x = ( goal_x - w.x ) * dx;
	const int32_t distance_y = ( goal_y - w.y ) * dy;
	const int32_t across = distance_x < distance_y ? distance_x : distance_y;
	const int32_t straight = distance_x < distance_y ? distance_y - distance_x : distance_x - distance_y;
	if ( straight > 0 )
	{
		const bool is_row = distance_x > distance_y;
		const fw_layer* plane = &state->planes[is_row ? 0 : 1];
		const uint64_t* row = fw_layer_row( plane, is_row ? goal_y : goal_x );
		const int32_t at = is_row ? w.x + across * dx : w.y + across * dy;
		const int32_t stop = fw_scan( row, plane->stride, at, ( is_row ? dx : dy ) > 0 );
		if ( abs( stop - at ) <= straight )
		{
			return; // blocked, or another turn comes before, or it is one and is offered anyway
		}
	}
	const uint32_t g = w.g + (uint32_t)across * FW_COST_DIAGONAL + (uint32_t)straight * FW_COST_ONE;
	const uint32_t goal = tile_of( goal_x, goal_y );
	if ( improves( search, state, w.parent, g, goal ) )
	{
		enqueue( search, state, g, goal, 0 );
	}
}

// Where it is wanted, goes diagonally through a quarter and scans along both of its sides from every tile.
FW_INLINE void jump_quarter( fw_search* search, jps_state* state, jump_node w, bool wanted, int32_t dx, int32_t dy )
{
	while ( wanted )
	{
		fw_stops stops;
		const fw_finds finds = fw_scan_diagonal( state->planes, w.x, w.y, dx, dy, stops );
		offer_along( search, state, w, dx, dy, &finds, stops, false );
		offer_along( search, state, w, dx, dy, &finds, stops, true );
		const int32_t distance_x = ( state->ends.goal_x - w.x ) * dx;
		const int32_t distance_y = ( state->ends.goal_y - w.y ) * dy;
		const int32_t across = distance_x < distance_y ? distance_x : distance_y;
		if ( FW_UNLIKELY( (uint32_t)across < finds.steps ) )
		{
			offer_goal( search, state, w, dx, dy );
		}
		if ( FW_LIKELY( finds.is_over ) || search->status != FW_OK )
		{
			return;
		}
		w.x += (int32_t)finds.steps * dx;
		w.y += (int32_t)finds.steps * dy;
		w.g += finds.steps * FW_COST_DIAGONAL;
	}
}

// Searches each of a set of quarters.
FW_INLINE void expand( fw_search* search, jps_state* state, jump_node w, uint32_t quarters )
{
	search->counters.expanded++;
	jump_quarter( search, state, w, ( quarters & 1 ) != 0, 1, 1 );
	jump_quarter( search, state, w, ( quarters & 2 ) != 0, -1, 1 );
	jump_quarter( search, state, w, ( quarters & 4 ) != 0, 1, -1 );
	jump_quarter( search, state, w, ( quarters & 8 ) != 0, -1, -1 );
}

static FW_COLD void tell_expanded( const fw_search* search, const jps_state* state, const jump_node* w,
                                   uint32_t parent )
{
	const uint32_t from = parent & TILE_MASK;
	const fw_heard heard = {
	    .event = FW_EVENT_EXPAND,
	    .pose = { w->x + 0.5, w->y + 0.5, 0.0 },
	    .parent = { tile_x( from ) + 0.5, tile_y( from ) + 0.5, 0.0 },
	    .g = (double)w->g / FW_COST_ONE,
	    .h = (double)estimate( state, w->x, w->y ) / FW_COST_ONE,
	};
	fw_search_tell( search, &heard );
}

static void jps_step( fw_search* search, void* opaque, int64_t n )
{
	jps_state* state = opaque;
	const uint32_t goal = tile_of( state->ends.goal_x, state->ends.goal_y );
	while ( n > 0 && search->status == FW_OK )
	{
		if ( fw_calendar_is_empty( &state->open ) )
		{
			fw_search_finish( search, FW_UNREACHABLE, FW_REASON_EXHAUSTED );
			return;
		}
		fw_open_entry top;
		search->counters.heap_pops++;
		if ( !fw_search_need( search, fw_calendar_pop( &state->open, &search->allocator, &top ) ) )
		{
			return;
		}
		const uint32_t g = fw_open_g( &top );
		const uint32_t tile = top.node >> QUARTERS;
		fw_tile_node* node = fw_tiles_place( &state->nodes, fw_tiles_key( &state->nodes, tile ) );
		if ( g != node->g )
		{
			continue; // a shorter path was found since
		}
		if ( FW_UNLIKELY( g > FW_COST_MAX ) )
		{
			fw_search_finish( search, FW_UNREACHABLE, FW_REASON_COST_RANGE );
			return;
		}
		const jump_node w = { tile, g, tile_x( tile ), tile_y( tile ) };
		if ( fw_search_is_heard( search ) )
		{
			tell_expanded( search, state, &( jump_node ){ tile, g, w.x, w.y }, node->parent );
		}
		if ( tile == goal )
		{
			fw_search_finish( search, FW_FOUND, FW_REASON_NONE );
			return;
		}
		node->parent |= EXPANDED;
		expand( search, state, w, top.node );
		n--;
	}
}

static void jps_begin( fw_search* search, void* opaque )
{
	jps_state* state = opaque;
	const fw_query* query = &search->query;
	fw_vertices_begin( search, &state->ends );
	if ( search->outcome != FW_RUNNING )
	{
		return;
	}
	// Said there too, but not of points that may pass between two blocked tiles, which none does here.
	if ( fw_space_region( search->map.space, state->ends.start_x, state->ends.start_y ) !=
	     fw_space_region( search->map.space, state->ends.goal_x, state->ends.goal_y ) )
	{
		fw_search_finish( search, FW_UNREACHABLE, FW_REASON_OTHER_REGION );
		return;
	}
	state->planes[0] = search->map.space->planes[0];
	state->planes[1] = search->map.space->turned;
	state->metric = fw_metric_of( query );
	state->weight = (uint32_t)floor( query->options.weight * 256.0 + 0.5 );
	if ( state->quarters[0][1][2] == 0 )
	{
		prepare_quarters( state );
	}
	fw_calendar_clear( &state->open );
	if ( !fw_search_need( search, fw_tiles_begin( &state->nodes, &search->allocator ) ) )
	{
		return;
	}
	const uint32_t start = tile_of( state->ends.start_x, state->ends.start_y );
	improves( search, state, start, 0, start );
	enqueue( search, state, 0, start, ALL_QUARTERS );
}

// Lists the nodes from a tile back; returns how many.
static int32_t trace_back( fw_search* search, jps_state* state, uint32_t tile )
{
	int32_t count = 0;
	for ( uint32_t last = UINT32_MAX; tile != last; )
	{
		fw_search_need( search, FW_PUSH( &search->allocator, &state->trail, &count, &state->trail_capacity, tile ) );
		last = tile;
		tile = fw_tiles_place( &state->nodes, fw_tiles_key( &state->nodes, tile ) )->parent & TILE_MASK;
	}
	return count;
}

// The path to a tile. Its last line is not yet part of the path.
static fw_tile_path way_to( fw_search* search, jps_state* state, uint32_t tile, fw_result* result )
{
	const int32_t count = trace_back( search, state, tile );
	fw_tile_path w = { &result->path, 0.0, search->status, state->ends.start_x, state->ends.start_y, 0, 0 };
	for ( int32_t i = count - 1; i >= 0; i-- )
	{
		const int32_t dx = tile_x( state->trail[i] ) - w.x;
		const int32_t dy = tile_y( state->trail[i] ) - w.y;
		// Diagonally first, as it was found.
		const int32_t across = abs( dx ) < abs( dy ) ? abs( dx ) : abs( dy );
		fw_tile_path_go( &w, fw_sign_of( dx ) * across, fw_sign_of( dy ) * across );
		fw_tile_path_go( &w, dx - fw_sign_of( dx ) * across, dy - fw_sign_of( dy ) * across );
	}
	return w;
}

static void jps_extract( fw_search* search, void* opaque, fw_result* result )
{
	jps_state* state = opaque;
	fw_tile_path w = way_to( search, state, tile_of( state->ends.goal_x, state->ends.goal_y ), result );
	fw_tile_path_end( &w, search->query.goal );
	result->cost = w.cost;
	fw_search_fail( search, w.status );
}

static void jps_best( fw_search* search, void* opaque, fw_result* result )
{
	jps_state* state = opaque;
	const fw_metric metric = fw_metric_shown( state->metric );
	fw_nearest nearest = fw_nearest_none();
	for ( uint32_t i = 0; i < state->nodes.capacity; i++ )
	{
		const fw_tile_node* node = &state->nodes.nodes[i];
		if ( node->key >> 32 << 32 == state->nodes.search && ( node->parent & EXPANDED ) != 0 )
		{
			const uint32_t tile = (uint32_t)node->key;
			const uint32_t h =
			    fw_metric_cost( metric, tile_x( tile ) - state->ends.goal_x, tile_y( tile ) - state->ends.goal_y );
			fw_nearest_offer( &nearest, h, node->g, tile );
		}
	}
	if ( nearest.node == UINT32_MAX )
	{
		return;
	}
	fw_tile_path w = way_to( search, state, nearest.node, result );
	fw_tile_path_rest( &w );
	result->cost = w.cost;
	fw_search_fail( search, w.status );
}

static void jps_hold( fw_holdings* holdings, void* opaque )
{
	jps_state* state = opaque;
	fw_tiles_hold( holdings, &state->nodes );
	fw_calendar_hold( holdings, &state->open );
	FW_HOLD( holdings, state->trail, state->trail_capacity );
}

const fw_engine fw_engine_jps = {
    .state_size = sizeof( jps_state ),
    .begin = jps_begin,
    .step = jps_step,
    .extract = jps_extract,
    .hold = jps_hold,
    .best = jps_best,
};

// SPDX-License-Identifier: MIT
// Block A*: where a search begins and ends, and the path back from the goal.
#include "annotate/space.h"
#include "lddb/lddb.h"
#include "search/block/block.h"

#include <math.h>

// A vertex or tile of the map, from the top left one of a block.
static fw_block_place within( const fw_block_state* state, fw_block_place at, fw_block_place block )
{
	return ( fw_block_place ){ at.x - state->size * block.x, at.y - state->size * block.y };
}

// Adds a block that an end lies in, with the distances to its nodes. The end may use no other tile than the south-east
// one where that is asked for: the other free one is closed for it.
static void add_block( const fw_block_state* state, fw_block_ends* ends, fw_block_place block, bool south_east )
{
	const fw_block_place own = within( state, ends->at, block );
	fw_block_end* end = &ends->in[ends->count++];
	*end = ( fw_block_end ){ .block = block, .pattern = fw_block_pattern( state, block.x, block.y ) };
	if ( south_east && own.x > 0 && own.y > 0 )
	{
		end->pattern |= 1u << ( state->size * ( own.y - 1 ) + own.x - 1 );
	}
	fw_lddb_from_point( state->tables->lddb, end->pattern, own.x, own.y, end->distance );
	for ( int32_t n = 0; n < state->nodes; n++ )
	{
		end->distance[n] = fw_block_distance( state, end->distance[n] );
	}
}

// Lists the blocks that an end lies in. On a double corner it is left and entered to the south-east if it can be.
static void place_end( const fw_block_state* state, fw_block_ends* ends, int32_t x, int32_t y, bool is_double )
{
	const bool south_east = is_double && fw_layer_get( state->plane, x, y );
	// A corner on a border lies in the blocks on both sides of it.
	const fw_block_place last = { x / state->size, y / state->size };
	const int32_t first_x = state->corners && x % state->size == 0 ? last.x - 1 : last.x;
	const int32_t first_y = state->corners && y % state->size == 0 ? last.y - 1 : last.y;
	*ends = ( fw_block_ends ){ .at = { x, y } };
	for ( int32_t by = first_y; by <= last.y; by++ )
	{
		for ( int32_t bx = first_x; bx <= last.x; bx++ )
		{
			if ( fw_block_is_inside( state, bx, by ) )
			{
				add_block( state, ends, ( fw_block_place ){ bx, by }, south_east );
			}
		}
	}
}

// The shortest path inside of a block that holds both start and goal.
typedef struct direct_path
{
	double length;
	fw_block_place block;
	uint32_t pattern;
} direct_path;

static direct_path find_direct( const fw_block_state* state )
{
	direct_path best = { .length = INFINITY };
	for ( int32_t i = 0; i < state->start.count * state->goal.count; i++ )
	{
		const fw_block_end* a = &state->start.in[i / state->goal.count];
		const fw_block_end* b = &state->goal.in[i % state->goal.count];
		if ( a->block.x == b->block.x && a->block.y == b->block.y )
		{
			const fw_block_place from = within( state, state->start.at, a->block );
			const fw_block_place to = within( state, state->goal.at, a->block );
			const uint32_t pattern = a->pattern | b->pattern;
			const double length =
			    fw_block_distance( state, fw_lddb_between( state->tables->lddb, pattern, from.x, from.y, to.x, to.y ) );
			best = length < best.length ? ( direct_path ){ length, a->block, pattern } : best;
		}
	}
	return best;
}

// Gives the nodes of a block that holds the start their distances to it; returns which have one.
static uint32_t set_start( const fw_block_state* state, fw_block* block, const fw_block_end* end )
{
	uint32_t nodes = 0;
	for ( int32_t i = 0; i < state->nodes; i++ )
	{
		const bool reached = end->distance[i] < (double)INFINITY && ( block->usable >> i & 1 ) != 0;
		nodes |= reached ? 1u << i : 0;
		if ( reached && state->corners )
		{
			fw_block_corners( block )[i] = (float)end->distance[i];
		}
		else if ( reached )
		{
			fw_block_tiles( block )[i] = (int32_t)floor( end->distance[i] * FW_COST_ONE + 0.5 );
		}
	}
	return nodes;
}

// Begins in every block that holds the start: the distances to its nodes, and from these over its border.
static void open_start( fw_search* search, fw_block_state* state )
{
	for ( int32_t e = 0; e < state->goal.count; e++ )
	{
		const uint32_t goal = fw_block_meet( search, state, state->goal.in[e].block.x, state->goal.in[e].block.y );
		if ( goal == FW_NO_SLOT )
		{
			return;
		}
		fw_block_of( state, goal )->holds_goal = true;
	}
	uint32_t index[4];
	uint32_t nodes[4];
	for ( int32_t e = 0; e < state->start.count; e++ )
	{
		const fw_block_end* end = &state->start.in[e];
		index[e] = fw_block_meet( search, state, end->block.x, end->block.y );
		if ( index[e] == FW_NO_SLOT )
		{
			return;
		}
		nodes[e] = set_start( state, fw_block_of( state, index[e] ), end );
		fw_block_look_for_goal( state, fw_block_of( state, index[e] ) );
		if ( fw_search_is_heard( search ) )
		{
			fw_block_tell( search, state, fw_block_of( state, index[e] ), FW_EVENT_OPEN, 0.0f );
		}
	}
	for ( int32_t e = 0; e < state->start.count; e++ )
	{
		state->corners ? fw_block_pass_corners( search, state, index[e], nodes[e] )
		               : fw_block_pass_tiles( search, state, index[e], nodes[e] );
		// A tile that is closed for the start alone may lie on its path all the same, farther on.
		fw_block* block = fw_block_of( state, index[e] );
		if ( FW_UNLIKELY( state->start.in[e].pattern != block->pattern ) )
		{
			block->dirty |= nodes[e];
			fw_block_open( search, state, state->size, index[e], 0.0f, 0.0f );
		}
	}
}

// Clockwise round a block; `last` is the place at the end of a side.
static void place_nodes( fw_block_state* state, int32_t last )
{
	state->nodes = 4 * last;
	for ( int32_t i = 0; i < last; i++ )
	{
		const float along = (float)i;
		const float end = (float)last;
		const float x[4] = { along, end, end - along, 0.0f };
		const float y[4] = { 0.0f, along, end, end - along };
		for ( int32_t side = 0; side < 4; side++ )
		{
			state->x[side * last + i] = x[side];
			state->y[side * last + i] = y[side];
		}
	}
}

void fw_block_begin( fw_search* search, void* opaque )
{
	fw_block_state* state = opaque;
	const fw_query* query = &search->query;
	state->variant = (fw_block_variant)search->row->variant;
	state->corners = query->options.anchor == FW_ANCHOR_CORNER;
	if ( !state->corners )
	{
		// Steps over tiles pass none, and a line that does would lead where they cannot.
		search->query.options.corners = FW_CORNERS_CLOSED;
	}
	fw_vertices_begin( search, &state->vertices );
	if ( search->outcome != FW_RUNNING )
	{
		return;
	}
	state->size = query->options.block_size;
	state->bytes = fw_block_bytes( state->size );
	place_nodes( state, state->corners ? state->size : state->size - 1 );
	state->is_far = false;
	state->is_in_sight = false;
	state->plane = state->corners ? state->vertices.tiles : state->vertices.stands;
	state->legal = state->variant == FW_BLOCK_TILES4 ? state->vertices.steps.legal4 : state->vertices.steps.legal8;
	state->columns = ( state->plane->width + state->size - 1 ) / state->size;
	state->rows = ( state->plane->height + state->size - 1 ) / state->size;
	fw_bucket_clear( &state->now, 0 );
	state->now_first = 0.0f;
	state->now_step = 1.0f;
	fw_bucket_clear( &state->later, 0 );
	if ( !fw_search_need( search, fw_block_take_kind( search, state ) ) ||
	     !fw_pages_begin( search, &state->pages, state->columns, state->rows, 1, FW_BLOCK_PAGE_SHIFT,
	                      FW_BLOCK_PAGE * state->bytes ) )
	{
		return;
	}
	const fw_vertices* v = &state->vertices;
	place_end( state, &state->start, v->start_x, v->start_y, v->start_is_double );
	place_end( state, &state->goal, v->goal_x, v->goal_y, v->goal_is_double );
	// One look saves the search where nothing is in the way. Without an estimate nothing is known of the goal.
	if ( state->variant >= FW_BLOCK_ANY_ANGLE && query->options.heuristic != FW_HEURISTIC_ZERO &&
	     fw_vertices_sees( search, v, v->start_x, v->start_y, v->goal_x, v->goal_y ) )
	{
		state->is_in_sight = true;
		fw_search_finish( search, FW_FOUND, FW_REASON_NONE );
		return;
	}
	state->direct = find_direct( state ).length;
	fw_block_shorten( state, state->direct );
	open_start( search, state );
}

// Adds a vertex of the map to the path back.
static void add_point( fw_search* search, fw_block_state* state, fw_block_place at )
{
	fw_points_add( search, &state->points, fw_vertex_point( &state->vertices, at.x, at.y ) );
}

// Adds the points between two vertices of a block, of which the path back comes to the second one first; with `ahead`
// to the first one.
static void add_between( fw_search* search, fw_block_state* state, fw_block_place block, uint32_t pattern,
                         fw_block_place from, fw_block_place to, bool ahead )
{
	const fw_block_place a = within( state, from, block );
	const fw_block_place b = within( state, to, block );
	fw_vec2 bends[FW_LDDB_BENDS_MAX];
	const int32_t bent = fw_lddb_bends_between( state->tables->lddb, pattern, a.x, a.y, b.x, b.y, bends );
	for ( int32_t i = 0; i < bent; i++ )
	{
		const fw_vec2 at = bends[ahead ? i : bent - 1 - i];
		add_point( search, state,
		           ( fw_block_place ){ state->size * block.x + (int32_t)floor( at.x ),
		                               state->size * block.y + (int32_t)floor( at.y ) } );
	}
}

// The block at a place if this search has met it.
static fw_block* find_block( const fw_block_state* state, fw_block_place at )
{
	if ( !fw_block_is_inside( state, at.x, at.y ) )
	{
		return NULL;
	}
	const uint32_t index = fw_pages_find_tile( &state->pages, FW_BLOCK_PAGE_SHIFT, at.x, at.y, 0 );
	return index != FW_NO_SLOT && fw_block_of( state, index )->met ? fw_block_of( state, index ) : NULL;
}

// A node of a block on the path back.
typedef struct trail_node
{
	fw_block_place block;
	int32_t node;
} trail_node;

// Where it lies on the map.
static fw_block_place place_of( const fw_block_state* state, trail_node at )
{
	const fw_block_place own = fw_block_node( state, at.node );
	return ( fw_block_place ){ state->size * at.block.x + own.x, state->size * at.block.y + own.y };
}

// What leads to a node: the start inside of the same block, another node of it, or a tile of the next block.
typedef struct trail_origin
{
	double g;
	const fw_block_end* start; // or null
	trail_node from;
	bool outside; // over the border
	double stray; // of tiles: how far off the straight line from start to goal
} trail_origin;

// How far a tile lies off the straight line from start to goal, in any unit.
static double stray_of( const fw_block_state* state, fw_block_place at )
{
	const fw_block_place start = state->start.at;
	const double dx = state->goal.at.x - start.x;
	const double dy = state->goal.at.y - start.y;
	return fabs( dx * ( at.y - start.y ) - dy * ( at.x - start.x ) );
}

// Many paths over tiles are equally long. The nearest to the straight line has the fewest bends left once it is
// smoothed.
static void offer_tile( trail_origin* best, trail_origin other )
{
	const double slack = 1e-9;
	if ( other.g < best->g - slack || ( other.g <= best->g + slack && other.stray < best->stray ) )
	{
		*best = other;
	}
}

// The paths to a tile from the others of its block.
static void look_inside_tiles( const fw_block_state* state, const fw_block* block, const int32_t* table, trail_node at,
                               trail_origin* best )
{
	const int32_t* row = table + at.node * state->nodes;
	for ( int32_t i = 0; i < state->nodes; i++ )
	{
		const double g = ( fw_block_tiles( block )[i] + row[i] ) / (double)FW_COST_ONE;
		if ( i != at.node && g <= best->g + 1.0 )
		{
			const trail_node from = { at.block, i };
			offer_tile( best, ( trail_origin ){ g, NULL, from, false, stray_of( state, place_of( state, from ) ) } );
		}
	}
}

// The best path to a node from inside of its block.
static void look_inside( fw_search* search, fw_block_state* state, trail_node at, trail_origin* best )
{
	fw_block* block = find_block( state, at.block );
	for ( int32_t e = 0; e < state->start.count; e++ )
	{
		const fw_block_end* end = &state->start.in[e];
		if ( end->block.x == at.block.x && end->block.y == at.block.y && end->distance[at.node] <= best->g )
		{
			*best = ( trail_origin ){ end->distance[at.node], end, at, false, 0.0 };
		}
	}
	// Where it was met, but not expanded, nothing came through it.
	if ( block == NULL || block->table == 0 )
	{
		return;
	}
	const void* table = fw_block_take_table( search, state, block );
	if ( !fw_search_need( search, table != NULL ) )
	{
		return;
	}
	if ( !state->corners )
	{
		look_inside_tiles( state, block, table, at, best );
		return;
	}
	double g = best->g;
	const int32_t from = fw_block_best_corner( state, block, table, at.node, &g );
	if ( from >= 0 )
	{
		*best = ( trail_origin ){ g, NULL, { at.block, from }, false, 0.0 };
	}
}

// The paths to a corner through all blocks that share it and that may be crossed to.
static void look_round_corner( fw_search* search, fw_block_state* state, trail_node at, trail_origin* best )
{
	const fw_block_place node = fw_block_node( state, at.node );
	const fw_block_place own = place_of( state, at );
	const bool shut = state->vertices.corners == FW_CORNERS_CLOSED &&
	                  fw_is_double_corner( fw_corner_tiles( state->plane, own.x, own.y ) );
	for ( int32_t dy = -1; dy <= 1; dy++ )
	{
		for ( int32_t dx = -1; dx <= 1; dx++ )
		{
			const int32_t shared = fw_block_node_at( state, node.x - state->size * dx, node.y - state->size * dy );
			if ( shared >= 0 && ( !shut || ( dx == 0 && dy == 0 ) ) )
			{
				look_inside( search, state, ( trail_node ){ { at.block.x + dx, at.block.y + dy }, shared }, best );
			}
		}
	}
}

// The paths to a tile through its block, and over the border by one step.
static void look_round_tile( fw_search* search, fw_block_state* state, trail_node at, trail_origin* best )
{
	const fw_block_place own = place_of( state, at );
	look_inside( search, state, at, best );
	for ( uint32_t steps = state->legal[fw_steps_around( state->plane, own.x, own.y )]; steps != 0; steps &= steps - 1 )
	{
		const int32_t direction = FW_CTZ64( steps );
		const int32_t nx = own.x + fw_step_x[direction];
		const int32_t ny = own.y + fw_step_y[direction];
		const trail_node from = { { nx / state->size, ny / state->size },
		                          fw_block_node_at( state, nx % state->size, ny % state->size ) };
		const fw_block* block = find_block( state, from.block );
		if ( ( from.block.x == at.block.x && from.block.y == at.block.y ) || block == NULL )
		{
			continue;
		}
		const uint32_t step = ( direction & 1 ) != 0 ? FW_COST_DIAGONAL : FW_COST_ONE;
		const double g = fw_block_g( state, block, from.node ) + step / (double)FW_COST_ONE;
		offer_tile( best, ( trail_origin ){ g, NULL, from, true, stray_of( state, place_of( state, from ) ) } );
	}
}

// The node through which the goal is reached best.
static trail_node last_node( const fw_block_state* state, const fw_block_end** goal )
{
	trail_node last = { .node = -1 };
	double least = INFINITY;
	for ( int32_t e = 0; e < state->goal.count; e++ )
	{
		const fw_block_end* end = &state->goal.in[e];
		const fw_block* block = find_block( state, end->block );
		for ( int32_t i = 0; block != NULL && i < state->nodes; i++ )
		{
			const double length = fw_block_g( state, block, i ) + end->distance[i];
			if ( ( block->usable >> i & 1 ) != 0 && length < least )
			{
				least = length;
				last = ( trail_node ){ end->block, i };
				*goal = end;
			}
		}
	}
	return last;
}

// Lists the points from the goal back to the start. Each step goes to the node through which the present one is reached
// best; that its g is less makes it end.
static void trace_back( fw_search* search, fw_block_state* state )
{
	const fw_block_end* goal = NULL;
	trail_node at = last_node( state, &goal );
	add_point( search, state, state->goal.at );
	add_between( search, state, goal->block, goal->pattern, state->goal.at, place_of( state, at ), true );
	while ( search->status == FW_OK )
	{
		const fw_block_place here = place_of( state, at );
		add_point( search, state, here );
		trail_origin best = { .g = INFINITY, .from = at, .stray = INFINITY };
		state->corners ? look_round_corner( search, state, at, &best ) : look_round_tile( search, state, at, &best );
		at = best.from;
		if ( best.start != NULL )
		{
			add_between( search, state, at.block, best.start->pattern, state->start.at, here, false );
			add_point( search, state, state->start.at );
			return;
		}
		if ( !best.outside )
		{
			// Bends need no entry: the database that the table came from may be gone.
			const uint32_t pattern = find_block( state, at.block )->pattern;
			add_between( search, state, at.block, pattern, place_of( state, at ), here, false );
		}
	}
}

static double length_of( const fw_points* points )
{
	double length = 0.0;
	for ( int32_t i = 1; i < points->count; i++ )
	{
		length += fw_length( points->at[i].x - points->at[i - 1].x, points->at[i].y - points->at[i - 1].y );
	}
	return length;
}

// What smoothing leaves depends on the end where it begins: tries both. Is it shorter from the start on?
static bool smooth_both_ways( fw_search* search, fw_block_state* state )
{
	state->turned.count = 0;
	for ( int32_t i = state->points.count - 1; i >= 0; i-- )
	{
		fw_points_add( search, &state->turned, state->points.at[i] );
	}
	fw_points_smooth( search, &state->vertices, &state->turned );
	fw_points_smooth( search, &state->vertices, &state->points );
	return length_of( &state->turned ) < length_of( &state->points );
}

void fw_block_extract( fw_search* search, void* opaque, fw_result* result )
{
	fw_block_state* state = opaque;
	state->points.count = 0;
	if ( !state->is_in_sight && state->length < state->direct )
	{
		trace_back( search, state );
	}
	else
	{
		add_point( search, state, state->goal.at );
		if ( !state->is_in_sight )
		{
			const direct_path direct = find_direct( state );
			add_between( search, state, direct.block, direct.pattern, state->start.at, state->goal.at, false );
		}
		add_point( search, state, state->start.at );
	}
	const bool turned = state->variant == FW_BLOCK_SMOOTHED && smooth_both_ways( search, state );
	fw_points_reverse( &state->points );
	if ( search->status == FW_OK )
	{
		fw_vertices_path( search, &state->vertices, turned ? &state->turned : &state->points, result );
	}
}

// SPDX-License-Identifier: MIT
// Block A*: where a search begins and ends, and the path back from the goal.
#include "annotate/space.h"
#include "lddb/lddb.h"
#include "search/block/block.h"

#include <math.h>

// Lists the blocks that an end lies in, with the distances to their nodes.
static void place_end( const fw_block_state* state, fw_block_ends* ends, int32_t x, int32_t y )
{
	const uint32_t around = state->corners ? fw_corner_tiles( state->plane, x, y ) : 0;
	// On a double corner the end uses the south-east tile if it can: the other free one is closed for it.
	const bool south_east = state->corners && state->vertices.corners == FW_CORNERS_CLOSED &&
	                        fw_is_double_corner( around ) && ( around & FW_TILE_SE ) != 0;
	ends->x = x;
	ends->y = y;
	ends->count = 0;
	const int32_t first = state->corners ? -1 : 0;
	for ( int32_t i = 0; i < ( state->corners ? 4 : 1 ); i++ )
	{
		const int32_t tx = x + first + ( i & 1 );
		const int32_t ty = y + first + ( i >> 1 );
		const int32_t bx = tx >= 0 ? tx / FW_BLOCK_SIDE : -1;
		const int32_t by = ty >= 0 ? ty / FW_BLOCK_SIDE : -1;
		bool known = bx < 0 || by < 0 || bx >= state->columns || by >= state->rows;
		for ( int32_t e = 0; e < ends->count; e++ )
		{
			known = known || ( ends->in[e].bx == bx && ends->in[e].by == by );
		}
		if ( known )
		{
			continue;
		}
		fw_block_end* end = &ends->in[ends->count];
		*end = ( fw_block_end ){ .bx = bx, .by = by, .pattern = fw_block_pattern( state->plane, bx, by ) };
		const int32_t lx = x - FW_BLOCK_SIDE * bx;
		const int32_t ly = y - FW_BLOCK_SIDE * by;
		if ( south_east && lx > 0 && ly > 0 )
		{
			end->pattern |= 1u << ( FW_BLOCK_SIDE * ( ly - 1 ) + lx - 1 );
		}
		for ( int32_t n = 0; n < FW_BLOCK_CORNERS; n++ )
		{
			end->distance[n] = INFINITY;
		}
		fw_lddb_from_point( state->tables->lddb, end->pattern, lx, ly, end->distance );
		for ( int32_t n = 0; n < state->nodes; n++ )
		{
			end->distance[n] = fw_block_distance( state, end->distance[n] );
		}
		ends->count++;
	}
}

// The blocks that hold both start and goal: which of them has the shortest path inside of it.
typedef struct direct_path
{
	double length;
	int32_t bx, by;
	uint32_t pattern;
} direct_path;

static direct_path find_direct( const fw_block_state* state )
{
	direct_path best = { .length = INFINITY };
	for ( int32_t i = 0; i < state->start.count * state->goal.count; i++ )
	{
		const fw_block_end* a = &state->start.in[i / state->goal.count];
		const fw_block_end* b = &state->goal.in[i % state->goal.count];
		if ( a->bx == b->bx && a->by == b->by )
		{
			const int32_t x = FW_BLOCK_SIDE * a->bx;
			const int32_t y = FW_BLOCK_SIDE * a->by;
			const uint32_t pattern = a->pattern | b->pattern;
			const double length =
			    fw_block_distance( state, fw_lddb_between( state->tables->lddb, pattern, state->start.x - x,
			                                               state->start.y - y, state->goal.x - x, state->goal.y - y ) );
			best = length < best.length ? ( direct_path ){ length, a->bx, a->by, pattern } : best;
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
			block->g.corner[i] = (float)end->distance[i];
		}
		else if ( reached )
		{
			block->g.tile[i] = (int32_t)floor( end->distance[i] * FW_COST_ONE + 0.5 );
		}
	}
	return nodes;
}

// Begins in every block that holds the start: the distances to its nodes, and from these over its border.
static bool open_start( fw_search* search, fw_block_state* state )
{
	for ( int32_t e = 0; e < state->goal.count; e++ )
	{
		const uint32_t goal = fw_block_meet( search, state, state->goal.in[e].bx, state->goal.in[e].by );
		if ( goal == FW_NO_SLOT )
		{
			return false;
		}
		fw_block_at( state, goal )->holds_goal = true;
	}
	uint32_t index[4];
	uint32_t nodes[4];
	for ( int32_t e = 0; e < state->start.count; e++ )
	{
		const fw_block_end* end = &state->start.in[e];
		index[e] = fw_block_meet( search, state, end->bx, end->by );
		if ( index[e] == FW_NO_SLOT )
		{
			return false;
		}
		nodes[e] = set_start( state, fw_block_at( state, index[e] ), end );
		fw_block_look_for_goal( state, fw_block_at( state, index[e] ) );
	}
	for ( int32_t e = 0; e < state->start.count; e++ )
	{
		if ( !( state->corners ? fw_block_pass_corners( search, state, index[e], nodes[e] )
		                       : fw_block_pass_tiles( search, state, index[e], nodes[e] ) ) )
		{
			return false;
		}
		// A tile that is closed for the start alone may lie on its path all the same, farther on.
		fw_block* block = fw_block_at( state, index[e] );
		if ( FW_UNLIKELY( state->start.in[e].pattern != block->pattern ) )
		{
			block->dirty = (uint16_t)( block->dirty | nodes[e] );
			if ( !fw_block_open( search, state, index[e], 0.0f, 0.0f ) )
			{
				return false;
			}
		}
	}
	return true;
}

fw_status fw_block_begin( fw_search* search, void* opaque )
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
		return FW_OK;
	}
	state->nodes = state->corners ? FW_BLOCK_CORNERS : FW_BLOCK_TILES;
	state->is_far = false;
	state->is_in_sight = false;
	state->plane = state->corners ? state->vertices.tiles : state->vertices.stands;
	state->legal = state->variant == FW_BLOCK_TILES4 ? state->vertices.steps.legal4 : state->vertices.steps.legal8;
	state->columns = ( state->plane->width + FW_BLOCK_SIDE - 1 ) / FW_BLOCK_SIDE;
	state->rows = ( state->plane->height + FW_BLOCK_SIDE - 1 ) / FW_BLOCK_SIDE;
	fw_bucket_clear( &state->now, 0 );
	state->now_first = 0.0f;
	state->now_step = 1.0f;
	fw_bucket_clear( &state->later, 0 );
	if ( !fw_block_take_kind( search, state ) ||
	     !fw_pages_begin( &state->pages, &search->allocator, state->columns, state->rows, 1, FW_BLOCK_PAGE_SHIFT,
	                      FW_BLOCK_PAGE * sizeof( fw_block ) ) )
	{
		return FW_ERR_MEMORY;
	}
	place_end( state, &state->start, state->vertices.start_x, state->vertices.start_y );
	place_end( state, &state->goal, state->vertices.goal_x, state->vertices.goal_y );
	// One look saves the search where nothing is in the direct. Without an estimate nothing is known of the goal.
	if ( state->variant >= FW_BLOCK_ANY_ANGLE && query->options.heuristic != FW_HEURISTIC_ZERO &&
	     fw_vertices_sees( search, &state->vertices, state->start.x, state->start.y, state->goal.x, state->goal.y ) )
	{
		state->is_in_sight = true;
		fw_search_finish( search, FW_FOUND, FW_REASON_NONE );
		return FW_OK;
	}
	state->direct = find_direct( state ).length;
	fw_block_shorten( state, state->direct );
	return open_start( search, state ) ? FW_OK : FW_ERR_MEMORY;
}

// A point that is added to the path back, in vertices of the map.
static bool add_point( fw_search* search, fw_block_state* state, int32_t* count, int32_t x, int32_t y )
{
	if ( !FW_GROW( &search->allocator, &state->points, &state->point_capacity, *count + 1 ) )
	{
		return false;
	}
	state->points[( *count )++] = ( fw_vertex ){ x, y };
	return true;
}

// Adds points inside of a block, the last first where `backwards`.
static bool add_bends( fw_search* search, fw_block_state* state, int32_t* count, int32_t bx, int32_t by,
                       const fw_vec2* bends, int32_t bent, bool backwards )
{
	for ( int32_t i = 0; i < bent; i++ )
	{
		const fw_vec2 at = bends[backwards ? bent - 1 - i : i];
		if ( !add_point( search, state, count, FW_BLOCK_SIDE * bx + (int32_t)floor( at.x ),
		                 FW_BLOCK_SIDE * by + (int32_t)floor( at.y ) ) )
		{
			return false;
		}
	}
	return true;
}

// A node of a block on the path back.
typedef struct trail_node
{
	int32_t bx, by, node;
} trail_node;

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
static double stray_of( const fw_block_state* state, int32_t x, int32_t y )
{
	const double dx = state->goal.x - state->start.x;
	const double dy = state->goal.y - state->start.y;
	return fabs( dx * ( y - state->start.y ) - dy * ( x - state->start.x ) );
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
static void look_inside_tiles( const fw_block_state* state, const fw_block* block, trail_node at, trail_origin* best )
{
	const int32_t* row = state->tables->tile[( block->table - 1 ) >> 2][at.node];
	for ( int32_t i = 0; i < FW_BLOCK_TILES; i++ )
	{
		const fw_vertex tile = fw_block_node( state, i );
		const double g = ( block->g.tile[i] + row[i] ) / (double)FW_COST_ONE;
		if ( i != at.node && g <= best->g + 1.0 )
		{
			const double stray = stray_of( state, FW_BLOCK_SIDE * at.bx + tile.x, FW_BLOCK_SIDE * at.by + tile.y );
			offer_tile( best, ( trail_origin ){ g, NULL, { at.bx, at.by, i }, false, stray } );
		}
	}
}

// The best path to a node from inside of its block.
static void look_inside( const fw_block_state* state, trail_node at, trail_origin* best )
{
	const fw_block* block = fw_block_find( state, at.bx, at.by );
	if ( block == NULL )
	{
		return;
	}
	for ( int32_t e = 0; e < state->start.count; e++ )
	{
		const fw_block_end* end = &state->start.in[e];
		if ( end->bx == at.bx && end->by == at.by && end->distance[at.node] <= best->g )
		{
			*best = ( trail_origin ){ end->distance[at.node], end, at, false, 0.0 };
		}
	}
	// Met, but not expanded: nothing came through it.
	if ( block->table == 0 )
	{
		return;
	}
	if ( !state->corners )
	{
		look_inside_tiles( state, block, at, best );
		return;
	}
	double g = best->g;
	const int32_t from = fw_block_best_corner( state, block, at.node, &g );
	if ( from >= 0 )
	{
		*best = ( trail_origin ){ g, NULL, { at.bx, at.by, from }, false, 0.0 };
	}
}

// The paths to a corner through all blocks that share it and that may be crossed to.
static void look_round_corner( const fw_block_state* state, trail_node at, trail_origin* best )
{
	const fw_vertex node = fw_block_node( state, at.node );
	const int32_t x = FW_BLOCK_SIDE * at.bx + node.x;
	const int32_t y = FW_BLOCK_SIDE * at.by + node.y;
	const bool shut =
	    state->vertices.corners == FW_CORNERS_CLOSED && fw_is_double_corner( fw_corner_tiles( state->plane, x, y ) );
	for ( int32_t dy = -1; dy <= 1; dy++ )
	{
		for ( int32_t dx = -1; dx <= 1; dx++ )
		{
			const int32_t shared = fw_block_node_at( state, node.x - FW_BLOCK_SIDE * dx, node.y - FW_BLOCK_SIDE * dy );
			if ( shared >= 0 && ( !shut || ( dx == 0 && dy == 0 ) ) )
			{
				look_inside( state, ( trail_node ){ at.bx + dx, at.by + dy, shared }, best );
			}
		}
	}
}

// The paths to a tile through its block, and over the border by one step.
static void look_round_tile( const fw_block_state* state, trail_node at, trail_origin* best )
{
	const fw_vertex node = fw_block_node( state, at.node );
	const int32_t x = FW_BLOCK_SIDE * at.bx + node.x;
	const int32_t y = FW_BLOCK_SIDE * at.by + node.y;
	look_inside( state, at, best );
	for ( uint32_t steps = state->legal[fw_steps_around( state->plane, x, y )]; steps != 0; steps &= steps - 1 )
	{
		const int32_t direction = FW_CTZ64( steps );
		const int32_t nx = x + fw_step_x[direction];
		const int32_t ny = y + fw_step_y[direction];
		const trail_node from = { nx / FW_BLOCK_SIDE, ny / FW_BLOCK_SIDE,
		                          fw_block_node_at( state, nx % FW_BLOCK_SIDE, ny % FW_BLOCK_SIDE ) };
		const fw_block* block = fw_block_find( state, from.bx, from.by );
		if ( ( from.bx == at.bx && from.by == at.by ) || block == NULL )
		{
			continue;
		}
		const uint32_t step = ( direction & 1 ) != 0 ? FW_COST_DIAGONAL : FW_COST_ONE;
		const double g = fw_block_g( state, block, from.node ) + step / (double)FW_COST_ONE;
		offer_tile( best, ( trail_origin ){ g, NULL, from, true, stray_of( state, nx, ny ) } );
	}
}

// Adds the points between an end and a node of its block.
static bool add_end( fw_search* search, fw_block_state* state, int32_t* count, const fw_block_ends* ends,
                     const fw_block_end* end, int32_t node, bool backwards )
{
	fw_vec2 bends[FW_LDDB_BENDS_MAX];
	const fw_vertex to = fw_block_node( state, node );
	const int32_t bent = fw_lddb_bends_between( state->tables->lddb, end->pattern, ends->x - FW_BLOCK_SIDE * end->bx,
	                                            ends->y - FW_BLOCK_SIDE * end->by, to.x, to.y, bends );
	return add_bends( search, state, count, end->bx, end->by, bends, bent, backwards );
}

// The node through which the goal is reached best.
static trail_node last_node( const fw_block_state* state, const fw_block_end** goal )
{
	trail_node last = { 0, 0, -1 };
	double least = INFINITY;
	for ( int32_t e = 0; e < state->goal.count; e++ )
	{
		const fw_block_end* end = &state->goal.in[e];
		const fw_block* block = fw_block_find( state, end->bx, end->by );
		for ( int32_t i = 0; block != NULL && i < state->nodes; i++ )
		{
			const double length = fw_block_g( state, block, i ) + end->distance[i];
			if ( ( block->usable >> i & 1 ) != 0 && length < least )
			{
				least = length;
				last = ( trail_node ){ end->bx, end->by, i };
				*goal = end;
			}
		}
	}
	return last;
}

// Lists the points from the goal back to the start. Each step goes to the node through which the present one is reached
// best; that its g is less makes it end. False when memory is out.
static bool trace_back( fw_search* search, fw_block_state* state, int32_t* count )
{
	const fw_block_end* goal = NULL;
	trail_node at = last_node( state, &goal );
	if ( !add_point( search, state, count, state->goal.x, state->goal.y ) ||
	     !add_end( search, state, count, &state->goal, goal, at.node, false ) )
	{
		return false;
	}
	for ( ;; )
	{
		const fw_vertex node = fw_block_node( state, at.node );
		if ( !add_point( search, state, count, FW_BLOCK_SIDE * at.bx + node.x, FW_BLOCK_SIDE * at.by + node.y ) )
		{
			return false;
		}
		trail_origin best = { .g = INFINITY, .from = at, .stray = INFINITY };
		if ( state->corners )
		{
			look_round_corner( state, at, &best );
		}
		else
		{
			look_round_tile( state, at, &best );
		}
		if ( best.start != NULL )
		{
			return add_end( search, state, count, &state->start, best.start, best.from.node, true ) &&
			       add_point( search, state, count, state->start.x, state->start.y );
		}
		if ( !best.outside )
		{
			const trail_node inside = best.from;
			const fw_vertex here = state->points[*count - 1];
			const fw_vertex from = fw_block_node( state, inside.node );
			const uint32_t pattern = fw_block_find( state, inside.bx, inside.by )->pattern;
			fw_vec2 bends[FW_LDDB_BENDS_MAX];
			// Bends need no entry: the database that the table came from may be gone.
			const int32_t bent =
			    fw_lddb_bends_between( state->tables->lddb, pattern, from.x, from.y, here.x - FW_BLOCK_SIDE * inside.bx,
			                           here.y - FW_BLOCK_SIDE * inside.by, bends );
			if ( !add_bends( search, state, count, inside.bx, inside.by, bends, bent, true ) )
			{
				return false;
			}
		}
		at = best.from;
	}
}

static void reverse( fw_vertex* points, int32_t count )
{
	for ( int32_t i = 0; i < count / 2; i++ )
	{
		const fw_vertex other = points[i];
		points[i] = points[count - 1 - i];
		points[count - 1 - i] = other;
	}
}

static double length_of( const fw_vertex* points, int32_t count )
{
	double length = 0.0;
	for ( int32_t i = 1; i < count; i++ )
	{
		length += fw_vertex_distance( points[i - 1].x, points[i - 1].y, points[i].x, points[i].y );
	}
	return length;
}

// What smoothing leaves depends on the end where it begins: tries both and keeps the shorter. False when memory is out.
static bool smooth_both_ways( fw_search* search, fw_block_state* state, int32_t* count )
{
	if ( !FW_GROW( &search->allocator, &state->turned, &state->turned_capacity, *count ) )
	{
		return false;
	}
	memcpy( state->turned, state->points, (size_t)*count * sizeof( fw_vertex ) );
	reverse( state->turned, *count );
	const int32_t turned = fw_post_smooth( search, &state->vertices, false, state->turned, *count );
	*count = fw_post_smooth( search, &state->vertices, false, state->points, *count );
	if ( length_of( state->turned, turned ) < length_of( state->points, *count ) )
	{
		reverse( state->turned, turned );
		memcpy( state->points, state->turned, (size_t)turned * sizeof( fw_vertex ) );
		*count = turned;
	}
	return true;
}

fw_status fw_block_extract( fw_search* search, void* opaque, fw_result* result )
{
	fw_block_state* state = opaque;
	int32_t count = 0;
	bool ok = true;
	if ( state->is_in_sight )
	{
		ok = add_point( search, state, &count, state->goal.x, state->goal.y ) &&
		     add_point( search, state, &count, state->start.x, state->start.y );
	}
	else if ( state->length < state->direct )
	{
		ok = trace_back( search, state, &count );
	}
	else
	{
		const direct_path direct = find_direct( state );
		const int32_t x = FW_BLOCK_SIDE * direct.bx;
		const int32_t y = FW_BLOCK_SIDE * direct.by;
		fw_vec2 bends[FW_LDDB_BENDS_MAX];
		const int32_t bent = fw_lddb_bends_between( state->tables->lddb, direct.pattern, state->start.x - x,
		                                            state->start.y - y, state->goal.x - x, state->goal.y - y, bends );
		ok = add_point( search, state, &count, state->goal.x, state->goal.y ) &&
		     add_bends( search, state, &count, direct.bx, direct.by, bends, bent, true ) &&
		     add_point( search, state, &count, state->start.x, state->start.y );
	}
	if ( !ok || !FW_GROW( &search->allocator, &state->places, &state->place_capacity, count ) )
	{
		return FW_ERR_MEMORY;
	}
	if ( state->variant == FW_BLOCK_SMOOTHED && !smooth_both_ways( search, state, &count ) )
	{
		return FW_ERR_MEMORY;
	}
	reverse( state->points, count );
	for ( int32_t i = 0; i < count; i++ )
	{
		state->places[i] = fw_vertex_point( &state->vertices, state->points[i].x, state->points[i].y );
	}
	return fw_vertices_path( search, &state->vertices, state->places, count, result );
}

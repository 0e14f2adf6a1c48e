// SPDX-License-Identifier: MIT
// Block A* over tiles: the expansion of a block, and the steps over its border.
#include "search/block.h"

double fw_block_distance( const fw_block_state* state, double tiles )
{
	if ( state->corners || tiles == (double)INFINITY )
	{
		return tiles;
	}
	for ( int32_t diagonal = 0; diagonal < 16; diagonal++ )
	{
		const double straight = floor( tiles - diagonal * FW_SQRT2 + 0.5 );
		if ( fabs( tiles - diagonal * FW_SQRT2 - straight ) < 1e-6 )
		{
			return straight + diagonal * ( FW_COST_DIAGONAL / (double)FW_COST_ONE );
		}
	}
	return INFINITY;
}

// The estimate of what remains from a tile [tiles].
static double estimate( const fw_search* search, const fw_block_state* state, int32_t x, int32_t y )
{
	const double ax = fabs( (double)( x - state->goal.x ) );
	const double ay = fabs( (double)( y - state->goal.y ) );
	double h = 0.0;
	switch ( search->query.heuristic )
	{
	case FW_HEURISTIC_ZERO:
		break;
	case FW_HEURISTIC_EUCLIDEAN:
		h = sqrt( ax * ax + ay * ay );
		break;
	default:
		h = state->variant == FW_BLOCK_TILES4
		        ? ax + ay
		        : fw_cost_octile( x - state->goal.x, y - state->goal.y ) / (double)FW_COST_ONE;
		break;
	}
	return h * search->query.weight;
}

// Takes one step over the border of the block from a tile. False when memory is out.
static bool pass_step( fw_search* search, fw_block_state* state, int32_t g, int32_t x, int32_t y, int32_t direction )
{
	const int32_t nx = x + fw_step_x[direction];
	const int32_t ny = y + fw_step_y[direction];
	const uint32_t index = fw_block_meet( search, state, nx / FW_BLOCK_SIDE, ny / FW_BLOCK_SIDE );
	if ( index == FW_NO_SLOT )
	{
		return false;
	}
	search->counters.generated++;
	fw_block* to = fw_block_at( state, index );
	const int32_t node = fw_block_node_at( state, nx % FW_BLOCK_SIDE, ny % FW_BLOCK_SIDE );
	const int32_t there = g + (int32_t)( ( direction & 1 ) != 0 ? FW_COST_DIAGONAL : FW_COST_ONE );
	if ( there >= to->g.tile[node] )
	{
		return true;
	}
	to->g.tile[node] = there;
	to->dirty = (uint16_t)( to->dirty | 1u << node );
	return fw_block_open( search, state, index,
	                      (float)( there / (double)FW_COST_ONE + estimate( search, state, nx, ny ) ),
	                      (float)there / FW_COST_ONE );
}

bool fw_block_pass_tiles( fw_search* search, fw_block_state* state, uint32_t index, uint32_t nodes )
{
	const int32_t bx = fw_block_at( state, index )->x;
	const int32_t by = fw_block_at( state, index )->y;
	for ( ; nodes != 0; nodes &= nodes - 1 )
	{
		const int32_t node = FW_CTZ64( nodes );
		const fw_vertex tile = fw_block_node( state, node );
		const int32_t x = FW_BLOCK_SIDE * bx + tile.x;
		const int32_t y = FW_BLOCK_SIDE * by + tile.y;
		// The store may move while it grows.
		const int32_t g = fw_block_at( state, index )->g.tile[node];
		for ( uint32_t steps = state->legal[fw_steps_around( state->plane, x, y )]; steps != 0; steps &= steps - 1 )
		{
			const int32_t direction = FW_CTZ64( steps );
			const bool leaves = ( x + fw_step_x[direction] ) / FW_BLOCK_SIDE != bx ||
			                    ( y + fw_step_y[direction] ) / FW_BLOCK_SIDE != by;
			if ( leaves && !pass_step( search, state, g, x, y, direction ) )
			{
				return false;
			}
		}
	}
	return true;
}

bool fw_block_expand_tiles( fw_search* search, fw_block_state* state, uint32_t index )
{
	fw_block* block = fw_block_at( state, index );
	int32_t best[FW_BLOCK_TILES];
	memcpy( best, block->g.tile, sizeof( best ) );
	for ( uint32_t ingress = block->dirty; ingress != 0; ingress &= ingress - 1 )
	{
		const int32_t y = FW_CTZ64( ingress );
		const int32_t* distance = state->tables->tile[block->table - 1][y];
		for ( int32_t x = 0; x < FW_BLOCK_TILES; x++ )
		{
			const int32_t g = block->g.tile[y] + distance[x];
			best[x] = g < best[x] ? g : best[x];
		}
	}
	// A tile is left by steps of its own, also where it was entered from beyond the border.
	uint32_t passed = block->dirty;
	for ( int32_t x = 0; x < FW_BLOCK_TILES; x++ )
	{
		passed |= best[x] < block->g.tile[x] ? 1u << x : 0;
	}
	memcpy( block->g.tile, best, sizeof( best ) );
	block->dirty = 0;
	if ( block->holds_goal )
	{
		fw_block_look_for_goal( state, block );
	}
	return fw_block_pass_tiles( search, state, index, passed );
}

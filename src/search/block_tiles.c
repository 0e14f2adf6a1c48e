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

// The steps that lead out of the block from each of its tiles, by the directions of search/steps.h.
static const uint8_t outward[FW_BLOCK_TILES] = { 0xF8, 0xE0, 0xE0, 0xE3, 0x83, 0x83,
                                                 0x8F, 0x0E, 0x0E, 0x3E, 0x38, 0x38 };
// The node of a tile, by its place in the block; inner tiles are none.
static const int8_t node_of[FW_BLOCK_SIDE][FW_BLOCK_SIDE] = {
    { 0, 1, 2, 3 }, { 11, -1, -1, 4 }, { 10, -1, -1, 5 }, { 9, 8, 7, 6 } };

// Takes one step over the border of the block from a tile. False when memory is out.
static bool pass_step( fw_search* search, fw_block_state* state, uint32_t index, int32_t node, int32_t direction )
{
	const fw_vertex tile = fw_block_node( state, node );
	const int32_t x = tile.x + fw_step_x[direction];
	const int32_t y = tile.y + fw_step_y[direction];
	bool ok = true;
	const uint32_t beside =
	    fw_block_beside( search, state, index, x < 0 ? -1 : x / FW_BLOCK_SIDE, y < 0 ? -1 : y / FW_BLOCK_SIDE, &ok );
	if ( beside == FW_NO_SLOT )
	{
		return ok;
	}
	search->counters.generated++;
	// The store may have moved while it grew.
	const fw_block* from = fw_block_at( state, index );
	fw_block* to = fw_block_at( state, beside );
	const int32_t other = node_of[y & ( FW_BLOCK_SIDE - 1 )][x & ( FW_BLOCK_SIDE - 1 )];
	const int32_t g = from->g.tile[node] + (int32_t)( ( direction & 1 ) != 0 ? FW_COST_DIAGONAL : FW_COST_ONE );
	if ( g >= to->g.tile[other] )
	{
		return true;
	}
	to->g.tile[other] = g;
	to->dirty = (uint16_t)( to->dirty | 1u << other );
	const double tiles = g / (double)FW_COST_ONE;
	const double h = estimate( search, state, FW_BLOCK_SIDE * from->x + x, FW_BLOCK_SIDE * from->y + y );
	return fw_block_open( search, state, beside, (float)( tiles + h ), (float)tiles );
}

bool fw_block_pass_tiles( fw_search* search, fw_block_state* state, uint32_t index, uint32_t nodes )
{
	const int32_t x = FW_BLOCK_SIDE * fw_block_at( state, index )->x;
	const int32_t y = FW_BLOCK_SIDE * fw_block_at( state, index )->y;
	for ( ; nodes != 0; nodes &= nodes - 1 )
	{
		const int32_t node = FW_CTZ64( nodes );
		const fw_vertex tile = fw_block_node( state, node );
		const uint32_t legal = state->legal[fw_steps_around( state->plane, x + tile.x, y + tile.y )];
		for ( uint32_t steps = legal & outward[node]; steps != 0; steps &= steps - 1 )
		{
			if ( !pass_step( search, state, index, node, FW_CTZ64( steps ) ) )
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

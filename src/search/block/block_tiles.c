// SPDX-License-Identifier: MIT
// Block A* over tiles: the expansion of a block, and the steps over its border.
#include "base/lanes.h"
#include "search/block/block.h"

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
	const double ax = fabs( (double)( x - state->goal.at.x ) );
	const double ay = fabs( (double)( y - state->goal.at.y ) );
	double h = 0.0;
	switch ( search->query.options.heuristic )
	{
	case FW_HEURISTIC_ZERO:
		break;
	case FW_HEURISTIC_EUCLIDEAN:
		h = sqrt( ax * ax + ay * ay );
		break;
	default:
		h = state->variant == FW_BLOCK_TILES4
		        ? ax + ay
		        : fw_cost_octile( x - state->goal.at.x, y - state->goal.at.y ) / (double)FW_COST_ONE;
		break;
	}
	return h * search->query.options.weight;
}

// The tiles of a side in the order of growing x or y, and those that face them beyond the border.
typedef struct tile_side
{
	int8_t dx, dy;
	int8_t own[FW_BLOCK_SIDE], other[FW_BLOCK_SIDE];
} tile_side;

static const tile_side above = { 0, -1, { 0, 1, 2, 3 }, { 9, 8, 7, 6 } };
static const tile_side right = { 1, 0, { 3, 4, 5, 6 }, { 0, 11, 10, 9 } };
static const tile_side below = { 0, 1, { 9, 8, 7, 6 }, { 0, 1, 2, 3 } };
static const tile_side left = { -1, 0, { 0, 11, 10, 9 }, { 3, 4, 5, 6 } };

FW_INLINE fw_lane_ints load_side( const int32_t* g, const int8_t* nodes )
{
	return FW_LANES_MAKE( fw_lane_ints, g[nodes[0]], g[nodes[1]], g[nodes[2]], g[nodes[3]] );
}

// Which of these tiles are free, one bit each.
FW_INLINE uint32_t free_side( uint32_t usable, const int8_t* nodes )
{
	return ( usable >> nodes[0] & 1 ) | ( usable >> nodes[1] & 1 ) << 1 | ( usable >> nodes[2] & 1 ) << 2 |
	       ( usable >> nodes[3] & 1 ) << 3;
}

// What the tiles of a side give those beyond the border, straight and diagonally; far where no step leads.
FW_INLINE fw_lane_ints steps_over( fw_lane_ints g, uint32_t here, uint32_t there, bool diagonal )
{
	const fw_lane_ints far = fw_ints_of( FW_BLOCK_TILE_FAR );
	fw_lane_ints best =
	    fw_ints_choose( fw_ints_where( here & there ), fw_ints_add( g, fw_ints_of( (int32_t)FW_COST_ONE ) ), far );
	if ( diagonal )
	{
		// Bit i: all four tiles are free between which a step crosses from tile i - 1 to i or from i to i - 1.
		const uint32_t open = here & here << 1 & there & there << 1;
		const fw_lane_ints step = fw_ints_of( (int32_t)FW_COST_DIAGONAL );
		const fw_lane_ints up = fw_ints_add(
		    FW_LANES_MAKE( fw_lane_ints, FW_BLOCK_TILE_FAR, FW_LANE( g, 0 ), FW_LANE( g, 1 ), FW_LANE( g, 2 ) ), step );
		const fw_lane_ints down = fw_ints_add(
		    FW_LANES_MAKE( fw_lane_ints, FW_LANE( g, 1 ), FW_LANE( g, 2 ), FW_LANE( g, 3 ), FW_BLOCK_TILE_FAR ), step );
		const fw_lane_ints by_up = fw_ints_choose( fw_ints_where( open ), up, far );
		const fw_lane_ints by_down = fw_ints_choose( fw_ints_where( open >> 1 ), down, far );
		best = fw_ints_choose( fw_ints_less( by_up, best ), by_up, best );
		best = fw_ints_choose( fw_ints_less( by_down, best ), by_down, best );
	}
	return best;
}

// Gives g to one tile of another block; f and min_g collect what makes its heap value.
FW_INLINE void give( const fw_search* search, const fw_block_state* state, fw_block* to, int32_t node, int32_t g,
                     double* min_f, double* min_g )
{
	const fw_block_place tile = fw_block_node( state, node );
	const double tiles = g / (double)FW_COST_ONE;
	const double h = estimate( search, state, FW_BLOCK_SIDE * to->x + tile.x, FW_BLOCK_SIDE * to->y + tile.y );
	to->g.tile[node] = g;
	to->dirty = (uint16_t)( to->dirty | 1u << node );
	*min_f = tiles + h < *min_f ? tiles + h : *min_f;
	*min_g = tiles < *min_g ? tiles : *min_g;
}

// Takes all steps over one side of a block, where any of its nodes are to be passed on.
FW_INLINE void pass_side( fw_search* search, fw_block_state* state, uint32_t index, uint32_t nodes,
                          const tile_side* side )
{
	const uint32_t beside = nodes != 0 ? fw_block_beside( search, state, index, side->dx, side->dy ) : FW_NO_SLOT;
	if ( beside == FW_NO_SLOT )
	{
		return;
	}
	const fw_block* from = fw_block_at( state, index );
	fw_block* to = fw_block_at( state, beside );
	const fw_lane_ints best = steps_over( load_side( from->g.tile, side->own ), free_side( from->usable, side->own ),
	                                      free_side( to->usable, side->other ), state->variant != FW_BLOCK_TILES4 );
	uint32_t better = fw_ints_bits( fw_ints_less( best, load_side( to->g.tile, side->other ) ) );
	search->counters.generated++;
	if ( better == 0 )
	{
		return;
	}
	int32_t g[FW_BLOCK_SIDE];
	fw_ints_store( g, best );
	double min_f = INFINITY;
	double min_g = INFINITY;
	for ( ; better != 0; better &= better - 1 )
	{
		const int32_t i = FW_CTZ64( better );
		give( search, state, to, side->other[i], g[i], &min_f, &min_g );
	}
	fw_block_open( search, state, beside, (float)min_f, (float)min_g );
}

// Takes the diagonal step over a corner of a block, where its node is to be passed on.
static void pass_corner( fw_search* search, fw_block_state* state, uint32_t index, uint32_t nodes, int32_t direction,
                         int32_t own, int32_t other )
{
	const fw_block* block = fw_block_at( state, index );
	const fw_block_place tile = fw_block_node( state, own );
	const int32_t x = FW_BLOCK_SIDE * block->x + tile.x;
	const int32_t y = FW_BLOCK_SIDE * block->y + tile.y;
	if ( nodes == 0 || ( state->legal[fw_steps_around( state->plane, x, y )] >> direction & 1 ) == 0 )
	{
		return;
	}
	const uint32_t beside = fw_block_beside( search, state, index, fw_step_x[direction], fw_step_y[direction] );
	if ( beside == FW_NO_SLOT )
	{
		return;
	}
	const int32_t g = fw_block_at( state, index )->g.tile[own] + (int32_t)FW_COST_DIAGONAL;
	fw_block* to = fw_block_at( state, beside );
	search->counters.generated++;
	if ( g < to->g.tile[other] )
	{
		double min_f = INFINITY;
		double min_g = INFINITY;
		give( search, state, to, other, g, &min_f, &min_g );
		fw_block_open( search, state, beside, (float)min_f, (float)min_g );
	}
}

void fw_block_pass_tiles( fw_search* search, fw_block_state* state, uint32_t index, uint32_t nodes )
{
	pass_side( search, state, index, nodes & 0x00Fu, &above );
	pass_side( search, state, index, nodes & 0x078u, &right );
	pass_side( search, state, index, nodes & 0x3C0u, &below );
	pass_side( search, state, index, nodes & 0xE01u, &left );
	pass_corner( search, state, index, nodes & 0x001u, 5, 0, 6 );
	pass_corner( search, state, index, nodes & 0x008u, 7, 3, 9 );
	pass_corner( search, state, index, nodes & 0x040u, 1, 6, 0 );
	pass_corner( search, state, index, nodes & 0x200u, 3, 9, 3 );
}

void fw_block_expand_tiles( fw_search* search, fw_block_state* state, uint32_t index )
{
	fw_block* block = fw_block_at( state, index );
	fw_lane_ints best[FW_BLOCK_TILES / 4];
	memcpy( best, block->g.tile, sizeof( best ) );
	for ( uint32_t ingress = block->dirty; ingress != 0; ingress &= ingress - 1 )
	{
		const int32_t y = FW_CTZ64( ingress );
		const fw_lane_ints g = fw_ints_of( block->g.tile[y] );
		const int32_t* distance = state->tables->at.tile[( block->table - 1 ) >> 2][y];
		for ( int32_t i = 0; i < FW_BLOCK_TILES / 4; i++ )
		{
			const fw_lane_ints over = fw_ints_add( fw_ints_load( distance + 4 * i ), g );
			best[i] = fw_ints_choose( fw_ints_less( over, best[i] ), over, best[i] );
		}
	}
	// A tile is left by steps of its own, also where it was entered from beyond the border.
	uint32_t passed = block->dirty;
	for ( int32_t i = 0; i < FW_BLOCK_TILES / 4; i++ )
	{
		passed |= fw_ints_bits( fw_ints_less( best[i], fw_ints_load( block->g.tile + 4 * i ) ) ) << ( 4 * i );
	}
	memcpy( block->g.tile, best, sizeof( best ) );
	block->dirty = 0;
	if ( block->holds_goal )
	{
		fw_block_look_for_goal( state, block );
	}
	fw_block_pass_tiles( search, state, index, passed );
}

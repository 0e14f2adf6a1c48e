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
	for ( int32_t diagonal = 0; diagonal < FW_LDDB_SIZE_MAX * FW_LDDB_SIZE_MAX; diagonal++ )
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

// Tile i of a side in the order of growing x or y. Sides are numbered clockwise from the upper one.
FW_INLINE int32_t tile_of( int32_t size, int32_t side, int32_t i )
{
	const int32_t last = size - 1;
	const int32_t tile = side < 2 ? side * last + i : ( side + 1 ) * last - i;
	return tile % ( 4 * last );
}

// Four of them; beyond the end of the side the last one again.
FW_INLINE fw_lane_ints load_side( int32_t size, const int32_t* g, int32_t side )
{
	const int32_t last = size - 1;
	return FW_LANES_MAKE( fw_lane_ints, g[tile_of( size, side, 0 )], g[tile_of( size, side, 1 )],
	                      g[tile_of( size, side, last < 2 ? last : 2 )],
	                      g[tile_of( size, side, last < 3 ? last : 3 )] );
}

// Which of these tiles are free, one bit each.
FW_INLINE uint32_t free_side( int32_t size, uint32_t usable, int32_t side )
{
	uint32_t free = 0;
	for ( int32_t i = 0; i < size; i++ )
	{
		free |= ( usable >> tile_of( size, side, i ) & 1u ) << i;
	}
	return free;
}

// What the first four tiles of a side, and a fifth, give those beyond the border, straight and diagonally; far where no
// step leads.
FW_INLINE fw_lane_ints steps_over( fw_lane_ints g, int32_t fifth, uint32_t here, uint32_t there, bool diagonal )
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
		    FW_LANES_MAKE( fw_lane_ints, FW_LANE( g, 1 ), FW_LANE( g, 2 ), FW_LANE( g, 3 ), fifth ), step );
		const fw_lane_ints by_up = fw_ints_choose( fw_ints_where( open ), up, far );
		const fw_lane_ints by_down = fw_ints_choose( fw_ints_where( open >> 1 ), down, far );
		best = fw_ints_choose( fw_ints_less( by_up, best ), by_up, best );
		best = fw_ints_choose( fw_ints_less( by_down, best ), by_down, best );
	}
	return best;
}

// What the fifth tile beyond the border is given by the fourth and the fifth of a side.
FW_INLINE int32_t step_over_fifth( int32_t fourth, int32_t fifth, uint32_t here, uint32_t there, bool diagonal )
{
	const uint32_t both = here & there;
	const int32_t straight = ( both & 0x10u ) != 0 ? fifth + (int32_t)FW_COST_ONE : FW_BLOCK_TILE_FAR;
	const int32_t across =
	    diagonal && ( both & 0x18u ) == 0x18u ? fourth + (int32_t)FW_COST_DIAGONAL : FW_BLOCK_TILE_FAR;
	return straight < across ? straight : across;
}

// Gives g to one tile of another block; f and min_g collect what makes its heap value.
FW_INLINE void give( int32_t size, const fw_search* search, const fw_block_state* state, fw_block* to, int32_t node,
                     int32_t g, double* min_f, double* min_g )
{
	const double tiles = g / (double)FW_COST_ONE;
	const double h =
	    estimate( search, state, size * to->x + (int32_t)state->x[node], size * to->y + (int32_t)state->y[node] );
	fw_block_tiles( to )[node] = g;
	to->dirty |= 1u << node;
	*min_f = tiles + h < *min_f ? tiles + h : *min_f;
	*min_g = tiles < *min_g ? tiles : *min_g;
}

// Takes all steps over one side of a block, where any of its nodes are to be passed on.
FW_INLINE void pass_side( int32_t size, fw_search* search, fw_block_state* state, uint32_t index, uint32_t nodes,
                          int32_t side )
{
	static const int8_t dx[4] = { 0, 1, 0, -1 };
	static const int8_t dy[4] = { -1, 0, 1, 0 };
	uint32_t own_side = 0;
	for ( int32_t i = 0; i < size; i++ )
	{
		own_side |= 1u << tile_of( size, side, i );
	}
	const uint32_t beside =
	    ( nodes & own_side ) != 0 ? fw_block_beside( search, state, size, index, dx[side], dy[side] ) : FW_NO_SLOT;
	if ( beside == FW_NO_SLOT )
	{
		return;
	}
	const fw_block* from = fw_block_at( state, size, index );
	fw_block* to = fw_block_at( state, size, beside );
	const int32_t other = ( side + 2 ) % 4;
	const bool diagonal = state->variant != FW_BLOCK_TILES4;
	const uint32_t here = free_side( size, from->usable, side );
	const uint32_t there = free_side( size, to->usable, other );
	const int32_t fifth = size > 4 ? fw_block_tiles( from )[tile_of( size, side, 4 )] : FW_BLOCK_TILE_FAR;
	int32_t g[FW_LDDB_SIZE_MAX];
	const fw_lane_ints best =
	    steps_over( load_side( size, fw_block_tiles( from ), side ), fifth, here, there, diagonal );
	uint32_t better = fw_ints_bits( fw_ints_less( best, load_side( size, fw_block_tiles( to ), other ) ) );
	if ( size > 4 )
	{
		g[4] = step_over_fifth( fw_block_tiles( from )[tile_of( size, side, 3 )], fifth, here, there, diagonal );
		better |= g[4] < fw_block_tiles( to )[tile_of( size, other, 4 )] ? 0x10u : 0;
	}
	search->counters.generated++;
	if ( better == 0 )
	{
		return;
	}
	fw_ints_store( g, best );
	double min_f = INFINITY;
	double min_g = INFINITY;
	for ( ; better != 0; better &= better - 1 )
	{
		const int32_t i = FW_CTZ64( better );
		give( size, search, state, to, tile_of( size, other, i ), g[i], &min_f, &min_g );
	}
	fw_block_open( search, state, size, beside, (float)min_f, (float)min_g );
}

// Takes the diagonal step over the corner of a block where a side begins, where its node is to be passed on.
FW_INLINE void pass_corner( int32_t size, fw_search* search, fw_block_state* state, uint32_t index, uint32_t nodes,
                            int32_t side )
{
	static const int8_t directions[4] = { 5, 7, 1, 3 };
	const int32_t direction = directions[side];
	const int32_t own = side * ( size - 1 );
	const int32_t other = ( side + 2 ) % 4 * ( size - 1 );
	if ( ( nodes >> own & 1u ) == 0 )
	{
		return;
	}
	const fw_block* block = fw_block_at( state, size, index );
	const int32_t x = size * block->x + (int32_t)state->x[own];
	const int32_t y = size * block->y + (int32_t)state->y[own];
	if ( ( state->legal[fw_steps_around( state->plane, x, y )] >> direction & 1 ) == 0 )
	{
		return;
	}
	const uint32_t beside = fw_block_beside( search, state, size, index, fw_step_x[direction], fw_step_y[direction] );
	if ( beside == FW_NO_SLOT )
	{
		return;
	}
	const int32_t g = fw_block_tiles( fw_block_at( state, size, index ) )[own] + (int32_t)FW_COST_DIAGONAL;
	fw_block* to = fw_block_at( state, size, beside );
	search->counters.generated++;
	if ( g < fw_block_tiles( to )[other] )
	{
		double min_f = INFINITY;
		double min_g = INFINITY;
		give( size, search, state, to, other, g, &min_f, &min_g );
		fw_block_open( search, state, size, beside, (float)min_f, (float)min_g );
	}
}

FW_INLINE void pass( int32_t size, fw_search* search, fw_block_state* state, uint32_t index, uint32_t nodes )
{
	pass_side( size, search, state, index, nodes, 0 );
	pass_side( size, search, state, index, nodes, 1 );
	pass_side( size, search, state, index, nodes, 2 );
	pass_side( size, search, state, index, nodes, 3 );
	pass_corner( size, search, state, index, nodes, 0 );
	pass_corner( size, search, state, index, nodes, 1 );
	pass_corner( size, search, state, index, nodes, 2 );
	pass_corner( size, search, state, index, nodes, 3 );
}

void fw_block_pass_tiles( fw_search* search, fw_block_state* state, uint32_t index, uint32_t nodes )
{
	FW_BLOCK_BY_SIZE( state->size, pass, search, state, index, nodes );
}

FW_INLINE void expand( int32_t size, fw_search* search, fw_block_state* state, uint32_t index, const int32_t* table )
{
	fw_block* block = fw_block_at( state, size, index );
	const int32_t vectors = size - 1;
	int32_t* g = fw_block_tiles( block );
	fw_lane_ints best[FW_LDDB_SIZE_MAX - 1];
	for ( int32_t i = 0; i < vectors; i++ )
	{
		best[i] = fw_ints_load( g + 4 * i );
	}
	for ( uint32_t ingress = block->dirty; ingress != 0; ingress &= ingress - 1 )
	{
		const int32_t y = FW_CTZ64( ingress );
		const fw_lane_ints from = fw_ints_of( g[y] );
		for ( int32_t i = 0; i < vectors; i++ )
		{
			const fw_lane_ints over = fw_ints_add( fw_ints_load( table + 4 * ( vectors * y + i ) ), from );
			best[i] = fw_ints_choose( fw_ints_less( over, best[i] ), over, best[i] );
		}
	}
	// A tile is left by steps of its own, also where it was entered from beyond the border.
	uint32_t passed = block->dirty;
	for ( int32_t i = 0; i < vectors; i++ )
	{
		passed |= fw_ints_bits( fw_ints_less( best[i], fw_ints_load( g + 4 * i ) ) ) << ( 4 * i );
		fw_ints_store( g + 4 * i, best[i] );
	}
	block->dirty = 0;
	if ( FW_UNLIKELY( block->holds_goal ) )
	{
		fw_block_look_for_goal( state, block );
	}
	if ( fw_search_is_heard( search ) )
	{
		fw_block_tell( search, state, block, FW_EVENT_EXPAND, block->g_least );
	}
	pass( size, search, state, index, passed );
}

void fw_block_expand_tiles( fw_search* search, fw_block_state* state, uint32_t index, const int32_t* table )
{
	FW_BLOCK_BY_SIZE( state->size, expand, search, state, index, table );
}

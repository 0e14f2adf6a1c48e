// SPDX-License-Identifier: MIT
// Shortest paths over the tiles of a block, in waves of bits: all tiles that so many straight and so many diagonal
// steps reach at best, in the order of their lengths.
//
// No two numbers of steps have the same length, since the root of two is irrational, so each tile is in one wave, and
// what a wave comes from is in earlier ones.
#include "lddb/block.h"

#define SIDE_MAX FW_LDDB_SIZE_MAX
#define STEPS_MAX ( SIDE_MAX * SIDE_MAX )

typedef struct waves
{
	const fw_lddb_block* block;
	uint32_t free;
	uint32_t last; // column of tiles
	uint32_t seen;
	uint32_t at[STEPS_MAX][STEPS_MAX]; // by straight and diagonal steps, of those that were made
} waves;

typedef enum direction
{
	EAST,
	WEST,
	SOUTH,
	NORTH
} direction;

FW_INLINE uint32_t step( const waves* w, uint32_t tiles, direction towards )
{
	switch ( towards )
	{
	case EAST:
		return ( tiles & ~w->last ) << 1 & w->free;
	case WEST:
		return ( tiles & ~w->block->first ) >> 1 & w->free;
	case SOUTH:
		return tiles << w->block->size & w->free;
	default:
		return tiles >> w->block->size & w->free;
	}
}

// Both tiles beside a diagonal step are free where both orders of the two straight steps lead there.
FW_INLINE uint32_t diagonal_step( const waves* w, uint32_t tiles, direction a, direction b )
{
	return step( w, step( w, tiles, a ), b ) & step( w, step( w, tiles, b ), a );
}

FW_INLINE uint32_t straight_steps( const waves* w, uint32_t tiles )
{
	return step( w, tiles, EAST ) | step( w, tiles, WEST ) | step( w, tiles, SOUTH ) | step( w, tiles, NORTH );
}

FW_INLINE uint32_t diagonal_steps( const waves* w, uint32_t tiles )
{
	return diagonal_step( w, tiles, EAST, SOUTH ) | diagonal_step( w, tiles, EAST, NORTH ) |
	       diagonal_step( w, tiles, WEST, SOUTH ) | diagonal_step( w, tiles, WEST, NORTH );
}

static waves* begin( waves* w, const fw_lddb_block* block, uint32_t pattern )
{
	w->block = block;
	w->free = block->all & ~pattern;
	w->last = block->first << ( block->size - 1 );
	return w;
}

// Everything that is connected; diagonal steps connect no more.
static uint32_t connected( const waves* w, uint32_t tiles )
{
	for ( uint32_t before = 0; tiles != before; )
	{
		before = tiles;
		tiles |= straight_steps( w, tiles );
	}
	return tiles;
}

// The tiles that are reached first with the steps of this level.
static uint32_t make_wave( waves* w, const fw_lddb_level* level, uint32_t start )
{
	const int32_t i = level->straight, j = level->diagonal;
	uint32_t wave = i + j == 0 ? start : 0;
	wave |= i > 0 ? straight_steps( w, w->at[i - 1][j] ) : 0u;
	wave |= j > 0 ? diagonal_steps( w, w->at[i][j - 1] ) : 0u;
	wave &= ~w->seen;
	w->seen |= wave;
	w->at[i][j] = wave;
	return wave;
}

static void reach_nodes( waves* w, int32_t from, uint64_t* lengths )
{
	const uint32_t start = 1u << from & w->free;
	const uint32_t wanted = connected( w, start );
	for ( int32_t i = 0; i < w->block->nodes; i++ )
	{
		lengths[i] = FW_LDDB_FAR;
	}
	w->seen = 0;
	for ( const fw_lddb_level* level = w->block->levels; w->seen != wanted; level++ )
	{
		for ( uint32_t wave = make_wave( w, level, start ); wave != 0; wave &= wave - 1 )
		{
			const uint8_t node = w->block->node_of[FW_CTZ64( wave )];
			if ( node != FW_LDDB_NO_NODE )
			{
				lengths[node] = level->length;
			}
		}
	}
}

static void find_nodes( const fw_lddb_block* block, uint32_t pattern, int32_t from, uint64_t* lengths )
{
	waves w;
	reach_nodes( begin( &w, block, pattern ), from, lengths );
}

static void find_pairs( const fw_lddb_block* block, uint32_t pattern, uint64_t* lengths )
{
	waves w;
	begin( &w, block, pattern );
	for ( int32_t from = 0; from < block->nodes; from++ )
	{
		uint64_t reached[FW_LDDB_NODES_MAX];
		reach_nodes( &w, block->point_of[from], reached );
		for ( int32_t to = from + 1; to < block->nodes; to++ )
		{
			*lengths++ = reached[to];
		}
	}
}

// One of eight steps: the first four straight, each with the opposite beside it.
static uint32_t any_step( const waves* w, uint32_t tile, int32_t which )
{
	return which < 4 ? step( w, tile, (direction)which )
	                 : diagonal_step( w, tile, which < 6 ? EAST : WEST, which % 2 == 0 ? SOUTH : NORTH );
}

// A step back into an earlier wave; the one that was taken before when it leads there too, which saves bends.
static int32_t step_back( const waves* w, uint32_t tile, int32_t straight, int32_t diagonal, int32_t before )
{
	for ( int32_t i = before < 0 ? 0 : -1; i < 8; i++ )
	{
		const int32_t which = i < 0 ? before : i;
		const bool possible = which < 4 ? straight > 0 : diagonal > 0;
		const int32_t less = which < 4 ? 1 : 0;
		if ( possible && ( any_step( w, tile, which ) & w->at[straight - less][diagonal - 1 + less] ) != 0 )
		{
			return which;
		}
	}
	FW_ASSERT( false );
	return -1;
}

static uint64_t find_path( const fw_lddb_block* block, uint32_t pattern, int32_t from, int32_t to, int32_t* bends,
                           int32_t* count )
{
	*count = 0;
	waves w;
	begin( &w, block, pattern );
	// From the goal, so that going back gives the bends in order.
	const uint32_t start = 1u << to & w.free, goal = 1u << from & w.free;
	if ( goal == 0 || ( connected( &w, start ) & goal ) == 0 )
	{
		return FW_LDDB_FAR;
	}
	w.seen = 0;
	const fw_lddb_level* level = block->levels;
	while ( ( make_wave( &w, level, start ) & goal ) == 0 )
	{
		level++;
	}
	int32_t straight = level->straight, diagonal = level->diagonal, before = -1;
	for ( uint32_t tile = goal; tile != start; )
	{
		const int32_t which = step_back( &w, tile, straight, diagonal, before );
		if ( before >= 0 && which != before )
		{
			bends[( *count )++] = FW_CTZ64( tile );
		}
		tile = any_step( &w, tile, which );
		straight -= which < 4 ? 1 : 0;
		diagonal -= which < 4 ? 0 : 1;
		before = which;
	}
	return level->length;
}

const fw_lddb_paths fw_lddb_tile_paths = { find_pairs, find_nodes, find_path };

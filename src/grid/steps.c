// SPDX-License-Identifier: MIT
// Which steps from a tile are legal, and which are worth taking: the canonical order of N. R. Sturtevant and S. Rabin,
// "Canonical Orderings on Grids" (2016), after the neighbor pruning of D. Harabor and A. Grastien, "Online Graph
// Pruning for Pathfinding on Grid Maps" (2011), without corner cutting.
#include "grid/steps.h"

const int8_t fw_step_x[8] = { 1, 1, 0, -1, -1, -1, 0, 1 };
const int8_t fw_step_y[8] = { 0, 1, 1, 1, 0, -1, -1, -1 };

static uint32_t direction_bit( int32_t direction )
{
	return 1u << ( direction & 7 );
}

// Is the tile one step from the middle of the 3 x 3 bits free?
static bool around_free( uint32_t around, int32_t direction )
{
	const int32_t bit = ( fw_step_y[direction & 7] + 1 ) * 3 + fw_step_x[direction & 7] + 1;
	return ( around >> bit & 1 ) != 0;
}

static uint8_t legal_steps( uint32_t around, bool diagonals, bool cutting )
{
	uint32_t steps = 0;
	for ( int32_t d = 0; d < 8; d++ )
	{
		const bool is_diagonal = ( d & 1 ) != 0;
		const bool sides = around_free( around, d - 1 ) && around_free( around, d + 1 );
		if ( around_free( around, d ) && ( !is_diagonal || ( diagonals && ( cutting || sides ) ) ) )
		{
			steps |= direction_bit( d );
		}
	}
	return (uint8_t)steps;
}

// After a diagonal step: ahead, and along both of its parts. After a straight step: ahead, and to a side (and
// diagonally ahead to that side) only if the tile beside the parent is blocked; otherwise the parent gets there without
// this tile.
static uint8_t canonical_steps( uint32_t around, int32_t from )
{
	const uint32_t legal = legal_steps( around, true, false );
	if ( from == FW_STEP_NONE )
	{
		return (uint8_t)legal;
	}
	uint32_t steps = direction_bit( from );
	if ( from & 1 )
	{
		steps |= direction_bit( from - 1 ) | direction_bit( from + 1 );
	}
	else
	{
		for ( int32_t side = -1; side <= 1; side += 2 )
		{
			if ( !around_free( around, from + 3 * side ) )
			{
				steps |= direction_bit( from + side ) | direction_bit( from + 2 * side );
			}
		}
	}
	return (uint8_t)( steps & legal );
}

void fw_steps_prepare( fw_steps* tables )
{
	for ( uint32_t around = 0; around < 512 && !tables->ready; around++ )
	{
		tables->legal4[around] = legal_steps( around, false, false );
		tables->legal8[around] = legal_steps( around, true, false );
		tables->legal8_cutting[around] = legal_steps( around, true, true );
		for ( int32_t from = 0; from <= FW_STEP_NONE; from++ )
		{
			tables->canonical[from][around] = canonical_steps( around, from );
		}
	}
	tables->ready = true;
}

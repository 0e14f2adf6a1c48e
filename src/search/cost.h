// SPDX-License-Identifier: MIT
// Integer costs: the same on every machine, and sums that never tie or differ by rounding.
#ifndef FW_SEARCH_COST_H
#define FW_SEARCH_COST_H

#include "grid/steps.h"

#include <math.h>

// A step of one tile and a diagonal one: 3363 / 2378 is a convergent of the square root of 2, off by 6e-8.
#define FW_COST_ONE 2378u
#define FW_COST_DIAGONAL 3363u
// No cost of a node may exceed this, so that adding the greatest weighted estimate of the largest map stays below 2^32.
// About 1.4 million tiles; half of it with headings, whose estimates know of detours.
#define FW_COST_MAX 0xC8000000u

// No cost of one path is counted higher: a wide loop over dear ground in reverse gear costs more than 32 bits hold.
#define FW_COST_EDGE_MAX 0x90000000u
// No weight adds more to an estimate, about 340,000 tiles. Beyond it the search hurries no more, but it still ends:
// an estimate that has run over 32 bits leads it back and forth over the same nodes.
#define FW_COST_HURRY_MAX 0x30000000u

FW_INLINE uint32_t fw_cost_of( double tiles )
{
	const double cost = floor( tiles * FW_COST_ONE + 0.5 );
	return cost < FW_COST_EDGE_MAX ? (uint32_t)cost : FW_COST_EDGE_MAX;
}

// An estimate times a weight in 1/256 that is at least 256. Added to a cost within its limit, it stays below 2^32.
FW_INLINE uint32_t fw_cost_weighted( uint32_t estimate, uint32_t weight )
{
	const uint32_t h = estimate < FW_COST_MAX / 2 ? estimate : FW_COST_MAX / 2;
	const uint64_t more = (uint64_t)h * ( weight - 256 ) >> 8;
	return h + ( more < FW_COST_HURRY_MAX ? (uint32_t)more : FW_COST_HURRY_MAX );
}

FW_INLINE uint32_t fw_cost_octile( int32_t dx, int32_t dy )
{
	return fw_octile_cost( dx, dy, FW_COST_ONE, FW_COST_DIAGONAL );
}

#endif

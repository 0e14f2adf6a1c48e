// SPDX-License-Identifier: MIT
// Integer costs: the same on every machine, and sums that never tie or differ by rounding.
#ifndef FW_SEARCH_COST_H
#define FW_SEARCH_COST_H

#include "base/core.h"

#include <math.h>

// A step of one tile and a diagonal one: 3363 / 2378 is a convergent of the square root of 2, off by 6e-8.
#define FW_COST_ONE 2378u
#define FW_COST_DIAGONAL 3363u
// No cost of a node may exceed this, so that adding the greatest weighted estimate of the largest map stays below 2^32.
// About 1.4 million tiles.
#define FW_COST_MAX 0xC8000000u

FW_INLINE uint32_t fw_cost_of( double tiles )
{
	return (uint32_t)floor( tiles * FW_COST_ONE + 0.5 );
}

FW_INLINE uint32_t fw_cost_octile( int32_t dx, int32_t dy )
{
	const uint32_t ax = (uint32_t)( dx < 0 ? -dx : dx );
	const uint32_t ay = (uint32_t)( dy < 0 ? -dy : dy );
	const uint32_t low = ax < ay ? ax : ay;
	const uint32_t high = ax < ay ? ay : ax;
	return high * FW_COST_ONE + low * ( FW_COST_DIAGONAL - FW_COST_ONE );
}

#endif

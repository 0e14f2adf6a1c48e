// SPDX-License-Identifier: MIT
// Which of the nodes of a search is nearest to the goal: least estimate, then farther from the start, then node index.
#ifndef FW_SEARCH_NEAREST_H
#define FW_SEARCH_NEAREST_H

#include "base/core.h"

typedef struct fw_nearest
{
	double h, g;
	uint32_t node; // UINT32_MAX: none
} fw_nearest;

FW_INLINE fw_nearest fw_nearest_none( void )
{
	return ( fw_nearest ){ .node = UINT32_MAX };
}

FW_INLINE void fw_nearest_offer( fw_nearest* best, double h, double g, uint32_t node )
{
	if ( best->node == UINT32_MAX || h < best->h || ( h == best->h && g > best->g ) ||
	     ( h == best->h && g == best->g && node < best->node ) )
	{
		*best = ( fw_nearest ){ h, g, node };
	}
}

#endif

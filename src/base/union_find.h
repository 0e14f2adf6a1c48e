// SPDX-License-Identifier: MIT
// Union-find (R. E. Tarjan, "Efficiency of a Good But Not Linear Set Union Algorithm", 1975) over an array in which
// each item names another one of its set, and the root itself.
#ifndef FW_BASE_UNION_FIND_H
#define FW_BASE_UNION_FIND_H

#include "base/core.h"

FW_INLINE uint32_t fw_union_root( uint32_t* labels, uint32_t item )
{
	while ( labels[item] != item )
	{
		labels[item] = labels[labels[item]];
		item = labels[item];
	}
	return item;
}

// The smaller root stays, so that roots do not depend on the order of joins.
FW_INLINE void fw_union_join( uint32_t* labels, uint32_t a, uint32_t b )
{
	const uint32_t root_a = fw_union_root( labels, a );
	const uint32_t root_b = fw_union_root( labels, b );
	labels[root_a > root_b ? root_a : root_b] = root_a > root_b ? root_b : root_a;
}

#endif

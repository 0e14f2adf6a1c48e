// SPDX-License-Identifier: MIT
// The variants of A* over tiles.
#ifndef FW_SEARCH_ASTAR_H
#define FW_SEARCH_ASTAR_H

enum
{
	FW_ASTAR_STANDARD,  // over the plane of tiles where the unit stands
	FW_ASTAR_ANNOTATED, // over a map of clearances
};

#endif

// SPDX-License-Identifier: MIT
// A map with all that a search without headings needs.
#ifndef TESTS_SUPPORT_WALKER_H
#define TESTS_SUPPORT_WALKER_H

#include "support.h"

#include "fairway/search.h"

typedef struct walker
{
	fw_grid* grid;
	fw_space* space;
	fw_search* search;
	fw_map map;
	fw_result result;
} walker;

// For a unit of this radius and these capabilities; takes the grid over.
void walker_open( walker* w, fw_grid* grid, double radius, uint32_t capabilities );
void walker_close( walker* w );

#endif

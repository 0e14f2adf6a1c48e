// SPDX-License-Identifier: MIT
// Shared by the tests of squares: a map with all that each method needs for a unit of one size.
#ifndef TESTS_SUPPORT_SQUARES_H
#define TESTS_SUPPORT_SQUARES_H

#include "fairway/search.h"
#include "support.h"

#define TEST_SQUARES_LAND ( FW_CAP_GROUND | FW_CAP_SWAMP )

// A map with all that the methods need for a square.
typedef struct squares
{
	fw_grid* grid;
	fw_space* space;
	fw_clearance* clearance;
	fw_search* search;
	fw_result result;
	int32_t size;
	uint32_t capabilities;
} squares;

// Takes over the grid.
void squares_open( squares* s, fw_grid* grid, int32_t size, uint32_t capabilities );
void squares_close( squares* s );
fw_query squares_query( const squares* s, const char* method, fw_pose start, fw_pose goal );
fw_status squares_run( squares* s, const fw_query* query );

#endif

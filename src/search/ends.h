// SPDX-License-Identifier: MIT
// Where searches over tiles begin and end when the query's ends are not on tile centers.
#ifndef FW_SEARCH_ENDS_H
#define FW_SEARCH_ENDS_H

#include "search/engine.h"

// Does the unit fit at the query's start and goal, or near the latter? Else the search ends.
bool fw_ends_fit( fw_search* search );
// The tile whose center stands for the query's start (or its goal): its own where the unit gets straight there (or from
// there), else the nearest one around. False where there is none.
bool fw_end_tile( const fw_search* search, bool start, int32_t* x, int32_t* y );
// Ends the search as the unit does not fit at its start (or its goal), for whether that lies on the map, and whether a
// smaller unit would fit.
void fw_end_fails( fw_search* search, bool start, bool on_map, bool narrow );
// The same by the grid.
void fw_end_fails_on_grid( fw_search* search, bool start );
// Does the unit stand on a tile?
typedef bool fw_stands( const void* context, int32_t x, int32_t y );
// The same of a square, by where it stands: its own tile, or false where it overlaps something.
bool fw_end_square( fw_stands* stands, const void* context, fw_pose pose, int32_t* x, int32_t* y );

#endif

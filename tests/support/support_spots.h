// SPDX-License-Identifier: MIT
// Positions of a point on ground, tile corners or tile centers: their lines of sight, judged tile by tile in integers,
// and the shortest path between two, tried over all tile corners. Shares nothing with the library except the grid.
#ifndef TESTS_SUPPORT_SPOTS_H
#define TESTS_SUPPORT_SPOTS_H

#include "support.h"

#include "fairway/search.h"

// In half tiles: (2x, 2y) is the top left corner of tile (x, y), (2x + 1, 2y + 1) its center.
typedef struct spot
{
	int32_t x, y;
} spot;

double spots_distance( spot a, spot b );          // in tiles
bool spots_is_between( spot a, spot at, spot b ); // on the line from a to b, and neither of them
bool spots_has_free_tile( const fw_grid* grid );
int32_t spots_blocked_around( const fw_grid* grid, spot corner ); // of the four tiles
// Do two blocked tiles touch here diagonally, and nothing else?
bool spots_is_double( const fw_grid* grid, spot at );
// May a shortest path turn here?
bool spots_is_turn( const fw_grid* grid, fw_corners corners, spot at );
// On the border of or inside a free tile; there must be one.
spot spots_random( test_random* random, const fw_grid* grid, fw_anchor anchor );

bool spots_see( const fw_grid* grid, fw_corners corners, spot a, spot b );
// The same from an end of a path: an end on a closed double corner is left, and reached, through the tile to the
// south-east if that is free.
bool spots_see_from_end( const fw_grid* grid, fw_corners corners, spot end, spot other );

// All tile corners of a map, and which of them see each other.
typedef struct spot_net
{
	const fw_grid* grid;
	fw_corners corners;
	int32_t count;
	spot* spots;  // [count]
	double* legs; // [count * count], INFINITY without line of sight
} spot_net;

spot_net spot_net_make( const fw_grid* grid, fw_corners corners );
void spot_net_free( spot_net* net );
double spot_net_distance( const spot_net* net, spot start, spot goal ); // INFINITY if there is no path

#endif

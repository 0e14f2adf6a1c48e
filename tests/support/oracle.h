// SPDX-License-Identifier: MIT
// Slow and simple answers to the questions that the library answers fast, for comparison. Uses nothing of the library
// except public types and the grid's read access.
#ifndef TESTS_ORACLE_H
#define TESTS_ORACLE_H

#include "fairway/grid.h"
#include "fairway/math.h"
#include "fairway/path.h"

double oracle_distance_to_tile( fw_vec2 point, int32_t x, int32_t y );
// The depth by which a disc around `point` overlaps tiles that the capabilities may not enter, measured tile by tile:
// positive is the depth of the worst overlap, 0 is touching, negative the distance to the nearest blocked tile (at most
// 1). A center among blocked tiles counts its distance to the nearest free tile (at most 1) in addition to the radius.
double oracle_depth( const fw_grid* grid, uint32_t capabilities, double radius, fw_vec2 point );
// Can the disc stand there? Overlaps up to 1e-7 count as touching, which is allowed.
bool oracle_stands( const fw_grid* grid, uint32_t capabilities, double radius, fw_vec2 point );

// The point of a segment at a fraction of its length, by the C library's sine and cosine.
fw_vec2 oracle_point( const fw_segment* segment, double part );
// The maximum oracle_depth() at samples along the segment, at most `step` apart, both ends included.
double oracle_swept_depth( const fw_grid* grid, uint32_t capabilities, double radius, const fw_segment* segment,
                           double step );

typedef enum oracle_moves
{
	ORACLE_FOUR = 0,          // along the axes
	ORACLE_EIGHT = 1,         // diagonally too, if the disc can stand on both tiles beside the step
	ORACLE_EIGHT_CUTTING = 2, // diagonally too, whatever is beside the step
} oracle_moves;

// A shortest-path problem: a disc on the centers of tiles.
typedef struct oracle_query
{
	const fw_grid* grid;
	uint32_t capabilities;
	double radius;
	oracle_moves moves;
	bool costs;   // a step costs its length times the mean cost of its two tiles; else its length
	int32_t size; // side of a square, placed by its top left tile, instead of the disc; 0: a disc
} oracle_query;

// For each tile, row by row: can the disc stand on its center? The caller frees the array with free().
bool* oracle_standing( const fw_grid* grid, uint32_t capabilities, double radius );
// The same for a square with `size` tiles a side, by its top left tile.
bool* oracle_square_standing( const fw_grid* grid, uint32_t capabilities, int32_t size );
// Dijkstra's algorithm (1959) with a binary heap: the cost from a tile to every other, INFINITY if there is no path.
// The caller frees the array with free().
double* oracle_distances( const oracle_query* problem, int32_t x, int32_t y );
// The same for one goal tile.
double oracle_distance( const oracle_query* problem, int32_t x, int32_t y, int32_t goal_x, int32_t goal_y );
// Regions under steps to the four neighbors, numbered from 1 in row order of their first tile; 0 where the disc cannot
// stand. @param count receives the number of regions. The caller frees the array with free().
uint32_t* oracle_regions( const fw_grid* grid, uint32_t capabilities, double radius, uint32_t* count );

#endif

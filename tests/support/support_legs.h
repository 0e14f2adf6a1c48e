// SPDX-License-Identifier: MIT
// Straight motion of a point over tiles, judged tile by tile in whole numbers. Nothing of the library's own lines of
// sight takes part, so that they cannot hide a mistake. Coordinates are in half tiles.
#ifndef TESTS_SUPPORT_LEGS_H
#define TESTS_SUPPORT_LEGS_H

#include "support.h"

typedef struct lines
{
	const fw_grid* grid;
	uint32_t capabilities;
	bool closed; // nothing passes between two blocked tiles that touch at a corner
} lines;

typedef struct lines_point
{
	int64_t x, y;
} lines_point;

lines_point lines_point_of( double x, double y ); // fails the test unless it is one
bool lines_is_double( const lines* rules, lines_point p );
bool lines_clear( const lines* rules, lines_point a, lines_point b );
// The same for a part of a path: neither end may be passed through if it is no end of the path, and an end of the path
// on a double corner is left by its south-east tile where that is free.
bool lines_leg( const lines* rules, lines_point a, lines_point b, bool a_is_end, bool b_is_end );
// Fails the test, after printing the map, unless all legs are clear and join the ends.
void lines_check_path( const lines* rules, const fw_path* path, lines_point start, lines_point goal );
// The shortest way over tile corners between two points [tiles]; INFINITY where there is none. For small maps.
double lines_optimum( const lines* rules, lines_point start, lines_point goal );
// The shortest way of steps to the 8 neighbors between two points of the same kind, corners or centers.
double lines_step_optimum( const lines* rules, lines_point start, lines_point goal );

#endif

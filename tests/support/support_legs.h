// SPDX-License-Identifier: MIT
// Straight motion of a point over tiles, judged tile by tile in integers. It shares nothing with the library's own
// lines of sight, so that they cannot hide a mistake. Coordinates are in half tiles.
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
// The same for a part of a path: at an end that is no end of the path, blocked tiles must leave room to pass; an end of
// the path on a double corner is left by its south-east tile if that is free.
bool lines_leg( const lines* rules, lines_point a, lines_point b, bool a_is_end, bool b_is_end );
// Fails the test, after printing the map, unless all legs are clear and join the ends.
void lines_check_path( const lines* rules, const fw_path* path, lines_point start, lines_point goal );
// The length of the shortest path over tile corners between two points [tiles]; INFINITY if there is none. For small
// maps.
double lines_optimum( const lines* rules, lines_point start, lines_point goal );
// The length of the shortest path of steps to the 8 neighbors between two corners or two centers.
double lines_step_optimum( const lines* rules, lines_point start, lines_point goal );

#endif

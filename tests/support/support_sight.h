// SPDX-License-Identifier: MIT
// Lines of sight and whole paths of a point, judged by exact clipping against every tile that they come near. Shares
// nothing with the library's own lines of sight. Coordinates are in half tiles. Needs no test framework, so that the
// fuzzers can use it.
#ifndef TESTS_SUPPORT_SIGHT_H
#define TESTS_SUPPORT_SIGHT_H

#include "fairway/path.h"
#include "fairway/sweep.h"

typedef struct sight_rules
{
	const fw_grid* grid;
	uint32_t capabilities;
	fw_corners corners;
} sight_rules;

typedef struct sight_point
{
	int32_t x, y;
} sight_point;

// Does the line have points inside the tile?
bool sight_enters( sight_point a, sight_point b, int32_t tile_x, int32_t tile_y );
// Is this a corner between two blocked tiles that touch there diagonally?
bool sight_is_double( const sight_rules* rules, sight_point p );
// Is there a free tile that the point lies in or on the border of?
bool sight_touches_free( const sight_rules* rules, sight_point p );
// What fw_sight_clear() must say.
bool sight_judge_line( const sight_rules* rules, sight_point a, sight_point b );
// The same for a leg of a path. If one of its ends is an end of the path on a closed double corner, the leg leaves it
// through the tile to the south-east, or through either of the free tiles if that is blocked; other ends lie on no
// closed double corner.
bool sight_judge_leg( const sight_rules* rules, sight_point a, sight_point b, bool a_is_end, bool b_is_end );
// NULL if the path over these points is legal, else what is wrong with it.
const char* sight_judge_points( const sight_rules* rules, const sight_point* points, int32_t count );
// The same for a path, which must be of lines between points of half tiles, and go from `start` to `goal`.
const char* sight_judge_path( const sight_rules* rules, const fw_path* path, sight_point start, sight_point goal );

#endif

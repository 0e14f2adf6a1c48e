// SPDX-License-Identifier: MIT
// Lines of a point between tile corners and anywhere else, judged and searched plainly: every tile near a line is
// tested, every pair of points is tried. Shares nothing with the library except the grid and fw_line_cost().
#ifndef TESTS_SUPPORT_LINES_H
#define TESTS_SUPPORT_LINES_H

#include "support_walker.h"

// May a point move along this line? Its ends are not judged. Deviations up to 1e-9 are rounding.
bool test_line_is_legal( const fw_grid* grid, uint32_t capabilities, fw_corners corners, fw_vec2 a, fw_vec2 b );
// Fails the test unless the walker's path is legal for the query's point, goes from its start to its goal, and has the
// length that it states.
void test_check_lines( const walker* w, const fw_query* query );

typedef enum test_net
{
	TEST_NET_SIGHT, // lines between the ends and all corners of blocked tiles: the optimum if everything costs 1
	TEST_NET_STEPS, // lines between all corners and the eight next to them, and their terrain costs
} test_net;

// The minimum cost between the ends of a query by Dijkstra's algorithm, INFINITY if there is no path.
double test_least( const walker* w, const fw_query* query, test_net net );

void test_set_cost( fw_grid* grid, uint8_t terrain, double cost );
// Ground with single blocked tiles, and patches of swamp and water that cost 2.5 and 6.
fw_grid* test_random_costs( test_random* random, int32_t width, int32_t height, double blocked, int32_t patches );

#endif

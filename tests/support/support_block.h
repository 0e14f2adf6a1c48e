// SPDX-License-Identifier: MIT
// What the tests of Block A* share: queries of a point, and the judging of their paths.
#ifndef TESTS_SUPPORT_BLOCK_H
#define TESTS_SUPPORT_BLOCK_H

#include "support_sight.h"
#include "support_walker.h"

#define LAND ( FW_CAP_GROUND | FW_CAP_SWAMP )

// Between points of half tiles: corners where they are even, else centers.
fw_query block_query( const char* method, sight_point start, sight_point goal );
sight_point block_point( fw_pose pose );
// Fails the test, after printing the map and the path.
void block_fail( const walker* w, const fw_query* query, const char* what );
// A corner that touches a free tile where there is one, now and then a double one.
sight_point block_random_corner( test_random* random, const sight_rules* rules );
// Fails the test unless the walker's path is legal and its length what it says.
void block_check_path( const walker* w, const fw_query* query );

#endif

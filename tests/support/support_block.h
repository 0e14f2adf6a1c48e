// SPDX-License-Identifier: MIT
// Shared by the tests of Block A*: queries of a point, and the judge of their paths.
#ifndef TESTS_SUPPORT_BLOCK_H
#define TESTS_SUPPORT_BLOCK_H

#include "support_sight.h"
#include "support_walker.h"

#define LAND ( FW_CAP_GROUND | FW_CAP_SWAMP )

// Between points in half tiles: even ones are corners, odd ones centers.
fw_query block_query( const char* method, sight_point start, sight_point goal );
sight_point block_point( fw_pose pose );
// Fails the test, after printing the map and the path.
void block_fail( const walker* w, const fw_query* query, const char* what );
// A corner that touches a free tile if there is one; now and then a double corner.
sight_point block_random_corner( test_random* random, const sight_rules* rules );
// Fails the test unless the walker's path is legal and has the length that it states.
void block_check_path( const walker* w, const fw_query* query );

#endif

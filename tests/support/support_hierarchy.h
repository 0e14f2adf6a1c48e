// SPDX-License-Identifier: MIT
// Shared by the tests of hierarchies: random maps of several terrains, random definitions, searches in both.
#ifndef TESTS_SUPPORT_HIERARCHY_H
#define TESTS_SUPPORT_HIERARCHY_H

#include "fairway/search.h"
#include "support.h"

#define TEST_LAND ( FW_CAP_GROUND | FW_CAP_SWAMP )

// Land with water, trees and walls in patches.
fw_grid* test_random_world( test_random* random, int32_t width, int32_t height );
fw_grid* test_random_world_of( test_random* random, int32_t least, int32_t count ); // sides in [least, least + count)
// Sets a random rectangle to a random terrain.
void test_random_build( test_random* random, fw_grid* grid );
// One to three capability sets and sizes, any cluster and quality.
fw_hierarchy_def test_random_hierarchy( test_random* random );
// The method that searches hierarchies of a quality.
const char* test_hierarchy_method( fw_quality quality );
fw_query test_hierarchy_query( const char* method, uint32_t capabilities, int32_t size, int32_t x, int32_t y,
                               int32_t goal_x, int32_t goal_y );
// Between any two tiles of a map.
fw_query test_hierarchy_random_query( test_random* random, int32_t width, int32_t height, const char* method,
                                      uint32_t capabilities, int32_t size );

#endif

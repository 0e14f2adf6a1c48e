// SPDX-License-Identifier: MIT
// Shared by the tests of jump points: queries, checks against standard A*, maps of all shapes.
#ifndef TESTS_SUPPORT_JPS_H
#define TESTS_SUPPORT_JPS_H

#include "support_walker.h"

#define TEST_JPS_LAND ( FW_CAP_GROUND | FW_CAP_SWAMP )

// For the unit that the walker's space is for.
fw_query test_jps_query( const walker* w, const char* method, fw_pose start, fw_pose goal );

// Fails the test if the search refuses the query; the walker owns the result.
const fw_result* test_jps_solve( walker* w, const fw_query* query );

// Fails the test with the query, the walker's last result and, for small maps, the tiles.
void test_jps_fail( const walker* w, const fw_query* query, const char* what );

// Between tile centers: every step exists, and no waypoint lies on a straight line.
void test_jps_check_steps( const walker* w, const fw_query* query );

// Compares the results of the query by `jps` and by `astar`; true if there is a path.
bool test_jps_check_against_astar( walker* w, fw_query query, fw_heuristic of_astar );

// Both of these checks, between tile centers.
bool test_jps_check_problem( walker* w, fw_pose start, fw_pose goal );

// Equal to the bit: outcome, counters, length and path.
void test_jps_check_same( const fw_result* a, const fw_result* b );

// The center of a tile where the unit can stand, unless several draws have found none.
fw_pose test_jps_random_center( test_random* random, const walker* w );
// Between two such tiles.
fw_query test_jps_random_query( const walker* w, const char* method, test_random* random );

// A random map for a unit of a random radius.
void test_jps_open_random( walker* w, test_random* random );

#endif

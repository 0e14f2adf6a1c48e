// SPDX-License-Identifier: MIT
// What the tests of routes share: a map with all that they need, plans, stretches.
#ifndef TESTS_SUPPORT_ROUTE_H
#define TESTS_SUPPORT_ROUTE_H

#include "fairway/search.h"
#include "support_hierarchy.h"

// A map with a hierarchy, and searches in it: one for whole paths, one for stretches.
typedef struct test_route_world
{
	fw_grid* grid;
	fw_hierarchy* hierarchy;
	fw_search* whole_search;
	fw_search* search;
	fw_route* route;
	fw_result whole;
	fw_result result;
} test_route_world;

// Takes the grid over.
void test_route_open( test_route_world* w, fw_grid* grid, const fw_hierarchy_def* def );
void test_route_close( test_route_world* w );
// Takes the grid's present state for the hierarchy.
void test_route_update( test_route_world* w );
// Between any two tiles, for one of the classes.
fw_query test_route_query( const test_route_world* w, test_random* random );
// Finds a way, for the whole path and as a route. False where there is none.
bool test_route_plan( test_route_world* w, const fw_query* query );
// To the bit.
void test_route_check_same( const fw_path* a, const fw_path* b );
// Adds a stretch and checks it alone.
void test_route_add( test_route_world* w, double tiles, fw_path* path );
// Land of several terrains, or a town, small or so large that ways go over the third level.
fw_grid* test_route_grid( test_random* random, bool large, bool costs );
// For sizes 1 to 3; clusters small enough that a large map has ways over the third level.
fw_hierarchy_def test_route_def( test_random* random, bool large );

#endif

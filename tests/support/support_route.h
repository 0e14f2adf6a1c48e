// SPDX-License-Identifier: MIT
// Shared by the tests of routes: a map with all that they need, plans, refinement.
#ifndef TESTS_SUPPORT_ROUTE_H
#define TESTS_SUPPORT_ROUTE_H

#include "fairway/search.h"
#include "support_hierarchy.h"

// A map with a hierarchy, and two searches in it: one for whole paths, one for refinement in parts.
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

// Takes over the grid.
void test_route_open( test_route_world* w, fw_grid* grid, const fw_hierarchy_def* def );
void test_route_close( test_route_world* w );
// Updates the hierarchy to the grid's present state.
void test_route_update( test_route_world* w );
// Between any two tiles, for one of the classes.
fw_query test_route_query( const test_route_world* w, test_random* random );
// Finds the whole path and the route. False if there is none.
bool test_route_plan( test_route_world* w, const fw_query* query );
// Equal to the bit.
void test_route_check_same( const fw_path* a, const fw_path* b );
// Refines one part and checks only that.
void test_route_add( test_route_world* w, double tiles, fw_path* path );
// Land of several terrains, or a town, small or so large that routes use the third level.
fw_grid* test_route_grid( test_random* random, bool large, bool costs );
// For sizes 1 to 3; clusters small enough that a large map has routes over the third level.
fw_hierarchy_def test_route_def( test_random* random, bool large );

#endif

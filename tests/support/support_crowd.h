// SPDX-License-Identifier: MIT
// Scenes of many units: planned, sent off, stepped, and watched by brute force all the while.
#ifndef TESTS_SUPPORT_CROWD_H
#define TESTS_SUPPORT_CROWD_H

#include "fairway/crowd.h"
#include "fairway/planner.h"
#include "support.h"

#define TEST_CROWD_STEP 0.05 // [s]

typedef struct test_crowd
{
	fw_grid* grid;
	fw_planner* planner;
	fw_crowd* crowd;
	fw_grid* others;        // the map with tiles blocked that a unit is to keep off
	fw_planner* for_others; // over that
	double next_answer;
	int64_t answers; // paths that were given on request
} test_crowd;

// Takes the grid over.
test_crowd test_crowd_make( fw_grid* grid );
void test_crowd_free( test_crowd* scene );
// A unit of a radius at a place; fails the test where it may not stand there.
int32_t test_crowd_add( test_crowd* scene, const fw_unit* unit, double x, double y );
// Plans for it and sends it off. False where there is no way.
bool test_crowd_send( test_crowd* scene, int32_t unit, const fw_unit* kind, double x, double y );
// Fails the test where two discs overlap, or one and a blocked tile, or a disc is on a tile that is not its own.
void test_crowd_check( const test_crowd* scene );
// Steps, checking each time, until all are parked or the time is over. Where `kind` is not NULL, units that want paths
// get those that a unit of this kind finds off the tiles of others. True when all have arrived.
bool test_crowd_run( test_crowd* scene, double seconds, const fw_unit* kind );
// Prints where everybody is.
void test_crowd_print( const test_crowd* scene );

#endif

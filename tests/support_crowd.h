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
	double waited;    // the longest that a unit was told to be stuck
	int64_t answers;  // paths that were given on request
} test_crowd;

// Takes the grid over.
test_crowd test_crowd_make( fw_grid* grid );
void test_crowd_free( test_crowd* scene );
// A unit of a radius at a place; fails the test where it may not stand there.
int32_t test_crowd_add( test_crowd* scene, const fw_unit* unit, double x, double y );
// Plans for it and sends it off. False where there is no way.
bool test_crowd_send( test_crowd* scene, int32_t unit, double x, double y );
// Fails the test where two discs overlap, or one and a blocked tile, or a disc is on a tile that is not its own.
void test_crowd_check( const test_crowd* scene );
// Steps, checking each time, until all are parked or the time is over. Units that turn in circles get the paths that
// they want where `answer`. True when all have arrived.
bool test_crowd_run( test_crowd* scene, double seconds, bool answer );
// Prints where everybody is.
void test_crowd_print( const test_crowd* scene );

#endif

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
	fw_grid* others;        // the map with tiles blocked that a unit must avoid
	fw_planner* for_others; // over that map
	double next_answer;
	int64_t answers; // paths that units received on request
} test_crowd;

// Takes over the grid.
test_crowd test_crowd_make( fw_grid* grid );
void test_crowd_free( test_crowd* scene );
// A unit of a radius at a position; fails the test if it may not stand there.
fw_crowd_id test_crowd_add( test_crowd* scene, const fw_unit* unit, double x, double y );
// Plans for it and sends it off. False if there is no path.
bool test_crowd_send( test_crowd* scene, fw_crowd_id unit, const fw_unit* kind, double x, double y );
// Fails the test if two discs overlap, or a disc overlaps a blocked tile, or is on a tile that it does not own.
void test_crowd_check( const test_crowd* scene );
// Steps, checking each time, until all are parked or the time is over. If `kind` is not NULL, units that want paths get
// those that a unit of this class finds off the tiles of others. True when all have arrived.
bool test_crowd_run( test_crowd* scene, double seconds, const fw_unit* kind );
// Prints where all units are.
void test_crowd_print( const test_crowd* scene );

#endif

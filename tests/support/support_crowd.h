// SPDX-License-Identifier: MIT
// Crowds under watch: each tick is checked for overlaps, walls, one-way tiles, speeds and poses.
#ifndef TESTS_SUPPORT_CROWD_H
#define TESTS_SUPPORT_CROWD_H

#include "crowd/crowd.h"
#include "fairway/planner.h"
#include "support.h"
#include "support_watch.h"

#define TEST_CROWD_MAX 128

typedef struct test_crowd
{
	fw_grid* grid;
	fw_planner* planner;
	fw_crowd* crowd;
	test_memory memory; // of the crowd alone
	test_watched watched[TEST_CROWD_MAX];
	double before[TEST_CROWD_MAX]; // speeds [tiles/tick]
	fw_vec2 goals[TEST_CROWD_MAX];
	bool sent[TEST_CROWD_MAX]; // has a goal
	uint64_t hash;             // of all poses and speeds after each tick
} test_crowd;

test_crowd* test_crowd_make( fw_grid* grid ); // takes the grid
void test_crowd_free( test_crowd* s );

fw_status test_crowd_add( test_crowd* s, const fw_unit* unit, fw_pose pose, int32_t* index );
int32_t test_crowd_put( test_crowd* s, double radius, double x, double y ); // -1: no room
void test_crowd_remove( test_crowd* s, int32_t index );
// Plans from where the unit stops. FW_ERR_UNREACHABLE: no path.
bool test_crowd_send( test_crowd* s, int32_t index, double x, double y );
fw_status test_crowd_drive( test_crowd* s, int32_t index, const fw_path* path );
// A path for the unit, from where it stops.
bool test_crowd_plan( test_crowd* s, int32_t index, double x, double y, fw_path* path );

// Both halves of a tick. Between them, courses must not have changed but by calls of this header.
void test_crowd_begin( test_crowd* s );
void test_crowd_end( test_crowd* s );
// Ticks until all are home, at most so many seconds. False if some are not, then.
bool test_crowd_run( test_crowd* s, double seconds );
void test_crowd_pass( test_crowd* s, double seconds );
// So long, how often do units turn back, left of x?
int32_t test_crowd_count_turns( test_crowd* s, double seconds, double x );

// Runs, and fails if some are not home then.
void test_crowd_run_home( test_crowd* s, double seconds );
// The time that a unit takes alone: its path at top speed.
double test_crowd_alone( double tiles );

double test_crowd_x( const test_crowd* s, int32_t index );
double test_crowd_y( const test_crowd* s, int32_t index );
bool test_crowd_is_home( const test_crowd* s, int32_t index );
int32_t test_crowd_away( const test_crowd* s ); // number of units that are not at their goals
void test_crowd_print( const test_crowd* s );

#endif

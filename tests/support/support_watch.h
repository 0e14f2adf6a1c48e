// SPDX-License-Identifier: MIT
// Crowds watched by samples: copies of courses, driven by the C library's sine and cosine.
#ifndef TESTS_SUPPORT_WATCH_H
#define TESTS_SUPPORT_WATCH_H

#include "crowd/safe_stop.h"
#include "support.h"

#define TEST_WATCHED 64 // pieces of a course

// What a unit had to drive at the begin of a tick.
typedef struct test_watched
{
	fw_segment segments[TEST_WATCHED];
	int32_t count;
	double at; // on the first one
	fw_vec2 front;
} test_watched;

void test_watch( test_watched* watched, const fw_course* course, fw_course_point at );
// Where a distance leads from there.
fw_vec2 test_watched_place( const test_watched* watched, double distance );
// After a tick: fails the test if units overlapped at any of some moments of it, are not where their speeds lead, or
// gained or lost speed too fast. @param before [stop->count] their speeds in the tick before; receives the new ones
void test_watch_check( const test_watched* watched, const fw_safe_stop* stop, double* before );

// The speed at which a vertex between two segments may be passed, by its angle.
double test_corner_limit( const fw_segment* before, const fw_segment* after, double top );
// After a tick: fails the test if a unit passed a vertex faster than that.
void test_watch_check_corners( const test_watched* watched, const fw_mover* mover );

// A line, or with some probability an arc that goes on in a direction, mostly; at most so long.
fw_segment test_random_segment( test_random* random, fw_vec2 from, fw_vec2 direction, double arcs, double length );

#endif

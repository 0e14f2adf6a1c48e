// SPDX-License-Identifier: MIT
// Shared by the tests: random numbers, maps from pictures, an allocator that counts and fails, legal paths.
#ifndef TESTS_SUPPORT_H
#define TESTS_SUPPORT_H

#include "fairway/grid.h"
#include "fairway/path.h"
#include "fairway/planner.h"
#include "fairway/space.h"
#include "fairway/validate.h"

// Xorshift64* (G. Marsaglia 2003, S. Vigna 2014): the same numbers on every machine.
typedef struct test_random
{
	uint64_t state;
} test_random;

test_random test_random_make( uint64_t seed );
uint64_t test_random_next( test_random* random );
double test_random_real( test_random* random, double least, double most ); // [least, most)
int32_t test_random_int( test_random* random, int32_t count );             // [0, count)
bool test_random_chance( test_random* random, double probability );
fw_pose test_random_pose( test_random* random, double side ); // in a square, with a heading in [-4, 7)

// How many rounds a long test takes, and which problems of a file: all of these (every n-th) if FAIRWAY_TEST_ALL is
// set, else a tenth of them.
int32_t test_rounds( int32_t all );
int32_t test_every( int32_t n );

// Compilers evaluate arguments and initializers in an order of their own, so one list must not draw twice; these
// functions draw x, y, width and height one after the other.
fw_vec2 test_random_point( test_random* random, double least, double most_x, double most_y ); // [least, most)
// A rectangle of this size whose first tile is anywhere on a map, and one whose sides are at least 1.
fw_rect test_random_place( test_random* random, int32_t width, int32_t height, int32_t rect_width,
                           int32_t rect_height );
fw_rect test_random_rect( test_random* random, int32_t width, int32_t height, int32_t most_width, int32_t most_height );
// The center of any tile of a map; `stand` faces any of eight directions.
fw_pose test_random_center( test_random* random, int32_t width, int32_t height, double degrees );
fw_pose test_random_stand( test_random* random, int32_t width, int32_t height );

fw_pose test_center( int32_t x, int32_t y, double degrees ); // of a tile

// All ground.
fw_grid* test_field( int32_t width, int32_t height );
void test_block( fw_grid* grid, int32_t x, int32_t y );
// A grid from rows of letters, each ended by '\n': '#' and '@' blocked, '.' ground, 'S', 'W', 'T', 'R'. Fails the test
// if the rows differ in length or a letter is unknown.
fw_grid* test_grid( const char* picture );
// Walls around rectangles of ground.
fw_grid* test_rooms( int32_t width, int32_t height, const fw_rect* rooms, int32_t count );
// Ground with single blocked tiles, each with this probability.
fw_grid* test_random_grid( test_random* random, int32_t width, int32_t height, double blocked );
// Ground with blocked rectangles of up to `side` tiles, like buildings.
fw_grid* test_random_town( test_random* random, int32_t width, int32_t height, int32_t buildings, int32_t side );
// One of these two, with about this share of the tiles blocked.
fw_grid* test_random_map( test_random* random, int32_t width, int32_t height, double share );
// Prints a part of the map, for a test that is about to fail.
void test_print_grid( const fw_grid* grid, fw_rect part );

// For a disc on ground.
fw_space* test_space_of( fw_grid* grid, double radius, fw_lattice lattice );

// An allocator that records every block, checks the sizes that it receives, and can refuse.
typedef struct test_memory
{
	size_t blocks;   // not yet freed
	size_t bytes;    // of these
	size_t peak;     // most bytes at once
	int64_t asked;   // calls that asked for memory
	int64_t fail_at; // the call (from 0) that fails, and all after it if `fail_on`; negative: none
	bool fail_on;
} test_memory;

test_memory test_memory_make( void ); // never fails
fw_allocator test_memory_allocator( test_memory* memory );
// Makes it fail at the n-th call from now (0: the next), and from then on if `fail_on`; makes it work again.
void test_memory_fail_in( test_memory* memory, int64_t n, bool fail_on );
void test_memory_fail_never( test_memory* memory );
// Fails the test if a block was not freed.
void test_memory_check_empty( const test_memory* memory );

double test_angle_between( double a, double b ); // of two headings, at most pi
double test_distance_between( fw_pose a, fw_pose b );
int32_t test_cusps( const fw_path* path ); // changes of gear

fw_unit test_unit( double radius, double turning_radius );
void test_line_to( fw_path* path, double x, double y, fw_gear gear );
void test_close_to( double is, double wanted, double slack ); // fails the test if it is not

// Fails the test, after printing what is wrong, unless the validator finds nothing.
void test_check_legal( const fw_grid* grid, const fw_unit* unit, const fw_path* path );
// Fails the test unless the path goes from one pose to the other. A NaN heading stands for any.
void test_check_ends( const fw_path* path, fw_pose start, fw_pose goal );

// Does the unit not fit at its start, or at its goal, for whichever reason?
bool test_fails_at_start( fw_reason reason );
bool test_fails_at_goal( fw_reason reason );

// A plan with the same request as the query.
void test_set_query( fw_plan* plan, fw_query query );

#endif

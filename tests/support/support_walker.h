// SPDX-License-Identifier: MIT
// A map with all that a search without headings needs.
#ifndef TESTS_SUPPORT_WALKER_H
#define TESTS_SUPPORT_WALKER_H

#include "support.h"

#include "fairway/search.h"

typedef struct walker
{
	fw_grid* grid;
	fw_space* space;
	fw_search* search;
	fw_map map;
	fw_result result;
} walker;

// For a unit of this radius and these capabilities; takes over the grid.
void walker_open( walker* w, fw_grid* grid, double radius, uint32_t capabilities );
void walker_open_default( walker* w, fw_grid* grid ); // for the default unit
void walker_close( walker* w );

// Between the centers or the upper left corners of two tiles, for the unit that the walker was opened for.
fw_query walker_query( const walker* w, const char* method, fw_anchor anchor, int32_t x, int32_t y, int32_t goal_x,
                       int32_t goal_y );
// Between any two tiles; corners may lie on the far borders of the map.
fw_query walker_random_query( const walker* w, test_random* random, const char* method, fw_anchor anchor );
fw_query walker_query_of( double x, double y, double goal_x, double goal_y ); // the default query between two points
fw_status walker_begin( walker* w, const fw_query* query );
const fw_result* walker_solve( walker* w, const fw_query* query );

typedef struct walker_heard
{
	int64_t expanded, opened;
} walker_heard;

// For a listener whose context is a walker_heard.
void walker_hear( void* heard, const fw_heard* what );

// Fails the test unless both are the same to the bit, counters too.
void walker_check_same( const fw_result* a, const fw_result* b );

#endif

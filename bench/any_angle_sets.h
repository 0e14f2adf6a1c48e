// SPDX-License-Identifier: MIT
// Maps and problems for the benchmark of the any-angle methods: published ones, random ones, and enlarged ones.
#ifndef BENCH_ANY_ANGLE_SETS_H
#define BENCH_ANY_ANGLE_SETS_H

#include "fairway/search.h"

// Between two tiles. Ends are their centers or their top left corners.
typedef struct any_problem
{
	int32_t start_x, start_y, goal_x, goal_y;
	double exact[2]; // shortest length by fw_anchor; 0: unknown
} any_problem;

typedef struct any_map
{
	fw_grid* grid;
	fw_space* space; // for a point
	any_problem* problems;
	int32_t count;
} any_map;

// How a small map is made larger.
typedef enum any_growth
{
	ANY_TILED,  // repeated in both directions
	ANY_SCALED, // each tile becomes a square of tiles
} any_growth;

// Ends the program with a message unless the status is FW_OK.
void any_check( fw_status status, const char* what );
// $FAIRWAY_BENCHMARKS; NULL if it is unset or empty.
const char* any_folder( void );
// The maps of a folder of $FAIRWAY_BENCHMARKS that have scenarios, as FOLDER/MAP, sorted. @return how many there are (0
// if the folder is missing), at most `capacity`.
int32_t any_list( const char* folder, char ( *names )[64], int32_t capacity );
// The same of all files whose names have this end.
int32_t any_list_files( const char* folder, const char* end, char ( *names )[64], int32_t capacity );

// A square map with `blocked` hundredths of its tiles blocked, without problems.
void any_random_map( any_map* map, int32_t side, int32_t blocked, uint64_t seed );
// A map of $FAIRWAY_BENCHMARKS by FOLDER/MAP, without problems. False if it is missing.
bool any_load_map( any_map* map, const char* name );
// The square in the middle of a map.
void any_cut_map( any_map* map, const any_map* large, int32_t side );
// The same map, enlarged.
void any_grow_map( any_map* map, const any_map* small, any_growth growth, int32_t times );
void any_free_map( any_map* map );

// `count` problems spread over the scenario of a loaded map, with exact lengths if $FAIRWAY_BENCHMARKS/oracle has them;
// start and goal differ.
void any_take_scenario( any_map* map, const char* name, int32_t count );
bool any_has_oracle( const char* name );
// `count` problems between random free tiles that steps connect; steps between two blocked tiles count if `corners` is
// open.
void any_draw_problems( any_map* map, fw_corners corners, int32_t count, uint64_t seed );
// The problems of the small map on the map that is `times` as large.
void any_scale_problems( any_map* map, const any_map* small, int32_t times );

#endif

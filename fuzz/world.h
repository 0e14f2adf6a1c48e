// SPDX-License-Identifier: MIT
// A small map from the bytes of a fuzzer, positions and paths on it, and the checks that all answers about it must
// pass.
#ifndef FW_FUZZ_WORLD_H
#define FW_FUZZ_WORLD_H

#include "fairway/fairway.h"
#include "fuzz_check.h"
#include "fuzz_input.h"

#define WORLD_SIDE_MAX 40 // tiles

typedef struct world
{
	ledger book;
	fw_allocator allocator; // that counts all memory
	fw_grid* grid;
	int32_t width, height;
} world;

// The standard terrains, sometimes with higher costs, and single tiles of any of them here and there.
void world_open( input* in, world* w );
// All counted memory must have been freed.
void world_close( world* w );
// Up to four rectangles, and the cost of a terrain.
void world_edit( input* in, world* w );

// Usually on the map, sometimes any finite number.
fw_pose world_pose( input* in, const world* w );
// The center of a tile of the map, with a heading that is a multiple of 45 degrees.
fw_pose world_center( input* in, const world* w );
// Any number, also those that no definition accepts.
double world_wild( input* in );

// A line from the end of a path; none if its length would not be finite.
void world_line( fw_path* path, fw_vec2 to, fw_gear gear );
// Up to this many lines and arcs of both gears from a pose, to any points on and outside the map.
void world_path( input* in, const world* w, fw_pose start, uint32_t most, fw_path* path );

// A plan between tile centers for one of a few units whose motion primitives are made quickly.
fw_plan world_plan( input* in, const world* w, const char* const* methods, uint32_t count );

// Fails unless the validator finds nothing; prints the violations.
void check_legal( const fw_grid* grid, const fw_unit* unit, const fw_path* path );
// How many violations of the kinds in `kinds` [bits of 1 << #fw_violation_kind] there are.
int32_t count_violations( const fw_grid* grid, const fw_unit* unit, const fw_path* path, uint32_t kinds );
void check_same_path( const fw_path* a, const fw_path* b );
void check_same_result( const fw_result* a, const fw_result* b );

// The plan by a planner of its own, whose status must be `status`, and in slices by a job of `planner`: the same bits.
void check_plan_again( input* in, const world* w, fw_planner* planner, const fw_plan* plan, fw_status status,
                       const fw_result* result );

#endif

// SPDX-License-Identifier: MIT
// A small map from the bytes of a fuzzer, places and paths on it, and the checks that all answers about it must pass.
#ifndef FW_FUZZ_WORLD_H
#define FW_FUZZ_WORLD_H

#include "fairway/fairway.h"
#include "fuzz_check.h"
#include "fuzz_input.h"

#define WORLD_SIDE_MAX 40 // tiles

typedef struct world
{
	ledger book;
	fw_allocator allocator; // that keeps the book
	fw_grid* grid;
	int32_t width, height;
} world;

// The standard terrains, some of them dearer at times, with single tiles of any of them here and there.
void world_open( input* in, world* w );
// All that the book knows of must have been given back.
void world_close( world* w );
// Up to four rectangles, and what a terrain costs.
void world_edit( input* in, world* w );

// On the map as a rule, of any number at times; finite.
fw_pose world_pose( input* in, const world* w );
// Of a tile's center on the map, with a heading of multiples of 45 degrees.
fw_pose world_center( input* in, const world* w );
// Any number, also such as no definition takes.
double world_wild( input* in );

// A line from the end of a path on; none where it would be longer than numbers go.
void world_line( fw_path* path, fw_vec2 to, fw_gear gear );
// Up to so many lines and arcs of both gears from a pose on, to anywhere on the map and off it.
void world_path( input* in, const world* w, fw_pose start, uint32_t most, fw_path* path );

// A plan between tile centers for a unit of a few kinds, whose turn tables are made quickly.
fw_plan world_plan( input* in, const world* w, const char* const* methods, uint32_t count );

// Fails unless the validator finds nothing; prints what it finds.
void check_legal( const fw_grid* grid, const fw_unit* unit, const fw_path* path );
// How many violations there are of kinds in `kinds` [bits of 1 << #fw_violation_kind].
int32_t count_violations( const fw_grid* grid, const fw_unit* unit, const fw_path* path, uint32_t kinds );
void check_same_path( const fw_path* a, const fw_path* b );
void check_same_result( const fw_result* a, const fw_result* b );

// The plan by a planner of its own, whose status must be `status`, and in slices by a job of `planner`: the same bits.
void check_plan_again( input* in, const world* w, fw_planner* planner, const fw_plan* plan, fw_status status,
                       const fw_result* result );

#endif

// SPDX-License-Identifier: MIT
// A map with all that a search with headings needs, and the checks that every path of such a search must pass.
#ifndef TESTS_SUPPORT_DRIVE_H
#define TESTS_SUPPORT_DRIVE_H

#include "support.h"

#include "fairway/search.h"

// What to make the drive for. Made by drive_def_of(), then changed.
typedef struct drive_def
{
	fw_unit unit;
	fw_lattice lattice;
	int32_t ring, headings;
	bool unpruned, no_loops, costs, keep_straighter;
	double wider[FW_WIDER_MAX];
} drive_def;

// A ground unit, #FW_LATTICE_GAPS, ring 3, 8 headings.
drive_def drive_def_of( double radius, double turning_radius );

typedef struct drive
{
	drive_def def;
	fw_grid* grid;
	fw_space* space;
	fw_clearance* clearance;
	fw_hierarchy* hierarchies[3]; // by quality, see drive_hierarchy()
	fw_primitives* primitives;
	fw_search* search;
	fw_map map;
	fw_result result;
} drive;

// Takes over the grid.
void drive_open( drive* d, fw_grid* grid, const drive_def* def );
void drive_close( drive* d );
// Another map for the same unit; takes over the grid.
void drive_set_grid( drive* d, fw_grid* grid );

// Puts the hierarchy that the method needs, if it needs one, into d->map.
void drive_hierarchy( drive* d, const fw_method* method );

// From pose to pose by "directional", with any heading at the goal.
fw_query drive_query( const drive* d, fw_pose start, fw_pose goal );
// The same by another method. For a method without headings the unit turns on the spot.
fw_query drive_query_by( const drive* d, const char* method, fw_pose start, fw_pose goal );
// Runs the query into d->result; a found path passes drive_check().
fw_outcome drive_run( drive* d, const fw_query* query );
// The status of a query that may be refused; a found path is legal.
fw_status drive_try( drive* d, const fw_query* query );
// The path is legal, leads from the query's start to its goal, has the length that it states, and costs no less.
void drive_check( const drive* d, const fw_query* query, const fw_result* result );

// A lattice pose, of any heading of the lattice, at which the unit can stand; false after many tries in vain.
bool drive_random_pose( const drive* d, test_random* random, fw_pose* pose );
// The same anywhere within a tile, with any heading.
bool drive_random_exact_pose( const drive* d, test_random* random, fw_pose* pose );

#endif

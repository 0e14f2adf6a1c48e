// SPDX-License-Identifier: MIT
// What a plan does about roads: which map its searches see.
#ifndef FW_PLANNER_ROADS_H
#define FW_PLANNER_ROADS_H

#include "planner/stock.h"

struct fw_job;

// Of a plan that keeps to roads by cones or to a lane: the map with cones, and what the plan was before it moved there.
typedef struct fw_roadwork
{
	fw_status ( *inner )( struct fw_job* job ); // strategy of the plan's method
	fw_cones* cones;
	fw_stock near;  // of the map with cones
	fw_stock* base; // of the map without
	fw_plan aim;    // on that map
	fw_path walk;
	int32_t attempt;     // how loose the cones are, see attempt_of()
	bool inside;         // does the job search the map with cones?
	bool on_roads;       // can the unit stand on roads at both ends?
	bool walks_on_roads; // is the walk one over roads alone?
} fw_roadwork;

bool fw_plan_has_roads( const fw_plan* plan );
// Mistakes in what a plan says of roads, told before anything is done.
fw_status fw_check_roads( const fw_grid* grid, const fw_plan* plan );
// The terrains that are roads to a plan.
uint32_t fw_plan_roads( const fw_grid* grid, const fw_plan* plan );
// Makes what the searches of a plan ask of roads.
fw_status fw_roads_prepare( fw_stock* stock, const fw_plan* plan );
void fw_roadwork_clear( fw_roadwork* work ); // gives back all but the walk
size_t fw_roadwork_memory( const fw_roadwork* work );

#endif

// SPDX-License-Identifier: MIT
// Pulls a path of straight lines taut round the corners that it goes past, as if it were a string.
#ifndef FW_SWEEP_TAUT_H
#define FW_SWEEP_TAUT_H

#include "base/core.h"
#include "fairway/unit.h"
#include "grid/layer.h"

// The end of a path, one of its waypoints, or a corner of a blocked tile that the string touches.
typedef struct fw_taut_node
{
	fw_vec2 at;
	double radius; // of the disc that goes round the corner; 0 of ends and waypoints
	double side;   // of the corner: 1 to the right of travel on the screen, -1 to the left; 0 of ends and waypoints
} fw_taut_node;

// Scratch that is kept from path to path. Zero it before the first use.
typedef struct fw_taut
{
	fw_vec2* points; // [count], the path before and after
	int32_t count, capacity;
	fw_vec2* bends; // [bend_count], the path that is made
	int32_t bend_count, bend_capacity;
	fw_taut_node* done; // [done_count], taut from the start to the last but one
	int32_t done_count, done_capacity;
	fw_taut_node* todo; // [todo_count], what follows, the next one last
	int32_t todo_count, todo_capacity;
} fw_taut;

void fw_taut_hold( fw_holdings* holdings, fw_taut* taut );
// Adds a point to the path; empty it with count = 0. False when memory is out.
bool fw_taut_add( fw_taut* taut, const fw_allocator* allocator, fw_vec2 point );
// Replaces the path, which the unit must be able to drive straight from point to point, by the shortest one that can be
// had by pulling it, never across a blocked tile. Round a corner a disc goes in bends of 45 degrees at most. Never
// longer; legal where the path was. False when memory is out.
bool fw_taut_pull( fw_taut* taut, const fw_allocator* allocator, const fw_layer* tiles, const fw_unit* unit );

#endif

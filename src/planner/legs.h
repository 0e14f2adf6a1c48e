// SPDX-License-Identifier: MIT
// Tile paths in legs, each by A* in a window: what the methods share that do not search the whole map.
#ifndef FW_PLANNER_LEGS_H
#define FW_PLANNER_LEGS_H

#include "planner/strategy.h"

typedef struct fw_legs
{
	fw_path done;      // the legs so far
	bool knows;        // the goal may be reached, and the first leg has begun
	bool last;         // the leg under way leads to the goal
	int32_t count;     // of legs that have begun
	uint32_t* visited; // [visited_count] regions, of the compass
	int32_t visited_count, visited_capacity;
} fw_legs;

void fw_legs_free( void* state );
size_t fw_legs_memory( const void* state );

// The strategy that takes its steps from a function.
#define FW_LEGS_STRATEGY( function )                                                                                   \
	{                                                                                                                  \
		.next = ( function ), .size = sizeof( fw_legs ), .first_path = offsetof( fw_legs, done ), .path_count = 1,     \
		.free = fw_legs_free, .memory = fw_legs_memory, .methods = {                                                   \
			"astar",                                                                                                   \
			NULL                                                                                                       \
		}                                                                                                              \
	}

// A tile where the unit stands.
typedef struct fw_legs_place
{
	const fw_space* space;
	int32_t x, y;
} fw_legs_place;

// Where the next leg goes from `at`: fw_legs_to(), or an end.
typedef fw_next ( *fw_legs_ahead )( fw_legs* legs, const fw_task* task, fw_legs_place at );
// The next step: asks what a search of the whole plan says at once, then goes leg by leg.
fw_next fw_legs_next( fw_legs* legs, const fw_task* task, fw_legs_ahead ahead );
// A leg to a tile, or with `last` to the goal, in a window of so many tiles around both ends.
fw_next fw_legs_to( fw_legs* legs, const fw_task* task, int32_t x, int32_t y, bool last, int32_t margin );
// The tile of a point, or where the unit does not stand in its center the nearest one at most `reach` tiles away where
// it does. False where there is none; `at` is then as it was.
bool fw_legs_tile( const fw_space* space, double x, double y, int32_t reach, fw_legs_place* at );

#endif

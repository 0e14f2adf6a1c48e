// SPDX-License-Identifier: MIT
// What the methods "midpoint" and "compass" share: tile paths in legs, each by A* in a window.
#ifndef FW_PLANNER_LEGS_H
#define FW_PLANNER_LEGS_H

#include "annotate/space.h"
#include "planner/areas.h"
#include "planner/strategy.h"
#include "planner/trail.h"

typedef struct fw_legs_state
{
	fw_path done;    // the legs so far
	bool knows;      // the goal may be reached, and the first leg has begun
	bool last;       // the leg under way leads to the goal
	int32_t count;   // of legs that have begun
	fw_pose leg_end; // of the leg under way, if it is not the last
	bool curves;     // the search under way is one for curves
	fw_trail own;    // of a plan without a trail; of the compass, as the next one
	fw_areas areas;
} fw_legs_state;

// A tile where the unit stands.
typedef struct fw_footing
{
	const fw_space* space;
	int32_t x, y;
} fw_footing;

// The tile of a point, or where the unit does not stand in its center the nearest one at most `reach` tiles away where
// it does. False where there is none; `at` is then as it was.
bool fw_legs_stand_at( const fw_space* space, double x, double y, int32_t reach, fw_footing* at );
// Along the axis on which it is longer.
double fw_legs_distance( fw_vec2 from, fw_pose to );
// A leg to a tile, or with `last` to the goal, in a window of so many tiles around both ends.
fw_status fw_legs_go_to( fw_legs_state* own, const fw_task* task, int32_t x, int32_t y, bool last, int32_t margin );

// Where the next leg goes from `at`: fw_legs_go_to(), or an end.
typedef fw_status fw_legs_ahead( fw_legs_state* own, const fw_task* task, fw_footing at );
// The next step: asks what a search of the whole plan says at once, then goes leg by leg.
fw_status fw_legs_next( fw_legs_state* own, const fw_task* task, fw_legs_ahead* ahead );
void fw_legs_hold( fw_holdings* holdings, void* state );

#define FW_LEGS_METHOD "astar"       // of every leg
#define FW_LEGS_CURVES "directional" // of one along which there are no legal turns

// The strategy that takes its steps from a function.
#define FW_LEGS_STRATEGY( function )                                                                                   \
	{                                                                                                                  \
		.next = ( function ), .size = sizeof( fw_legs_state ), .first_path = offsetof( fw_legs_state, done ),          \
		.path_count = 1, .hold = fw_legs_hold, .methods = {                                                            \
			FW_LEGS_METHOD,                                                                                            \
			FW_LEGS_CURVES                                                                                             \
		}                                                                                                              \
	}

#endif

// SPDX-License-Identifier: MIT
// What a unit may do where it is tight, in the order in which it likes it (candidates.c), for pibt.c to try.
#ifndef FW_CROWD_CANDIDATES_H
#define FW_CROWD_CANDIDATES_H

#include "crowd/crowd.h"

// A step that leads nearer to the goal by less does not [tiles].
#define CROWD_NEARER 0.01

// The most units that are looked at around one.
#define CROWD_OTHERS 24

// A unit that others do not like to push: it has arrived, or drives.
typedef struct crowd_other
{
	fw_vec2 place;
	double reach;
	fw_vec2 comes; // the direction in which it comes; zero: it has arrived
} crowd_other;

// What a decision works with.
typedef struct crowd_decision
{
	fw_crowd* crowd;
	crowd_unit* unit;
	int32_t index;
	crowd_push push;
	fw_vec2 front;
	crowd_sight sight;
	double left; // from the front
	bool on_node;
	fw_node node; // at or near the front
	crowd_candidate* candidates;
	int32_t count;
	crowd_lane lane;
	int32_t other_count;
	crowd_other others[CROWD_OTHERS]; // those near the front
	bool passes;                      // it may step aside to pass one at its goal
	fw_vec2 ahead;                    // if it may: the direction of its way, of length 1
	int32_t partner;                  // it goes back to change places with this unit; -1: it does not
	bool waits;
} crowd_decision;

// Lists what the unit may do by its cost.
void fw_crowd_list_candidates( crowd_decision* decision );
// A curve to make room, away from the path: 0 to 5, forward and in reverse, to the left, straight on and to the right;
// from 6 on longer ones, at last short ones. A candidate at -2 - kind is one.
fw_segment fw_crowd_curve_aside( const crowd_decision* decision, int32_t kind );
// Is it a vehicle that is locked with the one in its way?
FW_INLINE bool fw_crowd_backs_up( const fw_crowd* crowd, int32_t index )
{
	return crowd->backs_up && crowd->root == index;
}

#endif

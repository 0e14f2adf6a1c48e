// SPDX-License-Identifier: MIT
// A tangle: units that are in each other's way, as a problem for a joint plan (tangle.c), for disentangle.c to solve.
#ifndef FW_CROWD_TANGLE_H
#define FW_CROWD_TANGLE_H

#include "crowd/crowd.h"

// Units in the window that count.
#define CROWD_TANGLE_NEAR 1024

// The units around one that is stuck.
typedef struct crowd_tangle
{
	fw_crowd* crowd;
	fw_joint_problem* problem;
	bool searches;
	int32_t next; // that becomes a member in this tick; -1: none does
	int32_t in_way;
	int32_t attempt;    // expansions with so many members, before there is one more
	int32_t expansions; // that are left
	uint64_t revision;  // of the grid
	fw_node begin;      // the nodes of the window that count: from here on
	int32_t side;       // so many in each direction
	int32_t members[FW_JOINT_AGENTS];
	int64_t paths[FW_JOINT_AGENTS]; // their numbers
	// Of each member, past walls alone: its links, and the first nodes.
	uint8_t links[FW_JOINT_AGENTS][FW_JOINT_NODES];
	int32_t entries[FW_JOINT_AGENTS][FW_JOINT_ENTRIES];
	int32_t entry_counts[FW_JOINT_AGENTS];
	int32_t near[CROWD_TANGLE_NEAR]; // units in the window that are no members
	int32_t near_count;
} crowd_tangle;

// Can a unit be a member?
FW_INLINE bool crowd_can_join( const crowd_unit* unit )
{
	return unit->walks && !unit->holds && unit->unit.radius <= FW_JOINT_RADIUS;
}

// Makes a unit a member.
void fw_crowd_tangle_add( crowd_tangle* tangle, int32_t index );
// Gets the problem ready, and gives the first unit on the way of a member that can be one too, -1: none.
int32_t fw_crowd_tangle_prepare( crowd_tangle* tangle );
// When no more can join. A member that cannot get to its target past those that are no members only makes room then:
// with its target there would be no plan for the others either.
void fw_crowd_tangle_drop_targets( crowd_tangle* tangle );
// The unit nearest to the first member of those that are no members and can be; -1: there is none.
int32_t fw_crowd_tangle_nearest( const crowd_tangle* tangle );
// Lists those in the window who are no members.
void fw_crowd_tangle_list_near( crowd_tangle* tangle );
// May a member move straight from one place to another, past walls and those that are listed?
bool fw_crowd_tangle_lets( const crowd_tangle* tangle, const fw_unit* unit, fw_vec2 from, fw_vec2 to );

#endif

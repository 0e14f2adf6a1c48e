// SPDX-License-Identifier: MIT
// The moves of a local plan: turns steps of several agents into single moves, and removes detours.
#ifndef FW_CROWD_LOCAL_MOVES_H
#define FW_CROWD_LOCAL_MOVES_H

#include "crowd/local_step.h"

typedef struct fw_local_moves
{
	int32_t count;
	fw_local_move list[FW_LOCAL_MOVES];
	uint16_t previous[FW_LOCAL_MOVES]; // the previous move of the same agent, FW_LOCAL_MOVES: none
} fw_local_moves;

// Appends the moves of a step in which no cycle rotates, in an order in which each node is free when it is entered.
// False, and nothing is appended, if there is no room.
bool fw_local_moves_append( fw_local_moves* moves, int32_t agent_count, const uint8_t from[FW_LOCAL_AGENTS],
                            const uint8_t to[FW_LOCAL_AGENTS] );
// Removes detours: an agent that comes back to a node waits there instead, and one link replaces several. All agents
// end where they ended before.
void fw_local_moves_shorten( fw_local_moves* moves, const fw_local_set links_out[FW_LOCAL_NODES] );

#endif

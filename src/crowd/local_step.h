// SPDX-License-Identifier: MIT
// One step of a local plan: where all agents go next from where they are.
#ifndef FW_CROWD_LOCAL_STEP_H
#define FW_CROWD_LOCAL_STEP_H

#include "crowd/local_plan.h"

// The distance of nodes that cannot be reached.
#define FW_LOCAL_UNREACHABLE 255

// A set of nodes.
typedef struct fw_local_set
{
	uint64_t words[FW_LOCAL_NODES / 64];
} fw_local_set;

FW_INLINE bool fw_local_set_has( const fw_local_set* set, int32_t node )
{
	return ( set->words[node >> 6] >> ( node & 63 ) & 1 ) != 0;
}

FW_INLINE void fw_local_set_add( fw_local_set* set, int32_t node )
{
	set->words[node >> 6] |= (uint64_t)1 << ( node & 63 );
}

typedef struct fw_local_step
{
	const fw_local_problem* problem;
	uint64_t random;
	fw_local_set links_out[FW_LOCAL_NODES];
	fw_local_set links_in[FW_LOCAL_NODES];
	uint8_t distance[FW_LOCAL_AGENTS][FW_LOCAL_NODES]; // to the target [links]; 0 for agents that may end anywhere
	// Of the step that is being made; FW_LOCAL_NONE: nobody, not decided.
	uint8_t at[FW_LOCAL_AGENTS];
	uint8_t to[FW_LOCAL_AGENTS];  // FW_LOCAL_NONE beyond the last agent
	uint8_t now[FW_LOCAL_NODES];  // the agent that is there
	uint8_t next[FW_LOCAL_NODES]; // the agent that comes there, or stays
} fw_local_step;

// Takes the links of the problem, for fw_local_plan_distances().
void fw_local_step_link( fw_local_step* step, const fw_local_problem* problem );
// The links between a node and all others, along `links`: fw_local_step::links_out counts from the node, links_in to
// it.
void fw_local_plan_distances( const fw_local_set* links, int32_t node, uint8_t distances[FW_LOCAL_NODES] );
// Takes the links of the problem and finds all distances to the targets.
void fw_local_step_init( fw_local_step* step, const fw_local_problem* problem );

// Begins a step in which no agent has decided yet.
void fw_local_step_begin( fw_local_step* step, const uint8_t at[FW_LOCAL_AGENTS] );
// Decides that an agent goes to a node. False, and nothing is decided, if another agent goes there or a cycle would
// rotate.
bool fw_local_step_decide( fw_local_step* step, int32_t agent, int32_t to );
// Lets all other agents decide, in the order given. False if one of them can neither stay nor leave.
bool fw_local_step_complete( fw_local_step* step, const uint8_t order[FW_LOCAL_AGENTS] );

#endif

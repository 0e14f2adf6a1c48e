// SPDX-License-Identifier: MIT
// Where the agents of a joint plan get: past walls, past each other, and beside each other's ways.
//
// Whether a step is clear of another disc depends on the two radii and on where one node is from the other alone. So
// each pair has stamps, by such offsets, and a flood looks at bits instead of distances.
#ifndef FW_CROWD_JOINT_REACH_H
#define FW_CROWD_JOINT_REACH_H

#include "crowd/joint_plan.h"

// Offsets up to this count [nodes].
#define FW_JOINT_STAMP_REACH 16
#define FW_JOINT_STAMP_SIDE ( 2 * FW_JOINT_STAMP_REACH + 1 )
// Points of a way: longer ones are cut off, and are no part of a plan.
#define FW_JOINT_WAY_MAX 256
// Of the position of an agent: it has not moved.
#define FW_JOINT_AT_START FW_JOINT_NODES
#define FW_JOINT_NO_NODE ( -1 )

// By offset, row by row: bit k is of the step in direction k.
typedef struct fw_joint_stamp
{
	int32_t reach; // [nodes]; with offsets beyond it all is clear
	uint8_t bits[FW_JOINT_STAMP_SIDE * FW_JOINT_STAMP_SIDE];
} fw_joint_stamp;

// Of one agent that steps, and another one that stands.
typedef struct fw_joint_pair
{
	fw_joint_stamp past;   // may it step from an offset past one that stands on a node?
	fw_joint_stamp begin;  // the same past one at its start, from an offset of the node nearest to that
	fw_joint_stamp beside; // is one that stands at an offset beside a step from a node?
} fw_joint_pair;

// Where all agents are: nodes, or FW_JOINT_AT_START.
typedef struct fw_joint_places
{
	uint16_t at[FW_JOINT_AGENTS];
} fw_joint_places;

// Where an agent can get, nearest nodes first.
typedef struct fw_joint_flood
{
	int16_t previous[FW_JOINT_NODES]; // the node before, FW_JOINT_AT_START, or FW_JOINT_NO_NODE: it does not get there
	int16_t order[FW_JOINT_NODES];
	int32_t count;
} fw_joint_flood;

// From node to node; the first or the last one may be FW_JOINT_AT_START.
typedef struct fw_joint_way
{
	int16_t nodes[FW_JOINT_WAY_MAX];
	fw_vec2 points[FW_JOINT_WAY_MAX];
	int32_t count;
} fw_joint_way;

fw_vec2 fw_joint_place_of( const fw_joint_problem* problem, int32_t agent, int32_t at );

// Makes the stamps of one that steps and one that stands.
void fw_joint_pair_fill( fw_joint_pair* pair, const fw_joint_problem* problem, int32_t agent, int32_t other );

// Breadth first. `pairs` [agents * FW_JOINT_AGENTS] of each that steps: past all others as they stand; NULL: past walls
// alone.
void fw_joint_flood_fill( fw_joint_flood* flood, const fw_joint_problem* problem, const fw_joint_pair* pairs,
                          const fw_joint_places* at, int32_t agent );

// The way of an agent to a node of its flood, from there back.
void fw_joint_way_back( fw_joint_way* way, const fw_joint_problem* problem, const fw_joint_places* at, int32_t agent,
                        const fw_joint_flood* flood, int32_t to );
// The shortest way of an agent to its target, alone; `left` is what is left from each node, and from its start.
void fw_joint_way_ahead( fw_joint_way* way, const fw_joint_problem* problem, const fw_joint_places* at, int32_t agent,
                         const float* left );

// Is a disc that stands at a place clear of all of a way of another one?
bool fw_joint_is_beside( const fw_joint_way* way, double radius, fw_vec2 place, double other );
// Marks the nodes where the one of a pair that stands is not beside a way of the other one. [FW_JOINT_NODES]
void fw_joint_mark_way( uint8_t* taken, const fw_joint_way* way, const fw_joint_problem* problem,
                        const fw_joint_pair* pair, int32_t agent, int32_t other );

#endif

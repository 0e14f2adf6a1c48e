// SPDX-License-Identifier: MIT
// Local plan: moves that bring all units of a small, crowded region to their targets. Units normally decide one by one;
// this search over the positions of all of them is for the rare case that they block each other.
//
// Rules: each agent stands on a node of a graph, and a node holds one agent. An agent moves along a link to a free
// node. Several agents may move in one step of the search if their moves have an order in which each node is free when
// it is entered. So no two agents exchange their nodes in one step, and no cycle of agents rotates. The result is a
// list of single moves in such an order.
//
// Method: LaCAM, with PIBT and swap as its generator of successors.
//   K. Okumura, "LaCAM: Search-Based Algorithm for Quick Multi-Agent Pathfinding", AAAI 2023
//   K. Okumura, "Improving LaCAM for Scalable Eventually Optimal Multi-Agent Pathfinding", IJCAI 2023 (swap)
//   K. Okumura, M. Machida, X. Defago, Y. Tamura, "Priority Inheritance with Backtracking for Iterative Multi-agent
//   Path Finding", Artificial Intelligence 310, 2022
// Differences: no cycle rotates. The constraints of a configuration are enumerated by a counter and not stored; the
// last ones are all single moves, which is enough to prove that there is no solution. The search returns to the start
// at intervals. Detours are removed from the solution, and what is left of the expansions looks for shorter ones.
//
// Memory: one block of about 1 MB, taken by the first fw_local_plan_problem(); nothing is allocated later. The same
// problem gives the same result on every machine.
#ifndef FW_CROWD_LOCAL_PLAN_H
#define FW_CROWD_LOCAL_PLAN_H

#include "base/core.h"

#define FW_LOCAL_NODES 128
#define FW_LOCAL_DEGREE 8
#define FW_LOCAL_AGENTS 64
#define FW_LOCAL_NONE 255 // no node, no agent

// The maximum number of expansions of a search. Each makes one successor of a configuration.
#define FW_LOCAL_EXPANSIONS 3000
// The maximum number of moves of a solution, before detours are removed from it.
#define FW_LOCAL_MOVES 16384

typedef struct fw_local_problem
{
	int32_t node_count;
	int32_t agent_count;
	int32_t max_expansions; // at most FW_LOCAL_EXPANSIONS
	int32_t max_moves;      // of a solution, at most FW_LOCAL_MOVES
	uint32_t seed;          // of the random choices
	// The links from each node. They may lead in one direction only.
	uint8_t degree[FW_LOCAL_NODES];
	uint8_t neighbors[FW_LOCAL_NODES][FW_LOCAL_DEGREE];
	uint8_t start[FW_LOCAL_AGENTS];
	uint8_t target[FW_LOCAL_AGENTS]; // FW_LOCAL_NONE: it may end anywhere
	// For fw_local_plan_assign() only: the distance from each node to the goal of the agent, in any unit; INFINITY if
	// there is no path.
	float left[FW_LOCAL_AGENTS][FW_LOCAL_NODES];
} fw_local_problem;

typedef enum fw_local_outcome
{
	FW_LOCAL_SOLVED = 0,
	FW_LOCAL_GAVE_UP = 1,    // out of expansions, or all solutions that were found have too many moves
	FW_LOCAL_IMPOSSIBLE = 2, // it is proved that no moves bring all agents to their targets
} fw_local_outcome;

// One agent moves from its node to a neighbor, which is free after all moves before this one.
typedef struct fw_local_move
{
	uint8_t agent;
	uint8_t from;
	uint8_t to;
} fw_local_move;

typedef struct fw_local_result
{
	fw_local_outcome outcome;
	const fw_local_move* moves; // [move_count] of a solution; valid until the next call with the same plan
	int32_t move_count;
	int32_t expansions;
} fw_local_result;

typedef struct fw_local_plan
{
	fw_allocator allocator;
	struct fw_local_work* work; // null: not needed yet
} fw_local_plan;

void fw_local_plan_init( fw_local_plan* plan, const fw_allocator* allocator ); // takes no memory
void fw_local_plan_free( fw_local_plan* plan );
size_t fw_local_plan_memory( const fw_local_plan* plan );

// The problem for the caller to fill in. It has no nodes and no agents, FW_LOCAL_EXPANSIONS and seed 1; what its arrays
// hold is undefined. Null if memory is out.
fw_local_problem* fw_local_plan_problem( fw_local_plan* plan );

// Gives targets to agents whose target is FW_LOCAL_NONE, in their order. The target is the node with the smallest
// fw_local_problem::left among those that are nobody's target and that the agent could reach if it were alone; the
// first of several. If several agents have the same target, the first keeps it and the others get another one. An agent
// keeps FW_LOCAL_NONE if there is no node for it.
void fw_local_plan_assign( fw_local_plan* plan );

// Are all numbers of the problem within their limits, does no link lead back to its own node, and do no two agents
// start on one node? fw_local_plan_assign() and fw_local_plan_solve() need a valid problem. Agents may have the same
// target: then it is impossible.
bool fw_local_problem_is_valid( const fw_local_problem* problem );

// Solves the problem.
// O(expansions * agents * degree), and corridors have to be followed for swap.
fw_local_result fw_local_plan_solve( fw_local_plan* plan );

#endif

// SPDX-License-Identifier: MIT
// Joint plan: moves one after the other that bring a few discs of any sizes, which block each other, to their targets.
//
// Agents move over the lattice of half tiles in a square window. A state is where each of them is. A successor takes
// one agent all the way to a place that it can reach past the others as they stand: to its target, or to the nearest
// refuge, which is clear of the shortest way of another one that it blocks. Those on its way to the nearest one past
// walls alone get out of that way first. A refuge where it has been in another state counts as the nearest one if it
// is close to that: so states that differ by half a tile are few. The search is best-first: first where one, or two
// together, are at places that are new among the states in which as many are in the way and as many are not at their
// targets; then by how often one is in another one's way, as each takes a move at least, by the number of moves, and
// by what is left to all targets. To prefer what is new is from N. Lipovetzky and H. Geffner, "Best-First Width
// Search: Exploration and Exploitation in Classical Planning" (2017): who swaps places in a lane has to leave the best
// place so far. To push one agent out of the way of another one is from R. Luna and K. Bekris, "Push and Swap: Fast
// Cooperative Path-Finding with Completeness Guarantees" (2011); here agents have sizes, and there is no rule of which
// is pushed, but a search.
//
// A search goes on in slices, as long as the caller wants, and does not depend on how it is cut. An expansion fills at
// most two floods for each agent.
//
// Memory: one block of 6.4 MB, taken by the first fw_joint_plan_problem(); nothing is allocated later. The same problem
// gives the same result on every machine.
#ifndef FW_CROWD_JOINT_PLAN_H
#define FW_CROWD_JOINT_PLAN_H

#include "crowd/gap.h"
#include "field/node.h"

// Nodes. With 32, of ten random crowds of mixed sizes that are hard (bench_random_crowds) 42 units are left instead of
// 29 with 48; with 64, seven of thirteen that are left with 48 are solved.
#define FW_JOINT_SIDE 64
#define FW_JOINT_NODES ( FW_JOINT_SIDE * FW_JOINT_SIDE )
#define FW_JOINT_AGENTS 16
#define FW_JOINT_RADIUS 3.5 // that agents have at most [tiles]
#define FW_JOINT_STATES 65536
#define FW_JOINT_MOVES 4096
#define FW_JOINT_ENTRIES 9
#define FW_JOINT_NONE ( -1 )

typedef struct fw_joint_agent
{
	double radius;
	fw_vec2 start;
	// The nodes that it can move to first, at most FW_JOINT_ENTRIES; only the one at `start` if there is one. Later it
	// moves from node to node.
	int32_t entry_count;
	int32_t entries[FW_JOINT_ENTRIES];
	int32_t target;                // a node; FW_JOINT_NONE: it may end anywhere
	uint8_t links[FW_JOINT_NODES]; // bit k: to the neighbor in direction k of fw_joint_neighbor()
} fw_joint_agent;

typedef struct fw_joint_problem
{
	fw_node first; // of the window: top left
	int32_t max_expansions;
	int32_t agent_count;
	fw_joint_agent agents[FW_JOINT_AGENTS];
} fw_joint_problem;

typedef enum fw_joint_outcome
{
	FW_JOINT_SOLVED = 0,
	FW_JOINT_GAVE_UP = 1, // out of expansions, states or moves
	FW_JOINT_NOTHING = 2, // no more successors
	FW_JOINT_RUNNING = 3, // the search goes on
} fw_joint_outcome;

typedef struct fw_joint_move
{
	int32_t agent;
	fw_vec2 from, to;
} fw_joint_move;

typedef struct fw_joint_result
{
	fw_joint_outcome outcome;
	fw_joint_move* moves; // [move_count] of a solution; valid until the next call with the same plan
	int32_t move_count;
	int32_t expansions;
} fw_joint_result;

typedef struct fw_joint_plan
{
	fw_allocator allocator;
	struct fw_joint_work* work; // null: not needed yet
} fw_joint_plan;

void fw_joint_plan_init( fw_joint_plan* plan, const fw_allocator* allocator ); // takes no memory
void fw_joint_plan_free( fw_joint_plan* plan );
size_t fw_joint_plan_memory( const fw_joint_plan* plan );

// The problem for the caller to fill in; what it holds is undefined. Null if memory is out.
fw_joint_problem* fw_joint_plan_problem( fw_joint_plan* plan );

FW_INLINE fw_vec2 fw_joint_place( const fw_joint_problem* problem, int32_t node )
{
	return fw_node_place(
	    ( fw_node ){ problem->first.x + node % FW_JOINT_SIDE, problem->first.y + node / FW_JOINT_SIDE } );
}

// The node in a direction, 0 to 7: east, southeast, and so on. FW_JOINT_NONE: it is outside of the window.
int32_t fw_joint_neighbor( int32_t node, int32_t direction );

// May a disc move from one place to another past one that stands? Where it begins too close it may lead away.
bool fw_joint_is_clear( double radius, fw_vec2 from, fw_vec2 to, double other_radius, fw_vec2 other );

// What is left from each node to `target` over the links of an agent, alone; infinite: no way. [FW_JOINT_NODES]
void fw_joint_distances( const fw_joint_agent* agent, int32_t target, float* left );

// Begins to solve the problem. If it is begun again with more agents, and `is_more`, the radii and starts of those
// before are the same.
void fw_joint_plan_begin( fw_joint_plan* plan, bool is_more );
// Goes on until so many nodes have been gone through, and takes them off. The problem must not change meanwhile, but
// for `max_expansions`: with more a search that gave up for want of them goes on.
fw_joint_result fw_joint_plan_run( fw_joint_plan* plan, int64_t* nodes );
// After a search that found no solution: moves to the state found from which least is left to do, in which fewer are in
// the way of each other, or less is left to all targets, than at the start. FW_JOINT_NOTHING: there is none. They are
// as exact as those of a solution.
fw_joint_result fw_joint_plan_best( fw_joint_plan* plan );

#endif

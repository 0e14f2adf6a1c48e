// SPDX-License-Identifier: MIT
// PIBT with swap: agents decide one after another. An agent that wants the node of another one makes that one decide
// first, and takes its next choice if that one cannot leave. If two agents must pass each other in a corridor, the one
// with the higher priority reverses its choices, so that it goes back to a branch, and pulls the other one after it.
// After K. Okumura and others; see local_plan.h. It differs in that no cycle of agents rotates.
#include "crowd/local_step.h"

// The key of a choice is its distance to the target, plus a part of a link if an agent stands there, plus a random
// part. More randomness finds solutions in fewer expansions, and makes longer ones. Of 1,400 problems with 20 to 60
// agents on 120 nodes, a fifth to a third of the tiles walls, 26, 18 and 22 are given up with a random part of 1/8, 1/2
// and 1 link; 60 agents need 305, 219 and 240 expansions, and 1,008, 1,019 and 1,047 moves.
#define KEY_DISTANCE 256u
#define KEY_TAKEN 75u
#define KEY_RANDOM 127u
#define RANDOM_BITS 7

#define CHOICES ( FW_LOCAL_DEGREE + 1 )

void fw_local_step_link( fw_local_step* step, const fw_local_problem* problem )
{
	step->problem = problem;
	memset( step->links_out, 0, sizeof( step->links_out ) );
	memset( step->links_in, 0, sizeof( step->links_in ) );
	for ( int32_t node = 0; node < problem->node_count; node++ )
	{
		for ( int32_t i = 0; i < problem->degree[node]; i++ )
		{
			fw_local_set_add( &step->links_out[node], problem->neighbors[node][i] );
			fw_local_set_add( &step->links_in[problem->neighbors[node][i]], node );
		}
	}
}

void fw_local_plan_distances( const fw_local_set* links, int32_t node, uint8_t distances[FW_LOCAL_NODES] )
{
	uint8_t queue[FW_LOCAL_NODES];
	int32_t count = 0;
	memset( distances, FW_LOCAL_UNREACHABLE, FW_LOCAL_NODES );
	distances[node] = 0;
	queue[count++] = (uint8_t)node;
	for ( int32_t i = 0; i < count; i++ )
	{
		for ( int32_t w = 0; w < FW_LOCAL_NODES / 64; w++ )
		{
			for ( uint64_t word = links[queue[i]].words[w]; word != 0; word &= word - 1 )
			{
				const int32_t other = 64 * w + FW_CTZ64( word );
				if ( distances[other] == FW_LOCAL_UNREACHABLE )
				{
					distances[other] = (uint8_t)( distances[queue[i]] + 1 );
					queue[count++] = (uint8_t)other;
				}
			}
		}
	}
}

void fw_local_step_init( fw_local_step* step, const fw_local_problem* problem )
{
	fw_local_step_link( step, problem );
	// Odd, and so never zero, which would stay zero.
	step->random = ( (uint64_t)problem->seed << 1 | 1 ) * 0x9E3779B97F4A7C15u;
	for ( int32_t agent = 0; agent < problem->agent_count; agent++ )
	{
		if ( problem->target[agent] == FW_LOCAL_NONE )
		{
			memset( step->distance[agent], 0, FW_LOCAL_NODES );
		}
		else
		{
			fw_local_plan_distances( step->links_in, problem->target[agent], step->distance[agent] );
		}
	}
}

void fw_local_step_begin( fw_local_step* step, const uint8_t at[FW_LOCAL_AGENTS] )
{
	memcpy( step->at, at, sizeof( step->at ) );
	memset( step->to, FW_LOCAL_NONE, sizeof( step->to ) );
	memset( step->now, FW_LOCAL_NONE, sizeof( step->now ) );
	memset( step->next, FW_LOCAL_NONE, sizeof( step->next ) );
	for ( int32_t agent = 0; agent < step->problem->agent_count; agent++ )
	{
		step->now[at[agent]] = (uint8_t)agent;
	}
}

// Would a cycle of agents that follow each other be complete if this agent went to a node? An exchange of two is a
// cycle. The agent that decides last completes it, so it is enough to follow agents that have decided.
static bool closes_cycle( const fw_local_step* step, int32_t agent, int32_t to )
{
	int32_t node = to;
	while ( node != step->at[agent] )
	{
		const int32_t other = step->now[node];
		if ( other == FW_LOCAL_NONE || step->to[other] == FW_LOCAL_NONE || step->to[other] == node )
		{
			return false;
		}
		node = step->to[other];
	}
	return to != step->at[agent];
}

bool fw_local_step_decide( fw_local_step* step, int32_t agent, int32_t to )
{
	if ( step->next[to] != FW_LOCAL_NONE || closes_cycle( step, agent, to ) )
	{
		return false;
	}
	step->next[to] = (uint8_t)agent;
	step->to[agent] = (uint8_t)to;
	return true;
}

// Counts the neighbors of a node, without the one that an agent comes from, and without dead ends whose agent is at its
// target. `successor` receives the last one.
static int32_t exits_of( const fw_local_step* step, int32_t node, int32_t from, int32_t* successor )
{
	const fw_local_problem* problem = step->problem;
	int32_t count = 0;
	for ( int32_t i = 0; i < problem->degree[node]; i++ )
	{
		const int32_t other = problem->neighbors[node][i];
		const int32_t agent = step->now[other];
		const bool sealed = problem->degree[other] == 1 && agent != FW_LOCAL_NONE && problem->target[agent] == other;
		if ( other != from && !sealed )
		{
			*successor = other;
			count++;
		}
	}
	return count;
}

// The pusher follows its shortest path and pushes the other agent before it. Is there no branch on the path where they
// can pass each other, and does the other agent want to go in the opposite direction?
static bool needs_swap( const fw_local_step* step, int32_t pusher, int32_t other, int32_t behind, int32_t ahead )
{
	const uint8_t* own = step->distance[pusher];
	while ( own[ahead] < own[behind] )
	{
		int32_t successor = ahead;
		const int32_t exits = exits_of( step, ahead, behind, &successor );
		if ( exits >= 2 )
		{
			return false;
		}
		if ( exits == 0 )
		{
			break;
		}
		behind = ahead;
		ahead = successor;
	}
	return step->distance[other][behind] < step->distance[other][ahead] &&
	       ( own[behind] == 0 || own[ahead] < own[behind] );
}

// An agent goes back from a node, and another follows it from `from`. Does it come to a branch where they can pass?
static bool can_swap( const fw_local_step* step, int32_t from, int32_t node )
{
	const int32_t first = from;
	for ( int32_t i = 0; i < step->problem->node_count && node != first; i++ )
	{
		int32_t successor = node;
		const int32_t exits = exits_of( step, node, from, &successor );
		if ( exits != 1 )
		{
			return exits >= 2;
		}
		from = node;
		node = successor;
	}
	return false;
}

// The agent that must pass this one, which wants to go to a node: either the agent on that node, or a neighbor that can
// only pass this one if this one goes back.
static int32_t swap_partner( const fw_local_step* step, int32_t agent, int32_t wanted )
{
	const fw_local_problem* problem = step->problem;
	const int32_t at = step->at[agent];
	const int32_t ahead = step->now[wanted];
	if ( wanted == at )
	{
		return FW_LOCAL_NONE;
	}
	if ( ahead != FW_LOCAL_NONE && step->to[ahead] == FW_LOCAL_NONE && needs_swap( step, agent, ahead, at, wanted ) &&
	     can_swap( step, wanted, at ) )
	{
		return ahead;
	}
	for ( int32_t i = 0; i < problem->degree[at]; i++ )
	{
		const int32_t node = problem->neighbors[at][i];
		const int32_t other = step->now[node];
		if ( other != FW_LOCAL_NONE && node != wanted && needs_swap( step, other, agent, at, wanted ) &&
		     can_swap( step, wanted, at ) )
		{
			return other;
		}
	}
	return FW_LOCAL_NONE;
}

// Xorshift64* (G. Marsaglia 2003, S. Vigna 2014).
static uint64_t draw( fw_local_step* step )
{
	step->random ^= step->random >> 12;
	step->random ^= step->random << 25;
	step->random ^= step->random >> 27;
	return step->random * 0x2545F4914F6CDD1Du;
}

// Lists the neighbors and the node of the agent, best first.
static int32_t list_choices( fw_local_step* step, int32_t agent, uint8_t choices[CHOICES] )
{
	const fw_local_problem* problem = step->problem;
	const int32_t at = step->at[agent];
	const int32_t degree = problem->degree[at];
	uint32_t keys[CHOICES];
	uint64_t random = draw( step );
	for ( int32_t i = 0; i <= degree; i++, random >>= RANDOM_BITS )
	{
		const uint8_t node = i < degree ? problem->neighbors[at][i] : (uint8_t)at;
		uint32_t key = step->distance[agent][node] * KEY_DISTANCE + ( (uint32_t)random & KEY_RANDOM );
		key += i < degree && step->now[node] != FW_LOCAL_NONE ? KEY_TAKEN : 0;
		// An agent that may end anywhere moves only for others.
		key = i == degree && problem->target[agent] == FW_LOCAL_NONE ? 0 : key + 1;
		int32_t k = i;
		for ( ; k > 0 && keys[k - 1] > key; k-- )
		{
			keys[k] = keys[k - 1];
			choices[k] = choices[k - 1];
		}
		keys[k] = key;
		choices[k] = node;
	}
	return degree + 1;
}

static void reverse( uint8_t choices[CHOICES], int32_t count )
{
	for ( int32_t i = 0; i < count / 2; i++ )
	{
		const uint8_t choice = choices[i];
		choices[i] = choices[count - 1 - i];
		choices[count - 1 - i] = choice;
	}
}

// Decides for an agent and for all that it pushes. The recursion is at most as deep as there are agents. False if the
// agent must stay although another one may have its node.
static bool push( fw_local_step* step, int32_t agent )
{
	uint8_t choices[CHOICES];
	const int32_t at = step->at[agent];
	const int32_t count = list_choices( step, agent, choices );
	const int32_t partner = swap_partner( step, agent, choices[0] );
	if ( partner != FW_LOCAL_NONE )
	{
		reverse( choices, count );
	}
	for ( int32_t i = 0; i < count; i++ )
	{
		const int32_t node = choices[i];
		const int32_t other = step->now[node];
		if ( !fw_local_step_decide( step, agent, node ) )
		{
			continue;
		}
		if ( other != FW_LOCAL_NONE && other != agent && step->to[other] == FW_LOCAL_NONE && !push( step, other ) )
		{
			continue;
		}
		if ( i == 0 && partner != FW_LOCAL_NONE && step->to[partner] == FW_LOCAL_NONE &&
		     fw_local_set_has( &step->links_out[step->at[partner]], at ) )
		{
			fw_local_step_decide( step, partner, at );
		}
		return true;
	}
	step->next[at] = (uint8_t)agent;
	step->to[agent] = (uint8_t)at;
	return false;
}

bool fw_local_step_complete( fw_local_step* step, const uint8_t order[FW_LOCAL_AGENTS] )
{
	for ( int32_t i = 0; i < step->problem->agent_count; i++ )
	{
		if ( step->to[order[i]] == FW_LOCAL_NONE && !push( step, order[i] ) )
		{
			return false;
		}
	}
	return true;
}

// SPDX-License-Identifier: MIT
// LaCAM: a depth-first search over configurations. A configuration is the nodes of all agents. It has a sequence of
// constraints, each of which decides where some agents go next. An expansion takes the next constraint of the newest
// configuration, and PIBT decides for the other agents. What it finds first is often several times as long as need
// be. So it searches again, with other random choices, as long as it has expansions, and keeps the shortest solution.
// After K. Okumura; see local_plan.h.
#include "crowd/local_moves.h"
#include "crowd/local_step.h"

#include <math.h>

// A configuration for the start, and one for each expansion.
#define CONFIGURATIONS ( FW_LOCAL_EXPANSIONS + 1 )
#define NO_CONFIGURATION 0xffff
#define BUCKETS 4096 // a power of two

// Level n of the constraints has one for each combination of choices of the first n agents in order. A level with
// more constraints than this for each agent is left out, and single moves follow. More levels hardly solve more
// problems, and leave fewer expansions for the proof that there is no solution. Of 20,000 problems with at most 5
// agents on 9 nodes, 196 are given up with 2, 258 with 4, and 455 with 128 constraints in all; of 1,400 with 20 to 60
// agents on 120 nodes, a fifth to a third of the tiles walls, 20, 20 and 18.
#define CONSTRAINTS_PER_AGENT 2
// After so many expansions the search returns to the start and keeps all configurations. With 50, 100, 300 and without
// that, 21, 15, 23 and 33 problems of the same 20,000 are given up although they have a solution, and 7, 11, 16 and 20
// of the 1,400.
#define RESTART 50
#define RESTARTS ( FW_LOCAL_EXPANSIONS / RESTART )

// A search ends at this many times as many moves as its solution may have after detours have been removed from it. With
// 1 to 4 it is all the same to group-300-brc202d; without an end the worst step of bench_crowds takes ten times as
// long.
#define DETOURS 2

// The level at which one agent moves to a free neighbor and all others stay, and the one without constraints.
#define LEVEL_SINGLE 0xfe
#define LEVEL_NONE 0xff

typedef struct configuration
{
	uint8_t at[FW_LOCAL_AGENTS];     // FW_LOCAL_NONE beyond the last agent
	uint8_t order[FW_LOCAL_AGENTS];  // highest priority first
	uint16_t waits[FW_LOCAL_AGENTS]; // steps since the agent was at its target
	uint16_t moves;                  // from the start
	uint16_t parent;
	uint16_t next;  // with the same hash
	uint16_t index; // of the next constraint, in its level
	uint8_t level;  // how many agents the next constraint decides for, or LEVEL_...
} configuration;

typedef struct fw_local_work
{
	fw_local_problem problem;
	fw_local_step step;
	fw_local_moves moves;
	fw_local_move shortest[FW_LOCAL_MOVES];
	configuration configurations[CONFIGURATIONS];
	uint16_t open[CONFIGURATIONS + RESTARTS]; // a stack
	uint16_t buckets[BUCKETS];
	uint16_t path[CONFIGURATIONS];
	int32_t count, open_count;
} fw_local_work;

void fw_local_plan_init( fw_local_plan* plan, const fw_allocator* allocator )
{
	*plan = ( fw_local_plan ){ .allocator = *allocator };
}

void fw_local_plan_free( fw_local_plan* plan )
{
	fw_free( &plan->allocator, plan->work, 1, sizeof( *plan->work ) );
	plan->work = NULL;
}

size_t fw_local_plan_memory( const fw_local_plan* plan )
{
	return plan->work != NULL ? sizeof( *plan->work ) : 0;
}

fw_local_problem* fw_local_plan_problem( fw_local_plan* plan )
{
	if ( plan->work == NULL )
	{
		plan->work = fw_alloc_zero( &plan->allocator, 1, sizeof( *plan->work ) );
	}
	if ( plan->work == NULL )
	{
		return NULL;
	}
	fw_local_problem* problem = &plan->work->problem;
	problem->node_count = 0;
	problem->agent_count = 0;
	problem->max_expansions = FW_LOCAL_EXPANSIONS;
	problem->max_moves = FW_LOCAL_MOVES;
	problem->seed = 1;
	return problem;
}

bool fw_local_problem_is_valid( const fw_local_problem* problem )
{
	fw_local_set starts = { { 0 } };
	if ( problem->node_count < 0 || problem->node_count > FW_LOCAL_NODES || problem->agent_count < 0 ||
	     problem->agent_count > FW_LOCAL_AGENTS || problem->max_expansions < 0 ||
	     problem->max_expansions > FW_LOCAL_EXPANSIONS || problem->max_moves < 0 ||
	     problem->max_moves > FW_LOCAL_MOVES )
	{
		return false;
	}
	for ( int32_t node = 0; node < problem->node_count; node++ )
	{
		if ( problem->degree[node] > FW_LOCAL_DEGREE )
		{
			return false;
		}
		for ( int32_t i = 0; i < problem->degree[node]; i++ )
		{
			const int32_t other = problem->neighbors[node][i];
			if ( other >= problem->node_count || other == node )
			{
				return false;
			}
		}
	}
	for ( int32_t agent = 0; agent < problem->agent_count; agent++ )
	{
		const uint8_t start = problem->start[agent];
		const uint8_t target = problem->target[agent];
		if ( start >= problem->node_count || fw_local_set_has( &starts, start ) ||
		     ( target >= problem->node_count && target != FW_LOCAL_NONE ) )
		{
			return false;
		}
		fw_local_set_add( &starts, start );
	}
	return true;
}

// The target for an agent that has none, or FW_LOCAL_NONE.
static uint8_t nearest_free( const fw_local_problem* problem, const fw_local_step* step, int32_t agent,
                             const fw_local_set* taken )
{
	uint8_t distances[FW_LOCAL_NODES];
	uint8_t best = FW_LOCAL_NONE;
	float min = INFINITY;
	fw_local_plan_distances( step->links_out, problem->start[agent], distances );
	for ( int32_t node = 0; node < problem->node_count; node++ )
	{
		if ( distances[node] != FW_LOCAL_UNREACHABLE && !fw_local_set_has( taken, node ) &&
		     problem->left[agent][node] < min )
		{
			min = problem->left[agent][node];
			best = (uint8_t)node;
		}
	}
	return best;
}

void fw_local_plan_assign( fw_local_plan* plan )
{
	fw_local_problem* problem = &plan->work->problem;
	fw_local_set taken = { { 0 } };
	FW_ASSERT( fw_local_problem_is_valid( problem ) );
	fw_local_step_link( &plan->work->step, problem );
	for ( int32_t agent = 0; agent < problem->agent_count; agent++ )
	{
		uint8_t* target = &problem->target[agent];
		if ( *target != FW_LOCAL_NONE && fw_local_set_has( &taken, *target ) )
		{
			*target = FW_LOCAL_NONE;
		}
		if ( *target != FW_LOCAL_NONE )
		{
			fw_local_set_add( &taken, *target );
		}
	}
	for ( int32_t agent = 0; agent < problem->agent_count; agent++ )
	{
		uint8_t* target = &problem->target[agent];
		if ( *target == FW_LOCAL_NONE )
		{
			*target = nearest_free( problem, &plan->work->step, agent, &taken );
			if ( *target != FW_LOCAL_NONE )
			{
				fw_local_set_add( &taken, *target );
			}
		}
	}
}

// Do two agents have the same target, or can one not reach its target even if it is alone?
static bool is_hopeless( const fw_local_problem* problem, const fw_local_step* step )
{
	fw_local_set targets = { { 0 } };
	for ( int32_t agent = 0; agent < problem->agent_count; agent++ )
	{
		const uint8_t target = problem->target[agent];
		if ( target == FW_LOCAL_NONE )
		{
			continue;
		}
		if ( fw_local_set_has( &targets, target ) ||
		     step->distance[agent][problem->start[agent]] == FW_LOCAL_UNREACHABLE )
		{
			return true;
		}
		fw_local_set_add( &targets, target );
	}
	return false;
}

// FNV-1a (G. Fowler, L. C. Noll, P. Vo).
static uint32_t hash_of( const uint8_t at[FW_LOCAL_AGENTS], int32_t agent_count )
{
	uint32_t hash = 2166136261u;
	for ( int32_t agent = 0; agent < agent_count; agent++ )
	{
		hash = ( hash ^ at[agent] ) * 16777619u;
	}
	return ( hash ^ hash >> 16 ) & ( BUCKETS - 1 );
}

static int32_t find( const fw_local_work* work, const uint8_t at[FW_LOCAL_AGENTS] )
{
	int32_t i = work->buckets[hash_of( at, work->problem.agent_count )];
	while ( i != NO_CONFIGURATION && memcmp( work->configurations[i].at, at, FW_LOCAL_AGENTS ) != 0 )
	{
		i = work->configurations[i].next;
	}
	return i;
}

// The agent that has been away from its target for more steps comes first, then the one whose start is farther from it.
static bool comes_before( const fw_local_work* work, const configuration* at, int32_t agent, int32_t other )
{
	const fw_local_step* step = &work->step;
	const uint8_t distance = step->distance[agent][work->problem.start[agent]];
	const uint8_t distance_other = step->distance[other][work->problem.start[other]];
	if ( at->waits[agent] != at->waits[other] )
	{
		return at->waits[agent] > at->waits[other];
	}
	return distance != distance_other ? distance > distance_other : agent < other;
}

// Adds a new configuration and puts it on top of the stack.
static const configuration* add( fw_local_work* work, const uint8_t at[FW_LOCAL_AGENTS], int32_t parent )
{
	configuration* added = &work->configurations[work->count];
	const configuration* from = parent != NO_CONFIGURATION ? &work->configurations[parent] : NULL;
	uint16_t* bucket = &work->buckets[hash_of( at, work->problem.agent_count )];
	*added = ( configuration ){ .parent = (uint16_t)parent, .next = *bucket };
	*bucket = (uint16_t)work->count;
	work->open[work->open_count++] = (uint16_t)work->count++;
	memcpy( added->at, at, FW_LOCAL_AGENTS );
	added->moves = from != NULL ? from->moves : 0;
	for ( int32_t agent = 0; agent < work->problem.agent_count; agent++ )
	{
		const bool arrived = work->step.distance[agent][at[agent]] == 0;
		const bool moved = from != NULL && from->at[agent] != at[agent];
		added->moves = (uint16_t)( added->moves + ( moved ? 1 : 0 ) );
		added->waits[agent] = arrived || from == NULL ? 0 : (uint16_t)( from->waits[agent] + 1 );
	}
	// Insertion sort, as the order of the parent is nearly right.
	for ( int32_t i = 0; i < work->problem.agent_count; i++ )
	{
		const uint8_t agent = from != NULL ? from->order[i] : (uint8_t)i;
		int32_t k = i;
		for ( ; k > 0 && comes_before( work, added, agent, added->order[k - 1] ); k-- )
		{
			added->order[k] = added->order[k - 1];
		}
		added->order[k] = agent;
	}
	return added;
}

static bool is_solution( const fw_local_work* work, const uint8_t at[FW_LOCAL_AGENTS] )
{
	for ( int32_t agent = 0; agent < work->problem.agent_count; agent++ )
	{
		if ( work->step.distance[agent][at[agent]] != 0 )
		{
			return false;
		}
	}
	return true;
}

// The number of constraints of a level, or more than the level may have.
static int32_t constraints_of( const fw_local_work* work, const configuration* at )
{
	const int32_t max = CONSTRAINTS_PER_AGENT * work->problem.agent_count;
	int32_t count = 1;
	for ( int32_t i = 0; i < at->level && count <= max; i++ )
	{
		count *= work->problem.degree[at->at[at->order[i]]] + 1;
	}
	return count;
}

// Decides for the first agents in order: the index of the constraint has one digit for each of them.
static bool decide_first( fw_local_work* work, const configuration* at )
{
	int32_t digits = at->index;
	fw_local_step_begin( &work->step, at->at );
	for ( int32_t i = 0; i < at->level; i++ )
	{
		const int32_t agent = at->order[i];
		const int32_t node = at->at[agent];
		const int32_t degree = work->problem.degree[node];
		const int32_t digit = digits % ( degree + 1 );
		digits /= degree + 1;
		if ( !fw_local_step_decide( &work->step, agent, digit < degree ? work->problem.neighbors[node][digit] : node ) )
		{
			return false;
		}
	}
	return true;
}

// Decides that one agent moves and all others stay.
static bool decide_single( fw_local_work* work, const configuration* at )
{
	const int32_t agent = at->index / FW_LOCAL_DEGREE;
	const int32_t i = at->index % FW_LOCAL_DEGREE;
	const int32_t node = at->at[agent];
	fw_local_step_begin( &work->step, at->at );
	if ( i >= work->problem.degree[node] || work->step.now[work->problem.neighbors[node][i]] != FW_LOCAL_NONE )
	{
		return false;
	}
	memcpy( work->step.to, at->at, FW_LOCAL_AGENTS );
	work->step.to[agent] = work->problem.neighbors[node][i];
	return true;
}

// Decides by the next constraint that can be met. False if none is left.
static bool decide_next( fw_local_work* work, configuration* at )
{
	while ( at->level != LEVEL_NONE )
	{
		const bool single = at->level == LEVEL_SINGLE;
		const int32_t count = single ? work->problem.agent_count * FW_LOCAL_DEGREE : constraints_of( work, at );
		while ( at->index < count )
		{
			const bool decided = single ? decide_single( work, at ) : decide_first( work, at );
			at->index++;
			if ( decided )
			{
				return true;
			}
		}
		at->index = 0;
		at->level++;
		if ( single || at->level > work->problem.agent_count )
		{
			at->level = LEVEL_NONE;
		}
		else if ( constraints_of( work, at ) > CONSTRAINTS_PER_AGENT * work->problem.agent_count )
		{
			at->level = LEVEL_SINGLE;
		}
	}
	return false;
}

// Returns the configuration that is a solution, or NO_CONFIGURATION and the reason in `result`. It ends when it comes
// to a configuration with more moves than the limit: what comes first decides how long a solution is.
static int32_t search( fw_local_work* work, int32_t limit, fw_local_result* result )
{
	uint8_t start[FW_LOCAL_AGENTS];
	memset( start, FW_LOCAL_NONE, sizeof( start ) );
	memcpy( start, work->problem.start, (size_t)work->problem.agent_count );
	memset( work->buckets, 0xff, sizeof( work->buckets ) );
	work->count = 0;
	work->open_count = 0;
	add( work, start, NO_CONFIGURATION );
	if ( is_solution( work, start ) )
	{
		return 0;
	}
	const int32_t begin = result->expansions;
	while ( work->open_count > 0 )
	{
		const int32_t top = work->open[work->open_count - 1];
		if ( !decide_next( work, &work->configurations[top] ) )
		{
			work->open_count--;
			continue;
		}
		if ( result->expansions >= work->problem.max_expansions )
		{
			result->outcome = FW_LOCAL_GAVE_UP;
			return NO_CONFIGURATION;
		}
		result->expansions++;
		if ( ( result->expansions - begin ) % RESTART == 0 )
		{
			work->open[work->open_count++] = 0;
		}
		if ( !fw_local_step_complete( &work->step, work->configurations[top].order ) )
		{
			continue;
		}
		const int32_t found = find( work, work->step.to );
		if ( found == NO_CONFIGURATION )
		{
			if ( add( work, work->step.to, top )->moves > limit )
			{
				result->outcome = FW_LOCAL_GAVE_UP;
				return NO_CONFIGURATION;
			}
			if ( is_solution( work, work->step.to ) )
			{
				return work->count - 1;
			}
		}
		else if ( found != top && work->configurations[found].level != LEVEL_NONE )
		{
			work->open[work->open_count++] = (uint16_t)found;
		}
	}
	result->outcome = FW_LOCAL_IMPOSSIBLE;
	return NO_CONFIGURATION;
}

// Lists the moves that lead to a configuration. False if there are too many.
static bool list_moves( fw_local_work* work, int32_t last )
{
	int32_t length = 0;
	for ( int32_t i = last; i != NO_CONFIGURATION; i = work->configurations[i].parent )
	{
		work->path[length++] = (uint16_t)i;
	}
	work->moves.count = 0;
	for ( int32_t i = length - 1; i > 0; i-- )
	{
		if ( !fw_local_moves_append( &work->moves, work->problem.agent_count, work->configurations[work->path[i]].at,
		                             work->configurations[work->path[i - 1]].at ) )
		{
			return false;
		}
	}
	return true;
}

// The moves of all agents if none of them is in the way of another one.
static int32_t least_moves( const fw_local_work* work )
{
	int32_t moves = 0;
	for ( int32_t agent = 0; agent < work->problem.agent_count; agent++ )
	{
		moves += work->step.distance[agent][work->problem.start[agent]];
	}
	return moves;
}

// Searches once. Keeps the solution if it is shorter than the one that is known, or than any may be.
static void search_shorter( fw_local_work* work, fw_local_result* result )
{
	const int32_t before = result->moves != NULL ? result->move_count : work->problem.max_moves + 1;
	const int32_t limit = before < FW_LOCAL_MOVES / DETOURS ? DETOURS * before : FW_LOCAL_MOVES;
	const int32_t last = search( work, limit, result );
	if ( last == NO_CONFIGURATION || !list_moves( work, last ) )
	{
		return;
	}
	fw_local_moves_shorten( &work->moves, work->step.links_out );
	if ( work->moves.count < before )
	{
		memcpy( work->shortest, work->moves.list, (size_t)work->moves.count * sizeof( work->shortest[0] ) );
		result->moves = work->shortest;
		result->move_count = work->moves.count;
	}
}

fw_local_result fw_local_plan_solve( fw_local_plan* plan )
{
	fw_local_work* work = plan->work;
	fw_local_result result = { .outcome = FW_LOCAL_GAVE_UP };
	FW_ASSERT( fw_local_problem_is_valid( &work->problem ) );
	fw_local_step_init( &work->step, &work->problem );
	if ( is_hopeless( &work->problem, &work->step ) )
	{
		result.outcome = FW_LOCAL_IMPOSSIBLE;
		return result;
	}
	const int32_t least = least_moves( work );
	do
	{
		search_shorter( work, &result );
	} while ( result.expansions < work->problem.max_expansions && result.outcome != FW_LOCAL_IMPOSSIBLE &&
	          ( result.moves == NULL || result.move_count > least ) );
	result.outcome = result.moves != NULL ? FW_LOCAL_SOLVED : result.outcome;
	return result;
}

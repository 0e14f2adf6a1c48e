// SPDX-License-Identifier: MIT
// Joint plans: a best-first search over where a few agents are.
#include "crowd/joint_reach.h"

#include <math.h>
#include <stdlib.h>

// What it costs that one is in another one's way, and what a move costs, however far it leads [tiles]. Plans in which
// few are in the way are found sooner than those of few moves, and these sooner than short ones: who has to get out of
// the way goes as far as it takes. With 5 for both, and none of the novelty below, 4 of 21 problems that were given up
// in four of bench_random_crowds (241, 273, 393, 717) are solved within 4,096 expansions, with 10 and 2 it is 16. Of
// the 88 below 28 are solved with 5 for blocks, 41 with 10, 43 with 20.
#define BLOCK_COST 10.0f
#define MOVE_COST 2.0f
#define NODES FW_JOINT_NODES
#define AGENTS FW_JOINT_AGENTS
#define BUCKETS 16384 // a power of two
#define SIDES 4
// A place where an agent has been is taken for the nearest refuge if it is so near to that [nodes]. Of 88 problems that
// were given up in eleven of bench_random_crowds 8 are solved within 4,096 expansions without it, 18 with 2, 20 with 4,
// 27 with 6, 29 with 10 and a depth of 2; with a depth of 1 it is 41 with 10 and 38 with 20.
#define STATION_NEAR 10
// How often those in the way of one that clears a way clear it first: at least, and at most if nothing new comes of
// less. Where that is always 2, 29 of the same 88 are solved, where it is 1, 41.
#define DEPTH_MIN 1
#define DEPTH_MAX 3
#define NO_STATE ( -1 )
// Words of 64 bits, powers of two: for places of one, and for those of two.
#define SEEN_ONES 4096
#define SEEN_PAIRS 16384
#define AT_START FW_JOINT_AT_START
#define NO_NODE FW_JOINT_NO_NODE

typedef struct state
{
	fw_joint_places at;
	int32_t parent;
	int32_t next; // with the same hash
	float moves;  // so far
	float left;   // of all agents
	float blocks; // how often one is in another one's way: each takes a move at least
	float cost;
	int32_t novelty; // 1: one is where it never was, 2: two of them are where they never were together, 3: neither
} state;

typedef struct fw_joint_work
{
	fw_joint_problem problem;
	fw_joint_pair pairs[AGENTS * AGENTS];
	int32_t paired; // agents
	float left[AGENTS][NODES + 1];
	state states[FW_JOINT_STATES];
	int32_t heap[FW_JOINT_STATES]; // of states
	int32_t buckets[BUCKETS];
	uint64_t seen_ones[SEEN_ONES], seen_pairs[SEEN_PAIRS];
	uint8_t stations[AGENTS][NODES]; // 1: it was moved there in some state
	fw_joint_move moves[FW_JOINT_MOVES];
	int32_t count, heap_count, expansions;
	int32_t best; // the state from which least is left to do
	// Of the expansion: past the others, and past walls alone.
	fw_joint_flood floods[2][AGENTS];
	bool filled[2][AGENTS];
	fw_joint_way ways[AGENTS];   // the shortest ones; of one at its target nothing
	int32_t met[AGENTS][AGENTS]; // 1: the second one is in the way of the first one
	int32_t blocks;
	int32_t depth; // of the clearing of ways
	int64_t nodes; // that were gone through
} fw_joint_work;

void fw_joint_plan_init( fw_joint_plan* plan, const fw_allocator* allocator )
{
	*plan = ( fw_joint_plan ){ .allocator = *allocator };
}

void fw_joint_plan_free( fw_joint_plan* plan )
{
	fw_free( &plan->allocator, plan->work, 1, sizeof( *plan->work ) );
	plan->work = NULL;
}

size_t fw_joint_plan_memory( const fw_joint_plan* plan )
{
	return plan->work != NULL ? sizeof( *plan->work ) : 0;
}

fw_joint_problem* fw_joint_plan_problem( fw_joint_plan* plan )
{
	if ( plan->work == NULL )
	{
		plan->work = fw_alloc( &plan->allocator, 1, sizeof( *plan->work ) );
	}
	return plan->work != NULL ? &plan->work->problem : NULL;
}

static void find_left( fw_joint_work* work )
{
	for ( int32_t i = 0; i < work->problem.agent_count; i++ )
	{
		const fw_joint_agent* agent = &work->problem.agents[i];
		float* left = work->left[i];
		if ( agent->target == FW_JOINT_NONE )
		{
			memset( left, 0, sizeof( work->left[i] ) );
			continue;
		}
		fw_joint_distances( agent, agent->target, left );
		left[AT_START] = INFINITY;
		for ( int32_t k = 0; k < agent->entry_count; k++ )
		{
			const fw_vec2 place = fw_joint_place( &work->problem, agent->entries[k] );
			const float length = (float)fw_length( place.x - agent->start.x, place.y - agent->start.y );
			left[AT_START] = fminf( left[AT_START], left[agent->entries[k]] + length );
		}
	}
}

static uint32_t hash_of( const fw_joint_places* places )
{
	uint32_t hash = 2166136261u;
	for ( int32_t i = 0; i < AGENTS; i++ )
	{
		hash = ( hash ^ places->at[i] ) * 16777619u;
	}
	return ( hash ^ hash >> 15 ) & ( BUCKETS - 1 );
}

// Of equal ones the newest first.
static bool comes_before( const fw_joint_work* work, int32_t a, int32_t b )
{
	const state* one = &work->states[a];
	const state* two = &work->states[b];
	return one->novelty != two->novelty ? one->novelty < two->novelty
	                                    : one->cost < two->cost || ( one->cost == two->cost && a > b );
}

static void push( fw_joint_work* work, int32_t item )
{
	int32_t at = work->heap_count++;
	for ( ; at > 0 && comes_before( work, item, work->heap[( at - 1 ) / 2] ); at = ( at - 1 ) / 2 )
	{
		work->heap[at] = work->heap[( at - 1 ) / 2];
	}
	work->heap[at] = item;
}

static int32_t pop( fw_joint_work* work )
{
	const int32_t first = work->heap[0];
	const int32_t item = work->heap[--work->heap_count];
	const int32_t count = work->heap_count;
	int32_t at = 0;
	for ( int32_t child = 1; child < count; child = 2 * at + 1 )
	{
		child += child + 1 < count && comes_before( work, work->heap[child + 1], work->heap[child] ) ? 1 : 0;
		if ( !comes_before( work, work->heap[child], item ) )
		{
			break;
		}
		work->heap[at] = work->heap[child];
		at = child;
	}
	work->heap[at] = item;
	return first;
}

// By more moves or by less.
static bool is_known( const fw_joint_work* work, const fw_joint_places* at )
{
	bool known = false;
	for ( int32_t i = work->buckets[hash_of( at )]; i != NO_STATE && !known; i = work->states[i].next )
	{
		known = memcmp( &work->states[i].at, at, sizeof( *at ) ) == 0;
	}
	return known;
}

// Was it so before, or something with the same bit? Then it is known from now on.
static bool see( uint64_t* seen, uint32_t words, uint64_t what )
{
	uint64_t hash = what * 0x9e3779b97f4a7c15u;
	hash = ( hash ^ hash >> 29 ) * 0xbf58476d1ce4e5b9u;
	hash ^= hash >> 32;
	uint64_t* word = &seen[hash & ( words - 1 )];
	const uint64_t bit = (uint64_t)1 << ( hash >> 40 & 63 );
	const bool was = ( *word & bit ) != 0;
	*word |= bit;
	return was;
}

// How new it is where an agent has got, among the states in which as many are in the way and as many are not at their
// targets.
static int32_t novelty_of( fw_joint_work* work, const state* at, int32_t agent )
{
	const int32_t count = work->problem.agent_count;
	uint64_t kind = (uint64_t)at->blocks << 8;
	for ( int32_t i = 0; i < count; i++ )
	{
		kind += work->left[i][at->at.at[i]] > 0.0f ? 1 : 0;
	}
	const uint64_t own = (uint64_t)agent << 13 | at->at.at[agent];
	bool pairs_seen = true;
	for ( int32_t i = 0; i < count; i++ )
	{
		const uint64_t other = (uint64_t)i << 13 | at->at.at[i];
		const uint64_t pair = i < agent ? other << 17 | own : own << 17 | other;
		pairs_seen = ( i == agent || see( work->seen_pairs, SEEN_PAIRS, kind << 34 | pair ) ) && pairs_seen;
	}
	return !see( work->seen_ones, SEEN_ONES, kind << 34 | own ) ? 1 : pairs_seen ? 3 : 2;
}

static float rest_of( const state* at )
{
	return BLOCK_COST * at->blocks + at->left;
}

static void add( fw_joint_work* work, const state* found )
{
	int32_t* bucket = &work->buckets[hash_of( &found->at )];
	state* added = &work->states[work->count];
	*added = *found;
	added->next = *bucket;
	*bucket = work->count;
	push( work, work->count );
	work->best = rest_of( added ) < rest_of( &work->states[work->best] ) ? work->count : work->best;
	work->count++;
}

// Where an agent gets from the state that is expanded.
static const fw_joint_flood* find_reach( fw_joint_work* work, const state* at, int32_t agent, bool others )
{
	fw_joint_flood* flood = &work->floods[others ? 0 : 1][agent];
	bool* filled = &work->filled[others ? 0 : 1][agent];
	if ( !*filled )
	{
		fw_joint_flood_fill( flood, &work->problem, others ? work->pairs : NULL, &at->at, agent );
		work->nodes += flood->count;
		*filled = true;
	}
	return flood;
}

// Is an agent at a place in a way of another one?
static int32_t meets( fw_joint_work* work, const fw_joint_way* way, int32_t agent, int32_t other, fw_vec2 place )
{
	const fw_joint_agent* agents = work->problem.agents;
	work->nodes += way->count / 4;
	return agent != other && !fw_joint_is_beside( way, agents[other].radius, place, agents[agent].radius ) ? 1 : 0;
}

static void find_way( fw_joint_work* work, const fw_joint_places* at, int32_t agent, fw_joint_way* way )
{
	way->count = 0;
	if ( work->left[agent][at->at[agent]] > 0.0f )
	{
		fw_joint_way_ahead( way, &work->problem, at, agent, work->left[agent] );
	}
}

static void find_blocks( fw_joint_work* work, const fw_joint_places* at )
{
	const int32_t count = work->problem.agent_count;
	work->blocks = 0;
	for ( int32_t i = 0; i < count; i++ )
	{
		find_way( work, at, i, &work->ways[i] );
		for ( int32_t k = 0; k < count; k++ )
		{
			const fw_vec2 place = fw_joint_place_of( &work->problem, k, at->at[k] );
			work->met[i][k] = meets( work, &work->ways[i], i, k, place );
			work->blocks += work->met[i][k];
		}
	}
}

// How often one is in another one's way after one of them has moved.
static int32_t blocks_after( fw_joint_work* work, const fw_joint_places* at, int32_t moved )
{
	const fw_vec2 here = fw_joint_place_of( &work->problem, moved, at->at[moved] );
	int32_t blocks = work->blocks;
	fw_joint_way way;
	find_way( work, at, moved, &way );
	for ( int32_t i = 0; i < work->problem.agent_count; i++ )
	{
		const fw_vec2 place = fw_joint_place_of( &work->problem, i, at->at[i] );
		blocks += meets( work, &way, moved, i, place ) - work->met[moved][i];
		blocks += meets( work, &work->ways[i], i, moved, here ) - work->met[i][moved];
	}
	return blocks;
}

static void go( fw_joint_work* work, int32_t parent, int32_t agent, int32_t to )
{
	const state* from = &work->states[parent];
	state next = *from;
	next.at.at[agent] = (uint16_t)to;
	if ( work->count == FW_JOINT_STATES || is_known( work, &next.at ) )
	{
		return;
	}
	next.parent = parent;
	work->stations[agent][to] = 1;
	next.left += work->left[agent][to] - work->left[agent][from->at.at[agent]];
	next.moves += 1.0f;
	next.blocks = (float)blocks_after( work, &next.at, agent );
	next.cost = BLOCK_COST * next.blocks + MOVE_COST * next.moves + next.left;
	next.novelty = novelty_of( work, &next, agent );
	add( work, &next );
}

// The side on which a node is: 0 to 3.
static int32_t side_of( fw_vec2 from, fw_vec2 to )
{
	const double x = to.x - from.x;
	const double y = to.y - from.y;
	return fabs( x ) >= fabs( y ) ? ( x >= 0.0 ? 0 : 2 ) : y >= 0.0 ? 1 : 3;
}

// Are two nodes at most so many apart in each direction?
static bool is_near( int32_t a, int32_t b )
{
	const int32_t x = abs( a % FW_JOINT_SIDE - b % FW_JOINT_SIDE );
	const int32_t y = abs( a / FW_JOINT_SIDE - b / FW_JOINT_SIDE );
	return x <= STATION_NEAR && y <= STATION_NEAR;
}

// The nearest nodes of a flood on each side from which an agent does not block a way: `taken` are those where it does.
// One where it has been in some state, close to the nearest one, is as good: so there are fewer states.
static int32_t find_refuges( const fw_joint_work* work, const state* at, int32_t agent, const fw_joint_flood* flood,
                             const uint8_t* taken, int32_t refuges[SIDES] )
{
	const fw_vec2 from = fw_joint_place_of( &work->problem, agent, at->at.at[agent] );
	int32_t first[SIDES] = { NO_NODE, NO_NODE, NO_NODE, NO_NODE };
	bool known[SIDES] = { false };
	int32_t count = 0;
	int32_t found = 0;
	for ( int32_t i = 0; i < flood->count && found < SIDES; i++ )
	{
		const int32_t node = flood->order[i];
		if ( taken[node] != 0 || !( work->left[agent][node] < INFINITY ) )
		{
			continue;
		}
		const int32_t side = side_of( from, fw_joint_place( &work->problem, node ) );
		first[side] = first[side] == NO_NODE ? node : first[side];
		if ( !known[side] && work->stations[agent][node] != 0 && is_near( first[side], node ) )
		{
			known[side] = true;
			first[side] = node;
			found++;
		}
	}
	for ( int32_t k = 0; k < SIDES; k++ )
	{
		refuges[count] = first[k];
		count += first[k] != NO_NODE ? 1 : 0;
	}
	return count;
}

// Those who block a way of an agent go to refuges. Others clear their way there in their turn, so
// many deep.
static void clear_way( fw_joint_work* work, int32_t parent, int32_t agent, const fw_joint_way* way, int32_t depth )
{
	const fw_joint_problem* problem = &work->problem;
	const state at = work->states[parent];
	for ( int32_t i = 0; i < problem->agent_count; i++ )
	{
		if ( i == agent ||
		     fw_joint_is_beside( way, problem->agents[i].radius, fw_joint_place_of( problem, i, at.at.at[i] ),
		                         problem->agents[agent].radius ) )
		{
			continue;
		}
		uint8_t taken[NODES];
		int32_t refuges[SIDES];
		fw_joint_mark_way( taken, way, problem, &work->pairs[agent * AGENTS + i], agent, i );
		work->nodes += NODES / 4;
		const fw_joint_flood* flood = find_reach( work, &at, i, true );
		const int32_t count = find_refuges( work, &at, i, flood, taken, refuges );
		for ( int32_t k = 0; k < count; k++ )
		{
			go( work, parent, i, refuges[k] );
		}
		if ( depth == work->depth )
		{
			continue;
		}
		flood = find_reach( work, &at, i, false );
		const int32_t wanted = find_refuges( work, &at, i, flood, taken, refuges );
		for ( int32_t k = 0; k < wanted; k++ )
		{
			fw_joint_way out;
			fw_joint_way_back( &out, problem, &at.at, i, flood, refuges[k] );
			clear_way( work, parent, i, &out, depth + 1 );
		}
	}
}

static void expand_to_depth( fw_joint_work* work, int32_t index )
{
	const fw_joint_problem* problem = &work->problem;
	const state at = work->states[index];
	for ( int32_t i = 0; i < problem->agent_count; i++ )
	{
		const int32_t target = problem->agents[i].target;
		if ( target == FW_JOINT_NONE || at.at.at[i] == target )
		{
			continue;
		}
		const fw_joint_flood* flood = find_reach( work, &at, i, true );
		if ( flood->previous[target] != NO_NODE )
		{
			go( work, index, i, target );
		}
		clear_way( work, index, i, &work->ways[i], 0 );
	}
}

static void expand( fw_joint_work* work, int32_t index )
{
	const int32_t before = work->count;
	const fw_joint_places at = work->states[index].at;
	memset( work->filled, 0, sizeof( work->filled ) );
	find_blocks( work, &at );
	work->states[index].blocks = (float)work->blocks; // of the start they were not counted
	for ( work->depth = DEPTH_MIN; work->depth <= DEPTH_MAX && work->count == before; work->depth++ )
	{
		expand_to_depth( work, index );
	}
}

static bool is_solution( const fw_joint_work* work, const state* at )
{
	bool solved = true;
	for ( int32_t i = 0; i < work->problem.agent_count && solved; i++ )
	{
		solved = work->left[i][at->at.at[i]] == 0.0f;
	}
	return solved;
}

static int32_t begin_of( const fw_joint_work* work, int32_t agent )
{
	const fw_joint_agent* of = &work->problem.agents[agent];
	const fw_vec2 first = of->entry_count > 0 ? fw_joint_place( &work->problem, of->entries[0] ) : of->start;
	const bool on_node = of->entry_count == 1 && first.x == of->start.x && first.y == of->start.y;
	return on_node ? of->entries[0] : AT_START;
}

static void pair_up( fw_joint_work* work )
{
	const int32_t count = work->problem.agent_count;
	for ( int32_t i = 0; i < count; i++ )
	{
		for ( int32_t k = i < work->paired ? work->paired : 0; k < count; k++ )
		{
			fw_joint_pair_fill( &work->pairs[i * AGENTS + k], &work->problem, i, k );
		}
	}
	work->paired = count;
}

void fw_joint_plan_begin( fw_joint_plan* plan, bool is_more )
{
	fw_joint_work* work = plan->work;
	state start = { .parent = NO_STATE };
	work->paired = is_more ? work->paired : 0;
	pair_up( work );
	find_left( work );
	memset( work->buckets, 0xff, sizeof( work->buckets ) );
	memset( work->stations, 0, sizeof( work->stations ) );
	memset( work->seen_ones, 0, sizeof( work->seen_ones ) );
	memset( work->seen_pairs, 0, sizeof( work->seen_pairs ) );
	work->count = 0;
	work->best = 0;
	work->heap_count = 0;
	work->expansions = 0;
	for ( int32_t i = 0; i < AGENTS; i++ )
	{
		start.at.at[i] = i < work->problem.agent_count ? (uint16_t)begin_of( work, i ) : AT_START;
		start.left += i < work->problem.agent_count ? work->left[i][start.at.at[i]] : 0.0f;
	}
	if ( start.left < INFINITY )
	{
		add( work, &start );
	}
}

// Writes the moves of one agent from a state to the next one, the last one first, before `end`. Returns where they
// begin; negative: they are too many.
static int32_t list_way( fw_joint_work* work, int32_t index, int32_t end )
{
	const state* to = &work->states[index];
	const state* from = &work->states[to->parent];
	fw_joint_way way;
	int32_t agent = 0;
	while ( from->at.at[agent] == to->at.at[agent] )
	{
		agent++;
	}
	memset( work->filled, 0, sizeof( work->filled ) );
	const fw_joint_flood* flood = find_reach( work, from, agent, true );
	fw_joint_way_back( &way, &work->problem, &from->at, agent, flood, to->at.at[agent] );
	if ( way.count == FW_JOINT_WAY_MAX )
	{
		return -1;
	}
	for ( int32_t i = 0; i + 1 < way.count && end >= 0; i++ )
	{
		end--;
		if ( end >= 0 )
		{
			work->moves[end] = ( fw_joint_move ){ agent, way.points[i + 1], way.points[i] };
		}
	}
	return end;
}

static fw_joint_result give_moves( fw_joint_work* work, int32_t last )
{
	int32_t begin = FW_JOINT_MOVES;
	for ( int32_t i = last; work->states[i].parent != NO_STATE && begin >= 0; i = work->states[i].parent )
	{
		begin = list_way( work, i, begin );
	}
	return ( fw_joint_result ){
	    .outcome = begin >= 0 ? FW_JOINT_SOLVED : FW_JOINT_GAVE_UP,
	    .moves = begin >= 0 ? work->moves + begin : NULL,
	    .move_count = begin >= 0 ? FW_JOINT_MOVES - begin : 0,
	    .expansions = work->expansions,
	};
}

fw_joint_result fw_joint_plan_best( fw_joint_plan* plan )
{
	fw_joint_work* work = plan->work;
	return work->best > 0 ? give_moves( work, work->best )
	                      : ( fw_joint_result ){ .outcome = FW_JOINT_NOTHING, .expansions = work->expansions };
}

fw_joint_result fw_joint_plan_run( fw_joint_plan* plan, int64_t* nodes )
{
	fw_joint_work* work = plan->work;
	while ( work->heap_count > 0 )
	{
		if ( *nodes <= 0 )
		{
			return ( fw_joint_result ){ .outcome = FW_JOINT_RUNNING, .expansions = work->expansions };
		}
		if ( work->expansions >= work->problem.max_expansions || work->count == FW_JOINT_STATES )
		{
			return ( fw_joint_result ){ .outcome = FW_JOINT_GAVE_UP, .expansions = work->expansions };
		}
		const int32_t index = pop( work );
		if ( is_solution( work, &work->states[index] ) )
		{
			return give_moves( work, index );
		}
		work->expansions++;
		work->nodes = 1;
		expand( work, index );
		*nodes -= work->nodes;
	}
	return ( fw_joint_result ){ .outcome = FW_JOINT_NOTHING, .expansions = work->expansions };
}

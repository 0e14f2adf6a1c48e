// SPDX-License-Identifier: MIT
// Joint plans: a best-first search over where a few agents are.
#include "crowd/joint_plan.h"
#include "crowd/precedence.h"
#include "geom/geom.h"

#include <math.h>

// Of what is left beside what was moved: plans are found sooner, and are not the shortest ones.
#define WEIGHT 3.0f
#define NODES FW_JOINT_NODES
#define BUCKETS 4096 // a power of two
// Points of a way: longer ones are cut off, and are no part of a plan.
#define WAY_MAX 256
// No step is longer [tiles].
#define STEP_MAX 1.1
#define SIDES 4
// How often those in the way of one that clears a way clear it first.
#define DEPTH 2
#define NO_STATE ( -1 )
// Of the position of an agent: it has not moved.
#define AT_START NODES
#define NO_NODE ( -1 )
// Gaps that differ by less are the same [tiles].
#define SAME_GAP 1e-12

typedef struct state
{
	uint16_t at[FW_JOINT_AGENTS]; // a node, or AT_START
	int32_t parent;
	int32_t next; // with the same hash
	float length; // of all moves so far
	float left;   // of all agents
} state;

typedef struct fw_joint_work
{
	fw_joint_problem problem;
	float left[FW_JOINT_AGENTS][NODES + 1];
	state states[FW_JOINT_STATES];
	int32_t heap[FW_JOINT_STATES]; // of states
	int32_t buckets[BUCKETS];
	fw_joint_move moves[FW_JOINT_MOVES];
	int32_t count, heap_count;
} fw_joint_work;

// Where an agent can get past the others as they stand, nearest nodes first.
typedef struct flood
{
	int16_t previous[NODES]; // the node before, AT_START, or NO_NODE: it does not get there
	int16_t order[NODES];
	int32_t count;
} flood;

// The points of a way.
typedef struct way
{
	fw_vec2 points[WAY_MAX];
	int32_t count;
} way;

static const int8_t across[8] = { 1, 1, 0, -1, -1, -1, 0, 1 };
static const int8_t down[8] = { 0, 1, 1, 1, 0, -1, -1, -1 };

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

int32_t fw_joint_neighbor( int32_t node, int32_t direction )
{
	const int32_t x = node % FW_JOINT_SIDE + across[direction];
	const int32_t y = node / FW_JOINT_SIDE + down[direction];
	return (uint32_t)x < FW_JOINT_SIDE && (uint32_t)y < FW_JOINT_SIDE ? y * FW_JOINT_SIDE + x : FW_JOINT_NONE;
}

static double distance_to_line( fw_vec2 point, fw_vec2 from, fw_vec2 to )
{
	const fw_vec2 along = fw_minus( to, from );
	const fw_vec2 off = fw_minus( point, from );
	const double square = fw_dot( along, along );
	const double part = square > 0.0 ? fmin( fmax( fw_dot( off, along ) / square, 0.0 ), 1.0 ) : 0.0;
	return fw_length( off.x - part * along.x, off.y - part * along.y );
}

bool fw_joint_is_clear( double radius, fw_vec2 from, fw_vec2 to, double other_radius, fw_vec2 other )
{
	const double room = radius + other_radius + FW_PRECEDENCE_GAP;
	const double gap = distance_to_line( other, from, to );
	return gap >= room || gap >= fw_length( other.x - from.x, other.y - from.y ) - SAME_GAP;
}

static float step_length( int32_t direction )
{
	return ( direction & 1 ) != 0 ? 0.70710678f : 0.5f;
}

void fw_joint_distances( const fw_joint_agent* agent, int32_t target, float* left )
{
	int32_t queue[NODES];
	bool queued[NODES] = { false };
	int32_t first = 0;
	int32_t count = 1;
	for ( int32_t i = 0; i < NODES; i++ )
	{
		left[i] = INFINITY;
	}
	left[target] = 0.0f;
	queue[0] = target;
	queued[target] = true;
	while ( count > 0 )
	{
		const int32_t node = queue[first];
		first = ( first + 1 ) % NODES;
		count--;
		queued[node] = false;
		for ( int32_t k = 0; k < 8; k++ )
		{
			const int32_t other = fw_joint_neighbor( node, k );
			const float total = left[node] + step_length( k );
			// Those that lead there: a link may lead in one direction only.
			if ( other < 0 || ( agent->links[other] & 1 << ( k ^ 4 ) ) == 0 || !( total < left[other] ) )
			{
				continue;
			}
			left[other] = total;
			if ( !queued[other] )
			{
				queued[other] = true;
				queue[( first + count++ ) % NODES] = other;
			}
		}
	}
}

static fw_vec2 place_of( const fw_joint_work* work, int32_t agent, int32_t at )
{
	return at == AT_START ? work->problem.agents[agent].start : fw_joint_place( &work->problem, at );
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

static uint32_t hash_of( const uint16_t at[FW_JOINT_AGENTS] )
{
	uint32_t hash = 2166136261u;
	for ( int32_t i = 0; i < FW_JOINT_AGENTS; i++ )
	{
		hash = ( hash ^ at[i] ) * 16777619u;
	}
	return ( hash ^ hash >> 15 ) & ( BUCKETS - 1 );
}

// Of equal ones the newest first.
static bool comes_before( const fw_joint_work* work, int32_t a, int32_t b )
{
	const state* one = &work->states[a];
	const state* two = &work->states[b];
	const float first = one->length + WEIGHT * one->left;
	const float second = two->length + WEIGHT * two->left;
	return first < second || ( first == second && a > b );
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

// Adds a state that is not known. A shorter way to a known one does not count.
static void add( fw_joint_work* work, const state* found )
{
	int32_t* bucket = &work->buckets[hash_of( found->at )];
	for ( int32_t i = *bucket; i != NO_STATE; i = work->states[i].next )
	{
		if ( memcmp( work->states[i].at, found->at, sizeof( found->at ) ) == 0 )
		{
			return;
		}
	}
	state* added = &work->states[work->count];
	*added = *found;
	added->next = *bucket;
	*bucket = work->count;
	push( work, work->count++ );
}

// Is a place too far from another one for discs with so much room between their centers, if a step leads from there?
static bool is_far( fw_vec2 a, fw_vec2 b, double room )
{
	const fw_vec2 between = fw_minus( a, b );
	return fw_dot( between, between ) > ( room + STEP_MAX ) * ( room + STEP_MAX );
}

// The others that are near a place from which an agent steps.
typedef struct neighbors
{
	fw_vec2 places[FW_JOINT_AGENTS];
	double radii[FW_JOINT_AGENTS];
	int32_t count;
} neighbors;

static void find_others( const fw_joint_work* work, const state* at, int32_t agent, neighbors* all )
{
	all->count = 0;
	for ( int32_t i = 0; i < work->problem.agent_count; i++ )
	{
		all->places[all->count] = place_of( work, i, at->at[i] );
		all->radii[all->count] = work->problem.agents[i].radius;
		all->count += i != agent ? 1 : 0;
	}
}

static void find_near( const neighbors* all, double radius, fw_vec2 from, neighbors* near )
{
	near->count = 0;
	for ( int32_t i = 0; i < all->count; i++ )
	{
		near->places[near->count] = all->places[i];
		near->radii[near->count] = all->radii[i];
		near->count += is_far( from, all->places[i], radius + all->radii[i] + FW_PRECEDENCE_GAP ) ? 0 : 1;
	}
}

// May an agent make a step past those who are near?
static bool is_free( const neighbors* near, double radius, fw_vec2 from, fw_vec2 to )
{
	bool clear = true;
	for ( int32_t i = 0; i < near->count && clear; i++ )
	{
		clear = fw_joint_is_clear( radius, from, to, near->radii[i], near->places[i] );
	}
	return clear;
}

static void reach( flood* f, int32_t node, int32_t previous )
{
	f->previous[node] = (int16_t)previous;
	f->order[f->count++] = (int16_t)node;
}

// Breadth first. `others`: past all others as they stand, else past walls alone.
static void find_reach( const fw_joint_work* work, const state* at, int32_t agent, bool others, flood* f )
{
	const fw_joint_agent* of = &work->problem.agents[agent];
	const int32_t begin = at->at[agent];
	neighbors all = { .count = 0 };
	neighbors near;
	if ( others )
	{
		find_others( work, at, agent, &all );
	}
	find_near( &all, of->radius, of->start, &near );
	memset( f->previous, 0xff, sizeof( f->previous ) );
	f->count = 0;
	if ( begin != AT_START )
	{
		reach( f, begin, AT_START );
	}
	for ( int32_t k = 0; begin == AT_START && k < of->entry_count; k++ )
	{
		if ( is_free( &near, of->radius, of->start, fw_joint_place( &work->problem, of->entries[k] ) ) )
		{
			reach( f, of->entries[k], AT_START );
		}
	}
	for ( int32_t i = 0; i < f->count; i++ )
	{
		const int32_t node = f->order[i];
		const fw_vec2 from = fw_joint_place( &work->problem, node );
		find_near( &all, of->radius, from, &near );
		for ( int32_t k = 0; k < 8; k++ )
		{
			const int32_t to = ( of->links[node] & 1 << k ) != 0 ? fw_joint_neighbor( node, k ) : NO_NODE;
			if ( to != NO_NODE && f->previous[to] == NO_NODE &&
			     is_free( &near, of->radius, from, fw_joint_place( &work->problem, to ) ) )
			{
				reach( f, to, node );
			}
		}
	}
}

static void add_point( way* w, fw_vec2 point )
{
	if ( w->count < WAY_MAX )
	{
		w->points[w->count++] = point;
	}
}

// The way of an agent to a node of its flood, from there back.
static void trace( const fw_joint_work* work, const state* at, int32_t agent, const flood* f, int32_t to, way* w )
{
	w->count = 0;
	for ( int32_t node = to; node != AT_START; node = f->previous[node] )
	{
		add_point( w, fw_joint_place( &work->problem, node ) );
	}
	add_point( w, place_of( work, agent, at->at[agent] ) );
}

// The shortest way of an agent to its target, alone.
static void find_way( const fw_joint_work* work, const state* at, int32_t agent, way* w )
{
	const fw_joint_agent* of = &work->problem.agents[agent];
	const float* left = work->left[agent];
	w->count = 0;
	add_point( w, place_of( work, agent, at->at[agent] ) );
	for ( int32_t node = at->at[agent]; of->target != FW_JOINT_NONE && left[node] > 0.0f && w->count < WAY_MAX; )
	{
		int32_t next = NO_NODE;
		for ( int32_t k = 0; k < ( node == AT_START ? of->entry_count : 8 ); k++ )
		{
			const int32_t to = node == AT_START                    ? of->entries[k]
			                   : ( of->links[node] & 1 << k ) != 0 ? fw_joint_neighbor( node, k )
			                                                       : NO_NODE;
			next = to != NO_NODE && ( next == NO_NODE || left[to] < left[next] ) ? to : next;
		}
		if ( next == NO_NODE )
		{
			return;
		}
		node = next;
		add_point( w, fw_joint_place( &work->problem, node ) );
	}
}

// Is a disc that stands at a place clear of all of a way?
static bool is_beside( const way* w, double radius, fw_vec2 place, double other )
{
	const double room = radius + other + FW_PRECEDENCE_GAP;
	bool beside = true;
	for ( int32_t i = 0; i < w->count && beside; i++ )
	{
		beside = is_far( place, w->points[i], room ) ||
		         distance_to_line( place, w->points[i], w->points[i + 1 < w->count ? i + 1 : i] ) >= room;
	}
	return beside;
}

static void go( fw_joint_work* work, int32_t parent, int32_t agent, const flood* f, int32_t to )
{
	const state* from = &work->states[parent];
	if ( work->count == FW_JOINT_STATES )
	{
		return;
	}
	state next = *from;
	next.at[agent] = (uint16_t)to;
	next.parent = parent;
	next.left += work->left[agent][to] - work->left[agent][from->at[agent]];
	for ( int32_t node = to; node != AT_START; node = f->previous[node] )
	{
		next.length += 0.5f;
	}
	add( work, &next );
}

// The side on which a node is: 0 to 3.
static int32_t side_of( fw_vec2 from, fw_vec2 to )
{
	const double x = to.x - from.x;
	const double y = to.y - from.y;
	return fabs( x ) >= fabs( y ) ? ( x >= 0.0 ? 0 : 2 ) : y >= 0.0 ? 1 : 3;
}

// The nearest nodes of a flood on each side from which an agent does not block a way of another one.
static int32_t find_refuges( const fw_joint_work* work, const state* at, int32_t agent, const flood* f, const way* w,
                             double other, int32_t refuges[SIDES] )
{
	const fw_vec2 from = place_of( work, agent, at->at[agent] );
	bool known[SIDES] = { false };
	int32_t count = 0;
	for ( int32_t i = 0; i < f->count && count < SIDES; i++ )
	{
		const int32_t node = f->order[i];
		const fw_vec2 place = fw_joint_place( &work->problem, node );
		const int32_t side = side_of( from, place );
		if ( !known[side] && work->left[agent][node] < INFINITY &&
		     is_beside( w, work->problem.agents[agent].radius, place, other ) )
		{
			known[side] = true;
			refuges[count++] = node;
		}
	}
	return count;
}

// Those who block a way of an agent go to refuges. Where they reach none, others clear their way to the nearest one.
static void clear_way( fw_joint_work* work, int32_t parent, int32_t agent, const way* w, int32_t depth )
{
	const double radius = work->problem.agents[agent].radius;
	for ( int32_t i = 0; i < work->problem.agent_count; i++ )
	{
		const state at = work->states[parent];
		if ( i == agent || is_beside( w, work->problem.agents[i].radius, place_of( work, i, at.at[i] ), radius ) )
		{
			continue;
		}
		flood f;
		int32_t refuges[SIDES];
		find_reach( work, &at, i, true, &f );
		const int32_t count = find_refuges( work, &at, i, &f, w, radius, refuges );
		for ( int32_t k = 0; k < count; k++ )
		{
			go( work, parent, i, &f, refuges[k] );
		}
		if ( depth == DEPTH )
		{
			continue;
		}
		find_reach( work, &at, i, false, &f );
		const int32_t wanted = find_refuges( work, &at, i, &f, w, radius, refuges );
		for ( int32_t k = 0; k < wanted; k++ )
		{
			way out;
			trace( work, &at, i, &f, refuges[k], &out );
			clear_way( work, parent, i, &out, depth + 1 );
		}
	}
}

static void expand( fw_joint_work* work, int32_t index )
{
	for ( int32_t i = 0; i < work->problem.agent_count; i++ )
	{
		const state at = work->states[index];
		const int32_t target = work->problem.agents[i].target;
		if ( target == FW_JOINT_NONE || at.at[i] == target )
		{
			continue;
		}
		flood f;
		find_reach( work, &at, i, true, &f );
		if ( f.previous[target] != NO_NODE )
		{
			go( work, index, i, &f, target );
		}
		way w;
		find_way( work, &at, i, &w );
		clear_way( work, index, i, &w, 0 );
	}
}

static bool is_solution( const fw_joint_work* work, const state* at )
{
	bool solved = true;
	for ( int32_t i = 0; i < work->problem.agent_count && solved; i++ )
	{
		solved = work->left[i][at->at[i]] == 0.0f;
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

static int32_t search( fw_joint_work* work, fw_joint_result* result )
{
	state start = { .parent = NO_STATE };
	memset( work->buckets, 0xff, sizeof( work->buckets ) );
	work->count = 0;
	work->heap_count = 0;
	for ( int32_t i = 0; i < FW_JOINT_AGENTS; i++ )
	{
		start.at[i] = i < work->problem.agent_count ? (uint16_t)begin_of( work, i ) : AT_START;
		start.left += i < work->problem.agent_count ? work->left[i][start.at[i]] : 0.0f;
	}
	if ( !( start.left < INFINITY ) )
	{
		return NO_STATE;
	}
	add( work, &start );
	while ( work->heap_count > 0 )
	{
		const int32_t index = pop( work );
		if ( is_solution( work, &work->states[index] ) )
		{
			return index;
		}
		if ( result->expansions == work->problem.max_expansions || work->count == FW_JOINT_STATES )
		{
			result->outcome = FW_JOINT_GAVE_UP;
			return NO_STATE;
		}
		result->expansions++;
		expand( work, index );
	}
	return NO_STATE;
}

// Writes the moves of one agent from a state to the next one, the last one first, before `end`. Returns where they
// begin; negative: they are too many.
static int32_t list_way( fw_joint_work* work, int32_t index, int32_t end )
{
	const state* to = &work->states[index];
	const state* from = &work->states[to->parent];
	flood f;
	way w;
	int32_t agent = 0;
	while ( from->at[agent] == to->at[agent] )
	{
		agent++;
	}
	find_reach( work, from, agent, true, &f );
	trace( work, from, agent, &f, to->at[agent], &w );
	if ( w.count == WAY_MAX )
	{
		return -1;
	}
	for ( int32_t i = 0; i + 1 < w.count && end >= 0; i++ )
	{
		end--;
		if ( end >= 0 )
		{
			work->moves[end] = ( fw_joint_move ){ agent, w.points[i + 1], w.points[i] };
		}
	}
	return end;
}

fw_joint_result fw_joint_plan_solve( fw_joint_plan* plan )
{
	fw_joint_work* work = plan->work;
	fw_joint_result result = { .outcome = FW_JOINT_NOTHING };
	find_left( work );
	const int32_t last = search( work, &result );
	if ( last == NO_STATE )
	{
		return result;
	}
	int32_t begin = FW_JOINT_MOVES;
	for ( int32_t i = last; work->states[i].parent != NO_STATE && begin >= 0; i = work->states[i].parent )
	{
		begin = list_way( work, i, begin );
	}
	result.outcome = begin >= 0 ? FW_JOINT_SOLVED : FW_JOINT_GAVE_UP;
	result.moves = begin >= 0 ? work->moves + begin : NULL;
	result.move_count = begin >= 0 ? FW_JOINT_MOVES - begin : 0;
	return result;
}

// SPDX-License-Identifier: MIT
#include "crowd/joint_reach.h"
#include "crowd/precedence.h"
#include "geom/geom.h"

#include <math.h>

#define NODES FW_JOINT_NODES
#define SIDE FW_JOINT_SIDE
#define AT_START FW_JOINT_AT_START
#define NO_NODE FW_JOINT_NO_NODE
// No step is longer, and no start is further from the nearest node [tiles].
#define STEP_MAX 1.1
// Gaps that differ by less are the same [tiles].
#define SAME_GAP 1e-12

static const int8_t across[8] = { 1, 1, 0, -1, -1, -1, 0, 1 };
static const int8_t down[8] = { 0, 1, 1, 1, 0, -1, -1, -1 };

int32_t fw_joint_neighbor( int32_t node, int32_t direction )
{
	const int32_t x = node % SIDE + across[direction];
	const int32_t y = node / SIDE + down[direction];
	return (uint32_t)x < SIDE && (uint32_t)y < SIDE ? y * SIDE + x : FW_JOINT_NONE;
}

bool fw_joint_is_clear( double radius, fw_vec2 from, fw_vec2 to, double other_radius, fw_vec2 other )
{
	const double room = radius + other_radius + FW_PRECEDENCE_GAP;
	const double gap = fw_distance_to_line( other, from, to );
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

fw_vec2 fw_joint_place_of( const fw_joint_problem* problem, int32_t agent, int32_t at )
{
	return at == AT_START ? problem->agents[agent].start : fw_joint_place( problem, at );
}

static fw_vec2 offset_of( int32_t x, int32_t y )
{
	return ( fw_vec2 ){ 0.5 * x, 0.5 * y };
}

// The node nearest to the start of an agent, and the start seen from it.
static fw_node start_node( const fw_joint_agent* agent, fw_vec2* off )
{
	const fw_node node = fw_node_near( agent->start, 1 );
	const fw_vec2 place = fw_node_place( node );
	*off = fw_minus( agent->start, place );
	return node;
}

void fw_joint_pair_fill( fw_joint_pair* pair, const fw_joint_problem* problem, int32_t agent, int32_t other )
{
	const double radius = problem->agents[agent].radius;
	const double theirs = problem->agents[other].radius;
	const double room = radius + theirs + FW_PRECEDENCE_GAP;
	const int32_t wanted = 1 + (int32_t)( 2.0 * ( room + STEP_MAX ) );
	const int32_t reach = wanted < FW_JOINT_STAMP_REACH ? wanted : FW_JOINT_STAMP_REACH;
	fw_vec2 off;
	(void)start_node( &problem->agents[other], &off );
	pair->past.reach = pair->begin.reach = pair->beside.reach = reach;
	int32_t at = 0;
	for ( int32_t y = -reach; y <= reach; y++ )
	{
		for ( int32_t x = -reach; x <= reach; x++, at++ )
		{
			const fw_vec2 here = offset_of( x, y );
			const fw_vec2 node = { 0.0, 0.0 };
			uint32_t past = 0;
			uint32_t begin = 0;
			uint32_t beside = 0;
			for ( int32_t k = 0; k < 8; k++ )
			{
				const fw_vec2 to = offset_of( x + across[k], y + down[k] );
				const double gap = fw_distance_to_line( here, node, offset_of( across[k], down[k] ) );
				past |= fw_joint_is_clear( radius, here, to, theirs, node ) ? 1u << k : 0u;
				begin |= fw_joint_is_clear( radius, here, to, theirs, off ) ? 1u << k : 0u;
				beside |= gap >= room ? 1u << k : 0u;
			}
			pair->past.bits[at] = (uint8_t)past;
			pair->begin.bits[at] = (uint8_t)begin;
			pair->beside.bits[at] = (uint8_t)beside;
		}
	}
}

// The part of a stamp around a node that is inside of the window.
typedef struct span
{
	int32_t x0, x1, y0, y1; // offsets
} span;

static span span_of( int32_t x, int32_t y, int32_t reach )
{
	return ( span ){
	    .x0 = x > reach ? -reach : -x,
	    .x1 = x + reach < SIDE ? reach : SIDE - 1 - x,
	    .y0 = y > reach ? -reach : -y,
	    .y1 = y + reach < SIDE ? reach : SIDE - 1 - y,
	};
}

// Takes the links that lead too close to one that stands there.
static void keep_off( uint8_t* open, const fw_joint_stamp* stamp, int32_t x, int32_t y )
{
	const span part = span_of( x, y, stamp->reach );
	const int32_t side = 2 * stamp->reach + 1;
	for ( int32_t dy = part.y0; dy <= part.y1; dy++ )
	{
		const uint8_t* bits = &stamp->bits[( dy + stamp->reach ) * side + stamp->reach];
		uint8_t* row = &open[( y + dy ) * SIDE + x];
		for ( int32_t dx = part.x0; dx <= part.x1; dx++ )
		{
			row[dx] &= bits[dx];
		}
	}
}

static void keep_off_others( uint8_t* open, const fw_joint_problem* problem, const fw_joint_pair* pairs,
                             const fw_joint_places* at, int32_t agent )
{
	for ( int32_t i = 0; i < problem->agent_count; i++ )
	{
		const fw_joint_pair* pair = &pairs[agent * FW_JOINT_AGENTS + i];
		if ( i == agent )
		{
			continue;
		}
		if ( at->at[i] != AT_START )
		{
			keep_off( open, &pair->past, at->at[i] % SIDE, at->at[i] / SIDE );
			continue;
		}
		fw_vec2 off;
		const fw_node node = start_node( &problem->agents[i], &off );
		const int32_t x = node.x - problem->first.x;
		const int32_t y = node.y - problem->first.y;
		if ( (uint32_t)x < SIDE && (uint32_t)y < SIDE )
		{
			keep_off( open, &pair->begin, x, y );
		}
	}
}

static void reach_node( fw_joint_flood* flood, int32_t node, int32_t previous )
{
	flood->previous[node] = (int16_t)previous;
	flood->order[flood->count++] = (int16_t)node;
}

// The first nodes of an agent that has not moved, past the others.
static void reach_first( fw_joint_flood* flood, const fw_joint_problem* problem, const fw_joint_places* at,
                         int32_t agent, bool others )
{
	const fw_joint_agent* of = &problem->agents[agent];
	for ( int32_t k = 0; k < of->entry_count; k++ )
	{
		bool clear = true;
		for ( int32_t i = 0; i < problem->agent_count && others && clear; i++ )
		{
			clear = i == agent ||
			        fw_joint_is_clear( of->radius, of->start, fw_joint_place( problem, of->entries[k] ),
			                           problem->agents[i].radius, fw_joint_place_of( problem, i, at->at[i] ) );
		}
		if ( clear )
		{
			reach_node( flood, of->entries[k], AT_START );
		}
	}
}

void fw_joint_flood_fill( fw_joint_flood* flood, const fw_joint_problem* problem, const fw_joint_pair* pairs,
                          const fw_joint_places* at, int32_t agent )
{
	uint8_t open[NODES];
	memcpy( open, problem->agents[agent].links, sizeof( open ) );
	if ( pairs != NULL )
	{
		keep_off_others( open, problem, pairs, at, agent );
	}
	memset( flood->previous, 0xff, sizeof( flood->previous ) );
	flood->count = 0;
	if ( at->at[agent] != AT_START )
	{
		reach_node( flood, at->at[agent], AT_START );
	}
	else
	{
		reach_first( flood, problem, at, agent, pairs != NULL );
	}
	for ( int32_t i = 0; i < flood->count; i++ )
	{
		const int32_t node = flood->order[i];
		for ( int32_t k = 0; k < 8; k++ )
		{
			const int32_t to = node + down[k] * SIDE + across[k]; // in the window, if a link leads there
			if ( ( open[node] & 1 << k ) != 0 && flood->previous[to] == NO_NODE )
			{
				reach_node( flood, to, node );
			}
		}
	}
}

static void add_point( fw_joint_way* way, const fw_joint_problem* problem, int32_t agent, int32_t node )
{
	if ( way->count < FW_JOINT_WAY_MAX )
	{
		way->nodes[way->count] = (int16_t)node;
		way->points[way->count++] = fw_joint_place_of( problem, agent, node );
	}
}

void fw_joint_way_back( fw_joint_way* way, const fw_joint_problem* problem, const fw_joint_places* at, int32_t agent,
                        const fw_joint_flood* flood, int32_t to )
{
	way->count = 0;
	for ( int32_t node = to; node != AT_START; node = flood->previous[node] )
	{
		add_point( way, problem, agent, node );
	}
	if ( at->at[agent] == AT_START )
	{
		add_point( way, problem, agent, AT_START );
	}
}

void fw_joint_way_ahead( fw_joint_way* way, const fw_joint_problem* problem, const fw_joint_places* at, int32_t agent,
                         const float* left )
{
	const fw_joint_agent* of = &problem->agents[agent];
	int32_t node = at->at[agent];
	way->count = 0;
	add_point( way, problem, agent, node );
	while ( of->target != FW_JOINT_NONE && left[node] > 0.0f && way->count < FW_JOINT_WAY_MAX )
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
		add_point( way, problem, agent, node );
	}
}

bool fw_joint_is_beside( const fw_joint_way* way, double radius, fw_vec2 place, double other )
{
	const double room = radius + other + FW_PRECEDENCE_GAP;
	const double far = ( room + STEP_MAX ) * ( room + STEP_MAX );
	bool beside = true;
	for ( int32_t i = 0; i < way->count && beside; i++ )
	{
		const fw_vec2 from = way->points[i];
		const fw_vec2 off = fw_minus( place, from );
		beside = fw_dot( off, off ) > far ||
		         fw_distance_to_line( place, from, way->points[i + 1 < way->count ? i + 1 : i] ) >= room;
	}
	return beside;
}

// Around a step from or to a start, which is between nodes.
static void mark_first_step( uint8_t* taken, const fw_joint_problem* problem, fw_vec2 from, fw_vec2 to, double room )
{
	const fw_node near = fw_node_near( from, 1 );
	const int32_t reach = 1 + (int32_t)( 2.0 * ( room + STEP_MAX ) );
	for ( int32_t y = near.y - reach; y <= near.y + reach; y++ )
	{
		for ( int32_t x = near.x - reach; x <= near.x + reach; x++ )
		{
			const int32_t column = x - problem->first.x;
			const int32_t row = y - problem->first.y;
			if ( (uint32_t)column < SIDE && (uint32_t)row < SIDE &&
			     fw_distance_to_line( fw_node_place( ( fw_node ){ x, y } ), from, to ) < room )
			{
				taken[row * SIDE + column] = 1;
			}
		}
	}
}

static void mark_step( uint8_t* taken, const fw_joint_stamp* beside, int32_t node, int32_t direction )
{
	const int32_t x = node % SIDE;
	const int32_t y = node / SIDE;
	const span part = span_of( x, y, beside->reach );
	const int32_t side = 2 * beside->reach + 1;
	for ( int32_t dy = part.y0; dy <= part.y1; dy++ )
	{
		const uint8_t* bits = &beside->bits[( dy + beside->reach ) * side + beside->reach];
		uint8_t* row = &taken[( y + dy ) * SIDE + x];
		for ( int32_t dx = part.x0; dx <= part.x1; dx++ )
		{
			row[dx] |= (uint8_t)( ( bits[dx] >> direction & 1 ) ^ 1 );
		}
	}
}

static int32_t direction_of( int32_t from, int32_t to )
{
	int32_t direction = 0;
	while ( direction < 7 && from + down[direction] * SIDE + across[direction] != to )
	{
		direction++;
	}
	return direction;
}

void fw_joint_mark_way( uint8_t* taken, const fw_joint_way* way, const fw_joint_problem* problem,
                        const fw_joint_pair* pair, int32_t agent, int32_t other )
{
	const double room = problem->agents[agent].radius + problem->agents[other].radius + FW_PRECEDENCE_GAP;
	memset( taken, 0, NODES );
	for ( int32_t i = 0; i < way->count; i++ )
	{
		const int32_t next = i + 1 < way->count ? i + 1 : i;
		if ( way->nodes[i] == AT_START || way->nodes[next] == AT_START || way->count == 1 )
		{
			mark_first_step( taken, problem, way->points[i], way->points[next], room );
		}
		else if ( next > i )
		{
			mark_step( taken, &pair->beside, way->nodes[i], direction_of( way->nodes[i], way->nodes[next] ) );
		}
	}
}

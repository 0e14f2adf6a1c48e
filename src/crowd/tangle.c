// SPDX-License-Identifier: MIT
// The problem of a tangle: where each member can go, past walls and past those that are no members, and who is in its
// way.
#include "crowd/tangle.h"
#include "fairway/sweep.h"

#define NODES FW_JOINT_NODES
#define NONE FW_JOINT_NONE
// Places that differ by less are the same [tiles].
#define SAME 1e-6

static bool joins( const fw_crowd* crowd, const fw_unit* unit, fw_vec2 from, fw_vec2 to )
{
	const fw_segment line = fw_segment_line( from, to, FW_GEAR_FORWARD );
	return fw_exits_allow_segment( crowd->grid, &line ) && fw_sweep_segment( crowd->grid, unit, &line );
}

// Is a move clear of all who are no members?
static bool is_clear( const crowd_tangle* t, const fw_unit* unit, fw_vec2 from, fw_vec2 to )
{
	bool clear = true;
	for ( int32_t i = 0; i < t->near_count && clear; i++ )
	{
		clear = fw_joint_is_clear( unit->radius, from, to, crowd_reach( t->crowd, t->near[i] ),
		                           crowd_front( t->crowd, t->near[i] ) );
	}
	return clear;
}

bool fw_crowd_tangle_lets( const crowd_tangle* t, const fw_unit* unit, fw_vec2 from, fw_vec2 to )
{
	return joins( t->crowd, unit, from, to ) && is_clear( t, unit, from, to );
}

void fw_crowd_tangle_list_near( crowd_tangle* t )
{
	fw_crowd* crowd = t->crowd;
	const fw_vec2 first = fw_joint_place( t->problem, 0 );
	const fw_box box = { first.x, first.y, first.x + 0.5 * FW_JOINT_SIDE, first.y + 0.5 * FW_JOINT_SIDE };
	const int32_t count = fw_safe_stop_near( &crowd->precedence.stop, &box, 1.0 );
	t->near_count = 0;
	for ( int32_t i = 0; i < count && t->near_count < CROWD_TANGLE_NEAR; i++ )
	{
		const int32_t other = crowd->precedence.stop.cells.found[i];
		bool is_member = false;
		for ( int32_t k = 0; k < t->problem->agent_count && !is_member; k++ )
		{
			is_member = t->members[k] == other;
		}
		t->near[t->near_count] = other;
		t->near_count += is_member ? 0 : 1;
	}
}

static bool counts( const crowd_tangle* t, int32_t node )
{
	const int32_t x = node % FW_JOINT_SIDE + t->problem->first.x - t->begin.x;
	const int32_t y = node / FW_JOINT_SIDE + t->problem->first.y - t->begin.y;
	return x >= 0 && y >= 0 && x < t->side && y < t->side;
}

// The links between all nodes that a member can reach past walls.
static void find_links( crowd_tangle* t, int32_t member )
{
	fw_joint_agent* agent = &t->problem->agents[member];
	const fw_unit* unit = &t->crowd->units[t->members[member]].unit;
	int32_t queue[NODES];
	bool reached[NODES] = { false };
	int32_t count = 0;
	for ( int32_t k = 0; k < agent->entry_count; k++ )
	{
		reached[agent->entries[k]] = true;
		queue[count++] = agent->entries[k];
	}
	for ( int32_t i = 0; i < count; i++ )
	{
		const fw_vec2 from = fw_joint_place( t->problem, queue[i] );
		for ( int32_t k = 0; k < 8; k++ )
		{
			const int32_t node = fw_joint_neighbor( queue[i], k );
			if ( node < 0 || !counts( t, node ) || !joins( t->crowd, unit, from, fw_joint_place( t->problem, node ) ) )
			{
				continue;
			}
			agent->links[queue[i]] |= (uint8_t)( 1 << k );
			if ( !reached[node] )
			{
				reached[node] = true;
				queue[count++] = node;
			}
		}
	}
}

static bool is_target_free( const crowd_tangle* t, int32_t member, fw_vec2 place )
{
	bool is_free = true;
	for ( int32_t i = 0; i < member && is_free; i++ )
	{
		const fw_joint_agent* other = &t->problem->agents[i];
		const fw_vec2 target = fw_joint_place( t->problem, other->target != NONE ? other->target : 0 );
		is_free = other->target == NONE || fw_length( target.x - place.x, target.y - place.y ) >=
		                                       other->radius + t->problem->agents[member].radius + FW_PRECEDENCE_GAP;
	}
	return is_free;
}

// The node of the window, of those that a member can reach past walls, from which it has least left.
static void find_target( crowd_tangle* t, int32_t member )
{
	fw_crowd* crowd = t->crowd;
	fw_joint_agent* agent = &t->problem->agents[member];
	const int32_t index = t->members[member];
	const crowd_unit* unit = &crowd->units[index];
	const int32_t step = fw_node_step( unit->unit.radius );
	double least = INFINITY;
	agent->target = NONE;
	for ( int32_t i = 0; i < NODES && unit->has_goal; i++ )
	{
		const fw_vec2 place = fw_joint_place( t->problem, i );
		const bool is_goal = fabs( place.x - unit->goal.x ) < SAME && fabs( place.y - unit->goal.y ) < SAME;
		const fw_node node = fw_node_near( place, step );
		const bool is_node =
		    fabs( fw_node_place( node ).x - place.x ) < SAME && fabs( fw_node_place( node ).y - place.y ) < SAME;
		if ( agent->links[i] == 0 || ( !is_goal && !is_node ) )
		{
			continue;
		}
		const double left = is_goal ? -1.0 : fw_crowd_left_at( crowd, index, node );
		if ( left < least && is_target_free( t, member, place ) )
		{
			least = left;
			agent->target = i;
		}
	}
}

// Where a unit that becomes a member can begin.
static void begin_member( crowd_tangle* t, int32_t index )
{
	fw_joint_problem* problem = t->problem;
	const fw_vec2 front = crowd_front( t->crowd, index );
	fw_joint_agent* agent = &problem->agents[problem->agent_count];
	t->paths[problem->agent_count] = t->crowd->units[index].path_number;
	t->members[problem->agent_count++] = index;
	*agent = ( fw_joint_agent ){ .radius = t->crowd->units[index].unit.radius, .start = front, .target = NONE };
	const fw_node near = fw_node_near( front, 1 );
	const int32_t x = near.x - problem->first.x;
	const int32_t y = near.y - problem->first.y;
	if ( near.x <= t->begin.x || near.y <= t->begin.y || near.x >= t->begin.x + t->side - 1 ||
	     near.y >= t->begin.y + t->side - 1 )
	{
		return;
	}
	const int32_t middle = y * FW_JOINT_SIDE + x;
	const fw_vec2 place = fw_joint_place( problem, middle );
	if ( place.x == front.x && place.y == front.y )
	{
		agent->entries[agent->entry_count++] = middle;
		return;
	}
	for ( int32_t k = 0; k < 9; k++ )
	{
		const int32_t node = middle + ( k / 3 - 1 ) * FW_JOINT_SIDE + k % 3 - 1;
		if ( joins( t->crowd, &t->crowd->units[index].unit, front, fw_joint_place( problem, node ) ) )
		{
			agent->entries[agent->entry_count++] = node;
		}
	}
}

void fw_crowd_tangle_add( crowd_tangle* t, int32_t index )
{
	const int32_t member = t->problem->agent_count;
	const fw_joint_agent* agent = &t->problem->agents[member];
	begin_member( t, index );
	fw_crowd_tangle_list_near( t );
	find_links( t, member );
	find_target( t, member );
	memcpy( t->links[member], agent->links, sizeof( agent->links ) );
	memcpy( t->entries[member], agent->entries, sizeof( agent->entries ) );
	t->entry_counts[member] = agent->entry_count;
}

// The unit that is no member and first on the shortest way of one to its target; NONE: there is none. `links` are past
// walls.
static int32_t find_in_way( const crowd_tangle* t, int32_t member )
{
	float left[NODES];
	const fw_joint_agent* agent = &t->problem->agents[member];
	if ( agent->target == NONE )
	{
		return NONE;
	}
	fw_joint_distances( agent, agent->target, left );
	fw_vec2 place = agent->start;
	int32_t node = NONE;
	for ( int32_t steps = 0; steps < NODES && node != agent->target; steps++ )
	{
		int32_t next = NONE;
		float least = INFINITY;
		for ( int32_t k = 0; k < ( node == NONE ? agent->entry_count : 8 ); k++ )
		{
			const int32_t to = node == NONE                           ? agent->entries[k]
			                   : ( agent->links[node] & 1 << k ) != 0 ? fw_joint_neighbor( node, k )
			                                                          : NONE;
			const fw_vec2 there = fw_joint_place( t->problem, to != NONE ? to : 0 );
			const float total =
			    to != NONE ? left[to] + (float)fw_length( there.x - place.x, there.y - place.y ) : INFINITY;
			if ( total < least )
			{
				least = total;
				next = to;
			}
		}
		if ( next == NONE )
		{
			return NONE;
		}
		const fw_vec2 there = fw_joint_place( t->problem, next );
		for ( int32_t i = 0; i < t->near_count; i++ )
		{
			const crowd_unit* other = &t->crowd->units[t->near[i]];
			if ( crowd_can_join( other ) && !fw_joint_is_clear( agent->radius, place, there, other->unit.radius,
			                                                    crowd_front( t->crowd, t->near[i] ) ) )
			{
				return t->near[i];
			}
		}
		place = there;
		node = next;
	}
	return NONE;
}

int32_t fw_crowd_tangle_nearest( const crowd_tangle* t )
{
	const fw_vec2 from = t->problem->agents[0].start;
	double least = INFINITY;
	int32_t nearest = NONE;
	for ( int32_t i = 0; i < t->near_count; i++ )
	{
		const fw_vec2 front = crowd_front( t->crowd, t->near[i] );
		const double away = fw_length( front.x - from.x, front.y - from.y );
		const crowd_unit* unit = &t->crowd->units[t->near[i]];
		if ( crowd_can_join( unit ) && away < least )
		{
			least = away;
			nearest = t->near[i];
		}
	}
	return nearest;
}

static void restore( crowd_tangle* t, int32_t member )
{
	fw_joint_agent* agent = &t->problem->agents[member];
	memcpy( agent->links, t->links[member], sizeof( agent->links ) );
	memcpy( agent->entries, t->entries[member], sizeof( agent->entries ) );
	agent->entry_count = t->entry_counts[member];
}

// Takes the links away from a member that lead too close to a unit that is no member.
static void keep_off( crowd_tangle* t, int32_t member, int32_t other )
{
	fw_joint_agent* agent = &t->problem->agents[member];
	const fw_vec2 front = crowd_front( t->crowd, other );
	const double radius = crowd_reach( t->crowd, other );
	const fw_node near = fw_node_near( front, 1 );
	const int32_t reach = 3 + (int32_t)( 2.0 * ( radius + agent->radius ) );
	for ( int32_t dy = -reach; dy <= reach; dy++ )
	{
		for ( int32_t dx = -reach; dx <= reach; dx++ )
		{
			const int32_t x = near.x + dx - t->problem->first.x;
			const int32_t y = near.y + dy - t->problem->first.y;
			const bool inside = (uint32_t)x < FW_JOINT_SIDE && (uint32_t)y < FW_JOINT_SIDE;
			const int32_t node = inside ? y * FW_JOINT_SIDE + x : 0;
			const fw_vec2 from = fw_joint_place( t->problem, node );
			for ( int32_t k = 0; inside && k < 8 && agent->links[node] != 0; k++ )
			{
				const bool leads = ( agent->links[node] & 1 << k ) != 0;
				const fw_vec2 to = leads ? fw_joint_place( t->problem, fw_joint_neighbor( node, k ) ) : from;
				const bool clear = !leads || fw_joint_is_clear( agent->radius, from, to, radius, front );
				agent->links[node] &= (uint8_t)( clear ? 0xff : ~( 1 << k ) );
			}
		}
	}
}

// Past all who are no members.
static void keep_off_all( crowd_tangle* t, int32_t member )
{
	fw_joint_agent* agent = &t->problem->agents[member];
	const fw_unit* unit = &t->crowd->units[t->members[member]].unit;
	int32_t count = 0;
	for ( int32_t i = 0; i < t->near_count; i++ )
	{
		keep_off( t, member, t->near[i] );
	}
	for ( int32_t k = 0; k < agent->entry_count; k++ )
	{
		const int32_t node = agent->entries[k];
		agent->entries[count] = node;
		count += is_clear( t, unit, agent->start, fw_joint_place( t->problem, node ) ) ? 1 : 0;
	}
	agent->entry_count = count;
}

int32_t fw_crowd_tangle_prepare( crowd_tangle* t )
{
	int32_t in_way = NONE;
	for ( int32_t i = 0; i < t->problem->agent_count; i++ )
	{
		restore( t, i );
		in_way = in_way == NONE ? find_in_way( t, i ) : in_way;
		keep_off_all( t, i );
	}
	return in_way;
}

void fw_crowd_tangle_drop_targets( crowd_tangle* t )
{
	for ( int32_t i = 0; i < t->problem->agent_count; i++ )
	{
		fw_joint_agent* agent = &t->problem->agents[i];
		float left[NODES];
		bool reaches = agent->target == NONE;
		if ( !reaches )
		{
			fw_joint_distances( agent, agent->target, left );
		}
		for ( int32_t k = 0; k < agent->entry_count && !reaches; k++ )
		{
			reaches = left[agent->entries[k]] < INFINITY;
		}
		agent->target = reaches ? agent->target : NONE;
	}
}

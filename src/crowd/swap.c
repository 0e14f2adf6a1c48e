// SPDX-License-Identifier: MIT
// Two units in a corridor that must change places: the one that goes back first.
//
// Source: K. Okumura, "Improving LaCAM for Scalable Eventually Optimal Multi-Agent Pathfinding" (2023), the swap of its
// configuration generator.
#include "crowd/crowd.h"

static fw_node neighbor( fw_node node, int32_t k, int32_t step )
{
	return ( fw_node ){ node.x + ( k % 3 - 1 ) * step, node.y + ( k / 3 - 1 ) * step };
}

static bool is_same( fw_node a, fw_node b )
{
	return a.x == b.x && a.y == b.y;
}

// The unit whose front is at a node; -1: none.
static int32_t unit_at( fw_crowd* crowd, fw_node node )
{
	const fw_vec2 place = fw_node_place( node );
	const fw_box box = { place.x, place.y, place.x, place.y };
	const int32_t count = fw_safe_stop_near( &crowd->precedence.stop, &box, 1e-6 );
	int32_t least = -1;
	for ( int32_t i = 0; i < count; i++ )
	{
		const int32_t other = crowd->precedence.stop.cells.found[i];
		const fw_vec2 front = crowd_front( crowd, other );
		const bool there = fabs( front.x - place.x ) < 1e-6 && fabs( front.y - place.y ) < 1e-6;
		least = there && ( least < 0 || other < least ) ? other : least;
	}
	return least;
}

// The number of nodes that follow `node` without going back to `from`; the last one of them is `next`.
static int32_t exits_of( const fw_crowd* crowd, const fw_unit* unit, fw_node from, fw_node node, fw_node* next )
{
	const int32_t step = fw_node_step( unit->radius );
	int32_t count = 0;
	for ( int32_t k = 0; k < 9; k++ )
	{
		const fw_node to = neighbor( node, k, step );
		if ( k != 4 && !is_same( to, from ) && fw_node_joins( crowd->grid, unit, node, to ) )
		{
			*next = to;
			count++;
		}
	}
	return count;
}

// Unit `a` goes from one node to the next, and drives `b`, which is there, on: must both change places?
static bool must_swap( fw_crowd* crowd, int32_t a, int32_t b, fw_node from, fw_node to )
{
	const fw_unit* unit = &crowd->units[a].unit;
	for ( int32_t i = 0; i < CROWD_DEPTH && fw_crowd_left_at( crowd, a, to ) < fw_crowd_left_at( crowd, a, from ); i++ )
	{
		fw_node next = to;
		const int32_t exits = exits_of( crowd, unit, from, to, &next );
		if ( exits >= 2 )
		{
			return false;
		}
		if ( exits == 0 )
		{
			break;
		}
		from = to;
		to = next;
	}
	const double here = fw_crowd_left_at( crowd, a, from );
	return crowd->units[b].has_goal && fw_crowd_left_at( crowd, b, from ) < fw_crowd_left_at( crowd, b, to ) &&
	       ( here < 1e-6 || fw_crowd_left_at( crowd, a, to ) < here );
}

// Is there a branch, from `to` on, away from `from`?
static bool can_swap( const fw_crowd* crowd, int32_t index, fw_node from, fw_node to )
{
	const fw_node first = from;
	for ( int32_t i = 0; i < CROWD_DEPTH && !( i > 0 && is_same( to, first ) ); i++ )
	{
		fw_node next = to;
		const int32_t exits = exits_of( crowd, &crowd->units[index].unit, from, to, &next );
		if ( exits != 1 )
		{
			return exits >= 2;
		}
		from = to;
		to = next;
	}
	return false;
}

int32_t fw_crowd_swap( fw_crowd* crowd, int32_t index, fw_node best )
{
	const fw_unit* unit = &crowd->units[index].unit;
	const int32_t step = fw_node_step( unit->radius );
	const fw_node here = fw_node_near( crowd_front( crowd, index ), step );
	const int32_t ahead = unit_at( crowd, best );
	if ( ahead >= 0 && ahead != index && must_swap( crowd, index, ahead, here, best ) &&
	     can_swap( crowd, index, best, here ) )
	{
		return ahead;
	}
	for ( int32_t k = 0; k < 9; k++ )
	{
		const fw_node node = neighbor( here, k, step );
		const int32_t other = k != 4 && !is_same( node, best ) ? unit_at( crowd, node ) : -1;
		if ( other >= 0 && other != index && crowd->units[other].has_goal &&
		     fw_node_joins( crowd->grid, unit, here, node ) && must_swap( crowd, other, index, here, best ) &&
		     can_swap( crowd, index, best, here ) )
		{
			return other;
		}
	}
	return -1;
}

void fw_crowd_pull( fw_crowd* crowd, int32_t partner, fw_node node )
{
	crowd_unit* unit = &crowd->units[partner];
	const fw_vec2 front = crowd_front( crowd, partner );
	const fw_node from = fw_node_near( front, fw_node_step( unit->unit.radius ) );
	const fw_segment line = fw_segment_line( front, fw_node_place( node ), FW_GEAR_FORWARD );
	int32_t blocker;
	if ( unit->round != crowd->ticks && unit->walks && !unit->holds &&
	     fw_node_joins( crowd->grid, &unit->unit, from, node ) &&
	     fw_precedence_check( &crowd->precedence, partner, &line, &blocker ) == FW_APPEND_OK &&
	     fw_crowd_append( crowd, partner, &line, 1, -1.0, true ) )
	{
		unit->round = crowd->ticks;
		unit->answer = CROWD_MOVED;
	}
}

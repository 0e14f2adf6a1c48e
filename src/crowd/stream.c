// SPDX-License-Identifier: MIT
// Units that go the same way.
//
// Who has one before it that goes its way pushes it only forward.
//
// The places of a group are handed out so that the ways of its members do not cross. So a member that has nobody else
// near in the open goes straight on, and waits for those before it: it does not step over the lattice around them,
// which makes ways up to 8 % longer and breaks up the group.
#include "crowd/crowd.h"
#include "geom/geom.h"
#include "sweep/sweep.h"

// The ways of units are one way if the cosine between them is at least this.
#define ONE_WAY 0.7

bool fw_crowd_is_in_stream( const fw_crowd* crowd, int32_t index, const crowd_stream* stream )
{
	const fw_mover* mover = crowd_mover( crowd, index );
	const crowd_unit* unit = &crowd->units[index];
	return unit->away > 0.0 && mover->speed > 0.0 && crowd_speed( unit ) > stream->speed &&
	       fw_dot( mover->course.direction, stream->along ) > ONE_WAY;
}

// Do they wait for the same strait, and is the unit that began, on whose account one pushes the other, not to overtake
// it? It overtakes only those whose ways are much shorter. Before a gate at which others come out all make room.
static bool queue_together( const fw_crowd* crowd, int32_t index, int32_t other )
{
	const crowd_unit* unit = &crowd->units[index];
	const crowd_unit* before = &crowd->units[other];
	return unit->walks && before->walks && unit->ahead_count > 0 && before->ahead_count > 0 &&
	       unit->ahead[0].strait == before->ahead[0].strait && unit->ahead[0].direction == before->ahead[0].direction &&
	       crowd->units[crowd->root].first_left <= before->first_left + CROWD_FAR &&
	       !fw_crowd_nears_gate( crowd, crowd->root );
}

bool fw_crowd_goes_along( fw_crowd* crowd, int32_t index, int32_t other, fw_vec2 to )
{
	const crowd_unit* unit = &crowd->units[index];
	const double patience = unit->walks ? CROWD_LATER : CROWD_SOON;
	if ( !( crowd->units[other].away > 0.0 ) || crowd->time - unit->free_time >= patience )
	{
		return false;
	}
	if ( queue_together( crowd, index, other ) )
	{
		return true;
	}
	const fw_vec2 front = crowd_front( crowd, index );
	const fw_vec2 wants = fw_crowd_direction( crowd, other );
	return wants.x * ( to.x - front.x ) + wants.y * ( to.y - front.y ) > 0.0;
}

static bool is_like( const crowd_unit* unit, const crowd_unit* other )
{
	return other->group == unit->group && other->walks && other->unit.radius == unit->unit.radius;
}

bool fw_crowd_is_among_own( fw_crowd* crowd, int32_t index )
{
	const crowd_unit* unit = &crowd->units[index];
	const fw_vec2 front = crowd_front( crowd, index );
	const fw_segment stands = fw_segment_line( front, front, FW_GEAR_FORWARD );
	if ( unit->group < 0 || !unit->walks ||
	     !fw_sweep_disc( crowd->grid, unit->unit.capabilities, CROWD_PIECE, &stands ) )
	{
		return false;
	}
	fw_safe_stop* stop = &crowd->precedence.stop;
	const fw_box box = { front.x, front.y, front.x, front.y };
	const int32_t near = fw_safe_stop_near( stop, &box, CROWD_NEAR );
	bool own = true;
	for ( int32_t i = 0; i < near && own; i++ )
	{
		own = is_like( unit, &crowd->units[stop->cells.found[i]] );
	}
	return own;
}

bool fw_crowd_step_straight( fw_crowd* crowd, int32_t index, fw_vec2 look, double left, crowd_candidate* step )
{
	const fw_vec2 front = crowd_front( crowd, index );
	const double length = fw_length( look.x - front.x, look.y - front.y );
	if ( length < CROWD_STEP || !fw_crowd_is_among_own( crowd, index ) )
	{
		return false;
	}
	step->to = ( fw_vec2 ){ front.x + ( look.x - front.x ) * CROWD_STEP / length,
	                        front.y + ( look.y - front.y ) * CROWD_STEP / length };
	const fw_segment line = fw_segment_line( front, step->to, FW_GEAR_FORWARD );
	step->at = -1.0;
	step->left = left - fw_guide_length( &line );
	step->cost = step->left + CROWD_LITTLE * CROWD_STEP - CROWD_SOME;
	return true;
}

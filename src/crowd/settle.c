// SPDX-License-Identifier: MIT
// Units with the same goal, or with goals too close for both: the first one there keeps it, the others stand around it.
#include "crowd/crowd.h"

bool fw_crowd_holds_goal( const fw_crowd* crowd, int32_t holder, int32_t index )
{
	const crowd_unit* one = &crowd->units[holder];
	const crowd_unit* two = &crowd->units[index];
	return ( one->has_goal || one->settled ) && !( one->away > 0.0 ) && two->has_goal &&
	       fw_length( one->goal.x - two->goal.x, one->goal.y - two->goal.y ) < one->unit.radius + two->unit.radius;
}

void fw_crowd_settle( fw_crowd* crowd, int32_t index )
{
	crowd_unit* unit = &crowd->units[index];
	const int32_t holder = unit->waits_for;
	unit->goes_round = holder >= 0 && crowd->units[holder].used && fw_crowd_holds_goal( crowd, holder, index );
	if ( unit->goes_round && crowd->time - unit->best_time >= CROWD_SETTLE_AFTER )
	{
		unit->has_goal = false;
		unit->settled = true;
		unit->visited = true;
		unit->away = 0.0;
		unit->answer = CROWD_UNDECIDED;
	}
}

// Does the way of a unit, as far as CROWD_PASS_TILES, lead over the goal of another one?
static bool wants_to_pass( fw_crowd* crowd, int32_t index, fw_vec2 goal, double radius )
{
	const crowd_unit* unit = &crowd->units[index];
	const fw_outline theirs = crowd_mover( crowd, index )->outline;
	const fw_outline own = { radius };
	const fw_vec2 front = crowd_front( crowd, index );
	fw_segment parts[CROWD_PARTS];
	int32_t count = 1;
	if ( unit->on_path )
	{
		double to = fmin( unit->at + CROWD_PASS_TILES, unit->path.length );
		count = fw_crowd_path_parts( unit, unit->at, &to, parts );
	}
	else
	{
		fw_vec2 to;
		double at;
		if ( !fw_crowd_wish( crowd, index, &to, &at ) )
		{
			return false;
		}
		const double length = fw_length( to.x - front.x, to.y - front.y );
		if ( length < 1e-6 ) return false;
		if ( length > CROWD_PASS_TILES )
		{
			to.x = front.x + ( to.x - front.x ) * CROWD_PASS_TILES / length;
			to.y = front.y + ( to.y - front.y ) * CROWD_PASS_TILES / length;
		}
		parts[0] = fw_segment_line( front, to, FW_GEAR_FORWARD );
	}
	bool passes = false;
	for ( int32_t i = 0; i < count && !passes; i++ )
	{
		passes = fw_gap_to_segment( &own, goal, &theirs, &parts[i] ) < CROWD_PASS_MARGIN;
	}
	return passes;
}

bool fw_crowd_lets_pass( fw_crowd* crowd, int32_t index )
{
	const crowd_unit* unit = &crowd->units[index];
	if ( !unit->visited || !unit->has_goal || !unit->walks )
	{
		return false;
	}
	fw_safe_stop* stop = &crowd->precedence.stop;
	const fw_box box = { unit->goal.x, unit->goal.y, unit->goal.x, unit->goal.y };
	const int32_t near = fw_safe_stop_near( stop, &box, CROWD_PASS_TILES );
	for ( int32_t i = 0; i < near; i++ )
	{
		crowd->spare[i] = stop->cells.found[i];
	}
	bool passes = false;
	for ( int32_t i = 0; i < near && !passes; i++ )
	{
		const int32_t other = crowd->spare[i];
		passes = other != index && crowd->units[other].has_goal && crowd->units[other].away > 0.0 &&
		         !crowd->units[other].visited && fw_crowd_ranks_before( crowd, other, index ) &&
		         wants_to_pass( crowd, other, unit->goal, unit->unit.radius );
	}
	return passes;
}

// SPDX-License-Identifier: MIT
// Units with the same goal, or with goals too close for both: the first one there keeps it, the others stand around it.
#include "crowd/crowd.h"

bool fw_crowd_holds_goal( const fw_crowd* crowd, int32_t holder, int32_t index )
{
	const crowd_unit* one = &crowd->units[holder];
	const crowd_unit* two = &crowd->units[index];
	if ( !( one->has_goal || one->settled ) || one->away > 0.0 || !two->has_goal )
	{
		return false;
	}
	const fw_gap_shape* shape = &crowd_mover( crowd, holder )->outline;
	const fw_gap_shape* other = &crowd_mover( crowd, index )->outline;
	if ( shape->core == NULL && other->core == NULL )
	{
		const double room = one->unit.radius + two->unit.radius + FW_PRECEDENCE_GAP;
		return fw_length( one->goal.x - two->goal.x, one->goal.y - two->goal.y ) < room;
	}
	return fw_gap_between( shape, fw_crowd_path_pose( one, INFINITY ), other, fw_crowd_path_pose( two, INFINITY ) ) <
	       FW_PRECEDENCE_GAP;
}

void fw_crowd_settle( fw_crowd* crowd, int32_t index )
{
	crowd_unit* unit = &crowd->units[index];
	const int32_t holder = unit->waits_for;
	unit->goes_round = holder >= 0 && crowd->units[holder].used && fw_crowd_holds_goal( crowd, holder, index );
	if ( unit->goes_round && crowd->time - unit->best_time >= CROWD_SOON )
	{
		unit->has_goal = false;
		unit->settled = true;
		unit->visited = true;
		unit->away = 0.0;
		unit->answer = CROWD_UNDECIDED;
	}
}

// The way that a unit is about to go, as far as CROWD_AROUND, and the number of its parts.
static int32_t next_way( fw_crowd* crowd, int32_t index, fw_segment parts[CROWD_PARTS] )
{
	const crowd_unit* unit = &crowd->units[index];
	double to = fmin( unit->at + CROWD_AROUND, unit->path.length );
	if ( unit->on_path )
	{
		return fw_crowd_path_parts( unit, unit->at, &to, parts );
	}
	const fw_vec2 front = crowd_front( crowd, index );
	fw_vec2 look;
	const bool looks = fw_crowd_wish( crowd, index, &look, &to );
	const double length = looks ? fw_length( look.x - front.x, look.y - front.y ) : 0.0;
	if ( length < FW_COURSE_SHORTEST )
	{
		return 0;
	}
	const double part = fmin( CROWD_AROUND / length, 1.0 );
	const fw_vec2 end = { front.x + part * ( look.x - front.x ), front.y + part * ( look.y - front.y ) };
	parts[0] = fw_segment_line( front, end, FW_GEAR_FORWARD );
	return 1;
}

// Does a unit come over the goal of another one, before which it ranks?
static bool comes_over( fw_crowd* crowd, int32_t index, int32_t other )
{
	const crowd_unit* unit = &crowd->units[index];
	if ( index == other || !unit->has_goal || !( unit->away > 0.0 ) || unit->visited ||
	     !fw_crowd_ranks_before( crowd, index, other ) )
	{
		return false;
	}
	fw_segment parts[CROWD_PARTS];
	const int32_t count = next_way( crowd, index, parts );
	const fw_vec2 goal = crowd->units[other].goal; // of a disc
	bool comes = false;
	for ( int32_t i = 0; i < count && !comes; i++ )
	{
		comes = fw_gap_to_segment( &crowd_mover( crowd, other )->outline, ( fw_pose ){ goal.x, goal.y, 0.0 },
		                           &crowd_mover( crowd, index )->outline, &parts[i] ) < CROWD_MARGIN;
	}
	return comes;
}

bool fw_crowd_lets_pass( fw_crowd* crowd, int32_t index )
{
	crowd_unit* unit = &crowd->units[index];
	const bool was_there = unit->visited || ( unit->pushed_off_by >= 0 && unit->away < CROWD_AT_LAST );
	const fw_vec2 front = crowd_front( crowd, index );
	// So near to its goal it is in the way there as much as here. A member so far from it was mostly at another place,
	// and has been given this one since.
	const double left = fw_length( front.x - unit->goal.x, front.y - unit->goal.y );
	const bool lets_nobody = left < CROWD_MARGIN || ( left > CROWD_NEAR && unit->group >= 0 );
	if ( !was_there || lets_nobody || !unit->has_goal || !unit->walks )
	{
		return false;
	}
	fw_safe_stop* stop = &crowd->precedence.stop;
	const fw_box box = { unit->goal.x, unit->goal.y, unit->goal.x, unit->goal.y };
	const int32_t near = fw_safe_stop_near( stop, &box, CROWD_AROUND );
	memcpy( crowd->spare, stop->cells.found, (size_t)near * sizeof( crowd->spare[0] ) );
	bool lets = false;
	for ( int32_t i = 0; i < near && !lets; i++ )
	{
		lets = comes_over( crowd, crowd->spare[i], index );
	}
	unit->answer = lets ? CROWD_WAIT : unit->answer;
	return lets;
}

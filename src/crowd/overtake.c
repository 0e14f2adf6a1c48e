// SPDX-License-Identifier: MIT
// Overtaking on open ground: a walker that comes up behind a slower unit moves out to one side and drives on beside it.
// What leads it back to its path then leads it past.
//
// Where all are equally fast nobody overtakes: whoever does pushes in before somebody else.
#include "crowd/crowd.h"
#include "geom/geom.h"
#include "sweep/sweep.h"

#include <math.h>

// Is the other one ahead, in the way, on the same way, and slower?
static bool holds_up( const fw_crowd* crowd, int32_t index, int32_t other, fw_vec2 along )
{
	const fw_mover* theirs = crowd_mover( crowd, other );
	const fw_vec2 from = crowd_front( crowd, index );
	const fw_vec2 to = { theirs->place.x - from.x, theirs->place.y - from.y };
	const double reach = crowd_reach( crowd, index ) + crowd_reach( crowd, other );
	const double ahead = fw_dot( to, along );
	const double aside = fabs( fw_cross( along, to ) );
	const crowd_stream any = { along, 0.0 };
	return other != index && ahead > 0.0 && ahead < reach + 2.0 * CROWD_PIECE && aside < reach + CROWD_MARGIN &&
	       fw_crowd_is_in_stream( crowd, other, &any ) &&
	       crowd_speed( &crowd->units[other] ) <= CROWD_SLOWER * crowd_speed( &crowd->units[index] );
}

// The nearest one; -1: none.
static int32_t find_slower( fw_crowd* crowd, int32_t index, fw_vec2 along )
{
	fw_safe_stop* stop = &crowd->precedence.stop;
	const fw_vec2 from = crowd_front( crowd, index );
	const fw_box box = { from.x, from.y, from.x, from.y };
	const int32_t near = fw_safe_stop_near( stop, &box, 2.0 * CROWD_PIECE + CROWD_MARGIN );
	int32_t found = -1;
	double least = INFINITY;
	for ( int32_t i = 0; i < near; i++ )
	{
		const int32_t other = stop->cells.found[i];
		const fw_vec2 place = crowd_mover( crowd, other )->place;
		const double away = fw_length( place.x - from.x, place.y - from.y );
		if ( holds_up( crowd, index, other, along ) && ( away < least || ( away == least && other < found ) ) )
		{
			least = away;
			found = other;
		}
	}
	return found;
}

// Out to one side of the other one, and on beside it, if there is nobody but those that drive the same way, and beside
// it nobody who is as slow. `slant`: so much it moves ahead for each tile that it moves out.
static bool move_out( fw_crowd* crowd, int32_t index, int32_t other, fw_vec2 along, double side, double further,
                      double slant )
{
	const fw_vec2 front = crowd_front( crowd, index );
	const fw_vec2 place = crowd_mover( crowd, other )->place;
	const fw_vec2 out = { -side * along.y, side * along.x };
	const fw_vec2 off = { front.x - place.x, front.y - place.y };
	const double apart = crowd_reach( crowd, index ) + crowd_reach( crowd, other ) + 2.0 * CROWD_MARGIN;
	const double by = apart - fw_dot( off, out ) + further;
	if ( by < FW_COURSE_SHORTEST )
	{
		return false;
	}
	const fw_vec2 beside = { front.x + by * ( slant * along.x + out.x ), front.y + by * ( slant * along.y + out.y ) };
	const fw_vec2 on = { beside.x + 2.0 * CROWD_PIECE * along.x, beside.y + 2.0 * CROWD_PIECE * along.y };
	const fw_segment parts[2] = {
	    fw_segment_line( front, beside, FW_GEAR_FORWARD ),
	    fw_segment_line( beside, on, FW_GEAR_FORWARD ),
	};
	const fw_unit* unit = &crowd->units[index].unit;
	const crowd_stream all = { along, 0.0 };
	const crowd_stream fast = { along, CROWD_SLOWER * crowd_speed( &crowd->units[index] ) };
	return fw_sweep_segment( crowd->grid, unit, &parts[0] ) && fw_sweep_segment( crowd->grid, unit, &parts[1] ) &&
	       fw_exits_allow_segment( crowd->grid, &parts[0] ) && fw_crowd_is_open( crowd, index, &parts[0], 1, &all ) &&
	       fw_crowd_is_open( crowd, index, &parts[1], 1, &fast ) &&
	       fw_crowd_append( crowd, index, parts, 1, -1.0, false );
}

// To the side on which it is already, else to the right; with a slant, and from close behind a walker straight out.
static bool move_to_a_side( fw_crowd* crowd, int32_t index, int32_t other, fw_vec2 along, double further )
{
	const fw_vec2 front = crowd_front( crowd, index );
	const fw_vec2 place = crowd_mover( crowd, other )->place;
	const fw_vec2 off = { front.x - place.x, front.y - place.y };
	const double side = fw_cross( along, off ) < 0.0 ? -1.0 : 1.0;
	const int32_t tries = further > 0.0 || !crowd->units[other].walks ? 2 : 4;
	bool moves = false;
	for ( int32_t i = 0; i < tries && !moves; i++ )
	{
		moves = move_out( crowd, index, other, along, i % 2 == 0 ? side : -side, further, i < 2 ? 1.0 : 0.0 );
	}
	return moves;
}

bool fw_crowd_overtake( fw_crowd* crowd, int32_t index )
{
	fw_vec2 to;
	double at;
	const int32_t other = find_slower( crowd, index, crowd_mover( crowd, index )->course.direction );
	if ( other < 0 || !fw_crowd_is_on_open_ground( crowd, index ) || !fw_crowd_wish( crowd, index, &to, &at ) )
	{
		return false;
	}
	const fw_vec2 front = crowd_front( crowd, index );
	const double length = fw_length( to.x - front.x, to.y - front.y );
	if ( length < CROWD_PIECE )
	{
		return false;
	}
	const fw_vec2 along = { ( to.x - front.x ) / length, ( to.y - front.y ) / length };
	bool moves = false;
	for ( double further = 0.0; further <= CROWD_NEAR && !moves; further += 1.0 )
	{
		moves = move_to_a_side( crowd, index, other, along, further );
	}
	return moves;
}

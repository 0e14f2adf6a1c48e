// SPDX-License-Identifier: MIT
// How far ahead a unit with a turning radius is given its path: to the first place where it can wait without blocking
// those that it waits for (impasse.c), all of it at once or nothing. And walkers keep off what it waits for.
#include "crowd/crowd.h"
#include "motion/profile.h"

double fw_crowd_vehicle_target( fw_crowd* crowd, int32_t index, double piece )
{
	crowd_unit* unit = &crowd->units[index];
	const double from = unit->at;
	const double end = unit->path.length;
	unit->impasse = fw_crowd_in_impasse( crowd, index );
	unit->in_impasse = unit->impasse >= 0;
	for ( double at = from; at < end && at - from < CROWD_THROUGH_MAX; )
	{
		const bool first = at == from;
		at = fmin( at + piece, end );
		const int32_t other = fw_crowd_find_impasse( crowd, index, at, unit->in_impasse );
		if ( other < 0 )
		{
			return at;
		}
		unit->impasse = first ? other : unit->impasse;
	}
	return from;
}

// Does a unit drive the same way as this one where its front is in the way of a part?
static bool goes_along( const fw_crowd* crowd, int32_t other, const fw_segment* part )
{
	const crowd_unit* unit = &crowd->units[other];
	const fw_vec2 front = crowd_front( crowd, other );
	const fw_vec2 next = fw_crowd_path_point( unit, fmin( unit->at + 1.0, unit->path.length ) );
	const double x = part->to.x - part->from.x;
	const double y = part->to.y - part->from.y;
	return unit->on_path && unit->away > 0.0 && x * ( next.x - front.x ) + y * ( next.y - front.y ) > 0.0;
}

// A unit whose front is in the way of the first of some parts of a path in whose way one is; -1: none.
static int32_t find_front_in( fw_crowd* crowd, int32_t index, const fw_segment* parts, int32_t count, bool* along )
{
	fw_safe_stop* stop = &crowd->precedence.stop;
	const fw_mover* mover = crowd_mover( crowd, index );
	for ( int32_t k = 0; k < count; k++ )
	{
		const fw_box box = fw_box_of( &parts[k] );
		const int32_t near = fw_safe_stop_near( stop, &box, fw_gap_reach( &mover->outline ) + FW_PRECEDENCE_GAP );
		for ( int32_t i = 0; i < near; i++ )
		{
			const int32_t other = stop->cells.found[i];
			if ( other != index && fw_precedence_meets_front( mover, &parts[k], crowd_mover( crowd, other ) ) )
			{
				*along = goes_along( crowd, other, &parts[k] );
				return other;
			}
		}
	}
	return -1;
}

// A unit whose front is in the way of a unit's path, and what it is asked to clear; -1: none, -2: the path cannot be
// driven at all. If the one in the nearest piece drives the same way it is that one: a tank in a column would send back
// those that are before the first tank.
static int32_t find_in_way( fw_crowd* crowd, int32_t index, double to, bool* along, crowd_claim* claim )
{
	const crowd_unit* unit = &crowd->units[index];
	claim->unit = index;
	for ( double at = unit->at; at < to; )
	{
		fw_segment parts[CROWD_PARTS];
		double end = fmin( at + CROWD_PIECE, to );
		const int32_t count = fw_crowd_path_parts( unit, at, &end, parts );
		const int32_t other = find_front_in( crowd, index, parts, count, along );
		if ( other >= 0 )
		{
			end = to;
			claim->count = fw_crowd_path_parts( unit, at, &end, claim->parts );
			return *along ? other : find_front_in( crowd, index, claim->parts, claim->count, along );
		}
		if ( !( end > at ) )
		{
			return -2;
		}
		at = end;
	}
	return -1;
}

crowd_answer fw_crowd_drive_through( fw_crowd* crowd, int32_t index, double to )
{
	crowd_unit* unit = &crowd->units[index];
	bool along = false;
	const int32_t other = find_in_way( crowd, index, to, &along, &crowd->claims[crowd->depth] );
	if ( other != -1 )
	{
		unit->waits_for = other;
		if ( other >= 0 && !along && !crowd->units[other].holds && crowd->units[other].round != crowd->ticks &&
		     crowd->depth + 1 < CROWD_DEPTH && fw_crowd_ranks_before( crowd, crowd->root, other ) )
		{
			crowd->depth++;
			(void)fw_crowd_decide( crowd, other, CROWD_ASIDE );
			crowd->depth--;
		}
		return along ? CROWD_UNDECIDED : CROWD_FAIL;
	}
	bool moved = false;
	while ( unit->at < to )
	{
		fw_segment parts[CROWD_PARTS];
		double end = to;
		const double before = unit->at;
		const int32_t count = fw_crowd_path_parts( unit, unit->at, &end, parts );
		if ( count == 0 || !fw_crowd_append( crowd, index, parts, count, end, false ) || !( unit->at > before ) )
		{
			break;
		}
		moved = true;
	}
	unit->through = moved ? unit->at : unit->through;
	return moved ? CROWD_MOVED : CROWD_FAIL;
}

// What a blocked vehicle would be given next, and the number of its parts; 0: it is not blocked.
static int32_t blocked_way( const fw_crowd* crowd, int32_t index, fw_segment parts[CROWD_PARTS] )
{
	const crowd_unit* unit = &crowd->units[index];
	double to = fmin( unit->at + CROWD_PIECE, unit->path.length );
	const bool blocked = !unit->walks && unit->away > 0.0 && unit->on_path && unit->blocked >= 0.0;
	return blocked && to > unit->at ? fw_crowd_path_parts( unit, unit->at, &to, parts ) : 0;
}

static bool is_in_way( const fw_gap_shape* own, fw_vec2 place, const fw_gap_shape* theirs, const fw_segment* parts,
                       int32_t count )
{
	bool in = false;
	for ( int32_t k = 0; k < count && !in; k++ )
	{
		in = fw_gap_to_segment( own, ( fw_pose ){ place.x, place.y, 0.0 }, theirs, &parts[k] ) < FW_PRECEDENCE_GAP;
	}
	return in;
}

// Would a unit come nearer to a vehicle than the room that this needs to leave its path?
static bool comes_near( fw_crowd* crowd, int32_t index, fw_vec2 to, int32_t vehicle )
{
	const fw_vec2 front = crowd_front( crowd, index );
	const fw_vec2 theirs = crowd_front( crowd, vehicle );
	const double room = crowd_reach( crowd, index ) + crowd_reach( crowd, vehicle ) + CROWD_PIECE;
	const double comes = fw_length( to.x - theirs.x, to.y - theirs.y );
	return comes < room && comes < fw_length( front.x - theirs.x, front.y - theirs.y );
}

bool fw_crowd_cuts_in( fw_crowd* crowd, int32_t index, fw_vec2 to )
{
	const crowd_unit* unit = &crowd->units[index];
	const double stood = crowd->time - unit->moved;
	if ( crowd->all_vehicles == 0 || stood > CROWD_AT_LAST || ( !unit->walks && fw_crowd_is_locked( crowd, index ) ) )
	{
		return false;
	}
	fw_safe_stop* stop = &crowd->precedence.stop;
	const fw_gap_shape* own = &crowd_mover( crowd, index )->outline;
	const fw_vec2 front = crowd_front( crowd, index );
	const fw_box box = { to.x, to.y, to.x, to.y };
	const int32_t near = fw_safe_stop_near( stop, &box, fw_gap_reach( own ) + CROWD_PIECE );
	bool cuts = false;
	for ( int32_t i = 0; i < near && !cuts; i++ )
	{
		const int32_t other = stop->cells.found[i];
		const fw_gap_shape* theirs = &crowd_mover( crowd, other )->outline;
		fw_segment parts[CROWD_PARTS];
		const bool locked = other != index && fw_crowd_is_locked( crowd, other );
		const bool waits = other != index && unit->walks && !locked && stood <= CROWD_SOON;
		const int32_t count = waits ? blocked_way( crowd, other, parts ) : 0;
		cuts = ( locked && comes_near( crowd, index, to, other ) ) ||
		       ( is_in_way( own, to, theirs, parts, count ) && !is_in_way( own, front, theirs, parts, count ) );
	}
	return cuts;
}

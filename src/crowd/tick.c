// SPDX-License-Identifier: MIT
// The tick: what has come of the last one, who decides in this one, in which order, and how time passes.
#include "crowd/crowd.h"
#include "geom/geom.h"

// Places that differ by less are the same [tiles].
#define SAME 1e-9
// A step of the length of a tick is a tick, whatever its rounding [s].
#define WHOLE 1e-9
// A front that was cut is looked for so far back on the path [tiles].
#define CUT_MAX 64.0

// The distance along a segment of a place on it; negative: it is not on it.
static double along_segment( const fw_segment* segment, fw_vec2 place )
{
	const fw_gap_shape point = { .radius = 0.0 };
	if ( !( fw_gap_to_segment( &point, ( fw_pose ){ place.x, place.y, 0.0 }, &point, segment ) < 1e-6 ) )
	{
		return -1.0;
	}
	if ( segment->kind != FW_SEGMENT_ARC )
	{
		return fmin( fw_length( place.x - segment->from.x, place.y - segment->from.y ), segment->length );
	}
	const double angle = fw_atan2( place.y - segment->center.y, place.x - segment->center.x ) - segment->start;
	const double turned = fw_angle_positive( segment->sweep < 0.0 ? -angle : angle );
	return turned > 2.0 * FW_PI - 1e-6 ? 0.0 : fmin( turned * segment->radius, segment->length );
}

// Where the front of a unit is after its course was cut: on its path the last such place before where it was.
static void find_front( fw_crowd* crowd, int32_t index )
{
	crowd_unit* unit = &crowd->units[index];
	const fw_vec2 front = crowd_front( crowd, index );
	double begin = 0.0;
	double best = -1.0;
	for ( int32_t i = 0; i < unit->path.count && unit->has_goal && begin <= unit->at; i++ )
	{
		const fw_segment* segment = &unit->path.segments[i];
		const double along = begin + segment->length >= unit->at - CUT_MAX ? along_segment( segment, front ) : -1.0;
		best = along >= 0.0 && begin + along <= unit->at + SAME ? begin + along : best;
		begin += segment->length;
	}
	unit->known_front = front;
	unit->on_path = best >= 0.0;
	if ( unit->on_path )
	{
		fw_crowd_set_at( unit, best );
		unit->through = fmin( unit->through, best );
	}
}

// Who comes to its goal has gained by that once in each order. It may be pushed to and fro over its goal for ever: from
// then on it is in vain for as long as it is away, less the time for which it stays there.
static void note_home( fw_crowd* crowd, int32_t index )
{
	crowd_unit* unit = &crowd->units[index];
	unit->home += CROWD_TICK;
	if ( !unit->reached || unit->home >= CROWD_AT_LAST )
	{
		unit->gain_time = crowd->time;
	}
	else if ( unit->home >= CROWD_WHILE )
	{
		unit->gain_time = lesser( unit->gain_time + 2.0 * CROWD_TICK, crowd->time );
	}
	unit->reached = true;
}

// What has come of the last tick. Has a unit to decide in this one?
static bool look_at( fw_crowd* crowd, int32_t index, bool cut )
{
	crowd_unit* unit = &crowd->units[index];
	if ( cut && !crowd_is_same( crowd_front( crowd, index ), unit->known_front ) )
	{
		find_front( crowd, index );
	}
	const fw_vec2 front = unit->known_front;
	if ( !unit->has_goal || ( fabs( front.x - unit->goal.x ) < SAME && fabs( front.y - unit->goal.y ) < SAME ) )
	{
		unit->visited = unit->visited || unit->has_goal;
		unit->away = 0.0;
		note_home( crowd, index );
		return false;
	}
	unit->away += CROWD_TICK;
	unit->home = 0.0;
	crowd->vehicles += unit->walks ? 0 : 1;
	unit->visited = unit->visited && unit->away < CROWD_WHILE;
	if ( !unit->walks && crowd->time >= unit->next_look )
	{
		fw_crowd_look_for_meetings( crowd, index );
		unit->next_look = crowd->time + CROWD_MOMENT;
	}
	return crowd->time >= unit->next_try && crowd->precedence.stop.lefts[index] <= crowd_horizon( unit );
}

// Looks at all units once, as a crowd of thousands does not stay in the cache. Gives the number of those that are due.
static int32_t look_round( fw_crowd* crowd )
{
	int32_t due = 0;
	const bool cut = crowd->cuts != crowd->precedence.stop.cuts;
	crowd->cuts = crowd->precedence.stop.cuts;
	crowd->vehicles = 0;
	fw_straits_begin_tick( &crowd->straits, crowd->time );
	for ( int32_t i = 0; i < crowd->count; i++ )
	{
		if ( i + CROWD_FETCH < crowd->count )
		{
			FW_PREFETCH( &crowd->units[i + CROWD_FETCH] );
		}
		if ( crowd->units[i].used )
		{
			crowd->due[due] = i;
			due += look_at( crowd, i, cut ) ? 1 : 0;
			if ( crowd->units[i].is_inside || crowd->units[i].ahead_count > 0 )
			{
				fw_crowd_count_in_straits( crowd, i );
			}
		}
	}
	fw_straits_settle( &crowd->straits );
	return due;
}

static void note_progress( fw_crowd* crowd, int32_t index )
{
	crowd_unit* unit = &crowd->units[index];
	const double left = fw_crowd_left_in_sight( crowd, index );
	if ( !unit->on_path && left < INFINITY )
	{
		fw_crowd_set_at( unit, fw_crowd_at_of( unit, left ) );
	}
	unit->lost = !( left < INFINITY );
	fw_crowd_spread( crowd, index, left );
	if ( unit->answer == CROWD_WAIT )
	{
		unit->free_time = crowd->time;
		unit->best_time = crowd->time;
	}
	if ( left < unit->best_left - 0.5 )
	{
		unit->best_left = left;
		unit->best_time = crowd->time;
		unit->nearer_time = crowd->time;
	}
	if ( left < unit->gain_left - 0.5 && !unit->reached )
	{
		unit->gain_left = left;
		unit->gain_time = crowd->time;
	}
}

// Does a row of units that wait for each other lead back to this one? All but the last one have stood for long.
static bool waits_for_itself( const fw_crowd* crowd, int32_t index )
{
	int32_t at = crowd->units[index].waits_for;
	for ( int32_t i = 0; i < CROWD_DEPTH && at >= 0 && at != index; i++ )
	{
		const crowd_unit* other = &crowd->units[at];
		const bool stands = other->waits_for == index || crowd->time - other->moved >= CROWD_LATER;
		at = other->used && other->away > 0.0 && stands ? other->waits_for : -1;
	}
	return at == index;
}

bool fw_crowd_is_locked( const fw_crowd* crowd, int32_t index )
{
	const crowd_unit* unit = &crowd->units[index];
	if ( unit->walks || !unit->unit.reverse || !( unit->away > 0.0 ) || crowd->time - unit->moved < CROWD_LATER ||
	     unit->waits_for < 0 || !crowd->units[unit->waits_for].used )
	{
		return false;
	}
	const crowd_unit* other = &crowd->units[unit->waits_for];
	const bool shut_in =
	    other->walks && other->away > 0.0 && other->waits_for < 0 && crowd->time - other->moved >= CROWD_LATER;
	const bool at_home = !( other->away > 0.0 ) && !other->holds;
	return shut_in || at_home || waits_for_itself( crowd, index );
}

// Many that set out at once fill their guides one after the other, as the work of a tick is bounded. Nobody brakes for
// that, nor waits for long.
static bool waits_for_guide( const fw_crowd* crowd, int32_t index )
{
	const crowd_unit* unit = &crowd->units[index];
	return crowd->guides.filled >= FW_GUIDES_FILLED && unit->walks && crowd->time - unit->nearer_time < CROWD_SOON &&
	       crowd->precedence.stop.lefts[index] <= 0.0 &&
	       !fw_guide_is_good( &crowd->guides, unit->guide, index, crowd_front( crowd, index ) );
}

static void decide_all( fw_crowd* crowd )
{
	crowd->guides.filled = 0;
	const int32_t due = look_round( crowd );
	fw_crowd_sort( crowd, crowd->due, due );
	for ( int32_t i = 0; i < due; i++ )
	{
		note_progress( crowd, crowd->due[i] );
		if ( crowd->units[crowd->due[i]].door_count == CROWD_DOORS_LATER )
		{
			fw_crowd_list_doors( crowd, crowd->due[i] );
		}
	}
	bool counted = false;
	for ( int32_t i = 0; i < due; i++ )
	{
		fw_crowd_look_for_others( crowd, crowd->due[i] );
		fw_crowd_look_at_doors( crowd, crowd->due[i], &counted );
	}
	bool planned = false;
	for ( int32_t i = 0; i < due && !planned; i++ )
	{
		planned = fw_crowd_unravel( crowd, crowd->due[i] );
	}
	fw_crowd_unravel_on( crowd );
	for ( int32_t i = 0; i < due; i++ )
	{
		const int32_t index = crowd->due[i];
		crowd_unit* unit = &crowd->units[index];
		// Who was pushed forward, and could not get out of the way, may still go on by itself.
		const bool goes_on = unit->walks && unit->push == CROWD_FORWARD && unit->answer == CROWD_FAIL;
		if ( ( unit->round == crowd->ticks && !goes_on ) || waits_for_guide( crowd, index ) )
		{
			continue;
		}
		crowd->root = index;
		crowd->depth = 0;
		crowd->backs_up = fw_crowd_is_locked( crowd, index );
		if ( fw_crowd_lets_pass( crowd, index ) )
		{
			unit->next_try = crowd->time + CROWD_RETRY;
		}
		else if ( fw_crowd_decide( crowd, index, crowd->backs_up ? CROWD_ASIDE : CROWD_OWN ) != CROWD_MOVED )
		{
			unit->next_try = crowd->time + CROWD_RETRY;
			fw_crowd_settle( crowd, index );
		}
	}
}

// Is a tick over? Then the time ahead is that since its end.
static bool ends_tick( double* ahead )
{
	if ( *ahead < CROWD_TICK - WHOLE )
	{
		return false;
	}
	*ahead = fmax( *ahead - CROWD_TICK, 0.0 );
	*ahead = *ahead < WHOLE ? 0.0 : *ahead;
	return true;
}

int32_t fw_crowd_decisions( const fw_crowd* crowd, double seconds )
{
	double ahead = crowd->ahead + seconds;
	int32_t count = crowd->driven ? 0 : 1;
	while ( ends_tick( &ahead ) && ahead > 0.0 )
	{
		count++;
	}
	return count;
}

fw_status fw_crowd_step( fw_crowd* crowd, double seconds )
{
	crowd->failed = FW_OK;
	crowd->ahead += seconds;
	if ( crowd->revision != fw_grid_revision( crowd->grid ) )
	{
		crowd->revision = fw_grid_revision( crowd->grid );
		fw_precedence_recheck( &crowd->precedence );
		for ( int32_t i = 0; i < crowd->count; i++ )
		{
			if ( crowd->units[i].used )
			{
				fw_crowd_leave_blocked( crowd, i );
			}
		}
	}
	while ( crowd->ahead > 0.0 )
	{
		if ( !crowd->driven )
		{
			decide_all( crowd );
			fw_crowd_drive_all( crowd );
			crowd->driven = true;
		}
		if ( !ends_tick( &crowd->ahead ) )
		{
			break;
		}
		fw_safe_stop_advance( &crowd->precedence.stop, &crowd->parallel );
		crowd->ticks++;
		crowd->time = (double)crowd->ticks * CROWD_TICK;
		crowd->driven = false;
	}
	return crowd->failed;
}

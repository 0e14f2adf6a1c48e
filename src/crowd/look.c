// SPDX-License-Identifier: MIT
// What each unit will sweep in the next two seconds, and which units have to yield: a map of tiles with times, filled
// in by priority. A unit whose tiles meet those of one with priority at the same time looks for a detour; it brakes
// before them, since it may not own them meanwhile (claims.c). Source: M. Pinter, "Toward More Realistic Pathfinding"
// (2001), "Friendly-collision avoidance". Differs from it: tiles have times, so that units may cross one behind the
// other, and who is queued behind another claims nothing before it.
#include "crowd/meet.h"

#include <math.h>

#define PIECE 0.5 // [tiles]

// Two units keep this far apart in time [s].
#define APART 0.3

// A moving unit takes a detour if it is no longer than this [tiles]: crossings clear by themselves.
#define LONGER_CROSSING 2.5
#define LONGER_HEAD_ON 12.0

typedef struct meeting
{
	int32_t with;   // -1: nobody
	int32_t leader; // whom it is queued behind, -1: nobody
} meeting;

static fw_vec2 direction_of( const crowd_unit* unit )
{
	fw_vec2 way;
	fw_sincos( unit->pose.heading, &way.y, &way.x );
	return way;
}

// When the unit comes to a distance ahead if nothing stops it.
static double time_to( const crowd_unit* unit, double distance )
{
	const double v = unit->speed;
	const double a = unit->how.unit.acceleration;
	const double top = unit->how.unit.speed;
	const double ramp = fmax( 0.0, ( top * top - v * v ) / ( 2.0 * a ) );
	if ( distance <= ramp )
	{
		return 2.0 * distance / ( v + sqrt( v * v + 2.0 * a * distance ) + 1e-12 );
	}
	return fmax( 0.0, top - v ) / a + ( distance - ramp ) / top;
}

// Does the unit go in the same direction as another one that stands on its path?
static bool follows( const crowd_unit* unit, const crowd_unit* other )
{
	const fw_vec2 a = direction_of( unit );
	const fw_vec2 b = direction_of( other );
	return other->errand == ERRAND_GOAL && a.x * b.x + a.y * b.y > 0.3;
}

// Marks the tiles of one piece; false where the unit meets another one there, or is queued behind it.
static bool mark_piece( fw_crowd* crowd, int32_t index, const fw_segment* piece, double from, double to, meeting* met )
{
	const crowd_unit* unit = &crowd->units[index];
	const touched tiles = fw_crowd_touch( crowd, unit->radius, piece );
	for ( int32_t r = 0; r < tiles.count && r < FW_CLAIM_ROWS; r++ )
	{
		for ( int32_t x = tiles.rows[r].x0; x <= tiles.rows[r].x1; x++ )
		{
			const int32_t tile = tile_of( crowd, x, tiles.rows[r].y );
			if ( tile < 0 )
			{
				return false;
			}
			const int32_t owner = crowd->owner[tile];
			if ( owner >= 0 && owner != index && follows( unit, &crowd->units[owner] ) )
			{
				met->leader = owner;
				return false;
			}
			const ahead_tile* ahead = tile_ahead( crowd, tile );
			// A unit that makes room for another one has its rank, and no conflict with it.
			const bool known = ahead != NULL && ahead->unit != index && crowd->rank[ahead->unit] < crowd->rank[index];
			const double theirs = known ? crowd->units[ahead->unit].looked - crowd->time : 0.0;
			if ( known && from < theirs + ahead->to + APART && to > theirs + ahead->from - APART )
			{
				met->with = ahead->unit;
				return false;
			}
			if ( !known )
			{
				const bool mine = ahead != NULL && ahead->unit == index;
				crowd->ahead[tile] = ( ahead_tile ){ index, mine ? ahead->from : (float)from, (float)to, unit->look };
			}
		}
	}
	return true;
}

static meeting mark_way( fw_crowd* crowd, int32_t index )
{
	crowd_unit* unit = &crowd->units[index];
	meeting met = { .with = -1, .leader = -1 };
	const double horizon = unit->stuck != FW_CROWD_NOT_STUCK ? 0.0 : crowd->def.look_ahead;
	const double width = 2.0 * unit->radius;
	double distance = unit->at;
	while ( distance < fmin( unit->gate, unit->holds ) && time_to( unit, distance - unit->at ) < horizon )
	{
		double begin;
		double end;
		const fw_segment* segment = fw_crowd_segment( unit, distance, &begin, &end );
		const double until = segment != NULL ? fmin( distance + PIECE, end ) : distance;
		if ( !( until > distance ) )
		{
			break;
		}
		const fw_segment piece = fw_segment_part( segment, distance - begin, until - begin );
		const double from = time_to( unit, fmax( 0.0, distance - unit->at - width ) );
		const double to = time_to( unit, until - unit->at + width );
		if ( !mark_piece( crowd, index, &piece, from, to, &met ) )
		{
			break;
		}
		distance = until;
	}
	return met;
}

static void give_way( fw_crowd* crowd, int32_t index, const meeting* met )
{
	crowd_unit* unit = &crowd->units[index];
	crowd->counters.conflicts++;
	const fw_vec2 a = direction_of( unit );
	const fw_vec2 b = direction_of( &crowd->units[met->with] );
	const bool head_on = a.x * b.x + a.y * b.y < -0.3;
	if ( unit->walks && unit->errand == ERRAND_GOAL && crowd->budget > 0 && unit->tries < FW_TRIES )
	{
		fw_crowd_detour( crowd, index, true, head_on ? LONGER_HEAD_ON : LONGER_CROSSING, false );
	}
	else if ( !unit->walks && head_on )
	{
		unit->wants_path = true;
	}
}

void fw_crowd_look( fw_crowd* crowd )
{
	for ( int32_t i = 0; i < crowd->ordered; i++ )
	{
		const int32_t index = crowd->sorted[i];
		crowd_unit* unit = &crowd->units[index];
		if ( crowd->time < unit->next_look )
		{
			continue;
		}
		unit->next_look = crowd->time + crowd->def.look_every;
		unit->looked = crowd->time;
		unit->look++;
		unit->leader = -1;
		fw_crowd_meet( crowd, index );
		if ( unit->errand == ERRAND_NONE || unit->track.count == 0 )
		{
			continue;
		}
		const meeting met = mark_way( crowd, index );
		unit->leader = unit->errand == ERRAND_GOAL ? met.leader : -1;
		if ( met.with >= 0 )
		{
			give_way( crowd, index, &met );
		}
	}
}

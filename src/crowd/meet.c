// SPDX-License-Identifier: MIT
// Units with a turning radius that meet head-on: the one that yields sees it from afar, while it has room to turn off.
#include "crowd/crowd.h"
#include "motion/profile.h"

#define SAMPLES ( 2 * CROWD_FAR + 1 )

// The track of a unit from where it stops: a point for each tile, and the direction in which it passes it.
typedef struct track
{
	int32_t count;
	fw_vec2 places[SAMPLES];
	fw_vec2 along[SAMPLES];
} track;

double fw_crowd_stop_at( const fw_crowd* crowd, int32_t index )
{
	return fmax( crowd->units[index].at - crowd_mover( crowd, index )->left, 0.0 );
}

static void follow( const fw_crowd* crowd, int32_t index, track* out )
{
	const crowd_unit* unit = &crowd->units[index];
	out->count = 0;
	if ( !unit->on_path || !( unit->away > 0.0 ) )
	{
		return;
	}
	const double from = fw_crowd_stop_at( crowd, index );
	for ( double at = from; out->count < SAMPLES && at <= unit->path.length; at += 1.0 )
	{
		const fw_vec2 place = fw_crowd_path_point( unit, at );
		const fw_vec2 next = fw_crowd_path_point( unit, fmin( at + 0.5, unit->path.length ) );
		const double length = fw_length( next.x - place.x, next.y - place.y );
		const fw_vec2 none = { 0.0, 0.0 };
		out->along[out->count] =
		    length > 0.0 ? ( fw_vec2 ){ ( next.x - place.x ) / length, ( next.y - place.y ) / length } : none;
		out->places[out->count++] = place;
	}
}

static bool are_close( fw_vec2 a, fw_vec2 b, double distance )
{
	const double x = a.x - b.x;
	const double y = a.y - b.y;
	return x * x + y * y < distance * distance;
}

static bool stands( const fw_crowd* crowd, int32_t index )
{
	const fw_mover* mover = crowd_mover( crowd, index );
	return !( mover->speed > 0.0 ) && mover->commitment.now + 1 == mover->commitment.count;
}

// The tiles after which a track leads against another one, or against a unit that stands; -1: it does not. Of one that
// yields only the place counts.
static int32_t tiles_to( const fw_crowd* crowd, const track* own, int32_t index, int32_t other )
{
	track theirs;
	follow( crowd, other, &theirs );
	if ( theirs.count > 0 && !fw_crowd_ranks_before( crowd, other, index ) )
	{
		if ( !stands( crowd, other ) )
		{
			return -1;
		}
		theirs.count = 1;
	}
	const double gap = crowd->units[index].half_width + crowd->units[other].half_width + CROWD_MEET_MARGIN;
	const fw_vec2 front = crowd_front( crowd, other );
	for ( int32_t i = 1 + (int32_t)crowd_mover( crowd, index )->left; i < own->count; i++ )
	{
		bool close = theirs.count == 0 && are_close( own->places[i], front, gap );
		for ( int32_t k = 0; k < theirs.count && !close; k++ )
		{
			const double cosine = own->along[i].x * theirs.along[k].x + own->along[i].y * theirs.along[k].y;
			close = cosine < CROWD_MEET_COSINE && are_close( own->places[i], theirs.places[k], gap );
		}
		if ( close )
		{
			return i;
		}
	}
	return -1;
}

void fw_crowd_look_for_meetings( fw_crowd* crowd, int32_t index )
{
	track own;
	crowd_unit* unit = &crowd->units[index];
	const fw_vec2 front = crowd_front( crowd, index );
	unit->meets = -1;
	follow( crowd, index, &own );
	for ( int32_t i = 0; i < crowd->count && own.count > 0; i++ )
	{
		const crowd_unit* other = &crowd->units[i];
		if ( !other->used || i == index || other->walks ||
		     !are_close( front, crowd_front( crowd, i ), 6.0 * CROWD_FAR ) )
		{
			continue;
		}
		const int32_t tiles = tiles_to( crowd, &own, index, i );
		if ( tiles >= 0 && ( unit->meets < 0 || tiles < unit->meets_after ) )
		{
			unit->meets = i;
			unit->meets_after = tiles;
		}
	}
	unit->meets_since = unit->meets < 0 ? crowd->time : unit->meets_since;
}

bool fw_crowd_holds( const fw_crowd* crowd, int32_t index )
{
	const crowd_unit* unit = &crowd->units[index];
	if ( unit->walks || !unit->in_impasse || unit->meets < 0 || crowd->time - unit->meets_since < CROWD_SOON )
	{
		return false;
	}
	const crowd_unit* other = &crowd->units[unit->meets];
	if ( !( other->away > 0.0 ) )
	{
		return false; // it can be pushed
	}
	const double room = 0.5 * CROWD_VEHICLE_TURNS * unit->unit.turning_radius + crowd_reach( crowd, index ) +
	                    crowd_reach( crowd, unit->meets );
	if ( stands( crowd, unit->meets ) )
	{
		return are_close( crowd_front( crowd, index ), crowd_front( crowd, unit->meets ), room );
	}
	const bool comes = fw_crowd_ranks_before( crowd, unit->meets, index ) && !stands( crowd, unit->meets );
	return comes || ( other->away > 0.0 && unit->meets_after < room );
}

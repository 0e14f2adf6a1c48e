// SPDX-License-Identifier: MIT
// Units with a turning radius that meet head-on: the one that yields sees it from afar, while it has room to turn off.
// So does one that comes up behind a slower one: it looks for a path past that.
#include "crowd/crowd.h"
#include "geom/geom.h"
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

// Is this a slower one that drives on the same way before it? To pass it takes a long way: near its goal a unit stays
// behind.
static bool holds_up( const fw_crowd* crowd, const track* own, int32_t index, int32_t other )
{
	const crowd_unit* unit = &crowd->units[index];
	if ( own->count < SAMPLES || crowd_speed( &crowd->units[other] ) > CROWD_SLOWER * crowd_speed( unit ) )
	{
		return false;
	}
	const double gap = unit->half_width + crowd->units[other].half_width + CROWD_MEET_MARGIN;
	const fw_vec2 place = crowd_mover( crowd, other )->place;
	const int32_t far = CROWD_FAR + (int32_t)crowd_mover( crowd, index )->left;
	bool is_ahead = false;
	for ( int32_t i = 1; i < own->count && i <= far && !is_ahead; i++ )
	{
		const crowd_stream same = { own->along[i], 0.0 };
		is_ahead = are_close( own->places[i], place, gap ) && fw_crowd_is_in_stream( crowd, other, &same );
	}
	return is_ahead;
}

// Does another one come the other way, not far beside its own? Boats of ten seeds of channel.json that overtake before
// such ones are home 1.8 s later on average.
static bool comes( const fw_crowd* crowd, int32_t index, int32_t other )
{
	const fw_mover* own = crowd_mover( crowd, index );
	const fw_mover* theirs = crowd_mover( crowd, other );
	const fw_vec2 along = own->course.direction;
	const fw_vec2 to = { theirs->place.x - own->place.x, theirs->place.y - own->place.y };
	return crowd->units[other].away > 0.0 && fw_dot( theirs->course.direction, along ) < 0.0 &&
	       fw_dot( to, along ) > 0.0 && fabs( fw_cross( along, to ) ) < CROWD_FAR;
}

bool fw_crowd_is_behind( const crowd_unit* unit )
{
	return unit->behind >= 0 && unit->meets < 0 && unit->impasse < 0;
}

bool fw_crowd_wants_past( const fw_crowd* crowd, int32_t index )
{
	const crowd_unit* unit = &crowd->units[index];
	return fw_crowd_is_behind( unit ) && crowd->time >= unit->next_pass;
}

void fw_crowd_look_for_meetings( fw_crowd* crowd, int32_t index )
{
	track own;
	crowd_unit* unit = &crowd->units[index];
	const fw_vec2 front = crowd_front( crowd, index );
	unit->meets = -1;
	unit->behind = -1;
	bool is_alone = true;
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
		unit->behind = unit->behind < 0 && holds_up( crowd, &own, index, i ) ? i : unit->behind;
		is_alone = is_alone && !comes( crowd, index, i );
	}
	// Elsewhere ships shut each other in: 15 of the 20 of channel.json arrive.
	const bool passes = unit->behind >= 0 && is_alone && fw_crowd_is_on_open_ground( crowd, index );
	unit->behind = passes ? unit->behind : -1;
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

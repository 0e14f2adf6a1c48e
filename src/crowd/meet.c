// SPDX-License-Identifier: MIT
// Vehicles and ships that will meet head-on. To steer past each other they need room, so they look as far ahead as that
// takes: each notes where it will be every half second. A unit that will meet an oncoming one with priority at about
// the same time asks for another path while it still drives. If it gets none, it stops, yields to all that come, and
// they steer around it.
#include "crowd/meet.h"

#include <math.h>

// Beyond what it takes to stop and to steer aside [tiles]: until there is an answer the ways go on, and both move.
// Chosen on scenes/channel and ships: with 10 and 12 tiles fewer ships of channel arrive.
#define SPARE 8.0
// Courses nearer than that share tiles [tiles].
#define NEARBY 0.75
// A disc touches tiles whose middles are so near to it [tiles].
#define TOUCHES 0.6
// Half of a tile's diagonal.
#define CORNER 0.71
// Cosines of directions: against each other, the same way, and not against each other.
#define AGAINST -0.5
#define SAME_WAY 0.5
#define NOT_AGAINST -0.3
// Places of courses that are no further apart may be reached at the same time.
#define APART 3
// Who stands for so long may stand there for longer [s].
#define STANDS 1.0
// Each of two that stopped for each other has so long to get a path [s]; games may answer once a second.
#define TURN 4.0
// Without an answer for so long it stops [s].
#define ANSWERED 1.2

static bool is_vehicle( const crowd_unit* unit )
{
	return unit->how.unit.turning_radius > 0.0;
}

// How far it drives in a time if nothing stops it.
static double driven( const crowd_unit* unit, double time )
{
	const double v = unit->speed;
	const double a = unit->how.unit.acceleration;
	const double top = unit->how.unit.speed;
	const double ramp = fmin( time, fmax( 0.0, top - v ) / a );
	return ( v + 0.5 * a * ramp ) * ramp + top * ( time - ramp );
}

// To stop, or to shift by its width and a tile over two arcs.
static double sight_of( const crowd_unit* unit )
{
	const fw_unit* kind = &unit->how.unit;
	const double aside = 2.0 * unit->radius + 1.0;
	const double r = kind->turning_radius;
	const double curve = aside < 2.0 * r ? sqrt( aside * ( 4.0 * r - aside ) ) : 2.0 * r + aside;
	return kind->speed * kind->speed / ( 2.0 * kind->braking ) + curve + 2.0 * unit->radius + SPARE;
}

static void note_course( crowd_unit* unit )
{
	const double most = fmin( unit->at + sight_of( unit ), unit->track.path.length );
	bool ends = false;
	unit->course_count = 0;
	for ( int32_t i = 0; i < FW_COURSE && !ends; i++ )
	{
		double begin;
		double end;
		const double distance = fmin( unit->at + driven( unit, i * FW_COURSE_STEP ), unit->holds );
		const fw_segment* segment = distance <= most ? fw_crowd_segment( unit, distance, &begin, &end ) : NULL;
		ends = segment == NULL || distance >= unit->holds;
		if ( segment != NULL )
		{
			const fw_pose pose = fw_segment_pose_at( segment, distance - begin );
			const double turned = segment->gear == FW_GEAR_REVERSE ? FW_PI : 0.0;
			unit->course[unit->course_count++] = ( fw_pose ){ pose.x, pose.y, pose.heading + turned };
		}
	}
}

static bool is_near( const fw_pose* a, const fw_pose* b, double near )
{
	const double dx = a->x - b->x;
	const double dy = a->y - b->y;
	return dx * dx + dy * dy < near * near;
}

// Will one be where the other one is now, and go in the same direction there? Then they follow the same course, however
// it curves.
static bool follows( const crowd_unit* unit, const crowd_unit* other, double near )
{
	bool same = false;
	for ( int32_t i = 0; i < unit->course_count && !same; i++ )
	{
		const fw_pose* at = &unit->course[i];
		same = is_near( at, &other->course[0], near ) && fw_cos( at->heading - other->course[0].heading ) > SAME_WAY;
	}
	return same;
}

// The first of the other one's places at which both come together head-on; -1: none. `waits`: it stays where it is.
static int32_t first_meeting( const crowd_unit* unit, const crowd_unit* other, bool waits )
{
	const double near = unit->radius + other->radius + NEARBY;
	if ( follows( unit, other, near ) || follows( other, unit, near ) )
	{
		return -1;
	}
	for ( int32_t i = 0; i < unit->course_count; i++ )
	{
		const int32_t first = waits || i < APART ? 0 : i - APART;
		const int32_t end = waits ? 1 : i + APART + 1;
		for ( int32_t k = first; k < end && k < other->course_count; k++ )
		{
			if ( is_near( &unit->course[i], &other->course[k], near ) &&
			     fw_cos( unit->course[i].heading - other->course[k].heading ) < AGAINST )
			{
				return k;
			}
		}
	}
	return -1;
}

// Two that have stopped for each other do not both begin to go round: they take turns, the greater one first.
static bool is_others_turn( const fw_crowd* crowd, int32_t index, int32_t other )
{
	const bool greater = crowd->rank[other] < crowd->rank[index];
	const double since = crowd->time - crowd->units[greater ? other : index].meets_since - ANSWERED;
	const bool first = (int64_t)( fmax( since, 0.0 ) / TURN ) % 2 == 0;
	return greater == first;
}

// `holds`: it has stopped for others, and lesser ones count too.
static void list_meetings( fw_crowd* crowd, int32_t index, bool holds )
{
	crowd_unit* unit = &crowd->units[index];
	const double sight = sight_of( unit );
	unit->meeting_count = 0;
	for ( int32_t i = 0; i < crowd->count && unit->meeting_count < FW_MEETINGS && unit->course_count > 0; i++ )
	{
		const crowd_unit* other = &crowd->units[i];
		if ( i == index || other->course_count == 0 || other->errand != ERRAND_GOAL ||
		     !is_near( &unit->course[0], &other->course[0], sight + sight_of( other ) ) )
		{
			continue;
		}
		const bool waits = other->holds < INFINITY || ( other->speed == 0.0 && other->waits > STANDS );
		const bool counts = waits || holds || crowd->rank[i] < crowd->rank[index];
		const int32_t until = counts ? first_meeting( unit, other, waits ) : -1;
		if ( until >= 0 )
		{
			unit->lets_go = unit->lets_go || ( holds && other->holds < INFINITY && is_others_turn( crowd, index, i ) );
			unit->meetings[unit->meeting_count++] = ( crowd_meeting ){ i, waits ? until : until + APART };
		}
	}
}

void fw_crowd_meet( fw_crowd* crowd, int32_t index )
{
	crowd_unit* unit = &crowd->units[index];
	const double held = unit->holds;
	unit->holds = INFINITY;
	unit->course_count = 0;
	unit->meeting_count = 0;
	unit->lets_go = false;
	if ( is_vehicle( unit ) && unit->errand == ERRAND_GOAL && unit->track.count > 0 )
	{
		note_course( unit );
		list_meetings( crowd, index, held < INFINITY );
	}
	if ( unit->meeting_count == 0 )
	{
		unit->meets_since = -1.0;
		return;
	}
	unit->meets_since = unit->meets_since < 0.0 ? crowd->time : unit->meets_since;
	unit->wants_path = true;
	if ( held < INFINITY || crowd->time - unit->meets_since > ANSWERED )
	{
		const double stops = unit->at + unit->speed * unit->speed / ( 2.0 * unit->how.unit.braking );
		unit->holds = fmin( held, fmin( stops, unit->owned ) );
		note_course( unit );
	}
}

// The square of a place's distance from the line between two others.
static double square_off( const fw_pose* a, const fw_pose* b, fw_vec2 place )
{
	const double dx = b->x - a->x;
	const double dy = b->y - a->y;
	const double square = dx * dx + dy * dy;
	const double along = square > 0.0 ? ( ( place.x - a->x ) * dx + ( place.y - a->y ) * dy ) / square : 0.0;
	const double part = fmin( fmax( along, 0.0 ), 1.0 );
	const double x = a->x + part * dx - place.x;
	const double y = a->y + part * dy - place.y;
	return x * x + y * y;
}

bool fw_crowd_on_course( const fw_crowd* crowd, int32_t index, int32_t tile )
{
	const crowd_unit* unit = &crowd->units[index];
	if ( unit->meeting_count == 0 )
	{
		return false;
	}
	// A path cannot begin on tiles that are closed.
	const fw_vec2 middle = center_of( crowd, tile );
	const fw_pose stop = fw_crowd_stop_pose( unit );
	const double own = unit->radius + CORNER;
	bool on = false;
	for ( int32_t i = 0; i < unit->meeting_count && square_off( &stop, &stop, middle ) >= own * own && !on; i++ )
	{
		const crowd_meeting* met = &unit->meetings[i];
		const crowd_unit* other = &crowd->units[met->with];
		const double wide = other->radius + TOUCHES;
		for ( int32_t k = 0; k < other->course_count && k <= met->until && !on; k++ )
		{
			on = square_off( &other->course[k > 0 ? k - 1 : 0], &other->course[k], middle ) < wide * wide;
		}
	}
	return on;
}

bool fw_crowd_drives_off( const fw_crowd* crowd, int32_t index, int32_t other )
{
	const crowd_unit* unit = &crowd->units[index];
	const crowd_unit* of = &crowd->units[other];
	return unit->meeting_count > 0 && of->errand == ERRAND_GOAL && of->speed > 0.0 &&
	       fw_cos( unit->pose.heading - of->pose.heading ) > NOT_AGAINST;
}

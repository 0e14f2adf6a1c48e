// SPDX-License-Identifier: MIT
// Impasses: vehicles none of which can drive the rest of its path before another one of them has moved on.
//
// A vehicle waits for another one whose front is on what is left of its path, and for one that is near and that its
// own goal would shut in. As long as these waits form no circle, one vehicle after the other can drive all of its path.
// So nobody is given a piece that closes a circle (the banker's algorithm): it waits before that place, or is given its
// path as far as beyond it. Circles that are there from the begin, or that come with new paths, are left to detours.
#include "crowd/crowd.h"
#include "motion/profile.h"

// Fronts as near as this to a path are in its way [tiles].
#define GAP 2e-4
// Halvings of a segment to find where a unit is last in its way.
#define HALVINGS 12
// Answers that are kept: a power of two.
#define KEPT 4096

static bool takes_part( const crowd_unit* unit )
{
	return unit->used && !unit->walks && unit->away > 0.0;
}

// The last distance on a segment at which a unit in a pose is in the way, -1: nowhere.
static double last_on_segment( const fw_segment* segment, const fw_gap_shape* own, fw_pose pose,
                               const fw_gap_shape* other )
{
	const fw_box box = fw_box_of( segment );
	const double room = fw_gap_reach( own ) + fw_gap_reach( other ) + GAP;
	if ( pose.x <= box.x0 - room || pose.x >= box.x1 + room || pose.y <= box.y0 - room || pose.y >= box.y1 + room ||
	     fw_gap_to_segment( other, pose, own, segment ) >= GAP )
	{
		return -1.0;
	}
	double low = 0.0;
	double high = segment->length;
	for ( int32_t i = 0; i < HALVINGS; i++ )
	{
		const double middle = 0.5 * ( low + high );
		const fw_segment rest = fw_segment_part( segment, middle, segment->length );
		const bool meets = fw_gap_to_segment( other, pose, own, &rest ) < GAP;
		low = meets ? middle : low;
		high = meets ? high : middle;
	}
	return high;
}

static double last_on_path( const crowd_unit* unit, const fw_gap_shape* own, fw_pose pose, const fw_gap_shape* other )
{
	double begin = unit->path.length;
	for ( int32_t i = unit->path.count - 1; i >= 0; i-- )
	{
		const fw_segment* segment = &unit->path.segments[i];
		const double last = last_on_segment( segment, own, pose, other );
		begin -= segment->length;
		if ( last >= 0.0 )
		{
			return begin + last;
		}
	}
	return -1.0;
}

static uint64_t hash( uint64_t value, double number )
{
	uint64_t bits;
	memcpy( &bits, &number, sizeof( bits ) );
	value = ( value ^ bits ) * 0x9e3779b97f4a7c15u;
	return value ^ value >> 29;
}

// Is a unit in a pose in the way of what another one has left of its path behind a distance?
static bool is_in_way( fw_crowd* crowd, int32_t index, double at, fw_pose pose, int32_t other )
{
	const crowd_unit* unit = &crowd->units[index];
	const fw_gap_shape* shape = &crowd_mover( crowd, other )->outline;
	const double number = shape->core != NULL ? -1.0 - other : shape->radius;
	uint64_t key = hash( hash( hash( (uint64_t)unit->path_number, pose.x ), pose.y ), number );
	key = shape->core != NULL ? hash( key, pose.heading ) : key;
	crowd_meeting* known = &crowd->meetings[key & ( KEPT - 1 )];
	if ( known->path != unit->path_number || known->pose.x != pose.x || known->pose.y != pose.y ||
	     known->pose.heading != pose.heading || known->shape != number )
	{
		const fw_gap_shape* own = &crowd_mover( crowd, index )->outline;
		*known = ( crowd_meeting ){ unit->path_number, pose, number, last_on_path( unit, own, pose, shape ) };
	}
	return unit->on_path && known->last > at;
}

// A unit's front, which may be thought to be elsewhere.
typedef struct front
{
	int32_t unit;
	double at; // on its path
	fw_pose pose;
} front;

static front front_of( const fw_crowd* crowd, int32_t index )
{
	return ( front ){ index, crowd->units[index].at, fw_mover_front( crowd_mover( crowd, index ) ) };
}

// The pose of a unit at a distance of its path; that of a disc has no heading.
static fw_pose pose_at( const crowd_unit* unit, double at )
{
	const bool turns = unit->unit.outline.count > 0;
	const fw_vec2 place = turns ? ( fw_vec2 ){ 0.0, 0.0 } : fw_crowd_path_point( unit, at );
	return turns ? fw_crowd_path_pose( unit, at ) : ( fw_pose ){ place.x, place.y, 0.0 };
}

static double distance( fw_pose a, fw_pose b )
{
	return fw_length( b.x - a.x, b.y - a.y );
}

// Would the goal of a unit shut in another one, which therefore has to pass first?
static bool shuts_in( fw_crowd* crowd, int32_t index, const front* other )
{
	const crowd_unit* unit = &crowd->units[index];
	return unit->has_goal &&
	       fw_length( other->pose.x - unit->goal.x, other->pose.y - unit->goal.y ) < CROWD_GOAL_NEAR &&
	       is_in_way( crowd, other->unit, other->at, pose_at( unit, INFINITY ), index );
}

static bool meets( fw_crowd* crowd, const front* one, const front* other )
{
	return is_in_way( crowd, one->unit, one->at, other->pose, other->unit );
}

// Does a unit block another one that is far away already?
static bool is_known( fw_crowd* crowd, int32_t index, const front* other )
{
	const front here = front_of( crowd, index );
	return distance( here.pose, other->pose ) >= CROWD_MEET_TILES &&
	       is_in_way( crowd, other->unit, other->at, here.pose, index );
}

// The unit that waits for this one, and for which this one waits; -1: there is none.
static int32_t find_circle( fw_crowd* crowd, const front* own, bool lenient )
{
	int32_t* stack = crowd->spare; // [capacity]
	int32_t count = 0;
	crowd->stamp++;
	crowd->units[own->unit].stamp = crowd->stamp;
	stack[count++] = own->unit;
	while ( count > 0 )
	{
		const int32_t index = stack[--count];
		const front here = index == own->unit ? *own : front_of( crowd, index );
		if ( !crowd->units[index].on_path )
		{
			continue;
		}
		if ( index != own->unit &&
		     ( shuts_in( crowd, index, own ) ||
		       ( meets( crowd, &here, own ) && !( lenient && is_known( crowd, own->unit, &here ) ) ) ) )
		{
			return index;
		}
		for ( int32_t i = 0; i < crowd->count; i++ )
		{
			crowd_unit* unit = &crowd->units[i];
			const front other = front_of( crowd, i );
			if ( unit->stamp != crowd->stamp && takes_part( unit ) &&
			     ( meets( crowd, &here, &other ) || ( index != own->unit && shuts_in( crowd, index, &other ) ) ) )
			{
				unit->stamp = crowd->stamp;
				stack[count++] = i;
			}
		}
	}
	return -1;
}

static bool is_ready( fw_crowd* crowd )
{
	if ( crowd->vehicles > 1 && crowd->meetings == NULL )
	{
		crowd->meetings = fw_alloc_zero( &crowd->allocator, KEPT, sizeof( *crowd->meetings ) );
		crowd->meetings_capacity = crowd->meetings != NULL ? KEPT : 0;
		crowd->failed = crowd->meetings == NULL ? FW_ERR_MEMORY : crowd->failed;
	}
	return crowd->vehicles > 1 && crowd->meetings != NULL;
}

int32_t fw_crowd_find_impasse( fw_crowd* crowd, int32_t index, double at, bool lenient )
{
	const crowd_unit* unit = &crowd->units[index];
	if ( !is_ready( crowd ) )
	{
		return -1;
	}
	if ( at < unit->path.length )
	{
		const front own = { index, at, pose_at( unit, at ) };
		return find_circle( crowd, &own, lenient );
	}
	for ( int32_t i = 0; i < crowd->count && !lenient; i++ )
	{
		const front other = front_of( crowd, i );
		if ( i != index && takes_part( &crowd->units[i] ) && shuts_in( crowd, index, &other ) )
		{
			return i;
		}
	}
	return -1;
}

int32_t fw_crowd_in_impasse( fw_crowd* crowd, int32_t index )
{
	const front own = front_of( crowd, index );
	return takes_part( &crowd->units[index] ) && is_ready( crowd ) ? find_circle( crowd, &own, false ) : -1;
}

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
// Parts of a path around which others are looked for [tiles]: the box around a longer one that is no row or column
// holds many more.
#define PART 8.0
// Answers that are kept: a power of two.
#define KEPT 4096

// One that has got no nearer for long may stand there for ever: whoever waits for it to move off would do so, too.
static bool takes_part( const fw_crowd* crowd, const crowd_unit* unit )
{
	return unit->used && !unit->walks && unit->away > 0.0 && crowd->time - unit->best_time < CROWD_AT_LAST;
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

// Do two units go to places that cannot both be taken? The first one there keeps it, and neither has to pass first.
static bool are_rivals( const crowd_unit* unit, const crowd_unit* other )
{
	const double apart = fw_length( unit->goal.x - other->goal.x, unit->goal.y - other->goal.y );
	return other->has_goal && apart < unit->half_width + other->half_width + GAP;
}

// Would the goal of a unit shut in another one, which therefore has to pass first?
static bool shuts_in( fw_crowd* crowd, int32_t index, const front* other )
{
	const crowd_unit* unit = &crowd->units[index];
	return unit->has_goal && fw_length( other->pose.x - unit->goal.x, other->pose.y - unit->goal.y ) < CROWD_FAR &&
	       !are_rivals( unit, &crowd->units[other->unit] ) &&
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
	return distance( here.pose, other->pose ) >= 2 * CROWD_FAR &&
	       is_in_way( crowd, other->unit, other->at, here.pose, index );
}

// Vehicles that are not yet known to the search for a circle, near a box. Each is listed once in a search from one of
// them, in `list`.
static int32_t list_near( fw_crowd* crowd, const fw_box* box, double margin, int32_t* list, int32_t count )
{
	fw_safe_stop* stop = &crowd->precedence.stop;
	const int32_t near = fw_safe_stop_near( stop, box, margin );
	for ( int32_t i = 0; i < near; i++ )
	{
		crowd_unit* unit = &crowd->units[stop->cells.found[i]];
		if ( takes_part( crowd, unit ) && unit->stamp != crowd->stamp && unit->listed != crowd->lists )
		{
			unit->listed = crowd->lists;
			list[count++] = stop->cells.found[i];
		}
	}
	return count;
}

static int32_t list_near_goal( fw_crowd* crowd, int32_t index, int32_t* list, int32_t count )
{
	const fw_vec2 goal = crowd->units[index].goal;
	const fw_box box = { goal.x, goal.y, goal.x, goal.y };
	return list_near( crowd, &box, CROWD_FAR, list, count );
}

// Those near what a unit has left of its path.
static int32_t list_near_path( fw_crowd* crowd, const front* here, int32_t* list )
{
	const crowd_unit* unit = &crowd->units[here->unit];
	int32_t count = 0;
	double begin = 0.0;
	for ( int32_t i = 0; i < unit->path.count; i++ )
	{
		const fw_segment* segment = &unit->path.segments[i];
		// A little before where it is: places on the path are rounded.
		double from = fmax( here->at - GAP - begin, 0.0 );
		while ( from < segment->length )
		{
			const double to = fmin( from + PART, segment->length );
			const fw_segment part = fw_segment_part( segment, from, to );
			const fw_box box = fw_box_of( &part );
			count = list_near( crowd, &box, crowd_reach( crowd, here->unit ) + 2.0 * GAP, list, count );
			from = to;
		}
		begin += segment->length;
	}
	return count;
}

// By their numbers: the order in which they are gone through must not depend on cells.
static void sort_list( int32_t* list, int32_t count )
{
	for ( int32_t i = 1; i < count; i++ )
	{
		const int32_t item = list[i];
		int32_t k = i;
		for ( ; k > 0 && list[k - 1] > item; k-- )
		{
			list[k] = list[k - 1];
		}
		list[k] = item;
	}
}

// Puts the vehicles on the stack for which one waits, and gives their number. They were not known before, so together
// with those on the stack they are no more than there are units.
static int32_t push_awaited( fw_crowd* crowd, const front* here, bool is_first, int32_t* stack )
{
	crowd->lists++;
	int32_t listed = list_near_path( crowd, here, stack );
	listed = is_first ? listed : list_near_goal( crowd, here->unit, stack, listed );
	sort_list( stack, listed );
	int32_t count = 0;
	for ( int32_t i = 0; i < listed; i++ )
	{
		const front other = front_of( crowd, stack[i] );
		if ( meets( crowd, here, &other ) || ( !is_first && shuts_in( crowd, here->unit, &other ) ) )
		{
			crowd->units[other.unit].stamp = crowd->stamp;
			stack[count++] = other.unit;
		}
	}
	return count;
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
		count += push_awaited( crowd, &here, index == own->unit, stack + count );
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
	if ( lenient )
	{
		return -1;
	}
	crowd->stamp++;
	crowd->lists++;
	int32_t first = -1;
	const int32_t count = list_near_goal( crowd, index, crowd->spare, 0 );
	for ( int32_t i = 0; i < count; i++ )
	{
		const front other = front_of( crowd, crowd->spare[i] );
		const bool before = other.unit != index && ( first < 0 || other.unit < first );
		first = before && shuts_in( crowd, index, &other ) ? other.unit : first;
	}
	return first;
}

int32_t fw_crowd_in_impasse( fw_crowd* crowd, int32_t index )
{
	const front own = front_of( crowd, index );
	return takes_part( crowd, &crowd->units[index] ) && is_ready( crowd ) ? find_circle( crowd, &own, false ) : -1;
}

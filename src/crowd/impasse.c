// SPDX-License-Identifier: MIT
// Impasses: vehicles none of which can come to its goal on its path before another one of them has moved on.
//
// A vehicle waits for another one whose front is on what is left of its path. As long as these waits form no circle,
// one vehicle after the other can drive all of its path. So nobody is given a piece that closes a circle (the banker's
// algorithm); it waits before that place, or is given its path as far as beyond it.
#include "crowd/crowd.h"
#include "motion/profile.h"

// Fronts as near as this to a path are in its way [tiles].
#define GAP 2e-4

static bool takes_part( const crowd_unit* unit )
{
	return unit->used && !unit->walks && unit->away > 0.0;
}

// The last distance of a unit's path at which a disc is in its way, -1: nowhere.
static double last_meeting( const crowd_unit* unit, fw_vec2 place, double radius )
{
	const fw_outline own = { unit->unit.radius };
	const fw_outline other = { radius };
	const double room = unit->unit.radius + radius + GAP;
	double end = unit->path.length;
	for ( int32_t i = unit->path.count - 1; i >= 0; i-- )
	{
		const fw_segment* segment = &unit->path.segments[i];
		const fw_box box = fw_box_of( segment );
		if ( place.x > box.x0 - room && place.x < box.x1 + room && place.y > box.y0 - room && place.y < box.y1 + room &&
		     fw_gap_to_segment( &other, place, &own, segment ) < GAP )
		{
			// The last point of it: the disc is convex, so halving finds where the rest gets clear.
			double low = 0.0;
			double high = segment->length;
			for ( int32_t k = 0; k < 12; k++ )
			{
				const double middle = 0.5 * ( low + high );
				const fw_segment rest = fw_segment_part( segment, middle, segment->length );
				if ( fw_gap_to_segment( &other, place, &own, &rest ) < GAP )
				{
					low = middle;
				}
				else
				{
					high = middle;
				}
			}
			return end - segment->length + high;
		}
		end -= segment->length;
	}
	return -1.0;
}

static crowd_meeting* meeting_of( fw_crowd* crowd, int32_t index, int32_t other )
{
	return &crowd->meetings[(size_t)index * (size_t)crowd->meetings_width + (size_t)other];
}

// Is the front of another unit on what is left of a unit's path?
static bool is_in_way( fw_crowd* crowd, int32_t index, int32_t other )
{
	const crowd_unit* unit = &crowd->units[index];
	const fw_vec2 front = crowd_front( crowd, other );
	crowd_meeting* known = meeting_of( crowd, index, other );
	if ( known->path != unit->path_number || known->front.x != front.x || known->front.y != front.y )
	{
		*known = ( crowd_meeting ){ unit->path_number, front,
			                        last_meeting( unit, front, crowd->units[other].unit.radius ) };
	}
	return known->last > unit->at;
}

// Where a unit ends, does it stand before another one that is near? Then that one has to pass before.
static bool ends_before( const fw_crowd* crowd, int32_t index, int32_t other, fw_vec2 place, double at )
{
	const crowd_unit* unit = &crowd->units[index];
	const crowd_unit* passes = &crowd->units[other];
	return passes->on_path && unit->has_goal && fw_length( unit->goal.x - place.x, unit->goal.y - place.y ) < CROWD_GOAL_NEAR &&
	       last_meeting( passes, unit->goal, unit->unit.radius ) > at;
}

// The unit that waits for one at a place, and for which that one waits; -1: there is none.
static int32_t find_circle( fw_crowd* crowd, int32_t index, double at, bool moved, bool lenient )
{
	const crowd_unit* own = &crowd->units[index];
	const fw_vec2 here = crowd_front( crowd, index );
	const fw_vec2 place = moved ? crowd_path_point( own, at ) : crowd_front( crowd, index );
	int32_t* stack = crowd->spare_stack;
	int32_t count = 0;
	crowd->stamp++;
	crowd->units[index].stamp = crowd->stamp;
	stack[count++] = index;
	while ( count > 0 )
	{
		const int32_t k = stack[--count];
		crowd_unit* unit = &crowd->units[k];
		if ( !unit->on_path )
		{
			continue;
		}
		if ( k != index && ends_before( crowd, k, index, place, at ) )
		{
			return k;
		}
		if ( k != index && ( !lenient || !is_in_way( crowd, k, index ) || fw_length( here.x - crowd_front( crowd, k ).x, here.y - crowd_front( crowd, k ).y ) < CROWD_MEET_TILES ) && last_meeting( unit, place, own->unit.radius ) > unit->at )
		{
			return k;
		}
		for ( int32_t i = 0; i < crowd->count; i++ )
		{
			crowd_unit* other = &crowd->units[i];
			if ( i == k || i == index || !takes_part( other ) || other->stamp == crowd->stamp )
			{
				continue;
			}
			if ( k == index ? ( is_in_way( crowd, k, i ) && meeting_of( crowd, k, i )->last > at ) : is_in_way( crowd, k, i ) ||
			     ends_before( crowd, k, i, crowd_front( crowd, i ), other->at ) )
			{
				other->stamp = crowd->stamp;
				stack[count++] = i;
			}
		}
	}
	return -1;
}

static bool reserve( fw_crowd* crowd )
{
	const int32_t old = crowd->stack_capacity;
	if ( !FW_GROW( &crowd->allocator, &crowd->spare_stack, &crowd->stack_capacity, crowd->count ) )
	{
		return false;
	}
	if ( crowd->stack_capacity > old || crowd->meetings_width < crowd->count )
	{
		if ( !FW_GROW( &crowd->allocator, &crowd->meetings, &crowd->meetings_capacity, crowd->stack_capacity * crowd->stack_capacity ) )
		{
			return false;
		}
		crowd->meetings_width = crowd->stack_capacity;
		memset( crowd->meetings, 0, (size_t)crowd->meetings_capacity * sizeof( *crowd->meetings ) );
	}
	return true;
}

int32_t crowd_find_impasse( fw_crowd* crowd, int32_t index, double at, bool lenient )
{
	const crowd_unit* unit = &crowd->units[index];
	if ( crowd->vehicles < 2 || !reserve( crowd ) )
	{
		return -1;
	}
	for ( int32_t i = 0; i < crowd->count && !lenient && !( at < unit->path.length ); i++ )
	{
		const crowd_unit* other = &crowd->units[i];
		if ( i != index && takes_part( other ) && ends_before( crowd, index, i, crowd_front( crowd, i ), other->at ) )
		{
			return i;
		}
	}
	if ( !( at < unit->path.length ) )
	{
		return -1;
	}
	return find_circle( crowd, index, at, true, lenient );
}

int32_t crowd_in_impasse( fw_crowd* crowd, int32_t index )
{
	if ( crowd->vehicles < 2 || !takes_part( &crowd->units[index] ) || !reserve( crowd ) )
	{
		return -1;
	}
	return find_circle( crowd, index, crowd->units[index].at, false, false );
}

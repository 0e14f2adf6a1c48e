// SPDX-License-Identifier: MIT
// A formation that is sent elsewhere on its march. It keeps its shape and goes on along its route, until there is a new
// one from a point some way ahead. Only if that turns off sharply do all form up anew.
#include "motion/profile.h"
#include "path/path.h"
#include "world/world.h"

#include <math.h>

// The new route begins so far ahead of the middle: what it drives in this time [s], and this [tiles].
#define AHEAD_SECONDS 1.0
#define AHEAD 1.0
// Where it turns off by more, the shape has to turn round: [rad], so far along the new route [tiles].
#define TURN_MAX ( FW_PI / 3.0 )
#define TURN_AFTER 2.0
// So much of the route is kept behind the last member [tiles].
#define KEPT 16.0

static bool plans_another( const world_group* group, int32_t slot )
{
	return group->order.kind == FW_ORDER_FORM && group->march.goes && group->march.lead == slot;
}

bool fw_march_plans_another( const fw_world* world, int32_t slot )
{
	const int32_t index = world->units[slot].group;
	return index >= 0 && plans_another( &world->groups[index], slot );
}

fw_status fw_march_redirect( fw_world* world, world_group* group, const fw_order* order )
{
	const fw_order before = group->order;
	const fw_vec2 center = group->center;
	const int32_t lead = group->march.lead;
	const fw_pose middle = fw_path_at( &group->march.route, group->march.at ).pose;
	group->order = *order;
	group->order.offsets = NULL; // its members have theirs
	group->came_from = ( fw_vec2 ){ middle.x, middle.y };
	const fw_status status = fw_march_prepare( world, group );
	if ( status != FW_OK )
	{
		group->order = before;
		group->center = center;
		group->march.lead = lead;
		return status;
	}
	group->openings = world->openings;
	for ( int32_t i = 0; i < group->count; i++ )
	{
		world_unit* unit = &world->units[group->members[i]];
		unit->started = false;
		unit->type = world->choice.types[i];
		unit->plan.goal_tolerance = order->goal_tolerance;
		fw_world_forget_request( world, unit );
		fw_world_drop_detour( world, group->members[i] );
		unit->needs_plan = false;
	}
	fw_march_ask( world, group );
	return FW_OK;
}

bool fw_march_may_redirect( const world_group* group, const fw_order* order )
{
	return order->kind == FW_ORDER_FORM && group->order.kind == FW_ORDER_FORM && group->march.goes &&
	       group->order.shape == order->shape && group->order.spacing == order->spacing;
}

fw_pose fw_march_start( fw_world* world, int32_t slot )
{
	const world_unit* unit = &world->units[slot];
	if ( !fw_march_plans_another( world, slot ) )
	{
		return fw_engine_stop_pose( world->engine, unit->body );
	}
	world_march* march = &world->groups[unit->group].march;
	march->turns_off = fmin( march->at + AHEAD_SECONDS * march->speed + AHEAD, march->route.length );
	return fw_path_at( &march->route, march->turns_off ).pose;
}

// The route from a point on to where the new one begins, and the new one.
static fw_status join( const world_march* march, double from, const fw_path* other, fw_path* made )
{
	double begin = 0.0;
	fw_path_clear( made, fw_path_at( &march->route, from ).pose );
	for ( int32_t i = 0; i < march->route.count && begin < march->turns_off; i++ )
	{
		const fw_segment* segment = &march->route.segments[i];
		const double first = fmax( from - begin, 0.0 );
		const double last = fmin( march->turns_off - begin, segment->length );
		if ( first < last )
		{
			const fw_segment part = fw_segment_part( segment, first, last );
			FW_TRY( fw_path_append( made, &part ) );
		}
		begin += segment->length;
	}
	return fw_path_append_all( made, other->segments, other->count );
}

static bool turns_round( const world_march* march, const fw_path* other )
{
	const double before = fw_path_at( &march->route, march->turns_off ).pose.heading;
	const fw_path_state after = fw_path_at( other, fmin( TURN_AFTER, 0.5 * other->length ) );
	return other->count > 0 && fabs( fw_angle_signed( after.pose.heading - before ) ) > TURN_MAX;
}

static fw_status turn_off( fw_world* world, world_group* group, const fw_path* other )
{
	world_march* march = &group->march;
	fw_path made;
	fw_path_init( &made, &world->allocator );
	const double from = fmax( march->at + march->low.x - KEPT, 0.0 );
	const fw_status status = join( march, from, other, &made );
	fw_path_replace( &march->route, &made, status == FW_OK );
	if ( status != FW_OK )
	{
		return status;
	}
	march->at -= from;
	march->lead = -1;
	for ( int32_t i = 0; i < group->count; i++ )
	{
		world->units[group->members[i]].along -= from;
		fw_world_note_start( world, group->members[i], march->route.length - march->at );
	}
	fw_route_begin( world, group );
	return fw_route_measure( world, group, march->at + march->high.x );
}

bool fw_march_turn_off( fw_world* world, int32_t slot )
{
	world_group* group = &world->groups[world->units[slot].group];
	world_march* march = &group->march;
	const fw_path* other = &world->result.path;
	if ( march->at > march->turns_off )
	{
		fw_world_line_up( world, slot, LINE_URGENT ); // it has come past
		return true;
	}
	if ( turns_round( march, other ) )
	{
		return false;
	}
	const fw_status status = turn_off( world, group, other );
	note_failure( world, status );
	world->units[slot].needs_plan = march->lead == slot;
	if ( march->lead == slot )
	{
		fw_world_line_up( world, slot, LINE_URGENT ); // there was no memory
	}
	return true;
}

void fw_march_halt( fw_world* world, int32_t slot )
{
	if ( !fw_march_plans_another( world, slot ) )
	{
		return;
	}
	world_group* group = &world->groups[world->units[slot].group];
	group->march.goes = false;
	for ( int32_t i = 0; i < group->count; i++ )
	{
		world->units[group->members[i]].phase = PHASE_PLANNING;
	}
}

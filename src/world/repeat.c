// SPDX-License-Identifier: MIT
// Orders that repeat what units are doing. Players click again and again, and programs give an order in each frame. If
// each of these began anew, units that hold each other up would never have waited long enough for a way out.
#include "world/world.h"

static bool is_same_pose( fw_pose a, fw_pose b, bool any_heading )
{
	return a.x == b.x && a.y == b.y && ( any_heading || a.heading == b.heading );
}

// Has it still to carry out its order? Who has arrived, or finds no path, does so once more.
static bool is_under_way( const world_unit* unit )
{
	return unit->phase == PHASE_PLANNING || unit->phase == PHASE_GOING;
}

static bool is_same_order( const fw_order* a, const fw_order* b )
{
	return a->kind == b->kind && a->goal_any_heading == b->goal_any_heading &&
	       is_same_pose( a->goal, b->goal, a->goal_any_heading ) && a->goal_tolerance == b->goal_tolerance &&
	       a->spacing == b->spacing && a->leader == b->leader && a->distance == b->distance && a->shape == b->shape;
}

bool fw_world_goes_there( const world_unit* unit, const fw_order* order )
{
	return order->kind == FW_ORDER_GO && unit->kind == FW_ORDER_GO && is_under_way( unit ) &&
	       unit->plan.goal_any_heading == order->goal_any_heading &&
	       is_same_pose( unit->place, order->goal, order->goal_any_heading ) &&
	       unit->plan.goal_tolerance == order->goal_tolerance;
}

int32_t fw_world_group_of( fw_world* world, const fw_unit_id* ids, int32_t count, const fw_vec2* offsets )
{
	const int32_t index = world->units[slot_of( world, ids[0] )].group;
	const uint32_t mark = ++world->mark;
	int32_t members = 0;
	for ( int32_t i = 0; i < count; i++ )
	{
		world_unit* unit = &world->units[slot_of( world, ids[i] )];
		if ( index < 0 || unit->group != index )
		{
			return -1;
		}
		if ( unit->mark == mark )
		{
			continue;
		}
		if ( offsets != NULL && ( unit->offset.x != offsets[i].x || unit->offset.y != offsets[i].y ) )
		{
			return -1;
		}
		unit->mark = mark;
		members++;
	}
	return members == world->groups[index].count ? index : -1;
}

bool fw_world_is_repeated( const fw_world* world, const world_group* group, const fw_order* order )
{
	if ( group->openings != world->openings || !is_same_order( &group->order, order ) )
	{
		return false; // places may be nearer to the goal now
	}
	bool goes = false;
	for ( int32_t i = 0; i < group->count && !goes; i++ )
	{
		goes = is_under_way( &world->units[group->members[i]] );
	}
	return goes;
}

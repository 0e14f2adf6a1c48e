// SPDX-License-Identifier: MIT
// Groups that follow a unit: their places lie around a point that the leader draws behind it like a load on a rope.
#include "fairway/sweep.h"
#include "planner/choice.h"
#include "world/world.h"

#include <math.h>

// Places are chosen anew once the leader has moved so far, and so often at most.
#define MOVED 0.5 // [tiles]
#define EVERY 0.5 // [s]
// The leader counts as being where it will be then, so that who follows need not brake before each new path.
#define AHEAD 1.0 // [s]
// A unit whose place moves less than this stays where it is [tiles].
#define SAME_PLACE 0.25

// Where the leader will be soon.
static fw_vec2 leader_at( const fw_world* world, const world_unit* leader )
{
	const fw_body_state now = fw_engine_look( world->engine, leader->body );
	const double left = fw_engine_left( world->engine, leader->body );
	const double behind = leader->path.length - left;
	const double ahead = fmin( now.speed * AHEAD, left );
	const bool drives = leader->phase == PHASE_GOING && now.state != FW_UNIT_YIELDING && now.speed > 0.0;
	const fw_pose at =
	    drives ? fw_path_at( &leader->path, behind + ahead ).pose : fw_engine_stop_pose( world->engine, leader->body );
	return ( fw_vec2 ){ at.x, at.y };
}

// The center of the places: as far behind the leader as there is room.
static fw_vec2 behind( const fw_world* world, const world_group* group, const world_unit* leader, fw_vec2 at,
                       fw_vec2 load )
{
	const fw_unit* unit = &leader->plan.unit;
	const fw_unit walker = fw_plan_walker( unit );
	const fw_vec2 to = { load.x - at.x, load.y - at.y };
	const double away = fw_length( to.x, to.y );
	double widest = 0.0;
	for ( int32_t i = 0; i < group->count; i++ )
	{
		widest = fmax( widest, fw_unit_outer_radius( &world->units[group->members[i]].plan.unit ) );
	}
	for ( double rope = fw_unit_outer_radius( unit ) + group->order.distance + widest; rope > 0.25 && away > 0.0;
	      rope *= 0.5 )
	{
		const fw_vec2 point = { at.x + to.x * rope / away, at.y + to.y * rope / away };
		const fw_segment line = fw_segment_line( at, point, FW_GEAR_FORWARD );
		if ( fw_sweep_segment( world->grid, &walker, &line ) )
		{
			return point;
		}
	}
	return at;
}

fw_vec2 fw_follow_center( fw_world* world, world_group* group )
{
	const world_unit* leader = &world->units[slot_of( world, group->order.leader )];
	group->led_from = leader_at( world, leader );
	group->next_places = world->time + EVERY;
	return behind( world, group, leader, group->led_from, group->came_from );
}

// Members go to their new places.
static void move_places( fw_world* world, const world_group* group )
{
	for ( int32_t i = 0; i < group->count; i++ )
	{
		world_unit* unit = &world->units[group->members[i]];
		const fw_vec2 at = world->choice.found[i];
		unit->type = world->choice.types[i];
		if ( fw_length( at.x - unit->place.x, at.y - unit->place.y ) > SAME_PLACE )
		{
			unit->place.x = at.x;
			unit->place.y = at.y;
			fw_world_go_on( world, group->members[i] );
		}
	}
}

static void lead( fw_world* world, world_group* group )
{
	const int32_t slot = slot_of( world, group->order.leader );
	if ( slot < 0 )
	{
		group->order.kind = FW_ORDER_GATHER;
		return;
	}
	const world_unit* leader = &world->units[slot];
	const fw_vec2 at = leader_at( world, leader );
	if ( world->time < group->next_places || fw_length( at.x - group->led_from.x, at.y - group->led_from.y ) < MOVED )
	{
		return;
	}
	const fw_vec2 center = behind( world, group, leader, at, group->center );
	const fw_status status = fw_group_choose( world, group, center, NULL );
	if ( status != FW_ERR_MEMORY )
	{
		group->led_from = at;
		group->next_places = world->time + EVERY;
	}
	if ( status == FW_OK )
	{
		move_places( world, group );
	}
	note_failure( world, status );
}

void fw_world_lead( fw_world* world )
{
	for ( int32_t i = 0; i < world->group_count; i++ )
	{
		if ( world->groups[i].used && world->groups[i].order.kind == FW_ORDER_FOLLOW )
		{
			lead( world, &world->groups[i] );
		}
	}
}

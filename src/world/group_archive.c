// SPDX-License-Identifier: MIT
// The groups of a world as bytes.
#include "grid/grid.h"
#include "path/archive.h"
#include "path/path.h"
#include "world/world.h"

#include <float.h>
#include <math.h>

// In bytes, at least.
#define MEMBER_BYTES 4
#define CLASS_BYTES 89
#define SPARE_BYTES 20
#define ROOM_BYTES 16
// Formations and what lies free ahead of their routes are no longer [tiles].
#define SHAPE_MAX 1e8
#define AHEAD_MAX 66.0

static void pass_order( fw_bytes* io, fw_order* order )
{
	order->cookie = FW_COOKIE;
	order->offsets = fw_reads( io ) ? NULL : order->offsets; // the caller's
	order->kind = (fw_order_kind)fw_pass( io, (uint64_t)order->kind, 1, FW_ORDER_FORM );
	fw_pass_pose( io, &order->goal, DBL_MAX );
	fw_pass_bool( io, &order->goal_any_heading );
	fw_pass_number( io, &order->goal_tolerance, 0.0, 1e6 );
	fw_pass_number( io, &order->spacing, 0.0, 64.0 );
	order->leader = fw_pass( io, order->leader, 8, UINT64_MAX );
	fw_pass_number( io, &order->distance, 0.0, 1000.0 );
	order->shape = (fw_shape)fw_pass( io, (uint64_t)order->shape, 1, FW_SHAPE_OWN );
	fw_must( io, order->kind != FW_ORDER_GO && order->kind != FW_ORDER_STOP );
}

static fw_status pass_classes( fw_bytes* io, fw_world* world, world_group* group )
{
	const int32_t count = fw_pass_count( io, group->class_count, FW_WORLD_MAX_UNITS, CLASS_BYTES );
	if ( fw_reads( io ) && !FW_GROW( &world->allocator, &group->classes, &group->class_capacity, count ) )
	{
		return FW_ERR_MEMORY;
	}
	group->class_count = count;
	for ( int32_t i = 0; i < count; i++ )
	{
		fw_pass_unit( io, &group->classes[i].unit );
		fw_pass_vec2( io, &group->classes[i].from, FW_PLACE_MAX );
		fw_pass_int( io, &group->classes[i].count, 0, FW_WORLD_MAX_UNITS );
	}
	return fw_passed( io );
}

static fw_status pass_spares( fw_bytes* io, fw_world* world, world_group* group )
{
	const int32_t count = fw_pass_count( io, group->spare_count, FW_WORLD_MAX_UNITS, SPARE_BYTES );
	if ( fw_reads( io ) && !FW_GROW( &world->allocator, &group->spares, &group->spare_capacity, count ) )
	{
		return FW_ERR_MEMORY;
	}
	group->spare_count = count;
	for ( int32_t i = 0; i < count; i++ )
	{
		fw_pass_vec2( io, &group->spares[i].at, FW_PLACE_MAX );
		fw_pass_int( io, &group->spares[i].type, 0, FW_WORLD_MAX_UNITS );
	}
	return fw_passed( io );
}

static fw_status pass_room( fw_bytes* io, fw_world* world, world_march* march )
{
	const int32_t count = fw_pass_count( io, march->room_count, INT32_MAX, ROOM_BYTES );
	if ( fw_reads( io ) && !FW_GROW( &world->allocator, &march->room, &march->room_capacity, count ) )
	{
		return FW_ERR_MEMORY;
	}
	march->room_count = count;
	for ( int32_t i = 0; i < count; i++ )
	{
		fw_pass_number( io, &march->room[i].left, 0.0, SHAPE_MAX );
		fw_pass_number( io, &march->room[i].right, 0.0, SHAPE_MAX );
	}
	return fw_passed( io );
}

static fw_status pass_march( fw_bytes* io, fw_world* world, world_march* march )
{
	fw_pass_bool( io, &march->goes );
	fw_pass_int( io, &march->lead, -1, world->slots - 1 );
	fw_pass_unit( io, &march->widest );
	fw_pass_number( io, &march->top, 0.0, DBL_MAX );
	fw_pass_number( io, &march->acceleration, 0.0, DBL_MAX );
	fw_pass_number( io, &march->braking, DBL_MIN, DBL_MAX );
	FW_TRY( fw_pass_path( io, &march->route ) );
	FW_TRY( pass_room( io, world, march ) );
	fw_pass_number( io, &march->pitch, 0.1, 1000.0 );
	fw_pass_number( io, &march->side, 0.0, SHAPE_MAX );
	fw_pass_number( io, &march->half_width, 0.0, SHAPE_MAX );
	fw_pass_number( io, &march->begin, -AHEAD_MAX, 0.0 );
	fw_pass_number( io, &march->end, 0.0, DBL_MAX );
	fw_pass_int( io, &march->files, 0, INT32_MAX / 2 );
	fw_pass_number( io, &march->folds_at, 0.0, DBL_MAX );
	fw_pass_vec2( io, &march->low, SHAPE_MAX );
	fw_pass_vec2( io, &march->high, SHAPE_MAX );
	fw_pass_number( io, &march->at, 0.0, march->route.length );
	fw_pass_number( io, &march->speed, 0.0, DBL_MAX );
	fw_pass_bool( io, &march->forms );
	fw_pass_number( io, &march->forms_since, 0.0, DBL_MAX );
	fw_pass_number( io, &march->next_legs, 0.0, DBL_MAX );
	fw_must( io, march->end <= march->route.length + AHEAD_MAX );
	return fw_passed( io );
}

static fw_status pass_members( fw_bytes* io, fw_world* world, int32_t index )
{
	world_group* group = &world->groups[index];
	const int32_t count = fw_pass_count( io, group->count, FW_WORLD_MAX_UNITS, MEMBER_BYTES );
	fw_must( io, count > 0 );
	if ( fw_reads( io ) && !( FW_GROW( &world->allocator, &group->members, &group->capacity, count ) &&
	                          fw_group_reserve( world, count ) ) )
	{
		return FW_ERR_MEMORY;
	}
	group->count = count;
	for ( int32_t i = 0; i < count && io->ok; i++ )
	{
		fw_pass_int( io, &group->members[i], 0, world->slots - 1 );
		const world_unit* unit = io->ok ? &world->units[group->members[i]] : NULL;
		fw_must( io, unit != NULL && unit->used && unit->group == index && unit->member == i );
	}
	return fw_passed( io );
}

static fw_status pass_group( fw_bytes* io, fw_world* world, int32_t index )
{
	world_group* group = &world->groups[index];
	fw_pass_bool( io, &group->used );
	if ( !group->used )
	{
		return fw_passed( io );
	}
	pass_order( io, &group->order );
	FW_TRY( pass_members( io, world, index ) );
	FW_TRY( pass_classes( io, world, group ) );
	FW_TRY( pass_spares( io, world, group ) );
	fw_pass_vec2( io, &group->center, DBL_MAX );
	fw_pass_number( io, &group->radius, 0.0, DBL_MAX );
	fw_pass_number( io, &group->reach, 0.0, DBL_MAX );
	fw_pass_long( io, &group->openings, 0, INT64_MAX / 2 );
	fw_pass_bool( io, &group->chosen_again );
	fw_pass_bool( io, &group->lined_up );
	fw_pass_vec2( io, &group->came_from, FW_PLACE_MAX );
	fw_pass_vec2( io, &group->led_from, DBL_MAX );
	fw_pass_number( io, &group->next_places, 0.0, DBL_MAX );
	FW_TRY( fw_passed( io ) );
	if ( group->order.kind != FW_ORDER_FORM )
	{
		return FW_OK;
	}
	FW_TRY( pass_march( io, world, &group->march ) );
	const int32_t lead = group->march.lead;
	fw_must( io, lead < 0 || ( world->units[lead].used && world->units[lead].group == index ) );
	return fw_passed( io );
}

// Is each unit of a group one of its members?
static bool have_members( const fw_world* world )
{
	bool all = true;
	for ( int32_t i = 0; i < world->slots && all; i++ )
	{
		const world_unit* unit = &world->units[i];
		const world_group* group =
		    unit->used && unit->group >= 0 && unit->group < world->group_count ? &world->groups[unit->group] : NULL;
		all = !unit->used || unit->group < 0 ||
		      ( group != NULL && group->used && unit->member < group->count && group->members[unit->member] == i );
	}
	return all;
}

fw_status fw_pass_groups( fw_bytes* io, fw_world* world )
{
	const int32_t count = fw_pass_count( io, world->group_count, FW_WORLD_MAX_UNITS, 1 );
	if ( fw_reads( io ) && !FW_GROW( &world->allocator, &world->groups, &world->group_capacity, count ) )
	{
		return FW_ERR_MEMORY;
	}
	for ( int32_t i = 0; i < count; i++ )
	{
		if ( fw_reads( io ) )
		{
			world->groups[i] = ( world_group ){ .used = false };
			fw_path_init( &world->groups[i].march.route, &world->allocator );
			world->group_count = i + 1;
		}
		FW_TRY( pass_group( io, world, i ) );
	}
	fw_must( io, io->ok && have_members( world ) );
	return fw_passed( io );
}

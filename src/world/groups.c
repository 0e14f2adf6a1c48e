// SPDX-License-Identifier: MIT
// Groups: units of one order that share a goal, and the choice of their places.
#include "world/world.h"

#include "fairway/space.h"
#include "fairway/sweep.h"
#include "planner/choice.h"

#include <math.h>

// Places that nobody has, for units that cannot get to theirs: so many, and one for so many members.
#define SPARES_MIN 2
#define SPARES_ONE_IN 4

#define CHOICE_BYTES ( 3 * sizeof( fw_vec2 ) + sizeof( shape_rank ) + 4 * sizeof( int32_t ) )

bool fw_group_reserve( fw_world* world, int32_t members )
{
	world_choice* choice = &world->choice;
	const int32_t count = members + SPARES_MIN;
	if ( count <= choice->capacity )
	{
		return true;
	}
	const int32_t capacity = count > 2 * choice->capacity ? count : 2 * choice->capacity;
	fw_vec2* block = fw_alloc( &world->allocator, (size_t)capacity, CHOICE_BYTES );
	if ( block == NULL )
	{
		return false;
	}
	fw_free( &world->allocator, choice->at, (size_t)choice->capacity, CHOICE_BYTES );
	*choice = ( world_choice ){ .capacity = capacity, .at = block };
	choice->spots = choice->at + capacity;
	choice->found = choice->spots + capacity;
	choice->ranks = (shape_rank*)( choice->found + capacity );
	choice->owner = (int32_t*)( choice->ranks + capacity );
	choice->who = choice->owner + capacity;
	choice->types = choice->who + capacity;
	choice->listed = choice->types + capacity;
	return true;
}

// The planner keeps it until it is used again.
fw_status fw_group_space( fw_world* world, const fw_unit* unit, const fw_space** space )
{
	fw_map map = { 0 };
	fw_query query;
	fw_plan plan = fw_default_plan();
	plan.method = "astar";
	plan.unit = fw_plan_walker( unit );
	plan.unit.turning_radius = 0.0;
	const fw_status status = fw_planner_map( world->planner, &plan, &map, &query, NULL );
	*space = map.space;
	return status;
}

static fw_status find_class( fw_world* world, world_group* group, const world_unit* unit, fw_vec2 at, int32_t* type )
{
	const fw_unit* of = &unit->plan.unit;
	for ( *type = 0; *type < group->class_count; *type += 1 )
	{
		const group_class* one = &group->classes[*type];
		const fw_space* space = NULL;
		if ( one->unit.radius == of->radius && one->unit.capabilities == of->capabilities &&
		     fw_world_same_outline( &one->unit.outline, &of->outline ) )
		{
			FW_TRY( fw_group_space( world, of, &space ) );
			if ( fw_space_may_connect( space, one->from, at ) )
			{
				return FW_OK;
			}
		}
	}
	const group_class made = { *of, at, 0 };
	const bool room = FW_PUSH( &world->allocator, &group->classes, &group->class_count, &group->class_capacity, made );
	return room ? FW_OK : FW_ERR_MEMORY;
}

fw_status fw_group_classify( fw_world* world, world_group* group )
{
	group->class_count = 0;
	for ( int32_t i = 0; i < group->count; i++ )
	{
		const world_unit* unit = &world->units[group->members[i]];
		FW_TRY( find_class( world, group, unit, stop_of( world, unit ), &world->choice.types[i] ) );
		group->classes[world->choice.types[i]].count += 1;
	}
	return FW_OK;
}

// Where all other units stand or go is no free ground.
bool fw_group_take_others( fw_world* world, const world_group* group )
{
	const uint32_t mark = ++world->mark;
	const int32_t leader = group->order.kind == FW_ORDER_FOLLOW ? slot_of( world, group->order.leader ) : -1;
	fw_places_clear( &world->places );
	for ( int32_t i = 0; i < group->count; i++ )
	{
		world->units[group->members[i]].mark = mark;
	}
	for ( int32_t i = 0; i < world->count; i++ )
	{
		const int32_t slot = slot_of( world, world->rows.ids[i] );
		const world_unit* unit = &world->units[slot];
		const bool goes = unit->phase == PHASE_GOING || unit->phase == PHASE_PLANNING || unit->arrived;
		const fw_vec2 at = goes ? ( fw_vec2 ){ unit->place.x, unit->place.y } : stop_of( world, unit );
		if ( unit->mark != mark && slot != leader &&
		     !fw_places_take( &world->places, at, fw_unit_outer_radius( &unit->plan.unit ) ) )
		{
			return false;
		}
	}
	return true;
}

static fw_status find_places( fw_world* world, const world_group* group, int32_t type, fw_vec2 center, int32_t wanted,
                              fw_vec2* spots, int32_t* count )
{
	const group_class* one = &group->classes[type];
	const fw_unit walker = fw_plan_walker( &one->unit );
	place_query query = {
	    .grid = world->grid,
	    .unit = &walker,
	    .outline = one->unit.outline.count > 0 ? &one->unit : NULL,
	    .heading = group->order.goal.heading,
	    .turns = group->order.kind == FW_ORDER_FOLLOW,
	    .from = one->from,
	    .center = center,
	    .spacing = group->order.spacing,
	    .wanted = wanted,
	    .exact = group->count == 1,
	};
	FW_TRY( fw_group_space( world, &one->unit, &query.space ) );
	return fw_places_find( &world->places, &query, spots, count );
}

// Where a unit is for the choice: as if its path were straight up to where it comes near, and all drove at one speed.
static fw_vec2 seen_at( const fw_world* world, const world_group* group, const world_unit* unit, double speed )
{
	if ( unit->group < 0 || !unit->has_door || unit->inside || unit->phase != PHASE_GOING )
	{
		const fw_pose stop = fw_engine_stop_pose( world->engine, unit->body );
		return ( fw_vec2 ){ stop.x, stop.y };
	}
	const double left = fmax( fw_engine_left( world->engine, unit->body ) - fw_group_door( group ), 0.0 ) * speed /
	                    fw_engine_speed( world->engine, unit->body );
	double sine, cosine;
	fw_sincos( unit->door.heading, &sine, &cosine );
	return ( fw_vec2 ){ unit->door.x - left * cosine, unit->door.y - left * sine };
}

static double time_left( const fw_world* world, const world_unit* unit )
{
	const double speed = fw_engine_speed( world->engine, unit->body );
	return unit->phase == PHASE_GOING ? fw_engine_left( world->engine, unit->body ) / speed : 0.0;
}

// Which part of the group comes before the mean unit of a class?
static double part_before( const fw_world* world, const world_group* group, int32_t type )
{
	double mean = 0.0;
	int32_t before = 0;
	for ( int32_t i = 0; i < group->count; i++ )
	{
		const world_unit* unit = &world->units[group->members[i]];
		mean += world->choice.types[i] == type ? time_left( world, unit ) / group->classes[type].count : 0.0;
	}
	for ( int32_t i = 0; i < group->count; i++ )
	{
		before += time_left( world, &world->units[group->members[i]] ) < mean ? 1 : 0;
	}
	return (double)before / group->count;
}

// The center of the places of a class: classes that come later than others stand nearer to where they come from.
static fw_vec2 center_for( const fw_world* world, const world_group* group, int32_t type, const world_unit* first )
{
	const group_class* one = &group->classes[type];
	const double room = 0.5 * sqrt( one->count ) * ( 2.0 * fw_unit_outer_radius( &one->unit ) + group->order.spacing );
	const double shift = ( 2.0 * part_before( world, group, type ) - 1.0 ) * fmax( group->reach - room, 0.0 );
	const fw_path* path = &first->path;
	fw_vec2 at = group->center;
	for ( double back = 0.0; back < path->length && shift != 0.0; back += 0.5 )
	{
		const fw_pose pose = fw_path_at( path, path->length - back ).pose;
		const fw_vec2 from = { pose.x - group->center.x, pose.y - group->center.y };
		if ( fw_length( from.x, from.y ) >= fabs( shift ) )
		{
			const double side = shift > 0.0 ? 1.0 : -1.0;
			at = ( fw_vec2 ){ group->center.x + side * from.x, group->center.y + side * from.y };
			break;
		}
	}
	const fw_segment line = fw_segment_line( group->center, at, FW_GEAR_FORWARD );
	const bool free = shift > 0.0 || fw_sweep_segment( world->grid, &one->unit, &line );
	return free ? at : group->center;
}

static void widen( world_group* group, fw_vec2 at, double radius )
{
	const double away = fw_length( at.x - group->center.x, at.y - group->center.y ) + radius;
	group->radius = fmax( group->radius, away );
}

static fw_status choose_for( fw_world* world, world_group* group, int32_t type, const world_unit* first )
{
	const fw_vec2 center =
	    first != NULL && group->class_count > 1 ? center_for( world, group, type, first ) : group->center;
	const world_choice* choice = &world->choice;
	const group_class* one = &group->classes[type];
	int32_t found = 0;
	int32_t count = 0;
	FW_TRY( find_places( world, group, type, center, one->count, choice->spots, &found ) );
	if ( found < one->count && ( center.x != group->center.x || center.y != group->center.y ) )
	{
		int32_t more = 0;
		FW_TRY( find_places( world, group, type, group->center, one->count - found, choice->spots + found, &more ) );
		found += more;
	}
	for ( int32_t i = 0; i < group->count; i++ )
	{
		if ( choice->types[i] == type )
		{
			choice->who[count] = i;
			choice->at[count] = seen_at( world, group, &world->units[group->members[i]], one->unit.speed );
			choice->spots[count] = count < found ? choice->spots[count] : group->center;
			widen( group, choice->spots[count++], fw_unit_outer_radius( &one->unit ) );
		}
	}
	if ( !fw_places_match( &world->places, choice->at, choice->spots, count, choice->owner ) )
	{
		return FW_ERR_MEMORY;
	}
	for ( int32_t i = 0; i < count; i++ )
	{
		choice->found[choice->who[i]] = choice->spots[choice->owner[i]];
	}
	return FW_OK;
}

static fw_status choose_spares( fw_world* world, world_group* group, int32_t type, fw_vec2 center )
{
	int32_t found = 0;
	const int32_t wanted = SPARES_MIN + group->classes[type].count / SPARES_ONE_IN;
	FW_TRY( find_places( world, group, type, center, wanted, world->choice.spots, &found ) );
	for ( int32_t i = 0; i < found; i++ )
	{
		const group_spare spare = { world->choice.spots[i], type };
		if ( !FW_PUSH( &world->allocator, &group->spares, &group->spare_count, &group->spare_capacity, spare ) )
		{
			return FW_ERR_MEMORY;
		}
	}
	return FW_OK;
}

// The class with the largest radius below that of `last`, or the next one of the same radius. -1: none.
static int32_t next_class( const world_group* group, int32_t last )
{
	int32_t best = -1;
	for ( int32_t i = 0; i < group->class_count; i++ )
	{
		const double radius = fw_unit_outer_radius( &group->classes[i].unit );
		const double than = last < 0 ? INFINITY : fw_unit_outer_radius( &group->classes[last].unit );
		const bool follows = radius < than || ( radius == than && i > last );
		if ( follows && ( best < 0 || radius > fw_unit_outer_radius( &group->classes[best].unit ) ) )
		{
			best = i;
		}
	}
	return best;
}

fw_status fw_group_choose( fw_world* world, world_group* group, fw_vec2 center, const world_unit* first )
{
	if ( !fw_group_reserve( world, group->count ) )
	{
		return FW_ERR_MEMORY;
	}
	FW_TRY( fw_group_classify( world, group ) );
	if ( !fw_group_take_others( world, group ) )
	{
		return FW_ERR_MEMORY;
	}
	const int32_t leader = group->order.kind == FW_ORDER_FOLLOW ? slot_of( world, group->order.leader ) : -1;
	if ( leader >= 0 )
	{
		const world_unit* ahead = &world->units[leader];
		const double room =
		    fw_unit_outer_radius( &ahead->plan.unit ) + fmax( group->order.distance - group->order.spacing, 0.0 );
		if ( !fw_places_take( &world->places, group->led_from, room ) )
		{
			return FW_ERR_MEMORY;
		}
	}
	group->center = center;
	group->reach = group->radius;
	group->radius = 0.0;
	group->spare_count = 0;
	for ( int32_t i = next_class( group, -1 ); i >= 0; i = next_class( group, i ) )
	{
		FW_TRY( choose_for( world, group, i, first ) );
	}
	for ( int32_t i = next_class( group, -1 ); i >= 0 && group->count > 1; i = next_class( group, i ) )
	{
		FW_TRY( choose_spares( world, group, i, center ) );
	}
	return FW_OK;
}

static void hold_group( fw_holdings* holdings, world_group* group )
{
	FW_HOLD( holdings, group->members, group->capacity );
	FW_HOLD( holdings, group->classes, group->class_capacity );
	FW_HOLD( holdings, group->spares, group->spare_capacity );
	FW_HOLD( holdings, group->march.room, group->march.room_capacity );
	FW_HOLD( holdings, group->march.route.segments, group->march.route.capacity );
}

static void dissolve( fw_world* world, world_group* group )
{
	hold_group( &( fw_holdings ){ .allocator = &world->allocator }, group );
	*group = ( world_group ){ .used = false };
}

void fw_world_hold_groups( fw_holdings* holdings, const fw_world* world )
{
	for ( int32_t i = 0; i < world->group_count; i++ )
	{
		hold_group( holdings, &world->groups[i] );
	}
	FW_HOLD( holdings, world->groups, world->group_capacity );
	fw_hold( holdings, world->choice.at, (size_t)world->choice.capacity, CHOICE_BYTES );
	fw_places_hold( holdings, (fw_places*)&world->places );
}

void fw_group_leave( fw_world* world, int32_t slot )
{
	world_unit* unit = &world->units[slot];
	if ( unit->group < 0 )
	{
		return;
	}
	world_group* group = &world->groups[unit->group];
	const int32_t last = group->members[--group->count];
	group->members[unit->member] = last;
	world->units[last].member = unit->member;
	unit->group = -1;
	unit->file = 0;
	unit->files = 1;
	fw_engine_join( world->engine, unit->body, -1, 0, 0 );
	fw_march_left( world, group, slot );
	if ( group->count == 0 )
	{
		dissolve( world, group );
	}
}

static fw_vec2 middle_of( const fw_world* world, const world_group* group )
{
	fw_vec2 middle = { 0.0, 0.0 };
	for ( int32_t i = 0; i < group->count; i++ )
	{
		const fw_vec2 at = stop_of( world, &world->units[group->members[i]] );
		middle.x += at.x / group->count;
		middle.y += at.y / group->count;
	}
	return middle;
}

// Each unit once, also if it is listed twice.
static bool list_members( fw_world* world, world_group* group, const fw_unit_id* ids, int32_t count )
{
	if ( !FW_GROW( &world->allocator, &group->members, &group->capacity, count ) || !fw_group_reserve( world, count ) )
	{
		return false;
	}
	const uint32_t mark = ++world->mark;
	for ( int32_t i = 0; i < count; i++ )
	{
		const int32_t slot = slot_of( world, ids[i] );
		if ( world->units[slot].mark != mark )
		{
			world->units[slot].mark = mark;
			world->choice.listed[group->count] = i;
			group->members[group->count++] = slot;
		}
	}
	return true;
}

// Units with an outline stand side by side at the heading of the order, or of their way to the goal: in eighths of a
// turn, so that rows lie along streets.
static void choose_heading( const fw_world* world, world_group* group )
{
	const double x = group->order.goal.x - group->came_from.x;
	const double y = group->order.goal.y - group->came_from.y;
	bool outlines = false;
	for ( int32_t i = 0; i < group->count; i++ )
	{
		outlines = outlines || has_outline( &world->units[group->members[i]] );
	}
	if ( outlines && group->order.goal_any_heading && ( x != 0.0 || y != 0.0 ) )
	{
		const double eighth = 0.25 * FW_PI;
		group->order.goal.heading = eighth * floor( fw_atan2( y, x ) / eighth + 0.5 );
	}
}

fw_status fw_world_group( fw_world* world, const fw_unit_id* ids, int32_t count, const fw_order* order, int32_t* made )
{
	int32_t index = 0;
	while ( index < world->group_count && world->groups[index].used )
	{
		index++;
	}
	if ( index == world->group_count && !FW_PUSH( &world->allocator, &world->groups, &world->group_count,
	                                              &world->group_capacity, ( world_group ){ .used = false } ) )
	{
		return FW_ERR_MEMORY;
	}
	world_group* group = &world->groups[index];
	group->used = true;
	group->order = *order;
	group->openings = world->openings;
	fw_path_init( &group->march.route, &world->allocator );
	fw_status status = list_members( world, group, ids, count ) ? FW_OK : FW_ERR_MEMORY;
	if ( status == FW_OK )
	{
		const fw_vec2 goal = { order->goal.x, order->goal.y };
		group->came_from = middle_of( world, group );
		choose_heading( world, group );
		const bool follows = order->kind == FW_ORDER_FOLLOW;
		status = order->kind == FW_ORDER_FORM
		             ? fw_march_prepare( world, group )
		             : fw_group_choose( world, group, follows ? fw_follow_center( world, group ) : goal, NULL );
	}
	if ( status != FW_OK )
	{
		dissolve( world, group );
	}
	*made = index;
	return status;
}

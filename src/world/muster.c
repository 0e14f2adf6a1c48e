// SPDX-License-Identifier: MIT
// Formations before they march: one member plans the route for the largest of them, and everybody gets a place of the
// shape.
#include "fairway/sweep.h"
#include "world/world.h"

#include <math.h>

// Part of the slowest unit's top speed at which a formation marches: who is on the outside of a turn drives faster.
#define MARCH 0.85
// Vehicles form up so many turning radii ahead on the route, at most half way: each comes into its place from behind.
// Where they stand they would have to turn between each other (bench_formations).
#define FORMS_AHEAD 12.0
// Points without spacing form up too [tiles].
#define PITCH_MIN 0.1

static double slowest_of( const fw_world* world, const world_group* group )
{
	double top = INFINITY;
	for ( int32_t i = 0; i < group->count; i++ )
	{
		top = fmin( top, MARCH * fw_engine_speed( world->engine, world->units[group->members[i]].body ) );
	}
	return top;
}

void fw_march_pace( fw_world* world )
{
	for ( int32_t i = 0; i < world->group_count; i++ )
	{
		world_group* group = &world->groups[i];
		if ( group->used && group->order.kind == FW_ORDER_FORM )
		{
			group->march.top = slowest_of( world, group );
		}
	}
}

static void find_slowest( const fw_world* world, world_group* group )
{
	world_march* march = &group->march;
	march->widest = world->units[group->members[0]].plan.unit;
	march->top = slowest_of( world, group );
	march->acceleration = INFINITY;
	march->braking = INFINITY;
	for ( int32_t i = 0; i < group->count; i++ )
	{
		const fw_unit* of = &world->units[group->members[i]].plan.unit;
		march->widest.radius = fmax( march->widest.radius, of->radius );
		march->widest.turning_radius = fmax( march->widest.turning_radius, of->turning_radius );
		march->widest.capabilities &= of->capabilities;
		march->acceleration = fmin( march->acceleration, of->acceleration );
		march->braking = fmin( march->braking, of->braking );
	}
	march->pitch = fmax( 2.0 * march->widest.radius + group->order.spacing, PITCH_MIN );
}

// Of the largest units the one with the widest turns, and of these the one nearest to the middle plans the route.
static void find_lead( const fw_world* world, world_group* group )
{
	double turns = -1.0;
	double nearest = INFINITY;
	for ( int32_t i = 0; i < group->count; i++ )
	{
		const world_unit* unit = &world->units[group->members[i]];
		const fw_pose stop = fw_engine_stop_pose( world->engine, unit->body );
		const double away = fw_length( stop.x - group->came_from.x, stop.y - group->came_from.y );
		const double turning = unit->plan.unit.turning_radius;
		if ( unit->plan.unit.radius == group->march.widest.radius &&
		     ( turning > turns || ( turning == turns && away < nearest ) ) )
		{
			turns = turning;
			nearest = away;
			group->march.lead = group->members[i];
		}
	}
}

fw_status fw_march_prepare( fw_world* world, world_group* group )
{
	const world_choice* choice = &world->choice;
	find_slowest( world, group );
	find_lead( world, group );
	FW_TRY( fw_group_classify( world, group ) );
	const world_unit* lead = &world->units[group->march.lead];
	const fw_pose from = fw_engine_stop_pose( world->engine, lead->body );
	place_query query = {
	    .grid = world->grid,
	    .unit = &group->march.widest,
	    .from = { from.x, from.y },
	    .center = { group->order.goal.x, group->order.goal.y },
	    .wanted = 1,
	    .exact = true,
	};
	int32_t found = 0;
	FW_TRY( fw_group_space( world, &lead->plan.unit, &query.space ) );
	fw_places_clear( &world->places );
	FW_TRY( fw_places_find( &world->places, &query, choice->spots, &found ) );
	group->center = found > 0 ? choice->spots[0] : query.center;
	for ( int32_t i = 0; i < group->count; i++ )
	{
		const bool own = group->order.shape == FW_SHAPE_OWN && group->order.offsets != NULL;
		choice->found[i] = group->center;
		choice->at[i] = own ? group->order.offsets[choice->listed[i]] : ( fw_vec2 ){ 0.0, 0.0 };
	}
	group->order.offsets = NULL; // the caller's
	return FW_OK;
}

// Measures the shape that it has where there is room. Returns how far ahead of the middle it ends.
static double measure_shape( const fw_world* world, world_group* group )
{
	const world_choice* choice = &world->choice;
	world_march* march = &group->march;
	const bool own = group->order.shape == FW_SHAPE_OWN;
	double ahead = 0.0;
	fw_shape_form( group->order.shape, march->pitch, choice->found, own ? 0 : group->count );
	march->half_width = 0.0;
	for ( int32_t i = 0; i < group->count; i++ )
	{
		const fw_vec2 offset = own ? world->units[group->members[i]].offset : choice->found[i];
		march->half_width = fmax( march->half_width, fabs( offset.y ) );
		ahead = fmax( ahead, offset.x );
	}
	march->side = 2.0 * march->half_width + march->pitch;
	return ahead;
}

// Who gets which place of the shape: by where they are now.
static bool hand_out( fw_world* world, world_group* group )
{
	const world_choice* choice = &world->choice;
	if ( group->order.shape == FW_SHAPE_OWN )
	{
		return true;
	}
	for ( int32_t i = 0; i < group->count; i++ )
	{
		const fw_pose stop = fw_engine_stop_pose( world->engine, world->units[group->members[i]].body );
		choice->at[i] = ( fw_vec2 ){ stop.x, stop.y };
		choice->spots[i] = fw_route_place( group, choice->found[i], group->march.at );
	}
	if ( !fw_places_match( &world->places, choice->at, choice->spots, group->count, choice->owner ) )
	{
		return false;
	}
	for ( int32_t i = 0; i < group->count; i++ )
	{
		world->units[group->members[i]].offset = choice->found[choice->owner[i]];
	}
	return true;
}

static void set_out( fw_world* world, world_group* group, int32_t member )
{
	world_unit* unit = &world->units[group->members[member]];
	unit->phase = PHASE_GOING;
	unit->needs_plan = false;
	unit->lost = false;
	unit->brakes = false;
	unit->plan.goal_any_heading = true; // of its legs
	unit->along = unit->folded.x;
	unit->lag = INFINITY;
	unit->best_lag = INFINITY;
	unit->lag_since = world->time;
	unit->next_leg = world->time;
	fw_world_note_start( world, group->members[member], group->march.route.length );
}

void fw_march_ask( fw_world* world, world_group* group )
{
	find_slowest( world, group ); // the largest one may have left
	find_lead( world, group );
	world_unit* lead = &world->units[group->march.lead];
	lead->plan.goal = group->order.goal;
	lead->plan.goal.x = group->center.x;
	lead->plan.goal.y = group->center.y;
	lead->plan.goal_any_heading = group->order.goal_any_heading;
	lead->place = lead->plan.goal;
	lead->needs_plan = true;
	lead->misses = 0;
	fw_world_line_up( world, group->march.lead, LINE_URGENT );
}

bool fw_march_waits( const fw_world* world, int32_t slot )
{
	const int32_t index = world->units[slot].group;
	return index >= 0 && world->groups[index].order.kind == FW_ORDER_FORM && world->groups[index].march.lead >= 0 &&
	       world->groups[index].march.lead != slot;
}

void fw_march_left( fw_world* world, world_group* group, int32_t slot )
{
	if ( group->order.kind == FW_ORDER_FORM && group->march.lead == slot && group->count > 0 )
	{
		fw_march_ask( world, group );
	}
}

void fw_march_fail( fw_world* world, int32_t slot, fw_reason reason, fw_status why )
{
	const int32_t index = world->units[slot].group;
	if ( index < 0 || world->groups[index].order.kind != FW_ORDER_FORM || world->groups[index].march.lead != slot )
	{
		return;
	}
	const world_group* group = &world->groups[index];
	for ( int32_t i = 0; i < group->count; i++ )
	{
		if ( group->members[i] != slot )
		{
			fw_world_give_up( world, group->members[i], reason, why );
		}
	}
}

// All stand until there is another route.
static void lose_route( fw_world* world, world_group* group )
{
	group->march.goes = false;
	for ( int32_t i = 0; i < group->count; i++ )
	{
		world_unit* unit = &world->units[group->members[i]];
		fw_world_forget_request( world, unit );
		fw_world_note( world, ( fw_world_event ){ .kind = FW_WORLD_PATH_LOST, .unit = world->rows.ids[unit->index] } );
		unit->phase = PHASE_PLANNING;
		unit->needs_plan = false;
		unit->brakes = true;
		world->brakes = true;
	}
	fw_march_ask( world, group );
}

void fw_march_edited( fw_world* world )
{
	for ( int32_t i = 0; i < world->group_count; i++ )
	{
		world_group* group = &world->groups[i];
		const world_march* march = &group->march;
		if ( !group->used || !march->goes )
		{
			continue;
		}
		if ( fw_sweep_path( world->grid, &march->widest, &march->route ) < march->route.count )
		{
			lose_route( world, group );
			continue;
		}
		fw_route_begin( world, group );
		note_failure( world, fw_route_measure( world, group, march->at + march->high.x ) );
	}
}

bool fw_march_take( fw_world* world, int32_t slot )
{
	const int32_t index = world->units[slot].group;
	world_group* group = index >= 0 ? &world->groups[index] : NULL;
	if ( group == NULL || group->order.kind != FW_ORDER_FORM || group->march.lead != slot )
	{
		return false;
	}
	world_march* march = &group->march;
	if ( march->goes && fw_march_turn_off( world, slot ) )
	{
		return true;
	}
	march->at = 0.0;
	march->speed = 0.0;
	march->next_legs = world->time;
	march->low = ( fw_vec2 ){ 0.0, 0.0 };
	march->high = march->low;
	fw_status status = fw_path_copy( &march->route, &world->result.path );
	if ( status == FW_OK )
	{
		const double ahead = measure_shape( world, group );
		const double turns = march->widest.turning_radius;
		march->at = turns > 0.0 ? fmin( FORMS_AHEAD * turns + ahead, 0.5 * march->route.length ) : 0.0;
		fw_route_begin( world, group );
		status = fw_route_measure( world, group, march->at + ahead );
	}
	if ( status != FW_OK || !hand_out( world, group ) )
	{
		note_failure( world, FW_ERR_MEMORY );
		fw_world_line_up( world, slot, LINE_URGENT );
		return true;
	}
	fw_march_fold( world, group, 0 );
	march->lead = -1;
	march->goes = true;
	march->forms = true;
	march->forms_since = world->time;
	for ( int32_t i = 0; i < group->count; i++ )
	{
		set_out( world, group, i );
	}
	return true;
}

// SPDX-License-Identifier: MIT
// A scene in time: who is sent when, what the crowd asks for, and what is measured on the way.
#include "simulation.h"
#include "unit_gap.h"

#include "fairway/motion.h"

#include <math.h>
#include <stdlib.h>

// Nodes that the searches of a step may expand. With 20,000 the first ships of channel.json set off in another order,
// and two fewer of them arrive.
#define STEP_NODES 20000
// A unit stops when it gets slower than the one part of its top speed after it was faster than the other.
#define SLOW 0.05
#define FAST 0.5

static fw_status make_world( simulation* run )
{
	fw_world_def def = fw_default_world_def();
	def.grid = run->of->grid;
	def.step_nodes = STEP_NODES;
	return fw_world_create( &def, &run->world, &run->refusal );
}

static fw_world_unit_def unit_def( const scene* of, int32_t unit )
{
	fw_world_unit_def def = fw_default_world_unit_def();
	def.plan = scene_plan( of, unit );
	def.unit = def.plan.unit;
	return def;
}

static fw_status add_units( simulation* run )
{
	const scene* of = run->of;
	fw_status status = FW_OK;
	for ( int32_t i = 0; i < of->unit_count && status == FW_OK; i++ )
	{
		const fw_world_unit_def def = unit_def( of, i );
		run->units[i].at = of->units[i].start;
		run->by_x[i] = i;
		run->asks = of->units[i].kind;
		status = fw_world_add( run->world, &def, &of->units[i].start, 1, &run->units[i].id, &run->refusal );
	}
	return status;
}

fw_status simulation_begin( const scene* of, simulation* out )
{
	*out = ( simulation ){ .of = of, .closest = INFINITY, .closest_a = -1, .closest_b = -1 };
	out->units = calloc( (size_t)of->unit_count, sizeof( simulation_unit ) );
	out->by_x = calloc( (size_t)of->unit_count, sizeof( int32_t ) );
	out->ids = calloc( (size_t)of->unit_count, sizeof( fw_unit_id ) );
	out->made = calloc( (size_t)of->edit_count + 1, sizeof( int32_t ) );
	out->edited = calloc( (size_t)of->edit_count + 1, sizeof( double ) );
	const bool room =
	    out->made != NULL && out->ids != NULL && out->units != NULL && out->by_x != NULL && out->edited != NULL;
	fw_status status = room ? make_world( out ) : FW_ERR_MEMORY;
	status = status == FW_OK ? add_units( out ) : status;
	for ( int32_t i = 0; i < of->edit_count && status == FW_OK; i++ )
	{
		out->edited[i] = NAN;
	}
	if ( status != FW_OK )
	{
		const fw_refusal why = out->refusal;
		const int32_t kind = out->asks;
		simulation_end( out );
		out->refusal = why;
		out->asks = kind;
	}
	return status;
}

void simulation_end( simulation* run )
{
	fw_world_destroy( run->world );
	free( run->units );
	free( run->by_x );
	free( run->ids );
	free( run->made );
	free( run->edited );
	*run = ( simulation ){ 0 };
}

double simulation_time( const simulation* run )
{
	return (double)run->steps * SIMULATION_STEP;
}

// What its first path takes it alone; of who goes leg by leg the straight line at top speed.
static fw_status time_alone( simulation* run, int32_t index, const fw_world_event* event )
{
	simulation_unit* unit = &run->units[index];
	const scene_unit* one = &run->of->units[index];
	const fw_path* path = fw_world_path( run->world, unit->id );
	const bool legs = event->reason == FW_REASON_LEG;
	fw_profile_def how = fw_default_profile_def();
	how.unit = run->of->kinds[one->kind].unit;
	unit->length = legs ? hypot( one->goal.x - unit->at.x, one->goal.y - unit->at.y ) : event->distance;
	unit->free = unit->length / how.unit.speed;
	// In a formation it has no path of its own.
	if ( run->of->crowd || legs || path->length != event->distance )
	{
		return FW_OK;
	}
	fw_profile* profile = NULL;
	const fw_status status = fw_profile_create( &how, path, &profile, NULL );
	if ( status == FW_OK )
	{
		unit->free = fw_profile_time( profile );
		fw_profile_destroy( profile );
	}
	return status;
}

static bool is_due( const simulation* run, double time )
{
	return time <= simulation_time( run ) + 0.5 * SIMULATION_STEP;
}

static fw_status give_edits( simulation* run )
{
	fw_status status = FW_OK;
	while ( run->due < run->of->edit_count && is_due( run, run->of->edits[run->due].time ) && status == FW_OK )
	{
		const scene_edit* edit = &run->of->edits[run->due++];
		status = fw_world_edit( run->world, edit->rect, edit->terrain, NULL, &run->refusal );
	}
	return status;
}

static fw_status give_orders( simulation* run )
{
	fw_status status = FW_OK;
	for ( int32_t i = 0; i < run->of->unit_count && status == FW_OK; i++ )
	{
		const scene_unit* one = &run->of->units[i];
		if ( !run->units[i].sent && one->has_goal && is_due( run, one->time ) )
		{
			fw_order order = fw_default_order();
			order.goal = one->goal;
			order.goal_any_heading = one->goal_any_heading;
			run->asks = one->kind;
			run->units[i].sent = true;
			status = fw_world_order( run->world, &run->units[i].id, 1, &order, &run->refusal );
		}
	}
	return status;
}

static fw_status give_order( simulation* run, const scene_order* given )
{
	int32_t count = 0;
	for ( int32_t i = 0; i < run->of->unit_count; i++ )
	{
		if ( scene_order_lists( given, &run->of->units[i] ) )
		{
			run->asks = run->of->units[i].kind;
			run->units[i].sent = true;
			run->units[i].orders += 1;
			run->ids[count++] = run->units[i].id;
		}
	}
	fw_order order = given->order;
	order.leader = run->units[given->leader].id;
	return fw_world_order( run->world, run->ids, count, &order, &run->refusal );
}

static fw_status give_group_orders( simulation* run )
{
	fw_status status = FW_OK;
	while ( run->ordered < run->of->order_count && is_due( run, run->of->orders[run->ordered].time ) &&
	        status == FW_OK )
	{
		status = give_order( run, &run->of->orders[run->ordered++] );
	}
	return status;
}

// A unit is found by its slot: none is ever removed, so they are in the order of the scene.
static fw_status take_event( simulation* run, const fw_world_event* event, double begun )
{
	if ( event->kind == FW_WORLD_EDITED )
	{
		const int32_t edit = (int32_t)event->edit - 1;
		run->made[run->edits++] = edit;
		run->edited[edit] = begun;
		return FW_OK;
	}
	const int32_t index = fw_world_find( run->world, event->unit );
	simulation_unit* unit = &run->units[index];
	switch ( event->kind )
	{
	case FW_WORLD_STARTED:
		unit->state = SIMULATION_TRAVELS;
		return unit->length > 0.0 ? FW_OK : time_alone( run, index, event );
	case FW_WORLD_NO_PATH:
		unit->state = SIMULATION_NO_PATH;
		unit->reason = event->reason;
		run->asks = run->of->units[index].kind;
		return event->status;
	case FW_WORLD_ARRIVED:
		if ( !run->of->crowd )
		{
			unit->state = SIMULATION_ARRIVED;
			unit->arrived = simulation_time( run );
		}
		return FW_OK;
	case FW_WORLD_PATH_LOST:
	case FW_WORLD_STUCK:
	case FW_WORLD_EDITED:
		break;
	}
	return FW_OK;
}

static fw_status take_events( simulation* run )
{
	int32_t count = 0;
	const fw_world_event* events = fw_world_events( run->world, &count );
	const double begun = (double)( run->steps - 1 ) * SIMULATION_STEP;
	fw_status status = FW_OK;
	for ( int32_t i = 0; i < count && status == FW_OK; i++ )
	{
		status = take_event( run, &events[i], begun );
	}
	return status;
}

// Where it got to in this step: has it arrived, was that a stop?
static void follow( simulation* run, int32_t index, fw_pose at )
{
	simulation_unit* unit = &run->units[index];
	const scene_unit* one = &run->of->units[index];
	const double moved = fw_length( at.x - unit->at.x, at.y - unit->at.y );
	const double part = moved / ( SIMULATION_STEP * run->of->kinds[one->kind].unit.speed );
	const bool near = fw_length( at.x - one->goal.x, at.y - one->goal.y ) <= SCENE_NEAR_GOAL;
	unit->at = at;
	unit->driven += moved;
	if ( run->of->crowd && unit->state == SIMULATION_TRAVELS && near )
	{
		unit->state = SIMULATION_ARRIVED;
		unit->arrived = simulation_time( run );
	}
	else if ( run->of->crowd && unit->state == SIMULATION_ARRIVED && !near )
	{
		unit->state = SIMULATION_TRAVELS;
	}
	unit->stops += unit->moves && part < SLOW && !near ? 1 : 0;
	unit->moves = part > FAST || ( unit->moves && part >= SLOW );
}

static void look_at_all( simulation* run )
{
	const fw_unit_arrays all = fw_world_units( run->world );
	for ( int32_t i = 0; i < all.count; i++ )
	{
		follow( run, i, ( fw_pose ){ all.x[i], all.y[i], all.heading[i] } );
		if ( all.stuck[i] != FW_STUCK_NOT )
		{
			run->units[i].stuck = all.stuck[i];
			run->units[i].stuck_for += SIMULATION_STEP;
		}
	}
}

// By insertion: from step to step few units pass each other.
static void sort_by_x( simulation* run )
{
	for ( int32_t i = 1; i < run->of->unit_count; i++ )
	{
		const int32_t unit = run->by_x[i];
		int32_t to = i;
		while ( to > 0 && run->units[run->by_x[to - 1]].at.x > run->units[unit].at.x )
		{
			run->by_x[to] = run->by_x[to - 1];
			to--;
		}
		run->by_x[to] = unit;
	}
}

static void measure_pair( simulation* run, int32_t i, int32_t k )
{
	const scene* of = run->of;
	const fw_unit* one = &of->kinds[of->units[i].kind].unit;
	const fw_unit* other = &of->kinds[of->units[k].kind].unit;
	const double a = fw_unit_outer_radius( one );
	const double b = fw_unit_outer_radius( other );
	const double dx = run->units[i].at.x - run->units[k].at.x;
	const double dy = run->units[i].at.y - run->units[k].at.y;
	const double reach = run->closest + a + b;
	const bool near = fabs( dx ) < reach && fabs( dy ) < reach && dx * dx + dy * dy < reach * reach;
	const bool are_discs = one->outline.count == 0 && other->outline.count == 0;
	const double gap = !near       ? INFINITY
	                   : are_discs ? fw_length( dx, dy ) - a - b
	                               : unit_gap( one, run->units[i].at, other, run->units[k].at );
	if ( near && ( are_discs || gap < run->closest ) )
	{
		run->closest = gap;
		run->closest_a = i;
		run->closest_b = k;
		run->closest_time = simulation_time( run );
	}
}

static void measure( simulation* run )
{
	const int32_t count = run->of->unit_count;
	double widest = 0.0;
	for ( int32_t i = 0; i < run->of->kind_count; i++ )
	{
		widest = fmax( widest, fw_unit_outer_radius( &run->of->kinds[i].unit ) );
	}
	sort_by_x( run );
	for ( int32_t s = 0; s < count; s++ )
	{
		const int32_t a = run->by_x[s];
		for ( int32_t t = s + 1; t < count; t++ )
		{
			const int32_t b = run->by_x[t];
			if ( run->units[b].at.x - run->units[a].at.x >= run->closest + 2.0 * widest )
			{
				break;
			}
			measure_pair( run, a < b ? a : b, a < b ? b : a );
		}
	}
}

fw_status simulation_step( simulation* run )
{
	fw_status status = give_edits( run );
	status = status == FW_OK ? give_orders( run ) : status;
	status = status == FW_OK ? give_group_orders( run ) : status;
	status = status == FW_OK ? fw_world_step( run->world, SIMULATION_STEP, &run->refusal ) : status;
	run->steps += 1;
	status = status == FW_OK ? take_events( run ) : status;
	look_at_all( run );
	measure( run );
	run->hash = ( run->hash ^ fw_world_hash( run->world ) ) * 0x100000001b3ull;
	return status;
}

double simulation_limit( const simulation* run )
{
	double longest = 0.0;
	for ( int32_t i = 0; i < run->of->unit_count; i++ )
	{
		longest = fmax( longest, run->units[i].free );
	}
	return run->of->crowd ? fmin( longest + SIMULATION_PATIENCE, SCENE_SECONDS_MAX ) : run->of->seconds;
}

bool simulation_is_done( const simulation* run )
{
	const fw_unit_arrays all = fw_world_units( run->world );
	bool done = run->edits == run->of->edit_count && run->ordered == run->of->order_count;
	for ( int32_t i = 0; i < run->of->unit_count && done; i++ )
	{
		const bool stands = all.state[i] == FW_UNIT_IDLE || all.state[i] == FW_UNIT_NO_PATH;
		const bool stays = !run->of->units[i].has_goal && run->of->units[i].orders == 0;
		done = ( run->units[i].state == SIMULATION_ARRIVED || run->units[i].state == SIMULATION_NO_PATH || stays ) &&
		       ( run->of->crowd || stands );
	}
	return done;
}

double simulation_delay( const simulation* run, int32_t unit )
{
	const simulation_unit* one = &run->units[unit];
	// The last tick may be driven faster than the profile of a unit alone ends.
	return fmax( one->arrived - run->of->units[unit].time - one->free, 0.0 );
}

fw_stuck simulation_stuck( const simulation* run, int32_t unit )
{
	return fw_world_units( run->world ).stuck[unit];
}

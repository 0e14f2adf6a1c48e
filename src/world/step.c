// SPDX-License-Identifier: MIT
// The step of a world, and what can be read afterwards.
#include "base/parallel.h"
#include "planner/charge.h"
#include "world/world.h"

#include <string.h>

// Of a unit in a step: its path was lost; a plan is over; it has arrived, or is stuck.
#define EVENTS_PER_UNIT 3
// What a unit that is under way costs in a step in which units decide [nodes]: 1 us in load-1024.
#define MOVING_CHARGE 2
// One part in so many of what is for orders they keep all the same. With a third of it the last unit of load-1024 has
// its path after 32 s, with a quarter after 39 s.
#define LEAST_FOR_ORDERS 3
// Memory is asked for so many units ahead.
#define FETCH 6

const char* fw_stuck_text( fw_stuck stuck )
{
	static const char* const texts[] = {
	    [FW_STUCK_NOT] = "not stuck",
	    [FW_STUCK_WALL] = "its path leads into a wall",
	    [FW_STUCK_NO_ROOM] = "the unit in its way has nowhere to go",
	    [FW_STUCK_WAITING] = "units with priority are in its way",
	    [FW_STUCK_LOST] = "it made room and finds no path back",
	};
	return FW_TEXT_OF( texts, stuck, "unknown" );
}

void fw_world_note( fw_world* world, fw_world_event event )
{
	FW_ASSERT( world->event_count < world->event_capacity );
	world->events[world->event_count++] = event;
}

static fw_unit_state state_of( const world_unit* unit, const fw_body_state* now )
{
	const bool stands = now->state == FW_UNIT_IDLE;               // at its goal, or it has none
	const bool away = unit->phase == PHASE_IDLE && unit->arrived; // if it is stuck: it was pushed off its goal
	if ( !stands && ( unit->phase == PHASE_GOING || away ) && now->stuck != FW_STUCK_NOT )
	{
		return FW_UNIT_STUCK;
	}
	if ( stands && unit->phase == PHASE_GOING )
	{
		return FW_UNIT_WAITING; // for its formation
	}
	return stands && unit->phase == PHASE_PLANNING  ? FW_UNIT_PLANNING
	       : stands && unit->phase == PHASE_NO_PATH ? FW_UNIT_NO_PATH
	                                                : now->state;
}

static void show( fw_world* world, const world_unit* unit, const fw_body_state* now )
{
	const int32_t i = unit->index;
	const fw_unit_state state = state_of( unit, now );
	world->rows.x[i] = now->pose.x;
	world->rows.y[i] = now->pose.y;
	world->rows.heading[i] = unit->faces ? unit->facing : now->pose.heading;
	world->rows.speed[i] = now->speed;
	world->rows.state[i] = state;
	world->rows.reason[i] = state == FW_UNIT_NO_PATH ? unit->reason : FW_REASON_NONE;
	world->rows.stuck[i] = state == FW_UNIT_STUCK ? now->stuck : FW_STUCK_NOT;
}

void fw_world_show( fw_world* world, int32_t slot )
{
	const world_unit* unit = &world->units[slot];
	const fw_body_state now = fw_engine_look( world->engine, unit->body );
	world->rows.radius[unit->index] = fw_unit_outer_radius( &unit->plan.unit );
	show( world, unit, &now );
}

// The path is over. That is the end of the order, but for a unit whose place is another one by now, or that patrols.
static void arrive( fw_world* world, int32_t slot, const fw_body_state* now )
{
	world_unit* unit = &world->units[slot];
	if ( fw_world_marches( world, unit ) )
	{
		return; // its formation gives it the next leg
	}
	if ( unit->leg )
	{
		fw_world_end_leg( world, slot );
		return;
	}
	const fw_pose goal = unit->plan.goal;
	if ( unit->place.x != goal.x || unit->place.y != goal.y )
	{
		unit->phase = PHASE_PLANNING;
		fw_world_go_on( world, slot );
		return;
	}
	fw_world_forget_request( world, unit );
	unit->phase = PHASE_IDLE;
	unit->arrived = true;
	unit->needs_plan = false;
	unit->lost = false;
	fw_world_note( world, ( fw_world_event ){
	                          .kind = FW_WORLD_ARRIVED,
	                          .unit = world->rows.ids[unit->index],
	                          .distance = fw_length( now->pose.x - goal.x, now->pose.y - goal.y ),
	                      } );
	if ( unit->kind == FW_ORDER_PATROL )
	{
		unit->place = unit->other;
		unit->other = goal;
		unit->file = unit->files - 1 - unit->file; // what was on its left is on its right
		fw_world_go_on( world, slot );
	}
}

// Who turns on the spot faces where its order says once it stands there, and until it moves: its path ends as it came.
static void face( world_unit* unit, const fw_body_state* now )
{
	const bool stands = now->state == FW_UNIT_IDLE;
	const bool there = stands && unit->arrived && unit->phase == PHASE_IDLE;
	const bool turns = there && unit->plan.unit.turning_radius == 0.0 && !unit->plan.goal_any_heading;
	unit->facing = turns ? fw_angle_signed( unit->place.heading ) : unit->facing;
	unit->faces = turns || ( stands && unit->faces );
}

// Most units of most steps drive on, alone, to their goals.
static bool drives_on( fw_world* world, world_unit* unit )
{
	fw_pose pose;
	double speed;
	if ( unit->phase != PHASE_GOING || unit->group >= 0 || unit->leg || unit->needs_plan ||
	     unit->stuck != FW_STUCK_NOT || !fw_engine_cruises( world->engine, unit->body, &pose, &speed ) )
	{
		return false;
	}
	const fw_body_state now = { .pose = pose, .speed = speed, .state = FW_UNIT_MOVING, .stuck = FW_STUCK_NOT };
	unit->faces = false;
	unit->wants_since = -1.0;
	show( world, unit, &now );
	return true;
}

// What a step has made of a unit.
static void observe( fw_world* world, int32_t slot )
{
	world_unit* unit = &world->units[slot];
	if ( drives_on( world, unit ) )
	{
		return;
	}
	const fw_body_state now = fw_engine_look( world->engine, unit->body );
	if ( unit->phase == PHASE_GOING && now.state == FW_UNIT_IDLE )
	{
		arrive( world, slot, &now );
	}
	if ( unit->leg )
	{
		fw_world_look_ahead( world, slot );
	}
	if ( unit->group >= 0 )
	{
		fw_group_watch( world, slot, &now );
	}
	face( unit, &now );
	show( world, unit, &now );
	const fw_stuck stuck = world->rows.stuck[unit->index];
	if ( stuck != FW_STUCK_NOT && unit->stuck == FW_STUCK_NOT )
	{
		fw_world_note(
		    world, ( fw_world_event ){ .kind = FW_WORLD_STUCK, .unit = world->rows.ids[unit->index], .stuck = stuck } );
	}
	unit->stuck = stuck;
	world->stats.planning += unit->needs_plan ? 1 : 0;
	fw_world_watch( world, slot, &now );
}

// Deciding takes a part of what is for orders: a step is not long for both.
static void share_budget( fw_world* world, double seconds )
{
	int64_t moving = 0;
	for ( int32_t i = 0; i < world->count; i++ )
	{
		const fw_unit_state state = world->rows.state[i];
		moving += state != FW_UNIT_IDLE && state != FW_UNIT_PLANNING && state != FW_UNIT_NO_PATH ? 1 : 0;
	}
	const int64_t all = world->def.step_nodes - fw_world_detour_nodes( world );
	const int64_t most = all - all / LEAST_FOR_ORDERS;
	const int64_t takes = MOVING_CHARGE * moving * fw_engine_decisions( world->engine, seconds );
	const int64_t charge = takes < most ? takes : most;
	world->left = world->def.step_nodes - charge;
	fw_queue_charge( world->queue, charge );
}

// Asks for the memory of a unit that comes later, and for that of its body once its own is there.
static void fetch( const fw_world* world, int32_t row )
{
	const int32_t next = row + 2 * FETCH < world->count ? row + 2 * FETCH : world->count - 1;
	const int32_t soon = row + FETCH < world->count ? row + FETCH : world->count - 1;
	fw_prefetch_block( &world->units[world->rows.ids[next] & UINT32_MAX], offsetof( world_unit, plan ) );
	fw_engine_fetch( world->engine, world->units[world->rows.ids[soon] & UINT32_MAX].body );
}

static void brake_all( fw_world* world )
{
	world->brakes = false;
	for ( int32_t i = 0; i < world->count; i++ )
	{
		const int32_t slot = slot_of( world, world->rows.ids[i] );
		if ( world->units[slot].brakes )
		{
			fw_world_brake( world, slot );
		}
	}
}

static void move( fw_world* world, double seconds )
{
	if ( world->brakes )
	{
		brake_all( world );
	}
	fw_world_lead( world );
	fw_world_march( world, seconds );
	fw_world_plan( world );
	note_failure( world, fw_engine_step( world->engine, seconds, NULL ) );
	world->time += seconds;
	for ( int32_t i = 0; i < world->count; i++ )
	{
		fetch( world, i );
		observe( world, slot_of( world, world->rows.ids[i] ) );
	}
	fw_world_find_detours( world );
}

fw_status fw_world_use_threads( fw_world* world, const fw_parallel* parallel, fw_refusal* refusal )
{
	const fw_parallel none = { 0 };
	FW_TRY( FW_CHECK_NULL( refusal, world ) );
	if ( parallel == NULL || parallel->run == NULL )
	{
		return fw_engine_share( world->engine, &none );
	}
	FW_TRY( fw_check_range( refusal, "workers", parallel->workers, 1, FW_WORKERS_MAX ) );
	return fw_refuse_status( refusal, fw_engine_share( world->engine, parallel ) );
}

fw_status fw_world_step( fw_world* world, double seconds, fw_refusal* refusal )
{
	FW_TRY( FW_CHECK_NULL( refusal, world ) );
	FW_TRY( fw_check_range( refusal, "seconds", seconds, 1e-9, 0.25 ) );
	const int32_t room = EVENTS_PER_UNIT * world->count + world->edit_count;
	if ( !FW_GROW( &world->allocator, &world->events, &world->event_capacity, room ) )
	{
		return fw_refuse_status( refusal, FW_ERR_MEMORY );
	}
	world->event_count = 0;
	world->failed = FW_OK;
	share_budget( world, seconds );
	world->stats.nodes = 0;
	world->stats.planning = 0;
	fw_world_make_edits( world );
	move( world, seconds );
	world->stats.edits = world->edit_count;
	return fw_refuse_status( refusal, world->failed );
}

fw_unit_arrays fw_world_units( const fw_world* world )
{
	const world_rows* rows = &world->rows;
	return ( fw_unit_arrays ){ world->count, rows->ids,    rows->x,     rows->y,      rows->heading,
	                           rows->speed,  rows->radius, rows->state, rows->reason, rows->stuck };
}

int32_t fw_world_find( const fw_world* world, fw_unit_id unit )
{
	const int32_t slot = slot_of( world, unit );
	return slot >= 0 ? world->units[slot].index : -1;
}

const fw_path* fw_world_path( const fw_world* world, fw_unit_id unit )
{
	const int32_t slot = slot_of( world, unit );
	return slot >= 0 ? &world->units[slot].path : NULL;
}

bool fw_world_last_order( const fw_world* world, fw_unit_id unit, fw_order* order, fw_pose* place )
{
	const int32_t slot = slot_of( world, unit );
	const world_unit* u = slot >= 0 ? &world->units[slot] : NULL;
	const bool fresh = u != NULL && u->kind == FW_ORDER_GO && u->phase == PHASE_IDLE && !u->arrived;
	if ( u == NULL || fresh )
	{
		return false;
	}
	fw_order last = fw_default_order();
	last.goal = u->place;
	last.goal_any_heading = u->plan.goal_any_heading;
	last.goal_tolerance = u->plan.goal_tolerance;
	last = u->group >= 0 ? world->groups[u->group].order : last;
	last.kind = u->kind; // that of the group is another one once its leader is gone
	last.offsets = NULL;
	const bool stands = last.kind == FW_ORDER_STOP || last.kind == FW_ORDER_HOLD;
	*order = last;
	*place = stands                         ? fw_engine_stop_pose( world->engine, u->body )
	         : fw_world_marches( world, u ) ? last.goal
	                                        : u->place;
	return true;
}

const fw_world_event* fw_world_events( const fw_world* world, int32_t* count )
{
	*count = world->event_count;
	return world->events;
}

double fw_world_time( const fw_world* world )
{
	return world->time;
}

static uint64_t hash_bits( uint64_t hash, uint64_t bits )
{
	for ( int32_t i = 0; i < 8; i++ )
	{
		hash = ( hash ^ ( bits >> ( 8 * i ) & 0xff ) ) * 0x100000001b3u;
	}
	return hash;
}

static uint64_t hash_number( uint64_t hash, double value )
{
	uint64_t bits;
	memcpy( &bits, &value, sizeof( bits ) );
	return hash_bits( hash, bits );
}

uint64_t fw_world_hash( const fw_world* world )
{
	const world_rows* rows = &world->rows;
	uint64_t hash = 0xcbf29ce484222325u;
	for ( int32_t i = 0; i < world->count; i++ )
	{
		hash = hash_bits( hash, rows->ids[i] );
		hash = hash_number( hash_number( hash, rows->x[i] ), rows->y[i] );
		hash = hash_number( hash_number( hash, rows->heading[i] ), rows->speed[i] );
		hash = hash_bits( hash,
		                  (uint64_t)rows->state[i] << 32 | (uint64_t)rows->reason[i] << 16 | (uint64_t)rows->stuck[i] );
	}
	return hash;
}

fw_world_stats fw_world_measure( const fw_world* world )
{
	return world->stats;
}

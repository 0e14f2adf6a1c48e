// SPDX-License-Identifier: MIT
// Worlds: memory, and units that are added and removed.
#include "world/world.h"
#include "planner/trail.h"

#include "grid/grid.h"

#include <string.h>

fw_world_def fw_default_world_def( void )
{
	return ( fw_world_def ){ .cookie = FW_COOKIE, .step_nodes = 20000, .patience = 20.0 };
}

fw_world_unit_def fw_default_world_unit_def( void )
{
	fw_world_unit_def def = { .cookie = FW_COOKIE, .unit = fw_default_unit(), .plan = fw_default_plan() };
	// Hundreds of moves for each unit that others shut in would take their time. Who finds no legal turns on the map
	// plans once more with them.
	def.plan.options.end_moves = 0;
	return def;
}

static const fw_range def_rows[] = {
    { "patience", offsetof( fw_world_def, patience ), FW_FIELD_DOUBLE, 1.0, 1e6, " s" },
};
const fw_ranges fw_world_def_ranges = FW_RANGES( "def", "fw_default_world_def()", def_rows );
static const fw_ranges unit_def_ranges = { "def", "fw_default_world_unit_def()", NULL, 0 };

static fw_status check_def( fw_refusal* refusal, const fw_world_def* def )
{
	FW_TRY( fw_check( refusal, &fw_world_def_ranges, def ) );
	FW_TRY( fw_check_range( refusal, "step_nodes", (double)def->step_nodes, 64, 1e9 ) );
	FW_TRY( fw_check_null( refusal, "grid", ( const void*[] ){ def->grid }, 1 ) );
	const double tiles = (double)fw_grid_width( def->grid ) * fw_grid_height( def->grid );
	if ( tiles > FW_WORLD_MAX_TILES )
	{
		return fw_refuse_range( refusal, FW_ERR_TOO_LARGE, "grid", tiles, 1, FW_WORLD_MAX_TILES );
	}
	if ( fw_grid_link_count( def->grid ) > 0 )
	{
		return fw_refuse( refusal, FW_ERR_UNSUPPORTED, FW_REFUSAL_VALUE, "grid", NULL,
		                  "has links, which units of a world cannot use" );
	}
	// Detours need a terrain that no unit may enter.
	bool room = fw_grid_terrain_count( def->grid ) < FW_TERRAIN_MAX;
	for ( int32_t i = 0; i < fw_grid_terrain_count( def->grid ); i++ )
	{
		room = room || fw_grid_terrain( def->grid, i )->capabilities == 0;
	}
	return room ? FW_OK
	            : fw_refuse( refusal, FW_ERR_UNSUPPORTED, FW_REFUSAL_VALUE, "grid", NULL,
	                         "has 32 terrains that units may enter; a world needs one that no unit may enter" );
}

static fw_status open( fw_world* world, fw_refusal* refusal )
{
	const int64_t nodes = world->def.step_nodes;
	FW_TRY( fw_refuse_status( refusal, fw_grid_copy( world->def.grid, &world->allocator, NULL, &world->grid ) ) );
	FW_TRY( fw_planner_create( world->grid, &world->allocator, &world->planner, refusal ) );
	fw_queue_def queue = fw_default_queue_def();
	queue.planner = world->planner;
	queue.capacity = FW_ASKED_MAX;
	queue.frame_expansions = nodes - fw_world_detour_nodes( world );
	queue.slow_after = nodes / 4;
	FW_TRY( fw_queue_create( &queue, &world->queue, refusal ) );
	FW_TRY( fw_refuse_status( refusal, fw_world_open_detours( world ) ) );
	return fw_engine_create( &world->allocator, world->grid, world->def.patience, &world->engine, refusal );
}

fw_status fw_world_create( const fw_world_def* def, fw_world** world, fw_refusal* refusal )
{
	FW_TRY( FW_CHECK_NULL( refusal, def, world ) );
	FW_TRY( check_def( refusal, def ) );
	const fw_allocator allocator = fw_allocator_or_default( &def->allocator );
	fw_world* made = fw_alloc_zero( &allocator, 1, sizeof( *made ) );
	if ( made == NULL )
	{
		return fw_refuse_status( refusal, FW_ERR_MEMORY );
	}
	made->allocator = allocator;
	made->places.allocator = allocator;
	made->def = *def;
	made->free = -1;
	made->detours_for = -1;
	fw_result_init( &made->result, &allocator );
	for ( int32_t i = 0; i < LINE_COUNT; i++ )
	{
		made->first[i] = -1;
		made->last[i] = -1;
	}
	const fw_status status = open( made, refusal );
	if ( status != FW_OK )
	{
		fw_world_destroy( made );
		return status;
	}
	made->def.grid = NULL;
	*world = made;
	return FW_OK;
}

#define ROW_BYTES                                                                                                      \
	( sizeof( fw_unit_id ) + 5 * sizeof( double ) + sizeof( fw_unit_state ) + sizeof( fw_reason ) + sizeof( fw_stuck ) )

static world_rows lay_rows( fw_unit_id* block, int32_t capacity )
{
	world_rows rows = { .capacity = capacity, .ids = block };
	rows.x = (double*)( rows.ids + capacity );
	rows.y = rows.x + capacity;
	rows.heading = rows.y + capacity;
	rows.speed = rows.heading + capacity;
	rows.radius = rows.speed + capacity;
	rows.state = (fw_unit_state*)( rows.radius + capacity );
	rows.reason = (fw_reason*)( rows.state + capacity );
	rows.stuck = (fw_stuck*)( rows.reason + capacity );
	return rows;
}

static bool grow_rows( fw_world* world, int32_t needed )
{
	if ( needed <= world->rows.capacity )
	{
		return true;
	}
	const world_rows old = world->rows;
	const int32_t capacity = needed > 2 * old.capacity ? needed : 2 * old.capacity;
	fw_unit_id* block = fw_alloc( &world->allocator, (size_t)capacity, ROW_BYTES );
	if ( block == NULL )
	{
		return false;
	}
	world->rows = lay_rows( block, capacity );
	for ( int32_t i = 0; i < world->count; i++ )
	{
		world->rows.ids[i] = old.ids[i];
		world->rows.x[i] = old.x[i];
		world->rows.y[i] = old.y[i];
		world->rows.heading[i] = old.heading[i];
		world->rows.speed[i] = old.speed[i];
		world->rows.radius[i] = old.radius[i];
		world->rows.state[i] = old.state[i];
		world->rows.reason[i] = old.reason[i];
		world->rows.stuck[i] = old.stuck[i];
	}
	fw_free( &world->allocator, old.ids, (size_t)old.capacity, ROW_BYTES );
	return true;
}

bool fw_world_reserve( fw_world* world, int32_t slots, int32_t rows )
{
	return FW_GROW( &world->allocator, &world->units, &world->capacity, slots ) && grow_rows( world, rows );
}

static void hold_trail( fw_holdings* holdings, fw_trail* trail )
{
	if ( trail != NULL )
	{
		fw_trail_hold( holdings, trail );
		FW_HOLD( holdings, trail, 1 );
	}
}

// What the world itself holds.
static void hold( fw_holdings* holdings, const fw_world* world )
{
	for ( int32_t i = 0; i < world->slots; i++ )
	{
		FW_HOLD( holdings, world->units[i].path.segments, world->units[i].path.capacity );
		hold_trail( holdings, world->units[i].trail );
	}
	FW_HOLD( holdings, world->units, world->capacity );
	fw_hold( holdings, world->rows.ids, (size_t)world->rows.capacity, ROW_BYTES );
	FW_HOLD( holdings, world->edits, world->edit_capacity );
	FW_HOLD( holdings, world->vertices, world->vertex_capacity );
	FW_HOLD( holdings, world->events, world->event_capacity );
	fw_world_hold_groups( holdings, world );
	FW_HOLD( holdings, world->result.path.segments, world->result.path.capacity );
}

void fw_world_destroy( fw_world* world )
{
	if ( world == NULL )
	{
		return;
	}
	const fw_allocator allocator = world->allocator;
	fw_queue_destroy( world->queue );
	fw_planner_destroy( world->planner );
	fw_world_close_detours( world );
	fw_engine_destroy( world->engine );
	fw_fields_close( world );
	fw_grid_destroy( world->grid );
	hold( &( fw_holdings ){ .allocator = &allocator }, world );
	fw_free( &allocator, world, 1, sizeof( *world ) );
}

size_t fw_world_memory( const fw_world* world )
{
	fw_holdings held = { .bytes = sizeof( *world ) };
	hold( &held, world );
	return held.bytes + fw_grid_memory( world->grid ) + fw_grid_memory( world->marked ) + fw_fields_memory( world ) +
	       fw_planner_measure( world->planner ).total + fw_planner_measure( world->around ).total +
	       fw_queue_memory( world->queue ) + fw_job_memory( world->job ) + fw_engine_memory( world->engine );
}

const fw_grid* fw_world_grid( const fw_world* world )
{
	return world->grid;
}

// Lines meet in corners, where a vehicle does not turn.
static fw_status check_turns( const fw_unit* unit, const fw_resolved_plan* resolved, fw_refusal* refusal )
{
	const uint32_t turn = FW_TRAIT_HEADINGS | FW_TRAIT_COMBINED;
	const bool turns = resolved->turning != FW_TURNING_NONE || ( resolved->method->traits & turn ) != 0;
	return unit->turning_radius == 0.0 || turns
	           ? FW_OK
	           : fw_refuse_pair( refusal, FW_ERR_UNSUPPORTED, "plan.method", "unit.turning_radius",
	                             "its paths have corners; set plan.turning, or take \"directional\"" );
}

static fw_status check_unit_def( const fw_world* world, const fw_world_unit_def* def, fw_plan* plan,
                                 fw_refusal* refusal )
{
	fw_resolved_plan resolved;
	FW_TRY( fw_check( refusal, &unit_def_ranges, def ) );
	FW_TRY( fw_unit_check( &def->unit, refusal ) );
	if ( def->unit.size != 0 )
	{
		return fw_refuse( refusal, FW_ERR_UNSUPPORTED, FW_REFUSAL_VALUE, "unit.size", NULL,
		                  "is not 0: units of a world are discs, or have an outline" );
	}
	*plan = def->plan;
	plan->unit = def->unit;
	plan->start = ( fw_pose ){ 0.5, 0.5, 0.0 };
	plan->goal = plan->start;
	plan->goal_any_heading = true;
	plan->goal_tolerance = 0.0;
	plan->best_effort = false;
	plan->legs.trail = NULL;
	FW_TRY( fw_plan_resolve( world->grid, plan, &resolved, refusal ) );
	FW_TRY( check_turns( &def->unit, &resolved, refusal ) );
	plan->method = resolved.automatic ? NULL : resolved.method->name; // the caller's text need not live
	return FW_OK;
}

// Room for the units, and what their plans need.
static fw_status make_room( fw_world* world, const fw_plan* plan, int32_t count, fw_refusal* refusal )
{
	const int32_t needed = world->count + count;
	if ( needed > FW_WORLD_MAX_UNITS )
	{
		return fw_refuse_range( refusal, FW_ERR_TOO_LARGE, "count", count, 0, FW_WORLD_MAX_UNITS - world->count );
	}
	FW_TRY( fw_planner_prepare( world->planner, plan, refusal ) );
	FW_TRY( fw_planner_prepare( world->around, plan, refusal ) );
	return fw_world_reserve( world, needed, needed ) ? FW_OK : fw_refuse_status( refusal, FW_ERR_MEMORY );
}

static fw_unit_id take_in( fw_world* world, const fw_plan* plan, fw_body body )
{
	int32_t slot = world->free;
	if ( slot < 0 )
	{
		slot = world->slots++;
		world->units[slot] = ( world_unit ){ .used = false };
	}
	else
	{
		world->free = world->units[slot].index;
	}
	world_unit* unit = &world->units[slot];
	const world_unit old = *unit;
	*unit = ( world_unit ){
	    .used = true,
	    .generation = old.generation + 1,
	    .index = world->count,
	    .body = body,
	    .plan = *plan,
	    .wants_since = -1.0,
	    .group = -1,
	    .files = 1,
	    .stands_since = -1.0,
	};
	memcpy( unit->lined, old.lined, sizeof( unit->lined ) );
	memcpy( unit->next, old.next, sizeof( unit->next ) );
	fw_path_init( &unit->path, &world->allocator );
	fw_path_clear( &unit->path, fw_engine_look( world->engine, body ).pose );
	const fw_unit_id id = (uint64_t)unit->generation << 32 | (uint32_t)slot;
	world->rows.ids[world->count++] = id;
	fw_world_show( world, slot );
	return id;
}

fw_status fw_world_add( fw_world* world, const fw_world_unit_def* def, const fw_pose* poses, int32_t count,
                        fw_unit_id* ids, fw_refusal* refusal )
{
	fw_plan plan;
	FW_TRY( FW_CHECK_NULL( refusal, world, def, poses, ids ) );
	FW_TRY( fw_check_range( refusal, "count", count, 0, FW_WORLD_MAX_UNITS ) );
	FW_TRY( check_unit_def( world, def, &plan, refusal ) );
	FW_TRY( make_room( world, &plan, count, refusal ) );
	fw_body* bodies = world->rows.ids + world->count; // the room of the ids
	for ( int32_t i = 0; i < count; i++ )
	{
		const fw_status status =
		    fw_engine_add( world->engine, &def->unit, def->slowed_by_costs, poses[i], &bodies[i], refusal );
		if ( status != FW_OK )
		{
			for ( int32_t k = i - 1; k >= 0; k-- )
			{
				fw_engine_remove( world->engine, bodies[k] );
			}
			const bool here = status == FW_ERR_BLOCKED || status == FW_ERR_ARGUMENT;
			return here ? fw_refuse_entry( refusal, status, "poses", i ) : status;
		}
	}
	for ( int32_t i = 0; i < count; i++ )
	{
		ids[i] = take_in( world, &plan, bodies[i] );
	}
	return FW_OK;
}

int32_t fw_world_segment( const fw_world* world, const world_unit* unit, double* behind )
{
	const fw_path* path = &unit->path;
	const double left = fw_engine_left( world->engine, unit->body );
	*behind = path->length - left;
	int32_t at = 0;
	while ( at + 1 < path->count && *behind >= path->segments[at].length )
	{
		*behind -= path->segments[at++].length;
	}
	return left > 0.0 ? at : path->count;
}

static void let_go( fw_world* world, int32_t slot )
{
	world_unit* unit = &world->units[slot];
	fw_world_forget_request( world, unit );
	fw_world_drop_detour( world, slot );
	fw_group_leave( world, slot );
	fw_engine_remove( world->engine, unit->body );
	fw_path_free( &unit->path );
	fw_trail_destroy( unit->trail );
	unit->trail = NULL;
	unit->used = false;
	unit->needs_plan = false;
	unit->index = world->free;
	world->free = slot;
}

fw_status fw_world_refuse_id( fw_refusal* refusal, int32_t index, const char* words )
{
	const fw_status status = fw_refuse( refusal, FW_ERR_UNKNOWN, FW_REFUSAL_VALUE, "unit", NULL, words );
	return fw_refuse_entry( refusal, status, "ids", index );
}

// A unit that is listed twice is found by its index, which is changed for the time being.
static fw_status check_removed( fw_world* world, const fw_unit_id* ids, int32_t count, fw_refusal* refusal )
{
	int32_t good = 0;
	fw_status status = FW_OK;
	for ( ; good < count; good++ )
	{
		const int32_t slot = slot_of( world, ids[good] );
		if ( slot < 0 || world->units[slot].index < 0 )
		{
			status = fw_world_refuse_id( refusal, good,
			                             slot < 0 ? "is no unit of this world, or was removed" : "is listed twice" );
			break;
		}
		world->units[slot].index = -1 - world->units[slot].index;
	}
	for ( int32_t i = 0; i < good; i++ )
	{
		world_unit* unit = &world->units[slot_of( world, ids[i] )];
		unit->index = -1 - unit->index;
	}
	return status;
}

fw_status fw_world_remove( fw_world* world, const fw_unit_id* ids, int32_t count, fw_refusal* refusal )
{
	FW_TRY( FW_CHECK_NULL( refusal, world, ids ) );
	FW_TRY( fw_check_range( refusal, "count", count, 0, FW_WORLD_MAX_UNITS ) );
	FW_TRY( check_removed( world, ids, count, refusal ) );
	for ( int32_t i = 0; i < count; i++ )
	{
		let_go( world, slot_of( world, ids[i] ) );
	}
	int32_t kept = 0;
	for ( int32_t i = 0; i < world->count; i++ )
	{
		const fw_unit_id id = world->rows.ids[i];
		const int32_t slot = slot_of( world, id );
		if ( slot >= 0 )
		{
			world->rows.ids[kept] = id;
			world->units[slot].index = kept++;
			fw_world_show( world, slot );
		}
	}
	world->count = kept;
	return FW_OK;
}

fw_status fw_world_pace( fw_world* world, const fw_unit_id* ids, int32_t count, double pace, fw_refusal* refusal )
{
	FW_TRY( FW_CHECK_NULL( refusal, world, ids ) );
	FW_TRY( fw_check_range( refusal, "count", count, 0, FW_WORLD_MAX_UNITS ) );
	FW_TRY( fw_check_range( refusal, "pace", pace, FW_WORLD_PACE_MIN, 1.0 ) );
	for ( int32_t i = 0; i < count; i++ )
	{
		if ( slot_of( world, ids[i] ) < 0 )
		{
			return fw_world_refuse_id( refusal, i, "is no unit of this world, or was removed" );
		}
	}
	for ( int32_t i = 0; i < count; i++ )
	{
		fw_engine_pace( world->engine, world->units[slot_of( world, ids[i] )].body, pace );
	}
	fw_march_pace( world );
	return FW_OK;
}

// SPDX-License-Identifier: MIT
// A unit of a world as bytes: its order, its path, and how its paths are planned.
#include "grid/grid.h"
#include "path/archive.h"
#include "path/path.h"
#include "planner/trail.h"
#include "world/world.h"

#include <float.h>
#include <math.h>

// Of the name of a method; no name is longer.
#define NAME_BYTES 32
// Offsets in a formation are no larger [tiles].
#define OFFSET_MAX 1e8

// Null: the method is chosen for each path.
static void pass_method( fw_bytes* io, const char** method )
{
	char name[NAME_BYTES + 1] = { 0 };
	for ( size_t i = 0; *method != NULL && i < NAME_BYTES && ( *method )[i] != 0; i++ )
	{
		name[i] = ( *method )[i];
	}
	fw_pass_block( io, name, NAME_BYTES );
	if ( fw_reads( io ) && io->ok )
	{
		const fw_method* found = name[0] != 0 ? fw_method_find( name ) : NULL;
		*method = found != NULL ? found->name : NULL;
		fw_must( io, name[0] == 0 || found != NULL );
	}
}

static void pass_options( fw_bytes* io, fw_search_options* options )
{
	options->heuristic = (fw_heuristic)fw_pass( io, (uint64_t)options->heuristic, 1, FW_HEURISTIC_FIELD );
	fw_pass_number( io, &options->weight, -DBL_MAX, DBL_MAX );
	fw_pass_long( io, &options->max_expansions, INT64_MIN, INT64_MAX );
	fw_pass_int( io, &options->neighbors, INT32_MIN, INT32_MAX );
	fw_pass_int( io, &options->block_size, INT32_MIN, INT32_MAX );
	fw_pass_bool( io, &options->corner_cutting );
	fw_pass_number( io, &options->turn_penalty, -DBL_MAX, DBL_MAX );
	fw_pass_number( io, &options->turn_charge, -DBL_MAX, DBL_MAX );
	fw_pass_int( io, &options->end_moves, INT32_MIN, INT32_MAX );
	fw_pass_number( io, &options->start_speed, -DBL_MAX, DBL_MAX );
	fw_pass_bool( io, &options->goal_any_speed );
	fw_pass_int( io, &options->window, INT32_MIN, INT32_MAX );
	fw_pass_bool( io, &options->ignore_costs );
	options->anchor = (fw_anchor)fw_pass( io, (uint64_t)options->anchor, 1, FW_ANCHOR_CORNER );
	options->corners = (fw_corners)fw_pass( io, (uint64_t)options->corners, 1, FW_CORNERS_OPEN );
}

// What fw_world_add() keeps of the plan of a unit.
static void pass_plan( fw_bytes* io, fw_plan* plan )
{
	pass_method( io, &plan->method );
	fw_pass_unit( io, &plan->unit );
	fw_pass_bool( io, &plan->start_any_heading );
	pass_options( io, &plan->options );
	fw_pass_bool( io, &plan->smooth );
	plan->turning = (fw_turning)fw_pass( io, (uint64_t)plan->turning, 1, FW_TURNING_RECALCULATE );
	fw_pass_number( io, &plan->min_turning_radius, -DBL_MAX, DBL_MAX );
	fw_pass_bool( io, &plan->clean_up );
	fw_pass_bool( io, &plan->second_try );
	fw_pass_bool( io, &plan->nearest );
	plan->lattice = (fw_lattice)fw_pass( io, (uint64_t)plan->lattice, 1, FW_LATTICE_HALF );
	fw_pass_int( io, &plan->ring, INT32_MIN, INT32_MAX );
	fw_pass_int( io, &plan->headings, INT32_MIN, INT32_MAX );
	plan->roads = (fw_roads)fw_pass( io, (uint64_t)plan->roads, 1, FW_ROADS_CONES );
	plan->lane = (fw_lane)fw_pass( io, (uint64_t)plan->lane, 1, FW_LANE_LEFT );
	fw_pass_bits( io, &plan->road_terrains );
	fw_pass_number( io, &plan->margin, -DBL_MAX, DBL_MAX );
	fw_pass_number( io, &plan->margin_cost, -DBL_MAX, DBL_MAX );
	fw_pass_int( io, &plan->legs.length, INT32_MIN, INT32_MAX );
	fw_pass_int( io, &plan->legs.margin, INT32_MIN, INT32_MAX );
	fw_pass_int( io, &plan->legs.side, INT32_MIN, INT32_MAX );
	fw_pass_int( io, &plan->cluster, INT32_MIN, INT32_MAX );
	fw_pass_bool( io, &plan->landmarks );
}

// The plan of a unit as it was added, without a goal.
static fw_status read_plan( fw_bytes* io, fw_plan* plan )
{
	fw_resolved_plan resolved;
	*plan = fw_default_plan();
	plan->start = ( fw_pose ){ 0.5, 0.5, 0.0 };
	plan->goal = plan->start;
	pass_plan( io, plan );
	FW_TRY( fw_passed( io ) );
	fw_must( io, fw_plan_resolve( NULL, plan, &resolved, NULL ) == FW_OK );
	return fw_passed( io );
}

static void pass_order( fw_bytes* io, world_unit* unit )
{
	fw_pass_pose( io, &unit->plan.goal, DBL_MAX );
	fw_pass_bool( io, &unit->plan.goal_any_heading );
	fw_pass_number( io, &unit->plan.goal_tolerance, 0.0, 1e6 );
	unit->phase = (world_phase)fw_pass( io, (uint64_t)unit->phase, 1, PHASE_NO_PATH );
	unit->reason = (fw_reason)fw_pass( io, (uint64_t)unit->reason, 1, FW_REASON_LEG );
	unit->stuck = (fw_stuck)fw_pass( io, (uint64_t)unit->stuck, 1, FW_STUCK_LOST );
	fw_pass_bool( io, &unit->needs_plan );
	fw_pass_bool( io, &unit->started );
	fw_pass_bool( io, &unit->arrived );
	fw_pass_bool( io, &unit->lost );
	fw_pass_bool( io, &unit->brakes );
	fw_pass_bool( io, &unit->faces );
	fw_pass_number( io, &unit->facing, -FW_PI, FW_PI );
	fw_pass_bool( io, &unit->shuffles );
	fw_pass_int( io, &unit->misses, 0, INT32_MAX / 2 );
	fw_pass_number( io, &unit->wants_since, -1.0, DBL_MAX );
	fw_pass_number( io, &unit->next_detour, 0.0, DBL_MAX );
	unit->kind = (fw_order_kind)fw_pass( io, (uint64_t)unit->kind, 1, FW_ORDER_HOLD );
	fw_pass_pose( io, &unit->place, DBL_MAX );
}

static void pass_member( fw_bytes* io, world_unit* unit )
{
	fw_pass_int( io, &unit->group, -1, FW_WORLD_MAX_UNITS );
	fw_pass_int( io, &unit->member, 0, FW_WORLD_MAX_UNITS );
	fw_pass_int( io, &unit->files, 1, FW_ENGINE_FILES );
	fw_pass_int( io, &unit->file, 0, FW_ENGINE_FILES - 1 );
	fw_must( io, unit->file < unit->files );
	fw_pass_int( io, &unit->type, 0, FW_WORLD_MAX_UNITS );
	fw_pass_pose( io, &unit->other, DBL_MAX );
	fw_pass_pose( io, &unit->door, DBL_MAX );
	fw_pass_bool( io, &unit->has_door );
	fw_pass_bool( io, &unit->inside );
	fw_pass_number( io, &unit->stands_since, -1.0, DBL_MAX );
	fw_pass_number( io, &unit->next_look, 0.0, DBL_MAX );
	fw_pass_vec2( io, &unit->offset, OFFSET_MAX );
	fw_pass_vec2( io, &unit->folded, OFFSET_MAX );
	fw_pass_number( io, &unit->along, -DBL_MAX, DBL_MAX );
	fw_pass_number( io, &unit->lag, 0.0, INFINITY );
	fw_pass_number( io, &unit->best_lag, 0.0, INFINITY );
	fw_pass_number( io, &unit->lag_since, 0.0, DBL_MAX );
	fw_pass_number( io, &unit->next_leg, 0.0, DBL_MAX );
}

static fw_status pass_legs( fw_bytes* io, const fw_world* world, world_unit* unit )
{
	bool has_trail = unit->trail != NULL;
	fw_pass_bool( io, &unit->leg );
	fw_pass_bool( io, &has_trail );
	FW_TRY( fw_reads( io ) && has_trail ? fw_trail_create( &world->allocator, &unit->trail, NULL ) : FW_OK );
	return unit->trail != NULL ? fw_trail_pass( io, unit->trail ) : fw_passed( io );
}

// A slot is in its lines also without a unit.
static void pass_slot( fw_bytes* io, const fw_world* world, world_unit* unit )
{
	fw_pass_bool( io, &unit->used );
	fw_pass_bits( io, &unit->generation );
	for ( int32_t line = 0; line < LINE_COUNT; line++ )
	{
		int32_t next = unit->lined[line] ? unit->next[line] : -1;
		fw_pass_bool( io, &unit->lined[line] );
		fw_pass_int( io, &next, -1, world->slots - 1 );
		unit->next[line] = next;
	}
}

fw_status fw_pass_world_unit( fw_bytes* io, fw_world* world, int32_t slot )
{
	world_unit* unit = &world->units[slot];
	pass_slot( io, world, unit );
	if ( !unit->used )
	{
		return fw_passed( io );
	}
	unit->body = fw_pass( io, unit->body, 4, UINT32_MAX );
	if ( fw_reads( io ) )
	{
		FW_TRY( read_plan( io, &unit->plan ) );
		fw_must( io, fw_engine_claim( world->engine, unit->body ) );
	}
	else
	{
		pass_plan( io, &unit->plan );
	}
	FW_TRY( fw_pass_path( io, &unit->path ) );
	pass_order( io, unit );
	pass_member( io, unit );
	world->brakes = world->brakes || unit->brakes;
	return pass_legs( io, world, unit );
}

// SPDX-License-Identifier: MIT
// Paths of many units to one place: they share a distance field (field/goal_field.h) instead of a search each.
//
// Units that line up for a path are looked at together. Where enough of one class have a place in common, it gets a
// field; they wait in a line of their own until the field has grown to them, and then get their paths at once. All
// others, and those that a field does not reach, plan by the queue, so reasons why there is no path come from there.
//
// A field is a cache, but it decides which of two good paths a unit gets, and when.
#include "world/fields.h"

#include "planner/charge.h"
#include "planner/job.h"
#include "planner/passes.h"

#include <math.h>

// So many nodes of a field take as long as one of a search.
#define NODES_AS_ONE 10
// The same for the nodes of wide units, whose steps are swept.
#define WIDE_CHARGE 3
// What a path takes, for each tile of it [nodes of fields].
#define TILE_CHARGE 2
// One end has so many times as much left as the other one at least: else the way through the tree may be a long way
// round, and the search is short.
#define RATIO 2
// Nodes between two looks at the memory.
#define SLICE 4096
// Places further from the center of their group have fields of their own, for each square of so many tiles: what is a
// detour by the center is a smaller one by the middle of the square.
#define SQUARE 24.0

// What the paths of a step may cost.
typedef struct field_budget
{
	int64_t left;  // nodes of fields
	int64_t grown; // of these nodes
} field_budget;

static bool has_plain_options( const fw_search_options* o )
{
	return o->heuristic == FW_HEURISTIC_BEST && o->weight == 0.0 && o->max_expansions <= 0 && o->neighbors == 8 &&
	       o->block_size == 4 && !o->corner_cutting && o->turn_penalty == 0.0 && o->closed_moves == NULL &&
	       o->turn_charge == 0.0 && o->window < 0 && !o->ignore_costs && o->anchor == FW_ANCHOR_CENTER &&
	       o->corners == FW_CORNERS_CLOSED && o->listener.hear == NULL;
}

bool fw_world_is_plain( const fw_plan* plan )
{
	return plan->method == NULL && plan->unit.turning_radius == 0.0 && plan->goal_tolerance == 0.0 && plan->smooth &&
	       plan->turning == FW_TURNING_NONE && plan->roads == FW_ROADS_NONE && plan->lane == FW_LANE_ANY &&
	       plan->margin == 0.0 && has_plain_options( &plan->options );
}

static fw_vec2 point_of( fw_pose pose )
{
	return ( fw_vec2 ){ pose.x, pose.y };
}

static bool waits( const world_unit* unit )
{
	return unit->used && unit->needs_plan && unit->request == 0;
}

// False: the unit goes where no others go, or plans in a way of its own. (The places of those that follow a unit move
// on all the time.)
static bool find_key( const fw_world* world, const world_unit* unit, field_key* key )
{
	const bool gathers = unit->group >= 0 && ( unit->kind == FW_ORDER_GATHER || unit->kind == FW_ORDER_PATROL );
	key->at = point_of( unit->plan.goal );
	if ( gathers )
	{
		const fw_vec2 center = world->groups[unit->group].center;
		key->at.x = center.x + SQUARE * floor( ( key->at.x - center.x ) / SQUARE + 0.5 );
		key->at.y = center.y + SQUARE * floor( ( key->at.y - center.y ) / SQUARE + 0.5 );
	}
	key->unit = &unit->plan.unit;
	return ( gathers || unit->kind == FW_ORDER_GO ) && fw_world_is_plain( &unit->plan ) &&
	       fw_fields_on_map( world, point_of( unit->plan.goal ) ) && fw_grid_one_way_count( world->grid ) == 0;
}

// That of its square, or else of the middle one of its group.
static world_field* field_of( fw_world* world, const world_unit* unit )
{
	field_key key;
	if ( !find_key( world, unit, &key ) )
	{
		return NULL;
	}
	world_field* own = fw_fields_find( world, &key );
	if ( own == NULL && unit->group >= 0 )
	{
		key.at = world->groups[unit->group].center;
		own = fw_fields_find( world, &key );
	}
	return own;
}

// A goal in sight costs no search.
static bool is_in_sight( const fw_world* world, const world_unit* unit )
{
	return !fw_grid_has_costs( world->grid, unit->plan.unit.capabilities ) &&
	       fw_fields_see( world, &unit->plan.unit, stop_of( world, unit ), point_of( unit->plan.goal ) );
}

// ---- the lines

// Units of groups count for their own square, and for the middle one, which serves those whose own is not worth it.
static void open_fields( fw_world* world )
{
	field_counts counts = { .next = 0 };
	for ( int32_t slot = world->first[LINE_URGENT]; slot >= 0; slot = world->units[slot].next[LINE_URGENT] )
	{
		const world_unit* unit = &world->units[slot];
		field_key key;
		if ( !waits( unit ) || !find_key( world, unit, &key ) || is_in_sight( world, unit ) )
		{
			continue;
		}
		fw_fields_count( world, &counts, unit, &key );
		const fw_vec2 own = key.at;
		key.at = unit->group >= 0 ? world->groups[unit->group].center : own;
		if ( key.at.x != own.x || key.at.y != own.y )
		{
			fw_fields_count( world, &counts, unit, &key );
		}
	}
}

// Parts those whose paths come from fields from those who search.
static void part_line( fw_world* world, world_line line, world_line searches )
{
	const int32_t last = world->last[line];
	for ( bool more = last >= 0; more; )
	{
		const int32_t slot = fw_world_serve( world, line );
		const world_unit* unit = &world->units[slot];
		more = slot != last;
		if ( waits( unit ) )
		{
			const bool shares = field_of( world, unit ) != NULL && !is_in_sight( world, unit );
			fw_world_line_up( world, slot, shares ? LINE_FIELDS : searches );
		}
	}
}

// ---- paths

static int32_t charge_of( const fw_goal_field* field )
{
	return field->step == 2 ? 1 : WIDE_CHARGE;
}

// Grows the field until it reaches a place, within the budget and the memory.
static fw_goal_reach reach( fw_world* world, world_field* field, fw_vec2 place, field_budget* budget, uint32_t* left )
{
	const int64_t charge = charge_of( field->field );
	int64_t nodes = 0;
	fw_goal_reach reached = fw_goal_field_reach( field->field, place, &nodes, left );
	while ( reached == FW_GOAL_FAR && budget->left > 0 )
	{
		if ( !fw_fields_have_room( world, field->field ) )
		{
			return FW_GOAL_CUT_OFF;
		}
		const int64_t most = ( budget->left + charge - 1 ) / charge;
		const int64_t slice = most < SLICE ? most : SLICE;
		nodes = slice;
		reached = fw_goal_field_reach( field->field, place, &nodes, left );
		budget->left -= ( slice - nodes ) * charge;
		budget->grown += ( slice - nodes ) * charge;
	}
	return reached;
}

static fw_status make_path( fw_world* world, const world_field* field, const world_unit* unit, field_budget* budget )
{
	fw_result* result = &world->result;
	const fw_pose start = fw_engine_stop_pose( world->engine, unit->body );
	const fw_passes passes = {
	    .smooth = fw_grid_has_costs( world->grid, unit->plan.unit.capabilities ),
	    .taut = true,
	    .any_heading = true,
	};
	bool found = true;
	result->outcome = FW_FOUND;
	result->reason = FW_REASON_NONE;
	FW_TRY( fw_goal_field_path( field->field, start, point_of( unit->plan.goal ), &result->path ) );
	budget->left -= 1 + (int64_t)( TILE_CHARGE * charge_of( field->field ) * result->path.length );
	return fw_passes_run( fw_planner_cache( world->planner ), &unit->plan, &passes, result, &found, NULL );
}

// A unit gets its path, waits for the field to grow, or searches.
static void serve( fw_world* world, int32_t slot, field_budget* budget )
{
	const world_unit* unit = &world->units[slot];
	const fw_vec2 from = stop_of( world, unit );
	uint32_t left[2] = { 0, 0 };
	world_field* field = field_of( world, unit );
	fw_goal_reach reached = FW_GOAL_CUT_OFF;
	if ( field != NULL && fw_fields_connect( world, &unit->plan.unit, from, field->field->goal ) )
	{
		field->used = world->time;
		reached = reach( world, field, point_of( unit->plan.goal ), budget, &left[0] );
		reached = reached == FW_GOAL_REACHED ? reach( world, field, from, budget, &left[1] ) : reached;
	}
	const uint32_t less = left[0] < left[1] ? left[0] : left[1];
	const uint32_t more = left[0] < left[1] ? left[1] : left[0];
	if ( reached == FW_GOAL_FAR )
	{
		fw_world_line_up( world, slot, LINE_FIELDS );
	}
	else if ( reached == FW_GOAL_CUT_OFF || ( reached == FW_GOAL_REACHED && more / RATIO < less ) )
	{
		fw_world_line_up( world, slot, LINE_SEARCHES );
	}
	else
	{
		const fw_status status = reached == FW_GOAL_FAILED ? FW_ERR_MEMORY : make_path( world, field, unit, budget );
		if ( status == FW_OK )
		{
			world->stats.plans++;
			fw_world_set_off( world, slot );
			return;
		}
		note_failure( world, status );
		fw_world_line_up( world, slot, LINE_FIELDS );
	}
}

// Those who need a path go before those who only may get a better one.
static void serve_line( fw_world* world, bool urgent, field_budget* budget )
{
	const int32_t last = world->last[LINE_FIELDS];
	for ( bool more = last >= 0; more; )
	{
		const int32_t slot = fw_world_serve( world, LINE_FIELDS );
		const world_unit* unit = &world->units[slot];
		more = slot != last;
		if ( !waits( unit ) )
		{
			continue;
		}
		if ( budget->left > 0 && urgent == ( unit->phase != PHASE_GOING || unit->lost ) )
		{
			serve( world, slot, budget );
		}
		else
		{
			fw_world_line_up( world, slot, LINE_FIELDS );
		}
	}
}

void fw_world_plan_by_fields( fw_world* world )
{
	open_fields( world );
	part_line( world, LINE_URGENT, LINE_SEARCHES );
	if ( world->first[LINE_FIELDS] < 0 )
	{
		part_line( world, LINE_OTHERS, LINE_OTHERS );
	}
	if ( world->first[LINE_FIELDS] < 0 )
	{
		return;
	}
	// The queue has its share while somebody waits for it.
	const int64_t nodes = world->left - fw_world_detour_nodes( world );
	const bool alone = world->asked_count == 0 && world->first[LINE_SEARCHES] < 0;
	const int64_t share = alone ? nodes : ( nodes + 1 ) / 2;
	field_budget budget = { .left = share * NODES_AS_ONE };
	serve_line( world, true, &budget );
	serve_line( world, false, &budget );
	const int64_t grown = budget.grown / NODES_AS_ONE;
	const int64_t spent = share - budget.left / NODES_AS_ONE;
	world->left -= spent;
	world->stats.nodes += grown;
	fw_queue_charge( world->queue, spent );
}

// SPDX-License-Identifier: MIT
// Paths of many units to one place: they share a distance field (field/goal_field.h) instead of a search each.
//
// Units that line up for a path are looked at together. Where enough of one class have a place in common, it gets a
// field; they wait in a line of their own until the field has grown to them, and then get their paths at once. All
// others, and those that a field does not reach, plan by the queue, so reasons why there is no path come from there.
//
// A field is a cache, but it decides which of two good paths a unit gets, and when.
#include "world/world.h"

#include "fairway/space.h"
#include "planner/charge.h"
#include "planner/job.h"
#include "planner/passes.h"

#include <math.h>

// A field is worth its nodes for so many units, and where the goal is far, for one for each so many tiles. Measured
// with bench_orders on maps of 512 x 512: over 400 tiles a field takes as long as 30 to 70 searches.
#define UNITS_MIN 8
#define TILES_A_UNIT 8.0
// Places that are counted at once, for units of several classes or orders in one line.
#define COUNTS 8
// So many nodes of a field take as long as one of a search.
#define NODES_AS_ONE 10
// The same for the nodes of wide units, whose steps are swept.
#define WIDE_CHARGE 3
// What a path takes, for each tile of it [nodes of fields].
#define TILE_CHARGE 2
// One end has so many times as much left as the other one at least: else the way through the tree may be a long way
// round, and the search is short.
#define RATIO 2
// Nodes between two looks at the memory, and what they may take.
#define SLICE 4096
#define SLICE_BYTES ( (size_t)1 << 20 )
// Of a field and of a page of it.
#define OWN_BYTES ( (size_t)48 << 10 )
#define PAGE_BYTES ( (size_t)1 << 10 )

// Places further from the center of their group have fields of their own, for each square of so many tiles: what is a
// detour by the center is a smaller one by the middle of the square.
#define SQUARE 24.0

// Where the units of a field go, or of a place without one.
typedef struct field_key
{
	fw_vec2 at;
	const fw_unit* unit;
} field_key;

typedef struct field_count
{
	field_key key;
	int32_t units;
	double tiles; // the furthest of them to the goal
} field_count;

// What the paths of a step may cost.
typedef struct field_budget
{
	int64_t left;  // nodes of fields
	int64_t grown; // of these nodes
} field_budget;

static bool has_plain_options( const fw_search_options* o )
{
	return o->heuristic == FW_HEURISTIC_BEST && o->weight == 0.0 && o->max_expansions <= 0 && o->neighbors == 8 &&
	       !o->corner_cutting && o->turn_penalty == 0.0 && o->closed_moves == NULL && o->turn_charge == 0.0 &&
	       o->window < 0 && !o->ignore_costs && o->anchor == FW_ANCHOR_CENTER && o->corners == FW_CORNERS_CLOSED &&
	       o->listener.hear == NULL;
}

// Does the plan ask for nothing that a field does not honor?
static bool is_plain( const fw_plan* plan )
{
	return plan->method == NULL && plan->unit.turning_radius == 0.0 && plan->goal_any_heading &&
	       plan->goal_tolerance == 0.0 && plan->smooth && plan->turning == FW_TURNING_NONE &&
	       plan->roads == FW_ROADS_NONE && plan->lane == FW_LANE_ANY && has_plain_options( &plan->options );
}

static bool is_on_map( const fw_world* world, fw_vec2 at )
{
	return at.x >= 0.0 && at.y >= 0.0 && at.x < fw_grid_width( world->grid ) && at.y < fw_grid_height( world->grid );
}

static fw_vec2 point_of( fw_pose pose )
{
	return ( fw_vec2 ){ pose.x, pose.y };
}

static fw_vec2 stop_of( const fw_world* world, const world_unit* unit )
{
	return point_of( fw_engine_look( world->engine, unit->body ).stop );
}

static bool waits( const world_unit* unit )
{
	return unit->used && unit->needs_plan && unit->request == 0;
}

// False: the unit goes where no others go, or plans in a way of its own. The places of those that follow a unit move.
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
	return ( gathers || unit->kind == FW_ORDER_GO ) && is_plain( &unit->plan ) &&
	       is_on_map( world, point_of( unit->plan.goal ) ) && fw_grid_one_way_count( world->grid ) == 0;
}

static bool is_same( const field_key* a, const field_key* b )
{
	return a->at.x == b->at.x && a->at.y == b->at.y && a->unit->radius == b->unit->radius &&
	       a->unit->capabilities == b->unit->capabilities;
}

static world_field* find_field( fw_world* world, const field_key* key )
{
	world_field* found = NULL;
	for ( int32_t i = 0; i < FW_FIELDS_MAX && found == NULL; i++ )
	{
		world_field* field = &world->fields[i];
		const field_key own = { field->at, field->field != NULL ? &field->field->unit : key->unit };
		found = field->field != NULL && is_same( &own, key ) ? field : NULL;
	}
	return found;
}

// That of its square, or else of the middle one of its group.
static world_field* field_of( fw_world* world, const world_unit* unit )
{
	field_key key;
	if ( !find_key( world, unit, &key ) )
	{
		return NULL;
	}
	world_field* own = find_field( world, &key );
	if ( own == NULL && unit->group >= 0 )
	{
		key.at = world->groups[unit->group].center;
		own = find_field( world, &key );
	}
	return own;
}

static bool sees( const fw_world* world, const fw_unit* unit, fw_vec2 from, fw_vec2 to )
{
	const fw_segment line = fw_segment_line( from, to, FW_GEAR_FORWARD );
	return fw_sweep_segment( world->grid, unit->capabilities, unit->radius, &line );
}

// A goal in sight costs no search.
static bool is_in_sight( const fw_world* world, const world_unit* unit )
{
	return !fw_grid_has_costs( world->grid, unit->plan.unit.capabilities ) &&
	       sees( world, &unit->plan.unit, stop_of( world, unit ), point_of( unit->plan.goal ) );
}

// ---- the store

static void drop( world_field* field )
{
	fw_goal_field_destroy( field->field );
	*field = ( world_field ){ .field = NULL };
}

size_t fw_fields_memory( const fw_world* world )
{
	size_t bytes = 0;
	for ( int32_t i = 0; i < FW_FIELDS_MAX; i++ )
	{
		bytes += world->fields[i].field != NULL ? fw_goal_field_memory( world->fields[i].field ) : 0;
	}
	return bytes;
}

void fw_fields_close( fw_world* world )
{
	for ( int32_t i = 0; i < FW_FIELDS_MAX; i++ )
	{
		drop( &world->fields[i] );
	}
}

// Drops the field that was unused for longest. NULL: all are in use.
static world_field* drop_oldest( fw_world* world )
{
	world_field* oldest = NULL;
	for ( int32_t i = 0; i < FW_FIELDS_MAX; i++ )
	{
		world_field* field = &world->fields[i];
		if ( field->field != NULL && field->used < world->time && ( oldest == NULL || field->used < oldest->used ) )
		{
			oldest = field;
		}
	}
	if ( oldest != NULL )
	{
		drop( oldest );
	}
	return oldest;
}

// What a field takes at most, on every platform: which one is dropped must not depend on the size of a pointer.
static size_t size_of( const fw_goal_field* field )
{
	const size_t places = (size_t)field->columns * (size_t)field->rows;
	const size_t open = (size_t)field->open.store.capacity * sizeof( fw_bucket_entry );
	return OWN_BYTES + places * 8 + (size_t)field->page_count * PAGE_BYTES + open;
}

// Is there memory for a slice of growth, in which the open list may double?
static bool has_room( fw_world* world, const fw_goal_field* growing )
{
	size_t bytes;
	do
	{
		bytes = SLICE_BYTES + (size_t)growing->open.store.capacity * sizeof( fw_bucket_entry );
		for ( int32_t i = 0; i < FW_FIELDS_MAX; i++ )
		{
			bytes += world->fields[i].field != NULL ? size_of( world->fields[i].field ) : 0;
		}
	} while ( bytes > FW_FIELDS_BYTES && drop_oldest( world ) != NULL );
	return bytes <= FW_FIELDS_BYTES;
}

static bool connects( fw_world* world, const fw_unit* unit, fw_vec2 from, fw_vec2 to )
{
	const fw_space* space = NULL;
	return fw_group_space( world, unit, &space ) == FW_OK && fw_space_may_connect( space, from, to );
}

// Begins a field for units like this one: from what they have in common, or where nobody can stand there, from its own
// goal.
static void open_field( fw_world* world, const world_unit* unit, const field_key* key )
{
	const fw_vec2 from = stop_of( world, unit );
	const fw_vec2 own = point_of( unit->plan.goal );
	const fw_vec2 goal =
	    sees( world, key->unit, key->at, key->at ) && connects( world, key->unit, from, key->at ) ? key->at : own;
	if ( !sees( world, key->unit, goal, goal ) || !connects( world, key->unit, from, goal ) )
	{
		return;
	}
	world_field* place = NULL;
	for ( int32_t i = 0; i < FW_FIELDS_MAX && place == NULL; i++ )
	{
		place = world->fields[i].field == NULL ? &world->fields[i] : NULL;
	}
	place = place != NULL ? place : drop_oldest( world );
	if ( place == NULL )
	{
		return;
	}
	note_failure( world, fw_goal_field_create( &world->allocator, world->grid, key->unit, goal, &place->field ) );
	place->at = key->at;
	place->used = world->time;
	if ( place->field != NULL && !has_room( world, place->field ) )
	{
		drop( place );
	}
}

// ---- the lines

// Counts a unit that has no field. True if it is the one that makes it worth one.
static bool count( field_count* counts, int32_t* next, const field_key* key, double tiles )
{
	field_count* own = NULL;
	for ( int32_t i = 0; i < COUNTS && own == NULL; i++ )
	{
		own = counts[i].units > 0 && is_same( &counts[i].key, key ) ? &counts[i] : NULL;
	}
	if ( own == NULL )
	{
		own = &counts[*next];
		*next = ( *next + 1 ) % COUNTS;
		*own = ( field_count ){ .key = *key };
	}
	own->units++;
	own->tiles = fmax( own->tiles, tiles );
	return own->units >= UNITS_MIN && own->units * TILES_A_UNIT >= own->tiles;
}

static void open_fields( fw_world* world )
{
	field_count counts[COUNTS] = { { .units = 0 } };
	int32_t next = 0;
	for ( int32_t slot = world->first[LINE_URGENT]; slot >= 0; slot = world->units[slot].next[LINE_URGENT] )
	{
		const world_unit* unit = &world->units[slot];
		field_key key;
		if ( !waits( unit ) || !find_key( world, unit, &key ) || find_field( world, &key ) != NULL ||
		     is_in_sight( world, unit ) )
		{
			continue;
		}
		const fw_vec2 from = stop_of( world, unit );
		if ( count( counts, &next, &key, fw_length( key.at.x - from.x, key.at.y - from.y ) ) )
		{
			open_field( world, unit, &key );
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

// Grows the field until it reaches a place, within the budget and the memory.
static fw_goal_reach reach( fw_world* world, world_field* field, fw_vec2 place, field_budget* budget, uint32_t* left )
{
	const int64_t charge = field->field->step == 2 ? 1 : WIDE_CHARGE;
	int64_t nodes = 0;
	fw_goal_reach reached = fw_goal_field_reach( field->field, place, &nodes, left );
	while ( reached == FW_GOAL_FAR && budget->left > 0 )
	{
		if ( !has_room( world, field->field ) )
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
	const fw_pose start = fw_engine_look( world->engine, unit->body ).stop;
	const fw_passes passes = {
	    .smooth = fw_grid_has_costs( world->grid, unit->plan.unit.capabilities ),
	    .taut = true,
	    .any_heading = true,
	};
	bool found = true;
	result->outcome = FW_FOUND;
	result->reason = FW_REASON_NONE;
	FW_TRY( fw_goal_field_path( field->field, start, point_of( unit->plan.goal ), &result->path ) );
	budget->left -= 1 + (int64_t)( TILE_CHARGE * result->path.length );
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
	if ( field != NULL && connects( world, &unit->plan.unit, from, field->field->goal ) )
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
	const int64_t nodes = world->def.step_nodes - world->def.step_nodes / 4;
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

// SPDX-License-Identifier: MIT
// The search context: checks of a query, slices, results.
#include "annotate/clearance.h"
#include "annotate/reachability.h"
#include "annotate/space.h"
#include "hierarchy/landmarks.h"
#include "search/engine.h"

#include "fairway/grid.h"

#include <math.h>

fw_query fw_default_query( void )
{
	return ( fw_query ){
	    .cookie = FW_COOKIE,
	    .method = "astar",
	    .unit = fw_default_unit(),
	    .goal_any_heading = true,
	    .options = { .weight = 1.0, .neighbors = 8, .window = -1 },
	};
}

fw_map fw_default_map( void )
{
	return ( fw_map ){ 0 };
}

void fw_result_init( fw_result* result, const fw_allocator* allocator )
{
	*result = ( fw_result ){ 0 };
	fw_path_init( &result->path, allocator );
}

void fw_result_free( fw_result* result )
{
	fw_path_free( &result->path );
}

fw_status fw_search_create( const fw_allocator* allocator, fw_search** search )
{
	if ( search == NULL )
	{
		return FW_ERR_ARGUMENT;
	}
	const fw_allocator own = fw_allocator_or_default( allocator );
	fw_search* made = fw_alloc_zero( &own, 1, sizeof( *made ) );
	if ( made == NULL )
	{
		return FW_ERR_MEMORY;
	}
	made->allocator = own;
	*search = made;
	return FW_OK;
}

void fw_search_destroy( fw_search* search )
{
	if ( search == NULL )
	{
		return;
	}
	const fw_allocator allocator = search->allocator;
	for ( fw_engine_kind kind = 0; kind < FW_ENGINE_COUNT; kind++ )
	{
		if ( search->states[kind] != NULL )
		{
			fw_engine_of( kind )->destroy( &allocator, search->states[kind] );
			fw_free( &allocator, search->states[kind], 1, fw_engine_of( kind )->state_size );
		}
	}
	fw_free( &allocator, search, 1, sizeof( *search ) );
}

size_t fw_search_memory( const fw_search* search )
{
	size_t bytes = sizeof( *search );
	for ( fw_engine_kind kind = 0; kind < FW_ENGINE_COUNT; kind++ )
	{
		if ( search->states[kind] != NULL )
		{
			bytes += fw_engine_of( kind )->state_size + fw_engine_of( kind )->memory( search->states[kind] );
		}
	}
	return bytes;
}

static bool is_pose( fw_pose pose )
{
	return isfinite( pose.x ) && isfinite( pose.y ) && isfinite( pose.heading );
}

static fw_status check_query( const fw_query* query )
{
	if ( query->cookie != FW_COOKIE )
	{
		return FW_ERR_DEF;
	}
	const bool ok = fw_unit_check( &query->unit, NULL ) == FW_OK && is_pose( query->start ) && is_pose( query->goal ) &&
	                query->goal_tolerance >= 0.0 && query->goal_tolerance <= 1e6 && query->options.weight >= 1.0 &&
	                query->options.weight <= 16.0 &&
	                ( query->options.neighbors == 4 || query->options.neighbors == 8 ) &&
	                query->options.turn_penalty >= 0.0 && query->options.turn_penalty <= 1000.0 &&
	                query->options.turn_charge >= 0.0 && query->options.turn_charge <= 1000.0 &&
	                query->options.start_speed >= 0.0 && query->options.start_speed <= query->unit.speed &&
	                query->options.heuristic >= FW_HEURISTIC_BEST && query->options.heuristic <= FW_HEURISTIC_FIELD &&
	                ( query->options.anchor == FW_ANCHOR_CENTER || query->options.anchor == FW_ANCHOR_CORNER ) &&
	                ( query->options.corners == FW_CORNERS_CLOSED || query->options.corners == FW_CORNERS_OPEN );
	return ok ? FW_OK : FW_ERR_ARGUMENT;
}

// Does the query ask for something of fw_query that is marked as standard A*'s?
static bool wants_astar( const fw_query* query )
{
	return query->options.neighbors != 8 || query->options.corner_cutting || query->options.turn_penalty > 0.0 ||
	       query->options.window >= 0 || query->options.closed_moves != NULL;
}

// Can the method charge the unit for turning?
static bool can_charge( const fw_unit* unit, const fw_method* method, fw_engine_kind engine )
{
	return ( method->traits & FW_TRAIT_HEADINGS ) != 0 && ( method->traits & FW_TRAIT_SPEED ) == 0 &&
	       engine != FW_ENGINE_BLOCK_DIRECTIONAL && unit->turning_radius > 0.0;
}

// Was the space built for such a unit?
static bool space_suits( const fw_space* space, const fw_unit* unit )
{
	return fw_space_capabilities( space ) == unit->capabilities && fw_space_size( space ) == unit->size &&
	       ( unit->size > 0 || fw_space_radius( space ) == unit->radius );
}

static fw_status check_space( const fw_map* map, const fw_unit* unit )
{
	if ( fw_space_grid( map->space ) != map->grid || !space_suits( map->space, unit ) )
	{
		return FW_ERR_MISMATCH;
	}
	return fw_space_is_current( map->space ) ? FW_OK : FW_ERR_STALE;
}

bool fw_search_suits_space( const fw_search* search )
{
	const fw_map* map = &search->map;
	return map->space != NULL && check_space( map, &search->query.unit ) == FW_OK;
}

static fw_status check_clearance( const fw_map* map, const fw_unit* unit )
{
	if ( fw_clearance_grid( map->clearance ) != map->grid ||
	     fw_clearance_metric_of( map->clearance ) != FW_CLEARANCE_TRUE ||
	     fw_clearance_capabilities( map->clearance ) != unit->capabilities )
	{
		return FW_ERR_MISMATCH;
	}
	if ( unit->size == 0 && unit->radius > 0.5 )
	{
		return FW_ERR_UNSUPPORTED;
	}
	return fw_clearance_is_current( map->clearance ) ? FW_OK : FW_ERR_STALE;
}

// Was it made for such a unit? A small disc stands where a square of one tile does.
static fw_status check_reach( const fw_map* map, const fw_unit* unit )
{
	const int32_t size = fw_reachability_size( map->reachability );
	const bool suits = unit->size > 0 ? size == unit->size
	                   : size > 0     ? size == 1 && unit->radius <= 0.5
	                                  : fw_reachability_radius( map->reachability ) == unit->radius;
	if ( fw_reachability_grid( map->reachability ) != map->grid ||
	     fw_reachability_capabilities( map->reachability ) != unit->capabilities || !suits )
	{
		return FW_ERR_MISMATCH;
	}
	return fw_reachability_is_current( map->reachability ) ? FW_OK : FW_ERR_STALE;
}

static bool landmarks_suit( const fw_map* map )
{
	return map->landmarks == NULL || fw_landmarks_hierarchy( map->landmarks ) == map->hierarchy;
}

// Reads nothing of the grid, which may be edited while hierarchies are searched.
static fw_status check_hierarchy( const fw_map* map, const fw_query* query )
{
	if ( map->hierarchy == NULL )
	{
		return FW_ERR_ARGUMENT;
	}
	const bool disc = query->unit.size == 0 && query->unit.radius > 0.5;
	const bool suits = !disc && !wants_astar( query ) && query->options.anchor == FW_ANCHOR_CENTER;
	return !suits ? FW_ERR_UNSUPPORTED : landmarks_suit( map ) ? FW_OK : FW_ERR_MISMATCH;
}

static fw_status check_roads( const fw_map* map, const fw_unit* unit, fw_engine_kind engine )
{
	const fw_space* roads = map->roads;
	if ( roads == NULL )
	{
		return FW_OK;
	}
	if ( engine == FW_ENGINE_BLOCK_DIRECTIONAL || engine == FW_ENGINE_DIRECTIONAL_SPEED )
	{
		return FW_ERR_UNSUPPORTED;
	}
	const fw_grid* grid = fw_space_grid( roads );
	if ( !space_suits( roads, unit ) || fw_space_lattice( roads ) != FW_LATTICE_HALF ||
	     fw_grid_width( grid ) != fw_grid_width( map->grid ) || fw_grid_height( grid ) != fw_grid_height( map->grid ) )
	{
		return FW_ERR_MISMATCH;
	}
	return fw_space_is_current( roads ) ? FW_OK : FW_ERR_STALE;
}

static fw_status check_map( const fw_map* map, const fw_query* query, const fw_method* method, fw_engine_kind engine )
{
	if ( ( method->traits & FW_TRAIT_HIERARCHY ) != 0 )
	{
		return check_hierarchy( map, query );
	}
	const bool measured = ( method->traits & FW_TRAIT_CLEARANCE ) != 0;
	if ( map->grid == NULL || ( measured ? map->clearance == NULL : map->space == NULL ) )
	{
		return FW_ERR_ARGUMENT;
	}
	fw_status status = measured ? check_clearance( map, &query->unit ) : check_space( map, &query->unit );
	if ( status == FW_OK && map->reachability != NULL && ( method->traits & FW_TRAIT_LINKS ) != 0 )
	{
		status = check_reach( map, &query->unit );
	}
	if ( status != FW_OK )
	{
		return status;
	}
	if ( ( query->unit.size > 0 && ( method->traits & FW_TRAIT_SQUARES ) == 0 ) ||
	     ( query->options.anchor == FW_ANCHOR_CORNER &&
	       ( ( method->traits & FW_TRAIT_CORNERS ) == 0 || query->unit.radius > 0.0 || query->unit.size > 0 ) ) )
	{
		return FW_ERR_UNSUPPORTED;
	}
	if ( ( method->traits & FW_TRAIT_LINKS ) == 0 && !fw_grid_is_plain( map->grid, query->unit.capabilities ) )
	{
		return FW_ERR_UNSUPPORTED;
	}
	if ( query->options.corner_cutting && measured )
	{
		return FW_ERR_UNSUPPORTED;
	}
	// Methods with headings pass over what else is standard A*'s.
	if ( engine != FW_ENGINE_ASTAR && ( query->options.closed_moves != NULL ||
	                                    ( ( method->traits & FW_TRAIT_HEADINGS ) == 0 && wants_astar( query ) ) ) )
	{
		return FW_ERR_UNSUPPORTED;
	}
	if ( ( method->traits & FW_TRAIT_COSTS ) == 0 && !query->options.ignore_costs &&
	     fw_grid_has_costs( map->grid, query->unit.capabilities ) )
	{
		return FW_ERR_UNSUPPORTED;
	}
	if ( ( method->traits & FW_TRAIT_HEADINGS ) == 0 )
	{
		return FW_OK;
	}
	const bool guided = ( method->traits & FW_TRAIT_GUIDE ) != 0;
	if ( map->primitives == NULL || ( guided && map->hierarchy == NULL ) )
	{
		return FW_ERR_ARGUMENT;
	}
	const fw_primitives_def* turns = fw_primitives_definition( map->primitives );
	const bool fits = turns->radius == query->unit.radius && turns->turning_radius == query->unit.turning_radius &&
	                  turns->lattice == fw_space_lattice( map->space ) &&
	                  ( method->ring == 0 || turns->ring == method->ring ) && ( !guided || landmarks_suit( map ) );
	return fits ? check_roads( map, &query->unit, engine ) : FW_ERR_MISMATCH;
}

void* fw_search_state( fw_search* search, fw_engine_kind kind )
{
	if ( search->states[kind] == NULL )
	{
		search->states[kind] = fw_alloc_zero( &search->allocator, 1, fw_engine_of( kind )->state_size );
	}
	return search->states[kind];
}

fw_status fw_search_begin( fw_search* search, const fw_map* map, const fw_query* query )
{
	if ( search == NULL || map == NULL || query == NULL )
	{
		return FW_ERR_ARGUMENT;
	}
	fw_status status = check_query( query );
	if ( status != FW_OK )
	{
		return status;
	}
	const fw_method_row* row = fw_method_row_find( query->method );
	if ( row == NULL )
	{
		return FW_ERR_UNKNOWN;
	}
	const bool drives = query->unit.turning_radius > 0.0 || ( row->method.traits & FW_TRAIT_SPEED ) == 0;
	if ( !drives || ( query->options.turn_charge > 0.0 && !can_charge( &query->unit, &row->method, row->engine ) ) )
	{
		return FW_ERR_UNSUPPORTED;
	}
	status = check_map( map, query, &row->method, row->engine );
	if ( status != FW_OK )
	{
		return status;
	}
	void* state = fw_search_state( search, row->engine );
	if ( state == NULL )
	{
		return FW_ERR_MEMORY;
	}
	search->row = row;
	search->map = *map;
	search->query = *query;
	search->counters = ( fw_counters ){ 0 };
	fw_search_finish( search, FW_RUNNING, FW_REASON_NONE );
	status = fw_engine_of( row->engine )->begin( search, state );
	if ( status != FW_OK )
	{
		search->row = NULL;
	}
	return status;
}

fw_status fw_search_step( fw_search* search, int64_t expansions, fw_outcome* outcome )
{
	if ( search == NULL || expansions < 1 )
	{
		return FW_ERR_ARGUMENT;
	}
	if ( search->row == NULL )
	{
		return FW_ERR_STATE;
	}
	fw_status status = FW_OK;
	if ( search->outcome == FW_RUNNING )
	{
		const int64_t allowed = fw_search_allowance( search, expansions );
		if ( allowed > 0 )
		{
			const fw_engine_kind kind = search->row->engine;
			status = fw_engine_of( kind )->step( search, search->states[kind], allowed );
		}
		if ( status == FW_OK && search->outcome == FW_RUNNING && fw_search_allowance( search, 1 ) <= 0 )
		{
			fw_search_finish( search, FW_OUT_OF_BUDGET, FW_REASON_EXPANSIONS );
		}
	}
	if ( status != FW_OK )
	{
		search->row = NULL;
		return status;
	}
	if ( outcome != NULL )
	{
		*outcome = search->outcome;
	}
	return FW_OK;
}

fw_counters fw_search_counters( const fw_search* search )
{
	return search->counters;
}

void fw_search_report_outcome( const fw_search* search, fw_result* result )
{
	result->outcome = search->outcome;
	result->reason = search->reason;
	result->counters = search->counters;
	result->length = 0.0;
	result->cost = 0.0;
	fw_path_clear( &result->path, search->query.start );
}

fw_status fw_search_result( fw_search* search, fw_result* result )
{
	if ( search == NULL || result == NULL )
	{
		return FW_ERR_ARGUMENT;
	}
	if ( search->row == NULL )
	{
		return FW_ERR_STATE;
	}
	fw_search_report_outcome( search, result );
	if ( search->outcome != FW_FOUND )
	{
		return FW_OK;
	}
	const fw_engine_kind kind = search->row->engine;
	const fw_status status = fw_engine_of( kind )->extract( search, search->states[kind], result );
	if ( search->query.start_any_heading )
	{
		result->path.start = fw_path_begin( &result->path );
	}
	result->length = result->path.length;
	return status;
}

fw_status fw_search_best( fw_search* search, fw_result* result )
{
	if ( search == NULL || result == NULL )
	{
		return FW_ERR_ARGUMENT;
	}
	if ( search->row == NULL )
	{
		return FW_ERR_STATE;
	}
	const fw_engine_kind kind = search->row->engine;
	if ( search->outcome == FW_FOUND )
	{
		return fw_search_result( search, result );
	}
	if ( fw_engine_of( kind )->best == NULL )
	{
		return FW_ERR_UNSUPPORTED;
	}
	fw_search_report_outcome( search, result );
	if ( search->counters.expanded == 0 )
	{
		return FW_OK; // what the engine holds may be another search's
	}
	const fw_status status = fw_engine_of( kind )->best( search, search->states[kind], result );
	search->counters = result->counters;
	if ( search->query.start_any_heading )
	{
		result->path.start = fw_path_begin( &result->path );
	}
	result->length = result->path.length;
	return status;
}

fw_status fw_search_run( fw_search* search, const fw_map* map, const fw_query* query, fw_result* result )
{
	if ( result == NULL )
	{
		return FW_ERR_ARGUMENT;
	}
	fw_status status = fw_search_begin( search, map, query );
	fw_outcome outcome = FW_RUNNING;
	while ( status == FW_OK && outcome == FW_RUNNING )
	{
		status = fw_search_step( search, INT64_MAX, &outcome );
	}
	return status == FW_OK ? fw_search_result( search, result ) : status;
}

bool fw_search_goal_is_beyond( const fw_search* search )
{
	const fw_pose goal = search->query.goal;
	const double x = fmax( fmax( -goal.x, goal.x - fw_grid_width( search->map.grid ) ), 0.0 );
	const double y = fmax( fmax( -goal.y, goal.y - fw_grid_height( search->map.grid ) ), 0.0 );
	return fw_length( x, y ) > search->query.goal_tolerance;
}

const char* fw_outcome_text( fw_outcome outcome )
{
	switch ( outcome )
	{
	case FW_RUNNING:
		return "running";
	case FW_FOUND:
		return "found";
	case FW_UNREACHABLE:
		return "unreachable";
	case FW_OUT_OF_BUDGET:
		return "out-of-budget";
	case FW_PARTIAL:
		return "partial";
	}
	return "unknown";
}

const char* fw_reason_text( fw_reason reason )
{
	switch ( reason )
	{
	case FW_REASON_NONE:
		return "no reason";
	case FW_REASON_START_BLOCKED:
		return "the unit does not fit where it starts";
	case FW_REASON_GOAL_BLOCKED:
		return "the unit does not fit at the goal";
	case FW_REASON_OTHER_REGION:
		return "start and goal are not connected for this unit";
	case FW_REASON_EXHAUSTED:
		return "everything within reach was searched";
	case FW_REASON_NO_TURN:
		return "tiles connect start and goal, but no legal turns do";
	case FW_REASON_EXPANSIONS:
		return "the limit of expansions was reached";
	case FW_REASON_WINDOW:
		return "there is no path inside of the search window";
	case FW_REASON_COST_RANGE:
		return "the path would be too long for the search's costs";
	case FW_REASON_NO_MIDPOINT:
		return "a point on the line to the goal is at an impossible place";
	case FW_REASON_DEAD_END:
		return "the compass has led into a dead end";
	}
	return "unknown reason";
}

// SPDX-License-Identifier: MIT
// The search context: checks of a query, slices, results.
#include "search/engine.h"
#include "search/requirements.h"

#include "fairway/grid.h"

#include <math.h>

fw_query fw_default_query( void )
{
	return ( fw_query ){
	    .cookie = FW_COOKIE,
	    .method = "astar",
	    .unit = fw_default_unit(),
	    .goal_any_heading = true,
	    .options = { .weight = 1.0, .neighbors = 8, .block_size = 4, .window = -1 },
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

static void hold_states( fw_holdings* holdings, const fw_search* search )
{
	for ( int32_t i = 0; i < search->state_count; i++ )
	{
		search->states[i].engine->hold( holdings, search->states[i].state );
		fw_hold( holdings, search->states[i].state, 1, search->states[i].engine->state_size );
	}
}

void fw_search_destroy( fw_search* search )
{
	if ( search == NULL )
	{
		return;
	}
	const fw_allocator allocator = search->allocator;
	hold_states( &( fw_holdings ){ .allocator = &allocator }, search );
	fw_free( &allocator, search, 1, sizeof( *search ) );
}

size_t fw_search_memory( const fw_search* search )
{
	fw_holdings held = { .bytes = sizeof( *search ) };
	hold_states( &held, search );
	return held.bytes;
}

void* fw_search_state( fw_search* search, const fw_engine* engine )
{
	for ( int32_t i = 0; i < search->state_count; i++ )
	{
		if ( search->states[i].engine == engine )
		{
			return search->states[i].state;
		}
	}
	void* made = fw_alloc_zero( &search->allocator, 1, engine->state_size );
	if ( made != NULL )
	{
		search->states[search->state_count++] = ( fw_engine_state ){ engine, made };
	}
	return made;
}

fw_status fw_search_begin( fw_search* search, const fw_map* map, const fw_query* query, fw_refusal* refusal )
{
	FW_TRY( FW_CHECK_NULL( refusal, search, map, query ) );
	FW_TRY( fw_check_query( refusal, query ) );
	const fw_method_row* row = fw_method_row_find( query->method );
	if ( row == NULL )
	{
		return fw_method_find( query->method ) != NULL
		           ? fw_refuse( refusal, FW_ERR_UNSUPPORTED, FW_REFUSAL_NAME, "method", NULL,
		                        "is a method of plans, of several searches; give it to a planner" )
		           : fw_refuse_method( refusal, query->method );
	}
	// Hierarchies are searched while their grid may change.
	const bool reads = ( row->method.traits & FW_TRAIT_HIERARCHY ) == 0;
	FW_TRY( reads ? FW_CHECK_NULL( refusal, map->grid ) : FW_OK );
	FW_TRY( fw_check_requirements( refusal, query, &row->method, reads ? map->grid : NULL ) );
	FW_TRY( fw_check_map( refusal, map, query, row ) );
	void* state = fw_search_state( search, row->engine );
	FW_TRY( fw_refuse_status( refusal, state != NULL ? FW_OK : FW_ERR_MEMORY ) );
	search->row = row;
	search->map = *map;
	search->query = *query;
	search->counters = ( fw_counters ){ 0 };
	search->status = FW_OK;
	fw_search_finish( search, FW_RUNNING, FW_REASON_NONE );
	fw_search_report( search, FW_EVENT_BEGIN, query->start.x, query->start.y );
	row->engine->begin( search, state );
	search->row = search->status == FW_OK ? row : NULL;
	return fw_refuse_status( refusal, search->status );
}

void fw_search_tell( const fw_search* search, const fw_heard* heard )
{
	const fw_listener* listener = &search->query.options.listener;
	listener->hear( listener->context, heard );
}

void fw_search_tell_at( const fw_search* search, fw_event event, double x, double y )
{
	const fw_pose pose = { x, y, 0.0 };
	fw_search_tell( search, &( fw_heard ){ .event = event, .pose = pose, .parent = pose } );
}

fw_status fw_search_check_begun( fw_refusal* refusal, const fw_search* search )
{
	FW_TRY( FW_CHECK_NULL( refusal, search ) );
	return search->row != NULL ? FW_OK
	                           : fw_refuse( refusal, FW_ERR_STATE, FW_REFUSAL_STATE, "search", NULL,
	                                        "was not begun; call fw_search_begin() first" );
}

fw_status fw_search_step( fw_search* search, int64_t expansions, fw_outcome* outcome, fw_refusal* refusal )
{
	FW_TRY( fw_search_check_begun( refusal, search ) );
	FW_TRY( fw_check_range( refusal, "expansions", (double)expansions, 1.0, INFINITY ) );
	if ( search->outcome == FW_RUNNING )
	{
		const int64_t allowed = fw_search_allowance( search, expansions );
		if ( allowed > 0 )
		{
			search->row->engine->step( search, fw_search_state( search, search->row->engine ), allowed );
		}
		if ( search->status != FW_OK )
		{
			search->row = NULL;
			return fw_refuse_status( refusal, search->status );
		}
		if ( search->outcome == FW_RUNNING && fw_search_allowance( search, 1 ) <= 0 )
		{
			fw_search_finish( search, FW_OUT_OF_BUDGET, FW_REASON_EXPANSIONS );
		}
	}
	if ( outcome != NULL )
	{
		*outcome = search->outcome;
	}
	return FW_OK;
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

// Makes the path of a result. The search is as before, also after an error.
static fw_status take_path( fw_search* search, void ( *take )( fw_search*, void*, fw_result* ), fw_result* result )
{
	take( search, fw_search_state( search, search->row->engine ), result );
	if ( search->query.start_any_heading )
	{
		result->path.start = fw_path_begin( &result->path );
	}
	result->length = result->path.length;
	const fw_status status = search->status;
	search->status = FW_OK;
	return status;
}

fw_status fw_search_result( fw_search* search, fw_result* result )
{
	FW_TRY( search == NULL || result == NULL ? FW_ERR_ARGUMENT : search->row == NULL ? FW_ERR_STATE : FW_OK );
	fw_search_report_outcome( search, result );
	return search->outcome == FW_FOUND ? take_path( search, search->row->engine->extract, result ) : FW_OK;
}

fw_status fw_search_best( fw_search* search, fw_result* result, fw_refusal* refusal )
{
	FW_TRY( FW_CHECK_NULL( refusal, search, result ) );
	FW_TRY( fw_search_check_begun( refusal, search ) );
	if ( search->outcome == FW_FOUND )
	{
		return fw_refuse_status( refusal, fw_search_result( search, result ) );
	}
	if ( search->row->engine->best == NULL )
	{
		return fw_refuse_trait( refusal, &search->row->method, "search", FW_TRAIT_BEST,
		                        "has no path before its search ends" );
	}
	fw_search_report_outcome( search, result );
	if ( search->counters.expanded == 0 )
	{
		return FW_OK; // what the engine holds may be another search's
	}
	const fw_status status = take_path( search, search->row->engine->best, result );
	search->counters = result->counters;
	return fw_refuse_status( refusal, status );
}

fw_status fw_search_run( fw_search* search, const fw_map* map, const fw_query* query, fw_result* result,
                         fw_refusal* refusal )
{
	FW_TRY( FW_CHECK_NULL( refusal, search, map, query, result ) );
	FW_TRY( fw_search_begin( search, map, query, refusal ) );
	while ( search->outcome == FW_RUNNING )
	{
		FW_TRY( fw_search_step( search, INT64_MAX, NULL, refusal ) );
	}
	return fw_refuse_status( refusal, fw_search_result( search, result ) );
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
	static const char* const texts[] = {
	    [FW_RUNNING] = "running",         [FW_FOUND] = "found",
	    [FW_UNREACHABLE] = "unreachable", [FW_OUT_OF_BUDGET] = "out-of-budget",
	    [FW_PARTIAL] = "partial",
	};
	return FW_TEXT_OF( texts, outcome, "unknown" );
}

const char* fw_reason_text( fw_reason reason )
{
	static const char* const texts[] = {
	    [FW_REASON_NONE] = "no reason",
	    [FW_REASON_START_BLOCKED] = "the unit may not enter the tile where it starts",
	    [FW_REASON_GOAL_BLOCKED] = "the unit may not enter the tile of the goal",
	    [FW_REASON_OTHER_REGION] = "start and goal are not connected for this unit",
	    [FW_REASON_EXHAUSTED] = "everything within reach was searched",
	    [FW_REASON_NO_TURN] = "tiles connect start and goal, but no legal turns do",
	    [FW_REASON_EXPANSIONS] = "the limit of expansions was reached",
	    [FW_REASON_WINDOW] = "there is no path inside of the search window",
	    [FW_REASON_COST_RANGE] = "the path would be too long for the search's costs",
	    [FW_REASON_NO_MIDPOINT] = "a point on the line to the goal is at an impossible place",
	    [FW_REASON_DEAD_END] = "the compass has led into a dead end",
	    [FW_REASON_START_OFF_MAP] = "the start is off the map",
	    [FW_REASON_GOAL_OFF_MAP] = "the goal is off the map",
	    [FW_REASON_START_TOO_NARROW] = "the unit is too wide for where it starts",
	    [FW_REASON_GOAL_TOO_NARROW] = "the unit is too wide for the goal",
	    [FW_REASON_LEG] = "the path is one leg of the way to the goal",
	};
	return FW_TEXT_OF( texts, reason, "unknown reason" );
}

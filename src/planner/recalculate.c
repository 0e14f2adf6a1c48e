// SPDX-License-Identifier: MIT
// Path recalculation: A* again without the moves at which turns hit something.
// Source: M. Pinter, "Toward More Realistic Pathfinding" (2001), "Legal Turns: The Basic Methods". As there, what is
// closed is a step from a tile to its neighbor, wherever the unit would come from. Differs from it: a move is a leg of
// the walk, straight on for as many tiles as it goes, as turns from tile to tile need turning radii below one.
#include "planner/recalculate.h"

#include "fairway/grid.h"
#include "fairway/sweep.h"
#include "geom/geom.h"
#include "grid/steps.h"
#include "planner/job.h"
#include "planner/passes.h"

#include <math.h>
#include <string.h>

#define ROUNDS 100

// Waypoints so near are the same: smoothing may round their places.
#define SAME_PLACE 1e-6

void fw_recalculation_open( fw_recalculation* all, const fw_allocator* allocator )
{
	*all = ( fw_recalculation ){ .allocator = *allocator };
	fw_path_init( &all->legs, allocator );
	fw_path_init( &all->turned, allocator );
}

void fw_recalculation_close( fw_recalculation* all )
{
	fw_free( &all->allocator, all->closed, all->tiles, 1 );
	fw_path_free( &all->legs );
	fw_path_free( &all->turned );
}

void fw_recalculation_forget( fw_recalculation* all )
{
	fw_free( &all->allocator, all->closed, all->tiles, 1 );
	all->closed = NULL;
	all->tiles = 0;
	all->report = ( fw_recalculate_report ){ 0 };
}

size_t fw_recalculation_memory( const fw_recalculation* all )
{
	return all->tiles + ( (size_t)all->legs.capacity + (size_t)all->turned.capacity ) * sizeof( fw_segment );
}

fw_status fw_recalculation_check( const fw_grid* grid, const fw_query* query )
{
	const bool steps = strcmp( query->method, "astar" ) == 0 || strcmp( query->method, "aastar" ) == 0;
	const bool good = steps && query->options.anchor == FW_ANCHOR_CENTER && query->unit.size == 0 &&
	                  query->options.closed_moves == NULL && fw_grid_is_plain( grid, query->unit.capabilities );
	return good ? FW_OK : FW_ERR_UNSUPPORTED;
}

// The direction of a segment that is a step from a tile's center to that of a neighbor, else FW_STEP_NONE.
static int32_t step_of( const fw_segment* segment )
{
	const fw_vec2 from = segment->from;
	const bool centers = from.x == floor( from.x ) + 0.5 && from.y == floor( from.y ) + 0.5;
	int32_t direction = 0;
	while ( direction < FW_STEP_NONE &&
	        ( segment->to.x != from.x + fw_step_x[direction] || segment->to.y != from.y + fw_step_y[direction] ) )
	{
		direction++;
	}
	return centers ? direction : FW_STEP_NONE;
}

// The step of a walk that stands for a leg which begins with a segment of it: that one, or where it is none the next
// one, or else the last one before. Negative where the walk has no steps.
static int32_t step_near( const fw_path* walk, int32_t segment )
{
	for ( int32_t i = segment; i < walk->count; i++ )
	{
		if ( step_of( &walk->segments[i] ) < FW_STEP_NONE )
		{
			return i;
		}
	}
	int32_t before = segment - 1;
	while ( before >= 0 && step_of( &walk->segments[before] ) == FW_STEP_NONE )
	{
		before--;
	}
	return before;
}

// Closes a step. Counts it where it was open.
static fw_status close_step( fw_recalculation* all, const fw_grid* grid, const fw_segment* step )
{
	const size_t width = (size_t)fw_grid_width( grid );
	if ( all->closed == NULL )
	{
		const size_t tiles = width * (size_t)fw_grid_height( grid );
		all->closed = fw_alloc_zero( &all->allocator, tiles, 1 );
		if ( all->closed == NULL )
		{
			return FW_ERR_MEMORY;
		}
		all->tiles = tiles;
	}
	uint8_t* of_tile = &all->closed[(size_t)step->from.y * width + (size_t)step->from.x];
	const uint8_t bit = (uint8_t)( 1u << step_of( step ) );
	all->report.marks += ( *of_tile & bit ) == 0 ? 1 : 0;
	*of_tile |= bit;
	return FW_OK;
}

// The segment of the walk, at or after one of them, that begins at a place of it.
static int32_t segment_from( const fw_path* walk, int32_t after, fw_vec2 place )
{
	int32_t i = after;
	while ( i + 1 < walk->count &&
	        fw_length( walk->segments[i].from.x - place.x, walk->segments[i].from.y - place.y ) > SAME_PLACE )
	{
		i++;
	}
	return i;
}

static fw_vec2 end_of_segment( const fw_path* path, int32_t i )
{
	// The next one's beginning is the waypoint, the end of a line may be rounded.
	return i + 1 < path->count ? path->segments[i + 1].from : path->segments[i].to;
}

// The last segment of the straight leg that begins with one.
static int32_t leg_end( const fw_path* legs, int32_t begin )
{
	int32_t end = begin;
	while ( end + 1 < legs->count && fw_goes_straight( legs->segments[begin].from, end_of_segment( legs, end ),
	                                                   end_of_segment( legs, end + 1 ) ) )
	{
		end++;
	}
	return end;
}

// Walks from waypoint to waypoint, makes the path of the turns, and closes the moves that hit something.
static fw_status walk_through( fw_recalculation* all, const fw_smoother* smoother, const fw_path* walk,
                               int32_t* illegal )
{
	const fw_path* legs = &all->legs;
	const fw_unit* unit = smoother->unit;
	fw_pose pose = legs->start;
	fw_status status = FW_OK;
	int32_t at = 0;
	fw_path_clear( &all->turned, pose );
	for ( int32_t i = 0; i < legs->count && status == FW_OK; i++ )
	{
		const fw_vec2 from = legs->segments[i].from;
		fw_curve curve;
		i = leg_end( legs, i );
		if ( !fw_curve_shortest_to_point( pose, end_of_segment( legs, i ), unit->turning_radius, FW_GEAR_FORWARD,
		                                  &curve ) )
		{
			return FW_ERR_UNSUPPORTED;
		}
		pose = fw_curve_pose_at( &curve, curve.length );
		status = fw_path_append_curve( &all->turned, &curve );
		at = segment_from( walk, at, from );
		if ( status == FW_OK && !fw_sweep_curve( smoother->grid, unit->capabilities, unit->radius, &curve ) )
		{
			const int32_t step = step_near( walk, at );
			status = step >= 0 ? close_step( all, smoother->grid, &walk->segments[step] ) : FW_OK;
			*illegal += 1;
		}
	}
	return status;
}

fw_status fw_recalculation_judge( fw_recalculation* all, const fw_smoother* smoother, const fw_query* query,
                                  bool smooth, fw_path* walk, fw_walk_verdict* verdict )
{
	const int64_t before = all->report.marks;
	int32_t illegal = 0;
	fw_status status = fw_path_copy( &all->legs, walk );
	status = status == FW_OK && smooth ? fw_smooth_straight( smoother, &all->legs, NULL ) : status;
	if ( status == FW_OK && query->start_any_heading )
	{
		all->legs.start = fw_path_begin( &all->legs );
	}
	status = status == FW_OK ? walk_through( all, smoother, walk, &illegal ) : status;
	if ( status != FW_OK )
	{
		return status;
	}
	all->report.rounds++;
	all->report.illegal = all->report.rounds == 1 || illegal < all->report.illegal ? illegal : all->report.illegal;
	*verdict = illegal == 0 ? FW_WALK_TURNS : all->report.marks > before ? FW_WALK_CLOSED : FW_WALK_STUCK;
	return illegal == 0 ? fw_path_copy( walk, &all->turned ) : FW_OK;
}

fw_recalculate_def fw_default_recalculate_def( void )
{
	return ( fw_recalculate_def ){ .cookie = FW_COOKIE, .rounds = ROUNDS };
}

static void give_up( fw_result* result, const fw_query* query, fw_outcome outcome, fw_reason reason )
{
	result->outcome = outcome;
	result->reason = reason;
	result->length = 0.0;
	result->cost = 0.0;
	fw_path_clear( &result->path, query->start );
}

// Searches and judges until there is nothing more to do.
static fw_status run_rounds( fw_recalculation* all, fw_search* search, const fw_map* map, const fw_query* query,
                             const fw_recalculate_def* def, fw_result* result )
{
	fw_smoother smoother = fw_default_smoother();
	smoother.grid = map->grid;
	smoother.unit = &query->unit;
	smoother.allocator = def->allocator;
	smoother.ignore_costs = query->options.ignore_costs;
	fw_query again = *query;
	fw_counters sum = { 0 };
	for ( int32_t round = 1;; round++ )
	{
		again.options.closed_moves = all->closed;
		fw_status status = fw_search_run( search, map, &again, result, NULL );
		if ( status != FW_OK )
		{
			return status;
		}
		fw_counters_add( &sum, &result->counters );
		result->counters = sum;
		if ( result->outcome != FW_FOUND )
		{
			all->report.rounds = round;
			// Without closed moves the reason is the search's own.
			result->reason = round > 1 && result->outcome == FW_UNREACHABLE ? FW_REASON_NO_TURN : result->reason;
			return FW_OK;
		}
		fw_walk_verdict verdict = FW_WALK_STUCK;
		status = fw_recalculation_judge( all, &smoother, query, def->smooth, &result->path, &verdict );
		if ( status != FW_OK || verdict == FW_WALK_TURNS )
		{
			result->length = result->path.length;
			result->cost = fw_smoother_cost( &smoother, &result->path );
			return status;
		}
		// A search that found a walk has not used up its limit.
		again.options.max_expansions =
		    query->options.max_expansions > 0 ? query->options.max_expansions - sum.expanded : 0;
		if ( verdict == FW_WALK_STUCK || round == def->rounds )
		{
			const bool stuck = verdict == FW_WALK_STUCK;
			give_up( result, query, stuck ? FW_UNREACHABLE : FW_OUT_OF_BUDGET,
			         stuck ? FW_REASON_NO_TURN : FW_REASON_EXPANSIONS );
			return FW_OK;
		}
	}
}

fw_status fw_recalculate( fw_search* search, const fw_map* map, const fw_query* query, const fw_recalculate_def* def,
                          fw_result* result, fw_recalculate_report* report )
{
	if ( search == NULL || map == NULL || query == NULL || def == NULL || result == NULL || report == NULL ||
	     map->grid == NULL || query->method == NULL )
	{
		return FW_ERR_ARGUMENT;
	}
	if ( def->cookie != FW_COOKIE || query->cookie != FW_COOKIE )
	{
		return FW_ERR_DEF;
	}
	if ( def->rounds < 1 || fw_unit_check( &query->unit, NULL ) != FW_OK )
	{
		return FW_ERR_ARGUMENT;
	}
	fw_status status = fw_recalculation_check( map->grid, query );
	if ( status != FW_OK )
	{
		return status;
	}
	fw_recalculation all;
	const fw_allocator allocator = fw_allocator_or_default( &def->allocator );
	fw_recalculation_open( &all, &allocator );
	status = run_rounds( &all, search, map, query, def, result );
	*report = status == FW_OK ? all.report : *report;
	fw_recalculation_close( &all );
	return status;
}

enum
{
	BEGIN,
	ROUND,
};

static fw_status search_again( fw_job* job, int64_t limit )
{
	fw_plan plan = job->aim;
	plan.options.closed_moves = job->recalculation.closed;
	return fw_job_search( job, ROUND, &plan, job->method, limit );
}

fw_status fw_recalculate_next( fw_job* job )
{
	fw_recalculation* all = &job->recalculation;
	const fw_smoother smoother = fw_plan_smoother( job->stock, &job->aim );
	int64_t left = 0;
	const bool goes_on = fw_job_left( job, &left );
	if ( job->phase == BEGIN )
	{
		fw_recalculation_forget( all );
		const fw_query asked = fw_plan_query( &job->plan );
		const fw_status status = fw_recalculation_check( job->stock->grid, &asked );
		return status == FW_OK ? search_again( job, left ) : status;
	}
	if ( job->result->outcome != FW_FOUND )
	{
		const bool closed = all->closed != NULL && job->result->outcome == FW_UNREACHABLE;
		fw_job_fail( job, job->result->outcome, closed ? FW_REASON_NO_TURN : job->result->reason );
		fw_recalculation_forget( all );
		return FW_OK;
	}
	fw_walk_verdict verdict = FW_WALK_STUCK;
	const fw_query query = fw_plan_query( &job->aim );
	fw_status status = fw_recalculation_judge( all, &smoother, &query, job->aim.smooth, &job->result->path, &verdict );
	if ( status != FW_OK )
	{
		return status;
	}
	if ( verdict == FW_WALK_TURNS )
	{
		status = fw_smooth_curves( job->stock, &job->aim, true, &job->result->path );
		fw_job_done( job, FW_BRANCH_SEARCH );
		fw_recalculation_forget( all );
		return status;
	}
	if ( verdict == FW_WALK_CLOSED && goes_on && all->report.rounds < ROUNDS )
	{
		return search_again( job, left );
	}
	const bool stuck = verdict == FW_WALK_STUCK;
	fw_job_fail( job, stuck ? FW_UNREACHABLE : FW_OUT_OF_BUDGET, stuck ? FW_REASON_NO_TURN : FW_REASON_EXPANSIONS );
	fw_recalculation_forget( all );
	return FW_OK;
}

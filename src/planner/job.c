// SPDX-License-Identifier: MIT
// Jobs: plans in slices. When the grid changes under a job, or an object that its search reads is no more, it begins
// again: what it has searched was another map.
#include "planner/job.h"

#include "annotate/space.h"
#include "base/refusal.h"
#include "fairway/sweep.h"
#include "path/path.h"
#include "search/ends.h"

#include <math.h>

// A job that had to begin again so often, because other jobs took its data out of the cache, gets a cache of its own.
// Otherwise jobs for more unit classes than a cache holds would displace one another for ever.
#define PATIENCE 3

// What a job does besides expanding nodes is charged in tile steps: nodes of "astar", or tiles of a distance field. A
// node of another method is worth several. These are instructions that callgrind counts on the maps of bench_queue: 200
// to 330 for a step, 1,400 for a jump point, 700 for a node of a hierarchy, 1,800 to 2,600 for one with headings; and
// for one with speeds too, without its field, 11,000 to 21,000 with the vehicles and on the problems of bench_speed.
// What passes take says fw_passes_steps().
#define NODE_STEPS 5
#define HEADINGS_NODE_STEPS 10
#define SPEED_NODE_STEPS 60

static void* state_of( const fw_job* job, const fw_strategy* strategy )
{
	int32_t i = 0;
	while ( i < job->state_count && job->states[i].strategy != strategy )
	{
		i++;
	}
	return i < job->state_count ? job->states[i].state : NULL;
}

// One of the paths of a state.
static fw_path* path_of( const fw_strategy* strategy, void* state, int32_t index )
{
	void* first = (char*)state + strategy->first_path;
	return (fw_path*)first + index;
}

// Makes the state of a strategy where there is none.
static fw_status need_state( fw_job* job, const fw_strategy* strategy )
{
	if ( state_of( job, strategy ) != NULL )
	{
		return FW_OK;
	}
	void* made = fw_alloc_zero( &job->allocator, 1, strategy->size );
	if ( made == NULL )
	{
		return FW_ERR_MEMORY;
	}
	for ( int32_t i = 0; i < strategy->path_count; i++ )
	{
		fw_path_init( path_of( strategy, made, i ), &job->allocator );
	}
	job->states[job->state_count++] = ( fw_strategy_state ){ strategy, made };
	return FW_OK;
}

// Gives back what the last plan had to itself.
static void share( fw_job* job )
{
	void* roads = state_of( job, &fw_roads_strategy );
	if ( roads != NULL )
	{
		fw_roads_clear( roads );
	}
	fw_cache_destroy( job->alone );
	job->alone = NULL;
	job->displaced = 0;
}

fw_status fw_job_create( fw_planner* planner, fw_job** job )
{
	if ( planner == NULL || job == NULL )
	{
		return FW_ERR_ARGUMENT;
	}
	fw_cache* cache = fw_planner_cache( planner );
	fw_job* made = fw_alloc_zero( &cache->allocator, 1, sizeof( *made ) );
	if ( made == NULL )
	{
		return FW_ERR_MEMORY;
	}
	made->allocator = cache->allocator;
	made->shared = cache;
	fw_result_init( &made->own, &cache->allocator );
	fw_result_init( &made->tip, &cache->allocator );
	made->lease.next = cache->leases;
	cache->leases = &made->lease;
	const fw_status status = fw_search_create( &cache->allocator, &made->search );
	if ( status != FW_OK )
	{
		fw_job_destroy( made );
		return status;
	}
	*job = made;
	return FW_OK;
}

// Goes over the paths of a job and the states of its strategies.
static void hold( fw_holdings* holdings, const fw_job* job )
{
	FW_HOLD( holdings, job->own.path.segments, job->own.path.capacity );
	FW_HOLD( holdings, job->tip.path.segments, job->tip.path.capacity );
	for ( int32_t i = 0; i < job->state_count; i++ )
	{
		const fw_strategy* strategy = job->states[i].strategy;
		void* state = job->states[i].state;
		for ( int32_t k = 0; k < strategy->path_count; k++ )
		{
			const fw_path* path = path_of( strategy, state, k );
			FW_HOLD( holdings, path->segments, path->capacity );
		}
		if ( strategy->hold != NULL )
		{
			strategy->hold( holdings, state );
		}
		fw_hold( holdings, state, 1, strategy->size );
	}
}

void fw_job_destroy( fw_job* job )
{
	if ( job == NULL )
	{
		return;
	}
	const fw_allocator allocator = job->allocator;
	job->lease.active = false;
	share( job );
	hold( &( fw_holdings ){ .allocator = &allocator }, job );
	fw_lease** link = &job->shared->leases;
	while ( *link != &job->lease )
	{
		link = &( *link )->next;
	}
	*link = job->lease.next;
	fw_search_destroy( job->search );
	fw_free( &allocator, job, 1, sizeof( *job ) );
}

size_t fw_job_memory( const fw_job* job )
{
	fw_holdings held = { .bytes =
	                         sizeof( *job ) + fw_search_memory( job->search ) + fw_cache_memory( job->alone, NULL ) };
	hold( &held, job );
	return held.bytes;
}

const fw_cones* fw_job_cones( const fw_job* job )
{
	return fw_roads_cones( state_of( job, &fw_roads_strategy ) );
}

// Of all searches, with the one that is under way.
static fw_counters counters_of( const fw_job* job )
{
	fw_counters sum = job->before;
	if ( job->lease.active )
	{
		const fw_counters* more = &job->search->counters;
		sum.expanded += more->expanded;
		sum.generated += more->generated;
		sum.reopened += more->reopened;
		sum.heap_pushes += more->heap_pushes;
		sum.heap_pops += more->heap_pops;
		sum.hit_checks += more->hit_checks;
		sum.sight_checks += more->sight_checks;
		sum.field += more->field;
	}
	return sum;
}

// The search under way is no more, but what it did counts.
static void end_search( fw_job* job )
{
	job->before = counters_of( job );
	job->lease.active = false;
}

int64_t fw_job_spent( const fw_job* job )
{
	return counters_of( job ).expanded;
}

// Charges tile steps in nodes of the plan's method.
static void charge( fw_job* job, int64_t steps )
{
	const uint32_t traits = job->settled.resolved.method->traits;
	job->charges += steps / ( ( traits & ( FW_TRAIT_WINDOW | FW_TRAIT_COMBINED ) ) != 0 ? 1
	                          : ( traits & FW_TRAIT_SPEED ) != 0                        ? SPEED_NODE_STEPS
	                          : ( traits & FW_TRAIT_HEADINGS ) != 0                     ? HEADINGS_NODE_STEPS
	                                                                                    : NODE_STEPS );
}

// `passed` counts tile steps of passes that the strategy runs.
static fw_task task_of( fw_job* job, bool begins, int64_t* passed )
{
	const int64_t limit = job->plan.options.max_expansions;
	const int64_t left = limit > 0 ? limit - job->before.expanded : 0;
	return ( fw_task ){ .cache = job->ground,
	                    .plan = &job->target,
	                    .resolved = &job->settled.resolved,
	                    .passes = &job->settled.passes,
	                    .begins = begins,
	                    .result = job->result,
	                    .left = limit > 0 && left <= 0 ? -1 : left,
	                    .report = &job->report,
	                    .passed = passed,
	                    .inner = job->settled.strategy,
	                    .inner_state = state_of( job, job->settled.strategy ) };
}

// The result has no path.
static void set_outcome( fw_job* job, fw_outcome outcome, fw_reason reason )
{
	job->result->outcome = outcome;
	job->result->reason = reason;
	job->result->length = 0.0;
	job->result->cost = 0.0;
	fw_path_clear( &job->result->path, job->plan.start );
}

// A tile path is searched for by the inner disc: does the outline stand where its heading is given? The turns of some
// passes arrive with any heading.
static void check_ends( fw_job* job, const fw_next* step )
{
	fw_search* search = job->search;
	const fw_plan* plan = &step->plan;
	const fw_resolved_plan* resolved = &job->settled.resolved;
	if ( search->query.unit.outline.count == plan->unit.outline.count || search->outcome == FW_UNREACHABLE )
	{
		return;
	}
	const bool arrives = resolved->turning == FW_TURNING_ALONG || ( resolved->method->traits & FW_TRAIT_HEADINGS ) != 0;
	const bool starts = plan->start_any_heading || fw_sweep_pose( step->cache->grid, &plan->unit, plan->start );
	const bool ends = !arrives || plan->goal_any_heading || plan->goal_tolerance > 0.0 ||
	                  fw_sweep_pose( step->cache->grid, &plan->unit, plan->goal );
	if ( !starts || !ends )
	{
		fw_end_fails_on_grid( search, !starts );
	}
}

static fw_status begin_search( fw_job* job, const fw_next* step )
{
	fw_map map;
	FW_TRY( fw_cache_map( step->cache, &step->plan, step->method, &map ) );
	fw_query query = fw_plan_query( &step->plan, &job->settled.resolved, step->method );
	query.options.max_expansions = step->limit;
	FW_TRY( fw_search_begin( job->search, &map, &query, &job->refusal ) );
	check_ends( job, step );
	job->lease = ( fw_lease ){ .map = map, .cache = step->cache->of, .active = true, .next = job->lease.next };
	job->revision = fw_grid_revision( job->shared->grid );
	job->step = *step;
	job->report.searches += step->kind == FW_TAKE_SEARCH ? 1 : 0;
	job->report.method = step->method->name;
	return FW_OK;
}

// The tile nearest to the goal that steps lead to. Not found where it is the goal's own, or the start's position is no
// tile.
static fw_status nearest_goal( const fw_job* job, fw_cache* cache, fw_pose* goal, bool* found )
{
	const fw_space* space = NULL;
	const fw_reachability* reachability = NULL;
	const fw_plan* plan = &job->plan;
	const double far = 2.0 * FW_GRID_MAX_SIDE;
	FW_TRY( fw_cache_space( cache, &plan->unit, FW_ANY_LATTICE, &space ) );
	if ( !( fabs( plan->start.x ) < far && fabs( plan->start.y ) < far ) )
	{
		return FW_OK;
	}
	const bool plain = fw_grid_is_plain( cache->grid, plan->unit.capabilities );
	FW_TRY( fw_cache_reachability( cache, &plan->unit, space, NULL, &reachability ) );
	FW_TRY( plain || reachability != NULL ? FW_OK : FW_ERR_TOO_LARGE );
	const int32_t start_x = (int32_t)floor( plan->start.x );
	const int32_t start_y = (int32_t)floor( plan->start.y );
	const fw_vec2 point = { plan->goal.x, plan->goal.y };
	int32_t x = 0;
	int32_t y = 0;
	*found = plain ? fw_space_nearest( space, start_x, start_y, point, &x, &y )
	               : fw_reachability_nearest( reachability, start_x, start_y, point, &x, &y );
	*found = *found && ( x != floor( plan->goal.x ) || y != floor( plan->goal.y ) );
	*goal = *found ? ( fw_pose ){ x + 0.5, y + 0.5, 0.0 } : *goal;
	return FW_OK;
}

// Once the goal is known to be cut off, the plan begins again to the nearest tile that can be reached.
static fw_status turn_to_nearest( fw_job* job, fw_cache* cache, bool* turned )
{
	const fw_reason reason = job->result->reason;
	const bool blocked =
	    reason == FW_REASON_GOAL_BLOCKED || reason == FW_REASON_GOAL_OFF_MAP || reason == FW_REASON_GOAL_TOO_NARROW;
	const bool cut_off = blocked || reason == FW_REASON_OTHER_REGION || reason == FW_REASON_EXHAUSTED;
	if ( job->plan.nearest && !job->nearer && job->result->outcome == FW_UNREACHABLE && cut_off &&
	     job->plan.options.anchor == FW_ANCHOR_CENTER && task_of( job, false, NULL ).left >= 0 )
	{
		FW_TRY( nearest_goal( job, cache, &job->target.goal, turned ) );
	}
	if ( *turned )
	{
		job->nearer = true;
		job->cut_off = reason;
		job->target.goal_any_heading = true;
		job->target.goal_tolerance = 0.0;
	}
	return FW_OK;
}

// The path is found: the passes. False where there are no legal turns.
static fw_status take_path( fw_job* job, const fw_next* step, bool* found )
{
	fw_result* result = job->result;
	*found = true;
	charge( job,
	        fw_passes_steps( &step->passes, job->settled.resolved.method, &step->plan.unit, result->path.length ) );
	const fw_status status =
	    job->route == NULL ? fw_passes_run( step->cache, &step->plan, &step->passes, result, found, &job->refusal )
	                       : FW_OK;
	if ( status != FW_OK || !*found )
	{
		set_outcome( job, FW_UNREACHABLE, FW_REASON_NO_TURN );
		return status;
	}
	if ( step->offset.x != 0.0 || step->offset.y != 0.0 )
	{
		fw_path_move( &result->path, step->offset.x, step->offset.y );
	}
	result->outcome = step->other_heading || step->leg ? FW_PARTIAL : FW_FOUND;
	result->reason = step->other_heading ? FW_REASON_NO_TURN : step->leg ? FW_REASON_LEG : FW_REASON_NONE;
	job->report.branch = step->branch;
	return FW_OK;
}

// A hierarchy that serves no smaller units cannot tell blocked from too narrow; the grid can.
static fw_reason exact_reason( const fw_job* job, fw_reason reason )
{
	const bool start = reason == FW_REASON_START_BLOCKED;
	const fw_pose at = start ? job->target.start : job->target.goal;
	const bool vague = ( job->settled.resolved.method->traits & FW_TRAIT_HIERARCHY ) != 0 &&
	                   ( start || reason == FW_REASON_GOAL_BLOCKED );
	return !vague || !fw_grid_passable( job->shared->grid, (int32_t)at.x, (int32_t)at.y, job->plan.unit.capabilities )
	           ? reason
	       : start ? FW_REASON_START_TOO_NARROW
	               : FW_REASON_GOAL_TOO_NARROW;
}

// Nothing more is to do.
static fw_status finish( fw_job* job )
{
	fw_result* result = job->result;
	fw_status status = FW_OK;
	result->counters = job->before;
	if ( result->outcome == FW_OUT_OF_BUDGET && job->plan.best_effort && job->route == NULL )
	{
		status = fw_job_trace( job, result );
		status = status == FW_ERR_UNSUPPORTED ? FW_OK : status;
	}
	if ( job->nearer && ( result->outcome == FW_FOUND || result->outcome == FW_UNREACHABLE ) )
	{
		result->outcome = result->outcome == FW_FOUND ? FW_PARTIAL : FW_UNREACHABLE;
		result->reason = job->cut_off;
	}
	return status;
}

// Takes steps until one is a search, or the plan is done.
static fw_status go_on( fw_job* job, bool begins )
{
	for ( ;; )
	{
		fw_next step;
		bool found = false;
		int64_t passed = 0;
		fw_task task = task_of( job, begins, &passed );
		task.step = &step;
		begins = false;
		const fw_status status = job->strategy->next( state_of( job, job->strategy ), &task );
		charge( job, passed );
		FW_TRY( status );
		switch ( step.kind )
		{
		case FW_TAKE_SEARCH:
			FW_TRY( begin_search( job, &step ) );
			// Not before: mistakes in a plan leave the result as it was.
			set_outcome( job, FW_RUNNING, FW_REASON_NONE );
			return FW_OK;
		case FW_TAKE_PROBE:
			FW_TRY( begin_search( job, &step ) );
			job->lease.active = false;
			FW_TRY( fw_search_result( job->search, job->result ) );
			break;
		case FW_TAKE_PATH:
			FW_TRY( take_path( job, &step, &found ) );
			if ( found || !step.again )
			{
				return finish( job );
			}
			break;
		case FW_TAKE_END:
			set_outcome( job, step.outcome, exact_reason( job, step.reason ) );
			FW_TRY( turn_to_nearest( job, step.cache->of, &begins ) );
			if ( !begins )
			{
				return finish( job );
			}
			break;
		}
	}
}

static fw_status settle( fw_job* job, const fw_plan* plan, const fw_route* route )
{
	const fw_purpose purpose = route != NULL ? FW_PURPOSE_ROUTE : FW_PURPOSE_PATH;
	return fw_plan_settle( job->shared->grid, plan, purpose, &job->settled, &job->refusal );
}

// Begins a plan that is settled.
static fw_status begin( fw_job* job )
{
	const fw_resolved_plan* resolved = &job->settled.resolved;
	job->plan.method = resolved->automatic ? NULL : resolved->method->name;
	job->strategy = fw_plan_has_roads( &job->plan ) ? &fw_roads_strategy : job->settled.strategy;
	job->step.cache = NULL;
	job->target = job->plan;
	job->nearer = false;
	FW_TRY( fw_cache_ground( job->alone != NULL ? job->alone : job->shared, &job->plan, &job->ground, &job->refusal ) );
	job->report = ( fw_plan_report ){ .method = resolved->method->name, .searches = job->report.searches };
	FW_TRY( need_state( job, job->settled.strategy ) );
	FW_TRY( need_state( job, job->strategy ) );
	return go_on( job, true );
}

// The end of a call. After a failure no plan is under way, and the refusal says why, also where that is not known yet.
static fw_status conclude( fw_job* job, fw_status status, fw_refusal* refusal )
{
	if ( status == FW_OK )
	{
		return FW_OK;
	}
	job->strategy = NULL;
	if ( job->refusal.status != status )
	{
		fw_refuse_status( &job->refusal, status );
	}
	if ( refusal != NULL )
	{
		*refusal = job->refusal;
	}
	return status;
}

// Begins a plan whose result, and route where it is not null, are the caller's to keep until the job is done.
static fw_status start( fw_job* job, const fw_plan* plan, fw_route* route, fw_result* result )
{
	job->lease.active = false;
	job->refusal.status = FW_OK;
	job->before = ( fw_counters ){ 0 };
	FW_TRY( settle( job, plan, route ) );
	share( job );
	job->plan = *plan;
	job->result = result;
	job->route = route;
	job->charges = 0;
	job->report.searches = 0;
	return begin( job );
}

static bool is_edited( const fw_job* job )
{
	return job->revision != fw_grid_revision( job->shared->grid );
}

// Is a search under way over what is no longer so?
static bool is_outdated( const fw_job* job )
{
	return job->lease.active && ( is_edited( job ) || job->lease.lost );
}

// Edits may call for another method, or make the plan one that nothing can do. What was searched in vain was less than
// the plan's limit, or it would have ended.
static fw_status begin_again( fw_job* job )
{
	end_search( job );
	job->displaced += is_edited( job ) ? 0 : 1;
	if ( job->displaced > PATIENCE && job->alone == NULL )
	{
		FW_TRY( fw_cache_create( &job->allocator, job->shared->grid, job->shared, &job->alone ) );
	}
	FW_TRY( settle( job, &job->plan, job->route ) );
	return begin( job );
}

// Expands at most so many nodes. The result's outcome is FW_RUNNING until the job is done.
static fw_status go( fw_job* job, int64_t expansions )
{
	FW_TRY( is_outdated( job ) ? begin_again( job ) : FW_OK );
	while ( job->lease.active && expansions > 0 )
	{
		fw_outcome outcome = FW_RUNNING;
		const fw_counters before = job->search->counters;
		const fw_status status = fw_search_step( job->search, expansions, &outcome, &job->refusal );
		expansions -= job->search->counters.expanded - before.expanded;
		charge( job, job->search->counters.field - before.field );
		if ( status == FW_OK && outcome == FW_RUNNING )
		{
			break;
		}
		end_search( job );
		FW_TRY( status );
		FW_TRY( job->route != NULL ? fw_search_route( job->search, job->route, job->result, &job->refusal )
		                           : fw_search_result( job->search, job->result ) );
		FW_TRY( go_on( job, false ) ); // what was found is the strategy's to judge
	}
	return FW_OK;
}

fw_status fw_job_run( fw_job* job, const fw_plan* plan, fw_route* route, fw_result* result, fw_refusal* refusal )
{
	fw_status status = start( job, plan, route, result );
	while ( status == FW_OK && result->outcome == FW_RUNNING )
	{
		status = go( job, INT64_MAX );
	}
	return conclude( job, status, refusal );
}

fw_status fw_job_begin( fw_job* job, const fw_plan* plan, fw_refusal* refusal )
{
	FW_TRY( FW_CHECK_NULL( refusal, job, plan ) );
	return conclude( job, start( job, plan, NULL, &job->own ), refusal );
}

// Was a plan begun? `result` is where something is to be written.
static fw_status check_begun( const fw_job* job, const void* result )
{
	return job == NULL || result == NULL ? FW_ERR_ARGUMENT : job->strategy == NULL ? FW_ERR_STATE : FW_OK;
}

fw_status fw_job_step( fw_job* job, int64_t expansions, fw_outcome* outcome )
{
	FW_TRY( expansions >= 1 ? check_begun( job, job ) : FW_ERR_ARGUMENT );
	FW_TRY( conclude( job, go( job, expansions ), NULL ) );
	if ( outcome != NULL )
	{
		*outcome = job->result->outcome;
	}
	return FW_OK;
}

fw_status fw_job_result( const fw_job* job, fw_result* result )
{
	FW_TRY( check_begun( job, result ) );
	const fw_status status = fw_result_copy( result, &job->own );
	result->counters = counters_of( job );
	return status;
}

fw_status fw_job_best( fw_job* job, fw_result* result )
{
	FW_TRY( check_begun( job, result ) );
	if ( !job->lease.active || is_outdated( job ) )
	{
		return fw_job_result( job, result );
	}
	const fw_status status = fw_job_trace( job, result );
	result->outcome = FW_RUNNING;
	result->reason = FW_REASON_NONE;
	result->counters = counters_of( job );
	return status;
}

fw_plan_report fw_job_report( const fw_job* job )
{
	return job->report;
}

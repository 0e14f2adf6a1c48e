// SPDX-License-Identifier: MIT
// Jobs: plans in slices. When the grid changes under a job, or the planner gives up or changes an object that it
// may use, it begins anew: what it has searched was another map.
#include "planner/job.h"
#include "search/engine.h"

#include "base/core.h"
#include "planner/passes.h"

#include <math.h>

// A job that began anew so often for want of what other jobs took away keeps its own, or with more kinds of units than
// the stock has places for none would ever be done.
#define PATIENCE 3

#define PARTS ( int32_t )( sizeof( ( (fw_job*)0 )->parts ) / sizeof( fw_path ) )

fw_status fw_job_open( fw_job* job, fw_stock* stock )
{
	*job = ( fw_job ){ .allocator = stock->allocator, .shared = stock, .home = stock, .stock = stock };
	fw_path_init( &job->work.walk, &job->allocator );
	fw_result_init( &job->own, &job->allocator );
	fw_result_init( &job->tip, &job->allocator );
	for ( int32_t i = 0; i < PARTS; i++ )
	{
		fw_path_init( &job->parts[i], &job->allocator );
	}
	fw_recalculation_open( &job->recalculation, &job->allocator );
	job->lease.next = stock->leases;
	stock->leases = &job->lease;
	return fw_search_create( &job->allocator, &job->search );
}

// Uses the planner's stock, and gives back its own.
static void share( fw_job* job )
{
	if ( job->home == &job->alone )
	{
		fw_stock_free( &job->alone );
	}
	job->alone = ( fw_stock ){ 0 };
	job->home = job->shared;
	job->displaced = 0;
}

// Uses a stock that nobody else changes.
static void keep_apart( fw_job* job )
{
	job->alone = ( fw_stock ){ .allocator = job->allocator, .grid = job->shared->grid, .common = job->shared };
	job->home = &job->alone;
}

void fw_job_close( fw_job* job )
{
	fw_lease** link = &job->shared->leases;
	while ( *link != &job->lease )
	{
		link = &( *link )->next;
	}
	*link = job->lease.next;
	fw_result_free( &job->own );
	fw_result_free( &job->tip );
	for ( int32_t i = 0; i < PARTS; i++ )
	{
		fw_path_free( &job->parts[i] );
	}
	fw_recalculation_close( &job->recalculation );
	fw_roadwork_clear( &job->work );
	fw_path_free( &job->work.walk );
	fw_free( &job->allocator, job->marks, (size_t)job->mark_capacity, sizeof( *job->marks ) );
	share( job );
	fw_search_destroy( job->search );
}

fw_status fw_job_create( fw_planner* planner, fw_job** job )
{
	if ( planner == NULL || job == NULL )
	{
		return FW_ERR_ARGUMENT;
	}
	fw_stock* stock = fw_planner_stock( planner );
	fw_job* made = fw_alloc_zero( &stock->allocator, 1, sizeof( *made ) );
	if ( made == NULL )
	{
		return FW_ERR_MEMORY;
	}
	const fw_status status = fw_job_open( made, stock );
	if ( status != FW_OK )
	{
		fw_job_destroy( made );
		return status;
	}
	*job = made;
	return FW_OK;
}

void fw_job_destroy( fw_job* job )
{
	if ( job == NULL )
	{
		return;
	}
	const fw_allocator allocator = job->allocator;
	fw_job_close( job );
	fw_free( &allocator, job, 1, sizeof( *job ) );
}

size_t fw_job_memory( const fw_job* job )
{
	size_t segments = (size_t)job->own.path.capacity + (size_t)job->tip.path.capacity;
	for ( int32_t i = 0; i < PARTS; i++ )
	{
		segments += (size_t)job->parts[i].capacity;
	}
	return sizeof( *job ) + fw_search_memory( job->search ) + fw_roadwork_memory( &job->work ) +
	       fw_stock_memory( &job->alone ) + fw_recalculation_memory( &job->recalculation ) +
	       segments * sizeof( fw_segment ) + (size_t)job->mark_capacity * sizeof( *job->marks );
}

bool fw_job_left( const fw_job* job, int64_t* left )
{
	const int64_t limit = job->plan.options.max_expansions;
	*left = limit > 0 ? limit - job->before.expanded : 0;
	return limit <= 0 || *left > 0;
}

void fw_job_fail( fw_job* job, fw_outcome outcome, fw_reason reason )
{
	job->result->outcome = outcome;
	job->result->reason = reason;
	job->result->length = 0.0;
	job->result->cost = 0.0;
	fw_path_clear( &job->result->path, job->plan.start );
}

void fw_job_give_up( fw_job* job )
{
	int64_t left;
	const bool tried = fw_job_left( job, &left );
	fw_job_fail( job, tried ? FW_UNREACHABLE : FW_OUT_OF_BUDGET, tried ? FW_REASON_NO_TURN : FW_REASON_EXPANSIONS );
}

void fw_job_done( fw_job* job, fw_branch branch )
{
	const fw_smoother smoother = fw_plan_smoother( job->stock, &job->plan );
	job->result->outcome = FW_FOUND;
	job->result->reason = FW_REASON_NONE;
	job->result->length = job->result->path.length;
	job->result->cost = fw_smoother_cost( &smoother, &job->result->path );
	job->report.branch = branch;
}

fw_status fw_job_search( fw_job* job, int32_t phase, const fw_plan* plan, const fw_method* method,
                         int64_t max_expansions )
{
	fw_map map;
	fw_status status = fw_stock_map( job->stock, plan, method, &map );
	if ( status != FW_OK )
	{
		return status;
	}
	fw_query query = fw_plan_search_query( plan, method );
	query.options.max_expansions = max_expansions;
	// Where passes make the turns, they count the charge.
	query.options.turn_charge = ( method->traits & FW_TRAIT_HEADINGS ) != 0 || !fw_makes_turns( plan, job->method )
	                                ? query.options.turn_charge
	                                : 0.0;
	status = fw_search_begin( job->search, &map, &query, NULL );
	job->lease.active = status == FW_OK;
	job->lease.map = map;
	job->searched = method;
	job->searched_stock = job->stock;
	job->searched_smaller = plan->unit.radius < job->plan.unit.radius;
	job->led = query.start.x != job->aim.start.x || query.start.y != job->aim.start.y;
	job->leads = false;
	job->revision = fw_grid_revision( job->home->grid );
	job->changes = fw_stock_changes( job->home );
	job->phase = phase;
	job->report.searches += status == FW_OK ? 1 : 0;
	job->report.method = method->name;
	return status;
}

void fw_counters_add( fw_counters* sum, const fw_counters* more )
{
	sum->expanded += more->expanded;
	sum->generated += more->generated;
	sum->reopened += more->reopened;
	sum->heap_pushes += more->heap_pushes;
	sum->heap_pops += more->heap_pops;
	sum->hit_checks += more->hit_checks;
	sum->sight_checks += more->sight_checks;
	sum->field += more->field;
}

// Of all searches, with the one that is under way.
static fw_counters counters_of( const fw_job* job )
{
	fw_counters counters = job->before;
	if ( job->lease.active )
	{
		const fw_counters more = fw_search_counters( job->search );
		fw_counters_add( &counters, &more );
	}
	return counters;
}

int64_t fw_job_spent( const fw_job* job )
{
	return job->before.expanded + ( job->lease.active ? fw_search_counters( job->search ).expanded : 0 );
}

// The tile nearest to the goal that steps lead to. False where it is the goal's own, or the start's place is none.
static bool nearest_goal( const fw_job* job, fw_status* status, fw_pose* goal )
{
	const fw_space* space = NULL;
	const fw_plan* query = &job->plan;
	const double far = 2.0 * FW_GRID_MAX_SIDE;
	*status = fw_stock_space( job->stock, &query->unit, FW_LATTICE_TILES, true, &space );
	if ( *status != FW_OK || !( fabs( query->start.x ) < far && fabs( query->start.y ) < far ) )
	{
		return false;
	}
	const bool plain = fw_grid_is_plain( job->stock->grid, query->unit.capabilities );
	const fw_reachability* reach = NULL;
	*status = fw_stock_reach( job->stock, &query->unit, space, NULL, &reach );
	if ( *status != FW_OK || ( !plain && reach == NULL ) )
	{
		*status = *status != FW_OK ? *status : FW_ERR_TOO_LARGE;
		return false;
	}
	const int32_t start_x = (int32_t)floor( query->start.x );
	const int32_t start_y = (int32_t)floor( query->start.y );
	const fw_vec2 point = { query->goal.x, query->goal.y };
	int32_t x;
	int32_t y;
	if ( !( plain ? fw_space_nearest( space, start_x, start_y, point, &x, &y )
	              : fw_reachability_nearest( reach, start_x, start_y, point, &x, &y ) ) ||
	     ( x == floor( query->goal.x ) && y == floor( query->goal.y ) ) )
	{
		return false;
	}
	*goal = ( fw_pose ){ x + 0.5, y + 0.5, 0.0 };
	return true;
}

// Once the goal is known to be cut off, the plan begins again to the nearest tile that can be reached.
static bool turns_to_nearest( fw_job* job, fw_status* status )
{
	int64_t left;
	const fw_reason reason = job->result->reason;
	const bool blocked =
	    reason == FW_REASON_GOAL_BLOCKED || reason == FW_REASON_GOAL_OFF_MAP || reason == FW_REASON_GOAL_TOO_NARROW;
	const bool cut_off = blocked || reason == FW_REASON_OTHER_REGION || reason == FW_REASON_EXHAUSTED;
	if ( !job->plan.nearest || job->nearer || job->result->outcome != FW_UNREACHABLE || !cut_off ||
	     job->plan.options.anchor != FW_ANCHOR_CENTER || !fw_job_left( job, &left ) ||
	     !nearest_goal( job, status, &job->aim.goal ) )
	{
		return false;
	}
	job->nearer = true;
	job->cut_off = reason;
	job->aim.goal_any_heading = true;
	job->aim.goal_tolerance = 0.0;
	job->phase = 0;
	return true;
}

// What the strategy says next, until it searches or is done.
static fw_status go_on( fw_job* job )
{
	fw_status status = FW_OK;
	do
	{
		job->lease.active = false;
		status = job->next( job );
	} while ( status == FW_OK && !job->lease.active && turns_to_nearest( job, &status ) );
	if ( status == FW_OK && job->lease.active )
	{
		// Not before: mistakes in a plan leave the result as it was.
		fw_job_fail( job, FW_RUNNING, FW_REASON_NONE );
	}
	if ( status != FW_OK || job->lease.active )
	{
		return status;
	}
	job->result->counters = job->before;
	if ( job->result->outcome == FW_OUT_OF_BUDGET && job->plan.best_effort && job->route == NULL )
	{
		status = fw_job_trace( job, job->result );
		status = status == FW_ERR_UNSUPPORTED ? FW_OK : status;
	}
	if ( job->nearer && job->result->outcome == FW_FOUND )
	{
		job->result->outcome = FW_PARTIAL;
		job->result->reason = job->cut_off;
	}
	else if ( job->nearer && job->result->outcome == FW_UNREACHABLE )
	{
		job->result->reason = job->cut_off;
	}
	return status;
}

// What the plan is on the grid as it is now: edits may call for another method, or make it one that nothing can do.
static fw_status resolve( fw_job* job )
{
	fw_plan* plan = &job->plan;
	plan->method = job->asked;
	job->method = NULL;
	const fw_method* method = fw_plan_method( job->home->grid, plan );
	if ( method == NULL )
	{
		return FW_ERR_UNKNOWN;
	}
	fw_status status = fw_check_turns( plan, method );
	status = status == FW_OK ? fw_check_roads( job->home->grid, plan ) : status;
	if ( status != FW_OK )
	{
		return status;
	}
	const fw_combined* combined = fw_combined_find( method->name );
	job->work.inner = combined != NULL                  ? combined->next
	                  : fw_recalculates( plan, method ) ? fw_recalculate_next
	                                                    : fw_plain_next;
	job->next = fw_plan_has_roads( plan ) ? fw_roads_next : job->work.inner;
	job->method = method;
	plan->method = method->name;
	return FW_OK;
}

static fw_status begin_anew( fw_job* job )
{
	job->lease.active = false;
	job->searched = NULL;
	fw_status status = resolve( job );
	if ( status != FW_OK )
	{
		return status;
	}
	job->stock = job->home;
	job->aim = job->plan;
	job->nearer = false;
	job->phase = 0;
	job->report = ( fw_plan_report ){ .method = job->method->name, .searches = job->report.searches };
	status = go_on( job );
	job->method = status == FW_OK ? job->method : NULL;
	return status;
}

fw_status fw_job_start( fw_job* job, const fw_plan* plan, fw_route* route, fw_result* result )
{
	const fw_method* named = fw_plan_method_find( plan->method );
	job->lease.active = false;
	job->method = NULL;
	if ( plan->method != NULL && named == NULL )
	{
		return FW_ERR_UNKNOWN;
	}
	fw_roadwork_clear( &job->work );
	share( job );
	job->plan = *plan;
	job->asked = named != NULL ? named->name : NULL;
	job->result = result;
	job->route = route;
	job->before = ( fw_counters ){ 0 };
	job->waypoints = 0;
	job->report.searches = 0;
	return begin_anew( job );
}

// The end of a search: what it found is the strategy's to judge.
static fw_status take_over( fw_job* job )
{
	job->lease.active = false;
	const fw_status status = job->route != NULL ? fw_search_route( job->search, job->route, job->result, NULL )
	                                            : fw_search_result( job->search, job->result );
	fw_counters_add( &job->before, &job->result->counters );
	job->waypoints += job->result->path.count;
	return status;
}

static bool is_edited( const fw_job* job )
{
	return job->revision != fw_grid_revision( job->home->grid );
}

// Is a search under way over what is no longer so?
static bool is_outdated( const fw_job* job )
{
	return job->lease.active && ( is_edited( job ) || job->changes != fw_stock_changes( job->home ) );
}

static fw_status begin_again( fw_job* job )
{
	// What was searched in vain counts, and was less than the plan's limit, or it would have ended.
	const fw_counters in_vain = fw_search_counters( job->search );
	fw_counters_add( &job->before, &in_vain );
	job->displaced += is_edited( job ) ? 0 : 1;
	if ( job->displaced > PATIENCE && job->home == job->shared )
	{
		keep_apart( job );
	}
	return begin_anew( job );
}

fw_status fw_job_go( fw_job* job, int64_t expansions )
{
	fw_status status = is_outdated( job ) ? begin_again( job ) : FW_OK;
	int64_t allowed = expansions;
	while ( status == FW_OK && job->lease.active && allowed > 0 )
	{
		fw_outcome outcome;
		const int64_t before = fw_search_counters( job->search ).expanded;
		status = fw_search_step( job->search, allowed, &outcome, NULL );
		allowed -= fw_search_counters( job->search ).expanded - before;
		if ( status != FW_OK || outcome == FW_RUNNING )
		{
			break;
		}
		status = take_over( job );
		status = status == FW_OK ? go_on( job ) : status;
	}
	if ( status != FW_OK && job->lease.active )
	{
		// The search under way is no more, but its nodes were expanded.
		job->before = counters_of( job );
		job->lease.active = false;
	}
	return status;
}

fw_status fw_job_begin( fw_job* job, const fw_plan* plan )
{
	if ( job == NULL || plan == NULL )
	{
		return FW_ERR_ARGUMENT;
	}
	return fw_job_start( job, plan, NULL, &job->own );
}

fw_status fw_job_step( fw_job* job, int64_t expansions, fw_outcome* outcome )
{
	if ( job == NULL || expansions < 1 )
	{
		return FW_ERR_ARGUMENT;
	}
	if ( job->method == NULL )
	{
		return FW_ERR_STATE;
	}
	const fw_status status = fw_job_go( job, expansions );
	if ( status != FW_OK )
	{
		job->method = NULL;
	}
	else if ( outcome != NULL )
	{
		*outcome = job->result->outcome;
	}
	return status;
}

fw_status fw_result_copy( fw_result* to, const fw_result* from )
{
	const fw_status status = fw_path_copy( &to->path, &from->path );
	if ( status == FW_OK )
	{
		const fw_path path = to->path;
		*to = *from;
		to->path = path;
	}
	return status;
}

fw_status fw_job_result( const fw_job* job, fw_result* result )
{
	if ( job == NULL || result == NULL )
	{
		return FW_ERR_ARGUMENT;
	}
	if ( job->method == NULL )
	{
		return FW_ERR_STATE;
	}
	const fw_status status = fw_result_copy( result, &job->own );
	result->counters = counters_of( job );
	return status;
}

fw_status fw_job_best( fw_job* job, fw_result* result )
{
	if ( job == NULL || result == NULL )
	{
		return FW_ERR_ARGUMENT;
	}
	if ( job->method == NULL )
	{
		return FW_ERR_STATE;
	}
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

const char* fw_branch_text( fw_branch branch )
{
	static const char* const texts[] = {
	    "nothing",
	    "the search",
	    "the search, over half-tile points",
	    "turns along a walk",
	    "turns along a walk, a search over its gap",
	    "the search, with any heading at the goal",
	    "a walk leg by leg",
	};
	return (uint32_t)branch < sizeof( texts ) / sizeof( texts[0] ) ? texts[branch] : "unknown";
}

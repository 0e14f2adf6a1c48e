// SPDX-License-Identifier: MIT
// The method that goes from the cheapest to the dearest until a path is legal: turns along a walk, a search over the
// gap that they leave, Directional A*, and at last any heading at the goal.
#include "planner/astar_turns.h"
#include "planner/passes.h"

// A path along a walk that costs so much more than it, and so many turning radii, drives loops that a search may spare.
// Of the problems of bench/bench_hybrid 2 in 100 do.
#define ROUNDABOUT_SHARE 1.05
#define ROUNDABOUT_RADII 2.0

// One that costs so much more is worth a long search, where a short one was not enough.
#define FAR_ROUND_SHARE 1.5
#define LONG_TRY 200000 // nodes

enum
{
	BEGIN,
	WALK,
	GAP,
	SHORTER,
	SHORTER_FINER,
	FULL,
	FULL_FINER,
	HEADING,
};

static const fw_method* full( void )
{
	return fw_method_find( "directional" );
}

// Jump points where they do: they find walks of the same length sooner.
static const fw_method* walker( const fw_grid* grid, const fw_plan* plan )
{
	const fw_plan* query = plan;
	const bool costs = !query->options.ignore_costs && fw_grid_has_costs( grid, query->unit.capabilities );
	const bool plain = !costs && query->goal_tolerance == 0.0 && query->options.turn_penalty == 0.0;
	return fw_method_find( plain ? "jps" : "astar" );
}

static bool has_finer( const fw_job* job )
{
	return fw_plain_has_second_try( &job->aim, full() );
}

// How many nodes a search may take: all, or so many that it does not hold up what is known already.
static int64_t limit_of( int32_t phase, int64_t left, bool far_round )
{
	if ( phase == FULL_FINER )
	{
		return left;
	}
	const int64_t most = phase == SHORTER_FINER && far_round ? LONG_TRY : FW_FIRST_TRY;
	return left > 0 && left < most ? left : most;
}

// Directional A*, told by this phase.
static fw_status search( fw_job* job, int32_t phase )
{
	int64_t left;
	fw_plan plan = job->aim;
	if ( !fw_job_left( job, &left ) )
	{
		fw_job_fail( job, FW_OUT_OF_BUDGET, FW_REASON_EXPANSIONS );
		return FW_OK;
	}
	const bool finer = ( phase == FULL_FINER || phase == SHORTER_FINER ) && has_finer( job );
	plan.goal_any_heading = plan.goal_any_heading || phase == HEADING;
	plan.lattice = finer ? FW_LATTICE_HALF : plan.lattice;
	return fw_job_search( job, phase, &plan, full(), limit_of( phase, left, job->far_round ) );
}

// In one try, or in two.
static fw_status search_all( fw_job* job )
{
	return search( job, has_finer( job ) ? FULL : FULL_FINER );
}

// The path of a search by Directional A*, smoothed. One with another heading than was asked for is not all that was
// wanted.
static fw_status finish( fw_job* job )
{
	const bool other = job->phase == HEADING;
	const bool any_heading = other || job->aim.goal_any_heading;
	const fw_status status = fw_run_passes( job->stock, &job->aim, full(), any_heading, &job->result->path );
	const bool finer = ( job->phase == FULL_FINER || job->phase == SHORTER_FINER ) && has_finer( job );
	fw_job_done( job, other ? FW_BRANCH_HEADING : finer ? FW_BRANCH_FINER : FW_BRANCH_SEARCH );
	if ( other )
	{
		job->result->outcome = FW_PARTIAL;
		job->result->reason = FW_REASON_NO_TURN;
	}
	return status;
}

// What follows from a search by Directional A*.
static fw_status judge( fw_job* job )
{
	const bool tight = job->result->reason == FW_REASON_NO_TURN || job->result->outcome == FW_OUT_OF_BUDGET;
	if ( job->result->outcome == FW_FOUND )
	{
		return finish( job );
	}
	if ( job->phase == HEADING )
	{
		fw_job_give_up( job );
		return FW_OK;
	}
	if ( !tight )
	{
		return FW_OK;
	}
	return job->phase == FULL                                                      ? search( job, FULL_FINER )
	       : job->aim.goal_any_heading || job->result->outcome == FW_OUT_OF_BUDGET ? FW_OK
	                                                                               : search( job, HEADING );
}

// A path along the walk is done, but where it goes a long way round a search may find a shorter one.
static fw_status compare( fw_job* job )
{
	int64_t left;
	const fw_smoother smoother = fw_plan_smoother( job->stock, &job->aim );
	const double walked = fw_smoother_cost( &smoother, &job->parts[FW_WALKED] );
	const double spare = ROUNDABOUT_RADII * job->aim.unit.turning_radius;
	if ( job->result->cost <= ROUNDABOUT_SHARE * walked + spare || !fw_job_left( job, &left ) )
	{
		return FW_OK;
	}
	const fw_status status = fw_path_copy( &job->parts[FW_ACROSS], &job->result->path );
	job->kept = job->report.branch;
	job->far_round = job->result->cost > FAR_ROUND_SHARE * walked + spare;
	return status == FW_OK ? search( job, SHORTER ) : status;
}

// The cheaper of the path along the walk and that of the search.
static fw_status choose( fw_job* job )
{
	const fw_smoother smoother = fw_plan_smoother( job->stock, &job->aim );
	const double cost = fw_smoother_cost( &smoother, &job->parts[FW_ACROSS] );
	fw_status status = job->result->outcome == FW_FOUND ? finish( job ) : FW_OK;
	if ( status == FW_OK && ( job->result->outcome != FW_FOUND || cost <= job->result->cost ) )
	{
		status = fw_path_copy( &job->result->path, &job->parts[FW_ACROSS] );
		fw_job_done( job, job->kept );
	}
	return status;
}

// Where turns have no room between tile centers, half-tile points may have some. What took a short try is not worth
// more, unless the path along the walk is very long.
static fw_status try_shorter( fw_job* job )
{
	int64_t left;
	const bool tight =
	    job->result->reason == FW_REASON_NO_TURN || ( job->result->outcome == FW_OUT_OF_BUDGET && job->far_round );
	return job->phase == SHORTER && tight && has_finer( job ) && fw_job_left( job, &left )
	           ? search( job, SHORTER_FINER )
	           : choose( job );
}

// Turns along the walk, or else over its gap, or else by the full search.
static fw_status turn( fw_job* job )
{
	bool found;
	fw_status status = fw_astar_turns_turn( job, &found );
	if ( status != FW_OK || found )
	{
		return status == FW_OK ? compare( job ) : status;
	}
	status = fw_astar_turns_bridge( job, GAP, full() );
	return status == FW_OK && !job->lease.active ? search_all( job ) : status;
}

static fw_status cross( fw_job* job )
{
	const fw_status status = fw_astar_turns_join( job );
	return status == FW_OK ? compare( job ) : status;
}

// A unit that is wider than a tile fits through gaps that tile centers miss, so a walk says little of it.
static bool walks( const fw_unit* unit )
{
	return unit->radius <= 0.5;
}

static fw_status begin( fw_job* job )
{
	const fw_unit* unit = &job->aim.unit;
	if ( !fw_grid_is_plain( job->stock->grid, unit->capabilities ) )
	{
		return FW_ERR_UNSUPPORTED;
	}
	return walks( unit ) ? fw_astar_turns_walk( job, WALK, walker( job->stock->grid, &job->aim ), 8 )
	                     : search_all( job );
}

// An end off the center of its tile may have a way where the walk finds none.
static bool may_search( fw_reason reason )
{
	return reason == FW_REASON_OTHER_REGION || reason == FW_REASON_EXHAUSTED;
}

fw_status fw_auto_next( fw_job* job )
{
	const bool found = job->result->outcome == FW_FOUND;
	switch ( job->phase )
	{
	case BEGIN:
		return begin( job );
	case WALK:
		return found ? turn( job ) : may_search( job->result->reason ) ? search_all( job ) : FW_OK;
	case GAP:
		return found ? cross( job ) : search_all( job );
	case SHORTER:
	case SHORTER_FINER:
		return try_shorter( job );
	default:
		return judge( job );
	}
}

fw_status fw_auto_prepare( fw_stock* stock, const fw_plan* plan )
{
	fw_map map;
	const fw_primitives* turns;
	fw_status status = fw_stock_map( stock, plan, full(), &map );
	if ( status != FW_OK || !walks( &plan->unit ) )
	{
		return status;
	}
	status = fw_stock_map( stock, plan, walker( stock->grid, plan ), &map );
	return status == FW_OK ? fw_find_along( stock, plan, &turns ) : status;
}

// SPDX-License-Identifier: MIT
// The method that goes from the cheapest to the dearest until a path is legal: turns along a walk, a search over the
// gap that they leave, Directional A*, and at last any heading at the goal.
#include "planner/hybrid.h"
#include "planner/passes.h"

enum
{
	BEGIN,
	WALK,
	GAP,
	FULL,
	FULL_FINER,
	HEADING,
	HEADING_FINER,
};

static const fw_method* full( void )
{
	return fw_method_find( "directional" );
}

// Jump points where they do: they find walks of the same length sooner.
static const fw_method* walker( const fw_grid* grid, const fw_plan* plan )
{
	const fw_query* query = &plan->query;
	const bool costs = !query->ignore_costs && fw_grid_has_costs( grid, query->unit.capabilities );
	const bool plain = !costs && query->goal_tolerance == 0.0 && query->turn_penalty == 0.0 && query->window < 0;
	return fw_method_find( plain ? "jps" : "astar" );
}

// Directional A* in one try, or in two, of which the last is told as the next phase.
static fw_status search( fw_job* job, bool any_heading, bool again )
{
	int64_t left;
	fw_plan plan = job->aim;
	if ( !fw_job_left( job, &left ) )
	{
		fw_job_fail( job, FW_OUT_OF_BUDGET, FW_REASON_EXPANSIONS );
		return FW_OK;
	}
	const bool last = again || !fw_plain_has_second_try( &plan, full() );
	const bool whole = last || ( left > 0 && left < FW_FIRST_TRY );
	plan.query.goal_any_heading = plan.query.goal_any_heading || any_heading;
	plan.lattice = again ? FW_LATTICE_HALF : plan.lattice;
	return fw_job_search( job, ( any_heading ? HEADING : FULL ) + ( last ? 1 : 0 ), &plan, full(),
	                      whole ? left : FW_FIRST_TRY );
}

// A path of Directional A*; with another heading than was asked for it is not all that was wanted.
static fw_status finish( fw_job* job, bool any_heading )
{
	const bool free = any_heading || job->aim.query.goal_any_heading;
	const fw_status status = fw_run_passes( job->stock, &job->aim, full(), free, &job->result->path );
	const bool finer = job->phase == FULL_FINER && fw_plain_has_second_try( &job->aim, full() );
	fw_job_done( job, any_heading ? FW_BRANCH_HEADING : finer ? FW_BRANCH_FINER : FW_BRANCH_SEARCH );
	if ( any_heading )
	{
		job->result->outcome = FW_PARTIAL;
		job->result->reason = FW_REASON_NO_TURN;
	}
	return status;
}

// What follows from a search by Directional A*.
static fw_status judge( fw_job* job )
{
	const bool any_heading = job->phase >= HEADING;
	const bool tight = job->result->reason == FW_REASON_NO_TURN || job->result->outcome == FW_OUT_OF_BUDGET;
	if ( job->result->outcome == FW_FOUND )
	{
		return finish( job, any_heading );
	}
	if ( !tight || job->phase == HEADING_FINER )
	{
		return FW_OK;
	}
	if ( job->phase == FULL || job->phase == HEADING )
	{
		return search( job, any_heading, true );
	}
	return job->aim.query.goal_any_heading ? FW_OK : search( job, true, false );
}

// Turns along the walk, or else over its gap, or else by the full search.
static fw_status turn( fw_job* job )
{
	bool found;
	fw_status status = fw_hybrid_turn( job, &found );
	if ( status != FW_OK || found )
	{
		return status;
	}
	status = fw_hybrid_bridge( job, GAP, full() );
	return status == FW_OK && !job->searching ? search( job, false, false ) : status;
}

fw_status fw_auto_next( fw_job* job )
{
	const fw_reason reason = job->result->reason;
	switch ( job->phase )
	{
	case BEGIN:
		return fw_grid_is_plain( job->stock->grid, job->aim.query.unit.capabilities )
		           ? fw_hybrid_walk( job, WALK, walker( job->stock->grid, &job->aim ), 8 )
		           : FW_ERR_UNSUPPORTED;
	case WALK:
		// Between tile centres there may be no way where there is one over half-tile points.
		return job->result->outcome == FW_FOUND                                    ? turn( job )
		       : reason == FW_REASON_OTHER_REGION || reason == FW_REASON_EXHAUSTED ? search( job, false, false )
		                                                                           : FW_OK;
	case GAP:
		return job->result->outcome == FW_FOUND ? fw_hybrid_join( job ) : search( job, false, false );
	default:
		return judge( job );
	}
}

fw_status fw_auto_prepare( fw_stock* stock, const fw_plan* plan )
{
	fw_map map;
	const fw_turns* turns;
	fw_status status = fw_stock_map( stock, plan, walker( stock->grid, plan ), &map );
	status = status == FW_OK ? fw_stock_map( stock, plan, full(), &map ) : status;
	return status == FW_OK ? fw_find_along( stock, plan, &turns ) : status;
}

// SPDX-License-Identifier: MIT
// Tile paths in legs, each by A* in a window, all at once or one at a time: what both methods share, and "midpoint".
#include "planner/legs.h"

#include "path/path.h"
#include "planner/choice.h"

#include <math.h>

void fw_legs_hold( fw_holdings* holdings, void* state )
{
	const fw_legs_state* own = state;
	fw_trail_hold( holdings, &own->own );
	fw_areas_hold( holdings, &own->areas );
}

bool fw_legs_stand_at( const fw_space* space, double x, double y, int32_t reach, fw_footing* at )
{
	const int32_t own_x = (int32_t)floor( x );
	const int32_t own_y = (int32_t)floor( y );
	double nearest = INFINITY;
	for ( int32_t cy = own_y - reach; cy <= own_y + reach; cy++ )
	{
		for ( int32_t cx = own_x - reach; cx <= own_x + reach; cx++ )
		{
			const bool own = cx == own_x && cy == own_y;
			const double distance = own ? -1.0 : fw_length( cx + 0.5 - x, cy + 0.5 - y );
			if ( distance < nearest && fw_space_stands( space, cx, cy ) )
			{
				nearest = distance;
				*at = ( fw_footing ){ space, cx, cy };
			}
		}
	}
	return nearest < INFINITY;
}

double fw_legs_distance( fw_vec2 from, fw_pose to )
{
	return fmax( fabs( to.x - from.x ), fabs( to.y - from.y ) );
}

// Nodes of a search for curves, as of a plan's first try (single.c). Where a vehicle cannot leave the end of its leg,
// no more are wasted on that.
#define CURVES_TRY 20000

// The whole path is not searched for, but what A* says of it before it expands anything holds.
static fw_status probe( fw_legs_state* own, const fw_task* task )
{
	fw_take_search( task, fw_method_find( FW_LEGS_METHOD ), 0 )->kind = FW_TAKE_PROBE;
	own->knows = false;
	own->last = false;
	own->curves = false;
	own->count = 0;
	own->own.allocator = own->done.allocator;
	fw_trail_clear( &own->own );
	fw_path_clear( &own->done, task->plan->start );
	return FW_OK;
}

fw_status fw_legs_go_to( fw_legs_state* own, const fw_task* task, int32_t x, int32_t y, bool last, int32_t margin )
{
	if ( task->left < 0 )
	{
		return fw_take_end( task, FW_OUT_OF_BUDGET, FW_REASON_EXPANSIONS );
	}
	fw_next* step = fw_take_search( task, fw_method_find( FW_LEGS_METHOD ), task->left );
	if ( own->done.count > 0 )
	{
		const fw_vec2 from = fw_path_tip( &own->done );
		step->lead = &own->done;
		step->plan.start = ( fw_pose ){ from.x, from.y, 0.0 };
		step->plan.start_any_heading = true;
	}
	own->leg_end = ( fw_pose ){ x + 0.5, y + 0.5, 0.0 };
	if ( !last )
	{
		step->plan.goal = own->leg_end;
		step->plan.goal_any_heading = true;
		step->plan.goal_tolerance = 0.0;
	}
	step->plan.options.window = margin;
	own->last = last;
	own->count++;
	return FW_OK;
}

// Makes the plan of a step one to the end of the leg under way.
static void end_at_leg( const fw_legs_state* own, fw_plan* plan )
{
	if ( !own->last )
	{
		plan->goal = own->leg_end;
		plan->goal_any_heading = true;
		plan->goal_tolerance = 0.0;
	}
}

// The path in the result is that of one leg. Where it has no legal turns the next step searches for curves.
static fw_status take_leg( const fw_legs_state* own, const fw_task* task )
{
	if ( !own->last )
	{
		task->plan->legs.trail->end = ( fw_trail_tile ){ (int32_t)own->leg_end.x, (int32_t)own->leg_end.y };
	}
	FW_TRY( fw_take_path( task, FW_BRANCH_LEGS ) );
	fw_next* step = task->step;
	end_at_leg( own, &step->plan );
	if ( own->curves )
	{
		step->passes = fw_passes_of( task->cache->grid, task->plan, fw_method_find( FW_LEGS_CURVES ) );
	}
	step->passes.any_heading = step->plan.goal_any_heading;
	step->again = step->passes.turning == FW_TURNING_ALONG && task->plan->unit.size == 0 &&
	              task->plan->options.closed_moves == NULL;
	step->leg = !own->last;
	return FW_OK;
}

static fw_status search_curves( fw_legs_state* own, const fw_task* task )
{
	const int64_t limit = fw_task_limit( task, CURVES_TRY );
	end_at_leg( own, &fw_take_search( task, fw_method_find( FW_LEGS_CURVES ), limit )->plan );
	own->curves = true;
	return FW_OK;
}

static fw_status go_on( fw_legs_state* own, const fw_task* task, fw_legs_ahead* ahead )
{
	fw_footing at = { 0 };
	fw_path* leg = &task->result->path;
	if ( own->knows && task->plan->legs.trail != NULL )
	{
		return take_leg( own, task );
	}
	if ( own->knows )
	{
		own->done.start = own->done.count == 0 ? leg->start : own->done.start;
		FW_TRY( fw_path_append_all( &own->done, leg->segments, leg->count ) );
	}
	if ( own->last )
	{
		FW_TRY( fw_path_copy( leg, &own->done ) );
		return fw_take_path( task, FW_BRANCH_LEGS );
	}
	FW_TRY( fw_cache_space( task->cache, &task->plan->unit, FW_ANY_LATTICE, &at.space ) );
	const fw_vec2 end = fw_path_tip( leg );
	at.x = (int32_t)end.x;
	at.y = (int32_t)end.y;
	if ( !own->knows && !fw_legs_stand_at( at.space, task->plan->start.x, task->plan->start.y, 1, &at ) )
	{
		return fw_take_end( task, FW_UNREACHABLE, FW_REASON_EXHAUSTED );
	}
	own->knows = true;
	return ahead( own, task, at );
}

fw_status fw_legs_next( fw_legs_state* own, const fw_task* task, fw_legs_ahead* ahead )
{
	const fw_outcome outcome = task->result->outcome;
	const bool goes_on = outcome == ( own->knows ? FW_FOUND : FW_RUNNING );
	const bool turns = own->knows && task->plan->legs.trail != NULL && task->result->reason == FW_REASON_NO_TURN;
	if ( !task->begins && turns && !own->curves && task->left >= 0 )
	{
		return search_curves( own, task );
	}
	return task->begins                ? probe( own, task )
	       : goes_on                   ? go_on( own, task, ahead )
	       : own->knows && own->curves ? fw_take_no_turn( task )
	                                   : fw_take_its_end( task );
}

// Midpoints: the line to the goal is cut into legs, and A* plans each of them in a window, by default of 60 x 60 tiles
// round a leg of 40. Source: M. Pinter, "Toward More Realistic Pathfinding" (2001), "Hierarchical Pathfinding". Differs
// from it: a midpoint where the unit does not stand gives way to the nearest tile within a small distance where it
// does.
#define SHIFT 6 // tiles that a midpoint may give way: see docs/algorithms/midpoint.md

static fw_status ahead_midpoint( fw_legs_state* own, const fw_task* task, fw_footing at )
{
	const fw_plan* plan = task->plan;
	const int32_t most = plan->legs.length;
	const double distance = fw_legs_distance( ( fw_vec2 ){ plan->start.x, plan->start.y }, plan->goal );
	const int32_t count = distance > most ? (int32_t)ceil( distance / most ) : 1;
	const bool last = own->count + 1 == count;
	const double share = (double)( own->count + 1 ) / count;
	const double x = plan->start.x + share * ( plan->goal.x - plan->start.x );
	const double y = plan->start.y + share * ( plan->goal.y - plan->start.y );
	// A leg leads nearer to the goal, wherever its midpoint gives way to: it is at least half as long as the longest.
	const int32_t shift = ( most - 1 ) / 2 < SHIFT ? ( most - 1 ) / 2 : SHIFT;
	if ( !last && !fw_legs_stand_at( at.space, x, y, shift, &at ) )
	{
		return fw_take_end( task, FW_UNREACHABLE, FW_REASON_NO_MIDPOINT );
	}
	return fw_legs_go_to( own, task, at.x, at.y, last, plan->legs.margin );
}

static fw_status next_midpoint( void* state, const fw_task* task )
{
	fw_legs_state* own = state;
	FW_TRY( fw_legs_next( own, task, ahead_midpoint ) );
	fw_next* step = task->step;
	// Start and goal are connected, so what is not is the midpoint: on an island, or behind the one that it is on.
	if ( own->knows && step->kind == FW_TAKE_END && step->reason == FW_REASON_OTHER_REGION )
	{
		step->outcome = FW_UNREACHABLE;
		step->reason = FW_REASON_NO_MIDPOINT;
	}
	return FW_OK;
}

const fw_strategy fw_midpoint_strategy = FW_LEGS_STRATEGY( next_midpoint );

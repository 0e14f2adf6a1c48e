// SPDX-License-Identifier: MIT
// One search; or a first, short try on the plan's lattice and one on all half-tile points, where turns find room that
// tile centers do not have. The finer lattice holds all poses of the coarser one, so its result is final. The automatic
// choice arrives with any heading where nothing else is found.
#include "planner/strategy.h"

// Nodes of the first of two tries: the pose problems that tile centers solve at all take less (bench/bench_poses).
#define FIRST_TRY 20000

typedef enum single_phase
{
	FIRST,
	LAST,
	HEADING,
} single_phase;

typedef struct single
{
	single_phase phase;
} single;

static int64_t at_most( int64_t nodes, int64_t left )
{
	return left > 0 && left < nodes ? left : nodes;
}

static fw_next begin( single* own, const fw_task* task )
{
	const fw_resolved_plan* r = task->resolved;
	// Speeds and charges take many more nodes, so there the finer lattice waits until the coarser one is exhausted.
	const bool timed = ( r->method->traits & FW_TRAIT_SPEED ) != 0 || task->plan->options.turn_charge > 0.0;
	own->phase = r->second_try ? FIRST : LAST;
	return fw_take_search( task, task->plan, r->method,
	                       r->second_try && !timed ? at_most( FIRST_TRY, task->left ) : task->left );
}

static fw_next search_finer( single* own, const fw_task* task )
{
	fw_plan finer = *task->plan;
	finer.lattice = FW_LATTICE_HALF;
	own->phase = LAST;
	return fw_take_search( task, &finer, task->resolved->method, task->left );
}

static fw_next search_any_heading( single* own, const fw_task* task )
{
	fw_plan any = *task->plan;
	any.goal_any_heading = true;
	own->phase = HEADING;
	return fw_take_search( task, &any, task->resolved->method, at_most( FIRST_TRY, task->left ) );
}

static fw_next next( void* state, const fw_task* task )
{
	single* own = state;
	const fw_resolved_plan* r = task->resolved;
	if ( task->begins )
	{
		return begin( own, task );
	}
	if ( task->result->outcome == FW_FOUND )
	{
		const bool finer = own->phase == LAST && r->second_try;
		fw_next path = fw_take_path( task, own->phase == HEADING ? FW_BRANCH_HEADING
		                                   : finer               ? FW_BRANCH_FINER
		                                                         : FW_BRANCH_SEARCH );
		path.other_heading = own->phase == HEADING;
		path.passes.any_heading = path.passes.any_heading || path.other_heading;
		return path;
	}
	const bool no_turn = task->result->reason == FW_REASON_NO_TURN;
	if ( own->phase == FIRST && ( no_turn || task->result->outcome == FW_OUT_OF_BUDGET ) && task->left >= 0 )
	{
		return search_finer( own, task );
	}
	if ( own->phase == LAST && no_turn && r->other_heading && !task->plan->goal_any_heading && task->left >= 0 )
	{
		return search_any_heading( own, task );
	}
	return own->phase == HEADING ? fw_take_no_turn( task ) : fw_take_its_end( task );
}

static fw_status prepare( fw_cache* cache, const fw_plan* plan, const fw_resolved_plan* resolved )
{
	fw_map map;
	const fw_primitives* along;
	FW_TRY( fw_cache_map( cache, plan, resolved->method, &map ) );
	return resolved->turning == FW_TURNING_ALONG ? fw_cache_primitives_along( cache, plan, &along ) : FW_OK;
}

const fw_strategy fw_single_strategy = { sizeof( single ), NULL, NULL, NULL, next, prepare };

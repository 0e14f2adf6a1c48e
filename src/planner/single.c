// SPDX-License-Identifier: MIT
// One search; or a first, short try on the plan's lattice and one on all half-tile points, where turns find room that
// tile centers do not have. The finer lattice holds all poses of the coarser one, so its result is final. The automatic
// choice arrives with any heading where nothing else is found, and for some unit classes it searches by a second
// method, the rival, and takes the shorter path.
#include "planner/choice.h"

#include "path/path.h"

#include <stddef.h>

// Nodes of the first of two tries: the pose problems that tile centers solve at all take less (bench/bench_poses).
#define FIRST_TRY 20000
// A rival's path that is shorter by less differs by rounding only [tiles].
#define LEAST_GAIN 1e-9

typedef enum single_phase
{
	FIRST,
	LAST,
	HEADING,
	RIVAL,
} single_phase;

typedef struct single
{
	single_phase phase;
	fw_branch branch;
	fw_path path; // that the rival's is compared with
	double length, cost;
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
	fw_plan* finer = fw_change_plan( task );
	finer->lattice = FW_LATTICE_HALF;
	own->phase = LAST;
	return fw_take_search( task, finer, task->resolved->method, task->left );
}

static fw_next search_any_heading( single* own, const fw_task* task )
{
	fw_plan* any = fw_change_plan( task );
	any->goal_any_heading = true;
	own->phase = HEADING;
	return fw_take_search( task, any, task->resolved->method, at_most( FIRST_TRY, task->left ) );
}

// The path in the result, all passes done.
static fw_next take_done( const fw_task* task, fw_branch branch )
{
	fw_next path = fw_take_path( task, branch );
	path.passes = ( fw_passes ){ 0 };
	return path;
}

// The path in the result, with its passes.
static fw_next take_found( single* own, const fw_task* task )
{
	const bool finer = own->phase == LAST && task->resolved->second_try;
	const bool heading = own->phase == HEADING;
	own->branch = heading ? FW_BRANCH_HEADING : finer ? FW_BRANCH_FINER : FW_BRANCH_SEARCH;
	fw_next path = fw_take_path( task, own->branch );
	path.other_heading = heading;
	path.passes.any_heading = path.passes.any_heading || heading;
	return path;
}

// A search by the rival, unless the path is a straight line.
static fw_next search_rival( single* own, const fw_task* task )
{
	bool found;
	fw_result* result = task->result;
	const fw_passes passes = take_found( own, task ).passes;
	fw_status status = fw_passes_run( task->cache, task->plan, &passes, result, &found, NULL );
	if ( status == FW_OK && ( result->path.count <= 1 || task->left < 0 ) )
	{
		return take_done( task, own->branch );
	}
	status = status == FW_OK ? fw_path_copy( &own->path, &result->path ) : status;
	if ( status != FW_OK )
	{
		return fw_take_failure( status );
	}
	own->length = result->length;
	own->cost = result->cost;
	own->phase = RIVAL;
	fw_next step = fw_take_search( task, task->plan, task->resolved->rival, task->left );
	step.lead = &own->path;
	return step;
}

static fw_next take_shorter( const single* own, const fw_task* task )
{
	bool found = task->result->outcome == FW_FOUND;
	fw_result* result = task->result;
	fw_status status = FW_OK;
	if ( found )
	{
		const fw_passes passes = fw_passes_of( task->cache->grid, task->plan, task->resolved->rival );
		status = fw_passes_run( task->cache, task->plan, &passes, result, &found, NULL );
	}
	const bool shorter = found && result->length < own->length - LEAST_GAIN;
	if ( status == FW_OK && !shorter )
	{
		status = fw_path_copy( &result->path, &own->path );
		result->length = own->length;
		result->cost = own->cost;
	}
	return status == FW_OK ? take_done( task, shorter ? FW_BRANCH_RIVAL : own->branch ) : fw_take_failure( status );
}

static fw_next next( void* state, const fw_task* task )
{
	single* own = state;
	const fw_resolved_plan* r = task->resolved;
	if ( task->begins )
	{
		return begin( own, task );
	}
	if ( own->phase == RIVAL )
	{
		return take_shorter( own, task );
	}
	if ( task->result->outcome == FW_FOUND )
	{
		return r->rival != NULL ? search_rival( own, task ) : take_found( own, task );
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

const fw_strategy fw_single_strategy = {
    .next = next,
    .size = sizeof( single ),
    .first_path = offsetof( single, path ),
    .path_count = 1,
};

// SPDX-License-Identifier: MIT
// One search; or a first, short try on the plan's lattice and one on all half-tile points, where turns find room that
// tile centers do not have. The finer lattice holds all poses of the coarser one, so its result is final. The automatic
// choice arrives with any heading where nothing else is found, and for some unit classes it searches by a second
// method, the rival, and takes the shorter path.
#include "planner/choice.h"

#include <math.h>
#include <stddef.h>

// Nodes of the first of two tries: the pose problems that tile centers solve at all take less (bench/bench_poses).
#define FIRST_TRY 20000
// Nodes of a finer search for what the coarser one has found with a loop: a barge of docs/algorithms/outlines.md drives
// 3.4 times as far without it; four times as many shorten none of that page's paths more than 0.5 %.
#define FINER_TRY 1000
// A rival's path that is shorter by less differs by rounding only [tiles].
#define LEAST_GAIN 1e-9

typedef enum single_phase
{
	FIRST,
	FINER, // after a first path that loops
	LAST,
	HEADING,
	RIVAL,
} single_phase;

typedef struct single
{
	single_phase phase;
	fw_branch branch;
	fw_result best; // that the rival's, or the finer lattice's, is compared with
} single;

static fw_status search( single* own, const fw_task* task, single_phase phase, int64_t limit )
{
	fw_plan* plan = &fw_take_search( task, task->resolved->method, limit )->plan;
	const bool again = phase == FINER || ( phase == LAST && task->resolved->second_try );
	plan->options.end_moves = again ? plan->options.end_moves : 0;
	if ( again )
	{
		fw_plan_refine( plan );
	}
	plan->goal_any_heading = plan->goal_any_heading || phase == HEADING;
	own->phase = phase;
	return FW_OK;
}

static fw_status begin( single* own, const fw_task* task )
{
	const fw_resolved_plan* r = task->resolved;
	// Speeds and charges take many more nodes, so there the finer lattice waits until the coarser one is exhausted.
	const bool timed = ( r->method->traits & FW_TRAIT_SPEED ) != 0 || task->plan->options.turn_charge > 0.0;
	return r->second_try ? search( own, task, FIRST, timed ? task->left : fw_task_limit( task, FIRST_TRY ) )
	                     : search( own, task, LAST, task->left );
}

// The path in the result, all passes done.
static fw_status take_done( const fw_task* task, fw_branch branch )
{
	fw_take_path( task, branch );
	task->step->passes = ( fw_passes ){ 0 };
	return FW_OK;
}

// A search by the rival, unless the path is a straight line.
static fw_status search_rival( single* own, const fw_task* task )
{
	bool found;
	own->branch = task->step->branch;
	FW_TRY( fw_passes_run( task->cache, task->plan, &task->step->passes, task->result, &found, NULL ) );
	if ( task->result->path.count <= 1 || task->left < 0 )
	{
		return take_done( task, own->branch );
	}
	own->phase = RIVAL;
	fw_take_search( task, task->resolved->rival, task->left )->lead = &own->best.path;
	return fw_result_copy( &own->best, task->result );
}

static fw_status take_shorter( const single* own, const fw_task* task )
{
	fw_result* result = task->result;
	bool shorter = result->outcome == FW_FOUND;
	if ( shorter )
	{
		const fw_passes passes = fw_passes_of( task->cache->grid, task->plan, task->resolved->rival );
		FW_TRY( fw_passes_run( task->cache, task->plan, &passes, result, &shorter, NULL ) );
		shorter = shorter && result->length < own->best.length - LEAST_GAIN;
	}
	FW_TRY( shorter ? FW_OK : fw_result_copy( result, &own->best ) );
	return take_done( task, shorter ? FW_BRANCH_RIVAL : own->branch );
}

// Does the path turn to one side by more than this at once? Long outlines then mostly go round a curve that eight
// headings do not have (a barge of docs/algorithms/outlines.md drives a full circle for a right angle).
#define LOOP ( 1.25 * FW_PI )

static bool loops( const fw_path* path )
{
	double turned = 0.0;
	for ( int32_t i = 0; i < path->count && fabs( turned ) <= LOOP; i++ )
	{
		const fw_segment* s = &path->segments[i];
		const double sweep = s->kind == FW_SEGMENT_ARC ? s->sweep : 0.0;
		turned = turned * sweep > 0.0 ? turned + sweep : sweep;
	}
	return fabs( turned ) > LOOP;
}

// A short search of the finer lattice for what the coarser one has in the result.
static fw_status search_finer( single* own, const fw_task* task )
{
	FW_TRY( fw_result_copy( &own->best, task->result ) );
	return search( own, task, FINER, fw_task_limit( task, FINER_TRY ) );
}

static fw_status take_cheaper( const single* own, const fw_task* task )
{
	const bool cheaper = task->result->outcome == FW_FOUND && task->result->cost < own->best.cost - LEAST_GAIN;
	FW_TRY( cheaper ? FW_OK : fw_result_copy( task->result, &own->best ) );
	fw_take_path( task, cheaper ? FW_BRANCH_FINER : FW_BRANCH_SEARCH );
	return FW_OK;
}

static fw_status next( void* state, const fw_task* task )
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
	if ( own->phase == FINER )
	{
		return take_cheaper( own, task );
	}
	const bool outlined = task->plan->unit.outline.count > 0;
	if ( own->phase == FIRST && outlined && task->result->outcome == FW_FOUND && task->left >= 0 &&
	     loops( &task->result->path ) )
	{
		return search_finer( own, task );
	}
	if ( task->result->outcome == FW_FOUND )
	{
		const bool finer = own->phase == LAST && r->second_try;
		fw_take_path( task, own->phase == HEADING ? FW_BRANCH_HEADING : finer ? FW_BRANCH_FINER : FW_BRANCH_SEARCH );
		task->step->other_heading = own->phase == HEADING;
		task->step->passes.any_heading = task->step->passes.any_heading || own->phase == HEADING;
		return r->rival != NULL ? search_rival( own, task ) : FW_OK;
	}
	const bool no_turn = task->result->reason == FW_REASON_NO_TURN;
	if ( own->phase == FIRST && ( no_turn || task->result->outcome == FW_OUT_OF_BUDGET ) && task->left >= 0 )
	{
		return search( own, task, LAST, task->left );
	}
	if ( own->phase == LAST && no_turn && r->other_heading && !task->plan->goal_any_heading && task->left >= 0 )
	{
		return search( own, task, HEADING, fw_task_limit( task, FIRST_TRY ) );
	}
	return own->phase == HEADING ? fw_take_no_turn( task ) : fw_take_its_end( task );
}

const fw_strategy fw_single_strategy = {
    .next = next,
    .size = sizeof( single ),
    .first_path = offsetof( single, best.path ),
    .path_count = 1,
};

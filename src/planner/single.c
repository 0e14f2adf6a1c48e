// SPDX-License-Identifier: MIT
// One search; or a first, short try on the plan's lattice and one on all half-tile points, where turns find room that
// tile centers do not have. The finer lattice holds all poses of the coarser one, so its result is final. The automatic
// choice arrives with any heading where nothing else is found. For some unit classes a second method searches too, the
// rival, and the better path is taken. Before a search by time the rival is the first.
#include "planner/choice.h"

#include <math.h>
#include <stddef.h>

// Nodes of the first of two tries: the pose problems that tile centers solve at all take less (bench/bench_poses).
#define FIRST_TRY 20000
// The same for outlines with reverse gear: what takes more mostly needs the finer lattice. Of the random pairs of
// docs/algorithms/outlines.md the trucks' 99th percentile on AR0602SR falls from 25,640 nodes to 11,640.
#define FIRST_TRY_BACKING 6000
// Nodes of a finer search for what the coarser one has found with a loop: a barge of docs/algorithms/outlines.md drives
// 3.4 times as far without it; four times as many shorten none of that page's paths more than 0.5 %.
#define FINER_TRY 1000
// Nodes of a search by time for what the rival has found: with 20,000 the heavy lorry of bench/bench_speed arrives 0.3
// % earlier.
#define TIMED_TRY 12000
// A rival's path that is shorter by less differs by rounding only [tiles].
#define LEAST_GAIN 1e-9

typedef enum single_phase
{
	FIRST,
	FINER, // after a first path that loops
	LAST,
	HEADING,
	SECOND, // by the other one of method and rival
} single_phase;

typedef struct single
{
	single_phase phase;
	fw_branch branch;
	fw_result best; // that the second method's, or the finer lattice's, is compared with
} single;

// Does the rival search first? Its path is soon found, and bounds what the search by time may cost.
static bool is_timed( const fw_task* task )
{
	return task->passes->timed && task->resolved->rival != NULL;
}

static fw_status search( single* own, const fw_task* task, single_phase phase, int64_t limit )
{
	const fw_resolved_plan* r = task->resolved;
	fw_plan* plan = &fw_take_search( task, is_timed( task ) ? r->rival : r->method, limit )->plan;
	const bool again = phase == FINER || ( phase == LAST && r->second_try );
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
	const bool slow = ( task->passes->timed && !is_timed( task ) ) || task->plan->options.turn_charge > 0.0;
	const bool backing = task->plan->unit.outline.count > 0 && task->plan->unit.reverse;
	const int64_t most = backing ? FIRST_TRY_BACKING : FIRST_TRY;
	return r->second_try ? search( own, task, FIRST, slow ? task->left : fw_task_limit( task, most ) )
	                     : search( own, task, LAST, task->left );
}

// The path in the result, all passes done.
static fw_status take_done( const fw_task* task, fw_branch branch )
{
	fw_take_path( task, branch );
	task->step->passes = ( fw_passes ){ 0 };
	return FW_OK;
}

// Runs passes over the path in the result at once, and counts what they take.
static fw_status run_passes( const fw_task* task, const fw_passes* passes, bool* found )
{
	*task->passed += fw_passes_steps( passes, task->resolved->method, &task->plan->unit, task->result->path.length );
	return fw_passes_run( task->cache, task->plan, passes, task->result, found, NULL );
}

// The search by the second method; by time on the lattice on which the rival has found its path.
static void take_second( single* own, const fw_task* task )
{
	const bool timed = is_timed( task );
	const int64_t limit = timed && own->best.cost < INFINITY ? TIMED_TRY : INT64_MAX;
	const fw_method* method = timed ? task->resolved->method : task->resolved->rival;
	fw_take_search( task, method, fw_task_limit( task, limit ) )->lead = &own->best.path;
	if ( timed && own->branch == FW_BRANCH_FINER )
	{
		fw_plan_refine( &task->step->plan );
	}
}

// A search by the second method, unless the path is a straight line.
static fw_status search_second( single* own, const fw_task* task )
{
	const bool timed = is_timed( task );
	bool found;
	own->branch = task->step->branch;
	// So it stays where the unit would be too fast on the path.
	task->result->cost = timed ? INFINITY : task->result->cost;
	FW_TRY( run_passes( task, &task->step->passes, &found ) );
	const bool good = task->result->cost < INFINITY;
	if ( good && ( task->result->path.count <= 1 || task->left < 0 ) )
	{
		return take_done( task, own->branch );
	}
	if ( task->left < 0 )
	{
		return fw_take_no_turn( task );
	}
	FW_TRY( fw_result_copy( &own->best, task->result ) );
	own->phase = SECOND;
	take_second( own, task );
	return FW_OK;
}

// The shorter path, or where speeds count, the one that arrives earlier.
static fw_status take_better( single* own, const fw_task* task )
{
	fw_result* result = task->result;
	const bool timed = is_timed( task );
	const bool was_found = !timed || own->best.cost < INFINITY;
	bool better = result->outcome == FW_FOUND;
	if ( better )
	{
		const fw_passes passes =
		    timed ? *task->passes : fw_passes_of( task->cache->grid, task->plan, task->resolved->rival );
		FW_TRY( run_passes( task, &passes, &better ) );
		const double gain = timed ? own->best.cost - result->cost : own->best.length - result->length;
		better = better && gain > LEAST_GAIN;
	}
	const bool no_turn = result->outcome == FW_UNREACHABLE && result->reason == FW_REASON_NO_TURN;
	if ( !was_found && no_turn && task->resolved->second_try && own->branch != FW_BRANCH_FINER && task->left >= 0 )
	{
		own->branch = FW_BRANCH_FINER;
		take_second( own, task );
		return FW_OK;
	}
	if ( !better && !was_found )
	{
		return fw_take_its_end( task );
	}
	FW_TRY( better ? FW_OK : fw_result_copy( result, &own->best ) );
	return take_done( task, better != timed ? FW_BRANCH_RIVAL : own->branch );
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
	if ( own->phase == SECOND )
	{
		return take_better( own, task );
	}
	if ( own->phase == FINER )
	{
		FW_TRY( take_cheaper( own, task ) );
		return r->rival != NULL ? search_second( own, task ) : FW_OK;
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
		return r->rival != NULL ? search_second( own, task ) : FW_OK;
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

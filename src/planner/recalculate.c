// SPDX-License-Identifier: MIT
// Path recalculation: A* again without the moves at which turns hit something.
// Source: M. Pinter, "Toward More Realistic Pathfinding" (2001), "Legal Turns: The Basic Methods". As there, what is
// closed is a step from a tile to its neighbor, wherever the unit would come from, so that a legal path may stay
// unfound. Differs from it: a move is a leg of the path, straight on for as many tiles as it goes, as turns from tile
// to tile need turning radii below one.
//
// Turns lead from waypoint to waypoint by the shorter arc-then-line curve. The first step of each leg that hits
// something is closed for the next round, so each round closes a step that was open, and the rounds end.
#include "base/core.h"
#include "fairway/grid.h"
#include "fairway/sweep.h"
#include "geom/geom.h"
#include "grid/steps.h"
#include "planner/strategy.h"

#include <math.h>

#define ROUNDS 100

// Waypoints so near are the same: smoothing may round their positions.
#define SAME_POSITION 1e-6

typedef struct recalculation
{
	uint8_t* closed; // [tiles] a bit for each step that is closed; null until there is one
	size_t tiles;    // of `closed`
	int64_t marks;   // in it
	int32_t rounds;  // searches that found a path
	fw_path legs;    // the tile path, smoothed where that is asked for
	fw_path turned;  // with turns
} recalculation;

// Before the first search and after the last one.
static void forget( recalculation* own )
{
	fw_free( &own->legs.allocator, own->closed, own->tiles, 1 );
	own->closed = NULL;
	own->tiles = 0;
	own->marks = 0;
	own->rounds = 0;
}

static void hold( fw_holdings* holdings, void* state )
{
	recalculation* own = state;
	FW_HOLD( holdings, own->closed, own->tiles );
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

// The step of a tile path that stands for a leg which begins with a segment of it: that one, or where it is none the
// next one, or else the last one before. Negative where the path has no steps.
static int32_t step_near( const fw_path* tiles, int32_t segment )
{
	int32_t at = segment;
	while ( at < tiles->count && step_of( &tiles->segments[at] ) == FW_STEP_NONE )
	{
		at++;
	}
	for ( at = at < tiles->count ? at : segment - 1; at >= 0 && step_of( &tiles->segments[at] ) == FW_STEP_NONE; )
	{
		at--;
	}
	return at;
}

// Closes a step. Counts it where it was open.
static fw_status close_step( recalculation* own, const fw_grid* grid, const fw_segment* step )
{
	const size_t width = (size_t)fw_grid_width( grid );
	if ( own->closed == NULL )
	{
		own->tiles = width * (size_t)fw_grid_height( grid );
		own->closed = fw_alloc_zero( &own->legs.allocator, own->tiles, 1 );
	}
	if ( own->closed == NULL )
	{
		return FW_ERR_MEMORY;
	}
	uint8_t* of_tile = &own->closed[(size_t)step->from.y * width + (size_t)step->from.x];
	const uint8_t bit = (uint8_t)( 1u << step_of( step ) );
	own->marks += ( *of_tile & bit ) == 0 ? 1 : 0;
	*of_tile |= bit;
	return FW_OK;
}

// The segment of a tile path, at or after one of them, that begins at a position of it.
static int32_t segment_from( const fw_path* tiles, int32_t after, fw_vec2 position )
{
	int32_t i = after;
	while ( i + 1 < tiles->count && fw_length( tiles->segments[i].from.x - position.x,
	                                           tiles->segments[i].from.y - position.y ) > SAME_POSITION )
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

// Turns from waypoint to waypoint of the legs, and closes the steps at which a turn hits something.
static fw_status turn_through( recalculation* own, const fw_smoother* smoother, const fw_path* tiles, bool* legal )
{
	const fw_path* legs = &own->legs;
	const fw_unit* unit = smoother->unit;
	fw_pose pose = legs->start;
	fw_status status = FW_OK;
	int32_t at = 0;
	fw_path_clear( &own->turned, pose );
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
		status = fw_path_append_curve( &own->turned, &curve );
		at = segment_from( tiles, at, from );
		if ( status == FW_OK && !fw_sweep_curve( smoother->grid, unit, &curve ) )
		{
			const int32_t step = step_near( tiles, at );
			status = step >= 0 ? close_step( own, smoother->grid, &tiles->segments[step] ) : FW_OK;
			*legal = false;
		}
	}
	return status;
}

// Where the tile path in the result has legal turns it becomes the path of these; else steps of it are closed.
static fw_status judge( recalculation* own, const fw_task* task, bool* legal )
{
	const fw_smoother smoother = fw_plan_smoother( task->cache, task->plan );
	fw_path* tiles = &task->result->path;
	FW_TRY( fw_path_copy( &own->legs, tiles ) );
	FW_TRY( task->plan->smooth ? fw_smooth_straight( &smoother, &own->legs, NULL ) : FW_OK );
	if ( task->plan->start_any_heading )
	{
		own->legs.start = fw_path_begin( &own->legs );
	}
	*legal = true;
	own->rounds++;
	FW_TRY( turn_through( own, &smoother, tiles, legal ) );
	return *legal ? fw_path_copy( tiles, &own->turned ) : FW_OK;
}

static fw_status search( const recalculation* own, const fw_task* task )
{
	fw_take_search( task, task->resolved->method, task->left )->plan.options.closed_moves = own->closed;
	return FW_OK;
}

static fw_status next( void* state, const fw_task* task )
{
	recalculation* own = state;
	const int64_t before = own->marks;
	bool legal = false;
	if ( task->begins )
	{
		forget( own );
		return search( own, task );
	}
	if ( task->result->outcome != FW_FOUND )
	{
		// Without closed steps the reason is the search's own.
		const bool closed = own->closed != NULL && task->result->outcome == FW_UNREACHABLE;
		forget( own );
		return closed ? fw_take_end( task, FW_UNREACHABLE, FW_REASON_NO_TURN ) : fw_take_its_end( task );
	}
	const fw_status status = judge( own, task, &legal );
	const bool stuck = own->marks == before; // there was nothing to close
	if ( status == FW_OK && !legal && !stuck && task->left >= 0 && own->rounds < ROUNDS )
	{
		return search( own, task );
	}
	forget( own );
	FW_TRY( status );
	if ( !legal )
	{
		return stuck ? fw_take_end( task, FW_UNREACHABLE, FW_REASON_NO_TURN )
		             : fw_take_end( task, FW_OUT_OF_BUDGET, FW_REASON_EXPANSIONS );
	}
	fw_take_path( task, FW_BRANCH_SEARCH );
	fw_passes* passes = &task->step->passes;
	passes->turning = FW_TURNING_NONE;
	passes->curves = passes->any_heading = passes->measure = true;
	return FW_OK;
}

const fw_strategy fw_recalculate_strategy = {
    .next = next,
    .size = sizeof( recalculation ),
    .first_path = offsetof( recalculation, legs ),
    .path_count = 2,
    .hold = hold,
};

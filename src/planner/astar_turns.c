// SPDX-License-Identifier: MIT
// "astar-turns": a tile path, legal turns along it, and where there are none a search with headings over the gap
// between how far they lead from the start and from the goal. Source: M. Pinter, "Toward More Realistic Pathfinding"
// (2001), "Performance and Hybrid Solutions". Differs from it: the ends of the gap step away from one another until
// they are also in the order of the tile path.
#include "base/core.h"
#include "fairway/grid.h"
#include "path/path.h"
#include "planner/strategy.h"

#include <math.h>

#define GAP_LIMIT 5000 // nodes; see docs/algorithms/astar-turns.md
#define SLACK 1e-6     // tiles

// How tile path and gap are searched.
typedef struct manner
{
	int32_t neighbors;
	const char* method; // of the gap
	double side;        // of the gap [tiles]
} manner;

// By the source, for discs; and for outlines, which turn at no corner of four neighbors: of 160 problems for vehicles
// (docs/algorithms/outlines.md) 86 are solved by the former and 111 by the latter.
static const manner manners[] = { { 4, "directional8", 12.0 }, { 8, "directional", 24.0 } };

static const manner* manner_of( const fw_task* task )
{
	return &manners[task->plan->unit.outline.count > 0 ? 1 : 0];
}

typedef enum turns_phase
{
	TILES,
	GAP,
} turns_phase;

// Where a path is cut: its segments before `at` are kept of one from the start, the others of one from the goal.
typedef struct cut
{
	const fw_path* path;
	int32_t at;
	int32_t step; // away from the gap: -1 or 1
} cut;

typedef struct astar_turns
{
	turns_phase phase;
	fw_path tiles;      // the tile path
	fw_path from_start; // turns along it, as far as they lead
	fw_path from_goal;
	fw_path gap;
	cut from, to; // the ends of the gap
} astar_turns;

static fw_status search_tiles( astar_turns* own, const fw_task* task )
{
	fw_search_options* options = &fw_take_search( task, fw_method_find( "astar" ), task->left )->plan.options;
	options->neighbors = manner_of( task )->neighbors;
	options->heuristic = FW_HEURISTIC_BEST;
	options->corner_cutting = false;
	options->window = -1;
	own->phase = TILES;
	return FW_OK;
}

// Drives the path from its end to its start, facing where it goes.
static void turn_round( fw_path* path )
{
	fw_path_reverse( path );
	path->start.heading = fw_angle_signed( path->start.heading + FW_PI );
	for ( int32_t i = 0; i < path->count; i++ )
	{
		path->segments[i].gear = path->segments[i].gear == FW_GEAR_FORWARD ? FW_GEAR_REVERSE : FW_GEAR_FORWARD;
	}
}

static fw_status turn_from_goal( const fw_task* task, fw_path* path, bool* found )
{
	const fw_plan* plan = task->plan;
	fw_smooth48_def def = fw_plan_turns( plan, plan->start_any_heading );
	def.partial = true;
	def.start_any_heading = plan->goal_any_heading;
	def.goal_heading = fw_angle_signed( plan->start.heading + FW_PI );
	turn_round( path );
	if ( !plan->goal_any_heading )
	{
		path->start.heading = fw_angle_signed( plan->goal.heading + FW_PI );
	}
	const fw_status status = fw_turn_along( task->cache, plan, def, true, path, found, NULL );
	turn_round( path );
	return status;
}

// Turns along the tile path in the result, from the start or else from the goal; where neither leads all the way, the
// state holds how far both do.
static fw_status turn( astar_turns* own, const fw_task* task, bool* found )
{
	fw_path* path = &task->result->path;
	fw_smooth48_def def = fw_plan_turns( task->plan, task->plan->goal_any_heading );
	def.partial = true;
	FW_TRY( fw_path_copy( &own->tiles, path ) );
	FW_TRY( fw_turn_along( task->cache, task->plan, def, false, path, found, NULL ) );
	if ( *found )
	{
		return FW_OK;
	}
	FW_TRY( fw_path_copy( &own->from_start, path ) );
	FW_TRY( fw_path_copy( &own->from_goal, &own->tiles ) );
	FW_TRY( turn_from_goal( task, &own->from_goal, found ) );
	return *found ? fw_path_copy( path, &own->from_goal ) : FW_OK;
}

// How far along the tile path a waypoint of it lies [tiles].
static double distance_of( const fw_path* tiles, fw_pose pose )
{
	double before = 0.0;
	for ( int32_t i = 0; i < tiles->count; i++ )
	{
		const fw_segment* line = &tiles->segments[i];
		const double along = fw_length( pose.x - line->from.x, pose.y - line->from.y );
		const double rest = fw_length( line->to.x - pose.x, line->to.y - pose.y );
		if ( along + rest <= line->length + SLACK )
		{
			return before + along;
		}
		before += line->length;
	}
	return before;
}

static fw_pose pose_of( const cut* c )
{
	return c->at == 0                ? c->path->start
	       : c->at == c->path->count ? fw_path_end( c->path )
	                                 : fw_segment_pose_at( &c->path->segments[c->at], 0.0 );
}

static bool are_near( fw_pose a, fw_pose b, double side )
{
	return fabs( a.x - b.x ) <= side && fabs( a.y - b.y ) <= side;
}

// Takes an end of the gap one waypoint away from it. False where the path ends, or the other end is too far from there.
static bool move_away( cut* c, const cut* other, double side )
{
	const int32_t end = c->step < 0 ? 0 : c->path->count;
	cut next = *c;
	while ( next.at != end && ( next.at == c->at || !c->path->segments[next.at].waypoint ) )
	{
		next.at += next.step;
	}
	const bool moves = next.at != c->at && are_near( pose_of( &next ), pose_of( other ), side );
	*c = moves ? next : *c;
	return moves;
}

// Takes both ends of the gap as far from one another as its side allows. False where that is not far enough.
static bool widen( const fw_path* tiles, cut* from, cut* to, double side )
{
	bool moves = are_near( pose_of( from ), pose_of( to ), side );
	if ( !moves )
	{
		return false;
	}
	while ( moves )
	{
		const bool back = move_away( from, to, side );
		moves = move_away( to, from, side ) || back;
	}
	return distance_of( tiles, pose_of( from ) ) < distance_of( tiles, pose_of( to ) );
}

static fw_status search_gap( astar_turns* own, const fw_task* task )
{
	cut* from = &own->from;
	cut* to = &own->to;
	*from = ( cut ){ &own->from_start, own->from_start.count, -1 };
	*to = ( cut ){ &own->from_goal, 0, 1 };
	if ( task->left < 0 || !widen( &own->tiles, from, to, manner_of( task )->side ) )
	{
		return fw_take_no_turn( task );
	}
	const fw_method* method = fw_method_find( manner_of( task )->method );
	fw_next* step = fw_take_search( task, method, fw_task_limit( task, GAP_LIMIT ) );
	step->lead = from->at > 0 ? &own->from_start : NULL;
	step->plan.start = pose_of( from );
	step->plan.goal = pose_of( to );
	step->plan.start_any_heading = task->plan->start_any_heading && from->at == 0;
	step->plan.goal_any_heading = task->plan->goal_any_heading && to->at == to->path->count;
	step->plan.goal_tolerance = 0.0;
	own->phase = GAP;
	return FW_OK;
}

// The path of the gap between what leads to it and what goes on from it.
static fw_status join( astar_turns* own, fw_path* path )
{
	FW_TRY( fw_path_copy( &own->gap, path ) );
	fw_path_clear( path, own->from.at > 0 ? own->from_start.start : own->gap.start );
	FW_TRY( fw_path_append_all( path, own->from_start.segments, own->from.at ) );
	FW_TRY( fw_path_append_all( path, own->gap.segments, own->gap.count ) );
	const int32_t rest = own->from_goal.count - own->to.at;
	return rest > 0 ? fw_path_append_all( path, own->from_goal.segments + own->to.at, rest ) : FW_OK;
}

static fw_status next( void* state, const fw_task* task )
{
	astar_turns* own = state;
	bool turns = false;
	if ( task->begins )
	{
		return search_tiles( own, task );
	}
	if ( task->result->outcome != FW_FOUND )
	{
		return own->phase == GAP ? fw_take_no_turn( task ) : fw_take_its_end( task );
	}
	if ( own->phase == GAP )
	{
		FW_TRY( join( own, &task->result->path ) );
		return fw_take_path( task, FW_BRANCH_GAP );
	}
	FW_TRY( turn( own, task, &turns ) );
	return turns ? fw_take_path( task, FW_BRANCH_ALONG ) : search_gap( own, task );
}

#define STRATEGY( of_gap )                                                                                             \
	{                                                                                                                  \
		.next = next, .size = sizeof( astar_turns ), .first_path = offsetof( astar_turns, tiles ), .path_count = 4,    \
		.methods = { "astar", of_gap }, .along = true                                                                  \
	}

const fw_strategy fw_astar_turns_strategy = STRATEGY( "directional8" );
const fw_strategy fw_outline_turns_strategy = STRATEGY( "directional" );

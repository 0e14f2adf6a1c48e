// SPDX-License-Identifier: MIT
// The hybrid: a walk, legal turns along it, and where there are none a search with headings over the gap between how
// far they lead from the start and from the goal. Source: M. Pinter, "Toward More Realistic Pathfinding" (2001),
// "Performance and Hybrid Solutions". Differs from it: the ends of the gap step away from one another until they are
// also in the order of the walk.
#include "planner/astar_turns.h"

#include "base/core.h"
#include "fairway/grid.h"
#include "planner/passes.h"

#include <math.h>

#define GAP_SIDE 12.0    // tiles, by the source
#define GAP_LIMIT 5000   // nodes; see docs/algorithms/astar-turns.md
#define PLACE_SLACK 1e-6 // tiles

enum
{
	BEGIN,
	WALK,
	GAP,
};

fw_status fw_astar_turns_walk( fw_job* job, int32_t phase, const fw_method* method, int32_t neighbors )
{
	int64_t left;
	fw_plan walk = job->aim;
	const fw_plan* query = &walk;
	// What the turns and the searches with headings that may follow refuse: not only where they are needed.
	if ( query->options.closed_moves != NULL || query->options.anchor != FW_ANCHOR_CENTER ||
	     query->unit.turning_radius == 0.0 || !fw_grid_is_plain( job->stock->grid, query->unit.capabilities ) )
	{
		return FW_ERR_UNSUPPORTED;
	}
	(void)fw_job_left( job, &left );
	walk.options.neighbors = neighbors;
	walk.options.heuristic = FW_HEURISTIC_BEST;
	walk.options.corner_cutting = false;
	walk.options.window = -1;
	return fw_job_search( job, phase, &walk, method, left );
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

// Turns along what there is of a walk; where they do not lead to its end, it keeps those to the furthest waypoint.
static fw_status turn_partly( fw_job* job, const fw_smooth48_def* def, fw_path* path, bool* found )
{
	const fw_smoother smoother = fw_plan_smoother( job->stock, &job->aim );
	fw_smooth48_def whole = *def;
	fw_smooth48_report report = { 0 };
	whole.partial = true;
	fw_status status = fw_find_along( job->stock, &job->aim, &whole.primitives );
	status = status == FW_OK ? fw_smooth48( &smoother, &whole, path, &report, NULL ) : status;
	*found = status == FW_OK && report.found;
	return status;
}

static fw_status turn_from_start( fw_job* job, bool* found )
{
	const fw_plan* query = &job->aim;
	fw_smooth48_def def = fw_default_smooth48_def();
	def.start_any_heading = query->start_any_heading;
	def.goal_any_heading = query->goal_any_heading;
	def.goal_heading = query->goal.heading;
	return turn_partly( job, &def, &job->result->path, found );
}

static fw_status turn_from_goal( fw_job* job, bool* found )
{
	const fw_plan* query = &job->aim;
	fw_path* path = &job->parts[FW_FROM_GOAL];
	fw_smooth48_def def = fw_default_smooth48_def();
	def.start_any_heading = query->goal_any_heading;
	def.goal_any_heading = query->start_any_heading;
	def.goal_heading = fw_angle_signed( query->start.heading + FW_PI );
	turn_round( path );
	if ( !query->goal_any_heading )
	{
		path->start.heading = fw_angle_signed( query->goal.heading + FW_PI );
	}
	const fw_status status = turn_partly( job, &def, path, found );
	turn_round( path );
	return status;
}

static fw_status finish( fw_job* job, fw_branch branch )
{
	const fw_status status = fw_smooth_curves( job->stock, &job->aim, job->aim.goal_any_heading, &job->result->path );
	fw_job_done( job, branch );
	return status;
}

fw_status fw_astar_turns_turn( fw_job* job, bool* found )
{
	fw_status status = fw_path_copy( &job->parts[FW_WALKED], &job->result->path );
	status = status == FW_OK ? turn_from_start( job, found ) : status;
	if ( status != FW_OK || *found )
	{
		return status == FW_OK ? finish( job, FW_BRANCH_ALONG ) : status;
	}
	status = fw_path_copy( &job->parts[FW_FROM_START], &job->result->path );
	status = status == FW_OK ? fw_path_copy( &job->parts[FW_FROM_GOAL], &job->parts[FW_WALKED] ) : status;
	status = status == FW_OK ? turn_from_goal( job, found ) : status;
	if ( status == FW_OK && *found )
	{
		status = fw_path_copy( &job->result->path, &job->parts[FW_FROM_GOAL] );
		return status == FW_OK ? finish( job, FW_BRANCH_ALONG ) : status;
	}
	return status;
}

// How far along the walk a waypoint of it lies [tiles].
static double place_of( const fw_path* walk, fw_pose pose )
{
	double before = 0.0;
	for ( int32_t i = 0; i < walk->count; i++ )
	{
		const fw_segment* line = &walk->segments[i];
		const double along = fw_length( pose.x - line->from.x, pose.y - line->from.y );
		const double rest = fw_length( line->to.x - pose.x, line->to.y - pose.y );
		if ( along + rest <= line->length + PLACE_SLACK )
		{
			return before + along;
		}
		before += line->length;
	}
	return before;
}

// Where a path is cut: its segments before `at` are kept of one from the start, the others of one from the goal.
typedef struct cut
{
	const fw_path* path;
	int32_t at;
	int32_t step; // away from the gap: -1 or 1
} cut;

static fw_pose pose_of( const cut* c )
{
	return c->at == 0                ? c->path->start
	       : c->at == c->path->count ? fw_path_end( c->path )
	                                 : fw_segment_pose_at( &c->path->segments[c->at], 0.0 );
}

// One waypoint away from the gap; itself at the end of the path.
static cut away( cut c )
{
	const int32_t end = c.step < 0 ? 0 : c.path->count;
	while ( c.at != end )
	{
		c.at += c.step;
		if ( c.at == end || c.path->segments[c.at].waypoint )
		{
			break;
		}
	}
	return c;
}

static bool are_near( fw_pose a, fw_pose b )
{
	return fabs( a.x - b.x ) <= GAP_SIDE && fabs( a.y - b.y ) <= GAP_SIDE;
}

// Takes both ends of the gap as far from one another as its side allows. False where that is not far enough.
static bool widen( const fw_path* walk, cut* from, cut* to )
{
	bool moved = true;
	if ( !are_near( pose_of( from ), pose_of( to ) ) )
	{
		return false;
	}
	while ( moved )
	{
		const cut back = away( *from );
		moved = back.at != from->at && are_near( pose_of( &back ), pose_of( to ) );
		*from = moved ? back : *from;
		const cut ahead = away( *to );
		const bool also = ahead.at != to->at && are_near( pose_of( from ), pose_of( &ahead ) );
		*to = also ? ahead : *to;
		moved = moved || also;
	}
	return place_of( walk, pose_of( from ) ) < place_of( walk, pose_of( to ) );
}

static void find_cuts( const fw_job* job, cut* from, cut* to )
{
	*from = ( cut ){ &job->parts[FW_FROM_START], job->parts[FW_FROM_START].count, -1 };
	*to = ( cut ){ &job->parts[FW_FROM_GOAL], 0, 1 };
}

fw_status fw_astar_turns_bridge( fw_job* job, int32_t phase, const fw_method* method )
{
	cut from;
	cut to;
	int64_t left;
	find_cuts( job, &from, &to );
	if ( !fw_job_left( job, &left ) || !widen( &job->parts[FW_WALKED], &from, &to ) )
	{
		return FW_OK;
	}
	fw_plan gap = job->aim;
	gap.start = pose_of( &from );
	gap.goal = pose_of( &to );
	gap.start_any_heading = job->aim.start_any_heading && from.at == 0;
	gap.goal_any_heading = job->aim.goal_any_heading && to.at == to.path->count;
	gap.goal_tolerance = 0.0;
	const fw_status status = fw_job_search( job, phase, &gap, method, left > 0 && left < GAP_LIMIT ? left : GAP_LIMIT );
	job->leads = true;
	return status;
}

fw_status fw_astar_turns_join( fw_job* job )
{
	cut from;
	cut to;
	find_cuts( job, &from, &to );
	(void)widen( &job->parts[FW_WALKED], &from, &to );
	fw_path* path = &job->result->path;
	fw_path* gap = &job->parts[FW_ACROSS];
	fw_status status = fw_path_copy( gap, path );
	fw_path_clear( path, from.at > 0 ? from.path->start : gap->start );
	status = status == FW_OK ? fw_append_segments( path, from.path, 0, from.at ) : status;
	status = status == FW_OK ? fw_append_segments( path, gap, 0, gap->count ) : status;
	status = status == FW_OK ? fw_append_segments( path, to.path, to.at, to.path->count ) : status;
	return status == FW_OK ? finish( job, FW_BRANCH_GAP ) : status;
}

fw_status fw_astar_turns_next( fw_job* job )
{
	bool found = false;
	if ( job->phase == BEGIN )
	{
		return fw_astar_turns_walk( job, WALK, fw_method_find( "astar" ), 4 );
	}
	if ( job->phase == GAP && job->result->outcome == FW_FOUND )
	{
		return fw_astar_turns_join( job );
	}
	if ( job->phase == WALK && job->result->outcome != FW_FOUND )
	{
		return FW_OK;
	}
	fw_status status = job->phase == WALK ? fw_astar_turns_turn( job, &found ) : FW_OK;
	if ( status == FW_OK && !found )
	{
		const bool was_gap = job->phase == GAP;
		fw_job_give_up( job );
		status = was_gap ? FW_OK : fw_astar_turns_bridge( job, GAP, fw_method_find( "directional8" ) );
	}
	return status;
}

fw_status fw_astar_turns_prepare( fw_stock* stock, const fw_plan* plan )
{
	fw_map map;
	const fw_primitives* turns;
	fw_status status = fw_stock_map( stock, plan, fw_method_find( "astar" ), &map );
	status = status == FW_OK ? fw_stock_map( stock, plan, fw_method_find( "directional8" ), &map ) : status;
	return status == FW_OK && plan->unit.turning_radius > 0.0 ? fw_find_along( stock, plan, &turns ) : status;
}

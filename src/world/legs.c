// SPDX-License-Identifier: MIT
// How the members of a formation keep their places: each drives towards where its place will be soon, along a line or a
// curve that is renewed before it ends. Such a leg ends where the unit could just stop if it drove as fast as the
// formation: who is ahead of its place brakes by itself, and who lags behind drives faster.
#include "fairway/sweep.h"
#include "motion/profile.h"
#include "world/world.h"
#include <math.h>

#define RENEW 0.25       // they are renewed more often [s]
#define SEARCH_EVERY 1.0 // [s]
// There are no shorter legs [tiles].
#define SHORTEST 0.05
// A vehicle takes a curve that is no more than this part longer than the straight line, and a tile.
#define LONGER 0.5
// A vehicle is in its place if it is so many turning radii away: nearer it would turn in circles to get there.
#define SLACK 1.5
// A member that stands and lags further looks for a path to its place; one that drives does when it lags much further
// [tiles].
#define BEHIND 0.5
#define FAR_BEHIND 2.0

static bool make_line( const fw_world* world, const world_unit* unit, fw_pose from, fw_vec2 to, fw_path* path )
{
	const fw_unit* of = &unit->plan.unit;
	const fw_segment line = fw_segment_line( ( fw_vec2 ){ from.x, from.y }, to, FW_GEAR_FORWARD );
	return fw_sweep_segment( world->grid, of, &line ) && fw_path_append( path, &line ) == FW_OK;
}

static bool make_curve( const fw_world* world, const world_unit* unit, fw_pose from, fw_vec2 to, fw_path* path )
{
	const fw_unit* of = &unit->plan.unit;
	fw_curve curve;
	const double straight = fw_length( to.x - from.x, to.y - from.y );
	return fw_curve_shortest_to_point( from, to, of->turning_radius, FW_GEAR_FORWARD, &curve ) &&
	       curve.length <= ( 1.0 + LONGER ) * straight + 1.0 && fw_sweep_curve( world->grid, of, &curve ) &&
	       fw_path_append_curve( path, &curve ) == FW_OK;
}

// A vehicle steers towards a point further ahead than it is to drive.
static void shorten( fw_path* path, double by )
{
	double left = path->length - by;
	for ( int32_t i = 0; i < path->count; i++ )
	{
		const double length = path->segments[i].length;
		if ( left <= length )
		{
			path->segments[i] = fw_segment_part( &path->segments[i], 0.0, fmax( left, 0.0 ) );
			path->count = left > 0.0 ? i + 1 : i;
		}
		left -= length;
	}
	path->length = fmax( path->length - by, 0.0 );
}

static bool drive_leg( fw_world* world, int32_t slot, fw_pose from, fw_vec2 to )
{
	world_unit* unit = &world->units[slot];
	fw_path* path = &world->result.path;
	fw_path_clear( path, from );
	const bool made = unit->plan.unit.turning_radius > 0.0 ? make_curve( world, unit, from, to, path )
	                                                       : make_line( world, unit, from, to, path );
	if ( unit->plan.unit.turning_radius > 0.0 )
	{
		shorten( path, unit->plan.unit.turning_radius );
	}
	return made && path->count > 0 && fw_world_give_path( world, slot, false ) == FW_OK;
}

static void search_leg( fw_world* world, int32_t slot, fw_vec2 to )
{
	world_unit* unit = &world->units[slot];
	fw_world_forget_request( world, unit );
	unit->plan.goal.x = to.x;
	unit->plan.goal.y = to.y;
	unit->place = unit->plan.goal;
	unit->needs_plan = true;
	unit->misses = 0;
	unit->next_leg = world->time + SEARCH_EVERY;
	fw_world_line_up( world, slot, LINE_OTHERS );
}

// How far ahead of its place a leg ends.
static double ahead_of( const world_march* march, const world_unit* unit )
{
	const double speed = march->speed;
	const double stopping = speed * speed / ( 2.0 * unit->plan.unit.braking );
	return speed > 0.0 ? stopping + 1.5 * RENEW * speed + unit->plan.unit.turning_radius : 0.0;
}

static void measure_lag( const fw_world* world, const world_group* group, world_unit* unit, fw_vec2 at )
{
	const world_march* march = &group->march;
	unit->along = fw_route_project( group, at, unit->along );
	const fw_vec2 place = fw_route_place( group, unit->folded, march->at );
	const double due = march->at + unit->folded.x;
	const bool waits = ( unit->along >= due && !march->forms ) || due < march->begin;
	const double slack = SLACK * unit->plan.unit.turning_radius;
	unit->lag = waits ? 0.0 : fmax( fw_length( place.x - at.x, place.y - at.y ) - slack, 0.0 );
	if ( unit->lag < unit->best_lag - 0.25 || unit->lag < 1.0 )
	{
		unit->best_lag = unit->lag;
		unit->lag_since = world->time;
	}
}

void fw_march_lead( fw_world* world, const world_group* group, int32_t slot )
{
	world_unit* unit = &world->units[slot];
	const world_march* march = &group->march;
	const bool plans = march->lead == slot; // another route: it goes on along this one
	if ( world->time < unit->next_leg || unit->phase != PHASE_GOING || ( unit->request != 0 && !plans ) )
	{
		return;
	}
	const fw_body_state now = fw_engine_look( world->engine, unit->body );
	measure_lag( world, group, unit, ( fw_vec2 ){ now.pose.x, now.pose.y } );
	const double at = march->at + ahead_of( march, unit );
	const fw_vec2 to = fw_route_place( group, unit->folded, at );
	const fw_pose from = fw_engine_stop_pose( world->engine, unit->body );
	const fw_vec2 stop = { from.x, from.y };
	const bool stays = unit->lag == 0.0 && fw_route_project( group, stop, unit->along ) >= at + unit->folded.x;
	if ( stays || ( march->forms && unit->lag == 0.0 && unit->plan.unit.turning_radius > 0.0 ) ||
	     fw_length( to.x - stop.x, to.y - stop.y ) < SHORTEST )
	{
		return;
	}
	bool drives = drive_leg( world, slot, from, to );
	const double due = at + unit->folded.x;
	for ( double part = 0.5; !drives && part > 0.1 && unit->along < due; part *= 0.5 )
	{
		// Round a corner, along its own line beside the route.
		const double there = unit->along + part * ( due - unit->along ) - unit->folded.x;
		drives = drive_leg( world, slot, from, fw_route_place( group, unit->folded, there ) );
	}
	if ( !drives && !plans && unit->lag > ( now.state == FW_UNIT_IDLE ? BEHIND : FAR_BEHIND ) )
	{
		search_leg( world, slot, to );
	}
}

// SPDX-License-Identifier: MIT
// The clean-up pass: fewer waypoints, and those that stay turned and moved to where the path is shortest.
//
// A lattice search leaves waypoints at a few headings on a few points; the path wobbles between them. Two moves make it
// drive well: going past waypoints by one curve as far ahead as that is legal and not longer, and turning or shifting a
// waypoint while the two curves at it get shorter and stay legal. Both only ever accept what is shorter, so they end.
#include "smooth/knots.h"

#include <math.h>

// Rounds of both moves; game maps need two or three.
#define ROUNDS_MAX 6
// A round must gain this much for another one [tiles].
#define ROUND_GAIN 1e-3
#define LEAST_GAIN 1e-6

// How many waypoints ahead a bypass may reach: doubled while it succeeds. Longer tries fail more often than they pay.
#define REACH_MAX 64

static double cost_between( const knots* list, int32_t first, int32_t last )
{
	double cost = 0.0;
	for ( int32_t i = first; i < last; i++ )
	{
		cost += list->items[i].cost;
	}
	return cost;
}

// Is there no change of gear between two knots?
static bool one_gear( const knots* list, int32_t first, int32_t last )
{
	for ( int32_t i = first + 1; i < last; i++ )
	{
		if ( list->items[i].gear != list->items[first].gear )
		{
			return false;
		}
	}
	return true;
}

// A change at a knot makes it and its neighbours worth another look.
static void unsettle( knots* list, int32_t i )
{
	for ( int32_t k = i - 1; k <= i + 1; k++ )
	{
		if ( k >= 0 && k < list->count )
		{
			list->items[k].settled = false;
		}
	}
}

static bool try_bypass( knots* list, int32_t first, int32_t last )
{
	fw_curve curve;
	const knot* from = &list->items[first];
	if ( last >= list->count || !one_gear( list, first, last ) ||
	     !fw_curve_shortest( from->pose, list->items[last].pose, list->unit->turning_radius, FW_WORDS_SIX, from->gear,
	                         &curve ) ||
	     knots_curve_cost( list, &curve ) > cost_between( list, first, last ) + 1e-9 ||
	     !knots_connect( list, from->pose, list->items[last].pose, from->gear, &curve ) )
	{
		return false;
	}
	knots_bypass( list, first, last, &curve );
	unsettle( list, first );
	unsettle( list, first + 1 );
	return true;
}

// From each knot, goes past as many as it can, trying far ones first within a reach that adapts.
static void bypass_all( knots* list )
{
	int32_t reach = 8;
	for ( int32_t i = 0; i + 2 < list->count; i++ )
	{
		int32_t ahead = reach;
		bool bypassed = false;
		while ( ahead >= 2 && !bypassed )
		{
			bypassed = try_bypass( list, i, i + ahead );
			ahead = bypassed ? ahead : ahead - ( ahead > 4 ? ahead / 4 : 1 );
		}
		const bool whole = bypassed && ahead == reach;
		reach = whole ? ( reach * 2 > REACH_MAX ? REACH_MAX : reach * 2 ) : ( ahead * 2 > 8 ? ahead * 2 : 8 );
		i -= bypassed ? 1 : 0;
	}
}

// The two curves at a knot if its pose were this one.
typedef struct trial
{
	fw_pose pose;
	fw_curve before, after;
	double cost, cost_before;
} trial;

static bool measure( const knots* list, int32_t i, fw_pose pose, trial* t )
{
	const knot* before = &list->items[i - 1];
	const double radius = list->unit->turning_radius;
	t->pose = pose;
	if ( !fw_curve_shortest( before->pose, pose, radius, FW_WORDS_SIX, before->gear, &t->before ) ||
	     !fw_curve_shortest( pose, list->items[i + 1].pose, radius, FW_WORDS_SIX, before->gear, &t->after ) )
	{
		return false;
	}
	t->cost_before = knots_curve_cost( list, &t->before );
	t->cost = t->cost_before + knots_curve_cost( list, &t->after );
	return true;
}

// Takes the pose over when that is shorter and legal.
static bool try_pose( knots* list, int32_t i, fw_pose pose )
{
	knot* before = &list->items[i - 1];
	knot* at = &list->items[i];
	trial t;
	fw_curve curve;
	if ( !measure( list, i, pose, &t ) || t.cost > before->cost + at->cost - LEAST_GAIN ||
	     !knots_connect( list, before->pose, pose, before->gear, &curve ) ||
	     !knots_connect( list, pose, list->items[i + 1].pose, before->gear, &curve ) )
	{
		return false;
	}
	before->is_curve = true;
	before->curve = t.before;
	before->cost = t.cost_before;
	at->pose = pose;
	at->is_curve = true;
	at->curve = t.after;
	at->cost = t.cost - t.cost_before;
	unsettle( list, i );
	return true;
}

// Tries both signs of a change, again as long as it helps.
static bool slide( knots* list, int32_t i, double along, double across, double turn )
{
	bool any = false;
	for ( int32_t sign = -1; sign <= 1; sign += 2 )
	{
		for ( int32_t again = 0; again < 4; again++ )
		{
			const fw_pose pose = list->items[i].pose;
			double s, c;
			fw_sincos( pose.heading, &s, &c );
			const double a = along * sign;
			const double b = across * sign;
			const fw_pose to = { pose.x + a * c - b * s, pose.y + a * s + b * c,
			                     fw_angle_positive( pose.heading + turn * sign ) };
			if ( !try_pose( list, i, to ) )
			{
				break;
			}
			any = true;
		}
	}
	return any;
}

// Turns and shifts one knot to where the path is shortest; coarse changes first.
static void settle( knots* list, int32_t i )
{
	list->items[i].settled = true;
	const knot* before = &list->items[i - 1];
	const knot* after = &list->items[i + 1];
	const fw_pose pose = list->items[i].pose;
	double chord = fw_atan2( after->pose.y - before->pose.y, after->pose.x - before->pose.x );
	chord += before->gear == FW_GEAR_REVERSE ? FW_PI : 0.0;
	try_pose( list, i, ( fw_pose ){ pose.x, pose.y, fw_angle_positive( chord ) } );
	for ( double scale = 1.0; scale > 0.05; scale *= 0.5 )
	{
		slide( list, i, 0.0, 0.0, 0.3 * scale );
		slide( list, i, 0.0, 0.5 * scale, 0.0 );
	}
	slide( list, i, 0.0, 0.0, 0.01 );
}

static double total( const knots* list )
{
	return cost_between( list, 0, list->count - 1 );
}

static void clean_curves( knots* list )
{
	double cost = total( list );
	for ( int32_t round = 0; round < ROUNDS_MAX; round++ )
	{
		bypass_all( list );
		for ( int32_t i = 1; i + 1 < list->count; i++ )
		{
			if ( list->items[i].gear == list->items[i - 1].gear && !list->items[i].settled )
			{
				settle( list, i );
			}
		}
		const double now = total( list );
		if ( now > cost - ROUND_GAIN )
		{
			break;
		}
		cost = now;
	}
}

// The end's heading is free: drops the last arc where a plain arc and line lead there as well.
static void free_end( knots* list )
{
	const int32_t last = list->count - 1;
	knot* from = &list->items[last - 1];
	const fw_vec2 goal = { list->items[last].pose.x, list->items[last].pose.y };
	fw_curve curve;
	fw_curve legal;
	if ( !fw_curve_shortest_to_point( from->pose, goal, list->unit->turning_radius, from->gear, &curve ) ||
	     knots_curve_cost( list, &curve ) > from->cost - LEAST_GAIN )
	{
		return;
	}
	const fw_pose end = fw_curve_pose_at( &curve, curve.length );
	const double cost =
	    knots_connect( list, from->pose, end, from->gear, &legal ) ? knots_curve_cost( list, &legal ) : INFINITY;
	if ( cost <= from->cost )
	{
		list->items[last].pose = end;
		from->is_curve = true;
		from->curve = legal;
		from->cost = cost;
	}
}

fw_status fw_clean_up( const fw_smoother* smoother, fw_path* path, bool keep_goal_heading )
{
	knots list;
	const fw_status status = knots_begin( &list, smoother, path );
	if ( status != FW_OK )
	{
		return status;
	}
	if ( list.count < 2 )
	{
		return knots_end( &list, path, false );
	}
	clean_curves( &list );
	if ( !keep_goal_heading )
	{
		free_end( &list );
		clean_curves( &list );
		free_end( &list );
	}
	return knots_end( &list, path, true );
}

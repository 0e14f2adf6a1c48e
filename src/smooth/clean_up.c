// SPDX-License-Identifier: MIT
// The clean-up pass: fewer waypoints, and those that stay turned and moved to where the path is shortest.
//
// A lattice search leaves waypoints at a few headings on a few points; the path wobbles between them. Two moves make it
// drive well: going past waypoints by one curve as far ahead as that is legal and not longer, and turning or shifting a
// waypoint while the two curves at it get shorter and stay legal. Both only ever accept what is shorter, so they end.
// Where the gear changes the second alone is done, and what is driven in reverse counts as that gear costs. For
// outlines polish.c goes on.
#include "grid/steps.h"
#include "path/path.h"
#include "smooth/knots.h"
#include "sweep/sweep.h"

#include <math.h>

// Rounds of both moves; game maps need two or three.
#define ROUNDS_MAX 6
// A round must gain this much for another one [tiles].
#define ROUND_GAIN 1e-3
#define MIN_GAIN 1e-6

// How many waypoints ahead a bypass may reach: doubled while it succeeds. Longer tries fail more often than they pay.
#define REACH_MAX 64

// The cost of what came before and of the paths from `first` to `last`.
static double cost_between( const knots* list, int32_t first, int32_t last, double cost )
{
	for ( int32_t i = first; i < last; i++ )
	{
		cost += list->items[i].cost;
	}
	return cost;
}

static double whole_cost( const knots* list )
{
	double cost = 0.0;
	for ( int32_t i = 0; i + 1 < list->count; i++ )
	{
		cost += fw_knots_in_gear( list, list->items[i].cost, list->items[i].gear );
	}
	return cost;
}

static void look_again( knots* list, int32_t i )
{
	if ( i >= 0 && i < list->count )
	{
		list->items[i].settled = false;
	}
}

// A change at a knot makes it and its neighbors worth another look.
static void unsettle( knots* list, int32_t i )
{
	look_again( list, i - 1 );
	look_again( list, i );
	look_again( list, i + 1 );
}

// The knots up to `at` and those from `tail` on: what lies between was bypassed. So nothing is moved but once a round.
typedef struct cursor
{
	int32_t at, tail;
} cursor;

// Goes from the knot of the cursor to the one `ahead` further on where that is legal and not longer.
static bool try_bypass( knots* list, cursor* c, int32_t ahead )
{
	const int32_t last = c->tail + ahead - 1;
	knot* from = &list->items[c->at];
	fw_curve curve;
	const double cost = last < list->count ? cost_between( list, c->tail, last, from->cost ) : 0.0;
	if ( last >= list->count || from->is_link || list->items[c->tail].kept ||
	     fw_knots_both_kept( from, &list->items[last] ) || list->items[c->tail].gear != from->gear ||
	     !fw_knots_one_drive( list, c->tail, last ) ||
	     !fw_curve_shortest( from->pose, list->items[last].pose, list->unit->turning_radius, FW_WORDS_SIX, from->gear,
	                         &curve ) ||
	     fw_knots_curve_cost( list, &curve ) > cost + 1e-9 || !fw_layer_sweep_curve( list->tiles, list->unit, &curve ) )
	{
		return false;
	}
	fw_knots_lead( list, from, &curve );
	c->tail = last;
	look_again( list, c->at - 1 );
	look_again( list, c->at );
	look_again( list, last );
	look_again( list, last + 1 );
	return true;
}

// From each knot, goes past as many as it can, trying far ones first within a reach that adapts.
static void bypass_all( knots* list )
{
	int32_t reach = 8;
	cursor c = { 0, 1 };
	while ( c.tail < list->count )
	{
		int32_t ahead = reach;
		bool bypassed = false;
		while ( ahead >= 2 && !bypassed && c.tail + 1 < list->count )
		{
			bypassed = try_bypass( list, &c, ahead );
			ahead = bypassed ? ahead : ahead - ( ahead > 4 ? ahead / 4 : 1 );
		}
		const bool whole = bypassed && ahead == reach;
		reach = whole ? ( reach * 2 > REACH_MAX ? REACH_MAX : reach * 2 ) : ( ahead * 2 > 8 ? ahead * 2 : 8 );
		if ( !bypassed )
		{
			list->items[++c.at] = list->items[c.tail++];
		}
	}
	list->count = c.at + 1;
}

// Two knots are merged only when they are as near as this and three turning radii [tiles]; the places between them and
// the shifts to the sides [tiles] that are tried.
#define MERGE_REACH 4.0
#define MERGE_PLACES 3
#define MERGE_SHIFTS 7

// The two curves at a knot if its pose were another one.
typedef struct trial
{
	fw_curve before, after;
	double cost;
} trial;

// False where they are not legal, or do not cost less than `limit`, which the straight distances mostly show without a
// curve.
static bool is_better( const knots* list, fw_pose before, fw_pose pose, fw_pose after, fw_gear gear, fw_gear next,
                       double limit, trial* t )
{
	const double straight =
	    fw_length( pose.x - before.x, pose.y - before.y ) + fw_length( after.x - pose.x, after.y - pose.y );
	if ( fw_knots_is_kept( list, pose ) || straight >= limit ||
	     !fw_knots_best_curve( list, before, pose, gear, &t->before ) ||
	     !fw_knots_best_curve( list, pose, after, next, &t->after ) )
	{
		return false;
	}
	t->cost = fw_knots_in_gear( list, fw_knots_curve_cost( list, &t->before ), gear ) +
	          fw_knots_in_gear( list, fw_knots_curve_cost( list, &t->after ), next );
	return t->cost < limit && fw_layer_sweep_curve( list->tiles, list->unit, &t->before ) &&
	       fw_layer_sweep_curve( list->tiles, list->unit, &t->after );
}

// Takes the pose over when that is shorter and legal.
static bool try_pose( knots* list, int32_t i, fw_pose pose )
{
	knot* before = &list->items[i - 1];
	knot* at = &list->items[i];
	trial t;
	const double cost =
	    fw_knots_in_gear( list, before->cost, before->gear ) + fw_knots_in_gear( list, at->cost, at->gear );
	if ( !is_better( list, before->pose, pose, list->items[i + 1].pose, before->gear, at->gear, cost - MIN_GAIN, &t ) )
	{
		return false;
	}
	at->pose = pose;
	fw_knots_lead( list, before, &t.before );
	fw_knots_lead( list, at, &t.after );
	unsettle( list, i );
	return true;
}

// A change of a knot: along and across the chord between its neighbors [tiles], and of its heading.
typedef struct knot_change
{
	double along, across, turn;
	bool face_chord; // take the chord's heading instead of turning
} knot_change;

// Tries a change again as long as it helps.
static void slide( knots* list, int32_t i, double chord, knot_change by )
{
	double s, c;
	fw_sincos( chord, &s, &c );
	const bool reverse = list->items[i - 1].gear == FW_GEAR_REVERSE;
	for ( int32_t again = 0; again < 4; again++ )
	{
		const fw_pose pose = list->items[i].pose;
		const double heading = by.face_chord ? chord + ( reverse ? FW_PI : 0.0 ) : pose.heading + by.turn;
		const fw_pose to = { pose.x + by.along * c - by.across * s, pose.y + by.along * s + by.across * c,
		                     fw_angle_positive( heading ) };
		if ( !try_pose( list, i, to ) )
		{
			return;
		}
	}
}

// Turns and shifts one knot to where the path is shortest; coarse changes first. At a corner the best heading is about
// that of the chord, and neither place nor heading alone gets better in between, so most tries change both.
static void settle( knots* list, int32_t i )
{
	list->items[i].settled = true;
	const fw_pose before = list->items[i - 1].pose;
	const fw_pose after = list->items[i + 1].pose;
	const double chord = fw_atan2( after.y - before.y, after.x - before.x );
	slide( list, i, chord, ( knot_change ){ .face_chord = true } );
	for ( double step = 0.5; step > 0.05; step *= 0.5 )
	{
		for ( int32_t d = 0; d < 8; d++ )
		{
			const knot_change by = { .along = step * fw_step_x[d], .across = step * fw_step_y[d], .face_chord = true };
			slide( list, i, chord, by );
		}
		slide( list, i, chord, ( knot_change ){ .turn = 0.6 * step } );
		slide( list, i, chord, ( knot_change ){ .turn = -0.6 * step } );
	}
}

// The same where the gear changes: a lattice search drives too far there, as its poses lie where they lie.
static void settle_change( knots* list, int32_t i )
{
	list->items[i].settled = true;
	for ( double step = 1.0; step > 0.05; step *= 0.5 )
	{
		const double facing = list->items[i].pose.heading;
		for ( int32_t d = 0; d < 8; d++ )
		{
			slide( list, i, facing, ( knot_change ){ .along = step * fw_step_x[d], .across = step * fw_step_y[d] } );
		}
		for ( int32_t d = -1; d <= 1; d++ )
		{
			slide( list, i, facing, ( knot_change ){ .along = d * step, .turn = 0.4 * step } );
			slide( list, i, facing, ( knot_change ){ .along = d * step, .turn = -0.4 * step } );
		}
	}
}

// Puts one knot in the place of i and i + 1 where that is shorter: at either or between them, also shifted to the
// sides, facing along the chord of their neighbors. One corner often leaves two knots of which none can move alone.
static bool try_merge( knots* list, int32_t i )
{
	const knot saved = list->items[i];
	const knot second = list->items[i + 1];
	const fw_pose before = list->items[i - 1].pose;
	const fw_pose after = list->items[i + 2].pose;
	const double chord = fw_atan2( after.y - before.y, after.x - before.x );
	const double cost = fw_knots_in_gear( list, list->items[i - 1].cost + saved.cost + second.cost, saved.gear );
	double s, c;
	fw_sincos( chord, &s, &c );
	for ( int32_t k = 0; k < MERGE_PLACES * MERGE_SHIFTS; k++ )
	{
		static const double shifts[MERGE_SHIFTS] = { 0.0, 0.15, -0.15, 0.35, -0.35, 0.7, -0.7 };
		const double part = ( k / MERGE_SHIFTS ) / ( MERGE_PLACES - 1.0 );
		const double shift = shifts[k % MERGE_SHIFTS];
		const double x = saved.pose.x + part * ( second.pose.x - saved.pose.x ) - shift * s;
		const double y = saved.pose.y + part * ( second.pose.y - saved.pose.y ) + shift * c;
		const double facing = saved.gear == FW_GEAR_REVERSE ? chord + FW_PI : chord;
		const fw_pose pose = { x, y, fw_angle_positive( facing ) };
		trial t;
		if ( is_better( list, before, pose, after, saved.gear, saved.gear, cost - MIN_GAIN, &t ) )
		{
			fw_knots_bypass( list, i - 1, i + 1, &t.before );
			list->items[i].pose = pose;
			fw_knots_lead( list, &list->items[i], &t.after );
			unsettle( list, i );
			return true;
		}
	}
	return false;
}

static void merge_all( knots* list )
{
	for ( int32_t i = 1; i + 2 < list->count; i++ )
	{
		const fw_pose a = list->items[i].pose;
		const fw_pose b = list->items[i + 1].pose;
		const double reach = 3.0 * list->unit->turning_radius + MERGE_REACH;
		if ( fw_knots_one_drive( list, i - 1, i + 2 ) && fw_length( b.x - a.x, b.y - a.y ) <= reach &&
		     try_merge( list, i ) )
		{
			i--;
		}
	}
}

static void settle_all( knots* list, bool polished )
{
	for ( int32_t i = 1; i + 1 < list->count; i++ )
	{
		const knot* at = &list->items[i];
		if ( at->settled || at->kept || at->is_link || at[-1].is_link )
		{
			continue;
		}
		if ( at->gear != at[-1].gear )
		{
			settle_change( list, i );
		}
		else if ( !polished )
		{
			settle( list, i );
		}
	}
}

// Polishing does what settling and merging do, and better: paths of docs/algorithms/outlines.md end shorter where it
// has their time. Only changes of gear are settled too, without which costs rise by 1 %.
static void clean_curves( knots* list )
{
	const bool polished = fw_knots_are_polished( list );
	double cost = whole_cost( list );
	for ( int32_t round = 0; round < ROUNDS_MAX; round++ )
	{
		bypass_all( list );
		settle_all( list, polished );
		if ( !polished )
		{
			merge_all( list );
		}
		const double now = whole_cost( list );
		if ( now > cost - ROUND_GAIN )
		{
			break;
		}
		cost = now;
	}
}

// How many knots one curve in one gear may take the place of.
#define CHANGE_REACH 12

// Is there a change of gear at the knot? Not at the ends.
static int32_t changes_at( const knots* list, int32_t i, fw_gear before, fw_gear after )
{
	return i > 0 && i + 1 < list->count && before != after ? 1 : 0;
}

// Goes from one knot to another in one gear where fewer changes make up for what that costs.
static bool try_one_gear( knots* list, int32_t first, int32_t last, fw_gear gear )
{
	const double penalty = list->unit->reverse_penalty;
	const knot* items = list->items;
	const fw_gear before = first > 0 ? items[first - 1].gear : gear;
	const fw_gear after = items[last].gear;
	double cost = penalty * ( changes_at( list, first, before, items[first].gear ) +
	                          changes_at( list, last, items[last - 1].gear, after ) );
	for ( int32_t i = first; i < last; i++ )
	{
		if ( items[i].is_link || ( i > first && items[i].kept ) )
		{
			return false;
		}
		cost += fw_knots_in_gear( list, items[i].cost, items[i].gear );
		cost += i > first ? penalty * changes_at( list, i, items[i - 1].gear, items[i].gear ) : 0.0;
	}
	cost -= penalty * ( changes_at( list, first, before, gear ) + changes_at( list, last, gear, after ) );
	fw_curve curve;
	if ( fw_knots_both_kept( &items[first], &items[last] ) ||
	     !fw_knots_best_curve( list, items[first].pose, items[last].pose, gear, &curve ) ||
	     fw_knots_in_gear( list, fw_knots_curve_cost( list, &curve ), gear ) > cost - MIN_GAIN ||
	     !fw_layer_sweep_curve( list->tiles, list->unit, &curve ) )
	{
		return false;
	}
	fw_knots_bypass( list, first, last, &curve );
	list->items[first].gear = gear;
	unsettle( list, first );
	unsettle( list, first + 1 );
	return true;
}

// Leaves out changes of gear, those first that span the most knots.
static bool drop_changes( knots* list )
{
	bool any = false;
	for ( int32_t i = 1; i + 1 < list->count; i++ )
	{
		bool dropped = list->items[i].gear == list->items[i - 1].gear;
		for ( int32_t span = CHANGE_REACH; span >= 1 && !dropped; span-- )
		{
			for ( int32_t first = i > span ? i - span : 0; first <= i && !dropped; first++ )
			{
				const int32_t last = first + span;
				for ( int32_t g = 0; g < 2 && last >= i && last < list->count && !dropped; g++ )
				{
					dropped = try_one_gear( list, first, last, g == 0 ? FW_GEAR_FORWARD : FW_GEAR_REVERSE );
					any = any || dropped;
				}
			}
		}
	}
	return any;
}

// The end's heading is free: drops the last arc where a plain arc and line lead there as well.
static void free_end( knots* list )
{
	const int32_t last = list->count - 1;
	knot* from = &list->items[last - 1];
	fw_curve curve, legal;
	if ( from->is_link || fw_knots_both_kept( from, &list->items[last] ) ||
	     !fw_curve_shortest_to_point( from->pose, fw_knots_point( list, last ), list->unit->turning_radius, from->gear,
	                                  &curve ) ||
	     fw_knots_curve_cost( list, &curve ) > from->cost - MIN_GAIN )
	{
		return;
	}
	const fw_pose end = fw_curve_pose_at( &curve, curve.length );
	if ( fw_knots_connect( list, from->pose, end, from->gear, &legal ) &&
	     fw_knots_curve_cost( list, &legal ) <= from->cost )
	{
		list->items[last].pose = end;
		fw_knots_lead( list, from, &legal );
	}
}

static fw_status clean_once( const fw_smoother* smoother, fw_path* path, bool keep_goal_heading, fw_refusal* refusal )
{
	knots list;
	FW_TRY( fw_knots_begin( &list, smoother, FW_KNOTS_CURVES, path, refusal ) );
	const bool drives = list.count >= 2;
	for ( int32_t round = 0; drives && round < ( keep_goal_heading ? 1 : 2 ); round++ )
	{
		clean_curves( &list );
		if ( drop_changes( &list ) )
		{
			clean_curves( &list );
		}
		if ( !keep_goal_heading )
		{
			free_end( &list );
		}
	}
	if ( drives && fw_knots_are_polished( &list ) )
	{
		if ( !fw_knots_polish( &list, keep_goal_heading ) )
		{
			return fw_knots_end( &list, FW_ERR_MEMORY, false );
		}
		bypass_all( &list );
	}
	return fw_knots_end( &list, FW_OK, drives );
}

fw_status fw_clean_up( const fw_smoother* smoother, fw_path* path, bool keep_goal_heading, fw_refusal* refusal )
{
	if ( smoother == NULL || path == NULL || !( smoother->turn_charge > 0.0 ) )
	{
		return clean_once( smoother, path, keep_goal_heading, refusal );
	}
	// A charge makes a rougher ground of many small hollows: what comes to rest on the slope of the smooth one, by
	// length, and then goes on, mostly ends lower.
	fw_smoother plain = *smoother;
	plain.turn_charge = 0.0;
	fw_path other;
	fw_path_init( &other, &path->allocator );
	fw_status status = fw_refuse_status( refusal, fw_path_copy( &other, path ) );
	status = status == FW_OK ? clean_once( &plain, &other, keep_goal_heading, refusal ) : status;
	status = status == FW_OK ? clean_once( smoother, &other, keep_goal_heading, refusal ) : status;
	status = status == FW_OK ? clean_once( smoother, path, keep_goal_heading, refusal ) : status;
	fw_path_replace( path, &other,
	                 status == FW_OK && fw_smoother_cost( smoother, &other ) < fw_smoother_cost( smoother, path ) );
	return status;
}

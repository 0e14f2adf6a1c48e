// SPDX-License-Identifier: MIT
// The simple smoothing pass over paths of straight lines and over curves, and turns that ignore blocked tiles.
// Source: M. Pinter, "Toward More Realistic Pathfinding" (2001), Listing 1 and "Legal Turns: The Basic Methods".
#include "smooth/knots.h"

#include "grid/exits.h"
#include "sweep/sweep.h"

fw_smoother fw_default_smoother( void )
{
	return ( fw_smoother ){ .cookie = FW_COOKIE };
}

// A line is a curve of radius 0, so that both forms of the pass are one.
static bool walk_straight( const knots* list, fw_pose from, fw_pose to, fw_curve* curve )
{
	const fw_segment line =
	    fw_segment_line( ( fw_vec2 ){ from.x, from.y }, ( fw_vec2 ){ to.x, to.y }, FW_GEAR_FORWARD );
	const double heading = line.length > 0.0 ? fw_atan2( to.y - from.y, to.x - from.x ) : from.heading;
	*curve = ( fw_curve ){ .start = { from.x, from.y, heading },
	                       .part = { 0.0, line.length, 0.0 },
	                       .length = line.length,
	                       .word = FW_WORD_LSL };
	return fw_layer_sweep_unit( list->tiles, list->unit, &line ) &&
	       fw_exits_allow( list->map, list->unit->size, line.from, line.to );
}

// Listing 1: checkPoint is the last kept waypoint, currentPoint the one that may go.
static bool smooth( knots* list, bool straight )
{
	bool changed = false;
	int32_t check = 0;
	while ( check + 2 < list->count )
	{
		const knot* from = &list->items[check];
		const knot* middle = &list->items[check + 1];
		const knot* to = &list->items[check + 2];
		fw_curve curve;
		const bool one_drive = fw_knots_one_drive( list, check, check + 2 ) && !fw_knots_both_kept( from, to );
		// Parts of one line go together again, be it legal or not.
		const bool one_line = from->split && middle->split && from->first == middle->first;
		const bool legal = straight ? walk_straight( list, from->pose, to->pose, &curve ) || one_line
		                            : fw_knots_connect( list, from->pose, to->pose, from->gear, &curve );
		if ( ( one_drive || one_line ) && legal &&
		     fw_knots_curve_cost( list, &curve ) <= from->cost + middle->cost + 1e-9 )
		{
			fw_knots_bypass( list, check, check + 2, &curve );
			list->items[check].split = one_line;
			changed = true;
		}
		else
		{
			check++;
		}
	}
	return changed;
}

fw_status fw_smooth_straight( const fw_smoother* smoother, fw_path* path, fw_refusal* refusal )
{
	knots list;
	FW_TRY( fw_smoother_check( refusal, smoother, path ) );
	FW_TRY( fw_smoother_check_lines( refusal, path ) );
	FW_TRY( fw_knots_begin( &list, smoother, path, refusal ) );
	if ( !fw_knots_split( &list ) )
	{
		fw_knots_end( &list, path, false );
		return fw_refuse_status( refusal, FW_ERR_MEMORY );
	}
	const bool changed = smooth( &list, true );
	fw_knots_join( &list );
	return fw_refuse_status( refusal, fw_knots_end( &list, path, changed ) );
}

fw_status fw_smooth_curved( const fw_smoother* smoother, fw_path* path, fw_refusal* refusal )
{
	knots list;
	FW_TRY( fw_knots_begin_curves( &list, smoother, path, refusal ) );
	return fw_refuse_status( refusal, fw_knots_end( &list, path, smooth( &list, false ) ) );
}

fw_status fw_turn_ignoring( const fw_smoother* smoother, fw_path* path, fw_refusal* refusal )
{
	knots list;
	FW_TRY( fw_knots_begin_turns( &list, smoother, path, refusal ) );
	fw_pose pose = path->start;
	for ( int32_t i = 0; i + 1 < list.count; i++ )
	{
		knot* from = &list.items[i];
		const fw_vec2 to = { list.items[i + 1].pose.x, list.items[i + 1].pose.y };
		if ( from->is_link )
		{
			pose = ( fw_pose ){ to.x, to.y, pose.heading };
			continue;
		}
		if ( !fw_curve_shortest_to_point( pose, to, list.unit->turning_radius, FW_GEAR_FORWARD, &from->curve ) )
		{
			fw_knots_end( &list, path, false );
			return fw_knots_refuse_point( refusal, i + 1 );
		}
		from->is_curve = true;
		pose = fw_curve_pose_at( &from->curve, from->curve.length );
	}
	return fw_refuse_status( refusal, fw_knots_end( &list, path, path->count > 0 ) );
}

// SPDX-License-Identifier: MIT
// Turns that ignore blocked tiles, and turns that get tighter where they would hit something.
// Source: M. Pinter, "Toward More Realistic Pathfinding" (2001), "Legal Turns: The Basic Methods". Differs from it: a
// turn by more than five eighths of a circle counts as one that does not fit, or units would loop rather than turn.
#include "smooth/knots.h"

#include "sweep/sweep.h"

#include <math.h>

// From one radius that is tried to the next: four halve it.
#define SHRINK 0.84089641525371454 // the fourth root of a half

fw_tighter_def fw_default_tighter_def( void )
{
	return ( fw_tighter_def ){ .cookie = FW_COOKIE, .min_radius = 0.05 };
}

bool fw_tighter_turn( const knots* list, double min_radius, fw_pose from, fw_vec2 to, fw_curve* curve, bool* legal )
{
	double radius = list->unit->turning_radius;
	while ( radius > min_radius )
	{
		if ( fw_curve_shortest_to_point( from, to, radius, FW_GEAR_FORWARD, curve ) &&
		     curve->part[0] <= FW_TIGHTER_WIDEST && fw_layer_sweep_curve( list->tiles, list->unit, curve ) )
		{
			*legal = true;
			return true;
		}
		radius *= SHRINK;
	}
	const bool turns = fw_curve_shortest_to_point( from, to, min_radius, FW_GEAR_FORWARD, curve );
	if ( legal != NULL )
	{
		*legal = turns && fw_layer_sweep_curve( list->tiles, list->unit, curve );
	}
	return turns;
}

fw_status fw_tighter_check( const knots* list, double min_radius )
{
	const double radius = list->unit->turning_radius;
	FW_TRY( radius > 0.0 ? fw_check_range( list->refusal, "min_radius", min_radius, FW_TIGHTER_MIN, radius )
	                     : fw_refuse_pair( list->refusal, FW_ERR_ARGUMENT, "min_radius", "unit.turning_radius",
	                                       "the unit turns on the spot; leave the pass out" ) );
	for ( int32_t i = 0; i < list->count; i++ )
	{
		const knot* at = &list->items[i];
		if ( at->is_link || at->gear != FW_GEAR_FORWARD || !isfinite( at->pose.x ) || !isfinite( at->pose.y ) )
		{
			return fw_knots_refuse_point( list, FW_ERR_UNSUPPORTED, i,
			                              "is not finite, or followed by a link or reverse gear" );
		}
	}
	return FW_OK;
}

// Turns from waypoint to waypoint; without a report whether blocked tiles are hit does not matter.
static fw_status turn_all( const knots* list, double min_radius, fw_tighter_report* report )
{
	fw_pose pose = list->path->start;
	for ( int32_t i = 0; i + 1 < list->count; i++ )
	{
		knot* from = &list->items[i];
		const fw_vec2 to = fw_knots_point( list, i + 1 );
		bool legal = false;
		if ( from->is_link )
		{
			pose = ( fw_pose ){ to.x, to.y, pose.heading };
			continue;
		}
		if ( !fw_tighter_turn( list, min_radius, pose, to, &from->curve, report != NULL ? &legal : NULL ) )
		{
			return fw_knots_refuse_point( list, FW_ERR_UNSUPPORTED, i + 1, FW_NO_CURVE );
		}
		from->is_curve = true;
		pose = fw_curve_pose_at( &from->curve, from->curve.length );
		if ( report != NULL )
		{
			// Where the unit does not turn, no radius counts.
			const double radius = from->curve.part[0] > 0.0 ? from->curve.radius : INFINITY;
			report->illegal += legal ? 0 : 1;
			report->tightened += radius < list->unit->turning_radius ? 1 : 0;
			report->tightest = fmin( report->tightest, radius );
		}
	}
	return FW_OK;
}

fw_status fw_turn_ignoring( const fw_smoother* smoother, fw_path* path, fw_refusal* refusal )
{
	knots list;
	FW_TRY( fw_knots_begin( &list, smoother, FW_KNOTS_TURNS, path, refusal ) );
	return fw_knots_end( &list, turn_all( &list, list.unit->turning_radius, NULL ), path->count > 0 );
}

static const fw_range ranges[] = {
    { "min_radius", offsetof( fw_tighter_def, min_radius ), FW_FIELD_DOUBLE, FW_TIGHTER_MIN, 64.0, " tiles" },
};
const fw_ranges fw_tighter_def_ranges = FW_RANGES( "def", "fw_default_tighter_def()", ranges );

fw_status fw_turn_tighter( const fw_smoother* smoother, const fw_tighter_def* def, fw_path* path,
                           fw_tighter_report* report, fw_refusal* refusal )
{
	knots list;
	FW_TRY( fw_knots_begin_pass( &list, smoother, &fw_tighter_def_ranges, def, report, path, refusal ) );
	fw_tighter_report made = { .tightest = list.unit->turning_radius };
	fw_status status = fw_tighter_check( &list, def->min_radius );
	status = status == FW_OK ? turn_all( &list, def->min_radius, &made ) : status;
	made.slowest = fw_turn_speed( list.unit, made.tightest );
	status = fw_knots_end( &list, status, path->count > 0 );
	*report = status == FW_OK ? made : *report;
	return status;
}

// SPDX-License-Identifier: MIT
// Turns that get tighter where they would hit something.
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

static bool is_free( const knots* list, const fw_curve* curve )
{
	return fw_layer_sweep_curve( list->tiles, list->unit->radius, curve );
}

bool fw_tighter_turn( const knots* list, double min_radius, fw_pose from, fw_vec2 to, fw_curve* curve, bool* legal )
{
	*legal = true;
	double radius = list->unit->turning_radius;
	while ( radius > min_radius )
	{
		if ( fw_curve_shortest_to_point( from, to, radius, FW_GEAR_FORWARD, curve ) &&
		     curve->part[0] <= FW_TIGHTER_WIDEST && is_free( list, curve ) )
		{
			return true;
		}
		radius *= SHRINK;
	}
	const bool turns = fw_curve_shortest_to_point( from, to, min_radius, FW_GEAR_FORWARD, curve );
	*legal = turns && is_free( list, curve );
	return turns;
}

static void note( fw_tighter_report* report, const knots* list, const fw_curve* curve, bool legal )
{
	// Where the unit does not turn, no radius counts.
	const bool turns = curve->part[0] > 0.0;
	report->illegal += legal ? 0 : 1;
	report->tightened += turns && curve->radius < list->unit->turning_radius ? 1 : 0;
	report->tightest = turns ? fmin( report->tightest, curve->radius ) : report->tightest;
}

fw_status fw_tighter_check( fw_refusal* refusal, const knots* list, double min_radius )
{
	const double radius = list->unit->turning_radius;
	fw_status status = radius > 0.0 ? fw_check_range( refusal, "min_radius", min_radius, FW_TIGHTER_MIN, radius )
	                                : fw_refuse_pair( refusal, FW_ERR_ARGUMENT, "min_radius", "unit.turning_radius",
	                                                  "the unit turns on the spot; leave the pass out" );
	for ( int32_t i = 0; i < list->count && status == FW_OK; i++ )
	{
		const fw_pose at = list->items[i].pose;
		if ( list->items[i].is_link || list->items[i].gear != FW_GEAR_FORWARD || !isfinite( at.x ) ||
		     !isfinite( at.y ) )
		{
			status = fw_refuse( refusal, FW_ERR_UNSUPPORTED, FW_REFUSAL_VALUE, "waypoint", NULL,
			                    "is not finite, or followed by a link or reverse gear" );
			fw_refuse_entry( refusal, status, "path.waypoints", i );
		}
	}
	return status;
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
	fw_status status = fw_tighter_check( refusal, &list, def->min_radius );
	fw_tighter_report made = { .tightest = list.unit->turning_radius };
	fw_pose pose = path->start;
	for ( int32_t i = 0; i + 1 < list.count && status == FW_OK; i++ )
	{
		knot* from = &list.items[i];
		const fw_vec2 to = { list.items[i + 1].pose.x, list.items[i + 1].pose.y };
		bool legal = false;
		if ( !fw_tighter_turn( &list, def->min_radius, pose, to, &from->curve, &legal ) )
		{
			status = fw_knots_refuse_point( refusal, i + 1 );
			break;
		}
		note( &made, &list, &from->curve, legal );
		from->is_curve = true;
		pose = fw_curve_pose_at( &from->curve, from->curve.length );
	}
	made.slowest = fw_turn_speed( list.unit, made.tightest );
	const fw_status ended = fw_knots_end( &list, path, status == FW_OK && path->count > 0 );
	status = status == FW_OK ? fw_refuse_status( refusal, ended ) : status;
	*report = status == FW_OK ? made : *report;
	return status;
}

// SPDX-License-Identifier: MIT
// Which passes a plan's path gets.
#include "planner/passes.h"

#include "planner/roads.h"

#include <math.h>

fw_smoother fw_plan_smoother( const fw_stock* stock, const fw_plan* plan )
{
	const bool keeps = plan->roads == FW_ROADS_STEPS || plan->roads == FW_ROADS_RINGS;
	fw_smoother smoother = fw_default_smoother();
	smoother.grid = stock->grid;
	smoother.unit = &plan->unit;
	smoother.allocator = stock->allocator;
	smoother.ignore_costs = plan->options.ignore_costs;
	smoother.turn_charge = plan->options.turn_charge;
	smoother.keep = keeps ? fw_plan_roads( stock->grid, plan ) : 0;
	return smoother;
}

fw_status fw_find_along( fw_stock* stock, const fw_plan* plan, const fw_primitives** turns )
{
	fw_primitives_def def = fw_default_primitives_def();
	def.allocator = stock->allocator;
	def.radius = plan->unit.radius;
	def.turning_radius = plan->unit.turning_radius;
	def.ring = FW_SMOOTH48_AHEAD;
	def.headings = plan->headings;
	def.lattice = FW_LATTICE_TILES;
	def.loops = def.turning_radius <= FW_RING_MAX;
	def.prune = false;
	def.sparing = plan->options.turn_charge > 0.0;
	def.places = true;
	return fw_stock_primitives( stock, &def, turns );
}

bool fw_goes_along( const fw_plan* plan, const fw_method* method )
{
	return plan->turning == FW_TURNING_ALONG && ( method->traits & FW_TRAIT_HEADINGS ) == 0 &&
	       plan->unit.turning_radius > 0.0;
}

bool fw_recalculates( const fw_plan* plan, const fw_method* method )
{
	return plan->turning == FW_TURNING_RECALCULATE && ( method->traits & FW_TRAIT_HEADINGS ) == 0 &&
	       plan->unit.turning_radius > 0.0;
}

bool fw_makes_turns( const fw_plan* plan, const fw_method* method )
{
	return fw_goes_along( plan, method ) || ( method->traits & FW_TRAIT_COMBINED ) != 0;
}

fw_status fw_check_turns( const fw_plan* plan, const fw_method* method )
{
	const double least = plan->min_radius;
	if ( plan->turning < FW_TURNING_NONE || plan->turning > FW_TURNING_RECALCULATE ||
	     !( least == 0.0 || ( least >= FW_TIGHTER_MIN && least < INFINITY ) ) )
	{
		return FW_ERR_ARGUMENT;
	}
	const bool any_angle = ( method->traits & FW_TRAIT_ANY_ANGLE ) != 0;
	// Searching a walk of several legs again would close steps of one leg alone.
	const bool legs = ( method->traits & FW_TRAIT_COMBINED ) != 0;
	const bool lacks = ( fw_goes_along( plan, method ) && any_angle ) || ( fw_recalculates( plan, method ) && legs );
	return lacks ? FW_ERR_UNSUPPORTED : FW_OK;
}

fw_status fw_smooth_curves( const fw_stock* stock, const fw_plan* plan, bool any_heading, fw_path* path )
{
	const fw_smoother smoother = fw_plan_smoother( stock, plan );
	return plan->clean_up ? fw_clean_up( &smoother, path, !any_heading, NULL )
	       : plan->smooth ? fw_smooth_curved( &smoother, path, NULL )
	                      : FW_OK;
}

// Lines in any direction are what an any-angle method searches for: its paths are done.
static bool smooths( const fw_plan* plan, const fw_method* method )
{
	return plan->smooth && ( method->traits & ( FW_TRAIT_HEADINGS | FW_TRAIT_ANY_ANGLE ) ) == 0;
}

bool fw_has_passes( const fw_plan* plan, const fw_method* method )
{
	return ( method->traits & FW_TRAIT_HEADINGS ) != 0 ? plan->clean_up : smooths( plan, method ) || plan->turning;
}

static fw_status turn_tighter( const fw_smoother* smoother, const fw_plan* plan, fw_path* path )
{
	fw_tighter_def def = fw_default_tighter_def();
	fw_tighter_report report;
	def.min_radius = plan->min_radius != 0.0 ? plan->min_radius : def.min_radius;
	def.min_radius = fmin( def.min_radius, plan->unit.turning_radius );
	return fw_turn_tighter( smoother, &def, path, &report, NULL );
}

static fw_status turn_backing( const fw_smoother* smoother, const fw_plan* plan, fw_path* path )
{
	fw_backing_def def = fw_default_backing_def();
	fw_backing_report report;
	def.min_radius = fmin( plan->min_radius, plan->unit.turning_radius );
	return fw_turn_backing( smoother, &def, path, &report, NULL );
}

fw_status fw_run_passes( const fw_stock* stock, const fw_plan* plan, const fw_method* method, bool any_heading,
                         fw_path* path )
{
	const fw_smoother smoother = fw_plan_smoother( stock, plan );
	if ( ( method->traits & FW_TRAIT_HEADINGS ) != 0 )
	{
		return plan->clean_up ? fw_clean_up( &smoother, path, !any_heading, NULL ) : FW_OK;
	}
	fw_status status = smooths( plan, method ) ? fw_smooth_straight( &smoother, path, NULL ) : FW_OK;
	if ( plan->start_any_heading )
	{
		// The unit may face where it first goes, which smoothing has changed.
		path->start = fw_path_begin( path );
	}
	if ( status == FW_OK && plan->turning == FW_TURNING_IGNORE )
	{
		status = fw_turn_ignoring( &smoother, path, NULL );
	}
	if ( status == FW_OK && plan->turning == FW_TURNING_TIGHTER && plan->unit.turning_radius > 0.0 )
	{
		status = turn_tighter( &smoother, plan, path );
	}
	if ( status == FW_OK && plan->turning == FW_TURNING_BACKING )
	{
		status = turn_backing( &smoother, plan, path );
	}
	return status;
}

static fw_status turn_along( fw_stock* stock, const fw_plan* plan, bool any_heading, bool partial, fw_path* path,
                             bool* found )
{
	const fw_smoother smoother = fw_plan_smoother( stock, plan );
	fw_smooth48_def def = fw_default_smooth48_def();
	fw_smooth48_report report = { 0 };
	def.start_any_heading = plan->start_any_heading;
	def.goal_any_heading = any_heading;
	def.goal_heading = plan->goal.heading;
	def.partial = partial;
	fw_status status = fw_find_along( stock, plan, &def.primitives );
	status = status == FW_OK ? fw_smooth48( &smoother, &def, path, &report, NULL ) : status;
	*found = status == FW_OK && ( report.found || partial );
	return *found ? fw_smooth_curves( stock, plan, any_heading, path ) : status;
}

fw_status fw_turn_along( fw_stock* stock, const fw_plan* plan, bool any_heading, fw_path* path, bool* found )
{
	return turn_along( stock, plan, any_heading, false, path, found );
}

fw_status fw_turn_as_far( fw_stock* stock, const fw_plan* plan, fw_path* path )
{
	bool found;
	return turn_along( stock, plan, true, true, path, &found );
}

fw_status fw_append_segments( fw_path* to, const fw_path* from, int32_t first, int32_t last )
{
	fw_status status = FW_OK;
	for ( int32_t i = first; i < last && status == FW_OK; i++ )
	{
		status = fw_path_append( to, &from->segments[i] );
	}
	return status;
}

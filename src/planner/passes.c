// SPDX-License-Identifier: MIT
// The passes over a plan's path.
#include "planner/passes.h"

#include "base/refusal.h"
#include "planner/choice.h"
#include "planner/timed.h"

#include <math.h>

fw_smoother fw_plan_smoother( const fw_cache* cache, const fw_plan* plan )
{
	const bool keeps = plan->roads == FW_ROADS_STEPS || plan->roads == FW_ROADS_RINGS;
	fw_smoother smoother = fw_default_smoother();
	smoother.grid = cache->grid;
	smoother.unit = &plan->unit;
	smoother.allocator = cache->allocator;
	smoother.ignore_costs = plan->options.ignore_costs;
	smoother.turn_charge = plan->options.turn_charge;
	smoother.keep_terrains = keeps ? fw_plan_roads( cache->grid, plan ) : 0;
	return smoother;
}

static fw_status turn_along( fw_cache* cache, const fw_plan* plan, bool any_heading, bool partial, fw_path* path,
                             bool* found, fw_refusal* refusal )
{
	const fw_smoother smoother = fw_plan_smoother( cache, plan );
	fw_smooth48_def def = fw_default_smooth48_def();
	fw_smooth48_report report = { 0 };
	def.start_any_heading = plan->start_any_heading;
	def.goal_any_heading = any_heading;
	def.goal_heading = plan->goal.heading;
	def.partial = partial;
	fw_status status = fw_cache_primitives_along( cache, plan, &def.primitives );
	status = status == FW_OK ? fw_smooth48( &smoother, &def, path, &report, refusal ) : status;
	*found = status == FW_OK && ( report.found || partial );
	return status;
}

static fw_status turn_tighter( const fw_smoother* smoother, const fw_plan* plan, fw_path* path, fw_refusal* refusal )
{
	fw_tighter_def def = fw_default_tighter_def();
	fw_tighter_report report;
	def.min_radius = plan->min_turning_radius != 0.0 ? plan->min_turning_radius : def.min_radius;
	def.min_radius = fmin( def.min_radius, plan->unit.turning_radius );
	return fw_turn_tighter( smoother, &def, path, &report, refusal );
}

static fw_status turn_backing( const fw_smoother* smoother, const fw_plan* plan, fw_path* path, fw_refusal* refusal )
{
	fw_backing_def def = fw_default_backing_def();
	fw_backing_report report;
	def.min_radius = fmin( plan->min_turning_radius, plan->unit.turning_radius );
	return fw_turn_backing( smoother, &def, path, &report, refusal );
}

// Over lines.
static fw_status run_over_lines( const fw_smoother* smoother, const fw_plan* plan, const fw_passes* passes,
                                 fw_path* path, fw_refusal* refusal )
{
	const fw_status status = passes->smooth ? fw_smooth_straight( smoother, path, refusal ) : FW_OK;
	if ( plan->start_any_heading )
	{
		// The unit may face where it first goes, which smoothing has changed.
		path->start = fw_path_begin( path );
	}
	return status != FW_OK                         ? status
	       : passes->turning == FW_TURNING_IGNORE  ? fw_turn_ignoring( smoother, path, refusal )
	       : passes->turning == FW_TURNING_TIGHTER ? turn_tighter( smoother, plan, path, refusal )
	       : passes->turning == FW_TURNING_BACKING ? turn_backing( smoother, plan, path, refusal )
	                                               : FW_OK;
}

static fw_status run_over_curves( const fw_smoother* smoother, const fw_passes* passes, fw_path* path,
                                  fw_refusal* refusal )
{
	return passes->clean_up ? fw_clean_up( smoother, path, !passes->any_heading, refusal )
	       : passes->smooth ? fw_smooth_curved( smoother, path, refusal )
	                        : FW_OK;
}

// Passes name the waypoint that they cannot take; of a plan it is its fields.
static fw_status refuse_links( const fw_passes* passes, const fw_path* path, fw_status status, fw_refusal* refusal )
{
	bool linked = false;
	for ( int32_t i = 0; i < path->count; i++ )
	{
		linked = linked || path->segments[i].kind == FW_SEGMENT_LINK;
	}
	return status == FW_ERR_UNSUPPORTED && linked && passes->turning != FW_TURNING_NONE
	           ? fw_refuse_pair(
	                 refusal, status, "turning", "grid",
	                 "the path takes a link, which these turns do not know; set turning to FW_TURNING_NONE" )
	           : status;
}

fw_status fw_passes_run( fw_cache* cache, const fw_plan* plan, const fw_passes* passes, fw_result* result, bool* found,
                         fw_refusal* refusal )
{
	const fw_smoother smoother = fw_plan_smoother( cache, plan );
	const bool along = passes->turning == FW_TURNING_ALONG;
	fw_status status = FW_OK;
	*found = true;
	if ( !passes->smooth && !passes->clean_up && passes->turning == FW_TURNING_NONE && !passes->measure )
	{
		return FW_OK;
	}
	if ( passes->timed && passes->clean_up )
	{
		status = fw_timed_clean_up( &smoother, plan, !passes->any_heading, &result->path, &result->cost );
		result->length = result->path.length;
		return status;
	}
	if ( along )
	{
		status = turn_along( cache, plan, passes->any_heading, false, &result->path, found, refusal );
	}
	else if ( !passes->curves )
	{
		status = run_over_lines( &smoother, plan, passes, &result->path, refusal );
	}
	if ( status == FW_OK && *found && ( along || passes->curves ) )
	{
		status = run_over_curves( &smoother, passes, &result->path, refusal );
	}
	result->length = result->path.length;
	result->cost = fw_smoother_cost( &smoother, &result->path );
	return refuse_links( passes, &result->path, status, refusal );
}

fw_status fw_turn_as_far( fw_cache* cache, const fw_plan* plan, fw_path* path )
{
	bool found;
	const fw_smoother smoother = fw_plan_smoother( cache, plan );
	const fw_passes after = { .smooth = plan->smooth, .clean_up = plan->clean_up, .any_heading = true };
	FW_TRY( turn_along( cache, plan, true, true, path, &found, NULL ) );
	return run_over_curves( &smoother, &after, path, NULL );
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

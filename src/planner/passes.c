// SPDX-License-Identifier: MIT
// The passes over a plan's path.
#include "planner/passes.h"

#include "base/refusal.h"
#include "fairway/motion.h"
#include "planner/choice.h"
#include "search/directional/speeds.h"
#include "sweep/turn_table.h"

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

fw_smooth48_def fw_plan_turns( const fw_plan* plan, bool any_heading )
{
	fw_smooth48_def def = fw_default_smooth48_def();
	def.start_any_heading = plan->start_any_heading;
	def.goal_any_heading = any_heading;
	def.goal_heading = plan->goal.heading;
	return def;
}

fw_status fw_turn_along( fw_cache* cache, const fw_plan* plan, fw_smooth48_def def, bool backwards, fw_path* path,
                         bool* found, fw_refusal* refusal )
{
	fw_smoother smoother = fw_plan_smoother( cache, plan );
	fw_unit unit = plan->unit;
	fw_smooth48_report report = { 0 };
	FW_TRY( fw_cache_primitives_along( cache, plan, &def.primitives ) );
	if ( backwards )
	{
		def.primitives = def.primitives->turned;
		unit.outline = def.primitives->def.outline;
		smoother.unit = &unit;
	}
	const fw_status status = fw_smooth48( &smoother, &def, path, &report, refusal );
	*found = status == FW_OK && report.found;
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
	FW_TRY( passes->smooth ? fw_smooth_straight( smoother, path, refusal ) : FW_OK );
	FW_TRY( passes->taut ? fw_smooth_taut( smoother, path, refusal ) : FW_OK );
	if ( plan->start_any_heading )
	{
		// The unit may face where it first goes, which smoothing has changed.
		path->start = fw_path_begin( path );
	}
	return passes->turning == FW_TURNING_IGNORE    ? fw_turn_ignoring( smoother, path, refusal )
	       : passes->turning == FW_TURNING_TIGHTER ? turn_tighter( smoother, plan, path, refusal )
	       : passes->turning == FW_TURNING_BACKING ? turn_backing( smoother, plan, path, refusal )
	                                               : FW_OK;
}

// The clean-up of paths that were searched for by time. It knows lengths and charges for turning, not times: so it is
// tried without a charge and with what turns lose the unit, and the profile says which path is the quickest.

// An arrival must be earlier by this part to count, so that rounding changes no path.
#define GAIN 1e-9

// A clean-up of such a path: the turning radius that it turns with, and the charge.
typedef struct timed_try
{
	double radius, charge;
} timed_try;

#define TIMED_TRIES ( 3 + FW_WIDER_MAX )

// Without a charge, with half of what turns lose the unit, and with all; and with each radius that suits it. How many.
static int32_t timed_tries( const fw_unit* unit, timed_try tries[TIMED_TRIES] )
{
	const double loss = fw_turn_loss( unit );
	double wider[FW_WIDER_MAX];
	int32_t count = 0;
	fw_speeds_radii( unit, wider );
	for ( int32_t i = 0; i < ( loss > 0.0 ? 3 : 1 ); i++ )
	{
		tries[count++] = ( timed_try ){ unit->turning_radius, 0.5 * i * loss };
	}
	for ( int32_t i = 0; i < FW_WIDER_MAX && wider[i] > 0.0; i++ )
	{
		tries[count++] = ( timed_try ){ wider[i], 0.0 };
	}
	return count;
}

// Cost by the profile; INFINITY where the unit would be too fast somewhere.
static fw_status measure( const fw_smoother* smoother, const fw_plan* query, const fw_path* path, double* cost )
{
	fw_profile* profile = NULL;
	fw_profile_def def = fw_default_profile_def();
	def.allocator = smoother->allocator;
	def.unit = query->unit;
	def.start_any_heading = query->start_any_heading;
	def.start_speed = query->options.start_speed;
	def.end_speed = query->options.goal_any_speed ? query->unit.speed : 0.0;
	FW_TRY( fw_profile_create( &def, path, &profile, NULL ) );
	*cost = fw_profile_overspeed( profile ) > 0.0 ? INFINITY : fw_profile_time( profile ) * query->unit.speed;
	fw_profile_destroy( profile );
	for ( int32_t i = 1; i < path->count; i++ )
	{
		*cost += path->segments[i].gear != path->segments[i - 1].gear ? query->unit.reverse_penalty : 0.0;
	}
	return FW_OK;
}

static void swap( fw_path* a, fw_path* b )
{
	const fw_path other = *a;
	*a = *b;
	*b = other;
}

// Cleans a path up where the unit then arrives earlier, else leaves it as it is; `cost` becomes that of the path, as of
// fw_result for methods with FW_TRAIT_SPEED.
static fw_status timed_clean_up( const fw_smoother* smoother, const fw_plan* query, bool keep_goal_heading,
                                 fw_path* path, double* cost )
{
	timed_try tries[TIMED_TRIES];
	const int32_t count = timed_tries( &query->unit, tries );
	fw_smoother charged = *smoother;
	fw_unit unit = query->unit;
	double least = INFINITY;
	fw_path best;
	fw_path tried;
	fw_path_init( &best, &path->allocator );
	fw_path_init( &tried, &path->allocator );
	fw_status status = measure( smoother, query, path, &least );
	status = status == FW_OK ? fw_path_copy( &best, path ) : status;
	for ( int32_t i = 0; status == FW_OK && i < count; i++ )
	{
		double time = INFINITY;
		unit.turning_radius = tries[i].radius;
		charged.unit = &unit;
		charged.turn_charge = tries[i].charge;
		status = fw_path_copy( &tried, path );
		status = status == FW_OK ? fw_clean_up( &charged, &tried, keep_goal_heading, NULL ) : status;
		status = status == FW_OK ? measure( &charged, query, &tried, &time ) : status;
		const bool earlier = time < least * ( 1.0 - GAIN );
		const bool plainer = time <= least * ( 1.0 + GAIN ) && tried.count < best.count;
		if ( status == FW_OK && ( earlier || plainer ) )
		{
			swap( &best, &tried );
			least = time;
		}
	}
	if ( status == FW_OK )
	{
		swap( path, &best );
		*cost = least < INFINITY ? least : *cost;
	}
	fw_path_free( &best );
	fw_path_free( &tried );
	return status;
}

// Per tile of the path, by callgrind on the maps of bench_queue; a tile step is 200 to 330 instructions. Passes take
// 3,700 to 5,800 instructions over lines, 20,000 to 36,000 over curves; what "taut" does after its search takes 300.
#define LINES_STEPS 20
#define STRING_STEPS 1
#define CURVES_STEPS 110

int64_t fw_passes_steps( const fw_passes* passes, const fw_method* method, const fw_unit* unit, double length )
{
	const bool curves = passes->clean_up || passes->turning == FW_TURNING_ALONG;
	const bool strings = ( method->traits & FW_TRAIT_ANY_ANGLE ) != 0;
	timed_try tries[TIMED_TRIES];
	const int32_t steps = curves           ? CURVES_STEPS * ( passes->timed ? timed_tries( unit, tries ) : 1 )
	                      : passes->smooth ? LINES_STEPS
	                      : strings        ? STRING_STEPS
	                                       : 0;
	return (int64_t)( length * steps );
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
	const bool curves = passes->curves && !passes->taut; // units that turn on the spot have none
	fw_status status = FW_OK;
	*found = true;
	if ( !passes->smooth && !passes->clean_up && !passes->taut && passes->turning == FW_TURNING_NONE &&
	     !passes->measure )
	{
		return FW_OK;
	}
	if ( passes->timed && passes->clean_up )
	{
		status = timed_clean_up( &smoother, plan, !passes->any_heading, &result->path, &result->cost );
		result->length = result->path.length;
		return status;
	}
	if ( along )
	{
		const fw_smooth48_def turns = fw_plan_turns( plan, passes->any_heading );
		status = fw_turn_along( cache, plan, turns, false, &result->path, found, refusal );
	}
	else if ( !curves )
	{
		status = run_over_lines( &smoother, plan, passes, &result->path, refusal );
	}
	if ( status == FW_OK && *found && ( along || curves ) )
	{
		status = passes->clean_up ? fw_clean_up( &smoother, &result->path, !passes->any_heading, refusal )
		         : passes->smooth ? fw_smooth_curved( &smoother, &result->path, refusal )
		                          : FW_OK;
	}
	result->length = result->path.length;
	result->cost = fw_smoother_cost( &smoother, &result->path );
	return refuse_links( passes, &result->path, status, refusal );
}

fw_status fw_result_copy( fw_result* to, const fw_result* from )
{
	FW_TRY( fw_path_copy( &to->path, &from->path ) );
	const fw_path path = to->path;
	*to = *from;
	to->path = path;
	return FW_OK;
}

// SPDX-License-Identifier: MIT
// The clean-up of paths that were searched for by time. It knows lengths and charges for turning, not times: so it is
// tried without a charge and with what turns lose the unit, and the profile says which path is the quickest.
#include "planner/timed.h"

#include "base/core.h"
#include "fairway/motion.h"

#include <math.h>

// An arrival must be earlier by this part to count, so that rounding changes no path.
#define GAIN 1e-9

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

// Takes the cleaned path over where it is the better one.
static fw_status try_charge( const fw_smoother* smoother, const fw_plan* query, bool keep_goal_heading,
                             const fw_path* found, fw_path* best, double* cost )
{
	fw_path tried;
	fw_path_init( &tried, &best->allocator );
	double time = INFINITY;
	fw_status status = fw_path_copy( &tried, found );
	status = status == FW_OK ? fw_clean_up( smoother, &tried, keep_goal_heading, NULL ) : status;
	status = status == FW_OK ? measure( smoother, query, &tried, &time ) : status;
	if ( status == FW_OK && time < *cost * ( 1.0 - GAIN ) )
	{
		const fw_path other = *best;
		*best = tried;
		tried = other;
		*cost = time;
	}
	fw_path_free( &tried );
	return status;
}

fw_status fw_timed_clean_up( const fw_smoother* smoother, const fw_plan* query, bool keep_goal_heading, fw_path* path,
                             double* cost )
{
	const double loss = fw_turn_loss( &query->unit );
	fw_smoother charged = *smoother;
	fw_path best;
	double least = INFINITY;
	fw_path_init( &best, &path->allocator );
	fw_status status = measure( smoother, query, path, &least );
	status = status == FW_OK ? fw_path_copy( &best, path ) : status;
	for ( int32_t i = 0; i < 3 && status == FW_OK; i++ )
	{
		charged.turn_charge = 0.5 * i * loss;
		if ( i == 0 || loss > 0.0 )
		{
			status = try_charge( &charged, query, keep_goal_heading, path, &best, &least );
		}
	}
	if ( status == FW_OK )
	{
		const fw_path other = *path;
		*path = best;
		best = other;
		*cost = least < INFINITY ? least : *cost;
	}
	fw_path_free( &best );
	return status;
}

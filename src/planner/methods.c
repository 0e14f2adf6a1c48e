// SPDX-License-Identifier: MIT
// The methods of plans: those of searches, and those that are made of several searches and passes. One more of these is
// one file and one row here.
#include "planner/job.h"
#include "planner/legs.h"

#include <string.h>

#define LEG_TRAITS ( FW_TRAIT_SQUARES | FW_TRAIT_COSTS | FW_TRAIT_COMBINED )

enum
{
	HYBRID,
	AUTO,
	MIDPOINT,
	COMPASS,
	COMBINED_COUNT
};

static const fw_combined rows[COMBINED_COUNT] = {
    [HYBRID] = { { "astar-turns", "a walk with legal turns along it, Directional A* over the gap where there are none",
                   FW_TRAIT_HEADINGS | FW_TRAIT_COSTS | FW_TRAIT_COMBINED, 0 },
                 fw_astar_turns_next,
                 fw_astar_turns_prepare },
    [AUTO] = { { "auto", "the cheapest way to a legal path: along a walk, over its gap, then Directional A*",
                 FW_TRAIT_HEADINGS | FW_TRAIT_COSTS | FW_TRAIT_REVERSE | FW_TRAIT_COMBINED, 0 },
               fw_auto_next,
               fw_auto_prepare },
    [MIDPOINT] = { { "midpoint", "A* from point to point of the line to the goal, each in a small window; may fail",
                     LEG_TRAITS, 0 },
                   fw_midpoint_next,
                   fw_legs_prepare },
    [COMPASS] = { { "compass", "A* from region to region in the direction of the goal, without a map; may fail",
                    LEG_TRAITS, 0 },
                  fw_compass_next,
                  fw_legs_prepare },
};

int32_t fw_plan_method_count( void )
{
	return fw_method_count() + COMBINED_COUNT;
}

const fw_method* fw_plan_method_at( int32_t index )
{
	const int32_t combined = index - fw_method_count();
	return combined < 0 ? fw_method_at( index ) : combined < COMBINED_COUNT ? &rows[combined].method : NULL;
}

const fw_combined* fw_combined_find( const char* name )
{
	for ( int32_t i = 0; name != NULL && i < COMBINED_COUNT; i++ )
	{
		if ( strcmp( rows[i].method.name, name ) == 0 )
		{
			return &rows[i];
		}
	}
	return NULL;
}

const fw_method* fw_plan_method_find( const char* name )
{
	const fw_combined* combined = fw_combined_find( name );
	return combined != NULL ? &combined->method : fw_method_find( name );
}

// Does the query ask for something that standard A* alone does, of the methods for units that turn on the spot?
static bool wants_astar( const fw_grid* grid, const fw_plan* plan )
{
	const fw_plan* query = plan;
	const bool costs =
	    !query->options.ignore_costs && grid != NULL && fw_grid_has_costs( grid, query->unit.capabilities );
	return costs || ( grid != NULL && !fw_grid_is_plain( grid, query->unit.capabilities ) ) || plan->turning ||
	       query->options.neighbors != 8 || query->options.corner_cutting || query->options.turn_penalty > 0.0 ||
	       query->options.window >= 0 || query->goal_tolerance > 0.0 || query->options.closed_moves != NULL ||
	       plan->roads == FW_ROADS_STEPS;
}

const fw_method* fw_plan_method( const fw_grid* grid, const fw_plan* plan )
{
	if ( plan == NULL )
	{
		return NULL;
	}
	const fw_method* named = fw_plan_method_find( plan->method );
	// Units that turn on the spot need nothing to be tried after something else.
	const bool is_auto = named == &rows[AUTO].method;
	if ( plan->method != NULL && !( is_auto && plan->unit.turning_radius == 0.0 ) )
	{
		return named;
	}
	if ( plan->unit.turning_radius > 0.0 && plan->turning == FW_TURNING_NONE )
	{
		return fw_method_find( plan->roads == FW_ROADS_STEPS ? "directional8" : "directional" );
	}
	if ( wants_astar( grid, plan ) )
	{
		return fw_method_find( plan->options.anchor == FW_ANCHOR_CORNER ? "theta" : "astar" );
	}
	if ( plan->unit.size > 0 )
	{
		return fw_method_find( "jps" );
	}
	// For points the shortest paths are mostly the faster ones as well (bench/bench_any_angle).
	return fw_method_find( plan->unit.radius > 0.0 ? "block-ps" : "visibility-graph" );
}

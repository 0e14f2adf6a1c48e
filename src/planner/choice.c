// SPDX-License-Identifier: MIT
// What a plan comes to: the automatic choice of a method, and what follows from a method.
#include "planner/choice.h"

#include "base/refusal.h"
#include "planner/requirements.h"
#include "search/requirements.h"

#include <math.h>
#include <string.h>

static const fw_range ranges[] = {
    { "goal_tolerance", offsetof( fw_plan, goal_tolerance ), FW_FIELD_DOUBLE, 0.0, 1e6, " tiles" },
    { "turning", offsetof( fw_plan, turning ), FW_FIELD_INT, FW_TURNING_NONE, FW_TURNING_RECALCULATE, NULL },
    { "min_turning_radius", offsetof( fw_plan, min_turning_radius ), FW_FIELD_OR_0, FW_TIGHTER_MIN, 64.0, " tiles" },
    { "lattice", offsetof( fw_plan, lattice ), FW_FIELD_INT, FW_LATTICE_GAPS, FW_LATTICE_HALF, NULL },
    { "ring", offsetof( fw_plan, ring ), FW_FIELD_INT, 0, FW_RING_MAX, " tiles" },
    { "headings", offsetof( fw_plan, headings ), FW_FIELD_ENDS, 8, 16, NULL },
    { "roads", offsetof( fw_plan, roads ), FW_FIELD_INT, FW_ROADS_NONE, FW_ROADS_CONES, NULL },
    { "lane", offsetof( fw_plan, lane ), FW_FIELD_INT, FW_LANE_ANY, FW_LANE_LEFT, NULL },
};
static const fw_ranges plan_ranges = FW_RANGES( "plan", "fw_default_plan()", ranges );

fw_status fw_plan_check( const fw_plan* plan, fw_refusal* refusal )
{
	FW_TRY( fw_check( refusal, &plan_ranges, plan ) );
	FW_TRY( fw_unit_check( &plan->unit, refusal ) );
	if ( plan->method != NULL && fw_method_find( plan->method ) == NULL )
	{
		return fw_refuse_method( refusal, plan->method );
	}
	return plan->cluster != 0 ? fw_check_range( refusal, "cluster", plan->cluster, FW_CLUSTER_MIN, FW_CLUSTER_MAX )
	                          : FW_OK;
}

// What the automatic choice asks about a plan.
enum
{
	CURVES = 1 << 0, // the unit has a turning radius, and no pass makes its turns
	STEPS = 1 << 1,  // FW_ROADS_STEPS
	ASTAR = 1 << 2,  // costs, links or one-way tiles matter, or the plan wants what astar alone can do
	CORNER = 1 << 3, // between tile corners
	SQUARE = 1 << 4, // units of several tiles
	POINT = 1 << 5,  // radius 0
	NARROW = 1 << 6, // a disc that passes wherever a point does: radius up to 0.5
};

// The automatic choice: the first row of which all holds.
//
// Directional A* stays within 0.1 % of the shortest path, as it searches the half-tile points of narrow gaps too, where
// methods over tile centers are up to 120 % longer. For points the visibility graph is the shortest and the fastest.
static const struct
{
	uint32_t holds;
	const char* method;
} choices[] = {
    { CURVES | STEPS, "directional8" },
    { CURVES, "directional" },
    { ASTAR | CORNER, "theta" },
    { ASTAR, "astar" },
    { CORNER, "visibility-graph" },
    { SQUARE, "jps" },
    { POINT, "visibility-graph" },
    { NARROW, "directional" },
    { 0, "directional" },
};

static bool wants_astar( const fw_grid* grid, const fw_plan* plan )
{
	const fw_search_options* options = &plan->options;
	const uint32_t capabilities = plan->unit.capabilities;
	const bool plain = grid == NULL || fw_grid_is_plain( grid, capabilities );
	const bool costs = grid != NULL && !options->ignore_costs && fw_grid_has_costs( grid, capabilities );
	return !plain || costs || plan->turning != FW_TURNING_NONE || plan->roads == FW_ROADS_STEPS ||
	       plan->goal_tolerance > 0.0 || options->neighbors != 8 || options->corner_cutting ||
	       options->turn_penalty > 0.0 || options->window >= 0 || options->closed_moves != NULL;
}

static const fw_method* choose( const fw_grid* grid, const fw_plan* plan )
{
	const fw_unit* unit = &plan->unit;
	const bool curves = unit->turning_radius > 0.0 && plan->turning == FW_TURNING_NONE;
	const uint32_t facts = ( curves ? CURVES : 0 ) | ( plan->roads == FW_ROADS_STEPS ? STEPS : 0 ) |
	                       ( !curves && wants_astar( grid, plan ) ? ASTAR : 0 ) |
	                       ( plan->options.anchor == FW_ANCHOR_CORNER ? CORNER : 0 ) | ( unit->size > 0 ? SQUARE : 0 ) |
	                       ( unit->radius == 0.0 ? POINT : 0 ) | ( unit->radius <= 0.5 ? NARROW : 0 );
	int32_t i = 0;
	while ( ( choices[i].holds & ~facts ) != 0 )
	{
		i++;
	}
	return fw_method_find( choices[i].method );
}

uint32_t fw_plan_roads( const fw_grid* grid, const fw_plan* plan )
{
	return plan->road_terrains != 0 || grid == NULL ? plan->road_terrains : fw_roads_terrains( grid );
}

static double weight_of( const fw_plan* plan, const fw_method* method )
{
	// It is the curves that profit from haste; steps are cheap enough to be exact.
	const double by_method = ( method->traits & FW_TRAIT_HEADINGS ) != 0 ? 1.1 : 1.0;
	return plan->options.weight != 0.0 ? plan->options.weight : by_method;
}

fw_query fw_plan_query( const fw_plan* plan, const fw_method* method )
{
	fw_query query = fw_default_query();
	query.method = method->name;
	query.unit = plan->unit;
	query.start = plan->start;
	query.goal = plan->goal;
	query.start_any_heading = plan->start_any_heading;
	query.goal_any_heading = plan->goal_any_heading;
	query.goal_tolerance = plan->goal_tolerance;
	query.options = plan->options;
	query.options.weight = weight_of( plan, method );
	return query;
}

fw_query fw_plan_search_query( const fw_plan* plan, const fw_resolved_plan* resolved, const fw_method* method )
{
	fw_query query = fw_plan_query( plan, method );
	const bool later = resolved->turning == FW_TURNING_ALONG || ( resolved->method->traits & FW_TRAIT_COMBINED ) != 0;
	if ( later && ( method->traits & FW_TRAIT_HEADINGS ) == 0 )
	{
		query.options.turn_charge = 0.0;
	}
	return query;
}

fw_passes fw_passes_of( const fw_plan* plan, const fw_method* method )
{
	const bool headings = ( method->traits & FW_TRAIT_HEADINGS ) != 0;
	const bool combined = ( method->traits & FW_TRAIT_COMBINED ) != 0;
	const bool needless =
	    plan->unit.turning_radius == 0.0 && plan->turning != FW_TURNING_IGNORE && plan->turning != FW_TURNING_BACKING;
	const fw_turning turning = headings || needless ? FW_TURNING_NONE : plan->turning;
	const bool turned = turning == FW_TURNING_ALONG || turning == FW_TURNING_RECALCULATE;
	// Lines in any direction are what an any-angle method searches for, and curves what one with headings does.
	const bool rough = headings ? combined : turned || ( method->traits & FW_TRAIT_ANY_ANGLE ) == 0;
	return ( fw_passes ){ .curves = headings,
	                      .timed = ( method->traits & FW_TRAIT_SPEED ) != 0,
	                      .smooth = plan->smooth && rough,
	                      .clean_up = plan->clean_up && ( headings || turned ),
	                      .turning = turning,
	                      .any_heading = plan->goal_any_heading,
	                      .measure = combined };
}

// The tightest turn of the path.
static double turning_radius_of( const fw_plan* plan, const fw_resolved_plan* r )
{
	const double own = plan->unit.turning_radius;
	const double least = plan->min_turning_radius;
	const bool turns = r->turning != FW_TURNING_NONE || ( r->method->traits & FW_TRAIT_HEADINGS ) != 0;
	const bool tighter = r->turning == FW_TURNING_TIGHTER || ( r->turning == FW_TURNING_BACKING && least != 0.0 );
	return !turns ? 0.0 : tighter ? fmin( own, least != 0.0 ? least : fw_default_tighter_def().min_radius ) : own;
}

static const fw_strategy* strategy_of( const fw_resolved_plan* r )
{
	static const struct
	{
		const char* method;
		const fw_strategy* strategy;
	} rows[] = {
	    { "astar-turns", &fw_astar_turns_strategy },
	    { "midpoint", &fw_midpoint_strategy },
	    { "compass", &fw_compass_strategy },
	};
	for ( size_t i = 0; i < sizeof( rows ) / sizeof( rows[0] ); i++ )
	{
		if ( strcmp( rows[i].method, r->method->name ) == 0 )
		{
			return rows[i].strategy;
		}
	}
	return r->turning == FW_TURNING_RECALCULATE ? &fw_recalculate_strategy : &fw_single_strategy;
}

// Refuses what the search of the plan cannot do, before anything is built for it. On the map of roads alone, or of what
// is between cones, there may be no costs and no links.
static fw_status check_search( const fw_grid* grid, const fw_plan* plan, const fw_resolved_plan* r,
                               fw_refusal* refusal )
{
	if ( ( r->method->traits & FW_TRAIT_COMBINED ) != 0 )
	{
		return FW_OK;
	}
	const fw_query query = fw_plan_search_query( plan, r, r->method );
	const bool elsewhere = plan->roads == FW_ROADS_ONLY || fw_plan_has_cones( plan );
	return fw_check_requirements( refusal, &query, r->method, elsewhere ? NULL : grid );
}

fw_status fw_plan_settle( const fw_grid* grid, const fw_plan* plan, fw_purpose purpose, fw_settled_plan* settled,
                          fw_refusal* refusal )
{
	FW_TRY( fw_plan_check( plan, refusal ) );
	const bool automatic = plan->method == NULL || strcmp( plan->method, "auto" ) == 0;
	const fw_method* method = automatic ? choose( grid, plan ) : fw_method_find( plan->method );
	const bool headings = ( method->traits & FW_TRAIT_HEADINGS ) != 0;
	const bool single = ( method->traits & FW_TRAIT_COMBINED ) == 0;
	const fw_passes passes = fw_passes_of( plan, method );
	fw_resolved_plan r = {
	    .method = method,
	    .automatic = automatic,
	    // It does not count over hierarchies.
	    .weight = ( method->traits & FW_TRAIT_HIERARCHY ) != 0 ? 1.0 : weight_of( plan, method ),
	    .smooth = passes.smooth && ( !passes.clean_up || passes.turning == FW_TURNING_RECALCULATE ),
	    .turning = passes.turning,
	    .clean_up = passes.clean_up,
	    // Rings of one and two tiles turn by loops, of which half-tile points have none.
	    .second_try = plan->second_try && headings && single && plan->lattice == FW_LATTICE_GAPS && method->ring != 1 &&
	                  method->ring != 2,
	    .other_heading = automatic && headings && plan->unit.turning_radius > 0.0 && !plan->goal_any_heading,
	    .lattice = plan->lattice,
	    .ring = headings ? fw_plan_ring( plan, method ) : 0,
	    .road_terrains = fw_plan_roads( grid, plan ),
	};
	r.turning_radius = turning_radius_of( plan, &r );
	FW_TRY( fw_plan_fits( grid, plan, purpose, &r, refusal ) );
	FW_TRY( check_search( grid, plan, &r, refusal ) );
	*settled = ( fw_settled_plan ){ r, passes, strategy_of( &r ) };
	return FW_OK;
}

fw_status fw_plan_resolve( const fw_grid* grid, const fw_plan* plan, fw_resolved_plan* resolved, fw_refusal* refusal )
{
	fw_settled_plan settled;
	FW_TRY( FW_CHECK_NULL( refusal, plan, resolved ) );
	FW_TRY( fw_plan_settle( grid, plan, FW_PURPOSE_PATH, &settled, refusal ) );
	*resolved = settled.resolved;
	return FW_OK;
}

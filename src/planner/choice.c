// SPDX-License-Identifier: MIT
// What a plan comes to: the automatic choice of a method, and what follows from a method.
#include "planner/choice.h"

#include "base/refusal.h"
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
    { "margin", offsetof( fw_plan, margin ), FW_FIELD_DOUBLE, 0.0, FW_MARGIN_MAX, " tiles" },
    { "margin_cost", offsetof( fw_plan, margin_cost ), FW_FIELD_DOUBLE, 0.0, FW_TERRAIN_COST_MAX, NULL },
    { "legs.length", offsetof( fw_plan, legs.length ), FW_FIELD_INT, 1, FW_GRID_MAX_SIDE, " tiles" },
    { "legs.margin", offsetof( fw_plan, legs.margin ), FW_FIELD_INT, 0, FW_GRID_MAX_SIDE, " tiles" },
    { "legs.side", offsetof( fw_plan, legs.side ), FW_FIELD_INT, 2, FW_GRID_MAX_SIDE, " tiles" },
};
static const fw_ranges plan_ranges = FW_RANGES( "plan", "fw_default_plan()", ranges );

fw_status fw_plan_check( const fw_plan* plan, const fw_method** method, fw_refusal* refusal )
{
	FW_TRY( fw_check( refusal, &plan_ranges, plan ) );
	FW_TRY( fw_unit_check( &plan->unit, refusal ) );
	*method = fw_method_find( plan->method );
	if ( plan->method != NULL && *method == NULL )
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
	LINES = 1 << 2,  // the plan asks for nothing that a search for straight lines does not do
	ROADS = 1 << 3,  // roads or lanes decide what a search sees
	CORNER = 1 << 4, // between tile corners
	SQUARE = 1 << 5, // units of several tiles
	POINT = 1 << 6,  // radius 0
	WIDE = 1 << 7,   // a disc that fits through gaps that no tile center leads through: radius above 0.5
};

// The automatic choice: the first row of which all holds and nothing in `bars` does, and whose method does what the
// plan asks for. A rival searches too, and the shorter path is taken. bench/bench_choice compares the methods.
//
// Squares need steps in diagonal lanes one tile wide, which "taut" takes for straight and "jps" does not. Wide discs
// fit through gaps that only "directional" sees, and elsewhere it misjudges which side of an obstacle is the shorter
// one.
typedef struct choice
{
	uint32_t holds, bars;
	const char *method, *rival;
} choice;

static const choice choices[] = {
    { CURVES | STEPS, 0, "directional8", NULL }, //
    { CURVES, 0, "directional", NULL },
    { LINES | POINT, 0, "visibility-graph", NULL },
    { CORNER, 0, "theta", NULL },
    { LINES | SQUARE, ROADS, "taut", "jps" },
    { LINES | WIDE, ROADS, "directional", "taut" },
    { LINES, SQUARE | WIDE | ROADS, "taut", NULL },
    { LINES | SQUARE, 0, "jps", NULL }, // also for the path so far, which "taut" does not have
    { LINES, SQUARE, "directional", NULL },
    { 0, 0, "astar", NULL },
};

// Does a path of straight lines in any direction do all that the plan asks for? The rows look at the heuristic.
static bool wants_lines( const fw_grid* grid, const fw_plan* plan )
{
	const bool corner = plan->options.anchor == FW_ANCHOR_CORNER;
	const fw_method* method = fw_method_find( corner ? "visibility-graph" : "taut" );
	fw_query query = fw_plan_query( plan, NULL, method );
	query.options.heuristic = FW_HEURISTIC_BEST;
	return plan->turning == FW_TURNING_NONE && plan->roads != FW_ROADS_STEPS && !fw_plan_has_margin( plan ) &&
	       fw_check_requirements( NULL, &query, method, grid ) == FW_OK;
}

static bool does( const char* name, const fw_plan* plan )
{
	if ( name == NULL )
	{
		return true;
	}
	const fw_method* method = fw_method_find( name );
	const bool best = !plan->best_effort || ( method->traits & FW_TRAIT_BEST ) != 0;
	const uint32_t heuristic = (uint32_t)plan->options.heuristic;
	return best && heuristic < 32 && ( method->heuristics >> heuristic & 1u ) != 0;
}

static const choice* choose( const fw_grid* grid, const fw_plan* plan )
{
	const fw_unit* unit = &plan->unit;
	const bool curves = unit->turning_radius > 0.0 && plan->turning == FW_TURNING_NONE;
	const uint32_t facts = ( curves ? CURVES : 0 ) | ( plan->roads == FW_ROADS_STEPS ? STEPS : 0 ) |
	                       ( wants_lines( grid, plan ) ? LINES : 0 ) | ( fw_plan_has_roads( plan ) ? ROADS : 0 ) |
	                       ( plan->options.anchor == FW_ANCHOR_CORNER ? CORNER : 0 ) | ( unit->size > 0 ? SQUARE : 0 ) |
	                       ( unit->size == 0 && unit->radius == 0.0 ? POINT : 0 ) |
	                       ( unit->size == 0 && unit->radius > 0.5 ? WIDE : 0 );
	const choice* last = &choices[sizeof( choices ) / sizeof( choices[0] ) - 1];
	const choice* row = choices;
	while ( row < last && ( ( row->holds & ~facts ) != 0 || ( row->bars & facts ) != 0 || !does( row->method, plan ) ||
	                        !does( row->rival, plan ) ) )
	{
		row++;
	}
	return row;
}

uint32_t fw_plan_roads( const fw_grid* grid, const fw_plan* plan )
{
	return plan->road_terrains != 0 || grid == NULL ? plan->road_terrains : fw_roads_terrains( grid );
}

static double weight_of( const fw_plan* plan, const fw_method* method )
{
	// It is the curves that profit from haste; steps are cheap enough to be exact. Times exceed their bound by
	// more than lengths do: the weight was chosen on the pose problems (bench/bench_speed).
	const double by_method = ( method->traits & FW_TRAIT_SPEED ) != 0      ? 1.6
	                         : ( method->traits & FW_TRAIT_HEADINGS ) != 0 ? 1.1
	                                                                       : 1.0;
	return plan->options.weight != 0.0 ? plan->options.weight : by_method;
}

fw_query fw_plan_query( const fw_plan* plan, const fw_resolved_plan* resolved, const fw_method* method )
{
	const bool later = resolved != NULL && ( resolved->turning == FW_TURNING_ALONG ||
	                                         ( resolved->method->traits & FW_TRAIT_COMBINED ) != 0 );
	const bool turned = later || ( resolved != NULL && resolved->turning != FW_TURNING_NONE );
	fw_query query = {
	    .cookie = FW_COOKIE,
	    .method = method->name,
	    .unit = turned && ( method->traits & FW_TRAIT_OUTLINE ) == 0 ? fw_plan_walker( &plan->unit ) : plan->unit,
	    .start = plan->start,
	    .goal = plan->goal,
	    .start_any_heading = plan->start_any_heading,
	    .goal_any_heading = plan->goal_any_heading,
	    .goal_tolerance = plan->goal_tolerance,
	    .options = plan->options,
	};
	query.options.weight = weight_of( plan, method );
	if ( later && ( method->traits & FW_TRAIT_HEADINGS ) == 0 )
	{
		query.options.turn_charge = 0.0;
	}
	return query;
}

void fw_plan_refine( fw_plan* plan )
{
	// Of 398 problems for vehicles (docs/algorithms/outlines.md) eight headings leave 12 unsolved, sixteen nine.
	plan->lattice = FW_LATTICE_HALF;
	plan->headings = plan->unit.outline.count > 0 ? 16 : plan->headings;
}

static bool is_automatic( const fw_plan* plan )
{
	return plan->method == NULL || fw_same_name( plan->method, "auto" );
}

// Is the path of an automatic choice pulled taut? Not where a search for any angle has done what there is to do, and
// not where the string would leave roads or lanes.
static bool is_pulled( const fw_grid* grid, const fw_plan* plan, const fw_method* method )
{
	return plan->smooth && plan->unit.turning_radius == 0.0 && plan->turning == FW_TURNING_NONE &&
	       plan->options.anchor == FW_ANCHOR_CENTER && !fw_plan_has_roads( plan ) &&
	       ( method->traits & FW_TRAIT_ANY_ANGLE ) == 0 && ( grid == NULL || fw_grid_one_way_count( grid ) == 0 ) &&
	       is_automatic( plan );
}

fw_passes fw_passes_of( const fw_grid* grid, const fw_plan* plan, const fw_method* method )
{
	const bool headings = ( method->traits & FW_TRAIT_HEADINGS ) != 0;
	const bool combined = ( method->traits & FW_TRAIT_COMBINED ) != 0;
	const bool needless =
	    plan->unit.turning_radius == 0.0 && plan->turning != FW_TURNING_IGNORE && plan->turning != FW_TURNING_BACKING;
	const fw_turning turning = headings || needless ? FW_TURNING_NONE : plan->turning;
	const bool turned = turning == FW_TURNING_ALONG || turning == FW_TURNING_RECALCULATE;
	const bool taut = is_pulled( grid, plan, method );
	// Lines in any direction are what an any-angle method searches for, and curves what one with headings does. The
	// taut pass alone is faster than both, but over terrain costs it may gain nothing.
	const bool rough = headings ? combined
	                   : taut   ? ( method->traits & FW_TRAIT_COSTS ) != 0
	                            : turned || ( method->traits & FW_TRAIT_ANY_ANGLE ) == 0;
	return ( fw_passes ){ .curves = headings,
	                      .timed = ( method->traits & FW_TRAIT_SPEED ) != 0,
	                      .smooth = plan->smooth && rough,
	                      .clean_up = plan->clean_up && !taut && ( headings || turned ),
	                      .taut = taut,
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

// The clean-up smooths one path better than another, so that the shortest one can be the quickest at its end.
static const fw_method* rival_of( const choice* chosen, const fw_passes* passes )
{
	const bool timed = passes->timed && passes->clean_up;
	const char* name = timed ? "directional" : chosen != NULL ? chosen->rival : NULL;
	return name != NULL ? fw_method_find( name ) : NULL;
}

static const fw_strategy* strategy_of( const fw_plan* plan, const fw_resolved_plan* r )
{
	const char* name = r->method->name;
	if ( ( r->method->traits & FW_TRAIT_COMBINED ) == 0 )
	{
		return r->turning == FW_TURNING_RECALCULATE ? &fw_recalculate_strategy : &fw_single_strategy;
	}
	return fw_same_name( name, "midpoint" )  ? &fw_midpoint_strategy
	       : fw_same_name( name, "compass" ) ? &fw_compass_strategy
	       : plan->unit.outline.count > 0    ? &fw_outline_turns_strategy
	                                         : &fw_astar_turns_strategy;
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
	// Its rival may search first, which does.
	if ( plan->roads == FW_ROADS_RINGS &&
	     ( r->method->traits & ( FW_TRAIT_SPEED | FW_TRAIT_ROADS ) ) == FW_TRAIT_SPEED )
	{
		return fw_refuse_trait( refusal, r->method, "map.roads", FW_TRAIT_ROADS,
		                        "does not keep to roads; set map.roads to NULL" );
	}
	const fw_query query = fw_plan_query( plan, r, r->method );
	const bool elsewhere = plan->roads == FW_ROADS_ONLY || fw_plan_has_cones( plan );
	fw_refusal why = { 0 };
	const fw_status status = fw_check_requirements( &why, &query, r->method, elsewhere ? NULL : grid );
	if ( status != FW_OK && plan->unit.outline.count > 0 && strcmp( why.field, "unit.radius" ) == 0 )
	{
		return fw_refuse_trait( refusal, r->method, "unit.outline", why.trait,
		                        "does not plan for discs as large as the one inside of the outline; take \"astar\"" );
	}
	if ( status != FW_OK && refusal != NULL )
	{
		*refusal = why;
	}
	return status;
}

// Lines meet in corners, where no unit with an outline turns.
static fw_status check_outline( const fw_plan* plan, const fw_resolved_plan* r, fw_refusal* refusal )
{
	const bool turned = r->turning != FW_TURNING_NONE || ( r->method->traits & FW_TRAIT_HEADINGS ) != 0;
	return plan->unit.outline.count == 0 || turned
	           ? FW_OK
	           : fw_refuse_trait( refusal, r->method, "unit.outline", FW_TRAIT_OUTLINE,
	                              "makes corners, where no outline turns; set turning, or take \"directional\"" );
}

// Walls that cost are terrain costs, which roads are told by.
static fw_status check_margin( const fw_plan* plan, const fw_method* method, fw_refusal* refusal )
{
	if ( !fw_plan_has_margin( plan ) )
	{
		return FW_OK;
	}
	const bool point = plan->unit.size == 0 && plan->unit.radius == 0.0;
	if ( ( method->traits & FW_TRAIT_COSTS ) == 0 || ( ( method->traits & FW_TRAIT_POINT_COSTS ) != 0 && !point ) )
	{
		(void)fw_refuse( refusal, FW_ERR_UNSUPPORTED, FW_REFUSAL_TRAIT, "margin", "method",
		                 "must be 0 for a method that honors no terrain costs; \"astar\" does" );
		if ( refusal != NULL )
		{
			refusal->trait = FW_TRAIT_COSTS;
		}
		return FW_ERR_UNSUPPORTED;
	}
	FW_TRY( !fw_plan_has_roads( plan )
	            ? FW_OK
	            : fw_refuse_pair( refusal, FW_ERR_UNSUPPORTED, "margin", "roads", "walls do not count beside roads" ) );
	return !plan->options.ignore_costs ? FW_OK
	                                   : fw_refuse_pair( refusal, FW_ERR_UNSUPPORTED, "margin", "options.ignore_costs",
	                                                     "a margin is made of terrain costs" );
}

// Tiles are counted from the corner of the whole map, and roads may cut it to a smaller one.
static fw_status check_legs( const fw_plan* plan, const fw_method* method, fw_refusal* refusal )
{
	const bool legs = ( method->traits & FW_TRAIT_LEGS ) != 0;
	const char* field = plan->legs.trail != NULL             ? "legs.trail"
	                    : legs && plan->legs.regions != NULL ? "legs.regions"
	                                                         : NULL;
	if ( field != NULL && !legs )
	{
		return fw_refuse_trait( refusal, method, field, FW_TRAIT_LEGS,
		                        "plans the whole way at once; set legs.trail to NULL, or take \"midpoint\"" );
	}
	return field == NULL || !fw_plan_has_roads( plan )
	           ? FW_OK
	           : fw_refuse_pair( refusal, FW_ERR_UNSUPPORTED, field, "roads", "legs do not know roads and lanes" );
}

fw_status fw_plan_settle( const fw_grid* grid, const fw_plan* plan, fw_purpose purpose, fw_settled_plan* settled,
                          fw_refusal* refusal )
{
	const fw_method* method;
	FW_TRY( fw_plan_check( plan, &method, refusal ) );
	const bool automatic = is_automatic( plan );
	const choice* chosen = automatic ? choose( grid, plan ) : NULL;
	method = automatic ? fw_method_find( chosen->method ) : method;
	const bool headings = ( method->traits & FW_TRAIT_HEADINGS ) != 0;
	const bool single = ( method->traits & FW_TRAIT_COMBINED ) == 0;
	const fw_passes passes = fw_passes_of( grid, plan, method );
	fw_resolved_plan r = {
	    .method = method,
	    .rival = rival_of( chosen, &passes ),
	    .automatic = automatic,
	    // It does not count over hierarchies.
	    .weight = ( method->traits & FW_TRAIT_HIERARCHY ) != 0 ? 1.0 : weight_of( plan, method ),
	    .smooth = passes.smooth && ( !passes.clean_up || passes.turning == FW_TURNING_RECALCULATE ),
	    .turning = passes.turning,
	    .clean_up = passes.clean_up,
	    .taut = passes.taut,
	    // Rings of one and two tiles turn by loops, of which half-tile points have none.
	    .second_try = plan->second_try && headings && single && plan->lattice == FW_LATTICE_GAPS && method->ring != 1 &&
	                  method->ring != 2,
	    .other_heading = automatic && headings && plan->unit.turning_radius > 0.0 && !plan->goal_any_heading,
	    .lattice = plan->lattice,
	    .ring = headings ? fw_plan_ring( plan, method ) : 0,
	    .road_terrains = fw_plan_roads( grid, plan ),
	};
	r.turning_radius = turning_radius_of( plan, &r );
	FW_TRY( check_margin( plan, method, refusal ) );
	FW_TRY( check_legs( plan, method, refusal ) );
	FW_TRY( fw_plan_fits( grid, plan, purpose, &r, refusal ) );
	FW_TRY( check_outline( plan, &r, refusal ) );
	FW_TRY( check_search( grid, plan, &r, refusal ) );
	*settled = ( fw_settled_plan ){ r, passes, strategy_of( plan, &r ) };
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

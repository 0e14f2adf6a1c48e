// SPDX-License-Identifier: MIT
// What goes together in a plan. A new requirement is a row.
#include "base/refusal.h"
#include "planner/choice.h"

// What plans ask for, and what is so.
enum
{
	ASKS_ALONG = 1 << 0,
	ASKS_RECALCULATE = 1 << 1,
	ASKS_CONES = 1 << 2,
	ASKS_TURNS = 1 << 3, // method "astar-turns"
	ASKS_LEGS = 1 << 4,  // methods "midpoint" and "compass"
	ASKS_COMPASS = 1 << 5,
	ASKS_ROUTE = 1 << 6,
	ASKS_MAP = 1 << 7,
	HAS_TILES = 1 << 8, // a method that is not any-angle
	HAS_ASTAR = 1 << 9, // "astar" or "aastar"
	HAS_DISC = 1 << 10,
	HAS_CENTERS = 1 << 11,
	HAS_ALL_MOVES = 1 << 12,
	HAS_PLAIN_GRID = 1 << 13,
	HAS_TURNING_RADIUS = 1 << 14,
	HAS_EXACT_GOAL = 1 << 15,
	HAS_HIERARCHY = 1 << 16,
	HAS_NO_TURNING = 1 << 17,
	HAS_NO_ROADS = 1 << 18,
	HAS_ONE_SEARCH = 1 << 19,
	ASKS_CURVES = 1 << 20, // a method with headings, which the unit's turning radius calls for
	ASKS_IGNORE = 1 << 21,
	ASKS_BACKING = 1 << 22,
	ASKS_LEGAL_TURNS = 1 << 23, // of passes
	HAS_REVERSE = 1 << 24,
	HAS_NO_ONE_WAY = 1 << 25,
	ASKS_HEADINGS = 1 << 26, // a method with headings
	ASKS_LANDMARKS = 1 << 27,
	HAS_ABSTRACT_GRAPH = 1 << 28, // a method that searches a hierarchy, or is guided by one
	ASKS_OPEN_CORNERS = 1 << 29,
	HAS_ANY_ANGLE = 1 << 30,
};

typedef struct requirement
{
	uint32_t asks, needs; // whatever asks for one of the first needs all of the second
	uint32_t trait;       // that the method lacks; 0: none would help
	const char *field, *other;
	const char* words; // behind the field
} requirement;

static const requirement requirements[] = {
    { ASKS_ALONG, HAS_TILES, 0, "turning", "method",
      "needs a tile path, and an any-angle method has none; take \"astar\"" },
    { ASKS_HEADINGS, HAS_NO_TURNING, 0, "turning", "method",
      "must be FW_TURNING_NONE, as a method with headings makes its own turns" },
    { ASKS_LANDMARKS, HAS_ABSTRACT_GRAPH, FW_TRAIT_HIERARCHY, "landmarks", "method",
      "must be false for a method without a hierarchy; \"haastar-high\" has one" },
    { ASKS_OPEN_CORNERS, HAS_ANY_ANGLE, FW_TRAIT_ANY_ANGLE, "options.corners", "method",
      "must be FW_CORNERS_CLOSED, as only any-angle methods pass between blocked corners" },
    { ASKS_RECALCULATE, HAS_ASTAR, 0, "turning", "method", "needs the method \"astar\" or \"aastar\"" },
    { ASKS_RECALCULATE | ASKS_CONES, HAS_DISC, 0, "unit.size", "roads",
      "must be 0, as cones, lanes and recalculation are for discs" },
    { ASKS_RECALCULATE | ASKS_CONES | ASKS_TURNS | ASKS_LEGS, HAS_CENTERS, 0, "options.anchor", "method",
      "must be FW_ANCHOR_CENTER, as this plan needs a path over tile centers" },
    { ASKS_RECALCULATE | ASKS_CONES | ASKS_TURNS, HAS_ALL_MOVES, 0, "options.closed_moves", "method",
      "must be null, as this plan closes moves or tiles of its own" },
    { ASKS_RECALCULATE | ASKS_CONES | ASKS_TURNS | ASKS_LEGS, HAS_PLAIN_GRID, FW_TRAIT_LINKS, "grid", "method",
      "has links or one-way tiles that matter to this unit; take \"astar\" without cones, lanes and recalculation" },
    { ASKS_CURVES, HAS_PLAIN_GRID, FW_TRAIT_LINKS, "unit.turning_radius", "grid",
      "must be 0 on a grid with links or one-way tiles for this unit, as no method with headings honors them" },
    { ASKS_LEGAL_TURNS, HAS_NO_ONE_WAY, 0, "turning", "grid",
      "must be FW_TURNING_NONE or FW_TURNING_IGNORE on a grid with one-way tiles" },
    { ASKS_IGNORE | ASKS_BACKING, HAS_DISC, 0, "unit.size", "turning", "must be 0, as squares drive no curves" },
    { ASKS_BACKING, HAS_REVERSE, 0, "unit.reverse", "turning", "must be true for FW_TURNING_BACKING, which backs up" },
    { ASKS_TURNS, HAS_TURNING_RADIUS, 0, "unit.turning_radius", "method",
      "must be above 0, as \"astar-turns\" is for units that cannot turn on the spot" },
    { ASKS_COMPASS, HAS_EXACT_GOAL, 0, "goal_tolerance", "method",
      "must be 0, as \"compass\" looks for the region of the goal" },
    { ASKS_ROUTE, HAS_HIERARCHY, FW_TRAIT_HIERARCHY, "method", "route",
      "needs a hierarchy to plan a route; take \"haastar-high\"" },
    { ASKS_ROUTE, HAS_NO_TURNING, 0, "turning", "route", "must be FW_TURNING_NONE for a route" },
    { ASKS_ROUTE, HAS_NO_ROADS, 0, "roads", "route", "must be FW_ROADS_NONE for a route, and the lane FW_LANE_ANY" },
    { ASKS_MAP, HAS_ONE_SEARCH, 0, "method", "map",
      "is made of several searches, which have no one map; plan with fw_planner_run()" },
};

static uint32_t when( bool is, uint32_t fact )
{
	return is ? fact : 0;
}

static uint32_t facts_of( const fw_grid* grid, const fw_plan* plan, fw_purpose purpose, const fw_resolved_plan* r )
{
	const fw_unit* unit = &plan->unit;
	const char* name = r->method->name;
	const uint32_t traits = r->method->traits;
	const bool compass = fw_same_name( name, "compass" );
	const bool named = !r->automatic; // what does not apply to an automatic choice is off, as an edit may change it
	const bool curves = r->automatic && ( traits & FW_TRAIT_HEADINGS ) != 0 && unit->turning_radius > 0.0;
	return when( r->turning == FW_TURNING_ALONG, ASKS_ALONG ) |
	       when( r->turning == FW_TURNING_RECALCULATE, ASKS_RECALCULATE ) |
	       when( fw_plan_has_cones( plan ), ASKS_CONES ) | when( fw_same_name( name, "astar-turns" ), ASKS_TURNS ) |
	       when( compass || fw_same_name( name, "midpoint" ), ASKS_LEGS ) | when( compass, ASKS_COMPASS ) |
	       when( purpose == FW_PURPOSE_ROUTE, ASKS_ROUTE ) | when( purpose == FW_PURPOSE_MAP, ASKS_MAP ) |
	       when( ( traits & FW_TRAIT_ANY_ANGLE ) == 0, HAS_TILES ) |
	       when( ( traits & FW_TRAIT_CLOSED_MOVES ) != 0, HAS_ASTAR ) | when( unit->size == 0, HAS_DISC ) |
	       when( plan->options.anchor == FW_ANCHOR_CENTER, HAS_CENTERS ) |
	       when( plan->options.closed_moves == NULL, HAS_ALL_MOVES ) |
	       when( grid == NULL || fw_grid_is_plain( grid, unit->capabilities ), HAS_PLAIN_GRID ) |
	       when( unit->turning_radius > 0.0, HAS_TURNING_RADIUS ) |
	       when( plan->goal_tolerance == 0.0, HAS_EXACT_GOAL ) |
	       when( ( traits & FW_TRAIT_HIERARCHY ) != 0, HAS_HIERARCHY ) |
	       when( plan->turning == FW_TURNING_NONE, HAS_NO_TURNING ) | when( !fw_plan_has_roads( plan ), HAS_NO_ROADS ) |
	       when( ( traits & FW_TRAIT_COMBINED ) == 0, HAS_ONE_SEARCH ) | when( curves, ASKS_CURVES ) |
	       when( r->turning == FW_TURNING_IGNORE, ASKS_IGNORE ) |
	       when( r->turning == FW_TURNING_BACKING, ASKS_BACKING ) |
	       when( r->turning != FW_TURNING_NONE && r->turning != FW_TURNING_IGNORE, ASKS_LEGAL_TURNS ) |
	       when( unit->reverse, HAS_REVERSE ) |
	       when( grid == NULL || fw_grid_one_way_count( grid ) == 0, HAS_NO_ONE_WAY ) |
	       when( named && ( traits & FW_TRAIT_HEADINGS ) != 0, ASKS_HEADINGS ) |
	       when( named && plan->landmarks, ASKS_LANDMARKS ) |
	       when( ( traits & ( FW_TRAIT_HIERARCHY | FW_TRAIT_GUIDE ) ) != 0, HAS_ABSTRACT_GRAPH ) |
	       when( named && plan->options.corners == FW_CORNERS_OPEN, ASKS_OPEN_CORNERS ) |
	       when( ( traits & FW_TRAIT_ANY_ANGLE ) != 0, HAS_ANY_ANGLE );
}

fw_status fw_plan_fits( const fw_grid* grid, const fw_plan* plan, fw_purpose purpose, const fw_resolved_plan* resolved,
                        fw_refusal* refusal )
{
	const uint32_t facts = facts_of( grid, plan, purpose, resolved );
	for ( size_t i = 0; i < sizeof( requirements ) / sizeof( requirements[0] ); i++ )
	{
		const requirement* row = &requirements[i];
		if ( ( row->asks & facts ) != 0 && ( row->needs & ~facts ) != 0 )
		{
			const fw_refusal_kind kind = row->trait != 0 ? FW_REFUSAL_TRAIT : FW_REFUSAL_COMBINATION;
			(void)fw_refuse( refusal, FW_ERR_UNSUPPORTED, kind, row->field, row->other, row->words );
			if ( refusal != NULL )
			{
				refusal->trait = row->trait;
			}
			return FW_ERR_UNSUPPORTED;
		}
	}
	return FW_OK;
}

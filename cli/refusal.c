// SPDX-License-Identifier: MIT
// Why a method refuses a plan. The library says only that it does, so what is asked is changed bit by bit until it does
// not: what cannot be left as it is must be the reason, also for methods that this file knows nothing of.
#include "refusal.h"
#include "message.h"

#include <stdio.h>
#include <string.h>

typedef struct change
{
	void ( *make )( fw_plan* plan );
	const char* reason; // the method as subject
} change;

static void take_centres( fw_plan* plan )
{
	plan->query.anchor = FW_ANCHOR_CENTRE;
}

static void take_corners( fw_plan* plan )
{
	plan->query.anchor = FW_ANCHOR_CORNER;
	plan->query.unit.radius = 0.0;
}

static void take_point( fw_plan* plan )
{
	plan->query.unit.radius = 0.0;
}

static void take_disc( fw_plan* plan )
{
	plan->query.unit.size = 0;
}

static void take_small_disc( fw_plan* plan )
{
	plan->query.unit.radius = 0.5;
}

static void ignore_costs( fw_plan* plan )
{
	plan->query.ignore_costs = true;
}

static void take_best_heuristic( fw_plan* plan )
{
	plan->query.heuristic = FW_HEURISTIC_BEST;
}

static void drop_tolerance( fw_plan* plan )
{
	plan->query.goal_tolerance = 0.0;
}

static void keep_corners( fw_plan* plan )
{
	plan->query.corner_cutting = false;
}

static void drop_charge( fw_plan* plan )
{
	plan->query.turn_charge = 0.0;
}

static void take_turning_radius( fw_plan* plan )
{
	plan->query.unit.turning_radius = 1.0;
}

static const change changes[] = {
    { take_disc, "plans for discs alone (no --size)" },
    { take_centres, "knows no tile corners (--anchor centre)" },
    { take_small_disc, "plans for squares (--size) and discs of radius up to 0.5 alone" },
    { take_point, "plans for a point alone (--radius 0)" },
    { take_corners, "knows tile corners alone (--anchor corner)" },
    { ignore_costs, "knows no terrain costs, which count for this unit (--ignore-costs plans without)" },
    { take_best_heuristic, "does not know this heuristic" },
    { drop_tolerance, "knows no tolerance" },
    { drop_charge, "charges this unit nothing for turning (no --turn-charge)" },
    { take_turning_radius, "plans for units with a turning radius alone (--turning-radius)" },
    { keep_corners, "cuts no corners (no --corner-cutting)" },
};

#define CHANGE_COUNT ( (int32_t)( sizeof( changes ) / sizeof( changes[0] ) ) )

static bool is_supported( const loaded_map* world, fw_search* search, const fw_plan* plan, uint32_t chosen )
{
	fw_plan changed = *plan;
	fw_map map;
	for ( int32_t i = 0; i < CHANGE_COUNT; i++ )
	{
		if ( ( chosen >> i & 1u ) != 0 )
		{
			changes[i].make( &changed );
		}
	}
	changed.query.weight = 1.0;
	return fw_planner_map( world->planner, &changed, &map ) == FW_OK &&
	       fw_search_begin( search, &map, &changed.query ) == FW_OK;
}

// The fewest changes that make the method take the plan, the first of them in the table, as bits; 0 where none do.
static uint32_t find_changes( const loaded_map* world, const fw_plan* plan )
{
	fw_search* search = NULL;
	uint32_t best = 0;
	int32_t fewest = CHANGE_COUNT + 1;
	if ( fw_search_create( NULL, &search ) != FW_OK )
	{
		return 0;
	}
	for ( uint32_t chosen = 1; chosen < 1u << CHANGE_COUNT; chosen++ )
	{
		int32_t count = 0;
		for ( uint32_t rest = chosen; rest != 0; rest &= rest - 1 )
		{
			count += 1;
		}
		if ( count < fewest && is_supported( world, search, plan, chosen ) )
		{
			fewest = count;
			best = chosen;
		}
	}
	fw_search_destroy( search );
	return best;
}

// Is it not the search but the turns that refuse?
static bool turns_refuse( const loaded_map* world, const fw_plan* plan )
{
	fw_search* search = NULL;
	const bool given = plan->turns && plan->query.unit.size == 0 && fw_search_create( NULL, &search ) == FW_OK;
	const bool refuse = given && is_supported( world, search, plan, 0 );
	fw_search_destroy( search );
	return refuse;
}

void refusal_tell( const char* who, const loaded_map* world, const fw_plan* plan, fw_status status )
{
	const fw_method* method = fw_plan_method_find( plan->query.method );
	if ( status == FW_ERR_UNSUPPORTED && method != NULL && ( method->traits & FW_TRAIT_LINKS ) == 0 &&
	     !fw_grid_is_plain( world->grid, plan->query.unit.capabilities ) )
	{
		// No change of the plan takes them out of the map.
		complain(
		    "%s: method '%s' knows no links and no one-way tiles, and they count for this unit; 'fairway methods' "
		    "lists those that do",
		    who, method->name );
		return;
	}
	if ( status == FW_ERR_UNSUPPORTED && ( plan->roads == FW_ROADS_CONES || plan->lane != FW_LANE_ANY ) &&
	     !fw_grid_is_plain( world->grid, plan->query.unit.capabilities ) )
	{
		complain( "%s: %s: takes no links and no one-way tiles, and they count for this unit", who,
		          plan->lane != FW_LANE_ANY ? "--lane" : "--roads cones" );
		return;
	}
	if ( status == FW_ERR_UNSUPPORTED && turns_refuse( world, plan ) )
	{
		complain( "%s: --turns: these take no links and no one-way tiles%s", who,
		          plan->turns == FW_TURNING_ALONG         ? ", and paths in steps from tile to tile alone"
		          : plan->turns == FW_TURNING_RECALCULATE ? ", and methods 'astar' and 'aastar' alone"
		                                                  : "" );
		return;
	}
	const uint32_t chosen = status == FW_ERR_UNSUPPORTED ? find_changes( world, plan ) : 0;
	if ( chosen == 0 )
	{
		complain( "%s: %s", who, fw_status_text( status ) );
		return;
	}
	char reasons[512] = "";
	for ( int32_t i = 0; i < CHANGE_COUNT; i++ )
	{
		if ( ( chosen >> i & 1u ) != 0 )
		{
			const size_t used = strlen( reasons );
			snprintf( reasons + used, sizeof( reasons ) - used, "%s%s", used > 0 ? ", and " : "", changes[i].reason );
		}
	}
	complain( "%s: method '%s' %s", who, plan->query.method, reasons );
}

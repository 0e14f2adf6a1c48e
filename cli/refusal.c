// SPDX-License-Identifier: MIT
// Why a method refuses a plan. The library says only that it does, so what is asked is changed bit by bit until it does
// not: what cannot be left as it is must be the reason, also for methods that this file knows nothing of.
#include "refusal.h"
#include "message.h"

#include "fairway/queue.h"

#include <stdio.h>
#include <string.h>

typedef struct change
{
	void ( *make )( fw_plan* plan );
	const char* reason; // the method as subject
} change;

static void take_centers( fw_plan* plan )
{
	plan->options.anchor = FW_ANCHOR_CENTER;
}

static void take_corners( fw_plan* plan )
{
	plan->options.anchor = FW_ANCHOR_CORNER;
	plan->unit.radius = 0.0;
}

static void take_point( fw_plan* plan )
{
	plan->unit.radius = 0.0;
}

static void take_disc( fw_plan* plan )
{
	plan->unit.size = 0;
}

static void take_small_disc( fw_plan* plan )
{
	plan->unit.radius = 0.5;
}

static void ignore_costs( fw_plan* plan )
{
	plan->options.ignore_costs = true;
}

static void take_best_heuristic( fw_plan* plan )
{
	plan->options.heuristic = FW_HEURISTIC_BEST;
}

static void drop_tolerance( fw_plan* plan )
{
	plan->goal_tolerance = 0.0;
}

static void keep_corners( fw_plan* plan )
{
	plan->options.corner_cutting = false;
}

static void drop_charge( fw_plan* plan )
{
	plan->options.turn_charge = 0.0;
}

static void search_everywhere( fw_plan* plan )
{
	plan->options.window = -1;
}

static void take_all_neighbors( fw_plan* plan )
{
	plan->options.neighbors = 8;
}

static void drop_penalty( fw_plan* plan )
{
	plan->options.turn_penalty = 0.0;
}

static void leave_roads( fw_plan* plan )
{
	plan->roads = FW_ROADS_NONE;
}

static void take_turning_radius( fw_plan* plan )
{
	plan->unit.turning_radius = 1.0;
}

static const change changes[] = {
    { take_disc, "plans for discs alone (no --size)" },
    { take_centers, "knows no tile corners (--anchor center)" },
    { take_small_disc, "plans for squares (--size) and discs of radius up to 0.5 alone" },
    { take_point, "plans for a point alone (--radius 0)" },
    { take_corners, "knows tile corners alone (--anchor corner)" },
    { ignore_costs, "knows no terrain costs, which count for this unit (--ignore-costs plans without)" },
    { take_best_heuristic, "does not know this heuristic" },
    { drop_tolerance, "knows no tolerance" },
    { drop_charge, "charges this unit nothing for turning (no --turn-charge)" },
    { take_turning_radius, "plans for units with a turning radius alone (--turning-radius)" },
    { keep_corners, "cuts no corners (no --corner-cutting)" },
    { search_everywhere, "searches the whole map alone (no --window)" },
    { take_all_neighbors, "goes to all 8 neighbors (no --neighbors 4)" },
    { leave_roads, "cannot keep to roads in this way (no --roads)" },
    { drop_penalty, "knows no penalty for turns (no --turn-penalty)" },
};

#define CHANGE_COUNT ( (int32_t)( sizeof( changes ) / sizeof( changes[0] ) ) )

#define MAX_CHANGES 4 // at once

// Does the planner take it? Begun plans have refused whatever their method cannot do, and searched nothing yet.
static bool is_supported( fw_job* job, const fw_plan* plan, uint32_t chosen )
{
	fw_plan changed = *plan;
	for ( int32_t i = 0; i < CHANGE_COUNT; i++ )
	{
		if ( ( chosen >> i & 1u ) != 0 )
		{
			changes[i].make( &changed );
		}
	}
	changed.options.weight = 1.0;
	return fw_job_begin( job, &changed, NULL ) == FW_OK;
}

static int32_t count_bits( uint32_t bits )
{
	int32_t count = 0;
	for ( ; bits != 0; bits &= bits - 1 )
	{
		count += 1;
	}
	return count;
}

// The fewest changes that make the method take the plan, the first of them in the table, as bits; 0 where none do.
static uint32_t find_changes( fw_job* job, const fw_plan* plan )
{
	for ( int32_t count = 1; count <= MAX_CHANGES; count++ )
	{
		for ( uint32_t chosen = 1; chosen < 1u << CHANGE_COUNT; chosen++ )
		{
			if ( count_bits( chosen ) == count && is_supported( job, plan, chosen ) )
			{
				return chosen;
			}
		}
	}
	return 0;
}

// Is it not the search but the turns that refuse?
static bool turns_refuse( fw_job* job, const fw_plan* plan )
{
	fw_plan without = *plan;
	without.turning = FW_TURNING_NONE;
	return plan->turning != FW_TURNING_NONE && plan->unit.size == 0 && is_supported( job, &without, 0 );
}

static void tell_changes( const char* who, const fw_plan* plan, uint32_t chosen )
{
	char reasons[512] = "";
	for ( int32_t i = 0; i < CHANGE_COUNT; i++ )
	{
		if ( ( chosen >> i & 1u ) != 0 )
		{
			const size_t used = strlen( reasons );
			snprintf( reasons + used, sizeof( reasons ) - used, "%s%s", used > 0 ? ", and " : "", changes[i].reason );
		}
	}
	complain( "%s: method '%s' %s", who, plan->method, reasons );
}

void refusal_tell( const char* who, const loaded_map* world, const fw_plan* plan, fw_status status )
{
	const fw_method* method = fw_method_find( plan->method );
	if ( status == FW_ERR_UNSUPPORTED && method != NULL && ( method->traits & FW_TRAIT_LINKS ) == 0 &&
	     !fw_grid_is_plain( world->grid, plan->unit.capabilities ) )
	{
		// No change of the plan takes them out of the map.
		complain(
		    "%s: method '%s' knows no links and no one-way tiles, and they count for this unit; 'fairway methods' "
		    "lists those that do",
		    who, method->name );
		return;
	}
	if ( status == FW_ERR_UNSUPPORTED && ( plan->roads == FW_ROADS_CONES || plan->lane != FW_LANE_ANY ) &&
	     !fw_grid_is_plain( world->grid, plan->unit.capabilities ) )
	{
		complain( "%s: %s: takes no links and no one-way tiles, and they count for this unit", who,
		          plan->lane != FW_LANE_ANY ? "--lane" : "--roads cones" );
		return;
	}
	fw_job* job = NULL;
	const bool asks = status == FW_ERR_UNSUPPORTED && fw_job_create( world->planner, &job ) == FW_OK;
	const bool turns = asks && turns_refuse( job, plan );
	const uint32_t chosen = asks && !turns && method != NULL ? find_changes( job, plan ) : 0;
	fw_job_destroy( job );
	if ( turns )
	{
		complain( "%s: --turns: these take no links and no one-way tiles%s", who,
		          plan->turning == FW_TURNING_ALONG         ? ", and paths in steps from tile to tile alone"
		          : plan->turning == FW_TURNING_RECALCULATE ? ", and methods 'astar' and 'aastar' alone"
		                                                    : "" );
	}
	else if ( chosen != 0 )
	{
		tell_changes( who, plan, chosen );
	}
	else if ( status == FW_ERR_UNSUPPORTED && method != NULL )
	{
		complain( "%s: --method '%s': %s", who, method->name, fw_status_text( status ) );
	}
	else
	{
		complain( "%s: %s", who, fw_status_text( status ) );
	}
}

// SPDX-License-Identifier: MIT
// The table of what a query can ask and not every method does.
#include "search/requirements.h"

#include "fairway/grid.h"

// In the order in which queries are refused.
enum
{
	POINT_AT_CORNERS,
	DISC_AT_CORNERS,
	CHARGE_ON_THE_SPOT,
	SQUARE,
	OUTLINE,
	CORNERS,
	CENTERS,
	WIDE_DISC,
	DISC,
	DISC_OVER_COSTS,
	ON_THE_SPOT,
	CHARGE,
	TOLERANCE,
	OCTILE_AT_CORNERS,
	WINDOW,
	NEIGHBORS,
	CORNER_CUTTING,
	PENALTY,
	BLOCK_SIZE,
	CLOSED_MOVES,
	COSTS,
	LINKS,
	COUNT
};

static const fw_requirement rows[COUNT] = {
    [POINT_AT_CORNERS] = { "unit.size", "options.anchor", "squares stand on tile centers; set it to FW_ANCHOR_CENTER",
                           0, 0, 0 },
    [DISC_AT_CORNERS] = { "unit.radius", "options.anchor",
                          "only a point moves from corner to corner; set unit.radius to 0", 0, 0, 0 },
    [CHARGE_ON_THE_SPOT] = { "options.turn_charge", "unit.turning_radius",
                             "units that turn on the spot pay nothing for it; set options.turn_charge to 0", 0, 0, 0 },
    [SQUARE] = { "unit.size", NULL, "plans for discs alone; set unit.size to 0", .needs = FW_TRAIT_SQUARES },
    [OUTLINE] = { "unit.outline", NULL, "plans for discs and squares alone; set unit.outline.count to 0",
                  .needs = FW_TRAIT_OUTLINE },
    [CORNERS] = { "options.anchor", NULL, "knows no tile corners; set options.anchor to FW_ANCHOR_CENTER",
                  .needs = FW_TRAIT_CORNERS },
    [CENTERS] = { "options.anchor", NULL, "knows tile corners alone; set options.anchor to FW_ANCHOR_CORNER",
                  .barred = FW_TRAIT_ONLY_CORNERS },
    [WIDE_DISC] = { "unit.radius", NULL,
                    "plans for squares, and for discs up to a radius of 0.5; set unit.size instead",
                    .barred = FW_TRAIT_CLEARANCE | FW_TRAIT_HIERARCHY },
    [DISC] = { "unit.radius", NULL, "plans for a point alone; set unit.radius to 0", .barred = FW_TRAIT_POINT },
    [DISC_OVER_COSTS] = { "unit.radius", NULL,
                          "counts terrain costs for a point alone; set unit.radius to 0 or options.ignore_costs",
                          .barred = FW_TRAIT_POINT_COSTS },
    [ON_THE_SPOT] = { "unit.turning_radius", NULL, "plans for units with a turning radius alone; set one",
                      .barred = FW_TRAIT_SPEED },
    [CHARGE] = { "options.turn_charge", NULL, "charges nothing for turning; set options.turn_charge to 0",
                 .needs = FW_TRAIT_CHARGE },
    [TOLERANCE] = { "goal_tolerance", NULL, "goes to the goal itself; set goal_tolerance to 0",
                    .needs = FW_TRAIT_TOLERANCE },
    [OCTILE_AT_CORNERS] = { "options.heuristic", NULL,
                            "measures no octile distance from corner to corner; set options.heuristic to "
                            "FW_HEURISTIC_BEST",
                            .barred = FW_TRAIT_LDDB },
    [WINDOW] = { "options.window", NULL, "searches the whole map; set options.window to -1", .needs = FW_TRAIT_WINDOW,
                 .ignored = FW_TRAIT_HEADINGS },
    [NEIGHBORS] = { "options.neighbors", NULL, "goes to all neighbors; set options.neighbors to 8",
                    .needs = FW_TRAIT_NEIGHBORS, .ignored = FW_TRAIT_HEADINGS },
    [CORNER_CUTTING] = { "options.corner_cutting", NULL, "cuts no corners; set options.corner_cutting to false",
                         .needs = FW_TRAIT_CORNER_CUTTING, .ignored = FW_TRAIT_HEADINGS },
    [PENALTY] = { "options.turn_penalty", NULL, "has no penalty for turns; set options.turn_penalty to 0",
                  .needs = FW_TRAIT_PENALTY, .ignored = FW_TRAIT_HEADINGS },
    [BLOCK_SIZE] = { "options.block_size", NULL, "has no blocks of a size to choose; set options.block_size to 4",
                     .needs = FW_TRAIT_LDDB },
    [CLOSED_MOVES] = { "options.closed_moves", NULL, "takes all steps; set options.closed_moves to NULL",
                       .needs = FW_TRAIT_CLOSED_MOVES },
    [COSTS] = { "options.ignore_costs", NULL,
                "counts no terrain costs, and they differ for this unit; set options.ignore_costs to true",
                .needs = FW_TRAIT_COSTS },
    [LINKS] = { "map.grid", NULL,
                "knows no links and no one-way tiles, and they count for this unit; astar and aastar do",
                .needs = FW_TRAIT_LINKS },
};

int32_t fw_requirement_count( void )
{
	return COUNT;
}

const fw_requirement* fw_requirement_at( int32_t index )
{
	return index >= 0 && index < COUNT ? &rows[index] : NULL;
}

bool fw_method_meets( const fw_method* method, const fw_requirement* requirement )
{
	const uint32_t traits = method->traits;
	const bool does = ( requirement->needs & ~traits ) == 0 || ( requirement->ignored & traits ) != 0;
	return requirement->other == NULL && does && ( requirement->barred & traits ) == 0;
}

fw_status fw_refuse_trait( fw_refusal* refusal, const fw_method* method, const char* field, uint32_t trait,
                           const char* words )
{
	fw_refuse_as( refusal, FW_ERR_UNSUPPORTED, FW_REFUSAL_TRAIT, field, "method", "method '%s' %s", method->name,
	              words );
	if ( refusal != NULL )
	{
		refusal->trait = trait;
	}
	return FW_ERR_UNSUPPORTED;
}

static uint32_t asks( int32_t row, bool is )
{
	return (uint32_t)is << row;
}

fw_status fw_check_requirements( fw_refusal* refusal, const fw_query* query, const fw_method* method,
                                 const fw_grid* grid )
{
	const fw_unit* unit = &query->unit;
	const fw_search_options* options = &query->options;
	const bool corners = options->anchor == FW_ANCHOR_CORNER;
	const bool disc = unit->size == 0 && unit->radius > 0.0;
	const bool costs = !options->ignore_costs && grid != NULL && fw_grid_has_costs( grid, unit->capabilities );
	// In bits, as a search asks but two or three.
	uint32_t asked =
	    asks( POINT_AT_CORNERS, corners && unit->size > 0 ) | asks( DISC_AT_CORNERS, corners && disc ) |
	    asks( CHARGE_ON_THE_SPOT, options->turn_charge > 0.0 && unit->turning_radius == 0.0 ) |
	    asks( SQUARE, unit->size > 0 ) | asks( OUTLINE, unit->outline.count > 0 ) | asks( CORNERS, corners ) |
	    asks( CENTERS, !corners ) | asks( WIDE_DISC, disc && unit->radius > 0.5 ) | asks( DISC, disc ) |
	    asks( DISC_OVER_COSTS, disc && costs ) | asks( ON_THE_SPOT, unit->turning_radius == 0.0 ) |
	    asks( CHARGE, options->turn_charge > 0.0 ) | asks( TOLERANCE, query->goal_tolerance > 0.0 ) |
	    asks( OCTILE_AT_CORNERS, corners && options->heuristic == FW_HEURISTIC_OCTILE ) |
	    asks( WINDOW, options->window >= 0 ) | asks( NEIGHBORS, options->neighbors != 8 ) |
	    asks( CORNER_CUTTING, options->corner_cutting ) | asks( PENALTY, options->turn_penalty > 0.0 ) |
	    asks( BLOCK_SIZE, options->block_size != 4 ) | asks( CLOSED_MOVES, options->closed_moves != NULL ) |
	    asks( COSTS, costs ) | asks( LINKS, grid != NULL && !fw_grid_is_plain( grid, unit->capabilities ) );
	for ( ; asked != 0; asked &= asked - 1 )
	{
		const fw_requirement* row = &rows[FW_CTZ64( asked )];
		if ( row->other != NULL ) // no method does
		{
			return fw_refuse_pair( refusal, FW_ERR_UNSUPPORTED, row->field, row->other, row->text );
		}
		if ( !fw_method_meets( method, row ) )
		{
			return fw_refuse_trait( refusal, method, row->field, row->needs | row->barred, row->text );
		}
	}
	// The query of a plan that is only resolved may have any.
	return (uint32_t)options->heuristic < 32 && ( method->heuristics >> options->heuristic & 1u ) != 0
	           ? FW_OK
	           : fw_refuse_trait( refusal, method, "options.heuristic", 0,
	                              "does not know this heuristic; set options.heuristic to FW_HEURISTIC_BEST" );
}

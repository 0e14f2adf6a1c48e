// SPDX-License-Identifier: MIT
// What a search is given: ranges of the query, and whether the objects of its map fit it and one another.
#include "annotate/clearance.h"
#include "annotate/reachability.h"
#include "annotate/space.h"
#include "grid/grid.h"
#include "hierarchy/landmarks.h"
#include "lddb/lddb.h"
#include "search/block/block.h"
#include "search/engine.h"
#include "search/requirements.h"
#include "sweep/turn_table.h"

#include <float.h>

#define ROW( name, struct, field, type, min, max, measure )                                                            \
	{                                                                                                                  \
		name, offsetof( struct, field ), type, min, max, measure                                                       \
	}
#define POSE_ROW( field ) ROW( #field, fw_query, field, FW_FIELD_DOUBLE, -DBL_MAX, DBL_MAX, NULL )
#define OPTION_ROW( field, ... ) ROW( "options." #field, fw_search_options, field, __VA_ARGS__ )

static const fw_range query_ranges[] = {
    POSE_ROW( start.x ),
    POSE_ROW( start.y ),
    POSE_ROW( start.heading ),
    POSE_ROW( goal.x ),
    POSE_ROW( goal.y ),
    POSE_ROW( goal.heading ),
    ROW( "goal_tolerance", fw_query, goal_tolerance, FW_FIELD_DOUBLE, 0.0, 1e6, " tiles" ),
};
const fw_ranges fw_query_ranges = FW_RANGES( "query", "fw_default_query()", query_ranges );

static const fw_range options_ranges[] = {
    OPTION_ROW( heuristic, FW_FIELD_INT, FW_HEURISTIC_BEST, FW_HEURISTIC_FIELD, NULL ),
    OPTION_ROW( weight, FW_FIELD_DOUBLE, 1.0, 16.0, NULL ),
    OPTION_ROW( neighbors, FW_FIELD_ENDS, 4, 8, NULL ),
    OPTION_ROW( block_size, FW_FIELD_INT, FW_BLOCK_SIZE_MIN, FW_LDDB_SIZE_MAX, " tiles" ),
    OPTION_ROW( turn_penalty, FW_FIELD_DOUBLE, 0.0, 1000.0, " tiles" ),
    OPTION_ROW( end_moves, FW_FIELD_INT, 0, 4096, NULL ),
    OPTION_ROW( turn_charge, FW_FIELD_DOUBLE, 0.0, 1000.0, " tiles/rad" ),
    OPTION_ROW( anchor, FW_FIELD_INT, FW_ANCHOR_CENTER, FW_ANCHOR_CORNER, NULL ),
    OPTION_ROW( corners, FW_FIELD_INT, FW_CORNERS_CLOSED, FW_CORNERS_OPEN, NULL ),
};
const fw_ranges fw_options_ranges = FW_RANGES( "options", NULL, options_ranges );

fw_status fw_check_query( fw_refusal* refusal, const fw_query* query )
{
	FW_TRY( fw_check( refusal, &fw_query_ranges, query ) );
	FW_TRY( fw_unit_check( &query->unit, refusal ) );
	FW_TRY( fw_check( refusal, &fw_options_ranges, &query->options ) );
	return fw_check_range( refusal, "options.start_speed", query->options.start_speed, 0.0, query->unit.speed );
}

fw_status fw_refuse_method( fw_refusal* refusal, const char* name )
{
	const char* quote = name != NULL ? "'" : "";
	return fw_refuse_as( refusal, FW_ERR_UNKNOWN, FW_REFUSAL_NAME, "method", NULL,
	                     "method %s%s%s is not in the table of methods; fw_method_at() lists it", quote,
	                     name != NULL ? name : "NULL", quote );
}

static fw_status refuse_missing( fw_refusal* refusal, const char* field )
{
	return fw_refuse( refusal, FW_ERR_ARGUMENT, FW_REFUSAL_NULL, field, "method", "is null, and the method needs it" );
}

static fw_status refuse_unit( fw_refusal* refusal, const char* field )
{
	return fw_refuse_mismatch( refusal, field, "unit", "it is of units of another size, or other capabilities" );
}

static fw_status refuse_grid( fw_refusal* refusal, const char* field )
{
	return fw_refuse_mismatch( refusal, field, "map.grid", "it is of another grid" );
}

// Was the space built for such a unit?
static bool suits( const fw_space* space, const fw_unit* unit )
{
	return space->capabilities == unit->capabilities && space->size == unit->size &&
	       ( unit->size > 0 || space->radius == fw_unit_inner_radius( unit ) );
}

static fw_status check_space( fw_refusal* refusal, const fw_space* space, const fw_map* map, const fw_unit* unit )
{
	FW_TRY( space->grid == map->grid ? FW_OK : refuse_grid( refusal, "map.space" ) );
	FW_TRY( suits( space, unit ) ? FW_OK : refuse_unit( refusal, "map.space" ) );
	return fw_space_is_current( space ) ? FW_OK : fw_refuse_stale( refusal, "map.space", "fw_space_update()" );
}

static fw_status check_clearance( fw_refusal* refusal, const fw_map* map, const fw_unit* unit )
{
	const fw_clearance_def* def = fw_clearance_definition( map->clearance );
	const bool fits = def->metric == FW_CLEARANCE_TRUE && def->capabilities == unit->capabilities;
	FW_TRY( map->clearance->grid == map->grid ? FW_OK : refuse_grid( refusal, "map.clearance" ) );
	FW_TRY( fits ? FW_OK
	             : fw_refuse_mismatch( refusal, "map.clearance", "unit",
	                                   "it must be a true clearance for the unit's capabilities" ) );
	return fw_clearance_is_current( map->clearance )
	           ? FW_OK
	           : fw_refuse_stale( refusal, "map.clearance", "fw_clearance_update()" );
}

// Was it made for such a unit? A small disc stands where a square of one tile does.
static fw_status check_reachability( fw_refusal* refusal, const fw_map* map, const fw_unit* unit )
{
	const fw_reachability* own = map->reachability;
	const bool fits = unit->size > 0  ? own->size == unit->size
	                  : own->size > 0 ? own->size == 1 && fw_unit_inner_radius( unit ) <= 0.5
	                                  : own->radius == fw_unit_inner_radius( unit );
	FW_TRY( own->grid == map->grid ? FW_OK : refuse_grid( refusal, "map.reachability" ) );
	FW_TRY( fits && own->capabilities == unit->capabilities ? FW_OK : refuse_unit( refusal, "map.reachability" ) );
	return fw_reachability_is_current( own )
	           ? FW_OK
	           : fw_refuse_stale( refusal, "map.reachability", "fw_reachability_create()" );
}

// Of the map's hierarchy and its landmarks. Reads nothing of the grid, which may be edited while hierarchies are
// searched.
static fw_status check_hierarchy( fw_refusal* refusal, const fw_map* map, const fw_query* query )
{
	const fw_hierarchy* hierarchy = map->hierarchy;
	const fw_landmarks* landmarks = map->landmarks;
	FW_TRY( hierarchy != NULL ? FW_OK : refuse_missing( refusal, "map.hierarchy" ) );
	const bool other = map->grid != NULL && fw_hierarchy_grid( hierarchy ) != map->grid;
	FW_TRY( other ? refuse_grid( refusal, "map.hierarchy" ) : FW_OK );
	const int32_t kind = fw_hierarchy_class( hierarchy, query->unit.capabilities, fw_unit_side( &query->unit ) );
	FW_TRY( kind >= 0 ? FW_OK : refuse_unit( refusal, "map.hierarchy" ) );
	if ( hierarchy->has_costs && query->options.ignore_costs )
	{
		return fw_refuse_pair( refusal, FW_ERR_UNSUPPORTED, "options.ignore_costs", "map.hierarchy",
		                       "the hierarchy counts terrain costs; set options.ignore_costs to false" );
	}
	return landmarks == NULL || ( landmarks->hierarchy == hierarchy && fw_landmarks_serve( landmarks, kind ) )
	           ? FW_OK
	           : fw_refuse_mismatch( refusal, "map.landmarks", "map.hierarchy",
	                                 "they must be of this hierarchy, and serve the unit" );
}

static fw_status check_abstract( fw_refusal* refusal, const fw_map* map, const fw_query* query,
                                 const fw_method_row* row )
{
	FW_TRY( check_hierarchy( refusal, map, query ) );
	return map->hierarchy->def.quality == row->method.quality
	           ? FW_OK
	           : fw_refuse_mismatch( refusal, "map.hierarchy", "method",
	                                 "it has another quality; see fw_method::quality" );
}

static fw_status check_guide( fw_refusal* refusal, const fw_map* map, const fw_query* query )
{
	FW_TRY( check_hierarchy( refusal, map, query ) );
	return map->hierarchy->revision == fw_grid_revision( map->grid )
	           ? FW_OK
	           : fw_refuse_stale( refusal, "map.hierarchy", "fw_hierarchy_update()" );
}

static fw_status check_roads( fw_refusal* refusal, const fw_map* map, const fw_unit* unit )
{
	const fw_space* roads = map->roads;
	if ( roads == NULL )
	{
		return FW_OK;
	}
	const bool fits = fw_grid_width( roads->grid ) == fw_grid_width( map->grid ) &&
	                  fw_grid_height( roads->grid ) == fw_grid_height( map->grid );
	FW_TRY( fits ? FW_OK : refuse_grid( refusal, "map.roads" ) );
	FW_TRY( suits( roads, unit ) ? FW_OK : refuse_unit( refusal, "map.roads" ) );
	FW_TRY( roads->lattice == FW_LATTICE_HALF ? FW_OK
	                                          : fw_refuse( refusal, FW_ERR_MISMATCH, FW_REFUSAL_VALUE, "map.roads",
	                                                       NULL, "has another lattice; it must be FW_LATTICE_HALF" ) );
	return fw_space_is_current( roads ) ? FW_OK : fw_refuse_stale( refusal, "map.roads", "fw_space_update()" );
}

static fw_status check_primitives( fw_refusal* refusal, const fw_map* map, const fw_query* query,
                                   const fw_method* method )
{
	FW_TRY( map->primitives != NULL ? FW_OK : refuse_missing( refusal, "map.primitives" ) );
	const fw_primitives_def* def = fw_primitives_definition( map->primitives );
	const bool costs = !query->options.ignore_costs && fw_grid_has_costs( map->grid, query->unit.capabilities );
	const struct
	{
		bool fits;
		const char *other, *words;
	} rows[] = {
	    { def->radius == query->unit.radius && def->turning_radius == query->unit.turning_radius &&
	          fw_outline_same( &def->outline, &query->unit.outline ),
	      "unit", "radius, outline and turning_radius must be the same" },
	    { def->lattice == map->space->lattice, "map.space", "their lattices must be the same" },
	    { method->ring == 0 || def->ring == method->ring, "method", "their rings must be the same" },
	    { !costs || def->costs || ( method->traits & FW_TRAIT_COSTS ) == 0, "map.grid",
	      "terrains cost differently; set costs in their definition, or options.ignore_costs" },
	};
	for ( size_t i = 0; i < sizeof( rows ) / sizeof( rows[0] ); i++ )
	{
		FW_TRY( rows[i].fits ? FW_OK : fw_refuse_mismatch( refusal, "map.primitives", rows[i].other, rows[i].words ) );
	}
	return check_roads( refusal, map, &query->unit );
}

static fw_status check_lddb( fw_refusal* refusal, const fw_map* map, const fw_query* query, const fw_method_row* row )
{
	const fw_lddb_def* def = fw_lddb_definition( map->lddb );
	const bool corners = query->options.anchor == FW_ANCHOR_CORNER;
	const fw_lddb_kind kind = corners                           ? FW_LDDB_CORNERS
	                          : row->variant == FW_BLOCK_TILES4 ? FW_LDDB_TILES4
	                                                            : FW_LDDB_TILES8;
	const bool fits = def->size == query->options.block_size && def->kind == kind &&
	                  ( !corners || def->corners == query->options.corners );
	return fits ? FW_OK
	            : fw_refuse_mismatch( refusal, "map.lddb", "method",
	                                  "it must be of the search's block size, kind and corner rule" );
}

fw_status fw_check_map( fw_refusal* refusal, const fw_map* map, const fw_query* query, const fw_method_row* row )
{
	const fw_method* method = &row->method;
	const bool measured = ( method->traits & FW_TRAIT_CLEARANCE ) != 0;
	if ( map->roads != NULL && ( method->traits & FW_TRAIT_ROADS ) == 0 )
	{
		return fw_refuse_trait( refusal, method, "map.roads", FW_TRAIT_ROADS,
		                        "does not keep to roads; set map.roads to NULL" );
	}
	if ( ( method->traits & FW_TRAIT_HIERARCHY ) != 0 )
	{
		return check_abstract( refusal, map, query, row );
	}
	if ( measured ? map->clearance == NULL : map->space == NULL )
	{
		return refuse_missing( refusal, measured ? "map.clearance" : "map.space" );
	}
	const bool linked = map->reachability != NULL && ( method->traits & FW_TRAIT_LINKS ) != 0;
	const bool stored = map->lddb != NULL && ( method->traits & FW_TRAIT_LDDB ) != 0;
	const bool guided = ( method->traits & FW_TRAIT_GUIDE ) != 0;
	const bool drives = ( method->traits & FW_TRAIT_HEADINGS ) != 0;
	FW_TRY( measured ? check_clearance( refusal, map, &query->unit ) : FW_OK );
	FW_TRY( map->space != NULL ? check_space( refusal, map->space, map, &query->unit ) : FW_OK );
	FW_TRY( linked ? check_reachability( refusal, map, &query->unit ) : FW_OK );
	FW_TRY( stored ? check_lddb( refusal, map, query, row ) : FW_OK );
	FW_TRY( guided ? check_guide( refusal, map, query ) : FW_OK );
	return drives ? check_primitives( refusal, map, query, method ) : FW_OK;
}

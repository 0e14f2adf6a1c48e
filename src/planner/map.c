// SPDX-License-Identifier: MIT
// Which objects the searches and passes of a plan need.
#include "annotate/space.h"
#include "base/refusal.h"
#include "hierarchy/hierarchy.h"
#include "planner/choice.h"
#include "roads/roads.h"
#include "search/directional/speeds.h"
#include "search/engine.h"
#include "sweep/turn_table.h"

static fw_space* find_space( fw_cache* cache, const fw_unit* unit, int32_t lattice, fw_status* status )
{
	const bool square = unit->size > 0;
	fw_space_def def = fw_default_space_def();
	def.allocator = cache->allocator;
	def.capabilities = unit->capabilities;
	def.size = unit->size;
	def.radius = fw_unit_inner_radius( unit );
	def.lattice = lattice == FW_ANY_LATTICE ? FW_LATTICE_TILES : (fw_lattice)lattice;
	// A square has but one lattice.
	const fw_key key = { .bits = unit->capabilities,
	                     .size = unit->size,
	                     .lattice = square ? FW_ANY_LATTICE : lattice,
	                     .radius = square ? 0.0 : def.radius };
	return fw_cache_find( cache, FW_KIND_SPACE, &key, &def, status );
}

fw_status fw_cache_space( fw_cache* cache, const fw_unit* unit, int32_t lattice, const fw_space** space )
{
	fw_status status;
	*space = find_space( cache, unit, lattice, &status );
	return status;
}

fw_status fw_cache_whole_space( fw_cache* cache, const fw_unit* unit, int32_t lattice, const fw_space** space )
{
	fw_status status;
	fw_space* found = find_space( cache, unit, lattice, &status );
	*space = found;
	return status == FW_OK ? fw_space_update_rest( found ) : status;
}

// Searches for squares up to this side are faster without numbers, by 6 to 23 %; those for larger ones slower, by 9 %
// at 8 tiles and 32 % at 16 (bench_clearance).
#define ON_DEMAND_MAX 4

static fw_status find_clearance( fw_cache* cache, const fw_unit* unit, const fw_clearance** clearance )
{
	fw_clearance_def def = fw_default_clearance_def();
	def.allocator = cache->allocator;
	def.capabilities = unit->capabilities;
	def.on_demand = fw_unit_side( unit ) <= ON_DEMAND_MAX;
	const fw_key key = { .bits = unit->capabilities, .size = def.on_demand ? ON_DEMAND_MAX : FW_UNIT_MAX_SIZE };
	fw_status status;
	FW_TRY( fw_grid_add_layer( cache->grid, unit->capabilities, NULL ) ); // also for the passes over its paths
	*clearance = fw_cache_find( cache, FW_KIND_CLEARANCE, &key, &def, &status );
	return status;
}

fw_status fw_cache_reachability( fw_cache* cache, const fw_unit* unit, const fw_space* space,
                                 const fw_clearance* clearance, const fw_reachability** reachability )
{
	*reachability = NULL;
	if ( fw_grid_is_plain( cache->grid, unit->capabilities ) )
	{
		return FW_OK;
	}
	fw_reachability_def def = fw_default_reachability_def();
	def.allocator = cache->allocator;
	def.space = space;
	def.clearance = space == NULL ? clearance : NULL;
	def.size = unit->size > 0 ? unit->size : 1;
	const fw_key key = { .bits = unit->capabilities,
	                     .size = space != NULL ? space->size : def.size,
	                     .radius = space != NULL ? space->radius : 0.0 };
	fw_status status;
	*reachability = fw_cache_find( cache, FW_KIND_REACHABILITY, &key, &def, &status );
	return status;
}

static fw_status find_primitives( fw_cache* cache, const fw_primitives_def* def, const fw_primitives** primitives )
{
	const fw_key key = { .bits = ( def->loops == FW_LOOPS_FULL ? 1u : 0 ) | ( def->loops == FW_LOOPS_SHORT ? 32u : 0 ) |
	                             ( def->prune ? 2u : 0 ) | ( def->keep_straighter ? 4u : 0 ) |
	                             ( def->by_position ? 8u : 0 ) | ( def->costs ? FW_KEY_COSTS : 0 ),
	                     .lattice = (int32_t)def->lattice,
	                     .ring = def->ring,
	                     .headings = def->headings,
	                     .radius = def->radius,
	                     .turning_radius = def->turning_radius,
	                     .wider = { def->wider[0], def->wider[1], def->wider[2], def->wider[3] },
	                     .outline = def->outline };
	fw_status status;
	*primitives = fw_cache_find( cache->tables, FW_KIND_PRIMITIVES, &key, def, &status );
	return status;
}

fw_status fw_cache_primitives_along( fw_cache* cache, const fw_plan* plan, const fw_primitives** primitives )
{
	fw_primitives_def def = fw_default_primitives_def();
	def.allocator = cache->allocator;
	def.radius = plan->unit.radius;
	def.outline = plan->unit.outline;
	def.turning_radius = plan->unit.turning_radius;
	def.ring = FW_SMOOTH48_AHEAD;
	def.headings = plan->headings;
	def.lattice = FW_LATTICE_TILES;
	def.loops = def.turning_radius <= FW_RING_MAX ? FW_LOOPS_FULL : FW_LOOPS_NONE;
	def.prune = false;
	def.keep_straighter = plan->options.turn_charge > 0.0;
	def.by_position = true;
	return find_primitives( cache, &def, primitives );
}

// The ring that was asked for; 0: by turning radius.
static int32_t asked_ring( const fw_plan* plan, const fw_method* method )
{
	const int32_t turn = plan->roads == FW_ROADS_RINGS ? fw_roads_turn_tiles( &plan->unit ) : 0;
	const int32_t by_roads = turn < FW_RING_MAX ? turn : FW_RING_MAX;
	return method->ring > 0 ? method->ring : plan->ring != 0 ? plan->ring : by_roads;
}

int32_t fw_plan_ring( const fw_plan* plan, const fw_method* method )
{
	const int32_t ring = asked_ring( plan, method );
	return ring != 0 ? ring : fw_turn_ring( plan->unit.turning_radius );
}

// The motion primitives that a search asks for.
static fw_status find_primitives_of( fw_cache* cache, const fw_plan* plan, const fw_method* method,
                                     const fw_primitives** primitives )
{
	const fw_unit* unit = &plan->unit;
	const int32_t ring = asked_ring( plan, method );
	fw_primitives_def def = fw_default_primitives_def();
	def.allocator = cache->allocator;
	def.radius = unit->radius;
	def.outline = unit->outline;
	def.turning_radius = unit->turning_radius;
	def.ring = fw_plan_ring( plan, method );
	// The article's own rings (M. Pinter, 2001) hold all curves; an open one needs loops only where it has no room
	// for turns. Wide circles turn beyond the ring instead: of 352 random problems with turning radii of 7 to 64,
	// 88 were solved only so and 2 only by loops, which are hundreds of tiles long. A long outline that cannot back has
	// room for a loop where it has none for a chain of turns, as its nose swings out: barge-brc202d-fix drives 1.03
	// times the best at worst instead of 1.21, and truck-AR0602SR #5 takes 16,209 nodes instead of 829,027. Longer
	// loops shorten nothing there, and a barge takes 3.5 times as long at worst.
	const bool is_wide = unit->turning_radius > FW_RING_MAX;
	const bool is_full = method->ring > 0 || ( ring > 0 && (double)ring < unit->turning_radius );
	const bool is_long = unit->outline.count > 0 && !unit->reverse;
	def.loops = is_wide ? FW_LOOPS_NONE : is_full ? FW_LOOPS_FULL : is_long ? FW_LOOPS_SHORT : FW_LOOPS_NONE;
	def.headings = plan->headings;
	def.lattice = plan->lattice;
	def.keep_straighter = plan->options.turn_charge > 0.0 || ( method->traits & FW_TRAIT_SPEED ) != 0;
	def.costs = !plan->options.ignore_costs && fw_grid_has_costs( cache->grid, unit->capabilities );
	if ( ( method->traits & FW_TRAIT_SPEED ) != 0 )
	{
		fw_speeds_radii( unit, def.wider );
	}
	return find_primitives( cache, &def, primitives );
}

// The map's hierarchy, one that was given before one of the cache's own, and landmarks where the plan wants them.
static fw_status find_hierarchy( fw_cache* cache, const fw_plan* plan, fw_quality quality, fw_map* map )
{
	const fw_unit* unit = &plan->unit;
	fw_hierarchy_def def = fw_default_hierarchy_def();
	def.allocator = cache->allocator;
	def.cluster = plan->cluster != 0 ? plan->cluster : def.cluster;
	def.quality = quality;
	def.capabilities[0] = unit->capabilities;
	def.sizes[0] = fw_unit_side( unit );
	const fw_key key = {
	    .bits = unit->capabilities, .size = def.sizes[0], .quality = (int32_t)quality, .cluster = def.cluster };
	fw_cache* owner = cache->root;
	fw_status status = FW_OK;
	FW_TRY( fw_grid_add_layer( cache->grid, unit->capabilities, NULL ) ); // for the passes over its paths
	if ( cache->grid == owner->grid )
	{
		map->hierarchy = fw_cache_find( owner, FW_KIND_GIVEN, &key, &def, &status );
	}
	if ( status == FW_OK && map->hierarchy == NULL )
	{
		owner = cache;
		map->hierarchy = fw_cache_find( owner, FW_KIND_HIERARCHY, &key, &def, &status );
	}
	if ( status == FW_OK && plan->landmarks )
	{
		const fw_key marks = { .bits = key.bits, .size = key.size, .of = map->hierarchy };
		map->landmarks = fw_cache_find( owner, FW_KIND_LANDMARKS, &marks, &marks, &status );
	}
	return status;
}

fw_status fw_cache_roads( fw_cache* cache, uint32_t terrains, fw_cache** roads )
{
	const fw_key key = { .bits = terrains };
	fw_status status;
	*roads = fw_cache_find( cache, FW_KIND_ROADS, &key, &key, &status );
	return status;
}

fw_status fw_cache_ground( fw_cache* cache, const fw_plan* plan, fw_cache** ground, fw_refusal* refusal )
{
	const fw_unit* unit = &plan->unit;
	if ( !fw_plan_has_margin( plan ) )
	{
		*ground = cache;
		return FW_OK;
	}
	const fw_margin_def def = { .capabilities = unit->capabilities,
	                            .radius = unit->size > 0 ? 0.5 * unit->size : fw_unit_inner_radius( unit ),
	                            .shift = unit->size > 0 ? 0.5 * ( unit->size - 1 ) : 0.0,
	                            .margin = plan->margin,
	                            .cost = plan->margin_cost };
	const fw_key key = { .bits = def.capabilities,
	                     .size = unit->size,
	                     .radius = def.radius,
	                     .margin = def.margin,
	                     .margin_cost = def.cost };
	fw_status status;
	*ground = fw_cache_find( cache, FW_KIND_MARGINS, &key, &def, &status );
	return status != FW_ERR_TOO_LARGE
	           ? fw_refuse_status( refusal, status )
	           : fw_refuse_pair( refusal, status, "margin", "grid",
	                             "its terrains leave no room for dearer ones in a table of 32; take fewer" );
}

fw_status fw_cache_map( fw_cache* cache, const fw_plan* plan, const fw_method* method, fw_map* map )
{
	const fw_unit* unit = &plan->unit;
	const uint32_t traits = method->traits;
	const bool headings = ( traits & FW_TRAIT_HEADINGS ) != 0;
	const bool measured = ( traits & FW_TRAIT_CLEARANCE ) != 0;
	fw_map found = { .grid = cache->grid };
	const bool guided = ( traits & ( FW_TRAIT_HIERARCHY | FW_TRAIT_GUIDE ) ) != 0;
	FW_TRY( guided ? find_hierarchy( cache, plan, method->quality, &found ) : FW_OK );
	FW_TRY( measured ? find_clearance( cache, unit, &found.clearance ) : FW_OK );
	// Beside a clearance the space is for its regions.
	if ( ( traits & FW_TRAIT_HIERARCHY ) == 0 && ( !measured || fw_grid_is_plain( cache->grid, unit->capabilities ) ) )
	{
		FW_TRY( headings ? fw_cache_whole_space( cache, unit, (int32_t)plan->lattice, &found.space )
		                 : fw_cache_space( cache, unit, FW_ANY_LATTICE, &found.space ) );
	}
	if ( ( traits & FW_TRAIT_LINKS ) != 0 )
	{
		FW_TRY( fw_cache_reachability( cache, unit, found.space, found.clearance, &found.reachability ) );
	}
	FW_TRY( headings ? find_primitives_of( cache, plan, method, &found.primitives ) : FW_OK );
	if ( headings && plan->roads == FW_ROADS_RINGS )
	{
		fw_cache* roads = NULL; // where curves are to keep to
		FW_TRY( fw_cache_roads( cache, fw_plan_roads( cache->grid, plan ), &roads ) );
		FW_TRY( fw_cache_whole_space( roads, unit, FW_LATTICE_HALF, &found.roads ) );
	}
	*map = found;
	return FW_OK;
}

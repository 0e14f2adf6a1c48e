// SPDX-License-Identifier: MIT
// Objects that a planner keeps: looked up by what they are for, made or brought up to date where needed.
#include "planner/stock.h"
#include "annotate/space.h"
#include "roads/roads.h"
#include "search/engine.h"

#include "base/core.h"
#include "planner/roads.h"

static void free_view( const fw_allocator* allocator, fw_kept_view* kept )
{
	if ( kept->stock != NULL )
	{
		fw_stock_free( kept->stock );
	}
	fw_free( allocator, kept->stock, 1, sizeof( *kept->stock ) );
	fw_road_view_destroy( kept->view );
	*kept = ( fw_kept_view ){ 0 };
}

// A view's stock is searched by the jobs of its lender.
static const fw_lease* leases_of( const fw_stock* stock )
{
	return stock->lender != NULL ? stock->lender->leases : stock->leases;
}

// Whose hierarchies it has that a planner was given: they are there for the jobs too that keep all else apart.
static fw_stock* given_to( fw_stock* stock )
{
	return stock->common != NULL ? stock->common : stock;
}

void fw_stock_free( fw_stock* stock )
{
	for ( int32_t i = 0; i < FW_STOCK_VIEWS; i++ )
	{
		free_view( &stock->allocator, &stock->views[i] );
	}
	for ( int32_t i = 0; i < FW_STOCK_SPACES; i++ )
	{
		fw_space_destroy( stock->spaces[i].space );
	}
	fw_hierarchies_free( &stock->hierarchies );
	fw_reaches_free( &stock->reaches );
	for ( int32_t i = 0; i < FW_STOCK_CLEARANCES; i++ )
	{
		fw_clearance_destroy( stock->clearances[i].clearance );
	}
	for ( int32_t i = 0; i < FW_STOCK_PRIMITIVES; i++ )
	{
		fw_primitives_destroy( stock->primitives[i].primitives );
	}
}

uint64_t fw_stock_changes( const fw_stock* stock )
{
	const fw_stock* owner = stock->common != NULL ? stock->common : stock;
	uint64_t changes =
	    stock->changes + stock->hierarchies.changes + owner->hierarchies.given.changes + stock->reaches.changes;
	for ( int32_t i = 0; i < FW_STOCK_VIEWS; i++ )
	{
		changes += stock->views[i].stock != NULL ? fw_stock_changes( stock->views[i].stock ) : 0;
	}
	return changes;
}

fw_planner_usage fw_stock_measure( const fw_stock* stock )
{
	fw_planner_usage bytes = { 0 };
	for ( int32_t i = 0; i < FW_STOCK_SPACES; i++ )
	{
		bytes.spaces += stock->spaces[i].space != NULL ? fw_space_memory( stock->spaces[i].space ) : 0;
	}
	for ( int32_t i = 0; i < FW_STOCK_CLEARANCES; i++ )
	{
		const fw_clearance* kept = stock->clearances[i].clearance;
		bytes.clearances += kept != NULL ? fw_clearance_memory( kept ) : 0;
	}
	for ( int32_t i = 0; i < FW_STOCK_PRIMITIVES; i++ )
	{
		bytes.primitives +=
		    stock->primitives[i].primitives != NULL ? fw_primitives_memory( stock->primitives[i].primitives ) : 0;
	}
	fw_hierarchies_measure( &stock->hierarchies, &bytes );
	bytes.reaches = fw_reaches_memory( &stock->reaches );
	for ( int32_t i = 0; i < FW_STOCK_VIEWS && stock->views[i].view != NULL; i++ )
	{
		const fw_planner_usage roads = fw_stock_measure( stock->views[i].stock );
		bytes.spaces += fw_road_view_memory( stock->views[i].view ) + roads.spaces;
		bytes.clearances += roads.clearances;
		bytes.primitives += roads.primitives;
		bytes.hierarchies += roads.hierarchies;
		bytes.landmarks += roads.landmarks;
		bytes.reaches += roads.reaches;
	}
	return bytes;
}

size_t fw_stock_memory( const fw_stock* stock )
{
	const fw_planner_usage bytes = fw_stock_measure( stock );
	return bytes.spaces + bytes.clearances + bytes.primitives + bytes.hierarchies + bytes.landmarks + bytes.reaches;
}

// Is a space one for this unit and lattice? Methods without headings take any lattice, and a square has but one.
static bool space_fits( const fw_space* space, const fw_unit* unit, fw_lattice lattice, bool any_lattice )
{
	if ( fw_space_capabilities( space ) != unit->capabilities || fw_space_size( space ) != unit->size )
	{
		return false;
	}
	return unit->size > 0 ||
	       ( fw_space_radius( space ) == unit->radius && ( any_lattice || fw_space_lattice( space ) == lattice ) );
}

fw_status fw_stock_space( fw_stock* stock, const fw_unit* unit, fw_lattice lattice, bool any_lattice,
                          const fw_space** space )
{
	fw_kept_space* oldest = &stock->spaces[0];
	for ( int32_t i = 0; i < FW_STOCK_SPACES; i++ )
	{
		fw_kept_space* kept = &stock->spaces[i];
		if ( kept->space != NULL && space_fits( kept->space, unit, lattice, any_lattice ) )
		{
			kept->used = ++stock->clock;
			*space = kept->space;
			return fw_space_update( kept->space );
		}
		oldest =
		    fw_makes_room( leases_of( stock ), kept->space, kept->used, oldest->space, oldest->used ) ? kept : oldest;
	}
	fw_space_def def = fw_default_space_def();
	def.allocator = stock->allocator;
	def.capabilities = unit->capabilities;
	def.size = unit->size;
	def.radius = unit->radius;
	def.lattice = lattice;
	fw_space* made = NULL;
	const fw_status status = fw_space_create( stock->grid, &def, &made, NULL );
	if ( status == FW_OK )
	{
		stock->changes += fw_is_leased( leases_of( stock ), oldest->space ) ? 1 : 0;
		fw_space_destroy( oldest->space );
		*oldest = ( fw_kept_space ){ made, ++stock->clock };
		*space = made;
	}
	return status;
}

fw_status fw_stock_clearance( fw_stock* stock, uint32_t capabilities, const fw_clearance** clearance )
{
	fw_kept_clearance* oldest = &stock->clearances[0];
	for ( int32_t i = 0; i < FW_STOCK_CLEARANCES; i++ )
	{
		fw_kept_clearance* kept = &stock->clearances[i];
		if ( kept->clearance != NULL && fw_clearance_capabilities( kept->clearance ) == capabilities )
		{
			kept->used = ++stock->clock;
			*clearance = kept->clearance;
			return fw_clearance_update( kept->clearance );
		}
		oldest = fw_makes_room( leases_of( stock ), kept->clearance, kept->used, oldest->clearance, oldest->used )
		             ? kept
		             : oldest;
	}
	fw_clearance_def def = fw_default_clearance_def();
	def.allocator = stock->allocator;
	def.capabilities = capabilities;
	fw_clearance* made = NULL;
	fw_status status = fw_grid_add_layer( stock->grid, capabilities, NULL ); // for the passes over its paths
	status = status == FW_OK ? fw_clearance_create( stock->grid, &def, &made, NULL ) : status;
	if ( status == FW_OK )
	{
		stock->changes += fw_is_leased( leases_of( stock ), oldest->clearance ) ? 1 : 0;
		fw_clearance_destroy( oldest->clearance );
		*oldest = ( fw_kept_clearance ){ made, ++stock->clock };
		*clearance = made;
	}
	return status;
}

fw_status fw_stock_hierarchy( fw_stock* stock, const fw_plan* plan, fw_quality quality, fw_map* map )
{
	// The passes over its paths need the grid's layer.
	const fw_unit* unit = &plan->unit;
	fw_status status = fw_grid_add_layer( stock->grid, unit->capabilities, NULL );
	fw_hierarchy_def def = fw_default_hierarchy_def();
	def.allocator = stock->allocator;
	def.cluster = plan->cluster != 0 ? plan->cluster : def.cluster;
	def.quality = quality;
	def.capabilities[0] = unit->capabilities;
	def.sizes[0] = fw_unit_side( unit );
	fw_stock* owner = given_to( stock );
	fw_kept_hierarchy* kept = NULL;
	status = status == FW_OK
	             ? fw_hierarchies_find_given( &owner->hierarchies.given, leases_of( owner ), stock->grid, &def, &kept )
	             : status;
	if ( status == FW_OK && kept == NULL )
	{
		status = fw_hierarchies_find( &stock->hierarchies, leases_of( stock ), stock->grid, &def, &kept );
	}
	map->hierarchy = status == FW_OK ? kept->hierarchy : NULL;
	return status == FW_OK && plan->landmarks ? fw_hierarchies_landmarks( kept, &def, &map->landmarks ) : status;
}

fw_status fw_stock_reach( fw_stock* stock, const fw_unit* unit, const fw_space* space, const fw_clearance* clearance,
                          const fw_reachability** reach )
{
	fw_reachability_def def = fw_default_reachability_def();
	def.allocator = stock->allocator;
	def.space = space;
	def.clearance = clearance;
	def.size = unit->size > 0 ? unit->size : 1;
	if ( fw_grid_is_plain( stock->grid, unit->capabilities ) )
	{
		return FW_OK;
	}
	const fw_status status = fw_reaches_find( &stock->reaches, leases_of( stock ), &def, reach );
	return status == FW_ERR_TOO_LARGE ? FW_OK : status;
}

static bool same_turns( const fw_primitives_def* a, const fw_primitives_def* b )
{
	return a->radius == b->radius && a->turning_radius == b->turning_radius && a->ring == b->ring &&
	       a->headings == b->headings && a->lattice == b->lattice && a->loops == b->loops && a->prune == b->prune &&
	       a->sparing == b->sparing && a->places == b->places && ( a->costs || !b->costs );
}

fw_status fw_stock_primitives( fw_stock* stock, const fw_primitives_def* def, const fw_primitives** turns )
{
	if ( stock->lender != NULL )
	{
		return fw_stock_primitives( stock->lender, def, turns );
	}
	fw_kept_primitives* oldest = &stock->primitives[0];
	for ( int32_t i = 0; i < FW_STOCK_PRIMITIVES; i++ )
	{
		fw_kept_primitives* kept = &stock->primitives[i];
		if ( kept->primitives != NULL && same_turns( &kept->asked, def ) )
		{
			kept->used = ++stock->clock;
			*turns = kept->primitives;
			return FW_OK;
		}
		oldest = fw_makes_room( leases_of( stock ), kept->primitives, kept->used, oldest->primitives, oldest->used )
		             ? kept
		             : oldest;
	}
	fw_primitives* made = NULL;
	const fw_status status = fw_primitives_create( def, &made, NULL );
	if ( status == FW_OK )
	{
		stock->changes += fw_is_leased( leases_of( stock ), oldest->primitives ) ? 1 : 0;
		fw_primitives_destroy( oldest->primitives );
		*oldest = ( fw_kept_primitives ){ made, *def, ++stock->clock };
		*turns = made;
	}
	return status;
}

// The table that a method of the table of searches asks for.
static fw_primitives_def turns_of( const fw_stock* stock, const fw_plan* plan, const fw_method* method )
{
	const fw_unit* unit = &plan->unit;
	fw_primitives_def def = fw_default_primitives_def();
	def.allocator = stock->allocator;
	def.radius = unit->radius;
	def.turning_radius = unit->turning_radius;
	const int32_t most = fw_roads_turn_tiles( unit ) < FW_RING_MAX ? fw_roads_turn_tiles( unit ) : FW_RING_MAX;
	const int32_t ring = plan->roads == FW_ROADS_RINGS && plan->ring == 0 ? most : plan->ring;
	def.ring = method->ring > 0 ? method->ring : ring;
	// The article's own rings (M. Pinter, 2001) hold all curves; an open one needs loops only where it has no room
	// for turns. Wide circles turn beyond the ring instead: of 352 random problems with turning radii of 7 to 64,
	// 88 were solved only so and 2 only by loops, which are hundreds of tiles long.
	def.loops = unit->turning_radius <= FW_RING_MAX &&
	            ( method->ring > 0 || ( ring > 0 && (double)ring < unit->turning_radius ) );
	def.headings = plan->headings;
	def.lattice = plan->lattice;
	def.sparing = plan->options.turn_charge > 0.0 || ( method->traits & FW_TRAIT_SPEED ) != 0;
	def.costs = !plan->options.ignore_costs && fw_grid_has_costs( stock->grid, unit->capabilities );
	return def;
}

// Makes a view in the place of the one that was not used for longest.
static fw_status make_view( fw_stock* stock, uint32_t terrains, fw_kept_view* place )
{
	fw_road_view* view = NULL;
	fw_stock* own = fw_alloc_zero( &stock->allocator, 1, sizeof( *own ) );
	const fw_status status =
	    own != NULL ? fw_road_view_create( stock->grid, terrains, &stock->allocator, &view ) : FW_ERR_MEMORY;
	if ( status != FW_OK )
	{
		fw_free( &stock->allocator, own, 1, sizeof( *own ) );
		return status;
	}
	// Counts as many as the old one did, or its end would go unnoticed.
	stock->changes += place->stock != NULL ? fw_stock_changes( place->stock ) + 1 : 0;
	free_view( &stock->allocator, place );
	*own = ( fw_stock ){ .allocator = stock->allocator,
	                     .grid = fw_road_view_grid( view ),
	                     .lender = stock->lender != NULL ? stock->lender : stock };
	*place = ( fw_kept_view ){ view, own, terrains, 0 };
	return FW_OK;
}

fw_status fw_stock_roads( fw_stock* stock, uint32_t terrains, fw_stock** roads )
{
	fw_kept_view* place = &stock->views[0];
	for ( int32_t i = 0; i < FW_STOCK_VIEWS; i++ )
	{
		fw_kept_view* kept = &stock->views[i];
		const bool fits = kept->view != NULL && kept->terrains == terrains;
		place = fits || ( place->terrains != terrains && kept->used < place->used ) ? kept : place;
	}
	const bool kept = place->view != NULL && place->terrains == terrains;
	const fw_status status = kept ? fw_road_view_update( place->view ) : make_view( stock, terrains, place );
	if ( status == FW_OK )
	{
		place->used = ++stock->clock;
		*roads = place->stock;
	}
	return status;
}

// Where curves are to keep to roads.
static fw_status find_roads( fw_stock* stock, const fw_plan* plan, const fw_space** space )
{
	fw_stock* roads;
	const fw_status status = fw_stock_roads( stock, fw_plan_roads( stock->grid, plan ), &roads );
	return status == FW_OK ? fw_stock_space( roads, &plan->unit, FW_LATTICE_HALF, false, space ) : status;
}

fw_status fw_stock_map( fw_stock* stock, const fw_plan* plan, const fw_method* method, fw_map* map )
{
	const fw_unit* unit = &plan->unit;
	if ( fw_unit_check( unit, NULL ) != FW_OK )
	{
		return FW_ERR_ARGUMENT;
	}
	const bool headings = ( method->traits & FW_TRAIT_HEADINGS ) != 0;
	fw_map found = { .grid = stock->grid };
	const bool measured = ( method->traits & FW_TRAIT_CLEARANCE ) != 0;
	fw_status status = FW_OK;
	if ( ( method->traits & ( FW_TRAIT_HIERARCHY | FW_TRAIT_GUIDE ) ) != 0 )
	{
		status = fw_stock_hierarchy( stock, plan, fw_method_quality( method ), &found );
	}
	if ( status != FW_OK || ( method->traits & FW_TRAIT_HIERARCHY ) != 0 )
	{
		*map = status == FW_OK ? found : *map;
		return status;
	}
	status = measured
	             ? fw_stock_clearance( stock, unit->capabilities, &found.clearance )
	             : fw_stock_space( stock, unit, headings ? plan->lattice : FW_LATTICE_TILES, !headings, &found.space );
	if ( status == FW_OK && measured && fw_grid_is_plain( stock->grid, unit->capabilities ) )
	{
		status = fw_stock_space( stock, unit, FW_LATTICE_TILES, true, &found.space ); // for its regions
	}
	if ( status == FW_OK && ( method->traits & FW_TRAIT_LINKS ) != 0 )
	{
		status = fw_stock_reach( stock, unit, found.space, found.clearance, &found.reachability );
	}
	if ( status == FW_OK && headings )
	{
		const fw_primitives_def def = turns_of( stock, plan, method );
		status = fw_stock_primitives( stock, &def, &found.primitives );
		status = status == FW_OK && plan->roads == FW_ROADS_RINGS ? find_roads( stock, plan, &found.roads ) : status;
	}
	if ( status == FW_OK )
	{
		*map = found;
	}
	return status;
}

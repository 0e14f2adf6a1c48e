// SPDX-License-Identifier: MIT
// Objects that a planner keeps: looked up by what they are for, made or brought up to date where needed.
#include "planner/stock.h"

#include "base/core.h"

void fw_stock_free( fw_stock* stock )
{
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
	for ( int32_t i = 0; i < FW_STOCK_TURNS; i++ )
	{
		fw_turns_destroy( stock->turns[i].turns );
	}
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
	for ( int32_t i = 0; i < FW_STOCK_TURNS; i++ )
	{
		bytes.turns += stock->turns[i].turns != NULL ? fw_turns_memory( stock->turns[i].turns ) : 0;
	}
	bytes.hierarchies = fw_hierarchies_memory( &stock->hierarchies );
	bytes.reaches = fw_reaches_memory( &stock->reaches );
	return bytes;
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
		oldest = kept->used < oldest->used ? kept : oldest;
	}
	fw_space_def def = fw_default_space_def();
	def.allocator = stock->allocator;
	def.capabilities = unit->capabilities;
	def.size = unit->size;
	def.radius = unit->radius;
	def.lattice = lattice;
	fw_space* made = NULL;
	const fw_status status = fw_space_create( stock->grid, &def, &made );
	if ( status == FW_OK )
	{
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
		oldest = kept->used < oldest->used ? kept : oldest;
	}
	fw_clearance_def def = fw_default_clearance_def();
	def.allocator = stock->allocator;
	def.capabilities = capabilities;
	fw_clearance* made = NULL;
	fw_status status = fw_grid_add_layer( stock->grid, capabilities ); // for the passes over its paths
	status = status == FW_OK ? fw_clearance_create( stock->grid, &def, &made ) : status;
	if ( status == FW_OK )
	{
		fw_clearance_destroy( oldest->clearance );
		*oldest = ( fw_kept_clearance ){ made, ++stock->clock };
		*clearance = made;
	}
	return status;
}

fw_status fw_stock_hierarchy( fw_stock* stock, const fw_unit* unit, int32_t cluster, fw_quality quality,
                              const fw_hierarchy** hierarchy )
{
	// The passes over its paths need the grid's layer.
	const fw_status status = fw_grid_add_layer( stock->grid, unit->capabilities );
	fw_hierarchy_def def = fw_default_hierarchy_def();
	def.allocator = stock->allocator;
	def.cluster = cluster != 0 ? cluster : def.cluster;
	def.quality = quality;
	def.capabilities[0] = unit->capabilities;
	def.sizes[0] = fw_unit_side( unit );
	return status == FW_OK ? fw_hierarchies_find( &stock->hierarchies, stock->grid, &def, hierarchy ) : status;
}

fw_status fw_stock_reach( fw_stock* stock, const fw_unit* unit, const fw_space* space, const fw_clearance* clearance,
                          const fw_reach** reach )
{
	fw_reach_def def = fw_default_reach_def();
	def.allocator = stock->allocator;
	def.space = space;
	def.clearance = clearance;
	def.size = unit->size > 0 ? unit->size : 1;
	if ( fw_grid_is_plain( stock->grid, unit->capabilities ) )
	{
		return FW_OK;
	}
	const fw_status status = fw_reaches_find( &stock->reaches, &def, reach );
	return status == FW_ERR_TOO_LARGE ? FW_OK : status;
}

static bool same_turns( const fw_turns_def* a, const fw_turns_def* b )
{
	return a->radius == b->radius && a->turning_radius == b->turning_radius && a->ring == b->ring &&
	       a->headings == b->headings && a->lattice == b->lattice && a->loops == b->loops && a->prune == b->prune &&
	       a->sparing == b->sparing && a->places == b->places && ( a->costs || !b->costs );
}

fw_status fw_stock_turns( fw_stock* stock, const fw_turns_def* def, const fw_turns** turns )
{
	fw_kept_turns* oldest = &stock->turns[0];
	for ( int32_t i = 0; i < FW_STOCK_TURNS; i++ )
	{
		fw_kept_turns* kept = &stock->turns[i];
		if ( kept->turns != NULL && same_turns( &kept->asked, def ) )
		{
			kept->used = ++stock->clock;
			*turns = kept->turns;
			return FW_OK;
		}
		oldest = kept->used < oldest->used ? kept : oldest;
	}
	fw_turns* made = NULL;
	const fw_status status = fw_turns_create( def, &made );
	if ( status == FW_OK )
	{
		fw_turns_destroy( oldest->turns );
		*oldest = ( fw_kept_turns ){ made, *def, ++stock->clock };
		*turns = made;
	}
	return status;
}

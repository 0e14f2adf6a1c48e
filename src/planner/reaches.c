// SPDX-License-Identifier: MIT
// What leads where, of the last few classes of units.
#include "planner/reaches.h"
#include "annotate/space.h"

#include "base/core.h"

// What a definition is for.
static fw_kept_reach class_of( const fw_reachability_def* def )
{
	const bool spaced = def->space != NULL;
	return ( fw_kept_reach ){
	    .capabilities = spaced ? fw_space_capabilities( def->space ) : fw_clearance_capabilities( def->clearance ),
	    .size = spaced ? fw_space_size( def->space ) : def->size,
	    .radius = spaced ? fw_space_radius( def->space ) : 0.0,
	    .revision = fw_grid_revision( spaced ? fw_space_grid( def->space ) : fw_clearance_grid( def->clearance ) ),
	};
}

static bool is_of( const fw_kept_reach* kept, const fw_kept_reach* wanted )
{
	return kept->used > 0 && kept->capabilities == wanted->capabilities && kept->size == wanted->size &&
	       kept->radius == wanted->radius;
}

void fw_reaches_free( fw_reaches* all )
{
	for ( int32_t i = 0; i < FW_REACHES_MAX; i++ )
	{
		fw_reachability_destroy( all->kept[i].reach );
	}
}

size_t fw_reaches_memory( const fw_reaches* all )
{
	size_t bytes = 0;
	for ( int32_t i = 0; i < FW_REACHES_MAX; i++ )
	{
		bytes += all->kept[i].reach != NULL ? fw_reachability_memory( all->kept[i].reach ) : 0;
	}
	return bytes;
}

fw_status fw_reaches_find( fw_reaches* all, const fw_lease* leases, const fw_reachability_def* def,
                           const fw_reachability** reach )
{
	fw_kept_reach wanted = class_of( def );
	fw_kept_reach* place = &all->kept[0];
	for ( int32_t i = 0; i < FW_REACHES_MAX && !is_of( place, &wanted ); i++ )
	{
		fw_kept_reach* kept = &all->kept[i];
		const bool older = fw_makes_room( leases, kept->reach, kept->used, place->reach, place->used );
		place = is_of( kept, &wanted ) || older ? kept : place;
	}
	wanted.used = ++all->clock;
	if ( is_of( place, &wanted ) && place->revision == wanted.revision )
	{
		place->used = wanted.used;
		*reach = place->reach;
		return place->reach != NULL ? FW_OK : FW_ERR_TOO_LARGE;
	}
	const fw_status status = fw_reachability_create( def, &wanted.reach, NULL );
	if ( status == FW_OK || status == FW_ERR_TOO_LARGE )
	{
		all->changes += fw_is_leased( leases, place->reach ) ? 1 : 0;
		fw_reachability_destroy( place->reach );
		*place = wanted;
		*reach = wanted.reach;
	}
	return status;
}

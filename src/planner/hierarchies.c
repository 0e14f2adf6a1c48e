// SPDX-License-Identifier: MIT
// The hierarchies that a planner keeps.
#include "planner/hierarchies.h"

// Has a hierarchy the quality and cluster that are wanted?
static bool is_like( const fw_hierarchy* hierarchy, const fw_hierarchy_def* wanted )
{
	const fw_hierarchy_def* def = hierarchy != NULL ? fw_hierarchy_definition( hierarchy ) : NULL;
	return def != NULL && def->quality == wanted->quality && def->cluster == wanted->cluster;
}

// Does it serve the one class that is wanted?
static bool serves( const fw_hierarchy* hierarchy, const fw_hierarchy_def* wanted )
{
	if ( !is_like( hierarchy, wanted ) )
	{
		return false;
	}
	const fw_hierarchy_def* def = fw_hierarchy_definition( hierarchy );
	bool sized = false;
	bool able = false;
	for ( int32_t i = 0; i < def->size_count; i++ )
	{
		sized = sized || def->sizes[i] == wanted->sizes[0];
	}
	for ( int32_t i = 0; i < def->capability_count; i++ )
	{
		able = able || def->capabilities[i] == wanted->capabilities[0];
	}
	return sized && able;
}

void fw_hierarchies_free( fw_hierarchies* all )
{
	for ( int32_t i = 0; i < FW_HIERARCHIES_MAX; i++ )
	{
		fw_hierarchy_destroy( all->kept[i].hierarchy );
	}
	for ( int32_t i = 0; i < FW_HIERARCHIES_GIVEN; i++ )
	{
		fw_hierarchy_destroy( all->given.kept[i] );
	}
}

static size_t memory_of( const fw_hierarchy* hierarchy )
{
	const fw_hierarchy_stats stats =
	    hierarchy != NULL ? fw_hierarchy_measure( hierarchy ) : ( fw_hierarchy_stats ){ 0 };
	return stats.bytes + stats.shared_bytes;
}

size_t fw_hierarchies_memory( const fw_hierarchies* all )
{
	size_t bytes = 0;
	for ( int32_t i = 0; i < FW_HIERARCHIES_MAX; i++ )
	{
		bytes += memory_of( all->kept[i].hierarchy );
	}
	for ( int32_t i = 0; i < FW_HIERARCHIES_GIVEN; i++ )
	{
		bytes += memory_of( all->given.kept[i] );
	}
	return bytes;
}

// Puts another hierarchy, or none, where one is.
static void replace( fw_hierarchy** place, fw_hierarchy* next, const fw_lease* leases, uint64_t* changes )
{
	*changes += fw_is_leased( leases, *place ) ? 1 : 0;
	fw_hierarchy_destroy( *place );
	*place = next;
}

// Its own ones of classes that it was given are of no use any more.
static void drop_served( fw_hierarchies* all, const fw_lease* leases, const fw_hierarchy* given )
{
	for ( int32_t i = 0; i < FW_HIERARCHIES_MAX; i++ )
	{
		fw_kept_hierarchy* kept = &all->kept[i];
		if ( kept->hierarchy != NULL && serves( given, fw_hierarchy_definition( kept->hierarchy ) ) )
		{
			replace( &kept->hierarchy, NULL, leases, &all->changes );
			kept->used = 0;
		}
	}
}

bool fw_hierarchies_was_given( const fw_hierarchies* all, const fw_hierarchy* hierarchy )
{
	bool given = false;
	for ( int32_t i = 0; i < FW_HIERARCHIES_GIVEN; i++ )
	{
		given = given || all->given.kept[i] == hierarchy;
	}
	return given;
}

void fw_hierarchies_add( fw_hierarchies* all, const fw_lease* leases, fw_hierarchy* hierarchy )
{
	fw_given_hierarchies* given = &all->given;
	int32_t at = 0;
	while ( at < FW_HIERARCHIES_GIVEN - 1 && !is_like( given->kept[at], fw_hierarchy_definition( hierarchy ) ) )
	{
		at++;
	}
	replace( &given->kept[at], NULL, leases, &given->changes );
	for ( ; at > 0; at-- )
	{
		given->kept[at] = given->kept[at - 1];
	}
	given->kept[0] = hierarchy;
	drop_served( all, leases, hierarchy );
}

// Makes a hierarchy where there is none, and one of the grid as it is now where there is an older one.
static fw_status bring_up( fw_hierarchy** place, const fw_grid* grid, const fw_hierarchy_def* wanted,
                           const fw_lease* leases, uint64_t* changes )
{
	fw_hierarchy* next = NULL;
	fw_status status = FW_OK;
	if ( !serves( *place, wanted ) )
	{
		status = fw_hierarchy_create( grid, wanted, &next );
	}
	else if ( fw_hierarchy_revision( *place ) != fw_grid_revision( grid ) )
	{
		status = fw_hierarchy_update( *place, &next );
	}
	if ( next != NULL )
	{
		replace( place, next, leases, changes );
	}
	return status;
}

// Where its own one is, or else may be put.
static fw_kept_hierarchy* place_of( fw_hierarchies* all, const fw_lease* leases, const fw_hierarchy_def* wanted )
{
	fw_kept_hierarchy* found = &all->kept[0];
	for ( int32_t i = 0; i < FW_HIERARCHIES_MAX; i++ )
	{
		fw_kept_hierarchy* kept = &all->kept[i];
		if ( serves( kept->hierarchy, wanted ) )
		{
			return kept;
		}
		const bool older = fw_makes_room( leases, kept->hierarchy, kept->used, found->hierarchy, found->used );
		found = older ? kept : found;
	}
	return found;
}

fw_status fw_hierarchies_find( fw_hierarchies* all, const fw_lease* leases, const fw_grid* grid,
                               const fw_hierarchy_def* wanted, const fw_hierarchy** hierarchy )
{
	fw_kept_hierarchy* kept = place_of( all, leases, wanted );
	const fw_status status = bring_up( &kept->hierarchy, grid, wanted, leases, &all->changes );
	kept->used = status == FW_OK ? ++all->clock : kept->used;
	*hierarchy = kept->hierarchy;
	return status;
}

fw_status fw_hierarchies_find_given( fw_given_hierarchies* given, const fw_lease* leases, const fw_grid* grid,
                                     const fw_hierarchy_def* wanted, const fw_hierarchy** hierarchy )
{
	fw_status status = FW_OK;
	*hierarchy = NULL;
	for ( int32_t i = 0; i < FW_HIERARCHIES_GIVEN && *hierarchy == NULL; i++ )
	{
		if ( serves( given->kept[i], wanted ) )
		{
			status = bring_up( &given->kept[i], grid, wanted, leases, &given->changes );
			*hierarchy = given->kept[i];
		}
	}
	return status;
}

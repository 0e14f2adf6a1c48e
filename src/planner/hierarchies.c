// SPDX-License-Identifier: MIT
// The hierarchies that a planner keeps.
#include "planner/hierarchies.h"

// Makes room for a number in a rising list. False where it is there already or the list is full.
static bool insert_rising( int32_t* list, int32_t* count, int32_t number )
{
	int32_t at = 0;
	while ( at < *count && list[at] < number )
	{
		at++;
	}
	if ( *count == FW_HIERARCHY_MAX_CLASSES || ( at < *count && list[at] == number ) )
	{
		return false;
	}
	for ( int32_t i = *count; i > at; i-- )
	{
		list[i] = list[i - 1];
	}
	list[at] = number;
	( *count )++;
	return true;
}

// Adds a unit's class to those of a hierarchy. False where it had it.
static bool add_class( fw_hierarchy_def* def, uint32_t capabilities, int32_t size )
{
	bool added = insert_rising( def->sizes, &def->size_count, size );
	int32_t i = 0;
	while ( i < def->capability_count && def->capabilities[i] != capabilities )
	{
		i++;
	}
	if ( i == def->capability_count && i < FW_HIERARCHY_MAX_CLASSES )
	{
		def->capabilities[def->capability_count++] = capabilities;
		added = true;
	}
	return added;
}

static bool has_class( const fw_hierarchy_def* def, uint32_t capabilities, int32_t size )
{
	bool sized = false;
	bool able = false;
	for ( int32_t i = 0; i < def->size_count; i++ )
	{
		sized = sized || def->sizes[i] == size;
	}
	for ( int32_t i = 0; i < def->capability_count; i++ )
	{
		able = able || def->capabilities[i] == capabilities;
	}
	return sized && able;
}

static bool is_of( const fw_kept_hierarchy* kept, fw_quality quality, int32_t cluster )
{
	const fw_hierarchy_def* def = kept->hierarchy != NULL ? fw_hierarchy_definition( kept->hierarchy ) : NULL;
	return def != NULL && def->quality == quality && def->cluster == cluster;
}

// Where the hierarchy of this quality and cluster is, or else may be put.
static fw_kept_hierarchy* place_of( fw_hierarchies* all, const fw_lease* leases, fw_quality quality, int32_t cluster )
{
	fw_kept_hierarchy* found = &all->kept[0];
	for ( int32_t i = 0; i < FW_HIERARCHIES_MAX; i++ )
	{
		fw_kept_hierarchy* kept = &all->kept[i];
		if ( is_of( kept, quality, cluster ) )
		{
			return kept;
		}
		const bool older = fw_makes_room( leases, kept->hierarchy, kept->used, found->hierarchy, found->used );
		found = older ? kept : found;
	}
	return found;
}

void fw_hierarchies_free( fw_hierarchies* all )
{
	for ( int32_t i = 0; i < FW_HIERARCHIES_MAX; i++ )
	{
		fw_hierarchy_destroy( all->kept[i].hierarchy );
	}
}

size_t fw_hierarchies_memory( const fw_hierarchies* all )
{
	size_t bytes = 0;
	for ( int32_t i = 0; i < FW_HIERARCHIES_MAX; i++ )
	{
		const fw_hierarchy* kept = all->kept[i].hierarchy;
		const fw_hierarchy_stats stats = kept != NULL ? fw_hierarchy_measure( kept ) : ( fw_hierarchy_stats ){ 0 };
		bytes += stats.bytes + stats.shared_bytes;
	}
	return bytes;
}

void fw_hierarchies_add( fw_hierarchies* all, const fw_lease* leases, fw_hierarchy* hierarchy )
{
	const fw_hierarchy_def* def = fw_hierarchy_definition( hierarchy );
	fw_kept_hierarchy* kept = place_of( all, leases, def->quality, def->cluster );
	all->changes += fw_is_leased( leases, kept->hierarchy ) ? 1 : 0;
	fw_hierarchy_destroy( kept->hierarchy );
	*kept = ( fw_kept_hierarchy ){ hierarchy, ++all->clock };
}

// The hierarchy of a kept definition and one more class. Where all places for classes are taken, it begins anew with
// the wanted one.
static fw_status widen( const fw_grid* grid, const fw_hierarchy_def* kept, const fw_hierarchy_def* wanted,
                        fw_hierarchy** next )
{
	fw_hierarchy_def def = *kept;
	add_class( &def, wanted->capabilities[0], wanted->sizes[0] );
	return fw_hierarchy_create( grid, has_class( &def, wanted->capabilities[0], wanted->sizes[0] ) ? &def : wanted,
	                            next );
}

fw_status fw_hierarchies_find( fw_hierarchies* all, const fw_lease* leases, const fw_grid* grid,
                               const fw_hierarchy_def* wanted, const fw_hierarchy** hierarchy )
{
	fw_kept_hierarchy* kept = place_of( all, leases, wanted->quality, wanted->cluster );
	const bool known = is_of( kept, wanted->quality, wanted->cluster );
	const fw_hierarchy_def* def = known ? fw_hierarchy_definition( kept->hierarchy ) : wanted;
	const bool served = known && has_class( def, wanted->capabilities[0], wanted->sizes[0] );
	fw_hierarchy* next = NULL;
	fw_status status = FW_OK;
	if ( !known )
	{
		status = fw_hierarchy_create( grid, wanted, &next );
	}
	else if ( !served )
	{
		status = widen( grid, def, wanted, &next );
	}
	else if ( fw_hierarchy_revision( kept->hierarchy ) != fw_grid_revision( grid ) )
	{
		status = fw_hierarchy_update( kept->hierarchy, &next );
	}
	if ( next != NULL )
	{
		all->changes += fw_is_leased( leases, kept->hierarchy ) ? 1 : 0;
		fw_hierarchy_destroy( kept->hierarchy );
		kept->hierarchy = next;
	}
	kept->used = ++all->clock;
	*hierarchy = kept->hierarchy;
	return status;
}

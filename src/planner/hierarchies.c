// SPDX-License-Identifier: MIT
// The hierarchies that a planner keeps.
#include "planner/hierarchies.h"
#include "hierarchy/landmarks.h"

#include "hierarchy/hierarchy.h"

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

static void release( fw_kept_hierarchy* kept )
{
	for ( int32_t i = 0; i < FW_CLASS_MAX && kept->landmarks != NULL; i++ )
	{
		fw_landmarks_destroy( kept->landmarks[i] );
	}
	if ( kept->hierarchy != NULL )
	{
		fw_free( &kept->hierarchy->allocator, kept->landmarks, FW_CLASS_MAX, sizeof( *kept->landmarks ) );
	}
	fw_hierarchy_destroy( kept->hierarchy );
	*kept = ( fw_kept_hierarchy ){ 0 };
}

void fw_hierarchies_free( fw_hierarchies* all )
{
	for ( int32_t i = 0; i < FW_HIERARCHIES_MAX; i++ )
	{
		release( &all->kept[i] );
	}
	for ( int32_t i = 0; i < FW_HIERARCHIES_GIVEN; i++ )
	{
		release( &all->given.kept[i] );
	}
}

static void measure( const fw_kept_hierarchy* kept, fw_planner_usage* bytes )
{
	if ( kept->hierarchy != NULL )
	{
		const fw_hierarchy_stats stats = fw_hierarchy_measure( kept->hierarchy );
		bytes->hierarchies += stats.bytes + stats.shared_bytes;
	}
	bytes->landmarks += kept->landmarks != NULL ? FW_CLASS_MAX * sizeof( *kept->landmarks ) : 0;
	for ( int32_t i = 0; i < FW_CLASS_MAX && kept->landmarks != NULL; i++ )
	{
		bytes->landmarks += kept->landmarks[i] != NULL ? fw_landmarks_memory( kept->landmarks[i] ) : 0;
	}
}

void fw_hierarchies_measure( const fw_hierarchies* all, fw_planner_usage* bytes )
{
	for ( int32_t i = 0; i < FW_HIERARCHIES_MAX; i++ )
	{
		measure( &all->kept[i], bytes );
	}
	for ( int32_t i = 0; i < FW_HIERARCHIES_GIVEN; i++ )
	{
		measure( &all->given.kept[i], bytes );
	}
}

// Puts another hierarchy, or none, where one is.
static void replace( fw_kept_hierarchy* kept, fw_hierarchy* next, const fw_lease* leases, uint64_t* changes )
{
	*changes += fw_is_leased( leases, kept->hierarchy ) ? 1 : 0;
	release( kept );
	kept->hierarchy = next;
}

// Its own ones of classes that it was given are of no use any more.
static void drop_served( fw_hierarchies* all, const fw_lease* leases, const fw_hierarchy* given )
{
	for ( int32_t i = 0; i < FW_HIERARCHIES_MAX; i++ )
	{
		fw_kept_hierarchy* kept = &all->kept[i];
		if ( kept->hierarchy != NULL && serves( given, fw_hierarchy_definition( kept->hierarchy ) ) )
		{
			replace( kept, NULL, leases, &all->changes );
		}
	}
}

bool fw_hierarchies_was_given( const fw_hierarchies* all, const fw_hierarchy* hierarchy )
{
	bool given = false;
	for ( int32_t i = 0; i < FW_HIERARCHIES_GIVEN; i++ )
	{
		given = given || all->given.kept[i].hierarchy == hierarchy;
	}
	return given;
}

void fw_hierarchies_add( fw_hierarchies* all, const fw_lease* leases, fw_hierarchy* hierarchy )
{
	fw_given_hierarchies* given = &all->given;
	int32_t at = 0;
	while ( at < FW_HIERARCHIES_GIVEN - 1 &&
	        !is_like( given->kept[at].hierarchy, fw_hierarchy_definition( hierarchy ) ) )
	{
		at++;
	}
	replace( &given->kept[at], NULL, leases, &given->changes );
	for ( ; at > 0; at-- )
	{
		given->kept[at] = given->kept[at - 1];
	}
	given->kept[0] = ( fw_kept_hierarchy ){ .hierarchy = hierarchy };
	drop_served( all, leases, hierarchy );
}

// Makes a hierarchy where there is none, and one of the grid as it is now where there is an older one.
static fw_status bring_up( fw_kept_hierarchy* kept, const fw_grid* grid, const fw_hierarchy_def* wanted,
                           const fw_lease* leases, uint64_t* changes )
{
	fw_hierarchy* next = NULL;
	fw_status status = FW_OK;
	if ( !serves( kept->hierarchy, wanted ) )
	{
		status = fw_hierarchy_create( grid, wanted, &next, NULL );
	}
	else if ( fw_hierarchy_revision( kept->hierarchy ) != fw_grid_revision( grid ) )
	{
		status = fw_hierarchy_update( kept->hierarchy, &next, NULL );
	}
	if ( next != NULL )
	{
		replace( kept, next, leases, changes );
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
                               const fw_hierarchy_def* wanted, fw_kept_hierarchy** found )
{
	fw_kept_hierarchy* kept = place_of( all, leases, wanted );
	const fw_status status = bring_up( kept, grid, wanted, leases, &all->changes );
	kept->used = status == FW_OK ? ++all->clock : kept->used;
	*found = kept;
	return status;
}

fw_status fw_hierarchies_find_given( fw_given_hierarchies* given, const fw_lease* leases, const fw_grid* grid,
                                     const fw_hierarchy_def* wanted, fw_kept_hierarchy** found )
{
	fw_status status = FW_OK;
	*found = NULL;
	for ( int32_t i = 0; i < FW_HIERARCHIES_GIVEN && *found == NULL; i++ )
	{
		if ( serves( given->kept[i].hierarchy, wanted ) )
		{
			status = bring_up( &given->kept[i], grid, wanted, leases, &given->changes );
			*found = &given->kept[i];
		}
	}
	return status;
}

fw_status fw_hierarchies_landmarks( fw_kept_hierarchy* kept, const fw_hierarchy_def* wanted,
                                    const fw_landmarks** landmarks )
{
	const int32_t kind = fw_hierarchy_class( kept->hierarchy, wanted->capabilities[0], wanted->sizes[0] );
	FW_ASSERT( kind >= 0 );
	if ( kept->landmarks == NULL )
	{
		kept->landmarks = fw_alloc_zero( &kept->hierarchy->allocator, FW_CLASS_MAX, sizeof( *kept->landmarks ) );
	}
	if ( kept->landmarks == NULL )
	{
		return FW_ERR_MEMORY;
	}
	fw_landmarks** place = &kept->landmarks[kind];
	const fw_status status = *place == NULL ? fw_landmarks_create( kept->hierarchy, wanted->capabilities[0],
	                                                               wanted->sizes[0], FW_LANDMARKS_DEFAULT, place, NULL )
	                                        : FW_OK;
	*landmarks = *place;
	return status;
}

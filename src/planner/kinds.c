// SPDX-License-Identifier: MIT
// The kinds of objects that a cache holds: how they are made, brought up to date and told apart. What a function leaves
// in `object` when it fails is not used.
#include "annotate/space.h"
#include "hierarchy/hierarchy.h"
#include "hierarchy/landmarks.h"
#include "planner/cache.h"
#include "roads/roads.h"

// make_... of a kind; what follows its name are the first arguments of its fw_..._create().
#define MAKE( kind, ... )                                                                                              \
	static fw_status make_##kind( fw_cache* cache, const void* def, void** object )                                    \
	{                                                                                                                  \
		(void)cache;                                                                                                   \
		fw_##kind* made = NULL;                                                                                        \
		const fw_status status = fw_##kind##_create( __VA_ARGS__, &made, NULL );                                       \
		*object = made;                                                                                                \
		return status;                                                                                                 \
	}

// update_... of a kind that takes over edits in place.
#define UPDATE( kind, ... )                                                                                            \
	static fw_status update_##kind( fw_cache* cache, const void* def, void** object )                                  \
	{                                                                                                                  \
		(void)cache;                                                                                                   \
		(void)def;                                                                                                     \
		return fw_##kind##_update( __VA_ARGS__ );                                                                      \
	}

// destroy_... and measure_... of a kind; what follows its name are the bytes of an object.
#define DESTROY_AND_MEASURE( kind, ... )                                                                               \
	static void destroy_##kind( void* object )                                                                         \
	{                                                                                                                  \
		fw_##kind##_destroy( object );                                                                                 \
	}                                                                                                                  \
	static size_t measure_##kind( const void* object )                                                                 \
	{                                                                                                                  \
		return __VA_ARGS__;                                                                                            \
	}

static fw_status make_space( fw_cache* cache, const void* def, void** object )
{
	fw_space* made = NULL;
	const fw_status status = fw_space_create_lean( cache->grid, def, &made, NULL );
	*object = made;
	return status;
}

static fw_status update_space( fw_cache* cache, const void* def, void** object )
{
	(void)cache;
	(void)def;
	return fw_space_update_lean( *object );
}

DESTROY_AND_MEASURE( space, fw_space_memory( object ) )
MAKE( clearance, cache->grid, def )
UPDATE( clearance, *object )
DESTROY_AND_MEASURE( clearance, fw_clearance_memory( object ) )
MAKE( primitives, def )
DESTROY_AND_MEASURE( primitives, fw_primitives_memory( object ) )
MAKE( reachability, def )
DESTROY_AND_MEASURE( reachability, fw_reachability_measure( object ).bytes )
MAKE( hierarchy, cache->grid, def )
DESTROY_AND_MEASURE( hierarchy, fw_hierarchy_measure( object ).bytes + fw_hierarchy_measure( object ).shared_bytes )
MAKE( landmarks, ( (const fw_key*)def )->of, ( (const fw_key*)def )->bits, ( (const fw_key*)def )->size,
      FW_LANDMARKS_DEFAULT )
DESTROY_AND_MEASURE( landmarks, fw_landmarks_memory( object ) )
UPDATE( road_view, ( (const fw_cache*)*object )->view )
UPDATE( margin_view, ( (const fw_cache*)*object )->margin )
DESTROY_AND_MEASURE( cache, fw_cache_memory( object, NULL ) )

// One that would be too large is null, and not tried again before the next edit.
static fw_status make_reachability_or_none( fw_cache* cache, const void* def, void** object )
{
	const fw_status status = make_reachability( cache, def, object );
	return status == FW_ERR_TOO_LARGE ? FW_OK : status;
}

static fw_status update_hierarchy( fw_cache* cache, const void* def, void** object )
{
	(void)cache;
	(void)def;
	fw_hierarchy* next = NULL;
	const fw_status status = fw_hierarchy_update( *object, &next, NULL );
	*object = next;
	return status;
}

static fw_status make_roads( fw_cache* cache, const void* def, void** object )
{
	fw_road_view* view = NULL;
	fw_cache* own = NULL;
	FW_TRY( fw_road_view_create( cache->grid, ( (const fw_key*)def )->bits, &cache->allocator, &view ) );
	const fw_status status = fw_cache_create( &cache->allocator, fw_road_view_grid( view ), cache->root, &own );
	if ( status != FW_OK )
	{
		fw_road_view_destroy( view );
		return status;
	}
	own->view = view;
	own->tables = cache->tables;
	*object = own;
	return FW_OK;
}

static fw_status make_margin( fw_cache* cache, const void* def, void** object )
{
	fw_margin_view* view = NULL;
	fw_cache* own = NULL;
	FW_TRY( fw_margin_view_create( cache->grid, def, &cache->allocator, &view ) );
	const fw_status status = fw_cache_create( &cache->allocator, fw_margin_view_grid( view ), cache->root, &own );
	if ( status != FW_OK )
	{
		fw_margin_view_destroy( view );
		return status;
	}
	own->margin = view;
	own->tables = cache->tables;
	*object = own;
	return FW_OK;
}

static bool serves( const void* object, const fw_key* key )
{
	const fw_hierarchy_def* def = fw_hierarchy_definition( object );
	bool sized = false;
	bool able = false;
	for ( int32_t i = 0; i < def->size_count; i++ )
	{
		sized = sized || def->sizes[i] == key->size;
	}
	for ( int32_t i = 0; i < def->capability_count; i++ )
	{
		able = able || def->capabilities[i] == key->bits;
	}
	return sized && able && (int32_t)def->quality == key->quality && def->cluster == key->cluster;
}

const fw_kind_row fw_kinds[FW_KIND_COUNT] = {
    [FW_KIND_SPACE] = { 16, make_space, update_space, destroy_space, measure_space, NULL },
    [FW_KIND_CLEARANCE] = { 8, make_clearance, update_clearance, destroy_clearance, measure_clearance, NULL },
    [FW_KIND_PRIMITIVES] = { 16, make_primitives, NULL, destroy_primitives, measure_primitives, NULL },
    [FW_KIND_REACHABILITY] = { 8, make_reachability_or_none, make_reachability_or_none, destroy_reachability,
                               measure_reachability, NULL },
    [FW_KIND_HIERARCHY] = { 16, make_hierarchy, update_hierarchy, destroy_hierarchy, measure_hierarchy, NULL },
    [FW_KIND_GIVEN] = { 4, NULL, update_hierarchy, destroy_hierarchy, measure_hierarchy, serves },
    [FW_KIND_LANDMARKS] = { 16, make_landmarks, NULL, destroy_landmarks, measure_landmarks, NULL },
    [FW_KIND_ROADS] = { 2, make_roads, update_road_view, destroy_cache, measure_cache, NULL },
    [FW_KIND_MARGINS] = { 4, make_margin, update_margin_view, destroy_cache, measure_cache, NULL },
};

// SPDX-License-Identifier: MIT
// The kinds of objects that a cache holds: how they are made, brought up to date and told apart. What a function leaves
// in `object` when it fails is not used.
#include "annotate/space.h"
#include "hierarchy/hierarchy.h"
#include "hierarchy/landmarks.h"
#include "planner/map.h"
#include "roads/roads.h"

static fw_status make_space( fw_cache* cache, const void* def, void** object )
{
	fw_space* space = NULL;
	const fw_status status = fw_space_create( cache->grid, def, &space, NULL );
	*object = space;
	return status;
}

static fw_status update_space( fw_cache* cache, const void* def, void** object )
{
	(void)cache;
	(void)def;
	return fw_space_update( *object );
}

static void destroy_space( void* object )
{
	fw_space_destroy( object );
}

static size_t measure_space( const void* object )
{
	return fw_space_memory( object );
}

static fw_status make_clearance( fw_cache* cache, const void* def, void** object )
{
	fw_clearance* clearance = NULL;
	const fw_status status = fw_clearance_create( cache->grid, def, &clearance, NULL );
	*object = clearance;
	return status;
}

static fw_status update_clearance( fw_cache* cache, const void* def, void** object )
{
	(void)cache;
	(void)def;
	return fw_clearance_update( *object );
}

static void destroy_clearance( void* object )
{
	fw_clearance_destroy( object );
}

static size_t measure_clearance( const void* object )
{
	return fw_clearance_memory( object );
}

static fw_status make_primitives( fw_cache* cache, const void* def, void** object )
{
	(void)cache;
	fw_primitives* primitives = NULL;
	const fw_status status = fw_primitives_create( def, &primitives, NULL );
	*object = primitives;
	return status;
}

static void destroy_primitives( void* object )
{
	fw_primitives_destroy( object );
}

static size_t measure_primitives( const void* object )
{
	return fw_primitives_memory( object );
}

// One that would be too large is null, and not tried again before the next edit.
static fw_status make_reachability( fw_cache* cache, const void* def, void** object )
{
	(void)cache;
	fw_reachability* reachability = NULL;
	const fw_status status = fw_reachability_create( def, &reachability, NULL );
	*object = reachability;
	return status == FW_ERR_TOO_LARGE ? FW_OK : status;
}

static void destroy_reachability( void* object )
{
	fw_reachability_destroy( object );
}

static size_t measure_reachability( const void* object )
{
	return fw_reachability_measure( object ).bytes;
}

static fw_status make_hierarchy( fw_cache* cache, const void* def, void** object )
{
	fw_hierarchy* hierarchy = NULL;
	const fw_status status = fw_hierarchy_create( cache->grid, def, &hierarchy, NULL );
	*object = hierarchy;
	return status;
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

static void destroy_hierarchy( void* object )
{
	fw_hierarchy_destroy( object );
}

static size_t measure_hierarchy( const void* object )
{
	const fw_hierarchy_stats stats = fw_hierarchy_measure( object );
	return stats.bytes + stats.shared_bytes;
}

static fw_status make_landmarks( fw_cache* cache, const void* def, void** object )
{
	(void)cache;
	const fw_landmarks_def* wanted = def;
	fw_landmarks* landmarks = NULL;
	const fw_status status = fw_landmarks_create( wanted->hierarchy, wanted->capabilities, wanted->size,
	                                              FW_LANDMARKS_DEFAULT, &landmarks, NULL );
	*object = landmarks;
	return status;
}

static void destroy_landmarks( void* object )
{
	fw_landmarks_destroy( object );
}

static size_t measure_landmarks( const void* object )
{
	return fw_landmarks_memory( object );
}

static fw_status make_roads( fw_cache* cache, const void* def, void** object )
{
	fw_road_view* view = NULL;
	fw_cache* own = NULL;
	const uint32_t* terrains = def;
	fw_status status = fw_road_view_create( cache->grid, *terrains, &cache->allocator, &view );
	status =
	    status == FW_OK ? fw_cache_create( &cache->allocator, fw_road_view_grid( view ), cache->root, &own ) : status;
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

static fw_status update_roads( fw_cache* cache, const void* def, void** object )
{
	(void)cache;
	(void)def;
	const fw_cache* own = *object;
	return fw_road_view_update( own->view );
}

static void destroy_roads( void* object )
{
	fw_cache_destroy( object );
}

static size_t measure_roads( const void* object )
{
	return fw_cache_memory( object );
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
    [FW_KIND_SPACE] = { 0, 16, make_space, update_space, destroy_space, measure_space, NULL },
    [FW_KIND_CLEARANCE] = { 16, 8, make_clearance, update_clearance, destroy_clearance, measure_clearance, NULL },
    [FW_KIND_PRIMITIVES] = { 24, 16, make_primitives, NULL, destroy_primitives, measure_primitives, NULL },
    [FW_KIND_REACHABILITY] = { 40, 8, make_reachability, make_reachability, destroy_reachability, measure_reachability,
                               NULL },
    [FW_KIND_HIERARCHY] = { 48, 16, make_hierarchy, update_hierarchy, destroy_hierarchy, measure_hierarchy, NULL },
    [FW_KIND_GIVEN] = { 64, 4, NULL, update_hierarchy, destroy_hierarchy, measure_hierarchy, serves },
    [FW_KIND_LANDMARKS] = { 68, 16, make_landmarks, NULL, destroy_landmarks, measure_landmarks, NULL },
    [FW_KIND_ROADS] = { 84, 2, make_roads, update_roads, destroy_roads, measure_roads, NULL },
};

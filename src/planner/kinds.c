// SPDX-License-Identifier: MIT
// The kinds of objects that a cache holds: how they are made, brought up to date and told apart.
#include "planner/map.h"

// Fills `object` where the call that made it went well.
static fw_status made( fw_status status, void* object, void** to )
{
	*to = status == FW_OK ? object : *to;
	return status;
}

static fw_status make_space( fw_cache* cache, const void* def, void** object )
{
	fw_space* space = NULL;
	return made( fw_space_create( cache->grid, def, &space ), space, object );
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
	return made( fw_clearance_create( cache->grid, def, &clearance ), clearance, object );
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
	return made( fw_primitives_create( def, &primitives ), primitives, object );
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
	const fw_status status = fw_reachability_create( def, &reachability );
	return made( status == FW_ERR_TOO_LARGE ? FW_OK : status, reachability, object );
}

static void destroy_reachability( void* object )
{
	fw_reachability_destroy( object );
}

static size_t measure_reachability( const void* object )
{
	return fw_reachability_memory( object );
}

static fw_status make_hierarchy( fw_cache* cache, const void* def, void** object )
{
	fw_hierarchy* hierarchy = NULL;
	return made( fw_hierarchy_create( cache->grid, def, &hierarchy ), hierarchy, object );
}

static fw_status update_hierarchy( fw_cache* cache, const void* def, void** object )
{
	(void)cache;
	(void)def;
	fw_hierarchy* next = NULL;
	return made( fw_hierarchy_update( *object, &next ), next, object );
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
	return made( fw_landmarks_create( wanted->hierarchy, wanted->capabilities, wanted->size, FW_LANDMARKS_DEFAULT,
	                                  &landmarks ),
	             landmarks, object );
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
	status = status == FW_OK
	             ? fw_cache_create( &cache->allocator, fw_road_view_grid( view ), cache->root, &own )
	             : status;
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

const fw_kind_row* fw_kind_row_of( fw_kind kind )
{
	static const fw_kind_row rows[FW_KIND_COUNT] = {
	    [FW_KIND_SPACE] = { 0, 16, make_space, update_space, destroy_space, measure_space },
	    [FW_KIND_CLEARANCE] = { 16, 8, make_clearance, update_clearance, destroy_clearance, measure_clearance },
	    [FW_KIND_PRIMITIVES] = { 24, 16, make_primitives, NULL, destroy_primitives, measure_primitives },
	    [FW_KIND_REACHABILITY] = { 40, 8, make_reachability, make_reachability, destroy_reachability,
	                               measure_reachability },
	    [FW_KIND_HIERARCHY] = { 48, 16, make_hierarchy, update_hierarchy, destroy_hierarchy, measure_hierarchy },
	    [FW_KIND_GIVEN] = { 64, 4, NULL, update_hierarchy, destroy_hierarchy, measure_hierarchy },
	    [FW_KIND_LANDMARKS] = { 68, 16, make_landmarks, NULL, destroy_landmarks, measure_landmarks },
	    [FW_KIND_ROADS] = { 84, 2, make_roads, update_roads, destroy_roads, measure_roads },
	};
	return &rows[kind];
}

static bool serves( const fw_hierarchy* hierarchy, const fw_key* key )
{
	const fw_hierarchy_def* def = fw_hierarchy_definition( hierarchy );
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

bool fw_kind_fits( fw_kind kind, const fw_cached* kept, const fw_key* key )
{
	const fw_key* own = &kept->key;
	if ( kind == FW_KIND_GIVEN )
	{
		return serves( kept->object, key );
	}
	// Where any lattice would do, the first one is made.
	const int32_t lattice = own->lattice == FW_ANY_LATTICE ? (int32_t)FW_LATTICE_TILES : own->lattice;
	// A table with costs serves also where they do not matter.
	const uint32_t spare = kind == FW_KIND_PRIMITIVES ? FW_KEY_COSTS & ~key->bits : 0;
	return ( own->bits & ~spare ) == key->bits && own->size == key->size && own->radius == key->radius &&
	       ( key->lattice == FW_ANY_LATTICE || lattice == key->lattice ) && own->ring == key->ring &&
	       own->headings == key->headings && own->quality == key->quality && own->cluster == key->cluster &&
	       own->turning_radius == key->turning_radius && own->of == key->of;
}

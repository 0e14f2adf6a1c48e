// SPDX-License-Identifier: MIT
// The cache: places, leases and what makes room.
#include "planner/cache.h"

#include "grid/grid.h"
#include "hierarchy/hierarchy.h"

fw_status fw_cache_create( const fw_allocator* allocator, fw_grid* grid, fw_cache* root, fw_cache** cache )
{
	fw_cache* made = fw_alloc_zero( allocator, 1, sizeof( *made ) );
	if ( made == NULL )
	{
		return FW_ERR_MEMORY;
	}
	made->allocator = *allocator;
	made->grid = grid;
	made->root = root != NULL ? root : made;
	made->tables = made;
	made->of = made;
	*cache = made;
	return FW_OK;
}

static bool reads( const fw_lease* lease, const void* object )
{
	const fw_map* map = &lease->map;
	return lease->active && object != NULL &&
	       ( map->space == object || map->primitives == object || map->clearance == object ||
	         map->hierarchy == object || map->landmarks == object || map->reachability == object ||
	         map->roads == object || lease->cache == object );
}

// Puts another object, or null, in a place.
static void put( fw_cache* cache, fw_kind kind, fw_cached* kept, fw_cached next )
{
	void* old = kept->object;
	if ( old != NULL && old != next.object )
	{
		for ( fw_lease* lease = cache->root->leases; lease != NULL; lease = lease->next )
		{
			lease->lost = lease->lost || reads( lease, old );
		}
		// Landmarks go with their hierarchy.
		for ( int32_t i = 0; i < fw_kinds[FW_KIND_LANDMARKS].places; i++ )
		{
			fw_cached* marks = &cache->kept[FW_KIND_LANDMARKS][i];
			if ( marks->key.of == old )
			{
				put( cache, FW_KIND_LANDMARKS, marks, ( fw_cached ){ 0 } );
			}
		}
		fw_kinds[kind].destroy( old );
	}
	*kept = next;
}

void fw_cache_clear( fw_cache* cache )
{
	// Roads and landmarks first: they read what the others hold.
	for ( fw_kind kind = FW_KIND_COUNT; kind-- > 0; )
	{
		for ( int32_t i = 0; i < fw_kinds[kind].places; i++ )
		{
			put( cache, kind, &cache->kept[kind][i], ( fw_cached ){ 0 } );
		}
	}
}

void fw_cache_destroy( fw_cache* cache )
{
	if ( cache == NULL )
	{
		return;
	}
	const fw_allocator allocator = cache->allocator;
	fw_cache_clear( cache );
	fw_road_view_destroy( cache->view );
	fw_margin_view_destroy( cache->margin );
	fw_free( &allocator, cache, 1, sizeof( *cache ) );
}

size_t fw_cache_memory( const fw_cache* cache, size_t* by_kind )
{
	if ( cache == NULL )
	{
		return 0;
	}
	size_t sum = sizeof( *cache ) + ( cache->view != NULL ? fw_road_view_memory( cache->view ) : 0 ) +
	             ( cache->margin != NULL ? fw_margin_view_memory( cache->margin ) : 0 );
	for ( fw_kind kind = 0; kind < FW_KIND_COUNT; kind++ )
	{
		size_t bytes = 0;
		for ( int32_t i = 0; i < fw_kinds[kind].places; i++ )
		{
			const void* object = cache->kept[kind][i].object;
			bytes += object != NULL ? fw_kinds[kind].memory( object ) : 0;
		}
		sum += bytes;
		if ( by_kind != NULL )
		{
			by_kind[kind] = bytes;
		}
	}
	return sum;
}

static bool is_leased( const fw_cache* cache, const void* object )
{
	const fw_lease* lease = cache->root->leases;
	while ( lease != NULL && !reads( lease, object ) )
	{
		lease = lease->next;
	}
	return lease != NULL;
}

// Does one place make room before another?
static bool makes_room( const fw_cache* cache, const fw_cached* kept, const fw_cached* other )
{
	const bool leased = is_leased( cache, kept->object );
	return leased != is_leased( cache, other->object ) ? !leased : kept->used < other->used;
}

// Is the object at a place one for this key?
static bool fits( fw_kind kind, const fw_cached* kept, const fw_key* key )
{
	const fw_key* own = &kept->key;
	if ( kept->used == 0 || fw_kinds[kind].serves != NULL )
	{
		return kept->used > 0 && fw_kinds[kind].serves( kept->object, key );
	}
	// Where any lattice would do, the first one is made.
	const int32_t lattice = own->lattice == FW_ANY_LATTICE ? (int32_t)FW_LATTICE_TILES : own->lattice;
	// A table with costs serves also where they do not matter.
	const uint32_t spare = kind == FW_KIND_PRIMITIVES ? FW_KEY_COSTS & ~key->bits : 0;
	return ( own->bits & ~spare ) == key->bits && own->size == key->size && own->radius == key->radius &&
	       ( key->lattice == FW_ANY_LATTICE || lattice == key->lattice ) && own->ring == key->ring &&
	       own->headings == key->headings && own->quality == key->quality && own->cluster == key->cluster &&
	       own->turning_radius == key->turning_radius && memcmp( own->wider, key->wider, sizeof( own->wider ) ) == 0 &&
	       own->margin == key->margin && own->margin_cost == key->margin_cost && own->of == key->of &&
	       fw_outline_same( &own->outline, &key->outline );
}

// The place of the object for a key, or else the one that makes room for it.
static fw_cached* place_of( fw_cache* cache, fw_kind kind, const fw_key* key )
{
	fw_cached* place = cache->kept[kind];
	for ( int32_t i = 0; i < fw_kinds[kind].places; i++ )
	{
		fw_cached* kept = &cache->kept[kind][i];
		if ( fits( kind, kept, key ) )
		{
			return kept;
		}
		place = makes_room( cache, kept, place ) ? kept : place;
	}
	return place;
}

void* fw_cache_find( fw_cache* cache, fw_kind kind, const fw_key* key, const void* def, fw_status* status )
{
	const fw_kind_row* row = &fw_kinds[kind];
	const uint64_t revision = fw_grid_revision( cache->grid );
	fw_cached* place = place_of( cache, kind, key );
	const bool there = fits( kind, place, key );
	fw_cached next = there ? *place : ( fw_cached ){ .key = *key, .revision = revision };
	*status = FW_OK;
	if ( !there && row->make == NULL )
	{
		return NULL;
	}
	if ( !there || ( row->update != NULL && next.revision != revision ) )
	{
		*status = ( there ? row->update : row->make )( cache, def, &next.object );
		if ( *status != FW_OK )
		{
			return NULL;
		}
		next.revision = revision;
		put( cache, kind, place, next );
	}
	place->used = row->make != NULL ? ++cache->clock : place->used;
	return place->object;
}

bool fw_cache_give( fw_cache* cache, fw_hierarchy* hierarchy )
{
	const fw_hierarchy_def* def = fw_hierarchy_definition( hierarchy );
	fw_cached* given = cache->kept[FW_KIND_GIVEN];
	for ( int32_t i = 0; i < fw_kinds[FW_KIND_GIVEN].places; i++ )
	{
		fw_cached* kept = &cache->kept[FW_KIND_GIVEN][i];
		const fw_hierarchy_def* other = kept->object != NULL ? fw_hierarchy_definition( kept->object ) : NULL;
		given = kept->used < given->used ? kept : given;
		if ( other != NULL && other->quality == def->quality && other->cluster == def->cluster )
		{
			given = kept;
			break;
		}
	}
	if ( given->object == hierarchy )
	{
		return false;
	}
	put( cache, FW_KIND_GIVEN, given,
	     ( fw_cached ){ .object = hierarchy, .revision = hierarchy->revision, .used = ++cache->clock } );
	// Those of its own that it serves instead are of no use any more.
	for ( int32_t i = 0; i < fw_kinds[FW_KIND_HIERARCHY].places; i++ )
	{
		fw_cached* kept = &cache->kept[FW_KIND_HIERARCHY][i];
		if ( kept->object != NULL && fits( FW_KIND_GIVEN, given, &kept->key ) )
		{
			put( cache, FW_KIND_HIERARCHY, kept, ( fw_cached ){ 0 } );
		}
	}
	return true;
}

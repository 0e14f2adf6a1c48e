// SPDX-License-Identifier: MIT
// The cache: places, leases and what makes room.
#include "planner/cache.h"

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

void fw_cache_clear( fw_cache* cache )
{
	// Roads and landmarks first: they read what the others hold.
	for ( fw_kind kind = FW_KIND_COUNT; kind-- > 0; )
	{
		const fw_kind_row* row = &fw_kinds[kind];
		for ( int32_t i = row->first; i < row->first + row->count; i++ )
		{
			fw_cache_replace( cache, kind, &cache->kept[i], NULL );
			cache->kept[i] = ( fw_cached ){ 0 };
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
	fw_free( &allocator, cache, 1, sizeof( *cache ) );
}

void fw_cache_measure( const fw_cache* cache, size_t bytes[FW_KIND_COUNT] )
{
	for ( fw_kind kind = 0; kind < FW_KIND_COUNT; kind++ )
	{
		const fw_kind_row* row = &fw_kinds[kind];
		for ( int32_t i = row->first; i < row->first + row->count; i++ )
		{
			const void* object = cache->kept[i].object;
			bytes[kind] += object != NULL ? row->memory( object ) : 0;
		}
	}
}

size_t fw_cache_memory( const fw_cache* cache )
{
	size_t bytes[FW_KIND_COUNT] = { 0 };
	size_t sum = 0;
	if ( cache != NULL )
	{
		fw_cache_measure( cache, bytes );
		sum = sizeof( *cache ) + ( cache->view != NULL ? fw_road_view_memory( cache->view ) : 0 );
	}
	for ( fw_kind kind = 0; kind < FW_KIND_COUNT; kind++ )
	{
		sum += bytes[kind];
	}
	return sum;
}

void fw_lease_open( fw_lease* lease, fw_cache* root )
{
	lease->next = root->leases;
	root->leases = lease;
}

void fw_lease_close( fw_lease* lease, fw_cache* root )
{
	fw_lease** link = &root->leases;
	while ( *link != lease )
	{
		link = &( *link )->next;
	}
	*link = lease->next;
}

static bool reads( const fw_lease* lease, const void* object )
{
	const fw_map* map = &lease->map;
	return lease->active && object != NULL &&
	       ( map->space == object || map->primitives == object || map->clearance == object ||
	         map->hierarchy == object || map->landmarks == object || map->reachability == object ||
	         map->roads == object || lease->cache == object );
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

void fw_cache_replace( fw_cache* cache, fw_kind kind, fw_cached* kept, void* object )
{
	for ( fw_lease* lease = cache->root->leases; lease != NULL; lease = lease->next )
	{
		lease->lost = lease->lost || reads( lease, kept->object );
	}
	// Landmarks go with their hierarchy.
	const fw_kind_row* marks = &fw_kinds[FW_KIND_LANDMARKS];
	for ( int32_t i = marks->first; kept->object != NULL && i < marks->first + marks->count; i++ )
	{
		if ( cache->kept[i].key.of == kept->object )
		{
			fw_cache_replace( cache, FW_KIND_LANDMARKS, &cache->kept[i], NULL );
			cache->kept[i] = ( fw_cached ){ 0 };
		}
	}
	if ( kept->object != NULL )
	{
		fw_kinds[kind].destroy( kept->object );
	}
	kept->object = object;
}

bool fw_cache_fits( fw_kind kind, const fw_cached* kept, const fw_key* key )
{
	const fw_key* own = &kept->key;
	if ( fw_kinds[kind].serves != NULL )
	{
		return fw_kinds[kind].serves( kept->object, key );
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

static fw_cached* place_of( fw_cache* cache, fw_kind kind, const fw_key* key )
{
	const fw_kind_row* row = &fw_kinds[kind];
	fw_cached* place = &cache->kept[row->first];
	for ( int32_t i = row->first; i < row->first + row->count; i++ )
	{
		fw_cached* kept = &cache->kept[i];
		if ( kept->used > 0 && fw_cache_fits( kind, kept, key ) )
		{
			return kept;
		}
		place = makes_room( cache, kept, place ) ? kept : place;
	}
	return place;
}

static fw_status bring_up( fw_cache* cache, fw_kind kind, fw_cached* kept, const void* def )
{
	const fw_kind_row* row = &fw_kinds[kind];
	const uint64_t revision = fw_grid_revision( cache->grid );
	void* object = kept->object;
	if ( row->update == NULL || kept->revision == revision )
	{
		return FW_OK;
	}
	const fw_status status = row->update( cache, def, &object );
	if ( status == FW_OK )
	{
		if ( object != kept->object )
		{
			fw_cache_replace( cache, kind, kept, object );
		}
		kept->revision = revision;
	}
	return status;
}

void* fw_cache_find( fw_cache* cache, fw_kind kind, const fw_key* key, const void* def, fw_status* status )
{
	const fw_kind_row* row = &fw_kinds[kind];
	fw_cached* place = place_of( cache, kind, key );
	const bool there = place->used > 0 && fw_cache_fits( kind, place, key );
	void* made = NULL;
	*status = there ? bring_up( cache, kind, place, def ) : row->make != NULL ? row->make( cache, def, &made ) : FW_OK;
	if ( *status != FW_OK || ( !there && row->make == NULL ) )
	{
		return NULL;
	}
	if ( !there )
	{
		fw_cache_replace( cache, kind, place, made );
		*place = ( fw_cached ){ made, *key, fw_grid_revision( cache->grid ), 0 };
	}
	place->used = row->make != NULL ? ++cache->clock : place->used;
	return place->object;
}

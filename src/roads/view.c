// SPDX-License-Identifier: MIT
// Which tiles are roads, and a copy of a grid on which only they are open.
#include "fairway/grid.h"
#include "grid/follow.h"
#include "grid/grid.h"
#include "roads/roads.h"

#include <string.h>

struct fw_road_view
{
	fw_allocator allocator;
	const fw_grid* source;
	fw_grid* grid;
	uint32_t terrains;
	uint8_t closed; // the terrain of all other tiles
	uint64_t revision;
};

uint32_t fw_roads_terrains( const fw_grid* grid )
{
	uint32_t terrains = 0;
	for ( int32_t i = 0; i < grid->terrain_count; i++ )
	{
		terrains |= fw_same_name( grid->terrains[i].name, "road" ) ? 1u << i : 0;
	}
	return terrains;
}

bool fw_roads_has( const fw_grid* grid, uint32_t terrains, int32_t x, int32_t y )
{
	return x >= 0 && y >= 0 && x < fw_grid_width( grid ) && y < fw_grid_height( grid ) &&
	       ( terrains >> fw_grid_get( grid, x, y ) & 1 ) != 0;
}

// The terrains of a grid, with one that no unit with these capabilities may enter. Returns its index, -1 if there is
// neither such a terrain nor room for one.
static int32_t close_terrain( const fw_grid* grid, uint32_t capabilities, fw_terrain table[FW_TERRAIN_MAX],
                              int32_t* count )
{
	memcpy( table, grid->terrains, FW_TERRAIN_MAX * sizeof( *table ) );
	*count = grid->terrain_count;
	if ( *count < FW_TERRAIN_MAX )
	{
		table[*count] = ( fw_terrain ){ .name = "closed", .letter = '#', .cost = 1.0 };
		return ( *count )++;
	}
	int32_t closed = 0;
	while ( closed < *count && ( table[closed].capabilities & capabilities ) != 0 )
	{
		closed++;
	}
	return closed < *count ? closed : -1;
}

fw_status fw_roads_grid( const fw_grid* grid, uint32_t capabilities, const fw_allocator* allocator, fw_rect part,
                         uint8_t* closed, fw_grid** made )
{
	fw_terrain table[FW_TERRAIN_MAX];
	fw_grid_def def = fw_default_grid_def();
	def.allocator = *allocator;
	def.width = part.width;
	def.height = part.height;
	def.terrains = table;
	const int32_t index = close_terrain( grid, capabilities, table, &def.terrain_count );
	def.fill = (uint8_t)index;
	*closed = def.fill;
	return index < 0 ? FW_ERR_TOO_LARGE : fw_grid_create( &def, made, NULL );
}

// Roads as they are, all else closed.
static void fill( const void* context, fw_rect rect, uint8_t* ids )
{
	const fw_road_view* view = context;
	for ( int32_t y = rect.y; y < rect.y + rect.height; y++ )
	{
		for ( int32_t x = rect.x; x < rect.x + rect.width; x++ )
		{
			const uint8_t id = fw_grid_get( view->source, x, y );
			*ids++ = ( view->terrains >> id & 1 ) != 0 ? id : view->closed;
		}
	}
}

static fw_status copy_terrains( fw_road_view* view )
{
	for ( int32_t i = 0; i < fw_grid_terrain_count( view->source ); i++ )
	{
		const fw_terrain* now = fw_grid_terrain( view->source, i );
		const bool same = memcmp( now, fw_grid_terrain( view->grid, i ), sizeof( *now ) ) == 0;
		FW_TRY( same ? FW_OK : fw_grid_set_terrain( view->grid, i, now, NULL ) );
	}
	return FW_OK;
}

static fw_status copy_all( fw_road_view* view, fw_rect rect )
{
	FW_TRY( copy_terrains( view ) );
	return fw_grid_follow( view->grid, view->source, rect, fill, view );
}

fw_status fw_road_view_create( const fw_grid* grid, uint32_t terrains, const fw_allocator* allocator,
                               fw_road_view** view )
{
	const fw_rect all = { 0, 0, fw_grid_width( grid ), fw_grid_height( grid ) };
	const fw_allocator own = fw_allocator_or_default( allocator );
	fw_road_view* made = fw_alloc_zero( &own, 1, sizeof( *made ) );
	if ( made == NULL )
	{
		return FW_ERR_MEMORY;
	}
	made->allocator = own;
	made->source = grid;
	made->terrains = terrains != 0 ? terrains : fw_roads_terrains( grid );
	fw_status status = fw_roads_grid( grid, UINT32_MAX, &own, all, &made->closed, &made->grid );
	status = status == FW_OK ? copy_all( made, all ) : status;
	if ( status != FW_OK )
	{
		fw_road_view_destroy( made );
		return status;
	}
	made->revision = fw_grid_revision( grid );
	*view = made;
	return FW_OK;
}

void fw_road_view_destroy( fw_road_view* view )
{
	if ( view == NULL )
	{
		return;
	}
	const fw_allocator allocator = view->allocator;
	fw_grid_destroy( view->grid );
	fw_free( &allocator, view, 1, sizeof( *view ) );
}

fw_status fw_road_view_update( fw_road_view* view )
{
	fw_rect rect;
	if ( !fw_grid_dirty( view->source, view->revision, &rect ) )
	{
		return FW_OK;
	}
	fw_terrain table[FW_TERRAIN_MAX];
	int32_t count;
	const int32_t closed = close_terrain( view->source, UINT32_MAX, table, &count );
	if ( closed < 0 )
	{
		return FW_ERR_TOO_LARGE;
	}
	// The closed terrain was one of the map's own, and units may enter it now: another one takes its place, which is an
	// edit of every tile.
	view->closed = (uint8_t)closed;
	const fw_status status = copy_all( view, rect );
	view->revision = status == FW_OK ? fw_grid_revision( view->source ) : view->revision;
	return status;
}

fw_grid* fw_road_view_grid( const fw_road_view* view )
{
	return view->grid;
}

size_t fw_road_view_memory( const fw_road_view* view )
{
	return sizeof( *view ) + fw_grid_memory( view->grid );
}

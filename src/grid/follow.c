// SPDX-License-Identifier: MIT
// Copies of a grid that follow its edits.
#include "grid/follow.h"

#include "base/core.h"
#include "grid/grid.h"

static fw_status copy_tiles( fw_grid* copy, fw_rect rect, fw_fill_tiles* fill, const void* context )
{
	const size_t tiles = (size_t)rect.width * (size_t)rect.height;
	uint8_t* ids = fw_alloc( &copy->allocator, tiles, 1 );
	if ( ids == NULL )
	{
		return FW_ERR_MEMORY;
	}
	fill( context, rect, ids );
	const fw_status status = fw_grid_write( copy, rect, ids, (size_t)rect.width, NULL );
	fw_free( &copy->allocator, ids, tiles, 1 );
	return status;
}

static fw_status copy_links( fw_grid* copy, const fw_grid* source )
{
	while ( fw_grid_link_count( copy ) > 0 )
	{
		FW_TRY( fw_grid_remove_link( copy, 0 ) );
	}
	for ( int32_t i = 0; i < fw_grid_link_count( source ); i++ )
	{
		FW_TRY( fw_grid_add_link( copy, fw_grid_link_at( source, i ), NULL ) );
	}
	return FW_OK;
}

// Runs of tiles with the same exits, row by row.
static fw_status copy_exits( fw_grid* copy, const fw_grid* source, fw_rect rect )
{
	for ( int32_t y = rect.y; y < rect.y + rect.height; y++ )
	{
		int32_t from = rect.x;
		for ( int32_t x = rect.x; x < rect.x + rect.width; x++ )
		{
			const uint32_t exits = fw_grid_exits( source, from, y );
			if ( x + 1 == rect.x + rect.width || fw_grid_exits( source, x + 1, y ) != exits )
			{
				FW_TRY( fw_grid_set_exits( copy, ( fw_rect ){ from, y, x + 1 - from, 1 }, exits, NULL ) );
				from = x + 1;
			}
		}
	}
	return FW_OK;
}

fw_status fw_grid_follow( fw_grid* copy, const fw_grid* source, fw_rect rect, fw_fill_tiles* fill, const void* context )
{
	const bool exits = fw_grid_one_way_count( source ) > 0 || fw_grid_one_way_count( copy ) > 0;
	FW_TRY( copy_tiles( copy, rect, fill, context ) );
	FW_TRY( copy_links( copy, source ) );
	return exits ? copy_exits( copy, source, rect ) : FW_OK;
}

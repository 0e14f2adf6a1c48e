// SPDX-License-Identifier: MIT
// Clearances: their life, and true clearance by dynamic programming from the bottom right.
// Paper: D. Harabor, A. Botea, "Hierarchical Path Planning for Multi-Size Agents in Heterogeneous Environments" (2008).
// Differs from it: the square of a tile is not grown, but is one larger than the smallest of its three neighbors to
// the right, below and diagonally between, so that a map costs one pass.
#include "annotate/clearance.h"
#include "grid/grid.h"

#include "grid/layer.h"

fw_clearance_def fw_default_clearance_def( void )
{
	return ( fw_clearance_def ){ .cookie = FW_COOKIE, .capabilities = FW_CAP_GROUND | FW_CAP_SWAMP };
}

static size_t value_bytes( const fw_clearance* clearance )
{
	return (size_t)clearance->stride * (size_t)( clearance->height + 2 );
}

static fw_passable passable_terrains( const fw_clearance* clearance )
{
	fw_passable passable = { { 0 } };
	for ( int32_t i = 0; i < fw_grid_terrain_count( clearance->grid ); i++ )
	{
		passable.of[i] = ( fw_grid_terrain( clearance->grid, i )->capabilities & clearance->def.capabilities ) != 0;
	}
	return passable;
}

static void measure( fw_clearance* clearance, fw_rect rect )
{
	const fw_passable passable = passable_terrains( clearance );
	if ( clearance->def.metric == FW_CLEARANCE_TRUE )
	{
		fw_clearance_true( clearance, &passable, rect );
	}
	else
	{
		fw_clearance_brushfire( clearance, &passable, rect );
	}
	clearance->revision = fw_grid_revision( clearance->grid );
}

static const fw_range ranges[] = {
    { "metric", offsetof( fw_clearance_def, metric ), FW_FIELD_INT, FW_CLEARANCE_TRUE, FW_CLEARANCE_BRUSHFIRE, NULL },
};
const fw_ranges fw_clearance_def_ranges = FW_RANGES( "def", "fw_default_clearance_def()", ranges );

fw_status fw_clearance_create( const fw_grid* grid, const fw_clearance_def* def, fw_clearance** clearance,
                               fw_refusal* refusal )
{
	FW_TRY( FW_CHECK_NULL( refusal, grid, def, clearance ) );
	FW_TRY( fw_check( refusal, &fw_clearance_def_ranges, def ) );
	const fw_allocator allocator = fw_allocator_or_default( &def->allocator );
	fw_clearance* made = fw_alloc_zero( &allocator, 1, sizeof( *made ) );
	if ( made == NULL )
	{
		return fw_refuse_status( refusal, FW_ERR_MEMORY );
	}
	*made = ( fw_clearance ){
	    .def = *def,
	    .grid = grid,
	    .width = fw_grid_width( grid ),
	    .height = fw_grid_height( grid ),
	    .stride = fw_grid_width( grid ) + 2,
	};
	made->def.allocator = allocator;
	made->values = fw_alloc_zero( &allocator, value_bytes( made ), 1 );
	if ( made->values == NULL )
	{
		fw_free( &allocator, made, 1, sizeof( *made ) );
		return fw_refuse_status( refusal, FW_ERR_MEMORY );
	}
	measure( made, ( fw_rect ){ 0, 0, made->width, made->height } );
	*clearance = made;
	return FW_OK;
}

void fw_clearance_destroy( fw_clearance* clearance )
{
	if ( clearance == NULL )
	{
		return;
	}
	const fw_allocator allocator = clearance->def.allocator;
	fw_free( &allocator, clearance->values, value_bytes( clearance ), 1 );
	fw_free( &allocator, clearance, 1, sizeof( *clearance ) );
}

fw_status fw_clearance_update( fw_clearance* clearance )
{
	if ( clearance == NULL )
	{
		return FW_ERR_ARGUMENT;
	}
	fw_rect rect;
	if ( fw_grid_dirty( clearance->grid, clearance->revision, &rect ) )
	{
		measure( clearance, rect );
	}
	return FW_OK;
}

bool fw_clearance_is_current( const fw_clearance* clearance )
{
	return clearance->revision == fw_grid_revision( clearance->grid );
}

const fw_grid* fw_clearance_grid( const fw_clearance* clearance )
{
	return clearance->grid;
}

const fw_clearance_def* fw_clearance_definition( const fw_clearance* clearance )
{
	return &clearance->def;
}

size_t fw_clearance_memory( const fw_clearance* clearance )
{
	return sizeof( *clearance ) + value_bytes( clearance );
}

uint8_t fw_clearance_at( const fw_clearance* clearance, int32_t x, int32_t y )
{
	const bool inside = (uint32_t)x < (uint32_t)clearance->width && (uint32_t)y < (uint32_t)clearance->height;
	return inside ? fw_clearance_row( clearance, y )[x] : 0;
}

// The columns of a row whose values may have to change, and then those that did.
typedef struct span
{
	int32_t x0, x1; // none where x1 < x0
} span;

// Recomputes columns s.x1 and to the left of it, to s.x0 and on as long as values change.
static span recompute_row( fw_clearance* clearance, const fw_passable* passable, int32_t y, span s )
{
	const uint8_t* terrain = fw_grid_tiles( clearance->grid ) + (size_t)y * (size_t)clearance->width;
	const uint8_t* below = fw_clearance_row( clearance, y + 1 );
	uint8_t* row = fw_clearance_row( clearance, y );
	span changed = { INT32_MAX, INT32_MIN };
	uint32_t right = row[s.x1 + 1];
	for ( int32_t x = s.x1; x >= 0; x-- )
	{
		const uint32_t least = fw_clearance_lesser( fw_clearance_lesser( below[x], below[x + 1] ), right );
		const uint32_t value = passable->of[terrain[x]] * ( least + ( least < FW_CLEARANCE_MAX ) );
		if ( value != row[x] )
		{
			row[x] = (uint8_t)value;
			changed.x0 = x;
			changed.x1 = x > changed.x1 ? x : changed.x1;
		}
		else if ( x <= s.x0 )
		{
			break;
		}
		right = value;
	}
	return changed;
}

// A value depends on those below and to the right only, so rows are gone through from the bottom up, each in the
// columns that were edited, or that lie above changes or to the left of them.
void fw_clearance_true( fw_clearance* clearance, const fw_passable* passable, fw_rect rect )
{
	const span edited = { rect.x, rect.x + rect.width - 1 };
	span below = { INT32_MAX, INT32_MIN };
	for ( int32_t y = rect.y + rect.height - 1; y >= 0; y-- )
	{
		span s = { below.x0 > 0 && below.x0 < INT32_MAX ? below.x0 - 1 : below.x0, below.x1 };
		if ( y >= rect.y )
		{
			s.x0 = s.x0 < edited.x0 ? s.x0 : edited.x0;
			s.x1 = s.x1 > edited.x1 ? s.x1 : edited.x1;
		}
		if ( s.x1 < s.x0 )
		{
			return;
		}
		below = recompute_row( clearance, passable, y, s );
	}
}

// SPDX-License-Identifier: MIT
// Room to walls: the distance of each tile from the nearest wall, exact up to the margin, by columns of row distances
// (A. Meijster, J. Roerdink, W. Hesselink, "A General Algorithm for Computing Distance Transforms in Linear Time",
// 2000). Differs from it: distances are to tiles, not to their centers, and only rows within reach are looked at.
#include "annotate/margin.h"

#include "base/core.h"
#include "grid/follow.h"
#include "grid/grid.h"

#include <math.h>
#include <string.h>

// Half tiles to a wall that is out of reach.
#define FAR 100000

struct fw_margin_view
{
	fw_allocator allocator;
	const fw_grid* source;
	fw_grid* grid;
	fw_margin_def def;
	int32_t levels;
	int32_t reach;                    // tiles that an edit changes around it
	int32_t limits[FW_MARGIN_LEVELS]; // squared distances in quarter tiles, below which each level begins
	uint8_t near[FW_TERRAIN_MAX][FW_MARGIN_LEVELS + 1];
	int32_t* rows; // half tiles to the nearest wall of the rows within reach, each at its y modulo their number, while
	               // tiles are taken over
	uint64_t revision;
};

static bool is_ground( const fw_margin_view* view, const fw_terrain* terrain )
{
	return ( terrain->capabilities & view->def.capabilities ) != 0;
}

// The distances at which the levels begin.
static void set_limits( fw_margin_view* view )
{
	for ( int32_t level = 1; level <= view->levels; level++ )
	{
		const double gap = view->def.margin * ( view->levels + 1 - level ) / view->levels;
		const double from = 2.0 * ( view->def.radius + gap );
		view->limits[level - 1] = (int32_t)ceil( from * from - 1e-9 );
	}
}

// The terrains of the source, and behind them those for ground near walls.
static fw_status make_table( fw_margin_view* view, fw_terrain table[FW_TERRAIN_MAX] )
{
	const fw_grid* source = view->source;
	int32_t ground = 0;
	for ( int32_t i = 0; i < source->terrain_count; i++ )
	{
		ground += is_ground( view, &source->terrains[i] ) ? 1 : 0;
	}
	const int32_t room = FW_TERRAIN_MAX - source->terrain_count;
	if ( ground > room )
	{
		return FW_ERR_TOO_LARGE;
	}
	view->levels = ground * FW_MARGIN_LEVELS <= room ? FW_MARGIN_LEVELS : room / ground;
	int32_t count = source->terrain_count;
	memcpy( table, source->terrains, FW_TERRAIN_MAX * sizeof( *table ) );
	for ( int32_t i = count; i < FW_TERRAIN_MAX; i++ )
	{
		table[i] = ( fw_terrain ){ .name = "none", .letter = '#', .cost = 1.0 };
	}
	for ( int32_t i = 0; i < source->terrain_count; i++ )
	{
		view->near[i][0] = (uint8_t)i;
		for ( int32_t level = 1; level <= view->levels; level++ )
		{
			const bool own = is_ground( view, &source->terrains[i] );
			view->near[i][level] = (uint8_t)( own ? count : i );
			if ( own )
			{
				const double dearer = 1.0 + view->def.cost * level / view->levels;
				table[count] = source->terrains[i];
				table[count++].cost = fmin( source->terrains[i].cost * dearer, FW_TERRAIN_COST_MAX );
			}
		}
	}
	set_limits( view );
	return FW_OK;
}

static bool is_wall( const fw_margin_view* view, int32_t x, int32_t y )
{
	const fw_grid* g = view->source;
	return !fw_grid_inside( g, x, y ) ||
	       !is_ground( view, &g->terrains[g->tiles[(size_t)y * (size_t)g->width + (size_t)x]] );
}

// Where the distances of a row are kept.
static int32_t* row_at( const fw_margin_view* view, fw_rect rect, int32_t y )
{
	const int32_t rows = 2 * view->reach + 1;
	return view->rows + (size_t)( ( y + view->reach ) % rows ) * (size_t)rect.width;
}

// Half tiles from the middle of a unit on each column to the nearest wall in this row.
static void measure_row( const fw_margin_view* view, fw_rect rect, int32_t y )
{
	int32_t* row = row_at( view, rect, y );
	const int32_t shift = 1 + (int32_t)( 2.0 * view->def.shift );
	const int32_t first = rect.x - view->reach;
	const int32_t last = rect.x + rect.width + view->reach;
	int32_t edge = -FAR; // of the last wall that begins before the column
	for ( int32_t i = 0, x = first; i < rect.width; i++ )
	{
		const int32_t at = 2 * ( rect.x + i ) + shift;
		for ( ; x <= last && 2 * x <= at; x++ )
		{
			edge = is_wall( view, x, y ) ? 2 * x + 2 : edge;
		}
		row[i] = at > edge ? at - edge : 0;
	}
	edge = FAR;
	for ( int32_t i = rect.width - 1, x = last; i >= 0; i-- )
	{
		const int32_t at = 2 * ( rect.x + i ) + shift;
		for ( ; x >= first && 2 * x + 2 >= at; x-- )
		{
			edge = is_wall( view, x, y ) ? 2 * x : edge;
		}
		const int32_t ahead = edge > at ? edge - at : 0;
		row[i] = ahead < row[i] ? ahead : row[i];
	}
}

// The level of a tile by the rows around it.
static int32_t level_at( const fw_margin_view* view, fw_rect rect, int32_t x, int32_t y )
{
	const int32_t shift = 1 + (int32_t)( 2.0 * view->def.shift );
	const int32_t at = 2 * y + shift;
	int32_t nearest = INT32_MAX;
	for ( int32_t row = y - view->reach; row <= y + view->reach; row++ )
	{
		const int32_t dy = at < 2 * row ? 2 * row - at : at > 2 * row + 2 ? at - 2 * row - 2 : 0;
		const int32_t dx = row_at( view, rect, row )[x - rect.x];
		const int32_t square = dx < FAR / 10 ? dx * dx + dy * dy : INT32_MAX;
		nearest = square < nearest ? square : nearest;
	}
	int32_t level = 0;
	while ( level < view->levels && nearest < view->limits[level] )
	{
		level++;
	}
	return level;
}

static void fill( const void* context, fw_rect rect, uint8_t* ids )
{
	const fw_margin_view* view = context;
	for ( int32_t y = rect.y - view->reach; y < rect.y + view->reach; y++ )
	{
		measure_row( view, rect, y );
	}
	for ( int32_t y = rect.y; y < rect.y + rect.height; y++ )
	{
		measure_row( view, rect, y + view->reach );
		for ( int32_t x = rect.x; x < rect.x + rect.width; x++ )
		{
			const uint8_t id = view->source->tiles[(size_t)y * (size_t)view->source->width + (size_t)x];
			*ids++ = is_wall( view, x, y ) ? id : view->near[id][level_at( view, rect, x, y )];
		}
	}
}

// Takes over what an edit of the rectangle changes.
static fw_status take_over( fw_margin_view* view, fw_rect edited )
{
	const int32_t reach = view->reach;
	const fw_rect rect =
	    fw_grid_clip( view->source, ( fw_rect ){ edited.x - reach, edited.y - reach, edited.width + 2 * reach,
	                                             edited.height + 2 * reach } );
	const size_t count = (size_t)rect.width * (size_t)( 2 * reach + 1 );
	view->rows = fw_alloc( &view->allocator, count, sizeof( int32_t ) );
	const fw_status status =
	    view->rows != NULL ? fw_grid_follow( view->grid, view->source, rect, fill, view ) : FW_ERR_MEMORY;
	fw_free( &view->allocator, view->rows, count, sizeof( int32_t ) );
	view->rows = NULL;
	return status;
}

static fw_rect whole( const fw_grid* grid )
{
	return ( fw_rect ){ 0, 0, grid->width, grid->height };
}

static fw_status make_grid( fw_margin_view* view )
{
	fw_terrain table[FW_TERRAIN_MAX];
	fw_grid_def def = fw_default_grid_def();
	def.allocator = view->allocator;
	def.width = view->source->width;
	def.height = view->source->height;
	def.terrains = table;
	def.terrain_count = FW_TERRAIN_MAX; // so that the table can follow
	def.fill = 0;
	FW_TRY( make_table( view, table ) );
	return fw_grid_create( &def, &view->grid, NULL );
}

fw_status fw_margin_view_create( const fw_grid* grid, const fw_margin_def* def, const fw_allocator* allocator,
                                 fw_margin_view** view )
{
	const fw_allocator own = fw_allocator_or_default( allocator );
	fw_margin_view* made = fw_alloc_zero( &own, 1, sizeof( *made ) );
	if ( made == NULL )
	{
		return FW_ERR_MEMORY;
	}
	made->allocator = own;
	made->source = grid;
	made->def = *def;
	made->reach = (int32_t)ceil( def->margin + def->radius + def->shift ) + 1;
	fw_status status = make_grid( made );
	status = status == FW_OK ? take_over( made, whole( grid ) ) : status;
	if ( status != FW_OK )
	{
		fw_margin_view_destroy( made );
		return status;
	}
	made->revision = fw_grid_revision( grid );
	*view = made;
	return FW_OK;
}

void fw_margin_view_destroy( fw_margin_view* view )
{
	if ( view == NULL )
	{
		return;
	}
	const fw_allocator allocator = view->allocator;
	fw_grid_destroy( view->grid );
	fw_free( &allocator, view, 1, sizeof( *view ) );
}

// A terrain that changed may be ground now, or no longer. The copies of each have the costs of their levels.
static fw_status update_table( fw_margin_view* view )
{
	fw_terrain table[FW_TERRAIN_MAX];
	FW_TRY( make_table( view, table ) );
	for ( int32_t i = 0; i < FW_TERRAIN_MAX; i++ )
	{
		const bool same = memcmp( &table[i], fw_grid_terrain( view->grid, i ), sizeof( table[i] ) ) == 0;
		FW_TRY( same ? FW_OK : fw_grid_set_terrain( view->grid, i, &table[i], NULL ) );
	}
	return FW_OK;
}

fw_status fw_margin_view_update( fw_margin_view* view )
{
	fw_rect rect;
	if ( !fw_grid_dirty( view->source, view->revision, &rect ) )
	{
		return FW_OK;
	}
	FW_TRY( update_table( view ) );
	FW_TRY( take_over( view, rect ) );
	view->revision = fw_grid_revision( view->source );
	return FW_OK;
}

fw_grid* fw_margin_view_grid( const fw_margin_view* view )
{
	return view->grid;
}

size_t fw_margin_view_memory( const fw_margin_view* view )
{
	return sizeof( *view ) + fw_grid_memory( view->grid );
}

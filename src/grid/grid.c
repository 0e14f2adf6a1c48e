// SPDX-License-Identifier: MIT
// The grid: terrain ids, the terrain table, bit layers per capability set, edits with their revision.
#include "grid/grid.h"

#include <math.h>
#include <string.h>

const fw_terrain* fw_standard_terrains( int32_t* count )
{
	static const fw_terrain terrains[] = {
	    [FW_TERRAIN_OUT] = { "out-of-bounds", '@', 1.0, 0 },
	    [FW_TERRAIN_GROUND] = { "ground", '.', 1.0, FW_CAP_GROUND },
	    [FW_TERRAIN_SWAMP] = { "swamp", 'S', 1.0, FW_CAP_SWAMP },
	    [FW_TERRAIN_WATER] = { "water", 'W', 1.0, FW_CAP_WATER },
	    [FW_TERRAIN_TREES] = { "trees", 'T', 1.0, FW_CAP_TREES },
	    [FW_TERRAIN_ROAD] = { "road", 'R', 1.0, FW_CAP_GROUND | FW_CAP_ROAD },
	};
	if ( count != NULL )
	{
		*count = (int32_t)( sizeof( terrains ) / sizeof( terrains[0] ) );
	}
	return terrains;
}

fw_grid_def fw_default_grid_def( void )
{
	return ( fw_grid_def ){ .cookie = FW_COOKIE, .width = 64, .height = 64, .fill = FW_TERRAIN_GROUND };
}

static const fw_range grid_def_rows[] = {
    { "width", offsetof( fw_grid_def, width ), FW_FIELD_SIZE, 1, FW_GRID_MAX_SIDE, " tiles" },
    { "height", offsetof( fw_grid_def, height ), FW_FIELD_SIZE, 1, FW_GRID_MAX_SIDE, " tiles" },
};
const fw_ranges fw_grid_def_ranges = FW_RANGES( "def", "fw_default_grid_def()", grid_def_rows );

static const fw_range terrain_rows[] = {
    { "terrain.cost", offsetof( fw_terrain, cost ), FW_FIELD_DOUBLE, 1.0, FW_TERRAIN_COST_MAX, NULL },
};
const fw_ranges fw_terrain_ranges = FW_RANGES( "terrain", NULL, terrain_rows );

static fw_status check_terrain( fw_refusal* refusal, const fw_terrain* terrain )
{
	FW_TRY( fw_check( refusal, &fw_terrain_ranges, terrain ) );
	return memchr( terrain->name, 0, sizeof( terrain->name ) ) != NULL
	           ? FW_OK
	           : fw_refuse( refusal, FW_ERR_ARGUMENT, FW_REFUSAL_VALUE, "terrain.name", NULL,
	                        "has no zero at its end; it must be 0 to 15 characters" );
}

static fw_status check_terrains( fw_refusal* refusal, const fw_terrain* terrains, int32_t count )
{
	fw_status status = fw_check_range( refusal, "terrain_count", count, 1, FW_TERRAIN_MAX );
	for ( int32_t i = 0; i < count && status == FW_OK; i++ )
	{
		status = fw_refuse_entry( refusal, check_terrain( refusal, &terrains[i] ), "terrains", i );
	}
	return status;
}

fw_status fw_grid_create( const fw_grid_def* def, fw_grid** grid, fw_refusal* refusal )
{
	FW_TRY( FW_CHECK_NULL( refusal, def, grid ) );
	FW_TRY( fw_check( refusal, &fw_grid_def_ranges, def ) );
	int32_t terrain_count = def->terrain_count;
	const fw_terrain* terrains = def->terrains != NULL ? def->terrains : fw_standard_terrains( &terrain_count );
	FW_TRY( check_terrains( refusal, terrains, terrain_count ) );
	FW_TRY( fw_check_range( refusal, "fill", def->fill, 0, terrain_count - 1 ) );

	const fw_allocator allocator = fw_allocator_or_default( &def->allocator );
	const size_t tiles = (size_t)def->width * (size_t)def->height;
	fw_grid* made = fw_alloc_zero( &allocator, 1, sizeof( *made ) );
	uint8_t* ids = fw_alloc( &allocator, tiles, 1 );
	if ( made == NULL || ids == NULL )
	{
		fw_free( &allocator, ids, tiles, 1 );
		fw_free( &allocator, made, 1, sizeof( *made ) );
		return fw_refuse_status( refusal, FW_ERR_MEMORY );
	}
	memset( ids, def->fill, tiles );
	memcpy( made->terrains, terrains, (size_t)terrain_count * sizeof( terrains[0] ) );
	made->allocator = allocator;
	made->width = def->width;
	made->height = def->height;
	made->tiles = ids;
	made->terrain_count = terrain_count;
	made->tiles_of[def->fill] = (int64_t)tiles;
	made->revision = 1;
	*grid = made;
	return FW_OK;
}

fw_status fw_grid_copy( const fw_grid* grid, const fw_allocator* allocator, const fw_terrain* more, fw_grid** copy )
{
	fw_terrain terrains[FW_TERRAIN_MAX + 1];
	fw_grid_def def = fw_default_grid_def();
	fw_grid* made = NULL;
	memcpy( terrains, grid->terrains, sizeof( grid->terrains ) );
	def.allocator = *allocator;
	def.width = grid->width;
	def.height = grid->height;
	def.terrains = terrains;
	def.terrain_count = grid->terrain_count;
	def.fill = 0;
	if ( more != NULL )
	{
		terrains[def.terrain_count++] = *more;
	}
	FW_TRY( fw_grid_create( &def, &made, NULL ) );
	const size_t tiles = (size_t)grid->width * (size_t)grid->height;
	if ( grid->exits != NULL && !fw_grid_reserve( made, 0, true ) )
	{
		fw_grid_destroy( made );
		return FW_ERR_MEMORY;
	}
	if ( grid->exits != NULL )
	{
		memcpy( made->exits, grid->exits, tiles );
	}
	memcpy( made->tiles, grid->tiles, tiles );
	memcpy( made->tiles_of, grid->tiles_of, sizeof( made->tiles_of ) );
	made->one_way_count = grid->one_way_count;
	*copy = made;
	return FW_OK;
}

void fw_grid_destroy( fw_grid* grid )
{
	if ( grid == NULL )
	{
		return;
	}
	const fw_allocator allocator = grid->allocator;
	for ( int32_t i = 0; i < grid->layer_count; i++ )
	{
		fw_layer_free( &grid->layers[i], &allocator );
	}
	const size_t tiles = (size_t)grid->width * (size_t)grid->height;
	fw_free( &allocator, grid->links, (size_t)grid->link_capacity, sizeof( fw_link ) );
	fw_free( &allocator, grid->exits, tiles, 1 );
	fw_free( &allocator, grid->tiles, tiles, 1 );
	fw_free( &allocator, grid, 1, sizeof( *grid ) );
}

int32_t fw_grid_width( const fw_grid* grid )
{
	return grid->width;
}

int32_t fw_grid_height( const fw_grid* grid )
{
	return grid->height;
}

int32_t fw_grid_terrain_count( const fw_grid* grid )
{
	return grid->terrain_count;
}

const fw_terrain* fw_grid_terrain( const fw_grid* grid, int32_t index )
{
	return index >= 0 && index < grid->terrain_count ? &grid->terrains[index] : NULL;
}

size_t fw_grid_memory( const fw_grid* grid )
{
	const size_t layer = fw_layer_words( grid->width, grid->height ) * sizeof( uint64_t );
	const size_t tiles = (size_t)grid->width * (size_t)grid->height;
	return sizeof( *grid ) + tiles + (size_t)grid->layer_count * layer + ( grid->exits != NULL ? tiles : 0 ) +
	       (size_t)grid->link_capacity * sizeof( fw_link );
}

static uint8_t* tile_at( const fw_grid* grid, int32_t x, int32_t y )
{
	return grid->tiles + (size_t)y * (size_t)grid->width + (size_t)x;
}

uint8_t fw_grid_get( const fw_grid* grid, int32_t x, int32_t y )
{
	return fw_grid_inside( grid, x, y ) ? *tile_at( grid, x, y ) : (uint8_t)FW_TERRAIN_OUT;
}

bool fw_grid_passable( const fw_grid* grid, int32_t x, int32_t y, uint32_t capabilities )
{
	return fw_grid_inside( grid, x, y ) && ( grid->terrains[*tile_at( grid, x, y )].capabilities & capabilities ) != 0;
}

static fw_rect whole( const fw_grid* grid )
{
	return ( fw_rect ){ 0, 0, grid->width, grid->height };
}

// Rebuilds the bits of one rectangle inside the map.
static void refresh_layer( const fw_grid* grid, fw_layer* layer, uint32_t capabilities, fw_rect rect )
{
	bool passable[FW_TERRAIN_MAX];
	for ( int32_t i = 0; i < FW_TERRAIN_MAX; i++ )
	{
		passable[i] = ( grid->terrains[i].capabilities & capabilities ) != 0;
	}
	for ( int32_t y = rect.y; y < rect.y + rect.height; y++ )
	{
		const uint8_t* tile = tile_at( grid, rect.x, y );
		const int32_t end = rect.x + rect.width;
		for ( int32_t x = rect.x; x < end; )
		{
			// As many as are left of a word.
			const int32_t first = ( x + FW_LAYER_PAD ) & 63;
			const int32_t count = end - x < 64 - first ? end - x : 64 - first;
			uint64_t bits = 0;
			for ( int32_t i = 0; i < count; i++ )
			{
				bits |= (uint64_t)passable[*tile++] << i;
			}
			uint64_t* word = &fw_layer_row( layer, y )[( x + FW_LAYER_PAD ) >> 6];
			const uint64_t mask = ~(uint64_t)0 >> ( 64 - count ) << first;
			*word = ( *word & ~mask ) | bits << first;
			x += count;
		}
	}
}

void fw_grid_note_edit( fw_grid* grid, fw_rect rect )
{
	grid->revision++;
	grid->dirty[grid->revision % FW_DIRTY_MAX] = rect;
}

static void commit_edit( fw_grid* grid, fw_rect rect )
{
	for ( int32_t i = 0; i < grid->layer_count; i++ )
	{
		refresh_layer( grid, &grid->layers[i], grid->layer_capabilities[i], rect );
	}
	fw_grid_note_edit( grid, rect );
}

// In 64 bits, since a rectangle may stick out on all sides.
fw_rect fw_grid_clip( const fw_grid* grid, fw_rect rect )
{
	const int64_t x1 = (int64_t)rect.x + rect.width;
	const int64_t y1 = (int64_t)rect.y + rect.height;
	const int32_t left = rect.x < 0 ? 0 : rect.x;
	const int32_t top = rect.y < 0 ? 0 : rect.y;
	const int32_t right = (int32_t)( x1 > grid->width ? grid->width : x1 );
	const int32_t bottom = (int32_t)( y1 > grid->height ? grid->height : y1 );
	return ( fw_rect ){ left, top, right - left, bottom - top };
}

fw_status fw_grid_check_rect( fw_refusal* refusal, const fw_grid* grid, fw_rect rect )
{
	FW_TRY( FW_CHECK_NULL( refusal, grid ) );
	FW_TRY( fw_check_range( refusal, "rect.width", rect.width, 0, INT32_MAX ) );
	return fw_check_range( refusal, "rect.height", rect.height, 0, INT32_MAX );
}

// Copies terrain ids to a rectangle on the map, from rows that begin `stride` bytes apart.
static void write_tiles( fw_grid* grid, fw_rect rect, const uint8_t* terrains, size_t stride )
{
	for ( int32_t y = 0; y < rect.height; y++ )
	{
		const uint8_t* from = terrains + (size_t)y * stride;
		uint8_t* to = tile_at( grid, rect.x, rect.y + y );
		for ( int32_t x = 0; x < rect.width; x++ )
		{
			if ( to[x] != from[x] )
			{
				grid->tiles_of[to[x]]--;
				grid->tiles_of[from[x]]++;
				to[x] = from[x];
			}
		}
	}
	commit_edit( grid, rect );
}

fw_status fw_grid_fill( fw_grid* grid, fw_rect rect, uint8_t terrain, fw_refusal* refusal )
{
	FW_TRY( fw_grid_check_rect( refusal, grid, rect ) );
	FW_TRY( fw_check_range( refusal, "terrain", terrain, 0, grid->terrain_count - 1 ) );
	const fw_rect part = fw_grid_clip( grid, rect );
	if ( part.width > 0 && part.height > 0 )
	{
		uint8_t row[FW_GRID_MAX_SIDE];
		memset( row, terrain, (size_t)part.width );
		write_tiles( grid, part, row, 0 );
	}
	return FW_OK;
}

static fw_status check_write( fw_refusal* refusal, const fw_grid* grid, fw_rect rect, const uint8_t* terrains,
                              size_t stride )
{
	FW_TRY( FW_CHECK_NULL( refusal, grid, terrains ) );
	FW_TRY( fw_check_range( refusal, "rect.x", rect.x, 0, grid->width - 1 ) );
	FW_TRY( fw_check_range( refusal, "rect.y", rect.y, 0, grid->height - 1 ) );
	FW_TRY( fw_check_range( refusal, "rect.width", rect.width, 1, grid->width - rect.x ) );
	FW_TRY( fw_check_range( refusal, "rect.height", rect.height, 1, grid->height - rect.y ) );
	FW_TRY( fw_check_range( refusal, "stride", (double)stride, rect.width, INFINITY ) );
	for ( int32_t y = 0; y < rect.height; y++ )
	{
		for ( int32_t x = 0; x < rect.width; x++ )
		{
			const uint8_t terrain = terrains[(size_t)y * stride + (size_t)x];
			if ( terrain >= grid->terrain_count )
			{
				return fw_check_range( refusal, "terrains", terrain, 0, grid->terrain_count - 1 );
			}
		}
	}
	return FW_OK;
}

fw_status fw_grid_write( fw_grid* grid, fw_rect rect, const uint8_t* terrains, size_t stride, fw_refusal* refusal )
{
	FW_TRY( check_write( refusal, grid, rect, terrains, stride ) );
	write_tiles( grid, rect, terrains, stride );
	return FW_OK;
}

fw_status fw_grid_set_terrain( fw_grid* grid, int32_t index, const fw_terrain* terrain, fw_refusal* refusal )
{
	FW_TRY( FW_CHECK_NULL( refusal, grid, terrain ) );
	FW_TRY( fw_check_range( refusal, "index", index, 0, grid->terrain_count - 1 ) );
	FW_TRY( check_terrain( refusal, terrain ) );
	grid->terrains[index] = *terrain;
	commit_edit( grid, whole( grid ) );
	return FW_OK;
}

uint64_t fw_grid_revision( const fw_grid* grid )
{
	return grid->revision;
}

static fw_rect join( fw_rect a, fw_rect b )
{
	const int32_t x0 = a.x < b.x ? a.x : b.x;
	const int32_t y0 = a.y < b.y ? a.y : b.y;
	const int32_t x1 = a.x + a.width > b.x + b.width ? a.x + a.width : b.x + b.width;
	const int32_t y1 = a.y + a.height > b.y + b.height ? a.y + a.height : b.y + b.height;
	return ( fw_rect ){ x0, y0, x1 - x0, y1 - y0 };
}

static int64_t area( fw_rect rect )
{
	return (int64_t)rect.width * rect.height;
}

// Adds a rectangle to those listed so far. Gives their number.
static int32_t add_part( fw_rect* parts, int32_t count, fw_rect rect )
{
	for ( int32_t i = 0; i < count; )
	{
		const fw_rect both = join( parts[i], rect );
		if ( area( both ) > area( parts[i] ) + area( rect ) )
		{
			i++;
			continue;
		}
		// What is larger now may meet those before it.
		rect = both;
		parts[i] = parts[--count];
		i = 0;
	}
	parts[count] = rect;
	return count + 1;
}

int32_t fw_grid_dirty_parts( const fw_grid* grid, uint64_t revision, fw_rect parts[FW_DIRTY_MAX] )
{
	if ( revision >= grid->revision )
	{
		return 0;
	}
	if ( revision == 0 || grid->revision - revision > FW_DIRTY_MAX )
	{
		parts[0] = whole( grid );
		return 1;
	}
	int32_t count = 0;
	for ( uint64_t r = revision + 1; r <= grid->revision; r++ )
	{
		count = add_part( parts, count, grid->dirty[r % FW_DIRTY_MAX] );
	}
	return count;
}

bool fw_grid_dirty( const fw_grid* grid, uint64_t revision, fw_rect* rect )
{
	fw_rect parts[FW_DIRTY_MAX];
	const int32_t count = fw_grid_dirty_parts( grid, revision, parts );
	for ( int32_t i = 0; i < count; i++ )
	{
		*rect = i == 0 ? parts[0] : join( *rect, parts[i] );
	}
	return count > 0;
}

fw_status fw_grid_add_layer( fw_grid* grid, uint32_t capabilities, fw_refusal* refusal )
{
	FW_TRY( FW_CHECK_NULL( refusal, grid ) );
	if ( fw_grid_layer( grid, capabilities ) != NULL )
	{
		return FW_OK;
	}
	if ( grid->layer_count == FW_GRID_MAX_LAYERS )
	{
		return fw_refuse( refusal, FW_ERR_TOO_LARGE, FW_REFUSAL_SYSTEM, "grid", "capabilities",
		                  "has 16 layers already, one for each set of capabilities, which is the limit" );
	}
	fw_layer* layer = &grid->layers[grid->layer_count];
	if ( !fw_layer_init( layer, &grid->allocator, grid->width, grid->height ) )
	{
		return fw_refuse_status( refusal, FW_ERR_MEMORY );
	}
	refresh_layer( grid, layer, capabilities, whole( grid ) );
	grid->layer_capabilities[grid->layer_count++] = capabilities;
	return FW_OK;
}

const fw_layer* fw_grid_layer( const fw_grid* grid, uint32_t capabilities )
{
	for ( int32_t i = 0; i < grid->layer_count; i++ )
	{
		if ( grid->layer_capabilities[i] == capabilities )
		{
			return &grid->layers[i];
		}
	}
	return NULL;
}

const uint8_t* fw_grid_tiles( const fw_grid* grid )
{
	return grid->tiles;
}

bool fw_grid_has_costs( const fw_grid* grid, uint32_t capabilities )
{
	double seen = 0.0;
	for ( int32_t i = 0; i < grid->terrain_count; i++ )
	{
		const fw_terrain* terrain = &grid->terrains[i];
		if ( grid->tiles_of[i] > 0 && ( terrain->capabilities & capabilities ) != 0 )
		{
			if ( seen != 0.0 && terrain->cost != seen )
			{
				return true;
			}
			seen = terrain->cost;
		}
	}
	return seen > 1.0;
}

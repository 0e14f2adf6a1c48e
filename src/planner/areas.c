// SPDX-License-Identifier: MIT
// Areas, found by flood fill over the four neighbors of a tile.
#include "planner/areas.h"

#include "grid/steps.h"

#include <math.h>

fw_status fw_areas_begin( const fw_allocator* allocator, fw_areas* areas, const fw_space* space, const fw_legs* legs )
{
	const size_t needed = (size_t)fw_grid_width( space->grid ) * (size_t)fw_grid_height( space->grid );
	if ( needed > areas->label_capacity )
	{
		fw_free( allocator, areas->labels, areas->label_capacity, sizeof( *areas->labels ) );
		areas->labels = fw_alloc_zero( allocator, needed, sizeof( *areas->labels ) );
		areas->label_capacity = areas->labels != NULL ? needed : 0;
	}
	else
	{
		for ( int32_t i = 0; i < areas->tile_count; i++ )
		{
			areas->labels[areas->tiles[i]] = 0;
		}
	}
	areas->space = space;
	areas->regions = legs->regions;
	areas->side = legs->side;
	areas->width = fw_grid_width( space->grid );
	areas->count = 0;
	areas->tile_count = 0;
	return areas->labels != NULL ? FW_OK : FW_ERR_MEMORY;
}

static uint8_t region_at( const fw_areas* areas, int32_t tile )
{
	return areas->regions != NULL ? areas->regions[tile] : 0;
}

// Takes over the tiles around one that belong to the same region and are not taken yet.
static bool spread( const fw_allocator* allocator, fw_areas* areas, int32_t tile )
{
	const int32_t x = tile % areas->width;
	const int32_t y = tile / areas->width;
	const uint8_t region = region_at( areas, tile );
	for ( int32_t i = 0; i < 8; i++ )
	{
		const int32_t to_x = x + fw_step_x[i];
		const int32_t to_y = y + fw_step_y[i];
		if ( ( fw_step_x[i] != 0 && fw_step_y[i] != 0 ) || !fw_space_stands( areas->space, to_x, to_y ) )
		{
			continue;
		}
		const int32_t to = to_y * areas->width + to_x;
		const bool same_square = to_x / areas->side == x / areas->side && to_y / areas->side == y / areas->side;
		if ( areas->labels[to] == 0 && region_at( areas, to ) == region && ( region != 0 || same_square ) )
		{
			if ( !FW_PUSH( allocator, &areas->tiles, &areas->tile_count, &areas->tile_capacity, to ) )
			{
				return false;
			}
			areas->labels[to] = (uint32_t)areas->count + 1;
		}
	}
	return true;
}

static int32_t lesser( int32_t a, int32_t b )
{
	return a < b ? a : b;
}

// What follows from its tiles.
static void measure( const fw_areas* areas, fw_area* area )
{
	const int32_t* tiles = areas->tiles + area->first;
	double sum_x = 0.0;
	double sum_y = 0.0;
	for ( int32_t i = 0; i < area->count; i++ )
	{
		const int32_t x = tiles[i] % areas->width;
		const int32_t y = tiles[i] / areas->width;
		area->id = lesser( area->id, tiles[i] );
		area->x0 = lesser( area->x0, x );
		area->y0 = lesser( area->y0, y );
		area->x1 = -lesser( -area->x1, -x );
		area->y1 = -lesser( -area->y1, -y );
		sum_x += x + 0.5;
		sum_y += y + 0.5;
	}
	const int32_t side = areas->side;
	const bool square = region_at( areas, tiles[0] ) == 0;
	area->middle.x = square ? area->x0 / side * side + 0.5 * side : sum_x / area->count;
	area->middle.y = square ? area->y0 / side * side + 0.5 * side : sum_y / area->count;
	double nearest = INFINITY;
	int32_t best = 0;
	for ( int32_t i = 0; i < area->count; i++ )
	{
		const double dx = tiles[i] % areas->width + 0.5 - area->middle.x;
		const double dy = tiles[i] / areas->width + 0.5 - area->middle.y;
		const double distance = dx * dx + dy * dy;
		if ( distance < nearest || ( distance == nearest && tiles[i] < best ) )
		{
			nearest = distance;
			best = tiles[i];
		}
	}
	area->x = best % areas->width;
	area->y = best / areas->width;
}

fw_status fw_areas_find( const fw_allocator* allocator, fw_areas* areas, int32_t x, int32_t y, int32_t* index )
{
	const int32_t tile = y * areas->width + x;
	if ( areas->labels[tile] != 0 )
	{
		*index = (int32_t)areas->labels[tile] - 1;
		return FW_OK;
	}
	fw_area area = { .id = tile, .first = areas->tile_count, .x0 = x, .y0 = y, .x1 = x, .y1 = y, .looked_at_for = -1 };
	if ( !FW_GROW( allocator, &areas->areas, &areas->capacity, areas->count + 1 ) ||
	     !FW_PUSH( allocator, &areas->tiles, &areas->tile_count, &areas->tile_capacity, tile ) )
	{
		return FW_ERR_MEMORY;
	}
	areas->labels[tile] = (uint32_t)areas->count + 1;
	for ( int32_t i = area.first; i < areas->tile_count; i++ )
	{
		if ( !spread( allocator, areas, areas->tiles[i] ) )
		{
			return FW_ERR_MEMORY;
		}
	}
	area.count = areas->tile_count - area.first;
	measure( areas, &area );
	*index = areas->count;
	areas->areas[areas->count++] = area;
	return FW_OK;
}

void fw_areas_hold( fw_holdings* holdings, const fw_areas* areas )
{
	fw_hold( holdings, areas->labels, areas->label_capacity, sizeof( *areas->labels ) );
	FW_HOLD( holdings, areas->areas, areas->capacity );
	FW_HOLD( holdings, areas->tiles, areas->tile_capacity );
}

// SPDX-License-Identifier: MIT
// The map of a world as bytes.
#include "grid/grid.h"
#include "world/world.h"

#include <float.h>

#define TERRAIN_BYTES 29

// Bytes behind the end of a name do not count.
static void pass_terrain( fw_bytes* io, fw_terrain* terrain )
{
	char name[sizeof( terrain->name )] = { 0 };
	for ( size_t i = 0; i < sizeof( name ) && terrain->name[i] != 0; i++ )
	{
		name[i] = terrain->name[i];
	}
	fw_pass_block( io, name, sizeof( name ) );
	memcpy( terrain->name, name, sizeof( name ) );
	terrain->letter = (char)(unsigned char)fw_pass( io, (unsigned char)terrain->letter, 1, UINT8_MAX );
	fw_pass_number( io, &terrain->cost, -DBL_MAX, DBL_MAX );
	fw_pass_bits( io, &terrain->capabilities );
}

static fw_status pass_tiles( fw_bytes* io, fw_grid* grid, size_t tiles )
{
	if ( !fw_reads( io ) )
	{
		fw_pass_block( io, grid->tiles, tiles );
		return FW_OK;
	}
	const uint8_t* from = (const uint8_t*)io->from + io->at;
	const fw_rect all = { 0, 0, grid->width, grid->height };
	fw_must( io, fw_grid_write( grid, all, from, (size_t)grid->width, NULL ) == FW_OK );
	io->at += io->ok ? tiles : 0;
	return fw_passed( io );
}

static fw_status pass_exits( fw_bytes* io, fw_grid* grid, size_t tiles )
{
	bool one_way = grid->one_way_count > 0;
	fw_pass_bool( io, &one_way );
	fw_must( io, !one_way || tiles <= io->size - io->at );
	if ( !one_way || !io->ok )
	{
		return fw_passed( io );
	}
	if ( fw_reads( io ) && !fw_grid_reserve( grid, 0, true ) )
	{
		return FW_ERR_MEMORY;
	}
	for ( int32_t y = 0; y < grid->height; y++ )
	{
		for ( int32_t x = 0; x < grid->width; x++ )
		{
			const uint32_t exits = (uint32_t)fw_pass( io, fw_grid_exits( grid, x, y ), 1, FW_EXIT_ALL );
			if ( fw_reads( io ) )
			{
				fw_exits_put( grid, ( fw_rect ){ x, y, 1, 1 }, exits );
			}
		}
	}
	return fw_passed( io );
}

fw_status fw_pass_map( fw_bytes* io, const fw_allocator* allocator, fw_grid** grid )
{
	fw_terrain terrains[FW_TERRAIN_MAX] = { 0 };
	fw_grid_def def = fw_default_grid_def();
	def.allocator = *allocator;
	def.terrains = terrains;
	def.fill = 0;
	if ( !fw_reads( io ) )
	{
		def.width = ( *grid )->width;
		def.height = ( *grid )->height;
		def.terrain_count = ( *grid )->terrain_count;
		memcpy( terrains, ( *grid )->terrains, sizeof( terrains ) );
	}
	fw_pass_int( io, &def.width, 1, FW_GRID_MAX_SIDE );
	fw_pass_int( io, &def.height, 1, FW_GRID_MAX_SIDE );
	def.terrain_count = fw_pass_count( io, def.terrain_count, FW_TERRAIN_MAX, TERRAIN_BYTES );
	for ( int32_t i = 0; i < def.terrain_count; i++ )
	{
		pass_terrain( io, &terrains[i] );
	}
	const size_t tiles = (size_t)def.width * (size_t)def.height;
	fw_must( io, tiles <= io->size - io->at );
	FW_TRY( fw_passed( io ) );
	if ( fw_reads( io ) )
	{
		const fw_status status = fw_grid_create( &def, grid, NULL );
		FW_TRY( status == FW_ERR_ARGUMENT ? FW_ERR_SYNTAX : status );
	}
	FW_TRY( pass_tiles( io, *grid, tiles ) );
	return pass_exits( io, *grid, tiles );
}

static void pass_rect( fw_bytes* io, fw_rect* rect )
{
	fw_pass_int( io, &rect->x, 0, FW_GRID_MAX_SIDE );
	fw_pass_int( io, &rect->y, 0, FW_GRID_MAX_SIDE );
	fw_pass_int( io, &rect->width, 0, FW_GRID_MAX_SIDE );
	fw_pass_int( io, &rect->height, 0, FW_GRID_MAX_SIDE );
}

void fw_pass_edited( fw_bytes* io, fw_grid* grid )
{
	grid->revision = fw_pass( io, grid->revision, 8, INT64_MAX );
	fw_must( io, grid->revision > 0 );
	for ( int32_t i = 0; i < FW_DIRTY_MAX; i++ )
	{
		pass_rect( io, &grid->dirty[i] );
	}
}

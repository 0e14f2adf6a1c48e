// SPDX-License-Identifier: MIT
// fairway info: what a map is made of and what of it a unit can reach.
#include "commands.h"
#include "message.h"
#include "trip.h"
#include "values.h"

#include <stdlib.h>

typedef struct region_count
{
	int64_t standing; // tiles where the unit can stand
	int64_t regions;
	int64_t largest; // tiles of the largest region
} region_count;

static void print_terrains( const fw_grid* grid )
{
	int64_t counts[256] = { 0 };
	for ( int32_t y = 0; y < fw_grid_height( grid ); y++ )
	{
		for ( int32_t x = 0; x < fw_grid_width( grid ); x++ )
		{
			counts[fw_grid_get( grid, x, y )] += 1;
		}
	}
	for ( int32_t i = 0; i < fw_grid_terrain_count( grid ); i++ )
	{
		const fw_terrain* terrain = fw_grid_terrain( grid, i );
		if ( counts[i] > 0 )
		{
			printf( "terrain     %c %-15s %10lld tiles, cost %g\n", terrain->letter, terrain->name,
			        (long long)counts[i], terrain->cost );
		}
	}
}

static int64_t count_passable( const fw_grid* grid, uint32_t capabilities )
{
	int64_t count = 0;
	for ( int32_t y = 0; y < fw_grid_height( grid ); y++ )
	{
		for ( int32_t x = 0; x < fw_grid_width( grid ); x++ )
		{
			count += fw_grid_passable( grid, x, y, capabilities );
		}
	}
	return count;
}

static int compare_labels( const void* a, const void* b )
{
	const uint32_t x = *(const uint32_t*)a;
	const uint32_t y = *(const uint32_t*)b;
	return ( x > y ) - ( x < y );
}

// Sorts the labels of all tiles: what they mean is the space's affair, not to be guessed here.
static bool count_regions( const fw_space* space, region_count* out )
{
	const fw_grid* grid = fw_space_grid( space );
	const size_t tiles = (size_t)fw_grid_width( grid ) * (size_t)fw_grid_height( grid );
	uint32_t* labels = malloc( tiles * sizeof( uint32_t ) );
	if ( labels == NULL )
	{
		return false;
	}
	size_t count = 0;
	for ( int32_t y = 0; y < fw_grid_height( grid ); y++ )
	{
		for ( int32_t x = 0; x < fw_grid_width( grid ); x++ )
		{
			const uint32_t label = fw_space_region( space, x, y );
			labels[count] = label;
			count += label != 0;
		}
	}
	qsort( labels, count, sizeof( uint32_t ), compare_labels );
	*out = ( region_count ){ .standing = (int64_t)count };
	int64_t run = 0;
	for ( size_t i = 0; i < count; i++ )
	{
		const bool first = i == 0 || labels[i] != labels[i - 1];
		run = first ? 1 : run + 1;
		out->regions += first;
		out->largest = run > out->largest ? run : out->largest;
	}
	free( labels );
	return true;
}

static fw_status describe( fw_grid* grid, const fw_unit* unit )
{
	fw_space_def def = fw_default_space_def();
	def.size = unit->size;
	def.radius = unit->radius;
	def.capabilities = unit->capabilities;
	fw_space* space = NULL;
	const fw_status status = fw_space_create( grid, &def, &space );
	if ( status != FW_OK )
	{
		return status;
	}
	region_count regions;
	const bool counted = count_regions( space, &regions );
	if ( counted )
	{
		char names[64];
		value_capabilities_text( unit->capabilities, names );
		char shape[32];
		value_shape_text( unit, shape );
		printf( "unit        %s, %s\n", shape, names );
		printf( "passable    %lld tiles\n", (long long)count_passable( grid, unit->capabilities ) );
		printf( "standing    %lld tiles\n", (long long)regions.standing );
		printf( "regions     %lld, the largest with %lld tiles\n", (long long)regions.regions,
		        (long long)regions.largest );
		printf( "memory      %.1f kB map, %.1f kB space\n", (double)fw_grid_memory( grid ) * 1e-3,
		        (double)fw_space_memory( space ) * 1e-3 );
	}
	fw_space_destroy( space );
	return counted ? FW_OK : FW_ERR_MEMORY;
}

int command_info( options* given )
{
	loaded_map world;
	if ( !loaded_map_open( &world, given->files[0] ) )
	{
		return EXIT_BAD;
	}
	printf( "map         %s\n", world.file );
	printf( "size        %d x %d tiles\n", (int)fw_grid_width( world.grid ), (int)fw_grid_height( world.grid ) );
	print_terrains( world.grid );
	const fw_status status = describe( world.grid, &given->plan.query.unit );
	if ( status != FW_OK )
	{
		complain( "info: %s", fw_status_text( status ) );
	}
	loaded_map_close( &world );
	return status == FW_OK ? EXIT_GOOD : EXIT_BAD;
}

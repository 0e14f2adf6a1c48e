// SPDX-License-Identifier: MIT
// Islands by value noise: random heights on lattices of several widths, interpolated and summed.
#include "archipelago.h"

#include <stdlib.h>

#define WIDEST 256 // tiles between two heights of the widest lattice
#define FINEST 8
#define FALL 0.6 // factor on a lattice's share from each lattice to the next finer one
#define SEA_LEVEL 0.5

// Splitmix64 (G. L. Steele, D. Lea, C. H. Flood, 2014) of a lattice point.
static double height_of( int32_t x, int32_t y, int32_t width )
{
	uint64_t h = (uint64_t)(uint32_t)x << 40 ^ (uint64_t)(uint32_t)y << 16 ^ (uint64_t)(uint32_t)width;
	h += 0x9E3779B97F4A7C15u;
	h = ( h ^ h >> 30 ) * 0xBF58476D1CE4E5B9u;
	h = ( h ^ h >> 27 ) * 0x94D049BB133111EBu;
	h ^= h >> 31;
	return (double)( h >> 40 ) / 16777216.0;
}

static double blend( double a, double b, double share )
{
	return a + ( b - a ) * share * share * ( 3.0 - 2.0 * share );
}

static double noise( int32_t x, int32_t y )
{
	double sum = 0.0;
	double all = 0.0;
	double share = 1.0;
	for ( int32_t width = WIDEST; width >= FINEST; width /= 2 )
	{
		const int32_t cx = x / width;
		const int32_t cy = y / width;
		const double fx = (double)( x % width ) / width;
		const double fy = (double)( y % width ) / width;
		const double upper = blend( height_of( cx, cy, width ), height_of( cx + 1, cy, width ), fx );
		const double lower = blend( height_of( cx, cy + 1, width ), height_of( cx + 1, cy + 1, width ), fx );
		sum += share * blend( upper, lower, fy );
		all += share;
		share *= FALL;
	}
	return sum / all;
}

fw_grid* archipelago_make( int32_t side )
{
	fw_grid_def def = fw_default_grid_def();
	def.width = side;
	def.height = side;
	def.fill = FW_TERRAIN_WATER;
	fw_grid* grid = NULL;
	uint8_t* row = malloc( (size_t)side );
	fw_status status = row != NULL ? fw_grid_create( &def, &grid, NULL ) : FW_ERR_MEMORY;
	for ( int32_t y = 0; y < side && status == FW_OK; y++ )
	{
		for ( int32_t x = 0; x < side; x++ )
		{
			row[x] = noise( x, y ) > SEA_LEVEL ? FW_TERRAIN_GROUND : FW_TERRAIN_WATER;
		}
		status = fw_grid_write( grid, ( fw_rect ){ 0, y, side, 1 }, row, (size_t)side, NULL );
	}
	free( row );
	if ( status != FW_OK )
	{
		fw_grid_destroy( grid );
		return NULL;
	}
	return grid;
}

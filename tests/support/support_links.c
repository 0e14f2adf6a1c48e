// SPDX-License-Identifier: MIT
// Shared by the tests of links and one-way tiles.
#include "support_links.h"

#include "oracle.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

void links_add( fw_grid* grid, int32_t x, int32_t y, int32_t to_x, int32_t to_y, double cost, uint32_t capabilities )
{
	const fw_link link = { x, y, to_x, to_y, cost, capabilities };
	assert_int_equal( fw_grid_add_link( grid, &link, NULL ), FW_OK );
}

// Mostly towards one side, as in lanes; sometimes any exits.
static uint32_t random_exits( test_random* random )
{
	const uint32_t east = FW_EXIT_EAST | FW_EXIT_NORTH_EAST | FW_EXIT_SOUTH_EAST;
	const uint32_t lanes[] = { east,
	                           east | FW_EXIT_NORTH | FW_EXIT_SOUTH,
	                           FW_EXIT_WEST,
	                           FW_EXIT_SOUTH,
	                           FW_EXIT_NORTH,
	                           FW_EXIT_ALL & ~(uint32_t)FW_EXIT_WEST,
	                           0 };
	return test_random_chance( random, 0.7 ) ? lanes[test_random_int( random, 7 )]
	                                         : (uint32_t)test_random_int( random, 256 );
}

fw_grid* links_random_world( test_random* random, int32_t most, int32_t size, int32_t links, int32_t one_ways,
                             bool costs )
{
	const double share = test_random_real( random, 0.0, 0.6 / ( size * size ) );
	const int32_t width = 2 + test_random_int( random, most );
	const int32_t height = 2 + test_random_int( random, most );
	fw_grid* grid = test_random_map( random, width, height, share );
	for ( int32_t i = 0; costs && i < width * height / 8; i++ )
	{
		const fw_rect tile = test_random_place( random, width, height, 1, 1 );
		assert_int_equal( fw_grid_fill( grid, tile, FW_TERRAIN_SWAMP, NULL ), FW_OK );
	}
	fw_terrain swamp = *fw_grid_terrain( grid, FW_TERRAIN_SWAMP );
	swamp.cost = costs ? 3.0 : 1.0;
	assert_int_equal( fw_grid_set_terrain( grid, FW_TERRAIN_SWAMP, &swamp, NULL ), FW_OK );
	for ( int32_t i = 0; i < one_ways; i++ )
	{
		const fw_rect rect = test_random_rect( random, width, height, 6, 3 );
		assert_int_equal( fw_grid_set_exits( grid, rect, random_exits( random ), NULL ), FW_OK );
	}
	const uint32_t sets[] = { LINKS_LAND, FW_CAP_GROUND, UINT32_MAX, FW_CAP_WATER };
	for ( int32_t i = 0; i < links; i++ )
	{
		fw_link link = { .from_x = test_random_int( random, width ) };
		link.from_y = test_random_int( random, height );
		link.to_x = test_random_int( random, width );
		link.to_y = test_random_int( random, height );
		link.cost = 0.5 * test_random_int( random, 30 );
		link.capabilities = sets[test_random_int( random, 4 )];
		const bool same = link.from_x == link.to_x && link.from_y == link.to_y;
		assert_int_equal( fw_grid_add_link( grid, &link, NULL ), same ? FW_ERR_ARGUMENT : FW_OK );
	}
	return grid;
}

links_walk links_walk_of( const fw_grid* grid, uint32_t capabilities, int32_t size, double radius )
{
	return ( links_walk ){ .grid = grid,
	                       .capabilities = capabilities,
	                       .size = size,
	                       .radius = radius,
	                       .neighbors = 8,
	                       .window = { 0, 0, fw_grid_width( grid ), fw_grid_height( grid ) } };
}

// The steps of the eight directions, in the order of their bits.
static const int32_t step_x[8] = { 1, 1, 0, -1, -1, -1, 0, 1 };
static const int32_t step_y[8] = { 0, 1, 1, 1, 0, -1, -1, -1 };

static bool may_leave( const links_walk* walk, int32_t x, int32_t y, int32_t direction )
{
	const int32_t side = walk->size > 0 ? walk->size : 1;
	for ( int32_t i = 0; i < side * side; i++ )
	{
		if ( ( fw_grid_exits( walk->grid, x + i % side, y + i / side ) >> direction & 1u ) == 0 )
		{
			return false;
		}
	}
	return true;
}

typedef struct field
{
	const links_walk* walk;
	bool* standing;
	double* distances;
	int32_t width, height;
} field;

static bool stands( const field* f, int32_t x, int32_t y )
{
	const fw_rect w = f->walk->window;
	return x >= 0 && y >= 0 && x < f->width && y < f->height && x >= w.x && y >= w.y && x < w.x + w.width &&
	       y < w.y + w.height && f->standing[y * f->width + x];
}

static double terrain_cost( const field* f, int32_t x, int32_t y )
{
	const fw_grid* grid = f->walk->grid;
	return f->walk->costs ? fw_grid_terrain( grid, fw_grid_get( grid, x, y ) )->cost : 1.0;
}

static bool relax( field* f, int32_t from, int32_t x, int32_t y, double cost )
{
	double* at = &f->distances[y * f->width + x];
	const bool better = f->distances[from] + cost < *at - 1e-9;
	*at = better ? f->distances[from] + cost : *at;
	return better;
}

// All steps from a tile. True if one of them lowered a cost.
static bool relax_steps( field* f, int32_t x, int32_t y )
{
	bool changed = false;
	for ( int32_t d = 0; d < 8; d++ )
	{
		const bool diagonal = d % 2 == 1;
		const int32_t cx = x + step_x[d];
		const int32_t cy = y + step_y[d];
		// The window bounds the tiles that are entered, not those that are passed by.
		const bool sides = f->walk->cutting || ( cx >= 0 && cy >= 0 && cx < f->width && cy < f->height &&
		                                         f->standing[y * f->width + cx] && f->standing[cy * f->width + x] );
		if ( !stands( f, cx, cy ) || ( diagonal && ( f->walk->neighbors == 4 || !sides ) ) ||
		     !may_leave( f->walk, x, y, d ) )
		{
			continue;
		}
		const double mean = ( terrain_cost( f, x, y ) + terrain_cost( f, cx, cy ) ) / 2.0;
		changed = relax( f, y * f->width + x, cx, cy, mean * ( diagonal ? sqrt( 2.0 ) : 1.0 ) ) || changed;
	}
	return changed;
}

double* links_distances( const links_walk* walk, int32_t x, int32_t y )
{
	field f = { .walk = walk, .width = fw_grid_width( walk->grid ), .height = fw_grid_height( walk->grid ) };
	const int32_t tiles = f.width * f.height;
	f.standing = walk->size > 0 ? oracle_square_standing( walk->grid, walk->capabilities, walk->size )
	                            : oracle_standing( walk->grid, walk->capabilities, walk->radius );
	f.distances = malloc( (size_t)tiles * sizeof( double ) );
	for ( int32_t i = 0; i < tiles; i++ )
	{
		f.distances[i] = INFINITY;
	}
	f.distances[y * f.width + x] = stands( &f, x, y ) ? 0.0 : INFINITY;
	for ( bool changed = true; changed; )
	{
		changed = false;
		for ( int32_t i = 0; i < 2 * tiles; i++ )
		{
			// Forward and backward, so that most paths are found in a few rounds.
			const int32_t tile = i < tiles ? i : 2 * tiles - 1 - i;
			changed = ( isfinite( f.distances[tile] ) && relax_steps( &f, tile % f.width, tile / f.width ) ) || changed;
		}
		for ( int32_t i = 0; i < fw_grid_link_count( walk->grid ); i++ )
		{
			const fw_link* link = fw_grid_link_at( walk->grid, i );
			const int32_t from = link->from_y * f.width + link->from_x;
			changed =
			    ( ( link->capabilities & walk->capabilities ) != 0 && isfinite( f.distances[from] ) &&
			      stands( &f, link->to_x, link->to_y ) && relax( &f, from, link->to_x, link->to_y, link->cost ) ) ||
			    changed;
		}
	}
	free( f.standing );
	return f.distances;
}

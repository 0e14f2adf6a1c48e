// SPDX-License-Identifier: MIT
// Slow and simple answers to compare with: discs against tiles, sampled sweeps, Dijkstra, flood fill.
#include "oracle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// Distances from the disc's edge, and from inside blocked tiles to free ones, are measured up to this.
#define NEARBY 1.0

static void* memory_or_exit( size_t count, size_t size )
{
	void* block = calloc( count > 0 ? count : 1, size );
	if ( block == NULL )
	{
		fputs( "the oracle has no memory\n", stderr );
		exit( 1 );
	}
	return block;
}

double oracle_distance_to_tile( fw_vec2 point, int32_t x, int32_t y )
{
	const double nearest_x = fmin( fmax( point.x, x ), x + 1.0 );
	const double nearest_y = fmin( fmax( point.y, y ), y + 1.0 );
	const double dx = point.x - nearest_x, dy = point.y - nearest_y;
	return sqrt( dx * dx + dy * dy );
}

// The distance to the nearest tile that is passable, or that is not.
static double nearest_tile( const fw_grid* grid, uint32_t capabilities, fw_vec2 point, bool passable, double reach )
{
	double nearest = reach;
	for ( int32_t y = (int32_t)floor( point.y - reach ); y <= point.y + reach; ++y )
	{
		for ( int32_t x = (int32_t)floor( point.x - reach ); x <= point.x + reach; ++x )
		{
			if ( fw_grid_passable( grid, x, y, capabilities ) == passable )
			{
				nearest = fmin( nearest, oracle_distance_to_tile( point, x, y ) );
			}
		}
	}
	return nearest;
}

double oracle_depth( const fw_grid* grid, uint32_t capabilities, double radius, fw_vec2 point )
{
	const double distance = nearest_tile( grid, capabilities, point, false, radius + NEARBY );
	return distance > 0 ? radius - distance : radius + nearest_tile( grid, capabilities, point, true, NEARBY );
}

bool oracle_stands( const fw_grid* grid, uint32_t capabilities, double radius, fw_vec2 point )
{
	return oracle_depth( grid, capabilities, radius, point ) <= 1e-7;
}

fw_vec2 oracle_point( const fw_segment* segment, double part )
{
	if ( segment->kind == FW_SEGMENT_LINE )
	{
		return ( fw_vec2 ){ segment->from.x + part * ( segment->to.x - segment->from.x ),
		                    segment->from.y + part * ( segment->to.y - segment->from.y ) };
	}
	const double angle = segment->start + part * segment->sweep;
	return ( fw_vec2 ){ segment->center.x + segment->radius * cos( angle ),
	                    segment->center.y + segment->radius * sin( angle ) };
}

double oracle_swept_depth( const fw_grid* grid, uint32_t capabilities, double radius, const fw_segment* segment,
                           double step )
{
	const double length = segment->kind == FW_SEGMENT_LINE
	                          ? hypot( segment->to.x - segment->from.x, segment->to.y - segment->from.y )
	                          : segment->radius * fabs( segment->sweep );
	const int32_t steps = (int32_t)ceil( length / step ) + 1;
	double deepest = -NEARBY;
	for ( int32_t i = 0; i <= steps; ++i )
	{
		const fw_vec2 point = oracle_point( segment, (double)i / steps );
		deepest = fmax( deepest, oracle_depth( grid, capabilities, radius, point ) );
	}
	return deepest;
}

bool* oracle_standing( const fw_grid* grid, uint32_t capabilities, double radius )
{
	const int32_t width = fw_grid_width( grid ), height = fw_grid_height( grid );
	bool* standing = memory_or_exit( (size_t)width * (size_t)height, sizeof( bool ) );
	for ( int32_t y = 0; y < height; ++y )
	{
		for ( int32_t x = 0; x < width; ++x )
		{
			standing[(size_t)y * (size_t)width + (size_t)x] =
			    oracle_stands( grid, capabilities, radius, ( fw_vec2 ){ x + 0.5, y + 0.5 } );
		}
	}
	return standing;
}

bool* oracle_square_standing( const fw_grid* grid, uint32_t capabilities, int32_t size )
{
	const int32_t width = fw_grid_width( grid );
	const int32_t height = fw_grid_height( grid );
	bool* standing = memory_or_exit( (size_t)width * (size_t)height, sizeof( bool ) );
	for ( int32_t i = 0; i < width * height; i++ )
	{
		standing[i] = true;
		for ( int32_t k = 0; k < size * size && standing[i]; k++ )
		{
			standing[i] = fw_grid_passable( grid, i % width + k % size, i / width + k / size, capabilities );
		}
	}
	return standing;
}

// An entry of the heap: a tile and the cost to it. Outdated entries stay in the heap.
typedef struct entry
{
	double cost;
	int32_t tile;
} entry;

typedef struct heap
{
	entry* entries; // [capacity]
	size_t count;
	size_t capacity;
} heap;

static void push( heap* h, entry e )
{
	if ( h->count == h->capacity )
	{
		h->capacity = h->capacity > 0 ? 2 * h->capacity : 256;
		entry* grown = realloc( h->entries, h->capacity * sizeof( entry ) );
		if ( grown == NULL )
		{
			fputs( "the oracle has no memory\n", stderr );
			exit( 1 );
		}
		h->entries = grown;
	}
	size_t at = h->count++;
	for ( ; at > 0 && h->entries[( at - 1 ) / 2].cost > e.cost; at = ( at - 1 ) / 2 )
	{
		h->entries[at] = h->entries[( at - 1 ) / 2];
	}
	h->entries[at] = e;
}

static entry pop( heap* h )
{
	const entry top = h->entries[0];
	const entry last = h->entries[--h->count];
	size_t at = 0;
	for ( size_t child = 1; child < h->count; child = 2 * at + 1 )
	{
		if ( child + 1 < h->count && h->entries[child + 1].cost < h->entries[child].cost )
		{
			++child;
		}
		if ( h->entries[child].cost >= last.cost )
		{
			break;
		}
		h->entries[at] = h->entries[child];
		at = child;
	}
	h->entries[at] = last;
	return top;
}

typedef struct search_state
{
	const oracle_query* problem;
	int32_t width, height;
	bool* standing;
	double* distances;
	heap open;
} search_state;

static bool stands_on( const search_state* w, int32_t x, int32_t y )
{
	return x >= 0 && y >= 0 && x < w->width && y < w->height && w->standing[(size_t)y * (size_t)w->width + (size_t)x];
}

static double tile_cost( const search_state* w, int32_t x, int32_t y )
{
	return w->problem->costs ? fw_grid_terrain( w->problem->grid, fw_grid_get( w->problem->grid, x, y ) )->cost : 1.0;
}

static bool step_allowed( const search_state* w, int32_t x, int32_t y, int32_t dx, int32_t dy )
{
	if ( ( dx == 0 && dy == 0 ) || !stands_on( w, x + dx, y + dy ) )
	{
		return false;
	}
	if ( dx == 0 || dy == 0 || w->problem->moves == ORACLE_EIGHT_CUTTING )
	{
		return true;
	}
	return w->problem->moves == ORACLE_EIGHT && stands_on( w, x + dx, y ) && stands_on( w, x, y + dy );
}

static void expand( search_state* w, entry from )
{
	const int32_t x = from.tile % w->width, y = from.tile / w->width;
	for ( int32_t dy = -1; dy <= 1; ++dy )
	{
		for ( int32_t dx = -1; dx <= 1; ++dx )
		{
			if ( !step_allowed( w, x, y, dx, dy ) )
			{
				continue;
			}
			const double length = dx != 0 && dy != 0 ? FW_SQRT2 : 1.0;
			const double mean = 0.5 * ( tile_cost( w, x, y ) + tile_cost( w, x + dx, y + dy ) );
			const entry next = { from.cost + length * mean, ( y + dy ) * w->width + x + dx };
			if ( next.cost < w->distances[next.tile] )
			{
				w->distances[next.tile] = next.cost;
				push( &w->open, next );
			}
		}
	}
}

double* oracle_distances( const oracle_query* problem, int32_t x, int32_t y )
{
	search_state w = {
	    .problem = problem, .width = fw_grid_width( problem->grid ), .height = fw_grid_height( problem->grid ) };
	const size_t tiles = (size_t)w.width * (size_t)w.height;
	w.standing = problem->size > 0 ? oracle_square_standing( problem->grid, problem->capabilities, problem->size )
	                               : oracle_standing( problem->grid, problem->capabilities, problem->radius );
	w.distances = memory_or_exit( tiles, sizeof( double ) );
	for ( size_t i = 0; i < tiles; ++i )
	{
		w.distances[i] = (double)INFINITY;
	}
	if ( stands_on( &w, x, y ) )
	{
		const entry start = { 0, y * w.width + x };
		w.distances[start.tile] = 0;
		push( &w.open, start );
	}
	while ( w.open.count > 0 )
	{
		const entry top = pop( &w.open );
		if ( top.cost <= w.distances[top.tile] )
		{
			expand( &w, top );
		}
	}
	free( w.open.entries );
	free( w.standing );
	return w.distances;
}

double oracle_distance( const oracle_query* problem, int32_t x, int32_t y, int32_t goal_x, int32_t goal_y )
{
	const int32_t width = fw_grid_width( problem->grid ), height = fw_grid_height( problem->grid );
	if ( goal_x < 0 || goal_y < 0 || goal_x >= width || goal_y >= height )
	{
		return (double)INFINITY;
	}
	double* distances = oracle_distances( problem, x, y );
	const double distance = distances[(size_t)goal_y * (size_t)width + (size_t)goal_x];
	free( distances );
	return distance;
}

uint32_t* oracle_regions( const fw_grid* grid, uint32_t capabilities, double radius, uint32_t* count )
{
	const int32_t width = fw_grid_width( grid ), height = fw_grid_height( grid );
	const size_t tiles = (size_t)width * (size_t)height;
	bool* standing = oracle_standing( grid, capabilities, radius );
	uint32_t* regions = memory_or_exit( tiles, sizeof( uint32_t ) );
	int32_t* stack = memory_or_exit( tiles, sizeof( int32_t ) );
	*count = 0;
	for ( size_t first = 0; first < tiles; ++first )
	{
		if ( !standing[first] || regions[first] != 0 )
		{
			continue;
		}
		size_t depth = 0;
		regions[first] = ++*count;
		stack[depth++] = (int32_t)first;
		while ( depth > 0 )
		{
			const int32_t tile = stack[--depth];
			const int32_t x = tile % width, y = tile / width;
			const int32_t beside[4] = { x > 0 ? tile - 1 : -1, x + 1 < width ? tile + 1 : -1, y > 0 ? tile - width : -1,
			                            y + 1 < height ? tile + width : -1 };
			for ( int32_t i = 0; i < 4; ++i )
			{
				if ( beside[i] >= 0 && standing[beside[i]] && regions[beside[i]] == 0 )
				{
					regions[beside[i]] = *count;
					stack[depth++] = beside[i];
				}
			}
		}
	}
	free( stack );
	free( standing );
	return regions;
}

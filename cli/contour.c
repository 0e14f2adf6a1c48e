// SPDX-License-Identifier: MIT
// Outlines of tile areas: long edges instead of thousands of squares, which keeps vector files small and seamless.
#include "draw.h"

#include <stdlib.h>

// Directions of edges, in the order of right turns.
enum
{
	EAST,
	SOUTH,
	WEST,
	NORTH,
};

static const int32_t step_x[] = { 1, 0, -1, 0 };
static const int32_t step_y[] = { 0, 1, 0, -1 };

// One byte per tile corner: bits 1 << direction for each edge that leaves it with the area on its right side.
typedef struct corners
{
	uint8_t* edges;
	int32_t width, height; // of the view in corners
} corners;

static bool inside( const fw_grid* grid, const fw_rect* view, uint32_t terrains, int32_t x, int32_t y )
{
	if ( x < 0 || y < 0 || x >= view->width || y >= view->height )
	{
		return false;
	}
	return ( terrains >> fw_grid_get( grid, view->x + x, view->y + y ) & 1u ) != 0;
}

static uint8_t* corner( const corners* all, int32_t x, int32_t y )
{
	return all->edges + (size_t)y * (size_t)all->width + (size_t)x;
}

static void mark_tile( const corners* all, const fw_grid* grid, const fw_rect* view, uint32_t terrains, int32_t x,
                       int32_t y )
{
	if ( !inside( grid, view, terrains, x, y ) )
	{
		return;
	}
	*corner( all, x, y ) |= inside( grid, view, terrains, x, y - 1 ) ? 0 : 1 << EAST;
	*corner( all, x + 1, y ) |= inside( grid, view, terrains, x + 1, y ) ? 0 : 1 << SOUTH;
	*corner( all, x + 1, y + 1 ) |= inside( grid, view, terrains, x, y + 1 ) ? 0 : 1 << WEST;
	*corner( all, x, y + 1 ) |= inside( grid, view, terrains, x - 1, y ) ? 0 : 1 << NORTH;
}

// Where two areas touch at a corner the right turn keeps them apart.
static int32_t next_direction( uint8_t edges, int32_t direction )
{
	static const int32_t turns[] = { 1, 0, 3 };
	for ( int32_t i = 0; i < 3; i++ )
	{
		const int32_t turned = ( direction + turns[i] ) & 3;
		if ( ( edges >> turned & 1 ) != 0 )
		{
			return turned;
		}
	}
	return -1;
}

static void trace( const canvas* on, const corners* all, int32_t x, int32_t y )
{
	int32_t direction = EAST;
	int32_t last = -1;
	cairo_new_sub_path( on->cairo );
	while ( direction >= 0 )
	{
		if ( direction != last )
		{
			cairo_line_to( on->cairo, on->view.x + x, on->view.y + y );
		}
		*corner( all, x, y ) &= ( uint8_t ) ~( 1u << direction );
		x += step_x[direction];
		y += step_y[direction];
		last = direction;
		direction = next_direction( *corner( all, x, y ), direction );
	}
	cairo_close_path( on->cairo );
}

bool draw_contour( const canvas* on, const fw_grid* grid, uint32_t terrains )
{
	corners all = { .width = on->view.width + 1, .height = on->view.height + 1 };
	all.edges = calloc( (size_t)all.width * (size_t)all.height, 1 );
	if ( all.edges == NULL )
	{
		return false;
	}
	for ( int32_t y = 0; y < on->view.height; y++ )
	{
		for ( int32_t x = 0; x < on->view.width; x++ )
		{
			mark_tile( &all, grid, &on->view, terrains, x, y );
		}
	}
	for ( int32_t y = 0; y < all.height; y++ )
	{
		for ( int32_t x = 0; x < all.width; x++ )
		{
			// Every outline has an edge to the east: its top.
			while ( ( *corner( &all, x, y ) & 1 << EAST ) != 0 )
			{
				trace( on, &all, x, y );
			}
		}
	}
	free( all.edges );
	return true;
}

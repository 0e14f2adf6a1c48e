// SPDX-License-Identifier: MIT
// One-way tiles: a byte of directions for each tile, in the order of fw_step_x and fw_step_y.
#include "grid/grid.h"
#include "grid/steps.h"

#include <math.h>
#include <string.h>

// A line goes over a corner of tiles if it crosses both borders of the corner within this length [tiles]. Lines between
// tile centers cross them at one point, or more than 3e-5 apart on the largest map.
#define CORNER_SLACK 1e-5

static uint8_t* exits_at( const fw_grid* grid, int32_t x, int32_t y )
{
	return grid->exits + (size_t)y * (size_t)grid->width + (size_t)x;
}

bool fw_grid_reserve( fw_grid* grid, int32_t links, bool one_way )
{
	if ( !FW_GROW( &grid->allocator, &grid->links, &grid->link_capacity, grid->link_count + links ) )
	{
		return false;
	}
	if ( one_way && grid->exits == NULL )
	{
		const size_t tiles = (size_t)grid->width * (size_t)grid->height;
		void* exits = fw_alloc( &grid->allocator, tiles, 1 );
		grid->exits = exits != NULL ? memset( exits, FW_EXIT_ALL, tiles ) : NULL;
	}
	return !one_way || grid->exits != NULL;
}

fw_status fw_grid_set_exits( fw_grid* grid, fw_rect rect, uint32_t directions, fw_refusal* refusal )
{
	FW_TRY( fw_grid_check_rect( refusal, grid, rect ) );
	FW_TRY( fw_check_range( refusal, "directions", directions, 0, FW_EXIT_ALL ) );
	const fw_rect part = fw_grid_clip( grid, rect );
	if ( part.width <= 0 || part.height <= 0 || ( grid->exits == NULL && directions == FW_EXIT_ALL ) )
	{
		return FW_OK;
	}
	if ( !fw_grid_reserve( grid, 0, true ) )
	{
		return fw_refuse_status( refusal, FW_ERR_MEMORY );
	}
	fw_exits_put( grid, part, directions );
	fw_exits_trim( grid );
	return FW_OK;
}

void fw_exits_put( fw_grid* grid, fw_rect rect, uint32_t directions )
{
	for ( int32_t y = rect.y; y < rect.y + rect.height; y++ )
	{
		uint8_t* row = exits_at( grid, rect.x, y );
		for ( int32_t i = 0; i < rect.width; i++ )
		{
			grid->one_way_count += ( directions != FW_EXIT_ALL ) - ( row[i] != FW_EXIT_ALL );
			row[i] = (uint8_t)directions;
		}
	}
	fw_grid_note_edit( grid, rect );
}

void fw_exits_trim( fw_grid* grid )
{
	if ( grid->one_way_count == 0 )
	{
		fw_free( &grid->allocator, grid->exits, (size_t)grid->width * (size_t)grid->height, 1 );
		grid->exits = NULL;
	}
}

uint32_t fw_grid_exits( const fw_grid* grid, int32_t x, int32_t y )
{
	if ( !fw_grid_inside( grid, x, y ) )
	{
		return 0;
	}
	return grid->exits == NULL ? FW_EXIT_ALL : *exits_at( grid, x, y );
}

int64_t fw_grid_one_way_count( const fw_grid* grid )
{
	return grid->one_way_count;
}

// Of a step; dx and dy in -1..1, not both 0.
static uint32_t exit_bit( int32_t dx, int32_t dy )
{
	uint32_t direction = 0;
	while ( fw_step_x[direction] != dx || fw_step_y[direction] != dy )
	{
		direction++;
	}
	return 1u << direction;
}

uint32_t fw_exits_of_unit( const fw_grid* grid, int32_t size, int32_t x, int32_t y )
{
	if ( grid->exits == NULL )
	{
		return FW_EXIT_ALL;
	}
	const int32_t side = size > 0 ? size : 1;
	const fw_rect under = fw_grid_clip( grid, ( fw_rect ){ x, y, side, side } );
	uint8_t exits = FW_EXIT_ALL;
	for ( int32_t row = under.y; row < under.y + under.height; row++ )
	{
		const uint8_t* of = exits_at( grid, under.x, row );
		for ( int32_t i = 0; i < under.width; i++ )
		{
			exits &= of[i];
		}
	}
	return exits;
}

static bool on_map( const fw_grid* grid, fw_vec2 place )
{
	return place.x >= 0.0 && place.x < grid->width && place.y >= 0.0 && place.y < grid->height;
}

bool fw_exits_allow( const fw_grid* grid, int32_t size, fw_vec2 from, fw_vec2 to )
{
	if ( grid->exits == NULL )
	{
		return true;
	}
	if ( !on_map( grid, from ) || !on_map( grid, to ) )
	{
		return false;
	}
	const double width = to.x - from.x;
	const double height = to.y - from.y;
	const double slack = CORNER_SLACK / fmax( fw_length( width, height ), CORNER_SLACK );
	int32_t x = (int32_t)floor( from.x );
	int32_t y = (int32_t)floor( from.y );
	const int32_t end_x = (int32_t)floor( to.x );
	const int32_t end_y = (int32_t)floor( to.y );
	const int32_t dx = fw_sign_of( end_x - x );
	const int32_t dy = fw_sign_of( end_y - y );
	while ( x != end_x || y != end_y )
	{
		// The fractions of the line at which the next column and the next row begin.
		const double column = x != end_x ? ( x + ( dx > 0 ) - from.x ) / width : INFINITY;
		const double row = y != end_y ? ( y + ( dy > 0 ) - from.y ) / height : INFINITY;
		const int32_t right = column <= row + slack ? dx : 0;
		const int32_t down = row <= column + slack ? dy : 0;
		if ( ( fw_exits_of_unit( grid, size, x, y ) & exit_bit( right, down ) ) == 0 )
		{
			return false;
		}
		x += right;
		y += down;
	}
	return true;
}

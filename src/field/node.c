// SPDX-License-Identifier: MIT
// Nodes that units step over.
#include "field/node.h"

#include "fairway/sweep.h"
#include "grid/grid.h"

static int32_t tile_of( int32_t half )
{
	return half >> 1;
}

bool fw_node_is_free( const fw_grid* grid, const fw_unit* unit, fw_node node )
{
	if ( unit->radius <= 0.5 && ( node.x & node.y & 1 ) != 0 )
	{
		return fw_grid_passable( grid, tile_of( node.x ), tile_of( node.y ), unit->capabilities );
	}
	const fw_vec2 place = fw_node_place( node );
	const fw_segment stands = fw_segment_line( place, place, FW_GEAR_FORWARD );
	return fw_sweep_segment( grid, unit, &stands );
}

bool fw_node_joins( const fw_grid* grid, const fw_unit* unit, fw_node from, fw_node to )
{
	if ( fw_grid_one_way_count( grid ) > 0 && !fw_exits_allow( grid, 0, fw_node_place( from ), fw_node_place( to ) ) )
	{
		return false;
	}
	if ( fw_node_step( unit->radius ) == 2 )
	{
		const int32_t x = tile_of( from.x );
		const int32_t y = tile_of( from.y );
		const int32_t to_x = tile_of( to.x );
		const int32_t to_y = tile_of( to.y );
		return fw_grid_passable( grid, to_x, to_y, unit->capabilities ) &&
		       ( x == to_x || y == to_y ||
		         ( fw_grid_passable( grid, to_x, y, unit->capabilities ) &&
		           fw_grid_passable( grid, x, to_y, unit->capabilities ) ) );
	}
	const fw_segment line = fw_segment_line( fw_node_place( from ), fw_node_place( to ), FW_GEAR_FORWARD );
	return fw_sweep_segment( grid, unit, &line );
}

double fw_node_cost( const fw_grid* grid, fw_node node )
{
	return fw_grid_terrain( grid, fw_grid_get( grid, tile_of( node.x ), tile_of( node.y ) ) )->cost;
}

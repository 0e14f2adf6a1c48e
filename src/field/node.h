// SPDX-License-Identifier: MIT
// Nodes that units step over: tile centers, and for units wider than a tile any point of the lattice of half tiles.
#ifndef FW_FIELD_NODE_H
#define FW_FIELD_NODE_H

#include "base/core.h"
#include "fairway/grid.h"

#include <math.h>

// A node of the lattice: its position in half tiles.
typedef struct fw_node
{
	int32_t x, y;
} fw_node;

FW_INLINE fw_vec2 fw_node_place( fw_node node )
{
	return ( fw_vec2 ){ 0.5 * node.x, 0.5 * node.y };
}

// Between nodes of a unit [half tiles].
FW_INLINE int32_t fw_node_step( double radius )
{
	return radius > 0.5 ? 1 : 2;
}

// The node at or next before a place.
FW_INLINE fw_node fw_node_near( fw_vec2 place, int32_t step )
{
	if ( step == 2 )
	{
		return ( fw_node ){ 2 * fw_floor_to_int( place.x ) + 1, 2 * fw_floor_to_int( place.y ) + 1 };
	}
	return ( fw_node ){ fw_floor_to_int( 2.0 * place.x + 0.5 ), fw_floor_to_int( 2.0 * place.y + 0.5 ) };
}

bool fw_node_is_free( const fw_grid* grid, const fw_unit* unit, fw_node node );
// May a unit step from one node, where it stands, to a neighbor?
bool fw_node_joins( const fw_grid* grid, const fw_unit* unit, fw_node from, fw_node to );
// Of the terrain at the node.
double fw_node_cost( const fw_grid* grid, fw_node node );

#endif

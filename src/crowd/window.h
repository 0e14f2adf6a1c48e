// SPDX-License-Identifier: MIT
// The window of tiles round a unit in which ways and places are looked for.
#ifndef FW_CROWD_WINDOW_H
#define FW_CROWD_WINDOW_H

#include "crowd/crowd.h"

// The eight neighbors, round from +x towards +y; odd ones are diagonal.
extern const int8_t fw_beside_x[8];
extern const int8_t fw_beside_y[8];

FW_INLINE void open_window( fw_crowd* crowd, int32_t tile )
{
	crowd->left_x = tile % crowd->width - FW_AROUND / 2;
	crowd->top_y = tile / crowd->width - FW_AROUND / 2;
	crowd->stamp++;
	crowd->heap_count = 0;
}

// The node of a tile, -1 outside of the window or the map.
FW_INLINE int32_t node_of( const fw_crowd* crowd, int32_t x, int32_t y )
{
	const int32_t column = x - crowd->left_x;
	const int32_t row = y - crowd->top_y;
	const bool inside = (uint32_t)column < FW_AROUND && (uint32_t)row < FW_AROUND && tile_of( crowd, x, y ) >= 0;
	return inside ? row * FW_AROUND + column : -1;
}

FW_INLINE int32_t tile_of_node( const fw_crowd* crowd, int32_t node )
{
	return ( crowd->top_y + node / FW_AROUND ) * crowd->width + crowd->left_x + node % FW_AROUND;
}

#endif

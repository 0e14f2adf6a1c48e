// SPDX-License-Identifier: MIT
// Lines of sight against a bit plane, for callers that have looked the plane up once.
#ifndef FW_SWEEP_SIGHT_H
#define FW_SWEEP_SIGHT_H

#include "fairway/sweep.h"
#include "grid/layer.h"

// The four tiles round the corner (x, y) of the grid as bits: north-west, north-east, south-west, south-east. Free: 1.
#define FW_TILE_NW 1u
#define FW_TILE_NE 2u
#define FW_TILE_SW 4u
#define FW_TILE_SE 8u

FW_INLINE uint32_t fw_corner_tiles( const fw_layer* tiles, int32_t x, int32_t y )
{
	return ( (uint32_t)fw_layer_bits( tiles, x - 1, y - 1 ) & 3u ) | ( (uint32_t)fw_layer_bits( tiles, x - 1, y ) & 3u )
	                                                                     << 2;
}

// Do two blocked tiles touch here diagonally, and nothing else? Takes fw_corner_tiles().
FW_INLINE bool fw_is_double_corner( uint32_t around )
{
	return around == ( FW_TILE_NW | FW_TILE_SE ) || around == ( FW_TILE_NE | FW_TILE_SW );
}

// fw_sight_clear() on a plane whose set bits are free. The ends must lie on the map.
bool fw_layer_sight( const fw_layer* tiles, fw_corners corners, int32_t x0, int32_t y0, int32_t x1, int32_t y1 );
// The same between any two points of the map: a line may graze a tile by 1e-9, and one along a grid line is judged by
// whole tiles.
bool fw_layer_sight_points( const fw_layer* tiles, fw_corners corners, fw_vec2 a, fw_vec2 b );

#endif

// SPDX-License-Identifier: MIT
// Steps between neighboring tiles as bits, by the 3 x 3 tiles around.
#ifndef FW_GRID_STEPS_H
#define FW_GRID_STEPS_H

#include "grid/layer.h"

// Directions 0 to 7 turn from +x towards +y; odd ones are diagonal. FW_STEP_NONE: no step led here.
#define FW_STEP_NONE 8

extern const int8_t fw_step_x[8];
extern const int8_t fw_step_y[8];

// The direction of a distance along a row or column: -1, 0 or 1.
FW_INLINE int32_t fw_sign_of( int32_t v )
{
	return ( v > 0 ) - ( v < 0 );
}

// Sets of directions (one bit each) by the 3 x 3 tiles around; see fw_steps_around().
typedef struct fw_steps
{
	uint8_t canonical[9][512]; // by direction of arrival: without successors that the parent reaches as well by another
	                           // path
	uint8_t legal4[512], legal8[512], legal8_cutting[512];
	bool ready;
} fw_steps;

// Fills the tables once; a zeroed struct is not ready.
void fw_steps_prepare( fw_steps* tables );

// The free tiles around (x, y): rows of three bits, the upper row lowest.
FW_INLINE uint32_t fw_steps_around( const fw_layer* stands, int32_t x, int32_t y )
{
	const uint64_t* row = fw_layer_row( stands, y );
	const uint32_t first = (uint32_t)( x - 1 + FW_LAYER_PAD );
	return ( fw_layer_few( row - stands->stride, first ) & 7 ) | ( fw_layer_few( row, first ) & 7 ) << 3 |
	       ( fw_layer_few( row + stands->stride, first ) & 7 ) << 6;
}

// The cost of the shortest tile path over free tiles, with these costs of a step.
FW_INLINE uint32_t fw_octile_cost( int32_t dx, int32_t dy, uint32_t straight, uint32_t diagonal )
{
	const uint32_t ax = (uint32_t)( dx < 0 ? -dx : dx );
	const uint32_t ay = (uint32_t)( dy < 0 ? -dy : dy );
	const uint32_t low = ax < ay ? ax : ay;
	const uint32_t high = ax < ay ? ay : ax;
	return high * straight + low * ( diagonal - straight );
}

#endif

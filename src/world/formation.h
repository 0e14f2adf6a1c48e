// SPDX-License-Identifier: MIT
// Formations: their shapes, and the path that they follow.
#ifndef FW_WORLD_FORMATION_H
#define FW_WORLD_FORMATION_H

#include "fairway/world.h"

// For sorting members.
typedef struct shape_rank
{
	double first, second;
	int32_t index;
} shape_rank;

// The room beside a point of the route, for a disc of the largest member.
typedef struct route_room
{
	double left, right; // so far can it move to the side [tiles, up to ROOM_MAX]
} route_room;

void fw_shape_sort( shape_rank* ranks, int32_t count ); // by first, second, index
// offsets [count]: x ahead, y to the right. Not for FW_SHAPE_OWN.
void fw_shape_form( fw_shape shape, double pitch, fw_vec2* offsets, int32_t count );
// The same formation with so many files: who is in front stays there, who is on the left too. ranks, folded [count].
void fw_shape_fold( const fw_vec2* offsets, int32_t count, int32_t files, double pitch, shape_rank* ranks,
                    fw_vec2* folded );

#endif

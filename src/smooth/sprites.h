// SPDX-License-Identifier: MIT
// Pictures of a unit by their angles.
#ifndef FW_SMOOTH_SPRITES_H
#define FW_SMOOTH_SPRITES_H

#include "fairway/fixed_angles.h"

// The heading of a picture as a vector of length 1. Without an offset, pictures that are mirrored at an axis or a
// diagonal have coordinates that are mirrored to the bit: along the axes exactly 0 and 1, on diagonals both the same.
fw_vec2 fw_sprites_direction( const fw_sprites* sprites, int32_t index );
// How many pictures lie between two of them, the shorter way round: 0 the same, 1 next to it.
int32_t fw_sprites_between( const fw_sprites* sprites, int32_t a, int32_t b );

#endif

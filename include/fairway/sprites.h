// SPDX-License-Identifier: MIT
/// @file
/// The angles in which a unit was drawn: 8, 16 or any number of pictures, the same angle apart.
#ifndef FAIRWAY_SPRITES_H
#define FAIRWAY_SPRITES_H

#include "fairway/math.h"

FW_BEGIN_DECLS

#define FW_SPRITES_LEAST 4   ///< pictures
#define FW_SPRITES_MOST 1024 ///< see #FW_SPRITES_LEAST

/// A set of headings. Picture k shows the unit facing offset + 2 pi k / count.
typedef struct fw_sprites
{
	int32_t count; ///< [#FW_SPRITES_LEAST..#FW_SPRITES_MOST]
	double offset; ///< of picture 0 [rad, -2 pi..2 pi]
} fw_sprites;

/// #FW_ERR_ARGUMENT when a field is out of its range or not finite.
FW_API fw_status fw_sprites_check( const fw_sprites* sprites );
/// The heading of a picture in [0, 2 pi); indices count round, so that -1 is the last one.
FW_API double fw_sprites_heading( const fw_sprites* sprites, int32_t index );
/// The same as a vector of length 1. Without an offset, pictures that are mirrored at an axis or a diagonal have
/// coordinates that are mirrored to the bit: along the axes exactly 0 and 1, on diagonals both the same.
FW_API fw_vec2 fw_sprites_direction( const fw_sprites* sprites, int32_t index );
/// The picture nearest to a heading [finite, rad]: what a game draws. Half way between two it is the upper one.
FW_API int32_t fw_sprites_nearest( const fw_sprites* sprites, double heading );
/// How many pictures lie between two of them, the shorter way round: 0 the same, 1 next to it.
FW_API int32_t fw_sprites_between( const fw_sprites* sprites, int32_t a, int32_t b );

FW_END_DECLS

#endif

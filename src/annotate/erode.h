// SPDX-License-Identifier: MIT
// Where a shape can stand: the plane of free tiles, eroded by the tiles that the shape touches.
#ifndef FW_ANNOTATE_ERODE_H
#define FW_ANNOTATE_ERODE_H

#include "grid/layer.h"

#define FW_STAMP_MAX 132 // rows of tiles that the largest shape touches, and some

// For each row of tiles around tile (0, 0), the columns that a shape touches.
typedef struct fw_stamp
{
	int32_t first_row, rows;
	int32_t x0[FW_STAMP_MAX], x1[FW_STAMP_MAX];
} fw_stamp;

// A disc whose center lies at (ox, oy) of tile (0, 0).
void fw_stamp_disc( fw_stamp* s, double ox, double oy, double r );
// A disc that moves from the center of tile (0, 0) to that of (side, 1); side is 1 or -1.
void fw_stamp_diagonal( fw_stamp* s, int32_t side, double r );
// A square of `size` tiles a side whose top left tile has its center at (ox, oy) of tile (0, 0).
void fw_stamp_square( fw_stamp* s, double ox, double oy, int32_t size );

// Words of scratch that fw_layer_erode() needs for a map of this width.
FW_INLINE size_t fw_erode_words( int32_t width )
{
	return (size_t)( width + 2 * FW_LAYER_PAD ) / 64 + FW_STAMP_MAX / 64 + 8;
}

// Recomputes the plane of places where nothing of the stamp is blocked, in the words that hold the columns of `rect`.
void fw_layer_erode( const fw_layer* tiles, const fw_stamp* s, fw_layer* plane, fw_rect rect, uint64_t* scratch );

#endif

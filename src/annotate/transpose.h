// SPDX-License-Identifier: MIT
// A bit plane with rows and columns exchanged, so that what reads along rows reads along columns too.
#ifndef FW_ANNOTATE_TRANSPOSE_H
#define FW_ANNOTATE_TRANSPOSE_H

#include "grid/layer.h"

// Copies the tiles of a rectangle, and of the blocks of 64 x 64 around it, from (x, y) to (y, x). `to` is as wide as
// `from` is high and as high as that is wide.
void fw_layer_transpose( const fw_layer* from, fw_layer* to, fw_rect rect );

#endif

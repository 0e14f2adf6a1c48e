// SPDX-License-Identifier: MIT
// Functions on paths for use inside the library.
#ifndef FW_PATH_PATH_H
#define FW_PATH_PATH_H

#include "fairway/path.h"

// Moves a whole path, such as from a part of a map to the whole map. A move by whole tiles towards (0, 0) and back
// again gives the same bits.
void fw_path_move( fw_path* path, double dx, double dy );

#endif

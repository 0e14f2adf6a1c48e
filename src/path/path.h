// SPDX-License-Identifier: MIT
// What is done to paths inside of the library.
#ifndef FW_PATH_PATH_H
#define FW_PATH_PATH_H

#include "fairway/path.h"

// Moves all of a path: from a part of a map to all of it, say. By whole tiles nearer to (0, 0) and back again leads to
// the same bits.
void fw_path_move( fw_path* path, double dx, double dy );

#endif

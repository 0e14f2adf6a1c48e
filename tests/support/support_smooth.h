// SPDX-License-Identifier: MIT
// Tile paths and passes over paths, for tests.
#ifndef TESTS_SUPPORT_SMOOTH_H
#define TESTS_SUPPORT_SMOOTH_H

#include "fairway/smooth.h"
#include "support_drive.h"

fw_smoother smooth_by( const drive* d );
int32_t smooth_waypoints( const fw_path* path );
// A tile path.
void smooth_tile_path( fw_path* path, const int32_t ( *tiles )[2], int32_t count );
void smooth_check_ends( const fw_path* path, fw_pose start, fw_pose goal, bool keep_goal_heading );

#endif
